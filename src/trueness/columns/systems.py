"""Columns of pairs of systems, and of scorers that compare them."""

from __future__ import annotations

from trueness.columns.meaning import Meaning

COLUMNS = {
    "rival_system": Meaning("The system that `system` is compared with.", "Rival"),
    "estimate_system": Meaning("The system's score.", "Score of system"),
    "pvalue_least": Meaning("The smallest p-value that the test can give, whatever the scores."),
    "pvalue_normality": Meaning("Of Shapiro and Wilk's test of the differences; NaN where undefined."),
    "pvalue_smallest": Meaning(
        "The smallest p-value of normality after the correction over all pairs; NaN where no test is defined.",
        "Smallest p",
    ),
    "person": Meaning(
        "Whether the system is people rather than a machine, as far as the data or the user say so.",
        "People",
    ),
    # what a metric decides beside people
    "verdict_human": Meaning(
        "The system against its rival, by people; of two one-sided tests the one that decides.",
        "By the human",
    ),
    "verdict_metric": Meaning("The system against its rival, by the metric.", "By the metric"),
    "outcome": Meaning("How the two decisions go together."),
    "n_same_winner": Meaning("Pairs that both decide, for the same system."),
    "n_no_difference": Meaning("Pairs that neither decides."),
    "n_human_only": Meaning("Pairs that people alone decide."),
    "n_metric_only": Meaning("Pairs that the metric alone decides."),
    "n_contradictions": Meaning("Pairs that both decide, for different systems.", "Opposite winner"),
    "discriminative_power": Meaning(
        "Share of the pairs people separate that the metric separates, too, in the same direction.",
        "Found",
    ),
    "precision": Meaning(
        "Share of the pairs the metric separates that people separate, too, in the same direction."
    ),
    "balanced_accuracy": Meaning(
        "Mean of `discriminative_power` and the share of the pairs people do not separate that the metric does not, "
        "either."
    ),
    # people and machines
    "auc": Meaning(
        "Probability that a person's output scores higher than a machine's for the same input.",
        "Probability",
    ),
    "auc_systems": Meaning("The probability for scores of whole systems.", "Of systems"),
    "n_people": Meaning("Systems that are people."),
    "n_machines": Meaning("Systems that are machines."),
    "n_people_better": Meaning(
        "Pairs of a person and a machine in which the person is significantly better, after correction."
    ),
    "n_machine_better": Meaning("Pairs in which the machine is significantly better."),
}
