"""ESTIME: tokens of an output whose context in the source would have another token."""
