// Words of attention. Each is a row of the glossary (glossary.h).
#include "app/views/shared/glossary_rows.h"

namespace glassformer {

namespace {

/// Of the queries of the record's attention: a stage of scores has no axis of its own for them.
std::optional<double> width_of_head(const Trace& trace, const Record& record) {
    if (const auto here = operand_length(trace, record, Axis::d_head)) return here;
    const int queries = trace.find(full_name(stage::q, record.site));
    if (queries < 0) return {};
    return operand_length(trace, trace.record(queries), Axis::d_head);
}

}  // namespace

std::span<const GlossaryTerm> attention_terms() {
    static const std::vector<GlossaryTerm> rows{
        {.name = "additive attention",
         .words = "Bahdanau attention, concat attention",
         .text = "Computes the score of a query and a key by a small network: both are multiplied by a matrix and "
                 "added, tanh follows, and a learned vector turns the result into one number.",
         .formula = "\\meaning{score}{s}_{ij} = w · \\text{tanh}(W \\meaning{query}{q}_{i} + U "
                    "\\meaning{key}{k}_{j})",
         .source = "Bahdanau, Cho and Bengio, Neural Machine Translation by Jointly Learning to Align and "
                   "Translate, 2014",
         .see = "score, word alignment, dot product",
         .example = "model: translate-rnn-attention\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: decoder.rnn.0.steps.0.cross_attn.scores_raw"},
        {.name = "attention",
         .words = "self-attention, attend",
         .text = "A weighted average over tokens: every token compares its query with the keys of the tokens it can "
                 "attend to, and receives a sum of their values, weighted by how well the keys match.",
         .stages = {&stage::weights, &stage::alignment, &stage::lookup_weights},
         .formula = "\\text{Attention}(\\meaning{query}{Q}, \\meaning{key}{K}, \\meaning{value}{V}) = "
                    "\\text{softmax}(\\frac{\\meaning{query}{Q}\\meaning{key}{K}^{⊤}}{\\sqrt{d_{k}}}) "
                    "\\meaning{value}{V}",
         .source = "Vaswani et al., Attention Is All You Need, 2017",
         .see = "query, key, value, attention weight, attention head",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "cell: blocks.1.attn.weights[head 1, it, animal]"},
        {.name = "attention head",
         .words = "head, multi-head attention, heads",
         .text = "One attention computation with its own queries and attention weights, and usually its own keys and "
                 "values. Several heads run in parallel on the same tokens, so each can look for something different.",
         .stages = {&stage::weights, &stage::alignment},
         .page = open_tab("attention", "heads"),
         .symbol = "h",
         .formula = "\\text{head}_{h} = \\text{Attention}(X W_{h}^{Q}, X W_{h}^{K}, X W_{h}^{V})",
         .source = "Vaswani et al., Attention Is All You Need, 2017",
         .see = "multi-head attention, d_head, ablation",
         .example = "model: roles\n"
                    "view: attention\n"
                    "page: heads",
         .counted = "Query heads in each attention of this model",
         .number = "config.n_heads"},
        {.name = "attention weight",
         .words = "attention map, attention pattern, A, alignment",
         .text = "How much one token attends to another: a number from 0 to 1. The weights of a query add up to 1 "
                 "over the keys it can attend to.",
         .stages = {&stage::weights, &stage::alignment, &stage::lookup_weights, &stage::pool_weights},
         .formula = "\\meaning{weight}{α}_{ij} = \\frac{\\text{exp}(\\meaning{score}{s}_{ij})}{Σ_{l} "
                    "\\text{exp}(\\meaning{score}{s}_{il})}",
         .source = "Bahdanau, Cho and Bengio, Neural Machine Translation by Jointly Learning to Align and "
                   "Translate, 2014",
         .see = "softmax, score, entropy, mask",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "cell: blocks.1.attn.weights[head 1, it, animal]",
         .counted = "Largest weight in the row of {row}",
         .number = "max({row})"},
        {.name = "causal mask",
         .words = "autoregressive mask, no looking ahead, decoder mask",
         .text = "A mask that lets a token attend only to itself and to earlier tokens, so that a model predicting "
                 "the next token cannot read it.",
         .stages = {&stage::scores_masked, &stage::alignment_masked},
         .formula = "\\meaning{score}{s}_{ij} = −∞ \\text{ where } j > i",
         .source = "Vaswani et al., Attention Is All You Need, 2017",
         .see = "mask, decoder, language model",
         .example = "model: agreement-causal\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.attn.scores_masked"},
        {.name = "concatenation",
         .words = "concat, join heads, concatenated heads",
         .text = "The vectors that the heads computed for a token are written after one another into one vector, "
                 "which the output projection then reads.",
         .stages = {&stage::concat},
         .formula = "\\text{concat}(o₁, …, o_{h}) = [o₁; …; o_{h}]",
         .source = "Vaswani et al., Attention Is All You Need, 2017",
         .see = "multi-head attention, output projection, attention head",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.attn.concat",
         .counted = "Numbers in the concatenated vector",
         .number = "cols({here})",
         .number_at = {&stage::concat}},
        {.name = "coreference",
         .words = "it, pronoun, refers to, antecedent",
         .text = "Two expressions of a text are coreferent if they mean the same thing, as a pronoun and its noun. A "
                 "model that resolves them has to move the noun’s information to the pronoun.",
         .see = "attention weight, attention head",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "cell: blocks.1.attn.weights[head 1, it, animal]"},
        {.name = "cross-attention",
         .words = "encoder–decoder attention, source attention",
         .text = "Attention in which queries come from the decoder, and keys and values from the encoder: the target "
                 "text reads the source text.",
         .stages = {&stage::cross_visible, &stage::resid_cross},
         .page = open_view("attention"),
         .formula = "\\meaning{query}{Q} = H_{\\text{decoder}} W^{Q}, \\meaning{key}{K} = "
                    "H_{\\text{encoder}} W^{K}, \\meaning{value}{V} = H_{\\text{encoder}} W^{V}",
         .source = "Vaswani et al., Attention Is All You Need, 2017",
         .see = "encoder–decoder, word alignment, attention",
         .example = "model: translate-fr-en\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "cell: decoder.blocks.0.cross_attn.weights[head 1, he, entarté]"},
        {.name = "d_head",
         .words = "head size, d_k, key size",
         .text = "The number of dimensions of one query or key. Scores are usually divided by its square root, "
                 "because a dot product of d_head terms typically grows with √d_head.",
         .stages = {&stage::q},
         .symbol = "d_head",
         .value = &width_of_head,
         .formula = "d_{\\text{head}} = \\frac{d_{\\text{model}}}{h}",
         .source = "Vaswani et al., Attention Is All You Need, 2017",
         .see = "d_model, attention head, scaled dot-product attention",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.attn.q",
         .counted = "d_head of this model",
         .number = "config.d_head"},
        {.name = "grouped-query attention",
         .words = "GQA, multi-query attention, MQA, shared keys and values",
         .text = "Several query heads share one head of keys and values. The KV cache becomes smaller by that factor; "
                 "with a single key head it is called multi-query attention.",
         .source = "Ainslie et al., GQA: Training Generalized Multi-Query Transformer Models from "
                   "Multi-Head Checkpoints, 2023",
         .see = "attention head, KV cache, multi-head attention",
         .example = "model: coreference-full-llama\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.attn.k",
         .counted = "Heads with keys and values of their own in this model",
         .number = "config.n_kv_heads"},
        {.name = "induction head",
         .words = "repeated pattern, in-context copying",
         .text = "An attention head that attends to the token after an earlier copy of the current token, and so "
                 "continues a repeated pattern. In a transformer it builds on an earlier head that attends to the "
                 "previous token.",
         .source = "Olsson et al., In-context Learning and Induction Heads, 2022",
         .see = "attention head, ablation",
         .example = "model: induction\n"
                    "view: attention\n"
                    "page: heads\n"
                    "stage: blocks.1.attn.weights"},
        {.name = "key",
         .words = "K, keys, key vector, W^K, W_K",
         .text = "The vector that a token offers for comparison: the queries of all tokens that can attend to it are "
                 "matched against it. It is computed from the token’s vector, usually with a learned key matrix.",
         .stages = {&stage::k, &stage::state_key},
         .formula = "\\meaning{key}{k}_{j} = x_{j} W^{K}",
         .source = "Vaswani et al., Attention Is All You Need, 2017",
         .see = "query, value, score",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.1.attn.k\n"
                    "head: 1",
         .counted = "Length of the key of {row}",
         .number = "norm({row})"},
        {.name = "KV cache",
         .words = "key–value cache, cached keys",
         .text = "Keys and values of earlier tokens, kept while a text is generated, so that only the new token has "
                 "to be computed.",
         .stages = {&stage::past_k},
         .page = open_view("output"),
         .see = "key, value, decoder, causal mask",
         .example = "view: experiments\n"
                    "page: batch\n"
                    "experiments.batch.way: 1"},
        {.name = "mask",
         .words = "attention mask, padding mask, M",
         .text = "Says which keys a query can attend to. A masked score becomes −∞, so that the softmax gives it the "
                 "weight 0.",
         .stages = {&stage::scores_masked, &stage::alignment_masked, &stage::pool_scores},
         .formula = "\\text{softmax}(\\meaning{score}{s} + M), M_{ij} \\text{ is } 0 \\text{ or } −∞",
         .see = "causal mask, padding, sparse attention",
         .example = "model: agreement-causal\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.attn.scores_masked"},
        {.name = "multi-head attention",
         .words = "MultiHead, several heads, reshape into heads",
         .text = "Several attention heads side by side. Their results are concatenated and multiplied by the output "
                 "matrix. Narrow heads together cost about as much as one wide head.",
         .stages = {&stage::concat},
         .formula = "\\text{MultiHead}(X) = \\text{concat}(\\text{head}₁, …, \\text{head}_{h}) W^{O}",
         .source = "Vaswani et al., Attention Is All You Need, 2017",
         .see = "attention head, concatenation, output projection",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.attn.out",
         .counted = "Query heads in each attention of this model",
         .number = "config.n_heads"},
        {.name = "output projection",
         .words = "W^O, W_O, unify heads, output matrix of attention",
         .text = "The learned matrix after the concatenated heads. It combines their results into a vector of size "
                 "d_model, which is added to the residual stream.",
         .stages = {&stage::out},
         .formula = "\\text{out} = \\text{concat}(o₁, …, o_{h}) W^{O}",
         .source = "Vaswani et al., Attention Is All You Need, 2017",
         .see = "multi-head attention, concatenation, projection",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.0.attn.out"},
        {.name = "permutation equivariance",
         .words = "order, set, shuffling tokens",
         .text = "Attention without positions and without a mask is permutation equivariant: if the tokens are "
                 "shuffled, the outputs are the same vectors in the shuffled order.",
         .formula = "f(\\text{P} X) = \\text{P} f(X)",
         .see = "positional encoding, attention, causal mask",
         .example = "view: experiments\n"
                    "page: from-nothing\n"
                    "experiments.from-nothing.positions: 0\n"
                    "experiments.from-nothing.order: 3"},
        {.name = "quadratic cost",
         .words = "n squared, complexity of attention, memory of attention",
         .text = "Every query is compared with every key, so that the scores of n tokens are n × n numbers in each "
                 "head. The rest of a block grows only in proportion to n.",
         .formula = "\\text{cost of } \\meaning{query}{Q}\\meaning{key}{K}^{⊤} \\text{ is } O(n² d)",
         .source = "Vaswani et al., Attention Is All You Need, 2017",
         .see = "FLOP, sparse attention, context window",
         .example = "view: experiments\n"
                    "page: cost",
         .counted = "Scores of one head for this text",
         .number = "rows({here}) * cols({here})",
         .number_at = {&stage::scores_raw}},
        {.name = "query",
         .words = "Q, queries, query vector, W^Q, W_Q",
         .text = "The vector with which a token looks for others: it is compared with the key of every token it can "
                 "attend to. It is computed from the token’s vector, usually with a learned query matrix.",
         .stages = {&stage::q, &stage::state_query},
         .formula = "\\meaning{query}{q}_{i} = x_{i} W^{Q}",
         .source = "Vaswani et al., Attention Is All You Need, 2017",
         .see = "key, value, score",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.1.attn.q\n"
                    "head: 1",
         .counted = "Length of the query of {row}",
         .number = "norm({row})"},
        {.name = "reach",
         .words = "receptive field, dependency, what a token depends on",
         .text = "The positions that a token’s vector depends on after a number of layers. A mask with a window adds "
                 "to it layer by layer; without a mask one layer of attention reaches every token.",
         .see = "path length, sparse attention, segment recurrence",
         .example = "view: experiments\n"
                    "page: who-sees-whom\n"
                    "experiments.who-sees-whom.pattern: 2"},
        {.name = "rollout",
         .words = "attention rollout, flow",
         .text = "Multiplies the mean attention weights of all layers to estimate how much each token depends on each "
                 "input token. It ignores values and MLPs.",
         .page = open_tab("attention", "rollout"),
         .formula = "\\text{rollout} = Â_{L} … Â₂ Â₁, Â = ½ (A + I)",
         .source = "Abnar and Zuidema, Quantifying Attention Flow in Transformers, 2020",
         .see = "attention weight, residual connection, contribution",
         .example = "model: coreference-full\n"
                    "view: attention\n"
                    "page: rollout\n"
                    "stage: blocks.1.attn.weights"},
        {.name = "scaled dot-product attention",
         .words = "scale, √d_k, divide by the square root, temperature of attention",
         .text = "Attention whose scores are dot products divided by √d_head. If the components of queries and keys "
                 "are independent with variance 1, their dot product has variance d_head, and dividing by √d_head "
                 "brings it back to 1.",
         .stages = {&stage::scores_scaled},
         .formula = "\\frac{\\meaning{query}{Q}\\meaning{key}{K}^{⊤}}{\\sqrt{d_{k}}}",
         .source = "Vaswani et al., Attention Is All You Need, 2017",
         .see = "score, saturation, square root, d_head",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.1.attn.scores_scaled",
         .counted = "√d_head of this model",
         .number = "sqrt(config.d_head)"},
        {.name = "score",
         .words = "S, attention score, compatibility, similarity",
         .text = "How well a key matches a query, usually their dot product. The softmax over all keys turns a "
                 "query’s scores into attention weights.",
         .stages = {&stage::scores_raw, &stage::alignment_scores, &stage::lookup_raw, &stage::pool_raw},
         .formula = "\\meaning{score}{s}_{ij} = \\meaning{query}{q}_{i} · \\meaning{key}{k}_{j}",
         .see = "dot product, scaled dot-product attention, attention weight",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "cell: blocks.1.attn.scores_raw[head 1, it, animal]",
         .counted = "Largest score in the row of {row}",
         .number = "max({row})"},
        {.name = "self-attention",
         .words = "basic self-attention, intra-attention",
         .text = "Attention in which queries, keys and values all come from the same text. In its simplest form there "
                 "are no parameters: each token’s vector is its own query, key and value.",
         .formula = "y_{i} = Σ_{j} \\meaning{weight}{α}_{ij} x_{j}, \\meaning{weight}{α}_{i} = "
                    "\\text{softmax}(x_{i} X^{⊤})",
         .see = "attention, cross-attention, permutation equivariance",
         .example = "view: experiments\n"
                    "page: from-nothing\n"
                    "experiments.from-nothing.parameters: 0"},
        {.name = "soft lookup",
         .words = "lookup table, dictionary, key-value store",
         .text = "A lookup table returns the value of the one key that matches. A soft lookup compares the query with "
                 "every key and returns a weighted average of all values; the sharper the softmax, the closer it is "
                 "to the table.",
         .formula = "\\text{lookup}(\\meaning{query}{q}) = Σ_{j} \\text{softmax}(β \\meaning{query}{q} · "
                    "\\meaning{key}{k}_{j}) \\meaning{value}{v}_{j}",
         .see = "attention, temperature, softmax",
         .example = "model: soft-lookup\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: lookup.weights"},
        {.name = "sparse attention",
         .words = "Sparse Transformer, strided attention, fixed pattern, local attention, sliding window",
         .text = "Attention in which each query can attend to only some of the keys, by a fixed pattern. With a "
                 "stride near √n there are about n√n pairs instead of n², and two layers still connect all earlier "
                 "tokens.",
         .formula = "\\text{pairs} ≈ n \\sqrt{n}",
         .source = "Child et al., Generating Long Sequences with Sparse Transformers, 2019",
         .see = "mask, quadratic cost, reach",
         .example = "view: experiments\n"
                    "page: who-sees-whom"},
        {.name = "value",
         .words = "V, values, value vector, W^V, W_V",
         .text = "The vector that a token passes on to the tokens that attend to it. It is computed from the token’s "
                 "vector, usually with a learned value matrix.",
         .stages = {&stage::v, &stage::state_value},
         .formula = "\\meaning{value}{v}_{j} = x_{j} W^{V}",
         .source = "Vaswani et al., Attention Is All You Need, 2017",
         .see = "query, key, attention weight",
         .example = "model: coreference-full\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "stage: blocks.1.attn.v\n"
                    "head: 1",
         .counted = "Length of the value of {row}",
         .number = "norm({row})"},
        {.name = "word alignment",
         .words = "alignment, soft alignment, source word",
         .text = "Which words of the source text a word of the translation comes from. The weights of cross-attention "
                 "are a soft form of it: one row per target word, one column per source word.",
         .stages = {&stage::alignment},
         .source = "Bahdanau, Cho and Bengio, Neural Machine Translation by Jointly Learning to Align and "
                   "Translate, 2014",
         .see = "cross-attention, encoder–decoder, additive attention",
         .example = "model: translate-fr-en\n"
                    "view: walk\n"
                    "zoom: stage\n"
                    "cell: decoder.blocks.0.cross_attn.weights[head 1, he, entarté]"},
    };
    return rows;
}

}  // namespace glassformer
