"""clew: a backtracking framework. Describe a puzzle; clew finds its solutions.

Each name is imported when it is first asked for. So `import clew` costs next to nothing, and the command heeds Ctrl-C
before the rest is imported. Type checkers find the names in `__init__.pyi`.
"""

from sys import meta_path

__version__ = "0.1.0"

_NAMES = {
    "answers.advising": "advice",
    "answers.batch": "check_each first_each",
    "answers.diagnosis": "Ambiguity Clue Contradiction Fewest Redundant Repair ambiguity candidates core_of fewest "
    "fixed redundant repairs why",
    "answers.estimation": "Estimate Spread estimate",
    "answers.symmetry.classes": "count_by_symmetry solutions_by_symmetry",
    "api": "best check count first is_unique solutions solve violations",
    "constraints.soft": "Soft soft",
    "core": "Engine engine",
    "errors": "CheckpointError ClewError EngineError InputError OptionError PluginError ProblemError",
    "limits": "Cancel check_size",
    "options": "Cutting",
    "outcome": "Failure Interrupted Limits Outcome Statistics Status Stopped",
    "plugins": "load",
    "problem.declared": "Violation",
    "problem.example": "Example",
    "problem.fields": "instance parameter",
    "problem.model": "Model",
    "problem.problem": "Problem",
    "puzzles.generation": "generate",
    "puzzles.hints.hint": "Hint hint",
    "puzzles.hints.opening": "opened",
    "puzzles.hints.rating": "Rating",
    "puzzles.hints.steps": "Steps rate steps",
    "puzzles.printing": "Sheet sheet",
    "ranking": "ranked",
    "reference.search.permuting": "permutations",
    "scale.checkpoint.status": "CheckpointStatus checkpoint_status",
    "solution": "Optimum Solution Uniqueness",
    "state.lanes": "Lanes",
    "state.progress": "Progress",
    "state.state": "DEAD_END DeadEnd State",
    "strategies": "All AtMost Best Count First Sample Strategy Unique",
    "tools.comparison.comparing": "compare",
    "tools.resuming": "resume",
    "watch.trace": "search_tree",
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = sorted([*_HOMES, "forms"])

_ROOMS = {
    "answers": "batch diagnosis estimation symmetry",
    "planning": "counting",
    "problem": "events origins",
    "puzzles": "generation hints play printing",
    "reference": "propagation search",
    "scale": "checkpoint parallel",
    "tools": "cli comparison resuming testing",
    "watch": "trace",
}
_FORMER = {name: f"clew.{room}.{name}" for room, names in _ROOMS.items() for name in names.split()}
_FORMER |= {"formats": "clew.exchange", "observe": "clew.watch.observers"}
"""Modules by the names that they had, or have in public: `clew.events`, `clew.formats`, `clew.testing` and `clew.trace`
(their `.pyi` files are for type checkers)."""


def __getattr__(name):
    from importlib import import_module

    if name in _HOMES:
        found = globals()[name] = getattr(import_module(f"clew.{_HOMES[name]}"), name)
        return found
    module = f"clew.{name}"
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
    raise AttributeError(f"module 'clew' has no attribute {name!r}")


class _FormerNames:
    """Finds a module of clew by a name in `_FORMER`, before Python looks for a file, so that none is imported twice."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        top, dot, rest = name.removeprefix("clew.").partition(".")
        if top not in _FORMER or not name.startswith("clew."):
            return None
        from importlib.util import find_spec, spec_from_loader

        home = _FORMER[top] + dot + rest
        return find_spec(home) and spec_from_loader(name, _FormerNames(), origin=home)

    @staticmethod
    def create_module(spec):
        from importlib import import_module

        module = import_module(spec.origin)
        spec.loader_state = module.__spec__
        return module

    @staticmethod
    def exec_module(module):
        module.__spec__ = module.__spec__.loader_state  # its own, which the import has replaced


meta_path.insert(0, _FormerNames)  # before a folder is found under both of its names


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
