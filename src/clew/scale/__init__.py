"""Large searches: subtrees, workers and clusters, and checkpoints."""
