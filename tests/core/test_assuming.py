"""A search that learns answers one question after another, each with values assumed: what it learned holds in all."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any
from unittest import mock

import pytest

import clew
from clew.answers.diagnosis.shared import fixed
from clew.planning.request import forget
from clew.state.levels import UNIT

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew import core
from clew.core import _engine, turns
from tests.agreement import made, narrowed
from tests.core.test_learning import SEARCHED, clauses, complete, holds, learner
from tests.core.test_turns import at_once, graph
from tests.corpus.families import brute_force
from tests.job_shops import job_shop


def ask_often(model: clew.Model, solutions: list[dict[Any, Any]], draw: random.Random) -> int:
    """Ask a search questions, and leave some of them half-way; the number of nogoods, all of which hold."""
    if (made_one := learner(model, UNIT)) is None:
        return 0
    search, compiled = made_one
    search.shortest = draw.choice((1, 3, 100))
    names = list(model.domains())
    values = [list(compiled.values[compiled.places[v]]) for v in names]
    places = [[own.index(s[v]) for own, v in zip(values, names, strict=True)] for s in solutions]
    for _ in range(12 if values and all(values) else 0):
        some = draw.sample(range(len(names)), draw.randint(0, min(4, len(names))))
        pairs = [(v, draw.randrange(len(values[v]))) for v in some]
        search.assume([(compiled.places[names[v]], k) for v, k in pairs])
        for _ in range(draw.choice((1, 3, 10**6))):
            if (why := search.run(draw.choice((1, 2, 7, 10**4)), 1)) != _engine.PAUSED:
                break
        rows = search.fetch(compiled.values)
        wanted = [row for row in places if all(row[v] == k for v, k in pairs)]
        if why != _engine.PAUSED:
            assert bool(rows) == bool(wanted)
        for row in rows:
            assert [own.index(row[compiled.places[v]]) for own, v in zip(values, names, strict=True)] in wanted
        for nogood in search.nogoods():
            if all(v < len(values) for v, _ in nogood):
                assert not any(all(holds(row[v], one) for v, one in nogood) for row in places)
    return search.learned


@pytest.mark.parametrize("is_interval", [False, True])
@pytest.mark.parametrize("family", SEARCHED)
def test_questions_one_after_another(family: str, *, is_interval: bool) -> None:
    with narrowed(is_interval=is_interval, is_listed=not is_interval):
        forget()
        for seed, (model, solutions) in enumerate(complete(family, 8)):
            ask_often(model, solutions, random.Random(seed))
    forget()


@pytest.mark.parametrize("seed", range(60))
def test_colours_one_after_another(seed: int) -> None:
    draw = random.Random(seed)
    model = graph(draw, 9, draw.randint(3, 4))
    ask_often(model, [dict(enumerate(row)) for row in brute_force(model)], draw)


@pytest.mark.parametrize("is_interval", [False, True])
@pytest.mark.parametrize("family", SEARCHED)
def test_fixed_values_are_those_of_brute_force(family: str, *, is_interval: bool) -> None:
    for seed in range(4):
        with narrowed(is_interval=is_interval, is_listed=not is_interval), at_once(dead_ends=seed % 2):
            forget()
            model = made(family, seed)
            names, rows = list(model.domains()), brute_force(model)
            columns = [set(column) for column in zip(*rows, strict=True)]
            same = {v: next(iter(some)) for v, some in zip(names, columns, strict=False) if len(some) == 1}
            assert fixed(model) == (same if rows else None)
    forget()


@pytest.mark.parametrize("model", [job_shop(longest=668)[0], clauses(130, 4.1, 3)], ids=["shop", "clauses"])
def test_what_was_learned_is_passed_on(model: clew.Model) -> None:
    """One search learns, for a question that takes many searches."""
    learners: list[Any] = []
    before = turns.learner_of

    def noted(walk: Any) -> Any:
        learners.append(found := before(walk))
        return found

    with mock.patch.object(turns, "learner_of", noted):
        fixed(model)
    searches = [one[1] for one in learners]
    assert len(searches) > 5
    assert all(one is other for one, other in pairwise(searches))
    assert core.LEARNED.get() is None
