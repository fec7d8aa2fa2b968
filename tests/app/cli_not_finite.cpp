// Numbers that are not finite on the command line: what is computed is printed, NaN without a sign, and a warning names
// the first of them. And what a user would not notice: a start token that is there twice, threads that have nothing to
// do. ctest: alone 5 s
#include <algorithm>

#include "tests/support/program.h"

using namespace glassformer::test;

namespace {

constexpr const char* overflow = " --edit 'blocks.1.attn.scores_raw[0,3,*]=-inf'";
constexpr const char* by_hand = " --edit 'blocks.1.attn.scores_masked[0,3,*]=-inf'";

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_SUITE_BEGIN("cli_not_finite");

TEST_CASE("scores that overflow are explained and warned of, with the numbers that they are") {
    const std::string cell = "explain --model coreference-full --cell 'blocks.1.attn.weights[0,3,1]'";
    const Outcome shown = run(cell + overflow);
    CHECK(shown.code == 0);
    CHECK(shown.out.starts_with("blocks.1.attn.weights[0,3,1] = NaN\n"));
    CHECK(has(shown.out, "note: every score that no mask closes is −∞, so the softmax is 0/0\n"));
    CHECK(has(shown.err,
              "glassformer: warning: \"coreference-full\": blocks.1.attn.scores_raw[0,3,0] is -inf, the first of "
              "13 numbers of this stage that are not finite"));
    const Outcome closed = run(cell + by_hand);
    CHECK(closed.out.starts_with("blocks.1.attn.weights[0,3,1] = 0\n"));
    CHECK(has(closed.out, "note: every key is masked\n"));
    CHECK(closed.err.empty());
}

TEST_CASE("a trace with numbers that are not finite is written, and says so once") {
    const std::string trace = "trace --model coreference-full";
    for (const char* name : {"weights.csv", "weights.npy", "weights.md", "weights.safetensors"}) {
        const auto file = scratch() / name;
        const Outcome stage = run(trace + overflow + " --stage blocks.1.attn.weights --out " + file.string());
        CAPTURE(name);
        CHECK(stage.code == 0);
        CHECK(std::ranges::count(stage.err, '\n') == 1);
        CHECK(has(stage.err, "blocks.1.attn.scores_raw[0,3,0] is -inf"));
        const std::string text = text_of(file);
        CHECK_FALSE(text.empty());
        CHECK_FALSE(has(text, "-nan"));
        CHECK_FALSE(has(text, "−NaN"));
    }
    const Outcome hand = run(trace + by_hand + " --grad --out " + (scratch() / "hand.safetensors").string());
    CHECK(hand.code == 0);
    CHECK(hand.err.empty());
    const Outcome large =
        run("explain --model coreference-full --edit 'blocks.1.attn.q[0,8,*]=1e30' --edit "
            "'blocks.1.attn.k[0,*,*]=-1e30' --cell 'blocks.1.attn.scores_raw[0,8,1]'");
    CHECK(has(large.out, "note: a sum or product overflows: float32 ends at 3.4e38\n"));
    CHECK_FALSE(has(large.out, "nan"));
}

TEST_CASE("a start token that is typed and added is warned of, and stays") {
    const std::string trace = "trace --model stories260k --stage tokens --out " + (scratch() / "tokens.csv").string();
    const Outcome twice = run(trace + " --text '<s> Once'");
    CHECK(twice.code == 0);
    CHECK(twice.err ==
          "glassformer: warning: the text begins with \"<s>\", which the tokenizer adds by itself, so it is "
          "there twice\n");
    CHECK(text_of(scratch() / "tokens.csv").starts_with("1"));
    const std::string typed = text_of(scratch() / "tokens.csv");
    CHECK(run(trace + " --text 'Once'").err.empty());
    CHECK(text_of(scratch() / "tokens.csv") != typed);
    CHECK(run(trace + " --text 'Once <s>'").err.empty());
    const Outcome tokens = run("tokenize --model stories260k --special --text '<s> Once'");
    CHECK(has(tokens.err, "so it is there twice"));
    CHECK(run("tokenize --model stories260k --text '<s> Once'").err.empty());
}

TEST_CASE("a training starts no more threads than there are texts in a batch") {
    const std::string log = (scratch() / "trains").string();
    const std::string watch =
        "sh -c '" GLASSFORMER_PROGRAM " train --task sort --steps 100000 --threads 256 --batch 1 --out " +
        (scratch() / "one").string() + " 2>" + log + " >/dev/null & p=$!; until grep -q step " + log +
        "; do kill -0 $p || exit 1; sleep 0.05; done; ls /proc/$p/task | wc -l; kill -KILL $p; wait $p' 2>/dev/null";
    FILE* pipe = popen(watch.c_str(), "r");
    REQUIRE(pipe != nullptr);
    int threads = 0;
    CHECK(std::fscanf(pipe, "%d", &threads) == 1);
    pclose(pipe);
    CHECK(threads == 1);
}

TEST_SUITE_END();
