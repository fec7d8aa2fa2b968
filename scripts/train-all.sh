#!/bin/sh
# Makes every shipped model again from nothing, with the command that its card names, and says how long each took.
# Usage: scripts/train-all.sh [--resume] [--smoke] [--corpus FILE] PROGRAM [FOLDER]     (FOLDER: assets/models of this checkout)
#   --resume  leaves out models whose folder is already whole
#   --corpus  the text that "characters" learns; it is no part of the project, and without it that model is left out
#   --smoke   a few steps of each into a temporary folder: do all commands work?
# On another machine the last bits of the weights differ, and with them the last digits of the figures.
set -eu

usage="usage: scripts/train-all.sh [--resume] [--smoke] [--corpus FILE] PROGRAM [FOLDER]"
resume= smoke= corpus=
while [ $# -gt 0 ]; do
  case $1 in
    --resume) resume=yes ;;
    --smoke) smoke="--steps 3" ;;
    --corpus) corpus=${2:?"$usage"}; shift ;;
    -*) echo "$usage" >&2; exit 2 ;;
    *) break ;;
  esac
  shift
done
program=${1:?"$usage"}
models=${2:-$(dirname "$0")/../assets/models}
if [ -n "$smoke" ]; then
  models=$(mktemp -d)
  trap 'rm -rf "$models"' EXIT
fi
mkdir -p "$models"

# train NAME FLAG…: one model, as its card says. config.json is written last; where training was stopped, the card notes it.
train() {
  name=$1
  shift
  if [ -n "$resume" ] && [ -e "$models/$name/config.json" ] && ! grep -q '"note": "stopped' "$models/$name/card.json"; then
    echo "$name: is there"
    return
  fi
  begin=$(date +%s)
  # shellcheck disable=SC2086
  "$program" train "$@" $smoke --out "$models/$name"
  echo "$name: $(($(date +%s) - begin)) s"
}

began=$(date +%s)
train coreference-full --task coreference-full --seed 0
train coreference --task coreference --seed 2
train coreference-causal --task coreference-causal --seed 2
train induction --task induction --seed 0
train induction-one-layer --task induction-one-layer --seed 0
train roles --task roles --seed 0
train roles-one-head --task roles-one-head --seed 0
train sentiment-but --task sentiment-but --seed 0
train sentiment-but-cls --task sentiment-but-cls --seed 0
train sentiment-majority --task sentiment-majority --seed 2
train agreement-masked --task agreement-masked --seed 0
train agreement-causal --task agreement-causal --seed 0
for task in k-back-3 k-back-1 local-majority running-majority; do
  for kind in none learned rope alibi t5 shaw; do
    train $task-$kind --task $task --positional $kind --seed 0
  done
  # Sines of amplitude 1 would drown embeddings of 0.02.
  train $task-sinusoidal --task $task --positional sinusoidal --embedding-std 1 --seed 0
done
train sort --task sort --seed 0
train soft-lookup --task soft-lookup --seed 0
train translate-fr-en --task translate-fr-en --seed 2
train translate-bottleneck --task translate-bottleneck --seed 0
train translate-rnn-attention --task translate-rnn-attention --seed 0
for cell in rnn lstm transformer; do
  train recall-$cell --task recall-$cell --seed 1
done
if [ -n "$corpus" ]; then
  train characters --task characters --corpus "$corpus" --seed 1
else
  echo "characters: left out, for it learns a text: name its file with --corpus"
fi
echo "all: $(($(date +%s) - began)) s"
