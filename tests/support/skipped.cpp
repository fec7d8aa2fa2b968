#include "tests/support/skipped.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string_view>

namespace glassformer::test {

namespace {

std::set<std::string>& names() {
    static std::set<std::string> all;
    return all;
}

bool required(Needs needs) {
    constexpr std::array<std::string_view, 5> words{"opengl", "tools", "fixtures", "plain_build", "optional"};
    const char* listed = std::getenv("GLASSFORMER_REQUIRE");  // NOLINT(concurrency-mt-unsafe): nobody sets it
    const std::string list = listed == nullptr ? "" : "," + std::string(listed) + ",";
    return list.find("," + std::string(words.at(static_cast<std::size_t>(needs))) + ",") != std::string::npos;
}

}  // namespace

void skip(Needs needs, const std::string& reason) {
    const auto* current = doctest::getContextOptions()->currentTest;
    const std::string name = current == nullptr ? "?" : current->m_name;
    if (required(needs)) FAIL_CHECK("this machine must be able to run this test: " << reason);
    if (names().insert(name).second) std::printf("skipped: %s: %s\n", name.c_str(), reason.c_str());
}

int skipped_cases() { return static_cast<int>(names().size()); }

}  // namespace glassformer::test
