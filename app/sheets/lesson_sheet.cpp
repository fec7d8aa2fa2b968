#include "app/sheets/lesson_sheet.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/sheets/fuzzy.h"
#include "app/sheets/sheet_head.h"
#include "app/sheets/texts.h"
#include "app/views/shared/commands.h"
#include "app/widgets/controls.h"
#include "core/base/file.h"

namespace glassformer {

namespace {

namespace strings = texts::sheets;

/// "CS224N · 75 min · 63 steps · 12 questions"
std::string facts_of(const LibraryLesson& lesson) {
    std::string text = lesson.own ? path_text(lesson.file) : lesson.lecture;
    const auto add = [&](const std::string& fact) { text += (text.empty() ? "" : " · ") + fact; };
    if (lesson.minutes > 0) add(fmt::format(strings::lesson_minutes, std::lround(lesson.minutes)));
    if (const std::size_t steps = lesson.steps.size(); steps > 0)
        add(steps == 1 ? strings::one_step : fmt::format(strings::steps_count, steps));
    if (const int questions = question_count(lesson); questions > 0)
        add(questions == 1 ? strings::one_question : fmt::format(strings::questions_count, questions));
    return text;
}

constexpr float beside_from = 38;  // em of a row: in narrower ones the buttons are below the words

}  // namespace

void LessonSheet::open(const std::vector<const LibraryLesson*>& lessons, const std::vector<LessonProgress>& progress) {
    rows_.clear();
    const auto finished = [&](const std::string& name) {
        const LessonProgress* const done = find_progress(progress, name);
        return done != nullptr && done->finished;
    };
    for (const LibraryLesson* lesson : lessons) {
        Row row;
        row.file = lesson->file;
        row.name = lesson->own ? path_text(lesson->file.filename()) : lesson->name;
        row.title = lesson->title;
        row.about = lesson->about;
        row.problem = lesson->problem;
        row.fault = lesson->fault;
        row.facts = facts_of(*lesson);
        row.group = lesson->own ? Group::own : is_lecture(*lesson) ? Group::lectures : Group::lessons;
        for (const std::string& name : lesson->before) {
            const auto known = std::ranges::find(lessons, name, &LibraryLesson::name);
            row.before.emplace_back(known == lessons.end() ? name : (*known)->title, finished(name));
        }
        const int steps = static_cast<int>(lesson->steps.size());
        if (const LessonProgress* const done = find_progress(progress, lesson->name); done != nullptr && steps > 0) {
            row.finished = done->finished;
            row.step = std::clamp(done->step, 0, steps - 1);
            const int furthest = std::clamp(done->furthest, 0, steps - 1);
            row.share = static_cast<float>(furthest + 1) / static_cast<float>(steps);
            row.reached = fmt::format(strings::lesson_reached, furthest + 1, steps);
            const auto right = std::ranges::count_if(done->answered, [&](int step) {
                return step < steps && lesson->steps[static_cast<std::size_t>(step)].asks;
            });
            if (const int questions = question_count(*lesson); questions > 0)
                row.reached += " · " + fmt::format(strings::answered_right, right, questions);
        }
        rows_.push_back(std::move(row));
    }
    open_ = true;
    query_.clear();
    marked_.clear();
    // First what was begun, then what was not read yet.
    const std::vector<const Row*> all = found();
    auto first = std::ranges::find_if(all, [](const Row* row) { return row->step > 0 && !row->finished; });
    if (first == all.end())
        first = std::ranges::find_if(all, [](const Row* row) { return !row->finished && row->problem.empty(); });
    selected_ = first == all.end() ? 0 : static_cast<int>(first - all.begin());
    moved_ = true;
}

/// Rows that match the query, group by group, the best of each first.
std::vector<const LessonSheet::Row*> LessonSheet::found() const {
    std::vector<std::pair<const Row*, int>> matching;
    for (const Row& row : rows_)
        if (const auto score = fuzzy_score(query_, fmt::format("{} {} {}", row.title, row.about, row.facts)))
            matching.emplace_back(&row, *score);
    std::ranges::stable_sort(matching, [](const auto& a, const auto& b) {
        return a.first->group != b.first->group ? a.first->group < b.first->group : a.second > b.second;
    });
    std::vector<const Row*> rows;
    rows.reserve(matching.size());
    for (const auto& [row, score] : matching) rows.push_back(row);
    return rows;
}

void LessonSheet::move_mark(const Ui& ui, int count) {
    const auto pressed = [&](Key key) { return ui.input.pressed_even_typing(key) ? 1 : 0; };
    const int at = std::clamp(
        selected_ + pressed(Key::down) - pressed(Key::up) + 3 * (pressed(Key::page_down) - pressed(Key::page_up)), 0,
        std::max(0, count - 1));
    moved_ = moved_ || at != selected_;
    selected_ = at;
}

/// One below the other at the right of the words, or side by side below them: goes on or starts, and starts again.
float LessonSheet::buttons(ViewContext& context, const Row& row, const ButtonPlace& place, bool draw,
                           std::optional<Choice>& chosen) const {
    Ui& ui = context.ui;
    const float high = std::round(1.9F * ui.em), gap = std::round(0.4F * ui.em);
    if (!row.problem.empty()) return 0;
    const bool begun = row.step > 0;
    if (!draw) return begun && place.beside ? 2 * high + gap : high;
    const std::string first = begun          ? fmt::format(strings::lesson_continue, row.step + 1)
                              : row.finished ? strings::lesson_start_again
                                             : strings::lesson_start;
    Rect rest = place.rect;
    const auto press = [&](const char* what, std::string_view label, bool selected) {
        const ButtonStyle style{.selected = selected, .size = em::small};
        const float wide =
            std::min(place.beside ? rest.w : std::max(6 * ui.em, button_width(ui, label, style)), rest.w);
        const Rect at = Rect{rest.x, rest.y, wide, high}.snapped();
        (place.beside ? rest.y : rest.x) += (place.beside ? high : wide) + gap;
        if (!place.beside) rest.w = std::max(1.0F, rest.w - wide - gap);
        context.targets.put(fmt::format("lessons {} {}", what, row.name), at);
        return button(ui, fmt::format("{} {}", what, path_text(row.file)), at, label, style);
    };
    if (press("open", first, place.marked)) chosen = Choice{.file = row.file};
    if (begun && press("again", strings::lesson_start_again, false)) chosen = Choice{.file = row.file, .again = true};
    return 0;
}

float LessonSheet::words(ViewContext& context, const Row& row, const Rect& place, bool draw) const {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em;
    Rect rest{place.x, place.y, place.w, 1e5F};
    const auto write = [&](const std::string& text, const TextStyle& style, float gap) {
        if (!text.empty()) rest.take_top(paragraph(painter, rest, text, style, draw) + gap * em);
    };
    const TextStyle small{.colour = ui.theme.muted, .size = em::small};
    write(row.title, {.colour = ui.theme.text, .size = em::body, .face = Face::bold}, 0.15F);
    write(row.facts, small, 0.3F);
    write(row.about, {.colour = ui.theme.text, .size = em::body}, 0.3F);
    if (!row.problem.empty())
        write(fmt::format(strings::lesson_broken, row.problem), {.colour = ui.theme.warning, .size = em::small}, 0);
    if (!row.fault.empty())
        write(fmt::format(strings::lesson_fault, row.fault), {.colour = ui.theme.warning, .size = em::small}, 0.3F);
    for (const auto& [title, done] : row.before) {  // a disc is done, a ring is not: the words say it, too
        const std::string text = strings::lesson_before + (done ? fmt::format(strings::before_finished, title)
                                                                : fmt::format(strings::before_open, title));
        Rect line = rest;
        const Rect mark = line.take_left(1.1F * em);
        const float high = paragraph(painter, line, text, small, draw);
        const Vec2 centre{mark.x + 0.35F * em, mark.y + 0.54F * em};
        if (draw && done) painter.circle(centre, 0.28F * em, ui.theme.accent);
        if (draw && !done) painter.ring(centre, 0.28F * em, ui.theme.muted, std::max(1.0F, 0.09F * em));
        rest.take_top(high + 0.3F * em);
    }
    if (row.reached.empty()) return rest.y - place.y - 0.3F * em;  // the gap after the last line
    write(row.finished ? fmt::format("{} · {}", strings::lesson_finished, row.reached) : row.reached,
          {.colour = row.finished ? ui.theme.accent_text : ui.theme.muted, .size = em::small}, 0.25F);
    const Rect bar = Rect{rest.x, rest.y, std::min(rest.w, 24 * em), std::max(3.0F, 0.26F * em)}.snapped();
    if (draw) {
        painter.fill(bar, ui.theme.faint, bar.h / 2);
        painter.fill({bar.x, bar.y, std::max(bar.h, row.share * bar.w), bar.h}, ui.theme.accent, bar.h / 2);
    }
    rest.take_top(bar.h + 0.1F * em);
    return rest.y - place.y;
}

float LessonSheet::row(ViewContext& context, const Row& row, const Rect& place, bool marked, bool draw,
                       std::optional<Choice>& chosen) const {
    Ui& ui = context.ui;
    const float em = ui.em, pad = std::round(0.7F * em);
    Rect inside{place.x + pad, place.y + pad, place.w - 2 * pad, 1e5F};
    const bool beside = place.w >= beside_from * em;
    Rect column = inside;
    if (beside) {
        column = inside.take_right(std::round(11 * em));
        inside.take_right(std::round(em));
    }
    const float text = words(context, row, inside, false);
    if (!beside) column.y += text + (row.problem.empty() ? 0.5F * em : 0);
    const ButtonPlace place_of_buttons{column, beside, marked};
    const float button_height = buttons(context, row, place_of_buttons, false, chosen);
    const float height =
        std::round((beside ? std::max(text, button_height) : column.y - inside.y + button_height)) + 2 * pad;
    if (!draw) return height;
    const Rect box{place.x, place.y, place.w, height};
    context.targets.put("lesson " + row.name, box);
    const float radius = std::round(0.5F * em);
    ui.painter.fill(box, marked ? mix(ui.theme.card, ui.theme.accent, 0.12F) : ui.theme.card, radius);
    ui.painter.stroke(box, marked ? ui.theme.accent : ui.theme.border, marked ? 2.0F : 1.0F, radius);
    words(context, row, inside, true);
    buttons(context, row, place_of_buttons, true, chosen);
    return height;
}

std::optional<LessonSheet::Choice> LessonSheet::draw(ViewContext& context) {
    if (!open_) return {};
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect inner;
    const Vec2 size{std::min(ui.window.w - 2 * em, 60 * em), std::min(ui.window.h - 2 * em, 60 * em)};
    if (!begin_modal(ui, "lessons", open_, size, inner)) return {};
    context.targets.put("lessons", inner);
    draw_sheet_head(context, inner, "lessons", strings::lessons_title, open_);
    const TextStyle small{.colour = ui.theme.muted, .size = em::small};
    const std::string search_key = key_of(Command::search);
    const std::string keys =
        fmt::format(strings::lesson_keys, text(Key::enter, {}), text(Key::enter, with_shift), search_key);
    const float foot = paragraph(ui.painter, {0, 0, inner.w, 1e4F}, keys, small, false);
    if (foot < 0.2F * inner.h) {
        paragraph(ui.painter, inner.take_bottom(foot), keys, small);
        inner.take_bottom(0.6F * em);
    }
    const Rect field = inner.take_top(std::round(2.3F * em));
    inner.take_top(0.6F * em);
    if (!ui.input.typing && !ui.input.is_down(Button::left)) focus_text_field(ui, "field");
    context.targets.put("lessons field", field);
    const TextEvent event = text_field(ui, "field", field, query_, strings::find_lesson, {.caret_at_end = true});
    if (event == TextEvent::changed) {
        selected_ = 0;
        moved_ = true;
    }
    const std::vector<const Row*> rows = found();
    move_mark(ui, static_cast<int>(rows.size()));
    marked_ = rows.empty() ? "" : rows[static_cast<std::size_t>(selected_)]->title;

    std::optional<Choice> chosen;
    const Rect content = begin_scroll(ui, "lesson rows", inner);
    const Rect seen = ui.painter.clip();
    float y = content.y;
    if (rows.empty()) {
        const std::string none = rows_.empty() ? fmt::format(strings::no_lesson_files, key_of(Command::open))
                                               : fmt::format(strings::no_lessons, search_key);
        y += paragraph(ui.painter, {content.x, y, content.w, 1e5F}, none, {.colour = ui.theme.muted, .size = em::body});
    }
    for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
        const Row& row = *rows[static_cast<std::size_t>(i)];
        const float top = y;
        if (i == 0 || rows[static_cast<std::size_t>(i) - 1]->group != row.group) {
            if (i > 0) y += 0.6F * em;
            const char* const heading = row.group == Group::lectures ? strings::whole_lectures
                                        : row.group == Group::own    ? strings::own_lessons
                                                                     : strings::subject_lessons;
            text_in(ui.painter, {content.x, y, content.w, 1.7F * em}, heading,
                    {.colour = ui.theme.muted, .size = em::small, .face = Face::bold});
            y += 1.7F * em;
        }
        const float high = this->row(context, row, {content.x, y, content.w, 0}, i == selected_, false, chosen);
        const Rect box{content.x, y, content.w, high};
        y += high + 0.5F * em;
        if (i == selected_ && moved_) {
            reveal(ui, i == 0 ? content.y : top, box.bottom());
            moved_ = false;
        }
        if (box.bottom() < seen.y || box.y > seen.bottom()) continue;
        // Below the buttons, which have the mouse first.
        const Region touched = region(ui, fmt::format("lesson row {}", i), box);
        if (touched.hovered && ui.input.mouse_moved != Vec2{}) selected_ = i;
        this->row(context, row, box, i == selected_, true, chosen);
        if (!row.problem.empty()) continue;
        if (touched.hovered) *ui.cursor = CursorShape::hand;
        if (touched.clicked && !chosen) chosen = Choice{.file = row.file};
    }
    end_scroll(ui, y);
    end_modal(ui);
    if (event == TextEvent::submitted && !rows.empty()) {
        const Row& row = *rows[static_cast<std::size_t>(selected_)];
        if (row.problem.empty()) chosen = Choice{.file = row.file, .again = ui.input.modifiers == with_shift};
    }
    if (chosen || event == TextEvent::cancelled || !open_) {
        open_ = false;
        ui.keep_awake();
    }
    return chosen;
}

}  // namespace glassformer
