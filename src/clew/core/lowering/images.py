"""Constraints on expressions: the value of each expression is an auxiliary variable."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache, partial
from itertools import product
from operator import eq
from typing import TYPE_CHECKING, Any, Final

from clew.constraints.arithmetic import Linear
from clew.constraints.forms import form_of, typed
from clew.constraints.logic import reified
from clew.constraints.primitives import Callback, Images, Primitive, Unary
from clew.constraints.terms import tree_of
from clew.constraints.trees import folded
from clew.core import TRUTHS, _engine
from clew.core.lowering.alternatives import add_alternatives
from clew.core.lowering.counts import add_any, add_count, is_any, is_count
from clew.core.lowering.tables import is_written_out
from clew.limits import looking
from clew.state.thresholds import are_few, are_preimages

if TYPE_CHECKING:
    from clew.constraints.base import Constraint
    from clew.constraints.trees import Function, Tree
    from clew.core.compiler import EngineCompiler

IMAGES: Final = 8
"""Values of an expression of one variable up to which each is looked for whenever the variable changes."""

Two = Callable[[], Sequence[tuple[Primitive, ...]] | None]
"""Makes the primitives of the opposite of a condition, and its own, of which there are some."""

Cases = tuple[Hashable | None, Two]
"""The form of a condition by the places of its variables, None if none is known; and what makes the two."""


def images(compiler: EngineCompiler, primitive: Images) -> None:
    """A table if it is small; Python's verdict if an expression has too many values that are no condition's.

    One open variable may leave several expressions open if it is in several: then its values are tried one by one.
    """
    source = primitive.source
    if is_count(compiler, primitive):
        if not is_written_out(compiler, source, prunes=True):
            add_count(compiler, primitive)
        return
    cases = [_cases(compiler, variables, condition) for variables, _, condition in primitive.terms]
    if None in cases:
        compiler.add(Callback(source))
    elif not is_written_out(compiler, source, prunes=True):
        compiler.sums_of_images += [primitive] if type(primitive.of) is Linear else []
        _add_images(compiler, primitive, cases)
        occurring = [variable for variables, *_ in primitive.terms for variable in variables]
        if len(set(occurring)) < len(occurring):
            inner = compiler.part(source.scope)
            for v, own in zip(compiler.numbers(source.scope), inner.numbers(source.scope), strict=True):
                if not compiler.are_whole([v]):  # fewer combinations are asked about
                    inner.keep(own, {*compiler.domain(v)}.__contains__)
            _add_images(inner, primitive, cases)
            inner.finish()
            _engine.LastOpen(compiler.program, compiler.numbers(source.scope), inner.program)


def _cases(
    compiler: EngineCompiler, variables: Sequence[Hashable], condition: Constraint | None
) -> Cases | tuple[()] | None:
    """The two cases of a condition; none if its value is calculated or needs no cases; None if there is no form."""
    if is_any(compiler, condition):
        return ()
    domains = compiler.domains(variables)
    if condition is not None and not are_few(domains, prunes=True):
        form = form_of(condition, {name: k for k, name in enumerate(variables)})
        two = cache(lambda: reified(condition, compiler.part(variables)))
        key = None if form is None else ("cases", form)
        if compiler.shared(key, compiler.numbers(variables), lambda: two() is not None, whole=True):
            return form, two
        if (looked := reified(condition, compiler)) is not None:  # it depends on what the variables have left
            return form, lambda: looked
    return () if are_preimages(domains) else None


def _add_images(compiler: EngineCompiler, primitive: Images, cases: Sequence[Cases | tuple[()] | None]) -> None:
    """Add the value of each expression, and the constraint about them."""
    results: list[int] = []
    for name, (variables, function, condition), own in zip(primitive.of.scope, primitive.terms, cases, strict=True):
        if own:
            results.append(_add_truth(compiler, variables, *own, condition))
        elif is_any(compiler, condition):
            results.append(add_any(compiler, condition))
        elif tree_of(name)[0] == "name" and (v := compiler.places[variables[0]]) not in results:
            results.append(v)  # a variable, but only once: constraints are about different ones
        else:
            results.append(_add_result(compiler, name, variables, function))
    with compiler.naming(dict(zip(primitive.of.scope, results, strict=True))):
        compiler.compile(primitive.of)


def _add_result(compiler: EngineCompiler, name: Hashable, variables: Sequence[Hashable], function: Function) -> int:
    """A new variable that has the value of an expression."""
    scope = compiler.numbers(variables)

    def make() -> tuple[tuple[Any, ...], _engine.Tuples | list[int]]:
        rows = [(*some, function(some)) for some in looking(product(*compiler.domains(variables)))]
        places = {value: k for k, value in enumerate(dict.fromkeys(row[-1] for row in rows))}
        positions = [compiler.declared(v).positions for v in scope]
        if len(scope) != 1 or len(places) > IMAGES:  # an expression of no variable is a constant
            return tuple(places), _engine.Tuples([*positions, places], rows)
        preimages = [0] * len(places)
        for value, image in rows:
            preimages[places[image]] |= 1 << positions[0][value]
        return tuple(places), preimages

    values, listed = compiler.shared(_form(tree_of(name), variables), scope, make)
    result = compiler.auxiliary(values)
    if isinstance(listed, list):
        _engine.Image(compiler.program, scope[0], result, listed)
    else:
        _engine.Table(compiler.program, [*scope, result], listed)
    return result


def _form(tree: Tree, variables: Sequence[Hashable]) -> Hashable | None:
    """An expression with places instead of its variables; None if that of a condition in it is not known."""
    place = {name: k for k, name in enumerate(variables)}
    unknown = []

    def leaf(part: Tree) -> Hashable:
        if part[0] == "condition":
            form = form_of(part[1], place)
            unknown.extend([part] if form is None else [])
            return form
        return place[part[1]] if part[0] == "name" else typed(part)

    form: Hashable = folded(tree, leaf, lambda kind, parts: (kind, *parts))
    return None if unknown else ("image", form)


def _add_truth(
    compiler: EngineCompiler, variables: Sequence[Hashable], form: Hashable | None, two: Two, source: Any
) -> int:
    """A new variable that is 1 if a condition holds, and 0 if it does not: one of two alternatives."""
    result = compiler.auxiliary(TRUTHS)
    name = object()

    def both() -> list[tuple[Primitive, ...]]:
        return [(Unary(source, name, partial(eq, truth)), *parts) for truth, parts in enumerate(two() or ())]

    with compiler.naming({name: result, **{variable: compiler.places[variable] for variable in variables}}):
        add_alternatives(compiler, [*variables, name], both, form)
    return result
