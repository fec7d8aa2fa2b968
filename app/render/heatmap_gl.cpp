#include "app/render/heatmap_gl.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "app/render/shader_program.h"

namespace glassformer {

namespace shader {
extern const char* const heatmap_vert;
extern const char* const heatmap_frag;
}  // namespace shader

namespace {

constexpr std::uint64_t frames_kept = 240;
constexpr std::size_t numbers_a_frame = std::size_t{1} << 23U;  // some 4 ms of reading

/// Cells along a side that share a texel: a power of two, so that zooming goes through few textures, and enough that no
/// texel is smaller than a pixel.
int pool_of(int cells, float pixels) {
    int pool = 1;
    while (static_cast<float>(cells) > std::max(1.0F, pixels) * static_cast<float>(pool)) pool *= 2;
    return pool;
}

bool all_finite(std::span<const float> values) {
    // No branch within a row: it is done many numbers at a time.
    unsigned found = 0;
    for (const float value : values)
        found |= static_cast<unsigned>((std::bit_cast<std::uint32_t>(value) & 0x7f800000U) == 0x7f800000U);
    return found == 0;
}

}  // namespace

struct HeatmapGl::Draw final : OwnDrawing {
    HeatmapGl* owner = nullptr;
    unsigned texture = 0;
    std::optional<Seen> seen;  // instead of the texture
    int cols = 0, rows = 0;    // texels
    bool finite = false;
    Rect rect;  // framebuffer pixels
    HeatScale scale;
    float gap = 0;
    bool all_cells = true;
    int shown = 0;

    Draw(const Theme& theme, const HeatStyle& style, float em)
        : scale(theme, style, em),
          all_cells(style.shown < 0),
          shown(all_cells ? std::numeric_limits<int>::max() : style.shown) {}

    PixelBox place() const override {
        const auto wide = static_cast<int>(owner->framebuffer_.x), high = static_cast<int>(owner->framebuffer_.y);
        return {pixel_at(rect.x, wide), pixel_at(rect.y, high), pixel_at(rect.right(), wide),
                pixel_at(rect.bottom(), high)};
    }
    int kind() const override {
        return (seen ? 1 : 0) + (gap > 0 || !all_cells ? 2 : 0) + (scale.ramp().count > 3 ? 4 : 0) + (finite ? 0 : 8);
    }
    void draw(bool first) const override { owner->draw(*this, first); }
};

const HeatmapGl::Program& HeatmapGl::program(std::size_t kind) {
    Program& made = programs_[kind];
    if (made.name != 0) return made;
    std::string source = shader::heatmap_frag;
    for (const auto& [bit, name] : {std::pair{1U, "ON_DEVICE"}, {2U, "CUT"}, {4U, "MANY_STOPS"}, {8U, "SPECIAL"}})
        if ((kind & bit) != 0) source = with_definition(source, name);
    const unsigned name = make_program(shader::heatmap_vert, source, "heatmap");
    const auto at = [name](const char* uniform) { return glGetUniformLocation(name, uniform); };
    return made = {.name = name,
                   .values = at("values"),
                   .entries = at("entries"),
                   .lie = at("lie"),
                   .cells = at("cells"),
                   .place = at("place"),
                   .target = at("target"),
                   .stops = at("stops"),
                   .stop_count = at("stop_count"),
                   .range = at("range"),
                   .gap = at("gap"),
                   .shown = at("shown"),
                   .grounds = at("grounds"),
                   .inks = at("inks"),
                   .lines = at("lines")};
}

HeatmapGl::HeatmapGl(bool opengl) : opengl_(opengl) {
    if (!opengl_) return;
    glGenVertexArrays(1, &vertices_);
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest_);
}

HeatmapGl::~HeatmapGl() {
    if (!opengl_) return;
    for (auto& [key, texture] : textures_) glDeleteTextures(1, &texture.name);
    glDeleteVertexArrays(1, &vertices_);
    for (const Program& made : programs_) glDeleteProgram(made.name);
}

void HeatmapGl::begin_frame(Vec2 framebuffer, float scale, bool whole) {
    framebuffer_ = framebuffer;
    scale_ = scale;
    draws_.clear();
    device_.begin_frame();
    ++frame_;
    gathered_ = 0;
    read_ = 0;
    whole_ = whole;
    waits_ = false;
    std::erase_if(textures_, [&](auto& entry) {
        if (frame_ - entry.second.last_frame < frames_kept) return false;
        glDeleteTextures(1, &entry.second.name);
        return true;
    });
}

float HeatmapGl::limit(const ConstMatrix& m) {
    if (const auto seen = device_.see(m)) return device_.limit(m, *seen);
    return largest_magnitude(m);
}

bool HeatmapGl::has_time(std::size_t numbers) {
    if (!whole_ && read_ > 0 && read_ + numbers > numbers_a_frame) {
        waits_ = true;
        return false;
    }
    read_ += numbers;
    return true;
}

/// The same numbers with more or fewer of them a texel, read for another zoom; null where there are none.
const HeatmapGl::Texture* HeatmapGl::of_another_size(const ConstMatrix& m) {
    const auto same = [&](const Key& key) {
        return std::tie(std::get<0>(key), std::get<1>(key), std::get<2>(key), std::get<3>(key), std::get<4>(key)) ==
               std::tie(m.data, m.rows, m.cols, m.row_stride, m.col_stride);
    };
    for (auto it = textures_.lower_bound({m.data, m.rows, m.cols, m.row_stride, m.col_stride, 0, 0, false, 0});
         it != textures_.end() && same(it->first); ++it) {
        if (it->second.generation != m.generation) continue;
        it->second.last_frame = frame_;
        return &it->second;
    }
    return nullptr;
}

const HeatmapGl::Texture* HeatmapGl::texture(const ConstMatrix& m, const Seen* seen, const Grouping& pool) {
    // Gathered numbers have a texture of their own each time: others may lie at their address next, in this frame too.
    const bool gathered = m.generation == 0;
    const Key key{gathered ? nullptr : m.data,
                  m.rows,
                  m.cols,
                  m.row_stride,
                  m.col_stride,
                  pool.rows,
                  pool.cols,
                  pool.middle && !pool.one(),
                  gathered ? ++gathered_ : 0};
    const auto known = textures_.find(key);
    const bool read = !gathered && known != textures_.end() && known->second.generation == m.generation;
    if (!read && seen == nullptr && !has_time(static_cast<std::size_t>(m.rows) * static_cast<std::size_t>(m.cols)))
        return gathered ? nullptr : of_another_size(m);
    Texture& texture = textures_[key];
    texture.last_frame = frame_;
    if (read) return &texture;
    const bool created = texture.name == 0;
    if (created) glGenTextures(1, &texture.name);
    texture.generation = m.generation;
    texture.finite = false;
    texture.rows = (m.rows + pool.rows - 1) / pool.rows;
    texture.cols = (m.cols + pool.cols - 1) / pool.cols;

    int before = 0;
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &before);
    glBindTexture(GL_TEXTURE_2D, texture.name);
    if (created) {
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, texture.cols, texture.rows, 0, GL_RED, GL_FLOAT, nullptr);
    }
    if (seen != nullptr)
        device_.pool(m, *seen, pool.rows, pool.cols, pool.middle, texture.name);
    else
        upload(here(m), texture, pool);
    glBindTexture(GL_TEXTURE_2D, static_cast<unsigned>(before));
    return &texture;
}

/// Into the texture that is bound.
void HeatmapGl::upload(const ConstMatrix& m, Texture& texture, const Grouping& pool) {
    ++uploads_;
    const bool as_it_is = pool.one() && m.col_stride == 1 && m.row_stride >= m.cols;
    if (!as_it_is) {
        staging_.resize(static_cast<std::size_t>(texture.rows) * static_cast<std::size_t>(texture.cols));
        pool_entries({m.data, m.rows, m.cols, m.row_stride, m.col_stride}, pool, staging_.data());
    }
    const float* const first = as_it_is ? m.data : staging_.data();
    const std::ptrdiff_t stride = as_it_is ? m.row_stride : texture.cols;
    texture.finite = true;
    for (int row = 0; row < texture.rows && texture.finite; ++row)
        texture.finite = all_finite({first + row * stride, static_cast<std::size_t>(texture.cols)});
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, as_it_is ? static_cast<int>(m.row_stride) : 0);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, texture.cols, texture.rows, GL_RED, GL_FLOAT, first);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
}

void HeatmapGl::add(ImDrawList* list, const ConstMatrix& m, const Rect& rect, const HeatStyle& style,
                    const Theme& theme, float em) {
    if (!opengl_ || m.rows < 1 || m.cols < 1 || !(rect.w >= 1) || !(rect.h >= 1)) return;
    const Rect place = Rect{rect.x * scale_, rect.y * scale_, rect.w * scale_, rect.h * scale_}.snapped();
    const Grouping pool{pool_of(m.rows, place.h), pool_of(m.cols, place.w), style.map != HeatMap::sequential};
    // More cells than a texture holds: two halves, each with its own.
    if ((m.rows + pool.rows - 1) / pool.rows > largest_) {
        const int half = m.rows / 2;
        add(list, block(m, 0, 0, half, m.cols), cell_rect(rect, m.rows, m.cols, 0, 0, half, m.cols), style, theme, em);
        add(list, block(m, half, 0, m.rows - half, m.cols),
            cell_rect(rect, m.rows, m.cols, half, 0, m.rows - half, m.cols), style, theme, em);
        return;
    }
    if ((m.cols + pool.cols - 1) / pool.cols > largest_) {
        const int half = m.cols / 2;
        add(list, block(m, 0, 0, m.rows, half), cell_rect(rect, m.rows, m.cols, 0, 0, m.rows, half), style, theme, em);
        add(list, block(m, 0, half, m.rows, m.cols - half),
            cell_rect(rect, m.rows, m.cols, 0, half, m.rows, m.cols - half), style, theme, em);
        return;
    }

    std::optional<Seen> seen = device_.see(m);
    Texture tex{.cols = m.cols, .rows = m.rows};
    if (!seen || !pool.one()) {
        const Texture* const read = texture(m, seen ? &*seen : nullptr, pool);
        if (read == nullptr) return;
        tex = *read;
        seen.reset();
    }
    const bool wide_enough = std::min(place.w / static_cast<float>(m.cols), place.h / static_cast<float>(m.rows)) >=
                             smallest_cell_with_gap * scale_;
    auto what = std::make_unique<Draw>(theme, style, em);
    what->owner = this;
    what->texture = tex.name;
    what->seen = seen;
    what->cols = tex.cols;
    what->rows = tex.rows;
    what->finite = tex.finite;
    what->rect = place;
    what->gap = wide_enough ? style.gap * scale_ : 0;
    // Made now: while the lists are drawn it is too late for a driver's refusal.
    static_cast<void>(program(static_cast<std::size_t>(what->kind()) % kinds));
    add_own_drawing(*list, *what);
    draws_.push_back(std::move(what));
}

void HeatmapGl::set_special(const Program& at, const std::array<HeatFill, 3>& fills) const {
    for (int i = 0; i < 3; ++i) {
        const HeatFill& fill = fills[static_cast<std::size_t>(i)];
        // Elements of an array of uniforms follow one another.
        glUniform4fv(at.grounds + i, 1, &fill.ground.r);
        glUniform4fv(at.inks + i, 1, &fill.ink.r);
        const auto pixels = [this](int logical) { return std::round(static_cast<float>(logical) * scale_); };
        glUniform3f(at.lines + i, pixels(fill.width), pixels(fill.period), fill.falling ? -1.0F : 1.0F);
    }
}

void HeatmapGl::draw(const Draw& what, bool first) {
    const Program& at = program(static_cast<std::size_t>(what.kind()));
    if (first) {
        glUseProgram(at.name);
        glBindVertexArray(vertices_);
        glDisable(GL_BLEND);
        glUniform1i(at.values, 0);
        glUniform1i(at.entries, 1);
        glUniform2f(at.target, framebuffer_.x, framebuffer_.y);
    }
    if (what.seen) {
        glActiveTexture(GL_TEXTURE1);
        glBindTexture(GL_TEXTURE_BUFFER, what.seen->texture);
        glActiveTexture(GL_TEXTURE0);
        glUniform3i(at.lie, what.seen->first, what.seen->row_stride, what.seen->col_stride);
    } else {
        glBindTexture(GL_TEXTURE_2D, what.texture);
    }
    const Ramp& ramp = what.scale.ramp();
    glUniform2i(at.cells, what.cols, what.rows);
    glUniform4f(at.place, what.rect.x, what.rect.y, what.rect.w, what.rect.h);
    glUniform4fv(at.stops, ramp.count, &ramp.stops[0].r);
    glUniform1i(at.stop_count, ramp.count);
    glUniform3f(at.range, what.scale.low(), what.scale.span(), what.scale.factor());
    glUniform1f(at.gap, what.gap);
    glUniform1i(at.shown, what.shown);
    if (!what.finite) set_special(at, what.scale.special());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

}  // namespace glassformer
