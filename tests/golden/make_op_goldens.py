# Writes ops/<operation>/<label>.safetensors: the operands the program's examples hold, and for them the result, a
# random upstream gradient and the operands' gradients as PyTorch computes them in float64. See README.md for the file.
import json
import pathlib
import sys
import zlib

import numpy as np
import torch

import reference
import safetensors_io

SEED = 20240503
HERE = pathlib.Path(__file__).parent


def add_bias(y, bias):
    return y + bias[0] if bias else y


def is_true(value):
    """A flag among attributes, which are numbers and strings."""
    if value in (True, 1, "true", "1"):
        return True
    if value in (False, 0, "false", "0"):
        return False
    raise ValueError(f"{value!r} is neither true nor false")


def first(a):
    """Position of the first row: what stands before it is computed with the whole, and cut off."""
    return int(a["first"])


def positions(begin, count):
    return torch.arange(begin, begin + count, dtype=torch.float64)


def behind_zeros(a, x):
    return torch.cat([torch.zeros(*x.shape[:-2], first(a), x.shape[-1], dtype=x.dtype), x], -2)


def mask(scores, visible, *padding):
    hidden = visible == 0
    if padding:
        keys = padding[0]                                      # [key] or [batch, key]
        hidden = hidden | (keys.reshape(*keys.shape[:-1], 1, 1, keys.shape[-1]) == 0)
        if hidden.dim() > scores.dim():                        # a batch of one for scores without a batch
            hidden = hidden.reshape(hidden.shape[-3:])
    return scores.masked_fill(hidden, reference.NEGATIVE_INFINITY)


def mean_pool(x, *padding):
    if not padding:
        return x.mean(-2)
    counted = padding[0].reshape(*x.shape[:-1], 1)
    return (x * counted).sum(-2) / counted.sum(-2).clamp(min=1)   # nothing but padding: zeros


def row(x, index, keeps, *padding):
    """One row; index -1: the last, or the last token before the padding, zeros where all is padding."""
    one = x[..., index, :] if index >= 0 else x[..., -1, :]
    if padding:
        length = padding[0].long().sum(-1)
        one = torch.stack([x[b, n - 1] if n > 0 else 0 * x[b, 0] for b, n in enumerate(length.tolist())])
    return one.unsqueeze(-2) if keeps else one


def closed(scores, *padding):
    return scores.masked_fill(padding[0] == 0, reference.NEGATIVE_INFINITY) if padding else scores


def first_distance(a, x):
    """The distance i - j that the first row of a table of distances stands for."""
    return 1 - x.shape[-2] if is_true(a["two_sided"]) else 0


def concat(along, *parts):
    batch = parts[0].shape[:-2]                                # what serves every sequence is repeated
    parts = [p if p.dim() == parts[0].dim() else p.expand(*batch, *p.shape) for p in parts]
    rows = -2                                                  # [.., pos, d] and [.., query, key]
    return torch.cat(parts, rows if along == "rows" else -1)


def recurrent_gate(a, x, r, *reset):
    x, r = (y.chunk(int(a["parts"]), -1)[int(a["part"])] for y in (x, r))
    return reference.activate(a["activation"], x + (reset[0] * r if reset else r))


def conv1d(window, x, weight, bias, *padding):
    """PyTorch's own convolution of the text with as many zeros around it as the window reaches beyond."""
    taps = weight.shape[0]
    before = taps - 1 if window == "causal" else (taps - 1) // 2
    if padding:
        x = x * padding[0].unsqueeze(-1)
    columns = torch.nn.functional.pad(x.transpose(-1, -2), (before, taps - 1 - before))
    single = columns.dim() == 2
    y = torch.nn.functional.conv1d(columns[None] if single else columns, weight.permute(2, 1, 0), bias)
    return (y[0] if single else y).transpose(-1, -2)


def scaling(a):
    """The scaling of a rotation as config.json says it, and the model's longest text."""
    if "scaling" not in a:
        return None, 0
    longest = int(a["max_seq_len"])
    return {**a, "kind": a["scaling"], "original_max_seq_len": int(a["original_max_seq_len"]) or longest,
            "truncate": is_true(a["truncate"])}, longest


# Operation -> (its function of the attributes and the operands, which operands have a gradient).
EVERY = None
OPERATIONS = {
    "embed": (lambda a, ids, table: table[ids.long()] * a["scale"], {1}),
    "learned_positions": (lambda a, x, table: table[first(a):][:x.shape[-2]], {1}),
    "sinusoidal_positions": (lambda a, x: reference.sinusoidal_positions(
        first(a) + x.shape[-2], int(a["columns"]) or x.shape[-1], a["base"], a.get("layout", "interleaved"))[first(a):],
        set()),
    "sinusoidal_distances": (lambda a, x: reference.sinusoidal_distances(first_distance(a, x), first(a) + x.shape[-2] - 1,
                                                                       x.shape[-1], a["base"]), set()),
    "one_hot_positions": (lambda a, x: torch.eye(int(a["columns"]), dtype=torch.float64)[first(a):][:x.shape[-2]], set()),
    "head_bias": (lambda a, q, b: q + b[:, None], EVERY),
    "relative_scores": (lambda a, q, r: reference.relative_scores(behind_zeros(a, q), r, first_distance(a, q))
                        [..., first(a):, :], EVERY),
    "query_scores": (lambda a, x, q, *padding: closed(x @ q, *padding), {0, 1}),
    "place_scores": (lambda a, x, w, *padding: closed(w[:x.shape[-2]].expand(x.shape[:-1]), *padding), {1}),
    "weighted_rows": (lambda a, w, x: torch.einsum("...i,...id->...d", w, x), EVERY),
    "add": (lambda a, x, y, *z: x + y + sum(z), EVERY),
    "copy": (lambda a, x: x.clone(), EVERY),
    "layer_norm": (lambda a, x, w, b: reference.layer_norm(x, w, b, a["eps"], a["placement"]), EVERY),
    "rms_norm": (lambda a, x, w: reference.rms_norm(x, w, a["eps"]), EVERY),
    "linear": (lambda a, x, w, *b: add_bias(x @ w, b), EVERY),
    "linear_transposed": (lambda a, x, e, *b: add_bias(x @ e.T, b), EVERY),
    "project_heads": (lambda a, x, w, *b: reference.project_heads(x, w, b[0] if b else None, int(a["heads"])), EVERY),
    "merge_heads": (lambda a, x: reference.merge_heads(x), EVERY),
    "rope": (lambda a, x: reference.rope(behind_zeros(a, x), a["base"], int(a["rotary_dims"]), a["layout"], a.get("decay", 0),
                                         *scaling(a))[..., first(a):, :], EVERY),
    "attention_scores": (lambda a, q, k: reference.attention_scores(q, k), EVERY),
    "shaw_scores": (lambda a, q, k, keys: reference.shaw_scores(behind_zeros(a, q), k, keys, int(a["clip"]))
                    [..., first(a):, :], EVERY),
    "scale": (lambda a, x: x * a["factor"], EVERY),
    "alibi_bias": (lambda a, scores: reference.alibi_bias(scores.shape[-3], first(a) + scores.shape[-2], scores.shape[-1])
                   [:, first(a):], set()),
    "t5_bias": (lambda a, scores, table: reference.t5_bias(table, first(a) + scores.shape[-2], scores.shape[-1],
                                                           int(a["max_distance"]), is_true(a["bidirectional"]))
                [:, first(a):], {1}),
    "fire_bias": (lambda a, scores, w, b, out, c, scale, factor: reference.fire_bias(
        (w, b, out, c), scale, a["length"] * factor, positions(first(a), scores.shape[-2]),
        positions(int(a["first_key"]), scores.shape[-1])), {1, 2, 3, 4, 5, 6}),
    "mask": (lambda a, scores, *rest: mask(scores, *rest), {0}),
    "softmax": (lambda a, x: reference.softmax(x), EVERY),
    "attention_values": (lambda a, weights, v: reference.attention_values(weights, v), EVERY),
    "activate": (lambda a, x: reference.activate(a["activation"], x), EVERY),
    "gated": (lambda a, gate, pre: reference.activate(a["activation"], gate) * pre, EVERY),
    "row": (lambda a, x, *padding: row(x, int(a["index"]), a["axis"] == "keep", *padding), {0}),
    "concat": (lambda a, *parts: concat(a["along"], *parts), EVERY),
    "split_heads": (lambda a, x: reference.split_heads(x, int(a["heads"])), EVERY),
    "recurrent_gate": (recurrent_gate, EVERY),
    "gated_sum": (lambda a, f, c, i, g: f * c + i * g, EVERY),
    "blend": (lambda a, z, new, old: (1 - z) * new + z * old, EVERY),
    "additive_scores": (lambda a, q, k, v: torch.tanh(q[..., :, None, :] + k[..., None, :, :]) @ v, EVERY),
    "conv1d": (lambda a, x, w, b, *padding: conv1d(a["window"], x, w, b, *padding), {0, 1, 2}),
    "mean_pool": (lambda a, x, *padding: mean_pool(x, *padding), {0}),
    "first_token": (lambda a, x: x[..., 0, :], EVERY),
    "cross_entropy": (lambda a, logits, labels: reference.cross_entropy(logits, labels, a["smoothing"]).reshape(1),
                      {0}),
}


def golden(operation, attributes, operands, random):
    """out, dout and din* for the operands [in0, in1, …]."""
    function, with_gradient = OPERATIONS[operation]
    wanted = set(range(len(operands))) if with_gradient is EVERY else with_gradient
    inputs = [torch.tensor(value.astype(np.float64), requires_grad=i in wanted) for i, value in enumerate(operands)]
    out = function(attributes, *inputs)
    dout = torch.tensor(random.standard_normal(out.shape).astype(np.float32), dtype=torch.float64)
    result = {"out": out.detach(), "dout": dout}
    if wanted:
        out.backward(dout)
        result |= {f"din{i}": inputs[i].grad for i in sorted(wanted)}
    for name, value in result.items():
        if value.isnan().any():
            raise ValueError(f"{operation}: {name} has a value that is not a number")
    return result


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: make_op_goldens.py FOLDER_OF_EXAMPLES")
    source, seen = pathlib.Path(sys.argv[1]), set()
    for path in sorted(source.glob("*/*.safetensors")):
        tensors, metadata = safetensors_io.read(path)
        operation = metadata["operation"]
        operands = [tensors[f"in{i}"] for i in range(len(tensors))]
        random = np.random.default_rng([SEED, zlib.crc32(str(path.relative_to(source)).encode())])
        try:
            result = golden(operation, json.loads(metadata["attributes"]), operands, random)
        except Exception as error:
            raise RuntimeError(f"{path.relative_to(source)}: {error}") from error
        target = HERE / "ops" / path.relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        safetensors_io.write(target, {**{f"in{i}": value for i, value in enumerate(operands)}, **result}, metadata)
        print(f"{path.relative_to(source)}: {', '.join(result)}")
        seen.add(operation)
    if not seen:
        sys.exit(f"no example <operation>/<label>.safetensors below {source}")
    for operation in OPERATIONS.keys() - seen:
        print(f"no example of {operation}", file=sys.stderr)


if __name__ == "__main__":
    main()
