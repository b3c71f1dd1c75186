"""What held-out outputs say of learned metrics, as rows."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from trueness.decisions.differs import pair_verdict
from trueness.learning.held_out import EVERYTHING, Fit, HeldOut
from trueness.learning.label_worth import LabelWorth
from trueness.learning.labelled import Labelled
from trueness.learning.learner import Learner
from trueness.learning.registry import BEST_SINGLE
from trueness.learning.resampled_t import resampled_t
from trueness.metrics.learned.predictors import FORMS, Predictor
from trueness.parallel import step
from trueness.statistics.array_types import FloatArray
from trueness.statistics.certain import Certain
from trueness.statistics.corrections import adjust
from trueness.statistics.judging.reliability_table import reliability_table
from trueness.studies.learn.learning_data import Learned, key
from trueness.studies.learn.rows import (
    CalibrationRow,
    FamilyRow,
    HeldOutRow,
    ImportanceRow,
    Kind,
    LabelsRow,
    LearnedTest,
    WorthRow,
)
from trueness.studies.learn.settings import LearnSettings

EXPLAINED_REPEATS = 2
"""Of so many repeats features and labels are taken away."""

FIRST_LABELS = 5
"""Inputs that the learning curve begins with; every point has twice as many as the one before."""

BINS = 10
RESAMPLES = 999
"""Bootstrap resamples of the calibration table."""


@dataclasses.dataclass(frozen=True)
class Trials:
    """All fits of a study with what came of them.

    Attributes
    ----------
    data : Learned
    settings : LearnSettings
    work : HeldOut
    found : mapping of Fit to dict
    """

    data: Learned
    settings: LearnSettings
    work: HeldOut
    found: Mapping[Fit, dict[str, Any]]

    @classmethod
    def of(cls, data: Learned, learners: Mapping[str, Learner], settings: LearnSettings) -> Trials:
        """Fit everything, where and as the execution says."""
        first = settings.learners[0]
        fits = [
            Fit(
                key(human, over),
                name,
                repeat,
                fold,
                permute=data.n_metrics * _explains(settings, over, name, repeat),
            )
            for human in data.human
            for over in settings.over
            for name in learners
            for repeat in range(settings.repeats)
            for fold in range(n_folds(data.labelled[key(human, over)], settings))
        ]
        if not settings.brief:
            fits += _explaining(data, settings)
        fits += [Fit(key(human, settings.over[0]), first, 0, EVERYTHING) for human in data.human]
        work = HeldOut(
            data=data.labelled, learners=learners, fits=tuple(fits), folds=settings.folds, seed=settings.seed
        )
        with step("learning, and predicting what is held out"):
            found = work.run()
        return cls(data, settings, work, dict(zip(fits, found, strict=True)))

    def predictor(self, human: str) -> Predictor:
        """Return what the first learner makes of all outputs."""
        fit = Fit(key(human, self.settings.over[0]), self.settings.learners[0], 0, EVERYTHING)
        arrays = dict(self.found[fit])
        return FORMS[arrays.pop("form")].from_arrays(arrays)

    def held_out(self, fit: Fit) -> Labelled:
        """Return the outputs that a fit holds out."""
        return self.data.labelled[fit.data].rows(self.work.test_rows(fit))

    def agreement(self, fit: Fit) -> float:
        """Return how what a fit predicts agrees with people."""
        return float(self.held_out(fit).agreement(self.found[fit]["predicted"][:, None])[0])

    def mean(self, of: str, values: FloatArray) -> Certain:
        """Return the mean of values over splits of the outputs `of`, with interval and p-value."""
        outputs = self.data.labelled[of]
        units = n_units(outputs)
        folds = n_folds(outputs, self.settings)
        return resampled_t(values, 1 / (folds - 1), units, self.settings.confidence)


def n_units(outputs: Labelled) -> int:
    """Return how many units are held out: groups of inputs, of systems, or the fewer of both."""
    known = {"inputs": outputs.input_groups, "systems": outputs.system_groups}
    return min(len(np.unique(groups)) for name, groups in known.items() if outputs.over in (name, "both"))


def n_folds(outputs: Labelled, settings: LearnSettings) -> int:
    """Return into how many parts the outputs are split."""
    return min(settings.folds, n_units(outputs))


def _explains(settings: LearnSettings, over: str, learner: str, repeat: int) -> bool:
    first = over == settings.over[0] and learner == settings.learners[0]
    return first and repeat < EXPLAINED_REPEATS and not settings.brief


def _splits(trials: Trials, of: str, learner: str, **more: Any) -> list[Fit]:
    return [
        fit
        for fit in trials.found
        if fit.data == of
        and fit.learner == learner
        and fit.fold != EVERYTHING
        and fit.columns == more.get("columns")
        and fit.inputs == more.get("inputs", 0)
    ]


def _explaining(data: Learned, settings: LearnSettings) -> list[Fit]:
    """Return the fits that explain: without and with single families, and with fewer labels."""
    over, first = settings.over[0], settings.learners[0]
    found = []
    for human in data.human:
        outputs = data.labelled[key(human, over)]
        for repeat in range(min(EXPLAINED_REPEATS, settings.repeats)):
            for fold in range(n_folds(outputs, settings)):
                split = Fit(key(human, over), first, repeat, fold)
                found += [
                    split._replace(columns=columns)
                    for pair in family_columns(data).values()
                    for columns in pair
                    if columns
                ]
                found += [
                    split._replace(learner=name, inputs=size)
                    for name in dict.fromkeys((first, BEST_SINGLE))
                    for size in label_sizes(outputs, settings)
                ]
    return found


def family_columns(data: Learned) -> dict[str, tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return, by family, the columns of all others and its own; nothing where there is one family only."""
    if len(data.families) < 2:
        return {}
    everything = range(len(data.features))
    return {
        family: (tuple(k for k in everything if k not in set(own.tolist())), tuple(own.tolist()))
        for family, own in data.families.items()
    }


def label_sizes(outputs: Labelled, settings: LearnSettings) -> tuple[int, ...]:
    """Return the numbers of labelled inputs of the learning curve, without all; none where inputs are not held out."""
    if outputs.over == "systems":
        return ()
    groups = len(np.unique(outputs.input_groups))
    most = groups - -(-groups // n_folds(outputs, settings))
    found, size = [], FIRST_LABELS
    while size < most:
        found.append(size)
        size *= 2
    return tuple(found)


def held_out_rows(trials: Trials) -> tuple[tuple[HeldOutRow, ...], tuple[LearnedTest, ...]]:
    """Return how all scorers agree with people on held-out outputs, and every learned one against every single one."""
    data, settings = trials.data, trials.settings
    singles = data.features[: data.n_metrics]
    rows: list[HeldOutRow] = []
    compared: list[tuple[str, str, str, str, Certain]] = []
    for human in data.human:
        for over in settings.over:
            of = key(human, over)
            values = {
                name: np.array([trials.agreement(fit) for fit in _splits(trials, of, name)])
                for name in trials.work.learners
            }
            alone = np.array(
                [
                    trials.held_out(fit).agreement(trials.held_out(fit).features[:, : len(singles)])
                    for fit in _splits(trials, of, BEST_SINGLE)
                ]
            ).T
            kinds: list[tuple[str, Kind, FloatArray]] = [
                (name, "chosen" if name == BEST_SINGLE else "learned", found)
                for name, found in values.items()
            ]
            kinds += [(name, "single", found) for name, found in zip(singles, alone, strict=True)]
            for name, kind, found in kinds:
                mean = trials.mean(of, found)
                low, high = np.clip((mean.low, mean.high), -1.0, 1.0).tolist()
                rows.append(
                    HeldOutRow(
                        human=human,
                        over=over,
                        scorer=name,
                        kind=kind,
                        estimate=mean.value,
                        low=low,
                        high=high,
                        n_splits=int(np.sum(~np.isnan(found))),
                    )
                )
            compared += [
                (human, over, name, rival, trials.mean(of, found - other))
                for name, kind, found in kinds
                if kind == "learned"
                for rival, rival_kind, other in kinds
                if rival_kind != "learned"
            ]
    return tuple(rows), _tests(compared, settings)


def _tests(
    compared: Sequence[tuple[str, str, str, str, Certain]], settings: LearnSettings
) -> tuple[LearnedTest, ...]:
    """Return tests with p-values corrected in two families: against the chosen metric, and against single ones."""
    adjusted = np.full(len(compared), np.nan)
    chosen = np.array([rival == BEST_SINGLE for *_, rival, _ in compared])
    pvalues = np.array([found.pvalue for *_, found in compared])
    for part in (chosen, ~chosen):
        if part.any():
            adjusted[part] = adjust(pvalues[part], settings.correction)
    return tuple(
        LearnedTest(
            human=human,
            over=over,
            metric=name,
            rival=rival,
            **found.shown(),
            pvalue=found.pvalue,
            pvalue_adjusted=float(corrected),
            verdict=pair_verdict(found.value, float(corrected), settings.alpha),
        )
        for (human, over, name, rival, found), corrected in zip(compared, adjusted, strict=True)
    )


def importance_rows(trials: Trials) -> tuple[ImportanceRow, ...]:
    """Return what permuting each metric costs, the dearest first."""
    data, settings = trials.data, trials.settings
    rows = []
    for human in data.human:
        of = key(human, settings.over[0])
        fits = [fit for fit in _splits(trials, of, settings.learners[0]) if fit.permute]
        if not fits:
            continue
        drops = np.array([trials.found[fit]["drops"] for fit in fits])
        means = [trials.mean(of, drops[:, k]) for k in range(data.n_metrics)]
        order = sorted(range(len(means)), key=lambda k: -np.nan_to_num(means[k].value, nan=-np.inf))
        rows += [
            ImportanceRow(
                human=human,
                metric=settings.learners[0],
                feature=data.features[k],
                **means[k].shown(),
            )
            for k in order
        ]
    return tuple(rows)


def family_rows(trials: Trials) -> tuple[FamilyRow, ...]:
    """Return what is lost without each family, and what each reaches alone."""
    settings, first = trials.settings, trials.settings.learners[0]
    rows = []
    for human in trials.data.human:
        of = key(human, settings.over[0])
        for family, (others, own) in family_columns(trials.data).items():
            without = _splits(trials, of, first, columns=others)
            alone = [trials.agreement(fit) for fit in _splits(trials, of, first, columns=own)]
            lost = [trials.agreement(_with_all(trials, fit)) - trials.agreement(fit) for fit in without]
            mean = trials.mean(of, np.array(lost))
            reached = trials.mean(of, np.array(alone)).value
            rows.append(
                FamilyRow(
                    human=human,
                    metric=first,
                    family=family,
                    n_features=len(own),
                    **mean.shown(),
                    alone=reached,
                )
            )
    return tuple(rows)


def _with_all(trials: Trials, fit: Fit) -> Fit:
    """Return the fit of the same split with all features."""
    plain = fit._replace(columns=None)
    return plain if plain in trials.found else plain._replace(permute=trials.data.n_metrics)


def labels_rows(trials: Trials) -> tuple[LabelsRow, ...]:
    """Return the learning curve: agreement by the number of labelled inputs."""
    settings = trials.settings
    rows = []
    for human in trials.data.human:
        of = key(human, settings.over[0])
        outputs = trials.data.labelled[of]
        sizes = label_sizes(outputs, settings)
        groups = len(np.unique(outputs.input_groups))
        most = groups - groups // n_folds(outputs, settings)
        for name in dict.fromkeys((settings.learners[0], BEST_SINGLE)):
            for size in (*sizes, 0) if sizes else ():
                fits = _splits(trials, of, name, inputs=size)
                mean = trials.mean(of, np.array([trials.agreement(fit) for fit in fits]))
                rows.append(
                    LabelsRow(
                        human=human,
                        scorer=name,
                        n_inputs=size or most,
                        **mean.shown(),
                    )
                )
    return tuple(rows)


def calibration_rows(trials: Trials) -> tuple[CalibrationRow, ...]:
    """Return what people say of held-out outputs by bins of what the first learner predicts."""
    settings, first = trials.settings, trials.settings.learners[0]
    rows = []
    for human in trials.data.human:
        of = key(human, settings.over[0])
        fits = [fit for fit in _splits(trials, of, first) if fit.repeat == 0]
        parts = [trials.held_out(fit) for fit in fits]
        found = reliability_table(
            np.concatenate([part.target for part in parts]),
            np.concatenate([trials.found[fit]["predicted"] for fit in fits]),
            bins=BINS,
            clusters=np.concatenate([part.input_groups for part in parts]),
            confidence=settings.confidence,
            resamples=RESAMPLES,
            rng=settings.seed,
        )
        rows += [
            CalibrationRow(
                human=human,
                metric=first,
                bin=k + 1,
                mean_metric=one.mean_judge,
                mean_human=one.mean_human,
                low=float(one.human_interval.low),
                high=float(one.human_interval.high),
                n_outputs=one.n_outputs,
            )
            for k, one in enumerate(found.bins)
        ]
    return tuple(rows)


def worth_rows(trials: Trials) -> tuple[WorthRow, ...]:
    """Return what a label is worth beside the first learner, and beside the single metric that it chooses."""
    settings = trials.settings
    names = dict.fromkeys((settings.learners[0], BEST_SINGLE))
    rows = []
    for human in trials.data.human:
        outputs = trials.data.labelled[key(human, settings.over[0])]
        work = LabelWorth(outputs, {name: trials.work.learners[name] for name in names}, settings.seed)
        if len(np.unique(outputs.input_groups)) < 2 * work.n_inputs:
            continue
        with step(f"what a label of '{human}' is worth"):
            found = work.run()
        for name, drawn in found.items():
            known = drawn.worth[~np.isnan(drawn.worth)]
            low, high = np.quantile(known, (0.05, 0.95)) if len(known) else (np.nan, np.nan)
            rows.append(
                WorthRow(
                    human=human,
                    scorer=name,
                    n_inputs=work.n_inputs,
                    n_labelled=drawn.n_labelled,
                    worth=float(known.mean()) if len(known) else np.nan,
                    low=float(low),
                    high=float(high),
                    n_undefined=len(drawn.worth) - len(known),
                    reason="; ".join(drawn.reasons),
                )
            )
    return tuple(rows)
