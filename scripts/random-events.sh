#!/usr/bin/env bash
# Works the program with random events under the address and undefined-behaviour sanitizers (tests/app/random_events.cpp).
#   scripts/random-events.sh [SECONDS] [SEED]      600 seconds, and a seed of this moment, unless said otherwise
# Where it fails, the last events are printed; all of them are a script for glassformer --headless --script.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-600}
seed=${2:-$(($(date +%s) % 1000000))}
cmake --preset dev >/dev/null
cmake --build --preset dev --target app_tests

export GLASSFORMER_RANDOM_SECONDS=$seconds GLASSFORMER_RANDOM_SEED=$seed
export ASAN_OPTIONS=intercept_tls_get_addr=0  # tests/CMakeLists.txt says why
export LSAN_OPTIONS=suppressions=scripts/lsan.supp:print_suppressions=0 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
echo "seed $seed, $seconds seconds"
failed=0
build/dev/tests/app_tests --test-case='random events*' || failed=$?
if [ "$failed" -ne 0 ]; then
  # The seeds of the models follow each other; only what failed leaves a script.
  for own in "$seed" $((seed + 1)) $((seed + 2)); do
    for script in "${TMPDIR:-/tmp}"/glassformer-random-*-"$own"-*.script; do
      [ -e "$script" ] || continue
      echo "== $script ends with:"
      tail -n 50 "$script"
    done
  done
fi
exit "$failed"
