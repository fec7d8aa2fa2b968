#include "core/gl/backend.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <chrono>
#include <mutex>

#include "core/base/error.h"
#include "core/gl/fusion.h"
#include "core/gl/kernel.h"
#include "core/gl/kernels.h"
#include "core/tensor/selection.h"

namespace glassformer::gl {

namespace {

class GlPlacementImpl final : public GlPlacement {
public:
    GlPlacementImpl(std::shared_ptr<Device> device, const Trace& trace, const GlBackend::Options& options)
        : device_(std::move(device)), trace_(trace) {
        for (const Record& record : trace.records())
            if (record.operation && find_kernel(record.operation->name()) == nullptr)
                throw Error("OpenGL cannot compute the operation " + std::string(record.operation->name()) +
                            " of the stage " + record.name);
        device_->run([&] {
            find_fused(options.watched);
            lay_out();
            // A software renderer's own clock does not see its shaders: there each record is waited for.
            if (options.timing && device_->software()) blocking_ms_.resize(trace.records().size());
            if (options.timing && !device_->software()) {
                clocks_.resize(trace.records().size());
                glGenQueries(static_cast<GLsizei>(clocks_.size()), clocks_.data());
                timed_.assign(clocks_.size(), false);
            }
        });
    }
    ~GlPlacementImpl() override {
        device_->run([&] {
            if (!clocks_.empty()) glDeleteQueries(static_cast<GLsizei>(clocks_.size()), clocks_.data());
        });
    }
    GlPlacementImpl(const GlPlacementImpl&) = delete;
    GlPlacementImpl& operator=(const GlPlacementImpl&) = delete;

    void write(int record, std::span<const float> values) override {
        device_->run([&] {
            BufferPtr& buffer = values_[at(record)];
            if (trace_.record(record).kind == Record::Kind::parameter && !written_[at(record)]) {
                // Other tapes of the same model read the same buffer; the first to come fills it.
                written_[at(record)] = true;
                SharedBuffer& shared = *shared_.at(at(record));
                if (shared.filled) return;
                shared.filled = true;
            }
            fill(*buffer, 0, values);
            device_->check("writing a tensor");
        });
    }

    void write_entries(int record, std::size_t first, std::span<const float> values) override {
        device_->run([&] {
            BufferPtr& buffer = values_[at(record)];
            if (trace_.record(record).kind == Record::Kind::parameter &&
                !copied_on_write_[at(record)]) {  // edits do not show in other tapes
                copied_on_write_[at(record)] = true;
                const BufferPtr own = device_->buffer(buffer->floats());
                copy(*buffer, *own, buffer->floats());
                {
                    const std::lock_guard lock(replaced_);
                    buffer = own;
                }
                plans_.clear();  // they bind the old one
                lay_out_plans();
            }
            fill(*buffer, first, values);
        });
    }

    void forward(std::span<const int> records) override {
        device_->run([&] {
            for (const int id : records) {
                if (!clocks_.empty()) glBeginQuery(GL_TIME_ELAPSED, clocks_[at(id)]);
                const auto start = std::chrono::steady_clock::now();
                plans_[at(id)].forward.run();
                if (!blocking_ms_.empty()) {
                    glFinish();
                    blocking_ms_[at(id)] =
                        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
                }
                if (!clocks_.empty()) {
                    glEndQuery(GL_TIME_ELAPSED);
                    timed_[at(id)] = true;
                }
                const Record& record = trace_.record(id);
                if (!record.edits.empty() && fused_[at(id)]) throw not_kept(record);
                set_edited(record);
            }
            glFlush();
        });
    }

    void backward(int of) override {
        device_->run([&] {
            if (gradients_.empty()) lay_out_gradients();
            for (const BufferPtr& gradient : gradients_) {
                if (!gradient) continue;
                glBindBuffer(GL_COPY_WRITE_BUFFER, gradient->id());
                glClearBufferData(GL_COPY_WRITE_BUFFER, GL_R32F, GL_RED, GL_FLOAT, nullptr);
            }
            const float one = 1;
            fill(*gradients_[at(of)], 0, {&one, 1});
            for (int id = of; id >= 0; --id) backward_of(id);
            device_->check("computing gradients");
        });
    }

    void finish() override {
        device_->run([&] {
            glFinish();
            device_->check("computing");
        });
    }

    void read(int record, Part part, std::size_t first, std::size_t count, float* to) const override {
        if (part == Part::value && fused_[at(record)]) throw not_kept(trace_.record(record));
        device_->run([&] {
            const BufferPtr& buffer = part == Part::value ? values_[at(record)] : gradients_[at(record)];
            glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
            glBindBuffer(GL_COPY_READ_BUFFER, buffer->id());
            glGetBufferSubData(GL_COPY_READ_BUFFER, static_cast<GLintptr>(first * sizeof(float)),
                               static_cast<GLsizeiptr>(count * sizeof(float)), to);
            device_->check("reading a tensor");
        });
    }

    DeviceTensor tensor(int record, Part part) const override {
        const Record& of = trace_.record(record);
        if (part == Part::value && fused_[at(record)]) throw not_kept(of);
        const std::lock_guard lock(replaced_);
        if (part == Part::gradient && (gradients_.empty() || !gradients_[at(record)]))
            throw Error("the gradient of " + of.name + " was not computed");
        return {device_, part == Part::value ? values_[at(record)] : gradients_[at(record)], 0, of.shape.count()};
    }

    std::vector<double> record_milliseconds() const override {
        std::vector<double> result = blocking_ms_;
        if (clocks_.empty()) return result;
        device_->run([&] {
            for (std::size_t i = 0; i < clocks_.size(); ++i) {
                GLuint64 nanoseconds = 0;
                if (timed_[i]) glGetQueryObjectui64v(clocks_[i], GL_QUERY_RESULT, &nanoseconds);
                result.push_back(static_cast<double>(nanoseconds) * 1e-6);
            }
        });
        return result;
    }

    std::size_t bytes() const override {
        std::size_t floats = 0;
        for (const auto* list : {&values_, &gradients_})
            for (const BufferPtr& buffer : *list)
                if (buffer) floats += buffer->floats();
        return floats * sizeof(float);
    }

private:
    struct Plans {
        Plan forward, backward;
    };

    static std::size_t at(int record) { return static_cast<std::size_t>(record); }

    static void fill(const Buffer& buffer, std::size_t first, std::span<const float> values) {
        glBindBuffer(GL_COPY_WRITE_BUFFER, buffer.id());
        glBufferSubData(GL_COPY_WRITE_BUFFER, static_cast<GLintptr>(first * sizeof(float)),
                        static_cast<GLsizeiptr>(values.size_bytes()), values.data());
    }
    /// Clears contiguous entries with one call each, and many separate ones with a shader over all entries.
    void fill_selected(const Buffer& buffer, const Shape& shape, const Cell& selection, float value) const {
        constexpr std::size_t few_stretches = 16;
        if (stretches(shape, selection).count <= few_stretches) {
            glBindBuffer(GL_COPY_WRITE_BUFFER, buffer.id());
            for_each_stretch(shape, selection, [&](std::size_t first, std::size_t length) {
                glClearBufferSubData(GL_COPY_WRITE_BUFFER, GL_R32F, static_cast<GLintptr>(first * sizeof(float)),
                                     static_cast<GLsizeiptr>(length * sizeof(float)), GL_RED, GL_FLOAT, &value);
            });
            return;
        }
        Plan plan(*device_);
        kernel::set_selected(plan, {shape, {&buffer, 0, shape.count()}}, selection, value);
        plan.run();
    }
    void set_edited(const Record& record) const {
        for (const auto& [selection, set] : record.edits)
            fill_selected(*values_[at(record.id)], record.shape, selection, set);
    }
    static void copy(const Buffer& from, const Buffer& to, std::size_t floats) {
        glBindBuffer(GL_COPY_READ_BUFFER, from.id());
        glBindBuffer(GL_COPY_WRITE_BUFFER, to.id());
        glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0,
                            static_cast<GLsizeiptr>(floats * sizeof(float)));
    }

    Operand value_of(int id) const {
        const Shape& shape = trace_.record(id).shape;
        return {shape, {values_[at(id)].get(), 0, shape.count()}};
    }
    Operand gradient_of(int id) const {
        const Shape& shape = trace_.record(id).shape;
        if (!gradients_[at(id)]) return {shape, {}};
        return {shape, {gradients_[at(id)].get(), 0, shape.count()}};
    }

    std::optional<ClosedOn> closing_of(int id) const {
        const std::optional<Trace::ClosedBy> by = trace_.closed_by(id);
        if (!by) return std::nullopt;
        const auto of = [this](int record) { return record < 0 ? Operand{} : value_of(record); };
        return ClosedOn{.sees = of(by->sees), .padding = of(by->padding), .before = of(by->before)};
    }

    static Error not_kept(const Record& record) {
        return Error("the numbers of the stage " + record.name + " are not kept in a pass that is only timed");
    }

    void find_fused(bool watched) {
        fused_.assign(trace_.records().size(), false);
        if (watched) return;
        std::vector<int> readers(trace_.records().size());
        for (const Record& record : trace_.records())
            for (std::size_t o = 0; o < record.operands.size(); ++o)
                if (o > 0 || find_kernel(record.operation->name())->reads_first) ++readers[at(record.operands[o])];
        for (const Record& record : trace_.records())
            if (const auto found = fused_attention(trace_, record.id, readers)) {
                for (const int inside : found->inside) fused_[at(inside)] = true;
                attention_.push_back(*found);
            }
    }

    void lay_out() {
        for (const Record& record : trace_.records()) {
            const std::size_t entries = fused_[at(record.id)] ? 1 : record.shape.count();
            const bool parameter = record.kind == Record::Kind::parameter;
            shared_.push_back(parameter ? device_->shared_buffer(record.value, entries) : nullptr);
            values_.push_back(parameter ? shared_.back()->buffer : device_->buffer(entries));
        }
        written_.assign(values_.size(), false);
        copied_on_write_.assign(values_.size(), false);
        lay_out_plans();
    }

    void lay_out_plans() {
        for (const Record& record : trace_.records()) {
            plans_.push_back({Plan(*device_), Plan(*device_)});
            if (!record.operation || fused_[at(record.id)]) continue;
            std::vector<Operand> in;
            for (const int operand : record.operands) in.push_back(value_of(operand));
            const std::string name = record.name;
            const auto chain = std::ranges::find(attention_, record.id, &FusedAttention::weights);
            try {
                if (chain != attention_.end()) {
                    attention_weights(plans_.back().forward, *chain, [this](int id) { return value_of(id); });
                    continue;
                }
                const std::optional<ClosedOn> closing = closing_of(record.id);
                find_kernel(record.operation->name())
                    ->forward(plans_.back().forward,
                              {*record.operation, in, value_of(record.id), closing ? &*closing : nullptr});
            } catch (const Error& error) {
                throw Error(std::string(error.what()) + " (stage " + name + ")");
            }
        }
        if (!gradients_.empty()) lay_out_backward_plans();
    }

    void lay_out_gradients() {
        std::vector<BufferPtr> made;
        for (const Record& record : trace_.records())
            made.push_back(record.kind == Record::Kind::input ? nullptr : device_->buffer(record.shape.count()));
        {
            const std::lock_guard lock(replaced_);
            gradients_ = std::move(made);
        }
        lay_out_backward_plans();
    }

    void lay_out_backward_plans() {
        for (const Record& record : trace_.records()) {
            if (!record.operation) continue;
            std::vector<Operand> in, in_grad;
            for (const int operand : record.operands) {
                in.push_back(value_of(operand));
                in_grad.push_back(gradient_of(operand));
            }
            find_kernel(record.operation->name())
                ->backward(plans_[at(record.id)].backward,
                           {*record.operation, in, value_of(record.id), gradient_of(record.id), in_grad});
        }
    }

    /// An edited cell is a constant: the gradient is copied aside and zeroed there while the record's operation
    /// propagates it. The whole gradient is copied, which is one call for any number of edited cells.
    void backward_of(int id) {
        const Record& record = trace_.record(id);
        if (!record.operation) return;
        const Buffer& gradient = *gradients_[at(id)];
        if (!record.edits.empty()) {
            const BufferPtr kept = device_->buffer(record.shape.count());
            copy(gradient, *kept, record.shape.count());
            for (const auto& [selection, set] : record.edits) fill_selected(gradient, record.shape, selection, 0);
            const bool reads_result = record.operation->backward_reads_result();  // as it was under the edits
            if (reads_result) plans_[at(id)].forward.run();
            plans_[at(id)].backward.run();
            if (reads_result) set_edited(record);
            copy(*kept, gradient, record.shape.count());
            return;
        }
        plans_[at(id)].backward.run();
    }

    std::shared_ptr<Device> device_;
    const Trace& trace_;
    mutable std::mutex replaced_;  // a buffer of values_ or the list of gradients_ is replaced
    std::vector<BufferPtr> values_, gradients_;
    std::vector<std::shared_ptr<SharedBuffer>> shared_;  // of parameters; null for the rest
    std::vector<bool> written_, copied_on_write_;  // of parameters: written once; a copy of this tape's own, for edits
    std::vector<Plans> plans_;
    std::vector<bool> fused_;                // by record: computed only inside another call
    std::vector<FusedAttention> attention_;  // those calls
    std::vector<unsigned> clocks_;
    std::vector<bool> timed_;
    std::vector<double> blocking_ms_;
};

}  // namespace

std::string GlBackend::description() const {
    return "OpenGL " + std::to_string(device_->version() / 10) + "." + std::to_string(device_->version() % 10) +
           " on " + device_->renderer();
}

std::unique_ptr<Placement> GlBackend::place(const Trace& trace) {
    return std::make_unique<GlPlacementImpl>(device_, trace, options_);
}

}  // namespace glassformer::gl
