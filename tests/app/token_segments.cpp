// Segments below the tokens of a model with token types: shown, changed by a click, and undone.
#include <doctest/doctest.h>

#include <string>

#include "tests/support/program.h"
#include "tests/support/train_program.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

std::string folder_with_segments() {
    const auto folder = scratch() / "with-segments";
    write(scratch() / "with-segments.json", R"({"architecture": "encoder", "d_model": 8, "n_layers": 1, "n_heads": 2,
        "d_ff": 8, "max_seq_len": 16, "vocab_size": 5, "token_types": 2})");
    const Outcome made = run("init --force --seed 1 --config " + (scratch() / "with-segments.json").string() +
                             " --out " + folder.string());
    CHECK(made.code == 0);
    write(folder / "tokenizer.json", R"({"model": {"type": "WordPiece", "unk_token": "[UNK]",
        "vocab": {"[UNK]":0,"a":1,"b":2,"c":3,"d":4}}, "pre_tokenizer": {"type": "BertPreTokenizer"}})");
    return folder.string();
}

}  // namespace

TEST_SUITE_BEGIN("token segments");

TEST_CASE("a click sets the segment from a token on, the run follows, and undo brings the one before back") {
    AppOptions options = window_options(folder_with_segments(), {1280, 720});
    options.inputs.text = "a b c d";
    const SettledProgram program(options);
    if (!program) return;
    const auto types = [&] { return program.app->session().inputs().token_types; };
    const auto logit = [&] {
        const Evaluation& run = *program.app->session().shown().current;
        CHECK(run.inputs().token_types == types());
        return run.trace().record(run.trace().find("logits")).entries(3 * 5, 5)[0];
    };
    CHECK(types().empty());
    const float before = logit();
    run_settled(program, "click @text segment 2\nwait-idle");
    CHECK(types() == std::vector<int>{0, 0, 1, 1});
    CHECK(logit() != before);
    run_settled(program, "click @text segment 3\nwait-idle");
    CHECK(types() == std::vector<int>{0, 0, 1});
    run_settled(program, "key Ctrl+Z\nkey Ctrl+Z\nwait-idle");
    CHECK(types().empty());
    CHECK(logit() == before);
}

TEST_CASE("a model without token types has no segments") {
    const SettledProgram program(options_for(decoder));
    if (!program) return;
    CHECK(program.app->find_target("text token 0"));
    CHECK_FALSE(program.app->find_target("text segment 0"));
}

TEST_SUITE_END();
