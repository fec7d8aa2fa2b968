// The measurement of positional encodings by the length of the text: made, stored and read.
// ctest: alone 45 s, optimised only
#include "core/train/ablations/position_lengths.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/thread_pool.h"
#include "core/io/model_folder.h"
#include "core/train/task.h"
#include "core/train/train_task.h"
#include "tests/support/sanitized.h"
#include "tests/support/support.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;

TEST_SUITE_BEGIN("position_lengths");

TEST_CASE("a measurement trains each encoding from each seed, and is the same however many at once" *
          doctest::test_suite("threads")) {
    const LengthRequest request{.tasks = {"k-back-1"}, .encodings = {"learned", "alibi"}, .seeds = {4, 7}, .steps = 3};
    ThreadPool one(1), two(2);
    int finished = 0;
    const PositionLengths measured = measure_position_lengths(request, two, [&](const LengthProgress& progress) {
        if (progress.run != nullptr) CHECK(progress.finished == ++finished);
        CHECK(progress.trainings == 4);
        return true;
    });
    CHECK(finished == 4);
    if (!test::threads_sanitized) CHECK(measured == measure_position_lengths(request, one));
    CHECK(measured.command ==
          "glassformer measure positions --tasks k-back-1 --encodings learned,alibi --seeds 4,7 --steps 3 "
          "--out lengths.json");
    CHECK(measured.note.empty());
    REQUIRE(measured.tasks.size() == 1);
    const TaskLengths& task = measured.tasks.front();
    CHECK(task.trained_length == 32);
    CHECK(task.chance == 0.0625);
    CHECK(task.lengths == std::vector{16, 32, 48, 64, 96, 128});
    REQUIRE(task.encodings.size() == 2);
    const EncodingLengths &learned = task.encodings[0], &alibi = task.encodings[1];
    CHECK(learned.encoding == "learned");
    CHECK(learned.max_seq_len == 32);
    CHECK(alibi.max_seq_len == 128);
    REQUIRE(alibi.runs.size() == 2);
    CHECK(alibi.runs[0].seed == 4);
    CHECK(alibi.runs[0] != alibi.runs[1]);
    CHECK(learned.runs[0].accuracy.size() == 2);  // a table of 32 rows reads no further
    CHECK(alibi.runs[0].accuracy.size() == 6);
    const auto by_length = accuracy_by_length(task, learned);
    REQUIRE(by_length.size() == 2);
    CHECK(by_length[1].length == 32);
    CHECK(by_length[1].runs == 2);
    CHECK(by_length[1].mean == doctest::Approx((learned.runs[0].accuracy[1] + learned.runs[1].accuracy[1]) / 2));
    CHECK(by_length[1].least <= by_length[1].mean);
    CHECK(by_length[1].most >= by_length[1].mean);

    const TemporaryFolder folder;
    save_position_lengths(folder / "lengths.json", measured);
    const PositionLengths again = load_position_lengths(folder / "lengths.json");
    CHECK(again.command == measured.command);
    CHECK(again.seeds == measured.seeds);
    auto settings = alibi.training;  // a file has no order
    std::ranges::sort(settings);
    CHECK(again.tasks.front().encodings[1].training == settings);
    CHECK(again.tasks.front().encodings[1].runs[1].accuracy[3] ==
          doctest::Approx(alibi.runs[1].accuracy[3]).epsilon(1e-3));
    save_position_lengths(folder / "again.json", again);
    CHECK(load_position_lengths(folder / "again.json") == again);
}

TEST_CASE("a measurement that is stopped keeps what was finished, and says so") {
    const LengthRequest request{
        .tasks = {"running-majority"}, .encodings = {"none", "rope"}, .seeds = {0, 1}, .steps = 2};
    ThreadPool pool(1);
    const PositionLengths measured =
        measure_position_lengths(request, pool, [](const LengthProgress& progress) { return progress.finished < 3; });
    CHECK(measured.note == "stopped after 3 of 4 trainings");
    CHECK(measured.tasks.front().encodings[0].runs.size() == 2);
    REQUIRE(measured.tasks.front().encodings[1].runs.size() == 1);
    CHECK(measured.tasks.front().encodings[1].runs[0].seed == 0);
}

TEST_CASE("a measurement of what there is not is refused in a sentence") {
    ThreadPool pool(1);
    const auto problem = [&](LengthRequest request) {
        request.steps = 1;
        try {
            measure_position_lengths(request, pool);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    CHECK(problem({.tasks = {"sort"}, .encodings = {}}) ==
          "\"sort\" is not a positional task; there are k-back-1,k-back-3,local-majority,running-majority");
    CHECK(problem({.tasks = {}, .encodings = {"rotary"}}).find("there is no positional encoding \"rotary\"") == 0);
    CHECK(problem({.tasks = {}, .encodings = {}, .seeds = {}}) == "a measurement needs at least one seed");
}

TEST_CASE("the stored accuracies are of at least three seeds, with the settings of the tasks") {
    const PositionLengths stored = load_position_lengths(test::source_dir() / "assets" / "positions" / "lengths.json");
    CHECK(stored.command.find("glassformer measure positions") == 0);
    CHECK(stored.note.empty());
    CHECK(stored.seeds.size() >= 3);
    REQUIRE_FALSE(stored.tasks.empty());
    for (const TaskLengths& task : stored.tasks) {
        CAPTURE(task.task);
        const Task& row = require_task(task.task);
        CHECK(task.title == row.title);
        CHECK(task.trained_length == row.trained_length);
        CHECK(task.lengths.back() == 4 * task.trained_length);
        for (const EncodingLengths& encoding : task.encodings) {
            CAPTURE(encoding.encoding);
            TrainRequest request;
            request.task = task.task;
            request.positional = encoding.encoding;
            if (encoding.encoding == "sinusoidal") request.embedding_std = 1;
            CHECK(encoding.max_seq_len == requested_config(row, request).max_seq_len);
            const TrainOptions options = requested_options(row, request);
            auto settings = settings_of(options, options.steps);
            std::ranges::sort(settings);
            CHECK(encoding.training == settings);
            REQUIRE(encoding.runs.size() == stored.seeds.size());
            for (std::size_t r = 0; r < encoding.runs.size(); ++r) CHECK(encoding.runs[r].seed == stored.seeds[r]);
            const auto card = test::source_dir() / "assets" / "models" / (task.task + "-" + encoding.encoding);
            if (!std::filesystem::exists(card)) continue;
            // The shipped model is that of seed 0; other processors round otherwise.
            const std::vector<Metric> metrics = load_card(card).metrics;
            for (std::size_t l = 0; l < encoding.runs[0].accuracy.size(); ++l)
                CHECK(encoding.runs[0].accuracy[l] ==
                      doctest::Approx(metric(metrics, "accuracy_" + std::to_string(task.lengths[l]))).epsilon(0.05));
        }
    }
}

TEST_CASE("learned and sinusoidal positions end with the length of training, rotary ones hold beyond it") {
    const PositionLengths stored = load_position_lengths(test::source_dir() / "assets" / "positions" / "lengths.json");
    const auto three_back = std::ranges::find(stored.tasks, "k-back-3", &TaskLengths::task);
    REQUIRE(three_back != stored.tasks.end());
    const auto at = [&](const char* encoding, int length) {
        const auto row = std::ranges::find(three_back->encodings, encoding, &EncodingLengths::encoding);
        REQUIRE(row != three_back->encodings.end());
        for (const AccuracyAtLength& accuracy : accuracy_by_length(*three_back, *row))
            if (accuracy.length == length) return accuracy;
        return AccuracyAtLength{};
    };
    for (const char* encoding : {"learned", "rope"}) CHECK(at(encoding, 32).least > 0.9);
    CHECK(at("sinusoidal", 32).most > 0.9);  // not from every seed in so few steps
    CHECK(at("learned", 48).runs == 0);
    CHECK(at("sinusoidal", 48).most < 0.3);
    CHECK(at("rope", 64).least > 0.9);
    CHECK(at("none", 32).most < 0.4);
}

TEST_CASE("a file that holds something else is refused with its name") {
    const TemporaryFolder folder;
    const auto problem = [&](const std::string& text) {
        write_file(folder / "lengths.json", text);
        try {
            load_position_lengths(folder / "lengths.json");
        } catch (const Error& error) {
            const std::string sentence = error.what();
            CHECK(sentence.find("lengths.json") != std::string::npos);
            return sentence;
        }
        return std::string();
    };
    const std::string head = R"({"command": "c", "seeds": [0], "tasks": [)", tail = "]}";
    const std::string task = R"({"task": "k-back-1", "trained_length": 32, "lengths": [16, 32], "encodings": [)";
    CHECK(problem(head + tail).empty());
    CHECK(problem(R"({"seeds": []})").find("needs \"tasks\", a list") != std::string::npos);
    CHECK(problem(head + "3" + tail) != "");
    CHECK(problem(head + task + R"({"encoding": "rotary", "max_seq_len": 3, "runs": []}]})" + tail)
              .find("there is no encoding \"rotary\"") != std::string::npos);
    CHECK(problem(head + task +
                  R"({"encoding": "rope", "max_seq_len": 3, "runs": [{"seed": 0, "accuracy": [1, 0.5, 0]}]}]})" + tail)
              .find("3 accuracies for 2 lengths") != std::string::npos);
    CHECK(problem(head + task + R"({"encoding": "rope", "max_seq_len": 3, "runs": [{"seed": 0, "accuracy": [2]}]}]})" +
                  tail)
              .find("2 among its accuracies") != std::string::npos);
    CHECK(problem(head + R"({"task": "k-back-1", "trained_length": 32, "lengths": [32, 16], "encodings": []})" + tail)
              .find("lengths are whole numbers that grow") != std::string::npos);
}

TEST_SUITE_END();
