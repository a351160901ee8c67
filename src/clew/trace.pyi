from clew.watch.trace import *  # noqa: F403
from clew.watch.trace import __all__ as __all__
