// The page of one query: its scores with all keys, term by term, and what it takes from each value.
#include <algorithm>
#include <array>

#include "app/views/attention/page.h"
#include "app/views/attention/telling.h"
#include "app/views/attention/texts.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

class QueryPage final : public AttentionPage {
public:
    void draw_bar(AttentionScene& scene, Rect& area) override;
    void draw(AttentionScene&, Page& page, const AttentionShow& show, const Region&) override {
        draw_query(page, show, terms_);
    }

private:
    QueryTerms terms_;
};

void QueryPage::draw_bar(AttentionScene& scene, Rect& area) {
    ViewContext& context = scene.context;
    Ui& ui = context.ui;
    const float em = ui.em;
    const TextStyle muted{.colour = ui.theme.muted, .size = em::small};
    const Evaluation& evaluation = scene.evaluation();
    Rect line = take_bar(context, area);
    const Record& weights = evaluation.trace().record(scene.layer().weights);
    std::vector<std::string> labels, numbers;
    for (int i = 0; i < scene.layer().queries; ++i) {
        labels.push_back(label_of(evaluation, weights, weights.shape.rank() - 2, i));
        numbers.push_back(std::to_string(i + 1));
    }
    const CellRef explained = scene.state.focus.explained(evaluation.trace(), context.cursor);
    const Pair pair = pair_of(evaluation, explained);
    int query = pair.query >= 0 ? pair.query : first_query(evaluation, scene.layer());
    const Rect place = line.take_left(std::min(line.w, 14 * em));
    context.targets.put("attention query", place);
    if (dropdown(ui, "attention query", place, labels, query, numbers, texts::attention::choose_query)) {
        const int record = maps_of(evaluation.trace(), scene.layer(), query).front();
        const CellRef cell = cell_of(evaluation, record, context.cursor.head,
                                     {query, std::min(std::max(0, pair.key), scene.layer().keys - 1)});
        if (cell) jump(evaluation.trace(), context.cursor, cell);
    }
    line.take_left(1 * em);
    const std::string how = texts::attention::click_a_key;
    if (!context.rules.printed && ui.painter.measure(how, em::small).width <= line.w)
        text_in(ui.painter, line, how, muted);
}

constexpr std::array query_texts{
    AttentionPageText{
        nullptr,
        {"Query: one query and all keys", "a_{j} = \\text{softmax}_{j}(s_{j})",
         "One token’s query is compared with the key of every token. Each comparison is one score s; the "
         "softmax over the keys j turns the scores into weights a. Added up with these weights, the values are "
         "the head’s output for the token.",
         "The largest weight, the score that it comes from, and what this key adds to the output. Click a "
         "key to see how its score is computed.",
         PageStage::looked_at}},
    AttentionPageText{
        is_of_two_texts,
        {"Query: one query and all source tokens", "a_{j} = \\text{softmax}_{j}(s_{j})",
         "The query comes from the decoder, the keys from the encoder. Each comparison is one score s; "
         "the softmax over the source tokens j turns the scores into weights a. Added up with these weights, "
         "the values are the head’s output for the query.",
         "The largest weight, the score that it comes from, and what this key adds to the output. Click a "
         "key to see how its score is computed.",
         PageStage::looked_at}},
};

}  // namespace

extern const AttentionPageRow attention_query_row{
    .name = "query",
    .label = texts::attention::query,
    .place = 3,
    .mode = 3,
    .texts = query_texts,
    .make = []() -> std::unique_ptr<AttentionPage> { return std::make_unique<QueryPage>(); }};

}  // namespace glassformer
