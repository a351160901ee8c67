"""The table. What is to be reached stands for a machine on which the program in C counts 14 queens in 0.16 s."""

from __future__ import annotations

from typing import Final

from tests.benchmarks.targets.instances import EASY, HARD, best_load
from tests.benchmarks.targets.row import Row

REFERENCE: Final = 0.16
"""Seconds that the program in C takes for 14 queens on the machine that the figures are about."""

QUEENS: Final = {12: 14200, 14: 365596, 15: 2279184, 16: 14772512}
"""OEIS A000170."""

ROWS: Final[tuple[Row, ...]] = (
    Row(
        "first, 8 queens, cold",
        "first_queens",
        "8",
        True,
        0.5e-3,
        0.2e-3,
        peers={
            "python-constraint2": "beside queens-first/python-constraint2/8",
            "CP-SAT": "beside queens-first/CP-SAT/8",
            "Choco": "beside queens-first/Choco/8",
        },
    ),
    Row("count 12 queens, cold", "count_queens", "12", QUEENS[12], 4, 2, "C", False, published="C 5 ms"),
    Row("count 14 queens, cold", "count_queens", "14", QUEENS[14], 0.7, 0.4, "C", False, published="C 0.16 s"),
    Row("count 15 queens, cold", "count_queens", "15", QUEENS[15], 0.7, 0.4, "C", False, is_quick=False),
    Row("count 16 queens, cold", "count_queens", "16", QUEENS[16], 0.7, 0.4, "C", False, is_quick=False),
    Row(
        "an ordinary sudoku, unique, cold",
        "sudoku",
        EASY,
        True,
        2e-3,
        0.8e-3,
        peers={
            "python-constraint2": "beside sudoku/python-constraint2/easy",
            "CP-SAT": "beside sudoku/CP-SAT/easy",
            "Choco": "beside sudoku/Choco/easy",
        },
        published="python-constraint2 1.0 ms, Choco 2 ms, CP-SAT 4 to 6 ms",
    ),
    Row("the same by name, cold", "sudoku_by_name", EASY, True, 11e-3, 4.8e-3),
    Row("finding a plugin by name", "finding", "sudoku", "Sudoku", 3e-3, 1e-3),
    Row("importing the plugin alone", "importing", "clew_problems.sudoku", "clew_problems.sudoku", 6e-3, 3e-3),
    Row("a hard sudoku, unique, cold", "sudoku", HARD, True, 4e-3, 1.5e-3, published="Choco 6 ms, CP-SAT 21 ms"),
    Row("12 hard sudokus, mean, warm", "hard_sudokus", "", 12, 0.15e-3, 0.05e-3),
    Row("sudokus with 17 clues, many instances", "many_sudokus", "10000", 10000, 75_000, 200_000, "a second"),
    Row(
        "first, 200 queens, cold",
        "first_queens",
        "200",
        True,
        10e-3,
        5e-3,
        peers={"CP-SAT": "beside queens-first/CP-SAT/200", "Choco": "beside queens-first/Choco/200"},
    ),
    Row(
        "first, 1000 queens, cold",
        "first_queens",
        "1000",
        True,
        0.3,
        0.1,
        peers={"Choco": "beside queens-first/Choco/1000"},
        published="Choco 0.17 to 0.5 s",
    ),
    Row(
        "a takuzu of 14x14 from text, unique, cold",
        "takuzu",
        "",
        True,
        3e-3,
        1.5e-3,
        peers={"CP-SAT": "beside takuzu/CP-SAT/14x14"},
    ),
    Row("clew solve queens 8, whole process", "whole_process", "solve queens 8", 0, 0.1, 0.06),
    Row("takuzu 8x8, counted, cold, two cores", "count_takuzu", "8x8", 4111116, 0.4, 0.1),
    Row(
        "takuzu 10x10, counted, cold, two cores", "count_takuzu", "10x10", 48183195384, 30, 10, is_quick=False, limit=60
    ),
    Row(
        "pentominoes 6x10, counted, cold",
        "pentominoes",
        "6x10",
        9356,
        4,
        1.5,
        peers={
            "xcover": "beside pentominoes/xcover/6x10",
            "pyxcc": "beside pentominoes/pyxcc/6x10",
            "exact_cover": "beside pentominoes/exact_cover/6x10",
        },
        published="xcover 6.63 s, pyxcc 5.99 s",
        is_quick=False,
    ),
    Row("Langford L(3,9), first, cold", "langford_first", "", True, 0.05, 0.02),
    Row("Langford L(3,9), listed, cold", "langford_listed", "", 6, 1, 0.5),
    Row("Langford L(2,11), counted, cold", "langford_counted", "11", 35584, 1, 0.5),
    Row("G(500, 0.3) with 40 colours, first", "colouring", "40", True, 1, 0.1, peers={"CP-SAT": "colouring_cp_sat"}),
    Row(
        "quasigroup of order 30, 42 % open, first",
        "quasigroup",
        "",
        True,
        0.1,
        0.02,
        peers={"CP-SAT": "quasigroup_cp_sat", "Choco": "quasigroup_choco"},
        published="Choco 0.01 to 0.06 s",
    ),
    Row(
        "Golomb ruler 8, best, proved",
        "golomb",
        "8",
        34,
        1,
        0.05,
        peers={"CP-SAT": "golomb_cp_sat", "Choco": "golomb_choco"},
        published="CP-SAT 0.05 s, Choco 0.6 s",
    ),
    Row(
        "knapsack of 20, best, proved",
        "knapsack",
        "",
        best_load(),
        0.1,
        5e-3,
        peers={"CP-SAT": "knapsack_cp_sat"},
        published="CP-SAT 4 ms",
    ),
    Row(
        "job shop ft06, best, proved",
        "job_shop",
        "",
        55,
        2,
        0.05,
        peers={"CP-SAT": "job_shop_cp_sat"},
        published="CP-SAT 0.01 s",
    ),
    Row("x + 3 <= y over range(10**9), first", "wide_two", "", True, 5e-3, 1e-3, peers={"CP-SAT": "wide_two_cp_sat"}),
    Row(
        "x + y + 5 == z over range(10**9), first",
        "wide_three",
        "",
        True,
        5e-3,
        1e-3,
        peers={"CP-SAT": "wide_three_cp_sat"},
    ),
    Row(
        "auto-tuner space of 47 thousand, listed",
        "tuner",
        "small",
        46886,
        3,
        6,
        "times",
        False,
        peers={"python-constraint2": "tuner"},
    ),
    Row(
        "auto-tuner space of a million, listed",
        "tuner",
        "large",
        989100,
        3,
        6,
        "times",
        False,
        peers={"python-constraint2": "tuner"},
    ),
    Row(
        "opaque ternary predicates, 3 million counted",
        "predicates",
        "6",
        3183829,  # all 6**9 assignments, looked at one by one
        1.4,
        0.5,
        peers={"python-constraint2": "predicates"},
    ),
    Row("import clew", "import_clew", "", "clew", 60e-3, None),
    Row("installed size", "installed_size", "", "size", 8, None, "MB", False),
)
