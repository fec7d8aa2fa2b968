#include "app/views/shared/metric_labels.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "app/views/shared/wording.h"

namespace glassformer {

namespace {

/// The number in place of the pattern's "#"; "-" where there is no "#", "" where the name does not fit.
std::string number_in(std::string_view pattern, std::string_view name) {
    const std::size_t at = pattern.find('#');
    if (at == std::string_view::npos) return name == pattern ? "-" : "";
    const std::string_view before = pattern.substr(0, at), after = pattern.substr(at + 1);
    if (!name.starts_with(before) || !name.ends_with(after) || name.size() <= before.size() + after.size()) return "";
    const std::string_view number = name.substr(at, name.size() - before.size() - after.size());
    const bool whole = std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; });
    return whole && number.size() < 10 ? std::string(number) : "";
}

std::string metric_value(const MetricText& text, double value) {
    if (text.kind == MetricKind::share) return share_text(value);
    if (text.kind == MetricKind::position) return std::to_string(std::lround(value) + 1);
    std::string written = text.kind == MetricKind::count ? std::to_string(std::llround(value)) : number_text(value);
    if (!text.unit.empty()) written += " " + text.unit;
    return written;
}

}  // namespace

std::string share_text(double share) {
    std::array<char, 32> text{};
    for (const int digits : {0, 1, 2, 3}) {
        std::snprintf(text.data(), text.size(), "%.*f", digits, 100 * share);
        const double said = std::strtod(text.data(), nullptr);
        if ((said == 100) == (share == 1) && (said == 0) == (share == 0)) return std::string(text.data()) + "%";
    }
    return share > 0.5 ? ">99.999%" : "<0.001%";
}

std::vector<MetricLabel> metric_labels(std::span<const std::pair<std::string, double>> metrics,
                                       std::span<const MetricText> texts) {
    struct Found {
        std::size_t text;  // its index; behind all: none
        int number = -1;   // in the name
        const std::pair<std::string, double>* metric = nullptr;
    };
    std::vector<Found> found;
    for (const auto& metric : metrics) {
        Found& one = found.emplace_back(Found{.text = texts.size(), .metric = &metric});
        for (std::size_t t = 0; t < texts.size() && one.text == texts.size(); ++t) {
            const std::string number = number_in(texts[t].name, metric.first);
            if (number.empty()) continue;
            one.text = t;
            if (number == "-") continue;
            static_cast<void>(std::from_chars(number.data(), number.data() + number.size(), one.number));
        }
    }
    std::ranges::stable_sort(found, [](const Found& a, const Found& b) {
        return std::pair(a.text, a.number) < std::pair(b.text, b.number);
    });
    std::vector<MetricLabel> labels;
    std::size_t last = texts.size();  // the text of the last label
    for (const Found& one : found) {
        const auto& [name, value] = *one.metric;
        if (one.text == texts.size()) {
            std::string words = name;
            std::ranges::replace(words, '_', ' ');
            labels.push_back({words + ":", {number_text(value)}, false});
            continue;
        }
        const MetricText& text = texts[one.text];
        const bool series = one.number >= 0;
        const std::string written = (series ? std::to_string(one.number) + ": " : "") + metric_value(text, value);
        if (series && last == one.text) {
            labels.back().values.push_back(written);
            continue;
        }
        const bool joined = series || text.kind == MetricKind::count || text.kind == MetricKind::position;
        labels.push_back({text.words + (joined ? "" : ":"), {written}});
        last = one.text;
    }
    return labels;
}

}  // namespace glassformer
