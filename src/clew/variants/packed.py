"""Text that is packed as lz-string packs it for addresses: phrases that came before are numbers, in base 64.

The packing is that of Lempel and Ziv (1978), with numbers that get longer as phrases are added. Of these, 0 and 1
announce a character that was not there before, with 8 or 16 bits, and 2 is the end. The lowest bit comes first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from clew.errors import InputError

SIXES: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
"""The characters of base 64, six bits each."""
LONGEST: Final = 1_000_000
"""Characters that a packed text may have: a few packed ones could stand for millions."""
END: Final = 2


def pack(text: str) -> str:
    """A text, packed."""
    bits = "".join(f"{number:0{width}b}"[::-1] for number, width in _numbers(text))
    bits += "0" * (6 - len(bits) % 6)
    packed = "".join(SIXES[int(bits[k : k + 6], 2)] for k in range(0, len(bits), 6))
    return packed + "=" * (-len(packed) % 4)


def unpack(packed: str) -> str:
    """The text that was packed.

    Raises:
        InputError: there is a character that base 64 does not have, the end is missing, or the text is too long.
    """
    packed = packed.rstrip("=")
    if wrong := set(packed) - set(SIXES):
        raise InputError(f"{min(wrong)!r} is no character of a packed text: copy the whole address again")
    bits = iter("".join(f"{SIXES.index(one):06b}" for one in packed))
    units: list[str] = []
    length = 0
    for phrase in _phrases(bits):
        units.append(phrase)
        length += len(phrase)
        if length > LONGEST:
            raise InputError(f"the packed text has more than {LONGEST} characters, more than any puzzle")
    return "".join(units).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _numbers(text: str) -> Iterator[tuple[int, int]]:
    """The number of each phrase of a text in units of 16 bits, with its width in bits."""
    raw = text.encode("utf-16-le", "surrogatepass")
    numbers: dict[str, int] = {}
    new: set[str] = set()
    size, phrase = 2, ""
    for unit in [*(chr(low + 256 * high) for low, high in zip(raw[::2], raw[1::2], strict=True)), ""]:
        if unit and unit not in numbers:
            numbers[unit] = len(numbers) + 3
            new.add(unit)
        if unit and phrase + unit in numbers:
            phrase += unit
            continue
        if phrase in new:
            wide = ord(phrase) > 255
            yield wide, size.bit_length()
            yield ord(phrase), 16 if wide else 8
            new.remove(phrase)
            size += 2
        elif phrase:
            yield numbers[phrase], size.bit_length()
            size += 1
        numbers[phrase + unit] = len(numbers) + 3
        phrase = unit
    yield END, size.bit_length()


def _phrases(bits: Iterator[str]) -> Iterator[str]:
    """The phrases of a packed text, up to its end."""
    known = ["", "", ""]
    before = ""
    while (number := _next(bits, len(known).bit_length())) != END:
        if number < END:
            known.append(chr(_next(bits, 16 if number else 8)))
            number = len(known) - 1
        if number > len(known) - (not before):
            raise _damaged()
        phrase = known[number] if number < len(known) else before + before[0]
        yield phrase
        if before:
            known.append(before + phrase[0])
        before = phrase


def _next(bits: Iterator[str], width: int) -> int:
    """The next number of so many bits."""
    found = "".join(islice(bits, width))
    if len(found) < width:
        raise _damaged()
    return int(found[::-1], 2)


def _damaged() -> InputError:
    return InputError("the packed text is damaged or cut off: copy the whole address again")
