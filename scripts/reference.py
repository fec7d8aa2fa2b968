#!/usr/bin/env python3
"""Writes what the transformers library computes from a model folder, so that `glassformer check FOLDER` can compare.

Two files go into the folder: input.json with the token IDs, and expected.safetensors with the hidden states, attention
weights and logits of one forward pass in float32, on the CPU, with the library's plain ("eager") attention. Needs the
Python packages torch, transformers and safetensors. Code that lies in the folder is not run.
"""
import argparse
import json
import pathlib
import sys

SAMPLE_TEXT = "The animal didn't cross the street because it was too tired."
SAMPLE_IDS = 12         # of a model without a tokenizer
TARGET_IDS = 6          # that a decoder continues its start with


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="a model folder: config.json and weights")
    parser.add_argument("--text", help="the text, cut by the folder's own tokenizer")
    parser.add_argument("--tokens", type=ids, help="token IDs instead of a text: 1,2,3")
    parser.add_argument("--target-tokens", type=ids, help="what the decoder of an encoder–decoder reads; without it, "
                        f"its start and {TARGET_IDS} tokens that it generates")
    parser.add_argument("--token-types", type=ids, help="segment of each token, of BERT: 0,0,1,1")
    parser.add_argument("--force", action="store_true", help="replace a reference that is already there")
    options = parser.parse_args()
    if options.text is not None and options.tokens is not None:
        parser.error("give --text or --tokens, not both")
    if not (options.folder / "config.json").is_file():
        parser.error(f"{options.folder} has no config.json")
    if (options.folder / "expected.safetensors").exists() and not options.force:
        parser.error(f"{options.folder} already has a reference; --force replaces it")
    return options


def ids(text):
    try:
        return [int(one) for one in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"takes comma-separated whole numbers such as 1,2,3; got {text}")


def load(folder):
    import torch
    import transformers
    config = transformers.AutoConfig.from_pretrained(folder, trust_remote_code=False)
    name = (getattr(config, "architectures", None) or [None])[0]
    kind = getattr(transformers, name, None) if name else None
    if kind is None:
        kind = transformers.AutoModel
    model = kind.from_pretrained(folder, torch_dtype=torch.float32, attn_implementation="eager",
                                 trust_remote_code=False)
    return model.eval()


def read_input(options, model):
    """input.json: tokens, and of some models target and token_type_ids."""
    given = {}
    if options.tokens is not None:
        given["tokens"] = options.tokens
    else:
        try:
            from transformers import AutoTokenizer
            tokenizer = AutoTokenizer.from_pretrained(options.folder, trust_remote_code=False)
        except Exception as problem:  # what it is depends on the kind of tokenizer that is missing
            if options.text is not None:
                sys.exit(f"reference.py: {options.folder} has no tokenizer for --text: {problem}")
            tokenizer = None
        if tokenizer is None:
            vocabulary = model.config.vocab_size
            given["tokens"] = [i * vocabulary // SAMPLE_IDS for i in range(SAMPLE_IDS)]
        else:
            given["tokens"] = tokenizer(options.text if options.text is not None else SAMPLE_TEXT)["input_ids"]
        if not given["tokens"]:
            sys.exit("reference.py: the text has no tokens")
    if options.token_types is not None:
        if len(options.token_types) != len(given["tokens"]):
            sys.exit(f"reference.py: --token-types gives {len(options.token_types)} types, "
                     f"but there are {len(given['tokens'])} tokens")
        given["token_type_ids"] = options.token_types
    if model.config.is_encoder_decoder:
        given["target"] = options.target_tokens or generated_target(model, given["tokens"])
    elif options.target_tokens:
        sys.exit("reference.py: the model is not an encoder–decoder, so it takes no --target-tokens")
    return given


def generated_target(model, tokens):
    import torch
    output = model.generate(torch.tensor([tokens]), max_new_tokens=TARGET_IDS, do_sample=False, num_beams=1)
    return output[0].tolist()


def evaluate(model, given):
    """Tensors by the names of docs/checkpoints.md, without the batch axis."""
    import torch
    inputs = {"input_ids": torch.tensor([given["tokens"]])}
    if "token_type_ids" in given:
        inputs["token_type_ids"] = torch.tensor([given["token_type_ids"]])
    if "target" in given:
        inputs["decoder_input_ids"] = torch.tensor([given["target"]])
    with torch.no_grad():
        output = model(**inputs, output_hidden_states=True, output_attentions=True)
    tensors = {}
    for kind in ("hidden_states", "attentions", "encoder_hidden_states", "encoder_attentions",
                 "decoder_hidden_states", "decoder_attentions", "cross_attentions"):
        for number, tensor in enumerate(getattr(output, kind, None) or ()):
            tensors[f"{kind}.{number}"] = tensor
    for kind, name in (("logits", "logits"), ("prediction_logits", "logits"), ("pooler_output", "pooler_output")):
        tensor = getattr(output, kind, None)
        if tensor is not None:
            tensors[name] = tensor
    return {name: tensor[0].float().contiguous() for name, tensor in tensors.items()}


def main():
    options = arguments()
    try:
        from safetensors.torch import save_file
        model = load(options.folder)
    except ImportError as missing:
        sys.exit(f"reference.py: {missing}; it needs the Python packages torch, transformers and safetensors")
    except (OSError, ValueError, KeyError) as problem:
        sys.exit(f"reference.py: transformers cannot open {options.folder}: {problem}")
    given = read_input(options, model)
    try:
        tensors = evaluate(model, given)
    except IndexError as problem:
        sys.exit(f"reference.py: the model cannot read these tokens: {problem}")
    (options.folder / "input.json").write_text(json.dumps(given) + "\n", encoding="utf-8")
    save_file(tensors, options.folder / "expected.safetensors")
    print(f"{len(tensors)} tensors of {len(given['tokens'])} tokens; compare with: glassformer check {options.folder}")


if __name__ == "__main__":
    main()
