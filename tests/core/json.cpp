// JSON values: what is read is written as it was, and a failure for want of memory passes through them.
// ctest: optimised too
#include "core/base/json.h"

#include <doctest/doctest.h>

#include <limits>
#include <new>
#include <nlohmann/json.hpp>
#include <string>

#include "core/base/json_text.h"
#include "tests/support/allocations.h"
#include "tests/support/skipped.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;

namespace {

/// Something of everything, deep enough that values stand within values.
Json everything() {
    Json json;
    json["text"] = "a \"quoted\" word, \n a line, \x01, ü and 🙂";
    json["numbers"] = Json::array({0, -1, std::int64_t{1} << 62, std::numeric_limits<std::uint64_t>::max(), 0.1, -0.0,
                                   1e300, 5e-324, 1e20, 123456789.0, 0.1F, std::numeric_limits<double>::infinity()});
    json["flags"] = std::vector<bool>{true, false};
    json["nothing"] = nullptr;
    json["empty"] = {{"list", Json::array()}, {"object", Json::object()}};
    json["rows"].push_back({{"name", "a"}, {"cell", std::array{1, 2, 3}}});
    json["rows"].push_back(Json::array({Json::array({Json::array()}), "x"}));
    return json;
}

}  // namespace

TEST_SUITE_BEGIN("json");

TEST_CASE("a value is written as the JSON library writes it, and read back to the same") {
    const Json json = everything();
    const auto theirs = nlohmann::ordered_json::parse(json.dump());
    for (const int indent : {-1, 0, 2, 4}) {
        CHECK(json.dump(indent) == theirs.dump(indent));
        CHECK(parse_json(json.dump(indent), "f", KeyOrder::as_written).dump() == json.dump());
    }
    CHECK(parse_json(json.dump(), "f").dump(2) == nlohmann::json::parse(json.dump()).dump(2));  // sorted
    CHECK(Json("\xff").dump() == "\"\xef\xbf\xbd\"");
    CHECK(Json().dump() == "null");
}

TEST_CASE("keys are found, made, taken out and merged") {
    Json json = {{"b", 1}, {"a", {{"x", 1}, {"y", "two"}}}};
    CHECK(json.find("c") == nullptr);
    CHECK(Json(1).find("c") == nullptr);
    CHECK(json.at("a").at("y") == "two");
    json["c"].push_back(0.5);
    CHECK(json.dump() == R"({"b":1,"a":{"x":1,"y":"two"},"c":[0.5]})");
    json.erase("b");
    json.erase("missing");
    json.merge_patch(parse_json(R"({"a": {"x": null, "z": {"deep": 1, "not": null}}, "c": 7, "gone": null})", "f"));
    CHECK(json.dump() == R"({"a":{"y":"two","z":{"deep":1}},"c":7})");
    json.merge_patch(Json::array({1}));
    CHECK(json.dump() == "[1]");
    CHECK(json.begin()->get<double>() == 1);
}

TEST_CASE("what is no JSON is nothing, or a sentence") {
    CHECK(json_in(R"({"b": 1, "a": 2})")->dump() == R"({"b":1,"a":2})");
    const std::string deep = std::string(40, '[') + std::string(40, ']');
    for (const char* broken : {"", "{", "[1,]", "{\"a\":1,\"a\":2}", "1e999", "nan", deep.c_str()})
        CHECK_FALSE(json_in(broken).has_value());
    CHECK(message_of([] { parse_json("[1,\n 2,]", "f"); }).starts_with("f: line 2, column 4: "));
    CHECK(message_of([] { parse_json("[1e999]", "f"); }) == "f: the JSON holds a number that is too large");
    CHECK(message_of([] { parse_json(R"({"a":{"b":1,"b":2}})", "f"); }) == "f: the key \"b\" appears twice");
}

TEST_CASE("moving and destroying a value takes no memory, and whatever else fails passes through it") {
    if (!test::counts_allocations) {
        test::skip(test::Needs::plain_build, "allocations are counted in a build without sanitizers");
        return;
    }
    std::size_t before = 0, after = 0;
    {
        std::optional<Json> json = everything();
        before = test::allocations();
        Json moved = std::move(*json);
        json = std::nullopt;
        moved = nullptr;
        after = test::allocations();
    }
    CHECK(after == before);

    // Each allocation fails once; values of the JSON library would end the program here.
    int failed = 0;
    for (bool done = false; !done && failed < 10000; ++failed) {
        test::fail_allocation(static_cast<std::size_t>(failed) + 1);
        try {
            Json copy = parse_json(everything().dump(), "f", KeyOrder::as_written);
            copy.merge_patch(Json(copy));
            done = !copy.dump(2).empty();
        } catch (const std::bad_alloc&) {
            continue;
        }
    }
    test::fail_allocation(0);
    CHECK(failed > 100);
    CHECK(failed < 10000);
}

TEST_SUITE_END();
