"""Problems are found by name, by class and by file, and only the one asked for is loaded."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

import clew
from clew import plugins
from clew.constraints import Predicate
from clew.tools.cli import main
from clew_problems import Queens


def test_a_problem_has_three_kinds_of_names(tmp_path: Path) -> None:
    file = tmp_path / "one_of_mine.py"
    file.write_text("import clew\nclass Mine(clew.Problem):\n    name = 'mine'\n")
    assert plugins.find("queens") is Queens
    assert plugins.find("clew_problems.queens:Queens") is Queens
    assert plugins.find(str(file)).name == "mine"
    assert plugins.find(f"{file}:Mine").name == "mine"


def test_a_file_may_import_its_neighbours_and_be_wrong(tmp_path: Path) -> None:
    (tmp_path / "a neighbour").mkdir()
    (tmp_path / "a neighbour" / "rules_next_door.py").write_text("SIZE = 3\n")
    file = tmp_path / "a neighbour" / "mine_next_door.py"
    file.write_text("import clew, rules_next_door\nclass Mine(clew.Problem):\n    n = rules_next_door.SIZE\n")
    assert vars(plugins.find(str(file)))["n"] == 3
    file.write_text("import clew\nclass Mine(\n")
    with pytest.raises(clew.PluginError, match=r"cannot be loaded: SyntaxError: .*line 2"):
        plugins.find(str(file))


def test_load_makes_a_problem_from_text_and_parameters() -> None:
    assert clew.load("queens", "8") == Queens(8)
    assert clew.load("queens", n=8) == Queens(8)
    assert clew.count(clew.load("takuzu", "4x4", distinct=False)) == 90
    assert clew.count(clew.load("letter-tree", "A(B,B)", word="AB")) == 2


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("takuzo", "did you mean takuzu"),
        ("entirely else", "clew list shows"),
        ("missing.py", "no file missing.py"),
        ("no_such_module:Thing", "no module no_such_module"),
        ("clew_problems.queens:attack", "not a Problem class"),
        ("clew_problems.queens:Nothing", "not a Problem class"),
    ],
)
def test_names_that_lead_nowhere_are_refused_in_one_line(name: str, complaint: str) -> None:
    with pytest.raises(clew.ClewError, match=complaint) as caught:
        plugins.find(name)
    assert "\n" not in str(caught.value)


def test_a_parameter_that_does_not_exist_is_refused() -> None:
    with pytest.raises(clew.OptionError, match="takuzu has no parameter 'colour'"):
        clew.load("takuzu", "4x4", colour="red")


def test_a_problem_that_reads_no_text_says_so() -> None:
    with pytest.raises(clew.InputError, match="reads no instances"):
        clew.Problem.from_text("x")
    with pytest.raises(clew.OptionError, match="writes no instances"):
        clew.Problem().to_text()


def test_finding_one_plugin_loads_no_other() -> None:
    program = "import sys; from clew import plugins; plugins.find('clew_problems.queens_baselines:x')"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert "not a Problem class" in result.stderr


def test_two_plugins_of_one_name_are_both_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package, module in (("one", "clew_problems.queens:Queens"), ("two", "clew_problems.takuzu:Takuzu")):
        info = tmp_path / f"{package}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[clew.problems]\nsame-name = {module}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(clew.PluginError, match="plugins of one and two"):
        plugins.find("same-name")


def test_a_file_that_is_loaded_again_gives_what_can_be_pickled(tmp_path: Path) -> None:
    file = tmp_path / "loaded_twice.py"
    source = "import attrs, clew\n@attrs.frozen\nclass Mine(clew.Problem):\n    n: int = {}\n"
    file.write_text(source.format(1))
    assert pickle.loads(pickle.dumps(clew.load(str(file)))).n == 1  # noqa: S301
    file.write_text(source.format(22))
    again: Any = clew.load(str(file))
    assert pickle.loads(pickle.dumps(again)) == again  # noqa: S301
    assert again.n == 22
    file.write_text("import clew\nclass Mine(\n")
    with pytest.raises(clew.PluginError):
        clew.load(str(file))
    assert sys.modules["loaded_twice"].Mine is type(again)  # what worked last stays


def test_files_of_one_name_do_not_hide_each_other_nor_a_module(tmp_path: Path) -> None:
    found = []
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        file = tmp_path / folder / "same_stem.py"
        file.write_text(f"import attrs, clew\n@attrs.frozen\nclass Mine(clew.Problem):\n    n: str = '{folder}'\n")
        found.append(clew.load(str(file)))
    assert [pickle.loads(pickle.dumps(problem)).n for problem in found] == ["one", "two"]  # noqa: S301
    file = tmp_path / "pickle.py"
    file.write_text("import clew\nclass Mine(clew.Problem):\n    name = 'mine'\n")
    plugins.find(str(file))
    assert sys.modules["pickle"] is pickle


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("    rules: list", "the field rules hides the rules of the puzzle"),
        ("    given: dict", "the field given hides the method given, which clew calls: give it another name"),
        ("    draw: int = clew.parameter(1, 'x')", "the field draw hides the method draw"),
        ("    n: int\n    @property\n    def domains(self): return {}", "the field domains hides the method domains"),
        ("    n: int\n    def summary(self): return ''", "the field summary hides the summary of the puzzle"),
    ],
)
@pytest.mark.parametrize("decorator", ["@attrs.frozen", "@attrs.define(slots=False)", "@dataclasses.dataclass"])
def test_a_field_that_hides_what_every_problem_has_is_refused(
    tmp_path: Path, decorator: str, body: str, complaint: str
) -> None:
    file = tmp_path / "hiding.py"
    file.write_text(f"import attrs, clew, dataclasses\n{decorator}\nclass Mine(clew.Problem):\n{body}\n")
    with pytest.raises(clew.PluginError, match=f"cannot be loaded: Mine: {complaint}"):
        plugins.find(str(file))


@pytest.mark.parametrize("decorator", ["@attrs.frozen", "@attrs.define(slots=False)", "@dataclasses.dataclass", ""])
@pytest.mark.parametrize(
    ("own", "complaint"),
    [
        ("is_consistant", "did you mean is_consistent?"),
        ("forward_checking", "did you mean forward_check?"),
        ("constraint", "did you mean constraints?"),
        ("choose", ""),
        ("is_consistex", "did you mean is_consistent?"),  # as like as it must be: 2 x 11 of 13 + 12 letters
        ("is_consistent_row", ""),  # a little less
        ("_is_consistant", ""),
        ("domain", ""),  # `domains` is there: this is a method of its own
    ],
)
def test_a_misspelt_hook_is_told(tmp_path: Path, decorator: str, own: str, complaint: str) -> None:
    file = tmp_path / "misspelt.py"
    methods = f"    def domains(self): return {{}}\n    def {own}(self, *asked): return True\n"
    file.write_text(f"import attrs, clew, dataclasses\n{decorator}\nclass Mine(clew.Problem):\n{methods}")
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        plugins.find(str(file))
    said = [f"Mine: clew calls no method {own}: {complaint}"] if complaint else []
    assert [str(one.message) for one in told] == said
    assert {one.filename for one in told} == ({str(file)} if said else set())


@pytest.mark.parametrize(
    ("method", "called"),
    [
        ("is_consistent(self, state, variable)", "is_consistent(self, state, variable, value)"),
        ("is_consistent(self, state, variable, value, more)", "is_consistent(self, state, variable, value)"),
        ("choose_variable()", "choose_variable(self, state)"),
        ("domains()", "domains(self)"),
        ("domains(self, *more)", ""),
        ("is_consistent(*all)", ""),
        ("choose_variable(self, state, more=1)", ""),
        ("choose_variable(self, state, *, more=1)", ""),
        ("is_consistent(me, board, place, digit)", ""),
    ],
)
def test_a_hook_with_other_parameters_is_refused(tmp_path: Path, method: str, called: str) -> None:
    file = tmp_path / "parameters.py"
    file.write_text(f"import attrs, clew\n@attrs.frozen\nclass Mine(clew.Problem):\n    def {method}: return {{}}\n")
    if not called:
        assert plugins.find(str(file)).__name__ == "Mine"
        return
    with pytest.raises(clew.PluginError, match=re.escape(f"Mine: clew calls {called}: let its def have these")) as told:
        plugins.find(str(file))
    assert "\n" not in str(told.value)


def test_a_name_with_a_type_would_be_a_field(tmp_path: Path) -> None:
    file = tmp_path / "typed_name.py"
    file.write_text("import attrs, clew\n@attrs.frozen\nclass Mine(clew.Problem):\n    name: str = 'mine'\n")
    with pytest.raises(clew.PluginError, match=r"the field name hides .* or write name = \.\.\. without a type"):
        plugins.find(str(file))


def test_a_class_may_annotate_what_it_describes(tmp_path: Path) -> None:
    file = tmp_path / "annotating.py"
    file.write_text(
        "from __future__ import annotations\nimport attrs, clew\nfrom typing import ClassVar\n"
        "@attrs.frozen\nclass Mine(clew.Problem):\n    name: ClassVar[str] = 'mine'\n"
        "    examples: ClassVar[tuple[clew.Example, ...]] = ()\n    later: Later = 1\n"
        "class Plain(clew.Problem):\n    name: str = 'plain'\n"
    )
    assert plugins.find(f"{file}:Mine").name == "mine"
    assert plugins.find(f"{file}:Plain").name == "plain"


def test_a_forgotten_return_is_named() -> None:
    class NoDomains(clew.Problem[int, str]):
        def domains(self) -> Any:
            {0: "ab"}  # noqa: B018

    class NoDomainsOf(NoDomains):
        def constraints(self) -> Any:
            return [Predicate(str.isalpha, [0])]

    class NoConstraints(clew.Problem[int, str]):
        def domains(self) -> Any:
            return {0: "ab"}

        def constraints(self) -> Any:
            self.domains()

    with pytest.raises(
        clew.ProblemError, match=r"^NoDomains(Of)?: domains returned None: return a mapping from variables"
    ):
        NoDomains().draw({})
    with pytest.raises(
        clew.ProblemError, match=r"^NoDomains(Of)?: domains returned None: return a mapping from variables"
    ):
        clew.first(NoDomainsOf())
    with pytest.raises(
        clew.ProblemError,
        match=r"^NoConstraints: constraints returned None: return a collection of constraints, or yield",
    ):
        clew.first(NoConstraints())


def test_what_is_not_there_is_a_wrong_call_and_what_fails_a_broken_plugin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit status 2 where the name is wrong, 5 where the plugin's own code fails, which names the file and the line."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    Path("no_puzzle.py").write_text("import clew\nONE = 1\n")
    Path("two_puzzles.py").write_text("import clew\nclass A(clew.Problem): pass\nclass B(clew.Problem): pass\n")
    Path("failing_puzzle.py").write_text("import clew\n\nvalue = int('x')\n")
    Path("missing_part.py").write_text("import clew\nimport a_part_that_is_missing\n")
    Path("calling_library.py").write_text("import json\n\n\njson.loads('{')\n")
    Path("wrong_grammar.py").write_text("import clew\nclass Mine(\n")
    Path("wrong_field.py").write_text(
        "import attrs, clew\n\n@attrs.frozen\nclass Mine(clew.Problem):\n    given: int\n"
    )
    for name, status, complaint in [
        ("nosuch:Class", 2, "there is no module nosuch: install its package, or name its file"),
        ("nosuch.part:Class", 2, "there is no module nosuch.part"),
        ("clew_problems.nosuch:Class", 2, "there is no module clew_problems.nosuch"),
        ("clew_problems.queens:Queen", 2, "Queen is not a Problem class: name one of Queens"),
        ("json:JSONEncoder", 2, "JSONEncoder is not a Problem class: the module defines none"),
        (":Class", 2, "'' is no name of a module"),
        (".queens:Queens", 2, "'.queens' is no name of a module"),
        ("nosuch.py", 2, "there is no file nosuch.py"),
        ("no_puzzle.py", 2, "no_puzzle.py defines no Problem class"),
        ("no_puzzle.py:A", 2, "A is not a Problem class"),
        ("two_puzzles.py:C", 2, "C is not a Problem class: name one of A, B"),
        ("failing_puzzle.py", 5, "ValueError: invalid literal for int() with base 10: 'x' (failing_puzzle.py, line 3)"),
        ("failing_puzzle:A", 5, f"'x' ({tmp_path / 'failing_puzzle.py'}, line 3)"),
        ("missing_part.py:A", 5, "No module named 'a_part_that_is_missing' (missing_part.py, line 2)"),
        ("missing_part:A", 5, f"({tmp_path / 'missing_part.py'}, line 2)"),
        ("calling_library.py", 5, "(calling_library.py, line 4)"),
        ("wrong_grammar.py", 5, "(wrong_grammar.py, line 2)"),
        ("wrong_field.py", 5, "(wrong_field.py, line 4)"),
    ]:
        assert main(["solve", name, "4"]) == status, name
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert complaint in err


def test_a_plugin_is_found_by_its_name_alone() -> None:
    assert plugins.find_installed("queens") is Queens
    assert plugins.installed_name(Queens) == "queens"
    assert plugins.installed_name(clew.Model) is None
    for name in ("clew_problems.queens:Queens", "queens.py", ""):
        with pytest.raises(clew.OptionError, match="there is no problem"):
            plugins.find_installed(name)


def test_an_error_of_a_form_in_a_from_text_of_ones_own_names_the_puzzle(tmp_path: Path) -> None:
    path = tmp_path / "two_parts.py"
    path.write_text(
        "import attrs, clew\n\n\n@attrs.frozen\nclass Parts(clew.Problem):\n    name = 'parts'\n    grid: object\n\n"
        "    @classmethod\n    def from_text(cls, text):\n"
        "        return cls(clew.forms.Grid('T').read(text.partition('=')[2]))\n\n"
        "    def domains(self):\n        return {0: (0,)}\n"
    )
    with pytest.raises(clew.InputError, match=r"^parts: row 2, column 1: 'x' is no symbol here"):
        clew.load(str(path), "1 = ../x.")


def test_a_text_in_rows_is_no_file_that_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "slitherlink", "2..1./.2..x/....."]) == 2
    err = capsys.readouterr().err
    assert err == "clew: slitherlink: row 2, column 5: 'x' is no symbol here: use 0-4, and . for an empty cell\n"
    assert main(["solve", "slitherlink", "2..1/.2.x"]) == 2  # so might a file be named
    err = capsys.readouterr().err
    assert err.startswith("clew: slitherlink: row 2, column 4: 'x' is no symbol here")
    assert "there is no file 2..1/.2.x" in err
