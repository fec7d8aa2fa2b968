#include "app/platform/gif.h"

#include <fmt/core.h>
#include <gif_lib.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "app/platform/texts.h"
#include "core/base/error.h"
#include "core/base/file.h"

namespace glassformer {

std::size_t nearest_colour(std::span<const GifFile::Colour> palette, GifFile::Colour colour) {
    std::size_t nearest = 0;
    int least = std::numeric_limits<int>::max();
    for (std::size_t i = 0; i < palette.size(); ++i) {
        int distance = 0;
        for (std::size_t channel = 0; channel < colour.size(); ++channel) {
            const int off = int{palette[i][channel]} - int{colour[channel]};
            distance += off * off;
        }
        if (distance >= least) continue;
        least = distance;
        nearest = i;
    }
    return nearest;
}

struct GifFile::Writing {
    Writing(const std::filesystem::path& path, PixelSize of, std::span<const Colour> colours)
        : file(path), size(of), palette(colours.begin(), colours.end()), replacement(path) {}
    ~Writing() {
        if (gif != nullptr) EGifCloseFile(gif, nullptr);
    }
    Writing(const Writing&) = delete;
    Writing& operator=(const Writing&) = delete;

    static int write(GifFileType* gif, const GifByteType* bytes, int count) {
        const std::string_view view(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(count));
        static_cast<Writing*>(gif->UserData)->replacement.write(view);
        return count;
    }
    void require(int done) const {
        if (done == GIF_ERROR) fail(gif == nullptr ? 0 : gif->Error);
    }
    [[noreturn]] void fail(int error) const {
        const char* why = GifErrorString(error);
        throw Error(fmt::format(texts::platform::write_failed, path_text(file),
                                why == nullptr ? texts::platform::unknown : why));
    }
    GifByteType index_of(const std::uint8_t* pixel) {
        const std::uint32_t key =
            std::uint32_t{pixel[0]} << 16U | std::uint32_t{pixel[1]} << 8U | std::uint32_t{pixel[2]};
        const auto [found, fresh] = indices.try_emplace(key, GifByteType{0});
        if (fresh) found->second = static_cast<GifByteType>(nearest_colour(palette, {pixel[0], pixel[1], pixel[2]}));
        return found->second;
    }

    std::filesystem::path file;
    PixelSize size;
    std::vector<Colour> palette;
    FileReplacement replacement;
    GifFileType* gif = nullptr;
    std::unordered_map<std::uint32_t, GifByteType> indices;  // of colors that pictures had
    std::vector<GifByteType> before;                         // the last picture; empty: there was none
};

GifFile::GifFile(const std::filesystem::path& file, PixelSize size, std::span<const Colour> palette) {
    std::error_code unread;
    if (file.has_parent_path() && !std::filesystem::is_directory(file.parent_path(), unread))
        throw Error(fmt::format(texts::platform::no_folder, path_text(file), path_text(file.parent_path())));
    writing_ = std::make_unique<Writing>(file, size, palette.first(std::min(palette.size(), most_colours)));
    Writing& w = *writing_;
    int error = 0;
    w.gif = EGifOpen(&w, &Writing::write, &error);
    if (w.gif == nullptr) w.fail(error);
    EGifSetGifVersion(w.gif, true);  // of animations
    std::array<GifColorType, most_colours> colours{};
    for (std::size_t i = 0; i < w.palette.size(); ++i)
        colours.at(i) = {.Red = w.palette[i][0], .Green = w.palette[i][1], .Blue = w.palette[i][2]};
    ColorMapObject* const map = GifMakeMapObject(static_cast<int>(most_colours), colours.data());
    if (map == nullptr) w.fail(E_GIF_ERR_NOT_ENOUGH_MEM);
    const int begun = EGifPutScreenDesc(w.gif, size.width, size.height, 8, 0, map);
    GifFreeMapObject(map);
    w.require(begun);
    // Again and again: the extension that browsers read, whose number of rounds is 0.
    static constexpr std::string_view again = "NETSCAPE2.0";
    static constexpr std::array<GifByteType, 3> for_ever{1, 0, 0};
    w.require(EGifPutExtensionLeader(w.gif, APPLICATION_EXT_FUNC_CODE));
    w.require(EGifPutExtensionBlock(w.gif, static_cast<int>(again.size()), again.data()));
    w.require(EGifPutExtensionBlock(w.gif, static_cast<int>(for_ever.size()), for_ever.data()));
    w.require(EGifPutExtensionTrailer(w.gif));
}

GifFile::~GifFile() = default;

/// Only the rectangle that has changed is written; where nothing has, one pixel, which holds the picture as long.
void GifFile::add(const Image& picture, int hundredths) {
    Writing& w = *writing_;
    if (picture.width != w.size.width || picture.height != w.size.height) w.fail(E_GIF_ERR_DATA_TOO_BIG);
    const auto width = static_cast<std::size_t>(picture.width), height = static_cast<std::size_t>(picture.height);
    std::vector<GifByteType> now(width * height);
    for (std::size_t i = 0; i < now.size(); ++i) now[i] = w.index_of(picture.rgba.data() + 4 * i);
    std::size_t left = 0, top = 0, right = width, bottom = height;
    if (!w.before.empty()) {
        left = width, top = height, right = bottom = 0;
        for (std::size_t y = 0; y < height; ++y)
            for (std::size_t x = 0; x < width; ++x) {
                if (now[y * width + x] == w.before[y * width + x]) continue;
                left = std::min(left, x), right = std::max(right, x + 1);
                top = std::min(top, y), bottom = std::max(bottom, y + 1);
            }
        if (left >= right) left = top = 0, right = bottom = 1;
    }
    const GraphicsControlBlock control{.DisposalMode = DISPOSE_DO_NOT,
                                       .UserInputFlag = false,
                                       .DelayTime = std::clamp(hundredths, 1, 65535),
                                       .TransparentColor = NO_TRANSPARENT_COLOR};
    std::array<GifByteType, 4> block{};
    EGifGCBToExtension(&control, block.data());
    w.require(EGifPutExtension(w.gif, GRAPHICS_EXT_FUNC_CODE, static_cast<int>(block.size()), block.data()));
    w.require(EGifPutImageDesc(w.gif, static_cast<int>(left), static_cast<int>(top), static_cast<int>(right - left),
                               static_cast<int>(bottom - top), false, nullptr));
    std::vector<GifByteType> line(right - left);  // giflib masks the pixels that it is handed
    for (std::size_t y = top; y < bottom; ++y) {
        std::copy_n(now.begin() + static_cast<std::ptrdiff_t>(y * width + left), line.size(), line.begin());
        w.require(EGifPutLine(w.gif, line.data(), static_cast<int>(line.size())));
    }
    w.before = std::move(now);
}

void GifFile::finish() {
    Writing& w = *writing_;
    int error = 0;
    const int closed = EGifCloseFile(std::exchange(w.gif, nullptr), &error);
    if (closed == GIF_ERROR) w.fail(error);
    w.replacement.finish();
    w.replacement.commit();
}

}  // namespace glassformer
