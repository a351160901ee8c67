from clew.tools.testing import *  # noqa: F403
from clew.tools.testing import __all__ as __all__
