# Writes models/torch-<name>/: models whose expected values come from PyTorch's own nn.TransformerEncoder and
# nn.TransformerDecoder, with an embedding table before and a head after. The weights are converted to our names, and
# reference.py must agree with PyTorch before anything is written. See README.md.
import numpy as np
import torch
from torch import nn

import make_model_goldens
import reference

SEED = 20240502
TOLERANCE = 1e-10
TOKENS = [3, 0, 7, 10, 7, 1]
TARGET = [1, 4, 4, 6, 2]


def config(architecture, **keys):
    return {"model_type": "glassformer", "architecture": architecture, "vocab_size": 11, "d_model": 12, "n_heads": 3,
            "d_ff": 20, "n_layers": 2, "max_seq_len": 9, "positional": {"kind": "none"}, **keys}


MODELS = {
    "encoder-pre-gelu": config("encoder", activation="gelu", head_bias=True),
    "encoder-post-relu": config("encoder", activation="relu", norm_placement="post"),
    "decoder-pre-relu": config("decoder", activation="relu"),
    "decoder-post-gelu": config("decoder", activation="gelu", norm_placement="post"),
    "seq2seq-pre-relu": config("encoder_decoder", activation="relu"),
    "seq2seq-post-gelu": config("encoder_decoder", activation="gelu", norm_placement="post"),
}


def build(c):
    """PyTorch's stacks for the config, {"": encoder} or {"encoder.": …, "decoder.": …}."""
    pre = c.get("norm_placement", "pre") == "pre"

    def layer(kind):
        return kind(c["d_model"], c["n_heads"], c["d_ff"], dropout=0.0, activation=c["activation"], batch_first=True,
                    norm_first=pre)

    def norm():
        return nn.LayerNorm(c["d_model"]) if pre else None

    if c["architecture"] == "encoder_decoder":
        stacks = {"encoder.": nn.TransformerEncoder(layer(nn.TransformerEncoderLayer), c["n_layers"], norm()),
                  "decoder.": nn.TransformerDecoder(layer(nn.TransformerDecoderLayer), c["n_layers"], norm())}
    else:
        stacks = {"": nn.TransformerEncoder(layer(nn.TransformerEncoderLayer), c["n_layers"], norm())}
    return {name: stack.double().train() for name, stack in stacks.items()}


def torch_modules(c, stacks):
    """Our module name -> (PyTorch module, which): what lies in which parameter."""
    modules = {}
    for stack, module in stacks.items():
        for l, layer in enumerate(module.layers):
            block = f"{stack}blocks.{l}."
            attentions = [("self_attn" if stack else "attn", layer.self_attn)]
            if stack == "decoder.":
                attentions.append(("cross_attn", layer.multihead_attn))
            for name, attention in attentions:
                for index, part in enumerate("qkv"):
                    modules[f"{block}{name}.{part}"] = (attention, index)
                modules[f"{block}{name}.o"] = (attention.out_proj, None)
            modules[block + "mlp.in"], modules[block + "mlp.out"] = (layer.linear1, None), (layer.linear2, None)
            for norm in ("norm1", "norm2", "norm3"):
                if hasattr(layer, norm):
                    modules[block + norm] = (getattr(layer, norm), None)
        if module.norm is not None:
            modules[stack + "final_norm"] = (module.norm, None)
    return modules


def in_our_layout(module, index, end, of):
    """`of` maps a PyTorch parameter to its value or gradient; matrices are turned to [d_in, d_out]."""
    if index is None:
        value = of(getattr(module, end))
    else:
        value = of(module.in_proj_weight if end == "weight" else module.in_proj_bias).chunk(3)[index]
    return value.T if value.dim() == 2 else value


def draw(c, random):
    """The stacks with random weights that float32 holds exactly; the tables before and after them."""
    stacks = build(c)
    for stack in stacks.values():
        for name, parameter in stack.named_parameters():
            values = random.standard_normal(parameter.shape) * 0.3 + (1 if "norm" in name and "weight" in name else 0)
            parameter.data = torch.tensor(values.astype(np.float32), dtype=torch.float64)
    tables = {}
    for name, shape in reference.parameter_shapes(c).items():
        if "embed." in name or "head." in name:
            values = (random.standard_normal(shape) * 0.3).astype(np.float32)
            tables[name] = torch.tensor(values, dtype=torch.float64, requires_grad=True)
    return stacks, tables


def run(c, stacks, tables):
    """What PyTorch says: outputs of the layers, logits, loss, and all gradients, under our names."""
    kept = {}
    pre = c.get("norm_placement", "pre") == "pre"

    def keep(name, value):
        value.retain_grad()
        kept[name] = value

    for stack, module in stacks.items():
        for l, layer in enumerate(module.layers):
            last = "resid_post" if pre else ("norm3" if stack == "decoder." else "norm2")
            layer.register_forward_hook(lambda _, __, out, name=f"{stack}blocks.{l}.{last}": keep(name, out))
        if module.norm is not None:
            module.norm.register_forward_hook(lambda _, __, out, name=stack + "final_norm": keep(name, out))

    def embed(stack, tokens):
        return tables[stack + "embed.tokens.weight"][torch.tensor(tokens)][None]

    def causal(tokens):
        return nn.Transformer.generate_square_subsequent_mask(len(tokens)).double()

    if c["architecture"] == "encoder_decoder":
        memory = stacks["encoder."](embed("encoder.", TOKENS))
        x = stacks["decoder."](embed("decoder.", TARGET), memory, tgt_mask=causal(TARGET))
        head, labels = "decoder.head", TARGET
    else:
        mask = causal(TOKENS) if c["architecture"] == "decoder" else None
        x, head, labels = stacks[""](embed("", TOKENS), mask=mask), "head", TOKENS
    bias = tables.get(head + ".bias")
    keep("logits", x @ tables[head + ".weight"] + (0 if bias is None else bias))
    loss = nn.functional.cross_entropy(kept["logits"][0], torch.tensor(labels[1:] + [-1]), ignore_index=-1)
    loss.backward()

    expected = {name: value.detach()[0].numpy() for name, value in kept.items()}
    expected["probs"] = torch.softmax(kept["logits"].detach()[0], -1).numpy()
    expected["loss"] = loss.detach().reshape(1).numpy()
    expected |= {"grad." + name: value.grad[0].numpy() for name, value in kept.items()}
    return expected


def named(c, stacks, tables, of):
    """Every parameter under our name, in our order and layout."""
    modules = torch_modules(c, stacks)
    result = {}
    for name in reference.parameter_shapes(c):
        if name in tables:
            result[name] = of(tables[name])
        else:
            module, end = name.rsplit(".", 1)
            result[name] = in_our_layout(*modules[module], end, of)
    return {name: np.ascontiguousarray(value.detach().numpy()) for name, value in result.items()}


def main():
    for index, (name, c) in enumerate(MODELS.items()):
        target = TARGET if c["architecture"] == "encoder_decoder" else None
        stacks, tables = draw(c, np.random.default_rng([SEED, index]))
        weights = named(c, stacks, tables, lambda parameter: parameter)
        expected = run(c, stacks, tables)
        gradients = named(c, stacks, tables, lambda parameter: parameter.grad)
        expected |= {"grad.param." + key: value for key, value in gradients.items()}

        ours = reference.trace(c, {key: value.astype(np.float32) for key, value in weights.items()}, TOKENS, target)
        assert {key for key in ours if key.startswith("grad.param.")} <= set(expected)
        worst = max(float(np.abs(ours[key] - value).max()) for key, value in expected.items())
        assert worst < TOLERANCE, f"torch-{name}: reference.py differs from PyTorch by {worst}"
        make_model_goldens.write_model("torch-" + name, c, weights, expected, TOKENS, target)
        print(f"torch-{name}: {len(expected)} tensors, reference.py agrees within {worst:.1e}")


if __name__ == "__main__":
    main()
