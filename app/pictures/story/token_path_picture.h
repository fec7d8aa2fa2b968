// Draws one token's way through an MLP, from left to right: numbers in square cells, the norm's histogram, the
// activation's curve with the row's own points, the lengths of what is added.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/paint/painter.h"
#include "app/pictures/story/token_path.h"

namespace glassformer {

enum class PathPart : std::uint8_t { before, norm, in, curve, times, neurons, out, added, sum };
inline constexpr const char* path_part_names[] = {"before",  "norm", "in",    "curve", "times",
                                                  "neurons", "out",  "added", "sum"};

struct TokenPathScene {
    const Evaluation& evaluation;
    const TokenPath& path;
    const TokenRow& row;
    bool largest_first = false;  // neurons by falling magnitude, else in their order
    float beside_title = 0;      // kept free at its right
    bool two_lines = false;      // the columns in two lines, without sentences: for text that is read from far away
};

/// A column of the picture and the record that a click on it opens.
struct TokenPathColumn {
    PathPart part = PathPart::before;
    int record = -1;
    Rect place;  // all of it
    Rect heading, picture, legend, caption, sentence;
};
struct PathLayout {
    Rect title, note;
    float lane = 0;  // y of the residual connection
    std::vector<TokenPathColumn> columns;
    std::size_t second = 0;         // column that begins the second line; 0: there is one line
    float turn = 0, lane_turn = 0;  // y between the lines: of the arrow, of the residual connection …
    float right = 0;                // … which comes down there
    const TokenPathColumn* find(PathPart part) const;
};
PathLayout lay_out(Painter& painter, const Rect& page, const TokenPathScene& scene);
/// Every column is wide enough for its words and high enough for its picture.
bool has_room(Painter& painter, const Rect& page, const TokenPathScene& scene);

/// Numbers in square cells, line by line.
struct SquareCells {
    Rect rect{};
    int count = 0, cols = 1;
    float side = 0;
    Rect cell(int i) const {
        const int row = i / cols, col = i % cols;
        return {rect.x + static_cast<float>(col) * side, rect.y + static_cast<float>(row) * side, side, side};
    }
    int at(Vec2 point) const;  // −1 outside
};
/// The largest that fit, from the middle of the rectangle; none larger than `largest`.
SquareCells square_cells(const Rect& within, int count, float largest);

struct TokenPathHit {
    PathPart part = PathPart::before;
    int record = -1;
    int column = 0;  // of the record
    Rect rect{};
    std::string said{};
};
/// `at`: lay_out() of this scene.
std::optional<TokenPathHit> draw_token_path(Painter& painter, const PathLayout& at, const TokenPathScene& scene,
                                            Vec2 mouse);

/// Where the numbers lie that the norm reads; above, the names of what it measures of them, below, the ends.
void draw_norm_histogram(Painter& painter, const Rect& box, const TokenPath& path, const TokenRow& row, Colour ink);

/// What goes in, what is added and their sum, in these colours.
void draw_vector_sum(Painter& painter, const Rect& place_of_all, const TokenRow& row,
                     const std::array<Colour, 3>& inks);

/// Of the angle between what goes in and what is added: the longest words that fit.
std::string angle_text(Painter& painter, const TokenRow& row, float room);

std::string heading_of(const TokenPathScene& scene, PathPart part);
std::string sentence_of(const TokenPathScene& scene, PathPart part);
/// The numbers below a part's picture; "" where there are none.
std::string caption_of(const TokenPathScene& scene, PathPart part);

}  // namespace glassformer
