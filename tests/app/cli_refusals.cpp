// Bad usage and bad input of the command line: one sentence that names what is wrong, and exit code 2.
// ctest: alone 17 s, optimised instead
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/file.h"
#include "tests/support/hf_fixture.h"
#include "tests/support/program.h"
#include "tests/support/skipped.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("cli_refusals");

TEST_CASE("a misspelt option is named with the one that is near, even where a required one is missing") {
    const Outcome tokenize = run("tokenize --modle sort --text 12");
    CHECK(tokenize.code == 2);
    CHECK(tokenize.err == "glassformer: tokenize has no option \"--modle\"; did you mean \"--model\"?\n");
    CHECK(run("bench forward --model sort --seq-length=8").err ==
          "glassformer: forward has no option \"--seq-length\"; did you mean \"--seq-len\"?\n");
    CHECK(run("generate --model sort --text 12 --steps 2 --xyzzy").err ==
          "glassformer: generate has no option \"--xyzzy\"\n");
    CHECK(run("--vew walk --headless").err.find("did you mean \"--view\"?") != std::string::npos);
}

TEST_CASE("numbers are refused as they were typed, and a line end does not break the table of scores") {
    CHECK(run("generate --model sort --text 12 --steps 1 --temperature -1").err ==
          "glassformer: temperature must be 0 or more, got -1\n");
    CHECK(run("generate --model sort --text 12 --steps 1 --top-p 1.5").err ==
          "glassformer: top-p must be more than 0 and at most 1, got 1.5\n");
    const Outcome scores = run("generate --model characters --text ROMEO: --steps 1 --temperature 0 --scores");
    REQUIRE(scores.code == 0);
    CHECK(scores.out.find("    ↵ ") != std::string::npos);
}

TEST_CASE("bad usage and bad input get one sentence and exit code 2") {
    const auto folder = scratch() / "broken";
    REQUIRE(mkfifo((scratch() / "pipe").c_str(), 0600) == 0);
    const std::string config =
        R"({"architecture":"decoder","vocab_size":5,"d_model":4,"n_heads":2,"n_layers":1,"max_seq_len":4})";
    write(folder / "no-weights" / "config.json", config);
    write(folder / "truncated" / "config.json", config);
    write(folder / "truncated" / "model.safetensors", std::string("\x40\0\0\0\0\0\0\0{\"a\":", 13));
    write(folder / "oversized" / "config.json", config);
    write(folder / "oversized" / "model.safetensors", std::string("\xff\xff\xff\xff\xff\xff\xff\x7f{}", 10));
    const auto with = [&](const char* name, const std::string& from, const std::string& to) {
        std::string text = config;
        text.replace(text.find(from), from.size(), to);
        write(folder / name / "config.json", text);
        return "init --seed 1 --out /nowhere/x --config " + (folder / name / "config.json").string();
    };
    struct Row {
        std::string arguments, says;
    };
    const std::string trace = "trace --out /tmp/never.safetensors --model ";
    const Row rows[] = {
        {"nonsense", "nonsense"},
        {"trace --model coreference-full", "--out"},
        {"explain --model coreference-full --cell 'embed[99,0]'", "outside embed"},
        {"explain --model coreference-full --cell 'blocks.0.attn.score_raw[0,0,0]'", "did you mean"},
        {"explain --model nothing --cell 'embed[0,0]'", "nothing"},
        {"explain --model sort --cell 'embed[0,0]' --edit 'embed[0,0]'", "an edit is written as"},
        {"explain --model sort --cell 'embed[0,0]' --edit 'mask[0,0]=2'", "a cell of mask is 1 where"},
        {"explain --model sort --cell 'embed[0,0]' --architecture '{\"gated_mlp\":true}'", "gated_mlp true needs"},
        {"explain --model sort --cell 'embed[*,0]'", "not a whole number"},
        {"tokenize --model sort --text 'a'", "a"},
        {trace + "coreference-full --text ''", "empty"},
        {trace + "coreference-full --tokens 1,2,9999", "9999"},
        {trace + "sort --tokens 0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3", "max_seq_len"},
        {trace + "coreference-full --backend cuda", "--backend takes cpu, gl or auto, got \"cuda\""},
        {trace + "coreference-full --labels 1", "--grad"},
        {trace + "coreference-full --grad --labels 1,2", "2 labels"},
        {trace + (folder / "no-weights").string(), "model.safetensors"},
        {trace + (folder / "truncated").string(), "model.safetensors"},
        {trace + (folder / "oversized").string(), "model.safetensors"},
        {with("zero-heads", "\"n_heads\":2", "\"n_heads\":0"), "n_heads"},
        {with("huge", "\"d_model\":4", "\"d_model\":1000000000"), "d_model"},
        {with("typed", "\"d_model\":4", "\"d_model\":\"four\""), "d_model"},
        {with("missing", "\"vocab_size\":5,", ""), "vocab_size"},
        {with("kind", "\"n_heads\":2", "\"n_heads\":2,\"positional\":{\"kind\":\"spiral\"}"), "spiral"},
        {"generate --model coreference-full --steps 3", "generate"},
        {"generate --model sort --text 12", "--steps is missing: the model \"sort\" has no end-of-text token"},
        {"generate --model sort --steps 3 --top-p 7", "top-p"},
        {"generate --model sort --steps 3 --stop nonsense", "is not in this model's vocabulary"},
        {"generate --model sort --steps 3 --beam 0", "--beam"},
        {"generate --model sort --steps 3 --beam 1000000000", "--beam must be from 1 to 1048576, got 1000000000"},
        {"generate --model sort --steps 3 --beam 2 --temperature 2", "--temperature"},
        {"generate --model sort --text 40531340531340531340531340531340531340531340531340531340531340 --steps 0",
         "max_seq_len"},
        {"train --task nonsense --out /tmp/never", "nonsense"},
        {"train --task characters --out /tmp/never", "learns a text: name its file with --corpus"},
        {"train --task sort --steps 100000000 --out /dev/null/model", "cannot make the folder /dev/null/model"},
        {"train --task sort --corpus text --out /tmp/never", "makes its texts itself: it takes no --corpus"},
        {"train --task characters --corpus /nowhere/text --out /tmp/never", "/nowhere/text"},
        {"measure", "subcommand is required"},
        {"measure ablation", "measure has no subcommand \"ablation\"; did you mean \"ablations\"?"},
        {"modles", "no such subcommand, folder or session: \"modles\"; did you mean \"models\"?"},
        {"tokenize --model corefrence --text hi", "\"corefrence\"; did you mean \"coreference\"?"},
        {"tokenize --model sort --text ''", "the text is empty"},
        {"follow --model sort --text 12 --cell 'probs[1,0]' --hops -1", "--hops must be 0 or more, got -1"},
        {"bench forward --model sort --seq-len 4 --threads 300", "--threads must be from 1 to 256, got 300"},
        {"lens --model sort --text 12 --position it", "--position: the text has no token \"it\"; its tokens are: 1 2"},
        {"explain --model coreference-full --cell 'blocks.0.attn.score[0,8,1]'",
         "did you mean \"blocks.0.attn.scores_raw\"?"},
        {"trace --model sort --text 12 --out /nowhere/at/all/x.safetensors",
         "--out: there is no folder /nowhere/at/all"},
        {"measure ablations --out " + (folder / "no-weights" / "config.json").string(), "--out must name a folder"},
        {"render --view walk --out picture.bmp", "picture.bmp"},
        {"render --view nonsense --out x.png", "nonsense"},
        {"render --view walk --text '' --out x.png", "empty"},
        {"train --task sort --out " + (folder / "no-weights" / "config.json").string(), "folder"},
        {"trace --model sort --text 12 --out " + (scratch() / "pipe").string(), "regular file"},
        {"render --view walk --size 7 --out x.png", "--size"},
        {"render --view walk --theme pink --out x.png", "pink"},
        {"bench forward --model coreference-full --seq-len 100000", "max_seq_len"},
        {"bench respond --model sort --seq-len 100000", "--seq-len"},
        {"bench respond --model sort --seq-len 8 --view nowhere", "nowhere"},
        {"bench respond --model translate-fr-en", "encoder"},
        {"bench frame --model sort --view attention --whole-model", "--whole-model"},
        {"bench frame --model sort --seq-len 100000", "--seq-len"},
        {"bench frame --seq-len 8", "--model"},
        {"bench frame --model translate-fr-en --seq-len 8", "encoder"},
        {trace + "sort --tokens ''", "--tokens takes comma-separated whole numbers such as 1,2,3; got \"\""},
        {trace + "sort --tokens 1,,2", "got \"1,,2\""},
        {trace + "sort --tokens 1,2,", "got \"1,2,\""},
        {trace + "sort --tokens 1,99999999999", "got \"1,99999999999\""},
        {trace + "sort --text 12 --grad --labels 1,", "--labels takes comma-separated whole numbers"},
        {"generate --model sort --text 12 --steps 1 --seed -1", "--seed takes a whole number from 0 to"},
        {"generate --model sort --text 12 --steps 1 --seed 99999999999999999999", "got \"99999999999999999999\""},
        {"train --task sort --seed -1 --out /tmp/never", "--seed"},
        {"train --task sort --steps 9999999999 --out /tmp/never", "--steps takes no number as large as 9999999999"},
        {"train --task sort --steps -9999999999 --out /tmp/never", "--steps takes no number as small as -9999999999"},
        {"train --task sort --layers 1.5 --out /tmp/never", "--layers takes a whole number, got \"1.5\""},
        {"init --config x --out /tmp/never --seed 9223372036854775808", "--seed"},
        {"explain --model coreference-full --cell 'embed[1,2,]'", "\"\" in \"embed[1,2,]\""},
        {"render --view walk --out /nowhere/at/all/x.svg", "--out: there is no folder /nowhere/at/all"},
        {"render --view walk --scale 0 --out x.png", "--scale takes a number from 0.8 to 3, got 0"},
        {"render --view walk --scale nan --out x.png", "got nan"},
        {"render --view walk --color-limits 2.5 --out x.png", "--color-limits takes -2.5..2.5 for signed numbers"},
        {"render --view walk --color-limits -1..2 --out x.png", "got \"-1..2\""},
        {"render --view walk --color-limits 0..-0.5 --out x.png", "got \"0..-0.5\""},
        {"render --view walk --color-limits -1..1,-2..2 --out x.png", "got \"-1..1,-2..2\""},
        {"render --view walk --color-limits -nan..nan --out x.svg", "got \"-nan..nan\""},
        {"render --view walk --seconds 1 --out x.png", "--seconds and --fps are for a film"},
        {"render --view walk --fps 5 --out x.svg", "--seconds and --fps are for a film"},
        {"render --view walk --model sort --target 12 --out x.png", "--target: the model \"sort\""},
        {"render --view walk --target 12 --out x.png", "--target needs --model"},
        {"--headless --script x --model sort --target 12", "--target: the model \"sort\""},
        {"render --view walk --script x --out x.svg", "--script works the window, which .svg does not show"},
        {"render --view walk --head 99 --out x.svg", "--head 99: the model has 2 heads"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.arguments);
        const Outcome outcome = run(row.arguments);
        CAPTURE(outcome.err);
        CHECK(outcome.code == 2);
        CHECK(outcome.err.starts_with("glassformer: "));
        CHECK(outcome.err.find(row.says) != std::string::npos);
        CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
        CHECK(outcome.out == "");
    }
}

TEST_CASE("a very long file name is cut in its middle, the sentence around it is whole") {
    const std::string name(300, 'n'), shortened = std::string(70, 'n') + "…";
    const struct {
        std::string arguments, ending;
    } rows[] = {
        {"trace --model sort --text 12 --out " + name, ": File name too long\n"},
        {"trace --out /tmp/never --text 12 --model " + name, ": File name too long\n"},
        {"init --seed 1 --out /tmp/never --config " + name, ": File name too long\n"},
        {"train --task sort --out " + name, ": File name too long\n"},
        {"render --view walk --out " + name + ".bmp", ".bmp\"\n"},
        {"render --view walk --out " + name + ".svg", ".svg: File name too long\n"},
    };
    for (const auto& row : rows) {
        const Outcome outcome = run(row.arguments);
        CAPTURE(outcome.err);
        CHECK(outcome.code == 2);
        CHECK(outcome.err.find(shortened) != std::string::npos);
        CHECK(outcome.err.ends_with(row.ending));
        CHECK(outcome.err.size() < 300);
    }
}

TEST_CASE("a wrong line of a script is refused with its number") {
    if (!run_drawing("--headless --script /dev/null")) return;
    const auto script = scratch() / "script.txt";
    for (const char* line : {"wait 1e9", "wait -1", "wait 0.5", "wait inf", "wait", "type", "type ", "wheel nan",
                             "click inf 0", "resize 1e9x10", "screenshot"}) {
        write(script, "# comment\n" + std::string(line) + "\n");
        const auto outcome = run_drawing("--headless --model sort --script " + script.string());
        REQUIRE(outcome);
        CAPTURE(line);
        CAPTURE(outcome->err);
        CHECK(outcome->code == 2);
        CHECK(outcome->err.find("script.txt:2: ") != std::string::npos);
    }
}

TEST_CASE("an unknown key of a script is refused with the nearest name") {
    if (!run_drawing("--headless --script /dev/null")) return;
    const auto script = scratch() / "key.txt";
    write(script, "key PageDown\n");
    const auto outcome = run_drawing("--headless --model sort --script " + script.string());
    REQUIRE(outcome);
    CHECK(outcome->code == 2);
    CHECK(outcome->err.find("no key \"PageDown\"; did you mean \"Page down\"?") != std::string::npos);
}

TEST_CASE("weights with biases of attention under a config that has none are refused with their names") {
    const auto source = hf_fixtures() / "qwen2";
    if (!std::filesystem::exists(source)) return skip(Needs::fixtures, "the fixtures have no model qwen2");
    const auto folder = scratch() / "llama-over-qwen2";
    std::filesystem::create_directories(folder);
    std::filesystem::copy_file(source / "model.safetensors", folder / "model.safetensors");
    std::string config = read_file(source / "config.json", 1 << 20);
    for (const auto& [from, to] : {std::pair{"Qwen2ForCausalLM", "LlamaForCausalLM"}, {"\"qwen2\"", "\"llama\""}}) {
        const std::size_t at = config.find(from);
        REQUIRE(at != std::string::npos);
        config.replace(at, std::string_view(from).size(), to);
    }
    write(folder / "config.json", config);
    const Outcome outcome = run("check " + folder.string());
    CAPTURE(outcome.err);
    CHECK(outcome.code == 2);
    CHECK(outcome.err.find("that this Llama cannot use, so it would not compute what they were trained for: "
                           "\"model.layers.0.self_attn.k_proj.bias\"") != std::string::npos);
    CHECK(std::ranges::count(outcome.err, '\n') == 1);
    CHECK(run("check " + source.string()).code == 0);
}

TEST_CASE("without a display the window says so") {
    const Outcome outcome = run("", "env -u DISPLAY -u WAYLAND_DISPLAY");
    CHECK(outcome.code == 2);
    CHECK(outcome.err.find("display") != std::string::npos);
}

TEST_SUITE_END();
