// The pages of one map for all heads of a layer: their mean, and attention rollout.
#include <fmt/core.h>

#include <array>

#include "app/views/attention/page.h"
#include "app/views/attention/texts.h"
#include "app/views/shared/empty_state.h"
#include "app/views/shared/wording.h"

namespace glassformer {

namespace {

/// Of a layer.
struct SummaryMap {
    const Tensor* map = nullptr;  // [query, key]; null: it is not defined
    std::string why = {};         // it is not
    const char* symbol;
    std::string note;
    const char* meaning;
};

void draw_summary_page(AttentionScene& scene, Page& page, const AttentionShow& show, const Region& touched,
                       const SummaryMap& map) {
    ViewContext& context = scene.context;
    Ui& ui = context.ui;
    if (map.map == nullptr) return draw_sentence(ui, page.area, map.why);
    const TextStyle quiet{.colour = ui.theme.muted, .size = em::small};
    const float high = paragraph(ui.painter, page.area, map.meaning, quiet, false);
    float below = 0;
    if (high < 0.25F * page.area.h) {
        below = high + 0.6F * ui.em;
        paragraph(ui.painter, {page.area.x, page.area.bottom() - high, page.area.w, high}, map.meaning, quiet);
    }
    const auto hit = draw_summary(page, show, scene.figures.matrix(*map.map), map.symbol, map.note, below);
    if (touched.clicked) context.cursor.locked = false;
    if (!hit) return;
    if (touched.clicked)  // the same pair, of the chosen head: what the panel can explain
        jump(page.trace, context.cursor,
             cell_of(scene.evaluation(), scene.layer().weights, context.cursor.head, {hit->query, hit->key}));
    const Record& weights = page.trace.record(scene.layer().weights);
    const int rank = weights.shape.rank();
    scene.pair = fmt::format(texts::attention::attends_to, page.label(weights.id, rank - 2, hit->query),
                             page.label(weights.id, rank - 1, hit->key), number_text(static_cast<double>(hit->value)));
    tooltip(ui, hit->rect, scene.pair);
}

class MeanPage final : public AttentionPage {
public:
    void draw(AttentionScene& scene, Page& page, const AttentionShow& show, const Region& touched) override {
        const int heads = scene.layer().heads;
        draw_summary_page(
            scene, page, show, touched,
            {.map = &scene.figures.mean(scene.layer()),
             .symbol = "Ā",
             .note = heads == 1 ? texts::attention::mean_of_one : fmt::format(texts::attention::mean_of, heads),
             .meaning = texts::attention::mean_explained});
    }
};

class RolloutPage final : public AttentionPage {
public:
    void draw(AttentionScene& scene, Page& page, const AttentionShow& show, const Region& touched) override {
        SummaryMap map{.symbol = "R", .note = {}, .meaning = texts::attention::rollout_explained};
        map.map = scene.figures.rollout(scene.layer(), map.why);
        const int layers = scene.figures.rolled_out(scene.layer());
        map.note = layers == 1 ? texts::attention::rollout_of_one : fmt::format(texts::attention::rollout_of, layers);
        draw_summary_page(scene, page, show, touched, map);
    }
};

constexpr std::array mean_texts{
    AttentionPageText{nullptr,
                      {"Mean: the heads of this layer, averaged", "Ā = \\frac{1}{H} Σ_{h} A_{h}",
                       "The attention weights of all H heads of this layer, averaged. The model itself never computes "
                       "this: each head weights its own values.",
                       "A pattern of one head that fades in the mean: compare with Heads.", PageStage::none}},
    AttentionPageText{has_one_head,
                      {"Mean: one head only", "Ā = A", "This layer has one head, so the mean is that head’s weights.",
                       "The same map as on the page Heads."}},
};

constexpr std::array rollout_texts{
    AttentionPageText{
        nullptr,
        {"Rollout: attention through all layers", "R_{l} = (½ Ā_{l} + ½ I) R_{l−1}",
         "Rollout multiplies the mean weights Ā of all layers up to this one. The identity I stands for "
         "the residual connection. It is a rough estimate: it ignores values and MLPs.",
         "A column that stays strong in the last layer: many tokens depend on it, by this estimate.", PageStage::none}},
    AttentionPageText{is_of_two_texts,
                      {"Rollout: not for two texts", "R_{l} = (½ Ā_{l} + ½ I) R_{l−1}",
                       "Rollout follows the tokens of one text through its layers. Here queries and keys come from "
                       "different texts.",
                       "Rollout of a layer of self-attention.", PageStage::none}},
};

}  // namespace

extern const AttentionPageRow attention_mean_row{
    .name = "mean",
    .label = texts::attention::mean,
    .place = 6,
    .mode = 5,
    .texts = mean_texts,
    .make = []() -> std::unique_ptr<AttentionPage> { return std::make_unique<MeanPage>(); },
    .one_head = false,
    .cells = false};

extern const AttentionPageRow attention_rollout_row{
    .name = "rollout",
    .label = texts::attention::rollout,
    .place = 7,
    .mode = 6,
    .texts = rollout_texts,
    .make = []() -> std::unique_ptr<AttentionPage> { return std::make_unique<RolloutPage>(); },
    .one_head = false,
    .cells = false};

}  // namespace glassformer
