"""Lanes: the place of each variable's domain in the one integer of a search state.

Every declared variable owns a *lane* of bits, one bit for each value of its domain in the
order of the domain, and above each lane lies one spare *guard* bit. For x in {a, b, c} and
y in {0, 1} the integer reads, lowest bit first::

    a b c guard | 0 1 guard
    lane of x     lane of y

Three constants turn questions about all the domains at once into a few operations on whole
integers, which CPython runs as compiled loops over machine words:

- ``full``, all the lanes' bits: ``(domains + full) & guards == guards`` holds exactly when no
  lane is empty, for adding ones to a lane carries into its guard exactly when it is not zero;
- ``ones``, the lowest bit of each lane: ``domains & ((domains | guards) - ones)`` strips the
  lowest value off each lane that has one, and the guard keeps the borrow at home;
- ``guards``, to read the answers.

Above the lanes of the variables there may be *auxiliary* lanes, which only inference looks at: a lane of the places
left to a value, for example.

The layout is a function of the domains alone: two Lanes of equal domains are interchangeable.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from clew.errors import ProblemError
from clew.limits import looking
from clew.records import frozen
from clew.state.domains import checked

Var = TypeVar("Var", bound=Hashable)
Val = TypeVar("Val", bound=Hashable)

NARROW = 2**12
"""Bits up to which a state counts as narrow: 2 MiB for all its masks."""

WIDE = 2**8
"""Values from which a domain is read in one go: taking one bit after the other off costs its width each time."""


def places_of(bits: int) -> Iterator[int]:
    """The places of the bits that are set, the lowest first. Costs the width once."""
    digits = bin(bits)[:1:-1]  # looking for digits is quicker than taking one bit after the other off
    place = digits.find("1")
    while place >= 0:
        yield place
        place = digits.find("1", place + 1)


def moved(bits: int, places: int) -> int:
    """Bits some places further up; further down if there are less than none."""
    return bits << places if places >= 0 else bits >> -places


def bits_of(places: Iterable[int], width: int) -> int:
    """The bits at some places, all of them below a width. Costs the width once, however many the places."""
    row = bytearray(width // 8 + 1)
    for place in places:
        row[place >> 3] |= 1 << (place & 7)
    return int.from_bytes(row, "little")


@frozen(eq=False)
class Lane(Generic[Val]):
    """The place of one variable's domain.

    Attributes:
        offset: the lane's lowest bit.
        guard: the place of its guard bit.
        full: all the lane's bits, shifted down to bit 0.
        values: the domain; its k-th value has bit k.
        positions: each value's k.
        choices: the values chosen before, with what `Lanes.choose` made of them.
    """

    offset: int
    guard: int
    full: int
    values: tuple[Val, ...]
    positions: dict[Val, int]
    choices: dict[Val, tuple[int, int, int]]

    def accepted(self, accepts: Callable[[Val], bool], left: int = -1) -> int:
        """The bits of the values that a condition accepts, shifted down, of those that are left."""
        values = self.values
        return bits_of((k for k in looking(places_of(left & self.full)) if accepts(values[k])), len(values))

    def select(self, bits: int) -> tuple[Val, ...]:
        """The values that the bits of the lane, shifted down, stand for, in the order of the domain."""
        values = self.values
        if bits == self.full:
            return values
        if len(values) > WIDE:
            return tuple(map(values.__getitem__, looking(places_of(bits))))
        some = []
        while bits:
            lowest = bits & -bits
            some.append(values[lowest.bit_length() - 1])
            bits ^= lowest
        return tuple(some)


class Lanes(Generic[Var, Val]):
    """The layout of the declared domains in one integer.

    Args:
        domains: each declared variable with its values, in the order to try them.
        auxiliary: the number of bits of each auxiliary lane.

    Attributes:
        lane: each declared variable's lane.
        variables: the declared variables, in order.
        owner: the variable, or None for an auxiliary lane, by the place of its guard bit.
        start: all the domains, whole.
        ones, full, guards: see the module; of all lanes, the auxiliary ones too.
        decisions: the guards of the variables' lanes.
        declared: the bits of the variables' lanes.

    Raises:
        ProblemError: a value is listed twice or cannot be hashed.
        OptionError: the domains are too large to search.
    """

    __slots__ = (
        "_by_width", "_offsets", "_spans", "auxiliary", "decisions", "declared", "full", "guards", "lane", "ones",
        "owner", "start", "variables",
    )  # fmt: skip

    def __init__(self, domains: Mapping[Var, Iterable[Val]], auxiliary: tuple[int, ...] = ()) -> None:
        self.lane: dict[Var, Lane[Val]] = {}
        self._by_width: dict[int, int] = {}
        offset = 0
        for variable, (values, positions) in checked(domains).items():
            width = len(values) or 1  # an empty lane has a bit too, so that no two guards touch
            self._by_width[width] = self._by_width.get(width, 0) | 1 << offset + width
            self.lane[variable] = Lane(offset, offset + width, (1 << len(values)) - 1, values, positions, {})
            offset += width + 1
        self.variables: tuple[Var, ...] = tuple(self.lane)
        lanes = self.lane.values()
        self._offsets = [lane.offset for lane in lanes]
        # For each lane: its guard, the bytes that it lies in, and how to cut it out of them.
        self._spans = [(one.guard, one.offset >> 3, (one.guard >> 3) + 1, one.offset & 7, one.full) for one in lanes]
        widths = [lane.guard - lane.offset for lane in lanes]
        self.owner: dict[int, Var | None] = {lane.guard: variable for variable, lane in self.lane.items()}
        ones, self.decisions = _ends(widths)
        self.declared = self.decisions - ones
        self.auxiliary = auxiliary
        above, guards = _ends(auxiliary)
        self.ones, self.guards = ones | above << offset, self.decisions | guards << offset
        for width in auxiliary:
            self.owner[offset + width] = None
            offset += width + 1
        self.full = self.guards - self.ones
        self.start = self.full - sum(1 << lane.offset for lane in self.lane.values() if not lane.values)

    def with_auxiliary(self, widths: tuple[int, ...]) -> Lanes[Var, Val]:
        """The same layout with auxiliary lanes above, given by the number of bits of each."""
        return Lanes(self._domains(), widths)

    def _domains(self) -> dict[Var, tuple[Val, ...]]:
        return {variable: lane.values for variable, lane in self.lane.items()}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Lanes):
            return NotImplemented
        return self is other or (
            self.variables == other.variables
            and self.auxiliary == other.auxiliary
            and all(self.lane[variable].values == other.lane[variable].values for variable in self.variables)
        )

    def __hash__(self) -> int:
        return hash((self.guards, self.start))

    def __repr__(self) -> str:
        return f"Lanes({len(self.variables)} variables, {self.guards.bit_length()} bits)"

    def __reduce__(self) -> tuple[type[Lanes[Var, Val]], tuple[dict[Var, tuple[Val, ...]], tuple[int, ...]]]:
        return Lanes, (self._domains(), self.auxiliary)

    def choose(self, variable: Var, value: Val) -> tuple[int, int, int]:
        """The operands of a decision: the variable's guard, the value's bit, and the mask for its one AND.

        The guard marks the variable as assigned; the mask leaves its lane the value's bit alone.

        Masks of narrow states are kept: there are as many as bits, so they take the width squared.

        Raises:
            ProblemError: the variable's domain never had the value.
        """
        lane = self.lane[variable]
        if value not in lane.positions:
            raise ProblemError(f"{value!r} was tried for {variable!r}, whose domain does not have it")
        bit = 1 << lane.offset + lane.positions[value]
        choice = 1 << lane.guard, bit, self.full ^ (lane.full << lane.offset) | bit
        if self.full.bit_length() <= NARROW:
            lane.choices[value] = choice
        return choice

    def bits(self, pairs: Iterable[tuple[Var, Val]]) -> int:
        """The bits of (variable, value) pairs; values that a domain does not have are left out.

        Costs the width once, however many the pairs.
        """
        lanes = self.lane
        return bits_of(
            (
                lane.offset + lane.positions[value]
                for variable, value in pairs
                if value in (lane := lanes[variable]).positions
            ),
            self.guards.bit_length(),
        )

    def mask(self, variables: Iterable[Var]) -> int:
        """All the bits of some variables' lanes."""
        mask = 0
        for variable in variables:
            mask |= self.lane[variable].full << self.lane[variable].offset
        return mask

    def pairs(self, bits: int) -> Iterator[tuple[Var, Val]]:
        """The (variable, value) pairs that bits stand for: the inverse of `bits`."""
        for position in places_of(bits):
            variable = self.at(position)
            lane = self.lane[variable]
            yield variable, lane.values[position - lane.offset]

    def at(self, position: int) -> Var:
        """The variable whose lane or guard holds a bit; it must not be an auxiliary one."""
        return self.variables[bisect_right(self._offsets, position) - 1]

    def span(self, guards: int) -> int:
        """All the bits of the lanes with these guards."""
        bits = 0
        for width, those in self._by_width.items():
            some = guards & those
            if some:
                bits |= some - (some >> width)
        return bits

    def sizes(self, domains: int, open_guards: int) -> Iterator[tuple[int, int]]:
        """The number of values in each lane whose guard is among these, by the place of the guard, lowest first.

        Reads the integers as bytes: shifting a lane down costs the whole width, a slice costs the lane.
        """
        length = self.guards.bit_length() // 8 + 1
        row, marks = domains.to_bytes(length, "little"), open_guards.to_bytes(length, "little")
        for guard, first, last, shift, full in self._spans:
            if marks[guard >> 3] >> (guard & 7) & 1:
                yield guard, (int.from_bytes(row[first:last], "little") >> shift & full).bit_count()

    def smallest(self, domains: int, open_guards: int, enough: int) -> tuple[int, int]:
        """The first of the smallest lanes whose guards are among these: the place of its guard, and its size.

        Args:
            domains: the domains.
            open_guards: the guards; there is one at least.
            enough: a size that ends the search.
        """
        length = self.guards.bit_length() // 8 + 1
        row, marks = domains.to_bytes(length, "little"), open_guards.to_bytes(length, "little")
        integer = int.from_bytes
        best, least = -1, 0
        for guard, first, last, shift, full in self._spans:
            if marks[guard >> 3] >> (guard & 7) & 1:
                size = (integer(row[first:last], "little") >> shift & full).bit_count()
                if size < least or best < 0:
                    best, least = guard, size
                    if size <= enough:
                        break
        return best, least

    def has_empty(self, domains: int) -> bool:
        """Whether a lane is empty: the wipe-out test."""
        return (domains + self.full) & self.guards != self.guards

    def strip(self, domains: int) -> int:
        """The domains without the lowest value of each lane; empty lanes stay empty."""
        return domains & ((domains | self.guards) - self.ones)


AnyLanes: TypeAlias = Lanes[Any, Any]
"""A layout, whatever its variables and values are."""


def _ends(widths: Sequence[int]) -> tuple[int, int]:
    """The lowest bits and the guards of lanes of these widths, side by side.

    Written as digits, highest lane first: linear in the width, unlike shifting lane by lane.
    """
    ones = int("0" + "".join("0" * width + "1" for width in reversed(widths)), 2)
    guards = int("0" + "".join("1" + "0" * width for width in reversed(widths)), 2)
    return ones, guards
