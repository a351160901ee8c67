from clew.exchange import *  # noqa: F403
from clew.exchange import __all__ as __all__
