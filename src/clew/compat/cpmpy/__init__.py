"""clew as a solver of CPMpy 1.1.1: models written with CPMpy are searched by clew.

    import clew.compat.cpmpy
    clew.compat.cpmpy.register()
    model.solve(solver="clew")

CPMpy keeps a fixed list of its solvers and has no entry point for others: `register` replaces the class method
`SolverLookup.base_solvers` by one that adds `clew` at the end of that list. Importing this package imports no CPMpy.
"""

from __future__ import annotations

from typing import Any, Final

NAME: Final = "clew"


def register() -> None:
    """Add `clew` to CPMpy's solvers, for all of this process. Doing so twice changes nothing.

    Raises:
        ImportError: CPMpy is not installed.
    """
    try:
        import cpmpy
    except ModuleNotFoundError as error:
        if error.name != "cpmpy":
            raise
        raise ImportError("clew.compat.cpmpy needs CPMpy: pip install 'clewpy[cpmpy]'") from None
    from clew.compat.cpmpy.solver import CPM_clew

    before = cpmpy.SolverLookup.base_solvers
    if NAME in dict(before()):
        return

    def base_solvers(cls: type) -> list[tuple[str, Any]]:
        """The solvers of CPMpy, and clew."""
        return [*before(), (NAME, CPM_clew)]

    cpmpy.SolverLookup.base_solvers = classmethod(base_solvers)
