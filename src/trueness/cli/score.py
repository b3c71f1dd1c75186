"""`trueness score`: texts in, a file of scores out."""

from __future__ import annotations

from typing import Any

from trueness.cli.options import JSON, RESAMPLING, RUNNING, SCORE, takes


@takes(SCORE, {"engine": RUNNING["engine"], "workers": RESAMPLING["workers"]}, JSON)
def score(**given: Any) -> None:
    """Score texts: what systems wrote in, a file of scores out; a second run computes only what is new."""
    from trueness.cli.options import words
    from trueness.cli.running import running
    from trueness.cli.scoring import score_given
    from trueness.cli.showing_scores import show_scored
    from trueness.cli.targets import check_targets
    from trueness.data.write import check_extension
    from trueness.reporting.terminal import shown_progress

    check_extension(given["out"])
    check_targets({"--out": given["out"]}, (given["texts"], *(words(given["beside"]) or ())))
    with running(given), shown_progress(quiet=given["json"]) as (_, progress):
        done, cache = score_given(given, progress)
    show_scored(done, cache, as_json=given["json"])
