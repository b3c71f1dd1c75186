"""The glossary explains every setting and, with the page of columns, every choice."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import get_args

import pytest

from trueness.methods.permutation import PERMUTATION
from trueness.methods.registry import EQUIVALENCE_METHODS, OFFERED_INTERVALS, OFFERED_TESTS, SYSTEM_TESTS
from trueness.statistics.annotators.alternative_annotator_test import ALIGNMENTS, EPSILONS, SMALL_SAMPLES
from trueness.statistics.annotators.annotator_combination import COMBINATIONS
from trueness.statistics.annotators.rating_scale import CALIBRATIONS
from trueness.statistics.coefficients import COEFFICIENTS
from trueness.statistics.corrections import CORRECTIONS
from trueness.statistics.judging.prediction_powered import PPI_INTERVALS
from trueness.statistics.level_names import LEVELS
from trueness.statistics.resampling.permutation import STANDARDIZE
from trueness.statistics.score_arrays import AGGREGATES, MEANS, MISSING_POLICIES
from trueness.statistics.systems.signed_rank import ZEROS
from trueness.studies.annotators import settings as annotator_settings
from trueness.studies.annotators.rows import AgreementVerdict
from trueness.studies.compare import settings
from trueness.studies.compare.margin_verdicts import ThreeWay
from trueness.studies.conditions import settings as condition_settings
from trueness.studies.disagreements import settings as disagreement_settings
from trueness.studies.drift import settings as drift_settings
from trueness.studies.equivalence import settings as equivalence_settings
from trueness.studies.judge import settings as judge_settings
from trueness.studies.learn import settings as learn_settings
from trueness.studies.multiverse import settings as multiverse_settings
from trueness.studies.panel import settings as panel_settings
from trueness.studies.plan import settings as plan_settings
from trueness.studies.pool import settings as pool_settings
from trueness.studies.preferences import settings as preference_settings
from trueness.studies.ranges import settings as range_settings
from trueness.studies.references import settings as reference_settings
from trueness.studies.sequential import settings as sequential_settings
from trueness.studies.systems import settings as system_settings
from trueness.studies.systems.rows import Outcome
from trueness.studies.worth import settings as worth_settings
from trueness.study import setting_groups

DOCS = Path(__file__).parents[1] / "docs"
PAGES = [(DOCS / page).read_text(encoding="utf-8") for page in ("glossary.md", "columns.md")]
EXPLAINED = {
    word
    for page in PAGES
    for code in re.findall(r"`([^`\n]+)`", page)
    for word in [code, *re.split(r"[ ,=*−]+", code)]
}

SETTINGS = [
    settings.Settings,
    annotator_settings.AnnotatorSettings,
    condition_settings.ConditionsSettings,
    disagreement_settings.DisagreementsSettings,
    drift_settings.DriftSettings,
    equivalence_settings.EquivalenceSettings,
    judge_settings.JudgeSettings,
    learn_settings.LearnSettings,
    multiverse_settings.MultiverseSettings,
    panel_settings.PanelSettings,
    plan_settings.PlanSettings,
    pool_settings.PoolSettings,
    preference_settings.PreferenceSettings,
    range_settings.RangesSettings,
    reference_settings.ReferencesSettings,
    sequential_settings.SequentialSettings,
    system_settings.SystemSettings,
    worth_settings.WorthSettings,
]


@pytest.mark.parametrize("kind", SETTINGS, ids=lambda kind: kind.__name__)
def test_every_setting_is_explained(kind):
    # a setting that holds several has the plural of the column's name
    singular = {"levels": "level", "coefficients": "coefficient"}
    names = [singular.get(field.name, field.name) for field in dataclasses.fields(kind)]
    assert not [name for name in names if name not in EXPLAINED]


@pytest.mark.parametrize(
    "choices",
    [
        COEFFICIENTS,
        CORRECTIONS,
        LEVELS,
        get_args(AgreementVerdict),
        get_args(Outcome),
        get_args(ThreeWay),
        OFFERED_INTERVALS,
        OFFERED_TESTS,
        PERMUTATION.overs,
        setting_groups.ALTERNATIVES,
        settings.FAMILIES,
        STANDARDIZE,
        MEANS,
        MISSING_POLICIES,
        AGGREGATES,
        ALIGNMENTS,
        CALIBRATIONS,
        COMBINATIONS,
        EPSILONS,
        PPI_INTERVALS,
        SMALL_SAMPLES,
        ZEROS,
        annotator_settings.STUDY_INTERVALS,
        equivalence_settings.DIFFERENCE_TESTS,
        tuple(EQUIVALENCE_METHODS),
        judge_settings.SCALES,
        tuple(SYSTEM_TESTS),
    ],
    ids="-".join,
)
def test_every_choice_is_explained(choices):
    assert not [choice for choice in choices if choice not in EXPLAINED]
