"""What judges' and metrics' preferences have to do with people's."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from trueness.data.preferences.alike_in_preferences import alike_in_preferences
from trueness.data.preferences.preferences import Preferences
from trueness.data.preferences.read_preferences import read_preferences
from trueness.data.reading.read import read_table
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import DataError, listing
from trueness.parallel import step
from trueness.result import Signature
from trueness.studies.preferences.agreeing import (
    agreement_rows,
    category_rows,
    difference_rows,
    people_kappa,
    person_rows,
)
from trueness.studies.preferences.biases import bias_rows, position_rows, triad_rows
from trueness.studies.preferences.decided import preference_decisions
from trueness.studies.preferences.rows import PreferencesResult
from trueness.studies.preferences.said import must_see, preference_cautions, preference_conclusions
from trueness.studies.preferences.settings import PreferenceSelection, PreferenceSettings
from trueness.studies.preferences.silent_judges import silent_judges
from trueness.studies.preferences.strengths import (
    Fitted,
    fitted_strengths,
    ranking_rows,
    strength_rows,
    win_rows,
)
from trueness.studies.preferences.verdicts import Verdicts, choose_raters, own_systems, verdicts_of
from trueness.study.study import Study, entry


@dataclasses.dataclass(frozen=True)
class Preferred:
    """What is compared.

    Attributes
    ----------
    pairs : Preferences
    scores : ScoreTable or None
        Of metrics, by system and input.
    """

    pairs: Preferences
    scores: ScoreTable | None = None


class PreferencesStudy(Study[Preferred, PreferenceSelection, PreferenceSettings, PreferencesResult]):
    """Judges' and metrics' preferences between two outputs beside people's."""

    def unit_column(self, data: Preferred, settings: PreferenceSettings) -> str | None:
        """Return None: pairs have groups of their own, and outputs of an input are together anyhow."""
        del data, settings
        return None

    def assembled(self, parts: Mapping[str, Any]) -> Preferred:
        """Return pairs and scores from their parts by name."""
        return Preferred(parts["pairs"], parts.get("scores"))

    def identity(self, data: Preferred) -> Any:
        """Return what tells pairs and scores from others."""
        return data.pairs.fingerprint, None if data.scores is None else data.scores.fingerprint

    def answer(
        self, data: Preferred, selection: PreferenceSelection, settings: PreferenceSettings
    ) -> PreferencesResult:
        """Compare every judge and metric with people."""
        pairs, scores = data.pairs, data.scores
        judges, people = choose_raters(pairs, selection)
        told = {name for name, role in zip(pairs.raters, pairs.roles, strict=True) if role == "human"}
        assumed = [name for name in people if name not in told]
        metrics: tuple[str, ...] = ()
        if scores is not None:
            metrics = (
                tuple(scorer.name for scorer in scores.scorers if scorer.role != "human")
                if selection.metrics is None
                else scores.names_matching(selection.metrics)
            )
        elif selection.metrics:
            raise DataError("scores of metrics are missing: give `scores`.")
        twice = [name for name in judges if name in metrics]
        if twice:
            raise DataError(
                f"{listing(twice)} must be either a judge or a metric. Name the others (`metrics`)."
            )
        selected = dataclasses.replace(selection, judges=judges, people=people, metrics=metrics)
        own = own_systems(pairs, selected, judges)
        with step("preferences of raters"):
            verdicts = verdicts_of(pairs, scores, selected, settings, (judges, people))
            agreement = tuple(agreement_rows(verdicts, settings))
        with step("strengths of systems"):
            fitted = fitted_strengths(verdicts, settings) if pairs.has_systems else Fitted({}, {}, {})
        categories: tuple[Any, ...] = ((), (), 0)
        if selection.by is not None:
            categories = category_rows(verdicts, pairs, selection.by, settings)
        size = len(verdicts.systems)
        ranking = tuple(ranking_rows(verdicts, fitted, settings))
        differences = tuple(difference_rows(verdicts, settings))
        strengths = tuple(strength_rows(verdicts, fitted, settings))
        study = PreferencesResult(
            signature=_signature(pairs, scores, selected, settings, verdicts),
            selection=selected,
            settings=settings,
            cautions=(),
            conclusions=(),
            pairs=pairs,
            scores=scores,
            agreement=agreement,
            raters=tuple(person_rows(verdicts, settings)),
            differences=differences,
            categories=tuple(categories[0]),
            category_differences=tuple(categories[1]),
            position=tuple(position_rows(verdicts, settings)),
            bias=tuple(bias_rows(verdicts, own, settings)),
            strengths=strengths,
            ranking=ranking,
            wins=tuple(win_rows(verdicts, settings)) if size > 2 else (),
            triads=tuple(triad_rows(verdicts, settings)),
            n_labelled_inputs=len(set(verdicts.cluster[verdicts.people.pair].tolist())),
        )
        with step("silent judges"):
            silent = silent_judges(verdicts, settings, has_systems=pairs.has_systems)
        study = dataclasses.replace(
            study, decisions=preference_decisions(study, people_kappa(verdicts, settings), silent)
        )
        return dataclasses.replace(
            study,
            conclusions=preference_conclusions(study, fitted.reasons),
            must_see=must_see(study),
            cautions=preference_cautions(
                study, fitted.reasons, categories[2], assumed, alike_in_preferences(pairs)
            ),
        )


@entry(PreferencesStudy)
def preferences(
    pairs: Preferences | str | Path,
    *,
    scores: ScoreTable | None = None,
    **options: Any,
) -> PreferencesResult:
    """Compare judges' and metrics' preferences between two outputs with people's.

    Agreement is the mean over pairs of outputs of how far a judge's verdict agrees with one person's, beside that of
    another person and what guessing gives; its intervals take pairs that share an input or a system for dependent.
    Strengths of systems are Bradley and Terry's, with ties Davidson's or Rao and Kupper's, by people and by each judge.
    Win rates are prediction-powered where people judged a part of the pairs.

    Parameters
    ----------
    pairs : Preferences, str or Path
        Verdicts, or a file of them (see `read_preferences`).
    scores : ScoreTable, optional
        Metrics' scores of the outputs, joined by system and input.

    Raises
    ------
    ArgumentError
        If an argument is outside its values.
    UnknownNameError
        If there is no rater, metric or grouping column of a name.
    DataError
        If it is not known who is a judge and who a person, a judge and a metric have one name, or nothing is left to
        compare.

    References
    ----------
    Zheng et al. (2023), Judging LLM-as-a-judge with MT-Bench and Chatbot Arena.
    """
    table = pairs if isinstance(pairs, Preferences) else read_preferences(pairs)
    found = None if scores is None else read_table(scores)
    return PreferencesStudy().run(Preferred(table, found), **options)


def _signature(
    pairs: Preferences,
    scores: ScoreTable | None,
    selection: PreferenceSelection,
    settings: PreferenceSettings,
    verdicts: Verdicts,
) -> Signature:
    return Signature.of(
        data=pairs.fingerprint[:12],
        scores=None if scores is None else scores.fingerprint[:12],
        shape=f"{len(verdicts.systems)}x{len(verdicts.inputs)}",
        pairs=len(verdicts.input),
        people=len(selection.people or ()),
        judges=len(selection.judges or ()),
        metrics=len(selection.metrics or ()) or None,
        ties=settings.ties,
        both_bad=settings.both_bad,
        repeats=settings.repeats,
        epsilon=settings.epsilon or None,
        over=settings.over,
        model=settings.model,
        strengths=settings.strengths,
        prior=settings.prior or None,
        correction=settings.correction,
        bars=f"{settings.rank_bar:g},{settings.margin:g}",
        clusters=selection.clusters or "input",
        by=selection.by,
        own=selection.own,
        conf=settings.confidence,
        resamples=settings.resamples,
        seed=settings.seed,
    )
