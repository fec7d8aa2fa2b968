#!/usr/bin/env bash
# Feeds the reader of lessons with what libFuzzer makes of the shipped ones (needs clang).
#   scripts/fuzz-lessons.sh [SECONDS]
set -euo pipefail
cd "$(dirname "$0")/.."
command -v clang++ >/dev/null || { echo "fuzz-lessons needs clang++" >&2; exit 2; }
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
clang++ -std=c++20 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -I. tests/fuzz/lesson.cpp \
  core/lesson/{markdown,read_lesson,edit_lesson,expression}.cpp \
  core/base/{error,file,folder,json,json_text,json_write,mapped_file,nearest_name,utf8,words}.cpp $(pkg-config --cflags --libs md4c) -o "$out/fuzz"
mkdir "$out/corpus"
cp assets/lessons/*.md "$out/corpus"
"$out/fuzz" -max_total_time="${1:-300}" -max_len=20000 -timeout=10 -artifact_prefix="$PWD/" "$out/corpus"
