"""The CAML program of the fifth document, run by OCaml, beside clew: every count, list and board that it prints.

`python -m tests.listing` needs `ocaml` on the path, and the documents in `../shared/seeds`. The listing has come down
with the marks of its way onto paper and back; `REPAIRS` names each change without which it does not run.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

import clew
from clew_problems import Queens

SEEDS: Final = Path(__file__).parents[2] / "shared" / "seeds"
HEADING: Final = "Annexe : Listing du programme."
BEGIN: Final = "(* Definition des TYPES"
"""The code begins here; above is a banner whose first line opens a comment that nothing closes."""

REPAIRS: Final = (
    ("```", "", "the marks of the pages"),
    ("= fonction ", "= function ", "a keyword, translated"),
    ("(contraintes suivantes", "(constraintent suivantes", "a function called by two names"),
    ("      []->nb_solution)", "      |[]->nb_solution)", "a bar that was lost"),
    (") or (", ") || (", "an operator that OCaml 5 does not have"),
)
"""Text of the listing, what stands there in its place, and why."""

WRITTEN: Final = "|\n"
PRINTED: Final = "]\n"
"""The end of a list: the listing writes a bar, the solutions in the document have a bracket."""


def listing() -> str:
    """The program, repaired.

    Raises:
        LookupError: the document is not there, or one of the repairs has nothing to repair.
    """
    texts = [file.read_text(encoding="utf-8") for file in sorted(SEEDS.glob("004_*.txt"))]
    if len(texts) != 1 or HEADING not in texts[0]:
        raise LookupError(f"{SEEDS} has no document 004 with a listing")
    program = texts[0].partition(HEADING)[2]
    program = program[program.index(BEGIN) :]
    for old, new, why in REPAIRS:
        if old not in program:
            raise LookupError(f"the listing has no {old!r} ({why})")
        program = program.replace(old, new)
    return program


def expected(size: int) -> str:
    """The text that the program would print if its answers are those of clew."""
    queens = Queens(size, last_row_first=True)
    # The lists have the last row first, and the first row's columns are tried from the left.
    found = list(clew.solutions(queens, inference="forward", variable_order="static"))
    blocks = [
        f"Solution no {number} : {one.draw('list1')}\n{one.draw('chequered')}\n" for number, one in enumerate(found, 1)
    ]
    # A list of one queen has a bar in clew, so that it is not read as one that counts from 0.
    return "".join(blocks).replace("|]", "]") + f"{len(found)} solutions trouvees.\n"


def printed(program: Path, size: int) -> str:
    """The text that the program prints; the end of each list as the document has it."""
    done = subprocess.run(["ocaml", str(program), str(size)], capture_output=True, text=True, check=True)
    return done.stdout.replace(WRITTEN, PRINTED)


def _lines(text: str) -> list[str]:
    """The lines without the blanks at their ends."""
    return [line.rstrip() for line in text.splitlines()]


def main() -> int:
    """Compare both for each size; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=12, help="the largest size; 12 by default, as in the document")
    most = parser.parse_args().most
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "Nreines.ml")
        program.write_text(listing(), encoding="utf-8")
        for size in range(1, most + 1):
            theirs, ours = _lines(printed(program, size)), _lines(expected(size))
            for number, (one, other) in enumerate(zip(theirs, ours, strict=False), 1):
                if one != other:
                    print(f"size {size}, line {number}: OCaml prints {one!r}, clew {other!r}")
                    return 1
            if len(theirs) != len(ours):
                print(f"size {size}: OCaml prints {len(theirs)} lines, clew {len(ours)}")
                return 1
            print(f"size {size}: {theirs[-1]} The same in OCaml and clew.", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
