"""A constrained product of parameters, as those who tune programs for a GPU enumerate them.

Ten parameters of a tiled matrix product, most of them powers of two or small divisors: threads of a block, tiles,
vector widths, unrolling, stages of a pipeline. A block has 32 to 1024 threads, tiles divide into vectors and
unrolled loops, and what a block keeps must fit into its registers and its shared memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from .kernels import purely
from .work import Peer, Work, module

SMALL: dict[str, tuple[int, ...]] = {
    "block_x": (4, 16, 64, 256),
    "block_y": (1, 4, 16),
    "tile_x": (1, 2, 6),
    "tile_y": (1, 4),
    "tile_k": (8, 32),
    "vector": (1, 2),
    "unroll": (1, 4, 16),
    "stages": (1, 3),
    "pad": (0, 1),
    "split": (1, 3),
}
FULL: dict[str, tuple[int, ...]] = {
    "block_x": (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024),
    "block_y": (1, 2, 4, 8, 16, 32, 64),
    "tile_x": (1, 2, 3, 4, 6, 8),
    "tile_y": (1, 2, 3, 4, 6, 8),
    "tile_k": (8, 16, 32, 64),
    "vector": (1, 2, 4, 8),
    "unroll": (1, 2, 4, 8, 16),
    "stages": (1, 2, 3, 4),
    "pad": (0, 1),
    "split": (1, 2, 3, 4, 6, 8),
}
SPACES = {"small": SMALL, "full": FULL}


def fits(
    block_x: int,
    block_y: int,
    tile_x: int,
    tile_y: int,
    tile_k: int,
    vector: int,
    unroll: int,
    stages: int,
    pad: int,
    split: int,
) -> bool:
    """What has to hold, in plain Python."""
    return (
        32 <= block_x * block_y <= 1024
        and block_x * block_y % 32 == 0
        and tile_x % vector == 0
        and tile_k % unroll == 0
        and tile_k % split == 0
        and tile_x * tile_y <= 24
        and block_x * tile_x <= 512
        and block_y * tile_y <= 128
        and stages * tile_k * (block_x * tile_x + block_y * tile_y + pad) <= 12288
        and unroll * vector <= 32
    )


STRINGS = (
    "block_x * block_y >= 32",
    "block_x * block_y <= 1024",
    "block_x * block_y % 32 == 0",
    "tile_x % vector == 0",
    "tile_k % unroll == 0",
    "tile_k % split == 0",
    "tile_x * tile_y <= 24",
    "block_x * tile_x <= 512",
    "block_y * tile_y <= 128",
    "stages * tile_k * (block_x * tile_x + block_y * tile_y + pad) <= 12288",
    "unroll * vector <= 32",
)


def model(kind: Any, size: str) -> Any:
    """The same for clew, of whose models this is the kind."""
    made = kind("tuning")
    block_x, block_y, tile_x, tile_y, tile_k, vector, unroll, stages, pad, split = (
        made.variable(name, values) for name, values in SPACES[size].items()
    )
    made.require(
        block_x * block_y >= 32,
        block_x * block_y <= 1024,
        block_x * block_y % 32 == 0,
        tile_x % vector == 0,
        tile_k % unroll == 0,
        tile_k % split == 0,
        tile_x * tile_y <= 24,
        block_x * tile_x <= 512,
        block_y * tile_y <= 128,
        stages * tile_k * (block_x * tile_x + block_y * tile_y + pad) <= 12288,
        unroll * vector <= 32,
    )
    return made


def list_clew(size: str) -> Callable[[], Any]:
    from clew import All, Model, solve

    return lambda: solve(model(Model, size), All()).result


def count_clew(size: str) -> Callable[[], int]:
    from clew import Model, count

    return lambda: count(model(Model, size))


def list_python_constraint(size: str) -> Callable[[], Any]:
    constraint = module("constraint")

    def work() -> Any:
        problem = constraint.Problem()
        for name, values in SPACES[size].items():
            problem.addVariable(name, values)
        for text in STRINGS:
            problem.addConstraint(text)
        return problem.getSolutions()

    return work


def list_by_hand(size: str) -> Callable[[], Any]:
    space = SPACES[size]

    def found() -> Iterator[dict[str, int]]:
        names = tuple(space)
        for block_x, block_y in product(space["block_x"], space["block_y"]):
            if not 32 <= block_x * block_y <= 1024 or block_x * block_y % 32:
                continue
            for tile_x, tile_y in product(space["tile_x"], space["tile_y"]):
                if tile_x * tile_y > 24 or block_x * tile_x > 512 or block_y * tile_y > 128:
                    continue
                for tile_k, stages, pad in product(space["tile_k"], space["stages"], space["pad"]):
                    if stages * tile_k * (block_x * tile_x + block_y * tile_y + pad) > 12288:
                        continue
                    for vector, unroll in product(space["vector"], space["unroll"]):
                        if tile_x % vector or tile_k % unroll or unroll * vector > 32:
                            continue
                        for split in space["split"]:
                            if tile_k % split == 0:
                                values = (
                                    block_x, block_y, tile_x, tile_y, tile_k, vector, unroll, stages, pad, split
                                )  # fmt: skip
                                yield dict(zip(names, values, strict=True))

    return lambda: list(found())


def every_product(size: str) -> Callable[[], Any]:
    space = SPACES[size]
    return lambda: [dict(zip(space, values, strict=True)) for values in product(*space.values()) if fits(*values)]


def tally(size: str, found: Any) -> Any:
    """How many, and the sum of each parameter over all of them: what is missed or found twice shows."""
    if isinstance(found, int):
        return found
    return [len(found), *(sum(solution[name] for solution in found) for name in SPACES[size])]


def number(size: str, found: Any) -> int:
    return found if isinstance(found, int) else len(found)


BY_HAND = "five nested loops, each test in the outermost one that can decide it"

LIST = Work(
    title="all the settings of ten parameters that satisfy eleven constraints, as a list",
    sizes=("full",),
    quick=("small",),
    peers={
        "clew (Python)": purely(list_clew),
        "clew": Peer(list_clew, "clewpy"),
        "by hand": Peer(list_by_hand, None, BY_HAND),
        "python-constraint2": Peer(
            list_python_constraint, "python-constraint2", "the constraints as text, its optimised solver"
        ),
        "every combination": Peer(every_product, None, "itertools.product and the test"),
    },
    judge=tally,
)
COUNT = Work(
    title="the same settings, counted",
    sizes=("full",),
    quick=("small",),
    peers={
        "clew (Python)": purely(count_clew),
        "clew": Peer(count_clew, "clewpy"),
        "by hand": Peer(list_by_hand, None, BY_HAND + "; it lists them"),
        "python-constraint2": Peer(list_python_constraint, "python-constraint2", "it lists them"),
    },
    judge=number,
)
