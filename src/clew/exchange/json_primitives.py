"""The primitives in JSON: each as a type that `json_constraints` reads.

JSON holds no function of Python, so a mapping of values that must differ is written as the numbers of its targets, an
automaton as its states and steps, and anything else as a table.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, Final

from clew.constraints import (
    Acyclic,
    And,
    Circuit,
    Comparison,
    Connected,
    Constraint,
    Formula,
    Linear,
    NoOverlap,
    NoOverlap2D,
    Not,
    Or,
    Same,
)
from clew.constraints import primitives as kinds
from clew.constraints.primitives import Primitive
from clew.constraints.registration import Registered
from clew.errors import OptionError
from clew.exchange.automata import automaton
from clew.exchange.declaration import Declaration
from clew.exchange.json_values import encoded, rows

Form = dict[str, Any]

WRITERS: Final = Registered("json")
"""The function that makes the form of a primitive; it gives None for one that is written as a table."""

DECLARED: Final[dict[type[Constraint], str]] = {
    Acyclic: "scope edges may_close",
    Circuit: "scope loops first costs ends",
    Comparison: "scope relation constant",
    Formula: "scope left relation right",
    Linear: "scope coefficients relation bound",
    Same: "left right",
}
"""The fields of constraints that are written as they were declared; comparisons and sums only of one variable."""

COLUMNS: Final[dict[Any, str]] = {
    NoOverlap: "starts durations presences",
    NoOverlap2D: "xs ys widths heights presences",
}
"""The columns of constraints that are written by them."""


def forms(constraint: Constraint, declared: Declaration) -> list[Form]:
    """A constraint as JSON objects that together say what it says.

    Raises:
        OptionError: there is no form for it; the message names the constraint.
    """
    named = {} if constraint.label is None else {"name": constraint.label}
    try:
        written = _declared(constraint, declared)
    except OptionError as error:
        raise OptionError(f"{constraint.title}: {error}") from None
    made = [_form(p, declared) for p in declared.primitives(constraint)] if written is None else [written]
    return [{"type": form["type"], **named, **form} for form in made]


def _form(p: Primitive, declared: Declaration) -> Form:
    try:
        write = WRITERS[type(p)]
        written = None if write is None else write(p, declared)
    except OptionError as error:
        raise OptionError(f"{p.source.title}: {error}") from None
    return _as_table(p, declared) if written is None else written


def _declared(c: Constraint, declared: Declaration) -> Form | None:
    """A constraint that no primitive says as it was declared: a combination, a formula, a condition on a variable."""
    kind = type(c)
    if isinstance(c, (And, Or, Not)) and kind in (And, Or, Not):
        return _typed(kind.__name__, parts=[_conjunction(part, declared) for part in c.parts])
    if isinstance(c, Connected) and kind is Connected:
        others = {"fixed": _sorted(c.fixed), "joints": _sorted(c.joints)}
        several: dict[str, Any] = {"also": _sorted(c.also)} if c.also else {}
        several |= {"size": c.size} if c.size else {}
        return _typed("Connected", scope=c.scope, edges=c.edges, value=c.value, **several, **others)
    if kind in COLUMNS:
        return _columns(kind.__name__, COLUMNS[kind], c.entries())  # type: ignore[attr-defined]
    if kind not in DECLARED or (kind in (Comparison, Linear) and len(c.scope) != 1):
        return None
    return _typed(kind.__name__, **{field: getattr(c, field) for field in DECLARED[kind].split()})


def _typed(kind: str, **fields: Any) -> Form:
    """The form with these fields. Lists and objects are JSON already, all else is put into it."""
    written = {field: part if isinstance(part, (list, dict)) else encoded(part) for field, part in fields.items()}
    return {"type": kind, **written}


def _columns(kind: str, names: str, columns: Iterable[Iterable[tuple[str, Any]]], **others: Any) -> Form:
    """The form with a column of constants and variables for each name."""
    written = ([{what: encoded(one)} for what, one in column] for column in columns)
    return _typed(kind, **dict(zip(names.split(), written, strict=True)), **others)


def _sorted(values: Iterable[Hashable]) -> list[Any]:
    return sorted(map(encoded, values), key=repr)


def _conjunction(constraint: Constraint, declared: Declaration) -> Form:
    """A constraint as one object; one that says nothing forbids no tuple."""
    parts = forms(constraint, declared) or [_typed("Table", scope=constraint.scope, tuples=[], allowed=False)]
    return parts[0] if len(parts) == 1 else _typed("And", parts=parts)


def _as_table(p: Primitive, declared: Declaration) -> Form:
    """Its allowed tuples; if there are none, all of them as forbidden."""
    allowed = declared.allowed(p)
    listed = allowed or [values for values, _ in declared.combinations(p)]
    return _typed("Table", scope=p.scope, tuples=rows(listed), allowed=bool(allowed))


# -- tables, and combinations of conditions ----------------------------------------------------------


def tuples(p: kinds.Extension | kinds.Forbidden, declared: Declaration) -> Form | None:
    if not isinstance(p.tuples, list):
        return None
    return _typed("Table", scope=p.scope, tuples=rows(p.tuples), allowed=type(p) is kinds.Extension)


def either(p: kinds.Clause | kinds.Disjunction, declared: Declaration) -> Form | None:
    parts = p.literals if isinstance(p, kinds.Clause) else p.sums
    return _typed("Or", parts=[_form(one, declared) for one in parts]) if parts else None


def alternatives(p: kinds.Alternatives, declared: Declaration) -> Form:
    made = [[_form(one, declared) for one in some] for some in p.alternatives]
    return _typed("Or", parts=[some[0] if len(some) == 1 else _typed("And", parts=some) for some in made])


# -- comparisons and numbers -------------------------------------------------------------------------


def difference(p: kinds.Difference, declared: Declaration) -> Form:
    if p.offset == 0:
        return _typed("Comparison", scope=p.scope, relation=p.relation)
    return _typed("Linear", scope=p.scope, coefficients=(1, -1), relation=p.relation, bound=p.offset)


def weighted_sum(p: kinds.WeightedSum, declared: Declaration) -> Form:
    return _typed("Linear", scope=p.scope, coefficients=p.coefficients, relation=p.relation, bound=p.bound)


def compared(p: kinds.Compared, declared: Declaration) -> Form:
    """A product if it is one of different variables, and a formula otherwise."""
    match p.terms:
        case ((1, factors),) if len(set(factors)) == len(factors):
            return _typed("Product", scope=factors, relation=p.relation, bound=p.bound)
    return _typed("Formula", scope=p.scope, left=p.left, relation=p.relation, right=p.right)


def extremum(p: kinds.Extremum, declared: Declaration) -> Form:
    pairs = [(p.result, variable) for variable in p.variables]
    bounds, equal = (
        [_typed("Comparison", scope=pair, relation=relation) for pair in pairs]
        for relation in (">=" if p.is_largest else "<=", "==")
    )
    return _typed("And", parts=[*bounds, _typed("Or", parts=equal)])


# -- all different, words, indices and covers --------------------------------------------------------


def distinct(p: kinds.Distinct, declared: Declaration) -> Form:
    if not p.is_mapped:
        offsets = {} if p.offsets is None else {"offsets": p.offsets}
        free = {"exceptions": _sorted(p.exceptions)} if p.exceptions else {}
        return _typed("AllDifferent", scope=p.scope, **offsets, **free)
    numbers: dict[Any, int] = {}
    targets = [
        [numbers.setdefault(p.mapped(k, value), len(numbers)) for value in domain]
        for k, domain in enumerate(declared.of(p.scope))
    ]
    exceptions = [n for target, n in numbers.items() if target in p.exceptions]
    return _typed("AllDifferent", scope=p.scope, targets=targets, exceptions=exceptions)


def automaton_of(p: kinds.Reading, declared: Declaration) -> Form:
    read = automaton(p.source, p.source, declared)
    transitions = tuple((state, value, after) for (state, value), after in read.steps.items())
    return _typed("Regular", scope=p.scope, transitions=transitions, initial=0, accepting=sorted(read.accepting))


def element(p: kinds.ElementAt, declared: Declaration) -> Form:
    sequence = [{kind: encoded(content)} for kind, content in p.entries]
    return _typed("Element", index=p.index, sequence=sequence, value=p.value)


def cumulative(p: kinds.ResourceUse, declared: Declaration) -> Form:
    columns = list(zip(*p.tasks, strict=True)) or [()] * 4
    return _columns(
        "Cumulative", "starts durations demands presences", columns, capacity={p.capacity[0]: encoded(p.capacity[1])}
    )


def lexicographic(p: kinds.Lexicographic, declared: Declaration) -> Form:
    return _typed("Lex", left=p.left, right=p.right, strict=p.strict)


def cardinality(p: kinds.Cardinality, declared: Declaration) -> Form:
    return _typed("Count", scope=p.scope, counts=rows(p.counts))


def distinct_tuples(p: kinds.DistinctTuples, declared: Declaration) -> Form:
    return _typed("DistinctVectors", vectors=p.vectors)


def cover(p: kinds.Covering, declared: Declaration) -> Form | None:
    """The options that cover a variable; none if that leaves out a variable, which then has no value at all."""
    place = {item: k for k, item in enumerate(p.scope)}
    options = [(option, items) for option, items in p.options if not items.isdisjoint(place)]
    covered = {item for _, items in options for item in items}
    if not covered.issuperset(place):
        return None
    others = sorted(covered.difference(place), key=repr)
    order = place | {item: len(place) + k for k, item in enumerate(others)}
    listed = tuple((option, tuple(sorted(items, key=order.__getitem__))) for option, items in options)
    return _typed("ExactCover", options=listed, optional=tuple(others))
