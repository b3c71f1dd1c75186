"""Make a release: wheel and sdist, built twice, compared, and tried in an empty environment; licences and parts.

::

    python -m release.release [--out dist]

Stops at the first thing that is not as it should be. Nothing is uploaded.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections import Counter
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from release.licences import fits, licence

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent

SECRETS = re.compile(
    rb"-----BEGIN [A-Z ]*PRIVATE KEY-----|\bsk-(?!planted-)[A-Za-z0-9_-]{20,}|"
    rb"\bgh[pousr]_[A-Za-z0-9]{30,}|\bAKIA[0-9A-Z]{16}\b"
)
"""What keys of well-known services look like; tests plant one that says so."""


class NotReadyError(Exception):
    """Something is not as it has to be for a release."""


def run(*command: str | Path, **more: Any) -> str:
    """Return what a program prints; its failure ends the release."""
    done = subprocess.run(
        [str(part) for part in command], check=False, capture_output=True, text=True, **more
    )
    if done.returncode:
        raise NotReadyError(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return str(done.stdout)


def checked_version() -> str:
    """Return the version; a tag of the present commit, if there is one, names the same."""
    version = run(BIN / "python", "-c", "import trueness; print(trueness.__version__)", cwd=ROOT).strip()
    tags = run("git", "tag", "--points-at", "HEAD", cwd=ROOT).split()
    if tags and f"v{version}" not in tags:
        raise NotReadyError(f"the version is {version}, the tag {', '.join(tags)}: one of them is wrong")
    said = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    if f"## {version}" not in said:
        raise NotReadyError(f"CHANGELOG.md has no section {version}")
    if tags and f"## {version} (unreleased)" in said:
        raise NotReadyError(f"{version} is tagged, but CHANGELOG.md calls it unreleased")
    return version


def built(folder: Path) -> dict[str, str]:
    """Return the hashes of wheel and sdist, built of what is committed, dated by the commit."""
    clean = folder / "source"
    run("git", "worktree", "add", "--detach", clean, "HEAD", cwd=ROOT)
    try:
        date = run("git", "log", "-1", "--format=%ct", cwd=ROOT).strip()
        environment = {**os.environ, "SOURCE_DATE_EPOCH": date}
        run(BIN / "pyproject-build", "--outdir", folder / "dist", clean, env=environment)
    finally:
        run("git", "worktree", "remove", "--force", clean, cwd=ROOT)
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in (folder / "dist").iterdir()}


def check_contents(folder: Path) -> None:
    """Refuse an archive that lacks the licence, or holds what looks like a key."""
    for path in folder.iterdir():
        if path.suffix == ".whl":
            with zipfile.ZipFile(path) as wheel:
                contents = {name: wheel.read(name) for name in wheel.namelist()}
        else:
            with tarfile.open(path) as sdist:
                files = [member for member in sdist.getmembers() if member.isfile()]
                contents = {
                    member.name: opened.read() for member in files if (opened := sdist.extractfile(member))
                }
        if not any(name.endswith("LICENSE") for name in contents):
            raise NotReadyError(f"{path.name} has no LICENSE")
        for name, content in contents.items():
            if SECRETS.search(content):
                raise NotReadyError(f"{path.name}: {name} holds what looks like a key")


def try_wheel(wheel: Path, folder: Path) -> Path:
    """Install a wheel in an empty environment, run its demonstration from elsewhere, and return the environment."""
    environment = folder / "empty"
    uv = BIN / "uv"
    run(uv, "venv", "--quiet", "--python", BIN / "python", environment)
    run(uv, "pip", "install", "--quiet", wheel, env={**os.environ, "VIRTUAL_ENV": str(environment)})
    page = folder / "demo.html"
    apart = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    run(environment / "bin" / "trueness", "demo", "--out", page, cwd=folder, env=apart)
    if "meteor" not in page.read_text(encoding="utf-8"):
        raise NotReadyError("the demonstration of the installed wheel shows no metric")
    return environment


def write_licences(environment: Path, path: Path) -> Counter[str]:
    """Write the licences of all that is needed, refuse one that does not fit; return how many have which."""
    found = {
        f"{package.name} {package.version}": licence(package)
        for package in distributions(path=[str(packages_of(environment))])
        if package.name != "trueness"
    }
    for package, name in found.items():
        if not fits(name):
            raise NotReadyError(f"{package} is under '{name}'")
    lines = [f"{package}: {name}\n" for package, name in sorted(found.items())]
    path.write_text("".join(lines), encoding="utf-8")
    return Counter(found.values())


def packages_of(environment: Path) -> Path:
    """Return where an environment has its packages."""
    return next((environment / "lib").glob("python*")) / "site-packages"


def audited(environment: Path) -> str:
    """Return what is known of the parts' vulnerabilities; a known one ends the release."""
    command = [
        str(BIN / "pip-audit"),
        "--path",
        str(packages_of(environment)),
        "--progress-spinner",
        "off",
        "--format",
        "json",
    ]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    try:
        parts = json.loads(done.stdout)["dependencies"]
    except ValueError:
        return f"NOT AUDITED: {' '.join(done.stderr.split())[-200:]}"
    known = [part for part in parts if part.get("vulns")]
    if known:
        raise NotReadyError(f"known vulnerabilities: {json.dumps(known, indent=1)}")
    skipped = [part for part in parts if part["name"] != "trueness" and part.get("skip_reason")]
    if skipped:
        return f"NOT AUDITED: {len(skipped)} of {len(parts)} parts, since: {skipped[0]['skip_reason']}"
    return f"audited: no known vulnerability in {len(parts)} parts"


def main() -> None:
    """Make the release in a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    out = parser.parse_args().out
    version = checked_version()
    print(f"trueness {version}")
    with tempfile.TemporaryDirectory() as scratch:
        first, second = Path(scratch, "first"), Path(scratch, "second")
        hashes = built(first)
        if built(second) != hashes:
            raise NotReadyError("two builds of one commit differ")
        for name, digest in hashes.items():
            print(f"built twice, equal: {name} sha256 {digest}")
        check_contents(first / "dist")
        wheel = next((first / "dist").glob("*.whl"))
        environment = try_wheel(wheel, Path(scratch))
        print("installed in an empty environment: the demonstration runs")
        out.mkdir(parents=True, exist_ok=True)
        counted = write_licences(environment, out / f"trueness-{version}.licences.txt")
        print("licences: " + ", ".join(f"{name} {count}" for name, count in counted.most_common()))
        parts = out / f"trueness-{version}.cdx.json"
        run(
            *(BIN / "cyclonedx-py", "environment", environment / "bin" / "python", "--output-reproducible"),
            *("--pyproject", ROOT / "pyproject.toml", "--output-file", parts),
        )
        print(f"parts: {len(json.loads(parts.read_text(encoding='utf-8'))['components'])}, {parts.name}")
        print(audited(environment))
        for path in (first / "dist").iterdir():
            shutil.copy(path, out)


if __name__ == "__main__":
    try:
        main()
    except NotReadyError as error:
        sys.exit(f"not ready: {error}")
