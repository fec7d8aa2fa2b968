#!/usr/bin/env bash
# Feeds the readers of config.json, of the index of weights and of safetensors with what libFuzzer makes of small ones
# (needs clang). The generated lists of rows come from a build.
#   scripts/fuzz-models.sh [SECONDS] [BUILD]      default: 300 build/release
set -euo pipefail
cd "$(dirname "$0")/.."
command -v clang++ >/dev/null || { echo "fuzz-models needs clang++" >&2; exit 2; }
build=${2:-build/release}
[ -f "$build/core/importer_rows.cpp" ] || { echo "fuzz-models needs a build in $build" >&2; exit 2; }
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
flags="-std=c++20 -O1 -g -w -I. $(pkg-config --cflags eigen3 libutf8proc libpcre2-8)"
watched="-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all"
# One source a room; the arithmetic is only linked, and made by the compiler of the build: clang 14 cannot read its ranges.
for room in base text model model/positional io io/import tensor math ops tape; do
  name=${room//\//_}
  printf '#include "%s"\n' core/"$room"/*.cpp | grep -Ev 'core/(io/(assets|model_folder|npy|tensor_text)|model/untrained_model)' > "$out/$name.cpp"
  case $room in base|model|io|io/import) compile="clang++ $watched" ;; *) compile=c++ ;; esac
  $compile $flags -c "$out/$name.cpp" -o "$out/$name.o"
done
clang++ $flags $watched -fsanitize=fuzzer "$build"/core/{operation,positional,importer}_rows.cpp \
  tests/fuzz/model_folder.cpp "$out"/*.o $(pkg-config --libs libutf8proc libpcre2-8) -lpthread -o "$out/fuzz"
mkdir "$out/corpus"
number=0
seed() { number=$((number + 1)); printf '%s' "$1" > "$out/corpus/$number"; cat >> "$out/corpus/$number"; }
for config in assets/models/*/config.json; do seed c < "$config"; done
for type in gpt2 bert roberta distilbert llama mistral qwen2 gpt_neox opt t5 bart marian; do
  grep -ho '"[a-zA-Z_0-9]*", "' "core/io/import/${type}.cpp" core/io/import/shared.h | cut -d'"' -f2 | sort -u |
    sed 's/.*/"&":1/' | paste -sd, | sed "s/.*/{\"model_type\":\"$type\",&}/" | seed c
done
seed i <<< '{"metadata":{"total_size":1},"weight_map":{"wte.weight":"a","ln_f.weight":"a","ln_f.bias":"b"}}'
printf 'w\x3b\x00\x00\x00\x00\x00\x00\x00{"x":{"dtype":"BF16","shape":[2],"data_offsets":[0,4]}}    \x00\x00\x00\x00' \
  > "$out/corpus/w"
"$out/fuzz" -max_total_time="${1:-300}" -max_len=4000 -timeout=10 -rss_limit_mb=4000 -artifact_prefix="$PWD/" \
  "$out/corpus"
