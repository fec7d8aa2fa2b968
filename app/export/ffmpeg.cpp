#include "app/export/ffmpeg.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <string_view>
#include <thread>

#include "app/platform/child_program.h"
#include "app/platform/run_program.h"
#include "app/workspace/texts.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/words.h"

namespace glassformer {

namespace {

/// ffmpeg ends with 0 where the disk is full: a GIF ends with its trailer, ';' (GIF89a, appendix A).
bool whole_gif(std::ifstream& file, std::uint64_t size) {
    char last = 0;
    file.seekg(static_cast<std::streamoff>(size) - 1).get(last);
    return size > 6 && last == ';';
}

/// An MP4 is a list of boxes, each with its length, and the one named "moov" is written last (ISO/IEC 14496-12, 4.2).
bool whole_mp4(std::ifstream& file, std::uint64_t size) {
    bool described = false;
    std::uint64_t at = 0;
    while (at < size) {
        std::array<unsigned char, 16> head{};
        file.seekg(static_cast<std::streamoff>(at)).read(reinterpret_cast<char*>(head.data()), 16);
        if (file.gcount() < 8) return false;
        file.clear();
        const auto number = [&](std::size_t first, std::size_t bytes) {
            std::uint64_t value = 0;
            for (std::size_t i = 0; i < bytes; ++i) value = value << 8U | head.at(first + i);
            return value;
        };
        const std::uint64_t length = number(0, 4) == 1 ? number(8, 8) : number(0, 4);
        if (length < 8 || length > size - at) return false;
        described = described || std::string_view(reinterpret_cast<const char*>(head.data()) + 4, 4) == "moov";
        at += length;
    }
    return described;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string ending_of(const std::filesystem::path& file) { return lower_case(file.extension().string()); }

}  // namespace

bool is_gif(const std::filesystem::path& file) { return ending_of(file) == ".gif"; }
bool is_film(const std::filesystem::path& file) { return is_gif(file) || ending_of(file) == ".mp4"; }

bool has_ffmpeg() { return has_program("ffmpeg"); }

bool write_film(const std::filesystem::path& file, const FilmInput& input, const std::function<bool()>& goes_on) {
    FileReplacement film(std::filesystem::absolute(file));
    const bool gif = is_gif(file);
    std::vector<std::string> words{"ffmpeg", "-nostdin", "-y", "-xerror", "-loglevel", "error"};
    words.insert(words.end(), input.words.begin(), input.words.end());
    // A name is no protocol, whatever it holds.
    words.insert(words.end(), {"-vf", input.filter, "-f", gif ? "gif" : "mp4", "file:" + film.beside().string()});
    ChildProgram child(std::move(words), input.folder);
    while (child.poll()) {
        if (goes_on && !goes_on()) return false;  // it is ended with the child
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    const std::string named = path_text(input.named.empty() ? file : input.named);
    const std::string why = child.errors().empty() ? "" : ": " + first_line(child.errors());
    if (const int code = child.exit_code().value_or(1); code != 0)
        throw Error(fmt::format(texts::window::ffmpeg_failed, code, named, why));
    std::ifstream made(film.beside(), std::ios::binary | std::ios::ate);
    const auto size = static_cast<std::uint64_t>(made ? static_cast<std::streamoff>(made.tellg()) : 0);
    if (size == 0 || !(gif ? whole_gif(made, size) : whole_mp4(made, size)))
        throw Error(fmt::format(texts::window::film_not_whole, named, why));
    film.commit_durably();
    return true;
}

}  // namespace glassformer
