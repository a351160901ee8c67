"""Models as JSON, to keep them, to send them, and to write them with other programs.

```json
{
 "format": "clew", "version": 1, "name": "model",
 "variables": [
  {"name": "x", "domain": {"range": [0, 10]}},
  {"name": "y", "domain": [1, 3, 5]}
 ],
 "given": [["x", 3]],
 "constraints": [
  {"type": "Comparison", "scope": ["x", "y"], "relation": "<"}
 ]
}
```

Reading makes variables and constraints of what it finds, and runs nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from clew.errors import ClewError, InputError, OptionError, shown
from clew.exchange.declaration import declaration
from clew.exchange.json_constraints import constraint
from clew.exchange.json_primitives import forms
from clew.exchange.json_values import Fields, decoded, encoded, row, rows
from clew.limits import look, looking
from clew.problem.declared import title_of
from clew.problem.model import Model
from clew.problem.problem import AnyProblem

VERSION: Final = 1
"""Of the form. A reader rejects those that are newer than itself."""


def to_json(problem: AnyProblem) -> str:
    """A declared problem as JSON, a line for each variable and constraint. Its drawing and its texts are not written.

    A constraint that JSON does not know, such as a `Predicate`, becomes the table of what it allows.

    Args:
        problem: any problem that declares its variables and constraints.

    Raises:
        OptionError: something of it cannot be written; the message names it.
    """
    declared = declaration(problem)
    ranges = {variable: values for variable, values in problem.domains().items() if isinstance(values, range)}

    def domain(variable: Any) -> Any:
        if (values := ranges.get(variable)) is not None:
            return {"range": [values.start, values.stop] + ([] if values.step == 1 else [values.step])}
        try:
            return list(map(encoded, declared.domains[variable]))
        except OptionError as error:
            raise OptionError(f"the domain of {shown(variable)}: {error}") from None

    try:
        variables = _lines({"name": encoded(v), "domain": domain(v)} for v in declared.domains)
        given = json.dumps(rows(declared.given.items()))
        constraints = _lines(form for c in declared.constraints for form in forms(c, declared))
    except RecursionError:
        raise OptionError(f"{declared.title} cannot be written as JSON: something in it is nested too deeply") from None
    head = f'"format": "clew", "version": {VERSION}, "name": {json.dumps(title_of(problem))}'
    return f'{{\n {head},\n "variables": {variables},\n "given": {given},\n "constraints": {constraints}\n}}\n'


def _lines(objects: Iterable[Any]) -> str:
    lines = ",\n".join(f"  {json.dumps(thing)}" for thing in objects)
    return f"[\n{lines}\n ]" if lines else "[]"


def from_json(text: str) -> Model:
    """The model that a JSON text describes (see `to_json`).

    Raises:
        InputError: it describes none; the message names the place.
    """
    try:
        return _model(Fields(_parsed(text)))
    except RecursionError:
        raise InputError("the model is nested too deeply") from None


def _parsed(text: str) -> Any:
    def refused(constant: str) -> None:
        raise InputError(f"{constant} is no number that a model may have")

    try:
        return json.loads(text, parse_constant=refused)
    except ValueError as error:  # a number of too many digits is one too
        raise InputError(f"this is no JSON: {error}") from None


def _model(fields: Fields) -> Model:
    if fields.take("format") != "clew":
        raise InputError('this is no model of clew: its "format" must be "clew"')
    version = fields.take("version", int)
    if version != VERSION:
        raise InputError(f"the model has version {version}, and this clew reads version {VERSION}: update clew")
    model = Model(fields.take("name", str) if "name" in fields else "model")
    for k, content in enumerate(fields.take("variables", list), 1):
        with _located(f"variable {k}"):
            _declare(model, Fields(content))
    domains = {variable: tuple(looking(values)) for variable, values in model.domains().items()}
    for k, content in enumerate(fields.take("given", list) if "given" in fields else (), 1):
        with _located(f"given value {k}"):
            model.fix(*row(content, 2))
    for k, content in enumerate(fields.take("constraints", list), 1):
        kind = content.get("type") if isinstance(content, dict) else None
        where = f"constraint {k}" + (f" ({kind:.40})" if isinstance(kind, str) else "")
        with _located(where):
            model.require(constraint(content, domains))
    fields.end()
    return model


def _declare(model: Model, fields: Fields) -> None:
    name, content = decoded(fields.take("name")), fields.take("domain")
    fields.end()
    match content:
        case {"range": [int(start), int(stop), *step], **rest} if not rest and len(step) < 2 and step != [0]:
            values: Iterable[Any] = range(start, stop, *step)
        case [*listed]:
            values = tuple(map(decoded, listed))
            if len(set(values)) < len(values):
                raise InputError(f"the domain of {shown(name)} lists a value twice")
        case _:
            raise InputError(f'the domain of {shown(name)} must be a list of values or {{"range": [from, to]}}')
    if values:
        model.variable(name, values)
    elif name in model.domains():
        raise InputError(f"there are two variables {shown(name)}")
    else:
        model._domains[name] = ()  # no solution, then; a model that is put together by hand rejects it


@contextmanager
def _located(where: str) -> Iterator[None]:
    """Reads a part; an error names its place."""
    look()
    try:
        yield
    except (ClewError, TypeError, ValueError, SyntaxError, OverflowError) as error:
        raise InputError(f"{where}: {error}") from None
