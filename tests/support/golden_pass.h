// A golden model, evaluated both ways on its own text: what tests of gradients walk over.
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "core/io/model_folder.h"
#include "core/io/safetensors.h"
#include "core/model/graph.h"

namespace glassformer::test {

struct GoldenPass {
    Model model;
    std::vector<float> tokens, target, labels, token_types;
    Tape tape;
    Graph graph;

    explicit GoldenPass(const std::filesystem::path& folder) : model(load_model(folder)) {
        const SafetensorsFile expected = SafetensorsFile::open(folder / "expected.safetensors");
        tokens = numbers(expected, "tokens");
        target = numbers(expected, "target_tokens");
        labels = numbers(expected, "labels");
        token_types = numbers(expected, "token_types");
        const std::vector<float>& last = target.empty() ? tokens : target;
        if (labels.empty()) labels = next_token_labels(std::vector<int>(last.begin(), last.end()));
        graph = record_model(
            tape, model.config, model.weights,
            {.seq_len = static_cast<int>(tokens.size()), .target_len = static_cast<int>(target.size()), .loss = true});
        tape.set(graph.tokens, tokens);
        if (graph.target_tokens) tape.set(graph.target_tokens, target);
        if (!token_types.empty()) tape.set(graph.token_types, of_all_tokens());
        tape.set(graph.labels, labels);
        REQUIRE(tape.evaluate());
        REQUIRE(tape.backward(graph.loss));
    }
    const Trace& trace() const { return tape.trace(); }

private:
    /// 0 behind the types that are given.
    std::vector<float> of_all_tokens() const {
        std::vector<float> types = token_types;
        types.resize(tokens.size());
        return types;
    }
    static std::vector<float> numbers(const SafetensorsFile& file, const std::string& key) {
        std::vector<float> values;
        const auto found = file.metadata().find(key);
        if (found == file.metadata().end()) return values;
        std::stringstream text(found->second);
        for (std::string part; std::getline(text, part, ',');) values.push_back(std::stof(part));
        return values;
    }
};

}  // namespace glassformer::test
