"""Constraints on one variable and on two: values that are kept, and values that go together."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Any, Final

from clew.constraints.primitives import Callback, Conflicts, Unary, WeightedSum
from clew.core import CannotCompileError, _engine
from clew.errors import shown
from clew.limits import looking
from clew.state.thresholds import are_rows

if TYPE_CHECKING:
    from clew.constraints.primitives import Clause
    from clew.core.compiler import EngineCompiler

PAIRS: Final = 2**22
"""Pairs of values that a function is asked about beforehand, at most."""

Rows = tuple[list[int], list[int]]
"""For each value of a variable the values of another one that go with it, as bits; and the other way round."""


def unary(compiler: EngineCompiler, primitive: Unary) -> None:
    """The values that are kept, one by one; of an interval the bounds."""
    v = compiler.places[primitive.variable]
    if v not in compiler.intervals:
        compiler.keep(v, primitive.accepts)
        return
    from clew.core.lowering.ends import single_term  # of wide ranges alone

    weight, relation, bound = single_term(primitive)
    compiler.add(WeightedSum(primitive.source, (weight,), relation, bound))


def conflicts(compiler: EngineCompiler, primitive: Conflicts) -> None:
    """The values of one variable that each value of another rules out; equal relations are asked about once."""
    compatible = primitive.compatible
    relation = compatible if isinstance(compatible, Hashable) else None
    add_pairs(compiler, primitive.one, primitive.other, compatible, relation)


def clause(compiler: EngineCompiler, primitive: Clause) -> None:
    """Each condition is asked about its values; two variables are pairs, which need no other questions."""
    if len(primitive.scope) != 2 and (len(primitive.scope) < 2 or not compiler.propagates):
        compiler.add(Callback(primitive.source))
        return
    true: dict[int, list[int]] = {}
    for literal in primitive.literals:
        true.setdefault(compiler.places[literal.variable], []).extend(compiler.accepted(literal))
    add_either(compiler, true)


def add_either(compiler: EngineCompiler, true: dict[int, list[int]]) -> None:
    """One of some variables, two at least, has a value at one of some places."""
    v, w, *_ = true
    if len(true) > 2 or (compiler.propagates and not are_rows(compiler.values[v], compiler.values[w])):
        _engine.Clause(compiler.program, list(true), list(true.values()))
        return
    ours, theirs = true.values()
    m, n = len(compiler.values[v]), len(compiler.values[w])

    def rows() -> Rows:
        return _either(ours, m, theirs, n), _either(theirs, n, ours, m)

    _add_conflicts(compiler, v, w, rows, ("or", tuple(ours), tuple(theirs)))


def _either(true: list[int], values: int, others: list[int], width: int) -> list[int]:
    """For each of some values the bits that it leaves of a width: all if it is true, otherwise the others."""
    rows = [sum([1 << place for place in {*others}])] * values
    for place in true:
        rows[place] = (1 << width) - 1
    return rows


def add_pairs(
    compiler: EngineCompiler,
    one: Hashable,
    other: Hashable,
    compatible: Callable[[Any, Any], bool],
    relation: Hashable = None,
) -> None:
    """Add what each value of two variables leaves of the other.

    Args:
        compiler: the compiler.
        one: a variable.
        other: another.
        compatible: whether two values go together.
        relation: the same for all pairs of variables whose values go together in the same way; None for no others.
    """
    v, w = compiler.places[one], compiler.places[other]
    ours, theirs = compiler.values[v], compiler.values[w]
    if len(ours) * len(theirs) > PAIRS:
        raise CannotCompileError(f"{shown(one)} and {shown(other)} have too many pairs of values to ask about")

    def rows() -> Rows:
        rows, columns = [0] * len(ours), [0] * len(theirs)
        for i in looking(compiler.left(v)):
            value = ours[i]
            for j in compiler.left(w):
                if compatible(value, theirs[j]):
                    rows[i] |= 1 << j
                    columns[j] |= 1 << i
        return rows, columns

    _add_conflicts(compiler, v, w, rows, relation)


def add_listed_pairs(compiler: EngineCompiler, tuples: Iterable[tuple[Any, ...]], v: int, w: int) -> None:
    """Add the pairs of values of two variables that go together."""

    def rows() -> Rows:
        first, second = compiler.declared(v).positions, compiler.declared(w).positions
        rows, columns = [0] * len(first), [0] * len(second)
        for one, other in looking(tuples):
            i, j = first.get(one), second.get(other)
            if i is not None and j is not None:
                rows[i] |= 1 << j
                columns[j] |= 1 << i
        return rows, columns

    _add_conflicts(compiler, v, w, rows, tuples if isinstance(tuples, frozenset) else None)


def add_supported_pairs(compiler: EngineCompiler, tuples: Iterable[tuple[Any, ...]], v: int, w: int) -> bool:
    """Add the pairs of values of two variables if one of them has two values, each of which needs one of the other.

    Returns:
        Whether one of them has two.
    """
    one, other, k = (v, w, 0) if len(compiler.left(v)) == 2 else (w, v, 1)
    places = compiler.left(one)
    if len(places) != 2:
        return False
    rows = tuples if isinstance(tuples, frozenset) else [*tuples]
    add_listed_pairs(compiler, rows, v, w)

    def supports() -> list[list[int]]:
        at, open_ones = compiler.declared(other).positions, {*compiler.left(other)}
        found: dict[Any, list[int]] = {compiler.values[one][place]: [] for place in compiler.left(one)}
        for row in looking(rows):
            if row[k] in found and at.get(row[1 - k]) in open_ones:
                found[row[k]].append(at[row[1 - k]])
        return [*found.values()]

    form = ("supports", rows, k) if isinstance(rows, frozenset) else None
    both = compiler.shared(form, (one, other), supports)
    kept = {*both[0], *both[1]}
    if len(kept) < len(compiler.left(other)):
        compiler.keep(other, {compiler.values[other][place] for place in kept}.__contains__)
    for opposite, true in zip(places[::-1], both, strict=True):
        if len(kept) - len(true) > 1:  # of two others, masks know when no value is left but one
            _engine.Clause(compiler.program, [one, other], [[opposite], true])
    return True


def _add_conflicts(
    compiler: EngineCompiler, v: int, w: int, rows: Callable[[], Rows], relation: Hashable = None
) -> None:
    """Add two variables with rows, made once for each relation of the same values."""

    def words() -> tuple[bytes, bytes]:
        ours, theirs = rows()
        return _words(ours, len(theirs)), _words(theirs, len(ours))

    form = None if relation is None else ("pairs", relation)
    _engine.Conflicts(compiler.program, [v, w], *compiler.shared(form, (v, w), words))


def _words(rows: list[int], values: int) -> bytes:
    """Rows of so many bits as words of 64 bits."""
    size = 8 * max(1, (values + 63) // 64)
    return b"".join([row.to_bytes(size, "little") for row in rows])
