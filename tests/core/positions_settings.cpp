// The positions laboratory's settings: what is refused, what a dragged control is brought to, and models' settings.
#include "core/positions/settings.h"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <set>
#include <string>

#include "core/base/error.h"
#include "core/positions/column.h"

using namespace glassformer;
using namespace glassformer::positions;

namespace {

std::string problem(const std::function<void(Settings&)>& change, const char* kind = "rope") {
    Settings settings(find_positional(kind));
    change(settings);
    try {
        check(settings);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_SUITE_BEGIN("positions_settings");

TEST_CASE("settings that make no sense are refused in a sentence") {
    CHECK(problem([](Settings&) {}).empty());
    CHECK(problem([](Settings& s) { s.kind = nullptr; }) == "the positions laboratory needs an encoding");
    CHECK(problem([](Settings& s) { s.d_model = 0; }) == "d_model must be from 1 to 1024, got 0");
    CHECK(problem([](Settings& s) { s.d_head = 1; }) ==
          "rotations turn pairs of dimensions: d_head must be at least 2, got 1");
    CHECK(problem([](Settings& s) { s.n_positions = 0; }) == "the number of positions must be from 1 to 1024, got 0");
    CHECK(problem([](Settings& s) { s.first = -1; }) == "the shift of the sentence must be from 0 to 8192, got -1");
    CHECK(problem([](Settings& s) { s.base = NAN; }).find("the base must be from") == 0);
    CHECK(problem([](Settings& s) { s.rotary_dims = 7; }) ==
          "the rotary dimensions must be even, from 2 to d_head 64, got 7");
    CHECK(problem([](Settings& s) { s.rotary_dims = 66; }).find("got 66") != std::string::npos);
    CHECK(problem([](Settings& s) { s.rotary_dims = 7; }, "learned").empty());
    CHECK(problem([](Settings& s) { s.scaling_factor = 0.5; }) ==
          "the factor of the scaling must be from 1 to 64, got 0.5");
    CHECK(problem([](Settings& s) { s.scaling = positions::RopeScaling::ntk, s.rotary_dims = 2; }) ==
          "the NTK-aware base needs at least 4 rotary dimensions, got 2");
    CHECK(problem([](Settings& s) { s.head = 8; }, "alibi") == "the head must be from 0 to 7, got 8");
    CHECK(problem([](Settings& s) { s.buckets = 1, s.bidirectional = true; }, "t5") ==
          "the number of buckets must be from 2 to 512, got 1");
    CHECK(problem([](Settings& s) { s.clip = -1; }, "shaw") == "the clip distance must be from 0 to 512, got -1");
    CHECK(problem([](Settings& s) { s.combine = Combine::append; }, "sinusoidal") ==
          "the number of appended columns must be from 1 to 1024, got 0");
}

TEST_CASE("fitted settings pass, whatever a control was dragged to") {
    for (const PositionalKind& kind : all_positional_kinds())
        for (const int value : {-5, 0, 1, 2, 3, 7, 5000, 1 << 20}) {
            CAPTURE(kind.name);
            CAPTURE(value);
            Settings settings(&kind);
            settings.d_model = settings.d_head = settings.n_positions = settings.first = settings.table_rows = value;
            settings.rotary_dims = settings.n_heads = settings.head = settings.buckets = settings.max_distance = value;
            settings.clip = settings.dims = value;
            settings.base = settings.scaling_factor = settings.slope = settings.temperature = value;
            settings.scaling = positions::RopeScaling::ntk;
            settings.combine = Combine::append;
            settings.bidirectional = true;
            CHECK_NOTHROW(check(fitted(settings)));
        }
    Settings sound(find_positional("rope"));
    sound.rotary_dims = 32;
    CHECK(fitted(sound) == sound);
}

TEST_CASE("random vectors and tables follow the seed, and no control that they do not depend on") {
    Settings settings(find_positional("learned"));
    const Content content = random_content(settings);
    const Learned learned = random_learned(settings);
    CHECK(learned.origin == "random, seed 0");
    settings.n_positions = 20;
    settings.base = 3;
    settings.first = 4;
    CHECK(random_content(settings).query.data == content.query.data);
    CHECK(random_learned(settings).parameters.at(0).data == learned.parameters.at(0).data);
    settings.kind = find_positional("rope");
    CHECK(random_content(settings).key.data == content.key.data);
    settings.seed = 1;
    CHECK(random_content(settings).query.data != content.query.data);
    settings.same_token = true;
    CHECK(random_content(settings).query.data == random_content(settings).key.data);

    // W_Q and W_K differ, and q is x W_Q.
    settings.projection = Projection::random;
    settings.d_model = 48;
    const Content projected = random_content(settings);
    CHECK(projected.query.data != projected.key.data);
    double sum = 0;
    for (int r = 0; r < 48; ++r)
        sum += static_cast<double>(projected.query_token.data[static_cast<std::size_t>(r)]) *
               static_cast<double>(projected.query_weight.view().at({{r, 5}}));
    CHECK(projected.query.data[5] == doctest::Approx(sum).epsilon(1e-5));
}

TEST_CASE("sizes that do not belong together are refused") {
    Settings settings(find_positional("none"));
    const Content content = random_content(settings);
    settings.d_head = 32;
    Column column;
    CHECK_THROWS_WITH_AS(compute(settings, {}, content, column),
                         "the query has 64 entries and its token 64, the settings say d_head 32 and d_model 64", Error);
}

TEST_SUITE_END();
