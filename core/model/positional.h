// Positional encodings: one row a kind, with everything that is the encoding's. It says where the encoding acts (added
// to the embedding or appended to it, as a rotation of q and k, as a bias on the scores, inside the scores), which
// operation makes it, which parameters it learns, which keys of config.json it reads, and what the interface says.
// Each row is a file of core/model/positional/, and that is all that names it; everything else loops.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/config.h"
#include "core/model/config_key.h"
#include "core/model/weights.h"
#include "core/ops/operation.h"

namespace glassformer {

/// Learned numbers of an encoding.
struct PositionalParameter {
    const char* name;    // after the model's or the block's prefix: "relative_bias"
    const char* symbol;  // of formulas: "R"
    /// Axes of size `n_heads` (Axis::head) and `n_heads · d_head` (Axis::heads) are cut where one head is shown.
    Shape (*shape)(const ModelConfig& config);
    Initial initial = Initial::embedding;
    bool in_block = true;  // one in every block, else one in the model
    unsigned stream = 0;   // of random numbers in the positions view: no two parameters of the program have the same
    double (*number)(const ModelConfig& config) = nullptr;  // of Initial::constant and uniform
};

/// Bounds of a value in the positions view, and of its slider there.
struct PositionalRange {
    double min, max;             // beyond them a value makes no sense
    double low, high, step;      // step 0: by whole numbers on a logarithmic line
    float text_width = 2.2F;     // em, of the longest value
    const char* zero = nullptr;  // what 0 is called where it stands for a default
};

/// A key of config.json's "positional" and its control in the positions view.
struct PositionalSetting {
    KeyOf<PositionalConfig> key;
    const char* id;                         // of the control, in session files and scripts: "furthest"
    const char* label;                      // of the control
    const char* subject;                    // of messages: "the largest distance"; "" where a rule of its own checks it
    PositionalRange range{};                // of a number
    std::span<const char* const> labels{};  // of a choice: its options, in order
    bool switchable = false;                // in a trained model, from range.low to range.high
};

/// A value that does not fit the rest of the model.
struct SettingProblem {
    std::string_view key;
    std::string complaint;  // "must be even, got 3"
};

/// An encoding's formula with 0-based and 1-based indices; lines are separated by '\n'.
struct PositionalFormulas {
    const char* from_zero = "";
    const char* from_one = "";
    const char* difference = "";  // what tells the two apart; "" where they give different angles
};

/// The term of a score that the learned vectors make, as the positions view shows it.
struct PositionalTerm {
    const char* name = "";
    const char* formula = "";
};

enum class Rotated : bool { query, key };

/// Positions of the first query and of the first key of a bias.
struct FirstPositions {
    int query = 0, key = 0;
};

struct PositionalKind {
    std::string_view name;  // as in config.json: "rope"
    int place;              // in the menu; every row has another
    const char* title;      // "Rotary (RoPE)"
    const char* sentence;   // for the interface: what it does

    // Where it acts: one of these, or none. Each makes an operation whose operands are those named here and then the
    // parameters, in their order. `first`: position of the first row (query).
    OperationPtr (*added)(const ModelConfig& config, int first) = nullptr;                                // embedding
    OperationPtr (*rotation)(const ModelConfig& config, Rotated what, int first) = nullptr;               // q or k
    OperationPtr (*bias)(const ModelConfig& config, bool bidirectional, FirstPositions first) = nullptr;  // scores
    OperationPtr (*scores)(const ModelConfig& config, int first) = nullptr;                               // q, k
    /// Rows r of the distances; scores are then (q + u) · k + (q + v) · W r, with W, u, v the three parameters
    /// (Dai et al. 2019). Operand: the input of the attention, for its size; no parameters.
    OperationPtr (*distances)(const ModelConfig& config, Sides sides, int first) = nullptr;

    bool appended_always = false;  // `added` is appended to the embedding whatever the config says
    bool limited = false;          // has a row or a column a position, max_seq_len of them, and none beyond
    bool sided = false;            // later keys can have distances of their own
    bool scales = false;           // the config's "scaling" slows its rotations down for long texts
    std::span<const PositionalParameter> parameters{};
    const char* trained = "";  // the parameters in words: "trained position vectors"
    std::span<const PositionalSetting> settings{};
    /// Rules between the settings, "scaling" and the rest of the model.
    std::optional<SettingProblem> (*problem)(const ModelConfig& config) = nullptr;

    /// Radians per position of each pair of dimensions, fast to slow, in a text of `length` tokens; null: the encoding
    /// has no sines.
    std::vector<double> (*frequencies)(const ModelConfig& config, int length) = nullptr;
    /// Factor of -|query - key| in a bias without parameters; null: the operation alone knows it.
    float (*slope)(int head, int n_heads) = nullptr;

    PositionalFormulas formulas{};
    PositionalFormulas formulas_of_halves{};  // of sines in the first half of the columns and cosines in the second
    PositionalTerm term{};  // of `scores`
};

std::span<const PositionalKind> all_positional_kinds();        // in the order of the menu
const PositionalKind* find_positional(std::string_view name);  // null where there is none
const PositionalKind& positional_that_scales();                // the first

/// Columns that positions append to the embedding; 0 where they are added to it or act elsewhere.
int appended_columns(const ModelConfig& config);

/// What a config of this kind says where it says nothing: the default of every setting. The sizes of the model are
/// known. A setting that a file must give has the value of PositionalConfig.
PositionalConfig default_positional(const PositionalKind& kind, const ModelConfig& config);

/// Calls f(setting) once for every setting that some encoding has, in the order of the rows.
template <class Function>
void for_each_setting(Function&& f) {
    const auto kinds = all_positional_kinds();
    for (std::size_t k = 0; k < kinds.size(); ++k)
        for (const PositionalSetting& setting : kinds[k].settings) {
            bool seen = false;
            for (std::size_t before = 0; before < k; ++before)
                for (const PositionalSetting& other : kinds[before].settings)
                    seen |= other.key.name == setting.key.name;
            if (!seen) f(setting);
        }
}
/// The kind's setting with this key; null where it has none.
const PositionalSetting* find_setting(const PositionalKind& kind, std::string_view key);

}  // namespace glassformer
