// What the interface says about recurrent layers, the attention between two of them, and convolutions.
#include "core/tape/stage_text.h"

namespace glassformer {

namespace {

using namespace stage_table;

constexpr std::array recurrent_rows{
    row(stage::rnn_input, "linear", "Input contribution of each token",
        "Each token's vector × W_x. This part does not depend on this layer's previous state, so it is computed for "
        "all time steps at once.",
        Claim::product),
    row(stage::start_hidden, "", "Initial hidden state", "Zeros: nothing has been read yet.", Claim::all_zero),
    row(stage::start_hidden, "row", "Initial hidden state",
        "The encoder's hidden state after its last token. The decoder starts from it.", Claim::takes_last_row),
    row(stage::start_cell, "", "Initial cell state", "Zeros: nothing has been read yet.", Claim::all_zero),
    row(stage::start_cell, "row", "Initial cell state", "The encoder's cell state after its last token.",
        Claim::takes_last_row),
    row(stage::step_input, "row", "Input of this step", "This time step's row of the input contribution.",
        Claim::takes_its_step),
    row(stage::step_context, "linear", "Contribution of the source",
        "The context vector, a weighted sum of encoder states, × a learned matrix.", Claim::product),
    row(stage::step_input_sum, "add", "Token and context together",
        "The contribution of the token plus the contribution of the source.", Claim::adds),
    row(stage::step_recurrent, "linear", "Contribution of the previous state",
        "Previous hidden state × W_h. This is why an RNN must run step by step.", Claim::product),
    row(stage::input_gate, "recurrent_gate", "Input gate: how much is written",
        "A value between 0 and 1 for each entry of the cell state: how much of the new content is written.",
        Claim::between_0_and_1),
    row(stage::forget_gate, "recurrent_gate", "Forget gate: how much is kept",
        "A value between 0 and 1 for each entry of the cell state: 1 keeps the entry, 0 forgets it.",
        Claim::between_0_and_1),
    row(stage::cell_candidate, "recurrent_gate", "New content for the cell state",
        "The candidate cell state: what this step would write, between −1 and 1.", Claim::between_minus_1_and_1),
    row(stage::output_gate, "recurrent_gate", "Output gate: how much is passed on",
        "A value between 0 and 1 for each entry of the cell state: how much of the entry goes into the hidden "
        "state.",
        Claim::between_0_and_1),
    row(stage::reset_gate, "recurrent_gate", "Reset gate: how much of the previous state is used",
        "A value between 0 and 1 for each entry. At 0, the candidate does not depend on the previous state.",
        Claim::between_0_and_1),
    row(stage::update_gate, "recurrent_gate", "Update gate: how much stays as it was",
        "A value between 0 and 1 for each entry: 1 keeps the previous state, 0 takes the candidate.",
        Claim::between_0_and_1),
    row(stage::state_candidate, "recurrent_gate", "Candidate hidden state",
        "tanh of the input plus the gated previous state: a value between −1 and 1.", Claim::between_minus_1_and_1),
    row(stage::step_cell, "gated_sum", "Cell state: kept and written",
        "Forget gate × previous cell state + input gate × new content. This additive path is what lets an LSTM "
        "remember.",
        Claim::keeps_and_writes),
    row(stage::step_hidden, "recurrent_gate", "Hidden state after this token",
        "tanh of a sum: the input contribution plus the contribution of the previous state. It is "
        "passed to the next time step and is this layer's output for the token.",
        Claim::between_minus_1_and_1),
    row(stage::step_hidden, "gated", "Hidden state after this token",
        "Output gate × tanh of the cell state. It is passed to the next time step and is this layer's output for the "
        "token.",
        Claim::times_gate, Claim::between_minus_1_and_1),
    row(stage::step_hidden, "blend", "Hidden state after this token",
        "A blend of the previous state and the candidate, weighted by the update gate. It is passed "
        "to the next time step and is this layer's output for the token.",
        Claim::blends, Claim::between_minus_1_and_1),
    row(stage::rnn_cell, "concat", "Cell states of all steps",
        "One row per token, in the order in which they were computed, from top to bottom.", Claim::rearranges),
    row(stage::rnn_hidden, "concat", "Hidden states of all steps",
        "One row per token, in the order in which they were computed, from top to bottom.", Claim::rearranges),

    // Attention between two recurrent networks.
    row(stage::state_query, "project_heads", "Query: the previous decoder state",
        "The decoder's previous hidden state × a learned matrix. It is compared with the encoder's states.",
        Claim::product),
    row(stage::state_query, "split_heads", "Queries: the decoder states",
        "The decoder's hidden states as they are. They are compared with the encoder's states.", Claim::copies),
    row(stage::state_key, "project_heads", "Keys: the encoder states",
        "The encoder's hidden state at each source token × a learned matrix.", Claim::product),
    row(stage::state_key, "split_heads", "Keys: the encoder states",
        "The encoder's hidden state at each source token, as it is.", Claim::copies),
    row(stage::state_value, "split_heads", "Values: the encoder states",
        "The encoder's hidden state at each source token, as it is. Attention takes a weighted sum of them.",
        Claim::copies),
    row(stage::alignment_scores, "attention_scores", "Scores: how well does each source token match?",
        "Dot product of every decoder state with the key of every source token.", Claim::dot_products),
    row(stage::alignment_scores, "additive_scores", "Scores: how well does each source token match?",
        "One score per source token: query and key are added, tanh is applied, and a learned vector turns the "
        "result into one number.",
        Claim::additive_scores),
    row(stage::alignment_masked, "mask", "Mask: no attention to padding",
        "Scores of pairs that the mask does not allow are set to −∞, so the softmax gives them a weight of "
        "exactly 0.",
        Claim::masks),
    row(stage::alignment_masked, "mask", masks_nothing, "Mask: no attention to padding",
        "A single text has no padding and the mask allows every pair, so no score changes.", Claim::masks,
        Claim::copies),
    row(stage::alignment, "softmax", "Alignment: where in the source the decoder attends",
        "The softmax turns the scores into weights that sum to 1: a soft selection of source tokens. The largest "
        "score is subtracted first, which changes no weight but prevents overflow.",
        Claim::rows_sum_to_1, Claim::subtracts_maximum),
    row(stage::alignment, "softmax", leaves_a_query_without_keys, "Alignment: where in the source the decoder attends",
        "The softmax turns the scores into weights that sum to 1. The largest score is subtracted first, which changes "
        "no weight but prevents overflow. A query that can attend to no source token gets weights of 0.",
        Claim::some_rows_zero, Claim::subtracts_maximum),
    row(stage::alignment, "concat", "Alignment: where in the source the decoder attends",
        "The attention weights of all decoder steps, one row per target token.", Claim::rearranges),
    row(stage::taken, "attention_values", "Weighted sum of encoder states",
        "Every encoder state is multiplied by its attention weight, and the products are summed.", Claim::weighted_sum),
    row(stage::context, "merge_heads", "Context vector",
        "The weighted sum of the encoder's states, as one vector per query.", Claim::copies),
    row(stage::context, "concat", "Context vectors of all steps",
        "The context vectors of all decoder steps, one row per target token.", Claim::rearranges),
    row(stage::joined, "concat", "Context and state concatenated",
        "The context vector and the decoder's hidden state, joined into one vector per target token.",
        Claim::rearranges),
    row(stage::mixed, "linear", "Context and state combined",
        "A learned matrix combines both into one vector as wide as the hidden state.", Claim::product),
    row(stage::attentional, "activate", "Attentional state: the input of the output layer",
        "tanh of the combination: values between −1 and 1.", Claim::nonlinear, Claim::between_minus_1_and_1),

    // Convolutions.
    row(stage::conv_pre, "conv1d", "Convolution: each token and its neighbors",
        "Each offset in the window has its own learned matrix, the same at every position. The products are summed.",
        Claim::convolves),
    row(stage::conv_act, "activate", "Activation function", "The same nonlinear function is applied to every number.",
        Claim::nonlinear),
    row(stage::conv_out, "add", "Output of the layer",
        "The result of the convolution is added to the input of the layer (a residual connection).", Claim::adds),
    row(stage::conv_out, "copy", "Output of the layer",
        "The result of the convolution. The layer has no residual connection, so it replaces the input.",
        Claim::copies),
};

}  // namespace

std::span<const StageText> recurrent_texts() { return recurrent_rows; }

}  // namespace glassformer
