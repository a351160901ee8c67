"""The letter tree: walk down a tree of letters and spell a word.

The smallest picture of backtracking: go down while the letters fit, turn back when they do not, and skip everything
below. Its branching is dynamic: the letters that can be tried depend on the letters before.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Self

import attrs

import clew
from clew.events import Event, SolutionEvent, TryEvent
from clew.render import Forest, Kind, Tree, tree_text

MAX_NODES = 100_000
MAX_DEPTH = 1_000
LEGEND: Final[dict[Kind, str]] = {"solution": "found", "failed": "dead end", "unvisited": "not visited"}


@attrs.frozen(eq=False, repr=False)
class Node:
    """A letter of the tree.

    Attributes:
        number: its place in the tree read from top to bottom, from 1.
        letter: one character.
        children: the numbers of the letters below, from left to right.
    """

    number: int
    letter: str
    children: list[int] = attrs.field(factory=list)


def _tree(problem: LetterTree, field: attrs.Attribute[str], text: str) -> None:
    parse(text)


def _word(problem: LetterTree, field: attrs.Attribute[str], word: str) -> None:
    if not isinstance(word, str) or not word or any(not _is_letter(character) for character in word):
        raise clew.InputError(f"letter-tree: the word must be letters without spaces, not {word!r}")


@attrs.frozen
class LetterTree(clew.Problem[int, int]):
    """The paths down a tree of letters that spell a word.

    Variable k is the k-th letter of the word, its value the number of a node.

    Args:
        tree: the letters, as an indented outline or with nested parentheses.
        word: what to spell, from one of the roots downwards.

    Raises:
        InputError: the text is no tree, or the word has other characters than letters.
    """

    name = "letter-tree"
    summary = "the paths down a tree of letters that spell a word"
    rules = (
        "Start at a root and go down one letter at a time, so that the letters spell the word. The instance is a "
        "tree: one letter a line, indented below the letter above, or nested parentheses as in B(L(O(G,A),I),A)."
    )
    examples = (
        clew.Example("blog", "B(A(R,S),L(I(P),O(T,G,B),U),E)", 1),
        clew.Example("twice", "B(L(O(G)),A,L(O(S),O(G)))", 2),
        clew.Example("nowhere", "A(B,C)", 0),
    )
    styles = ("tree", "letters", "numbers")

    tree: str = attrs.field(validator=_tree)
    word: str = clew.parameter("BLOG", "the word to spell", validator=_word)

    # -- the search ---------------------------------------------------------------------------

    def choose_variable(self, state: clew.State[int, int]) -> int | None:
        return state.depth + 1 if state.depth < len(self.word) else None

    def enumerate_values(self, state: clew.State[int, int], position: int) -> tuple[int, ...]:
        nodes = parse(self.tree)
        above = state.path[2] if state.path else 0
        return tuple(nodes[above].children)

    def is_consistent(self, state: clew.State[int, int], position: int, number: int) -> bool:
        return parse(self.tree)[number].letter == self.word[position - 1]

    # -- an independent judgement ---------------------------------------------------------------

    def violations(self, assignment: Mapping[int, int]) -> Iterator[clew.Violation]:
        """The steps that leave the tree or take a wrong letter."""
        nodes = parse(self.tree)
        for position, number in assignment.items():
            if not 1 <= position <= len(self.word) or not 1 <= number < len(nodes):
                yield clew.Violation("range", f"there is no letter {position} at node {number}", (position,))
                continue
            wanted, letter = self.word[position - 1], nodes[number].letter
            if letter != wanted:
                yield clew.Violation("letter", f"letter {position} is {letter}, not {wanted}", (position,))
            above = 0 if position == 1 else assignment.get(position - 1)
            if above is not None and 0 <= above < len(nodes) and number not in nodes[above].children:
                yield clew.Violation("path", f"node {number} is not below node {above}", (position - 1, position))

    # -- text -----------------------------------------------------------------------------------

    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        """Reads an indented outline or nested parentheses."""
        return cls(text, **parameters)

    def to_text(self) -> str:
        return write(parse(self.tree))

    def draw(self, assignment: Mapping[int, int], style: str | None = None) -> str:
        style = self.check_style(style)
        if style == "numbers":
            return " ".join(str(number) for _, number in sorted(assignment.items()))
        nodes = parse(self.tree)
        if style == "letters":
            return "".join(nodes[number].letter for _, number in sorted(assignment.items()))
        return tree_text(_coloured(nodes, set(assignment.values()), set()))

    def value_name(self, number: int) -> str:
        """The letter of a node, and its number, as in `O (8)`."""
        nodes = parse(self.tree)
        return f"{nodes[number].letter} ({number})" if 1 <= number < len(nodes) else str(number)

    def draw_search(self, events: Sequence[Event], *, colour: bool = False) -> str:
        """The tree with what became of every letter: on the way to a solution, tried in vain, never looked at."""
        return tree_text(self.coloured(events), colour=colour)

    def picture(self, assignment: Mapping[int, int], domains: Mapping[int, Collection[int]] | None = None) -> Forest:
        """The tree with the letters of the word in blue."""
        return Forest(_coloured(parse(self.tree), set(assignment.values()), set()), "a tree of letters")

    def picture_search(self, events: Sequence[Event]) -> Forest:
        """The tree in blue, red and grey: the fate of every letter."""
        return Forest(self.coloured(events), f"the search for {self.word} in a tree of letters", LEGEND)

    def coloured(self, events: Sequence[Event]) -> list[Tree]:
        """The trees to draw after a search, from what it reported."""
        tried = {event.value for event in events if isinstance(event, TryEvent)}
        good = {number for e in events if isinstance(e, SolutionEvent) for _, number in e.state.items()}
        return _coloured(parse(self.tree), good, tried)


def _coloured(nodes: Sequence[Node], good: set[int], tried: set[Any]) -> list[Tree]:
    drawn: dict[int, Tree] = {}
    for node in reversed(nodes):
        kind: Kind = "solution" if node.number in good else "failed" if node.number in tried else "unvisited"
        drawn[node.number] = Tree(node.letter, kind, [drawn[child] for child in node.children])
    return list(drawn[0].children)


# -- reading and writing trees: nodes in order, the first an invisible one above the roots --------


@lru_cache(16)
def parse(text: str) -> tuple[Node, ...]:
    """The nodes of a tree given as text, in order; the first stands above the roots and has no letter.

    Raises:
        InputError: the text is no tree; the message names the place.
    """
    return _nodes(_nested(text) if re.search(r"[(),]", text) else _outline(text))


def _nodes(letters: Iterator[tuple[int, str, str]]) -> tuple[Node, ...]:
    """The nodes for letters that come with their level, from 0, and their place."""
    nodes = [Node(0, "")]
    branch = [nodes[0]]
    for level, letter, place in letters:
        if len(nodes) > MAX_NODES:
            raise clew.InputError(f"letter-tree: {place}: the tree has more than {MAX_NODES} letters")
        if level >= MAX_DEPTH:
            raise clew.InputError(f"letter-tree: {place}: the tree has more than {MAX_DEPTH} levels")
        node = Node(len(nodes), letter)
        nodes.append(node)
        del branch[level + 1 :]
        branch[level].children.append(node.number)
        branch.append(node)
    if len(nodes) == 1:
        raise clew.InputError("letter-tree: the tree is empty: give letters, one a line and indented, or as A(B,C)")
    return tuple(nodes)


def _is_letter(character: str) -> bool:
    return character.isprintable() and not character.isspace() and character not in "(),"


def _outline(text: str) -> Iterator[tuple[int, str, str]]:
    """The letters of an indented outline."""
    indents: list[int] = []
    for number, line in enumerate(text.split("\n"), 1):
        letter = line.strip()
        if not letter:
            continue
        place = f"line {number}"
        if len(letter) > 1 or not _is_letter(letter):
            raise clew.InputError(f"letter-tree: {place}: {letter[:20]!r} is not one letter")
        indent = len(line.expandtabs(8)) - len(line.expandtabs(8).lstrip())
        if not indents or indent > indents[-1]:
            indents.append(indent)
        while indent < indents[-1]:
            indents.pop()
            if not indents or indent > indents[-1]:
                raise clew.InputError(f"letter-tree: {place}: the indent fits no line above it")
        yield len(indents) - 1, letter, place


def _nested(text: str) -> Iterator[tuple[int, str, str]]:
    """The letters of nested parentheses: a letter, then its children in parentheses."""
    level, after_letter = 0, False
    for number, character in enumerate(text, 1):
        place = f"character {number}"
        if character == "(":
            if not after_letter:
                raise clew.InputError(f"letter-tree: {place}: '(' must follow a letter")
            level, after_letter = level + 1, False
        elif character == ")":
            level, after_letter = level - 1, False
            if level < 0:
                raise clew.InputError(f"letter-tree: {place}: ')' closes nothing")
        elif _is_letter(character):
            yield level, character, place
            after_letter = True
        elif character == "," or character.isspace():
            after_letter = after_letter and character != ","
        else:
            raise clew.InputError(f"letter-tree: {place}: {character!r} is no letter")
    if level:
        raise clew.InputError(f"letter-tree: at the end: {level} '(' not closed")


def write(nodes: Sequence[Node]) -> str:
    """Nodes as nested parentheses."""
    parts: list[str] = []
    stack: list[str | Node] = [nodes[0]]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        parts.append(item.letter)
        between: list[str | Node] = [part for child in item.children for part in (",", nodes[child])][1:]
        if item.number and between:
            between = ["(", *between, ")"]
        stack.extend(reversed(between))
    return "".join(parts)
