// The memory layout of a tape: one allocation for the values and one for the gradients, laid out once. With
// Keep::needed a result may alias an operand without later readers, and a gradient reuses the memory of one that was
// propagated already; with Keep::checkpoints the blocks of a model also share one buffer for the values that only the
// block itself reads.
#include <algorithm>
#include <vector>

#include "core/tape/tape.h"

namespace glassformer {

namespace {

constexpr std::size_t alignment_floats = memory_alignment / sizeof(float);

std::size_t padded(std::size_t floats) { return (floats + alignment_floats - 1) / alignment_floats * alignment_floats; }

}  // namespace

void Tape::AlignedFree::operator()(float* memory) const { free_aligned(memory); }

Tape::Memory Tape::allocate(std::size_t floats) { return Memory(AlignedAllocator<float>().allocate(floats)); }

int Tape::aliased_operand(int id, int operand) const {
    const Record& record = trace_.record(id);
    if (keep_ == Keep::everything || backend_ != nullptr || operand < 0) return -1;
    const int read = record.operands[static_cast<std::size_t>(operand)];
    const Record& of = trace_.record(read);
    const Step& from = steps_[static_cast<std::size_t>(read)];
    // The output of a block is still needed when the next block is recomputed.
    if (keep_ == Keep::checkpoints && from.segment != steps_[static_cast<std::size_t>(id)].segment) return -1;
    const bool only_here = from.consumers.size() == 1;
    return of.kind == Record::Kind::computed && only_here && of.shape.count() == record.shape.count() ? read : -1;
}

int Tape::value_alias(int id) const {
    const Record& record = trace_.record(id);
    const int read = record.operation ? aliased_operand(id, record.operation->output_may_alias()) : -1;
    return read >= 0 && !trace_.record(read).operation->backward_reads_result() ? read : -1;
}

int Tape::gradient_alias(int id) const {
    const Record& record = trace_.record(id);
    return record.operation ? aliased_operand(id, record.operation->gradient_may_alias()) : -1;
}

bool Tape::read_elsewhere(int id) const {
    const Step& step = steps_[static_cast<std::size_t>(id)];
    return step.segment < 0 || std::ranges::any_of(step.consumers, [&](int consumer) {
               return steps_[static_cast<std::size_t>(consumer)].segment != step.segment;
           });
}

/// Offsets of the records' entries in one allocation; the buffer that the blocks share is its end.
struct Tape::Places {
    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);
    std::vector<std::size_t> at;          // by record id; nowhere: an alias of another record, or not in here
    std::vector<std::size_t> saved;       // by record id: numbers saved for backward(); nowhere: none
    std::vector<std::uint8_t> own;        // by record id: has memory of its own, is no alias
    std::vector<std::uint8_t> exclusive;  // by record id: not in the buffer that the blocks share
    std::size_t floats = 0, shared = 0;

    explicit Places(std::size_t records)
        : at(records, nowhere), saved(records, nowhere), own(records, 0), exclusive(records, 1) {}

    void assign(const Trace& trace, const std::vector<Step>& steps) {
        const auto size = [&](std::size_t i) { return padded(trace.record(static_cast<int>(i)).shape.count()); };
        for (std::size_t i = 0; i < at.size(); ++i) {
            if (own[i] == 0 || exclusive[i] == 0) continue;
            at[i] = floats;
            floats += size(i);
        }
        std::size_t used = 0;
        int segment = -1;
        for (std::size_t i = 0; i < at.size(); ++i) {
            if (own[i] == 0 || exclusive[i] != 0) continue;
            if (steps[i].segment != segment) used = 0;
            segment = steps[i].segment;
            at[i] = floats + used;
            used += size(i);
            shared = std::max(shared, used);
        }
        floats += shared;
    }
};

namespace {

/// An allocator of offsets after the first `end` floats; grows where no free range is long enough.
class FreeRanges {
public:
    explicit FreeRanges(std::size_t end) : end_(end) {}
    std::size_t end() const { return end_; }

    /// The shortest free range that is long enough.
    std::size_t take(std::size_t floats) {
        auto best = ranges_.end();
        for (auto range = ranges_.begin(); range != ranges_.end(); ++range)
            if (range->floats >= floats && (best == ranges_.end() || range->floats < best->floats)) best = range;
        if (best == ranges_.end()) {
            const bool grows = !ranges_.empty() && ranges_.back().at + ranges_.back().floats == end_;
            const std::size_t at = grows ? ranges_.back().at : end_;
            if (grows) ranges_.pop_back();
            end_ = at + floats;
            return at;
        }
        const std::size_t at = best->at;
        best->at += floats;
        best->floats -= floats;
        if (best->floats == 0) ranges_.erase(best);
        return at;
    }

    void give_back(std::size_t at, std::size_t floats) {
        const auto next = std::ranges::upper_bound(ranges_, at, {}, &Range::at);
        auto range = ranges_.insert(next, {at, floats});
        if (const auto after = range + 1; after != ranges_.end() && range->at + range->floats == after->at) {
            range->floats += after->floats;
            range = ranges_.erase(after) - 1;
        }
        if (range == ranges_.begin()) return;
        if (const auto before = range - 1; before->at + before->floats == range->at) {
            before->floats += range->floats;
            ranges_.erase(range);
        }
    }

private:
    struct Range {
        std::size_t at, floats;
    };
    std::vector<Range> ranges_;  // free, by offset; adjacent ranges are merged
    std::size_t end_;
};

}  // namespace

std::size_t Tape::saved_for_backward(int id) const {
    const Record& record = trace_.record(id);
    if (keep_ != Keep::needed || backend_ != nullptr || !record.operation) return 0;
    std::vector<Shape> operands;
    for (const int operand : record.operands) operands.push_back(trace_.record(operand).shape);
    return record.operation->saved_for_backward(operands);
}

bool Tape::keeps_all_gradients() const { return keep_ == Keep::everything || backend_ != nullptr; }

Tape::Places Tape::places_of_values() const {
    Places places(steps_.size());
    if (keep_ == Keep::checkpoints && backend_ == nullptr)
        for (std::size_t i = 0; i < steps_.size(); ++i)
            places.exclusive[i] = read_elsewhere(static_cast<int>(i)) ? 1 : 0;
    for (std::size_t i = steps_.size(); i-- > 0;) {
        const int id = static_cast<int>(i), before = value_alias(id);
        places.own[i] = before < 0 && trace_.record(id).kind != Record::Kind::parameter ? 1 : 0;
        if (before >= 0 && places.exclusive[i] != 0) places.exclusive[static_cast<std::size_t>(before)] = 1;
    }
    places.assign(trace_, steps_);
    for (std::size_t i = 0; i < steps_.size(); ++i)
        if (const std::size_t floats = saved_for_backward(static_cast<int>(i)); floats > 0) {
            places.saved[i] = places.floats;
            places.floats += padded(floats);
        }
    return places;
}

Tape::Places Tape::places_of_gradients() const {
    Places places(steps_.size());
    // Gradients flow backwards: an operand's gradient aliases that of the later record.
    for (std::size_t i = 0; i < steps_.size(); ++i) places.own[i] = trace_.records_[i].differentiable() ? 1 : 0;
    for (std::size_t i = 0; i < steps_.size(); ++i)
        if (const int to = gradient_alias(static_cast<int>(i)); to >= 0) places.own[static_cast<std::size_t>(to)] = 0;
    if (keeps_all_gradients()) {
        places.assign(trace_, steps_);
        return places;
    }
    // The lifetime of a gradient begins at its record's last reader, which the backward pass meets first, and ends at
    // the record itself or at the last that aliases it.
    std::vector<std::vector<std::size_t>> begin(steps_.size()), end(steps_.size());
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        if (places.own[i] == 0) continue;
        if (trace_.records_[i].kind == Record::Kind::parameter) {
            places.at[i] = places.floats;
            places.floats += padded(trace_.records_[i].shape.count());
            continue;
        }
        int last = static_cast<int>(i), first = last;
        for (const int consumer : steps_[i].consumers) last = std::max(last, consumer);
        for (int to = first; to >= 0; to = gradient_alias(to)) first = to;
        begin[static_cast<std::size_t>(last)].push_back(i);
        end[static_cast<std::size_t>(first)].push_back(i);
    }
    FreeRanges free(places.floats);
    for (std::size_t step = steps_.size(); step-- > 0;) {
        for (const std::size_t i : begin[step]) places.at[i] = free.take(padded(trace_.records_[i].shape.count()));
        for (const std::size_t i : end[step]) free.give_back(places.at[i], padded(trace_.records_[i].shape.count()));
    }
    places.floats = free.end();
    return places;
}

void Tape::lay_out() {
    const Places places = places_of_values();
    value_floats_ = places.floats;
    values_ = allocate(value_floats_);
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        Record& record = trace_.records_[i];
        if (record.kind == Record::Kind::parameter) continue;
        if (const int before = value_alias(record.id); before >= 0) {
            trace_.records_[static_cast<std::size_t>(before)].value_kept = false;
            steps_[i].value = steps_[static_cast<std::size_t>(before)].value;
        } else {
            steps_[i].value = values_.get() + places.at[i];
        }
        record.value = steps_[i].value;
        if (places.saved[i] != Places::nowhere) steps_[i].saved = values_.get() + places.saved[i];
        if (places.exclusive[i] == 0) record.value_kept = false;
        if (record.kind == Record::Kind::input) std::fill_n(steps_[i].value, record.shape.count(), 0.0F);
    }
    for (std::size_t i = 0; i < steps_.size(); ++i)
        for (const int operand : trace_.records_[i].operands) {
            const Record& read = trace_.record(operand);
            steps_[i].in.emplace_back(read.shape, read.value, packings_[static_cast<std::size_t>(operand)].get());
            steps_[i].changed.emplace_back();
        }
    for (std::size_t i = 0; i < steps_.size(); ++i) find_closing(static_cast<int>(i));
    if (backend_ != nullptr) lay_out_on_backend();
    laid_out_ = true;
}

/// The scores before the mask may share its result's memory where no edit can have closed one by hand: then the mask
/// alone tells.
void Tape::find_closing(int id) {
    const std::optional<Trace::ClosedBy> by = trace_.closed_by(id);
    if (!by) return;
    const auto view = [this](int of) {
        return of < 0 ? ConstView{} : ConstView{trace_.record(of).shape, trace_.record(of).value};
    };
    steps_[static_cast<std::size_t>(id)].closing =
        Closing{.sees = view(by->sees),
                .padding = view(by->padding),
                .before = keep_ == Keep::everything ? view(by->before) : ConstView{}};
}

void Tape::lay_out_on_backend() {
    placement_ = backend_->place(trace_);
    std::vector<std::size_t> entries;
    for (const Record& record : trace_.records_) entries.push_back(record.shape.count());
    readback_ = std::make_unique<Readback>(*placement_, entries);
    for (Record& record : trace_.records_) {
        record.readback = readback_.get();
        // Inputs and parameters have their values here; only computed records are read back.
        if (record.kind == Record::Kind::computed)
            readback_->point_to(record.id, Part::value, steps_[static_cast<std::size_t>(record.id)].value);
        if (record.kind == Record::Kind::input)
            placement_->write(record.id, {steps_[static_cast<std::size_t>(record.id)].value, record.shape.count()});
    }
}

void Tape::lay_out_gradients() {
    const Places places = places_of_gradients();
    gradient_floats_ = places.floats;
    gradients_ = allocate(gradient_floats_);
    reached_.resize(trace_.records_.size());
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        Record& record = trace_.records_[i];
        if (record.kind == Record::Kind::computed) record.gradient_kept = keeps_all_gradients();
        if (places.own[i] == 0) continue;
        float* memory = gradients_.get() + places.at[i];
        steps_[i].gradient = memory;
        record.gradient = memory;
        if (readback_) readback_->point_to(record.id, Part::gradient, memory);
        if (record.kind == Record::Kind::parameter)
            parameter_gradients_.push_back({static_cast<int>(i), {memory, record.shape.count()}});
    }
    for (std::size_t i = steps_.size(); i-- > 0;)
        if (const int to = gradient_alias(static_cast<int>(i)); to >= 0) {
            const Record& from = trace_.records_[i];
            trace_.records_[static_cast<std::size_t>(to)].gradient = from.gradient;
            steps_[static_cast<std::size_t>(to)].gradient = steps_[i].gradient;
        }
    for (std::size_t i = 0; i < steps_.size(); ++i)
        for (const int operand : trace_.records_[i].operands)
            steps_[i].in_grad.push_back(
                {trace_.record(operand).shape, steps_[static_cast<std::size_t>(operand)].gradient});
}

Tape::MemoryPlan Tape::memory_plan() const {
    const Places values = places_of_values(), gradients = places_of_gradients();
    std::size_t inputs = 0, parameters = 0;
    for (const Record& record : trace_.records_) {
        if (record.kind == Record::Kind::input) inputs += padded(record.shape.count());
        if (record.kind == Record::Kind::parameter) parameters += padded(record.shape.count());
    }
    return {.inputs = inputs * sizeof(float),
            .activations = (values.floats - inputs) * sizeof(float),
            .activation_gradients = (gradients.floats - parameters) * sizeof(float),
            .parameter_gradients = parameters * sizeof(float),
            .shared_activations = values.shared * sizeof(float)};
}

std::size_t Tape::bytes() const {
    std::size_t floats = (values_ ? value_floats_ : 0) + (gradients_ ? gradient_floats_ : 0);
    for (const auto* copies : {&edited_parameters_, &edited_inputs_})
        for (const auto& [id, copy] : *copies) floats += copy.size();
    return floats * sizeof(float);
}

}  // namespace glassformer
