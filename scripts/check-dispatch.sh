#!/bin/sh
# Does the dynamic loader give the program the engine's best variant, lower ones where the processor knows less, and do
# the tests hold on each? Usage: check-dispatch.sh PROGRAM CORE_TESTS. On a machine without v3 or v4 nothing but the
# plain variant is there to check. The program may be an empty string: the engine's tests alone are run.
set -eu
program=$1
tests=$2
loader=
for file in /lib64/ld-linux-x86-64.so.2 /lib/ld-linux-x86-64.so.2; do
    [ -z "$loader" ] && [ -x "$file" ] && loader=$file
done
[ -z "$program" ] || program=$(realpath "$program")
[ -n "$loader" ] || { echo "skipped: there is no ld-linux-x86-64.so.2"; exit 77; }
"$loader" --help | grep -q glibc-hwcaps || { echo "skipped: this glibc has no glibc-hwcaps"; exit 77; }

# The variant that the program says it has, run by the given command.
chosen() { "$@" "$program" --version | sed -n 's/^processors:.* uses //p'; }
failed=0
expect() {  # WANTED GOT WHERE
    if [ "$1" = "$2" ]; then
        echo "dispatch: $3 gives $2"
    else
        echo "ERROR: $3 gives $2, not $1"
        failed=1
    fi
}

known=$("$loader" --help | sed -n 's/^ *\(x86-64-v[34]\) (supported, searched).*/\1/p')
best=x86-64
for level in $known; do  # the best comes first
    [ "$best" != x86-64 ] || best=$level
done
if [ -n "$program" ]; then
    expect "$best" "$(chosen)" "this processor"
    expect "$best" "$(cd / && chosen)" "another folder"
    for level in $known; do
        expect "$level" "$(chosen "$loader" --glibc-hwcaps-mask "$level")" "a loader that knows only $level"
    done
    expect x86-64 "$(chosen "$loader" --glibc-hwcaps-mask none)" "a loader that knows no level"
    if [ "$best" = x86-64-v4 ]; then
        expect x86-64-v3 "$(chosen env GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX512F)" "a processor without AVX-512"
    fi
    if [ "$best" != x86-64 ]; then
        expect x86-64 "$(chosen env GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX512F,-AVX2)" "a processor without AVX2"
    fi
fi

# The tests of what the kernels compute, on the variants that this processor would not choose: what else the engine does is
# compiled once.
kernels='*core/operation*,*core/product.cpp,*core/row_product.cpp,*core/softmax.cpp,*core/extremes.cpp,*core/optimisers.cpp'
kernels="$kernels,*core/golden_*,*core/trainer.cpp,*core/incremental.cpp,*core/key_value_cache.cpp,*core/attention_variants.cpp"
for level in none $known; do
    [ "$level" != "$best" ] || continue
    [ "$level" != none ] || [ "$best" != x86-64 ] || continue
    echo "dispatch: the engine's tests with --glibc-hwcaps-mask $level"
    "$loader" --glibc-hwcaps-mask "$level" "$tests" "--source-file=$kernels" || failed=1
done
exit "$failed"
