#!/bin/sh
# Makes every shipped model that this program trained again from nothing, as `glassformer train --list-shipped` says, and prints how long each took.
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
shipped=$("$program" train --list-shipped)
while read -r name flags; do
  case $flags in
    *"--corpus FILE"*)
      if [ -z "$corpus" ]; then
        echo "$name: left out, because it learns a text: name its file with --corpus"
        continue
      fi
      # shellcheck disable=SC2086
      train "$name" ${flags%%--corpus FILE*} --corpus "$corpus" ${flags#*--corpus FILE}
      ;;
    *)
      # shellcheck disable=SC2086
      train "$name" $flags
      ;;
  esac
done <<END
$shipped
END
echo "all: $(($(date +%s) - began)) s"
