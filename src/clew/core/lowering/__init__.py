"""How primitives become propagators of the engine: a function for each, which its record names.

Each function takes the compiler, which has the program and its variables, and the primitive. If a primitive is one
propagator whatever its values are, the function stands in Cython, behind the propagator.
"""
