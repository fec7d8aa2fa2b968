// A training in a file: it goes on with the same bits, and a damaged file is a sentence.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/train/live/options_json.h"
#include "core/train/live/training_file.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/trainings.h"

using namespace glassformer;
using test::same_bits;
using test::small_plan;

namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void put(const fs::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

/// A safetensors file of this header and so many bytes of numbers behind it.
std::string file_of(const std::string& header, const std::string& numbers) {
    std::string bytes(8, '\0');
    for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<char>((header.size() >> (8 * i)) & 0xFFU);
    return bytes + header + numbers;
}

std::size_t header_size(const std::string& bytes) {
    std::size_t size = 0;
    for (std::size_t i = 8; i-- > 0;) size = size << 8U | static_cast<unsigned char>(bytes[i]);
    return size;
}

/// The saved bytes with `from` in the header, once, replaced by `to`.
std::string with_header(const std::string& bytes, const std::string& from, const std::string& to) {
    std::string header = bytes.substr(8, header_size(bytes));
    const std::size_t at = header.find(from);
    REQUIRE(at != std::string::npos);
    header.replace(at, from.size(), to);
    return file_of(header, bytes.substr(8 + header_size(bytes)));
}

/// Three steps, a change, two more, saved.
void save_five_steps(const TrainingPlan& plan, const fs::path& path) {
    TrainingSession session(plan, {});
    session.step(3);
    session.wait();
    session.change(Changed::learning_rate, 0.01);
    session.change(Changed::batch, 3);
    session.step(2);
    session.wait();
    session.save(path);
    session.wait();
    const auto saved = session.shown().saved;
    REQUIRE(saved);
    REQUIRE(saved->error == "");
    REQUIRE(saved->step == 5);
    REQUIRE(saved->path == path);
}

}  // namespace

TEST_SUITE_BEGIN("training");

TEST_CASE("a training that goes on from its file has the bits of one that was never interrupted") {
    const TemporaryFolder folder;
    for (const OptimiserKind* optimiser : all_optimisers())
        for (const char* task : {"coreference", "translate-fr-en"}) {
            if (task != std::string_view("coreference") && optimiser != all_optimisers()[0]) continue;
            CAPTURE(task);
            CAPTURE(optimiser->name);
            TrainingPlan plan = small_plan(task, 3);
            plan.options.optimiser = optimiser;
            const fs::path path = folder / "run.training";
            save_five_steps(plan, path);
            const TrainingState state = read_training(path);
            CHECK(state.trainer.steps_done == 5);
            CHECK(state.plan->config == plan.config);
            CHECK(state.seconds > 0);
            TrainingSession session(state, {});
            session.wait();
            CHECK(session.shown().phase == TrainingPhase::paused);
            CHECK(session.shown().records.size() == 5);
            CHECK(session.shown().history->steps() == std::vector{0, 5});
            session.step(2);
            session.wait();
            session.change(Changed::clip, 0.3);
            session.start();
            session.wait();
            const TrainingSession::Snapshot resumed = session.shown();
            CHECK(resumed.phase == TrainingPhase::finished);
            CHECK(resumed.changes->size() == 3);
            CHECK(same_bits(*resumed.weights, replay(plan, *resumed.changes, 12)));

            TrainingSession whole(plan, {});
            whole.step(3);
            whole.wait();
            whole.change(Changed::learning_rate, 0.01);
            whole.change(Changed::batch, 3);
            whole.step(4);
            whole.wait();
            whole.change(Changed::clip, 0.3);
            whole.start();
            whole.wait();
            CHECK(same_bits(*resumed.weights, *whole.shown().weights));
            CHECK(test::same_records(resumed.records, whole.shown().records));
            CHECK(*resumed.held_out == *whole.shown().held_out);

            session.reset();  // to the plan's own beginning
            session.start();
            session.wait();
            CHECK(same_bits(*session.shown().weights, test::trained(plan)));
        }
}

TEST_CASE("a file before the first step and one behind the last are whole, and saving again gives the same bytes") {
    const TemporaryFolder folder;
    const TrainingPlan plan = small_plan("sort", 3);
    for (const int steps : {0, 12}) {
        TrainingSession session(plan, {});
        if (steps > 0) session.step(steps);
        session.wait();
        session.save(folder / "first");
        session.wait();
        REQUIRE(session.shown().saved->error == "");
        const TrainingState state = read_training(folder / "first");
        save_training(folder / "second", state);
        CHECK(bytes_of(folder / "first") == bytes_of(folder / "second"));
        TrainingSession again(state, {});
        again.wait();
        CHECK(again.shown().phase == (steps == 0 ? TrainingPhase::ready : TrainingPhase::finished));
        again.start();
        again.wait();
        CHECK(same_bits(*again.shown().weights, test::trained(plan)));
    }
}

TEST_CASE("the settings come back from JSON as they were, to the last bit") {
    TrainOptions options;
    options.steps = 7;
    options.batch = 9;
    options.accumulate = 2;
    options.checkpoint = true;
    options.learning_rate = 0.1 + 0.2;
    options.schedule = Schedule::constant;
    options.optimiser = &sgd;
    options.seed = ~std::uint64_t{0} - 4;
    options.threads = 3;
    options.clip = 1.0 / 3;
    options.init = {.matrices = MatrixInit::xavier_joint, .std = 0.1F, .embedding_std = 0.3F, .scale_residual = false};
    const Json json = options_json(options);
    const Json read = parse_json(json.dump(), "options");
    JsonObject object(read, "options");
    const TrainOptions back = options_of(object);
    CHECK(options_json(back).dump() == json.dump());
    CHECK(back.seed == options.seed);
    CHECK(back.learning_rate == options.learning_rate);
    CHECK(back.clip == options.clip);
    CHECK(back.optimiser == &sgd);
    CHECK(back.init.std == options.init.std);
    CHECK(back.schedule == Schedule::constant);
}

TEST_CASE("a damaged file is refused in a sentence that names it") {
    const TemporaryFolder folder;
    const fs::path path = folder / "whole", broken = folder / "broken";
    save_five_steps(small_plan("sort", 3), path);
    const std::string bytes = bytes_of(path);
    const auto refusal = [&](const std::string& damaged) {
        put(broken, damaged);
        const std::string message = message_of([&] { static_cast<void>(read_training(broken)); });
        CHECK(contains(message, broken.string()));
        return message;
    };
    put(broken, bytes);
    CHECK(message_of([&] { static_cast<void>(read_training(broken)); }) == "");

    for (std::size_t length = 0; length < bytes.size(); length += length < 64 ? 1 : bytes.size() / 60)
        CHECK(refusal(bytes.substr(0, length)) != "");
    CHECK(refusal(bytes.substr(0, bytes.size() - 1)) != "");
    CHECK(refusal(bytes + "x") != "");
    CHECK(contains(refusal(std::string(4096, '\xFF')), "claims a header"));
    CHECK(contains(refusal(file_of("{}", "")), "is no training that Glassformer saved"));
    CHECK(contains(refusal(with_header(bytes, "glassformer-training-1", "glassformer-training-9")),
                   "is no training that Glassformer saved"));
    CHECK(contains(message_of([&] { static_cast<void>(read_training(folder / "missing")); }), "missing"));

    const auto changed_to = [&](const char* from, const char* to) { return refusal(with_header(bytes, from, to)); };
    const auto json = [](const char* key, const char* value) {  // as it stands in a text of JSON within JSON
        return std::string("\\\"") + key + "\\\":" + value;
    };
    CHECK(contains(changed_to(json("task", "\\\"sort\\\"").c_str(), json("task", "\\\"tort\\\"").c_str()),
                   "there is no task \"tort\""));
    CHECK(contains(changed_to(json("task", "\\\"sort\\\"").c_str(), json("task", "\\\"characters\\\"").c_str()),
                   "which must be given"));
    CHECK(contains(changed_to(json("task", "\\\"sort\\\"").c_str(), json("task", "\\\"induction\\\"").c_str()),
                   "its model is none that the task induction trains"));
    CHECK(contains(changed_to(json("steps_done", "5").c_str(), json("steps_done", "4").c_str()), "records.step"));
    CHECK(contains(changed_to(json("steps_done", "5").c_str(), json("steps_done", "13").c_str()), "steps_done"));
    CHECK(contains(changed_to(json("steps_done", "5").c_str(), json("steps_done", "-1").c_str()), "steps_done"));
    CHECK(contains(changed_to(json("steps_done", "5").c_str(), json("steps_done", "99999999999999999999").c_str()),
                   "steps_done"));
    CHECK(contains(changed_to(json("steps", "12").c_str(), json("stops", "12").c_str()), "steps"));
    CHECK(contains(changed_to(json("batch", "4").c_str(), json("batch", "2147483648").c_str()), "batch"));
    CHECK(contains(changed_to(json("batch", "4").c_str(), json("batch", "0").c_str()), "batch must be 1 to 65536"));
    CHECK(contains(changed_to(json("optimizer", "\\\"adamw\\\"").c_str(), json("optimizer", "\\\"sgd\\\"").c_str()),
                   "velocity"));
    CHECK(contains(changed_to(json("what", "\\\"batch\\\"").c_str(), json("what", "\\\"bitch\\\"").c_str()), "what"));
    CHECK(contains(changed_to(json("value", "3.0").c_str(), json("value", "3.5").c_str()), "a change makes no sense"));
    CHECK(contains(changed_to(json("texts", "\\\"").c_str(), json("texts", "\\\"x").c_str()), "texts"));
    CHECK(contains(changed_to("weights.embed.tokens.weight", "weights.embed.talkens.weight"), "weights.embed.tokens"));
    CHECK(contains(changed_to("mean.embed.tokens.weight", "seen.embed.tokens.weight"), "mean.embed.tokens"));
    CHECK(contains(changed_to("[5,4]", "[4,5]"), "records.step"));
    CHECK(contains(changed_to("[6,3]", "[3,6]"), "records.held_out"));
    CHECK(contains(changed_to("[6,3]", "[9,2]"), "records.held_out"));
    CHECK(contains(changed_to("[5,4]", "[9223372036854775807,9223372036854775807]"), "too large"));
    CHECK(changed_to("\"shape\":[", "\"shape\":[1,") != "");
    CHECK(changed_to("d_model\\\\\\\": 16", "d_model\\\\\\\": 32") != "");
}

TEST_CASE("a text of the user's must be the one that was trained on") {
    const TemporaryFolder folder;
    const Task& row = require_task("characters");
    std::string text;
    for (int i = 0; i < 200; ++i) text += "the cat sat on mat " + std::to_string(i % 10) + ". ";
    const Task whole = row.read_corpus(row, text, "one text");
    TrainingPlan plan{.task = whole, .config = whole.config, .options = whole.training};
    plan.config.n_layers = 1;
    plan.config.d_model = 16;
    plan.config.n_heads = plan.config.n_kv_heads = 2;
    plan.config.d_head = 8;
    plan.config.d_ff = 32;
    plan.options.batch = 1;
    TrainingSession session(plan, {});
    session.save(folder / "run");
    session.wait();
    REQUIRE(session.shown().saved->error == "");
    CHECK(contains(message_of([&] { static_cast<void>(read_training(folder / "run")); }), "which must be given"));
    CHECK(message_of([&] { static_cast<void>(read_training(folder / "run", whole)); }) == "");
    const auto refused = [&](const std::string& other_text) {
        const Task other = row.read_corpus(row, other_text, "another text");
        return contains(message_of([&] { static_cast<void>(read_training(folder / "run", other)); }),
                        "was trained on other texts");
    };
    std::string last = text;
    last[last.size() - 3] = last[last.size() - 3] == '1' ? '2' : '1';  // in no text that is drawn first
    CHECK(refused(last));
    std::ranges::reverse(text);
    CHECK(refused(text));
    CHECK(contains(message_of([&] { static_cast<void>(read_training(folder / "run", require_task("sort"))); }),
                   "is a training of the task \"characters\", not of sort"));
}

TEST_SUITE_END();
