// A verb agrees with its subject past another noun. One model reads the sentence with words masked (Devlin et al.
// 2019), so that it may use what follows; its causal sibling predicts each word from what stands before it, and cannot
// know a subject whose verb is still to come.
#include <algorithm>

#include "core/train/measure.h"
#include "core/train/tasks/agreement_grammar.h"
#include "core/train/tasks/masking.h"
#include "core/train/tasks/tasks.h"

namespace glassformer {

namespace {

using Grammar = AgreementGrammar;

constexpr int measured_sentences = 2000;

void sample_masked(Random& random, Split split, Sample& sample) {
    const Grammar& grammar = Grammar::instance();
    sample.tokens = grammar.draw(random, split).tokens;
    mask_words(random, grammar.mask(), grammar.words(), sample);
}

void sample_causal(Random& random, Split split, Sample& sample) {
    const Grammar& grammar = Grammar::instance();
    sample.tokens = grammar.draw(random, split).tokens;
    sample.labels = sample.tokens;
    sample.labels.push_back(-1);
    sample.tokens.insert(sample.tokens.begin(), grammar.start());
}

/// How a model is asked for the word at a position: the text it reads, and the row in which it answers.
struct CellQuery {
    std::vector<int> tokens;
    int row;
    int shift;  // of all positions, because of what was put in front
};
using Ask = CellQuery (*)(const Grammar::Sentence&, int position);

CellQuery ask_masked(const Grammar::Sentence& sentence, int position) {
    CellQuery question{sentence.tokens, position, 0};
    question.tokens[static_cast<std::size_t>(position)] = Grammar::instance().mask();
    return question;
}

CellQuery ask_causal(const Grammar::Sentence& sentence, int position) {
    CellQuery question{sentence.tokens, position, 1};  // the row before the word, behind <start>
    question.tokens.insert(question.tokens.begin(), Grammar::instance().start());
    return question;
}

/// What a head gives from the row of the verb.
struct Tally {
    double subject = 0, distractor = 0;  // gets more than every other token
};

struct Asked {
    std::vector<Sample> samples;
    std::vector<CellQuery> questions;

    Asked(const std::vector<Grammar::Sentence>& sentences, int Grammar::Sentence::*position, Ask ask) {
        for (const Grammar::Sentence& sentence : sentences) {
            questions.push_back(ask(sentence, sentence.*position));
            samples.emplace_back().tokens = questions.back().tokens;
        }
    }
};

template <Ask ask>
std::vector<Metric> measure_agreement(const ModelConfig& config, const Weights& weights, std::uint64_t seed) {
    Random random(seed);
    std::vector<Grammar::Sentence> sentences(measured_sentences);
    for (Grammar::Sentence& sentence : sentences) sentence = Grammar::instance().draw(random, Split::held_out);
    const auto right = [&](const Reading& reading, const Asked& asked, int position) {
        const int word = sentences[reading.sample].tokens[static_cast<std::size_t>(position)];
        return reading.predicted(asked.questions[reading.sample].row) == word ? 1.0 : 0.0;
    };

    double verbs = 0, with_distractor = 0, mismatched = 0, distractors = 0, mismatches = 0;
    std::vector<Tally> heads(static_cast<std::size_t>(config.n_layers * config.n_heads));
    const Asked verb(sentences, &Grammar::Sentence::verb, ask);
    evaluate(config, weights, verb.samples, [&](const Reading& reading) {
        const Grammar::Sentence& sentence = sentences[reading.sample];
        const CellQuery& question = verb.questions[reading.sample];
        const double correct = right(reading, verb, sentence.verb);
        verbs += correct;
        if (sentence.distractor < 0) return;
        ++distractors;
        with_distractor += correct;
        if (sentence.mismatch) {
            ++mismatches;
            mismatched += correct;
        }
        for (std::size_t h = 0; h < heads.size(); ++h) {
            const int block = static_cast<int>(h) / config.n_heads, head = static_cast<int>(h) % config.n_heads;
            const int record = reading.batch.tape().trace().find(full_name(stage::weights, {.block = block}));
            const int visible = config.architecture == Architecture::decoder ? question.row + 1
                                                                             : static_cast<int>(question.tokens.size());
            const int key = reading.strongest_key(record, head, question.row, visible) - question.shift;
            heads[h].subject += key == sentence.subject ? 1 : 0;
            heads[h].distractor += key == sentence.distractor ? 1 : 0;
        }
    });
    double subjects = 0;
    const Asked subject(sentences, &Grammar::Sentence::subject, ask);
    evaluate(config, weights, subject.samples,
             [&](const Reading& reading) { subjects += right(reading, subject, sentences[reading.sample].subject); });

    const auto best = std::ranges::max_element(heads, {}, &Tally::subject);
    const auto place = static_cast<int>(best - heads.begin());
    return {{"verb", verbs / measured_sentences},
            {"verb_with_distractor", with_distractor / distractors},
            {"verb_with_mismatch", mismatched / mismatches},
            {"subject", subjects / measured_sentences},
            {"head_on_subject", best->subject / distractors},
            {"head_on_distractor", best->distractor / distractors},
            {"block", place / config.n_heads},
            {"head", place % config.n_heads},
            {"sentences", measured_sentences}};
}

Task make(std::string_view name, std::string_view title, std::string_view to_try, const char* architecture) {
    const std::vector<std::string>& words = Grammar::instance().vocabulary();
    Task task = begin_task(
        name, title, to_try,
        R"({"architecture": ")" + std::string(architecture) + R"(", "vocab_size": )" + std::to_string(words.size()) +
            R"(, "d_model": 64, "n_heads": 2, "d_ff": 128, "n_layers": 2, "max_seq_len": 16, "activation": "relu",
               "scale_embeddings": true, "positional": {"kind": "sinusoidal"},
               "tokenizer": {"kind": "words", "lowercase": true, "unknown": "<unk>"}})");
    task.vocabulary = words;
    task.training.warm_up = 100;
    task.training.beta2 = 0.98;
    task.training.init = {.matrices = MatrixInit::xavier_joint, .embedding_std = 0.125F, .scale_residual = false};
    task.metric_texts = {
        share_metric("verb", "verb accuracy"),
        share_metric("verb_with_distractor", "with a noun in between"),
        share_metric("verb_with_mismatch", "with an intervening noun of the other number (singular/plural)"),
        share_metric("subject", "subject accuracy"),
        share_metric("head_on_subject", "best head attends most to the subject"),
        share_metric("head_on_distractor", "to the other noun"),
        {.name = "block", .words = "in block", .kind = MetricKind::position},
        {.name = "head", .words = "head", .kind = MetricKind::position},
        training_loss(),
        evaluated_on("sentences")};
    return task;
}

}  // namespace

Task agreement_masked_task() {
    Task task = make("agreement-masked", "Masked-word prediction: subject–verb agreement",
                     "See what <mask> attends to in the last block: it finds its subject, skipping the noun in "
                     "between. Then mask the subject instead.",
                     "encoder");
    task.examples = {"The dogs beside the lion <mask> loudly.", "Near the cats, an old wolf <mask> today.",
                     "The bird that the teachers follow <mask> in the park.",
                     "The <mask> beside the lion bark loudly."};
    task.labels = {"5: bark", "7: howls", "6: sings", "1: dogs"};
    task.training.steps = 2500;
    task.sample = sample_masked;
    task.measure = measure_agreement<ask_masked>;
    return task;
}

Task agreement_causal_task() {
    Task task = make("agreement-causal", "Next-word prediction: subject–verb agreement",
                     "The token before the verb attends to the subject. The token before the subject can only guess, "
                     "because the evidence comes later.",
                     "decoder");
    task.examples = {"<start> the dogs beside the lion", "<start> near the cats, an old wolf",
                     "<start> the bird that the teachers follow", "<start> the"};
    task.training.steps = 1500;
    task.sample = sample_causal;
    task.measure = measure_agreement<ask_causal>;
    return task;
}

}  // namespace glassformer
