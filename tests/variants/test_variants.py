"""Each kind has just the solutions of a law that is written here without it, by both kernels."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations, permutations, product
from typing import Any

import pytest

import clew
from clew import variants as kinds
from tests.examples import THOROUGH

Law = Callable[..., Any]


def solutions(cells: int, digits: Sequence[int], made: Callable[[list[Any]], Any]) -> list[tuple[Any, ...]]:
    """All solutions of a kind about so many cells, of which both kernels must find the same by the same nodes."""
    found = []
    for kernel in ("auto", "python"):
        model = clew.Model("cells")
        names = model.variables([f"c{k}" for k in range(cells)], digits)
        model.require(made(names))
        options: Any = {"kernel": kernel, "variable_order": "static"}
        outcome = clew.solve(model, clew.All(), **options)
        all_of_them = sorted(tuple(one[f"c{k}"] for k in range(cells)) for one in outcome.result)
        found.append((all_of_them, outcome.statistics.nodes))
    assert found[0] == found[1]
    return found[0][0]


def near(line: Sequence[int]) -> list[tuple[int, int]]:
    return [(line[k], line[k + 1]) for k in range(len(line) - 1)]


def different(line: Sequence[int]) -> bool:
    return len(set(line)) == len(line)


def splits(line: Sequence[int], number: int) -> bool:
    """Whether some prefix has the sum and the rest is so, too."""
    return not line or any(sum(line[:k]) == number and splits(line[k:], number) for k in range(1, len(line) + 1))


def sandwiched(line: Sequence[int], number: int, bread: tuple[int, int]) -> bool:
    if any(line.count(one) != 1 for one in bread):
        return False
    low, high = sorted(map(line.index, bread))
    return sum(line[low + 1 : high]) == number


def boxed(line: Sequence[int], number: int) -> bool:
    low, high = sorted((line.index(min(line)), line.index(max(line))))
    return different(line) and sum(line[low + 1 : high]) == number


def hidden(line: Sequence[int]) -> int | None:
    return next((line[k] for k in range(1, len(line)) if line[k] <= max(line[:k])), None)


CELLS: list[tuple[str, int, Sequence[int], Law, Law]] = [
    ("thermo", 4, range(1, 6), kinds.thermo, lambda s: list(s) == sorted(set(s))),
    ("slow thermo", 4, range(1, 6), kinds.slow_thermo, lambda s: list(s) == sorted(s)),
    ("whispers", 4, range(6), lambda s: kinds.whispers(s, 3), lambda s: min(abs(a - b) for a, b in near(s)) >= 3),
    *[
        (
            f"regular expression {pattern}",
            4,
            range(5),
            partial(kinds.regular_expression, pattern=pattern),
            lambda s, pattern=pattern: re.fullmatch(pattern, "".join(map(str, s))) is not None,
        )
        for pattern in ("1(23|[0-2])*", ".?[^12]+.", "(1|2+)?(3|40*)*", "(0|(1|2)3)+|4*", "()12.?3*", "...[3]")
    ],
    ("renban", 4, range(1, 8), kinds.renban, lambda s: sorted(s) == [*range(min(s), min(s) + 4)]),
    ("nabner", 3, range(8), kinds.nabner, lambda s: all(abs(a - b) > 1 for a, b in combinations(s, 2))),
    ("palindrome", 5, range(1, 4), kinds.palindrome, lambda s: s == s[::-1]),
    ("clone", 4, range(1, 5), lambda s: kinds.clone(s[:2], s[2:]), lambda s: s[:2] == s[2:]),
    ("between", 4, range(1, 7), kinds.between, lambda s: all(min(s[0], s[-1]) < d < max(s[0], s[-1]) for d in s[1:-1])),
    (
        "lockout",
        4,
        range(1, 7),
        lambda s: kinds.lockout(s, 2),
        lambda s: abs(s[0] - s[-1]) >= 2 and all(d < min(s[0], s[-1]) or d > max(s[0], s[-1]) for d in s[1:-1]),
    ),
    ("zipper", 5, range(1, 6), kinds.zipper, lambda s: s[0] + s[4] == s[1] + s[3] == s[2]),
    ("even zipper", 4, range(1, 6), kinds.zipper, lambda s: s[0] + s[3] == s[1] + s[2]),
    (
        "entropic",
        4,
        range(1, 7),
        lambda s: kinds.entropic(s, range(1, 7)),
        lambda s: all({(d + 1) // 2 for d in s[k : k + 3]} == {1, 2, 3} for k in range(2)),
    ),
    (
        "entropic of two",
        2,
        range(1, 7),
        lambda s: kinds.entropic(s, range(1, 7)),
        lambda s: len({(d + 1) // 2 for d in s}) == 2,
    ),
    (
        "modular",
        4,
        range(6),
        kinds.modular,
        lambda s: all({d % 3 for d in s[k : k + 3]} == {0, 1, 2} for k in range(2)),
    ),
    ("modular 2", 4, range(6), lambda s: kinds.modular(s, 2), lambda s: all((a + b) % 2 for a, b in near(s))),
    ("sum line", 5, range(1, 5), lambda s: kinds.sum_line(s, 4), lambda s: splits(s, 4)),
    (
        "neighbours",
        4,
        range(1, 5),
        lambda s: kinds.neighbours(s, int.__le__),
        lambda s: all(a <= b for a, b in near(s)),
    ),
    ("every pair", 3, range(1, 5), lambda s: kinds.every_pair(s, int.__lt__), lambda s: s[0] < s[1] < s[2]),
    ("arrow", 4, range(1, 8), lambda s: kinds.arrow(s[0], s[1:]), lambda s: s[0] == sum(s[1:])),
    ("double arrow", 4, range(1, 6), kinds.double_arrow, lambda s: s[0] + s[3] == s[1] + s[2]),
    ("pill arrow", 5, range(1, 7), lambda s: kinds.pill_arrow(s[:2], s[2:]), lambda s: 10 * s[0] + s[1] == sum(s[2:])),
    ("killer", 3, range(1, 7), lambda s: kinds.killer(s, 9), lambda s: different(s) and sum(s) == 9),
    *(
        (f"killer of {n}", n, range(1, 7), lambda s: kinds.killer(s, 9, 6), lambda s: different(s) and sum(s) == 9)
        for n in (2, 3)
    ),
    ("killer of 4", 4, range(1, 7), lambda s: kinds.killer(s, 14, 6), lambda s: different(s) and sum(s) == 14),
    ("killer without a sum", 3, range(1, 5), kinds.killer, different),
    ("killer with repeats", 3, range(1, 7), lambda s: kinds.total(s, 9), lambda s: sum(s) == 9),
    ("little killer", 3, range(1, 7), lambda s: kinds.little_killer(s, 7), lambda s: sum(s) == 7),
    ("extra region", 3, range(1, 5), kinds.extra_region, different),
    ("lunchbox", 4, range(1, 7), lambda s: kinds.lunchbox(s, 3), lambda s: boxed(s, 3)),
    ("lunchbox 0", 5, range(1, 6), lambda s: kinds.lunchbox(s, 0), lambda s: boxed(s, 0)),
    ("sandwich", 5, range(1, 6), lambda s: kinds.sandwich(s, 4, (1, 5)), lambda s: sandwiched(s, 4, (1, 5))),
    ("sandwich 0", 4, range(1, 5), lambda s: kinds.sandwich(s, 0, (1, 4)), lambda s: sandwiched(s, 0, (1, 4))),
    ("x-sum", 4, range(6), lambda s: kinds.x_sum(s, 6), lambda s: s[0] <= 4 and sum(s[: s[0]]) == 6),
    ("numbered room", 4, range(6), lambda s: kinds.numbered_room(s, 2), lambda s: 0 < s[0] <= 4 and s[s[0] - 1] == 2),
    (
        "skyscraper",
        4,
        range(1, 6),
        lambda s: kinds.skyscraper(s, 2),
        lambda s: sum(all(d > e for e in s[:k]) for k, d in enumerate(s)) == 2,
    ),
    ("hidden skyscraper", 4, range(1, 6), lambda s: kinds.hidden_skyscraper(s, 2), lambda s: hidden(s) == 2),
    ("difference", 2, range(8), lambda s: kinds.difference(s, 3), lambda s: s[0] - s[1] in (3, -3)),
    ("ratio", 2, range(8), lambda s: kinds.ratio(s, 3), lambda s: s[0] == 3 * s[1] or s[1] == 3 * s[0]),
    ("white", 2, range(8), kinds.white, lambda s: s[0] - s[1] in (1, -1)),
    ("black", 2, range(8), kinds.black, lambda s: s[0] == 2 * s[1] or s[1] == 2 * s[0]),
    ("x", 2, range(1, 10), kinds.x, lambda s: sum(s) == 10),
    ("v", 2, range(1, 10), kinds.v, lambda s: sum(s) == 5),
    (
        "quadruple",
        4,
        range(1, 5),
        lambda s: kinds.quadruple(s, (1, 1, 3)),
        lambda s: s.count(1) >= 2 and s.count(3) >= 1,
    ),
    (
        "contains exactly",
        4,
        range(1, 5),
        lambda s: kinds.contains_exactly(s, (1, 1, 3)),
        lambda s: s.count(1) == 2 and s.count(3) == 1,
    ),
    (
        "counting circles",
        5,
        range(1, 5),
        lambda s: kinds.counting_circles(s, range(1, 5)),
        lambda s: all(s.count(d) == d for d in s),
    ),
    ("odd", 2, range(6), lambda s: kinds.odd(*s), lambda s: s[0] % 2 == s[1] % 2 == 1),
    ("even", 2, range(6), lambda s: kinds.even(*s), lambda s: s[0] % 2 == s[1] % 2 == 0),
]


@pytest.mark.parametrize(("cells", "digits", "kind", "law"), [case[1:] for case in CELLS], ids=[c[0] for c in CELLS])
def test_a_kind_about_cells_has_the_solutions_of_its_law(
    cells: int, digits: Sequence[int], kind: Law, law: Law
) -> None:
    wanted = [some for some in product(digits, repeat=cells) if law(some)]
    assert wanted
    assert solutions(cells, digits, kind) == wanted


Board = tuple[tuple[int, ...], ...]


def at(board: Board) -> dict[tuple[int, int], int]:
    return {(r, c): digit for r, row in enumerate(board) for c, digit in enumerate(row)}


def apart(board: Board, steps: set[tuple[int, int]], holds: Callable[[int, int], bool]) -> bool:
    """Whether it holds for all cells whose distances down and across are one of the steps, in either order."""
    cells = at(board).items()
    return all(
        holds(a, b)
        for ((r, c), a), ((s, d), b) in combinations(cells, 2)
        if (abs(r - s), abs(c - d)) in steps or (abs(c - d), abs(r - s)) in steps
    )


def sides(board: Board, place: tuple[int, int]) -> list[int]:
    r, c = place
    return [at(board)[p] for p in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if p in at(board)]


def boxes(board: Board) -> list[list[int]]:
    return [[board[r + k // 2][c + k % 2] for k in range(4)] for r in (0, 2) for c in (0, 2)]


def rank(board: Board, line: Sequence[int], number: int) -> bool:
    """As the rules say: so many less one come before it, strictly."""
    both = [x for one in (*board, *zip(*board, strict=True)) for x in (tuple(one), tuple(one)[::-1])]
    return sum(one < tuple(line) for one in both) == number - 1


HALVES = [
    (top, below)
    for top, below in product(permutations(range(1, 5)), repeat=2)
    if different(top[:2] + below[:2]) and different(top[2:] + below[2:])
]
LATIN: list[Board] = [
    board
    for board in ((*above, *below) for above, below in product(HALVES, repeat=2))
    if all(different(column) for column in zip(*board, strict=True))
]
NEAR = {(0, 1)}
BOARDS: list[tuple[str, Law, Law]] = [
    ("sudoku", lambda g: [], lambda b: True),
    ("anti-knight", kinds.anti_knight, lambda b: apart(b, {(1, 2)}, int.__ne__)),
    ("anti-king", kinds.anti_king, lambda b: apart(b, {(0, 1), (1, 1)}, int.__ne__)),
    ("non-consecutive", kinds.non_consecutive, lambda b: apart(b, NEAR, lambda x, y: abs(x - y) != 1)),
    ("disjoint groups", kinds.disjoint_groups, lambda b: all(different(some) for some in zip(*boxes(b), strict=True))),
    ("windoku", kinds.windoku, lambda b: different([b[1][1], b[1][2], b[2][1], b[2][2]])),
    (
        "diagonals",
        kinds.diagonals,
        lambda b: all(different([b[k][m(k)] for k in range(4)]) for m in (int, lambda k: 3 - k)),
    ),
    ("minimum", lambda g: kinds.minimum(g, g.rows[1][2]), lambda b: b[1][2] < min(sides(b, (1, 2)))),
    ("maximum", lambda g: kinds.maximum(g, g.rows[0][3]), lambda b: b[0][3] > max(sides(b, (0, 3)))),
    (
        "region sum",
        lambda g: kinds.region_sum(g, [g.rows[1][0], g.rows[1][1], g.rows[1][2], g.rows[2][2], g.rows[2][1]]),
        lambda b: b[1][0] + b[1][1] == b[1][2] == b[2][2] == b[2][1],
    ),
    (
        "region sum that enters a box again",
        lambda g: kinds.region_sum(g, [g.rows[1][1], g.rows[1][2], g.rows[0][1]]),
        lambda b: b[1][1] == b[1][2] == b[0][1],
    ),
    (
        "region sum of two",
        lambda g: kinds.region_sum(g, [g.rows[0][0], g.rows[0][1], g.rows[0][2], g.rows[0][3]]),
        lambda b: b[0][0] + b[0][1] == b[0][2] + b[0][3],
    ),
    ("full rank", lambda g: kinds.full_rank(g, g.rows[2], 5), lambda b: rank(b, b[2], 5)),
    *(
        (
            f"full rank {number} with digits",
            lambda g, number=number: kinds.full_rank(g, g.rows[2], number, range(1, 5)),
            lambda b, number=number: rank(b, b[2], number),
        )
        for number in (1, 6, 16)
    ),
    *(
        (
            f"full rank {number} with digits from a corner",
            lambda g, number=number: kinds.full_rank(g, g.columns[3][::-1], number, range(1, 5)),
            lambda b, number=number: rank(b, [b[3 - k][3] for k in range(4)], number),
        )
        for number in (2, 7, 12)
    ),
    (
        "full rank upwards",
        lambda g: kinds.full_rank(g, g.columns[1][::-1], 9),
        lambda b: rank(b, [b[3 - k][1] for k in range(4)], 9),
    ),
    ("column indexer", lambda g: kinds.column_indexer(g, 2), lambda b: all(row[row[1] - 1] == 2 for row in b)),
    ("row indexer", lambda g: kinds.row_indexer(g, 1), lambda b: all(b[b[0][c] - 1][c] == 1 for c in range(4))),
    ("box indexer", lambda g: kinds.box_indexer(g, 4), lambda b: all(box[box[3] - 1] == 4 for box in boxes(b))),
    (
        "all given",
        lambda g: kinds.all_given(g, [g.rows[0][:2]], kinds.black),
        lambda b: all(
            {b[r][c], b[s][d]} not in ({1, 2}, {2, 4})
            for r, c, s, d in product(range(4), repeat=4)
            if abs(r - s) + abs(c - d) == 1 and {(r, c), (s, d)} != {(0, 0), (0, 1)}
        ),
    ),
    (
        "all given of two kinds",
        lambda g: kinds.all_given(g, zip(g.rows[0], g.rows[1], strict=True), kinds.v, lambda p: kinds.difference(p, 3)),
        lambda b: all(
            b[r][c] + b[s][d] != 5 and abs(b[r][c] - b[s][d]) != 3
            for r, c, s, d in product(range(4), repeat=4)
            if abs(r - s) + abs(c - d) == 1 and not (c == d and {r, s} == {0, 1})
        ),
    ),
]


def test_letters_are_digits_from_10_on() -> None:
    model = clew.Model()
    line = model.variables("a b", range(8, 40))
    model.require(kinds.regular_expression(line, "[9-A-B]Z"))
    assert [solution.row() for solution in clew.solutions(model)] == [(9, 35), (10, 35), (11, 35)]


@pytest.mark.parametrize("pattern", ["(12", "12)", "*1", "1**", "[12", "1{2}", r"\d", "a", "1 2", "[5-2]", "[^]"])
def test_what_is_no_regular_expression_is_an_error_of_one_line(pattern: str) -> None:
    with pytest.raises(clew.InputError, match=r"^'[^\n]*' is no regular expression of digits: give [^\n]*$"):
        kinds.regular_expression("abc", pattern)


@pytest.mark.parametrize(("name", "kind", "law"), BOARDS, ids=[case[0] for case in BOARDS])
def test_a_kind_about_a_board_has_the_solutions_of_its_law(name: str, kind: Law, law: Law) -> None:
    """All boards; of the kinds that Python searches slowly those of one digit in a corner, unless it is thorough."""
    wanted = [sum(board, ()) for board in LATIN if law(board)]
    corner = range(1, 5)
    if name.startswith("full rank") and not THOROUGH:
        corner = range(wanted[-1][0], wanted[-1][0] + 1)
        wanted = [cells for cells in wanted if cells[0] in corner]

    def made(cells: list[Any]) -> list[Any]:
        grid = kinds.SudokuGrid([cells[k : k + 4] for k in range(0, 16, 4)], (2, 2))
        return [*kinds.sudoku(grid), *kind(grid), cells[0] >= corner[0], cells[0] <= corner[-1]]

    assert solutions(16, range(1, 5), made) == wanted


def test_a_kind_about_a_board_that_allows_no_small_one_is_decided_on_a_larger_one() -> None:
    """Anti-king and anti-knight leave some boards of nine, and windoku has four boxes there."""
    model = clew.Model("nine")
    rows = [model.variables([f"r{r}c{c}" for c in range(9)], range(1, 10)) for r in range(9)]
    grid = kinds.SudokuGrid(rows, (3, 3))
    model.require(kinds.sudoku(grid), kinds.anti_king(grid), kinds.anti_knight(grid))
    first: Any = clew.first(model)
    found = tuple(tuple(first[f"r{r}c{c}"] for c in range(9)) for r in range(9))
    assert apart(found, {(1, 1), (1, 2)}, int.__ne__)
    assert [cell.name for cell in grid.block(1, 5, 1, 2)] == ["r1c5", "r1c6"]
    corners = [one.scope[0] for one in kinds.windoku(grid)]
    assert corners == ["r1c1", "r1c5", "r5c1", "r5c5"]


def test_cells_may_be_names() -> None:
    model = clew.Model("names")
    model.variables("a b c", range(1, 4))
    model.require(kinds.thermo(["a", "b", "c"]))
    assert clew.count(model) == 1


def test_kinds_on_a_line_leave_only_values_of_solutions() -> None:
    """What a line keeps without a search is what solutions have."""
    for kind in (lambda s: kinds.whispers(s, 3), kinds.between, lambda s: kinds.x_sum(s, 7), kinds.nabner):
        model = clew.Model("line")
        model.variables("a b c d", range(1, 8))
        model.require(kind(["a", "b", "c", "d"]))
        assert clew.solve(model, clew.First()).statistics.failures == 0


def test_importing_clew_loads_no_variants() -> None:
    import subprocess
    import sys

    program = "import sys, clew, clew.constraints, clew_problems; clew.Model; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True).stdout.split()
    assert not [name for name in loaded if name.startswith("clew.variants")]
