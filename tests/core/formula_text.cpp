// Formula markup on one line, and the replacement of placeholders by symbols.
#include "core/tape/formula_text.h"

#include <doctest/doctest.h>

#include <array>
#include <map>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/utf8.h"
#include "core/model/graph.h"
#include "core/tape/tape.h"
#include "tests/support/support.h"

using namespace glassformer;

TEST_SUITE_BEGIN("formula_text");

TEST_CASE("markup prints flat, with parentheses where a line needs them") {
    const std::array<std::array<const char*, 2>, 11> cases{{
        {"x_{i}", "x_i"},
        {"x^{2} + y^{n}", "x² + y^n"},
        {"\\frac{1}{\\sqrt{d_{head}}}", "1 / √d_head"},
        {"\\frac{x - μ}{\\sqrt{σ^{2} + ε}} ⊙ γ", "(x - μ) / √(σ² + ε) ⊙ γ"},
        {"\\text{softmax}(S)", "softmax(S)"},
        {"\\meaning{score}{S} = \\meaning{query}{Q} \\meaning{key}{K}^{⊤}", "S = Q K^⊤"},
        {"p_{i,2k+1}", "p_(i,2k+1)"},
        {"b^{2k / d_{model}}", "b^(2k / d_model)"},
        {"{out} = {0} + {12}", "{out} = {0} + {12}"},
        {"Σ_{k} e^{S_{ik}}", "Σ_k e^S_ik"},
        {"\\frac{0}{1}", "0 / 1"},
    }};
    for (const auto& [markup, flat] : cases) CHECK(plain_formula(markup) == flat);
}

TEST_CASE("placeholders become coloured symbols, arguments of commands and scripts do not") {
    const FormulaSymbol out{"A", Meaning::weight};
    const std::array<FormulaSymbol, 2> operands{{{"S", Meaning::score}, {"W_{O}", Meaning::parameter}}};
    const std::string text = with_symbols("{out}_{0} = \\frac{1}{{0}} + \\sqrt{{1}} \\text{1} {2}", out, operands);
    CHECK(text ==
          "\\meaning{weight}{A}_{0} = \\frac{1}{\\meaning{score}{S}} + \\sqrt{\\meaning{parameter}{W_{O}}} \\text{1} "
          "{2}");
    CHECK(plain_formula(text) == "A_0 = 1 / S + √W_O 1 {2}");
    CHECK(plain_formula(with_symbols("{out}_{ij} = {0}_{{1}}", out, operands)) == "A_ij = S_W_O");
}

TEST_CASE("the tree tells letters, words and numbers apart") {
    const FormulaNode row = parse_formula("d_{head} 2.5 ab");
    REQUIRE(row.children.size() == 7);
    CHECK(row.children[0].kind == FormulaNode::Kind::symbol);
    CHECK(row.children[1].kind == FormulaNode::Kind::subscript);
    CHECK(row.children[1].children[0].children[0].text == "head");
    CHECK(row.children[1].children[0].children[0].kind == FormulaNode::Kind::upright);
    CHECK(row.children[3].text == "2.5");
    CHECK(row.children[5].text == "a");
    CHECK(row.children[6].text == "b");
}

TEST_CASE("mistakes in markup are named with their place") {
    CHECK_THROWS_WITH_AS(parse_formula("a + \\foo{b}"), "formula 'a + \\foo{b}', byte 4: unknown command '\\foo'",
                         Error);
    CHECK_THROWS_WITH_AS(parse_formula("\\frac{a}"), doctest::Contains("expected '{' after"), Error);
    CHECK_THROWS_WITH_AS(parse_formula("x_{i"), doctest::Contains("'}' that ends a script is missing"), Error);
    CHECK_THROWS_WITH_AS(parse_formula("x}"), doctest::Contains("without its '{'"), Error);
    CHECK_THROWS_WITH_AS(parse_formula("x_"), doctest::Contains("nothing follows '_'"), Error);
    CHECK_THROWS_WITH_AS(parse_formula("\\meaning{mood}{x}"), doctest::Contains("no meaning named 'mood'"), Error);
}

TEST_CASE("a formula is refused that is nested too deeply or too long, in a sentence that does not repeat all of it") {
    const auto times = [](const char* text, int count) {
        std::string all;
        for (int i = 0; i < count; ++i) all += text;
        return all;
    };
    for (const char* opens : {"_", "^", "{", "x_{", "\\sqrt{", "\\frac{1}{", "\\frac{", "\\meaning{query}{"}) {
        CAPTURE(opens);
        const int braces = std::string(opens).find_last_of('{') == std::string::npos ? 0 : 1;
        const std::string closes = std::string(opens) == "\\frac{" ? "}{1}" : "}";
        const auto nested = [&](int depth) {
            return times(opens, depth) + "x" + times(closes.c_str(), braces * depth);
        };
        CHECK_NOTHROW(plain_formula(nested(deepest_formula / 2)));
        CHECK_THROWS_WITH_AS(plain_formula(nested(deepest_formula + 1)), doctest::Contains("nested more than 32 deep"),
                             Error);
        for (const int depth : {100, 100000}) try {
                static_cast<void>(plain_formula(nested(depth)));
                FAIL("is read");
            } catch (const Error& error) {
                CHECK(std::string(error.what()).size() < 200);
            }
    }
    const std::string longest = times("x+", static_cast<int>(longest_formula) / 2);
    CHECK(plain_formula(longest) == longest);
    CHECK_THROWS_WITH_AS(plain_formula(longest + "x"), doctest::Contains("4097 bytes, more than the 4096"), Error);
}

TEST_CASE("UTF-8 goes in and out, wrong bytes become U+FFFD") {
    const std::string text = "aé→𝔸";
    std::string again;
    for (const char32_t c : decode_utf8(text)) append_utf8(again, c);
    CHECK(again == text);
    CHECK(decode_utf8("a\xFFz\xE2\x82") == U"a\uFFFDz\uFFFD\uFFFD");
    CHECK(decode_utf8("\xC0\x80") == U"\uFFFD\uFFFD");  // overlong
    CHECK(decode_utf8("\xED\xA0\x80").size() == 3);     // a surrogate
}

TEST_CASE("code points carry their bytes, and wrong bytes are an error that names the place") {
    const auto points = code_points("aé→𝔸");
    REQUIRE(points.size() == 4);
    CHECK(points[2].value == U'→');
    CHECK(points[2].begin == 3);
    CHECK(points[2].end == 6);
    CHECK(points[3].end == 10);
    for (const char* wrong : {"ab\xFF", "ab\xC0\x80", "ab\xED\xA0\x80", "ab\xE2\x82"})
        CHECK_THROWS_WITH_AS(code_points(wrong), "the text has invalid UTF-8 at byte 2", Error);
}

TEST_CASE("no formula calls two tensors by one symbol, and what a decoder reads of its encoder has its own") {
    const std::string pair = R"({"architecture": "encoder_decoder", "vocab_size": 11, "target_vocab_size": 11,
        "max_seq_len": 9, "n_layers": 1, "n_decoder_layers": 2, "d_model": 8, "n_heads": 2)";
    for (const char* more : {"", R"(, "norm_placement": "post", "final_norm": false)", R"(, "norm": "none")"}) {
        CAPTURE(more);
        const ModelConfig config = parse_config(pair + more + "}", "a test");
        const Weights weights = initial_weights(config, 5);
        Tape tape;
        record_model(tape, config, weights, {.seq_len = 5, .target_len = 4});
        const Trace& trace = tape.trace();
        int crossing = 0;
        for (const int id : trace.stages()) {
            const Record& of = trace.record(id);
            CAPTURE(of.name);
            std::map<std::string, int> named;
            for (const int operand : of.operands) {
                const Record& read = trace.record(operand);
                CAPTURE(read.name);
                if (read.kind == Record::Kind::input) continue;
                CHECK(named.emplace(read.symbol, operand).first->second == operand);
                if (read.site.stack != Stack::encoder || of.site.stack != Stack::decoder) continue;
                ++crossing;
                for (const Record& own : trace.records())
                    if (own.site.stack == Stack::decoder) CHECK(own.symbol != read.symbol);
            }
        }
        CHECK(crossing == 4);  // keys and values of two blocks
    }
}

TEST_CASE("no stage has the symbol of what it is computed from, in every golden model") {
    for (const auto& folder : test::folders(test::source_dir() / "tests" / "golden" / "models")) {
        CAPTURE(folder.filename().string());
        const ModelConfig config = parse_config(read_text_file(folder / "config.json"), "a test");
        const Weights weights = initial_weights(config, 5);
        Tape tape;
        record_model(tape, config, weights, {.seq_len = 4, .target_len = has_target(config) ? 4 : 0});
        for (const Record& record : tape.trace().records())
            for (const int operand : record.operands) {
                CAPTURE(record.name);
                CHECK(record.symbol != tape.trace().record(operand).symbol);
            }
    }
}

TEST_SUITE_END();
