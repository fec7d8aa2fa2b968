// The operations, grouped as a forward pass uses them. Each is created by a function here and implemented in the file
// of its name; a struct after the function holds the settings that kernels and pictures read. A batch axis, if there is
// one, comes first; operands without it (positions, masks, biases) are broadcast over the batch.
//
// A new operation touches five files: its own beside this one, this header (function, settings), its shader in
// shaders/, its kernel in core/gl/kernels_*.cpp and its picture in app/pictures/ops/. Rows are found where they stand.
// Its expected values for the tests come from tests/golden/make_op_goldens.py.
#pragma once

#include <any>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/ops/operation.h"
#include "core/ops/rope_scaling.h"

namespace glassformer {

struct Activation;  // ops/activation_table.h: relu, gelu, gelu_tanh, silu, …
enum class NormEpsPlacement : bool { inside_sqrt, added_to_std };
enum class RotaryLayout : bool { interleaved, half };
enum class RowAxis : bool { keep, drop };         // whether a single row keeps its axis of size 1
enum class ConcatAlong : bool { rows, columns };  // rows: the axis of tokens (pos or query); columns: the last axis
enum class Sides : bool { one, two };             // distances: to earlier keys only, or to later ones too
enum class Window : bool { centred, causal };     // where a convolution's window lies around its token

constexpr int last_row = -1;  // as the index of row()

namespace op {

// --- embedding and positions
/// [pos] token ids, [vocab, d_model] table -> [pos, d_model]; each row is scale · table[id]. Ids are whole floats.
OperationPtr embed(float scale);
struct EmbedSettings {
    float scale;
};
/// [pos, d_model] (its size only) and [position, columns] table -> the table's rows from `first` on, one per token; no
/// batch axis. `first`, of every encoding: the position of the first row, more than 0 after cached tokens.
OperationPtr learned_positions(int first = 0);
/// Of learned_positions, one_hot_positions and alibi_bias.
struct PositionSettings {
    int first;
};
/// [pos, d_model] (its size only) -> sin and cos of the position (Vaswani et al. 2017), in as many columns, or in
/// `columns` of them [pos, d_position]; no batch axis. Interleaved: sines in the even columns and cosines in the odd
/// ones; half: all sines, then all cosines, of an even number of columns.
OperationPtr sinusoidal_positions(double base, int columns = 0, int first = 0,
                                  RotaryLayout layout = RotaryLayout::interleaved);
struct SinusoidalSettings {
    double base;
    int first;
    RotaryLayout layout;
};
/// [pos, d_model] (its size only) -> sin and cos of every distance i - j between a query and a key, [offset, d_model]:
/// from 0 on, or, two-sided, from -(pos - 1) on; no batch axis. In sinusoidal_positions.cpp.
OperationPtr sinusoidal_distances(double base, Sides sides, int first = 0);
struct DistanceSettings {
    double base;
    Sides sides;
};
/// [pos, d_model] (its size only) -> row i holds a single 1, in column i [pos, d_position]; no batch axis.
OperationPtr one_hot_positions(int columns, int first = 0);
/// a + b, same shape, or b without a's batch axis; a + b + c, where each of the two may lack it.
OperationPtr add();
/// The operand, unchanged: a stage where there is nothing to do.
OperationPtr copy();
OperationPtr copy(Axis as);  // its last axis is called so

// --- norms over the last axis
/// x, weight γ, bias β -> (x-μ)/√(σ²+ε)·γ+β or (x-μ)/(σ+ε)·γ+β, population variance (Ba, Kiros, Hinton 2016).
OperationPtr layer_norm(float eps, NormEpsPlacement placement);
struct LayerNormSettings {
    float eps;
    NormEpsPlacement placement;
};
/// x, weight γ -> x / √(mean(x²)+ε) · γ (Zhang and Sennrich 2019).
OperationPtr rms_norm(float eps);
struct RmsNormSettings {
    float eps;
};

// --- linear maps
/// x [.., d_in], W [d_in, d_out], optional b [d_out] -> [.., d_out]; the last axis of the result is W's.
OperationPtr linear();
/// x [.., d], E [n, d] -> x Eᵀ [.., n], for tied embeddings; optional b [n]. In linear.cpp.
OperationPtr linear_transposed();
/// x [pos, d_model], W [d_model, heads·d_head], optional b -> [head, pos, d_head]; heads contiguous in W's columns.
OperationPtr project_heads(int heads);
/// [head, pos, d_head] -> [pos, heads·d_head].
OperationPtr merge_heads();

// --- attention
/// [head, pos, d_head] -> pairs rotated by position · base^(-2k/r) (Su et al. 2021); dimensions from rotary_dims on
/// pass. With a decay pair k is also multiplied by xpos_factor(k, r)^(decay · position) (Sun et al. 2022). Throws Error
/// where a position's factor would leave the range of a float.
OperationPtr rope(double base, int rotary_dims, RotaryLayout layout, int first = 0, double decay = 0);
/// The same with frequencies that are scaled for long texts, and cosine and sine multiplied by rotary_factor().
/// max_seq_len is the model's.
OperationPtr rope(double base, int rotary_dims, RotaryLayout layout, int first, const RopeScaling& scaling,
                  int max_seq_len);
struct RopeSettings {
    double base;
    int rotary_dims;
    RotaryLayout layout;
    int first;
    double decay;
    RopeScaling scaling{};
    int max_seq_len = 0;
};
/// Cosine and sine of each pair of a row, times what the settings multiply them by: of position first + `row` in a text
/// that ends behind first + `rows` tokens. One value a pair each.
void rotary_turns(const RopeSettings& settings, int row, int rows, std::vector<float>& cosine,
                  std::vector<float>& sine);
/// q [head, pos, d_head], k [kv head, pos, d_head] -> [head, query, key]; query head h reads kv head h·kv/heads.
OperationPtr attention_scores();
/// q, k and relative keys a [2·clip+1, d_head] -> q_i·k_j + q_i·a_{clamp(j-i)} (Shaw, Uszkoreit, Vaswani 2018).
OperationPtr shaw_scores(int clip, int first = 0);
struct ShawSettings {
    int clip, first;
};
/// factor · x. `symbol` is how a formula writes the factor: "\frac{1}{\sqrt{d_{head}}}".
OperationPtr scale(float factor, std::string symbol);
struct ScaleSettings {
    float factor;
};
/// q [head, pos, d_head], b [head, d_head] -> q + b of its head.
OperationPtr head_bias();
/// q [head, pos, d_head], r [head, offset, d_head] (no batch axis) -> q_i · r_{i-j} [head, query, key]; the rows of r
/// are those of sinusoidal_distances; 0 where a one-sided r has no row, for keys after the query (Dai et al. 2019).
OperationPtr relative_scores(Sides sides, int first = 0);
struct RelativeSettings {
    Sides sides;
    int first;
};
/// scores (their size only) -> -slope·|i-j|, [head, query, key] without batch (Press, Smith, Lewis 2022).
OperationPtr alibi_bias(int first = 0);
/// scores (their size only), [bucket, head] table -> its entry for the distance (Raffel et al. 2020); no batch axis.
OperationPtr t5_bias(int max_distance, bool bidirectional, int first = 0);
struct T5Settings {
    int max_distance;
    bool bidirectional;
    int first;
};
/// scores (their size only), w and a [d_hidden], W [d_hidden, head], b [head], c [1], λ [1] -> b + Σ W max(0, w x + a)
/// with x = ψ(|i-j|) / ψ(max(length·|λ|, i)), ψ(t) = log(|c| t + 1) (FIRE, Li et al. 2023); no batch axis. first_key:
/// the position of the first key, where keys do not begin with the text.
OperationPtr fire_bias(double length, int first = 0, int first_key = 0);
struct FireSettings {
    double length;
    int first, first_key;
};
/// scores [head, query, key], mask [query, key] (1: visible, 0: masked), optional key padding [batch, key] (1: a token)
/// -> scores, -inf where either is 0.
OperationPtr mask();
/// Softmax over the last axis; a row of -inf only becomes zeros.
OperationPtr softmax();
/// weights [head, query, key], v [kv head, key, d_head] -> [head, pos, d_head].
OperationPtr attention_values();

// --- MLP
OperationPtr activate(const Activation& activation);
/// Of activate and gated.
struct ActivationSettings {
    const Activation* activation;  // a row of the table of activations, never null
};
/// gate, pre -> act(gate) ⊙ pre (Shazeer 2020).
OperationPtr gated(const Activation& activation);

// --- recurrent cells and convolution
/// [pos, c] -> row `index` [pos 1, c], or [c] without its axis; last_row: the last one, with optional padding
/// [batch, pos] the last that is a token (zeros where none is).
OperationPtr row(int index, RowAxis axis);
struct RowSettings {
    int index;
};
/// Any number of tensors that differ in size along one axis only -> their entries along it, one after the other. Those
/// after the first may lack its batch axis. `as`: the axis of the result, if not that of the first.
OperationPtr concat(ConcatAlong along);
OperationPtr concat(ConcatAlong along, Axis as);
struct ConcatSettings {
    ConcatAlong along;
};
/// [pos, heads·d_head] -> [head, pos, d_head].
OperationPtr split_heads(int heads);
/// x [.., parts·d_hidden], r of the same shape, optional gate g [.., d_hidden] -> act(x + r) or act(x + g ⊙ r), of the
/// columns of one part; act is tanh or sigmoid.
OperationPtr recurrent_gate(const Activation& activation, int part, int parts);
struct GateSettings {
    const Activation* activation;
    int part;
};
/// a, b, c, d -> a ⊙ b + c ⊙ d.
OperationPtr gated_sum();
/// z, new, old -> (1 - z) ⊙ new + z ⊙ old.
OperationPtr blend();
/// q [head, pos, d_head], k [head, pos, d_head], v [d_head] -> v · tanh(q_i + k_j) [head, query, key] (Bahdanau, Cho,
/// Bengio 2015).
OperationPtr additive_scores();
/// x [pos, d_in], W [offset, d_in, d_out], b [d_out], optional padding [batch, pos] -> [pos, d_out]. The window begins
/// w - 1 tokens before its own (causal) or ⌊(w - 1) / 2⌋ (centred).
OperationPtr conv1d(Window window);
struct ConvolutionSettings {
    Window window;
};

// --- heads of whole models
/// [pos, d_model], optional padding [batch, pos] -> mean over the tokens [d_model].
OperationPtr mean_pool();
/// [pos, d_model] -> its first row [d_model].
OperationPtr first_token();
/// x [pos, d_model], q [d_model], optional padding [batch, pos] -> x_i · q [key], -inf for padding.
OperationPtr query_scores();
/// x [pos, d_model] (its size only), w [position], optional padding [batch, pos] -> the first entries of w, one per
/// token [key], -inf for padding.
OperationPtr place_scores();
/// weights [key], x [pos, d_model] -> Σ_i weights_i x_i [d_model].
OperationPtr weighted_rows();
/// logits [.., vocab], labels [..] (whole floats, -1: ignored) -> mean cross entropy [1] over the labelled positions;
/// smoothing s: target (1-s) on the label plus s/V everywhere (Szegedy et al. 2016).
OperationPtr cross_entropy(float smoothing);
struct LossSettings {
    float smoothing;
};

}  // namespace op

/// The settings of an operation, settings_of<op::RopeSettings>(operation). Throws Error where it has others.
template <class Settings>
Settings settings_of(const Operation& operation) {
    const std::any settings = operation.settings();
    if (const auto* found = std::any_cast<Settings>(&settings)) return *found;
    throw Error("the operation " + std::string(operation.name()) + " has other settings than its reader expects");
}

/// A row of the list of all operations: `extern const OperationRow NAME_row{"NAME", examples};` in the operation's
/// file.
struct OperationRow {
    std::string_view name;  // Operation::name()
    std::vector<Example> (*examples)();
};

/// Every operation, in no particular order. Tests walk the list: an operation without a golden, a derivation, a GPU
/// kernel (core/gl) or a picture (app/pictures/ops) is a failure. The list is made of the rows (cmake/rows.cmake).
std::span<const OperationRow> all_operations();

}  // namespace glassformer
