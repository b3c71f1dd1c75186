"""BLEU and chrF; texts numbered, cut and paired, and their n-grams counted, compiled and plainly."""
