"""What resamples are evaluated with: what is drawn, what is prepared once, and compiled loops."""
