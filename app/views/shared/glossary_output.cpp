// Words of text and of what is predicted. Each is a row of the glossary (glossary.h).
#include "app/views/shared/glossary_rows.h"

namespace glassformer {

std::span<const GlossaryTerm> output_terms() {
    static const std::vector<GlossaryTerm> rows{
        {.name = "beam search",
         .words = "beams, decoding",
         .text = "Keeps several partial texts at once and extends each; those with the highest total log-probability "
                 "survive. It can find a likelier text than greedy decoding.",
         .page = open_view("output"),
         .formula = "\\text{score}(y) = Σ_{t} \\text{log} P(y_{t} | y_{<t})",
         .see = "greedy decoding, sampling, encoder–decoder",
         .example = "model: translate-fr-en\n"
                    "view: output\n"
                    "page: translation"},
        {.name = "bits per byte",
         .words = "bits per character, compression, BPB",
         .text = "The cross-entropy in bits, divided by the bytes of the text instead of its tokens. It compares "
                 "models whose tokens differ in length.",
         .formula = "\\text{bits per byte} = \\frac{−Σ_{t} \\text{log}₂ P(x_{t} | x_{<t})}{\\text{bytes}}",
         .see = "cross-entropy, perplexity, held-out text",
         .example = "model: characters\n"
                    "view: output\n"
                    "page: generation"},
        {.name = "context window",
         .words = "context length, maximum length, max_seq_len",
         .text = "The largest number of tokens that a model reads at once: max_seq_len in its config.json.",
         .see = "learned positions, quadratic cost, length generalization",
         .example = "model: characters\n"
                    "view: walk\n"
                    "zoom: story",
         .counted = "max_seq_len of this model, in tokens",
         .number = "config.max_seq_len"},
        {.name = "contribution",
         .words = "direct logit attribution, attribution",
         .text = "The part of a logit that one head, one MLP or the embedding adds through the residual stream.",
         .page = open_tab("output", "contributions"),
         .formula = "\\text{logit} = Σ_{l} f_{l} · w",
         .source = "Elhage et al., A Mathematical Framework for Transformer Circuits, 2021",
         .see = "residual stream, logit, logit lens",
         .example = "model: coreference-full\n"
                    "view: output\n"
                    "page: contributions"},
        {.name = "greedy decoding",
         .words = "argmax, most likely token",
         .text = "Always takes the most likely token. The same text then always continues in the same way.",
         .page = open_view("output"),
         .formula = "x_{t} = \\text{argmax}_{v} P(v | x_{<t})",
         .see = "sampling, beam search, temperature",
         .example = "model: characters\n"
                    "view: output\n"
                    "page: choice",
         .counted = "Most likely token or class at {row}",
         .number = "argmax({row})",
         .number_at = {&stage::probs}},
        {.name = "logit",
         .words = "L, score of a token, unnormalized",
         .text = "How strongly the model favors one token of the vocabulary, or one class. Any number is possible; "
                 "where one of them is right, the softmax turns logits into probabilities.",
         .stages = {&stage::logits},
         .formula = "\\text{logits} = x W_{U}",
         .see = "probability, output layer, logit lens",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: logits",
         .counted = "Largest logit at {row}",
         .number = "max({row})"},
        {.name = "logit lens",
         .words = "early prediction, intermediate layers",
         .text = "Reads the vectors after each layer with the model’s own output layer, as if the model stopped there.",
         .page = open_tab("output", "lens"),
         .source = "nostalgebraist, Interpreting GPT: the Logit Lens, 2020",
         .see = "logit, contribution, residual stream",
         .example = "model: coreference-full\n"
                    "view: output\n"
                    "page: lens"},
        {.name = "output layer",
         .words = "unembedding, head weights, language-model head, output head, W_U",
         .text = "The last matrix product: it compares each token’s vector with one vector for every token of the "
                 "vocabulary, or the vector of the text with one for every class.",
         .stages = {&stage::logits},
         .formula = "\\text{logits} = x W_{U}",
         .see = "logit, weight tying, final norm",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: logits"},
        {.name = "perplexity",
         .words = "exp of the loss",
         .text = "e raised to the average cross-entropy. A perplexity of 10 means: as uncertain as a choice among 10 "
                 "equally likely tokens.",
         .stages = {&stage::loss},
         .formula = "\\text{PPL} = \\text{exp}(ℒ)",
         .source = "Jelinek et al., Perplexity: a Measure of the Difficulty of Speech Recognition Tasks, "
                   "1977",
         .see = "cross-entropy, bits per byte, language model",
         .example = "model: characters\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: loss\n"
                    "text: ROMEO:\n"
                    "gradients: on",
         .counted = "Perplexity of this text",
         .number = "exp({here})"},
        {.name = "probability",
         .words = "p, prediction, likelihood",
         .text = "The softmax of the logits: one number from 0 to 1 for each token or class. They add up to 1.",
         .stages = {&stage::probs},
         .formula = "p = \\text{softmax}(\\text{logits})",
         .see = "softmax, logit, cross-entropy",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: probs",
         .counted = "Largest probability at {row}",
         .number = "max({row})"},
        {.name = "sampling",
         .words = "random draw, seed, stochastic decoding",
         .text = "Picks the next token at random according to the probabilities. The seed decides which random "
                 "numbers are drawn.",
         .page = open_view("output"),
         .formula = "x_{t} ~ P(x_{t} | x_{<t})",
         .see = "temperature, top-k, top-p, greedy decoding",
         .example = "model: characters\n"
                    "view: output\n"
                    "page: generation"},
        {.name = "subword",
         .words = "BPE, byte-pair encoding, WordPiece, word piece, tokenizer",
         .text = "A token that is a frequent piece of words. With subwords, a vocabulary of limited size can spell "
                 "every word.",
         .source = "Sennrich, Haddow and Birch, Neural Machine Translation of Rare Words with Subword "
                   "Units, 2015",
         .see = "token, vocabulary, GPT-2",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: embed.tokens"},
        {.name = "temperature",
         .words = "T, τ, sharpness, randomness",
         .text = "Logits or scores are divided by it before a softmax. Below 1 the largest gains, above 1 the "
                 "differences shrink.",
         .stages = {&stage::scores_scaled, &stage::lookup_scaled},
         .page = open_view("output"),
         .symbol = "τ",
         .formula = "p_{i} = \\frac{\\text{exp}(z_{i} / τ)}{Σ_{j} \\text{exp}(z_{j} / τ)}",
         .source = "Hinton, Vinyals and Dean, Distilling the Knowledge in a Neural Network, 2015",
         .see = "softmax, sampling, entropy",
         .example = "model: characters\n"
                    "view: output\n"
                    "page: choice"},
        {.name = "token",
         .words = "word piece, character, word, tokenizer",
         .text = "The unit a model reads: a word, a piece of a word or a character. Each has an ID in the vocabulary.",
         .stages = {&stage::embed_tokens},
         .see = "vocabulary, embedding, subword",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: embed.tokens",
         .counted = "Tokens of this text",
         .number = "tokens()"},
        {.name = "top-k",
         .words = "k most likely, filtering",
         .text = "Sampling from the k most likely tokens only.",
         .page = open_view("output"),
         .source = "Fan, Lewis and Dauphin, Hierarchical Neural Story Generation, 2018",
         .see = "top-p, sampling, temperature",
         .example = "model: characters\n"
                    "view: output\n"
                    "page: choice"},
        {.name = "top-p",
         .words = "nucleus sampling, filtering",
         .text = "Sampling from the fewest tokens whose probabilities add up to at least p.",
         .page = open_view("output"),
         .formula = "Σ_{i ∈ \\text{kept}} p_{i} ≥ p",
         .source = "Holtzman et al., The Curious Case of Neural Text Degeneration, 2019",
         .see = "top-k, sampling, temperature",
         .example = "model: characters\n"
                    "view: output\n"
                    "page: choice"},
        {.name = "vocabulary",
         .words = "vocab, known words",
         .text = "All tokens that the model can read. Each has a row in the embedding table and, unless the model is "
                 "a classifier, a logit.",
         .stages = {&stage::embed_tokens},
         .page = open_view("output"),
         .see = "token, embedding, logit",
         .example = "model: characters\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: embed.tokens",
         .counted = "Size of this model’s vocabulary",
         .number = "config.vocab_size"},
    };
    return rows;
}

}  // namespace glassformer
