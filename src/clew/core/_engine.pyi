"""What Python sees of the engine; a test compares it with the module."""

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

EXHAUSTED: int
PAUSED: int
FOUND: int
RATIONED: int
STRENGTHENS: int

class Owner: ...

class Program:
    variables: int
    decisions: int
    forward: bool
    supports: bool
    calls_python: bool
    closed: bool
    has_intervals: bool
    is_stronger: bool
    ruling_work: int
    def __new__(cls, widths: list[int | tuple[int, int]], forward: bool = False, supports: bool = False) -> Self: ...
    def integers(self, of: list[int], numbers: list[int] | range) -> None: ...
    def keep(self, v: int, places: Iterable[int]) -> None: ...
    def auxiliary(self, width: int) -> int: ...
    def close(self) -> int: ...
    def has_empty(self) -> bool: ...

class Integers(Owner):
    def __new__(cls, some: list[int]) -> Self: ...

class Propagator(Owner): ...

class Distinct(Propagator):
    def __init__(self, program: Program, scope: list[int], shifts: list[int], targets: int, must_all: bool) -> None: ...

class DistinctMapped(Propagator):
    def __init__(
        self, program: Program, scope: list[int], targets: list[list[int]], number: int, must_all: bool
    ) -> None: ...

class Matching(Propagator):
    def __init__(self, program: Program, of: Distinct | DistinctMapped) -> None: ...

class Differences(Propagator):
    def __init__(self, program: Program, scope: list[int], edges: list[int]) -> None: ...

class Conflicts(Propagator):
    def __init__(self, program: Program, scope: list[int], rows: bytes, columns: bytes) -> None: ...

class Linear(Propagator):
    def __init__(
        self, program: Program, scope: list[int], weights: list[int], least: int | None, most: int | None
    ) -> None: ...

class Table(Propagator):
    def __init__(
        self,
        program: Program,
        scope: list[int],
        positions: list[dict[Any, int]],
        tuples: list[tuple[Any, ...]],
    ) -> None: ...

class Disjunction(Propagator):
    def __init__(self, program: Program, scope: list[int], weights: list[int], bounds: list[int]) -> None: ...

class Cover(Propagator):
    def __init__(
        self,
        program: Program,
        scope: list[int],
        items: list[list[int]],
        places: list[list[int]],
        number: int,
        most: int,
    ) -> None: ...

class LastTerm(Propagator):
    def __init__(
        self,
        program: Program,
        scope: list[int],
        weights: list[int],
        least: int | None,
        most: int | None,
        unequal: bool,
    ) -> None: ...

class Objective(Linear):
    def __init__(self, program: Program, scope: list[int], weights: list[int]) -> None: ...

class Unrolled(Owner):
    def __new__(cls, sizes: list[int], ends: list[int], places: list[int], targets: list[int]) -> Self: ...

class Automaton(Propagator):
    def __init__(self, program: Program, scope: list[int], unrolled: Unrolled) -> None: ...

class Cardinality(Propagator):
    def __init__(
        self, program: Program, scope: list[int], counted: list[int], rows: list[int], lows: list[int], highs: list[int]
    ) -> None: ...

class DistinctTuples(Propagator):
    def __init__(
        self, program: Program, scope: list[int], vectors: list[int], length: int, names: list[int], rows: list[int]
    ) -> None: ...

class Forbidden(Table): ...

class View(Owner):
    def __init__(self, places: list[int]) -> None: ...

class Viewing(Propagator): ...

class Lexicographic(Viewing):
    def __init__(self, program: Program, scope: list[int], views: list[View], strict: bool) -> None: ...

class Extremum(Viewing):
    def __init__(self, program: Program, scope: list[int], views: list[View], values: int) -> None: ...

class Element(Viewing):
    def __init__(self, program: Program, scope: list[int], views: list[View | None], entries: list[int]) -> None: ...

class Conditions(Propagator): ...

class Clause(Conditions):
    def __init__(self, program: Program, scope: list[int], true: list[list[int]]) -> None: ...

class Connection(Conditions):
    def __init__(
        self,
        program: Program,
        scope: list[int],
        true: list[list[int]],
        required: list[bool],
        begins: list[int],
        neighbours: list[int],
    ) -> None: ...

class Forest(Conditions):
    def __init__(
        self,
        program: Program,
        scope: list[int],
        true: list[list[int]],
        ends: list[int],
        vertices: int,
        may_close: bool,
    ) -> None: ...

class Polynomial(Propagator):
    def __init__(
        self,
        program: Program,
        scope: list[int],
        weights: list[int],
        factors: list[list[int]],
        relation: int,
        bound: int,
    ) -> None: ...

class Callback(Propagator):
    def __init__(
        self, program: Program, scope: list[int], function: Callable[[list[list[int]]], Any], open_most: int
    ) -> None: ...

class Check(Propagator):
    def __init__(
        self, program: Program, scope: list[int], function: Callable[[list[Any]], Any], is_partial: bool
    ) -> None: ...

class Targets(Owner): ...

class Supports(Propagator):
    def __init__(self, program: Program) -> None: ...

class Nogoods(Owner): ...

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
    ) -> Self: ...
    def strengthen(self, program: Program | None) -> None: ...
    def begin_at(self, left: list[int], decided: list[int]) -> None: ...
    def run(self, work: int, most: int) -> int: ...
    def fetch(self, values: list[Any]) -> list[tuple[Any, ...]]: ...

def gives(giver: Search, taker: Search) -> bool: ...

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
    def gives(self, other: MaskCount) -> bool: ...
    @staticmethod
    def unfit(program: Program, given: list[int]) -> str: ...
    def run(self, work: int) -> int: ...

class Masks(Propagator):
    def __init__(self, program: Program, parts: list[Propagator]) -> None: ...

class Instances:
    def __new__(
        cls, program: Program, given: list[tuple[int, int]], order: int, last_first: bool, most: int
    ) -> Self: ...
    def answers(self, rows: list[bytes], look: Callable[[], object] | None = None) -> list[tuple[bytes, ...]]: ...

class Half(Owner):
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

class Prefixes:
    size: int
    bytes: int
    work: int
    def __new__(cls, half: Half, source: Prefixes | None = None, line: int = -1) -> Self: ...
    def run(self, work: int) -> bool: ...

class Meeting(Owner):
    work: int
    def __new__(
        cls,
        above: Half,
        below: Half,
        parts: list[tuple[list[int], list[int], list[int], list[int]]],
        pairs: list[int],
        widths: list[tuple[int, int]],
    ) -> Self: ...
    def begin(self, prefixes: Prefixes, suffixes: Prefixes, line: int, other: int) -> None: ...
    def run(self, work: int) -> int | None: ...

def row_of(values: list[tuple[Any, ...]], places: bytes) -> tuple[Any, ...]: ...
