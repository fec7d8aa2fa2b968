// Heatmaps on the GPU: one texture of numbers per matrix, colored by shaders/heatmap.frag while it is drawn, so that
// range, colors and zoom need no new upload. Textures are cached by address, layout and generation of the matrix; one
// of generation 0 is read whenever it is drawn. A matrix computed on a device is drawn from its buffer
// (device_matrices.h), without a texture if every cell has a pixel.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "app/paint/heat_scale.h"
#include "app/render/device_matrices.h"
#include "app/render/draw_batches.h"
#include "core/math/extremes.h"

struct ImDrawList;

namespace glassformer {

class HeatmapGl {
public:
    /// Needs a current OpenGL context, as every other call. `opengl` false: there is none, and nothing is drawn.
    explicit HeatmapGl(bool opengl = true);
    ~HeatmapGl();
    HeatmapGl(const HeatmapGl&) = delete;
    HeatmapGl& operator=(const HeatmapGl&) = delete;

    /// Frees textures that were not drawn lately. `framebuffer` in pixels, `scale` of them a logical pixel. `whole`:
    /// nothing is left to a later frame.
    void begin_frame(Vec2 framebuffer, float scale, bool whole = false);
    /// Call after the lists were drawn.
    void end_frame() { device_.end_frame(); }
    /// Puts the heatmap into the list; it is drawn when the list is. The numbers are read now, or lie on the device.
    /// Where this frame has no time to read them, the same numbers are drawn as they were read for another size, or
    /// not at all.
    void add(ImDrawList* list, const ConstMatrix& matrix, const Rect& rect, const HeatStyle& style, const Theme& theme,
             float em);

    /// largest_magnitude(), on the device where it lies there.
    float limit(const ConstMatrix& matrix);

    /// Painter::has_time(): true for the first numbers of a frame, then as long as all together are few enough.
    bool has_time(std::size_t numbers);
    /// Whether something was left out of this frame.
    bool waits() const { return waits_; }

    bool opengl() const { return opengl_; }
    std::size_t textures() const { return textures_.size(); }
    std::uint64_t uploads() const { return uploads_; }

private:
    struct Texture {
        unsigned name = 0;
        int cols = 0, rows = 0;  // texels; fewer than cells where several share a pixel
        bool finite = false;     // all of them are known to be
        std::uint64_t generation = 0;
        std::uint64_t last_frame = 0;
    };
    struct Draw;
    /// The last one counts the matrices of generation 0 in a frame, which are known by nothing else; 0: of the others.
    using Key = std::tuple<const float*, int, int, std::ptrdiff_t, std::ptrdiff_t, int, int, bool, std::uint64_t>;

    using Seen = DeviceMatrices::Seen;

    /// Texture of the matrix; null if this frame has no time to read it.
    const Texture* texture(const ConstMatrix& matrix, const Seen* seen, const Grouping& pooling);
    const Texture* of_another_size(const ConstMatrix& matrix);
    void upload(const ConstMatrix& matrix, Texture& texture, const Grouping& pooling);
    void draw(const Draw& what, bool first);

    /// The shader for one kind of heatmaps, and where it has its uniforms.
    struct Program {
        unsigned name = 0;
        int values, entries, lie, cells, place, target, stops, stop_count, range, gap, shown, grounds, inks, lines;
    };
    static constexpr std::size_t kinds = 16;
    const Program& program(std::size_t kind);
    void set_special(const Program& at, const std::array<HeatFill, 3>& fills) const;

    std::array<Program, kinds> programs_{};  // made when first needed
    unsigned vertices_ = 0;
    int largest_ = 0;  // texture size limit
    std::map<Key, Texture> textures_;
    DeviceMatrices device_;
    std::vector<std::unique_ptr<Draw>> draws_;  // alive until the frame was rendered
    std::vector<float> staging_;
    Vec2 framebuffer_;
    float scale_ = 1;
    std::uint64_t frame_ = 0, uploads_ = 0;
    std::uint64_t gathered_ = 0;  // matrices of generation 0, in this frame
    std::size_t read_ = 0;        // numbers, in this frame
    bool opengl_ = true, whole_ = false, waits_ = false;
};

}  // namespace glassformer
