// Without a font that has them, the program's own signs are replaced by letters that ImGui's font has.
#include <doctest/doctest.h>

#include "app/render/stand_ins.h"
#include "core/base/utf8.h"
#include "tests/support/program.h"

using namespace glassformer;

TEST_SUITE_BEGIN("stand_ins");

TEST_CASE("quotation marks, arrows, dashes and dots have stand-ins of Latin letters, other letters none") {
    constexpr std::string_view signs = "“”‘’…→←−–—›∞≈≤≥√";
    for (std::size_t at = 0; at < signs.size();) {
        const char32_t sign = next_code_point(signs, at);
        const std::string_view text = stand_in(sign);
        CAPTURE(static_cast<unsigned>(sign));
        CHECK_FALSE(text.empty());
        for (std::size_t i = 0; i < text.size();) CHECK(next_code_point(text, i) <= 0xFF);
    }
    for (const char32_t other : {U'α', U'中', U'a'}) CHECK(stand_in(other).empty());
}

TEST_CASE("a window without any font is laid out with what ImGui's own has") {
    const auto empty = test::scratch() / "no-fonts.conf";
    test::write(empty, "<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"fonts.dtd\"><fontconfig></fontconfig>");
    const auto script = test::scratch() / "no-fonts.script";
    test::write(script, "wait-idle\nprint\n");
    const test::Outcome outcome = test::run("--headless --model sort --size 900x600 --script " + script.string(),
                                            "FONTCONFIG_FILE=" + empty.string());
    if (outcome.code != 0 && outcome.err.find("EGL") != std::string::npos)
        return test::skip(test::Needs::opengl, outcome.err);
    CHECK(outcome.code == 0);
    CHECK(outcome.err.empty());
}

TEST_SUITE_END();
