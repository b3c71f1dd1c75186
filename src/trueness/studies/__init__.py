"""Questions answered by several statistics together."""
