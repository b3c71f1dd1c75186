from trueness.studies.levels_together import levels_together


def test_levels_with_the_same_coefficients_run_together():
    keys = [(level, name) for level in ("input", "global") for name in ("pearson", "kendall")]
    assert levels_together(keys) == [(("input", "global"), ("pearson", "kendall"))]


def test_coefficients_of_system_scores_run_apart():
    keys = [("system", "pearson"), ("input", "pearson"), ("system", "spa")]
    found = levels_together(keys)
    assert (("system",), ("pearson",)) in found
    assert (("system",), ("spa",)) in found
    assert sorted(
        key for levels, names in found for level in levels for key in [(level, n) for n in names]
    ) == (sorted(keys))
