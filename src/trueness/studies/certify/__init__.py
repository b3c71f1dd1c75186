"""How tests and intervals behave where the truth is known."""
