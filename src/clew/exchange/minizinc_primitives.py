"""The primitives in MiniZinc: native if it has them, a table if it does not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, combinations
from typing import Any, Final

import attrs

from clew.constraints import And, Constraint, Not, Or
from clew.constraints import primitives as kinds
from clew.constraints.primitives import Primitive
from clew.constraints.registration import Registered
from clew.constraints.trees import folded
from clew.exchange.automata import automaton, machine
from clew.exchange.declaration import Choice
from clew.exchange.minizinc import MiniZincTerms, is_whole

CELLS: Final = 2_000_000
"""Cells of an automaton's matrix, states times values, up to which it is written."""

SYMBOLS: Final = {"==": "=", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}

Addend = tuple[Any, Sequence[Any]]
"""A weight and the variables whose product it weighs."""

WRITERS: Final = Registered("minizinc")
"""The function that writes a primitive."""

Written = str | None
"""A Boolean expression; None if a primitive has none of its own for the values that it is about."""


def statements(constraint: Constraint, terms: MiniZincTerms) -> list[str]:
    """A constraint as expressions each of which stands behind the word `constraint`.

    Raises:
        OptionError: there is no form for it; the message names the constraint.
    """
    return [_written(p, terms) for p in terms.declared.primitives(constraint)]


def expression(constraint: Constraint, terms: MiniZincTerms) -> str:
    """A constraint as an expression that may stand in another: global constraints may not, in some solvers.

    Raises:
        OptionError: there is no form for it; the message names the constraint.
    """
    within = attrs.evolve(terms, alone=False)
    written = [_written(p, within) for p in terms.declared.primitives(constraint)]
    return written[0] if len(written) == 1 else _all(written)


def _written(p: Primitive, terms: MiniZincTerms) -> str:
    """A primitive in its own form, which its record names, or as a table."""
    if len(p.scope) == 1:
        return terms.kept(p)
    write = WRITERS[type(p)]
    return (write and write(p, terms)) or _table(p.scope, terms.declared.allowed(p), terms)


def _all(parts: Iterable[str]) -> str:
    return " /\\ ".join(f"({part})" for part in parts) or "true"


def _any(parts: Iterable[str]) -> str:
    return " \\/ ".join(f"({part})" for part in parts) or "false"


def _list(names: Iterable[str]) -> str:
    return f"[{', '.join(names)}]"


def _matrix(rows: Iterable[Sequence[int]]) -> str:
    return "[|" + "\n  |".join(",".join(map(str, row)) for row in rows) + "|]"


# -- combinations and formulas -----------------------------------------------------------------------


def callback(p: kinds.Callback, terms: MiniZincTerms) -> Written:
    """Combinations of constraints: the only ones that are written though no primitive says them."""
    c = p.source
    match c:
        case And(parts=parts) | Or(parts=parts) if type(c) in (And, Or):
            return (_all if type(c) is And else _any)(expression(part, terms) for part in parts)
        case Not(parts=(part,)) if type(c) is Not:
            return f"not ({expression(part, terms)})"
    return None


def clause(p: kinds.Clause, terms: MiniZincTerms) -> Written:
    return _any(_written(literal, terms) for literal in p.literals)


def disjunction(p: kinds.Disjunction, terms: MiniZincTerms) -> Written:
    parts = [weighted_sum(one, terms) for one in p.sums]
    return None if None in parts else _any(map(str, parts))


def alternatives(p: kinds.Alternatives, terms: MiniZincTerms) -> Written:
    within = attrs.evolve(terms, alone=False)
    return _any(_all(_written(one, within) for one in some) for some in p.alternatives)


def extension(p: kinds.Extension, terms: MiniZincTerms) -> Written:
    return _table(p.scope, p.tuples, terms) if isinstance(p.tuples, list) else None


def forbidden(p: kinds.Forbidden, terms: MiniZincTerms) -> Written:
    names = terms.of(p.scope)
    return _all(_any(f"{a} != {terms.codes[v]}" for a, v in zip(names, row, strict=True)) for row in p.tuples)


def compared(p: kinds.Compared, terms: MiniZincTerms) -> Written:
    """Only what MiniZinc reckons as Python does: its division and remainder round otherwise."""
    if p.terms is not None:
        return _sum(p, p.terms, terms)
    names = terms.of(p.scope)
    if not terms.are_whole(p.scope):
        return None

    def leaf(part: Any) -> Written:
        if part[0] == "variable":
            return str(names[part[1]])
        return f"({int(part[1])})" if is_whole(part[1]) else None

    def node(kind: str, parts: list[Written]) -> Written:
        if None in parts or kind not in ("+", "-", "*", "abs", "max", "min"):
            return None
        some = [*map(str, parts)]
        if kind in ("max", "min"):
            return f"{kind}({_list(some)})"
        return f"abs({some[0]})" if kind == "abs" else f"({f' {kind} '.join(some)})"

    left, right = folded(p.left, leaf, node), folded(p.right, leaf, node)
    return None if left is None or right is None else f"{left} {SYMBOLS[p.relation]} {right}"


def _table(scope: Sequence[Any], rows: Iterable[Sequence[Any]], terms: MiniZincTerms) -> str:
    """The variables take one of some tuples: the global constraint if it stands alone, or case by case."""
    names, coded = terms.of(scope), [[terms.codes[value] for value in row] for row in rows]
    if terms.alone and coded:
        return f"table({_list(names)}, {_matrix(coded)})"
    return _any(_all(f"{name} = {code}" for name, code in zip(names, row, strict=True)) for row in coded)


# -- comparisons and numbers -------------------------------------------------------------------------


def difference(p: kinds.Difference, terms: MiniZincTerms) -> Written:
    one, other = terms.of(p.scope)
    is_equality = p.relation in ("==", "!=") and p.offset == 0
    if not is_equality and not (terms.are_whole(p.scope) and is_whole(p.offset)):
        return None
    return f"{one} {SYMBOLS[p.relation]} {other}" + (f" + {int(p.offset)}" if p.offset != 0 else "")


def weighted_sum(p: kinds.WeightedSum, terms: MiniZincTerms) -> Written:
    return _sum(p, [(weight, (name,)) for weight, name in zip(p.coefficients, p.scope, strict=True)], terms)


def extremum(p: kinds.Extremum, terms: MiniZincTerms) -> Written:
    if not terms.are_whole(p.scope):
        return None
    return f"{terms.names[p.result]} = {'max' if p.is_largest else 'min'}({_list(terms.of(p.variables))})"


def _sum(p: kinds.WeightedSum | kinds.Compared, addends: Sequence[Addend], terms: MiniZincTerms) -> Written:
    """A comparison of a weighted sum of products."""
    if not (terms.are_whole(p.scope) and all(map(is_whole, (p.bound, *(weight for weight, _ in addends))))):
        return None
    written = " + ".join("*".join([str(int(weight)), *terms.of(factors)]) for weight, factors in addends)
    return f"{written} {SYMBOLS[p.relation]} {int(p.bound)}"


def _shifted(p: kinds.Distinct, terms: MiniZincTerms) -> list[str] | None:
    """The expressions that must differ, if they can be written: the variables, or their sums with the offsets."""
    names, offsets = terms.of(p.scope), p.offsets
    if p.is_mapped or (offsets and not (terms.are_whole(p.scope) and all(map(is_whole, offsets)))):
        return None
    return [f"{name} + {int(k)}" for name, k in zip(names, offsets, strict=True)] if offsets else names


def distinct(p: kinds.Distinct, terms: MiniZincTerms) -> str:
    """By twos: a form that may stand in another constraint, and the form for exceptions."""
    differing = _shifted(p, terms)
    if terms.alone and differing and not p.exceptions:
        return f"all_different({_list(differing)})"
    if differing is None:  # two variables have a small table, however many variables there are
        return _all(_apart(p, *pair, terms) for pair in combinations(range(len(p.scope)), 2))
    # A variable that takes an exception may be equal to any other.
    free = [int(value) for value in p.exceptions if is_whole(value)]
    if p.offsets is None:
        free = [terms.codes[value] for value in p.exceptions if value in terms.codes]
    besides = f" \\/ {{a}} in {{{{{', '.join(map(str, sorted(free)))}}}}}" if free else ""
    return _all(f"{a} != {b}{besides.format(a=a)}" for a, b in combinations(differing, 2))


def _apart(p: kinds.Distinct, j: int, k: int, terms: MiniZincTerms) -> str:
    one, other = terms.declared.of((p.scope[j], p.scope[k]))
    rows = [(v, w) for v in one for w in other if (m := p.mapped(j, v)) in p.exceptions or m != p.mapped(k, w)]
    return _table((p.scope[j], p.scope[k]), rows, terms)


def distinct_tuples(p: kinds.DistinctTuples, terms: MiniZincTerms) -> str:
    pairs = combinations([terms.of(vector) for vector in p.vectors], 2)
    return _all(_any(f"{a} != {b}" for a, b in zip(*pair, strict=True)) for pair in pairs)


# -- counts, words and covers ------------------------------------------------------------------------


def cardinality(p: kinds.Cardinality, terms: MiniZincTerms) -> str:
    parts = []
    for value, low, high in p.counts:
        if value not in terms.codes:  # it cannot occur
            parts.append("true" if low == 0 else "false")
            continue
        seen = " + ".join(f"bool2int({name} = {terms.codes[value]})" for name in terms.of(p.scope))
        parts.append(f"{seen} in {low}..{high}")
    return _all(parts)


def lexicographic(p: kinds.Lexicographic, terms: MiniZincTerms) -> Written:
    if not (terms.alone and terms.are_whole(p.scope)):
        return regular(p, terms)
    return f"{'lex_less' if p.strict else 'lex_lesseq'}({_list(terms.of(p.left))}, {_list(terms.of(p.right))})"


def regular(p: Primitive, terms: MiniZincTerms) -> Written:
    """The global constraint `regular`, whose states and values count from 1; None if its matrix would be too large."""
    reader = machine(p, terms.declared) if terms.alone else None
    if reader is None:
        return None
    read = automaton(p.source, reader, terms.declared)
    codes = [terms.codes[value] for value in chain(*terms.declared.of(reader.scope))]
    low = min(codes, default=0)
    width = max(codes, default=0) - low + 1
    if read.states * width > CELLS:
        return None
    if not read.accepting:
        return "false"
    steps = {(state, terms.codes[value]): after + 1 for (state, value), after in read.steps.items()}
    shift = f" - {low - 1}" if low > 1 else f" + {1 - low}" if low < 1 else ""
    names = _list(f"{name}{shift}" for name in terms.of(reader.scope))
    matrix = _matrix([steps.get((state, low + k), 0) for k in range(width)] for state in range(read.states))
    ends = ", ".join(str(state + 1) for state in sorted(read.accepting))
    return f"regular({names}, {read.states}, {width}, {matrix}, 1, {{{ends}}})"


def cumulative(p: kinds.ResourceUse, terms: MiniZincTerms) -> Written:
    """The global constraint if no number may be negative; else what is used when each task starts: that is the most."""
    if not terms.are_whole(p.scope) or not p.is_whole([]):
        return None
    texts = {entry: terms.names[entry[1]] if entry[0] == "variable" else str(int(entry[1])) for entry in p.entries()}
    starts, long, uses, present = ([texts[own[k]] for own in p.tasks] for k in range(4))
    used = [use if here == "1" else f"{use} * bool2int({here} > 0)" for use, here in zip(uses, present, strict=True)]
    numbers = {v for own in p.tasks for what, v in own[1:3] if what == "variable"} | {*p.capacity[1:]}
    domains = (domain for name, domain in terms.declared.domains.items() if name in numbers)
    if terms.alone and min(chain(*domains), default=0) >= 0:
        return f"cumulative({_list(starts)}, {_list(long)}, {_list(used)}, {texts[p.capacity]})"
    tasks = list(zip(starts, long, used, strict=True))
    sums = (
        " + ".join(f"{use} * bool2int({one} <= {time} /\\ {time} < {one} + {d})" for one, d, use in tasks)
        for time in starts
    )
    return _all([*(f"{some} <= {texts[p.capacity]}" for some in sums), *(f"{use} >= 0" for use in uses)])


def element(p: kinds.ElementAt, terms: MiniZincTerms) -> str:
    index, value = terms.of((p.index, p.value))
    parts = []
    for place in terms.declared.domains[p.index]:
        if not 0 <= place < len(p.entries):
            continue
        kind, content = p.entries[place]
        if kind == "variable" or content in terms.codes:  # else no variable has this value
            entry = terms.names[content] if kind == "variable" else terms.codes[content]
            parts.append(f"{index} = {terms.codes[place]} /\\ {entry} = {value}")
    return _any(parts)


def cover(p: kinds.Covering, terms: MiniZincTerms) -> str:
    refused, together, rivals = terms.declared.covering(p)

    def taken(some: Iterable[Choice]) -> list[str]:
        return [f"{terms.names[item]} = {terms.codes[option]}" for item, option in some]

    parts = [f"not ({one})" for one in taken(refused)]
    parts += [f"({one}) <-> ({other})" for one, *others in map(taken, together) for other in others]
    parts += [" + ".join(f"bool2int({one})" for one in taken(some)) + " <= 1" for some in rivals if len(some) > 1]
    return _all(parts)
