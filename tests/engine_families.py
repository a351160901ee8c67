"""Random models that have forms of their own in the engine: for `tests.agreement`, beside those of the corpus."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any, Final

import attrs

import clew
from clew.constraints import (
    MDD,
    Acyclic,
    AllDifferent,
    ArgMax,
    ArgMin,
    AtLeast,
    AtMost,
    BinPacking,
    Circuit,
    Comparison,
    Connected,
    Constraint,
    Count,
    Cumulative,
    Decreasing,
    Element,
    Exactly,
    If,
    Increasing,
    Inverse,
    Knapsack,
    Loop,
    Maximum,
    Minimum,
    NoOverlap,
    NoOverlap2D,
    NValues,
    Or,
    Path,
    SlidingSum,
    Table,
    Tree,
    ValuePrecedence,
    Var,
)
from clew.constraints.arithmetic import Extremum
from clew.constraints.primitives import Primitive
from tests.corpus.families import Draw


def disjoint(draw: Draw) -> clew.Model:
    """Intervals of time that do not overlap, and a bound on the ends of some."""
    model = clew.Model()
    tasks = [model.variable(name, range(draw.between(3, 6))) for name in "abcd"[: draw.between(2, 4)]]
    lengths = [draw.between(1, 3) for _ in tasks]
    for k, (one, length) in enumerate(zip(tasks, lengths, strict=True)):
        for other, its in zip(tasks[:k], lengths, strict=False):
            model.require((one + length <= other) | (other + its <= one))
    model.require(tasks[0] + draw.between(0, 2) <= tasks[-1])
    return model


def resources(draw: Draw) -> clew.Model:
    """Tasks that share a resource; some of their numbers are variables."""
    model = clew.Model()
    names = "abcd"[: draw.between(2, 4)]
    starts = [model.variable(name, range(low, low + draw.between(2, 5))) for name in names for low in [draw.below(2)]]
    spare = model.variable("x", range(draw.between(2, 3)))

    def entry(low: int, high: int, share: float) -> Any:
        return spare if draw.chance(share) else draw.between(low, high)

    columns = [[entry(low, high, 0.15) for _ in names] for low, high in ((0, 3), (0, 2), (1, 1))]
    if draw.chance(0.3):
        model.require(NoOverlap(starts, columns[0], columns[2]))
    else:
        model.require(Cumulative(starts, columns[0], columns[1], entry(1, 3, 0.3), columns[2]))
    model.require(starts[0] + draw.between(0, 2) <= starts[-1] + spare)
    return model


def rectangles(draw: Draw) -> clew.Model:
    """Rectangles in a field; some of their numbers are variables."""
    model = clew.Model()
    number, room = draw.between(2, 3), draw.between(3, 5)
    spare = model.variable("spare", range(draw.between(-1, 0), draw.between(2, 3)))
    sizes = [[spare if draw.chance(0.1) else draw.between(0, 3) for _ in range(number)] for _ in "xy"]
    xs, ys = ([model.variable((axis, k), range(draw.between(1, room))) for k in range(number)] for axis in "xy")
    model.require(NoOverlap2D(xs, ys, sizes[0], sizes[1], [spare] * number if draw.chance(0.2) else None))
    model.require(xs[0] + draw.below(2) <= ys[-1] + spare)
    return model


def intervals(draw: Draw) -> clew.Model:
    """Variables of which the engine keeps the ends only, in sums; others are in any constraint, too."""
    model = clew.Model()
    low = draw.between(-5, 5)
    x, y = (model.variable(name, range(low, low + draw.between(6, 9))) for name in "xy")
    z = model.variable("z", range(draw.between(2, 5)))
    compare = draw.pick((operator.le, operator.ge, operator.eq))
    total = x * draw.pick((-2, -1, 1, 2)) + y * draw.pick((-1, 1, 3)) + z * draw.pick((-1, 1, 2))
    model.require(compare(total, 3 * low + draw.between(-4, 12)))
    if draw.chance(0.7):
        model.require(draw.pick((operator.le, operator.lt, operator.ne, operator.eq))(x - y, draw.between(-4, 4)))
    if draw.chance(0.3):
        model.require([z != 1, y >= low + 2])
    return model


def permutations(draw: Draw) -> clew.Model:
    """Lines that cross, of as many variables as values: they prune together, as masks."""
    model = clew.Model()
    rows, columns = draw.pick(((1, 3), (1, 4), (1, 5), (2, 3), (2, 4), (3, 3)))
    cells = [[model.variable((row, column), range(columns)) for column in range(columns)] for row in range(rows)]
    model.require([AllDifferent(line) for line in [*cells, *zip(*cells, strict=True)] if len(line) > 1])
    if draw.chance(0.5):
        model.require(Count([cell.name for line in cells for cell in line[:2]], {draw.below(columns): (1, 2)}))
    for line in cells:
        model.fix(line[draw.below(columns)].name, draw.below(columns))
    return model


@attrs.frozen
class Extreme(Constraint):
    """The first variable is the largest, or the smallest, of the others."""

    is_largest: bool

    def holds(self, values: Sequence[Any]) -> bool:
        return bool(values[0] == (max if self.is_largest else min)(values[1:]))

    def primitives(self) -> tuple[Primitive, ...]:
        return (Extremum(self, self.scope[0], self.scope[1:], self.is_largest),)


def named(draw: Draw) -> tuple[clew.Model, list[str]]:
    """A model of four or five variables of the same values, and their names."""
    model = clew.Model()
    names = list("abcde"[: draw.between(4, 5)])
    low, size = draw.between(-2, 1), draw.between(2, 3)
    for name in names:
        model.variable(name, range(low, low + size))
    return model, names


def extrema(draw: Draw) -> clew.Model:
    """Maxima and minima."""
    model, names = named(draw)
    for _ in range(draw.between(1, 2)):
        model.require(Extreme(draw.some(names, draw.between(3, 5)), draw.chance(0.5)))
    model.require(Comparison(draw.some(names, 2), draw.pick(("!=", "<"))))
    return model


def clauses(draw: Draw) -> clew.Model:
    """Conditions on single variables, of which one must hold."""
    model, names = named(draw)
    for _ in range(draw.between(1, 4)):
        conditions: list[Constraint] = [
            Comparison((name,), draw.pick(("==", "!=", "<", ">=")), draw.between(-1, 2))
            for name in draw.some(names, draw.between(2, 4))
        ]
        model.require(Or(conditions))
    return model


def differences(draw: Draw) -> clew.Model:
    """A graph to be coloured, some of its edges with a distance."""
    model, names = named(draw)
    for _ in range(draw.between(2, 6)):
        one, other = draw.some(names, 2)
        model.require(Var(one) - Var(other) != (0 if draw.chance(0.7) else draw.between(-2, 2)))
    return model


def elements(draw: Draw) -> clew.Model:
    """Lists of variables, read at a place that is a variable."""
    model, names = named(draw)
    entries = [Var(name) if draw.chance(0.7) else draw.between(-1, 2) for name in draw.some(names, 4)]
    model.require(Element(model.variable("place", range(draw.between(2, 5))), entries, names[0]))
    return model


def orders(draw: Draw) -> clew.Model:
    """Values that rise or appear in turn, extremes and their places, inverses, layers and tables with gaps."""
    model, names = named(draw)
    values = sorted(set().union(*model.domains().values()))
    some = draw.some(names, draw.between(3, 4))
    rest, last = some[:-1], some[-1]
    layers = [
        {(node, value): draw.below(2) for node in range(1 + (k > 0)) for value in values if draw.chance(0.7)}
        for k in range(len(some))
    ]
    rows = [[... if draw.chance(0.4) else draw.pick(values) for _ in some] for _ in range(draw.between(1, 6))]
    kinds: list[Callable[[], Constraint]] = [
        lambda: Increasing(some, strict=draw.chance(0.2)),
        lambda: Decreasing(some),
        lambda: ValuePrecedence(some, draw.some(values, 2)),
        lambda: draw.pick((Maximum, Minimum))(rest, last),
        lambda: draw.pick((ArgMax, ArgMin))(rest, last),
        lambda: Inverse(some, some),
        lambda: Inverse(some[:2], names[-2:]),
        lambda: MDD(some, layers),
        lambda: Table(some, rows, allowed=draw.chance(0.5)),
        lambda: If(Comparison((last,), "<=", draw.pick(values)), Increasing(rest), AllDifferent(rest)),
    ]
    for _ in range(draw.between(1, 2)):
        model.require(draw.pick(kinds)())
    return model


def amounts(draw: Draw) -> clew.Model:
    """Counts and loads that are variables, sums of windows, and knapsacks."""
    model, names = named(draw)
    values = sorted(set().union(*model.domains().values()))
    some = draw.some(names, draw.between(3, 5))
    rest, last = some[:-1], some[-1]
    sizes = [draw.between(0, 3) for _ in rest]
    most = draw.between(1, 5)
    kinds: list[Callable[[], Constraint]] = [
        lambda: draw.pick((Exactly, AtLeast, AtMost))(Var(last), set(draw.some(values, 2)), rest),
        lambda: Exactly(draw.below(3), set(draw.some(values, 2)), some),
        lambda: NValues(rest, last, None if draw.chance(0.4) else draw.some(values, 2)),
        lambda: NValues(some, draw.between(1, 3), draw.some(values, 2)),
        lambda: SlidingSum(some, draw.between(1, 3), most - 2, most),
        lambda: BinPacking(rest, sizes, capacity=dict.fromkeys(values, most)),
        lambda: BinPacking(rest, sizes, {values[0]: last, values[1]: most}, draw.between(2, 5)),
        lambda: Knapsack(rest, sizes, most, [size + 1 for size in sizes], last),
    ]
    for _ in range(draw.between(1, 2)):
        model.require(draw.pick(kinds)())
    return model


def trips(draw: Draw) -> clew.Model:
    """Circuits, which may leave out nodes; some arcs are missing."""
    model = clew.Model()
    nodes, first = range(draw.between(3, 5)), draw.below(2)
    after = [
        model.variable(node, draw.some([first + to for to in nodes], draw.between(2, len(nodes)))) for node in nodes
    ]
    loops, costs = draw.chance(0.5), [[draw.between(-1, 6) for _ in nodes] for _ in nodes]
    total = model.variable("total", range(draw.below(9), draw.between(9, 20))) if draw.chance(0.5) else None
    ends = [first, first + 1] if draw.chance(0.2) else None
    model.require(Circuit(after, loops, first, None if total is None else costs, total, ends))
    if draw.chance(0.5):
        model.require(Comparison(draw.some(list(nodes), 2), "<"))
    return model


def graph(draw: Draw, vertices: Sequence[Any], most: int) -> list[tuple[Any, Any]]:
    """Some edges between vertices."""
    return draw.some(list(combinations(vertices, 2)), draw.between(2, most))


def pieces(draw: Draw) -> clew.Model:
    """Vertices of a graph whose values are each in one piece, by way of a joint maybe."""
    model, names = named(draw)
    values = sorted(set().union(*model.domains().values()))
    for value in draw.some(values, draw.between(1, 2)):
        edges = graph(draw, [*names, "joint"], 7)
        fixed = ["joint"] if draw.chance(0.4) else []
        also = [draw.pick(values)] if draw.chance(0.2) else []
        model.require(Connected(names, edges, value, fixed, [] if fixed else ["joint"], also=also))
    model.require(Comparison(draw.some(names, 2), draw.pick(("!=", "<"))))
    return model


def curves(draw: Draw) -> clew.Model:
    """Edges of a graph that are a loop, a path, a tree, or no cycle."""
    model = clew.Model()
    edges = graph(draw, "abcde", 8)
    names = [model.variable(k, (0, 1) if draw.chance(0.8) else (1, 0)).name for k, _ in enumerate(edges)]
    named_edges = dict(zip(names, edges, strict=True))
    start, end = draw.some(sorted({vertex for edge in edges for vertex in edge}), 2)
    kinds: list[Callable[[], Constraint]] = [
        lambda: Loop(named_edges, [start] if draw.chance(0.3) else []),
        lambda: Path(named_edges, start, end),
        lambda: Tree(named_edges, None if draw.chance(0.5) else [start, end]),
        lambda: Acyclic(names, edges, draw.chance(0.5)),
    ]
    model.require(draw.pick(kinds)())
    return model


OWN: Final[dict[str, Callable[[Draw], clew.Model]]] = {
    "amounts": amounts,
    "clauses": clauses,
    "curves": curves,
    "differences": differences,
    "disjoint": disjoint,
    "elements": elements,
    "extrema": extrema,
    "intervals": intervals,
    "orders": orders,
    "permutations": permutations,
    "pieces": pieces,
    "rectangles": rectangles,
    "resources": resources,
    "trips": trips,
}
"""The families by name."""
