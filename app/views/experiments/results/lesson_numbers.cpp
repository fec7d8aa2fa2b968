// What lessons read of the page of published results.
#include <limits>
#include <string>

#include "app/views/experiments/results/page.h"

namespace glassformer {

/// Of each measure the selected row's figure and its place, the best one, and those of all rows as the paper prints
/// them, counted from 1.
std::vector<NamedNumber> ResultsPage::numbers() const {
    constexpr double missing = std::numeric_limits<double>::quiet_NaN();
    const PublishedResults& shown = table();
    std::vector<NamedNumber> all{{"rows", static_cast<double>(shown.rows.size())},
                                 {"row", static_cast<double>(row() + 1)}};
    for (std::size_t m = 0; m < shown.measures.size(); ++m) {
        const std::string name(shown.measures[m].name);
        const auto figure = [&](std::size_t of) { return figure_value(shown.rows[of], m).value_or(missing); };
        const int place = place_of(shown, row(), m);
        all.push_back({name, figure(row())});
        all.push_back({name + "_place", place == 0 ? missing : static_cast<double>(place)});
        all.push_back({name + "_best", figure(best_first(shown, m).front())});
        for (std::size_t i = 0; i < shown.rows.size(); ++i)
            all.push_back({name + "_" + std::to_string(i + 1), figure(i)});
    }
    return all;
}

}  // namespace glassformer
