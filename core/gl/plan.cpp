#include "core/gl/plan.h"

#include <epoxy/gl.h>

#include <algorithm>

#include "core/base/error.h"

namespace glassformer::gl {

void Plan::call(const std::string& shader, const std::vector<std::string>& definitions,
                const std::vector<Slice>& slices, const Uniforms& uniforms, Groups groups) {
    if (std::ranges::find(groups, 0U) != groups.end()) return;
    const Program& program = device_->program(shader, definitions);
    Call call;
    call.program = program.id();
    call.groups = groups;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        const Slice& slice = slices[i];
        if (!slice) continue;
        if (slice.count > device_->max_block_floats())
            throw Error("a tensor has " + std::to_string(slice.count) + " numbers, but OpenGL on " +
                        device_->renderer() + " reads at most " + std::to_string(device_->max_block_floats()) +
                        " at once");
        // The offset must be a multiple of the alignment; the shader adds what is left of it.
        const std::size_t alignment = device_->offset_alignment_floats();
        const std::size_t begin = slice.first / alignment * alignment;
        call.bindings.push_back({static_cast<unsigned>(i), slice.buffer->id(), begin * sizeof(float),
                                 std::max<std::size_t>(slice.first + slice.count - begin, 1) * sizeof(float)});
        const int location = program.uniform("base[" + std::to_string(i) + "]");
        if (location >= 0) call.values.push_back({location, static_cast<int>(slice.first - begin)});
    }
    for (const auto& [name, value] : uniforms)
        if (const int location = program.uniform(name); location >= 0) call.values.push_back({location, value});
    calls_.push_back(std::move(call));
}

void Plan::call_over(std::size_t n, unsigned local, const std::string& shader,
                     const std::vector<std::string>& definitions, const std::vector<Slice>& slices, Uniforms uniforms) {
    if (n == 0) return;
    uniforms.emplace_back("n", static_cast<int>(n));
    const auto groups = static_cast<unsigned>(std::min<std::size_t>((n + local - 1) / local, 4096));
    call(shader, definitions, slices, uniforms, {groups, 1, 1});
}

Slice Plan::scratch(std::size_t floats) {
    owned_.push_back(device_->buffer(floats));
    return {owned_.back().get(), 0, floats};
}

Slice Plan::constant(const std::vector<float>& values) {
    const Slice slice = scratch(values.size());
    glBindBuffer(GL_COPY_WRITE_BUFFER, slice.buffer->id());
    glBufferSubData(GL_COPY_WRITE_BUFFER, 0, static_cast<GLsizeiptr>(values.size() * sizeof(float)), values.data());
    return slice;
}

void Plan::run() const {
    for (const Call& call : calls_) {
        glUseProgram(call.program);
        for (const Binding& binding : call.bindings)
            glBindBufferRange(GL_SHADER_STORAGE_BUFFER, binding.block, binding.buffer,
                              static_cast<GLintptr>(binding.offset), static_cast<GLsizeiptr>(binding.bytes));
        for (const Value& value : call.values)
            if (const int* whole = std::get_if<int>(&value.value))
                glUniform1i(value.location, *whole);
            else
                glUniform1f(value.location, std::get<float>(value.value));
        glDispatchCompute(call.groups[0], call.groups[1], call.groups[2]);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    }
}

}  // namespace glassformer::gl
