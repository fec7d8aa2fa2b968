#include "app/pictures/architecture/stage_chart.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/tape/stages_read.h"

namespace glassformer {

namespace {

struct Placed {
    int level = 0;
    float slot = 0;  // from the left, in widths of a stage
};

class ChartWriter {
public:
    ChartWriter(const Trace& trace, std::vector<int> stages) : stages_(std::move(stages)) {
        for (const int id : stages_) places_[id] = {};
        for (const int id : stages_) {
            const std::vector<int> read = stages_read(trace, id);
            if (read.empty()) free_.insert(id);
            for (const int operand : read)
                if (places_.contains(operand)) reads_[id].push_back(operand);
        }
        find_levels();
        find_slots();
    }

    ChartSize size() const {
        ChartSize size;
        for (const auto& [id, placed] : places_) {
            size.levels = std::max(size.levels, placed.level + 1);
            size.slots = std::max(size.slots, placed.slot - leftmost() + 1);
        }
        return size;
    }

    void place(Painter& painter, DiagramLayout& at) const {
        const float em = painter.em(), left = leftmost();
        const auto [slots, levels] = size();
        const float pitch = std::min(at.chart.h / static_cast<float>(levels), 3.4F * em);
        const float step = std::min(at.chart.w / slots, 12.0F * em);
        // Where the levels are close, the boxes stay as high as their names.
        const float wide = step - chart_gap * em,
                    high = std::min(std::max(0.64F * pitch, std::min(1.3F * em, pitch - 0.4F * em)), 1.9F * em);
        const float used = pitch * static_cast<float>(levels);
        at.chart = {at.chart.x, at.chart.y, step * slots, used};
        std::map<int, Rect> rects;
        for (const int id : stages_) {
            const Placed& placed = places_.at(id);
            const float x = at.chart.x + (placed.slot - left) * step + (step - wide) / 2;
            const float y = at.chart.bottom() - (static_cast<float>(placed.level) + 0.5F) * pitch - high / 2;
            rects[id] = Rect{x, y, wide, high}.snapped();
            at.nodes.push_back({id, rects[id]});
        }
        for (const auto& [id, operands] : reads_)
            for (std::size_t i = 0; i < operands.size(); ++i) link(at, rects, id, i, em);
    }

private:
    float leftmost() const {
        float left = 0;
        for (const auto& [id, placed] : places_) left = std::min(left, placed.slot);
        return left;
    }

    /// How many stages it waits for; one that reads no other stage, as positions do, comes just before its reader.
    void find_levels() {
        const auto wait = [&] {
            for (const int id : stages_)
                for (const int operand : reads_[id])
                    places_[id].level = std::max(places_[id].level, places_[operand].level + 1);
        };
        wait();
        for (auto last = stages_.rbegin(); last != stages_.rend(); ++last) {
            if (!free_.contains(*last)) continue;
            int least = -1;  // level of the first stage that reads it
            for (const auto& [reader, operands] : reads_)
                if (std::ranges::find(operands, *last) != operands.end())
                    least = least < 0 ? places_[reader].level : std::min(least, places_[reader].level);
            if (least > 1) places_[*last].level = least - 1;
        }
        wait();
    }

    void find_slots() {
        std::map<int, std::vector<float>> taken;
        for (const int id : stages_) {
            Placed& placed = places_[id];
            float wanted = 0;
            const std::vector<int>& operands = reads_[id];
            for (const int operand : operands) wanted += places_[operand].slot / static_cast<float>(operands.size());
            std::vector<float>& here = taken[placed.level];
            const auto free = [&](float slot) {
                return std::ranges::all_of(here, [&](float other) { return std::abs(other - slot) >= 0.99F; });
            };
            if (operands.empty() && !here.empty()) wanted = *std::ranges::max_element(here) + 1;
            for (float by = 0; !free(wanted); by += 0.5F)
                if (free(wanted + by)) wanted += by;
            placed.slot = wanted;
            here.push_back(wanted);
        }
    }

    /// Up from the one, level below the other, up into it. Past levels between them it goes up beside their boxes.
    void link(DiagramLayout& at, const std::map<int, Rect>& rects, int reader, std::size_t index, float em) const {
        const std::vector<int>& operands = reads_.at(reader);
        const Rect &from = rects.at(operands[index]), &to = rects.at(reader);
        const float share = (static_cast<float>(index) + 1) / (static_cast<float>(operands.size()) + 1);
        float x = to.x + share * to.w;
        const float start = from.centre().x;
        if (std::abs(start - x) < 0.3F * to.w && start > to.x && start < to.right()) x = start;
        const float y = to.bottom() + 0.5F * std::min(from.y - to.bottom(), to.h);
        const float up = free_way(rects, operands[index], reader, start, x, em);
        std::vector<Vec2> way{{start, from.y}};
        const auto to_side = [&way](float at_height, float side) {
            if (side == way.back().x) return;
            way.push_back({way.back().x, at_height});
            way.push_back({side, at_height});
        };
        to_side(from.y - 0.3F * std::min(from.y - to.bottom(), to.h), up);
        to_side(y, x);
        way.push_back({x, to.bottom()});
        at.links.push_back(std::move(way));
    }

    /// Where a line from the one stage to the other passes the boxes of the levels between them, by the shortest way.
    float free_way(const std::map<int, Rect>& rects, int from, int to, float start, float end, float em) const {
        const int below = places_.at(from).level, above = places_.at(to).level;
        std::vector<Rect> passed;
        for (const auto& [id, placed] : places_)
            if (placed.level > below && placed.level < above) passed.push_back(rects.at(id));
        const float apart = 0.3F * em;
        const auto free = [&](float x) {
            return std::ranges::none_of(
                passed, [&](const Rect& box) { return x > box.x - 0.9F * apart && x < box.right() + 0.9F * apart; });
        };
        if (free(start)) return start;
        float best = start, least = -1;
        for (const Rect& box : passed)
            for (const float x : {box.x - apart, box.right() + apart}) {
                const float way = std::abs(x - start) + std::abs(end - x);
                if (!free(x) || (least >= 0 && way >= least)) continue;
                best = x;
                least = way;
            }
        return best;
    }

    std::vector<int> stages_;
    std::map<int, Placed> places_;
    std::map<int, std::vector<int>> reads_;
    std::set<int> free_;  // reads no other stage
};

}  // namespace

std::vector<int> charted_stages(const Trace& trace, const std::vector<int>& stages) {
    std::vector<int> charted;
    for (const int id : stages)
        if (trace.record(id).site.step <= 0) charted.push_back(id);
    return charted;
}

ChartSize chart_size(const Trace& trace, const std::vector<int>& stages) {
    return ChartWriter(trace, charted_stages(trace, stages)).size();
}

void chart_stages(Painter& painter, const Trace& trace, const std::vector<int>& stages, DiagramLayout& at) {
    ChartWriter(trace, charted_stages(trace, stages)).place(painter, at);
}

}  // namespace glassformer
