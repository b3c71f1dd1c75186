"""How resamples are drawn and evaluated: many at a time, on several workers, within a memory budget."""
