#!/usr/bin/env python3
"""Runs ours and PyTorch in turns on the same work and prints both with their ratio; more than 1: ours is faster.

usage: compare.py [PROGRAM] [--rounds N]      PROGRAM: the built glassformer (default build/release/app/glassformer)

PyTorch is Debian's python3-torch; where it is missing only our figures are printed. The machines are noisy: a ratio is
that of two neighbouring runs, and the median and the quartiles of the rounds are shown.
"""
import argparse
import json
import os
import statistics
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PYTHON = "/usr/bin/python3"
NANO_SORT = dict(layers=3, heads=3, d_model=48, vocab=3, seq_len=11)
GPT2_124M = dict(layers=12, heads=12, d_model=768, vocab=50257, seq_len=256)
FORWARD = [("nano-sort shape, T = 11", NANO_SORT, 1), ("GPT-2 124M shape, T = 256", GPT2_124M, 1),
           ("GPT-2 124M shape, T = 256", GPT2_124M, 2)]
TRAIN = [("A: 2 layers, 4 heads, d 64, T 32, batch 16, vocab 64", (2, 4, 64, 32, 16, 64)),
         ("B: 4 layers, 4 heads, d 128, T 64, batch 12, vocab 65", (4, 4, 128, 64, 12, 65))]


def run_json(command, threads):
    environment = dict(os.environ, OMP_NUM_THREADS=str(threads), OPENBLAS_NUM_THREADS=str(threads))
    result = subprocess.run([str(c) for c in command], env=environment, capture_output=True, text=True, check=True)
    return json.loads(result.stdout.strip().splitlines()[-1])


def torch_present():
    return subprocess.run([PYTHON, "-c", "import torch"], capture_output=True).returncode == 0


def report(title, ours, theirs, unit, faster_is_more):
    line = f"{title}: ours {statistics.median(ours):.4g} {unit} ({min(ours):.4g} … {max(ours):.4g})"
    if theirs:
        ratios = sorted(a / b if faster_is_more else b / a for a, b in zip(ours, theirs))
        low = statistics.quantiles(ratios, n=4)[0] if len(ratios) > 1 else ratios[0]
        line += (f", PyTorch {statistics.median(theirs):.4g} {unit}; "
                 f"ratio {statistics.median(ratios):.2f} (lower quartile {low:.2f}, {ratios[0]:.2f} … {ratios[-1]:.2f})")
    print(line, flush=True)


def make_model(program, shape, folder):
    config = {"model_type": "glassformer", "architecture": "decoder", "vocab_size": shape["vocab"],
              "d_model": shape["d_model"], "n_heads": shape["heads"], "n_layers": shape["layers"],
              "max_seq_len": shape["seq_len"], "activation": "gelu_tanh", "tie_embeddings": True}
    path = Path(folder) / f"{shape['layers']}-{shape['d_model']}"
    if not path.exists():
        config_path = Path(folder) / "config.json"
        config_path.write_text(json.dumps(config))
        subprocess.run([program, "init", "--config", config_path, "--seed", "1", "--out", path], check=True)
    return path


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", nargs="?", default=HERE.parent / "build/release/app/glassformer")
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    peer = torch_present()
    if not peer:
        print("PyTorch (python3-torch) is not installed: only our figures follow")
    with tempfile.TemporaryDirectory() as folder:
        for title, shape, threads in FORWARD:
            model = make_model(arguments.program, shape, folder)
            ours, theirs = [], []
            for _ in range(arguments.rounds):
                ours.append(run_json([arguments.program, "bench", "forward", "--model", model, "--seq-len", shape["seq_len"],
                                      "--threads", threads, "--repeats", 3, "--json"], threads)["median_ms"])
                if peer:
                    theirs.append(run_json([PYTHON, HERE / "torch_forward.py", shape["layers"], shape["heads"],
                                            shape["d_model"], shape["vocab"], shape["seq_len"], threads, 3],
                                           threads)["median_ms"])
            report(f"forward, {title}, {threads} thread(s), every stage kept", ours, theirs, "ms", False)
        for title, (layers, heads, d_model, seq_len, batch, vocab) in TRAIN:
            ours, theirs = [], []
            for _ in range(arguments.rounds):
                ours.append(run_json([arguments.program, "bench", "train", "--layers", layers, "--heads", heads, "--d-model",
                                      d_model, "--seq-len", seq_len, "--batch", batch, "--vocab", vocab, "--threads", 2,
                                      "--repeats", 3, "--json"], 2)["steps_per_s"])
                if peer:
                    rates = [run_json([PYTHON, HERE / "torch_train.py", layers, heads, d_model, seq_len, batch, vocab, t, 3],
                                      t)["steps_per_s"] for t in (1, 2)]
                    theirs.append(max(rates))
            report(f"training, {title}, 2 threads (PyTorch: the better of 1 and 2)", ours, theirs, "steps/s", True)


if __name__ == "__main__":
    main()
