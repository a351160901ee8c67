"""A problem's parameters are options of the command, and values by name are read whatever the names hold."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import pytest

import clew
from clew.tools.cli.words import WORDS
from tests.tools.cli.calling import Capture, run

SOURCE = '''
import attrs
import clew


@attrs.frozen
class Echo(clew.Problem):
    """One variable, whose value is what the parameters are."""

    name = "echo"
    n: int = clew.instance(clew.forms.Number(0, 9))
    whole: int = clew.parameter(3, "a whole number, 100% sure")
    real: float = clew.parameter(0.5, "a number")
    word: str = clew.parameter("a", "a text")
    flag: bool = clew.parameter(False, "a truth value")
    on_by_default: bool = clew.parameter(True, "another")
    colour: str = clew.parameter("red", "one of a few", choices=("red", "green"))
    size: int = clew.parameter(2, "a number of a few", choices=(2, 3))
    seed_size: int | None = clew.parameter(None, "a number, or none")
    part: float | None = clew.parameter(None, "a number, or none")
    title: str | None = clew.parameter(None, "a text, or none")
    table: tuple = clew.parameter((), "not for the command")

    def domains(self):
        return {"it": [json.dumps(attrs.asdict(self))]}


import json
'''
DEFAULTS: dict[str, Any] = {
    "n": 4, "whole": 3, "real": 0.5, "word": "a", "flag": False, "on_by_default": True, "colour": "red", "size": 2,
    "seed_size": None, "part": None, "title": None, "table": [],
}  # fmt: skip


@pytest.fixture
def echo(tmp_path: Path) -> str:
    file = tmp_path / "echo_parameters.py"
    file.write_text(SOURCE, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(
    ("options", "changed"),
    [
        ("", {}),
        ("--whole 7 --real 2", {"whole": 7, "real": 2.0}),
        ("--whole -7 --real=-1e3", {"whole": -7, "real": -1000.0}),
        ("--whole +12", {"whole": 12}),
        ("--word 12 --title 12", {"word": "12", "title": "12"}),
        ("--word=", {"word": ""}),
        ("--flag --no-on-by-default", {"flag": True, "on_by_default": False}),
        ("--no-flag --on-by-default", {}),
        ("--colour green --size 3", {"colour": "green", "size": 3}),
        ("--seed-size 5 --part 0.25", {"seed_size": 5, "part": 0.25}),
    ],
)
def test_good_values(echo: str, options: str, changed: dict[str, Any], capsys: Capture) -> None:
    status, out, err = run(capsys, "solve", echo, "4", *options.split())
    assert (status, err) == (0, "")
    assert json.loads(out.removeprefix("it = ")) == DEFAULTS | changed


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ("--whole x", "argument --whole: 'x' is no whole number"),
        ("--whole 1.5", "argument --whole: '1.5' is no whole number"),
        ("--whole ٣", "argument --whole: '٣' is no whole number"),
        (f"--whole {'9' * 30}", "is no whole number of a sensible size"),
        ("--real x", "argument --real: 'x' is no number"),
        ("--real nan", "argument --real: 'nan' is no number"),
        ("--real inf", "argument --real: 'inf' is no number"),
        ("--seed-size x", "argument --seed-size: 'x' is no whole number"),
        ("--part x", "argument --part: 'x' is no number"),
        ("--colour blue", "argument --colour: invalid choice: 'blue' (choose from"),
        ("--size 4", "argument --size: invalid choice: '4' (choose from"),
        ("--flag=yes", "argument --flag/--no-flag: ignored explicit argument 'yes'"),
        ("--whole", "argument --whole: expected one argument"),
        ("--table 1", "there is no option --table"),
        ("--tex b", "there is no option --tex"),
    ],
)
def test_bad_values_are_refused_in_one_line(echo: str, options: str, complaint: str, capsys: Capture) -> None:
    status, out, err = run(capsys, "solve", echo, "4", *options.split())
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("clew: ")
    assert complaint in err


def test_help_names_the_parameters(echo: str, capsys: Capture) -> None:
    status, out, _ = run(capsys, "solve", echo, "--help")
    assert status == 0
    for words in ("--whole WHOLE", "100% sure (default: 3)", "--no-flag", "{red,green}", "(default: none)"):
        assert words in out
    assert "--table" not in out


def test_a_parameter_that_is_an_option_of_the_command_is_refused(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "clashing.py"
    source = "import attrs, clew\n@attrs.frozen\nclass Mine(clew.Problem):\n    {} = clew.parameter(1, 'x')\n"
    file.write_text(source.format("limit: int"))
    for command in ("solve", "test"):
        status, _, err = run(capsys, command, str(file))
        assert (status, err.count("\n")) == (2, 1)
        assert "the parameter limit of Mine is an option of clew" in err


GRID = """
import attrs
import clew


class Named(clew.Problem):
    name = "named"

    def domains(self):
        return {(0, 1): (1, 3), (0, 2): (1, 4), "bar 1": "CD", 5: ("a,b", "a"), 7: (6, 7)}

    @classmethod
    def from_text(cls, text, **parameters):
        return cls()
"""


@pytest.mark.parametrize(
    ("given", "solution"),
    [
        (["0,1=3"], [3, 1, "C", "a,b", 6]),
        (["0,1=3,0,2=4"], [3, 4, "C", "a,b", 6]),
        (["0, 1=3 ,0,2=4, 7=7"], [3, 4, "C", "a,b", 7]),
        (["0,1=3 0,2=4"], [3, 4, "C", "a,b", 6]),
        (["bar 1=D"], [1, 1, "D", "a,b", 6]),
        (["7=7, bar 1=D,5=a"], [1, 1, "D", "a", 7]),
        (["5=a,b,7=7"], [1, 1, "C", "a,b", 7]),
        (["5=a,7=7"], [1, 1, "C", "a", 7]),
        (["5=a", "7=7"], [1, 1, "C", "a", 7]),
        (["7=7,7=7"], [1, 1, "C", "a,b", 7]),
    ],
)
def test_given_names_may_hold_commas_and_spaces(
    tmp_path: Path, given: list[str], solution: list[Any], capsys: Capture
) -> None:
    file = tmp_path / "named_variables.py"
    file.write_text(GRID)
    words = [word for text in given for word in ("--given", text)]
    status, out, err = run(capsys, "solve", str(file), "x", "--json", "--order", "static", *words)
    assert (status, err) == (0, "")
    assert list(json.loads(out)["solutions"][0].values()) == solution


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ("", "'' is not NAME=VALUE"),
        ("x", "'x' is not NAME=VALUE"),
        ("0,1", "'0' is not NAME=VALUE"),
        ("0,1=3,", "'' is not NAME=VALUE"),
        ("0,1=3,x", "'x' is not NAME=VALUE"),
        ("0,1=3,x,7=7", "'x' is not NAME=VALUE"),
        ("0,9=3", "there is no variable '0,9': the names are 0,1, 0,2, bar 1, ..."),
        ("7=7,x=1", "there is no variable 'x'"),
        ("=1", "there is no variable ''"),
        ("0,1=2", "0,1 cannot be '2': its values are 1, 3"),
        ("7=6,7=7", "7 is given twice"),
        ("7=6=7", "7 cannot be '6=7'"),
    ],
)
def test_given_that_says_nothing_is_refused_in_one_line(
    tmp_path: Path, given: str, complaint: str, capsys: Capture
) -> None:
    file = tmp_path / "named_variables.py"
    file.write_text(GRID)
    status, out, err = run(capsys, "solve", str(file), "x", "--given", given)
    assert (status, out, err) == (2, "", f"clew: --given: {complaint}{err.partition(complaint)[2]}")


def test_a_parameter_cannot_be_called_text() -> None:
    with pytest.raises(clew.ProblemError, match="Told: a parameter cannot be called text"):

        class Told(clew.Problem[str, int]):
            text: str = clew.parameter("", "what from_text would read")


def test_switches_with_a_no_take_only_what_every_python_gives_them() -> None:
    """Since Python 3.14 they refuse a type, choices and a name of their value."""
    switches = [
        word.details
        for words in WORDS.values()
        for word in words
        if word.details.get("action") is argparse.BooleanOptionalAction
    ]
    assert switches
    assert [{"type", "choices", "metavar"} & set(details) for details in switches] == [set()] * len(switches)
