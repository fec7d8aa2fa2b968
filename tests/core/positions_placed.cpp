// A token and its position brought together, and the angle between two vectors, against numbers computed by hand.
#include "core/positions/placed.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "core/positions/circle.h"

using namespace glassformer;
using namespace glassformer::positions;

namespace {

Tensor token_of(std::initializer_list<float> entries) {
    Tensor token(Shape{{Axis::d_model, static_cast<int>(entries.size())}});
    std::copy(entries.begin(), entries.end(), token.data.begin());
    return token;
}

Placed placed(Settings settings, const Tensor& token, int row) {
    EncodingTables encoding;
    encode(settings, random_learned(settings), encoding);
    Placed out;
    place(settings, encoding, token, row, out);
    return out;
}

}  // namespace

TEST_SUITE_BEGIN("positions");

TEST_CASE("a sinusoidal row is added to a token entry by entry") {
    Settings settings(find_positional("sinusoidal"));
    settings.d_model = 4;
    settings.n_positions = 5;
    const Placed at = placed(settings, token_of({0.5F, -1, 2, 0}), 3);
    const double wanted[] = {std::sin(3.0), std::cos(3.0), std::sin(0.03), std::cos(0.03)};
    REQUIRE(at.together.data.size() == 4);
    for (std::size_t c = 0; c < 4; ++c) {
        CHECK(at.position.data[c] == doctest::Approx(wanted[c]).epsilon(1e-6));
        CHECK(at.together.data[c] == at.token.data[c] + at.position.data[c]);
    }
}

TEST_CASE("a one-hot row follows a token that it is appended to") {
    Settings settings(find_positional("one_hot"));
    settings.d_model = 2;
    settings.n_positions = settings.table_rows = 3;
    const Placed at = placed(settings, token_of({0.5F, -1}), 1);
    CHECK(at.position.data == AlignedFloats{0, 1, 0});
    CHECK(at.together.data == AlignedFloats{0.5F, -1, 0, 1, 0});
}

TEST_CASE("angles are counted counterclockwise from the first vector to the second") {
    constexpr double quarter = std::numbers::pi / 2;
    CHECK(angle_between({1, 0}, {0, 1}) == doctest::Approx(quarter));
    CHECK(angle_between({0, 1}, {1, 0}) == doctest::Approx(-quarter));
    CHECK(angle_between({2, 2}, {0, 3}) == doctest::Approx(quarter / 2));
    CHECK(angle_between({1, 0}, {-1, 0}) == doctest::Approx(2 * quarter));
    CHECK(angle_between({0, 0}, {1, 0}) == 0);
}

TEST_SUITE_END();
