"""All the works by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from . import imports, others, pentominoes, product, queens, sudoku, takuzu
from .work import Work

WORKS: Final[Mapping[str, Work]] = {
    "queens-count": queens.COUNT,
    "queens-large": queens.LARGE,
    "queens-first": queens.FIRST,
    "sudoku": sudoku.SUDOKU,
    "takuzu": takuzu.UNIQUE,
    "takuzu-count": takuzu.COUNT,
    "product": product.LIST,
    "product-count": product.COUNT,
    "pentominoes": pentominoes.PENTOMINOES,
    "golomb": others.GOLOMB,
    "knapsack": others.KNAPSACK,
    "job-shop": others.JOB_SHOP,
    "quasigroup": others.QUASIGROUP,
    "colouring": others.COLOURING,
    "imports": imports.IMPORTS,
}
