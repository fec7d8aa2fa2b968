#include "app/views/compare/strip.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/paint/visible_text.h"
#include "app/pictures/board/picture.h"
#include "app/views/compare/texts.h"
#include "app/views/shared/stage_groups.h"
#include "app/views/shared/wanted_stage.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "core/base/number_text.h"
#include "core/generate/next_token.h"
#include "core/model/model.h"

namespace glassformer {

namespace {

constexpr double decades = 6;        // from the top of the strip to its bottom
constexpr float min_height = 0.05F;  // of a small difference

std::string stage_text(const Trace& trace, int record) {
    const Record& at = trace.record(record);
    const std::string block = block_text(at.site), step = step_text(at.site);
    std::string place = block.empty() ? step : block;
    if (!block.empty() && !step.empty()) place = fmt::format(texts::compare::step_of_block, block, step);
    return place.empty() ? at.stage->label : fmt::format(texts::compare::stage_of_place, place, at.stage->label);
}

/// Tooltip of a bar: the stage, its largest, mean and relative difference.
std::string tip(const Trace& trace, const RunDifference& run, const RecordDifference& stage, bool known) {
    std::string name = stage_text(trace, stage.a);
    if (!known) return name;
    if (!stage.reason.empty()) return fmt::format(texts::compare::stage_reason, name, stage.reason);
    if (stage.largest == 0) return fmt::format(texts::compare::stage_identical, name);
    if (stage.parted > 0)
        return fmt::format(
            texts::compare::stage_parted, name,
            parted_text(stage, trace.record(stage.a).at(stage.where), run.b().record(stage.b).at(stage.where)),
            number_text(stage.finite), number_text(stage.mean));
    return fmt::format(texts::compare::stage_differs, name, number_text(stage.largest), number_text(stage.mean),
                       number_text(stage.relative));
}

}  // namespace

std::string token_count_text(int count) {
    return count == 1 ? texts::compare::token_one : fmt::format(texts::compare::tokens, count);
}

std::string parted_text(const RecordDifference& stage, float a, float b) {
    const bool one = stage.parted == 1;
    // A score of −∞ is a masked one, the usual reason why only one run has a finite value.
    if (a == -INFINITY || b == -INFINITY)
        return one ? texts::compare::masked_one : fmt::format(texts::compare::masked, stage.parted);
    if (std::isnan(a) || std::isnan(b))
        return one ? texts::compare::nan_one : fmt::format(texts::compare::nan, stage.parted);
    return one ? texts::compare::infinite_one : fmt::format(texts::compare::infinite, stage.parted);
}

std::string answers_text(const Evaluation& a, const Evaluation& b, bool before_and_after) {
    namespace strings = texts::compare;
    struct Said {
        std::string word, share, at;
    };
    const auto said = [](const Evaluation& run) -> Said {
        const std::vector<RankedAnswer> best = most_probable_answers(run, 1);
        if (best.empty()) return {};
        const Record& probs = run.trace().record(run.graph().probs.id);
        const bool row = !run.model().config.head.classifier && probs.shape.rank() >= 2;
        const auto quoted = [](const std::string& word) {
            return word.starts_with("“") ? word : fmt::format(strings::predicted_token, word);
        };
        return {quoted(visible_text(answer_word(run.model(), best.front().token))),
                percent_text(static_cast<double>(best.front().probability)),
                row ? quoted(line_name_of(run, probs, probs.shape.rank() - 2, row_of_answer(run))) : ""};
    };
    const Said in_a = said(a), in_b = said(b);
    if (in_a.word.empty() || in_b.word.empty()) return "";
    if (in_a.at.empty() || in_b.at.empty())
        return fmt::format(fmt::runtime(before_and_after ? strings::before_after : strings::both_predict), in_a.word,
                           in_a.share, in_b.word, in_b.share);
    return in_a.at == in_b.at
               ? fmt::format(fmt::runtime(before_and_after ? strings::before_after_at : strings::both_predict_at),
                             in_a.at, in_a.word, in_a.share, in_b.word, in_b.share)
               : fmt::format(fmt::runtime(before_and_after ? strings::each_before_after : strings::each_predicts),
                             in_a.word, in_a.share, in_a.at, in_b.word, in_b.share, in_b.at);
}

std::string parting_text(const Trace& trace, const RunDifference& run) {
    const auto& stages = run.stages();
    const auto compared = [](const RecordDifference& stage) { return stage.reason.empty(); };
    std::string text = texts::compare::identical_runs;
    if (!run.done()) return fmt::format(texts::compare::comparing, run.compared(), stages.size());
    if (run.first() >= 0) {
        // The runs may diverge earlier, at a stage that could not be compared.
        const auto first = stages.begin() + run.first();
        const std::string stage = stage_text(trace, first->a);
        text = std::all_of(stages.begin(), first, compared) ? fmt::format(texts::compare::diverge_at, stage)
                                                            : fmt::format(texts::compare::first_comparable, stage);
    } else if (std::none_of(stages.begin(), stages.end(), compared)) {
        text = texts::compare::nothing_comparable;
    } else if (!std::all_of(stages.begin(), stages.end(), compared)) {
        text = texts::compare::no_difference_found;
    }
    if (const std::size_t count = run.only_in_b().size(); count > 0)
        return count == 1 ? fmt::format(texts::compare::only_in_b_one, text)
                          : fmt::format(texts::compare::only_in_b, text, count);
    return text + (run.first() >= 0 ? "" : ".");
}

float bar_height(double difference, double largest) {
    if (!(difference > 0)) return 0;
    if (!std::isfinite(difference)) return 1;
    const double share = 1 + std::log10(difference / largest) / decades;
    return static_cast<float>(std::clamp(share, static_cast<double>(min_height), 1.0));
}

float difference_strip_height(const Ui& ui) {
    const float lines = ui.window.h / ui.em;
    return (lines > 40 ? 8.2F : lines > 30 ? 5.0F : 3.8F) * ui.em;
}

std::optional<int> draw_difference_strip(ViewContext& context, const Rect& area, const RunDifference& run,
                                         int current) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const Theme& theme = ui.theme;
    const float em = ui.em;
    const Trace& trace = context.shown.current->trace();
    const auto& stages = run.stages();
    const int count = static_cast<int>(stages.size());
    if (count == 0) return {};
    std::optional<int> clicked;

    Rect rest = area;
    const Rect caption = rest.take_top(1.5F * em);
    const std::string where = parting_text(trace, run);
    // The sentence has priority over the legend, which is left out if it does not fit.
    const float where_width = painter.measure(where, em::small, Face::bold).width + 0.5F * em;
    const Rect first = {caption.x, caption.y, std::min(caption.w, where_width), caption.h};
    if (run.first() >= 0) {
        context.targets.put("first difference", first);
        const Region touched = region(ui, "first difference", first, true);
        if (touched.hovered) *ui.cursor = CursorShape::hand;
        if (touched.hovered && where_width > caption.w) tooltip(ui, first, where);
        if (touched.clicked || touched.activated) clicked = run.first();
    }
    text_in(painter, first, where,
            {.colour = run.first() >= 0 ? theme.accent_text : theme.text, .size = em::small, .face = Face::bold});
    const bool dashed =
        std::any_of(stages.begin(), stages.end(), [](const RecordDifference& s) { return !s.reason.empty(); });
    const Rect key{first.right() + em, caption.y, caption.right() - first.right() - em, caption.h};
    // The longest legend that fits.
    std::vector<std::string> legends;
    if (run.largest() > 0) {
        const std::string top = number_text(run.largest());
        if (dashed)
            legends = {fmt::format(texts::compare::legend_scale_dashed, top), texts::compare::legend_dashed,
                       texts::compare::legend_brief_dashed};
        else
            legends = {fmt::format(texts::compare::legend_scale, top), texts::compare::legend,
                       texts::compare::legend_brief};
    }
    if (dashed) legends.emplace_back(texts::compare::legend_only_dashed);
    for (const std::string& legend : legends)
        if (painter.measure(legend, em::small).width <= key.w) {
            text_in(painter, key, legend, {.colour = theme.muted, .size = em::small, .align = Align::right});
            break;
        }

    const bool named = area.h > 6 * em;
    const Rect names = named ? rest.take_bottom(1.4F * em) : Rect{};
    const Rect blocks = rest.take_top(area.h > 4.5F * em ? 1.1F * em : 0);
    const Rect bars = Rect{rest.x, rest.y + 0.2F * em, rest.w, rest.h - 0.3F * em}.snapped();
    const float pitch = bars.w / static_cast<float>(count);
    const auto x_of = [&](int i) { return bars.x + pitch * static_cast<float>(i); };

    // The blocks as fields behind the bars.
    std::vector<int> records;
    records.reserve(stages.size());
    for (const RecordDifference& stage : stages) records.push_back(stage.a);
    const StageGroups all = stage_groups(trace, records);
    const auto field_of = [&](const StageGroup& group) {
        const float left = x_of(group.begin);
        return Rect{left, blocks.y, x_of(group.end) - 2 - left, bars.bottom() - blocks.y};
    };
    draw_groups(painter, all, field_of, blocks.h, current, {theme.panel, mix(theme.panel, theme.faint, 0.35F)});

    context.targets.put("strip", bars);
    const Region touched = region(ui, "difference strip", bars);
    int under = -1;
    if (touched.hovered) under = std::clamp(static_cast<int>((touched.mouse.x - bars.x) / pitch), 0, count - 1);
    const float wide = std::min(pitch * 0.72F, 1.6F * em);
    const int wanted = wanted_stage(context.targets, trace);
    for (int i = 0; i < count; ++i) {
        const RecordDifference& stage = stages[static_cast<std::size_t>(i)];
        const Record& record = trace.record(stage.a);
        const float middle = x_of(i) + pitch / 2;
        const Rect column{x_of(i), bars.y, pitch, bars.h};
        if (stage.a == wanted) context.targets.put(context.targets.wanted, column);
        if (i == current)
            painter.fill(column.snapped(), theme.accent.faded(0.16F), 0.2F * em);
        else if (i == under)
            painter.fill(column.snapped(), theme.control_hot.faded(0.6F), 0.2F * em);
        if (static_cast<std::size_t>(i) >= run.compared()) continue;
        const Colour tone = colour(theme, record.stage->meaning);
        const auto bar = [&](float share, Colour ink) {
            const float high = std::max(1.0F, share * (bars.h - 2));
            painter.fill({middle - wide / 2, bars.bottom() - 1 - high, wide, high}, ink);
        };
        if (!stage.reason.empty()) {
            painter.dashed({middle, bars.y + 0.3F * em}, {middle, bars.bottom() - 2}, theme.faint, 1, 3, 3);
        } else if (stage.largest > 0) {
            bar(bar_height(stage.largest, run.largest()), tone.faded(0.4F));
            if (stage.mean > 0) bar(bar_height(stage.mean, run.largest()), tone);
        }
        if (i == current) painter.fill({middle - wide / 2, bars.bottom() - 1, wide, 2.5F}, theme.accent);
    }
    painter.line({bars.x, bars.bottom() + 0.5F}, {bars.right(), bars.bottom() + 0.5F}, theme.border);
    if (named && current >= 0) {
        // Labels of the stage at the cursor, and of others that fit.
        std::vector<std::pair<float, float>> taken;
        const auto write = [&](int i, bool here) {
            const std::string label = trace.record(stages[static_cast<std::size_t>(i)].a).stage->label;
            const Face face = here ? Face::bold : Face::sans;
            const float width = painter.measure(label, em::small, face).width;
            const float x =
                std::clamp(x_of(i) + (pitch - width) / 2, names.x, std::max(names.x, names.right() - width));
            for (const auto& [from, to] : taken)
                if (x < to + 0.6F * em && x + width > from - 0.6F * em) return;
            taken.emplace_back(x, x + width);
            painter.text(
                {x, names.centre().y}, label,
                {.colour = here ? theme.text : theme.muted, .size = em::small, .face = face, .anchor = Anchor::middle});
        };
        write(current, true);
        // With hundreds of bars only the first and last are labelled.
        const bool dense = pitch < 5;
        for (int i = 0; i < count; i += dense ? std::max(1, count - 1) : 1) write(i, false);
    }
    if (under >= 0) {
        *ui.cursor = CursorShape::hand;
        const RecordDifference& stage = stages[static_cast<std::size_t>(under)];
        tooltip(ui, {x_of(under), bars.y, pitch, bars.h},
                tip(trace, run, stage, static_cast<std::size_t>(under) < run.compared()));
        if (touched.clicked) clicked = under;
    }
    return clicked;
}

}  // namespace glassformer
