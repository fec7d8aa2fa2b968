// The window's frames and its answers to events, timed from the command line.
// ctest: alone 10 s, optimised instead
#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/program.h"
#include "tests/support/support.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("cli_bench");

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
        CHECK(row.at("median_ms").get<double>() <= row.at("p95_ms").get<double>());
        CHECK(row.at("p95_ms").get<double>() <= row.at("max").get<double>());
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

TEST_CASE("a published tokenizer is enough for a text of a given length") {
    const auto folder = scratch() / "untaught";
    write(scratch() / "config.json",
          R"({"architecture":"decoder","vocab_size":512,"d_model":8,"n_heads":2,"n_layers":1,"max_seq_len":64})");
    const std::string init =
        "init --config " + (scratch() / "config.json").string() + " --seed 3 --force --out " + folder.string();
    REQUIRE(run(init).code == 0);
    std::filesystem::copy_file(source_dir() / "assets/models/stories260k/tokenizer.json", folder / "tokenizer.json");
    const std::string frame =
        "bench frame --model " + folder.string() + " --seq-len 40 --repeats 2 --size 640x400 --view walk";
    const auto bench = run_drawing(frame);
    if (!bench) return;
    CHECK_MESSAGE(bench->code == 0, bench->err);
    std::filesystem::remove(folder / "tokenizer.json");
    std::string words;
    for (int i = 0; i < 9; ++i) words += (i > 0 ? ",\"w" : "\"w") + std::to_string(i) + "\":" + std::to_string(i);
    write(folder / "vocab.json", "{" + words + "}");
    const auto refused = run_drawing(frame);
    REQUIRE(refused);
    CHECK(refused->code == 2);
    CHECK(refused->err.find("one with a published tokenizer") != std::string::npos);
}

TEST_CASE("the time from an event to its frame is measured in every view while the model computes") {
    const auto bench = run_drawing("bench respond --model sort --seq-len 8 --repeats 32 --size 640x400 --json");
    if (!bench) return;
    REQUIRE_MESSAGE(bench->code == 0, bench->err);
    const auto row = nlohmann::json::parse(bench->out);
    CHECK(row.at("repeats") == 32);
    CHECK(row.at("runs").get<int>() > 0);
    CHECK(row.at("median_ms").get<double>() > 0);
    CHECK(row.at("median_ms").get<double>() <= row.at("p95_ms").get<double>());
    CHECK(row.at("p95_ms").get<double>() <= row.at("max").get<double>());
    CHECK(row.at("views").size() == 8);
    double largest = 0;
    for (const auto& [view, milliseconds] : row.at("views").items())
        largest = std::max(largest, milliseconds.get<double>());
    CHECK(largest == row.at("max").get<double>());
    const auto said = run_drawing("bench respond --model sort --seq-len 8 --repeats 4 --view walk");
    REQUIRE(said);
    CHECK(said->out.find("95%") != std::string::npos);
}

TEST_CASE("every control of a page of the experiments is timed, and the frames while it computes") {
    const auto bench = run_drawing("bench controls --model sort --page score-scale --repeats 2 --size 640x400 --json");
    if (!bench) return;
    REQUIRE_MESSAGE(bench->code == 0, bench->err);
    std::istringstream lines(bench->out);
    std::vector<std::string> pages, controls;
    for (std::string line; std::getline(lines, line);) {
        const auto row = nlohmann::json::parse(line);
        if (pages.empty() || pages.back() != row.at("page")) pages.push_back(row.at("page"));
        controls.push_back(row.at("control"));
        CHECK(row.at("median_ms").get<double>() > 0);
        CHECK(row.at("median_ms").get<double>() <= row.at("max").get<double>());
        CHECK(row.at("frame_median_ms").get<double>() <= row.at("frame_max").get<double>());
    }
    CHECK(pages == std::vector<std::string>{"score-scale"});
    CHECK(std::ranges::find(controls, "d_k") != controls.end());
    CHECK(std::ranges::find(controls, "") == controls.end());
    const auto nowhere = run_drawing("bench controls --model sort --repeats 2 --page nowhere");
    REQUIRE(nowhere);
    CHECK(nowhere->code == 2);
    CHECK(nowhere->err.find("score-scale") != std::string::npos);
}

TEST_CASE("the way to each step of a lesson is timed against the limit") {
    write(scratch() / "two.md",
          "---\ntitle: T\n---\n## One\n\n```scene\nmodel: sort\n```\n\nWords.\n\n---\n\nMore.\n\n## Two\n\n"
          "```scene\nmodel: coreference\n```\n\nWords.\n");
    const std::string file = (scratch() / "two.md").string();
    const auto bench = run_drawing("bench lesson " + file + " --size 640x400 --json");
    if (!bench) return;
    REQUIRE_MESSAGE(bench->code == 0, bench->err);
    const auto row = nlohmann::json::parse(bench->out);
    CHECK(row.at("lesson") == "two");
    CHECK(row.at("steps") == 1);
    CHECK(row.at("limit_ms") == 100);
    CHECK(row.at("median_ms").get<double>() > 0);
    CHECK(row.at("presented") == false);
    const auto presented = run_drawing("bench lesson " + file + " --size 640x400 --json --presented");
    REQUIRE(presented);
    CHECK(nlohmann::json::parse(presented->out).at("presented") == true);
    CHECK(row.at("over_limit") == (row.at("max").get<double>() > 100 ? 1 : 0));
    const auto said = run_drawing("bench lesson " + file);
    REQUIRE(said);
    CHECK(said->out.find("step 2: ") != std::string::npos);
    CHECK(said->out.find("limit 100 ms, exceeded by ") != std::string::npos);
    write(scratch() / "one.md", "---\ntitle: T\n---\n## One\n\n```scene\nmodel: sort\n```\n\nWords.\n");
    const auto refused = run_drawing("bench lesson " + (scratch() / "one.md").string());
    REQUIRE(refused);
    CHECK(refused->code == 2);
    CHECK(refused->err.find("one.md has one step") != std::string::npos);
}

TEST_SUITE_END();
