// A step as it is drawn beside its picture: its words, its question, its links.
#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "app/course/course.h"
#include "app/lessons/lesson_panel.h"
#include "app/lessons/question_writer.h"
#include "app/views/shared/glossary_words.h"
#include "app/views/shared/wording.h"
#include "app/workspace/texts.h"
#include "core/base/error.h"
#include "core/lesson/cell_words.h"
#include "core/lesson/read_lesson.h"
#include "core/tape/cell_name.h"
#include "core/tape/formula_text.h"

namespace glassformer {

namespace {

constexpr std::size_t most_lit = 8;  // links of a step that are looked for

/// The first and the last cell of what a reference names: of the head that is shown, where it names none.
LitCells lit_by(const Trace& trace, const NamedCell& named, int head) {
    const Record& record = trace.record(named.record);
    Cell first = named.cell, last = named.cell;
    for (int d = 0; d < record.shape.rank(); ++d) {
        if (named.cell[d] != Cell::all) continue;
        const int size = record.shape[d].size;
        const bool of_head = record.shape.axis(d) == Axis::head;
        first[d] = of_head ? std::min(head, size - 1) : 0;
        last[d] = of_head ? std::min(head, size - 1) : size - 1;
    }
    return {"cell:" + cell_name(record, first), "cell:" + cell_name(record, last)};
}

/// What a number is computed from, without its format.
std::string expression_of(const LessonSpan& span) {
    try {
        return parse_formatted(span.text).text;
    } catch (const Error&) {
        return span.text;
    }
}

/// The cell that a link names, or that a number of the run is; "": none, or one that this run has not.
std::string place_of(const LessonSpan& span, const Evaluation& run) {
    if (span.link.empty() && span.kind != LessonSpan::Kind::live) return {};
    try {
        const std::string place = span.link.empty() ? expression_of(span) : span.link;
        static_cast<void>(cells_of(*parse_reference(place), run));
        return place;
    } catch (const Error&) {
        return {};
    }
}

/// What the glossary says of the words of a link, what a number is computed from, and where a click goes.
std::string about(const LessonSpan& span, const Evaluation& run) {
    std::string said;
    std::set<std::string> known;
    const std::string place = place_of(span, run);
    if (span.kind != LessonSpan::Kind::live) {
        if (const std::vector<TermInText> terms = terms_in(span.text, known); !terms.empty())
            said = fmt::format("{}\n{}", terms.front().term->name, terms.front().term->text);
    } else if (place.empty()) {
        said = fmt::format(texts::window::lesson_number, expression_of(span));
    }
    if (place.empty()) return said;
    const NamedCell named = cells_of(*parse_reference(place), run);
    const Shape& shape = run.trace().record(named.record).shape;
    const int heads = shape.find(Axis::head);
    const std::vector<Crumb> crumbs = breadcrumb(run.trace(), named.record, heads < 0 ? 0 : named.cell[heads]);
    std::string way;
    for (const Crumb& crumb : crumbs)
        if (!crumb.head || (heads >= 0 && named.cell[heads] != Cell::all))
            way += (way.empty() ? "" : " › ") + crumb.text;
    return said + (said.empty() ? "" : "\n") + fmt::format(texts::window::lesson_click, way);
}

/// What words and formulas of a text say of the run.
RichWords words_of_run(const Session::Snapshot& shown, LessonNumbers& numbers) {
    const auto found = [shown](std::string_view name) -> const Record* {
        const int id = shown.current ? shown.current->trace().find(name) : -1;
        return id < 0 ? nullptr : &shown.current->trace().record(id);
    };
    return {.live = [shown, &numbers](const LessonSpan& span) { return numbers.number_of_step(span, shown); },
            .formula =
                [shown](const LessonSpan& span) {
                    const int id = shown.current ? shown.current->trace().find(span.text) : -1;
                    return id < 0 ? span.text : shown.current->trace().formula(id);
                },
            .meaning = [found](std::string_view link) -> std::optional<Meaning> {
                const Record* const record = found(link.substr(0, link.find('[')));
                if (record == nullptr || record->stage == nullptr) return {};
                return record->stage->meaning;
            },
            .lit = {},
            .place = [shown](const LessonSpan& span) { return shown.current ? place_of(span, *shown.current) : ""; },
            .about = [shown](const LessonSpan& span) { return shown.current ? about(span, *shown.current) : ""; }};
}

}  // namespace

QuestionCalls Course::question_calls(ViewContext& context, const RichWords& words) {
    const Session::Snapshot& shown = context.shown;
    QuestionCalls calls{.mark = {}, .formula = words.formula, .live = words.live};
    const auto& question = player_.now().question;
    if (!question) return calls;
    for (const std::string& option : question->options) calls.options.push_back(words_of_option(option));
    calls.mark = [this, &shown](const QuestionState& state) { return mark(state, shown); };
    if (shown.current && context.cursor.locked)
        if (const CellRef cell = locked_cell(shown.current->trace(), context.cursor))
            calls.cell = cell_in_words(*shown.current, {cell.record, cell.cell});
    if (question->kind == LessonQuestion::Kind::goal && !picture_to_come()) calls.holds = mark({}, shown).right;
    calls.hands = presenter_ && question->kind == LessonQuestion::Kind::choice;
    calls.letters_count = presenter_;
    calls.waits = answer_to_come();
    if (number_typed_) {
        calls.typed = *std::exchange(number_typed_, std::nullopt);
        calls.take_keyboard = true;
    }
    return calls;
}

void Course::draw(ViewContext& context, const Rect& place) {
    numbers_.follow(context.ui);
    RichWords words = words_of_run(context.shown, numbers_);
    QuestionCalls calls = question_calls(context, words);
    const bool at_end = player_.step() + 1 == player_.steps() && player_.parts() == parts_of(player_.now());
    const LibraryLesson* const following = at_end && !presenter_ ? next_lesson() : nullptr;
    const LessonPage page{.lesson = player_.lesson(),
                          .step = player_.step(),
                          .parts = player_.parts(),
                          .left = player_.left,
                          .presenter = presenter_,
                          .alone = words_alone(),
                          .question = player_.question(),
                          .state = player_.panel,
                          .words = words,
                          .calls = calls,
                          .next_key = key_of(Command::lesson_next),
                          .back_key = key_of(Command::lesson_back),
                          .return_key = key_of(Command::lesson_return),
                          .explore_key = key_of(Command::lesson_explore),
                          .next_lesson = following == nullptr ? "" : following->title};
    const DrawnLesson drawn = lesson_panel(context.ui, context.targets, place, page);
    about_ = drawn.about;
    hidden_ = std::max(0.0F, drawn.text_height - drawn.room) / context.ui.em;
    if (drawn.action.kind != LessonAction::Kind::none) act(context, drawn.action);
}

void Course::act(ViewContext& context, const LessonAction& action) {
    using Kind = LessonAction::Kind;
    switch (action.kind) {
        case Kind::none: return;
        case Kind::next: next(context); break;
        case Kind::next_lesson: open_next_lesson(); break;
        case Kind::back:
            if (!player_.back()) context.notice = texts::window::lesson_begins;
            break;
        case Kind::go_to: player_.go(action.step); break;
        case Kind::return_to_picture: player_.show_again(); break;
        case Kind::close: leave(); break;
        case Kind::explore: explore(); break;
        case Kind::link: follow_link(context, action.link); break;
        case Kind::question:
            if (player_.question().result == QuestionState::Result::shown) player_.question().verdict.words.clear();
            if (player_.question().answered()) player_.answered();
            break;
    }
    context.ui.keep_awake();
}

QuestionVerdict Course::mark(const QuestionState& answer, const Session::Snapshot& shown) const {
    if (!shown.current) return {};
    GivenAnswer given{.text = answer.typed};
    const LessonQuestion& question = *player_.now().question;
    if (question.kind == LessonQuestion::Kind::choice && answer.chosen >= 0) given.options = {answer.chosen};
    if (question.kind == LessonQuestion::Kind::order) {
        given.options = answer.order;
        for (int i = 0; given.options.empty() && i < static_cast<int>(question.options.size()); ++i)
            given.options.push_back(i);
    }
    if (const CellRef cell = locked_cell(shown.current->trace(), parts_.workspace.cursor()))
        given.cell = {cell.record, cell.cell};
    QuestionVerdict verdict;
    try {
        const Marked marked =
            glassformer::mark(question, given, numbers_.runs(shown), [](double number) { return number_text(number); });
        verdict.right = marked.right;
        verdict.words = marked.said;
        verdict.answer = marked.answer;
        verdict.options = marked.options;
    } catch (const Error& error) {
        verdict.words = error.what();
    }
    return verdict;
}

/// What a clicker does with a question: the class has answered aloud.
QuestionVerdict Course::show_answer(const Session::Snapshot& shown) {
    QuestionState& state = player_.question();
    state.verdict = mark(state, shown);
    state.verdict.words.clear();
    state.result = QuestionState::Result::shown;
    player_.answered();
    return player_.question().verdict;
}

/// A stage or a cell of the run: the cursor goes there.
void Course::follow_link(ViewContext& context, const std::string& link) {
    if (!context.shown.current) return;
    const Evaluation& run = *context.shown.current;
    try {
        const NamedCell found = cells_of(*parse_reference(link), run);
        const Shape& shape = run.trace().record(found.record).shape;
        bool single = shape.rank() > 0;
        Cell cell = found.cell;
        for (int d = 0; d < shape.rank(); ++d) {
            if (shape.axis(d) == Axis::head && cell[d] >= 0) context.cursor.head = cell[d];
            single = single && cell[d] != Cell::all;
        }
        if (single)
            jump(run.trace(), context.cursor, {found.record, cell});
        else
            go_to(run.trace(), context.cursor, found.record);
    } catch (const Error& error) {
        context.notice = error.what();
    }
}

std::vector<LitCells> Course::spoken_cells(const Evaluation& run) const {
    const Trace& trace = run.trace();
    const Cursor& cursor = parts_.workspace.cursor();
    std::vector<LitCells> lit;
    if (const CellRef cell = locked_cell(trace, cursor))
        lit.push_back(lit_by(trace, {cell.record, cell.cell}, cursor.head));
    if (!player_.is_open() || player_.left) return lit;
    const auto add = [&](const std::vector<LessonSpan>& spans) {
        for (const LessonSpan& span : spans) {
            if (span.link.empty() || lit.size() > most_lit) continue;
            try {
                const LitCells cells = lit_by(trace, cells_of(*parse_reference(span.link), run), cursor.head);
                if (std::ranges::find(lit, cells) == lit.end()) lit.push_back(cells);
            } catch (const Error&) {
                continue;  // an address, or a cell of another run
            }
        }
    };
    const bool answered = player_.now().question && player_.question().answered();
    const std::size_t shown = shown_blocks(player_.now(), player_.parts(), answered);
    for (std::size_t i = 0; i < shown; ++i) {
        add(player_.now().text[i].spans);
        for (const auto& cell : player_.now().text[i].cells) add(cell);
    }
    return lit;
}

}  // namespace glassformer
