"""MiniZinc: a declared problem as a model that many solvers read.

The language is that of Nethercote et al., MiniZinc: towards a standard CP modelling language, 2007. It reckons with
whole numbers. Values that are none are numbered, beyond all the numbers that the model has, and comments say which is
which. So values that are equal in Python are equal there, which is all that most constraints ask; those that compare
or calculate are written as such only if every value of their scope is a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import chain
from math import isfinite
from typing import Any, Final

import attrs

from clew.constraints.primitives import Primitive
from clew.exchange.declaration import Declaration, declaration, one_line
from clew.problem.problem import AnyProblem

GLOBALS: Final = ("all_different", "circuit", "cumulative", "lex_less", "lex_lesseq", "regular", "subcircuit", "table")
"""The global constraints that models may use, each defined in a file of its own."""

LARGEST: Final = 2**31 - 2
"""Beyond it some solvers take no number."""


@attrs.frozen(eq=False)
class MiniZinc:
    """A model, and how to read its solutions.

    Attributes:
        text: the model.
        terms: the names of variables and the numbers of values in it.
    """

    text: str
    terms: MiniZincTerms

    def decode(self, numbers: Mapping[str, int]) -> dict[Any, Any]:
        """The assignment that a solution of the model stands for."""
        names, codes = self.terms.names, self.terms.codes
        return {
            variable: next(value for value in domain if codes[value] == numbers[names[variable]])
            for variable, domain in self.terms.declared.domains.items()
        }


def to_minizinc(problem: AnyProblem) -> str:
    """A declared problem as a MiniZinc model.

    Args:
        problem: any problem that declares its variables and constraints.

    Raises:
        OptionError: something of it cannot be written; the message names it.
    """
    return minizinc(problem).text


def minizinc(problem: AnyProblem) -> MiniZinc:
    """The model of `to_minizinc`, with the names and numbers that its solutions are read with."""
    from clew.exchange.minizinc_graphs import PREDICATES, definition
    from clew.exchange.minizinc_primitives import statements

    declared = declaration(problem)
    terms = MiniZincTerms.of_all(declared)
    lines = [*terms.legend(), ""]
    for variable, domain in declared.domains.items():
        name = one_line(problem.variable_name(variable))
        values = terms.set_of(domain) if domain else "0..0"
        lines.append(f"var {values}: {terms.names[variable]}; % {name}{'' if domain else ' has no value at all'}")
    if not all(declared.domains.values()):
        lines.append("constraint false;")
    lines.append("")
    lines += [f"constraint {terms.names[v]} = {terms.codes[w]}; % given" for v, w in declared.given.items()]
    written = [statement for c in declared.constraints for statement in statements(c, terms)]
    # One by one: all of them together are slow to read, and broken in some installations.
    used = set(re.findall(r"\w+(?=\()", "\n".join(written)))
    includes = [f'include "{name}.mzn";' for name in GLOBALS if name in used]
    defined = [f"\n{definition(name)}" for name in PREDICATES if name in used]
    head = [f"% {declared.title}, written by clew", *includes]
    text = "\n".join([*head, *lines, *(f"constraint {line};" for line in written), "", "solve satisfy;", *defined, ""])
    return MiniZinc(text, terms)


@attrs.frozen(eq=False)
class MiniZincTerms:
    """The names of variables and the numbers of values, and where an expression stands.

    Attributes:
        declared: the problem that is written.
        names: the name of each variable.
        codes: the number of each value.
        alone: whether the expression stands alone, so that it may be a global constraint: some solvers take none in
            another expression.
    """

    declared: Declaration
    names: Mapping[Any, str]
    codes: Mapping[Any, int]
    alone: bool = True

    @classmethod
    def of_all(cls, declared: Declaration) -> MiniZincTerms:
        """Those of a problem."""
        names: dict[str, Any] = {}
        for variable in declared.domains:
            # The prefix keeps it from being a word of the language.
            name = stem = "v_" + re.sub(r"[^0-9A-Za-z]+", "_", str(declared.problem.variable_name(variable)))
            number = 1
            while name in names:
                number += 1
                name = f"{stem}_{number}"
            names[name] = variable
        values = dict.fromkeys(chain(*declared.domains.values()))
        codes = {value: int(value) for value in values if is_whole(value)}
        others = [value for value in values if value not in codes]
        codes |= {value: code for code, value in enumerate(others, max(0, *codes.values(), 0) + 1)}
        return cls(declared, {variable: name for name, variable in names.items()}, codes)

    def legend(self) -> list[str]:
        """Comments that say which number stands for which value."""
        shown = self.declared.problem.value_name
        return [f"% {n} stands for {one_line(shown(value))}" for value, n in self.codes.items() if not is_whole(value)]

    def of(self, scope: Iterable[Any]) -> list[str]:
        """The names of some variables."""
        return [self.names[variable] for variable in scope]

    def are_whole(self, scope: Iterable[Any]) -> bool:
        """Whether every value of some variables is a whole number."""
        return all(map(is_whole, chain(*self.declared.of(scope))))

    def set_of(self, values: Iterable[Any]) -> str:
        """A set of values."""
        codes = sorted(self.codes[value] for value in values)
        if codes and codes[-1] - codes[0] == len(codes) - 1:
            return f"{codes[0]}..{codes[-1]}"
        return f"{{{', '.join(map(str, codes))}}}"

    def kept(self, p: Primitive) -> str:
        """The values that a primitive leaves its only variable, as a condition."""
        values = [value for (value,) in self.declared.allowed(p)]
        return f"{self.names[p.scope[0]]} in {self.set_of(values)}" if values else "false"


def is_whole(value: Any) -> bool:
    """Whether a value is a whole number that MiniZinc can have."""
    if isinstance(value, float) and not isfinite(value):
        return False
    return isinstance(value, (int, float, Fraction)) and value == int(value) and -LARGEST <= value <= LARGEST
