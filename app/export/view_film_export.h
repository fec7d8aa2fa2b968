// A film of a view (ViewFilm) as a file: its pictures are drawn one after the other, without the window.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "app/paint/theme.h"
#include "app/platform/gif.h"
#include "app/platform/window.h"
#include "app/views/shared/view_film.h"

namespace glassformer {

/// .gif, .mp4, and any other name: a folder of pictures.
enum class FilmForm : std::uint8_t { gif, mp4, pictures };
FilmForm film_form(const std::filesystem::path& file);

struct FilmOrder {
    std::filesystem::path file;
    PixelSize size{1280, 720};
    int frames_per_second = 8;
    const Theme* theme = nullptr;  // null: the default
    ColourLimits limits = {};      // held in all pictures
};

/// Hundredths of a second that the last picture stays before a GIF begins again.
inline constexpr int film_end_hundredths = 150;
int hundredths_of_picture(int frames_per_second);

/// The colors of a film in a theme: those of its heat maps, and what lies between the ground and the ink of its text.
std::vector<GifFile::Colour> film_palette(const Theme& theme, const std::vector<HeatStyle>& scales);

/// One picture, as the film has it.
Image film_picture(const ViewFilm& film, const FilmOrder& order, int picture);

/// Why nothing can be written there, before anything is drawn: throws Error for a folder that is missing or in use, and
/// for an .mp4 where ffmpeg is not on the PATH.
void check_film_order(const FilmOrder& order);

/// Writes the film, all of it or nothing. `goes_on` is told how many pictures are done, and ends it with false; false
/// then. Runs on any thread. Throws Error as check_film_order() does, and where something cannot be drawn or written.
bool export_view_film(const ViewFilm& film, const FilmOrder& order, const std::function<bool(int done)>& goes_on = {});

}  // namespace glassformer
