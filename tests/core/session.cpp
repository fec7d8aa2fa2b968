// The worker behind the window: newest inputs first, old results stay until new ones are whole, undo is older inputs.
// ctest: optimised too
#include "core/session/session.h"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "core/base/error.h"
#include "core/base/thread_pool.h"
#include "core/io/model_folder.h"
#include "tests/support/support.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;

namespace {

std::shared_ptr<const Model> load(const std::string& name) {
    if (name == "missing") throw Error("there is no model \"missing\"");
    return std::make_shared<const Model>(load_model(test::source_dir() / "assets" / "models" / name));
}

Inputs sentence(const std::string& last) {
    return {.model = "coreference-full",
            .text = "The animal didn't cross the street because it was too " + last,
            .target = "",
            .edits = {}};
}

float probability(const Evaluation& evaluation, int cell) {
    return evaluation.trace().record(evaluation.graph().probs.id).value[cell];
}

}  // namespace

TEST_SUITE_BEGIN("session");

TEST_CASE("what is likely is evaluated while nothing else is, and then shown at once" *
          doctest::test_suite("threads")) {
    std::atomic<int> loaded{0}, stages{0};
    Session session({.load = [&](const std::string& name) { return ++loaded, load(name); },
                     .wake = {},
                     .before_stage = [&](int, int) { ++stages; },
                     .pool = nullptr});
    session.set(sentence("tired"));
    session.wait();
    const auto before = session.shown();
    const float tired = probability(*before.current, 5);
    Inputs other{.model = "coreference", .text = before.current->inputs().text, .target = "", .edits = {}};
    Inputs edited = sentence("wide");
    edited.edits.push_back({"blocks.0.attn.weights", Cell{{0, 1, 2}}, 0.9F});
    session.prepare({other, edited, {.model = "missing", .text = "", .target = "", .edits = {}}});
    session.wait_prepared();
    CHECK(session.shown().current == before.current);  // nothing of it is seen
    CHECK_FALSE(session.shown().stale);
    CHECK(loaded == 3);
    const int done = stages;
    session.set(edited);
    session.wait();
    const auto second = session.shown();
    CHECK(stages == done);
    CHECK(second.current->inputs() == edited);
    CHECK(second.unedited->inputs() == sentence("wide"));
    CHECK(second.unedited_is_alike);
    CHECK(second.model == before.model);
    session.set(other);
    session.wait();
    CHECK(session.shown().current->inputs() == other);
    CHECK(stages == done);
    CHECK(loaded == 3);
    session.set(sentence("tired"));  // what was left stays as long as something is likely
    session.wait();
    CHECK(stages == done);
    CHECK(session.shown().current == before.current);
    CHECK(probability(*session.shown().current, 5) == tired);
    // A failure is said when it is set, not before.
    session.set({.model = "missing", .text = "", .target = "", .edits = {}});
    session.wait();
    CHECK(session.shown().error == "there is no model \"missing\"");
    // Without anything likely nothing is kept.
    session.prepare({});
    session.set(edited);
    session.wait();
    CHECK(stages > done);
}

TEST_CASE("what is set while it is evaluated as likely is evaluated once, and what it follows is kept" *
          doctest::test_suite("threads")) {
    std::atomic<int> loaded{0};
    std::atomic<bool> held{false}, reads{false};
    Session session({.load =
                         [&](const std::string& name) {
                             ++loaded;
                             reads = true;
                             while (held) std::this_thread::yield();
                             return load(name);
                         },
                     .wake = {},
                     .before_stage = {},
                     .pool = nullptr});
    session.set(sentence("tired"));
    session.wait();
    const auto first = session.shown().current;
    Inputs other{.model = "coreference", .text = first->inputs().text, .target = "", .edits = {}};
    held = true;
    reads = false;
    session.prepare({other, sentence("wide")});
    while (!reads) std::this_thread::yield();
    session.set(other);  // while its model is read
    held = false;
    session.wait();
    CHECK(session.shown().current->inputs() == other);
    CHECK(loaded == 2);
    const std::uint64_t of_other = session.shown().current->generation();
    // Before it is said what is likely now, the run that was left is not dropped, and nothing is prepared.
    session.wait_prepared();
    session.prepare({sentence("tired"), other});
    session.wait_prepared();
    session.set(sentence("tired"));
    session.wait();
    CHECK(session.shown().current == first);
    session.set(other);  // likely as it was shown: not evaluated once more beside it
    session.wait();
    CHECK(session.shown().current->generation() == of_other);
    CHECK(loaded == 2);
}

TEST_CASE("another text of a model that is being loaded ahead finds it loaded, and it is said to load" *
          doctest::test_suite("threads")) {
    std::atomic<int> loaded{0};
    std::atomic<bool> held{false}, reads{false};
    Session session({.load =
                         [&](const std::string& name) {
                             ++loaded;
                             reads = true;
                             while (held) std::this_thread::yield();
                             return load(name);
                         },
                     .wake = {},
                     .before_stage = {},
                     .pool = nullptr});
    session.set(sentence("tired"));
    session.wait();
    Inputs other{.model = "coreference", .text = session.shown().current->inputs().text, .target = "", .edits = {}};
    held = true;
    reads = false;
    session.prepare({other});
    while (!reads) std::this_thread::yield();
    CHECK(session.shown().loading.empty());  // nobody waits for it
    other.text = "The animal";
    session.set(other);
    CHECK(session.shown().loading == "coreference");
    held = false;
    session.wait();
    CHECK(session.shown().current->inputs() == other);
    CHECK(session.shown().loading.empty());
    CHECK(loaded == 2);
}

TEST_CASE("the session's worker evaluates inputs, edits them, and undoes both" * doctest::test_suite("threads")) {
    std::atomic<int> woken{0};
    Session session({.load = load, .wake = [&] { ++woken; }, .before_stage = {}, .pool = nullptr});
    CHECK_FALSE(session.shown().current);
    session.set(sentence("tired"));
    session.wait();
    const auto first = session.shown();
    REQUIRE(first.current);
    CHECK(first.error == "");
    CHECK_FALSE(first.stale);
    CHECK_FALSE(first.unedited);
    CHECK(woken >= 1);
    CHECK(first.current->tokens().size() == 12);
    CHECK(first.current->tokens()[3].text == "n't");

    Inputs edited = session.inputs();
    edited.edits.push_back({"blocks.0.attn.weights", Cell{{0, 1, 2}}, 0.9F});
    session.set(edited);
    session.wait();
    const auto second = session.shown();
    REQUIRE(second.unedited);
    CHECK(second.unedited == first.current);  // not computed again
    CHECK(second.current->inputs().edits.size() == 1);
    CHECK(probability(*second.current, 0) != probability(*second.unedited, 0));

    session.undo();
    session.wait();
    CHECK(session.shown().current->inputs() == first.current->inputs());
    CHECK(probability(*session.shown().current, 0) == probability(*first.current, 0));
    CHECK(session.can_redo());
    session.redo();
    session.wait();
    CHECK(session.shown().current->inputs().edits.size() == 1);
}

TEST_CASE("what the session's worker cannot evaluate is said, and the old trace stays, marked as old" *
          doctest::test_suite("threads")) {
    Session session({.load = load, .wake = {}, .before_stage = {}, .pool = nullptr});
    session.set(sentence("tired"));
    session.wait();
    const auto good = session.shown().current;
    std::string too_long;
    for (int i = 0; i < 100; ++i) too_long += "the ";
    for (const std::string& text : {std::string(), too_long, std::string("caf\xe9")}) {
        Inputs bad = session.inputs();
        bad.text = text;
        session.set(bad);
        session.wait();
        const auto shown = session.shown();
        CHECK(shown.error != "");
        CHECK(shown.stale);
        CHECK(shown.current == good);
    }
    Inputs missing = sentence("wide");
    missing.model = "missing";
    session.set(missing);
    session.wait();
    CHECK(session.shown().error == "there is no model \"missing\"");
    session.set(sentence("wide"));
    session.wait();
    CHECK(session.shown().error == "");
    CHECK_FALSE(session.shown().stale);
}

TEST_CASE("a slow evaluation never blocks, and newer inputs cancel it" * doctest::test_suite("threads")) {
    std::atomic<int> stages{0};
    std::atomic<bool> slow{false};
    Session session({.load = load,
                     .wake = {},
                     .before_stage =
                         [&](int, int) {
                             ++stages;
                             if (slow) std::this_thread::sleep_for(std::chrono::milliseconds(40));
                         },
                     .pool = nullptr});
    session.set(sentence("tired"));
    session.wait();
    const auto old = session.shown().current;
    REQUIRE(old);
    slow = true;
    stages = 0;
    session.set(sentence("wide"));
    while (stages < 2) std::this_thread::yield();
    const auto start = std::chrono::steady_clock::now();
    const auto during = session.shown();
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::milliseconds(30));
    CHECK(during.current == old);
    CHECK(during.stale);
    CHECK(during.progress < 1);
    session.set(sentence("hungry"));
    slow = false;
    session.wait();
    const auto after = session.shown();
    CHECK(after.current->inputs().text.ends_with("hungry"));
    CHECK_FALSE(after.stale);
    CHECK(stages < 2 * static_cast<int>(after.current->trace().stages().size()));  // the cancelled run ended early
}

TEST_CASE("weights that somebody wrote to on disk leave what is shown, until the model is read again") {
    const TemporaryFolder folder;
    std::filesystem::copy(test::source_dir() / "assets/models/sort", folder / "m");
    const std::filesystem::path file = folder / "m/model.safetensors";
    int loaded = 0;
    const auto load_mapped = [&](const std::string&) -> std::shared_ptr<const Model> {
        ++loaded;
        auto model = std::make_shared<Model>(load_model(folder / "m"));
        CHECK_FALSE(weights_changed(*model));
        model->files = {MappedFile::open(file, 0)};  // as a large file is
        return model;
    };
    Session session({.load = load_mapped, .wake = {}, .before_stage = {}, .pool = nullptr});
    session.set({.model = "m", .text = "312", .target = "", .edits = {}});
    session.wait();
    const auto before = session.shown();
    REQUIRE(before.current);
    std::filesystem::last_write_time(file, std::filesystem::last_write_time(file) + std::chrono::seconds(1));
    session.set({.model = "m", .text = "321", .target = "", .edits = {}});
    session.wait();
    CHECK(session.shown().error == "the weights of \"m\" have changed on disk; open it again");
    CHECK(session.shown().current == before.current);
    CHECK_FALSE(session.shown().unopened);
    CHECK(weights_changed(*session.shown().model));
    session.reload();
    session.wait();
    CHECK(session.shown().error.empty());
    CHECK(session.shown().current->inputs().text == "321");
    CHECK(loaded == 2);
}

TEST_CASE("inputs have a text form of one line") {
    Inputs inputs = sentence("\"tired\"\nand é");
    inputs.edits.push_back({"blocks.0.attn.scores_masked", Cell{{0, 1, 2}}, -INFINITY});
    inputs.edits.push_back({"embed", Cell{{3, 4}}, 0.1F});
    const std::string line = to_text(inputs);
    CHECK(line.find('\n') == std::string::npos);
    CHECK(inputs_from_text(line) == inputs);
    CHECK_THROWS_AS(inputs_from_text("{"), Error);
    CHECK_THROWS_AS(inputs_from_text("{\"model\": 3, \"text\": \"\"}"), Error);
    CHECK_THROWS_AS(inputs_from_text(R"({"model":"m","text":"t","edits":[{"stage":"x","cell":[1],"value":1}]})"),
                    Error);
}

TEST_CASE("inputs of a file name cells and values as they are, or are refused") {
    const auto edit = [](const std::string& cell, const std::string& value) {
        return inputs_from_text(R"({"model":"m","text":"t","edits":[{"stage":"embed","cell":)" + cell + R"(,"value":)" +
                                value + "}]}");
    };
    CHECK(edit("[1,-1,0,0]", "2.5").edits.front() == Edit{"embed", Cell{{1, Cell::all, 0, 0}}, 2.5F});
    CHECK_THROWS_WITH_AS(edit("[4294967297,0,0,0]", "1"),
                         R"(these inputs: "edits[0].cell" must be a list of four indices (-1: all))", Error);
    CHECK_THROWS_AS(edit("[18446744073709551615,0,0,0]", "1"), Error);
    CHECK_THROWS_AS(edit("[1.9,0,0,0]", "1"), Error);
    CHECK_THROWS_AS(edit("[1,0,0]", "1"), Error);
    CHECK_THROWS_WITH_AS(
        edit("[1,0,0,0]", "1e300"),
        R"(these inputs: "edits[0].value" must be a number that a float can hold, "inf" or "-inf", not the number 1e+300)",
        Error);
    CHECK_THROWS_AS(edit("[1,0,0,0]", "null"), Error);
}

TEST_CASE("an encoder-decoder's source is closed and its target opened, wherever they are not") {
    auto model = std::make_shared<Model>();
    const auto configured = [](const char* tokenizer) {
        return parse_config(std::string(R"({"architecture":"encoder_decoder","vocab_size":3,"target_vocab_size":4,
            "d_model":4,"n_heads":1,"n_layers":1,"max_seq_len":6,"tokenizer":)") +
                                tokenizer + "}",
                            "test");
    };
    model->config = configured(R"({"kind":"words","start":"<bos>","end":"<eos>"})");
    model->weights = initial_weights(model->config, 1);
    model->tokenizer = make_tokenizer(R"({"le":0,"chat":1,"<eos>":2})", "v", model->config.tokenizer, 3);
    model->target_tokenizer =
        make_tokenizer(R"({"the":0,"cat":1,"<bos>":2,"<eos>":3})", "v", model->config.tokenizer, 4);
    const auto ids = [&](const char* text, bool target) {
        std::vector<int> result;
        for (const TokenLabel& token : tokenize(*model, text, target)) result.push_back(token.id);
        return result;
    };
    using Ids = std::vector<int>;
    CHECK(ids("le chat", false) == Ids{0, 1, 2});
    CHECK(ids("le chat <eos>", false) == Ids{0, 1, 2});
    CHECK(ids("", false).empty());  // which is an error, not a text of <eos>
    CHECK(ids("", true) == Ids{2});
    CHECK(ids("the cat", true) == Ids{2, 0, 1});
    CHECK(ids("<bos> the cat <eos>", true) == Ids{2, 0, 1, 3});
    CHECK(tokenize(*model, "le", false).back().text == "<eos>");

    const auto evaluation = evaluate_once(model, {.model = "", .text = "le chat", .target = "", .edits = {}});
    CHECK(evaluation->tokens().size() == 3);
    CHECK(evaluation->target_tokens().size() == 1);  // one row: what comes first
    model->config = configured(R"({"kind":"words","start":"<go>"})");
    CHECK_THROWS_WITH_AS(ids("the", true), doctest::Contains("lacks \"<go>\""), Error);
    model->config = configured(R"({"kind":"words"})");
    CHECK(ids("le", false) == Ids{0});
    CHECK(ids("the", true) == Ids{0});
}

TEST_CASE("cancelling leaves the steps to undo and redo as they were") {
    std::atomic<bool> slow{false};
    Session session({.load = load,
                     .wake = {},
                     .before_stage =
                         [&](int, int) {
                             while (slow) std::this_thread::sleep_for(std::chrono::milliseconds(1));
                         },
                     .pool = nullptr});
    // A run that somebody holds is not written over, so the next one has every stage to compute, and so to wait at.
    std::vector<std::shared_ptr<const Evaluation>> held;
    const auto wait = [&] {
        session.wait();
        held.push_back(session.shown().current);
    };
    const auto cancel = [&] {
        REQUIRE(session.cancel());
        slow = false;
        session.wait();
    };
    for (const char* word : {"tired", "wide", "hungry"}) {
        session.set(sentence(word));
        wait();
    }
    slow = true;
    session.undo();
    cancel();
    CHECK(session.inputs() == sentence("hungry"));
    CHECK_FALSE(session.can_redo());
    session.undo();
    wait();
    CHECK(session.inputs() == sentence("wide"));

    slow = true;
    session.redo();
    cancel();
    CHECK(session.inputs() == sentence("wide"));
    slow = true;
    session.set(sentence("small"));  // would have cleared what can be redone
    session.set(sentence("smaller"), false);
    cancel();
    CHECK(session.inputs() == sentence("wide"));
    REQUIRE(session.can_redo());
    session.redo();
    wait();
    CHECK(session.inputs() == sentence("hungry"));
    session.undo();
    session.undo();
    wait();
    CHECK(session.inputs() == sentence("tired"));
    CHECK(session.shown().current->inputs() == sentence("tired"));
}

TEST_CASE("a model that is being loaded is kept for newer inputs that want it too") {
    std::atomic<int> loads{0};
    std::atomic<bool> held{true};
    Session session({.load =
                         [&](const std::string& name) {
                             ++loads;
                             while (held) std::this_thread::sleep_for(std::chrono::milliseconds(1));
                             return load(name);
                         },
                     .wake = {},
                     .before_stage = {},
                     .pool = nullptr});
    session.set(sentence("tired"));
    while (loads == 0) std::this_thread::yield();
    session.set(sentence("wide"));
    held = false;
    session.wait();
    CHECK(session.shown().current->inputs() == sentence("wide"));
    CHECK(loads == 1);
}

TEST_SUITE_END();
