"""Problem: the base class of plugins.

A problem names its variables and their domains and answers four questions, the *hooks*. Each has a default, so that a
small problem is a class with two methods: `domains` and `is_consistent`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Self, TypeVar, cast

from clew.constraints.base import Constraint
from clew.errors import InputError, OptionError, forgotten_return
from clew.problem.declared import Declared, Violation, overrides
from clew.problem.drawing import draw_cells, without_auxiliary
from clew.problem.example import Example  # not for types alone: the hints of a problem can be read
from clew.problem.fields import StandardStyles, check_names, instance_from, instance_text, title_of
from clew.state.lanes import Lanes
from clew.state.state import DEAD_END, AnyState, DeadEnd, State

if TYPE_CHECKING:
    from random import Random

    from clew.constraints.soft import Soft
    from clew.forms.addresses import Address
    from clew.problem.events import Event
    from clew.render import Picture

Var = TypeVar("Var", bound=Hashable)
Val = TypeVar("Val", bound=Hashable)


class Problem(Generic[Var, Val]):
    """A problem to search, or rather one instance of it.

    Subclasses are usually frozen attrs classes; solving never changes them.

    Attributes:
        name: the problem's name on the command line.
        summary: one line.
        rules: a few sentences.
        examples: instances with their known number of solutions; tests run every one.
        styles: the ways in which `draw` can draw, the default first. The standard drawing of a problem whose
            variables are cells, pairs of a row and a column, has `grid` and `names`; that of others has `names`.
            An override of `draw` keeps them.
        translations: words of `decision_title` around the variable, and of names of rules, as hints in another
            language say them: the language, the words, and theirs, such as `("fr", "the tree at", "l'arbre en")`. A
            word may have forms as a subject, as an object and in the dative: `[der|den|dem] Baum in`.
            Sheets look for the name (`Killer sudoku`) and for `printed_rules` among them, and then among the
            `translations` of the package that the problem is in.
    """

    name: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    rules: ClassVar[str] = ""
    examples: ClassVar[tuple[Example, ...]] = ()
    sense: ClassVar[Literal["min", "max"]] = "min"
    styles: ClassVar[tuple[str, ...]] = cast(Any, StandardStyles())
    translations: ClassVar[tuple[tuple[str, str, str], ...]] = ()

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        check_names(cls)

    # -- variables and domains ----------------------------------------------------------------

    def domains(self) -> Mapping[Var, Iterable[Val]]:
        """Each variable with the values that it may take, in the order to try them.

        A problem whose variables or values appear as the search goes leaves this empty and overrides `choose_variable`
        and `enumerate_values`.
        """
        return {}

    def auxiliary(self) -> Collection[Var]:
        """The variables that only help to state constraints.

        Drawings, JSON, hints, grades and differences leave them out, and solutions that differ in them alone count as
        one, unless `over` says otherwise.
        """
        return ()

    def given(self) -> Mapping[Var, Val]:
        """Values that the instance fixes. They are assumed before the search, one after the other."""
        return {}

    def constraints(self) -> Iterable[Constraint]:
        """The declared constraints (see `clew.constraints`). The hooks are derived from it.

        A problem that declares constraints needs no hooks; one that overrides hooks as well must satisfy both.
        """
        return ()

    def soft_constraints(self) -> Iterable[Soft]:
        """Conditions that should hold, made by `clew.soft`: `clew.best` makes the costs of those that do not small."""
        return ()

    def objective(self) -> Any:
        """The expression that the best solution makes small, or large if `sense` is `max`; None if there is none.

        `clew.best` asks for it if it is given none, and so does `clew best`.
        """
        return None

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
        """Whether a decision is locally consistent: no rule is broken by it together with the earlier decisions.

        True does not promise that a solution follows. Judges the new decision against what the state has assigned,
        nothing else, and never turns true again when more is assigned. By default: whether the declared constraints
        may still hold, as far as each can tell.

        Args:
            state: the state *before* the decision.
            variable: the variable decided, open in the state.
            value: the value that it would take.
        """
        declared = Declared(self)
        return not declared.constraints or declared.is_consistent(state, variable, value)

    def forward_check(self, state: State[Var, Val], variable: Var, value: Val) -> State[Var, Val] | DeadEnd:
        """The state without the values that a decision takes from the variables still open.

        By default it keeps what `is_consistent` accepts, and stops at the first domain that is left empty (Haralick
        and Elliott, Increasing tree search efficiency for constraint satisfaction problems, 1980). An override must
        leave no value that `is_consistent` rejects.

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
            yield from replayed(self, assignment)

    def baselines(self) -> Mapping[str, Callable[[], Iterable[Mapping[Var, Val]]]]:
        """Other ways to find the solutions, by name, to compare the search with."""
        return {}

    def symmetries(self) -> Mapping[str, Callable[[Mapping[Var, Val]], Mapping[Var, Val]]]:
        """Maps of assignments that turn the solutions of this instance into each other, by name.

        Each acts on every decision by itself, so that it takes a part of a solution to a part of its image: a board
        with one queen to the board with that queen turned. `clew.answers.symmetry.classes` counts with them.

        Each takes a solution to a solution, and different ones to different ones, so it keeps the number of
        solutions. A few that generate the others are enough: a quarter turn and a reflection stand for all eight
        symmetries of a square. Name only those that the instance has: a given value breaks most.
        """
        return {}

    # -- new instances (see `clew.generate`) --------------------------------------------------------

    def random_solution(self, random: Random) -> Mapping[Var, Val] | None:
        """A random solution, of which a new instance is to be made; None, the default, has one searched for."""
        return None

    def from_solution(self, solution: Mapping[Var, Val], random: Random) -> Self:
        """An instance of this size that has a solution and all the clues about it: by default each value is given.

        Args:
            solution: the values of this problem's variables.
            random: draws the parts that the solution does not determine, such as the cages of a killer sudoku.
        """
        return self.with_clues(solution.items())

    def repaired(self, one: Mapping[Var, Val], other: Mapping[Var, Val], random: Random) -> Self | None:
        """A similar instance without one of two solutions that this one has, so that one may be left at last.

        `clew.generate` asks it of an instance that `from_solution` gave, again and again, before it tries another
        random solution. None, the default, if there is no repair. If an instance is too hard for the tier wanted, it
        is asked, too, with values that the steps of the tier leave as the other solution: so the repair makes the
        instance easier in that place.

        Args:
            one: a solution of this instance.
            other: another one, or values that easy steps cannot tell from one.
            random: chooses among the repairs.
        """
        return None

    def clue_groups(self) -> Iterable[Collection[Hashable]]:
        """The clues that may be left out, in groups that go together; by default each given value by itself.

        A given value is a pair of a variable and its value. Other clues are whatever `with_clues` understands.
        """
        return ((pair,) for pair in self.given().items())

    def with_clues(self, clues: Iterable[Any]) -> Self:
        """The instance with these of its clues only; by default given values, written into its field cell by cell.

        A `ProblemError` says that there is no such field.
        """
        from clew.problem.clues import GivenField

        return cast(Self, GivenField.of(self).with_given(clues))

    # -- words --------------------------------------------------------------------------------------

    def printed_rules(self, language: str = "en") -> str:
        """The rules as a sheet has them, in a sentence or a few lines; by default the summary.

        Args:
            language: `en`, `fr` or `de`.
        """
        from clew.problem.naming import translated

        return translated(self, self.summary, language)

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

        An address (see `from_address`) is read too.

        Args:
            text: the instance.
            parameters: the problem's parameters, by name.

        Raises:
            InputError: the text does not describe an instance; the message names the place.
        """
        from clew.forms.base import address_in

        if (address := address_in(text)) is not None:
            return cls.from_address(address, **parameters)
        return cls(**instance_from(cls, text), **parameters)

    @classmethod
    def from_address(cls, address: Address, **parameters: Any) -> Self:
        """The problem at an address of puzz.link, such as `https://puzz.link/p?slither/5/5/cbcbcddad`.

        Args:
            address: its parts; `clew.forms.codings` reads the body.
            parameters: the problem's parameters, by name.

        Raises:
            InputError: the address is not that of such a puzzle; by default none is.
        """
        raise InputError(f"{title_of(cls)} reads no addresses: give an instance as text")

    def to_text(self) -> str:
        """The instance as a text that `from_text` reads back, by default in the form of its instance field."""
        return instance_text(self)

    def to_address(self) -> Address:
        """The address of this instance at puzz.link; `str` writes it.

        Raises:
            OptionError: instances of this kind, or this one, cannot be written so; by default none can.
        """
        raise OptionError(f"{title_of(type(self))} writes no addresses")

    def line_symbols(self) -> Mapping[str, Val | None]:
        """The meaning of each symbol, if an instance is a line with one symbol for each variable; empty if none is.

        Files of thousands of instances are read by it, because `from_text` would take longer than the search. So a line
        of as many symbols as there are variables, in their order, must say the same to both.

        Returns:
            For each symbol, one character, the value that it gives to its variable; None for an open one.
        """
        return {}

    def draw(self, assignment: Mapping[Var, Val], style: str | None = None) -> str:
        """A full or partial assignment as text.

        By default a line for each variable; if the variables are cells, a grid with a dot in the open ones. Cells
        that are no variables show the symbol that an instance field in the form of a grid has there.

        Args:
            assignment: the values to draw.
            style: one of `styles`; by default the first of them.
        """
        assignment = without_auxiliary(self, assignment)
        if self.check_style(style) == "grid" and (grid := draw_cells(self, assignment)) is not None:
            return grid
        return "\n".join(f"{self.variable_name(v)} = {self.value_name(w)}" for v, w in assignment.items())

    def draw_search(self, events: Sequence[Event], *, colour: bool = False) -> str | None:
        """The search, drawn as text; None, the default, if there is no such drawing.

        Args:
            events: everything that the search reported.
            colour: whether the text may hold ANSI colours.
        """
        return None

    def picture(self, assignment: Mapping[Var, Val], domains: Mapping[Var, Collection[Val]] | None = None) -> Picture:
        """A full or partial assignment as a picture; `picture(...).svg()` is a text in SVG.

        By default a board if the variables are cells. Other problems show their drawing in text if they have one
        of their own, and otherwise, or if the domains are to be seen, a list of their variables.

        Args:
            assignment: the values to show.
            domains: the values that are left to variables, shown for each variable that has no value; None shows none.
        """
        from clew.problem.pictures import standard

        return standard(self, assignment, domains)

    def picture_search(self, events: Sequence[Event]) -> Picture | None:
        """The search, as one picture; None, the default, if there is no such picture.

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
        """A stable name for a variable: for JSON, checkpoints, files and `--given`."""
        return ",".join(map(str, variable)) if isinstance(variable, tuple) else str(variable)

    def variable_title(self, variable: Var) -> str:
        """The name of a variable for readers: in hints, answers, traces, trees and profiles, never in JSON.

        By default `r1c2` if the variables are cells, `row 1` if they are rows of squares (see `decision_title`), unless
        `variable_name` is overridden: then, and for any other variable, what that gives.
        """
        from clew.problem.naming import Names

        return Names(self).standard(variable)

    def decision_title(self, variable: Var, value: Val) -> str:
        """A variable with its value for readers: in hints, traces, trees and films.

        By default `r1c2 = 5`; or `A1` if the problem has the style `coordinates`, in which it draws a decision so.
        """
        from clew.problem.naming import Names

        return Names(self).standard_decision(variable, value)

    def constraint_name(self, constraint: Constraint) -> str:
        """What to call a declared constraint in messages, such as `row 3`.

        By default what `Constraint.named` has called it, or else its kind and its variables, as `variable_title` names
        them: `AtMost(r1c1, r1c2)`.
        """
        if constraint.label:
            return constraint.label
        from clew.problem.naming import Names

        return Names(self).constraint(constraint)

    def clue_of(self, constraint: Constraint) -> str | None:
        """The clue of a setter that a declared constraint is a part of, such as a cage; `clew.redundant` asks for it.

        By default each name of constraints is a clue. None: it is a rule of every instance, and no clue.
        """
        return self.constraint_name(constraint)

    def value_name(self, value: Val) -> Any:
        """A value as JSON can hold it: numbers, text and truth values stay, others become text."""
        return value if isinstance(value, (bool, int, float, str)) or value is None else str(value)

    def word_hint(self, hint: Any) -> str | None:
        """The sentence of a hint, in the problem's own words; None, the default, for those of its kind.

        Args:
            hint: a `clew.Hint`. Its `explain` says in which language.
        """
        return None

    def check_style(self, style: str | None) -> str:
        """The style to draw in: the one asked for, if there is such a one, or the default.

        Raises:
            OptionError: there is no such style.
        """
        style = self.styles[0] if style is None else style
        if style not in self.styles:
            raise OptionError(f"{title_of(type(self))} has no style {style!r}: choose one of {', '.join(self.styles)}")
        return style


AnyProblem = Problem[Any, Any]
"""A problem, whatever its variables and values are."""


# -- the judgement `is_consistent`, asked about a decision, about domains, and about a whole assignment -------


def consistent(problem: AnyProblem, state: AnyState, variable: Any, value: Any) -> bool:
    """The answer of `is_consistent`; a forgotten `return` is an error rather than a rejection."""
    verdict = problem.is_consistent(state, variable, value)
    if verdict is None:
        raise forgotten_return("is_consistent", "True or False")
    return verdict


def filter_domains(problem: AnyProblem, state: AnyState) -> AnyState | DeadEnd:
    """The state with only those values in the open domains that `is_consistent` accepts."""
    for variable in state.open:
        refused = [value for value in state.domain(variable) if not consistent(problem, state, variable, value)]
        if refused:
            pruned = state.prune(variable, refused)
            if pruned is DEAD_END:
                return DEAD_END
            state = pruned
    return state


def replayed(problem: AnyProblem, assignment: Mapping[Any, Any]) -> Iterator[Violation]:
    """The decisions that `is_consistent` rejects when they are made one after the other."""
    state = State.root(Lanes(problem.domains()))
    for variable, value in assignment.items():
        name = problem.variable_title(variable)
        shown = f"{name} = {problem.value_name(value)}"
        lane = state.lanes.lane.get(variable)
        if lane is not None and value not in lane.positions:
            yield Violation("domain", f"{shown}: the domain of {name} has no such value", (variable,))
            continue
        if not consistent(problem, state, variable, value):
            yield Violation("consistency", f"{shown} is rejected by what was assigned before it", (variable,))
        after = state.assign(variable, value)
        state = state if after is DEAD_END else after
