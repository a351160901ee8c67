from clew.problem.events import *  # noqa: F403
from clew.problem.events import __all__ as __all__
