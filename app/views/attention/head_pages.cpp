// The pages of one head: its map large, or all heads as small maps; its steps from the scores to the weights.
#include <array>

#include "app/views/attention/heads_strip.h"
#include "app/views/attention/page.h"
#include "app/views/attention/texts.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

/// The color scale of the maps, and the choice of one scale per head.
void scale_bar(AttentionScene& scene, Rect& area) {
    ViewContext& context = scene.context;
    const float common = scene.common;
    Ui& ui = context.ui;
    const float em = ui.em;
    if (area.h < 12 * em) return;
    Rect line = take_bar(context, area);
    const std::vector<std::string> labels{texts::attention::shared_scale, texts::attention::scale_per_head};
    int selected = scene.state.own_scales ? 1 : 0;
    const float wide = segmented_width(ui, labels);
    if (wide <= line.w) {
        const Rect place = line.take_right(wide);
        context.targets.put("attention scale", place);
        if (segmented(ui, "attention scale", place, labels, selected)) scene.state.own_scales = selected == 1;
        line.take_right(em);
    }
    const TextStyle muted{.colour = ui.theme.muted, .size = em::small};
    const HeatStyle scale{.map = HeatMap::sequential, .meaning = Meaning::weight, .limit = common > 0 ? common : 1};
    const bool shared = common > 0 || is_held(ui.painter.limits(), scale);  // a held limit is every head's
    const std::string what = shared ? texts::attention::weight : texts::attention::weight_per_head;
    const float words = ui.painter.measure(what, em::small).width + 0.8F * em;
    if (words > line.w) return;
    text_in(ui.painter, line.take_left(words), what, muted);
    if (!shared || line.w <= 5 * em) return;
    std::vector<ConstMatrix> all;
    const Evaluation& evaluation = scene.evaluation();
    for (const AttentionLayer& one : scene.layers) {
        const Record& record = evaluation.trace().record(one.weights);
        if (record.value == nullptr || !record.value_kept) continue;
        all.push_back({.data = record.value,
                       .rows = static_cast<int>(record.shape.rows()),
                       .cols = record.shape.cols(),
                       .row_stride = record.shape.cols(),
                       .generation = evaluation.generation(),
                       .record = record.readback != nullptr ? &record : nullptr});
    }
    const bool held = is_held(ui.painter.limits(), scale);
    legend_line(ui.painter, line.take_left(std::min(line.w, (held ? 17.0F : 12.0F) * em)), scale, all);
}

/// Takes room below the maps and shows there how those of the chosen layer come together.
void strip(AttentionScene& scene, Rect& area) {
    ViewContext& context = scene.context;
    Ui& ui = context.ui;
    const Evaluation& evaluation = scene.evaluation();
    const Trace& trace = evaluation.trace();
    const HeadRecords records = head_records(trace, scene.layer());
    if (!records.complete()) return;
    const std::string sentence = heads_strip_sentence(trace, scene.layer(), records);
    const float high = heads_strip_height(ui.painter, area, static_cast<int>(scene.layers.size()), sentence);
    if (high <= 0) return;
    const Rect place = area.take_bottom(high);
    const CellRef locked = locked_cell(trace, context.cursor);
    const Scene shown{.evaluation = evaluation,
                      .unedited = context.shown.unedited.get(),
                      .record = records.out,
                      .head = context.cursor.head,
                      .selected = locked,
                      .memory = &scene.memory};
    const Region touched = region(ui, "heads strip", place);
    context.targets.put("heads strip", place);
    Page page(ui.painter, place.snapped(), shown, touched.hovered ? touched.mouse : nowhere, scene.memory);
    const std::optional<HeadFocus> focus = scene.state.fading.what();
    const int pointed = focus && focus->layer == scene.index ? focus->head : -1;
    draw_heads_strip(page, scene.layer(), records, sentence, scene.head(), pointed);
    const std::optional<Hit>& hit = page.hit();
    scene.state.focus.hovered = hit ? hit->cell : CellRef{};
    if (!hit) return;
    tooltip(ui, hit->rect, cell_text(evaluation, hit->cell));
    if (touched.clicked) jump(trace, context.cursor, hit->cell);
}

class HeadsPage final : public AttentionPage {
public:
    std::optional<HeadTouch> draw_all(AttentionScene& scene, Rect area) override {
        if (scene.state.solo) return std::nullopt;
        scale_bar(scene, area);
        strip(scene, area);
        return draw_thumbnails(scene.context, area, scene.layers, scene.chosen(), scene.state, scene.figures,
                               scene.memory, true, scene.common);
    }
    void draw(AttentionScene&, Page& page, const AttentionShow& show, const Region&) override {
        draw_weights(page, show);
    }
};

class StepsPage final : public AttentionPage {
public:
    void draw(AttentionScene&, Page& page, const AttentionShow& show, const Region&) override {
        draw_steps(page, show);
    }
};

constexpr std::array heads_texts{
    AttentionPageText{
        nullptr,
        {"Heads: every map of attention weights", "A_{h} = \\text{softmax}(\\text{scores}_{h})",
         "A head is one attention computation with its own queries and attention weights. Each row is a query, each "
         "column is a key: a cell says how much the row’s token attends to the column’s token.",
         "The strongest cells. Below a map, where there is room: what the head mostly attends to on this text, with "
         "that share of its weight. A duplicate is an earlier copy of the row’s token, induction the token after such "
         "a copy. “Even”: all visible keys get similar weights. “Mixed”: no pattern takes half of the weight. An arrow "
         "says what the token attends to at which the answer is read.",
         PageStage::looked_at}},
    AttentionPageText{
        is_of_two_texts,
        {"Heads: from the decoder to the encoder", "A_{h} = \\text{softmax}(\\text{scores}_{h})",
         "Queries come from the decoder, keys and values from the encoder. Each row is a query, each "
         "column is a key: a cell says how much the decoder attends to a source token.",
         "In each row, the strongest cells: the source tokens that are read when this row’s prediction is "
         "made. A word below a map, where there is room, is the source token with at least half of the weight. "
         "“Even”: all get similar weights. “Mixed”: no source token takes half.",
         PageStage::looked_at}},
};

constexpr std::array steps_texts{
    AttentionPageText{nullptr,
                      {"Steps: from scores to the head’s output", "Z = \\text{softmax}(\\text{scores}) V",
                       "Each query is compared with each key, which gives a score. The softmax turns scores into "
                       "weights, and the weights decide how much of each value is passed on.",
                       "The row of one query and the column of one key. Click a small map to enlarge that step. Of two "
                       "final scores that differ by 1, the larger gets e ≈ 2.7 times the weight: the softmax compares "
                       "exponentials.",
                       PageStage::looked_at}},
    AttentionPageText{is_of_steps,
                      {"Steps: from scores to the context", "z_{t} = \\text{softmax}(e^{m}_{t}) V",
                       "At each step t, the decoder’s state is compared with the encoder’s state at each source token, "
                       "which gives a score. The softmax turns scores into weights, and the weights decide how much of "
                       "each encoder state is passed on.",
                       "The row of one decoder step and the column of one source token. Click a small map to enlarge "
                       "it. Of two final scores that differ by 1, the larger gets e ≈ 2.7 times the weight: the "
                       "softmax compares exponentials.",
                       PageStage::looked_at}},
};

}  // namespace

extern const AttentionPageRow attention_heads_row{
    .name = "heads",
    .label = texts::attention::heads,
    .place = 0,
    .mode = 0,
    .texts = heads_texts,
    .make = []() -> std::unique_ptr<AttentionPage> { return std::make_unique<HeadsPage>(); }};

extern const AttentionPageRow attention_steps_row{
    .name = "steps",
    .label = texts::attention::steps,
    .place = 1,
    .mode = 1,
    .texts = steps_texts,
    .make = []() -> std::unique_ptr<AttentionPage> { return std::make_unique<StepsPage>(); },
    .fades = true};

}  // namespace glassformer
