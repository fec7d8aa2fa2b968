// lesson: checks lessons against the runs that they show; lesson export is in lesson_export_command.cpp.
#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "app/commands/commands.h"
#include "app/commands/given_answers.h"
#include "app/commands/lesson_checking.h"
#include "app/commands/texts.h"
#include "app/commands/usage.h"
#include "app/platform/tell.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/io/assets.h"
#include "core/lesson/read_lesson.h"

namespace glassformer {

namespace {

/// The pages that scenes show, laid out when a lesson first asks for one.
class Pages {
public:
    explicit Pages(const CommandContext& context) : context_(context) {}
    App& app() {
        if (!app_) {
            const AppOptions options = hidden_options(context_, {});
            window_ = open_paper(options.size);
            app_ = std::make_unique<App>(*window_, options);
        }
        return *app_;
    }

private:
    const CommandContext& context_;
    std::unique_ptr<Platform> window_;
    std::unique_ptr<App> app_;  // last: it ends before what it draws on
};

/// Steps whose text has no room in a small window with large text, as it is first seen, and questions whose answer can
/// be read while they are open.
std::vector<std::string> seen_in_window(const CommandContext& context, const std::filesystem::path& file) {
    ViewOptions view;
    view.lesson = file;
    view.lesson_step = 1;
    view.scale = 1.3F;
    const AppOptions options = hidden_options(context, view);
    const std::unique_ptr<Platform> window = open_paper(options.size);
    App app(*window, options);
    LessonPlayer& lesson = app.lesson();
    GivenAnswers answers(app);
    std::vector<std::string> found;
    for (int step = 0; step < lesson.steps(); ++step) {
        lesson.go(step);
        lesson.show_all_parts();
        app.settle();
        if (app.lesson_hidden() > 0.05F)
            found.push_back(fmt::format(texts::commands::over_the_fold, lesson.now().file, lesson.now().place.line,
                                        app.lesson_hidden()));
        const LessonStep now = lesson.now();
        for (const std::string& given : answers.read_step())
            found.push_back(fmt::format("{}:{}: {}", now.file, now.question->place.line, given));
    }
    return found;
}

void check(const CommandContext& context, std::vector<std::filesystem::path> files) {
    const std::filesystem::path assets = find_assets(context.executable_dir);
    if (files.empty())
        files = lesson_files(assets);
    else
        for (std::filesystem::path& file : files) file = find_lesson(file, assets);
    LessonChecking checking(context);
    Pages pages(context);
    LessonTools tools = checking.tools();
    tools.page = [&](const LessonScene& scene) { return pages.app().numbers_of(scene); };
    tools.unseen_marks = [&](const LessonScene& scene) { return pages.app().unseen_marks(scene); };
    std::size_t wrong = 0;
    for (const std::filesystem::path& file : files) {
        LessonReport report;
        try {
            report = check_lesson(read_lesson(file), tools);
        } catch (const Error& error) {
            report.problems.emplace_back(error.what());
        }
        if (report.problems.empty()) report.problems = seen_in_window(context, file);
        for (const std::string& problem : report.problems) tell("{}\n", problem);
        for (const std::string& warning : report.warnings) tell(texts::commands::lesson_warning, warning);
        wrong += report.problems.size();
        if (report.problems.empty())
            fmt::print(texts::commands::lesson_holds, path_text(file), report.steps, report.numbers, report.conditions,
                       report.questions);
    }
    if (wrong == 1) throw Error(texts::commands::lesson_wrong_one);
    if (wrong > 1) throw Error(fmt::format(texts::commands::lesson_wrong, wrong));
}

}  // namespace

static void add_lesson_command(CLI::App& app, const CommandContext& context) {
    auto* command = app.add_subcommand("lesson", "Check lessons, or export them");
    command->require_subcommand(1);
    give_examples(*command,
                  "  glassformer lesson check\n  glassformer lesson check my-lecture.md\n"
                  "  glassformer lesson export tour --out handouts\n");
    auto* checking = command->add_subcommand(
        "check", "Compute every step of lessons: their scenes, numbers, conditions and questions");
    auto files = std::make_shared<std::vector<std::filesystem::path>>();
    checking->add_option("FILE", *files, "Lesson files, or names of built-in lessons (default: all built-in ones)");
    give_examples(*checking, "  glassformer lesson check my-lecture.md\n");
    checking->callback([context, files] { check(context, *files); });
    add_lesson_export(*command, context);
}

extern const Subcommand lesson_subcommand{.place = 90, .add = add_lesson_command};

}  // namespace glassformer
