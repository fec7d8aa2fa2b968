// One step of a tiny model in three ways: the memory of each and the largest difference of a gradient.
#include <fmt/core.h>

#include <algorithm>

#include "app/views/experiments/cost/page.h"
#include "app/views/experiments/cost/texts.h"
#include "app/views/experiments/frame/chart_runs.h"
#include "app/views/experiments/frame/texts.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "core/base/number_text.h"
#include "core/experiments/runs.h"

namespace glassformer {

namespace {

namespace strings = texts::cost;

std::string step_bytes(double bytes) { return bytes_text(static_cast<std::uint64_t>(bytes)); }

std::string difference_text(const StepVariant& way) {
    if (way.difference == 0 && way.loss_difference == 0) return strings::equal_bits;
    return fmt::format(strings::equal_difference, number_text(way.difference));
}

}  // namespace

/// What the Walk calls the run.
std::string CostPage::equal_title(const EqualGradients& equal) {
    return fmt::format(strings::equal_run, equal.blocks, equal.d_model, equal.texts);
}

std::optional<RunBehind> CostPage::run_behind(const ViewContext& context) const {
    static_cast<void>(context);
    if (!trains() || !equal_shown_ || equal_shown_->points.empty()) return {};
    const EqualGradients& equal = equal_shown_->points.front();
    if (equal.first.tokens.empty()) return {};
    return RunBehind{.inputs = run_of_tiny_step(equal_shown_->setting, equal.first, equal_title(equal)),
                     .record = "logits"};
}

void CostPage::equal_ways(ViewContext& context, Rect area) const {
    Ui& ui = context.ui;
    const float em = ui.em;
    const TextStyle small{.colour = ui.theme.muted, .size = em::small};
    text_in(ui.painter, area.take_top(1.6F * em), strings::equal_title, {.colour = ui.theme.text, .face = Face::bold});
    context.targets.put("cost equal gradients", area);
    if (!equal_shown_ || equal_shown_->points.empty()) {
        paragraph(ui.painter, area, equal_shown_ ? equal_shown_->error : std::string(strings::equal_computing), small);
        return;
    }
    const EqualGradients& equal = equal_shown_->points.front();
    area.take_top(paragraph(ui.painter, area,
                            fmt::format(strings::equal_of, equal.blocks, equal.d_model, equal.texts, equal.tokens),
                            small) +
                  0.3F * em);
    struct Row {
        std::string name;
        double bytes;
        std::string difference;
    };
    std::vector<Row> rows{{strings::equal_plain, equal.checkpoints.bytes_plain, strings::equal_reference}};
    const bool split = equal.accumulation.micro_batches > 1;
    if (split)
        rows.push_back({fmt::format(strings::equal_micro, equal.accumulation.micro_batches),
                        equal.accumulation.bytes_thrifty, difference_text(equal.accumulation)});
    rows.push_back({strings::equal_checkpoints, equal.checkpoints.bytes_thrifty, difference_text(equal.checkpoints)});
    float names = 0, differences = 0, numbers = 0;
    const auto memory = [&](const Row& row) {
        const double saved = 1 - row.bytes / rows.front().bytes;
        return saved > 0 ? fmt::format(strings::equal_saved, step_bytes(row.bytes), percent_text(saved))
                         : step_bytes(row.bytes);
    };
    const auto wide = [&](const std::string& text) { return ui.painter.measure(text, em::small).width + 0.8F * em; };
    for (const Row& row : rows) {
        names = std::max(names, wide(row.name));
        differences = std::max(differences, wide(row.difference));
        numbers = std::max(numbers, wide(memory(row)));
    }
    const bool beside = area.w > names + differences + numbers + 5 * em;
    double most = 0;
    for (const Row& row : rows) most = std::max(most, row.bytes);
    for (const Row& row : rows) {
        const Rect whole{area.x, area.y, area.w, (beside ? 1.55F : 2.85F) * em};
        const std::string target = "cost equal row " + std::to_string(&row - rows.data());
        context.targets.put(target, whole);
        if (const Region touched = region(ui, target, whole); touched.hovered || touched.clicked) {
            ui.painter.fill(whole, ui.theme.control.faded(0.6F), 0.2F * em);
            *ui.cursor = CursorShape::hand;
            tooltip(ui, whole,
                    fmt::format(strings::equal_tip, row.name, memory(row), row.difference, equal_title(equal),
                                texts::experiment_frame::click_opens));
            if (touched.clicked) context.request = experiments_walk;
        }
        Rect line = area.take_top(1.55F * em);
        const TextStyle text{.colour = ui.theme.text, .size = em::small};
        text_in(ui.painter, line.take_left(names), row.name, text);
        Rect right = beside ? line.take_right(differences) : area.take_top(1.3F * em);
        if (!beside) right.take_left(names);
        TextStyle at_end = text;
        at_end.align = beside ? Align::right : Align::left;
        text_in(ui.painter, right, row.difference, at_end);
        at_end.align = Align::right;
        text_in(ui.painter, line.take_right(numbers), memory(row), at_end);
        Rect bar = line.inset(0, 0.25F * em);
        bar.w = std::max(1.0F, static_cast<float>(row.bytes / most) * bar.w);
        ui.painter.fill(bar, colour(ui.theme, Meaning::mlp));
    }
    area.take_top(0.2F * em);
    const StepVariant& of = split ? equal.accumulation : equal.checkpoints;
    std::string foot = fmt::format(strings::equal_foot, thousands(of.numbers), number_text(of.largest));
    if (!split)
        foot += strings::equal_single;
    else if (of.difference > 0)
        foot += strings::equal_rounding;
    paragraph(ui.painter, area, foot, small);
}

}  // namespace glassformer
