"""Hints: the next deduction that a person could make, the simplest first, with its reason in words.

`rules` says what constraints leave of some values, `knowledge` what a person knows, `deductions` looks for what
follows, `words` says it, `steps` makes them one after the other until a puzzle is solved, and grades it.
"""
