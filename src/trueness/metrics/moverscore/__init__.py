"""MoverScore: what it costs to move the hidden states of one text onto those of another."""
