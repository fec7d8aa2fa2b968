#!/bin/sh
# Makes every shipped model again from nothing, with the command that its card names.
# Usage: scripts/train-all.sh PROGRAM [FOLDER]     (FOLDER: assets/models of this checkout)
# On another machine the last bits of the weights differ, and with them the last digits of the figures.
set -eu

program=${1:?usage: scripts/train-all.sh PROGRAM [FOLDER]}
models=${2:-$(dirname "$0")/../assets/models}
mkdir -p "$models"

train() { "$program" train --task "$1" --seed "$2" --out "$models/$1"; }

train coreference-full 0
train coreference 2
train sort 0
