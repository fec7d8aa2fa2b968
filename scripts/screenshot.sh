#!/usr/bin/env bash
# Makes the README's picture with the built program.
set -euo pipefail
cd "$(dirname "$0")/.."
build/release/app/glassformer render --view walk --model coreference-full --stage blocks.1.attn.scores_raw --head 0 \
  --cell 'blocks.1.attn.scores_raw[0,8,1]' --size 1600x900 --theme dark --out docs/walk.png
