"""An endpoint on this machine that answers as a test says, well or badly."""

from __future__ import annotations

import contextlib
import http.server
import json
import math
import socket
import struct
import threading
import time

import pytest

from trueness.metrics.llm_judge.declaration import parse_declaration


def completion(text, *, finish="stop", tokens=None, usage=(30, 5), **message):
    """Return the body of a chat completion."""
    choice = {
        "index": 0,
        "finish_reason": finish,
        "message": {"role": "assistant", "content": text, **message},
        "logprobs": None if tokens is None else {"content": tokens},
    }
    body = {"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
    if usage is not None:
        body["usage"] = {"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": sum(usage)}
    return body


def label_token(probabilities, said=None):
    """Return a token with its alternatives, from text to probability."""
    top = [{"token": text, "logprob": math.log(p)} for text, p in probabilities.items()]
    said = said or max(probabilities, key=probabilities.get)
    return {"token": said, "logprob": math.log(probabilities.get(said, 1e-9)), "top_logprobs": top}


class Raw:
    """What is sent as it is: status, headers, bytes; dripped, cut off or reset on demand."""

    def __init__(
        self, content=b"", status=200, headers=(), kind="application/json", how="whole", seconds=0.0
    ):
        self.content = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.status, self.headers, self.kind, self.how, self.seconds = (
            status,
            dict(headers),
            kind,
            how,
            seconds,
        )


class Stub:
    """The endpoint.

    Attributes
    ----------
    asked : list of dict
        The bodies of requests, in the order in which they came.
    keys : list of str
        Their headers of authorization.
    """

    def __init__(self):
        self.asked, self.keys, self.most_at_once = [], [], 0
        self.answer = lambda body, count: completion("4")
        self._lock, self._now = threading.Lock(), 0
        stub = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                with stub._lock:
                    stub.asked.append(body)
                    stub.keys.append(self.headers.get("authorization"))
                    count = len(stub.asked)
                    stub._now += 1
                    stub.most_at_once = max(stub.most_at_once, stub._now)
                try:
                    with contextlib.suppress(OSError):
                        self.reply(stub.answer(body, count))
                finally:
                    with stub._lock:
                        stub._now -= 1

            def reply(self, answer):
                raw = answer if isinstance(answer, Raw) else Raw(answer)
                time.sleep(raw.seconds if raw.how == "whole" else 0)
                if raw.how == "reset":
                    self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    self.connection.close()
                    self.close_connection = True
                    return
                self.send_response(raw.status)
                self.send_header("content-type", raw.kind)
                self.send_header("content-length", str(len(raw.content)))
                for name, value in raw.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                if raw.how == "cut":
                    self.wfile.write(raw.content[: len(raw.content) // 2])
                    self.close_connection = True
                elif raw.how == "drip":
                    for k in range(len(raw.content)):
                        self.wfile.write(raw.content[k : k + 1])
                        self.wfile.flush()
                        time.sleep(raw.seconds)
                else:
                    self.wfile.write(raw.content)

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            def handle_error(self, request, client_address):
                pass  # a client that has gone

        self._server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def stub(monkeypatch, tmp_path):
    for variable in ("TRUENESS_JUDGE_URL", "TRUENESS_JUDGE_MODEL", "TRUENESS_JUDGE_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.setenv("TRUENESS_CACHE", str(tmp_path / "cache"))
    running = Stub()
    yield running
    running.close()


@pytest.fixture
def quick(monkeypatch):
    """Let the client wait for milliseconds between attempts."""
    from trueness.metrics.llm_judge import retrying

    monkeypatch.setattr(retrying, "FIRST", 0.001)
    monkeypatch.setattr(retrying, "LONGEST", 0.002)


DIRECT = """
name = "quality"
about = "Quality, 1 to 5."
model = "m"
prompt = "Rate: {{ output }}"
[scale]
lower = 1
upper = 5
whole = true
[reply]
read = "pattern"
pattern = '^\\s*(?P<score>\\S+)\\s*$'
"""


@pytest.fixture
def declare():
    """Return a declaration, DIRECT with further lines at the top, in the table of replies, or at the end."""

    def made(text=DIRECT, *, top="", reply=None, end=""):
        if reply is not None:
            text = text[: text.index("[reply]")] + "[reply]\n" + reply + "\n"
        return parse_declaration(f"{top}\n{text}\n{end}".encode(), "judge.toml")

    return made


@pytest.fixture
def said():
    """Return what builds answers of the endpoint."""

    class Said:
        completion = staticmethod(completion)
        token = staticmethod(label_token)
        raw = Raw
        direct = DIRECT

    return Said
