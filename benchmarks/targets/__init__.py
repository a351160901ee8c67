"""What is to be reached, and how far clew is: see `command`."""
