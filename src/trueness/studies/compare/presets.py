"""Publications whose comparisons can be asked for by name, each with every setting but the seed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from trueness.methods.bootstrap_intervals import PERCENTILE
from trueness.methods.closed_form_tests import WILLIAMS
from trueness.methods.interval import NONE
from trueness.methods.permutation import PERMUTATION
from trueness.study.preset import Preset

FREE = ("preset", "seed", "resamples")
"""Settings that may be other than those of a preset: resamples change no more than the error of drawing."""


def _settings(**given: Any) -> Mapping[str, Any]:
    """Return settings that say everything, those not given as most publications have them."""
    usual = {
        "applies_to": "systems,inputs",
        "over": "both",
        "interval": NONE,
        "confidence": 0.95,
        "test_over": "",
        "beside": (),
        "alternative": "greater",
        "standardize": "level",
        "correction": "none",
        "family": "all",
        "alpha": 0.05,
        "stop_after": None,
        "margin": None,
        "baseline": None,
        "as_published": False,
        "missing": "pairwise",
        "means": "judged",
        "aggregate": "mean",
        "tie_calibration": "calibrated",
    }
    return MappingProxyType({**usual, **given})


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        "deutsch2021": Preset(
            work="deutsch-etal-2021-statistical",
            title="the comparisons of Deutsch, Dror and Roth",
            settings=_settings(
                levels=("system", "input"),
                coefficients=("pearson", "spearman", "kendall"),
                interval=PERCENTILE.name,
                over="both",
                test=PERMUTATION.name,
                test_over="both",
                standardize="cells",
                correction="holm",
                family="per_metric",
                resamples=1000,
            ),
            differs="The correction per metric, there called Bonferroni's, is Holm's, as in their code; p-values "
            "count the data among the resamples.",
        ),
        "graham2015": Preset(
            work="graham-2015-evaluating",
            title="the comparisons of Graham",
            settings=_settings(
                levels=("system",),
                coefficients=("pearson",),
                test=WILLIAMS.name,
                aggregate="corpus",
                resamples=1000,
            ),
            differs="",
        ),
        "wmt24": Preset(
            work="freitag-etal-2024-llms",
            title="the comparisons of the WMT24 metrics task",
            settings=_settings(
                levels=("system", "input"),
                coefficients=("spa", "acc_eq"),
                test=PERMUTATION.name,
                test_over="both",
                standardize="cells",
                resamples=1000,
            ),
            differs="Soft pairwise accuracy takes its p-values from moments, not from draws; for pairwise accuracy "
            "all pairs of one input change places, not of every pair on its own; and no permutation "
            "test ends early.",
        ),
    }
)
"""Publications whose options can be asked for at once."""
