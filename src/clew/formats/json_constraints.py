"""The constraints in JSON: each kind by its name, with its fields.

What JSON cannot hold, a function of Python, is written as what it says: the mapping of an `AllDifferent` as the
numbers of its targets, a `Stepwise` of a user's own as the automaton that it is, anything else as a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import attrs

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
    Var,
)
from clew.errors import InputError, OptionError
from clew.formats.automata import DEAD, unrolled
from clew.formats.declaration import Declaration
from clew.formats.json_values import (
    Fields,
    decoded,
    decoded_tree,
    encoded,
    encoded_tree,
    number,
    row,
    rows,
)

Form = dict[str, Any]


@attrs.frozen(eq=False)
class Targets:
    """A mapping for `AllDifferent` that is data: the target of each value of each variable."""

    targets: Mapping[tuple[Any, Any], int]

    def __call__(self, variable: Any, value: Any) -> int:
        return self.targets[variable, value]


# -- writing ---------------------------------------------------------------------------------------


def form(constraint: Constraint, declared: Declaration) -> Form:
    """A constraint as a JSON object.

    Raises:
        OptionError: there is no form for it; the message names the constraint.
    """
    named = {} if constraint.label is None else {"name": constraint.label}
    write = WRITERS.get(type(constraint))
    try:
        if write is not None:
            return {"type": type(constraint).__name__, **named, **write(constraint, declared)}
    except OptionError as error:
        raise OptionError(f"{constraint.title}: {error}") from None
    if isinstance(constraint, Stepwise):
        return {**_as_automaton(constraint, declared), **named}
    return {**_as_table(constraint, declared), **named}


def _scope(constraint: Constraint) -> Form:
    return {"scope": [encoded(name) for name in constraint.scope]}


def _as_table(constraint: Constraint, declared: Declaration) -> Form:
    """Its allowed tuples; where there are none, all of them as forbidden."""
    combinations = declared.combinations(constraint)
    allowed = [values for values, holds in combinations if holds]
    table = {"tuples": rows(allowed or [values for values, _ in combinations]), "allowed": bool(allowed)}
    return {"type": "Table", **_scope(constraint), **table}


def _as_automaton(constraint: Stepwise, declared: Declaration) -> Form:
    """A `Regular` whose states know the place of the variable that is read next."""
    domains = declared.of(constraint)
    layers = unrolled(constraint, constraint, domains)
    transitions = []
    first = 0
    for layer, domain in zip(layers or (), domains, strict=bool(layers)):
        after = first + len(layer)
        for state, steps in enumerate(layer, first):
            transitions += [[state, encoded(v), after + t] for v, t in zip(domain, steps, strict=True) if t != DEAD]
        first = after
    return {
        "type": "Regular",
        **_scope(constraint),
        "transitions": transitions,
        "initial": 0,
        "accepting": [first] if layers else [],
    }


def _all_different(c: AllDifferent, declared: Declaration) -> Form:
    if c.mapping is None:
        offsets = {} if c.offsets is None else {"offsets": list(map(encoded, c.offsets))}
        exceptions = {"exceptions": sorted(map(encoded, c.exceptions), key=repr)} if c.exceptions else {}
        return {**_scope(c), **offsets, **exceptions}
    numbers: dict[Any, int] = {}
    targets = [
        [numbers.setdefault(c.mapped(k, value), len(numbers)) for value in domain]
        for k, domain in enumerate(declared.of(c))
    ]
    return {
        **_scope(c),
        "targets": targets,
        "exceptions": [n for target, n in numbers.items() if target in c.exceptions],
    }


def _regular(c: Regular, declared: Declaration) -> Form:
    numbers: dict[Any, int] = {c.initial: 0}
    transitions = [
        [numbers.setdefault(state, len(numbers)), encoded(value), numbers.setdefault(after, len(numbers))]
        for (state, value), after in c.transitions
    ]
    accepting = sorted(numbers[state] for state in c.accepting if state in numbers)
    return {**_scope(c), "transitions": transitions, "initial": 0, "accepting": accepting}


def _element(c: Element, declared: Declaration) -> Form:
    index, value = (encoded(name) for name in c.scope[:2])
    sequence = [
        {"constant": encoded(content)} if kind == "constant" else {"variable": encoded(c.scope[content])}
        for kind, content in c.sequence
    ]
    return {"index": index, "sequence": sequence, "value": value}


def _exact_cover(c: ExactCover, declared: Declaration) -> Form:
    place = {item: k for k, item in enumerate(c.scope)}
    others = {item for _, items in c.options for item in items if item not in place}
    order = {**place, **{item: len(place) + k for k, item in enumerate(sorted(others, key=repr))}}
    options = [[encoded(o), [encoded(item) for item in sorted(items, key=order.__getitem__)]] for o, items in c.options]
    return {"options": options, "optional": [encoded(item) for item in order if item in others]}


def _table(c: Table, declared: Declaration) -> Form:
    return {**_scope(c), "tuples": sorted(rows(c.tuples), key=repr), "allowed": c.allowed}


def _formula(c: Formula, declared: Declaration) -> Form:
    return {**_scope(c), "left": encoded_tree(c.left), "relation": c.relation, "right": encoded_tree(c.right)}


def _comparison(c: Comparison, declared: Declaration) -> Form:
    constant = {"constant": encoded(c.constant)} if len(c.scope) == 1 else {}
    return {**_scope(c), "relation": c.relation, **constant}


def _linear(c: Linear, declared: Declaration) -> Form:
    numbers = {"coefficients": list(map(encoded, c.coefficients)), "relation": c.relation, "bound": encoded(c.bound)}
    return {**_scope(c), **numbers}


def _parts(c: And | Or | Not, declared: Declaration) -> Form:
    return {"parts": [form(part, declared) for part in c.parts]}


WRITERS: Final[dict[type[Constraint], Callable[[Any, Declaration], Form]]] = {
    AllDifferent: _all_different,
    And: _parts,
    Comparison: _comparison,
    Count: lambda c, _: {**_scope(c), "counts": [[encoded(value), low, high] for value, low, high in c.counts]},
    DistinctVectors: lambda c, _: {"vectors": rows(c.vectors)},
    Element: _element,
    ExactCover: _exact_cover,
    Formula: _formula,
    Lex: lambda c, _: {"left": rows([c.scope[::2]])[0], "right": rows([c.scope[1::2]])[0], "strict": c.strict},
    Linear: _linear,
    Not: _parts,
    Or: _parts,
    Product: lambda c, _: {**_scope(c), "relation": c.relation, "bound": encoded(c.bound)},
    Regular: _regular,
    Same: lambda c, _: dict(zip(("left", "right"), rows([c.left, c.right]), strict=True)),
    Table: _table,
}


# -- reading ---------------------------------------------------------------------------------------


def constraint(content: Any, domains: Mapping[Any, tuple[Any, ...]]) -> Constraint:
    """The constraint that a JSON object describes.

    Raises:
        InputError: it describes none.
        ProblemError: it describes one that could not be.
    """
    fields = Fields(content, domains)
    kind = fields.take("type", str)
    if kind not in READERS:
        raise InputError(f"there is no type {kind[:40]!r}: use one of {', '.join(sorted(READERS))}")
    name = fields.take("name", str) if "name" in fields else None
    made = READERS[kind](fields)
    fields.end()
    return made if name is None else made.named(name)


def _read_all_different(f: Fields) -> AllDifferent:
    scope = f.names()
    exceptions = f.each("exceptions") if "exceptions" in f else ()
    if "targets" not in f:
        offsets = f.each("offsets", lambda part: number(decoded(part))) if "offsets" in f else None
        return AllDifferent(scope, offsets=offsets, exceptions=exceptions)
    lists = f.take("targets", list)
    if len(lists) != len(scope):
        raise InputError(f"targets must be {len(scope)} lists, one for each variable")
    targets: dict[tuple[Any, Any], int] = {}
    for name, listed in zip(scope, lists, strict=True):
        domain = f.domains[name]
        targets.update(((name, value), n) for value, n in zip(domain, row(listed, len(domain)), strict=True))
    return AllDifferent(scope, mapping=Targets(targets), exceptions=exceptions)


def _read_count(f: Fields) -> Count:
    def bounds(content: Any) -> tuple[Any, int, int]:
        match content:
            case [value, int(low), int(high)]:
                return decoded(value), low, high
        raise InputError(f"counts must hold lists [value, at least, at most], and {content!r:.80} is none")

    return Count(f.names(), f.each("counts", bounds))


def _read_regular(f: Fields) -> Regular:
    def transition(content: Any) -> tuple[tuple[Any, Any], Any]:
        state, value, after = row(content, 3)
        return (state, value), after

    return Regular(f.names(), f.each("transitions", transition), decoded(f.take("initial")), f.each("accepting"))


def _read_element(f: Fields) -> Element:
    def entry(content: Any) -> Any:
        match content:
            case {"constant": constant, **rest} if not rest:
                return decoded(constant)
            case {"variable": name, **rest} if not rest:
                return Var(f.name(name))
        raise InputError('a sequence must hold objects {"constant": value} or {"variable": name}')

    return Element(f.name(f.take("index")), f.each("sequence", entry), f.name(f.take("value")))


def _read_exact_cover(f: Fields) -> ExactCover:
    def option(content: Any) -> tuple[Any, Any]:
        name, items = row(content, 2)
        if not isinstance(items, tuple):
            raise InputError("options must hold lists [option, [item, ...]]")
        return name, items

    listed = f.each("options", option)
    options: dict[Any, Any] = dict(listed)
    if len(options) < len(listed):
        raise InputError("an option is listed twice")
    cover = ExactCover(options, f.each("optional") if "optional" in f else ())
    for item in cover.scope:
        f.name(encoded(item))
    return cover


def _read_formula(f: Fields) -> Formula:
    scope = f.names()
    left, right = (decoded_tree(f.take(side), len(scope)) for side in ("left", "right"))
    return Formula(scope, left, f.take("relation", str), right)


def _read_comparison(f: Fields) -> Comparison:
    scope = f.names()
    return Comparison(scope, f.take("relation", str), decoded(f.take("constant")) if len(scope) == 1 else None)


def _read_linear(f: Fields) -> Linear:
    weights = f.each("coefficients", lambda part: number(decoded(part)))
    return Linear(f.names(), weights, f.take("relation", str), number(decoded(f.take("bound"))))


def _read_parts(f: Fields) -> Iterable[Constraint]:
    return f.each("parts", lambda content: constraint(content, f.domains))


def _read_not(f: Fields) -> Not:
    parts = tuple(_read_parts(f))
    if len(parts) != 1:
        raise InputError("parts must hold the one constraint that does not hold")
    return Not(parts[0])


def _read_table(f: Fields) -> Table:
    scope = f.names()
    return Table(scope, f.each("tuples", lambda part: row(part, len(scope))), allowed=f.take("allowed", bool))


def _vector(f: Fields) -> Callable[[Any], tuple[Any, ...]]:
    def read(content: Any) -> tuple[Any, ...]:
        if not isinstance(content, list):
            raise InputError(f"{content!r:.80} is no list of variables")
        return tuple(map(f.name, content))

    return read


READERS: Final[dict[str, Callable[[Fields], Constraint]]] = {
    "AllDifferent": _read_all_different,
    "And": lambda f: And(_read_parts(f)),
    "Comparison": _read_comparison,
    "Count": _read_count,
    "DistinctVectors": lambda f: DistinctVectors(f.each("vectors", _vector(f))),
    "Element": _read_element,
    "ExactCover": _read_exact_cover,
    "Formula": _read_formula,
    "Lex": lambda f: Lex(f.names("left"), f.names("right"), f.take("strict", bool)),
    "Linear": _read_linear,
    "Not": _read_not,
    "Or": lambda f: Or(_read_parts(f)),
    "Product": lambda f: Product(f.names(), f.take("relation", str), number(decoded(f.take("bound")))),
    "Regular": _read_regular,
    "Same": lambda f: Same(f.names("left"), f.names("right")),
    "Table": _read_table,
}
