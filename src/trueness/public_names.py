"""The public names of the package, once: where each is found, and where it is defined.

`trueness`, `trueness.stats` and `trueness.simulation` load what is listed here on first use. What type checkers and
editors read of them (the ``.pyi`` files beside them) and the page of public names are written from the list by
``docs/write_names.py``. A study that no group lists stands with its result in the last group of the root, so that its
folder is enough.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, NamedTuple

from trueness.study.folders import STUDIES


class Group(NamedTuple):
    """Names that belong together.

    Attributes
    ----------
    title : str
    about : str
        What they are for, in a sentence.
    homes : mapping of str to tuple of str
        The names by the modules that define them, below `trueness`.
    """

    title: str
    about: str
    homes: Mapping[str, tuple[str, ...]]


def studies(*names: str) -> dict[str, tuple[str, ...]]:
    """Return the names of studies: the function that is called as the study, and its result after the function."""
    found: dict[str, tuple[str, ...]] = {}
    for name in names:
        found[f"studies.{name}.study"] = (name,)
        found[f"studies.{name}.rows"] = (f"{''.join(map(str.capitalize, name.split('_')))}Result",)
    return found


ROOT = (
    Group(
        "Scores",
        "Tables of scores: read, joined, looked at and written.",
        {
            "data.reading.read": ("read_scores",),
            "data.reading.read_tables": ("read_tables", "split_tables"),
            "data.datasets.load": ("load_dataset",),
            "data.writing.write": ("write_scores",),
            "data.scores.score_table": ("ScoreTable", "Scorer", "Annotations"),
            "data.scores.corpus_statistics": ("CorpusStatistics",),
            "data.cells.columns": ("ColumnMap",),
            "data.scores.merge": ("merge",),
            "data.scores.coverage": ("coverage", "complete"),
            "data.scores.duplicate_systems": ("identical_systems", "drop_duplicate_systems"),
            "study.human_scores": ("with_human_combination", "with_standardized_annotators"),
        },
    ),
    Group(
        "Texts",
        "What systems wrote: read, generated over the range of a metric, put into another language, and written.",
        {
            "data.reading.read_texts": ("read_texts",),
            "data.reading.stream_texts": ("stream_texts",),
            "data.datasets.load": ("load_dataset_texts",),
            "data.writing.write_texts": ("write_texts",),
            "data.texts.texts": ("Texts",),
            "generation.generate": ("generate",),
            "generation.generated_summaries": ("GeneratedSummaries",),
            "translation.translate": ("translate", "translate_file"),
            "translation.translated_texts": ("TranslatedTexts", "TranslatedFile"),
            "translation.translator": ("Translator", "Translation"),
            "translation.command_translator": ("CommandTranslator",),
            "translation.seq2seq_translator": ("Seq2SeqTranslator",),
            "translation.translation_cache": ("TranslationCache",),
        },
    ),
    Group(
        "Scores from texts",
        "Metrics in memory or over files of any size, and whether they give here what they gave elsewhere.",
        {
            "metrics.scoring.score": ("score",),
            "metrics.scoring.score_file": ("score_file",),
            "metrics.scoring.score_cache": ("ScoreCache",),
            "metrics.scoring.registry": ("get_metric", "get_metrics"),
            "metrics.verification.verify": ("verify", "VerifyResult", "record_probes"),
            "metrics.verification.recorded_column": ("recorded_column", "RecordedColumnResult"),
        },
    ),
    Group(
        "Language models as judges",
        "Asking a model for scores, or which of two outputs is better, within a budget.",
        {
            "metrics.llm_judge.llm_judge": ("LlmJudge",),
            "metrics.llm_judge.declaration": ("read_declaration", "JudgeDeclaration"),
            "metrics.llm_judge.endpoint": ("JudgeEndpoint",),
            "metrics.llm_judge.spending": ("Budget",),
            "metrics.llm_judge.reply_cache": ("ReplyCache",),
            "metrics.llm_judge.judge_pairs": ("judge_pairs", "JudgedPairs", "write_verdicts"),
        },
    ),
    Group(
        "Comparing metrics",
        "How well metrics agree with people, which agree better or as well, and where they differ.",
        {
            **studies("compare", "facets", "pool", "disagreements", "equivalence"),
            "studies.equivalence.resolved_pairs": ("resolved_pairs", "ResolvedPairsResult"),
            "studies.equivalence.scorer_map": ("scorer_map", "ScorerMapResult"),
            **studies("conditions", "references", "ranges", "variants", "worth", "partial"),
        },
    ),
    Group(
        "People and judges",
        "Whether annotators agree, and whether a judge may stand in for them.",
        studies("annotators", "judge", "panel", "drift", "sequential"),
    ),
    Group(
        "Preferences",
        "Which of two outputs is better, by people and by judges.",
        {
            **studies("preferences"),
            "data.preferences.read_preferences": ("read_preferences",),
            "data.preferences.preferences": ("Preferences", "preferences_from_scores"),
            "data.preferences.preference_columns": ("PairColumns",),
        },
    ),
    Group(
        "Planning studies",
        "How many systems, inputs and annotators it takes.",
        {
            "studies.plan.study": ("plan", "plan_from_pilot"),
            "studies.plan.rows": ("PlanResult",),
            "studies.plan.planning_model": ("planning_model", "PlanningModel"),
            "studies.plan.designs": ("detectable_difference",),
        },
    ),
    Group(
        "Results and reports",
        "What every answer can do, the page that says it all, and the error that all others are below.",
        {
            "result": ("Result",),
            "studies.compare.paper_frame": ("result_paper_table",),
            "reporting.report": (
                *(
                    "write_report",
                    "result_text",
                    "result_html",
                    "result_figure",
                    "result_rows",
                    "result_methods",
                ),
            ),
            "sources.origin": ("Origin",),
            "errors": ("TruenessError",),
        },
    ),
    Group(
        "Further questions",
        "Systems compared, metrics learned from people, claims under all choices.",
        studies("systems", "learn", "multiverse"),
    ),
)
"""Of `trueness`."""

STATS = (
    Group(
        "Correlations",
        "Coefficients of vectors and of matrices, with intervals.",
        {
            "statistics.coefficients": ("pearson", "spearman", "kendall", "tau_c", "gamma"),
            "statistics.agreement.correlation": ("correlate", "correlation_interval"),
            "statistics.fisher": ("fisher",),
            "statistics.single_correlation": ("single_correlation",),
            "statistics.jackknife.prediction_interval": ("prediction_interval",),
            "statistics.normality": ("normality",),
        },
    ),
    Group(
        "Differences of correlations",
        "Tests and intervals of two correlations, of scores or of numbers from a paper.",
        {
            "statistics.agreement.significance": ("permutation_test", "paired_bootstrap_test"),
            "statistics.dependent_correlations": (
                *("williams", "steiger", "meng_rosenthal_rubin", "hittner_may_silver", "dunn_clark"),
            ),
            "statistics.zou": ("zou_interval",),
            "statistics.jackknife.contrasts": ("contrasts",),
            "statistics.jackknife.facet_replicates": ("FacetScores",),
        },
    ),
    Group(
        "Pairs of outputs and of systems",
        "How often a metric orders two as people do.",
        {
            "statistics.pairs.pairwise_accuracy": ("pairwise_accuracy", "pairwise_tau"),
            "statistics.pairs.tie_calibration": ("calibrate_ties",),
            "statistics.pairs.held_out_calibration": ("cross_validated_accuracy",),
            "statistics.pairs.pair_outcome_test": ("pair_outcome_test",),
            "statistics.pairs.soft_pairwise_accuracy": ("soft_pairwise_accuracy",),
            "statistics.pairs.soft_pairwise_accuracy_test": ("soft_pairwise_accuracy_test",),
            "statistics.pairs.system_pairwise_accuracy": ("system_pairwise_accuracy",),
            "statistics.pairs.score_gap_agreement": ("score_gap_agreement", "score_gap_bins"),
            "statistics.pairs.pairwise_differences_pearson": ("pairwise_differences_pearson",),
            "statistics.pairs.relative_ranking": ("relative_ranking_tau",),
        },
    ),
    Group(
        "Equivalence",
        "Whether two correlations are as good as equal, and how much reference scores vary.",
        {
            "statistics.equivalence.equivalence": ("equivalence_test",),
            "statistics.equivalence.single_equivalence": ("single_equivalence",),
            "statistics.equivalence.equivalence_bounds": ("equivalence_bounds", "Bounds"),
            "statistics.equivalence.bootstrap_equivalence": ("smallest_margin",),
            "statistics.equivalence.dependent_equivalence": ("williams_equivalence", "anderson_hauck"),
            "statistics.equivalence.independent_equivalence": (
                *("kraatz_equivalence", "independent_anderson_hauck"),
            ),
            "statistics.equivalence.annotator_margin": ("annotator_margin",),
            "statistics.equivalence.dominance": ("dominance", "dominance_shift"),
            "statistics.equivalence.reference_resampling": ("reference_resampling", "ReferenceScores"),
        },
    ),
    Group(
        "Annotators",
        "Agreement and reliability of people, and who may stand in for whom.",
        {
            "statistics.annotators.krippendorff_alpha": ("krippendorff_alpha", "krippendorff_alpha_interval"),
            "statistics.annotators.intraclass_correlation": ("intraclass_correlations",),
            "statistics.annotators.kappa": ("kappa",),
            "statistics.annotators.gwet_ac1": ("gwet_ac1",),
            "statistics.annotators.agreement_beyond_chance": ("agreement_beyond_chance",),
            "statistics.annotators.counted_ratings": ("counted_ratings",),
            "statistics.annotators.variance_components": ("variance_components",),
            "statistics.annotators.generalizability": ("generalizability", "decision_study"),
            "statistics.annotators.attenuation": ("spearman_brown", "disattenuate"),
            "statistics.annotators.human_ceiling": ("leave_one_out",),
            "statistics.annotators.alternative_annotator_test": ("alternative_annotator_test",),
            "statistics.annotators.annotator_combination": ("annotator_combination", "annotator_zscores"),
            "statistics.annotators.rating_scale": ("rating_scale",),
            "statistics.annotators.human_assessment": (
                *("coverage_score", "linguistic_quality", "mean_of_dimensions"),
            ),
        },
    ),
    Group(
        "Judges",
        "Means and shares from few labels and many judgements, biases, calibration.",
        {
            "statistics.judging.prediction_powered": ("ppi_mean", "ppi_difference"),
            "statistics.judging.rogan_gladen": ("rogan_gladen",),
            "statistics.judging.covariate_bias": ("covariate_bias",),
            "statistics.judging.partial_agreement": ("partial_agreement",),
            "statistics.judging.position_bias": ("position_bias",),
            "statistics.judging.isotonic": ("isotonic",),
            "statistics.judging.linear_calibration": ("linear_calibration",),
            "statistics.judging.reliability_table": ("reliability_table",),
            "statistics.judging.scale_agreement": ("scale_agreement",),
            "statistics.judging.labels_needed": ("labels_needed",),
            "statistics.judging.scores_needed": ("scores_needed",),
            "statistics.sequential.kappa_sequence": ("kappa_sequence", "kappa_difference_sequence"),
        },
    ),
    Group(
        "Preferences",
        "Strengths of systems from verdicts, and how judges' verdicts agree.",
        {
            "statistics.preferences.bradley_terry": ("bradley_terry",),
            "statistics.preferences.plackett_luce": ("plackett_luce",),
            "statistics.preferences.verdict_agreement": ("verdict_agreement",),
            "statistics.preferences.cyclic_triads": ("cyclic_triads",),
        },
    ),
    Group(
        "Many p-values, ranks and variants",
        "Corrections, ranks that tests allow, and options of metrics that win.",
        {
            "statistics.corrections": ("adjust", "adjust_families"),
            "statistics.shaffer": ("shaffer",),
            "statistics.rank_clusters": ("rank_clusters",),
            "statistics.replicability": ("replicability_count",),
            "statistics.heterogeneity": ("heterogeneity",),
            "studies.variants.variant_options": ("variant_options", "option_shares"),
        },
    ),
)
"""Of `trueness.stats`."""

SIMULATION = (
    Group(
        "Certification",
        "How often tests are wrong and intervals miss, where the truth is known.",
        {
            **studies("certify"),
            "studies.certify.certified_table": ("certified_size", "certified_coverage"),
            "studies.certify.rejection_rates": ("rejection_rates", "RejectionRatesResult"),
            "studies.certify.interval_coverage": ("interval_coverage", "IntervalCoverageResult"),
        },
    ),
    Group(
        "Truths",
        "What tables are drawn from: declared, or fitted to data.",
        {
            "studies.certify.scenario": ("Scenario",),
            "studies.certify.certified_scenarios": ("certified_scenarios", "fitted_scenarios"),
            "statistics.two_way_model": ("TwoWayModel", "fit_two_way_model"),
        },
    ),
    Group(
        "From real data",
        "Halves that predict each other, and metrics made worse on purpose.",
        {
            "studies.certify.held_out_coverage": ("held_out_coverage", "HeldOutCoverageResult"),
            "studies.certify.degraded_power": ("degraded_power", "DegradedPowerResult"),
            "metrics.rouge.degrade": ("degrade",),
        },
    ),
)
"""Of `trueness.simulation`."""


def _with_unlisted_studies(root: tuple[Group, ...], *others: tuple[Group, ...]) -> tuple[Group, ...]:
    """Return the groups of the root, the last with the studies that no group lists."""
    listed = {home for groups in (root, *others) for group in groups for home in group.homes}
    new = [name for name in STUDIES if f"studies.{name}.study" not in listed]
    last = root[-1]
    return (*root[:-1], last._replace(homes={**last.homes, **studies(*new)}))


MODULES = {
    "trueness": _with_unlisted_studies(ROOT, STATS, SIMULATION),
    "trueness.stats": STATS,
    "trueness.simulation": SIMULATION,
}
"""The groups of every public module."""


def homes(module: str) -> dict[str, str]:
    """Return the names of a public module, each with the module that defines it."""
    return {name: home for group in MODULES[module] for name, home in names_of(group)}


def names_of(group: Group) -> Iterator[tuple[str, str]]:
    """Yield the names of a group with the modules that define them."""
    for home, names in group.homes.items():
        yield from ((name, f"trueness.{home}") for name in names)


def contents(module: str) -> str:
    """Return the table of contents of a public module, as its docstring has it."""
    said = []
    for group in MODULES[module]:
        names = ", ".join(f"`{name}`" for name, _ in names_of(group))
        said.append(f"{group.title}\n{textwrap.indent(textwrap.fill(names, 110), '    ')}")
    return "\n".join(said)


def lazily(namespace: dict[str, Any], *more: str) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a public module, whose names are loaded when they are asked for.

    Parameters
    ----------
    namespace : dict
        The globals of the module.
    *more : str
        What it shows besides.
    """
    module = namespace["__name__"]
    found = homes(module)

    def get(name: str) -> object:
        if name not in found:
            raise AttributeError(f"module '{module}' has no attribute '{name}'")
        value: object = getattr(import_module(found[name]), name)
        namespace[name] = value  # the next look-up does not come here
        return value

    return get, lambda: [*found, *more]
