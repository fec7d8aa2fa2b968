#include "app/render/device_matrices.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <bit>
#include <string>

#include "app/platform/tell.h"
#include "app/render/texts.h"
#include "core/base/error.h"
#include "core/tape/readback.h"
#include "core/tape/trace.h"

namespace glassformer {

namespace {

constexpr int extent_local = 256, pool_local = 8;  // threads of a group, as the shaders have them
constexpr int max_groups = 1024;                   // of the extent; its threads stride over the rest

int groups(int items, int local) { return (items + local - 1) / local; }

}  // namespace

DeviceMatrices::~DeviceMatrices() {
    if (!asked_) return;
    for (const auto& [key, view] : views_) glDeleteTextures(1, &view.texture);
    glDeleteProgram(extent_);
    glDeleteProgram(pool_);
    glDeleteBuffers(1, &found_);
}

void DeviceMatrices::begin_frame() {
    ++frame_;
    // Not kept longer: what is no longer shown may be large.
    std::erase_if(views_, [&](const auto& entry) {
        if (frame_ - entry.second.last_frame <= 1) return false;
        glDeleteTextures(1, &entry.second.texture);
        return true;
    });
}

void DeviceMatrices::end_frame() {
    if (!drawn_from_) return;
    drawn_from_->wait_for(glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0));
    glFlush();  // a fence that is not sent off is never reached
    drawn_from_.reset();
}

/// Queries the context; without compute shaders all tensors are copied from the GPU.
void DeviceMatrices::ask() {
    asked_ = true;
    if (epoxy_gl_version() < 43) return;  // glTexBufferRange, compute shaders
    GLint alignment = 0, largest = 0;
    glGetIntegerv(GL_TEXTURE_BUFFER_OFFSET_ALIGNMENT, &alignment);
    glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &largest);
    alignment_ = std::max<std::size_t>(static_cast<std::size_t>(alignment) / sizeof(float), 1);
    largest_ = static_cast<std::size_t>(largest);
    try {
        extent_ = gl::compiled("extent", {"LOCAL " + std::to_string(extent_local)});
        pool_ = gl::compiled("heatmap_pool", {});
    } catch (const Error& error) {
        tell(texts::render::read_back, error.what());
    }
    glGenBuffers(1, &found_);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, found_);
    glBufferData(GL_SHADER_STORAGE_BUFFER, sizeof(std::uint32_t), nullptr, GL_DYNAMIC_READ);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, 0);
}

std::optional<DeviceMatrices::Seen> DeviceMatrices::see(const ConstMatrix& m) {
    if (m.record == nullptr || m.rows < 1 || m.cols < 1) return std::nullopt;
    const auto* placement = dynamic_cast<const gl::GlPlacement*>(&m.record->readback->placement());
    if (placement == nullptr) return std::nullopt;
    if (!asked_) ask();
    if (extent_ == 0 || pool_ == 0) return std::nullopt;
    gl::DeviceTensor tensor = placement->tensor(m.record->id, Part::value);
    if (!tensor.device->shared_with_window()) return std::nullopt;

    const std::size_t first = tensor.first + static_cast<std::size_t>(m.data - m.record->value);
    const std::size_t begin = first / alignment_ * alignment_, count = first - begin + span_of(m);
    if (count > largest_) return std::nullopt;

    View& view = views_[{tensor.buffer->id(), begin, count}];
    const bool created = view.texture == 0;
    if (created) glGenTextures(1, &view.texture);
    if (created || view.generation != m.generation) {
        // Attached anew where the contents are: only then this context has to see what the other one wrote.
        GLint before = 0;
        glGetIntegerv(GL_TEXTURE_BINDING_BUFFER, &before);
        glBindTexture(GL_TEXTURE_BUFFER, view.texture);
        glTexBufferRange(GL_TEXTURE_BUFFER, GL_R32UI, tensor.buffer->id(), static_cast<GLintptr>(begin * sizeof(float)),
                         static_cast<GLsizeiptr>(count * sizeof(float)));
        glBindTexture(GL_TEXTURE_BUFFER, static_cast<unsigned>(before));
        view.generation = m.generation;
    }
    view.last_frame = frame_;
    drawn_from_ = tensor.device;
    view.tensor = std::move(tensor);
    return Seen{view.texture, static_cast<int>(first - begin), static_cast<int>(m.row_stride),
                static_cast<int>(m.col_stride)};
}

/// Makes the program current, with the matrix as its `entries`.
void DeviceMatrices::use(unsigned program, const ConstMatrix& m, const Seen& seen) const {
    glUseProgram(program);
    glUniform1i(glGetUniformLocation(program, "entries"), 0);
    glUniform3i(glGetUniformLocation(program, "lie"), seen.first, seen.row_stride, seen.col_stride);
    glUniform2i(glGetUniformLocation(program, "cells"), m.cols, m.rows);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_BUFFER, seen.texture);
}

void DeviceMatrices::pool(const ConstMatrix& m, const Seen& seen, int pool_rows, int pool_cols, bool middle,
                          unsigned texture) {
    use(pool_, m, seen);
    glUniform2i(glGetUniformLocation(pool_, "pool"), pool_cols, pool_rows);
    glUniform1i(glGetUniformLocation(pool_, "middle"), middle ? 1 : 0);
    glBindImageTexture(0, texture, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32F);
    glDispatchCompute(static_cast<unsigned>(groups(groups(m.cols, pool_cols), pool_local)),
                      static_cast<unsigned>(groups(groups(m.rows, pool_rows), pool_local)), 1);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
    glBindImageTexture(0, 0, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32F);
    glBindTexture(GL_TEXTURE_BUFFER, 0);
    glUseProgram(0);
}

float DeviceMatrices::limit(const ConstMatrix& m, const Seen& seen) {
    std::uint32_t bits = 0;
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, found_);
    glBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, sizeof bits, &bits);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, found_);
    use(extent_, m, seen);
    glUniform1i(glGetUniformLocation(extent_, "n"), m.rows * m.cols);
    glDispatchCompute(static_cast<unsigned>(std::min(groups(m.rows * m.cols, extent_local), max_groups)), 1, 1);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, sizeof bits, &bits);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, 0);
    glBindTexture(GL_TEXTURE_BUFFER, 0);
    glUseProgram(0);
    return bits > 0 ? std::bit_cast<float>(bits) : 1;
}

}  // namespace glassformer
