"""What repeated runs of a judge, and several judges together, are worth."""
