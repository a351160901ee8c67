"""FlatZinc, to which MiniZinc compiles its models: read as a `clew.Model`, as text or as JSON."""
