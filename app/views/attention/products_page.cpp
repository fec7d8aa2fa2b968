// The page of products: every matrix of a head, from its projections to its part of the output.
#include <array>

#include "app/views/attention/page.h"
#include "app/views/attention/texts.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

class ProductsPage final : public AttentionPage {
public:
    void draw_bar(AttentionScene& scene, Rect& area) override;
    void draw(AttentionScene& scene, Page& page, const AttentionShow& show, const Region&) override {
        ProductsDrawn drawn = draw_products(page, show, part_);
        whole_ = scene.state.products_whole = drawn.whole;
        scene.state.products.clear();
        for (const ProductMatrix& matrix : drawn.matrices) scene.state.products.push_back(matrix.record);
    }
    /// The other half, where there is room for one.
    bool step(int by, AttentionState& state) override {
        state.projections = by < 0;
        return true;
    }

private:
    HeadPart part_;
    bool whole_ = true;  // in the last frame
};

void ProductsPage::draw_bar(AttentionScene& scene, Rect& area) {
    if (whole_) return;
    ViewContext& context = scene.context;
    Ui& ui = context.ui;
    Rect line = take_bar(context, area);
    const std::vector<std::string> halves{texts::attention::products_projections, texts::attention::products_attention};
    int half = scene.state.projections ? 0 : 1;
    const Rect place = line.take_left(std::min(line.w, segmented_width(ui, halves)));
    context.targets.put("attention half", place);
    if (segmented(ui, "attention half", place, halves, half)) scene.state.projections = half == 0;
}

/// Its output is no product with a matrix that its heads share.
bool without_output_matrix(const Evaluation& evaluation, const AttentionLayer& layer) {
    return layer.counted && !evaluation.model().config.attention_projections;
}

constexpr std::array products_texts{
    AttentionPageText{
        nullptr,
        {"Products: all matrices of one head", "\\text{softmax}(\\text{scores}) V W^{O}",
         "Each product has its right factor above it. Q, K and V have the same left factor, the inputs at the far "
         "left, "
         "and each has a learned matrix of its own. Queries times keys are the scores, the softmax turns them into "
         "weights, and the weights times the values are the head’s output. Its rows of W^O turn that into its part of "
         "the attention’s output.",
         "The row of one query, through all matrices, and the row or column of the chosen key. Click a cell to choose "
         "another query or key. All tokens are computed at once: each product covers the whole text.",
         PageStage::looked_at}},
    AttentionPageText{
        is_of_two_texts,
        {"Products: all matrices of one head", "\\text{softmax}(\\text{scores}) V W^{O}",
         "Each product has its right factor above it. The left factor of Q is the decoder’s vectors; K and V have "
         "the encoder’s vectors, at the left of K, as the same left factor. Queries times keys are the scores, the "
         "softmax turns them into weights, and the weights times the values are the head’s output. Its rows of W^O "
         "turn that into its part of the attention’s output.",
         "The row of one query of the decoder, and the row or column of one source token. Click a cell to choose "
         "others.",
         PageStage::looked_at}},
    AttentionPageText{
        without_output_matrix,
        {"Products: all matrices of one head", "\\text{softmax}(\\text{scores}) V",
         "Each product has its left factor at its left and its right factor above it. This model has no learned "
         "projections: each head takes its own columns of the vectors as queries, keys and values. The weights times "
         "the values are the head’s output, which is its columns of the attention’s output.",
         "The row of one query, through all matrices, and the row or column of the chosen key. Click a cell to choose "
         "another query or key.",
         PageStage::looked_at}},
    AttentionPageText{
        is_of_steps,
        {"Products: the matrices of one step", "z_{t} = \\text{softmax}(e^{m}_{t}) V",
         "The decoder attends once at each of its steps, so its scores and weights have one row. Its state is compared "
         "with the "
         "encoder’s state at each source token, which gives a score. The softmax turns the scores into weights, and "
         "the weights times the encoder’s states are what the decoder receives.",
         "The row of one step, and the row or column of one source token. Click a cell to choose another token.",
         PageStage::looked_at}},
};

}  // namespace

extern const AttentionPageRow attention_products_row{
    .name = "products",
    .label = texts::attention::products,
    .place = 4,
    .mode = 8,
    .texts = products_texts,
    .make = []() -> std::unique_ptr<AttentionPage> { return std::make_unique<ProductsPage>(); },
    .beside = 72};

}  // namespace glassformer
