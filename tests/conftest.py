"""What all the tests share."""

import os

from hypothesis import settings

# `.ci/full` asks for more examples, and for others each time.
THOROUGH = os.environ.get("CLEW_THOROUGH") == "1"
settings.register_profile("clew", deadline=None, derandomize=not THOROUGH, max_examples=500 if THOROUGH else 50)
settings.load_profile("clew")
