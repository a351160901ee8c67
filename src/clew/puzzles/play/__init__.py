"""Puzzles to be played: `cells` says which can be, `game` keeps the moves, `terminal` and `page` show them.

`rules` writes the constraints for the script of the page, which has no Python to ask.
"""
