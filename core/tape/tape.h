// Records a forward pass once and evaluates it many times, only what changed. Model code calls run() in the order of
// the paper; run() infers the shape and keeps the provenance, evaluate() computes, backward() walks the same record in
// reverse. Memory is laid out at the first evaluation (gradients: at the first backward pass); later ones allocate
// nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

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
    /// What can be read afterwards: everything; or, for training, only what the gradients of the parameters need, where
    /// a result may take the memory of what nobody reads again; or of that only what is read outside the block that
    /// made it, where all blocks share one memory for the rest and backward() computes a block again before it goes
    /// through it (Chen et al. 2016). The second and third take no edits and compute everything anew.
    enum class Keep : std::uint8_t { everything, needed, checkpoints };

    /// Computes on the processor, with a pool on several threads; or on a backend, which then outlives the tape (and
    /// keeps everything).
    explicit Tape(ThreadPool* pool = nullptr, Backend* backend = nullptr, Keep keep = Keep::everything)
        : pool_(pool), backend_(backend), keep_(keep) {}
    Tape(const Tape&) = delete;
    Tape& operator=(const Tape&) = delete;

    // --- writing
    Ref input(const Stage& stage, const Site& site, const Shape& shape);  // zeros until set()
    Ref parameter(const Parameter& parameter, std::string symbol);        // one record a name, however often asked for
    Ref run(const Stage& stage, const Site& site, OperationPtr operation, const std::vector<Ref>& operands);

    const Trace& trace() const { return trace_; }
    const Shape& shape(Ref ref) const { return trace_.record(ref.id).shape; }

    // --- changing
    /// Sets an input's values, under its edits; its descendants become dirty where a value differs.
    void set(Ref input, std::span<const float> values);
    std::span<const float> values(Ref input) const;
    /// Everything is computed anew by the next evaluate(), from inputs and parameters as they are.
    void invalidate();
    /// The same, and the parameter memory was changed from outside (an optimiser's step).
    void parameters_changed();
    /// Replaces the list of edits. Throws Error naming a record or a cell that does not exist, an input that is no
    /// mask, and a mask's value that is neither 0 nor 1.
    void edit(std::span<const Edit> edits);

    // --- computing
    /// Called before each record; false stops the evaluation, which can be taken up again later.
    using Progress = std::function<bool(int done, int total)>;
    /// Computes what is dirty. Returns false when `progress` stopped it.
    bool evaluate(const Progress& progress = {});
    int evaluated() const { return evaluated_; }  // records computed by the last evaluate()
    bool is_current() const;                      // nothing is dirty

    /// Gradients of the single entry of `of` with respect to every record and parameter. Evaluate first.
    /// An edited cell is a constant: its gradient is recorded, and nothing flows on from it. Returns false when
    /// `progress`, called before each record, stopped it: the gradients are then of no use. A backend is not stopped.
    bool backward(Ref of, const Progress& progress = {});
    /// d / d parameter in the order in which parameters were first asked for; after backward().
    struct ParameterGradient {
        int record;
        std::span<float> gradient;
    };
    const std::vector<ParameterGradient>& parameter_gradients() const { return parameter_gradients_; }

    const Placement* placement() const { return placement_.get(); }  // null on the processor, or before evaluating

    std::size_t bytes() const;  // of values and gradients held here; mapped weights not counted
    /// What evaluate() and backward() will allocate here, in bytes: known from the shapes alone.
    struct MemoryPlan {
        std::size_t inputs = 0;                // tokens, masks, paddings, labels
        std::size_t activations = 0;           // of all stages
        std::size_t activation_gradients = 0;  // of all stages; of those that are held at once (not Keep::everything)
        std::size_t parameter_gradients = 0;
        std::size_t shared_activations =
            0;  // the part of the activations that blocks take turns in (Keep::checkpoints)
    };
    MemoryPlan memory_plan() const;
    /// Records computed by the last backward() to have their values again (Keep::checkpoints).
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
        float* kept = nullptr;  // of its forward() for its backward() (Keep::needed)
        std::vector<ConstView> in;
        std::vector<View> in_grad;
        std::vector<int> consumers;
        int segment = -1;  // the block that the record is of, counted in the order of recording; -1: of none
        bool dirty = true;
        bool computed = false;             // once, so that the result holds what `changed` does not reach
        ChangedRows own;                   // by edits of the record itself
        std::vector<ChangedRows> changed;  // of each operand since the record was last computed
    };

    Ref append(Record record);
    int segment_of(const Record& record);           // -1, the block under way, or a new one
    int shared_operand(int id, int operand) const;  // the record's operand if it may share memory with it, or -1
    int value_alias(int id) const;                  // the operand whose value's memory the record takes, or -1
    int gradient_alias(int id) const;  // the operand whose gradient takes the memory of the record's, or -1
    struct Places;
    bool keeps_all_gradients() const;
    std::size_t kept_for_backward(int id) const;  // numbers that the record's operation leaves for backward()
    bool read_elsewhere(int id) const;            // the record is of no block, or another block reads it
    Places places_of_values() const;
    Places places_of_gradients() const;
    void compute_again(int segment);
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
    Memory values_, gradients_;  // with a backend: where what was read back lies
    std::size_t value_floats_ = 0, gradient_floats_ = 0;
    std::vector<std::pair<int, AlignedFloats>> edited_parameters_;  // copies: mapped weights are never written
    std::vector<std::pair<int, AlignedFloats>> edited_inputs_;      // what set() gave them, under the edits
    std::vector<const float*> parameter_memory_;                    // by record id: the unedited weights
    std::vector<std::uint8_t> reached_;                             // by the backward pass under way
    std::vector<std::shared_ptr<const Packing>> packings_;          // by record id; null where there is none
    std::vector<ParameterGradient> parameter_gradients_;
    std::unique_ptr<Placement> placement_;
    std::unique_ptr<Readback> residence_;
    bool parameters_written_ = false;  // to the backend, as they are now
    struct Segment {                   // the records of a block: ids first … last, among them inputs and parameters
        int first, last;
    };
    std::vector<Segment> segments_;
    int held_segment_ = -1;  // whose values lie in the memory that blocks share
    bool laid_out_ = false;
    int evaluated_ = 0, recomputed_ = 0;
};

}  // namespace glassformer
