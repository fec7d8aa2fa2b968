// The optimisers against PyTorch's, step by step: moments, corrections, decay of its own for every parameter, a common
// clipping.
// ctest: optimised too
#include "core/train/optimiser.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/io/safetensors.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

/// Twenty steps of the file, of an optimiser of this kind, against what PyTorch made of the parameters.
void check_steps(const OptimiserKind& kind, const std::vector<std::string>& names, OptimiserStep settings,
                 double clip) {
    const SafetensorsFile golden =
        SafetensorsFile::open(test::golden("optimisers") / (std::string(kind.name) + ".safetensors"));
    const float* rates = golden.floats("rates").data;
    const float* decay = golden.floats("decay").data;
    const float* norms = golden.floats("norms").data;

    std::vector<std::vector<float>> values(names.size()), gradients(names.size());
    std::vector<std::size_t> offsets(names.size());
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
    const auto optimiser = kind.make(total);
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
        optimiser->begin_step();
        settings.learning_rate = static_cast<double>(rates[step - 1]);
        for (std::size_t p = 0; p < names.size(); ++p) {
            CAPTURE(names[p]);
            settings.weight_decay = static_cast<double>(decay[p]);
            optimiser->update(settings, offsets[p], values[p], gradients[p], scale);
            const std::vector<float> expected = stored(names[p] + "." + number);
            CHECK(test::relative_difference(values[p].data(), expected.data(), expected.size()) < 1e-5);
        }
    }
    CHECK(clipped >= 5);
    CHECK(clipped <= 15);
}

std::vector<double> settings_of(const char* file) {
    const SafetensorsFile golden = SafetensorsFile::open(test::golden("optimisers") / file);
    const StoredTensor& settings = golden.floats("settings");
    return {settings.data, settings.data + settings.count};
}

}  // namespace

TEST_SUITE_BEGIN("optimisers");

TEST_CASE("twenty steps of AdamW with decay and clipping equal PyTorch's") {
    const std::vector<double> settings = settings_of("adamw.safetensors");
    OptimiserStep step;
    step.beta1 = settings.at(0);
    step.beta2 = settings.at(1);
    step.eps = settings.at(2);
    check_steps(adamw, {"matrix", "embedding", "bias"}, step, settings.at(3));
}

TEST_CASE("twenty steps of SGD with momentum, decay and clipping equal PyTorch's") {
    const std::vector<double> settings = settings_of("sgd.safetensors");
    OptimiserStep step;
    step.momentum = settings.at(0);
    check_steps(sgd, {"matrix", "bias"}, step, settings.at(1));
}

TEST_CASE("an optimiser is found by its name") {
    for (const OptimiserKind* kind : all_optimisers()) CHECK(find_optimiser(kind->name) == kind);
    CHECK(find_optimiser("adam") == nullptr);
}

TEST_SUITE_END();
