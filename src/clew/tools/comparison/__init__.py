"""Comparing methods: the same question, asked in several ways, over a range of sizes.

The methods are the baselines that a problem names, the levels of inference in the loop, and the kernels. Each
measurement is a process of its own that is ended at a time limit, so none is helped by the one before, and a
baseline that knows no limits has one all the same.

`comparing` has `clew.compare`, `methods` the methods by name, `measuring` one measurement, `reach` how far each gets,
`table` and `plot` what is shown.
"""
