"""The glossary explains every column of a result and every setting."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import get_args

import pytest

from trueness.decisions.decision import Decision, Ground
from trueness.methods.permutation import PERMUTATION
from trueness.methods.registry import EQUIVALENCE_METHODS, OFFERED_INTERVALS, OFFERED_TESTS, SYSTEM_TESTS
from trueness.result import Result
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
from trueness.studies import rows, setting_groups
from trueness.studies.annotators import rows as annotator_rows
from trueness.studies.annotators import settings as annotator_settings
from trueness.studies.annotators.rows import AgreementVerdict, AltVerdict
from trueness.studies.compare import settings
from trueness.studies.compare.margin_verdicts import ThreeWay
from trueness.studies.conditions import rows as condition_rows
from trueness.studies.conditions import settings as condition_settings
from trueness.studies.disagreements import rows as disagreement_rows
from trueness.studies.disagreements import settings as disagreement_settings
from trueness.studies.drift import rows as drift_rows
from trueness.studies.drift import settings as drift_settings
from trueness.studies.equivalence import rows as equivalence_rows
from trueness.studies.equivalence import settings as equivalence_settings
from trueness.studies.groups import rows as group_rows
from trueness.studies.judge import label_rows as judge_label_rows
from trueness.studies.judge import rows as judge_rows
from trueness.studies.judge import settings as judge_settings
from trueness.studies.learn import rows as learn_rows
from trueness.studies.learn import settings as learn_settings
from trueness.studies.multiverse import rows as multiverse_rows
from trueness.studies.multiverse import settings as multiverse_settings
from trueness.studies.multiverse.analyses import AbsentRow
from trueness.studies.panel import rows as panel_rows
from trueness.studies.panel import settings as panel_settings
from trueness.studies.plan import rows as plan_rows
from trueness.studies.plan import settings as plan_settings
from trueness.studies.pool import rows as pool_rows
from trueness.studies.pool import settings as pool_settings
from trueness.studies.preferences import rows as preference_rows
from trueness.studies.preferences import settings as preference_settings
from trueness.studies.ranges import rows as range_rows
from trueness.studies.ranges import settings as range_settings
from trueness.studies.references import rows as reference_rows
from trueness.studies.references import settings as reference_settings
from trueness.studies.systems import rows as system_rows
from trueness.studies.systems import settings as system_settings
from trueness.studies.systems.rows import Outcome
from trueness.studies.worth import rows as worth_rows
from trueness.studies.worth import settings as worth_settings

GLOSSARY = (Path(__file__).parents[1] / "docs" / "glossary.md").read_text(encoding="utf-8")
EXPLAINED = {
    word for code in re.findall(r"`([^`\n]+)`", GLOSSARY) for word in [code, *re.split(r"[ ,=*−]+", code)]
}

ROWS = [
    thing
    for module in (
        *(rows, annotator_rows, equivalence_rows, judge_rows, judge_label_rows, multiverse_rows, range_rows),
        *(condition_rows, disagreement_rows, drift_rows, group_rows, learn_rows, panel_rows),
        *(plan_rows, pool_rows, preference_rows, reference_rows, system_rows, worth_rows),
    )
    for thing in vars(module).values()
    if isinstance(thing, type)
    and dataclasses.is_dataclass(thing)
    and thing.__module__ == module.__name__
    and not issubclass(thing, Result)
]
ROWS += [AbsentRow, Decision, Ground]
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
    system_settings.SystemSettings,
    worth_settings.WorthSettings,
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.__name__)
def test_every_column_is_explained(row):
    missing = [field.name for field in dataclasses.fields(row) if field.name not in EXPLAINED]
    assert not missing


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
        get_args(AltVerdict),
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
