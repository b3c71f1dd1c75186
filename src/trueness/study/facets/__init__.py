"""By what results are given side by side: the kinds of facets, a file each."""
