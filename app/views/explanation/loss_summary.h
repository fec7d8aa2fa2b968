// Loss of a pass with gradients, position by position, and the norm of its gradient at each token's residual stream
// after every layer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/session/session.h"

namespace glassformer {

struct LossSummary {
    double loss = 0;
    std::vector<double> by_row;        // NaN where there is no label
    std::vector<std::string> answers;  // label of each row as a word; "" without a label
    std::vector<std::string> rows;     // token that the label is predicted from
    struct Layer {
        std::string name;  // "Block 1"
        int record = -1;
        std::vector<float> norms;  // of each token's gradient
    };
    std::vector<Layer> layers;
    float largest = 1;  // of all norms
};
LossSummary loss_summary(const Evaluation& evaluation);

/// What the loss of this pass is measured against, and who says so: "Target: animal at “it” (the task’s label)".
std::string loss_target(const Evaluation& evaluation);

/// Inputs::labels with positions counted from 1, as the screen counts them: "6: cat" for "5: cat"; and back, or an
/// Error where there are not as many rows.
std::string labels_on_screen(const std::string& written);
std::string labels_from_screen(const std::string& written, std::size_t rows);

}  // namespace glassformer
