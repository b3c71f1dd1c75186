"""Scores by a large language model that is asked for them, as a file declares how."""
