#include "core/tape/tape.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <tuple>

#include "core/base/error.h"
#include "core/tensor/selection.h"

namespace glassformer {

// --- writing

int Tape::segment_of(const Record& record) {
    if (record.kind != Record::Kind::computed || record.site.block < 0) return -1;
    const auto place = [](const Site& site) {
        return std::tuple(site.stack, std::string_view(site.layer), site.block);
    };
    const int last = trace_.stages_.empty() ? -1 : trace_.stages_.back();
    if (last < 0 || trace_.record(last).site.block < 0 || place(trace_.record(last).site) != place(record.site))
        segments_.push_back({.first = record.id, .last = record.id});
    segments_.back().last = record.id;
    return static_cast<int>(segments_.size()) - 1;
}

Ref Tape::append(Record record) {
    if (laid_out_) throw Error("stage " + record.name + " was added to a tape that has already been evaluated");
    const int id = static_cast<int>(trace_.records_.size());
    record.id = id;
    for (const int operand : record.operands) steps_[static_cast<std::size_t>(operand)].consumers.push_back(id);
    const int segment = segment_of(record);
    trace_.append(std::move(record));
    steps_.emplace_back().segment = segment;
    parameter_memory_.push_back(nullptr);
    packings_.emplace_back();
    return {id};
}

Ref Tape::input(const Stage& stage, const Site& site, const Shape& shape) {
    Record record;
    record.kind = Record::Kind::input;
    record.stage = &stage;
    record.site = site;
    record.name = full_name(stage, site);
    record.symbol = symbol(stage, site);
    record.shape = shape;
    return append(std::move(record));
}

Ref Tape::parameter(const Parameter& parameter, std::string symbol) {
    if (const auto known = parameters_.find(parameter.name); known != parameters_.end()) return {known->second};
    Record record;
    record.kind = Record::Kind::parameter;
    record.stage = &stage::parameter;
    record.name = parameter.name;
    record.symbol = std::move(symbol);
    record.shape = parameter.shape;
    record.value = parameter.data;
    const Ref ref = append(std::move(record));
    parameters_.emplace(parameter.name, ref.id);
    parameter_memory_.back() = parameter.data;
    packings_.back() = parameter.packing;
    return ref;
}

Ref Tape::run(const Stage& stage, const Site& site, OperationPtr operation, const std::vector<Ref>& operands) {
    Record record;
    record.stage = &stage;
    record.site = site;
    record.name = full_name(stage, site);
    record.symbol = symbol(stage, site);
    std::vector<Shape> shapes;
    for (const Ref operand : operands) {
        record.operands.push_back(operand.id);
        shapes.push_back(shape(operand));
    }
    try {
        record.shape = operation->infer(shapes);
    } catch (const Error& error) {
        throw Error(record.name + ": " + error.what());
    }
    record.operation = std::move(operation);
    return append(std::move(record));
}

// --- changing

void Tape::make_dirty(int id, const ChangedRows& change) {
    Step& step = steps_[static_cast<std::size_t>(id)];
    if (trace_.record(id).kind != Record::Kind::computed) return pass_on(id, change);
    step.dirty = true;
    step.own.join(change);
}

void Tape::pass_on(int id, const ChangedRows& change) {
    for (const int consumer : steps_[static_cast<std::size_t>(id)].consumers) {
        Step& reader = steps_[static_cast<std::size_t>(consumer)];
        const std::vector<int>& operands = trace_.record(consumer).operands;
        reader.dirty = true;
        for (std::size_t o = 0; o < operands.size(); ++o)
            if (operands[o] == id) reader.changed[o].join(change);
    }
}

void Tape::set(Ref input, std::span<const float> values) {
    const Record& record = trace_.record(input.id);
    if (values.size() != record.shape.count())
        throw Error(record.name + " takes " + std::to_string(record.shape.count()) + " values, got " +
                    std::to_string(values.size()));
    if (!laid_out_) lay_out();
    const auto edited = std::ranges::find(edited_inputs_, input.id, &std::pair<int, AlignedFloats>::first);
    if (edited == edited_inputs_.end()) return write_input(input.id, values);
    edited->second.assign(values.begin(), values.end());
    AlignedFloats under_edits = edited->second;
    apply_edits(record, under_edits.data());
    write_input(input.id, under_edits);
}

void Tape::write_input(int id, std::span<const float> values) {
    const Record& record = trace_.record(id);
    float* memory = steps_[static_cast<std::size_t>(id)].value;
    if (std::memcmp(memory, values.data(), values.size_bytes()) == 0) return;
    const auto first = static_cast<std::size_t>(std::mismatch(values.begin(), values.end(), memory,
                                                              [](float a, float b) {
                                                                  return std::bit_cast<std::uint32_t>(a) ==
                                                                         std::bit_cast<std::uint32_t>(b);
                                                              })
                                                    .first -
                                                values.begin());
    std::copy(values.begin(), values.end(), memory);
    if (placement_) placement_->write(id, values);
    // The rows of an input are its first axis, so the first entry that differs lies in the first row that does.
    const bool rows = row_dimension(record.shape) == 0;
    make_dirty(id, rows ? ChangedRows{.row = record.shape.cell(first)[0]} : ChangedRows::all());
}

std::span<const float> Tape::values(Ref input) const {
    const Record& record = trace_.record(input.id);
    return {record.entries(0, record.shape.count()), record.shape.count()};
}

void Tape::invalidate() {
    for (Step& step : steps_) {
        step.dirty = true;
        step.computed = false;
    }
}

void Tape::parameters_changed() {
    invalidate();
    parameters_written_ = false;
}

// --- computing

bool Tape::is_current() const {
    return std::none_of(trace_.stages_.begin(), trace_.stages_.end(),
                        [&](int id) { return steps_[static_cast<std::size_t>(id)].dirty; });
}

bool Tape::evaluate(const Progress& progress) {
    if (!laid_out_) lay_out();
    evaluated_ = 0;
    // Aliased values were overwritten, so that an evaluation cannot resume: recompute all.
    if (keep_ != Keep::everything && !is_current()) invalidate();
    return placement_ ? evaluate_on_backend(progress) : evaluate_here(progress);
}

bool Tape::evaluate_on_backend(const Progress& progress) {
    if (!parameters_written_)
        for (const Record& record : trace_.records_)
            if (record.kind == Record::Kind::parameter)
                placement_->write(record.id, {record.value, record.shape.count()});
    parameters_written_ = true;

    // A few records at a time: the device is kept busy, and newer inputs need not wait for the whole pass.
    constexpr std::size_t at_once = 16;
    const int total = static_cast<int>(trace_.stages_.size());
    std::vector<int> next;
    const auto compute = [&] {
        for (const int id : next) readback_->forget(id, Part::value);
        placement_->forward(next);
        for (const int id : next) steps_[static_cast<std::size_t>(id)].dirty = false;
        evaluated_ += static_cast<int>(next.size());
        next.clear();
    };
    for (int done = 0; done < total; ++done) {
        const int id = trace_.stages_[static_cast<std::size_t>(done)];
        Step& step = steps_[static_cast<std::size_t>(id)];
        if (!step.dirty) continue;
        if (progress && !progress(done, total)) return false;  // the records in `next` stay dirty
        next.push_back(id);
        for (const int consumer : step.consumers) steps_[static_cast<std::size_t>(consumer)].dirty = true;
        if (next.size() == at_once) compute();
    }
    compute();
    placement_->finish();
    return true;
}

bool Tape::evaluate_here(const Progress& progress) {
    const int total = static_cast<int>(trace_.stages_.size());
    for (int done = 0; done < total; ++done) {
        const int id = trace_.stages_[static_cast<std::size_t>(done)];
        Step& step = steps_[static_cast<std::size_t>(id)];
        if (!step.dirty) continue;
        if (progress && !progress(done, total)) return false;
        const Record& record = trace_.record(id);
        ChangedRows change = ChangedRows::all();
        if (step.computed) {
            change = record.operation->changed_rows(step.changed, step.in);
            change.join(step.own);
        }
        if (change.any()) {
            // Changed columns reach up into every row.
            const int first_row = change.column == ChangedRows::none ? change.row : 0;
            record.operation->forward({.in = step.in,
                                       .out = {record.shape, step.value},
                                       .pool = pool_,
                                       .first_row = first_row,
                                       .saved = step.saved,
                                       .closing = closing_of(step)});
            if (!record.edits.empty()) apply_edits(record, step.value);
            pass_on(id, change);
            ++evaluated_;
        }
        if (step.segment >= 0) held_segment_ = step.segment;
        step.dirty = false;
        step.computed = true;
        step.own = {};
        std::ranges::fill(step.changed, ChangedRows{});
    }
    return true;
}

void Tape::recompute(int segment) {
    const auto [first, last] = segments_[static_cast<std::size_t>(segment)];
    for (int id = first; id <= last; ++id) {
        const Step& step = steps_[static_cast<std::size_t>(id)];
        if (step.segment != segment) continue;
        const Record& record = trace_.record(id);
        record.operation->forward(
            {.in = step.in, .out = {record.shape, step.value}, .pool = pool_, .closing = closing_of(step)});
        ++recomputed_;
    }
    held_segment_ = segment;
}

bool Tape::backward(Ref of, const Progress& progress) {
    if (!is_current()) throw Error("gradients were asked for before the forward pass was evaluated");
    if (shape(of).count() != 1)
        throw Error("gradients start from a single number, but " + trace_.record(of.id).name + " has the shape " +
                    text(shape(of)));
    if (!gradients_) lay_out_gradients();
    if (placement_) {
        for (const Record& record : trace_.records_) readback_->forget(record.id, Part::gradient);
        placement_->backward(of.id);
        placement_->finish();
        return true;
    }
    // The first operation that contributes to a gradient assigns it, or accumulates into zeros that were just written
    // and so are in the caches; gradients that no path reaches are zeroed at the end.
    std::ranges::fill(reached_, std::uint8_t{0});
    const auto reach = [&](int id) {
        if (reached_[static_cast<std::size_t>(id)] != 0) return;
        reached_[static_cast<std::size_t>(id)] = 1;
        const Record& record = trace_.record(id);
        if (record.differentiable())
            std::fill_n(steps_[static_cast<std::size_t>(id)].gradient, record.shape.count(), 0.0F);
    };
    recomputed_ = 0;
    reach(of.id);
    *steps_[static_cast<std::size_t>(of.id)].gradient = 1.0F;

    for (int id = of.id; id >= 0; --id) {
        const Record& record = trace_.record(id);
        if (record.kind != Record::Kind::computed || reached_[static_cast<std::size_t>(id)] == 0) continue;
        if (progress && !progress(of.id - id, of.id + 1)) return false;
        Step& step = steps_[static_cast<std::size_t>(id)];
        if (keep_ == Keep::checkpoints && step.segment >= 0 && step.segment != held_segment_) recompute(step.segment);
        unsigned assigned = 0;
        for (std::size_t o = 0; o < record.operands.size(); ++o) {
            const int operand = record.operands[o];
            if (record.operation->assigns_gradients() && reached_[static_cast<std::size_t>(operand)] == 0) {
                reached_[static_cast<std::size_t>(operand)] = 1;
                assigned |= 1U << o;
            }
            reach(operand);
        }
        std::vector<float> unedited;  // the gradient before the edited cells' was zeroed
        AlignedFloats computed;       // the operation's result without the edits
        if (!record.edits.empty() && record.operation->backward_reads_result()) {
            computed.resize(record.shape.count());
            record.operation->forward(
                {.in = step.in, .out = {record.shape, computed.data()}, .pool = pool_, .closing = closing_of(step)});
        }
        if (!record.edits.empty()) {
            unedited.assign(step.gradient, step.gradient + record.shape.count());
            for (const auto& [selection, set] : record.edits)
                for_each_stretch(record.shape, selection, [&](std::size_t first, std::size_t length) {
                    std::fill_n(step.gradient + first, length, 0.0F);
                });
        }
        record.operation->backward({.in = step.in,
                                    .out = {record.shape, computed.empty() ? step.value : computed.data()},
                                    .out_grad = {record.shape, step.gradient},
                                    .in_grad = step.in_grad,
                                    .pool = pool_,
                                    .assigned = assigned,
                                    .saved = step.saved});
        std::ranges::copy(unedited, step.gradient);
    }
    for (std::size_t id = 0; id < reached_.size(); ++id) reach(static_cast<int>(id));
    return true;
}

}  // namespace glassformer
