#include "app/views/shared/glossary.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <variant>
#include <vector>

#include "core/tape/formula_text.h"

namespace glassformer {

namespace {

std::optional<double> along(const Record& record, Axis axis) {
    const int dimension = record.shape.find(axis);
    if (dimension < 0) return {};
    return record.shape.size(dimension);
}

/// Length of an axis of the record's operands, or of the record.
std::optional<double> operand_length(const Trace& trace, const Record& record, Axis axis) {
    for (const int operand : record.operands)
        if (const auto found = along(trace.record(operand), axis)) return found;
    return along(record, axis);
}

std::optional<double> width_of_model(const Trace& trace, const Record& record) {
    return operand_length(trace, record, Axis::d_model);
}
std::optional<double> width_of_mlp(const Trace& trace, const Record& record) {
    return operand_length(trace, record, Axis::d_ff);
}

/// Of the queries of the record's attention: a stage of scores has no axis of its own for them.
std::optional<double> width_of_head(const Trace& trace, const Record& record) {
    if (const auto here = operand_length(trace, record, Axis::d_head)) return here;
    const int queries = trace.find(full_name(stage::q, record.site));
    return queries < 0 ? std::nullopt : along(trace.record(queries), Axis::d_head);
}

std::optional<double> epsilon_of(const Trace&, const Record& record) {
    if (!record.operation) return {};
    for (const Attribute& set : record.operation->attributes())
        if (set.key == "eps" && set.is_number) return set.number;
    return {};
}

// clang-format off
std::span<const GlossaryTerm> term_rows() {
    static const std::vector<GlossaryTerm> rows{
        GlossaryTerm{"ablation", "head off, turn off, knock out", "An ablation sets the output of a part of the model to zero, to see what the model does without it. Press X to turn a head off.", {}, open_view("attention")},
        GlossaryTerm{"activation function", "nonlinearity, ReLU, GELU, SiLU, tanh", "A nonlinear function applied to every number on its own. Without it, two matrix products in a row would collapse into one.", {&stage::mlp_act, &stage::conv_act, &stage::state_candidate, &stage::attentional}},
        GlossaryTerm{"ALiBi", "attention with linear biases, position bias", "Adds to each score a penalty that grows with the distance between query and key. Each head has its own slope m.", {&stage::position_bias}, open_view("positions"), "m_h"},
        GlossaryTerm{"attention", "self-attention, attend", "A weighted average over tokens: every token compares its query with the keys of the tokens it can attend to, and receives a sum of their values, weighted by how well the keys match.", {&stage::weights, &stage::alignment, &stage::lookup_weights}},
        GlossaryTerm{"attention head", "head, multi-head attention, heads", "One attention computation with its own queries and attention weights, and usually its own keys and values. Several heads run in parallel on the same tokens, so each can look for something different.", {&stage::weights, &stage::alignment}, open_tab("attention", "heads"), "h"},
        GlossaryTerm{"attention weight", "attention map, attention pattern, A, alignment", "How much one token attends to another: a number from 0 to 1. The weights of a query add up to 1 over the keys it can attend to.", {&stage::weights, &stage::alignment, &stage::lookup_weights, &stage::pool_weights}},
        GlossaryTerm{"backward pass", "backpropagation, backprop, chain rule, autograd", "Computes, from the loss back to the first stage, how the loss changes with every number. Each stage passes gradients on to its operands by the chain rule. Press B.", {&stage::loss}},
        GlossaryTerm{"beam search", "beams, decoding", "Keeps several partial texts at once and extends each; those with the highest total log-probability survive. It can find a likelier text than greedy decoding.", {}, open_view("output")},
        GlossaryTerm{"bias", "b, offset", "A learned vector that is added after a matrix product. It is the same for every token.", {&stage::parameter}, {}, "b"},
        GlossaryTerm{"block", "transformer block, layer", "One round of attention and MLP, each with its residual connection and norm. A transformer is a stack of blocks of the same form with different weights.", {&stage::resid_pre}},
        GlossaryTerm{"causal mask", "autoregressive mask, no looking ahead, decoder mask", "A mask that lets a token attend only to itself and to earlier tokens, so that a model predicting the next token cannot read it.", {&stage::scores_masked, &stage::alignment_masked}},
        GlossaryTerm{"contribution", "direct logit attribution, attribution", "The part of a logit that one head, one MLP or the embedding adds through the residual stream.", {}, open_tab("output", "contributions")},
        GlossaryTerm{"cross-attention", "encoder–decoder attention, source attention", "Attention in which queries come from the decoder, and keys and values from the encoder: the target text reads the source text.", {&stage::cross_visible, &stage::resid_cross}, open_view("attention")},
        GlossaryTerm{"cross-entropy", "negative log-likelihood, NLL, surprise, surprisal", "The usual loss: −log of the probability that the model gives to the correct token or class, averaged. It is 0 if the model is certain and right.", {&stage::loss}},
        GlossaryTerm{"d_ff", "width of the MLP, hidden size of the MLP", "The number of neurons in the hidden layer of an MLP, often four times d_model.", {&stage::mlp_pre}, {}, "d_ff", &width_of_mlp},
        GlossaryTerm{"d_head", "head size, d_k, key size", "The number of dimensions of one query or key. Scores are usually divided by its square root, because a dot product of d_head terms typically grows with √d_head.", {&stage::q}, {}, "d_head", &width_of_head},
        GlossaryTerm{"d_model", "model size, hidden size, width, embedding size", "The number of dimensions of the vector that stands for a token in the residual stream.", {&stage::resid_pre, &stage::embed, &stage::embed_tokens}, {}, "d_model", &width_of_model},
        GlossaryTerm{"decoder", "generator", "The part of a model that produces text token by token. In a transformer, its self-attention is causal. In an encoder–decoder model it also reads the encoder’s output.", {}, open_view("walk")},
        GlossaryTerm{"dot product", "inner product, similarity", "Multiplies two vectors dimension by dimension and adds the products up. It is large when both have large numbers of the same sign in the same places.", {&stage::scores_raw, &stage::alignment_scores, &stage::lookup_raw}, {}, "·"},
        GlossaryTerm{"downstream cell", "y, reader, cell that uses this one", "A cell y that is computed from the selected one. The chain rule multiplies how the loss changes with y by how y changes with the selected cell, and adds up these products over all such cells.", {&stage::loss}, {}, "y"},
        GlossaryTerm{"edit", "intervention, patch, change a number", "Sets one number of the pass by hand; everything that depends on it is recomputed. Select a cell and press E.", {}, open_view("walk")},
        GlossaryTerm{"elementwise product", "Hadamard product, gating, ⊙", "Multiplies two vectors dimension by dimension, without adding up.", {&stage::norm1, &stage::mlp_act}, {}, "⊙"},
        GlossaryTerm{"embedding", "word vector, token vector, lookup table", "The learned vector that stands for a token: a row of the embedding table, selected by the token’s ID.", {&stage::embed_tokens}},
        GlossaryTerm{"encoder", "bidirectional model", "The part of a model that reads a whole text at once and turns each token into a vector. In a transformer, its tokens can attend to earlier and later ones.", {}, open_view("walk")},
        GlossaryTerm{"entropy", "nats, bits, spread of attention, H", "How spread out probabilities are: 0 if one has everything, log n if n are equal. With the natural logarithm it is measured in nats, with base 2 in bits; 1 nat is about 1.44 bits.", {}, open_tab("attention", "numbers")},
        GlossaryTerm{"epsilon ε", "eps, ε", "A very small number added in the denominator of a norm, so that nothing is divided by zero.", {&stage::norm1, &stage::final_norm}, {}, "ε", &epsilon_of},
        GlossaryTerm{"exponential", "exp, e", "e ≈ 2.718 raised to a power. It is always positive, and adding 1 to the exponent multiplies the result by e.", {&stage::weights}, {}, "exp"},
        GlossaryTerm{"final norm", "last LayerNorm", "The norm after the last block, before the output layer turns vectors into logits.", {&stage::final_norm}},
        GlossaryTerm{"FIRE", "functional interpolation for relative positions, position bias, interpolated biases", "Adds to each score a bias that a small learned network computes from the distance of query and key. The distance is divided by the query’s position, so that longer texts stay in the range of inputs seen in training.", {&stage::position_bias}, open_view("positions")},
        GlossaryTerm{"forward pass", "inference, run", "The computation from the text to the predictions: all stages of the walk, in order.", {}, open_view("walk")},
        GlossaryTerm{"gain", "γ, gamma, scale of a norm", "A learned factor for each dimension, applied after a norm has rescaled the vector. It starts at 1.", {&stage::norm1, &stage::final_norm}, {}, "γ"},
        GlossaryTerm{"gradient", "derivative, slope, partial derivative, d loss", "How fast the loss grows when one number grows: the derivative of the loss with respect to it. Training moves every weight against its gradient. Press B.", {&stage::loss}, {}, "∂"},
        GlossaryTerm{"greedy decoding", "argmax, most likely token", "Always takes the most likely token. The same text then always continues in the same way.", {}, open_view("output")},
        GlossaryTerm{"hidden state", "h, recurrent state, memory", "The vector that a recurrent network carries from one token to the next. It is all that a vanilla RNN or a GRU keeps of the text so far; an LSTM also carries a cell state.", {&stage::rnn_hidden, &stage::step_hidden}},
        GlossaryTerm{"key", "K, keys", "The vector that a token offers for comparison: the queries of all tokens that can attend to it are matched against it. It is computed from the token’s vector, usually with a learned key matrix.", {&stage::k, &stage::state_key}},
        GlossaryTerm{"KV cache", "key–value cache, cached keys", "Keys and values of earlier tokens, kept while a text is generated, so that only the new token has to be computed.", {&stage::past_k}, open_view("output")},
        GlossaryTerm{"label", "target token, target class, right answer, y", "The right answer of a position, or of the whole text: what the loss compares the prediction with. It comes from the task that the model was trained on, or it is your choice.", {&stage::loss}},
        GlossaryTerm{"layer", "block", "One level of a network. In a transformer it is usually called a block; a recurrent network processes the whole text once per layer.", {&stage::resid_pre, &stage::rnn_hidden, &stage::conv_out}},
        GlossaryTerm{"LayerNorm", "layer normalization, norm, normalization, γ, β", "Shifts and scales each token’s vector to mean 0 and standard deviation 1, then multiplies by a learned gain γ and adds a learned bias β. It keeps the numbers at a steady size.", {&stage::norm1, &stage::norm2, &stage::final_norm}},
        GlossaryTerm{"LayerNorm bias", "β, beta, shift of a norm", "A learned number for each dimension, added after LayerNorm’s gain. It starts at 0.", {&stage::norm1, &stage::final_norm}, {}, "β"},
        GlossaryTerm{"logarithm", "log, ln", "The inverse of the exponential: log e = 1. Here it is always the natural logarithm.", {&stage::loss}, {}, "log"},
        GlossaryTerm{"logit", "L, score of a token, unnormalized", "How strongly the model favors one token of the vocabulary, or one class. Any number is possible; the softmax turns logits into probabilities.", {&stage::logits}},
        GlossaryTerm{"logit lens", "early prediction, intermediate layers", "Reads the vectors after each layer with the model’s own output layer, as if the model stopped there.", {}, open_tab("output", "lens")},
        GlossaryTerm{"loss", "ℒ, cost, objective, error", "One number that says how wrong the predictions are. Training makes it small. Here it is the cross-entropy of the target tokens, or of the target class.", {&stage::loss}, {}, "ℒ"},
        GlossaryTerm{"LSTM", "long short-term memory, gates, cell", "A recurrent network with a cell state: gates decide what it keeps, what is written to it and what is passed on. It forgets less than a vanilla RNN.", {&stage::rnn_cell, &stage::forget_gate}},
        GlossaryTerm{"mask", "attention mask, padding mask, M", "Says which keys a query can attend to. A masked score becomes −∞, so that the softmax gives it the weight 0.", {&stage::scores_masked, &stage::alignment_masked, &stage::pool_scores}},
        GlossaryTerm{"mean μ", "average, mu, μ", "The average of the numbers of one vector.", {&stage::norm1, &stage::final_norm}, {}, "μ"},
        GlossaryTerm{"MLP", "feed-forward network, FFN, multilayer perceptron, dense", "Two matrix products with an activation function between them, applied to each token on its own. Attention moves information between tokens; the MLP processes it within one.", {&stage::mlp_pre, &stage::mlp_out}},
        GlossaryTerm{"neuron", "hidden unit, MLP dimension", "One dimension of the hidden layer of an MLP: it is active when the token’s vector matches its learned pattern.", {&stage::mlp_act}},
        GlossaryTerm{"output layer", "unembedding, head weights, language-model head, output head, W_U", "The last matrix product: it compares each token’s vector with one vector for every token of the vocabulary, or every class.", {&stage::logits}},
        GlossaryTerm{"parameter", "weight, weights, learned number, W", "A number learned in training. All matrices W and all biases are parameters; they are the same for every text.", {&stage::parameter}, open_view("inspect"), "W"},
        GlossaryTerm{"perplexity", "exp of the loss", "e raised to the average cross-entropy. A perplexity of 10 means: as uncertain as a choice among 10 equally likely tokens.", {&stage::loss}},
        GlossaryTerm{"pooling", "mean pooling, CLS, sentence vector", "Turns the vectors of all tokens into one vector for the whole text: by their mean, a weighted sum, or the vector of one token.", {&stage::pooled}},
        GlossaryTerm{"position", "index, order", "The place of a token in the text, counted from 1 in this window.", {&stage::embed_positions, &stage::embed_tokens}},
        GlossaryTerm{"positional encoding", "position embedding, sinusoidal, learned positions, P", "Tells the model where each token is. Attention alone treats a text as a set: without an encoding or a causal mask, word order would make no difference.", {&stage::embed_positions, &stage::q_rot, &stage::position_bias, &stage::relative_positions}, open_view("positions")},
        GlossaryTerm{"pre-norm and post-norm", "norm placement, Add & Norm", "Where the norm is: pre-norm rescales what a sublayer reads and leaves the residual stream alone; post-norm rescales the stream after each addition, as in the original transformer.", {&stage::norm1}},
        GlossaryTerm{"probability", "p, prediction, likelihood", "The softmax of the logits: one number from 0 to 1 for each token or class. They add up to 1.", {&stage::probs}},
        GlossaryTerm{"projection", "linear layer, matrix product, linear map", "A product with a learned matrix. Every number of the result is a weighted sum of the numbers of the vector.", {&stage::q, &stage::out}},
        GlossaryTerm{"query", "Q, queries", "The vector with which a token looks for others: it is compared with the key of every token it can attend to. It is computed from the token’s vector, usually with a learned query matrix.", {&stage::q, &stage::state_query}},
        GlossaryTerm{"residual connection", "skip connection, shortcut, add", "Adds the result of a sublayer to what went in, instead of replacing it. Gradients reach the first layers through these additions.", {&stage::resid_mid, &stage::resid_self, &stage::resid_post}},
        GlossaryTerm{"residual stream", "stream, X, hidden states", "The vectors, one per token, that run through all blocks. With residual connections, every sublayer adds its result to them.", {&stage::resid_pre, &stage::embed}},
        GlossaryTerm{"RMSNorm", "root mean square norm, norm", "Scales each token’s vector to root mean square 1 and multiplies by a learned gain γ. Unlike LayerNorm it does not shift.", {&stage::norm1, &stage::final_norm}},
        GlossaryTerm{"RNN", "recurrent neural network, recurrence, Elman, GRU", "Reads a text token by token and carries a hidden state along. Each step has to wait for the previous one.", {&stage::rnn_hidden, &stage::step_hidden}},
        GlossaryTerm{"rollout", "attention rollout, flow", "Multiplies the mean attention weights of all layers to estimate how much each token depends on each input token. It ignores values and MLPs.", {}, open_tab("attention", "rollout")},
        GlossaryTerm{"RoPE", "rotary position embedding, rotary, rotation", "Rotates each pair of dimensions of queries and keys by an angle proportional to the position. Positions then enter a score only through their difference.", {&stage::q_rot}, open_view("positions"), "θ_k"},
        GlossaryTerm{"sampling", "random draw, seed, stochastic decoding", "Picks the next token at random according to the probabilities. The seed decides which random numbers are drawn.", {}, open_view("output")},
        GlossaryTerm{"score", "S, attention score, compatibility, similarity", "How well a key matches a query, usually their dot product. The softmax over all keys turns a query’s scores into attention weights.", {&stage::scores_raw, &stage::alignment_scores, &stage::lookup_raw, &stage::pool_raw}},
        GlossaryTerm{"sigmoid", "σ(x), logistic function, gate", "Maps any number to one between 0 and 1: 1 / (1 + exp(−x)). Gates use it to let through more or less.", {&stage::input_gate, &stage::update_gate}, {}, "sigmoid"},
        GlossaryTerm{"softmax", "normalized exponential, soft maximum", "Turns scores into positive weights that add up to 1: each exponential divided by the sum of all. A score larger by 1 gets 2.7 times the weight, so large scores win, and no weight is ever exactly 0 unless it is masked or too small for the computer.", {&stage::weights, &stage::alignment, &stage::lookup_weights, &stage::probs}, {}, "softmax"},
        GlossaryTerm{"square root", "root, √", "Scores are divided by the square root of d_head to keep their typical size independent of d_head.", {&stage::scores_scaled}, {}, "√"},
        GlossaryTerm{"stage", "step, operation", "One named tensor of the forward pass, with the operation that computes it. The walk shows them in order.", {}, open_view("walk")},
        GlossaryTerm{"standard deviation σ", "spread, sigma, σ, variance", "How far the numbers of a vector typically are from their mean. Its square σ² is the variance.", {&stage::norm1, &stage::final_norm}, {}, "σ"},
        GlossaryTerm{"sum", "Σ, add up", "Adds what follows over all values of the index below the sign.", {}, {}, "Σ"},
        GlossaryTerm{"tanh", "hyperbolic tangent, activation", "Maps any number to one between −1 and 1; close to 0 it changes little.", {&stage::attentional, &stage::state_candidate}, {}, "tanh"},
        GlossaryTerm{"teacher forcing", "training a decoder", "In training, a decoder reads the correct previous tokens instead of its own predictions. In a transformer, all positions can then be computed at once.", {}, open_view("output")},
        GlossaryTerm{"temperature", "T, τ, sharpness, randomness", "Logits or scores are divided by it before a softmax. Below 1 the largest gains, above 1 the differences shrink.", {&stage::scores_scaled, &stage::lookup_scaled}, open_view("output"), "τ"},
        GlossaryTerm{"token", "word piece, character, word, tokenizer", "The unit a model reads: a word, a piece of a word or a character. Each has an ID in the vocabulary.", {&stage::embed_tokens}},
        GlossaryTerm{"top-k", "k most likely, filtering", "Sampling from the k most likely tokens only.", {}, open_view("output")},
        GlossaryTerm{"top-p", "nucleus sampling, filtering", "Sampling from the fewest tokens whose probabilities add up to at least p.", {}, open_view("output")},
        GlossaryTerm{"trace back", "contribution, follow, where from", "Follows a number to the largest of the terms it is the sum of, stage by stage, back to a token. Select a cell and press U.", {}, open_view("walk")},
        GlossaryTerm{"transpose", "⊤, swapped rows and columns", "The matrix with rows and columns exchanged. In Q K⊤ it turns each key into a column, so that each cell is the dot product of one query and one key.", {&stage::scores_raw}, {}, "⊤"},
        GlossaryTerm{"value", "V, values", "The vector that a token passes on to the tokens that attend to it. It is computed from the token’s vector, usually with a learned value matrix.", {&stage::v, &stage::state_value}},
        GlossaryTerm{"vector", "row, list of numbers, dimension", "A list of numbers. Each token is represented by one; in a matrix of token vectors, each row on screen is one token’s vector.", {&stage::embed_tokens}},
        GlossaryTerm{"vocabulary", "vocab, known words", "All tokens that the model can read. Each has a row in the embedding table and, unless the model is a classifier, a logit.", {&stage::embed_tokens}, open_view("output")},
        GlossaryTerm{"watch", "watch list, keep an eye on", "Keeps a cell’s value visible while you go to other stages or change the text. Select a cell and press W.", {}, open_view("walk")},
    };
    return rows;
}
// clang-format on

std::string lower_case(std::string_view text) {
    std::string made(text);
    for (char& c : made) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return made;
}

bool begins_word(const std::string& text, std::size_t at) {
    return at == 0 || text[at - 1] == ' ' || text[at - 1] == '-' || text[at - 1] == '(';
}

/// The query stands in the text at the beginning of a word: 1, and 2 where the whole text begins with it, 3 where it is
/// the text; 0 elsewhere.
int found_in(const std::string& query, const std::string& text) {
    if (text == query) return 3;
    int best = 0;
    for (std::size_t at = text.find(query); at != std::string::npos; at = text.find(query, at + 1))
        if (begins_word(text, at)) best = std::max(best, at == 0 ? 2 : 1);
    return best;
}

/// The symbol without its scripts: "W" of "W^Q".
std::string_view letter_of(std::string_view plain) {
    return plain.substr(0, std::min(plain.find('^'), plain.find('_')));
}

const GlossaryTerm* term_of_symbol(std::string_view plain) {
    for (const std::string_view wanted : {plain, letter_of(plain)})
        for (const GlossaryTerm& term : glossary())
            if (wanted == term.symbol && !wanted.empty()) return &term;
    return nullptr;
}

}  // namespace

std::span<const GlossaryTerm> glossary() { return term_rows(); }

int place_of(const Trace& trace, const GlossaryTerm& term, int near) {
    const Site* site = near < 0 ? nullptr : &trace.record(near).site;
    for (const Stage* stage : term.stages) {
        if (stage == nullptr) break;
        int first = -1;
        for (const Record& record : trace.records()) {
            if (record.stage != stage) continue;
            // Of the parameters, a bias is one that is written b.
            const bool bias = term.symbol == std::string_view("b");
            if (bias && letter_of(plain_formula(record.symbol)) != term.symbol) continue;
            if (first < 0) first = record.id;
            if (site != nullptr && record.site.block == site->block && record.site.stack == site->stack)
                return record.id;
        }
        if (first >= 0) return first;
    }
    return -1;
}

std::optional<int> term_score(const GlossaryTerm& term, std::string_view query) {
    const std::string wanted = lower_case(query);
    const int name = found_in(wanted, lower_case(term.name));
    if (name > 0) return 100 * name;
    const std::string words = lower_case(term.words);
    int best = 0;
    for (std::size_t at = 0; at < words.size();) {
        const std::size_t end = std::min(words.find(", ", at), words.size());
        best = std::max(best, found_in(wanted, words.substr(at, end - at)));
        at = end + 2;
    }
    if (best > 0) return 30 * best;
    if (found_in(wanted, lower_case(term.text)) > 0) return 10;
    return {};
}

std::string words_of(const Stage& stage) {
    std::string words;
    for (const GlossaryTerm& term : glossary())
        if (std::ranges::find(term.stages, &stage) != term.stages.end())
            words += (words.empty() ? "" : ", ") + std::string(term.name) + ", " + term.words;
    return words;
}

bool is_named(const Stage& stage, std::string_view name) {
    const std::string wanted = lower_case(name);
    return std::ranges::any_of(glossary(), [&](const GlossaryTerm& term) {
        return term.stages[0] == &stage && lower_case(term.name) == wanted;
    });
}

std::optional<SymbolMeaning> meaning_of(const Trace& trace, int id, std::string_view plain) {
    const Record& record = trace.record(id);
    const GlossaryTerm* term = term_of_symbol(plain);
    std::vector<int> tensors = record.operands;
    tensors.push_back(id);
    for (const int tensor : tensors) {
        const Record& of = trace.record(tensor);
        if (plain_formula(of.symbol) != plain) continue;
        SymbolMeaning found{.record = tensor, .term = of.kind == Record::Kind::parameter ? term : nullptr, .value = {}};
        if (of.shape.count() == 1 && of.value != nullptr && of.value_kept)
            found.value = static_cast<double>(of.entries(0, 1)[0]);
        return found;
    }
    if (term == nullptr) return {};
    return SymbolMeaning{
        .record = -1, .term = term, .value = term->value == nullptr ? std::nullopt : term->value(trace, record)};
}

}  // namespace glassformer
