"""What attacks the package: damaged files, kills at random moments, and mutated source."""
