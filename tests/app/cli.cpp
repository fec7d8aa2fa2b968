// The command line as a user meets it: the built program, its output, its exit codes and its one sentence for bad
// input.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include "core/io/safetensors.h"

using namespace glassformer;

namespace {

struct Outcome {
    int code = -1;
    std::string out, err;
};

/// A folder of this run alone, gone at its end.
std::filesystem::path scratch() {
    static const struct Scratch {
        std::filesystem::path path =
            std::filesystem::temp_directory_path() / ("glassformer-cli-" + std::to_string(std::random_device{}()));
        Scratch() { std::filesystem::create_directories(path); }
        ~Scratch() {
            std::error_code ignored;
            std::filesystem::remove_all(path, ignored);
        }
    } folder;
    return folder.path;
}

Outcome run(const std::string& arguments, const std::string& environment = "") {
    const auto errors = scratch() / "stderr";
    const std::string command =
        environment + " " GLASSFORMER_PROGRAM " " + arguments + " 2>" + errors.string() + " </dev/null";
    Outcome outcome;
    FILE* pipe = popen(command.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::array<char, 4096> buffer{};
    for (std::size_t n = 0; (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
        outcome.out.append(buffer.data(), n);
    const int status = pclose(pipe);
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    std::ifstream file(errors);
    outcome.err.assign(std::istreambuf_iterator<char>(file), {});
    return outcome;
}

void write(const std::filesystem::path& path, const std::string& text) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

}  // namespace

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
        {"tokenize --model sort --text 'a'", "a"},
        {trace + "coreference-full --text ''", "empty"},
        {trace + "coreference-full --tokens 1,2,9999", "9999"},
        {trace + "sort --tokens 0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3", "max_seq_len"},
        {trace + "coreference-full --backend gl", "OpenGL"},
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
        {"generate --model sort --steps 3 --top-p 7", "top-p"},
        {"train --task nonsense --out /tmp/never", "nonsense"},
        {"render --view walk --out picture.bmp", "picture.bmp"},
        {"render --view nonsense --out x.png", "nonsense"},
        {"render --view walk --text '' --out x.png", "empty"},
        {"train --task sort --out " + (folder / "no-weights" / "config.json").string(), "folder"},
        {"trace --model sort --text 12 --out " + (scratch() / "pipe").string(), "regular file"},
        {"render --view walk --size 7 --out x.png", "--size"},
        {"render --view walk --theme pink --out x.png", "pink"},
        {"bench forward --model coreference-full --seq-len 100000", "max_seq_len"},
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

TEST_CASE("a folder of random weights can be made, traced and generated from") {
    const auto folder = scratch() / "made";
    write(scratch() / "config.json",
          R"({"architecture":"decoder","vocab_size":5,"d_model":8,"n_heads":2,"n_layers":1,"max_seq_len":9})");
    REQUIRE(run("init --config " + (scratch() / "config.json").string() + " --seed 3 --out " + folder.string()).code ==
            0);
    const Outcome generated = run("generate --model " + folder.string() + " --tokens 1,2 --steps 4 --seed 5");
    CHECK(generated.code == 0);
    CHECK(std::count(generated.out.begin(), generated.out.end(), ',') == 5);
    CHECK(run("generate --model " + folder.string() + " --tokens 1,2 --steps 4 --seed 5").out == generated.out);
}

TEST_CASE("a short training writes a model folder that works") {
    const auto folder = scratch() / "trained";
    const Outcome trained = run("train --task sort --steps 3 --batch 8 --seed 1 --out " + folder.string());
    CAPTURE(trained.err);
    REQUIRE(trained.code == 0);
    CHECK(trained.err.find("step 3 of 3") != std::string::npos);
    CHECK(run("generate --model " + folder.string() + " --text 405313 --steps 2").code == 0);
}
