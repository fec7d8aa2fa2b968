// gradient, follow, lens and contributions as a user runs them.
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
    CHECK(run("contributions --model induction --token 999").code == 2);
    CHECK(run("lens --model recall-lstm").code == 2);
}

TEST_SUITE_END();
