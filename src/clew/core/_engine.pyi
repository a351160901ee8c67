"""What Python sees of the engine, but for the propagators; a test compares it with the module."""

from collections.abc import Callable, Iterable
from typing import Any, Self

VERSION: str  # of the clew that it was compiled with
SOURCES: str  # a digest of what it was compiled from
INSTRUCTIONS: str  # "x86-64-v3" or "plain"
IS_CHECKED: bool  # whether it was compiled with checks, for tests

STATIC: int
SMALLEST: int
WEIGHTED: int
DEGREE: int
RANDOM: int
ORDERS: dict[str, int]  # the orderings by their names

MOST_CONSTRAINED: int
LEAST_VALUE: int
GREATEST_VALUE: int
REGRET: int
PHASE_ORDERS: dict[str, int]  # those of phases too

LAST_FIRST: int
SHUFFLED: int
FROM_MIDDLE: int
IN_HALVES: int
VALUE_ORDERS: dict[str, int]  # the orders of values by their names

EXHAUSTED: int
PAUSED: int
FOUND: int
RATIONED: int
STRENGTHENS: int

class Owner: ...

class Program(Owner):
    variables: int
    decisions: int
    forward: bool
    supports: bool
    calls_python: bool
    closed: bool
    has_intervals: bool
    is_stronger: bool
    propagators: int
    ruling_work: int
    def __new__(cls, widths: list[int | tuple[int, int]], forward: bool = False, supports: bool = False) -> Self: ...
    def integers(self, of: list[int], numbers: list[int] | range) -> None: ...
    def defined(self, of: list[int]) -> None: ...
    def is_defined(self, v: int) -> bool: ...
    def keep(self, v: int, places: Iterable[int]) -> None: ...
    def auxiliary(self, width: int) -> int: ...
    def close(self) -> int: ...
    def mark(self) -> None: ...
    def begun(self) -> Self | None: ...
    def has_empty(self) -> bool: ...

class Propagator(Owner): ...

class Tuples(Owner):
    def __new__(cls, positions: list[dict[Any, int]], tuples: list[tuple[Any, ...]]) -> Self: ...

class Unrolled(Owner):
    def __new__(cls, layers: list[list[Any]]) -> Self: ...

class View(Owner):
    def __init__(self, places: list[int]) -> None: ...

class Phases(Owner):
    def __new__(
        cls, phases: list[tuple[int, int, list[int]]], numbers: dict[int, range | list[int]], counted: int
    ) -> Self: ...

class Search(Owner):
    failures: int
    found: int
    restarts: bool
    strengthens: bool
    why: int
    behind: float
    bound: int | None
    limit: int | None
    nodes_per_level: list[int]
    work: int
    def __new__(
        cls,
        program: Program,
        given: list[tuple[int, int]],
        order: int,
        last_first: bool,
        counts: bool,
        nodes: int,
        restarts: tuple[float, float, int, int] | None = None,
        seed: int | None = None,
        backward: Iterable[int] = (),
        near: list[list[int]] = ...,
        key: int = 0,
        shuffles: bool = False,
        phases: Phases | None = None,
    ) -> Self: ...
    def strengthen(self, program: Program | None) -> None: ...
    def begin_at(self, left: list[int], decided: list[int]) -> None: ...
    def ends(self, v: int) -> tuple[int, int]: ...
    def run(self, work: int, most: int = -1) -> int: ...
    def fetch(self, values: list[Any]) -> list[tuple[Any, ...]]: ...

class Learning(Search):
    learned: int
    literals: int
    jumped: int
    runs: int
    held: int
    room: int
    shares: bool
    shortest: int
    draws_from: int
    def give(self) -> bytes: ...
    def take(self, some: bytes) -> None: ...
    def prefer(self, pairs: list[tuple[int, int]]) -> None: ...
    def assume(self, pairs: list[tuple[int, int]]) -> None: ...
    def vary(self, seed: int) -> None: ...
    def nogoods(self) -> list[list[tuple[int, int | tuple[int | None, int | None]]]]: ...

def without_objective(program: Program) -> Program: ...
def learning_program(program: Program) -> Program: ...
def split_off(giver: Search, taker: Search) -> bool: ...

class MaskCount(Owner):
    failures: int
    found: int
    behind: float
    work: int
    nodes_per_level: list[int]
    def __new__(
        cls,
        program: Program,
        given: list[tuple[int, int]],
        node: tuple[list[int], list[int]] | None = None,
        waits: bool = False,
    ) -> Self: ...
    def split_off(self, other: MaskCount) -> bool: ...
    @staticmethod
    def unfit(program: Program, given: list[int]) -> str: ...
    def run(self, work: int) -> int: ...

class Instances:
    def __new__(
        cls, program: Program, given: list[tuple[int, int]], order: int, last_first: bool, most: int
    ) -> Self: ...
    def answers(self, rows: list[bytes], look: Callable[[], object] | None = None) -> list[tuple[bytes, ...]]: ...

class GridHalf(Owner):
    def __new__(
        cls,
        lines: list[list[int]],
        values: int,
        equal: list[int],
        pairs: int,
        distinct: bool,
        rows: list[int],
        kept: list[int],
        ways: list[list[list[tuple[int, ...]]]],
    ) -> Self: ...

class Prefixes(Owner):
    size: int
    bytes: int
    work: int
    def __new__(cls, half: GridHalf, source: Prefixes | None = None, line: int = -1) -> Self: ...
    def run(self, work: int) -> bool: ...

class HalfJoin(Owner):
    work: int
    def __new__(
        cls,
        above: GridHalf,
        below: GridHalf,
        parts: list[tuple[list[int], list[int], list[int], list[int]]],
        pairs: list[int],
        widths: list[tuple[int, int]],
    ) -> Self: ...
    def begin(self, prefixes: Prefixes, suffixes: Prefixes, line: int, other: int) -> None: ...
    def run(self, work: int) -> int | None: ...

def row_of(values: list[tuple[Any, ...]], places: bytes) -> tuple[Any, ...]: ...
def __getattr__(name: str) -> Any: ...  # the propagators, and the functions that make them
