// The task that learns a corpus, and what it is measured in.
#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "core/base/file.h"
#include "core/io/model_folder.h"
#include "core/train/perplexity.h"
#include "core/train/train_task.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;

namespace {

/// 800 characters, of which the last 80 are held out: they alone hold capital letters.
std::string corpus_text() {
    std::string text;
    while (text.size() < 720) text += "the cat sat on the mat; ";
    while (text.size() < 800) text += "AN ÖLD CAT ";
    std::string cut;
    for (const char c : text)
        if (cut.size() < 800) cut += c;
    return cut;
}

std::string message_of_request(const std::string& task, const std::optional<std::filesystem::path>& corpus) {
    TrainRequest request;
    request.task = task;
    request.corpus = corpus;
    return message_of([&] { requested_task(request); });
}

}  // namespace

TEST_SUITE_BEGIN("characters");

TEST_CASE("surprise is the mean of -log p of the labels, in nats, in bits and as so many equal choices") {
    Surprise surprise;
    CHECK_THROWS_AS(surprise.nats(), Error);
    const std::vector<float> equal{3, 3, 3, 3};  // p = 1/4 each: two bits
    surprise.add(equal, 2);
    CHECK(surprise.bits() == doctest::Approx(2));
    CHECK(surprise.nats() == doctest::Approx(std::log(4.0)));
    CHECK(surprise.perplexity() == doctest::Approx(4));
    const std::vector<float> sure{0, 1000, 0, 0};  // p = 1: nothing to wonder about, and no exp() overflows
    surprise.add(sure, 1);
    CHECK(surprise.bits() == doctest::Approx(1));
    CHECK(surprise.perplexity() == doctest::Approx(2));
    const std::vector<float> thirds{static_cast<float>(std::log(2.0)), 0};  // p = 2/3, 1/3
    surprise.add(thirds, 1);
    CHECK(surprise.nats() == doctest::Approx((std::log(4.0) + std::log(3.0)) / 3));
    CHECK(surprise.positions() == 3);
    CHECK_THROWS_AS(surprise.add(thirds, 2), Error);
    CHECK_THROWS_AS(surprise.add(thirds, -1), Error);
}

TEST_CASE("windows predict every token of a text but the first, once") {
    const std::vector<int> text{5, 6, 7, 8, 9, 4, 3};
    const std::vector<Sample> windows = windows_of(text, 4);
    REQUIRE(windows.size() == 2);
    CHECK(windows[0].tokens == std::vector{5, 6, 7, 8});
    CHECK(windows[0].labels == std::vector{6, 7, 8, 9});
    CHECK(windows[1].tokens == std::vector{9, 4});
    CHECK(windows[1].labels == std::vector{4, 3});
    CHECK(windows_of(std::span(text).first(5), 4).size() == 1);
    CHECK(windows_of(std::span(text).first(1), 4).empty());
    CHECK_THROWS_AS(windows_of(text, 0), Error);
}

TEST_CASE("a model that prefers nothing is as surprised by each of its tokens") {
    const ModelConfig config = parse_config(
        R"({"architecture": "decoder", "vocab_size": 8, "d_model": 4, "n_heads": 1, "n_layers": 1, "max_seq_len": 4})",
        "test");
    InitOptions zeros;
    zeros.std = 0;
    const Weights weights = initial_weights(config, 1, zeros);
    const std::vector<int> text{1, 2, 3, 4, 5, 6, 7, 0, 1, 2};
    const Surprise result = surprise(config, weights, windows_of(text, 4));
    CHECK(result.positions() == 9);
    CHECK(result.bits() == doctest::Approx(3));
}

TEST_CASE("a corpus gives the vocabulary; its last tenth is never trained on") {
    const TemporaryFolder folder;
    const std::string text = corpus_text();
    write_file(folder / "corpus.txt", text);
    TrainRequest request;
    request.task = "characters";
    request.corpus = folder / "corpus.txt";
    const Task task = requested_task(request);
    CHECK(task.config.vocab_size == static_cast<int>(task.vocabulary.size()));
    CHECK(task.config.target_vocab_size == task.config.vocab_size);
    CHECK(task.vocabulary.front() == " ");
    CHECK(task.vocabulary.back() == "Ö");  // in the order of the code points
    REQUIRE(task.examples.size() == 1);    // "ROMEO:" cannot be spelt here
    CHECK(task.examples.front().size() > 10);

    const auto spelt = [&](const std::vector<int>& tokens) {
        std::string result;
        for (const int token : tokens) result += task.vocabulary[static_cast<std::size_t>(token)];
        return result;
    };
    Random first(7), second(7);
    Sample a, b;
    std::set<std::string> windows;
    for (int i = 0; i < 300; ++i) {
        a.clear();
        b.clear();
        task.sample(first, i % 2 == 0 ? Split::train : Split::held_out, a);
        task.sample(second, i % 2 == 0 ? Split::train : Split::held_out, b);
        CHECK(a.tokens == b.tokens);
        REQUIRE(a.tokens.size() == 64);
        CHECK(std::equal(a.tokens.begin() + 1, a.tokens.end(), a.labels.begin()));
        const std::string window = spelt(a.tokens) + task.vocabulary[static_cast<std::size_t>(a.labels.back())];
        CHECK(text.find(window) != std::string::npos);
        CHECK((window.find('C') == std::string::npos) == (i % 2 == 0));
        windows.insert(window);
    }
    CHECK(windows.size() > 20);
}

TEST_CASE("a task that needs a corpus says so, and so does one that does not") {
    const TemporaryFolder folder;
    CHECK(message_of_request("characters", {}) == "the task characters learns a text: name its file with --corpus");
    CHECK(message_of_request("sort", folder / "x") == "the task sort makes its texts itself: it takes no --corpus");
    CHECK(contains(message_of_request("characters", folder / "missing"), "missing"));
    write_file(folder / "short", std::string(649, 'a'));
    CHECK(contains(message_of_request("characters", folder / "short"), "short has 649 characters; a corpus needs 650"));
    std::string broken(700, 'a');
    broken += '\xFF';
    write_file(folder / "broken", broken);
    CHECK(contains(message_of_request("characters", folder / "broken"),
                   "broken: the text has invalid UTF-8 at byte 700"));
}

TEST_CASE("a trained corpus is stored as halves, and its figures are those of the halves") {
    const TemporaryFolder folder;
    write_file(folder / "corpus.txt", corpus_text());
    TrainRequest request;
    request.task = "characters";
    request.corpus = folder / "corpus.txt";
    request.d_model = 16;
    request.n_layers = 1;
    request.steps = 30;
    request.batch = 4;
    request.out = folder / "model";
    const TrainReport report = train_task(request, nullptr);
    CHECK(report.command.starts_with("glassformer train --task characters --seed 0 --corpus corpus.txt "));
    const Model model = load_model(folder / "model");
    CHECK(SafetensorsFile::open(folder / "model" / "model.safetensors").find("final_norm.weight")->dtype == "F16");
    const double again = metric(requested_task(request).measure(model.config, model.weights, 1), "bits_per_character");
    CHECK(metric(model.card.metrics, "bits_per_character") == again);
    CHECK(metric(model.card.metrics, "characters") == 79);  // of 793 characters in 800 bytes, a tenth but the first
    const std::string line = "the cat sat";
    CHECK(model.tokenizer->decode([&] {
        std::vector<int> ids;
        for (const EncodedToken& token : model.tokenizer->encode(line)) ids.push_back(token.id);
        return ids;
    }()) == line);
}

TEST_SUITE_END();
