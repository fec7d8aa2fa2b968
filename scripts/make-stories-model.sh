#!/bin/sh
# Makes assets/models/stories260k again: a trained language model that this program did not train.
# Usage: scripts/make-stories-model.sh PROGRAM SOURCE [FOLDER]     (FOLDER: assets/models/stories260k of this checkout)
#   SOURCE  that model in the layout of the transformers library: config.json, model.safetensors, tokenizer.json, and
#           expected.safetensors with input.json where they are to be shipped (scripts/reference.py makes them)
# The model is A. Karpathy's stories260K of llama2.c: its weights are copied, none is changed. Its license goes along.
set -eu

usage="usage: scripts/make-stories-model.sh PROGRAM SOURCE [FOLDER]"
program=${1:?"$usage"}
source=${2:?"$usage"}
folder=${3:-$(dirname "$0")/../assets/models/stories260k}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat > "$work/card.json" <<'END'
{
  "title": "Children’s stories (stories260K)",
  "try": "Generate at temperature 0, then 0.8: it tells short stories in whole sentences. It is a small Llama: RMSNorm, rotary positions, a gated MLP, and two query heads for each key head.",
  "task": "stories",
  "examples": [
    "Once upon a time, there was a little girl",
    "Tom had a big red ball. He wanted to",
    "The little bird was sad because"
  ],
  "origin": "A. Karpathy’s stories260K (llama2.c), trained on TinyStories",
  "license": "MIT, Copyright (c) 2023 Andrej"
}
END
"$program" convert "$source" --card "$work/card.json" --out "$folder" --force
license=$(dirname "$0")/../assets/models/stories260k/LICENSE
[ "$license" -ef "$folder/LICENSE" ] || cp "$license" "$folder/LICENSE"
