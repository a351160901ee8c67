"""Comparing methods: the same question, asked in several ways, over a range of sizes.

The methods are the baselines that a problem names, the levels of inference in the loop, and the kernels. Each
measurement is a process of its own that is ended at a time limit, so none is helped by the one before, and a
baseline that knows no limits has one all the same.

`comparing` has `clew.compare` and how far each method gets, `methods` the methods by name, `measuring` one
measurement, `drawing` what is shown.
"""

from typing import Final

from clew.state.levels import LEVELS

NAMES: Final = (*LEVELS, "jump", "nogoods", "python", "auto")
"""The methods that are no baselines: the levels of inference, `unit` that learns from dead ends, the search in Python,
which takes no shortcuts, and the kernel that clew chooses. The command names them in its help, so they stand in a
module that imports nothing else."""
