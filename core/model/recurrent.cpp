// Recurrent layers unrolled in time, and the attention between two of them. What a token brings is one product for all
// steps (it does not wait for the state); everything else is recorded step by step.
#include "core/model/recurrent_cell.h"

#include "core/base/error.h"
#include "core/model/parts.h"
#include "core/ops/activation_table.h"

namespace glassformer {

RecurrentState recurrent_layer(const ModelBuilder& parts, const Site& site, Ref x, const RecurrentState& start,
                               const StepContext& glance) {
    Tape& tape = parts.tape;
    const RecurrentCell& cell = *parts.config.recurrent.cell;
    const std::string name = prefix(site);
    const Ref input = tape.run(stage::rnn_input, site, op::linear(),
                               {x, parts.parameter(name + "input.weight"), parts.parameter(name + "input.bias")});
    const Ref weight = parts.parameter(name + "recurrent.weight"), bias = parts.parameter(name + "recurrent.bias");
    const Ref from_context = glance ? parts.parameter(name + "context.weight") : Ref{};
    const Shape& shape = tape.shape(x);
    const int steps = shape.size(shape.find(Axis::position));

    std::vector<Ref> hidden, cells;
    RecurrentState state = start;
    for (int t = 0; t < steps; ++t) {
        Site at = site;
        at.step = t;
        Ref brought = tape.run(stage::step_input, at, op::row(t, RowAxis::keep), {input});
        if (glance) {
            const Ref context =
                tape.run(stage::step_context, at, op::linear(), {glance(at, state.hidden), from_context});
            brought = tape.run(stage::step_input_sum, at, op::add(), {brought, context});
        }
        const Ref recurrent = tape.run(stage::step_recurrent, at, op::linear(), {state.hidden, weight, bias});
        state = cell.step(tape, at, brought, recurrent, state);
        hidden.push_back(state.hidden);
        cells.push_back(state.cell);
    }
    RecurrentState all;
    if (cell.two_states) all.cell = tape.run(stage::rnn_cell, site, op::concat(ConcatAlong::rows), cells);
    all.hidden = tape.run(stage::rnn_hidden, site, op::concat(ConcatAlong::rows), hidden);
    return all;
}

RecurrentState start_from(const ModelBuilder& parts, const Site& site, const RecurrentState& states, Ref padding) {
    const auto last = [&](const Stage& stage, Ref rows) {
        std::vector<Ref> operands{rows};
        if (padding) operands.push_back(padding);
        return parts.tape.run(stage, site, op::row(last_row, RowAxis::keep), operands);
    };
    RecurrentState start{.hidden = last(stage::start_hidden, states.hidden), .cell = {}};
    if (states.cell) start.cell = last(stage::start_cell, states.cell);
    return start;
}

RecurrentState start_from_zero(const ModelBuilder& parts, const Site& site, int batch) {
    std::vector<Dimension> dimensions{{Axis::position, 1}, {Axis::d_hidden, parts.config.recurrent.d_hidden}};
    if (batch > 0) dimensions.insert(dimensions.begin(), {Axis::batch, batch});
    const Shape shape(dimensions);
    RecurrentState start{.hidden = parts.tape.input(stage::start_hidden, site, shape), .cell = {}};
    if (parts.config.recurrent.cell->two_states) start.cell = parts.tape.input(stage::start_cell, site, shape);
    return start;
}

namespace {

constexpr const char* attention_name = "decoder.cross_attn.";

/// What of attention is the same for every query: keys, values, and who may be seen.
struct Answers {
    Ref k, v, mask, padding;
};

Ref weights_of(const ModelBuilder& parts, const Site& site, Ref scores, const Answers& answers) {
    std::vector<Ref> masked{scores, answers.mask};
    if (answers.padding) masked.push_back(answers.padding);
    scores = parts.tape.run(stage::alignment_masked, site, op::mask(), masked);
    return parts.tape.run(stage::alignment, site, op::softmax(), {scores});
}

/// Weights and, of them, the context: [pos, d_hidden].
Ref context_of(const ModelBuilder& parts, const Site& site, Ref weights, const Answers& answers) {
    const Ref taken = parts.tape.run(stage::taken, site, op::attention_values(), {weights, answers.v});
    return parts.tape.run(stage::context, site, op::merge_heads(), {taken});
}

Answers answers_of(const ModelBuilder& parts, const Site& site, const AttentionContext& source) {
    Tape& tape = parts.tape;
    Answers answers{.k = {}, .v = {}, .mask = source.mask, .padding = source.padding};
    if (parts.config.recurrent.attention == RecurrentAttention::dot)
        answers.k = tape.run(stage::state_key, site, op::split_heads(1), {source.memory});
    else
        answers.k = tape.run(stage::state_key, site, op::project_heads(1),
                             {source.memory, parts.parameter(std::string(attention_name) + "k.weight")});
    answers.v = tape.run(stage::state_value, site, op::split_heads(1), {source.memory});
    return answers;
}

/// [context, hidden] W, bent: what the head reads.
Ref attentional_state(const ModelBuilder& parts, const Site& site, Ref context, Ref hidden) {
    Tape& tape = parts.tape;
    const Ref joined = tape.run(stage::joined, site, op::concat(ConcatAlong::columns), {context, hidden});
    const Ref mixed =
        tape.run(stage::mixed, site, op::linear(), {joined, parts.parameter(std::string(attention_name) + "o.weight")});
    return tape.run(stage::attentional, site, op::activate(*find_activation("tanh")), {mixed});
}

}  // namespace

Ref recurrent_decoder(const ModelBuilder& parts, Ref x, const std::vector<RecurrentState>& start,
                      const AttentionContext& source) {
    Tape& tape = parts.tape;
    const RecurrentAttention kind = parts.config.recurrent.attention;
    const Site site{.stack = Stack::decoder, .attention = AttentionKind::cross};
    const bool attends = kind != RecurrentAttention::none, before = kind == RecurrentAttention::additive;
    Answers answers;
    if (attends) answers = answers_of(parts, site, source);

    // Bahdanau's decoder looks at the source before each step, with the state before.
    std::vector<Ref> weights, contexts;
    StepContext glance;
    if (before) {
        const Ref project = parts.parameter(std::string(attention_name) + "q.weight");
        const Ref score = parts.parameter(std::string(attention_name) + "score.weight");
        glance = [&, project, score](const Site& at, Ref state) {
            const Ref q = tape.run(stage::state_query, at, op::project_heads(1), {state, project});
            const Ref scores = tape.run(stage::alignment_scores, at, op::additive_scores(), {q, answers.k, score});
            weights.push_back(weights_of(parts, at, scores, answers));
            contexts.push_back(context_of(parts, at, weights.back(), answers));
            return contexts.back();
        };
    }
    for (int l = 0; l < parts.config.n_decoder_layers; ++l) {
        Site at = site;
        at.layer = "rnn";
        at.block = l;
        x = recurrent_layer(parts, at, x, start[static_cast<std::size_t>(l)], l == 0 ? glance : StepContext{}).hidden;
    }
    if (!attends) return x;
    if (before) {
        tape.run(stage::alignment, site, op::concat(ConcatAlong::rows), weights);
        const Ref context = tape.run(stage::context, site, op::concat(ConcatAlong::rows), contexts);
        return attentional_state(parts, site, context, x);
    }
    // Luong's looks once the state is there; no step waits for it, so that all queries are asked at once.
    const Ref q = tape.run(stage::state_query, site, op::split_heads(1), {x});
    const Ref scores = tape.run(stage::alignment_scores, site, op::attention_scores(), {q, answers.k});
    const Ref all = weights_of(parts, site, scores, answers);
    return attentional_state(parts, site, context_of(parts, site, all, answers), x);
}

}  // namespace glassformer
