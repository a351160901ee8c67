"""The steps behind a supposition: each follows, each is needed, and the last is a contradiction."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import clew
from clew.puzzles.hints.hint import Hint
from clew.puzzles.hints.terms import PHRASES
from clew.tools.cli import main
from tests.puzzles.hints.reasons import follows, is_true

PUZZLES = (
    "sudoku 1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "sudoku 000704005020010070000080002090006250600070008053200010400090000030060090200407000",
    "magic-square 3",
    "knights-tour 3x4",
    "queens 8: A1 C2",
)


def suppositions(text: str) -> list[Hint]:
    found = [hint for hint in clew.steps(clew.load(*text.split(" ", 1))) if hint.kind == "supposition"][:6]
    assert found
    return found


@pytest.mark.parametrize("text", PUZZLES)
def test_the_steps_lead_from_a_supposition_to_a_contradiction(text: str) -> None:
    """A search finds that each follows; what it needs is known, supposed, or concluded by those that are shown."""
    for hint in suppositions(text):
        chains, here = clew.opened(hint), hint.knowledge
        assert [*chains] == [(v, value) for v, value in hint.refuted if value in here.values(v)]
        for (variable, value), steps in chains.items():
            known: dict[Any, Any] = {**here.known, variable: value}
            excluded = {v: {*domain} - {*here.values(v)} for v, domain in hint.problem.domains().items()}
            for step in steps:
                assert {*map(id, step.constraints)} <= {*map(id, hint.constraints)}
                assert follows(hint.problem, step), str(step)
                assert all(is_true(hint.problem, fact, known, excluded) for fact in step.facts), str(step)
                known |= step.assigned
                for v, values in step.excluded.items():
                    excluded[v] |= {*values}
            *_, last = steps
            assert [step.kind == "contradiction" for step in steps] == [False] * (len(steps) - 1) + [True]
            assert last.constraints or last.excluded
            assert not steps.is_solved


def test_each_step_is_needed_by_a_later_one() -> None:
    """A later one has its cells among its own."""
    for hint in suppositions(PUZZLES[0]):
        for steps in clew.opened(hint).values():
            for number, step in enumerate(steps.hints[:-1], 1):
                later = {cell for one in steps.hints[number:] for cell in one.cells}
                assert later & {cell for cell, _ in step.refuted}, str(step)


def test_other_hints_have_no_steps_behind_them() -> None:
    hint = clew.hint(clew.load("sudoku", "1.../..3./.4../...2"))
    assert hint is not None
    assert clew.opened(hint) == {}


def test_if_its_constraints_do_not_see_it_all_of_the_puzzle_are_used() -> None:
    (hint, *_) = suppositions("magic-square 3")
    whole = clew.opened(attrs.evolve(hint, constraints=hint.constraints[:1]))
    assert {steps.hints[-1].kind for steps in whole.values()} == {"contradiction"}


@pytest.mark.parametrize("language", PHRASES)
def test_the_command_prints_them(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["hint", "queens", "8: A1 C2", "--language", language]
    main(words)
    (first,) = capsys.readouterr().out.splitlines()
    main([*words, "--open"])
    same, supposed, one, last = capsys.readouterr().out.splitlines()
    assert same == first
    said = {"en": "suppose G4:", "fr": "supposons G4 :", "de": "angenommen G4:"}
    assert supposed == said[language]
    assert one.startswith("1. E3")
    failing = {
        "en": "2. a contradiction: no two queens in a column can no longer be satisfied",
        "fr": "2. une contradiction : on ne peut plus satisfaire la règle des colonnes",
        "de": "2. ein Widerspruch: die Regel der Spalten lässt sich",
    }
    assert last.startswith(failing[language])


def test_the_command_has_them_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    import json

    main(["hint", "queens", "8: A1 C2", "--open", "--json"])
    (chain,) = json.loads(capsys.readouterr().out)["hint"]["opened"]
    assert chain["supposed"] == {"3": 6}  # G is the seventh column
    assert [step["kind"] for step in chain["steps"]] == ["last", "contradiction"]


def test_the_command_shows_nothing_more_of_other_hints(capsys: pytest.CaptureFixture[str]) -> None:
    main(["hint", "sudoku", "1.../..3./.4../...2", "--open"])
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_german_has_the_case_behind_von() -> None:
    hint = clew.hint(clew.load("magic-square", "3"), explain="de")
    assert hint is not None
    first = next(iter(clew.opened(hint).values())).hints[0]
    assert "bei der Summe der steigenden Diagonale ergeben die anderen" in str(first)
