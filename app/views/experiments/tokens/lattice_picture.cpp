// The picture of Viterbi's steps: the lattice of pieces over the characters.
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/paint/visible_text.h"
#include "app/views/experiments/tokens/page.h"
#include "app/views/experiments/tokens/units.h"
#include "core/text/pretrained/pretrained_tokenizer.h"

namespace glassformer {

namespace {

namespace strings = texts::tokens_page;

constexpr float piece_tint = 0.12F, best_tint = 0.3F, path_tint = 0.5F;

}  // namespace

/// What the selected token comes from: of unknown characters that are one token all of them, of a character that became
/// its bytes the whole character.
TokensPage::ChosenPart TokensPage::selected_part(const UnigramSteps& steps) const {
    const auto edge_at = [&](std::size_t i) -> const UnigramSteps::Edge& { return steps.edges[steps.chosen[i]]; };
    const auto is_unknown = [&](std::size_t i) { return edge_at(i).id == subwords().unknown_id(); };
    const auto wanted = static_cast<std::size_t>(token());
    auto first = wanted - token_in_piece();  // token of this part of the path
    for (std::size_t i = 0, last = 0; i < steps.chosen.size(); i = last + 1) {
        last = i;
        while (is_unknown(i) && last + 1 < steps.chosen.size() && is_unknown(last + 1)) ++last;
        const ChosenPart part{edge_at(i).begin, edge_at(last).end, is_unknown(i)};
        const EncodedToken& token = result_->whole[first];
        const bool bytes = part.unknown && !token.unknown &&
                           subwords().vocabulary().spelling(token.id) != piece_text(part.begin, part.end);
        const std::size_t tokens = bytes ? part.end - part.begin : 1;
        if (wanted < first + tokens) {
            if (!bytes) return part;
            while (edge_at(i).end <= part.begin + wanted - first) ++i;
            return {edge_at(i).begin, edge_at(i).end, true};
        }
        first += tokens;
    }
    return {};
}

/// Pieces of the vocabulary as boxes over the characters that they span, each with its score; the best one to each
/// border is darker, the chosen path darkest. What Viterbi's algorithm has not reached has an outline.
void TokensPage::lattice(ViewContext& context, Rect area, const UnigramSteps& steps) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em, unit_high = 1.6F * em, low_lane = 1.15F * em, high_lane = 2.7F * em;
    const UnitRow& characters = placed(painter).row;
    const std::vector<std::size_t>& lanes = placed_.lanes;
    const auto now = static_cast<std::size_t>(step());
    const bool all = now + 1 == characters.borders.size();
    const std::size_t reached = characters.borders[now];
    const auto is_unknown = [this](const UnigramSteps::Edge& edge) { return edge.id == subwords().unknown_id(); };
    const auto lane_count = static_cast<float>(lanes.empty() ? 1 : *std::ranges::max_element(lanes) + 1);

    const ChosenPart selected = selected_part(steps);
    const auto is_selected = [&](const UnigramSteps::Edge& edge) {
        return edge.begin >= selected.begin && edge.end <= selected.end;
    };
    const bool brief = area.h < low_steps * em;
    std::vector<BoxMeaning> meanings{
        {{.strength = piece_tint}, brief ? strings::lattice_piece_brief : strings::lattice_piece}};
    if (now > 0)
        meanings.push_back({{.strength = best_tint}, brief ? strings::lattice_best_brief : strings::lattice_best});
    if (all) meanings.push_back({{.strength = path_tint}, strings::lattice_path});
    if (all)
        meanings.push_back(
            {{.strength = path_tint, .marked = true, .unknown = selected.unknown}, strings::selected_token});
    if (!all) meanings.push_back({{.coming = true}, strings::lattice_coming});
    if (!brief && std::ranges::any_of(steps.edges, is_unknown))
        meanings.push_back(
            {{.strength = all ? path_tint : best_tint, .unknown = true}, strings::lattice_unknown_piece});
    area.take_top(legend(painter, area, meanings) + (brief ? 0 : 0.3F * em));
    // The sum of the whole path is in the sentence above.
    const bool sums = !all || area.h >= unit_high + 1.2F * em + lane_count * low_lane;
    const float sum_high = sums ? 1.2F * em : 0;
    const float label = std::max(painter.measure(strings::lattice_characters, em::small).width,
                                 painter.measure(strings::lattice_sums, em::small).width) +
                        0.8F * em;
    const Rect labels = area.take_left(label);

    // At the end the selected token is in sight.
    const float total = characters.starts.back() + 2 * em;  // with half of the last sum
    const RowWindow seen =
        all ? row_window(area, total, characters.x_of(selected.begin), characters.x_of(selected.end), em)
            : row_window(area, total, characters.starts[now > 0 ? now - 1 : 0], characters.starts[now], em);
    // Below: characters, and the sum of the best path to each border.
    const float high = std::clamp((area.h - unit_high - sum_high) / lane_count, low_lane, high_lane);
    const float floor = std::min(area.bottom() - unit_high - sum_high, area.y + lane_count * high);
    text_in(painter, {labels.x, floor, labels.w, unit_high}, strings::lattice_characters,
            {.colour = ui.theme.muted, .size = em::small});
    if (now > 0 && sums)
        text_in(painter, {labels.x, floor + unit_high, labels.w, sum_high}, strings::lattice_sums,
                {.colour = ui.theme.muted, .size = em::small});
    std::size_t before = 0, after = 0, above = 0;
    for (std::size_t i = 0; i < characters.units.size(); ++i) {
        const float x = seen.left() + characters.starts[i], right = seen.left() + characters.starts[i + 1];
        if (!seen.holds(x, right)) {
            ++(x < seen.units.x ? before : after);
            continue;
        }
        draw_unit_box(painter, {x, floor, right - x, unit_high}, characters.units[i], {.plain = true});
    }
    draw_more(painter, {seen.before.x, floor, seen.before.w, unit_high}, before, true);
    draw_more(painter, {seen.after.x, floor, seen.after.w, unit_high}, after, false);
    const bool spelled = high > 2.4F * em;  // else the score alone: the characters are below
    marked_.clear();
    std::vector<bool> chosen(steps.edges.size());
    for (const std::size_t edge : steps.chosen) chosen[edge] = true;
    for (std::size_t i = 0; i < steps.edges.size(); ++i) {
        const UnigramSteps::Edge& edge = steps.edges[i];
        const float x = seen.left() + characters.x_of(edge.begin), right = seen.left() + characters.x_of(edge.end);
        const float y = floor - static_cast<float>(lanes[i] + 1) * high;
        const bool coming = edge.end > reached, on_path = all && chosen[i];
        if (!seen.holds(x, right)) continue;
        const bool marked = on_path && is_selected(edge);
        if (marked) marked_ += piece_text(edge.begin, edge.end);
        if (sums && edge.best && !coming)  // at the border that it is the sum of
            painter.line({right, floor + unit_high - 0.2F * em}, {right, floor + unit_high + 0.15F * em},
                         ui.theme.muted);
        if (sums && edge.best && !coming)
            text_in(painter, {right - 2 * em, floor + unit_high, 4 * em, sum_high}, log_probability(edge.sum),
                    {.colour = edge.end == reached ? ui.theme.accent_text : ui.theme.muted,
                     .size = em::small,
                     .face = Face::mono,
                     .align = Align::centre});
        if (y < area.y - 1) {
            ++above;
            continue;
        }
        draw_unit_box(painter, {x, y, right - x, high}, "",
                      {.strength = on_path     ? path_tint
                                   : edge.best ? best_tint
                                               : piece_tint,
                       .marked = marked,
                       .coming = coming,
                       .unknown = is_unknown(edge)});
        Rect inside{x, y + 0.1F * em, right - x, high - 0.2F * em};
        const Colour colour = coming ? ui.theme.muted : ui.theme.text;
        text_in(painter, spelled ? inside.take_bottom(0.4F * inside.h) : inside, log_probability(edge.score),
                {.colour = colour, .size = em::small, .face = Face::mono, .align = Align::centre});
        if (spelled)
            text_in(painter, inside, visible_text(piece_text(edge.begin, edge.end)),
                    {.colour = colour, .size = em::small, .align = Align::centre});
    }
    left_out_ = {.rows = above == 0   ? std::string()
                         : above == 1 ? std::string(strings::one_piece_above)
                                      : fmt::format(strings::pieces_above, above),
                 .before = before,
                 .after = after};
    text_in(painter, {labels.x, std::max(area.y, floor - high), labels.w, high}, left_out_.rows,
            {.colour = ui.theme.text, .size = em::small});
}

}  // namespace glassformer
