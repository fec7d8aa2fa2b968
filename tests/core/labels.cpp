// Labels as a user writes them, and passes that go both ways: in the session, with edits, cancelled.
#include "core/session/labels.h"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>

#include "core/base/error.h"
#include "core/io/model_folder.h"
#include "core/session/default_labels.h"
#include "core/session/session.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

std::shared_ptr<const Model> load(const std::string& name) {
    return std::make_shared<const Model>(load_model(test::source_dir() / "assets" / "models" / name));
}

Inputs both_ways(const std::string& model, const std::string& text, const std::string& labels = "") {
    Inputs inputs{.model = model, .text = text, .target = "", .edits = {}};
    inputs.gradients = true;
    inputs.labels = labels;
    return inputs;
}

double mean_loss(const Evaluation& evaluation) {
    const Graph& graph = evaluation.graph();
    double sum = 0, counted = 0;
    for (const double of : loss_by_row(evaluation.trace().record(graph.logits.id).view(), evaluation.labels()))
        if (!std::isnan(of)) sum += of, ++counted;
    return sum / counted;
}

double loss_of(const Evaluation& evaluation) {
    return static_cast<double>(evaluation.trace().record(evaluation.graph().loss.id).at({}));
}

}  // namespace

TEST_SUITE_BEGIN("labels");

TEST_CASE("labels are read as next tokens, ids, words, single rows or a class") {
    const auto model = load("coreference-causal");
    const std::string text = "The animal didn't cross the street";
    const std::vector<TokenLabel> tokens = tokenize(*model, text);
    const auto read = [&](const std::string& written) { return read_labels(*model, written, tokens, {}); };
    REQUIRE(tokens.size() == 7);
    const std::vector<float> natural = read("");
    REQUIRE(natural.size() == 7);
    for (std::size_t i = 0; i + 1 < 7; ++i) CHECK(natural[i] == static_cast<float>(tokens[i + 1].id));
    CHECK(natural[6] == -1);
    CHECK(read(" #3, 1,-1") == std::vector<float>{3, 1, -1, -1, -1, -1, -1});
    const auto animal = static_cast<float>(tokens[1].id), street = static_cast<float>(tokens[6].id);
    CHECK(read("animal street") == std::vector<float>{animal, street, -1, -1, -1, -1, -1});
    CHECK(read("5: street; 0: #2;") == std::vector<float>{2, -1, -1, -1, -1, street, -1});
    CHECK_THROWS_WITH_AS(read("7: street"), "there are 7 rows to label, and the labels name row 7", Error);
    CHECK_THROWS_AS(read("#0,0,0,0,0,0,0,0"), Error);
    CHECK_THROWS_AS(read("#1,,2"), Error);
    CHECK_THROWS_AS(read("#100000"), Error);
    CHECK_THROWS_AS(read("#-2"), Error);
    CHECK_THROWS_AS(read("2: the street"), Error);
    CHECK_THROWS_AS(read("2: street; street"), Error);
    CHECK_THROWS_AS(read("xylophone"), Error);

    const auto classifier = load("sentiment-but");
    CHECK(read_labels(*classifier, "1", tokens, {}) == std::vector<float>{1});
    CHECK(read_labels(*classifier, "#0", tokens, {}) == std::vector<float>{0});
    CHECK(read_labels(*classifier, "", tokens, {}).empty());  // its own answer, known after the pass
    CHECK(read_labels(*classifier, "good", tokens, {}) == std::vector<float>{1});  // by the card's names
    CHECK_THROWS_WITH_AS(read_labels(*classifier, "fine", tokens, {}),
                         "a classifier's label is the number of a class or its name (bad, good), got \"fine\"", Error);
    CHECK_THROWS_AS(read_labels(*classifier, "2", tokens, {}), Error);
}

TEST_CASE("the most probable of each row, and the loss by row, by hand") {
    Tensor logits(Shape{{Axis::position, 3}, {Axis::vocab, 2}});
    logits.data = {0, 0, 1, 3, 2, 2};
    CHECK(most_probable(logits.view()) == std::vector<float>{0, 1, 0});
    const std::vector<double> losses = loss_by_row(logits.view(), std::vector<float>{1, 0, -1});
    CHECK(losses[0] == doctest::Approx(std::log(2.0)));
    CHECK(losses[1] == doctest::Approx(2 + std::log1p(std::exp(-2.0))));
    CHECK(std::isnan(losses[2]));
    CHECK_THROWS_AS(loss_by_row(logits.view(), std::vector<float>{1}), Error);
}

TEST_CASE("inputs with gradients record labels and a loss, and have a text form") {
    const Inputs inputs = both_ways("coreference-causal", "The animal didn't cross", "1: animal");
    CHECK(inputs_from_text(to_text(inputs)) == inputs);
    const auto model = load(inputs.model);
    const auto forwards = evaluate_once(model, {.model = inputs.model, .text = inputs.text, .target = "", .edits = {}});
    CHECK_FALSE(forwards->has_gradients());
    CHECK(forwards->labels().empty());
    CHECK(forwards->trace().find("loss") < 0);
    CHECK_THROWS_AS(static_cast<void>(forwards->trace().record(forwards->graph().logits.id).gradient_at({})), Error);

    const auto both = evaluate_once(model, inputs);
    REQUIRE(both->has_gradients());
    CHECK(both->labels().size() == 5);
    CHECK(loss_of(*both) == doctest::Approx(mean_loss(*both)).epsilon(1e-6));
    // All other records are those of the pass without, bit for bit.
    for (const int id : forwards->trace().stages()) {
        const Record& record = forwards->trace().record(id);
        const int same = both->trace().find(record.name);
        REQUIRE(same >= 0);
        for (std::size_t i = 0; i < record.shape.count(); ++i)
            CHECK(both->trace().record(same).value[i] == record.value[i]);
    }
    // d loss / d logit is probability less one at the label's row, nothing elsewhere.
    const Record& logits = both->trace().record(both->graph().logits.id);
    const Record& probs = both->trace().record(both->graph().probs.id);
    const auto label = static_cast<int>(both->labels()[1]);
    CHECK(logits.gradient_at(Cell{{1, label}}) == doctest::Approx(probs.at(Cell{{1, label}}) - 1).epsilon(1e-4));
    CHECK(logits.gradient_at(Cell{{0, label}}) == 0);
}

TEST_CASE("every shipped kind of model has a loss, and where no answer is known it is of the model's own") {
    for (const char* name : {"sentiment-but", "agreement-masked", "sort", "translate-fr-en", "recall-lstm",
                             "translate-rnn-attention", "soft-lookup", "induction", "roles"}) {
        CAPTURE(name);
        const auto model = load(name);
        Inputs inputs = both_ways(name, model->card.examples.front());
        if (!model->card.targets.empty()) inputs.target = model->card.targets.front();
        const auto evaluation = evaluate_once(model, inputs);
        REQUIRE(evaluation->has_gradients());
        const ConstView logits = evaluation->trace().record(evaluation->graph().logits.id).view();
        const std::vector<float> answers = most_probable(logits), &labels = evaluation->labels();
        const auto defaults =
            default_labels(*model, evaluation->tokens(), evaluation->target_tokens(), logits.shape.rows());
        REQUIRE(labels.size() == defaults.labels.size());
        for (std::size_t r = 0; r < labels.size(); ++r)
            CHECK(labels[r] == (defaults.labels[r] == DefaultLabels::own ? answers[r] : defaults.labels[r]));
        CHECK(loss_of(*evaluation) == doctest::Approx(mean_loss(*evaluation)).epsilon(1e-5));
        CHECK(evaluation->trace().record(evaluation->graph().logits.id).gradient != nullptr);
    }
}

TEST_CASE("the session's worker goes backwards, keeps the old result meanwhile, and can be stopped on the way back" *
          doctest::test_suite("threads")) {
    std::atomic<bool> slow{false};
    std::atomic<int> last{0};
    Session session({.load = load,
                     .wake = {},
                     .before_stage =
                         [&](int done, int total) {
                             last = 100 * done / total;
                             if (slow) std::this_thread::sleep_for(std::chrono::milliseconds(3));
                         },
                     .pool = nullptr});
    Inputs inputs = both_ways("coreference-causal", "The animal didn't cross the street");
    inputs.gradients = false;
    session.set(inputs);
    session.wait();
    const auto forwards = session.shown().current;
    CHECK_FALSE(forwards->has_gradients());

    inputs.gradients = true;
    slow = true;
    session.set(inputs);
    while (last < 50) std::this_thread::sleep_for(std::chrono::milliseconds(1));  // on the way back
    CHECK(session.shown().current == forwards);
    CHECK(session.shown().stale);
    inputs.text = "The street";
    session.set(inputs);
    slow = false;
    session.wait();
    const auto both = session.shown().current;
    REQUIRE(both->has_gradients());
    CHECK(both->tokens().size() == 2);

    // An edited cell is a constant: its gradient is recorded, and what is in front of it gets none through it.
    inputs.edits = {{"blocks.0.attn.weights", Cell{{0, 1, 0}}, 0.9F}};
    session.set(inputs);
    session.wait();
    const auto edited = session.shown();
    REQUIRE(edited.current->has_gradients());
    CHECK(edited.unedited == both);
    inputs.labels = "9: street";
    session.set(inputs);
    session.wait();
    CHECK(session.shown().error == "there are 2 rows to label, and the labels name row 9");
    CHECK(session.shown().current == edited.current);
    inputs.labels = "";
    inputs.gradients = false;
    session.set(inputs);
    session.wait();
    CHECK_FALSE(session.shown().current->has_gradients());
    CHECK(session.shown().error == "");
}

TEST_SUITE_END();
