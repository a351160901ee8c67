from clew.exchange import *  # noqa: F403
