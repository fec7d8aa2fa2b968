// What tests/golden/make_positions_goldens.py wrote, as the positions laboratory takes it.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/io/safetensors.h"
#include "core/positions/content.h"
#include "tests/support/support.h"

namespace glassformer::test {

class PositionsGolden {
public:
    Tensor tensor(const std::string& name, const Shape& shape) const {
        const StoredTensor& stored = file_.floats(name);
        REQUIRE_MESSAGE(stored.count == shape.count(), name);
        Tensor tensor(shape);
        std::copy_n(stored.data, stored.count, tensor.data.data());
        return tensor;
    }

    /// Largest |a - golden|; the sizes must agree.
    double difference(const std::string& name, const Tensor& a) const {
        const StoredTensor& stored = file_.floats(name);
        REQUIRE_MESSAGE(stored.count == a.data.size(), name);
        double largest = 0;
        for (std::size_t i = 0; i < stored.count; ++i)
            largest = std::max(largest, std::abs(static_cast<double>(a.data[i]) - static_cast<double>(stored.data[i])));
        return largest;
    }

    /// The sizes that the script used.
    static positions::Settings settings(const char* kind) {
        positions::Settings sizes(find_positional(kind));
        sizes.d_model = 12;
        sizes.d_head = 8;
        sizes.n_positions = 20;
        sizes.first = 5;
        sizes.table_rows = 40;
        sizes.base = 500;
        sizes.buckets = 8;
        sizes.max_distance = 20;
        sizes.clip = 4;
        return sizes;
    }

    positions::Content content() const {
        const Dimension d_model{Axis::d_model, 12}, d_head{Axis::d_head, 8};
        return {.query_token = tensor("x", {d_model}),
                .key_token = tensor("y", {d_model}),
                .query_weight = tensor("w_q", {d_model, d_head}),
                .key_weight = tensor("w_k", {d_model, d_head}),
                .query = tensor("q", {d_head}),
                .key = tensor("k", {d_head}),
                .origin = "golden"};
    }

private:
    SafetensorsFile file_ = SafetensorsFile::open(golden("positions") / "positions.safetensors");
};

}  // namespace glassformer::test
