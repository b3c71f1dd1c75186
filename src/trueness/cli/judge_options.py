"""The options of `trueness score` about metrics that ask a large language model."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trueness.cli.options import PRINT, option
from trueness.cli.showing import console, write_json
from trueness.errors import ArgumentError
from trueness.metrics.llm_judge.endpoint import JudgeEndpoint
from trueness.reporting.terminal import printable
from trueness.study.number_words import counted

if TYPE_CHECKING:
    from trueness.data.reading.stream_texts import TextStream
    from trueness.data.scores.score_table import ScoreTable
    from trueness.metrics.llm_judge.asked import Forecast
    from trueness.metrics.llm_judge.llm_judge import LlmJudge
    from trueness.metrics.llm_judge.reply_cache import ReplyCache
    from trueness.metrics.metric import Metric

JUDGING = "LLM judges"
"""What the options about them are listed under."""

JUDGES = {
    "judge_url": option(
        str | None,
        "--judge-url",
        "Address of an endpoint that speaks OpenAI's API: http://HOST/v1; default: of the environment, as is the key "
        "if it wants one.",
        JUDGING,
    ),
    "judge_model": option(
        str | None,
        "--judge-model",
        "Model of judges whose file names none; default: of the environment.",
        JUDGING,
    ),
    "judge_dry_run": option(
        bool,
        "--judge-dry-run",
        "Say how many calls, tokens and how much money it would take; ask nothing, score nothing.",
        JUDGING,
        default=False,
    ),
    "judge_tokens": option(
        int | None,
        "--judge-tokens",
        "Most tokens, in and out, of all judges together; the run ends before.",
        JUDGING,
        becomes="tokens",
        min=1,
    ),
    "judge_cost": option(
        float | None,
        "--judge-cost",
        "Most money, in the currency of the files; the run ends before.",
        JUDGING,
        becomes="cost",
    ),
    "judge_at_once": option(
        int | None,
        "--judge-at-once",
        f"Requests at a time (default {JudgeEndpoint.at_once}).",
        JUDGING,
        becomes="at_once",
        min=1,
    ),
    "judge_timeout": option(
        float | None,
        "--judge-timeout",
        f"Seconds for one attempt (default {JudgeEndpoint.timeout:g}).",
        JUDGING,
        becomes="timeout",
    ),
    "judge_retries": option(
        int | None,
        "--judge-retries",
        f"Further attempts where the endpoint is busy, fails or is silent (default {JudgeEndpoint.retries}).",
        JUDGING,
        becomes="retries",
        min=0,
    ),
    "judge_no_texts": option(
        bool,
        "--judge-no-texts",
        "Keep the scores of replies in the cache, not their texts.",
        JUDGING,
        default=False,
    ),
    "judge_replies": option(
        Path | None,
        "--judge-replies",
        "Where to write replies, with scores and reasons, for people to read (.jsonl).",
        PRINT,
    ),
    "judge_verdicts": option(
        Path | None,
        "--judge-verdicts",
        "Where to write the verdicts of judges of pairs, one by one (.jsonl).",
        PRINT,
    ),
}
"""How a model is asked, what it may cost, and what of its replies is written."""

_ENDPOINT = {"judge_at_once": "at_once", "judge_timeout": "timeout", "judge_retries": "retries"}


@dataclasses.dataclass(frozen=True)
class Judges:
    """Those of the metrics that ask a model.

    Attributes
    ----------
    single, pairs : tuple of LlmJudge
        Of single outputs, and of pairs.
    """

    single: tuple[LlmJudge, ...] = ()
    pairs: tuple[LlmJudge, ...] = ()

    @property
    def all(self) -> tuple[LlmJudge, ...]:
        """Both."""
        return (*self.single, *self.pairs)


def judge_targets(given: dict[str, Any]) -> dict[str, Path]:
    """Return the files that are written besides the scores, by their options."""
    named = {f"--{key.replace('_', '-')}": given[key] for key in ("judge_replies", "judge_verdicts")}
    return {flag: path for flag, path in named.items() if path is not None}


def prepared_judges(metrics: Iterable[Metric], given: dict[str, Any], cache: ReplyCache | None) -> Judges:
    """Return the judges among metrics, set up as the options of a command say.

    Raises
    ------
    ArgumentError
        If an option has no use, or a judge lacks an endpoint, a model or a price.
    """
    from trueness.metrics.llm_judge.llm_judge import LlmJudge

    judges = [metric for metric in metrics if isinstance(metric, LlmJudge)]
    _check_use(judges, given)
    if not judges:
        return Judges()
    from trueness.metrics.llm_judge.spending import Budget

    endpoint = JudgeEndpoint.named(given["judge_url"])
    changes = {field: given[key] for key, field in _ENDPOINT.items() if given[key] is not None}
    budget = Budget(given["judge_tokens"], given["judge_cost"])
    for judge in judges:
        judge.endpoint = None if endpoint is None else dataclasses.replace(endpoint, **changes)
        judge.model = judge.declared.model or (given["judge_model"] or "").strip() or judge.model
        judge.cache, judge.budget = cache, budget
        judge.keep_texts = not given["judge_no_texts"]
        judge.replies = {} if given["judge_replies"] is not None else None
        judge.check()
    return Judges(
        tuple(judge for judge in judges if judge.declared.form == "score"),
        tuple(judge for judge in judges if judge.declared.form == "pairs"),
    )


def _check_use(judges: Sequence[LlmJudge], given: dict[str, Any]) -> None:
    # an address and a model may come from the environment
    asked = [
        key for key in JUDGES if key not in ("judge_url", "judge_model") and given[key] not in (None, False)
    ]
    forms = {judge.declared.form for judge in judges}
    for key in asked:
        wanted = {"judge_replies": "score", "judge_verdicts": "pairs"}.get(key)
        if not judges or (wanted is not None and wanted not in forms):
            what = {"score": "of single outputs ", "pairs": "of pairs "}.get(wanted or "", "")
            raise ArgumentError(
                f"--{key.replace('_', '-')} needs a judge {what}among --metrics (llm_judge:FILE.toml)."
            )


def forecasts(judges: Judges, texts: TextStream) -> dict[LlmJudge, Forecast]:
    """Return what judges would take; nothing is asked."""
    from trueness.metrics.llm_judge.judge_pairs import forecast_pairs

    found = {}
    for judge in judges.single:
        unique: dict[tuple[str, ...], list[dict[str, str]]] = {}
        for rows in texts.partitions():
            for row in rows:
                if row.output.split():
                    filled = judge.messages(
                        {"output": row.output, "references": row.references, "source": row.source}
                    )
                    unique.setdefault(tuple(one["content"] for one in filled), filled)
        found[judge] = judge.forecast(list(unique.values()))
    if judges.pairs:
        whole = texts.whole()
        found |= {judge: forecast_pairs(whole, judge) for judge in judges.pairs}
    return found


def show_forecasts(found: dict[LlmJudge, Forecast], *, as_json: bool) -> None:
    """Say what judges would take."""
    if as_json:
        write_json(
            [
                {
                    "judge": judge.name,
                    "model": judge.model,
                    **dataclasses.asdict(one),
                    "currency": _currency(judge),
                }
                for judge, one in found.items()
            ]
        )
        return
    for judge, one in found.items():
        known = f", {one.known:,} known" if one.known else ""
        _print(f"{judge.name} ({judge.model}): {counted(one.calls, 'call')}{known}")
        money = "" if one.cost is None else f", {one.cost:,.2f} {_currency(judge)}"
        most = "" if one.most_cost is None else f", {one.most_cost:,.2f} {_currency(judge)}"
        _print(f"  about {one.tokens_in:,} tokens in and at most {one.most_out:,} out{money}")
        _print(f"  no more than {one.most_in:,} tokens in and {one.most_out:,} out{most}")
        if one.fallback_calls:
            _print(f"  {one.fallback_calls:,} calls besides if the endpoint gives no probabilities")
    _print("Nothing was asked, and nothing was scored.")


def spending_fields(judge: LlmJudge) -> dict[str, Any]:
    """Return what a judge has cost, as JSON has it."""
    return {"judge": judge.name, "model": judge.model, **dataclasses.asdict(judge.spending)}


def spending_line(judge: LlmJudge) -> str:
    """Return what a judge has cost in words."""
    spent = judge.spending
    known = f", {spent.known:,} replies known" if spent.known else ""
    failed = f", {spent.failed:,} without a reply" if spent.failed else ""
    money = "" if spent.cost is None else f", {spent.cost:,.4f} {spent.currency}"
    again = f" in {counted(spent.attempts, 'attempt')}" if spent.attempts > spent.calls else ""
    most = f" (at most: what {counted(spent.unknown, 'attempt')} took is not said)" if spent.unknown else ""
    return (
        f"{judge.name} ({judge.model}): {counted(spent.calls, 'call')}{again}{known}{failed}; "
        f"{spent.tokens_in:,} tokens in, {spent.tokens_out:,} out{money}{most}"
    )


@contextlib.contextmanager
def saying_what_is_kept(judges: Judges, cache: ReplyCache | None) -> Iterator[None]:
    """Say, where a run ends early, what was asked by then and what of it is kept."""
    try:
        yield
    except BaseException as error:
        for judge in judges.all:
            if judge.spending.attempts:
                lost = cache is None or cache.problem
                kept = "lost, without a cache" if lost else "kept: the same command goes on from there"
                error.add_note(f"{spending_line(judge)}. What was answered is {kept}.")
        raise


def judged_tables(judges: Judges, texts: TextStream, given: dict[str, Any]) -> list[ScoreTable]:
    """Return the scores by judges of pairs, and write their verdicts where that is asked for."""
    from trueness.metrics.llm_judge.judge_pairs import judge_pairs, write_verdicts

    if not judges.pairs:
        return []
    whole = texts.whole()
    found = [judge_pairs(whole, judge) for judge in judges.pairs]
    if given["judge_verdicts"] is not None:
        write_verdicts([verdict for one in found for verdict in one.verdicts], given["judge_verdicts"])
    return [one.table for one in found]


def write_judge_replies(judges: Judges, texts: TextStream, given: dict[str, Any]) -> None:
    """Write the replies about single outputs where that is asked for."""
    from trueness.metrics.llm_judge.reply_file import write_replies

    if given["judge_replies"] is not None:
        rows = (row for part in texts.partitions() for row in part)
        write_replies(rows, judges.single, given["judge_replies"])


def _currency(judge: LlmJudge) -> str:
    return judge.declared.price.currency if judge.declared.price else ""


def _print(line: str) -> None:
    from rich.text import Text

    console().print(Text(printable(line), overflow="fold"))
