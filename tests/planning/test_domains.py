"""What the domains tell before anything is compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import clew
from clew.planning.domains import is_uniform, shrunk
from clew.planning.request import DeclaredProblem
from clew.state.levels import FORWARD, UNIT
from clew_problems import Colouring, Queens


def model(*domains: Any, rule: Callable[..., Any] = lambda *_: ()) -> clew.Model:
    """Variables that all differ, and another rule."""
    made = clew.Model()
    variables = [made.variable(f"x{k}", domain) for k, domain in enumerate(domains)]
    made.require(clew.constraints.AllDifferent(variables), *rule(*variables))
    return made


@pytest.mark.parametrize(
    ("problem", "is_complete", "expected"),
    [
        (Queens(6), True, True),
        (Colouring.from_text("a-b b-c c-d\n3"), False, True),
        (Colouring.from_text("a-b b-c c-d\n3"), True, False),  # a and c share no constraint
        (model(range(3), range(3), range(3)), True, True),
        (model(range(3), range(3), range(4)), True, False),
        (model(range(3), range(3), range(4), rule=lambda x, y, z: [z != 2]), True, True),
        (
            model(range(3), range(3), range(3), rule=lambda x, y, z: [x < y]),
            False,
            False,
        ),  # it prunes by ends, not by masks
        (model(range(3), range(3), range(3), rule=lambda x, y, z: [x + y < z]), False, False),  # of three: no mask
        (model([0], [1], [2]), True, False),  # nothing to choose
    ],
)
def test_variables_look_alike_if_there_are_masks_alone_and_as_many_values_for_each(
    problem: clew.Problem[Any, Any], is_complete: bool, expected: bool
) -> None:
    declared = DeclaredProblem.of(problem)
    assert is_uniform(declared.domains, declared.constraints, is_complete=is_complete) == expected


def test_given_variables_keep_their_value_alone_if_propagation_would_leave_no_other() -> None:
    declared = DeclaredProblem.of(model(range(4), range(4)))
    given: Any = {"given": {"x0": 2}}
    assert shrunk(declared, UNIT, given) == {"x0": (2,), "x1": range(4)}
    assert shrunk(declared, FORWARD, given) == declared.domains  # it assumes one value after the other


def test_domains_stay_whole_if_the_given_values_clash() -> None:
    problem = model(range(4), range(4))
    problem.fix("x0", 1)
    declared = DeclaredProblem.of(problem)
    assert shrunk(declared, UNIT, {"given": {"x0": 2}}) == declared.domains


@pytest.mark.skipif(not clew.engine().available, reason="without the engine, Python divides every count")
@pytest.mark.parametrize(
    ("names", "rules", "is_divided"),
    [
        ("x y z", lambda x, y, z: [x * x + y * y == z * z], False),
        ("x y z", lambda x, y, z: [x * x + y * y == z * z, x < y], False),
        ("x y", lambda x, y: [x * y == 36], False),
        ("w x y z", lambda w, x, y, z: [w * x + y * z == 50], True),  # one variable more
        ("x y z", lambda x, y, z: [x * y == 36, y != z], True),  # x and z share no constraint
        ("x y z", lambda x, y, z: [x + y == z, x < y], True),
    ],
)
def test_products_of_few_variables_are_counted_without_being_divided(
    names: str, rules: Callable[..., Any], is_divided: bool
) -> None:
    made = clew.Model()
    variables = made.variables(names, range(1, 31))
    made.require(rules(*variables))
    outcome = clew.solve(made, clew.Count())
    assert ("counting" in outcome.statistics.kernel) is is_divided
    assert outcome.result == clew.count(made, kernel="compiled")
