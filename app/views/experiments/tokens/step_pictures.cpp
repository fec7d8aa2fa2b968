// Pictures of the steps: merges as rows of symbols, prefixes that are tried, the lattice. What is done is filled, what
// is still to come has an outline.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/paint/visible_text.h"
#include "app/views/experiments/tokens/page.h"
#include "app/views/experiments/tokens/units.h"
#include "core/text/pretrained/pretrained_tokenizer.h"

namespace glassformer {

namespace {

namespace say = texts::tokens_page;

constexpr float label_width = 10;     // em
constexpr float try_label_width = 7;  // em
constexpr float said_width = 10;      // em: of what is said after a try
constexpr float next_tint = 0.3F, token_tint = 0.4F, other_tint = 0.12F;

struct CountTexts {
    const char *one_above, *more_above, *one_below, *more_below;
};

/// "↑ 16 merges above"; where rows are left out below the picture too, "↑ 16 merges, ↓ 4 merges".
std::string left_out_text(int above, int below, const CountTexts& texts) {
    const auto counted = [](int count, const char* one, const char* more) {
        return count == 1 ? std::string(one) : fmt::format(fmt::runtime(more), count);
    };
    if (above > 0 && below > 0)
        return counted(above, texts.one_above, texts.more_above) + ", " +
               counted(below, texts.one_below, texts.more_below);
    if (above > 0) return fmt::format(say::above, counted(above, texts.one_above, texts.more_above));
    return below > 0 ? fmt::format(say::below, counted(below, texts.one_below, texts.more_below)) : std::string();
}

/// The lanes that pieces of a lattice lie in, so that none covers another: the chosen ones in the lowest.
std::vector<std::size_t> lanes_of(const UnigramSteps& steps) {
    std::vector<std::size_t> of(steps.edges.size()), ends{0};  // ends: where the last one of each lane ends
    std::vector<bool> chosen(steps.edges.size());
    for (const std::size_t edge : steps.chosen) chosen[edge] = true;
    for (std::size_t i = 0; i < steps.edges.size(); ++i) {
        if (chosen[i]) continue;
        std::size_t lane = 1;
        while (lane < ends.size() && ends[lane] > steps.edges[i].begin) ++lane;
        if (lane >= ends.size()) ends.resize(lane + 1);
        ends[lane] = steps.edges[i].end;
        of[i] = lane;
    }
    return of;
}

}  // namespace

/// Measured anew only where the piece or the size of the text is another one.
const TokensPage::PlacedPiece& TokensPage::placed(Painter& painter) {
    if (placed_.of == shown_ && placed_.piece == piece() && placed_.em == painter.em()) return placed_;
    placed_ = {.of = shown_, .piece = piece(), .em = painter.em()};
    const TokenizingSteps::Piece& of = *shown_->pieces[static_cast<std::size_t>(piece())].piece;
    if (const auto* bpe = std::get_if<BpeSteps>(&of.model)) {
        std::vector<std::string> symbols;
        for (const BpeSteps::Symbol& symbol : bpe->start) symbols.push_back(visible_text(symbol.spelling));
        placed_.row = units_in_row(painter, std::move(symbols), 2.6F);
        return placed_;
    }
    const auto* const unigram = std::get_if<UnigramSteps>(&of.model);
    placed_.row = characters_in_row(painter, piece_text(0, of.end - of.begin), unigram != nullptr ? 3.4F : 1.9F);
    if (unigram != nullptr) placed_.lanes = lanes_of(*unigram);
    return placed_;
}

/// The selected token, counted from the first one of its piece.
std::size_t TokensPage::token_in_piece() const {
    return static_cast<std::size_t>(token() - shown_->pieces[static_cast<std::size_t>(piece())].first);
}

/// One row a state: after the merges before it. The pair that is merged next is marked, and below the row of the step
/// are the ranks of the pairs of neighbours that have one. Above: how many merges are out of sight, and what tints
/// mean.
void TokensPage::merges(ViewContext& context, Rect area, const BpeSteps& steps) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em, high = 1.7F * em, ranks_high = 1.2F * em;
    const MergeStates& states = shown_->pieces[static_cast<std::size_t>(piece())].merges;
    const std::vector<float>& starts = placed(painter).row.starts;
    const int now = step(), count = static_cast<int>(states.merges()) + 1;
    const std::vector<MergeStates::Symbol> current = states.after(static_cast<std::size_t>(now));
    const bool last = now + 1 == count;
    const std::size_t selected = token_in_piece();  // symbols of the last row are tokens
    const std::size_t looked_at = last ? selected : steps.merges[static_cast<std::size_t>(now)].at;
    const std::size_t looked_end = std::min(current.size() - 1, looked_at + (last ? 0 : 1));
    const Rect room{area.x + label_width * em, area.y, area.w - label_width * em, area.h};
    const RowWindow seen = row_window(room, starts.back(), starts[current[std::min(looked_at, looked_end)].first],
                                      starts[current[looked_end].last + 1], em);

    std::vector<BoxMeaning> meanings;
    if (count > 1)
        meanings.push_back({{.strength = next_tint, .marked = !last},
                            last
                                ? std::string(say::merge_tint)
                                : fmt::format(say::merge_tint_rank, steps.merges[static_cast<std::size_t>(now)].rank)});
    if (last) meanings.push_back({{.strength = token_tint, .marked = true}, say::merge_selected});
    if (!last) meanings.push_back({{.coming = true}, say::merge_coming});
    area.take_top(draw_meanings(painter, room, meanings) + 0.2F * em);
    const int rows = std::max(1, static_cast<int>((area.h - (last ? 0 : ranks_high)) / high));
    const int first = first_of_list(count, rows, now), end = std::min(count, first + rows);
    const std::string out =
        first == 1 && end == count
            ? fmt::format(say::above, say::start_above)
            : left_out_text(std::max(0, first - 1), count - end,
                            {say::one_merge_above, say::merges_above, say::one_merge_below, say::merges_below});
    text_in(painter, {room.x - label_width * em, room.y, label_width * em, 1.3F * em}, out,
            {.colour = ui.theme.text, .size = em::small});
    float y = area.y;
    for (int row = first; row < end; ++row) {
        const bool coming = row > now;
        const std::string label =
            row == 0 ? std::string(say::merge_start)
                     : fmt::format(say::merge_label, row, steps.merges[static_cast<std::size_t>(row) - 1].rank);
        text_in(painter, {area.x, y, label_width * em, high}, label,
                {.colour = row == now ? ui.theme.text : ui.theme.muted, .size = em::small});
        const std::vector<MergeStates::Symbol> symbols =
            row == now ? current : states.after(static_cast<std::size_t>(row));
        const bool has_pair = row + 1 < count;
        const std::size_t next = has_pair ? steps.merges[static_cast<std::size_t>(row)].at : 0;
        std::size_t before = 0, after = 0;
        bool tint_before = false, tint_after = false;
        for (std::size_t i = 0; i < symbols.size(); ++i) {
            const float x = seen.left() + starts[symbols[i].first], right = seen.left() + starts[symbols[i].last + 1];
            const bool joined = has_pair && (i == next || i == next + 1);
            const Rect place = seen.seen({x, y, right - x, high}, em);
            if (place.w <= 0) {
                const bool on_left = x < seen.units.x;
                ++(on_left ? before : after);
                (on_left ? tint_before : tint_after) |= joined;
                continue;
            }
            draw_unit_box(painter, place, visible_text(tokenizer_->token(symbols[i].id)),
                          {.strength = joined                       ? next_tint
                                       : !has_pair && i == selected ? token_tint
                                                                    : other_tint,
                           .marked = row == now && (joined || (!has_pair && i == selected)),
                           .coming = coming});
            if (row != now || i + 1 >= symbols.size() || !seen.holds(x, right)) continue;
            const int rank = subwords().pair_rank(symbols[i].id, symbols[i + 1].id);
            if (rank < 0) continue;
            const bool taken = has_pair && i == next;
            text_in(painter, {right - 2 * em, y + high, 4 * em, ranks_high}, std::to_string(rank),
                    {.colour = taken ? ui.theme.accent_text : ui.theme.muted,
                     .size = em::small,
                     .face = taken ? Face::mono_bold : Face::mono,
                     .align = Align::centre});
        }
        if (row == now) left_out_ = {.rows = out, .before = before, .after = after};
        draw_more(painter, {seen.before.x, y, seen.before.w, high}, before, true,
                  tint_before && !coming ? next_tint : 0);
        draw_more(painter, {seen.after.x, y, seen.after.w, high}, after, false, tint_after && !coming ? next_tint : 0);
        if (row == now && !last) {
            text_in(painter, {area.x, y + high, label_width * em, ranks_high}, say::merge_ranks,
                    {.colour = ui.theme.muted, .size = em::small});
            y += ranks_high;
        }
        y += high;
    }
}

void TokensPage::tries(ViewContext& context, const Rect& area, const WordPieceSteps& steps) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em, high = 1.6F * em;
    const UnitRow& characters = placed(painter).row;
    const int now = step(), count = static_cast<int>(steps.tries.size());
    const int rows = std::max(1, static_cast<int>(area.h / high) - 1);
    float y = area.y, from = 0, to = 0;
    const Rect room{area.x + try_label_width * em, area.y, area.w - try_label_width * em, area.h};
    const float total = characters.starts.back() + said_width * em;
    if (now > 0) {
        const WordPieceSteps::Try& last = steps.tries[static_cast<std::size_t>(now) - 1];
        from = characters.x_of(last.begin);
        to = characters.x_of(last.end) + said_width * em;
    }
    const RowWindow seen = row_window(room, total, from, to, em);
    std::size_t before = 0, after = 0;
    for (std::size_t i = 0; i < characters.units.size(); ++i) {
        const float x = seen.left() + characters.starts[i], right = seen.left() + characters.starts[i + 1];
        if (!seen.holds(x, right)) {
            ++(x < seen.units.x ? before : after);
            continue;
        }
        draw_unit_box(painter, {x, y, right - x, high}, characters.units[i], {.strength = 0.06F});
    }
    draw_more(painter, {seen.before.x, y, seen.before.w, high}, before, true);
    draw_more(painter, {seen.after.x, y, seen.after.w, high}, after, false);
    const int first = first_of_list(count, rows, std::max(0, now - 1)), end = std::min(count, first + rows);
    const CountTexts counts{say::one_try_above, say::tries_above, say::one_try_below, say::tries_below};
    left_out_ = {.rows = left_out_text(first, count - end, counts), .before = before, .after = after};
    text_in(painter, {area.x, y, try_label_width * em, high}, left_out_.rows,
            {.colour = ui.theme.text, .size = em::small});
    y += high;
    for (int row = first; row < end; ++row) {
        const WordPieceSteps::Try& tried = steps.tries[static_cast<std::size_t>(row)];
        const bool is_now = row + 1 == now, coming = row >= now, found = tried.id >= 0;
        text_in(painter, {area.x, y, try_label_width * em, high}, fmt::format(say::try_label, row + 1),
                {.colour = is_now ? ui.theme.text : ui.theme.muted, .size = em::small});
        const float x = seen.left() + characters.x_of(tried.begin), right = seen.left() + characters.x_of(tried.end);
        const Rect place = seen.seen({x, y, right - x, high}, em);
        if (place.w > 0)
            draw_unit_box(painter, place, tried_text(steps, tried),
                          {.strength = found ? 0.35F : 0.1F, .marked = is_now, .coming = coming});
        if (!coming) {
            const float said = std::clamp(right, seen.units.x, seen.units.right()) + 0.5F * em;
            text_in(painter, {said, y, std::max(0.0F, area.right() - said), high},
                    found ? fmt::format(say::found, tried.id) : std::string(say::missing),
                    {.colour = found ? ui.theme.accent_text : ui.theme.muted, .size = em::small});
        }
        y += high;
    }
}

/// Pieces of the vocabulary as boxes over the characters that they span, each with its score; the best one to each
/// border is darker, the chosen path has a frame. What Viterbi's algorithm has not reached has an outline.
void TokensPage::lattice(ViewContext& context, Rect area, const UnigramSteps& steps) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em, unit_high = 1.6F * em, sum_high = 1.2F * em, low_lane = 1.15F * em, high_lane = 2.7F * em;
    const UnitRow& characters = placed(painter).row;
    const std::vector<std::size_t>& lanes = placed_.lanes;
    const auto now = static_cast<std::size_t>(step());
    const bool all = now + 1 == characters.borders.size();
    const std::size_t reached = characters.borders[now];
    const auto is_unknown = [this](const UnigramSteps::Edge& edge) { return edge.id == subwords().unknown_id(); };
    const auto lane_count = static_cast<float>(lanes.empty() ? 1 : *std::ranges::max_element(lanes) + 1);

    std::vector<BoxMeaning> meanings{{{.strength = 0.06F}, say::lattice_piece}};
    if (now > 0) meanings.push_back({{.strength = 0.22F}, say::lattice_best});
    if (all) meanings.push_back({{.strength = token_tint, .marked = true}, say::lattice_path});
    if (!all) meanings.push_back({{.coming = true}, say::lattice_coming});
    if (std::ranges::any_of(steps.edges, is_unknown))
        meanings.push_back({{.strength = 0.22F, .unknown = true}, say::lattice_unknown_piece});
    const float said = draw_meanings(painter, area, meanings, false);
    if (area.h - said >= unit_high + sum_high + lane_count * low_lane) {
        draw_meanings(painter, area, meanings);
        area.take_top(said + 0.3F * em);
    }
    const float label = std::max(painter.measure(say::lattice_characters, em::small).width,
                                 painter.measure(say::lattice_sums, em::small).width) +
                        0.8F * em;
    const Rect labels = area.take_left(label);

    // At the end the selected token is in sight: several unknown characters may be one, so there are at most as many.
    const UnigramSteps::Edge& selected = steps.edges[steps.chosen[std::min(token_in_piece(), steps.chosen.size() - 1)]];
    const float total = characters.starts.back() + 2 * em;  // with half of the last sum
    const RowWindow seen =
        all ? row_window(area, total, characters.x_of(selected.begin), characters.x_of(selected.end), em)
            : row_window(area, total, characters.starts[now > 0 ? now - 1 : 0], characters.starts[now], em);
    // Below: characters, and the sum of the best path to each border.
    const float high = std::clamp((area.h - unit_high - sum_high) / lane_count, low_lane, high_lane);
    const float floor = std::min(area.bottom() - unit_high - sum_high, area.y + lane_count * high);
    text_in(painter, {labels.x, floor, labels.w, unit_high}, say::lattice_characters,
            {.colour = ui.theme.muted, .size = em::small});
    if (now > 0)
        text_in(painter, {labels.x, floor + unit_high, labels.w, sum_high}, say::lattice_sums,
                {.colour = ui.theme.muted, .size = em::small});
    std::size_t before = 0, after = 0, above = 0;
    for (std::size_t i = 0; i < characters.units.size(); ++i) {
        const float x = seen.left() + characters.starts[i], right = seen.left() + characters.starts[i + 1];
        if (!seen.holds(x, right)) {
            ++(x < seen.units.x ? before : after);
            continue;
        }
        draw_unit_box(painter, {x, floor, right - x, unit_high}, characters.units[i],
                      {.strength = i < now ? 0.2F : 0.06F});
    }
    draw_more(painter, {seen.before.x, floor, seen.before.w, unit_high}, before, true);
    draw_more(painter, {seen.after.x, floor, seen.after.w, unit_high}, after, false);
    const bool spelled = high > 2.4F * em;  // else the score alone: the characters are below
    std::vector<bool> chosen(steps.edges.size());
    for (const std::size_t edge : steps.chosen) chosen[edge] = true;
    for (std::size_t i = 0; i < steps.edges.size(); ++i) {
        const UnigramSteps::Edge& edge = steps.edges[i];
        const float x = seen.left() + characters.x_of(edge.begin), right = seen.left() + characters.x_of(edge.end);
        const float y = floor - static_cast<float>(lanes[i] + 1) * high;
        const bool coming = edge.end > reached, on_path = all && chosen[i];
        if (!seen.holds(x, right)) continue;
        if (edge.best && !coming)
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
                      {.strength = on_path     ? token_tint
                                   : edge.best ? 0.22F
                                               : 0.06F,
                       .marked = on_path,
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
                         : above == 1 ? std::string(say::one_piece_above)
                                      : fmt::format(say::pieces_above, above),
                 .before = before,
                 .after = after};
    text_in(painter, {labels.x, floor - high, labels.w, high}, left_out_.rows,
            {.colour = ui.theme.text, .size = em::small});
}

}  // namespace glassformer
