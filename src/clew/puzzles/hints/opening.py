"""A supposition opened: the steps that lead from it to the contradiction, one by one."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any

from clew.problem.origins import surfacing
from clew.puzzles.hints.hint import Hint
from clew.puzzles.hints.knowledge import Knowledge
from clew.puzzles.hints.rating import SUPPOSING
from clew.puzzles.hints.steps import Steps, walked_from


@surfacing()
def opened(hint: Hint) -> Mapping[tuple[Any, Any], Steps]:
    """The steps behind a supposition: from the value that is supposed to the constraint that cannot hold then.

    They use the constraints of its reason alone, and what is known before it. Steps that the contradiction does not
    need are left out.

    Args:
        hint: a hint; only one of the kind `supposition` has such steps.

    Returns:
        For each variable and value that the hint rules out the steps once it is supposed. The last step is of the kind
        `contradiction`; only if a search is needed it is `unsolvable`.
    """
    suppositions = hint.refuted if hint.kind == "supposition" else ()
    return {(v, value): _chain(hint, v, value) for v, value in suppositions if value in hint.knowledge.values(v)}


def _chain(hint: Hint, variable: Any, value: Any) -> Steps:
    """The steps from one supposition. A search helps if the constraints see nothing without further suppositions."""
    here = hint.knowledge
    known, gone = {**here.known, variable: value}, here.rules.lanes.declared & ~here.candidates
    for rules, below in ((here.rules.some(hint.constraints), SUPPOSING), (here.rules, inf)):
        supposing = Knowledge(hint.problem, rules, known, gone, is_supposed=True)
        found = [one for _, new in walked_from(supposing, hint.explain, below) for one in new]
        if found and found[-1].kind in ("contradiction", "unsolvable"):
            break
    return Steps(hint.problem, tuple(_needed(found)), known, is_solved=False, explain=hint.explain)


def _needed(found: list[Hint]) -> list[Hint]:
    """The last of some steps, and those before it whose conclusions it needs, directly or not."""
    needed, kept = set[tuple[Any, Any]](), list[Hint]()
    for one in reversed(found):
        own = {*one.refuted}
        if not kept or own & needed:
            kept.insert(0, one)
            for fact in one.facts:
                needed |= {(fact.variable, value) for value in fact.missing}
                needed |= {(v, w) for v in fact.known for w in one.problem.domains()[v]}
    return kept
