#include "app/export/lesson_files.h"

#include <fmt/core.h>

#include <algorithm>
#include <system_error>

#include "app/handout/site.h"
#include "core/base/error.h"
#include "core/lesson/read_lesson.h"

namespace glassformer {

namespace {

int steps_of(const std::filesystem::path& lesson) {
    try {
        return static_cast<int>(read_lesson(lesson).steps.size());
    } catch (const Error&) {
        return 0;  // the export will say so
    }
}

}  // namespace

std::string step_file(const std::string& name, int number, const char* part) {
    return fmt::format("{}-step-{:02}{}.png", name, number + 1, part);
}

std::vector<std::filesystem::path> all_lessons(std::vector<std::filesystem::path> built_in,
                                               const std::vector<std::filesystem::path>& files) {
    std::error_code unread;
    for (const std::filesystem::path& file : files)
        if (std::ranges::none_of(built_in, [&](const auto& other) { return equivalent(file, other, unread); }))
            built_in.push_back(file);
    return built_in;
}

std::vector<std::filesystem::path> replaced_by_export(const LessonExport& what,
                                                      const std::vector<std::filesystem::path>& lessons) {
    std::vector<std::filesystem::path> files;
    const auto look = [&](const std::string& file) {
        std::error_code unread;
        if (std::filesystem::exists(what.folder / file, unread)) files.push_back(what.folder / file);
    };
    if (what.html && what.site) look(std::string(site_contents) + ".html");
    for (const std::filesystem::path& lesson : lessons) {
        const std::string name = lesson.stem().string();
        if (what.html) look(name + ".html");
        if (what.pdf) look(name + ".pdf");
        if (what.slides) look(name + slides_ending);
        const int steps = what.png ? steps_of(lesson) : 0;
        for (int i = 0; i < steps; ++i)
            for (const char* part : {"", "-answer"}) look(step_file(name, i, part));
        if (what.film) look(name + ".mp4");
    }
    return files;
}

}  // namespace glassformer
