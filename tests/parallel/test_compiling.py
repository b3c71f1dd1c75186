import os
import subprocess
import sys

PROGRAM = """
import sys
from trueness.parallel import listening
from trueness.metrics.compiled import compiled
from trueness.metrics.meteor.align import align
import numpy as np
said = []
words = np.arange(3)
with listening(said.append):
    align(words, words[::-1].copy(), words, np.zeros(4, dtype=np.int64), words[:0], 1)
print(len(said), *said)
"""


def run(folder):
    told = {**os.environ, "NUMBA_CACHE_DIR": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], check=True, capture_output=True, text=True, env=told
    )
    return done.stdout.strip()


def test_what_is_compiled_says_so_once_and_what_lies_on_the_disk_does_not(tmp_path):
    assert run(tmp_path).startswith("1 loops for large data are compiled")
    assert run(tmp_path) == "0"
