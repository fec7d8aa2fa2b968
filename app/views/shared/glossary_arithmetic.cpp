// Words of the arithmetic. Each is a row of the glossary (glossary.h).
#include "app/views/shared/glossary_rows.h"

namespace glassformer {

std::span<const GlossaryTerm> arithmetic_terms() {
    static const std::vector<GlossaryTerm> rows{
        {.name = "cosine similarity",
         .words = "cosine, angle, similarity of tokens",
         .text = "The dot product of two vectors divided by both of their lengths: 1 for the same direction, 0 for "
                 "perpendicular vectors, −1 for opposite ones.",
         .formula = "\\text{cos}(x, y) = \\frac{x · y}{‖x‖ ‖y‖}",
         .see = "dot product, rank collapse, vector",
         .example = "view: experiments\n"
                    "page: depth\n"
                    "experiments.depth.show: 0"},
        {.name = "dot product",
         .words = "inner product, similarity",
         .text = "Multiplies two vectors dimension by dimension and adds the products up. It is large when both have "
                 "large numbers of the same sign in the same places.",
         .stages = {&stage::scores_raw, &stage::alignment_scores, &stage::lookup_raw},
         .symbol = "·",
         .formula = "x · y = Σ_{i} x_{i} y_{i}",
         .see = "score, vector, cosine similarity",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "cell: blocks.1.attn.scores_raw[head 1, it, animal]",
         .counted = "Largest score in the row of {row}",
         .number = "max({row})"},
        {.name = "elementwise product",
         .words = "Hadamard product, gating, ⊙",
         .text = "Multiplies two vectors dimension by dimension, without adding up.",
         .stages = {&stage::norm1, &stage::mlp_act},
         .symbol = "⊙",
         .formula = "(x ⊙ y)_{i} = x_{i} y_{i}",
         .see = "dot product, gated MLP, gain",
         .example = "model: coreference-full-llama\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.mlp.act"},
        {.name = "entropy",
         .words = "nats, bits, spread of attention, H",
         .text = "How spread out probabilities are: 0 if one has everything, log n if n are equal. With the natural "
                 "logarithm it is measured in nats, with base 2 in bits; 1 nat is about 1.44 bits.",
         .page = open_tab("attention", "numbers"),
         .formula = "H(p) = −Σ_{i} p_{i} \\text{log} p_{i}",
         .source = "Shannon, A Mathematical Theory of Communication, 1948",
         .see = "cross-entropy, softmax, saturation",
         .example = "model: coreference-full\n"
                    "view: attention\n"
                    "page: numbers\n"
                    "stage: blocks.1.attn.weights",
         .counted = "Entropy of the attention weights of {row}, in nats",
         .number = "entropy({row})",
         .number_at = {&stage::weights, &stage::alignment, &stage::lookup_weights}},
        {.name = "exponential",
         .words = "exp, e",
         .text = "e ≈ 2.718 raised to a power. It is always positive, and adding 1 to the exponent multiplies the "
                 "result by e.",
         .stages = {&stage::weights},
         .symbol = "exp",
         .formula = "\\text{exp}(x) = e^{x}",
         .see = "softmax, logarithm",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "cell: blocks.1.attn.weights[head 1, it, animal]"},
        {.name = "logarithm",
         .words = "log, ln",
         .text = "The inverse of the exponential: log e = 1. Here it is always the natural logarithm.",
         .stages = {&stage::loss},
         .symbol = "log",
         .formula = "\\text{log}(\\text{exp}(x)) = x",
         .see = "exponential, cross-entropy",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: loss\n"
                    "gradients: on"},
        {.name = "mean μ",
         .words = "average, mu, μ",
         .text = "The average of the numbers of one vector.",
         .stages = {&stage::norm1, &stage::final_norm},
         .symbol = "μ",
         .formula = "μ = \\frac{ 1}{d} Σ_{i} x_{i}",
         .see = "standard deviation σ, LayerNorm, pooling",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.norm1",
         .counted = "Mean of the vector of {row} before the norm",
         .number = "mean({input})"},
        {.name = "one-hot vector",
         .words = "one-hot, indicator vector",
         .text = "A vector with a single 1 and zeros elsewhere. Multiplying it by a matrix selects one row of the "
                 "matrix, as an embedding lookup does.",
         .formula = "e_{i}^{⊤} W = \\text{row } i \\text{ of } W",
         .see = "embedding, vocabulary, label",
         .example = "model: puzzle-letters\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: embed.tokens"},
        {.name = "saturation",
         .words = "saturated softmax, vanishing softmax gradient",
         .text = "A softmax is saturated when one weight is almost 1 and the others are almost 0. Its derivatives are "
                 "then almost 0, so the scores before it hardly learn.",
         .formula = "\\frac{∂p_{i}}{∂s_{j}} = p_{i} (δ_{ij} − p_{j})",
         .see = "scaled dot-product attention, softmax, entropy",
         .example = "view: experiments\n"
                    "page: score-scale\n"
                    "experiments.score-scale.source: 0"},
        {.name = "sigmoid",
         .words = "σ(x), logistic function, gate",
         .text = "Maps any number to one between 0 and 1: 1 / (1 + exp(−x)). Gates use it to let through more or less.",
         .stages = {&stage::input_gate, &stage::update_gate},
         .symbol = "sigmoid",
         .formula = "σ(x) = \\frac{ 1}{1 + \\text{exp}(−x)}",
         .see = "gate, tanh, LSTM",
         .example = "model: recall-lstm\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: rnn.0.steps.0.f"},
        {.name = "softmax",
         .words = "normalized exponential, soft maximum",
         .text = "Turns scores into positive weights that add up to 1: each exponential divided by the sum of all. A "
                 "score larger by 1 gets 2.7 times the weight, so large scores win, and no weight is ever exactly 0 "
                 "unless it is masked or too small for the computer.",
         .stages = {&stage::weights, &stage::alignment, &stage::lookup_weights, &stage::probs},
         .symbol = "softmax",
         .formula = "\\text{softmax}(x)_{i} = \\frac{\\text{exp}(x_{i})}{Σ_{j} \\text{exp}(x_{j})}",
         .source = "Bridle, Probabilistic Interpretation of Feedforward Classification Network Outputs, 1990",
         .see = "attention weight, temperature, exponential, saturation",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "cell: blocks.1.attn.weights[head 1, it, animal]",
         .counted = "Sum of the weights in the row of {row}",
         .number = "sum({row})"},
        {.name = "square root",
         .words = "root, √",
         .text = "Scores are divided by the square root of d_head to keep their typical size independent of d_head.",
         .stages = {&stage::scores_scaled},
         .symbol = "√",
         .formula = "\\sqrt{x} · \\sqrt{x} = x",
         .see = "scaled dot-product attention, d_head",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.attn.scores_scaled",
         .counted = "√d_head of this model",
         .number = "sqrt(config.d_head)"},
        {.name = "standard deviation σ",
         .words = "spread, sigma, σ, variance",
         .text = "How far the numbers of a vector typically are from their mean. Its square σ² is the variance.",
         .stages = {&stage::norm1, &stage::final_norm},
         .symbol = "σ",
         .formula = "σ = \\sqrt{\\frac{ 1}{d} Σ_{i} (x_{i} − μ)²}",
         .see = "mean μ, LayerNorm, RMSNorm",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.norm1",
         .counted = "Standard deviation of the vector of {row} before the norm",
         .number = "sqrt(variance({input}))"},
        {.name = "sum",
         .words = "Σ, add up",
         .text = "Adds what follows over all values of the index below the sign.",
         .symbol = "Σ",
         .formula = "Σ_{i} x_{i} = x₁ + x₂ + …",
         .see = "mean μ, dot product",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "cell: blocks.1.attn.weights[head 1, it, animal]",
         .counted = "Sum of the attention weights of {row}",
         .number = "sum({row})",
         .number_at = {&stage::weights, &stage::alignment, &stage::lookup_weights}},
        {.name = "tanh",
         .words = "hyperbolic tangent, activation",
         .text = "Maps any number to one between −1 and 1; close to 0 it changes little.",
         .stages = {&stage::attentional, &stage::state_candidate},
         .symbol = "tanh",
         .formula = "\\text{tanh}(x) = \\frac{\\text{exp}(x) − \\text{exp}(−x)}{\\text{exp}(x) + "
                    "\\text{exp}(−x)}",
         .see = "sigmoid, activation function, RNN",
         .example = "model: recall-rnn\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: rnn.0.steps.1.h"},
        {.name = "transpose",
         .words = "⊤, swapped rows and columns",
         .text = "The matrix with rows and columns exchanged. In Q K⊤ it turns each key into a column, so that each "
                 "cell is the dot product of one query and one key.",
         .stages = {&stage::scores_raw},
         .symbol = "⊤",
         .formula = "(X^{⊤})_{ij} = X_{ji}",
         .see = "score, dot product",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.attn.scores_raw"},
        {.name = "vector",
         .words = "row, list of numbers, dimension",
         .text = "A list of numbers. Each token is represented by one; in a matrix of token vectors, each row on "
                 "screen is one token’s vector.",
         .stages = {&stage::embed_tokens},
         .see = "embedding, d_model, dot product",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: embed.tokens",
         .counted = "Numbers in each token’s vector",
         .number = "cols({here})"},
    };
    return rows;
}

}  // namespace glassformer
