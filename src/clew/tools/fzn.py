"""The command `fzn-clew`, which MiniZinc calls: it reads FlatZinc, searches, and writes solutions as they are found.

Ctrl-C ends the search, as does a signal to terminate; the best of the solutions is written then.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from clew.exchange.flatzinc.reading import FlatModel
    from clew.options import Options
    from clew.outcome import Outcome
    from clew.strategies import Strategy

FLAGS: Final = {"-a": "all", "-i": "intermediate", "-f": "free", "-s": "statistics", "-v": "verbose"}
NUMBERS: Final = {"-n": "solutions", "-p": "jobs", "-r": "seed", "-t": "milliseconds", "--memory": "megabytes"}

USAGE: Final = """\
usage: fzn-clew [options] model.fzn

Solves a model in FlatZinc, as text or as JSON; - for standard input. MiniZinc calls it: clew minizinc --install.

  -a      all solutions; of an optimisation, each that is better than those before
  -n N    so many solutions
  -i      of an optimisation, each solution that is better than those before
  -f      search freely: the model's search annotations need not be followed
  -p N    with so many threads
  -r N    the seed of what is drawn
  -t MS   for so many milliseconds
  --memory MB
          with so much memory; 0 for any
  -s      statistics
  -v      what is done, on standard error
"""


def main() -> int:
    """Run the command with the words of the process; its exit status."""
    import gc
    import signal

    gc.disable()  # a model is one large piece of data, and no garbage
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _interrupted)
    started = time.perf_counter()
    from clew.errors import ClewError

    run = Run(started)
    try:
        try:
            return run.answer(sys.argv[1:])
        except KeyboardInterrupt:
            return run.conclude()
    except (ClewError, OSError, UnicodeDecodeError, MemoryError) as error:
        sys.stderr.write(f"fzn-clew: {' '.join(str(error).split()) or 'this takes more memory than there is'}\n")
        return 1
    finally:
        gc.freeze()  # nothing is to be collected when Python ends either


def _interrupted(number: int, frame: object) -> None:
    raise KeyboardInterrupt


def words(arguments: Sequence[str]) -> dict[str, Any]:
    """The options, by their names, and the file."""
    from clew.errors import OptionError

    found: dict[str, Any] = {}
    rest = iter(arguments)
    for word in rest:
        if word in FLAGS:
            found[FLAGS[word]] = True
        elif word in NUMBERS:
            number = next(rest, "")
            if not (number.removeprefix("-") if word == "-r" else number).isdecimal():
                raise OptionError(f"{word} takes a whole number, not {number!r}")
            found[NUMBERS[word]] = int(number)
        elif word.startswith("-") and word != "-":
            raise OptionError(f"{word} is no option: fzn-clew --help lists them")
        elif "file" in found:
            raise OptionError("one model at a time")
        else:
            found["file"] = word
    if "file" not in found:
        raise OptionError("which model? fzn-clew --help lists the options")
    return found


class Run:
    """One model, and what is known of it.

    Args:
        started: when the process began, by `time.perf_counter`.
    """

    def __init__(self, started: float) -> None:
        self.started = started
        self.found = 0
        self.best = ""  # the best solution, while it is not written
        self.options: dict[str, Any] = {}
        self.flat: FlatModel | None = None
        self.reading = 0.0
        self.outcome: Outcome[Any] | None = None

    def answer(self, arguments: Sequence[str]) -> int:
        """Answer the model that the words of the command name; the exit status."""
        if not {"-h", "--help"}.isdisjoint(arguments):
            sys.stdout.write(USAGE)
            return 0
        self.options = words(arguments)
        flat = self.flat = self._read()
        self.reading = time.perf_counter() - self.started
        self._note(f"{flat.model!r} was read in {self.reading:.3f} s")
        if flat.unbounded:
            from clew.exchange.flatzinc.unbounded import FAR

            names = ", ".join(flat.unbounded[:3])
            sys.stderr.write(f"fzn-clew: {names}: no bounds are known; nothing is proved beyond {FAR:,}\n")
        self.outcome = self._searched(flat)
        return self.conclude()

    def _read(self) -> FlatModel:
        from clew.exchange.flatzinc.reading import read

        if self.options["file"] == "-":
            return read(sys.stdin.read())
        with open(self.options["file"], encoding="utf-8") as opened:
            return read(opened.read())

    def _searched(self, flat: FlatModel) -> Outcome[Any]:
        from clew.api import solve
        from clew.strategies import Best, First

        options = search_options(flat, self.options, time.perf_counter() - self.started)
        if isinstance(flat.objective, str):
            best = Best(flat.objective, maximize=flat.maximizes, on_improvement=self._improved)
            if self.options.get("jobs", 1) > 1:
                options["jobs"] = self.options["jobs"]
            outcome = solve(flat.model, best, **options)
            if outcome.result is not None:
                self._improved(outcome.result, None)
            return outcome
        wanted = 1 if flat.objective is not None else self.options.get("solutions", 0 if self.options.get("all") else 1)
        if wanted == 1:
            outcome = solve(flat.model, First(), **options)
            if outcome.result is not None:
                self.write(self.text(outcome.result))
            return outcome
        return solve(flat.model, _writing(self, wanted), **options)

    def text(self, solution: Any) -> str:
        from clew.exchange.flatzinc.output import written

        return written(self.flat, solution)  # type: ignore[arg-type]

    def _improved(self, solution: Any, value: Any) -> None:
        text = self.text(solution)
        if text == self._last:
            return
        if self.options.get("all") or self.options.get("intermediate"):
            self.write(text)
        else:
            self.best = text
        self._last = text

    _last = ""

    def write(self, text: str) -> None:
        self.found += 1
        sys.stdout.write(text)
        sys.stdout.flush()

    def _note(self, text: str) -> None:
        if self.options.get("verbose"):
            sys.stderr.write(f"% {text}\n")

    def conclude(self) -> int:
        """Write the best solution, how complete the answer is, and statistics; the exit status."""
        import signal

        from clew.exchange.flatzinc import output

        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)  # this is the end already

        if self.best:
            self.write(self.best)
        outcome, flat = self.outcome, self.flat
        is_known = outcome is not None and outcome.exhausted and flat is not None and not flat.unbounded
        if self.found:
            is_best = is_known or (outcome and flat and isinstance(flat.objective, int))  # of a constant, any is
            sys.stdout.write(f"{output.COMPLETE}\n" if is_best else "")
        else:
            sys.stdout.write(f"{output.UNSATISFIABLE if is_known else output.UNKNOWN}\n")
        if outcome is not None:
            self._note(f"{outcome.status.value}; {outcome.statistics.kernel} {outcome.statistics.kernel_reason}")
        if self.options.get("statistics") and flat is not None:
            own = None if outcome is None else outcome.statistics
            more = {"objective": None, "objectiveBound": outcome and outcome.bound, "solutions": self.found}
            if isinstance(flat.objective, str) and outcome is not None and outcome.result is not None:
                more["objective"] = outcome.result[flat.objective]
            kept = {name: value for name, value in more.items() if value is not None}
            sys.stdout.write(output.statistics(flat, self.reading, own, kept))
        sys.stdout.flush()
        return 0


def search_options(flat: FlatModel, options: dict[str, Any], seconds: float) -> Options:
    """The options of clew's questions.

    The search annotations of the model are among them, unless `options` has `free`. Solutions that are listed come in a
    fixed order, so the smallest domain stands for the ordering that learns.

    Args:
        flat: the model.
        options: those of the command.
        seconds: the time that it has taken until now.
    """
    from clew.outcome import Limits

    found: Options = {}
    milliseconds, megabytes = options.get("milliseconds"), options.get("megabytes") or None
    left = None if milliseconds is None else max(0, milliseconds / 1000 - seconds)
    found["limits"] = Limits(time=left, memory=megabytes and megabytes * 10**6)
    if flat.hint:
        found["hint"] = flat.hint
    if "seed" in options:
        found["seed"] = options["seed"]
    if flat.search and not options.get("free"):
        is_listed = flat.objective is None and (options.get("all") or options.get("solutions", 1) != 1)
        found["search"] = [
            (names, "mrv" if is_listed and ordering == "wdeg" else ordering, values)
            for names, ordering, values in flat.search
        ]
        found["in_order"] = is_listed  # one solution may be any
    return found


def _writing(run: Run, wanted: int) -> Strategy[int]:
    """Writes each solution as it is found, so many at most; all if that is 0."""
    from clew.strategies import Counting

    flat, seen = run.flat, set()
    shown = {item for one in flat.shown for item in one.items} if flat else set()
    hides = flat is not None and any(name not in shown for name in flat.model)

    class Writing(Counting):
        most = None if hides else wanted or None
        stops = bool(wanted)

        def add(self, result: int, solution: Any) -> int:
            text = run.text(solution)
            if text in seen:
                return result
            if hides:  # others may differ in what is not shown alone
                seen.add(text)
            run.write(text)
            return result + 1

        def is_enough(self, result: int) -> bool:
            return result == wanted

    return Writing()
