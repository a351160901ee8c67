"""Long searches on disk: what is done and found is kept, locked, read back, resumed, and its status told."""
