"""Constraints of CPMpy in clew's: CPMpy flattens them, as for other solvers, and FlatZinc's builtins take them in.

A flat constraint is about variables and constants, and what is true of others is a Boolean variable. CPMpy's functions
may be undefined: the nearest condition around such an expression is false then (A. M. Frisch and P. J. Stuckey, The
proper treatment of undefinedness in constraint languages, 2009). CPMpy has given them arguments for which they are
defined unless that condition must hold, so that they must be defined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from cpmpy.exceptions import NotSupportedError
from cpmpy.expressions.core import BoolVal, Comparison, Expression, Operator
from cpmpy.expressions.utils import is_boolexpr
from cpmpy.expressions.variables import NegBoolView, _BoolVarImpl, _NumVarImpl
from cpmpy.transformations.decompose_global import decompose_in_tree, decompose_objective
from cpmpy.transformations.flatten_model import flatten_constraint, get_or_make_var
from cpmpy.transformations.negation import push_down_negation, push_down_negation_objective
from cpmpy.transformations.normalize import simplify_boolean, toplevel_list
from cpmpy.transformations.safening import no_partial_functions, safen_objective

from clew.compat.cpmpy.globals import CONDITIONS, DECOMPOSED, FUNCTIONS, GLOBALS
from clew.exchange.flatzinc.builtins import SIGNS
from clew.exchange.flatzinc.truths import Truth, equivalent, imply, opposite, require, total
from clew.exchange.flatzinc.variables import FlatVariables, Value
from clew.problem.model import Model

RELATIONS: Final = {"==": "eq", "!=": "ne", "<=": "le", "<": "lt", ">=": "ge", ">": "gt"}
"""How FlatZinc calls them."""

SUMS: Final = frozenset({"-", "sub", "sum", "wsum"})

REIFIED: Final = frozenset(CONDITIONS)
SUPPORTED: Final = frozenset({*CONDITIONS, *FUNCTIONS, *GLOBALS})
"""The functions and global constraints that CPMpy does not decompose; within conditions, only the former."""


class Translation(FlatVariables):
    """The variables and the constraints of a CPMpy model.

    Args:
        known: CPMpy's table of expressions for which there are variables.
    """

    def __init__(self, known: Any) -> None:
        super().__init__({})
        self._known = known

    def model(self) -> Model:
        """The model with all that was added until now."""
        made = Model("CPMpy")
        for name, domain in self.domains.items():
            made.variable(name, domain)
        made.require(self.constraints)
        return made

    # -- variables -------------------------------------------------------------------------------------------------

    def _added(self, name: str, least: int, most: int) -> str:
        if name not in self.domains:
            self._value[name], self.domains[name] = name, range(least, most + 1)
        return name

    def name(self, variable: Any) -> str:
        """The name of a variable of CPMpy, which is declared if it was not; no other begins with a mark of clew's."""
        name = str(variable.name)
        return self._added(f"'{name}" if name[:1] in "=~'" else name, variable.lb, variable.ub)

    def literal(self, one: Any) -> tuple[str, bool]:
        """The name of a variable, and whether this is not the opposite of it."""
        is_negated = isinstance(one, NegBoolView)
        return self.name(one._bv if is_negated else one), not is_negated

    def entry(self, one: Any) -> Value:
        """A constant, or the name of a variable; the opposite of a Boolean is one more."""
        if not isinstance(one, _NumVarImpl):
            return whole_number(one)
        name, holds = self.literal(one)
        if not holds and (negated := f"~{name}") not in self.domains:
            require(self, total(self, (1, 1), (name, self._added(negated, 0, 1)), "==", 1))
        return name if holds else f"~{name}"

    def entries(self, some: Iterable[Any]) -> list[Value]:
        """The constants and variables of an array."""
        return [*map(self.entry, some)]

    # -- constraints -----------------------------------------------------------------------------------------------

    def add(self, *constraints: Any) -> None:
        """Require constraints of CPMpy."""
        flat = no_partial_functions(toplevel_list(constraints), safen_toplevel=frozenset({"nd_element"}))
        flat = decompose_in_tree(
            push_down_negation(flat), SUPPORTED, REIFIED, csemap=self._known, decompose_custom=DECOMPOSED
        )
        for one in flatten_constraint([*map(_gathered, flat)], csemap=self._known):
            self._post(one)

    def _post(self, one: Any) -> None:
        """Require a flat constraint."""
        kind = kind_of(one)
        first, other, *_ = one.args if kind in ("->", "==") else (one, None)
        if kind == "->" and isinstance(other, _BoolVarImpl):
            self._told(imply, ~other, opposite(self.condition(first)))
        elif kind == "->":
            self._told(imply, first, self.condition(other))
        elif kind == "and":
            for part in one.args:
                self._post(part)
        elif kind == "==" and is_boolexpr(first) and kind_of(first):
            self._told(equivalent, other, self.condition(first))
        elif kind == "==" and kind_of(first) in FUNCTIONS:
            FUNCTIONS[first.name](self, first.args, self.entry(other))
        elif kind in GLOBALS:
            GLOBALS[kind](self, one)
        else:
            require(self, self.condition(one))

    def _told(self, tell: Callable[..., None], truth: Any, condition: Truth) -> None:
        """A condition holds if a Boolean is true, or is the truth of it."""
        name, holds = self.literal(truth) if isinstance(truth, _NumVarImpl) else (int(truth), True)
        if tell is imply:
            imply(self, name, condition, int(holds))
        else:
            equivalent(self, name, condition if holds else opposite(condition))

    def condition(self, one: Any) -> Truth:
        """The condition that a flat Boolean expression is."""
        kind = kind_of(one)
        if not kind:
            return self._compared([(1, one)], ">=", 1)
        if kind in ("and", "or"):
            return self._compared([(1, part) for part in one.args], ">=", 1 if kind == "or" else len(one.args))
        if kind == "->":
            return self._compared([(-1, one.args[0]), (1, one.args[1])], ">=", 0)
        if kind in CONDITIONS:
            return CONDITIONS[kind](self, one)
        first, other = one.args
        terms = [(1, self.variable_of(first))] if kind_of(first) in FUNCTIONS else terms_of(first)
        return self._compared(terms, kind, other)

    def variable_of(self, one: Any) -> Any:
        """A variable of CPMpy that is equal to an expression, which is defined."""
        variable, defining = get_or_make_var(one, csemap=self._known)
        for each in defining:
            self._post(each)
        return variable

    def _compared(self, terms: Iterable[tuple[Any, Any]], relation: str, other: Any) -> Truth:
        sign, plain, bound = SIGNS[RELATIONS[relation]]
        weights, scope = self.sum_of([*((sign * weight, one) for weight, one in terms), (-sign, other)])
        return total(self, weights, scope, plain, bound)

    def sum_of(self, terms: Iterable[tuple[Any, Any]]) -> tuple[list[int], list[Value]]:
        """The weights, and the variables and constants, of a sum."""
        weights: list[int] = []
        scope: list[Value] = []
        for weight, one in terms:
            if isinstance(one, NegBoolView):
                weights += weight, -weight
                scope += 1, self.name(one._bv)
            else:
                weights.append(weight)
                scope.append(self.entry(one))
        return weights, scope

    def objective(self, expression: Any) -> list[tuple[Any, Any]]:
        """The weights and variables of an expression that is to be small or large."""
        safe, needed = safen_objective(expression)
        made, always = decompose_objective(
            push_down_negation_objective(safe), SUPPORTED, REIFIED, csemap=self._known, decompose_custom=DECOMPOSED
        )
        self.add(needed, always)
        terms = terms_of(simplify_boolean([made])[0])  # CPMpy does not flatten constants among conditions
        return [(weight, self.variable_of(one) if kind_of(one) else one) for weight, one in terms]


def kind_of(one: Any) -> str:
    """The operator, function or constraint that an expression is; of a variable or a number, nothing."""
    return one.name if isinstance(one, Expression) and not isinstance(one, (_NumVarImpl, BoolVal)) else ""


def terms_of(one: Any, weight: Any = 1) -> Iterator[tuple[Any, Any]]:
    """The weights and terms of a sum with sums in it; of anything else, itself."""
    kind = kind_of(one)
    if kind in ("sum", "sub", "-"):
        for k, part in enumerate(one.args):
            yield from terms_of(part, -weight if kind == "-" or (k and kind == "sub") else weight)
    elif kind == "wsum":
        for factor, part in zip(*one.args, strict=True):
            yield from terms_of(part, weight * whole_number(factor))
    elif kind == "mul" and not isinstance(one.args[0], Expression):
        yield from terms_of(one.args[1], weight * whole_number(one.args[0]))
    else:
        yield weight, one


def _gathered(one: Any) -> Any:
    """A comparison with sums as one of a single sum with a number: so no variables stand for parts of them."""
    if not isinstance(one, Comparison) or SUMS.isdisjoint(map(kind_of, one.args)):
        return one
    first, other = one.args
    terms = [*terms_of(first), *terms_of(other, -1)]
    open_ones = [(weight, term) for weight, term in terms if isinstance(term, Expression)]
    number = sum(whole_number(weight * term) for weight, term in terms if not isinstance(term, Expression))
    return Comparison(one.name, Operator("wsum", [*zip(*open_ones, strict=True)]), -number) if open_ones else one


def whole_number(value: Any) -> int:
    """A number of CPMpy's or numpy's."""
    number = int(value)
    if not isinstance(value, BoolVal) and number != value:
        raise NotSupportedError(f"clew: {value} is no whole number")
    return number
