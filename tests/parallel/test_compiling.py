import os
import subprocess
import sys

MODULE = """
from trueness.metrics.compiled import compiled

@compiled
def add_one(number):
    return number + 1
"""
PROGRAM = """
from trueness.parallel import listening
from compiled_once import add_one
said = []
with listening(said.append):
    assert add_one(1) == 2
print(len(said), *said)
"""


def run(folder):
    told = {**os.environ, "NUMBA_CACHE_DIR": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], check=True, capture_output=True, text=True, env=told, cwd=folder
    )
    return done.stdout.strip()


def test_what_is_compiled_says_so_once_and_what_lies_on_the_disk_does_not(tmp_path):
    (tmp_path / "compiled_once.py").write_text(MODULE)
    assert run(tmp_path).startswith("1 loops for large data are compiled")
    assert run(tmp_path) == "0"
