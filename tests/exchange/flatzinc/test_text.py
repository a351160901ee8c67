"""FlatZinc as text: the data is that of the JSON form."""

from __future__ import annotations

import json

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
constraint set_in(x, 2..5);
solve :: seq_search([int_search(both, first_fail, indomain_min, complete), bool_search([b], input_order,
  indomain_max, complete)]) minimize x;
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
    note = {"id": "note", "args": [{"string": 'a; \\"b\\"'}, [{"set": [[1, 2]]}], {"set": []}]}
    assert found["constraints"] == [
        {"id": "int_lin_le", "args": ["weights", ["x", "_y", "z"], 50], "ann": ["domain", note]},
        {"id": "set_in", "args": ["x", {"set": [[2, 5]]}], "ann": []},
    ]
    assert found["output"] == ["x", "both"]
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
        ("", "there is no solve item: the model is not whole"),
        ('{"variables": {}}', "this JSON is no FlatZinc: KeyError: 'constraints'"),
        ('{"variables": ', "this is no JSON: Expecting value: line 1 column 15 (char 14)"),
    ],
)
def test_what_is_no_flatzinc_gets_one_line(text: str, message: str) -> None:
    with pytest.raises(InputError) as raised:
        read(text)
    assert str(raised.value) == message
