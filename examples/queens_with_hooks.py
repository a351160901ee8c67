"""The queens by hooks, without a declared constraint, in a form made for speed: masks of squares, kept for later.

`is_consistent` judges a new queen against those on the board: plain backtracking. `forward_check` takes the squares
that the new queen attacks from all rows at once, by one operation on the integer that holds the domains. The masks
are made once for each square and kept. `queens_lists.py` is the same without masks, on lists of columns. The bundled
problem declares three constraints instead and gets both hooks, and more, without writing either.
"""

from collections.abc import Mapping

import clew
from clew_problems import Queens

State = clew.State[int, int]


class HookQueens(clew.Problem[int, int]):
    """n queens, a column for each row."""

    name = "queens with hooks"

    def __init__(self, n: int) -> None:
        self.n = n
        self.attacked: dict[tuple[int, int], int] = {}

    def domains(self) -> Mapping[int, range]:
        return dict.fromkeys(range(self.n), range(self.n))

    def is_consistent(self, state: State, row: int, column: int) -> bool:
        path = state.path
        while path:
            path, other_row, other_column = path
            across = column - other_column
            if across == 0 or across == row - other_row or across == other_row - row:
                return False
        return True

    def forward_check(self, state: State, row: int, column: int) -> State | clew.DeadEnd:
        bits = self.attacked.get((row, column))
        if bits is None:
            squares = (
                (other, square)
                for other in range(self.n)
                if other != row
                for square in (column, column - row + other, column + row - other)
            )
            bits = self.attacked[row, column] = state.lanes.bits(squares)
        return state.prune_bits(bits)


def main() -> None:
    """How many nodes each level of inference enters, for all ways to place six queens."""
    print("inference   hooks  declared")
    for inference in ("none", "check", "forward"):
        hooks, declared = (
            clew.solve(problem, clew.Count(), inference=inference, variable_order="static")
            for problem in (HookQueens(6), Queens(6))
        )
        assert hooks.result == declared.result == 4
        print(f"{inference:9} {hooks.statistics.nodes:7}  {declared.statistics.nodes:8}")
    unit = clew.solve(Queens(6), clew.Count(), inference="unit", kernel="python")
    print(f"unit              {unit.statistics.nodes:10}")


if __name__ == "__main__":
    main()
