"""How a problem is drawn as a picture, whatever it is, and how a search is filmed.

If the variables are cells, pairs of a row and a column, the picture is a board: thick lines surround the regions
that some constraints are about, signs stand between cells of which one must be less than the other, and the values left
to open cells are written small, as with a pencil. Other problems show their drawing in text, or a list of their
variables.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Sized
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final

import attrs

from clew.errors import OptionError, cut
from clew.problem.declared import flat, overrides, title_of
from clew.problem.drawing import (
    grid_of,
    rectangle,
    regions_in,
    regions_of,
    signs_of,
    size_with,
    without_auxiliary,
)
from clew.problem.events import BacktrackEvent, DeadEndEvent, Event, NodeEvent, SolutionEvent
from clew.render.boards import Board
from clew.render.films import Animation, Beside, Frame
from clew.render.listings import Listing, Text
from clew.render.svg import Picture, PlacedPicture

if TYPE_CHECKING:
    from clew.problem.problem import AnyProblem
    from clew.state.state import AnyState

Values = Mapping[Any, Any]
Domains = Mapping[Any, Collection[Any]]
Cell = tuple[int, int]

LISTED_VALUES: Final = 1000
"""Values of one variable that are written out one by one."""

FRAMES: Final = 400
"""Frames that a film of a search has at most by default."""
FEWEST_FRAMES: Final = 20
"""Frames that it may have, however large they are."""
SHOWN_VALUES: Final = 400_000
"""Values of variables that all its frames show together, roughly: about ten megabytes."""
FILMED: Final = (NodeEvent, DeadEndEvent, BacktrackEvent, SolutionEvent)
"""The contents of a film of a search."""


def standard(problem: AnyProblem, assignment: Values, domains: Domains | None) -> Picture:
    """The picture of a problem that has none of its own.

    Args:
        problem: what to draw.
        assignment: the values to show.
        domains: the values left to the variables that have none, if they are to be shown.
    """
    declared, assignment = without_auxiliary(problem, problem.domains()), without_auxiliary(problem, assignment)
    if (size := rectangle(declared)) is not None:
        return board_of(problem, assignment, domains, size)
    if domains is None and (overrides(problem, "draw") or not declared):
        return Text(problem.draw(assignment), title_of(problem))
    name, given = problem.variable_name, problem.given()
    return Listing(
        {name(v): symbol(problem, assignment[v]) if v in assignment else "" for v in declared},
        title_of(problem),
        left={name(v): _left(problem, domains[v]) for v in declared if domains and v in domains},
        given=[name(v) for v in given if given[v] == assignment.get(v, given[v])],
    )


def symbol(problem: AnyProblem, value: Any) -> str:
    """A value, as pictures show it."""
    return cut(str(problem.value_name(value)), 40)


def board_of(problem: AnyProblem, assignment: Values, domains: Domains | None, size: tuple[int, int]) -> Board:
    """The board of a problem whose variables are cells of a rectangle of this height and width."""
    declared, fixed = without_auxiliary(problem, problem.domains()), grid_of(problem)
    height, width = size_with(fixed, size)
    other = {cell: own for cell, own in (fixed or {}).items() if cell not in declared}
    values = {cell: symbol(problem, value) for cell, value in assignment.items()}
    symbols = {**other, **dict.fromkeys(declared, ""), **values}
    still = [cell for cell in other if other[cell].isalnum()]
    constraints = list(flat(problem.constraints()))
    return Board(
        [[symbols.get((r, c)) for c in range(width)] for r in range(height)],
        title=title_of(problem),
        marks={v: _left(problem, domains[v]) for v in declared if domains and v in domains and v not in assignment},
        spots=_spots(problem, declared.values()) if domains else (),
        given=[*(cell for cell in problem.given() if cell in assignment), *still],
        regions=regions_in(fixed or {}, constraints) or regions_of(constraints),
        signs=signs_of(constraints),
        blocks=[cell for cell in other if not other[cell].isalnum()],
    )


def _left(problem: AnyProblem, values: Collection[Any]) -> list[str]:
    """The values left to a variable, or, if there are very many, their number."""
    return [symbol(problem, value) for value in values] if len(values) <= LISTED_VALUES else [f"{len(values)} left"]


def _spots(problem: AnyProblem, domains: Iterable[Iterable[Any]]) -> list[str]:
    """Every symbol that a cell may show, sorted as the values are."""
    return list(dict.fromkeys(symbol(problem, value) for value in sorted_values(domains)))


def sorted_values(domains: Iterable[Iterable[Any]]) -> list[Any]:
    """The values of all domains, but for those of domains with very many, sorted if they can be compared."""
    different = {id(domain): domain for domain in domains}
    few = (
        some for domain in different.values() if len(some := list(islice(domain, LISTED_VALUES + 1))) <= LISTED_VALUES
    )
    values = list(dict.fromkeys(chain.from_iterable(few)))
    try:
        values.sort()
    except TypeError:
        values.sort(key=str)
    return values


# -- solutions beside each other ------------------------------------------------------------------------


def differing(pictures: Sequence[Picture]) -> Picture:
    """Pictures of two solutions side by side, with a highlight on their differences; one alone is shown as it is."""
    if not pictures:
        raise OptionError("there is no solution to draw")
    if len(pictures) == 1:
        return pictures[0]
    one, other, *_ = pictures
    if len(pictures) > 2 or not (isinstance(one, PlacedPicture) and isinstance(other, type(one))):
        return Beside(pictures)
    here, there = one.contents, other.contents
    places = [place for place in {**here, **there} if here.get(place) != there.get(place)]
    return Beside(
        [picture.highlighted("pruned", filter(picture.contents.__contains__, places)) for picture in (one, other)]
    )


def with_conflicts(problem: AnyProblem, assignment: Values, domains: Domains | None = None) -> Picture:
    """An assignment as a picture, with a highlight on what breaks a rule.

    Args:
        problem: whose rules they are.
        assignment: the values to show.
        domains: the values left to the variables that have none, if they are to be shown.
    """
    shown = problem.picture(assignment, domains)
    wrong = {variable for violation in problem.violations(assignment) for variable in violation.variables}
    if wrong and isinstance(shown, PlacedPicture):
        shown = shown.highlighted("conflict", _places_of(problem, assignment, wrong))
    return shown


def _places_of(problem: AnyProblem, assignment: Values, variables: Collection[Any]) -> list[Any]:
    """The places that show the values of some variables in the picture of an assignment."""
    without = {v: w for v, w in assignment.items() if v not in variables}
    return different(problem.picture(assignment), problem.picture(without))


# -- films ------------------------------------------------------------------------------------------------


def picture_of(problem: AnyProblem, state: AnyState, *, marks: bool = True) -> Picture:
    """A state of a search: the values assigned, and those left to the other variables.

    Args:
        problem: the problem that is searched.
        state: the state.
        marks: whether to show what is left to the variables that are open.
    """
    assignment = assigned(state)
    return problem.picture(assignment, left_by(problem, state, assignment) if marks else None)


def left_by(problem: AnyProblem, state: AnyState, assignment: Values) -> dict[Any, Any] | None:
    """The values that a state leaves to the variables that are open; None if none was declared."""
    lanes, declared = state.lanes.lane, problem.domains()
    return {v: state.domain(v) for v in declared if v not in assignment and v in lanes} if declared else None


def frames_for(problem: AnyProblem) -> int:
    """How many frames a film of a search has by default: 400, and fewer if the problem has thousands of values."""
    domains = problem.domains().values()
    values = sum(len(domain) if isinstance(domain, Sized) else len(list(domain)) for domain in domains)
    return max(FEWEST_FRAMES, min(FRAMES, SHOWN_VALUES // max(1, values)))


def search_film(
    problem: AnyProblem, events: Iterable[Event], *, marks: bool = True, seconds: float = 0.8, steps: int | None = None
) -> Animation:
    """A film of a search: each node as it is entered, each failure, each way back, each solution.

    Of a longer search it shows the beginning, and its title says so.

    Args:
        problem: the problem that was searched.
        events: the events that the search reported, as a `clew.watch.observers.recorder.Recorder` kept them.
        marks: whether to show what is left to the variables that are open.
        seconds: how long a frame stays; a solution stays three times as long.
        steps: how many frames it may have; by default as many as fit, see `frames_for`.

    Raises:
        OptionError: nothing was reported, or steps is no number from 1.
    """
    steps = frames_for(problem) if steps is None else steps
    if steps < 1:
        raise OptionError(f"steps must be a number from 1, not {steps}")
    shown = _sifted(events)
    frames = list(_frames(problem, islice(shown, steps), marks))
    if not frames:
        raise OptionError("nothing was reported: give the recorder to the search, in observers=[...]")
    still = max((k for k, frame in enumerate(frames) if frame.beats > 1), default=-1)
    beginning = f", its first {len(frames)} steps" if next(shown, None) is not None else ""
    return Animation(frames, f"the search of {title_of(problem)}, step by step{beginning}", seconds, still)


def _frames(problem: AnyProblem, events: Iterable[Event], marks: bool) -> Iterator[Frame]:
    """The frames, one for each event; those of solutions stay longer."""
    above: dict[int, Any] = {}
    for event in events:
        now = picture_of(problem, event.state, marks=marks)
        shown: Any = now
        beats = 3 if isinstance(event, SolutionEvent) else 1
        if not isinstance(now, PlacedPicture):
            pass
        elif isinstance(event, DeadEndEvent):
            shown = _refused(problem, event, now)
        elif isinstance(event, BacktrackEvent):
            shown = _taken_back(problem, event.state, now)
        else:
            depth = event.state.depth
            shown = now.since(above[depth - 1]) if depth - 1 in above else now
            shown = shown.captioned("a solution" if beats > 1 else decision(problem, event.state))
            above[depth] = now
        yield Frame(shown, beats)


def decision(problem: AnyProblem, state: AnyState) -> str:
    """The decision that led to a state, in words."""
    return "at the start" if state.path is None else cut(problem.decision_title(*state.path[1:3]), 80)


def _refused(problem: AnyProblem, event: DeadEndEvent, now: Any) -> Any:
    """A state with the value that was tried in vain."""
    if event.variable is None:
        return now.captioned("the given values leave no solution")
    before = assigned(event.state)
    tried: Any = problem.picture({**before, event.variable: event.value}, None)
    places = different(tried, problem.picture(before, None))
    if isinstance(tried, Board) and isinstance(now, Board):
        marks = {cell: marks for cell, marks in now.marks.items() if cell not in places}
        tried = attrs.evolve(tried, marks=marks, spots=now.spots)
    caption = f"{cut(problem.decision_title(event.variable, event.value), 80)}: failure"
    return tried.highlighted("conflict", places).captioned(caption)


def _taken_back(problem: AnyProblem, state: AnyState, now: Any) -> Any:
    """A state whose last decision is taken back: all that could follow was tried."""
    if state.path is None:
        return now.captioned("all is tried")
    places = _places_of(problem, assigned(state), (state.path[1],))
    return now.highlighted("pruned", places).captioned(f"back from {decision(problem, state)}")


def different(one: Any, other: Any) -> list[Any]:
    """The places in which two pictures differ."""
    there = other.contents
    return [place for place, content in one.contents.items() if there.get(place) != content]


def assigned(state: AnyState) -> dict[Any, Any]:
    """The assignment of a state: declared variables in their order, then the others as decided."""
    declared = {v: state[v] for v in state.lanes.variables if v in state}
    return declared | dict(state.items())


def _sifted(events: Iterable[Event]) -> Iterator[Event]:
    """The events that are worth a frame: a node that turns out to be a solution has one, not two."""
    node: Event | None = None
    for event in events:
        if not isinstance(event, FILMED):
            continue
        if node is not None and not isinstance(event, SolutionEvent):
            yield node
        node = event if isinstance(event, NodeEvent) else None
        if node is None:
            yield event
    if node is not None:
        yield node
