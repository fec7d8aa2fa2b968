#include "app/export/lesson_export_run.h"

#include <fmt/core.h>

#include <cstdio>
#include <system_error>
#include <utility>
#include <vector>

#include "app/export/lesson_files.h"
#include "app/export/unfinished_files.h"
#include "app/files/folder_listing.h"
#include "app/workspace/texts.h"
#include "core/base/file.h"

namespace glassformer {

LessonExportRun::~LessonExportRun() { cancel(); }

void LessonExportRun::start(const std::filesystem::path& program, const LessonExportRequest& request) {
    request_ = request;
    name_ = request.all ? texts::window::all_lessons : request.lesson.stem().string();
    step_ = steps_ = 0;
    std::error_code unread;
    there_ = request.folder;
    while (!std::filesystem::exists(there_, unread) && there_.has_relative_path()) there_ = there_.parent_path();
    std::vector<std::string> words{program.string(), "lesson",
                                   "export",         std::filesystem::absolute(request.lesson, unread).string(),
                                   "--out",          request.folder.string(),
                                   "--progress",     "--theme",
                                   request.theme};
    if (request.html) words.emplace_back("--html");
    if (request.pdf) words.emplace_back("--pdf");
    if (request.slides) words.emplace_back("--slides");
    if (request.png) words.emplace_back("--png");
    if (request.film) words.emplace_back("--mp4");
    if (request.notes) words.emplace_back("--notes");
    if (request.all) words.emplace_back("--all");
    child_ = std::make_unique<ChildProgram>(std::move(words));
}

/// The last whole line that says a step: "tour (2 of 8): step 3 of 14".
void LessonExportRun::read_progress() {
    const std::string& said = child_->errors();
    const std::size_t end = said.rfind('\n');
    const std::size_t at = end == std::string::npos ? end : said.rfind(": step ", end);
    int step = 0, steps = 0;
    if (at == std::string::npos || std::sscanf(said.c_str() + at, ": step %d of %d", &step, &steps) != 2) return;
    step_ = step;
    steps_ = steps;
    if (!request_.all) return;
    const std::size_t before = said.rfind('\n', at);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    name_ = said.substr(begin, at - begin);
}

void LessonExportRun::clean(bool whole) {
    std::error_code ignored;
    std::filesystem::remove_all(unfinished_export(request_.folder, child_->number()), ignored);
    // Folders that were made for it, as far as they are empty.
    for (std::filesystem::path at = request_.folder;
         !whole && at != there_ && std::filesystem::remove(at, ignored) && at.has_relative_path();)
        at = at.parent_path();
}

std::optional<LessonExportRun::End> LessonExportRun::cancel() {
    if (auto end = poll()) return end;
    if (!child_) return {};
    child_->kill();
    clean(false);
    child_.reset();
    return {};
}

std::optional<LessonExportRun::End> LessonExportRun::poll() {
    if (!child_) return {};
    const bool runs = child_->poll();
    read_progress();
    if (runs) return {};
    End end;
    end.whole = child_->exit_code() == 0;
    const char* const failed = request_.all ? texts::window::all_failed : texts::window::export_failed;
    end.sentence = end.whole ? fmt::format(texts::window::exported_lesson, shown_path(request_.folder), written())
                             : fmt::format(fmt::runtime(failed), problem());
    clean(end.whole);
    child_.reset();
    return end;
}

std::string LessonExportRun::written() const {
    std::string words;
    const auto add = [&](const std::string& more) { words += (words.empty() ? "" : ", ") + more; };
    const auto count = [&](const std::string& ending) {
        int files = 0;
        for (std::size_t at = child_->output().find(ending); at != std::string::npos;
             at = child_->output().find(ending, at + 1))
            ++files;
        return files;
    };
    const std::string name = request_.lesson.stem().string();
    if (request_.all) {
        const int slides = count(std::string(slides_ending) + "\n"), handouts = count(".pdf\n") - slides;
        const int lessons = request_.html     ? count(".html\n") - 1
                            : request_.pdf    ? handouts
                            : request_.slides ? slides
                                              : count(".mp4\n");
        if (request_.html)
            add(lessons == 1 ? std::string(texts::window::exported_site_one)
                             : fmt::format(texts::window::exported_site, lessons));
        if (request_.pdf) add(fmt::format(texts::window::exported_handouts, lessons));
        if (request_.slides) add(fmt::format(texts::window::exported_slides, lessons));
        if (request_.film) add(fmt::format(texts::window::exported_films, lessons));
    } else {
        if (request_.html) add(path_text(name + ".html"));
        if (request_.pdf) add(path_text(name + ".pdf"));
        if (request_.slides) add(path_text(name + slides_ending));
        if (request_.film) add(path_text(name + ".mp4"));
    }
    if (!request_.png) return words;
    const int pictures = count(".png\n");
    add(pictures == 1 ? texts::window::exported_picture : fmt::format(texts::window::exported_pictures, pictures));
    return words;
}

/// The exporter's own sentence.
std::string LessonExportRun::problem() const {
    const std::string before = "glassformer: ";
    const std::string& said = child_->errors();
    const std::size_t at = said.rfind(before);
    if (at == std::string::npos || (at > 0 && said[at - 1] != '\n'))
        return fmt::format(texts::window::export_ended, child_->exit_code().value_or(1));
    const std::size_t begin = at + before.size();
    return said.substr(begin, said.find('\n', begin) - begin);
}

}  // namespace glassformer
