"""Decisions and values in the words of a problem's `decision_title`; JSON keeps names and values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

import attrs
import pytest

import clew
from clew.constraints import AllDifferent, AtMost, Constraint, Count, Exactly, NotEqual, Predicate, Sum
from clew.problem.naming import Names
from clew.puzzles.hints.terms import PHRASES, Terms
from clew_problems import Queens


@attrs.frozen(eq=False)
class Lamps(clew.Problem[str, Any]):
    """Lamps that are on or off; a colour for `z`."""

    own: tuple[Constraint, ...]
    letters: str = "klmn"

    def domains(self) -> Mapping[str, Iterable[Any]]:
        return {name: ("red", "green", "blue") if name in "yz" else (0, 1) for name in self.letters}

    def constraints(self) -> Iterable[Constraint]:
        return self.own

    def decision_title(self, variable: str, value: Any) -> str:
        if variable in "yz":
            return f"{variable} is {value}"
        return f"{'a lamp' if value else 'no lamp'} at {variable}"


class Lampes(Lamps):
    """With words for French."""

    translations = (
        ("fr", "a lamp at", "une lampe en"),
        ("fr", "the", "le"),
        ("fr", "the lamps of", "les lampes de"),
        ("fr", "line", "trait"),
        ("fr", "no lamp at", "aucune lampe en"),
        ("fr", "is red", "= rouge"),
    )


def terms(problem: clew.Problem[Any, Any], language: str = "en") -> Terms:
    return Terms(problem, language)


WORDED = Lamps((), "klmnyz")


@pytest.mark.parametrize(
    ("variable", "value", "around", "word"),
    [
        ("k", 0, ("no lamp at ", ""), "no lamp"),
        ("k", 1, ("a lamp at ", ""), "a lamp"),
        ("z", "red", ("", " is red"), "red"),
    ],
)
def test_a_value_is_called_what_its_decision_says_beside_the_variable(
    variable: str, value: Any, around: tuple[str, str], word: str
) -> None:
    names = Names(WORDED)
    assert names.around(variable, value) == around
    assert names.value(variable, value) == word


def test_a_decision_without_the_name_of_its_variable_is_one_word() -> None:
    names = Names(Queens(6))
    assert names.around(0, 1) is None
    assert names.value(0, 1) == names.decision(0, 1)
    assert terms(Queens(6)).supposed([(0, 1), (0, 2)]) == [names.decision(0, 1), names.decision(0, 2)]


def test_decisions_of_the_same_words_are_put_together() -> None:
    pairs = [("k", 0), ("l", 1), ("m", 0), ("y", "red"), ("z", "red")]
    here = terms(WORDED)
    assert here.decisions(pairs) == ["no lamp at k and m", "a lamp at l", "y and z are red"]
    assert here.decisions([("z", "red")]) == ["z is red"]
    assert here.supposed(pairs) == ["no lamp at k or m", "a lamp at l", "red in y or z"]
    assert here.facts(pairs) == ["there is no lamp at k and m", "there is a lamp at l", "y and z are red"]


def test_values_that_are_ruled_out_are_denied() -> None:
    here = terms(WORDED)
    assert here.ruled_out(["z"], ["red", "blue"]) == "z is not red or blue"
    assert here.ruled_out(["y", "z"], ["red"]) == "y and z are not red"
    assert here.ruled_out(["k", "l"], [1]) == "not a lamp at k or l"


@pytest.mark.parametrize(
    ("rule", "given", "text"),
    [
        (
            Exactly(1, 1, "klmn"),
            {"k": 1},
            "no lamp at l, m and n: the line has a lamp at k already, the most it may have",
        ),
        (Exactly(0, 1, "klmn"), {}, "no lamp at k, l, m and n: the line allows nothing else"),
        (
            Exactly(2, 1, "klm"),
            {"k": 0},
            "a lamp at l and m: the line has only 2 places left for a lamp, and needs all of them",
        ),
        (Exactly(1, 1, "klm"), {"k": 0, "l": 0}, "a lamp at m: the line has its only place for a lamp in m"),
        (
            Predicate(lambda k, other, m: k + other - m == 2, "klm"),
            {},
            "a lamp at k and l, no lamp at m: with no lamp at k or l or a lamp at m, the line cannot hold",
        ),
        (Sum("klm", ">=", 3), {"k": 1}, "a lamp at l and m: the others of the line add up to at most 2 of 3"),
    ],
)  # fmt: skip
def test_reasons_of_one_constraint_have_the_words(rule: Constraint, given: dict[str, Any], text: str) -> None:
    hint = clew.hint(Lamps((rule.named("the line"),)), given=given)
    assert str(hint) == text


def test_several_constraints_have_the_words() -> None:
    rules = (Exactly(2, 1, "klm").named("the line"), AtMost(1, 1, "ln").named("a pair"), NotEqual("m", "n").named("p"))
    texts = [str(hint) for hint in clew.steps(Lamps(rules))]
    assert any("with no lamp at" in text or "with a lamp at" in text for text in texts)
    assert not any("= 0" in text or "= 1" in text for text in texts)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "une lampe en l et m : le trait n'a plus que 2 places pour une lampe, et il les faut toutes"),
        ("en", "a lamp at l and m: the line has only 2 places left for a lamp, and needs all of them"),
    ],
)
def test_words_have_translations(language: str, text: str) -> None:
    rule = Exactly(2, 1, "klm").named("the line")
    assert str(clew.hint(Lampes((rule,)), given={"k": 0}, explain=language)) == text
    here = terms(Lampes((), "klyz"), "fr")
    assert here.facts([("k", 0), ("l", 0), ("z", "red")]) == [
        "il y a aucune lampe en k et l",
        "z vaut rouge",
    ]  # and then one word
    assert here.decisions([("y", "red"), ("z", "red")]) == ["y et z = rouge"]
    assert here.supposed([("y", "red"), ("k", 1)]) == ["y = rouge", "une lampe en k"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("the line", "le trait"),
        ("the lamps of the line", "les lampes de le trait"),
        ("row 2", "la ligne 2"),
        ("the row 2", "le row 2"),  # names of one's own are put together from words of one's own
        ("outline", "outline"),
    ],
)
def test_names_of_rules_have_translations(name: str, words: str) -> None:
    rule = Exactly(2, 1, "klm").named(name)
    assert terms(Lampes((rule,)), "fr").rule(rule) == words
    assert terms(Lampes((rule,)), "en").rule(rule) == name


def test_words_beside_each_other_become_one() -> None:
    rules = (Exactly(1, 1, "k").named("the lamps of the line"), NotEqual("k", "l").named("row 1"))
    (hint, *_) = clew.steps(Lampes(rules, "kl"), explain="fr")
    assert str(hint) == "une lampe en k : les lampes du trait n'a de place pour une lampe qu'en k"


def test_values_that_variables_name_differently_are_not_counted() -> None:
    """A constraint that counts 1 has no word for it if it is a lamp here and something else there."""

    class Mixed(Lamps):
        def decision_title(self, variable: str, value: Any) -> str:
            return f"{'a' if value else 'no'} {'lamp' if variable < 'm' else 'star'} at {variable}"

    hint = clew.hint(Mixed((Count("klmn", {1: 1}).named("the line"),)), given={"k": 1})
    assert str(hint) == (
        "no lamp at l, no star at m and n: with a lamp at l or a star at m or n, the line cannot be completed, "
        "because there is a lamp at k"
    )


@pytest.mark.parametrize("language", PHRASES)
def test_json_keeps_names_and_values(language: str) -> None:
    hint = clew.hint(Lamps((Exactly(0, 1, "klmn").named("the line"),)), explain=language)
    assert hint is not None
    content = json.loads(json.dumps(hint.to_json()))
    assert content["assigned"] == dict.fromkeys("klmn", 0)


KILLER = "A7 A B7 B C16 D3/E3 F7 F C C D/G9 G G C H11 H/I7 J11 K11 K K L3/I J M6 M M N9/O7 O P2 Q7 Q N"
"""A killer with cages of one cell."""


def test_german_names_that_begin_with_a_noun_have_its_article() -> None:
    killer = clew.load("killer-sudoku", KILLER)
    said = [str(hint) for hint in clew.steps(killer, explain="de")]
    assert said[0] == "r2c1 = 3: der Käfig mit 3 in r2c1 hat nur in r2c1 Platz für 3"
    assert any("Möglichkeiten, den Käfig mit 3 in r1c6 zu vervollständigen, " in text for text in said)
    stars = clew.load("star-battle", "AABB/ACBB/CCDB/CDDD")
    texts = [str(hint) for hint in clew.steps(stars, explain="de")]
    assert any(re.search(r"zusammen mit dem Viererblock in r.c. und dem Viererblock in r.c.", text) for text in texts)
    said += texts
    assert not any(
        re.search(r"(?<!der)(?<!den)(?<!dem)(?<!im)(?<!vom) (?:Käfig|Viererblock) (?:mit|in)", one) for one in said
    )


def test_a_german_clause_ends_with_a_comma() -> None:
    tents = clew.load("tents", clew.plugins.find("tents").examples[0].text)
    assert ": die Regel, dass neben einem Zelt ein Baum steht, erlaubt nichts anderes" in "\n".join(
        str(hint) for hint in clew.steps(tents, explain="de")
    )


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_names_and_values_with_brackets_stay_as_they_are(language: str) -> None:
    model = clew.Model()
    model.variables("a b c", ["[1|2|3]", "{x}", "[y|z]"])
    model.require(AllDifferent("abc").named("set [1|2|3]"))
    model.fix("a", "[1|2|3]")
    model.fix("b", "{x}")
    hint = clew.hint(model, explain=language)
    assert "c = [y|z]" in str(hint)
    assert "set [1|2|3]" in str(hint)


@pytest.mark.parametrize("language", ["fr", "de"])
def test_a_page_without_steps_is_in_the_language(language: str) -> None:
    page = clew.steps(clew.load("kakuro", "2x2"), explain=language).page()
    assert f'<html lang="{language}"' in page


@pytest.mark.parametrize(
    ("kind", "text", "given", "options", "said"),
    [
        ("sudoku", "1... .2.. ..3. ....", {}, {"diagonals": True}, ("diagonale descendante", "die fallende Diagonale")),
        ("killer-sudoku", "A A . . / . A A . / . . . . / . . . .", {(0, 0): 1, (1, 2): 1}, {},
         ("la cage en r1c1", "der Käfig in r1c1")),
        ("kakuro", "2x2", {(1, 1): 1, (1, 2): 1}, {}, ("la suite vers la droite", "die Reihe nach rechts")),
    ],
)  # fmt: skip
def test_rules_without_a_sum_and_diagonals_have_words(
    kind: str, text: str, given: dict[Any, int], options: dict[str, Any], said: tuple[str, str]
) -> None:
    for language, words in zip(("fr", "de"), said, strict=True):
        assert words in str(clew.hint(clew.load(kind, text, **options), given=given, explain=language))


def test_clues_that_contradict_each_other_are_named_though_the_problem_makes_them_each_time() -> None:
    cage = " / ".join(["A44" + " A" * 8, *8 * [". . . . . . . . ."]])
    said = str(clew.hint(clew.load("killer-sudoku", cage)))
    assert said.startswith("there is no solution: ")
    assert "the cage of 44 at r1c1" in said
