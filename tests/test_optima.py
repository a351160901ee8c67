"""The best solutions of random plans are those of brute force; `python -m tests.optima` asks CP-SAT, for longer."""

from __future__ import annotations

import pytest

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from tests.optima import KINDS, Plan, drawn, troubles


@pytest.mark.parametrize("part", range(8))
def test_optima_are_those_of_brute_force(part: int) -> None:
    small = [seed for seed in range(part * 100, part * 100 + 40) if len(drawn(seed).domains) < 7]
    assert [said for seed in small for said in troubles(seed, Plan.optimum)] == []


def test_a_wrong_optimum_is_noticed() -> None:
    said = [one for seed in range(20) for one in troubles(seed, lambda plan: (plan.optimum() or 0) + 1)]
    assert len(said) > 10


def test_laws_say_no_and_yes() -> None:
    """Each kind of constraint comes up, and neither holds always nor never."""
    seen: set[bool] = set()
    for seed in range(60):
        plan = drawn(seed)
        for _, scope, law in plan.constraints:
            seen.add(bool(law(*[plan.domains[v][0] for v in scope])))
    assert seen == {True, False}
    assert len(KINDS) == len({*KINDS})
