"""The judge of the proofs is right: it finds a solution just if brute force finds one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from random import Random
from typing import Any, Final

import pytest

from clew.constraints import (
    Acyclic,
    AllDifferent,
    Connected,
    Constraint,
    Exactly,
    Less,
    Loop,
    Path,
    Regions,
    Sum,
    Tree,
    grid_graph,
)
from tests.cp_sat import CpSat
from tests.random_models import satisfying

CELLS: Final = list(product(range(2), range(3)))
EDGES: Final = [*grid_graph(2, 3)]
BITS: Final = dict.fromkeys(EDGES, (0, 1))

MODELS: Final[Mapping[str, Callable[[], tuple[Mapping[Any, Any], list[Constraint]]]]] = {
    "connected": lambda: (dict.fromkeys(CELLS, (0, 1)), [Connected(CELLS, EDGES)]),
    "connected, four of six": lambda: (
        dict.fromkeys(CELLS, (0, 1)), [Connected(CELLS, EDGES), Exactly(4, 1, CELLS)]),
    "loop": lambda: (BITS, [Loop(EDGES)]),
    "path": lambda: (BITS, [Path(EDGES, (0, 0), (1, 2))]),
    "tree": lambda: (BITS, [Tree(EDGES)]),
    "forest": lambda: (BITS, [Acyclic(EDGES, EDGES)]),
    "forest or loop": lambda: (BITS, [Acyclic(EDGES, EDGES, may_close=True)]),
    "regions": lambda: (dict.fromkeys(CELLS, (0, 1)), [Regions(CELLS, EDGES, {0: (1, 6), 1: (1, 6)})]),
    "different": lambda: (dict.fromkeys("abcd", (1, 2, 3, 4)), [AllDifferent("abcd"), Less("a", "b")]),
    "different, some values over": lambda: (
        dict.fromkeys("abcd", range(6)), [AllDifferent("abcd"), Sum("abc", "==", 12)]),
}  # fmt: skip


@pytest.mark.parametrize("name", MODELS)
def test_it_agrees_with_brute_force(name: str) -> None:
    domains, constraints = MODELS[name]()
    judge, random = CpSat(domains, constraints), Random(name)
    every = [dict(zip(domains, values, strict=True)) for values in product(*domains.values())]
    solutions = satisfying(domains, constraints)
    assert 0 < len(solutions) < len(every)
    for _ in range(40):
        whole = random.choice(random.choice((every, solutions)))
        given = {variable: whole[variable] for variable in random.sample(list(whole), random.randrange(len(whole)))}
        expected = [one for one in solutions if one.items() >= given.items()]
        found = judge.solution(given)
        assert (found in expected) if expected else found is None
        if found is not None:
            assert (judge.solution(given, other_than=found) is None) == (len(expected) == 1)


def test_an_odd_board_has_no_loop_through_all_cells() -> None:
    """It would change colour at each step, as on a chessboard."""
    for size, is_there in ((4, True), (5, False), (6, True)):
        edges = [*grid_graph(size, size)]
        loop = Loop(edges, through=[*product(range(size), repeat=2)])
        assert (CpSat(dict.fromkeys(edges, (0, 1)), [loop]).solution({}) is not None) == is_there


def test_pigeons_are_refuted() -> None:
    domains = dict.fromkeys(range(12), range(11))
    assert CpSat(domains, [AllDifferent(range(12))]).solution({}) is None
    assert CpSat(domains, [AllDifferent(range(11))]).solution({}) is not None
