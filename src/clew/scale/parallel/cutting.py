"""Cutting a tree into subtrees: breadth first, by numbers of nodes and never by time.

So the same problem and the same options give the same subtrees, whichever workers search them and however fast.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from fractions import Fraction
from typing import Final

import attrs

from clew.options import Cutting
from clew.outcome import LimitReached
from clew.planning.engine_method import MaskMethod
from clew.planning.plan import Plan
from clew.reference.search.search import AnyState
from clew.scale.parallel.subtree import Expanded, Subtree
from clew.scale.parallel.tree import Children, PlanTree
from clew.state.state import DEAD_END

NODES: Final = 10_000_000
"""The nodes of a subtree, at most."""

QUICK: Final = 100
"""How many times as many there are if the engine counts by masks alone."""


def budget(cutting: Cutting, plan: Plan) -> int:
    """The nodes that a subtree of a plan may have."""
    if cutting.nodes is not None:
        return cutting.nodes
    return NODES * (QUICK if isinstance(plan.method, MaskMethod) else 1)


def _children(tree: PlanTree, state: AnyState) -> Children | None:
    """The children of a node; None if it is to stay whole, as one does if the problem's own code raises.

    The worker that searches that one meets the same error, and says where.
    """
    try:
        return tree.children(state) if tree.may_cut(state) else None
    except LimitReached:
        raise
    except Exception:
        return None


def cut(tree: PlanTree, subtrees: Iterable[Subtree], target: int, expansions: int) -> tuple[list[Subtree], Expanded]:
    """Cut subtrees until there are enough of them.

    Args:
        tree: the tree that they are of.
        subtrees: those to cut.
        target: how many open subtrees are enough.
        expansions: how many nodes to expand at most.

    Returns:
        The subtrees after the cut, in search order, and the nodes that were expanded for it.

    Raises:
        LimitReached: the time is up.
    """
    roots = [(subtree, tree.state(subtree)) for subtree in subtrees]
    whole = [subtree for subtree, root in roots if root is DEAD_END]
    frontier = deque((subtree, root) for subtree, root in roots if root is not DEAD_END)
    expanded = Expanded()
    while frontier and len(frontier) < target and expansions:
        subtree, state = frontier.popleft()
        children = _children(tree, state)
        if children is None:
            whole.append(subtree)
            continue
        expansions -= 1
        weight = subtree.weight / max(len(children.alive), 1)
        expanded += Expanded(
            (*[0] * len(subtree.path), 1), children.failures, Fraction(0) if children.alive else subtree.weight
        )
        frontier.extend(
            (attrs.evolve(subtree, path=(*subtree.path, rank), weight=weight), child) for rank, child in children.alive
        )
    whole.extend(subtree for subtree, _ in frontier)
    return sorted(whole, key=lambda subtree: subtree.key), expanded
