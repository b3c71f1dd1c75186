"""`trueness generate`: documents in, a file of summaries across the range of a metric out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from trueness.cli.options import (
    ASK,
    HOW_TEXTS,
    JSON,
    LEAVING_ROWS,
    PRINT,
    RUNNING,
    SCORE,
    SOURCES,
    WORKERS,
    option,
    takes,
)
from trueness.cli.reading import check_readable
from trueness.cli.showing import console, write_json
from trueness.reporting.terminal import printable
from trueness.study.number_words import counted

if TYPE_CHECKING:
    from trueness.data.texts.texts import Texts
    from trueness.generation.generated_summaries import GeneratedSummaries
    from trueness.parallel import TextProgress

GENERATE = {
    "texts": SCORE["texts"],
    "metric": option(
        str,
        "--metric",
        "What summaries are bred for, and spread over: a name such as rouge2_f (see `trueness metrics list`).",
        ASK,
        "rouge2_f",
    ),
    "count": option(int, "--count", "Summaries of each document.", ASK, 200),
    "words": option(int, "--words", "The most words of a summary.", ASK, 100),
    "sentences": option(
        str | None,
        "--sentences",
        "Where the sentences of a source end: newline (default), marks or split (by rules; extra `sentences`).",
        ASK,
    ),
    "tries": option(
        int | None,
        "--tries",
        "Summaries of a document that are scored at most; default 10 for each wanted, at least 2,000.",
        ASK,
    ),
    "seed": option(
        int | None, "--seed", "Seed of the search; drawn and said if not given.", ASK, becomes="rng"
    ),
    **{key: SOURCES[key] for key in (*HOW_TEXTS, *LEAVING_ROWS) if key != "columns"},
    "columns": SCORE["columns"],
    "mirror": SOURCES["mirror"],
    "cache": SCORE["cache"],
    "out": option(
        Path,
        "--out -o",
        "Where to write: .jsonl, .csv or .tsv, also .gz and .zst.",
        PRINT,
        Path("generated.jsonl"),
        becomes="path",
    ),
    "strict": option(bool, "--strict", "Exit with status 5 if there is any warning.", PRINT, default=False),
}
"""What is generated."""


@takes(
    GENERATE,
    {key: RUNNING[key] for key in ("engine", "checkpoint", "no_checkpoint")},
    WORKERS,
    JSON,
)
def generate(**given: Any) -> None:
    """Generate summaries over the whole range of a metric, to score.

    They are made of sentences of documents.
    """
    import typer

    from trueness.cli.failures import WARNINGS
    from trueness.cli.running import running
    from trueness.cli.targets import check_targets
    from trueness.data.writing.write_texts import check_texts_extension, write_texts
    from trueness.generation.generate import generate as generate_summaries
    from trueness.reporting.terminal import shown_progress

    check_texts_extension(given["out"])
    check_targets({"--out": given["out"]}, (given["texts"],))
    with running(given), shown_progress(quiet=given["json"]) as (watch, progress):
        found = generate_summaries(
            _texts_given(given, progress),
            given["metric"],
            rng=given["seed"],
            watch=watch,
            sentences=given["sentences"] or "newline",
            **{key: given[key] for key in ("count", "words", "tries")},
        )
        path = write_texts(found.texts, given["out"], {"range_position": found.position_texts()})
    show_generated(found, path, as_json=given["json"])
    if given["strict"] and found.cautions:
        raise typer.Exit(WARNINGS)


def show_generated(found: GeneratedSummaries, path: Path, *, as_json: bool) -> None:
    """Say how many summaries there are, how far they reach, and what a reader has to know."""
    if as_json:
        write_json({"path": str(path), **found.to_dict()})
        return
    from rich.text import Text

    documents = found.documents
    every = sum(one.all_tried for one in documents)
    means = [
        sum(getattr(one, end) for one in documents) / len(documents) for end in ("worst", "random", "best")
    ]
    to = console()
    for line in (
        f"{path}: {len(found.texts):,} summaries of {counted(len(documents), 'document')}",
        f"{found.metric}, means over documents: worst {means[0]:.4g}, random {means[1]:.4g}, best {means[2]:.4g}",
        f"tried {sum(one.tried for one in documents):,}; all that are possible for {counted(every, 'document')}",
        *(f"warning: {caution}" for caution in found.cautions),
        *(f"note: {note}" for note in found.warned),
        *([f"note: {found.metric}: {found.settings}"] if found.settings else []),
        f"signature: {found.signature}",
    ):
        to.print(Text(printable(line), overflow="fold"))


def _texts_given(given: dict[str, Any], progress: TextProgress | None) -> Texts:
    """Read the texts that a command names: a file, a folder, or a data set that holds texts."""
    from trueness.data.datasets.load import load_dataset_texts
    from trueness.data.datasets.registry import read_registry
    from trueness.data.reading.read_texts import read_texts
    from trueness.data.texts.leave_out_rows import leave_out_of_texts, leaving_of_texts

    name = given["texts"]
    check_readable(name)
    if not Path(name).exists() and name in read_registry():
        texts = load_dataset_texts(name, mirror=given["mirror"], cache=given["cache"], progress=progress)
        return leave_out_of_texts(texts, leaving_of_texts(given["only"], given["without"]))
    return read_texts(name, **{key: given[key] for key in (*HOW_TEXTS, *LEAVING_ROWS)})
