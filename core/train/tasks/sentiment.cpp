// Is an opinion good or bad? A classifier over the mean of all rows, or over the row of <cls>. Where the majority of
// three clauses decides, each negation must be bound to its own clause, and the attention of adjectives shows it; where
// only the last clause counts, any word may do that work.
#include <algorithm>

#include "core/train/measure.h"
#include "core/train/tasks/sentiment_grammar.h"
#include "core/train/tasks/tasks.h"

namespace glassformer {

namespace {

using Grammar = SentimentGrammar;

constexpr int measured_sentences = 2000;

template <Grammar::Set set, bool cls>
void sample_sentiment(Random& random, Split split, Sample& sample) {
    Grammar::Sentence sentence = Grammar::instance().draw(random, split, set, cls);
    sample.tokens = std::move(sentence.tokens);
    sample.labels.assign(1, sentence.polarity);
}

/// How a head's adjectives and verbs look at the words that turn them round.
struct Tally {
    double own = 0;    // the own one gets more than every other token
    double mass = 0;   // what the own one gets
    double other = 0;  // what it gets from those of other clauses
};

struct Looks {
    std::vector<Tally> heads;  // of all blocks
    double negated = 0;        // clauses with a negation
    double others = 0;         // pairs of a negation and another clause

    void add(const Reading& reading, const ModelConfig& config, const Grammar::Sentence& sentence) {
        const auto length = static_cast<int>(sentence.tokens.size());
        for (const Grammar::Clause& clause : sentence.clauses) {
            if (clause.negation < 0) continue;
            negated += 1;
            others += static_cast<double>(sentence.clauses.size() - 1);
        }
        for (int block = 0; block < config.n_layers; ++block) {
            const int record = reading.batch.tape().trace().find(full_name(stage::weights, {.block = block}));
            for (int head = 0; head < config.n_heads; ++head) {
                Tally& tally = heads[static_cast<std::size_t>(block * config.n_heads + head)];
                const auto given = [&](int query, int key) { return reading.attention(record, head, query, key); };
                for (const Grammar::Clause& clause : sentence.clauses) {
                    if (clause.negation < 0) continue;
                    const float own = given(clause.polar, clause.negation);
                    bool most = true;
                    for (int key = 0; key < length; ++key)
                        most = most && (key == clause.negation || given(clause.polar, key) < own);
                    tally.own += most ? 1 : 0;
                    tally.mass += static_cast<double>(own);
                    for (const Grammar::Clause& other : sentence.clauses)
                        if (other.polar != clause.polar)
                            tally.other += static_cast<double>(given(other.polar, clause.negation));
                }
            }
        }
    }
};

template <Grammar::Set set, bool cls>
std::vector<Metric> measure_sentiment(const ModelConfig& config, const Weights& weights, std::uint64_t seed) {
    Random random(seed);
    std::vector<Grammar::Sentence> sentences(measured_sentences);
    std::vector<Sample> samples(measured_sentences);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        sentences[i] = Grammar::instance().draw(random, Split::held_out, set, cls);
        samples[i].tokens = sentences[i].tokens;
        samples[i].labels.assign(1, sentences[i].polarity);
    }
    double right = 0;
    Looks looks;
    looks.heads.resize(static_cast<std::size_t>(config.n_layers * config.n_heads));
    evaluate(config, weights, samples, [&](const Reading& reading) {
        right += reading.predicted(0) == sentences[reading.sample].polarity ? 1 : 0;
        looks.add(reading, config, sentences[reading.sample]);
    });
    const auto best = std::ranges::max_element(looks.heads, {}, &Tally::own);
    const auto place = static_cast<int>(best - looks.heads.begin());
    return {{"accuracy", right / measured_sentences},
            {"own_negation_strongest", best->own / looks.negated},
            {"own_negation_weight", best->mass / looks.negated},
            {"weight_from_other_clauses", best->other / looks.others},
            {"block", place / config.n_heads},
            {"head", place % config.n_heads},
            {"sentences", measured_sentences}};
}

struct Kind {
    std::string_view name, title, to_try;
    int layers;
    std::vector<std::string> examples, labels;
    std::uint64_t shipped_seed = 0;
};

template <Grammar::Set set, bool cls>
Task make(const Kind& kind) {
    const std::vector<std::string>& words = Grammar::instance().vocabulary();
    Task task = begin_task(
        kind.name, kind.title, kind.to_try,
        R"({"architecture": "encoder", "vocab_size": )" + std::to_string(words.size()) +
            R"(, "d_model": 32, "n_heads": 2, "d_ff": 64, "n_layers": )" + std::to_string(kind.layers) +
            R"(, "max_seq_len": 48, "activation": "relu", "scale_embeddings": true,
               "positional": {"kind": "sinusoidal"},
               "head": {"kind": "classifier", "n_classes": 2, "pooling": ")" +
            (cls ? "cls" : "mean") + R"("}, "tokenizer": {"kind": "words", "lowercase": true, "unknown": "<unk>"}})");
    task.vocabulary = words;
    task.classes = {"bad", "good"};
    task.question = "Is the opinion in this text good or bad?";
    task.examples = kind.examples;
    task.labels = kind.labels;
    if (cls)
        for (std::string& example : task.examples) example.insert(0, "<cls> ");
    task.training.steps = 1500;
    task.shipped.front().seed = kind.shipped_seed;
    task.training.warm_up = 100;
    task.training.beta2 = 0.98;
    task.training.init = {.matrices = MatrixInit::xavier_joint, .embedding_std = 0.17678F, .scale_residual = false};
    task.sample = sample_sentiment<set, cls>;
    task.measure = measure_sentiment<set, cls>;
    task.metric_texts = {
        share_metric("accuracy", "accuracy"),
        share_metric("own_negation_strongest", "best head’s largest weight is on its own clause’s “not”"),
        share_metric("own_negation_weight", "weight on that “not”"),
        share_metric("weight_from_other_clauses", "weight from other clauses"),
        {.name = "block", .words = "in block", .kind = MetricKind::position},
        {.name = "head", .words = "head", .kind = MetricKind::position},
        training_loss(),
        evaluated_on("sentences")};
    return task;
}

const std::vector<std::string> but_examples{
    "The movie was good but the ending was not so good", "Although the plot was dull, I really liked the music",
    "Nothing about the story was boring", "I did not like the script although it was not a bad film"};
const std::vector<std::string> but_labels{"bad", "good", "good", "bad"};

}  // namespace

Task sentiment_but_task() {
    return make<Grammar::Set::but, false>(
        {.name = "sentiment-but",
         .title = "Sentiment: what follows “but”",
         .to_try =
             "Delete “not”, or swap “but” and “and”, and watch the prediction flip between “good” and “bad”.",
         .layers = 1,
         .examples = but_examples,
         .labels = but_labels});
}

Task sentiment_but_cls_task() {
    return make<Grammar::Set::but, true>(
        {.name = "sentiment-but-cls",
         .title = "Sentiment, read from <cls>",
         .to_try = "The classifier reads only <cls>. Look at its attention to see which words it used.",
         .layers = 1,
         .examples = but_examples,
         .labels = but_labels});
}

Task sentiment_majority_task() {
    return make<Grammar::Set::majority, false>(
        {.name = "sentiment-majority",
         .title = "Sentiment: majority of clauses",
         .to_try = "In block 1, head 2, an adjective attends to the “not” in its own clause, and less to one in "
                   "another clause.",
         .layers = 2,
         .examples = {"The movie was not bad but the plot was boring and I loved the cast",
                      "The acting was very weak, the story was not clever but the music was great",
                      "I did not really like the ending"},
         .labels = {"good", "bad", "bad"},
         .shipped_seed = 2});
}

}  // namespace glassformer
