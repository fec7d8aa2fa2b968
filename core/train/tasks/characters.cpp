// Any text, character by character: what comes next? A causal decoder of a corpus that its user names; the first nine
// tenths are learned, the last is held out. Measured in bits per character.
#include <algorithm>
#include <memory>
#include <set>

#include "core/base/error.h"
#include "core/base/fnv.h"
#include "core/base/utf8.h"
#include "core/train/perplexity.h"
#include "core/train/tasks/tasks.h"

namespace glassformer {

namespace {

constexpr std::size_t window = 64;  // characters that the model sees at once
constexpr std::size_t max_characters = 2000;

struct Corpus {
    std::vector<int> ids;
    std::size_t held_out = 0;  // where the last tenth begins

    std::span<const int> part(Split split) const {
        const std::span<const int> all = ids;
        return split == Split::train ? all.first(held_out) : all.subspan(held_out);
    }
};

/// A window anywhere in the half, and behind each of its characters the next one.
void sample_window(const Corpus& corpus, Random& random, Split split, Sample& sample) {
    const auto text = corpus.part(split);
    const auto first = static_cast<std::size_t>(random.below(static_cast<int>(text.size() - window)));
    const auto tokens = text.subspan(first, window), next = text.subspan(first + 1, window);
    sample.tokens.assign(tokens.begin(), tokens.end());
    sample.labels.assign(next.begin(), next.end());
}

/// The whole held-out tenth, in windows that each start with an empty context.
std::vector<Metric> measure_characters(const Corpus& corpus, const ModelConfig& config, const Weights& weights) {
    const auto text = corpus.part(Split::held_out);
    const Surprise result = surprise(config, weights, windows_of(text, static_cast<int>(window)));
    return {{"bits_per_character", result.bits()},
            {"perplexity", result.perplexity()},
            {"characters", static_cast<double>(result.positions())}};
}

/// The row's examples as far as the corpus can spell them; else the line that the held-out tenth begins with.
std::vector<std::string> examples_of(const Task& row, const std::vector<CodePoint>& points, const Corpus& corpus,
                                     std::string_view text, const std::set<char32_t>& known) {
    std::vector<std::string> examples;
    for (const std::string& example : row.examples)
        if (std::ranges::all_of(code_points(example), [&](const CodePoint& p) { return known.contains(p.value); }))
            examples.push_back(example);
    if (!examples.empty()) return examples;
    const std::size_t begin = points[corpus.held_out].begin, most = points[corpus.held_out + window / 2].begin;
    const std::size_t end = std::min(text.find('\n', begin + 1), most);
    return {std::string(text.substr(begin, end - begin))};
}

Task read_corpus(const Task& row, std::string_view text, const std::string& source) {
    std::vector<CodePoint> points;
    try {
        points = code_points(text);
    } catch (const Error& error) {
        throw Error(source + ": " + error.what());
    }
    constexpr std::size_t least = 10 * (window + 1);
    if (points.size() < least)
        throw Error(source + " has " + std::to_string(points.size()) + " characters; a corpus needs " +
                    std::to_string(least) + " or more, so that each half holds a window of " + std::to_string(window));
    std::set<char32_t> known;
    for (const CodePoint& point : points) known.insert(point.value);
    if (known.size() > max_characters)
        throw Error(source + " has " + std::to_string(known.size()) + " different characters, more than the " +
                    std::to_string(max_characters) + " that are learned");

    Task task = row;
    Fnv1a fingerprint;
    fingerprint.take(text);
    task.corpus = fingerprint.hash();
    const auto corpus = std::make_shared<Corpus>();
    corpus->held_out = points.size() * 9 / 10;
    const std::vector<char32_t> characters(known.begin(), known.end());  // ids in the order of the code points
    for (const CodePoint& point : points)
        corpus->ids.push_back(static_cast<int>(std::ranges::lower_bound(characters, point.value) - characters.begin()));
    for (const char32_t character : characters) append_utf8(task.vocabulary.emplace_back(), character);
    task.config.vocab_size = task.config.target_vocab_size = static_cast<int>(characters.size());
    task.examples = examples_of(row, points, *corpus, text, known);
    task.sample = [corpus](Random& random, Split split, Sample& sample) {
        sample_window(*corpus, random, split, sample);
    };
    task.measure = [corpus](const ModelConfig& config, const Weights& weights, std::uint64_t) {
        return measure_characters(*corpus, config, weights);
    };
    return task;
}

}  // namespace

Task characters_task() {
    Task task = begin_task(
        "characters", "Character-level language model (Shakespeare)",
        "Generate at temperature 0.5, then 0.8: names, line breaks and most words come out right, but sentences hold "
        "together for only a few words.",
        R"({"architecture": "decoder", "vocab_size": 1, "d_model": 128, "n_heads": 4, "n_layers": 4, "max_seq_len": 64,
            "tie_embeddings": true, "positional": {"kind": "learned"}, "tokenizer": {"kind": "characters"}})");
    task.examples = {"ROMEO:\n", "First Citizen:\nWe ", "QUEEN MARGARET:\nO "};
    task.training.steps = 12000;
    task.training.batch = 16;
    task.training.learning_rate = 2e-3;
    task.training.warm_up = 60;
    task.training.floor = 0.03;
    task.training.weight_decay = 0.1;
    task.training.init.std = 0.07F;            // 0.8/√d_model
    task.training.init.embedding_std = 0.02F;  // also the head, which starts almost undecided
    task.stored_as = FloatType::f16;
    task.read_corpus = read_corpus;
    task.metric_texts = {{.name = "bits_per_character", .words = "cross-entropy", .unit = "bits per character"},
                         {.name = "perplexity", .words = "perplexity"},
                         training_loss(),
                         evaluated_on("characters")};
    task.shipped = {{.name = "characters", .flags = "--corpus FILE", .seed = 1}};
    return task;
}

}  // namespace glassformer
