// The card of a cell's arithmetic: aligned rows with their bars, each number a way to its cell.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/paint/formula.h"
#include "app/views/explanation/cards.h"
#include "app/views/explanation/texts.h"
#include "app/views/shared/changed_stages.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"

namespace glassformer {

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
    if (row.kind == ArithmeticRow::Kind::rest && !all_terms_) {
        context_.targets.put("all terms " + std::to_string(number), line);
        const Region touched = region(ui_, id, line, true);
        if (touched.hovered || touched.focused) {
            *ui_.cursor = CursorShape::hand;
            painter.fill(line, ui_.theme.control_hot.faded(0.6F), 0.2F * em_);
            tooltip(ui_, line, texts::explanation::all_terms);
        }
        wants_all_terms_ = wants_all_terms_ || touched.clicked || touched.activated;
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
        const float length = std::max(1.0F, bars.w * static_cast<float>(std::abs(row.share)));
        const float thick = std::round(0.45F * em_);
        if (bars.w > em_)
            painter.fill(Rect{bars.x, line.y + (line.h - thick) / 2, length, thick}.snapped(),
                         bar_colour(ui_.theme, meaning, row.share < 0));
    }
}

float PanelWriter::height_of(const Arithmetic& arithmetic, const CellRef& cell) const {
    return card_height(rows_height(arithmetic, cell));
}

float PanelWriter::rows_height(const Arithmetic& arithmetic, const CellRef& cell) const {
    const float line = 1.45F * em_;
    const bool edited = bars_ == Meaning::plain && value_before(context_.shown, cell);
    float height = 0;
    for (std::size_t i = 0; i < arithmetic.rows.size(); ++i) {
        const ArithmeticRow& r = arithmetic.rows[i];
        height += line +
                  (i > 0 && (r.kind == ArithmeticRow::Kind::heading || starts_last(arithmetic, i)) ? 0.4F * em_ : 0.0F);
        if ((i == 0 && edited) || label_below(r)) height += line;
    }
    return height;
}

void PanelWriter::arithmetic(const Arithmetic& arithmetic, const CellRef& cell, Meaning bar_colour, bool all,
                             TermWidths* kept) {
    bars_ = bar_colour;
    all_terms_ = all;
    explained_record_ = cell.record;
    const float line = 1.45F * em_;
    const bool edited = bars_ == Meaning::plain && value_before(context_.shown, cell);
    Rect inside = card_of(rows_height(arithmetic, cell));
    // Rows of one step have one size and one place for their bars.
    TermWidths measured;
    constexpr std::size_t many = 100;  // rows: fewer are measured in every frame
    TermWidths& widths = kept != nullptr && arithmetic.rows.size() > many ? *kept : measured;
    const bool known = widths.em == em_ && widths.rows == arithmetic.rows.size();
    for (std::size_t i = 0; i < arithmetic.rows.size() && !known; ++i) {
        const ArithmeticRow& r = arithmetic.rows[i];
        TermWidths::Step& step = widths.steps[r.step];
        if (r.kind == ArithmeticRow::Kind::term)
            for (const bool first : {false, true})
                step.terms[first ? 0 : 1] =
                    std::max(step.terms[first ? 0 : 1], pieces_width(r, first ? em::body : em::small));
        if (r.bar && !r.label.empty())
            step.label =
                std::max(step.label, std::min(5.5F * em_, ui_.painter.measure(r.label, em::small).width + em_));
    }
    widths.em = em_;
    widths.rows = arithmetic.rows.size();
    const Rect seen = ui_.painter.clip();
    for (std::size_t i = 0; i < arithmetic.rows.size(); ++i) {
        const ArithmeticRow& r = arithmetic.rows[i];
        if (i > 0 && (r.kind == ArithmeticRow::Kind::heading || starts_last(arithmetic, i)))
            inside.take_top(0.4F * em_);
        float size = i == 0 ? em::body : em::small;
        const TermWidths::Step& step = widths.steps[r.step];
        float widest = pieces_width(r, size);
        if (r.kind == ArithmeticRow::Kind::term) widest = std::max(widest, step.terms[i == 0 ? 0 : 1]);
        // Numbers that are wider than the card are made smaller until they fit.
        if (widest > inside.w) {
            size *= std::max(0.6F, inside.w / widest * 0.99F);
            widest = inside.w;
        }
        const float bar_x = inside.x + widest + 0.6F * em_;
        const Rect bars{bar_x, inside.y, std::clamp(inside.right() - step.label - bar_x, 0.0F, 7 * em_), line};
        const Rect place = inside.take_top(line);
        // Of a long sum the lines in sight, and one beside them for the keyboard.
        if (place.bottom() > seen.y - 2 * line && place.y < seen.bottom() + 2 * line)
            row(r, place, size, bars, static_cast<int>(i));
        if (i == 0 && edited) edit_line(inside.take_top(line), cell);
        if (label_below(r))
            text_in(ui_.painter, inside.take_top(line), r.label, {.colour = ui_.theme.muted, .size = em::small});
    }
}

PanelWriter::TermTools PanelWriter::term_tools(TermSort* sort) {
    const ButtonStyle style{.size = em::small};
    TermTools pressed;
    Rect line = place_.take_top(1.7F * em_);
    const auto press = [&](const char* name, const char* label) {
        const float wide = std::min(place_.w, button_width(ui_, label, style));
        if (wide > line.w) {
            place_.take_top(0.4F * em_);
            line = place_.take_top(1.7F * em_);
        }
        const Rect place = line.take_left(wide).snapped();
        line.take_left(0.5F * em_);
        context_.targets.put(name, place);
        return button(ui_, name, place, label, style);
    };
    pressed.fewer = press("fewer terms", texts::explanation::fewer_terms);
    if (sort != nullptr) {
        const bool by_index = *sort == TermSort::index;
        if (press("sort terms", by_index ? texts::explanation::sort_by_size : texts::explanation::sort_by_index))
            *sort = by_index ? TermSort::size : TermSort::index;
        pressed.copy = press("copy terms", texts::explanation::copy_terms);
    }
    place_.take_top(0.8F * em_);
    return pressed;
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
    const float before = value_before(context_.shown, cell).value_or(now);
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

}  // namespace glassformer
