// "it" points at its noun: the model names the referent at the position of "it". Two models learn it: attention alone,
// whose map must show the choice, and the whole block. A third reads from left to right: its row at "it" stands before
// the adjective and cannot know, so the question is put again behind the sentence, "it =".
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
const Sentence& draw(Random& random, Split split) {
    const CoreferenceGrammar& grammar = CoreferenceGrammar::instance();
    const std::vector<int>& candidates = grammar.of(random.below(CoreferenceGrammar::templates), split);
    const int drawn = candidates[static_cast<std::size_t>(random.below(static_cast<int>(candidates.size())))];
    return grammar.sentences()[static_cast<std::size_t>(drawn)];
}

void sample_sentence(Random& random, Split split, Sample& sample) { fill(draw(random, split), sample); }

/// What a head of the last block gives from "it", summed over sentences.
struct HeadTally {
    double winner = 0;  // the referent gets more than the other noun
    double top = 0;     // the referent gets more than every other token
    double mass = 0;    // what the referent gets
};

/// All held-out sentences, as samples too.
struct HeldOut {
    std::vector<const Sentence*> sentences;
    std::vector<Sample> samples;

    explicit HeldOut(void (*fill_sample)(const Sentence&, Sample&)) {
        for (const Sentence& sentence : CoreferenceGrammar::instance().sentences()) {
            if (sentence.split != Split::held_out) continue;
            sentences.push_back(&sentence);
            fill_sample(sentence, samples.emplace_back());
        }
    }
};

/// What the heads of the last block give from one row.
void tally(const ModelConfig& config, const Reading& reading, const Sentence& sentence, int row,
           std::vector<HeadTally>& heads) {
    const int record = reading.batch.tape().trace().find(full_name(stage::weights, {.block = config.n_layers - 1}));
    for (int head = 0; head < config.n_heads; ++head) {
        const auto given = [&](int key) { return reading.attention(record, head, row, key); };
        const float referent = given(sentence.referent);
        float strongest = 0;
        for (int key = 0; key < static_cast<int>(sentence.tokens.size()); ++key)
            if (key != sentence.referent) strongest = std::max(strongest, given(key));
        HeadTally& of_head = heads[static_cast<std::size_t>(head)];
        of_head.winner += referent > given(sentence.other) ? 1 : 0;
        of_head.top += referent > strongest ? 1 : 0;
        of_head.mass += static_cast<double>(referent);
    }
}

/// The head that shows it best: most often right, then with the most weight.
const HeadTally& best_of(const std::vector<HeadTally>& heads) {
    return *std::ranges::max_element(heads, {},
                                     [](const HeadTally& head) { return std::pair(head.winner, head.mass); });
}

std::vector<Metric> measure_coreference(const ModelConfig& config, const Weights& weights, std::uint64_t /*seed*/) {
    const HeldOut held_out(fill);
    double correct = 0;
    std::vector<HeadTally> heads(static_cast<std::size_t>(config.n_heads));
    evaluate(config, weights, held_out.samples, [&](const Reading& reading) {
        const Sentence& sentence = *held_out.sentences[reading.sample];
        const int noun = sentence.tokens[static_cast<std::size_t>(sentence.referent)];
        correct += reading.predicted(sentence.it) == noun ? 1 : 0;
        tally(config, reading, sentence, sentence.it, heads);
    });
    const HeadTally& best = best_of(heads);
    const auto count = static_cast<double>(held_out.samples.size());
    return {{"accuracy", correct / count},
            {"winner", best.winner / count},
            {"mass", best.mass / count},
            {"top", best.top / count},
            {"head", static_cast<double>(&best - heads.data())},
            {"sentences", count}};
}

// --- from left to right

int equals_sign() {
    const auto& words = CoreferenceGrammar::instance().vocabulary();
    return static_cast<int>(std::ranges::find(words, "=") - words.begin());
}

/// The sentence, then "it =", where the referent is asked for.
void fill_causal(const Sentence& sentence, Sample& sample) {
    sample.tokens = sentence.tokens;
    sample.tokens.push_back(sentence.tokens[static_cast<std::size_t>(sentence.it)]);
    sample.tokens.push_back(equals_sign());
    sample.labels.assign(sample.tokens.size(), -1);
    sample.labels.back() = sentence.tokens[static_cast<std::size_t>(sentence.referent)];
}

void sample_causal(Random& random, Split split, Sample& sample) { fill_causal(draw(random, split), sample); }

std::vector<Metric> measure_causal(const ModelConfig& config, const Weights& weights, std::uint64_t /*seed*/) {
    const HeldOut held_out(fill_causal);
    double correct = 0;
    std::vector<HeadTally> at_equals(static_cast<std::size_t>(config.n_heads)), at_it = at_equals;
    evaluate(config, weights, held_out.samples, [&](const Reading& reading) {
        const Sentence& sentence = *held_out.sentences[reading.sample];
        const int last = static_cast<int>(held_out.samples[reading.sample].tokens.size()) - 1;
        correct += reading.predicted(last) == held_out.samples[reading.sample].labels.back() ? 1 : 0;
        tally(config, reading, sentence, last, at_equals);
        tally(config, reading, sentence, sentence.it, at_it);
    });
    const auto count = static_cast<double>(held_out.samples.size());
    const HeadTally& best = best_of(at_equals);
    return {{"accuracy", correct / count},
            {"winner", best.winner / count},
            {"mass", best.mass / count},
            {"top", best.top / count},
            {"winner_at_it", best_of(at_it).winner / count},
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
    task.answers = AnswerPlace::here;
    task.answer_at = "it";
    task.question = "What does “{}” refer to?";
    task.sample = sample_sentence;
    task.measure = measure_coreference;
    task.metric_texts = {share_metric("accuracy", "accuracy"),
                         share_metric("winner", "examples where the best head prefers the right noun"),
                         share_metric("winner_at_it", "examples where the query “it” prefers the right noun"),
                         share_metric("mass", "attention weight on the right noun"),
                         share_metric("top", "examples where the right noun gets the largest weight"),
                         {.name = "head", .words = "head", .kind = MetricKind::position},
                         training_loss(),
                         evaluated_on("sentences")};
    return task;
}

}  // namespace

Task coreference_task() {
    Task task =
        make("coreference", "Coreference, attention only",
             "Change the last adjective and watch the attention of “it” in the last block switch to the other noun.",
             R"({"architecture": "encoder", "vocab_size": 81, "d_model": 32, "n_heads": 1, "n_layers": 2,
                         "max_seq_len": 32, "mlp": false, "positional": {"kind": "rope"},
                         "tokenizer": {"kind": "words", "lowercase": true, "split": ["n't"], "unknown": "<unk>"}})");
    task.training.steps = 600;
    task.shipped.front().seed = 2;
    return task;
}

Task coreference_full_task() {
    Task task = make("coreference-full", "Coreference: full transformer (what does “it” refer to?)",
                     "Which noun does “it” refer to? Step through a block, then change “tired” to “wide” and watch "
                     "where “it” attends in the last block.",
                     R"({"architecture": "encoder", "vocab_size": 81, "d_model": 32, "n_heads": 2, "d_ff": 64,
                         "n_layers": 2, "max_seq_len": 32, "positional": {"kind": "rope"},
                         "tokenizer": {"kind": "words", "lowercase": true, "split": ["n't"], "unknown": "<unk>"}})");
    task.training.steps = 600;
    // Each of the first four differs from the task's own model in one key. With post-norm, seeds 0 and 1 do not learn
    // the task in its steps, nor do seeds 1 and 2 with the relative terms.
    task.shipped.push_back({.name = "coreference-full-post-norm",
                            .seed = 3,
                            .architecture = R"({"norm_placement":"post"})",
                            .title = "Coreference with post-norm",
                            .to_try = "The LayerNorm of each sublayer follows its residual connection, as in the "
                                      "transformer of 2017. Compare the residual stream after block 1 with that of "
                                      "“Coreference: full transformer”."});
    task.shipped.push_back({.name = "coreference-full-rmsnorm",
                            .architecture = R"({"norm":"rmsnorm"})",
                            .title = "Coreference with RMSNorm",
                            .to_try = "Each norm divides by the root mean square. It subtracts no mean and adds no "
                                      "bias. Compare one with the LayerNorm of “Coreference: full transformer”."});
    task.shipped.push_back({.name = "coreference-full-shared-layers",
                            .architecture = R"({"shared_layers":true})",
                            .title = "Coreference with shared layers",
                            .to_try = "Both blocks use the same weights. Compare what “it” attends to in block 1 and "
                                      "in block 2: only their inputs differ."});
    task.shipped.push_back({.name = "coreference-full-transformer-xl",
                            .seed = 4,
                            .architecture = R"({"positional":{"kind":"transformer_xl"}})",
                            .title = "Coreference with the relative positions of Transformer-XL",
                            .to_try = "Each score is the sum of a content term and a position term. Compare both terms "
                                      "for the query “it” in the last block."});
    task.shipped.push_back(
        {.name = "coreference-full-llama",
         .architecture = R"({"n_heads":4,"n_kv_heads":2,"d_head":8,"positional":{"rotary_dims":8},"norm":"rmsnorm",)"
                         R"("activation":"silu","gated_mlp":true,"attention_bias":false,"mlp_bias":false})",
         .title = "Coreference with blocks as in LLaMA",
         .to_try =
             "RMSNorm, RoPE, a gated MLP with SiLU, no biases, and grouped-query attention: four query heads share "
             "two heads of keys and values. Compare two heads that read the same keys."});
    return task;
}

Task coreference_causal_task() {
    Task task = make("coreference-causal", "Coreference with a causal mask",
                     "Compare two queries in the last block: “it” comes before the adjective, so it always attends to "
                     "the same noun; “=” comes after it and finds the right one.",
                     R"({"architecture": "decoder", "vocab_size": 81, "d_model": 32, "n_heads": 1, "n_layers": 2,
                         "max_seq_len": 32, "mlp": false, "positional": {"kind": "rope"},
                         "tokenizer": {"kind": "words", "lowercase": true, "split": ["n't"], "unknown": "<unk>"}})");
    for (std::string& example : task.examples) example += " it =";
    task.training.steps = 600;
    task.shipped.front().seed = 2;
    task.answers = AnswerPlace::usual;
    task.answer_at = {};
    task.question = {};
    task.sample = sample_causal;
    task.measure = measure_causal;
    return task;
}

}  // namespace glassformer
