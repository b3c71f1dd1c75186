"""How many systems, inputs and annotators it takes."""
