// What the interface says about a record: one row per stage and operation. A stage that another operation computes, or
// that computes something else under a switch of the model, has another row, so that no sentence has to serve two
// cases.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/tape/trace.h"

namespace glassformer {

/// Property of a record's numbers that its sentence states. The tests check every claim against recorded tensors.
enum class Claim : std::uint8_t {
    none,
    // Inputs.
    whole_numbers,
    zeros_and_ones,
    all_zero,
    // Copies, sums and selections.
    copies,           // equals its operand, entry by entry
    copies_sublayer,  // the same, and differs from the residual stream of before
    rearranges,       // holds the entries of its operands, no more and no fewer
    adds,             // is the sum of its two or three operands; those after the first may lack its leading axes
    same_in_a_head,   // adds the same vector to every row of a head
    takes_first_row,
    takes_last_row,
    takes_its_step,        // the row that the site's step numbers
    selects_rows,          // row i is the table's row of token i
    selects_rows_scaled,   // the same, times √d_model
    one_row_per_position,  // the table's first rows, in order
    one_hot,               // row i is 1 in column i, else 0
    sines_and_cosines,     // the two columns of a pair lie on the unit circle
    // Norms, before gain and bias, with ε as the operation adds it.
    mean_zero,
    variance_one,
    rms_one,  // and nothing is shifted
    // Products.
    product,                     // operand 0 times a matrix, plus a bias where there is one
    product_with_rows,           // operand 0 times a transposed matrix, plus a bias where there is one
    dot_products,                // of the rows of two operands
    dot_products_plus_distance,  // and of the first with the row for the distance, clipped
    dot_with_distance,           // of query i with the row of distance i - j
    dot_with_vector,             // of the rows of operand 0 with operand 1
    additive_scores,             // v · tanh(q + k)
    weighted_sum,                // of the rows of operand 1
    convolves,                   // a window of rows, each with a matrix for its offset
    widens,                      // more columns than operand 0
    does_not_widen,
    keeps_lengths,      // each vector is as long as its operand's: a rotation
    not_longer,         // than its operand's, each vector
    not_shorter,        // than its operand's, each vector
    by_distance,        // the same number for all pairs at one distance
    alike_with_itself,  // the same number for every pair of a token with itself
    not_positive,
    // Scaling by one number.
    divides_by_sqrt_width,         // of the vectors whose dot products the operand holds
    divides_by_fourth_root_width,  // of the operand's vectors
    divides_by_temperature,
    divides_by_both,  // temperature and √width
    times_sharpness,
    times_a_constant,        // logit_scale
    lengths_times_a_factor,  // a rotation; the dimensions that turn
    smaller_angles,          // than without scaling, of at least one pair
    // Masks and softmax.
    masks,        // −∞ where the mask is 0, else the operand
    masks_later,  // −∞ exactly for keys after the query
    rows_sum_to_1,
    some_rows_zero,     // a row without an allowed key is zero, every other sums to 1
    subtracts_maximum,  // its exponentials are of the scores less their row's largest
    // Entry by entry.
    nonlinear,   // one function of the operand's entry, which is not a straight line
    times_gate,  // act(a) ⊙ b
    between_0_and_1,
    between_minus_1_and_1,
    keeps_and_writes,  // a ⊙ b + c ⊙ d
    blends,            // (1 − z) ⊙ new + z ⊙ old
    // What only some models have.
    reads_normalized,  // operand 0 is what a norm wrote
    adds_bias,         // the last operand is a learned bias
    // Readout.
    mean_of_rows,
    cross_entropy,
};

/// Row of the table. A later row takes precedence where several fit.
struct StageText {
    const Stage* stage;
    std::string_view operation;                              // Operation::name(); "" for inputs and parameters
    bool (*fits)(const Trace& trace, const Record& record);  // null: always
    const char* title;                                       // heading of the panel
    const char* sentence;                                    // what the numbers are, how they are computed, and why
    std::array<Claim, 2> claims{};
    bool says_unchanged = false;  // the sentence says itself that nothing changes
};

/// A sentence that is said after that of the row, of every stage that it fits: what only some models have there.
struct StageAddition {
    bool (*fits)(const Trace& trace, const Record& record);
    const char* sentence;
    Claim claim;
};
std::span<const StageAddition> stage_additions();

/// Row of what no row of the table describes: an operation at a stage where no model of the program has it.
extern const StageText unknown_operation_text;

/// The row of a record; unknown_operation_text where there is none.
const StageText& stage_text(const Trace& trace, const Record& record);

/// The row's sentence and the additions that fit.
std::string stage_sentence(const Trace& trace, const Record& record);

/// The numbers are those of an operand, entry by entry: the sentence says why.
bool is_unchanged(const Trace& trace, const Record& record);

/// The stage's label; where it leaves its operand as it is, that is said: "Mask: none".
std::string stage_label(const Trace& trace, const Record& record);

/// The rows in three groups: transformers; recurrent and convolutional layers; stages that only some models have.
std::array<std::span<const StageText>, 3> all_stage_texts();
std::span<const StageText> transformer_texts();
std::span<const StageText> recurrent_texts();
std::span<const StageText> variant_texts();

// How the tables are written. A condition reads the shapes, the operation or the mask of a record, never the config of
// a model.
namespace stage_table {

/// A row for every case, and one for the case that `fits`.
constexpr StageText row(const Stage& stage, std::string_view operation, const char* title, const char* sentence,
                        Claim first = Claim::none, Claim second = Claim::none) {
    return {&stage, operation, nullptr, title, sentence, {first, second}};
}
constexpr StageText row(const Stage& stage, std::string_view operation,
                        bool (*fits)(const Trace& trace, const Record& record), const char* title, const char* sentence,
                        Claim first = Claim::none, Claim second = Claim::none) {
    return {&stage, operation, fits, title, sentence, {first, second}};
}

constexpr StageText says_unchanged(StageText text) {
    text.says_unchanged = true;
    return text;
}

bool has_residual_connections(const Trace& trace, const Record& record);
bool is_cross_attention(const Trace& trace, const Record& record);
bool shares_heads(const Trace& trace, const Record& record);  // fewer key–value heads than query heads
bool has_one_head(const Trace& trace, const Record& record);
bool rotates_some_dimensions(const Trace& trace, const Record& record);
bool decays_with_position(const Trace& trace, const Record& record);  // a rotation (xPos)
bool lengthens_rotated(const Trace& trace, const Record& record);     // cosine and sine are multiplied by a factor
bool slows_rotations(const Trace& trace, const Record& record);       // the frequencies are scaled
bool adds_segments(const Trace& trace, const Record& record);         // to the embedding
bool adds_segments_alone(const Trace& trace, const Record& record);   // and no positions
bool reads_projected(const Trace& trace, const Record& record);       // token embeddings of their own width
bool is_parallel_block(const Trace& trace, const Record& record);     // attention and MLP read the block's input
bool is_parallel_sum(const Trace& trace, const Record& record);       // of the stream and both sublayers
bool is_sum_of_sublayers(const Trace& trace, const Record& record);   // without the stream
bool is_of_classes(const Trace& trace, const Record& record);
bool embeds_scaled(const Trace& trace, const Record& record);
bool scaled_before(const Trace& trace, const Record& record);  // queries and keys were, by ⁴√d_head
bool by_temperature(const Trace& trace, const Record& record);
bool by_width_and_temperature(const Trace& trace, const Record& record);
bool masks_nothing(const Trace& trace, const Record& record);
bool masks_later_keys(const Trace& trace, const Record& record);  // and no others
bool leaves_a_query_without_keys(const Trace& trace, const Record& record);
bool widens(const Trace& trace, const Record& record);
bool is_gated(const Trace& trace, const Record& record);          // the MLP of this block
bool reads_normalized(const Trace& trace, const Record& record);  // queries, keys, values and neurons of the stream
bool adds_bias(const Trace& trace, const Record& record);
bool reads_pooled(const Trace& trace, const Record& record);
bool makes_no_probabilities(const Trace& trace, const Record& record);
bool is_smoothed(const Trace& trace, const Record& record);
bool adds_epsilon_to_deviation(const Trace& trace, const Record& record);
}  // namespace stage_table

}  // namespace glassformer
