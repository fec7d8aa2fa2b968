#include "core/gl/device.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "core/base/error.h"

namespace glassformer::gl {

namespace shader {
struct Source {  // as cmake/embed.cmake writes it
    const char* name;
    const char* text;
};
extern const Source all[];
extern const int count;
}  // namespace shader

namespace {

const char* source_of(const std::string& file) {
    for (int i = 0; i < shader::count; ++i)
        if (shader::all[i].name == file) return shader::all[i].text;
    throw Error("there is no shader shaders/" + file);
}

/// The text with every line `#include "file"` replaced by that file. Line numbers in messages count from each file's
/// first line, and its number in the order of inclusion is the "0(12)" or "0:12" of the compiler.
std::string with_includes(const std::string& file) {
    const std::string_view text = source_of(file);
    std::string result;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = text.substr(begin, end - begin);
        constexpr std::string_view include = "#include \"";
        if (line.starts_with(include))
            result += with_includes(std::string(line.substr(include.size(), line.size() - include.size() - 1)));
        else
            result += line;
        result += '\n';
        begin = end + 1;
    }
    return result;
}

std::string info_log(unsigned id, bool program) {
    std::array<char, 2048> text{};
    if (program)
        glGetProgramInfoLog(id, static_cast<GLsizei>(text.size()), nullptr, text.data());
    else
        glGetShaderInfoLog(id, static_cast<GLsizei>(text.size()), nullptr, text.data());
    return text.data();
}

}  // namespace

unsigned compiled(const std::string& name, const std::vector<std::string>& definitions) {
    std::string text = "#version 430 core\n";
    for (const std::string& definition : definitions) text += "#define " + definition + "\n";
    text += with_includes("common.glsl") + "#line 1\n" + with_includes(name + ".comp");
    const char* const source = text.c_str();
    const unsigned shader = glCreateShader(GL_COMPUTE_SHADER);
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    GLint good = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (good == 0) {
        const std::string log = info_log(shader, false);
        glDeleteShader(shader);
        throw Error("the graphics driver cannot compile shaders/" + name + ".comp: " + log);
    }
    const unsigned program = glCreateProgram();
    glAttachShader(program, shader);
    glLinkProgram(program);
    glDetachShader(program, shader);  // else its source and all that it was read into stay beside what runs
    glDeleteShader(shader);
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (good == 0) {
        const std::string log = info_log(program, true);
        glDeleteProgram(program);
        throw Error("the graphics driver cannot link shaders/" + name + ".comp: " + log);
    }
    return program;
}

int Program::uniform(const std::string& name) const {
    const auto [found, fresh] = locations_.try_emplace(name, -1);
    if (fresh) found->second = glGetUniformLocation(id_, name.c_str());
    return found->second;
}

Buffer::Buffer(Device& device, std::size_t floats) : device_(device), floats_(std::max<std::size_t>(floats, 1)) {
    glGenBuffers(1, &id_);
    glBindBuffer(GL_COPY_WRITE_BUFFER, id_);
    glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(floats_ * sizeof(float)), nullptr, GL_DYNAMIC_COPY);
    device_.bytes_ += floats_ * sizeof(float);
}

Buffer::~Buffer() {
    const std::lock_guard lock(device_.mutex_);
    device_.released_.push_back(id_);
    device_.bytes_ -= floats_ * sizeof(float);
}

Device::Device(std::unique_ptr<Context> context, const Options& options)
    : context_(std::move(context)), thread_([this] { work(); }) {
    try {
        run([&] {
            context_->make_current();
            version_ = context_version();
            renderer_ = renderer_name();
            if (version_ < 43)
                throw Error("computing with OpenGL needs version 4.3, and " + renderer_ + " has " +
                            std::to_string(version_ / 10) + "." + std::to_string(version_ % 10));
            GLint64 block = 0;
            glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &block);
            // Shaders count entries with int.
            max_block_floats_ = static_cast<std::size_t>(std::min<GLint64>(block, GLint64{1} << 31) / 4);
            if (options.max_block_floats != 0)
                max_block_floats_ = std::min(max_block_floats_, options.max_block_floats);
            GLint alignment = 0;
            glGetIntegerv(GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT, &alignment);
            offset_alignment_floats_ = static_cast<std::size_t>(std::max(alignment, 16)) / sizeof(float);
        });
    } catch (...) {
        {
            const std::lock_guard lock(mutex_);
            stop_ = true;
        }
        wake_.notify_all();
        thread_.join();
        throw;
    }
}

Device::~Device() {
    run([this] {
        free_released();
        for (const auto& [key, program] : programs_) glDeleteProgram(program.id());
        context_->release();
    });
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    wake_.notify_all();
    thread_.join();
}

void Device::work() {
    while (true) {
        Job* job = nullptr;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return stop_ || !jobs_.empty(); });
            if (jobs_.empty()) return;
            job = jobs_.front();
            jobs_.pop_front();
        }
        try {
            free_released();
            wait_for_fence();
            (*job->function)();
        } catch (...) {
            job->failure = std::current_exception();
        }
        {
            const std::lock_guard lock(mutex_);
            job->done = true;
        }
        done_.notify_all();
    }
}

void Device::free_released() {
    std::vector<unsigned> released;
    {
        const std::lock_guard lock(mutex_);
        released.swap(released_);
    }
    if (!released.empty()) glDeleteBuffers(static_cast<GLsizei>(released.size()), released.data());
}

void Device::wait_for(void* fence) {
    void* earlier = fence;
    {
        const std::lock_guard lock(mutex_);
        std::swap(fence_, earlier);
    }
    if (earlier != nullptr) glDeleteSync(static_cast<GLsync>(earlier));  // the later fence of a context covers it
}

void Device::wait_for_fence() {
    void* fence = nullptr;
    {
        const std::lock_guard lock(mutex_);
        std::swap(fence_, fence);
    }
    if (fence == nullptr) return;
    glWaitSync(static_cast<GLsync>(fence), 0, GL_TIMEOUT_IGNORED);
    glDeleteSync(static_cast<GLsync>(fence));
}

void Device::run(const std::function<void()>& function) {
    if (std::this_thread::get_id() == thread_.get_id()) return function();
    Job job{.function = &function, .failure = {}};
    std::unique_lock lock(mutex_);
    jobs_.push_back(&job);
    wake_.notify_one();
    done_.wait(lock, [&] { return job.done; });
    if (job.failure) std::rethrow_exception(job.failure);
}

const Program& Device::program(const std::string& name, const std::vector<std::string>& definitions) {
    const auto key = std::pair{name, definitions};
    const auto found = programs_.find(key);
    if (found != programs_.end()) return found->second;
    return programs_.emplace(key, Program(compiled(name, definitions))).first->second;
}

BufferPtr Device::buffer(std::size_t floats) {
    auto made = std::make_shared<Buffer>(*this, floats);
    check("making a buffer");
    return made;
}

std::shared_ptr<SharedBuffer> Device::shared_buffer(const float* data, std::size_t floats) {
    const std::pair key{data, floats};
    if (const auto known = shared_.find(key); known != shared_.end())
        if (std::shared_ptr<SharedBuffer> shared = known->second.lock()) return shared;
    std::erase_if(shared_, [](const auto& one) { return one.second.expired(); });
    auto shared = std::make_shared<SharedBuffer>(SharedBuffer{.buffer = buffer(floats)});
    shared_[key] = shared;
    return shared;
}

void Device::check(const char* doing) const {
    const GLenum error = glGetError();
    if (error == GL_NO_ERROR) return;
    while (glGetError() != GL_NO_ERROR) {
    }
    throw Error(std::string("OpenGL on ") + renderer_ +
                (error == GL_OUT_OF_MEMORY ? " has not enough memory for " : " failed while ") + doing +
                (error == GL_OUT_OF_MEMORY ? "" : " (error " + std::to_string(error) + ")"));
}

}  // namespace glassformer::gl
