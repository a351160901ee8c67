"""Sums, products and tasks over wide domains."""

from __future__ import annotations

import random
from itertools import combinations, pairwise
from typing import Any, Final

from benchmarks.regret import peers
from benchmarks.regret.cases import Family
from benchmarks.targets.works import job_shop_model

import clew
from clew.constraints import Or, Sum, Var

# -- one machine ---------------------------------------------------------------------------------------------------

TASKS: Final = 6


def tasks(horizon: int, seed: int) -> list[tuple[int, int, int]]:
    """Six tasks that fill two thirds of a horizon: how long each takes, when it may begin, and its weight.

    Those of another horizon are the same, scaled.
    """
    draw = random.Random(seed)
    cuts = [0, *sorted(draw.random() for _ in range(TASKS - 1)), 1]
    ends = [round(cut * 2 * horizon / 3) for cut in cuts]
    releases = [round(draw.random() * horizon / 3) for _ in range(TASKS)]
    weights = [draw.randrange(1, 10) for _ in range(TASKS)]
    return [
        (high - low, *two) for (low, high), two in zip(pairwise(ends), zip(releases, weights, strict=True), strict=True)
    ]


def one_machine(horizon: int, seed: int, *, end: int | None = None) -> clew.Model:
    """Six tasks, two of which never run at the same time."""
    model = clew.Model("one machine")
    for k, (length, release, _) in enumerate(tasks(horizon, seed)):
        model.variable(f"start {k}", range(release, (horizon if end is None else end) - length + 1))
    lengths = [length for length, _, _ in tasks(horizon, seed)]
    for one, other in combinations(range(TASKS), 2):
        x, y = Var(f"start {one}"), Var(f"start {other}")
        model.require(Or([x + lengths[one] <= y, y + lengths[other] <= x]))
    return model


def lateness(horizon: int, seed: int) -> Any:
    return sum(weight * Var(f"start {k}") for k, (_, _, weight) in enumerate(tasks(horizon, seed)))


def too_short(horizon: int, seed: int) -> clew.Model:
    """The same tasks, with no room for all of them."""
    return one_machine(horizon, seed, end=2 * horizon // 3 + min(release for _, release, _ in tasks(horizon, seed)) - 1)


# -- sums ----------------------------------------------------------------------------------------------------------


def two_sums(size: int, seed: int, *, way: str = "==") -> clew.Model:
    """Two sums of three numbers."""
    model = clew.Model("two sums")
    x, y, z = model.variables("x y z", range(1, size + 1))
    for left, right in ((x + y, size), (y + z, size + size // 5)):
        model.require(*([left == right] if way == "==" else [left <= right, left >= right]))
    return model


def two_sums_or(size: int, seed: int) -> clew.Model:
    """One of two sums, and a third."""
    model = clew.Model("two sums or")
    x, y, z = model.variables("x y z", range(1, size + 1))
    model.require(Or([x + y == size, x + z == size // 2]), y + z == size + size // 5)
    return model


def two_sums_bound(size: int, seed: int) -> clew.Model:
    model = two_sums_or(size, seed)
    model.require(Var("x") == size // 10)
    return model


# -- products ------------------------------------------------------------------------------------------------------


def product_of_two(width: int, seed: int, *, way: str = "==") -> clew.Model:
    """Two factors below 100 and their product, whose domain is wider or narrower than it need be."""
    model = clew.Model("product")
    a, b = model.variables("a b", range(1, 100))
    p = model.variable("p", range(width))
    model.require(*([a * b == p] if way == "==" else [a * b <= p, a * b >= p]))
    return model


def three_factors(size: int, seed: int) -> clew.Model:
    model = clew.Model("three factors")
    x, y, z = model.variables("x y z", range(1, size + 1))
    model.require(x * y * z == 720720)
    return model


def five_products(size: int, seed: int) -> clew.Model:
    """Five products in a chain, the last of which is given."""
    model = clew.Model("five products")
    z = [model.variable(("z", k), range(1, size)) for k in range(6)]
    for k in range(5):
        model.require(z[k] * model.variable(("y", k), range(1, size)) == z[k + 1])
    model.require(z[5] == 720, *(Var(("y", k)) >= 2 for k in range(5)))
    return model


def five_apart(size: int, seed: int) -> clew.Model:
    """Five products that share no variable, and the sum of them."""
    model = clew.Model("five products apart")
    for k in range(5):
        x, y, z = (model.variable((name, k), range(1, size)) for name in "xyz")
        model.require(x * y == z, x <= y)
    model.require(Sum([("z", k) for k in range(5)], "==", size - 3))
    return model


def pythagoras(size: int, seed: int, *, way: str = "==") -> clew.Model:
    """Right triangles with whole sides."""
    model = clew.Model("pythagoras")
    a, b, c = model.variables("a b c", range(1, size + 1))
    if way == "==":
        model.require(a * a + b * b == c * c, a < b)
    elif way == "inequalities":
        model.require(a * a + b * b <= c * c, a * a + b * b >= c * c, a < b)
    else:
        p, q, r = (model.variable(f"{side} squared", range(size * size + 1)) for side in "abc")
        model.require(a * a == p, b * b == q, c * c == r, p + q == r, a < b)
    return model


# -- job shop, knapsack --------------------------------------------------------------------------------------------


def job_shop(number: int, seed: int) -> clew.Model:
    """The first jobs of ft06."""
    made: clew.Model = job_shop_model(number)()
    return made


def things(number: int, seed: int) -> list[tuple[int, int]]:
    """Things, each with its weight and its worth."""
    draw = random.Random(seed)
    return [(draw.randrange(10, 100), draw.randrange(10, 100)) for _ in range(number)]


def knapsack(number: int, seed: int, *, is_shared: bool = True) -> clew.Model:
    model = clew.Model("knapsack")
    shared = (0, 1)
    taken = [model.variable(f"x{k}", shared if is_shared else range(2)) for k in range(number)]
    weights = [weight for weight, _ in things(number, seed)]
    load: Any = sum(weight * x for weight, x in zip(weights, taken, strict=True))
    model.require(load <= sum(weights) // 3)
    return model


def worth(number: int, seed: int) -> Any:
    return sum(value * Var(f"x{k}") for k, (_, value) in enumerate(things(number, seed)))


HORIZONS: Final = (300, 1_000, 3_000, 10_000, 30_000)
WIDTHS: Final = (20, 200, 2_000, 20_000)

FAMILIES: Final = (
    Family(
        "one machine",
        ("best",),
        HORIZONS,
        one_machine,
        seeds=(1, 2),
        objective=lateness,
        peer=lambda horizon, seed: peers.one_machine(tasks(horizon, seed), horizon),
    ),
    Family("one machine", ("first",), HORIZONS, one_machine),
    Family("one machine too short", ("check",), HORIZONS, too_short),
    Family("two sums", ("count", "first"), WIDTHS, two_sums, {"inequalities": lambda n, s: two_sums(n, s, way="<=")}),
    Family("two sums, one of them in an Or", ("count", "first"), WIDTHS, two_sums_or),
    Family("two sums, one of them in an Or, x known", ("check",), WIDTHS, two_sums_bound),
    Family(
        "a * b == p",
        ("count", "first"),
        (100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000),
        product_of_two,
        {"inequalities": lambda width, seed: product_of_two(width, seed, way="<=")},
    ),
    Family("x * y * z == 720720", ("count",), (100, 200, 400, 600, 800, 1_000), three_factors),
    Family("five products in a chain", ("first", "count"), (1_000, 20_000, 200_000), five_products),
    Family(
        "five products apart",
        ("first",),
        (1_000, 20_000, 200_000),
        five_apart,
        peer=lambda size, seed: peers.five_apart(size),
    ),
    Family(
        "pythagoras",
        ("count",),
        (20, 50, 100, 150, 200, 300, 400),
        pythagoras,
        {
            "inequalities": lambda size, seed: pythagoras(size, seed, way="inequalities"),
            "squares": lambda size, seed: pythagoras(size, seed, way="squares"),
        },
    ),
    Family("job shop", ("best",), (2, 3, 4, 5, 6), job_shop, objective=lambda *_: Var("end"), peer=peers.job_shop),
    Family(
        "knapsack",
        ("best",),
        (10, 15, 20, 25, 30, 40),
        knapsack,
        {"domains apart": lambda number, seed: knapsack(number, seed, is_shared=False)},
        seeds=(1, 2),
        objective=worth,
        sense="max",
        peer=lambda number, seed: peers.knapsack(things(number, seed)),
    ),
)
