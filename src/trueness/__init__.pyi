"""Written by docs/write_names.py from the list in public_names.py; `make docs` writes it anew."""

from collections.abc import Mapping
from collections.abc import Sequence
from pathlib import Path
import numpy as np
from trueness import simulation as simulation
from trueness import stats as stats
from trueness.data.cells.columns import ColumnMap as ColumnMap
from trueness.data.datasets.load import load_dataset as load_dataset
from trueness.data.datasets.load import load_dataset_texts as load_dataset_texts
from trueness.data.preferences.preference_columns import PairColumns as PairColumns
from trueness.data.preferences.preferences import Preferences as Preferences
from trueness.data.preferences.preferences import preferences_from_scores as preferences_from_scores
from trueness.data.preferences.read_preferences import read_preferences as read_preferences
from trueness.data.reading.read import Scores
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
from trueness.data.scores.score_table import ScoreTable as ScoreTable
from trueness.data.scores.score_table import Scorer as Scorer
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
from trueness.metrics.scoring.registry import get_metric as get_metric
from trueness.metrics.scoring.registry import get_metrics as get_metrics
from trueness.metrics.scoring.score import score as score
from trueness.metrics.scoring.score_cache import ScoreCache as ScoreCache
from trueness.metrics.scoring.score_file import score_file as score_file
from trueness.metrics.verification.recorded_column import RecordedColumnResult as RecordedColumnResult
from trueness.metrics.verification.recorded_column import recorded_column as recorded_column
from trueness.metrics.verification.verify import VerifyResult as VerifyResult
from trueness.metrics.verification.verify import record_probes as record_probes
from trueness.metrics.verification.verify import verify as verify
from trueness.parallel import Progress
from trueness.parallel import Watch
from trueness.reporting.report import result_figure as result_figure
from trueness.reporting.report import result_html as result_html
from trueness.reporting.report import result_methods as result_methods
from trueness.reporting.report import result_rows as result_rows
from trueness.reporting.report import result_text as result_text
from trueness.reporting.report import write_report as write_report
from trueness.result import Result as Result
from trueness.sources.origin import Origin as Origin
from trueness.studies.annotators.rows import AnnotatorsResult as AnnotatorsResult
from trueness.studies.compare.paper_frame import result_paper_table as result_paper_table
from trueness.studies.compare.rows import CompareResult as CompareResult
from trueness.studies.conditions.rows import ConditionsResult as ConditionsResult
from trueness.studies.disagreements.rows import DisagreementsResult as DisagreementsResult
from trueness.studies.drift.rows import DriftResult as DriftResult
from trueness.studies.equivalence.resolved_pairs import ResolvedPairsResult as ResolvedPairsResult
from trueness.studies.equivalence.resolved_pairs import resolved_pairs as resolved_pairs
from trueness.studies.equivalence.rows import EquivalenceResult as EquivalenceResult
from trueness.studies.equivalence.scorer_map import ScorerMapResult as ScorerMapResult
from trueness.studies.equivalence.scorer_map import scorer_map as scorer_map
from trueness.studies.facets.rows import FacetsResult as FacetsResult
from trueness.studies.judge.rows import JudgeResult as JudgeResult
from trueness.studies.learn.rows import LearnResult as LearnResult
from trueness.studies.multiverse.rows import MultiverseResult as MultiverseResult
from trueness.studies.panel.rows import PanelResult as PanelResult
from trueness.studies.partial.rows import PartialResult as PartialResult
from trueness.studies.plan.designs import detectable_difference as detectable_difference
from trueness.studies.plan.planning_model import PlanningModel as PlanningModel
from trueness.studies.plan.planning_model import planning_model as planning_model
from trueness.studies.plan.rows import PlanResult as PlanResult
from trueness.studies.pool.rows import PoolResult as PoolResult
from trueness.studies.preferences.rows import PreferencesResult as PreferencesResult
from trueness.studies.ranges.rows import RangesResult as RangesResult
from trueness.studies.references.rows import ReferencesResult as ReferencesResult
from trueness.studies.sequential.rows import SequentialResult as SequentialResult
from trueness.studies.systems.rows import SystemsResult as SystemsResult
from trueness.studies.variants.rows import VariantsResult as VariantsResult
from trueness.studies.worth.rows import WorthResult as WorthResult
from trueness.study.human_scores import with_human_combination as with_human_combination
from trueness.study.human_scores import with_standardized_annotators as with_standardized_annotators
from trueness.translation.command_translator import CommandTranslator as CommandTranslator
from trueness.translation.seq2seq_translator import Seq2SeqTranslator as Seq2SeqTranslator
from trueness.translation.translate import translate as translate
from trueness.translation.translate import translate_file as translate_file
from trueness.translation.translated_texts import TranslatedFile as TranslatedFile
from trueness.translation.translated_texts import TranslatedTexts as TranslatedTexts
from trueness.translation.translation_cache import TranslationCache as TranslationCache
from trueness.translation.translator import Translation as Translation
from trueness.translation.translator import Translator as Translator

__version__: str

def compare(
    table: Scores,
    *,
    clusters: str | None = None,
    system_clusters: str | None = None,
    drop_duplicates: bool | None = None,
    human: str | None = None,
    metrics: str | Sequence[str] | None = None,
    drop_outliers: float | None = None,
    contrast: str | Sequence[str] | None = None,
    tests: bool | None = None,
    resamples: int | None = None,
    n_resamples: int | None = None,
    rng: int | np.random.Generator | None = None,
    alternative: str | None = None,
    correction: str | None = None,
    alpha: float | None = None,
    as_published: bool | None = None,
    confidence: float | None = None,
    confidence_level: float | None = None,
    applies_to: str | None = None,
    over: str | None = None,
    interval: str | None = None,
    missing: str | None = None,
    means: str | None = None,
    aggregate: str | None = None,
    level: str | Sequence[str] | None = None,
    coefficient: str | Sequence[str] | None = None,
    tie_calibration: float | str | None = None,
    test: str | None = None,
    test_over: str | None = None,
    beside: str | Sequence[str] | None = None,
    standardize: str | None = None,
    family: str | None = None,
    stop_after: int | None = None,
    margin: float | None = None,
    baseline: str | None = None,
    preset: str | None = None,
    engine: str | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    memory: int | str | None = None,
    checkpoint: str | Path | None = None,
    watch: Watch | None = None,
) -> CompareResult:
    """Compare metrics by how well they agree with a human scorer."""

def facets(
    table: Scores,
    *,
    clusters: str | None = None,
    system_clusters: str | None = None,
    drop_duplicates: bool | None = None,
    human: str | Sequence[str] | None = None,
    metrics: str | Sequence[str] | None = None,
    drop_outliers: float | None = None,
    contrast: str | Sequence[str] | None = None,
    tests: bool | None = None,
    by: str | None = None,
    smallest_group: int | None = None,
    resamples: int | None = None,
    n_resamples: int | None = None,
    rng: int | np.random.Generator | None = None,
    alternative: str | None = None,
    correction: str | None = None,
    alpha: float | None = None,
    as_published: bool | None = None,
    confidence: float | None = None,
    confidence_level: float | None = None,
    applies_to: str | None = None,
    over: str | None = None,
    interval: str | None = None,
    missing: str | None = None,
    means: str | None = None,
    aggregate: str | None = None,
    level: str | Sequence[str] | None = None,
    coefficient: str | Sequence[str] | None = None,
    tie_calibration: float | str | None = None,
    test: str | None = None,
    test_over: str | None = None,
    beside: str | Sequence[str] | None = None,
    standardize: str | None = None,
    family: str | None = None,
    stop_after: int | None = None,
    margin: float | None = None,
    baseline: str | None = None,
    preset: str | None = None,
    engine: str | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    memory: int | str | None = None,
    checkpoint: str | Path | None = None,
    watch: Watch | None = None,
) -> FacetsResult:
    """Compare metrics by how well they agree with people facet by facet, side by side."""

def pool(
    tables: Mapping[str, Scores] | Scores | Sequence[Scores],
    *,
    tables_by: str | None = None,
    clusters: str | None = None,
    system_clusters: str | None = None,
    drop_duplicates: bool | None = None,
    human: str | Mapping[str, str] | None = None,
    metrics: str | Sequence[str] | None = None,
    drop_outliers: float | None = None,
    tests: bool | None = None,
    resamples: int | None = None,
    n_resamples: int | None = None,
    rng: int | np.random.Generator | None = None,
    alternative: str | None = None,
    correction: str | None = None,
    alpha: float | None = None,
    confidence: float | None = None,
    confidence_level: float | None = None,
    applies_to: str | None = None,
    over: str | None = None,
    interval: str | None = None,
    missing: str | None = None,
    means: str | None = None,
    aggregate: str | None = None,
    level: str | Sequence[str] | None = None,
    coefficient: str | Sequence[str] | None = None,
    tie_calibration: float | str | None = None,
    test: str | None = None,
    test_over: str | None = None,
    standardize: str | None = None,
    family: str | None = None,
    margin: float | None = None,
    baseline: str | None = None,
    weights: str | Mapping[str, float] | None = None,
    overall: bool | None = None,
    engine: str | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    memory: int | str | None = None,
    checkpoint: str | Path | None = None,
    watch: Watch | None = None,
) -> PoolResult:
    """Compare metrics over several tables, each with systems, inputs and human scores of its own."""

def disagreements(
    table: Scores,
    *,
    texts: Texts | None = None,
    clusters: str | None = None,
    drop_duplicates: bool | None = None,
    human: str | None = None,
    metrics: str | Sequence[str] | None = None,
    confidence: float | None = None,
    confidence_level: float | None = None,
    among: str | None = None,
    baseline: str | None = None,
    listed: int | None = None,
    correction: str | None = None,
    engine: str | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    memory: int | str | None = None,
    checkpoint: str | Path | None = None,
    watch: Watch | None = None,
) -> DisagreementsResult:
    """List the outputs, systems and inputs on which metrics and people, or two metrics, differ most."""

def equivalence(
    table: Scores,
    *,
    against: ScoreTable | Mapping[str, ScoreTable] | None = None,
    clusters: str | None = None,
    system_clusters: str | None = None,
    human: str | Sequence[str] | None = None,
    metrics: str | Sequence[str] | None = None,
    by: str | None = None,
    smallest_group: int | None = None,
    matched: bool | None = None,
    resamples: int | None = None,
    n_resamples: int | None = None,
    rng: int | np.random.Generator | None = None,
    correction: str | None = None,
    alpha: float | None = None,
    missing: str | None = None,
    means: str | None = None,
    aggregate: str | None = None,
    level: str | Sequence[str] | None = None,
    coefficient: str | Sequence[str] | None = None,
    tie_calibration: float | str | None = None,
    margin: float | str | None = None,
    low: float | None = None,
    high: float | None = None,
    method: str | None = None,
    applies_to: str | None = None,
    over: str | None = None,
    test: str | None = None,
    test_over: str | None = None,
    baseline: str | None = None,
    as_published: bool | None = None,
    engine: str | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    memory: int | str | None = None,
    checkpoint: str | Path | None = None,
    watch: Watch | None = None,
) -> EquivalenceResult:
    """Test which correlations are equivalent, and say of each pair: better, equivalent, undecided or worse."""

def conditions(
    table: ScoreTable,
    *,
    against: ScoreTable | Mapping[str, ScoreTable],
    back: Mapping[str, ScoreTable] | None = None,
    human: str | Sequence[str] | None = None,
    metrics: str | Sequence[str] | None = None,
    clusters: str | None = None,
    system_clusters: str | None = None,
    resamples: int | None = None,
    n_resamples: int | None = None,
    rng: int | np.random.Generator | None = None,
    correction: str | None = None,
    alpha: float | None = None,
    missing: str | None = None,
    means: str | None = None,
    aggregate: str | None = None,
    level: str | Sequence[str] | None = None,
    coefficient: str | Sequence[str] | None = None,
    tie_calibration: float | str | None = None,
    margin: str | Sequence[str] | None = None,
    method: str | None = None,
    beside: str | Sequence[str] | None = None,
    applies_to: str | None = None,
    over: str | None = None,
    threshold: float | None = None,
    as_published: bool | None = None,
    engine: str | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    memory: int | str | None = None,
    checkpoint: str | Path | None = None,
    watch: Watch | None = None,
) -> ConditionsResult:
    """Study what becomes of metrics under other conditions: translations, versions, prompts, tokenisations."""

def references(
    table: Scores,
    *,
    texts: Texts,
    human: str | Sequence[str] | None = None,
    metrics: str | Sequence[str] | None = None,
    resamples: int | None = None,
    rng: int | np.random.Generator | None = None,
    confidence: float | None = None,
    confidence_level: float | None = None,
    multiple: str | None = None,
    level: str | Sequence[str] | None = None,
    coefficient: str | Sequence[str] | None = None,
    over: str | None = None,
    engine: str | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    memory: int | str | None = None,
    checkpoint: str | Path | None = None,
    watch: Watch | None = None,
) -> ReferencesResult:
    """Say how much wider intervals of correlations with people get if references could have been others."""

def ranges(
    table: Scores,
    *,
    texts: Texts | None = None,
    metrics: str | Sequence[str] | None = None,
    human: str | None = None,
    drop_duplicates: bool | None = None,
    resamples: int | None = None,
    n_resamples: int | None = None,
    rng: int | np.random.Generator | None = None,
    confidence: float | None = None,
    confidence_level: float | None = None,
    bins: int | None = None,
    by: str | None = None,
    normalise: str | None = None,
    minimum_outputs: int | None = None,
    only_significant: bool | None = None,
    applies_to: str | None = None,
    permutations: int | None = None,
    parts: int | None = None,
    window: int | None = None,
    correction: str | None = None,
    alpha: float | None = None,
    engine: str | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    memory: int | str | None = None,
    checkpoint: str | Path | None = None,
    watch: Watch | None = None,
) -> RangesResult:
    """Study how the range of scores that outputs are taken from moves the agreement of metrics."""

def variants(
    table: Scores,
    *,
    clusters: str | None = None,
    system_clusters: str | None = None,
    drop_duplicates: bool | None = None,
    human: str | None = None,
    metrics: str | Sequence[str] | None = None,
    dimensions: str | Sequence[str] | None = None,
    named: str | Sequence[str] | None = None,
    varied: str | Sequence[str] | None = None,
    resamples: int | None = None,
    n_resamples: int | None = None,
    rng: int | np.random.Generator | None = None,
    confidence: float | None = None,
    confidence_level: float | None = None,
    coefficient: str | Sequence[str] | None = None,
    aggregates: str | Sequence[str] | None = None,
    combinations: str | Sequence[str] | None = None,
    applies_to: str | None = None,
    correction: str | None = None,
    alpha: float | None = None,
    top: int | None = None,
    halves: str | Sequence[str] | None = None,
    splits: int | None = None,
    missing: str | None = None,
    means: str | None = None,
    engine: str | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    memory: int | str | None = None,
    checkpoint: str | Path | None = None,
    watch: Watch | None = None,
) -> VariantsResult:
    """Compare variants of metrics, each by every way to make scores of systems, and say how lucky the best is."""

def worth(
    table: Scores,
    *,
    clusters: str | None = None,
    system_clusters: str | None = None,
    drop_duplicates: bool | None = None,
    human: str | None = None,
    metrics: str | Sequence[str] | None = None,
    resamples: int | None = None,
    n_resamples: int | None = None,
    rng: int | np.random.Generator | None = None,
    confidence: float | None = None,
    confidence_level: float | None = None,
    missing: str | None = None,
    means: str | None = None,
    aggregate: str | None = None,
    difference: float | None = None,
    curve: str | None = None,
    human_ties: str | None = None,
    separated: bool | None = None,
    engine: str | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    memory: int | str | None = None,
    checkpoint: str | Path | None = None,
    watch: Watch | None = None,
) -> WorthResult:
    """Say what a difference in a metric's score is worth: how often people prefer the same."""

def partial(
    table: Scores,
    *,
    clusters: str | None = None,
    system_clusters: str | None = None,
    drop_duplicates: bool | None = None,
    human: str | None = None,
    metrics: str | Sequence[str] | None = None,
    given: str | Sequence[str] | None = None,
    confidence: float | None = None,
    confidence_level: float | None = None,
    correction: str | None = None,
    alpha: float | None = None,
    engine: str | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    memory: int | str | None = None,
    checkpoint: str | Path | None = None,
    watch: Watch | None = None,
) -> PartialResult:
    """Say how much of a metric's agreement with people is left where something is given."""

def annotators(
    table: Scores,
    *,
    clusters: str | None = None,
    system_clusters: str | None = None,
    human: str | None = None,
    metrics: str | Sequence[str] | None = None,
    resamples: int | None = None,
    n_resamples: int | None = None,
    rng: int | np.random.Generator | None = None,
    confidence: float | None = None,
    confidence_level: float | None = None,
    applies_to: str | None = None,
    over: str | None = None,
    interval: str | None = None,
    missing: str | None = None,
    aggregate: str | None = None,
    level: str | Sequence[str] | None = None,
    coefficient: str | Sequence[str] | None = None,
    combination: str | None = None,
    calibration: str | None = None,
    alignment: str | None = None,
    epsilon: float | str | None = None,
    q: float | None = None,
    folds: int | None = None,
    minimum_units: int | None = None,
    small: str | None = None,
    metric_reliability: float | None = None,
    engine: str | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    memory: int | str | None = None,
    checkpoint: str | Path | None = None,
    watch: Watch | None = None,
) -> AnnotatorsResult:
    """Study the annotators behind a human scorer, and metrics beside them."""

def judge(
    table: Scores,
    *,
    texts: Texts | None = None,
    human: str | None = None,
    judges: str | Sequence[str] | None = None,
    position: str | None = None,
    swapped: str | None = None,
    by: str | Sequence[str] | None = None,
    clusters: str | None = None,
    resamples: int | None = None,
    n_resamples: int | None = None,
    rng: int | np.random.Generator | None = None,
    confidence: float | None = None,
    confidence_level: float | None = None,
    level: str | Sequence[str] | None = None,
    coefficient: str | Sequence[str] | None = None,
    scale: str | None = None,
    bins: int | None = None,
    lam: float | str | None = None,
    interval: str | None = None,
    positive: str | None = None,
    grade_bar: float | None = None,
    rank_bar: float | None = None,
    rate_margin: float | None = None,
    half_width: float | None = None,
    power: float | None = None,
    gate: str | Sequence[str] | None = None,
    smallest_slice: int | None = None,
    disagreements: int | None = None,
    threshold: float | str | None = None,
    demonstration: float | None = None,
    engine: str | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    memory: int | str | None = None,
    checkpoint: str | Path | None = None,
    watch: Watch | None = None,
) -> JudgeResult:
    """Validate judges (LLM judges, or metrics used in place of people) against human scores of some or all outputs."""

def panel(
    table: Scores,
    *,
    human: str | None = None,
    judges: str | Sequence[str] | None = None,
    clusters: str | None = None,
    confidence: float | None = None,
    confidence_level: float | None = None,
    scale: str | None = None,
    engine: str | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    memory: int | str | None = None,
    checkpoint: str | Path | None = None,
    watch: Watch | None = None,
) -> PanelResult:
    """Study repeated runs of judges, and several judges as one panel."""

def drift(
    table: Scores,
    later: Scores | None = None,
    *,
    human: str | None = None,
    judges: str | Sequence[str] | None = None,
    batches: str | Sequence[str] | None = None,
    anchors: str | None = None,
    mix: str | None = None,
    clusters: str | None = None,
    confidence: float | None = None,
    confidence_level: float | None = None,
    margin: float | None = None,
    engine: str | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    memory: int | str | None = None,
    checkpoint: str | Path | None = None,
    watch: Watch | None = None,
) -> DriftResult:
    """Say whether a judge moved between two batches, or the systems did."""

def sequential(
    table: Scores,
    *,
    texts: Texts | None = None,
    human: str | None = None,
    judges: str | Sequence[str] | None = None,
    clusters: str | None = None,
    rng: int | np.random.Generator | None = None,
    confidence: float | None = None,
    confidence_level: float | None = None,
    grade_bar: float | None = None,
    applies_to: str | None = None,
    next_outputs: int | None = None,
    engine: str | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    memory: int | str | None = None,
    checkpoint: str | Path | None = None,
    watch: Watch | None = None,
) -> SequentialResult:
    """Say whether labels settle by now that a judge may grade, and which outputs to label next."""

def preferences(
    pairs: Preferences | str | Path,
    *,
    scores: ScoreTable | None = None,
    judges: str | Sequence[str] | None = None,
    people: str | Sequence[str] | None = None,
    metrics: str | Sequence[str] | None = None,
    clusters: str | None = None,
    by: str | None = None,
    own: str | Sequence[str] | None = None,
    resamples: int | None = None,
    n_resamples: int | None = None,
    rng: int | np.random.Generator | None = None,
    confidence: float | None = None,
    confidence_level: float | None = None,
    ties: str | None = None,
    both_bad: str | None = None,
    repeats: str | None = None,
    over: str | None = None,
    epsilon: float | None = None,
    model: str | None = None,
    strengths: str | None = None,
    prior: float | None = None,
    rank_bar: float | None = None,
    margin: float | None = None,
    correction: str | None = None,
    smallest_rater: int | None = None,
    smallest_category: int | None = None,
    engine: str | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    memory: int | str | None = None,
    checkpoint: str | Path | None = None,
    watch: Watch | None = None,
) -> PreferencesResult:
    """Compare judges' and metrics' preferences between two outputs with people's."""

def plan(
    model: PlanningModel | Scores,
    *,
    pilot_width: float = ...,
    progress: Progress | None = None,
    systems: int | Sequence[int] | None = None,
    inputs: int | Sequence[int] | None = None,
    annotators: int | Sequence[int] | None = None,
    resamples: int | None = None,
    n_resamples: int | None = None,
    rng: int | np.random.Generator | None = None,
    level: str | None = None,
    coefficient: str | None = None,
    cost: float | None = None,
    width: float | None = None,
    power: float | None = None,
    difference: float | None = None,
    detect: float | None = None,
    interval: str | None = None,
    test: str | None = None,
    alpha: float | None = None,
    runs: int | None = None,
    engine: str | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    memory: int | str | None = None,
    checkpoint: str | Path | None = None,
    watch: Watch | None = None,
) -> PlanResult:
    """Simulate every design and say which is enough."""

def plan_from_pilot(
    table: ScoreTable,
    *,
    progress: Progress | None = None,
    systems: int | Sequence[int] | None = None,
    inputs: int | Sequence[int] | None = None,
    annotators: int | Sequence[int] | None = None,
    human: str | None = None,
    metrics: str | Sequence[str] | None = None,
    resamples: int | None = None,
    n_resamples: int | None = None,
    rng: int | np.random.Generator | None = None,
    level: str | None = None,
    coefficient: str | None = None,
    cost: float | None = None,
    width: float | None = None,
    power: float | None = None,
    difference: float | None = None,
    detect: float | None = None,
    interval: str | None = None,
    test: str | None = None,
    alpha: float | None = None,
    runs: int | None = None,
    engine: str | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    memory: int | str | None = None,
    checkpoint: str | Path | None = None,
    watch: Watch | None = None,
) -> PlanResult:
    """Plan from a pilot table (see `plan` and `planning_model`)."""

def systems(
    table: Scores,
    *,
    clusters: str | None = None,
    drop_duplicates: bool | None = None,
    scorers: str | Sequence[str] | None = None,
    human: str | None = None,
    people: str | Sequence[str] | None = None,
    resamples: int | None = None,
    n_resamples: int | None = None,
    rng: int | np.random.Generator | None = None,
    confidence: float | None = None,
    confidence_level: float | None = None,
    alternative: str | None = None,
    correction: str | None = None,
    alpha: float | None = None,
    missing: str | None = None,
    means: str | None = None,
    aggregate: str | None = None,
    test: str | None = None,
    zeros: str | None = None,
    engine: str | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    memory: int | str | None = None,
    checkpoint: str | Path | None = None,
    watch: Watch | None = None,
) -> SystemsResult:
    """Compare every pair of systems by each scorer, human or metric, on the inputs both have."""

def learn(
    table: Scores,
    *,
    texts: Texts | None = None,
    clusters: str | None = None,
    system_clusters: str | None = None,
    drop_duplicates: bool | None = None,
    human: str | Sequence[str] | None = None,
    metrics: str | Sequence[str] | None = None,
    vectors: str | None = None,
    rng: int | np.random.Generator | None = None,
    confidence: float | None = None,
    confidence_level: float | None = None,
    learner: str | Sequence[str] | None = None,
    over: str | Sequence[str] | None = None,
    mean: bool | None = None,
    level: str | None = None,
    coefficient: str | None = None,
    folds: int | None = None,
    repeats: int | None = None,
    brief: bool | None = None,
    network_units: int | None = None,
    network_draws: int | None = None,
    preset: str | None = None,
    correction: str | None = None,
    alpha: float | None = None,
    engine: str | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    memory: int | str | None = None,
    checkpoint: str | Path | None = None,
    watch: Watch | None = None,
) -> LearnResult:
    """Learn metrics from human scores, and see whether they agree with people better than any single metric."""

def multiverse(
    table: Scores,
    *,
    clusters: str | None = None,
    system_clusters: str | None = None,
    drop_duplicates: bool | None = None,
    human: str | Sequence[str] | None = None,
    metrics: str | Sequence[str] | None = None,
    claim: str | Sequence[str] | None = None,
    rng: int | np.random.Generator | None = None,
    level: str | Sequence[str] | None = None,
    coefficient: str | Sequence[str] | None = None,
    aggregate: str | Sequence[str] | None = None,
    systems: str | Sequence[str] | None = None,
    inputs: str | Sequence[str] | None = None,
    splits: int | None = None,
    variants: str | Sequence[str] | None = None,
    applies_to: str | None = None,
    missing: str | None = None,
    means: str | None = None,
    tie_calibration: float | str | None = None,
    correction: str | None = None,
    alpha: float | None = None,
    engine: str | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    memory: int | str | None = None,
    checkpoint: str | Path | None = None,
    watch: Watch | None = None,
) -> MultiverseResult:
    """Study how far a conclusion about metrics depends on choices that could have been made otherwise."""
