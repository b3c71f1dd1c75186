"""Mutation testing of `statistics` and `decisions`: each mutant is run against the test file of its module.

::

    python -m hardening.mutation [--module PATTERN ...] [--files N] [--each N] [--seed N] [--jobs N] [--out FILE]

Prints every survivor with what was changed. A survivor is a test that is missing, or a mutant that computes the same:
`equivalent.toml` holds these, each with its reason.
"""

from __future__ import annotations

import argparse
import functools
import json
import queue
import random
import re
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from hardening.mutation.mutants import Mutant, sampled_mutants
from hardening.mutation.trial import LOG, ROOT, Outcome, load_libraries, start, wait, workspace

PACKAGE = Path("src/trueness")
MUTATED = {"statistics": (), "decisions": ("tests/decisions/test_rules.py",)}
"""Folders, with the tests of what is asked of each file there."""
EQUIVALENT = Path(__file__).with_name("equivalent.toml")
PATIENCE = 30.0
"""Seconds that a mutant may take beyond four times what the tests take otherwise."""


class Module(NamedTuple):
    """A file that is mutated and its tests, both relative to the repository."""

    path: str
    tests: tuple[str, ...]

    @property
    def name(self) -> str:
        """What it is called within the package, without the suffix."""
        return Path(self.path).relative_to(PACKAGE).with_suffix("").as_posix()

    @property
    def is_compiled(self) -> bool:
        """Whether Numba compiles something of it: what it compiles uses nothing of other files."""
        text = (ROOT / self.path).read_text(encoding="utf-8")
        return not _compiled_names().isdisjoint(re.findall(r"^def (\w+)\(", text, re.MULTILINE))


@functools.cache
def _compiled_names() -> frozenset[str]:
    """Return the names of the functions that `statistics.compiled` is given, wherever that is."""
    texts = (path.read_text(encoding="utf-8") for path in (ROOT / PACKAGE).rglob("*.py"))
    return frozenset(name for text in texts for name in re.findall(r"\bcompiled\((?:\w+\.)*(\w+)\)", text))


def main(words: list[str] | None = None) -> int:
    """Run, print, and return the number of survivors that are not explained, at most 1."""
    options = _options(words)
    chosen = _modules(options.module)
    if options.files and options.files < len(chosen):
        chosen = random.Random(options.seed).sample(chosen, options.files)
    load_libraries()
    rows = []
    for row in _rows(chosen, options):
        rows.append(row)
        _show(row)
        if options.out:
            options.out.write_text(json.dumps(rows, indent=1))
    return _summary(rows, len(chosen), options)


def _options(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m hardening.mutation", description="Mutation testing of statistics and decisions."
    )
    parser.add_argument("--module", action="append", help="shell pattern of names such as engine/pair_counts")
    parser.add_argument(
        "--files", type=int, default=0, help="how many of them, drawn at random; all by default"
    )
    parser.add_argument("--each", type=int, default=6, help="mutants of each file; 0 for one at every place")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, help="a JSON file for all mutants and how they ended")
    return parser.parse_args(words)


def _modules(patterns: list[str] | None) -> list[Module]:
    """Return the modules that have tests of their name."""
    found = []
    for folder, of_all in MUTATED.items():
        for path in sorted((ROOT / PACKAGE / folder).rglob("*.py")):
            inside = path.relative_to(ROOT / PACKAGE)
            stem = path.stem.removesuffix("_kernel")  # its callers have cases that it has none of by itself
            own = sorted((ROOT / "tests" / inside.parent).glob(f"test_{stem}*.py"))
            if own and not path.name.startswith("__"):
                tests = dict.fromkeys([*(test.relative_to(ROOT).as_posix() for test in own), *of_all])
                found.append(Module(path.relative_to(ROOT).as_posix(), tuple(tests)))
    if not patterns:
        return found
    return [one for one in found if any(Path(one.name).match(pattern) for pattern in patterns)]


def _rows(modules: list[Module], options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Run all mutants, several at a time, each in a workspace that no other uses."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as temporary:
        folder = Path(temporary)
        spaces: queue.Queue[Path] = queue.Queue()
        for k in range(options.jobs):
            spaces.put(workspace(folder / str(k)))
        shared = folder / "compiled"
        for module in modules:
            space = spaces.get()
            plain = wait(start(space, module.tests, compiled_in=shared), 600)
            spaces.put(space)
            if plain.status != "survived":
                yield {"module": module.name, "status": "unusable", "diff": (space / LOG).read_text()[-2000:]}
                continue
            path = ROOT / module.path
            mutants = sampled_mutants(path, module.name, options.each, options.seed)
            cache = None if module.is_compiled else shared
            yield from _trials(module, mutants, spaces, cache, 4 * plain.seconds + PATIENCE)


def _trials(
    module: Module, mutants: list[Mutant], spaces: queue.Queue[Path], cache: Path | None, most: float
) -> Iterator[dict[str, Any]]:
    running: list[tuple[Mutant, Path, int]] = []
    for mutant in [*mutants, None]:
        while running and (mutant is None or spaces.empty()):
            done, space, child = running.pop(0)
            outcome = wait(child, most)
            (space / module.path).write_text(
                (ROOT / module.path).read_text(encoding="utf-8"), encoding="utf-8"
            )
            spaces.put(space)
            yield _row(module, done, outcome)
        if mutant is not None:
            space = spaces.get()
            (space / module.path).write_text(mutant.source, encoding="utf-8")
            running.append((mutant, space, start(space, module.tests, compiled_in=cache)))


def _row(module: Module, mutant: Mutant, outcome: Outcome) -> dict[str, Any]:
    status, reason = outcome.status, None
    if status == "survived":
        reason = _explained(module.name, mutant.diff)
    return {
        "module": module.name,
        "line": mutant.line,
        "operator": mutant.operator,
        "status": "equivalent" if reason else status,
        "diff": mutant.diff,
        "reason": reason,
        "seconds": round(outcome.seconds, 2),
    }


def _explained(module: str, diff: str) -> str | None:
    """Return why a mutant computes the same as the source, if that was found out."""
    removed, added = (
        [line[1:].strip() for line in diff.splitlines() if line.startswith(sign)] for sign in ("-", "+")
    )
    for entry in tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("mutant", []):
        if (entry["module"], [entry["source"]], [entry["mutant"]]) == (module, removed, added):
            return str(entry["reason"])
    return None


def _show(row: dict[str, Any]) -> None:
    if row["status"] in ("survived", "unusable"):
        print(f"{row['status']}: {row['module']}:{row.get('line', '')} {row.get('operator', '')}")
        print("\n".join(f"    {line}" for line in row["diff"].splitlines()), flush=True)


def _summary(rows: list[dict[str, Any]], files: int, options: argparse.Namespace) -> int:
    counts = Counter(row["status"] for row in rows)
    dead = counts["killed"] + counts["timeout"] + counts["crash"]
    alive = dead + counts["survived"]
    share = f"{dead / alive:.1%}" if alive else "none"
    print(
        f"{dead} of {alive} mutants killed ({share}; by a timeout {counts['timeout']}, by a crash {counts['crash']}), "
        f"{counts['equivalent']} more compute the same, in {files} files, seed {options.seed}"
    )
    return int(bool(counts["survived"] or counts["unusable"]))


if __name__ == "__main__":
    sys.exit(main())
