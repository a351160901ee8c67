"""The search space of a GPU kernel that multiplies matrices, and a made-up device to run it on.

The parameters and restrictions are those of the OpenCL kernel `Xgemm` of CLBlast, one of the kernels that auto-tuners
are compared on. The device is a formula, so the program runs anywhere, and its times mean nothing.
"""

from __future__ import annotations

import zlib

from search_space import Configuration, Space
from tuning import tune


def xgemm() -> Space:
    """The space: a block of MWG by NWG results for MDIMC by NDIMC threads, in steps of KWG."""
    space = Space("xgemm")
    mwg, nwg = (space.parameter(name, (16, 32, 64, 128)) for name in ("MWG", "NWG"))
    kwg = space.parameter("KWG", (32,))
    mdimc, ndimc, mdima, ndimb = (space.parameter(name, (8, 16, 32)) for name in ("MDIMC", "NDIMC", "MDIMA", "NDIMB"))
    kwi = space.parameter("KWI", (2,))
    vwm, vwn = (space.parameter(name, (1, 2, 4, 8)) for name in ("VWM", "VWN"))
    for name in ("SA", "SB"):
        space.parameter(name, (False, True))

    space.restrict(kwg % kwi == 0)  # the inner loop is unrolled evenly
    for block, threads, vector in ((mwg, mdimc, vwm), (nwg, ndimc, vwn), (mwg, mdima, vwm), (nwg, ndimb, vwn)):
        space.restrict(block % (threads * vector) == 0)  # every thread has as many vectors
    space.restrict(loads_evenly_a, loads_evenly_b)
    return space


def loads_evenly_a(KWG: int, MDIMC: int, NDIMC: int, MDIMA: int) -> bool:  # noqa: N803  # the kernel's own names
    """Whether the threads, rearranged in rows of MDIMA, load the tile of A evenly."""
    rows, rest = divmod(MDIMC * NDIMC, MDIMA)
    return rest == 0 and KWG % rows == 0


def loads_evenly_b(KWG: int, MDIMC: int, NDIMC: int, NDIMB: int) -> bool:  # noqa: N803
    """Whether the threads, rearranged in rows of NDIMB, load the tile of B evenly."""
    return loads_evenly_a(KWG, MDIMC, NDIMC, NDIMB)


def milliseconds(c: Configuration) -> float:
    """What the made-up device takes: it likes some 256 threads, 32 results for each, and short vectors."""
    threads = c["MDIMC"] * c["NDIMC"]
    results = c["MWG"] * c["NWG"] / threads
    occupied = min(1.0, 256 / threads) * min(1.0, threads / 128)
    spilled = 1 + max(0.0, results - 32) / 16
    traffic = 64 / c["MWG"] * (0.6 if c["SA"] else 1.0) + 64 / c["NWG"] * (0.6 if c["SB"] else 1.0)
    shared = 0.2 * (c["SA"] + c["SB"]) * (threads / 256)
    vectors = sum(abs(c[name] - 4) for name in ("VWM", "VWN")) / 8
    noise = zlib.crc32(repr(sorted(c.items())).encode()) % 1000 / 4000  # the same every time
    return float(spilled / occupied + traffic + shared + vectors + noise)


def main() -> None:
    """Look at the space, then tune."""
    space = xgemm()
    full = 1
    for values in space.parameters.values():
        full *= len(values)
    print(f"{len(space)} of {full} configurations are valid")

    print("three of them, drawn at random:")
    for configuration in space.sample(3, seed=1):
        print(" ", shown(configuration))

    bench = tune(space, milliseconds, starts=5, budget=400, seed=1)
    assert bench.best is not None
    print(f"hill climbing, {len(bench.costs)} measured: {bench.best_cost:.3f} ms")
    print(" ", shown(bench.best))
    near = [milliseconds(neighbour) for neighbour in space.neighbours(bench.best)]
    print(f"it has {len(near)} valid neighbours, {sum(cost < bench.best_cost for cost in near)} of them faster")
    print(f"the best of all {len(space)}: {min(map(milliseconds, space)):.3f} ms")


def shown(configuration: Configuration) -> str:
    """A configuration in one line."""
    return " ".join(f"{name}={int(value)}" for name, value in configuration.items())


if __name__ == "__main__":
    main()
