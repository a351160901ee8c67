"""The option `learning`: rejected if it does not fit the question, else the search that learns from dead ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from clew.errors import OptionError, shown
from clew.options import LEARNING
from clew.problem.declared import title_of, why_undeclared
from clew.state.levels import Level
from clew.strategies import Best, Strategy

if TYPE_CHECKING:
    from clew.core.compiler import Compiled
    from clew.core.neighbourhoods import Surroundings
    from clew.planning.plan import Plan
    from clew.planning.request import DeclaredProblem, Request
    from clew.reference.propagation.observed import Observed
    from clew.reference.search.learning import LearningSearch
    from clew.reference.search.reporter import Reporter

UNEXPLAINED: Final = ("is_consistent", "forward_check", "enumerate_values")
"""The hooks that reject or leave out values, and say no reason."""


def check_learning(request: Request, declared: DeclaredProblem, level: Level) -> None:
    """Raise an error if dead ends have no explanation to learn from.

    Raises:
        OptionError: the problem, the level or the strategy does not explain all of them.
    """
    name, title = request.options.get("learning"), title_of(request.problem)
    what = f"learning {name!r}"
    if name not in LEARNING:
        raise OptionError(f"learning must be 'none', 'jump' or 'nogoods', not {shown(name)}")
    if not declared.is_searched:
        raise OptionError(f"{what} asks constraints for reasons, and {title} {why_undeclared(request.problem)}")
    if hook := next(filter(declared.own.__contains__, UNEXPLAINED), None):
        raise OptionError(f"{what} asks for reasons, and {hook} of {title} gives none: state it as a constraint")
    if not (level.judges or level.looks_ahead):
        raise OptionError(f"{what} goes with inference check, forward, unit or arc, not with {level}")
    kind = Strategy if request.strategy is None else type(request.strategy)
    if kind.is_hopeless not in (Strategy.is_hopeless, Best.is_hopeless):
        raise OptionError(f"{what} asks for reasons, and is_hopeless of {kind.__name__} gives none")


def learning_search(request: Request, level: Level, network: Observed, reporter: Reporter) -> LearningSearch:
    """The search that learns from dead ends, of a request that was checked."""
    from clew.reference.search.learning import LearningSearch  # which the engine does not need

    plain, lanes, strategy = network.plain, network.lanes, request.strategy
    known = plain.root({})[0] if level.propagates else plain.undecided if level.looks_ahead else lanes.start
    objective = strategy.weighted if isinstance(strategy, Best) else None
    bounded = lanes.declared if objective is None else lanes.mask(objective.scope)
    keeps = request.options.get("learning") == "nogoods"
    return LearningSearch(network, reporter, keeps, level.propagates, known & lanes.declared, bounded)


def why_in_python(plan: Plan) -> str:
    """Why the engine cannot learn from the dead ends of a plan; empty if it can."""
    options, strategy = plan.request.options, plan.request.strategy
    if plan.choice.phases or options.get("variable_order") or options.get("value_order"):
        return "a search that learns in the engine has an order of its own"
    if plan.node is not None or not plan.inference.propagates or strategy is None or not strategy.stops:
        return "the engine learns for one solution or the best, from the root on"
    return ""


def beside(plan: Plan) -> tuple[Compiled, list[tuple[int, int]], Surroundings | None] | None:
    """The program of a search that learns beside that of a plan, and values that it assumes; None if there is none.

    The third says of what neighbourhoods of a solution are made, if the best one is looked for.
    """
    from clew.planning.engine_method import assumed, program, program_of  # which imports this module
    from clew.planning.interchangeable import fixed

    declared = plan.declared
    made = program_of(
        declared.domains, declared.constraints, plan.inference, plan.target, learns=True, like=program(plan)
    )
    if isinstance(made, str):
        return None
    pairs = assumed(plan, made)
    if plan.most == 1 and plan.target is None and not pairs:
        some = fixed(declared.domains, declared.constraints)
        pairs = [(0, -1)] if some is None else [(made.places[v], place) for v, place in some.items()]
    improves = plan.target is not None and plan.request.options.get("improve", True)
    return made, pairs, _surroundings(plan, made) if improves else None


def _surroundings(plan: Plan, made: Compiled) -> Surroundings:
    from clew.core.neighbourhoods import Surroundings  # few searches have any

    places, (names, weights) = made.places, plan.target or ((), ())
    costs = {places[name]: weight for name, weight in zip(names, weights, strict=True)}
    scopes = [[places[name] for name in constraint.scope] for constraint in plan.declared.constraints]
    known = None if plan.known is None else tuple([plan.known.get(name) for name in places])
    return Surroundings(scopes, costs, len(places), plan.request.options.get("seed") or 0, known)
