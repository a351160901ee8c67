"""The constraints in MiniZinc: native where it has them, a table where it does not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any, Final

from clew.constraints import (
    AllDifferent,
    And,
    Comparison,
    Constraint,
    Count,
    DistinctVectors,
    Element,
    ExactCover,
    Formula,
    Lex,
    Linear,
    Not,
    Or,
    Product,
    Regular,
    Same,
    Stepwise,
    Table,
)
from clew.constraints.base import truth
from clew.formats.automata import DEAD, unrolled
from clew.formats.minizinc import Terms, is_whole

CELLS: Final = 2_000_000
"""Cells of an automaton's matrix, states times values, up to which it is written."""

SYMBOLS: Final = {"==": "=", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}

Written = str | None
"""A Boolean expression; None if the constraint has none here."""


def statement(constraint: Constraint, terms: Terms) -> str:
    """A constraint as what stands behind the word `constraint`.

    Raises:
        OptionError: there is no form for it; the message names the constraint.
    """
    write = GLOBALS.get(type(constraint))
    if write is not None and len(constraint.scope) > 1:
        written = write(constraint, terms)
        if written is not None:
            return written
    written = expression(constraint, terms)
    if written is not None:
        return written
    if isinstance(constraint, Stepwise):
        return _stepwise(constraint, terms)
    return _rows(constraint, [values for values, holds in terms.declared.combinations(constraint) if holds], terms)


def expression(constraint: Constraint, terms: Terms) -> Written:
    """A constraint as an expression that may stand in another, where it has such a form."""
    if len(constraint.scope) == 1:
        return _unary(constraint, terms)
    write = EXPRESSIONS.get(type(constraint))
    return None if write is None else write(constraint, terms)


def _unary(constraint: Constraint, terms: Terms) -> str:
    (variable,) = constraint.scope
    allowed = [value for value in terms.declared.domains[variable] if truth(constraint, (value,))]
    return f"{terms.names[variable]} in {terms.set_of(allowed)}" if allowed else "false"


def _all(parts: Iterable[str]) -> str:
    return " /\\ ".join(f"({part})" for part in parts) or "true"


def _any(parts: Iterable[str]) -> str:
    return " \\/ ".join(f"({part})" for part in parts) or "false"


def _list(names: Iterable[str]) -> str:
    return f"[{', '.join(names)}]"


def _matrix(rows: Iterable[Sequence[int]]) -> str:
    return "[|" + "\n  |".join(",".join(map(str, row)) for row in rows) + "|]"


# -- comparisons and numbers -------------------------------------------------------------------------


def _comparison(c: Comparison, terms: Terms) -> Written:
    if c.relation not in ("==", "!=") and not terms.are_whole(c):
        return None
    left, right = terms.of(c.scope)
    return f"{left} {SYMBOLS[c.relation]} {right}"


def _linear(c: Linear, terms: Terms) -> Written:
    if not (terms.are_whole(c) and all(map(is_whole, (*c.coefficients, c.bound)))):
        return None
    addends = [f"{int(w)}*{name}" for w, name in zip(c.coefficients, terms.of(c.scope), strict=True)]
    return f"{' + '.join(addends)} {SYMBOLS[c.relation]} {int(c.bound)}"


def _product(c: Product, terms: Terms) -> Written:
    if not (terms.are_whole(c) and is_whole(c.bound)):
        return None
    return f"{'*'.join(terms.of(c.scope))} {SYMBOLS[c.relation]} {int(c.bound)}"


def _formula(c: Formula, terms: Terms) -> Written:
    """Only what MiniZinc reckons as Python does: its division and remainder round otherwise."""
    from clew.constraints.arithmetic import folded

    names = terms.of(c.scope)
    if not terms.are_whole(c):
        return None

    def leaf(part: Any) -> Written:
        if part[0] == "variable":
            return str(names[part[1]])
        return f"({int(part[1])})" if is_whole(part[1]) else None

    def node(kind: str, parts: list[Written]) -> Written:
        if None in parts or kind not in ("+", "-", "*", "abs"):
            return None
        joined = f" {kind} ".join(map(str, parts))
        return f"abs({parts[0]})" if kind == "abs" else f"({joined})"

    left, right = folded(c.left, leaf, node), folded(c.right, leaf, node)
    return None if left is None or right is None else f"{left} {SYMBOLS[c.relation]} {right}"


def _different(c: AllDifferent, terms: Terms) -> Written:
    """By twos: what may stand in other constraints, and the form for exceptions."""
    terms_of = _shifted(c, terms)
    if terms_of is None:
        return None
    # Whoever takes an exception differs from everybody.
    free = [int(value) for value in c.exceptions if is_whole(value)]
    if c.offsets is None:
        free = sorted({terms.codes[value] for value in c.exceptions if value in terms.codes})
    besides = f" \\/ {{a}} in {{{{{', '.join(map(str, free))}}}}}" if free else ""
    return _all(f"{a} != {b}{besides.format(a=a)}" for a, b in combinations(terms_of, 2))


def _shifted(c: AllDifferent, terms: Terms) -> list[str] | None:
    """What must differ, if it can be written: the variables, or their sums with the offsets."""
    names = terms.of(c.scope)
    if c.mapping is not None:
        return None
    if c.offsets is None:
        return names
    if not terms.are_whole(c) or not all(map(is_whole, c.offsets)):
        return None
    return [f"{name} + {int(offset)}" for name, offset in zip(names, c.offsets, strict=True)]


def _all_different(c: AllDifferent, terms: Terms) -> Written:
    shifted = _shifted(c, terms)
    if shifted is not None:
        return None if c.exceptions else f"all_different({_list(shifted)})"
    # By twos: what two variables may not take together is a small table, however many variables there are.
    pairs = []
    for j, k in combinations(range(len(c.scope)), 2):
        one, other = (terms.declared.domains[c.scope[place]] for place in (j, k))
        rows = [(v, w) for v in one for w in other if (m := c.mapped(j, v)) in c.exceptions or m != c.mapped(k, w)]
        pairs.append(_table_of(terms.of((c.scope[j], c.scope[k])), rows, terms))
    return _all(pairs)


# -- tables, counts and words ------------------------------------------------------------------------


def _table_of(names: Sequence[str], rows: Iterable[Sequence[Any]], terms: Terms) -> str:
    coded = [[terms.codes[value] for value in row] for row in rows]
    return f"table({_list(names)}, {_matrix(coded)})" if coded else "false"


def _rows(c: Constraint, rows: Iterable[Sequence[Any]], terms: Terms) -> str:
    return _table_of(terms.of(c.scope), rows, terms)


def _table(c: Table, terms: Terms) -> Written:
    if not c.allowed:
        return None
    domains = [set(domain) for domain in terms.declared.of(c)]
    rows = [row for row in c.tuples if all(v in domain for v, domain in zip(row, domains, strict=True))]
    return _rows(c, sorted(rows, key=lambda row: [terms.codes[value] for value in row]), terms)


def _table_by_cases(c: Table, terms: Terms) -> str:
    names = terms.of(c.scope)
    rows = sorted([terms.codes[v] for v in row] for row in c.tuples if all(v in terms.codes for v in row))
    if c.allowed:
        return _any(_all(f"{name} = {v}" for name, v in zip(names, row, strict=True)) for row in rows)
    return _all(_any(f"{name} != {v}" for name, v in zip(names, row, strict=True)) for row in rows)


def _count(c: Count, terms: Terms) -> str:
    names = terms.of(c.scope)
    parts = []
    for value, low, high in c.counts:
        if value not in terms.codes:  # it cannot occur
            parts.append("true" if low == 0 else "false")
            continue
        seen = " + ".join(f"bool2int({name} = {terms.codes[value]})" for name in names)
        parts.append(f"{seen} in {low}..{high}")
    return _all(parts)


def _regular(c: Regular, terms: Terms) -> Written:
    numbers: dict[Any, int] = {c.initial: 1}
    for (state, _), after in c.transitions:
        numbers.setdefault(state, len(numbers) + 1)
        numbers.setdefault(after, len(numbers) + 1)
    steps = {
        (numbers[state], terms.codes[value]): numbers[after]
        for (state, value), after in c.transitions
        if value in terms.codes
    }
    return _automaton(c, len(numbers), steps, [numbers[state] for state in c.accepting if state in numbers], terms)


def _stepwise(c: Stepwise, terms: Terms) -> str:
    """A constraint of a user's own that reads values one by one: its automaton, or its table."""
    domains = terms.declared.of(c)
    layers = unrolled(c, c, domains)
    if layers is None:
        return "false"
    steps: dict[tuple[int, int], int] = {}
    first = 1
    for layer, domain in zip(layers, domains, strict=True):
        codes = [terms.codes[value] for value in domain]
        after = first + len(layer)
        for state, row in enumerate(layer, first):
            steps.update(((state, code), after + t) for code, t in zip(codes, row, strict=True) if t != DEAD)
        first = after
    written = _automaton(c, first, steps, [first], terms)
    if written is not None:
        return written
    return _rows(c, [values for values, holds in terms.declared.combinations(c) if holds], terms)


def _automaton(
    c: Constraint, states: int, steps: dict[tuple[int, int], int], accepting: Sequence[int], terms: Terms
) -> Written:
    """The global constraint `regular`, whose values count from 1; None if its matrix would be too large."""
    codes = [terms.codes[value] for domain in terms.declared.of(c) for value in domain]
    low = min(codes, default=0)
    width = max(codes, default=0) - low + 1
    if states * width > CELLS:
        return None
    if not accepting:
        return "false"
    names = [
        f"{name} - {low - 1}" if low > 1 else f"{name} + {1 - low}" if low < 1 else name for name in terms.of(c.scope)
    ]
    matrix = _matrix([steps.get((s, low + k), 0) for k in range(width)] for s in range(1, states + 1))
    ends = ", ".join(map(str, sorted(accepting)))
    return f"regular({_list(names)}, {states}, {width}, {matrix}, 1, {{{ends}}})"


def _element(c: Element, terms: Terms) -> Written:
    names = terms.of(c.scope)
    if not all(is_whole(value) and isinstance(value, int) for value in terms.declared.domains[c.scope[0]]):
        return None
    # A constant that no variable can take is no place to point at.
    places = [k for k, (kind, content) in enumerate(c.sequence) if kind == "variable" or content in terms.codes]
    entries = (names[content] if kind == "variable" else str(terms.codes[content])
               for kind, content in (c.sequence[k] for k in places))  # fmt: skip
    return _any(f"{names[0]} = {k} /\\ {entry} = {names[1]}" for k, entry in zip(places, entries, strict=True))


def _lex(c: Lex, terms: Terms) -> Written:
    if not terms.are_whole(c):
        return None
    left, right = _list(terms.of(c.scope[::2])), _list(terms.of(c.scope[1::2]))
    return f"{'lex_less' if c.strict else 'lex_lesseq'}({left}, {right})"


# -- covers, vectors and logic -----------------------------------------------------------------------


def _exact_cover(c: ExactCover, terms: Terms) -> str:
    """The items of an option take it together or not at all; an optional item is taken by one option at most."""
    covering = c.domains()
    parts = [
        f"{terms.names[item]} in {terms.set_of(values)}"
        for item in c.scope
        for domain in (terms.declared.domains[item],)
        if len(values := [option for option in covering[item] if option in domain]) < len(domain)
    ]
    takers: dict[Any, list[str]] = {}
    for option, items in c.options:
        required = [item for item in c.scope if item in items]
        if not all(option in terms.declared.domains[item] for item in required):
            code = terms.codes.get(option)
            parts += [f"{terms.names[i]} != {code}" for i in required if option in terms.declared.domains[i]]
            continue
        taken = [f"{terms.names[item]} = {terms.codes[option]}" for item in required]
        parts += [f"({taken[0]}) <-> ({other})" for other in taken[1:]]
        for item in items.difference(required):
            takers.setdefault(item, []).append(taken[0])
    parts += [" + ".join(f"bool2int({t})" for t in taken) + " <= 1" for taken in takers.values() if len(taken) > 1]
    return _all(parts)


def _vectors(c: DistinctVectors, terms: Terms) -> str:
    return _all(
        _any(f"{a} != {b}" for a, b in zip(terms.of(one), terms.of(other), strict=True))
        for one, other in combinations(c.vectors, 2)
    )


def _same(c: Same, terms: Terms) -> str:
    return _all(f"{a} = {b}" for a, b in zip(terms.of(c.left), terms.of(c.right), strict=True))


def _logic(join: Callable[[Iterable[str]], str]) -> Callable[[Any, Terms], Written]:
    def write(c: Any, terms: Terms) -> Written:
        parts = [expression(part, terms) for part in c.parts]
        return None if None in parts else join(str(part) for part in parts)

    return write


GLOBALS: Final[dict[type[Constraint], Callable[[Any, Terms], Written]]] = {
    AllDifferent: _all_different,
    Lex: _lex,
    Regular: _regular,
    Table: _table,
}
"""Those that stand by themselves."""

EXPRESSIONS: Final[dict[type[Constraint], Callable[[Any, Terms], Written]]] = {
    AllDifferent: _different,
    And: _logic(_all),
    Comparison: _comparison,
    Count: _count,
    DistinctVectors: _vectors,
    Element: _element,
    ExactCover: _exact_cover,
    Formula: _formula,
    Linear: _linear,
    Not: _logic(lambda parts: f"not ({next(iter(parts))})"),
    Or: _logic(_any),
    Product: _product,
    Same: _same,
    Table: _table_by_cases,
}
"""Those that may stand in others as well."""
