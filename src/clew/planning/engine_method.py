"""The engine as a method of a plan: from the root, or from any node of the tree on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from clew import core
from clew.constraints.objectives import Target
from clew.core import ORDERS
from clew.errors import OptionError
from clew.planning.methods import Batch, Method
from clew.planning.request import Made, cached
from clew.problem.declared import why_undeclared
from clew.reference.search.draws import number_of
from clew.state.lanes import moved
from clew.state.levels import ARC, Level
from clew.strategies import Best

try:
    from clew.core import compiler
    from clew.core._engine import MaskCount, Program, without_objective
    from clew.core.compiler import Compiled
    from clew.core.sharing import MaskCounts
    from clew.core.walk import EngineWalk, Ordering, RestartRule, Wanted, stronger
except ImportError:  # `clew.core.engine` says why
    pass

if TYPE_CHECKING:
    from clew.planning.plan import Plan
    from clew.state.counters import Counters

KNOWN: Final[Mapping[str, Collection[str]]] = {
    "variable_order": ORDERS,
    "value_order": ("domain", "reverse", "random"),
    "learning": ("none", "nogoods"),
}
"""The values that the engine knows of options that may have others, beside the orderings of phases."""

COMPILING: Final = 500
"""Units of work for each propagator after which a search may have the program for its stronger runs compiled."""


class EngineMethod(Method):
    """The compiled engine: from the root, or from any node of the tree on."""

    name = "compiled"
    is_compiled = True

    def fits(self, plan: Plan) -> str:
        """Why it cannot run a plan; the program is compiled when this is asked first."""
        if why_not := _unfit(plan):
            return why_not
        made = plan.program()
        if isinstance(made, str):
            return made
        request, level = plan.request, plan.inference
        if not level.propagates and made.program.calls_python and request.kernel == "auto":
            return "forward checks ask Python"
        phases = plan.choice.phases
        orders = {plan.choice.order, request.options.get("value_order")}
        if "random" in orders.union(*[(phase.order, phase.values) for phase in phases]) and made.program.has_intervals:
            return "a variable has too many values to draw one of them"
        if not phases:
            return ""
        from clew.planning.phases import unfit  # few searches have any

        return next(filter(None, [unfit(phase, made) for phase in phases]), "")

    def batches(self, plan: Plan, counters: Counters) -> Iterator[Batch]:
        return engine_walk(plan).batches(counters, assumed(plan, program(plan)))

    def counts(self, plan: Plan, counters: Counters) -> Iterator[int]:
        return engine_walk(plan).counts(counters, assumed(plan, program(plan)))


class MaskMethod(Method):
    """Forward checking that is all ANDs, in the engine: solutions are counted in the order of declaration."""

    name = "compiled"
    is_compiled = True

    def fits(self, plan: Plan) -> str:
        if plan.inference.propagates or plan.choice.order != "static" or plan.limits.nodes is not None:
            return "there is more than masks, or another ordering"
        if why_not := EngineMethod().fits(plan):
            return why_not
        done = [v for v, _ in assumed(plan, program(plan))] if plan.node is None else _node(plan)[1]
        return MaskCount.unfit(program(plan).program, done)

    def counts(self, plan: Plan, counters: Counters) -> Iterator[int]:
        parts = program(plan).program, assumed(plan, program(plan)), None if plan.node is None else _node(plan)
        return MaskCounts(*parts, jobs=plan.jobs).counts(counters, plan.clock)


def _unfit(plan: Plan) -> str:
    """Why the engine cannot run a plan; empty if it can, as far as is known before anything is compiled."""
    request, declared, options = plan.request, plan.declared, plan.request.options
    if request.kernel not in ("auto", "compiled"):
        return f"kernel {request.kernel!r} was asked for"
    if not declared.is_searched:
        return f"the problem {why_undeclared(request.problem)}"
    is_named = options.get("variable_order") or plan.choice.phases
    replaced = {"violations", "choose_variable"} if is_named else {"violations"}
    if declared.own - replaced:
        return f"the problem's own {min(declared.own - replaced)} is Python"
    if options.get("observers"):
        return "the search is watched"
    if not plan.inference.looks_ahead:
        return f"inference {plan.inference.name!r} looks at assigned variables alone"
    if plan.is_hopeless is not None and plan.target is None:
        return "a bound is asked in Python"
    if not (found := core.engine()).available:
        return found.absence
    for name, known in KNOWN.items() if options else ():
        order: Any = options.get(name)
        if order not in (None, *known):
            kind = f"{order!r} is known to Python alone" if isinstance(order, str) else "is a function in Python"
            return f"the {name.replace('_', ' ')} {kind}"
    return _learning().why_in_python(plan) if options.get("learning") == "nogoods" else ""


def check_kernel(plan: Plan) -> None:
    """Raise an error instead of a search in Python if the call names the engine.

    Raises:
        OptionError: it was, and it cannot run the search.
    """
    if plan.request.kernel == "compiled" and not plan.is_compiled:
        why_not = core.engine().absence or EngineMethod().fits(plan)
        raise OptionError(f"kernel 'compiled' cannot run this: {why_not}")


def program_of(
    domains: Any, constraints: Any, level: Level, target: Target | None, *, learns: bool = False, like: Any = None
) -> Compiled | str:
    """A program, or the reason why there is none: one for all requests about such a problem."""
    compiled = partial(compiler.program_of, learns=learns, like=like)
    make = partial(_reason_or, compiled, domains, constraints, level, target)
    go_on = lambda begun, more: None if learns else _reason_or(compiler.continued, begun, more, target)  # noqa: E731
    made: Compiled | str = cached(("engine", level, target, learns), domains, constraints, make, go_on=go_on)
    return made


def _reason_or(compiled: Callable[..., Made], *parts: Any) -> Made | str:
    """The program that a function compiles, or the reason why there is none."""
    try:
        return compiled(*parts)
    except core.CannotCompileError as error:
        return str(error)


def program(plan: Plan) -> Compiled:
    """The program of a plan that the engine can run.

    Raises:
        TypeError: it cannot.
    """
    made = plan.program()
    if isinstance(made, str):
        raise TypeError(made)
    return made


def unbounded(plan: Plan) -> Compiled:
    """The program of a plan that the engine can run, without the sum that is to be made small."""
    made = program(plan)
    return Compiled(without_objective(made.program), made.places, made.values)


def assumed(plan: Plan, made: Compiled) -> list[tuple[int, int]]:
    """The number of each given variable, and the place of its value: none below the root, because they are decided.

    One pair with the place -1 if bounds propagation has taken one of the values: then there is no solution.
    """
    if not plan.given or plan.node is not None:
        return []
    places, values = made.places, made.values
    try:
        return [(k, values[k].index(value)) for v, value in plan.given.items() for k in (places[v],)]
    except ValueError:
        return [(0, -1)]


def _node(plan: Plan) -> tuple[list[int], list[int]]:
    """The state at a node: the values left of each variable, as bits, and the variables that are decided."""
    (domains, done), lanes = plan.start, fields_of(plan)
    left = [moved(domains >> offset & full, first) for _, offset, full, first in lanes]
    is_forward = not plan.inference.propagates
    return left, [k for k, (guard, *_) in enumerate(lanes) if is_forward and done >> guard & 1]


def fields_of(plan: Plan) -> list[tuple[int, int, int, int]]:
    """For each variable its guard, offset and bits in Python, and the place of its first value in the engine.

    Python may leave a given variable its one value, and the engine has them all; or it has fewer of a wide range.
    """
    lanes, whole = plan.compiled.lanes.lane, plan.declared.domains
    return [(lane.guard, lane.offset, lane.full, _begin(plan, v, lane, whole[v])) for v, lane in lanes.items()]


def _begin(plan: Plan, variable: Any, lane: Any, whole: Sequence[Any]) -> int:
    """The place of the first value that a variable has in Python, among those that it has in the engine."""
    if not compiler.is_wide(whole):
        return whole.index(lane.values[0]) if len(lane.values) < len(whole) else 0
    made = plan.program()
    own = whole if isinstance(made, str) else made.values[made.places[variable]]
    return whole.index(lane.values[0]) - whole.index(own[0])


def engine_walk(plan: Plan) -> EngineWalk:
    """How the engine walks the tree of a plan."""
    strategy, is_whole = plan.request.strategy, plan.node is None
    is_one_by_one = strategy is not None and strategy.stops and plan.most < 0
    wanted, begin = Wanted(plan.most, is_one_by_one, strategy is None), None if is_whole else _node(plan)
    bound, jobs = partial(_bound, plan) if is_whole and plan.target else None, plan.jobs if shares_tree(plan) else 1
    parts = program(plan), _ordering(plan), _restarting(plan), wanted, plan.limits.nodes, plan.clock
    beside = (lambda: _learning().beside(plan)) if _may_learn(plan) else None
    return EngineWalk(*parts, begin, bound, plan.limit, jobs, plan.request.options.get("learning") == "nogoods", beside)


def _learning() -> Any:
    from clew.planning import learning  # few searches come to that

    return learning


def _may_learn(plan: Plan) -> bool:
    """Whether one that learns may begin beside this search: for one answer, if no order of it is promised."""
    request, names = plan.request, ("inference", "variable_order", "value_order", "learning")
    is_free = plan.target is not None or (plan.most == 1 and request.options.get("in_order") is False)
    is_for_one = request.stops and (is_free or ((plan.restarts or plan.is_patient) and not plan.choice.phases))
    is_open = request.kernel == "auto" and plan.node is None and plan.limits.nodes is None
    return is_for_one and is_open and plan.inference.propagates and not any(map(request.options.get, names))


def _ordering(plan: Plan) -> Ordering:
    order, phases, values = plan.choice.order, plan.choice.phases, plan.request.options.get("value_order")
    last_ones = backward(plan) if plan.node is None else ()
    parts = values == "reverse", values == "random", _seed(plan), last_ones, neighbours(plan, order)
    if not phases:
        return Ordering(order, *parts)
    from clew.planning.phases import phases_in  # few searches have any

    return Ordering("static", *parts, phases_in(program(plan), phases, plan.request.options.get("over")))


def _restarting(plan: Plan) -> RestartRule:
    options = plan.request.options
    has_strong = plan.inference.propagates and options.get("inference") is None
    seed = None if options.get("value_order") or plan.choice.phases else _seed(plan)
    strong, making = partial(_stronger, plan) if has_strong else None, COMPILING * program(plan).program.propagators
    return RestartRule(plan.restarts, plan.is_patient, seed, strong, making)


def _seed(plan: Plan) -> int:
    seed = plan.request.options.get("seed", 0)
    return seed if type(seed) is int else number_of(seed)


def _stronger(plan: Plan) -> Program | None:
    """The program for the runs that propagate more; None if there is none."""
    declared, own = plan.declared, program(plan)
    return stronger(own, partial(program_of, declared.domains, declared.constraints, ARC, plan.target, like=own))


def neighbours(plan: Plan, order: str) -> list[list[int]]:
    """For each variable the numbers of its neighbours; none if neither an ordering nor a phase counts them."""
    if {order, *[phase.order for phase in plan.choice.phases]}.isdisjoint(("degree", "most_constrained")):
        return []
    from clew.reference.search.variable_order import neighbours_of

    places = program(plan).places
    return [[places[other] for other in neighbours_of(plan.request.problem, v, places)] for v in places]


def _bound(plan: Plan, least: int) -> Any:
    """The bound of the objective, from the least that the sum may be that is made small."""
    strategy = plan.request.strategy
    constant = strategy.weighted.constant if isinstance(strategy, Best) and strategy.weighted is not None else 0
    return constant + (-least if plan.request.maximizes else least)


def backward(plan: Plan) -> list[int]:
    """The variables of which the last value is tried first, because it is the best for the objective."""
    if plan.target is None or plan.request.options.get("value_order"):
        return []
    places, values = program(plan).places, program(plan).values
    numbered = [(places[name], weight) for name, weight in zip(*plan.target, strict=True)]
    return [v for v, weight in numbered if values[v] and weight * (values[v][-1] - values[v][0]) < 0]


def shares_tree(plan: Plan) -> bool:
    """Whether several threads of the engine can search one tree: for the best solution, or for few, if some learn."""
    if plan.node is not None or not plan.inference.propagates or plan.limits.nodes is not None:
        return False
    is_bounded = plan.target is not None and not (plan.restarts or plan.is_patient)
    learns = plan.request.stops and plan.request.options.get("learning") == "nogoods"
    return (is_bounded or learns or _may_learn(plan)) and not program(plan).program.calls_python
