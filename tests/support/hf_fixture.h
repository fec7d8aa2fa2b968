// A folder of the fixtures "hf": a model that this project did not make, its input, and what its makers' code computes
// from it, under the names of our stages.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/json_text.h"
#include "core/io/reference_file.h"
#include "tests/support/support.h"

namespace glassformer::test {

inline std::filesystem::path hf_fixtures() { return fixtures() / "hf"; }

/// With the continuation that greedy decoding gives, where input.json has one.
struct HfFixture : Reference {
    std::vector<int> greedy;

    explicit HfFixture(const std::filesystem::path& folder) : Reference(Reference::open(folder)) {
        const Json input = read_json(folder / reference_input_file);
        if (const Json* list = input.find("greedy"))
            for (const Json& id : *list) greedy.push_back(id.get<int>());
    }
};

}  // namespace glassformer::test
