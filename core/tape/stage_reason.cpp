#include "core/tape/stage_reason.h"

#include <array>

#include "core/tape/stage_text.h"

namespace glassformer {

namespace {

using namespace stage_table;

bool computed_by(const Record& record, std::string_view operation) {
    return record.operation && record.operation->name() == operation;
}

bool by_a_matrix(const Trace&, const Record& record) { return computed_by(record, "project_heads"); }

bool is_sum(const Trace&, const Record& record) { return computed_by(record, "add"); }

bool joins_several_heads(const Trace& trace, const Record& record) {
    return computed_by(record, "merge_heads") && !has_one_head(trace, record);
}

bool mixes_several_heads(const Trace& trace, const Record& record) {
    if (!computed_by(record, "linear")) return false;
    const Record& read = trace.record(record.operands.front());
    return read.stage == &stage::concat && joins_several_heads(trace, read);
}

bool of_a_class(const Trace& trace, const Record& record) {
    if (record.operands.empty()) return false;
    const Record& read = trace.record(record.operands.front());
    return reads_pooled(trace, record) || (read.stage == &stage::logits && reads_pooled(trace, read));
}

bool starts_from_the_source(const Trace&, const Record& record) { return computed_by(record, "row"); }

constexpr std::string_view same_scale =
    "Whatever the size of a vector was, the next stage gets it at a similar scale. That makes training more stable (Ba "
    "et al., 2016).";
constexpr std::string_view sum_of_both =
    "The sublayer only has to compute what to change, and in the backward pass the sum hands on the gradient unchanged "
    "(He et al., 2016).";
constexpr std::string_view rotated =
    "The angle between a rotated query and a rotated key depends on the distance of their tokens, not on where they "
    "stand. What a head learns about a distance holds at every position.";
constexpr std::string_view soft_choice =
    "Weights between 0 and 1 are a soft choice, so gradients can tell how to choose better. Picking only the best key "
    "would have none.";
constexpr std::string_view every_source_token =
    "The decoder can reach every source token directly instead of through one last state (Bahdanau et al., 2015).";

constexpr std::array reason_rows{
    StageReason{&stage::token_ids, nullptr, "A network computes with numbers, so each token is replaced by its ID."},
    StageReason{&stage::embed_tokens, nullptr,
                "IDs only number the tokens. Vectors can express likeness: training can place tokens that are used "
                "alike close together."},
    StageReason{&stage::embed_positions, nullptr,
                "The dot product of a query and a key does not know where the two tokens stand. Vectors that depend on "
                "the position can tell it."},
    StageReason{&stage::embed, is_sum,
                "A sum keeps the vectors d_model wide, and training can give tokens and positions directions of their "
                "own in that space."},
    StageReason{&stage::norm1, nullptr, same_scale},
    StageReason{&stage::norm2, nullptr, same_scale},
    StageReason{&stage::norm3, nullptr, same_scale},
    StageReason{&stage::final_norm, nullptr, same_scale},
    StageReason{&stage::q, by_a_matrix,
                "With a matrix of their own, queries can differ from keys: what a token looks for need not be what it "
                "is found by."},
    StageReason{&stage::k, by_a_matrix,
                "Keys only decide who attends to a token. What is then received is up to the values."},
    StageReason{&stage::v, by_a_matrix,
                "What is passed on is separate from what is matched, so a head can look for one thing and fetch "
                "another."},
    StageReason{&stage::q_rot, nullptr, rotated},
    StageReason{&stage::k_rot, nullptr, rotated},
    StageReason{&stage::scores_raw, nullptr,
                "Every query meets every key in one matrix product: a distant token is compared as easily as a "
                "neighbor."},
    StageReason{&stage::scores_masked, masks_later_keys,
                "A model that learns to predict the next token must not see it. With this mask, one pass trains all "
                "positions at once."},
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
    StageReason{&stage::resid_post, is_sum, sum_of_both},
    StageReason{&stage::mlp_pre, nullptr,
                "Attention collects information from other tokens; the MLP computes with it, without looking at other "
                "tokens."},
    StageReason{&stage::mlp_out, has_residual_connections,
                "The result must be as wide as the residual stream, because it is added to it."},
    StageReason{&stage::logits, nullptr,
                "A dot product measures how far the final vector points in the direction of each token."},
    StageReason{&stage::logits, of_a_class,
                "A dot product measures how far the pooled vector points in the direction of each class."},
    StageReason{&stage::probs, nullptr,
                "The probabilities of all tokens sum to 1: whatever one of them gains, the others lose."},
    StageReason{&stage::probs, of_a_class,
                "The probabilities of all classes sum to 1: whatever one of them gains, the others lose."},
    StageReason{&stage::loss, nullptr,
                "A prediction that is sure and wrong costs most: −log p grows without bound as p goes to 0."},
    StageReason{&stage::loss, is_smoothed,
                "Without smoothing, the loss falls as long as the model gets surer, even of what it already answers "
                "rightly (Szegedy et al., 2016)."},

    // Recurrent layers, and attention between two of them.
    StageReason{&stage::start_hidden, starts_from_the_source,
                "Without attention, the initial state is all that the decoder gets to know of the source: a "
                "bottleneck."},
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
                "Without it, convolutions in a row would amount to a single one with a wider window."},
    StageReason{
        &stage::lookup_weights, nullptr,
        "An exact match has no gradient. Here every entry answers a little, so keys and values can be learned."},
    StageReason{&stage::pool_weights, nullptr, "What matters for the class can count more than the rest."},
    StageReason{&stage::pooled, nullptr,
                "Texts have different lengths. The classifier gets one vector of the same size for each of them."},
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
