#!/usr/bin/env bash
# Makes docs/gallery: pictures of the program's views and the list of them. Usage: gallery.sh [PROGRAM [BEGINNING]];
# with BEGINNING only pictures whose names begin so are made anew, and the list of all.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-build/release/app/glassformer} only=${2:-}
[ -x "$program" ] || { echo "gallery.sh: there is no program $program; scripts/run.sh builds it" >&2; exit 2; }
folder=docs/gallery
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$folder"
rm -f "$folder/$only"*.png
{
  echo "# Gallery"
  echo
  echo "Made by \`scripts/gallery.sh\` at 1280 × 720 pixels (\`--size 1280x720 --out NAME.png\` is left out of each line)."
  echo "FILE holds clicks and keys, as docs/formats.md describes them; here \`;\` ends its lines."
} >"$folder/README.md"

# Fewer colours make a smaller file; the picture stays as it is where no tool can take them away.
reduce() {
  if command -v pngquant >/dev/null; then
    pngquant --force --speed 1 --nofs --output "$2" 256 "$1"
  elif command -v convert >/dev/null; then
    convert "$1" +dither -colors 256 -strip -define png:compression-level=9 "PNG8:$2"
  else
    cp "$1" "$2"
  fi
}

# picture NAME "WHAT" "SCRIPT LINES, separated by ;" OPTIONS …: one file, and its line of the list.
picture() {
  local name=$1 what=$2 lines=$3
  shift 3
  local script=() shown= options
  options=$(printf "%s " "$@" | sed -E "s/[^ ]*\\[[^ ]*/'&'/g")
  if [ -n "$lines" ]; then
    printf '%s' "$lines" | sed 's/ *; */\n/g' >"$work/$name.script"
    script=(--script "$work/$name.script")
    shown=" --script FILE\`, FILE: \`$lines"
  fi
  if [[ $name == "$only"* ]]; then
    "$program" render --size 1280x720 "$@" "${script[@]}" --out "$work/$name.png"
    reduce "$work/$name.png" "$folder/$name.png"
  fi
  printf -- '\n![%s](%s.png)\n\n%s: `glassformer render %s%s`\n' "$what" "$name" "$what" "${options% }" "$shown" >>"$folder/README.md"
}

# film NAME "WHAT" "SCRIPT LINES" OPTIONS …: an animated picture of what the script does, where ffmpeg is.
film() {
  local name=$1 what=$2 lines=$3
  shift 3
  printf '%s' "$lines" | sed 's/ *; */\n/g' >"$work/$name.script"
  if [[ $name == "$only"* ]] && command -v ffmpeg >/dev/null; then
    "$program" render --size 1120x630 --fps 12 "$@" --script "$work/$name.script" --out "$folder/$name.gif"
  fi
  printf -- '\n![%s](%s.gif)\n\n%s: `glassformer render --size 1120x630 --fps 12 %s --script FILE --out %s.gif`, FILE: `%s`\n' \
    "$what" "$name" "$what" "$*" "$name" "$lines" >>"$folder/README.md"
}

full=(--model coreference-full)
scores=(--stage blocks.1.attn.scores_raw --head 0)
cell=(--cell 'blocks.1.attn.scores_raw[0,8,1]')
translate=(--model translate-fr-en)

picture overview "The whole run in one picture" "" --view walk "${full[@]}" --overview
film overview-film "From the data flow to a weight, through the stages after it, and out again" "film on;wait 75;move 150 250;wait 70;move 461 368;wait 40;click 461 368;wait-idle;wait 55;key Right;wait-idle;wait 45;key Right;wait-idle;wait 30;key O;wait-idle;wait 15;key O;wait-idle;wait 15;key O;wait-idle;key O;wait-idle;wait 60" --view walk "${full[@]}" --overview
picture overview-dark "The whole run in one picture, dark" "" --view walk --model characters --overview --theme dark
picture overview-translation "An encoder–decoder in one picture: the source above, the target below" "" --view walk "${translate[@]}" --overview
picture architecture "The architecture diagram of an encoder" "" --view walk "${full[@]}" --architecture
picture architecture-translation "The architecture diagram of an encoder–decoder, dark" "" --view walk "${translate[@]}" --architecture --theme dark
picture walk-cells "The walk, nearest: the numbers of one head" "key F;key I" --view walk "${full[@]}" "${scores[@]}"
picture walk-stage "The walk at a stage: one cell and its arithmetic" "" --view walk "${full[@]}" "${cell[@]}"
picture walk-part "The walk at a part of a block" "key F;key O" --view walk "${full[@]}" "${scores[@]}"
picture walk-block "The walk at a block" "key F;key O;key O" --view walk "${full[@]}" "${scores[@]}"
picture walk-model "The walk at the whole model" "key 0" --view walk "${full[@]}" "${scores[@]}"
picture walk-token "One token through norm, MLP and residual" "key Shift+I" --view walk "${full[@]}" --stage blocks.1.mlp.act
picture walk-dark "The walk, dark" "" --view walk "${full[@]}" "${cell[@]}" --theme dark
picture translation-model "An encoder–decoder as a whole" "key 0" --view walk "${translate[@]}"
picture translation-cross "Attention from the decoder to the encoder" "" --view walk "${translate[@]}" \
  --stage decoder.blocks.0.cross_attn.weights
picture gradients "Gradients of one cell" "key B" --view walk "${full[@]}" "${cell[@]}"
for mode in heads steps arcs query mean rollout; do
  picture "attention-$mode" "Attention: $mode" "click @attention mode $mode" --view attention "${full[@]}"
done
picture output-choice "Output: from logits to probabilities" "" --view output "${full[@]}"
picture output-dark "Output: from logits to probabilities, dark" "" --view output "${full[@]}" --theme dark
picture output-lens "Output: what every layer would answer" "click @mode lens" --view output "${full[@]}"
picture output-parts "Output: direct logit attribution" "click @mode contributions" --view output "${full[@]}"
picture output-translation "Output: a translation" "click @mode translation" --view output "${translate[@]}"
picture inspector "The inspector: a tensor as numbers" "" --view inspect "${full[@]}" "${cell[@]}"
picture compare "Compare: a run with an edit against one without" "key 1;key E;key Ctrl+A;type 20;key Enter;wait-idle;key 5;wait-idle" \
  --view walk "${full[@]}" "${cell[@]}"
picture compare-dark "Compare, dark" "key 1;key E;key Ctrl+A;type 20;key Enter;wait-idle;key 5;wait-idle" \
  --view walk "${full[@]}" "${cell[@]}" --theme dark
picture positions "Positions: how word order enters a transformer" "" --view positions "${full[@]}"
picture positions-scores "Positions: four encodings side by side" "click @positions mode scores;wait 2" --view positions "${full[@]}"
picture positions-circles "Positions: q and k of a pair rotate with their positions, dark" "key S;click @positions mode circles" --view positions \
  "${full[@]}" --theme dark
picture positions-model "Positions: q and k of a head of the open model, in the terms of each encoding" \
  "key J;click @positions mode terms;wait 2" --view walk "${full[@]}" "${cell[@]}"
picture positions-shift "Positions: “we know that” and “of course we know that”" "click @positions mode shift;key Right;key Right;wait 2" \
  --view positions "${full[@]}"
picture positions-scaling "Positions: rotations stretched for longer texts" "click @positions mode scaling;wait 2" --view positions "${full[@]}"
picture positions-accuracy "Positions: accuracy against length, measured" "click @positions mode learned;wait 2" --view positions "${full[@]}"
picture positions-trained "Positions: what trained models learned, and one head beyond the length of training" \
  "click @positions mode trained;wait-idle" --view positions --model k-back-3-learned
picture palette "All commands, by name" "key Ctrl+K;type theme" --view walk "${full[@]}"

du -ch "$folder"/*.png "$folder"/*.gif | tail -1
