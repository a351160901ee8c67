"""Observing a search: those who report its events, and those who listen."""
