"""Word vectors, and the metrics computed from them."""
