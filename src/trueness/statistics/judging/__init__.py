"""What a judge adds to a few human labels, and how it errs."""
