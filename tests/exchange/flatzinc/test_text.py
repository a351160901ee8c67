"""FlatZinc as text: the data is that of the JSON form."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any, Final

import pytest

from clew.errors import InputError
from clew.exchange.flatzinc.reading import read
from clew.exchange.flatzinc.text import parsed

TEXT = """\
% a comment; with "a quote
predicate median(var int: x, array [int] of var 1..3: y);
array [1..3] of int: weights = [1, -2, 0x1F];
int: most = -4;
set of int: some = {1, 3};
bool: yes = true;
var 1..9: x :: output_var;
var {1, 3, 5}: _y :: var_is_introduced :: is_defined_var; var int: z = 7;
var bool: b = yes;
array [1..2] of var int: both :: output_array([1..1, 1..2]) = [x, _y];
constraint int_lin_le(weights, [x, _y, z], 50) :: domain :: note("a; \\"b\\"", [1..2], {});
constraint int_eq(x, 4) :: defines_var(x) :: path("a|1;%");
constraint set_in(x, 2..5);
solve :: note("a; \\"b\\"", [1..2], {}) :: seq_search([int_search(both, first_fail, indomain_min, complete),
  bool_search([b], input_order, indomain_max, complete)]) minimize x;
"""


def test_a_model_becomes_the_data_of_the_form_in_json() -> None:
    found = parsed(TEXT)
    assert found["variables"] == {
        "most": {"type": "int", "ann": [], "rhs": -4},
        "some": {"type": "set of int", "of": {"type": "int"}, "ann": [], "rhs": {"set": [[1, 1], [3, 3]]}},
        "yes": {"type": "bool", "ann": [], "rhs": True},
        "x": {"type": "int", "domain": [[1, 9]], "ann": ["output_var"]},
        "_y": {"type": "int", "domain": [[1, 1], [3, 3], [5, 5]], "ann": ["var_is_introduced", "is_defined_var"]},
        "z": {"type": "int", "ann": [], "rhs": 7},
        "b": {"type": "bool", "ann": [], "rhs": "yes"},
    }
    sizes = {"set": [[1, 1]]}, {"set": [[1, 2]]}
    assert found["arrays"] == {
        "weights": {"type": "int", "ann": [], "a": [1, -2, 31]},
        "both": {"type": "int", "ann": [{"id": "output_array", "args": [[*sizes]]}], "a": ["x", "_y"]},
    }
    assert found["constraints"] == [
        {"id": "int_lin_le", "args": ["weights", ["x", "_y", "z"], 50]},
        {"id": "int_eq", "args": ["x", 4]},
        {"id": "set_in", "args": ["x", {"set": [[2, 5]]}]},
    ]
    assert found["output"] == ["x", "both"]
    note = {"id": "note", "args": [{"string": 'a; \\"b\\"'}, [{"set": [[1, 2]]}], {"set": []}]}
    assert found["solve"]["ann"][0] == note
    assert found["solve"]["method"] == "minimize"
    assert found["solve"]["objective"] == "x"


def test_both_forms_make_the_same_model() -> None:
    text, data = read(TEXT), read(json.dumps(parsed(TEXT)))
    assert text.model.domains() == data.model.domains()
    assert list(text.model.constraints()) == list(data.model.constraints())
    assert [one.items for one in text.shown] == [one.items for one in data.shown]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("var 1..3: x;\nconstraint int_le(x 3);\nsolve satisfy;", "line 2: '3' is not expected here"),
        ("var 1..3: x;\n\nconstraint int_le(x, ;);\nsolve satisfy;", "line 3: ';' is not expected here"),
        ("var 1..3: x;\nsolve satisfy", "line 2: it ends early"),
        ("var 1..3: x;", "there is no solve item: the model is not whole"),
        ("var (: x;\nsolve satisfy;", "line 1: ':' is not expected here"),
        ("var 1..3: x;\nconstraint f([x;x]);\nsolve satisfy;", "line 2: ';' is not expected here"),
        ("var 1..3: x;\nconstraint f(x;x);\nsolve satisfy;", "line 2: ';' is not expected here"),
        ("var 1..3: x;\nconstraint f(1 2);\nsolve satisfy;", "line 2: '2' is not expected here"),
        ("var 1..3: x;\nconstraint f(x);;\nsolve satisfy;", "line 2: no item of FlatZinc"),
        ("var 1..3: x;\nconstraint x;\nsolve satisfy;", "line 2: no item of FlatZinc"),
        ("var 1..3;\nsolve satisfy;", "line 1: no item of FlatZinc"),
        ("var 1.5x..3: x;\nsolve satisfy;", "line 1: '1.5x..3' is not expected here"),
        ("var 1..3: x :: ? = 3;\nsolve satisfy;", "line 1: '?' is not expected here"),
        ("var 1..3: x = 1, 2;\nsolve satisfy;", "line 1: no item of FlatZinc"),
        ("array [1..2] of var int: x;\nsolve satisfy;", "line 1: x has no value"),
        ("array [1..2", "line 1: it ends early"),
        ("constraint f(x)\nconstraint g(x);\nsolve satisfy;", "line 2: 'constraint' is not expected here"),
        ("constraint f(x) :: a\nconstraint g(x);\nsolve satisfy;", "line 2: 'constraint' is not expected here"),
        ("predicate p(int: x)\nconstraint f(x);\nsolve satisfy;", "line 2: 'constraint' is not expected here"),
        ("predicate p\nconstraint f(x);\nsolve satisfy;", "line 1: 'p' is not expected here"),
        ("array [1..1] of var int: a :: predicate b([1]) = [1];\nsolve satisfy;", "line 1: 'b(' is not expected here"),
        ("%ssolve satisfy;" % ("predicate " * 10**5), "line 1: 'predicate' is not expected here"),
        ("var 1..3: x;\nconstraint f(x, var);\nsolve satisfy;", "line 2: ')' is not expected here"),
        ("var 1..3: x;\nconstraint f(x) :: var;\nsolve satisfy;", "line 2: ';' is not expected here"),
        ("var 1..3: x\nvar 1..3: y;\nsolve satisfy;", "line 2: 'var' is not expected here"),
        ('constraint f(x) :: a("b\nsolve satisfy;', "line 1: '\"b' is not expected here"),
        ("constraint f(x]], [[y);\nsolve satisfy;", "line 1: ']],' is not expected here"),
        ("constraint f([1);\nconstraint f(2]);\nsolve satisfy;", "line 1: ')' is not expected here"),
        ("constraint f(x) :: { ;\nsolve satisfy;", "line 1: '{' is not expected here"),
        ("var 1..3: 4;\nsolve satisfy;", "line 1: 4 is no name"),
        ("solve;", "line 1: no item of FlatZinc"),
        ("constraint f(%s);" % ("[" * 10**5), "line 1: it is nested too deeply"),
        ("constraint f(%s);" % ("1" * 10**4), "line 1: '1111"),
        (" " * 10**6, "there is no solve item: the model is not whole"),
        ("", "there is no solve item: the model is not whole"),
        ('{"variables": {}}', "this JSON is no FlatZinc: KeyError: 'constraints'"),
        ('{"variables": ', "this is no JSON: Expecting value: line 1 column 15 (char 14)"),
    ],
)
def test_what_is_no_flatzinc_gets_one_line(text: str, message: str) -> None:
    with pytest.raises(InputError) as raised:
        read(text)
    assert str(raised.value) == message or (len(message) < 20 and str(raised.value).startswith(message))


TOKENS: Final = re.compile(r"\w+|\"[^\"\n]*\"|\s+|\W")
PARTS: Final = (
    "]],[[",
    "]}",
    "{",
    "..",
    "::",
    "1.5",
    "0x1F",
    "007",
    "é",
    "constraint",
    "::a(b)",
    '"',
    "%",
    "true",
    "var",
    "= 3",
)


def mutated(text: str, draw: Random) -> str:
    """A text with one to three tokens or characters deleted, doubled, swapped, or put in."""
    for _ in range(draw.randint(1, 3)):
        tokens = TOKENS.findall(text) if draw.random() < 0.7 else [*text]
        one, other = draw.randrange(len(tokens)), draw.randrange(len(tokens))
        match draw.randrange(4):
            case 0:
                del tokens[one]
            case 1:
                tokens.insert(one, tokens[one])
            case 2:
                tokens[one], tokens[other] = tokens[other], tokens[one]
            case 3:
                tokens.insert(one, draw.choice([*PARTS, tokens[other]]))
        text = "".join(tokens)
    return text


def read_or_none(text: str) -> dict[str, Any] | None:
    try:
        return parsed(text)
    except InputError:
        return None


def test_mutated_texts_lose_nothing_whether_items_are_read_together_or_one_by_one() -> None:
    draw, accepted = Random(1), 0
    for _ in range(3000):
        text = mutated(TEXT, draw)
        together = read_or_none(f"constraint f(31);\n{text}")
        one_by_one = read_or_none(f"constraint f(0x1F);\n{text}")  # a number that JSON does not have
        assert repr(together) == repr(one_by_one)
        if together is not None:
            accepted += 1
            plain = re.sub(r'("([^"\\\n]|\\.)*")|%.*', "", text)
            assert len(together["constraints"]) == 1 + len(re.findall(r"\bconstraint\s+\w+\s*\(", plain))
            assert plain.count(";") >= sum(
                map(len, (together["variables"], together["arrays"], together["constraints"]))
            )
    assert 200 < accepted < 2000
