// A text read with the cache of keys and values against the same text computed anew: the same bits, for every decoder
// among the golden and the shipped models, and the work that the cache saves against counting by hand.
// ctest: alone 5 s, optimised too
#include "core/generate/key_value_cache.h"

#include <doctest/doctest.h>

#include <cstring>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/generate/generation.h"
#include "core/io/model_folder.h"
#include "core/model/graph.h"
#include "core/model/mask.h"
#include "core/model/positional.h"
#include "core/ops/rope_scaling.h"
#include "core/tape/tape.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

std::vector<std::filesystem::path> decoders() {
    std::vector<std::filesystem::path> found;
    for (const auto& in : {test::golden("models"), test::source_dir() / "assets" / "models"})
        for (const auto& folder : test::folders(in)) {
            const ModelConfig config = load_config(folder);
            if (depends_on_length(config.positional.scaling, config.max_seq_len, config.max_seq_len)) continue;
            if (config.architecture == Architecture::decoder && config.mask.kind->name != "none")
                found.push_back(folder);
        }
    return found;
}

std::vector<int> random_text(const ModelConfig& config, int length, Random& random) {
    std::vector<int> tokens;
    for (int i = 0; i < length; ++i) tokens.push_back(random.below(config.vocab_size));
    return tokens;
}

std::vector<float> logits_anew(const Model& model, std::span<const int> tokens) {
    Tape tape;
    const Graph graph = record_model(tape, model.config, model.weights, {.seq_len = static_cast<int>(tokens.size())});
    tape.set(graph.tokens, std::vector<float>(tokens.begin(), tokens.end()));
    tape.evaluate();
    const ConstView all = tape.trace().record(graph.logits.id).view();
    if (model.config.head.classifier) return {all.data, all.data + all.shape.count()};
    const float* row = all.row(tokens.size() - 1);
    return {row, row + all.shape.cols()};
}

int prefix_of(const Model& model) {
    const MaskConfig& mask = model.config.mask;
    return mask.kind->name == "prefix" ? mask.number : 0;
}

Model tiny(const MaskConfig& mask) {
    ModelConfig config = parse_config(R"({"model_type": "glassformer", "architecture": "decoder", "vocab_size": 7,
        "d_model": 6, "n_heads": 2, "n_layers": 2, "max_seq_len": 12})",
                                      "test");
    config.mask = mask;
    Model model;
    model.name = "tiny";
    model.config = config;
    model.weights = initial_weights(config, 1);
    return model;
}

}  // namespace

TEST_SUITE_BEGIN("key_value_cache");

TEST_CASE("with the cache every next token has the logits of the text computed anew, to the last bit") {
    const auto folders = decoders();
    REQUIRE(folders.size() >= 40);
    Random random(5);
    for (const auto& folder : folders) {
        CAPTURE(folder.filename().string());
        const Model model = load_model(folder);
        if (model.config.head.classifier) continue;  // it reads every row, and so continues nothing
        const int longest = std::min(model.config.max_seq_len, 40);
        const std::vector<int> text = random_text(model.config, longest, random);
        KeyValueCache cache(model.config, model.weights);
        int begin = std::min(3, longest);
        for (int length = begin; length <= longest; length += length % 7 == 0 ? 3 : 1) {
            CAPTURE(length);
            const auto tokens = std::span(text).first(static_cast<std::size_t>(length));
            const std::vector<float> with = cache.next_logits(tokens), anew = logits_anew(model, tokens);
            REQUIRE(with.size() == anew.size());
            CHECK(std::memcmp(with.data(), anew.data(), anew.size() * sizeof(float)) == 0);
            // A prefix that every query sees is read anew until it is whole.
            if (length > begin && begin >= prefix_of(model)) CHECK(cache.reused() == begin);
            begin = length;
        }
        CHECK(cache.bytes() == sizeof(float) * 2 * static_cast<std::size_t>(model.config.n_layers) *
                                   static_cast<std::size_t>(model.config.n_kv_heads * begin * model.config.d_head));
    }
}

TEST_CASE("a beam takes turns between texts, and the cache follows") {
    const Model model = load_model(test::source_dir() / "assets" / "models" / "sort");
    Random random(2);
    const std::vector<int> given = random_text(model.config, 4, random);
    KeyValueCache cache(model.config, model.weights);
    const auto cached = [&](std::span<const int> tokens) { return cache.next_logits(tokens); };
    const auto anew = [&](std::span<const int> tokens) { return logits_anew(model, tokens); };
    const auto found = beam_search(cached, given, {.steps = 5, .end = {}}, 4);
    const auto expected = beam_search(anew, given, {.steps = 5, .end = {}}, 4);
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        CHECK(found[i].tokens == expected[i].tokens);
        CHECK(found[i].total == expected[i].total);
    }
    // A shorter text, the same text, another one: what is shared is kept, but for the last token.
    std::vector<int> text = random_text(model.config, 8, random);
    cache.next_logits(text);
    cache.next_logits(text);
    CHECK(cache.reused() == 7);
    text.resize(5);
    CHECK(cache.next_logits(text) == logits_anew(model, text));
    CHECK(cache.reused() == 4);
    text[2] = (text[2] + 1) % model.config.vocab_size;
    CHECK(cache.next_logits(text) == logits_anew(model, text));
    CHECK(cache.reused() == 2);
}

TEST_CASE("what the cache saves is counted stage by stage") {
    const Model model = tiny({.kind = find_mask("causal")});
    KeyValueCache cache(model.config, model.weights, nullptr, KeyValueCache::Count::yes);
    Random random(3);
    const std::vector<int> text = random_text(model.config, 10, random);
    for (std::size_t length = 4; length <= 10; ++length) cache.next_logits(std::span(text).first(length));
    const auto row = [&](const char* stage) {
        const auto found = std::ranges::find(cache.work(), stage, &CacheWork::stage);
        REQUIRE(found != cache.work().end());
        return *found;
    };
    // Rows computed: 4 and then 1 six times; without the cache 4 + 5 + … + 10 = 49. A row of Q is 2·6·6 FLOP and 6 for
    // the bias, a score is 2·3.
    CHECK(row("blocks.1.attn.q").with.flop == 10 * 78);
    CHECK(row("blocks.1.attn.q").without.flop == 49 * 78);
    // Scores: every new row meets all keys so far.
    CHECK(row("blocks.0.attn.scores_raw").with.flop == 2 * 6 * (4 * 4 + 5 + 6 + 7 + 8 + 9 + 10));
    CHECK(row("blocks.0.attn.scores_raw").without.flop == 2 * 6 * (16 + 25 + 36 + 49 + 64 + 81 + 100));
    CHECK(row("blocks.0.attn.all_k").without.bytes == 0);
    CHECK(row("blocks.0.attn.all_k").with.bytes > 0);
    double with = 0, without = 0;
    for (const CacheWork& work : cache.work()) with += work.with.flop, without += work.without.flop;
    CHECK(with < without / 4);
}

TEST_CASE("where tokens see later ones nothing wrong is kept") {
    CHECK_THROWS_AS(KeyValueCache(tiny({.kind = find_mask("none")}).config, {}), Error);
    ModelConfig encoder = tiny({.kind = find_mask("none")}).config;
    encoder.architecture = Architecture::encoder;
    CHECK_THROWS_AS(KeyValueCache(encoder, {}), Error);

    ModelConfig classifier = tiny({.kind = find_mask("causal")}).config;
    classifier.head.classifier = true;
    classifier.head.n_classes = 2;
    CHECK_THROWS_AS(KeyValueCache(classifier, {}), Error);
    CHECK_THROWS_AS(KeyValueCache(load_config(test::golden("models") / "decoder-rope-dynamic"), {}), Error);
    Tape tape;
    CHECK_THROWS_AS(record_model(tape, classifier, initial_weights(classifier, 1), {.seq_len = 2, .past = 3}), Error);

    Random random(4);
    // Distances to later keys are recorded for a whole text.
    Model both = tiny({.kind = find_mask("prefix"), .number = 3});
    both.config.positional.kind = find_positional("transformer_xl");
    both.weights = initial_weights(both.config, 2);
    KeyValueCache anew(both.config, both.weights);
    const std::vector<int> text = random_text(both.config, 9, random);
    for (std::size_t length = 1; length <= 9; ++length) {
        const auto tokens = std::span(text).first(length);
        CHECK(anew.next_logits(tokens) == logits_anew(both, tokens));
        CHECK(anew.reused() == 0);
    }

    const Model model = tiny({.kind = find_mask("prefix"), .number = 5});
    KeyValueCache cache(model.config, model.weights);
    for (std::size_t length = 1; length <= 9; ++length) {
        CAPTURE(length);
        const auto tokens = std::span(text).first(length);
        CHECK(cache.next_logits(tokens) == logits_anew(model, tokens));
        CHECK(cache.reused() == (length <= 5 ? 0 : static_cast<int>(length) - 1));
    }
    CHECK_THROWS_AS(cache.next_logits({}), Error);
    CHECK_THROWS_AS(cache.next_logits(std::vector<int>(13, 1)), Error);  // max_seq_len 12
}

TEST_CASE("a pass that continues a text has the numbers of the last rows of the whole, at every stage") {
    Random random(6);
    for (const auto& folder : decoders()) {
        CAPTURE(folder.filename().string());
        const Model model = load_model(folder);
        if (model.config.head.classifier || prefix_of(model) > 0) continue;
        const int length = std::min(model.config.max_seq_len, 9), past = length - 2;
        if (past < 1) continue;
        const std::vector<int> text = random_text(model.config, length, random);
        Tape whole, behind;
        const Graph all = record_model(whole, model.config, model.weights, {.seq_len = length});
        whole.set(all.tokens, std::vector<float>(text.begin(), text.end()));
        whole.evaluate();
        const Graph graph = record_model(behind, model.config, model.weights, {.seq_len = 2, .past = past});
        behind.set(graph.tokens, std::vector<float>(text.begin() + past, text.end()));
        for (const Record& record : behind.trace().records()) {
            if (!record.name.ends_with("past_k") && !record.name.ends_with("past_v")) continue;
            std::string source = record.name;
            source.replace(source.find("past_"), 5, "");
            int id = -1;
            for (const char* made : {"_scaled", "_rot", ""})
                if (id < 0) id = whole.trace().find(source + made);
            REQUIRE(id >= 0);
            const Record& kept = whole.trace().record(id);
            std::vector<float> rows;
            for (int head = 0; head < kept.shape.size(0); ++head)
                for (int i = 0; i < past; ++i)
                    for (int c = 0; c < kept.shape.size(2); ++c) rows.push_back(kept.at(Cell{{head, i, c, 0}}));
            behind.set({record.id}, rows);
        }
        behind.evaluate();
        int compared = 0;
        for (const int id : behind.trace().stages()) {
            const Record& record = behind.trace().record(id);
            const int other = whole.trace().find(record.name);
            if (other < 0) continue;  // all_k, all_v
            CAPTURE(record.name);
            const Record& expected = whole.trace().record(other);
            const int rows = row_dimension(record.shape);
            if (rows < 0) REQUIRE(record.shape == expected.shape);  // of all distances, not of the new rows
            bool equal = true;
            for (std::size_t e = 0; e < record.shape.count(); ++e) {
                const Cell cell = record.shape.cell(e);
                Cell there = cell;
                if (rows >= 0) there[rows] += past;
                equal = equal && record.at(cell) == expected.at(there);
            }
            CHECK(equal);
            ++compared;
        }
        CHECK(compared >= 10);
    }
}

TEST_SUITE_END();
