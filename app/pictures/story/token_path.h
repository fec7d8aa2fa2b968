// One token's way through the MLP of a block: its row of the residual stream, the norm, the neurons, what is added.
// What there is to be drawn, without a picture: every number is of the record; lengths and the cosine are sums in
// double over a record's row.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/config.h"
#include "core/session/evaluation.h"

namespace glassformer {

/// The records of one MLP and what it stands between; −1 where the model has no such stage.
struct TokenPath {
    Site site;
    std::vector<std::string> words;  // a row each
    int before = -1;                 // the stream that goes in
    int norm = -1;                   // ahead of the MLP, or behind the sum: norm_behind
    int gate = -1;                   // of a gated MLP: what passes the activation
    int up = -1;                     // what passes it otherwise; of a gated MLP what is multiplied with it
    int hidden = -1, added = -1, sum = -1;
    Norm norm_kind = Norm::none;
    bool norm_behind = false;
    bool norm_scales = true, norm_shifts = true;  // by its weights: some entry of γ is not 1, of β not 0
    bool residual = true;                         // the stream is added to the MLP's output
    bool parallel = false;                        // the attention's output is added in the same sum
    bool biased = true;                           // the MLP's linear maps
    const Activation* activation = nullptr;

    int rows() const { return static_cast<int>(words.size()); }
    bool gated() const { return gate >= 0; }
    /// What passes the activation.
    int curved() const { return gated() ? gate : up; }
    /// It is a stage of this MLP, its norm or its sum.
    bool has(int record) const;
};

/// Of the MLP that a stage belongs to; none where it belongs to none.
std::optional<TokenPath> token_path_of(const Evaluation& evaluation, int record);
/// It belongs to an MLP, its norm or its sum.
bool in_mlp(const Trace& trace, int record);
/// The activations of the MLP in the block of a record, else of the first one; −1 where the run has no MLP.
int mlp_near(const Trace& trace, int record);

/// A token's row of a record.
struct TokenVector {
    int record = -1;  // −1: there is none
    std::vector<float> numbers;
    double length = 0;   // Euclidean norm
    float largest = 1;   // largest finite magnitude; 1 where there is none but 0
    int edited = 0;      // of the numbers, how many were set by hand
    bool zeros = false;  // all of them are 0
};

struct TokenRow {
    int token = 0;
    TokenVector before, normed, gate, up, hidden, added, sum;
    double mean = 0, deviation = 0, rms = 0;  // of what the norm reads; population deviation
    std::optional<double> cosine;             // of the angle between `before` and `added`; none where one is 0
    int below = 0;                            // of what passes the activation, how many are below 0
    std::vector<int> order;                   // neurons by falling magnitude of their activation

    const TokenVector& curved() const { return gate.record >= 0 ? gate : up; }
    /// What the norm reads.
    const TokenVector& norm_input(const TokenPath& path) const { return path.norm_behind ? sum : before; }
    /// The sum is the two vectors' sum: not where its cells were set by hand.
    bool closes() const;
};
/// Numbers that are not finite leave a length that is not; mean, deviation and rms are then not finite either.
TokenRow token_row_of(const Evaluation& evaluation, const TokenPath& path, int token);

/// The terms that the strongest neuron's input, or its gate's, is the sum of, without the bias: each number that goes
/// in times its weight. `record`: of the linear map. Empty where every neuron is 0.
std::vector<float> terms_into(const Evaluation& evaluation, const TokenPath& path, const TokenRow& row, int record);
/// What the strongest neuron adds to each number of the output.
std::vector<float> terms_out(const Evaluation& evaluation, const TokenPath& path, const TokenRow& row);

}  // namespace glassformer
