// Tokens and positions joined in three ways, and the products of two results, against numbers computed by hand.
#include "core/positions/joined.h"

#include <doctest/doctest.h>

#include <cmath>
#include <utility>

#include "core/positions/placed.h"

using namespace glassformer;
using namespace glassformer::positions;

namespace {

/// x_0 = (0.5, −1), x_1 = (2, 0), x_2 = (1, 1)
Tensor three_tokens() {
    Tensor tokens({{Axis::position, 3}, {Axis::d_model, 2}});
    tokens.data = {0.5F, -1, 2, 0, 1, 1};
    return tokens;
}

Settings of_three(JoinWay way, int dims = 2) {
    Settings settings;
    settings.d_model = 2;
    settings.n_positions = settings.table_rows = 3;
    return joined_settings(way, settings, *find_positional("sinusoidal"), dims);
}

std::pair<EncodingTables, Joined> joined(const Settings& settings, const Tensor& tokens) {
    EncodingTables encoding;
    encode(settings, random_learned(settings), encoding);
    Joined out;
    join(settings, encoding, tokens, out);
    return {std::move(encoding), std::move(out)};
}

}  // namespace

TEST_SUITE_BEGIN("positions_joined");

TEST_CASE("added: d_model stays, and all four products are there") {
    const Joined sum = joined(of_three(JoinWay::add), three_tokens()).second;
    CHECK(sum.result.shape.cols() == 2);
    // p_i = (sin i, cos i)
    CHECK(sum.result.view().row(2)[0] == doctest::Approx(1 + std::sin(2.0)));
    CHECK(sum.result.view().row(2)[1] == doctest::Approx(1 + std::cos(2.0)));
    const JoinedProduct product = joined_product(sum, 2, 1);
    CHECK(product.token_token == doctest::Approx(2));
    CHECK(product.token_position == doctest::Approx(std::sin(1.0) + std::cos(1.0)));
    CHECK(product.position_token == doctest::Approx(2 * std::sin(2.0)));
    CHECK(product.position_position == doctest::Approx(std::cos(1.0)));
    CHECK(product.whole ==
          doctest::Approx((1 + std::sin(2.0)) * (2 + std::sin(1.0)) + (1 + std::cos(2.0)) * std::cos(1.0)));
}

TEST_CASE("appended: d_model + dims, and no product of a token with a position") {
    const Settings settings = of_three(JoinWay::append, 4);
    const Joined both = joined(settings, three_tokens()).second;
    CHECK(both.positions.shape.cols() == 4);
    CHECK(both.result.shape.cols() == 6);
    CHECK(both.result.shape.axis(1) == Axis::d_joined);
    const float* last = both.result.view().row(1);
    CHECK(last[0] == 2);
    CHECK(last[1] == 0);
    CHECK(last[2] == doctest::Approx(std::sin(1.0)));
    CHECK(last[5] == doctest::Approx(std::cos(0.01)));
    const JoinedProduct product = joined_product(both, 0, 1);
    CHECK(product.token_token == doctest::Approx(1));
    CHECK(product.token_position == 0);
    CHECK(product.position_token == 0);
    CHECK(product.position_position == doctest::Approx(std::cos(1.0) + std::cos(0.01)));
    CHECK(product.whole == doctest::Approx(1 + std::cos(1.0) + std::cos(0.01)));
}

TEST_CASE("appended as one-hot vectors: a dimension for each position, whose product is 1 for one position alone") {
    const Joined both = joined(of_three(JoinWay::one_hot), three_tokens()).second;
    CHECK(both.result.data == AlignedFloats{0.5F, -1, 1, 0, 0, 2, 0, 0, 1, 0, 1, 1, 0, 0, 1});
    for (int query = 0; query < 3; ++query)
        for (int key = 0; key < 3; ++key) {
            const JoinedProduct product = joined_product(both, query, key);
            CHECK(product.token_position == 0);
            CHECK(product.position_token == 0);
            CHECK(product.position_position == (query == key ? 1 : 0));
        }
}

TEST_CASE("the four products add up to that of the results, and a row is what one token and its position become") {
    for (const JoinWay way : join_ways)
        for (const char* vectors : {"sinusoidal", "learned"})
            for (const int first : {0, 5}) {
                CAPTURE(static_cast<int>(way));
                CAPTURE(vectors);
                Settings settings;
                settings.d_model = 16;
                settings.n_positions = 7;
                settings.table_rows = 12;
                settings.first = first;
                settings = joined_settings(way, settings, *find_positional(vectors), 6);
                CHECK(way_of(settings) == way);
                const Tensor tokens = random_tokens(settings);
                const auto [encoding, both] = joined(settings, tokens);
                const int wide = way == JoinWay::add ? 16 : way == JoinWay::append ? 22 : 28;
                CHECK(both.result.shape.cols() == wide);
                for (int query = 0; query < 7; ++query) {
                    const JoinedProduct product = joined_product(both, query, 3);
                    CHECK(product.token_token + product.token_position + product.position_token +
                              product.position_position ==
                          doctest::Approx(product.whole).epsilon(1e-5));
                    Tensor token(Shape{{Axis::d_model, 16}});
                    std::copy_n(tokens.view().row(static_cast<std::size_t>(query)), 16, token.data.begin());
                    Placed alone;
                    place(settings, encoding, token, query, alone);
                    for (int c = 0; c < wide; ++c)
                        CHECK(both.result.view().row(static_cast<std::size_t>(query))[c] ==
                              alone.together.data[static_cast<std::size_t>(c)]);
                }
            }
}

TEST_SUITE_END();
