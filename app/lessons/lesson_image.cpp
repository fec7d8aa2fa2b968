#include "app/lessons/lesson_image.h"

#include <fmt/core.h>

#include <algorithm>
#include <system_error>

#include "app/lessons/scene_texts.h"
#include "app/platform/png.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/json_text.h"

namespace glassformer {

namespace fs = std::filesystem;

void require_image_name(const std::string& name) {
    const fs::path path(name);
    const bool leads_out = path.is_absolute() || path.has_root_path() ||
                           std::ranges::any_of(path, [](const fs::path& part) { return part == ".."; });
    if (leads_out || name.size() > 255 || name.find('\\') != std::string::npos)
        throw Error(fmt::format(texts::lessons::image_elsewhere, in_quotes(name)));
    std::string ending = path.extension().string();
    std::ranges::transform(ending, ending.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    if (ending != ".png") throw Error(fmt::format(texts::lessons::image_form, in_quotes(name)));
}

Image load_lesson_image(const fs::path& folder, const std::string& name) {
    require_image_name(name);
    std::error_code unread;
    const fs::path fence = fs::weakly_canonical(fs::absolute(folder.empty() ? fs::path(".") : folder), unread);
    const fs::path file = fs::weakly_canonical(fence / name, unread);
    // A link may lead out of the folder.
    if (unread || std::mismatch(fence.begin(), fence.end(), file.begin(), file.end()).first != fence.end())
        throw Error(fmt::format(texts::lessons::image_elsewhere, in_quotes(name)));
    if (!fs::is_regular_file(file, unread)) throw Error(fmt::format(texts::lessons::no_image, in_quotes(name)));
    if (fs::file_size(file, unread) > largest_image || unread)
        throw Error(fmt::format(texts::lessons::image_too_long, in_quotes(name), largest_image / 1024 / 1024));
    try {
        return png_from(read_file(file, largest_image), longest_image_side, most_image_pixels);
    } catch (const Error& error) {
        throw Error(fmt::format(texts::lessons::image_unread, in_quotes(name), error.what()));
    }
}

void draw_fitted(Painter& painter, const Image& image, const Rect& area) {
    painter.fill(area, painter.theme().background);
    const Rect room = area.inset(painter.em());
    if (image.width < 1 || image.height < 1 || room.w <= 0 || room.h <= 0) return;
    const float wide = static_cast<float>(image.width), high = static_cast<float>(image.height);
    const float scale = std::min(room.w / wide, room.h / high);
    painter.image(image, {room.x + (room.w - scale * wide) / 2, room.y + (room.h - scale * high) / 2, scale * wide,
                          scale * high});
}

}  // namespace glassformer
