"""Clauses, disjunctions, tables, and many variables."""

from __future__ import annotations

import random
from itertools import combinations, pairwise, product
from typing import Final

from benchmarks.regret import peers
from benchmarks.regret.cases import Family

import clew
from clew.constraints import AtLeast, Constraint, Or, Sum, Table, Var

# -- many variables ------------------------------------------------------------------------------------------------


def rising(number: int, seed: int, *, is_shared: bool = False) -> clew.Model:
    """Zeros, and then ones."""
    model = clew.Model("rising")
    shared = range(2)
    row = [model.variable(k, shared if is_shared else range(2)) for k in range(number)]
    model.require(one <= other for one, other in pairwise(row))
    return model


# -- disjunctions --------------------------------------------------------------------------------------------------


def switches(number: int, seed: int, *, relation: str = "==") -> clew.Model:
    """Numbers in a row; a switch between two neighbours is off if their sum is above 5. Half of them are on."""
    model = clew.Model("switches")
    on = [model.variable(("on", k), range(2)) for k in range(number)]
    row = [model.variable(("x", k), range(10)) for k in range(number + 1)]
    for k, b in enumerate(on):
        is_off = b == 0 if relation == "==" else b <= 0
        model.require(Or([is_off, row[k] + row[k + 1] <= 5]))
    model.require(Sum([("on", k) for k in range(number)], "==", number // 2))
    return model


def equal_unless(number: int, seed: int) -> clew.Model:
    """For most values of p, l and r are equal."""
    model = clew.Model("equal unless")
    p, left, right = model.variables("p l r", range(number))
    model.require(Or([p != v, left == right]) for v in range(number - 1))
    return model


def equal_or_far(number: int, seed: int) -> clew.Model:
    """For each value of p, another pair of numbers is equal."""
    model = clew.Model("equal or far")
    p = model.variable("p", range(number))
    for v in range(number):
        model.variables([("l", v), ("r", v)], range(3))
        model.require(Or([p != v, Var(("l", v)) == Var(("r", v))]))
    return model


def clauses(number: int, seed: int, *, literals: int) -> clew.Model:
    """Random clauses of literals such as `x == 3`, `x != 3` or `x <= 3`, over variables of a hundred values."""
    draw = random.Random(seed)
    model = clew.Model("clauses")
    row = model.variables([f"x{k}" for k in range(max(literals, number // 3))], range(100))

    def literal(x: Var) -> Constraint:
        value = draw.randrange(1, 99)
        found: Constraint = draw.choice((x == value, x != value, x <= value, x >= value))
        return found

    for _ in range(number):
        model.require(Or([literal(x) for x in draw.sample(row, literals)]))
    return model


# -- random problems at the phase transition -----------------------------------------------------------------------


def three_sat(number: int, seed: int, *, way: str = "clauses") -> clew.Model:
    """Random 3-SAT, 4.26 clauses for each variable: half of them have no solution (Mitchell, Selman and Levesque,
    Hard and easy distributions of SAT problems, 1992).
    """
    model = clew.Model("3-sat")
    model.variables(range(number), range(2))
    for clause in sat_clauses(number, seed):
        names, wanted = [k for k, _ in clause], tuple(value for _, value in clause)
        if way == "clauses":
            model.require(Or([Var(k) == value for k, value in clause]))
        elif way == "tables":
            model.require(Table(names, [tuple(1 - value for value in wanted)], allowed=False))
        else:
            model.require(sum(Var(k) if value else 1 - Var(k) for k, value in clause) >= 1)  # type: ignore[arg-type]
    return model


def sat_clauses(number: int, seed: int) -> list[list[tuple[int, int]]]:
    """The variables of each clause, with the values that satisfy it."""
    draw = random.Random(seed)
    return [[(k, draw.randrange(2)) for k in draw.sample(range(number), 3)] for _ in range(round(4.26 * number))]


def binary(number: int, seed: int, *, is_allowed: bool = False) -> clew.Model:
    """Random binary constraints over ten values, at the phase transition (Prosser, An empirical study of phase
    transitions in binary constraint satisfaction problems, 1996): a solution is expected once.
    """
    draw = random.Random(seed)
    model = clew.Model("binary")
    names = model.variables(range(number), range(10))
    pairs = [pair for pair in combinations(range(len(names)), 2) if draw.random() < 0.5]
    tightness = 1 - 10 ** (-number / len(pairs))
    rows = [*product(range(10), repeat=2)]
    for pair in pairs:
        refused = {*draw.sample(rows, round(100 * tightness))}
        model.require(Table(pair, [row for row in rows if (row in refused) != is_allowed], allowed=is_allowed))
    return model


def colours(number: int, seed: int) -> clew.Model:
    """Three colours for a random graph with 2.3 edges for each vertex, where colouring is hardest."""
    draw = random.Random(seed)
    model = clew.Model("colours")
    model.variables(range(number), range(3))
    edges = draw.sample([*combinations(range(number), 2)], round(2.3 * number))
    model.require(Var(one) != Var(other) for one, other in edges)
    return model


def covering(number: int, seed: int) -> clew.Model:
    """One of each three neighbours in a ring at least, half of all at most."""
    model = clew.Model("covering")
    model.variables(range(number), range(2))
    model.require(AtLeast(1, 1, [(k + step) % number for step in range(3)]) for k in range(number))
    model.require(Sum(range(number), "<=", number // 2))
    return model


MANY: Final = (1_000, 2_000, 4_000, 8_000, 16_000)

FAMILIES: Final = (
    Family(
        "range(2) each",
        ("first", "check", "count"),
        MANY,
        rising,
        {"shared": lambda number, seed: rising(number, seed, is_shared=True)},
    ),
    Family(
        "Or([b == 0, x + y <= 5])",
        ("first", "count"),
        (4, 8, 16, 32, 64),
        switches,
        {"<=": lambda number, seed: switches(number, seed, relation="<=")},
    ),
    Family("Or([p != v, l == r])", ("count", "first"), (10, 30, 100, 300), equal_unless),
    Family("Or([p != v, l[v] == r[v]])", ("count", "first"), (5, 10, 20, 40), equal_or_far),
    Family(
        "clauses of two",
        ("first",),
        (100, 300, 1_000, 3_000),
        lambda n, seed: clauses(n, seed, literals=2),
        seeds=(1, 2),
    ),
    Family(
        "clauses of three",
        ("first",),
        (100, 300, 1_000, 3_000),
        lambda n, seed: clauses(n, seed, literals=3),
        seeds=(1, 2),
    ),
    Family(
        "3-sat",
        ("first",),
        (20, 40, 60, 80, 100, 120, 160, 200),
        three_sat,
        {
            "tables": lambda number, seed: three_sat(number, seed, way="tables"),
            "sums": lambda number, seed: three_sat(number, seed, way="sums"),
        },
        seeds=(1, 2, 3),
        peer=lambda number, seed: peers.three_sat(sat_clauses(number, seed), number),
    ),
    Family(
        "random binary",
        ("first",),
        (10, 14, 18, 22, 26, 30, 34),
        binary,
        {"allowed": lambda number, seed: binary(number, seed, is_allowed=True)},
        seeds=(1, 2, 3),
    ),
    Family("three colours", ("first",), (25, 50, 75, 100, 150, 200, 300, 400), colours, seeds=(1, 2)),
    Family("covering a ring", ("count", "first"), (10, 20, 40, 80, 160), covering),
)
