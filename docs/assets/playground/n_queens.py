"""Queens: n queens on a board of n by n squares, none of which attacks another.

A variable is a row, its value the column of its queen.
"""

from collections.abc import Collection, Mapping

import attrs

import clew
from clew.render import Board


@attrs.frozen
class NQueens(clew.Problem[int, int]):
    name = "n-queens"

    n: int = clew.instance(
        clew.forms.Number(1, 30), help="the size of the board"
    )

    def domains(self) -> dict[int, range]:
        """Each variable with the values that it may take."""
        return {row: range(self.n) for row in range(self.n)}

    def is_consistent(
        self, state: clew.State[int, int], row: int, column: int
    ) -> bool:
        """Whether a queen may stand here, beside those that stand already."""
        return all(
            column != c and abs(column - c) != abs(row - r)
            for r, c in state.items()
        )

    def picture(
        self,
        assignment: Mapping[int, int],
        domains: Mapping[int, Collection[int]] | None = None,
    ) -> Board:
        """The board, with the queens that stand on it."""
        rows = [
            ["♛" if assignment.get(r) == c else "" for c in range(self.n)]
            for r in range(self.n)
        ]
        return Board(rows, title=f"{self.n} queens", chequered=True)
