#include "app/lessons/lesson_library.h"

#include <algorithm>
#include <exception>
#include <system_error>
#include <utility>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/lesson/expression.h"
#include "core/lesson/markdown.h"
#include "core/lesson/marking.h"
#include "core/lesson/read_lesson.h"
#include "core/lesson/reading_order.h"
#include "core/tape/formula_text.h"

namespace glassformer {

namespace {

/// A stage by its name: "blocks.0.attn.weights"; formulas are told from it by their marks.
bool is_record_name(const std::string& text) {
    return text.find('.') != std::string::npos &&
           text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789._") == std::string::npos;
}

/// The first thing in a lesson that is written wrongly but does not keep it from being shown.
struct FirstFault {
    const std::string& source;
    std::string said = {};
};

/// A formula that cannot be read is found as it is written, and shown so.
std::string words_of_formula(const LessonSpan& span, FirstFault& fault) {
    if (is_record_name(span.text)) return "…";
    try {
        return plain_formula(span.text);
    } catch (const Error& error) {
        if (fault.said.empty()) fault.said = lesson_error(fault.source, span.place, error.what()).what();
        return span.text;
    }
}

/// The words of a line; a live number is not known before a model runs.
std::string words_of(const std::vector<LessonSpan>& spans, FirstFault& fault) {
    std::string text;
    for (const LessonSpan& span : spans) switch (span.kind) {
            case LessonSpan::Kind::words: text += span.text; break;
            case LessonSpan::Kind::live: text += "…"; break;
            case LessonSpan::Kind::formula: text += words_of_formula(span, fault); break;
            case LessonSpan::Kind::newline: text += ' '; break;
        }
    return text;
}

void add_paragraph(std::string& text, const std::string& paragraph) {
    if (paragraph.empty()) return;
    if (!text.empty()) text += '\n';
    for (const char c : paragraph) text += c == '\n' ? ' ' : c;
}

void add_once(std::vector<std::string>& names, std::string name) {
    if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
}

/// The record that a link names; "" for an address of the web.
std::string record_of(const std::string& link) {
    try {
        return parse_reference(link)->name;
    } catch (const ExpressionError&) {
        return {};
    }
}

void add_links(LibraryStep& step, const std::vector<LessonSpan>& spans) {
    for (const LessonSpan& span : spans)
        if (!span.link.empty()) add_once(step.linked, stage_kind(record_of(span.link)));
}

/// A line of a question, at the place where its words begin.
std::string words_of(const std::string& line, const LessonPlace& place, FirstFault& fault) {
    std::vector<LessonSpan> spans = words_and_formulas(line);
    for (LessonSpan& span : spans) span.place = place;
    return words_of(spans, fault);
}

LibraryStep words_of(const LessonStep& step, FirstFault& fault) {
    LibraryStep made{.title = step.title, .text = {}, .shown = {}, .linked = {}, .asks = step.question.has_value()};
    const auto ask = [&] {
        if (!step.question) return;
        const LessonQuestion& question = *step.question;
        add_paragraph(made.text, words_of(question.question, question.words_place, fault));
        for (std::size_t i = 0; i < question.options.size(); ++i)
            add_paragraph(made.text, words_of(words_of_option(question.options[i]), question.option_places[i], fault));
    };
    bool asked = false;
    for (const LessonBlock& block : step.text) {
        if (block.kind == LessonBlock::Kind::question) {
            ask();
            asked = true;
        }
        add_paragraph(made.text, words_of(block.spans, fault));
        add_links(made, block.spans);
        for (const std::vector<LessonSpan>& cell : block.cells) {
            add_paragraph(made.text, words_of(cell, fault));
            add_links(made, cell);
        }
    }
    if (!asked) ask();
    return made;
}

/// The stage that a scene's picture is about. A stage stays that of the window where a view shows none, or others.
std::string shown_in(const LessonScene& scene) {
    const std::string& record = scene.session.cursor.record;
    const auto row = std::ranges::find(view_rows(), scene.session.view, &ViewRow::name);
    if (scene.words_alone || !scene.image.empty() || record.empty() || row == view_rows().end() ||
        row->shows == nullptr)
        return {};
    const auto values = scene.session.views.find(scene.session.view);
    return row->shows(record, values == scene.session.views.end() ? ViewValues() : values->second) ? record : "";
}

std::vector<LibraryLesson> read_all(const std::vector<std::filesystem::path>& files, const ExampleOf& example_of) {
    std::vector<LibraryLesson> lessons;
    lessons.reserve(files.size());
    for (const std::filesystem::path& file : files) lessons.push_back(read_for_library(file, example_of));
    return lessons;
}

/// By their names, but as they are to be read; whole lectures after the others.
std::vector<const LibraryLesson*> in_order(std::vector<const LibraryLesson*> lessons) {
    std::ranges::stable_sort(lessons, {}, [](const LibraryLesson* lesson) { return lesson->name; });
    std::vector<LessonInOrder> all;
    all.reserve(lessons.size());
    for (const LibraryLesson* lesson : lessons)
        all.push_back({.name = lesson->name, .before = lesson->before, .whole_lecture = is_lecture(*lesson)});
    std::vector<const LibraryLesson*> sorted;
    sorted.reserve(lessons.size());
    for (const std::size_t at : reading_order(all)) sorted.push_back(lessons[at]);
    std::stable_partition(sorted.begin(), sorted.end(),
                          [](const LibraryLesson* lesson) { return !is_lecture(*lesson); });
    return sorted;
}

}  // namespace

bool is_lecture(const LibraryLesson& lesson) { return is_whole_lecture(lesson.lecture, lesson.minutes); }

int question_count(const LibraryLesson& lesson) {
    return static_cast<int>(std::ranges::count_if(lesson.steps, &LibraryStep::asks));
}

std::string stage_kind(std::string_view record) {
    std::string kind;
    for (std::size_t at = 0; at <= record.size();) {
        const std::size_t end = std::min(record.find('.', at), record.size());
        std::string_view part = record.substr(at, end - at);
        at = end + 1;
        const bool number = part.find_first_not_of("0123456789") == std::string_view::npos;
        if (number || part == "blocks" || part == "encoder" || part == "decoder") continue;
        if (part == "self_attn") part = "attn";
        if (!kind.empty()) kind += '.';
        kind += part;
    }
    return kind;
}

LibraryLesson read_for_library(const std::filesystem::path& file, const ExampleOf& example_of) {
    LibraryLesson made;
    made.file = file;
    made.name = path_text(file.stem());
    try {
        const Lesson lesson = read_lesson(file);
        made.title = lesson.title;
        made.lecture = lesson.lecture;
        made.about = lesson.about;
        made.minutes = lesson.minutes;
        made.before = lesson.before;
        const std::vector<StepScenes> scenes = scenes_of(lesson, example_of);
        made.steps.reserve(lesson.steps.size());
        for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
            FirstFault fault{.source = lesson.steps[i].file};
            LibraryStep step = words_of(lesson.steps[i], fault);
            if (made.fault.empty()) made.fault = fault.said;
            add_once(step.shown, stage_kind(shown_in(scenes[i].first)));
            add_once(step.shown, stage_kind(shown_in(scenes[i].revealed)));
            made.steps.push_back(std::move(step));
        }
    } catch (const std::exception& error) {
        made.title = path_text(file.filename());
        made.problem = error.what();
        made.steps.clear();
    }
    return made;
}

LessonLibrary::LessonLibrary(std::vector<std::filesystem::path> files, ExampleOf example_of, std::function<void()> wake)
    : files_(std::move(files)), example_of_(std::move(example_of)), wake_(std::move(wake)) {
    if (files_.empty()) wait();
}

bool LessonLibrary::ready() {
    lessons_.follow(
        0, [this](const auto&) { return read_all(files_, example_of_); }, wake_);
    return lessons_.done();
}

void LessonLibrary::wait() {
    lessons_.wait();
    lessons_.answer(0, [this](const auto&) { return read_all(files_, example_of_); });
}

void LessonLibrary::set_own(const std::vector<std::filesystem::path>& files) {
    std::vector<Own> now;
    for (const std::filesystem::path& file : files) {
        std::error_code unread;
        if (!std::filesystem::is_regular_file(file, unread)) continue;
        const auto time = std::filesystem::last_write_time(file, unread);
        const auto size = std::filesystem::file_size(file, unread);
        const auto known =
            std::ranges::find_if(own_, [&](const Own& own) { return own.lesson.file == file && own.time == time; });
        if (known != own_.end() && known->size == size) {
            now.push_back(std::move(*known));
            own_.erase(known);
            continue;
        }
        Own own{.lesson = read_for_library(file, example_of_), .time = time, .size = size};
        own.lesson.name = path_text(file);
        own.lesson.own = true;
        now.push_back(std::move(own));
    }
    own_ = std::move(now);
}

std::vector<const LibraryLesson*> LessonLibrary::all() {
    wait();
    std::vector<const LibraryLesson*> lessons;
    for (const LibraryLesson& lesson : lessons_.shown()->result) lessons.push_back(&lesson);
    lessons = in_order(std::move(lessons));
    for (const Own& own : own_) lessons.push_back(&own.lesson);
    return lessons;
}

std::vector<LessonStepPlace> LessonLibrary::steps_with(std::string_view record) {
    const std::string kind = stage_kind(record);
    std::vector<LessonStepPlace> places;
    if (kind.empty()) return places;
    const auto has = [&](const std::vector<std::string>& kinds) {
        return std::ranges::find(kinds, kind) != kinds.end();
    };
    for (const LibraryLesson* lesson : all())
        for (int i = 0; i < static_cast<int>(lesson->steps.size()); ++i) {
            const LibraryStep& step = lesson->steps[static_cast<std::size_t>(i)];
            const bool shown = has(step.shown);
            if (shown || has(step.linked)) places.push_back({.lesson = lesson, .step = i, .linked = !shown});
        }
    return places;
}

}  // namespace glassformer
