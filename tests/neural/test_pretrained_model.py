"""Real loading: models fetched with the command that errors name, other architectures, and what is missing."""

from __future__ import annotations

import hashlib
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import unquote

import huggingface_hub
import numpy as np
import pytest
import torch
import transformers
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from trueness import score
from trueness.data.reading.texts_from_rows import texts_from_rows
from trueness.errors import ArgumentError, DataError, FormatError
from trueness.metrics.encoder.encoder import Encoder
from trueness.metrics.encoder.gap_filling import Gapped

COMMIT = "0123456789abcdef" * 2 + "01234567"
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "cat", "dog", "sat", "on", "mat"]
SMALL = {"hidden_size": 16, "num_hidden_layers": 3, "num_attention_heads": 2, "intermediate_size": 24}


SPECIAL = dict(zip(("pad_token", "unk_token", "cls_token", "sep_token", "mask_token"), WORDS, strict=False))


def save_tokenizer(folder):
    vocabulary = {word: k for k, word in enumerate(WORDS)}
    backend = Tokenizer(models.WordLevel(vocabulary, SPECIAL["unk_token"]))
    backend.pre_tokenizer = pre_tokenizers.Whitespace()
    backend.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    transformers.PreTrainedTokenizerFast(
        tokenizer_object=backend, model_max_length=32, **SPECIAL
    ).save_pretrained(folder)


@pytest.fixture(scope="module")
def masked(tmp_path_factory):
    """A folder with a small BERT and its masked-LM head."""
    folder = tmp_path_factory.mktemp("models") / "small-bert"
    torch.manual_seed(0)
    config = transformers.BertConfig(vocab_size=len(WORDS), max_position_embeddings=32, **SMALL)
    transformers.BertForMaskedLM(config).save_pretrained(folder)
    save_tokenizer(folder)
    return folder


class Hub(http.server.BaseHTTPRequestHandler):
    """As much of the hub as is needed to fetch one model."""

    folder: Path

    def do_HEAD(self):
        self.answer(body=False)

    def do_GET(self):
        self.answer(body=True)

    def answer(self, *, body):
        path = unquote(self.path.partition("?")[0])
        self.server.asked.append(path)
        found = re.fullmatch(r"/made/small-bert/resolve/[^/]+/(.+)", path)
        if found and (self.folder / found[1]).is_file():
            content = (self.folder / found[1]).read_bytes()
            etag = hashlib.sha256(content).hexdigest()
        elif path.startswith("/api/models/made/small-bert"):
            files = [
                {
                    "type": "file",
                    "rfilename": one.name,
                    "path": one.name,
                    "size": one.stat().st_size,
                    "oid": "0",
                }
                for one in sorted(self.folder.iterdir())
            ]
            facts = {"id": "made/small-bert", "sha": COMMIT, "siblings": files, "private": False, "tags": []}
            content = json.dumps(files if "/tree/" in path else facts).encode()
            etag = "facts"
        else:
            self.send_response(404)
            self.send_header("X-Error-Code", "RepoNotFound")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("X-Repo-Commit", COMMIT)
        self.send_header("ETag", f'"{etag}"')
        self.send_header(
            "Content-Type", "application/json" if etag == "facts" else "application/octet-stream"
        )
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if body:
            self.wfile.write(content)

    def log_message(self, *_):
        pass


def test_the_command_that_an_error_names_fetches_what_is_missing(masked, serving, tmp_path, monkeypatch):
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(DataError, match="'made/small-bert' is missing on this machine") as caught:
        Encoder("made/small-bert").encode(["a cat"], [1])
    command = re.search(r"with: (hf download \S+)", str(caught.value))[1].split()
    server = serving(type("Handler", (Hub,), {"folder": masked}))
    subprocess.run(
        [str(Path(sys.executable).parent / command[0]), *command[1:]],
        check=True,
        capture_output=True,
        env={
            **{key: value for key, value in os.environ.items() if not key.startswith("HF_")},
            "HF_ENDPOINT": server.base,
            "HF_HUB_CACHE": str(tmp_path),
            "HF_HUB_DISABLE_XET": "1",
        },
    )
    asked = len(server.asked)
    (found,) = Encoder("made/small-bert").encode(["a cat"], [1])
    assert len(server.asked) == asked  # nobody is asked for what is here
    (expected,) = Encoder(masked).encode(["a cat"], [1])
    np.testing.assert_array_equal(found.layers[1], expected.layers[1])
    assert Encoder("made/small-bert").contents_hash == Encoder(masked).contents_hash


KINDS = {
    "distilbert": (
        transformers.DistilBertModel,
        transformers.DistilBertConfig,
        {"dim": 16, "n_layers": 3, "n_heads": 2, "hidden_dim": 24, "max_position_embeddings": 32},
    ),
    "roberta": (
        transformers.RobertaModel,
        transformers.RobertaConfig,
        {**SMALL, "max_position_embeddings": 40},
    ),
    "albert": (
        transformers.AlbertModel,
        transformers.AlbertConfig,
        {**SMALL, "embedding_size": 8, "max_position_embeddings": 32},
    ),
    "electra": (
        transformers.ElectraModel,
        transformers.ElectraConfig,
        {**SMALL, "embedding_size": 8, "max_position_embeddings": 32},
    ),
    "xlnet": (
        transformers.XLNetModel,
        transformers.XLNetConfig,
        {"d_model": 16, "n_layer": 3, "n_head": 2, "d_inner": 24},
    ),
    "bart": (
        transformers.BartModel,
        transformers.BartConfig,
        {
            "d_model": 16,
            "encoder_layers": 3,
            "decoder_layers": 1,
            "encoder_attention_heads": 2,
            "decoder_attention_heads": 2,
            "encoder_ffn_dim": 24,
            "decoder_ffn_dim": 24,
            "max_position_embeddings": 32,
        },
    ),
    "t5": (
        transformers.T5Model,
        transformers.T5Config,
        {"d_model": 16, "d_kv": 8, "num_layers": 3, "num_heads": 2, "d_ff": 24, "decoder_start_token_id": 0},
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_layers_of_every_architecture_are_those_of_transformers(kind, tmp_path):
    model, config, settings = KINDS[kind]
    torch.manual_seed(1)
    model(config(vocab_size=len(WORDS), pad_token_id=0, **settings)).save_pretrained(tmp_path / kind)
    save_tokenizer(tmp_path / kind)
    encoder = Encoder(tmp_path / kind)
    (found,) = encoder.encode(["a cat sat on a mat"], [0, 1, 2, 3])
    whole = transformers.AutoModel.from_pretrained(tmp_path / kind).eval()
    whole = whole.get_encoder() if whole.config.is_encoder_decoder else whole
    with torch.inference_mode():
        states = whole(input_ids=torch.tensor([found.ids.tolist()]), output_hidden_states=True).hidden_states
    for layer in range(4):
        np.testing.assert_allclose(found.layers[layer], states[layer][0].numpy(), rtol=0, atol=1e-5)


def test_a_model_that_generates_texts_only_is_no_encoder(tmp_path, masked):
    shutil.copytree(masked, tmp_path / "odd")
    (tmp_path / "odd" / "config.json").write_text(json.dumps({"model_type": "no-such-model"}))
    with pytest.raises(DataError, match=r"reading the model '.*odd' failed") as caught:
        Encoder(tmp_path / "odd").encode(["a"], [1])
    assert "\n" not in str(caught.value)
    (tmp_path / "odd" / "config.json").write_text("{")
    with pytest.raises(DataError, match=r"reading the model '.*odd' failed"):
        Encoder(tmp_path / "odd").encode(["a"], [1])


def test_a_tokenizer_without_words_is_said(tmp_path, masked):
    # transformers makes one of nothing, for which every word is unknown, and says nothing
    folder = shutil.copytree(masked, tmp_path / "wordless")
    for one in folder.glob("*token*"):
        one.unlink()
    with pytest.raises(
        FormatError, match=r"the tokenizer of the model '.*wordless' knows special tokens only. Put its"
    ):
        Encoder(folder).encode(["a"], [1])


def test_a_tokenizer_of_a_larger_model_is_said(tmp_path, masked):
    folder = shutil.copytree(masked, tmp_path / "two")
    config = transformers.BertConfig(vocab_size=8, max_position_embeddings=32, **SMALL)
    transformers.BertForMaskedLM(config).save_pretrained(folder)
    encoder = Encoder(folder)
    for asked in (
        lambda: encoder.encode(["a dog", "a cat sat"], [1]),
        lambda: encoder.states_at([[(2, 5, 8, 3)]], [[(1,)]], 1),
        lambda: encoder.filled_rightly([[Gapped((2, 5, 8, 3), (1,), (6,))]]),
    ):
        with pytest.raises(FormatError, match=r"tokens up to number 8, and the model knows 8, from 0"):
            asked()
    assert len(encoder.encode(["a dog"], [1])) == 1


def test_weights_of_another_width_are_said(tmp_path, masked):
    folder = shutil.copytree(masked, tmp_path / "wide")
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"hidden_size": 32}))
    with pytest.raises(FormatError, match=r"lack weights that fit for \d+ parts of it, the first being 'e"):
        Encoder(folder).encode(["a"], [1])


def test_what_is_wrong_with_a_model_is_not_blamed_on_an_output(tmp_path, masked):
    folder = shutil.copytree(masked, tmp_path / "torn")
    weights = (folder / "model.safetensors").read_bytes()
    (folder / "model.safetensors").write_bytes(weights[: len(weights) // 2])
    texts = texts_from_rows([{"system": "a", "input": "1", "output": "a cat", "references": ["a dog"]}])
    with pytest.raises(
        FormatError, match=r"^reading the model '.*torn' failed \(.*\). It has to be a model that"
    ):
        score(texts, f"bertscore_f:model={folder},layer=1")


def test_a_folder_without_tokenizer_or_weights_is_said(tmp_path, masked):
    for name in ("model.safetensors", "tokenizer.json"):
        folder = shutil.copytree(masked, tmp_path / name)
        (folder / name).unlink()
        with pytest.raises(DataError, match=r"reading the model .* failed|lack weights"):
            Encoder(folder).encode(["a"], [1])


def test_code_that_comes_with_a_model_is_not_run(tmp_path, masked, monkeypatch):
    folder = shutil.copytree(masked, tmp_path / "code")
    told = tmp_path / "told"
    (folder / "evil.py").write_text(
        f"open({str(told)!r}, 'w')\nfrom transformers import BertConfig, BertModel\n"
        "class C(BertConfig):\n    model_type = 'evil'\nclass M(BertModel):\n    config_class = C\n"
    )
    config = json.loads((folder / "config.json").read_text())
    own = {"AutoConfig": "evil.C", "AutoModel": "evil.M"}
    (folder / "config.json").write_text(json.dumps({**config, "model_type": "evil", "auto_map": own}))
    monkeypatch.setattr("builtins.input", lambda *_: "y")  # transformers asks where nothing is said
    with pytest.raises(FormatError, match=r"reading the model .* failed"):
        Encoder(folder).encode(["a"], [1])
    assert not told.exists()


def test_weights_that_are_a_pickle_are_not_read_and_the_remedy_writes_them_anew(tmp_path, masked):
    folder = shutil.copytree(masked, tmp_path / "pickled")
    expected = Encoder(folder).encode(["a cat"], [1])[0]
    model = transformers.AutoModel.from_pretrained(folder)
    (folder / "model.safetensors").unlink()
    torch.save(model.state_dict(), folder / "pytorch_model.bin")
    with pytest.raises(FormatError, match="are a pickle, which is not read") as caught:
        Encoder(folder).encode(["a cat"], [1])
    command = str(caught.value).partition('python -c "')[2].partition('".')[0]
    subprocess.run([sys.executable, "-c", command], check=True, capture_output=True)
    found = Encoder(folder).encode(["a cat"], [1])[0]
    assert np.asarray(found.layers[1]).tolist() == np.asarray(expected.layers[1]).tolist()


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"num_hidden_layers": 10**9}, "of a larger model than its files, which have "),
        ({"hidden_size": 10**6}, "of a larger model than its files, which have "),
        ({"intermediate_size": 2**31}, "of a larger model than its files, which have "),
        ({"num_hidden_layers": 4}, "lack weights that fit for"),
        ({"num_attention_heads": -1}, "failed"),
        ({"chunk_size_feed_forward": 7}, "failed"),
    ],
)
def test_settings_that_do_not_fit_the_files_are_refused_at_once(tmp_path, masked, settings, said):
    folder = shutil.copytree(masked, tmp_path / "odd")
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({**config, **settings}))
    begun = time.process_time()
    with pytest.raises(FormatError, match=said):
        Encoder(folder).encode(["a cat"], [1])
    assert time.process_time() - begun < 5


def test_a_device_that_is_not_there_is_said(masked):
    with pytest.raises(ArgumentError, match="`device` must be one that torch can use; it is 'nowhere'"):
        Encoder(masked, device="nowhere").encode(["a"], [1])


INTERRUPTED = """
import signal, sys, types
import torch
from trueness.metrics.encoder.pretrained_model import PretrainedModel

def passes(item):
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    for _ in range(400):
        torch.ones(600, 600) @ torch.ones(600, 600)
    return item

def leave(*_):
    sys.exit(5)

signal.signal(signal.SIGALRM, leave)
model = types.SimpleNamespace(torch=torch, device="cpu")
PretrainedModel.side_by_side(model, passes, range(20))
"""


@pytest.mark.skipif(os.name != "posix", reason="alarms are signals of POSIX")
def test_a_run_that_is_left_while_a_model_works_ends_with_its_own_status():
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED],
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (5, "")
