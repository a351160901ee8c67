"""How a checkpoint knows a search again: the same in every process, another for every other search."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

import clew
import clew.formats
from clew import plugins
from clew.constraints import AllDifferent, Constraint, Predicate, Sum
from clew.scale.checkpoint.identity import canonical, digest
from clew.scale.checkpoint.specification import made, source_of
from clew_problems import Queens, Takuzu

LIMIT = 3


def examples() -> Iterator[Any]:
    for plugin in plugins.installed():
        if plugin.problem is not None and plugin.distribution == "clewpy":
            for example in plugin.problem.examples:
                yield pytest.param(plugin.problem, example, id=f"{plugin.name}: {example.name}")


@pytest.mark.parametrize(("kind", "example"), list(examples()))
def test_every_bundled_problem_can_be_made_again(kind: type[clew.Problem[Any, Any]], example: clew.Example) -> None:
    problem = kind.from_text(example.text, **example.parameters)
    own = digest(problem)
    source = source_of(problem, own)
    assert source is not None
    assert (source["plugin"], digest(made(kind, source))) == (problem.name, own)


def test_digests_are_those_of_other_processes() -> None:
    for problem, text in (("queens", "6"), ("takuzu", "6x6"), ("sudoku", None)):
        kind = plugins.find(problem)
        text = text or kind.examples[0].text
        program = "import clew\nfrom clew.scale.checkpoint.identity import digest\n"
        program += f"print(digest(clew.load({problem!r}, {text!r})))"
        found = set()
        for seed in ("0", "1", "2"):
            env = {**os.environ, "PYTHONHASHSEED": seed}
            done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True)
            found.add(done.stdout.strip())
        assert found == {digest(clew.load(problem, text))}


def model(rule: Any, top: int = 3, fixed: int | None = None) -> clew.Model:
    made = clew.Model()
    x, y, z = made.variables("x y z", range(top))
    made.require(rule(x, y, z))
    if fixed is not None:
        made.fix(x, fixed)
    return made


def bounded(number: int) -> Any:
    """A predicate that closes over a number."""
    return lambda x, y, z: Predicate(lambda a, b, c: a + b + c < number, (x, y, z))


def test_other_instances_have_other_digests() -> None:
    problems: list[clew.Problem[Any, Any]] = [
        Queens(6),
        Queens(7),
        Queens(6, (0, -1, -1, -1, -1, -1)),
        Takuzu.from_text("4x4"),
        Takuzu.from_text("4x4", distinct=False),
        model(lambda x, y, z: Sum([x, y, z], "<", 3)),
        model(lambda x, y, z: Sum([x, y, z], "<", 4)),
        model(lambda x, y, z: Sum([x, y, z], "<=", 3)),
        model(lambda x, y, z: Sum([x, z, y], "<", 3), 4),
        model(lambda x, y, z: Sum([x, y, z], "<", 3), fixed=1),
        model(lambda x, y, z: Predicate(lambda a, b, c: a < b < c, (x, y, z))),
        model(lambda x, y, z: Predicate(lambda a, b, c: a < b <= c, (x, y, z))),
        model(bounded(3)),
        model(bounded(4)),
    ]
    digests = [digest(problem) for problem in problems]
    assert len(set(digests)) == len(digests)
    assert digest(model(bounded(4))) == digests[-1]
    assert digest(Queens(6)) == digests[0]


def test_a_class_that_was_renamed_keeps_its_name_in_checkpoints() -> None:
    """The names are those of the version that wrote the first checkpoints."""
    (written,) = json.loads(clew.exchange.to_json(model(apart)))["constraints"]
    assert written["type"] == "AllDifferent"
    assert "targets" in written
    (read,) = clew.exchange.from_json(clew.exchange.to_json(model(apart))).constraints()
    assert isinstance(read, AllDifferent)
    assert canonical(read.mapping)[0] == "clew.formats.json_constraints.Targets"


def apart(*variables: Any) -> Constraint:
    return AllDifferent(variables, mapping=lambda variable, value: value // 2)


def test_a_global_constant_of_a_predicate_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = model(lambda x, y, z: Predicate(lambda a, b, c: a + b + c < LIMIT, (x, y, z)))
    before = digest(problem)
    assert digest(problem) == before
    monkeypatch.setitem(globals(), "LIMIT", 4)
    assert digest(problem) != before


SOURCE = """
import attrs
import clew

@attrs.frozen
class Steps(clew.Problem[int, int]):
    n: int = 3

    def domains(self):
        return {k: range(3) for k in range(self.n)}

    def is_consistent(self, state, variable, value):
        return SOURCE
"""


def test_the_code_of_hooks_counts(tmp_path: Path) -> None:
    digests = []
    for number, rule in enumerate(("value != 1", "value != 2", "value != 1")):
        folder = tmp_path / str(number)
        folder.mkdir()
        file = folder / "hooked_steps.py"
        file.write_text(SOURCE.replace("SOURCE", rule))
        digests.append(digest(clew.load(str(file))))
    assert digests[0] == digests[2] != digests[1]


def test_a_problem_from_a_file_is_made_again(tmp_path: Path) -> None:
    file = tmp_path / "kept_steps.py"
    file.write_text(SOURCE.replace("SOURCE", "value != 1"))
    problem = clew.load(str(file), n=4)
    source = source_of(problem, digest(problem))
    assert source is not None
    assert (source["plugin"], source["name"]) == (None, f"{file}:Steps")
    again = made(plugins.find(str(file)), source)
    assert digest(again) == digest(problem) != digest(clew.load(str(file), n=5))


def test_what_cannot_be_made_again_has_no_source() -> None:
    @attrs.frozen
    class Local(clew.Problem[int, int]):
        def domains(self) -> dict[int, range]:
            return {0: range(2)}

    problem = Local()
    assert source_of(problem, digest(problem)) is None
    assert source_of(model(bounded(3)), "") is None


@attrs.frozen
class Knot:
    """Something that lies in itself."""

    parts: list[Any] = attrs.field(factory=list)


def test_a_knot_is_described() -> None:
    knot = Knot()
    knot.parts.append(knot)
    assert canonical(knot) == canonical(knot)
    assert canonical({2.0, "a", (1, None)}) == canonical({(1, None), 2.0, "a"})
    assert canonical(1) != canonical("1") != canonical(True)
    assert canonical(Constraint) != canonical(Predicate)
