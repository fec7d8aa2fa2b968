// Many rows become one: pooling for a classifier, and the loss as the mean of what each position contributes.
#include <algorithm>
#include <cmath>

#include "app/pictures/bars.h"
#include "app/pictures/layout.h"
#include "app/pictures/pictures.h"

namespace glassformer::picture {

void pool(Page& page) {
    const float em = page.em;
    const Slice in = page.slice(page.operand(0)), out = page.slice(page.scene.record);
    const CellAt lit = page.lit ? out.find(page.lit.cell) : CellAt{};
    Board board(page, page.area);
    const int cols = board.column({.count = out.values.cols, .focus = lit ? lit.col : 0});
    const int many = board.row({.count = in.values.rows});
    const int one = board.row({.count = 1, .weight = 1.6F, .largest = 2.4F * em, .gap = 0.6F * em});
    const float limit = std::max(page.style(in.record, in.values).limit, page.style(out.record, out.values).limit);
    HeatPanel& source = board.add({.slice = in,
                                   .style = page.style(in.record, in.values),
                                   .row_track = many,
                                   .col_track = cols,
                                   .operand = 0,
                                   .row_labels = true,
                                   .col_labels = true,
                                   .legend = false});
    HeatPanel& result = board.add({.slice = out,
                                   .style = page.style(out.record, out.values),
                                   .row_track = one,
                                   .col_track = cols,
                                   .result = true});
    source.style.limit = result.style.limit = limit;
    board.solve();
    board.draw();
    page.painter.text(
        {result.rect.x - 0.8F * em, result.rect.centre().y}, "↓",
        {.colour = page.painter.theme().muted, .size = em::title, .align = Align::right, .anchor = Anchor::middle});
}

/// −log p of each position's answer, as the loss derives it, and their mean.
void cross_entropy(Page& page) {
    const float em = page.em;
    const Slice logits = page.slice(page.operand(0));
    const Record& labels = page.trace.record(page.operand(1));
    const Derivation& loss = page.memory.derivation(page.scene.record, {});
    std::vector<Bar> bars;
    if (!loss.steps.empty()) {
        std::size_t term = 0;
        for (std::size_t r = 0; r < labels.shape.count() && term < loss.steps.back().terms.size(); ++r) {
            const int target = static_cast<int>(std::lround(labels.value[r]));
            if (target < 0) continue;  // not counted: the derivation has no term for it
            const Factor& own = loss.steps.back().terms[term++].factors.front();
            const std::string answer = page.label(logits.record, logits.col_dim, target);
            std::string label = page.label(logits.record, logits.row_dim, static_cast<int>(r));
            if (!label.empty()) label += " → ";
            label += answer;
            bars.push_back({std::move(label),
                            static_cast<float>(own.value),
                            {logits.record, logits.cell(static_cast<int>(r), target)}});
        }
    }
    Rect area = page.area.inset(em, em);
    const Rect top = area.take_top(4.5F * em);
    Board board(page, top);
    const Slice out = page.slice(page.scene.record);
    board.row({.count = 1});
    board.column({.count = 1});
    board.add({.slice = out, .style = page.style(out.record, out.values), .result = true, .legend = false});
    board.solve();
    board.draw();
    const std::size_t fit = static_cast<std::size_t>(bars_that_fit(page, area.h));
    if (bars.size() > fit) bars.resize(fit);
    const float width = std::min(area.w, 44 * em);
    draw_bars(page, {std::round(area.centre().x - width / 2), area.y, width, area.h},
              "surprise at each known answer, −log p; the loss is their mean", bars, page.stage.stage->meaning);
}

}  // namespace glassformer::picture
