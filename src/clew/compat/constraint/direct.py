"""The direct search: plain backtracking with forward checking, on lists, with next to nothing to set up.

Variables come in one order, values in that of their domains. Each constraint is a few steps. A step is run when one
of the constraint's variables has been given a value: it refuses that, or takes values out of the domains of variables
that come later. Small problems are through before clew's search has compiled them; large ones whose constraints show
nothing but their answers, functions of many variables and classes of a program's own, lose nothing here, because no
inference could see more. All others go on to clew's search after some work.

This module and `steps` are compiled as they are if there is a C compiler (`PYTHON_MODULES` in setup.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import inf, prod
from typing import Any

from clew.compat.constraint.domain import Domain, Unassigned, let_others_in
from clew.compat.constraint.rules import Constraint, Rules, Variables, is_known, scope_of
from clew.compat.constraint.steps import Layout, Note, Row, Step, calling


class Direct:
    """The direct search of a problem.

    Args:
        domains: the domain of every variable.
        constraints: the constraints, each with its variables.
        order: the variables in the order of the search.
        last_first: whether the values of a domain are tried from the last to the first.

    Attributes:
        calls: whether a constraint is called, since its class does not say what its steps are.
        work: the questions that had been asked when patience ran out, steps and functions alike.
        found: the solutions that have been given.
        lasts: whether its steps can be run again for another question.
        notes: the calls of functions that had been made when patience ran out.
    """

    def __init__(
        self, domains: Mapping[Any, Domain], constraints: Rules, order: Sequence[Any], last_first: bool
    ) -> None:
        self.calls = False
        self.work = self.found = 0
        self.notes: list[Note] = []
        self._order = order
        self._layout = layout = Layout(domains, order, last_first)
        self._steps: list[list[Step]] = [[] for _ in range(len(order) + 1)]
        self._sources: dict[Step, tuple[Constraint, Variables]] = {}
        # What costs next to nothing comes first: then fewer questions are asked.
        for rule, variables in sorted(constraints, key=lambda entry: getattr(entry[0], "asks", True)):
            self.calls |= not is_known(rule)
            scope = scope_of(rule, variables)
            made = rule.steps(variables, layout) if is_known(rule) else calling(rule, variables, scope, layout)
            for place, step in made:
                self._steps[place + 1].append(step)
                layout.costs[place + 1] += 1
                self._sources[step] = rule, variables
        self.lasts = not layout.remembers

    def solutions(self, patience: float = inf) -> Iterator[Iterable[tuple[Any, ...]]]:  # noqa: C901  (the inner loop)
        """The solutions as tuples, some at a time; once, after so much work, none.

        Backtracking with forward checking, in one piece because it is the inner loop:

        1. Run the steps that need no value. If there are no others, the solutions are a product.
        2. If patience has run out, give none once; who asks on gets the rest.
        3. Give the latest variable its next value, and run its steps on a copy of the row; at a dead end, the next.
        4. If a later variable has steps, go on with the next variable.
        5. If not, the rest is a product: give it. Solutions without a rest are given together, after the last value.
        6. After the last value, go back to the variable before.
        """
        steps, order, assignments = self._steps, self._order, self._layout.assignments
        free = max((place for place, todo in enumerate(steps) if todo), default=0)  # no step from there on
        values = [Unassigned] * len(order)
        row = self._layout.row[:]
        place, step, work = -1, None, 0
        self.work = self.found = 0
        # Most problems are so small that patience cannot run out: then no note of the questions is needed.
        self._layout.notes = [] if prod(map(len, row)) * sum(self._layout.costs) > patience else None
        try:
            for step in steps[0]:  # 1
                if not step(values, row):
                    return
            if not free:
                self.found = prod(map(len, row))
                yield product(*row)
                return
            stack: list[tuple[Row, Iterator[Any]]] = [(row, iter(row[0]))]
            good: list[tuple[Any, ...]] = []
            while stack:
                let_others_in()
                if work > patience:  # 2
                    patience, self.work = inf, work
                    self.notes, self._layout.notes = self._layout.notes or [], None
                    yield ()
                    self.notes = []
                place = len(stack) - 1
                row, left = stack[-1]
                variable, todo, cost = order[place], steps[place + 1], self._layout.costs[place + 1]
                for value in left:  # 3
                    values[place] = assignments[variable] = value
                    work += cost
                    after = row[:]
                    for step in todo:
                        if not step(values, after):
                            break
                    else:
                        if place + 1 < free:  # 4
                            stack.append((after, iter(after[place + 1])))
                            break
                        if free == len(order):  # 5
                            good.append(tuple(values))
                        else:
                            self.found += prod(map(len, after[free:]))
                            yield map(tuple(values[:free]).__add__, product(*after[free:]))
                else:  # 6
                    stack.pop()
                    del assignments[variable]
                    if good:
                        self.found += len(good)
                        yield good
                        good = []
        except Exception as error:
            if step is not None:
                error.add_note(self._blamed(step, values, place))
            raise

    def _blamed(self, step: Step, values: list[Any], place: int) -> str:
        from clew.constraints.names import titled
        from clew.errors import shown

        rule, variables = self._sources[step]
        at = [self._layout.places[variable] for variable in variables]
        seen = [values[p] if p <= place or hasattr(rule, "_func") else Unassigned for p in at]
        return f"while {titled(type(rule).__name__, tuple(variables))} looked at {shown(tuple(seen))}"
