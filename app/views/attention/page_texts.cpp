#include "app/views/attention/page_texts.h"

#include <array>

#include "core/tape/trace.h"

namespace glassformer {

namespace {

/// Queries of one text, keys of another: an encoder and a decoder.
bool of_two_texts(const Evaluation& evaluation, const AttentionLayer& layer) {
    const Record& weights = evaluation.trace().record(layer.weights);
    return &evaluation.tokens_along(weights, Axis::query) != &evaluation.tokens_along(weights, Axis::key);
}

/// Weights of a recurrent decoder, one row for each of its steps.
bool of_steps(const Evaluation&, const AttentionLayer& layer) { return !layer.counted; }

/// Its output is no product with a matrix that its heads share.
bool without_output_matrix(const Evaluation& evaluation, const AttentionLayer& layer) {
    return layer.counted && !evaluation.model().config.attention_projections;
}

bool of_one_head(const Evaluation&, const AttentionLayer& layer) { return layer.heads == 1; }

constexpr std::array attention_pages{
    AttentionPageRow{
        AttentionMode::heads,
        nullptr,
        {"Heads: every map of attention weights", "A_{h} = \\text{softmax}(\\text{scores}_{h})",
         "A head is one attention computation with its own queries and attention weights. Each row is a query, each "
         "column is a key: a cell says how much the row’s token attends to the column’s token.",
         "The strongest cells. Below a map, where there is room: what the head mostly attends to on this text, with "
         "that share of its weight. A duplicate is an earlier copy of the row’s token, induction the token after such "
         "a copy. “Even”: all visible keys get similar weights. “Mixed”: no pattern takes half of the weight. An arrow "
         "says what the token attends to at which the answer is read.",
         PageStage::looked_at}},
    AttentionPageRow{
        AttentionMode::heads,
        of_two_texts,
        {"Heads: from the decoder to the encoder", "A_{h} = \\text{softmax}(\\text{scores}_{h})",
         "Queries come from the decoder, keys and values from the encoder. Each row is a query, each "
         "column is a key: a cell says how much the decoder attends to a source token.",
         "In each row, the strongest cells: the source tokens that are read when this row’s prediction is "
         "made. A word below a map, where there is room, is the source token with at least half of the weight. "
         "“Even”: all get similar weights. “Mixed”: no source token takes half.",
         PageStage::looked_at}},
    AttentionPageRow{AttentionMode::steps,
                     nullptr,
                     {"Steps: from scores to the head’s output", "Z = \\text{softmax}(\\text{scores}) V",
                      "Each query is compared with each key, which gives a score. The softmax turns scores into "
                      "weights, and the weights decide how much of each value is passed on.",
                      "The row of one query and the column of one key. Click a small map to enlarge that step. Of two "
                      "final scores that differ by 1, the larger gets e ≈ 2.7 times the weight: the softmax compares "
                      "exponentials.",
                      PageStage::looked_at}},
    AttentionPageRow{AttentionMode::steps,
                     of_steps,
                     {"Steps: from scores to the context", "z_{t} = \\text{softmax}(e^{m}_{t}) V",
                      "At each step t, the decoder’s state is compared with the encoder’s state at each source token, "
                      "which gives a score. The softmax turns scores into weights, and the weights decide how much of "
                      "each encoder state is passed on.",
                      "The row of one decoder step and the column of one source token. Click a small map to enlarge "
                      "it. Of two final scores that differ by 1, the larger gets e ≈ 2.7 times the weight: the "
                      "softmax compares exponentials.",
                      PageStage::looked_at}},
    AttentionPageRow{AttentionMode::arcs,
                     nullptr,
                     {"Arcs: weights as lines", "A = \\text{softmax}(\\text{scores})",
                      "Each line joins a query and a key. The larger the attention weight, the stronger the line. "
                      "Weights below the minimum are not drawn.",
                      "The strongest lines first: raise the minimum weight. Hover over a token to see only its lines.",
                      PageStage::looked_at}},
    AttentionPageRow{AttentionMode::arcs,
                     of_steps,
                     {"Arcs: weights as lines", "α_{t} = \\text{softmax}(e^{m}_{t})",
                      "Each line joins a step of the decoder and a source token. The larger the attention weight, the "
                      "stronger the line. Weights below the minimum are not drawn.",
                      "The strongest lines first: raise the minimum weight. Hover over a token to see only its lines.",
                      PageStage::looked_at}},
    AttentionPageRow{
        AttentionMode::query,
        nullptr,
        {"Query: one query and all keys", "a_{j} = \\text{softmax}_{j}(s_{j})",
         "One token’s query is compared with the key of every token. Each comparison is one score s; the "
         "softmax over the keys j turns the scores into weights a. Added up with these weights, the values are "
         "the head’s output for the token.",
         "The largest weight, the score that it comes from, and what this key adds to the output. Click a "
         "key to see how its score is computed.",
         PageStage::looked_at}},
    AttentionPageRow{
        AttentionMode::query,
        of_two_texts,
        {"Query: one query and all source tokens", "a_{j} = \\text{softmax}_{j}(s_{j})",
         "The query comes from the decoder, the keys from the encoder. Each comparison is one score s; "
         "the softmax over the source tokens j turns the scores into weights a. Added up with these weights, "
         "the values are the head’s output for the query.",
         "The largest weight, the score that it comes from, and what this key adds to the output. Click a "
         "key to see how its score is computed.",
         PageStage::looked_at}},
    AttentionPageRow{
        AttentionMode::products,
        nullptr,
        {"Products: all matrices of one head", "\\text{softmax}(\\text{scores}) V W^{O}",
         "Each product has its right factor above it. Q, K and V have the same left factor, the inputs at the far left, "
         "and each has a learned matrix of its own. Queries times keys are the scores, the softmax turns them into "
         "weights, and the weights times the values are the head’s output. Its rows of W^O turn that into its part of "
         "the attention’s output.",
         "The row of one query, through all matrices, and the row or column of the chosen key. Click a cell to choose "
         "another query or key. All tokens are computed at once: each product covers the whole text.",
         PageStage::looked_at}},
    AttentionPageRow{
        AttentionMode::products,
        of_two_texts,
        {"Products: all matrices of one head", "\\text{softmax}(\\text{scores}) V W^{O}",
         "Each product has its right factor above it. The left factor of Q is the decoder’s vectors; K and V have "
         "the encoder’s vectors, at the left of K, as the same left factor. Queries times keys are the scores, the "
         "softmax turns them into weights, and the weights times the values are the head’s output. Its rows of W^O "
         "turn that into its part of the attention’s output.",
         "The row of one query of the decoder, and the row or column of one source token. Click a cell to choose "
         "others.",
         PageStage::looked_at}},
    AttentionPageRow{
        AttentionMode::products,
        without_output_matrix,
        {"Products: all matrices of one head", "\\text{softmax}(\\text{scores}) V",
         "Each product has its left factor at its left and its right factor above it. This model has no learned "
         "projections: each head takes its own columns of the vectors as queries, keys and values. The weights times "
         "the values are the head’s output, which is its columns of the attention’s output.",
         "The row of one query, through all matrices, and the row or column of the chosen key. Click a cell to choose "
         "another query or key.",
         PageStage::looked_at}},
    AttentionPageRow{
        AttentionMode::products,
        of_steps,
        {"Products: the matrices of one step", "z_{t} = \\text{softmax}(e^{m}_{t}) V",
         "The decoder attends once at each of its steps, so its scores and weights have one row. Its state is compared with the "
         "encoder’s state at each source token, which gives a score. The softmax turns the scores into weights, and "
         "the weights times the encoder’s states are what the decoder receives.",
         "The row of one step, and the row or column of one source token. Click a cell to choose another token.",
         PageStage::looked_at}},
    AttentionPageRow{
        AttentionMode::overlay,
        nullptr,
        {"Overlay: heads on top of one another", "A_{h} = \\text{softmax}(\\text{scores}_{h})",
         "Each head has its own color. Heads compute their weights separately, so they can connect the "
         "same token to different ones.",
         "Lines of different colors from one token. Click a token to read its weights in every head. Click heads to "
         "show only those.",
         PageStage::looked_at}},
    AttentionPageRow{AttentionMode::mean,
                     nullptr,
                     {"Mean: the heads of this layer, averaged", "Ā = \\frac{1}{H} Σ_{h} A_{h}",
                      "The attention weights of all H heads of this layer, averaged. The model itself never computes "
                      "this: each head weights its own values.",
                      "A pattern of one head that fades in the mean: compare with Heads.", PageStage::none}},
    AttentionPageRow{AttentionMode::mean,
                     of_one_head,
                     {"Mean: one head only", "Ā = A", "This layer has one head, so the mean is that head’s weights.",
                      "The same map as on the page Heads."}},
    AttentionPageRow{
        AttentionMode::rollout,
        nullptr,
        {"Rollout: attention through all layers", "R_{l} = (½ Ā_{l} + ½ I) R_{l−1}",
         "Rollout multiplies the mean weights Ā of all layers up to this one. The identity I stands for "
         "the residual connection. It is a rough estimate: it ignores values and MLPs.",
         "A column that stays strong in the last layer: many tokens depend on it, by this estimate.", PageStage::none}},
    AttentionPageRow{AttentionMode::rollout,
                     of_two_texts,
                     {"Rollout: not for two texts", "R_{l} = (½ Ā_{l} + ½ I) R_{l−1}",
                      "Rollout follows the tokens of one text through its layers. Here queries and keys come from "
                      "different texts.",
                      "Rollout of a layer of self-attention.", PageStage::none}},
    AttentionPageRow{AttentionMode::numbers,
                     nullptr,
                     {"Numbers: one row for each head", "H_{i} = −Σ_{j} a_{ij} log a_{ij}",
                      "Entropy says how spread out the weights of query i are, in nats: 0 if all weight is on one key, "
                      "log n if n keys get equal weights. The table averages over the queries.",
                      "A head with low entropy and a large number in another column: that pattern is what it does on "
                      "this text."}},
};

}  // namespace

std::span<const AttentionPageRow> attention_page_rows() { return attention_pages; }

const PageText& page_text(AttentionMode mode, const Evaluation& evaluation, const AttentionLayer& layer) {
    const PageText* found = &attention_pages.front().text;
    for (const AttentionPageRow& row : attention_pages)
        if (row.mode == mode && (row.fits == nullptr || row.fits(evaluation, layer))) found = &row.text;
    return *found;
}

}  // namespace glassformer
