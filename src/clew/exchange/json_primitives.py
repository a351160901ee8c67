"""The primitives in JSON: each as a type that `json_constraints` reads.

JSON holds no function of Python, so a mapping of values that must differ is written as the numbers of its targets, an
automaton as its states and steps, and anything else as a table.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Final

from clew.constraints import Acyclic, And, Comparison, Connected, Constraint, Formula, Linear, Not, Or, Same
from clew.constraints import primitives as kinds
from clew.constraints.primitives import Primitive
from clew.constraints.registration import Registered
from clew.constraints.trees import Tree
from clew.errors import OptionError
from clew.exchange.automata import automaton
from clew.exchange.declaration import Declaration
from clew.exchange.json_values import encoded, encoded_tree, rows

Form = dict[str, Any]

WRITERS: Final = Registered("json")
"""The function that makes the form of a primitive; it gives None for one that is written as a table."""


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
    if type(c) not in (Acyclic, And, Comparison, Connected, Formula, Linear, Not, Or, Same):
        return None
    match c:
        case And(parts=parts) | Or(parts=parts) | Not(parts=parts):
            return _typed(type(c).__name__, parts=[_conjunction(part, declared) for part in parts])
        case Formula(left=left, relation=relation, right=right):
            return _formula(c.scope, left, relation, right)
        case Comparison(scope=(_,), relation=relation, constant=constant):
            return _typed("Comparison", c.scope, relation=relation, constant=encoded(constant))
        case Linear(scope=(_,), coefficients=weights, relation=relation, bound=bound):
            return _linear(c.scope, weights, relation, bound)
        case Acyclic(edges=edges, may_close=may_close):
            return _typed("Acyclic", c.scope, edges=rows(edges), may_close=may_close)
        case Connected(edges=edges, value=value, also=also, fixed=fixed, joints=joints):
            others = {"fixed": sorted(_names(fixed), key=repr), "joints": sorted(_names(joints), key=repr)}
            several = {"also": sorted(map(encoded, also), key=repr)} if also else {}
            return _typed("Connected", c.scope, edges=rows(edges), value=encoded(value), **several, **others)
        case Same(left=left, right=right):
            return _typed("Same", left=_names(left), right=_names(right))
    return None


def _typed(kind: str, scope: Iterable[Hashable] | None = None, **fields: Any) -> Form:
    return {"type": kind, **({} if scope is None else {"scope": _names(scope)}), **fields}


def _names(scope: Iterable[Hashable]) -> list[Any]:
    return [encoded(name) for name in scope]


def _conjunction(constraint: Constraint, declared: Declaration) -> Form:
    """A constraint as one object; one that says nothing forbids no tuple."""
    parts = forms(constraint, declared) or [_table(constraint.scope, [], False)]
    return parts[0] if len(parts) == 1 else _typed("And", parts=parts)


def _as_table(p: Primitive, declared: Declaration) -> Form:
    """Its allowed tuples; if there are none, all of them as forbidden."""
    allowed = declared.allowed(p)
    return _table(p.scope, rows(allowed or [values for values, _ in declared.combinations(p)]), bool(allowed))


def _table(scope: Sequence[Hashable], tuples: list[Any], is_allowed: bool) -> Form:
    return _typed("Table", scope, tuples=tuples, allowed=is_allowed)


# -- tables, and combinations of conditions ----------------------------------------------------------


def tuples(p: kinds.Extension | kinds.Forbidden, declared: Declaration) -> Form | None:
    return _table(p.scope, rows(p.tuples), type(p) is kinds.Extension) if isinstance(p.tuples, list) else None


def clause(p: kinds.Clause, declared: Declaration) -> Form | None:
    return _typed("Or", parts=[_form(one, declared) for one in p.literals]) if p.literals else None


def disjunction(p: kinds.Disjunction, declared: Declaration) -> Form | None:
    return _typed("Or", parts=[_form(one, declared) for one in p.sums]) if p.sums else None


# -- comparisons and numbers -------------------------------------------------------------------------


def difference(p: kinds.Difference, declared: Declaration) -> Form:
    if p.offset == 0:
        return _typed("Comparison", p.scope, relation=p.relation)
    return _linear(p.scope, (1, -1), p.relation, p.offset)


def weighted_sum(p: kinds.WeightedSum, declared: Declaration) -> Form:
    return _linear(p.scope, p.coefficients, p.relation, p.bound)


def _linear(scope: Sequence[Hashable], weights: Iterable[Any], relation: str, bound: Any) -> Form:
    return _typed("Linear", scope, coefficients=list(map(encoded, weights)), relation=relation, bound=encoded(bound))


def _formula(scope: Sequence[Hashable], left: Tree, relation: str, right: Tree) -> Form:
    return _typed("Formula", scope, left=encoded_tree(left), relation=relation, right=encoded_tree(right))


def polynomial(p: kinds.Polynomial, declared: Declaration) -> Form:
    """A product if it is one of different variables, and a formula otherwise."""
    match p.terms:
        case ((1, factors),) if len(set(factors)) == len(factors):
            return _typed("Product", factors, relation=p.relation, bound=encoded(p.bound))
    place = {variable: k for k, variable in enumerate(p.scope)}
    products = [_chain("*", [("constant", c), *(("variable", place[v]) for v in vs)]) for c, vs in p.terms]
    return _formula(p.scope, _chain("+", products), p.relation, ("constant", p.bound))


def _chain(operator: str, trees: list[Tree]) -> Tree:
    return trees[0] if len(trees) == 1 else (operator, *trees)


def extremum(p: kinds.Extremum, declared: Declaration) -> Form:
    relation, pairs = ">=" if p.is_largest else "<=", [(p.result, variable) for variable in p.variables]
    bounds = [_typed("Comparison", pair, relation=relation) for pair in pairs]
    return _typed(
        "And", parts=[*bounds, _typed("Or", parts=[_typed("Comparison", pair, relation="==") for pair in pairs])]
    )


# -- all different, words, indices and covers --------------------------------------------------------


def distinct(p: kinds.Distinct, declared: Declaration) -> Form:
    if not p.is_mapped:
        offsets = {} if p.offsets is None else {"offsets": list(map(encoded, p.offsets))}
        free = {"exceptions": sorted(map(encoded, p.exceptions), key=repr)} if p.exceptions else {}
        return _typed("AllDifferent", p.scope, **offsets, **free)
    numbers: dict[Any, int] = {}
    targets = [
        [numbers.setdefault(p.mapped(k, value), len(numbers)) for value in domain]
        for k, domain in enumerate(declared.of(p.scope))
    ]
    exceptions = [n for target, n in numbers.items() if target in p.exceptions]
    return _typed("AllDifferent", p.scope, targets=targets, exceptions=exceptions)


def automaton_of(p: kinds.Reading, declared: Declaration) -> Form:
    read = automaton(p.source, p.source, declared)
    transitions = [[state, encoded(value), after] for (state, value), after in read.steps.items()]
    return _typed("Regular", p.scope, transitions=transitions, initial=0, accepting=sorted(read.accepting))


def element(p: kinds.ElementAt, declared: Declaration) -> Form:
    sequence = [{kind: encoded(content)} for kind, content in p.entries]
    return _typed("Element", index=encoded(p.index), sequence=sequence, value=encoded(p.value))


def lexicographic(p: kinds.Lexicographic, declared: Declaration) -> Form:
    return _typed("Lex", left=_names(p.left), right=_names(p.right), strict=p.strict)


def cardinality(p: kinds.Cardinality, declared: Declaration) -> Form:
    return _typed("Count", p.scope, counts=[[encoded(value), low, high] for value, low, high in p.counts])


def distinct_tuples(p: kinds.DistinctTuples, declared: Declaration) -> Form:
    return _typed("DistinctVectors", vectors=rows(p.vectors))


def cover(p: kinds.Covering, declared: Declaration) -> Form | None:
    """The options that cover a variable; none if that leaves out a variable, which then has no value at all."""
    place = {item: k for k, item in enumerate(p.scope)}
    options = [(option, items) for option, items in p.options if not items.isdisjoint(place)]
    covered = {item for _, items in options for item in items}
    if not covered.issuperset(place):
        return None
    others = sorted(covered.difference(place), key=repr)
    order = place | {item: len(place) + k for k, item in enumerate(others)}
    listed = [[encoded(option), _names(sorted(items, key=order.__getitem__))] for option, items in options]
    return _typed("ExactCover", options=listed, optional=_names(others))
