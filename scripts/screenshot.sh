#!/usr/bin/env bash
# Makes the README's pictures with the built program.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-build/release/app/glassformer}
"$program" render --view walk --model coreference-full --overview --size 1600x900 --theme light --out docs/overview.png
"$program" render --view walk --model coreference-full --stage blocks.1.attn.scores_raw --head 0 \
  --cell 'blocks.1.attn.scores_raw[0,8,1]' --size 1600x900 --theme dark --out docs/walk.png
