"""Records are what attrs makes of the same classes, in all that their users see."""

from __future__ import annotations

import copy
import inspect
import pickle
import typing
import weakref
from collections.abc import Callable, Iterable
from itertools import product
from typing import Any, ClassVar

import attrs
import pytest

import clew
from clew import constraints as kinds
from clew.constraints import AllDifferent, And, Comparison, Constraint, Linear, Not, NotEqual, Or, Table
from clew.constraints.primitives import Primitive
from clew.problem.example import Example
from clew.records import MANY, Field, Once, compared, define, evolve, record
from clew.state.counters import Counters


class Plain:
    """A class before it is decorated."""

    kind: ClassVar[str] = "plain"

    first: int
    second: Any
    third: tuple[int, ...] = ()
    fourth: str = "d"


def twin(decorate: Callable[[Any], Any]) -> Any:
    made = decorate(type("Plain", (), {name: one for name, one in vars(Plain).items() if name not in HIDDEN}))
    made.__module__ = "nowhere"
    return made


HIDDEN = ("__dict__", "__weakref__")
OURS, THEIRS = twin(record), twin(lambda cls: attrs.frozen(cls, slots=False))


@pytest.mark.parametrize("use", [
    lambda cls: repr(cls(1, [2])),
    lambda cls: repr(cls(1, second=2, fourth="e")),
    lambda cls: repr(cls(first=1, second=2)),
    lambda cls: cls(1, 2) == cls(1, 2, (), "d"),
    lambda cls: cls(1, 2) == cls(1, 3),
    lambda cls: cls(1, 2) == 1,
    lambda cls: hash(cls(1, 2)) == hash(cls(1, 2, ())),
    lambda cls: len({cls(1, 2), cls(1, 2), cls(2, 2)}),
    lambda cls: repr(attrs.evolve(cls(1, 2), third=(3,))),
    lambda cls: attrs.asdict(cls(1, 2)),
    lambda cls: attrs.astuple(cls(1, 2)),
    lambda cls: [(field.name, field.default) for field in attrs.fields(cls)],
    lambda cls: repr(copy.copy(cls(1, 2))),
    lambda cls: copy.deepcopy(cls(1, [2])) == cls(1, [2]),
    lambda cls: cls.__match_args__,
    lambda cls: cls.kind,
])  # fmt: skip
def test_it_is_what_attrs_makes(use: Callable[[Any], Any]) -> None:
    assert use(OURS) == use(THEIRS)


@pytest.mark.parametrize("use", [
    lambda cls: cls(),
    lambda cls: cls(1),
    lambda cls: cls(1, 2, (), "d", 5),
    lambda cls: cls(1, 2, first=3),
    lambda cls: cls(1, 2, fifth=3),
    lambda cls: cls(1, third=3),
    lambda cls: cls(1, fifth=2),
    lambda cls: setattr(cls(1, 2), "first", 3),
    lambda cls: delattr(cls(1, 2), "first"),
    lambda cls: hash(cls(1, [])),
])  # fmt: skip
def test_it_refuses_what_attrs_refuses(use: Callable[[Any], Any]) -> None:
    with pytest.raises(Exception) as theirs:  # noqa: PT011 - whatever attrs raises
        use(THEIRS)
    with pytest.raises(type(theirs.value)):
        use(OURS)


@pytest.mark.parametrize("changes", [{}, {"third": (3,)}, {"first": 2, "fourth": "e"}, {"fifth": 5}])
def test_it_has_other_values_as_attrs_would_give_them(changes: dict[str, Any]) -> None:
    def shown(evolved: Callable[..., Any]) -> str:
        try:
            return repr(evolved(OURS(1, [2]), **changes))
        except TypeError:
            return "refused"

    assert shown(evolve) == shown(attrs.evolve)


def test_a_part_is_made_once_when_it_is_asked_for() -> None:
    made: list[int] = []

    def make() -> list[int]:
        made.append(1)
        if len(made) == 1:
            raise ValueError("not yet")
        return made

    part = Once(make)
    assert not made
    with pytest.raises(ValueError, match="not yet"):
        part()
    assert part() is part() is made
    assert made == [1, 1]


def test_many_instances_are_as_the_first_ones() -> None:
    class Counted:
        number: int
        made_by: str = "here"

        def __attrs_post_init__(self) -> None:
            self.__dict__["number"] += 1

    class Grown(record(Counted, eq=False)):  # type: ignore[misc]
        last: Any  # after one with a default, so it is given by name

    made: Any = Counted
    grown = record(Grown, eq=False)
    for k in range(MANY + 2):
        assert vars(made(k)) == {"number": k + 1, "made_by": "here"}
        assert vars(grown(number=k, last=2)) == {"number": k + 1, "made_by": "here", "last": 2}
        assert vars(made(made_by=2, number=k)) == {"number": k + 1, "made_by": 2}
        for wrong in ((), (1, 2, 3)):
            with pytest.raises(TypeError):
                made(*wrong)
    assert made.__init__.__code__.co_argcount == 3  # it is written


def test_without_eq_it_is_itself_alone() -> None:
    made = twin(record(eq=False))
    one = made(1, [2])
    assert one == one
    assert one != made(1, [2])
    assert hash(one) == hash(one)


def test_classes_of_attrs_may_come_from_it() -> None:
    @attrs.frozen
    class More(clew.Limits):
        colour: str = "red"

    assert attrs.asdict(More(time=1)) == {**attrs.asdict(clew.Limits(time=1)), "colour": "red"}
    with pytest.raises(clew.OptionError, match="time limit must be"):
        More(time=-1)


def test_a_primitive_of_attrs_shows_its_own_fields() -> None:
    @attrs.frozen(eq=False, repr=False)
    class Odd(Primitive):
        places: int

    source = NotEqual("x", "y")
    assert repr(Odd(source, 3)) == f"Odd(source={source!r}, places=3)"


def test_a_class_that_comes_from_it_has_its_fields_first() -> None:
    @attrs.frozen
    class First(clew.AtMost):
        pass

    assert First(3).k == 3
    assert attrs.fields(clew.Unique)[0].init is False
    assert clew.Unique().k == 2


@pytest.mark.parametrize("one", [
    clew.Limits(nodes=3), clew.AtMost(3), clew.Cutting(nodes=5), clew.Unique(),
    clew.solve(clew.load("queens", "4"), clew.Count()),
])  # fmt: skip
def test_it_may_be_pickled(one: Any) -> None:
    assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301


# -- fields of which more is said ------------------------------------------------------------------


def sorted_of(values: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(values))


def positive(one: Any, field: Any, value: int) -> None:
    if value <= 0:
        raise ValueError(f"{type(one).__name__}: {field.name} is {value}")


def doubled(self: Any) -> None:
    object.__setattr__(self, "later", self.second * 2)


def said(decorate: Callable[[Any], Any], field: Callable[..., Any]) -> Any:
    members = {
        "first": field(converter=sorted_of), "second": field(validator=positive), "third": "c",
        "fourth": field(factory=list, kw_only=True, eq=False), "fifth": field(default=5, kw_only=True),
        "hidden": field(default=None, init=False, repr=False), "later": field(init=False, eq=False, repr=False),
        "__attrs_post_init__": doubled, "__module__": "nowhere",
    }  # fmt: skip
    types = {name: "Any" for name in members if not name.startswith("_")}
    return decorate(type("Said", (), {**members, "__annotations__": types}))


SAID = [said(record, Field), said(lambda cls: attrs.frozen(cls, slots=False), attrs.field)]
CHANGED = [said(define, Field), said(lambda cls: attrs.define(cls, slots=False), attrs.field)]


def subclass(base: Any, decorate: Callable[[Any], Any]) -> Any:
    return decorate(type("More", (base,), {"__annotations__": {"sixth": "int"}, "sixth": 6, "__module__": "nowhere"}))


def slotted(cls: Any) -> Any:
    return attrs.define(cls)


def open_to_changes(cls: Any) -> Any:
    return attrs.define(cls, slots=False)


def frozen_by_attrs(cls: Any) -> Any:
    return attrs.frozen(cls)


def plain(cls: Any) -> Any:
    return cls


def seen(cls: Any) -> list[str]:
    """All that is seen of a class and its instances, an error by its type and text."""
    uses: list[Callable[[], Any]] = [
        lambda: [(one.name, str(one.kind), one.annotation) for one in inspect.signature(cls).parameters.values()],
        lambda: [(one.name, one.inherited, one.eq, one.init, one.repr, one.kw_only, one.type, one.alias, one.converter,
                  one.validator) for one in attrs.fields(cls)],
        lambda: cls([2, 1], 3), lambda: cls((), 3, "d", fourth=[1], fifth=2), lambda: cls([1], 0), lambda: cls([1]),
        lambda: cls([1], 1, "c", []), lambda: cls([1], 1, hidden=1), lambda: cls(first=[1], second=1).later,
        lambda: cls([1], 2) == cls((1,), 2, fourth=[1]), lambda: cls([1], 2) == cls([1], 2, fifth=1),
        lambda: cls([1], 2) == 1, lambda: hash(cls([1], 2)) == hash(cls([1], 2)), lambda: cls([1], 2).fourth,
        lambda: setattr(cls([1], 2), "second", 3), lambda: setattr(cls([1], 2), "new", 3),
        lambda: delattr(cls([1], 2), "second"), lambda: attrs.evolve(cls([1], 2), second=4).later,
        lambda: attrs.asdict(cls([1], 2)), lambda: attrs.astuple(cls([1], 2)), lambda: attrs.validate(cls([1], 2)),
        lambda: copy.copy(cls([1], 2)), lambda: copy.deepcopy(cls([1], 2)).later, lambda: cls.__match_args__,
        lambda: weakref.ref(cls([1], 2)) is not None, lambda: evolve(cls([1], 2), first=[3, 2]),
    ]  # fmt: skip
    found = []
    for use in uses:
        try:
            found.append(repr(use()))
        except Exception as error:
            found.append(f"{type(error)} {error}")
    return found


@pytest.mark.parametrize("decorate", [slotted, open_to_changes, frozen_by_attrs, plain])
@pytest.mark.parametrize(("ours", "theirs"), [SAID, CHANGED])
def test_fields_of_which_more_is_said_are_those_of_attrs(ours: Any, theirs: Any, decorate: Any) -> None:
    assert seen(ours) == seen(theirs)
    assert seen(subclass(ours, decorate)) == seen(subclass(theirs, decorate))


PUBLIC = [
    AllDifferent, Comparison, Constraint, Linear, Table, kinds.Formula, kinds.Predicate, kinds.Product, clew.Best,
    Counters,
]  # fmt: skip


@pytest.mark.parametrize("cls", PUBLIC)
def test_a_public_class_has_the_signature_that_attrs_would_give_it(cls: Any) -> None:
    given = [field for field in attrs.fields(cls) if field.init]
    how = {False: inspect.Parameter.POSITIONAL_OR_KEYWORD, True: inspect.Parameter.KEYWORD_ONLY}
    found = list(inspect.signature(cls).parameters.values())
    assert [(one.name, one.kind) for one in found] == [(field.name, how[field.kw_only]) for field in given]
    has_default = [one.default is not inspect.Parameter.empty for one in found]
    assert has_default == [field.default is not attrs.NOTHING for field in given]


CONSTRAINTS = [
    Linear("xy", (1, 2), "<=", 5), Table("xy", [(0, 1)], allowed=False), AllDifferent("xyz", offsets=(1, 2, 3)),
    Or(Comparison("x", "==", 3), NotEqual("x", "y")), And(NotEqual("x", "y")), Not(NotEqual("x", "y")),
    kinds.Var("x") * kinds.Var("y") + 1 == 12,
]  # fmt: skip


@pytest.mark.parametrize("one", CONSTRAINTS, ids=lambda one: type(one).__name__)
def test_constraints_are_frozen_and_are_copied(one: Any) -> None:
    kind: Any = type(one)
    for cls in (kind, slotted(subclass(kind, plain)), subclass(kind, plain)):
        made = cls.__new__(cls)
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            made.scope = ()
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            del made.scope
    for twin in (copy.copy(one), pickle.loads(pickle.dumps(one)), weakref.ref(one)()):  # noqa: S301
        assert twin == one
        assert hash(twin) == hash(one)
        assert repr(twin) == repr(one)
    assert attrs.astuple(one, recurse=False)[:2] == (one.scope, None)
    assert attrs.asdict(one, recurse=False).keys() == {field.name for field in attrs.fields(kind)}
    assert one.named("this") != one
    assert one.named("this").label == "this"


@pytest.mark.parametrize("cls", [*PUBLIC, Example])
def test_the_types_of_arguments_are_found_for_a_public_class(cls: Any) -> None:
    hints = typing.get_type_hints(cls.__init__)
    assert hints.keys() == {*inspect.signature(cls).parameters, "return"}
    assert hints.get("scope", Iterable[Any]) == Iterable[Any]
    assert cls.__init__.__module__ == cls.__module__


def test_a_default_that_is_made_is_nothing_in_a_signature() -> None:
    assert str(inspect.signature(Example)).endswith("parameters: 'Mapping[str, Any]' = NOTHING) -> None")


def test_attempts_to_change_frozen_ones_make_no_class_each(monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(2):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            NotEqual("x", "y").scope = ()  # type: ignore[misc]
        monkeypatch.setattr(attrs, "make_class", None)


class Remainder(kinds.Stepwise):
    """The sum modulo 3 is 0."""

    shareable: ClassVar[bool] = True
    rest: ClassVar[int] = 0

    def start(self) -> int:
        return 0

    def step(self, memory: int, position: int, value: int) -> int:
        return (memory + value) % 3

    def accepts(self, memory: int) -> bool:
        return memory == self.rest


class OtherRemainder(Remainder):
    rest = 1


@attrs.define
class AnyRemainder(Remainder):
    wanted: int = 2

    def accepts(self, memory: int) -> bool:
        return memory == self.wanted


class SameRemainder(AnyRemainder):
    """A plain subclass of one by attrs."""


@pytest.mark.parametrize("made", [
    Remainder("abc"), OtherRemainder("abc"), AnyRemainder("abc"), AnyRemainder("abc", 1), SameRemainder("abc", 1),
])  # fmt: skip
def test_plain_subclasses_that_read_step_by_step_share_automata_by_their_fields(made: Any) -> None:
    model = clew.Model()
    for name in "abcdef":
        model.variable(name, range(4))
    model.require(made, type(made)(tuple("def"), *(attrs.astuple(made)[2:])))
    ways = sum(made.accepts(sum(values) % 3) for values in product(range(4), repeat=3))
    assert clew.count(model) == ways**2
    assert compared(type(made)) == [field.name for field in attrs.fields(type(made)) if field.eq]


def test_a_subclass_by_attrs_takes_fields_after_those_of_a_constraint() -> None:
    @attrs.define
    class Near(Constraint):
        distance: int = 1

        def holds(self, values: Any) -> bool:
            return bool(abs(values[0] - values[1]) <= self.distance)

    assert Near(["x", "y"], 2) == Near(("x", "y"), distance=2) != Near(("x", "y"))
    assert repr(Near("xy")) == "Near(scope=('x', 'y'), distance=1)"
    with pytest.raises(clew.ProblemError, match="is about a collection of variables"):
        Near(3)  # type: ignore[arg-type]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        Near("xy").distance = 3  # type: ignore[misc]
