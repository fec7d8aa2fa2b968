// The command line as a user meets it: the built program, its output and its exit codes. What it refuses:
// cli_refusals.cpp; models that it makes: cli_models.cpp.
// ctest: alone 17 s, optimised instead
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
                                      "convert",
                                      "check",
                                      "trace",
                                      "explain",
                                      "gradient",
                                      "follow",
                                      "lens",
                                      "contributions",
                                      "generate",
                                      "glossary",
                                      "lesson",
                                      "lesson check",
                                      "lesson export",
                                      "worksheet",
                                      "train",
                                      "measure",
                                      "measure ablations",
                                      "measure positions",
                                      "measure surface",
                                      "render",
                                      "bench",
                                      "bench forward",
                                      "bench train",
                                      "bench edit",
                                      "bench open",
                                      "bench frame",
                                      "bench respond",
                                      "bench controls",
                                      "bench training",
                                      "manual",
                                      "completion"}) {
        CAPTURE(command);
        const std::vector<std::string> examples = examples_of(command);
        REQUIRE_FALSE(examples.empty());
        CHECK((command.empty() || examples.front().starts_with(command)));
    }
    for (const char* command : {"models", "tokenize", "check", "explain", "gradient", "follow", "lens", "contributions",
                                "generate", "glossary"})
        for (const std::string& example : examples_of(command)) {
            CAPTURE(example);
            const Outcome outcome = run(example);
            CAPTURE(outcome.err);
            CHECK(outcome.code == 0);
            CHECK_FALSE(outcome.out.empty());
        }
}

TEST_CASE("the tables have heads beside what a pipe reads") {
    const Outcome models = run("models");
    CHECK(models.err == "name\ttask\tsize\twhat to try\n");
    CHECK(models.out.starts_with("agreement-causal\t"));
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

TEST_SUITE_END();
