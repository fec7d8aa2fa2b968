#include "app/pictures/charts/choice_path.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <initializer_list>

#include "app/pictures/board/heat_panel.h"
#include "core/base/number_text.h"

namespace glassformer {

namespace {

namespace words = texts::pictures;

constexpr float row_height = 1.4F, head_height = 2.5F, ribbon = 1.7F, token_room = 3.4F;  // em
constexpr double common_scale = 4;  // times longer or shorter than the logits' bars; beyond it a scale of its own

Colour path_colour(const PathTable& table, const Theme& theme) {
    return table.gray ? theme.faint : theme.tones[static_cast<std::size_t>(Meaning::output)].positive;
}

bool has_cut(const PathTable& table) {
    return table.sampled && (table.path.greedy || table.options.top_k > 0 || table.options.top_p < 1 ||
                             table.path.kept < static_cast<int>(table.candidates.ranks.size()));
}
bool divides(const PathTable& table) { return table.sampled && !table.path.greedy && table.options.temperature != 1; }
/// Whether the shares are others than the model's own.
bool changed(const PathTable& table) { return !table.path.greedy && (divides(table) || has_cut(table)); }

std::string setting_text(float value) { return six_digits(static_cast<double>(value)); }

std::string subtracted(double peak, const char* minus, const char* plus) {
    return fmt::format(fmt::runtime(peak < 0 ? plus : minus), path_number(std::abs(peak)));
}

/// The first of some texts that fits; "" where none does.
std::string fitting(Painter& painter, std::initializer_list<std::string> texts, float width, Face face = Face::sans) {
    for (const std::string& text : texts)
        if (painter.measure(text, em::small, face).width <= width) return text;
    return "";
}

std::string reason(const PathTable& table, const ChoiceStep& step, bool whole) {
    switch (step.dropped) {
        case Dropped::not_largest: return whole ? words::path_not_largest : words::path_not_largest_short;
        case Dropped::top_k:
            return whole ? fmt::format(words::path_not_top_k, table.options.top_k) : words::path_not_top_k_short;
        case Dropped::top_p: return whole ? words::path_beyond_top_p : words::path_beyond_top_p_short;
        case Dropped::rounded: return whole ? words::path_rounded : words::path_rounded_short;
        case Dropped::no: break;
    }
    if (table.path.greedy) return words::path_largest;
    if (table.options.top_p >= 1) return words::path_yes;
    return fmt::format(words::path_running, percent_text(step.running));
}

std::string cut_words(const PathTable& table) {
    if (table.path.greedy) return words::path_taken_words;
    const bool k = table.options.top_k > 0, p = table.options.top_p < 1;
    const std::string share = setting_text(table.options.top_p);
    if (k && p) return fmt::format(words::path_top_k_top_p, table.options.top_k, share);
    if (k) return fmt::format(words::path_top_k, table.options.top_k);
    return p ? fmt::format(words::path_top_p, share) : words::path_all_kept_short;
}

/// What a table has room for, from all to the least.
struct Fit {
    bool exponent_bar, exponent, divided_bar, divided, logit_bar, reasons, kept, share_bar;
};
constexpr std::array fits{Fit{true, true, true, true, true, true, true, true},
                          Fit{false, true, true, true, true, true, true, true},
                          Fit{false, false, true, true, true, true, true, true},
                          Fit{false, false, false, true, true, true, true, true},
                          Fit{false, false, false, false, true, true, true, true},
                          Fit{false, false, false, false, false, true, true, true},
                          Fit{false, false, false, false, false, false, true, true},
                          Fit{false, false, false, false, false, false, false, true},
                          Fit{false, false, false, false, false, false, false, false}};

/// A piece of a ribbon, from one column to the next.
void flow(Painter& painter, float from, float to, float y, float wide, Colour colour) {
    if (to - from >= 2) painter.fill({from, y - wide / 2, to - from, wide}, colour);
}

/// A number from the zero line of its column.
void signed_bar(Painter& painter, const Rect& place, double low, double high, double value, bool gray, bool gone) {
    const Theme& theme = painter.theme();
    const Colour strong = gray ? theme.faint : bar_colour(theme, Meaning::output, value < 0);
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
    const bool stops = gone && !table.path.greedy, cuts = has_cut(table), divided = divides(table);
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

float path_row_height(float em) { return std::round(row_height * em); }
float path_head_height(float em) { return head_height * em; }

std::string path_number(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), std::abs(value) < 99999.5 ? "%.2f" : "%.3e", value);
    if (std::string_view(text.data()) == "-0.00") return "0.00";
    return with_minus(text.data());
}

std::string path_exponential(double value) {
    if (value == 0 || value == 1) return value == 0 ? "0" : "1";
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), value >= 99.9995 ? "%.2f" : value >= 0.00095 ? "%.4f" : "%.1e", value);
    return with_minus(text.data());
}

PathColumns path_columns(Painter& painter, float x, float width, const PathTable& table, int rows) {
    const float em = painter.em();
    const std::vector<Candidate>& ranks = table.candidates.ranks;
    const auto measured = [&](const std::string& text) { return std::ceil(painter.measure(text, em::small).width); };
    PathColumns made;
    const std::size_t count = std::min(ranks.size(), static_cast<std::size_t>(std::max(0, rows)));
    const auto place_of = [&](PathColumn column) -> PathColumns::Place& {
        return made.places[static_cast<std::size_t>(column)];
    };
    std::array<float, path_columns_count> numbers{}, bars{};
    const auto number_of = [&](PathColumn c) -> float& { return numbers[static_cast<std::size_t>(c)]; };
    float reasons = 0, short_reasons = 0;
    float token = std::ceil(painter.measure(table.what, em::small, Face::bold).width);
    number_of(PathColumn::logit) = measured(words::path_logit_short);
    number_of(PathColumn::exponent) = measured("0.0000");
    number_of(PathColumn::share) = std::ceil(painter.measure("> 99.9%", em::small, Face::bold).width);
    const bool cuts = has_cut(table), divided = divides(table);
    // The first rows set the widths, as far as any eye compares: of a large vocabulary not all are measured.
    for (std::size_t i = 0; i < std::min<std::size_t>(count, 60); ++i) {
        const ChoiceStep& step = table.path.steps[i];
        token = std::max(token, measured(table.word(ranks[i].token)));
        number_of(PathColumn::logit) =
            std::max(number_of(PathColumn::logit), measured(path_number(static_cast<double>(ranks[i].logit))));
        number_of(PathColumn::exponent) =
            std::max(number_of(PathColumn::exponent), measured(path_exponential(step.exponent)));
        if (divided)
            number_of(PathColumn::divided) =
                std::max(number_of(PathColumn::divided), measured(path_number(step.divided)));
        if (!cuts) continue;
        reasons = std::max(reasons, measured(reason(table, step, true)));
        short_reasons = std::max(short_reasons, measured(reason(table, step, false)));
    }
    if (count > 0) {
        double least = static_cast<double>(ranks[count - 1].logit);
        if (!std::isfinite(least)) least = 0;
        made.low = std::min(0.0, least);
        made.high = std::max(0.0, static_cast<double>(ranks.front().logit));
        const double times = 1 / table.path.temperature;
        made.divided_unit = times <= common_scale && times >= 1 / common_scale ? std::max(1.0, times) : 0;
        made.most = std::max(table.path.steps.front().share, changed(table) ? ranks.front().probability : 0);
    }
    number_of(PathColumn::logit) = std::max(number_of(PathColumn::logit), measured("−0.00"));
    number_of(PathColumn::token) = std::min(token, 9 * em);
    if (!divided) {
        const char* const why = table.path.greedy ? words::path_undivided_short : words::path_unchanged_short;
        number_of(PathColumn::divided) = measured(why);
    }
    const float dot = 0.9F * em;
    reasons = std::max(reasons + dot, measured(cuts ? cut_words(table) : words::path_all_kept));
    short_reasons = cuts ? short_reasons + dot : measured(words::path_kept);
    bars = {0, 3 * em, divided ? 2.6F * em : 0, 0, 2.4F * em, 3 * em};
    for (const Fit& fit : fits) {
        const std::array<bool, path_columns_count> shown{
            true, true, table.sampled && fit.divided, table.sampled && fit.kept, fit.exponent, true};
        const std::array<bool, path_columns_count> barred{false, fit.logit_bar,    fit.divided_bar,
                                                          false, fit.exponent_bar, fit.share_bar};
        number_of(PathColumn::kept) = fit.reasons ? reasons : short_reasons;
        made.long_reasons = fit.reasons;
        float needed = -ribbon * em, weights = 0;
        for (std::size_t c = 0; c < path_columns_count; ++c) {
            if (!shown[c]) continue;
            const bool word = c == 0;
            needed += ribbon * em + (word ? std::min(numbers[c], token_room * em) : numbers[c]);
            if (barred[c] && bars[c] > 0) needed += 0.5F * em + bars[c], weights += bars[c];
        }
        if (needed > width && &fit != &fits.back()) continue;
        // What is left goes to the words first, then to the bars.
        const float short_word = std::min(numbers[0], token_room * em);
        float free = width - needed;
        const float whole_word = std::clamp(numbers[0] - short_word, 0.0F, std::max(0.0F, free));
        free = std::max(0.0F, free - whole_word);
        float at = x;
        for (std::size_t c = 0; c < path_columns_count; ++c) {
            if (!shown[c]) continue;
            PathColumns::Place& place = place_of(static_cast<PathColumn>(c));
            place.shown = true;
            place.x = std::round(at);
            place.number = c == 0 ? std::max(0.0F, std::min(short_word + whole_word, width)) : numbers[c];
            if (barred[c] && bars[c] > 0) {
                place.gap = 0.5F * em;
                place.bar = std::floor(bars[c] + (weights > 0 ? free * bars[c] / weights : 0));
            }
            at = place.right() + ribbon * em;
        }
        return made;
    }
    return made;
}

std::string path_columns_left_out(const PathColumns& columns, const PathTable& table) {
    std::string names;
    const auto add = [&](PathColumn column, const char* name) {
        if (!columns.of(column).shown) names += (names.empty() ? "" : ", ") + std::string(name);
    };
    add(PathColumn::exponent, words::path_exp_short);
    if (table.sampled) {
        add(PathColumn::divided, words::path_divided);
        add(PathColumn::kept, table.path.greedy ? words::path_taken : words::path_kept);
    }
    return names;
}

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
        const float room = place.right() - place.x + (right ? 0 : 0.9F * em);  // into the ribbons' room
        const Align align = right ? Align::right : Align::left;
        text_in(painter, {place.x, upper.y, room, upper.h}, fitting(painter, names, room, Face::bold),
                {.colour = theme.text, .size = em::small, .face = Face::bold, .align = align});
        text_in(painter, {place.x, lower.y, room, lower.h}, fitting(painter, plain, room),
                {.colour = theme.muted, .size = em::small, .align = align});
    };
    head(PathColumn::token, {table.what}, {});
    head(PathColumn::logit, {words::path_logit, words::path_logit_short}, {words::path_logit_words});
    if (divides(table)) {
        const std::string T = setting_text(table.options.temperature);
        const char* const effect =
            table.options.temperature < 1 ? words::path_divided_sharper : words::path_divided_flatter;
        head(PathColumn::divided, {words::path_divided},
             {fmt::format(fmt::runtime(effect), T), fmt::format(words::path_divided_short, T)});
    } else if (table.path.greedy) {
        head(PathColumn::divided, {words::path_divided}, {words::path_undivided, words::path_undivided_short});
    } else {
        head(PathColumn::divided, {words::path_divided}, {words::path_unchanged, words::path_unchanged_short});
    }
    if (has_cut(table))
        head(PathColumn::kept, {table.path.greedy ? words::path_taken : words::path_kept}, {cut_words(table)});
    else
        head(PathColumn::kept, {words::path_kept}, {words::path_all_kept, words::path_all_kept_short});
    const double peak = table.path.peak;
    head(PathColumn::exponent,
         {divides(table) ? subtracted(peak, words::path_exp_divided, words::path_exp_divided_plus)
                         : subtracted(peak, words::path_exp, words::path_exp_plus),
          words::path_exp_short},
         {words::path_exp_words, words::path_exp_words_short});
    const char* const plain = changed(table)      ? words::path_share_own
                              : table.path.greedy ? words::path_share_model
                                                  : words::path_share_words;
    head(PathColumn::share, {words::path_share, words::path_share_short}, {plain, words::path_share_words});
    painter.line({rect.x, std::round(lower.bottom()) + 0.5F}, {rect.right(), std::round(lower.bottom()) + 0.5F},
                 theme.faint, 1);
}

std::vector<CandidateLine> draw_path_rows(Painter& painter, const Rect& rect, const PathTable& table,
                                          const PathColumns& columns, int first, int count) {
    const Theme& theme = painter.theme();
    const float em = painter.em(), high = path_row_height(em);
    const Colour own = path_colour(table, theme);
    const std::vector<Candidate>& ranks = table.candidates.ranks;
    const bool cuts = has_cut(table), divided = divides(table);
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
        const Colour name = selected ? theme.accent_text : gone || table.gray ? theme.muted : theme.text;
        number_in(painter, word, line,
                  shortened_within(painter, table.word(candidate.token), word.number, em::small, Face::sans), name);
        const auto& logit = columns.of(PathColumn::logit);
        const double value = static_cast<double>(candidate.logit);
        const Colour strong = gone ? own.faded(0.35F) : own, number = gone ? theme.muted : theme.text;
        number_in(painter, logit, line, path_number(value), number);
        const double scale = std::max(1.0, divided ? columns.divided_unit : 1);
        signed_bar(painter, bar_in(logit, line), columns.low * scale, columns.high * scale, value, table.gray, gone);
        if (const auto& place = columns.of(PathColumn::divided); place.shown && divided) {
            number_in(painter, place, line, path_number(step.divided), number);
            const double unit = columns.divided_unit > 0 ? scale : 1 / table.path.temperature;
            signed_bar(painter, bar_in(place, line), columns.low * unit, columns.high * unit, step.divided, table.gray,
                       gone);
        }
        if (const auto& place = columns.of(PathColumn::kept); place.shown && cuts) {
            const Vec2 dot{place.x + 0.3F * em, line.centre().y};
            if (gone)
                painter.ring(dot, 0.22F * em, theme.muted, 1);
            else
                painter.circle(dot, 0.26F * em, own);
            text_in(painter, {place.x + 0.9F * em, line.y, place.number - 0.9F * em, line.h},
                    reason(table, step, columns.long_reasons),
                    {.colour = gone ? theme.muted : theme.text, .size = em::small});
        }
        const bool stops = gone && !table.path.greedy;
        if (const auto& place = columns.of(PathColumn::exponent); place.shown && !stops) {
            number_in(painter, place, line, path_exponential(step.exponent), number);
            share_bar(painter, bar_in(place, line), step.exponent, strong);
        }
        const auto& share = columns.of(PathColumn::share);
        number_in(painter, share, line, percent_text(step.share), number, gone ? Face::sans : Face::bold);
        const Rect bar = bar_in(share, line);
        const Colour filled = candidate.token == table.drawn && !table.gray ? theme.accent : strong;
        share_bar(painter, bar, columns.most > 0 ? step.share / columns.most : 0, filled);
        if (changed(table) && bar.w > 1 && columns.most > 0) {
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
                    const std::string& text, Colour colour) {
    double exponents = 0, shares = 0;
    for (std::size_t i = static_cast<std::size_t>(std::max(0, first)); i < table.path.steps.size(); ++i) {
        const ChoiceStep& step = table.path.steps[i];
        if (step.dropped == Dropped::no || table.path.greedy) exponents += step.exponent;
        shares += step.share;
    }
    const auto& exponent = columns.of(PathColumn::exponent);
    const auto& share = columns.of(PathColumn::share);
    const float to = (exponent.shown ? exponent.x : share.x) - 0.3F * painter.em() - line.x;
    text_in(painter, {line.x, line.y, to, line.h}, text, {.colour = colour, .size = em::small});
    const Colour muted = painter.theme().muted;
    if (exponent.shown) number_in(painter, exponent, line, path_exponential(exponents), muted);
    number_in(painter, share, line, percent_text(shares), muted);
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
    double shares = 0;
    for (const ChoiceStep& step : table.path.steps) shares += step.share;
    number_in(painter, share, line, percent_text(std::round(shares * 1e9) / 1e9), theme.text);
}

std::string path_equation(const PathTable& table, int token) {
    const int rank = rank_of(table.candidates, token);
    if (rank < 0) return "";
    const auto i = static_cast<std::size_t>(rank);
    const ChoiceStep& step = table.path.steps[i];
    const std::string word = table.word(token);
    switch (step.dropped) {
        case Dropped::top_k: return fmt::format(words::path_equation_top_k, word, table.options.top_k);
        case Dropped::rounded: return fmt::format(words::path_equation_rounded, word);
        case Dropped::top_p:
            return fmt::format(words::path_equation_top_p, word,
                               percent_text(table.path.steps[static_cast<std::size_t>(table.path.kept - 1)].running),
                               setting_text(table.options.top_p));
        default: break;
    }
    std::string inside = path_number(static_cast<double>(table.candidates.ranks[i].logit));
    if (divides(table)) inside += " / " + setting_text(table.options.temperature);
    inside += (table.path.peak < 0 ? " + " : " − ") + path_number(std::abs(table.path.peak));
    const std::string sum = path_exponential(table.path.sum), share = percent_text(step.share);
    const bool bound = share.starts_with("<") || share.starts_with(">");  // "< 0.1%" is no equality
    const std::string equation = fmt::format(words::path_equation, word, inside, sum, path_exponential(step.exponent),
                                             sum, (bound ? " " : " = ") + share);
    if (!table.path.greedy) return equation;
    return fmt::format(fmt::runtime(rank == 0 ? words::path_equation_greedy : words::path_equation_not_largest), word,
                       equation);
}

}  // namespace glassformer
