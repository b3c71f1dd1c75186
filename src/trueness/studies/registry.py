"""The studies by the names of their commands, loaded when they are asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from trueness.errors import check_choice
from trueness.studies.study import Study

STUDIES = {
    "compare": ("trueness.studies.compare.study", "Compare"),
    "annotators": ("trueness.studies.annotators.study", "Annotators"),
    "certify": ("trueness.studies.simulation.study", "Certify"),
    "conditions": ("trueness.studies.conditions.study", "ConditionsStudy"),
    "disagreements": ("trueness.studies.disagreements.study", "DisagreementsStudy"),
    "dimensions": ("trueness.studies.dimensions.study", "DimensionsStudy"),
    "drift": ("trueness.studies.drift.study", "DriftStudy"),
    "equivalence": ("trueness.studies.equivalence.study", "EquivalenceStudy"),
    "groups": ("trueness.studies.groups.study", "GroupsStudy"),
    "judge": ("trueness.studies.judge.study", "Judge"),
    "learn": ("trueness.studies.learn.study", "Learn"),
    "multiverse": ("trueness.studies.multiverse.study", "MultiverseStudy"),
    "panel": ("trueness.studies.panel.study", "PanelOfJudges"),
    "plan": ("trueness.studies.plan.study", "Planning"),
    "preferences": ("trueness.studies.preferences.study", "PreferencesStudy"),
    "pool": ("trueness.studies.pool.study", "Pool"),
    "worth": ("trueness.studies.worth.study", "WorthStudy"),
    "ranges": ("trueness.studies.ranges.study", "RangesStudy"),
    "references": ("trueness.studies.references.study", "ReferencesStudy"),
    "systems": ("trueness.studies.systems.study", "Systems"),
    "variants": ("trueness.studies.variants.study", "VariantsStudy"),
}
"""Module and class of each study."""


def find_study(name: str) -> Study[Any, Any, Any, Any]:
    """Return a study by its name.

    Raises
    ------
    ArgumentError
        If there is none of that name.
    """
    module, study = STUDIES[check_choice("study", name, tuple(STUDIES))]
    found: Study[Any, Any, Any, Any] = getattr(import_module(module), study)()
    return found
