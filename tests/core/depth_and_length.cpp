// What somebody else wrote is read in bounded depth and in linear time: each format nested 100,000 deep, and 10 MB
// long. A reader that is quadratic does not get to the end of this test in time. ctest: alone 20 s
#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/json_text.h"
#include "core/io/model_folder.h"
#include "core/lesson/expression.h"
#include "core/lesson/markdown.h"
#include "core/lesson/read_lesson.h"
#include "core/session/inputs.h"
#include "core/tape/formula_text.h"
#include "core/text/pretrained/tokenizer_json.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;

namespace {

constexpr int deep = 100'000;
constexpr std::size_t long_text = 10'000'000;  // bytes

std::string times(const std::string& text, std::size_t count) {
    std::string all;
    all.reserve(text.size() * count);
    for (std::size_t i = 0; i < count; ++i) all += text;
    return all;
}

const std::string head = "---\ntitle: T\n---\n## One\n\n";

struct Format {
    const char* name;
    std::function<void(const std::string&)> read;
    std::vector<std::string> opens, fills;  // what goes one into the other; what stands one after the other
    std::string before = {}, after = {};
    std::size_t size = long_text;
};

const std::vector<Format>& formats() {
    static const std::vector<Format> all{
        {"JSON",
         [](const std::string& text) { static_cast<void>(parse_json(text, "f")); },
         {"[", "{\"a\":"},
         {"1,", "\"a\",", "{\"a\":[1]},"},
         "[",
         "1]"},
        {"formula",
         [](const std::string& text) { static_cast<void>(plain_formula(text)); },
         {"_", "{", "\\sqrt{", "\\meaning{query}{", "x_{", "\\frac{"},
         {"x+", "x_{1}", "\\text{a}"}},
        {"expression",
         [](const std::string& text) { static_cast<void>(parse_formatted(text)); },
         {"(", "-", "max(", "a[", "not "},
         {"1+", "1,", "a."}},
        {"Markdown",
         [](const std::string& text) { static_cast<void>(lesson_blocks(text, "l.md")); },
         {"> ", "- ", "*", "**", "[", "![", "`", "$", "{{", "<", "1. ", "(", "[a](", "| "},
         {"word ", "*a* ", "`a` ", "$x$ ", "a\n\n", "- a\n", "[a](b) ", "[a] ", "| a ", "\\*", "&amp; ", "a *b "},
         {},
         {},
         1'000'000},  // as long as a lesson may be; each word is a span of its own
        {"lesson",
         [](const std::string& text) { static_cast<void>(lesson_from_text(text, "l.md")); },
         {"## ", "```scene\n", "---\n", ":::"},
         {"## Step\n\ntext\n\n", "key: value\n", "---\n\n## A\n\n"},
         head},
        {"inputs",
         [](const std::string& text) { static_cast<void>(inputs_from_text(text)); },
         {"{\"edits\":", "["},
         {"\"a\","},
         "{\"model\":\"",
         "\"}"},
        {"tokenizer.json",
         [](const std::string& text) { static_cast<void>(tokenizer_from_json(text, "t.json")); },
         {"{\"model\":", "{\"normalizer\":{\"type\":\"Sequence\",\"normalizers\":["},
         {"\"a\":0,"},
         "{\"model\":{\"type\":\"WordLevel\",\"vocab\":{",
         "\"b\":1}}}"},
        {"regular expression",
         [](const std::string& text) {
             Json pattern{{"Regex", text}};
             Json split{{"type", "Split"}, {"pattern", pattern}, {"behavior", "Isolated"}};
             Json root{{"model", Json{{"type", "WordLevel"}, {"vocab", Json{{"a", 0}}}}}, {"pre_tokenizer", split}};
             static_cast<void>(tokenizer_from_json(root.dump(), "t.json"));
         },
         {"(", "(?:", "[", "(?=", "a{1,2}", "\\"},
         {"a", "a|", "[ab]", "\\p{L}"}},
    };
    return all;
}

/// It is read, or refused in a sentence that is short.
void read(const Format& format, const std::string& text) {
    try {
        format.read(text);
    } catch (const Error& error) {
        CHECK(std::string(error.what()).size() < 600);
    }
}

}  // namespace

TEST_SUITE_BEGIN("depth_and_length");

TEST_CASE("nothing that is nested 100,000 deep ends the program") {
    for (const Format& format : formats())
        for (const std::string& open : format.opens) {
            CAPTURE(format.name);
            CAPTURE(open);
            read(format, times(open, deep));
            read(format, format.before + times(open, deep) + "x" + format.after);
        }
}

TEST_CASE("10 MB of anything are read, or refused, in linear time") {
    for (const Format& format : formats())
        for (const std::string& fill : format.fills) {
            CAPTURE(format.name);
            CAPTURE(fill);
            read(format, format.before + times(fill, format.size / fill.size()) + format.after);
        }
}

TEST_CASE("a paragraph that no page has room for is refused where it gets too long") {
    CHECK_NOTHROW(lesson_blocks(times("a ", longest_block / 2), "l.md"));
    CHECK(lesson_blocks(times("a\n\n", longest_block), "l.md").size() == longest_block);
    for (const std::string& line :
         {times("a ", longest_block / 2 + 1), "```\n" + times("a\n", longest_block), times("| a ", longest_block)})
        CHECK(message_of([&] { static_cast<void>(lesson_blocks(line, "l.md")); }).find("at most 32768 bytes") !=
              std::string::npos);
}

TEST_CASE("cards and configs that are nested deeply are refused with their file") {
    const TemporaryFolder folder;
    for (const char* name : {"card.json", "config.json"}) {
        write_file(folder / name, times("[", deep));
        const std::string message = message_of([&] {
            if (std::string(name) == "card.json")
                load_card(folder.path());
            else
                load_config(folder.path());
        });
        CAPTURE(message);
        CHECK(contains(message, name));
        CHECK(contains(message, "nested more than 32 deep"));
    }
}

TEST_SUITE_END();
