// The thread that computes with OpenGL: it owns the context, the compiled shaders and every buffer. Whoever wants
// something of the context hands it a job and waits.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "core/gl/context.h"

namespace glassformer::gl {

/// A compiled compute shader.
class Program {
public:
    explicit Program(unsigned id) : id_(id) {}
    unsigned id() const { return id_; }
    int uniform(const std::string& name) const;  // location, -1 where the shader has none; on the device's thread

private:
    unsigned id_;
    mutable std::unordered_map<std::string, int> locations_;
};

/// shaders/NAME.comp compiled with these definitions, in whatever context is current. Throws Error with the compiler's
/// words. The caller deletes it.
unsigned compiled(const std::string& name, const std::vector<std::string>& definitions);

class Device;

/// Memory of the context; freed on the device's thread, wherever the last owner lets go.
class Buffer {
public:
    Buffer(Device& device, std::size_t floats);  // on the device's thread; contents undefined
    ~Buffer();
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    unsigned id() const { return id_; }
    std::size_t floats() const { return floats_; }

private:
    Device& device_;
    unsigned id_ = 0;
    std::size_t floats_;
};
using BufferPtr = std::shared_ptr<Buffer>;

/// The device's copy of the tensor at a host address. Owned by the placements whose tapes keep that address alive; the
/// buffer may outlive it, to be drawn.
struct SharedBuffer {
    BufferPtr buffer;
    bool filled = false;  // one of its owners has written the contents
};

class Device {
public:
    struct Options {
        std::size_t max_block_floats = 0;  // 0: what the context allows; tests make it small
    };

    /// Takes the context over to a thread of its own. Throws Error below OpenGL 4.3.
    explicit Device(std::unique_ptr<Context> context, const Options& options);
    explicit Device(std::unique_ptr<Context> context) : Device(std::move(context), Options{}) {}
    ~Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    const std::string& renderer() const { return renderer_; }
    int version() const { return version_; }  // 45 for OpenGL 4.5
    bool software() const { return is_software(renderer_); }

    /// The window's context has the same buffers and may read them.
    bool shared_with_window() const { return context_->shared_with_window(); }
    /// Makes the device's next work wait for a fence (a GLsync of the window's context, owned by the device from now
    /// on), so that the window has drawn from a buffer before the buffer is overwritten. Call on a thread whose context
    /// shares the fence.
    void wait_for(void* fence);

    /// Runs the job on the device's thread and returns when it has ended; its exception is thrown again here.
    void run(const std::function<void()>& job);

    // --- within a job
    /// Entries that one shader may see of a tensor.
    std::size_t max_block_floats() const { return max_block_floats_; }
    std::size_t offset_alignment_floats() const { return offset_alignment_floats_; }
    /// shaders/NAME.comp compiled with these definitions ("LOCAL 64"). Throws Error with the compiler's words.
    const Program& program(const std::string& name, const std::vector<std::string>& definitions);
    BufferPtr buffer(std::size_t floats);
    /// The buffer for the tensor at `data`, shared by all calls with the same address while one result is alive. The
    /// caller that finds it not `filled` fills it.
    std::shared_ptr<SharedBuffer> shared_buffer(const float* data, std::size_t floats);
    /// Throws Error with OpenGL's complaint, if it has one ("out of memory").
    void check(const char* doing) const;

    std::size_t bytes() const { return bytes_; }  // of all buffers

private:
    friend class Buffer;
    void work();
    void free_released();
    void wait_for_fence();

    std::unique_ptr<Context> context_;
    std::string renderer_;
    int version_ = 0;
    std::size_t max_block_floats_ = 0, offset_alignment_floats_ = 64, bytes_ = 0;
    std::map<std::pair<std::string, std::vector<std::string>>, Program> programs_;
    std::map<std::pair<const float*, std::size_t>, std::weak_ptr<SharedBuffer>> shared_;

    struct Job {
        const std::function<void()>* function;
        std::exception_ptr failure;
        bool done = false;
    };
    std::mutex mutex_;
    std::condition_variable wake_, done_;
    std::deque<Job*> jobs_;
    std::vector<unsigned> released_;  // buffers to delete
    void* fence_ = nullptr;           // of the window's last frame, which may still be drawing
    bool stop_ = false;
    std::thread thread_;
};

}  // namespace glassformer::gl
