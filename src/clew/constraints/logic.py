"""Combinations of constraints: and, or, not, implies."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import partial
from itertools import product
from math import prod
from numbers import Rational
from typing import Any, Final

from clew.constraints.alternatives import Alternatives, Clause, Disjunction
from clew.constraints.arithmetic import MIRRORED, OPPOSITE, Comparison, Formula, Linear, Product
from clew.constraints.asking import Compiler, any_may_raise, may_raise
from clew.constraints.base import NESTING, Constraint, Values, too_deep, truth
from clew.constraints.forms import unary
from clew.constraints.names import no_part, titled, tuple_of
from clew.constraints.primitives import Callback, Primitive, Unary, WeightedSum
from clew.errors import ProblemError, called_with
from clew.records import evolve, field, frozen


@frozen(init=False)
class _Combination(Constraint):
    """Constraints that are combined into one: one after the other, or a collection of them. Its scope is all of theirs.

    Attributes:
        parts: the constraints. A part without a label that combines in the same way stands there by its own parts.
        depth: how deep combinations are nested in it; 1 if none of its parts is one.

    Raises:
        ProblemError: there are no constraints, or combinations are nested deeper than `NESTING`.
    """

    parts: tuple[Constraint, ...]
    depth: int = field(init=False, eq=False, repr=False)
    _places: tuple[tuple[int, ...], ...] | None = field(init=False, eq=False, repr=False)

    def __init__(self, *parts: Any) -> None:
        is_collection = len(parts) == 1 and not isinstance(parts[0], Constraint)
        constraints = tuple_of(parts[0]) if is_collection else parts
        if not isinstance(constraints, tuple):
            raise no_part(f"{type(self).__name__} combines", constraints)
        if not constraints:
            raise ProblemError(f"{type(self).__name__} combines no constraint: give it at least one")
        depth = 1
        taken: list[Constraint] = []
        for part in constraints:
            if not isinstance(part, Constraint):
                raise no_part(f"{type(self).__name__} combines", part)
            if isinstance(part, _Combination):
                is_alike = type(part) is type(self) is not Not and part.label is None
                depth = max(depth, part.depth + (not is_alike))
                taken += part.parts if is_alike else (part,)
            else:
                taken.append(part)
        scope = tuple(dict.fromkeys(name for part in constraints for name in part.scope))
        if depth > NESTING:
            raise too_deep(titled(type(self).__name__, scope), "a constraint")
        object.__setattr__(self, "depth", depth)
        object.__setattr__(self, "_places", None)
        self.__attrs_init__(scope, tuple(taken))

    def verdicts(self, values: Values) -> Iterable[bool]:
        """Whether each of the parts holds, one after the other as they are asked for."""
        places_of = self._places
        if places_of is None:  # only now: a chain of many `&` makes as many combinations, and uses the last
            place = {name: k for k, name in enumerate(self.scope)}
            places_of = tuple(tuple(place[name] for name in part.scope) for part in self.parts)
            object.__setattr__(self, "_places", places_of)
        for part, places in zip(self.parts, places_of, strict=True):
            yield truth(part, [values[k] for k in places])

    def primitives(self) -> Iterable[Primitive]:
        """A clause, a disjunction of inequalities or other alternatives; Python decides if it decides on a part."""
        if len(self.scope) < 2:
            asks = not self.scope or any(may_raise(one) for part in self.parts for one in part.primitives())
            return (Callback(self) if asks else unary(self),)
        parts = list(_flat(self, False, Or))
        if all(len(part.scope) == 1 for part, _ in parts):
            return (Clause(self, tuple(_literals(parts))),)
        if len(parts) == 1:
            return self._all_of(list(_flat(*parts[0], And)))
        if (clauses := _clauses(parts)) is not None:
            own = [clause.named(self.label) if self.label else clause for clause in clauses]
            return [one for clause in own for one in clause.primitives()]
        sums = tuple([found for part in parts if (found := _inequality(*part)) is not None])
        if len(sums) == len(parts):
            return (Disjunction(self, sums),)
        some = Alternatives(self, tuple(_guarded(parts)))
        return (Callback(self) if may_raise(some) else some,)

    def _all_of(self, parts: list[tuple[Constraint, bool]]) -> Iterable[Primitive]:
        """The primitives of parts that hold together, or of the only one."""
        if len(parts) > 1:
            made = _primitives(parts)
            return (Callback(self),) if any(map(may_raise, made)) else made
        part, is_negated = parts[0]
        if not is_negated and part is not self:
            return part.primitives()
        found = opposite(part) if is_negated else None
        return (Callback(self),) if found is None else [one.restated(self) for one in found.primitives()]


@frozen(init=False)
class And(_Combination):
    """All of the constraints hold: `And(x < y, y < z)`, or `And([x < y, y < z])`.

    A problem that declares it declares each of them.
    """

    def holds(self, values: Values) -> bool:
        return all(self.verdicts(values))

    def conjuncts(self) -> tuple[Constraint, ...]:
        conjuncts = (conjunct for part in self.parts for conjunct in part.conjuncts())
        parts = [Not(part) if is_negated else part for part, is_negated in _joined((part, False) for part in conjuncts)]
        return tuple(part if part.label or not self.label else part.named(self.label) for part in parts)


@frozen(init=False)
class Or(_Combination):
    """One of the constraints holds at least: `Or(x < y, y < z)`, or `Or([x < y, y < z])`.

    Pruning: a value goes that none of the constraints leaves, each propagated by itself; as that of a `Predicate` if
    Python decides on one of them.
    """

    def holds(self, values: Values) -> bool:
        return any(self.verdicts(values))


@called_with("as in Not(x == 1)")
@frozen(init=False)
class Not(_Combination):
    """A constraint does not hold. Pruned as the others say the same: not both is one of the opposites."""

    def __init__(self, part: Constraint) -> None:
        super().__init__(part)

    def holds(self, values: Values) -> bool:
        return not any(self.verdicts(values))

    def conjuncts(self) -> tuple[Constraint, ...]:
        parts = list(_flat(self, False, And))
        if len(parts) == 1:
            return (self,)
        said = And([Not(part) if is_negated else part for part, is_negated in parts])
        return (said if self.label is None else said.named(self.label)).conjuncts()

    def __invert__(self) -> Constraint:
        return self.parts[0] if self.label is None else Not(self)


@called_with("as in Implies(x == 1, y == 2)")
def Implies(condition: Constraint, consequence: Constraint) -> Or:  # noqa: N802
    """If the first constraint holds, so does the second."""
    return Or((Not(condition), consequence))


@called_with("as in If(x == 1, y == 2, y == 3)")
def If(condition: Constraint, then: Constraint, otherwise: Constraint | None = None) -> Or:  # noqa: N802
    """If the first constraint holds, so does the second; if it does not, so does the third, if one is given."""
    return Implies(condition, then) if otherwise is None else Or(And(condition, then), And(Not(condition), otherwise))


CLAUSES: Final = 16
"""Clauses up to which a disjunction of conditions that hold together is written so."""

COMPARE: Final = (Comparison, Formula, Linear, Product)
"""The constraints whose opposite compares the same in the opposite way."""

Parts = Iterable[tuple[Constraint, bool]]
"""Constraints, with whether each is negated."""


def _flat(constraint: Constraint, is_negated: bool, kind: type[_Combination]) -> Iterator[tuple[Constraint, bool]]:
    """The parts of a constraint, or of its opposite, one of which at least must hold, or all.

    By the law of De Morgan, the opposite of a conjunction is a disjunction of opposites.

    Args:
        constraint: the constraint.
        is_negated: whether its opposite is meant.
        kind: how the parts are combined, `Or` or `And`.
    """
    dual = And if kind is Or else Or
    if type(constraint) is Not:
        yield from _flat(constraint.parts[0], not is_negated, kind)
    elif isinstance(constraint, _Combination) and type(constraint) is (dual if is_negated else kind):
        for part in constraint.parts:
            yield from _flat(part, is_negated, kind)
    else:
        yield constraint, is_negated


def _joined(parts: Parts) -> list[tuple[Constraint, bool]]:
    """Parts that hold together, two opposite inequalities of several variables as one equation."""
    joined: list[tuple[Constraint, bool]] = []
    places: dict[Hashable, int] = {}
    for part in parts:
        found = _inequality(*part) if len(part[0].scope) > 1 else None
        if found is not None and found.relation == "<=":
            weights = dict(zip(found.scope, found.coefficients, strict=True))
            opposite = frozenset((name, -weight) for name, weight in weights.items()), -found.bound
            if (place := places.pop(opposite, None)) is not None:
                first: Any = joined[place][0]
                joined[place] = evolve(first, relation="=="), False
                continue
            places[frozenset(weights.items()), found.bound] = len(joined)
        joined.append(part)
    return joined


def _primitives(parts: Parts) -> tuple[Primitive, ...]:
    """The primitives of some parts."""
    constraints = (Not(part) if is_negated else part for part, is_negated in _joined(parts))
    return tuple([primitive for constraint in constraints for primitive in constraint.primitives()])


def _clauses(parts: Parts) -> list[Constraint] | None:
    """A disjunction of conditions on single variables, some of which hold together, as clauses, which prune as much.

    None if a part is about several variables, if Python decides on one, or if there are more than `CLAUSES`.
    """
    terms: list[list[Constraint]] = []
    for part in parts:
        own: dict[Hashable, list[Constraint]] = {}
        for one, is_negated in _flat(*part, And):
            if len(one.scope) != 1 or any(map(may_raise, one.primitives())):
                return None
            own.setdefault(one.scope[0], []).append(Not(one) if is_negated else one)
        terms.append([And(some) if some[1:] else some[0] for some in own.values()])
    return [Or(clause) for clause in product(*terms)] if prod(map(len, terms)) <= CLAUSES else None


def _literals(parts: Parts) -> Iterator[Unary]:
    """The conditions on each variable as one, which asks each of them about a value that none before it accepts."""
    accepting: dict[Hashable, list[Unary]] = {}
    for part in parts:
        literal = unary(*part)
        accepting.setdefault(literal.variable, []).append(literal)
    for variable, some in accepting.items():
        yield Unary(some[0].source, variable, partial(_any, [one.accepts for one in some])) if some[1:] else some[0]


def _any(accepting: Iterable[Callable[[Any], bool]], value: Any) -> bool:
    return any(accepts(value) for accepts in accepting)


def _guarded(parts: Parts) -> Iterator[tuple[Primitive, ...]]:
    """The primitives of each part, after the opposites of the conditions on its variables that come before it."""
    before: dict[Hashable, list[tuple[Constraint, bool]]] = {}
    for part, is_negated in parts:
        is_single = len(part.scope) == 1
        guards = [] if is_single else [guard for variable in part.scope for guard in before.get(variable, ())]
        yield _primitives([*guards, *_flat(part, is_negated, And)])
        if is_single:
            before.setdefault(part.scope[0], []).append((part, not is_negated))


def reified(
    condition: Constraint, compiler: Compiler = None
) -> tuple[tuple[Primitive, ...], tuple[Primitive, ...]] | None:
    """The primitives of the opposite of a condition, and its own; None if Python decides on one."""
    made = _primitives([(condition, True)]), _primitives([(condition, False)])
    return None if any(any_may_raise(some, compiler) for some in made) else made


def opposite(constraint: Constraint) -> Constraint | None:
    """The opposite of a constraint; None if none is known, or if a subclass says itself when it holds."""
    if isinstance(constraint, COMPARE) and type(constraint) in COMPARE:
        return evolve(constraint, relation=OPPOSITE[constraint.relation])
    for kind in type(constraint).__mro__:
        if "opposite" in vars(kind):
            return constraint.opposite()
        if "holds" in vars(kind) or "primitives" in vars(kind):
            break
    return None


def _inequality(constraint: Constraint, is_negated: bool) -> WeightedSum | None:
    """The weighted sum that a constraint, or its opposite, says is less than a number, or no more; None if it does not.

    Not if a number in it may be rounded: the values of the variables are looked at by the compiler.
    """
    weights: tuple[Any, ...]
    match constraint:
        case Comparison(scope=scope, relation=relation, constant=constant):
            weights, bound = ((1,), constant) if len(scope) == 1 else ((1, -1), 0)
        case Linear(coefficients=weights, relation=relation, bound=bound):
            pass
        case _:
            return None
    relation = OPPOSITE[relation] if is_negated else relation
    if relation in ("==", "!=") or not all(isinstance(number, Rational) for number in (*weights, bound)):
        return None
    if relation in (">", ">="):
        weights, relation, bound = tuple([-weight for weight in weights]), MIRRORED[relation], -bound
    return WeightedSum(constraint, weights, relation, bound)
