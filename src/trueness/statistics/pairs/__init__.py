"""Agreement on pairs of outputs and of systems."""
