"""The page of a puzzle: its data, its picture, and its hints. `browser/check_play.py` plays it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, Final

import attrs
import pytest

import clew
from clew.constraints import Constraint, Linear, Predicate
from clew.puzzles.hints.terms import PHRASES
from clew.puzzles.play.page import PAGE, PlayPage, play_page
from clew.puzzles.play.puzzles import LANGUAGES, puzzle_of
from clew.render import Board
from clew.render.languages import templates
from clew_problems import Futoshiki, Hitori, Kakuro, KillerSudoku, Shikaku, Slitherlink, StarBattle, Sudoku
from tests.puzzles.play.puzzles import Hidden, Shaded, four


def page_of(problem: clew.Problem[Any, Any], language: str = "en") -> PlayPage:
    return play_page(puzzle_of(problem, language))


DATA: Final = re.compile(r'<script type="application/json" id="data">(.*?)</script>')


def data_of(problem: clew.Problem[Any, Any]) -> dict[str, Any]:
    (found,) = DATA.findall(page_of(problem).html)
    data: dict[str, Any] = json.loads(found)
    return data


@pytest.mark.parametrize("language", PHRASES)
def test_each_language_has_all_words_of_the_page(language: str) -> None:
    """The same parts in braces as in English; the script asks for no key that is missing."""
    words, english = templates(LANGUAGES, language), templates(LANGUAGES, "en")
    parts = re.compile(r"\{\d\}").findall
    assert {key: sorted(parts(text)) for key, text in words.items()} == {
        key: sorted(parts(text)) for key, text in english.items()
    }
    script, html = ((PAGE / name).read_text(encoding="utf-8") for name in ("page.js", "page.html"))
    asked = {*re.findall(r'said\("([^"]+)"', script), *re.findall(r'data-said="([^"]+)"', html)}
    assert len(asked) > 30
    assert asked <= words.keys()


def test_the_place_of_a_hint_comes_in_the_language_of_the_page() -> None:
    steps = [json.loads(DATA.findall(page_of(four(), language=one).html)[0])["steps"][0] for one in ("en", "fr", "de")]
    assert [step["where"] for step in steps] == ["row 1", "la ligne 1", "Zeile 1"]


def test_the_data_have_the_cells_with_their_values() -> None:
    data = data_of(four())
    assert data["names"] == ["1", "2", "3", "4"]
    assert data["values"] == [1, 2, 3, 4]
    cells = {tuple(cell["at"][:2]): cell for cell in data["cells"]}
    assert len(cells) == 16
    assert [cell for cell, content in cells.items() if "given" not in content] == [(0, 2), (3, 1)]
    assert cells[0, 1]["given"] == 1
    left, top, width, height = cells[1, 2]["at"][2:]
    assert (left, top) == (12 + 2 * width, 12 + height)  # behind the margin


def test_the_data_have_the_solution_and_all_steps_in_words() -> None:
    data = data_of(four())
    assert data["solution"]["2"] == 2  # r1c3 = 3
    assert data["solution"]["13"] == 2
    assert [step["text"] for step in data["steps"]] == [str(hint) for hint in clew.steps(four())]
    assert {place for step in data["steps"] for place, _ in step["set"]} == {2, 13}


def test_hints_in_another_language() -> None:
    told = page_of(four(), "fr")
    assert [str(hint) for hint in told.steps] == [str(hint) for hint in clew.steps(four(), explain="fr")]
    assert '"language":"fr"' in told.html


def test_several_solutions_have_no_solution_in_the_page() -> None:
    data = data_of(Sudoku.from_text("12../..../..../...."))
    assert data["solution"] is None


def test_the_looks_of_values_are_those_of_the_picture() -> None:
    data = data_of(Shaded())
    assert data["names"] == ["black", "white"]
    black, white = (0, 1) if data["cells"][0]["values"] == [0, 1] else (1, 0)
    looks = data["cells"][0]["looks"]
    assert looks[black] == ["5", "block"]  # its number, on black
    assert looks[white] is None  # the picture shows nothing: the page has a dot for it
    assert data["cells"][3]["values"] == []
    assert data["cells"][3]["shown"] == "x"
    assert data["rowLabels"] == ["a", "b"]


def test_the_rules_are_there_or_it_is_said_that_they_are_not() -> None:
    data = data_of(four())
    assert data["isComplete"]
    assert data["isWhole"]
    assert len(data["rules"]) == 12
    assert data["bodies"] == [{"type": "AllDifferent"}]  # rules that differ only in their cells are one
    assert ["row 1", 0, [[0, 0], [0, 1], [0, 2], [0, 3]]] in data["rules"]
    assert not data_of(Hidden())["isWhole"]


def test_a_rule_without_a_name_is_named_by_its_cells() -> None:
    assert {name for name, *_ in data_of(Shaded())["rules"]} == {"a rule about r1c1, r1c2, r1c3"}


class Judged(Sudoku):
    """A puzzle whose rules lie in hooks."""

    def constraints(self) -> Iterable[Constraint]:
        return ()

    def is_consistent(self, state: Any, variable: Any, value: Any) -> bool:
        return not any(
            other == value and (cell[0] == variable[0] or cell[1] == variable[1])
            for cell in self.domains()
            if cell != variable and (other := state.get(cell)) is not None
        )

    def violations(self, assignment: Mapping[Any, Any]) -> Any:
        return ()


def test_rules_in_hooks_have_no_hints_but_a_solution() -> None:
    data = data_of(Judged.from_text("1./..", box="1x2"))
    assert (data["steps"], data["hasHints"], data["rules"], data["isComplete"]) == ([], False, [], False)
    assert data["solution"] == {"0": 0, "1": 1, "2": 1, "3": 0}


@pytest.mark.parametrize(
    "constraint",
    [
        Linear([(0, 0), (0, 1)], (Fraction(1, 3), 1), "<=", 2),  # the script would round it
        Predicate(lambda *values: len({*values}) > 1, [(0, c) for c in range(8)]),  # its table is too large
    ],
)
def test_a_rule_that_the_script_cannot_have_is_left_out(constraint: Constraint) -> None:
    model = clew.Model("odd")
    for c in range(8):
        model.variable((0, c), range(4))
    model.require(constraint)
    data = data_of(model)
    assert data["rules"] == []
    assert not data["isComplete"]


def test_a_page_needs_nothing_else() -> None:
    html = page_of(Futoshiki.from_text(Futoshiki.examples[0].text)).html
    assert "default-src 'none'" in html
    assert not re.search(r"(src|href)=\"(?!data:)", html)
    assert html.count("<svg") == 1
    assert 'id="lights"' in html


def test_text_of_a_puzzle_cannot_end_the_script() -> None:
    model = clew.Model("</script><b>")
    model.variable((0, 0), ["<i>", "&"])
    html = page_of(model).html
    assert "</script><b>" not in html
    assert "<i>" not in html


def test_a_board_that_is_too_large_is_refused() -> None:
    model = clew.Model("large")
    for r in range(51):
        for c in range(50):
            model.variable((r, c), (0,))
    with pytest.raises(clew.OptionError, match="2550 cells is too large"):
        page_of(model)


def labels_of(problem: clew.Problem[Any, Any]) -> dict[tuple[int, int], tuple[str | None, str | None]]:
    return {tuple(cell["at"][:2]): (cell.get("about"), cell.get("note")) for cell in data_of(problem)["cells"]}


def test_the_sums_of_cages_are_told_in_all_of_their_cells() -> None:
    labels = labels_of(KillerSudoku.from_text("A3 A B C/B7 B B C/C C C C/. . . ."))
    assert labels[0, 0] == ("cage 3", "3")
    assert labels[0, 1] == ("cage 3", None)
    assert labels[0, 2] == ("cage 7", "7")
    assert labels[1, 0] == ("cage 7", None)
    assert labels[0, 3] == (None, None)  # a cage without a sum


def test_the_sums_on_both_sides_of_a_diagonal_are_told() -> None:
    labels = labels_of(Kakuro.from_text("# 4\\ 3\\/\\3 . ./\\4 . ."))
    assert labels[0, 1] == ("4 downwards", None)
    assert labels[1, 0] == ("3 to the right", None)
    assert labels[1, 1] == (None, None)


def test_values_are_called_by_the_words_of_decisions() -> None:
    data = data_of(Hitori.from_text("112/213/331"))
    assert "black" in data["words"]
    assert data["words"] != data["names"]
    assert data_of(four())["words"] == ["1", "2", "3", "4"]


# -- areas and links -------------------------------------------------------------------------------------------------


def test_a_value_that_is_drawn_as_a_region_covers_its_cells() -> None:
    """In a row of three cells, the 2 in the first one covers the first two, and the 1 itself."""
    data = data_of(Shikaku.from_text("2 . 1"))
    names, cells = data["names"], [cell["at"][:2] for cell in data["cells"]]
    assert cells == [[0, 0], [0, 1], [0, 2]]
    assert data["areas"] == {"0": {str(names.index("r1c1-r1c2")): [0, 1]}, "2": {str(names.index("r1c3-r1c3")): [2]}}


@pytest.mark.parametrize("kind", [Sudoku, KillerSudoku, StarBattle, Hitori])
def test_regions_that_do_not_depend_on_values_are_no_areas(kind: Any) -> None:
    assert data_of(kind.from_text(kind.examples[0].text))["areas"] == {}


@attrs.frozen
class Divided(clew.Problem[Any, str]):
    """Two by two cells, each in part a or part b, with a picture of the parts; or of parts with other labels."""

    label: Any = str
    name = "divided"

    def domains(self) -> Mapping[Any, str]:
        return dict.fromkeys(((r, c) for r in (0, 1) for c in (0, 1)), "ab")

    def constraints(self) -> Iterable[Constraint]:
        return []

    def picture(self, assignment: Mapping[Any, str], domains: Any = None) -> Board:
        regions = {cell: self.label(value) for cell, value in assignment.items()}
        return Board([["", ""], ["", ""]], regions=regions)


@pytest.mark.parametrize("label", [str, lambda value: "all", lambda value: [value]])
def test_regions_that_values_share_are_no_areas(label: Any) -> None:
    """Only a value that is alone in covering its cells can be drawn by them."""
    assert data_of(Divided(label))["areas"] == {}


def test_a_place_without_a_value_has_no_areas() -> None:
    """The 9 has no rectangle: the page says that there is no solution."""
    data = data_of(Shikaku.from_text("9 . 2 ."))
    assert data["solution"] is None


def test_a_page_has_the_links_that_it_is_given() -> None:
    html = play_page(puzzle_of(four()), {"All puzzles": "./"}).html
    assert json.loads(DATA.findall(html)[0])["links"] == [["All puzzles", "./"]]


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("en", "the top of r1c1, between dots r1c1 and r1c2"),
        ("fr", "le côté supérieur de r1c1, entre les points r1c1 et r1c2"),
        ("de", "die Oberkante von r1c1, zwischen den Punkten r1c1 und r1c2"),
    ],
)
def test_edges_and_values_are_named_in_the_language_of_the_page(language: str, title: str) -> None:
    html = play_page(puzzle_of(Slitherlink.from_text("2x2"), language)).html
    data = json.loads(DATA.findall(html)[0])
    assert data["cells"][0]["label"] == title
    assert (
        data["words"][data["names"].index("no line")]
        == {"en": "no line", "fr": "aucun trait", "de": "keine Linie"}[language]
    )


def test_values_of_cells_are_named_in_the_language_of_the_page() -> None:
    html = play_page(puzzle_of(Hitori.from_text(Hitori.examples[0].text), "de")).html
    assert json.loads(DATA.findall(html)[0])["words"] == ["schwarz", "weiß"]
