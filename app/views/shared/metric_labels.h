// What the figures of a model's card say in words: card.json keeps them by the short names that tasks measure them
// under (core/train/tasks), a row here says what one of them is and what it counts.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace glassformer {

/// One figure, or several whose names differ in a number alone: "right at length 16: 100 %, 32: 98 %".
struct FigureText {
    std::string words;                // "right answers:", "right at length", "measured on"
    std::vector<std::string> values;  // "100 %"; "16: 100 %", "32: 98 %"; "2000 sentences"
    bool known = true;                // false: no row has the name, and the words are the name
};

/// What says most stands first, as the rows have it; what differs in a number alone stands together, by that number.
std::vector<FigureText> figure_texts(std::string_view task, std::span<const std::pair<std::string, double>> metrics);

/// "98 %", "99.97 %", "100 %": never all or nothing where it is a little less or more.
std::string share_text(double share);

}  // namespace glassformer
