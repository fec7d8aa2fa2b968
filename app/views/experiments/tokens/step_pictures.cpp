// Pictures of the steps: merges as rows of symbols, and prefixes that are tried. What is done is filled, what is still
// to come has an outline. The lattice is in lattice_picture.cpp.
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

constexpr float label_width = 10;     // em
constexpr float try_label_width = 7;  // em
constexpr float said_width = 10;      // em: of what is said after a try
constexpr float next_tint = 0.3F, token_tint = 0.5F, other_tint = 0.12F;
constexpr float try_tint = 0.45F;
constexpr float least_fit = 0.4F;  // of a row's width: narrower than that, its end is left out

/// The share of their width that the symbols of so many states need to be read.
float share_needed(Painter& painter, const Tokenizer& tokenizer, const std::vector<float>& starts,
                   const std::vector<std::vector<MergeStates::Symbol>>& states) {
    float share = 0;
    for (const std::vector<MergeStates::Symbol>& symbols : states)
        for (const MergeStates::Symbol& symbol : symbols)
            share = std::max(share,
                             (painter.measure(visible_text(tokenizer.token(symbol.id))).width + 0.4F * painter.em()) /
                                 (starts[symbol.last + 1] - starts[symbol.first]));
    return share;
}

struct CountTexts {
    const char *one_above, *more_above, *one_below, *more_below;
};

/// "↑ 16 merges above"; where rows are left out below the picture too, "↑ 16, ↓ 4 merges".
std::string left_out_text(int above, int below, const CountTexts& texts) {
    const auto counted = [](int count, const char* one, const char* more) {
        return count == 1 ? std::string(one) : fmt::format(fmt::runtime(more), count);
    };
    if (above > 0 && below > 0)
        return fmt::format(strings::above_too, above) + counted(below, texts.one_below, texts.more_below);
    if (above > 0) return fmt::format(strings::above, counted(above, texts.one_above, texts.more_above));
    return below > 0 ? fmt::format(strings::below, counted(below, texts.one_below, texts.more_below)) : std::string();
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
    if (placed_.of == result_ && placed_.piece == piece() && placed_.em == painter.em()) return placed_;
    placed_ = {.of = result_, .piece = piece(), .em = painter.em()};
    const TokenizingSteps::Piece& of = *result_->pieces[static_cast<std::size_t>(piece())].piece;
    if (const auto* bpe = std::get_if<BpeSteps>(&of.model)) {
        std::vector<std::string> symbols;
        for (const BpeSteps::Symbol& symbol : bpe->start) symbols.push_back(visible_text(symbol.spelling));
        placed_.row = units_in_row(painter, std::move(symbols), 2.6F);
        return placed_;
    }
    const auto* const unigram = std::get_if<UnigramSteps>(&of.model);
    float least = 1.9F;
    if (unigram != nullptr) {
        placed_.lanes = lanes_of(*unigram);
        least = 3.4F;
        for (const UnigramSteps::Edge& edge : unigram->edges)  // sums below are apart
            if (edge.best)
                least = std::max(
                    least,
                    painter.measure(log_probability(edge.sum), em::small, Face::mono).width / painter.em() + 0.4F);
    }
    placed_.row = characters_in_row(painter, piece_text(0, of.end - of.begin), least);
    return placed_;
}

/// The selected token, counted from the first one of its piece.
std::size_t TokensPage::token_in_piece() const {
    return static_cast<std::size_t>(token() - result_->pieces[static_cast<std::size_t>(piece())].first);
}

/// The merges that the selected token was made by, in the last state.
std::vector<int> TokensPage::own_merges(const MergeStates& states) const {
    const MergeStates::Symbol token = states.after(states.merges()).at(token_in_piece());
    std::vector<int> own;
    for (std::size_t i = 0; i < states.merges(); ++i)
        if (states.begin_of(i) >= token.first && states.begin_of(i) <= token.last) own.push_back(static_cast<int>(i));
    return own;
}

/// Says what boxes mean, and returns how high that is.
float TokensPage::legend(Painter& painter, const Rect& area, const std::vector<BoxMeaning>& meanings) {
    meanings_.clear();
    for (const BoxMeaning& meaning : meanings) meanings_ += (meanings_.empty() ? "" : "|") + meaning.text;
    return draw_meanings(painter, area, meanings);
}

/// One row a state, in front of the merge that its pair is joined by; the last one has the tokens. Below the row of the
/// step are the ranks of the pairs of neighbours that have one. Where not all states have room at the end, those of the
/// selected token's own merges are shown. A row that is too wide is made narrower where all its symbols can be read.
void TokensPage::merges(ViewContext& context, Rect area, const BpeSteps& steps) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em, high = 1.7F * em, ranks_high = 1.2F * em;
    const MergeStates& states = result_->pieces[static_cast<std::size_t>(piece())].merges;
    std::vector<float> starts = placed(painter).row.starts;
    const int now = step(), count = static_cast<int>(states.merges()) + 1;
    const std::vector<MergeStates::Symbol> current = states.after(static_cast<std::size_t>(now));
    const bool last = now + 1 == count;
    const std::size_t selected = token_in_piece();  // symbols of the last row are tokens
    const std::size_t looked_at = last ? selected : steps.merges[static_cast<std::size_t>(now)].at;
    const std::size_t looked_end = std::min(current.size() - 1, looked_at + (last ? 0 : 1));
    const Rect room{area.x + label_width * em, area.y, area.w - label_width * em, area.h};

    std::vector<BoxMeaning> meanings;
    if (count > 1)
        meanings.push_back(
            {{.strength = next_tint, .marked = !last},
             last ? std::string(strings::merge_tint)
                  : fmt::format(strings::merge_tint_rank, steps.merges[static_cast<std::size_t>(now)].rank)});
    if (last) meanings.push_back({{.strength = token_tint, .marked = true}, strings::selected_token});
    if (!last) meanings.push_back({{.coming = true}, strings::merge_coming});
    const auto rows_below = [&](float said) {
        return std::max(1, static_cast<int>((area.h - said - 0.2F * em - (last ? 0 : ranks_high)) / high));
    };
    int rows = rows_below(draw_meanings(painter, room, meanings, false));
    std::vector<int> own;  // rows that are shown where these are not all
    if (last && count > rows) own = own_merges(states);
    const bool filtered = !own.empty() && static_cast<int>(own.size()) + 1 < count;
    if (filtered) own.push_back(count - 1);
    const int total = filtered ? static_cast<int>(own.size()) : count;
    int first = 0, end = 0;
    std::vector<std::vector<MergeStates::Symbol>> shown;
    RowWindow seen;
    const auto row_at = [&](int index) { return filtered ? own[static_cast<std::size_t>(index)] : index; };
    const auto is_joined = [&](int row, std::size_t i) {
        if (row + 1 >= count) return false;
        const std::size_t at = steps.merges[static_cast<std::size_t>(row)].at;
        return i == at || i == at + 1;
    };
    const auto place_rows = [&] {
        first = first_of_list(total, rows, filtered ? total - 1 : now);
        end = std::min(total, first + rows);
        shown.clear();
        for (int index = first; index < end; ++index)
            shown.push_back(states.after(static_cast<std::size_t>(row_at(index))));
    };
    place_rows();
    if (const float share = room.w / starts.back();
        share < 1 && share >= least_fit && share_needed(painter, *tokenizer_, starts, shown) <= share)
        for (float& start : starts) start *= share;
    seen = row_window(room, starts.back(), starts[current[std::min(looked_at, looked_end)].first],
                      starts[current[looked_end].last + 1], em);
    const auto in_sight = [&](const MergeStates::Symbol& symbol) {
        const float x = seen.left() + starts[symbol.first], right = seen.left() + starts[symbol.last + 1];
        return seen.seen({x, 0, right - x, high}, em).w > 0;
    };
    bool hides = false;
    for (int index = first; index < end; ++index) {
        const std::vector<MergeStates::Symbol>& symbols = shown[static_cast<std::size_t>(index - first)];
        for (std::size_t i = 0; i < symbols.size() && row_at(index) <= now; ++i)
            hides = hides || (is_joined(row_at(index), i) && !in_sight(symbols[i]));
    }
    if (hides) {
        meanings.push_back({{.strength = next_tint}, strings::merge_hidden});
        rows = rows_below(draw_meanings(painter, room, meanings, false));
        place_rows();
    }
    area.take_top(legend(painter, room, meanings) + 0.2F * em);

    std::string out;
    if (filtered)
        out = fmt::format(strings::merges_shown, end - first - 1, count - 1);
    else if (end + 1 == count && first == 0)
        out = fmt::format(strings::below, strings::end_below);
    else
        out = left_out_text(
            first, std::max(0, count - 1 - end),
            {strings::one_merge_above, strings::merges_above, strings::one_merge_below, strings::merges_below});
    text_in(painter, {area.x, room.y, label_width * em, 1.3F * em}, out, {.colour = ui.theme.text, .size = em::small});
    merge_labels_.clear();
    float y = area.y;
    for (int index = first; index < end; ++index) {
        const int row = row_at(index);
        const bool coming = row > now, is_end = row + 1 == count;
        const std::string label =
            is_end ? std::string(strings::merge_end)
                   : fmt::format(strings::merge_label, row + 1, steps.merges[static_cast<std::size_t>(row)].rank);
        merge_labels_ += (index == first ? "" : "|") + label;
        text_in(painter, {area.x, y, label_width * em, high}, label,
                {.colour = row == now ? ui.theme.text : ui.theme.muted, .size = em::small});
        const std::vector<MergeStates::Symbol>& symbols = shown[static_cast<std::size_t>(index - first)];
        std::size_t before = 0, after = 0;
        bool tint_before = false, tint_after = false;
        for (std::size_t i = 0; i < symbols.size(); ++i) {
            const float x = seen.left() + starts[symbols[i].first], right = seen.left() + starts[symbols[i].last + 1];
            const bool joined = is_joined(row, i), chosen = is_end && i == selected;
            const Rect place = seen.seen({x, y, right - x, high}, em);
            if (place.w <= 0) {
                const bool on_left = x < seen.units.x;
                ++(on_left ? before : after);
                (on_left ? tint_before : tint_after) |= joined;
                continue;
            }
            draw_unit_box(painter, place, visible_text(tokenizer_->token(symbols[i].id)),
                          {.strength = joined   ? next_tint
                                       : chosen ? token_tint
                                                : other_tint,
                           .marked = row == now && (joined || chosen),
                           .coming = coming});
            if (row != now || i + 1 >= symbols.size() || !seen.holds(x, right)) continue;
            const int rank = subwords().pair_rank(symbols[i].id, symbols[i + 1].id);
            if (rank < 0) continue;
            const bool taken = joined && is_joined(row, i + 1);
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
            text_in(painter, {area.x, y + high, label_width * em, ranks_high}, strings::merge_ranks,
                    {.colour = ui.theme.muted, .size = em::small});
            y += ranks_high;
        }
        y += high;
    }
}

/// The characters of the word, where there is room for them, and the tries below. At the end the selected token has the
/// outline, before that the try of the step.
void TokensPage::tries(ViewContext& context, Rect area, const WordPieceSteps& steps) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em, high = 1.6F * em;
    const UnitRow& characters = placed(painter).row;
    const int now = step(), count = static_cast<int>(steps.tries.size());
    const bool last = now == count, known = count > 0 && steps.tries.back().id >= 0;
    const Rect place_of_labels = area.take_left(try_label_width * em);
    std::vector<BoxMeaning> meanings{{{.strength = try_tint}, strings::try_in}};
    if (last) meanings.push_back({{.strength = other_tint}, strings::missing});
    if (!last) meanings.push_back({{.strength = other_tint, .marked = true}, strings::try_now});
    if (!last) meanings.push_back({{.coming = true}, strings::try_coming});
    if (last && known) meanings.push_back({{.strength = try_tint, .marked = true}, strings::selected_token});
    const Rect room = area;
    Rect line = room;
    if (!last) line.take_left(0.6F * em);  // tries may be left out on both sides, which is longer to say
    area.take_top(legend(painter, line, meanings) + 0.2F * em);
    const bool spelled = area.h >= 4 * high;
    const int rows = std::max(1, static_cast<int>(area.h / high) - (spelled ? 1 : 0));
    int shown_try = now > 0 ? now - 1 : 0;  // the selected token at the end, else the try of the step
    for (int i = 0, found = 0; last && known && i < count; ++i)
        if (steps.tries[static_cast<std::size_t>(i)].id >= 0 && found++ == static_cast<int>(token_in_piece()))
            shown_try = i;
    float y = area.y, from = 0, to = 0;
    const float total = characters.starts.back() + said_width * em;
    if (now > 0) {
        const WordPieceSteps::Try& looked_at = steps.tries[static_cast<std::size_t>(shown_try)];
        from = characters.x_of(looked_at.begin);
        to = characters.x_of(looked_at.end) + said_width * em;
    }
    const RowWindow seen = row_window(area, total, from, to, em);
    std::size_t before = 0, after = 0;
    for (std::size_t i = 0; i < characters.units.size(); ++i) {
        const float x = seen.left() + characters.starts[i], right = seen.left() + characters.starts[i + 1];
        if (!seen.holds(x, right))
            ++(x < seen.units.x ? before : after);
        else if (spelled)
            draw_unit_box(painter, {x, y, right - x, high}, characters.units[i], {.plain = true});
    }
    if (spelled) {
        draw_more(painter, {seen.before.x, y, seen.before.w, high}, before, true);
        draw_more(painter, {seen.after.x, y, seen.after.w, high}, after, false);
        y += high;
    }
    const int first = first_of_list(count, rows, shown_try), end = std::min(count, first + rows);
    const CountTexts counts{strings::one_try_above, strings::tries_above, strings::one_try_below, strings::tries_below};
    left_out_ = {.rows = left_out_text(first, count - end, counts), .before = before, .after = after};
    text_in(painter, {place_of_labels.x, room.y, place_of_labels.w, 1.3F * em}, left_out_.rows,
            {.colour = ui.theme.text, .size = em::small});
    for (int row = first; row < end; ++row) {
        const WordPieceSteps::Try& tried = steps.tries[static_cast<std::size_t>(row)];
        const bool is_now = row + 1 == now, coming = row >= now, found = tried.id >= 0;
        text_in(painter, {place_of_labels.x, y, place_of_labels.w, high}, fmt::format(strings::try_label, row + 1),
                {.colour = is_now ? ui.theme.text : ui.theme.muted, .size = em::small});
        const float x = seen.left() + characters.x_of(tried.begin), right = seen.left() + characters.x_of(tried.end);
        const Rect place = seen.seen({x, y, right - x, high}, em);
        if (place.w > 0)
            draw_unit_box(painter, place, tried_text(steps, tried),
                          {.strength = found ? try_tint : other_tint,
                           .marked = last ? known && row == shown_try : is_now,
                           .coming = coming});
        if (!coming) {
            const float said = std::clamp(right, seen.units.x, seen.units.right()) + 0.5F * em;
            const float beside = std::max(0.0F, area.right() - said);
            const bool whole = painter.measure(strings::missing, em::small).width <= beside;
            text_in(painter, {said, y, beside, high},
                    found ? fmt::format(strings::found, tried.id)
                          : std::string(whole ? strings::missing : strings::missing_brief),
                    {.colour = found ? ui.theme.accent_text : ui.theme.muted, .size = em::small});
        }
        y += high;
    }
}

}  // namespace glassformer
