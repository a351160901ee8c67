"""The description of a search in a checkpoint, by which the search is known again, and can be resumed.

A problem is kept as data: an instance as text, its parameters, and a name. Only the name of an installed plugin is
ever looked up, among the installed plugins. A module or a file is named for people: `clew resume` loads none that the
checkpoint names, only one that its caller names.
"""

from __future__ import annotations

import json
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, Final, cast

import attrs

from clew.errors import ClewError, InputError, OptionError
from clew.options import CheckpointSpecification, Options
from clew.outcome import Limits, Outcome
from clew.planning.validation import parts_of
from clew.plugins import installed_name, make
from clew.problem.declared import declared_domains, title_of
from clew.problem.fields import instance_field
from clew.problem.problem import AnyProblem
from clew.scale.checkpoint.checkpoint import Checkpoint, opened, shown
from clew.scale.checkpoint.encoding import Coding, plain, restored
from clew.scale.checkpoint.files import beside
from clew.scale.checkpoint.identity import canonical, digest, digest_of
from clew.scale.checkpoint.reader import damaged
from clew.scale.checkpoint.schema import Entries, Malformed
from clew.scale.parallel.running import solve
from clew.scale.parallel.work import AnyStrategy
from clew.strategies import All, AtMost, Count, First, Sample, Unique

FORMS: Final = ("inference", "variable_order", "value_order", "seed", "verify")
"""The options that a checkpoint keeps as they are, if they are names or numbers."""


@attrs.frozen
class Listed(Count):
    """Every solution, written out by the checkpoint as it becomes certain: the result is their number."""

    lists: ClassVar[bool] = True


KNOWN: Final[dict[str, type[AnyStrategy]]] = {
    kind.__name__: kind for kind in (All, AtMost, Count, First, Listed, Sample, Unique)
}
"""The strategies that a checkpoint can begin again without help."""


def solve_with_checkpoint(problem: AnyProblem, strategy: AnyStrategy, options: Options) -> Outcome[Any]:
    """Search a problem and keep finished subtrees in a checkpoint (see `clew.solve`)."""
    journal = checkpoint_of(problem, strategy, options)
    try:
        outcome = solve(problem, strategy, options, journal)
    except BaseException as error:
        journal.give_up(error)
        raise
    written = journal.written
    if written is None:
        return outcome
    # Solutions behind a subtree that is still open wait in the checkpoint: the file counts.
    return attrs.evolve(outcome, result=written, statistics=attrs.evolve(outcome.statistics, solutions=written))


def checkpoint_of(problem: AnyProblem, strategy: AnyStrategy, options: Options) -> Checkpoint:
    """The checkpoint that some options ask for.

    Raises:
        InputError: the file that is there is another search's, or no checkpoint.
        OptionError: the search cannot be kept, or another process writes the file.
        CheckpointError: the file cannot be written.
    """
    specification = _specification(strategy, options)
    given, limits = _given(problem, options), options.get("limits")
    known = known_by(problem)
    identity = {
        **known,
        "question": json.dumps(canonical(strategy)),
        "given": given,
        **{name: _named(options.get(name)) for name in FORMS},
        "solutions": limits.solutions if isinstance(limits, Limits) else None,
        "output": specification.output is not None,
        "search": _phases(problem, options) or None,
    }
    remarks = {
        "source": specification.source or source_of(problem, known["digest"]),
        "question": type(strategy).__name__,
        "strategy": _kept_strategy(strategy),
        "output": None if specification.output in (None, beside(specification.path)) else str(specification.output),
    }
    search = {"identity": identity, "remarks": remarks}
    return opened(specification.path, search, problem, specification.output, lists=strategy.lists)


def _specification(strategy: AnyStrategy, options: Options) -> CheckpointSpecification:
    """How to keep a search.

    Raises:
        OptionError: it cannot be kept so.
    """
    asked = options.get("checkpoint")
    if not isinstance(asked, (str, os.PathLike, CheckpointSpecification)):
        raise OptionError(f"checkpoint must be the path of a file, not {asked!r}")
    if options.get("assume") is not None:
        raise OptionError("a checkpoint does not keep assumed conditions: leave checkpoint or assume out")
    if options.get("subtree") is not None:
        raise OptionError("a checkpoint keeps a whole search: leave checkpoint or subtree out")
    specification = asked if isinstance(asked, CheckpointSpecification) else CheckpointSpecification(Path(asked))
    if specification.output is not None and type(strategy) is not Listed:
        raise OptionError(f"{type(strategy).__name__} writes no solutions into a file: leave output out")
    return specification


def known_by(problem: AnyProblem) -> dict[str, str]:
    """The identity of a problem, with the version of clew that searches it."""
    return {"version": version(), "problem": title_of(problem), "digest": digest(problem)}


def version() -> str:
    """The version of this clew."""
    return str(import_module("clew").__version__)  # known by the outermost layer


def _given(problem: AnyProblem, options: Options) -> list[Any]:
    try:
        return Coding(problem).encoded_given(options.get("given") or {})
    except KeyError as error:
        raise OptionError(f"given: {title_of(problem)} has no variable or value {error.args[0]!r}") from None


def _phases(problem: AnyProblem, options: Options) -> list[list[Any]]:
    """Phases for JSON: the places of their variables, and the names of their orders."""
    places = {variable: place for place, variable in enumerate(declared_domains(problem))}
    try:
        return [[[places[v] for v in own], *orders] for own, *orders in parts_of(options.get("search"))]
    except (KeyError, TypeError) as error:
        raise InputError(f"search: {title_of(problem)} has no such variable ({error})") from None


def _named(option: Any) -> Any:
    """An option that is a name or a number; a function stands as its digest, and has to be given again."""
    return option if option is None or isinstance(option, (str, int)) else {"function": digest_of(canonical(option))}


def _kept_strategy(strategy: AnyStrategy) -> Any:
    """A strategy's name and numbers; None if it is none of clew's, and has to be given again."""
    if type(strategy) not in KNOWN.values():
        return None
    numbers = attrs.asdict(cast(Any, strategy), filter=lambda field, _: field.init)
    return [type(strategy).__name__, list(numbers.items())]


def strategy_of(kept: Any) -> AnyStrategy | None:
    """The strategy that a checkpoint names, one of clew's; None if it has to be given.

    Raises:
        OptionError: clew has no such strategy.
    """
    if kept is None:
        return None
    name, numbers = kept[0], dict(kept[1])
    kind: Any = KNOWN.get(name)
    if kind is None or numbers.keys() != {field.name for field in attrs.fields(kind) if field.init}:
        raise OptionError(f"clew has no strategy {shown(name)} with the numbers {shown(numbers)}")
    strategy: AnyStrategy = kind(**numbers)
    return strategy


def options_of(specification: CheckpointSpecification, identity: Entries, problem: AnyProblem) -> Options:
    """The options that shape a kept search, and how it is kept.

    Raises:
        InputError: the given values are none of the problem's: the file is damaged.
        OptionError: one of them is a function, which is not kept.
    """
    try:
        options: Options = {"given": Coding(problem).decoded_given(identity["given"])}
    except Malformed as error:
        raise damaged(specification.path, str(error)) from None
    options["limits"], options["checkpoint"] = Limits(solutions=identity["solutions"]), specification
    if search := identity.get("search"):
        variables = tuple(declared_domains(problem))
        if any(place >= len(variables) for own, *_ in search for place in own):
            raise damaged(specification.path, "a phase in it has a variable that there is not")
        options["search"] = [(tuple([variables[k] for k in own]), *orders) for own, *orders in search]
    for name in FORMS:
        if isinstance(identity[name], dict):
            owner = f"{specification.path}: its {name}"
            raise OptionError(f"{owner} is a function, which no file keeps: call clew.solve with the same options")
        options[name] = identity[name]
    return options


def source_of(problem: AnyProblem, own: str) -> dict[str, Any] | None:
    """How to make a problem again: as `made` reads it; None if that would not make the same one.

    Args:
        problem: the problem.
        own: its digest.
    """
    kind: Any = type(problem)
    name = _loadable(kind) if attrs.has(kind) else None
    if name is None:
        return None
    for has_text in (True, False):
        try:
            text = problem.to_text() if has_text else None
            form = instance_field(kind) if has_text else None
            fields = [f for f in attrs.fields(kind) if f.init and f is not form and (f.kw_only or not has_text)]
            parameters = [[f.alias, plain(getattr(problem, f.name))] for f in fields]
            source = {"plugin": installed_name(kind), "name": name, "text": text, "parameters": parameters}
            if digest(made(kind, source)) == own:
                return source
        except (ClewError, TypeError, AttributeError, ValueError):
            continue
    return None


def made(kind: type[AnyProblem], source: Entries) -> AnyProblem:
    """The problem that a source describes.

    Args:
        kind: its class.
        source: as `source_of` gives it.

    Raises:
        ClewError: the class makes no such instance.
    """
    parameters = {key: restored(value) for key, value in source["parameters"]}
    return make(kind, source["name"], source["text"], parameters)


def _loadable(kind: type) -> str | None:
    """The name by which `clew.load` finds a class; None for one that is defined within a function, or in a script."""
    spec = getattr(sys.modules.get(kind.__module__), "__spec__", None)
    if spec is None or not spec.origin or "." in kind.__qualname__:
        return None
    is_installed = "." in kind.__module__ or spec.submodule_search_locations or "site-packages" in spec.origin
    return f"{kind.__module__ if is_installed else Path(spec.origin)}:{kind.__qualname__}"
