"""Errors: each is one line that says what is wrong, where, and how to fix it."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, NoReturn

import pytest

import clew
from clew import constraints
from clew.constraints import AllDifferent, Formula, Predicate, Var
from clew.errors import called_with
from clew.options import Options
from clew.state.levels import LEVELS
from clew.tools.cli import main
from clew_problems import Queens

Capture = pytest.CaptureFixture[str]

PLUGINS = """\
import sys
import clew
from clew.constraints import AllDifferent, Predicate

def odd(a, b):
    raise ValueError("no such\\nnumber")

class Puzzle(clew.Problem):
    name = "puzzle"
    examples = (clew.Example("only", "4", 1),)
    @classmethod
    def from_text(cls, text): return cls()
    def domains(self): return {name: range(3) for name in "abcde"}

class Declared(Puzzle):
    def constraints(self): return [Predicate(odd, ("a", "b"))]

class Hooked(Puzzle):
    def is_consistent(self, state, variable, value): return 9 // (3 - state.depth) > 0

class Unread(Puzzle):
    @classmethod
    def from_text(cls, text): return cls(text)

class Filed(Puzzle):
    def given(self): return open("nowhere/at/all")

class Leaving(Puzzle):
    def given(self): sys.exit("enough")

class Misdeclared(Puzzle):
    def constraints(self): return [AllDifferent(3)]
"""


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    file = tmp_path / "faulty.py"
    file.write_text(PLUGINS)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield file
    sys.modules.pop("faulty", None)  # or the next one is called faulty_2, which no fresh process finds


SEARCHES = [
    "solve",
    "solve --all",
    "solve --all --jobs 2",
    "count",
    "count --jobs 2",
    "check",
    "check --jobs 2",
    "check --fixed --why",
    "estimate",
    "compare",
    "trace",
    "trace --to tree.svg",
    "profile",
]


def failure(capsys: Capture, plugins: Path, kind: str, words: str, *, instance: str = "4") -> tuple[int, str]:
    command, *options = words.split()
    status = main([command, f"{plugins}:{kind}", *([instance] if instance else []), *options])
    err = capsys.readouterr().err
    assert err.count("\n") == 1, err
    return status, err


@pytest.mark.parametrize("words", SEARCHES)
@pytest.mark.parametrize(
    ("kind", "place"),
    [("Declared", "faulty.py:6: ValueError: no such number"), ("Hooked", "faulty.py:19: ZeroDivisionError: ")],
)
def test_what_a_plugin_raises_in_a_search_is_told_with_file_and_line(
    kind: str, place: str, words: str, plugins: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(plugins.parent)
    status, err = failure(capsys, plugins, kind, words)
    assert status == 5, err
    assert err.startswith(f"clew: {place}")
    assert err.endswith("; --traceback shows the rest\n")


@pytest.mark.parametrize("words", [*SEARCHES, "show", "explain-model", "export --to json"])
@pytest.mark.parametrize(
    ("kind", "place"),
    [
        ("Unread", "faulty.py:23: TypeError: "),
        ("Filed", "faulty.py:26: FileNotFoundError: "),
        ("Leaving", "faulty.py:29: SystemExit: enough"),
    ],
)
def test_what_a_plugin_raises_besides_is_told_with_file_and_line_too(
    kind: str, place: str, words: str, plugins: Path, capsys: Capture
) -> None:
    if words == "compare" and kind == "Leaving":
        return  # it leaves the process of the measurement
    status, err = failure(capsys, plugins, kind, words)
    assert status == 5, err
    assert err.startswith(f"clew: {place}")


def test_what_a_plugin_declares_wrongly_is_told_with_file_and_line(plugins: Path, capsys: Capture) -> None:
    status, err = failure(capsys, plugins, "Misdeclared", "solve")
    assert (status, err) == (5, "clew: faulty.py:32: AllDifferent is about a collection of variables, and 3 is none\n")


def test_the_parts_of_a_search_that_fail_are_told_with_file_and_line(plugins: Path, capsys: Capture) -> None:
    assert main(["count", f"{plugins}:Hooked", "4", "--jobs", "2", "--keep-going"]) == 5
    first, *_ = capsys.readouterr().err.splitlines()
    assert "failed: faulty.py:19: ZeroDivisionError: " in first


def test_a_plugin_that_leaves_when_it_is_loaded_is_told_with_file_and_line(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "leaving.py"
    file.write_text("import sys\n\nsys.exit('no more')\n")
    status, err = failure(capsys, file, "Puzzle", "solve")
    assert (status, err) == (5, f"clew: {file} cannot be loaded: SystemExit: no more (leaving.py, line 3)\n")


@pytest.mark.parametrize(
    ("name", "complaint"), [("nosuch:Class", "there is no module nosuch"), ("clew:Nosuch", "is not a Problem class")]
)
def test_a_problem_that_is_not_there_is_a_wrong_call(name: str, complaint: str, capsys: Capture) -> None:
    assert main(["solve", name]) == 2
    assert complaint in capsys.readouterr().err


def ended(*args: object) -> NoReturn:
    """What `next` without a default does."""
    raise StopIteration("ended")


class Letters(clew.Problem[str, int]):
    """Four variables; one of its methods raises StopIteration."""

    name = "letters"

    def __init__(self, ends: str) -> None:
        setattr(self, ends, ended)

    def domains(self) -> dict[str, range]:
        return dict.fromkeys("abcd", range(2))

    def choose_variable(self, state: clew.State[str, int]) -> str | None:
        return state.first_open()

    def enumerate_values(self, state: clew.State[str, int], variable: str) -> tuple[int, ...]:
        return state.domain(variable)

    def is_consistent(self, state: clew.State[str, int], variable: str, value: int) -> bool:
        return True


def of_predicate(size: int) -> clew.Model:
    model = clew.Model()
    names = model.variables("a b c d", range(2))
    model.require(Predicate(ended, names[:size]))
    return model


ENDING: Final[dict[str, Callable[[], clew.Problem[Any, Any]]]] = {
    **{hook: partial(Letters, hook) for hook in ("domains", "given", "is_consistent")},
    **{hook: partial(Letters, hook) for hook in ("choose_variable", "enumerate_values")},
    **{f"predicate of {size}": partial(of_predicate, size) for size in (1, 2, 4)},
}


@pytest.mark.parametrize("ending", ENDING)
@pytest.mark.parametrize(
    "ask",
    [clew.first, clew.count, clew.check, clew.is_unique, clew.fixed, clew.why, clew.estimate, clew.search_tree]
    + [partial(clew.solve, strategy=clew.All(), inference=level) for level in ("none", "check", "forward")]
    + [partial(clew.solve, strategy=clew.All(), jobs=2), lambda problem: clew.compare({1: problem})],
)
def test_stop_iteration_surfaces_as_itself(ask: Callable[[Any], Any], ending: str) -> None:
    with pytest.raises(StopIteration, match="ended"):
        ask(ENDING[ending]())


@pytest.mark.parametrize("ending", ENDING)
@pytest.mark.parametrize("options", [{}, {"jobs": 2}, {"kernel": "python"}])
def test_stop_iteration_ends_no_iterator(options: Any, ending: str) -> None:
    with pytest.raises(clew.ProblemError, match=r"StopIteration was raised at test_errors.py:\d+") as raised:
        list(clew.solutions(ENDING[ending](), **options))
    assert isinstance(raised.value.__cause__, StopIteration)
    with pytest.raises(clew.ProblemError, match="StopIteration was raised"):
        list(clew.check_each(ENDING[ending](), [{}]))


class Ending(clew.All):
    """Raises StopIteration where a method of a strategy is asked."""

    def __init__(self, ends: str) -> None:
        object.__setattr__(self, ends, ended)

    def add(self, result: Any, solution: Any) -> Any:
        return [*result, solution]

    def is_hopeless(self, result: Any, state: Any) -> bool:
        return False


@pytest.mark.parametrize("method", ["add", "is_enough", "is_hopeless"])
@pytest.mark.parametrize("options", [{}, {"jobs": 2}, {"kernel": "python"}])
def test_stop_iteration_of_a_strategy_surfaces(options: Any, method: str) -> None:
    with pytest.raises(StopIteration, match="ended"):
        clew.solve(Queens(5), Ending(method), **options)


@pytest.mark.parametrize("option", ["observers", "variable_order", "value_order", "progress"])
def test_stop_iteration_of_an_option_surfaces(option: str) -> None:
    options: Any = {option: [ended] if option == "observers" else ended}
    with pytest.raises(StopIteration, match="ended"):
        clew.first(Queens(5), **options)


ODD: Final[list[Any]] = [5, None, "x", [1], object(), 1.5, b"x", True, ("a",)]

# What follows calls with other arguments than the types allow.
loose: Any = clew
rules: Any = constraints
formula: Any = Formula
wrongly: Any = partial


def with_option(name: str, odd: Any) -> Any:
    return loose.solve(Queens(4), loose.All(), **{"jobs": 2, name: [odd]})


ASKED: Final[dict[str, Callable[[Any], Any]]] = {
    "load": loose.load,
    "instance of load": lambda odd: loose.load("queens", [odd]),
    "violations": lambda odd: loose.violations(odd, {}),
    "assignment": lambda odd: loose.violations(Queens(4), odd),
    "solve": lambda odd: loose.solve(odd, loose.All()),
    "strategy": lambda odd: loose.solve(Queens(4), odd),
    **{f"{question.__name__}": question for question in (loose.first, loose.count, loose.check, loose.is_unique)},
    **{f"{question.__name__}": question for question in (loose.fixed, loose.why, loose.estimate, loose.search_tree)},
    **{f"{question.__name__}": question for question in (loose.compare, loose.count_by_symmetry)},
    "solutions": lambda odd: list(loose.solutions(odd)),
    "solutions by symmetry": lambda odd: list(loose.solutions_by_symmetry(odd)),
    "check_each": lambda odd: list(loose.check_each(odd, [{}])),
    "one of givens": lambda odd: list(loose.check_each(Queens(4), [odd])),
    "givens": lambda odd: list(loose.first_each(Queens(4), [odd])),
    "probes": lambda odd: loose.estimate(Queens(4), [odd]),
    "most": lambda odd: loose.search_tree(Queens(4), most=[odd]),
    "methods": lambda odd: loose.compare({4: Queens(4)}, {"mine": odd}),
    "resume": lambda odd: loose.resume([odd]),
    "checkpoint_status": lambda odd: loose.checkpoint_status([odd]),
    "objective": lambda odd: loose.Best([odd]),
    "bound": lambda odd: loose.Best(len, bound=[odd]),
    "Lanes": loose.Lanes,
    "check_size": lambda odd: loose.check_size([odd], 3),
    "clew.instance": loose.instance,
    "require": lambda odd: loose.Model().require(odd),
    "left of a formula": lambda odd: formula(("x",), odd, "==", ("constant", 3)),
    "place in a formula": lambda odd: formula(("x",), ("variable", [odd]), "==", ("constant", 3)),
    "operator of a formula": lambda odd: formula(("x",), (odd, ("variable", 0)), "==", ("constant", 3)),
    "constant of a formula": lambda odd: formula(("x",), ("variable", 0), "==", ("constant", [odd])),
    **{
        f"option {name}": partial(with_option, name)
        for name in Options.__annotations__
        if name not in ("verify", "in_order", "keep_going", "improve", "subtree")  # whatever is true or false; a path
    },
}


@pytest.mark.parametrize("asked", ASKED)
def test_an_argument_of_a_wrong_type_is_refused_in_one_line(asked: str) -> None:
    for odd in ODD:
        with pytest.raises(clew.ClewError) as raised:
            ASKED[asked](odd)
        assert "\n" not in str(raised.value)


class Returning(clew.Problem[Any, Any]):
    """One of its methods returns something odd."""

    name = "returning"

    def __init__(self, method: str, returned: Any) -> None:
        setattr(self, method, lambda: returned)

    def domains(self) -> dict[str, range]:
        return {"x": range(3)}


@pytest.mark.parametrize("method", ["domains", "given", "constraints"])
@pytest.mark.parametrize("returned", [None, 5, [5], ["x"]])
def test_what_a_problem_must_not_return_is_named(method: str, returned: Any) -> None:
    for ask in (clew.first, clew.fixed, lambda problem: clew.violations(problem, {"x": 1})):
        if method == "constraints" and ask not in (clew.first, clew.fixed):
            continue
        with pytest.raises(clew.ProblemError, match=f"{method} returned|is not a constraint"):
            ask(Returning(method, returned))


MODEL: Final = clew.Model("mine")
x, y, z = MODEL.variables("x y z", range(4))

REMEDIES: Final[list[tuple[Callable[[], Any], str]]] = [
    (wrongly(clew.first, MODEL, time_limit=3), "pass limits=clew.Limits(time=3)"),
    (wrongly(clew.count, MODEL, timeout=2.5), "pass limits=clew.Limits(time=2.5)"),
    (wrongly(clew.count, MODEL, max_nodes=7), "pass limits=clew.Limits(nodes=7)"),
    (wrongly(clew.solve, MODEL, clew.All(), max_solutions=9), "pass limits=clew.Limits(solutions=9)"),
    (wrongly(clew.count, MODEL, n_jobs=2), "pass jobs=2"),
    (wrongly(clew.count, MODEL, order="mrv"), "pass variable_order='mrv'"),
    (wrongly(clew.count, MODEL, observer=print), "pass observers=[<built-in function print>]"),
    (wrongly(clew.count, MODEL, inferense="arc"), "did you mean inference?"),
    (wrongly(clew.count, MODEL, qqq=3), "there are given, assume, hint, inference"),
    (wrongly(clew.solve, MODEL), "clew.solve needs a strategy: give one, as in clew.solve(problem, clew.First())"),
    (wrongly(clew.solve, MODEL, constraints.Count), "is a constraint, and a strategy is wanted"),
    (wrongly(clew.solve, MODEL, constraints.Count([x], {1: 1})), "such as clew.Count()"),
    (wrongly(clew.first, Queens), "Queens is a class, and a problem is wanted: make one, as in Queens(...)"),
    (lambda: rules.Count(), "the strategy is clew.Count()"),
    (lambda: rules.AtMost(2), "the strategy is clew.AtMost(k)"),
    (lambda: loose.Count([x, y], {1: 1}), "the constraint is clew.constraints.Count"),
    (lambda: loose.AtMost(2, 1, [x, y]), "the constraint is clew.constraints.AtMost"),
    (wrongly(MODEL.require, clew.Count()), "a strategy: the constraints are in clew.constraints"),
    (wrongly(MODEL.require, lambda a, b: a < b), "write clew.constraints.Predicate(function, (x, y))"),
    (wrongly(MODEL.require, AllDifferent), "write AllDifferent(...)"),
    (wrongly(MODEL.require, x), "compare it, as in x == 1"),
    (lambda: rules.AllDifferent(x, y), "give the variables as one collection, as in AllDifferent([x, y])"),
    (lambda: rules.AllDifferent(x), "write [Var('x')], not Var('x')"),
    (lambda: rules.AllDifferent("a b c"), "give 'a b c'.split(), or the variables"),
    (wrongly(MODEL.fix, x + 1, 3), "is an expression in place of a variable: declare one more"),
    (wrongly(MODEL.variable, None, range(3)), "a variable cannot be called None, for a choice of None says that"),
    (wrongly(MODEL.variables, ["v", None], range(3)), "a variable cannot be called None"),
    (wrongly(clew.first, Returning("domains", {None: (1, 2)})), "a variable cannot be called None"),
    (wrongly(clew.load, "sudoku", Path("grid.txt")), "give Path('grid.txt').read_text()"),
    (wrongly(clew.load, "sudoku", __file__), "if the file is meant, give its text, Path("),
    (wrongly(clew.first, clew.load("langford", "3"), given={"a": 1}), "given: langford has no variable 'a'"),
]


@pytest.mark.parametrize(("call", "remedy"), REMEDIES, ids=[remedy for _, remedy in REMEDIES])
def test_a_message_names_the_remedy(call: Callable[[], Any], remedy: str) -> None:
    with pytest.raises(clew.ClewError) as raised:
        call()
    assert remedy in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("ask", [lambda: max(x, y), lambda: x in (1, 2), lambda: 1 if x < y else 2])
def test_the_truth_of_a_constraint_is_refused_with_what_to_write(ask: Callable[[], Any]) -> None:
    with pytest.raises(TypeError, match=r"x in \(1, 2\) is \(x == 1\) \| \(x == 2\), and what max, min or if decide"):
        ask()


def test_a_type_error_within_a_constraint_is_not_taken_for_a_wrong_call() -> None:
    def size(values: Any) -> int:
        return len(values, 2)  # type: ignore[call-arg]

    with pytest.raises(TypeError, match="len"):
        called_with("write it otherwise")(size)([1])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("slove queens", "there is no command 'slove': did you mean solve? (see clew --help)"),
        ("zzz", "there is no command 'zzz': the commands are solve, count, check, "),
        ("solve queens 8 --inferense arc", "there is no option --inferense: did you mean --inference? (see clew solve"),
        ("solve queens 8 --kernal=loop", "there is no option --kernal: did you mean --kernel? (see clew solve --help)"),
        ("solve sudoku 4 --diagonal", "there is no option --diagonal: did you mean --diagonals? (see clew solve"),
        ("compare queens 4..6 --metods auto", "there is no option --metods: did you mean --methods? (see clew compare"),
        ("solve queens 8 --zzz", "there is no option --zzz (see clew solve --help)"),
        ("--versoin", "there is no option --versoin: did you mean --version?"),
        ("solve qeens 8", "there is no problem 'qeens': did you mean queens?"),
        ("solve queens 8 9", "unrecognized arguments: 9 (see clew solve --help)"),
    ],
)
def test_a_word_that_is_nearly_known_is_suggested(words: str, said: str, capsys: Capture) -> None:
    assert main(words.split()) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


@pytest.fixture
def bare() -> clew.Model:
    model = clew.Model("bare")
    model.variables("a b", range(3))
    return model


@pytest.mark.parametrize("kernel", ["auto", "python"])
@pytest.mark.parametrize("level", LEVELS)
def test_a_model_without_constraints_is_not_one_with_hooks(bare: clew.Model, level: str, kernel: Any) -> None:
    assert clew.count(bare, inference=level, kernel=kernel) == 9
    assert clew.why(bare, inference=level, kernel=kernel) is None
    assert len(list(clew.solutions(bare, inference=level, kernel=kernel))) == 9
    assert clew.solve(bare, clew.Count(), kernel=kernel).statistics.kernel_reason == ""
    with pytest.raises(clew.OptionError, match="declares no symmetries"):
        clew.count_by_symmetry(bare)


def test_why_with_a_level_and_a_kernel_named(bare: clew.Model) -> None:
    bare.fix("a", 1)
    bare.require(Var("a") != 1)
    for kernel in ("python", "auto"):
        found = clew.why(bare, inference="unit", kernel=kernel)
        assert found is not None
        assert len(found.constraints) == 1


@pytest.mark.parametrize(
    ("problem", "why"),
    [
        (Letters("baselines"), "has hooks"),
        (Returning("violations", ()), "judges by its own violations()"),
        (clew.Model("empty"), "has no variables"),
    ],
)
def test_what_a_problem_has_in_place_of_constraints_is_told(problem: Any, why: str) -> None:
    with pytest.raises(clew.OptionError, match=re.escape(why)):
        clew.first(problem, inference="unit")
    with pytest.raises(clew.OptionError, match=re.escape(why)):
        clew.first(problem, kernel="compiled")


def test_best_without_a_bound_runs_in_the_engine() -> None:
    def cost(solution: Any) -> int:
        return int(solution[0])

    without = clew.solve(Queens(6), clew.Best(cost)).statistics
    assert (without.kernel, without.kernel_reason) == ("compiled" if clew.engine().available else "python", "")
    bounded = clew.solve(Queens(6), clew.Best(cost, bound=lambda state: 0)).statistics
    assert (bounded.kernel, bounded.kernel_reason) == ("python", "a bound is asked in Python")


def test_the_reason_of_an_own_choice_is_no_bound() -> None:
    class Choosing(Queens):
        def choose_variable(self, state: clew.State[Any, Any]) -> Any:
            return state.first_open()

    statistics = clew.solve(Choosing(6), clew.Count()).statistics
    assert statistics.kernel_reason == "the problem's own choose_variable is Python"


PUZZLE: Final = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SPACED: Final = [PUZZLE[k : k + 9].replace(".", " ") for k in range(0, 81, 9)]


@pytest.mark.parametrize("text", ["\n".join(SPACED), "\n".join(SPACED) + "\n", "\r\n".join(SPACED), "/".join(SPACED)])
def test_spaces_are_empty_cells_of_a_sudoku_in_lines_of_one_length(text: str) -> None:
    assert clew.load("sudoku", text) == clew.load("sudoku", PUZZLE)


@pytest.mark.parametrize(
    "text", ["\n".join(map(str.rstrip, SPACED)), "".join(SPACED), "12|  \n  |4 \n--+--\n  |  \n3 | 2"]
)
def test_spaces_that_may_be_cells_or_not_are_refused(text: str) -> None:
    with pytest.raises(clew.InputError, match=r"spaces beside cells are skipped .* write \. for an empty cell$"):
        clew.load("sudoku", text)


def test_spaces_between_the_cells_say_nothing() -> None:
    puzzle = clew.load("sudoku", PUZZLE)
    assert clew.load("sudoku", "\n".join(" ".join(line.replace(" ", ".")) for line in SPACED)) == puzzle
    assert clew.load("sudoku", puzzle.draw(puzzle.given())) == puzzle
    assert clew.load("sudoku", "    12..\n    34..\n    ....\n    ...1") == clew.load("sudoku", "12../34../..../...1")


@pytest.mark.parametrize(
    ("text", "square", "rows"),
    [
        ("1 0\n 01", False, ("1.0", ".01")),
        ("1 0 1\n0 1 0", False, ("101", "010")),
        ("1  \n0 1", False, ("1..", "0.1")),
        (" 0/1 ", True, (".0", "1.")),
        ("1 0/0 1", True, ("10", "01")),
        ("1 / 0", False, ("1", "0")),
        ("1 0 / 001", False, ("1.0", "001")),
        ("1  \n  0\n   ", True, ("1..", "..0", "...")),
    ],
)
def test_the_form_of_a_grid_reads_spaces_as_empty_cells(text: str, square: bool, rows: tuple[str, ...]) -> None:
    assert clew.forms.Grid("01", ".", square=square).read(text).rows == rows


def test_the_form_of_a_grid_says_that_spaces_are_skipped() -> None:
    with pytest.raises(clew.InputError, match=r"row 2 has 1 cell, .*; spaces beside cells are skipped"):
        clew.forms.Grid("01", ".").read("1 0\n 1")


def test_a_model_without_constraints_is_not_walked_to_the_end() -> None:
    model = clew.Model()
    model.variables("a b c d", range(40))
    for level in ("forward", "unit", "arc"):
        assert clew.count(model, inference=level) == 40**4
    assert len(clew.solve(model, clew.AtMost(50)).result) == 50
