"""The works that `beside_peers.py` measures, a file each, and how they are measured."""
