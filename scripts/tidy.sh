#!/usr/bin/env bash
# clang-tidy on the sources that differ from a revision (default: the commit before the last, or all with --all).
set -uo pipefail
cd "$(dirname "$0")/.."
# A folder of its own: the commands of the release, whatever else was configured there.
cmake --preset release -B build/tidy -DGLASSFORMER_PRECOMPILE=OFF -DGLASSFORMER_UNITY=OFF >/dev/null || { echo "tidy: cannot configure"; exit 1; }
if [ "${1:-}" = --all ] || ! git rev-parse -q --verify "${1:-HEAD~1}" >/dev/null; then
  files=$(git ls-files 'core/*.cpp' 'app/*.cpp')
else
  files=$(git diff --name-only --diff-filter=AM "${1:-HEAD~1}" -- 'core/*.cpp' 'app/*.cpp')
fi
[ -n "$files" ] || { echo "tidy: no changed sources"; exit 0; }
echo "$files" | xargs -P "$(nproc)" -n 4 clang-tidy -p build/tidy --quiet --warnings-as-errors='*' 2>/dev/null
