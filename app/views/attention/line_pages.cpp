// The pages of lines: the largest weights of a head, or of several heads over one another, from query to key.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "app/views/attention/page.h"
#include "app/views/attention/telling.h"
#include "app/views/attention/texts.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

class LinesPage final : public AttentionPage {
public:
    void draw_bar(AttentionScene& scene, Rect& area) override;
    void draw(AttentionScene& scene, Page& page, const AttentionShow& show, const Region& touched) override;

private:
    ArcToken of_answer(const AttentionScene& scene);

    StrongestArcs strongest_;
    std::uint64_t generation_ = 0;  // of the run that the query is of, and its weights
    int weights_ = -1;
    std::optional<int> answer_query_;
};

/// The answer's query, where the lines of all queries are not asked for.
ArcToken LinesPage::of_answer(const AttentionScene& scene) {
    const Evaluation& evaluation = scene.evaluation();
    if (generation_ != evaluation.generation() || weights_ != scene.layer().weights) {
        generation_ = evaluation.generation();
        weights_ = scene.layer().weights;
        answer_query_ = answer_query(evaluation, scene.layer());
    }
    return answer_query_ && !scene.state.all_queries ? ArcToken{false, *answer_query_} : ArcToken{};
}

void LinesPage::draw_bar(AttentionScene& scene, Rect& area) {
    Ui& ui = scene.context.ui;
    ViewContext& context = scene.context;
    AttentionState& state = scene.state;
    const float em = ui.em;
    const TextStyle muted{.colour = ui.theme.muted, .size = em::small};
    Rect line = take_bar(context, area);
    const std::string caption =
        fmt::format(texts::attention::threshold, number_text(static_cast<double>(state.threshold)));
    const float widest = ui.painter.measure(fmt::format(texts::attention::threshold, "0.0000"), em::small).width;
    text_in(ui.painter, line.take_left(widest + 0.5F * em), caption, muted);
    const ArcToken answer = of_answer(scene);
    if (const float wide = toggle_width(ui, texts::attention::all_queries); answer_query_ && wide < line.w) {
        const Rect at = line.take_right(wide);
        context.targets.put("attention all queries", at);
        if (toggle(ui, "attention all queries", at, texts::attention::all_queries, state.all_queries, {},
                   texts::attention::all_queries_hint))
            ui.keep_awake();
        line.take_right(std::min(line.w, 0.8F * em));
    }
    const Rect place = line.take_left(std::min(0.35F * line.w, 14 * em));
    context.targets.put("attention threshold", place);
    slider(ui, "attention threshold", place, state.threshold, min_threshold, largest_threshold,
           {.logarithmic = true, .colour = colour(ui.theme, Meaning::weight)});
    line.take_left(0.8F * em);
    std::string text = state.arcs == max_arcs ? fmt::format(texts::attention::strongest_lines, max_arcs)
                       : state.arcs == 1      ? texts::attention::one_line
                                              : fmt::format(texts::attention::lines, state.arcs);
    if (answer && state.followed == answer && !state.token) {
        const Record& weights = scene.evaluation().trace().record(scene.layer().weights);
        text += fmt::format(texts::attention::of_answer,
                            label_of(scene.evaluation(), weights, weights.shape.rank() - 2, answer.index));
    }
    if (state.overlays && state.overlaid.empty() && scene.layer().heads > 1) text += texts::attention::all_heads;
    text_in(ui.painter, line, text, muted);
}

void LinesPage::draw(AttentionScene& scene, Page& page, const AttentionShow& show, const Region& touched) {
    ViewContext& context = scene.context;
    AttentionState& state = scene.state;
    const Evaluation& evaluation = scene.evaluation();
    const Trace& trace = evaluation.trace();
    const std::vector<int> heads = heads_drawn(scene);
    const ArcPlaces places = arc_places(page, scene.layer(), static_cast<int>(heads.size()));
    state.token = touched.hovered ? places.at(page.mouse) : ArcToken{};
    ArcToken token = state.token;
    if (!token && show.locked) {
        token = {state.by_key, state.by_key ? show.pair.key : show.pair.query};
        if (!token) token = {show.pair.key >= 0, std::max(show.pair.key, show.pair.query)};
    }
    if (!token) token = of_answer(scene);
    const ArcToken before = std::exchange(state.followed, token);
    const std::vector<Arc>& arcs = strongest_.of(page, scene.layer(), heads, state.threshold, token);
    // What the bar says of the lines was drawn before them.
    const int lines = std::exchange(state.arcs, static_cast<int>(arcs.size()));
    if (state.followed != before || state.arcs != lines) context.ui.keep_awake();
    draw_arcs(page, show, places, arcs, heads, token);
    for (const bool key : {false, true})
        for (int i = 0; i < std::min(key ? places.n_keys : places.n_queries, 256); ++i)
            context.targets.put((key ? "key " : "query ") + std::to_string(i), places.rect({key, i}));
    if (!touched.clicked) return;
    if (!state.token) {
        context.cursor.locked = false;
        return;
    }
    // Locks the strongest pair of the token, so that the panel explains a weight of it.
    state.by_key = state.token.key;
    Pair pair{state.token.key ? 0 : state.token.index, state.token.key ? state.token.index : 0};
    if (!arcs.empty()) pair = {arcs.front().query, arcs.front().key};
    if (!arcs.empty()) context.cursor.head = cursor_head(trace, scene.layer(), arcs.front().head);
    const CellRef cell = cell_of(evaluation, scene.layer().weights, context.cursor.head, pair);
    if (cell) jump(trace, context.cursor, cell);
}

constexpr std::array arcs_texts{
    AttentionPageText{nullptr,
                      {"Arcs: weights as lines", "A = \\text{softmax}(\\text{scores})",
                       "Each line joins a query and a key. The larger the attention weight, the stronger the line. "
                       "Weights below the minimum are not drawn.",
                       "The strongest lines first: raise the minimum weight. Hover over a token to see only its lines.",
                       PageStage::looked_at}},
    AttentionPageText{is_of_steps,
                      {"Arcs: weights as lines", "α_{t} = \\text{softmax}(e^{m}_{t})",
                       "Each line joins a step of the decoder and a source token. The larger the attention weight, the "
                       "stronger the line. Weights below the minimum are not drawn.",
                       "The strongest lines first: raise the minimum weight. Hover over a token to see only its lines.",
                       PageStage::looked_at}},
};

constexpr std::array overlay_texts{
    AttentionPageText{
        nullptr,
        {"Overlay: heads on top of one another", "A_{h} = \\text{softmax}(\\text{scores}_{h})",
         "Each head has its own color. Heads compute their weights separately, so they can connect the "
         "same token to different ones.",
         "Lines of different colors from one token. Click a token to read its weights in every head. Click heads to "
         "show only those.",
         PageStage::looked_at}},
};

}  // namespace

extern const AttentionPageRow attention_arcs_row{
    .name = "arcs",
    .label = texts::attention::arcs,
    .place = 2,
    .mode = 2,
    .texts = arcs_texts,
    .make = []() -> std::unique_ptr<AttentionPage> { return std::make_unique<LinesPage>(); },
    .cells = false};

extern const AttentionPageRow attention_overlay_row{
    .name = "overlay",
    .label = texts::attention::overlay,
    .place = 5,
    .mode = 4,
    .texts = overlay_texts,
    .make = []() -> std::unique_ptr<AttentionPage> { return std::make_unique<LinesPage>(); },
    .cells = false,
    .overlays = true};

}  // namespace glassformer
