// Records a forward pass once and evaluates it many times, only what changed. Model code calls run() in the order of
// the paper; run() infers the shape and keeps the provenance, evaluate() computes, backward() walks the same record in
// reverse. Memory is laid out at the first evaluation (gradients: at the first backward pass); later ones allocate
// nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/ops/closing.h"
#include "core/tape/backend.h"
#include "core/tape/parameter.h"
#include "core/tape/readback.h"
#include "core/tape/trace.h"

namespace glassformer {

class ThreadPool;

/// A record of the tape that is being written.
struct Ref {
    int id = -1;
    explicit operator bool() const { return id >= 0; }
};

class Tape {
public:
    /// Memory policy.
    /// everything: every value and gradient is kept and can be read (inspection).
    /// needed: a result may alias an operand that neither a later record nor backward() reads, and a gradient's memory
    ///   is reused after it was propagated (training).
    /// checkpoints: as needed; besides, values that only their own block reads are in one buffer that all blocks share,
    ///   and backward() recomputes a block before it walks through it (gradient checkpointing, Chen et al. 2016).
    /// needed and checkpoints take no edits, and evaluate() computes every record again.
    enum class Keep : std::uint8_t { everything, needed, checkpoints };

    /// Computes on the processor, on the threads of `pool` if there is one; or on a backend, which must outlive the
    /// tape and keeps everything.
    explicit Tape(ThreadPool* pool = nullptr, Backend* backend = nullptr, Keep keep = Keep::everything)
        : pool_(pool), backend_(backend), keep_(keep) {}
    Tape(const Tape&) = delete;
    Tape& operator=(const Tape&) = delete;

    // --- writing
    Ref input(const Stage& stage, const Site& site, const Shape& shape);  // zeros until set()
    Ref parameter(const Parameter& parameter, std::string symbol);        // one record per name
    Ref run(const Stage& stage, const Site& site, OperationPtr operation, const std::vector<Ref>& operands);
    /// A symbol that tells a record from another of the same stage: "H^{enc}".
    void rename(Ref of, std::string symbol) {
        trace_.records_[static_cast<std::size_t>(of.id)].symbol = std::move(symbol);
    }

    const Trace& trace() const { return trace_; }
    const Shape& shape(Ref ref) const { return trace_.record(ref.id).shape; }

    // --- changing
    /// Sets an input's values; edits of the input apply on top. Its descendants become dirty where a value differs.
    void set(Ref input, std::span<const float> values);
    std::span<const float> values(Ref input) const;
    /// Makes every record dirty: the next evaluate() recomputes all from the current inputs and parameters.
    void invalidate();
    /// invalidate() after the parameters' memory was written from outside (an optimizer's step).
    void parameters_changed();
    /// Replaces the list of edits. Throws Error naming a record or a cell that does not exist, an input that is no
    /// mask, and a mask's value that is neither 0 nor 1.
    void edit(std::span<const Edit> edits);

    // --- computing
    /// Called before each record; false stops the evaluation, and a later call resumes it.
    using Progress = std::function<bool(int done, int total)>;
    /// Computes what is dirty. Returns false when `progress` stopped it.
    bool evaluate(const Progress& progress = {});
    int evaluated() const { return evaluated_; }  // records computed by the last evaluate()
    bool is_current() const;                      // nothing is dirty

    /// Gradients of the single entry of `of` with respect to every record and parameter. Evaluate first.
    /// An edited cell is a constant: its gradient is recorded but not propagated. Returns false when `progress`, called
    /// before each record, stopped the pass; the gradients are then incomplete. A backend ignores `progress`.
    bool backward(Ref of, const Progress& progress = {});
    /// Gradients of the parameters, in the order of the first parameter() call of each; after backward().
    struct ParameterGradient {
        int record;
        std::span<float> gradient;
    };
    const std::vector<ParameterGradient>& parameter_gradients() const { return parameter_gradients_; }

    const Placement* placement() const { return placement_.get(); }  // null on the processor, or before evaluating

    std::size_t bytes() const;  // of values and gradients held here; mapped weights not counted
    /// Bytes that evaluate() and backward() allocate in host memory, computed from the shapes.
    struct MemoryPlan {
        std::size_t inputs = 0;       // tokens, masks, paddings, labels
        std::size_t activations = 0;  // values of all stages, each buffer counted once
        /// Gradients of all stages (Keep::everything), or the most that live at the same time (needed, checkpoints).
        std::size_t activation_gradients = 0;
        std::size_t parameter_gradients = 0;
        std::size_t shared_activations = 0;  // part of `activations`: the buffer that all blocks share (checkpoints)
    };
    MemoryPlan memory_plan() const;
    /// Number of records that the last backward() recomputed (Keep::checkpoints).
    int recomputed() const { return recomputed_; }

private:
    struct AlignedFree {
        void operator()(float* memory) const;
    };
    using Memory = std::unique_ptr<float[], AlignedFree>;
    static Memory allocate(std::size_t floats);

    struct Step {  // what evaluation needs beside the record, laid out once
        float* value = nullptr;
        float* gradient = nullptr;
        float* saved = nullptr;  // numbers that forward() saves for backward() (Keep::needed)
        std::vector<ConstView> in;
        std::vector<View> in_grad;
        std::optional<Closing> closing;  // of a softmax: what closed its scores
        std::vector<int> consumers;
        int segment = -1;  // number of the record's block, in the order of recording; -1: outside the blocks
        bool dirty = true;
        bool computed = false;             // at least once: rows that `changed` leaves out are valid
        ChangedRows own;                   // rows changed by edits of this record
        std::vector<ChangedRows> changed;  // rows of each operand that changed since this record was computed
    };

    Ref append(Record record);
    int segment_of(const Record& record);            // -1, the current block, or a new one
    int aliased_operand(int id, int operand) const;  // id of the operand if the record may alias it, or -1
    int value_alias(int id) const;     // id of the operand whose value buffer the record's value reuses, or -1
    int gradient_alias(int id) const;  // id of the operand whose gradient reuses the buffer of this record's, or -1
    struct Places;
    bool keeps_all_gradients() const;
    std::size_t saved_for_backward(int id) const;  // floats that the record's operation saves for backward()
    bool read_elsewhere(int id) const;             // the record is outside the blocks, or another block reads it
    Places places_of_values() const;
    Places places_of_gradients() const;
    void recompute(int segment);
    void find_closing(int id);
    static const Closing* closing_of(const Step& step) { return step.closing ? &*step.closing : nullptr; }
    void lay_out();
    void lay_out_gradients();
    void lay_out_on_backend();
    bool evaluate_here(const Progress& progress);
    bool evaluate_on_backend(const Progress& progress);
    void write_input(int id, std::span<const float> values);
    void edit_input(Record& record);
    void edit_parameter(Record& record, const std::vector<std::pair<Cell, float>>& before);
    void apply_edits(const Record& record, float* value) const;
    void make_dirty(int id, const ChangedRows& change);
    void pass_on(int id, const ChangedRows& change);

    ThreadPool* pool_;
    Backend* backend_;
    Keep keep_;
    Trace trace_;
    std::vector<Step> steps_;
    Memory values_, gradients_;  // with a backend: copies of what was read back
    std::size_t value_floats_ = 0, gradient_floats_ = 0;
    std::vector<std::pair<int, AlignedFloats>> edited_parameters_;  // copies: mapped weights are never written
    std::vector<std::pair<int, AlignedFloats>> edited_inputs_;      // values from set(), without the edits
    std::unordered_map<std::string, int> parameters_;               // record ids by their names
    std::vector<const float*> parameter_memory_;                    // by record id: the unedited weights
    std::vector<std::uint8_t> reached_;                             // by record id: the backward pass reached it
    std::vector<std::shared_ptr<const WeightPacking>> packings_;    // by record id; null where there is none
    std::vector<ParameterGradient> parameter_gradients_;
    std::unique_ptr<Placement> placement_;
    std::unique_ptr<Readback> readback_;
    bool parameters_written_ = false;  // the backend has the current parameters
    struct Segment {                   // the records of a block: ids first … last, with inputs and parameters between
        int first, last;
    };
    std::vector<Segment> segments_;
    int held_segment_ = -1;  // the block whose values are in the shared buffer
    bool laid_out_ = false;
    int evaluated_ = 0, recomputed_ = 0;
};

}  // namespace glassformer
