"""The rules of a puzzle for a page, which has no Python: the constraints as JSON has them (see `clew.exchange`).

The page checks the kinds that its script knows. A rule that is missing here, or of another kind, it cannot check: then
it compares a full board with the solution, and says so.
"""

from __future__ import annotations

import json
from typing import Any, Final

from clew.constraints.base import Constraint
from clew.errors import OptionError
from clew.exchange.declaration import declaration
from clew.exchange.json_primitives import forms
from clew.problem.naming import has_no_name
from clew.problem.problem import Problem

LARGEST: Final = 20_000
"""Characters that one rule may take in the page. The script has no fractions either: it would round them."""

SHOWN: Final = 9
"""Variables that stand for the name of a rule that has none."""


def rules_of(problem: Problem[Any, Any]) -> dict[str, Any]:
    """The rules of a puzzle for the script of its page.

    Returns:
        `bodies`: the constraints without their scopes, each once. `rules`: for each constraint its name, the number
        of its body, and its scope. `isComplete`: whether all of its rules are there.
    """
    try:
        declared = declaration(problem)
    except OptionError:  # its rules lie in hooks
        return {"bodies": [], "rules": [], "isComplete": False}
    bodies: dict[str, int] = {}
    rules: list[tuple[str, int, Any]] = []
    is_complete = True
    for constraint in declared.constraints:
        try:
            written = forms(constraint, declared)
        except OptionError:
            is_complete = False
            continue
        for form in written:
            scope = form.pop("scope", None)
            form.pop("name", None)
            text = json.dumps(form)
            if len(text) > LARGEST or '"fraction"' in text:
                is_complete = False
            else:
                rules.append((_named(problem, constraint), bodies.setdefault(text, len(bodies)), scope))
    return {"bodies": [json.loads(text) for text in bodies], "rules": rules, "isComplete": is_complete}


def _named(problem: Problem[Any, Any], constraint: Constraint) -> str:
    """A constraint by its name, or, if it has none, by its variables."""
    if not has_no_name(problem, constraint):
        return problem.constraint_name(constraint)
    titles = [problem.variable_title(variable) for variable in constraint.scope]
    return f"a rule about {', '.join(titles[:SHOWN])}{', …' if len(titles) > SHOWN else ''}"
