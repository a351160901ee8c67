"""Boards cut into regions: the lines of the drawing say just which neighbours belong together."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from clew.render import regions


def test_a_drawing_by_hand() -> None:
    rows: list[list[str | None]] = [["1", "", "12"], ["", "", None]]
    region = {(0, 0): "a", (0, 1): "a", (0, 2): "b", (1, 0): "c", (1, 1): "a"}
    assert regions(rows, region).split("\n") == [
        "+---------+----+",
        "| 1       | 12 |",
        "+----+    +----+",
        "|    |    |",
        "+----+----+",
    ]


def test_open_cells_are_one_region() -> None:
    assert regions([["", ""], ["", ""]], {}) == "+-------+\n|       |\n|       |\n|       |\n+-------+"
    assert regions([], {}) == ""


@given(st.integers(1, 4), st.integers(1, 4), st.data())
def test_lines_lie_where_regions_end(height: int, width: int, data: st.DataObject) -> None:
    cells = [(r, c) for r in range(height) for c in range(width)]
    region = {cell: data.draw(st.integers(0, 2)) for cell in cells}
    lines = [line.ljust(4 * width + 1) for line in regions([["x"] * width] * height, region).split("\n")]
    assert len(lines) == 2 * height + 1
    for r in range(height):
        for c in range(width + 1):
            assert (lines[2 * r + 1][4 * c] == "|") == (region.get((r, c - 1)) != region.get((r, c)))
    for r in range(height + 1):
        for c in range(width):
            under = lines[2 * r][4 * c + 1 : 4 * c + 4]
            assert under == ("---" if region.get((r - 1, c)) != region.get((r, c)) else "   ")
