"""Large parts of a page, compressed until its script shows them."""

from __future__ import annotations

import base64
import binascii
import gzip
import zlib

LARGE = 100_000
"""From so many characters on a part of a page is compressed."""


def packed(text: str) -> str:
    """Return a text as base64 of gzip; the same text gives the same letters.

    ``unpacked`` and the function of this name in the page's script take it back.
    """
    compressed = gzip.compress(text.encode("utf-8", errors="surrogatepass"), mtime=0)
    return base64.b64encode(compressed).decode("ascii")


def unpacked(text: str, *, most: int) -> str:
    """Return what `packed` was given.

    Parameters
    ----------
    text : str
    most : int
        Bytes that it may have.

    Raises
    ------
    ValueError
        If it is nothing that was packed, is damaged, or is larger.
    """
    opened = zlib.decompressobj(wbits=31)
    try:
        content = opened.decompress(base64.b64decode(text, validate=True), most + 1)
    except (binascii.Error, zlib.error) as error:
        raise ValueError(f"what is compressed in it is damaged ({error})") from error
    if len(content) > most:
        raise ValueError(f"what is compressed in it has more than {most:,} bytes")
    if not opened.eof:
        raise ValueError("what is compressed in it ends too early")
    return content.decode("utf-8", errors="surrogatepass")
