#include "core/tape/trace.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/ops/closing.h"
#include "core/tape/readback.h"
#include "core/tensor/selection.h"

namespace glassformer {

namespace {

/// Whether a step, or a sum on the way to it, may be larger than a float32 can be.
bool leaves_float32(const Derivation& derivation) {
    constexpr double largest = std::numeric_limits<float>::max();
    return std::ranges::any_of(derivation.steps, [](const Step& step) {
        double sum = 0;
        for (const Term& term : step.terms)
            if (std::isfinite(term.value)) sum += std::abs(term.value);  // −∞ is a masked score
        return (std::isfinite(step.value) && std::abs(step.value) > largest) || sum > largest;
    });
}

}  // namespace

void Record::expect_kept(bool kept) const {
    if (!kept) throw Error("the stage " + name + " was not kept: this pass keeps only what training needs");
}

ConstView Record::view() const {
    expect_kept(value_kept);
    if (readback != nullptr && value != nullptr) readback->ensure(id, Part::value, 0, shape.count());
    return {shape, value};
}

ConstView Record::gradient_view() const {
    expect_kept(gradient_kept);
    if (readback != nullptr && gradient != nullptr) readback->ensure(id, Part::gradient, 0, shape.count());
    return {shape, gradient};
}

const float* Record::entries(std::size_t first, std::size_t count) const {
    expect_kept(value_kept);
    if (value == nullptr) return nullptr;
    if (readback != nullptr) readback->ensure(id, Part::value, first, count);
    return value + first;
}

float Record::at(const Cell& cell) const {
    expect_kept(value_kept);
    const std::size_t entry = shape.offset(cell);
    if (readback != nullptr) readback->ensure(id, Part::value, entry, 1);
    return value[entry];
}

std::optional<float> Record::edited(const Cell& cell) const {
    // The last one that was made there.
    const auto found = std::find_if(edits.rbegin(), edits.rend(),
                                    [&](const auto& edit) { return selects(edit.first, cell, shape.rank()); });
    return found == edits.rend() ? std::nullopt : std::optional<float>(found->second);
}

float Record::gradient_at(const Cell& cell) const {
    expect_kept(gradient_kept);
    if (gradient == nullptr) throw Error("there is no gradient of " + name + ": run a backward pass first");
    const std::size_t entry = shape.offset(cell);
    if (readback != nullptr) readback->ensure(id, Part::gradient, entry, 1);
    return gradient[entry];
}

void Trace::append(Record record) {
    const bool computed = record.kind == Record::Kind::computed;
    const int place = static_cast<int>(stages_.size());
    stage_indices_.push_back(computed ? place : -1);
    if (computed) {
        for (const int operand : record.operands)
            if (int& first = stage_indices_[static_cast<std::size_t>(operand)]; first < 0) first = place;
        stages_.push_back(record.id);
        heads_ = std::max(heads_, record.shape.size_of(Axis::head, 1));
    }
    ids_.try_emplace(record.name, record.id);
    records_.push_back(std::move(record));
}

int Trace::find(std::string_view name) const {
    const auto found = ids_.find(name);
    return found == ids_.end() ? -1 : found->second;
}

const Record* Trace::same_stage(const Record& other) const {
    const auto same = [&](const Record& mine) { return mine.name == other.name && mine.shape == other.shape; };
    const auto at = static_cast<std::size_t>(other.id);
    if (at < records_.size() && same(records_[at])) return &records_[at];
    const auto found = std::ranges::find_if(records_, same);
    return found == records_.end() ? nullptr : &*found;
}

std::optional<Trace::ClosedBy> Trace::closed_by(int id) const {
    const auto computed_by = [this](int at, std::string_view operation) {
        const Record& of = record(at);
        return of.operation && of.operation->name() == operation;
    };
    if (!computed_by(id, "softmax")) return std::nullopt;
    int at = record(id).operands.front();
    while (computed_by(at, "scale") || computed_by(at, "copy")) at = record(at).operands.front();
    const Record& scores = record(at);
    if (!scores.operation) return std::nullopt;
    const auto operand = [&](int index) { return index < 0 ? -1 : scores.operands[static_cast<std::size_t>(index)]; };
    const Operation::ClosedBy by = scores.operation->closed_by(scores.operands.size());
    return ClosedBy{.before = operand(by.scores), .sees = operand(by.sees), .padding = operand(by.padding)};
}

bool Trace::overflows(int id, const Cell& cell) const {
    const std::optional<ClosedBy> by = closed_by(id);
    if (!by) return false;
    const auto view = [this](int of) { return of < 0 ? ConstView{} : record(of).view(); };
    const Shape& shape = record(id).shape;
    return Closing{.sees = view(by->sees), .padding = view(by->padding), .before = view(by->before)}.overflows(
        shape, shape.offset(cell) / static_cast<std::size_t>(shape.cols()));
}

Derivation Trace::derive(int id, const Cell& cell) const {
    const Record& of = record(id);
    const std::optional<float> set = of.edited(cell);
    if (of.kind == Record::Kind::input) return DerivationBuilder::fixed(value(id, cell), set ? "edited" : "an input");

    Derivation computed;
    if (of.operation) {
        std::vector<Shape> shapes;
        for (const int operand : of.operands) shapes.push_back(record(operand).shape);
        const auto read = [&](int operand, const Cell& source) {
            return static_cast<double>(value(of.operands[static_cast<std::size_t>(operand)], source));
        };
        computed = of.operation->derive({.cell = cell, .in = shapes, .out = of.shape, .read = read, .overflows = [&] {
                                             return overflows(id, cell);
                                         }});
        // The cell itself is read only then: each may have to be fetched from a device.
        if (!set && computed.note.empty() && std::isfinite(computed.value) && leaves_float32(computed) &&
            !std::isfinite(value(id, cell)))
            computed.note = "a sum or product overflows: float32 ends at 3.4e38";
    }
    if (set)
        return DerivationBuilder::fixed(
            *set, of.operation ? "edited; computed value: " + six_digits(computed.value) : "edited");
    if (of.kind == Record::Kind::parameter) return DerivationBuilder::fixed(value(id, cell), "a learned weight");
    return computed;
}

std::string Trace::coloured_symbol(int id) const {
    const Record& of = record(id);
    return "\\meaning{" + std::string(name(of.stage->meaning)) + "}{" + of.symbol + "}";
}

std::string Trace::formula(int id) const {
    const Record& of = record(id);
    if (!of.operation) return coloured_symbol(id);
    const std::string pattern = of.operation->formula(of.operands.size());
    std::string text;
    for (std::size_t i = 0; i < pattern.size();) {
        const auto is = [&](const std::string& what) { return pattern.compare(i, what.size(), what) == 0; };
        bool replaced = false;
        if (is("{out}")) {
            text += coloured_symbol(id);
            i += 5;
            replaced = true;
        }
        for (std::size_t o = 0; o < of.operands.size() && !replaced; ++o) {
            const std::string placeholder = "{" + std::to_string(o) + "}";
            if (!is(placeholder)) continue;
            text += coloured_symbol(of.operands[o]);
            i += placeholder.size();
            replaced = true;
        }
        if (!replaced) text += pattern[i++];
    }
    return text;
}

Cost Trace::cost(int id) const {
    const Record& of = record(id);
    if (!of.operation) return {};
    std::vector<Shape> shapes;
    for (const int operand : of.operands) shapes.push_back(record(operand).shape);
    return of.operation->cost(shapes, of.shape);
}

}  // namespace glassformer
