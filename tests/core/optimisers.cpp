// AdamW against PyTorch's, step by step: moments, corrections, decay of its own for every parameter, a common clipping.
#include "core/train/adamw.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "core/io/safetensors.h"
#include "tests/core/support.h"

using namespace glassformer;

TEST_CASE("twenty steps of AdamW with decay and clipping equal PyTorch's") {
    const SafetensorsFile golden = SafetensorsFile::open(test::golden("optimisers") / "adamw.safetensors");
    const std::array<std::string, 3> names{"matrix", "embedding", "bias"};
    const float* settings = golden.floats("settings").data;
    const float* rates = golden.floats("rates").data;
    const float* decay = golden.floats("decay").data;
    const float* norms = golden.floats("norms").data;
    const double clip = static_cast<double>(settings[3]);

    std::array<std::vector<float>, 3> values, gradients;
    std::array<std::size_t, 3> offsets{};
    std::size_t total = 0;
    const auto stored = [&](const std::string& name) {
        const StoredTensor& tensor = golden.floats(name);
        return std::vector<float>(tensor.data, tensor.data + tensor.count);
    };
    for (std::size_t p = 0; p < names.size(); ++p) {
        values[p] = stored(names[p] + ".0");
        offsets[p] = total;
        total += values[p].size();
    }
    AdamW optimiser(total);
    int clipped = 0;
    for (int step = 1; step <= 20; ++step) {
        CAPTURE(step);
        const std::string number = std::to_string(step);
        double squares = 0;
        for (std::size_t p = 0; p < names.size(); ++p) {
            gradients[p] = stored(names[p] + "." + number + ".gradient");
            for (const float g : gradients[p]) squares += static_cast<double>(g) * static_cast<double>(g);
        }
        const double norm = std::sqrt(squares);
        CHECK(norm == doctest::Approx(static_cast<double>(norms[step - 1])).epsilon(1e-6));
        const float scale = norm > clip ? static_cast<float>(clip / norm) : 1.0F;
        clipped += norm > clip ? 1 : 0;
        optimiser.begin_step();
        for (std::size_t p = 0; p < names.size(); ++p) {
            CAPTURE(names[p]);
            optimiser.update({.learning_rate = static_cast<double>(rates[step - 1]),
                              .beta1 = static_cast<double>(settings[0]),
                              .beta2 = static_cast<double>(settings[1]),
                              .eps = static_cast<double>(settings[2]),
                              .weight_decay = static_cast<double>(decay[p])},
                             offsets[p], values[p], gradients[p], scale);
            const std::vector<float> expected = stored(names[p] + "." + number);
            CHECK(test::relative_difference(values[p].data(), expected.data(), expected.size()) < 1e-5);
        }
    }
    CHECK(clipped >= 5);
    CHECK(clipped <= 15);
}
