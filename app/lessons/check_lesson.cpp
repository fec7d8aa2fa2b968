#include "app/lessons/check_lesson.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/lessons/kept_values.h"
#include "app/lessons/lesson_image.h"
#include "app/lessons/picture_cover.h"
#include "app/lessons/scene_marks.h"
#include "app/lessons/scene_texts.h"
#include "core/base/words.h"
#include "core/exercises/exercise.h"
#include "core/lesson/cell_words.h"
#include "core/lesson/markdown.h"
#include "core/lesson/marking.h"
#include "core/lesson/read_lesson.h"
#include "core/model/patched_model.h"
#include "core/tape/formula_text.h"

namespace glassformer {

namespace {

constexpr double words_per_minute = 110;
constexpr double longest_over_plan = 1.5;  // of the minutes that the front matter says

std::shared_ptr<const Evaluation> run_of(const Inputs& inputs, const LessonTools& tools) {
    return evaluate_once(patched_model(tools.load(inputs.model), inputs.architecture), inputs);
}

bool is_reference(const std::string& link) {
    return link.find("://") == std::string::npos && !link.starts_with("mailto:");
}

/// The expressions of a step, however they are written; what cannot be read is said elsewhere.
template <class Use>
void for_each_expression(const LessonStep& step, const Use& use) {
    const auto read = [&](const std::string& text) {
        try {
            use(*parse_formatted(text).expression);
        } catch (const Error&) {
            return;
        }
    };
    const auto live = [&](const std::vector<LessonSpan>& spans) {
        for (const LessonSpan& span : spans)
            if (span.kind == LessonSpan::Kind::live) read(span.text);
    };
    const auto blocks = [&](const std::vector<LessonBlock>& all) {
        for (const LessonBlock& block : all) {
            live(block.spans);
            for (const auto& cell : block.cells) live(cell);
        }
    };
    blocks(step.text);
    blocks(lesson_blocks(step.notes, step.file, step.notes_line));
    for (const LessonCheck& check : step.checks) read(check.condition);
    if (!step.question) return;
    const LessonQuestion& question = *step.question;
    live(words_and_formulas(question.question));
    for (const std::string& hint : question.hints) live(words_and_formulas(hint));
    for (const std::string& option : question.options) {
        live(words_and_formulas(words_of_option(option)));
        read(option.substr(option.rfind('|') + 1));
    }
    read(question.answer);
}

/// Something of the step reads numbers of the page that it shows.
bool shows_page_numbers(const LessonStep& step) {
    bool reads = false;
    for_each_expression(step, [&](const Expression& of) { reads = reads || reads_page(of); });
    return reads;
}

/// A line of a question, at its place in the file.
LessonPlace place_in(const LessonPlace& value, const LessonPlace& within) {
    // A blank follows the colon; the lines after the first are indented as their author liked.
    return within.line == 1 ? LessonPlace{value.line, value.column + within.column}
                            : LessonPlace{value.line + within.line - 1, within.column};
}

class Checker {
public:
    Checker(const Lesson& lesson, const LessonTools& tools) : lesson_(lesson), tools_(tools) {}

    LessonReport check() {
        try {
            check_exercises(lesson_);
        } catch (const Error& error) {
            report_.problems.emplace_back(error.what());
        }
        std::vector<StepScenes> scenes;
        try {
            scenes = scenes_of(lesson_, tools_.example_of);
        } catch (const Error& error) {
            report_.problems.emplace_back(error.what());
            return std::move(report_);
        }
        double minutes = 0;
        for (std::size_t i = 0; i < lesson_.steps.size(); ++i) {
            const LessonStep& step = lesson_.steps[i];
            ++report_.steps;
            minutes += minutes_of(step);
            try {
                check_step(step, scenes[i]);
            } catch (const Error& error) {
                say(step, step.place, error.what());
            }
        }
        if (lesson_.minutes > 0 && minutes > longest_over_plan * lesson_.minutes)
            report_.problems.push_back(lesson_error(lesson_.steps.front().file, {1, 1},
                                                    fmt::format(texts::lessons::too_long, lesson_.minutes, minutes))
                                           .what());
        return std::move(report_);
    }

private:
    void say(const LessonStep& step, const LessonPlace& place, const std::string& what) {
        const std::string said = what.starts_with(step.file + ":") ? what : lesson_error(step.file, place, what).what();
        report_.problems.push_back(said);
    }

    /// Does it, and says what is wrong with the text that begins at the place.
    template <class Act>
    void try_to(const LessonStep& step, LessonPlace place, const Act& act) {
        try {
            act();
        } catch (const ExpressionError& error) {
            place.column += error.column - 1;
            say(step, place, error.what());
        } catch (const Error& error) {
            say(step, place, error.what());
        }
    }

    void check_step(const LessonStep& step, const StepScenes& scenes) {
        check_values(step, scenes);
        StepRuns first = runs_of(scenes.first, tools_);
        const bool same = scenes.revealed.session.inputs == scenes.first.session.inputs &&
                          scenes.revealed.session.b == scenes.first.session.b &&
                          scenes.revealed.session.views == scenes.first.session.views;
        StepRuns revealed = same ? first : runs_of(scenes.revealed, tools_);
        if (tools_.page && shows_page_numbers(step)) {
            first.page = page_of(scenes.first);
            revealed.page = scenes.revealed == scenes.first ? first.page : page_of(scenes.revealed);
        }
        check_scene(step, scenes.first, first);
        if (!(scenes.revealed == scenes.first)) check_scene(step, scenes.revealed, revealed);
        bool asked = false;
        for (const LessonBlock& block : step.text) {
            asked = asked || block.kind == LessonBlock::Kind::question;
            check_list(step, block);
            const StepRuns& now = asked ? revealed : first;
            check_spans(step, block.spans, now);
            for (const auto& cell : block.cells) check_spans(step, cell, now);
        }
        for (const LessonBlock& block : lesson_blocks(step.notes, step.file, step.notes_line)) {
            check_spans(step, block.spans, first);
            for (const auto& cell : block.cells) check_spans(step, cell, first);
        }
        for (const LessonCheck& check : step.checks) {
            ++report_.conditions;
            try_to(step, check.place, [&] {
                const ExpressionPtr condition = parse_expression(check.condition);
                if (holds(*condition, revealed.runs())) return;
                const std::string sides = sides_text(*condition, revealed.runs(), tools_.write);
                const std::string said = fmt::format(texts::lessons::does_not_hold, check.condition);
                throw Error(sides.empty() ? said : fmt::format(texts::lessons::with_sides, said, sides));
            });
        }
        if (step.question) check_asked(step, scenes, first, revealed);
    }

    std::shared_ptr<const std::vector<NamedNumber>> page_of(const LessonScene& scene) const {
        return std::make_shared<const std::vector<NamedNumber>>(tools_.page(scene));
    }

    /// Every value of a view that the step sets is one that the view keeps, and can use.
    void check_values(const LessonStep& step, const StepScenes& scenes) {
        if (tools_.kept == nullptr) return;
        for (const auto& [lines, scene] : {std::pair{&step.scene, &scenes.first}, {&step.reveal, &scenes.revealed}})
            for (const SceneLine& line : *lines)
                if (const auto of = view_value_name(line.key))
                    if (const std::string refusal = tools_.kept->refusal(*scene, *of); !refusal.empty())
                        say(step, line.place, refusal);
    }

    void check_scene(const LessonStep& step, const LessonScene& scene, const StepRuns& runs) {
        const auto place = [&](const char* key) {
            for (const auto* lines : {&step.reveal, &step.scene})
                for (const SceneLine& line : *lines)
                    if (line.key == key) return line.place;
            return step.place;
        };
        if (!scene.cell.empty())
            try_to(step, place("cell"), [&] { static_cast<void>(selected_cell(scene, *runs.shown)); });
        check_marks(step, scene, *runs.shown);
        if (!scene.image.empty())
            try_to(step, place("image"),
                   [&] { static_cast<void>(load_lesson_image(lesson_.file.parent_path(), scene.image)); });
        if (!scene.beside.empty())
            try_to(step, place("beside"),
                   [&] { static_cast<void>(cells_of(*parse_reference(scene.beside), *runs.shown)); });
        for (const std::string& cover : scene.covers)
            if (cover != cover_caption && cover != cover_picture)
                try_to(step, place("cover"), [&] { static_cast<void>(covered_numbers(cover, *runs.shown)); });
        if (!scene.covers.empty() && !step.question) say(step, place("cover"), texts::lessons::cover_without_question);
        const std::string& record = scene.session.cursor.record;
        if (!record.empty() && scene.cell.empty())
            try_to(step, place("stage"), [&] { static_cast<void>(cells_of(*parse_reference(record), *runs.shown)); });
        if (const int heads = head_count(runs.shown->trace()), head = scene.session.cursor.head + 1; head > heads)
            say(step, place("head"), fmt::format(texts::lessons::no_head, head, heads));
        for (const Edit& edit : scene.session.inputs.edits)
            if (const int id = runs.shown->trace().find(edit.record); id < 0)
                say(step, place("edit"), fmt::format(texts::lessons::no_edited_stage, edit.record));
    }

    /// Every label and every arrow names cells of the run, and cells that the picture shows.
    void check_marks(const LessonStep& step, const LessonScene& scene, const Evaluation& run) {
        const auto place_of = [&](std::size_t mark) {
            const SceneMark& sought = scene.marks[mark];
            LessonScene read;
            for (const auto* lines : {&step.scene, &step.reveal})
                for (const SceneLine& line : *lines) {
                    if (line.key != (sought.is_arrow() ? "arrow" : "label") || line.value == "none") continue;
                    read.marks.clear();
                    sought.is_arrow() ? read_arrow(read, line.value) : read_label(read, line.value);
                    if (read.marks.front() == sought) return line.place;
                }
            return step.place;  // as in a step before
        };
        std::size_t known = 0;
        for (std::size_t i = 0; i < scene.marks.size(); ++i)
            try_to(step, place_of(i), [&] {
                static_cast<void>(one_cell(scene.marks[i].cell, run));
                if (scene.marks[i].is_arrow()) static_cast<void>(one_cell(scene.marks[i].to, run));
                ++known;
            });
        if (scene.marks.empty() || known < scene.marks.size() || !tools_.unseen_marks) return;
        for (const std::size_t mark : tools_.unseen_marks(scene)) {
            const SceneMark& of = scene.marks[mark];
            const std::string cells = of.is_arrow() ? of.cell + " -> " + of.to : of.cell;
            const std::string said =
                lesson_error(step.file, place_of(mark), fmt::format(texts::lessons::not_on_picture, cells)).what();
            if (std::ranges::find(report_.warnings, said) == report_.warnings.end()) report_.warnings.push_back(said);
        }
    }

    /// "1. Then …" at the beginning of a line: Markdown reads a list, which nobody meant.
    void check_list(const LessonStep& step, const LessonBlock& block) {
        using Kind = LessonBlock::Kind;
        if (block.kind != Kind::item || block.depth > 0 || (block.marker != "1." && block.marker != "0.")) return;
        const auto goes_on = [&](const LessonBlock& other) {
            return other.kind == Kind::item && other.depth == 0 && other.marker == (block.marker == "1." ? "2." : "1.");
        };
        if (std::ranges::none_of(step.text, goes_on))
            say(step, block.place, fmt::format(texts::lessons::one_item, block.marker.front()));
    }

    void check_formula(const LessonStep& step, const LessonSpan& span, const LessonPlace& place, const StepRuns& runs) {
        if (runs.shown->trace().find(span.text) < 0)
            try_to(step, place, [&] { static_cast<void>(parse_formula(span.text)); });
    }

    void check_spans(const LessonStep& step, const std::vector<LessonSpan>& spans, const StepRuns& runs) {
        for (const LessonSpan& span : spans) {
            if (span.kind == LessonSpan::Kind::live) {
                ++report_.numbers;
                try_to(step, span.place, [&] {
                    const FormattedExpression formatted = parse_formatted(span.text);
                    const LessonValue value = evaluate(*formatted.expression, runs.runs());
                    if (value.kind == LessonValue::Kind::array && value.entries.size() > most_numbers)
                        throw Error(fmt::format(texts::lessons::too_many_numbers, value.entries.size()));
                    static_cast<void>(value_text(formatted, value, tools_.write));
                });
            } else if (span.kind == LessonSpan::Kind::formula) {
                check_formula(step, span, span.place, runs);
            }
            if (!span.link.empty() && is_reference(span.link))
                try_to(step, span.place,
                       [&] { static_cast<void>(cells_of(*parse_reference(span.link), *runs.shown)); });
        }
    }

    /// The right answer is accepted and a wrong one refused, before and after the scene changes; a goal is not reached
    /// by doing nothing, and its solution reaches it.
    void check_asked(const LessonStep& step, const StepScenes& scenes, const StepRuns& first,
                     const StepRuns& revealed) {
        ++report_.questions;
        const LessonQuestion& question = *step.question;
        const LessonPlace place = question.answer_place;
        const auto check_line = [&](const std::string& line, const LessonPlace& at) {
            std::vector<LessonSpan> spans = words_and_formulas(line);
            for (LessonSpan& span : spans) span.place = place_in(at, span.place);
            check_spans(step, spans, first);
        };
        check_line(question.question, question.words_place);
        for (std::size_t i = 0; i < question.options.size(); ++i)
            check_line(words_of_option(question.options[i]), question.option_places[i]);
        for (std::size_t i = 0; i < question.hints.size(); ++i) check_line(question.hints[i], question.hint_places[i]);
        if (!check_options(step, first)) return;
        try_to(step, place, [&] {
            const auto marked = [&](const GivenAnswer& given, const StepRuns& runs) {
                return mark(question, given, runs.runs(), tools_.write);
            };
            if (question.kind == LessonQuestion::Kind::goal) {
                for (const std::string& record : question.only)
                    static_cast<void>(cells_of(*parse_reference(record), *first.shown));
                if (marked({}, first).right) throw Error(texts::lessons::goal_holds_before);
                StepRuns solved = runs_of(scenes.solved, tools_);
                if (first.page) solved.page = page_of(scenes.solved);
                if (!marked({}, solved).right) throw Error(texts::lessons::solution_fails);
                return;
            }
            const GivenAnswer right = right_answer(question, first.runs());
            if (!marked(right, first).right) throw Error(texts::lessons::right_refused);
            if (!marked(right, revealed).right) throw Error(texts::lessons::answer_changes);
            if (marked(wrong_answer(question, first.runs()), first).right) throw Error(texts::lessons::wrong_accepted);
        });
    }

    /// The expressions of the options, each at its own place. False where one of them has no value.
    bool check_options(const LessonStep& step, const StepRuns& runs) {
        const std::size_t before = report_.problems.size();
        const LessonQuestion& question = *step.question;
        for (std::size_t i = 0; i < question.options.size(); ++i) {
            const std::string& option = question.options[i];
            const std::size_t begin = std::min(option.find_first_not_of(" \t\n", option.rfind('|') + 1), option.size());
            LessonPlace place = i < question.option_places.size() ? question.option_places[i] : question.answer_place;
            place.column += static_cast<int>(begin);
            try_to(step, place,
                   [&] { static_cast<void>(evaluate(*parse_expression(option.substr(begin)), runs.runs())); });
        }
        return report_.problems.size() == before;
    }

    static constexpr std::size_t most_numbers = 12;
    const Lesson& lesson_;
    const LessonTools& tools_;
    LessonReport report_;
};

}  // namespace

StepRuns runs_of(const LessonScene& scene, const LessonTools& tools) {
    StepRuns runs;
    const Inputs& inputs = scene.session.inputs;
    runs.shown = run_of(inputs, tools);
    if (!inputs.edits.empty() || !inputs.architecture.empty()) {
        Inputs plain = inputs;
        plain.edits.clear();
        plain.architecture.clear();
        runs.original = run_of(plain, tools);
    }
    if (scene.session.b.own) runs.other = run_of(*scene.session.b.own, tools);
    return runs;
}

double minutes_of(const LessonStep& step) {
    if (step.minutes > 0) return step.minutes;
    std::size_t words = 0;
    const auto count = [&](const std::vector<LessonSpan>& spans) {
        for (const LessonSpan& span : spans) words += std::max<std::size_t>(1, split_words(span.text).size());
    };
    for (const LessonBlock& block : step.text) {
        count(block.spans);
        for (const auto& cell : block.cells) count(cell);
    }
    return static_cast<double>(words) / words_per_minute;
}

void require_formulas(const LessonStep& step, bool notes, const Trace& trace) {
    const auto require = [&](const std::vector<LessonSpan>& spans, const LessonPlace* line) {
        for (const LessonSpan& span : spans) {
            if (span.kind != LessonSpan::Kind::formula || trace.find(span.text) >= 0) continue;
            try {
                static_cast<void>(parse_formula(span.text));
            } catch (const Error& error) {
                throw lesson_error(step.file, line == nullptr ? span.place : place_in(*line, span.place), error.what());
            }
        }
    };
    const auto require_blocks = [&](const std::vector<LessonBlock>& blocks) {
        for (const LessonBlock& block : blocks) {
            require(block.spans, nullptr);
            for (const auto& cell : block.cells) require(cell, nullptr);
        }
    };
    require_blocks(step.text);
    if (notes) require_blocks(lesson_blocks(step.notes, step.file, step.notes_line));
    if (!step.question) return;
    const LessonQuestion& question = *step.question;
    require(words_and_formulas(question.question), &question.words_place);
    for (std::size_t i = 0; i < question.options.size(); ++i)
        require(words_and_formulas(words_of_option(question.options[i])), &question.option_places[i]);
    for (std::size_t i = 0; i < question.hints.size(); ++i)
        require(words_and_formulas(question.hints[i]), &question.hint_places[i]);
}

LessonReport check_lesson(const Lesson& lesson, const LessonTools& tools) { return Checker(lesson, tools).check(); }

}  // namespace glassformer
