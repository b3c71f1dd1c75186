"""Learning to predict human scores from metrics, and how well that goes on outputs that were not learned from."""
