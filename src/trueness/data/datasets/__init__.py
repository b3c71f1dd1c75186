"""Public data sets: what there is (registry), how to get it (download), and how to read it (load)."""
