"""The direct search: plain backtracking with forward checking, on lists, with next to nothing to set up.

Variables come in one order, values in that of their domains. Each constraint is a few steps. A step is run when one
of the constraint's variables has been given a value: it rejects that, or takes values out of the domains of variables
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

from clew.compat.constraint.domain import Domain, Unassigned
from clew.compat.constraint.rules import Constraint, Rules, Variables, is_known, scope_of
from clew.compat.constraint.steps import Layout, Note, Row, Step, Steps, calling
from clew.limits import let_others_in


class Direct:
    """The direct search of a problem.

    Args:
        domains: the domain of every variable.
        constraints: the constraints, each with its variables.
        order: the variables in the order of the search.
        last_first: whether the values of a domain are tried from the last to the first.

    Attributes:
        calls: whether a constraint is called, since its class does not say what its steps are.
        most: the questions that it may ask.
        work: the questions that had been asked when it gave the latest solutions, or patience ran out.
        found: the solutions that have been given.
        lasts: whether its steps can be run again for another question.
    """

    def __init__(
        self, domains: Mapping[Any, Domain], constraints: Rules, order: Sequence[Any], last_first: bool
    ) -> None:
        self.calls = False
        self.work = self.found = 0
        self._order = order
        self._layout = layout = Layout(domains, order, last_first)
        self._steps: list[list[Step]] = [[] for _ in range(len(order) + 1)]
        self._sources: dict[Step, tuple[Constraint, Variables]] = {}
        later: Rules = []  # what costs next to nothing comes first: then fewer questions are asked
        for rule, variables in constraints:
            if is_known(rule) and not rule.asks:
                self._add(rule, variables, rule.steps(variables, layout))
            else:
                later.append((rule, variables))
        for rule, variables in later:
            if is_known(rule):
                self._add(rule, variables, rule.steps(variables, layout))
            else:
                self.calls = True
                self._add(rule, variables, calling(rule, variables, scope_of(rule, variables), layout))
        self.lasts = not layout.remembers
        self.most = prod([len(values) for values in layout.row]) * sum(layout.costs)

    def _add(self, rule: Constraint, variables: Variables, made: Steps) -> None:
        """Add the steps of a constraint."""
        costs = self._layout.costs
        for place, step in made:
            self._steps[place + 1].append(step)
            costs[place + 1] += 1
            self._sources[step] = rule, variables

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
        size = free = len(order)
        while free and not steps[free]:  # no step from there on
            free -= 1
        values = [Unassigned] * size
        row = self._layout.row[:]
        place, step, work = -1, None, 0
        self.work = self.found = 0
        # Most problems are so small that patience cannot run out: then no note of the questions is needed.
        self._layout.notes = [] if self.most > patience else None
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
                    yield ()
                    self._layout.notes = None
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
                        if free == size:  # 5
                            good.append(tuple(values))
                        elif free == size - 1:
                            head = tuple(values[:free])
                            good += [(*head, last) for last in after[free]]
                        else:
                            self.found += prod(map(len, after[free:]))
                            self.work = work
                            yield map(tuple(values[:free]).__add__, product(*after[free:]))
                else:  # 6
                    stack.pop()
                    assignments.pop(variable, None)  # of another question, perhaps, that shares the steps
                    if good:
                        self.found += len(good)
                        self.work = work
                        yield good
                        good = []
            self.work = work
        except Exception as error:
            if step is not None:
                error.add_note(self._blamed(step, values, place))
            raise

    def notes(self) -> Sequence[Note]:
        """The calls of functions that had been made when patience ran out."""
        return self._layout.notes or ()

    def _blamed(self, step: Step, values: list[Any], place: int) -> str:
        from clew.constraints.names import titled
        from clew.errors import shown

        rule, variables = self._sources[step]
        at = [self._layout.places[variable] for variable in variables]
        seen = [values[p] if p <= place or hasattr(rule, "_func") else Unassigned for p in at]
        return f"while {titled(type(rule).__name__, tuple(variables))} looked at {shown(tuple(seen))}"
