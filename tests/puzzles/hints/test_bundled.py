"""The hints of every bundled problem follow from their reasons, and the steps lead to the solution."""

from __future__ import annotations

import re
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.plugins import installed
from clew.problem.declared import Declared
from clew.puzzles.hints.terms import PHRASES, Terms
from clew.render.languages import formed
from clew_problems import Sudoku, Zebra
from tests.examples import THOROUGH
from tests.puzzles.hints.reasons import follows, is_true

EXAMPLES = [
    (plugin.problem, example)
    for plugin in installed()
    if plugin.problem and plugin.problem.__module__.startswith("clew_problems.") and plugin.name != "letter-tree"
    for example in plugin.problem.examples
]
UNIQUE = [(kind, example) for kind, example in EXAMPLES if example.count == 1]
SHOWN, VALUES = (12, 2000) if THOROUGH else (4, 1000)
"""Hints of an example that are looked at if it is small, and the values of all of them if it is larger."""


@pytest.mark.parametrize(("kind", "example"), EXAMPLES)
def test_hints_of_examples_follow_from_their_reasons(kind: Any, example: clew.Example) -> None:
    """One hint after the other, as a person asks for them."""
    problem = kind.from_text(example.text, **example.parameters)
    known, excluded = dict(problem.given()), dict[Any, set[Any]]()
    size = sum(len(list(domain)) for domain in problem.domains().values())
    for _ in range(max(1, min(SHOWN, VALUES // size))):
        hint = clew.hint(problem, given=known, excluded=excluded)
        if hint is None:
            assert len(known) == len(problem.domains()) or example.count > 1
            break
        assert follows(problem, hint), str(hint)
        assert all(is_true(problem, fact, known, excluded) for fact in hint.facts), str(hint)
        if hint.kind in ("contradiction", "unsolvable"):
            assert not example.count
            break
        known |= hint.assigned
        for variable, values in hint.excluded.items():
            excluded.setdefault(variable, set()).update(values)


@pytest.mark.parametrize(("kind", "example"), UNIQUE)
def test_steps_of_examples_lead_to_the_solution(kind: Any, example: clew.Example) -> None:
    problem = kind.from_text(example.text, **example.parameters)
    steps = clew.steps(problem)
    assert steps.is_solved
    assert steps.known == clew.first(problem)
    assert not list(problem.violations(steps.known))


@given(st.data())
def test_hints_of_a_sudoku_in_the_midst_of_it_follow_from_their_reasons(data: st.DataObject) -> None:
    sudoku = Sudoku.from_text("000704005020010070000080002090006250600070008053200010400090000030060090200407000")
    solution = clew.first(sudoku)
    assert solution is not None
    known = {cell: solution[cell] for cell in data.draw(st.sets(st.sampled_from([*solution]), max_size=40))}
    hint = clew.hint(sudoku, given=known)
    assert hint is not None
    assert all(solution[cell] == value for cell, value in hint.assigned.items())
    assert all(solution[cell] not in values for cell, values in hint.excluded.items())
    assert follows(sudoku, hint)


TRANSLATED = [(kind, example) for kind, example in UNIQUE if kind is not Zebra]
"""The rules of the zebra are named as its instance says them."""
ENGLISH = re.compile(r"\b(the|no|of|at|in a|row|column|box|and|from|with|is|line|different|rule)\b")


@pytest.mark.parametrize("language", ["fr", "de"])
@pytest.mark.parametrize(("kind", "example"), TRANSLATED)
def test_no_rule_and_no_decision_is_left_in_english(kind: Any, example: clew.Example, language: str) -> None:
    problem = kind.from_text(example.text, **example.parameters)
    terms, declared = Terms(problem, language), Declared(problem)
    pairs = [(variable, value) for variable, domain in declared.domains.items() for value in domain]
    said = {*map(terms.rule, declared.constraints), *terms.decisions(pairs)}
    assert [words for words in said if ENGLISH.search(words)] == []


@pytest.mark.parametrize(("kind", "example"), EXAMPLES)
def test_every_example_has_words_in_every_language(kind: Any, example: clew.Example) -> None:
    """The hint is looked for once, and worded in each language."""
    problem = kind.from_text(example.text, **example.parameters)
    found = clew.hint(problem)
    hints = [] if found is None else [(language, attrs.evolve(found, explain=language)) for language in PHRASES]
    for language, hint in hints:
        terms = Terms(problem, language)
        assert str(hint)
        rules = [*hint.constraints, *(fact.constraint for fact in hint.facts if fact.constraint is not None)]
        forms = {formed(terms.rule(rule), number) for rule in rules for number in (1, 2, 3)}
        named = {terms.contracted(words + form).strip() for form in forms for words in ("", " de ")}
        named |= {problem.variable_name(variable) for variable in hint.excluded}
        assert not named or any(name in str(hint) for name in named), str(hint)
