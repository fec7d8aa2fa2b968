// The numbers of the page on cost, as lessons read them.
#include <algorithm>
#include <limits>
#include <utility>

#include "app/views/experiments/cost/page.h"

namespace glassformer {

std::vector<NamedNumber> CostPage::numbers() const {
    if (at() == nullptr) return {};
    const ModelConfig& config = at_shown_->setting.cost.config;
    std::vector<NamedNumber> all{{"tokens", static_cast<double>(at()->n)},
                                 {"heads", static_cast<double>(config.n_heads)},
                                 {"d_head", static_cast<double>(config.d_head)},
                                 {"total", at()->total}};
    for (const PartAmount& part : at()->parts) {
        std::string name = part.part;
        std::ranges::replace(name, ' ', '_');
        all.push_back({name, part.amount});
    }
    if (at_shown_->setting.cost.counted == Counted::flop) {
        all.push_back({"all_attention", at()->of("projections") + at()->of("pairs")});
        if (at()->narrow.possible) all.push_back({"narrow_heads", at()->narrow.projections + at()->narrow.pairs});
        if (at()->wide.possible) all.push_back({"wide_heads", at()->wide.projections + at()->wide.pairs});
    }
    if (at_shown_->setting.cost.counted == Counted::training) all.push_back({"half_precision", in_half_precision()});
    if (!curves_fit()) return all;
    double parameters = 0;
    for (const ParameterPart& part : curves()->cost.parameters) parameters += static_cast<double>(part.count);
    all.push_back({"parameters", parameters});
    for (const auto& [name, length] : {std::pair{"crossover_all", curves()->cost.crossover_whole},
                                       std::pair{"crossover_pairs", curves()->cost.crossover_pairs}})
        all.push_back({name, length > 0 ? static_cast<double>(length) : std::numeric_limits<double>::quiet_NaN()});
    return all;
}

}  // namespace glassformer
