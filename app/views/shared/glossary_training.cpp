// Words of training. Each is a row of the glossary (glossary.h).
#include "app/views/shared/glossary_rows.h"

namespace glassformer {

std::span<const GlossaryTerm> training_terms() {
    static const std::vector<GlossaryTerm> rows{
        {.name = "backward pass",
         .words = "backpropagation, backprop, chain rule, autograd",
         .text = "Computes, from the loss back to the first stage, how the loss changes with every number. Each stage "
                 "passes gradients on to its operands by the chain rule. Press B.",
         .stages = {&stage::loss},
         .formula = "\\frac{∂ℒ}{∂x} = Σ_{y} \\frac{∂ℒ}{∂y} \\frac{∂y}{∂x}",
         .source = "Rumelhart, Hinton and Williams, Learning Representations by Back-propagating Errors, "
                   "1986",
         .see = "gradient, loss, forward pass, downstream cell",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "cell: blocks.1.attn.weights[head 1, it, animal]\n"
                    "gradients: on"},
        {.name = "batch",
         .words = "minibatch, batch size, texts per step",
         .text = "The texts whose mean loss one training step lowers. They are computed together; shorter ones are "
                 "padded to the length of the longest.",
         .formula = "ℒ = \\frac{ 1}{B} Σ_{b} ℒ_{b}",
         .see = "padding, gradient accumulation, learning rate",
         .example = "view: experiments\n"
                    "page: batch"},
        {.name = "cross-entropy",
         .words = "negative log-likelihood, NLL, surprise, surprisal",
         .text = "The usual loss: −log of the probability that the model gives to the correct token or class, "
                 "averaged. It is 0 if the model is certain and right.",
         .stages = {&stage::loss},
         .formula = "ℒ = −\\frac{ 1}{n} Σ_{i} \\text{log} p_{i}[y_{i}]",
         .see = "entropy, perplexity, label, label smoothing",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: loss\n"
                    "gradients: on",
         .counted = "Cross-entropy of this text, in nats",
         .number = "{here}"},
        {.name = "downstream cell",
         .words = "y, reader, cell that uses this one",
         .text = "A cell y that is computed from the selected one. The chain rule multiplies how the loss changes "
                 "with y by how y changes with the selected cell, and adds up these products over all such cells.",
         .stages = {&stage::loss},
         .symbol = "y",
         .see = "backward pass, gradient",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "cell: blocks.1.attn.scores_raw[head 1, it, animal]\n"
                    "gradients: on"},
        {.name = "exploding gradient",
         .words = "NaN, unstable training, gradient norm",
         .text = "Gradients that grow from layer to layer or step to step until updates are too large; without a "
                 "limit the numbers can end as infinity or NaN.",
         .formula = "‖∏_{t} \\frac{∂h_{t}}{∂h_{t−1}}‖ → ∞",
         .source = "Pascanu, Mikolov and Bengio, On the Difficulty of Training Recurrent Neural Networks, "
                   "2013",
         .see = "gradient clipping, vanishing gradient, RNN",
         .example = "view: train\n"
                    "page: comparison\n"
                    "train.comparison: \"stored/clipping\""},
        {.name = "FLOP",
         .words = "operations, floating-point operations, cost, compute",
         .text = "One floating-point operation, such as an addition or a multiplication. A product of an n × d and a "
                 "d × m matrix takes about 2ndm of them.",
         .formula = "2 n d m",
         .see = "quadratic cost, parameter, half precision",
         .example = "view: experiments\n"
                    "page: cost\n"
                    "experiments.cost.count: 0"},
        {.name = "gradient",
         .words = "derivative, slope, partial derivative, d loss",
         .text = "How fast the loss grows when one number grows: the derivative of the loss with respect to it. "
                 "Training moves every weight against its gradient. Press B.",
         .stages = {&stage::loss},
         .symbol = "∂",
         .formula = "\\frac{∂ℒ}{∂x}",
         .see = "backward pass, loss, gradient clipping, vanishing gradient",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "cell: blocks.1.attn.weights[head 1, it, animal]\n"
                    "gradients: on",
         .counted = "Norm of the loss’s gradient with respect to “{here}”",
         .number = "norm(grad({here}))",
         .number_at = {&stage::weights, &stage::alignment, &stage::logits}},
        {.name = "gradient accumulation",
         .words = "micro-batches, accumulate, large batch",
         .text = "Splits a batch into parts that are computed one after another; their gradients are added up before "
                 "the update. The update is that of the whole batch, up to rounding, but the activations of only one "
                 "part are in memory.",
         .formula = "g = Σ_{m} \\frac{B_{m}}{B} g_{m}",
         .see = "batch, gradient checkpointing, half precision",
         .example = "view: experiments\n"
                    "page: cost\n"
                    "experiments.cost.count: 3\n"
                    "experiments.cost.micro: 2"},
        {.name = "gradient checkpointing",
         .words = "activation checkpointing, recompute, sublinear memory",
         .text = "Keeps only some of the forward pass’s tensors and recomputes the others in the backward pass. It "
                 "needs less memory and about one more forward pass of computation.",
         .source = "Chen et al., Training Deep Nets with Sublinear Memory Cost, 2016",
         .see = "backward pass, gradient accumulation, FLOP",
         .example = "view: experiments\n"
                    "page: cost\n"
                    "experiments.cost.count: 3\n"
                    "experiments.cost.checkpoints: 1"},
        {.name = "gradient clipping",
         .words = "clip, gradient norm limit, τ",
         .text = "If the norm of all gradients together exceeds a limit τ, they are scaled down to it. Their "
                 "direction stays the same.",
         .formula = "g ← τ \\frac{g}{‖g‖} \\text{ where } ‖g‖ > τ",
         .source = "Pascanu, Mikolov and Bengio, On the Difficulty of Training Recurrent Neural Networks, "
                   "2013",
         .see = "exploding gradient, gradient, learning rate",
         .example = "view: train\n"
                    "page: comparison\n"
                    "train.comparison: \"stored/clipping\""},
        {.name = "half precision",
         .words = "mixed precision, float16, bfloat16, 16 bits",
         .text = "Numbers of 16 instead of 32 bits, for activations or weights. They need half the memory and are "
                 "faster on many devices, but are coarser.",
         .source = "Micikevicius et al., Mixed Precision Training, 2017",
         .see = "gradient accumulation, gradient checkpointing, parameter",
         .example = "view: experiments\n"
                    "page: cost\n"
                    "experiments.cost.count: 3\n"
                    "experiments.cost.precision: 1"},
        {.name = "held-out text",
         .words = "validation, test set, generalization, overfitting",
         .text = "Text that a model was not trained on. Only there do loss and accuracy say how well it predicts new "
                 "texts.",
         .see = "loss, bits per byte, perplexity",
         .example = "view: train\n"
                    "page: training"},
        {.name = "label",
         .words = "target token, target class, right answer, y",
         .text = "The right answer of a position, or of the whole text: what the loss compares the prediction with. "
                 "It comes from the task that the model was trained on, or it is your choice.",
         .stages = {&stage::loss},
         .see = "loss, cross-entropy, label smoothing, teacher forcing",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: loss\n"
                    "gradients: on"},
        {.name = "label smoothing",
         .words = "smoothed targets, soft targets",
         .text = "The target gives the label slightly less than probability 1 and shares the rest among all classes, "
                 "or all other classes, so that the model is not pushed to be ever more certain.",
         .formula = "q_{k} = (1 − ε) δ_{ky} + \\frac{ε}{V}",
         .source = "Szegedy et al., Rethinking the Inception Architecture for Computer Vision, 2015",
         .see = "cross-entropy, label, entropy",
         .example = "view: train\n"
                    "page: step"},
        {.name = "learning rate",
         .words = "step size, η",
         .text = "How far one update moves the weights, as a factor of what the optimizer computes from the gradient. "
                 "Too small is slow; too large diverges.",
         .formula = "w ← w − η \\frac{∂ℒ}{∂w}",
         .see = "optimizer, warm-up, gradient",
         .example = "view: train\n"
                    "page: training"},
        {.name = "loss",
         .words = "ℒ, cost, objective, error",
         .text = "One number that says how wrong the predictions are. Training makes it small. Here it is the "
                 "cross-entropy of the target tokens, or of the target class.",
         .stages = {&stage::loss},
         .symbol = "ℒ",
         .formula = "ℒ = −\\frac{ 1}{n} Σ_{i} \\text{log} p_{i}[y_{i}]",
         .see = "cross-entropy, gradient, backward pass, loss surface",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: loss\n"
                    "gradients: on",
         .counted = "Loss of this text",
         .number = "{here}"},
        {.name = "loss surface",
         .words = "loss landscape, plane through the weights",
         .text = "The loss as a function of the weights, drawn over a plane through them. Residual connections can "
                 "make it smoother.",
         .formula = "ℒ(w + α d₁ + β d₂)",
         .source = "Li et al., Visualizing the Loss Landscape of Neural Nets, 2017",
         .see = "loss, residual connection, learning rate",
         .example = "view: train\n"
                    "page: surface"},
        {.name = "optimizer",
         .words = "Adam, AdamW, SGD, momentum, update rule",
         .text = "The rule that turns gradients into updates of the weights. Adam divides a running mean of each "
                 "gradient by the square root of a running mean of its square.",
         .formula = "w ← w − η \\frac{m̂}{\\sqrt{v̂} + ε}",
         .source = "Kingma and Ba, Adam: A Method for Stochastic Optimization, 2014",
         .see = "learning rate, gradient, warm-up",
         .example = "view: train\n"
                    "page: step"},
        {.name = "padding",
         .words = "padding token, pad, padding mask",
         .text = "Tokens that fill shorter texts of a batch up to one length. They are masked, so that no query "
                 "attends to them, and do not count in the loss.",
         .see = "batch, mask, cross-entropy",
         .example = "view: experiments\n"
                    "page: batch"},
        {.name = "teacher forcing",
         .words = "training a decoder",
         .text = "In training, a decoder reads the correct previous tokens instead of its own predictions. In a "
                 "transformer, all positions can then be computed at once.",
         .page = open_view("output"),
         .source = "Williams and Zipser, A Learning Algorithm for Continually Running Fully Recurrent "
                   "Neural Networks, 1989",
         .see = "decoder, label, causal mask",
         .example = "view: experiments\n"
                    "page: batch\n"
                    "experiments.batch.causal: 1"},
        {.name = "vanishing gradient",
         .words = "fading gradient, long-range learning",
         .text = "Gradients that shrink at every step back, so that early tokens or early layers hardly learn. The "
                 "gradient through many steps is a product of many factors.",
         .formula = "\\frac{∂ℒ}{∂h₁} = \\frac{∂ℒ}{∂h_{n}} ∏_{t} \\frac{∂h_{t}}{∂h_{t−1}}",
         .source = "Bengio, Simard and Frasconi, Learning Long-Term Dependencies with Gradient Descent Is "
                   "Difficult, 1994",
         .see = "exploding gradient, LSTM, residual connection, path length",
         .example = "view: experiments\n"
                    "page: architectures\n"
                    "experiments.architectures.show: 2"},
        {.name = "warm-up",
         .words = "warmup, learning-rate schedule",
         .text = "The learning rate starts near 0 and rises over the first steps, while the gradients of the "
                 "untrained model are large or unreliable.",
         .formula = "η = d_{\\text{model}}^{−1/2} \\text{min}(t^{−1/2}, t T^{−3/2})",
         .source = "Vaswani et al., Attention Is All You Need, 2017",
         .see = "learning rate, pre-norm and post-norm, optimizer",
         .example = "view: train\n"
                    "page: comparison\n"
                    "train.comparison: \"stored/warm-up\""},
    };
    return rows;
}

}  // namespace glassformer
