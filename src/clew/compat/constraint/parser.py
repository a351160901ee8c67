"""The functions that make constraints of texts, for programs that do so themselves, beside `Problem.addConstraint`.

The texts are read by `text`, which is imported once a function is called: many programs have no text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from clew.compat.constraint.constraints import CompilableFunctionConstraint, FunctionConstraint
from clew.compat.constraint.rules import Constraint

__all__ = ["compile_to_constraints", "parse_restrictions"]


def compile_to_constraints(
    constraints: Iterable[str], domains: Mapping[str, Any], picklable: bool = False
) -> list[tuple[Constraint, list[str], str | None]]:
    """The constraints that texts stand for, each with its variables, and its source if it is a function.

    Args:
        constraints: the texts; one that occurs twice counts once.
        domains: the values of each variable, by its name.
        picklable: whether functions stay texts, in a `CompilableFunctionConstraint`.

    Raises:
        ValueError: a text is no constraint, or names something that is no variable.
    """
    import ast

    from clew.compat.constraint.text import parsed, understood

    made: list[tuple[Constraint, list[str], str | None]] = []
    for text in dict.fromkeys(constraints):
        for rule, variables in understood(text)(domains):
            names = list(variables)
            if not isinstance(rule, FunctionConstraint):
                made.append((rule, names, None))
                continue
            source = f"def r({', '.join(names)}): return {ast.unparse(parsed(rule._func.__name__))} \n"
            made.append((CompilableFunctionConstraint(source) if picklable else rule, names, source))
    return made


def parse_restrictions(
    restrictions: Iterable[str], tune_params: Mapping[str, Any]
) -> list[tuple[Constraint | str, list[str]]]:
    """The constraints of `compile_to_constraints`, with the sources of functions in place of the functions.

    Args:
        restrictions: the texts.
        tune_params: the values of each variable, by its name.

    Raises:
        ValueError: a text is no constraint, or names something that is no variable.
    """
    return [(source or rule, names) for rule, names, source in compile_to_constraints(restrictions, tune_params)]
