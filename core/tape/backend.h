// The device that computes a tape. Without a backend the operations run on the processor, in the tape's memory. With
// one (core/gl) values and gradients stay on a device; entries that a reader asks for are copied to the tape's memory.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace glassformer {

class Trace;

enum class Part : bool { value, gradient };

/// The tensors of one tape on a device, by record id. Calls come from one thread at a time, except read(), which any
/// thread may call at any time. Throws Error naming the device's failure.
class Placement {
public:
    virtual ~Placement() = default;

    /// Writes all values of an input or a parameter; write_entries: some entries of an edited parameter, from `first`
    /// on.
    virtual void write(int record, std::span<const float> values) = 0;
    virtual void write_entries(int record, std::size_t first, std::span<const float> values) = 0;

    /// Computes these records in this order; each record's edits are set after it.
    virtual void forward(std::span<const int> records) = 0;
    /// Gradients of the single entry of `of`, walking the trace in reverse; those of edited cells are not propagated.
    virtual void backward(int of) = 0;
    /// Returns when all submitted work is done.
    virtual void finish() = 0;

    /// Copies entries first … first + count - 1 of a record's values or gradients to `to`.
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
    /// Allocates the records of a finished trace. Throws Error where an operation or a size is not supported.
    virtual std::unique_ptr<Placement> place(const Trace& trace) = 0;
};

/// The backend of an evaluation and the reason for the choice, as the user reads them.
struct BackendChoice {
    std::shared_ptr<Backend> backend;  // null: the processor
    std::string name = "CPU";          // "OpenGL"
    std::string brief = {};            // a word or two: "small model", "6.2x"
    std::string reason = {};           // "NVIDIA H100, about 6.2x faster here"
    bool operator==(const BackendChoice&) const = default;
};

}  // namespace glassformer
