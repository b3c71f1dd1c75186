"""Strange pickles: opcodes lost, doubled, moved and put in, with arguments of any size."""

from __future__ import annotations

import pickle
import pickletools
import random
import struct

_PUT_IN = (
    *(
        pickle.MARK,
        pickle.STOP,
        pickle.POP,
        pickle.POP_MARK,
        pickle.DUP,
        pickle.NONE,
        pickle.NEWTRUE,
        pickle.EMPTY_DICT,
    ),
    *(
        pickle.EMPTY_LIST,
        pickle.EMPTY_TUPLE,
        pickle.EMPTY_SET,
        pickle.APPEND,
        pickle.APPENDS,
        pickle.SETITEM,
        pickle.SETITEMS,
    ),
    *(
        pickle.TUPLE1,
        pickle.TUPLE2,
        pickle.TUPLE3,
        pickle.TUPLE,
        pickle.LIST,
        pickle.DICT,
        pickle.FROZENSET,
        pickle.ADDITEMS,
    ),
    *(
        pickle.REDUCE,
        pickle.BUILD,
        pickle.NEWOBJ,
        pickle.NEWOBJ_EX,
        pickle.MEMOIZE,
        pickle.STACK_GLOBAL,
        pickle.BINPERSID,
    ),
    *(
        pickle.BINGET + b"\0",
        pickle.BINGET + b"\1",
        pickle.BINPUT + b"\0",
        pickle.LONG_BINPUT + struct.pack("<I", 2**20),
    ),
    *(pickle.LONG_BINGET + struct.pack("<I", 2**28), pickle.LONG_BINPUT + struct.pack("<I", 2**28)),
    *(
        pickle.FRAME + struct.pack("<Q", 2**40),
        pickle.BINBYTES8 + struct.pack("<Q", 2**40),
        pickle.BINUNICODE + struct.pack("<I", 2**31),
    ),
    *(
        pickle.LONG4 + struct.pack("<i", 2**30),
        pickle.BYTEARRAY8 + struct.pack("<Q", 2**35),
        pickle.NEXT_BUFFER,
        pickle.EXT1 + b"\1",
    ),
    *(pickle.GLOBAL + b"os\nsystem\n", pickle.GLOBAL + b"builtins\nset\n", pickle.GLOBAL + b"numpy\ndtype\n"),
    *(
        pickle.GLOBAL + b"numpy._core.multiarray\n_reconstruct\n",
        pickle.GLOBAL + b"numpy\nndarray\n",
        pickle.PROTO + b"\5",
    ),
    *(
        pickle.SHORT_BINUNICODE + b"\1a",
        pickle.BININT1 + b"\7",
        pickle.BINFLOAT + struct.pack(">d", float("nan")),
        pickle.INT + b"1_0\n",
    ),
    *(
        pickle.UNICODE + b"\\ud800\n",
        pickle.FLOAT + b"1e999\n",
        pickle.LONG + b"9" * 300 + b"L\n",
        pickle.PERSID + b"x\n",
    ),
    # a container in itself, and one shared many times over
    *(
        pickle.EMPTY_LIST + pickle.DUP + pickle.APPEND,
        (pickle.DUP + pickle.TUPLE2) * 25,
        (pickle.DUP + pickle.TUPLE2) * 25 + pickle.NONE + pickle.SETITEM,
    ),
)


def strange_opcodes(rng: random.Random, content: bytes) -> bytes:
    """Return a pickle with one to six opcodes changed; what is no pickle is returned as it is."""
    try:
        starts = [start for _, _, start in pickletools.genops(content)]
    except Exception:  # noqa: BLE001 - damaged before
        return content
    pieces = [content[a:b] for a, b in zip(starts, [*starts[1:], len(content)], strict=True)]
    for _ in range(rng.choice((1, 1, 2, 3, 6))):
        k = rng.randrange(len(pieces))
        match rng.randrange(6):
            case 0:
                del pieces[k : k + rng.choice((1, 1, 3))]
            case 1:
                pieces[k:k] = [pieces[k]] * rng.choice((1, 1, 20))
            case 2:
                other = rng.randrange(len(pieces))
                pieces[k], pieces[other] = pieces[other], pieces[k]
            case 3 | 4:
                pieces.insert(k, rng.choice(_PUT_IN))
            case _:
                pieces[k] = rng.choice(_PUT_IN)
        if not pieces:
            break
    return b"".join(pieces)
