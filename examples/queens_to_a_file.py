"""Eight queens as a Turbo Pascal program for the 8088 has them: first think, then search, check and write a file.

The thinking: a queen has a row and a column of its own, so the rows are filled one after the other, and each row
chooses among the columns that are left. A column that is taken leaves the list that is handed on, so that only the
two diagonals need a test: rows and columns differ by the same number.

The program keeps all solutions in a table, makes sure that no two are the same, and writes them with their number at
the beginning. `clew solve queens 8 --all --style coordinates --distinct-check --output Reines.txt` does this from the
command line, with the number at the end, because it writes each solution when it is found and keeps none.
"""

from pathlib import Path

import clew
from clew_problems import Queens
from clew_problems.queens import draw

State = clew.State[int, int]


class ColumnsLeft(clew.Problem[int, int]):
    """Eight queens; each row is offered the columns that are left."""

    def domains(self) -> dict[int, range]:
        return dict.fromkeys(range(8), range(8))

    def enumerate_values(self, state: State, row: int) -> tuple[int, ...]:
        taken = {column for _, column in state.items()}
        return tuple(column for column in range(8) if column not in taken)

    def is_consistent(self, state: State, row: int, column: int) -> bool:
        return all(abs(column - other) != row - above for above, other in state.items())


def main() -> None:
    """Search, check, write, and count the tests that the list of columns saves."""
    outcome = clew.solve(ColumnsLeft(), clew.All())
    boards = [[solution[row] for row in range(8)] for solution in outcome.result]
    if len(set(map(tuple, boards))) < len(boards):
        raise SystemExit("two solutions are the same")

    lines = [f"{len(boards)} solutions", "", *(draw(board, "coordinates") for board in boards), ""]
    pictures = [picture for board in boards for picture in (draw(board, "chess"), "")]
    Path("Reines.txt").write_text("\n".join(lines + pictures), encoding="utf-8")
    print(*lines[:4], "...", *pictures[0].splitlines(), "...", sep="\n")

    whole = clew.solve(Queens(8), clew.Count(), inference="check", variable_order="static").statistics
    print(f"{outcome.statistics.tries} squares tested, {whole.tries} if every row is offered all columns")


if __name__ == "__main__":
    main()
