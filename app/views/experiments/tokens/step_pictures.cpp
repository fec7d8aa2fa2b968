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

constexpr float label_width = 10;  // em
constexpr float said_width = 10;   // em: of what is said after a try

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
/// are the ranks of all pairs of neighbours.
void TokensPage::merges(ViewContext& context, const Rect& area, const BpeSteps& steps) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em, high = 1.7F * em;
    const MergeStates& states = shown_->pieces[static_cast<std::size_t>(piece())].merges;
    const std::vector<float>& starts = placed(painter).row.starts;
    const int now = step(), count = static_cast<int>(states.merges()) + 1;
    const std::vector<MergeStates::Symbol> current = states.after(static_cast<std::size_t>(now));
    const bool last = now + 1 == count;
    const std::size_t selected = token_in_piece();  // symbols of the last row are tokens
    const std::size_t looked_at = last ? selected : steps.merges[static_cast<std::size_t>(now)].at;
    const float room = area.w - label_width * em;
    float shift = 0;
    if (const std::size_t end = looked_at + (last ? 0 : 1); end < current.size())
        shift = shift_to_show(starts[current[looked_at].first], starts[current[end].last + 1], room);
    const int rows = std::max(1, static_cast<int>((area.h - 1.2F * em) / high));
    const int first = first_of_list(count, rows, now);
    float y = area.y;
    for (int row = first; row < std::min(count, first + rows); ++row) {
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
        const Rect room_of_row{area.x + label_width * em, y, room, high + 1.2F * em};
        painter.push_clip(room_of_row);
        for (std::size_t i = 0; i < symbols.size(); ++i) {
            const float x = room_of_row.x - shift + starts[symbols[i].first],
                        right = room_of_row.x - shift + starts[symbols[i].last + 1];
            if (right < room_of_row.x) continue;
            if (x > room_of_row.right()) break;
            const bool joined = has_pair && (i == next || i == next + 1);
            draw_unit_box(painter, {x, y, right - x, high}, visible_text(tokenizer_->token(symbols[i].id)),
                          {.strength = joined                       ? 0.3F
                                       : !has_pair && i == selected ? 0.4F
                                                                    : 0.12F,
                           .marked = row == now && (joined || (!has_pair && i == selected)),
                           .coming = coming});
            if (row != now || i + 1 >= symbols.size()) continue;
            const int rank = subwords().pair_rank(symbols[i].id, symbols[i + 1].id);
            const bool taken = has_pair && i == next;
            text_in(painter, {right - 2 * em, y + high, 4 * em, 1.2F * em}, rank < 0 ? "–" : std::to_string(rank),
                    {.colour = taken ? ui.theme.accent_text : ui.theme.muted,
                     .size = em::small,
                     .face = taken ? Face::mono_bold : Face::mono,
                     .align = Align::centre});
        }
        painter.pop_clip();
        y += high + (row == now ? 1.2F * em : 0);
    }
}

void TokensPage::tries(ViewContext& context, const Rect& area, const WordPieceSteps& steps) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em, high = 1.6F * em;
    const UnitRow& characters = placed(painter).row;
    const int now = step(), count = static_cast<int>(steps.tries.size());
    const int rows = std::max(1, static_cast<int>(area.h / high) - 1);
    float y = area.y;
    const Rect room{area.x + 4 * em, area.y, area.w - 4 * em, area.h};
    float shift = 0;
    if (now > 0) {
        const WordPieceSteps::Try& last = steps.tries[static_cast<std::size_t>(now) - 1];
        shift = shift_to_show(characters.x_of(last.begin), characters.x_of(last.end) + said_width * em, room.w);
    }
    const float left = room.x - shift;
    painter.push_clip(room);
    for (std::size_t i = 0; i < characters.units.size(); ++i)
        draw_unit_box(painter, {left + characters.starts[i], y, characters.starts[i + 1] - characters.starts[i], high},
                      characters.units[i], {.strength = 0.06F});
    painter.pop_clip();
    y += high;
    const int first = first_of_list(count, rows, std::max(0, now - 1));
    for (int row = first; row < std::min(count, first + rows); ++row) {
        const WordPieceSteps::Try& tried = steps.tries[static_cast<std::size_t>(row)];
        const bool is_now = row + 1 == now, coming = row >= now, found = tried.id >= 0;
        text_in(painter, {area.x, y, 4 * em, high}, fmt::format(say::try_label, row + 1),
                {.colour = is_now ? ui.theme.text : ui.theme.muted, .size = em::small});
        const float x = left + characters.x_of(tried.begin), right = left + characters.x_of(tried.end);
        painter.push_clip(room);
        draw_unit_box(painter, {x, y, right - x, high}, tried_text(steps, tried),
                      {.strength = found ? 0.35F : 0.1F, .marked = is_now, .coming = coming});
        if (!coming)
            text_in(painter, {right + 0.5F * em, y, std::max(0.0F, area.right() - right - 0.5F * em), high},
                    found ? fmt::format(say::found, tried.id) : std::string(say::missing),
                    {.colour = found ? ui.theme.accent_text : ui.theme.muted, .size = em::small});
        painter.pop_clip();
        y += high;
    }
}

/// Pieces of the vocabulary as boxes over the characters that they span, each with its score; the best one to each
/// border is darker, the chosen path has a frame. What Viterbi's algorithm has not reached has an outline.
void TokensPage::lattice(ViewContext& context, const Rect& area, const UnigramSteps& steps) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em;
    const UnitRow& characters = placed(painter).row;
    const std::vector<std::size_t>& lanes = placed_.lanes;
    const auto now = static_cast<std::size_t>(step());
    const bool all = now + 1 == characters.borders.size();
    const std::size_t reached = characters.borders[now];
    // At the end the selected token is in sight: several unknown characters may be one, so there are at most as many.
    const UnigramSteps::Edge& selected = steps.edges[steps.chosen[std::min(token_in_piece(), steps.chosen.size() - 1)]];
    const float shift = all ? shift_to_show(characters.x_of(selected.begin), characters.x_of(selected.end), area.w)
                            : shift_to_show(characters.starts[now > 0 ? now - 1 : 0], characters.starts[now], area.w);
    // Below: characters, and the sum of the best path to each border.
    const float floor = area.bottom() - 2.9F * em;
    for (std::size_t i = 0; i < characters.units.size(); ++i) {
        const float x = area.x - shift + characters.starts[i];
        if (x > area.right()) break;
        draw_unit_box(painter, {x, floor, characters.starts[i + 1] - characters.starts[i], 1.6F * em},
                      characters.units[i], {.strength = i < now ? 0.2F : 0.06F});
    }
    const std::size_t most = lanes.empty() ? 0 : *std::ranges::max_element(lanes);
    const float high = std::clamp((floor - area.y) / static_cast<float>(most + 1), 1.15F * em, 2.1F * em);
    const bool spelled = high > 1.8F * em;  // else the score alone: the characters are below
    std::vector<bool> chosen(steps.edges.size());
    for (const std::size_t edge : steps.chosen) chosen[edge] = true;
    for (std::size_t i = 0; i < steps.edges.size(); ++i) {
        const UnigramSteps::Edge& edge = steps.edges[i];
        const float x = area.x - shift + characters.x_of(edge.begin),
                    right = area.x - shift + characters.x_of(edge.end);
        if (x > area.right()) break;
        const float y = floor - static_cast<float>(lanes[i] + 1) * high;
        const bool coming = edge.end > reached, on_path = all && chosen[i];
        if (right < area.x || y < area.y - 1) continue;
        draw_unit_box(painter, {x, y, right - x, high}, "",
                      {.strength = on_path     ? 0.4F
                                   : edge.best ? 0.22F
                                               : 0.06F,
                       .marked = on_path,
                       .coming = coming,
                       .unknown = edge.id == subwords().unknown_id()});
        Rect inside{x, y + 0.1F * em, right - x, high - 0.2F * em};
        const Colour colour = coming ? ui.theme.muted : ui.theme.text;
        text_in(painter, spelled ? inside.take_bottom(0.9F * em) : inside, log_probability(edge.score),
                {.colour = colour, .size = em::small, .face = Face::mono, .align = Align::centre});
        if (spelled)
            text_in(painter, inside, visible_text(piece_text(edge.begin, edge.end)),
                    {.colour = colour, .size = em::small, .align = Align::centre});
        if (edge.best && !coming)
            text_in(painter, {right - 2 * em, floor + 1.6F * em, 4 * em, 1.2F * em}, log_probability(edge.sum),
                    {.colour = edge.end == reached ? ui.theme.accent_text : ui.theme.muted,
                     .size = em::small,
                     .face = Face::mono,
                     .align = Align::centre});
    }
}

}  // namespace glassformer
