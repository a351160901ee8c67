"""Sheets of puzzles: every puzzle and every solution once, on pages of XML that a browser prints."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import partial
from itertools import islice
from typing import Any
from xml.etree import ElementTree as Xml

import attrs
import pytest

import clew
from clew.plugins import installed
from clew.problem.naming import translated
from clew.render import Board, Picture
from clew.render.svg import Drawn
from clew_problems import Queens, Sudoku, Variant
from clew_problems.titles import translations
from tests.puzzles.generation import judging

SVG = "{http://www.w3.org/2000/svg}"


def parts(page: str, name: str) -> list[Xml.Element]:
    """The elements of a page with this name."""
    return Xml.fromstring(page).findall(f"{SVG}{name}")  # noqa: S314


def pictures(page: str) -> list[Xml.Element]:
    """The pictures on a page."""
    return parts(page, "svg")


def words(page: str) -> list[str]:
    """The lines of text on a page, without those of its pictures."""
    return ["".join(one.itertext()).strip() for one in parts(page, "text")]


def rows(picture: Xml.Element, size: int) -> list[str]:
    """The symbols of a board, row by row, as its description has them."""
    described = picture.findtext(f"{SVG}desc", "").split(" / ")
    assert len(described) == size
    return ["".join(row.split()) for row in described]


def unique(count: int, size: int = 4) -> list[clew.Problem[Any, Any]]:
    return list(clew.generate("sudoku", size, count=count, seed=5))


def test_every_puzzle_stands_once_on_a_page_and_its_solution_at_the_end() -> None:
    puzzles = unique(7)
    first, second, solutions = clew.sheet(puzzles).pages()
    shown = [*pictures(first), *pictures(second)]
    assert [len(pictures(page)) for page in (first, second, solutions)] == [4, 3, 7]
    for puzzle, given, solved in zip(puzzles, shown, pictures(solutions), strict=True):
        assert "/".join(rows(given, 4)).replace("_", ".").replace("/", "") == puzzle.to_text()
        cells = {(r, c): int(symbol) for r, row in enumerate(rows(solved, 4)) for c, symbol in enumerate(row)}
        assert judging.number_of_solutions(partial(judging.sudoku, 2, 2), cells) == 1
        assert cells.items() >= puzzle.given().items()


def test_numbers_and_tiers_stand_above_the_puzzles() -> None:
    puzzles = unique(3)
    page, solutions = clew.sheet(puzzles).pages()
    assert words(page) == ["Sudoku", "Fill a grid with numbers: each once in every row, every column and every box.",
                    *(f"{k} {clew.rate(puzzle).tier}" for k, puzzle in enumerate(puzzles, 1)), "1 / 2"]  # fmt: skip
    assert words(solutions) == ["Sudoku: solutions", "1", "2", "3", "2 / 2"]


def test_without_solutions_and_tiers() -> None:
    (page,) = clew.sheet(unique(2), solutions=False, tiers=False).pages()
    assert words(page)[2:] == ["1", "2"]


def test_parameters_and_words_of_ones_own() -> None:
    puzzles = [Sudoku.from_text("4", box="1x4")]
    assert clew.sheet(puzzles).title == "Sudoku (box 1x4)"
    assert clew.sheet([Sudoku.from_text("4", diagonals=True)]).title == "Sudoku (diagonals)"
    own = clew.sheet(puzzles, title="Für <alle> & mich", rules="wort " * 60)
    (page, _) = own.pages()
    said = words(page)
    assert said[0] == "Für <alle> & mich"
    assert " ".join(said[1:-2]).split() == ["wort"] * 60
    assert len(said[1:-2]) > 2
    assert "<title>Für &lt;alle&gt; &amp; mich</title>" in own.html()


def test_each_puzzle_of_several_kinds_has_its_name_and_each_page_the_rules_of_its_kinds() -> None:
    puzzles: list[clew.Problem[Any, Any]] = [Queens(4), Sudoku.from_text("4"), Queens(5)]
    made = clew.sheet(puzzles, tiers=False, per_page=2)
    assert (made.title, made.rules) == ("Queens, Sudoku", "")
    first, second, solutions = made.pages()
    queens = "Queens: N queens on a board of n by n squares, none of which attacks another."
    sudoku = "Sudoku: Fill a grid with numbers: each once in every row, every column and every box."
    assert words(first)[1:-1] == [queens, sudoku, "1 Queens", "2 Sudoku"]
    assert words(second)[1:-1] == [queens, "3 Queens"]
    assert words(solutions)[1:-1] == [f"{k} {name}, one of several" for k, name in
                                      enumerate(("Queens", "Sudoku", "Queens"), 1)]  # fmt: skip
    own = clew.sheet(puzzles, tiers=False, rules="Have fun.", solutions=False)
    assert words(own.pages()[0])[1:] == ["Have fun.", "1 Queens", "2 Sudoku", "3 Queens"]


class Old(Queens):
    """Its rules have no language, but translations."""

    translations = (("de", "Old rules", "Alte Regeln"),)

    def printed_rules(self) -> str:  # type: ignore[override]
        return "Old rules"


@pytest.mark.parametrize(("language", "rules"), [("en", "Old rules."), ("de", "Alte Regeln."), ("fr", "Old rules.")])
def test_rules_may_have_no_language(language: str, rules: str) -> None:
    (page,) = clew.sheet([Old(6)], tiers=False, solutions=False, language=language).pages()
    assert words(page)[1] == rules


def test_a_variant_has_its_rules_in_words_and_its_authors_if_there_are_any() -> None:
    texts = [one.text for one in Variant.examples[:2]]
    (page,) = clew.sheet([Variant.from_text(texts[0])], tiers=False, solutions=False).pages()
    said = " ".join(words(page))
    assert all(f" {kind}" in said for kind in ("Whisper line (green): ", "Sandwich (left of row 2): ", "Skyscraper ("))
    (page,) = clew.sheet(map(Variant.from_text, texts), tiers=False, solutions=False).pages()
    said = " ".join(words(page))
    assert said.index("Variant 1: Put a digit from 1 to 6") < said.index("Variant 2: Put") < said.index("Cage: ")
    authors = Variant.from_text(f'{texts[1][:-1]},"ruleset":"As few cells as can be"}}')
    (page,) = clew.sheet([authors], tiers=False, solutions=False).pages()
    assert words(page)[1] == "As few cells as can be."


@pytest.mark.parametrize(
    ("language", "expected", "second"),
    [
        ("de", ["Zelte", "Stelle neben jeden Baum ein Zelt;", "1 leicht"], ["Zelte: Lösung", "1"]),
        ("fr", ["Tentes", "Plante une tente à côté de chaque", "1 facile"], ["Tentes : solution", "1"]),
    ],
)
def test_a_sheet_in_another_language(language: str, expected: list[str], second: list[str]) -> None:
    tents = clew.load("tents", ". 2 . . / . . T . / . T . . / . . . .")
    assert clew.rate(tents).tier == "easy"
    made = clew.sheet([tents], language=language)
    page, solutions = made.pages()
    assert words(page)[0] == expected[0]
    assert words(page)[1].startswith(expected[1])
    assert expected[2] in words(page)
    assert words(solutions)[:2] == second
    assert f'<html lang="{language}">' in made.html()


def test_each_bundled_puzzle_has_a_name_and_rules_in_each_language() -> None:
    for plugin in installed():
        problem: Any = plugin.problem
        texts = plugin.name.replace("-", " ").capitalize(), problem.summary
        for language in ("fr", "de"):
            assert {known for own, known, _ in translations if own == language} >= {*texts}, plugin.name
            blank = clew.load(plugin.name, problem.examples[0].text, **problem.examples[0].parameters)
            assert translated(blank, problem.summary, language) != problem.summary


def test_puzzles_are_shared_out_evenly_over_as_few_pages_as_can_be() -> None:
    pages = clew.sheet(unique(1) * 13, solutions=False, tiers=False).pages()
    assert [len(pictures(page)) for page in pages] == [5, 4, 4]


@pytest.mark.parametrize(("per_page", "least"), [(1, 18), (2, 11), (4, 9), (6, 7)])
def test_cells_of_sudokus_are_large(per_page: int, least: float) -> None:
    page = clew.sheet([Sudoku.from_text("9")] * per_page, per_page=per_page, solutions=False, tiers=False).pages()[0]
    for one in pictures(page):
        assert float(one.attrib["width"]) / float(one.attrib["viewBox"].split()[2]) * 40 >= least


def test_four_puzzles_stand_in_a_square_though_a_page_may_have_six() -> None:
    high = clew.load("nonogram", "1 1 1, 1 1 1, 1 1 1, 1 1 1, 1 1 1 / 5, ., 5, ., 5")
    (page,) = clew.sheet([high] * 4, solutions=False, tiers=False).pages()
    assert len({one.attrib["x"] for one in pictures(page)}) == len({one.attrib["y"] for one in pictures(page)}) == 2


def test_signs_have_white_circles_on_paper() -> None:
    html = clew.sheet([clew.load("futoshiki", ". < . / . .".replace(" / ", "\n"))], tiers=False).html()
    assert ".clew-f-paper { fill: #fff; }" in html


def test_a_puzzle_with_several_solutions_says_so_and_has_no_tier() -> None:
    page, solutions = clew.sheet([Queens(6)]).pages()
    assert words(solutions)[1] == "1 one of several"
    assert words(page)[2] == "1"


@pytest.mark.parametrize("per_page", [1, 2, 5, 6, 12, 60])
@pytest.mark.parametrize("kind", ["square", "wide"])
def test_pictures_lie_on_the_page_and_not_on_each_other(per_page: int, kind: str) -> None:
    problem: clew.Problem[Any, Any] = Sudoku.from_text("4") if kind == "square" else clew.load("langford", "4")
    (page, _) = clew.sheet([problem] * per_page, per_page=per_page, tiers=False).pages()
    places = [tuple(float(one.attrib[name]) for name in ("x", "y", "width", "height")) for one in pictures(page)]
    assert len(places) == per_page
    for x, y, width, height in places:
        assert 0 <= x < x + width <= 186
        assert 0 < y < y + height <= 254
        assert width > 5
    for k, (x, y, width, height) in enumerate(places):
        for left, top, wide, high in places[:k]:
            assert x >= left + wide or left >= x + width or y >= top + high or top >= y + height


def test_a_page_of_html_needs_nothing_else_and_is_well_formed() -> None:
    html = clew.sheet(unique(7)).html()
    assert not re.findall(r'(?:src|href)="|url\(|@import|<script', html)
    body = html[html.index("<body>") : html.index("</body>") + len("</body>")]
    pages = pictures(body)
    assert [len(page.findall(f"{SVG}svg")) for page in pages] == [4, 3, 7]
    assert "@page" in html
    assert "break-inside: avoid" in html


@attrs.frozen
class Named(Picture):
    """A picture with an identifier."""

    @property
    def description(self) -> tuple[str, str]:
        return "named", ""

    def drawn(self) -> Drawn:
        clip = '<clipPath id="c"><rect width="5" height="5"/></clipPath>'
        return Drawn(10, 10, [clip], ['<rect width="9" height="9" clip-path="url(#c)"/><use href="#c"/>'])


@attrs.frozen
class Pictured(clew.Problem[str, int]):
    """A problem with such a picture."""

    def domains(self) -> Mapping[str, range]:
        return {"a": range(1)}

    def picture(self, assignment: Mapping[str, int], domains: Mapping[str, Collection[int]] | None = None) -> Picture:
        return Named()


def test_identifiers_are_unique_on_all_pages() -> None:
    html = clew.sheet([Pictured()] * 8).html()
    names = re.findall(r'\bid="([^"]+)"', html)
    assert len(names) == len(set(names)) == 16
    assert re.findall(r"url\(#([^)]+)\)", html) == names
    assert re.findall(r'href="#([^"]+)"', html) == names


def test_a_problem_with_hooks_has_no_tier() -> None:
    tree = clew.load("letter-tree", "A(B(C))", word="ABC")
    (page, _) = clew.sheet([tree]).pages()
    assert len(pictures(page)) == 1


def test_what_is_refused() -> None:
    with pytest.raises(clew.OptionError, match="no puzzle to print"):
        clew.sheet([])
    with pytest.raises(clew.OptionError, match="per_page must be a whole number from 1 to 60, not 0"):
        clew.sheet(unique(1), per_page=0)
    with pytest.raises(clew.OptionError, match="no phrases in 'eo'"):
        clew.sheet(unique(1), language="eo")
    with pytest.raises(clew.OptionError, match="there is no option 'titel': did you mean title"):
        clew.sheet(unique(1), titel="")  # type: ignore[call-arg]
    contradiction = Sudoku.from_text("11../..../..../....")
    with pytest.raises(clew.OptionError, match="puzzle 2 has no solution to print"):
        clew.sheet([*unique(1), contradiction])
    assert len(clew.sheet([contradiction], solutions=False).pages()) == 1


def test_the_pages_show_themselves_in_notebooks() -> None:
    made = clew.sheet(islice(clew.generate("sudoku", 4), 1))
    assert made._repr_html_().count("<svg ") == made.html().count("<svg ") == 4


def test_pages_to_play_steps_and_sheets_have_one_title() -> None:
    from clew.puzzles.play.page import play_page
    from clew.puzzles.play.puzzles import puzzle_of

    puzzle = clew.load("star-battle", "AABB/ACBB/CCDB/CDDD")
    assert "<title>Play Star battle</title>" in play_page(puzzle_of(puzzle)).html
    assert "<title>Star battle</title>" in clew.sheet([puzzle], solutions=False, tiers=False).html()
    assert "Star battle" in clew.steps(puzzle).page()


def test_one_puzzle_is_as_large_as_a_page_for_one_draws_it() -> None:
    puzzle = Sudoku.from_text("9")
    options: Any = {"solutions": False, "tiers": False}
    assert clew.sheet([puzzle], **options).pages() == clew.sheet([puzzle], **options, per_page=1).pages()


def test_numbers_beside_a_board_are_as_legible_as_clues_in_it() -> None:
    (page,) = clew.sheet([clew.load("tents", ". 2 . . / . . T . / . T . . / . . . .")], solutions=False).pages()
    (group,) = [one for one in pictures(page)[0].iter(f"{SVG}g") if "2" in {text.text for text in one}]
    (number,) = [text for text in group if text.text == "2"]
    assert float(number.attrib["font-size"]) == 18  # of a cell with 40
    assert group.attrib["class"] == "clew-f-ink"
    named = Board([[""] * 3] * 3, row_labels=["1", "2", "3"], column_labels=["a", "b", "c"]).svg()
    assert 'font-size="13"' in named
    assert "clew-f-faint" in named
