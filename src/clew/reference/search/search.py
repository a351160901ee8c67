"""The search: one depth-first loop with a stack of its own. It is the specification.

Its four steps are the four hooks: choose a variable, enumerate its values, check that a decision is
consistent, look ahead at the other domains. It knows nothing of constraints, orderings, limits or
observers: those are in the functions that it is given (`clew.planning.loop_steps`). Every other method that runs a
search must enter the same nodes and yield the same states in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any

from clew.errors import forgotten_return
from clew.state.counters import Counters
from clew.state.state import DEAD_END, AnyState, DeadEnd

Branch = Callable[[AnyState], tuple[Hashable, Iterable[Hashable]] | None]
"""From a node to its alternatives: a variable and the values to try; None if it is complete."""

Judge = Callable[[AnyState, Any, Any], bool]
"""Whether a decision is consistent with what a node has assigned."""

LookAhead = Callable[[AnyState, Any, Any], AnyState | DeadEnd]
"""From a state with its newest decision to the same with pruned domains, or `DEAD_END`."""


def search(
    root: AnyState, branch: Branch, judge: Judge | None, look_ahead: LookAhead | None, counters: Counters
) -> Iterator[AnyState]:
    """The complete assignments below a node, depth first, each as its state.

    A level of the stack is a node that is open: its state, its variable, the values still to try. The
    children of the topmost are at level `len(stack)`.

    Args:
        root: where to start.
        branch: chooses a variable and enumerates its values.
        judge: checks a decision; None lets all pass.
        look_ahead: prunes after a decision; None prunes nothing.
        counters: count nodes and failures.

    Raises:
        Exception: any exception of one of them, with a note that names the place of the search.
    """
    nodes = counters.nodes_per_level
    state, variable, value = root, None, None
    try:
        # Enter the root. A problem without variables has one solution: the empty assignment.
        alternatives = branch(root)
        nodes[0] += 1
        if alternatives is None:
            yield root
            return
        stack = [(root, alternatives[0], iter(alternatives[1]))]
        if len(nodes) == 1:
            nodes.append(0)
        while stack:
            state, variable, values = stack[-1]
            # Try the next value, until a decision stands.
            for value in values:
                if judge is not None:
                    verdict = judge(state, variable, value)
                    if not verdict:
                        if verdict is None:
                            raise forgotten_return("is_consistent", "True or False")
                        counters.failures += 1
                        continue
                child = state.assign(variable, value)
                if look_ahead is not None and child is not DEAD_END:
                    child = look_ahead(child, variable, value)
                if child is DEAD_END:
                    counters.failures += 1
                    continue
                # Enter the child: it is complete, or its alternatives go on the stack.
                alternatives = branch(child)
                nodes[len(stack)] += 1
                if alternatives is None:
                    yield child
                    continue
                stack.append((child, alternatives[0], iter(alternatives[1])))
                if len(stack) == len(nodes):
                    nodes.append(0)
                break
            else:
                # Backtrack: all the values are tried, and the state above is as it was.
                stack.pop()
    except Exception as error:
        error.add_note(place(state, variable, value))
        raise


def place(state: AnyState, variable: Hashable, value: Hashable) -> str:
    """The place of a search when something was raised."""
    return "at the root" if variable is None else f"while trying {variable!r} = {value!r} at depth {state.depth}"
