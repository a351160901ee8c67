"""Makes every picture of the documentation and the README, with clew itself.

`python docs/pictures.py` writes them into docs/pictures. With `--check` it writes nothing, and its exit status is 1
if a picture would change.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import attrs

import clew
from clew.events import BacktrackEvent, NodeEvent, SolutionEvent
from clew.observe.recorder import Recorder
from clew.render import Tree, board_svg, tree_svg
from clew_problems import LetterTree, Queens

FOLDER = Path(__file__).with_name("pictures")


def eight_queens() -> str:
    """The first solution of the eight queens."""
    solution = clew.first(Queens(8))
    assert solution is not None  # noqa: S101
    return board_svg([["♛" if column == solution[row] else "" for column in range(8)] for row in range(8)])


def letter_tree() -> str:
    """A tree of letters after the search for BLOG."""
    problem = LetterTree("B(A(R,S),L(I(P),O(T,G,B),U),E)", word="BLOG")
    recorder = Recorder()
    clew.count(problem, observers=[recorder])
    return tree_svg(problem.coloured(recorder.events))


def four_queens(inference: str) -> str:
    """The nodes of the search for all the solutions of the four queens, each with its queen's column."""
    recorder = Recorder()
    clew.count(Queens(4), inference=inference, observers=[recorder])
    return tree_svg([search_tree(recorder)])


@attrs.define
class Entered:
    """A node that the search has entered, and the nodes below it that are finished."""

    label: str
    has_solution: bool = False
    children: list[Tree] = attrs.field(factory=list)

    def finished(self) -> Tree:
        """What to draw."""
        return Tree(self.label, "solution" if self.has_solution else "failed", tuple(self.children))


def search_tree(recorder: Recorder) -> Tree:
    """The tree of a search that ran to its end: a node is finished when it is a solution or backtracks."""
    open_nodes = [Entered("")]
    for event in recorder.events:
        if isinstance(event, NodeEvent):
            path = event.state.path
            open_nodes.append(Entered(str(path[2]) if path else ""))
        elif isinstance(event, SolutionEvent):
            for node in open_nodes:
                node.has_solution = True
        if isinstance(event, (SolutionEvent, BacktrackEvent)):
            node = open_nodes.pop()
            open_nodes[-1].children.append(node.finished())
    return open_nodes[0].children[0]


PICTURES: dict[str, Callable[[], str]] = {
    "eight-queens.svg": eight_queens,
    "letter-tree.svg": letter_tree,
    "four-queens-check.svg": lambda: four_queens("check"),
    "four-queens-forward.svg": lambda: four_queens("forward"),
}


def main() -> int:
    """Write the pictures, or check that they are as they should be."""
    check = "--check" in sys.argv[1:]
    changed = []
    FOLDER.mkdir(exist_ok=True)
    for name, draw in PICTURES.items():
        path, picture = FOLDER / name, draw()
        if not path.exists() or path.read_text(encoding="utf-8") != picture:
            changed.append(name)
            if not check:
                path.write_text(picture, encoding="utf-8")
    for name in changed:
        print(f"{name} {'would change' if check else 'written'}")
    return 1 if check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
