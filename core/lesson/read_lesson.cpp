#include "core/lesson/read_lesson.h"

#include <algorithm>

#include "core/base/file.h"
#include "core/base/json_text.h"
#include "core/base/nearest_name.h"
#include "core/base/utf8.h"
#include "core/base/words.h"
#include "core/io/version.h"
#include "core/lesson/key_lines.h"
#include "core/lesson/markdown.h"
#include "core/lesson/read_question.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;

/// "dot-scores, causal-mask": names between commas. Whether there are such exercises is not looked at here.
std::vector<LessonExercise> exercises_in(const SceneLine& line, const std::string& source) {
    std::vector<LessonExercise> all;
    LessonPlace place{line.place.line, line.place.column + 1};  // a blank follows the colon
    const auto pass = [&place](std::string_view read) {
        for (const char c : read)
            place = c == '\n' ? LessonPlace{place.line + 1, 1} : LessonPlace{place.line, place.column + 1};
    };
    const std::string& text = line.value;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        const std::string_view piece = std::string_view(text).substr(at, end - at);
        const std::size_t first = std::min(piece.find_first_not_of(" \t\n"), piece.size());
        pass(piece.substr(0, first));
        const std::string name(without_blanks(piece.substr(first)));
        if (name.empty())
            throw lesson_error(source, place, "\"exercises\" has names with a comma between two; here is none");
        if (name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != std::string::npos)
            throw lesson_error(source, place,
                               "an exercise has a name of small letters, digits and hyphens, not " + in_quotes(name));
        if (std::ranges::find(all, name, &LessonExercise::kind) != all.end())
            throw lesson_error(source, place, "the exercise " + in_quotes(name) + " is named twice");
        if (all.size() >= most_named_exercises)
            throw lesson_error(source, line.place,
                               "a lesson names at most " + std::to_string(most_named_exercises) + " exercises");
        all.push_back({.kind = name, .place = place});
        pass(piece.substr(first));
        pass(",");
        at = end + 1;
    }
    return all;
}

/// Throws Error where the line asks for a later version of the program than this is, or for none.
void check_needs(const SceneLine& line, const std::string& source) {
    if (!version_of(line.value))
        throw lesson_error(source, line.place,
                           "\"needs\" is a version of Glassformer, such as " + std::string(program_version()) +
                               ", not " + in_quotes(line.value));
    if (needs_later(line.value))
        throw lesson_error(
            source, line.place,
            "the lesson needs Glassformer " + line.value + " or later; this one is " + std::string(program_version()));
}

/// The front matter's keys and what each writes.
void read_front_matter(Lesson& lesson, std::string_view text, const std::string& source) {
    const std::vector<SceneLine> lines = key_lines(text, source, 2, "the front matter");
    for (const SceneLine& line : lines)  // before all else: a later version has keys and blocks that are unknown here
        if (line.key == "needs") check_needs(line, source);
    for (const SceneLine& line : lines) {
        if (line.key == "needs") continue;
        if (line.key == "title")
            lesson.title = line.value;
        else if (line.key == "minutes")
            lesson.minutes = number_in(line, source, 0, 600);
        else if (line.key == "lecture")
            lesson.lecture = line.value;
        else if (line.key == "about")
            lesson.about = line.value;
        else if (line.key == "before")
            lesson.before = split_words(line.value);
        else if (line.key == "exercises")
            lesson.exercises = exercises_in(line, source);
        else if (line.key == "window" && line.value == "simple")
            lesson.simple_window = true;
        else if (line.key == "window")
            throw lesson_error(source, line.place, "\"window\" is simple, not " + in_quotes(line.value));
        else
            unknown_key(line, source, "the front matter",
                        {"title", "minutes", "lecture", "about", "before", "exercises", "needs", "window"});
    }
}

class LessonReader {
public:
    explicit LessonReader(fs::path folder) : folder_(std::move(folder)) {}

    /// Adds the steps of a text. `main`: it has front matter.
    void read(Lesson& lesson, std::string_view text, const std::string& source, bool main) {
        require_text(text, source);
        if (main) lesson.steps_file = source;
        std::size_t body = 0;
        int first_line = 1;
        if (text.starts_with("---\n") || text.starts_with("---\r\n")) {
            const std::size_t end = text.find("\n---", 3);
            if (end == std::string_view::npos)
                throw lesson_error(source, {1, 1}, "the front matter is not closed with a line “---”");
            const std::size_t begin = text.find('\n') + 1;
            if (main && end >= begin) read_front_matter(lesson, text.substr(begin, end + 1 - begin), source);
            body = std::min(text.find('\n', end + 1), text.size() - 1) + 1;
            first_line =
                1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(body), '\n'));
        }
        const std::string_view rest = text.substr(body);
        const std::size_t before = lesson.steps.size();
        for (MarkdownPiece& piece : markdown_pieces(rest, source, first_line))
            add(lesson, std::move(piece), source, before);
        const int last = first_line + static_cast<int>(std::ranges::count(rest, '\n'));
        close(lesson, before, last);
        if (main && lesson.title.empty())
            throw lesson_error(source, {1, 1},
                               "the lesson has no title: begin the file with a front matter that has one");
        if (lesson.steps.size() == before)
            throw lesson_error(source, {first_line, 1}, "there is no step: a step begins with a line “## Its title”");
    }

private:
    static void close(Lesson& lesson, std::size_t first, int last_line) {
        if (lesson.steps.size() > first && lesson.steps.back().last_line == 0)
            lesson.steps.back().last_line = last_line;
    }

    void add(Lesson& lesson, MarkdownPiece piece, const std::string& source, std::size_t first) {
        LessonBlock& block = piece.block;
        if (block.kind == LessonBlock::Kind::heading && block.depth <= 2) {
            if (block.depth == 1)
                throw lesson_error(
                    source, block.place,
                    "a lesson has no heading “#”: its title is in the front matter, a step begins with “##”");
            close(lesson, first, block.place.line - 1);
            if (lesson.steps.size() >= most_steps)
                throw lesson_error(source, block.place,
                                   "a lesson has at most " + std::to_string(most_steps) + " steps");
            LessonStep step;
            for (const LessonSpan& span : block.spans) {
                if (span.kind != LessonSpan::Kind::words)
                    throw lesson_error(source, span.place, "a step's title has words only");
                step.title += span.text;
            }
            if (step.title.empty()) throw lesson_error(source, block.place, "the step has no title");
            step.place = block.place;
            step.last_line = 0;
            step.file = source;
            lesson.steps.push_back(std::move(step));
            return;
        }
        const bool fenced = block.kind == LessonBlock::Kind::code && !piece.info.empty();
        if (fenced && piece.info == "include") return include(lesson, piece, source);
        if (lesson.steps.size() == first)
            throw lesson_error(source, block.place,
                               "this is before the first step: a step begins with a line “## Its title”");
        LessonStep& step = lesson.steps.back();
        if (!fenced || !fill(step, piece, source)) step.text.push_back(std::move(block));
    }

    /// True where the fenced block is one of the lesson's own.
    static bool fill(LessonStep& step, MarkdownPiece& piece, const std::string& source) {
        const std::string& text = piece.block.spans.front().text;
        const LessonPlace& place = piece.block.place;
        if (piece.info == "scene") {
            const auto lines = key_lines(text, source, place.line, "a scene");
            step.scene.insert(step.scene.end(), lines.begin(), lines.end());
        } else if (piece.info == "reveal") {
            const auto lines = key_lines(text, source, place.line, "a scene");
            step.reveal.insert(step.reveal.end(), lines.begin(), lines.end());
        } else if (piece.info == "notes") {
            static_cast<void>(markdown_pieces(text, source, place.line));  // says what is wrong with them
            if (step.notes.empty()) step.notes_line = place.line;
            step.notes += (step.notes.empty() ? "" : "\n") + text;
        } else if (piece.info == "check") {
            int line = place.line - 1;
            for (const std::string& condition : split_lines(text)) {
                ++line;
                if (const std::string_view written = without_blanks(condition);
                    !written.empty() && !written.starts_with('#'))
                    step.checks.push_back(
                        {std::string(written), {line, 1 + static_cast<int>(condition.find(written.front()))}});
            }
        } else if (piece.info == "ask") {
            if (step.question) throw lesson_error(source, place, "a step asks one question; this is its second");
            step.question = read_question(text, source, place);
            step.text.push_back({.kind = LessonBlock::Kind::question, .place = place});
        } else if (piece.info == "minutes") {
            step.minutes = number_in({.key = "minutes",
                                      .value = std::string(without_blanks(text.substr(0, text.find('\n')))),
                                      .place = place},
                                     source, 0, 120);
        } else if (piece.info == "text") {
            return false;  // lines as they are written
        } else {
            const std::vector<std::string> known{"scene", "reveal",  "notes",   "check",
                                                 "ask",   "minutes", "include", "text"};
            const std::string near = nearest_name(known, piece.info);
            throw lesson_error(source, {place.line - 1, 1},
                               "there is no block " + in_quotes(piece.info) +
                                   (near.empty() ? "; write “text” for lines as they are"
                                                 : "; did you mean " + in_quotes(near) + "?"));
        }
        return true;
    }

    void include(Lesson& lesson, const MarkdownPiece& piece, const std::string& source) {
        int line = piece.block.place.line - 1;
        for (const std::string& written : split_lines(piece.block.spans.front().text)) {
            ++line;
            const std::string name(without_blanks(written));
            if (name.empty()) continue;
            const auto refuse = [&](const std::string& what) { return lesson_error(source, {line, 1}, what); };
            if (folder_.empty()) throw refuse("a lesson that is no file includes none");
            const fs::path relative(name);
            if (relative.is_absolute() ||
                std::ranges::any_of(relative, [](const fs::path& part) { return part == ".."; }))
                throw refuse("a lesson includes only files of its own folder, not " + in_quotes(name));
            std::error_code unread;
            const fs::path file = fs::weakly_canonical(folder_ / relative, unread);
            const fs::path fence = fs::weakly_canonical(folder_, unread);
            if (unread || std::mismatch(fence.begin(), fence.end(), file.begin(), file.end()).first != fence.end())
                throw refuse("a lesson includes only files of its own folder, not " + in_quotes(name));
            if (std::ranges::find(open_, file) != open_.end())
                throw refuse(in_quotes(name) + " includes itself, perhaps through another file");
            close(lesson, 0, line - 2);
            std::string text;
            try {
                text = read_file(file, largest_lesson);
            } catch (const Error& error) {
                throw refuse(error.what());
            }
            open_.push_back(file);
            read(lesson, text, path_text(file.lexically_relative(fence).empty() ? file : folder_ / relative), false);
            open_.pop_back();
        }
    }

    friend Lesson glassformer::read_lesson_text(std::string_view text, const fs::path& file);
    fs::path folder_;             // of the lesson; empty: it includes nothing
    std::vector<fs::path> open_;  // files that are being read
};

}  // namespace

void require_text(std::string_view text, const std::string& source) {
    int line = 0;
    for (std::size_t at = 0; at <= text.size();) {
        ++line;
        const std::size_t end = std::min(text.find('\n', at), text.size());
        try {
            static_cast<void>(code_points(text.substr(at, end - at)));
        } catch (const Error& error) {
            throw lesson_error(source, {line, 1}, error.what());
        }
        at = end + 1;
    }
    if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
        throw lesson_error(
            source,
            {1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(zero), '\n')), 1},
            "the text has a byte 0");
}

Lesson read_lesson(const fs::path& file) { return read_lesson_text(read_file(file, largest_lesson), file); }

Lesson read_lesson_text(std::string_view text, const fs::path& file) {
    std::error_code unread;
    const fs::path whole = fs::weakly_canonical(fs::absolute(file, unread), unread);
    Lesson lesson;
    lesson.file = file;
    LessonReader reader(whole.parent_path());
    reader.open_.push_back(whole);
    reader.read(lesson, text, path_text(file), true);
    return lesson;
}

Lesson lesson_from_text(std::string_view text, const std::string& source) {
    if (text.size() > largest_lesson)
        throw Error(source + " is longer than " + std::to_string(largest_lesson) + " bytes");
    Lesson lesson;
    LessonReader({}).read(lesson, text, source, true);
    return lesson;
}

std::vector<LessonBlock> lesson_blocks(std::string_view text, const std::string& source, int first_line) {
    std::vector<LessonBlock> blocks;
    for (MarkdownPiece& piece : markdown_pieces(text, source, first_line)) blocks.push_back(std::move(piece.block));
    return blocks;
}

}  // namespace glassformer
