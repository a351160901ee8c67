"""FlatZinc by brute force: what each builtin means, written down from the MiniZinc handbook, and small models of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, Final

import clew
from clew.exchange.flatzinc.reading import read


def divided(one: int, other: int) -> int | None:
    """Toward zero."""
    if other == 0:
        return None
    size = abs(one) // abs(other)
    return size if (one < 0) == (other < 0) else -size


def remainder(one: int, other: int) -> int | None:
    quotient = divided(one, other)
    return None if quotient is None else one - other * quotient


def powered(base: int, exponent: int) -> int | None:
    if exponent < 0:
        return divided(1, base**-exponent)
    return int(base**exponent)


def at(index: int, items: Sequence[int]) -> int | None:
    return items[index - 1] if 1 <= index <= len(items) else None


COMPARE: Final[dict[str, Callable[[int, int], bool]]] = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "le": lambda a, b: a <= b,
    "lt": lambda a, b: a < b,
    "ge": lambda a, b: a >= b,
    "gt": lambda a, b: a > b,
}


def lexicographic(is_strict: bool) -> Callable[..., bool]:
    return lambda a, b: tuple(a) < tuple(b) if is_strict else tuple(a) <= tuple(b)


def weighted(weights: Sequence[int], values: Sequence[int]) -> int:
    return sum(weight * value for weight, value in zip(weights, values, strict=True))


CONDITIONS: Final[dict[str, tuple[str, Callable[..., bool]]]] = {
    **{f"int_{name}": ("ii", test) for name, test in COMPARE.items()},
    **{f"bool_{name}": ("bb", test) for name, test in COMPARE.items()},
    **{f"int_lin_{n}": ("wIk", lambda w, v, k, test=test: test(weighted(w, v), k)) for n, test in COMPARE.items()},
    **{f"bool_lin_{n}": ("wBi", lambda w, v, k, test=test: test(weighted(w, v), k)) for n, test in COMPARE.items()},
    "bool_not": ("bb", lambda a, b: a != b),
    "bool_clause": ("BB", lambda a, b: any(a) or not all(b)),
    "set_in": ("is", lambda a, s: a in s),
}
"""The arguments of each condition by letters (`signature`), and when it holds."""

RELATIONS: Final[dict[str, tuple[str, Callable[..., bool]]]] = {
    "array_bool_and": ("Bb", lambda a, r: all(a) == r),
    "array_bool_or": ("Bb", lambda a, r: any(a) == r),
    "bool_and": ("bbb", lambda a, b, r: (a and b) == r),
    "bool_or": ("bbb", lambda a, b, r: (a or b) == r),
    "bool_xor": ("bbb", lambda a, b, r: (a ^ b) == r),
    "array_bool_xor": ("B", lambda a: sum(a) % 2 == 1),
    "bool2int": ("bi", lambda b, i: b == i),
    "array_bool_element": ("icb", lambda i, a, x: at(i, [one % 2 for one in a]) == x),
    "array_int_element": ("ici", lambda i, a, x: at(i, a) == x),
    "array_var_bool_element": ("iBb", lambda i, a, x: at(i, a) == x),
    "array_var_int_element": ("iIi", lambda i, a, x: at(i, a) == x),
    "array_int_maximum": ("iI", lambda m, a: bool(a) and m == max(a)),
    "array_int_minimum": ("iI", lambda m, a: bool(a) and m == min(a)),
    "int_abs": ("ii", lambda a, b: abs(a) == b),
    "int_div": ("iii", lambda a, b, c: divided(a, b) == c),
    "int_mod": ("iii", lambda a, b, c: remainder(a, b) == c),
    "int_times": ("iii", lambda a, b, c: a * b == c),
    "int_plus": ("iii", lambda a, b, c: a + b == c),
    "int_minus": ("iii", lambda a, b, c: a - b == c),
    "int_negate": ("ii", lambda a, b: a == -b),
    "int_max": ("iii", lambda a, b, c: max(a, b) == c),
    "int_min": ("iii", lambda a, b, c: min(a, b) == c),
    "int_pow": ("iii", lambda a, b, c: powered(a, b) == c),
    "fzn_all_different_int": ("I", lambda a: len(set(a)) == len(a)),
    "fzn_alldifferent_except_0": ("I", lambda a: len({*filter(None, a)}) == len([*filter(None, a)])),
    "fzn_lex_less_int": ("II", lexicographic(True)),
    "fzn_lex_lesseq_int": ("II", lexicographic(False)),
    "fzn_lex_less_bool": ("BB", lexicographic(True)),
    "fzn_lex_lesseq_bool": ("BB", lexicographic(False)),
    "clew_count": ("Isi", lambda a, s, n: sum(one in s for one in a) == n),
}


def literal(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return f"[{','.join(map(literal, value))}]"
    if isinstance(value, (set, frozenset)):
        return "{" + ",".join(map(str, sorted(value))) + "}"
    return str(value)


def listed(text: str) -> set[tuple[int, ...]]:
    """All solutions of a model, as the tuples of what it shows."""
    flat = read(text)
    items = [item for one in flat.shown for item in one.items]
    found = [
        tuple(solution[item] if isinstance(item, str) else item for item in items)
        for solution in clew.solutions(flat.model)
    ]
    return set(found)


def satisfying(domains: dict[str, Sequence[int]], test: Callable[[dict[str, int]], bool]) -> set[tuple[int, ...]]:
    """All combinations of values that pass a test."""
    rows = product(*domains.values())
    return {row for row in rows if test(dict(zip(domains, row, strict=True)))}
