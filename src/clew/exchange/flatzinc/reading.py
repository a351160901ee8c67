"""FlatZinc as a model: variables and constraints, output, objective, and how it is to be searched."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, TypeVar

from clew.errors import InputError, OptionError
from clew.exchange.flatzinc.searching import Phase, hints, phases
from clew.exchange.flatzinc.variables import FlatVariables, Value
from clew.limits import collector_paused, looking
from clew.problem.model import Model
from clew.records import frozen

T = TypeVar("T")


@frozen(eq=False)
class Shown:
    """A variable or an array that a solution shows.

    Attributes:
        before: the text before its items: its name, and the index sets of an array.
        items: the variables and constants in it.
        words: for each item, whether it is a Boolean.
        behind: the text behind its items.
    """

    before: str
    items: list[Value]
    words: list[bool]
    behind: str


@frozen(eq=False)
class FlatModel:
    """A model that was read.

    Attributes:
        model: the variables and the constraints.
        shown: the variables and arrays that solutions show.
        objective: the variable that is to be small or large; None if none is.
        maximizes: whether it is to be large.
        search: how the model wants to be searched.
        hint: the values that it wants to be tried first.
        unbounded: the variables of which no bounds are known.
    """

    model: Model
    shown: list[Shown]
    objective: Value | None
    maximizes: bool
    search: list[Phase]
    hint: dict[str, int]
    unbounded: list[str]


@collector_paused()
def read(text: str) -> FlatModel:
    """A model in FlatZinc, as text or as JSON.

    Raises:
        InputError: it is no FlatZinc, or has something that clew does not do; the message names it.
    """
    if text.lstrip()[:1] != "{":
        from clew.exchange.flatzinc.text import parsed

        return FlatReader(parsed(text)).model()
    import json

    try:
        return FlatReader(json.loads(text)).model()
    except ValueError as error:
        raise InputError(f"this is no JSON: {error}") from None
    except (KeyError, TypeError, AttributeError) as error:
        raise InputError(f"this JSON is no FlatZinc: {type(error).__name__}: {error}") from None


class FlatReader(FlatVariables):
    """Takes in a model: first the constraints that make aliases and constants, then the others."""

    def _settle(self) -> Iterator[Mapping[str, Any]]:
        """Take in what makes aliases and constants, or says something of one variable; the other constraints."""
        from clew.exchange.flatzinc.builtins import SETTLING

        for one in looking(self.flat["constraints"]):
            settle = SETTLING.get(one["id"])
            if settle is None or not self.taken(one, settle):
                yield one
        self.settle()

    def model(self) -> FlatModel:
        """The model."""
        from clew.exchange.flatzinc.builtins import builder
        from clew.exchange.flatzinc.unbounded import tighten

        self._declare()
        rest = [*self._settle()]
        open_ends = tighten(self, rest) if self.unbounded else []
        for one in looking(rest):
            self.taken(one, builder(one["id"]))
        solve = self.flat["solve"]
        objective = None if solve["method"] == "satisfy" else self.value(solve["objective"])
        shown = [self._shown(name) for name in self.flat.get("output", ())]
        used: Any = {name for constraint in self.constraints for name in constraint.scope}
        used.update(item for one in shown for item in one.items)
        used.add(objective)
        model = self._declared_model(used)
        open_ends = [name for name in open_ends if name in used]
        wishes, maximizes = solve.get("ann", ()), solve["method"] == "maximize"
        search, hint = phases(self, model, wishes), hints(self, model, wishes)
        return FlatModel(model, shown, objective, maximizes, search, hint, open_ends)

    def _declared_model(self, used: Collection[Any]) -> Model:
        """The variables that something is said of, those that the compiler introduced last, and the constraints."""
        declared, model = self.flat["variables"], Model("model")
        kept = [name for name, domain in self.domains.items() if name in used or not domain]
        for name in sorted(kept, key=lambda name: _is_introduced(declared.get(name, {}))):
            model.variable(name, self.domains[name][:1] if self.has_failed else self.domains[name])
        try:
            model.require(self.constraints)
        except OptionError as error:
            raise InputError(str(error)) from None
        return model

    def _shown(self, name: str) -> Shown:
        declared = self.flat["variables"]
        if name not in self.arrays:
            return Shown(f"{name} = ", [self.value(name)], [declared[name]["type"] == "bool"], ";\n")
        one, items = self.flat["arrays"][name], self.arrays[name]
        words = [isinstance(item, bool) or declared.get(item, {}).get("type") == "bool" for item in items]
        calls = [note for note in one.get("ann", ()) if isinstance(note, dict) and note["id"] == "output_array"]
        sizes = [_range(part["set"]) for call in calls[-1:] for part in call["args"][0]]
        call = f"array{len(sizes)}d({', '.join(sizes)}, [" if sizes else "["
        return Shown(f"{name} = {call}", self.items(name), words, "]);\n" if sizes else "];\n")


def _range(parts: list[list[int]]) -> str:
    return f"{parts[0][0]}..{parts[0][1]}" if parts else "1..0"


def _is_introduced(one: Mapping[str, Any]) -> bool:
    is_marked = any(note in ("var_is_introduced", "is_defined_var") for note in one.get("ann", ()))
    return is_marked or bool(one.get("introduced") or one.get("defined")) or not one
