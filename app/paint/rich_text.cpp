#include "app/paint/rich_text.h"

#include <cmath>
#include <string>
#include <vector>

#include "app/paint/formula.h"
#include "core/base/error.h"

namespace glassformer {

namespace {

struct Piece {
    std::string text;
    Face face = Face::sans;
    Colour colour;
    bool formula = false;
};
/// Pieces without a space between them stay on one line.
struct Word {
    std::vector<Piece> pieces;
    bool line_ends = false;  // behind it
};

class Reader {
public:
    Reader(std::string_view markup, const Theme& theme, const TextStyle& style)
        : markup_(markup), theme_(theme), style_(style) {}

    std::vector<Word> read() {
        read_until(std::string_view::npos, style_.colour);
        end_word(false);
        return std::move(words_);
    }

private:
    void read_until(std::size_t end, Colour colour) {
        end = std::min(end, markup_.size());
        while (at_ < end) {
            const char c = markup_[at_];
            if (c == '*') {
                const bool two = at_ + 1 < end && markup_[at_ + 1] == '*';
                (two ? bold_ : italic_) ^= true;
                at_ += two ? 2 : 1;
            } else if (c == '$') {
                const std::size_t close = markup_.find('$', at_ + 1);
                if (close == std::string_view::npos) fail("the '$' that ends a formula is missing");
                word_.pieces.push_back(
                    {std::string(markup_.substr(at_ + 1, close - at_ - 1)), Face::serif, colour, true});
                at_ = close + 1;
            } else if (markup_.substr(at_).starts_with("\\meaning{")) {
                const std::size_t name_end = markup_.find('}', at_);
                const std::size_t close =
                    name_end == std::string_view::npos ? name_end : markup_.find('}', name_end + 1);
                if (close == std::string_view::npos || markup_[name_end + 1] != '{')
                    fail("\\meaning needs {name}{words}");
                const auto meaning = find_meaning(markup_.substr(at_ + 9, name_end - at_ - 9));
                if (!meaning)
                    fail("there is no meaning named '" + std::string(markup_.substr(at_ + 9, name_end - at_ - 9)) +
                         "'");
                at_ = name_end + 2;
                read_until(close, *meaning == Meaning::plain ? colour : glassformer::colour(theme_, *meaning));
                at_ = close + 1;
            } else if (c == ' ' || c == '\n') {
                end_word(c == '\n');
                ++at_;
            } else {
                add(c, colour);
                ++at_;
            }
        }
    }
    void add(char c, Colour colour) {
        const Face face = bold_ ? Face::bold : italic_ ? Face::italic : style_.face;
        if (word_.pieces.empty() || word_.pieces.back().formula || word_.pieces.back().face != face ||
            word_.pieces.back().colour != colour)
            word_.pieces.push_back({"", face, colour, false});
        word_.pieces.back().text += c;
    }
    void end_word(bool line_ends) {
        word_.line_ends = line_ends;
        if (line_ends || !word_.pieces.empty()) words_.push_back(std::move(word_));
        word_ = {};
    }
    [[noreturn]] void fail(const std::string& what) const {
        throw Error("text '" + std::string(markup_.substr(0, 60)) + "', byte " + std::to_string(at_) + ": " + what);
    }

    std::string_view markup_;
    const Theme& theme_;
    const TextStyle& style_;
    std::vector<Word> words_;
    Word word_;
    std::size_t at_ = 0;
    bool bold_ = false, italic_ = false;
};

}  // namespace

float rich_paragraph(Painter& painter, const Rect& rect, std::string_view markup, const TextStyle& style, bool draw) {
    const TextSize line = painter.measure("x", style.size, style.face);
    const float line_height = std::round(line.height * 1.32f),
                space = painter.measure(" ", style.size, style.face).width;
    const FormulaStyle formula{.size = style.size, .colour = style.colour, .align = Align::left};
    const auto width_of = [&](const Piece& piece) {
        return piece.formula ? measure_formula(painter, piece.text, 1e6f, formula).width
                             : painter.measure(piece.text, style.size, piece.face).width;
    };
    float x = 0, y = 0;
    for (const Word& word : Reader(markup, painter.theme(), style).read()) {
        float width = 0;
        for (const Piece& piece : word.pieces) width += width_of(piece);
        if (x > 0 && x + width > rect.w) {
            x = 0;
            y += line_height;
        }
        for (const Piece& piece : word.pieces) {
            const Vec2 at{rect.x + x, rect.y + y + line.ascent};
            if (draw && piece.formula)
                draw_formula_at(painter, piece.text, at, formula);
            else if (draw)
                painter.text(
                    at, piece.text,
                    {.colour = piece.colour, .size = style.size, .face = piece.face, .anchor = Anchor::baseline});
            x += width_of(piece);
        }
        x += space;
        if (word.line_ends) {
            x = 0;
            y += line_height;
        }
    }
    return x > 0 ? y + line_height : y;
}

}  // namespace glassformer
