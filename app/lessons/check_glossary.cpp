#include "app/lessons/check_glossary.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <utility>

#include "app/lessons/scene_texts.h"
#include "app/views/shared/glossary.h"
#include "app/views/shared/glossary_ties.h"
#include "core/base/json_text.h"
#include "core/base/nearest_name.h"
#include "core/base/words.h"
#include "core/lesson/expression.h"
#include "core/lesson/markdown.h"
#include "core/tape/formula_text.h"

namespace glassformer {

namespace {

constexpr std::size_t most_names = 20;                         // in a line of a term
constexpr const char* model_without_one = "coreference-full";  // of a scene that keeps whatever model is open

class TermChecker {
public:
    TermChecker(const WrittenGlossary& glossary, const std::string& source, const LessonTools& tools)
        : glossary_(glossary), source_(source), tools_(tools) {
        for (const WrittenTerm& term : glossary.terms) {
            known_.insert(lower_case(term.name));
            names_.push_back(term.name);
        }
    }

    std::vector<std::string> check() {
        for (const WrittenTerm& term : glossary_.terms) check_term(term);
        return std::move(problems_);
    }

private:
    void say(const LessonPlace& place, const std::string& what) {
        problems_.emplace_back(lesson_error(source_, place, what).what());
    }

    void check_term(const WrittenTerm& term) {
        for (const char* key : {"also", "see"})
            if (term.line(key) == nullptr)
                say(term.place, fmt::format(texts::lessons::term_needs, in_quotes(term.name), in_quotes(key)));
        check_formula(term);
        for (const SceneLine& line : term.keys) check_names(term, line);
        if (const SceneLine* page = term.line("page"); page != nullptr && !page_named(page->value))
            say(page->place, fmt::format(texts::lessons::no_page_of_term, in_quotes(page->value)));
        check_number(term);
        check_scene(term);
    }

    void check_formula(const WrittenTerm& term) {
        if (term.formula.empty()) return;
        try {
            static_cast<void>(parse_formula(term.formula));
        } catch (const Error& error) {
            say(term.formula_place, error.what());
        }
    }

    /// The names of a line that has names.
    void check_names(const WrittenTerm& term, const SceneLine& line) {
        const bool terms = line.key == "see", stages = line.key == "stages" || line.key == "number at";
        if (!terms && !stages) return;
        const std::size_t most = terms ? most_names : std::tuple_size_v<decltype(GlossaryTerm::stages)>;
        const std::vector<std::string> names = listed_names(line.value);
        if (names.size() > most)
            return say(line.place, fmt::format(texts::lessons::too_many_names, in_quotes(line.key), most));
        std::set<std::string> before;
        for (const std::string& name : names) {
            const std::string quoted = in_quotes(name);
            if (!before.insert(lower_case(name)).second)
                say(line.place, fmt::format(texts::lessons::named_twice, quoted));
            else if (stages && stage_named(name) == nullptr)
                say(line.place, fmt::format(texts::lessons::no_stage_of_term, quoted) + near(name, stage_names()));
            else if (terms && lower_case(name) == lower_case(term.name))
                say(line.place, texts::lessons::sees_itself);
            else if (terms && !known_.contains(lower_case(name)))
                say(line.place, fmt::format(texts::lessons::no_other_term, quoted) + near(name, names_));
        }
    }

    static std::string near(const std::string& name, const std::vector<std::string>& names) {
        const std::string like = name.size() > 100 ? "" : nearest_name(names, name);
        return like.empty() ? "" : fmt::format(texts::lessons::did_you_mean, in_quotes(like));
    }

    void check_number(const WrittenTerm& term) {
        const SceneLine *const number = term.line("number"), *const words = term.line("number says");
        if ((number == nullptr) != (words == nullptr))
            return say((number == nullptr ? words : number)->place, texts::lessons::number_and_words);
        if (number == nullptr) return;
        std::string written = number->value;
        for (const std::string_view name : {"{here}", "{row}", "{input}", "{parameters}", "{stages}"})
            for (std::size_t at = written.find(name); at != std::string::npos; at = written.find(name, at))
                written.replace(at, name.size(), std::string(name.size(), 'x'));
        try {
            static_cast<void>(parse_formatted(written));
        } catch (const ExpressionError& error) {
            say({number->place.line, number->place.column + error.column}, error.what());
        } catch (const Error& error) {
            say(number->place, error.what());
        }
    }

    /// As the only step of a lesson.
    void check_scene(const WrittenTerm& term) {
        const auto has = [&](const char* key) {
            return std::ranges::find(term.scene, key, &SceneLine::key) != term.scene.end();
        };
        if (term.scene.empty()) {
            if (term.line("stages") == nullptr && term.line("page") == nullptr)
                say(term.place, fmt::format(texts::lessons::term_is_nowhere, in_quotes(term.name)));
            return;
        }
        if (!has("view")) return say(term.scene.front().place, texts::lessons::scene_without_view);
        Lesson lesson;
        LessonStep& step = lesson.steps.emplace_back();
        step.title = term.name;
        step.file = source_;
        step.place = term.place;
        if (!has("model")) step.scene.push_back({.key = "model", .value = model_without_one, .place = term.place});
        step.scene.insert(step.scene.end(), term.scene.begin(), term.scene.end());
        std::ranges::move(check_lesson(lesson, tools_).problems, std::back_inserter(problems_));
    }

    const WrittenGlossary& glossary_;
    const std::string& source_;
    const LessonTools& tools_;
    std::vector<std::string> names_;
    std::set<std::string> known_;  // their names in small letters
    std::vector<std::string> problems_;
};

}  // namespace

std::vector<std::string> check_glossary(const WrittenGlossary& glossary, const std::string& source,
                                        const LessonTools& tools) {
    return TermChecker(glossary, source, tools).check();
}

}  // namespace glassformer
