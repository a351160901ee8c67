"""The conformance kit bites: for each check there are problems that break just what it makes sure of."""

from __future__ import annotations

import contextlib
import json
import math
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count, pairwise, product
from pathlib import Path
from typing import Any, ClassVar, Self

import attrs
import pytest

import clew
from clew.constraints import Constraint, NotEqual, Stepwise
from clew.testing import Budget, ConformanceError, check_problem, checks, every_check
from clew.tools.cli import main
from clew.tools.testing.cases import DeadlinePassed, deadline

State = clew.State[int, int]


@attrs.frozen
class Fence(clew.Problem[int, int]):
    """A row of pales, each in a colour that its neighbours do not have: k * (k-1)**(n-1) ways."""

    name = "fence"
    summary = "paint the pales of a fence so that neighbours differ"
    rules = "No two pales side by side have the same colour. The instance is the number of pales."
    examples: ClassVar[tuple[clew.Example, ...]] = (
        clew.Example("three", "3", 2),
        clew.Example("four", "4", 24, {"colours": 3}),
    )
    styles = ("letters", "numbers")

    n: int
    colours: int = clew.parameter(2, "how many colours there are", choices=(1, 2, 3))

    def domains(self) -> Mapping[int, Iterable[int]]:
        return dict.fromkeys(range(self.n), range(self.colours))

    def is_consistent(self, state: State, pale: int, colour: int) -> bool:
        return colour not in (state.get(pale - 1), state.get(pale + 1))

    def violations(self, assignment: Mapping[int, int]) -> Iterable[clew.Violation]:
        for pale, colour in assignment.items():
            if assignment.get(pale + 1) == colour:
                yield clew.Violation("neighbours", f"pales {pale} and {pale + 1} are both {colour}", (pale, pale + 1))

    def baselines(self) -> Mapping[str, Callable[[], Iterable[Mapping[int, int]]]]:
        return {"product": self.by_product}

    def by_product(self) -> Iterator[dict[int, int]]:
        for colours in product(range(self.colours), repeat=self.n):
            if all(a != b for a, b in pairwise(colours)):
                yield dict(enumerate(colours))

    def symmetries(self) -> Mapping[str, Callable[[Mapping[int, int]], Mapping[int, int]]]:
        return {"reversal": lambda fence: {pale: fence[self.n - 1 - pale] for pale in fence}}

    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        if not text.isascii() or not text.strip().isdigit() or not 1 <= len(text.strip()) <= 2:
            raise clew.InputError(f"fence: {text[:10]!r} is no number of pales: give a number from 0 to 99")
        return cls(int(text), **parameters)

    def to_text(self) -> str:
        return str(self.n)

    def draw(self, assignment: Mapping[int, int], style: str | None = None) -> str:
        letters = "ABC" if self.check_style(style) == "letters" else "012"
        return "".join(letters[assignment[pale]] if pale in assignment else "." for pale in range(self.n))


class Declared(Fence):
    """The same, with declared constraints."""

    is_consistent = clew.Problem.is_consistent  # type: ignore[assignment]

    def constraints(self) -> Iterable[Constraint]:
        return [NotEqual(pale, pale + 1) for pale in range(self.n - 1)]


class Growing(clew.Problem[int, str]):
    """Words of two letters that differ: its variables appear as the search goes."""

    name = "growing"
    summary = "two letters that differ"
    rules = "Take two letters of a text that differ."
    examples = (clew.Example("three", "abc", 6), clew.Example("none", "aa", 0))

    def __init__(self, letters: str) -> None:
        self.letters = letters

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.letters == self.letters

    def __hash__(self) -> int:
        return hash(self.letters)

    def __repr__(self) -> str:
        return f"Growing({self.letters!r})"

    def choose_variable(self, state: clew.State[int, str]) -> int | None:
        return state.depth if state.depth < 2 else None

    def enumerate_values(self, state: clew.State[int, str], variable: int) -> Iterable[str]:
        return tuple(dict.fromkeys(self.letters))

    def is_consistent(self, state: clew.State[int, str], variable: int, value: str) -> bool:
        return variable == 0 or state.get(0) != value

    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        return cls(text, **parameters)

    def to_text(self) -> str:
        return self.letters


# -- one thing wrong with each ---------------------------------------------------------------------


class Nameless(Fence):
    name = "My Fence"


class WithoutRules(Fence):
    rules = " "


class LongSummary(Fence):
    summary = "two\nlines"


class WithoutStyles(Fence):
    styles = ("letters", "letters")


class WithoutExamples(Fence):
    examples = ()


class SameNames(Fence):
    examples = (clew.Example("three", "3", 2), clew.Example("three", "2", 2))


class Unreadable(Fence):
    examples = (clew.Example("three", "3", 2), clew.Example("words", "as many as there are", 2))


class UnknownParameter(Fence):
    examples = (clew.Example("three", "3", 2), clew.Example("high", "3", 2, {"height": 2}))


class WrongCount(Fence):
    examples = (clew.Example("three", "3", 3),)


class OnlyLarge(Fence):
    examples = (clew.Example("long", "13", 3 * 2**12, {"colours": 3}),)


class Twice(Fence):
    def enumerate_values(self, state: State, variable: int) -> Iterable[int]:
        return (*state.domain(variable), *state.domain(variable))


class LooksLeftOnly(Fence):
    """Right in the order of declaration, wrong in any other."""

    def is_consistent(self, state: State, pale: int, colour: int) -> bool:
        return bool(state.get(pale - 1) != colour)


class NewestOnly(Fence):
    """Judges by the decision made last, which the order of declaration makes the neighbour's."""

    def is_consistent(self, state: State, pale: int, colour: int) -> bool:
        return state.path is None or bool(state.path[2] != colour)


@attrs.frozen
class Uneven(Stepwise):
    """Neighbours differ, says `holds`; the automaton forgets so for the last pair."""

    def holds(self, values: Any) -> bool:
        return all(a != b for a, b in pairwise(values))

    def start(self) -> int:
        return -1

    def step(self, memory: int, position: int, value: int) -> int | None:
        return None if memory == value or (position == 1 and value == 1) else value


class BadAutomaton(Declared):
    def constraints(self) -> Iterable[Constraint]:
        return [Uneven(range(self.n))]


class LosesWhatIsGiven(Fence):
    """Prunes a value too many, but only where the last pale is painted before the first."""

    def forward_check(self, state: State, variable: int, value: int) -> State | clew.DeadEnd:
        if variable == self.n - 1 and 0 in state.open and 0 in state.domain(0):
            pruned = state.prune(0, [0])
            if pruned is clew.DEAD_END:
                return clew.DEAD_END
            state = pruned
        return super().forward_check(state, variable, value)


class AcceptsTooMuch(Fence):
    def violations(self, assignment: Mapping[int, int]) -> Iterable[clew.Violation]:
        return (v for v in super().violations(assignment) if 0 in v.variables)


class RefusesParts(Fence):
    def violations(self, assignment: Mapping[int, int]) -> Iterable[clew.Violation]:
        if len(assignment) < self.n:
            yield clew.Violation("whole", "some pale is not painted", ())
        yield from super().violations(assignment)


class ViolationsAsTexts(Fence):
    def violations(self, assignment: Mapping[int, int]) -> Iterable[clew.Violation]:
        return [v.message for v in super().violations(assignment)]  # type: ignore[misc]


class WrongSymmetry(Fence):
    def symmetries(self) -> Mapping[str, Callable[[Mapping[int, int]], Mapping[int, int]]]:
        return {"first pale": lambda fence: {**fence, 0: (fence[0] + 1) % self.colours}}


class ConstantSymmetry(Fence):
    def symmetries(self) -> Mapping[str, Callable[[Mapping[int, int]], Mapping[int, int]]]:
        return {"constant": lambda fence: {pale: pale % 2 for pale in fence}}


class PartialSymmetry(Fence):
    def symmetries(self) -> Mapping[str, Callable[[Mapping[int, int]], Mapping[int, int]]]:
        return {"first half": lambda fence: {0: fence[0]}}


class WrongBaseline(Fence):
    def by_product(self) -> Iterator[dict[int, int]]:
        return (fence for fence in super().by_product() if fence[0] == 0)


class RepeatingBaseline(Fence):
    def by_product(self) -> Iterator[dict[int, int]]:
        yield from super().by_product()
        yield from super().by_product()


class SameVariableNames(Fence):
    def variable_name(self, variable: int) -> str:
        return f"pale {variable // 2}"


NUMBERS = count()


class UnstableNames(Fence):
    def variable_name(self, variable: int) -> str:
        return f"pale {next(NUMBERS)}"


class NotJson(Fence):
    def value_name(self, value: int) -> Any:
        return math.nan if value else "white"


class SameValueNames(Fence):
    def value_name(self, value: int) -> Any:
        return "some colour"


class DrawsWholesOnly(Fence):
    def draw(self, assignment: Mapping[int, int], style: str | None = None) -> str:
        self.check_style(style)
        return "".join("ABC"[assignment[pale]] for pale in range(self.n))


class DrawsAnything(Fence):
    def draw(self, assignment: Mapping[int, int], style: str | None = None) -> str:
        return super().draw(assignment, style if style in self.styles else None)


class DrawsNothing(Fence):
    def draw(self, assignment: Mapping[int, int], style: str | None = None) -> str:
        return super().draw(assignment, style) if self.check_style(style) == "letters" else ""


class DrawsOtherwise(Fence):
    def draw(self, assignment: Mapping[int, int], style: str | None = None) -> str:
        return super().draw(assignment, style or "numbers")


class DrawsSearchAsList(Fence):
    def draw_search(self, events: Any, *, colour: bool = False) -> str | None:
        return [*events]  # type: ignore[return-value]


class Forgets(Fence):
    """Drops its parameter; its examples do not use any, so they do not tell."""

    examples = (clew.Example("three", "3", 2),)

    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        return super().from_text(text)


class WritesAnother(Fence):
    def to_text(self) -> str:
        return str(self.n + 1)


class WritesNothing(Fence):
    to_text = clew.Problem.to_text


class ComparesByIdentity(Fence):
    __eq__ = object.__eq__
    __hash__ = object.__hash__


class Unpicklable(Fence):
    def __reduce__(self) -> Any:
        return (lambda: self), ()


class PicklesToAnother(Fence):
    def __reduce__(self) -> Any:
        return PicklesToAnother, (self.n + 1,)


@attrs.frozen
class Remembers(Fence):
    """Keeps every decision in a field."""

    seen: list[int] = attrs.field(factory=list, eq=False)

    def is_consistent(self, state: State, pale: int, colour: int) -> bool:
        self.seen.append(pale)
        return super().is_consistent(state, pale, colour)


@attrs.frozen
class GetsTired(Fence):
    """Gives fewer solutions the second time, and nothing of it shows."""

    seen: list[int] = attrs.field(factory=list, eq=False, repr=False)

    def enumerate_values(self, state: State, variable: int) -> Iterable[int]:
        if not state.depth:
            self.seen.append(variable)
        return state.domain(variable)[: 1 if len(self.seen) > 1 else None]


class IndexErrorOnGarbage(Fence):
    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        if not text.strip():
            return cls(ord(text[0]), **parameters)
        return super().from_text(text, **parameters)


class ExitsOnGarbage(Fence):
    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        if text == "x":
            sys.exit("no fence")
        return super().from_text(text, **parameters)


class HangsOnGarbage(Fence):
    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        while text.startswith("["):
            pass
        return super().from_text(text, **parameters)


class TalksOnGarbage(Fence):
    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        if "-" in text:
            raise clew.InputError("fence: no.\nReally not.")
        return super().from_text(text, **parameters)


class NoneOnGarbage(Fence):
    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        return super().from_text(text, **parameters) if text.strip() else None  # type: ignore[return-value]


class HangsInAHook(Fence):
    def symmetries(self) -> Mapping[str, Callable[[Mapping[int, int]], Mapping[int, int]]]:
        while True:
            pass


class RaisesInAHook(Fence):
    def symmetries(self) -> Mapping[str, Callable[[Mapping[int, int]], Mapping[int, int]]]:
        return {"of nothing": lambda fence: {0: fence[-1]}}


BROKEN: list[tuple[type[Fence], set[str], str]] = [
    (Nameless, {"description"}, "name is 'My Fence'"),
    (WithoutRules, {"description"}, "rules is ' '"),
    (LongSummary, {"description"}, "in one line what the problem is"),
    (WithoutStyles, {"description"}, "styles names 'letters' twice"),
    (WithoutExamples, {"examples"}, "there are no examples"),
    (SameNames, {"examples"}, "two examples are called 'three'"),
    (Unreadable, {"examples"}, "example 'words' cannot be read: InputError"),
    (UnknownParameter, {"examples"}, "example 'high' cannot be read: TypeError"),
    (WrongCount, {"count"}, "example 'three': counting gives 2, and the example promises 3"),
    (OnlyLarge, {"size"}, "add a tiny one"),
    (Twice, {"count", "agreement"}, "enumerate_values must give no value twice"),
    (LooksLeftOnly, {"agreement"}, "look at is_consistent"),
    (NewestOnly, {"agreement", "planted"}, "order random"),
    (
        BadAutomaton,
        {"count", "agreement", "judgement", "planted", "symmetries", "baselines"},
        "which brute force finds",
    ),
    (LosesWhatIsGiven, {"agreement", "planted"}, "it loses a solution"),
    (AcceptsTooMuch, {"judgement", "agreement", "planted"}, "violations() accepts"),
    (RefusesParts, {"judgement"}, "a part of a solution"),
    (ViolationsAsTexts, {"judgement"}, "give clew.Violation"),
    (WrongSymmetry, {"symmetries"}, "which is no solution: pales 0 and 1 are both"),
    (ConstantSymmetry, {"symmetries"}, "turns two solutions into the same one"),
    (PartialSymmetry, {"symmetries"}, "not a value for each variable"),
    (WrongBaseline, {"baselines"}, "baseline 'product' and the search differ"),
    (RepeatingBaseline, {"baselines"}, "lists a solution twice"),
    (SameVariableNames, {"names"}, "two variables are called 'pale 0'"),
    (UnstableNames, {"names"}, "names its variables differently"),
    (NotJson, {"names"}, "JSON cannot hold"),
    (SameValueNames, {"names"}, "two values of a variable are both called"),
    (DrawsWholesOnly, {"drawing"}, "drawing nothing: KeyError"),
    (DrawsAnything, {"drawing"}, "not one of styles"),
    (DrawsNothing, {"drawing"}, "draws nothing for a solution"),
    (DrawsOtherwise, {"drawing"}, "draw without a style draws otherwise"),
    (DrawsSearchAsList, {"drawing"}, "draw_search gave"),
    (Forgets, {"text"}, "from_text was given colours="),
    (WritesAnother, {"text"}, "reads back as another one"),
    (WritesNothing, {"text"}, "writes no instances as text"),
    (ComparesByIdentity, {"text", "pickling"}, "attrs.frozen"),
    (Unpicklable, {"pickling"}, "cannot be pickled"),
    (PicklesToAnother, {"pickling"}, "another one after pickling"),
    (Remembers, {"unchanged"}, "solving changed the problem"),
    (GetsTired, {"unchanged"}, "solved twice"),
    (IndexErrorOnGarbage, {"garbage"}, "the text '' raised IndexError: string index out of range, in from_text at"),
    (ExitsOnGarbage, {"garbage"}, "raised SystemExit: no fence"),
    (HangsOnGarbage, {"garbage"}, "loop without end"),
    (TalksOnGarbage, {"garbage"}, "say it in one line"),
    (NoneOnGarbage, {"garbage"}, "the text '' gave None"),
    (HangsInAHook, {"symmetries"}, "not done after"),
    (RaisesInAHook, {"symmetries"}, "KeyError: -1, in <lambda> at test_kit.py:"),
]


@pytest.mark.parametrize("sound", [Fence, Declared, Growing])
def test_a_sound_problem_passes(sound: type[clew.Problem[Any, Any]]) -> None:
    check_problem(sound)


@pytest.mark.parametrize(("broken", "caught", "message"), BROKEN, ids=[broken.__name__ for broken, _, _ in BROKEN])
def test_a_broken_problem_is_caught_by_the_check_that_it_breaks_and_no_other(
    broken: type[Fence], caught: set[str], message: str
) -> None:
    hangs = "Hangs" in broken.__name__
    with pytest.raises(ConformanceError) as told:
        check_problem(broken, budget=Budget(seconds=1) if hangs else None)
    assert told.value.failures.keys() == caught
    assert message in str(told.value)
    for found in told.value.failures.values():
        for failure in found:
            assert failure.message.startswith(str(broken.name))
            assert "\n" not in failure.message


def test_every_check_is_proved_to_bite() -> None:
    assert {name for _, caught, _ in BROKEN for name in caught} == {check.name for check in checks(Fence)}


def test_a_check_is_named_and_says_what_raised() -> None:
    check = next(check for check in checks(RaisesInAHook) if check.name == "symmetries")
    assert (str(check), check.plugin) == ("fence: symmetries", "fence")
    assert check.about.startswith("Declared symmetries")
    with pytest.raises(ConformanceError) as told:
        check()
    assert isinstance(told.value.__cause__, KeyError)


def test_problems_go_by_name_and_anything_else_is_refused() -> None:
    assert {check.plugin for check in checks("queens")} == {"queens"}
    with pytest.raises(clew.OptionError, match="is no class of problems"):
        checks(Fence(3))  # type: ignore[arg-type]
    with pytest.raises(clew.OptionError, match="did you mean queens"):
        checks("quens")


def test_the_name_of_the_entry_point_is_the_name_of_the_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clew.tools.testing.kit.find", lambda name: Fence)
    described = next(check for check in checks("hedge") if check.name == "description")
    assert "the entry point is called 'hedge'" in described.failures()[0].message


@every_check(Fence, "letter-tree", budget=Budget(nodes=300))
def test_every_check_is_an_item(check: Callable[[], None]) -> None:
    check()


def test_the_items_are_named_by_problem_and_check(tmp_path: Path) -> None:
    (tmp_path / "test_mine.py").write_text(
        "from clew.testing import every_check\n"
        "@every_check('queens', 'clew_problems.langford:Langford')\n"
        "def test_conforms(check):\n    check()\n"
    )
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "test_mine.py"]
    listed = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout.splitlines()
    assert "test_mine.py::test_conforms[queens: count]" in listed
    assert "test_mine.py::test_conforms[langford: garbage]" in listed


# -- the deadline --------------------------------------------------------------------------------------


def test_a_deadline_interrupts_a_loop_that_catches_what_it_can() -> None:
    def stubborn() -> None:
        while True:
            with contextlib.suppress(Exception):
                sum(range(1000))

    started = time.monotonic()
    with pytest.raises(DeadlinePassed), deadline(0.05):
        stubborn()
    assert time.monotonic() - started < 60
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_a_deadline_leaves_the_timer_of_somebody_else() -> None:
    rang: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, frame: rang.append(number))
    signal.setitimer(signal.ITIMER_REAL, 1000)
    try:
        with pytest.raises(DeadlinePassed), deadline(0.01):
            time.sleep(60)
        left, _ = signal.getitimer(signal.ITIMER_REAL)
        assert 0 < left <= 1000
        signal.raise_signal(signal.SIGALRM)
        assert rang == [signal.SIGALRM]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_beside_the_main_thread_there_is_no_deadline_and_the_checks_run() -> None:
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append([check.failures() for check in checks(Fence)]))
    thread.start()
    thread.join()
    assert found == [[()] * len(checks(Fence))]


# -- the command ---------------------------------------------------------------------------------------

SOUND = """
import attrs
import clew


@attrs.frozen
class Pair(clew.Problem):
    name = "pair"
    summary = "two numbers that differ"
    rules = "The two numbers differ. The instance is how many numbers there are."
    examples = (clew.Example("three", "3", 6), clew.Example("one", "1", 0))
    n: int

    def domains(self):
        return dict.fromkeys("ab", range(self.n))

    def is_consistent(self, state, variable, value):
        return all(value != other for _, other in state.items())

    @classmethod
    def from_text(cls, text):
        if text not in list("123456789"):
            raise clew.InputError(f"pair: {text[:9]!r} is no number from 1 to 9")
        return cls(int(text))

    def to_text(self):
        return str(self.n)
"""


def test_the_command_prints_a_line_for_each_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "conforming_pair.py"
    file.write_text(SOUND)
    assert main(["test", str(file)]) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert err == ""
    assert len(lines) == len(checks(Fence)) + 1
    assert all(line.startswith("ok ") for line in lines[:-1])
    assert lines[-1].endswith("all passed")


def test_the_command_tells_what_failed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "broken_pair.py"
    file.write_text(SOUND.replace('"3", 6', '"3", 7').replace("return str(self.n)", "return 1 / 0"))
    assert main(["test", str(file)]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    assert "FAILED  count " in out
    assert "pair, example 'three': counting gives 6, and the example promises 7" in out
    assert "ZeroDivisionError: division by zero, in to_text at broken_pair.py:" in out
    assert out.endswith("2 failed\n")
    assert main(["test", str(file), "--traceback"]) == 1
    assert "Traceback (most recent call last)" in capsys.readouterr().err


def test_the_command_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "json_pair.py"
    file.write_text(SOUND.replace('"3", 6', '"3", 7'))
    assert main(["test", str(file), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["problem"], told["passed"]) == (str(file), False)
    assert [check["name"] for check in told["checks"] if not check["passed"]] == ["count"]
    assert all(bool(check["failures"]) != check["passed"] for check in told["checks"])


@pytest.mark.parametrize(
    ("arguments", "status", "complaint"),
    [
        (["test"], 2, "which problem"),
        (["test", "quens"], 2, "did you mean queens"),
        (["test", "queens", "8"], 2, "unrecognized arguments: 8"),
        (["test", "queens", "--time-limit", "0"], 2, "--time-limit"),
        (["test", "queens", "--time-limit", "soon"], 2, "'soon' is no time"),
        (["test", "broken.py"], 5, "broken.py cannot be loaded: ZeroDivisionError"),
    ],
)
def test_a_wrong_call_and_a_broken_plugin_are_told_in_one_line(
    arguments: list[str],
    status: int,
    complaint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("broken.py").write_text("1 / 0\n")
    assert main(arguments) == status
    out, err = capsys.readouterr()
    assert out == ""
    assert complaint in err
    assert len(err.splitlines()) == 1
