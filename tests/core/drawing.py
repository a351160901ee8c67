"""Models for tests that compare the engine with the reference."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

import clew
from clew.constraints import Constraint, NotEqual, Table
from tests.random_models import Shown

Constraints = Callable[[list[str], st.SearchStrategy[Any]], st.SearchStrategy[Constraint]]
"""From the names of variables, and what their values are drawn from, to constraints about them."""


@st.composite
def models(
    draw: st.DrawFn,
    constraints: Constraints,
    values: st.SearchStrategy[Any],
    most: int = 6,
    wide: tuple[int, ...] = (0, 63, 64, 129),
) -> clew.Model:
    """Models of some constraints, sometimes with an inequality and with a value that is given.

    Args:
        draw: what draws.
        constraints: the constraints.
        values: the values of small domains; they are declared in any order.
        most: how many variables there are at most.
        wide: the values that are left at the root of domains of 130 values, which take more than one word.
    """
    names = list("uvwxyz"[: draw(st.integers(3, most))])
    is_wide = bool(wide) and draw(st.integers(0, 3)) == 0
    values = st.sampled_from(wide) if is_wide else values
    model = Shown()
    for name in names:
        some = draw(st.lists(values, min_size=1, max_size=4, unique=True))
        model.variable(name, range(130) if is_wide else some)
        if is_wide:
            model.require(Table([name], [(value,) for value in some]))
    model.require(draw(st.lists(constraints(names, values), min_size=1, max_size=3)))
    if draw(st.booleans()):
        model.require(NotEqual(names[0], names[-1]))
    if draw(st.integers(0, 3)) == 0:
        name = draw(st.sampled_from(names))
        model.fix(name, draw(values.filter(lambda value: value in model.domains()[name])))
    return model
