#include "app/pictures/story/token_path.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/paint/visible_text.h"
#include "core/model/model.h"

namespace glassformer {

namespace {

Site block_site(const Record& of) { return {.stack = of.site.stack, .block = of.site.block}; }

int mlp_stage(const Trace& trace, const Stage& stage, const Site& site) { return trace.find(full_name(stage, site)); }

/// The MLP's norm: a decoder that attends to an encoder has two attentions ahead of it.
int norm_of_mlp(const Trace& trace, const Site& site) {
    const bool two = mlp_stage(trace, stage::resid_cross, site) >= 0;
    return mlp_stage(trace, two ? stage::norm3 : stage::norm2, site);
}

/// Some entry of what a norm reads as its γ or β, if it reads one, is another number than this.
bool differs(const Trace& trace, const std::vector<int>& operands, std::size_t which, float from) {
    if (operands.size() <= which) return false;
    const Record& of = trace.record(operands[which]);
    const std::size_t count = of.shape.count();
    const float* const first = of.entries(0, count);
    return first != nullptr && std::any_of(first, first + count, [&](float value) { return value != from; });
}

TokenVector vector_of(const Trace& trace, int record, int token) {
    TokenVector row{.record = record, .numbers = {}};
    if (record < 0) return row;
    const Record& of = trace.record(record);
    const auto cols = static_cast<std::size_t>(of.shape.cols());
    const float* const first = of.entries(static_cast<std::size_t>(token) * cols, cols);
    row.numbers.assign(first, first + cols);
    double squares = 0;
    float largest = 0;
    for (const float number : row.numbers) {
        squares += static_cast<double>(number) * static_cast<double>(number);
        if (std::isfinite(number)) largest = std::max(largest, std::abs(number));
    }
    row.length = std::sqrt(squares);
    row.zeros = squares == 0;
    if (largest > 0) row.largest = largest;
    if (of.edits.empty()) return row;
    for (int col = 0; col < of.shape.cols(); ++col)
        if (of.edited(Cell{{token, col}})) ++row.edited;
    return row;
}

void read_moments(TokenRow& row, const std::vector<float>& numbers) {
    double sum = 0, squares = 0;
    for (const float number : numbers) {
        sum += static_cast<double>(number);
        squares += static_cast<double>(number) * static_cast<double>(number);
    }
    const auto count = static_cast<double>(numbers.size());
    row.mean = sum / count;
    row.rms = std::sqrt(squares / count);
    double spread = 0;
    for (const float number : numbers)
        spread += (static_cast<double>(number) - row.mean) * (static_cast<double>(number) - row.mean);
    row.deviation = std::sqrt(spread / count);
}

}  // namespace

bool TokenPath::has(int record) const {
    const int all[] = {norm, gate, up, hidden, added, sum};
    return record >= 0 && std::ranges::find(all, record) != std::end(all);
}

bool in_mlp(const Trace& trace, int record) {
    if (record < 0) return false;
    const Record& of = trace.record(record);
    if (of.kind != Record::Kind::computed || of.site.block < 0) return false;
    const Site site = block_site(of);
    const Stage* const own[] = {&stage::mlp_pre, &stage::mlp_gate, &stage::mlp_act, &stage::mlp_out,
                                &stage::resid_post};
    if (std::ranges::find(own, of.stage) != std::end(own)) return mlp_stage(trace, stage::mlp_act, site) >= 0;
    return record == norm_of_mlp(trace, site) && mlp_stage(trace, stage::mlp_act, site) >= 0;
}

int mlp_near(const Trace& trace, int record) {
    if (record >= 0 && trace.record(record).site.block >= 0)
        if (const int own = mlp_stage(trace, stage::mlp_act, block_site(trace.record(record))); own >= 0) return own;
    for (const int id : trace.stages())
        if (trace.record(id).stage == &stage::mlp_act) return id;
    return -1;
}

std::optional<TokenPath> token_path_of(const Evaluation& evaluation, int record) {
    const Trace& trace = evaluation.trace();
    if (!in_mlp(trace, record)) return {};
    const ModelConfig& config = evaluation.model().config;
    const Site site = block_site(trace.record(record));
    TokenPath path{.site = site,
                   .words = {},
                   .norm = norm_of_mlp(trace, site),
                   .gate = mlp_stage(trace, stage::mlp_gate, site),
                   .up = mlp_stage(trace, stage::mlp_pre, site),
                   .hidden = mlp_stage(trace, stage::mlp_act, site),
                   .added = mlp_stage(trace, stage::mlp_out, site),
                   .sum = mlp_stage(trace, stage::resid_post, site),
                   .norm_kind = config.norm,
                   .residual = config.residual,
                   .parallel = is_parallel(config),
                   .biased = config.mlp_bias,
                   .activation = config.activation};
    if (path.up < 0 || path.added < 0 || path.sum < 0) return {};
    if (path.norm >= 0) {
        const std::vector<int>& read = trace.record(path.norm).operands;
        path.norm_scales = differs(trace, read, 1, 1);
        path.norm_shifts = differs(trace, read, 2, 0);
    }
    path.norm_behind = path.norm >= 0 && config.norm_placement == NormPlacement::post;
    const Record& reads = trace.record(path.norm >= 0 && !path.norm_behind ? path.norm : path.up);
    path.before = reads.operands.front();
    for (const TokenLabel& token : evaluation.tokens_along(trace.record(path.hidden), Axis::position))
        path.words.push_back(visible_text(token.text));
    // A row each, or there is nothing to choose.
    if (path.words.empty() || path.words.size() != trace.record(path.hidden).shape.rows()) return {};
    return path;
}

bool TokenRow::closes() const {
    if (before.numbers.size() != sum.numbers.size()) return false;
    for (std::size_t i = 0; i < sum.numbers.size(); ++i) {
        const double made = static_cast<double>(before.numbers[i]) + static_cast<double>(added.numbers[i]);
        // Also false for what is not finite. A float sum is within its last digits, on a device too.
        const double near = 1e-5 * (1 + std::abs(made));
        if (!(std::abs(made - static_cast<double>(sum.numbers[i])) <= near)) return false;
    }
    return true;
}

TokenRow token_row_of(const Evaluation& evaluation, const TokenPath& path, int token) {
    const Trace& trace = evaluation.trace();
    const int at = std::clamp(token, 0, path.rows() - 1);
    TokenRow row{.token = at,
                 .before = vector_of(trace, path.before, at),
                 .normed = vector_of(trace, path.norm, at),
                 .gate = vector_of(trace, path.gate, at),
                 .up = vector_of(trace, path.up, at),
                 .hidden = vector_of(trace, path.hidden, at),
                 .added = vector_of(trace, path.added, at),
                 .sum = vector_of(trace, path.sum, at),
                 .cosine = {},
                 .order = {}};
    read_moments(row, row.norm_input(path).numbers);
    double product = 0;
    for (std::size_t i = 0; i < row.before.numbers.size(); ++i)
        product += static_cast<double>(row.before.numbers[i]) * static_cast<double>(row.added.numbers[i]);
    const double lengths = row.before.length * row.added.length;
    if (std::isfinite(product) && std::isfinite(lengths) && lengths > 0) row.cosine = product / lengths;
    row.below = static_cast<int>(std::ranges::count_if(row.curved().numbers, [](float x) { return x < 0; }));
    row.order.resize(row.hidden.numbers.size());
    std::iota(row.order.begin(), row.order.end(), 0);
    // A NaN has no place in an order: it comes last.
    const auto magnitude = [&](int neuron) {
        const float number = std::abs(row.hidden.numbers[static_cast<std::size_t>(neuron)]);
        return std::isnan(number) ? -1.0F : number;
    };
    std::ranges::stable_sort(row.order, [&](int a, int b) { return magnitude(a) > magnitude(b); });
    return row;
}

namespace {

/// The weights of a linear map [in, out]; null where they cannot be read as such.
const float* weights_of(const Trace& trace, int record, std::size_t rows, int cols) {
    const Record& of = trace.record(record);
    if (of.operands.size() < 2) return nullptr;
    const Record& weight = trace.record(of.operands[1]);
    if (weight.shape.rank() != 2 || weight.shape.rows() != rows || weight.shape.cols() != cols) return nullptr;
    return weight.entries(0, weight.shape.count());
}

}  // namespace

std::vector<float> terms_into(const Evaluation& evaluation, const TokenPath& path, const TokenRow& row, int record) {
    const std::vector<float>& in = path.norm >= 0 && !path.norm_behind ? row.normed.numbers : row.before.numbers;
    const std::size_t neurons = row.hidden.numbers.size();
    const float* const weights = weights_of(evaluation.trace(), record, in.size(), static_cast<int>(neurons));
    std::vector<float> terms;
    if (row.hidden.zeros || weights == nullptr) return terms;
    const auto neuron = static_cast<std::size_t>(row.order.front());
    for (std::size_t i = 0; i < in.size(); ++i) terms.push_back(weights[i * neurons + neuron] * in[i]);
    return terms;
}

std::vector<float> terms_out(const Evaluation& evaluation, const TokenPath& path, const TokenRow& row) {
    const std::size_t count = row.added.numbers.size();
    const float* const weights =
        weights_of(evaluation.trace(), path.added, row.hidden.numbers.size(), static_cast<int>(count));
    std::vector<float> terms;
    if (row.hidden.zeros || weights == nullptr) return terms;
    const auto neuron = static_cast<std::size_t>(row.order.front());
    for (std::size_t i = 0; i < count; ++i) terms.push_back(weights[neuron * count + i] * row.hidden.numbers[neuron]);
    return terms;
}

}  // namespace glassformer
