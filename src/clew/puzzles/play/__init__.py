"""Puzzles to be played: `puzzles` says which can be, `game` keeps the moves, `terminal` and `page` show them."""
