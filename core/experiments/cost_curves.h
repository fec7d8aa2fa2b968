// What one pass or one training step of a model takes at one length of text and at all lengths, by part and by stage,
// and what its heads change of it. Attention's pairs cost n² (Vaswani et al. 2017, table 1); splitting d_model among h
// heads of d_model / h changes no operation of a product (the same, section 3.2.2); h heads of d_model each cost h
// times as much. Everything is counted from recorded shapes (analysis/cost.h, train/memory.h).
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/measures.h"
#include "core/model/config.h"
#include "core/tape/stage.h"
#include "core/train/memory.h"

namespace glassformer {

enum class HeadWidth : std::uint8_t {
    as_is,
    narrow,  // d_model / heads
    wide,    // d_model
};
/// The model with other heads: the largest number up to `heads` that divides d_model (0: as many as it has), each of
/// that width. Heads that share keys go on to share them where their number allows. A width that the model cannot have
/// stays narrow: wide ones without projections.
ModelConfig with_heads(ModelConfig config, int heads, HeadWidth width);

/// Flop and bytes: of one pass over one text, reading operands and writing results. Pairs: the matrices with a number
/// for each query and key, of `batch` texts. Training: the memory of a step (train/memory.h).
enum class Counted : std::uint8_t { flop, bytes, pairs, training };

struct CostSetting {
    ModelConfig config;
    Counted counted = Counted::flop;
    /// `batch`: of pairs and training; `precision`: of all bytes; the rest of training alone. Its lengths are not read.
    TrainingShape step = {};
    int n = 0;  // tokens, of source and of target each; not read for curves
    bool operator==(const CostSetting&) const = default;
};

/// All records of one stage.
struct StageAmount {
    const Stage* stage = nullptr;
    int records = 0;
    double amount = 0;
    // How it is counted: amount = records · numbers · each · texts, where all its records are of one shape.
    bool alike = true;                // false: they are not, and the rest is of the first one
    std::vector<int> shape = {};      // of the result
    double numbers = 0, each = 0;     // numbers of the result, and FLOP of one; of bytes: numbers read and written
    int products = 0;                 // of FLOP: each = 2 · products (+ 1), of vectors of so many entries; 0: it is not
    bool bias = false;                // … + 1
    int texts = 1;
};
struct PartAmount {
    std::string part;  // part_of() of analysis/cost.h; of training: "weights", "gradients", "activations" …
    double amount = 0;
    std::vector<StageAmount> stages = {};  // in the order of the pass; none of training
    double numbers = 0, bytes = 0;         // of training: amount = numbers · bytes
};
/// Attention of one kind of heads.
struct HeadsCost {
    int heads = 0, d_head = 0;
    double parameters = 0;              // of all blocks
    double projections = 0, pairs = 0;  // FLOP
    bool possible = true;               // false: the model cannot have such heads
};
struct CostAt {
    int n = 0;
    std::vector<PartAmount> parts = {};  // in the order of cost_by_part()
    double total = 0;
    double of(std::string_view part) const;
    HeadsCost narrow = {}, wide = {};
};
/// Throws Error where the model cannot be recorded so.
CostAt cost_at(const CostSetting& setting);

/// Parameters of one shape in one part of the model.
struct ParameterGroup {
    std::string part;
    std::vector<int> shape;
    int times = 0;
};
struct CostCurves {
    std::vector<CostAt> lengths;  // 16, 23, 32 … most_tokens(), without heads
    /// Shortest text for which all of attention, or its pairs alone, take as many operations as the MLP; 0: none.
    int crossover_whole = 0, crossover_pairs = 0;
    std::vector<ParameterPart> parameters;
    std::vector<ParameterGroup> groups;  // what they add up to, in the order of the parameters
};
/// Ends soon, with whatever, once `stopped` is true.
CostCurves cost_curves(const CostSetting& setting, const std::atomic<bool>& stopped);

/// The exponent with which a part (empty: all of them) grows around a length, d ln amount / d ln n between the counted
/// lengths below and above it: 1 of what is proportional to n, 2 of n². NaN where it is 0.
double growth_around(const CostCurves& curves, std::string_view part, int n);

/// Lengths that are counted, as powers of two.
inline constexpr int least_token_doublings = 4, most_token_doublings = 17;
inline constexpr int least_tokens = 1 << least_token_doublings;
/// The longest text that is counted: a recurrent model has records for every token.
int most_tokens(const ModelConfig& config);

}  // namespace glassformer
