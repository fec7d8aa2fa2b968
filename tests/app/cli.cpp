// The command line as a user meets it: the built program, its output, its exit codes and its one sentence for bad
// input. Models that it makes: cli_models.cpp.
#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/io/safetensors.h"
#include "tests/support/program.h"
#include "tests/support/skipped.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("cli");

TEST_CASE("the commands answer") {
    const Outcome models = run("models");
    CHECK(models.code == 0);
    CHECK(models.out.find("coreference-full\t") != std::string::npos);
    const Outcome tokens = run("tokenize --model coreference-full --text \"The animal didn't\"");
    CHECK(tokens.code == 0);
    CHECK(tokens.out.find("\"n't\"") != std::string::npos);
    const Outcome explained = run("explain --model coreference-full --cell 'blocks.0.attn.scores_raw[1,8,1]'");
    CHECK(explained.code == 0);
    CHECK(explained.out.find("blocks.0.attn.q_rot[1,8,0]") != std::string::npos);
    CHECK(run("--help").code == 0);
    CHECK(run("trace --help").code == 0);
    const Outcome sorted = run("generate --model sort --text 405313 --steps 6 --temperature 0");
    CHECK(sorted.code == 0);
    CHECK(sorted.out.find("013345") != std::string::npos);
    const std::string one = run("generate --model sort --text 405313 --steps 6 --beam 1").out;
    CHECK(one.ends_with("  " + sorted.out));
    const Outcome searched = run("generate --model sort --text 405313 --steps 6 --beam 3 --scores");
    CHECK(searched.code == 0);
    CHECK(searched.out.find("013345") < searched.out.find('\n'));
    CHECK(std::count(searched.out.begin(), searched.out.end(), '\n') == 3 * (1 + 6));
    CHECK(searched.out.find("product") != std::string::npos);
    const Outcome pie = run("generate --model translate-fr-en --text \"il m' a entarté\" --beam 2 --scores");
    CHECK(pie.code == 0);
    CHECK(pie.out.find("  he hit me with a pie\n") < pie.out.find('\n'));
    CHECK(pie.out.find("<eos>") != std::string::npos);  // the step that ends it
    const std::string translate = "generate --model translate-fr-en --text \"Il m'a entarté\" --temperature 0";
    CHECK(run(translate).out == "he hit me with a pie\n");
    CHECK(run(translate + " --target \"he hit\" --steps 2").out == "he hit me with\n");
    CHECK(run(translate + " --stop with").out == "he hit me with\n");
    const std::string cut = run("generate --model sort --text 405313 --steps 6 --temperature 0 --stop 1").out;
    CHECK(cut.find("01\n") == cut.size() - 3);
}

TEST_CASE("explain and trace take edits and another architecture") {
    const std::string explain = "explain --model coreference-full ";
    CHECK(run(explain + "--edit 'blocks.0.attn.heads[1,*,*]=0' --cell 'blocks.0.attn.heads[1,8,3]'")
              .out.find("edited; computed value:") != std::string::npos);
    const std::string window = R"(--architecture '{"mask":{"kind":"window","window":2}}' )";
    CHECK(run(explain + window + "--cell 'mask[5,1]'").out.starts_with("mask[5,1] = 0"));
    CHECK(run(explain + window + "--edit 'mask[5,*]=1' --edit 'mask[5,2]=0' --cell 'mask[5,1]'")
              .out.starts_with("mask[5,1] = 1"));
    const auto file = scratch() / "edited.safetensors";
    const Outcome traced = run("trace --model coreference-full --edit 'blocks.1.attn.weights[0,*,0]=0.5' " + window +
                               "--out " + file.string());
    CHECK(traced.err == "");
    REQUIRE(traced.code == 0);
    const SafetensorsFile trace = SafetensorsFile::open(file);
    const StoredTensor* weights = trace.find("blocks.1.attn.weights");
    REQUIRE(weights != nullptr);
    CHECK(weights->data[0] == 0.5F);
    CHECK(trace.find("blocks.0.attn.weights")->data[12 * 8] == 0);  // query 8 no longer sees key 0
}

TEST_CASE("trace writes every stage and every gradient") {
    const auto file = scratch() / "trace.safetensors";
    const Outcome traced = run("trace --model coreference-full --grad --out " + file.string());
    CHECK(traced.err == "");
    REQUIRE(traced.code == 0);
    const SafetensorsFile trace = SafetensorsFile::open(file);
    for (const char* name : {"embed", "blocks.0.attn.weights", "logits", "probs", "loss", "grad.embed", "grad.logits",
                             "grad.param.blocks.1.attn.q.weight"})
        CHECK(trace.find(name) != nullptr);
    CHECK(trace.metadata().at("blocks.0.attn.weights").find("\"softmax\"") != std::string::npos);
}

TEST_CASE("trace with OpenGL is trace with the processor, gradients too; without OpenGL it says so") {
    const auto cpu = scratch() / "cpu.safetensors", gl = scratch() / "gl.safetensors";
    const std::string trace = "trace --model coreference-full --grad --out ";
    REQUIRE(run(trace + cpu.string() + " --backend cpu").code == 0);
    const Outcome traced = run(trace + gl.string() + " --backend gl");
    if (traced.code == 2) {
        CHECK(traced.err.starts_with("glassformer: --backend gl cannot compute here: "));
        test::skip(test::Needs::opengl, traced.err);
        return;
    }
    REQUIRE_MESSAGE(traced.code == 0, traced.err);
    const SafetensorsFile expected = SafetensorsFile::open(cpu), found = SafetensorsFile::open(gl);
    REQUIRE(found.tensors().size() == expected.tensors().size());
    for (const StoredTensor& tensor : expected.tensors()) {
        CAPTURE(tensor.name);
        const StoredTensor& other = found.floats(tensor.name);
        REQUIRE(other.sizes == tensor.sizes);
        double apart = 0;
        for (std::size_t i = 0; i < tensor.count; ++i) {
            const auto a = static_cast<double>(tensor.data[i]), b = static_cast<double>(other.data[i]);
            if (a != b) apart = std::max(apart, std::abs(a - b));
        }
        CHECK(apart < 1e-4);
    }
    const Outcome bench = run("bench forward --model sort --seq-len 6 --repeats 1 --backend gl --json");
    CHECK_MESSAGE(bench.code == 0, bench.err);
    CHECK(bench.out.find("\"backend\":\"gl\"") != std::string::npos);
    CHECK(bench.out.find("\"device\":\"OpenGL ") != std::string::npos);
    const std::string explain = "explain --model sort --text 405313 --cell 'logits[0,0]' --backend ";
    CHECK(run(explain + "gl").out.starts_with("logits[0,0] = "));
    const std::string generate = "generate --model sort --text 405313 --steps 6 --temperature 0 --backend ";
    CHECK(run(generate + "gl").out == run(generate + "cpu").out);
    CHECK(run(generate + "auto").out == run(generate + "cpu").out);
    const Outcome old = run(trace + gl.string() + " --backend gl", "MESA_GL_VERSION_OVERRIDE=3.3");
    if (old.code != 0) {  // another driver than Mesa does not know the variable
        CHECK(old.code == 2);
        CHECK(old.err.starts_with("glassformer: --backend gl cannot compute here: "));
        CHECK(std::count(old.err.begin(), old.err.end(), '\n') == 1);
    }
}

namespace {

/// The examples of a command's --help, without the program's name.
std::vector<std::string> examples_of(const std::string& command) {
    std::istringstream lines(run(command + " --help").out);
    std::vector<std::string> found;
    bool begun = false;
    const std::string program = "  glassformer ";
    for (std::string line; std::getline(lines, line);) {
        begun = begun || line == "Examples:";
        if (begun && line.starts_with(program)) found.push_back(line.substr(program.size()));
    }
    return found;
}

}  // namespace

TEST_CASE("every --help ends with examples, and those that write nothing work as they are") {
    for (const std::string command : {"",
                                      "models",
                                      "tokenize",
                                      "init",
                                      "trace",
                                      "explain",
                                      "gradient",
                                      "follow",
                                      "lens",
                                      "contributions",
                                      "generate",
                                      "train",
                                      "measure",
                                      "measure ablations",
                                      "measure positions",
                                      "render",
                                      "bench",
                                      "bench forward",
                                      "bench train",
                                      "bench edit",
                                      "bench open",
                                      "bench frame",
                                      "bench respond"}) {
        CAPTURE(command);
        const std::vector<std::string> examples = examples_of(command);
        REQUIRE_FALSE(examples.empty());
        CHECK((command.empty() || examples.front().starts_with(command)));
    }
    for (const char* command :
         {"models", "tokenize", "explain", "gradient", "follow", "lens", "contributions", "generate"})
        for (const std::string& example : examples_of(command)) {
            CAPTURE(example);
            const Outcome outcome = run(example);
            CAPTURE(outcome.err);
            CHECK(outcome.code == 0);
            CHECK_FALSE(outcome.out.empty());
        }
}

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

TEST_CASE("the tables have heads beside what a pipe reads") {
    const Outcome models = run("models");
    CHECK(models.err == "name\ttask\tsize\twhat to try\n");
    CHECK(models.out.starts_with("agreement-causal\t"));
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
        {"init --config x --out /tmp/never --seed 9223372036854775808", "--seed"},
        {"explain --model coreference-full --cell 'embed[1,2,]'", "\"\" in \"embed[1,2,]\""},
        {"render --view walk --out /nowhere/at/all/x.svg", "--out: there is no folder /nowhere/at/all"},
        {"render --view walk --scale 0 --out x.png", "--scale takes a number from 0.8 to 3, got 0"},
        {"render --view walk --scale nan --out x.png", "got nan"},
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

TEST_CASE("a broken model does not hide the others, and line ends do not break the table") {
    const auto assets = scratch() / "assets";
    const std::string config =
        R"({"architecture":"decoder","vocab_size":5,"d_model":4,"n_heads":2,"n_layers":1,"max_seq_len":4})";
    for (const char* name : {"broken", "strange", "sound"}) write(assets / "models" / name / "config.json", config);
    write(assets / "models/broken/card.json", "{\"title\": 3}");
    write(assets / "models/strange/card.json", "{\"task\": \"a\\tb\", \"try\": \"one\\ntwo\\tthree\"}");
    write(assets / "models/sound/card.json", "{\"task\": \"sort\", \"try\": \"Look.\"}");
    const Outcome models = run("models", "GLASSFORMER_ASSETS=" + assets.string());
    CHECK(models.code == 0);
    const std::size_t second = models.out.find('\n') + 1;
    const std::string first = models.out.substr(0, second);
    CHECK(first.starts_with("broken\t–\t–\tcannot be read: "));
    CHECK(first.find("\"title\" must be text") != std::string::npos);
    CHECK(models.out.substr(second) ==
          "sound\tsort\t308 parameters\tLook.\nstrange\ta b\t308 parameters\tone two three\n");
}

TEST_CASE("init does not replace a model unasked") {
    const auto folder = scratch() / "kept", config = scratch() / "kept.json";
    write(config, R"({"architecture":"decoder","vocab_size":5,"d_model":8,"n_heads":2,"n_layers":1,"max_seq_len":9})");
    const auto init = [&](const std::string& from, const std::string& more) {
        return run("init --config " + from + " --out " + folder.string() + " " + more);
    };
    const auto weights = [&] { return text_of(folder / "model.safetensors"); };
    write(folder / "config.json", text_of(config));
    CHECK(init(config.string(), "--seed 1").code == 2);  // another config would be lost
    REQUIRE(init((folder / "config.json").string(), "--seed 1").code == 0);
    const std::string before = weights();
    const Outcome refused = init(config.string(), "--seed 2");
    CHECK(refused.code == 2);
    CHECK(refused.err.find("already holds a model; --force replaces it") != std::string::npos);
    CHECK(weights() == before);
    CHECK(init(config.string(), "--seed 2 --force").code == 0);
    CHECK(weights() != before);
}

TEST_CASE("a loss without a label is 0 and the command says so") {
    const auto file = scratch() / "unlabelled.safetensors";
    for (const char* input : {"--tokens 1", "--tokens 1,2 --labels=-1,-1"}) {
        const Outcome traced = run("trace --model sort --grad --out " + file.string() + " " + input);
        CHECK(traced.code == 0);
        CHECK(traced.err == "glassformer: warning: no position has a label, so the loss and every gradient are 0\n");
        CHECK(SafetensorsFile::open(file).floats("loss").data[0] == 0);
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

TEST_CASE("the same render gives the same bytes") {
    for (const char* name : {"first.svg", "second.svg"})
        REQUIRE(run("render --view walk --model sort --out " + (scratch() / name).string()).code == 0);
    CHECK(text_of(scratch() / "first.svg").size() > 1000);
    CHECK(text_of(scratch() / "second.svg") == text_of(scratch() / "first.svg"));
    const auto first = scratch() / "first.png", second = scratch() / "second.png";
    const std::string render = "render --view walk --model sort --size 1280x720 --out ";
    const auto drawn = run_drawing(render + first.string());
    if (!drawn) return;
    REQUIRE_MESSAGE(drawn->code == 0, drawn->err);
    for (int i = 0; i < 2; ++i) {
        const auto again = run_drawing(render + second.string());
        REQUIRE(again);
        REQUIRE_MESSAGE(again->code == 0, again->err);
        CHECK(text_of(second) == text_of(first));
    }
    const Outcome head = run(render + second.string() + " --head 99");
    CHECK(head.code == 2);
    CHECK(head.err == "glassformer: --head 99: the model has 2 heads, counted from 0\n");
}

TEST_CASE("an unknown word is shown as unknown, not refused") {
    const Outcome tokens = run("tokenize --model coreference-full --text \"The zebra was tired.\"");
    CHECK(tokens.code == 0);
    CHECK(tokens.out.find("\"zebra\" (unknown)") != std::string::npos);
}

TEST_CASE("without a display the window says so") {
    const Outcome outcome = run("", "env -u DISPLAY -u WAYLAND_DISPLAY");
    CHECK(outcome.code == 2);
    CHECK(outcome.err.find("display") != std::string::npos);
}

TEST_CASE("a frame of every view is timed, the walk from afar too") {
    const auto bench = run_drawing("bench frame --model sort --seq-len 6 --repeats 4 --size 640x400 --view all --json");
    if (!bench) return;
    REQUIRE_MESSAGE(bench->code == 0, bench->err);
    std::istringstream lines(bench->out);
    std::vector<std::string> views;
    for (std::string line; std::getline(lines, line);) {
        const auto row = nlohmann::json::parse(line);
        views.push_back(row.at("view"));
        CHECK(row.at("min").get<double>() <= row.at("quartile_ms").get<double>());
        CHECK(row.at("quartile_ms").get<double>() <= row.at("median_ms").get<double>());
    }
    REQUIRE(views.size() > 5);
    CHECK(views[0] == "walk");
    CHECK(views[1] == "walk, the whole model");
    CHECK(views[2] == "walk, the overview");
    const auto hover =
        run_drawing("bench frame --model sort --repeats 4 --size 1280x720 --view walk --overview --hover story --json");
    REQUIRE(hover);
    REQUIRE_MESSAGE(hover->code == 0, hover->err);
    CHECK(nlohmann::json::parse(hover->out).at("view") == "walk, the overview, the mouse over story");
    const auto nowhere = run_drawing("bench frame --model sort --repeats 4 --view walk --overview --hover nothing");
    REQUIRE(nowhere);
    CHECK(nowhere->code != 0);
}

TEST_CASE("the time from an event to its frame is measured in every view while the model computes") {
    const auto bench = run_drawing("bench respond --model sort --seq-len 8 --repeats 24 --size 640x400 --json");
    if (!bench) return;
    REQUIRE_MESSAGE(bench->code == 0, bench->err);
    const auto row = nlohmann::json::parse(bench->out);
    CHECK(row.at("repeats") == 24);
    CHECK(row.at("runs").get<int>() > 0);
    CHECK(row.at("median_ms").get<double>() > 0);
    CHECK(row.at("median_ms").get<double>() <= row.at("p95_ms").get<double>());
    CHECK(row.at("p95_ms").get<double>() <= row.at("max").get<double>());
    CHECK(row.at("views").size() == 6);
    double largest = 0;
    for (const auto& [view, milliseconds] : row.at("views").items())
        largest = std::max(largest, milliseconds.get<double>());
    CHECK(largest == row.at("max").get<double>());
    const auto said = run_drawing("bench respond --model sort --seq-len 8 --repeats 4 --view walk");
    REQUIRE(said);
    CHECK(said->out.find("95%") != std::string::npos);
}

TEST_SUITE_END();
