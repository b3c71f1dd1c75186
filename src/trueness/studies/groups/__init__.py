"""How metrics agree with people in each group of inputs, or of systems, and in all together."""
