#include "app/views/explanation/cards.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "app/paint/formula.h"
#include "app/views/explanation/texts.h"
#include "app/views/shared/commands.h"
#include "app/views/shared/mask_brush.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "core/session/intervention.h"
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
    return fmt::format(texts::explanation::unchanged, plain_formula(at.symbol),
                       plain_formula(trace.record(at.operands.front()).symbol), sentence);
}

Rect PanelWriter::card_of(float height) {
    const Rect box = Rect{place_.x, place_.y, place_.w, height + 2 * padding()}.snapped();
    place_.take_top(card_height(height));
    ui_.painter.fill(box, ui_.theme.card, 0.5F * em_);
    ui_.painter.stroke(box, ui_.theme.border, 1, 0.5F * em_);
    return box.inset(padding());
}

void PanelWriter::page(const PageText& text, int record) {
    Painter& painter = ui_.painter;
    const float top = place_.y;
    const TextStyle heading{.colour = ui_.theme.text, .size = em::large, .face = Face::bold};
    place_.take_top(paragraph(painter, place_, text.title, heading) + 0.5F * em_);
    const FormulaStyle style{.size = 1.2F};
    const TextStyle plain{.colour = ui_.theme.text, .size = em::body}, quiet{.colour = ui_.theme.muted};
    const std::string look = fmt::format(texts::explanation::look_at, text.look);
    const Rect measure{0, 0, inner_width(), 1e4F};
    const float formula = measure_formula(painter, text.formula, inner_width(), style).height + 0.5F * em_;
    const float sentence = paragraph(painter, measure, text.sentence, plain, false) + 0.5F * em_;
    Rect inside = card_of(formula + sentence + paragraph(painter, measure, look, quiet, false));
    std::vector<FormulaPlace> places;
    draw_formula(painter, text.formula, inside.take_top(formula), style, &places);
    symbols(record, places, "page symbol");
    paragraph(painter, inside, text.sentence, plain);
    term_links(inside, text.sentence, plain, "page");
    inside.take_top(sentence);
    paragraph(painter, inside, look, quiet);
    context_.targets.put(fmt::format("page text {}", text.title), {place_.x, top, place_.w, place_.y - top});
}

void PanelWriter::heading(const Record& at) {
    const Trace& trace = context_.shown.current->trace();
    const TextStyle style{.colour = ui_.theme.text, .size = em::large, .face = Face::bold};
    place_.take_top(paragraph(ui_.painter, place_, stage_text(trace, at).title, style) + 0.3F * em_);
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

float PanelWriter::piece(const ArithmeticPiece& piece, Vec2 baseline, float size, bool draw) const {
    Painter& painter = ui_.painter;
    const Colour tone = piece.meaning == Meaning::plain ? ui_.theme.text : colour(ui_.theme, piece.meaning);
    if (piece.markup) {
        if (!draw) return measure_formula(painter, piece.text, 1e4F, {.size = size * 1.1F, .align = Align::left}).width;
        return draw_formula_at(painter, piece.text, baseline,
                               {.size = size * 1.1F, .colour = tone, .align = Align::left});
    }
    const Face face = piece.strong ? Face::mono_bold : Face::mono;
    if (draw)
        painter.text(baseline, piece.text, {.colour = tone, .size = size, .face = face, .anchor = Anchor::baseline});
    return painter.measure(piece.text, size, face).width;
}

constexpr float label_size = 0.75F;  // of a name with its symbol: its letters are wider than those of a plain one

float PanelWriter::pieces_width(const ArithmeticRow& row, float size) const {
    float width = 0;
    for (const ArithmeticPiece& p : row.pieces) width += piece(p, {}, size, false);
    return width;
}

void PanelWriter::row(const ArithmeticRow& row, const Rect& line, float size, const Rect& bars, int number) {
    Painter& painter = ui_.painter;
    const Trace& trace = context_.shown.current->trace();
    const std::string id = "term " + std::to_string(number);
    if (row.source) {
        context_.targets.put(id, line);
        const Region touched = region(ui_, id, line, true);
        if (touched.hovered || touched.focused) {
            painter.fill(line, ui_.theme.control_hot.faded(0.6F), 0.2F * em_);
            focus_.pointed = row.source;
        }
        if (touched.clicked || touched.activated) focus_.jump_to(trace, context_.cursor, row.source);
    }
    float x = line.x;
    const float baseline = line.y + 0.5F * line.h + 0.36F * size * em_;
    const bool quiet = row.kind == ArithmeticRow::Kind::rest || row.kind == ArithmeticRow::Kind::note;
    for (std::size_t i = 0; i < row.pieces.size(); ++i) {
        ArithmeticPiece p = row.pieces[i];
        const float width = piece(p, {}, size, false);
        if (p.source && p.source != row.source) {  // a number of its own: the other factor
            const Rect place{x, line.y, width, line.h};
            const Region touched = region(ui_, id + " " + std::to_string(i), place);
            if (touched.hovered || touched.focused) {
                painter.fill(place, ui_.theme.control_hot, 0.2F * em_);
                focus_.pointed = p.source;
            }
            if (touched.clicked || touched.activated) focus_.jump_to(trace, context_.cursor, p.source);
        }
        if (quiet) {
            painter.text({x, baseline}, p.text,
                         {.colour = ui_.theme.muted, .size = size, .face = Face::mono, .anchor = Anchor::baseline});
        } else {
            if (row.kind == ArithmeticRow::Kind::total && p.strong) {
                painter.text({x, baseline}, p.text,
                             {.colour = ui_.theme.accent_text,
                              .size = size,
                              .face = Face::mono_bold,
                              .anchor = Anchor::baseline});
            } else {
                piece(p, {x, baseline}, size, true);
            }
        }
        x += width;
    }
    if (!row.label.empty() && !label_below(row)) {
        const float room = line.right() - std::max(x, row.bar && bars.w > em_ ? bars.right() : x) - 0.5F * em_;
        float wide = 0;
        for (const ArithmeticPiece& p : row.typeset) wide += piece(p, {}, label_size, false);
        const std::string label = shortened(painter, row.label, std::max(0.0F, room), em::small, Face::sans);
        if (!row.typeset.empty() && wide <= room) {
            Vec2 at{line.right() - wide, baseline};
            for (const ArithmeticPiece& p : row.typeset) at.x += piece(p, at, label_size, true);
        } else if (room > 3 * em_ || label == row.label) {
            painter.text(
                {line.right(), baseline}, label,
                {.colour = ui_.theme.muted, .size = em::small, .align = Align::right, .anchor = Anchor::baseline});
        }
    }
    if (row.bar) {
        const Meaning meaning =
            bars_ != Meaning::plain ? bars_ : context_.shown.current->trace().record(explained_record_).stage->meaning;
        const Tone& tone = ui_.theme.tones[static_cast<std::size_t>(meaning)];
        const float length = std::max(1.0F, bars.w * static_cast<float>(std::abs(row.share)));
        const float thick = std::round(0.45F * em_);
        if (bars.w > em_)
            painter.fill(Rect{bars.x, line.y + (line.h - thick) / 2, length, thick}.snapped(),
                         row.share < 0 ? tone.negative : tone.positive);
    }
}

float PanelWriter::height_of(const Arithmetic& arithmetic) const { return card_height(rows_height(arithmetic)); }

float PanelWriter::rows_height(const Arithmetic& arithmetic) const {
    const float line = 1.45F * em_;
    const bool edited = context_.shown.unedited != nullptr && bars_ == Meaning::plain;
    float height = 0;
    for (std::size_t i = 0; i < arithmetic.rows.size(); ++i) {
        const ArithmeticRow& r = arithmetic.rows[i];
        height += line +
                  (i > 0 && (r.kind == ArithmeticRow::Kind::heading || starts_last(arithmetic, i)) ? 0.4F * em_ : 0.0F);
        if ((i == 0 && edited) || label_below(r)) height += line;
    }
    return height;
}

void PanelWriter::arithmetic(const Arithmetic& arithmetic, const CellRef& cell, Meaning bar_colour) {
    bars_ = bar_colour;
    explained_record_ = cell.record;
    const float line = 1.45F * em_;
    const bool edited = context_.shown.unedited != nullptr && bars_ == Meaning::plain;
    Rect inside = card_of(rows_height(arithmetic));
    for (std::size_t i = 0; i < arithmetic.rows.size(); ++i) {
        const ArithmeticRow& r = arithmetic.rows[i];
        if (i > 0 && (r.kind == ArithmeticRow::Kind::heading || starts_last(arithmetic, i)))
            inside.take_top(0.4F * em_);
        // Rows of one step have one size and one place for their bars.
        float size = i == 0 ? em::body : em::small;
        // Numbers that are wider than the card are made smaller until they fit.
        const auto widest_at = [&](float at) {
            float width = pieces_width(r, at);
            if (r.kind != ArithmeticRow::Kind::term) return width;
            for (const ArithmeticRow& other : arithmetic.rows)
                if (other.step == r.step && other.kind == ArithmeticRow::Kind::term)
                    width = std::max(width, pieces_width(other, at));
            return width;
        };
        float widest = widest_at(size);
        for (int tries = 0; widest > inside.w && tries < 12; ++tries) {
            size *= std::min(0.96F, inside.w / widest);
            widest = widest_at(size);
        }
        // All bars of a step have the same scale: the widest label leaves the room.
        float label = 0;
        for (const ArithmeticRow& other : arithmetic.rows)
            if (other.step == r.step && other.bar && !other.label.empty())
                label = std::max(label, std::min(5.5F * em_, ui_.painter.measure(other.label, em::small).width + em_));
        const float bar_x = inside.x + widest + 0.6F * em_;
        const Rect bars{bar_x, inside.y, std::clamp(inside.right() - label - bar_x, 0.0F, 7 * em_), line};
        row(r, inside.take_top(line), size, bars, static_cast<int>(i));
        if (i == 0 && edited) edit_line(inside.take_top(line), cell);
        if (label_below(r))
            text_in(ui_.painter, inside.take_top(line), r.label, {.colour = ui_.theme.muted, .size = em::small});
    }
}

bool PanelWriter::label_below(const ArithmeticRow& row) const {
    if (row.kind != ArithmeticRow::Kind::heading || row.label.empty()) return false;
    return pieces_width(row, em::small) + ui_.painter.measure(row.label, em::small).width + em_ > inner_width();
}

/// The first row of the last step, which follows the named steps.
bool PanelWriter::starts_last(const Arithmetic& arithmetic, std::size_t i) {
    return i > 1 && arithmetic.rows[i].step != arithmetic.rows[i - 1].step;
}

/// "(was 0.12) · Del to undo"
void PanelWriter::edit_line(const Rect& line, const CellRef& cell) const {
    const Trace& trace = context_.shown.current->trace();
    const Record& record = trace.record(cell.record);
    const float now = trace.value(cell.record, cell.cell);
    const float before = context_.shown.unedited->trace().value(cell.record, cell.cell);
    const bool set = record.edited(cell.cell).has_value();
    std::string was = number_text(static_cast<double>(before));
    if (was == number_text(static_cast<double>(now))) was = exact_text(before);
    std::string text =
        now == before ? texts::explanation::unaffected : fmt::format(texts::explanation::was, with_minus(was));
    if (set)  // the row above says that it is edited
        text += texts::explanation::delete_to_undo;
    else if (now != before)
        text += texts::explanation::changed_upstream;
    const Colour tone = now == before && !set ? ui_.theme.muted : ui_.theme.accent_text;
    text_in(ui_.painter, line, text, {.colour = tone, .size = em::small});
}

void PanelWriter::invitation() {
    const std::string text = texts::explanation::invitation;
    const TextStyle style{.colour = ui_.theme.muted, .size = em::small};
    const Rect measure{0, 0, inner_width(), 1e4F};
    const Rect inside = card_of(paragraph(ui_.painter, measure, text, style, false));
    paragraph(ui_.painter, inside, text, style);
}

float PanelWriter::height_of_sentence(const Record& at) const {
    const TextStyle style{.colour = {}, .size = em::body};
    return card_height(paragraph(ui_.painter, {0, 0, inner_width(), 1e4F},
                                 sentence_of(context_.shown.current->trace(), at), style, false));
}

void PanelWriter::sentence(const Record& at) {
    const std::string text = sentence_of(context_.shown.current->trace(), at);
    const TextStyle style{.colour = ui_.theme.text, .size = em::body};
    const float height = paragraph(ui_.painter, {0, 0, inner_width(), 1e4F}, text, style, false);
    const Rect inside = card_of(height);
    paragraph(ui_.painter, inside, text, style);
    term_links(inside, text, style, "sentence");
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
