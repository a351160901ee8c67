"""Other libraries' interfaces, so that programs written for them run on clew."""
