// Words of what a block is made of. Each is a row of the glossary (glossary.h).
#include "app/views/shared/glossary_rows.h"

namespace glassformer {

namespace {

std::optional<double> width_of_model(const Trace& trace, const Record& record) {
    return operand_length(trace, record, Axis::d_model);
}

std::optional<double> width_of_mlp(const Trace& trace, const Record& record) {
    return operand_length(trace, record, Axis::d_ff);
}

std::optional<double> epsilon_of(const Trace&, const Record& record) {
    if (!record.operation) return {};
    for (const Attribute& set : record.operation->attributes())
        if (set.key == "eps" && set.is_number) return set.number;
    return {};
}

}  // namespace

std::span<const GlossaryTerm> blocks_terms() {
    static const std::vector<GlossaryTerm> rows{
        {.name = "activation function",
         .words = "nonlinearity, ReLU, squared ReLU, GELU, quick GELU, SiLU, tanh",
         .text = "A nonlinear function applied to every number on its own. Without it, two matrix products in a row "
                 "would collapse into one.",
         .stages = {&stage::mlp_act, &stage::conv_act, &stage::state_candidate, &stage::attentional},
         .formula = "\\text{ReLU}(x) = \\text{max}(0, x), \\text{GELU}(x) = x Φ(x)",
         .source = "Hendrycks and Gimpel, Gaussian Error Linear Units, 2016",
         .see = "MLP, neuron, dead unit, tanh, sigmoid",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.mlp.act"},
        {.name = "bias",
         .words = "b, offset",
         .text = "A learned vector that is added after a matrix product. It is the same for every token.",
         .stages = {&stage::parameter},
         .symbol = "b",
         .formula = "y = x W + b",
         .see = "parameter, projection, LayerNorm bias",
         .example = "model: coreference-full\n"
                    "view: inspect\n"
                    "stage: blocks.0.attn.q.bias"},
        {.name = "block",
         .words = "transformer block, layer, parallel block, parallel residual",
         .text = "One round of attention and MLP, with residual connections and norms. A transformer is a stack of "
                 "blocks of the same form. Usually the MLP reads what attention made; in a parallel block both read "
                 "the input of the block.",
         .stages = {&stage::resid_pre},
         .formula = "\\text{pre-norm}: y = x + \\text{attention}(\\text{norm}(x)), z = y + "
                    "\\text{MLP}(\\text{norm}(y))",
         .see = "residual connection, attention, MLP, pre-norm and post-norm",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: architecture",
         .counted = "Blocks of this model",
         .number = "config.n_layers"},
        {.name = "d_ff",
         .words = "width of the MLP, hidden size of the MLP",
         .text = "The number of neurons in the hidden layer of an MLP, often four times d_model.",
         .stages = {&stage::mlp_pre},
         .symbol = "d_ff",
         .value = &width_of_mlp,
         .see = "MLP, neuron, d_model",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.mlp.pre",
         .counted = "d_ff of this model",
         .number = "config.d_ff"},
        {.name = "d_model",
         .words = "model size, hidden size, width, embedding size",
         .text = "The number of dimensions of the vector that stands for a token in the residual stream.",
         .stages = {&stage::resid_pre, &stage::embed, &stage::embed_tokens},
         .symbol = "d_model",
         .value = &width_of_model,
         .see = "residual stream, embedding, d_head",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.resid_pre",
         .counted = "d_model of this model",
         .number = "config.d_model"},
        {.name = "dead unit",
         .words = "dead ReLU, inactive neuron",
         .text = "A hidden unit whose activation is 0 for every token looked at. With ReLU it then gets no gradient, "
                 "so training cannot change it from these tokens.",
         .formula = "\\text{max}(0, x · w + b) = 0 \\text{ for all } x",
         .see = "neuron, activation function, gradient",
         .example = "view: experiments\n"
                    "page: depth\n"
                    "experiments.depth.show: 0"},
        {.name = "embedding",
         .words = "word vector, token vector, lookup table",
         .text = "The learned vector that stands for a token: a row of the embedding table, selected by the token’s "
                 "ID.",
         .stages = {&stage::embed_tokens},
         .formula = "x_{i} = E[t_{i}]",
         .see = "token, vocabulary, one-hot vector, positional encoding",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: embed.tokens",
         .counted = "Length of the embedding of {row}",
         .number = "norm({row})"},
        {.name = "epsilon ε",
         .words = "eps, ε",
         .text = "A very small number added in the denominator of a norm, so that nothing is divided by zero.",
         .stages = {&stage::norm1, &stage::final_norm},
         .symbol = "ε",
         .value = &epsilon_of,
         .see = "LayerNorm, RMSNorm, standard deviation σ",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.norm1",
         .counted = "ε of this model’s norms",
         .number = "config.norm_eps"},
        {.name = "final norm",
         .words = "last LayerNorm",
         .text = "The norm after the last block, before the output layer turns vectors into logits.",
         .stages = {&stage::final_norm},
         .see = "LayerNorm, RMSNorm, logit",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: final_norm"},
        {.name = "gain",
         .words = "γ, gamma, scale of a norm",
         .text = "A learned factor for each dimension, applied after a norm has rescaled the vector. It starts at 1.",
         .stages = {&stage::norm1, &stage::final_norm},
         .symbol = "γ",
         .formula = "γ ⊙ x̂",
         .source = "Ba, Kiros and Hinton, Layer Normalization, 2016",
         .see = "LayerNorm, RMSNorm, elementwise product",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.norm1"},
        {.name = "gated MLP",
         .words = "GLU, SwiGLU, gate",
         .text = "An MLP with a third matrix: one projection goes through the activation function and is multiplied, "
                 "dimension by dimension, by another projection before the last matrix.",
         .stages = {&stage::mlp_gate},
         .formula = "(φ(x W) ⊙ x V) W₂",
         .source = "Shazeer, GLU Variants Improve Transformer, 2020",
         .see = "MLP, elementwise product, activation function",
         .example = "model: coreference-full-llama\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.mlp.gate"},
        {.name = "LayerNorm",
         .words = "layer normalization, norm, normalization, γ, β",
         .text = "Shifts and scales each token’s vector to mean 0 and standard deviation 1, then multiplies by a "
                 "learned gain γ and adds a learned bias β. It keeps the numbers at a steady size.",
         .stages = {&stage::norm1, &stage::norm2, &stage::final_norm},
         .formula = "\\text{LayerNorm}(x) = \\frac{x − μ}{\\sqrt{σ² + ε}} ⊙ γ + β",
         .source = "Ba, Kiros and Hinton, Layer Normalization, 2016",
         .see = "RMSNorm, gain, mean μ, standard deviation σ, pre-norm and post-norm",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.norm1",
         .counted = "Standard deviation of the vector of {row} before the norm",
         .number = "sqrt(variance({input}))"},
        {.name = "LayerNorm bias",
         .words = "β, beta, shift of a norm",
         .text = "A learned number for each dimension, added after LayerNorm’s gain. It starts at 0.",
         .stages = {&stage::norm1, &stage::final_norm},
         .symbol = "β",
         .formula = "γ ⊙ x̂ + β",
         .source = "Ba, Kiros and Hinton, Layer Normalization, 2016",
         .see = "LayerNorm, gain, bias",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.norm1"},
        {.name = "MLP",
         .words = "feed-forward network, FFN, multilayer perceptron, dense",
         .text = "Projects each token’s vector to a hidden layer, applies an activation function, and projects the "
                 "result back. It works on each token on its own: attention moves information between tokens; the MLP "
                 "processes it within one.",
         .stages = {&stage::mlp_pre, &stage::mlp_out},
         .formula = "\\text{MLP}(x) = φ(x W₁ + b₁) W₂ + b₂",
         .source = "Vaswani et al., Attention Is All You Need, 2017",
         .see = "neuron, activation function, d_ff, gated MLP",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.mlp.pre"},
        {.name = "neuron",
         .words = "hidden unit, MLP dimension",
         .text = "One dimension of the hidden layer of an MLP: it is active when the token’s vector matches its "
                 "learned pattern.",
         .stages = {&stage::mlp_act},
         .formula = "φ(x · w + b)",
         .see = "MLP, activation function, dead unit",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: token\n"
                    "stage: blocks.0.mlp.act",
         .counted = "Largest activation of {row}",
         .number = "max({row})"},
        {.name = "parameter",
         .words = "weight, weights, learned number, W",
         .text = "A number learned in training. All matrices W and all biases are parameters; they are the same for "
                 "every text.",
         .stages = {&stage::parameter},
         .page = open_view("inspect"),
         .symbol = "W",
         .see = "weight tying, gradient, bias",
         .example = "model: coreference-full\n"
                    "view: inspect\n"
                    "stage: blocks.0.attn.q.weight",
         .counted = "Parameters of this model",
         .number = "{parameters}"},
        {.name = "pooling",
         .words = "mean pooling, CLS, sentence vector, pooler",
         .text = "Turns the vectors of all tokens into one vector for the whole text: by their mean, a weighted sum, "
                 "or the vector of one token.",
         .stages = {&stage::pooled},
         .formula = "x_{\\text{pool}} = \\frac{ 1}{n} Σ_{i} x_{i}",
         .see = "classifier, mean μ, soft lookup",
         .example = "model: sentiment-but\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: pooled"},
        {.name = "pre-norm and post-norm",
         .words = "norm placement, Add & Norm",
         .text = "Where the norm is: pre-norm rescales what a sublayer reads and leaves the residual stream alone; "
                 "post-norm rescales the stream after each addition, as in the original transformer.",
         .stages = {&stage::norm1},
         .formula = "\\text{pre}: x + f(\\text{norm}(x)), \\text{post}: \\text{norm}(x + f(x))",
         .source = "Xiong et al., On Layer Normalization in the Transformer Architecture, 2020",
         .see = "LayerNorm, residual connection, warm-up",
         .example = "view: experiments\n"
                    "page: depth\n"
                    "experiments.depth.show: 1"},
        {.name = "projection",
         .words = "linear layer, matrix product, linear map",
         .text = "A product with a learned matrix. Every number of the result is a weighted sum of the numbers of the "
                 "vector.",
         .stages = {&stage::q, &stage::out},
         .formula = "y = x W",
         .see = "query, output projection, parameter",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.attn.q"},
        {.name = "rank collapse",
         .words = "attention only averages, oversmoothing, token similarity",
         .text = "Stacked attention without MLPs and residual connections makes all tokens’ vectors alike: each layer "
                 "replaces them by weighted averages, and the matrix approaches rank one.",
         .source = "Dong, Cordonnier and Loukas, Attention Is Not All You Need: Pure Attention Loses Rank "
                   "Doubly Exponentially with Depth, 2021",
         .see = "MLP, residual connection, cosine similarity",
         .example = "view: experiments\n"
                    "page: depth\n"
                    "experiments.depth.show: 0"},
        {.name = "residual connection",
         .words = "skip connection, shortcut, add",
         .text = "Adds the result of a sublayer to what went in, instead of replacing it. Gradients reach the first "
                 "layers through these additions.",
         .stages = {&stage::resid_mid, &stage::resid_self, &stage::resid_post},
         .formula = "y = x + f(x)",
         .source = "He et al., Deep Residual Learning for Image Recognition, 2015",
         .see = "residual stream, vanishing gradient, pre-norm and post-norm, loss surface",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.resid_mid"},
        {.name = "residual stream",
         .words = "stream, X, hidden states",
         .text = "The vectors, one per token, that run through all blocks. With residual connections, every sublayer "
                 "adds its result to them.",
         .stages = {&stage::resid_pre, &stage::embed},
         .formula = "x_{L} = x₀ + Σ_{l} f_{l}",
         .source = "Elhage et al., A Mathematical Framework for Transformer Circuits, 2021",
         .see = "residual connection, d_model, contribution",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.1.resid_pre",
         .counted = "Length of the vector of {row}",
         .number = "norm({row})"},
        {.name = "RMSNorm",
         .words = "root mean square norm, norm",
         .text = "Scales each token’s vector to root mean square 1 and multiplies by a learned gain γ. Unlike "
                 "LayerNorm it does not shift.",
         .stages = {&stage::norm1, &stage::final_norm},
         .formula = "\\text{RMSNorm}(x) = \\frac{x}{\\sqrt{\\text{mean}(x²) + ε}} ⊙ γ",
         .source = "Zhang and Sennrich, Root Mean Square Layer Normalization, 2019",
         .see = "LayerNorm, gain, epsilon ε",
         .example = "model: coreference-full-rmsnorm\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.norm1",
         .counted = "Root mean square of the vector of {row} before the norm",
         .number = "norm({input}) / sqrt(cols({input}))"},
        {.name = "weight tying",
         .words = "tied embeddings, shared embedding, shared embeddings",
         .text = "The output layer uses the embedding table itself as its matrix, so that a token has one vector for "
                 "reading and for predicting. It saves a matrix of the size of the vocabulary times d_model.",
         .formula = "\\text{logits} = x E^{⊤}",
         .source = "Press and Wolf, Using the Output Embedding to Improve Language Models, 2016",
         .see = "embedding, output layer, parameter",
         .example = "model: characters\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: logits"},
    };
    return rows;
}

}  // namespace glassformer
