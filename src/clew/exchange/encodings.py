"""The primitives as clauses. Every auxiliary variable is a function of those that stand for values.

There are two ways to say a constraint: `Encoder.demand` makes it hold, `Encoder.indicator` gives a literal that is
true just if it holds, of which `Or` and `Not` are made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

import attrs

from clew.constraints import And, Constraint, Count, Not, Or
from clew.constraints import primitives as kinds
from clew.constraints.primitives import Primitive
from clew.constraints.registration import Registered
from clew.constraints.stepwise import Stepwise
from clew.exchange.automata import layers_of, machine
from clew.exchange.cnf import Clauses
from clew.exchange.declaration import Declaration

Row = Sequence[Any]

CLAUSES: Final = Registered("cnf")
"""The function that makes a primitive hold."""

LITERALS: Final = Registered("cnf_literals")
"""The function that gives literals one of which is true just if a primitive holds."""


@attrs.define(eq=False, kw_only=True)
class Encoder(Clauses):
    """Writes constraints as clauses, after those that give each variable just one value.

    Attributes:
        declared: the variables, their values and the constraints.
        literals: the literal of each value of each variable.
    """

    declared: Declaration
    literals: Mapping[Any, Mapping[Any, int]] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        domains = self.declared.domains.items()
        self.literals = {variable: {value: self.fresh() for value in domain} for variable, domain in domains}
        for numbers in self.literals.values():
            self.add(*numbers.values())
            self.at_most_one(list(numbers.values()))

    def demand(self, constraint: Constraint) -> None:
        """Make a constraint hold: each primitive as its record says, or value by value.

        Raises:
            OptionError: there is no form for it; the message names the constraint.
        """
        for p in self.declared.primitives(constraint):
            if (write := CLAUSES[type(p)]) is not None:
                write(self, p)
            elif (literals := self._literals(p)) is not None:
                self.add(*literals)
            else:
                self.by_values(p)

    def indicator(self, constraint: Constraint) -> int:
        """A literal that is true just if a constraint holds.

        Raises:
            OptionError: there is no form for it; the message names the constraint.
        """
        return self.both(*map(self._indicator, self.declared.primitives(constraint)))

    def _literals(self, p: Primitive) -> Iterable[int] | None:
        """Literals one of which is true just if a primitive holds; None if it has none."""
        write = LITERALS[type(p)]
        return None if write is None else write(self, p)

    def by_values(self, p: Primitive) -> None:
        """Make a primitive hold by the words that its automaton accepts, or by the combinations of its values."""
        if self._is_long(p) and (reader := machine(p, self.declared)) is not None:
            self._read(p, reader)
        else:
            self._enumerated(p)

    def _indicator(self, p: Primitive) -> int:
        """A literal that is true just if a primitive holds."""
        if (literals := self._literals(p)) is not None:
            return self.either(*literals)
        holds = self.fresh()
        for values, verdict in self.declared.combinations(p):
            self._refuse(p.scope, values, holds if verdict else -holds)
        if not all(self.declared.of(p.scope)):
            self.add(holds)
        return holds

    def _is_long(self, p: Primitive) -> bool:
        """Whether the forbidden combinations of its values are no short form."""
        return len(p.scope) > 2 or not self.declared.is_small(p)

    # -- one of some literals ----------------------------------------------------------------------

    def kept(self, *conditions: kinds.Unary) -> Iterable[int]:
        """The literals of the values that satisfy one of some conditions, each once."""
        return dict.fromkeys(
            literal for p in conditions for value, literal in self.literals[p.variable].items() if p.accepts(value)
        )

    def any_kept(self, p: kinds.Clause) -> Iterable[int]:
        return self.kept(*p.literals)

    def any_sum(self, p: kinds.Disjunction) -> Iterable[int]:
        return map(self._indicator, p.sums)

    def any_alternative(self, p: kinds.Alternatives) -> Iterable[int]:
        return [self.both(*map(self._indicator, some)) for some in p.alternatives]

    def any_part(self, p: kinds.Callback) -> Iterable[int] | None:
        """Combinations of constraints are the only callbacks that have literals."""
        match p.source:
            case And(parts=parts) | Or(parts=parts) | Not(parts=parts) if type(p.source) in (And, Or, Not):
                indicators = [self.indicator(part) for part in parts]
                if type(p.source) is Or:
                    return indicators
                return [self.both(*indicators) if type(p.source) is And else -indicators[0]]
        return None

    # -- combinations of values -------------------------------------------------------------------

    def _chosen(self, scope: Row, values: Row) -> list[int]:
        """The literals that say that variables have these values."""
        return [self.literals[variable][value] for variable, value in zip(scope, values, strict=True)]

    def _refuse(self, scope: Row, values: Row, *literals: int) -> None:
        """The variables do not have these values, or one of some literals is true."""
        self.add(*(-literal for literal in self._chosen(scope, values)), *literals)

    def _enumerated(self, p: Primitive) -> None:
        """Its forbidden combinations as clauses, or its allowed ones as tuples, whichever is less to write."""
        written = self.declared.combinations(p)
        allowed = [values for values, holds in written if holds]
        if len(p.scope) <= 2 or len(written) - len(allowed) <= len(allowed) * (len(p.scope) + 1):
            self._none_of(p.scope, [values for values, holds in written if not holds])
        else:
            self._one_of(p.scope, allowed)

    def _none_of(self, scope: Row, rows: Iterable[Row]) -> None:
        for values in rows:
            self._refuse(scope, values)

    def _one_of(self, scope: Row, rows: Iterable[Row]) -> None:
        """One of these tuples is taken: each has a variable that is true just if all of its values are."""
        self.add(*[self.both(*self._chosen(scope, values)) for values in rows])

    def _read(self, p: Primitive, reader: Stepwise) -> None:
        """A variable for each state behind each of the scope's variables; steps that lead nowhere are forbidden."""
        first, *others = layers_of(p.source, reader, self.declared)
        if not first:
            self.add()
            return
        # The first state is taken whatever happens, and the last one too: they need no literals.
        before: list[list[int]] = [[]]
        for variable, layer, behind in zip(reader.scope, (first, *others), others, strict=False):
            after = [[self.fresh()] for _ in behind] if behind is not others[-1] else [[]]
            for state, row in zip(before, layer, strict=True):
                steps = dict(row)
                for place, value in enumerate(self.literals[variable].values()):
                    if place not in steps:
                        self.add(*(-s for s in state), -value)
                    elif then := after[steps[place]]:
                        self.add(*(-s for s in state), -value, *then)
            self.at_most_one([literal for state in after for literal in state])
            before = after

    # -- the primitives that need more than a line --------------------------------------------------

    def difference(self, p: kinds.Difference) -> None:
        """Two variables are equal, or are not, once the offset is added to the other."""
        if p.relation not in ("==", "!=") or not (p.offset == 0 or self.declared.is_exact(p.scope, p.offset)):
            self.by_values(p)
            return
        one, other = (self.literals[variable] for variable in p.scope)
        if p.offset != 0:
            other = {value + p.offset: literal for value, literal in other.items()}
        if p.relation == "==":
            self._equal(one, other)
            self._equal(other, one)
        else:
            self._unequal(one, other)

    def _equal(self, one: Mapping[Any, int], other: Mapping[Any, int], *literals: int) -> None:
        """One of some literals is true, or the one variable has the value of the other."""
        for value, literal in one.items():
            self.add(*literals, -literal, *([other[value]] if value in other else []))

    def _unequal(self, one: Mapping[Any, int], other: Mapping[Any, int], *literals: int) -> None:
        """One of some literals is true, or the two variables have different values."""
        for value, literal in one.items():
            if value in other:
                self.add(-literal, -other[value], *literals)

    def extension(self, p: kinds.Extension) -> None:
        if self._is_long(p) and isinstance(p.tuples, list):
            self._one_of(p.scope, p.tuples)
        else:
            self.by_values(p)

    def forbidden(self, p: kinds.Forbidden) -> None:
        self._none_of(p.scope, p.tuples)

    def cardinality(self, p: kinds.Cardinality) -> None:
        for bounds in p.counts:  # one counter is short, all of them together are not
            self._read(p, Count(p.scope, (bounds,)))

    def distinct(self, p: kinds.Distinct) -> None:
        takers: dict[Any, list[int]] = {}
        for position, variable in enumerate(p.scope):
            for value, literal in self.literals[variable].items():
                takers.setdefault(p.mapped(position, value), []).append(literal)
        for target, taken in takers.items():
            if target not in p.exceptions:
                self.at_most_one(taken)

    def extremum(self, p: kinds.Extremum) -> None:
        """Each value of the result is one of the others', and none of the others' lies beyond it."""
        for value, chosen in self.literals[p.result].items():
            others = [self.literals[variable] for variable in p.variables]
            self.add(-chosen, *(literals[value] for literals in others if value in literals))
            for literals in others:
                for beyond, literal in literals.items():
                    if beyond > value if p.is_largest else beyond < value:
                        self.add(-chosen, -literal)

    def element(self, p: kinds.ElementAt) -> None:
        """If the index is k, the entry at k and the value are equal."""
        values = self.literals[p.value]
        for index, chosen in self.literals[p.index].items():
            if not 0 <= index < len(p.entries):
                self.add(-chosen)
                continue
            kind, content = p.entries[index]
            if kind == "variable":
                self._equal(self.literals[content], values, -chosen)
            else:
                self.add(-chosen, *([values[content]] if content in values else []))

    def cover(self, p: kinds.Covering) -> None:
        refused, together, rivals = self.declared.covering(p)
        for item, option in refused:
            self.add(-self.literals[item][option])
        for some in together:
            taken = [self.literals[item][option] for item, option in some]
            for one, other in zip(taken, taken[1:] + taken[:1], strict=True):
                if one != other:
                    self.add(-one, other)
        for some in rivals:
            self.at_most_one([self.literals[item][option] for item, option in some])

    def distinct_tuples(self, p: kinds.DistinctTuples) -> None:
        """For each two variables that are compared a literal that says whether they are equal."""
        equal: dict[frozenset[Any], int] = {}

        def agree(a: Any, b: Any) -> int:
            both = frozenset((a, b))
            if both not in equal:
                equal[both] = alike = self.fresh()
                self._equal(self.literals[a], self.literals[b], -alike)
                self._unequal(self.literals[a], self.literals[b], alike)
            return equal[both]

        for one, other in combinations(p.vectors, 2):
            self.add(*(-agree(a, b) for a, b in zip(one, other, strict=True) if a != b))
