// The stages of the systems before attention: recurrent layers step by step, the attention between two of them, and
// convolutions.
#include "core/tape/stage.h"

namespace glassformer::stage {

const Stage rnn_input{"input", ModelPart::recurrent, "U", "Input", Meaning::mlp};
const Stage start_hidden{"start_hidden", ModelPart::recurrent, "h_{start}", "Initial h", Meaning::residual};
const Stage start_cell{"start_cell", ModelPart::recurrent, "c_{start}", "Initial c", Meaning::value};
const Stage step_input{"input", ModelPart::recurrent, "u_{t}", "Token", Meaning::mlp};
const Stage step_context{"context_input", ModelPart::recurrent, "k_{t}", "Context", Meaning::mlp};
const Stage step_input_sum{"input_sum", ModelPart::recurrent, "u'_{t}", "+ Context", Meaning::mlp};
const Stage step_recurrent{"recurrent", ModelPart::recurrent, "s_{t}", "State", Meaning::residual};
const Stage input_gate{"i", ModelPart::recurrent, "i_{t}", "Input gate", Meaning::weight, Range::probability};
const Stage forget_gate{"f", ModelPart::recurrent, "f_{t}", "Forget", Meaning::weight, Range::probability};
const Stage cell_candidate{"g", ModelPart::recurrent, "g_{t}", "New", Meaning::value};
const Stage output_gate{"o", ModelPart::recurrent, "o_{t}", "Output", Meaning::weight, Range::probability};
const Stage reset_gate{"r", ModelPart::recurrent, "r_{t}", "Reset", Meaning::weight, Range::probability};
const Stage update_gate{"z", ModelPart::recurrent, "z_{t}", "Update", Meaning::weight, Range::probability};
const Stage state_candidate{"n", ModelPart::recurrent, "n_{t}", "New", Meaning::value};
const Stage step_cell{"c", ModelPart::recurrent, "c_{t}", "Cell", Meaning::value};
const Stage step_hidden{"h", ModelPart::recurrent, "h_{t}", "Hidden", Meaning::residual};
const Stage rnn_cell{"cell", ModelPart::recurrent, "C", "Cells", Meaning::value};
const Stage rnn_hidden{"hidden", ModelPart::recurrent, "H", "Hidden", Meaning::residual};
const Stage state_query{"q", ModelPart::attention, "q_{t}", "Query", Meaning::query};
const Stage state_key{"k", ModelPart::attention, "K", "Keys", Meaning::key};
const Stage state_value{"v", ModelPart::attention, "V", "Values", Meaning::value};
const Stage alignment_scores{"scores_raw", ModelPart::attention, "e_{t}", "Scores", Meaning::score};
const Stage alignment_masked{"scores_masked", ModelPart::attention, "e^{m}_{t}", "Mask", Meaning::score};
const Stage alignment{"weights", ModelPart::attention, "α_{t}", "Softmax", Meaning::weight, Range::probability};
const Stage taken{"heads", ModelPart::attention, "z_{t}", "α · V", Meaning::value};
const Stage context{"concat", ModelPart::attention, "k^{c}_{t}", "Context", Meaning::value};
const Stage joined{"joined", ModelPart::attention, "[c, h]", "Concat", Meaning::residual};
const Stage mixed{"mixed", ModelPart::attention, "H_{c}", "Combine", Meaning::residual};
const Stage attentional{"state", ModelPart::attention, "h̃", "tanh", Meaning::residual};
const Stage conv_pre{"pre", ModelPart::convolution, "H", "Window", Meaning::mlp};
const Stage conv_act{"act", ModelPart::convolution, "H_{a}", "Activ.", Meaning::mlp};
const Stage conv_out{"out", ModelPart::convolution, "X", "Output", Meaning::residual};

}  // namespace glassformer::stage
