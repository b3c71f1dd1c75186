"""Declarations of LLM judges and what endpoints answer: sound ones, and what has to be true of any."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from hardening.fuzz.seeds import Seed
from hardening.fuzz.truths import SilentlyWrongError
from trueness.errors import FormatError


def declarations() -> list[Seed]:
    """The declarations that come with the package."""
    from trueness.metrics.llm_judge.declaration import EXAMPLES

    return [Seed.of("judge.toml", path.read_bytes()) for path in sorted(EXAMPLES.glob("*.toml"))]


def read_judge(folder: Path, seed: Seed, changed: str) -> None:
    """Read a declaration, and fill its prompt in."""
    from trueness.metrics.llm_judge.declaration import read_declaration

    del changed
    declared = read_declaration(folder / seed.sources[0])
    names = ("first", "second") if declared.form == "pairs" else ("output",)
    texts: dict[str, Any] = dict.fromkeys((*names, "source"), "text") | {"references": ("one", "two")}
    declared.prompt.messages(texts)
    if not declared.scale.lower < declared.scale.upper:
        raise SilentlyWrongError("a scale without width")


def completions() -> list[Seed]:
    """Chat completions, one for each way to read a reply."""
    top = [{"token": label, "logprob": math.log(p)} for label, p in (("4", 0.6), (" 5", 0.3), ("The", 0.1))]
    token = {"token": "4", "logprob": math.log(0.6), "top_logprobs": top}
    said = (
        ('{"reason": "so", "score": 4}', None),
        ("<reason>so</reason><score>4</score>", None),
        ("Score: 4", None),
        ("4", {"content": [token]}),
    )
    return [
        Seed.of(
            "answer.json",
            json.dumps(
                {
                    "choices": [
                        {
                            "finish_reason": "stop",
                            "message": {"role": "assistant", "content": text, "refusal": None},
                            "logprobs": logprobs,
                        }
                    ],
                    "usage": {"prompt_tokens": 30, "completion_tokens": 5},
                }
            ),
        )
        for text, logprobs in said
    ]


def read_answer(folder: Path, seed: Seed, changed: str) -> None:
    """Read an answer in every way there is, and keep and find it.

    Raises
    ------
    SilentlyWrongError
        If a score is not on the scale, one is missing without a reason, or another reply is found than was kept.
    """
    from trueness.data.files.strict_json import parse_strictly
    from trueness.metrics.llm_judge.declaration import ReplyForm, Scale
    from trueness.metrics.llm_judge.read_reply import read_reply
    from trueness.metrics.llm_judge.reply import Reply, UnusableError, reply_of

    del changed
    body = parse_strictly((folder / seed.sources[0]).read_bytes(), "answer", what="it", remedy="")
    try:
        reply = reply_of(body)
    except UnusableError as error:
        raise FormatError(str(error)) from error
    if Reply.from_json(reply.to_json()) != reply:
        raise SilentlyWrongError("another reply is found than was kept")
    forms = (
        ReplyForm("json", reason="reason"),
        ReplyForm("tag", reason="reason"),
        ReplyForm("pattern", pattern=r"Score: (?P<score>\S+)"),
        ReplyForm("probabilities"),
    )
    scales = (Scale(1, 5, whole=True), Scale(0, 1), Scale(0, 1, words={"yes": 1.0, "no": 0.0}))
    for form, scale in ((form, scale) for form in forms for scale in scales):
        for sampled in (False, True):
            found = read_reply(reply, form, scale, sampled=sampled)
            if found.outcome == "read":
                if not scale.lower <= found.score <= scale.upper:
                    raise SilentlyWrongError(f"the score {found.score} is not on the scale")
            elif not math.isnan(found.score) or not found.problem:
                raise SilentlyWrongError("there is a score that was not read, or none without a reason")
