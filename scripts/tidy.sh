#!/usr/bin/env bash
# clang-tidy on the sources that changed since the commit in .ci/base, the latest first, then on those that include a changed
# header, nearest first, for at most three minutes; says how many it left.
# Usage: tidy.sh [--all | COMMIT]: every source, or those since COMMIT, without a limit.
set -uo pipefail
cd "$(dirname "$0")/.."
seconds=180
case ${1:-} in
  --all) sources=$(git ls-files 'core/*.cpp' 'app/*.cpp') seconds=86400 ;;
  '') sources=$(scripts/affected.py --sources) || exit 1 ;;
  *) sources=$(scripts/affected.py --sources --since "$1") || exit 1; seconds=86400 ;;
esac
[ -n "$sources" ] || { echo "tidy: no source changed"; exit 0; }
command -v clang-tidy >/dev/null || { echo "tidy: there is no clang-tidy; scripts/dependencies.sh --tests installs it"; exit 1; }
# A folder of its own: the commands of the release, whatever else was configured there.
cmake --preset release -B build/tidy -DGLASSFORMER_PRECOMPILE=OFF -DGLASSFORMER_UNITY=OFF -DGLASSFORMER_TESTS=OFF \
  >/dev/null || { echo "tidy: cannot configure"; exit 1; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# tidy_source FOLDER END FILE: prints its remarks; does nothing once the time is over. Leaves a file in FOLDER for each source
# that was seen whole. Without OpenMP, whose header is GCC's alone.
tidy_source() {
  local left=$(($2 - $(date +%s))) status
  [ "$left" -gt 0 ] || return 0
  timeout "$left" clang-tidy -p build/tidy --quiet --warnings-as-errors='*' --extra-arg=-fno-openmp "$3" 2>/dev/null
  status=$?
  [ "$status" -eq 124 ] && return 0
  mktemp "$1/XXXXXX" >/dev/null
  [ "$status" -lt 126 ] || echo "tidy: clang-tidy ended with $status at $3"
  return "$status"
}
export -f tidy_source
xargs -P "$(nproc)" -n 1 bash -c 'tidy_source "$@"' tidy "$folder" "$(($(date +%s) + seconds))" <<<"$sources"
status=$?
all=$(wc -l <<<"$sources") seen=$(find "$folder" -type f | wc -l)
echo "tidy: $seen of $all sources looked at, $((all - seen)) left for want of time"
exit $((status != 0))
