"""Kernels: other ways to run a plan, each equal to the loop node for node, and faster."""
