# Transformer-XL as its paper runs it (Dai et al. 2019, section 3): a text in segments, one after the other, each layer
# attending to its own segment and to the states that the layer below had for the segment before, kept from then. Written
# from the paper's formulas, without reference.py's stages and masks: make_model_goldens.py asks it whether the whole text
# under the mask "segments" computes the same. The paper stops the gradient at the kept states; here it flows, as it does
# through the mask.
import math

import torch


def distances(first, last, d_model, base):
    """r of the distances first … last: sines at even, cosines at odd columns."""
    rows = []
    for distance in range(first, last + 1):
        rows.append([(math.cos if c % 2 else math.sin)(distance / base ** ((c - c % 2) / d_model))
                     for c in range(d_model)])
    return torch.tensor(rows, dtype=torch.float64)


def layer_norm(x, weight, bias, eps):
    return torch.nn.functional.layer_norm(x, weight.shape, weight, bias, eps)


class Recurrence:
    """A decoder with pre-norm, layer norms, GELU and biases: the defaults of config.json."""

    def __init__(self, config, parameters):
        self.c, self.p = config, parameters
        self.layers, self.heads = config["n_layers"], config["n_heads"]
        self.d_model, self.d_head = config["d_model"], config["d_model"] // config["n_heads"]
        self.positional = config.get("positional", {"kind": "learned"})
        self.relative = self.positional["kind"] == "transformer_xl"
        for key in ("norm", "norm_placement", "activation", "gated_mlp", "mlp", "residual", "attention_scale",
                    "attention_bias", "mlp_bias", "shared_layers", "n_kv_heads", "d_head", "scale_embeddings"):
            assert key not in config, f"{key} is not told apart here"

    def project(self, name, x):
        y = x @ self.p[name + ".weight"] + self.p[name + ".bias"]
        return y.reshape(len(x), self.heads, self.d_head)

    def attend(self, name, x, seen):
        """x [queries, d_model]: the normed states of this segment; seen: those of the one before and of this one."""
        p, before = self.p, len(seen) - len(x)
        q, k, v = self.project(name + "q", x), self.project(name + "k", seen), self.project(name + "v", seen)
        if self.relative:
            keys = distances(0, len(seen) - 1, self.d_model, self.positional.get("base", 10000))
            keys = (keys @ p[name + "relative.weight"]).reshape(-1, self.heads, self.d_head)
        rows = []
        for h in range(self.heads):
            for i in range(len(x)):
                row = []
                for j in range(before + i + 1):
                    term = q[i, h] @ k[j, h]                                              # (a)
                    if self.relative:
                        r = keys[before + i - j, h]
                        term = term + q[i, h] @ r                                         # (b)
                        term = term + p[name + "relative.content_bias"][h] @ k[j, h]      # (c)
                        term = term + p[name + "relative.position_bias"][h] @ r           # (d)
                    row.append(term / math.sqrt(self.d_head))
                weights = torch.softmax(torch.stack(row), 0)
                rows.append(sum(w * v[j, h] for j, w in enumerate(weights)))
        joined = torch.stack(rows).reshape(self.heads, len(x), self.d_head)
        joined = torch.cat([joined[h] for h in range(self.heads)], -1)
        return joined @ p[name + "o.weight"] + p[name + "o.bias"]

    def segment(self, tokens, first, memory):
        """Logits of a segment that begins at position `first`, and the states of every layer that the next one sees."""
        p = self.p
        x = p["embed.tokens.weight"][torch.tensor(tokens)]
        if not self.relative:
            x = x + p["embed.positions.weight"][first:first + len(tokens)]
        kept = []
        for l in range(self.layers):
            block = f"blocks.{l}."
            kept.append(x)
            seen = x if memory is None else torch.cat([memory[l], x])
            norm = [p[block + "norm1.weight"], p[block + "norm1.bias"], 1e-5]
            x = x + self.attend(block + "attn.", layer_norm(x, *norm), layer_norm(seen, *norm))
            y = layer_norm(x, p[block + "norm2.weight"], p[block + "norm2.bias"], 1e-5)
            y = torch.nn.functional.gelu(y @ p[block + "mlp.in.weight"] + p[block + "mlp.in.bias"])
            x = x + y @ p[block + "mlp.out.weight"] + p[block + "mlp.out.bias"]
        x = layer_norm(x, p["final_norm.weight"], p["final_norm.bias"], 1e-5)
        return x @ p["head.weight"], kept

    def run(self, tokens):
        """Logits of the whole text, and the states that enter every layer."""
        length, memory, logits, states = self.c["mask"]["segment"], None, [], []
        for first in range(0, len(tokens), length):
            row, memory = self.segment(tokens[first:first + length], first, memory)
            logits.append(row)
            states.append(memory)
        return torch.cat(logits), [torch.cat([s[l] for s in states]) for l in range(self.layers)]


def difference(config, weights, tokens, expected):
    """The largest difference from `expected` (reference.trace): logits, the states that enter every layer, the loss of
    the next token, and the gradient of every parameter."""
    parameters = {name: torch.tensor(value, dtype=torch.float64, requires_grad=True) for name, value in weights.items()}
    logits, states = Recurrence(config, parameters).run(tokens)
    loss = torch.nn.functional.cross_entropy(logits[:-1], torch.tensor(tokens[1:]))
    loss.backward()
    found = {"logits": logits.detach(), "loss": loss.detach().reshape(1)}
    found |= {f"blocks.{l}.resid_pre": x.detach() for l, x in enumerate(states)}
    found |= {"grad.param." + name: p.grad for name, p in parameters.items()}
    return max(float((value - torch.tensor(expected[name])).abs().max()) for name, value in found.items())
