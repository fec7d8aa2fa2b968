#!/usr/bin/env bash
# Installs what is missing, builds and tests, and prints the totals:
#   dev      warnings as errors, address and undefined-behaviour sanitizers: all tests but those marked "optimised only"
#   release  as users build it: the tests that optimised code can answer differently (the engine, its OpenGL, what is marked
#            "optimised" of the window's), and each shipped model is trained for a few steps, which counts as one test each
#   tsan     thread sanitizer: the worker and the pool
# Usage: test.sh [--affected[=COMMIT]] [--list]
#   without flags          everything; ends with "whole: passed at COMMIT" where all of it passed
#   --affected             what the changes since the commit in .ci/base reach (scripts/affected.py); everything where that
#                          commit cannot be trusted, or where what changed can reach everything
#   --affected=COMMIT      what the changes since COMMIT reach
#   --list                 says what would be built and tested, what not, and why, and runs nothing
set -uo pipefail
cd "$(dirname "$0")/.."

choice=(--all)
list=
for argument in "$@"; do
  case $argument in
    --affected) choice=() ;;
    --affected=?*) choice=(--since "${argument#--affected=}") ;;
    --list) list=yes ;;
    *) sed -n 's/^# Usage: //p' "$0" >&2; exit 2 ;;
  esac
done
if [ -n "$list" ]; then
  exec scripts/affected.py "${choice[@]}"
fi

rm -f build/totals
scripts/dependencies.sh --tests || exit 1
selection=$PWD/build/selection
scripts/affected.py "${choice[@]}" --write "$selection" || exit 2
whole=
[ -s "$selection/whole" ] && whole=yes
commit=
[ -n "$(git status --porcelain 2>&1)" ] || commit=$(git rev-parse HEAD 2>/dev/null)  # of what is built and tested
# What this machine must have: the packages are installed now, and the fixtures are there or they are not. A test that
# is skipped for want of one of these fails (tests/support/skipped.h).
export GLASSFORMER_REQUIRE=opengl,tools
[ -d ../shared/fixtures ] && GLASSFORMER_REQUIRE+=,fixtures

log=build/test.log failures=build/failures.log
mkdir -p build
: >"$log"
: >"$failures"
failed=0
unsteady=

# What a preset is configured with. A whole run builds the kernels for all processors, and scripts/check-dispatch.sh looks at
# them; else the selection says which optimised tests there are.
declare -A options=([release]='-DGLASSFORMER_TESTS=ON -DGLASSFORMER_OPTIMISED_TESTS=OFF -DGLASSFORMER_PROCESSORS=here')
[ -z "$whole" ] || options[release]='-DGLASSFORMER_TESTS=ON -DGLASSFORMER_OPTIMISED_TESTS=ON -DGLASSFORMER_PROCESSORS=any'

# begin PRESET [COMMAND...]: configures and builds what is selected of one preset, beside whatever else runs; with "nice -n 19"
# behind it. Its output goes to build/PRESET.log.
building=
begin() {
  local preset=$1 target=all selected=
  shift
  [ -n "$whole" ] || target=tested selected=$selection/$preset
  echo "== $preset: building"
  set -m  # a group of its own, which the trap below can end whole
  # shellcheck disable=SC2086  # the options are words
  { "$@" cmake --preset "$preset" ${options[$preset]-} -DGLASSFORMER_SELECTION="$selected" &&
    "$@" cmake --build --preset "$preset" --target "$target"; } >"build/$preset.log" 2>&1 </dev/null &
  building=$!
  set +m
}
trap '[ -z "$building" ] || kill -- "-$building" 2>/dev/null' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# built PRESET: waits for what "begin" began, and says how it went.
built() {
  local before=$SECONDS status=0
  wait "$building" || status=$?
  building=
  if [ "$status" -ne 0 ]; then
    grep -E 'error|Error|FAILED' "build/$1.log" | head -40
    tail -20 "build/$1.log"
    echo "== $1: does not build"
    failed=1
    return 1
  fi
  echo "== $1: built after $((SECONDS - before)) s of waiting"
}

# run PRESET: tests what is built of one preset; its output goes to the log, its outcome to the terminal.
run() {
  local preset=$1 before=$SECONDS status=0
  [ -n "$whole" ] || grep -qvx smoke "$selection/$preset" || return  # which is no entry of ctest
  ctest --preset "$preset" --no-tests=error --verbose >build/step.log 2>&1 || status=1
  if [ "$status" -ne 0 ]; then
    { echo "== $preset: what failed"
      grep -B5 -A12 -E 'ERROR|Sanitizer|runtime error|\*\*\*(Failed|Timeout|Exception)' build/step.log | head -80
    } >>"$failures"
    again "$preset" && status=0
  fi
  [ "$status" -eq 0 ] || failed=1
  cat build/step.log >>"$log"
  sed -nE 's/^[0-9]+: (.*(ERROR|WARNING: ThreadSanitizer|AddressSanitizer|runtime error|skipped:).*)$/\1/p' build/step.log | grep -v 'cases skipped:' | head -60
  grep -E 'Test +#|tests passed|tests failed|\*\*\*' build/step.log
  echo "== $preset: tested in $((SECONDS - before)) s"
}

# again PRESET: runs what failed a second time, because a window's test can fail on a machine that is busy with something
# else, and libraries of the system leak by chance. What fails twice, timed out, crashed under a sanitizer or is more than
# two entries has failed. What passes now is named with the totals, below what it printed: a fault all the same, to be mended.
again() {
  ! grep -qE '(ERROR|WARNING): (Address|Thread)Sanitizer|runtime error|\*\*\*Timeout|No tests were found' build/step.log || return 1
  [ "$(grep -cE '\*\*\*(Failed|Exception)' build/step.log)" -le 2 ] || return 1
  ctest --preset "$1" --rerun-failed --verbose >build/again.log 2>&1 || return 1
  unsteady+=$(sed -nE 's/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: ([^ ]+) .*Passed.*/ \1/p' build/again.log | tr -d '\n')
}

# smoke PROGRAM: does every command of train-all.sh work? Its line of totals is written as a test program writes it.
smoke() {
  echo "== train-all.sh --smoke"
  local before=$SECONDS broke=0 made
  scripts/train-all.sh --smoke "$1" >build/step.log 2>&1 || broke=1
  made=$(grep -E '^[^ ]+: [0-9]+ s$' build/step.log | grep -cv '^all:')
  if [ "$broke" -ne 0 ] || [ "$made" -eq 0 ]; then
    tail -5 build/step.log
    broke=1
    failed=1
  fi
  echo "train-all.sh test cases: $((made + broke)) | $made passed | $broke failed" | tee -a "$log"
  echo "== train-all.sh --smoke: $((SECONDS - before)) s"
}

# One preset is built while the one before it is tested, from what its tests leave of the processors while they wait.
presets=()
for preset in dev release tsan; do
  [ -z "$whole" ] && [ ! -s "$selection/$preset" ] || presets+=("$preset")
done
[ "${#presets[@]}" -eq 0 ] || begin "${presets[0]}"
for i in "${!presets[@]}"; do
  preset=${presets[i]} next=${presets[i + 1]-} works=yes
  built "$preset" || works=
  [ -z "$next" ] || begin "$next" nice -n 19
  [ -n "$works" ] || continue
  run "$preset"
  if [ "$preset" = release ] && { [ -n "$whole" ] || grep -qx smoke "$selection/release"; }; then
    smoke build/release/app/glassformer
  fi
done

# What failed, once more at the end, where a reader looks first.
cat "$failures"
[ -z "$unsteady" ] || echo "== failed once and passed when run again:$unsteady"

# Each test program closes with its number of test cases and of those among them that could not run here; a script that
# was skipped has ctest's word for it.
awk -v broken="$failed" '
  match($0, /test cases: +[0-9]+ \| +[0-9]+ passed \| +[0-9]+ failed/) {
    split(substr($0, RSTART, RLENGTH), part, "|")
    passed += part[2]; failed += part[3]
  }
  /cases skipped: [0-9]+/ { skipped += $NF; passed -= $NF }
  /Test +#[0-9]+: .*\*\*\*Skipped/ { skipped += 1 }
  /Test +#[0-9]+: (dispatch|window|affected|puzzle_models|reference_script|site|lectures|package|library) .*Passed/ { passed += 1 }
  END {
    if (broken && !failed) failed = 1
    if (!broken) { passed += failed; failed = 0 }  # passed when run again
    printf "total: %d passed, %d failed, %d skipped\n", passed, failed, skipped
  }' "$log" | tee build/totals
if [ -n "$whole" ] && [ "$failed" -eq 0 ]; then
  if [ -z "$commit" ] || [ -n "$(git status --porcelain)" ] || [ "$(git rev-parse HEAD)" != "$commit" ]; then
    echo "whole: passed, but on no commit: there are changes"
  elif [ -n "$unsteady" ]; then
    echo "whole: passed, but not at the first try"
  else
    echo "whole: passed at $commit"
  fi | tee -a build/totals
fi
exit "$failed"
