"""Explanations of propagators: small models with many constraints of a kind, and so with many dead ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product
from typing import Any, Final

import pytest

import clew
from clew.constraints import (
    AllDifferent,
    Circuit,
    Comparison,
    Connected,
    Count,
    Cumulative,
    DistinctVectors,
    Element,
    ExactCover,
    Implies,
    Lex,
    Max,
    Min,
    NoOverlap,
    NoOverlap2D,
    Or,
    Regular,
    Table,
    Var,
)
from clew.planning.request import forget
from clew.state.levels import ARC, UNIT
from tests.corpus.families import Draw, brute_force
from tests.engine_families import Extreme
from tests.examples import examples

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from tests.agreement import narrowed
from tests.core.test_learning import Target, found, holds, learner

Terms = list[Any]


def total(draw: Draw, names: Terms, most: int) -> Any:
    """A weighted sum."""
    return sum(draw.pick((-2, -1, 1, 1, 2)) * Var(name) for name in draw.some(names, draw.between(1, most)))


def compared(draw: Draw, one: Any, other: Any) -> Any:
    """Two expressions in some relation."""
    kind = draw.below(4)
    return one == other if kind == 0 else one <= other if kind == 1 else one >= other if kind == 2 else one < other


def condition(draw: Draw, names: Terms) -> Any:
    kind = draw.below(4)
    if kind == 0:
        return Comparison((draw.pick(names),), draw.pick(("==", "!=", "<", ">=")), draw.between(0, 3))
    if kind == 1:
        return AllDifferent(draw.some(names, 3))
    return compared(draw, total(draw, names, 3), draw.between(-3, 6))


def tables(draw: Draw, names: Terms) -> Any:
    scope = draw.some(names, draw.between(3, 4))
    share = draw.pick((0.2, 0.4, 0.7))
    rows = [row for row in product(range(5), repeat=len(scope)) if draw.chance(share)]
    return Table(scope, rows or [(0,) * len(scope)])


def automata(draw: Draw, names: Terms) -> Any:
    states = draw.between(3, 5)
    moves = {pair: draw.below(states) for pair in product(range(states), range(5)) if draw.chance(0.85)}
    return Regular(draw.some(names, draw.between(4, 6)), moves, 0, draw.some(range(states), draw.between(1, 3)))


def counts(draw: Draw, names: Terms) -> Any:
    scope = draw.some(names, draw.between(3, len(names)))
    if draw.chance(0.3):
        return Count(scope, {draw.below(4): draw.between(1, 2)})
    bounds = {}
    for value in draw.some(range(5), draw.between(2, 4)):
        low = draw.below(2)
        bounds[value] = (low, low + draw.between(1, 2))
    return Count(scope, bounds)


def alternatives(draw: Draw, names: Terms) -> Any:
    kind = draw.below(3)
    if kind == 0:
        return Implies(condition(draw, names), condition(draw, names))
    if kind == 1:
        return Or([condition(draw, names) for _ in range(draw.between(2, 3))])
    return Var(draw.pick(names)) == compared(draw, total(draw, names, 3), draw.between(-2, 5))


def expressions(draw: Draw, names: Terms) -> Any:
    a, b, c, d = (Var(name) for name in draw.some(names, 4))
    kind = draw.below(6)
    if kind == 0:
        return compared(draw, a * b, c + draw.between(-1, 2) * d + draw.between(-2, 5))
    if kind == 1:
        return compared(draw, abs(a - b), c + draw.between(-2, 2))
    if kind == 2:
        return compared(draw, draw.pick((Max, Min))([a, b, c]), d + draw.between(-1, 1))
    if kind == 3:
        return compared(draw, a * b - c * d, draw.between(-4, 6))
    if kind == 4:
        return compared(draw, (a - 2) ** 2 + b, draw.between(1, 5))
    return compared(draw, (a + b) % 3 + c // 2, d + draw.between(-1, 2))


def images(draw: Draw, names: Terms) -> Any:
    """Functions of one variable, conditions among them, in a sum with a variable."""
    terms: list[Any] = []
    for _ in range(draw.between(3, 6)):
        x, kind = Var(draw.pick(names)), draw.below(4)
        terms.append((x == draw.below(5), x % 2, (x - 2) ** 2, (x + draw.below(2)) // 2)[kind])
    return compared(draw, sum(terms), Var(draw.pick(names)) + draw.between(0, 4))


def occurrences(draw: Draw, names: Terms) -> Any:
    """Conditions on different variables, as many as a variable says, which may be one of them, or a number."""
    some = draw.some(names, draw.between(3, 6))
    terms = [
        draw.pick((Comparison((x,), "==", draw.below(5)), Table((x,), [(1,), (3,)], allowed=draw.chance(0.5))))
        for x in some
    ]
    return sum(terms) == (Var(draw.pick(names)) + draw.below(2) if draw.chance(0.7) else draw.between(1, 3))


def entries(draw: Draw, names: Terms) -> Any:
    index, value, *others = draw.some(names, 6)
    read = [Var(draw.pick(others)) if draw.chance(0.8) else draw.below(5) for _ in range(draw.between(3, 5))]
    return Element(index, read, value)


def pieces(draw: Draw, names: Terms) -> Any:
    edges = draw.some(list(combinations(names, 2)), draw.between(6, 9))
    least = draw.below(4)
    size = (least, least + draw.below(4)) if draw.chance(0.6) else None
    return Connected(names, edges, draw.below(3), size=size)


def counted(draw: Draw, names: Terms) -> Any:
    return Count(draw.some(names, draw.between(3, 6)), {draw.below(3): (draw.below(2), draw.between(1, 3)), 3: (0, 2)})


def placed(draw: Draw, names: Terms) -> Any:
    pairs = {tuple(draw.some(names, 2)) for _ in range(draw.between(3, 6))}
    return DistinctVectors([list(pair) for pair in sorted(pairs)]) if len(pairs) > 1 else Or([])


def circuits(draw: Draw, names: Terms) -> Any:
    some, first, loops = draw.some(names, draw.between(3, 6)), draw.below(2), draw.chance(0.5)
    if draw.chance(0.5):
        return Circuit(some, loops, first)
    costs = [[draw.between(-1, 3) for _ in some[1:]] for _ in some[1:]]
    return Circuit(some[1:], loops, first, costs, some[0])


def extremes(draw: Draw, names: Terms) -> Any:
    return Extreme(draw.some(names, draw.between(3, 5)), draw.chance(0.5))


def sums(draw: Draw, names: Terms) -> Any:
    return compared(draw, total(draw, names, 4), draw.between(-3, 8))


def ends(draw: Draw, names: Terms) -> Any:
    """Wider ranges, which may be intervals."""
    one, other = draw.some(names, 2)
    if draw.chance(0.7):
        return Var(one) - Var(other) != draw.between(-2, 2)
    return sum(draw.pick((-1, 1, 2)) * Var(name) for name in draw.some(names, 3)) == draw.between(0, 10)


def schedules(draw: Draw, names: Terms) -> Any:
    """Tasks that begin when the variables say so; some are as long, or use as much, or are there, as others say."""
    starts = draw.some(names, draw.between(2, 4))
    others = [name for name in names if name not in starts]

    def entry(low: int, high: int, share: float) -> Any:
        return Var(draw.pick(others)) if others and draw.chance(share) else draw.between(low, high)

    durations, demands, presences = (
        [entry(low, 2, share) for _ in starts] for low, share in ((1, 0.2), (1, 0.2), (1, 0.3))
    )
    if draw.chance(0.4):
        return NoOverlap([Var(name) for name in starts], durations, presences)
    if draw.chance(0.4):
        ys = [entry(0, 2, 0.5) for _ in starts]
        return NoOverlap2D([Var(name) for name in starts], ys, durations, demands, presences)
    return Cumulative([Var(name) for name in starts], durations, demands, entry(1, 3, 0.3), presences)


KINDS: Final[dict[str, Callable[[Draw, Terms], Any]]] = {
    one.__name__: one
    for one in (
        tables,
        automata,
        counts,
        alternatives,
        expressions,
        images,
        occurrences,
        entries,
        pieces,
        counted,
        placed,
        circuits,
        extremes,
        sums,
        ends,
        schedules,
    )
}


def covers(draw: Draw) -> clew.Model:
    """Exact covers by few options."""
    items = list("abcdefgh")
    options = [draw.some(items, draw.between(1, 3)) for _ in range(draw.between(14, 24))]
    optional = draw.some(items, draw.below(3))
    options += [[item] for item in draw.some(items, 4)] + [[item] for item in items if item not in optional][:1]
    cover = ExactCover({k: own for k, own in enumerate(options) if not set(optional).issuperset(own)}, optional)
    model = clew.Model()
    for item, domain in cover.domains().items():
        model.variable(item, domain)
    model.require(cover)
    return model


def model_of(kind: str, seed: int) -> clew.Model:
    """Six variables, some constraints of a kind, and others that make it take turns with them."""
    draw = Draw(seed)
    if kind == "covers":
        return covers(draw)
    model, names = clew.Model(), list("abcdef")[: 4 if kind == "ends" else 6]
    for name in names:
        low = draw.between(0, 1)
        model.variable(name, range(low, low + draw.between(2, 4) + 3 * (kind == "ends")))
    for _ in range(draw.between(1, 3) if kind != "ends" else 6):
        model.require(KINDS[kind](draw, names))
    for _ in range(draw.between(0, 2) if kind != "ends" else 0):
        model.require(KINDS[draw.pick(sorted(KINDS))](draw, names))
    for _ in range(draw.between(0, 3) if kind != "ends" else 0):
        one, other = draw.some(names, 2)
        model.require(Var(one) + draw.below(3) != Var(other) + 1)
    return model


def wrong(kind: str, seed: int) -> Iterator[str]:
    """What a search that learns gets wrong about a model: its solutions, the best of them, nogoods that do not hold."""
    model = model_of(kind, seed)
    solutions = brute_force(model) if kind != "covers" else [s.row() for s in clew.solutions(model, learning="none")]
    names = list(model.domains())
    draw = Draw(seed + 1)
    some = draw.some(names, draw.between(1, 4)) if kind != "covers" else []
    target: Target = tuple(some), tuple(draw.pick((-3, -2, -1, 1, 2, 5)) for _ in some)
    for level in (UNIT, ARC):
        if (made := learner(model, level)) is None:
            return
        if {*found(*made)} != {*solutions}:  # one is found twice if a variable of the program's own may differ
            yield f"other solutions at {level.name}"
        if some and (made := learner(model, level, target)) is not None:
            worth = [[worth_of(row, names, target) for row in rows] for rows in (found(*made), solutions)]
            if min(worth[0], default=None) != min(worth[1], default=None):
                yield f"not the best at {level.name}"
    yield from not_implied(model, solutions)


def worth_of(row: tuple[Any, ...], names: Terms, target: Target) -> int:
    """What an objective is in a solution."""
    return sum(weight * row[names.index(name)] for name, weight in zip(*target, strict=True))


def not_implied(model: clew.Model, solutions: list[tuple[Any, ...]]) -> Iterator[str]:
    """Nogoods that a solution violates."""
    made = learner(model, UNIT)
    if made is None:
        return
    search, compiled = made
    next(found(search, compiled), None)
    values = [list(compiled.values[compiled.places[v]]) for v in model.domains()]
    places = [[own.index(value) for own, value in zip(values, row, strict=True)] for row in solutions]
    for nogood in search.nogoods():
        is_declared = all(v < len(values) for v, _ in nogood)  # the others are about variables of the program's own
        if is_declared and any(all(holds(row[v], one) for v, one in nogood) for row in places):
            yield f"{nogood} does not hold"


@pytest.mark.parametrize("form", ["as they are", "intervals", "propagators", "both"])
@pytest.mark.parametrize("kind", [*KINDS, "covers"])
def test_explanations_imply_what_they_explain(kind: str, form: str) -> None:
    with narrowed(is_interval=form in ("intervals", "both"), is_listed=form in ("as they are", "intervals")):
        forget()
        for seed in range(examples(60).max_examples):
            assert not list(wrong(kind, seed)), seed
    forget()


@pytest.mark.parametrize("length", [255, 256, 257])
def test_constraints_on_more_variables_than_are_tried_explain_themselves(length: int) -> None:
    """On 510, 512 and 514 variables, of which a few are open."""
    model = clew.Model()
    names = [(side, k) for side in "ab" for k in range(length)]
    model.variables(names, (0, 1))
    model.require([Var(name) == 0 for name in names if name[1] > 3])
    model.require(Lex([("a", k) for k in range(length)], [("b", k) for k in range(length)], strict=True))
    model.require(Or([Var(("a", 0)) == 1, Var(("a", 1)) == 1]), Or([Var(("a", 2)) == 1, Var(("b", 0)) == 0]))
    expected = {solution.row() for solution in clew.solutions(model, learning="none")}
    made_one = learner(model, UNIT)
    assert made_one is not None
    assert set(found(*made_one)) == expected != set()


FAR_ROWS: Final = [row for row in product((0, 1), (0, 1), range(8)) if row[2] >= 4 + row[1] or row[0] == 0]

FAR: Final[dict[str, Callable[[str], Any]]] = {
    "sum": lambda name: 4 * Var("late") <= Var(name),
    "pair": lambda name: Or([Var("late") == 0, Var(name) >= 4]),
    "clause": lambda name: Or([Var("late") == 0, Var("more") == 1, Var(name) >= 4]),
    "sums, one of which holds": lambda name: Or([Var("late") == 0, Var(name) + Var("more") >= 5]),
    "table": lambda name: Table(("late", "more", name), FAR_ROWS),
}
"""Constraints, each of which takes the values of a variable below 4 if `late` is 1."""


@pytest.mark.parametrize("kind", FAR)
def test_a_later_reason_is_enough_for_values_that_were_missing_before(kind: str) -> None:
    """`early` takes 0 and 1, and `late` all below 4: then `early` is not to blame for any of them."""
    model = clew.Model()
    model.variables(["early", "late", "more"], (0, 1))
    model.variables(["x", "y"], range(8))
    model.require([2 * Var("early") <= Var("x"), 2 * Var("early") <= Var("y"), FAR[kind]("x"), FAR["sum"]("y")])
    model.require(Var("x") + Var("y") <= 7)
    made_one = learner(model, UNIT)
    assert made_one is not None
    search, compiled = made_one
    search.assume([(compiled.places[name], k) for name, k in (("early", 1), ("more", 0), ("late", 1))])
    search.run(10**6, 1)
    assert (search.learned, search.literals) == (1, 2 if kind == "clause" else 1)  # `more` is to blame, too
