// Words of this program. Each is a row of the glossary (glossary.h).
#include "app/views/shared/glossary_rows.h"

namespace glassformer {

std::span<const GlossaryTerm> window_terms() {
    static const std::vector<GlossaryTerm> rows{
        {.name = "ablation",
         .words = "head off, turn off, knock out",
         .text = "An ablation sets the output of a part of the model to zero, to see what the model does without it. "
                 "Press X to turn a head off.",
         .page = open_view("attention"),
         .see = "attention head, edit, contribution",
         .example = "model: coreference-full\n"
                    "view: attention\n"
                    "page: heads\n"
                    "edit: blocks.1.attn.heads[head 1, *, *] = 0\n"
                    "stage: blocks.1.attn.weights"},
        {.name = "edit",
         .words = "intervention, patch, change a number",
         .text = "Sets one number of the pass by hand; everything that depends on it is recomputed. Select a cell and "
                 "press E.",
         .page = open_view("walk"),
         .see = "ablation, watch, forward pass",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "cell: blocks.1.attn.heads[head 1, it, 0]\n"
                    "edit: blocks.1.attn.heads[head 1, token 9, *] = 0"},
        {.name = "forward pass",
         .words = "inference, run",
         .text = "The computation from the text to the predictions: all stages of the walk, in order.",
         .page = open_view("walk"),
         .see = "backward pass, stage",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: story",
         .counted = "Stages of this forward pass",
         .number = "{stages}"},
        {.name = "stage",
         .words = "step, operation",
         .text = "One named tensor of the forward pass, with the operation that computes it. The walk shows them in "
                 "order.",
         .page = open_view("walk"),
         .see = "forward pass, watch",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.attn.scores_raw",
         .counted = "Stages of this forward pass",
         .number = "{stages}"},
        {.name = "trace back",
         .words = "contribution, follow, where from",
         .text = "Follows a number to the largest of the terms it is the sum of, stage by stage, back to a token. "
                 "Select a cell and press U.",
         .page = open_view("walk"),
         .see = "contribution, edit",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "cell: blocks.1.resid_post[it, 0]"},
        {.name = "watch",
         .words = "watch list, keep an eye on",
         .text = "Keeps a cell’s value visible while you go to other stages or change the text. Select a cell and "
                 "press W.",
         .page = open_view("walk"),
         .see = "edit, stage",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "cell: blocks.1.attn.weights[head 1, it, animal]"},
    };
    return rows;
}

}  // namespace glassformer
