"""Registrations: for each primitive all that clew knows of it beside its meaning, in one value.

The compilers, the writers and the hints look up the registration of a primitive, its record, and list no primitives
themselves. Code is named as `module:function`, and imported when it is first looked up.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import IntEnum
from importlib import import_module
from operator import attrgetter
from typing import Any, Final

from clew.records import frozen


class Strength(IntEnum):
    """How much is pruned, from the weakest to the strongest; each includes those before.

    The strength depends on the primitive and the level alone, never on sizes, so that a search enters the same nodes
    however its propagators are written. A test holds each against brute force. These are about three variables or
    more: on one variable a constraint shrinks the domain at the root, on two it becomes conflicts.
    """

    DECIDED = 1
    """Of the last open variable only the values stay that satisfy the primitive."""
    VALUE = 2
    """A value goes if the primitive rejects it beside the value of one settled variable, whatever the others take."""
    BOUNDS = 3
    """The smallest and the largest value have a support among the numbers between the ends of the other domains."""
    DOMAIN = 4
    """Every value has a support in the other domains (generalised arc consistency)."""


DECIDED, VALUE, BOUNDS, DOMAIN = Strength
BY_LEVEL: Final = ("forward", "unit", "arc")
"""The levels of the strengths."""


def words(english: str, french: str, german: str) -> Mapping[str, str]:
    """The words of a hint for: with a decision, a constraint cannot hold. The decision and the name stand before them.

    In German the name stands behind the verb and its *sich*, and in French at `{constraint}` if the words have it.
    """
    verb, rest = re.findall(r"^(\w+(?: sich)?) (.+)", german)[0]
    name = "{constraint} " * ("{constraint}" not in french)
    return {
        "en": f"with {{decision}}, {{constraint}} {english}",
        "fr": f"avec {{decision:3}}, {name}{french}",
        "de": f"mit {{decision:3}} {verb} {{constraint}} {rest}",
    }


FAILS: Final = words("cannot hold", "on ne peut pas satisfaire {constraint}", "gilt nicht mehr")
"""The words for any rule of which there is no more to say."""


@frozen(eq=False)
class Registration:
    """How a primitive is run, written and put into words; an empty text says that there is none.

    Attributes:
        strengths: how much it prunes at least under each of `BY_LEVEL`.
        reference: its propagator in Python, a class, whose `explain` says what a pruning follows from; or the function
            of the compiler and the primitive that makes what runs.
        engine: the same function for the engine. Without it the search in Python runs.
        intervals: the function that says of a primitive whether the engine needs but the ends of its domains, so that a
            wide range has no bit for each value.
        python_if_small: whether Python decides on two variables and fewer, and at levels that do not propagate.
        may_raise: the function that says whether Python is asked about values, so that an exception may be raised.
        minizinc, json: the functions that write it; they give None for what they have no form for.
        cnf: the function that writes its clauses.
        cnf_literals: the function that gives the literals one of which is true just if it holds.
        automaton: the function that gives what reads its values one after the other, for formats that have automata.
        unwritten: the reason why a format has no form for it: there each combination of values is looked at.
        hint: for each language the words for: with `{decision}`, `{constraint}` cannot hold. `{decision:3}` takes
            the third form of its words, see `clew.render.languages.FORMS`.
    """

    strengths: tuple[Strength, Strength, Strength]
    reference: str
    engine: str = ""
    intervals: str = ""
    python_if_small: bool = True
    may_raise: str = ""
    minizinc: str = ""
    json: str = ""
    cnf: str = ""
    cnf_literals: str = ""
    automaton: str = ""
    unwritten: str = ""
    hint: Mapping[str, str] = {}

    def strength(self, level: str) -> Strength:
        """How much the primitive prunes at least under a level of `BY_LEVEL`."""
        return self.strengths[BY_LEVEL.index(level)]


class Registered(dict[type, Any]):
    """The entries of one name in the records of primitives, by their types: None for nothing, code once it is needed.

    Args:
        entry: the name of an attribute of a registration.
    """

    def __init__(self, entry: str) -> None:
        super().__init__()
        self.entry = entry

    def __missing__(self, kind: type) -> Any:
        module, _, name = getattr(getattr(kind, "record", None), self.entry, "").partition(":")
        found = self[kind] = attrgetter(name)(import_module(module)) if module else None
        return found
