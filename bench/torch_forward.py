#!/usr/bin/env python3
"""The peer of `glassformer bench forward`: a GPT-2-shaped model in PyTorch that keeps every intermediate, as ours does.

usage: torch_forward.py LAYERS HEADS D_MODEL VOCAB SEQ_LEN THREADS REPEATS
Prints the median milliseconds of a pass (keeping all, and discarding) as one line of JSON.
"""
import json
import math
import statistics
import sys
import time

import torch
import torch.nn.functional as F
from torch import nn

LAYERS, HEADS, D_MODEL, VOCAB, SEQ_LEN, THREADS, REPEATS = map(int, sys.argv[1:8])
torch.set_num_threads(THREADS)
torch.manual_seed(0)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(D_MODEL), nn.LayerNorm(D_MODEL)
        self.qkv = nn.Linear(D_MODEL, 3 * D_MODEL)
        self.out = nn.Linear(D_MODEL, D_MODEL)
        self.mlp_in, self.mlp_out = nn.Linear(D_MODEL, 4 * D_MODEL), nn.Linear(4 * D_MODEL, D_MODEL)

    def forward(self, x, mask, keep):
        d_head = D_MODEL // HEADS
        norm1 = self.norm1(x)
        q, k, v = (t.view(-1, HEADS, d_head).transpose(0, 1) for t in self.qkv(norm1).split(D_MODEL, -1))
        scores = q @ k.transpose(1, 2)
        scaled = scores * (1 / math.sqrt(d_head))
        masked = scaled.masked_fill(mask, -math.inf)
        weights = masked.softmax(-1)
        heads = weights @ v
        concat = heads.transpose(0, 1).reshape(-1, D_MODEL)
        out = self.out(concat)
        mid = x + out
        norm2 = self.norm2(mid)
        pre = self.mlp_in(norm2)
        act = F.gelu(pre, approximate="tanh")
        mlp = self.mlp_out(act)
        post = mid + mlp
        if keep is not None:
            keep += [norm1, q, k, v, scores, scaled, masked, weights, heads, concat, out, mid, norm2, pre, act, mlp, post]
        return post


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.tokens, self.positions = nn.Embedding(VOCAB, D_MODEL), nn.Embedding(SEQ_LEN, D_MODEL)
        self.blocks = nn.ModuleList(Block() for _ in range(LAYERS))
        self.norm = nn.LayerNorm(D_MODEL)

    def forward(self, ids, mask, keep=None):
        words, places = self.tokens(ids), self.positions.weight
        x = words + places
        if keep is not None:
            keep += [words, places, x]
        for block in self.blocks:
            x = block(x, mask, keep)
        x = self.norm(x)
        logits = F.linear(x, self.tokens.weight)
        probs = logits.softmax(-1)
        if keep is not None:
            keep += [x, logits, probs]
        return probs


def median_ms(run):
    run()
    start = time.perf_counter()
    run()
    inner = max(1, int(0.005 / (time.perf_counter() - start)))
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        for _ in range(inner):
            run()
        times.append((time.perf_counter() - start) / inner * 1e3)
    return statistics.median(times), min(times), max(times)


model = Model().eval()
ids = torch.tensor([(i * 7919 + 13) % VOCAB for i in range(SEQ_LEN)])
mask = torch.triu(torch.ones(SEQ_LEN, SEQ_LEN, dtype=torch.bool), 1)
with torch.inference_mode():
    kept, low, high = median_ms(lambda: model(ids, mask, []))
    discarded, _, _ = median_ms(lambda: model(ids, mask))
print(json.dumps({"median_ms": kept, "min": low, "max": high, "discard_ms": discarded, "threads": THREADS}))
