"""Whether the engine can run a request, as far as is known before anything is compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from clew.core import ORDERS, engine
from clew.problem.declared import why_undeclared
from clew.strategies import Best

if TYPE_CHECKING:
    from clew.objectives import Weighted
    from clew.planning.choices import Choice, Declaration, Request
    from clew.strategies import Strategy

VALUE_ORDERS: Final = ("domain", "reverse", "random")
"""The orderings of values that it knows."""


def unfit(request: Request, declared: Declaration, choice: Choice) -> str:
    """Why the engine cannot run a request; empty if it can, as far as is known before anything is compiled."""
    options = request.options
    if request.kernel not in ("auto", "compiled"):
        return f"kernel {request.kernel!r} was asked for"
    if request.kernel == "auto" and not (request.lists or is_masks(request, choice)):
        return "components are answered by themselves"
    if not declared.is_searched:
        return f"the problem {why_undeclared(request.problem)}"
    if declared.own - {"violations"}:
        return f"the problem's own {min(declared.own - {'violations'})} is Python"
    if options.get("observers"):
        return "the search is watched"
    if not choice.level.looks_ahead:
        return f"inference {choice.level.name!r} looks at assigned variables alone"
    if options.get("variable_order") not in (None, *ORDERS):
        return f"the variable order {options['variable_order']!r} is known to Python alone"
    if options.get("value_order") not in (None, *VALUE_ORDERS):
        return f"the value order {options['value_order']!r} is known to Python alone"
    found = engine()
    return "" if found.available else f"there is no engine here: {found.reason}"


def is_masks(request: Request, choice: Choice) -> bool:
    """Whether solutions are counted under forward checking in the order of declaration, whatever nodes that takes."""
    is_forward = choice.level.looks_ahead and not choice.level.propagates
    return is_forward and not request.lists and request.limits.nodes is None and order_of(request, choice) == "static"


def order_of(request: Request, choice: Choice) -> str:
    """The name of the ordering asked for, or of the one that fits."""
    order = request.options.get("variable_order")
    if isinstance(order, str):
        return order
    named = request.options.get("inference")
    if choice.is_flat or (named is not None and not choice.level.propagates):
        return "static"
    strategy = request.strategy
    return "wdeg" if strategy is not None and strategy.learns else "mrv"


def objective_in(strategy: Strategy[object] | None) -> Weighted | None:
    """The objective that the search itself is to bound, if there is one."""
    return strategy.weighted if isinstance(strategy, Best) else None
