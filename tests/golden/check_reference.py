# Holds reference.py against what others say: a trained GPT-2 with published activations (a folder given on the command
# line), PyTorch's own functions, the published forms of ALiBi, T5 and RoPE, and finite differences. Writes nothing.
import json
import math
import pathlib
import sys

import numpy as np
import torch
from torch.nn import functional

import make_model_goldens
import make_op_goldens
import reference
import safetensors_io

TOLERANCE = 2e-5


def worst_difference(a, b):
    """The largest |a - b|; 0 where both are -inf."""
    a, b = np.asarray(a, np.float64), np.asarray(b, np.float64)
    assert a.shape == b.shape, (a.shape, b.shape)
    same = np.isneginf(a) & np.isneginf(b)
    return float(np.abs(np.where(same, 0, a) - np.where(same, 0, b)).max())


def check_gpt2(folder):
    """Every stage of every expected.{n}.safetensors in a folder of the Hugging Face GPT-2 layout."""
    gpt2 = json.loads((folder / "config.json").read_text())
    d, layers = gpt2["n_embd"], gpt2["n_layer"]
    config = {"architecture": "decoder", "vocab_size": gpt2["vocab_size"], "d_model": d, "n_heads": gpt2["n_head"],
              "n_layers": layers, "max_seq_len": gpt2["n_positions"], "activation": "gelu_tanh",
              "norm_eps": gpt2["layer_norm_epsilon"]}
    theirs, _ = safetensors_io.read(folder / "model.safetensors")
    weights = {"embed.tokens.weight": theirs["transformer.wte.weight"],
               "embed.positions.weight": theirs["transformer.wpe.weight"], "head.weight": theirs["lm_head.weight"].T}
    for end in ("weight", "bias"):
        weights["final_norm." + end] = theirs["transformer.ln_f." + end]
        for l in range(layers):
            block = f"transformer.h.{l}."
            for part, value in zip("qkv", np.split(theirs[f"{block}attn.c_attn.{end}"], 3, axis=-1)):
                weights[f"blocks.{l}.attn.{part}.{end}"] = value
            for ours, name in (("norm1", "ln_1"), ("norm2", "ln_2"), ("attn.o", "attn.c_proj"), ("mlp.in", "mlp.c_fc"),
                               ("mlp.out", "mlp.c_proj")):
                weights[f"blocks.{l}.{ours}.{end}"] = theirs[f"{block}{name}.{end}"]
    weights = {name: np.ascontiguousarray(value) for name, value in weights.items()}
    worst, count = 0.0, 0
    for row, tokens in enumerate(json.loads((folder / "inputs.json").read_text())["inputs"]):
        trace = reference.trace(config, weights, tokens)
        expected, _ = safetensors_io.read(folder / f"expected.{row}.safetensors")
        for name, value in expected.items():
            difference = worst_difference(trace[name], value)
            assert difference < TOLERANCE, f"row {row}, {name}: differs by {difference}"
            worst, count = max(worst, difference), count + 1
    print(f"trained GPT-2: {count} stages agree within {worst:.1e}")


def check_torch_functions():
    x = torch.randn(4, 7, dtype=torch.float64)
    weight, bias = torch.randn(7, dtype=torch.float64), torch.randn(7, dtype=torch.float64)
    assert torch.allclose(reference.layer_norm(x, weight, bias, 0.1, "inside_sqrt"),
                          functional.layer_norm(x, (7,), weight, bias, 0.1))
    by_hand = (x - x.mean(-1, keepdim=True)) / (x.std(-1, unbiased=False, keepdim=True) + 0.1) * weight + bias
    assert torch.allclose(reference.layer_norm(x, weight, bias, 0.1, "added_to_std"), by_hand)
    assert torch.allclose(reference.activate("gelu", x), functional.gelu(x))
    assert torch.allclose(reference.activate("gelu_tanh", x), functional.gelu(x, approximate="tanh"))
    assert torch.allclose(reference.activate("silu", x), functional.silu(x))
    labels = torch.tensor([3, -1, 6, 0])
    for smoothing in (0.0, 0.1):
        assert torch.allclose(reference.cross_entropy(x, labels, smoothing),
                              functional.cross_entropy(x, labels, ignore_index=-1, label_smoothing=smoothing))
    print("norms, activations, cross entropy: as PyTorch's")


def check_positions():
    # RoPE as a product of complex numbers; the score of turned q and k depends on the distance only.
    x, dims = torch.randn(2, 9, 8, dtype=torch.float64), 6
    angle = torch.outer(torch.arange(9.0), 100.0 ** (-torch.arange(0, dims, 2) / dims)).double()
    turn = torch.polar(torch.ones_like(angle), angle)
    pairs = torch.view_as_complex(x[..., :dims].reshape(2, 9, 3, 2).contiguous())
    turned = torch.cat([torch.view_as_real(pairs * turn).flatten(-2), x[..., dims:]], -1)
    assert torch.allclose(reference.rope(x, 100, dims, "interleaved"), turned, atol=1e-6)
    order = [0, 2, 4, 1, 3, 5, 6, 7]                          # half: the same pairs, stored apart
    assert torch.allclose(reference.rope(x[..., order], 100, dims, "half"),
                          reference.rope(x, 100, dims, "interleaved")[..., order])
    constant = torch.randn(1, 1, 8, dtype=torch.float64).expand(1, 9, 8)
    q, k = reference.rope(constant, 100, 8, "half"), reference.rope(constant.flip(-1), 100, 8, "half")
    scores = reference.attention_scores(q, k)[0]
    assert torch.allclose(scores[:-1, :-1], scores[1:, 1:])

    assert reference.alibi_slopes(8) == [1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32, 1 / 64, 1 / 128, 1 / 256]
    assert np.allclose(reference.alibi_slopes(12),
                       [2.0 ** -i for i in range(1, 9)] + [2.0 ** -(i + 0.5) for i in range(4)])

    # T5's buckets as published, with logarithms in float32.
    for buckets, max_distance in ((32, 128), (8, 6), (8, 16), (16, 20)):
        for bidirectional in (False, True):
            for delta in range(-300, 301):
                half = buckets // 2 if bidirectional else buckets
                expected = half if bidirectional and delta > 0 else 0
                distance = abs(delta) if bidirectional else max(-delta, 0)
                if distance < half // 2:
                    expected += distance
                else:
                    log = torch.log(torch.tensor(distance).float() / (half // 2)) / math.log(max_distance / (half // 2))
                    expected += min(half // 2 + int(log * (half - half // 2)), half - 1)
                bucket = reference.t5_bucket(delta, buckets, max_distance, bidirectional)
                if bucket != expected:
                    raise AssertionError(f"T5, {buckets} buckets, max_distance {max_distance}, distance {delta}: "
                                         f"bucket {bucket}, as published {expected}")
    print("RoPE, ALiBi, T5: as published")


def check_gradients():
    """Finite differences of the loss in one weight of every parameter of some models."""
    step, random = 1e-5, np.random.default_rng(1)
    for name in ("decoder-shaw", "encoder-t5", "encoder-eps-added-to-std", "seq2seq-gated", "seq2seq-post-norm-tied"):
        config, tokens, target, labels = make_model_goldens.models()[name]
        weights = {key: value.astype(np.float64)
                   for key, value in make_model_goldens.random_weights(config, random).items()}
        gradients = reference.trace(config, weights, tokens, target, labels)
        for parameter, value in weights.items():
            cell = tuple(random.integers(size) for size in value.shape)
            loss = []
            for sign in (1, -1):
                moved = {**weights, parameter: value.copy()}
                moved[parameter][cell] += sign * step
                loss.append(reference.trace(config, moved, tokens, target, labels)["loss"][0])
            slope = (loss[0] - loss[1]) / (2 * step)
            assert abs(slope - gradients["grad.param." + parameter][cell]) < 1e-7, (name, parameter, cell)
    print("gradients: as finite differences")


def check_operations():
    """Shapes and corner cases of the functions behind the goldens of single operations, batched against unbatched."""
    random = np.random.default_rng(2)

    def draw(*shape):
        return random.standard_normal(shape)

    scores = draw(2, 4, 3, 5)
    padding = np.array([[1, 1, 1, 0, 0], [0, 0, 0, 0, 0.0]])
    ones = np.ones((3, 5))
    # Operation, attributes, operands: those with a batch axis, then those without.
    cases = [("attention_scores", {}, [draw(2, 4, 3, 6), draw(2, 2, 5, 6)], []),
             ("attention_values", {}, [scores, draw(2, 2, 5, 6)], []),
             ("shaw_scores", {"clip": 1.0}, [draw(2, 4, 3, 6), draw(2, 2, 3, 6)], [draw(3, 6)]),
             ("project_heads", {"heads": 2.0}, [draw(2, 3, 6)], [draw(6, 8), draw(8)]),
             ("merge_heads", {}, [draw(2, 4, 3, 6)], []),
             ("mean_pool", {}, [draw(2, 5, 3), np.array([[1, 1, 0, 0, 1.0], [0, 0, 1, 0, 0]])], []),
             ("rope", {"base": 10000.0, "rotary_dims": 4.0, "layout": "half"}, [draw(2, 4, 3, 6)], []),
             ("first_token", {}, [draw(2, 4, 3)], []),
             ("layer_norm", {"eps": 1e-5, "placement": "added_to_std"}, [draw(2, 4, 3)], [draw(3), draw(3)])]
    for operation, attributes, batched, shared in cases:
        whole = make_op_goldens.golden(operation, attributes, batched + shared, random)
        for row in range(2):
            one = make_op_goldens.golden(operation, attributes, [o[row] for o in batched] + shared, random)
            assert worst_difference(whole["out"][row], one["out"]) < 1e-12, operation
    masked = make_op_goldens.golden("mask", {}, [scores, ones, padding], random)
    for row in range(2):
        one = make_op_goldens.golden("mask", {}, [scores[row], ones, padding[row]], random)
        assert worst_difference(masked["out"][row], one["out"]) == 0
    assert np.isneginf(masked["out"][1]).all() and (masked["din0"][1] == 0).all()
    weights = make_op_goldens.golden("softmax", {}, [masked["out"].numpy()], random)
    assert (weights["out"][1] == 0).all() and (weights["din0"][1] == 0).all()
    assert np.allclose(weights["out"][0].sum(-1), 1) and (weights["din0"][0][..., 3:] == 0).all()
    labels = np.array([[1, -1, 6], [-1, 0, 2.0]])
    loss = make_op_goldens.golden("cross_entropy", {"smoothing": 0.1}, [draw(2, 3, 7), labels], random)
    assert loss["out"].shape == (1,) and (loss["din0"][0, 1] == 0).all() and "din1" not in loss
    print("operations: batched as unbatched, masked rows are zero")


def main():
    torch.manual_seed(0)
    check_torch_functions()
    check_positions()
    check_operations()
    check_gradients()
    if len(sys.argv) > 1:
        check_gpt2(pathlib.Path(sys.argv[1]))
    else:
        print("trained GPT-2: skipped, no folder given")


if __name__ == "__main__":
    main()
