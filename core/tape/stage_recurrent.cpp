// The stages of the systems before attention: recurrent layers step by step, the attention between two of them, and
// convolutions.
#include "core/tape/stage.h"

namespace glassformer::stage {

const Stage rnn_input{"input", false, "U", "Input", Meaning::mlp};
const Stage start_hidden{"start_hidden", false, "h_{start}", "Initial h", Meaning::residual};
const Stage start_cell{"start_cell", false, "c_{start}", "Initial c", Meaning::value};
const Stage step_input{"input", false, "u_{t}", "Token", Meaning::mlp};
const Stage step_context{"context_input", false, "k_{t}", "Context", Meaning::mlp};
const Stage step_input_sum{"input_sum", false, "u'_{t}", "+ Context", Meaning::mlp};
const Stage step_recurrent{"recurrent", false, "s_{t}", "State", Meaning::residual};
const Stage input_gate{"i", false, "i_{t}", "Input gate", Meaning::weight, Range::probability};
const Stage forget_gate{"f", false, "f_{t}", "Forget", Meaning::weight, Range::probability};
const Stage cell_candidate{"g", false, "g_{t}", "New", Meaning::value};
const Stage output_gate{"o", false, "o_{t}", "Output", Meaning::weight, Range::probability};
const Stage reset_gate{"r", false, "r_{t}", "Reset", Meaning::weight, Range::probability};
const Stage update_gate{"z", false, "z_{t}", "Update", Meaning::weight, Range::probability};
const Stage state_candidate{"n", false, "n_{t}", "New", Meaning::value};
const Stage step_cell{"c", false, "c_{t}", "Cell", Meaning::value};
const Stage step_hidden{"h", false, "h_{t}", "Hidden", Meaning::residual};
const Stage rnn_cell{"cell", false, "C", "Cells", Meaning::value};
const Stage rnn_hidden{"hidden", false, "H", "Hidden", Meaning::residual};
const Stage state_query{"q", true, "q_{t}", "Query", Meaning::query};
const Stage state_key{"k", true, "K", "Keys", Meaning::key};
const Stage state_value{"v", true, "V", "Values", Meaning::value};
const Stage alignment_scores{"scores_raw", true, "e_{t}", "Scores", Meaning::score};
const Stage alignment_masked{"scores_masked", true, "e^{m}_{t}", "Mask", Meaning::score};
const Stage alignment{"weights", true, "α_{t}", "Softmax", Meaning::weight, Range::probability};
const Stage taken{"heads", true, "z_{t}", "α · V", Meaning::value};
const Stage context{"concat", true, "k^{c}_{t}", "Context", Meaning::value};
const Stage joined{"joined", true, "[c, h]", "Concat", Meaning::residual};
const Stage mixed{"mixed", true, "H_{c}", "Combine", Meaning::residual};
const Stage attentional{"state", true, "h̃", "tanh", Meaning::residual};
const Stage conv_pre{"pre", false, "H", "Window", Meaning::mlp};
const Stage conv_act{"act", false, "H_{a}", "Activ.", Meaning::mlp};
const Stage conv_out{"out", false, "X", "Output", Meaning::residual};

}  // namespace glassformer::stage
