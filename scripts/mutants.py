#!/usr/bin/env python3
"""Breaks files and arguments in ways that know their structure, and looks at what the program says of them.

    scripts/mutants.py                                    # 1000 mutants of build/release/app/glassformer
    scripts/mutants.py --mutants 100000 --state run.txt   # many; goes on where it was stopped
    scripts/mutants.py --seed 1 --only 4711 --keep here   # one of them, whose files are left in ./here

Mutant number N of a seed is always the same. Rules for each: exit code 0, 1 or 2 within 10 seconds and 2 GB; at most three
lines of messages, UTF-8 without control characters (a tab may head columns), none of a library's own words; a failure
says in a sentence of ours what is wrong (a file, a key, a parameter, an option, or what was given, in quotes) and leaves
no output.
"""
import argparse
import concurrent.futures
import copy
import json
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODELS = ["sort", "coreference", "sentiment-but-cls", "recall-lstm", "soft-lookup", "k-back-1-t5", "k-back-1-rope",
          "k-back-1-shaw", "k-back-1-fire", "translate-rnn-attention", "agreement-masked"]
LIBRARY_WORDS = re.compile(r"json\.exception|type_error|parse_error|out_of_range|invalid_iterator|std::|basic_string|"
                           r"vector::|_M_|what\(\)|bad_alloc|bad_|stoi|stof|stod|terminate called|Assertion|"
                           r"syntax error while|last read|filesystem error|Sanitizer|runtime error:|regex")
NAMES = re.compile(r"\"|'|--|\.json|lesson\.md:|\.safetensors|\.glassformer|\.script|\.txt|blocks\.|embed|head\.|norm|logits|not enough memory|"
                   r"architecture|task |top-|label|training|step \d+|token|line \d+|window|vocab|text|temperature|d_|n_|max_")
PLACED = re.compile(r"lesson\.md:\d+:\d+: \S")
SECONDS, BYTES = 10, 2 << 30

SESSION = {"format": "glassformer session", "version": 1,
           "inputs": {"model": "sort", "text": "405313", "target": "", "gradients": True, "labels": "",
                      "edits": [{"stage": "blocks.0.attn.scores_raw", "cell": [0, 1, 1, 0], "value": 0.5}],
                      "architecture": {"residual": False},
                      "b": {"model": "sort", "text": "12"}},
           "cursor": {"record": "logits", "head": 0, "row": 1, "column": 2, "locked": True, "limit": -1},
           "view": "walk", "theme": "dark", "palette": "meaning", "text_scale": 1, "panel": True, "panel_width": 25,
           "panel_instead": False, "scrolled": {"list": 3},
           "views": {"walk": {"by": 1, "zoom": 2, "camera": "1 2 3", "watch": {"cells": ["logits[0,1]"], "breakpoints": ["logits row 1"]}},
                     "output": {"mode": 1, "position": 2, "run": None, "sampling": {"temperature": 1, "top_k": 0}},
                     "attention": {"mode": 2}, "compare": {"b": None}, "positions": {"mode": 1}, "inspect": {"row": 3}}}
SETTINGS = {"width": 1000, "height": 700, "theme": "dark", "text_scale": 1, "panel_width": 25, "panel": True, "view": "walk",
            "palette": "meaning", "motion": True, "begun": ["sort"], "recent": ["/tmp"], "inputs": SESSION["inputs"],
            "cursor": SESSION["cursor"], "measure": {"renderer": "x", "cpu": {"stage_ms": 1, "flop_per_ms": 1},
                                                     "gl": {"stage_ms": 1, "flop_per_ms": 1}}}
LINES = ["wait-idle", "key 1", "key 2", "key 3", "key 4", "key 5", "key 6", "key Right", "key Down", "key E", "key B", "key Ctrl+K", "type abc",
         "type 0.5", "key Enter", "key Esc", "click 400 300", "move 10 10", "drag 10 10 300 300", "wheel 3", "resize 900x500",
         "wait 3", "pace 2", "click @step", "expect view=walk", "hold Z", "release Z", "print stage", "drop /nowhere", "screenshot OUT"]
RUDE = ["", "\x00", "\x1b[31m", "\u202e", "\u0085", "\ud7ff", "é", "🙂" * 3, "a" * 5000, "%s%n", "{}", "../../etc/passwd", "/dev/zero",
        "NaN", "-0", "1e400", "null", "\n\n", "\t", "~", "/", "#", "[0]"]
NUMBERS = [0, -1, 1, 2, 3, 2**31 - 1, 2**31, 2**32, 2**53, 2**63 - 1, 2**63, 2**64, -2**63, 10**30, 0.5, -0.0, 1e-320, 1e38, 3.5e38, 1e308,
           float("nan"), float("inf"), -float("inf")]


# --- JSON

def places(value, path=()):
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from places(inner, path + (key,))


def at(value, path):
    for key in path:
        value = value[key]
    return value


def other_value(rng, old):
    kind = rng.randrange(8)
    if kind == 0:
        return rng.choice(NUMBERS)
    if kind == 1:
        return rng.choice(RUDE)
    if kind == 2:
        return rng.choice([True, False, None, [], {}, [[]], [1, "a", None], {"a": 1}])
    if kind == 3 and isinstance(old, (int, float)) and not isinstance(old, bool):
        return rng.choice([old + 1, old - 1, -old, old * 2, old * 1000, old / 2, str(old)])
    if kind == 4 and isinstance(old, str):
        where = rng.randrange(len(old) + 1)
        return old[:where] + rng.choice(RUDE) + old[where:]
    if kind == 5 and isinstance(old, list):
        return old + [rng.choice([0, "", None, [], old])]
    if kind == 6:
        return [old]
    return {"kind": old}


def broken_json(rng, root):
    root = copy.deepcopy(root)
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        path = rng.choice(list(places(root)))
        if not path:
            if rng.random() < 0.1:
                root = other_value(rng, root)
            continue
        above, key = at(root, path[:-1]), path[-1]
        what = rng.randrange(5)
        if what == 0 and isinstance(above, dict):
            del above[key]
        elif what == 1 and isinstance(above, dict):
            above[rng.choice(RUDE + [str(key) + "s", str(key).upper()])] = above.pop(key)
        elif what == 2 and isinstance(above, list) and above:
            above.insert(rng.randrange(len(above)), copy.deepcopy(above[rng.randrange(len(above))]))
        else:
            above[key] = other_value(rng, above[key])
        if not isinstance(root, (dict, list)):
            break
    return json.dumps(root, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")


def broken_bytes(rng, data):
    data = bytearray(data)
    what = rng.randrange(9)
    where = rng.randrange(len(data) + 1)
    if what == 0:
        return bytes(data[:where])
    if what == 1:
        return bytes(data[:where]) + rng.choice(RUDE).encode("utf-8", "surrogatepass") + bytes(data[where:])
    if what == 2:
        return bytes(data[:where]) + bytes(rng.randrange(256) for _ in range(rng.choice([1, 2, 9]))) + bytes(data[where:])
    if what == 3:
        for _ in range(rng.choice([1, 1, 5, 50])):
            if data:
                data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        return bytes(data)
    if what == 4:
        end = min(len(data), where + rng.choice([1, 3, 20]))
        return bytes(data[:where]) + bytes(data[end:])
    if what == 5:
        return b"\xef\xbb\xbf" + bytes(data)
    if what == 6:
        return rng.choice([b"", b"\n", b"\x00" * 9, b"[" * 4000, b"{\"a\":" * 40, b"\"" + b"\xff" * 3, b"1e999", b"nul"])
    if what == 7:
        end = min(len(data), where + rng.choice([4, 40]))
        return bytes(data[:end]) + bytes(data[where:])
    return bytes(data) + bytes(data)


def broken_text(rng, root):
    if rng.random() < 0.6:
        return broken_json(rng, root)
    return broken_bytes(rng, json.dumps(root, ensure_ascii=False, indent=rng.choice([None, 1])).encode())


# --- weights

def broken_weights(rng, data):
    length = struct.unpack("<Q", data[:8])[0]
    header, body = json.loads(data[8:8 + length]), bytearray(data[8 + length:])
    what = rng.randrange(7)
    if what == 0:
        return struct.pack("<Q", rng.choice([0, 1, length - 1, length + 1, length * 2, 2**31, 2**63, 2**64 - 1])) + data[8:]
    if what == 1:
        text = broken_json(rng, header)
        return struct.pack("<Q", len(text)) + text + bytes(body)
    if what == 2:
        text = broken_bytes(rng, data[8:8 + length])
        return struct.pack("<Q", len(text)) + text + bytes(body)
    if what == 3:
        return data[:rng.randrange(len(data))] if rng.random() < 0.7 else data + b"\0" * rng.choice([1, 4, 999])
    if what == 4:  # numbers that are not finite
        for name, entry in header.items():
            if name == "__metadata__" or entry["dtype"] not in ("F32", "F16") or rng.random() < 0.3:
                continue
            begin, end = entry["data_offsets"]
            number = struct.pack("<f" if entry["dtype"] == "F32" else "<e",
                                 rng.choice([float("nan"), float("inf"), -float("inf"), 0.0] if entry["dtype"] == "F16" else
                                            [float("nan"), float("inf"), -float("inf"), 3e38, -3e38, 1e-40, 0.0]))
            if rng.random() < 0.5:
                body[begin:end] = number * ((end - begin) // len(number))
            else:
                body[begin:begin + len(number)] = number
        return data[:8 + length] + bytes(body)
    if what == 5:  # two tensors change places, or lie over one another
        names = [name for name in header if name != "__metadata__"]
        a, b = rng.choice(names), rng.choice(names)
        key = rng.choice(["data_offsets", "shape", "dtype"])
        header[a][key], header[b][key] = header[b][key], header[a][key]
        if rng.random() < 0.3:
            header[a][key] = header[b][key]
        text = json.dumps(header).encode()
        return struct.pack("<Q", len(text)) + text + bytes(body)
    for _ in range(rng.choice([1, 10, 1000])):
        body[rng.randrange(len(body))] = rng.randrange(256)
    return data[:8 + length] + bytes(body)


# --- tokenizers and lessons

WORDS = {"type": "WordLevel", "vocab": {"a": 0, "the": 1, "<unk>": 2, "▁": 3, "ab": 4}, "unk_token": "<unk>"}
TOKENIZER_MODELS = [
    WORDS,
    {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2, "<unk>": 3, "Ġ": 4, "<0x41>": 5}, "merges": ["a b"], "unk_token": "<unk>",
     "fuse_unk": True, "byte_fallback": True, "ignore_merges": True, "continuing_subword_prefix": "#", "end_of_word_suffix": "w", "dropout": None},
    {"type": "Unigram", "unk_id": 0, "byte_fallback": True, "vocab": [["<unk>", 0], ["a", -1.5], ["ab", -2], ["▁", -3]]},
    {"type": "WordPiece", "unk_token": "u", "max_input_chars_per_word": 9, "continuing_subword_prefix": "##", "vocab": {"u": 0, "a": 1, "##b": 2}}]
NORMALIZERS = [{"type": name} for name in ["NFC", "NFKD", "Lowercase", "StripAccents", "Nmt", "ByteLevel", "BertNormalizer"]] + [
    {"type": "Strip", "strip_left": True, "strip_right": True}, {"type": "Prepend", "prepend": "▁"},
    {"type": "Replace", "pattern": {"Regex": "\\s+|(?i:x)"}, "content": "_"}, {"type": "Replace", "pattern": {"String": "a"}, "content": "aa"},
    {"type": "Precompiled", "precompiled_charsmap": "CAAAAAABAAABAAAAYQA="}]
PRE_TOKENIZERS = [{"type": name, "add_prefix_space": True, "behavior": "Isolated"} for name in
                  ["ByteLevel", "BertPreTokenizer", "Whitespace", "WhitespaceSplit", "Punctuation", "Digits", "Metaspace", "UnicodeScripts"]] + [
    {"type": "Split", "invert": True, "behavior": "MergedWithNext", "pattern": {"Regex": "[^\\W\\d_]+|\\p{N}{1,3}|[[:punct:]]\\b"}}]
POST_PROCESSORS = [{"type": "BertProcessing", "cls": ["a", 0], "sep": ["a", 0]},
                   {"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "x", "type_id": 1}}, {"Sequence": {"id": "A", "type_id": 0}}],
                    "pair": [], "special_tokens": {"x": {"id": "x", "ids": [0], "tokens": ["a"]}}}]
DECODERS = [{"type": name, "content": "a", "start": 1, "stop": 1} for name in
            ["ByteLevel", "Metaspace", "WordPiece", "BPEDecoder", "ByteFallback", "Fuse", "Strip", "CTC"]]
TEXTS = ["The  animal didn't\ncross: é ﬁ 日本 <s>1234 👋🏽", "aab ab <s>", "שלום עולם", "", " ", "\u2028\u00a0x"]


def tokenizer(rng):
    whole = {"version": "1.0", "model": rng.choice(TOKENIZER_MODELS)}
    for key, parts in [("normalizer", NORMALIZERS), ("pre_tokenizer", PRE_TOKENIZERS), ("post_processor", POST_PROCESSORS), ("decoder", DECODERS)]:
        kind = rng.randrange(4)
        if kind == 0:
            whole[key] = rng.choice(parts)
        elif kind == 1:
            inner = {"normalizer": "normalizers", "pre_tokenizer": "pretokenizers", "post_processor": "processors", "decoder": "decoders"}[key]
            whole[key] = {"type": "Sequence", inner: [rng.choice(parts) for _ in range(rng.choice([1, 2, 9]))]}
    if rng.random() < 0.5:
        whole["added_tokens"] = [{"id": rng.choice([2, 9, 100]), "content": rng.choice(["<s>", "</s>", "ab"]), "special": rng.random() < 0.5,
                                  "lstrip": True, "rstrip": True, "normalized": True, "single_word": rng.random() < 0.5}]
    return whole


MARKUP = ["$", "$$", "\\frac{", "\\sqrt{", "\\meaning{query}{", "{{", "}}", "{{argmax(logits[", "^{", "_", "```scene\n", "```check\n", "```\n", "---\n", "\n\n## ",
          "| a | b |\n|---|---|\n", "> ", "- ", "**", "[a](b)", "![a](b.png)", "{{include ", "cell: blocks.*[", "mask: window 3\n", "text: ", "view: nosuch\n",
          "```question\n", "answer: ", "0.5e9", "{{probs[0,0] : 1%}}", "((((", "1/0", "sum(", "logits[it, *]"]


def broken_lesson(rng):
    paths = sorted((ROOT / "assets/lessons").glob("*.md"))
    head, *steps = rng.choice(paths).read_text().split("\n## ")
    steps = [step for step in steps if "model:" in step] or steps  # a scene goes on from the one before, but for its model
    lines = ("\n## ".join([head] + rng.sample(steps, 1))).split("\n")
    for _ in range(rng.choice([1, 1, 2, 5])):
        where, what = rng.randrange(len(lines)), rng.randrange(7)
        if what == 0:
            del lines[where]
            lines = lines or [""]
        elif what == 1:
            lines.insert(where, lines[rng.randrange(len(lines))])
        elif what == 2:
            lines[where] = lines[where].replace(rng.choice("[]{}:$`#-|,.0123456789 "), rng.choice(["", "$", "[", "{{", "9", "\u202e"]), 1)
        elif what in (3, 4):
            place = rng.randrange(len(lines[where]) + 1)
            lines[where] = lines[where][:place] + rng.choice(MARKUP) * rng.choice([1, 1, 1, 2, 60]) + lines[where][place:]
        elif what == 5:
            place = rng.randrange(len(lines[where]) + 1)
            lines[where] = lines[where][:place] + rng.choice(RUDE) + lines[where][place:]
        else:
            key, colon, value = lines[where].partition(":")
            lines[where] = key + (colon or ":") + " " + str(rng.choice(NUMBERS + RUDE))
    data = "\n".join(lines).encode("utf-8", "surrogatepass")
    return broken_bytes(rng, data) if rng.random() < 0.2 else data


# --- runs

def words_for(rng, model, out):
    """A command that reads the model folder."""
    cell = rng.choice(["logits[0,1]", "blocks.0.attn.scores_raw[0,1,1]", "embed[0,0]", "probs[0,0]"])
    return rng.choice([
        ["trace", "--model", model, "--out", out + ".safetensors"],
        ["trace", "--model", model, "--grad", "--out", out + ".safetensors"],
        ["explain", "--model", model, "--cell", cell],
        ["gradient", "--model", model, "--cell", cell],
        ["generate", "--model", model, "--steps", "3"],
        ["tokenize", "--model", model, "--text", rng.choice(["405313", "The dog was tired.", ""])],
        ["render", "--model", model, "--view", "walk", "--size", "400x300", "--out", out + rng.choice([".svg", ".pdf"])],
    ])


def broken_argument(rng):
    if rng.random() < 0.4:
        return rng.choice(RUDE).replace("\x00", "")
    if rng.random() < 0.5:
        return str(rng.choice(NUMBERS))
    return rng.choice(["sort", "blocks.0.attn.weights[0,1,1]=0.5", "logits[0,0]", "logits[999,1]", "logits[*,*", "logits[0,0]=nan", "1,2,3",
                       "1,,2", "#1,2", "{\"residual\": false}", "{\"n_heads\": 3}", "{\"mask\":{\"kind\":\"none\"}}", "{\"a~b/c\": 1}", "{", "405313",
                       "400x300", "0x0", "x", "walk", "cpu", "nosuch", "/nowhere/at/all", "blocks.*", "-", "--"])


def arguments(rng, out):
    options = {
        "trace": ["--text", "--tokens", "--edit", "--architecture", "--stage", "--labels", "--grad", "--backend", "--target"],
        "explain": ["--cell", "--text", "--edit", "--architecture", "--tokens"],
        "gradient": ["--cell", "--text", "--labels", "--edit", "--check"],
        "generate": ["--text", "--steps", "--temperature", "--top-k", "--top-p", "--seed", "--beam", "--end", "--cache"],
        "tokenize": ["--text", "--tokens"],
        "follow": ["--cell", "--hops", "--text"],
        "contributions": ["--text", "--against", "--position"],
        "lens": ["--top", "--text", "--position"],
        "render": ["--view", "--size", "--stage", "--cell", "--head", "--theme", "--scale", "--scale-factor"],
        "train": ["--steps", "--seed", "--layers", "--heads", "--d-model", "--d-ff", "--batch", "--lr", "--threads", "--positional", "--accumulate",
                  "--optimizer", "--embedding-std"],
        "bench": ["forward", "--seq-len", "--repeats"],
    }
    command = rng.choice(list(options))
    words = [command]
    if command == "train":
        words += ["--task", rng.choice(["sort", "coreference", "recall-lstm", "nosuch"]), "--steps", "1", "--out", out]
    else:
        words += ["--model", rng.choice(["sort", "sort", "sort", "coreference", "nosuch"])]
    if command == "trace":
        words += ["--out", out + ".safetensors"]
    if command == "render":
        words += ["--view", "walk", "--out", out + rng.choice([".svg", ".xyz"])]
    for _ in range(rng.choice([1, 1, 2, 3])):
        option = rng.choice(options[command])
        if command == "train" and option in ("--steps", "--batch", "--accumulate"):
            words += [option, str(rng.choice([0, -1, 2, "x"]))]  # the others would be right, and long
        elif option.startswith("--") and option not in ("--grad", "--check", "--cache"):
            value = broken_argument(rng)
            # One step of so wide a model is right, too, where it has room, and takes minutes.
            words += [option, "4053130000" if command == "train" and value == "405313" else value]
        else:
            words.append(option)
    if rng.random() < 0.1:
        words.append(broken_argument(rng))
    return words


class Mutant:
    def __init__(self, seed, number, folder):
        rng = random.Random(f"{seed}-{number}")
        self.number, self.folder, self.environment = number, folder, {"XDG_CONFIG_HOME": str(folder / "config")}
        self.out = str(folder / "out")
        kinds = ["weights"] * 3 + ["config", "config", "vocab", "card", "card"] + ["session", "script", "settings", "corpus"] + ["arguments"] * 3
        kinds += ["tokenizer"] * 3 + ["lesson", "index"]
        self.kind = rng.choice(kinds)
        getattr(self, "make_" + (self.kind if self.kind not in ("weights", "config", "vocab", "card") else "model"))(rng)

    def write(self, name, data):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return str(path)

    def make_model(self, rng):
        model = rng.choice(MODELS)
        shutil.copytree(ROOT / "assets/models" / model, self.folder / "model")
        name = {"weights": "model.safetensors", "config": "config.json", "vocab": "vocab.json", "card": "card.json"}[self.kind]
        data = (self.folder / "model" / name).read_bytes()
        broken = broken_weights(rng, data) if self.kind == "weights" else broken_text(rng, json.loads(data))
        self.write("model/" + name, broken)
        self.words = words_for(rng, str(self.folder / "model"), self.out)

    def make_index(self, rng):
        """The weights in two files, and the list of what is in which."""
        model = rng.choice(MODELS)
        shutil.copytree(ROOT / "assets/models" / model, self.folder / "model")
        data = (self.folder / "model/model.safetensors").read_bytes()
        (self.folder / "model/model.safetensors").unlink()
        length = struct.unpack("<Q", data[:8])[0]
        header, body = json.loads(data[8:8 + length]), data[8 + length:]
        shards = [f"model-{n}-of-00002.safetensors" for n in ("00001", "00002")]
        parts, weight_map = [({}, bytearray()), ({}, bytearray())], {}
        for number, (name, entry) in enumerate(sorted((n, e) for n, e in header.items() if n != "__metadata__")):
            part, inside = parts[number % 2]
            begin, end = entry["data_offsets"]
            part[name] = entry | {"data_offsets": [len(inside), len(inside) + end - begin]}
            inside += body[begin:end]
            weight_map[name] = shards[number % 2]
        for shard, (part, inside) in zip(shards, parts):
            text = json.dumps(part).encode()
            self.write("model/" + shard, struct.pack("<Q", len(text)) + text + bytes(inside))
        index = {"metadata": {"total_size": len(body)}, "weight_map": weight_map}
        what = rng.randrange(4)
        if what == 0:
            shard = rng.choice(shards)
            self.write("model/" + shard, broken_weights(rng, (self.folder / "model" / shard).read_bytes()))
        elif what == 1:
            name = rng.choice(list(weight_map))
            weight_map[name] = rng.choice(RUDE + shards + ["../" + shards[0], "/dev/zero", "nosuch.safetensors", "config.json"])
        self.write("model/model.safetensors.index.json",
                   broken_text(rng, index) if what > 1 else json.dumps(index).encode("utf-8", "surrogatepass"))
        self.words = words_for(rng, str(self.folder / "model"), self.out)

    def make_tokenizer(self, rng):
        self.words = ["tokenize", "--model", self.write("tokenizer.json", broken_text(rng, tokenizer(rng))), "--text", rng.choice(TEXTS)]

    def make_lesson(self, rng):
        self.words = ["lesson", "check", self.write("lesson.md", broken_lesson(rng))]

    def headless(self, lines, words):
        script = self.write("run.script", "\n".join(lines).encode("utf-8", "surrogatepass"))
        self.words = words + ["--headless", "--script", script]

    def make_session(self, rng):
        self.headless(["wait-idle"], [self.write("talk.glassformer", broken_text(rng, SESSION))])

    def make_settings(self, rng):
        self.write("config/glassformer/settings.json", broken_text(rng, SETTINGS))
        # A window with a script does not read them; a command does, for the measured speeds.
        self.words = ["trace", "--model", "sort", "--backend", "auto", "--out", self.out + ".safetensors"]

    def make_script(self, rng):
        lines = [rng.choice(LINES).replace("OUT", self.out + ".png") for _ in range(rng.randrange(1, 8))]
        data = "\n".join(lines).encode()
        if rng.random() < 0.7:
            words = [w for line in lines for w in line.split(" ")]
            where = rng.randrange(len(words))
            words[where] = broken_argument(rng)
            data = " ".join(words).replace(" wait", "\nwait").replace(" key", "\nkey").replace(" type", "\ntype").encode("utf-8", "surrogatepass")
        else:
            data = broken_bytes(rng, data)
        script = self.write("run.script", data)
        self.words = ["--model", "sort", "--headless", "--script", script]

    def make_corpus(self, rng):
        text = ("the cat sat on the mat. " * 60 + "ÄÖ🙂\n").encode()
        self.words = ["train", "--task", "characters", "--steps", "1", "--d-model", "8", "--layers", "1", "--heads", "1", "--corpus",
                      self.write("corpus.txt", broken_bytes(rng, text)), "--out", self.out]

    def make_arguments(self, rng):
        self.words = [word.encode("utf-8", "surrogatepass").decode("utf-8", "surrogateescape").replace("\x00", "")
                      for word in arguments(rng, self.out)]


def run(program, mutant):
    """Exit code (None: too long), standard error as bytes, seconds, largest memory."""
    # No window of this machine, whatever a mutant asks for.
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")} | mutant.environment
    begin = time.monotonic()
    with open(mutant.folder / "stderr", "w+b") as errors:
        process = subprocess.Popen([program, *mutant.words], env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=errors, cwd=mutant.folder)
        late = threading.Event()
        timer = threading.Timer(SECONDS * float(os.environ.get("GLASSFORMER_PATIENCE", "1")),
                                lambda: (late.set(), process.kill()))
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        text = errors.read()
    return (None if late.is_set() else process.returncode), text, time.monotonic() - begin, usage.ru_maxrss << 10


def complaints(mutant, code, errors, memory, sanitized):
    found = []
    if code is None:
        return [f"takes more than {SECONDS} s"]
    if code not in (0, 1, 2):
        found.append(f"signal {-code}" if code < 0 else f"exit code {code}")
    if memory > BYTES and not sanitized:
        found.append(f"takes {memory >> 20} MB")
    try:
        text = errors.decode("utf-8")
    except UnicodeDecodeError:
        return found + ["messages that are no UTF-8"]
    lines = text.splitlines() if not text.strip() else text.rstrip("\n").split("\n")
    if mutant.kind == "lesson" and code == 2 and len(lines) > 1:  # a line for each thing that is wrong, and their number
        if any(not PLACED.search(line) for line in lines[:-1]) or "wrong with these lessons" not in lines[-1]:
            found.append("a line without its place")
        lines = ["glassformer: " + lines[0]]
    if len(lines) > 3:
        found.append(f"{len(lines)} lines of messages")
    layout = "\n" if code else "\n\t"  # what succeeds may head its columns, as lens does
    if any((ord(c) < 32 and c not in layout) or 127 <= ord(c) < 160 or c in "\u2028\u2029\u202e" for c in text):
        found.append("control characters in messages")
    # What is in quotes is the file's own: "head_bad_bias".
    if LIBRARY_WORDS.search(re.sub(r'"[^"\n]*"', '""', text.replace(str(mutant.folder), ""))):
        found.append("a library's words")
    if code in (1, 2):
        last = lines[-1] if lines else ""
        if not last.startswith("glassformer: "):
            found.append("no sentence")
        elif not NAMES.search(last):
            found.append("names nothing")
        if code == 1 and not re.search(r"not enough memory|could not be written|diverged|no display", last):
            found.append("exit code 1")
        left = [path.name for path in mutant.folder.iterdir() if path.name.startswith("out")]
        if left and mutant.kind != "script":
            found.append("leaves " + ", ".join(left))
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default=str(ROOT / "build/release/app/glassformer"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutants", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so long, saying how many were run")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", type=int)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--state", type=Path, help="a file that remembers how far the run is")
    wanted = parser.parse_args()
    program = str(Path(wanted.program).resolve())
    if not os.access(program, os.X_OK):
        sys.exit(f"there is no program {program}")
    sanitized = b"__asan_init" in Path(program).read_bytes()
    first = int(wanted.state.read_text()) if wanted.state and wanted.state.exists() else 0
    numbers = [wanted.only] if wanted.only is not None else range(first, wanted.mutants)
    until = time.monotonic() + wanted.seconds

    def one(number):
        if time.monotonic() > until:
            return None
        folder = Path(tempfile.mkdtemp(prefix="mutant-"))
        try:
            mutant = Mutant(wanted.seed, number, folder)
            code, errors, seconds, memory = run(program, mutant)
            found = complaints(mutant, code, errors, memory, sanitized)
            if wanted.keep:
                shutil.copytree(folder, wanted.keep, dirs_exist_ok=True)
            if found or wanted.only is not None:
                words = " ".join(word if len(word) < 80 else word[:80] + "…" for word in mutant.words)
                said = errors[-700:].decode("utf-8", "backslashreplace").strip()
                print(f"mutant {number} ({mutant.kind}, {code}, {seconds:.1f} s): {'; '.join(found) or 'no finding'}\n"
                      f"  {ascii(words.replace(str(folder), '.'))}\n  {ascii(said)}", flush=True)
            return mutant.kind, bool(found)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    ran, kinds, bad = 0, set(), set()  # kinds of mutants that were run, and of those with findings
    with concurrent.futures.ThreadPoolExecutor(wanted.jobs) as pool:
        for number, found in zip(numbers, pool.map(one, numbers)):
            if found is None:
                break
            ran += 1
            kinds.add(found[0])
            if found[1]:
                bad.add(found[0])
            if wanted.state:
                wanted.state.write_text(str(number + 1))
    print(f"{ran} mutants of {len(kinds)} kinds")
    print(f"mutants test cases: {len(kinds)} | {len(kinds) - len(bad)} passed | {len(bad)} failed")
    sys.exit(1 if bad or ran == 0 else 0)


if __name__ == "__main__":
    main()
