"""Agreement of people, and what stands behind their scores."""
