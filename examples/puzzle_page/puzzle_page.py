"""A web page with a sudoku to play. Rendered by the server; a few lines of JavaScript only move the cursor.

The address names the puzzle (its size, level and seed), the form holds what was typed: the server keeps nothing.
"""

from __future__ import annotations

import argparse
import random

import attrs
from flask import Flask, Response, abort, redirect, render_template, request, url_for
from sudoku_maker import LEVELS, SIZES, Cell, Grid, Puzzle, hint, make
from werkzeug.wrappers import Response as AnyResponse

app = Flask(__name__)

MAX_SEED = 999_999


@attrs.define
class View:
    """What the page shows besides the puzzle.

    Attributes:
        entries: the numbers typed.
        wrong: the cells to mark.
        message: the answer to what was asked.
        focus: the cell that the cursor is put in.
        hinted: the cell that a hint filled.
    """

    entries: Grid = attrs.Factory(dict)
    wrong: list[Cell] = attrs.Factory(list)
    message: str = ""
    focus: Cell | None = None
    hinted: Cell | None = None


@app.get("/")
def home() -> AnyResponse:
    return redirect(url_for("show", size=9, level="easy", seed=1))


@app.get("/new")
def new() -> AnyResponse:
    """To the puzzle that the form asks for; without a seed to any."""
    seed = request.args.get("seed", type=int)
    if seed is None or not 0 <= seed <= MAX_SEED:
        seed = random.randint(0, MAX_SEED)
    size = request.args.get("size", 9, type=int)
    return redirect(url_for("show", size=size, level=request.args.get("level", "easy"), seed=seed))


@app.get("/<int:size>/<level>/<int:seed>")
def show(size: int, level: str, seed: int) -> str:
    return page(puzzle_of(size, level, seed), View())


@app.post("/<int:size>/<level>/<int:seed>")
def play(size: int, level: str, seed: int) -> str:
    """What the buttons do."""
    puzzle = puzzle_of(size, level, seed)
    entries, misfits = typed(puzzle)
    wrong = [*misfits, *puzzle.wrong(entries)]
    if wrong:
        view = View(entries, wrong, complaint(size, wrong, misfits), focus=wrong[0])
    elif request.form.get("do") == "hint" and (step := hint(puzzle, entries)):
        entries[step.cell] = step.number
        message = f"{place(step.cell)} is {step.number}: {step.reason}. {left(puzzle, entries)}"
        view = View(entries, message=message, focus=step.cell, hinted=step.cell)
    else:
        view = View(entries, message=f"No mistake so far. {left(puzzle, entries)}")
    return page(puzzle, view)


def complaint(size: int, wrong: list[Cell], misfits: list[Cell]) -> str:
    """What is not right."""
    if misfits:
        return f"{place(misfits[0])}: type a number from 1 to {size}."
    return "One number is wrong." if len(wrong) == 1 else f"{len(wrong)} numbers are wrong."


def left(puzzle: Puzzle, entries: Grid) -> str:
    """How far it is to the end."""
    number = puzzle.size**2 - len(puzzle.clues) - len(entries)
    return f"{number} to go." if number else "Solved!"


def puzzle_of(size: int, level: str, seed: int) -> Puzzle:
    """The puzzle of an address, if there is such a one."""
    if size not in SIZES or level not in LEVELS or seed > MAX_SEED:
        abort(404)
    return make(size, level, seed)


def typed(puzzle: Puzzle) -> tuple[Grid, list[Cell]]:
    """The numbers in the form, and the cells with something else."""
    entries: Grid = {}
    misfits = []
    for cell in puzzle.solution:
        text = request.form.get(puzzle.empty.variable_name(cell), "").strip()
        if not text or cell in puzzle.clues:
            continue
        if text in map(str, puzzle.empty.domains()[cell]):
            entries[cell] = int(text)
        else:
            misfits.append(cell)
    return entries, misfits


def place(cell: Cell) -> str:
    """A cell in words."""
    return f"Row {cell[0] + 1}, column {cell[1] + 1}"


def page(puzzle: Puzzle, view: View) -> str:
    height, width = puzzle.empty.box_shape
    return render_template(
        "page.html",
        puzzle=puzzle,
        view=view,
        place=place,
        box_height=height,
        box_width=width,
        sizes=SIZES,
        levels=LEVELS,
        max_seed=MAX_SEED,
    )


@app.after_request
def nothing_from_elsewhere(response: Response) -> Response:
    """The page needs nothing that this server does not send."""
    response.headers["Content-Security-Policy"] = "default-src 'self'"
    return response


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8000)
    app.run(port=parser.parse_args().port)
