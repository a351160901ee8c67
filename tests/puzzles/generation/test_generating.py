"""The stream of `clew.generate`: seeds, jobs, wishes, clues that a problem names itself, and what is rejected."""

from __future__ import annotations

import time
from collections import Counter
from itertools import islice, pairwise, product
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest

import clew
from clew.puzzles.generation import tiers
from clew.puzzles.generation.making import SEVERAL, TRIES, UNBEGUN, UNBEGUN_TRIES, Maker, Wishes, _is_hopeless
from clew.puzzles.generation.thinning import Deadline
from clew.puzzles.generation.tiers import too_hard, within
from clew_problems import Futoshiki, Queens, Sudoku, Takuzu
from tests.puzzles.generation.puzzles import Hooks, Letters, Sums


def texts(*arguments: Any, **options: Any) -> list[str]:
    return [made.to_text() for made in clew.generate(*arguments, **options)]


def assert_minimal(made: clew.Problem[Any, Any]) -> None:
    """By `clew.check` on instances of their own."""
    assert clew.is_unique(made)
    groups = list(made.clue_groups())
    for group in groups:
        left = [clue for other in groups if other != group for clue in other]
        assert clew.check(made.with_clues(left)).answer == "several", group


def test_the_same_for_the_same_seed() -> None:
    made = texts("sudoku", 9, seed=5, count=4)
    assert texts(Sudoku.empty(9), seed=5, count=4) == made
    assert len({*made, *texts("sudoku", 9, seed=6, count=4)}) == 8


def test_an_instance_does_not_depend_on_those_before_it() -> None:
    assert texts("sudoku", 4, seed=5, count=9)[:3] == texts("sudoku", 4, seed=5, count=3)


def test_jobs_make_the_same() -> None:
    assert texts("sudoku", 6, count=30, jobs=2) == texts("sudoku", 6, count=30)


def test_jobs_make_problems_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "lines.py"
    file.write_text(
        "import attrs, clew\n"
        "from clew.constraints import AllDifferent\n"
        "@attrs.frozen\n"
        "class Line(clew.Problem):\n"
        "    grid: clew.forms.Cells = clew.instance(clew.forms.Grid('123'))\n"
        "    def domains(self):\n"
        "        return {cell: (1, 2, 3) for cell in self.grid}\n"
        "    def given(self):\n"
        "        return {cell: int(symbol) for cell, symbol in self.grid.given.items()}\n"
        "    def constraints(self):\n"
        "        return [AllDifferent(list(self.grid))]\n"
    )
    made = texts(f"{file}:Line", "...", count=3, jobs=2)
    assert made == texts(f"{file}:Line", "...", count=3)
    assert {text.count(".") for text in made} == {1}


def test_the_stream_has_no_end_and_is_lazy() -> None:
    assert len(list(islice(clew.generate("sudoku", 4), 50))) == 50


def test_given_values_stay() -> None:
    blank = Sudoku.from_text("1234/..../..../....")
    for made in clew.generate(blank, count=5):
        assert made.given().items() >= blank.given().items()
        assert clew.is_unique(made)


@pytest.mark.parametrize(
    ("symmetry", "move"),
    [
        ("half-turn", lambda r, c: (5 - r, 5 - c)),
        ("quarter-turn", lambda r, c: (c, 5 - r)),
        ("left-right", lambda r, c: (r, 5 - c)),
        ("up-down", lambda r, c: (5 - r, c)),
        ("diagonal", lambda r, c: (c, r)),
    ],
)
def test_symmetry(symmetry: str, move: Any) -> None:
    for made in clew.generate("sudoku", 6, symmetry=symmetry, count=5):
        given = made.given()
        assert {move(*cell) for cell in given} == given.keys()
        assert clew.is_unique(made)


def test_so_many_clues() -> None:
    for made in clew.generate("sudoku", 9, clues=35, count=5):
        assert len(made.given()) == 35
        assert clew.is_unique(made)
    blank = Sudoku.from_text("1234/..../..../....")
    assert [len(made.given()) for made in clew.generate(blank, clues=10, count=3)] == [10] * 3
    assert {len(made.given()) for made in clew.generate("sudoku", 9, clues=32, symmetry="half-turn", count=3)} == {32}


def test_too_few_clues_are_refused() -> None:
    with pytest.raises(clew.OptionError, match="1000 tries"):
        next(clew.generate("sudoku", 4, clues=3))  # 4 is the least: two numbers missing can be exchanged


@pytest.mark.parametrize("tier", ["easy", "medium", "hard"])
def test_a_tier(tier: str) -> None:
    for made in clew.generate("sudoku", 6 if tier == "easy" else 9, tier=tier, count=1, seed=2):
        rating = clew.rate(made)
        assert (rating.tier, rating.guesses, rating.is_solved) == (tier, 0, True)


def test_a_tier_with_so_many_clues() -> None:
    made = next(clew.generate("sudoku", 9, tier="easy", clues=36))
    assert (len(made.given()), clew.rate(made).tier) == (36, "easy")


@pytest.mark.parametrize(
    ("name", "size"), [("sudoku", "6"), ("takuzu", "6x6"), ("magic-square", "3"), ("futoshiki", "4")]
)
def test_puzzles_with_given_values_need_say_nothing(name: str, size: str) -> None:
    for made in clew.generate(name, size, count=3):
        assert_minimal(made)
        assert clew.load(name, made.to_text()) == made


def test_parameters_of_the_empty_instance_stay() -> None:
    for made in clew.generate(Sudoku.empty(4, diagonals=True), count=3):
        assert isinstance(made, Sudoku)
        assert made.diagonals
        assert_minimal(made)


def test_a_grid_of_symbols_with_cells_that_are_none() -> None:
    blank = Letters.from_text("#.../.#../..#./...#")
    for made in clew.generate(blank, count=5):
        assert isinstance(made, Letters)
        assert [cell for cell in made.grid if made.grid[cell] == "#"] == [(k, k) for k in range(4)]
        assert_minimal(made)


@pytest.mark.parametrize("size", [4, 5, 6])
def test_signs_are_clues_and_numbers_go_first(size: int) -> None:
    found = Counter[str]()
    for made in clew.generate(Futoshiki.empty(size), count=5, seed=2):
        assert isinstance(made, Futoshiki)
        assert_minimal(made)
        found["numbers"] += len(made.given())
        found["signs"] += len(made.less)
    assert found["signs"] > 2 * found["numbers"]


def test_signs_and_numbers_of_the_blank_instance_stay() -> None:
    blank = Futoshiki.from_text("1   .   .   .\n        v\n. < .   .   .\n.   .   .   .\n.   .   .   .")
    for made in clew.generate(blank, count=3):
        assert isinstance(made, Futoshiki)
        assert made.given().items() >= blank.given().items()
        assert {*made.less} >= {*blank.less}
        assert clew.is_unique(made)


def test_signs_go_together_by_symmetry() -> None:
    for made in clew.generate(Futoshiki.empty(4), count=3, symmetry="half-turn"):
        assert isinstance(made, Futoshiki)
        cells = [frozenset(pair) for pair in made.less] + [frozenset([cell]) for cell in made.given()]
        assert {frozenset((3 - r, 3 - c) for r, c in one) for one in cells} == set(cells)
        assert clew.is_unique(made)


def test_clues_of_which_none_can_go() -> None:
    numbers = Sums.from_text("., ., . / ., ., .")
    for made in clew.generate(numbers, count=5):
        assert isinstance(made, Sums)
        filled = product((0, 1), repeat=9)
        rows = [[values[k : k + 3] for k in (0, 3, 6)] for values in filled]
        wanted = [sum(line, 0) for line in [[number or 0 for number in line] for line in made.clues.rows]]
        across = [sum(number or 0 for number in line) for line in made.clues.columns]
        same = [g for g in rows if [*map(sum, g)] == wanted and [*map(sum, zip(*g, strict=True))] == across]
        assert len(same) == 1


def test_hooks_will_do() -> None:
    for made in clew.generate(Hooks(((0, 0, 0, 0),)), count=3):
        given = made.given()
        whole = [
            values
            for values in product((1, 2, 3), repeat=4)
            if all(a != b for a, b in pairwise(values)) and all(values[c] == value for (_, c), value in given.items())
        ]
        assert len(whole) == 1


def test_without_a_solution_there_is_no_instance() -> None:
    with pytest.raises(clew.OptionError, match="no solution"):
        next(clew.generate("magic-square", 2))


def test_a_time_limit_ends_the_stream() -> None:
    started = time.perf_counter()
    with pytest.raises(clew.Stopped):
        list(clew.generate("sudoku", 9, limits=clew.Limits(time=0.3)))
    with pytest.raises(clew.Stopped):
        list(clew.generate("sudoku", 25, limits=clew.Limits(time=0.3)))
    with pytest.raises(clew.Stopped):
        list(clew.generate("sudoku", 25, limits=clew.Limits(time=0.3), jobs=2))
    assert time.perf_counter() - started < 60


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tire": "easy"}, "no option 'tire': did you mean tier?"),
        ({"tier": "nice"}, "no tier 'nice'"),
        ({"symmetry": "half turn"}, "did you mean half-turn?"),
        ({"seed": 1.5}, "seed"),
        ({"clues": -1}, "clues"),
        ({"count": -1}, "count"),
        ({"jobs": -1}, "jobs"),
        ({"limits": clew.Limits(nodes=3)}, "limits"),
    ],
)
def test_what_is_refused(options: Any, message: str) -> None:
    with pytest.raises(clew.OptionError, match=message.replace("?", r"\?")):
        next(clew.generate("sudoku", 4, **options))


def test_a_problem_that_names_no_clues_is_refused() -> None:
    with pytest.raises(clew.ProblemError, match="with_clues"):
        next(clew.generate(Queens(6)))
    with pytest.raises(clew.OptionError, match="name of one"):
        next(clew.generate(6))  # type: ignore[arg-type]
    with pytest.raises(clew.OptionError, match="size"):
        next(clew.generate(Sudoku.empty(4), 4))
    with pytest.raises(clew.OptionError, match="no cells"):
        next(clew.generate(Named(("", "")), symmetry="half-turn"))
    with pytest.raises(clew.OptionError, match="square board"):
        next(clew.generate("takuzu", "4x6", symmetry="diagonal"))


@attrs.frozen
class Named(clew.Problem[str, int]):
    """Variables that are no cells."""

    values: tuple[str, ...]

    def domains(self) -> Any:
        return {"a": (1, 2), "b": (1, 2)}

    def given(self) -> Any:
        return {name: int(value) for name, value in zip("ab", self.values, strict=True) if value}

    def with_clues(self, clues: Any) -> Any:
        given = dict(clues)
        return Named(tuple(str(given.get(name, "")) for name in "ab"))


def test_with_clues_alone_is_enough() -> None:
    made = next(clew.generate(Named(("", ""))))
    assert len(made.given()) == 2  # nothing else fixes them


def test_from_solution_and_back() -> None:
    blank, random = Takuzu.from_text("4x4"), Random(1)
    solution = clew.first(blank)
    assert solution is not None
    full = blank.from_solution(solution, random)
    assert full.given() == dict(solution)
    assert blank.with_clues([pair for group in full.clue_groups() for pair in group]) == full
    assert blank.with_clues([]) == blank


@attrs.frozen
class Whole(clew.Problem[int, int]):
    """A puzzle none of whose clues can be left out: a word of two letters, told by their sum and difference."""

    name = "whole"
    total: int = 1

    def domains(self) -> dict[int, tuple[int, ...]]:
        return {0: (0, 1), 1: (0, 1)}

    def constraints(self) -> Any:
        yield clew.constraints.Linear((0, 1), (1, 2), "==", self.total)

    def from_solution(self, solution: Any, random: Random) -> Whole:
        return Whole(solution[0] + 2 * solution[1])

    def with_clues(self, clues: Any) -> Whole:
        return self


def test_a_number_of_clues_none_of_which_can_be_left_out_is_refused_at_once() -> None:
    with pytest.raises(clew.OptionError, match=r"^whole keeps all of its clues"):
        next(clew.generate(Whole(), clues=5))


def test_a_tier_that_no_instance_has_is_said() -> None:
    seen: list[int] = []
    failure = r"^none of 1000 tries made an instance of the tier fiendish: 1000 easy; try another tier"
    with pytest.raises(clew.OptionError, match=failure):
        next(clew.generate(Whole(), tier="fiendish", progress=lambda tried: seen.append(tried["easy"])))
    assert seen == [*range(1, 1001)]


@pytest.mark.parametrize("name", ["star-battle", "killer-sudoku"])
@pytest.mark.parametrize("seed", [1, 2])
def test_puzzles_all_of_whose_clues_stay_are_made_as_easy_as_wished(name: str, seed: int) -> None:
    made = next(clew.generate(name, 6, tier="medium", seed=seed))
    rating = clew.rate(made)
    assert (rating.tier, rating.guesses, rating.is_solved) == ("medium", 0, True)
    assert clew.is_unique(made)


def test_an_instance_is_made_easier_by_repairs() -> None:
    """One solution alone: its killer is too hard, and the seed draws no other one."""
    came: list[str] = []
    maker = Maker(clew.load("killer-sudoku", "9"), Wishes(tier="medium"), Deadline(None))
    for made, kind in maker._made(Random(2)):
        came.append(kind)
        if made is not None:
            break
    assert made is not None
    assert clew.rate(made).tier == "medium"
    assert came[0] == "harder than medium"
    assert came[-1] == "medium"


@pytest.mark.parametrize(
    ("tried", "is_over"),
    [
        ({UNBEGUN: UNBEGUN_TRIES - 1, SEVERAL: 400}, False),
        ({UNBEGUN: UNBEGUN_TRIES, SEVERAL: 400}, True),
        ({UNBEGUN: UNBEGUN_TRIES + 1}, True),
        ({UNBEGUN: UNBEGUN_TRIES + 1, "medium": 1}, False),
        ({"medium": TRIES - 1}, False),
        ({"medium": TRIES}, True),
        ({"medium": TRIES, UNBEGUN: 1}, True),
    ],
)
def test_tries_end_at_their_limits(tried: dict[str, int], is_over: bool) -> None:
    assert _is_hopeless(Counter(tried)) is is_over


def test_a_puzzle_that_stays_whole_is_given_up_at_the_limit() -> None:
    """No killer sudoku begins with an easy step, and the tries end in the middle of the repairs of one."""
    with pytest.raises(clew.OptionError, match=rf"\b{UNBEGUN_TRIES} {UNBEGUN}"):
        next(clew.generate("killer-sudoku", "4x4", tier="easy"))


def test_a_tier_of_which_no_instance_has_a_first_step_is_given_up_early() -> None:
    """No single rule of a hitori shades or keeps a cell at first: each pair and each number leaves both values."""
    with pytest.raises(clew.OptionError, match=r"^none of (\d+) tries .* (\d+) without a step so easy") as caught:
        next(clew.generate("hitori", "5x5", tier="easy"))
    numbers = [int(word) for word in str(caught.value).split() if word.isdecimal()]
    assert numbers[0] < 1000


@pytest.mark.parametrize("tier", ["easy", "medium", "hard", "very hard", "fiendish"])
def test_the_tier_that_a_bound_leaves_is_that_of_the_rating(tier: str) -> None:
    tiers = ["easy", "medium", "hard", "very hard", "fiendish"]
    for made in clew.generate("sudoku", 6, count=6, seed=3):
        rating = clew.rate(made)
        is_within = not rating.guesses and tiers.index(rating.tier) <= tiers.index(tier)
        assert (within(made, tier)[0] not in too_hard(tier)) == is_within
        assert not is_within or within(made, tier)[0] == rating.tier


def test_easy_futoshikis_have_numbers_and_not_all_signs() -> None:
    for made in clew.generate("futoshiki", 5, tier="easy", count=4):
        assert isinstance(made, Futoshiki)
        assert clew.rate(made).tier == "easy"
        assert len(made.given()) >= 2
        assert len(made.less) <= 30  # of 40 places


@pytest.mark.parametrize("most", [0, 1, 2, 9])
def test_as_few_clues_come_back_as_the_tier_needs(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """An instance without them that is not too hard is the only one that is looked at."""
    looked: list[int] = []
    for needed in range(most + 2):  # the last one is never reached

        def within(back: Any, tier: str, needed: int = needed) -> tuple[str, None]:
            looked.append(back)
            return tier if back >= needed else tiers.SEARCHED, None

        monkeypatch.setattr(tiers, "within", within)
        looked.clear()
        itself: Any = lambda back: back  # noqa: E731
        made: Any = tiers.fewest_back("fiendish", most, itself)
        assert made == ((needed, "fiendish") if needed <= most else (None, tiers.SEARCHED))
        assert len(looked) == len({*looked})
        assert looked == [0] or needed
