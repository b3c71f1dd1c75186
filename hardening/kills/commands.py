"""The commands that take long, on data so small that each runs for seconds.

A command has an entry if here, once all is imported, it computes for a quarter of a second or more: a kill at a random
moment then meets work. Shorter is `convert` (0.02 s), which is here since its two files have to agree. `panel` (0.08 s)
and `drift` (0.04 s) are not here: they keep nothing on the way, and write page and manifest as all studies do.
"""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path

_SEED = ("--seed", "3")
_PAGE = ("--manifest", "out/manifest.json", "--out", "out/page.html")
AT_ONCE = 4
"""Requests that a judge has under way at a time: what a kill may lose of what was answered."""
COMMANDS: dict[str, tuple[str, ...]] = {
    "score": (
        "score",
        "texts.jsonl",
        "--metrics",
        "length,chrf,rouge1_f",
        "--cache",
        "kept",
        "--out",
        "out/scored.csv",
    ),
    "translate": (
        *("translate", "texts.jsonl", "--from", "en", "--to", "xx", "--command", "tr a-z b-za", "--back"),
        *("--back-with", "tr b-za a-z", "--sentences", "newline", "--batch", "250", "--cache", "kept"),
        *("--out", "out/translated.jsonl"),
    ),
    "compare": (
        *(
            "compare",
            "scores.csv",
            "--human",
            "relevance",
            "--interval",
            "percentile",
            "--test",
            "permutation",
        ),
        *("--coefficient", "pearson,kendall", "--resamples", "3000", *_SEED, "--workers", "2"),
        *("--checkpoint", "kept", "--manifest", "out/manifest.json", "--out", "out/page.html"),
    ),
    "dimensions": (
        *("compare", "scores.csv", "--human", "relevance,mean(relevance,a)", "--interval", "percentile"),
        *("--test", "permutation", "--coefficient", "pearson,kendall", "--resamples", "2000", *_SEED),
        *(
            "--workers",
            "2",
            "--checkpoint",
            "kept",
            "--manifest",
            "out/manifest.json",
            "--out",
            "out/page.html",
        ),
    ),
    "certify": (
        *(
            "certify",
            "--grid",
            "quick",
            "--coefficient",
            "pearson",
            "--level",
            "system",
            "--tests",
            "williams,permute_systems",
        ),
        *("--intervals", "fisher", "--runs", "8", "--resamples", "39", *_SEED, "--folder", "kept"),
        *("--checkpoint", "tiles", "--rates", "out/rates.csv", "--out", "out/page.md"),
    ),
    "multiverse": (
        *("multiverse", "scores.csv", "--human", "relevance", "--splits", "2", *_SEED),
        *("--workers", "2", "--checkpoint", "kept", "--manifest", "out/manifest.json"),
        *("--out", "out/page.html"),
    ),
    "variants": (
        *("variants", "scores.csv", "--human", "relevance", "--varied", "*", "--splits", "3000", *_SEED),
        *("--resamples", "1500", "--workers", "2", "--checkpoint", "kept", "--manifest", "out/manifest.json"),
        *("--out", "out/page.html"),
    ),
    "plan": (
        "plan",
        "scores.csv",
        "--human",
        "relevance",
        "--metrics",
        "a,b",
        "--runs",
        "20",
        *_SEED,
        "--checkpoint",
        "kept",
        "--out",
        "out/page.html",
    ),
    "conditions": (
        *("conditions", "scores.csv", "--against", "es=other.csv", "--back", "es=back.csv", *_SEED),
        *("--human", "relevance", "--level", "system,input", "--method", "bootstrap", "--resamples", "3000"),
        *("--workers", "2", "--checkpoint", "kept", "--manifest", "out/manifest.json"),
        *("--out", "out/page.html"),
    ),
    "judge": (
        *("score", "few.jsonl", "--metrics", "llm_judge:quality.toml,length", "--cache", "kept"),
        *("--judge-at-once", str(AT_ONCE), "--judge-replies", "out/replies.jsonl"),
        *("--out", "out/judged.csv"),
    ),
    "learn": (
        *("learn", "scores.csv", "--human", "relevance", "--learner", "ridge,isotonic", "--folds", "3"),
        *("--repeats", "2", *_SEED, "--workers", "2", "--checkpoint", "kept", "--out", "out/model"),
    ),
    "worth": (
        *(
            "worth",
            "scores.csv",
            "--human",
            "relevance",
            "--curve",
            "isotonic",
            "--resamples",
            "3000",
            *_SEED,
        ),
        *("--checkpoint", "kept", *_PAGE),
    ),
    "disagreements": (
        *("disagreements", "scores.csv", "--human", "relevance", "--texts", "texts.jsonl"),
        *("--checkpoint", "kept", *_PAGE),
    ),
    "preferences": (
        *(
            "preferences",
            "pairs.csv",
            "--scores",
            "scores.csv",
            "--metrics",
            "a,b",
            "--judge",
            "judge",
            *_SEED,
        ),
        *("--checkpoint", "kept", *_PAGE),
    ),
    "convert": ("convert", "scores.csv", "--lower-is-better", "c", "--out", "out/converted.csv"),
    "report": (
        "report",
        "scores.csv",
        "--human",
        "relevance",
        "--coefficient",
        "pearson",
        *_SEED,
        "--checkpoint",
        "kept",
        "--out",
        "out/page.html",
    ),
    "demo": ("demo", "--resamples", "199", *_SEED, "--checkpoint", "kept", "--out", "out/page.html"),
}

OWN = ("texts.jsonl", "few.jsonl", "quality.toml", "scores.csv", "other.csv", "back.csv", "pairs.csv")
"""The files they read."""

_JUDGE = """
name = "quality"
model = "m"
prompt = "Rate: {{ output }}"
[scale]
lower = 1
upper = 5
[reply]
read = "json"
reason = "why"
[price]
input = 1
output = 10
"""
_WORDS = ("the", "a", "cat", "dog", "ran", "sat", "on", "mat", "and", "then", "away")

UNHURRIED = """
from trueness.parallel import checkpoint
checkpoint.PATIENCE = checkpoint.SECONDS_BETWEEN_WRITES = 0.0
"""
"""What every command does first: a checkpoint is written from the first tile on."""

MODULES = "KILLS_MODULES"
FIRST = f"""{UNHURRIED}
import atexit, os, sys
if path := os.environ.pop("{MODULES}", ""):  # processes that it starts have none
    atexit.register(lambda: open(path, "w").write("\\n".join(sys.modules)))
"""
"""What a process of its own does first, as `sitecustomize`: it says in the end what it has imported."""


def write_data(folder: Path) -> None:
    """Write what the commands read, and the folder they write to."""
    rng = random.Random(5)
    with (folder / "texts.jsonl").open("w", encoding="utf-8") as file:
        for i in range(400):
            for s in range(5):
                output, reference = (" ".join(rng.choices(_WORDS, k=20)) for _ in range(2))
                row = {
                    "system": f"s{s}",
                    "input": str(i),
                    "output": output,
                    "references": [reference],
                    "good": rng.randrange(5),
                }
                file.write(json.dumps(row) + "\n")
    with (folder / "texts.jsonl").open(encoding="utf-8") as file:
        (folder / "few.jsonl").write_text("".join(itertools.islice(file, 300)), encoding="utf-8")
    (folder / "quality.toml").write_text(_JUDGE, encoding="utf-8")
    for name, noise in (("scores.csv", 0.0), ("other.csv", 0.2), ("back.csv", 0.4)):
        _write_scores(folder / name, noise)
    _write_pairs(folder / "pairs.csv")
    (folder / "out").mkdir()
    (folder / "first").mkdir()
    (folder / "first" / "sitecustomize.py").write_text(FIRST, encoding="utf-8")


def _write_scores(path: Path, noise: float) -> None:
    """Write scores, the same human ones at every noise."""
    rng, other = random.Random(5), random.Random(path.name)
    with path.open("w", encoding="utf-8") as file:
        file.write("system,input,relevance,a,b,c\n")
        for s in range(8):
            for i in range(25):
                scores = [rng.random() + s / k for k in (12, 9, 30)]
                row = (rng.randrange(5) + s // 3, *(score + noise * other.random() for score in scores))
                file.write(f"s{s},{i},{','.join(map(repr, row))}\n")


def _write_pairs(path: Path) -> None:
    """Write verdicts of two people and a judge on pairs of the outputs that have scores."""
    rng = random.Random(6)
    with path.open("w", encoding="utf-8") as file:
        file.write("input,a,b,verdict,rater,shown_first\n")
        for i in range(25):
            for a, b in itertools.combinations(range(8), 2):
                for rater in ("ann", "bob", "judge"):
                    said = rng.choices(("A", "B", "tie"), (8 - a, 8 - b, 2))[0]
                    file.write(f"{i},s{a},s{b},{said},{rater},{rng.choice('AB')}\n")
