"""Questions made of questions: symmetry, estimates, diagnosis, many instances."""
