"""Works that are no puzzles: the best solution of three small problems, and one solution of two larger ones.

The programs are those of `benchmarks.targets`, which says where the instances come from.
"""

from __future__ import annotations

from benchmarks.targets import peers, works
from benchmarks.targets.instances import best_load

from .work import Peer, Work

SMALL = "one worker; without its linear relaxation and its presolve, which take longer than they save here"

GOLOMB = Work(
    title="a shortest Golomb ruler with eight marks, proved",
    sizes=("8",),
    quick=("6",),
    peers={
        "clew": Peer(works.golomb, "clewpy"),
        "CP-SAT": Peer(peers.golomb_cp_sat, "ortools", SMALL),
        "Choco": Peer(peers.golomb_choco, "pychoco", "bounds consistent AllDifferent, marks from left to right"),
    },
    expected={"6": 17, "8": 34},  # OEIS A003022
)
KNAPSACK = Work(
    title="a knapsack of twenty things, proved",
    sizes=("20",),
    quick=("20",),
    peers={
        "clew": Peer(works.knapsack, "clewpy"),
        "CP-SAT": Peer(peers.knapsack_cp_sat, "ortools", "one worker; without its linear relaxation"),
    },
    expected={"20": best_load()},
)
JOB_SHOP = Work(
    title="the job shop ft06, six jobs on six machines, proved",
    sizes=("ft06",),
    quick=("ft06",),
    peers={
        "clew": Peer(works.job_shop, "clewpy", "a disjunction of two inequalities for each pair of tasks on a machine"),
        "CP-SAT": Peer(peers.job_shop_cp_sat, "ortools", "intervals and NoOverlap; " + SMALL),
    },
    expected={"ft06": 55},
)
QUASIGROUP = Work(
    title="a Latin square of order 30 with 42 % of its cells open, completed",
    sizes=("30",),
    quick=("30",),
    peers={
        "clew": Peer(works.quasigroup, "clewpy"),
        "CP-SAT": Peer(peers.quasigroup_cp_sat, "ortools", "60 AllDifferent; one worker"),
        "Choco": Peer(peers.quasigroup_choco, "pychoco", "60 arc consistent AllDifferent, dom/wdeg"),
    },
    expected={"30": True},
)
COLOURING = Work(
    title="a random graph of 500 vertices and 37,000 edges, coloured with 40 colours",
    sizes=("40",),
    quick=("40",),
    peers={
        "clew": Peer(works.colouring, "clewpy"),
        "CP-SAT": Peer(peers.colouring_cp_sat, "ortools", "an inequality for each edge; one worker"),
    },
    expected={"40": True},
)
