"""Written by docs/write_names.py from the list in public_names.py; `make docs` writes it anew."""

from trueness.statistics.agreement.correlation import correlate as correlate
from trueness.statistics.agreement.correlation import correlation_interval as correlation_interval
from trueness.statistics.agreement.significance import paired_bootstrap_test as paired_bootstrap_test
from trueness.statistics.agreement.significance import permutation_test as permutation_test
from trueness.statistics.annotators.agreement_beyond_chance import (
    agreement_beyond_chance as agreement_beyond_chance,
)
from trueness.statistics.annotators.alternative_annotator_test import (
    alternative_annotator_test as alternative_annotator_test,
)
from trueness.statistics.annotators.annotator_combination import (
    annotator_combination as annotator_combination,
)
from trueness.statistics.annotators.annotator_combination import annotator_zscores as annotator_zscores
from trueness.statistics.annotators.attenuation import disattenuate as disattenuate
from trueness.statistics.annotators.attenuation import spearman_brown as spearman_brown
from trueness.statistics.annotators.counted_ratings import counted_ratings as counted_ratings
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
from trueness.statistics.equivalence.dependent_equivalence import williams_equivalence as williams_equivalence
from trueness.statistics.equivalence.dominance import dominance as dominance
from trueness.statistics.equivalence.dominance import dominance_shift as dominance_shift
from trueness.statistics.equivalence.equivalence import equivalence_test as equivalence_test
from trueness.statistics.equivalence.equivalence_bounds import Bounds as Bounds
from trueness.statistics.equivalence.equivalence_bounds import equivalence_bounds as equivalence_bounds
from trueness.statistics.equivalence.independent_equivalence import (
    independent_anderson_hauck as independent_anderson_hauck,
)
from trueness.statistics.equivalence.independent_equivalence import kraatz_equivalence as kraatz_equivalence
from trueness.statistics.equivalence.reference_resampling import ReferenceScores as ReferenceScores
from trueness.statistics.equivalence.reference_resampling import reference_resampling as reference_resampling
from trueness.statistics.equivalence.single_equivalence import single_equivalence as single_equivalence
from trueness.statistics.fisher import fisher as fisher
from trueness.statistics.heterogeneity import heterogeneity as heterogeneity
from trueness.statistics.jackknife.contrasts import contrasts as contrasts
from trueness.statistics.jackknife.facet_replicates import FacetScores as FacetScores
from trueness.statistics.jackknife.prediction_interval import prediction_interval as prediction_interval
from trueness.statistics.judging.covariate_bias import covariate_bias as covariate_bias
from trueness.statistics.judging.isotonic import isotonic as isotonic
from trueness.statistics.judging.labels_needed import labels_needed as labels_needed
from trueness.statistics.judging.linear_calibration import linear_calibration as linear_calibration
from trueness.statistics.judging.partial_agreement import partial_agreement as partial_agreement
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
from trueness.statistics.pairs.soft_pairwise_accuracy import soft_pairwise_accuracy as soft_pairwise_accuracy
from trueness.statistics.pairs.soft_pairwise_accuracy_test import (
    soft_pairwise_accuracy_test as soft_pairwise_accuracy_test,
)
from trueness.statistics.pairs.system_pairwise_accuracy import (
    system_pairwise_accuracy as system_pairwise_accuracy,
)
from trueness.statistics.pairs.tie_calibration import calibrate_ties as calibrate_ties
from trueness.statistics.preferences.bradley_terry import bradley_terry as bradley_terry
from trueness.statistics.preferences.cyclic_triads import cyclic_triads as cyclic_triads
from trueness.statistics.preferences.plackett_luce import plackett_luce as plackett_luce
from trueness.statistics.preferences.verdict_agreement import verdict_agreement as verdict_agreement
from trueness.statistics.rank_clusters import rank_clusters as rank_clusters
from trueness.statistics.replicability import replicability_count as replicability_count
from trueness.statistics.sequential.kappa_sequence import (
    kappa_difference_sequence as kappa_difference_sequence,
)
from trueness.statistics.sequential.kappa_sequence import kappa_sequence as kappa_sequence
from trueness.statistics.shaffer import shaffer as shaffer
from trueness.statistics.single_correlation import single_correlation as single_correlation
from trueness.statistics.zou import zou_interval as zou_interval
from trueness.studies.variants.variant_options import option_shares as option_shares
from trueness.studies.variants.variant_options import variant_options as variant_options
