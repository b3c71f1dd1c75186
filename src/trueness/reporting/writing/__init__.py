"""How names and numbers are written for people: shortened, marked, escaped, rounded, in tables."""
