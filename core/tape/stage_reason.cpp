#include "core/tape/stage_reason.h"

#include <algorithm>
#include <array>

#include "core/tape/stage_text.h"

namespace glassformer {

namespace {

using namespace stage_table;

bool computed_by(const Record& record, std::string_view operation) {
    return record.operation && record.operation->name() == operation;
}

bool by_dot_products(const Trace&, const Record& record) { return computed_by(record, "attention_scores"); }

bool by_rms(const Trace&, const Record& record) { return computed_by(record, "rms_norm"); }

bool adds_learned_positions(const Trace& trace, const Record& record) {
    return computed_by(record, "add") && record.operands.size() == 2 &&
           computed_by(trace.record(record.operands[1]), "learned_positions");
}

/// The mask of a model that predicts tokens, and it hides something here.
bool hides_later_keys(const Trace& trace, const Record& record) {
    return masks_later_keys(trace, record) && !masks_nothing(trace, record) && trace.find(stage::pooled.key) < 0;
}

bool by_a_matrix(const Trace&, const Record& record) { return computed_by(record, "project_heads"); }

bool is_sum(const Trace&, const Record& record) { return computed_by(record, "add"); }

bool adds_positions_alone(const Trace& trace, const Record& record) {
    return is_sum(trace, record) && !adds_segments(trace, record);
}

bool adds_to_the_stream(const Trace& trace, const Record& record) {
    return is_sum(trace, record) && !is_sum_of_sublayers(trace, record);
}

bool joins_several_heads(const Trace& trace, const Record& record) {
    return computed_by(record, "merge_heads") && !has_one_head(trace, record);
}

bool mixes_several_heads(const Trace& trace, const Record& record) {
    if (!computed_by(record, "linear")) return false;
    const Record& read = trace.record(record.operands.front());
    return read.stage == &stage::concat && joins_several_heads(trace, read);
}

bool of_a_class(const Trace& trace, const Record& record) { return is_of_classes(trace, record); }

bool starts_from_the_source(const Trace&, const Record& record) { return computed_by(record, "row"); }

bool attends_to_the_source(const Trace& trace, const Record& record) {
    const auto aligns = [](const Record& other) { return other.stage == &stage::alignment; };
    return starts_from_the_source(trace, record) && std::ranges::any_of(trace.records(), aligns);
}

bool starts_with_a_cell(const Trace& trace, const Record& record) {
    const auto cell = [](const Record& other) { return other.stage == &stage::start_cell; };
    return starts_from_the_source(trace, record) && !attends_to_the_source(trace, record) &&
           std::ranges::any_of(trace.records(), cell);
}

constexpr std::string_view same_scale =
    "Whatever the size of a vector was, the next stage gets it at a similar scale. That makes training more stable (Ba "
    "et al., 2016).";
constexpr std::string_view same_root_mean_square =
    "Whatever the size of a vector was, the next stage gets it at a similar scale. That makes training more stable "
    "(Zhang & Sennrich, 2019).";
constexpr std::string_view sum_of_both =
    "The sublayer only has to compute what to change, and in the backward pass the sum hands on the gradient unchanged "
    "(He et al., 2016).";
constexpr std::string_view rotated =
    "A match that a head learns for one offset between query and key therefore holds at every position (Su et al., "
    "2021).";
constexpr std::string_view soft_choice =
    "Weights between 0 and 1 are a soft choice, which has a gradient. Picking only the best key would have none.";
constexpr std::string_view every_source_token =
    "The decoder can reach every source token directly instead of through one last state (Bahdanau et al., 2015).";

constexpr std::array reason_rows{
    StageReason{&stage::token_ids, nullptr, "A network computes with numbers, so each token is replaced by its ID."},
    StageReason{&stage::embed_tokens, nullptr,
                "IDs only number the tokens. Vectors can express likeness: training can place tokens that are used "
                "alike close together."},
    StageReason{&stage::embed_positions, nullptr,
                "The dot product of a query and a key depends on the two vectors only. Vectors that differ by position "
                "let it depend on the positions too."},
    StageReason{&stage::embed_types, nullptr,
                "A model that reads two texts as one can tell which of them a token belongs to (Devlin et al., 2019)."},
    StageReason{&stage::embed_projected, nullptr,
                "A vocabulary is large. Shorter embeddings make its table smaller, and the blocks can still be wide."},
    StageReason{&stage::embed, adds_positions_alone,
                "A sum keeps the vectors d_model wide. Training can place the token vectors so that the position "
                "remains readable from the sum."},
    StageReason{&stage::embed, adds_learned_positions,
                "A sum keeps the vectors d_model wide, and training can give tokens and positions directions of their "
                "own in that space."},
    StageReason{&stage::norm1, nullptr, same_scale},
    StageReason{&stage::norm2, nullptr, same_scale},
    StageReason{&stage::norm3, nullptr, same_scale},
    StageReason{&stage::final_norm, nullptr, same_scale},
    StageReason{&stage::embed_norm, nullptr, same_scale},
    StageReason{&stage::embed_norm, by_rms, same_root_mean_square},
    StageReason{&stage::head_norm, nullptr, same_scale},
    StageReason{&stage::head_norm, by_rms, same_root_mean_square},
    StageReason{&stage::norm1, by_rms, same_root_mean_square},
    StageReason{&stage::norm2, by_rms, same_root_mean_square},
    StageReason{&stage::norm3, by_rms, same_root_mean_square},
    StageReason{&stage::final_norm, by_rms, same_root_mean_square},
    StageReason{&stage::q, by_a_matrix,
                "With a matrix of their own, queries can differ from keys: what a token looks for need not be what it "
                "is found by."},
    StageReason{&stage::k, by_a_matrix,
                "Keys decide which tokens attend to this one. The values decide what those tokens receive."},
    StageReason{&stage::v, by_a_matrix,
                "What is passed on is separate from what is matched, so a head can look for one thing and fetch "
                "another."},
    StageReason{&stage::q_rot, nullptr, rotated},
    StageReason{&stage::k_rot, nullptr, rotated},
    StageReason{&stage::scores_raw, by_dot_products,
                "Every query meets every key in one matrix product, however far apart the two tokens are."},
    StageReason{
        &stage::scores_masked, hides_later_keys,
        "To predict the next token, a model must not attend to it. With a causal mask, one pass can train every "
        "position at once."},
    StageReason{&stage::weights, nullptr, soft_choice},
    StageReason{&stage::heads, nullptr,
                "Sums like this are the only way in which a transformer block moves information between tokens."},
    StageReason{&stage::concat, joins_several_heads,
                "Each head attends in its own way. Side by side, no head overwrites what another has found."},
    StageReason{&stage::out, mixes_several_heads,
                "Until here, each head wrote into columns of its own. This matrix lets their results act together."},
    StageReason{&stage::resid_mid, is_sum, sum_of_both},
    StageReason{&stage::resid_self, is_sum, sum_of_both},
    StageReason{&stage::resid_cross, is_sum, sum_of_both},
    StageReason{&stage::resid_post, adds_to_the_stream, sum_of_both},
    StageReason{&stage::resid_post, is_parallel_sum,
                "Neither sublayer waits for the other, so both can be computed at the same time (Wang & Komatsuzaki, "
                "2021)."},
    StageReason{&stage::mlp_pre, nullptr,
                "Attention collects information from other tokens. The MLP computes with what was collected, one token "
                "at a time."},
    StageReason{&stage::mlp_out, has_residual_connections,
                "The result must be as wide as the residual stream, because it is added to it."},
    StageReason{&stage::logits, nullptr,
                "A dot product measures how far the final vector points in the direction of each token."},
    StageReason{&stage::logits, of_a_class,
                "A dot product measures how far the vector of the text points in the direction of each class."},
    StageReason{&stage::logits, makes_no_probabilities,
                "A dot product measures how far the vector of the text points in the direction of each output."},
    StageReason{&stage::probs, nullptr,
                "The probabilities of all tokens sum to 1: when one of them rises, others fall."},
    StageReason{&stage::probs, of_a_class,
                "The probabilities of all classes sum to 1: when one of them rises, others fall."},
    StageReason{&stage::loss, nullptr,
                "A confident wrong prediction costs most: −log p grows without bound as p goes to 0."},
    StageReason{&stage::loss, is_smoothed,
                "Without smoothing, raising a probability that is already the highest still lowers the loss, so the "
                "logits keep growing (Szegedy et al., 2016)."},

    // Recurrent layers, and attention between two of them.
    StageReason{&stage::start_hidden, starts_from_the_source,
                "This state is all that the decoder receives of the source: a bottleneck."},
    StageReason{&stage::start_hidden, starts_with_a_cell,
                "Together with the initial cell state, it is all that the decoder receives of the source: a "
                "bottleneck."},
    StageReason{&stage::start_hidden, attends_to_the_source,
                "It sums up the source for the decoder, which later reads the encoder's single states by attention."},
    StageReason{&stage::step_hidden, nullptr,
                "A vector of fixed size has to hold what later steps need of this token and of all earlier ones."},
    StageReason{&stage::forget_gate, nullptr,
                "Where the gate stays near 1, information and gradients survive many time steps (Gers et al., 2000)."},
    StageReason{&stage::update_gate, nullptr,
                "Where the gate stays near 1, information and gradients survive many time steps (Cho et al., 2014)."},
    StageReason{&stage::alignment_scores, nullptr, every_source_token},
    StageReason{&stage::alignment, nullptr, soft_choice},

    // Convolutions, the look-up table, pooling.
    StageReason{&stage::conv_pre, nullptr,
                "Weights are shared by all positions, but only neighbors meet: tokens that are farther apart than the "
                "window need more layers."},
    StageReason{&stage::conv_act, nullptr,
                "Without an activation function, convolutions in a row would amount to a single one with a wider "
                "window."},
    StageReason{&stage::lookup_weights, nullptr,
                "An exact match has no gradient. Here every entry contributes a little, so keys and values can be "
                "learned."},
    StageReason{&stage::pool_weights, nullptr, "What matters for the output can count more than the rest."},
    StageReason{&stage::pooled, nullptr,
                "Texts have different lengths. What follows gets one vector of the same size for each of them."},
};

}  // namespace

std::span<const StageReason> all_stage_reasons() { return reason_rows; }

std::string_view stage_reason(const Trace& trace, const Record& record) {
    std::string_view found;
    for (const StageReason& row : reason_rows)
        if (row.stage == record.stage && (row.fits == nullptr || row.fits(trace, record))) found = row.reason;
    return found;
}

}  // namespace glassformer
