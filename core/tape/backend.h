// Where a tape is computed. Without a backend the operations run on the processor, in the tape's own memory; with one
// (core/gl) values and gradients live on a device, and the tape's memory is where they are read back to, when somebody
// asks and only what is asked for.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace glassformer {

class Trace;

enum class Part : bool { value, gradient };

/// The tensors of one tape on a device. Calls come from one thread at a time, except read(), which any thread may call
/// at any time. Records are named by their ids. Throws Error naming what the device could not do.
class Placement {
public:
    virtual ~Placement() = default;

    /// An input's or a parameter's values, whole; or, for an edited parameter, entries from `first` on.
    virtual void write(int record, std::span<const float> values) = 0;
    virtual void write_entries(int record, std::size_t first, std::span<const float> values) = 0;

    /// Computes these records in this order; each record's edits are set after it.
    virtual void forward(std::span<const int> records) = 0;
    /// Gradients of the single entry of `of`, walking the trace in reverse; an edited cell passes none on.
    virtual void backward(int of) = 0;
    /// Returns when all that was asked for is computed.
    virtual void finish() = 0;

    /// Entries first … first + count - 1 of a record's values or gradients into `to`.
    virtual void read(int record, Part part, std::size_t first, std::size_t count, float* to) const = 0;

    /// Milliseconds each record took in the last forward(), by record id; empty where timing is off.
    virtual std::vector<double> record_milliseconds() const = 0;
    virtual std::size_t bytes() const = 0;
};

class Backend {
public:
    virtual ~Backend() = default;

    /// "OpenGL 4.5 on NVIDIA H100"
    virtual std::string description() const = 0;
    /// Makes room for the records of a finished trace. Throws Error where an operation or a size is not supported.
    virtual std::unique_ptr<Placement> place(const Trace& trace) = 0;
};

/// What computes an evaluation, and why that, as the user reads it.
struct BackendChoice {
    std::shared_ptr<Backend> backend;  // null: the processor
    std::string name = "CPU";          // "OpenGL"
    std::string brief = {};            // a word or two: "small model", "6.2x"
    std::string reason = {};           // "NVIDIA H100, about 6.2x faster here"
    bool operator==(const BackendChoice&) const = default;
};

}  // namespace glassformer
