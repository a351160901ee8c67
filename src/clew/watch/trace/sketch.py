"""A sketch: that part of a search tree which is drawn.

A tree too large to look at is cut: the levels nearest to the root are kept, as many nodes as asked for, and if
something is missing a node gives its size. Values that were never tried have nodes of their own if they are few, and
share one if they are many.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from operator import itemgetter
from typing import Final, Literal

import attrs

from clew.constraints.base import Constraint
from clew.errors import cut
from clew.watch.observers.profile import Tally
from clew.watch.trace.nodes import MEANINGS, Kind, Untried
from clew.watch.trace.story import counted, some
from clew.watch.trace.tree import SearchTree

Look = Kind | Literal["cut"]
"""How a node is drawn: by its kind, or as one that stands for others."""

APART: Final = 9
"""So many untried values of a node at most have nodes of their own, ..."""
SMALL: Final = 150
"""... in a tree of so many nodes at most."""
LONGEST: Final = 24
"""Characters of a name in a label."""


@attrs.define(eq=False)
class Sketched:
    """A node to draw.

    Attributes:
        label: the text on it.
        look: how it is drawn.
        about: lines that say more.
        children: the nodes below.
    """

    label: str
    look: Look
    about: list[str]
    children: list[Sketched] = attrs.field(factory=list)


class Sketch:
    """The part of a tree that is drawn: its nodes, level by level, as long as there is room.

    Args:
        tree: the tree.
        most: how many of its nodes to draw.
        deepest: how many levels below the root.
        untried: whether to draw the values that were never tried too.

    Attributes:
        roots: its roots.
        notes: the parts that were left out, in words.
    """

    def __init__(self, tree: SearchTree, most: int, deepest: int, *, untried: bool = True) -> None:
        self.tree = tree
        self.most = most
        self.deepest = deepest
        self.untried = untried
        self.is_small = len(tree) <= SMALL
        self.room = max(1, most)
        self.waiting: deque[tuple[Sketched, int]] = deque()
        # How much is not recorded below the nodes before each, so that a subtree's is a difference.
        out = (tree.left_out[k].tries if k in tree.left_out else 0 for k in range(len(tree)))
        self.out = [0, *accumulate(out)]
        top = Sketched("", "open", [])
        self._take(top, tree.roots, tree.left_out.get(-1))
        while self.waiting:
            self._expand(*self.waiting.popleft())
        self.roots, self.notes = top.children, self._notes()

    @cached_property
    def nodes(self) -> list[Sketched]:
        """Every node, parents first, from left to right."""
        nodes, stack = [], self.roots[::-1]
        while stack:
            nodes.append(stack.pop())
            stack.extend(reversed(nodes[-1].children))
        return nodes

    @property
    def children(self) -> list[list[int]]:
        """For each node the places among the nodes of those below it."""
        place = {node: k for k, node in enumerate(self.nodes)}
        return [[place[child] for child in node.children] for node in self.nodes]

    # -- what is drawn ---------------------------------------------------------------------------------

    def _expand(self, node: Sketched, k: int) -> None:
        tree = self.tree
        children, rest = list(tree.children(k)), tree.left_out.get(k)
        if tree.levels[k] >= self.deepest:
            self._cut(node, children, rest)
            return
        self._take(node, children, rest)
        if self.untried and len(node.children) >= len(children):
            self._add_untried(node, k)

    def _take(self, node: Sketched, places: list[int], rest: Tally | None) -> None:
        """Draw some nodes below another as far as there is room, and say what is missing."""
        taken = places[: self.room]
        for k in taken:
            child = Sketched(short(self.tree.label(k)), self.tree.kind(k), about(self.tree, k))
            node.children.append(child)
            self.waiting.append((child, k))
        self.room -= len(taken)
        self._cut(node, places[len(taken) :], rest)

    def _cut(self, node: Sketched, places: Sequence[int], rest: Tally | None) -> None:
        """A node that stands for others and for all below them."""
        tree = self.tree
        rest = rest or Tally()
        number = rest.tries + sum(tree.sizes[k] + self.out[k + tree.sizes[k]] - self.out[k] for k in places)
        if not number:
            return
        leads = rest.solutions > 0 or any(tree.kind(k) in ("way", "solution") for k in places)
        about = [f"{counted(number, 'try').replace('trys', 'tries')} below, not drawn"]
        about += ["with a solution among them"] if leads else []
        node.children.append(Sketched(f"{number:,} more", "cut", about))

    def _notes(self) -> list[str]:
        tree = self.tree
        tries, taken = tree.whole.tries, max(1, self.most) - self.room
        if taken == tries:
            return []
        bounds = {
            f"at most {self.most:,}": not self.room and taken < len(tree),
            f"down to level {self.deepest}": max(tree.levels, default=0) > self.deepest,
            f"{len(tree):,} were recorded": bool(tree.left_out),
        }
        return [f"drawn: {taken:,} of {tries:,} nodes and failures", *(note for note, holds in bounds.items() if holds)]

    # -- labels ----------------------------------------------------------------------------------------

    def _add_untried(self, node: Sketched, k: int) -> None:
        """Nodes for the values that were never tried: between the others, if those were tried in order."""
        tree = self.tree
        values = tree.untried(k)
        if not values:
            return
        number = tree.branchings[k]
        if not self.is_small or len(values) > APART:
            node.children += self._together(number, values)
            return
        nodes = [Sketched(short(tree.decided(number, one.value)), one.kind, [self._why(one)]) for one in values]
        places = [tree.choices[child] for child in tree.children(k)]
        if places == sorted(places) and len(places) == len(node.children):
            places += [tree.values[number].index(one.value) for one in values]
            nodes = [child for _, child in sorted(zip(places, node.children + nodes, strict=True), key=itemgetter(0))]
            node.children.clear()
        node.children += nodes

    def _together(self, number: int, values: Sequence[Untried]) -> Iterator[Sketched]:
        """A node for all the values that were pruned, and one for those that were not visited."""
        kinds: tuple[Kind, ...] = ("pruned", "unvisited")
        for kind in kinds:
            if these := [one for one in values if one.kind == kind]:
                label = f"{len(these):,} {'pruned' if kind == 'pruned' else 'not visited'}"
                shown = self.tree.ruled_out([(self.tree.variables[number], one.value) for one in these])
                yield Sketched(label, kind, [shown, MEANINGS[kind]])

    def _why(self, one: Untried) -> str:
        if one.constraint is None:
            return MEANINGS[one.kind]
        return f"{MEANINGS[one.kind]}, by {named(self.tree, (*one.others, one.constraint))}"


def named(tree: SearchTree, constraints: Iterable[Constraint]) -> str:
    """The names of constraints that prune together."""
    return some((cut(tree.problem.constraint_name(constraint), 80) for constraint in constraints), " and ")


def short(label: str) -> str:
    """A label of one line, without the spaces around its sign."""
    variable, sign, value = " ".join(label.split()).partition(" = ")
    return cut(variable, LONGEST) + ("=" + cut(value, LONGEST) if sign else "")


def about(tree: SearchTree, k: int) -> list[str]:
    """The description of a node: its decision, its fate, the values pruned and by which constraint."""
    kind = tree.kind(k)
    culprit = tree.culprit(k)
    by = "" if culprit is None else f", by {cut(tree.problem.constraint_name(culprit), 80)}"
    lines = [cut(tree.label(k), 80), f"{MEANINGS[kind]}{by}"]
    for constraints, pairs in tree.reasons(k):
        shown = tree.ruled_out(pairs)
        lines.append(f"prunes {shown}{f' ({named(tree, constraints)})' if constraints else ''}")
    return [*lines, *([f"learned: {tree.learned[k]}"] if k in tree.learned else ())]
