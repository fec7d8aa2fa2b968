// Models of the literature as configs of ours: what their papers and checkpoints say about their sizes. There are no
// weights here; the rows are for counting what such a model takes.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/model/config.h"

namespace glassformer {

struct PublishedModel {
    std::string_view name;    // "GPT-2 small"
    std::string_view source;  // paper or report, with its year
    ModelConfig config;
    std::int64_t parameters;  // of the published checkpoint, or by the paper's formulas
    bool by_formulas;
    /// `parameters` less those of the config, and what they are; 0 and "": the config has them all.
    std::int64_t beyond_config;
    std::string_view beyond_sentence;
    std::string_view paper_says;  // the paper's rounded number, where it has one
};

/// Ascending in each family; the families in the order of their years.
std::span<const PublishedModel> published_models();

/// Numbers in all parameters of a model with this config.
std::int64_t parameter_count(const ModelConfig& config);

}  // namespace glassformer
