#include "app/lessons/rich_lines.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/lessons/rich_order.h"
#include "app/paint/formula.h"
#include "core/base/error.h"
#include "core/base/utf8.h"

namespace glassformer {

namespace {

constexpr float leading = 1.22F;        // as paragraph() has it
constexpr float formula_size = 0.96F;   // its scripts are of a size that is drawn sharp
constexpr float code_size = 0.95F;      // the fixed-width face looks larger
constexpr float around_formula = 0.1F;  // em over and under a tall one
constexpr float unlimited = 1e6F;

/// What is not broken unless it is wider than a line.
struct Piece {
    RichRun run;
    bool space = false, newline = false;  // before it
};

Face face_of(const LessonSpan& span, const RichLook& look) {
    const bool bold = span.strong || look.bold;
    if (span.code) return bold ? Face::mono_bold : Face::mono;
    return bold ? Face::bold : span.emphasis ? Face::slanted : Face::sans;
}

RichRun words_run(Painter& painter, std::size_t span, std::string text, Face face, float size) {
    const TextSize measured = painter.measure(text, size, face);
    return {.span = span,
            .text = std::move(text),
            .face = face,
            .size = size,
            .width = measured.width,
            .ascent = measured.ascent,
            .descent = measured.height - measured.ascent};
}

/// Markup that cannot be read is shown as it was written.
RichRun formula_run(Painter& painter, std::size_t index, const LessonSpan& span, const RichWords& words,
                    const RichLook& look) {
    const std::string markup = words.formula ? words.formula(span) : span.text;
    const float size = look.size * formula_size;
    try {
        const TextSize measured = measure_formula(painter, markup, unlimited, {.size = size});
        return {.span = index,
                .formula = true,
                .text = markup,
                .size = size,
                .width = measured.width,
                .ascent = measured.ascent,
                .descent = measured.height - measured.ascent};
    } catch (const Error&) {
        return words_run(painter, index, span.text, Face::mono, look.size * code_size);
    }
}

std::vector<Piece> pieces_of(Painter& painter, std::span<const LessonSpan> spans, const RichWords& words,
                             const RichLook& look) {
    std::vector<Piece> pieces;
    bool space = false, newline = false;
    const auto add = [&](RichRun run) {
        pieces.push_back({std::move(run), std::exchange(space, false), std::exchange(newline, false)});
    };
    for (std::size_t i = 0; i < spans.size(); ++i) {
        const LessonSpan& span = spans[i];
        const Face face = face_of(span, look);
        const float size = span.code ? look.size * code_size : look.size;
        if (span.kind == LessonSpan::Kind::newline) {
            newline = true;
        } else if (span.kind == LessonSpan::Kind::formula) {
            add(formula_run(painter, i, span, words, look));
        } else if (span.kind == LessonSpan::Kind::live) {
            add(words_run(painter, i, text_of(span, words), face, size));
        } else {
            constexpr std::string_view blanks = " \t\r\n";
            for (std::string_view rest = span.text; !rest.empty();) {
                const std::size_t end = std::min(rest.find_first_of(blanks), rest.size());
                if (end > 0) add(words_run(painter, i, std::string(rest.substr(0, end)), face, size));
                rest.remove_prefix(end);
                const std::size_t next = std::min(rest.find_first_not_of(blanks), rest.size());
                space = space || next > 0;
                rest.remove_prefix(next);
            }
        }
    }
    return pieces;
}

/// Marks that belong to the letter before them.
bool joins(char32_t c) {
    return (c >= 0x300 && c < 0x370) || (c >= 0x20D0 && c < 0x2100) || (c >= 0xFE00 && c < 0xFE10) || c == 0x200D;
}

/// The longest beginning that fits, at least one letter; in bytes.
std::size_t fitting(Painter& painter, const RichRun& run, float width) {
    std::size_t cut = 0, at = 0;
    while (at < run.text.size()) {
        std::size_t next = at;
        next_code_point(run.text, next);
        while (next < run.text.size()) {
            std::size_t after = next;
            if (!joins(next_code_point(run.text, after))) break;
            next = after;
        }
        if (cut > 0 && painter.measure(std::string_view(run.text).substr(0, next), run.size, run.face).width > width)
            break;
        cut = at = next;
    }
    return cut;
}

class LineBreaker {
public:
    LineBreaker(Painter& painter, std::span<const LessonSpan> spans, float width, const RichLook& look)
        : painter_(painter), spans_(spans), width_(width), look_(look) {}

    /// Pieces without a space between them.
    void unit(std::span<Piece> pieces) {
        if (pieces.front().newline) next_line();
        float wide = 0;
        for (const Piece& piece : pieces) wide += piece.run.width;
        const float space = pieces.front().space && !empty() ? space_before(pieces.front().run) : 0;
        if (!empty() && result_.lines.back().width + space + wide > width_) next_line();
        const bool too_wide = wide > width_;
        for (Piece& piece : pieces) {
            const bool first = &piece == &pieces.front();
            if (too_wide)
                broken(std::move(piece.run), first && piece.space);
            else
                put(std::move(piece.run), first && piece.space);
        }
    }
    RichLines finished() {
        const WritingDirection direction = direction_of(spans_);
        result_.right_to_left = direction == WritingDirection::right_to_left;
        for (RichLine& line : result_.lines) {
            put_in_order(painter_, line, spans_, direction);
            const TextSize plain = painter_.measure("x", look_.size);
            const float e = look_.size * painter_.em();
            line.above = plain.ascent;
            line.below = std::round(plain.height * leading) - plain.ascent;
            for (const RichRun& run : line.runs) {
                const float around = run.formula ? around_formula * e : 0;
                line.above = std::max(line.above, run.ascent + around);
                line.below = std::max(line.below, run.descent + (run.formula ? 1.5F * around : 0));
            }
            line.above = std::ceil(line.above);
            line.below = std::ceil(line.below);
            result_.width = std::max(result_.width, line.width);
            result_.height += line.above + line.below;
        }
        return std::move(result_);
    }

private:
    bool empty() const { return result_.lines.empty() || result_.lines.back().runs.empty(); }
    void next_line() { result_.lines.emplace_back(); }
    RichLine& line() {
        if (result_.lines.empty()) next_line();
        return result_.lines.back();
    }
    /// As wide as a space of the words before it; the wide one of the fixed-width face is within code only.
    float space_before(const RichRun& next) const {
        const RichRun& last = result_.lines.back().runs.back();
        const bool fixed = last.face == Face::mono || last.face == Face::mono_bold;
        if (last.formula || (fixed && last.span != next.span)) return painter_.measure(" ", look_.size).width;
        return painter_.measure(" ", last.size, last.face).width;
    }
    void put(RichRun run, bool space) {
        RichLine& to = line();
        const float gap = space && !to.runs.empty() ? space_before(run) : 0;
        if (!to.runs.empty()) {
            RichRun& last = to.runs.back();
            const LessonSpan& span = spans_[run.span];
            if (last.span == run.span && span.kind == LessonSpan::Kind::words) {
                if (gap > 0) last.text += ' ';
                last.text += run.text;
                last.width += gap + run.width;
                to.width += gap + run.width;
                return;
            }
        }
        run.x = to.width + gap;
        to.width = run.x + run.width;
        to.runs.push_back(std::move(run));
    }
    /// A part of a unit that is wider than a line.
    void broken(RichRun run, bool space) {
        const float gap = space && !empty() ? space_before(run) : 0;
        float room = width_ - (empty() ? 0 : result_.lines.back().width + gap);
        if (run.width <= room) return put(std::move(run), space);
        if (run.formula) {
            if (!empty()) next_line();
            if (run.width > width_) {
                const TextSize measured = measure_formula(painter_, run.text, width_, {.size = run.size});
                run.wrapped = true;
                run.width = std::min(width_, measured.width);
                run.ascent = measured.ascent;
                run.descent = measured.height - measured.ascent;
            }
            return put(std::move(run), false);
        }
        while (!run.text.empty()) {
            std::size_t cut = fitting(painter_, run, room);
            RichRun part = words_run(painter_, run.span, run.text.substr(0, cut), run.face, run.size);
            if (part.width > room && !empty()) {  // not even its first letter
                next_line();
                room = width_;
                continue;
            }
            run.text.erase(0, cut);
            put(std::move(part), std::exchange(space, false));
            if (!run.text.empty()) next_line();
            room = width_;
        }
    }

    Painter& painter_;
    std::span<const LessonSpan> spans_;
    float width_;
    const RichLook& look_;
    RichLines result_;
};

void draw_run(Painter& painter, const RichRun& run, const LessonSpan& span, Vec2 at, float width,
              const RichWords& words, const RichLook& look) {
    const Theme& theme = painter.theme();
    const float e = look.size * painter.em();
    const bool lit = words.lit && words.lit(span);
    Colour ink = look.colour;
    if (!span.link.empty()) {
        const std::optional<Meaning> named = words.meaning ? words.meaning(span.link) : std::nullopt;
        ink = named ? colour(theme, *named) : theme.accent_text;
    }
    const Rect box{at.x, at.y - run.ascent, run.width, run.ascent + run.descent};
    if (lit)
        painter.fill(box.inset(-0.12F * e, 0), ink.faded(0.22F), 0.2F * e);
    else if (span.code)
        painter.fill(box.inset(-0.1F * e, 0), theme.control, 0.2F * e);
    if (run.formula) {
        const FormulaStyle style{.size = run.size, .colour = ink, .align = Align::left};
        if (run.wrapped)
            draw_formula(painter, run.text, {at.x, box.y, width, box.h}, style);
        else
            draw_formula_at(painter, run.text, {at.x, std::round(at.y)}, style);
    } else {
        painter.text(at, run.text,
                     {.colour = ink,
                      .size = run.size,
                      .face = run.face,
                      .anchor = Anchor::baseline,
                      .direction = run.direction});
    }
    const float below = std::round(at.y + 0.17F * e) + 0.5F;
    if (!span.link.empty() || (words.place && !words.place(span).empty()))
        lit ? painter.line({at.x, below}, {at.x + run.width, below}, ink, 1.5F)
            : painter.dashed({at.x, below}, {at.x + run.width, below}, ink, 1, 2, 2);
    else if (span.kind == LessonSpan::Kind::live)
        painter.line({at.x, below}, {at.x + run.width, below}, lit ? theme.accent : theme.muted, 1);
}

}  // namespace

float line_height(Painter& painter, float size) { return std::round(painter.measure("x", size).height * leading); }

std::string text_of(const LessonSpan& span, const RichWords& words) {
    if (span.kind == LessonSpan::Kind::live) return words.live ? words.live(span) : "{{" + span.text + "}}";
    return span.text;
}

RichLines lay_out(Painter& painter, std::span<const LessonSpan> spans, float width, const RichWords& words,
                  const RichLook& look) {
    std::vector<Piece> pieces = pieces_of(painter, spans, words, look);
    LineBreaker breaker(painter, spans, width, look);
    for (std::size_t begin = 0; begin < pieces.size();) {
        std::size_t end = begin + 1;
        while (end < pieces.size() && !pieces[end].space && !pieces[end].newline) ++end;
        breaker.unit(std::span(pieces).subspan(begin, end - begin));
        begin = end;
    }
    return breaker.finished();
}

void draw_lines(Painter& painter, const RichLines& lines, std::span<const LessonSpan> spans, Vec2 at, float width,
                Align align, const RichWords& words, const RichLook& look, const RichPlace& place,
                std::vector<RichPlace>* places, bool draw) {
    const Rect seen = painter.clip();
    if (lines.right_to_left && align != Align::centre) align = align == Align::left ? Align::right : Align::left;
    for (const RichLine& line : lines.lines) {
        const float space = width - line.width;
        const float left = at.x + (align == Align::left ? 0 : align == Align::centre ? space / 2 : space);
        const float baseline = at.y + line.above;
        const bool visible = at.y < seen.bottom() && baseline + line.below > seen.y;
        for (const RichRun& run : line.runs) {
            const LessonSpan& span = spans[run.span];
            if (draw && visible) draw_run(painter, run, span, {left + run.x, baseline}, width, words, look);
            if (places == nullptr) continue;
            RichPlace put = place;
            put.span = run.span;
            put.rect = {left + run.x, baseline - run.ascent, run.width, run.ascent + run.descent};
            const auto note = [&](RichPlace::Kind kind) {
                put.kind = kind;
                places->push_back(put);
            };
            if (!span.link.empty()) note(RichPlace::Kind::link);
            if (span.kind == LessonSpan::Kind::live) note(RichPlace::Kind::live);
            if (span.kind == LessonSpan::Kind::formula) note(RichPlace::Kind::formula);
        }
        at.y += line.above + line.below;
    }
}

}  // namespace glassformer
