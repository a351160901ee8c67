"""Proofs of new puzzles and of their hints: `python -m benchmarks.proofs [--kinds ...] [--count 1000]`.

For each bundled kind of which `clew.generate` makes instances, so many are made, and of each it is proved that

- it has exactly one solution: CP-SAT (`pip install ortools`) refutes a second one;
- none of its clues can be left out: there is a second solution then, which `holds` confirms;
- every step of `clew.steps` is right: CP-SAT refutes the opposite of its conclusion under the constraints and the facts
  of its reason alone, and the facts are true at that time.

Of kinds that cannot be made, it takes random parts of random solutions of their examples as given values, and proves
the steps from there. Kinds that have no hints are listed as such.

The table has, besides, how many puzzles are an earlier one after symmetries that the kind names, and how many may be
one after any symmetry, because an invariant does not tell them apart: `3..50` are 3 at least and 50 at most. If clues
change the constraints, only equal puzzles count. The exit status is 1 if a proof fails.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Hashable, Iterator, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, Final

import attrs
from tests.cp_sat import CpSat
from tests.puzzles.generation.judging import invariant
from tests.puzzles.hints.reasons import Reason, follows, is_true

import clew
from clew.plugins import installed
from clew.problem.declared import Declared

SIZES: Final = {
    "akari": ("6x6",),
    "futoshiki": ("5",),
    "hashiwokakero": ("7x7",),
    "magic-square": ("3",),
    "masyu": ("6x6",),
    "nonogram": ("8x8",),
    "nurikabe": ("5x5",),
    "shikaku": ("6x6",),
    "star-battle": ("6",),
    "sudoku": ("9", "6", "4"),
    "takuzu": ("8x8", "6x6"),
    "tents": ("6x6",),
}
"""The instances without clues of a kind. For other kinds the first of `OTHER`, or of its examples, that will do."""
OTHER: Final = ("5", "5x5", "6", "6x6", "4", "4x4")
ORBIT: Final = 1000
"""Instances that symmetries make of one, at most."""
PATIENCE: Final = 10.0
"""Seconds for a first instance: a size that takes longer is not taken by itself."""
LARGE: Final = 1000
"""Values of all variables of an example, beyond which parts of its solutions are not taken."""

EMPTY: Final[Mapping[Any, Any]] = MappingProxyType({})
Problem = clew.Problem[Any, Any]


@attrs.define
class Row:
    """The findings about a kind.

    Attributes:
        kind: its name.
        size: the instance without clues.
        puzzles: how many were made.
        unique: of how many it is proved that they have one solution.
        minimal: of how many that no clue can be left out.
        doubles: how many are an earlier one, after a symmetry that the kind names.
        alike: how many may be, after any symmetry.
        hints: how many hints there were.
        proved: how many of those are proved.
        seconds: how long it took.
        failures: the proofs that failed, a line each.
    """

    kind: str
    size: str
    puzzles: int = 0
    unique: int = 0
    minimal: int = 0
    doubles: int = 0
    alike: int = 0
    hints: int = 0
    proved: int = 0
    seconds: float = 0.0
    failures: list[str] = attrs.field(factory=list)

    def __str__(self) -> str:
        size = self.size.strip().partition("\n")[0][:8]
        numbers = f"{self.puzzles:8} {self.unique:8} {self.minimal:8} {f'{self.doubles}..{self.alike}':>10}"
        return f"{self.kind:14} {size:8} {numbers} {self.proved:8} of {self.hints:7} {self.seconds:9.1f}"


HEAD: Final = (
    f"{'kind':14} {'size':8} {'puzzles':>8} {'unique':>8} {'minimal':>8} {'doubles':>10} {'hints proved':>19} seconds"
)


class Refuter:
    """Asks CP-SAT whether constraints have no solution, and keeps the answers."""

    def __init__(self) -> None:
        self._answers: dict[Hashable, bool] = {}
        self._models: dict[Hashable, CpSat] = {}

    def model(self, problem: Problem) -> CpSat:
        """The constraints of a problem; those of instances that share them are written once."""
        declared = Declared(problem)
        domains = {variable: tuple(values) for variable, values in declared.domains.items()}
        key = (tuple(domains.items()), tuple(declared.constraints))
        if key not in self._models:
            self._models = {key: CpSat(domains, declared.constraints)}
        return self._models[key]

    def __call__(self, reason: Reason) -> bool:
        key = (reason.needed, frozenset(reason.left.items()))
        if key not in self._answers:
            self._answers[key] = CpSat(reason.left, reason.needed).solution({}) is None
        return self._answers[key]


def blanks(kind: str) -> Iterator[tuple[str, Problem]]:
    """The instances without clues of a kind, each with its text; none if new instances cannot be made of it."""
    chosen = bundled()[kind]
    if kind in SIZES:
        yield from ((text, chosen.from_text(text)) for text in SIZES[kind])
        return
    for text, parameters in [*((text, {}) for text in OTHER), *((e.text, e.parameters) for e in chosen.examples)]:
        try:
            blank = chosen.from_text(text, **parameters)
            next(clew.generate(blank, limits=clew.Limits(time=PATIENCE)))
        except (clew.ClewError, clew.Stopped):
            continue
        yield text, blank
        return


def proved(kind: str, size: str, blank: Problem, count: int, seed: int, seconds: float | None) -> Row:
    """The proofs about so many instances, or about as many as are made and proved in some seconds."""
    row, refuter, begin, seen = Row(kind, size), Refuter(), time.perf_counter(), set[Hashable]()
    rules = tuple(Declared(blank).constraints)
    for made in clew.generate(blank, seed=seed, count=count):
        row.puzzles += 1
        solution = clew.first(made)
        told = f"{kind}, seed {seed}, number {row.puzzles - 1}: {made.to_text()!r}"
        if solution is None or refuter.model(made).solution(made.given(), other_than=solution) is not None:
            row.failures.append(f"{told} has not exactly one solution")
            continue
        row.unique += 1
        if odd := [group for group in groups(blank, made) if not is_needed(made, group, solution)]:
            row.failures.append(f"{told} can do without {odd[0]}")
        row.minimal += not odd
        has_rules = tuple(Declared(made).constraints) == rules
        known = orbit(blank, made) if has_rules else {frozenset([made.to_text()])}
        alike = invariant(made) if has_rules else made.to_text()
        row.doubles += not seen.isdisjoint(known)
        row.alike += alike in seen
        seen |= {next(iter(known)), alike}
        prove_hints(made, solution, refuter, row, told)
        row.seconds = time.perf_counter() - begin
        if seconds is not None and row.seconds > seconds:
            break
    return row


def orbit(blank: Problem, made: Problem) -> set[frozenset[Any]]:
    """The given values, and those that symmetries of the kind make of them; a part of them if they are many."""
    moves = blank.symmetries().values()
    found = {frozenset(made.given().items())}
    waiting = [*found]
    while waiting and len(found) < ORBIT:
        here = dict(waiting.pop())
        new = {frozenset(move(here).items()) for move in moves} - found
        found |= new
        waiting += new
    return found


def groups(blank: Problem, made: Problem) -> Iterator[tuple[Any, ...]]:
    """The clues of an instance that could be left out, in groups that go together."""
    fixed: set[Any] = {*blank.given().items()}
    yield from (tuple(group) for group in made.clue_groups() if not all(clue in fixed for clue in group))


def is_needed(made: Problem, group: tuple[Any, ...], solution: Mapping[Any, Any]) -> bool:
    """Whether there is a second solution without a group of clues, by the word of `holds`."""
    left = [clue for other in made.clue_groups() if tuple(other) != group for clue in other]
    without = made.with_clues(left)
    second = next((found for found in clew.check(without).solutions if found != solution), None)
    return (
        second is not None
        and {*second.items()} >= {*without.given().items()}
        and all(one.holds([second[variable] for variable in one.scope]) for one in Declared(without).constraints)
    )


def has_no_hints(kind: str) -> str:
    """Why a kind cannot be asked for hints; nothing if it can."""
    example = bundled()[kind].examples[0]
    try:
        clew.hint(bundled()[kind].from_text(example.text, **example.parameters))
    except clew.OptionError as error:
        return str(error)
    return ""


def proved_parts(kind: str, count: int, seed: int, seconds: float | None) -> Row:
    """The proofs about the steps from random parts of random solutions of the examples of a kind."""
    row, refuter, begin, random = Row(kind, "parts"), Refuter(), time.perf_counter(), Random(seed)
    examples = [example for example in bundled()[kind].examples if example.count]
    problems = [bundled()[kind].from_text(example.text, **example.parameters) for example in examples]
    problems = [one for one in problems if sum(len(tuple(values)) for values in one.domains().values()) <= LARGE]
    while row.puzzles < count and (seconds is None or row.seconds < seconds):
        problem = random.choice(problems)
        solution = clew.first(problem, variable_order="random", value_order="random", seed=random.randrange(1 << 30))
        assert solution is not None
        part = random.sample([*solution], random.randint(1, len(solution)))
        given = {variable: solution[variable] for variable in part}
        row.puzzles += 1
        prove_hints(problem, solution, refuter, row, f"{kind}, {problem!r}, {given}", given)
        row.seconds = time.perf_counter() - begin
    return row


def prove_hints(
    made: Problem, solution: Mapping[Any, Any], refuter: Refuter, row: Row, told: str, given: Mapping[Any, Any] = EMPTY
) -> None:
    """Look at all steps of an instance, one after the other."""
    known, excluded = {**made.given(), **given}, dict[Any, set[Any]]()
    for hint in clew.steps(made, given=given):
        row.hints += 1
        is_right = (
            all(is_true(made, fact, known, excluded, refuter) for fact in hint.facts)
            and follows(made, hint, refutes=refuter)
            and all(solution[variable] == value for variable, value in hint.assigned.items())
            and all(solution[variable] not in values for variable, values in hint.excluded.items())
        )
        row.proved += is_right
        if not is_right:
            row.failures.append(f"{told}: {hint}")
        known |= hint.assigned
        for variable, values in hint.excluded.items():
            excluded.setdefault(variable, set()).update(values)
    if known != dict(solution) and not given:
        row.failures.append(f"{told}: the steps do not lead to its solution")


def bundled() -> dict[str, type[Problem]]:
    """The bundled kinds by name."""
    found = {plugin.name: plugin.problem for plugin in installed()}
    return {name: one for name, one in found.items() if one and one.__module__.startswith("clew_problems.")}


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--kinds", help="their names, with commas between them; all by default")
    parser.add_argument("--count", type=int, default=1000, help="of each kind and size")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, help="the time after which a kind and size begins no other puzzle")
    words = parser.parse_args()
    chosen = words.kinds.split(",") if words.kinds else bundled()
    if unknown := [kind for kind in chosen if kind not in bundled()]:
        parser.error(f"there is no kind {unknown[0]!r}: there are {', '.join(bundled())}")
    failures: list[str] = []
    print(HEAD, flush=True)
    for kind in chosen:
        if refusal := has_no_hints(kind):
            print(f"{kind:14} {refusal}", flush=True)
            continue
        made = False
        for size, blank in blanks(kind):
            made = True
            row = proved(kind, size, blank, words.count, words.seed, words.seconds)
            failures += row.failures
            print(row, flush=True)
        if not made:
            row = proved_parts(kind, words.count, words.seed, words.seconds)
            failures += row.failures
            print(row, flush=True)
    sys.exit("\n".join(failures) or 0)


if __name__ == "__main__":
    main()
