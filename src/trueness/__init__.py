"""Meta-evaluation of text-generation metrics: how far can you trust an automatic metric.

The flow, and the names for each step (all are loaded on first use):

scores
    `read_scores`, `write_scores`, `ScoreTable`, `Scorer`, `Annotations`, `CorpusStatistics`, `ColumnMap`,
    `merge`, `coverage`, `complete`, `identical_systems`, `drop_duplicate_systems`, `load_dataset`
texts
    `read_texts`, `Texts`, `load_dataset_texts`, `score`, `get_metric`, `get_metrics`; and for texts of any size
    `stream_texts`, `score_file`, `ScoreCache`; models asked for scores: `LlmJudge`, `read_declaration`,
    `JudgeDeclaration`, `JudgeEndpoint`, `Budget`, `ReplyCache`, `judge_pairs`, `JudgedPairs`, `write_verdicts`; whether
    metrics give the scores that they gave elsewhere: `verify`, `record_probes`, `Verification`; ROUGE made worse by
    leaving out tokens: `degrade`; summaries across the
    range of a metric: `generate`, `GeneratedSummaries`, `write_texts`; texts in another language: `translate`,
    `translate_file`, `CommandTranslator`,
    `Seq2SeqTranslator`, `Translator`, `Translation`, `TranslationCache`, `TranslatedTexts`, `TranslatedFile`
one question, one answer
    `compare`, `Comparison`, `Settings`, `write_report`, `Origin`, `result_html`, `result_text`,
    `result_figure`; by several human scorers `compare_dimensions`, `Dimensions`, `DimensionsSelection`;
    by groups `compare_groups`, `GroupsComparison`, `GroupsSelection`
plain functions on score matrices
    `correlate`, `correlation_interval`, `permutation_test`, `paired_bootstrap_test`, `normality`; over facets of the
    data: `contrasts`, `FacetScores`
plain functions on vectors, correlations and p-values
    `pearson`, `spearman`, `kendall`, `tau_c`, `gamma`, `fisher`, `zou_interval`, `williams`, `steiger`,
    `meng_rosenthal_rubin`, `hittner_may_silver`, `dunn_clark`, `adjust`, `adjust_families`, `shaffer`, `rank_clusters`,
    `replicability_count`
agreement on pairs of outputs and of systems
    `pairwise_accuracy`, `pairwise_tau`, `calibrate_ties`, `cross_validated_accuracy`, `pair_outcome_test`,
    `soft_pairwise_accuracy`, `soft_pairwise_accuracy_test`, `system_pairwise_accuracy`, `score_gap_agreement`,
    `score_gap_bins`, `pairwise_differences_pearson`, `relative_ranking_tau`
pairs of metrics over several tables
    `compare_tables`, `TablesComparison`, `PoolSettings`, `PoolSelection`, `read_tables`, `split_tables`
where metrics and people differ
    `disagreements`, `Disagreements`, `DisagreementsSettings`, `DisagreementsSelection`
metrics as good as equal
    `equivalence`, `Equivalence`, `EquivalenceSettings`, `EquivalenceSelection`, `resolved_pairs`, `ResolvedPairs`,
    `scorer_map`, `ScorerMap`; plain:
    `equivalence_test`, `smallest_margin`, `williams_equivalence`, `anderson_hauck`, `kraatz_equivalence`,
    `independent_anderson_hauck`, `Bounds`, `equivalence_bounds`, `annotator_margin`, `dominance`,
    `dominance_shift`, `reference_resampling`, `ReferenceScores`
metrics under other conditions
    `conditions`, `UnderConditions`, `ConditionsSettings`, `ConditionsSelection`; `references`, `OtherReferences`,
    `ReferencesSettings`, `ReferencesSelection`
annotators
    `annotators`, `AnnotatorStudy`, `AnnotatorSettings`, `AnnotatorSelection`, `with_human_combination`,
    `with_standardized_annotators`; plain: `krippendorff_alpha`, `krippendorff_alpha_interval`,
    `intraclass_correlations`, `kappa`, `gwet_ac1`, `variance_components`, `generalizability`, `decision_study`,
    `leave_one_out`, `alternative_annotator_test`, `spearman_brown`, `disattenuate`, `annotator_combination`,
    `annotator_zscores`, `rating_scale`, `coverage_score`, `linguistic_quality`, `mean_of_dimensions`
judges
    `judge`, `JudgeValidation`, `JudgeSettings`, `JudgeSelection`; runs and panels: `panel`, `PanelStudy`,
    `PanelSettings`, `PanelSelection`; two batches: `drift`, `Drift`, `DriftSettings`, `DriftSelection`; plain:
    `ppi_mean`, `ppi_difference`, `rogan_gladen`, `covariate_bias`, `position_bias`, `isotonic`, `linear_calibration`,
    `reliability_table`, `scale_agreement`, `labels_needed`, `scores_needed`
preferences between two outputs
    `preferences`, `PreferenceStudy`, `PreferenceSettings`, `PreferenceSelection`, `read_preferences`, `Preferences`,
    `PairColumns`, `preferences_from_scores`; plain: `bradley_terry`, `verdict_agreement`, `cyclic_triads`
systems
    `systems`, `SystemComparison`, `SystemSettings`, `SystemSelection`
worth of differences
    `worth`, `Worth`, `WorthSettings`, `WorthSelection`
ranges of scores
    `ranges`, `Ranges`, `RangesSettings`, `RangesSelection`
variants of metrics
    `variants`, `Variants`, `VariantsSettings`, `VariantsSelection`; plain: `variant_options`, `option_shares`
metrics learned from human scores
    `learn`, `Learning`, `LearnSettings`, `LearnSelection`
claims under all choices
    `multiverse`, `Multiverse`, `MultiverseSettings`, `MultiverseSelection`
designing and studying studies
    `plan`, `plan_from_pilot`, `Plan`, `PlanSettings`, `PlanSelection`, `planning_model`, `PlanningModel`,
    `detectable_difference`, `certify`,
    `Certification`, `CertifySettings`, `CertifySelection`, `certified_scenarios`, `fitted_scenarios`,
    `certified_size`, `certified_coverage`, `rejection_rates`, `interval_coverage`, `held_out_coverage`,
    `degraded_power`, `Scenario`, `TwoWayModel`, `fit_two_way_model`, `prediction_interval`
errors
    `TruenessError` and those below it in `trueness.errors`
"""

from importlib import import_module as _import_module
from typing import TYPE_CHECKING as _TYPE_CHECKING

from trueness.study.folders import STUDIES as _STUDIES

__version__ = "0.1.0"

_HOMES = {
    "trueness.data.cells.columns": ("ColumnMap",),
    "trueness.data.scores.corpus_statistics": ("CorpusStatistics",),
    "trueness.data.scores.coverage": ("complete", "coverage"),
    "trueness.data.datasets.load": ("load_dataset", "load_dataset_texts"),
    "trueness.data.scores.duplicate_systems": ("drop_duplicate_systems", "identical_systems"),
    "trueness.data.scores.merge": ("merge",),
    "trueness.data.preferences.preference_columns": ("PairColumns",),
    "trueness.data.preferences.preferences": ("Preferences", "preferences_from_scores"),
    "trueness.data.reading.read": ("read_scores",),
    "trueness.data.preferences.read_preferences": ("read_preferences",),
    "trueness.data.reading.read_tables": ("read_tables", "split_tables"),
    "trueness.data.reading.read_texts": ("read_texts",),
    "trueness.data.scores.score_table": ("Annotations", "ScoreTable", "Scorer"),
    "trueness.data.reading.stream_texts": ("stream_texts",),
    "trueness.data.texts.texts": ("Texts",),
    "trueness.data.writing.write": ("write_scores",),
    "trueness.data.writing.write_texts": ("write_texts",),
    "trueness.errors": ("TruenessError",),
    "trueness.generation.generate": ("generate",),
    "trueness.generation.generated_summaries": ("GeneratedSummaries",),
    "trueness.translation.command_translator": ("CommandTranslator",),
    "trueness.translation.seq2seq_translator": ("Seq2SeqTranslator",),
    "trueness.translation.translate": ("translate", "translate_file"),
    "trueness.translation.translated_texts": ("TranslatedFile", "TranslatedTexts"),
    "trueness.translation.translation_cache": ("TranslationCache",),
    "trueness.translation.translator": ("Translation", "Translator"),
    "trueness.metrics.llm_judge.declaration": ("JudgeDeclaration", "read_declaration"),
    "trueness.metrics.llm_judge.endpoint": ("JudgeEndpoint",),
    "trueness.metrics.llm_judge.judge_pairs": ("JudgedPairs", "judge_pairs", "write_verdicts"),
    "trueness.metrics.llm_judge.llm_judge": ("LlmJudge",),
    "trueness.metrics.llm_judge.reply_cache": ("ReplyCache",),
    "trueness.metrics.llm_judge.spending": ("Budget",),
    "trueness.metrics.scoring.registry": ("get_metric", "get_metrics"),
    "trueness.metrics.scoring.score": ("score",),
    "trueness.metrics.scoring.score_cache": ("ScoreCache",),
    "trueness.metrics.scoring.score_file": ("score_file",),
    "trueness.metrics.verification.verify": ("Verification", "record_probes", "verify"),
    "trueness.metrics.rouge.degrade": ("degrade",),
    "trueness.reporting.report": ("result_figure", "result_html", "result_text", "write_report"),
    "trueness.sources.origin": ("Origin",),
    "trueness.statistics.annotators.alternative_annotator_test": ("alternative_annotator_test",),
    "trueness.statistics.annotators.annotator_combination": ("annotator_combination", "annotator_zscores"),
    "trueness.statistics.annotators.attenuation": ("disattenuate", "spearman_brown"),
    "trueness.statistics.annotators.generalizability": ("decision_study", "generalizability"),
    "trueness.statistics.annotators.gwet_ac1": ("gwet_ac1",),
    "trueness.statistics.annotators.human_assessment": (
        "coverage_score",
        "linguistic_quality",
        "mean_of_dimensions",
    ),
    "trueness.statistics.annotators.human_ceiling": ("leave_one_out",),
    "trueness.statistics.annotators.intraclass_correlation": ("intraclass_correlations",),
    "trueness.statistics.annotators.kappa": ("kappa",),
    "trueness.statistics.annotators.krippendorff_alpha": (
        "krippendorff_alpha",
        "krippendorff_alpha_interval",
    ),
    "trueness.statistics.annotators.rating_scale": ("rating_scale",),
    "trueness.statistics.annotators.variance_components": ("variance_components",),
    "trueness.statistics.coefficients": ("gamma", "kendall", "pearson", "spearman", "tau_c"),
    "trueness.statistics.corrections": ("adjust", "adjust_families"),
    "trueness.statistics.agreement.correlation": ("correlate", "correlation_interval"),
    "trueness.statistics.dependent_correlations": (
        "dunn_clark",
        "hittner_may_silver",
        "meng_rosenthal_rubin",
        "steiger",
        "williams",
    ),
    "trueness.statistics.equivalence.annotator_margin": ("annotator_margin",),
    "trueness.statistics.equivalence.bootstrap_equivalence": ("smallest_margin",),
    "trueness.statistics.equivalence.dependent_equivalence": ("anderson_hauck", "williams_equivalence"),
    "trueness.statistics.equivalence.dominance": ("dominance", "dominance_shift"),
    "trueness.statistics.equivalence.equivalence": ("equivalence_test",),
    "trueness.statistics.equivalence.equivalence_bounds": ("Bounds", "equivalence_bounds"),
    "trueness.statistics.equivalence.independent_equivalence": (
        "independent_anderson_hauck",
        "kraatz_equivalence",
    ),
    "trueness.statistics.equivalence.reference_resampling": ("ReferenceScores", "reference_resampling"),
    "trueness.statistics.fisher": ("fisher",),
    "trueness.statistics.shaffer": ("shaffer",),
    "trueness.statistics.jackknife.contrasts": ("contrasts",),
    "trueness.statistics.jackknife.facet_replicates": ("FacetScores",),
    "trueness.statistics.jackknife.prediction_interval": ("prediction_interval",),
    "trueness.statistics.judging.covariate_bias": ("covariate_bias",),
    "trueness.statistics.judging.isotonic": ("isotonic",),
    "trueness.statistics.judging.labels_needed": ("labels_needed",),
    "trueness.statistics.judging.scores_needed": ("scores_needed",),
    "trueness.statistics.judging.linear_calibration": ("linear_calibration",),
    "trueness.statistics.judging.position_bias": ("position_bias",),
    "trueness.statistics.judging.prediction_powered": ("ppi_difference", "ppi_mean"),
    "trueness.statistics.judging.reliability_table": ("reliability_table",),
    "trueness.statistics.judging.rogan_gladen": ("rogan_gladen",),
    "trueness.statistics.judging.scale_agreement": ("scale_agreement",),
    "trueness.statistics.preferences.bradley_terry": ("bradley_terry",),
    "trueness.statistics.preferences.cyclic_triads": ("cyclic_triads",),
    "trueness.statistics.preferences.verdict_agreement": ("verdict_agreement",),
    "trueness.statistics.normality": ("normality",),
    "trueness.statistics.pairs.held_out_calibration": ("cross_validated_accuracy",),
    "trueness.statistics.pairs.pair_outcome_test": ("pair_outcome_test",),
    "trueness.statistics.pairs.pairwise_accuracy": ("pairwise_accuracy", "pairwise_tau"),
    "trueness.statistics.pairs.pairwise_differences_pearson": ("pairwise_differences_pearson",),
    "trueness.statistics.pairs.relative_ranking": ("relative_ranking_tau",),
    "trueness.statistics.pairs.score_gap_agreement": ("score_gap_agreement", "score_gap_bins"),
    "trueness.statistics.pairs.soft_pairwise_accuracy": ("soft_pairwise_accuracy",),
    "trueness.statistics.pairs.soft_pairwise_accuracy_test": ("soft_pairwise_accuracy_test",),
    "trueness.statistics.pairs.system_pairwise_accuracy": ("system_pairwise_accuracy",),
    "trueness.statistics.pairs.tie_calibration": ("calibrate_ties",),
    "trueness.statistics.rank_clusters": ("rank_clusters",),
    "trueness.statistics.replicability": ("replicability_count",),
    "trueness.statistics.agreement.significance": ("paired_bootstrap_test", "permutation_test"),
    "trueness.statistics.two_way_model": ("TwoWayModel", "fit_two_way_model"),
    "trueness.statistics.zou": ("zou_interval",),
    "trueness.study.human_scores": ("with_human_combination", "with_standardized_annotators"),
    "trueness.studies.annotators.rows": ("AnnotatorStudy",),
    "trueness.studies.annotators.settings": ("AnnotatorSelection", "AnnotatorSettings"),
    "trueness.studies.compare.rows": ("Comparison",),
    "trueness.studies.conditions.rows": ("UnderConditions",),
    "trueness.studies.conditions.settings": ("ConditionsSelection", "ConditionsSettings"),
    "trueness.studies.dimensions.rows": ("Dimensions",),
    "trueness.studies.dimensions.settings": ("DimensionsSelection",),
    "trueness.studies.dimensions.study": ("compare_dimensions",),
    "trueness.studies.disagreements.rows": ("Disagreements",),
    "trueness.studies.disagreements.settings": ("DisagreementsSelection", "DisagreementsSettings"),
    "trueness.studies.groups.rows": ("GroupsComparison",),
    "trueness.studies.groups.settings": ("GroupsSelection",),
    "trueness.studies.groups.study": ("compare_groups",),
    "trueness.studies.drift.rows": ("Drift",),
    "trueness.studies.drift.settings": ("DriftSelection", "DriftSettings"),
    "trueness.studies.equivalence.resolved_pairs": ("ResolvedPairs", "resolved_pairs"),
    "trueness.studies.equivalence.rows": ("Equivalence",),
    "trueness.studies.equivalence.scorer_map": ("ScorerMap", "scorer_map"),
    "trueness.studies.equivalence.settings": ("EquivalenceSelection", "EquivalenceSettings"),
    "trueness.studies.preferences.rows": ("PreferenceStudy",),
    "trueness.studies.preferences.settings": ("PreferenceSelection", "PreferenceSettings"),
    "trueness.studies.judge.rows": ("JudgeValidation",),
    "trueness.studies.judge.settings": ("JudgeSelection", "JudgeSettings"),
    "trueness.studies.panel.rows": ("PanelStudy",),
    "trueness.studies.panel.settings": ("PanelSelection", "PanelSettings"),
    "trueness.studies.learn.rows": ("Learning",),
    "trueness.studies.learn.settings": ("LearnSelection", "LearnSettings"),
    "trueness.studies.multiverse.rows": ("Multiverse",),
    "trueness.studies.multiverse.settings": ("MultiverseSelection", "MultiverseSettings"),
    "trueness.studies.plan.designs": ("detectable_difference",),
    "trueness.studies.plan.planning_model": ("PlanningModel", "planning_model"),
    "trueness.studies.plan.rows": ("Plan",),
    "trueness.studies.plan.settings": ("PlanSelection", "PlanSettings"),
    "trueness.studies.plan.study": ("plan", "plan_from_pilot"),
    "trueness.studies.compare.settings": ("Settings",),
    "trueness.studies.certify.certified_scenarios": ("certified_scenarios", "fitted_scenarios"),
    "trueness.studies.certify.certified_table": ("certified_coverage", "certified_size"),
    "trueness.studies.certify.degraded_power": ("degraded_power",),
    "trueness.studies.certify.held_out_coverage": ("held_out_coverage",),
    "trueness.studies.certify.interval_coverage": ("interval_coverage",),
    "trueness.studies.certify.rejection_rates": ("rejection_rates",),
    "trueness.studies.certify.rows": ("Certification",),
    "trueness.studies.certify.scenario": ("Scenario",),
    "trueness.studies.worth.rows": ("Worth",),
    "trueness.studies.worth.settings": ("WorthSelection", "WorthSettings"),
    "trueness.studies.ranges.rows": ("Ranges",),
    "trueness.studies.ranges.settings": ("RangesSelection", "RangesSettings"),
    "trueness.studies.certify.settings": ("CertifySelection", "CertifySettings"),
    "trueness.studies.references.rows": ("OtherReferences",),
    "trueness.studies.references.settings": ("ReferencesSelection", "ReferencesSettings"),
    "trueness.studies.systems.rows": ("SystemComparison",),
    "trueness.studies.systems.settings": ("SystemSelection", "SystemSettings"),
    "trueness.studies.variants.rows": ("Variants",),
    "trueness.studies.variants.variant_options": ("option_shares", "variant_options"),
    "trueness.studies.variants.settings": ("VariantsSelection", "VariantsSettings"),
    "trueness.studies.pool.rows": ("TablesComparison",),
    "trueness.studies.pool.settings": ("PoolSelection", "PoolSettings"),
    "trueness.studies.pool.study": ("compare_tables",),
}
_HOMES |= {home: (study,) for study in _STUDIES if (home := f"trueness.studies.{study}.study") not in _HOMES}
_HOME = {name: module for module, names in _HOMES.items() for name in names}
__doc__ = (__doc__ or "") + f"all questions\n    {', '.join(f'`{study}`' for study in _STUDIES)}\n"

__all__ = sorted(_HOME)  # noqa: PLE0605 - a list of str

if _TYPE_CHECKING:
    from trueness.data.cells.columns import ColumnMap as ColumnMap
    from trueness.data.datasets.load import load_dataset as load_dataset
    from trueness.data.datasets.load import load_dataset_texts as load_dataset_texts
    from trueness.data.preferences.preference_columns import PairColumns as PairColumns
    from trueness.data.preferences.preferences import Preferences as Preferences
    from trueness.data.preferences.preferences import preferences_from_scores as preferences_from_scores
    from trueness.data.preferences.read_preferences import read_preferences as read_preferences
    from trueness.data.reading.read import read_scores as read_scores
    from trueness.data.reading.read_tables import read_tables as read_tables
    from trueness.data.reading.read_tables import split_tables as split_tables
    from trueness.data.reading.read_texts import read_texts as read_texts
    from trueness.data.reading.stream_texts import stream_texts as stream_texts
    from trueness.data.scores.corpus_statistics import CorpusStatistics as CorpusStatistics
    from trueness.data.scores.coverage import complete as complete
    from trueness.data.scores.coverage import coverage as coverage
    from trueness.data.scores.duplicate_systems import drop_duplicate_systems as drop_duplicate_systems
    from trueness.data.scores.duplicate_systems import identical_systems as identical_systems
    from trueness.data.scores.merge import merge as merge
    from trueness.data.scores.score_table import Annotations as Annotations
    from trueness.data.scores.score_table import Scorer as Scorer
    from trueness.data.scores.score_table import ScoreTable as ScoreTable
    from trueness.data.texts.texts import Texts as Texts
    from trueness.data.writing.write import write_scores as write_scores
    from trueness.data.writing.write_texts import write_texts as write_texts
    from trueness.errors import TruenessError as TruenessError
    from trueness.generation.generate import generate as generate
    from trueness.generation.generated_summaries import GeneratedSummaries as GeneratedSummaries
    from trueness.metrics.llm_judge.declaration import JudgeDeclaration as JudgeDeclaration
    from trueness.metrics.llm_judge.declaration import read_declaration as read_declaration
    from trueness.metrics.llm_judge.endpoint import JudgeEndpoint as JudgeEndpoint
    from trueness.metrics.llm_judge.judge_pairs import JudgedPairs as JudgedPairs
    from trueness.metrics.llm_judge.judge_pairs import judge_pairs as judge_pairs
    from trueness.metrics.llm_judge.judge_pairs import write_verdicts as write_verdicts
    from trueness.metrics.llm_judge.llm_judge import LlmJudge as LlmJudge
    from trueness.metrics.llm_judge.reply_cache import ReplyCache as ReplyCache
    from trueness.metrics.llm_judge.spending import Budget as Budget
    from trueness.metrics.rouge.degrade import degrade as degrade
    from trueness.metrics.scoring.registry import get_metric as get_metric
    from trueness.metrics.scoring.registry import get_metrics as get_metrics
    from trueness.metrics.scoring.score import score as score
    from trueness.metrics.scoring.score_cache import ScoreCache as ScoreCache
    from trueness.metrics.scoring.score_file import score_file as score_file
    from trueness.metrics.verification.verify import Verification as Verification
    from trueness.metrics.verification.verify import record_probes as record_probes
    from trueness.metrics.verification.verify import verify as verify
    from trueness.reporting.report import result_figure as result_figure
    from trueness.reporting.report import result_html as result_html
    from trueness.reporting.report import result_text as result_text
    from trueness.reporting.report import write_report as write_report
    from trueness.sources.origin import Origin as Origin
    from trueness.statistics.agreement.correlation import correlate as correlate
    from trueness.statistics.agreement.correlation import correlation_interval as correlation_interval
    from trueness.statistics.agreement.significance import paired_bootstrap_test as paired_bootstrap_test
    from trueness.statistics.agreement.significance import permutation_test as permutation_test
    from trueness.statistics.annotators.alternative_annotator_test import (
        alternative_annotator_test as alternative_annotator_test,
    )
    from trueness.statistics.annotators.annotator_combination import (
        annotator_combination as annotator_combination,
    )
    from trueness.statistics.annotators.annotator_combination import annotator_zscores as annotator_zscores
    from trueness.statistics.annotators.attenuation import disattenuate as disattenuate
    from trueness.statistics.annotators.attenuation import spearman_brown as spearman_brown
    from trueness.statistics.annotators.generalizability import decision_study as decision_study
    from trueness.statistics.annotators.generalizability import generalizability as generalizability
    from trueness.statistics.annotators.gwet_ac1 import gwet_ac1 as gwet_ac1
    from trueness.statistics.annotators.human_assessment import coverage_score as coverage_score
    from trueness.statistics.annotators.human_assessment import linguistic_quality as linguistic_quality
    from trueness.statistics.annotators.human_assessment import mean_of_dimensions as mean_of_dimensions
    from trueness.statistics.annotators.human_ceiling import leave_one_out as leave_one_out
    from trueness.statistics.annotators.intraclass_correlation import (
        intraclass_correlations as intraclass_correlations,
    )
    from trueness.statistics.annotators.kappa import kappa as kappa
    from trueness.statistics.annotators.krippendorff_alpha import krippendorff_alpha as krippendorff_alpha
    from trueness.statistics.annotators.krippendorff_alpha import (
        krippendorff_alpha_interval as krippendorff_alpha_interval,
    )
    from trueness.statistics.annotators.rating_scale import rating_scale as rating_scale
    from trueness.statistics.annotators.variance_components import variance_components as variance_components
    from trueness.statistics.coefficients import gamma as gamma
    from trueness.statistics.coefficients import kendall as kendall
    from trueness.statistics.coefficients import pearson as pearson
    from trueness.statistics.coefficients import spearman as spearman
    from trueness.statistics.coefficients import tau_c as tau_c
    from trueness.statistics.corrections import adjust as adjust
    from trueness.statistics.corrections import adjust_families as adjust_families
    from trueness.statistics.dependent_correlations import dunn_clark as dunn_clark
    from trueness.statistics.dependent_correlations import hittner_may_silver as hittner_may_silver
    from trueness.statistics.dependent_correlations import meng_rosenthal_rubin as meng_rosenthal_rubin
    from trueness.statistics.dependent_correlations import steiger as steiger
    from trueness.statistics.dependent_correlations import williams as williams
    from trueness.statistics.equivalence.annotator_margin import annotator_margin as annotator_margin
    from trueness.statistics.equivalence.bootstrap_equivalence import smallest_margin as smallest_margin
    from trueness.statistics.equivalence.dependent_equivalence import anderson_hauck as anderson_hauck
    from trueness.statistics.equivalence.dependent_equivalence import (
        williams_equivalence as williams_equivalence,
    )
    from trueness.statistics.equivalence.dominance import dominance as dominance
    from trueness.statistics.equivalence.dominance import dominance_shift as dominance_shift
    from trueness.statistics.equivalence.equivalence import equivalence_test as equivalence_test
    from trueness.statistics.equivalence.equivalence_bounds import Bounds as Bounds
    from trueness.statistics.equivalence.equivalence_bounds import equivalence_bounds as equivalence_bounds
    from trueness.statistics.equivalence.independent_equivalence import (
        independent_anderson_hauck as independent_anderson_hauck,
    )
    from trueness.statistics.equivalence.independent_equivalence import (
        kraatz_equivalence as kraatz_equivalence,
    )
    from trueness.statistics.equivalence.reference_resampling import ReferenceScores as ReferenceScores
    from trueness.statistics.equivalence.reference_resampling import (
        reference_resampling as reference_resampling,
    )
    from trueness.statistics.fisher import fisher as fisher
    from trueness.statistics.jackknife.contrasts import contrasts as contrasts
    from trueness.statistics.jackknife.facet_replicates import FacetScores as FacetScores
    from trueness.statistics.jackknife.prediction_interval import prediction_interval as prediction_interval
    from trueness.statistics.judging.covariate_bias import covariate_bias as covariate_bias
    from trueness.statistics.judging.isotonic import isotonic as isotonic
    from trueness.statistics.judging.labels_needed import labels_needed as labels_needed
    from trueness.statistics.judging.linear_calibration import linear_calibration as linear_calibration
    from trueness.statistics.judging.position_bias import position_bias as position_bias
    from trueness.statistics.judging.prediction_powered import ppi_difference as ppi_difference
    from trueness.statistics.judging.prediction_powered import ppi_mean as ppi_mean
    from trueness.statistics.judging.reliability_table import reliability_table as reliability_table
    from trueness.statistics.judging.rogan_gladen import rogan_gladen as rogan_gladen
    from trueness.statistics.judging.scale_agreement import scale_agreement as scale_agreement
    from trueness.statistics.judging.scores_needed import scores_needed as scores_needed
    from trueness.statistics.normality import normality as normality
    from trueness.statistics.pairs.held_out_calibration import (
        cross_validated_accuracy as cross_validated_accuracy,
    )
    from trueness.statistics.pairs.pair_outcome_test import pair_outcome_test as pair_outcome_test
    from trueness.statistics.pairs.pairwise_accuracy import pairwise_accuracy as pairwise_accuracy
    from trueness.statistics.pairs.pairwise_accuracy import pairwise_tau as pairwise_tau
    from trueness.statistics.pairs.pairwise_differences_pearson import (
        pairwise_differences_pearson as pairwise_differences_pearson,
    )
    from trueness.statistics.pairs.relative_ranking import relative_ranking_tau as relative_ranking_tau
    from trueness.statistics.pairs.score_gap_agreement import score_gap_agreement as score_gap_agreement
    from trueness.statistics.pairs.score_gap_agreement import score_gap_bins as score_gap_bins
    from trueness.statistics.pairs.soft_pairwise_accuracy import (
        soft_pairwise_accuracy as soft_pairwise_accuracy,
    )
    from trueness.statistics.pairs.soft_pairwise_accuracy_test import (
        soft_pairwise_accuracy_test as soft_pairwise_accuracy_test,
    )
    from trueness.statistics.pairs.system_pairwise_accuracy import (
        system_pairwise_accuracy as system_pairwise_accuracy,
    )
    from trueness.statistics.pairs.tie_calibration import calibrate_ties as calibrate_ties
    from trueness.statistics.preferences.bradley_terry import bradley_terry as bradley_terry
    from trueness.statistics.preferences.cyclic_triads import cyclic_triads as cyclic_triads
    from trueness.statistics.preferences.verdict_agreement import verdict_agreement as verdict_agreement
    from trueness.statistics.rank_clusters import rank_clusters as rank_clusters
    from trueness.statistics.replicability import replicability_count as replicability_count
    from trueness.statistics.shaffer import shaffer as shaffer
    from trueness.statistics.two_way_model import TwoWayModel as TwoWayModel
    from trueness.statistics.two_way_model import fit_two_way_model as fit_two_way_model
    from trueness.statistics.zou import zou_interval as zou_interval
    from trueness.studies.annotators.rows import AnnotatorStudy as AnnotatorStudy
    from trueness.studies.annotators.settings import AnnotatorSelection as AnnotatorSelection
    from trueness.studies.annotators.settings import AnnotatorSettings as AnnotatorSettings
    from trueness.studies.annotators.study import annotators as annotators
    from trueness.studies.certify.certified_scenarios import certified_scenarios as certified_scenarios
    from trueness.studies.certify.certified_scenarios import fitted_scenarios as fitted_scenarios
    from trueness.studies.certify.certified_table import certified_coverage as certified_coverage
    from trueness.studies.certify.certified_table import certified_size as certified_size
    from trueness.studies.certify.degraded_power import degraded_power as degraded_power
    from trueness.studies.certify.held_out_coverage import held_out_coverage as held_out_coverage
    from trueness.studies.certify.interval_coverage import interval_coverage as interval_coverage
    from trueness.studies.certify.rejection_rates import rejection_rates as rejection_rates
    from trueness.studies.certify.rows import Certification as Certification
    from trueness.studies.certify.scenario import Scenario as Scenario
    from trueness.studies.certify.settings import CertifySelection as CertifySelection
    from trueness.studies.certify.settings import CertifySettings as CertifySettings
    from trueness.studies.certify.study import certify as certify
    from trueness.studies.compare.rows import Comparison as Comparison
    from trueness.studies.compare.settings import Settings as Settings
    from trueness.studies.compare.study import compare as compare
    from trueness.studies.conditions.rows import UnderConditions as UnderConditions
    from trueness.studies.conditions.settings import ConditionsSelection as ConditionsSelection
    from trueness.studies.conditions.settings import ConditionsSettings as ConditionsSettings
    from trueness.studies.conditions.study import conditions as conditions
    from trueness.studies.dimensions.rows import Dimensions as Dimensions
    from trueness.studies.dimensions.settings import DimensionsSelection as DimensionsSelection
    from trueness.studies.dimensions.study import compare_dimensions as compare_dimensions
    from trueness.studies.disagreements.rows import Disagreements as Disagreements
    from trueness.studies.disagreements.settings import DisagreementsSelection as DisagreementsSelection
    from trueness.studies.disagreements.settings import DisagreementsSettings as DisagreementsSettings
    from trueness.studies.disagreements.study import disagreements as disagreements
    from trueness.studies.drift.rows import Drift as Drift
    from trueness.studies.drift.settings import DriftSelection as DriftSelection
    from trueness.studies.drift.settings import DriftSettings as DriftSettings
    from trueness.studies.drift.study import drift as drift
    from trueness.studies.equivalence.resolved_pairs import ResolvedPairs as ResolvedPairs
    from trueness.studies.equivalence.resolved_pairs import resolved_pairs as resolved_pairs
    from trueness.studies.equivalence.rows import Equivalence as Equivalence
    from trueness.studies.equivalence.scorer_map import ScorerMap as ScorerMap
    from trueness.studies.equivalence.scorer_map import scorer_map as scorer_map
    from trueness.studies.equivalence.settings import EquivalenceSelection as EquivalenceSelection
    from trueness.studies.equivalence.settings import EquivalenceSettings as EquivalenceSettings
    from trueness.studies.equivalence.study import equivalence as equivalence
    from trueness.studies.groups.rows import GroupsComparison as GroupsComparison
    from trueness.studies.groups.settings import GroupsSelection as GroupsSelection
    from trueness.studies.groups.study import compare_groups as compare_groups
    from trueness.studies.judge.rows import JudgeValidation as JudgeValidation
    from trueness.studies.judge.settings import JudgeSelection as JudgeSelection
    from trueness.studies.judge.settings import JudgeSettings as JudgeSettings
    from trueness.studies.judge.study import judge as judge
    from trueness.studies.learn.rows import Learning as Learning
    from trueness.studies.learn.settings import LearnSelection as LearnSelection
    from trueness.studies.learn.settings import LearnSettings as LearnSettings
    from trueness.studies.learn.study import learn as learn
    from trueness.studies.multiverse.rows import Multiverse as Multiverse
    from trueness.studies.multiverse.settings import MultiverseSelection as MultiverseSelection
    from trueness.studies.multiverse.settings import MultiverseSettings as MultiverseSettings
    from trueness.studies.multiverse.study import multiverse as multiverse
    from trueness.studies.panel.rows import PanelStudy as PanelStudy
    from trueness.studies.panel.settings import PanelSelection as PanelSelection
    from trueness.studies.panel.settings import PanelSettings as PanelSettings
    from trueness.studies.panel.study import panel as panel
    from trueness.studies.plan.designs import detectable_difference as detectable_difference
    from trueness.studies.plan.planning_model import PlanningModel as PlanningModel
    from trueness.studies.plan.planning_model import planning_model as planning_model
    from trueness.studies.plan.rows import Plan as Plan
    from trueness.studies.plan.settings import PlanSelection as PlanSelection
    from trueness.studies.plan.settings import PlanSettings as PlanSettings
    from trueness.studies.plan.study import plan as plan
    from trueness.studies.plan.study import plan_from_pilot as plan_from_pilot
    from trueness.studies.pool.rows import TablesComparison as TablesComparison
    from trueness.studies.pool.settings import PoolSelection as PoolSelection
    from trueness.studies.pool.settings import PoolSettings as PoolSettings
    from trueness.studies.pool.study import compare_tables as compare_tables
    from trueness.studies.preferences.rows import PreferenceStudy as PreferenceStudy
    from trueness.studies.preferences.settings import PreferenceSelection as PreferenceSelection
    from trueness.studies.preferences.settings import PreferenceSettings as PreferenceSettings
    from trueness.studies.preferences.study import preferences as preferences
    from trueness.studies.ranges.rows import Ranges as Ranges
    from trueness.studies.ranges.settings import RangesSelection as RangesSelection
    from trueness.studies.ranges.settings import RangesSettings as RangesSettings
    from trueness.studies.ranges.study import ranges as ranges
    from trueness.studies.references.rows import OtherReferences as OtherReferences
    from trueness.studies.references.settings import ReferencesSelection as ReferencesSelection
    from trueness.studies.references.settings import ReferencesSettings as ReferencesSettings
    from trueness.studies.references.study import references as references
    from trueness.studies.systems.rows import SystemComparison as SystemComparison
    from trueness.studies.systems.settings import SystemSelection as SystemSelection
    from trueness.studies.systems.settings import SystemSettings as SystemSettings
    from trueness.studies.systems.study import systems as systems
    from trueness.studies.variants.rows import Variants as Variants
    from trueness.studies.variants.settings import VariantsSelection as VariantsSelection
    from trueness.studies.variants.settings import VariantsSettings as VariantsSettings
    from trueness.studies.variants.study import variants as variants
    from trueness.studies.variants.variant_options import option_shares as option_shares
    from trueness.studies.variants.variant_options import variant_options as variant_options
    from trueness.studies.worth.rows import Worth as Worth
    from trueness.studies.worth.settings import WorthSelection as WorthSelection
    from trueness.studies.worth.settings import WorthSettings as WorthSettings
    from trueness.studies.worth.study import worth as worth
    from trueness.study.human_scores import with_human_combination as with_human_combination
    from trueness.study.human_scores import (
        with_standardized_annotators as with_standardized_annotators,
    )
    from trueness.translation.command_translator import CommandTranslator as CommandTranslator
    from trueness.translation.seq2seq_translator import Seq2SeqTranslator as Seq2SeqTranslator
    from trueness.translation.translate import translate as translate
    from trueness.translation.translate import translate_file as translate_file
    from trueness.translation.translated_texts import TranslatedFile as TranslatedFile
    from trueness.translation.translated_texts import TranslatedTexts as TranslatedTexts
    from trueness.translation.translation_cache import TranslationCache as TranslationCache
    from trueness.translation.translator import Translation as Translation
    from trueness.translation.translator import Translator as Translator


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'trueness' has no attribute '{name}'")
    found: object = getattr(_import_module(_HOME[name]), name)
    globals()[name] = found  # the next look-up does not come here
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
