"""The primitives about graphs, beside those of `clew.constraints.primitives`."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar

import attrs

from clew.constraints.primitives import Primitive, Unary
from clew.constraints.registration import DECIDED, DOMAIN, Registration


@attrs.frozen(eq=False, repr=False)
class Connection(Primitive):
    """The vertices of a graph that are in are connected: each is reached from each by way of vertices that are in.

    No vertex at all is connected, too.

    Attributes:
        vertices: for each the condition that it is in, each about another variable; True if it is in always, and False
            for a joint, which is in if others need it to be connected.
        edges: pairs of vertices, by their places.
    """

    record: ClassVar[Registration] = Registration(
        strengths=(DECIDED, DOMAIN, DOMAIN),
        reference="clew.reference.propagation.connection:ConnectionPropagator",
        engine="clew.core._engine:compile_connection",
        unwritten="reachability needs more variables; in JSON `Connected` has a form",
        hint={
            "en": "{constraint} cannot be connected otherwise",
            "fr": "{constraint} ne peut être d'un seul tenant autrement",
            "de": "{constraint} hängt nur so zusammen",
        },
    )

    vertices: tuple[Unary | bool, ...]
    edges: tuple[tuple[int, int], ...]

    @property
    def scope(self) -> tuple[Hashable, ...]:
        return tuple([vertex.variable for vertex in self.vertices if isinstance(vertex, Unary)])


@attrs.frozen(eq=False, repr=False)
class AcyclicEdges(Primitive):
    """The edges of a graph that are in close no cycle.

    Attributes:
        edges: for each its ends, which differ, by the numbers of the vertices, and the condition that it is in, each
            about another variable.
        may_close: whether the edges that are in may also be all of one cycle.
    """

    record: ClassVar[Registration] = Registration(
        strengths=(DECIDED, DOMAIN, DOMAIN),
        reference="clew.reference.propagation.forest:ForestPropagator",
        engine="clew.core._engine:compile_forest",
        unwritten="an order of the vertices needs more variables; in JSON `Acyclic` has a form",
        hint={
            "en": "{constraint} allows nothing else",
            "fr": "{constraint} n'admet rien d'autre",
            "de": "{constraint} erlaubt nichts anderes",
        },
    )

    edges: tuple[tuple[int, int, Unary], ...]
    may_close: bool

    @property
    def scope(self) -> tuple[Hashable, ...]:
        return tuple([condition.variable for _, _, condition in self.edges])
