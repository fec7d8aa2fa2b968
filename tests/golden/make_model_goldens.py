# Writes models/<name>/{config.json, model.safetensors, expected.safetensors}: small models with random weights that
# together cover every option of config.json, and what reference.py computes for them. See README.md.
import json
import pathlib
import sys
import zlib

import numpy as np

import reference
import safetensors_io
import segment_recurrence

SEED = 20240501
HERE = pathlib.Path(__file__).parent
TOKENS = [3, 0, 7, 10, 7, 1]
TOLERANCE = 1e-10


def config(architecture, **keys):
    """A small config; only what differs from the defaults is written, so that the defaults are tested too."""
    small = {"model_type": "glassformer", "architecture": architecture, "vocab_size": 11, "d_model": 12, "n_heads": 3,
             "d_ff": 20, "n_layers": 2, "max_seq_len": 9}
    merged = {**small, **keys}
    return {key: value for key, value in merged.items() if value is not None}


LLAMA = dict(norm="rmsnorm", activation="silu", gated_mlp=True, attention_bias=False, mlp_bias=False)
NO_POSITIONS = {"kind": "none"}
SINUSOIDAL = {"kind": "sinusoidal"}
T5 = {"kind": "t5", "buckets": 8, "max_distance": 6}


def classifier(pooling, n_classes=4):
    return {"kind": "classifier", "n_classes": n_classes, "pooling": pooling}


def models():
    """name -> (config, tokens, target tokens or None, labels or None: the default, token types or None: all 0)."""
    rows = {}

    def add(name, *args, tokens=TOKENS, target=None, labels=None, types=None, **keys):
        rows[name] = (config(*args, **keys), tokens, target, labels, types)

    # Positional encodings in a decoder.
    add("decoder-defaults", "decoder", d_ff=None)
    add("decoder-nothing", "decoder", positional=NO_POSITIONS, norm="none", activation="relu", head_bias=True)
    add("decoder-sinusoidal-odd", "decoder", positional=SINUSOIDAL, d_model=9, scale_embeddings=True,
        tie_embeddings=True)
    add("decoder-rope-interleaved", "decoder", positional={"kind": "rope"}, n_heads=2, d_head=8, n_kv_heads=1, **LLAMA)
    add("decoder-rope-half", "decoder", positional={"kind": "rope", "base": 500, "layout": "half"}, d_head=8,
        n_heads=2, **LLAMA)
    add("decoder-rope-interleaved-partial", "decoder", positional={"kind": "rope", "base": 20.5, "rotary_dims": 4},
        n_heads=2)
    add("decoder-rope-half-partial", "decoder", positional={"kind": "rope", "rotary_dims": 4, "layout": "half"},
        n_heads=2)
    add("decoder-xpos", "decoder", positional={"kind": "xpos", "xpos_scale": 8}, n_heads=2, d_head=8, **LLAMA)
    add("encoder-xpos-half-partial", "encoder", positional={"kind": "xpos", "base": 20.5, "rotary_dims": 4,
        "layout": "half"}, n_heads=2)
    add("decoder-alibi-3-heads", "decoder", positional={"kind": "alibi"})
    add("decoder-alibi-4-heads", "decoder", positional={"kind": "alibi"}, n_heads=4, n_kv_heads=2)
    add("decoder-t5", "decoder", positional=T5, tokens=[3, 0, 7, 10, 7, 1, 2, 2, 9], attention_scale="none",
        norm="rmsnorm", attention_bias=False, mlp_bias=False, activation="relu")
    add("decoder-fire", "decoder", positional={"kind": "fire", "hidden": 6, "threshold": 3},
        tokens=[3, 0, 7, 10, 7, 1, 2, 2, 9])
    add("decoder-shaw", "decoder", positional={"kind": "shaw", "clip": 2}, n_heads=4, n_kv_heads=2)

    # Positional encodings in an encoder.
    add("encoder-nothing", "encoder", positional=NO_POSITIONS)
    add("encoder-learned-classifier-cls", "encoder", head=classifier("cls"), labels=[2])
    add("encoder-sinusoidal-classifier-mean", "encoder", positional={"kind": "sinusoidal", "base": 100},
        head=classifier("mean"), head_bias=True, labels=[0])
    add("encoder-rope-half", "encoder", positional={"kind": "rope", "layout": "half"}, norm="rmsnorm")
    add("encoder-alibi-6-heads", "encoder", positional={"kind": "alibi"}, n_heads=6)
    add("encoder-t5", "encoder", positional=T5, tokens=[3, 0, 7, 10, 7, 1, 2, 2, 9], attention_scale="none")
    add("encoder-t5-default-buckets", "encoder", positional={"kind": "t5"}, max_seq_len=24, n_layers=1,
        tokens=[(5 * i + 2) % 11 for i in range(19)])
    add("encoder-fire-defaults", "encoder", positional={"kind": "fire"}, n_heads=2)
    add("encoder-shaw", "encoder", positional={"kind": "shaw", "clip": 3})

    # Masks.
    add("decoder-window", "decoder", mask={"kind": "window", "window": 3})
    add("decoder-dilated", "decoder", mask={"kind": "dilated", "window": 4}, tokens=TOKENS + [4])
    add("decoder-strided", "decoder", mask={"kind": "strided", "stride": 2}, tokens=TOKENS + [4])
    add("decoder-fixed", "decoder", mask={"kind": "fixed", "stride": 3}, tokens=TOKENS + [4, 8])
    add("decoder-prefix", "decoder", mask={"kind": "prefix", "prefix": 3})
    add("decoder-unmasked", "decoder", mask={"kind": "none"})
    add("encoder-causal", "encoder", mask={"kind": "causal"}, positional=T5)

    # Norms.
    add("decoder-post-norm", "decoder", norm_placement="post", activation="relu")
    add("decoder-post-norm-final", "decoder", norm_placement="post", final_norm=True, norm="rmsnorm", norm_eps=0.05,
        norm_eps_placement="added_to_std")
    add("decoder-pre-norm-no-final", "decoder", final_norm=False, norm_eps=0.05)
    add("encoder-eps-added-to-std", "encoder", norm_eps=0.05, norm_eps_placement="added_to_std", norm_placement="post")

    # MLP, residual connections, biases, sharing, sizes.
    add("decoder-gated-gelu-tanh", "decoder", gated_mlp=True, activation="gelu_tanh")
    add("decoder-gated-relu", "decoder", gated_mlp=True, activation="relu", mlp_bias=False)
    add("decoder-gated-gelu", "decoder", gated_mlp=True, n_layers=1)
    add("decoder-gelu-tanh", "decoder", activation="gelu_tanh", attention_bias=False)
    add("decoder-silu", "decoder", activation="silu", mlp_bias=False, n_heads=1, n_layers=1)
    add("decoder-attention-only", "decoder", mlp=False, norm="none", attention_bias=False)
    add("decoder-no-mlp-post-norm", "decoder", mlp=False, norm_placement="post")
    add("decoder-no-residual", "decoder", residual=False)
    add("decoder-no-residual-post-norm", "decoder", residual=False, norm_placement="post")
    add("decoder-shared-layers", "decoder", shared_layers=True, n_layers=3, positional=T5)
    add("decoder-tied-head-bias", "decoder", tie_embeddings=True, head_bias=True)
    add("decoder-classifier", "decoder", head=classifier("mean", 3), n_layers=1, labels=[1])
    add("decoder-one-token", "decoder", tokens=[4], labels=[9])
    add("decoder-labels", "decoder", labels=[-1, 5, 5, -1, 0, 10], n_layers=1)

    # Encoder-decoders.
    target = [1, 4, 4, 6, 2]
    two = "encoder_decoder"
    add("seq2seq-pre-norm", two, target=target)
    add("seq2seq-post-norm-tied", two, target=target, target_vocab_size=7, norm_placement="post", activation="relu",
        positional=SINUSOIDAL, scale_embeddings=True, tie_embeddings=True)
    add("seq2seq-gated", two, target=target, target_vocab_size=8, n_decoder_layers=1, positional={"kind": "rope"},
        n_heads=4, d_head=4, n_kv_heads=2, head_bias=True, **LLAMA)
    add("seq2seq-t5", two, target=target + [0, 3, 5], positional=T5, attention_scale="none", norm="rmsnorm", n_layers=1,
        activation="relu", attention_bias=False, mlp_bias=False, labels=[4, -1, 6, 2, 0, 3, -1, 5])
    add("seq2seq-shaw", two, target=target, n_layers=1, positional={"kind": "shaw", "clip": 2}, norm="none")
    add("seq2seq-alibi-shared", two, target=target, shared_layers=True, positional={"kind": "alibi"})
    add("seq2seq-attention-only", two, target=target, n_layers=1, mlp=False, residual=False, norm_placement="post",
        final_norm=True, positional=NO_POSITIONS, tie_embeddings=True, head_bias=True)

    add("seq2seq-one-cross-head", two, target=target, n_cross_heads=1, positional=SINUSOIDAL)
    add("seq2seq-more-cross-heads", two, target=target, n_layers=1, n_heads=2, d_head=8, n_cross_heads=4,
        attention_scale="qk_fourth_root", positional=NO_POSITIONS)

    # Attention without parameters: Bloem's basic self-attention, and the same in blocks.
    bare = dict(attention_projections=False, positional=NO_POSITIONS)
    add("encoder-parameter-free", "encoder", n_heads=1, n_layers=1, attention_scale="none", norm="none", mlp=False,
        residual=False, **bare)
    add("decoder-parameter-free", "decoder", n_heads=1, attention_scale="none", norm="none", mlp=False, residual=False,
        **bare)
    add("decoder-parameter-free-3-heads", "decoder", attention_projections=False, positional={"kind": "rope"})
    add("seq2seq-parameter-free", two, target=target, n_layers=1, **bare)

    # Queries and keys scaled each; heads as wide as the model.
    add("decoder-qk-fourth-root", "decoder", attention_scale="qk_fourth_root")
    add("encoder-qk-fourth-root-rope", "encoder", attention_scale="qk_fourth_root", positional={"kind": "rope"},
        n_kv_heads=1)
    add("seq2seq-qk-fourth-root", two, target=target, n_layers=1, attention_scale="qk_fourth_root", positional=T5)
    add("decoder-wide-heads", "decoder", d_head=12, attention_bias=False)

    # Scores divided by a temperature.
    add("decoder-temperature", "decoder", attention_temperature=2.5)
    add("encoder-temperature-unscaled", "encoder", attention_temperature=0.4, attention_scale="none", n_layers=1,
        positional={"kind": "alibi"})
    add("seq2seq-temperature-qk-fourth-root", two, target=target, n_layers=1, attention_temperature=1.75,
        attention_scale="qk_fourth_root", positional=NO_POSITIONS)

    # Positions appended.
    add("decoder-append-sinusoidal", "decoder", positional={"kind": "sinusoidal", "combine": "append", "dims": 5,
                                                            "base": 100})
    add("decoder-append-learned", "decoder", positional={"kind": "learned", "combine": "append", "dims": 4},
        scale_embeddings=True, tie_embeddings=True)
    add("encoder-one-hot", "encoder", positional={"kind": "one_hot"})
    add("seq2seq-one-hot", two, target=target, n_layers=1, positional={"kind": "one_hot"})

    # Pooling with weights.
    add("encoder-classifier-weighted", "encoder", head=classifier("weighted"), labels=[1])
    add("encoder-classifier-query", "encoder", head=classifier("query"), labels=[3])
    add("decoder-classifier-query", "decoder", head=classifier("query", 2), head_bias=True, labels=[0], n_layers=1,
        attention_scale="none")

    # A soft look-up table.
    table = dict(n_heads=None, d_ff=None, n_layers=None)
    add("lookup", "lookup", lookup={"entries": 7, "hardness": 2.5}, **table)
    add("lookup-tied", "lookup", lookup={"entries": 4}, tie_embeddings=True, head_bias=True, **table)
    add("lookup-classifier", "lookup", lookup={"entries": 5, "hardness": 0.5}, head=classifier("query", 3), labels=[2],
        **table)

    # Transformer-XL: relative terms, segments.
    relative = {"kind": "transformer_xl"}
    nine = TOKENS + [2, 9, 4]
    add("decoder-transformer-xl", "decoder", positional=relative)
    add("decoder-transformer-xl-grouped", "decoder", positional={"kind": "transformer_xl", "base": 50}, n_heads=4,
        n_kv_heads=2, mask={"kind": "window", "window": 3}, attention_bias=False)
    add("encoder-transformer-xl", "encoder", positional=relative)
    add("seq2seq-transformer-xl", two, target=target, n_layers=1, positional=relative)
    add("decoder-segments", "decoder", mask={"kind": "segments", "segment": 2}, tokens=nine)
    add("decoder-transformer-xl-segments", "decoder", positional=relative, mask={"kind": "segments", "segment": 3},
        tokens=nine)

    # The Universal transformer's shared block in an encoder, and a sparse pattern whose stride is the root of the length.
    add("encoder-shared-layers", "encoder", shared_layers=True, n_layers=3, positional=SINUSOIDAL, attention_bias=False)
    add("decoder-strided-root", "decoder", mask={"kind": "strided", "stride": 3}, tokens=nine)
    add("decoder-fixed-root", "decoder", mask={"kind": "fixed", "stride": 3}, tokens=nine, shared_layers=True)

    # What models of the Hugging Face hub have: BERT's segments and heads, NeoX's parallel sublayers, scaled rotations,
    # T5's shared tables and factor, Marian's waves, OPT's narrow embeddings.
    dense = lambda activation, norm=False: {"activation": activation, "norm": norm}
    add("encoder-segments-transform", "encoder", token_types=3, embed_norm=True, norm_placement="post",
        tie_embeddings=True, head_bias=True, head={"kind": "lm", "transform": dense("gelu", True)},
        types=[0, 0, 2, 1, 1], labels=[-1, 5, -1, 0, 10, -1])
    add("encoder-segments-no-positions", "encoder", token_types=2, positional=NO_POSITIONS, embed_norm=True,
        norm="rmsnorm", head={**classifier("cls"), "transform": dense("tanh")}, types=[0, 1, 1, 0, 0, 1], labels=[2])
    add("decoder-transform-classifier", "decoder", head={**classifier("mean", 3), "transform": dense("relu", True)},
        head_bias=True, norm_eps=0.05, norm_eps_placement="added_to_std", labels=[1], n_layers=1)
    add("decoder-parallel", "decoder", parallel_residual=True, n_heads=2,
        positional={"kind": "rope", "layout": "half", "rotary_dims": 4})
    add("decoder-parallel-no-residual", "decoder", parallel_residual=True, residual=False, norm="rmsnorm",
        gated_mlp=True, activation="silu")
    add("decoder-parallel-shared-layers", "decoder", parallel_residual=True, shared_layers=True, norm="none",
        activation="quick_gelu")
    add("decoder-no-output-bias", "decoder", attention_out_bias=False, activation="relu2")
    add("decoder-output-bias-alone", "decoder", attention_bias=False, attention_out_bias=True, n_layers=1)

    def scaled(kind, layout="half", **numbers):
        return {"kind": "rope", "layout": layout, "base": 100, "scaling": {"kind": kind, **numbers}}

    eight = dict(n_heads=2, d_head=8, **LLAMA)
    add("decoder-rope-linear", "decoder", positional=scaled("linear", factor=2.5), **eight)
    add("decoder-rope-dynamic", "decoder", positional=scaled("dynamic", factor=2, original_max_seq_len=4), **eight)
    add("decoder-rope-llama3", "decoder", n_kv_heads=1, tie_embeddings=True, positional=scaled(
        "llama3", "interleaved", factor=4, low_freq_factor=1, high_freq_factor=4, original_max_seq_len=32), **eight)
    add("decoder-rope-yarn", "decoder", positional=scaled("yarn", factor=4, original_max_seq_len=16, beta_fast=3),
        **eight)
    add("encoder-rope-yarn-mscale", "encoder", n_heads=2, positional={**scaled(
        "yarn", factor=3, mscale=0.7, mscale_all_dim=1.3, truncate=False, beta_fast=2, beta_slow=0.25),
        "rotary_dims": 4})
    shared_t5 = {**T5, "shared": True}
    add("decoder-t5-shared", "decoder", positional=shared_t5, n_layers=3, attention_scale="none")
    add("seq2seq-t5-shared", two, target=target, positional=shared_t5, attention_scale="none", norm="rmsnorm",
        activation="gelu_tanh", gated_mlp=True, attention_bias=False, mlp_bias=False, n_heads=4, d_head=5,
        tie_embeddings=True, shared_embeddings=True, logit_scale=0.25)
    add("seq2seq-half-waves", two, target=target, positional={**SINUSOIDAL, "layout": "half"}, norm_placement="post",
        scale_embeddings=True, tie_embeddings=True, shared_embeddings=True, head_bias=True, embed_norm=True,
        activation="silu", head={"kind": "lm", "transform": dense("gelu_tanh", True)})
    add("decoder-narrow-embeddings", "decoder", d_embed=5, tie_embeddings=True, norm_placement="post", activation="relu")
    add("encoder-narrow-embeddings", "encoder", d_embed=7, positional=NO_POSITIONS, logit_scale=3,
        head={**classifier("query"), "transform": dense("sigmoid")}, labels=[3])
    add("seq2seq-narrow-embeddings", two, target=target, n_layers=1, d_embed=4, shared_embeddings=True,
        positional={"kind": "learned", "combine": "append", "dims": 3})
    return rows


def random_weights(config, random):
    """Matrices and biases N(0, 0.3), norm weights 1 ± 0.2: no value so small that a mistake hides in it."""
    weights = {}
    for name, shape in reference.parameter_shapes(config).items():
        is_norm_weight = "norm" in name and name.endswith(".weight")
        values = 1 + 0.2 * random.uniform(-1, 1, shape) if is_norm_weight else 0.3 * random.standard_normal(shape)
        weights[name] = values.astype(np.float32)
    return weights


def comma_separated(numbers):
    return ",".join(str(number) for number in numbers)


def write_model(name, config, weights, expected, tokens, target=None, labels=None, types=None):
    folder = HERE / "models" / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(config, indent=1) + "\n")
    safetensors_io.write(folder / "model.safetensors", weights)
    metadata = {"tokens": comma_separated(tokens)}
    if target is not None:
        metadata["target_tokens"] = comma_separated(target)
    if labels is not None:
        metadata["labels"] = comma_separated(labels)
    if types is not None:
        metadata["token_types"] = comma_separated(types)
    safetensors_io.write(folder / "expected.safetensors", expected, metadata)


def main():
    wanted = sys.argv[1:]
    for name, (row, tokens, target, labels, types) in models().items():
        if wanted and name not in wanted:
            continue
        random = np.random.default_rng([SEED, zlib.crc32(name.encode())])
        weights = random_weights(row, random)
        expected = reference.trace(row, weights, tokens, target, labels, types)
        for stage, value in expected.items():
            if np.isnan(value).any() or (np.isinf(value).any() and not stage.endswith("scores_masked")):
                raise ValueError(f"{name}: {stage} is not finite")
        if row.get("mask", {}).get("kind") == "segments":
            worst = segment_recurrence.difference(row, weights, tokens, expected)
            if not worst < TOLERANCE:
                raise ValueError(f"{name}: segments one after the other differ by {worst}")
            print(f"{name}: segments one after the other agree within {worst:.1e}")
        write_model(name, row, weights, expected, tokens, target, labels, types)
        print(f"{name}: loss {expected['loss'][0]:.6f}, {len(expected)} tensors")


if __name__ == "__main__":
    main()
