// Words of whole models. Each is a row of the glossary (glossary.h).
#include "app/views/shared/glossary_rows.h"

namespace glassformer {

std::span<const GlossaryTerm> models_terms() {
    static const std::vector<GlossaryTerm> rows{
        {.name = "BERT",
         .words = "bidirectional encoder representations, CLS, segment embedding, segments, token types",
         .text = "An encoder trained as a masked language model on large texts, and then trained further for other "
                 "tasks. Its tokens attend to both sides. Its embedding also adds a vector for the segment of each "
                 "token: the first or the second text.",
         .source = "Devlin et al., BERT: Pre-training of Deep Bidirectional Transformers for Language "
                   "Understanding, 2018",
         .see = "masked language model, encoder, classifier, GPT-2",
         .example = "view: experiments\n"
                    "page: cost\n"
                    "experiments.cost.model: 3"},
        {.name = "bottleneck",
         .words = "fixed-length vector, last hidden state, information bottleneck",
         .text = "In an encoder–decoder without attention, a single vector carries the whole source text to the "
                 "decoder. The longer the text, the less of it fits, and accuracy falls.",
         .formula = "s₀ = h_{n}",
         .source = "Bahdanau, Cho and Bengio, Neural Machine Translation by Jointly Learning to Align and "
                   "Translate, 2014",
         .see = "encoder–decoder, cross-attention, hidden state",
         .example = "view: experiments\n"
                    "page: bottleneck"},
        {.name = "classifier",
         .words = "sequence classification, sentiment, class",
         .text = "A model that predicts one class for the whole text: its tokens’ vectors are pooled into one, and a "
                 "matrix turns that into a logit for each class.",
         .formula = "p = \\text{softmax}(x_{\\text{pool}} W)",
         .see = "pooling, logit, probability",
         .example = "model: sentiment-but\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: probs"},
        {.name = "convolution",
         .words = "CNN, kernel, kernel width, sliding filter",
         .text = "Computes each token’s vector from a window of neighbors with weights that are the same at every "
                 "position and for every text. Attention computes its weights from the text instead.",
         .stages = {&stage::conv_pre},
         .formula = "y_{i} = Σ_{t} x_{i+t} W_{t} + b",
         .source = "LeCun et al., Backpropagation Applied to Handwritten Zip Code Recognition, 1989",
         .see = "path length, reach, attention weight",
         .example = "model: local-majority-convolution\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: conv.0.pre"},
        {.name = "decoder",
         .words = "generator",
         .text = "The part of a model that produces text token by token. In a transformer, its self-attention is "
                 "causal. In an encoder–decoder model it also reads the encoder’s output.",
         .page = open_view("walk"),
         .see = "causal mask, encoder, encoder–decoder, language model",
         .example = "model: agreement-causal\n"
                    "view: walk\n"
                    "zoom: architecture"},
        {.name = "encoder",
         .words = "bidirectional model",
         .text = "The part of a model that reads a whole text at once and turns each token into a vector. In a "
                 "transformer, its tokens can attend to earlier and later ones.",
         .page = open_view("walk"),
         .see = "decoder, encoder–decoder, masked language model",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: architecture"},
        {.name = "encoder–decoder",
         .words = "sequence-to-sequence, seq2seq, encoder-decoder, translation",
         .text = "Two stacks: the encoder turns the source text into vectors, and the decoder produces the target "
                 "text token by token from them.",
         .formula = "P(y | x) = Π_{t} P(y_{t} | y_{<t}, x)",
         .source = "Sutskever, Vinyals and Le, Sequence to Sequence Learning with Neural Networks, 2014",
         .see = "cross-attention, bottleneck, word alignment, teacher forcing",
         .example = "model: translate-fr-en\n"
                    "view: walk\n"
                    "zoom: architecture"},
        {.name = "gate",
         .words = "input gate, forget gate, output gate, reset gate, update gate",
         .text = "A vector of numbers between 0 and 1 that another vector is multiplied by, dimension by dimension. "
                 "It decides how much of each dimension is let through.",
         .stages = {&stage::forget_gate, &stage::update_gate},
         .formula = "f_{t} = σ(W_{f} x_{t} + U_{f} h_{t−1} + b_{f})",
         .source = "Gers, Schmidhuber and Cummins, Learning to Forget: Continual Prediction with LSTM, 1999",
         .see = "sigmoid, LSTM, GRU, elementwise product",
         .example = "model: recall-lstm\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: rnn.0.steps.1.f"},
        {.name = "GPT-2",
         .words = "generative pre-trained transformer, GPT",
         .text = "A decoder with pre-norm, learned positions and byte-level tokens, trained to predict the next token "
                 "of web pages. The largest has 48 blocks and d_model 1600.",
         .source = "Radford et al., Language Models are Unsupervised Multitask Learners, 2019",
         .see = "decoder, language model, subword, BERT",
         .example = "view: experiments\n"
                    "page: cost\n"
                    "experiments.cost.model: 8"},
        {.name = "GRU",
         .words = "gated recurrent unit, reset gate, update gate",
         .text = "A recurrent network with two gates and no cell state: the update gate decides how much of the "
                 "hidden state is kept, the reset gate how much of it enters the candidate.",
         .formula = "h_{t} = z_{t} ⊙ h_{t−1} + (1 − z_{t}) ⊙ n_{t}",
         .source = "Cho et al., Learning Phrase Representations using RNN Encoder–Decoder for Statistical "
                   "Machine Translation, 2014",
         .see = "LSTM, gate, hidden state",
         .example = "model: translate-rnn-attention\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: encoder.rnn.0.hidden"},
        {.name = "hidden state",
         .words = "h, recurrent state, memory",
         .text = "The vector that a recurrent network carries from one token to the next. It is all that a vanilla "
                 "RNN or a GRU keeps of the text so far; an LSTM also carries a cell state.",
         .stages = {&stage::rnn_hidden, &stage::step_hidden},
         .formula = "h_{t} = f(h_{t−1}, x_{t})",
         .source = "Elman, Finding Structure in Time, 1990",
         .see = "RNN, LSTM, bottleneck",
         .example = "model: recall-rnn\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: rnn.0.hidden",
         .counted = "Length of the hidden state of {row}",
         .number = "norm({row})"},
        {.name = "language model",
         .words = "LM, next-token prediction, autoregressive, P(text)",
         .text = "A model of the probability of a text: the product, over its tokens, of the probability of each "
                 "token after those before it.",
         .formula = "P(x) = Π_{t} P(x_{t} | x_{<t})",
         .source = "Bengio et al., A Neural Probabilistic Language Model, 2003",
         .see = "perplexity, causal mask, masked language model, sampling",
         .example = "model: characters\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: probs"},
        {.name = "layer",
         .words = "block",
         .text = "One level of a network. In a transformer it is usually called a block; a recurrent network "
                 "processes the whole text once per layer.",
         .stages = {&stage::resid_pre, &stage::rnn_hidden, &stage::conv_out},
         .see = "block, RNN, convolution",
         .example = "model: recall-rnn\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: rnn.0.hidden",
         .counted = "Blocks or layers of this model",
         .number = "config.n_layers"},
        {.name = "LSTM",
         .words = "long short-term memory, gates, cell",
         .text = "A recurrent network with a cell state: gates decide what it keeps, what is written to it and what "
                 "is passed on. It forgets less than a vanilla RNN.",
         .stages = {&stage::rnn_cell, &stage::forget_gate},
         .formula = "c_{t} = f_{t} ⊙ c_{t−1} + i_{t} ⊙ g_{t}, h_{t} = o_{t} ⊙ \\text{tanh}(c_{t})",
         .source = "Hochreiter and Schmidhuber, Long Short-Term Memory, 1997",
         .see = "gate, hidden state, RNN, vanishing gradient",
         .example = "model: recall-lstm\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: rnn.0.cell"},
        {.name = "masked language model",
         .words = "MLM, cloze, <mask>",
         .text = "A model that predicts tokens hidden from it, from the tokens on both sides. It suits an encoder, "
                 "whose tokens attend in both directions.",
         .formula = "P(x_{t} | x \\text{ without } x_{t})",
         .source = "Devlin et al., BERT: Pre-training of Deep Bidirectional Transformers for Language "
                   "Understanding, 2018",
         .see = "BERT, encoder, language model",
         .example = "model: agreement-masked\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: probs"},
        {.name = "path length",
         .words = "maximum path length, distance between tokens, long-range dependency",
         .text = "How many computation steps information passes through from one token to another. It grows with "
                 "their distance in an RNN, more slowly in a stack of convolutions, and is one layer with full "
                 "attention.",
         .formula = "\\text{RNN } O(n), \\text{convolution } O(n / k), \\text{attention } O(1)",
         .source = "Vaswani et al., Attention Is All You Need, 2017",
         .see = "sequential operations, RNN, convolution, reach",
         .example = "view: experiments\n"
                    "page: architectures\n"
                    "experiments.architectures.show: 0"},
        {.name = "RNN",
         .words = "recurrent neural network, recurrence, Elman, GRU",
         .text = "Reads a text token by token and carries a hidden state along. Each step has to wait for the "
                 "previous one.",
         .stages = {&stage::rnn_hidden, &stage::step_hidden},
         .formula = "h_{t} = \\text{tanh}(W_{h} h_{t−1} + W_{x} x_{t} + b)",
         .source = "Elman, Finding Structure in Time, 1990",
         .see = "hidden state, LSTM, GRU, sequential operations, vanishing gradient",
         .example = "model: recall-rnn\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: rnn.0.hidden"},
        {.name = "sequential operations",
         .words = "parallel, parallelization, unrolled, time steps",
         .text = "How many operations have to wait for one another within a layer. A recurrent layer needs one per "
                 "token; attention and convolution compute all positions at once.",
         .formula = "\\text{RNN } O(n), \\text{convolution } O(1), \\text{attention } O(1)",
         .source = "Vaswani et al., Attention Is All You Need, 2017",
         .see = "path length, RNN, attention",
         .example = "view: experiments\n"
                    "page: architectures\n"
                    "experiments.architectures.show: 0"},
        {.name = "Transformer",
         .words = "transformer, architecture, attention is all you need",
         .text = "A model made of blocks of attention and MLP around residual connections, without recurrence. It can "
                 "be an encoder, a decoder or both.",
         .formula = "y = \\text{norm}(x + \\text{sublayer}(x))",
         .source = "Vaswani et al., Attention Is All You Need, 2017",
         .see = "block, encoder, decoder, attention",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: story"},
        {.name = "universal transformer",
         .words = "shared layers, weight sharing over depth, ALBERT",
         .text = "A transformer that applies one block again and again: all depths share its weights, so that depth "
                 "costs computation but no parameters.",
         .formula = "x^{(t+1)} = \\text{block}(x^{(t)})",
         .source = "Dehghani et al., Universal Transformers, 2018",
         .see = "block, parameter, layer",
         .example = "model: coreference-full-shared-layers\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.1.attn.weights"},
    };
    return rows;
}

}  // namespace glassformer
