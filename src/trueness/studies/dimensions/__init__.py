"""How metrics agree with several human scorers, side by side."""
