#include "app/commands/given_answers.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/commands/texts.h"
#include "app/paint/covering_painter.h"
#include "app/paint/painter_above.h"
#include "app/render/cairo_painter.h"
#include "app/views/shared/wording.h"

namespace glassformer {

namespace {

constexpr double most_tolerance = 0.05;  // of the answer: else nearly every number would be it

struct DrawnText {
    std::string words;
    Vec2 at;
};

class TextNotes : public PainterAbove {
public:
    using PainterAbove::PainterAbove;
    std::vector<DrawnText> drawn;
    void text(Vec2 at, std::string_view utf8, const TextStyle& style) override {
        if (clip().contains(at)) drawn.push_back({std::string(utf8), at});
        static_cast<void>(style);
    }
};

/// A label or a number alone says nothing of what it is the answer to.
bool is_sentence(const std::string& text) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    return std::ranges::count(text, ' ') >= 2 && std::ranges::count_if(text, letter) >= 8;
}

bool says(const std::string& text, const std::string& number) {
    return without_numbers(text, std::vector<std::string>{number}) != text;
}

/// One of its decimal numbers would be taken for the right answer.
bool says_nearly(const std::string& text, const LessonQuestion& question, const std::string& answer) {
    float right = 0;
    if (!parse_number(answer, right) || right == std::round(right)) return false;  // what is whole is said of much else
    const double off =
        question.relative ? question.tolerance * std::abs(static_cast<double>(right)) : question.tolerance;
    if (off > most_tolerance * std::abs(static_cast<double>(right))) return false;
    constexpr const char* digits = "0123456789";
    for (std::size_t at = text.find_first_of(digits); at != std::string::npos;) {
        std::size_t end = text.find_first_not_of("0123456789.", at);
        if (end == std::string::npos) end = text.size();
        std::string number = text.substr(at, end - at);
        if (number.back() == '.') number.pop_back();
        float said = 0;
        if (number.find('.') != std::string::npos && parse_number(number, said) &&
            std::abs(static_cast<double>(said) - static_cast<double>(right)) <= off)
            return true;
        at = text.find_first_of(digits, end);
    }
    return false;
}

/// The first of the texts that says it; "": none does.
template <typename Says>
std::string first_of(const std::vector<std::string>& texts, const Says& told) {
    const auto found = std::ranges::find_if(texts, told);
    return found == texts.end() ? std::string() : *found;
}

}  // namespace

GivenAnswers::Texts GivenAnswers::texts_now() {
    const PixelSize size = app_.platform().size();
    const Rect window{0, 0, static_cast<float>(size.width), static_cast<float>(size.height)};
    CairoPainter surface("texts.svg", app_.theme(), app_.em(), window);
    TextNotes notes(surface);
    app_.draw_on(notes);
    const auto place = [&](const char* name, const Rect& otherwise) {
        const auto found = app_.targets().find(name);
        return found == app_.targets().end() ? otherwise : found->second;
    };
    const float below_bar = place("text", {}).bottom();
    const float lesson = place("lesson.progress", {window.w, 0, 0, 0}).x - app_.em();
    Texts texts;
    for (DrawnText& one : notes.drawn)
        (one.at.x >= lesson     ? texts.lesson
         : one.at.y < below_bar ? texts.bar
                                : texts.picture)
            .push_back(std::move(one.words));
    return texts;
}

std::vector<std::string> GivenAnswers::read_step() {
    using Kind = LessonQuestion::Kind;
    const LessonStep step = app_.lesson().now();
    Texts open = texts_now();
    if (app_.course().cover().picture) open.picture.clear();  // it is drawn below the plate
    std::vector<std::string> found;
    if (step.question && step.question->kind != Kind::goal) {
        const std::string answer = app_.show_lesson_answer().answer;
        app_.lesson().show_all_parts();
        app_.settle();
        const auto told = [&](const std::vector<std::string>& texts, const char* sentence, const auto& does) {
            if (const std::string where = first_of(texts, does); !where.empty())
                found.push_back(fmt::format(fmt::runtime(sentence), answer, where));
        };
        const auto says_number = [&](const std::string& text) {
            return is_sentence(text) && (says(text, answer) || says_nearly(text, *step.question, answer));
        };
        const auto names_word = [&](const std::string& text) {
            return is_sentence(text) && text.find("“" + answer + "”") != std::string::npos;
        };
        float value = 0;
        const bool whole = parse_number(answer, value) && value == std::round(value);
        const bool decimal = !whole && answer.find('.') != std::string::npos;
        if (step.question->kind == Kind::number && answer.size() > 1) {
            told(open.picture, texts::commands::answer_in_picture, says_number);
            if (decimal) told(open.bar, texts::commands::answer_in_bar, says_number);
            if (decimal) told(before_.picture, texts::commands::answer_before, says_number);
            if (decimal)
                told(before_.lesson, texts::commands::answer_before, [&](const std::string& text) {
                    return says(text, answer) || says_nearly(text, *step.question, answer);
                });
        }
        if (step.question->kind == Kind::token && !answer.empty()) {
            told(open.picture, texts::commands::answer_in_picture, names_word);
            told(open.bar, texts::commands::answer_in_bar, names_word);
        }
    }
    before_ = step.question ? texts_now() : std::move(open);
    return found;
}

}  // namespace glassformer
