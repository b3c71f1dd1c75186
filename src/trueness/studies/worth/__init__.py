"""What a difference in a metric's score is worth: how often people prefer the same."""
