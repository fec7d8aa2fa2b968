#!/usr/bin/env bash
# Can another program use the engine from where it was installed? Builds docs/example against an installed prefix and compares what
# it prints with the program's own trace. Usage: check-library.sh BUILD
set -euo pipefail
build=$(realpath "$1")
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --build "$build" --target glassformer_core glassformer_kernels_archive >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
cmake --install "$build" --component development --prefix "$work/prefix" >"$work/log"
cp -r docs/example "$work/example"
cmake -S "$work/example" -B "$work/built" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
cmake --build "$work/built" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
model=assets/models/coreference text="The animal didn't cross the street because it was too tired."
"$work/built/attends" "$model" "$text" | cut -f3 >"$work/example.txt"
"$build/app/glassformer" trace --model "$model" --text "$text" --stage blocks.0.attn.weights --out "$work/trace.csv" >/dev/null
python3 - "$work" <<'EOF'
import csv, sys
example = [float(line) for line in open(sys.argv[1] + "/example.txt")]
trace = [float(cell) for row in csv.reader(open(sys.argv[1] + "/trace.csv")) for cell in row]
assert len(example) == len(trace) == 169, (len(example), len(trace))
worst = max(abs(a - b) for a, b in zip(example, trace))
assert worst < 1e-6, worst
assert abs(sum(example) - 13) < 1e-4
print("library: 169 weights of the example are the trace's (largest difference %g)" % worst)
EOF
if "$work/built/attends" "$work/nowhere" x 2>"$work/error"; then echo "ERROR: a folder that is not there was opened"; exit 1; fi
grep -q nowhere "$work/error" || { echo "ERROR: the sentence does not name the folder"; exit 1; }
