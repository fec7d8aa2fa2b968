#!/usr/bin/env bash
# Installs what is missing, builds the program and opens it. Arguments go to the program: scripts/run.sh --text "…"
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/dependencies.sh
cmake --preset release -DGLASSFORMER_TESTS=OFF -DGLASSFORMER_PROCESSORS=here >build-configure.log 2>&1 || { cat build-configure.log; exit 1; }
rm -f build-configure.log
cmake --build --preset release --target glassformer

program=build/release/app/glassformer
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  exec "$program" "$@"
fi
picture=build/first-view.png
"$program" render --model coreference-full --view walk --overview --size 1280x720 --out "$picture"
echo "There is no display here (DISPLAY and WAYLAND_DISPLAY are not set), so no window was opened; its first view is in $picture."
