"""Makes every picture of the documentation and the README, with clew itself.

`python docs/pictures.py` writes them into docs/pictures. With `--check` it writes nothing, and its exit status is 1
if a picture would change.

What a constraint prunes is drawn from the model that its page shows: the page is run down to the picture.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import redirect_stdout
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, Literal

import attrs

import clew
from call_paths import PATHS, path_svg
from clew.events import BacktrackEvent, NodeEvent, SolutionEvent
from clew.planning.plan import make_plan
from clew.plugins import find
from clew.problem.pictures import picture_of, search_film
from clew.reference.propagation.network import Network
from clew.render import Tree, beside, tree_svg
from clew.render.svg import MARGIN, document, paint
from clew.watch.observers.recorder import Recorder
from clew.watch.trace.tree import SearchTree
from clew_problems import LetterTree, Queens
from learn_pictures import LEARN
from shape_pictures import SHAPES, shapes

DOCS = Path(__file__).parent
FOLDER = DOCS / "pictures"


def eight_queens() -> str:
    """The first solution of the eight queens."""
    return solution_of(Queens(8))


def solution_of(problem: clew.Problem[Any, Any]) -> str:
    """The first solution of a problem."""
    solution = clew.first(problem)
    assert solution is not None  # noqa: S101
    return solution.picture().svg()


def pencil_marks() -> str:
    """What unit propagation leaves of a hard sudoku."""
    problem = example("sudoku", "AI Escargot")
    root = make_plan(problem, {"inference": "unit"}).root
    assert root is not clew.DEAD_END  # noqa: S101
    return picture_of(problem, root).svg()


def true_candidates() -> str:
    """The digits that cells have in some solution of the puzzle of *For setters*."""
    page = (DOCS / "for-setters.md").read_text(encoding="utf-8")
    address = re.search(r"https://www.f-puzzles.com/\?load=[^.\s]+", page)
    assert address is not None  # noqa: S101
    problem = clew.load("variant", address[0])
    left = clew.candidates(problem, limit=1)
    sure = {
        cell: min(digits) for cell, digits in left.items() if len(digits) == 1
    }
    return problem.picture(sure, left).svg()


def home_page_board() -> clew.Problem[Any, Any]:
    """The first slitherlink of the home page, as the page of hints has it."""
    page = (DOCS / "hints.md").read_text(encoding="utf-8")
    board = re.search(r"^board = \"(.+)\"$", page, re.MULTILINE)
    assert board is not None  # noqa: S101
    return clew.load("slitherlink", board[1])


def slitherlink_hints(language: Literal["en", "fr"]) -> str:
    """Three of the first hints for the board of the home page, side by side."""
    hints = clew.steps(home_page_board(), explain=language).hints
    shown = {k: hints[k - 1] for k in (1, 5, 6)}
    boards: list[Any] = [
        attrs.evolve(hint.picture(), caption=str(k))  # type: ignore[misc]
        for k, hint in shown.items()
    ]
    return beside(boards, "; ".join(map(str, shown.values()))).svg()


def slitherlink_tree() -> str:
    """The upper levels of the search tree of the board of the home page."""
    tree = clew.search_tree(home_page_board(), inference="forward")
    return tree.svg(deepest=9)


def two_solutions() -> str:
    """Two solutions of a small sudoku, with a highlight where they differ."""
    return (
        clew.check(clew.load("sudoku", "1234/..../..../....")).picture().svg()
    )


def gallery() -> str:
    """Solutions of problems of all kinds, side by side."""
    shown = (
        example("futoshiki", "seven signs"),
        clew.load("knights-tour", "5x5", start="A1"),
        clew.load("pentominoes", "5x8", pieces="FILNPTUY"),
        example("crossword", "under the cat"),
        example("colouring", "australia"),
        clew.load("langford", "7"),
        example("cryptarithm", "send more money"),
        example("zebra", "who owns the zebra"),
    )
    return beside(
        [problem.picture(clew.first(problem) or {}) for problem in shown],
        "eight puzzles, solved",
    ).svg()


def example(name: str, which: str) -> clew.Problem[Any, Any]:
    """An example of a problem."""
    kind = find(name)
    text, parameters = next(
        (e.text, e.parameters) for e in kind.examples if e.name == which
    )
    return kind.from_text(text, **parameters)


def search_film_of(problem: clew.Problem[Any, Any], inference: str) -> str:
    """The search for the first solution, as a film."""
    recorder = Recorder()
    clew.first(
        problem,
        inference=inference,
        variable_order="static",
        observers=[recorder],
    )
    return search_film(problem, recorder.events).svg()


def letter_tree() -> str:
    """A tree of letters after the search for BLOG."""
    problem = LetterTree("B(A(R,S),L(I(P),O(T,G,B),U),E)", word="BLOG")
    recorder = Recorder()
    clew.count(problem, observers=[recorder])
    return problem.picture_search(recorder.events).svg()


def four_queens(inference: str) -> str:
    """The nodes of the search for all the solutions of the four queens, each with its queen's column."""
    recorder = Recorder()
    clew.count(
        Queens(4),
        inference=inference,
        variable_order="static",
        observers=[recorder],
    )
    return tree_svg([search_tree(recorder)])


@attrs.define
class Entered:
    """A node that the search has entered, and the nodes below it that are finished."""

    label: str
    has_solution: bool = False
    children: list[Tree] = attrs.field(factory=list)

    def finished(self) -> Tree:
        """What to draw."""
        return Tree(
            self.label,
            "solution" if self.has_solution else "failed",
            tuple(self.children),
        )


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


def recorded_tree(n: int, inference: str) -> SearchTree:
    """The tree of the search for all the solutions of some queens, row by row."""
    return clew.search_tree(
        Queens(n), clew.All(), inference=inference, variable_order="static"
    )


# -- what a constraint prunes --------------------------------------------------------------------

Given = Mapping[Any, Any]
KEPT, SETTLED, ASSUMED = (
    ("light", "ink"),
    ("solution", "on-colour"),
    ("assumed", "ink"),
)
CELL, GAP = 26, 4


@attrs.frozen
class Panel:
    """The domains of a model, and what a level of inference leaves of them.

    Attributes:
        level: the inference.
        given: the values assumed.
    """

    level: str
    given: Given = attrs.field(factory=dict)

    @property
    def title(self) -> str:
        assumed = ", ".join(
            f"{variable} = {value}" for variable, value in self.given.items()
        )
        if len(self.given) > 4:
            assumed = f"{len(self.given)} values assumed"
        return f"{self.level}, with {assumed}" if assumed else self.level


PRUNINGS: dict[str, list[Panel]] = {
    "all-different": [Panel("unit", {"z": 3}), Panel("unit"), Panel("arc")],
    "all-different-place": [Panel("forward"), Panel("unit")],
    "table": [Panel("unit"), Panel("unit", {"wine": "red"})],
    "predicate": [Panel("forward"), Panel("unit")],
    "comparisons": [Panel("unit", {"b": 3}), Panel("forward"), Panel("unit")],
    "linear": [Panel("unit"), Panel("unit", {"a": 3})],
    "product": [Panel("unit")],
    "formula": [Panel("forward"), Panel("unit")],
    "count": [Panel("unit"), Panel("unit", {"Mon": "night", "Wed": "night"})],
    "regular": [
        Panel("unit"),
        Panel("unit", {"1": "#"}),
        Panel("unit", {"0": "#"}),
    ],
    "element": [Panel("arc"), Panel("unit", {"price": 5})],
    "lex": [Panel("unit")],
    "orders": [Panel("unit"), Panel("forward", {"second": 3})],
    "packing": [Panel("unit"), Panel("unit", {"table": "red"})],
    "exact-cover": [Panel("unit", {"a": "adf"}), Panel("arc")],
    "distinct-vectors": [
        Panel("unit", {"a0": 0, "a1": 1, "a2": 1, "b0": 0, "b1": 1})
    ],
    "same": [Panel("unit", {"1st": "B"}), Panel("arc")],
    "logic": [Panel("unit", {"x": 4}), Panel("unit", {"y": 2})],
    "own-holds": [
        Panel("unit", {"a": 0, "b": 4, "c": 3}),
        Panel("unit", {"a": 0, "b": 4, "c": 3, "d": 1}),
    ],
    "own-propagate": [Panel("unit", {"a": 0}), Panel("unit", {"a": 2, "b": 5})],
    "own-stepwise": [Panel("unit", {"bar 1": "C", "bar 5": "E"})],
}


def pruning(name: str) -> str:
    """What a constraint prunes: a panel for each level of inference."""
    model = model_of(name)
    parts, left, height = [], 0.0, 0.0
    for panel in PRUNINGS[name]:
        body, width, height = panel_svg(model, panel, left)
        parts += body
        left += width + 22
    return paper(
        left,
        height,
        parts,
        f"what is pruned: {', '.join(panel.title for panel in PRUNINGS[name])}",
    )


def paper(width: float, height: float, parts: Sequence[str], title: str) -> str:
    """A picture on paper of its own, whose margin the parts have left free already."""
    moved = f'<g transform="translate({-MARGIN:g} {-MARGIN:g})" font-size="13">'
    return document(
        width - 2 * MARGIN, height - 2 * MARGIN, [moved, *parts, "</g>"], title
    )


def text(
    x: float, y: float, content: object, more: str = "", ink: str = "ink"
) -> str:
    """Some text, with more attributes if need be."""
    return f'<text x="{x:g}" y="{y:g}" {paint(ink)}{more}>{escape(str(content))}</text>'


def shape(name: str) -> str:
    """What a constraint on a shape in a grid leaves of it."""
    return shapes(
        model_of(name),
        SHAPES[name],
        f"{name}: what follows from what is assumed",
    )


def drawn(name: str, picture: str) -> str:
    """The picture that a page draws itself."""
    made: str = page_of(name)[picture].svg()
    return made


def model_of(name: str) -> clew.Problem[Any, Any]:
    """The model of the page that shows a picture."""
    model: clew.Problem[Any, Any] = page_of(name)["model"]
    return model


def page_of(name: str) -> dict[str, Any]:
    """The names of the page that shows a picture: its Python above the picture is run."""
    for page in sorted((DOCS / "constraints").glob("*.md")):
        above, shown, _ = page.read_text(encoding="utf-8").partition(
            f"](../pictures/{name}.svg)"
        )
        if shown:
            namespace: dict[str, Any] = {}
            with redirect_stdout(io.StringIO()):
                for body in re.findall(
                    r"^```python\n(.*?)^```", above, re.MULTILINE | re.DOTALL
                ):
                    exec(body, namespace)  # noqa: S102  # our own documentation
            return namespace
    raise LookupError(f"no page shows {name}.svg")


def panel_svg(
    model: clew.Problem[Any, Any], panel: Panel, left: float
) -> tuple[list[str], float, float]:
    """A row of cells for each variable; its width and height too."""
    root = make_plan(
        model, {"inference": panel.level, "given": panel.given}
    ).root
    domains = {
        variable: tuple(values) for variable, values in model.domains().items()
    }
    every = in_order(value for values in domains.values() for value in values)
    wide = max(CELL, *(8.5 * len(str(value)) + 10 for value in every))
    shared = overlap(domains.values())
    label = 9.0 * max(len(str(variable)) for variable in domains) + 14
    parts = [
        text(
            left + 12,
            20,
            panel.title,
            ' font-weight="bold" text-anchor="start"',
        )
    ]
    y = 32.0
    for variable, values in domains.items():
        remaining = () if root is clew.DEAD_END else root.domain(variable)
        colours = (
            ASSUMED
            if variable in panel.given
            else SETTLED
            if len(remaining) == 1
            else KEPT
        )
        parts.append(
            text(
                left + label - 7,
                y + CELL * 0.68,
                variable,
                ' text-anchor="end"',
            )
        )
        for value in values:
            x = (
                left
                + label
                + (every if shared else values).index(value) * (wide + GAP)
            )
            parts += cell(
                x, y, wide, value, colours if value in remaining else None
            )
        y += CELL + 6
    columns = len(every) if shared else max(map(len, domains.values()))
    return (
        parts,
        max(label + columns * (wide + GAP), 8.0 * len(panel.title) + 12),
        y + 6,
    )


def cell(
    x: float,
    y: float,
    wide: float,
    value: object,
    colours: tuple[str, str] | None,
) -> list[str]:
    """A value in its colours, or faded and struck out if it has none."""
    box = f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{CELL}" rx="3"'
    middle, base = x + wide / 2, y + CELL * 0.68
    if colours is not None:
        return [
            f"{box} {paint(colours[0], 'line')}/>",
            text(middle, base, value, ink=colours[1]),
        ]
    ends = f'x1="{x + 4:g}" y1="{y + CELL - 4:g}" x2="{x + wide - 4:g}" y2="{y + 4:g}"'
    return [
        f'{box} {paint(None, "line")} stroke-dasharray="3 3"/>',
        text(middle, base, value, ink="faint"),
        f'<line {ends} {paint(None, "conflict-edge")} stroke-width="1.5"/>',
    ]


def overlap(domains: Iterable[tuple[Any, ...]]) -> bool:
    """Whether some two domains differ and have a value in common: then equal values stand below each other."""
    each = [set(domain) for domain in domains]
    return any(one != other and one & other for one in each for other in each)


def in_order(values: Iterable[Any]) -> list[Any]:
    """Values, each once: numbers ascending, others as they come."""
    each = list(dict.fromkeys(values))
    return (
        sorted(each) if all(isinstance(value, int) for value in each) else each
    )


# -- the player ----------------------------------------------------------------------------------


def player() -> str:
    """What the player of `clew trace` shows just before the first dead end of a hard sudoku."""
    from clew.watch.trace.tape import KEPT, Reel, Tape
    from player_picture import still

    kind = find("sudoku")
    problem = kind.from_text(
        next(
            example.text
            for example in kind.examples
            if example.name == "AI Escargot"
        )
    )
    tape = Tape(problem, 1)
    reel = Reel(tape)
    tape.reach(
        KEPT
    )  # all of it: the number of steps is shown once it is known, however fast the machine is
    reel.jump("dead-end")
    reel.work(3600.0)
    reel.back()
    picture = still(problem, reel)
    tape.close()
    return picture


def played(name: str) -> str:
    """The page of `clew play` for the first example of a puzzle."""
    from clew.puzzles.play.page import play_page
    from clew.puzzles.play.puzzles import puzzle_of

    kind = find(name)
    return play_page(puzzle_of(kind.from_text(kind.examples[0].text))).html


# -- the integer ---------------------------------------------------------------------------------

BIT = 17


def bits_svg(
    network: Network, rows: Sequence[tuple[str, int]], heads: Sequence[str]
) -> str:
    """Integers one below the other, the lowest bit on the left, with a gap between the lanes.

    Args:
        network: the lanes.
        rows: what each integer is called, and the integer.
        heads: what to write above each lane.
    """
    label = 8.0 * max(len(name) for name, _ in rows) + 20
    tops = [34 + line * (BIT + 7) for line in range(len(rows))]
    parts = [
        text(12, top + 13, name, ' text-anchor="start"')
        for top, (name, _) in zip(tops, rows, strict=True)
    ]
    right = label
    for lane, (guard, (offset, _)) in enumerate(network.lane_at.items()):
        left = label + offset * BIT + lane * 12
        right = left + (guard - offset + 1) * BIT
        parts.append(text((left + right - BIT) / 2, 22, heads[lane]))
        for top, (_, number) in zip(tops, rows, strict=True):
            for place in range(offset, guard + 1):
                parts += bit(
                    left + (place - offset) * BIT,
                    top,
                    number >> place & 1,
                    place == guard,
                )
    return paper(
        right + 12,
        tops[-1] + BIT + 12,
        parts,
        f"bits of {', '.join(name for name, _ in rows)}",
    )


def bit(x: float, y: float, number: int, is_guard: bool) -> list[str]:
    """A bit in its colour: guards are red."""
    fill = ("conflict", "failed") if is_guard else ("light", "solution")
    ink = "on-colour" if number else "ink" if is_guard else "faint"
    return [
        f'<rect x="{x:g}" y="{y}" width="{BIT}" height="{BIT}" {paint(fill[number], "line")}/>',
        text(x + BIT / 2, y + 13, number, ' font-size="11"', ink),
    ]


def network_of(problem: clew.Problem[Any, Any], level: str) -> Network:
    """The lanes and masks of a problem with declared constraints."""
    network = make_plan(problem, {"inference": level}).network
    assert network is not None  # noqa: S101
    return network


ROWS = ["row 0", "row 1", "row 2", "row 3"]


def integer_assign() -> str:
    """A queen is placed: one AND."""
    network = network_of(Queens(4), "forward")
    start, mask = network.start, network.mask(1)
    return bits_svg(
        network,
        [
            ("start", start),
            ("mask of row 0 = 1", mask),
            ("start & mask", start & mask),
        ],
        ROWS,
    )


def integer_wipe_out() -> str:
    """Two queens leave no column to the third: an addition tells."""
    network = network_of(Queens(4), "forward")
    lanes = network.lanes
    after = (
        network.start & network.mask(0) & network.mask(lanes.lane[1].offset + 2)
    )
    rows = [
        ("domains", after),
        ("full", lanes.full),
        ("domains + full", after + lanes.full),
    ]
    return bits_svg(
        network,
        [*rows, ("... & guards", after + lanes.full & lanes.guards)],
        ROWS,
    )


def integer_singletons() -> str:
    """The lanes that have one value left, all at once."""
    network = network_of(Queens(4), "forward")
    lanes = network.lanes
    domains = network.start & network.mask(1)
    stripped = domains & domains - lanes.ones
    rows = [
        ("domains", domains),
        ("ones", lanes.ones),
        ("y = stripped", stripped),
        ("y + full", stripped + lanes.full),
    ]
    return bits_svg(network, rows, ROWS)


def integer_duals() -> str:
    """The dual lanes of four queens: for each column the rows that are left to it."""
    network = network_of(Queens(4), "unit")
    domains = network.start
    rows = [
        ("start", domains),
        ("mask of row 0 = 1", network.mask(1)),
        ("start & mask", domains & network.mask(1)),
    ]
    return bits_svg(network, rows, [*ROWS, "col 0", "col 1", "col 2", "col 3"])


PICTURES: dict[str, Callable[[], str]] = {
    "eight-queens.svg": eight_queens,
    "six-queens-film.svg": lambda: search_film_of(Queens(6), "unit"),
    "four-queens-film.svg": lambda: search_film_of(Queens(4), "forward"),
    "letter-tree.svg": letter_tree,
    "pencil-marks.svg": pencil_marks,
    "true-candidates.svg": true_candidates,
    "two-solutions.svg": two_solutions,
    "gallery.svg": gallery,
    "slitherlink-hint.svg": partial(slitherlink_hints, "en"),
    "slitherlink-hint.fr.svg": partial(slitherlink_hints, "fr"),
    "slitherlink-tree.svg": slitherlink_tree,
    "four-queens-check.svg": lambda: four_queens("check"),
    "four-queens-forward.svg": lambda: four_queens("forward"),
    "four-queens-unit.svg": lambda: four_queens("unit"),
    "search-tree-none.svg": lambda: recorded_tree(4, "none").svg(deepest=2),
    "search-tree-check.svg": lambda: recorded_tree(4, "check").svg(),
    "search-tree-forward.svg": lambda: recorded_tree(4, "forward").svg(),
    "search-tree-unit.svg": lambda: recorded_tree(4, "unit").svg(),
    "search-tree.html": lambda: recorded_tree(5, "forward").html(),
    "trace-player.svg": player,
    "play-sudoku.html": partial(played, "sudoku"),
    "play-slitherlink.html": partial(played, "slitherlink"),
    "rectangles.svg": partial(drawn, "rectangles", "packed"),
    "schedule.svg": partial(drawn, "schedule", "picture"),
    "integer-assign.svg": integer_assign,
    "integer-wipe-out.svg": integer_wipe_out,
    "integer-singletons.svg": integer_singletons,
    "integer-duals.svg": integer_duals,
    **{f"{name}.svg": partial(pruning, name) for name in PRUNINGS},
    **{f"{name}.svg": partial(shape, name) for name in SHAPES},
    **LEARN,
}
if clew.engine().available:  # the paths are those of the engine
    PICTURES |= {f"call-{name}.svg": partial(path_svg, name) for name in PATHS}


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
