#include "app/lessons/rich_text.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "app/lessons/rich_lines.h"
#include "app/paint/formula.h"
#include "core/base/error.h"

namespace glassformer {

namespace {

using BlockKind = LessonBlock::Kind;

// In multiples of the text's size.
constexpr float after_paragraph = 0.65F, after_item = 0.25F, before_heading = 0.9F, after_heading = 0.3F,
                at_pause = 0.35F;
constexpr float list_step = 1.7F, after_marker = 0.5F, quote_step = 1.1F, code_padding = 0.6F;
constexpr float display_size = 1.2F, around_display = 0.35F;

/// A paragraph that is one formula; blanks around it do not count.
const LessonSpan* only_formula(const LessonBlock& block) {
    const LessonSpan* found = nullptr;
    for (const LessonSpan& span : block.spans) {
        const bool blank =
            span.kind == LessonSpan::Kind::newline ||
            (span.kind == LessonSpan::Kind::words && span.text.find_first_not_of(" \n\t") == span.text.npos);
        if (blank) continue;
        if (span.kind != LessonSpan::Kind::formula || found != nullptr) return nullptr;
        found = &span;
    }
    return found;
}

class TextWriter {
public:
    TextWriter(Painter& painter, const Rect& place, std::span<const LessonBlock> blocks, const RichWords& words,
               const RichStyle& style, std::vector<RichPlace>* places, bool draw)
        : painter_(painter), place_(place), blocks_(blocks), words_(words), places_(places), draw_(draw), y_(place.y) {
        displays_ = style.displays;
        look_.size = style.size;
        look_.colour = style.colour.a > 0 ? style.colour : painter.theme().text;
        e_ = look_.size * painter.em();
        for (const LessonBlock& block : blocks) {
            if (block.kind != BlockKind::item) continue;
            float& step = steps_[block.depth];
            step =
                std::max({step, list_step * e_, painter.measure(block.marker, look_.size).width + after_marker * e_});
        }
    }

    float write() {
        for (std::size_t i = 0; i < blocks_.size();) {
            if (i > 0) y_ += gap(blocks_[i - 1], blocks_[i]);
            y_ = std::round(y_);
            i += one(i);
        }
        return y_ - place_.y;
    }

private:
    float gap(const LessonBlock& before, const LessonBlock& block) const {
        if (block.kind == BlockKind::heading) return before_heading * e_;
        if (before.kind == BlockKind::heading) return after_heading * e_;
        if (block.kind == BlockKind::pause || block.kind == BlockKind::question) return at_pause * e_;
        if (before.kind == BlockKind::item && block.kind == BlockKind::item) return after_item * e_;
        return after_paragraph * e_;
    }
    /// Returns how many blocks it took.
    std::size_t one(std::size_t i) {
        const LessonBlock& block = blocks_[i];
        switch (block.kind) {
            case BlockKind::paragraph:
                if (const LessonSpan* formula = displays_ ? only_formula(block) : nullptr;
                    formula != nullptr && display(i, *formula))
                    break;
                lines(i, place_.x, place_.w, look_);
                break;
            case BlockKind::heading: heading(i); break;
            case BlockKind::item: item(i); break;
            case BlockKind::quote: quote(i); break;
            case BlockKind::code: code(i); break;
            case BlockKind::row: return table(i);
            case BlockKind::question:
            case BlockKind::pause: break;
        }
        return 1;
    }
    void lines(std::size_t i, float x, float width, const RichLook& look) {
        put(lay_out(painter_, blocks_[i].spans, width, words_, look), i, {x, y_}, width, look);
    }
    void put(const RichLines& made, std::size_t i, Vec2 at, float width, const RichLook& look) {
        draw_lines(painter_, made, blocks_[i].spans, at, width, Align::left, words_, look, {.block = i}, places_,
                   draw_);
        y_ += made.height;
    }
    void heading(std::size_t i) {
        RichLook look = look_;
        look.bold = true;
        if (blocks_[i].depth > 3) look.colour = painter_.theme().muted;
        lines(i, place_.x, place_.w, look);
    }
    void item(std::size_t i) {
        const LessonBlock& block = blocks_[i];
        float in = 0;
        for (int depth = 0; depth <= block.depth; ++depth)
            in += steps_.contains(depth) ? steps_[depth] : list_step * e_;
        in = std::min(std::round(in), 0.6F * place_.w);
        const RichLines made = lay_out(painter_, block.spans, place_.w - in, words_, look_);
        const float above = made.lines.empty() ? 0 : made.lines.front().above;
        if (draw_ && !block.marker.empty())
            painter_.text({place_.x + in - after_marker * e_, y_ + above}, block.marker,
                          {.colour = painter_.theme().muted,
                           .size = look_.size,
                           .align = Align::right,
                           .anchor = Anchor::baseline});
        put(made, i, {place_.x + in, y_}, place_.w - in, look_);
    }
    void quote(std::size_t i) {
        const float top = y_, in = std::round(quote_step * e_);
        lines(i, place_.x + in, place_.w - in, look_);
        const bool goes_on = i + 1 < blocks_.size() && blocks_[i + 1].kind == BlockKind::quote;
        const float bottom = goes_on ? y_ + after_paragraph * e_ : y_;
        if (draw_)
            painter_.fill({place_.x + 0.25F * e_, top, std::max(2.0F, std::round(0.16F * e_)), bottom - top},
                          painter_.theme().accent.faded(0.7F));
    }
    /// Each line of the code as it is written; blanks at its beginning are kept.
    void code(std::size_t i) {
        std::string all;
        for (const LessonSpan& span : blocks_[i].spans) all += span.text;
        while (!all.empty() && all.back() == '\n') all.pop_back();
        std::vector<LessonSpan> spans;
        for (std::size_t at = 0; at <= all.size();) {
            const std::size_t end = std::min(all.find('\n', at), all.size());
            std::string line;
            for (const char c : all.substr(at, end - at)) line += c == ' ' ? "\u00A0" : std::string(1, c);
            if (at > 0) spans.push_back({.kind = LessonSpan::Kind::newline, .text = {}});
            spans.push_back({.text = line.empty() ? "\u00A0" : line, .code = true});
            at = end + 1;
        }
        const float pad = std::round(code_padding * e_);
        const RichLines made = lay_out(painter_, spans, place_.w - 2 * pad, words_, look_);
        const Rect box{place_.x, y_, place_.w, made.height + 2 * pad};
        if (draw_) {
            painter_.fill(box, painter_.theme().control, std::round(0.3F * e_));
            draw_lines(painter_, made, spans, {box.x + pad, box.y + pad}, box.w - 2 * pad, Align::left, words_, look_,
                       {.block = i}, nullptr, true);
        }
        y_ += box.h;
    }
    /// False where its markup cannot be read: it is then written as a paragraph.
    bool display(std::size_t i, const LessonSpan& span) {
        const std::string markup = words_.formula ? words_.formula(span) : span.text;
        const FormulaStyle style{.size = look_.size * display_size, .colour = look_.colour};
        TextSize size;
        try {
            size = measure_formula(painter_, markup, place_.w, style);
        } catch (const Error&) {
            return false;
        }
        y_ += around_display * e_;
        const Rect box{place_.x, y_, place_.w, std::ceil(size.height)};
        const Rect drawn{box.centre().x - size.width / 2, box.y, size.width, box.h};
        if (draw_ && words_.lit && words_.lit(span))
            painter_.fill(drawn.inset(-0.3F * e_, -0.15F * e_), painter_.theme().accent.faded(0.22F), 0.3F * e_);
        if (draw_) draw_formula(painter_, markup, box, style);
        const auto at = static_cast<std::size_t>(&span - blocks_[i].spans.data());
        if (places_ != nullptr)
            places_->push_back({.kind = RichPlace::Kind::formula, .block = i, .span = at, .rect = drawn});
        y_ += box.h + around_display * e_;
        return true;
    }
    std::size_t table(std::size_t i) {
        std::size_t end = i + 1;
        while (end < blocks_.size() && blocks_[end].kind == BlockKind::row && !blocks_[end].head) ++end;
        y_ += rich_table(painter_, {place_.x, y_, place_.w, 0}, blocks_.subspan(i, end - i), i, words_, look_, places_,
                         draw_);
        return end - i;
    }

    Painter& painter_;
    Rect place_;
    std::span<const LessonBlock> blocks_;
    const RichWords& words_;
    RichLook look_;
    std::vector<RichPlace>* places_;
    bool draw_, displays_ = true;
    float e_ = 0, y_;
    std::map<int, float> steps_;  // of lists, by depth
};

}  // namespace

const LessonSpan& span_of(std::span<const LessonBlock> blocks, const RichPlace& place) {
    const LessonBlock& block = blocks[place.block];
    return place.cell < 0 ? block.spans[place.span] : block.cells[static_cast<std::size_t>(place.cell)][place.span];
}

float rich_text(Painter& painter, const Rect& place, std::span<const LessonBlock> blocks, const RichWords& words,
                const RichStyle& style, std::vector<RichPlace>* places, bool draw) {
    return TextWriter(painter, place, blocks, words, style, places, draw).write();
}

}  // namespace glassformer
