"""The parts that the class of a problem is made of: parameters, an instance field that is read from text.

A field must not hide what clew asks every problem for: such a class is rejected when it is made.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final

from clew.errors import InputError, OptionError, ProblemError, meant

if TYPE_CHECKING:
    import attrs

    from clew.forms import Form
    from clew.problem.problem import AnyProblem


CO_VARARGS: Final = 4
"""The flag of a function that takes any number of arguments: that of `inspect`, which takes long to load."""

ALIKE: Final = 0.88
"""How like two names must be, by difflib, for one to be taken for the other, misspelt."""


class StandardStyles:
    """The styles of a problem that names none: those of the standard drawing, as far as they suit its variables."""

    def __get__(self, problem: AnyProblem | None, kind: type[AnyProblem]) -> tuple[str, ...]:
        if problem is not None:
            from clew.problem.declared import declared_domains
            from clew.problem.drawing import rectangle, without_auxiliary

            if rectangle(without_auxiliary(problem, declared_domains(problem))) is None:
                return ("names",)
        return ("grid", "names")


def parameter(
    default: Any,
    help: str,
    *,
    choices: Sequence[Any] | None = None,
    validator: Callable[[Any, attrs.Attribute[Any], Any], Any] | None = None,
) -> Any:
    """An attrs field of a problem that its users set by name: in Python and on the command line.

    Args:
        default: its value when nobody sets it; its type is that of the values.
        help: one line for the help of the command.
        choices: the only values allowed, if they are few.
        validator: an attrs validator, if `choices` do not say it all.
    """
    import attrs

    def among_choices(problem: Any, field: attrs.Attribute[Any], value: Any) -> None:
        if choices is not None and value not in choices:
            names = ", ".join(map(str, choices))
            raise OptionError(f"{title_of(type(problem))}: {field.name} must be one of {names}, not {value!r}")

    validators = [among_choices, *([validator] if validator else [])]
    metadata = {"help": help, "choices": choices}
    return attrs.field(default=default, kw_only=True, validator=validators, metadata=metadata)


def instance(form: Form[Any], help: str = "") -> Any:
    """An attrs field of a problem that holds its instance: it is read from text, and written, by a standard form.

    Args:
        form: one of `clew.forms`, or one of your own.
        help: one line for the help of the command.
    """
    import attrs

    from clew.forms import Form

    if not isinstance(form, Form):
        raise ProblemError(f"clew.instance needs a form, such as clew.forms.Word(), not {form!r}")

    def sound(problem: AnyProblem, field: attrs.Attribute[Any], value: Any) -> None:
        try:
            form.check(value)
        except InputError as error:
            raise InputError(f"{title_of(type(problem))}: {error}") from None

    return attrs.field(converter=form.made, validator=sound, metadata={"form": form, "about": help})


def fields_of(kind: type[AnyProblem]) -> tuple[attrs.Attribute[Any], ...]:
    """The fields of a class of problems; none if it was not made by attrs."""
    return getattr(kind, "__attrs_attrs__", ())


def instance_field(kind: type[AnyProblem]) -> attrs.Attribute[Any] | None:
    """The field of a problem that was declared with `clew.instance`, if there is one that is its text.

    Of several none is; the problem reads and writes them itself.

    Raises:
        ProblemError: there are several, and the problem does not read and write them; or the class was not made by
            attrs and so has no fields.
    """
    title = title_of(kind)
    is_made = hasattr(kind, "__attrs_attrs__")
    if not is_made and any("form" in getattr(value, "metadata", ()) for value in vars(kind).values()):
        raise ProblemError(f"{title} has no fields yet: write @attrs.frozen above the class")
    fields = [field for field in fields_of(kind) if "form" in field.metadata]
    if len(fields) > 1 and not _reads_and_writes(kind):
        names = " and ".join(field.name for field in fields)
        raise ProblemError(f"{title} has several instance fields, {names}: write from_text and to_text yourself")
    return fields[0] if len(fields) == 1 else None


def _reads_and_writes(kind: Any) -> bool:
    """Whether a problem has `from_text` and `to_text` of its own."""
    from clew.problem.problem import Problem

    return reads_itself(kind) and kind.to_text is not Problem.to_text


def reads_itself(kind: type[AnyProblem]) -> bool:
    """Whether a problem has a `from_text` of its own."""
    from clew.problem.problem import Problem

    return getattr(kind.from_text, "__func__", None) is not vars(Problem)["from_text"].__func__


def instance_from(kind: type[AnyProblem], text: str) -> dict[str, Any]:
    """The instance field of a problem, by its name, as a text has it.

    Raises:
        InputError: the text does not describe an instance, or the problem reads none.
    """
    field = instance_field(kind)
    if field is None:
        raise InputError(f"{title_of(kind)} reads no instances from text: make it in Python")
    form: Form[Any] = field.metadata["form"]
    try:
        return {str(field.alias): form.read(text)}
    except InputError as error:
        raise InputError(f"{title_of(kind)}: {error}") from None


def instance_text(problem: AnyProblem) -> str:
    """The instance field of a problem as text.

    Raises:
        OptionError: the problem has no such field.
    """
    field = instance_field(type(problem))
    if field is None:
        raise OptionError(f"{title_of(type(problem))} writes no instances as text")
    form: Form[Any] = field.metadata["form"]
    return form.write(getattr(problem, field.name))


def title_of(kind: type[AnyProblem]) -> str:
    """The name of a class of problems in messages."""
    return kind.name if isinstance(kind.name, str) and kind.name else kind.__name__


def check_names(kind: type[AnyProblem]) -> None:
    """Check that no field and no property of a class hides what the engine asks every problem for.

    A class of attrs with slots is made twice, and has its fields in itself the second time. Other fields without a
    default are no more than an annotation.
    """
    from clew.problem.problem import Problem

    own = vars(kind)
    if "help" in getattr(own.get("text"), "metadata", {}):
        raise ProblemError(f"{kind.__name__}: a parameter cannot be called text: that is what from_text reads")
    described = _annotations_of(kind)
    for name, original in vars(Problem).items():
        if name.startswith("_") or not (name in own or name in described):
            continue
        if callable(getattr(Problem, name)):
            is_hidden = not callable(getattr(kind, name))
            what = f"the method {name}, which clew calls"
        else:
            is_hidden = name in own and not isinstance(getattr(kind, name), (str, tuple, list))
            what = f"the {name} of the puzzle"
        if is_hidden or (name not in own and "ClassVar" not in str(described[name])):
            hint = "" if callable(original) else f", or write {name} = ... without a type if it is meant"
            raise ProblemError(f"{kind.__name__}: the field {name} hides {what}: give it another name{hint}")
    _check_parameters(kind, Problem)
    if "__attrs_attrs__" not in own and not kind.__module__.startswith("clew."):  # the first time
        _warn_of_misspelt(kind, Problem)


def _check_parameters(kind: type[Any], default: type[Any]) -> None:
    """Check that each method can be called as clew calls it."""
    for name, method in vars(kind).items():
        usual = vars(default).get(name)
        if isinstance(method, FunctionType) and isinstance(usual, FunctionType):
            passed = usual.__code__.co_argcount - len(usual.__defaults__ or ())
            own = method.__code__
            most = math.inf if own.co_flags & CO_VARARGS else own.co_argcount
            if not own.co_argcount - len(method.__defaults__ or ()) <= passed <= most:
                names = ", ".join(usual.__code__.co_varnames[:passed])
                raise ProblemError(f"{kind.__name__}: clew calls {name}({names}): let its def have these parameters")


def _warn_of_misspelt(kind: type[Any], default: type[Any]) -> None:
    """Warn of a method whose name is nearly that of one that clew calls, and that the class does not have."""
    for own, method in vars(kind).items():
        if isinstance(method, FunctionType) and not own.startswith("_") and not hasattr(default, own):
            like = [name for name, one in vars(default).items() if name[:3] == own[:3] and getattr(kind, name) is one]
            if like and (found := meant(own, like, "", ALIKE)):
                import warnings

                warnings.warn(f"{kind.__name__}: clew calls no method {own}: {found}", stacklevel=4)


def _annotations_of(kind: type[Any]) -> Mapping[str, Any]:
    """The annotations of a class itself; names that are not defined yet do no harm."""
    if sys.version_info >= (3, 14):
        import annotationlib

        return annotationlib.get_annotations(kind, format=annotationlib.Format.FORWARDREF)
    annotations: Mapping[str, Any] = vars(kind).get("__annotations__", {})
    return annotations
