"""Fetch the files of a data set into the user's cache, checked against their recorded hashes."""

from __future__ import annotations

import errno
import functools
import os
import urllib.parse
from pathlib import Path
from typing import IO

from trueness.data.datasets.registry import Dataset, DatasetFile, get_dataset
from trueness.data.datasets.transfer import transfer
from trueness.data.files.kept_file import cache_folder
from trueness.data.files.whole_file import replacing
from trueness.errors import ArgumentError, DownloadError
from trueness.parallel import TextProgress

MIRROR_VARIABLE = "TRUENESS_MIRROR"
_CHUNK = 1 << 20


def fetch(
    name: str,
    *,
    mirror: str | Path | None = None,
    cache: str | Path | None = None,
    progress: TextProgress | None = None,
) -> tuple[Path, ...]:
    """Return the files of a data set, fetching those that are not in the cache yet.

    Every file is compared with its recorded sha256, also one that is in the cache already; a file appears
    under its name only when it is complete and right. No more bytes are fetched than are recorded, and a file takes at
    most a minute and a second for every 10,000 of its bytes.

    Parameters
    ----------
    name : str
        A data set of the registry.
    mirror : str or Path, optional
        Where to fetch from instead of the recorded urls: a folder, or the base of ``file:``, ``http:`` or
        ``https:`` urls, under which the files lie as ``<data set>/<file>``. By default the variable
        TRUENESS_MIRROR.
    cache : str or Path, optional
        The folder to keep files in. By default the variable TRUENESS_CACHE, else the user's cache folder.
    progress : callable, optional
        Called with a file's name, the bytes fetched so far and its size.

    Returns
    -------
    tuple of Path
        The files in the order of the registry; none for a data set that comes with the package.

    Raises
    ------
    UnknownNameError
        If there is no such data set.
    DownloadError
        If a file cannot be fetched or is not the recorded one (the message names the url, what was expected
        and what helps), or if the data set has to be applied for (the message says where).
    ArgumentError
        If `mirror` is a url of another kind.
    """
    dataset = get_dataset(name)
    if dataset.kind == "licensed":
        access = " ".join((dataset.access or "").split())
        raise DownloadError(f"'{name}' is licensed: it needs a {dataset.licence}. {access}")
    folder = cache_folder(cache) / dataset.name
    return tuple(_fetch_file(file, dataset, folder, mirror, progress) for file in dataset.files)


def cached_files(name: str, *, cache: str | Path | None = None) -> tuple[Path, ...]:
    """Return the files of a data set that are in the cache, whether or not they are right.

    Raises
    ------
    UnknownNameError
        If there is no such data set.
    """
    dataset = get_dataset(name)
    paths = (cache_folder(cache) / dataset.name / file.name for file in dataset.files)
    return tuple(path for path in paths if path.is_file())


def files_to_fetch(name: str) -> tuple[DatasetFile, ...]:
    """Return the files of a data set that `fetch` would ask another machine for.

    Raises
    ------
    UnknownNameError
        If there is no such data set.
    ArgumentError
        If the mirror that the environment names is a url of another kind.
    """
    dataset = get_dataset(name)
    folder = cache_folder() / dataset.name
    return tuple(
        file
        for file in dataset.files
        if not _is_recorded(folder / file.name, file) and not isinstance(_origin(file, dataset, None), Path)
    )


def _is_recorded(path: Path, file: DatasetFile) -> bool:
    """Return whether the file at a path is the recorded one."""
    import pooch

    return (
        path.is_file()
        and path.stat().st_size == file.size
        and pooch.file_hash(str(path), alg="sha256") == file.sha256
    )


def _fetch_file(
    file: DatasetFile,
    dataset: Dataset,
    folder: Path,
    mirror: str | Path | None,
    progress: TextProgress | None,
) -> Path:
    target = folder / file.name
    if _is_recorded(target, file):
        return target
    origin = _origin(file, dataset, mirror)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with replacing(target) as fetched:
            if isinstance(origin, Path):
                _copy(origin, fetched, file)
            else:
                told = None if progress is None else functools.partial(_tell, progress, file)
                transfer(origin, fetched, file.size, told)
            fetched.flush()
            _check_recorded(fetched, origin, file, dataset, folder)
    except DownloadError:
        raise
    except OSError as error:
        raise DownloadError(
            f"fetching {origin} failed ({_reason(error)}). Expected: '{file.name}' of '{dataset.name}', "
            f"{file.size} bytes, sha256 {file.sha256}. {_remedy(file, dataset, folder)}"
        ) from error
    if progress is not None:
        progress(file.name, file.size, file.size)
    return target


def _check_recorded(
    fetched: IO[bytes], origin: str | Path, file: DatasetFile, dataset: Dataset, folder: Path
) -> None:
    import pooch

    found = pooch.file_hash(str(fetched.name), alg="sha256")
    if found != file.sha256:
        raise DownloadError(
            f"{origin} differs from the recorded file of '{dataset.name}': sha256 {file.sha256} and "
            f"{file.size} bytes were expected, it has sha256 {found} and {fetched.tell()} bytes. "
            f"{_remedy(file, dataset, folder)}"
        )


def _origin(file: DatasetFile, dataset: Dataset, mirror: str | Path | None) -> str | Path:
    """Return the url or the local path of a file."""
    chosen = mirror or os.environ.get(MIRROR_VARIABLE)
    if not chosen:
        return file.url
    try:
        parts = urllib.parse.urlsplit(str(chosen))
    except ValueError as error:
        raise ArgumentError(f"`mirror` must be a url: {error}, {str(chosen)!r}.") from None
    if len(parts.scheme) < 2:  # a path; one letter is a drive
        return Path(chosen).expanduser() / dataset.name / file.name
    if parts.scheme == "file":
        from urllib.request import url2pathname  # loads what the web needs, too

        return Path(url2pathname(parts.path)) / dataset.name / file.name
    if parts.scheme in ("http", "https"):
        return f"{str(chosen).rstrip('/')}/{dataset.name}/{urllib.parse.quote(file.name)}"
    raise ArgumentError(
        f"`mirror` must be a folder or a url of file:, http: or https:; it is {str(chosen)!r}."
    )


def _copy(origin: Path, fetched: IO[bytes], file: DatasetFile) -> None:
    """Copy a file of a mirror, but no more bytes than it should have."""
    if origin.exists() and not origin.is_file():  # a pipe may never end, or never begin
        raise OSError(errno.EINVAL, "this must be an ordinary file")
    with origin.open("rb") as given:
        while chunk := given.read(_CHUNK):
            if fetched.tell() + len(chunk) > file.size:
                raise OSError(f"it has more than the {file.size:,} bytes of the file")
            fetched.write(chunk)


def _tell(progress: TextProgress, file: DatasetFile, done: int) -> None:
    progress(file.name, done, file.size)


def _reason(error: OSError) -> str:
    response = getattr(error, "response", None)
    if response is not None:
        return f"HTTP status {response.status_code} {response.reason}"
    return f"{type(error).__name__}: {error.strerror or error}"


def _remedy(file: DatasetFile, dataset: Dataset, folder: Path) -> str:
    return (
        f"Without a way to {file.url}, get the file elsewhere and put it at {folder / file.name}, or name a "
        f"mirror that has it as {dataset.name}/{file.name}: --mirror FOLDER_OR_URL, in Python mirror=…, or "
        f"the variable {MIRROR_VARIABLE}."
    )
