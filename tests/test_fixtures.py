"""Files that an earlier clew wrote are still read, and mean the same; see `tests/fixtures`."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import clew
from clew.formats import from_json
from clew.tools.cli import main
from tests.corpus.families import Solutions, brute_force
from tests.exchange import test_cnf, test_minizinc
from tests.fixtures.cases import COMMANDS, MODELS, SEARCHES, shown, solutions

FIRST = Path(__file__).parent / "fixtures" / "0.1.0"
REFUSED = re.compile(r"was written by clew ['\"]?0\.1")
"""Of all that a checkpoint may be refused for, the version is the one that is allowed."""

Capture = pytest.CaptureFixture[str]


def copied(name: str, folder: Path) -> Path:
    """A checkpoint, with the solutions beside it, where it may be written."""
    assert (FIRST / f"{name}.clew").exists()
    for file in FIRST.glob(f"{name}.clew*"):
        shutil.copy(file, folder / file.name)
    return folder / f"{name}.clew"


def tried(search: Callable[[], clew.Outcome[Any]]) -> tuple[clew.Outcome[Any] | None, str]:
    """The outcome of a search, or why it is refused."""
    try:
        return search(), ""
    except clew.InputError as error:
        return None, str(error)


# -- checkpoints --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SEARCHES)
def test_a_checkpoint_of_the_first_edition_is_resumed_or_refused_by_its_version(name: str, tmp_path: Path) -> None:
    path, kept = copied(name, tmp_path), SEARCHES[name]
    problem = None if kept.is_made_again else kept.problem()
    outcome, refusal = tried(lambda: clew.resume(path, problem))
    if outcome is None:
        assert REFUSED.search(refusal)
        return
    assert outcome.is_complete
    assert shown(outcome.result) == kept.answer


@pytest.mark.parametrize("name", SEARCHES)
def test_the_call_that_began_a_search_goes_on_with_it(name: str, tmp_path: Path) -> None:
    path, kept = copied(name, tmp_path), SEARCHES[name]
    outcome, refusal = tried(lambda: clew.solve(kept.problem(), kept.strategy(), checkpoint=path, **kept.options))
    if outcome is None:
        assert REFUSED.search(refusal)
        return
    assert shown(outcome.result) == kept.answer


@pytest.mark.parametrize("name", COMMANDS)
def test_the_command_goes_on_with_a_checkpoint_or_refuses_its_version(
    name: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(copied(name, tmp_path).parent)
    status = main(("resume", f"{name}.clew"))
    printed = capsys.readouterr()
    if status == 2:
        assert REFUSED.search(printed.err)
        return
    assert (status, printed.out) == (0, COMMANDS[name][1])
    if (file := Path(f"{name}.clew.jsonl")).exists():
        lines = [json.loads(line)["solution"] for line in file.read_text(encoding="utf-8").splitlines()]
        assert len({json.dumps(line) for line in lines}) == len(lines) == int(printed.out.split()[0])


@pytest.mark.parametrize("name", [*SEARCHES, *COMMANDS])
def test_how_far_a_checkpoint_is_can_be_told(name: str, tmp_path: Path, capsys: Capture) -> None:
    path = copied(name, tmp_path)
    status = main(("status", str(path), "--json"))
    printed = capsys.readouterr()
    if status == 2:
        assert REFUSED.search(printed.err)
        return
    fraction = json.loads(printed.out)["fraction"]
    is_complete = name.endswith("complete")
    assert (fraction == 1) == is_complete
    assert is_complete or name.endswith("begun") or 0 < fraction < 1


def test_refusals_that_name_no_version_do_not_pass() -> None:
    assert REFUSED.search("q.clew was written by clew 0.1.0, and this is 0.2.0: go on with that one")
    assert REFUSED.search("q.clew was written by clew 0.1, in format 2, not 3: go on with that clew")
    assert not REFUSED.search("q.clew keeps a search of another instance, or of a problem that was changed since")


# -- models -------------------------------------------------------------------------------------------------


def texts(found: Solutions) -> set[tuple[str, ...]]:
    """Solutions with their values as text."""
    return {tuple(str(value) for value in values) for values in found}


@pytest.mark.parametrize("name", MODELS)
def test_a_model_in_json_means_what_it_meant(name: str) -> None:
    model = from_json((FIRST / f"{name}.json").read_text(encoding="utf-8"))
    expected = solutions(name)
    assert model.domains() == MODELS[name]().domains()
    assert brute_force(model) == expected
    names = list(model.domains())
    found = [tuple(solution[v] for v in names) for solution in clew.solutions(model, variable_order="static")]
    assert found == expected
    assert clew.count(model) == len(expected)


@pytest.mark.parametrize("name", MODELS)
def test_a_model_in_minizinc_means_what_it_meant(name: str) -> None:
    """clew writes this form and reads none of it: the reader is that of the tests of the format."""
    text = (FIRST / f"{name}.mzn").read_text(encoding="utf-8")
    stands_for = dict(re.findall(r"% (\d+) stands for (.*)", text))
    written: Any = SimpleNamespace(text=text, decode=lambda numbers: numbers)
    found = [
        tuple(stands_for.get(str(number), str(number)) for number in assignment.values())
        for assignment in test_minizinc.solutions_of(written)
    ]
    plain = [tuple(int(v) if isinstance(v, bool) else v for v in values) for values in solutions(name)]
    assert len(found) == len(plain)
    assert set(found) == texts(plain)


@pytest.mark.parametrize("name", MODELS)
def test_a_model_in_cnf_means_what_it_meant(name: str) -> None:
    names, size, clauses = test_cnf.read((FIRST / f"{name}.cnf").read_text(encoding="utf-8"))
    found = [
        tuple(title.partition(" = ")[2] for title, number in names.items() if number in true)
        for true in test_cnf.all_models(size, clauses)
    ]
    assert len(found) == len(solutions(name))
    assert set(found) == texts(solutions(name))
