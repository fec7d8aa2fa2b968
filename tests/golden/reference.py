# The contract of docs/formats.md (model folder and stage names) in PyTorch: the slow, obvious double of the C++ model.
# Every line of the forward pass is a stage; everything is computed in float64 from float32 weights. It shares no code
# with the program and imitates none of its optimisations. The make_*.py scripts beside it write what it computes.
import math
import re

import torch
from torch.nn import functional

NEGATIVE_INFINITY = float("-inf")


# --- configuration

def with_defaults(config):
    """The config with every missing key set to its default."""
    c = dict(config)
    if c["architecture"] == "lookup":                          # no transformer: what is left of one
        c.update({"n_heads": 1, "n_layers": 0, "norm": "none", "final_norm": False, "positional": {"kind": "none"}})
    two_stacks = c["architecture"] == "encoder_decoder"
    c.setdefault("target_vocab_size", c["vocab_size"])
    c.setdefault("n_kv_heads", c["n_heads"])
    c.setdefault("n_cross_heads", c["n_heads"])
    c.setdefault("d_head", c["d_model"] // c["n_heads"])
    c.setdefault("d_ff", 4 * c["d_model"])
    c.setdefault("n_decoder_layers", c["n_layers"])
    c.setdefault("norm", "layernorm")
    c.setdefault("norm_placement", "pre")
    c.setdefault("norm_eps", 1e-5)
    c.setdefault("norm_eps_placement", "inside_sqrt")
    c.setdefault("final_norm", c["norm_placement"] == "pre")
    c.setdefault("activation", "gelu")
    for key in ("gated_mlp", "head_bias", "scale_embeddings", "tie_embeddings", "shared_layers", "embed_norm",
                "parallel_residual", "shared_embeddings"):
        c.setdefault(key, False)
    for key in ("mlp", "residual", "attention_bias", "mlp_bias", "attention_projections"):
        c.setdefault(key, True)
    c.setdefault("attention_out_bias", c["attention_bias"])
    for key in ("d_embed", "token_types"):
        c.setdefault(key, 0)
    c.setdefault("logit_scale", 1)
    c.setdefault("attention_scale", "sqrt_d_head")
    c.setdefault("attention_temperature", 1)
    c.setdefault("positional", {"kind": "learned"})
    c.setdefault("mask", {"kind": "causal" if c["architecture"] == "decoder" else "none"})
    c.setdefault("head", {"kind": "lm"})
    c["stacks"] = ["encoder.", "decoder."] if two_stacks else [""]
    return c


def appended_columns(config):
    """Columns of the position that stands beside the embedding; 0 where it is added to it."""
    p = config["positional"]
    if p["kind"] == "one_hot":
        return config["max_seq_len"]
    return p["dims"] if p.get("combine", "add") == "append" else 0


def parameter_shapes(config):
    """{name: shape} of every parameter, in the order of the contract."""
    c = with_defaults(config)
    d, dh, ff = c["d_model"], c["d_head"], c["d_ff"]
    kind = c["positional"]["kind"]
    shapes = {}

    def norm(name):
        if c["norm"] != "none":
            shapes[name + ".weight"] = (d,)
            if c["norm"] == "layernorm":
                shapes[name + ".bias"] = (d,)

    def linear(name, d_in, d_out, bias):
        shapes[name + ".weight"] = (d_in, d_out)
        if bias:
            shapes[name + ".bias"] = (d_out,)

    def attention(name, positional, layer=0):
        if c["attention_projections"]:
            linear(name + ".q", d, c["n_heads"] * dh, c["attention_bias"])
            linear(name + ".k", d, c["n_kv_heads"] * dh, c["attention_bias"])
            linear(name + ".v", d, c["n_kv_heads"] * dh, c["attention_bias"])
            linear(name + ".o", c["n_heads"] * dh, d, c["attention_out_bias"])
        if positional and kind == "t5" and (layer == 0 or not c["positional"].get("shared", False)):
            shapes[name + ".relative_bias"] = (c["positional"].get("buckets", 32), c["n_heads"])
        if positional and kind == "fire":
            hidden = c["positional"].get("hidden", 32)
            linear(name + ".fire.in", 1, hidden, True)
            shapes[name + ".fire.in.weight"] = (hidden,)
            linear(name + ".fire.out", hidden, c["n_heads"], True)
            shapes[name + ".fire.scale"] = shapes[name + ".fire.threshold"] = (1,)
        if positional and kind == "shaw":
            shapes[name + ".relative_keys"] = (2 * c["positional"]["clip"] + 1, dh)
        if positional and kind == "transformer_xl":
            linear(name + ".relative", d, c["n_heads"] * dh, False)
            shapes[name + ".relative.content_bias"] = (c["n_heads"], dh)
            shapes[name + ".relative.position_bias"] = (c["n_heads"], dh)

    for stack in c["stacks"]:
        crossing = stack == "decoder."
        vocab = c["target_vocab_size"] if crossing else c["vocab_size"]
        if not (crossing and c["shared_embeddings"]):
            shapes[stack + "embed.tokens.weight"] = (vocab, c["d_embed"] or d)
        if c["d_embed"]:
            linear(stack + "embed.project", c["d_embed"], d, False)
        appended = appended_columns(c)
        if kind == "learned":
            shapes[stack + "embed.positions.weight"] = (c["max_seq_len"], appended or d)
        if c["token_types"]:
            shapes[stack + "embed.types.weight"] = (c["token_types"], d)
        if appended:
            linear(stack + "embed.input", d + appended, d, False)
        if c["embed_norm"]:
            norm(stack + "embed.norm")
        layers = c["n_decoder_layers"] if crossing else c["n_layers"]
        for layer in range(1 if c["shared_layers"] else layers):
            block = f"{stack}blocks.{layer}."
            norm(block + "norm1")
            attention(block + ("self_attn" if stack else "attn"), positional=True, layer=layer)
            norms = 2
            if crossing:
                norm(block + "norm2")
                attention(block + "cross_attn", positional=False)
                norms = 3
            if c["mlp"]:
                norm(f"{block}norm{norms}")
                linear(block + "mlp.in", d, ff, c["mlp_bias"])
                if c["gated_mlp"]:
                    linear(block + "mlp.gate", d, ff, c["mlp_bias"])
                linear(block + "mlp.out", ff, d, c["mlp_bias"])
        if c["final_norm"]:
            norm(stack + "final_norm")

    if c["architecture"] == "lookup":
        for part in ("keys", "values"):
            shapes[f"lookup.{part}.weight"] = (c["lookup"]["entries"], d)
    pooling = c["head"].get("pooling", "mean")
    if pooling == "weighted":
        shapes["pool.weight"] = (c["max_seq_len"],)
    if pooling == "query":
        shapes["pool.query"] = (d,)
    last, vocab = c["stacks"][-1], c["target_vocab_size"]
    if "transform" in c["head"]:
        linear(last + "head.transform", d, d, True)
        if c["head"]["transform"].get("norm", False):
            norm(last + "head.transform.norm")
    if c["d_embed"]:
        linear(last + "head.project", d, c["d_embed"], False)
    classifier = c["head"]["kind"] == "classifier"
    if classifier or not c["tie_embeddings"]:
        shapes[last + "head.weight"] = (c["d_embed"] or d, c["head"]["n_classes"] if classifier else vocab)
    if c["head_bias"]:
        shapes[last + "head.bias"] = (c["head"]["n_classes"] if classifier else vocab,)
    return shapes


# --- one function an operation; a leading batch axis is welcome everywhere

def layer_norm(x, weight, bias, eps, placement):
    centred = x - x.mean(-1, keepdim=True)
    variance = (centred * centred).mean(-1, keepdim=True)
    if placement == "inside_sqrt":
        return centred / torch.sqrt(variance + eps) * weight + bias
    if placement == "added_to_std":
        return centred / (torch.sqrt(variance) + eps) * weight + bias
    raise ValueError(f"unknown placement of eps {placement!r}")


def rms_norm(x, weight, eps):
    return x / torch.sqrt((x * x).mean(-1, keepdim=True) + eps) * weight


def activate(name, x):
    return {
        "relu": lambda: functional.relu(x),
        "gelu": lambda: 0.5 * x * (1 + torch.erf(x / math.sqrt(2))),
        "gelu_tanh": lambda: 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x ** 3))),
        "silu": lambda: x * torch.sigmoid(x),
        "tanh": lambda: torch.tanh(x),
        "sigmoid": lambda: torch.sigmoid(x),
        "quick_gelu": lambda: x * torch.sigmoid(1.702 * x),
        "relu2": lambda: functional.relu(x) ** 2,
    }[name]()


def sinusoidal_positions(seq_len, d_model, base, layout="interleaved"):
    table = torch.zeros(seq_len, d_model, dtype=torch.float64)
    if layout == "half":                                       # Marian: all sines, then all cosines
        for i in range(seq_len):
            for k in range(d_model // 2):
                angle = i / base ** (2 * k / d_model)
                table[i, k], table[i, d_model // 2 + k] = math.sin(angle), math.cos(angle)
        return table
    for i in range(seq_len):
        for index in range(d_model):
            angle = i / base ** ((index - index % 2) / d_model)
            table[i, index] = math.cos(angle) if index % 2 else math.sin(angle)
    return table


def sinusoidal_distances(first, last, d_model, base):
    """The sines and cosines of the distances first … last, one a row."""
    pair = torch.div(torch.arange(d_model), 2, rounding_mode="floor").to(torch.float64)
    angles = torch.arange(first, last + 1, dtype=torch.float64)[:, None] * base ** (-2.0 * pair / d_model)
    return torch.where(torch.arange(d_model) % 2 == 0, torch.sin(angles), torch.cos(angles))


def relative_scores(q, r, first):
    """q [.., head, pos, d_head] · r [head, distance, d_head] of the distance i - j, that of row 0 being `first`; 0 for
    distances without a row."""
    tokens, rows = q.shape[-2], r.shape[-2]
    columns = []
    for i in range(tokens):
        for j in range(tokens):
            row = i - j - first
            one = (q[..., :, i, :] * r[:, row]).sum(-1) if 0 <= row < rows else 0 * q[..., :, i, 0]
            columns.append(one)
    return torch.stack(columns, -1).reshape(*q.shape[:-1], tokens)


def rope_scaling(scaling, base, rotary_dims, max_seq_len, length):
    """Angle per position of each pair, and the factor of cosine and sine, as transformers' modeling_rope_utils.py says
    it: from its inverse frequencies, not from the formulas of the program."""
    s = {"kind": "default", **(scaling or {})}
    kind, factor, original = s["kind"], s.get("factor", 1), s.get("original_max_seq_len", max_seq_len)
    exponents = torch.arange(0, rotary_dims, 2, dtype=torch.float64) / rotary_dims
    plain = 1.0 / base ** exponents
    if kind == "default":
        return plain, 1.0
    if kind == "linear":
        return plain / factor, 1.0
    if kind == "dynamic":
        longest = max(length, original)
        base = base * ((factor * longest / original) - (factor - 1)) ** (rotary_dims / (rotary_dims - 2))
        return 1.0 / base ** exponents, 1.0
    if kind == "llama3":
        low, high = s.get("low_freq_factor", 1), s.get("high_freq_factor", 4)
        wavelength = 2 * math.pi / plain
        scaled = torch.where(wavelength > original / low, plain / factor, plain)
        smooth = (original / wavelength - low) / (high - low)
        middle = (1 - smooth) * scaled / factor + smooth * scaled
        is_middle = ~(wavelength < original / high) & ~(wavelength > original / low)
        return torch.where(is_middle, middle, scaled), 1.0
    correction = lambda turns: rotary_dims * math.log(original / (turns * 2 * math.pi)) / (2 * math.log(base))
    low, high = correction(s.get("beta_fast", 32)), correction(s.get("beta_slow", 1))
    if s.get("truncate", True):
        low, high = math.floor(low), math.ceil(high)
    low, high = max(low, 0), min(high, rotary_dims - 1)
    if low == high:
        high += 0.001
    ramp = ((torch.arange(rotary_dims // 2, dtype=torch.float64) - low) / (high - low)).clamp(0, 1)
    extrapolated = 1 - ramp
    grown = lambda by=1: 1.0 if factor <= 1 else 0.1 * by * math.log(factor) + 1.0
    both = s.get("mscale", 0) and s.get("mscale_all_dim", 0)
    amplitude = s.get("attention_factor") or (grown(s["mscale"]) / grown(s["mscale_all_dim"]) if both else grown())
    return plain / factor * (1 - extrapolated) + plain * extrapolated, amplitude


def rope(x, base, rotary_dims, layout, decay=0, scaling=None, max_seq_len=0):
    """x [.., pos, d_head]; the rest of d_head passes. decay: xPos (Sun et al. 2022), 1/s of queries, -1/s of keys."""
    seq_len = x.shape[-2]
    frequencies, amplitude = rope_scaling(scaling, base, rotary_dims, max_seq_len, seq_len)
    columns = list(torch.unbind(x, -1))
    for k in range(rotary_dims // 2):
        first, second = (2 * k, 2 * k + 1) if layout == "interleaved" else (k, k + rotary_dims // 2)
        angle = torch.arange(seq_len, dtype=torch.float64) * frequencies[k]
        a, b = columns[first], columns[second]
        zeta = (k / (rotary_dims / 2) + 0.4) / 1.4
        scale = amplitude * zeta ** (torch.arange(seq_len, dtype=torch.float64) * decay)
        columns[first] = (a * torch.cos(angle) - b * torch.sin(angle)) * scale
        columns[second] = (a * torch.sin(angle) + b * torch.cos(angle)) * scale
    return torch.stack(columns, -1)


def kv_for_each_head(kv, n_heads):
    """[.., kv head, pos, d_head] -> [.., head, pos, d_head]."""
    n_kv = kv.shape[-3]
    return torch.stack([kv[..., h * n_kv // n_heads, :, :] for h in range(n_heads)], -3)


def attention_scores(q, k):
    return q @ kv_for_each_head(k, q.shape[-3]).transpose(-1, -2)


def shaw_scores(q, k, relative_keys, clip):
    query, key = q.shape[-2], k.shape[-2]
    distance = torch.arange(key)[None, :] - torch.arange(query)[:, None]
    a = relative_keys[clip + distance.clamp(-clip, clip)]   # [query, key, d_head]
    return attention_scores(q, k) + torch.einsum("...qd,qkd->...qk", q, a)


def alibi_slopes(n_heads):
    """Press, Smith, Lewis 2022: for other than powers of two those of the next lower one, then every other of the
    next higher one's."""
    power = 2 ** int(math.log2(n_heads))
    if power == n_heads:
        return [2.0 ** (-8.0 * h / n_heads) for h in range(1, n_heads + 1)]
    return alibi_slopes(power) + alibi_slopes(2 * power)[0::2][:n_heads - power]


def alibi_bias(n_heads, query, key):
    distance = (torch.arange(query)[:, None] - torch.arange(key)[None, :]).abs().to(torch.float64)
    slopes = torch.tensor(alibi_slopes(n_heads), dtype=torch.float64)
    return -slopes[:, None, None] * distance


def t5_bucket(key_minus_query, buckets, max_distance, bidirectional):
    """Raffel et al. 2020, with whole numbers: floor(log(d/e) / log(m/e) * n) >= i  <=>  d^n >= m^i e^(n-i)."""
    offset, distance = 0, -key_minus_query
    if bidirectional:
        buckets //= 2
        offset, distance = (buckets if key_minus_query > 0 else 0), abs(key_minus_query)
    distance = max(distance, 0)
    exact = buckets // 2
    if distance < exact:
        return offset + distance
    n, i = buckets - exact, 0
    while i < n - 1 and distance ** n >= max_distance ** (i + 1) * exact ** (n - i - 1):
        i += 1
    return offset + exact + i


def t5_bias(table, query, key, max_distance, bidirectional):
    index = torch.tensor([[t5_bucket(j - i, table.shape[0], max_distance, bidirectional) for j in range(key)]
                          for i in range(query)])
    return table[index].permute(2, 0, 1)   # [head, query, key]


def fire_bias(network, scale, threshold, query, key):
    """Li et al. 2023, as in their appendix: network is (w, a, W, b) of Linear(1, hidden), ReLU, Linear(hidden, heads);
    query and key: positions."""
    w, a, w_out, b = network
    psi = lambda t: torch.log((scale * t).abs() + 1)
    distance = (query[:, None] - key[None, :]).abs()
    x = psi(distance) / (psi(torch.maximum(threshold.abs(), query)[:, None]) + 1e-6)
    return (torch.relu(x[..., None] * w + a) @ w_out + b).permute(2, 0, 1)   # [head, query, key]


def sees(mask, query, key):
    i, j = query, key
    kind = mask["kind"]
    if kind == "none":
        return True
    if kind == "causal":
        return j <= i
    if kind == "window":
        return j <= i and i - j < mask["window"]
    if kind == "dilated":
        return j <= i and i - j < mask["window"] and (i - j) % 2 == 0
    if kind == "prefix":
        return j <= i or j < mask["prefix"]
    if kind == "segments":
        return j <= i and j // mask["segment"] >= i // mask["segment"] - 1
    s = mask["stride"]
    if kind == "strided":
        return j <= i and (i - j < s or (i - j) % s == 0)
    if kind == "fixed":
        return j <= i and (j // s == i // s or j % s == s - 1)
    raise ValueError(f"unknown mask {kind!r}")


def mask_matrix(mask, query, key):
    return torch.tensor([[sees(mask, i, j) for j in range(key)] for i in range(query)])


def softmax(x):
    """Over the last axis; a row of nothing but -inf becomes zeros, and so does its gradient."""
    empty = (x == NEGATIVE_INFINITY).all(-1, keepdim=True)
    return torch.softmax(x.masked_fill(empty, 0), -1).masked_fill(empty, 0)


def attention_values(weights, v):
    return weights @ kv_for_each_head(v, weights.shape[-3])


def project_heads(x, weight, bias, heads):
    y = x @ weight + (0 if bias is None else bias)
    return y.reshape(*y.shape[:-1], heads, -1).transpose(-2, -3)


def split_heads(x, heads):
    return x.reshape(*x.shape[:-1], heads, -1).transpose(-2, -3)


def merge_heads(x):
    x = x.transpose(-2, -3)
    return x.reshape(*x.shape[:-2], -1)


def cross_entropy(logits, labels, smoothing=0.0):
    """Mean over the labelled positions; label -1: none. Without any label it is 0."""
    logits, labels = logits.reshape(-1, logits.shape[-1]), labels.reshape(-1).long()
    kept = labels >= 0
    if not kept.any():
        return (logits * 0).sum()
    log_probs = torch.log_softmax(logits[kept], -1)
    vocab = logits.shape[-1]
    target = functional.one_hot(labels[kept], vocab).to(torch.float64) * (1 - smoothing) + smoothing / vocab
    return -(target * log_probs).sum(-1).mean()


# --- the model

class Pass:
    """One forward pass: `stages` holds every stage, in order, each its own node of the graph and so with a gradient."""

    def __init__(self, config, weights, token_types=None):
        self.config = with_defaults(config)
        self.token_types = token_types
        self.stages = {}
        self.parameters = {}
        for name, shape in parameter_shapes(config).items():
            if tuple(weights[name].shape) != shape:
                raise ValueError(f"{name} has shape {tuple(weights[name].shape)}, expected {shape}")
            self.parameters[name] = torch.tensor(weights[name], dtype=torch.float64, requires_grad=True)
        if set(weights) != set(self.parameters):
            raise ValueError(f"unknown parameters {sorted(set(weights) - set(self.parameters))}")

    def stage(self, name, value):
        """Records a copy of the value; what follows must use the copy, so that it carries the whole gradient."""
        value = value.clone()
        if not value.requires_grad:
            value.requires_grad_()
        value.retain_grad()
        assert name not in self.stages, name
        self.stages[name] = value
        return value

    def linear(self, name, x):
        y = x @ self.parameters[name + ".weight"]
        bias = self.parameters.get(name + ".bias")
        return y if bias is None else y + bias

    def heads(self, name, x, heads):
        return project_heads(x, self.parameters[name + ".weight"], self.parameters.get(name + ".bias"), heads)

    def norm(self, stage, name, x):
        """The stage, or x itself where the model has no norms."""
        c = self.config
        if c["norm"] == "none":
            return x
        weight = self.parameters[name + ".weight"]
        if c["norm"] == "rmsnorm":
            return self.stage(stage, rms_norm(x, weight, c["norm_eps"]))
        return self.stage(stage, layer_norm(x, weight, self.parameters[name + ".bias"], c["norm_eps"],
                                            c["norm_eps_placement"]))

    def embed(self, stack, tokens):
        x = self.embedding_sum(stack, tokens)
        return self.norm(stack + "embed.norm", stack + "embed.norm", x) if self.config["embed_norm"] else x

    def token_table(self, stack):
        return self.parameters[("encoder." if self.config["shared_embeddings"] else stack) + "embed.tokens.weight"]

    def embedding_sum(self, stack, tokens):
        c, kind = self.config, self.config["positional"]["kind"]
        x = self.token_table(stack)[torch.tensor(tokens)]
        if c["scale_embeddings"]:
            x = x * math.sqrt(c["d_model"])
        x = self.stage(stack + "embed.tokens", x)
        if c["d_embed"]:
            x = self.stage(stack + "embed.projected", self.linear(stack + "embed.project", x))
        appended, table = appended_columns(c), None
        if appended:
            if kind == "learned":
                table = self.parameters[stack + "embed.positions.weight"][:len(tokens)]
            elif kind == "sinusoidal":
                table = sinusoidal_positions(len(tokens), appended, c["positional"].get("base", 10000))
            else:
                table = torch.eye(appended, dtype=torch.float64)[:len(tokens)]
            table = self.stage(stack + "embed.positions", table)
            x = self.stage(stack + "embed.joined", torch.cat([x, table], -1))
            return self.stage(stack + "embed", self.linear(stack + "embed.input", x))
        if kind == "learned":
            table = self.parameters[stack + "embed.positions.weight"]
            x = x + self.stage(stack + "embed.positions", table[:len(tokens)])
        if kind == "sinusoidal":
            table = sinusoidal_positions(len(tokens), c["d_model"], c["positional"].get("base", 10000),
                                         c["positional"].get("layout", "interleaved"))
            x = x + self.stage(stack + "embed.positions", table)
        if c["token_types"]:
            types = (self.token_types or []) + [0] * len(tokens)
            rows = self.parameters[stack + "embed.types.weight"][torch.tensor(types[:len(tokens)])]
            x = x + self.stage(stack + "embed.types", rows)
        return self.stage(stack + "embed", x)

    def attention(self, stage, name, x, source, mask, positional, bidirectional):
        """x [query, d_model] asks, source [key, d_model] answers; stage and name end in "attn."."""
        c = self.config
        kind = c["positional"]["kind"] if positional else "none"
        n_heads, n_kv_heads = c["n_heads"], c["n_kv_heads"]
        if stage.endswith("cross_attn.") and c["n_cross_heads"] != n_heads:
            n_heads = n_kv_heads = c["n_cross_heads"]          # heads of its own number share the same width
        d_head = c["n_heads"] * c["d_head"] // n_heads
        if c["attention_projections"]:
            q = self.stage(stage + "q", self.heads(name + "q", x, n_heads))
            k = self.stage(stage + "k", self.heads(name + "k", source, n_kv_heads))
            v = self.stage(stage + "v", self.heads(name + "v", source, n_kv_heads))
        else:                                                  # Bloem 2019: queries, keys and values are the input
            q = self.stage(stage + "q", split_heads(x, n_heads))
            k = self.stage(stage + "k", split_heads(source, n_heads))
            v = self.stage(stage + "v", split_heads(source, n_heads))
        if kind in ("rope", "xpos"):
            p = c["positional"]
            turn = (p.get("base", 10000), p.get("rotary_dims", c["d_head"]), p.get("layout", "interleaved"))
            decay = 1 / p.get("xpos_scale", 512) if kind == "xpos" else 0
            scaling = (p.get("scaling"), c["max_seq_len"])
            q = self.stage(stage + "q_rot", rope(q, *turn, decay, *scaling))
            k = self.stage(stage + "k_rot", rope(k, *turn, -decay, *scaling))
        if c["attention_scale"] == "qk_fourth_root":
            q = self.stage(stage + "q_scaled", q / d_head ** 0.25)
            k = self.stage(stage + "k_scaled", k / d_head ** 0.25)
        if kind == "transformer_xl":
            scores = self.scores_of_two_terms(stage, name, q, k, mask)
        elif kind == "shaw":
            scores = shaw_scores(q, k, self.parameters[name + "relative_keys"], c["positional"]["clip"])
        else:
            scores = attention_scores(q, k)
        scores = self.stage(stage + "scores_raw", scores)
        factor = 1 / math.sqrt(d_head) if c["attention_scale"] == "sqrt_d_head" else 1
        scores = self.stage(stage + "scores_scaled", scores * factor / c["attention_temperature"])
        if kind in ("alibi", "t5", "fire"):
            query, key = scores.shape[-2:]
            if kind == "alibi":
                bias = alibi_bias(c["n_heads"], query, key)
            elif kind == "fire":
                part = lambda end: self.parameters[name + "fire." + end]
                network = [part(end) for end in ("in.weight", "in.bias", "out.weight", "out.bias")]
                length = c["positional"].get("threshold", max(1, c["max_seq_len"] // 4))
                bias = fire_bias(network, part("scale"), length * part("threshold"),
                                 *(torch.arange(n, dtype=torch.float64) for n in (query, key)))
            else:
                first = re.sub(r"blocks\.\d+\.", "blocks.0.", name) if c["positional"].get("shared", False) else name
                bias = t5_bias(self.parameters[first + "relative_bias"], query, key,
                               c["positional"].get("max_distance", 128), bidirectional)
            bias = self.stage(stage + "position_bias", bias)
            scores = self.stage(stage + "scores_biased", scores + bias)
        hidden = ~mask_matrix(mask, *scores.shape[-2:])
        scores = self.stage(stage + "scores_masked", scores.masked_fill(hidden, NEGATIVE_INFINITY))
        weights = self.stage(stage + "weights", softmax(scores))
        values = self.stage(stage + "heads", attention_values(weights, v))
        concat = self.stage(stage + "concat", merge_heads(values))
        return self.stage(stage + "out", self.linear(name + "o", concat) if c["attention_projections"] else concat)

    def scores_of_two_terms(self, stage, name, q, k, mask):
        """Dai et al. 2019, section 3.3: (q_i + u) · k_j + (q_i + v) · W_{k,R} r_{i-j}."""
        c, tokens = self.config, q.shape[-2]
        later = any(sees(mask, i, j) for i in range(tokens) for j in range(i + 1, tokens))
        first = 1 - tokens if later or mask["kind"] == "none" else 0
        if mask["kind"] == "prefix" and mask["prefix"] > 1:    # also for a text of a single token
            first = 1 - tokens
        r = self.stage(stage + "relative_positions", sinusoidal_distances(first, tokens - 1, c["d_model"],
                                                                          c["positional"].get("base", 10000)))
        w = self.stage(stage + "relative", self.heads(name + "relative", r, c["n_heads"]))
        u, v = (self.parameters[name + part][:, None] for part in ("relative.content_bias", "relative.position_bias"))
        q_content = self.stage(stage + "q_content", q + u)
        q_position = self.stage(stage + "q_position", q + v)
        content = self.stage(stage + "scores_content", attention_scores(q_content, k))
        position = self.stage(stage + "scores_position", relative_scores(q_position, w, first))
        return content + position

    def pool(self, x):
        """One row of many."""
        c, pooling = self.config, self.config["head"].get("pooling", "mean")
        if pooling == "weighted":
            scores = self.stage("pool.scores", self.parameters["pool.weight"][:x.shape[-2]])
        elif pooling == "query":
            scores = self.stage("pool.scores_raw", x @ self.parameters["pool.query"])
            factor = 1 if c["attention_scale"] == "none" else 1 / math.sqrt(c["d_model"])
            scores = self.stage("pool.scores_scaled", scores * factor)
        else:
            return self.stage("pooled", x.mean(-2) if pooling == "mean" else x[0])
        alpha = self.stage("pool.weights", softmax(scores))
        return self.stage("pooled", sum(a * row for a, row in zip(alpha, x)))

    def lookup(self, tokens):
        """Every entry of a table of keys and values answers, as much as its key fits."""
        x = self.embed("", tokens)
        scores = self.stage("lookup.scores_raw", x @ self.parameters["lookup.keys.weight"].T)
        scores = self.stage("lookup.scores_scaled", scores * self.config["lookup"].get("hardness", 1))
        weights = self.stage("lookup.weights", softmax(scores))
        return self.stage("lookup.out", weights @ self.parameters["lookup.values.weight"])

    def mlp(self, stage, name, x):
        c = self.config
        pre = self.stage(stage + "pre", self.linear(name + "in", x))
        if c["gated_mlp"]:
            gate = self.stage(stage + "gate", self.linear(name + "gate", x))
            act = self.stage(stage + "act", activate(c["activation"], gate) * pre)
        else:
            act = self.stage(stage + "act", activate(c["activation"], pre))
        return self.stage(stage + "out", self.linear(name + "out", act))

    def sublayer(self, block, weights, norm, resid, x, function):
        """Norm, function, residual connection, in the order of the placement. Returns what the next one reads."""
        pre = self.config["norm_placement"] == "pre"
        out = function(self.norm(block + norm, weights + norm, x) if pre else x)
        x = self.stage(block + resid, x + out if self.config["residual"] else out)
        return x if pre else self.norm(block + norm, weights + norm, x)

    def stack(self, stack, tokens, n_layers, mask, memory=None):
        """Embedding and blocks of one stack; with memory [source, d_model], blocks with cross-attention."""
        c = self.config
        bidirectional = stack == "encoder." or c["architecture"] == "encoder"
        attn = "self_attn." if stack else "attn."
        x = self.embed(stack, tokens)
        for layer in range(n_layers):
            block = f"{stack}blocks.{layer}."
            weights = f"{stack}blocks.{0 if c['shared_layers'] else layer}."
            x = self.stage(block + "resid_pre", x)
            if c["parallel_residual"] and c["mlp"]:            # both sublayers read the block's input
                h = self.norm(block + "norm1", weights + "norm1", x)
                attended = self.attention(block + attn, weights + attn, h, h, mask, True, bidirectional)
                neurons = self.mlp(block + "mlp.", weights + "mlp.", self.norm(block + "norm2", weights + "norm2", x))
                x = self.stage(block + "resid_post", attended + neurons + (x if c["residual"] else 0))
                continue
            x = self.sublayer(block, weights, "norm1", "resid_self" if memory is not None else "resid_mid", x,
                              lambda h: self.attention(block + attn, weights + attn, h, h, mask, True, bidirectional))
            if memory is not None:
                x = self.sublayer(block, weights, "norm2", "resid_cross", x,
                                  lambda h: self.attention(block + "cross_attn.", weights + "cross_attn.", h, memory,
                                                           {"kind": "none"}, False, True))
            if c["mlp"]:
                x = self.sublayer(block, weights, "norm3" if memory is not None else "norm2", "resid_post", x,
                                  lambda h: self.mlp(block + "mlp.", weights + "mlp.", h))
        if c["final_norm"]:
            x = self.norm(stack + "final_norm", stack + "final_norm", x)
        return x

    def run(self, tokens, target_tokens=None):
        """All stages, from the tokens to probs."""
        c = self.config
        if c["architecture"] == "encoder_decoder":
            memory = self.stack("encoder.", tokens, c["n_layers"], {"kind": "none"})
            x = self.stack("decoder.", target_tokens, c["n_decoder_layers"], {"kind": "causal"}, memory)
        elif c["architecture"] == "lookup":
            x = self.lookup(tokens)
        else:
            x = self.stack("", tokens, c["n_layers"], c["mask"])
        last = c["stacks"][-1]
        if c["head"]["kind"] == "classifier":
            x = self.pool(x)
        if "transform" in c["head"]:
            transform = c["head"]["transform"]
            x = self.stage("head.dense", self.linear(last + "head.transform", x))
            x = self.stage("head.act", activate(transform["activation"], x))
            if transform.get("norm", False):
                x = self.norm("head.norm", last + "head.transform.norm", x)
        if c["d_embed"]:
            x = self.stage("head.projected", self.linear(last + "head.project", x))
        if c["logit_scale"] != 1:
            x = self.stage("head.scaled", x * c["logit_scale"])
        if c["tie_embeddings"] and c["head"]["kind"] != "classifier":
            logits = x @ self.token_table(last).T
            if c["head_bias"]:
                logits = logits + self.parameters[last + "head.bias"]
        else:
            logits = self.linear(last + "head", x)
        logits = self.stage("logits", logits)
        self.stage("probs", torch.softmax(logits, -1))


def default_labels(config, tokens, target_tokens=None):
    """The next token of each position, none at the last; a classifier has no default."""
    if with_defaults(config)["head"]["kind"] == "classifier":
        raise ValueError("a classifier needs one class id as its label")
    return list(target_tokens if target_tokens is not None else tokens)[1:] + [-1]


def trace(config, weights, tokens, target_tokens=None, labels=None, token_types=None):
    """{name: float64 array}: every stage, `loss` [1], grad.<stage> and grad.param.<name>.

    The loss reads `logits`; nothing reads `probs`, which therefore has no gradient here."""
    forward = Pass(config, weights, token_types)
    forward.run(tokens, target_tokens)
    if labels is None:
        labels = default_labels(config, tokens, target_tokens)
    loss = cross_entropy(forward.stages["logits"], torch.tensor(labels))
    loss.backward()
    result = {name: value.detach().numpy() for name, value in forward.stages.items()}
    result["loss"] = loss.detach().numpy().reshape(1)
    for name, value in forward.stages.items():
        if name != "probs":
            result["grad." + name] = value.grad.numpy()
    for name, value in forward.parameters.items():
        result["grad.param." + name] = value.grad.numpy()
    return result
