// How the parts of a cost grow with the length of the text: the exponents of the chart's right end, in words and signs.
#include <fmt/core.h>

#include <array>
#include <cmath>

#include "app/views/experiments/cost/page.h"
#include "app/views/experiments/cost/texts.h"
#include "app/views/shared/wording.h"
#include "core/model/positional.h"

namespace glassformer {

namespace {

namespace strings = texts::cost;

constexpr double close_exponent = 0.005;

/// Exponents of one kind: from `low` up to `high`, or as good as equal to a whole one where both are that.
struct GrowthKind {
    double low, high;
    const char* text;
};
constexpr std::array<GrowthKind, 6> growth_kinds{{{2, 2, strings::four_times},
                                                  {1, 1, strings::twice},
                                                  {1, 2, strings::between},
                                                  {2, 1e9, strings::above_four_times},
                                                  {0, 0, strings::as_much},
                                                  {-1e9, 1, strings::below_twice}}};

bool is_of(const GrowthKind& kind, double exponent) {
    if (kind.low == kind.high) return std::abs(exponent - kind.low) < close_exponent;
    return exponent > kind.low && exponent < kind.high;
}

}  // namespace

/// "n²" where the exponent is that at the right end of the chart, where it stands; "n" and "1.20", "constant".
CostGrowth CostPage::growth_of(std::string_view part) const {
    const double exponent = growth_around(curves()->cost, part, curves()->cost.lengths.back().n);
    if (!std::isfinite(exponent)) return {};
    if (std::abs(exponent) < close_exponent) return {.base = strings::constant, .exponent = {}};
    if (std::abs(exponent - 1) < close_exponent) return {.base = strings::linear, .exponent = {}};
    if (std::abs(exponent - 2) < close_exponent) return {.base = strings::quadratic, .exponent = {}};
    return {.base = strings::power, .exponent = with_minus(fmt::format("{:.2f}", exponent))};
}

std::string CostPage::growth_sentence() const {
    if (!curves_fit() || curves_shown_->setting.cost.counted != at_shown_->setting.cost.counted ||
        curves()->cost.lengths.empty())
        return {};
    const int n = curves()->cost.lengths.back().n;
    std::array<std::vector<std::string>, growth_kinds.size()> names;
    for (const std::string& part : parts_of_chart()) {
        const double exponent = growth_around(curves()->cost, part, n);
        for (std::size_t kind = 0; kind < growth_kinds.size(); ++kind)
            if (is_of(growth_kinds.at(kind), exponent)) {
                names.at(kind).push_back(fmt::format(strings::quoted, cost_part_text(part).title));
                break;
            }
    }
    std::vector<std::string> clauses;
    for (std::size_t kind = 0; kind < growth_kinds.size(); ++kind)
        if (!names.at(kind).empty())
            clauses.push_back(fmt::format(fmt::runtime(growth_kinds.at(kind).text), joined_with_and(names.at(kind))));
    if (clauses.empty()) return {};
    std::string all;
    for (const std::string& clause : clauses) all += (all.empty() ? "" : "; ") + clause;
    std::string text = fmt::format(strings::growth_sentence, thousands(static_cast<std::size_t>(n)), all);
    const Counting& of = at_shown_->setting;
    if (of.cost.counted == Counted::training && of.cost.config.positional.kind->limited)
        text += strings::positions_grow;
    return text;
}

}  // namespace glassformer
