"""The models of `tests.options`: a few dozen of all kinds, so small that brute force over `holds` knows the answers.

Everything stands at the top level of this module, so that processes can load it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import combinations, pairwise, permutations
from typing import Any, Final

import attrs

import clew
from clew.constraints import AllDifferent, Constant, Count, Element, Lex, Or, Predicate, Product, Same, Table, Var
from clew.constraints import AtMost as AtMostOf
from tests.corpus.families import Draw, Solutions, brute_force, hooked, model_of
from tests.engine_families import OWN

Row = tuple[Any, ...]


class Backward(clew.Model):
    """A model whose hook lists values from the last one to the first."""

    def enumerate_values(self, state: clew.State[Any, Any], variable: Any) -> tuple[Any, ...]:
        return tuple(super().enumerate_values(state, variable))[::-1]


class LastFirst(clew.Model):
    """A model whose hook branches on the open variable that was declared last."""

    def choose_variable(self, state: clew.State[Any, Any]) -> Any:
        return max(state.open, default=None)


class Watchful(clew.Model):
    """A model whose hook refuses equal neighbours as soon as both are assigned, besides its constraints."""

    def forward_check(self, state: clew.State[Any, Any], variable: Any, value: Any) -> Any:
        left: Any = state
        for other in (variable - 1, variable + 1):
            if other in state.open and left is not clew.DEAD_END:
                left = left.prune(other, [value])
        return left


def is_even(*values: Any) -> bool:
    return bool(sum(values) % 2 == 0)


def grows(one: Any, other: Any) -> bool:
    return bool(len(one) <= len(other))


def queens() -> clew.Model:
    model = clew.Model()
    rows = model.variables(range(5), range(5))
    model.require([AllDifferent(rows)], *[AllDifferent([x + k * s for k, x in enumerate(rows)]) for s in (1, -1)])
    return model


def latin() -> clew.Model:
    model = clew.Model()
    cell = {(r, c): model.variable((r, c), range(3)) for r in range(3) for c in range(3)}
    for k in range(3):
        model.require(AllDifferent([cell[k, c] for c in range(3)]), AllDifferent([cell[r, k] for r in range(3)]))
    return model


def knapsack() -> clew.Model:
    model = clew.Model()
    takes = model.variables("a b c d e f g", range(2))
    model.require(sum((w * x for w, x in zip((5, 4, 6, 3, 7, 2, 5), takes, strict=True)), Constant(0)) <= 14)
    return model


def shop() -> clew.Model:
    """Tasks on one machine, and when the last of them ends: not before any."""
    model = clew.Model()
    starts, lengths = model.variables("a b c", range(7)), (3, 1, 2)
    end = model.variable("end", range(9))
    for (one, length), (other, its) in combinations(zip(starts, lengths, strict=True), 2):
        model.require(Or([one + length <= other, other + its <= one]))
    model.require([start + length <= end for start, length in zip(starts, lengths, strict=True)])
    return model


def remainders() -> clew.Model:
    """Two domains of many words: a search that is divided gives away many values of one node."""
    model = clew.Model()
    x, y = model.variable("x", range(90)), model.variable("y", range(70))
    model.require((x * y + x) % 17 == 5)
    return model


def seats() -> clew.Model:
    """Six people on seven seats, some too far from each other: enough dead ends for threads to share."""
    model = clew.Model()
    places = model.variables(range(6), range(7))
    model.require(AllDifferent(places), *[abs(a - b) >= 2 for a, b in pairwise(places)], places[0] != places[5] + 1)
    return model


def is_seated(row: Row) -> bool:
    return all(abs(a - b) >= 2 for a, b in pairwise(row)) and row[0] != row[5] + 1


def words() -> clew.Model:
    model = clew.Model()
    texts = ("a", "bb", "ccc", "dd")
    x, y, z = model.variables("x y z", texts)
    model.require(AllDifferent([x, y, z]), Predicate(grows, ("x", "y")), AtMostOf(1, "dd", (y, z)))
    return model


def parities() -> clew.Model:
    model = clew.Model()
    model.variables("a b c d", range(4))
    model.require(Predicate(is_even, ("a", "b", "c")), Predicate(is_even, ("b", "c", "d")), Var("a") < Var("d"))
    return model


def large_numbers() -> clew.Model:
    """Values around the ends of words."""
    model = clew.Model()
    for name, bits in zip("abcd", (31, 62, 63, 64), strict=True):
        model.variable(name, (-(2**bits), -1, 0, 2**bits - 1, 2**bits))
    a, b, c, d = map(Var, "abcd")
    model.require(AllDifferent([a, b, c, d]), a + b != 2**31 + 2**62, c <= d, b != c)
    return model


def far_apart() -> clew.Model:
    """Short ranges of numbers far from each other."""
    model = clew.Model()
    x = model.variable("x", range(2**31 - 2, 2**31 + 2))
    y, z = model.variable("y", range(3)), model.variable("z", range(-1, 3))
    model.require(x - y != 2**31, AllDifferent([x, y + 2**31, z + (2**31 - 1)]), y <= z)
    return model


def fractions() -> clew.Model:
    model = clew.Model()
    x, y = model.variables("x y", (Fraction(1, 3), Fraction(1, 2), Fraction(3, 4), 1))
    z = model.variable("z", (0, Fraction(1, 4), 1))
    model.require(x + y + z <= 2, x != y, Product((x, z), "<", 1))
    return model


def mixed() -> clew.Model:
    """Values of several kinds, and names that are tuples."""
    model = clew.Model()
    x, y = model.variable((0, 1), (None, "a", (1, 2))), model.variable((1, 0), ("a", False, (1, 2)))
    z = model.variable((1, 1), (True, False))
    model.require(x != y, Table((y, z), [("a", True), (False, False), ((1, 2), True), ((1, 2), False)]))
    return model


def apart() -> clew.Model:
    """Three parts that have nothing to do with each other, two of them alike."""
    model = clew.Model()
    for part in "pqr":
        a, b, c = model.variables([f"{part}{k}" for k in range(3)], range(3 if part == "r" else 2))
        model.require(a + b + c >= 2, a <= c)
    return model


def lists() -> clew.Model:
    model = clew.Model()
    place, value = model.variable("place", range(5)), model.variable("value", range(4))
    x, y, z = model.variables("x y z", range(3))
    model.require(Element(place, [x, 2, y, z], value), Lex([x, y], [z, value]), Same([x, z], [y, place]))
    return model


def products() -> clew.Model:
    model = clew.Model()
    x, y, z = model.variables("x y z", range(-3, 4))
    model.require(x * y * z == 6, Var("x") * Var("x") + Var("y") <= 7)
    return model


def without_solutions() -> clew.Model:
    model = clew.Model()
    cells = model.variables(range(5), range(4))
    model.require([a != b for a, b in combinations(cells, 2)])
    return model


def without_variables() -> clew.Model:
    return clew.Model()


def one_variable() -> clew.Model:
    model = clew.Model()
    model.require(model.variable("x", range(70)) % 9 == 4)
    return model


def given_values() -> clew.Model:
    model = clew.Model()
    cells = model.variables(range(5), range(5))
    model.require(AllDifferent(cells), cells[0] < cells[1])
    model.fix(2, 3)
    return model


def backward() -> clew.Model:
    model = Backward()
    x, y, z = model.variables("x y z", range(4))
    model.require(x + y == z + 2, x != z)
    return model


def last_first() -> clew.Model:
    model = LastFirst()
    cells = model.variables(range(4), range(3))
    model.require([a != b for a, b in pairwise(cells)], cells[0] == cells[3])
    return model


def watchful() -> clew.Model:
    model = Watchful()
    cells = model.variables(range(4), range(3))
    model.require(Count(cells, {0: (1, 2)}), cells[0] <= cells[3])
    return model


def apart_from_next(row: Row) -> bool:
    """What the hook of `Watchful` asks for."""
    return all(a != b for a, b in pairwise(row))


def wide() -> clew.Model:
    """Ranges of which the engine keeps the ends alone: twelve solutions, by construction."""
    model = clew.Model()
    x, y = model.variables("x y", range(10_000))
    z = model.variable("z", range(3))
    model.require(x - y == 9_990 - z, x >= 9_997 - z)
    return model


def wide_solutions() -> Solutions:
    pairs = ((x, x - 9_990 + z, z) for x in range(9_990, 10_000) for z in range(3))
    return [(x, y, z) for x, y, z in pairs if x >= 9_997 - z and 0 <= y < 10_000]


def from_family(name: str, seed: int) -> Callable[[], clew.Model]:
    """Makes the model of a family of the corpus, or of the engine's own, and a seed."""
    return lambda: OWN[name](Draw(seed)) if name in OWN else model_of(name, seed)


@attrs.frozen
class Cost:
    """What a solution costs: its values by their places in the domains, weighted. An objective that is a function."""

    domains: Mapping[Any, tuple[Any, ...]]

    def of(self, row: Row) -> int:
        return sum(
            (3 + 5 * k % 7) * own.index(v) for k, (v, own) in enumerate(zip(row, self.domains.values(), strict=True))
        )

    def __call__(self, solution: Any) -> int:
        return self.of(tuple(solution[name] for name in self.domains))


@attrs.frozen(eq=False, slots=False)
class Known:
    """A model with all that is known of it.

    Attributes:
        name: its name.
        make: makes it.
        listed: its solutions, if brute force would look at too many assignments.
        hooks: whether it overrides a hook, so that the engine cannot run it.
        orders: whether that hook decides the order of the solutions.
        looks_ahead: whether it is `forward_check`, without `is_consistent`.
        is_interval: whether the engine keeps the ends of some domains alone.
    """

    name: str
    make: Callable[[], clew.Model]
    listed: Callable[[], Solutions] | None = None
    hooks: bool = False
    orders: bool = False
    looks_ahead: bool = False
    is_interval: bool = False

    @cached_property
    def model(self) -> clew.Model:
        return self.make()

    @cached_property
    def domains(self) -> dict[Any, tuple[Any, ...]]:
        return {name: tuple(own) for name, own in self.model.domains().items()}

    @cached_property
    def solutions(self) -> Solutions:
        """All of them, in the order of declaration."""
        if self.listed is not None:
            return sorted(self.listed())
        return brute_force(self.model)

    @cached_property
    def weights(self) -> dict[Any, int]:
        """Weights for the variables that are whole numbers."""
        whole = [name for name, own in self.domains.items() if all(type(value) is int for value in own)]
        return {name: (2, -1, 3, 1, -2)[k % 5] for k, name in enumerate(whole)}

    @property
    def total(self) -> Any:
        """A weighted sum as an objective; None if there are no numbers."""
        terms = [Var(name) * weight for name, weight in self.weights.items()]
        return sum(terms, Constant(0)) if terms else None

    def total_of(self, row: Row) -> int:
        """The weighted sum of a solution."""
        named = dict(zip(self.domains, row, strict=True))
        return sum(weight * named[name] for name, weight in self.weights.items())

    @cached_property
    def cost(self) -> Cost:
        return Cost(self.domains)


SPECIAL: Final = (
    Known("queens", queens),
    Known("latin", latin),
    Known("knapsack", knapsack),
    Known("shop", shop),
    Known("remainders", remainders),
    Known("seats", seats, lambda: [row for row in permutations(range(7), 6) if is_seated(row)]),
    Known("words", words),
    Known("parities", parities),
    Known("large-numbers", large_numbers),
    Known("far-apart", far_apart),
    Known("fractions", fractions),
    Known("mixed", mixed),
    Known("apart", apart),
    Known("lists", lists),
    Known("products", products),
    Known("without-solutions", without_solutions),
    Known("without-variables", without_variables),
    Known("one-variable", one_variable),
    Known("given-values", given_values),
    Known("wide", wide, wide_solutions, is_interval=True),
    Known("backward", backward, hooks=True, orders=True),
    Known("last-first", last_first, hooks=True, orders=True),
    Known(
        "watchful",
        watchful,
        lambda: [row for row in brute_force(watchful()) if apart_from_next(row)],
        hooks=True,
        looks_ahead=True,
    ),
    Known("hooked", lambda: hooked(Draw(1)), hooks=True),
)
"""Models that are written out."""

FAMILIES: Final = (
    "all-different-offsets", "all-different-exceptions", "table", "linear", "linear-large", "formula",
    "count", "regular", "element-of-variables", "distinct-vectors", "own-propagating", "own-plain", "nested",
    "exact-cover", "components", "wide", "disjoint", "extrema", "pieces", "curves", "permutations", "clauses",
)  # fmt: skip
"""Families of which one model each is asked."""


def models(seed: int) -> list[Known]:
    """The models that are written out, and one of each family for a seed."""
    return [*SPECIAL, *(Known(f"{name} {seed}", from_family(name, seed)) for name in FAMILIES)]
