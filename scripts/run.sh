#!/usr/bin/env bash
# Installs what is missing, builds the program and opens it. Arguments go to the program: scripts/run.sh --text "…"
set -euo pipefail
cd "$(dirname "$0")/.."

# progress LOG: ninja's lines, with NINJA_STATUS='%f %t %e ', as per cent and time left; all of them go to the log. In a
# terminal the line is written anew, elsewhere one is written for every tenth part.
progress() {
  local line finished all seconds percent said=0 left end='\n' step=10
  if [ -t 1 ]; then end='\033[K\r' step=1; fi
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$1"
    [[ $line =~ ^([0-9]+)\ ([0-9]+)\ ([0-9]+)\.[0-9]*\  ]] || continue
    finished=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]} seconds=${BASH_REMATCH[3]}
    [ "$finished" -gt 0 ] || continue
    percent=$((100 * finished / all)) left=$((seconds * (all - finished) / finished))
    [ "$percent" -ge $((said + step)) ] || continue
    said=$percent
    if [ "$left" -ge 90 ]; then left="about $(((left + 30) / 60)) min left"; else left="about $left s left"; fi
    printf "Building: %d %%, %s$end" "$percent" "$left"
  done
  if [ -t 1 ]; then printf '\033[K'; fi
}

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
