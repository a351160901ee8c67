"""How far a search gets that learns from dead ends, beside one that does not, and beside other solvers."""
