"""The bundled examples of the plugins, and the models of the corpus."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from benchmarks.regret.cases import SMALL, Case, Problem, Question
from tests.corpus.families import model_of

import clew
from clew.plugins import installed
from clew.problem.example import Example

ASKED: Final[tuple[Question, ...]] = ("first", "count", "check")
MODELS: Final = Path(__file__).parents[2] / "tests" / "corpus" / "models.json"


def cases(*, small: bool = False) -> Iterator[Case]:
    """The questions about each example and each model of the corpus."""
    for plugin in installed():
        for example in plugin.problem.examples[: SMALL if small else None] if plugin.problem else ():
            make = partial(load, plugin.name, example)
            for question in ASKED:
                yield Case(f"example {plugin.name}", example.name, 1, question, make)
    models = json.loads(MODELS.read_text(encoding="utf-8"))
    for name in [*models][: SMALL if small else None]:
        family = name.rpartition("-")[0]
        yield Case("corpus", name, 1, "count", partial(model_of, family, models[name]["seed"]))


def load(name: str, example: Example) -> Problem:
    return clew.load(name, example.text, **example.parameters)
