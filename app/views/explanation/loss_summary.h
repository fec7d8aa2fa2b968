// The loss of a pass that went backwards, position by position, and how much it asks each token's row to change where
// the layers hand it on: kept until another evaluation is shown.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/session/session.h"

namespace glassformer {

struct LossSummary {
    double loss = 0;
    std::vector<double> by_row;        // NaN where there is no label
    std::vector<std::string> answers;  // the label of each row, as a word; "" where there is none
    std::vector<std::string> rows;     // the token it is predicted from
    struct Layer {
        std::string name;  // "Block 1"
        int record = -1;
        std::vector<float> norms;  // of the gradient of each token's row
    };
    std::vector<Layer> layers;
    float largest = 1;  // of all norms
};
LossSummary loss_summary(const Evaluation& evaluation);

}  // namespace glassformer
