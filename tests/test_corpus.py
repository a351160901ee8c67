"""The answers are those of the corpus, which were frozen after brute force had agreed (see `tests/corpus`)."""

from __future__ import annotations

import pytest

from tests.corpus.checking import differences, example_differences
from tests.corpus.families import MODELS
from tests.corpus.make import changes, read, unnamed

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


def test_a_frozen_answer_is_changed_only_if_the_list_of_changes_names_it() -> None:
    before = {"sum-1": {"nodes": "1 2"}, "sum-2": {"nodes": "1"}, "sum-3": {"nodes": "1 3"}}
    after = {"sum-1": {"nodes": "1 3"}, "sum-2": {"nodes": "1"}, "sum-4": {"nodes": "1"}}
    assert changes(before, after) == ["sum-1", "sum-3"]
    assert unnamed(["sum-1", "sum-3"], "| `sum-1` | nodes | more is pruned |\n| `sum-33` |") == ["sum-3"]
