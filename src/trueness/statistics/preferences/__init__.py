"""Statistics of preferences between two systems' outputs."""
