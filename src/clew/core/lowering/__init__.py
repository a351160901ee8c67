"""How each primitive becomes propagators of the engine: a function for each, in the file that bears its name.

Each function takes the compiler, which has the program and its variables, and the primitive; `LOWERING` in
`clew.core.compiler` says which function belongs to which primitive.
"""
