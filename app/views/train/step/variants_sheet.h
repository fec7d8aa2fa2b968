// The sheet of the other ways to compute a step (core/train/step/step_variants.h).
#pragma once

#include <memory>
#include <string>

#include "app/views/shared/context.h"
#include "core/train/step/step_variants.h"

namespace glassformer {

/// What is compared with what, how far the numbers differ, and the memory of both: a title and a few sentences.
struct StepVariantText {
    std::string title, compared, numbers, memory;
};
StepVariantText text_of(const StepVariant& variant);

/// `variants`: null while they are computed.
void draw_step_variants(ViewContext& context, bool& open, const std::shared_ptr<const StepVariants>& variants,
                        bool computing);

}  // namespace glassformer
