// Built-in models that were trained on the open model's task with another architecture: found by their configs, so that
// a switch in the sheet of changes can say which weights were trained for it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/shared/context.h"
#include "core/model/config_differences.h"

namespace glassformer {

struct TrainedVariant {
    std::string name, title;                    // of the built-in model
    std::shared_ptr<const ModelConfig> config;  // its own
    std::vector<ConfigDifference> differences;  // from the open model; never empty
};

/// The models of the task, or of another with the same texts, that differ from the config, those with the fewest
/// differences first.
std::vector<TrainedVariant> trained_variants(std::string_view task, const ModelConfig& config,
                                             std::span<const ModelChoice> models);

/// The variant that was trained with everything that is changed; null where there is none.
const TrainedVariant* variant_of(std::span<const TrainedVariant> variants, const ModelConfig& changed);
/// The variant that differs in this key alone, and has the value that `same` asks for; null where there is none.
template <class Same>
const TrainedVariant* variant_with(std::span<const TrainedVariant> variants, std::string_view key, Same&& same) {
    for (const TrainedVariant& variant : variants)
        if (variant.differences.size() == 1 && variant.differences.front().key == key && same(*variant.config))
            return &variant;
    return nullptr;
}

/// "Norm placement: post-norm; Norm: RMSNorm"
std::string differences_text(const TrainedVariant& variant);

/// Two buttons in a row at the rectangle's upper left: open the variant with the text of the window, or compare the
/// window's run with it. Their targets are "ID open" and "ID compare". Returns the lower end; `pressed` is set where
/// one of them was.
float draw_variant_buttons(ViewContext& context, const Rect& area, const std::string& id, const TrainedVariant& variant,
                           bool& pressed);

}  // namespace glassformer
