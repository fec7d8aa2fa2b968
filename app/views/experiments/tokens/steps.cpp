// The steps of the tokenizer's model on the piece of the selected token: merges, tries, or a lattice.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/paint/visible_text.h"
#include "app/views/experiments/tokens/page.h"
#include "app/views/shared/wording.h"
#include "core/text/character_tokenizer.h"
#include "core/text/pretrained/pretrained_tokenizer.h"

namespace glassformer {

namespace {

namespace say = texts::tokens_page;

constexpr float label_width = 10;  // em
constexpr float said_width = 10;   // em: of what is said after a try

std::string log_probability(double number) { return with_minus(fmt::format("{:.2f}", number)); }

/// Places of the units of a piece side by side: starts of all, and the end.
std::vector<float> unit_starts(Painter& painter, const std::vector<std::string>& units, float least) {
    std::vector<float> starts{0};
    for (const std::string& unit : units)
        starts.push_back(starts.back() +
                         std::max(least * painter.em(), std::ceil(painter.measure(unit).width + 0.7F * painter.em())));
    return starts;
}

/// The characters of a piece side by side.
struct CharacterRow {
    std::string text;
    std::vector<std::size_t> borders;  // bytes
    std::vector<std::string> units;
    std::vector<float> starts;  // pixels

    /// `least`: width of a character, in em.
    CharacterRow(Painter& painter, std::string of, float least)
        : text(std::move(of)), borders(character_borders(text)) {
        for (std::size_t i = 0; i + 1 < borders.size(); ++i)
            units.push_back(visible_text(text.substr(borders[i], borders[i + 1] - borders[i])));
        starts = unit_starts(painter, units, least);
    }
    float x_of(std::size_t byte) const {
        return starts[static_cast<std::size_t>(std::ranges::lower_bound(borders, byte) - borders.begin())];
    }
};

/// How far the units are moved to the left so that those between two places are in sight.
float shift_to_show(float from, float to, float width) {
    return to <= width ? 0 : std::max(0.0F, std::min(from, (from + to - width) / 2));
}

/// The row at which a list of so many begins so that one of them is in sight.
int first_of_list(int count, int rows, int shown) { return std::clamp(shown - rows + 2, 0, std::max(0, count - rows)); }

void box(Painter& painter, const Rect& place, const std::string& text, float strength, bool marked) {
    const Theme& theme = painter.theme();
    painter.fill(place.inset(1, 1), mix(theme.background, theme.accent, strength), 0.2F * painter.em());
    if (marked) painter.stroke(place.inset(1, 1), theme.accent, 1.5F, 0.2F * painter.em());
    text_in(painter, place, text, {.colour = theme.text, .align = Align::centre});
}

}  // namespace

const SubwordModel& TokensPage::subwords() const { return tokenizer_->pretrained()->model(); }

/// Bytes of the selected piece.
std::string TokensPage::piece_text(std::size_t begin, std::size_t end) const {
    const ShownPiece& shown = shown_->pieces[static_cast<std::size_t>(piece())];
    return shown.stretch->cut.text.substr(shown.piece->begin + begin, end - begin);
}

const char* TokensPage::step_title() const {
    if (piece() < 0 || shown_->pieces[static_cast<std::size_t>(piece())].piece == nullptr) return say::plain_row;
    const PieceSteps& model = shown_->pieces[static_cast<std::size_t>(piece())].piece->model;
    return std::holds_alternative<BpeSteps>(model)         ? say::merges_row
           : std::holds_alternative<WordPieceSteps>(model) ? say::tries_row
           : std::holds_alternative<UnigramSteps>(model)   ? say::lattice_row
                                                           : say::plain_row;
}

/// What the step does, and why, in a sentence or two.
std::string TokensPage::step_text() const {
    if (piece() < 0) return say::around_says;
    const ShownPiece& shown = shown_->pieces[static_cast<std::size_t>(piece())];
    if (tokenizer_->pretrained() == nullptr)
        return dynamic_cast<const CharacterTokenizer*>(tokenizer_.get()) != nullptr ? say::character_says
                                                                                    : say::words_says;
    if (shown.added) return say::added_says;
    const auto at = static_cast<std::size_t>(step());
    if (const auto* bpe = std::get_if<BpeSteps>(&shown.piece->model)) {
        if (bpe->whole) return say::merge_whole;
        if (at == bpe->merges.size()) return fmt::format(say::merges_says, say::merge_done);
        const BpeSteps::Merge& merge = bpe->merges[at];
        const auto spelled = [&](int id) { return visible_text(subwords().vocabulary().spelling(id)); };
        return fmt::format(say::merges_says,
                           fmt::format(say::merge_next, spelled(merge.left), spelled(merge.right), merge.rank));
    }
    if (const auto* tries = std::get_if<WordPieceSteps>(&shown.piece->model)) {
        if (tries->too_long) return say::try_too_long;
        if (at == 0) return fmt::format(say::tries_says, say::try_nothing);
        const WordPieceSteps::Try& last = tries->tries[at - 1];
        if (last.id < 0 && at == tries->tries.size()) return fmt::format(say::tries_says, say::try_unknown);
        const std::string text = visible_text(piece_text(last.begin, last.end));
        return fmt::format(say::tries_says,
                           last.id < 0 ? fmt::format(say::try_missing, text)
                                       : fmt::format(say::try_found, visible_text(tokenizer_->token(last.id))));
    }
    if (const auto* unigram = std::get_if<UnigramSteps>(&shown.piece->model)) {
        if (at == 0) return fmt::format(say::lattice_says, say::lattice_nothing);
        const std::size_t size = shown.piece->end - shown.piece->begin;
        const std::size_t border = character_borders(piece_text(0, size))[at];
        for (const UnigramSteps::Edge& edge : unigram->edges)
            if (edge.best && edge.end == border)
                return fmt::format(say::lattice_says,
                                   border == size ? fmt::format(say::lattice_done, log_probability(edge.sum))
                                                  : fmt::format(say::lattice_step, at, log_probability(edge.sum)));
    }
    return say::word_says;
}

void TokensPage::model_steps(ViewContext& context, Rect area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    if (area.h < 3 * em) return;
    const std::string says = step_text();
    Rect head = area;
    head.take_left(ui.painter.measure(step_title(), em::small, Face::bold).width + 0.8F * em);
    text_in(ui.painter, {area.x, area.y, area.w, 1.3F * em}, step_title(),
            {.colour = ui.theme.text, .size = em::small, .face = Face::bold});
    const float said = paragraph(ui.painter, {head.x, head.y + 0.15F * em, head.w, 0}, says,
                                 {.colour = ui.theme.muted, .size = em::small});
    area.take_top(std::max(1.3F * em, said + 0.15F * em) + 0.3F * em);
    area.take_bottom(0.4F * em);
    context.targets.put("tokens steps", area);
    const Region touched = region(ui, "tokens steps", area);
    if (touched.hovered && touched.wheel.y != 0) {
        set_step(step() + (touched.wheel.y < 0 ? 1 : -1));
        ui.keep_awake();
    }
    const int at = piece();
    if (step_title() == say::plain_row) return lookup(context, area);
    const PieceSteps& model = shown_->pieces[static_cast<std::size_t>(at)].piece->model;
    ui.painter.push_clip(area);
    if (const auto* bpe = std::get_if<BpeSteps>(&model)) merges(context, area, *bpe);
    if (const auto* word_piece = std::get_if<WordPieceSteps>(&model)) tries(context, area, *word_piece);
    if (const auto* unigram = std::get_if<UnigramSteps>(&model)) lattice(context, area, *unigram);
    ui.painter.pop_clip();
}

/// Of a token without steps: what was typed, the spelling that it was found as, and its id.
void TokensPage::lookup(ViewContext& context, Rect area) const {
    Painter& painter = context.ui.painter;
    const float em = context.ui.em, high = 1.7F * em;
    if (area.h < high + 1.2F * em) return;
    const EncodedToken& found = shown_->whole[static_cast<std::size_t>(token())];
    struct Station {
        std::string text;
        const char* name;
    };
    std::vector<Station> stations;
    if (!found.added_around)
        stations.push_back(
            {bytes_or_text(shown_->text.substr(found.begin, found.end - found.begin)), say::lookup_typed});
    stations.push_back(
        {visible_text(tokenizer_->token(found.id)), found.unknown ? say::lookup_unknown : say::lookup_spelled});
    stations.push_back({std::to_string(found.id), say::lookup_id});
    for (std::size_t i = 0; i < stations.size(); ++i) {
        const Station& station = stations[i];
        const float wide = std::ceil(
            std::max(painter.measure(station.text).width, painter.measure(station.name, em::small).width) + em);
        if (i > 0)
            text_in(painter, {area.x, area.y, 2 * em, high}, "→",
                    {.colour = context.ui.theme.muted, .align = Align::centre});
        if (i > 0) area.take_left(2 * em);
        Rect place = area.take_left(std::min(wide, area.w));
        box(painter, place.take_top(high), station.text, 0.2F, i + 1 == stations.size());
        text_in(painter, place.take_top(1.2F * em), station.name,
                {.colour = context.ui.theme.muted, .size = em::small, .align = Align::centre});
    }
}

/// One row a state: after the merges before it. The pair that is merged next is marked, and below the row of the step
/// are the ranks of all pairs of neighbours.
void TokensPage::merges(ViewContext& context, const Rect& area, const BpeSteps& steps) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em, high = 1.7F * em;
    const MergeStates& states = shown_->pieces[static_cast<std::size_t>(piece())].merges;
    std::vector<std::string> units;
    for (const BpeSteps::Symbol& symbol : steps.start) units.push_back(visible_text(symbol.spelling));
    const std::vector<float> starts = unit_starts(painter, units, 2.6F);
    const int now = step(), count = static_cast<int>(states.merges()) + 1;
    const std::vector<MergeStates::Symbol> current = states.after(static_cast<std::size_t>(now));
    const bool last = now + 1 == count;
    const std::size_t pair = last ? 0 : steps.merges[static_cast<std::size_t>(now)].at;
    const float room = area.w - label_width * em;
    float shift = 0;
    if (!last && pair + 1 < current.size())
        shift = shift_to_show(starts[current[pair].first], starts[current[pair + 1].last + 1], room);
    const int rows = std::max(1, static_cast<int>((area.h - 1.2F * em) / high));
    float y = area.y;
    for (int row = first_of_list(now + 1, rows, now); row <= now; ++row) {
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
            const bool marked = has_pair && (i == next || i == next + 1);
            box(painter, {x, y, right - x, high}, visible_text(tokenizer_->token(symbols[i].id)), marked ? 0.3F : 0.12F,
                marked && row == now);
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
        y += high;
    }
}

void TokensPage::tries(ViewContext& context, const Rect& area, const WordPieceSteps& steps) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em, high = 1.6F * em;
    const ShownPiece& shown = shown_->pieces[static_cast<std::size_t>(piece())];
    const CharacterRow characters(painter, piece_text(0, shown.piece->end - shown.piece->begin), 1.2F);
    const auto& [text, borders, units, starts] = characters;
    const auto x_of = [&](std::size_t byte) { return characters.x_of(byte); };
    const int now = step(), rows = std::max(1, static_cast<int>(area.h / high) - 1);
    float y = area.y;
    const Rect room{area.x + 4 * em, area.y, area.w - 4 * em, area.h};
    float shift = 0;
    if (now > 0) {
        const WordPieceSteps::Try& last = steps.tries[static_cast<std::size_t>(now) - 1];
        shift = shift_to_show(x_of(last.begin), x_of(last.end) + said_width * em, room.w);
    }
    const float left = room.x - shift;
    painter.push_clip(room);
    for (std::size_t i = 0; i < units.size(); ++i)
        box(painter, {left + starts[i], y, starts[i + 1] - starts[i], high}, units[i], 0.06F, false);
    painter.pop_clip();
    y += high;
    for (int row = first_of_list(now, rows, now - 1); row < now; ++row) {
        const WordPieceSteps::Try& tried = steps.tries[static_cast<std::size_t>(row)];
        text_in(painter, {area.x, y, 4 * em, high}, fmt::format(say::try_label, row + 1),
                {.colour = row + 1 == now ? ui.theme.text : ui.theme.muted, .size = em::small});
        const float x = left + x_of(tried.begin), right = left + x_of(tried.end);
        const bool found = tried.id >= 0;
        painter.push_clip(room);
        box(painter, {x, y, right - x, high}, visible_text(text.substr(tried.begin, tried.end - tried.begin)),
            found ? 0.35F : 0.1F, row + 1 == now);
        text_in(painter, {right + 0.5F * em, y, std::max(0.0F, area.right() - right - 0.5F * em), high},
                found ? fmt::format("{} · {}", visible_text(tokenizer_->token(tried.id)), tried.id)
                      : std::string(say::missing),
                {.colour = found ? ui.theme.accent_text : ui.theme.muted, .size = em::small});
        painter.pop_clip();
        y += high;
    }
}

/// Pieces of the vocabulary as boxes over the characters that they span, each with its score; the best one to each
/// border is darker, the chosen path has a frame. Only what Viterbi's algorithm has reached is drawn.
void TokensPage::lattice(ViewContext& context, const Rect& area, const UnigramSteps& steps) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em, high = 1.9F * em;
    const ShownPiece& shown = shown_->pieces[static_cast<std::size_t>(piece())];
    const CharacterRow characters(painter, piece_text(0, shown.piece->end - shown.piece->begin), 3.4F);
    const auto& [text, borders, units, starts] = characters;
    const auto x_of = [&](std::size_t byte) { return characters.x_of(byte); };
    const auto now = static_cast<std::size_t>(step());
    const bool all = now + 1 == borders.size();
    const std::size_t reached = borders[now];
    const float shift = shift_to_show(starts[now > 0 ? now - 1 : 0], starts[now], area.w);
    // Below: characters, and the sum of the best path to each border.
    const float floor = area.bottom() - 2.9F * em;
    for (std::size_t i = 0; i < units.size(); ++i) {
        const float x = area.x - shift + starts[i];
        if (x > area.right()) break;
        box(painter, {x, floor, starts[i + 1] - starts[i], 1.6F * em}, units[i], i < now ? 0.2F : 0.06F, false);
    }
    std::vector<bool> chosen(steps.edges.size());
    for (const std::size_t edge : steps.chosen) chosen[edge] = true;
    std::vector<std::size_t> lanes;  // where the last box of each ends
    for (std::size_t i = 0; i < steps.edges.size(); ++i) {
        const UnigramSteps::Edge& edge = steps.edges[i];
        std::size_t lane = 0;
        while (lane < lanes.size() && lanes[lane] > edge.begin) ++lane;
        if (lane == lanes.size()) lanes.push_back(0);
        lanes[lane] = edge.end;
        const float x = area.x - shift + x_of(edge.begin), right = area.x - shift + x_of(edge.end);
        if (x > area.right()) break;
        if (edge.end > reached || right < area.x) continue;
        const bool on_path = all && chosen[i];
        const float y = floor - static_cast<float>(lane + 1) * high;
        if (y < area.y - 1) continue;
        box(painter, {x, y, right - x, high}, "", on_path ? 0.4F : edge.best ? 0.22F : 0.06F, on_path);
        Rect inside{x, y + 0.1F * em, right - x, high - 0.2F * em};
        text_in(painter, inside.take_bottom(0.9F * em), log_probability(edge.score),
                {.colour = ui.theme.text, .size = em::small, .face = Face::mono, .align = Align::centre});
        text_in(painter, inside, visible_text(text.substr(edge.begin, edge.end - edge.begin)),
                {.colour = ui.theme.text, .size = em::small, .align = Align::centre});
        if (edge.best)
            text_in(painter, {right - 2 * em, floor + 1.6F * em, 4 * em, 1.2F * em}, log_probability(edge.sum),
                    {.colour = edge.end == reached ? ui.theme.accent_text : ui.theme.muted,
                     .size = em::small,
                     .face = Face::mono,
                     .align = Align::centre});
    }
}

}  // namespace glassformer
