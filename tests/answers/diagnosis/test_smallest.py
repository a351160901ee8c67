"""`clew.why(smallest=True)`: no set with fewer members contradicts itself."""

from __future__ import annotations

from itertools import combinations

import clew
from tests.puzzles.hints.reasons import is_refuted


def contradictory() -> clew.Model:
    """A cycle of three, and two constraints on one variable; each is irreducible."""
    model = clew.Model()
    x, y, z = model.variables(["x", "y", "z"], range(4))
    model.require(x < y, y < z, z < x, x == 1, x == 2)
    return model


def test_the_smallest_contradiction_is_found() -> None:
    model = contradictory()
    found = clew.why(model, smallest=True)
    assert found is not None
    assert found.is_smallest
    sizes = (k for k in range(6) for some in combinations(model.constraints(), k) if is_refuted(model, some, {}))
    assert len(found.constraints) == next(sizes)
    assert is_refuted(model, found.constraints, {})


def test_whether_it_is_the_smallest_is_not_known_if_nobody_asks() -> None:
    found = clew.why(contradictory())
    assert found is not None
    assert found.is_minimal
    assert not found.is_smallest


def test_a_solution_has_no_contradiction() -> None:
    model = clew.Model()
    x, y = model.variables(["x", "y"], range(2))
    model.require(x != y)
    assert clew.why(model, smallest=True) is None
