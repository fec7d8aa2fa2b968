#!/usr/bin/env python3
"""The peer of `glassformer bench train`: forward, backward and AdamW of a small GPT in PyTorch.

usage: torch_train.py LAYERS HEADS D_MODEL SEQ_LEN BATCH VOCAB THREADS REPEATS
Prints the median steps per second of the faster of AdamW's two implementations as one line of JSON.
"""
import json
import math
import statistics
import sys
import time

import torch
import torch.nn.functional as F
from torch import nn

LAYERS, HEADS, D_MODEL, SEQ_LEN, BATCH, VOCAB, THREADS, REPEATS = map(int, sys.argv[1:9])
torch.set_num_threads(THREADS)
torch.manual_seed(0)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(D_MODEL), nn.LayerNorm(D_MODEL)
        self.qkv, self.out = nn.Linear(D_MODEL, 3 * D_MODEL), nn.Linear(D_MODEL, D_MODEL)
        self.mlp_in, self.mlp_out = nn.Linear(D_MODEL, 4 * D_MODEL), nn.Linear(4 * D_MODEL, D_MODEL)

    def forward(self, x, mask):
        d_head = D_MODEL // HEADS
        q, k, v = (t.view(BATCH, SEQ_LEN, HEADS, d_head).transpose(1, 2)
                   for t in self.qkv(self.norm1(x)).split(D_MODEL, -1))
        weights = (q @ k.transpose(-1, -2) / math.sqrt(d_head)).masked_fill(mask, -math.inf).softmax(-1)
        x = x + self.out((weights @ v).transpose(1, 2).reshape(BATCH, SEQ_LEN, D_MODEL))
        return x + self.mlp_out(F.gelu(self.mlp_in(self.norm2(x)), approximate="tanh"))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.tokens, self.positions = nn.Embedding(VOCAB, D_MODEL), nn.Embedding(SEQ_LEN, D_MODEL)
        self.blocks = nn.ModuleList(Block() for _ in range(LAYERS))
        self.norm = nn.LayerNorm(D_MODEL)
        self.head = nn.Linear(D_MODEL, VOCAB, bias=False)

    def forward(self, ids, mask):
        x = self.tokens(ids) + self.positions.weight
        for block in self.blocks:
            x = block(x, mask)
        return self.head(self.norm(x))


mask = torch.triu(torch.ones(SEQ_LEN, SEQ_LEN, dtype=torch.bool), 1)
ids, labels = torch.randint(VOCAB, (BATCH, SEQ_LEN)), torch.randint(VOCAB, (BATCH, SEQ_LEN))
best = None
for options in ({}, {"foreach": True}):
    model = Model()
    optimiser = torch.optim.AdamW(model.parameters(), lr=1e-3, **options)

    def step():
        loss = F.cross_entropy(model(ids, mask).view(-1, VOCAB), labels.view(-1))
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()

    for _ in range(5):
        step()
    rates = []
    for _ in range(REPEATS):
        start, count = time.perf_counter(), 0
        while time.perf_counter() - start < 0.3:
            step()
            count += 1
        rates.append(count / (time.perf_counter() - start))
    row = {"steps_per_s": statistics.median(rates), "min": min(rates), "max": max(rates), "threads": THREADS}
    if best is None or row["steps_per_s"] > best["steps_per_s"]:
        best = row
print(json.dumps(best))
