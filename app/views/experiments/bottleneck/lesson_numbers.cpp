// The numbers of the page on translation by length, as lessons read them: of all sentences, or none.
#include <limits>

#include "app/views/experiments/bottleneck/page.h"

namespace glassformer {

std::vector<NamedNumber> BottleneckPage::numbers() const {
    if (!ready()) return {};
    static constexpr std::array<const char*, translators> names{"bottleneck", "attention", "transformer"};
    constexpr double to_come = std::numeric_limits<double>::quiet_NaN();
    const bool counted = complete();
    std::vector<NamedNumber> all{{"length", static_cast<double>(length())}};
    for (std::size_t m = 0; m < translators; ++m) {
        const std::string name = names.at(m);
        const ShareEstimate right = share(m, length());
        all.push_back({"sentences_" + name, counted ? static_cast<double>(right.count) : to_come});
        all.push_back({"right_" + name, counted ? right.mean : to_come});
        all.push_back({"error_" + name, counted ? right.error : to_come});
        all.push_back({"longest_" + name, static_cast<double>(longest(m))});
    }
    return all;
}

}  // namespace glassformer
