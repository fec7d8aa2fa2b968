#include "app/views/shared/metric_labels.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "app/views/shared/wording.h"

namespace glassformer {

namespace {

enum class FigureKind : std::uint8_t {
    share,   // 0 to 1, written as per cent
    number,  // with the unit behind it
    count,   // how many of what the unit says
    place,   // counted from 0 in the file, from 1 on the screen
};

struct FigureRow {
    std::string_view name;  // "#" stands for a whole number, which is written before the value
    std::string_view task;  // of tasks that begin so; "": of all. The first row that fits counts
    std::string_view words;
    FigureKind kind;
    std::string_view unit = {};
};

constexpr std::array figure_rows{
    FigureRow{"accuracy", "soft-lookup", "right answers with the soft table", FigureKind::share},
    FigureRow{"accuracy", "", "right answers", FigureKind::share},
    FigureRow{"accuracy_#", "recall", "right with the key at distance", FigureKind::share},
    FigureRow{"accuracy_#", "", "right at length", FigureKind::share},
    FigureRow{"accuracy_hard", "", "as a plain table", FigureKind::share},
    FigureRow{"largest_weight", "", "mean largest weight", FigureKind::share},
    FigureRow{"exact", "sort", "rows sorted without a mistake", FigureKind::share},
    FigureRow{"exact", "", "whole sentences right", FigureKind::share},
    FigureRow{"digits", "", "digits right", FigureKind::share},
    FigureRow{"alignment", "", "words whose row looks at their source", FigureKind::share},
    FigureRow{"alignment_of_input_rows", "", "counted by the row that reads the word", FigureKind::share},
    FigureRow{"exact_#", "", "whole sentences right at length", FigureKind::share},
    FigureRow{"verb", "", "verbs right", FigureKind::share},
    FigureRow{"verb_with_distractor", "", "behind another noun", FigureKind::share},
    FigureRow{"verb_with_mismatch", "", "behind one of the other number", FigureKind::share},
    FigureRow{"subject", "", "subjects right", FigureKind::share},
    FigureRow{"head_on_subject", "", "best head looks at the subject", FigureKind::share},
    FigureRow{"head_on_distractor", "", "at the other noun", FigureKind::share},
    FigureRow{"winner", "", "best head prefers the noun of “it”", FigureKind::share},
    FigureRow{"winner_at_it", "", "in the row of “it” itself", FigureKind::share},
    FigureRow{"mass", "", "weight on that noun", FigureKind::share},
    FigureRow{"top", "", "most of all on it", FigureKind::share},
    FigureRow{"giver", "", "givers right", FigureKind::share},
    FigureRow{"object", "", "things right", FigureKind::share},
    FigureRow{"receiver", "", "receivers right", FigureKind::share},
    FigureRow{"head_purity", "", "weight of each head on its role, at least", FigureKind::share},
    FigureRow{"own_negation_strongest", "", "best head looks most at the own “not”", FigureKind::share},
    FigureRow{"own_negation_weight", "", "weight on it", FigureKind::share},
    FigureRow{"weight_from_other_clauses", "", "from other clauses", FigureKind::share},
    FigureRow{"previous_token_share", "", "weight on the token before", FigureKind::share},
    FigureRow{"induction_share", "", "weight behind the same letter", FigureKind::share},
    FigureRow{"attention_on_key", "", "weight on the key", FigureKind::share},
    FigureRow{"bits_per_character", "", "surprise", FigureKind::number, "bits a character"},
    FigureRow{"perplexity", "", "perplexity", FigureKind::number},
    FigureRow{"margin_gradient_k#", "", "gradient at distance", FigureKind::number},
    FigureRow{"gradient_k#_untrained", "", "gradient before training at distance", FigureKind::number},
    FigureRow{"untrained_seed", "", "begun with seed", FigureKind::count},
    FigureRow{"block", "", "in block", FigureKind::place},
    FigureRow{"head", "", "head", FigureKind::place},
    FigureRow{"loss", "", "loss in training", FigureKind::number, "nats"},
    FigureRow{"sentences", "", "measured on", FigureKind::count, "sentences"},
    FigureRow{"sequences", "", "measured on", FigureKind::count, "rows"},
    FigureRow{"texts", "", "measured on", FigureKind::count, "texts"},
    FigureRow{"characters", "", "measured on", FigureKind::count, "characters"},
};

/// The number that stands for "#" of the pattern; "-" where there is no "#", "" where the name does not fit.
std::string number_in(std::string_view pattern, std::string_view name) {
    const std::size_t at = pattern.find('#');
    if (at == std::string_view::npos) return name == pattern ? "-" : "";
    const std::string_view before = pattern.substr(0, at), after = pattern.substr(at + 1);
    if (!name.starts_with(before) || !name.ends_with(after) || name.size() <= before.size() + after.size()) return "";
    const std::string_view number = name.substr(at, name.size() - before.size() - after.size());
    const bool whole = std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; });
    return whole && number.size() < 10 ? std::string(number) : "";
}

std::string figure_value(const FigureRow& row, double value) {
    if (row.kind == FigureKind::share) return share_text(value);
    if (row.kind == FigureKind::place) return std::to_string(std::lround(value) + 1);
    std::string text = row.kind == FigureKind::count ? std::to_string(std::llround(value)) : number_text(value);
    if (!row.unit.empty()) text += " " + std::string(row.unit);
    return text;
}

}  // namespace

std::string share_text(double share) {
    std::array<char, 32> text{};
    for (const int digits : {0, 1, 2, 3}) {
        std::snprintf(text.data(), text.size(), "%.*f", digits, 100 * share);
        const double said = std::strtod(text.data(), nullptr);
        if ((said == 100) == (share == 1) && (said == 0) == (share == 0)) return std::string(text.data()) + " %";
    }
    return share > 0.5 ? "> 99.999 %" : "< 0.001 %";
}

std::vector<FigureText> figure_texts(std::string_view task, std::span<const std::pair<std::string, double>> metrics) {
    struct Found {
        std::size_t row = figure_rows.size();  // of none: behind all
        int number = -1;                       // in the name
        const std::pair<std::string, double>* metric = nullptr;
    };
    std::vector<Found> found;
    for (const auto& metric : metrics) {
        Found& one = found.emplace_back();
        one.metric = &metric;
        for (std::size_t r = 0; r < figure_rows.size() && one.row == figure_rows.size(); ++r) {
            if (!task.starts_with(figure_rows.at(r).task)) continue;
            const std::string number = number_in(figure_rows.at(r).name, metric.first);
            if (number.empty()) continue;
            one.row = r;
            if (number == "-") continue;
            static_cast<void>(std::from_chars(number.data(), number.data() + number.size(), one.number));
        }
    }
    std::ranges::stable_sort(
        found, [](const Found& a, const Found& b) { return std::pair(a.row, a.number) < std::pair(b.row, b.number); });
    std::vector<FigureText> texts;
    std::size_t last = figure_rows.size();  // the row of the last text
    for (const Found& one : found) {
        const auto& [name, value] = *one.metric;
        if (one.row == figure_rows.size()) {
            std::string words = name;
            std::ranges::replace(words, '_', ' ');
            texts.push_back({words + ":", {number_text(value)}, false});
            continue;
        }
        const FigureRow& row = figure_rows.at(one.row);
        const bool series = one.number >= 0;
        const std::string text = (series ? std::to_string(one.number) + ": " : "") + figure_value(row, value);
        if (series && last == one.row) {
            texts.back().values.push_back(text);
            continue;
        }
        const bool joined = series || row.kind == FigureKind::count || row.kind == FigureKind::place;
        texts.push_back({std::string(row.words) + (joined ? "" : ":"), {text}});
        last = one.row;
    }
    return texts;
}

}  // namespace glassformer
