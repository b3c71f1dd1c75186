"""Which view shows which study."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from trueness.errors import ArgumentError
from trueness.reporting.view import View

VIEWS = {
    "compare": ("trueness.reporting.comparison_view", "ComparisonView"),
    "annotators": ("trueness.reporting.annotator_view", "AnnotatorView"),
    "certify": ("trueness.reporting.certification_view", "CertificationView"),
    "conditions": ("trueness.reporting.condition_view", "ConditionView"),
    "disagreements": ("trueness.reporting.disagreement_view", "DisagreementView"),
    "dimensions": ("trueness.reporting.dimension_view", "DimensionView"),
    "drift": ("trueness.reporting.drift_view", "DriftView"),
    "equivalence": ("trueness.reporting.equivalence_view", "EquivalenceView"),
    "groups": ("trueness.reporting.group_view", "GroupView"),
    "judge": ("trueness.reporting.judge_view", "JudgeView"),
    "learn": ("trueness.reporting.learning_view", "LearningView"),
    "multiverse": ("trueness.reporting.multiverse_view", "MultiverseView"),
    "panel": ("trueness.reporting.panel_view", "PanelView"),
    "plan": ("trueness.reporting.plan_view", "PlanView"),
    "preferences": ("trueness.reporting.preference_view", "PreferenceView"),
    "pool": ("trueness.reporting.pool_view", "PoolView"),
    "worth": ("trueness.reporting.worth_view", "WorthView"),
    "ranges": ("trueness.reporting.range_view", "RangeView"),
    "references": ("trueness.reporting.reference_view", "ReferenceView"),
    "systems": ("trueness.reporting.system_view", "SystemView"),
    "variants": ("trueness.reporting.variant_view", "VariantView"),
}
"""Module and class of each view, by the name of the study."""


def find_view(result: Any) -> View[Any]:
    """Return how a result is shown.

    Raises
    ------
    ArgumentError
        If it is not that of a study.
    """
    name = getattr(result, "STUDY", None)
    if name not in VIEWS:
        raise ArgumentError(f"`result` must be what a study returns, not a {type(result).__name__}.")
    module, view = VIEWS[name]
    found: View[Any] = getattr(import_module(module), view)()
    return found
