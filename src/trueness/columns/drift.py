"""Columns of a judge in two batches."""

from __future__ import annotations

from trueness.columns.meaning import Meaning

CHANGE = Meaning("Later minus earlier.", "Change")

COLUMNS = {
    "before": Meaning("Mean of the earlier batch; of labels 0 and 1, the share of 1."),
    "after": Meaning("Mean of the later batch; of labels 0 and 1, the share of 1."),
    "changed": Meaning("Share of anchors with another label or score."),
    "judge_part": Meaning("What the judge moved on the anchors.", "Judge's part"),
    "n_before": Meaning("Outputs of the earlier batch that are no anchors.", "Outputs before"),
    "n_after": Meaning("Outputs of the later batch that are no anchors.", "Outputs after"),
    "mean_anchors": Meaning("Mean earlier score of the anchors.", "Anchors"),
    "mean_others": Meaning("Mean score of the other outputs of the earlier batch.", "Others"),
    "covered": Meaning("Share of the other outputs of the earlier batch whose system has anchors."),
}
