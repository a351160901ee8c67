"""Hints: the next deduction that a person could make, the simplest first, with its reason in words.

`knowledge` says what is known, `deductions` looks for what follows, `words` says it, `steps` makes them one after the
other until a puzzle is solved, and grades it.
"""
