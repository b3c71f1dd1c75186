"""The process in which cases run: its memory and time are bounded, and whatever kills it kills nothing else."""

from __future__ import annotations

import json
import os
import random
import re
import sys
import tempfile
import time
import traceback
import warnings
from pathlib import Path
from typing import Any

from hardening.fuzz.targets import TARGETS, Target

MIB = 2**20
IN_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - a folder of our own is made in it
ADDRESS_SPACE = 1024 * MIB
"""What a case may ask for beyond what the process holds before the first."""

GROWTH = 256 * MIB
"""What a case may hold at once: files are a few kilobytes."""

SLOW = 5.0
"""Seconds of processors that a case may take, however busy the machine is."""

ENDLESS = 20
"""Seconds of processors after which the system ends a case."""


def main(words: list[str]) -> None:
    """Run cases of a target from a number on until nobody listens any more.

    One line of JSON is written for each, to the pipe whose number is given: its number before it starts, what failed
    after it, and now and then the peak of memory.
    """
    name, first, pipe = words[0], int(words[1]), int(words[2])
    target = TARGETS[name]
    import pandas as pd  # Arrow imports it when it is first asked for a column, as large as it is
    import pyarrow.compute

    # its pool reserves a gigabyte of addresses when it is first asked, which is all that cases are given
    pyarrow.allocate_buffer(1)
    del pd, pyarrow
    with warnings.catch_warnings(), tempfile.TemporaryDirectory(prefix="fuzz-", dir=IN_MEMORY) as folder:
        warnings.simplefilter("ignore")
        try:
            sound = target.seeds()
        except Exception:  # noqa: BLE001 - told to whoever listens
            _tell(pipe, {"unsound": traceback.format_exc()})
            return
        for k, seed in enumerate(sound):
            used = _used(target, Path(folder, f"sound{k}"), (seed, "", seed.files))
            if used is not None:
                _tell(pipe, {"unsound": used["error"]})
                return
        warnings.simplefilter("error", RuntimeWarning)
        base = _forget_peak()
        _bound_memory()
        for number in range(first, sys.maxsize):
            _tell(pipe, {"case": number, "peak": _peak() - base})
            _run(name, target, sound, number, Path(folder), pipe)


def replay(name: str, number: int) -> int:
    """Run one case, say how it ends, and return 1 where it fails. A crash ends this process."""
    target = TARGETS[name]
    with tempfile.TemporaryDirectory(prefix="fuzz-", dir=IN_MEMORY) as folder:
        sound = target.seeds()
        base = _forget_peak()
        _bound_memory()
        begun = time.process_time()
        seed, changed, files = target.case(sound, rng_of(name, number))
        used = _used(target, Path(folder, "case"), (seed, changed, files))
        print(
            f"{name} {number}: '{changed}' changed, {time.process_time() - begun:.2f} s of processors, "
            f"{(_peak() - base) // MIB} MiB"
        )
        print("read without an error" if used is None else used["trace"] or used["error"])
        return int(used is not None and used["kind"] != "refused")


def rng_of(name: str, number: int) -> random.Random:
    """Return what draws a case: the same for the same target and number, whatever ran before."""
    return random.Random(f"{name}:{number}")


def _run(name: str, target: Target, sound: list[Any], number: int, folder: Path, pipe: int) -> None:
    try:
        case = target.case(sound, rng_of(name, number))
    except Exception as error:  # noqa: BLE001 - a mutator that fails is a fault of the harness, and said as such
        said = {"error": repr(error), "place": _place(error), "trace": traceback.format_exc()}
        _tell(pipe, {"fail": number, "kind": "harness", **said})
        return
    _bound_time()
    before, begun = _peak(), time.process_time()
    used = _used(target, folder / "case", case)
    seconds, grown = time.process_time() - begun, _peak() - before
    if used is None or used["kind"] == "refused":
        if grown > GROWTH:
            used = {"kind": "memory", "error": f"held {grown // MIB} MiB more", "place": "", "trace": ""}
        elif seconds > SLOW:
            used = {"kind": "slow", "error": f"took {seconds:.0f} s of processors", "place": "", "trace": ""}
        else:
            return
    _tell(pipe, {"fail": number, **used})


def _used(target: Target, folder: Path, case: Any) -> dict[str, str] | None:
    """Write the files of a case, read them, and return what was raised."""
    from trueness.errors import TruenessError

    seed, changed, files = case
    put(folder, files)
    try:
        target.use(folder, seed, changed)
    except TruenessError as error:
        if _is_of_memory(error):
            trace = traceback.format_exc()
            return {
                "kind": "memory",
                "error": "MemoryError, reported as another",
                "place": _place(error),
                "trace": trace,
            }
        return {"kind": "refused", "error": _short(error), "place": "", "trace": ""}
    except BaseException as error:  # noqa: BLE001 - SystemExit and the like are what is looked for
        kind = "wrong" if type(error).__name__ == "SilentlyWrongError" else "foreign"
        return {"kind": kind, "error": _short(error), "place": _place(error), "trace": traceback.format_exc()}
    finally:
        _remove(folder)
    return None


def _is_of_memory(error: BaseException | None) -> bool:
    """Whether an error was raised since there was no memory: the bound, and no check, has then ended the case."""
    while error is not None:
        # Arrow reserves what a length says before it reads, and then holds nothing of it
        if isinstance(error, MemoryError) and not type(error).__module__.startswith("pyarrow"):
            return True
        error = error.__cause__ or error.__context__
    return False


def put(folder: Path, files: dict[str, bytes]) -> None:
    """Write files."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _remove(folder: Path) -> None:
    for inside in sorted(folder.rglob("*"), reverse=True):
        inside.rmdir() if inside.is_dir() else inside.unlink()
    folder.rmdir()


def _short(error: BaseException) -> str:
    return f"{type(error).__name__}: {str(error)[:300]}"


def _place(error: BaseException) -> str:
    """Return the last line of the package that an error went through."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "/trueness/" in frame.filename]
    if not frames:
        return ""
    return f"{frames[-1].filename.rpartition('/src/')[2]}:{frames[-1].lineno} {frames[-1].name}"


def _bound_memory() -> None:
    import resource

    held = _status("VmSize")
    if held:  # elsewhere than on Linux the bound on what is held has to do
        resource.setrlimit(resource.RLIMIT_AS, (held + ADDRESS_SPACE, held + ADDRESS_SPACE))


def _bound_time() -> None:
    """Let the system end this process (SIGXCPU) where the next case computes without an end."""
    import resource

    until = int(time.process_time()) + ENDLESS + 1
    resource.setrlimit(resource.RLIMIT_CPU, (until, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def _forget_peak() -> int:
    """Return the bytes held now, from which on a new peak is looked for where the system lets us."""
    try:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    except OSError:
        return _peak()
    return _status("VmRSS")


def _peak() -> int:
    import resource

    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return _status("VmHWM") or (held if sys.platform == "darwin" else held * 1024)


def _status(field: str) -> int:
    try:
        found = re.search(
            rf"^{field}:\s+(\d+)", Path("/proc/self/status").read_text(encoding="ascii"), re.MULTILINE
        )
    except OSError:
        return 0
    return int(found[1]) * 1024 if found else 0


def _tell(pipe: int, message: dict[str, Any]) -> None:
    os.write(pipe, (json.dumps(message) + "\n").encode())


if __name__ == "__main__":
    main(sys.argv[1:])
