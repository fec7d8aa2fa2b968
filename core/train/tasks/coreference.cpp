// "it" points at its noun: the model names the referent at the position of "it". Two models learn it: attention alone,
// whose map must show the choice, and the whole block.
#include <algorithm>

#include "core/train/measure.h"
#include "core/train/tasks/coreference_grammar.h"
#include "core/train/tasks/tasks.h"

namespace glassformer {

namespace {

using Sentence = CoreferenceGrammar::Sentence;

void fill(const Sentence& sentence, Sample& sample) {
    sample.tokens.assign(sentence.tokens.begin(), sentence.tokens.end());
    sample.labels.assign(sentence.tokens.size(), -1);
    sample.labels[static_cast<std::size_t>(sentence.it)] = sentence.tokens[static_cast<std::size_t>(sentence.referent)];
}

/// A template, each as likely as the others, then one of its sentences.
void sample_sentence(Random& random, Split split, Sample& sample) {
    const CoreferenceGrammar& grammar = CoreferenceGrammar::instance();
    const std::vector<int>& candidates = grammar.of(random.below(CoreferenceGrammar::templates), split);
    const int drawn = candidates[static_cast<std::size_t>(random.below(static_cast<int>(candidates.size())))];
    fill(grammar.sentences()[static_cast<std::size_t>(drawn)], sample);
}

/// What a head of the last block gives from "it", summed over sentences.
struct HeadTally {
    double winner = 0;  // the referent gets more than the other noun
    double top = 0;     // the referent gets more than every other token
    double mass = 0;    // what the referent gets
};

std::vector<Figure> measure_coreference(const ModelConfig& config, const Weights& weights, std::uint64_t /*seed*/) {
    std::vector<const Sentence*> sentences;
    std::vector<Sample> samples;
    for (const Sentence& sentence : CoreferenceGrammar::instance().sentences()) {
        if (sentence.split != Split::held_out) continue;
        sentences.push_back(&sentence);
        fill(sentence, samples.emplace_back());
    }
    double correct = 0;
    std::vector<HeadTally> heads(static_cast<std::size_t>(config.n_heads));
    evaluate(config, weights, samples, [&](const Reading& reading) {
        const Sentence& sentence = *sentences[reading.sample];
        const int noun = sentence.tokens[static_cast<std::size_t>(sentence.referent)];
        correct += reading.predicted(sentence.it) == noun ? 1 : 0;
        const int record = reading.batch.tape().trace().find(full_name(stage::weights, {.block = config.n_layers - 1}));
        for (int head = 0; head < config.n_heads; ++head) {
            const auto given = [&](int key) { return reading.attention(record, head, sentence.it, key); };
            const float referent = given(sentence.referent);
            float strongest = 0;
            for (int key = 0; key < static_cast<int>(sentence.tokens.size()); ++key)
                if (key != sentence.referent) strongest = std::max(strongest, given(key));
            HeadTally& tally = heads[static_cast<std::size_t>(head)];
            tally.winner += referent > given(sentence.other) ? 1 : 0;
            tally.top += referent > strongest ? 1 : 0;
            tally.mass += static_cast<double>(referent);
        }
    });
    // The head that shows it best: most often right, then with the most weight.
    const auto best =
        std::ranges::max_element(heads, {}, [](const HeadTally& tally) { return std::pair(tally.winner, tally.mass); });
    const auto count = static_cast<double>(samples.size());
    return {{"accuracy", correct / count},
            {"winner", best->winner / count},
            {"mass", best->mass / count},
            {"top", best->top / count},
            {"head", static_cast<double>(best - heads.begin())},
            {"sentences", count}};
}

Task make(std::string_view name, std::string_view title, std::string_view to_try, const char* config) {
    Task task = begin_task(name, title, to_try, config);
    task.vocabulary = CoreferenceGrammar::instance().vocabulary();
    task.examples = {"The animal didn't cross the street because it was too tired.",
                     "The animal didn't cross the street because it was too wide.",
                     "The trophy doesn't fit in the suitcase because it is too big.",
                     "The trophy doesn't fit in the suitcase because it is too small.",
                     "The dog was not caught by the cat because it was too fast."};
    task.sample = sample_sentence;
    task.measure = measure_coreference;
    return task;
}

}  // namespace

Task coreference_task() {
    Task task = make("coreference", "Coreference, attention only",
                     "Change the last adjective and watch the row of \"it\" in the last block move to the other noun.",
                     R"({"architecture": "encoder", "vocab_size": 81, "d_model": 32, "n_heads": 1, "n_layers": 2,
                         "max_seq_len": 32, "mlp": false, "positional": {"kind": "rope"},
                         "tokenizer": {"kind": "words", "lowercase": true, "split": ["n't"], "unknown": "<unk>"}})");
    task.training.steps = 600;
    return task;
}

Task coreference_full_task() {
    Task task =
        make("coreference-full", "Coreference, the whole block",
             "Walk through a whole block, then change \"tired\" to \"wide\" and watch \"it\" in the last block.",
             R"({"architecture": "encoder", "vocab_size": 81, "d_model": 32, "n_heads": 2, "d_ff": 64,
                         "n_layers": 2, "max_seq_len": 32, "positional": {"kind": "rope"},
                         "tokenizer": {"kind": "words", "lowercase": true, "split": ["n't"], "unknown": "<unk>"}})");
    task.training.steps = 600;
    return task;
}

}  // namespace glassformer
