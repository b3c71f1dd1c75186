"""What a paper has to say of a study of preferences."""

from __future__ import annotations

from collections.abc import Iterator

from trueness.errors import counted
from trueness.reporting.citation import Sentence, cite
from trueness.reporting.study_methods import CORRECTION_SOURCES, JACKKNIFE, Reported, StudyMethods
from trueness.statistics.annotators.other_people import FEWEST_PEOPLE
from trueness.studies.preferences.rows import PreferencesResult
from trueness.study.words import CORRECTION_WORDS, OVER_WORDS

TIES = {
    "half": "a tie and a decision agree by half",
    "class": "ties are a third class",
    "excluded": "only pairs count that neither ties",
}
MODELS = {
    "bradley_terry": "Bradley and Terry's, a tie being half a win of each",
    "davidson": "Davidson's, which is Bradley and Terry's with ties",
    "rao_kupper": "Rao and Kupper's, which is Bradley and Terry's with ties",
}
MODEL_SOURCES = {
    "bradley_terry": "bradley-terry-1952-rank",
    "davidson": "davidson-1970-extending",
    "rao_kupper": "rao-kupper-1967-ties",
}


class PreferencesMethods(StudyMethods[PreferencesResult]):
    """How a study of preferences came about."""

    def sentences(self, result: PreferencesResult) -> Iterator[Sentence]:
        """Yield how agreement, its intervals and strengths of systems were computed."""
        settings = result.settings
        if result.agreement:
            yield (
                (
                    f"Agreement is the mean over pairs of outputs of the share of people who say the same; "
                    f"{TIES[settings.ties]}."
                ),
            )
            bad = "count as ties" if settings.both_bad == "tie" else "are left out"
            repeated = (
                "a tie unless all are the same" if settings.repeats == "tie" else "what most of them say"
            )
            yield (
                f"‘Both bad’ verdicts {bad}; several verdicts of one judge or person on a pair are {repeated}.",
            )
            yield ("The ceiling is the same of each person left out with all others.",)
            yield from _variances(result)
        if result.strengths:
            yield from _strengths(result)
        if result.wins:
            yield ("Win rates are prediction-powered, by PPI++", cite("angelopoulos-etal-2023-ppi"), ".")

    def reported(self, result: PreferencesResult) -> Reported:
        """Return how agreement was measured, and who the people are."""
        settings = result.settings
        return Reported(
            human=f"verdicts of {counted(len(result.selection.people), 'rater')} who are people",
            level="pairs of outputs",
            coefficient="share of people who say the same",
            interval="Wilson, with the design effect of pairs that share an input or a system",
            applies_to=OVER_WORDS[settings.over],
            test="Student's t of differences",
            ties=TIES[settings.ties],
            missing="a judge counts on the pairs that it judged",
        )


def _variances(result: PreferencesResult) -> Iterator[Sentence]:
    settings = result.settings
    units = f"groups by ‘{result.selection.clusters}’" if result.selection.clusters else "inputs"
    yield (
        f"Variances are for {OVER_WORDS[settings.over]}: pairs that share one of the {units} or a system are dependent",
        cite("fafchamps-gubert-2007-formation"),
        ".",
    )
    yield (
        "They leave out one unit of each kind at a time",
        JACKKNIFE,
        f"{'; other people vary, too' if len(result.selection.people) >= FEWEST_PEOPLE else ''}.",
    )
    yield (
        "Shares have Wilson's interval",
        cite("wilson-1927-probable"),
        ", with the number of independent pairs that would be as precise.",
    )
    if settings.correction == "none":
        yield ("Differences have Student's t; p-values were not corrected.",)
    else:
        yield (
            f"Differences have Student's t; p-values were adjusted by {CORRECTION_WORDS[settings.correction]}",
            cite(CORRECTION_SOURCES[settings.correction]),
            ".",
        )


def _strengths(result: PreferencesResult) -> Iterator[Sentence]:
    settings = result.settings
    units = f"groups by ‘{result.selection.clusters}’" if result.selection.clusters else "inputs"
    prior = f", with {settings.prior:g} wins and losses added for every system" if settings.prior else ""
    yield (
        f"Strengths are {MODELS[settings.model]}",
        cite(MODEL_SOURCES[settings.model]),
        f", by maximum likelihood{prior}.",
    )
    yield (f"Their intervals are by the {settings.strengths} over {units}, with Student's t.",)
    yield ("Limits of ranks hold for all systems at once", cite("mogstad-etal-2024-inference"), ".")
