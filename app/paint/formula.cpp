// Lays a formula's tree out in boxes that hang on a common baseline, as typesetters do.
#include "app/paint/formula.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace glassformer {

namespace {

using Kind = FormulaNode::Kind;

// Proportions in multiples of the text size, for the DejaVu faces.
constexpr float ascent = 0.78f, descent = 0.24f;        // of a line of letters
constexpr float axis = 0.31f;                           // height of minus signs and fraction bars over the baseline
constexpr float script_scale = 0.68f, smallest = 0.7f;  // the second in multiples of the body size
constexpr float raise = 0.37f, lower = 0.20f;
constexpr float raise_of_two = 0.47f, lower_of_two = 0.27f;  // above each other
constexpr float thin_space = 0.2f;
constexpr std::string_view hat = "\u0302";  // of the letter before it

struct Mark {
    enum class Kind : std::uint8_t { text, line } kind;
    Vec2 at, to;  // from the box's left end of the baseline, y downwards; text: its left end of the baseline
    std::string text;
    float size, width;  // text size in body sizes; line width in pixels
    Face face;
    Colour colour;
};

/// A symbol in a box: its name, and its place from the box's left end of the baseline, y downwards.
struct Named {
    std::string plain;
    Rect rect;
};

struct Box {
    float width = 0, ascent = 0, descent = 0;
    bool tall = false;  // a fraction or a root: its scripts sit at its corners
    bool slanted = false;
    std::vector<Mark> marks;
    std::vector<Named> symbols;

    void put(const Box& other, float x, float y) {
        for (Mark mark : other.marks) {
            mark.at = mark.at + Vec2{x, y};
            mark.to = mark.to + Vec2{x, y};
            marks.push_back(std::move(mark));
        }
        for (const Named& symbol : other.symbols) symbols.push_back({symbol.plain, symbol.rect.moved({x, y})});
        ascent = std::max(ascent, other.ascent - y);
        descent = std::max(descent, other.descent + y);
    }
    void append(const Box& other) {
        put(other, width, 0);
        width += other.width;
        tall = other.tall;
        slanted = other.slanted;
    }
};

bool is_slanted(const std::string& symbol) {
    if (symbol.size() == 1) return (symbol[0] >= 'a' && symbol[0] <= 'z') || (symbol[0] >= 'A' && symbol[0] <= 'Z');
    // α to ω; capital Greek letters stand upright.
    return symbol.size() == 2 && (symbol[0] == '\xCE' || symbol[0] == '\xCF') && symbol >= "α" && symbol <= "ω";
}

class Typesetter {
public:
    Typesetter(Painter& painter, Colour colour)
        : painter_(painter), colour_(colour), least_(std::max(smallest, painter.least_text())) {}

    Box row(const std::vector<FormulaNode>& nodes, float size) {
        return row(nodes.data(), nodes.data() + nodes.size(), size);
    }

    Box row(const FormulaNode* begin, const FormulaNode* end, float size) {
        Box box;
        const FormulaNode* base = nullptr;  // what the next scripts belong to, …
        std::size_t own = 0;                // … the first of its symbols, …
        float from_base = 0;                // … and where it begins
        for (const FormulaNode* node = begin; node != end; ++node) {
            if (node->kind == Kind::symbol && node->text == hat && own < box.symbols.size()) {
                put_hat(box, (from_base + box.width) / 2, size);
                box.symbols[own].plain += hat;
                continue;
            }
            if (node->kind != Kind::subscript && node->kind != Kind::superscript) {
                base = node;
                own = box.symbols.size();
                from_base = box.width;
                box.append(one(*node, size));
                continue;
            }
            // A subscript and a superscript of the same symbol are set above each other.
            const FormulaNode* second = node + 1 != end && node[1].kind != node->kind &&
                                                (node[1].kind == Kind::subscript || node[1].kind == Kind::superscript)
                                            ? node + 1
                                            : nullptr;
            const float from = box.width;
            const float high_ascent = box.ascent, low_descent = box.descent;
            const bool tall = box.tall, slanted = box.slanted;
            float widest = 0;
            for (const FormulaNode* part : {node, second}) {
                if (!part) continue;
                const bool above = part->kind == Kind::superscript;
                const Box child = row(part->children, std::max(std::min(least_, size), size * script_scale));
                const float e = em(size);
                float y = above ? -(second ? raise_of_two : raise) * e : (second ? lower_of_two : lower) * e;
                if (tall && above) y = -(high_ascent - 0.35f * e);
                if (tall && !above) y = low_descent - 0.1f * e;
                const float x = from + (above && slanted ? 0.05f * e : 0.02f * e);
                box.put(child, x, y);
                widest = std::max(widest, x - from + child.width);
            }
            box.width = from + widest + 0.04f * em(size);
            // A letter and its scripts are one symbol; those of a tensor are about its cells.
            if (base != nullptr && own < box.symbols.size() && base->kind != Kind::coloured) {
                Named& whole = box.symbols[own];
                whole.plain += plain_formula(*node) + (second ? plain_formula(*second) : std::string());
                whole.rect = {from_base, -box.ascent, box.width - from_base, box.ascent + box.descent};
            }
            box.tall = box.slanted = false;
            if (second) ++node;
        }
        return box;
    }

    float em(float size) const { return painter_.em() * size; }

private:
    Box text(const std::string& content, float size, Face face) {
        Box box;
        const float e = em(size);
        box.width = painter_.measure(content, size, face).width;
        box.ascent = ascent * e;
        box.descent = descent * e;
        box.slanted = face == Face::italic;
        box.marks.push_back({Mark::Kind::text, {}, {}, content, size, 0, face, colour_});
        box.symbols.push_back({content, {0, -box.ascent, box.width, box.ascent + box.descent}});
        return box;
    }

    /// Above the letter in the middle: a font sets the mark itself for small letters, into the capitals.
    void put_hat(Box& box, float middle, float size) const {
        const float e = em(size), x = middle + (box.slanted ? 0.1f * e : 0), width = stroke(size);
        const Vec2 top{x, -0.95f * e};
        box.marks.push_back(line({x - 0.17f * e, -0.8f * e}, top, width));
        box.marks.push_back(line(top, {x + 0.17f * e, -0.8f * e}, width));
        box.ascent = std::max(box.ascent, 0.97f * e);
    }
    Mark line(Vec2 from, Vec2 to, float width) const {
        return {Mark::Kind::line, from, to, {}, 0, width, Face::sans, colour_};
    }
    float stroke(float size) const { return std::max(1.0f, std::round(0.065f * em(size))); }

    Box one(const FormulaNode& node, float size) {
        switch (node.kind) {
            case Kind::row: return row(node.children, size);
            case Kind::symbol:
                if (node.text == "-") return text("−", size, Face::serif);
                return text(node.text, size, is_slanted(node.text) ? Face::italic : Face::serif);
            case Kind::upright: return text(node.text, size, Face::serif);
            case Kind::placeholder: return text("{" + node.text + "}", size, Face::serif);
            case Kind::space: {
                Box box;
                box.width = thin_space * em(size);
                return box;
            }
            case Kind::coloured: {
                const Colour outer = std::exchange(
                    colour_, node.meaning == Meaning::plain ? colour_ : colour(painter_.theme(), node.meaning));
                Box box = row(node.children, size);
                colour_ = outer;
                // A tensor is one symbol, whatever it is written with; a derivative is a fraction of several.
                if (std::ranges::any_of(node.children, [](const FormulaNode& child) {
                        return std::ranges::find(child.children, Kind::fraction, &FormulaNode::kind) !=
                               child.children.end();
                    }))
                    return box;
                box.symbols = {{plain_formula(node), {0, -box.ascent, box.width, box.ascent + box.descent}}};
                return box;
            }
            case Kind::fraction: return fraction(node, size);
            case Kind::root: return root(node, size);
            case Kind::subscript:
            case Kind::superscript: break;  // row() places them
        }
        return {};
    }

    Box fraction(const FormulaNode& node, float size) {
        const float e = em(size), gap = 0.16f * e, bar = stroke(size);
        const float inner = std::max(std::min(least_, size), depth_++ == 0 ? size * 0.92f : size * 0.8f);
        const Box above = row(node.children[0].children, inner), below = row(node.children[1].children, inner);
        --depth_;
        Box box;
        const float side = 0.1f * e, between = std::max(above.width, below.width) + 2 * side;
        box.put(above, side + (between - above.width) / 2 + side, -(axis * e + gap + above.descent * 0.85f));
        box.put(below, side + (between - below.width) / 2 + side, -axis * e + gap + below.ascent);
        box.marks.push_back(line({side, -axis * e}, {side + between, -axis * e}, bar));
        box.width = between + 2 * side;
        box.tall = true;
        return box;
    }

    Box root(const FormulaNode& node, float size) {
        const float e = em(size), bar = stroke(size), surd = 0.5f * e;
        const Box child = row(node.children[0].children, size);
        Box box;
        box.symbols.push_back({"√", {0, -child.ascent, surd, child.ascent + child.descent}});
        box.put(child, surd + 0.08f * e, 0);
        const float top = -(child.ascent + 0.1f * e), foot = std::max(child.descent * 0.7f, 0.05f * e);
        box.width = surd + child.width + 0.16f * e;
        box.marks.push_back(line({0.04f * e, -0.3f * e}, {0.16f * e, -0.36f * e}, bar));
        box.marks.push_back(line({0.16f * e, -0.36f * e}, {0.3f * e, foot}, bar * 1.4f));
        box.marks.push_back(line({0.3f * e, foot}, {surd, top}, bar));
        box.marks.push_back(line({surd - bar / 2, top}, {box.width, top}, bar));
        box.ascent = std::max(box.ascent, -top + bar);
        box.descent = std::max(box.descent, foot);
        box.tall = true;
        return box;
    }

    Painter& painter_;
    Colour colour_;
    float least_;  // size of scripts
    int depth_ = 0;
};

void paint(Painter& painter, const Box& box, Vec2 at) {
    for (const Mark& mark : box.marks) {
        if (mark.kind == Mark::Kind::text) {
            painter.text(at + mark.at, mark.text,
                         {.colour = mark.colour, .size = mark.size, .face = mark.face, .anchor = Anchor::baseline});
        } else if (mark.at.y == mark.to.y) {
            const float y = std::round(at.y + mark.at.y - mark.width / 2);
            painter.fill({at.x + mark.at.x, y, mark.to.x - mark.at.x, mark.width}, mark.colour);
        } else {
            painter.line(at + mark.at, at + mark.to, mark.colour, mark.width);
        }
    }
}

struct Line {
    Box box;
    float indent = 0;
};
struct Lines {
    std::vector<Line> lines;
    float width = 0, height = 0, gap = 0;
};

bool is_symbol(const FormulaNode& node, std::string_view text) {
    return node.kind == Kind::symbol && node.text == text;
}

/// Nodes from one index to another that stay on one line.
using Span = std::pair<std::size_t, std::size_t>;

/// Pieces between the places where a line may end: after ',' and at two spaces or more, and before '=' where `fine`.
std::vector<Span> pieces(const std::vector<FormulaNode>& nodes, bool fine) {
    std::vector<Span> result{{0, 0}};
    const auto is_space = [&](std::size_t i) { return nodes[i].kind == Kind::space; };
    for (std::size_t i = 1; i < nodes.size(); ++i) {
        const bool equals = fine && (is_symbol(nodes[i], "=") || is_symbol(nodes[i], "≈"));
        const bool comma = is_symbol(nodes[i - 1], ",");
        const bool spaces = !is_space(i) && i > 1 && is_space(i - 1) && is_space(i - 2);
        if (!equals && !comma && !spaces) continue;
        result.back().second = i;
        result.push_back({i, i});
    }
    result.back().second = nodes.size();
    return result;
}

/// A formula whose scripts can be read where the surface draws no smaller text.
float readable(const Painter& painter, float size) { return std::max(size, painter.least_text() / script_scale); }

Lines broken(Painter& painter, const FormulaNode& formula, float width, float size, Colour colour, bool fine) {
    Typesetter setter(painter, colour);
    Lines result;
    const std::vector<FormulaNode>& nodes = formula.children;
    const auto indent = [&] { return result.lines.empty() || !fine ? 0 : setter.em(size) * 0.8f; };
    const auto row = [&](Span piece) {
        while (piece.first < piece.second && nodes[piece.first].kind == Kind::space) ++piece.first;
        while (piece.first < piece.second && nodes[piece.second - 1].kind == Kind::space) --piece.second;
        return setter.row(nodes.data() + piece.first, nodes.data() + piece.second, size);
    };
    Span line{0, 0};
    for (const Span& piece : pieces(nodes, fine)) {
        if (line.second > line.first && row({line.first, piece.second}).width + indent() > width) {
            result.lines.push_back({row(line), indent()});
            line.first = piece.first;
        }
        line.second = piece.second;
    }
    result.lines.push_back({row(line), indent()});
    result.gap = 0.4f * setter.em(size);
    for (const Line& each : result.lines) {
        result.width = std::max(result.width, each.indent + each.box.width);
        result.height += each.box.ascent + each.box.descent + (&each == &result.lines.front() ? 0 : result.gap);
    }
    return result;
}

Lines laid_out(Painter& painter, std::string_view markup, float width, const FormulaStyle& style) {
    const FormulaNode formula = parse_formula(markup);
    const Colour colour = style.colour.a > 0 ? style.colour : painter.theme().text;
    const float wanted = readable(painter, style.size), least = painter.least_text();
    // First at commas, a little smaller if that is enough; then also at '='; as the last resort as small as it takes.
    Lines lines = broken(painter, formula, width, wanted, colour, false);
    for (float size = wanted * 0.95f; lines.width > width && size > wanted * 0.75f; size *= 0.95f)
        lines = broken(painter, formula, width, size, colour, false);
    if (lines.width > width) lines = broken(painter, formula, width, wanted, colour, true);
    for (float size = wanted; lines.width > width && size > std::max(0.3f, least);) {
        size = std::max(least, size * std::clamp(width / lines.width, 0.5f, 0.97f));
        lines = broken(painter, formula, width, size, colour, true);
    }
    return lines;
}

}  // namespace

TextSize measure_formula(Painter& painter, std::string_view markup, float width, const FormulaStyle& style) {
    const Lines lines = laid_out(painter, markup, width, style);
    return {lines.width, lines.height, lines.lines.front().box.ascent};
}

void draw_formula(Painter& painter, std::string_view markup, const Rect& rect, const FormulaStyle& style,
                  std::vector<FormulaPlace>* places) {
    const Lines lines = laid_out(painter, markup, rect.w, style);
    const float space = rect.w - lines.width;
    const float x = rect.x + (style.align == Align::left ? 0 : style.align == Align::centre ? space / 2 : space);
    float y = rect.y + (rect.h - lines.height) / 2;
    for (const Line& line : lines.lines) {
        const Vec2 at{std::round(x + line.indent), std::round(y + line.box.ascent)};
        paint(painter, line.box, at);
        if (places != nullptr)
            for (const Named& symbol : line.box.symbols) places->push_back({symbol.plain, symbol.rect.moved(at)});
        y += line.box.ascent + line.box.descent + lines.gap;
    }
}

float draw_formula_at(Painter& painter, std::string_view markup, Vec2 at, const FormulaStyle& style) {
    Typesetter setter(painter, style.colour.a > 0 ? style.colour : painter.theme().text);
    const Box box = setter.row(parse_formula(markup).children, readable(painter, style.size));
    const float left = style.align == Align::left ? 0 : style.align == Align::centre ? box.width / 2 : box.width;
    paint(painter, box, {at.x - left, at.y});
    return box.width;
}

}  // namespace glassformer
