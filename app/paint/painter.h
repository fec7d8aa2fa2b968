// Surface that pictures are drawn on: the window, or a vector file. Pictures see only this class; no ImGui, no OpenGL.
// Coordinates are logical pixels, y downwards. Text sizes are multiples of the body size, so everything scales with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "app/paint/colour_limits.h"
#include "app/paint/theme.h"
#include "app/platform/geometry.h"

namespace glassformer {

struct Record;  // core/tape/trace.h
struct Image;   // app/platform/window.h

/// italic and serif are for formulas, slanted is for words that a sentence stresses.
enum class Face : std::uint8_t { sans, bold, mono, mono_bold, italic, serif, slanted };

/// Sizes that are drawn sharp; any other number is scaled from the nearest.
namespace em {
inline constexpr float small = 0.8f, body = 1.0f, large = 1.25f, title = 1.5f;
}

enum class Align : std::uint8_t { left, centre, right };
enum class Anchor : std::uint8_t { top, middle, baseline, bottom };

/// Which way a text is written as a whole: numbers, signs and words of the other direction stand in it. Texts that
/// users write have the direction of their first letter, as everywhere. A sentence of the program may begin with a word
/// of theirs: by of_most_letters it is written from right to left only where most of its letters are, too.
enum class WritingDirection : std::uint8_t { of_most_letters, of_first_letter, left_to_right, right_to_left };

struct TextStyle {
    Colour colour;
    float size = em::body;
    Face face = Face::sans;
    Align align = Align::left;
    Anchor anchor = Anchor::top;
    float degrees = 0;  // counter-clockwise about the anchor point: 45 for column labels that rise to the right
    WritingDirection direction = WritingDirection::of_most_letters;
};

struct TextSize {
    float width = 0, height = 0;  // height of a line
    float ascent = 0;             // from the top of the line to the baseline
};

/// View of a matrix of numbers; one heatmap cell each.
struct ConstMatrix {
    const float* data = nullptr;
    int rows = 0, cols = 0;
    std::ptrdiff_t row_stride = 0, col_stride = 1;  // in floats; swap them (and rows, cols) for the transpose
    /// Changes whenever the numbers change: a picture of the same memory and generation is not read again. 0: of
    /// numbers that are gathered for a frame, which are counted anew in each.
    std::uint64_t generation = 0;
    /// Set where a device holds the numbers of this record: `data` is the memory that they are copied to when read.
    /// at() copies the part that it reads; here() copies all, for callers that read much.
    const Record* record = nullptr;
    float at(int row, int col) const {
        const float* const entry = data + row * row_stride + col * col_stride;
        if (record != nullptr) bring(entry, 1);
        return *entry;
    }
    void bring(const float* first, std::size_t count) const;
};
constexpr ConstMatrix transposed(const ConstMatrix& m) {
    return {m.data, m.cols, m.rows, m.col_stride, m.row_stride, m.generation, m.record};
}
/// A block of rows and columns of the same memory.
constexpr ConstMatrix block(const ConstMatrix& m, int row, int col, int rows, int cols) {
    return {m.data + row * m.row_stride + col * m.col_stride,
            rows,
            cols,
            m.row_stride,
            m.col_stride,
            m.generation,
            m.record};
}
/// Entries from the first cell of the matrix to its last, with those in between that are not of it.
constexpr std::size_t span_of(const ConstMatrix& m) {
    return static_cast<std::size_t>((m.rows - 1) * m.row_stride + (m.cols - 1) * m.col_stride + 1);
}
/// A matrix of the same numbers in host memory, read back from the device if needed.
ConstMatrix here(const ConstMatrix& matrix);

inline constexpr float smallest_cell_with_gap = 6;  // pixels

struct HeatStyle {
    HeatMap map = HeatMap::diverging;
    Meaning meaning = Meaning::plain;
    float limit = 1;  // the value at the end of the scale
    float low = 0;    // the value at its start; not for diverging, which starts at −limit
    float gap = 1;    // between cells, in pixels, once a cell is as large as smallest_cell_with_gap
    int shown = -1;          // only the first so many cells are drawn, row by row, while stepping; −1: all
    bool own_scale = false;  // follows its matrix whatever limits are held: the differences of two runs
};

/// A legend that was drawn: where, with which scale, and how many numbers of its matrices lie beyond its limit.
struct LegendDrawn {
    Rect rect;
    HeatStyle style;  // as its matrix has it, not as it is held
    bool is_held = false;
    std::size_t beyond = 0;
    std::span<const ConstMatrix> of{};  // its matrices: read only while the legend is told of
};

class Painter {
public:
    virtual ~Painter() = default;

    virtual const Theme& theme() const = 0;
    virtual float em() const = 0;  // body text size in logical pixels; sizes of pictures are multiples of it
    /// In em: text that is asked for in a smaller size is drawn in this one. 0: as asked for.
    virtual float least_text() const { return 0; }

    virtual void fill(const Rect& rect, Colour colour, float radius = 0) = 0;
    virtual void stroke(const Rect& rect, Colour colour, float width = 1, float radius = 0) = 0;
    virtual void line(Vec2 from, Vec2 to, Colour colour, float width = 1) = 0;
    virtual void dashed(Vec2 from, Vec2 to, Colour colour, float width = 1, float dash = 4, float space = 3) = 0;
    virtual void polyline(std::span<const Vec2> points, Colour colour, float width = 1, bool closed = false) = 0;
    virtual void curve(Vec2 from, Vec2 control1, Vec2 control2, Vec2 to, Colour colour, float width = 1) = 0;
    virtual void triangle(Vec2 a, Vec2 b, Vec2 c, Colour colour) = 0;
    /// Fills what lies between two lines of as many points each, both drawn from the same end.
    virtual void band(std::span<const Vec2> upper, std::span<const Vec2> lower, Colour colour) = 0;
    virtual void circle(Vec2 centre, float radius, Colour colour) = 0;
    virtual void ring(Vec2 centre, float radius, Colour colour, float width = 1) = 0;

    virtual void text(Vec2 at, std::string_view utf8, const TextStyle& style) = 0;
    virtual TextSize measure(std::string_view utf8, float size = em::body, Face face = Face::sans) = 0;

    /// Draws only inside the rectangle (and the clips around it) until pop_clip().
    virtual void push_clip(const Rect& rect) = 0;
    virtual void pop_clip() = 0;
    /// Visible part of the surface; anything outside need not be drawn.
    virtual Rect clip() const = 0;

    /// Draws one cell per number, filling the rectangle, as HeatScale says (heat_scale.h): −∞ and +∞ are hatched, each
    /// its own way, NaN is striped.
    virtual void heatmap(const ConstMatrix& matrix, const Rect& rect, const HeatStyle& style) = 0;
    /// largest_magnitude(), found where the numbers are: a surface that draws from the device does not read them back.
    virtual float limit(const ConstMatrix& matrix);
    /// Limits that are held on this surface.
    virtual const ColourLimits& limits() const;
    /// Number of finite entries that a scale clips: they have the colour of its end.
    virtual std::size_t beyond(const ConstMatrix& matrix, const HeatStyle& style);
    /// Draws an image so that it fills the rectangle. Another one has its pixels elsewhere in memory. Surfaces that
    /// only measure leave it out.
    virtual void image(const Image& image, const Rect& rect) { static_cast<void>(image), static_cast<void>(rect); }
    /// Called for every legend that is drawn, so that it can be pointed at.
    virtual void drew_legend(const LegendDrawn& drawn) { static_cast<void>(drawn); }
    /// False where reading this many more numbers would make the frame late: the caller then leaves them out and draws
    /// them in a later frame, which comes by itself. Always true for a file.
    virtual bool has_time(std::size_t numbers) {
        static_cast<void>(numbers);
        return true;
    }
};

/// The rectangle of a cell, or of a block of cells, exactly as heatmap() draws it (without the gap).
Rect cell_rect(const Rect& rect, int rows, int cols, int row, int col, int row_span = 1, int col_span = 1);
/// The cell under a point: {row, col}, or {−1, −1} outside.
struct CellAt {
    int row = -1, col = -1;
    explicit operator bool() const { return row >= 0; }
};
CellAt cell_at(const Rect& rect, int rows, int cols, Vec2 point);

/// Largest finite magnitude, for symmetric limits; 1 where there is none.
float largest_magnitude(const ConstMatrix& matrix);
/// Number of finite entries below `low` or above `high`.
std::size_t entries_beyond(const ConstMatrix& matrix, float low, float high);

/// Draws one line inside a rectangle, vertically centred, cut with "…" where it is too wide. Aligned by the style.
void text_in(Painter& painter, const Rect& rect, std::string_view utf8, TextStyle style);
/// Longest beginning of the text that fits, with "…" where it was cut.
std::string shortened(Painter& painter, std::string_view utf8, float width, float size, Face face);
/// Text cut in its middle, between words where they are short: for texts that differ at their ends.
std::string shortened_within(Painter& painter, std::string_view utf8, float width, float size, Face face);
/// Draws words in lines of the rectangle's width; returns the height used. Only measures where `draw` is false.
float paragraph(Painter& painter, const Rect& rect, std::string_view utf8, const TextStyle& style, bool draw = true);
/// Text of a number with the minus sign that formulas have (U+2212) in place of every hyphen.
std::string with_minus(std::string_view number);
/// A colour bar with its low, zero and high value below it; keeps inside the rectangle (height ≥ 2.2 em). Where the
/// numbers would touch, the zero goes first, then the low end. Where the limits are held it says so, and how many
/// numbers of the matrices `of` lie beyond them.
void legend(Painter& painter, const Rect& rect, const HeatStyle& style, std::span<const ConstMatrix> of = {});
inline void legend(Painter& painter, const Rect& rect, const HeatStyle& style, const ConstMatrix& of) {
    legend(painter, rect, style, std::span(&of, 1));
}
/// A colour bar on one line, between its two ends: "−1.2 ▭▭▭ 1.2".
void legend_line(Painter& painter, const Rect& rect, const HeatStyle& style, std::span<const ConstMatrix> of = {});
inline void legend_line(Painter& painter, const Rect& rect, const HeatStyle& style, const ConstMatrix& of) {
    legend_line(painter, rect, style, std::span(&of, 1));
}

}  // namespace glassformer
