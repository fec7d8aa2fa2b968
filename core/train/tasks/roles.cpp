// One query reads a sentence and has to know who gave what to whom, all three at once: a single head mixes them up
// where there are many more names than dimensions, three heads take one each. The model is nothing but attention: the
// row of <who> asks, and as nothing stands before it, it asks the same of every sentence. A text of training is asked
// for one of the three, whichever, so that the right answers share the probability.
#include <algorithm>

#include "core/train/measure.h"
#include "core/train/tasks/roles_grammar.h"
#include "core/train/tasks/tasks.h"

namespace glassformer {

namespace {

using Grammar = RolesGrammar;

constexpr int measured_sentences = 1500;

void sample_roles(Random& random, Split split, Sample& sample) {
    const Grammar& grammar = Grammar::instance();
    const Grammar::Sentence sentence = grammar.draw(random, split);
    sample.tokens = sentence.tokens;
    sample.labels.assign(sentence.tokens.size(), -1);
    sample.labels.front() = grammar.answer(sentence, static_cast<Grammar::Role>(random.below(Grammar::roles)));
}

/// The most probable of the answers to one question.
int best_of(std::span<const float> logits, const std::vector<int>& answers) {
    return *std::ranges::max_element(answers, {}, [&](int id) { return logits[static_cast<std::size_t>(id)]; });
}

/// Mean weight that a head gives to the word of each role.
using Shares = std::array<double, Grammar::roles>;

/// Each role is one head's: of all ways to hand the roles to heads, the one whose least share is the largest.
double purity(const std::vector<Shares>& heads) {
    if (heads.size() < static_cast<std::size_t>(Grammar::roles)) return 0;
    double best = 0;
    for (std::size_t a = 0; a < heads.size(); ++a)
        for (std::size_t b = 0; b < heads.size(); ++b)
            for (std::size_t c = 0; c < heads.size(); ++c)
                if (a != b && b != c && a != c)
                    best = std::max(best, std::min({heads[a][Grammar::giver], heads[b][Grammar::object],
                                                    heads[c][Grammar::receiver]}));
    return best;
}

std::vector<Metric> measure_roles(const ModelConfig& config, const Weights& weights, std::uint64_t seed) {
    const Grammar& grammar = Grammar::instance();
    Random random(seed);
    std::vector<Grammar::Sentence> sentences(measured_sentences);
    std::vector<Sample> samples(measured_sentences);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        sentences[i] = grammar.draw(random, Split::held_out);
        samples[i].tokens = sentences[i].tokens;
    }
    double all = 0;
    Shares right{};
    std::vector<Shares> heads(static_cast<std::size_t>(config.n_heads));
    evaluate(config, weights, samples, [&](const Reading& reading) {
        const Grammar::Sentence& sentence = sentences[reading.sample];
        const int record = reading.batch.tape().trace().find(full_name(stage::weights, {.block = 0}));
        int correct = 0;
        for (int role = 0; role < Grammar::roles; ++role) {
            const auto asked = static_cast<Grammar::Role>(role);
            const auto r = static_cast<std::size_t>(role);
            const bool knows = best_of(reading.logits(0), grammar.answers(asked)) == grammar.answer(sentence, asked);
            right[r] += knows ? 1 : 0;
            correct += knows ? 1 : 0;
            for (std::size_t head = 0; head < heads.size(); ++head)
                heads[head][r] +=
                    static_cast<double>(reading.attention(record, static_cast<int>(head), 0, sentence.positions[r])) /
                    measured_sentences;
        }
        all += correct == Grammar::roles ? 1 : 0;
    });
    return {{"accuracy", all / measured_sentences},
            {"giver", right[Grammar::giver] / measured_sentences},
            {"object", right[Grammar::object] / measured_sentences},
            {"receiver", right[Grammar::receiver] / measured_sentences},
            {"head_purity", purity(heads)},
            {"sentences", measured_sentences}};
}

Task make(std::string_view name, std::string_view title, std::string_view to_try, const char* config) {
    Task task = begin_task(name, title, to_try, config);
    task.vocabulary = Grammar::instance().vocabulary();
    task.examples = {"<who> mary gave roses to susan", "<who> susan gave roses to mary",
                     "<who> yesterday john kindly lent old books to emma"};
    task.labels = {"0: mary", "0: susan", "0: john"};  // the giver: training asks for any of the three
    task.answers = AnswerPlace::here;
    task.answer_at = "<who>";
    task.question = "Who gives what to whom?";
    task.answer_note =
        "Giver, object and recipient are all right answers here, so the three share one probability distribution.";
    task.training.steps = 3000;
    task.training.learning_rate = 6e-3;
    task.training.warm_up = 100;
    task.training.beta2 = 0.98;
    task.training.init = {.matrices = MatrixInit::xavier_joint, .embedding_std = 0.2041F, .scale_residual = false};
    task.sample = sample_roles;
    task.measure = measure_roles;
    task.metric_texts = {share_metric("accuracy", "accuracy"),
                         share_metric("giver", "giver accuracy"),
                         share_metric("object", "object accuracy"),
                         share_metric("receiver", "recipient accuracy"),
                         share_metric("head_purity", "minimum weight of a head on its role"),
                         training_loss(),
                         evaluated_on("sentences")};
    return task;
}

}  // namespace

Task roles_task() {
    return make("roles", "Roles: one query, three heads",
                "Compare what <who> attends to in each head: one finds the giver, one the object, one the recipient. "
                "Then swap the names.",
                R"({"architecture": "encoder", "vocab_size": 160, "d_model": 24, "n_heads": 3, "n_layers": 1,
                    "max_seq_len": 16, "mlp": false, "residual": false, "final_norm": false, "scale_embeddings": true,
                    "positional": {"kind": "sinusoidal"},
                    "tokenizer": {"kind": "words", "lowercase": true, "unknown": "<unk>"}})");
}

Task roles_one_head_task() {
    return make(
        "roles-one-head", "Roles: one query, one head",
        "The same task with one head: giver and recipient are mixed into one vector, so the model confuses them.",
        R"({"architecture": "encoder", "vocab_size": 160, "d_model": 24, "n_heads": 1, "n_layers": 1,
                    "max_seq_len": 16, "mlp": false, "residual": false, "final_norm": false, "scale_embeddings": true,
                    "positional": {"kind": "sinusoidal"},
                    "tokenizer": {"kind": "words", "lowercase": true, "unknown": "<unk>"}})");
}

}  // namespace glassformer
