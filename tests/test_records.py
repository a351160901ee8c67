"""Records are what attrs makes of the same classes, in all that their users see."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any, ClassVar

import attrs
import pytest

import clew
from clew.constraints import NotEqual
from clew.constraints.primitives import Primitive
from clew.records import MANY, Once, evolve, record


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
    assert repr(Odd(source, 3)).endswith(f".Odd(source={source!r}, places=3)")


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
