"""Puzzles of setters, in the notation of a solver for them: how fast clew decides models as people write them."""
