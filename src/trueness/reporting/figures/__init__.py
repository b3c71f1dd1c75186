"""One figure per file; each is drawn from a result object and is also available as data."""
