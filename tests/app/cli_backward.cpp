// gradient, follow, lens and contributions as a user runs them.
// ctest: alone 4 s
#include <cstdlib>

#include "tests/support/program.h"

using namespace glassformer::test;

namespace {

/// The number behind the first `label` of the output.
double number_behind(const std::string& out, const std::string& label) {
    const std::size_t at = out.find(label);
    REQUIRE_MESSAGE(at != std::string::npos, label);
    return std::strtod(out.c_str() + at + label.size(), nullptr);
}

}  // namespace

TEST_SUITE_BEGIN("cli_backward");

TEST_CASE("the chain rule of a cell is printed, adds up, and can be checked by moving the cell") {
    const Outcome shown = run("gradient --model induction --cell 'blocks.1.attn.weights[0,15,8]' --terms 3 --check");
    REQUIRE(shown.code == 0);
    const double recorded = number_behind(shown.out, "d loss / d cell = ");
    CHECK(number_behind(shown.out, " terms = ") == doctest::Approx(recorded).epsilon(1e-3));
    CHECK(number_behind(shown.out, "relative difference ") < 0.05);
    CHECK(shown.out.find("blocks.1.attn.heads[0,15,") != std::string::npos);
    CHECK(shown.out.find(" more = ") != std::string::npos);
    const Outcome labelled = run("gradient --model induction --cell 'logits[2,0]' --labels '2: a'");
    CHECK(labelled.code == 0);
    CHECK(labelled.out.find("loss[0]") != std::string::npos);
    const Outcome outside = run("gradient --model induction --cell 'logits[2,0]' --labels '99: a'");
    CHECK(outside.code == 2);
    CHECK(outside.err.find("the labels name row 99") != std::string::npos);
    CHECK(run("gradient --model induction --cell 'tokens[2]'").code == 2);
}

TEST_CASE("a path, the answers of each layer and the parts of a logit are printed") {
    const Outcome path = run("follow --model induction --cell 'probs[17,0]'");
    REQUIRE(path.code == 0);
    CHECK(path.out.find("end: a token's embedding, token ") != std::string::npos);
    CHECK(run("follow --model induction --cell 'probs[17,0]' --hops 2")
              .out.find("stopped after the requested number of steps") != std::string::npos);
    const Outcome lens = run("lens --model induction --words 2");
    REQUIRE(lens.code == 0);
    CHECK(lens.out.starts_with("embed\t"));
    CHECK(lens.out.find("\nblocks.1.resid_mid\t\"") != std::string::npos);
    const Outcome parts = run("contributions --model induction --token 0 --against 3");
    REQUIRE(parts.code == 0);
    CHECK(parts.out.find("blocks.1.attn.out head 0\t") != std::string::npos);
    CHECK(number_behind(parts.out, "\nsum\t") == doctest::Approx(number_behind(parts.out, "\nlogit\t")).epsilon(1e-4));
    CHECK(lens.err.starts_with("stage\ttokens and probabilities at position "));
    CHECK(parts.err.starts_with("part\tlogit of \"a\" at position "));
    CHECK(run("contributions --model induction --token 999").code == 2);
    CHECK(run("lens --model recall-lstm").code == 2);
    const Outcome beyond = run("lens --model induction --position 4053");
    CHECK(beyond.code == 2);
    CHECK(beyond.err.starts_with("glassformer: position 4053"));
}

TEST_CASE("positions and tokens may be written as words, and without a position it is where the model answers") {
    const std::string lens = "lens --model coreference-full";
    const Outcome at_it = run(lens + " --position it");
    REQUIRE(at_it.code == 0);
    CHECK(run(lens + " --position 8").out == at_it.out);
    CHECK(run(lens).out == at_it.out);  // the card: answers are at "it"
    CHECK(run(lens + " --position street").out != at_it.out);
    CHECK(at_it.err.find("position 8") != std::string::npos);
    const Outcome twice = run("lens --model coreference-full --text 'the dog saw the dog' --position dog");
    CHECK(twice.err.find("position 4") != std::string::npos);  // the last one
    CHECK(run(lens + " --position zebra").err.find("the text has no token \"zebra\"; its tokens are: The animal") !=
          std::string::npos);
    CHECK(run(lens + " --position the").err.find("position 5") != std::string::npos);  // as typed, or in the vocabulary
    CHECK(run(lens + " --position -2").err == "glassformer: --position counts from 0, got -2\n");
    const std::string parts = "contributions --model coreference-full --token ";
    const Outcome animal = run(parts + "animal --against street");
    REQUIRE(animal.code == 0);
    CHECK(animal.err.find("\"animal\" at position 8") != std::string::npos);
    CHECK(number_behind(animal.out, "\nlogit\t") > 1);  // "it" is the animal
    CHECK(run(parts + "zebra").err == "glassformer: --token: \"zebra\" is not in this model's vocabulary\n");
    CHECK(run("contributions --model sentiment-but --token good").code == 0);
}

TEST_SUITE_END();
