"""The answers are those of the corpus, which were frozen after brute force had agreed (see `tests/corpus`)."""

from __future__ import annotations

import pytest

from tests.corpus.checking import differences, example_differences
from tests.corpus.families import MODELS
from tests.corpus.make import read

ENTRIES, EXAMPLES = read("models"), read("examples")


@pytest.mark.parametrize("family", MODELS)
def test_the_answers_about_random_models_are_the_frozen_ones(family: str) -> None:
    entries = {name: entry for name, entry in ENTRIES.items() if name.rpartition("-")[0] == family}
    assert entries
    found = [str(difference) for name, entry in entries.items() for difference in differences(name, entry)]
    assert not found, "\n".join(["", *found])


@pytest.mark.parametrize("plugin", sorted({name.partition(": ")[0] for name in EXAMPLES}))
def test_the_answers_about_bundled_examples_are_the_frozen_ones(plugin: str) -> None:
    entries = {name: entry for name, entry in EXAMPLES.items() if name.partition(": ")[0] == plugin}
    found = [str(difference) for name, entry in entries.items() for difference in example_differences(name, entry)]
    assert not found, "\n".join(["", *found])


def test_the_corpus_is_all_there() -> None:
    assert {name.rpartition("-")[0] for name in ENTRIES} == set(MODELS)
    assert len(ENTRIES) >= 300
