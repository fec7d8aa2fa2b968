// Texts of the page of published results.
#pragma once

#include <array>

namespace glassformer::texts::results {

inline constexpr const char* title = "Published results";
inline constexpr const char* question = "What did the papers report?";
inline constexpr const char* sentence =
    "Figures as printed in {}; no model of this program computed them. {}: {}.{} "
    "Click a row to compare the others with it.";
inline constexpr const char* figure_with_place = "{} {}, {} of {}{}";  // "BLEU 28.4, best of 8", and a tie
inline constexpr const char* one_tie = " (a tie with one other row)";
inline constexpr const char* ties = " (a tie with {} other rows)";
inline constexpr const char* figure_missing = "{}: not reported";
inline constexpr std::array<const char*, 3> places{"best", "second", "third"};
inline constexpr const char* place = "{}th";

inline constexpr const char* table = "Table";
inline constexpr const char* table_hint = "Tables of papers that lectures show";
inline constexpr std::array<const char*, 4> tables{"English–German", "English–French", "heads and positions",
                                                   "documents"};
inline constexpr const char* order = "Order";
inline constexpr const char* order_hint = "As the paper prints the rows, or the best figure first";
inline constexpr const char* order_printed = "as printed";
inline constexpr const char* order_best = "best first";

inline constexpr const char* lower = "{} (lower is better)";
inline constexpr const char* higher = "{} (higher is better)";
inline constexpr std::array<const char*, 3> kinds{"recurrent", "convolutional", "transformer"};
inline constexpr const char* factor = "× {}";  // of a logarithmic measure
inline constexpr const char* compared = "Beside each figure: its difference from “{}”";
inline constexpr const char* compared_factor = "Beside each figure: its difference from “{}”; for FLOP, the ratio";
inline constexpr const char *against_row = "minus “{}”", *over_row = "over “{}”";  // heads of these columns
inline constexpr const char *against_selected = "minus selected", *over_selected = "over selected";
inline constexpr const char* key_steps = "another row";
inline constexpr const char* table_title = "Published results";

}  // namespace glassformer::texts::results
