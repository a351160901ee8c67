"""Puzzles for people: hints, generation, play, print."""
