// Whether a model computes what it should: what another program computed from the same weights where its numbers are
// beside them (core/io/reference_file.h), else what is so for every sound model.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/model/model.h"
#include "core/tape/tape.h"

namespace glassformer {

/// How far a tensor may be from the reference, of its largest number: two orders of float32 sums differ by less.
inline constexpr double reference_tolerance = 5e-5;
/// How far the sum of a softmax may be from 1.
inline constexpr double softmax_tolerance = 1e-5;

/// Largest |a - b| over the largest |b| (at least `min_scale`). Infinities must be equal exactly and NaN is equal to
/// nothing: else the result is infinite.
double relative_difference(const float* a, const float* b, std::size_t count, double min_scale = 0);

struct ModelCheck {
    struct Row {
        std::string name;        // a tensor of the reference, or what is counted or measured
        std::string stage = {};  // of our pass, or a parameter; "" where the row is about none
        double difference = 0;   // reference: relative_difference(); else what `name` says
        bool holds = true;
    };
    bool compared = false;  // with a reference
    std::vector<Row> rows = {};

    bool holds() const;
    double greatest() const;  // difference of all rows
};

/// Evaluates the model on this thread, with the reference in model->folder, or without one on the card's first example.
/// Throws Error where the reference is of another model or another input, or cannot be read. Where `progress` ends the
/// pass, there are no rows.
ModelCheck check_model(const std::shared_ptr<const Model>& model, const Tape::Progress& progress = {});

}  // namespace glassformer
