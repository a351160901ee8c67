"""A search tree as one page that needs nothing else: its nodes open and close, and a slider replays the search.

The page holds the tree as numbers, about ten letters for each node, and a script that draws the part in view.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from clew.errors import OptionError
from clew.problem.declared import overrides
from clew.problem.drawing import rectangle
from clew.problem.pictures import board_of, symbol
from clew.render.boards import Board
from clew.render.html import page
from clew.watch.trace.domains import coded
from clew.watch.trace.nodes import MEANINGS, REFUSED
from clew.watch.trace.tree import SearchTree

PAGE: Final = Path(__file__).with_name("page")
PICTURES: Final = 1_000_000
"""So many characters of pictures are in a page: the nodes after that are shown without the problem's own picture."""
WIDEST: Final = 40
"""So many columns a table of variables and values has."""
TALLEST: Final = 200
"""And so many rows."""


def tree_html(tree: SearchTree) -> str:
    """The tree as a page. All of it that was recorded is in it.

    Args:
        tree: the tree.
    """
    lists: dict[tuple[str, ...], int] = {}
    listed = [tuple(symbol(tree.problem, value) for value in values) for values in tree.values]
    list_of = [lists.setdefault(names, len(lists)) for names in listed]
    given = [[k, tree.values[k].index(tree.given[v])] for k, v in enumerate(tree.variables) if v in tree.given]
    title = f"The search tree of {tree.title}"
    data = {
        "title": title,
        "summary": tree.summary,
        "meanings": MEANINGS,
        "count": len(tree),
        "variables": tree.names,
        "decisions": tree.decisions_named,
        "declared": tree.declared,
        "lists": list(lists),
        "listOf": list_of,
        "constraints": tree.constraint_names,
        "given": given,
        "forces": tree.forces,
        "board": _board(tree, list(lists), list_of),
        "pictures": _pictures(tree),
        "learned": tree.learned,
        "stream": stream(tree),
    }
    return page(PAGE, title, data)


def stream(tree: SearchTree) -> str:
    """The nodes as one text, in order.

    Of each: how many levels up its parent is from the node before; its fate, and 4 if something below it is not
    recorded; the place of its value, if it is no root; the number from 1 of the constraint that rejected it, if it was
    rejected, else that of the variable that it branches on; how many nodes, failures and solutions are not recorded,
    if some are; how long the next text is; and what was ruled out on the way in, as `SearchTree.prunings` has it.
    """
    records = []
    depth = 0
    for k, fate in enumerate(tree.fates):
        level = tree.levels[k]
        rest = tree.left_out.get(k)
        record = [depth - level, fate | 4 * (rest is not None)]
        record += [tree.choices[k]] if tree.parents[k] >= 0 else []
        record.append((tree.culprits[k] if fate == REFUSED else tree.branchings[k]) + 1)
        record += [rest.nodes, rest.failures, rest.solutions] if rest is not None else []
        record.append(len(tree.prunings[k]))
        records += [coded(record), tree.prunings[k]]
        depth = level + 1
    return "".join(records)


# -- boards ---------------------------------------------------------------------------------------------


def _board(tree: SearchTree, lists: list[tuple[str, ...]], list_of: list[int]) -> dict[str, Any]:
    """How the page draws the domains: as cells, as a table of variables and values, or as a list."""
    size = rectangle(tree.variables[: tree.declared])
    if size is not None:
        return _grid(tree, board_of(tree.problem, {}, None, size))
    used = dict.fromkeys(list_of[: tree.declared])
    names = list(dict.fromkeys(name for k in used for name in lists[k]))
    if 0 < len(names) <= WIDEST and tree.declared <= TALLEST and len(names) > 1:
        if all(name.lstrip("-").isdecimal() for name in names):
            names.sort(key=int)
        places = [[one.index(name) if name in one else -1 for name in names] for one in lists]
        return {"kind": "matrix", "columns": _headings(tree, names, lists, list_of), "places": places}
    return {"kind": "list"}


def _headings(tree: SearchTree, names: list[str], lists: list[tuple[str, ...]], list_of: list[int]) -> list[str]:
    """The headings of the columns: the letters of a chess board if decisions are squares, otherwise the values."""
    letters: dict[str, set[str]] = {name: set() for name in names}
    for decisions, k in zip(tree.decisions_named or (), list_of[: tree.declared], strict=False):
        for name, decision in zip(lists[k], decisions, strict=True):
            letters[name].add(decision.rstrip("0123456789"))
    return [
        next(iter(found)) if len(found) == 1 and "".join(found).isalpha() else name for name, found in letters.items()
    ]


def _grid(tree: SearchTree, board: Board) -> dict[str, Any]:
    """A board of cells: its variables, what is fixed in the others, the borders of regions and the signs."""
    wide = board.width
    cells: Any = tree.variables[: tree.declared]
    variables = set(cells)
    fixed = {r * wide + c: shown for (r, c), shown in board.cells.items() if (r, c) not in variables}
    borders = {}
    for (r, c), region in board.regions.items():
        around = {"top": (r - 1, c), "left": (r, c - 1), "bottom": (r + 1, c), "right": (r, c + 1)}
        if sides := [side for side, cell in around.items() if board.regions.get(cell) != region]:
            borders[r * wide + c] = " ".join(sides)
    signs = {f"{r * wide + c}{'r' if r == below else 'b'}": sign for ((r, c), (below, _)), sign in board.signs.items()}
    return {
        "kind": "grid",
        "rows": board.height,
        "columns": wide,
        "cells": [r * wide + c for r, c in cells],
        "fixed": fixed,
        "borders": borders,
        "signs": signs,
    }


def _pictures(tree: SearchTree) -> dict[str, Any] | None:
    """The problem's own pictures of the first nodes, each as numbers of its parts: many parts are in many pictures."""
    if not overrides(tree.problem, "picture"):
        return None
    parts: dict[str, int] = {}
    pictures: dict[int, list[float]] = {}
    length = 0
    for k in range(len(tree)):
        assignment = tree.assignment(k)
        domains = {v: values for v, values in tree.domains(k).items() if v not in assignment}
        try:
            drawn = tree.problem.picture(assignment, domains if tree.declared else None).drawn()
        except OptionError:  # it is too large
            break
        shapes = (*drawn.ground, *drawn.parts)
        length += sum(len(part) for part in shapes if part not in parts) + 40
        pictures[k] = [drawn.width, drawn.height, *(parts.setdefault(part, len(parts)) for part in shapes)]
        if length > PICTURES:
            break
    return {"parts": list(parts), "of": pictures} if pictures else None
