// Numbers and words of the path, the widths of its columns, and the equation.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "app/paint/printed_number.h"
#include "app/pictures/charts/choice_path_parts.h"
#include "core/base/number_text.h"

namespace glassformer {

namespace words = texts::pictures;

namespace {

constexpr float row_height = 1.4F, head_height = 2.5F, ribbon = 1.7F, token_room = 3.4F;  // em
constexpr double common_scale = 4;  // times longer or shorter than the logits' bars; beyond it a scale of its own

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

}  // namespace

bool path_cuts(const PathTable& table) {
    return table.sampled && (table.path.greedy || table.options.top_k > 0 || table.options.top_p < 1 ||
                             table.path.kept < static_cast<int>(table.candidates.ranks.size()));
}
bool path_divides(const PathTable& table) {
    return table.sampled && !table.path.greedy && table.options.temperature != 1;
}
bool path_folds(const PathTable& table) {
    return table.fold && table.sampled && !path_divides(table) && !path_cuts(table);
}
bool path_changes(const PathTable& table) { return !table.path.greedy && (path_divides(table) || path_cuts(table)); }

std::string path_setting(float value) { return six_digits(static_cast<double>(value)); }

std::string path_reason(const PathTable& table, const ChoiceStep& step, bool whole) {
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

std::string path_cut_words(const PathTable& table) {
    if (table.path.greedy) return words::path_taken_words;
    const bool k = table.options.top_k > 0, p = table.options.top_p < 1;
    const std::string share = path_setting(table.options.top_p);
    if (k && p) return fmt::format(words::path_top_k_top_p, table.options.top_k, share);
    if (k) return fmt::format(words::path_top_k, table.options.top_k);
    return p ? fmt::format(words::path_top_p, share) : words::path_all_kept_short;
}

float path_row_height(float em) { return std::round(row_height * em); }
float path_head_height(float em) { return head_height * em; }

int path_digits(const Candidates& candidates) {
    constexpr std::size_t compared = 8;
    constexpr int most = 4;
    const std::vector<Candidate>& ranks = candidates.ranks;
    int digits = 2;
    for (std::size_t i = 1; i < std::min(compared, ranks.size()); ++i) {
        const auto one = static_cast<double>(ranks[i - 1].logit), other = static_cast<double>(ranks[i].logit);
        if (one == other || !std::isfinite(one) || !std::isfinite(other)) continue;
        while (digits < most && path_number(one, digits) == path_number(other, digits)) ++digits;
    }
    return digits;
}

std::string path_number(double value, int digits) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
    std::array<char, 32> text{};
    if (std::abs(value) < 99999.5)
        std::snprintf(text.data(), text.size(), "%.*f", digits, value);
    else
        std::snprintf(text.data(), text.size(), "%.3e", value);
    const std::string written = text.data();
    return with_minus(
        written.find_first_not_of("-0.") == std::string::npos && written.front() == '-' ? written.substr(1) : written);
}

std::string path_share(double share) {
    if (share <= 0 || share >= least_bold_share) return percent_text(share);
    if (share < 0.96e-6) return "< 0.0001%";
    const int decimals = static_cast<int>(std::ceil(-std::log10(100 * share) - 1e-12));
    std::string text = fmt::format("{:.{}f}%", 100 * share, std::max(1, decimals));
    // 0.096 is 0.1, not 0.10.
    if (text.ends_with("10%")) text.erase(text.size() - 2, 1);
    return text;
}

std::string path_exponential(double value) {
    if (value == 0 || value == 1) return value == 0 ? "0" : "1";
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), value >= 99.9995 ? "%.2f" : value >= 0.00095 ? "%.4f" : "%.1e", value);
    return power_number(text.data());
}

namespace {

/// "5.0464" with so many digits, at least the two of the table; its number is what a reader calculates with.
struct Written {
    std::string text;
    double number;
};
Written written(double value, int digits) {
    if (digits <= 2 || !std::isfinite(value) || std::abs(value) >= 99999.5) {
        const std::string text = path_number(value);
        return {text, !std::isfinite(value) || std::abs(value) >= 99999.5 ? value : std::round(value * 100) / 100};
    }
    const std::string text = fmt::format("{:.{}f}", value, digits);
    return {with_minus(text), std::strtod(text.c_str(), nullptr)};
}

/// What is inside exp( ), with as many digits as give the exponential that is written after it.
std::string equation_exponent(const PathTable& table, double logit, const std::string& exponential) {
    constexpr int most_digits = 7;
    const double T = static_cast<double>(path_divides(table) ? table.options.temperature : 1.0F);
    for (int digits = 2;; ++digits) {
        const Written of_token = written(logit, digits), peak = written(table.path.peak, digits);
        const std::string by = path_divides(table) ? " / " + path_setting(table.options.temperature) : "";
        const Written away = written(std::abs(table.path.peak), digits);
        if (digits < most_digits && path_exponential(std::exp(of_token.number / T - peak.number)) != exponential)
            continue;
        return of_token.text + by + (table.path.peak < 0 ? " + " : " − ") + away.text;
    }
}

}  // namespace

PathColumns path_columns(Painter& painter, float x, float width, const PathTable& table, int rows) {
    const float em = painter.em();
    const std::vector<Candidate>& ranks = table.candidates.ranks;
    const auto measured = [&](const std::string& text) { return std::ceil(painter.measure(text, em::small).width); };
    PathColumns made;
    made.digits = path_digits(table.candidates);
    const std::size_t count = std::min(ranks.size(), static_cast<std::size_t>(std::max(0, rows)));
    const auto place_of = [&](PathColumn column) -> PathColumns::Place& {
        return made.places[static_cast<std::size_t>(column)];
    };
    std::array<float, path_columns_count> numbers{}, bars{};
    const auto number_of = [&](PathColumn c) -> float& { return numbers[static_cast<std::size_t>(c)]; };
    float reasons = 0, short_reasons = 0;
    float token = std::ceil(painter.measure(table.what, em::small, Face::bold).width);
    number_of(PathColumn::logit) = measured(words::path_logit_short);
    // Their sum stands below them.
    number_of(PathColumn::exponent) = std::max(
        measured("0.0000"), std::ceil(painter.measure(path_exponential(table.path.sum), em::small, Face::bold).width));
    number_of(PathColumn::share) = std::ceil(painter.measure("> 99.9%", em::small, Face::bold).width);
    const bool cuts = path_cuts(table), divided = path_divides(table);
    // The first rows set the widths, as far as any eye compares, and the last, which has the longest numbers: of a
    // large vocabulary not all are measured.
    const auto widen = [&](PathColumn column, const std::string& text) {
        number_of(column) = std::max(number_of(column), measured(text));
    };
    for (std::size_t i = 0; i < count; i = i == 60 && count > 62 ? count - 1 : i + 1) {
        const ChoiceStep& step = table.path.steps[i];
        token = std::max(token, measured(table.word(ranks[i].token)));
        widen(PathColumn::logit, path_number(static_cast<double>(ranks[i].logit), made.digits));
        widen(PathColumn::exponent, path_exponential(step.exponent));
        widen(PathColumn::share, path_share(step.share));
        if (divided) widen(PathColumn::divided, path_number(step.divided, made.digits));
        if (!cuts) continue;
        reasons = std::max(reasons, measured(path_reason(table, step, true)));
        short_reasons = std::max(short_reasons, measured(path_reason(table, step, false)));
    }
    if (count > 0) {
        double least = static_cast<double>(ranks[count - 1].logit);
        if (!std::isfinite(least)) least = 0;
        made.low = std::min(0.0, least);
        made.high = std::max(0.0, static_cast<double>(ranks.front().logit));
        const double times = 1 / table.path.temperature;
        made.divided_unit = times <= common_scale && times >= 1 / common_scale ? std::max(1.0, times) : 0;
        made.most = std::max(table.path.steps.front().share, path_changes(table) ? ranks.front().probability : 0);
    }
    number_of(PathColumn::logit) = std::max(number_of(PathColumn::logit), measured("−0.00"));
    number_of(PathColumn::token) = std::min(token, 9 * em);
    if (!divided) {
        const char* const why = table.path.greedy ? words::path_undivided_short : words::path_unchanged_short;
        number_of(PathColumn::divided) = measured(why);
    }
    const bool folds = path_folds(table);
    if (folds)
        number_of(PathColumn::divided) =
            std::max(measured(words::path_idle_words),
                     std::ceil(painter.measure(words::path_idle, em::small, Face::bold).width));
    const float dot = 0.9F * em;
    reasons = std::max(reasons + dot, measured(cuts ? path_cut_words(table) : words::path_all_kept));
    short_reasons = cuts ? short_reasons + dot : measured(words::path_kept);
    bars = {0, 3 * em, divided ? 2.6F * em : 0, 0, 2.4F * em, 3 * em};
    for (const Fit& fit : fits) {
        const std::array<bool, path_columns_count> shown{
            true, true, table.sampled && fit.divided, table.sampled && fit.kept && !folds, fit.exponent, true};
        const std::array<bool, path_columns_count> barred{false, fit.logit_bar,    fit.divided_bar,
                                                          false, fit.exponent_bar, fit.share_bar};
        number_of(PathColumn::kept) = fit.reasons ? reasons : short_reasons;
        made.long_reasons = fit.reasons;
        // Only where nothing more can be left out are words cut.
        const float short_word = &fit == &fits.back() ? std::min(numbers[0], token_room * em) : numbers[0];
        float needed = -ribbon * em, weights = 0;
        for (std::size_t c = 0; c < path_columns_count; ++c) {
            if (!shown[c]) continue;
            const bool word = c == 0;
            needed += ribbon * em + (word ? short_word : numbers[c]);
            if (barred[c] && bars[c] > 0) needed += 0.5F * em + bars[c], weights += bars[c];
        }
        if (needed > width && &fit != &fits.back()) continue;
        // What is left goes to the words first, then to the bars.
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
        if (!path_folds(table)) add(PathColumn::kept, table.path.greedy ? words::path_taken : words::path_kept);
    }
    return names;
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
                               path_setting(table.options.top_p));
        default: break;
    }
    const std::string exponential = path_exponential(step.exponent);
    const std::string inside =
        equation_exponent(table, static_cast<double>(table.candidates.ranks[i].logit), exponential);
    const std::string sum = path_exponential(table.path.sum), share = path_share(step.share);
    const bool bound = share.starts_with("<") || share.starts_with(">");  // "< 0.1%" is no equality
    std::string equation =
        fmt::format(words::path_equation, word, inside, sum, exponential, sum, (bound ? " " : " = ") + share);
    if (!table.path.greedy) return equation;
    return fmt::format(fmt::runtime(rank == 0 ? words::path_equation_greedy : words::path_equation_not_largest), word,
                       equation);
}

}  // namespace glassformer
