#include "app/export/view_film_export.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>
#include <system_error>

#include "app/export/ffmpeg.h"
#include "app/platform/passing_folder.h"
#include "app/platform/png.h"
#include "app/render/cairo_painter.h"
#include "app/workspace/texts.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/words.h"

namespace glassformer {

namespace {

constexpr const char* picture_name = "frame-{:04}.png";
constexpr const char* picture_pattern = "frame-%04d.png";  // the same for ffmpeg
constexpr float lines_of_text = 36;                        // that a picture is high: letters for the last row of a hall

GifFile::Colour bytes_of(Colour colour) {
    const auto byte = [](float part) {
        return static_cast<std::uint8_t>(std::lround(255 * std::clamp(part, 0.0F, 1.0F)));
    };
    return {byte(colour.r), byte(colour.g), byte(colour.b)};
}

using Drawn = std::function<void(int picture, const Image& image)>;

/// Draws all pictures; false where it was told to stop.
bool draw_pictures(const ViewFilm& film, const FilmOrder& order, const std::function<bool(int)>& goes_on,
                   const Drawn& drawn) {
    for (int i = 0; i < film.pictures; ++i) {
        if (goes_on && !goes_on(i)) return false;
        drawn(i, film_picture(film, order, i));
    }
    return !goes_on || goes_on(film.pictures);
}

bool write_gif(const ViewFilm& film, const FilmOrder& order, const std::function<bool(int)>& goes_on) {
    const Theme& theme = order.theme != nullptr ? *order.theme : *all_themes().front();
    GifFile gif(order.file, order.size, film_palette(theme, film.scales));
    const bool whole = draw_pictures(film, order, goes_on, [&](int picture, const Image& image) {
        const bool last = picture + 1 == film.pictures;
        gif.add(image, last ? film_end_hundredths : hundredths_of_picture(order.frames_per_second));
    });
    if (whole) gif.finish();
    return whole;
}

bool draw_files(const ViewFilm& film, const FilmOrder& order, const std::function<bool(int)>& goes_on,
                const std::filesystem::path& folder) {
    return draw_pictures(film, order, goes_on, [&](int picture, const Image& image) {
        try {
            write_png(folder / fmt::format(fmt::runtime(picture_name), picture + 1), image);
        } catch (const Error& error) {  // it names a folder that nobody knows
            throw Error(fmt::format(texts::window::no_film_picture, path_text(order.file), error.what()));
        }
    });
}

/// A folder beside the wanted one, which takes its place when all is in it.
bool write_pictures(const ViewFilm& film, const FilmOrder& order, const std::function<bool(int)>& goes_on) {
    struct Unfinished {
        std::filesystem::path path;
        ~Unfinished() {
            std::error_code ignored;
            std::filesystem::remove_all(path, ignored);
        }
    };
    std::filesystem::path wanted = order.file;
    if (!wanted.has_filename()) wanted = wanted.parent_path();  // "film/"
    const Unfinished unfinished{wanted.parent_path() /
                                fmt::format(".{}-{}", wanted.filename().string(), static_cast<long>(getpid()))};
    std::error_code error;
    std::filesystem::create_directory(unfinished.path, error);
    if (error) throw Error(fmt::format(texts::window::no_export_folder, path_text(wanted), error.message()));
    if (!draw_files(film, order, goes_on, unfinished.path)) return false;
    std::filesystem::rename(unfinished.path, wanted, error);
    if (error) throw Error(fmt::format(texts::window::not_placed, path_text(wanted), error.message()));
    return true;
}

bool write_mp4(const ViewFilm& film, const FilmOrder& order, const std::function<bool(int)>& goes_on) {
    const PassingFolder passing;
    if (!draw_files(film, order, goes_on, passing.path())) return false;
    const std::string filter =
        fmt::format("tpad=stop_mode=clone:stop_duration={:.2f},pad=ceil(iw/2)*2:ceil(ih/2)*2,format=yuv420p",
                    static_cast<double>(film_end_hundredths) / 100);
    const std::string rate = std::to_string(order.frames_per_second);
    return write_film(order.file, {passing.path(), {"-framerate", rate, "-i", picture_pattern}, filter},
                      [&] { return !goes_on || goes_on(film.pictures); });
}

}  // namespace

FilmForm film_form(const std::filesystem::path& file) {
    const std::string ending = lower_case(file.extension().string());
    return ending == ".gif" ? FilmForm::gif : ending == ".mp4" ? FilmForm::mp4 : FilmForm::pictures;
}

int hundredths_of_picture(int frames_per_second) {
    return std::max(2, static_cast<int>(std::lround(100.0 / std::max(1, frames_per_second))));
}

std::vector<GifFile::Colour> film_palette(const Theme& theme, const std::vector<HeatStyle>& scales) {
    std::vector<GifFile::Colour> palette;
    const auto add = [&](Colour colour) {
        const GifFile::Colour bytes = bytes_of(colour);
        if (palette.size() < GifFile::most_colours && std::ranges::find(palette, bytes) == palette.end())
            palette.push_back(bytes);
    };
    const auto between = [&](Colour from, Colour to, int steps) {
        for (int i = 0; i <= steps; ++i) add(mix(from, to, static_cast<float>(i) / static_cast<float>(steps)));
    };
    for (const Colour colour : {theme.background, theme.text, theme.muted, theme.border, theme.accent,
                                theme.accent_text, theme.faint, theme.masked, theme.not_a_number})
        add(colour);
    between(theme.background, theme.text, 40);
    for (const Colour ink : {theme.muted, theme.accent, theme.accent_text}) between(theme.background, ink, 10);
    if (scales.empty()) return palette;
    const std::size_t each = (GifFile::most_colours - palette.size()) / scales.size();
    for (const HeatStyle& style : scales) {
        const Ramp colours = ramp(theme, style.map, style.meaning);
        for (std::size_t i = 0; i < each; ++i)
            add(sample(colours, static_cast<float>(i) / static_cast<float>(std::max<std::size_t>(2, each) - 1)));
    }
    return palette;
}

Image film_picture(const ViewFilm& film, const FilmOrder& order, int picture) {
    const Theme& theme = order.theme != nullptr ? *order.theme : *all_themes().front();
    const Rect page{0, 0, static_cast<float>(order.size.width), static_cast<float>(order.size.height)};
    CairoPainter painter("picture.png", theme, page.h / lines_of_text, page);
    painter.set_limits(order.limits);
    film.draw(painter, page, picture);
    return painter.image();
}

void check_film_order(const FilmOrder& order) {
    const FilmForm form = film_form(order.file);
    std::error_code unread;
    std::filesystem::path file = order.file;
    if (!file.has_filename()) file = file.parent_path();
    if (file.empty()) throw Error(texts::window::film_without_name);
    if (const auto folder = file.parent_path(); !folder.empty() && !std::filesystem::is_directory(folder, unread))
        throw Error(fmt::format(texts::window::film_without_folder, path_text(folder)));
    const bool folder_there = std::filesystem::is_directory(file, unread);
    if (form == FilmForm::pictures && std::filesystem::exists(file, unread) &&
        (!folder_there || !std::filesystem::is_empty(file, unread)))
        throw Error(fmt::format(texts::window::film_folder_in_use, path_text(file)));
    if (form != FilmForm::pictures && folder_there)
        throw Error(fmt::format(texts::window::not_placed, path_text(file),
                                std::make_error_code(std::errc::is_a_directory).message()));
    if (form == FilmForm::mp4 && !has_ffmpeg())
        throw Error(fmt::format(texts::window::film_without_ffmpeg, path_text(file.filename())));
}

bool export_view_film(const ViewFilm& film, const FilmOrder& order, const std::function<bool(int)>& goes_on) {
    check_film_order(order);
    switch (film_form(order.file)) {
        case FilmForm::gif: return write_gif(film, order, goes_on);
        case FilmForm::mp4: return write_mp4(film, order, goes_on);
        case FilmForm::pictures: return write_pictures(film, order, goes_on);
    }
    return false;
}

}  // namespace glassformer
