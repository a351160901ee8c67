"""The letter tree: every path that spells the word, the tree as text, and what became of each letter."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import clew
from clew.trace import Lines
from clew.watch.observers.recorder import Recorder
from clew_problems import LetterTree
from clew_problems.letter_tree import Node, parse, write
from tests.examples import examples
from tests.problems.refusals import refused

INFERENCES = ("none", "check", "forward")

Forest = list[Any]
"""Trees as nested lists: [letter, forest] for each root. (A recursive type would need a name of its own.)"""

DEMO = "B(A(R,S),L(I(P),O(T,G,B),U),E)"
DEMO_OUTLINE = """\
B
  A
    R
    S
  L
    I
      P
    O
      T
      G
      B
    U
  E
"""


def forests(letters: str = "ABL", leaves: int = 12) -> st.SearchStrategy[Forest]:
    """Random trees side by side, at least one."""
    letter = st.sampled_from(letters)
    leaf = letter.map(lambda symbol: [symbol, []])
    tree = st.recursive(
        leaf, lambda below: st.builds(lambda s, b: [s, b], letter, st.lists(below, max_size=3)), max_leaves=leaves
    )
    return st.lists(tree, min_size=1, max_size=3)


def nested(forest: Forest) -> str:
    """A forest with parentheses, the plain way."""
    return ",".join(letter + (f"({nested(below)})" if below else "") for letter, below in forest)


def outline(forest: Forest, step: str, indent: str = "") -> str:
    """A forest as an indented outline, the plain way."""
    return "".join(f"{indent}{letter}\n" + outline(below, step, indent + step) for letter, below in forest)


def forest_of(nodes: tuple[Node, ...], number: int = 0) -> Forest:
    """What was read, as nested lists."""
    return [[nodes[child].letter, forest_of(nodes, child)] for child in nodes[number].children]


def spelling(forest: Forest, word: str) -> list[tuple[int, ...]]:
    """Brute force: every path down to the word's length, and only then the letters; as numbers in reading order."""
    numbered = iter(range(1, 10**6))
    paths: list[tuple[tuple[int, ...], str]] = []

    def visit(trees: Forest, path: tuple[int, ...], letters: str) -> None:
        for letter, below in trees:
            here = (*path, next(numbered))
            paths.append((here, letters + letter))
            visit(below, here, letters + letter)

    visit(forest, (), "")
    return [path for path, letters in paths if letters == word]


def found(problem: LetterTree, **options: Any) -> list[tuple[int, ...]]:
    """The solutions as the numbers of their nodes, in search order."""
    return [
        tuple(solution[position] for position in range(1, len(solution) + 1))
        for solution in clew.solutions(problem, **options)
    ]


def refusal(text: str, word: str = "BLOG") -> str:
    """The message with which a tree is refused."""
    return refused(LetterTree, text, word=word)


# -- the paths -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("inference", INFERENCES)
def test_the_demo_has_one_path_that_spells_blog(inference: str) -> None:
    # From top to bottom B A R S L I P O T G B U E: B is 1, L 5, O 8, G 10.
    assert found(LetterTree(DEMO), inference=inference) == [(1, 5, 8, 10)]


@pytest.mark.parametrize("inference", INFERENCES)
@examples(150)
@given(forests(), st.text("ABL", min_size=1, max_size=4))
@example([["A", []], ["A", []]], "A")
@example([["A", [["A", [["A", []]]]]]], "AA")
@example([["A", []]], "AB")
def test_every_path_that_spells_the_word_is_found_from_left_to_right(inference: str, forest: Forest, word: str) -> None:
    assert found(LetterTree(nested(forest), word=word), inference=inference) == spelling(forest, word)


@settings(max_examples=100, deadline=None)
@given(forests("AB"), st.text("AB", min_size=1, max_size=3), st.data())
def test_a_step_to_another_letter_or_another_branch_breaks_a_rule(
    forest: Forest, word: str, data: st.DataObject
) -> None:
    problem = LetterTree(nested(forest), word=word)
    nodes = parse(problem.tree)
    path = data.draw(st.tuples(*[st.integers(1, len(nodes) - 1)] * len(word)))
    broken = clew.violations(problem, dict(enumerate(path, 1)))
    assert (broken == ()) == (path in spelling(forest, word))


def test_violations_name_the_letter_that_is_wrong_and_the_step_that_leaves_the_tree() -> None:
    problem = LetterTree("B(A,L)", word="BL")
    (wrong,) = clew.violations(problem, {1: 1, 2: 2})
    assert (wrong.rule, wrong.variables) == ("letter", (2,))
    assert wrong.message == "letter 2 is A, not L"
    (step,) = clew.violations(LetterTree("B,B(L)", word="BL"), {1: 1, 2: 3})
    assert (step.rule, step.variables) == ("path", (1, 2))
    assert step.message == "node 3 is not below node 1"


def test_a_word_must_start_at_a_root() -> None:
    assert [violation.rule for violation in clew.violations(LetterTree("A(B)", word="B"), {1: 2})] == ["path"]
    assert clew.count(LetterTree("A(B)", word="B")) == 0


@pytest.mark.parametrize("assignment", [{1: 99}, {1: 0}, {1: -1}, {5: 1}, {0: 1}, {1: 99, 2: 2}, {1: -1, 2: 2}])
def test_a_node_or_a_letter_that_there_is_not_breaks_a_rule(assignment: dict[int, int]) -> None:
    assert "range" in {violation.rule for violation in clew.violations(LetterTree("B(L)"), assignment)}


def test_the_beginning_of_a_path_breaks_no_rule() -> None:
    problem = LetterTree(DEMO)
    assert clew.violations(problem, {}) == clew.violations(problem, {1: 1}) == ()
    assert clew.violations(problem, {1: 1, 2: 5}) == clew.violations(problem, {3: 8, 4: 10}) == ()


def test_a_word_longer_than_the_tree_is_deep_is_not_found() -> None:
    assert found(LetterTree("A(A)", word="A" * 50)) == []


def test_a_tree_of_a_thousand_levels_is_walked_to_its_end() -> None:
    problem = LetterTree("A(" * 999 + "A" + ")" * 999, word="A" * 1000)
    for inference in INFERENCES:
        assert found(problem, inference=inference) == [tuple(range(1, 1001))]
    assert write(parse(problem.tree)) == problem.tree


# -- the tree as text ------------------------------------------------------------------------------------


def test_an_outline_and_parentheses_give_the_same_tree() -> None:
    expected = [
        ["B", [["A", [["R", []], ["S", []]]], ["L", [["I", [["P", []]]], ["O", [["T", []], ["G", []], ["B", []]]],
         ["U", []]]], ["E", []]]]
    ]  # fmt: skip
    assert forest_of(parse(DEMO)) == forest_of(parse(DEMO_OUTLINE)) == expected


@examples(150)
@given(forests("ABé→1"), st.sampled_from([" ", "  ", "    ", "\t"]))
def test_a_tree_is_the_same_however_it_is_written(forest: Forest, step: str) -> None:
    assert forest_of(parse(nested(forest))) == forest
    assert forest_of(parse(outline(forest, step))) == forest


@examples(150)
@given(forests("ABé→1", leaves=25))
def test_a_tree_that_is_written_is_read_back(forest: Forest) -> None:
    nodes = parse(outline(forest, " "))
    assert forest_of(parse(write(nodes))) == forest
    assert [node.number for node in nodes] == list(range(len(nodes)))


@settings(max_examples=50, deadline=None)
@given(forests())
def test_the_text_of_a_problem_is_read_back_as_the_same_tree(forest: Forest) -> None:
    problem = LetterTree(outline(forest, "  "), word="AB")
    again = LetterTree.from_text(problem.to_text(), word="AB")
    assert forest_of(parse(again.tree)) == forest
    assert LetterTree.from_text(again.to_text(), word="AB") == again


@pytest.mark.parametrize(
    "text",
    [
        "A(B,C)",
        " A ( B , C ) ",
        "A(B C)",
        "A(B,C,)",
        "A(B(),C)",
        "A\n(B,\n C)\n",
        "A\n B\n C",
        "\n\nA\r\n\n   B\r\n   C\r\n",
    ],
)
def test_spaces_empty_lines_and_empty_parentheses_change_nothing(text: str) -> None:
    assert forest_of(parse(text)) == [["A", [["B", []], ["C", []]]]]


def test_an_outline_may_come_back_to_any_level_above() -> None:
    assert forest_of(parse("A\n B\n   C\n B\nA")) == [["A", [["B", [["C", []]]], ["B", []]]], ["A", []]]


def test_a_tree_of_one_letter_is_one_in_either_form() -> None:
    assert forest_of(parse("A")) == forest_of(parse("A()")) == [["A", []]]


# -- bad input -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("", "empty"),
        (" \n\t\n", "empty"),
        (",", "empty"),
        ("()", "character 1"),
        ("A\n    B\n  C", "line 3"),
        ("  A\nB", "line 2"),
        ("A\n  B\n      C\n    D", "line 4"),
        ("A\n BC\n", "line 2: 'BC'"),
        ("A B", "line 1: 'A B'"),
        ("A\n" + "B" * 1_000, "line 2"),
        ("A(B", "1 '(' not closed"),
        ("A(B(C)", "1 '(' not closed"),
        ("A(B))", "character 5"),
        ("A)B(", "character 2"),
        ("(A)", "character 1"),
        ("A((B))", "character 3"),
        ("A(B)(C)", "character 5"),
        ("A,(B)", "character 3"),
        ("A(\x00)", "character 3: '\\x00'"),
        ("A\n\x1b", "line 2"),
        ("\x89PNG\r\n\x1a\n\x00\x00", "line 1"),
        ("A(" * 2_000 + "B" + ")" * 2_000, "1000 levels"),
        ("".join(" " * k + "A\n" for k in range(2_000)), "line 1001: the tree has more than 1000 levels"),
        ("A," * 100_001, "100000 letters"),
    ],
)
def test_what_is_no_tree_is_refused_with_one_line_that_names_the_place(text: str, say: str) -> None:
    assert say in refusal(text)


@pytest.mark.parametrize("word", ["", "B LOG", "BL\nOG", "A(B", "A,B", "\x00", " "])
def test_a_word_that_is_no_word_is_refused_in_one_line(word: str) -> None:
    assert "word" in refusal("A", word)


@examples(400)
@given(
    st.text()
    | st.text("AB(), \n\t\r", max_size=40)
    | st.binary().map(lambda junk: junk.decode("latin-1"))
    | st.lists(st.text("A ", max_size=4)).map("\n".join)
)
@example("\x1cA\n\x1c B")
@example("A\u2028B")
def test_arbitrary_text_is_a_tree_that_is_written_and_read_back_or_refused_in_one_line(text: str) -> None:
    try:
        problem = LetterTree.from_text(text, word="AB")
    except clew.ClewError as error:
        assert len(str(error).splitlines()) == 1  # noqa: PT017
    else:
        assert forest_of(parse(problem.to_text())) == forest_of(parse(problem.tree))
        assert found(problem) == spelling(forest_of(parse(problem.tree)), "AB")


# -- drawing ---------------------------------------------------------------------------------------------


def drawn_search(problem: LetterTree, *, colour: bool = False, **options: Any) -> str:
    """The tree after all the solutions were listed, or those that the limits allow."""
    recorder = Recorder()
    list(clew.solutions(problem, observers=[recorder], **options))
    return problem.draw_search(recorder.events, colour=colour)


def test_the_search_is_drawn_with_a_mark_behind_every_letter_that_was_looked_at() -> None:
    # A and E do not follow B, and nothing below A is looked at; I and U do not follow L; T and B do not follow O.
    assert drawn_search(LetterTree(DEMO)) == (
        "B *\n"
        "├─ A x\n"
        "│  ├─ R\n"
        "│  └─ S\n"
        "├─ L *\n"
        "│  ├─ I x\n"
        "│  │  └─ P\n"
        "│  ├─ O *\n"
        "│  │  ├─ T x\n"
        "│  │  ├─ G *\n"
        "│  │  └─ B x\n"
        "│  └─ U x\n"
        "└─ E x"
    )


def test_a_search_that_stops_at_the_first_solution_leaves_the_rest_unmarked() -> None:
    drawing = drawn_search(LetterTree("B(L,L,A)", word="BL"), limits=clew.Limits(solutions=1))
    assert drawing == "B *\n├─ L *\n├─ L\n└─ A"


def test_a_letter_that_fits_but_leads_nowhere_is_tried_in_vain() -> None:
    assert drawn_search(LetterTree("B(A),B(L)", word="BL")) == "B x\n└─ A x\nB *\n└─ L *"


def test_before_a_search_nothing_is_marked() -> None:
    assert LetterTree("B(L)", word="BL").draw_search([]) == "B\n└─ L"


def test_in_colour_every_letter_has_its_ansi_code_and_no_mark() -> None:
    assert drawn_search(LetterTree("B(A(R),L)", word="BL"), colour=True) == (
        "\x1b[1;34mB\x1b[0m\n├─ \x1b[31mA\x1b[0m\n│  └─ \x1b[90mR\x1b[0m\n└─ \x1b[1;34mL\x1b[0m"
    )


@settings(max_examples=80, deadline=None)
@given(forests("AB"), st.text("AB", min_size=1, max_size=3))
def test_the_marks_of_any_search_are_those_of_the_paths(forest: Forest, word: str) -> None:
    text = nested(forest)
    nodes = parse(text)
    above = {child: node.number for node in nodes for child in node.children}
    spelt: dict[int, str] = {0: ""}
    for node in nodes[1:]:
        spelt[node.number] = spelt[above[node.number]] + node.letter
    good = {number for path in spelling(forest, word) for number in path}
    expected = []
    for node in nodes[1:]:
        start = spelt[above[node.number]]
        looked_at = len(start) < len(word) and word.startswith(start)
        expected.append(node.letter + (" *" if node.number in good else " x" if looked_at else ""))
    drawn = drawn_search(LetterTree(text, word=word)).split("\n")
    assert [line.lstrip("│├└─ ") for line in drawn] == expected


def test_a_solution_draws_as_tree_as_letters_and_as_numbers() -> None:
    solution = clew.first(LetterTree("B(A,L)", word="BL"))
    assert solution is not None
    assert solution.draw("tree") == str(solution) == "B *\n├─ A\n└─ L *"
    assert solution.draw("letters") == "BL"
    assert solution.draw("numbers") == "1 3"


def test_traces_and_recorded_trees_show_letters_with_the_numbers_of_their_nodes() -> None:
    problem = LetterTree(DEMO)
    told: list[str] = []
    clew.count(problem, observers=[Lines(problem, told.append)])
    assert "    try 3 = O (8)" in told
    assert "    dead end: 3 = I (6) is rejected" in told
    assert "3=O (8)" in clew.search_tree(problem).svg()
    assert LetterTree("B(O,B)").value_name(7) == "7"  # no node has this number
    assert clew.first(problem).named() == {"1": "B (1)", "2": "L (5)", "3": "O (8)", "4": "G (10)"}  # type: ignore[union-attr]


def test_an_order_of_the_variables_is_refused_for_they_appear_as_the_search_goes() -> None:
    with pytest.raises(clew.OptionError, match="variable_order"):
        clew.first(LetterTree(DEMO), variable_order="mrv")


def test_a_search_may_start_below_a_letter_that_is_given() -> None:
    problem = LetterTree("B(L),B(L,L)", word="BL")
    assert found(problem, given={1: 3}) == [(3, 4), (3, 5)]
