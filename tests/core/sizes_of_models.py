"""Models just below, at and above the sizes of `tests.table_of_sizes`, with answers known beforehand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise, product
from typing import Any, Final

import attrs

import clew
from clew.constraints import AllDifferent, Constraint, Count, Element, Lex, Max, Min, Or, Table
from tests.corpus.families import brute_force
from tests.examples import THOROUGH

ALL_LEVELS: Final = ("forward", "unit", "arc")
ALL_ORDERS: Final = ("static", "mrv", "wdeg")


@attrs.frozen
class Case:
    """A model near a size.

    Attributes:
        label: which size of the model it is.
        model: the model.
        number: how many solutions it has; None for too many to be counted, at least three.
        levels: the levels under which it is asked.
        kernels: the kernels.
        beyond: whether `compiled` may refuse it, because its numbers do not fit into a word.
        nodes: the most nodes that `unit` may enter, if the level promises to prune so much.
        wide: values from which on a domain is an interval, if it is not the usual number.
        orders: the orderings of variables.
    """

    label: str
    model: clew.Model
    number: int | None
    levels: Sequence[str] = ("unit",)
    kernels: Sequence[str] = ("compiled", "python", "auto")
    beyond: bool = attrs.field(default=False, kw_only=True)
    nodes: int | None = attrs.field(default=None, kw_only=True)
    wide: int | None = attrs.field(default=None, kw_only=True)
    orders: Sequence[str] = attrs.field(default=("static",), kw_only=True)


def widths() -> Iterator[Case]:
    """Domains of a word, and of one value more."""
    for width in (62, 63, 64, 65, 127, 128, 129) if THOROUGH else (63, 64, 65):
        model = clew.Model()
        x, y, z = model.variables("x y z", range(width))
        model.require(x + 1 == y, AllDifferent([x, y, z]))
        yield Case(f"{width} values", model, (width - 1) * (width - 2), ALL_LEVELS)
        model = clew.Model()
        x, y = model.variables("x y", range(width))
        model.require(Element(x, [*range(width - 1, -1, -1)], y), x + y >= width - 1, x <= y)
        yield Case(f"{width} entries", model, (width + 1) // 2, ALL_LEVELS)


def row_of(number: int, widths_of: Sequence[int], distance: int) -> clew.Model:
    """A path of cells whose neighbours are some distance apart, with a permutation at its beginning."""
    model = clew.Model()
    cells = [model.variable(k, range(widths_of[k % len(widths_of)])) for k in range(number)]
    model.require([abs(one - other) >= distance for one, other in pairwise(cells)])
    alike = [cell for k, cell in enumerate(cells) if k % len(widths_of) == 0]
    model.require(AllDifferent(alike[: widths_of[0]]))
    return model


def masks() -> Iterator[Case]:
    """Lanes of 17 bits, three to a word, in 96 words and in more; and lanes of 21 bits, and of several widths."""
    for number in (260, 271, 272, 273, 275, 277, 278):
        yield Case(f"{number} cells of 16 values", row_of(number, [16], 2), None)
    for number in (217, 218, 230):
        yield Case(f"{number} cells of 20 values", row_of(number, [20], 2), None)
    for number in (230, 245, 270, 300):
        yield Case(f"{number} cells of 14 to 19 values", row_of(number, [14, 19], 2), None)
    for width in (19, 20, 21):
        yield Case(f"a permutation of {width}", row_of(width + 3, [width], 2), None)


def band(number: int) -> clew.Model:
    """A permutation with two places for each value and each variable, but for the first and the last: one solution."""
    model = clew.Model()
    model.require(AllDifferent([model.variable(k, range(max(0, k - 1), k + 1)) for k in range(number)]))
    return model


def bands() -> Iterator[Case]:
    """Lanes of three bits, 21 to a word, two for each variable: as many as fit into a row, and far more than fit, where
    the product of variables and targets is no number of 32 bits."""
    for number in (1007, 1008, 1009, 3071, 3072, 3073, 46_340, 46_341) if THOROUGH else (1008, 1009, 3072, 46_341):
        yield Case(f"a band of {number}", band(number), 1, ("unit",), ("compiled",))


def permutation(number: int) -> clew.Model:
    """No solution, which shows if values that have one variable left are placed: half of the values, one more than
    there is room for, can be taken by two neighbours only. Every variable has many values left."""
    model = clew.Model()
    cells = model.variables(range(number), range(number))
    model.require(AllDifferent(cells))
    half = number // 2
    for k, cell in enumerate(cells):
        model.require([cell != value for value in range(half) if value not in (k - 1, k) or not 0 < k < half])
    return model


def permutations() -> Iterator[Case]:
    for number in (16, 63, 64, 65, 66, 128, 129) if THOROUGH else (63, 64, 65):
        yield Case(f"a permutation of {number}", permutation(number), 0, ("unit",), nodes=2)
    kernels = ("compiled", "python") if THOROUGH else ("compiled",)
    for number in (180, 181):  # more than 2^15 values together
        yield Case(f"a permutation of {number}", permutation(number), 0, ("unit",), kernels, nodes=2)


def disjunctions() -> Iterator[Case]:
    for number in (63, 64, 65):
        model = clew.Model()
        x, y, z = model.variables("x y z", range(3))
        model.require(Or([x + y + z >= 100 + k for k in range(number - 1)] + [x + y - z >= 4]))
        yield Case(f"{number} inequalities", model, 1, beyond=True)


def mask_counts() -> Iterator[Case]:
    """Counted by masks alone in up to sixteen words, one for each domain."""
    for words in (15, 16, 17):
        for width in (62, 63, 64):
            model = clew.Model()
            cells = model.variables(range(words), range(width))
            model.require([one == other for one, other in pairwise(cells)])
            yield Case(f"{words} domains of {width} values", model, width, ("forward",), ("compiled", "auto"))


def expansions() -> Iterator[Case]:
    """As many nodes of a level as are expanded together, and one more."""
    for wide, narrow in ((42, 3), (32, 4), (43, 3), (13, 10), (63, 63)):
        model = clew.Model()
        a, b, c, d = (
            model.variable(name, range(width)) for name, width in zip("abcd", (wide, narrow, 2, 3), strict=True)
        )
        model.require(a != d, b != c)
        number = sum(1 for p, q, r, s in product(range(wide), range(narrow), range(2), range(3)) if p != s and q != r)
        yield Case(f"{wide * narrow} nodes", model, number, ("forward",))


def nogoods() -> Iterator[Case]:
    """More decisions than a nogood has, and more nogoods than are kept."""
    for number in (7, 8, 9):
        model = clew.Model()
        cells = model.variables(range(number + 1), range(number - 1))
        model.require([a != b for a, b in combinations(cells[1:], 2)], cells[0] + cells[1] + cells[2] >= 1)
        yield Case(f"{number} pigeons", model, 0, ("unit",), ("compiled", "auto"))


def intervals() -> Iterator[Case]:
    """Ranges that are halved by a decision, or lose a value; and of more values than a word of 32 bits counts."""
    for width in (62, 63, 64, 65, 66, 130):
        model = clew.Model()
        x, y = model.variables("x y", range(-3, width - 3))
        z = model.variable("z", range(3))
        model.require(x + y + z <= width - 4, x - y >= width - 8)
        yield Case(f"{width} values", model, len(brute_force(model)), ("unit",), wide=4, orders=("static", "mrv"))
    for width in (2**12, 2**12 + 1, 2**31 - 3, 2**31 - 2, 2**31 - 1, 2**31, 2**31 + 1, 2**32 + 1, 2**61):
        model = clew.Model()
        x, y = model.variable("x", range(width)), model.variable("y", range(5))
        model.require(x - y >= width - 4)
        yield Case(f"{width} values", model, 10, ("unit",), ("compiled",), orders=ALL_ORDERS)
        model = clew.Model()
        x, y, z = model.variables("x y z", range(width))
        model.require(x >= 5, x <= y, y - z <= width - 9)
        yield Case(f"only {width} values", model, None, ("unit",), ("compiled",), orders=ALL_ORDERS)


def listings() -> Iterator[Case]:
    """As many solutions as the engine keeps: 1024, or fewer if there are many variables."""
    for others, numbers in ((0, (1023, 1024, 1025, 2049)), (1200, (872, 873, 874))):
        for number in numbers if THOROUGH else numbers[1 : 2 if others else 3]:
            model = clew.Model()
            x = model.variable("x", range(number + 1))
            model.variables(range(others), range(1))
            model.require(x != 3)
            yield Case(f"{number} solutions", model, number, ("unit",))


def tables() -> Iterator[Case]:
    """Products of domains of as many combinations as are written out as a table."""
    for width in (9, 10, 11):
        model = clew.Model()
        x, y, z = model.variables("x y z", range(1, width + 1))
        model.require(x * y * z == 36)
        number = sum(a * b * c == 36 for a, b, c in product(range(1, width + 1), repeat=3))
        yield Case(f"{width**3} combinations", model, number, ALL_LEVELS)


def numbers_around(bits: int) -> Iterator[tuple[str, Callable[[Any, Any], Any]]]:
    """Conditions on two variables whose values lie around a power of two and its negative."""
    large = 2**bits
    yield "x != y", lambda x, y: x != y
    yield "x - y != N", lambda x, y: x - y != large
    yield "x + y == N - 1", lambda x, y: x + y == large - 1
    yield "2 * x - y <= N", lambda x, y: 2 * x - y <= large
    yield "x < y", lambda x, y: x < y
    yield "x * y >= N", lambda x, y: x * y >= large
    yield "all different", lambda x, y: AllDifferent([x, y])
    yield "offsets", lambda x, y: AllDifferent([x, y], offsets=[0, large])
    yield "negative offsets", lambda x, y: AllDifferent([x, y], offsets=[-large, large - 1])
    yield "lexicographic", lambda x, y: Lex([x], [y])
    yield "counted", lambda x, y: Count([x, y], {large: (1, 1)})
    yield "table", lambda x, y: Table([x, y], [(large, -large), (large - 1, 0), (5, large)])


def expressions_around(power: int) -> Iterator[tuple[str, Callable[[Any, Any, Any], Constraint]]]:
    """Expressions whose parts come to about a power of 2, and divisors and products that come to as much."""
    large = 2**power
    yield "quotients", lambda x, y, z: x // y >= z
    yield "remainders", lambda x, y, z: x % y == z % 5 + large // 2
    yield "extrema", lambda x, y, z: Max(x, y) == Min(z, large - 1)
    yield "distances", lambda x, y, z: abs(x - y) >= abs(z)
    yield "powers", lambda x, y, z: x % 2 + (y % 2 + 1) ** (z % 2 * power) == large


BITS: Final = (31, 32, 53, 61, 62, 63, 64) if THOROUGH else (31, 32, 62, 63, 64)


def numbers(bits: Sequence[int] = BITS) -> Iterator[Case]:
    """Each condition on values far apart, on short ranges far from each other, and on three variables."""
    for power in bits:
        high = 2**power
        domains = {
            "values": (-high, 1 - high, -1, 0, high - 1, high),
            "a range at 0": range(3),
            "a range at -N": range(-high - 1, 2 - high),
        }
        for (name, condition), (kind, domain) in product(numbers_around(power), domains.items()):
            model = clew.Model()
            x, y = model.variable("x", domain), model.variable("y", range(high - 2, high + 2))
            model.require(condition(x, y))
            yield Case(f"{name}, {power} bits, {kind}", model, len(brute_force(model)), ALL_LEVELS, beyond=True)
        for offsets in (None, (0, high - 1, 1), (-high, 0, high)):
            model = clew.Model()
            names = [
                model.variable(name, range(low, low + 3)) for name, low in zip("xyz", (0, high, high + 1), strict=True)
            ]
            model.require(AllDifferent(names, offsets=offsets))
            number = len(brute_force(model))
            yield Case(f"three different, {power} bits, {offsets}", model, number, ALL_LEVELS, beyond=True)
        for name, of_three in expressions_around(power):
            model = clew.Model()
            x, y, z = (model.variable(v, [-high, 1 - high, -7, 5, high - 1, high]) for v in "xyz")
            model.require(of_three(x, y, z))
            yield Case(f"{name}, {power} bits", model, len(brute_force(model)), ALL_LEVELS, beyond=True)
        model = clew.Model()
        model.require(AllDifferent(model.variables(range(3), range(4)), offsets=(0, high, 2 * high)))
        yield Case(f"three far apart, {power} bits", model, 64, ALL_LEVELS, beyond=True)


FAMILIES: Final[dict[str, Callable[[], Iterator[Case]]]] = {
    "bands": bands,
    "disjunctions": disjunctions,
    "expansions": expansions,
    "intervals": intervals,
    "listings": listings,
    "mask-counts": mask_counts,
    "masks": masks,
    "nogoods": nogoods,
    "numbers": numbers,
    "permutations": permutations,
    "tables": tables,
    "widths": widths,
}
"""The families of models by name. That of instances is `test_sizes_of_engine`'s own."""
