"""From the meaning of constraints to a program of the engine, primitive by primitive.

It stands beside `clew.reference.propagation.compiler`, which makes the network for the search in Python of the same
primitives: each of them prunes as much here as there. The record of a primitive (`clew.constraints.registration`) names
the function that compiles it, and `normal` brings it into the form in which both compilers take it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from typing import Any, Final

from clew.constraints.base import Constraint
from clew.constraints.objectives import Target
from clew.constraints.primitives import Primitive, implied, normal
from clew.constraints.registration import Registered
from clew.core import CannotCompileError, _engine
from clew.core.lowering import distinct  # noqa: F401  # of most models: the first question imports nothing more
from clew.core.lowering.sums import add_differences, minimize
from clew.core.variables import Variables, intervals
from clew.errors import ClewError, shown
from clew.limits import look
from clew.records import frozen
from clew.state.levels import Level

__all__ = ["CannotCompileError", "Compiled", "EngineCompiler", "program_of"]

WIDE: Final = 2**12
"""Values up to which every domain has a bit for each; a wider range may become an interval."""

MOST_PLACES: Final = 2**62
"""Values of a range up to which their places fit into a word."""

VALUES: Final = 2**20
"""Values up to which a domain can have a bit for each."""


LOWERING: Final = Registered("engine")
"""The function of each primitive that makes propagators of it, which its record names."""


@frozen(eq=False)
class Compiled:
    """A program, and how its numbers are read.

    Attributes:
        program: the program.
        places: the number of each variable.
        values: for each variable, by its number, the values that it was declared with: a tuple, or a wide range.
    """

    program: _engine.Program
    places: dict[Any, int]
    values: list[Sequence[Any]]


def program_of(
    domains: Mapping[Any, Sequence[Any]],
    constraints: Iterable[Constraint],
    level: Level,
    objective: Target | None = None,
) -> Compiled:
    """The program of some domains and constraints, and of what is to be made small, if there is such a thing.

    Raises:
        CannotCompileError: the engine has no form for one of them, or for the level.
        Exception: any exception of a constraint, with a note that names the constraint.
    """
    if not level.is_compiled:
        raise CannotCompileError(f"inference {level.name!r} is known to Python alone")
    _check(domains)
    constraints = sorted(constraints, key=lambda c: len(c.scope) > 1)  # unary ones come first
    compiler = EngineCompiler(domains, level, _intervals(domains, constraints, level))
    for constraint in constraints:
        look()
        compiler.compile(constraint)
    if level.propagates:
        for primitive in [*implied(compiler.primitives, domains, compiler.bits_left)]:
            compiler.add(primitive)
    if compiler.edges:
        add_differences(compiler)
    if objective is not None:
        minimize(compiler, objective)
    written = {own: tuple(own) for own in domains.values() if isinstance(own, range) and len(own) <= WIDE}
    values = [written[own] if isinstance(own, range) and own in written else own for own in domains.values()]
    return Compiled(compiler.program, compiler.places, values)


def _check(domains: Mapping[Any, Sequence[Any]]) -> None:
    """Leaves to Python, which says what is wrong, a variable without a name, a value that is there twice, too many.

    Raises:
        CannotCompileError: there is one.
    """
    if None in domains:
        raise CannotCompileError("a variable is called None")
    for values in dict(zip(map(id, domains.values()), domains.values(), strict=True)).values():
        if isinstance(values, range) and (values.stop - values.start) // values.step >= MOST_PLACES:
            raise CannotCompileError(f"{shown(values)} has too many values")
        try:
            if not isinstance(values, range) and len(set(values)) < len(values):
                raise CannotCompileError(f"a value is there twice: {shown(values)}")
        except TypeError:
            raise CannotCompileError(f"a value cannot be hashed: {shown(values)}") from None


def _note(constraint: Constraint, error: Exception) -> None:
    """Say which constraint was compiled when something was raised."""
    if not isinstance(error, (ClewError, CannotCompileError)):
        error.add_note(f"while {constraint.title} was compiled")


def _intervals(domains: Mapping[Any, Sequence[Any]], constraints: list[Constraint], level: Level) -> Set[Hashable]:
    """The variables of which the program keeps only the smallest and the largest value.

    Raises:
        CannotCompileError: another has more values than the engine has bits for.
    """
    if max(map(len, domains.values()), default=0) <= WIDE:
        return frozenset()
    found: list[Primitive] = []
    for constraint in constraints if level.propagates else ():
        try:
            found += constraint.primitives()
        except Exception as error:
            _note(constraint, error)
            raise
    some = intervals(domains, found, WIDE) if level.propagates and not level.supports else set()
    for variable, values in domains.items():
        if len(values) > VALUES and variable not in some:
            raise CannotCompileError(f"{shown(variable)} has {len(values)} values")
    return some


class EngineCompiler(Variables):
    """Makes a program, primitive by primitive.

    Args:
        domains: the variables with their values.
        level: one of the engine's.
        intervals: the variables of which only the smallest and the largest value are kept.

    Attributes:
        primitives: those that the constraints are made of.
        edges: pairs of variables that differ, each with the distance of equal values.
        rows_of: for each relation its rows.
        unrolled: automata that other constraints may share.
    """

    def __init__(self, domains: Mapping[Any, Sequence[Any]], level: Level, intervals: Set[Hashable]) -> None:
        super().__init__(domains, level, intervals)
        self.primitives: list[Primitive] = []
        self.edges: list[int] = []
        self.rows_of: dict[tuple[Hashable, ...], tuple[bytes, bytes]] = {}
        self.unrolled: dict[Hashable, _engine.Unrolled] = {}

    def compile(self, constraint: Constraint) -> None:
        """Compile a constraint.

        Raises:
            CannotCompileError: the engine has no form for it.
        """
        if type(constraint).compile is not Constraint.compile:
            raise CannotCompileError(f"{constraint.title} compiles itself")
        try:
            for primitive in constraint.primitives():
                self.add(primitive)
        except Exception as error:
            _note(constraint, error)
            raise

    def bits_left(self, variable: Hashable) -> tuple[Any, ...]:
        """The values that a variable has left; none of an interval, which has no bits for them."""
        v = self.places[variable]
        return () if v in self.intervals else self.domain(v)

    def add(self, primitive: Primitive) -> None:
        """Compile a primitive.

        Raises:
            CannotCompileError: the engine has no form for it.
        """
        self.primitives.append(primitive)
        primitive = normal(primitive, self.propagates)
        lower = LOWERING[type(primitive)]
        if lower is None:
            raise CannotCompileError(f"{primitive.source.title} is known to Python alone")
        lower(self, primitive)
