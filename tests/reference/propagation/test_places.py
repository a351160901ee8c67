"""The propagator of wide permutations: it prunes as dual lanes do, and explains as well."""

from __future__ import annotations

import random
from typing import Any

import pytest

import clew
from clew.constraints import AllDifferent, NotEqual, Table


def model_of(seed: int, form: dict[str, Any]) -> clew.Model:
    """A permutation of seven variables, each with some of its values, and differences besides."""
    draw = random.Random(seed)
    model = clew.Model()
    model.variables(range(7), range(7))
    taken = draw.sample(range(7), 7)
    model.require(Table([k], [(v,) for v in {taken[k], *draw.sample(range(7), draw.randint(1, 3))}]) for k in range(7))
    model.require(AllDifferent(range(7), **form))
    model.require(NotEqual(*draw.sample(range(7), 2)))
    return model


@pytest.mark.parametrize("form", [{}, {"mapping": lambda _, value: 3 * value % 7}, {"offsets": [0] * 7}])
def test_it_prunes_and_explains_as_dual_lanes_do(form: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(40):
        answers = []
        for most in (64, 0):
            monkeypatch.setattr("clew.reference.propagation.distinct.DUAL_SCOPE", most)
            model = model_of(seed, form)
            options: Any = {"kernel": "python", "inference": "unit", "variable_order": "static"}
            outcome = clew.solve(model, clew.All(), **options)
            statistics = outcome.statistics
            answers.append((list(map(dict, outcome.result)), statistics.nodes_per_level, statistics.failures))
            if outcome.result:
                model.require(Table([0], [(value,) for value in range(7) if value != outcome.result[0][0]]))
            found = clew.why(model, inference="unit")
            assert (found is None) == (clew.first(model) is not None)
        assert answers[0] == answers[1]


def test_a_network_explains_each_pruning(monkeypatch: pytest.MonkeyPatch) -> None:
    from clew.reference.propagation.compiler import Compiler
    from clew.state.levels import UNIT

    monkeypatch.setattr("clew.reference.propagation.distinct.DUAL_SCOPE", 0)
    model = clew.Model()
    model.variables(range(4), range(4))
    model.require(AllDifferent(range(4)))
    network = Compiler(model.domains(), model.constraints(), UNIT).network()
    lane = network.lanes.lane
    gone = sum(1 << lane[k].offset for k in (1, 2, 3))  # so 0 has one place left
    before = network.start & ~gone
    left, _ = network.propagate(before, 0, gone)
    assert left & lane[0].full << lane[0].offset == 1 << lane[0].offset
    explanation = network.explain(before, 1 << lane[0].offset + 2)
    assert explanation.missing == gone
    none = before & ~(1 << lane[0].offset)  # and now it has none
    assert network.propagate(none, 0, gone)[0] == 0
    assert network.explain(none, 0).missing == gone | 1 << lane[0].offset
    both = network.start & ~(gone | gone << 1)  # two values that one variable alone can have
    assert network.propagate(both, 0, gone | gone << 1)[0] == 0
    assert network.explain(both, 0).missing == gone | gone << 1
