#!/usr/bin/env bash
# Installs what is missing, builds the program and opens it. Arguments go to the program: scripts/run.sh --text "…"
set -euo pipefail
cd "$(dirname "$0")/.."

source scripts/progress.sh
scripts/dependencies.sh
mkdir -p build
log=build/run.log
rm -f "$log"
if ! cmake --preset release -DGLASSFORMER_TESTS=OFF -DGLASSFORMER_PROCESSORS=here >"$log" 2>&1; then
  cat "$log" >&2
  exit 1
fi
if ! NINJA_STATUS='%f %t %e ' cmake --build --preset release --target glassformer 2>&1 | progress "$log"; then
  grep -E -A3 'error|FAILED' "$log" | head -40 >&2 || true
  echo "The program could not be built; $log has all messages." >&2
  exit 1
fi

program=build/release/app/glassformer
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  exec "$program" "$@"
fi
picture=build/first-view.png
"$program" render --model coreference-full --view walk --overview --size 1280x720 --out "$picture"
echo "There is no display here (DISPLAY and WAYLAND_DISPLAY are not set), so no window was opened; its first view is in $picture."
