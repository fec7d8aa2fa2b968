#include "app/views/attention/head_plan.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace glassformer {

namespace {

constexpr float wanted_share = 0.52F;  // of the height: a little more than half, before cells become whole pixels
constexpr float tallest_cell = 1.6F, widest_cell = 2.0F;  // sides of a cell: height to width, width to height

/// One way to share the area, in em; the fullest first.
struct Detail {
    float strip_left, feed_left, strip_above, feed_above;
    float result_gap, result, values_right;
    float band, column;  // height or width of the steps
    bool corner;         // the legend of the large map is in the corner above the words of its rows, not below it
};
constexpr std::array<Detail, 4> details{{
    {3.2F, 2.8F, 3.2F, 2.4F, 2.4F, 6.0F, 2.2F, 7.4F, 9.0F, false},
    {2.4F, 2.0F, 2.0F, 1.6F, 2.0F, 4.4F, 1.8F, 6.2F, 8.5F, false},
    {1.8F, 1.6F, 1.4F, 1.2F, 0, 0, 0, 5.0F, 8.5F, false},
    {0, 0.4F, 0, 0.3F, 0, 0, 0, 4.6F, 8.1F, true},
}};

HeadPlan plan_of(const HeadNeeds& needs, const Rect& area, const Detail& detail, bool column) {
    const float em = needs.em;
    HeadPlan plan{.column = column, .body = area, .caption = 1.6F * em, .corner = detail.corner};
    if (needs.steps > 1) {
        plan.steps = column ? plan.body.take_left(detail.column * em)
                            : plan.body.take_bottom(std::clamp(0.15F * area.h, detail.band * em, 11 * em));
        if (column)
            plan.body.take_left(1.2F * em);
        else
            plan.body.take_bottom(0.6F * em);
    }
    const bool strips = needs.strips && detail.strip_left > 0;
    if (strips) {
        plan.strip_left = detail.strip_left * em;
        plan.strip_above = detail.strip_above * em;
    }
    plan.feed_left = (strips ? detail.feed_left : 0.4F) * em;
    plan.feed_above = (strips ? detail.feed_above : 0.3F) * em;
    if (detail.corner) plan.feed_left = std::max(plan.feed_left, 6.5F * em - needs.words_left);
    if (needs.result && detail.result > 0) {
        plan.result_gap = std::max(detail.result_gap * em, needs.words_right);
        plan.result = detail.result * em;
        plan.values_right = detail.values_right * em;
    }
    plan.board = plan.body;
    plan.board.take_left(plan.strip_left + plan.feed_left);
    plan.board.take_top(plan.caption + plan.strip_above + plan.feed_above);
    plan.board.take_bottom(detail.corner ? 0.2F * em : 2.7F * em);
    plan.board.take_right(plan.values_right);
    const float beside = std::max(plan.result_gap + plan.result, needs.words_right);
    const float room_x = std::max(1.0F, plan.board.w - needs.words_left - beside) / static_cast<float>(needs.cols),
                room_y = std::max(1.0F, plan.board.h - needs.words_above) / static_cast<float>(needs.rows);
    plan.cell = {std::min(room_x, widest_cell * room_y), std::min(room_y, tallest_cell * room_x)};
    for (float* side : {&plan.cell.x, &plan.cell.y})
        if (*side >= 1) *side = std::floor(*side);
    return plan;
}

}  // namespace

HeadPlan head_plan(const HeadNeeds& needs, const Rect& area) {
    HeadPlan best;
    float highest = -1;
    for (const Detail& detail : details) {
        const HeadPlan band = plan_of(needs, area, detail, false), column = plan_of(needs, area, detail, true);
        const auto rows = static_cast<float>(needs.rows), cols = static_cast<float>(needs.cols);
        const auto size = [&](const HeadPlan& plan) { return plan.cell.x * cols * plan.cell.y * rows; };
        const auto enough = [&](const HeadPlan& plan) {
            const bool wide = cols > 2 * rows && plan.cell.y >= 0.9F * plan.cell.x;
            return plan.cell.y * rows >= wanted_share * area.h || wide;
        };
        // A band leaves wide cells that are low, a column narrow ones that are high: the larger map, if it is high
        // enough, else the other one.
        const bool beside = enough(column) != enough(band) ? enough(column) : size(column) > size(band);
        const HeadPlan& plan = beside ? column : band;
        if (enough(plan)) return plan;
        const float height = plan.cell.y * rows;
        if (height > highest) {
            highest = height;
            best = plan;
        }
    }
    return best;
}

}  // namespace glassformer
