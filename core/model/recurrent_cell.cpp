#include "core/model/recurrent_cell.h"

#include <array>

#include "core/ops/activation_table.h"
#include "core/ops/ops.h"

namespace glassformer {

namespace {

OperationPtr sigmoid_gate(int part, int parts) { return op::recurrent_gate(*find_activation("sigmoid"), part, parts); }
OperationPtr tanh_gate(int part, int parts) { return op::recurrent_gate(*find_activation("tanh"), part, parts); }

RecurrentState rnn_step(Tape& tape, const Site& site, Ref input, Ref recurrent, const RecurrentState&) {
    return {.hidden = tape.run(stage::step_hidden, site, tanh_gate(0, 1), {input, recurrent}), .cell = {}};
}

RecurrentState lstm_step(Tape& tape, const Site& site, Ref input, Ref recurrent, const RecurrentState& before) {
    const Ref i = tape.run(stage::input_gate, site, sigmoid_gate(0, 4), {input, recurrent});
    const Ref f = tape.run(stage::forget_gate, site, sigmoid_gate(1, 4), {input, recurrent});
    const Ref g = tape.run(stage::cell_candidate, site, tanh_gate(2, 4), {input, recurrent});
    const Ref o = tape.run(stage::output_gate, site, sigmoid_gate(3, 4), {input, recurrent});
    const Ref c = tape.run(stage::step_cell, site, op::gated_sum(), {f, before.cell, i, g});
    return {.hidden = tape.run(stage::step_hidden, site, op::gated(*find_activation("tanh")), {c, o}), .cell = c};
}

RecurrentState gru_step(Tape& tape, const Site& site, Ref input, Ref recurrent, const RecurrentState& before) {
    const Ref r = tape.run(stage::reset_gate, site, sigmoid_gate(0, 3), {input, recurrent});
    const Ref z = tape.run(stage::update_gate, site, sigmoid_gate(1, 3), {input, recurrent});
    const Ref n = tape.run(stage::state_candidate, site, tanh_gate(2, 3), {input, recurrent, r});
    return {.hidden = tape.run(stage::step_hidden, site, op::blend(), {z, n, before.hidden}), .cell = {}};
}

}  // namespace

std::span<const RecurrentCell> all_recurrent_cells() {
    static constexpr std::array rows{
        RecurrentCell{
            .name = "rnn",
            .title = "Vanilla RNN",
            .sentence = "tanh of the input plus the previous state: one hidden state, overwritten at every step.",
            .gates = 1,
            .two_states = false,
            .forget_gate = -1,
            .step = rnn_step},
        RecurrentCell{
            .name = "lstm",
            .title = "LSTM",
            .sentence =
                "Gates decide what the cell state forgets, what is written to it and what goes into the hidden state.",
            .gates = 4,
            .two_states = true,
            .forget_gate = 1,
            .step = lstm_step},
        RecurrentCell{.name = "gru",
                      .title = "GRU",
                      .sentence = "One gate blends the previous state with a candidate, another decides how much of "
                                  "the previous state the candidate uses.",
                      .gates = 3,
                      .two_states = false,
                      .forget_gate = -1,
                      .step = gru_step},
    };
    return rows;
}

}  // namespace glassformer
