"""What all the tests share."""

from hypothesis import settings

settings.register_profile("clew", deadline=None, derandomize=True)
settings.load_profile("clew")
