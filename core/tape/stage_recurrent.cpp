// The stages of the systems before attention: recurrent layers step by step, the attention between two of them, and
// convolutions.
#include "core/tape/stage.h"

namespace glassformer::stage {

const Stage rnn_input{
    "input",
    ModelPart::recurrent,
    "U",
    "Input",
    "What each token brings to its step",
    "Each token's row times a learned matrix, for all steps at once: this part does not wait for the state.",
    Meaning::mlp};
const Stage start_hidden{
    "start_hidden",
    ModelPart::recurrent,
    "h_{start}",
    "Start",
    "The state before the first token",
    "Zeros, or in a decoder the state after the last token of the source: all that it gets of it without attention.",
    Meaning::residual};
const Stage start_cell{"start_cell",
                       ModelPart::recurrent,
                       "c_{start}",
                       "Start cell",
                       "The cell before the first token",
                       "Zeros, or in a decoder the cell after the last token of the source.",
                       Meaning::value};
const Stage step_input{
    "input",     ModelPart::recurrent,     "u_{t}",
    "Token",     "What this token brings", "The row of this step from the product that was made for all.",
    Meaning::mlp};
const Stage step_context{
    "context_input", ModelPart::recurrent,     "k_{t}",
    "Context",       "What the source brings", "What was found in the source, times a learned matrix.",
    Meaning::mlp};
const Stage step_input_sum{
    "input_sum", ModelPart::recurrent,        "u'_{t}",
    "+ Context", "Token and source together", "What the token brings and what was found in the source, added.",
    Meaning::mlp};
const Stage step_recurrent{"recurrent",
                           ModelPart::recurrent,
                           "s_{t}",
                           "State",
                           "What the state before brings",
                           "The state of the step before times a learned matrix: this step has to wait for it.",
                           Meaning::residual};
const Stage input_gate{"i",
                       ModelPart::recurrent,
                       "i_{t}",
                       "Input gate",
                       "Input gate: how much is written",
                       "Between 0 and 1 for each entry of the cell: how much of the new content goes in.",
                       Meaning::weight,
                       Range::probability};
const Stage forget_gate{"f",
                        ModelPart::recurrent,
                        "f_{t}",
                        "Forget",
                        "Forget gate: how much is kept",
                        "Between 0 and 1 for each entry of the cell: 1 keeps it, 0 forgets it.",
                        Meaning::weight,
                        Range::probability};
const Stage cell_candidate{
    "g",           ModelPart::recurrent,       "g_{t}",
    "New",         "New content for the cell", "What this step would write into the cell, between -1 and 1.",
    Meaning::value};
const Stage output_gate{"o",
                        ModelPart::recurrent,
                        "o_{t}",
                        "Output",
                        "Output gate: how much is shown",
                        "Between 0 and 1 for each entry of the cell: how much of it becomes the state.",
                        Meaning::weight,
                        Range::probability};
const Stage reset_gate{"r",
                       ModelPart::recurrent,
                       "r_{t}",
                       "Reset",
                       "Reset gate: how much of the state the new one sees",
                       "Between 0 and 1 for each entry: at 0 the new content is made from the token alone.",
                       Meaning::weight,
                       Range::probability};
const Stage update_gate{"z",
                        ModelPart::recurrent,
                        "z_{t}",
                        "Update",
                        "Update gate: how much stays as it was",
                        "Between 0 and 1 for each entry: 1 keeps the old state, 0 takes the new one.",
                        Meaning::weight,
                        Range::probability};
const Stage state_candidate{"n",
                            ModelPart::recurrent,
                            "n_{t}",
                            "New",
                            "The new state, if all were new",
                            "Token and weighed state, added and bent into the range from -1 to 1.",
                            Meaning::value};
const Stage step_cell{
    "c",
    ModelPart::recurrent,
    "c_{t}",
    "Cell",
    "The cell: kept and written",
    "What the forget gate keeps of the cell and what the input gate lets in, added: the path along which memory lasts.",
    Meaning::value};
const Stage step_hidden{"h",
                        ModelPart::recurrent,
                        "h_{t}",
                        "Hidden",
                        "The hidden state after this token",
                        "All that the model knows of the text so far, as the next step and the layer above see it.",
                        Meaning::residual};
const Stage rnn_cell{"cell",
                     ModelPart::recurrent,
                     "C",
                     "Cells",
                     "The cells of all steps",
                     "One row a token, from top to bottom in the order in which they were computed.",
                     Meaning::value};
const Stage rnn_hidden{"hidden",
                       ModelPart::recurrent,
                       "H",
                       "Hidden",
                       "The hidden states of all steps",
                       "One row a token, from top to bottom in the order in which they were computed.",
                       Meaning::residual};
const Stage state_query{"q",           ModelPart::attention,  "q_{t}",
                        "Query",       "The state that asks", "The decoder's state, as the scores read it.",
                        Meaning::query};
const Stage state_key{"k",
                      ModelPart::attention,
                      "K",
                      "Keys",
                      "Keys: the states of the source",
                      "The encoder's state at each source token, as the scores read it.",
                      Meaning::key};
const Stage state_value{"v",
                        ModelPart::attention,
                        "V",
                        "Values",
                        "Values: the states of the source",
                        "The encoder's state at each source token, as it is handed over.",
                        Meaning::value};
const Stage alignment_scores{
    "scores_raw",
    ModelPart::attention,
    "e_{t}",
    "Scores",
    "Scores: how well does each source token fit?",
    "One number for each source token: how much the decoder's state and the encoder's state there belong together.",
    Meaning::score};
const Stage alignment_masked{"scores_masked",
                             ModelPart::attention,
                             "e^{m}_{t}",
                             "Mask",
                             "Mask: no attention to padding",
                             "What fills up a shorter text becomes minus infinity; of one text, all stays as it is.",
                             Meaning::score};
const Stage alignment{"weights",
                      ModelPart::attention,
                      "α_{t}",
                      "Softmax",
                      "Alignment: where in the source the decoder looks",
                      "The scores become shares that add up to 1: a soft choice of source tokens.",
                      Meaning::weight,
                      Range::probability};
const Stage taken{"heads",
                  ModelPart::attention,
                  "z_{t}",
                  "α · V",
                  "What is taken from the source",
                  "The encoder's states, each faded by its share, added up.",
                  Meaning::value};
const Stage context{"concat",
                    ModelPart::attention,
                    "k^{c}_{t}",
                    "Context",
                    "Context: the source, as this step sees it",
                    "One row a target token: a weighted average of the encoder's states.",
                    Meaning::value};
const Stage joined{"joined",
                   ModelPart::attention,
                   "[c, h]",
                   "Join",
                   "Context and state side by side",
                   "What was found in the source beside what the decoder knows itself.",
                   Meaning::residual};
const Stage mixed{"mixed",
                  ModelPart::attention,
                  "H_{c}",
                  "Mix",
                  "Context and state mixed",
                  "A learned matrix brings both back to the width of the state.",
                  Meaning::residual};
const Stage attentional{"state",
                        ModelPart::attention,
                        "h̃",
                        "Bend",
                        "The state that the answer is read from",
                        "The mixture, bent into the range from -1 to 1.",
                        Meaning::residual};
const Stage conv_pre{"pre",
                     ModelPart::convolution,
                     "H",
                     "Window",
                     "Convolution: each token and its neighbours",
                     "Every place of the window has its own learned matrix, the same wherever the window stands.",
                     Meaning::mlp};
const Stage conv_act{"act",       ModelPart::convolution,        "H_{a}",
                     "Activate",  "Activation: keep what fired", "Every number passes the same bent curve.",
                     Meaning::mlp};
const Stage conv_out{
    "out",
    ModelPart::convolution,
    "X",
    "+ Input",
    "The layer's output",
    "What the window found, added to what was there; a layer without that connection hands on what it found.",
    Meaning::residual};

}  // namespace glassformer::stage
