#!/usr/bin/env python3
"""Runs ours and PyTorch in turns on the same work and prints both with their ratio; more than 1: ours is faster.

usage: compare.py [PROGRAM] [--rounds N] [--only TEXT]   PROGRAM: the built glassformer (build/release/app/glassformer)

PyTorch is Debian's python3-torch; where it is missing only our figures are printed. Debian's default OpenBLAS fights
with PyTorch's own threads and is 2 to 4 times slower with two: install libopenblas0-openmp for a fair peer. A ratio is
that of two neighbouring runs, because the machines are noisy: median, lower quartile and range of the rounds are shown.
With the target `fma_peak` built, the share of the processor's own limit read in the same round is shown too.
"""
import argparse
import json
import os
import statistics
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
PYTHON = "/usr/bin/python3"
NANO_SORT = dict(layers=3, heads=3, d_model=48, vocab=3, max_seq_len=11)
GPT2_124M = dict(layers=12, heads=12, d_model=768, vocab=50257, max_seq_len=1024)
FORWARD = [("nano-sort shape, T = 11", NANO_SORT, 11, 1, 50)] + [
    (f"GPT-2 124M shape, T = {seq_len}", GPT2_124M, seq_len, threads, 3)
    for seq_len in (16, 256, 1024) for threads in (1, 2)]
TRAIN = [("A: 2 layers, 4 heads, d 64, T 32, batch 16, vocab 64", (2, 4, 64, 32, 16, 64)),
         ("B: 4 layers, 4 heads, d 128, T 64, batch 12, vocab 65", (4, 4, 128, 64, 12, 65))]


def environment(threads):
    """OpenBLAS takes processors younger than itself for one of 2004: tell it what the processor can do."""
    flags = Path("/proc/cpuinfo").read_text()
    core = "SkylakeX" if " avx512f" in flags else "Haswell" if " avx2" in flags else None
    result = dict(os.environ, OMP_NUM_THREADS=str(threads), OPENBLAS_NUM_THREADS=str(threads))
    if core:
        result.setdefault("OPENBLAS_CORETYPE", core)
    return result


def run_json(command, threads):
    result = subprocess.run([str(c) for c in command], env=environment(threads), capture_output=True, text=True, check=True)
    return json.loads(result.stdout.strip().splitlines()[-1])


def torch_present():
    return subprocess.run([PYTHON, "-c", "import torch"], capture_output=True).returncode == 0


def warn_about_blas():
    linked = Path("/usr/lib/x86_64-linux-gnu/libopenblas.so.0").resolve()
    if "openmp" not in str(linked):
        print(f"note: PyTorch will use {linked}; install libopenblas0-openmp, or the peer is 2 to 4 times too slow")


def spread(values):
    return f"{statistics.median(values):.4g} ({min(values):.4g} … {max(values):.4g})"


def report(title, ours, theirs, unit, faster_is_more, shares):
    line = f"{title}: ours {spread(ours)} {unit}"
    if theirs:
        ratios = sorted(a / b if faster_is_more else b / a for a, b in zip(ours, theirs))
        low = statistics.quantiles(ratios, n=4)[0] if len(ratios) > 1 else ratios[0]
        line += (f", PyTorch {spread(theirs)} {unit}; ratio {statistics.median(ratios):.2f} "
                 f"(lower quartile {low:.2f}, {ratios[0]:.2f} … {ratios[-1]:.2f})")
    if shares:
        line += f"; {100 * statistics.median(shares):.0f} % of the FMA peak"
    print(line, flush=True)


def make_model(program, shape, folder):
    config = {"model_type": "glassformer", "architecture": "decoder", "vocab_size": shape["vocab"],
              "d_model": shape["d_model"], "n_heads": shape["heads"], "n_layers": shape["layers"],
              "max_seq_len": shape["max_seq_len"], "activation": "gelu_tanh", "tie_embeddings": True}
    path = Path(folder) / f"{shape['layers']}-{shape['d_model']}"
    if not path.exists():
        config_path = Path(folder) / "config.json"
        config_path.write_text(json.dumps(config))
        subprocess.run([program, "init", "--config", config_path, "--seed", "1", "--out", path], check=True,
                       stdout=subprocess.DEVNULL)
    return path


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", nargs="?", default=ROOT / "build/release/app/glassformer")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", default="", help="only lines whose title contains this")
    arguments = parser.parse_args()
    peer = torch_present()
    if peer:
        warn_about_blas()
    else:
        print("PyTorch (python3-torch) is not installed: only our figures follow")
    peak = ROOT / "build/release/bench/fma_peak"

    def share(gflop_per_s, threads):
        return [gflop_per_s / run_json([peak, threads], threads)["gflop_per_s"]] if peak.exists() else []

    with tempfile.TemporaryDirectory() as folder:
        for name, shape, seq_len, threads, repeats in FORWARD:
            title = f"forward, {name}, {threads} thread(s), every stage kept"
            if arguments.only not in title:
                continue
            model = make_model(arguments.program, shape, folder)
            ours, theirs, shares = [], [], []
            for _ in range(arguments.rounds):
                mine = run_json([arguments.program, "bench", "forward", "--model", model, "--seq-len", seq_len,
                                 "--threads", threads, "--repeats", repeats, "--json"], threads)
                ours.append(mine["median_ms"])
                shares += share(mine["flop"] / mine["median_ms"] * 1e-6, threads)
                if peer:
                    theirs.append(run_json([PYTHON, HERE / "torch_forward.py", shape["layers"], shape["heads"],
                                            shape["d_model"], shape["vocab"], seq_len, threads, repeats],
                                           threads)["median_ms"])
            report(title, ours, theirs, "ms", False, shares)
        for name, (layers, heads, d_model, seq_len, batch, vocab) in TRAIN:
            title = f"training, {name}, 2 threads (PyTorch: the better of 1 and 2)"
            if arguments.only not in title:
                continue
            ours, theirs = [], []
            for _ in range(arguments.rounds):
                ours.append(run_json([arguments.program, "bench", "train", "--layers", layers, "--heads", heads, "--d-model",
                                      d_model, "--seq-len", seq_len, "--batch", batch, "--vocab", vocab, "--threads", 2,
                                      "--repeats", 3, "--json"], 2)["steps_per_s"])
                if peer:
                    rates = [run_json([PYTHON, HERE / "torch_train.py", layers, heads, d_model, seq_len, batch, vocab, t, 3],
                                      t)["steps_per_s"] for t in (1, 2)]
                    theirs.append(max(rates))
            report(title, ours, theirs, "steps/s", True, [])


if __name__ == "__main__":
    main()
