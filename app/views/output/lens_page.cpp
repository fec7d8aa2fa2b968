#include "app/views/output/lens_page.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "app/paint/visible_text.h"
#include "app/pictures/board/untrained.h"
#include "app/pictures/charts/lens_map.h"
#include "app/views/output/choice_page.h"
#include "app/views/output/texts.h"
#include "app/views/output/tokens.h"
#include "app/views/shared/menus.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "core/base/number_text.h"
#include "core/generate/next_token.h"
#include "core/io/model_folder.h"

namespace glassformer {

std::string LensPage::status() const {
    if (!lens_.done()) return "running";
    const std::string& error = lens_.shown()->error;
    return error.empty() ? "done" : error;
}

void LensPage::follow(ViewContext& context) {
    const std::shared_ptr<const Evaluation> evaluation = context.shown.current;
    const auto find = [evaluation](const auto& work) {
        LensOptions options;
        options.progress = [&work](int, int) { return !work.stopped; };
        return logit_lens(evaluation->trace(), options);
    };
    if (evaluation->computed_on().backend)  // what a device holds is read on the thread that draws
        lens_.answer(evaluation->generation(), find);
    else
        lens_.follow(evaluation->generation(), find, [&platform = context.ui.platform] { platform.wake(); });
}

void LensPage::draw(ViewContext& context, Rect area, OutputState& state) {
    Ui& ui = context.ui;
    const float em = ui.em;
    follow(context);
    const Evaluation& evaluation = *context.shown.current;
    const Trace& trace = evaluation.trace();
    area.take_bottom(0.6F * em);
    if (!lens_.done()) {
        ui.keep_awake();
        return say(ui, area, texts::output::lens_running);
    }
    state.focus.hovered = {};
    const auto lens = lens_.shown();
    const std::vector<LensLayer>& layers = lens->result;
    if (!lens->error.empty() || layers.empty())
        return say(ui, area,
                   lens->error.empty() ? texts::output::lens_stopped
                                       : fmt::format(texts::output::lens_unavailable, lens->error));
    const std::vector<TokenLabel>& tokens = continued_tokens(evaluation);
    const bool whole = answer_kind(evaluation) == AnswerKind::label;
    std::vector<std::string> names, columns;
    for (const LensLayer& layer : layers) {
        const std::string block = block_text(trace.record(layer.record).site);
        names.push_back(block.empty() ? texts::output::lens_embedding : fmt::format(texts::output::lens_after, block));
    }
    for (const LensRow& row : layers.front().rows)
        columns.push_back(whole ? texts::output::lens_whole_text
                                : visible_text(tokens[static_cast<std::size_t>(row.position)].text));
    const TokenWord word = words_of(evaluation);
    const int position = shown_row(evaluation, state);
    const float high =
        (1.6F + 2.6F * static_cast<float>(layers.size()) + (untrained(evaluation).why.empty() ? 5.8F : 7.3F)) * em;
    Rect inside =
        titled_card(ui, area.take_top(std::min(area.h, high)), texts::output::logit_lens, texts::output::lens_note);
    Rect scale{};
    if (inside.h > 8 * em) {
        Rect foot = inside.take_bottom(1.5F * em);
        const bool held = is_held(ui.painter.limits(), lens_scale);
        scale = foot.take_right(std::min((held ? 17.0F : 12.0F) * em, (held ? 0.5F : 0.4F) * foot.w));
        text_in(ui.painter, foot, texts::output::lens_bold, {.colour = ui.theme.muted, .size = em::small});
        inside.take_bottom(0.4F * em);
    }
    const Untrained none = untrained(evaluation);
    if (!none.why.empty() && inside.h > 6 * em)
        text_in(ui.painter, inside.take_bottom(1.5F * em), none.why, {.colour = ui.theme.text, .size = em::small});
    std::vector<bool> grey;
    for (const LensRow& row : layers.front().rows) grey.push_back(none.at(row.position));
    const auto cells = draw_lens(ui.painter, inside,
                                 {.layers = layers,
                                  .names = names,
                                  .columns = columns,
                                  .word = word,
                                  .grey = grey,
                                  .focus = whole ? 0 : position});
    if (scale.w > 0) {
        std::vector<float> coloured;  // the probabilities whose cells are on the scale
        for (const LensCell& cell : cells)
            if (!grey[static_cast<std::size_t>(cell.column)])
                coloured.push_back(layers[static_cast<std::size_t>(cell.layer)]
                                       .rows[static_cast<std::size_t>(cell.column)]
                                       .words.front()
                                       .probability);
        const auto count = static_cast<int>(coloured.size());
        legend_line(ui.painter, scale, lens_scale,
                    ConstMatrix{.data = coloured.data(), .rows = 1, .cols = count, .row_stride = count});
    }
    for (const LensCell& cell : cells) {
        const std::string id = "lens " + std::to_string(cell.layer) + " " + std::to_string(cell.column);
        context.targets.put(id, cell.rect);
        const Region touched = region(ui, id, cell.rect);
        if (!touched.hovered) continue;
        *ui.cursor = CursorShape::hand;
        const LensLayer& layer = layers[static_cast<std::size_t>(cell.layer)];
        const LensRow& row = layer.rows[static_cast<std::size_t>(cell.column)];
        ui.painter.stroke(cell.rect, ui.theme.text, 1.5F);
        std::string text = fmt::format(texts::output::lens_cell, names[static_cast<std::size_t>(cell.layer)],
                                       columns[static_cast<std::size_t>(cell.column)]);
        for (const LensWord& found : row.words)
            text += "\n" + fmt::format(texts::output::lens_word, word(found.token),
                                       percent_text(static_cast<double>(found.probability)),
                                       number_text(static_cast<double>(found.logit)));
        text += "\n" + fmt::format(texts::output::lens_rank, row.rank_of_answer + 1);
        tooltip(ui, cell.rect, text);
        if (touched.clicked || touched.right_clicked) {
            if (!whole) state.position = row.position;
            const Grid grid = grid_of(trace, layer.record, 0);
            state.focus.jump_to(trace, context.cursor,
                                {layer.record, grid.cell(std::min(row.position, grid.rows - 1), 0)});
        }
        if (touched.right_clicked) open_cell_menu(context, touched.mouse);
    }
    area.take_top(0.8F * em);
    if (area.h > 8 * em) draw_candidate_card(context, area, state, position, false, texts::output::final_prediction);
}

namespace {

constexpr std::array lens_texts{
    OutputPageText{nullptr,
                   {"Logit lens: predictions before the last layer", "p_{l} = \\text{softmax}(\\text{output}(X_{l}))",
                    "The vectors X after each layer l are read with the model’s own output layer, as if the model "
                    "stopped there. It was not trained for that: early predictions can be meaningless.",
                    "The layer at which the final prediction first appears and then stays."}},
};

}  // namespace

extern const OutputPageRow output_lens_row{
    .name = "lens",
    .place = 3,
    .mode = 3,
    .title = [](AnswerKind) { return std::string_view(texts::output::tab_lens); },
    .words = texts::output::open_lens,
    .fits = [](const Evaluation& e) { return is_transformer(e.model().config) && e.graph().probs; },
    .texts = lens_texts,
    .make = []() -> std::unique_ptr<OutputPage> { return std::make_unique<LensPage>(); }};

}  // namespace glassformer
