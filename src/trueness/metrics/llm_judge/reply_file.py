"""Replies with their reasons, row by row, for people to read."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from trueness.data.files.whole_file import replacing
from trueness.data.texts.texts import TextRow
from trueness.metrics.llm_judge.asked import Answer
from trueness.metrics.llm_judge.llm_judge import LlmJudge
from trueness.metrics.llm_judge.read_reply import Reading


def write_replies(rows: Iterable[TextRow], judges: Sequence[LlmJudge], path: str | Path) -> Path:
    """Write the replies about rows, a line of JSON for each sample, with score, reason, and the text of the reply.

    Rows about which nothing was asked have no line. The file appears whole or not at all.

    Parameters
    ----------
    rows : iterable of TextRow
        What was scored.
    judges : sequence of LlmJudge
        Whose `replies` have been gathered.
    path : str or Path

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    with replacing(Path(path)) as file:
        for row in rows:
            for judge in judges:
                texts = judge.texts_of(row.output, row.references, row.source)
                for answer in (judge.replies or {}).get(texts, ()):
                    line = json.dumps(reply_fields(judge.name, row, answer), ensure_ascii=False) + "\n"
                    file.write(line.encode(errors="backslashreplace"))
    return Path(path)


def reply_fields(judge: str, row: TextRow, answer: Answer) -> dict[str, Any]:
    """Return the fields of a line: what is missing is None."""
    reading, reply = answer.reading, answer.reply
    read = reading if isinstance(reading, Reading) else Reading("empty")
    return {
        "judge": judge,
        "system": row.system,
        "input": row.input,
        "sample": answer.sample,
        "outcome": reading.outcome,
        "score": None if math.isnan(read.score) else read.score,
        "reason": read.reason,
        "problem": reading.problem or None,
        "reply": None if reply is None else reply.text,
        "tokens_in": None if reply is None else reply.tokens_in,
        "tokens_out": None if reply is None else reply.tokens_out,
    }
