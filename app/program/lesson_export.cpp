#include "app/program/lesson_export.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <system_error>
#include <utility>

#include "app/handout/html_page.h"
#include "app/handout/pdf_pages.h"
#include "app/lessons/check_lesson.h"
#include "app/platform/png.h"
#include "app/program/drawn_map.h"
#include "app/program/ffmpeg.h"
#include "app/program/figure_words.h"
#include "app/program/texts.h"
#include "app/views/shared/wording.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/lesson/cell_words.h"
#include "core/lesson/markdown.h"
#include "core/lesson/read_lesson.h"

namespace glassformer {

namespace {

// Of a picture in a page, in pixels at the body size of the window: a stage with its title and formula has room, and
// its labels can be read where the page is half as wide.
constexpr Rect figure_area{0, 0, 960, 610};

/// Spans as they are read in this run.
class SpansOfRun {
public:
    SpansOfRun(const LessonStep& step, const LessonRuns& runs) : step_(step), runs_(runs) {}

    HandoutText text(std::span<const LessonBlock> blocks) const {
        HandoutText text{.blocks = {blocks.begin(), blocks.end()}};
        for (LessonBlock& block : text.blocks) {
            write_out(block.spans, text);
            for (auto& cell : block.cells) write_out(cell, text);
        }
        return text;
    }
    /// Of a question, an option, a hint.
    std::vector<LessonSpan> line(std::string_view words) const {
        std::vector<LessonSpan> spans = words_and_formulas(words);
        HandoutText text;
        write_out(spans, text);
        return spans;
    }

private:
    void write_out(std::vector<LessonSpan>& spans, HandoutText& text) const {
        for (LessonSpan& span : spans) {
            if (span.kind == LessonSpan::Kind::live) span.text = number(span);
            if (span.kind == LessonSpan::Kind::formula)
                if (const int id = runs_.shown->trace().find(span.text); id >= 0)
                    span.text = runs_.shown->trace().formula(id);
            const int id = span.link.empty() ? -1 : runs_.shown->trace().find(span.link.substr(0, span.link.find('[')));
            if (id >= 0)
                if (const Stage* stage = runs_.shown->trace().record(id).stage)
                    text.meanings.insert_or_assign(span.link, stage->meaning);
        }
    }
    std::string number(const LessonSpan& span) const {
        try {
            const FormattedExpression formatted = parse_formatted(span.text);
            return value_text(formatted, evaluate(*formatted.expression, runs_),
                              [](double value) { return number_text(value); });
        } catch (const Error& error) {
            throw lesson_error(step_.file, span.place, error.what());
        }
    }

    const LessonStep& step_;
    const LessonRuns& runs_;
};

void make_folder(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error || !std::filesystem::is_directory(folder))
        throw Error(fmt::format(texts::program::no_export_folder, path_text(folder), error.message()));
}

std::string step_file(const std::string& name, int number, const char* part) {
    return fmt::format("{}-step-{:02}{}.png", name, number + 1, part);
}

/// Files are made in a folder of their own within the other one, and stand there once all of them are whole. Whoever
/// ends a program that exports knows the folder's name, and takes it away.
class UnfinishedFiles {
public:
    explicit UnfinishedFiles(std::filesystem::path folder)
        : folder_(std::move(folder)), path_(unfinished_export(folder_, getpid())) {
        std::error_code error;
        if (!std::filesystem::create_directory(path_, error) && !error)
            error = std::make_error_code(std::errc::file_exists);  // not ours
        if (error) throw Error(fmt::format(texts::program::folder_not_written, path_text(folder_), error.message()));
    }
    ~UnfinishedFiles() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    UnfinishedFiles(const UnfinishedFiles&) = delete;
    UnfinishedFiles& operator=(const UnfinishedFiles&) = delete;

    const std::filesystem::path& path() const { return path_; }
    /// All are there: they take their places.
    void place(std::vector<std::filesystem::path>& files) const {
        // A folder in a file's place stops all, not those behind it.
        for (const std::filesystem::path& file : files)
            if (const std::filesystem::path whole = folder_ / file.filename(); std::filesystem::is_directory(whole))
                throw Error(fmt::format(texts::program::not_placed, path_text(whole),
                                        std::make_error_code(std::errc::is_a_directory).message()));
        for (std::filesystem::path& file : files) {
            const std::filesystem::path whole = folder_ / file.filename();
            std::error_code error;
            std::filesystem::rename(file, whole, error);
            if (error) throw Error(fmt::format(texts::program::not_placed, path_text(whole), error.message()));
            file = whole;
        }
    }

private:
    std::filesystem::path folder_, path_;
};

class LessonExporter {
public:
    LessonExporter(const AppOptions& options, const LessonExport& what)
        : what_(what),
          unfinished_(what.folder),
          name_(options.lesson.stem().string()),
          platform_(open_headless(options.size, static_cast<float>(what.factor))),
          app_(*platform_, options) {
        platform_->set_draws_pixels(false);
        if (what.pdf) pdf_.emplace(file(".pdf"), app_.theme(), app_.lesson().lesson().title);
        if (what.film) std::filesystem::create_directory(frames());
    }

    std::vector<std::filesystem::path> write() {
        LessonPlayer& player = app_.lesson();
        const Lesson& lesson = player.lesson();
        handout_ = {.title = lesson.title, .about = lesson.about, .lecture = lesson.lecture, .minutes = lesson.minutes};
        if (pdf_) pdf_->lesson(handout_);
        for (int i = 0; i < player.steps(); ++i) {
            if (what_.begins) what_.begins(i, player.steps());
            player.go(i);
            player.show_all_parts();
            step(i);
        }
        return finish();
    }

private:
    std::filesystem::path file(const char* ending) const { return unfinished_.path() / (name_ + ending); }
    std::filesystem::path frames() const { return unfinished_.path() / "frames"; }

    void settle(const LessonStep& step) {
        app_.settle();
        const Session::Snapshot shown = app_.session().shown();
        const std::string problem = !shown.error.empty() ? shown.error : app_.message();
        if (!problem.empty() || !shown.current)
            throw lesson_error(step.file, step.place, fmt::format(texts::program::not_shown, problem));
    }

    void step(int number) {
        LessonPlayer& player = app_.lesson();
        const LessonStep step = player.now();
        settle(step);
        const LessonRuns runs = app_.lesson_runs();
        const std::span<const LessonBlock> all = step.text;
        const auto asks = std::ranges::find(all, LessonBlock::Kind::question, &LessonBlock::kind);
        const std::span<const LessonBlock> before(all.begin(), asks), after(asks, all.end());
        HandoutStep made{.title = step.title, .text = SpansOfRun(step, runs).text(step.question ? before : all)};
        if (what_.notes && !step.notes.empty())
            made.notes = SpansOfRun(step, runs).text(lesson_blocks(step.notes, step.file, step.notes_line)).blocks;
        if (pdf_) pdf_->step(number + 1, step.title);
        const double seconds = std::min(what_.seconds, 60 * minutes_of(step));
        made.figure = figure(!step.question);
        pictures(number, "", step.question ? seconds / 2 : seconds);
        if (pdf_) pdf_->text(made.text);
        if (step.question) {
            made.question = asked(*step.question, SpansOfRun(step, runs));
            if (pdf_) pdf_->question(*made.question);
            const LessonScene scene = player.scene();
            const QuestionVerdict verdict = app_.show_lesson_answer();
            player.show_all_parts();
            settle(step);
            const std::string answer = verdict.answer.empty() ? solution_of(*step.question) : verdict.answer;
            using Kind = LessonQuestion::Kind;
            const bool options = step.question->kind == Kind::choice || step.question->kind == Kind::order;
            made.question->answer =
                options ? SpansOfRun(step, app_.lesson_runs()).line(answer) : std::vector<LessonSpan>{{.text = answer}};
            made.question->text = SpansOfRun(step, app_.lesson_runs()).text(after);
            if (!(player.scene() == scene)) made.question->figure = figure(true);
            pictures(number, "-answer", seconds / 2);
            if (pdf_) pdf_->answer(*made.question);
        }
        if (pdf_ && !made.notes.empty()) pdf_->notes(made.notes);
        if (what_.html) handout_.steps.push_back(std::move(made));
    }

    /// What is edited to reach a goal.
    static std::string solution_of(const LessonQuestion& question) {
        std::string words;
        for (const SceneLine& line : solution_lines(question))
            words += (words.empty() ? "" : "; ") + (line.key == "edit" ? "" : line.key + ": ") + line.value;
        return words;
    }
    static HandoutQuestion asked(const LessonQuestion& question, const SpansOfRun& of) {
        HandoutQuestion made{.question = of.line(question.question), .answer = {}};
        for (const std::string& hint : question.hints) made.hints.push_back(of.line(hint));
        for (const std::string& option : question.options) made.options.push_back(of.line(words_of_option(option)));
        return made;
    }

    HandoutFigure figure(bool tells) {
        const FigureWords words = figure_words(app_, tells);
        HandoutFigure made{.svg = {},
                           .width = figure_area.w,
                           .height = figure_area.h,
                           .caption = words.caption,
                           .alternative = words.alternative};
        if (what_.html) {
            const std::filesystem::path as_svg = "figure.svg";
            CairoPainter painter(as_svg, app_.theme(), app_.em(), figure_area);
            const LessonRuns runs = app_.lesson_runs();
            painter.tell_maps([&](const ConstMatrix& matrix, const Rect& rect, const Rect& seen, int shown) {
                if (auto map = drawn_map(runs, matrix, rect, seen, shown)) made.maps.push_back(std::move(*map));
            });
            app_.draw_page(painter, as_svg, figure_area);
            made.svg = painter.bytes();
        }
        if (pdf_)
            pdf_->figure(
                figure_area.w, figure_area.h, app_.em(), words.caption,
                [this](CairoPainter& painter, const Rect& area) { app_.draw_page(painter, "figure.pdf", area); });
        return made;
    }

    /// The window as it is.
    Image window() {
        platform_->set_draws_pixels(true);
        app_.frame();
        Image image = platform_->read_pixels();
        platform_->set_draws_pixels(false);
        return image;
    }
    /// The view alone, as large as the window. What a view remembers is from the frame before: it is drawn twice.
    Image view() {
        const PixelSize size = platform_->size();
        const Rect area{0, 0, static_cast<float>(size.width), static_cast<float>(size.height)};
        static_cast<void>(app_.picture(area, 1));
        return app_.picture(area, static_cast<float>(what_.factor));
    }
    void pictures(int number, const char* part, double seconds) {
        if (what_.png) {
            written_.push_back(unfinished_.path() / step_file(name_, number, part));
            write_png(written_.back(), what_.panel ? window() : view());
        }
        if (!what_.film) return;
        const std::string frame = fmt::format("{:04}.png", ++frame_);
        write_png(frames() / frame, window());
        durations_ += fmt::format("file '{}'\nduration {:.2f}\n", frame, std::max(seconds, 0.5));
    }

    std::vector<std::filesystem::path> finish() {
        if (what_.html) {
            written_.insert(written_.begin(), file(".html"));
            write_file(written_.front(), html_page(handout_));
        }
        if (pdf_) {
            pdf_->finish();
            written_.push_back(file(".pdf"));
        }
        if (what_.film) {
            written_.push_back(file(".mp4"));
            film(written_.back());
        }
        unfinished_.place(written_);
        return std::move(written_);
    }
    /// Each picture for as long as its step lasts; films in YUV need even sides.
    void film(const std::filesystem::path& film) const {
        const std::filesystem::path list = frames() / "frames.txt";
        // The last one is named once more: else it would not be held.
        write_file(list, durations_ + fmt::format("file '{:04}.png'\n", frame_));
        const int code =
            ffmpeg({"-nostdin", "-y", "-loglevel", "error", "-f", "concat", "-safe", "0", "-i", list.string(), "-vf",
                    "fps=25,pad=ceil(iw/2)*2:ceil(ih/2)*2,format=yuv420p", std::filesystem::absolute(film).string()});
        if (code != 0)
            throw Error(fmt::format(texts::program::ffmpeg_failed, code, path_text(what_.folder / film.filename())));
    }

    LessonExport what_;
    UnfinishedFiles unfinished_;
    std::string name_;
    std::unique_ptr<Platform> platform_;
    App app_;
    Handout handout_;
    std::optional<PdfPages> pdf_;
    std::string durations_;
    int frame_ = 0;
    std::vector<std::filesystem::path> written_;
};

}  // namespace

std::vector<std::filesystem::path> replaced_by_export(const LessonExport& what, const std::string& name, int steps) {
    std::vector<std::filesystem::path> files;
    const auto look = [&](const std::string& file) {
        std::error_code unread;
        if (std::filesystem::exists(what.folder / file, unread)) files.push_back(what.folder / file);
    };
    if (what.html) look(name + ".html");
    if (what.pdf) look(name + ".pdf");
    for (int i = 0; what.png && i < steps; ++i)
        for (const char* part : {"", "-answer"}) look(step_file(name, i, part));
    if (what.film) look(name + ".mp4");
    return files;
}

std::filesystem::path unfinished_export(const std::filesystem::path& folder, long process) {
    return folder / fmt::format(".glassformer-export-{}", process);
}

std::vector<std::filesystem::path> export_lesson(AppOptions options, const LessonExport& what) {
    if (what.film && ffmpeg({"-version"}) < 0)
        throw Error(fmt::format(texts::program::no_film_of_lesson, options.lesson.stem().string() + ".mp4"));
    static_cast<void>(read_lesson(options.lesson));  // says where in the file what is wrong
    make_folder(what.folder);
    options.still = true;
    options.lesson_step = 0;
    return LessonExporter(options, what).write();
}

}  // namespace glassformer
