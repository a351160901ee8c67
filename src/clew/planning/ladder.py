"""The ladder of methods: the first that fits a plan runs it. There is one for solutions, and one for their number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from clew.planning.engine_method import EngineMethod, MaskMethod, shares_tree
from clew.planning.methods import ComponentCounting, ComponentListing, GridCounting, LoopMethod, Method

if TYPE_CHECKING:
    from clew.planning.plan import Plan

LISTING: Final[tuple[Method, ...]] = (EngineMethod(), ComponentListing(), LoopMethod())
"""The ladder for solutions."""

COUNTING: Final[tuple[Method, ...]] = (MaskMethod(), GridCounting(), ComponentCounting(), EngineMethod(), LoopMethod())
"""The ladder for their number."""


def kernel_reason(plan: Plan) -> str:
    """Why the loop or Python counts, if the engine could have been expected to."""
    if plan.request.kernel != "auto":
        return ""
    if plan.lines is not None:
        return plan.lines.reason
    return EngineMethod().fits(plan) if isinstance(plan.method, (LoopMethod, ComponentListing)) else ""


def has_threads(plan: Plan) -> bool:
    """Whether threads share the work from within, so that the tree is not to be cut."""
    is_shared = isinstance(plan.method, EngineMethod) and shares_tree(plan)
    return is_shared or isinstance(plan.method, MaskMethod) or plan.lines is not None
