"""The constraints in JSON: each kind is read by its name, with its fields. `json_primitives` writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import attrs

from clew import constraints
from clew.constraints import Constraint
from clew.errors import InputError
from clew.exchange.json_values import Fields, decoded, decoded_tree, encoded, row


@attrs.frozen(eq=False)
class TargetTable:
    """A mapping for `AllDifferent` that is data: the target of each value of each variable."""

    targets: Mapping[tuple[Any, Any], int]

    def __call__(self, variable: Any, value: Any) -> int:
        return self.targets[variable, value]


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


def _read_all_different(f: Fields) -> Constraint:
    scope = f.names()
    exceptions = f.others("exceptions")
    if "targets" not in f:
        offsets = f.numbers("offsets") if "offsets" in f else None
        return constraints.AllDifferent(scope, offsets=offsets, exceptions=exceptions)
    lists = f.take("targets", list)
    if len(lists) != len(scope):
        raise InputError(f"targets must be {len(scope)} lists, one for each variable")
    targets: dict[tuple[Any, Any], int] = {}
    for name, listed in zip(scope, lists, strict=True):
        domain = f.domains[name]
        targets.update(((name, value), n) for value, n in zip(domain, row(listed, len(domain)), strict=True))
    return constraints.AllDifferent(scope, mapping=TargetTable(targets), exceptions=exceptions)


def _read_count(f: Fields) -> Constraint:
    def bounds(content: Any) -> tuple[Any, int, int]:
        match content:
            case [value, int(low), int(high)]:
                return decoded(value), low, high
        raise InputError(f"counts must hold lists [value, at least, at most], and {content!r:.80} is none")

    return constraints.Count(f.names(), f.each("counts", bounds))


def _read_regular(f: Fields) -> Constraint:
    def transition(content: Any) -> tuple[tuple[Any, Any], Any]:
        state, value, after = row(content, 3)
        return (state, value), after

    return constraints.Regular(
        f.names(), f.each("transitions", transition), decoded(f.take("initial")), f.each("accepting")
    )


def _read_edges(f: Fields) -> Iterable[Any]:
    return f.each("edges", lambda part: row(part, 2))


def _read_connected(f: Fields) -> Constraint:
    scope, edges, value, also = f.names(), _read_edges(f), decoded(f.take("value")), f.others("also")
    size: Any = f.others("size") or None
    return constraints.Connected(scope, edges, value, f.each("fixed"), f.each("joints"), also=also, size=size)


def _entry(f: Fields, content: Any) -> Any:
    match content:
        case {"constant": constant, **rest} if not rest:
            return decoded(constant)
        case {"variable": name, **rest} if not rest:
            return constraints.Var(f.name(name))
    raise InputError(f'an entry must be {{"constant": value}} or {{"variable": name}}, and {content!r:.80} is neither')


def _read_entries(f: Fields, field: str) -> tuple[Any, ...]:
    return f.each(field, lambda content: _entry(f, content))


def _read_element(f: Fields) -> Constraint:
    return constraints.Element(f.name(f.take("index")), _read_entries(f, "sequence"), f.name(f.take("value")))


def _read_columns(f: Fields, fields: str) -> list[tuple[Any, ...]]:
    return [_read_entries(f, field) for field in fields.split()]


def _read_cumulative(f: Fields) -> Constraint:
    starts, durations, demands, presences = _read_columns(f, "starts durations demands presences")
    return constraints.Cumulative(starts, durations, demands, _entry(f, f.take("capacity", dict)), presences)


def _read_circuit(f: Fields) -> Constraint:
    scope = f.names()
    costs: Any = f.each("costs", lambda part: row(part, len(scope) - 1))
    after, total = (scope[:-1], scope[-1]) if costs else (scope, None)
    loops, ends = f.take("loops", bool), f.others("ends") or None
    return constraints.Circuit(after, loops, f.take("first", int), costs or None, total, ends)


def _read_exact_cover(f: Fields) -> Constraint:
    def option(content: Any) -> tuple[Any, Any]:
        name, items = row(content, 2)
        if not isinstance(items, tuple):
            raise InputError("options must hold lists [option, [item, ...]]")
        return name, items

    listed = f.each("options", option)
    options: dict[Any, Any] = dict(listed)
    if len(options) < len(listed):
        raise InputError("an option is listed twice")
    cover = constraints.ExactCover(options, f.others("optional"))
    for item in cover.scope:
        f.name(encoded(item))
    return cover


def _read_formula(f: Fields) -> Constraint:
    scope = f.names()
    left, right = (decoded_tree(f.take(side), len(scope)) for side in ("left", "right"))
    return constraints.Formula(scope, left, f.take("relation", str), right)


def _read_comparison(f: Fields) -> Constraint:
    scope, relation = f.names(), f.take("relation", str)
    return constraints.Comparison(scope, relation, decoded(f.take("constant")) if len(scope) == 1 else None)


def _read_parts(f: Fields) -> tuple[Constraint, ...]:
    return f.each("parts", lambda content: constraint(content, f.domains))


def _read_not(f: Fields) -> Constraint:
    match _read_parts(f):
        case (part,):
            return constraints.Not(part)
    raise InputError("parts must hold the one constraint that does not hold")


def _read_table(f: Fields) -> Constraint:
    scope = f.names()
    tuples = f.each("tuples", lambda part: row(part, len(scope)))
    return constraints.Table(scope, tuples, allowed=f.take("allowed", bool))


def _read_vectors(f: Fields) -> Constraint:
    def vector(content: Any) -> tuple[Any, ...]:
        if not isinstance(content, list):
            raise InputError(f"{content!r:.80} is no list of variables")
        return tuple(map(f.name, content))

    return constraints.DistinctVectors(f.each("vectors", vector))


READERS: Final[dict[str, Callable[[Fields], Constraint]]] = {
    "Acyclic": lambda f: constraints.Acyclic(f.names(), _read_edges(f), f.take("may_close", bool)),
    "AllDifferent": _read_all_different,
    "And": lambda f: constraints.And(_read_parts(f)),
    "Circuit": _read_circuit,
    "Comparison": _read_comparison,
    "Connected": _read_connected,
    "Count": _read_count,
    "Cumulative": _read_cumulative,
    "DistinctVectors": _read_vectors,
    "Element": _read_element,
    "ExactCover": _read_exact_cover,
    "Formula": _read_formula,
    "Lex": lambda f: constraints.Lex(f.names("left"), f.names("right"), f.take("strict", bool)),
    "Linear": lambda f: constraints.Linear(
        f.names(), f.numbers("coefficients"), f.take("relation", str), f.number("bound")
    ),
    "NoOverlap": lambda f: constraints.NoOverlap(*_read_columns(f, "starts durations presences")),
    "NoOverlap2D": lambda f: constraints.NoOverlap2D(*_read_columns(f, "xs ys widths heights presences")),
    "Not": _read_not,
    "Or": lambda f: constraints.Or(_read_parts(f)),
    "Product": lambda f: constraints.Product(f.names(), f.take("relation", str), f.number("bound")),
    "Regular": _read_regular,
    "Same": lambda f: constraints.Same(f.names("left"), f.names("right")),
    "Table": _read_table,
}
