"""Well-known problems in growing sizes."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any, Final

from benchmarks.regret import peers
from benchmarks.regret.cases import Family
from benchmarks.targets.works import golomb_model

import clew
from clew.constraints import AllDifferent, Table, Var
from clew_problems import Langford, MagicSquare, Queens, Takuzu


def queens_written(number: int, seed: int) -> clew.Model:
    """Each two queens apart, by inequalities."""
    model = clew.Model("queens")
    model.variables(range(number), range(number))
    for one, other in combinations(range(number), 2):
        x, y, apart = Var(one), Var(other), other - one
        model.require(x != y, x != y + apart, x != y - apart)
    return model


def costas(order: int, seed: int) -> clew.Model:
    """Marks in a square, one in each row and column, the vectors between which differ (problem 76 of CSPLib)."""
    model = clew.Model("costas")
    marks = model.variables(range(order), range(order))
    model.require(AllDifferent(marks))
    model.require(AllDifferent([marks[k + d] - marks[k] for k in range(order - d)]) for d in range(1, order - 1))
    return model


def costas_named(order: int, seed: int) -> clew.Model:
    """The same with a variable for each difference."""
    model = clew.Model("costas")
    marks = model.variables(range(order), range(order))
    model.require(AllDifferent(marks))
    for d in range(1, order - 1):
        row = model.variables([(d, k) for k in range(order - d)], range(1 - order, order))
        model.require(row[k] == marks[k + d] - marks[k] for k in range(order - d))
        model.require(AllDifferent(row))
    return model


def intervals(order: int, seed: int, *, way: str = "abs") -> clew.Model:
    """A series of all notes in which all intervals occur (problem 7 of CSPLib)."""
    model = clew.Model("all-interval series")
    notes = model.variables(range(order), range(order))
    steps = model.variables([("step", k) for k in range(1, order)], range(1, order))
    triples = [(x, y, abs(x - y)) for x in range(order) for y in range(order) if x != y]
    for (one, other), step in zip(pairwise(notes), steps, strict=True):
        model.require(abs(other - one) == step if way == "abs" else Table([one, other, step], triples))
    model.require(AllDifferent(notes), AllDifferent(steps))
    return model


def golomb(number: int, seed: int) -> clew.Model:
    """Marks on a ruler, all distances of which differ."""
    made: clew.Model = golomb_model(number)()
    return made


def langford_placed(number: int, seed: int) -> clew.Model:
    """The places of the two copies of each number (problem 24 of CSPLib)."""
    model = clew.Model("langford")
    places: list[Any] = []
    for k in range(1, number + 1):
        one, other = model.variables([(k, 1), (k, 2)], range(2 * number))
        model.require(other == one + (k + 1))
        places += [one, other]
    model.require(AllDifferent(places))
    return model


FAMILIES: Final = (
    Family("queens", ("count",), (6, 8, 9, 10, 11, 12), lambda n, _: Queens(n), {"inequalities": queens_written}),
    Family(
        "queens",
        ("first",),
        (8, 20, 50, 100, 200, 400, 800),
        lambda n, _: Queens(n),
        peer=lambda number, seed: peers.queens(number),
    ),
    Family("queens by inequalities", ("first",), (8, 20, 50, 100), queens_written),
    Family("magic square", ("first",), (3, 4, 5, 6, 7), lambda n, _: MagicSquare.from_text(str(n))),
    Family("magic square", ("count",), (2, 3, 4), lambda n, _: MagicSquare.from_text(str(n))),
    Family("takuzu", ("count",), (2, 4, 6, 8), lambda n, _: Takuzu.from_text(f"{n}x{n}")),
    Family("takuzu", ("first",), (6, 8, 10, 14, 20, 30), lambda n, _: Takuzu.from_text(f"{n}x{n}")),
    Family("costas", ("first",), (6, 8, 10, 11, 12, 13, 14, 15, 16), costas, {"differences": costas_named}),
    Family("costas", ("count",), (4, 5, 6, 7, 8), costas, {"differences": costas_named}),
    Family(
        "all-interval series",
        ("count", "first"),
        (6, 7, 8, 9, 10, 11),
        intervals,
        {"tables": lambda order, seed: intervals(order, seed, way="tables")},
    ),
    Family(
        "golomb",
        ("best",),
        (4, 5, 6, 7, 8, 9),
        golomb,
        objective=lambda number, seed: Var(f"m{number - 1}"),
        peer=lambda number, seed: peers.golomb(number),
    ),
    Family("langford", ("count",), (4, 6, 7, 8, 10, 11), langford_placed),
    Family("langford", ("first",), (4, 7, 8, 11, 12, 15, 16), langford_placed),
    Family("langford, bundled", ("count",), (4, 6, 7, 8, 10, 11), lambda n, _: Langford(n)),
)
