// The way from a row of logits to percentages as a table: token, logit, ÷ T, what top-k and top-p keep, exp with its
// sum, per cent. It draws the results of core/generate/choice_path.h.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "app/paint/painter.h"
#include "app/pictures/charts/choice.h"
#include "core/generate/choice_path.h"

namespace glassformer {

enum class PathColumn : std::uint8_t { token, logit, divided, kept, exponent, share };
inline constexpr std::size_t path_columns_count = 6;

struct PathTable {
    const Candidates& candidates;
    const ChoicePath& path;
    DecodeOptions options;
    TokenWord word;
    bool sampled = false;  // a token is picked: there are a temperature, top-k and top-p
    int selected = -1;     // a token, framed
    int hovered = -1;      // a token
    int drawn = -1;        // the token on which the random draw falls; its name and share are marked
    const char* what = texts::pictures::token;
    bool grey = false;  // no training asked for this answer
    bool fold = false;  // ÷ T and kept? are one narrow column while neither does anything
};

/// Where the columns stand, for a table of some width. Where it is narrow, in this order: the bars of exp, exp, the
/// bars of ÷ T, ÷ T, the bars of the logits, long reasons, kept?, the bars of the shares are left out; words are cut
/// last.
struct PathColumns {
    struct Place {
        bool shown = false;
        float x = 0, number = 0, gap = 0, bar = 0;  // the number stands first, `gap` is between it and its bar
        float right() const { return x + number + (bar > 0 ? gap + bar : 0); }
    };
    std::array<Place, path_columns_count> places;
    bool long_reasons = true;
    double low = 0, high = 0;  // of the logits' bars, which share one zero line
    double divided_unit = 1;   // the range of both bars in those of a logit; 0: each has a scale of its own
    double most = 1;           // the longest bar of the shares
    int digits = 2;            // of the logits
    const Place& of(PathColumn column) const { return places[static_cast<std::size_t>(column)]; }
};
/// `rows`: how many of the first ranks set the scales of the bars.
PathColumns path_columns(Painter& painter, float x, float width, const PathTable& table, int rows);
/// "exp, ÷ T": columns that are left out for want of room; "" where all stand there.
std::string path_columns_left_out(const PathColumns& columns, const PathTable& table);

float path_row_height(float em);
float path_head_height(float em);

/// Names of the columns with a few plain words below.
void draw_path_head(Painter& painter, const Rect& rect, const PathTable& table, const PathColumns& columns);
/// Ranks `first` to `first + count − 1`, with ribbons from column to column and the lines where something is cut.
std::vector<CandidateLine> draw_path_rows(Painter& painter, const Rect& rect, const PathTable& table,
                                          const PathColumns& columns, int first, int count);
/// What the ranks from `first` on come to together but for those `besides`, which have rows of their own.
void draw_path_rest(Painter& painter, const Rect& line, const PathTable& table, const PathColumns& columns, int first,
                    std::span<const int> besides);
/// Sums of the last columns.
void draw_path_sum(Painter& painter, const Rect& line, const PathTable& table, const PathColumns& columns);

/// Decimals of the logits: two, or as many up to four as tell the first ones apart.
int path_digits(const Candidates& candidates);
/// Numbers of the table: a logit with so many decimals, an exponential with four.
std::string path_number(double value, int digits = 2);
std::string path_exponential(double value);
/// As percent_text(), and of less than a tenth of a percent one significant digit: "0.04%", "0.0003%", "< 0.0001%".
std::string path_share(double share);
inline constexpr double least_bold_share = 0.001;
/// "p(animal) = exp(10.44 / 0.8 − 13.05) / 1.0025 = 1.0000 / 1.0025 = 99.7%", or why the token is dropped. The logits
/// have two digits after the point, or as many as give the exponential that is written.
std::string path_equation(const PathTable& table, int token);

}  // namespace glassformer
