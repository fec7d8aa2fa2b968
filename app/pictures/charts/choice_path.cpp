#include "app/pictures/charts/choice_path.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "app/pictures/board/heat_panel.h"
#include "app/pictures/charts/choice_path_parts.h"
#include "core/base/number_text.h"

namespace glassformer {

namespace words = texts::pictures;

namespace {

Colour path_colour(const PathTable& table, const Theme& theme) {
    return table.grey ? theme.faint : theme.tones[static_cast<std::size_t>(Meaning::output)].positive;
}

std::string subtracted(double peak, int digits, const char* minus, const char* plus) {
    return fmt::format(fmt::runtime(peak < 0 ? plus : minus), path_number(std::abs(peak), digits));
}

/// The first of some texts that fits; "" where none does.
std::string fitting(Painter& painter, std::initializer_list<std::string> texts, float width, Face face = Face::sans) {
    for (const std::string& text : texts)
        if (painter.measure(text, em::small, face).width <= width) return text;
    return "";
}

/// A piece of a ribbon, from one column to the next.
void flow(Painter& painter, float from, float to, float y, float wide, Colour colour) {
    if (to - from >= 2) painter.fill({from, y - wide / 2, to - from, wide}, colour);
}

/// A number from the zero line of its column.
void signed_bar(Painter& painter, const Rect& place, double low, double high, double value, bool grey, bool gone) {
    const Theme& theme = painter.theme();
    const Colour strong = grey ? theme.faint : bar_colour(theme, Meaning::output, value < 0);
    const Colour colour = gone ? strong.faded(0.35F) : strong;
    if (place.w < 1 || !std::isfinite(value) || high <= low) return;
    const auto x_of = [&](double number) {
        const double share = std::clamp((number - low) / (high - low), 0.0, 1.0);
        return std::round(place.x + place.w * static_cast<float>(share));
    };
    const float zero = x_of(0), end = x_of(value), edge = 0.27F * painter.em();
    painter.fill({std::min(zero, end), place.y + edge, std::abs(end - zero), place.h - 2 * edge}, colour, 2);
    painter.line({zero + 0.5F, place.y}, {zero + 0.5F, place.bottom()}, theme.faint, 1);
}

void share_bar(Painter& painter, const Rect& place, double share, Colour colour) {
    if (place.w < 1) return;
    const float edge = 0.27F * painter.em();
    const float length = std::round(place.w * static_cast<float>(std::clamp(share, 0.0, 1.0)));
    painter.fill({place.x, place.y + edge, length, place.h - 2 * edge}, colour, 2);
}

Rect bar_in(const PathColumns::Place& place, const Rect& line) {
    return {place.x + place.number + place.gap, line.y, place.bar, line.h};
}

void number_in(Painter& painter, const PathColumns::Place& place, const Rect& line, const std::string& text,
               Colour colour, Face face = Face::sans) {
    text_in(painter, {place.x, line.y, place.number, line.h}, text,
            {.colour = colour, .size = em::small, .face = face, .align = Align::right});
}

/// The flow of one token past its columns; a token that is dropped ends at the column that drops it.
void draw_ribbons(Painter& painter, const Rect& line, const PathTable& table, const PathColumns& columns, int rank) {
    const auto i = static_cast<std::size_t>(rank);
    const ChoiceStep& step = table.path.steps[i];
    const bool gone = step.dropped != Dropped::no;
    const Colour own = path_colour(table, painter.theme());
    const float y = line.centre().y, thin = 1.5F, margin = 0.3F * painter.em();
    const float thick = (line.h - 0.5F * painter.em());
    const bool stops = gone && !table.path.greedy, cuts = path_cuts(table), divided = path_divides(table);
    const Colour colour = own.faded(gone ? 0.3F : 0.55F);
    bool after_cut = false;
    float from = -1;  // where the last column ends
    for (std::size_t c = 0; c < path_columns_count; ++c) {
        const PathColumns::Place& place = columns.places[c];
        const auto column = static_cast<PathColumn>(c);
        const bool passed = (column == PathColumn::divided && !divided) || (column == PathColumn::kept && !cuts);
        if (place.shown && !passed) {
            // What flows into the shares is as thick as the share.
            const bool share = column == PathColumn::share;
            const float wide = share ? std::max(thin, thick * static_cast<float>(step.share)) : thin;
            if (from >= 0 && !(after_cut && stops)) flow(painter, from, place.x - margin, y, wide, colour);
            from = place.right() + margin;
        }
        after_cut = after_cut || column == PathColumn::kept;
    }
}

}  // namespace

void draw_path_head(Painter& painter, const Rect& rect, const PathTable& table, const PathColumns& columns) {
    const Theme& theme = painter.theme();
    const float em = painter.em();
    Rect rest = rect;
    const Rect upper = rest.take_top(1.25F * em), lower = rest.take_top(1.15F * em);
    const auto head = [&](PathColumn column, std::initializer_list<std::string> names,
                          std::initializer_list<std::string> plain) {
        const PathColumns::Place& place = columns.of(column);
        if (!place.shown) return;
        const bool right = column == PathColumn::token;
        const bool last = column == PathColumn::share;
        const float room = place.right() - place.x + (right || last ? 0 : 0.9F * em);  // into the ribbons' room
        const Align align = right ? Align::right : Align::left;
        text_in(painter, {place.x, upper.y, room, upper.h}, fitting(painter, names, room, Face::bold),
                {.colour = theme.text, .size = em::small, .face = Face::bold, .align = align});
        text_in(painter, {place.x, lower.y, room, lower.h}, fitting(painter, plain, room),
                {.colour = theme.muted, .size = em::small, .align = align});
    };
    head(PathColumn::token, {table.what}, {});
    head(PathColumn::logit, {words::path_logit, words::path_logit_short}, {words::path_logit_words});
    if (path_folds(table)) {
        head(PathColumn::divided, {words::path_idle}, {words::path_idle_words});
    } else if (path_divides(table)) {
        const std::string T = path_setting(table.options.temperature);
        const char* const effect =
            table.options.temperature < 1 ? words::path_divided_sharper : words::path_divided_flatter;
        head(PathColumn::divided, {words::path_divided},
             {fmt::format(fmt::runtime(effect), T), fmt::format(words::path_divided_short, T)});
    } else if (table.path.greedy) {
        head(PathColumn::divided, {words::path_divided}, {words::path_undivided, words::path_undivided_short});
    } else {
        head(PathColumn::divided, {words::path_divided}, {words::path_unchanged, words::path_unchanged_short});
    }
    if (path_cuts(table))
        head(PathColumn::kept, {table.path.greedy ? words::path_taken : words::path_kept}, {path_cut_words(table)});
    else
        head(PathColumn::kept, {words::path_kept}, {words::path_all_kept, words::path_all_kept_short});
    const double peak = table.path.peak;
    head(PathColumn::exponent,
         {path_divides(table) ? subtracted(peak, columns.digits, words::path_exp_divided, words::path_exp_divided_plus)
                              : subtracted(peak, columns.digits, words::path_exp, words::path_exp_plus),
          words::path_exp_short},
         {words::path_exp_words, words::path_exp_words_short});
    const char* const plain = path_changes(table) ? words::path_share_own
                              : table.path.greedy ? words::path_share_model
                                                  : words::path_share_words;
    const char* const brief = path_changes(table) ? words::path_share_own_short : words::path_share_words;
    head(PathColumn::share, {words::path_share, words::path_share_short}, {plain, brief});
    painter.line({rect.x, std::round(lower.bottom()) + 0.5F}, {rect.right(), std::round(lower.bottom()) + 0.5F},
                 theme.faint, 1);
}

std::vector<CandidateLine> draw_path_rows(Painter& painter, const Rect& rect, const PathTable& table,
                                          const PathColumns& columns, int first, int count) {
    const Theme& theme = painter.theme();
    const float em = painter.em(), high = path_row_height(em);
    const Colour own = path_colour(table, theme);
    const std::vector<Candidate>& ranks = table.candidates.ranks;
    const bool cuts = path_cuts(table), divided = path_divides(table);
    std::vector<CandidateLine> lines;
    const int last = std::min(first + count, static_cast<int>(ranks.size()));
    for (int rank = first; rank < last; ++rank) {
        const Candidate& candidate = ranks[static_cast<std::size_t>(rank)];
        const ChoiceStep& step = table.path.steps[static_cast<std::size_t>(rank)];
        const Rect line = Rect{rect.x, rect.y + static_cast<float>(rank) * high, rect.w, high}.snapped();
        const bool gone = step.dropped != Dropped::no, selected = candidate.token == table.selected;
        if (selected || candidate.token == table.hovered)
            painter.stroke(line.inset(-0.3F * em, 0.5F), selected ? theme.accent_text : theme.faint, 1.5F, 0.25F * em);
        draw_ribbons(painter, line, table, columns, rank);
        const auto& word = columns.of(PathColumn::token);
        if (candidate.token == table.drawn && !table.grey)
            painter.fill(Rect{word.x - 0.3F * em, line.y + 1, word.number + 0.6F * em, line.h - 2},
                         theme.accent.faded(0.35F), 0.2F * em);
        const Colour name = selected ? theme.accent_text : gone || table.grey ? theme.muted : theme.text;
        number_in(painter, word, line,
                  shortened_within(painter, table.word(candidate.token), word.number, em::small, Face::sans), name);
        const auto& logit = columns.of(PathColumn::logit);
        const double value = static_cast<double>(candidate.logit);
        const Colour strong = gone ? own.faded(0.35F) : own, number = gone ? theme.muted : theme.text;
        number_in(painter, logit, line, path_number(value, columns.digits), number);
        const double scale = std::max(1.0, divided ? columns.divided_unit : 1);
        signed_bar(painter, bar_in(logit, line), columns.low * scale, columns.high * scale, value, table.grey, gone);
        if (const auto& place = columns.of(PathColumn::divided); place.shown && divided) {
            number_in(painter, place, line, path_number(step.divided, columns.digits), number);
            const double unit = columns.divided_unit > 0 ? scale : 1 / table.path.temperature;
            signed_bar(painter, bar_in(place, line), columns.low * unit, columns.high * unit, step.divided, table.grey,
                       gone);
        }
        if (const auto& place = columns.of(PathColumn::kept); place.shown && cuts) {
            const Vec2 dot{place.x + 0.3F * em, line.centre().y};
            if (gone)
                painter.ring(dot, 0.22F * em, theme.muted, 1);
            else
                painter.circle(dot, 0.26F * em, own);
            text_in(painter, {place.x + 0.9F * em, line.y, place.number - 0.9F * em, line.h},
                    path_reason(table, step, columns.long_reasons),
                    {.colour = gone ? theme.muted : theme.text, .size = em::small});
        }
        const bool stops = gone && !table.path.greedy;
        if (const auto& place = columns.of(PathColumn::exponent); place.shown && !stops) {
            number_in(painter, place, line, path_exponential(step.exponent), number);
            share_bar(painter, bar_in(place, line), step.exponent, strong);
        }
        const auto& share = columns.of(PathColumn::share);
        number_in(painter, share, line, path_share(step.share), number,
                  gone || step.share < least_bold_share ? Face::sans : Face::bold);
        const Rect bar = bar_in(share, line);
        const Colour filled = candidate.token == table.drawn && !table.grey ? theme.accent : strong;
        share_bar(painter, bar, columns.most > 0 ? step.share / columns.most : 0, filled);
        if (path_changes(table) && bar.w > 1 && columns.most > 0) {
            const float x = bar.x + bar.w * static_cast<float>(std::min(1.0, candidate.probability / columns.most));
            painter.line({x, line.y + 0.1F * em}, {x, line.bottom() - 0.1F * em}, theme.text, 1.5F);
        }
        const Rect explained = logit.bar > 0 ? Rect{logit.x, line.y, logit.right() - logit.x, line.h}
                                             : Rect{logit.x, line.y, logit.number, line.h};
        lines.push_back({candidate.token, line, explained});
    }
    const auto cut = [&](int rank) {
        if (rank <= first || rank > last || rank >= static_cast<int>(ranks.size())) return;
        const float y = std::round(rect.y + static_cast<float>(rank) * high) + 0.5F;
        painter.dashed({rect.x, y}, {rect.right(), y}, theme.text, 1);
    };
    if (cuts) {
        cut(table.path.kept);
        if (!table.path.greedy && table.candidates.within_top_k != table.path.kept) cut(table.candidates.within_top_k);
    }
    return lines;
}

void draw_path_rest(Painter& painter, const Rect& line, const PathTable& table, const PathColumns& columns, int first,
                    std::span<const int> besides) {
    const auto from = static_cast<std::size_t>(std::max(0, first));
    ChoiceStep rest = from < table.path.steps.size() ? table.path.steps[from] : ChoiceStep{};
    for (const int i : besides) {
        const ChoiceStep& step = table.path.steps[static_cast<std::size_t>(i)];
        if (i < first) continue;
        if (step.dropped == Dropped::no || table.path.greedy) rest.exponents_on -= step.exponent;
        rest.shares_on -= step.share;
    }
    const auto& exponent = columns.of(PathColumn::exponent);
    const auto& share = columns.of(PathColumn::share);
    const Colour muted = painter.theme().muted;
    if (exponent.shown) number_in(painter, exponent, line, path_exponential(std::max(0.0, rest.exponents_on)), muted);
    number_in(painter, share, line, path_share(std::max(0.0, rest.shares_on)), muted);
}

void draw_path_sum(Painter& painter, const Rect& line, const PathTable& table, const PathColumns& columns) {
    const Theme& theme = painter.theme();
    const auto& exponent = columns.of(PathColumn::exponent);
    const auto& share = columns.of(PathColumn::share);
    if (!exponent.shown) return;
    const float y = std::round(line.y) + 0.5F;
    painter.line({exponent.x, y}, {exponent.right(), y}, theme.muted, 1);
    painter.line({share.x, y}, {share.right(), y}, theme.muted, 1);
    text_in(painter, {line.x, line.y, exponent.x - 0.5F * painter.em() - line.x, line.h}, words::path_sum,
            {.colour = theme.muted, .size = em::small, .align = Align::right});
    number_in(painter, exponent, line, path_exponential(table.path.sum), theme.text, Face::bold);
    const double shares = table.path.steps.empty() ? 0 : table.path.steps.front().shares_on;
    number_in(painter, share, line, percent_text(std::round(shares * 1e9) / 1e9), theme.text);
}

}  // namespace glassformer
