"""From the meaning of constraints to a program of the engine, primitive by primitive.

Of the same primitives `clew.reference.propagation.compiler` makes the network for the search in Python, in which each
prunes as much. The record of a primitive names the function that compiles it, once `normal` has given it its form.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from itertools import chain
from typing import Any, Final, Self

from clew.constraints.base import Constraint, normal
from clew.constraints.objectives import Target
from clew.constraints.primitives import Primitive, implied, may_imply
from clew.constraints.registration import Registered
from clew.core import CannotCompileError, _engine, note
from clew.core.lowering.sums import add_differences, defined, minimize
from clew.core.variables import Variables, intervals, works_on_ends
from clew.errors import shown
from clew.limits import collector_paused, look, looking
from clew.records import frozen
from clew.state.levels import UNIT, Level

__all__ = ["CannotCompileError", "Compiled", "EngineCompiler", "program_of"]

WIDE: Final = 2**12
"""Values up to which every domain has a bit for each; a wider range may become an interval."""

NARROW: Final = 64
"""The same if the search is to learn from dead ends."""

MOST_PLACES: Final = 2**62
"""Values of a range up to which their places fit into a word."""

VALUES: Final = 2**20
"""Values up to which a domain can have a bit for each."""

TIGHT: Final = 2**11
"""Values of a range beyond which its bounds are tightened before it gets a bit for each."""

TIGHTENING: Final = 2**19
"""Units of work for which bounds are tightened before values get bits."""

LOWERING: Final = Registered("engine")
"""The function of each primitive that makes propagators of it, which its record names."""


def is_wide(values: Sequence[Any]) -> bool:
    """Whether a domain has its bounds tightened before each value gets a bit."""
    return isinstance(values, range) and values.step == 1 and bool(values[TIGHT : TIGHT + 1])


Domains = Mapping[Any, Sequence[Any]]
Goal = Target | None
Made = dict[int, list[Primitive]]


@frozen(eq=False)
class Compiled:
    """A program, and how its numbers are read.

    Attributes:
        program: the program.
        places: the number of each variable.
        values: for each variable, by its number, the values that it was declared with, a tuple or a wide range; or the
            part of a wide range that is left when bounds have been tightened.
        compiler: the compiler that has made it.
    """

    program: _engine.Program
    places: dict[Any, int]
    values: list[Sequence[Any]]
    compiler: EngineCompiler | None = None


def program_of(
    domains: Domains, constraints: Any, level: Level, objective: Goal = None, *, learns: bool = False, like: Any = None
) -> Compiled:
    """The program of some domains and constraints, and of what is to be made small, if there is such a thing.

    Narrower ranges become intervals if the search is to learn: an end says more about a reason than values do. The
    tables and automata of a program that it is like, if one is given, are not made again.

    Raises:
        CannotCompileError: the engine has no form for one of them, or for the level.
        Exception: any exception of a constraint, with a note that names the constraint.
    """
    if not level.is_compiled:
        raise CannotCompileError(f"inference {level.name!r} is known to Python alone")
    _check(domains)
    constraints = sorted(constraints, key=lambda c: len(c.scope) > 1)  # unary ones come first
    wide = NARROW if learns else WIDE
    made: Made = {}
    domains, some = _intervals(domains, constraints, level, wide, made)
    written = {own: tuple(own) for own in {d for d in domains.values() if isinstance(d, range)} if len(own) <= wide}
    values = [written.get(own, own) if isinstance(own, range) else own for own in domains.values()]
    compiler = EngineCompiler(domains, level, some, learns=learns)
    compiler.made = made
    if like is not None and like.compiler is not None:
        compiler.automata, compiler._shared = like.compiler.automata, like.compiler._shared
    return _compiled(compiler, constraints, objective, values)


def continued(begun: Any, constraints: Sequence[Constraint], objective: Target | None) -> Compiled | None:
    """The program of some constraints after those of another program, whose propagators it shares; that one stays.

    None if all must be compiled together: one on one variable comes first, and intervals depend on all of them.

    Raises:
        CannotCompileError: the engine has no form for one of them.
        Exception: any exception of a constraint, with a note that names the constraint.
    """
    is_none = not isinstance(begun, Compiled) or begun.compiler is None or begun.compiler.intervals
    if is_none or any(map(is_wide, begun.values)) or any(len(constraint.scope) < 2 for constraint in constraints):
        return None
    compiler = begun.compiler.begun()
    return None if compiler is None else _compiled(compiler, constraints, objective, begun.values)


@collector_paused()
def _compiled(compiler: EngineCompiler, constraints: Any, objective: Goal, values: list[Any]) -> Compiled:
    """The program of a compiler, after some more constraints and what all of them are compiled to together."""
    for constraint in looking(constraints):
        primitives = compiler.compile(constraint)
        if compiler.has_sums:
            compiler.parts += primitives
        else:
            compiler.before.append(constraint)
    compiler.program.mark()
    if compiler.propagates and compiler.has_sums:
        first = chain.from_iterable(constraint.primitives() for constraint in compiler.before)
        compiler.parts, compiler.before = [*first, *compiler.parts], []
        for primitive in [*implied(compiler.parts, compiler.all_domains, compiler.bits_left)]:
            compiler.add(primitive)
    compiler.finish()
    if objective is not None:
        minimize(compiler, objective)
    return Compiled(compiler.program, compiler.places, values, compiler)


def _check(domains: Domains) -> None:
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


def _intervals(domains: Domains, constraints: Any, level: Level, wide: int, made: Made) -> tuple[Domains, Set[Any]]:
    """The domains, of wide ranges tightened, and the variables of which the program keeps only the ends.

    Raises:
        CannotCompileError: another has more values than the engine has bits for.
    """
    longest = max(domains.values(), key=len, default=())
    if len(longest) <= wide and not is_wide(longest):
        return domains, frozenset()
    for constraint in constraints if level.propagates else ():
        try:  # they are kept, by the identity of the constraint
            made[id(constraint)] = [*constraint.primitives()]
        except Exception as error:
            note(constraint, error)
            raise
    found = [*chain.from_iterable(made.values())]
    some = intervals(domains, found, wide) if level.propagates and not level.supports else set()
    if level.propagates and any(map(is_wide, domains.values())):
        _refuse(domains, {v for v, values in domains.items() if is_wide(values)})
        domains = _tightened(domains, found)
        some = some and intervals(domains, found, wide)
    _refuse(domains, some)
    return domains, some


def _refuse(domains: Domains, intervals: Set[Hashable]) -> None:
    """Reject domains, except for intervals, that have more values than the engine has bits for.

    Raises:
        CannotCompileError: there is one.
    """
    for variable, values in domains.items():
        if len(values) > VALUES and variable not in intervals:
            raise CannotCompileError(f"{shown(variable)} has {len(values)} values")


def _tightened(domains: Domains, primitives: list[Primitive]) -> Domains:
    """The domains, wide ranges without what the engine takes from their ends; after a dead end, with one value each."""
    from clew.core.lowering.cycles import contradicts  # few models have wide ranges

    wide = {v for v, own in domains.items() if is_wide(own)}
    compiler = EngineCompiler(domains, UNIT, wide)
    for primitive in primitives:
        look()
        if works_on_ends(primitive, domains):
            with suppress(CannotCompileError):  # it is rejected, or not, when the domains are tightened
                compiler.add(primitive)
    search = _engine.Search(compiler.program, [], _engine.STATIC, False, True, 0)
    dead = contradicts(primitives, domains, TIGHTENING) or search.run(TIGHTENING, -1) == _engine.EXHAUSTED
    ends = {v: (0, 0) if dead else search.ends(compiler.places[v]) for v in wide}
    return {v: own[ends[v][0] : ends[v][1] + 1] if v in wide else own for v, own in domains.items()}


class EngineCompiler(Variables):
    """Makes a program, primitive by primitive.

    Args:
        domains: the variables with their values.
        level: one of the engine's.
        intervals, learns: the variables of which only the ends are kept; whether the search learns from dead ends.

    Attributes:
        all_domains: the variables with their values.
        has_sums: whether there is a primitive from which more may follow (see `may_imply`).
        before, parts: the constraints that came before there was one, and the primitives of the others.
        edges: pairs of variables that differ, each with the distance of equal values.
        made: the primitives that were made before, by the identity of their constraints.
        distinct, sums_of_images: variables that differ, with what prunes for them; sums of expressions and conditions.
    """

    def __init__(self, domains: Domains, level: Level, intervals: Set[Hashable], *, learns: bool = False) -> None:
        super().__init__(domains, level, intervals)
        self.all_domains, self.learns, self.has_sums = domains, learns, False
        self.before: list[Constraint] = []
        self.parts: list[Primitive] = []
        self.edges: list[int] = []
        self.distinct: list[tuple[list[int], _engine.Distinct]] = []
        self.sums_of_images: list[Any] = []
        self.made: Made = {}

    def begun(self) -> Self | None:
        if (made := super().begun()) is not None:
            made.edges, made.before, made.parts = [*self.edges], [*self.before], [*self.parts]
            made.distinct, made.sums_of_images, made.made = [*self.distinct], [*self.sums_of_images], {}
        return made

    def compile(self, constraint: Constraint) -> list[Primitive]:
        """Compile a constraint, and return the primitives that it is made of.

        Raises:
            CannotCompileError: the engine has no form for it.
        """
        if type(constraint).compile is not Constraint.compile:
            raise CannotCompileError(f"{constraint.title} compiles itself")
        try:
            primitives = self.made.pop(id(constraint), None) or [*constraint.primitives()]
            more: Iterable[Primitive] = ()
            if self.propagates and type(constraint).implied is not Constraint.implied:
                named = dict(zip(constraint.scope, self.domains(constraint.scope), strict=True))  # expressions, too
                more = constraint.implied({**named, **self.all_domains})
            for primitive in (*primitives, *more):
                self.add(primitive)
        except Exception as error:
            note(constraint, error)
            raise
        return primitives

    def bits_left(self, variable: Hashable) -> Sequence[Any]:
        """The values that a variable has left; none of an interval, which has no bits for them."""
        return () if (v := self.places[variable]) in self.intervals else self.domain(v)

    def part(self, names: Iterable[Hashable]) -> EngineCompiler:
        """A compiler for some of the variables alone."""
        domains = {name: self.values[self.places[name]] for name in names}
        made = type(self)(domains, self.level, {name for name in domains if self.places[name] in self.intervals})
        made.automata, made._shared = self.automata, self._shared
        return made

    def finish(self) -> None:
        """Compile what all constraints together are compiled to."""
        if self.edges:
            add_differences(self)
        if self.parts and (some := defined(self)):
            self.program.defined(some)

    def add(self, primitive: Primitive) -> None:
        """Compile a primitive.

        Raises:
            CannotCompileError: the engine has no form for it.
        """
        self.has_sums = self.has_sums or may_imply(primitive)
        is_open = primitive.record.python_if_small  # most primitives are not: they need not be looked at
        if is_open and (not self.intervals or self.intervals.isdisjoint(self.numbers(primitive.scope))):
            primitive = normal(primitive, self.propagates)
        lower = LOWERING[type(primitive)]
        if lower is None:
            raise CannotCompileError(f"{primitive.source.title} is known to Python alone")
        lower(self, primitive)
