"""The tables of the answers."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import median
from typing import Final

from benchmarks.field.answer import Answer

SHORT: Final = 0.1
"""Seconds of the slower one of two solvers up to which they are not compared."""

Answers = Mapping[str, Mapping[str, Answer]]
"""For each line of the sample what each solver made of it."""


def kind(line: str) -> str:
    """The table that a line of the sample belongs to."""
    return "cpmpy" if line.endswith(".py") else "benchmarks" if line.startswith("minizinc-benchmarks") else "one-file"


def is_asked(some: Mapping[str, Answer]) -> bool:
    """Whether a solver was asked: some scripts ask nothing, and MiniZinc 2.6.4 does not compile each model."""
    return any(not one.why.startswith("not compiled") for one in some.values())


def summary(answers: Answers, starts: Mapping[str, Answer], seconds: int) -> str:
    """A row for each solver, all of which had so many seconds."""
    asked = {line: some for line, some in answers.items() if is_asked(some)}
    head = f"| {len(asked)} models, {seconds} s | answered | proved | wrong | clew's time by its | of solving |"
    rows = [head, "| --- | ---: | ---: | ---: | ---: | ---: |"]
    for who in dict.fromkeys(who for some in asked.values() for who in some):
        own = [some[who] for some in asked.values() if who in some]
        right = [one for one in own if not one.wrong]
        counts = sum(one.answered for one in right), sum(one.proved for one in right), len(own) - len(right)
        whole = _ratio(asked, who, {name: one.seconds for name, one in starts.items()}, is_whole=True)
        alone = _ratio(asked, who, {}, is_whole=False) if any(one.built for one in own) else ""
        rows.append(f"| {who} | {' | '.join(map(str, counts))} | {whole} | {alone} |")
    return "\n".join(rows) + "\n"


def _ratio(answers: Answers, who: str, starts: Mapping[str, float], is_whole: bool) -> str:
    """The median of clew's time in terms of another solver's, of models that both finish."""
    ratios = []
    for some in answers.values():
        pair = [some[one] for one in ("clew", who) if one in some]
        if who == "clew" or len(pair) < 2 or not all(one.proved and not one.wrong for one in pair):
            continue
        ours, theirs = (
            max(0.004, one.seconds - (starts.get(name, 0) if is_whole else one.built))
            for name, one in zip(("clew", who), pair, strict=True)
        )
        if max(ours, theirs) > SHORT:
            ratios.append(ours / theirs)
    return f"{median(ratios):.2g} ({len(ratios)})" if ratios else ""


def unanswered(answers: Answers) -> str:
    """The models that clew does not answer, or not rightly, and what the others make of them."""
    rows = ["| model | clew | others |", "| --- | --- | --- |"]
    for line, some in answers.items():
        if is_asked(some) and (not some["clew"].answered or some["clew"].wrong):
            others = ", ".join(f"{who}: {one.told()}" for who, one in some.items() if who != "clew")
            name = " ".join(part.partition("/")[2] for part in line.split())
            rows.append(f"| {name} | {some['clew'].told()} | {others} |".replace("_", r"\_"))
    return "\n".join(rows) + "\n" if rows[2:] else ""
