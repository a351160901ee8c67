"""Primitives of which one part holds at least: conditions on single variables, inequalities, or any others."""

from __future__ import annotations

from clew.constraints.primitives import Primitive, Unary, WeightedSum
from clew.constraints.registration import DECIDED, DOMAIN, Registration, words
from clew.records import frozen


@frozen(eq=False)
class Clause(Primitive):
    """One of some conditions on single variables holds at least.

    Attributes:
        literals: the conditions. If several are about one variable, it may satisfy any of them.
    """

    record = Registration(
        strengths=(DECIDED, DOMAIN, DOMAIN),
        reference="clew.reference.propagation.clause:compile_clause",
        engine="clew.core.lowering.pairs:clause",
        python_if_small=False,
        minizinc="clew.exchange.minizinc_primitives:clause",
        json="clew.exchange.json_primitives:either",
        cnf_literals="clew.exchange.encodings:Encoder.any_kept",
        hint=words("has no condition left", "n'a plus de condition", "hat keine Bedingung mehr"),
    )

    literals: tuple[Unary, ...]


@frozen(eq=False)
class Disjunction(Primitive):
    """One of some inequalities of weighted sums holds at least, as in `x + 2 <= y` or `y + 3 <= x`.

    Attributes:
        sums: the inequalities; the relation of each is `<` or `<=`.
    """

    record = Registration(
        strengths=(DECIDED, DOMAIN, DOMAIN),
        reference="clew.reference.propagation.disjunction:compile_disjunction",
        engine="clew.core.lowering.sums:disjunction",
        may_raise="clew.constraints.asking:of_numbers",
        intervals="clew.core.lowering.ends:of_disjunction",
        python_if_small=False,
        minizinc="clew.exchange.minizinc_primitives:disjunction",
        json="clew.exchange.json_primitives:either",
        cnf_literals="clew.exchange.encodings:Encoder.any_sum",
        unwritten="a literal that says whether a sum complies needs each combination of values",
    )

    sums: tuple[WeightedSum, ...]


@frozen(eq=False)
class Alternatives(Primitive):
    """One of some alternatives holds at least; each is made of primitives that hold together.

    Attributes:
        alternatives: the primitives of each. None of them may raise an exception: Python leaves out a condition if one
            before it decides.
    """

    record = Registration(
        strengths=(DECIDED, DECIDED, DECIDED),
        reference="clew.reference.propagation.alternatives:compile_alternatives",
        engine="clew.core.lowering.alternatives:alternatives",
        may_raise="clew.constraints.asking:of_alternatives",
        intervals="clew.core.lowering.ends:of_alternatives",
        minizinc="clew.exchange.minizinc_primitives:alternatives",
        json="clew.exchange.json_primitives:alternatives",
        cnf_literals="clew.exchange.encodings:Encoder.any_alternative",
        unwritten="a literal that says whether a part holds may need each combination of its values",
        hint=words("has no way left", "n'a plus de possibilité", "hat keine Möglichkeit mehr"),
    )

    alternatives: tuple[tuple[Primitive, ...], ...]
