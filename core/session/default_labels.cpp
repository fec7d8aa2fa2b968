// Rules of the tasks, each a row of a table: from the tokens alone to what training asks at each of them.
#include "core/session/default_labels.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/error.h"
#include "core/io/model_folder.h"
#include "core/model/graph.h"
#include "core/session/evaluation.h"
#include "core/session/labels.h"

namespace glassformer {

namespace {

constexpr float own = DefaultLabels::own;

struct TaskText {
    const Model& model;
    std::vector<int> ids;
    std::vector<float>& labels;  // one a row, -1 before the rule

    std::string word(std::size_t at) const {
        const Tokenizer* tokenizer = model.tokenizer.get();
        return tokenizer == nullptr || ids[at] >= tokenizer->size() ? std::string{} : tokenizer->token(ids[at]);
    }
};

using Rule = void (*)(const TaskText&);

template <std::size_t distance>
void label_back(const TaskText& text) {
    for (std::size_t t = distance; t < text.ids.size(); ++t)
        text.labels[t] = static_cast<float>(text.ids[t - distance]);
}

/// The more frequent of two symbols among five tokens, where there are five.
void label_majority_around(const TaskText& text) {
    constexpr std::size_t window = 2;
    for (std::size_t t = window; t + window < text.ids.size(); ++t) {
        const auto first = text.ids.begin() + static_cast<std::ptrdiff_t>(t - window);
        text.labels[t] = std::count(first, first + 2 * window + 1, 1) > static_cast<std::ptrdiff_t>(window) ? 1 : 0;
    }
}

/// The most frequent symbol so far, where it is one.
void label_majority_so_far(const TaskText& text) {
    std::vector<int> counts(static_cast<std::size_t>(text.model.config.vocab_size));
    for (std::size_t t = 0; t < text.ids.size(); ++t) {
        ++counts[static_cast<std::size_t>(text.ids[t])];
        const auto most = std::ranges::max_element(counts);
        if (std::ranges::count(counts, *most) == 1) text.labels[t] = static_cast<float>(most - counts.begin());
    }
}

/// Neighbours in the vocabulary are opposites.
void label_opposite(const TaskText& text) {
    for (std::size_t t = 0; t < text.ids.size(); ++t) text.labels[t] = static_cast<float>(text.ids[t] ^ 1);
}

/// Six digits, then the same ones sorted. Behind a wrong one the model's own answers.
void label_sorted(const TaskText& text) {
    constexpr std::size_t digits = 6;
    if (text.ids.size() < digits) return;
    std::vector<int> sorted(text.ids.begin(), text.ids.begin() + digits);
    std::ranges::sort(sorted);
    bool right = true;
    for (std::size_t t = digits - 1; t < std::min(text.ids.size(), 2 * digits - 1); ++t) {
        if (t >= digits) right = right && text.ids[t] == sorted[t - digits];
        text.labels[t] = right ? static_cast<float>(sorted[t - digits + 1]) : own;
    }
}

/// A row of different letters, again and again: what follows, from the second time on.
void label_repetition(const TaskText& text) {
    std::set<int> seen;
    while (seen.size() < text.ids.size() && seen.insert(text.ids[seen.size()]).second) {
    }
    const std::size_t period = seen.size();
    bool repeats = true;
    for (std::size_t t = period; t < text.ids.size(); ++t) repeats = repeats && text.ids[t] == text.ids[t - period];
    for (std::size_t t = period; t < text.ids.size(); ++t)
        text.labels[t] = repeats ? static_cast<float>(text.ids[(t + 1) % period]) : own;
}

/// The one key among the noise, as the number of a class.
void label_key(const TaskText& text) {
    constexpr int noises = 16;
    const int keys = text.model.config.head.n_classes;
    int key = -1, found = 0;
    for (const int id : text.ids)
        if (id >= noises && id < noises + keys) key = id - noises, ++found;
    text.labels.front() = found == 1 ? static_cast<float>(key) : own;
}

/// A sentence around "it": A and B are nouns, V a verb, J an adjective that is of A or of B.
struct Schema {
    std::string_view pattern, adjectives_of_a, adjectives_of_b;
};
constexpr std::string_view states = " tired hungry scared lazy sick sleepy ",
                           terrains = " wide long muddy steep icy flooded ", large = " big large tall ",
                           little = " small narrow tiny ", slow = " slow weak clumsy ", fast = " fast quick clever ";
constexpr std::array schemas{
    Schema{"the A did n't V the B because it was too J .", states, terrains},
    Schema{"the B was not V by the A because it was too J .", states, terrains},
    Schema{"the A does n't fit in the B because it is too J .", large, little},
    Schema{"the B could not hold the A because it is too J .", large, little},
    Schema{"the A did n't catch the B because it was too J .", slow, fast},
    Schema{"the B was not caught by the A because it was too J .", slow, fast},
};

/// The noun that "it" is in a sentence of this pattern, as its token id; -1 where the text is none of it.
int referent(const TaskText& text, std::size_t length, const Schema& schema) {
    const auto has = [](std::string_view list, std::string_view word) {
        return !word.empty() && list.find(" " + std::string(word) + " ") != std::string_view::npos;
    };
    int a = -1, b = -1, found = -1;
    std::string_view rest = schema.pattern;
    std::string adjective;
    std::size_t at = 0;
    for (; !rest.empty(); ++at) {
        const std::string_view word = rest.substr(0, rest.find(' '));
        rest.remove_prefix(std::min(rest.size(), word.size() + 1));
        if (at >= length) return -1;
        if (word == "A")
            a = text.ids[at];
        else if (word == "B")
            b = text.ids[at];
        else if (word == "J")
            adjective = text.word(at);
        else if (word != "V" && word != text.word(at))
            return -1;
    }
    if (at != length) return -1;
    if (has(schema.adjectives_of_a, adjective)) found = a;
    if (has(schema.adjectives_of_b, adjective)) found = b;
    return found;
}

float referent(const TaskText& text, std::size_t length) {
    for (const Schema& schema : schemas)
        if (const int id = referent(text, length, schema); id >= 0) return static_cast<float>(id);
    return own;
}

/// The noun at the last "it".
void label_referent(const TaskText& text) {
    for (std::size_t t = text.ids.size(); t-- > 0;) {
        if (text.word(t) != "it") continue;
        text.labels[t] = referent(text, text.ids.size());
        return;
    }
}

/// The noun behind "it =".
void label_referent_behind(const TaskText& text) {
    const std::size_t count = text.ids.size();
    if (count < 2 || text.word(count - 1) != "=" || text.word(count - 2) != "it") return;
    text.labels.back() = referent(text, count - 2);
}

struct TaskRule {
    std::string_view task;
    Rule label;
};
constexpr std::array rules{
    TaskRule{"k-back-1", label_back<1>},
    TaskRule{"k-back-3", label_back<3>},
    TaskRule{"local-majority", label_majority_around},
    TaskRule{"running-majority", label_majority_so_far},
    TaskRule{"soft-lookup", label_opposite},
    TaskRule{"sort", label_sorted},
    TaskRule{"induction", label_repetition},
    TaskRule{"induction-one-layer", label_repetition},
    TaskRule{"recall-rnn", label_key},
    TaskRule{"recall-lstm", label_key},
    TaskRule{"recall-transformer", label_key},
    TaskRule{"coreference", label_referent},
    TaskRule{"coreference-full", label_referent},
    TaskRule{"coreference-causal", label_referent_behind},
};

std::vector<int> ids(std::span<const TokenLabel> tokens) {
    std::vector<int> found;
    for (const TokenLabel& token : tokens) found.push_back(token.id);
    return found;
}

/// The answers that the card gives of this text; empty where the text is none of its examples.
std::vector<float> labels_in_card(const Model& model, std::span<const TokenLabel> tokens, std::size_t rows) try {
    const std::vector<std::string>&examples = model.card.examples, &labels = model.card.labels;
    for (std::size_t i = 0; i < std::min(examples.size(), labels.size()); ++i) {
        if (labels[i].empty() || ids(tokenize(model, examples[i])) != ids(tokens)) continue;
        std::vector<float> read = read_labels(model, labels[i], tokens, {});
        return read.size() == rows ? read : std::vector<float>{};
    }
    return {};
} catch (const Error&) {
    return {};  // a card may hold what its model cannot read
}

/// The translation that the card gives of this text, opened and closed; empty where the text is none of its examples.
std::vector<int> translation_in_card(const Model& model, std::span<const TokenLabel> tokens) try {
    const std::vector<std::string>&examples = model.card.examples, &targets = model.card.targets;
    const Tokenizer* tokenizer = model.target_tokenizer ? model.target_tokenizer.get() : model.tokenizer.get();
    if (tokenizer == nullptr) return {};
    for (std::size_t i = 0; i < std::min(examples.size(), targets.size()); ++i) {
        if (ids(tokenize(model, examples[i])) != ids(tokens)) continue;
        std::vector<int> translation = ids(tokenize(model, targets[i], true));
        if (const int end = tokenizer->find(model.config.tokenizer.end); end >= 0) translation.push_back(end);
        return translation;
    }
    return {};
} catch (const Error&) {
    return {};  // a card may hold what its model cannot read
}

/// Training forces the target: each of its rows is asked for the next word.
DefaultLabels of_translation(const Model& model, std::span<const TokenLabel> tokens,
                             std::span<const TokenLabel> target) {
    const std::vector<int> read = ids(target), whole = translation_in_card(model, tokens);
    if (!read.empty() && whole.size() > read.size() && std::equal(read.begin(), read.end(), whole.begin()))
        return {{whole.begin() + 1, whole.begin() + 1 + static_cast<std::ptrdiff_t>(read.size())}, LabelSource::task};
    return {next_token_labels(read), LabelSource::next_tokens};
}

/// Where a model without a rule was trained to answer: at the token that its card names, at its masked tokens, or all.
std::vector<float> own_answers(const Model& model, std::span<const TokenLabel> tokens, std::size_t rows) {
    std::vector<float> labels(rows, -1.0F);
    const auto at = [&](auto asked) {
        bool any = false;
        for (std::size_t t = std::min(tokens.size(), rows); t-- > 0;)
            if (asked(tokens[t])) labels[t] = own, any = true;
        return any;
    };
    if (model.config.head.classifier) return std::vector<float>(rows, own);
    if (!model.card.answer_at.empty() && model.tokenizer) {
        const int named = model.tokenizer->find(model.card.answer_at);
        at([&](const TokenLabel& token) { return token.id == named; });
        return labels;
    }
    if (at([](const TokenLabel& token) { return token.text == "<mask>" || token.text == "[MASK]"; })) return labels;
    return std::vector<float>(rows, own);
}

bool counted(float label) { return label >= 0 || label == own; }

}  // namespace

DefaultLabels default_labels(const Model& model, std::span<const TokenLabel> tokens, std::span<const TokenLabel> target,
                             std::size_t rows) {
    const ModelConfig& config = model.config;
    const int answers = answer_count(config);
    const auto rule = std::ranges::find(rules, std::string_view(model.card.task), &TaskRule::task);
    DefaultLabels found;
    found.labels.assign(rows, -1.0F);
    const bool one_a_token = !config.head.classifier && rows == tokens.size();
    const bool asked = rule != rules.end() && !tokens.empty() && !has_target(config) &&
                       (rule->label == label_key ? config.head.classifier && rows == 1 : one_a_token);
    if (asked) {
        rule->label({model, ids(tokens), found.labels});
        // A card may name a task whose answers its model does not have.
        for (float& label : found.labels)
            if (label >= static_cast<float>(answers)) label = own;
        found.source = LabelSource::task;
    } else if (has_target(config)) {
        found = of_translation(model, tokens, target);
    } else if (std::vector<float> answers_of_card = labels_in_card(model, tokens, rows); !answers_of_card.empty()) {
        found = {std::move(answers_of_card), LabelSource::task};
    } else if (predicts_next_token(model)) {
        found = {next_token_labels(ids(tokens)), LabelSource::next_tokens};
    } else {
        found = {own_answers(model, tokens, rows), LabelSource::own_answer};
    }
    found.labels.resize(rows, -1.0F);
    // A text of one token has no next one.
    if (found.source == LabelSource::next_tokens && rows > 0 && std::ranges::none_of(found.labels, counted)) {
        found.labels.back() = own;
        found.source = LabelSource::own_answer;
    }
    if (std::ranges::find(found.labels, own) != found.labels.end()) found.source = LabelSource::own_answer;
    if (std::ranges::none_of(found.labels, counted)) found.source = LabelSource::none;
    return found;
}

std::vector<bool> untrained_rows(const Model& model, std::span<const TokenLabel> tokens, std::size_t rows) {
    const bool ruled = std::ranges::find(rules, std::string_view(model.card.task), &TaskRule::task) != rules.end();
    if (has_target(model.config) || model.config.head.classifier || (!ruled && predicts_next_token(model))) return {};
    std::vector<bool> untrained;
    for (const float label : default_labels(model, tokens, {}, rows).labels) untrained.push_back(!counted(label));
    if (std::ranges::find(untrained, true) == untrained.end()) untrained.clear();
    return untrained;
}

}  // namespace glassformer
