"""How judges were validated, in sentences with their sources."""

from __future__ import annotations

from trueness.reporting.figures.wording import percent
from trueness.studies.judge.judge_validation import JudgeValidation


def judge_methods(validation: JudgeValidation) -> tuple[str, ...]:
    """Return paragraphs that say what was done, made from the settings and the tables there are."""
    settings, human = validation.settings, validation.human
    units = f"groups of inputs by '{validation.clusters}'" if validation.clusters else "inputs"
    weight = (
        "the weight λ of the judge, within [0, 1], has the smallest estimated variance (PPI++)"
        if settings.lam == "optimal"
        else f"the weight of the judge is λ = {settings.lam:g}"
    )
    interval = (
        "Intervals are closed-form, with Student's t; outputs of different inputs count as independent"
        if settings.interval == "analytic"
        else f"Intervals are percentiles of {settings.resamples:,} bootstrap resamples"
    )
    found = [
        (
            f"Agreement is the correlation of judge and '{human}' over the labelled outputs, with "
            f"{percent(settings.confidence)} bootstrap intervals ({settings.resamples:,} resamples, seed "
            f"{settings.seed})."
        ),
        (
            "Mean human scores of systems are prediction-powered: the judge's mean over unlabelled outputs, corrected "
            f"by its errors on labelled ones (Angelopoulos et al. 2023, Science 382, 669–674); {weight} (Angelopoulos, "
            "Duchi and Zrnic 2023, arXiv 2311.01453). Judges on another scale are first brought to the human's by one "
            f"least-squares line. {interval}; over all systems, and for differences, the outputs of one of the {units} "
            "form a cluster. All of it assumes that the labelled outputs are a random sample."
        ),
    ]
    if validation.bias:
        found.append(
            "Bias is the slope of the judge's score on the covariate in a least-squares regression on the human score "
            f"and the covariate, with percentiles over resampled {units}."
        )
    if validation.order:
        found.append(
            "The bias of order compares both verdicts on a pair of outputs, each shown first once; the p-value is an "
            "exact sign test."
        )
    found.append(
        f"The calibration error is the mean distance between the judge's and the human mean over up to {settings.bins} "
        "bins of about equal size (after Naeini, Cooper and Hauskrecht 2015, AAAI); its interval is the basic "
        "bootstrap, which takes off the error that resampling adds. The non-decreasing fit is isotonic regression by "
        "pooling adjacent violators. Quadratic-weighted kappa is Cohen's (1968)."
    )
    if validation.prevalence:
        found.append(
            "Shares of positives are corrected after Rogan and Gladen (1978, Am. J. Epidemiol. 107, 71–76), with the "
            "labelled and the unlabelled outputs resampled; beside it stands the delta method."
        )
    return tuple(found)
