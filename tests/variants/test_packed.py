"""The packing of addresses, against texts that others have packed."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.variants import packed

PUBLISHED = {
    "": "Q===",
    '{"x":3}': "N4IgHiBcDMC+Q===",  # a test of the package sudoku-formats
    json.dumps({"size": 9, "grid": [[{"value": 1, "given": True}, *[{}] * 8], *[[{}] * 9] * 8]}, separators=(",", ":")):
        "N4IgzglgXgpiBcBOANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBfZYHv3vyGCRfALrJCwgTOlyJU0XKVKFsles1c1yrRu2S9R"
        "+Yd1nVp/Vdk7r58WK5A===",
}  # fmt: skip
"""Texts and how lz-string packs them."""


@pytest.mark.parametrize("text", PUBLISHED)
def test_texts_are_packed_as_others_pack_them(text: str) -> None:
    assert packed.pack(text).rstrip("=") == PUBLISHED[text].rstrip("=")
    assert packed.unpack(PUBLISHED[text]) == text


@given(st.text() | st.text("ab") | st.text("a\N{SNOWMAN}\N{WHITE CHESS KING}\N{JIGSAW PUZZLE PIECE}"))
def test_a_text_comes_back(text: str) -> None:
    assert packed.unpack(packed.pack(text)) == text
    assert len(packed.pack(text)) % 4 == 0


@given(st.text(packed.SIXES + "=", max_size=60))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    with suppress(clew.InputError):
        packed.unpack(text)


def test_what_is_no_packed_text_is_refused() -> None:
    whole = packed.pack("a long text, and a long text again")
    with pytest.raises(clew.InputError, match="cut off"):
        packed.unpack(whole[:20])
    with pytest.raises(clew.InputError, match="is no character"):
        packed.unpack("N4I*")


@pytest.mark.parametrize("more", [-1, 0, 1])
def test_a_text_of_a_million_characters_is_the_longest(more: int) -> None:
    text = "a" * (packed.LONGEST + more)
    if more <= 0:
        assert packed.unpack(packed.pack(text)) == text
    else:
        with pytest.raises(clew.InputError, match="more than any puzzle"):
            packed.unpack(packed.pack(text))
