// Words of word order. Each is a row of the glossary (glossary.h).
#include "app/views/shared/glossary_rows.h"

namespace glassformer {

std::span<const GlossaryTerm> positions_terms() {
    static const std::vector<GlossaryTerm> rows{
        {.name = "ALiBi",
         .words = "attention with linear biases, position bias",
         .text = "Adds to each score a penalty that grows with the distance between query and key. Each head has its "
                 "own slope m.",
         .stages = {&stage::position_bias},
         .page = open_view("positions"),
         .symbol = "m_h",
         .formula = "\\meaning{score}{s}_{ij} − m_{h} |i − j|",
         .source = "Press, Smith and Lewis, Train Short, Test Long: Attention with Linear Biases Enables "
                   "Input Length Extrapolation, 2021",
         .see = "T5 bias, relative position, length generalization",
         .example = "model: k-back-1-alibi\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.attn.position_bias"},
        {.name = "FIRE",
         .words = "functional interpolation for relative positions, position bias, interpolated biases",
         .text = "Adds to each score a bias that a small learned network computes from the distance of query and key. "
                 "The distance is divided by the query’s position, so that longer texts stay in the range of inputs "
                 "seen in training.",
         .stages = {&stage::position_bias},
         .page = open_view("positions"),
         .formula = "b_{ij} = f(\\frac{ψ(i − j)}{ψ(\\text{max}(L, i))}), ψ(t) = \\text{log}(c t + 1)",
         .source = "Li et al., Functional Interpolation for Relative Positions Improves Long Context "
                   "Transformers, 2023",
         .see = "T5 bias, relative position, length generalization",
         .example = "model: k-back-1-fire\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.attn.position_bias"},
        {.name = "learned positions",
         .words = "learned absolute positions, position table, learned position embedding",
         .text = "Each position has a learned vector of its own, a row of a table. Positions after the last row have "
                 "none, so the model cannot read longer texts.",
         .formula = "x̃_{i} = x_{i} + \\meaning{position}{P[i]}",
         .source = "Gehring et al., Convolutional Sequence to Sequence Learning, 2017",
         .see = "sinusoidal encoding, context window, length generalization",
         .example = "model: k-back-1-learned\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: embed.positions"},
        {.name = "length generalization",
         .words = "extrapolation, longer texts, train short test long",
         .text = "How well a model handles texts longer than those of its training. It depends strongly on the "
                 "positional encoding and on the task, so it is measured, not assumed.",
         .source = "Press, Smith and Lewis, Train Short, Test Long: Attention with Linear Biases Enables "
                   "Input Length Extrapolation, 2021",
         .see = "ALiBi, learned positions, positional encoding",
         .example = "view: positions\n"
                    "page: learned"},
        {.name = "position",
         .words = "index, order",
         .text = "The place of a token in the text, counted from 1 in this window.",
         .stages = {&stage::embed_positions, &stage::embed_tokens},
         .see = "positional encoding, token, context window",
         .example = "view: positions\n"
                    "page: start",
         .counted = "Positions of this text",
         .number = "tokens()"},
        {.name = "positional encoding",
         .words = "position embedding, sinusoidal, learned positions, P",
         .text = "Tells the model where each token is. Attention alone treats a text as a set: without an encoding or "
                 "a causal mask, word order would make no difference.",
         .stages = {&stage::embed_positions, &stage::q_rot, &stage::position_bias, &stage::relative_positions},
         .page = open_view("positions"),
         .formula = "x̃_{i} = x_{i} + \\meaning{position}{p_{i}}",
         .source = "Vaswani et al., Attention Is All You Need, 2017",
         .see = "sinusoidal encoding, learned positions, RoPE, ALiBi, permutation equivariance",
         .example = "view: positions\n"
                    "page: start"},
        {.name = "relative position",
         .words = "relative encoding, Shaw, distance of tokens",
         .text = "The difference of two positions, j − i. An encoding is relative if positions enter a score only "
                 "through it, so that shifting the whole text changes no score.",
         .formula = "\\meaning{score}{s}_{ij} = \\meaning{query}{q}_{i} · (\\meaning{key}{k}_{j} + "
                    "a_{\\text{clip}(j − i)})",
         .source = "Shaw, Uszkoreit and Vaswani, Self-Attention with Relative Position Representations, 2018",
         .see = "RoPE, ALiBi, T5 bias, Transformer-XL",
         .example = "model: k-back-1-shaw\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.attn.scores_raw"},
        {.name = "RoPE",
         .words = "rotary position embedding, rotary, rotation, RoPE scaling, position interpolation, YaRN",
         .text = "Rotates pairs of dimensions of queries and keys by an angle proportional to the position. "
                 "Positions then enter a score only through their difference. For texts longer than those in training, "
                 "a model can scale the angles down.",
         .stages = {&stage::q_rot},
         .page = open_view("positions"),
         .symbol = "θ_k",
         .formula = "(R(i) \\meaning{query}{q}_{i}) · (R(j) \\meaning{key}{k}_{j}) = \\meaning{query}{q}_{i} "
                    "· R(j − i) \\meaning{key}{k}_{j}, θ_{k} = b^{−2k/d}",
         .source = "Su et al., RoFormer: Enhanced Transformer with Rotary Position Embedding, 2021",
         .see = "relative position, sinusoidal encoding, xPos",
         .example = "model: k-back-1-rope\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.attn.q_rot"},
        {.name = "segment recurrence",
         .words = "segments, memory of earlier segments, cached states",
         .text = "A text is read in segments, and each layer can attend to the states that the layer below computed "
                 "for the previous segment. With every layer the reach grows by about one segment.",
         .source = "Dai et al., Transformer-XL: Attentive Language Models beyond a Fixed-Length Context, "
                   "2019",
         .see = "Transformer-XL, reach, context window",
         .example = "view: experiments\n"
                    "page: who-sees-whom\n"
                    "experiments.who-sees-whom.pattern: 7"},
        {.name = "sinusoidal encoding",
         .words = "sine and cosine positions, sinusoid, frequencies, wavelengths",
         .text = "Position vectors that are computed instead of learned: pairs of sine and cosine, each pair with a "
                 "frequency of its own. The dot product of two of them depends only on the distance of the positions.",
         .formula = "\\meaning{position}{p}_{i,2k} = \\text{sin}(i θ_{k}), \\meaning{position}{p}_{i,2k+1} = "
                    "\\text{cos}(i θ_{k}), θ_{k} = 10000^{−2k/d}",
         .source = "Vaswani et al., Attention Is All You Need, 2017",
         .see = "positional encoding, RoPE, learned positions",
         .example = "view: positions\n"
                    "page: curves\n"
                    "positions.columns: \"sinusoidal,learned\""},
        {.name = "T5 bias",
         .words = "relative position bias, bucket, learned distance bias",
         .text = "Adds to each score a learned number for the distance of query and key. Small distances have one "
                 "each, larger ones share buckets that widen logarithmically.",
         .formula = "\\meaning{score}{s}_{ij} + b_{h, \\text{bucket}(j − i)}",
         .source = "Raffel et al., Exploring the Limits of Transfer Learning with a Unified Text-to-Text "
                   "Transformer, 2019",
         .see = "ALiBi, FIRE, relative position",
         .example = "model: k-back-1-t5\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.attn.position_bias"},
        {.name = "Transformer-XL",
         .words = "relative encoding with content and position terms",
         .text = "A transformer that reads a long text in segments and keeps the states of the previous one. Its "
                 "scores are the sum of a content term and a position term that depends on the distance.",
         .formula = "\\meaning{score}{s}_{ij} = (\\meaning{query}{q}_{i} + u) · \\meaning{key}{k}_{j} + "
                    "(\\meaning{query}{q}_{i} + v) · W_{R} r_{i−j}",
         .source = "Dai et al., Transformer-XL: Attentive Language Models beyond a Fixed-Length Context, "
                   "2019",
         .see = "segment recurrence, relative position, sinusoidal encoding",
         .example = "model: coreference-full-transformer-xl\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.attn.scores_position"},
        {.name = "xPos",
         .words = "extrapolatable RoPE, decay",
         .text = "Rotary positions with a factor that shrinks with the distance: a query is multiplied by ζ to the "
                 "power of its position and a key by ζ to minus its own, so that far keys count less.",
         .formula = "(R(i) ζ^{i} \\meaning{query}{q}_{i}) · (R(j) ζ^{−j} \\meaning{key}{k}_{j})",
         .source = "Sun et al., A Length-Extrapolatable Transformer, 2022",
         .see = "RoPE, length generalization",
         .example = "model: k-back-1-xpos\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.attn.q_rot"},
    };
    return rows;
}

}  // namespace glassformer
