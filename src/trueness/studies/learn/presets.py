"""Publications whose learned metrics can be asked for by name, each with every setting but the seed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from trueness.study.preset import Preset

FREE = ("preset", "seed", "resamples", "network_draws")
"""Settings that may be other than those of a preset; the publication does not say how many networks it drew."""

PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        "miloulis": Preset(
            work="",
            title="the networks of Miloulis, Malakasiotis, Pavlopoulos and Androutsopoulos (Summarization evaluation "
            "with ROUGE combinations)",
            settings=MappingProxyType(
                {
                    "learners": ("network", "multi_network"),
                    "over": ("inputs",),
                    "mean": True,
                    "level": "global",
                    "coefficient": "spearman",
                    "folds": 5,
                    "repeats": 1,
                    "brief": True,
                    "network_units": 512,
                    "network_draws": 12,
                    "correction": "none",
                    "alpha": 0.05,
                    "confidence": 0.95,
                    "resamples": 0,
                }
            ),
            differs="They hold out one part of the inputs, here five parts are held out in turn; they put Williams' "
            "test to pooled outputs, here it is the corrected resampled t over parts. How many networks they tried is "
            "not said, and draws that fall behind end early here.",
        )
    }
)
"""Publications whose options can be asked for at once."""
