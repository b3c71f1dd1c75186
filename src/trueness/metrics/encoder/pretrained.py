"""Pretrained models of transformers: where they lie, what tells them apart, and how they are read."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import warnings
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path
from typing import Any

from trueness.errors import ArgumentError, FormatError, TruenessError, import_extra
from trueness.metrics.encoder.model_facts import file_hashes

NO_CODE: Mapping[str, bool] = {"local_files_only": True, "trust_remote_code": False}
"""How the files of a model are read, whoever gave them: nothing is fetched, and no code in them is run."""

WEIGHTS = "model.safetensors"
"""The file of a model that holds its weights, where these are in one."""

_OTHER_FRAMEWORKS = (".h5", ".msgpack", ".ot", ".onnx", ".tflite", ".gguf")
_TORCH_ONLY = (".bin", ".pt", ".pth")


def find_model(name: str | os.PathLike[str]) -> Path:
    """Return the folder of a model; nothing is fetched.

    Parameters
    ----------
    name : str or path
        A folder, an installed package that holds one, or a name on the hub whose files were fetched before.

    Raises
    ------
    FormatError
        If it is none of these; the message says which command fetches the files of a name.
    MissingExtraError
        If a name of the hub cannot be looked up here.
    """
    folder = Path(name).expanduser()
    if folder.is_dir():
        return folder
    given = os.fspath(name)
    if folder.exists() or given.startswith((".", "/", "~")) or given.count("/") > 1 or not given.strip():
        raise FormatError(f"'{given}' must be a folder with config.json and weights.")
    if (packaged := _packaged_model(given)) is not None:
        return packaged
    huggingface_hub = import_extra(
        "huggingface_hub", extra="neural", feature="finding a model of the hub by its name"
    )
    try:
        return Path(huggingface_hub.snapshot_download(given, local_files_only=True))
    except (OSError, ValueError) as error:
        raise FormatError(
            f"the model '{given}' is missing on this machine. Fetch it once with: hf download {given} (a "
            "folder with its files does as well)."
        ) from error


def _packaged_model(name: str) -> Path | None:
    """Return the one folder with settings and weights that an installed package of that name holds."""
    try:
        files = distribution(name).files or ()
    except (PackageNotFoundError, ValueError):  # ValueError: what cannot be the name of a package
        return None
    folders = {Path(str(file.locate())).parent for file in files if file.name == "config.json"}
    whole = [folder for folder in folders if (folder / WEIGHTS).is_file()]
    return whole[0] if len(whole) == 1 else None


def folder_hash(folder: Path) -> str:
    """Return 16 hexadecimal digits that stand for the contents of a model's files, wherever they lie.

    Weights of other frameworks are left out, and those of torch's own format where there are safetensors.
    """
    paths = sorted(path for path in folder.iterdir() if path.is_file())
    skipped: tuple[str, ...] = _OTHER_FRAMEWORKS
    if any(path.suffix == ".safetensors" for path in paths):
        skipped += _TORCH_ONLY
    paths = [path for path in paths if path.suffix not in skipped]
    digest = hashlib.sha256()
    for path, hashed in zip(paths, file_hashes(paths), strict=True):
        digest.update(f"{path.name} {hashed}\n".encode())
    return digest.hexdigest()[:16]


@contextlib.contextmanager
def quiet(transformers: Any) -> Iterator[None]:
    """Keep to ourselves what transformers reports of its work."""
    logging = transformers.utils.logging
    before, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such as of packages that a tokenizer looks for and does not use
            yield
    finally:
        logging.set_verbosity(before)
        if bars:
            logging.enable_progress_bar()


@contextlib.contextmanager
def reading(transformers: Any, name: str, wanted: str) -> Iterator[None]:
    """Say in one line why a model cannot be read, and nothing while it is.

    Parameters
    ----------
    transformers : module
    name : str
        The model, as the user calls it.
    wanted : str
        What it has to be, to follow "It has to be".

    Raises
    ------
    FormatError
        For whatever transformers raises of files that are missing, damaged or of another model.
    """
    try:
        with quiet(transformers):
            yield
    except ImportError as error:  # of a tokenizer that needs a package besides
        raise FormatError(f"reading the model '{name}' failed: {_said(error)}") from error
    except (TruenessError, MemoryError):
        raise
    except Exception as error:  # readers of files have exceptions of their own, which derive from this alone
        raise FormatError(
            f"reading the model '{name}' failed ({_said(error)}).",
            remedy=f"It has to be {wanted}, and its files whole.",
        ) from error


def on_device(model: Any, device: str) -> Any:
    """Return a model where torch can use it, ready to be used.

    Raises
    ------
    ArgumentError
        If torch has no such device.
    """
    try:
        return model.to(device).eval()
    except (RuntimeError, AssertionError) as error:  # what torch raises for a device that is not there
        why = str(error).partition("\n")[0]
        raise ArgumentError(f"`device` must be one that torch can use; it is {device!r} ({why}).") from error


def software(names: Sequence[str]) -> str:
    """Return packages with their versions, those that are installed."""
    return ",".join(f"{name} {found}" for name in names if (found := _version(name)))


@functools.cache
def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _said(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[0][:300]}" if lines else type(error).__name__
