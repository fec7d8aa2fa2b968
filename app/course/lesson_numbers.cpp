#include "app/course/lesson_numbers.h"

#include <algorithm>
#include <string_view>

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

/// "b(probs[last])", and not "abs(…)".
bool names_other(const std::string& expression) {
    const auto part_of_name = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
    for (std::size_t at = expression.find("b("); at != std::string::npos; at = expression.find("b(", at + 1))
        if (at == 0 || !part_of_name(expression[at - 1])) return true;
    return false;
}

}  // namespace

void LessonNumbers::follow(Ui& ui) {
    page_ = workspace_.view().numbers();
    other_.reset();
    const bool of_step = !player_.left && player_.scene().session.b.own.has_value();
    other_to_come_ = false;
    for (const std::unique_ptr<AppView>& view : workspace_.views())
        if (of_step && view->follow_other_run(workspace_.session().inputs())) other_to_come_ = true;
    if (other_to_come_) ui.keep_awake();
    for (const std::unique_ptr<AppView>& view : workspace_.views())
        if (auto other = view->other_run()) other_ = std::move(other);
}

bool LessonNumbers::step_to_come() const {
    return player_.is_open() && !player_.left && (player_.changes() || arrival_.brings_session());
}

LessonRuns LessonNumbers::runs(const Session::Snapshot& shown) const {
    return {.shown = shown.current.get(), .original = shown.unedited.get(), .other = other_.get(), .page = &page_};
}

std::string LessonNumbers::number_of_step(const LessonSpan& span, const Session::Snapshot& shown) {
    const auto& question = player_.now().question;
    const bool before =
        question && question->kind != LessonQuestion::Kind::goal && span.place.line < question->place.line;
    if (!before || player_.left) return number(span, shown);
    std::map<std::string, std::string>& asked = asked_[player_.step()];
    if (player_.question().answered()) {
        const auto read = asked.find(span.text);
        return read != asked.end() ? read->second : number(span, shown);
    }
    std::string said = number(span, shown);
    const bool of_scene = shown.current && !shown.stale && !arrival_.under_way() && said != no_number &&
                          said != to_come && shown.current->inputs() == player_.scene().session.inputs;
    if (of_scene) asked[span.text] = said;
    return said;
}

bool LessonNumbers::answer_to_come(bool page_shown) const {
    if (!player_.is_open() || !player_.now().question) return false;
    if (page_shown && !workspace_.view().numbers_to_come()) return false;
    const LessonQuestion& question = *player_.now().question;
    return names_page(question.answer) || std::ranges::any_of(question.options, names_page);
}

/// Kept until the run changes: a long expression reads whole matrices.
std::string LessonNumbers::number(const LessonSpan& span, const Session::Snapshot& shown) {
    // The run that is shown until the step's own is there is none that the text is about.
    if (step_to_come()) return shown.error.empty() ? to_come : no_number;
    if (!shown.current || (other_to_come_ && names_other(span.text))) return to_come;
    if (written_of_ != shown.current->generation()) written_.clear();
    written_of_ = shown.current->generation();
    const LessonRuns read = runs(shown);
    // Numbers of a page follow its controls, and not the run.
    const bool of_page = names_page(span.text);
    if (of_page && workspace_.view().numbers_to_come()) return to_come;
    const std::string key = span.text + (read.other != nullptr ? std::to_string(read.other->generation()) : "");
    const auto known = written_.find(key);
    if (known != written_.end() && !of_page) return known->second;
    std::string text;
    try {
        const FormattedExpression formatted = parse_formatted(span.text);
        text = value_text(formatted, evaluate(*formatted.expression, read),
                          [](double number) { return number_text(number); });
    } catch (const Error&) {
        text = no_number;  // the picture is another one now; lesson check says what is wrong with the file
    }
    return written_[key] = text;
}

}  // namespace glassformer
