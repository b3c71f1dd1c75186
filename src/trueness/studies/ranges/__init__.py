"""How the range of scores that outputs are taken from moves the agreement of metrics."""
