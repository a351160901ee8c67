"""What all the tests share."""

from hypothesis import settings

settings.register_profile("clew", deadline=None, derandomize=True, max_examples=50)
settings.load_profile("clew")
