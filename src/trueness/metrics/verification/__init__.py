"""Whether a metric gives here the scores that were recorded elsewhere, on a few texts that come with the package."""
