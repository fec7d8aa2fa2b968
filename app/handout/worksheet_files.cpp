#include "app/handout/worksheet_files.h"

#include <fmt/core.h>

#include <map>
#include <system_error>

#include "app/handout/texts.h"
#include "app/handout/worksheet_pages.h"
#include "app/paint/theme.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/lesson/read_lesson.h"

namespace glassformer {

std::vector<std::filesystem::path> files_of(const WorksheetOrder& order) {
    const std::string name = fmt::format("{}-seed-{}", order.lesson.stem().string(), order.seed);
    std::vector<std::filesystem::path> files{order.folder / (name + ".pdf")};
    if (order.solutions) files.push_back(order.folder / (name + "-solutions.pdf"));
    return files;
}

std::string write_worksheet(const WorksheetOrder& order, const OpenModel& open) {
    const Lesson lesson = read_lesson(order.lesson);
    std::map<std::string, std::shared_ptr<const Model>> models;
    const OpenModel open_once = [&](const std::string& name) {
        std::shared_ptr<const Model>& model = models[name];
        if (!model) model = open(name);
        return model;
    };
    const std::vector<Exercise> exercises = draw_worksheet(lesson, order.seed, order.count, open_once);
    Worksheet sheet{.title = lesson.title, .seed = order.seed, .solutions = false, .exercises = exercises};
    const Theme& theme = *find_theme("light");
    std::vector<WorksheetFile> pages;
    const std::vector<std::filesystem::path> files = files_of(order);
    for (std::size_t i = 0; i < files.size(); ++i) {
        sheet.solutions = i > 0;
        pages.push_back(worksheet_pdf(sheet, theme));
    }
    std::error_code failed;
    std::filesystem::create_directories(order.folder, failed);
    if (failed) throw Error(fmt::format(texts::handout::unusable, path_text(order.folder), failed.message()));
    std::string missing;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (missing.empty()) missing = pages[i].missing;
        write_file(files[i], pages[i].bytes);
    }
    return missing;
}

}  // namespace glassformer
