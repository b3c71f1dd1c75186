"""The commands that take long, on data so small that each runs for seconds.

A command has an entry if here, once all is imported, it computes for a quarter of a second or more: a kill at a random
moment then meets work. Shorter are `convert` (0.02 s), which is here since its two files have to agree, and `panel`,
`drift`, `partial` and `sequential`, which keep nothing on the way, and write page and manifest as all studies do.
"""

from __future__ import annotations

import itertools
import json
import random
import shlex
from pathlib import Path

AT_ONCE = 4
"""Requests that a judge has under way at a time: what a kill may lose of what was answered."""

_STUDY = "--seed 3 --workers 2 --checkpoint kept --manifest out/manifest.json --out out/page.html"

MANIFEST = "study.json"
STUDIED = tuple(
    shlex.split(
        "compare scores.csv --human relevance --interval percentile --test permutation --resamples 300 --seed 3 "
        f"--manifest {MANIFEST}"
    )
)
"""What is typed before any command is killed: it writes the manifest of a study that `rerun` repeats."""

COMMANDS = {
    name: tuple(shlex.split(command))
    for name, command in {
        "score": "score texts.jsonl --metrics length,chrf,rouge1_f --cache kept --out out/scored.csv",
        "translate": (
            "generate --translate texts.jsonl --from en --to xx --command 'tr a-z b-za' --back --back-with 'tr "
            "b-za a-z' --sentences newline --batch 250 --cache kept --out out/translated.jsonl"
        ),
        "correlate": f"compare --no-tests scores.csv --human relevance --interval percentile --resamples 600 {_STUDY}",
        "compare": (
            "compare scores.csv --human relevance --interval percentile --test permutation "
            f"--coefficient pearson,kendall --resamples 600 {_STUDY}"
        ),
        "facets": (
            "compare scores.csv --human 'relevance,standardized_mean(relevance,a)' --interval percentile --test "
            f"permutation --coefficient pearson,kendall --resamples 500 {_STUDY}"
        ),
        "equivalence": (
            "compare --equivalence scores.csv --human relevance --margin .1 --method bootstrap --resamples 600 "
            f"{_STUDY}"
        ),
        "certify": (
            "plan --certify --grid quick --coefficient pearson --level system --tests "
            "williams,permute_systems --intervals fisher --runs 8 --resamples 39 --seed 3 --folder "
            "kept --checkpoint tiles --rates out/rates.csv --out out/page.md"
        ),
        "multiverse": f"multiverse scores.csv --human relevance --splits 2 {_STUDY}",
        "variants": (
            "compare --variants scores.csv --human relevance --varied '*' --splits 800 --seed 3 --resamples "
            "400 --workers 2 --checkpoint kept --manifest out/manifest.json --out out/page.html"
        ),
        "ranges": f"compare --ranges scores.csv --human relevance --resamples 150 --permutations 150 {_STUDY}",
        "references": (
            "compare --references several.csv --texts several.jsonl --metrics 'rouge?_f' --human good "
            f"--resamples 150 {_STUDY}"
        ),
        "pool": (
            "compare --pool scores.csv other.csv --human relevance --interval percentile --test permutation "
            f"--resamples 500 {_STUDY}"
        ),
        "plan": (
            "plan scores.csv --human relevance --metrics a,b --runs 8 --seed 3 --checkpoint kept "
            "--out out/page.html"
        ),
        "conditions": (
            "compare --conditions scores.csv --against es=other.csv --back es=back.csv --seed 3 --human "
            "relevance --level system,input --method bootstrap --resamples 600 --workers 2 "
            "--checkpoint kept --manifest out/manifest.json --out out/page.html"
        ),
        "annotators": f"judge --annotators ratings.csv --human quality --interval percentile --resamples 600 {_STUDY}",
        "validate": f"judge ratings.csv --human quality --judge a,b --resamples 600 {_STUDY}",
        "sequential": (
            "judge --sequential labels.csv --human human --judge judge --next 40 --seed 3 --sheet out/sheet.csv "
            "--label-page out/label.html --texts texts.jsonl --manifest out/manifest.json --out out/page.html"
        ),
        "partial": (
            "compare --partial scores.csv --human relevance --metrics a,b --given c,system --manifest "
            "out/manifest.json --out out/page.html"
        ),
        "rerun": f"rerun {MANIFEST} --workers 2 --checkpoint kept --manifest out/manifest.json",
        "panel": "judge --panel ratings.csv --human quality --manifest out/manifest.json --out out/page.html",
        "drift": (
            "judge --drift scores.csv other.csv --human relevance --manifest out/manifest.json --out out/page.html"
        ),
        "systems": f"systems scores.csv --human relevance --test permutation --resamples 600 {_STUDY}",
        "judge": (
            "score few.jsonl --metrics llm_judge:quality.toml,length --cache kept --judge-at-once "
            f"{AT_ONCE} --judge-replies out/replies.jsonl --out out/judged.csv"
        ),
        "learn": (
            "learn scores.csv --human relevance --learner ridge,isotonic --folds 3 --repeats 2 --seed "
            "3 --workers 2 --checkpoint kept --out out/model"
        ),
        "networks": (
            "learn scores.csv --human relevance --learner network --network-units 128 --network-draws 4 "
            "--over inputs --folds 2 --repeats 1 --brief --seed 3 --workers 2 --checkpoint kept --out out/model"
        ),
        "worth": (
            "compare --worth scores.csv --human relevance --curve isotonic --resamples 600 --seed 3 "
            "--checkpoint kept --manifest out/manifest.json --out out/page.html"
        ),
        "disagreements": (
            "disagreements scores.csv --human relevance --texts texts.jsonl --checkpoint kept "
            "--manifest out/manifest.json --out out/page.html"
        ),
        "preferences": (
            "judge --preferences pairs.csv --scores scores.csv --metrics a,b --judge judge --seed 3 "
            "--checkpoint kept --manifest out/manifest.json --out out/page.html"
        ),
        "generate": (
            "generate several.jsonl --metric rouge1_f --seed 3 --workers 2 --checkpoint kept --out "
            "out/generated.jsonl"
        ),
        "convert": "convert scores.csv --lower-is-better c --out out/converted.csv --overwrite",
        "demo": "demo --resamples 199 --seed 3 --checkpoint kept --out out/page.html",
    }.items()
}
"""What is typed; `validate` is the study of judges, `judge` a metric that asks one."""

OWN = (
    *("texts.jsonl", "few.jsonl", "several.jsonl", "quality.toml", "scores.csv", "other.csv", "back.csv"),
    *("pairs.csv", "ratings.csv", "several.csv", "labels.csv", MANIFEST),
)
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
    _write_ratings(folder / "ratings.csv")
    _write_labels(folder / "labels.csv")
    _write_several(folder)
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


def _write_ratings(path: Path) -> None:
    """Write ratings of three annotators, and scores of two judges."""
    rng = random.Random(7)
    with path.open("w", encoding="utf-8") as file:
        file.write("system,input,quality@ann,quality@bob,quality@cy,a,b\n")
        for s in range(8):
            for i in range(25):
                ratings = [min(5, rng.randrange(1, 4) + s // 3) for _ in range(3)]
                scores = [rng.random() + s / k for k in (9, 12)]
                file.write(f"s{s},{i},{','.join(map(repr, (*ratings, *scores)))}\n")


def _write_labels(path: Path) -> None:
    """Write a judge's labels of outputs that have texts, and a person's of the first."""
    rng = random.Random(9)
    with path.open("w", encoding="utf-8") as file:
        file.write("system,input,judge,human\n")
        for k in range(400):
            said = rng.choices((("yes", "yes"), ("no", "no"), ("yes", "no")), (10, 6, 1))[0]
            file.write(f"s0,{k},{said[0]},{said[1] if k < 80 else ''}\n")


def _write_several(folder: Path) -> None:
    """Write texts with several references and a document each, and scores of theirs."""
    rng = random.Random(8)
    rows = []
    for i in range(25):
        references = [" ".join(rng.choices(_WORDS, k=12)) for _ in range(4)]
        source = " ".join(f"{' '.join(rng.choices(_WORDS, k=8))}." for _ in range(12))
        rows += [
            {
                "system": f"s{s}",
                "input": str(i),
                "output": " ".join(rng.choices(_WORDS, k=12)),
                "references": references,
                "source": source,
                "good": rng.randrange(5),
            }
            for s in range(6)
        ]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (folder / "several.jsonl").write_text(lines, encoding="utf-8")
    scores = "".join(f"{row['system']},{row['input']},{row['good']}\n" for row in rows)
    (folder / "several.csv").write_text(f"system,input,good\n{scores}", encoding="utf-8")
