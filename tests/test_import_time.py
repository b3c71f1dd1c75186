"""Starting up is fast: the package and its help load nothing heavy."""

from __future__ import annotations

import functools
import json
import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

import trueness

HEAVY = (
    "jinja2",
    "joblib",
    "llvmlite",
    "matplotlib",
    "narwhals",
    "numba",
    "pandas",
    "polars",
    "pyarrow",
    "sacrebleu",
    "scipy",
    "torch",
    "transformers",
)

IMPORT = "import trueness"

HELP = """
from trueness.commands import app
sys.argv = ["trueness", "--help"]
try:
    app()
except SystemExit as leaving:
    if leaving.code:
        raise
"""

MEASURE = """
import json, sys, time
start = time.process_time()
{action}
seconds = time.process_time() - start
print(json.dumps([seconds, sorted(sys.modules)]), file=sys.stderr)
"""

RUNS = 3
MOST_SECONDS = 0.5


def run(action: str) -> tuple[float, list[str], str]:
    """Run an action in a fresh interpreter; return its seconds, the modules loaded then, and what it printed.

    Seconds of processor time, not of the clock: other tests run beside this one.
    """
    environment = {**os.environ, "PYTHONPATH": str(Path(trueness.__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, "-c", MEASURE.format(action=action)],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seconds, modules = json.loads(done.stderr.splitlines()[-1])
    return seconds, modules, done.stdout


run_once = functools.cache(run)


@pytest.mark.parametrize("action", [IMPORT, HELP], ids=["import", "help"])
def test_nothing_heavy_is_loaded(action):
    _, modules, _ = run_once(action)
    assert "trueness" in modules
    loaded = sorted({name.split(".")[0] for name in modules} & set(HEAVY))
    assert not loaded, f"loaded at start: {loaded}"


@pytest.mark.parametrize("action", [IMPORT, HELP], ids=["import", "help"])
def test_start_is_fast(action):
    seconds = sorted(run(action)[0] for _ in range(RUNS))
    shown = ", ".join(f"{value:.2f}" for value in seconds)
    assert seconds[0] < MOST_SECONDS, f"processor seconds of {RUNS} starts: {shown}"


def test_garbage_is_looked_for_seldom():
    _, _, printed = run(
        "import gc\nfrom trueness.commands import main\nsys.argv = ['trueness', '--version']\n"
        "try:\n    main()\nexcept SystemExit:\n    print(gc.get_threshold())"
    )
    assert "(200000, 20, 20)" in printed


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries have ways of their own")
def test_large_arrays_let_go_of_their_memory():
    """Of 200 arrays of 4 MiB every second goes, so that no heap could shrink at its end."""
    _, _, printed = run(
        "from trueness.commands import main\nsys.argv = ['trueness', '--version']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "import numpy as np\nnp.ones(2**21)\n"
        "pages = lambda: int(open('/proc/self/statm').read().split()[1])\n"
        "kept = [np.ones(2**19) for _ in range(200)]\nall_there = pages()\n"
        "del kept[::2]\nprint('given back', (all_there - pages()) * 4096 > 300 * 2**20)"
    )
    assert "given back True" in printed


@pytest.mark.parametrize(
    ("asked", "taken"), [("", "system"), ("import os\nos.environ[NAME] = 'default'\n", "default")]
)
def test_arrow_has_no_pool_of_its_own_that_keeps_memory(asked: str, taken: str):
    name = "NAME = 'ARROW_DEFAULT_MEMORY_POOL'\n"
    _, _, printed = run(
        name + asked + "from trueness.commands import main\nsys.argv = ['trueness', '--version']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\nimport os\nprint('pool', os.environ[NAME])"
    )
    assert f"pool {taken}" in printed


def test_help_is_printed():
    _, _, printed = run_once(HELP)
    assert "Usage" in printed


def test_a_heavy_import_would_be_found():
    _, modules, _ = run("import scipy")
    assert "scipy" in modules


def test_the_cache_folder_loads_nothing_that_downloads():
    _, modules, _ = run("from trueness.data.files.kept_file import cache_folder; cache_folder()")
    assert not {"pooch", "requests"} & set(modules)


def test_a_study_of_scores_loads_no_metric(tmp_path):
    rows = [f"s{k % 4},i{k},{('pass', 'fail')[k % 3 == 0]},{('pass', 'fail')[k % 5 == 0]}" for k in range(40)]
    path = tmp_path / "labels.csv"
    path.write_text("\n".join(["system,input,human,judge", *rows]), encoding="utf-8")
    words = ["trueness", "judge", str(path), "--human", "human", "--seed", "1"]
    _, modules, printed = run(
        f"from trueness.commands import main\nsys.argv = {words}\ntry:\n    main()\nexcept SystemExit:\n    pass"
    )
    assert "'judge' should not grade outputs alone" in printed
    loaded = {name for name in modules if name.startswith("trueness.metrics.")}
    assert loaded <= {"trueness.metrics.scoring", "trueness.metrics.scoring.keeping_scores"}
    assert "pydantic" not in modules  # what is typed needs no library to be understood
