// The measured numbers of a model's card in words: card.json keeps them by short names, and a MetricText says what one
// of them means.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/model/model.h"

namespace glassformer {

/// One metric, or several whose names differ in a number alone: "accuracy at length 16: 100%, 32: 98%".
struct MetricLabel {
    std::string words;                // "accuracy:", "accuracy at length", "evaluated on"
    std::vector<std::string> values;  // "100%"; "16: 100%", "32: 98%"; "2000 sentences"
    bool known = true;                // false: no text has the name, and the words are the name
};

/// In the order of the texts; what differs in a number alone is together, by that number. Metrics without a text come
/// last.
std::vector<MetricLabel> metric_labels(std::span<const std::pair<std::string, double>> metrics,
                                       std::span<const MetricText> texts);

/// "98%", "99.97%", "100%": never all or nothing where it is a little less or more.
std::string share_text(double share);

}  // namespace glassformer
