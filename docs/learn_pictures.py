"""Makes the pictures of the course *Learn*, in English and in French; `docs/pictures.py` writes and checks them.

A picture without words of its own serves both languages. The others take their words from `WORDS`.
"""

from __future__ import annotations

import math
from collections.abc import (
    Callable,
    Collection,
    Iterable,
    Mapping,
    Sequence,
)
from functools import partial
from itertools import permutations
from typing import Any, Final, Literal

import attrs

import clew
from clew.events import (
    BacktrackEvent,
    DeadEndEvent,
    Event,
    NodeEvent,
    NogoodEvent,
    PruneEvent,
    SolutionEvent,
    TryEvent,
)
from clew.planning.plan import make_plan
from clew.plugins import find
from clew.problem.pictures import picture_of
from clew.render import (
    Animation,
    Board,
    Forest,
    Frame,
    Kind,
    Picture,
    Tree,
    beside,
)
from clew.render.svg import Drawn, paint, width_of, written
from clew.watch.observers.recorder import Recorder
from clew.watch.trace import search_tree
from clew_problems import Colouring, LetterTree, Queens, Sudoku

Language = Literal["en", "fr"]

WORDS: Final[dict[str, str]] = {
    "found": "trouvé",
    "dead end": "impasse",
    "on the way": "en chemin",
    "not looked at": "jamais regardé",
    "leads to the solution": "mène à la solution",
    "the clues": "les indices",
    "solved": "résolu",
    "every board": "tous les échiquiers",
    "every permutation": "toutes les permutations",
    "backtracking": "retour sur trace",
    "forward checking": "vérification en avant",
    "unit propagation": "propagation unitaire",
    "boards or nodes": "échiquiers ou nœuds",
    "queens": "reines",
    "an implication graph": "un graphe d'implication",
    "decided": "décidé",
    "the nogood: not all of these": "le nogood : pas tous ensemble",
    "follows": "s'ensuit",
}
"""What the pictures say, and the same in French."""


def words(language: Language, english: str) -> str:
    """What a picture says, in its language."""
    return WORDS[english] if language == "fr" else english


def observed(
    problem: clew.Problem[Any, Any],
    strategy: clew.Strategy[Any],
    **options: Any,
) -> list[Event]:
    """What a search reports."""
    recorder = Recorder()
    clew.solve(problem, strategy, observers=[recorder], **options)
    return recorder.events


@attrs.frozen
class Shelf(Picture):
    """Pictures of one size in rows, made smaller.

    Attributes:
        pictures: what to show.
        columns: how many there are in a row.
        scale: how much smaller.
        title: what they are; for those who cannot see them.
    """

    pictures: Sequence[Picture]
    columns: int
    scale: float
    title: str

    @property
    def description(self) -> tuple[str, str]:
        return self.title, ""

    def drawn(self) -> Drawn:
        each = [picture.drawn() for picture in self.pictures]
        wide = max(drawn.width for drawn in each) * self.scale + 18
        high = max(drawn.height for drawn in each) * self.scale + 18
        parts = []
        for k, drawn in enumerate(each):
            row, column = divmod(k, self.columns)
            place = f'<g transform="translate({column * wide:g} {row * high:g}) scale({self.scale:g})">'
            parts.append("".join([place, *drawn.ground, *drawn.parts, "</g>"]))
        rows = math.ceil(len(each) / self.columns)
        return Drawn(
            min(self.columns, len(each)) * wide - 18,
            rows * high - 18,
            [],
            parts,
        )


# -- 1. a maze of choices --------------------------------------------------------------------------

LETTERS: Final = "C(A(R,T),L(A(P,Y),E(F,W),I(P)),O(W))"


def maze(language: Language) -> str:
    """The walk down a tree of letters, letter by letter, until the word is found."""
    problem = LetterTree(LETTERS, word="CLEW")
    kinds: dict[Any, Kind] = {}
    frames = [Frame(letters(problem, kinds, language))]
    for event in observed(problem, clew.First()):
        if isinstance(event, TryEvent):
            kinds[event.value] = "visited"
        elif isinstance(event, (DeadEndEvent, BacktrackEvent)):
            value = (
                event.value
                if isinstance(event, DeadEndEvent)
                else event.state.path and event.state.path[2]
            )
            kinds[value] = "failed"
        elif isinstance(event, SolutionEvent):
            kinds |= dict.fromkeys(
                (number for _, number in event.state.items()), "solution"
            )
        else:
            continue
        frames.append(
            Frame(
                letters(problem, dict(kinds), language),
                4 if isinstance(event, SolutionEvent) else 1,
            )
        )
    return Animation(
        frames, "the search for CLEW in a tree of letters", 0.9
    ).svg()


def letters(
    problem: LetterTree, kinds: Mapping[Any, Kind], language: Language
) -> Forest:
    """The tree of letters, each in the colour of what became of it."""
    number = 0

    def coloured(plain: Tree) -> Tree:
        nonlocal number
        number += 1
        kind = kinds.get(number, "unvisited")
        return Tree(
            plain.label, kind, [coloured(child) for child in plain.children]
        )

    meanings: dict[Kind, str] = {
        "solution": "found",
        "visited": "on the way",
        "failed": "dead end",
        "unvisited": "not looked at",
    }
    legend = {
        kind: words(language, meaning) for kind, meaning in meanings.items()
    }
    return Forest(
        [coloured(root) for root in problem.picture({}).roots],
        "a tree of letters",
        legend,
    )


# -- 2. brute force --------------------------------------------------------------------------------


def permuted_boards() -> str:
    """All 24 boards with four queens in different rows and columns."""
    problem = Queens(4)
    boards = []
    for columns in permutations(range(4)):
        assignment = dict(enumerate(columns))
        rows: set[Any] = {
            row
            for violation in problem.violations(assignment)
            for row in violation.variables
        }
        board = problem.picture(assignment)
        if rows:
            boards.append(
                board.highlighted(
                    "conflict", [(row, assignment[row]) for row in rows]
                )
            )
        else:
            boards.append(board.highlighted("new", assignment.items()))
    return Shelf(
        boards,
        6,
        0.62,
        "the 24 boards that hold four queens in different rows and columns",
    ).svg()


# -- 3. backtracking -------------------------------------------------------------------------------


def first_four_queens(language: Language) -> str:
    """Every square tried until the first solution of the four queens, and those that were not."""
    legend: dict[Kind, str] = {
        "solution": words(language, "leads to the solution"),
        "failed": words(language, "dead end"),
        "unvisited": words(language, "not looked at"),
    }
    root = tried_tree(
        4,
        observed(
            Queens(4), clew.First(), inference="check", variable_order="static"
        ),
    )
    return Forest(
        [root],
        "the search for the first solution of the four queens",
        legend,
        gap=34,
        radius=14,
    ).svg()


def tried_tree(n: int, events: Iterable[Event]) -> Tree:
    """The tree of a search for one solution, with the values that were refused and those that were not tried."""
    open_nodes: list[list[Tree]] = [
        []
    ]  # the finished children of each open node
    labels: list[str] = []
    for event in events:
        if isinstance(event, NodeEvent) and event.state.path:
            open_nodes.append([])
            labels.append(square(event.state.path[1], event.state.path[2]))
        elif isinstance(event, DeadEndEvent):
            open_nodes[-1].append(
                Tree(square(event.variable, event.value), "failed")
            )
        elif isinstance(event, BacktrackEvent):
            children = open_nodes.pop()
            open_nodes[-1].append(Tree(labels.pop(), "failed", children))
    below: list[Tree] = []
    while labels:
        row, label = len(labels) - 1, labels.pop()
        done = Tree(label, "solution", below)
        open_nodes.pop()
        siblings = open_nodes[-1]
        rest = [
            Tree(square(row, column), "unvisited")
            for column in range(len(siblings) + 1, n)
        ]
        below = [*siblings, done, *rest]
    return Tree("", "solution", below)


def square(row: Any, column: Any) -> str:
    """A square as chess players write it."""
    return f"{'ABCDEFGH'[column]}{row + 1}"


# -- 4. which variable -----------------------------------------------------------------------------


def fewest() -> str:
    """The pencil marks of a sudoku: the first open cell, and the cell that has the fewest values left."""
    problem = example("sudoku", "wikipedia")
    root = root_of(problem, "forward")
    open_cells = [
        cell for cell in problem.domains() if cell not in problem.given()
    ]
    best = min(open_cells, key=root.domain_size)
    board: Any = picture_of(problem, root)
    return str(
        board.highlighted("pruned", open_cells[:1])
        .highlighted("new", [best])
        .svg()
    )


def root_of(
    problem: clew.Problem[Any, Any], level: str
) -> clew.State[Any, Any]:
    """What a level of inference leaves at the root."""
    root = make_plan(problem, {"inference": level}).root
    assert not isinstance(root, clew.DeadEnd)  # noqa: S101
    return root


def example(name: str, which: str) -> clew.Problem[Any, Any]:
    """An example of a problem."""
    kind = find(name)
    text, parameters = next(
        (e.text, e.parameters) for e in kind.examples if e.name == which
    )
    return kind.from_text(text, **parameters)


# -- 5. looking ahead ------------------------------------------------------------------------------


def looking_ahead() -> str:
    """Four queens, with the squares that are ruled out."""
    return beside(
        [with_squares_left(placed) for placed in ((0,), (0, 2), (1,))],
        "what four queens leave",
    ).svg()


def with_squares_left(columns: Sequence[int]) -> Board:
    """The first queens of four, and the squares that they leave to the others; a row without one is marked."""
    problem, placed = Queens(4), dict(enumerate(columns))
    left = {
        row: [
            column
            for column in range(4)
            if not problem.violations({**placed, row: column})
        ]
        for row in range(len(placed), 4)
    }
    empty = [
        (row, column)
        for row, columns in left.items()
        if not columns
        for column in range(4)
    ]
    said = " ".join(square(*queen) for queen in placed.items())
    return (
        problem.picture(placed, left)
        .captioned(said)
        .highlighted("conflict", empty)
    )


# -- 6. propagation --------------------------------------------------------------------------------

SMALL_SUDOKU: Final = "1.../..3./.4../...2"


def propagated(language: Language) -> str:
    """A small sudoku that propagation solves, pruning by pruning."""
    problem = Sudoku.from_text(SMALL_SUDOKU)
    frames: list[Frame] = []
    prunings = [
        e
        for e in observed(problem, clew.First(), inference="unit")
        if isinstance(e, PruneEvent)
    ]
    clues = [event for event in prunings if event.constraint is None]
    before: Any = settled(problem, clues[-1].state)
    frames.append(Frame(before.captioned(words(language, "the clues")), 4))
    for event in prunings:
        if event.constraint is not None:
            now: Any = settled(problem, event.state)
            frames.append(
                Frame(
                    now.since(before).captioned(
                        problem.constraint_name(event.constraint)
                    ),
                    2,
                )
            )
            before = now
    frames.append(Frame(before.captioned(words(language, "solved")), 5))
    return Animation(
        frames, "a sudoku of 4 by 4, solved by propagation", 0.8
    ).svg()


def settled(
    problem: clew.Problem[Any, Any], state: clew.State[Any, Any]
) -> Picture:
    """A state with the cells that have one value left, and pencil marks in the others."""
    domains = {cell: state.domain(cell) for cell in problem.domains()}
    single = {
        cell: values[0] for cell, values in domains.items() if len(values) == 1
    }
    return problem.picture(
        single,
        {cell: values for cell, values in domains.items() if len(values) > 1},
    )


def takuzu() -> str:
    """The Takuzu of 14 by 14: its clues, and what propagation makes of them."""
    problem = example("takuzu", "14x14")
    boards = [
        problem.picture(problem.given()),
        settled(problem, root_of(problem, "unit")),
    ]
    return Shelf(
        boards,
        2,
        0.7,
        "a takuzu of 14 by 14: its clues, and the grid after propagation",
    ).svg()


# -- 7. how far each method reaches ----------------------------------------------------------------

SIZES: Final = range(4, 9)


def growth(language: Language) -> str:
    """How many boards or nodes each method looks at to find all the solutions of n queens."""
    lines = {
        "every board": [n**n for n in SIZES],
        "every permutation": [math.factorial(n) for n in SIZES],
        "backtracking": nodes("check"),
        "forward checking": nodes("forward"),
        "unit propagation": nodes("unit"),
    }
    axes = words(language, "boards or nodes"), words(language, "queens")
    colon = ": " if language == "en" else "\N{NO-BREAK SPACE}: "
    return Chart(
        {words(language, name): numbers for name, numbers in lines.items()},
        *axes,
        colon,
    ).svg()


def nodes(inference: str) -> list[int]:
    """The nodes of the search for all solutions of n queens."""
    options: Any = {
        "inference": inference,
        "variable_order": "static",
        "kernel": "python",
    }
    return [
        clew.solve(Queens(n), clew.Count(), **options).statistics.nodes
        for n in SIZES
    ]


@attrs.frozen
class Chart(Picture):
    """Lines over the sizes, on a scale on which every step up is ten times as many.

    Attributes:
        lines: the numbers of each line.
        upwards: the number counted.
        across: what the sizes are.
        colon: what stands between the name of a line and its last number.
    """

    lines: Mapping[str, Sequence[int]]
    upwards: str
    across: str
    colon: str

    @property
    def description(self) -> tuple[str, str]:
        return self.upwards, "; ".join(
            f"{name}: {', '.join(map(str, line))}"
            for name, line in self.lines.items()
        )

    def drawn(self) -> Drawn:
        top, left, wide, high = 26, 84, 290, 280
        powers = math.ceil(
            math.log10(max(max(line) for line in self.lines.values()))
        )
        xs = [left + wide * k / (len(SIZES) - 1) for k in range(len(SIZES))]
        ink, faint = paint("ink"), paint("faint")
        ground = [
            written(0, 4, self.upwards, 13, f' text-anchor="start" {ink}')
        ]
        for power in range(powers + 1):
            y = top + high - high * power / powers
            ground.append(
                f'<path d="M{left} {y:g}h{wide}" stroke-width="1" {paint(None, "line")}/>'
            )
            ground.append(
                written(
                    left - 8,
                    y,
                    grouped(10**power),
                    11,
                    f' text-anchor="end" {faint}',
                )
            )
        ground += [
            written(x, top + high + 14, n, 12, f" {ink}")
            for x, n in zip(xs, SIZES, strict=True)
        ]
        ground.append(
            written(
                left + wide / 2, top + high + 34, self.across, 13, f" {ink}"
            )
        )
        parts: list[str] = []
        beside_last, widest = 0.0, 0.0
        for (name, line), (colour, dash) in zip(
            self.lines.items(), LINES, strict=True
        ):
            places = [
                (x, top + high * (1 - math.log10(number) / powers))
                for x, number in zip(xs, line, strict=True)
            ]
            path = "L".join(f"{x:g} {y:.1f}" for x, y in places)
            parts.append(
                f'<path d="M{path}" stroke-width="2.5"{dash} {paint(None, colour)}/>'
            )
            parts += [
                f'<circle cx="{x:g}" cy="{y:.1f}" r="3.5" {paint(colour)}/>'
                for x, y in places
            ]
            beside_last = max(places[-1][1], beside_last + 16)
            said = f"{name}{self.colon}{grouped(line[-1])}"
            parts.append(
                written(
                    xs[-1] + 10,
                    beside_last,
                    said,
                    12,
                    f' text-anchor="start" {ink}',
                )
            )
            widest = max(widest, width_of(said, 12))
        return Drawn(left + wide + 12 + widest, top + high + 42, ground, parts)


LINES: Final = (
    ("failed", ""),
    ("visited", ' stroke-dasharray="6 3"'),
    ("found", ""),
    ("new-edge", ' stroke-dasharray="6 3"'),
    ("solution", ' stroke-dasharray="2 3"'),
)
"""The paint of each line of a chart, and its dashes."""


def grouped(number: int) -> str:
    """A number with thin spaces between its groups of three digits, which reads well in any language."""
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


# -- 9. learn from dead ends -----------------------------------------------------------------------

EUROPE: Final = """
Andorra Austria Belgium Czechia Denmark France Germany
Italy Luxembourg Netherlands Poland Portugal Spain Switzerland
Portugal-Spain-Andorra-France-Spain
France-Belgium-Luxembourg-France-Germany-Belgium-Netherlands-Germany
Luxembourg-Germany-Switzerland-France-Italy-Switzerland-Austria-Italy
Austria-Germany-Czechia-Austria
Czechia-Poland-Germany-Denmark
"""


def europe() -> Colouring:
    """Countries of Europe with their borders, in alphabetical order."""
    return Colouring.from_text(EUROPE)


def without_colour() -> str:
    """The first time that plain backtracking has no colour left for Luxembourg."""
    events = observed(
        europe(), clew.First(), inference="check", variable_order="static"
    )
    state = next(
        event.state
        for event in events
        if isinstance(event, BacktrackEvent) and event.variable == "Luxembourg"
    )
    graph: Any = europe().picture(dict(state.items()))
    return str(
        graph.highlighted("conflict", ["Luxembourg"])
        .highlighted("reason", ["Belgium", "France", "Germany"])
        .svg()
    )


def learned_tree() -> str:
    """The tree of a search that learns from dead ends."""
    return search_tree(
        europe(),
        inference="unit",
        variable_order="static",
        learning="nogoods",
    ).svg(untried=False)


def implications(language: Language) -> str:
    """The implication graph of the first dead end, and what is learned from it."""
    events = observed(
        europe(),
        clew.First(),
        inference="unit",
        variable_order="static",
        learning="nogoods",
    )
    end = next(
        k for k, event in enumerate(events) if isinstance(event, DeadEndEvent)
    )
    learned = next(
        event for event in events[end:] if isinstance(event, NogoodEvent)
    )
    steps = {("", ""): causes(events[end], events[:end])}
    waiting = [*steps[("", "")]]
    while waiting:
        fact = waiting.pop()
        if fact not in steps:
            steps[fact] = causes_of_fact(fact, events[:end])
            waiting += steps[fact]
    nogood = {
        fact_of(variable, values, europe().domains()[variable])
        for variable, values in by_variable(learned.nogood).items()
    }
    return Implications(steps, nogood, language).svg()


Fact = tuple[str, str]
"""A country, and what is known of its colour: `= 1`, or `≠ 2`."""


def by_variable(pairs: Iterable[tuple[Any, Any]]) -> dict[Any, list[Any]]:
    """The values of each variable."""
    found: dict[Any, list[Any]] = {}
    for variable, value in pairs:
        found.setdefault(variable, []).append(value)
    return found


def fact_of(variable: str, gone: Sequence[Any], values: Iterable[Any]) -> Fact:
    """What is known of a variable that has lost some values."""
    left = [value for value in values if value not in gone]
    return (
        (variable, f"= {left[0]}")
        if len(left) == 1
        else (variable, f"≠ {gone[0]}")
    )


def causes(event: Any, before: Sequence[Event]) -> list[Fact]:
    """The facts from which a dead end follows: each lost value of a country without a colour is one."""
    return [(variable, f"≠ {value}") for variable, value in event.explanation()]


def causes_of_fact(fact: Fact, before: Sequence[Event]) -> list[Fact]:
    """The facts from which another one follows; none if it was decided."""
    variable, sign, value = fact[0], fact[1][0], int(fact[1][2:])
    domain = europe().domains()[variable]
    if sign == "=":
        is_decided = any(
            isinstance(event, TryEvent)
            and (event.variable, event.value) == (variable, value)
            for event in before
        )
        lost = [one for one in domain if one != value]
        return [] if is_decided else [(variable, f"≠ {one}") for one in lost]
    (pruning,) = (
        event
        for event in before
        if isinstance(event, PruneEvent) and (variable, value) in event.values
    )
    missing = by_variable(pruning.explanation((variable, value)) or ())
    return [fact_of(v, gone, domain) for v, gone in missing.items()]


@attrs.frozen
class Implications(Picture):
    """Facts, each with arrows from those that imply it; a dead end is at the right.

    Attributes:
        steps: for each fact those from which it follows; the dead end has no name.
        nogood: the facts that cannot all hold.
        language: of the words.
    """

    steps: Mapping[Fact, Sequence[Fact]]
    nogood: Collection[Fact]
    language: Language

    @property
    def description(self) -> tuple[str, str]:
        named = "; ".join(
            f"{', '.join(map(' '.join, why))} → {' '.join(fact).strip() or words(self.language, 'dead end')}"
            for fact, why in self.steps.items()
            if why
        )
        return words(self.language, "an implication graph"), named

    def column(self, fact: Fact) -> int:
        """How many steps it takes at most to come to a fact."""
        return max(
            (self.column(why) + 1 for why in self.steps[fact]), default=0
        )

    def drawn(self) -> Drawn:
        wide, high, step = 116.0, 26.0, 148.0
        columns: dict[int, list[Fact]] = {}
        for fact in self.steps:
            columns.setdefault(self.column(fact), []).append(fact)
        rows: dict[Fact, float] = {}
        for _, facts in sorted(columns.items()):
            wanted = {fact: self._wanted(fact, rows) for fact in facts}
            lowest = -1.0
            for fact in sorted(facts, key=lambda one: (wanted[one], one)):
                rows[fact] = lowest = max(wanted[fact], lowest + 1)
        places = {
            fact: (wide / 2 + step * self.column(fact), 13 + 46 * row)
            for fact, row in rows.items()
        }
        parts = [
            arrow(
                (places[why][0] + wide / 2, places[why][1]),
                (places[fact][0] - wide / 2, places[fact][1]),
            )
            for fact, reasons in self.steps.items()
            for why in reasons
        ]
        for fact, (x, y) in places.items():
            fill, edge = self._paints(fact)
            parts.append(
                f'<rect x="{x - wide / 2:g}" y="{y - high / 2:g}" width="{wide:g}" height="{high:g}" rx="6" '
                f'stroke-width="{2 if fact in self.nogood else 1.2}" {paint(fill, edge)}/>'
            )
            label = " ".join(fact).strip() or words(self.language, "dead end")
            parts.append(written(x, y, label, 13, f" {paint('ink')}"))
        right, bottom = (
            max(place[k] for place in places.values()) for k in (0, 1)
        )
        legend, y = [], bottom + 40
        x = 0.0
        for fill, edge, meaning in (
            ("new", "new-edge", "decided"),
            ("reason", "reason-edge", "the nogood: not all of these"),
            ("light", "line", "follows"),
        ):
            said = words(self.language, meaning)
            legend.append(
                f'<rect x="{x:g}" y="{y - 8:g}" width="24" height="16" rx="4" {paint(fill, edge)}/>'
            )
            legend.append(
                written(
                    x + 32, y, said, 12, f' text-anchor="start" {paint("ink")}'
                )
            )
            x += 32 + width_of(said, 12) + 18
        return Drawn(right + wide / 2, y + 8, [], [*parts, *legend])

    def _wanted(self, fact: Fact, rows: Mapping[Fact, float]) -> float:
        """The row for a fact: the middle of those that imply it; arrows to the dead end run below all others."""
        reasons = [rows[why] for why in self.steps[fact]]
        if not reasons:
            follows = {one for one, why in self.steps.items() if fact in why}
            return float(not follows.isdisjoint(self.steps["", ""]))
        return sum(reasons) / len(reasons) if fact[0] else max(rows.values())

    def _paints(self, fact: Fact) -> tuple[str, str]:
        if not fact[0]:
            return "conflict", "conflict-edge"
        if fact in self.nogood:
            return "reason", "reason-edge"
        return ("light", "line") if self.steps[fact] else ("new", "new-edge")


def arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """A bent line with a head at its end."""
    (x, y), (to_x, to_y) = start, end
    bend = f"M{x:g} {y:g}C{x + 16:g} {y:g} {to_x - 20:g} {to_y:g} {to_x - 5:g} {to_y:g}"
    head = f"M{to_x:g} {to_y:g}l-7 -3.5v7z"
    return (
        f'<path d="{bend}" stroke-width="1.3" {paint(None, "faint")}/>'
        f'<path d="{head}" {paint("faint")}/>'
    )


def in_both(
    name: str, draw: Callable[[Language], str]
) -> dict[str, Callable[[], str]]:
    """A picture with words, in both languages."""
    return {
        f"{name}.svg": partial(draw, "en"),
        f"{name}.fr.svg": partial(draw, "fr"),
    }


LEARN: Final[dict[str, Callable[[], str]]] = {
    **in_both("learn-maze", maze),
    "learn-permutations.svg": permuted_boards,
    **in_both("learn-four-queens", first_four_queens),
    "learn-fewest.svg": fewest,
    "learn-looking-ahead.svg": looking_ahead,
    **in_both("learn-propagated", propagated),
    "learn-takuzu.svg": takuzu,
    **in_both("learn-growth", growth),
    "learn-without-colour.svg": without_colour,
    **in_both("learn-implications", implications),
    "learn-nogoods-tree.svg": learned_tree,
}
"""The pictures of the course."""
