#include "app/pictures/board/memory.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/pictures/board/picture.h"
#include "app/pictures/board/weights_scale.h"

namespace glassformer {

namespace {

constexpr float nothing = std::numeric_limits<float>::quiet_NaN();

/// A cell of the row whose derivation has all its sub-steps: that of an edited cell is the edit alone.
Derivation derive_in_row(const Trace& trace, int record, Cell cell, int last, int cols) {
    Derivation derivation;
    for (int c = 0; c < std::min(cols, 4); ++c) {
        cell[last] = c;
        derivation = trace.derive(record, cell);
        if (derivation.steps.size() > 1) break;
    }
    return derivation;
}

/// A root, a sum of exponentials, or a sum of such steps and of constants that are not below 0.
bool never_negative(const Derivation& derivation, const Step& step) {
    if (step.after != nullptr || step.each != nullptr)
        return step.after == &function::sqrt || (step.after == nullptr && step.each == &function::exp);
    return !step.terms.empty() && std::ranges::all_of(step.terms, [&](const Term& term) {
        return std::ranges::all_of(term.factors, [&](const Factor& factor) {
            if (factor.kind == Factor::Kind::constant) return factor.minus_step < 0 && factor.value >= 0;
            return factor.kind == Factor::Kind::step && factor.minus_step < 0 &&
                   never_negative(derivation, derivation.steps[static_cast<std::size_t>(factor.step)]);
        });
    });
}

}  // namespace

bool RowSteps::derived(int row) const {
    for (const Column& column : columns)
        if (!std::isnan(column.values[static_cast<std::size_t>(row)])) return true;
    return false;
}

void PictureMemory::read(const Evaluation& evaluation) {
    if (evaluation_ == &evaluation && generation_ == evaluation.generation()) return;
    evaluation_ = &evaluation;
    generation_ = evaluation.generation();
    limits_.clear();
    if (model_.lock() != evaluation.model_pointer()) limits_of_weights_.clear();
    model_ = evaluation.model_pointer();
    derived_.clear();
    row_steps_.clear();
    foretold_.reset();
    logarithms_.clear();
    normalized_.clear();
    records_.clear();
    gathered_.clear();
    decades_.reset();
    weights_end_.reset();
}

float PictureMemory::limit(Painter& painter, const ConstMatrix& m, const Record* of) {
    const bool fixed =
        of != nullptr && of->kind == Record::Kind::parameter && of->edits.empty() && of->readback == nullptr;
    Limits& limits = fixed ? limits_of_weights_ : limits_;
    const auto [place, added] = limits.try_emplace({m.data, m.rows, m.cols, m.row_stride, m.col_stride}, 1.0F);
    if (added) place->second = painter.limit(m);
    return place->second;
}

float PictureMemory::weights_end() {
    if (!weights_end_) weights_end_ = weights_scale_end(evaluation_->trace());
    return *weights_end_;
}

const std::vector<int>& PictureMemory::records(int of, int what, const std::function<std::vector<int>()>& find) {
    const auto known = records_.find({of, what});
    return known != records_.end() ? known->second : records_.emplace(std::pair{of, what}, find()).first->second;
}

const std::vector<float>& PictureMemory::gathered(int of, int what, const std::vector<int>& records) {
    const auto [place, added] = gathered_.try_emplace({of, what});
    if (added)
        for (const int id : records) {
            const Record& record = evaluation_->trace().record(id);
            const ConstView view = record.view();
            place->second.insert(place->second.end(), view.data, view.data + record.shape.cols());
        }
    return place->second;
}

bool PictureMemory::knows(const ConstMatrix& m) const {
    return limits_.contains({m.data, m.rows, m.cols, m.row_stride, m.col_stride});
}

const std::vector<float>& PictureMemory::logarithms(const Record& record) {
    const auto [place, added] = logarithms_.try_emplace(record.id);
    if (!added) return place->second;
    const ConstView gradient = record.gradient_view();
    constexpr float none = -1000;
    place->second.resize(gradient.shape.count());
    for (std::size_t i = 0; i < place->second.size(); ++i) {
        const float size = std::abs(gradient.data[i]);
        place->second[i] = size == 0 ? none : std::log10(size);
    }
    return place->second;
}

std::pair<float, float> PictureMemory::gradient_decades() {
    if (decades_) return *decades_;
    float largest = 0, smallest = std::numeric_limits<float>::infinity();
    const Trace& trace = evaluation_->trace();
    for (const int id : trace.stages()) {
        const Record& record = trace.record(id);
        if (record.gradient == nullptr || record.stage == &stage::loss) continue;
        const ConstView gradient = record.gradient_view();
        float most = 0;
        for (std::size_t i = 0; i < gradient.shape.count(); ++i)
            if (std::isfinite(gradient.data[i])) most = std::max(most, std::abs(gradient.data[i]));
        largest = std::max(largest, most);
        if (most > 0) smallest = std::min(smallest, most);
    }
    if (largest <= 0) largest = smallest = 1;
    const float high = std::log10(largest);
    decades_ = {std::clamp(std::log10(smallest), high - 8, high - 3), high};
    return *decades_;
}

const Derivation& PictureMemory::derivation(int record, const Cell& cell) {
    for (const Derived& kept : derived_)
        if (kept.record == record && kept.cell == cell) return kept.derivation;
    if (derived_.size() >= 8) derived_.erase(derived_.begin());
    derived_.push_back({record, cell, evaluation_->trace().derive(record, cell)});
    return derived_.back().derivation;
}

const RowSteps& PictureMemory::row_steps(int record, const Cell& at) {
    const Shape& shape = evaluation_->trace().record(record).shape;
    const int head = shape.find(Axis::head);
    const auto [place, added] = row_steps_.try_emplace({record, head < 0 ? 0 : at[head]});
    RowSteps& found = place->second;
    if (!added) return found;

    const int last = shape.rank() - 1;
    found.cols = shape.cols();
    found.rows = last > 0 ? shape.size(last - 1) : 1;
    const auto rows = static_cast<std::size_t>(found.rows), cols = static_cast<std::size_t>(found.cols);
    for (std::size_t r = 0; r < rows; ++r) {
        Cell cell = at;
        if (last > 0) cell[last - 1] = static_cast<int>(r);
        const Derivation derivation = derive_in_row(evaluation_->trace(), record, cell, last, found.cols);
        std::size_t shared = 0;
        for (std::size_t s = 0; s + 1 < derivation.steps.size(); ++s) {
            const Step& step = derivation.steps[s];
            // A step of one term is this cell's own, the exponential of its score.
            if (step.terms.size() == 1 && (found.cols > 1 || found.summed >= 0)) continue;
            const std::size_t column = shared++;
            if (found.columns.size() <= column)
                found.columns.push_back(
                    {step.symbol, step.meaning, std::vector<float>(rows, nothing), never_negative(derivation, step)});
            found.columns[column].values[r] = static_cast<float>(step.value);
            if (step.each == nullptr) continue;
            found.term_function = step.each->name;
            found.summed = static_cast<int>(column);
            found.terms.resize(rows * cols, nothing);
            for (const Term& term : step.terms)
                for (const Factor& factor : term.factors)
                    if (factor.kind == Factor::Kind::operand)
                        found.terms[r * cols + static_cast<std::size_t>(factor.cell[last])] =
                            static_cast<float>(term.value);
        }
    }
    return found;
}

const std::vector<float>& PictureMemory::normalized(int record) {
    const auto [place, added] = normalized_.try_emplace(record);
    std::vector<float>& found = place->second;
    if (!added) return found;
    const Trace& trace = evaluation_->trace();
    const Record &of = trace.record(record), &read = trace.record(of.operands.front());
    const int last = of.shape.rank() - 1, cols = of.shape.cols();
    const std::size_t rows = of.shape.rows(), width = static_cast<std::size_t>(cols);
    found.resize(rows * width, nothing);
    for (std::size_t r = 0; r < rows; ++r) {
        const Derivation derivation = derive_in_row(trace, record, of.shape.cell(r * width), last, cols);
        if (derivation.steps.empty() || derivation.steps.back().terms.empty()) continue;
        double shift = 0, divisor = 1;
        const auto value_of = [&](int step) { return derivation.steps[static_cast<std::size_t>(step)].value; };
        for (const Factor& factor : derivation.steps.back().terms.front().factors) {
            if (factor.kind == Factor::Kind::operand && factor.minus_step >= 0) shift = value_of(factor.minus_step);
            if (factor.kind == Factor::Kind::step && factor.divides) divisor = value_of(factor.step);
        }
        const float* const x = read.entries(r * width, width);
        if (x == nullptr) continue;
        for (std::size_t c = 0; c < width; ++c)
            found[r * width + c] = static_cast<float>((static_cast<double>(x[c]) - shift) / divisor);
    }
    return found;
}

const std::vector<std::string>& PictureMemory::foretold() {
    if (foretold_) return *foretold_;
    foretold_.emplace();
    const Trace& trace = evaluation_->trace();
    const int answers = trace.find(stage::logits.key);
    if (answers < 0 || trace.record(answers).shape.find(Axis::position) < 0) return *foretold_;
    const Record& logits = trace.record(answers);
    const auto cols = static_cast<std::size_t>(logits.shape.cols());
    for (std::size_t row = 0; row < logits.shape.rows(); ++row) {
        const float* const first = logits.entries(row * cols, cols);
        if (first == nullptr) return *foretold_;
        const auto best = static_cast<int>(std::max_element(first, first + cols) - first);
        foretold_->push_back(label_of(*evaluation_, logits, logits.shape.rank() - 1, best));
    }
    return *foretold_;
}

}  // namespace glassformer
