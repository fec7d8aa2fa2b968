#!/usr/bin/env bash
# clang-tidy on the sources that changed since the commit in .ci/base, then on those that include a changed header, nearest
# first, for at most two minutes; says how many it left. Usage: tidy.sh [--all | COMMIT]: every source, or those since COMMIT, without
# a limit.
set -uo pipefail
cd "$(dirname "$0")/.."
seconds=120
case ${1:-} in
  --all) sources=$(git ls-files 'core/*.cpp' 'app/*.cpp') seconds=86400 ;;
  '') sources=$(scripts/affected.py --sources) || exit 1 ;;
  *) sources=$(scripts/affected.py --sources --since "$1") || exit 1; seconds=86400 ;;
esac
[ -n "$sources" ] || { echo "tidy: no source changed"; exit 0; }
# A folder of its own: the commands of the release, whatever else was configured there.
cmake --preset release -B build/tidy -DGLASSFORMER_PRECOMPILE=OFF -DGLASSFORMER_UNITY=OFF -DGLASSFORMER_TESTS=OFF \
  >/dev/null || { echo "tidy: cannot configure"; exit 1; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# look FILE: its remarks; nothing once the time is over. Leaves a file for each source that was seen whole.
look() {
  local left=$((end - $(date +%s))) status
  [ "$left" -gt 0 ] || return 0
  timeout "$left" clang-tidy -p build/tidy --quiet --warnings-as-errors='*' "$1" 2>/dev/null
  status=$?
  [ "$status" -eq 124 ] && return 0
  mktemp "$folder/XXXXXX" >/dev/null
  return "$status"
}
export -f look
export folder end=$(($(date +%s) + seconds))
xargs -P "$(nproc)" -n 1 bash -c 'look "$0"' <<<"$sources"
status=$?
all=$(wc -l <<<"$sources") seen=$(find "$folder" -type f | wc -l)
echo "tidy: $seen of $all sources looked at, $((all - seen)) left for want of time"
exit $((status != 0))
