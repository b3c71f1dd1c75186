"""What a difference between two scores says about people: how often they prefer the same."""
