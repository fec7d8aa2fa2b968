// Bits of a held-out text as the window measures them, against the trainer's own figure.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/io/model_folder.h"
#include "core/train/held_out_text.h"
#include "core/train/model_of_task.h"
#include "core/train/perplexity.h"
#include "tests/support/skipped.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

const auto to_the_end = [](std::size_t, std::size_t) { return true; };

/// A corpus of 26 letters, two of which take two bytes each.
std::string small_corpus() {
    std::string text;
    for (int i = 0; i < 2500; ++i) {
        text += static_cast<char>('a' + (i * i + i / 7) % 26);
        if (i % 9 == 0) text += i % 2 == 0 ? "é" : " ";
    }
    return text;
}

}  // namespace

TEST_SUITE_BEGIN("held_out_text");

TEST_CASE("the last tenth of a corpus costs the bits that its task measures on it, per character and per byte") {
    const std::string corpus = small_corpus();
    const Task& row = require_task("characters");
    const Task task = row.read_corpus(row, corpus, "a corpus");
    ModelConfig config = task.config;
    config.n_layers = 1;
    const Weights weights = initial_weights(config, 3, {});
    const Model model = model_of_task(task, config, weights);
    const std::string_view tenth = part_of_text(corpus, TextPart::last_tenth);
    CHECK(corpus.ends_with(tenth));
    CHECK(part_of_text(corpus, TextPart::whole) == corpus);

    std::vector<std::size_t> told;
    const auto bits = bits_of_text(model, tenth, [&](std::size_t done, std::size_t windows) {
        CHECK(done <= windows);
        told.push_back(done);
        return true;
    });
    REQUIRE(bits.has_value());
    const std::vector<Metric> measured = task.measure(config, weights, 1);
    CHECK(bits->per_character() == doctest::Approx(metric(measured, "bits_per_character")).epsilon(1e-6));
    CHECK(bits->tokens == static_cast<int>(metric(measured, "characters")));
    CHECK(bits->characters == static_cast<std::size_t>(bits->tokens));
    CHECK(bits->bytes > bits->characters);  // é takes two
    CHECK(bits->per_byte() * static_cast<double>(bits->bytes) == doctest::Approx(bits->bits));
    CHECK(told.front() == 0);
    CHECK(told.size() > 1);
    CHECK(std::ranges::is_sorted(told));

    CHECK_FALSE(bits_of_text(model, tenth, [](std::size_t, std::size_t) { return false; }).has_value());
    CHECK_THROWS_WITH_AS(bits_of_text(model, "a", to_the_end), doctest::Contains("2 tokens or more"), Error);
    CHECK_THROWS_AS(bits_of_text(model, "ab%cd", to_the_end), Error);
    CHECK_THROWS_AS(part_of_text("\xff\xfe", TextPart::last_tenth), Error);
}

TEST_CASE("a model that continues no text has no bits of one") {
    const Model model = load_model(test::source_dir() / "assets/models/sentiment-majority");
    CHECK_THROWS_WITH_AS(bits_of_text(model, "good film", to_the_end), doctest::Contains("does not predict"), Error);
}

TEST_CASE("the shipped text model's figure is that of the window, on its corpus' last tenth") {
    const char* corpus = std::getenv("GLASSFORMER_CORPUS");
    if (corpus == nullptr) {
        test::skip(test::Needs::optional, "set GLASSFORMER_CORPUS to the file that the characters were learned from");
        return;
    }
    const std::string text = read_file(corpus, std::size_t{1} << 26);
    const Model model = load_model(test::source_dir() / "assets/models/characters");
    const auto bits = bits_of_text(model, part_of_text(text, TextPart::last_tenth), to_the_end);
    REQUIRE(bits.has_value());
    CHECK(bits->per_character() == doctest::Approx(metric(model.card.metrics, "bits_per_character")).epsilon(1e-4));
}

TEST_SUITE_END();
