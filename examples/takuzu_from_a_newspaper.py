"""A grid copied from a newspaper: whether it is well-posed, what its answer is, and whether it was copied well.

A good Takuzu has exactly one solution. A clue left out while copying often shows as several, a clue put into the
wrong cell as none; and the rules that the clues break by themselves can be named.
"""

import clew
from clew_problems import Takuzu

COPIED = """
.1.0
..0.
.0..
11.0
"""


def report(title: str, text: str) -> None:
    """What to say about a grid."""
    puzzle = Takuzu.from_text(text)
    verdict = clew.check(puzzle)
    print(f"{title}: {verdict.answer}")
    for solution in verdict.solutions:
        print(solution.draw("spaced"))
        print()
    if verdict.answer == "none":
        for violation in clew.violations(puzzle, puzzle.given()):
            print(f"  {violation}")


report("as printed", COPIED)
report("one clue left out", COPIED.replace("11.0", "1..0"))
report("one clue put wrongly", COPIED.replace("11.0", "111."))
