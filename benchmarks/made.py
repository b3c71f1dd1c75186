"""Files that benchmarks are run on, the same ones every time; what is in one is said by its name.

==============================  =======================================================================================
``16x24x15.csv``                scores of systems x inputs x metrics beside one human's, of several pairs of languages
                                with a fourth number
``10x1000000x3.parts``          scores of systems x inputs x metrics beside one human's, a folder of files of some
                                inputs each
``labels.csv``                  300 labels of people and of two judges that are sometimes wrong, of three systems
``labels-alone.csv``            the same of no system, each of an input of its own
``ratings.csv``                 ratings of 1,698 outputs by 13 people and 6 judges
``people-200x300.csv``          ratings of outputs, of ten systems, by people, each of whom rated a tenth
``everyone-200x600.csv``        the same of people each of whom rated all
``texts-10000.jsonl``           outputs of sixteen systems, each with its source and a reference, of real sentences
==============================  =======================================================================================
"""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

SYSTEMS = 16
"""Of which there are texts."""

PARTS = 20
"""Files of a folder that is one table."""

SHARES = {"people": 0.1, "everyone": 1.0}
"""Of the outputs, which each of some people rated."""


def given(folder: Path, name: str) -> str:
    """Return the path of a file, written by another process: what it takes would count as a command's memory."""
    path = folder / name
    if not path.exists():
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1] / "src")}
        subprocess.run([sys.executable, __file__, str(path)], check=True, env=environment)
    return str(path)


def make(path: Path) -> None:
    """Write the file that a name says."""
    kind, _, size = path.stem.partition("-")
    if kind == "labels":
        labels(path, alone=size == "alone")
    elif kind == "ratings":
        ratings(path)
    elif kind in SHARES:
        people(path, *map(int, size.split("x")), share=SHARES[kind])
    elif kind == "texts":
        texts(path, int(size))
    elif path.suffix == ".parts":
        parts(path, *map(int, kind.split("x")))
    else:
        table(path, *map(int, kind.split("x")))


def write(path: Path, head: list[str], rows: Iterable[list[object]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as stream:
        out = csv.writer(stream)
        out.writerow(head)
        out.writerows(rows)


def scores(
    systems: int, inputs: int, metrics: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Return scores of systems of different quality: the human's from 1 to 5, (N, M), and the metrics', (K, N, M)."""
    true = np.sort(rng.normal(size=systems))[:, None] * 0.6 + rng.normal(size=(1, inputs)) * 0.5
    human = np.clip(np.rint(true + rng.normal(size=true.shape) * 0.8 + 3), 1, 5)
    noise = 0.7 + 0.1 * np.arange(metrics)[:, None, None]
    return human, np.round(true + rng.normal(size=(metrics, *true.shape)) * noise, 5)


def rated(n_people: int, outputs: int, rng: np.random.Generator, share: float = 0.1) -> np.ndarray:
    """Return ratings from 1 to 5 by people of different care, (A, U), each of a share of the outputs; else NaN."""
    care = rng.uniform(0.6, 1.4, (n_people, 1))
    ratings = 3 + rng.normal(size=outputs) + rng.normal(size=(n_people, outputs)) * care
    seen = rng.random((n_people, outputs)) < share
    return np.where(seen, np.clip(np.rint(ratings), 1, 5), np.nan)


def table(path: Path, systems: int, inputs: int, metrics: int, pairs: int = 1) -> None:
    rng = np.random.default_rng(7)

    def rows() -> Iterator[list[object]]:
        for pair in range(pairs):
            human, found = scores(systems, inputs, metrics, rng)
            for i in range(systems):
                for j in range(inputs):
                    yield [f"s{pair}-{i}", f"i{pair}-{j}", f"p{pair}", human[i, j], *found[:, i, j]]

    write(path, ["system", "input", "pair", "human", *(f"metric{k}" for k in range(metrics))], rows())


def parts(path: Path, systems: int, inputs: int, metrics: int) -> None:
    """Write scores as a folder of files, each of some inputs."""
    import pyarrow as pa
    from pyarrow import parquet

    human, found = scores(systems, inputs, metrics, np.random.default_rng(7))
    path.mkdir()
    for part, here in enumerate(np.array_split(np.arange(inputs), PARTS)):
        names = {
            "system": np.tile([f"s{i}" for i in range(systems)], len(here)),
            "input": np.repeat([f"i{j}" for j in here], systems),
        }
        numbers = {"human": human, **{f"metric{k}": one for k, one in enumerate(found)}}
        columns = {name: matrix[:, here].T.ravel() for name, matrix in numbers.items()}
        parquet.write_table(pa.table({**names, **columns}), path / f"part-{part:02}.parquet")


def labels(path: Path, *, alone: bool) -> None:
    rng = np.random.default_rng(3)
    right = rng.random(300) < 0.4
    said = [right, *(right ^ (rng.random(300) < wrong) for wrong in (0.15, 0.2))]
    words = np.where(said, "pass", "fail").T.tolist()
    head = ["input", "human", "judge1", "judge2"]
    if alone:
        write(path, head, ([f"i{k}", *row] for k, row in enumerate(words)))
    else:
        write(path, ["system", *head], ([f"s{k % 3}", f"i{k // 3}", *row] for k, row in enumerate(words)))


def ratings(path: Path) -> None:
    rng = np.random.default_rng(4)
    noise = np.array([0.8] * 13 + [0.7 + 0.2 * k for k in range(6)])
    rounded = np.rint(3 + rng.normal(size=(1698, 1)) + rng.normal(size=(1698, 19)) * noise)
    head = ["input", *(f"human@p{k}" for k in range(13)), *(f"judge{k}" for k in range(6))]
    write(path, head, ([f"i{k}", *row] for k, row in enumerate(np.clip(rounded, 1, 5).tolist())))


def people(path: Path, n_people: int, outputs: int, share: float) -> None:
    rng = np.random.default_rng(5)
    found = rated(n_people, outputs, rng, share)
    metric = np.nan_to_num(np.nanmean(found, axis=0), nan=3.0) + rng.normal(size=outputs)
    rows = (
        [f"s{k % 10}", f"i{k // 10}", *("" if np.isnan(one) else int(one) for one in row), round(score, 4)]
        for k, (row, score) in enumerate(zip(found.T.tolist(), metric.tolist(), strict=True))
    )
    write(path, ["system", "input", *(f"human@p{k}" for k in range(n_people)), "metric"], rows)


def texts(path: Path, count: int) -> None:
    """Write texts, input by input: outputs are two sentences of a source of twelve and one of another."""
    from trueness import load_dataset_texts

    lines = {
        line.strip()
        for row in load_dataset_texts("pocket").rows
        for text in (row.output, *row.references)
        for line in text.replace(" . ", " .\n").split("\n")
    }
    pool = sorted(line for line in lines if len(line.split()) > 3)
    rng = np.random.default_rng(7)

    def chosen(source: list[str]) -> str:
        return "\n".join([*(source[k] for k in rng.integers(12, size=2)), pool[rng.integers(len(pool))]])

    with path.open("w", encoding="utf-8") as stream:
        for start in range(0, count, SYSTEMS):
            source = [pool[k] for k in rng.integers(len(pool), size=12)]
            shared = {"references": [chosen(source)], "source": "\n".join(source)}
            for system in range(min(SYSTEMS, count - start)):
                row = {"system": f"s{system}", "input": f"i{start // SYSTEMS}", "output": chosen(source)}
                stream.write(json.dumps({**row, **shared}) + "\n")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
