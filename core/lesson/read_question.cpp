#include "core/lesson/read_question.h"

#include <algorithm>
#include <vector>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/lesson/key_lines.h"
#include "core/lesson/markdown.h"

namespace glassformer {

namespace {

struct QuestionKind {
    const char* name;
    const char* answer;  // the key that says what is right; "" where options do
    LessonQuestion::Kind kind;
    bool options;
};
constexpr QuestionKind question_kinds[] = {
    {"token", "answer", LessonQuestion::Kind::token, false},   {"cell", "largest", LessonQuestion::Kind::cell, false},
    {"number", "answer", LessonQuestion::Kind::number, false}, {"order", "", LessonQuestion::Kind::order, true},
    {"choice", "", LessonQuestion::Kind::choice, true},        {"goal", "holds", LessonQuestion::Kind::goal, false},
};

void read_tolerance(LessonQuestion& question, SceneLine line, const std::string& source) {
    question.relative = line.value.ends_with('%');
    if (question.relative) line.value = without_blanks(std::string_view(line.value).substr(0, line.value.size() - 1));
    question.tolerance = number_in(line, source, 0, 1e6) / (question.relative ? 100 : 1);
}

/// The words of a question, an option or a hint: each live number in them is closed.
void check_words(const SceneLine& line, const std::string& source) {
    for (std::size_t open = line.value.find("{{"); open != std::string::npos; open = line.value.find("{{", open + 2)) {
        const std::size_t close = line.value.find("}}", open), end = line.value.find('\n', open);
        if (close == std::string::npos || close > end)
            throw lesson_error(source, line.place, "“{{” is not closed with “}}” on its line");
        if (close == open + 2)
            throw lesson_error(source, line.place, "“{{}}” is empty: write an expression into it");
        open = close;
    }
}

}  // namespace

LessonQuestion read_question(std::string_view text, const std::string& source, const LessonPlace& place) {
    const std::vector<SceneLine> lines = key_lines(text, source, place.line, "a question");
    LessonQuestion question;
    question.place = question.words_place = place;
    const QuestionKind* kind = nullptr;
    for (const SceneLine& line : lines) {
        const auto* found = std::ranges::find(question_kinds, line.key, &QuestionKind::name);
        if (found != std::end(question_kinds)) {
            if (kind != nullptr)
                throw lesson_error(source, line.place, "a question asks for one thing, this one for two");
            kind = found;
            question.kind = kind->kind;
            question.question = line.value;
            question.words_place = line.place;
            check_words(line, source);
        } else if (line.key == "answer" || line.key == "holds" || line.key == "largest") {
            question.answer = line.value;
            question.answer_place = line.place;
            if (kind != nullptr && line.key != kind->answer)
                throw lesson_error(source, {line.place.line, 1},
                                   "the question “" + std::string(kind->name) + "” has no key " + in_quotes(line.key) +
                                       (*kind->answer != 0 ? "; it has " + in_quotes(kind->answer) : ""));
        } else if (line.key == "option") {
            check_words(line, source);
            question.options.push_back(line.value);
            question.option_places.push_back(line.place);
            if (question.options.size() == 1) question.answer_place = line.place;
            if (line.value.find('|') == std::string::npos)
                throw lesson_error(source, line.place,
                                   "an option is written “words | expression”, so that the run says which is right");
        } else if (line.key == "hint") {
            check_words(line, source);
            question.hints.push_back(line.value);
            question.hint_places.push_back(line.place);
        } else if (line.key == "tolerance") {
            read_tolerance(question, line, source);
        } else if (line.key == "solution") {
            question.solution += (question.solution.empty() ? "" : "\n") + line.value;
        } else if (line.key == "only") {
            question.only.push_back(line.value);
            if (kind != nullptr && kind->kind != LessonQuestion::Kind::goal)
                throw lesson_error(source, {line.place.line, 1}, "only a goal has the key \"only\"");
        } else {
            unknown_key(line, source, "a question",
                        {"token", "cell", "number", "order", "choice", "goal", "answer", "holds", "largest", "option",
                         "hint", "tolerance", "only", "solution"});
        }
    }
    if (kind == nullptr)
        throw lesson_error(source, place,
                           "a question begins with what it asks for: token, cell, number, order, choice or goal");
    if (question.question.empty()) throw lesson_error(source, place, "the question has no words");
    if (kind->options && (question.options.size() < 2 || question.options.size() > 6))
        throw lesson_error(source, place, "this question needs two to six options");
    if (!kind->options && !question.options.empty())
        throw lesson_error(source, question.answer_place,
                           std::string("the question “") + kind->name + "” has no options");
    if (*kind->answer != 0 && question.answer.empty())
        throw lesson_error(source, place, std::string("the question has no ") + in_quotes(kind->answer));
    if (question.kind == LessonQuestion::Kind::goal && question.solution.empty())
        throw lesson_error(source, place, "a goal needs a solution, so that it is known that it can be reached");
    return question;
}

}  // namespace glassformer
