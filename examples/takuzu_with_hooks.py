"""Takuzu by hooks, as the article of 2016 has it: a cell is rejected when it breaks a rule of one of its lines.

The bundled problem declares the same rules as constraints. Both find the same grids, but constraints rule out more
values at each node.
"""

from collections.abc import Iterable

import clew
from clew_problems import Takuzu

Cell = tuple[int, int]
State = clew.State[Cell, int]


class HookTakuzu(Takuzu):
    """The same grids, texts and drawings; the search asks `is_consistent`."""

    def constraints(self) -> tuple[()]:
        return ()

    def is_consistent(self, state: State, cell: Cell, value: int) -> bool:
        row, column = cell
        across = [value if c == column else state.get((row, c)) for c in range(self.width)]
        down = [value if r == row else state.get((r, column)) for r in range(self.height)]
        rows = ([state.get((r, c)) for c in range(self.width)] for r in range(self.height) if r != row)
        columns = ([state.get((r, c)) for r in range(self.height)] for c in range(self.width) if c != column)
        return self.fits(across, rows) and self.fits(down, columns)

    def fits(self, line: list[int | None], others: Iterable[list[int | None]]) -> bool:
        """No three equal neighbours, no symbol more than half the cells, no other line the same."""
        if any(a is not None and a == b == c for a, b, c in zip(line, line[1:], line[2:], strict=False)):
            return False
        if any(line.count(symbol) > len(line) // 2 for symbol in (0, 1)):
            return False
        return None in line or not self.distinct or line not in others


def main() -> None:
    """The small puzzle by hooks and by constraints, then the 14x14 grid of the article by hooks."""
    text = Takuzu.examples[0].text
    for problem, levels in ((HookTakuzu, ("check", "forward")), (Takuzu, ("check", "forward", "unit"))):
        for inference in levels:
            outcome = clew.solve(problem.from_text(text), clew.Unique(), inference=inference, kernel="python")
            nodes = outcome.statistics.nodes
            print(f"{problem.__name__:10} {inference:8} {outcome.result.answer}, {nodes} nodes")
    print(outcome.result.solutions[0])

    (article,) = (example for example in Takuzu.examples if example.name == "14x14")
    found = clew.solve(HookTakuzu.from_text(article.text), clew.First(), inference="check")
    assert found.result is not None
    print(f"14x14, {found.statistics.nodes} nodes")
    print(found.result.draw("list"))


if __name__ == "__main__":
    main()
