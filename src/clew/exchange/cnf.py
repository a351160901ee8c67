"""CNF: a declared problem as clauses, in the DIMACS format that SAT solvers and model counters read.

The direct encoding: a Boolean variable for each variable and value, just one of which is true for each variable.
All other Boolean variables, for the tuples of a table or the states of an automaton, have values that follow from
those. So the models of the formula are the solutions of the problem, one for one, and a model counter counts them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import attrs

from clew.exchange.declaration import declaration, one_line
from clew.problem.problem import AnyProblem

PAIRWISE: Final = 6
"""Literals up to which at most one of them is true because no two are; more have a ladder."""


@attrs.frozen(eq=False)
class Cnf:
    """A formula, and what its variables stand for.

    Attributes:
        title: the title of the problem.
        variables: how many Boolean variables there are; they are numbered from 1.
        clauses: their literals, a negative one for a variable that must be false.
        literals: for each variable of the problem the number of each of its values.
        names: for each number of `literals` what it says, as `x = 3`.
    """

    title: str
    variables: int
    clauses: Sequence[tuple[int, ...]]
    literals: Mapping[Any, Mapping[Any, int]]
    names: Mapping[int, str]

    def decode(self, true: Iterable[int]) -> dict[Any, Any]:
        """The assignment that a model stands for, given the numbers that are true in it."""
        chosen = set(true)
        return {
            variable: next(value for value, number in numbers.items() if number in chosen)
            for variable, numbers in self.literals.items()
        }

    def dimacs(self) -> str:
        """The formula as text."""
        lines = [f"c {self.title}, written by clew", *(f"c var {name} is {n}" for n, name in self.names.items())]
        lines.append(f"p cnf {self.variables} {len(self.clauses)}")
        lines += [f"{' '.join(map(str, clause))} 0" for clause in self.clauses]
        return "\n".join([*lines, ""])


def to_cnf(problem: AnyProblem) -> str:
    """A declared problem as a formula in the DIMACS format; comments say what its variables stand for.

    The formula has as many models as the problem has solutions.

    Args:
        problem: any problem that declares its variables and constraints.

    Raises:
        OptionError: something of it cannot be written; the message names it.
    """
    return cnf(problem).dimacs()


def cnf(problem: AnyProblem) -> Cnf:
    """The formula of `to_cnf` as an object."""
    from clew.exchange.encodings import Encoder

    declared = declaration(problem)
    encoder = Encoder(declared=declared)
    literals = encoder.literals
    names = {
        number: one_line(f"{problem.variable_name(variable)} = {problem.value_name(value)}")
        for variable, numbers in literals.items()
        for value, number in numbers.items()
    }
    for variable, value in declared.given.items():
        encoder.add(literals[variable][value])
    for constraint in declared.constraints:
        encoder.demand(constraint)
    return Cnf(declared.title, encoder.variables, encoder.clauses, literals, names)


@attrs.define(eq=False)
class Clauses:
    """Clauses as they are put together.

    Attributes:
        variables: how many Boolean variables there are so far.
        clauses: the clauses so far.
    """

    variables: int = 0
    clauses: list[tuple[int, ...]] = attrs.field(factory=list)

    def fresh(self) -> int:
        """A new Boolean variable."""
        self.variables += 1
        return self.variables

    def add(self, *literals: int) -> None:
        """One of the literals must be true."""
        if literals:
            self.clauses.append(literals)
            return
        never = self.fresh()  # an empty clause is beyond some readers
        self.clauses += [(never,), (-never,)]

    def at_most_one(self, literals: Sequence[int]) -> None:
        """No two of the literals may be true."""
        if len(literals) <= PAIRWISE:
            for k, one in enumerate(literals):
                for other in literals[:k]:
                    self.add(-one, -other)
            return
        # A ladder: a rung is true if one of the literals up to it is.
        rung = literals[0]
        for literal in literals[1:-1]:
            self.add(-rung, -literal)
            rung = self.either(rung, literal)
        self.add(-rung, -literals[-1])

    def either(self, *literals: int) -> int:
        """A literal that is true just if one of these is."""
        if len(literals) == 1:
            return literals[0]
        some = self.fresh()
        self.add(-some, *literals)
        for literal in literals:
            self.add(some, -literal)
        return some

    def both(self, *literals: int) -> int:
        """A literal that is true just if all of these are."""
        return -self.either(*(-literal for literal in literals))
