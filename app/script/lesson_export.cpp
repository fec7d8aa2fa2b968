#include "app/script/lesson_export.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "app/export/drawn_map.h"
#include "app/export/ffmpeg.h"
#include "app/export/spans_of_run.h"
#include "app/export/unfinished_files.h"
#include "app/handout/handout_blocks.h"
#include "app/handout/html_page.h"
#include "app/handout/pdf_pages.h"
#include "app/handout/site.h"
#include "app/handout/slide_pages.h"
#include "app/handout/texts.h"
#include "app/lessons/check_lesson.h"
#include "app/platform/png.h"
#include "app/program/figure_words.h"
#include "app/workspace/texts.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/lesson/markdown.h"
#include "core/lesson/read_lesson.h"
#include "core/lesson/reading_order.h"

namespace glassformer {

namespace {

// Of a picture in a page, in pixels at the body size of the window: a stage with its title and formula has room, and
// its labels can be read where the page is half as wide.
constexpr Rect figure_area{0, 0, 960, 610};
constexpr Rect slide_area{0, 0, 900, 690};  // of a slide, which has more room below it

/// One lesson, which is open in the program.
class LessonExporter {
public:
    LessonExporter(App& app, const LessonExport& what, const std::filesystem::path& folder, std::string name)
        : what_(what), folder_(folder), name_(std::move(name)), platform_(app.platform()), app_(app) {
        const Lesson& lesson = app_.lesson().lesson();
        handout_ = {.title = lesson.title, .about = lesson.about, .lecture = lesson.lecture, .minutes = lesson.minutes};
        found_ = {.name = name_,
                  .title = lesson.title,
                  .about = lesson.about,
                  .lecture = lesson.lecture,
                  .minutes = lesson.minutes,
                  .before = lesson.before,
                  .pdf = what.pdf,
                  .film = what.film};
        app_.exports().print_figures();
        if (what.pdf) pdf_.emplace(file(".pdf"), app_.theme(), lesson.title, what.compact);
        if (what.slides) slides_.emplace(file(slides_ending), app_.theme(), lesson.title);
        if (what.film) std::filesystem::create_directory(frames());
    }

    /// `site`: the lessons beside it; null: its page stands alone. The files are in the folder that was given.
    std::vector<std::filesystem::path> write(ExportedStep told, const SiteNeighbours* site) {
        LessonPlayer& player = app_.lesson();
        told.lesson = name_;
        told.steps = player.steps();
        if (pdf_) pdf_->lesson(handout_);
        if (slides_) slides_->lesson(handout_);
        for (int i = 0; i < player.steps(); ++i) {
            told.step = i + 1;
            if (what_.begins) what_.begins(told);
            player.go(i);
            player.show_all_parts();
            step(i);
        }
        answers_at_end();
        return finish(site);
    }
    /// What a site's contents say of it, once it is written.
    SiteLesson take_found() { return std::move(found_); }

private:
    std::filesystem::path file(const char* ending) const { return folder_ / (name_ + ending); }
    std::filesystem::path frames() const { return folder_ / ("frames of " + name_); }

    void settle(const LessonStep& step) {
        app_.settle_whole();
        const Session::Snapshot shown = app_.session().shown();
        const std::string problem = !shown.error.empty() ? shown.error : app_.message();
        if (!problem.empty() || !shown.current)
            throw lesson_error(step.file, step.place, fmt::format(texts::window::not_shown, problem));
    }

    void step(int number) {
        LessonPlayer& player = app_.lesson();
        const LessonStep step = player.now();
        settle(step);
        const LessonRuns runs = app_.lesson_runs();
        require_formulas(step, what_.notes, runs.shown->trace());
        const std::span<const LessonBlock> all = step.text;
        const auto asks = std::ranges::find(all, LessonBlock::Kind::question, &LessonBlock::kind);
        const std::span<const LessonBlock> before(all.begin(), asks), after(asks, all.end());
        HandoutStep made{.title = step.title, .text = SpansOfRun(step, runs).text(step.question ? before : all)};
        if (what_.notes && !step.notes.empty())
            made.notes = SpansOfRun(step, runs).text(lesson_blocks(step.notes, step.file, step.notes_line)).blocks;
        if (step.question) made.question = asked(*step.question, SpansOfRun(step, runs));
        const double seconds = std::min(what_.seconds, 60 * minutes_of(step));
        made.figure = figure(!step.question);
        print_step(number, made);
        pictures(number, "", step.question ? seconds / 2 : seconds);
        if (step.question) {
            const LessonScene scene = player.scene();
            const bool covered = app_.course().cover().any();
            const QuestionVerdict verdict = app_.show_lesson_answer();
            player.show_all_parts();
            settle(step);
            const std::string answer = verdict.answer.empty() ? solution_of(*step.question, step.file) : verdict.answer;
            using Kind = LessonQuestion::Kind;
            const bool options = step.question->kind == Kind::choice || step.question->kind == Kind::order;
            made.question->answer =
                options ? joined(made.question->options, verdict.options) : std::vector<LessonSpan>{{.text = answer}};
            made.question->text = SpansOfRun(step, app_.lesson_runs()).text(after);
            if ((covered || !(player.scene() == scene)) && !app_.course().words_alone())
                made.question->figure = figure(true);
            pictures(number, "-answer", seconds / 2);
            if (what_.answers == AnswersStand::below) print_answer(*made.question, number, step.title);
            if (what_.answers == AnswersStand::end) at_end_.push_back({number, step.title, *made.question});
            if (what_.answers == AnswersStand::left_out) made.question = without_answer(std::move(*made.question));
        }
        if (pdf_ && !made.notes.empty()) pdf_->notes(made.notes);
        if (what_.site) found_.steps.push_back(site_step(made));
        if (what_.html) handout_.steps.push_back(std::move(made));
    }

    /// A step up to its question, in the documents.
    void print_step(int number, const HandoutStep& made) {
        const HandoutQuestion* const question = made.question ? &*made.question : nullptr;
        const std::string title = fmt::format("{}. {}", number + 1, made.title);
        if (pdf_) {
            const bool words_alone = app_.course().words_alone();
            pdf_->step(number + 1, made.title);
            if (what_.compact && !words_alone) {
                pdf_->figure_beside(figure_area.w, figure_area.h, app_.em(), made.figure.caption, draws("figure.pdf"),
                                    made.text, question);
            } else {
                if (!words_alone)
                    pdf_->figure(figure_area.w, figure_area.h, app_.em(), made.figure.caption, draws("figure.pdf"));
                pdf_->text(made.text);
                if (question != nullptr) pdf_->question(*question);
            }
        }
        if (!slides_) return;
        std::vector<LessonBlock> all = made.text.blocks;
        if (question != nullptr) std::ranges::move(question_blocks(*question), std::back_inserter(all));
        slides_->slide(title, slide_picture(made.figure.caption), all, made.text.words());
    }
    /// The answer of a question whose scene is shown. `heads`: under the title of its step.
    void print_answer(const HandoutQuestion& question, int number, const std::string& title, bool heads = false) {
        if (pdf_) {
            if (heads) pdf_->answer_of(number + 1, title);
            if (question.figure && !what_.compact)
                pdf_->figure(figure_area.w, figure_area.h, app_.em(), question.figure->caption, draws("figure.pdf"));
            pdf_->answer(question);
        }
        if (!slides_) return;
        const FigureWords words = figure_words(app_.workspace(), app_.course(), true);
        slides_->slide(fmt::format("{}. {}", number + 1, title), slide_picture(words.caption), answer_blocks(question),
                       question.text.words());
    }
    /// The answers of all questions after the last step, with their pictures, which are shown once more.
    void answers_at_end() {
        if (at_end_.empty() || !(pdf_ || slides_)) return;
        if (pdf_) pdf_->part(texts::handout::answers);
        LessonPlayer& player = app_.lesson();
        for (const AnswerAtEnd& answer : at_end_) {
            player.go(answer.number);
            settle(player.now());
            print_answer(answer.question, answer.number, answer.title, true);
        }
    }
    static HandoutQuestion without_answer(HandoutQuestion question) {
        question.answer.clear();
        question.text = {};
        question.figure.reset();
        return question;
    }
    std::function<void(CairoPainter&, const Rect&)> draws(const char* kind) {
        return [this, kind](CairoPainter& painter, const Rect& area) { app_.draw_page(painter, kind, area); };
    }
    SlidePages::Picture slide_picture(const std::string& caption) {
        if (app_.course().words_alone()) return {};
        return {.width = slide_area.w,
                .height = slide_area.h,
                .em = app_.em(),
                .caption = caption,
                .draw = draws("figure.pdf")};
    }

    /// What is edited to reach a goal.
    static std::string solution_of(const LessonQuestion& question, const std::string& file) {
        std::string words;
        for (const SceneLine& line : solution_lines(question, file))
            words += (words.empty() ? "" : "; ") + (line.key == "edit" ? "" : line.key + ": ") + line.value;
        return words;
    }
    /// These options with a comma between two, as they were read in the run that the question is about.
    static std::vector<LessonSpan> joined(const std::vector<std::vector<LessonSpan>>& options,
                                          const std::vector<int>& which) {
        std::vector<LessonSpan> all;
        for (const int option : which) {
            if (!all.empty()) all.push_back({.text = ", "});
            std::ranges::copy(options[static_cast<std::size_t>(option)], std::back_inserter(all));
        }
        return all;
    }
    static HandoutQuestion asked(const LessonQuestion& question, const SpansOfRun& of) {
        HandoutQuestion made{.question = of.line(question.question), .answer = {}};
        for (const std::string& hint : question.hints) made.hints.push_back(of.line(hint));
        for (const std::string& option : question.options) made.options.push_back(of.line(words_of_option(option)));
        return made;
    }

    HandoutFigure figure(bool tells) {
        if (app_.course().words_alone()) return {};
        const FigureWords words = figure_words(app_.workspace(), app_.course(), tells);
        HandoutFigure made{.svg = {},
                           .width = figure_area.w,
                           .height = figure_area.h,
                           .caption = words.caption,
                           .alternative = words.alternative};
        if (what_.html) {
            const std::filesystem::path as_svg = "figure.svg";
            CairoPainter painter(as_svg, app_.theme(), app_.em(), figure_area);
            const LessonRuns runs = app_.lesson_runs();
            const PictureCover cover = app_.course().cover();
            painter.report_maps_to([&](const ConstMatrix& matrix, const Rect& rect, const Rect& seen, int shown) {
                if (auto map = drawn_map(runs, matrix, rect, seen, shown, cover.cells))
                    made.maps.push_back(std::move(*map));
            });
            app_.draw_page(painter, as_svg, figure_area);
            made.svg = painter.bytes();
        }
        return made;
    }

    /// The window as it is.
    Image window() {
        platform_.set_draws_pixels(true);
        app_.frame();
        Image image = platform_.read_pixels();
        platform_.set_draws_pixels(false);
        return image;
    }
    /// The view alone, as large as the window. What a view remembers is from the frame before: it is drawn twice.
    Image view() {
        const PixelSize size = platform_.size();
        const Rect area{0, 0, static_cast<float>(size.width), static_cast<float>(size.height)};
        static_cast<void>(app_.picture(area, 1));
        return app_.picture(area, static_cast<float>(what_.factor));
    }
    void pictures(int number, const char* part, double seconds) {
        if (what_.png) {
            written_.push_back(folder_ / step_file(name_, number, part));
            write_png(written_.back(), what_.panel || app_.course().words_alone() ? window() : view());
        }
        if (!what_.film) return;
        const std::string frame = fmt::format("{:04}.png", ++frame_);
        write_png(frames() / frame, window());
        durations_ += fmt::format("file '{}'\nduration {:.2f}\n", frame, std::max(seconds, 0.5));
    }

    std::vector<std::filesystem::path> finish(const SiteNeighbours* site) {
        if (what_.html) {
            written_.insert(written_.begin(), file(".html"));
            write_file(written_.front(), html_page(handout_, site));
        }
        if (pdf_) {
            pdf_->finish();
            written_.push_back(file(".pdf"));
        }
        if (slides_) {
            slides_->finish();
            written_.push_back(file(slides_ending));
        }
        if (what_.film) {
            written_.push_back(file(".mp4"));
            film(written_.back());
        }
        return std::move(written_);
    }
    /// Each picture for as long as its step lasts; films in YUV need even sides.
    void film(const std::filesystem::path& film) const {
        const std::filesystem::path list = frames() / "frames.txt";
        // The last one is named once more: else it would not be held.
        write_file(list, durations_ + fmt::format("file '{:04}.png'\n", frame_));
        write_film(film,
                   {frames(),
                    {"-f", "concat", "-i", list.filename().string()},
                    "fps=25,pad=ceil(iw/2)*2:ceil(ih/2)*2,format=yuv420p",
                    what_.folder / film.filename()},
                   what_.goes_on);
        std::error_code ignored;
        std::filesystem::remove_all(frames(), ignored);
    }

    const LessonExport& what_;
    std::filesystem::path folder_;
    std::string name_;
    Platform& platform_;
    App& app_;
    Handout handout_;
    SiteLesson found_;
    std::optional<PdfPages> pdf_;
    std::optional<SlidePages> slides_;
    struct AnswerAtEnd {
        int number = 0;
        std::string title;
        HandoutQuestion question;
    };
    std::vector<AnswerAtEnd> at_end_;
    std::string durations_;
    int frame_ = 0;
    std::vector<std::filesystem::path> written_;
};

/// The lessons before and after the one at that place.
SiteNeighbours neighbours(const std::vector<Lesson>& lessons, std::size_t at) {
    const auto named = [](const Lesson& lesson) {
        return SiteNeighbour{.name = lesson.file.stem().string(), .title = lesson.title};
    };
    SiteNeighbours site;
    if (at > 0) site.previous = named(lessons[at - 1]);
    if (at + 1 < lessons.size()) site.next = named(lessons[at + 1]);
    return site;
}

/// Each says where in its file something is wrong, before the first step is computed.
std::vector<Lesson> read_lessons(const std::vector<std::filesystem::path>& files, bool site) {
    std::vector<Lesson> read, ordered;
    for (const std::filesystem::path& file : files) {
        read.push_back(read_lesson(file));
        if (site && file.stem() == site_contents)
            throw Error(fmt::format(texts::window::lesson_named_index, path_text(file)));
    }
    if (!site) return read;
    std::vector<LessonInOrder> all;
    all.reserve(read.size());
    for (const Lesson& lesson : read)
        all.push_back({.name = lesson.file.stem().string(),
                       .before = lesson.before,
                       .whole_lecture = is_whole_lecture(lesson.lecture, lesson.minutes)});
    for (const std::size_t each : reading_order(all)) ordered.push_back(read[each]);
    return ordered;
}

}  // namespace

std::vector<std::filesystem::path> export_lessons(AppOptions options, const LessonExport& what,
                                                  const std::vector<std::filesystem::path>& lessons) {
    if (what.film && !has_ffmpeg())
        throw Error(fmt::format(texts::window::no_film_of_lesson, lessons.front().stem().string() + ".mp4"));
    const std::vector<Lesson> read = read_lessons(lessons, what.site);
    const UnfinishedFiles unfinished(what.folder);
    options.still = true;
    options.lesson = read.front().file;
    options.lesson_step = 0;
    const std::unique_ptr<Platform> platform = open_headless(options.size, static_cast<float>(what.factor));
    App app(*platform, options);
    platform->set_draws_pixels(false);
    std::vector<std::filesystem::path> files;
    std::vector<SiteLesson> found;
    for (std::size_t i = 0; i < read.size(); ++i) {
        if (i > 0) app.open_lesson(read[i].file, 0);
        const SiteNeighbours site = neighbours(read, i);
        LessonExporter exporter(app, what, unfinished.path(), read[i].file.stem().string());
        const ExportedStep told{.lesson = {}, .number = i + 1, .lessons = read.size()};
        std::ranges::move(exporter.write(told, what.site && what.html ? &site : nullptr), std::back_inserter(files));
        if (what.site) found.push_back(exporter.take_found());
    }
    if (what.site && what.html) {
        files.insert(files.begin(), unfinished.path() / (std::string(site_contents) + ".html"));
        write_file(files.front(), site_page(found));
    }
    unfinished.place(files);
    return files;
}

}  // namespace glassformer
