// A small model made from the text of its config, evaluated on a text: what tests of whole systems look at.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/model/graph.h"
#include "core/tape/tape.h"

namespace glassformer::test {

struct EvaluatedModel {
    ModelConfig config;
    Weights weights;
    Tape tape;
    Graph graph;

    /// Random weights of spread 0.4 unless given; a loss with these labels where there are any.
    EvaluatedModel(const std::string& settings, const std::vector<float>& tokens, const std::vector<float>& labels = {},
                   const Weights* given = nullptr)
        : config(parse_config(settings, "a test")),
          weights(given != nullptr ? *given : initial_weights(config, 5, {.std = 0.4F, .scale_residual = false})) {
        graph =
            record_model(tape, config, weights, {.seq_len = static_cast<int>(tokens.size()), .loss = !labels.empty()});
        tape.set(graph.tokens, tokens);
        if (!labels.empty()) tape.set(graph.labels, labels);
        REQUIRE(tape.evaluate());
        if (!labels.empty()) tape.backward(graph.loss);
    }

    const Record& record(const std::string& name) const {
        const int id = tape.trace().find(name);
        REQUIRE_MESSAGE(id >= 0, name);
        return tape.trace().record(id);
    }
    ConstView view(const std::string& name) const { return record(name).view(); }
    ConstView gradient(const std::string& name) const { return record(name).gradient_view(); }

    /// A parameter's memory, to be changed before the next evaluation.
    float* memory(const std::string& name) {
        const Parameter* parameter = weights.find(name);
        REQUIRE_MESSAGE(parameter != nullptr, name);
        return const_cast<float*>(parameter->data);
    }
};

}  // namespace glassformer::test
