#!/usr/bin/env bash
# Makes docs/gallery: pictures of the program's views, and README.md with what the views do and how each picture was made.
# Usage: gallery.sh [PROGRAM [BEGINNING]]   draws all pictures, or those whose names begin so, and writes README.md
#        gallery.sh --list                  draws nothing and writes README.md
# README.md shows the pictures that are there.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-build/release/app/glassformer} only=${2:-}
if [ "$program" = --list ]; then
  only=none
elif [ ! -x "$program" ]; then
  echo "gallery.sh: there is no program $program; scripts/run.sh builds it" >&2
  exit 2
fi
folder=docs/gallery
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$folder"
rm -f "$folder/$only"*.png
cat >"$folder/README.md" <<'END'
# The eight views

Keys 1 to 8 switch between the views; [keys.md](../keys.md) lists all keys. All views show one run: what is selected, edited
or typed in one of them, the others show too.

`scripts/gallery.sh` makes the pictures at 1280 × 720 pixels and writes this page. Below each picture is the command that
draws it, without `--size 1280x720 --out NAME.png`. FILE holds clicks and keys, as [formats.md](../formats.md) describes
them; `;` ends its lines here.
END

# view TITLE: a heading of README.md, and the text below it from standard input.
view() {
  { printf '\n## %s\n\n' "$1" && cat; } >>"$folder/README.md"
}

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

# picture NAME "WHAT" "SCRIPT LINES, separated by ;" OPTIONS …: one file, and its lines of README.md.
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
  [ -e "$folder/$name.png" ] || return 0
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
  [ -e "$folder/$name.gif" ] || return 0
  printf -- '\n![%s](%s.gif)\n\n%s: `glassformer render --size 1120x630 --fps 12 %s --script FILE --out %s.gif`, FILE: `%s`\n' \
    "$what" "$name" "$what" "$*" "$name" "$lines" >>"$folder/README.md"
}

full=(--model coreference-full)
scores=(--stage blocks.1.attn.scores_raw --head 0)
cell=(--cell 'blocks.1.attn.scores_raw[0,8,1]')
translate=(--model translate-fr-en)

view "Walk (key 1)" <<'END'
The Walk steps through the forward pass. Each stage shows its operands and its result: a matrix product with A on the left, B
above and C in the corner; a softmax as exponentials, sum and division; a norm with its mean and standard deviation. Point at
a cell for the arithmetic with its real numbers, click to pin it, and double-click to change it and see what changes
downstream. A step to the next stage computes it row by row while you watch.

The canvas reaches from the whole model down to a digit. O zooms out from the stage to its sublayer, its block and the whole
model, and once more to the data flow: the whole run of a transformer in one picture, from the words to the answer. A new
window begins there. I zooms in; scrolling and dragging move freely. Ctrl+0 shows the model as an architecture diagram, with
its own norms, masks, positions and sizes.

B adds the backward pass: gradients beside the values, the chain rule of a cell, its finite-difference check, and the loss of
every position. U traces a number back to the tokens that contributed most. Shift+I, at a stage of an MLP, follows one token
through norm, neurons and residual connection. A button at a decoder's attention shows one step with a KV cache: one row of
queries before all keys.
END
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
view "Attention (key 2)" <<'END'
Attention shows every head of every layer as a map. One of them is large, between its queries, keys and values, with the steps
from scores to weights. Other tabs show its strongest weights as lines between the tokens; one query's products with all
keys, and what the head returns for it; all matrix products of a head; several heads overlaid; the mean of the heads; the
rollout over the layers; and the heads in numbers.
END
for mode in heads steps arcs query mean rollout; do
  picture "attention-$mode" "Attention: $mode" "click @attention mode $mode" --view attention "${full[@]}"
done
view "Output (key 3)" <<'END'
Output follows each candidate token from logit to probability: temperature, top-k, top-p, softmax, and the random draw.
Generate text or translations token by token, read the prediction after every layer (logit lens), or see how much each
component adds to a logit (direct logit attribution). For a text the view counts bits per character and per byte; drop a .txt
file on it to measure a text that the model has not seen.
END
picture output-choice "Output: from logits to probabilities" "" --view output "${full[@]}"
picture output-dark "Output: from logits to probabilities, dark" "" --view output "${full[@]}" --theme dark
picture output-lens "Output: what every layer would answer" "click @mode lens" --view output "${full[@]}"
picture output-parts "Output: direct logit attribution" "click @mode contributions" --view output "${full[@]}"
picture output-translation "Output: a translation" "click @mode translation" --view output "${translate[@]}"
view "Inspector (key 4)" <<'END'
The Inspector shows any tensor of the run as a table of numbers, weights included: exact values, statistics, and copies as
text, CSV, NumPy or LaTeX.
END
picture inspector "The inspector: a tensor as numbers" "" --view inspect "${full[@]}" "${cell[@]}"
view "Compare (key 5)" <<'END'
Compare shows two runs side by side with one cursor: another text, another model, or the same run without its changes. It
names the stage at which they begin to differ, and goes to the largest difference.
END
picture compare "Compare: a run with an edit against one without" "key 1;key E;key Ctrl+A;type 20;key Enter;wait-idle;key 5;wait-idle" \
  --view walk "${full[@]}" "${cell[@]}"
picture compare-dark "Compare, dark" "key 1;key E;key Ctrl+A;type 20;key Enter;wait-idle;key 5;wait-idle" \
  --view walk "${full[@]}" "${cell[@]}" --theme dark
view "Positions (key 6)" <<'END'
Positions shows how word order enters a transformer: as vectors added to the tokens, as rotations, or as a bias on the score,
with your own words; and three ways to join a token with its position, as whole matrices. Then up to four encodings stand
side by side (none, sinusoidal, learned, RoPE, ALiBi, T5, FIRE, Shaw, Transformer-XL, xPos, one-hot): what each one is, and
what it does to the score of one query and one key, as terms, curves, clocks and circles. You can shift a sentence to later
positions, scale rotations for longer texts, and see the measured accuracy of trained models by length. J, in any view, takes
the query and key of the selected head.
END
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
view "Train (key 7)" <<'END'
Train trains a small model while you watch: 24 built-in tasks, or a text file that you drop on the window. Loss, held-out
accuracy, gradients and attention maps update at every step. Space starts and pauses, Right makes one step, < and > set the
pace. Drag the line below the charts to return to any earlier step, and every other view follows. Learning rate, batch size and
gradient clipping can be changed during the training; architecture and optimizer before it.

You can take one weight's update apart, plot the loss surface around the weights, or train several runs that differ in one
setting: scaling, residual connections, norm, warm-up, mask and others. The attention heads play as a film, which can be
exported as GIF, MP4 or pictures. The memory that a training step takes is shown before the first step, for GPT-2, BERT and
LLaMA too. A finished model can be saved and opened like any other, and an interrupted training resumes in a later session.
END
scene() {  # NAME "WHAT" STEP: a step of the lesson of scenes, whose trainings are waited for, without the lesson
  picture "$1" "$2" "key Shift+F6;click @close lesson away;wait-idle" --view walk --lesson docs/gallery/scenes.md --lesson-step "$3"
}
scene train "Train: two hundred steps of sorting six digits" 1
scene train-step "Train: one step taken apart" 2
scene train-surface "Train: the loss surface around the weights" 3
scene train-comparison "Train: with and without gradient clipping" 4
view "Experiments (key 8)" <<'END'
Experiments are ten small demonstrations, each with a few controls and one question: how attention arises from points in a
plane, three architectures on the same tokens, why scores are divided by √d_k, how a text becomes token IDs, what depth does,
what a transformer costs, what masks let a token see, what a bottleneck forgets, a batch and its masks, and published
results. Click a point that stands for a model run to open that run in the Walk. In a low window, with large text and in
presenter mode, the controls fold into one line. `--view experiments --page NAME` opens a page.
END
experiment() {  # NAME "WHAT"
  picture "experiments-$1" "Experiments: $2" "" --view experiments --page "$1" "${full[@]}"
}
experiment tokens "how a text becomes token IDs"
experiment from-nothing "attention from points in a plane"
experiment architectures "recurrence, convolution and attention on the same tokens"
scene experiments-bottleneck "Experiments: what a bottleneck forgets" 5
experiment score-scale "why scores are divided by √d_k"
experiment who-sees-whom "what masks let a token see"
experiment depth "what depth does"
experiment batch "a batch and its masks"
experiment cost "what a transformer costs"
experiment results "published results"
view "Help in every view" <<'END'
F1 opens help and the glossary: each term with its formula, its source, an example to open, and its number in the open run.
Ctrl+K finds any command by its name, and / any stage, token, matrix, lesson step or glossary term. F4 lists the lessons.
END
picture palette "All commands, by name" "key Ctrl+K;type theme" --view walk "${full[@]}"

du -ch "$folder"/*.png "$folder"/*.gif | tail -1
