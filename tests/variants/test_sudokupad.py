"""Addresses of SudokuPad with its own data, read by a decoder that is written here."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import unquote

import attrs
import pytest

import clew
from clew.render.languages import templates
from clew.render.svg import PAINTS
from clew.tools.cli import main
from clew.variants import (
    KINDS,
    VariantClue,
    VariantPuzzle,
    from_fpuzzles,
    rules_in_words,
    sudokupad_address,
    to_sudokupad,
)
from clew.variants.sentences import COLOURS, LANGUAGES
from clew_problems.variant import SIXES, Variant
from tests.variants.test_fpuzzles import LAWS, MINIMAL, cells, line, some

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def decoded(address: str) -> dict[str, Any]:
    """The data of an address, unpacked as lz-string unpacks it: one number after the other from one large integer."""
    site, _, packed = address.partition("scl")
    assert site == "https://sudokupad.app/"
    packed = unquote(packed).rstrip("=")
    bits = int("".join(f"{ALPHABET.index(one):06b}" for one in packed)[::-1], 2)  # the first bit is the lowest one

    def take(width: int) -> int:
        nonlocal bits
        number, bits = bits & ((1 << width) - 1), bits >> width
        return number

    words = {3: chr(take(16 if take(2) else 8))}
    text = before = words[3]
    while (number := take((len(words) + 3).bit_length())) != 2:
        if number < 2:
            words[len(words) + 3] = chr(take(16 if number else 8))
            number = len(words) + 2
        word = words.get(number, before + before[0])
        words[len(words) + 3] = before + word[0]
        text, before = text + word, word
    data: dict[str, Any] = json.loads(text)
    return data


def played(data: Any) -> dict[str, Any]:
    """What SudokuPad gets of a puzzle of four by four."""
    puzzle = from_fpuzzles({"size": 4, **data})
    found = decoded(sudokupad_address(puzzle))
    assert found == to_sudokupad(puzzle)
    return found


BARE = played({})
PARTS = ("cages", "underlays", "lines", "arrows", "overlays", "global")


def colour(paint: str) -> str:
    return PAINTS[paint][0]


@pytest.mark.parametrize(("kind", "value"), [(kind, value) for kind, value, _ in LAWS])
def test_each_kind_is_told_in_words_and_drawn(kind: str, value: Any) -> None:
    found = played({kind: value})
    first, *rules = found["metadata"]["rules"].splitlines()
    assert first == BARE["metadata"]["rules"]
    assert {rule.partition(":")[0].partition(" (")[0].lower() for rule in rules} == {KINDS[kind].title}
    assert not any(mark in rule for rule in rules for mark in "{}")
    if kind not in ("disjointgroups", "windoku"):  # of which neither f-puzzles nor clew has a picture
        assert any(found[part] != BARE[part] for part in PARTS)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_kind_has_a_sentence_in_every_language(language: str) -> None:
    said, english = templates(LANGUAGES, language), templates(LANGUAGES, "en")
    assert said.keys() == english.keys()
    assert said.keys() >= {*KINDS, *(f"title {kind}" for kind in KINDS), *COLOURS.values()}
    assert all(english[f"title {name}"] == kind.title for name, kind in KINDS.items())
    sentences = [text for key, text in said.items() if key in KINDS or key.startswith("negative ")]
    assert all(text[0].isupper() or text[0] == "{" for text in sentences)
    assert all(text[-1] == "." for text in sentences if text != "{value}")
    parts = re.compile(r"\{(\w+)(?::[1-3])?\}").findall
    assert {key: {*parts(text)} for key, text in said.items()} == {key: {*parts(text)} for key, text in english.items()}


def test_rules_in_french_and_german() -> None:
    puzzle = VariantPuzzle(4, [VariantClue("whispers", lines=[[(0, 0), (0, 1)]])])
    assert rules_in_words(puzzle, "fr").splitlines()[1].startswith("Ligne de murmures (vert) : Deux voisins")
    assert rules_in_words(puzzle, "de").splitlines()[1].startswith("Flüsterlinie (grün): Nachbarn")
    assert "mindestens 2" in Variant(puzzle).printed_rules("de")  # half of four


def test_the_grid_its_digits_its_regions_and_its_words() -> None:
    regions = {(0, 0): 1, (0, 1): 1, (1, 0): 2, (1, 1): 2}
    puzzle = VariantPuzzle(3, (), {(0, 0): 2}, {(1, 1): (1, 3)}, regions, "T", "A", "Own rules.")
    found = decoded(sudokupad_address(puzzle, {(0, 0): 2, (0, 1): 1, (2, 2): 3}))
    assert found["cells"] == [[{"value": 2, "given": True}, {}, {}], [{}, {"centremarks": [1, 3]}, {}], [{}, {}, {}]]
    assert found["regions"] == [[[0, 0], [0, 1]], [[1, 0], [1, 1]]]
    (rest,) = found["cages"]  # the cells in no region belong to the grid
    assert rest == {"cells": [[0, 2], [1, 2], [2, 0], [2, 1], [2, 2]], "unique": False, "hidden": True}
    assert found["metadata"] == {"title": "T", "author": "A", "rules": "Own rules.", "solution": "21??????3"}
    assert "solution" not in decoded(sudokupad_address(puzzle))["metadata"]
    assert len(found["id"]) == 36
    assert found["id"] != BARE["id"]
    large = VariantPuzzle(10, solution=[10, *range(1, 10), *[0] * 90])
    assert to_sudokupad(large)["metadata"]["solution"] == "?123456789" + "?" * 90


def test_a_published_puzzle_has_its_solution_there() -> None:
    puzzle = from_fpuzzles(MINIMAL)
    found = decoded(Variant(puzzle).to_sudokupad())
    assert found["metadata"]["solution"] == "".join(map(str, puzzle.solution))
    assert found["metadata"]["title"] == "Minimal 6\N{MULTIPLICATION SIGN}6 Killer Sudoku"
    assert len(found["cages"]) == len(puzzle.clues)
    again = Variant(attrs.evolve(puzzle, solution=()))  # so clew has to find it
    assert decoded(again.to_sudokupad())["metadata"]["solution"] == found["metadata"]["solution"]
    assert "solution" not in decoded(Variant(VariantPuzzle(4)).to_sudokupad())["metadata"]  # it has 288


def test_lines_bulbs_and_circles_stand_at_their_cells() -> None:
    found = played({
        "thermometer": [line("11 21 32")], "betweenline": [line("14 24 34")],
        "arrow": [{"cells": ["R4C1"], "lines": [cells("41 42 43")]}, {"cells": ["R1C2", "R1C3"], "lines": [
            cells("13 23")]}],
    })  # fmt: skip
    thermo, between, *pill = found["lines"]
    assert thermo["wayPoints"] == [[0.5, 0.5], [1.5, 0.5], [2.5, 1.5]]
    (bulb,) = found["underlays"]
    assert (bulb["center"], bulb["rounded"], bulb["backgroundColor"]) == ([0.5, 0.5], True, thermo["color"])
    assert between["wayPoints"] == [[0.9, 3.5], [1.5, 3.5], [2.1, 3.5]]  # from circle to circle
    assert [one["wayPoints"] for one in pill] == [[[0.5, 1.5], [0.5, 2.5]]] * 2
    assert pill[0]["thickness"] > pill[1]["thickness"] > 30
    assert [one["wayPoints"] for one in found["arrows"]] == [[[3.5, 0.9], [3.5, 1.5], [3.5, 2.5]],
                                                             [[0.9, 2.5], [1.5, 2.5]]]  # fmt: skip
    assert [one["center"] for one in found["overlays"]] == [[0.5, 3.5], [2.5, 3.5], [3.5, 0.5]]
    assert {one["borderColor"] for one in found["overlays"]} == {colour("faint")}
    assert {one["backgroundColor"] for one in found["overlays"]} == {colour("light")}


def test_cages_dots_shades_and_numbers_outside() -> None:
    found = played({
        "killercage": [some("22 32 33", value="7"), some("11 12")], "difference": [some("12 13")],
        "ratio": [some("13 23", value="3")], "xv": [some("33 34", value="V")], "minimum": [{"cell": "R4C4"}],
        "quadruple": [some("22 23 32 33", values=[1, 2, 2])], "odd": [{"cell": "R2C3"}], "even": [{"cell": "R3C1"}],
        "sandwichsum": [{"cell": "R2C0", "value": "5"}], "littlekillersum": [
            {"cell": "R5C3", "direction": "UR", "value": "4"}],
    })  # fmt: skip
    assert found["cages"] == [{"cells": [[1, 1], [2, 1], [2, 2]], "unique": True, "value": "7", "sum": 7},
                              {"cells": [[0, 0], [0, 1]], "unique": True}]  # fmt: skip
    shown = {(*one["center"],): one for one in found["overlays"]}
    assert {center: one["text"] for center, one in shown.items()} == {
        (0.5, 2.0): "", (1.0, 2.5): "3", (2.5, 3.0): "V", (2.0, 2.0): "1 2\n2", (1.5, -0.5): "5",
        (4.5, 2.5): "4\N{NORTH EAST ARROW}", (3.2, 3.25): "min",
    }  # fmt: skip
    assert shown[1.0, 2.5]["backgroundColor"] == colour("block") != shown[0.5, 2.0]["backgroundColor"]
    assert shown[1.0, 2.5]["color"] == "#ffffff"
    below = {(*one["center"],): (one["rounded"], one["width"]) for one in found["underlays"]}
    assert below == {(3.5, 3.5): (False, 1), (1.5, 2.5): (True, 0.76), (2.5, 0.5): (False, 0.72)}


def test_rules_for_the_whole_board_are_checked_by_the_site() -> None:
    found = played({"antiknight": True, "antiking": True, "nonconsecutive": True, "negative": ["xv"]})
    assert found["global"] == ["antiknight", "antiking", "nonconsecutive", "antixv"]
    assert found["metadata"]["antiking"] is found["metadata"]["antiknight"] is True


def test_rules_tell_apart_what_looks_alike() -> None:
    rules = rules_in_words(from_fpuzzles(SIXES)).splitlines()
    assert "Whisper line (green): Neighbours on the line differ by 3 at least." in rules  # half of six
    assert [rule.partition(":")[0] for rule in rules[-3:]] == [
        "Sandwich (left of row 2)", "X-sum (above column 5)", "Skyscraper (above column 2)"]  # fmt: skip
    negative = rules_in_words(from_fpuzzles({"size": 4, "negative": ["ratio", "xv"]})).splitlines()
    assert negative[2] == "All marks given: Neighbours without an X or a V have neither the sum 10 nor the sum 5."
    data = {"extraregion": [some("11 22")], "minimum": [{"cell": "R4C4"}],
            "clone": [{"cells": ["R1C3"], "cloneCells": ["R3C1"]}]}  # fmt: skip
    grey = rules_in_words(from_fpuzzles({"size": 4, **data})).splitlines()[1:]
    assert [rule.partition(":")[0] for rule in grey] == [
        "Extra region (grey, r1c1)", "Minimum (grey)", "Clone (grey, r1c3)"]  # fmt: skip
    two = [VariantClue("lockout", lines=[[(0, 0), (0, 1)]]), VariantClue("lockout", lines=[[(2, 2), (3, 2)]], value=2)]
    assert [rule.partition(" at least")[0] for rule in rules_in_words(VariantPuzzle(4, two, {}, {(0, 0): (1, 2)}))
            .splitlines()[1:]] == [
        "A cell with small digits has one of them.",
        "Lockout line (dark red, r1c1): The digits in the circles differ by 4",
        "Lockout line (dark red, r3c3): The digits in the circles differ by 2",
    ]  # fmt: skip


def test_the_command_line_writes_an_address_with_the_solution(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "variant", SIXES, "--to", "sudokupad"]) == 0
    found = decoded(capsys.readouterr().out.strip())
    solution = clew.first(Variant.from_text(SIXES))
    assert solution is not None
    assert found["metadata"]["solution"] == "".join(str(solution[r, c]) for r in range(6) for c in range(6))
    assert main(["export", "queens", "4", "--to", "sudokupad"]) == 2
    assert capsys.readouterr().err == (
        "clew: queens writes no addresses of SudokuPad: the puzzle variant does\n"
    )  # fmt: skip


def test_a_search_that_is_too_long_leaves_the_solution_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search of a puzzle with one solution takes some nodes: with one less it says nothing."""
    problem = Variant.from_text(SIXES)
    needed = clew.solve(problem, clew.Unique(), limits=clew.Limits(nodes=10**6)).statistics.nodes
    found = []
    for nodes in (needed - 1, needed, needed + 1):
        monkeypatch.setattr("clew_problems.variant.ENOUGH", nodes)
        found.append("solution" in decoded(problem.to_sudokupad())["metadata"])
    assert needed > 1
    assert found[1:] == [True, True]
    assert found[0] is False
