// The numbers in a lesson's text: read off the run and the page that are shown.
#include <algorithm>
#include <string_view>

#include "app/program/app.h"
#include "app/views/shared/wording.h"
#include "core/base/error.h"

namespace glassformer {

namespace {

constexpr const char* no_number = "–";  // of an expression that has no value in what is shown
constexpr const char* to_come = "…";    // … or none yet

/// "page.total", and not the end of a sentence about a page.
bool names_page(const std::string& expression) {
    constexpr std::string_view page = "page.";
    const auto letter = [&](std::size_t at) {
        return at < expression.size() && expression[at] >= 'a' && expression[at] <= 'z';
    };
    for (std::size_t at = expression.find(page); at != std::string::npos; at = expression.find(page, at + 1))
        if (letter(at + page.size()) && (at == 0 || !letter(at - 1))) return true;
    return false;
}

}  // namespace

LessonRuns App::lesson_runs(const Session::Snapshot& shown) const {
    return {.shown = shown.current.get(),
            .original = shown.unedited.get(),
            .other = lesson_other_.get(),
            .page = &lesson_page_};
}

std::vector<NamedNumber> App::numbers_of(const LessonScene& scene) {
    show_scene(scene);
    entering_.reset();
    settle_whole();
    return view().numbers();
}

/// What stands before a question, and the question, is about the run that was asked about: once it is answered, its
/// numbers are those that were read before. Those of a goal follow what is done to reach it.
std::string App::number_of_step(const LessonSpan& span, const Session::Snapshot& shown) {
    const auto& question = lesson_.now().question;
    const bool before =
        question && question->kind != LessonQuestion::Kind::goal && span.place.line < question->place.line;
    if (!before || lesson_.left) return lesson_number(span, shown);
    std::map<std::string, std::string>& asked = lesson_asked_[lesson_.step()];
    if (lesson_.question().answered()) {
        const auto read = asked.find(span.text);
        return read != asked.end() ? read->second : lesson_number(span, shown);
    }
    std::string number = lesson_number(span, shown);
    const bool of_scene = shown.current && !shown.stale && !entering_ && number != no_number && number != to_come &&
                          shown.current->inputs() == lesson_.scene().session.inputs;
    if (of_scene) asked[span.text] = number;
    return number;
}

/// Until then the view has the page and the values of the step before. What cannot be shown is not waited for.
bool App::is_step_shown() const {
    if (lesson_.left || !session_.shown().error.empty()) return true;
    return !entering_ && !pending_session_ && lesson_frames_ > 0;
}

bool App::answer_to_come() const {
    if (!lesson_.is_open() || !lesson_.now().question) return false;
    if (is_step_shown() && !view().numbers_to_come()) return false;
    const LessonQuestion& question = *lesson_.now().question;
    return names_page(question.answer) || std::ranges::any_of(question.options, names_page);
}

/// Kept until the run changes: a long expression reads whole matrices.
std::string App::lesson_number(const LessonSpan& span, const Session::Snapshot& shown) {
    if (!shown.current) return to_come;
    if (lesson_numbers_of_ != shown.current->generation()) lesson_numbers_.clear();
    lesson_numbers_of_ = shown.current->generation();
    const LessonRuns runs = lesson_runs(shown);
    // Numbers of a page follow its controls, and not the run.
    const bool of_page = names_page(span.text);
    if (of_page && view().numbers_to_come()) return to_come;
    const std::string key = span.text + (runs.other != nullptr ? std::to_string(runs.other->generation()) : "");
    const auto known = lesson_numbers_.find(key);
    if (known != lesson_numbers_.end() && !of_page) return known->second;
    std::string text;
    try {
        const FormattedExpression formatted = parse_formatted(span.text);
        text = value_text(formatted, evaluate(*formatted.expression, runs),
                          [](double number) { return number_text(number); });
    } catch (const Error&) {
        text = no_number;  // the picture is another one now; lesson check says what is wrong with the file
    }
    return lesson_numbers_[key] = text;
}

}  // namespace glassformer
