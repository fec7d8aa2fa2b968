// Where a tape's tensors lie: one block of memory for the values and one for the gradients, laid out once. A tape that
// keeps only what gradients need lets a result take the memory of an operand that nobody reads again.
#include <algorithm>
#include <new>

#include "core/tape.h"

namespace glassformer {

namespace {

constexpr std::size_t alignment = memory_alignment;
constexpr std::size_t alignment_floats = alignment / sizeof(float);

std::size_t padded(std::size_t floats) { return (floats + alignment_floats - 1) / alignment_floats * alignment_floats; }

bool differentiable(const Record& record) { return record.kind != Record::Kind::input; }

}  // namespace

void Tape::AlignedFree::operator()(float* memory) const { ::operator delete[](memory, std::align_val_t{alignment}); }

Tape::Memory Tape::allocate(std::size_t floats) {
    return Memory(static_cast<float*>(
        ::operator new[](std::max<std::size_t>(floats, 1) * sizeof(float), std::align_val_t{alignment})));
}

int Tape::shared_operand(int id, int operand) const {
    const Record& record = trace_.record(id);
    if (keep_ == Keep::everything || backend_ != nullptr || operand < 0) return -1;
    const int read = record.operands[static_cast<std::size_t>(operand)];
    const Record& of = trace_.record(read);
    const bool only_here = steps_[static_cast<std::size_t>(read)].consumers.size() == 1;
    return of.kind == Record::Kind::computed && only_here && of.shape.count() == record.shape.count() ? read : -1;
}

int Tape::overwritten_by(int id) const {
    const Record& record = trace_.record(id);
    const int read = record.operation ? shared_operand(id, record.operation->may_overwrite()) : -1;
    return read >= 0 && !trace_.record(read).operation->backward_reads_result() ? read : -1;
}

int Tape::handed_gradient_by(int id) const {
    const Record& record = trace_.record(id);
    return record.operation ? shared_operand(id, record.operation->may_hand_on_gradient()) : -1;
}

void Tape::lay_out() {
    value_floats_ = 0;
    for (const Record& record : trace_.records_)
        if (record.kind != Record::Kind::parameter && overwritten_by(record.id) < 0)
            value_floats_ += padded(record.shape.count());
    values_ = allocate(value_floats_);
    float* next = values_.get();
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        Record& record = trace_.records_[i];
        if (record.kind == Record::Kind::parameter) continue;
        if (const int before = overwritten_by(record.id); before >= 0) {
            trace_.records_[static_cast<std::size_t>(before)].value_kept = false;
            steps_[i].value = steps_[static_cast<std::size_t>(before)].value;
            record.value = steps_[i].value;
            continue;
        }
        steps_[i].value = next;
        record.value = next;
        next += padded(record.shape.count());
        if (record.kind == Record::Kind::input) std::fill_n(steps_[i].value, record.shape.count(), 0.0F);
    }
    for (std::size_t i = 0; i < steps_.size(); ++i)
        for (const int operand : trace_.records_[i].operands) {
            const Record& read = trace_.record(operand);
            steps_[i].in.emplace_back(read.shape, read.value, packings_[static_cast<std::size_t>(operand)].get());
            steps_[i].changed.emplace_back();
        }
    if (backend_ != nullptr) lay_out_on_backend();
    laid_out_ = true;
}

void Tape::lay_out_on_backend() {
    placement_ = backend_->place(trace_);
    std::vector<std::size_t> entries;
    for (const Record& record : trace_.records_) entries.push_back(record.shape.count());
    residence_ = std::make_unique<Residence>(*placement_, entries);
    for (Record& record : trace_.records_) {
        record.residence = residence_.get();
        // Inputs and parameters are written from here; only what is computed is read back.
        if (record.kind == Record::Kind::computed)
            residence_->point_to(record.id, Part::value, steps_[static_cast<std::size_t>(record.id)].value);
        if (record.kind == Record::Kind::input)
            placement_->write(record.id, {steps_[static_cast<std::size_t>(record.id)].value, record.shape.count()});
    }
}

void Tape::lay_out_gradients() {
    // Gradients flow backwards: the later record's memory is the earlier one's.
    std::vector<bool> handed(steps_.size(), false);
    for (const Record& record : trace_.records_)
        if (const int to = handed_gradient_by(record.id); to >= 0) handed[static_cast<std::size_t>(to)] = true;
    gradient_floats_ = 0;
    for (const Record& record : trace_.records_)
        if (differentiable(record) && !handed[static_cast<std::size_t>(record.id)])
            gradient_floats_ += padded(record.shape.count());
    gradients_ = allocate(gradient_floats_);
    reached_.resize(trace_.records_.size());
    float* next = gradients_.get();
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        Record& record = trace_.records_[i];
        if (!differentiable(record) || handed[i]) continue;
        steps_[i].gradient = next;
        record.gradient = next;
        if (residence_) residence_->point_to(record.id, Part::gradient, next);
        if (record.kind == Record::Kind::parameter)
            parameter_gradients_.push_back({static_cast<int>(i), {next, record.shape.count()}});
        next += padded(record.shape.count());
    }
    for (std::size_t i = steps_.size(); i-- > 0;)
        if (const int to = handed_gradient_by(static_cast<int>(i)); to >= 0) {
            Record& from = trace_.records_[i];
            from.gradient_kept = false;
            trace_.records_[static_cast<std::size_t>(to)].gradient = from.gradient;
            steps_[static_cast<std::size_t>(to)].gradient = steps_[i].gradient;
        }
    for (std::size_t i = 0; i < steps_.size(); ++i)
        for (const int operand : trace_.records_[i].operands)
            steps_[i].in_grad.push_back(
                {trace_.record(operand).shape, steps_[static_cast<std::size_t>(operand)].gradient});
}

std::size_t Tape::bytes() const {
    std::size_t floats = (values_ ? value_floats_ : 0) + (gradients_ ? gradient_floats_ : 0);
    for (const auto& [id, copy] : edited_parameters_) floats += copy.size();
    return floats * sizeof(float);
}

}  // namespace glassformer
