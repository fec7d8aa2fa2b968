#!/usr/bin/env bash
# Feeds the readers of lessons and of formulas with what libFuzzer makes of the shipped ones (needs clang and its run-time libraries: clang, libclang-rt-dev).
#   scripts/fuzz-lessons.sh [SECONDS]
set -euo pipefail
cd "$(dirname "$0")/.."
command -v clang++ >/dev/null || { echo "fuzz-lessons needs clang++" >&2; exit 2; }
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
clang++ -std=c++20 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -I. tests/fuzz/lesson.cpp \
  core/lesson/{markdown,read_lesson,read_question,key_lines,edit_lesson,expression}.cpp core/tape/formula_text.cpp \
  core/base/{error,file,folder,json,json_text,json_write,mapped_file,nearest_name,utf8,words}.cpp $(pkg-config --cflags --libs md4c) -o "$out/fuzz"
mkdir "$out/corpus"
cp assets/lessons/*.md "$out/corpus"
grep -hoE '\$[^$]{4,300}\$' assets/lessons/*.md | tr -d '$' | sort -u | split -a 4 -l 1 - "$out/corpus/formula-"
grep -hoE '\\[a-z]+' core/tape/formula_text.cpp | sort -u | sed 's/.*/"\\&"/' > "$out/words"
"$out/fuzz" -max_total_time="${1:-300}" -max_len=20000 -timeout=10 -dict="$out/words" -artifact_prefix="$PWD/" "$out/corpus"
