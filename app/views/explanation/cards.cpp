// Cards of what a stage is: the page, headings, formula, sentence, shortcuts.
#include "app/views/explanation/cards.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "app/paint/subscripts.h"
#include "app/views/explanation/texts.h"
#include "app/views/shared/commands.h"
#include "app/views/shared/mask_brush.h"
#include "app/views/shared/wording.h"
#include "core/session/intervention.h"
#include "core/tape/stage_reason.h"
#include "core/tape/stage_text.h"

namespace glassformer {

namespace {

/// "E edit · C copy" with no-break spaces within its items: a paragraph breaks it between them only.
std::string unbroken(std::string_view items) {
    constexpr std::string_view separator = " · ";
    std::string text;
    while (!items.empty()) {
        if (items.starts_with(separator)) {
            text += separator;
            items.remove_prefix(separator.size());
            continue;
        }
        if (items.front() == ' ')
            text += "\u00a0";
        else
            text += items.front();
        items.remove_prefix(1);
    }
    return text;
}

/// A softmax of which an edit left a row that does not sum to 1; a row that is masked as a whole is zeros.
bool row_sums_broken(const Record& at) {
    const bool known = at.value != nullptr && at.value_kept;
    if (at.edits.empty() || at.operation == nullptr || at.operation->name() != "softmax" || !known) return false;
    const ConstView values = at.view();
    const auto columns = static_cast<std::size_t>(values.shape.cols());
    for (std::size_t r = 0; r < values.shape.rows(); ++r) {
        const float* const row = values.row(r);
        double sum = 0;
        for (std::size_t c = 0; c < columns; ++c) sum += static_cast<double>(row[c]);
        if (sum != 0 && std::abs(sum - 1) > 1e-3) return true;
    }
    return false;
}

}  // namespace

std::string sentence_of(const Trace& trace, const Record& at) {
    std::string sentence = stage_sentence(trace, at);
    if (row_sums_broken(at)) sentence += texts::explanation::row_sums_broken;
    if (!is_unchanged(trace, at)) return sentence;
    const std::string now = with_subscripts(plain_formula(at.symbol)),
                      before = with_subscripts(plain_formula(trace.record(at.operands.front()).symbol));
    return stage_text(trace, at).says_unchanged ? fmt::format(texts::explanation::unchanged_said, now, before, sentence)
                                                : fmt::format(texts::explanation::unchanged, now, before, sentence);
}

namespace {

/// As it stands behind a colon: its first letter small, but for a symbol's or a name's.
std::string behind_colon(std::string_view what) {
    std::string text(what);
    const auto is = [&](std::size_t at, auto&& kind) {
        return at < text.size() && kind(static_cast<unsigned char>(text[at])) != 0;
    };
    const bool word = is(0, [](int c) { return std::isupper(c); }) && !is(1, [](int c) { return std::isupper(c); });
    if (word && (text.starts_with("A ") || is(1, [](int c) { return std::islower(c); })))
        text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
    return text;
}

}  // namespace

std::string look_line(std::string_view what) { return fmt::format(texts::explanation::look_at, behind_colon(what)); }

Rect PanelWriter::card_of(float height) {
    const Rect box = Rect{place_.x, place_.y, place_.w, height + 2 * padding()}.snapped();
    place_.take_top(card_height(height));
    ui_.painter.fill(box, ui_.theme.card, 0.5F * em_);
    ui_.painter.stroke(box, ui_.theme.border, 1, 0.5F * em_);
    return box.inset(padding());
}

void PanelWriter::page(const PageText& text, int record, const LookAt* here) {
    Painter& painter = ui_.painter;
    const float top = place_.y;
    const TextStyle heading{.colour = ui_.theme.text, .size = em::large, .face = Face::bold};
    place_.take_top(paragraph(painter, place_, text.title, heading) + 0.5F * em_);
    const FormulaStyle style{.size = 1.2F};
    const TextStyle plain{.colour = ui_.theme.text, .size = em::body};
    const std::string look = look_line(text.look);
    const Rect measure{0, 0, inner_width(), 1e4F};
    const float formula = measure_formula(painter, text.formula, inner_width(), style).height + 0.5F * em_;
    const float sentence = paragraph(painter, measure, text.sentence, plain, false) + 0.5F * em_;
    const float looked = paragraph(painter, measure, look, plain, false);
    const std::string of_run = here == nullptr || here->text.empty()
                                   ? ""
                                   : fmt::format(texts::explanation::look_here, behind_colon(here->text));
    const float space = of_run.empty() ? 0 : 0.4F * em_;
    const float told = of_run.empty() ? 0 : paragraph(painter, measure, of_run, plain, false);
    Rect inside = card_of(formula + sentence + looked + space + told);
    std::vector<FormulaPlace> places;
    draw_formula(painter, text.formula, inside.take_top(formula), style, &places);
    symbols(record, places, "page symbol");
    paragraph(painter, inside, text.sentence, plain);
    term_links(inside, text.sentence, plain, "page");
    inside.take_top(sentence);
    paragraph(painter, inside, look, plain);
    mark_look(inside.take_top(looked));
    if (!of_run.empty()) {
        inside.take_top(space);
        paragraph(painter, inside, of_run, plain);
        look_link(inside.take_top(told), *here);
    }
    context_.targets.put(fmt::format("page text {}", text.title), {place_.x, top, place_.w, place_.y - top});
}

void PanelWriter::heading(const Record& at) {
    const Trace& trace = context_.shown.current->trace();
    const TextStyle style{.colour = ui_.theme.text, .size = em::large, .face = Face::bold};
    const float top = place_.y;
    place_.take_top(paragraph(ui_.painter, place_, stage_text(trace, at).title, style) + 0.3F * em_);
    context_.targets.put("stage heading", {place_.x, top, place_.w, place_.y - top});
}

void PanelWriter::caption(const Record& at, int record) {
    Painter& painter = ui_.painter;
    const Trace& trace = context_.shown.current->trace();
    const bool stage = at.kind == Record::Kind::computed;
    std::string caption;
    if (stage)
        caption = fmt::format(texts::explanation::stage_of, stage_index(trace, record) + 1, trace.stages().size());
    const TextStyle small{.colour = ui_.theme.muted, .size = em::small, .anchor = Anchor::baseline};
    const float baseline = place_.y + 1.0F * em_;
    float x = place_.x;
    const auto write = [&](const std::string& text) {
        const std::string fits = shortened(painter, text, place_.right() - x, small.size, small.face);
        painter.text({x, baseline}, fits, small);
        x += painter.measure(fits, small.size).width;
    };
    write(caption);
    x += draw_formula_at(painter, trace.coloured_symbol(record), {x, baseline},
                         {.size = em::body, .colour = ui_.theme.muted, .align = Align::left});
    const std::string head = head_text(trace, at, context_.cursor.head);
    const std::string behind = head.empty() ? "]" : "] · " + head;
    std::string sizes = " [" + shape_text(at) + behind;
    if (painter.measure(sizes, small.size).width > place_.right() - x) {  // without the names of the axes
        sizes = " [";
        for (int d = at.shape.rank() >= 3 ? 1 : 0; d < at.shape.rank(); ++d)
            sizes += (sizes == " [" ? "" : " × ") + std::to_string(at.shape.size(d));
        sizes += behind;
    }
    write(sizes);
    place_.take_top(1.9F * em_);
}

void PanelWriter::formula(int record) {
    const std::string markup = context_.shown.current->trace().formula(record);
    const FormulaStyle style{.size = 1.35F};
    const TextSize size = measure_formula(ui_.painter, markup, inner_width(), style);
    const Rect inside = card_of(std::max(size.height, 1.6F * em_));
    std::vector<FormulaPlace> places;
    draw_formula(ui_.painter, markup, inside, style, &places);
    symbols(record, places);
}

void PanelWriter::remark(const std::string& text) {
    const TextStyle style{.colour = ui_.theme.muted, .size = em::small};
    const Rect measure{0, 0, inner_width(), 1e4F};
    const Rect inside = card_of(paragraph(ui_.painter, measure, text, style, false));
    paragraph(ui_.painter, inside, text, style);
}

float PanelWriter::height_of_sentence(const Record& at, const LookAt* look) {
    return card_height(sentence_text(at, look, nullptr));
}

void PanelWriter::sentence(const Record& at, const LookAt* look) {
    Rect inside = card_of(sentence_text(at, look, nullptr));
    context_.targets.put("stage sentence", inside);
    sentence_text(at, look, &inside);
}

float PanelWriter::sentence_text(const Record& at, const LookAt* look, const Rect* draw_in) {
    const Trace& trace = context_.shown.current->trace();
    const TextStyle style{.colour = ui_.theme.text, .size = em::body};
    Rect place = draw_in != nullptr ? *draw_in : Rect{0, 0, inner_width(), 1e4F};
    const float top = place.y, space = 0.5F * em_;
    const auto part = [&](const std::string& text, const TextStyle& how, const char* name) {
        const float height = paragraph(ui_.painter, place, text, how, draw_in != nullptr);
        if (draw_in != nullptr && name != nullptr) term_links(place, text, how, name);
        place.take_top(height);
    };
    part(sentence_of(trace, at), style, "sentence");
    if (look == nullptr) return place.y - top;
    if (const std::string_view reason = stage_reason(trace, at); !reason.empty()) {
        place.take_top(space);
        part(std::string(reason), style, "reason");
    }
    if (!look->text.empty()) {
        place.take_top(space);
        const Rect from = place;
        part(look_line(look->text), style, nullptr);
        if (draw_in != nullptr) look_link({from.x, from.y, from.w, place.y - from.y}, *look);
    }
    return place.y - top;
}

/// A bar beside what to look at, the sentence that leads back to the picture.
void PanelWriter::mark_look(const Rect& place) {
    const float wide = std::max(2.0F, 0.15F * em_);
    ui_.painter.fill({place.x - 0.45F * em_, place.y + 0.1F * em_, wide, place.h - 0.3F * em_}, ui_.theme.accent);
}

void PanelWriter::look_link(const Rect& place, const LookAt& look) {
    context_.targets.put("look at", place);
    mark_look(place);
    if (!look.cell) return;
    const Region touched = region(ui_, "look at", place, true);
    if (!touched.hovered && !touched.focused) return;
    if (touched.hovered) *ui_.cursor = CursorShape::hand;
    focus_.pointed = look.cell;
    if (touched.clicked || touched.activated) jump(context_.shown.current->trace(), context_.cursor, look.cell);
}

void PanelWriter::keys(const Record& at) {
    std::string text =
        at.gradient != nullptr ? texts::explanation::keys_of_gradients : texts::explanation::keys_of_values;
    const Trace& trace = context_.shown.current->trace();
    const int record = record_at(trace, context_.cursor);
    if (mask_of(trace, record) >= 0) text = texts::explanation::key_of_mask + text;
    if (record >= 0 && heads_of(trace, record) >= 0) text = texts::explanation::key_of_head + text;
    place_.take_top(paragraph(ui_.painter, place_, unbroken(text), {.colour = ui_.theme.muted, .size = em::small}));
}

}  // namespace glassformer
