"""The search that learns: the loop of `clew.reference.search.search`, which asks each dead end for its reason.

It keeps *removals*: the values that left the domains in one step, and the reason: a decision, a constraint, a nogood.
At a dead end it goes back along them. It begins with missing values that suffice for the dead end. It replaces those
that a constraint or a nogood has removed by the missing values that explain this removal. That ends as soon as one
variable alone has lost such values since the latest decision: at the first unique implication point. Then the values
are a *nogood*: they cannot all be missing, so one of them is taken. The search jumps back as far as the nogood prunes,
and goes on there; so it does not meet the same dead end in another part of the tree.

If it does not keep nogoods, it goes back to the latest decision that took part in the dead end: conflict-directed
backjumping.

Nogoods and explanations are sets of values, as bits of the one integer, so any domain and any constraint will do.
(P. Prosser, Hybrid algorithms for the constraint satisfaction problem, 1993; J. P. Marques-Silva and K. A. Sakallah,
GRASP, 1999; G. Katsirelos and F. Bacchus, Generalized nogoods in CSPs, 2005.)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any

import attrs

from clew.limits import look
from clew.reference.propagation.observed import Observed, Pruning
from clew.reference.search.reporter import Reporter
from clew.reference.search.search import Branch, Judge, LookAhead, place
from clew.state.counters import Counters, Learned
from clew.state.state import DEAD_END, AnyState

Steps = tuple[Branch, Judge | None, LookAhead | None]


@attrs.frozen(eq=False)
class Removal:
    """Values that were removed in one step, and why: None for a decision, a step of the inference, or a nogood."""

    bits: int
    reason: Pruning | int | None


@attrs.define(eq=False)
class OpenNode:
    """A node with values to try: its variable, its values in order, and how many removals its latest decision found."""

    state: AnyState
    variable: Hashable
    values: Sequence[Hashable]
    removals: int = 0


@attrs.define(eq=False)
class LearningSearch:
    """A depth-first search that learns from dead ends.

    Attributes:
        network: the constraints; it records each step of the inference, and explains it.
        reporter: has the record, and tells observers, if there are some.
        keeps: whether nogoods are kept.
        propagates: whether it is propagated when a nogood removes values.
        known: the values that the constraints alone leave: the others are missing everywhere.
        bounded: the lanes on which a bound of the objective depends.
        nogoods: those that are kept: for each two of its values, of different variables, and all of them.
    """

    network: Observed
    reporter: Reporter
    keeps: bool
    propagates: bool
    known: int
    bounded: int
    nogoods: list[list[int]] = attrs.field(init=False, factory=list)
    _stack: list[OpenNode] = attrs.field(init=False, factory=list)
    _removals: list[Removal] = attrs.field(init=False, factory=list)
    _dead_end: int | None = attrs.field(init=False, default=None)
    """Missing values that suffice for the dead end that was just met; None if none was."""
    _steps: Steps = attrs.field(init=False)
    _counters: Counters = attrs.field(init=False)
    _tried: tuple[AnyState, Any, Any] = attrs.field(init=False)

    def search(self, root: AnyState, steps: Steps, counters: Counters) -> Iterator[AnyState]:
        """The complete assignments below a node, as the loop gives them; one that was found is a dead end."""
        self._steps, self._counters, self._tried = steps, counters, (root, None, None)
        counters.learned = Learned()
        try:
            if self._is_complete(root):
                yield root
            while self._stack:
                child = self._decide(self._stack[-1])
                if child is not None and self._is_complete(child):
                    yield child
                    decisions = [one.bits for one in self._removals if one.reason is None]
                    self._learn(sum(decisions) | self.known & ~root.domains, root, is_solution=True)
                while self._dead_end is not None:
                    look()
                    self._learn(self._dead_end, root)
        except Exception as error:
            error.add_note(place(*self._tried))
            raise

    def _is_complete(self, state: AnyState) -> bool:
        """Enter a node: if it is not complete, its alternatives go on the stack."""
        alternatives = self._steps[0](state)
        self._counters.enter(len(self._stack), 1)
        self.reporter.enters(state, is_complete=alternatives is None)
        if alternatives is not None:
            variable, values = alternatives
            # Values that an ordering leaves out come last: the search must not take them for refuted.
            self._stack.append(OpenNode(state, variable, (*values, *state.domain(variable))))
        return alternatives is None

    def _decide(self, node: OpenNode) -> AnyState | None:
        """Try the next value that a node has left: the child, or None if it is rejected."""
        lanes, variable, left = self.network.lanes, node.variable, set(node.state.domain(node.variable))
        state = node.state.narrowed(node.state.domains, node.state.assigned & ~(1 << lanes.lane[variable].guard))
        value = next(value for value in node.values if value in left)
        self._tried = state, variable, value
        self.reporter.tries(*self._tried)
        _, judge, _ = self._steps
        if judge is not None and not judge(*self._tried):
            self._refuse(*self._tried)
            self._prune(lanes.bits([(variable, value)]), self.reporter.record.failure)
            return None
        child: Any = state.assign(variable, value)
        node.removals = len(self._removals)
        self._removals.append(Removal(state.domains & ~child.domains & lanes.declared, None))
        after = self._obeying(self._looking_ahead(child, variable, value))
        if after is None:
            self._refuse(*self._tried)
        return after

    def _refuse(self, *tried: Any) -> None:
        self._counters.failures += 1
        self.reporter.refuses(*tried)

    # -- removals -------------------------------------------------------------------------------------

    def _looking_ahead(self, state: AnyState, variable: Any, value: Any = None) -> AnyState | None:
        """A state after inference, because a variable has lost values; None for a dead end."""
        (*_, look_ahead), record = self._steps, self.reporter.record
        if look_ahead is None:
            return state
        after = look_ahead(state, variable, value)
        self._removals += [Removal(one.bits, one) for one in record.pruned]
        if after is not DEAD_END:
            return after
        # If no constraint has rejected the state, a bound of the objective has.
        self._dead_end = self.bounded & ~record.domains if record.failure is None else record.failure.missing(0)
        return None

    def _obeying(self, state: AnyState | None) -> AnyState | None:
        """A state after all nogoods that have something to prune; None for a dead end."""
        while state is not None and (nogood := self._effective(state.domains)) is not None:
            if left := state.domains & nogood:
                state = self._without(state, state.domains & self._lane(left) & ~nogood, nogood)
            else:
                state, self._dead_end = None, nogood
        return state

    def _effective(self, domains: int) -> int | None:
        """A nogood of whose values those that are left belong to one variable, which has others, too; or to none."""
        lanes = self.network.lanes
        for both in self.nogoods:
            watched, nogood = both
            if watched and domains & watched == watched:
                continue
            left = domains & nogood
            variables = (left + lanes.declared) & lanes.decisions
            if variables & variables - 1:
                both[0] = left & -left | 1 << left.bit_length() - 1
            elif not left or domains & self._lane(left) & ~nogood:
                return nogood
        return None

    def _without(self, state: AnyState, bits: int, reason: Pruning | int) -> AnyState | None:
        """A state after values of a variable were removed for a reason; None for a dead end."""
        lane = self._lane(bits)
        self._removals.append(Removal(bits, reason))
        state = state.narrowed(state.domains & ~self.network.with_links(bits), state.assigned)
        if isinstance(reason, int):
            self.reporter.prunes(state, bits, reason)
        if not state.domains & lane:
            self._dead_end = lane
            return None
        return self._looking_ahead(state, self.network.lanes.at(bits.bit_length() - 1)) if self.propagates else state

    def _prune(self, bits: int, reason: Any) -> None:
        """Remove values at the latest open node, or leave it if it is a dead end then."""
        node = self._stack[-1]
        state = self._obeying(self._without(node.state, bits, reason))
        if state is not None:
            node.state = state
        else:
            self._leave(is_jump=False)

    def _leave(self, *, is_jump: bool) -> None:
        node = self._stack.pop()
        self.reporter.leaves(node.state, node.variable, is_jump=is_jump and node.state.domain_size(node.variable) > 1)

    # -- learning -------------------------------------------------------------------------------------

    def _learn(self, needed: int, root: AnyState, *, is_solution: bool = False) -> None:
        """Make a dead end into a nogood, jump back as far as it prunes, and prune; if it prunes nowhere, it is over."""
        self._dead_end = None
        nogood, lane, level = self._analysed(needed)
        self.reporter.learns(self._tried, nogood, root, is_solution=is_solution)
        before, lanes = self._counters.learned or Learned(), self.network.lanes
        literals = before.literals + (nogood + lanes.declared & lanes.decisions).bit_count()
        jumped = before.jumped + max(0, len(self._stack) - level - 1)
        self._counters.learned = Learned(before.nogoods + 1, literals, jumped, before.restarts)
        while len(self._stack) > level + 1:
            self._leave(is_jump=True)
        if self._stack:
            node = self._stack[-1]
            del self._removals[node.removals :]
            if self.keeps:
                self.nogoods.append([0, nogood])
            self._prune(node.state.domains & lane & ~nogood, nogood)

    def _analysed(self, needed: int) -> tuple[int, int, int]:
        """The nogood of a dead end, the lane that it prunes, and the place on the stack of the node at which it does.

        Args:
            needed: missing values that suffice for the dead end.
        """
        domains = [node.state.domains for node in self._stack]
        for removal in reversed(self._removals):
            if not (used := needed & removal.bits):
                continue
            # Of the open nodes at which some of the values were left the latest: its decision took part.
            level = max((k for k, left in enumerate(domains) if needed & left), default=-1)
            if level < 0:
                break
            lane, left = self._lane(used), domains[level]
            is_alone = not needed & left & ~lane and left & lane & ~needed  # the nogood prunes, so it says something
            if removal.reason is None or (self.keeps and is_alone):
                while self.keeps and level and not needed & domains[level - 1] & ~lane:
                    level -= 1
                return needed & self.known, lane, level
            needed ^= used
            needed |= removal.reason & ~lane if isinstance(removal.reason, int) else removal.reason.missing(used)
        return 0, 0, -1

    def _lane(self, bits: int) -> int:
        """The lane of the lowest of some values."""
        return self.network.lane_of((bits & -bits).bit_length() - 1)
