"""Problem: what a plugin subclasses.

A problem names its variables and their domains and answers four questions, the *hooks*. Each has
a default, so that a small problem is a class with two methods: `domains` and `is_consistent`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Self, TypeVar, cast

import attrs

from clew.constraints.base import OPEN, Constraint, Domain, judged, truth
from clew.constraints.declared import about_variables, flat
from clew.constraints.names import walkable
from clew.errors import InputError, OptionError, ProblemError, forgotten_return, shown
from clew.forms import Form
from clew.limits import LIMIT, looking
from clew.problem.drawing import draw_cells, rectangle
from clew.state.lanes import Lanes
from clew.state.state import DEAD_END, DeadEnd, State

if TYPE_CHECKING:
    from clew.events import Event
    from clew.render import Picture

Var = TypeVar("Var", bound=Hashable)
Val = TypeVar("Val", bound=Hashable)


@attrs.frozen
class Example:
    """An instance with its published or independently known number of solutions.

    Attributes:
        name: what to call it.
        text: the instance as text.
        count: how many solutions it has.
        parameters: the problem's parameters, where they differ from the defaults.
    """

    name: str
    text: str
    count: int
    parameters: Mapping[str, Any] = attrs.field(factory=dict)


@attrs.frozen
class Violation:
    """A rule that an assignment breaks, and where.

    Attributes:
        rule: a short name of the rule.
        message: one line that says which rule is broken, where, and by what.
        variables: the variables that break it together.
    """

    rule: str
    message: str
    variables: tuple[Hashable, ...]

    def __str__(self) -> str:
        return self.message


def parameter(
    default: Any,
    help: str,
    *,
    choices: Sequence[Any] | None = None,
    validator: Callable[[Any, attrs.Attribute[Any], Any], Any] | None = None,
) -> Any:
    """An attrs field of a problem that its users set by name: in Python and on the command line.

    Args:
        default: its value when nobody sets it; its type is that of the values.
        help: one line for the help of the command.
        choices: the only values allowed, if they are few.
        validator: an attrs validator, if `choices` do not say it all.
    """

    def among_choices(problem: Any, field: attrs.Attribute[Any], value: Any) -> None:
        if choices is not None and value not in choices:
            names = ", ".join(map(str, choices))
            raise OptionError(f"{_title(type(problem))}: {field.name} must be one of {names}, not {value!r}")

    validators = [among_choices, *([validator] if validator else [])]
    metadata = {"help": help, "choices": choices}
    return attrs.field(default=default, kw_only=True, validator=validators, metadata=metadata)


def instance(form: Form[Any], help: str = "") -> Any:
    """An attrs field of a problem that holds its instance: it is read from text, and written, by a standard form.

    Args:
        form: one of `clew.forms`, or one of your own.
        help: one line for the help of the command.
    """
    if not isinstance(form, Form):
        raise ProblemError(f"clew.instance needs a form, such as clew.forms.Word(), not {form!r}")

    def sound(problem: Problem[Any, Any], field: attrs.Attribute[Any], value: Any) -> None:
        try:
            form.check(value)
        except InputError as error:
            raise InputError(f"{_title(type(problem))}: {error}") from None

    return attrs.field(converter=form.made, validator=sound, metadata={"form": form, "about": help})


class StandardStyles:
    """The styles of a problem that names none: those of the standard drawing, as far as they suit its variables."""

    def __get__(self, problem: Problem[Any, Any] | None, kind: type[Problem[Any, Any]]) -> tuple[str, ...]:
        if kind.draw is not Problem.draw or (problem is not None and rectangle(declared_domains(problem)) is None):
            return ("names",)
        return ("grid", "names")


class Problem(Generic[Var, Val]):
    """A problem to search, or rather one instance of it.

    Subclasses are usually frozen attrs classes; solving never changes them.

    Attributes:
        name: what the command line calls the problem.
        summary: one line.
        rules: a few sentences.
        examples: instances with their known number of solutions; tests run every one.
        styles: the ways in which `draw` can draw, the default first. The standard drawing of a problem whose
            variables are cells, pairs of a row and a column, has `grid` and `names`; that of others has `names`.
    """

    name: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    rules: ClassVar[str] = ""
    examples: ClassVar[tuple[Example, ...]] = ()
    styles: ClassVar[tuple[str, ...]] = cast(Any, StandardStyles())

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        _check_names(cls)

    # -- variables and domains ----------------------------------------------------------------

    def domains(self) -> Mapping[Var, Iterable[Val]]:
        """Each variable with the values that it may take, in the order to try them.

        A problem whose variables or values appear as the search goes leaves this empty and
        overrides `choose_variable` and `enumerate_values`.
        """
        return {}

    def given(self) -> Mapping[Var, Val]:
        """Values that the instance fixes. They are assumed before the search, one after the other."""
        return {}

    def constraints(self) -> Iterable[Constraint]:
        """What must hold, declared (see `clew.constraints`). The hooks are derived from it.

        A problem that declares constraints needs no hooks; one that overrides hooks as well must satisfy both.
        """
        return ()

    # -- the four hooks -----------------------------------------------------------------------

    def choose_variable(self, state: State[Var, Val]) -> Var | None:
        """The variable to branch on, or None when the assignment is complete.

        By default the first declared variable that is open.
        """
        return state.first_open()

    def enumerate_values(self, state: State[Var, Val], variable: Var) -> Iterable[Val]:
        """The values to try for a variable, finitely many, in the order to try them.

        By default what the variable's domain still has.
        """
        return state.domain(variable)

    def is_consistent(self, state: State[Var, Val], variable: Var, value: Val) -> bool:
        """Whether the assignment may still be extended to a solution once this decision is made.

        Judges the new decision against what the state has assigned, nothing else, and never turns
        true again when more is assigned. By default: whether the declared constraints may
        still hold, as far as each can tell.

        Args:
            state: the state *before* the decision.
            variable: the variable decided, open in the state.
            value: the value that it would take.
        """
        declared = Declared(self)
        return not declared.constraints or declared.is_consistent(state, variable, value)

    def forward_check(self, state: State[Var, Val], variable: Var, value: Val) -> State[Var, Val] | DeadEnd:
        """The state without the values that a decision takes from the variables still open.

        By default it keeps what `is_consistent` accepts, and stops at the first domain that is
        left empty (Haralick and Elliott, Increasing tree search efficiency for constraint
        satisfaction problems, 1980). An override must leave no value that `is_consistent` refuses.

        Args:
            state: the state *with* the decision made.
            variable: the variable decided.
            value: the value that it took.

        Returns:
            The pruned state, or `DEAD_END`.
        """
        return filter_domains(self, state)

    # -- an independent judgement ---------------------------------------------------------------

    def violations(self, assignment: Mapping[Var, Val]) -> Iterable[Violation]:
        """The rules that a full or partial assignment breaks; none if it is sound.

        Every listed solution is judged by it, so it should share no code with the hooks. By default the
        declared constraints judge, by their `holds`. A problem with hooks of its own has nothing else to go
        by: the decisions are replayed through `is_consistent`.
        """
        yield from Declared(self).violations(assignment)
        if overrides(self, "is_consistent"):
            yield from _replayed(self, assignment)

    def baselines(self) -> Mapping[str, Callable[[], Iterable[Mapping[Var, Val]]]]:
        """Other ways to find the solutions, by name, to compare the search with."""
        return {}

    def symmetries(self) -> Mapping[str, Callable[[Mapping[Var, Val]], Mapping[Var, Val]]]:
        """Maps of assignments that turn the solutions of this instance into each other, by name.

        Each acts on every decision by itself, so that it takes a part of a solution to a part of its image: a board
        with one queen to the board with that queen turned. `clew.symmetry.counting` counts with them.

        Each takes a solution to a solution, and different ones to different ones, so it keeps the number of
        solutions. A few that generate the others are enough: a quarter turn and a reflection stand for all eight
        symmetries of a square. Name only those that the instance has: a given value breaks most.
        """
        return {}

    # -- ordering ---------------------------------------------------------------------------------

    def neighbours(self, variable: Var) -> Collection[Var]:
        """The variables that share a rule with this one: a declared constraint, or else any rule at all.

        The `degree` ordering counts them. Called once for each variable of a search.
        """
        declared = Declared(self)
        if declared.constraints and not overrides(self, "is_consistent"):
            return declared.neighbours(variable)
        return [other for other in self.domains() if other != variable]

    # -- reading and drawing ------------------------------------------------------------------------

    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        """The problem that a text describes, by default in the form of its instance field (see `clew.instance`).

        Args:
            text: the instance.
            parameters: the problem's parameters, by name.

        Raises:
            InputError: the text does not describe an instance; the message names the place.
        """
        field = instance_field(cls)
        if field is None:
            raise InputError(f"{_title(cls)} reads no instances from text: make it in Python")
        form: Form[Any] = field.metadata["form"]
        try:
            value = form.read(text)
        except InputError as error:
            raise InputError(f"{_title(cls)}: {error}") from None
        return cls(**{str(field.alias): value}, **parameters)

    def to_text(self) -> str:
        """The instance as a text that `from_text` reads back, by default in the form of its instance field."""
        field = instance_field(type(self))
        if field is None:
            raise OptionError(f"{_title(type(self))} writes no instances as text")
        form: Form[Any] = field.metadata["form"]
        return form.write(getattr(self, field.name))

    def line_symbols(self) -> Mapping[str, Val | None]:
        """What the symbols of an instance say that is a line with one symbol for each variable; empty if none is.

        Files of thousands of instances are read by it, where `from_text` would take longer than the search. So a line
        of as many symbols as there are variables, in their order, must say the same to both.

        Returns:
            For each symbol, one character, the value that it gives to its variable; None for an open one.
        """
        return {}

    def draw(self, assignment: Mapping[Var, Val], style: str | None = None) -> str:
        """A full or partial assignment as text.

        By default a line for each variable; where the variables are cells, a grid with a dot in the open ones. Cells
        that are no variables show the symbol that an instance field in the form of a grid has there.

        Args:
            assignment: the values to draw.
            style: one of `styles`; by default the first of them.
        """
        if self.check_style(style) == "grid" and (grid := draw_cells(self, assignment)) is not None:
            return grid
        return "\n".join(f"{self.variable_name(v)} = {self.value_name(w)}" for v, w in assignment.items())

    def draw_search(self, events: Sequence[Event], *, colour: bool = False) -> str | None:
        """What the search did, as text; None, the default, if there is no such drawing.

        Args:
            events: everything that the search reported.
            colour: whether the text may hold ANSI colours.
        """
        return None

    def picture(self, assignment: Mapping[Var, Val], domains: Mapping[Var, Collection[Val]] | None = None) -> Picture:
        """A full or partial assignment as a picture; `picture(...).svg()` is a text in SVG.

        By default a board where the variables are cells. Other problems show their drawing in text if they have one
        of their own, and otherwise, or if the domains are to be seen, a list of their variables.

        Args:
            assignment: the values to show.
            domains: the values that are left to variables, to be shown where a variable has none; None shows none.
        """
        from clew.problem.pictures import standard

        return standard(self, assignment, domains, is_drawn=overrides(self, "draw"))

    def picture_search(self, events: Sequence[Event]) -> Picture | None:
        """What the search did, as one picture; None, the default, if there is no such picture.

        Args:
            events: everything that the search reported.
        """
        return None

    def _repr_svg_(self) -> str | None:
        try:
            return self.picture(self.given()).svg()
        except OptionError:
            return None  # too large for a picture

    def variable_name(self, variable: Var) -> str:
        """A stable name for a variable: for JSON, `--given` and messages."""
        return ",".join(map(str, variable)) if isinstance(variable, tuple) else str(variable)

    def constraint_name(self, constraint: Constraint) -> str:
        """What to call a declared constraint in messages, such as `row 3`.

        By default what `Constraint.named` has called it, or else its kind and its scope.
        """
        return constraint.label or constraint.title

    def value_name(self, value: Val) -> Any:
        """A value as JSON can hold it: numbers, text and truth values stay, others become text."""
        return value if isinstance(value, (bool, int, float, str)) or value is None else str(value)

    def check_style(self, style: str | None) -> str:
        """The style to draw in: the one asked for, if there is such a one, or the default.

        Raises:
            OptionError: there is no such style.
        """
        if style is None:
            return self.styles[0]
        if style not in self.styles:
            raise OptionError(f"{_title(type(self))} has no style {style!r}: choose one of {', '.join(self.styles)}")
        return style


def instance_field(kind: type[Problem[Any, Any]]) -> attrs.Attribute[Any] | None:
    """The field of a problem that was declared with `clew.instance`, if there is one.

    Raises:
        ProblemError: there are several, or the class was not made by attrs and so has no fields.
    """
    title = _title(kind)
    if not attrs.has(kind):
        if any("form" in getattr(value, "metadata", ()) for value in vars(kind).values()):
            raise ProblemError(f"{title} has no fields yet: write @attrs.frozen above the class")
        return None
    fields = [field for field in attrs.fields(kind) if "form" in field.metadata]
    if len(fields) > 1:
        names = " and ".join(field.name for field in fields)
        raise ProblemError(f"{title} has several instance fields, {names}: write from_text and to_text yourself")
    return fields[0] if fields else None


def _title(kind: type[Problem[Any, Any]]) -> str:
    return kind.name if isinstance(kind.name, str) and kind.name else kind.__name__


def _check_names(kind: type[Problem[Any, Any]]) -> None:
    """Refuse a class with a field, or a property, that hides what the engine asks every problem for.

    A class of attrs with slots is made twice, and has its fields in itself the second time. Other fields without a
    default are no more than an annotation.
    """
    own = vars(kind)
    if "help" in getattr(own.get("text"), "metadata", {}):
        raise ProblemError(f"{kind.__name__}: a parameter cannot be called text: that is what from_text reads")
    described = annotations_of(kind)
    for name, original in vars(Problem).items():
        if name.startswith("_") or not (name in own or name in described):
            continue
        if callable(getattr(Problem, name)):
            is_hidden = not callable(getattr(kind, name))
            what = f"the method {name}, which clew calls"
        else:
            is_hidden = name in own and not isinstance(getattr(kind, name), (str, tuple, list))
            what = f"the {name} of the puzzle"
        if is_hidden or (name not in own and "ClassVar" not in str(described[name])):
            hint = "" if callable(original) else f", or write {name} = ... without a type if it is meant"
            raise ProblemError(f"{kind.__name__}: the field {name} hides {what}: give it another name{hint}")


def annotations_of(kind: type[Any]) -> Mapping[str, Any]:
    """What a class itself annotates; names that are not defined yet do no harm."""
    if sys.version_info >= (3, 14):
        import annotationlib

        return annotationlib.get_annotations(kind, format=annotationlib.Format.FORWARDREF)
    annotations: Mapping[str, Any] = vars(kind).get("__annotations__", {})
    return annotations


def declared_given(problem: Problem[Var, Val]) -> dict[Var, Val]:
    """The values that a problem fixes, anew.

    Raises:
        ProblemError: it returns something else.
    """
    given = problem.given()
    if not isinstance(given, Mapping):
        raise ProblemError(f"given returned {shown(given)}: return a mapping from variables to values")
    return dict(given)


def declared_domains(problem: Problem[Var, Val]) -> Mapping[Var, Iterable[Val]]:
    """The domains that a problem declares.

    Raises:
        ProblemError: it forgets to return them.
    """
    domains = problem.domains()
    if cast(Any, domains) is None:
        raise forgotten_return("domains", "each variable with the values that it may take")
    if not isinstance(domains, (dict, Mapping)):  # the test of a dictionary is far quicker
        raise ProblemError(f"domains returned {shown(domains)}: return a mapping from each variable to its values")
    return domains


class Declared(Generic[Var, Val]):
    """The declared constraints of a problem, found by their variables.

    Attributes:
        domains: the declared domains.
        constraints: the declared constraints.

    Raises:
        ProblemError: a constraint is about a variable that the problem does not have.
    """

    def __init__(self, problem: Problem[Var, Val]) -> None:
        self.problem = problem
        declared = problem.constraints()
        if cast(Any, declared) is None:
            raise forgotten_return("constraints", "the constraints, or yield them")
        if not walkable(declared):
            raise ProblemError(f"constraints returned {shown(declared)}: return a collection of constraints")
        constraints = tuple(flat(declared))
        self.domains = declared_domains(problem)
        variables = set(self.domains)
        self.constraints: tuple[Constraint, ...] = tuple(about_variables(constraints, self.domains))
        for constraint in self.constraints if LIMIT.get() is None else looking(self.constraints):
            if not variables.issuperset(constraint.scope):
                title = problem.name or type(problem).__name__
                missing = next(variable for variable in constraint.scope if variable not in variables)
                raise ProblemError(f"{constraint.title}: {title} has no variable {missing!r}: declare it first")

    @cached_property
    def about(self) -> dict[Any, list[Constraint]]:
        """For each variable the constraints that are about it."""
        about: dict[Any, list[Constraint]] = {}
        for constraint in self.constraints:
            for variable in constraint.scope:
                about.setdefault(variable, []).append(constraint)
        return about

    def is_consistent(self, state: State[Var, Val], variable: Var, value: Val) -> bool:
        """Whether a decision goes with what is assigned, as far as its constraints can tell."""
        for constraint in self.about.get(variable, ()):
            names: tuple[Any, ...] = constraint.scope
            values = [value if v == variable else state.get(v, OPEN) for v in names]
            if not judged(constraint, values):
                return False
        return True

    def violations(self, assignment: Mapping[Var, Val]) -> Iterator[Violation]:
        """The constraints that do not hold, and those that cannot hold any more, as far as each can tell."""
        for constraint in self.constraints:
            scope: tuple[Any, ...] = constraint.scope
            values = [assignment.get(v, OPEN) for v in scope]
            if self._may_hold(constraint, values):
                continue
            broken = [(scope[k], values[k]) for k in constraint.conflicting(values)]
            shown = ", ".join(f"{self.problem.variable_name(v)} = {value!r}" for v, value in broken)
            name = self.problem.constraint_name(constraint)
            rule = type(constraint).__name__ if name == constraint.title else name
            verdict = "cannot hold with" if OPEN in values else "does not hold for"
            yield Violation(rule, f"{rule} {verdict} {shown}", tuple(v for v, _ in broken))

    def _may_hold(self, constraint: Constraint, values: list[Any]) -> bool:
        """Whether a constraint holds, or may hold once its open variables have values."""
        is_open = [value is OPEN for value in values]
        if not any(is_open):
            return truth(constraint, values)
        if all(is_open):
            return True
        scope: tuple[Any, ...] = constraint.scope
        return constraint.satisfiable(
            [self._domains[v] if value is OPEN else (value,) for v, value in zip(scope, values, strict=True)]
        )

    @cached_property
    def _domains(self) -> dict[Any, Domain]:
        return {v: domain if isinstance(domain, range) else tuple(domain) for v, domain in self.domains.items()}

    def neighbours(self, variable: Var) -> list[Var]:
        """The variables that share a constraint with this one."""
        near: dict[Any, None] = {v: None for c in self.about.get(variable, ()) for v in c.scope}
        near.pop(variable, None)
        return list(near)


def overrides(problem: Problem[Any, Any], hook: str) -> bool:
    """Whether a problem gives a hook of its own."""
    return getattr(type(problem), hook) is not getattr(Problem, hook) or hook in vars(problem)


SEARCHED: Final = ("choose_variable", "enumerate_values", "is_consistent", "forward_check")
"""The hooks of the search."""


def is_declared(problem: Problem[Any, Any], constraints: Collection[Constraint], domains: Mapping[Any, Any]) -> bool:
    """Whether constraints say which solutions a problem has, even if there are none of them: all is allowed then."""
    return bool(constraints) or (
        bool(domains) and not any(overrides(problem, hook) for hook in (*SEARCHED, "violations"))
    )


def why_undeclared(problem: Problem[Any, Any]) -> str:
    """What a problem has in place of declared constraints, for messages."""
    if any(overrides(problem, hook) for hook in SEARCHED):
        return "has hooks"
    return "judges by its own violations()" if overrides(problem, "violations") else "has no variables"


def filter_domains(problem: Problem[Var, Val], state: State[Var, Val]) -> State[Var, Val] | DeadEnd:
    """The state with only those values in the open domains that `is_consistent` accepts."""
    for variable in state.open:
        refused = [value for value in state.domain(variable) if not consistent(problem, state, variable, value)]
        if refused:
            pruned = state.prune(variable, refused)
            if pruned is DEAD_END:
                return DEAD_END
            state = pruned
    return state


def consistent(problem: Problem[Var, Val], state: State[Var, Val], variable: Var, value: Val) -> bool:
    """What `is_consistent` says; a forgotten `return` is an error rather than a refusal."""
    verdict = problem.is_consistent(state, variable, value)
    if verdict is None:
        raise forgotten_return("is_consistent", "True or False")
    return verdict


def _replayed(problem: Problem[Var, Val], assignment: Mapping[Var, Val]) -> Iterable[Violation]:
    state = State.root(Lanes(problem.domains()))
    for variable, value in assignment.items():
        name = problem.variable_name(variable)
        shown = f"{name} = {problem.value_name(value)}"
        lane = state.lanes.lane.get(variable)
        if lane is not None and value not in lane.positions:
            yield Violation("domain", f"{shown}: the domain of {name} has no such value", (variable,))
            continue
        if not consistent(problem, state, variable, value):
            yield Violation("consistency", f"{shown} is refused by what was assigned before it", (variable,))
        after = state.assign(variable, value)
        state = state if after is DEAD_END else after
