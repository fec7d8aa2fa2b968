#!/usr/bin/env bash
# Makes the README's picture with the built program.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-build/release/app/glassformer}
"$program" render --view walk --model coreference-full --overview --size 1600x900 --theme light --out docs/overview.png
