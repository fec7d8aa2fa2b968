// French to English, word by word, three times: a transformer whose one cross-attention head shows which French words
// an English one comes from; a recurrent pair whose decoder knows the source by the encoder's last state alone
// (Sutskever, Vinyals, Le 2014; Cho et al. 2014), so that long sentences do not fit; and the same with additive
// attention (Bahdanau, Cho, Bengio 2015).
#include <algorithm>

#include "core/train/measure.h"
#include "core/train/tasks/tasks.h"
#include "core/train/tasks/translation_grammar.h"

namespace glassformer {

namespace {

using Grammar = TranslationGrammar;

constexpr int measured_sentences = 2000;
constexpr int measured_of_a_length = 100;  // where there are so many
constexpr int drawn_for_lengths = 40000;   // at most, for the rare lengths

/// The source ends with <eos>. The decoder reads <bos> and the translation, and is asked for the translation and <eos>.
void fill(const Grammar& grammar, const Grammar::Sentence& sentence, Sample& sample) {
    sample.tokens = sentence.french;
    sample.tokens.push_back(grammar.source_end());
    sample.target_tokens = sentence.english;
    sample.target_tokens.insert(sample.target_tokens.begin(), grammar.target_start());
    sample.labels = sentence.english;
    sample.labels.push_back(grammar.target_end());
}

template <Grammar::Set set>
void sample_pair(Random& random, Split split, Sample& sample) {
    const Grammar& grammar = Grammar::instance(set);
    fill(grammar, grammar.draw(random, split), sample);
}

/// Every row predicts its label, given those before. That is to say that greedy decoding makes exactly the labels: it
/// reads its own words, which up to the first wrong one are those.
bool exact(const Reading& reading, const Sample& sample) {
    for (std::size_t row = 0; row < sample.labels.size(); ++row)
        if (reading.predicted(static_cast<int>(row)) != sample.labels[row]) return false;
    return true;
}

/// How many English words a head's strongest French word agrees with.
struct HeadTally {
    int by_predicted_word = 0;  // from the row that predicts the English word
    int by_input_word = 0;      // from the row that reads it, which is one further
};

struct Sentences {
    std::vector<Grammar::Sentence> sentences;
    std::vector<Sample> samples;
    void add(const Grammar& grammar, Grammar::Sentence sentence) {
        fill(grammar, sentence, samples.emplace_back());
        sentences.push_back(std::move(sentence));
    }
};

/// Cross-attention of the last layer; -1 where the model has none.
int cross_attention(const ModelConfig& config, const Trace& trace) {
    return config.architecture == Architecture::encoder_decoder
               ? trace.find(full_name(stage::weights, {.stack = Stack::decoder,
                                                       .block = config.n_decoder_layers - 1,
                                                       .attention = AttentionKind::cross}))
               : trace.find("decoder.cross_attn.weights");
}

std::vector<Metric> exact_by_length(const ModelConfig& config, const Weights& weights, const Grammar& grammar,
                                    Random& random) {
    Sentences drawn;
    std::map<std::size_t, int> of_length;
    for (int i = 0; i < drawn_for_lengths; ++i) {
        Grammar::Sentence sentence = grammar.draw(random, Split::held_out);
        if (++of_length[sentence.french.size()] <= measured_of_a_length) drawn.add(grammar, std::move(sentence));
    }
    SharesByLength shares;
    evaluate(config, weights, drawn.samples, [&](const Reading& reading) {
        shares.add(static_cast<int>(drawn.sentences[reading.sample].french.size()),
                   exact(reading, drawn.samples[reading.sample]));
    });
    return shares.metrics("exact");
}

template <Grammar::Set set>
std::vector<Metric> measure_translation(const ModelConfig& config, const Weights& weights, std::uint64_t seed) {
    const Grammar& grammar = Grammar::instance(set);
    Random random(seed);
    Sentences drawn;
    for (int i = 0; i < measured_sentences; ++i) drawn.add(grammar, grammar.draw(random, Split::held_out));
    double right = 0, words = 0;
    std::vector<HeadTally> heads;
    evaluate(config, weights, drawn.samples, [&](const Reading& reading) {
        right += exact(reading, drawn.samples[reading.sample]) ? 1 : 0;
        const Trace& trace = reading.batch.tape().trace();
        const int record = cross_attention(config, trace);
        if (record < 0) return;
        const Shape& shape = trace.record(record).shape;
        heads.resize(static_cast<std::size_t>(shape.size(shape.find(Axis::head))));
        const Grammar::Sentence& sentence = drawn.sentences[reading.sample];
        const auto keys = static_cast<int>(drawn.samples[reading.sample].tokens.size());
        words += static_cast<double>(sentence.english.size());
        for (std::size_t head = 0; head < heads.size(); ++head)
            for (std::size_t word = 0; word < sentence.english.size(); ++word) {
                const auto agrees = [&](int row) {
                    const int strongest = reading.strongest_key(record, static_cast<int>(head), row, keys);
                    return std::ranges::count(sentence.sources[word], strongest) > 0 ? 1 : 0;
                };
                const auto row = static_cast<int>(word);
                heads[head].by_predicted_word += agrees(row);
                heads[head].by_input_word += agrees(row + 1);
            }
    });
    std::vector<Metric> metrics{{"exact", right / measured_sentences}};
    if (!heads.empty()) {
        const HeadTally& best = *std::ranges::max_element(heads, {}, &HeadTally::by_predicted_word);
        metrics.emplace_back("alignment", best.by_predicted_word / words);
        metrics.emplace_back("alignment_of_input_rows", best.by_input_word / words);
    }
    metrics.emplace_back("sentences", measured_sentences);
    const std::vector<Metric> by_length = exact_by_length(config, weights, grammar, random);
    metrics.insert(metrics.end(), by_length.begin(), by_length.end());
    return metrics;
}

template <Grammar::Set set>
Task make(std::string_view name, std::string_view title, std::string_view to_try, const std::string& config) {
    const Grammar& grammar = Grammar::instance(set);
    Task task = begin_task(
        name, title, to_try,
        R"({"vocab_size": )" + std::to_string(grammar.french_vocabulary().size()) + R"(, "target_vocab_size": )" +
            std::to_string(grammar.english_vocabulary().size()) + ", " + config +
            R"(, "tokenizer": {"kind": "words", "lowercase": true, "split_front": ["l'", "m'", "t'", "n'", "j'"],
                "unknown": "<unk>", "start": "<bos>", "end": "<eos>"}})");
    task.vocabulary = grammar.french_vocabulary();
    task.target_vocabulary = grammar.english_vocabulary();
    task.question = "Which English word comes after “{}”?";
    const auto example = [&](const char* french, const char* english) {
        task.examples.emplace_back(french);
        task.targets.emplace_back(english);
    };
    example("il m' a entarté", "he hit me with a pie");
    example("le chat noir ne mange pas la pomme", "the black cat does not eat the apple");
    example("elle n' a jamais vu cet oiseau blanc", "she never saw this white bird");
    example("hier ma vieille amie a attendu le professeur", "yesterday my old friend waited for the teacher");
    if (set == Grammar::Set::compound)
        example("elle lit une lettre et le chien dort derrière la maison",
                "she reads a letter and the dog sleeps behind the house");
    task.training.learning_rate = 4e-3;
    task.training.warm_up = 200;
    task.training.beta2 = 0.98;
    task.sample = sample_pair<set>;
    task.measure = measure_translation<set>;
    task.metric_texts = {share_metric("exact", "sentences fully correct"),
                         share_metric("alignment", "words aligned to their source word"),
                         share_metric("alignment_of_input_rows", "alignment counted one step later"),
                         share_metric("exact_#", "sentences fully correct at length"),
                         training_loss(),
                         evaluated_on("sentences")};
    return task;
}

}  // namespace

Task translation_task() {
    Task task = make<Grammar::Set::single>(
        "translate-fr-en", "Translation: word alignment (French to English)",
        "Look at cross-attention: when predicting “hit”, “with”, “a” and “pie”, the decoder attends to “entarté”.",
        R"("architecture": "encoder_decoder", "d_model": 32, "n_heads": 2, "n_cross_heads": 1, "d_ff": 64,
           "n_layers": 1, "max_seq_len": 24, "activation": "relu", "scale_embeddings": true, "head_bias": true,
           "positional": {"kind": "sinusoidal"})");
    task.training.steps = 1500;
    task.shipped.front().seed = 2;
    task.training.init = {.matrices = MatrixInit::xavier_joint, .embedding_std = 0.1768F, .scale_residual = false};
    return task;
}

Task translation_bottleneck_task() {
    Task task = make<Grammar::Set::compound>(
        "translate-bottleneck", "Translation: RNN encoder–decoder without attention",
        "The decoder sees only the encoder's last hidden state. Short sentences translate well, long ones do not.",
        R"("architecture": "recurrent_encoder_decoder", "d_model": 64, "n_layers": 1, "max_seq_len": 32,
           "head_bias": true, "recurrent": {"cell": "gru", "d_hidden": 128, "attention": "none"})");
    task.training.steps = 1900;
    return task;
}

Task translation_recurrent_attention_task() {
    Task task = make<Grammar::Set::compound>(
        "translate-rnn-attention", "Translation: RNN encoder–decoder with attention",
        "The same encoder–decoder with attention: before each step, the decoder attends to all encoder states, and long "
        "sentences are translated too.",
        R"("architecture": "recurrent_encoder_decoder", "d_model": 64, "n_layers": 1, "max_seq_len": 32,
           "head_bias": true, "recurrent": {"cell": "gru", "d_hidden": 64, "attention": "additive"})");
    task.training.steps = 2500;
    return task;
}

}  // namespace glassformer
