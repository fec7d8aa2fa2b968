// The numbers of the page on three architectures, as lessons read them.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>

#include "app/views/experiments/architectures/page.h"

namespace glassformer {

std::vector<NamedNumber> ArchitecturesPage::numbers() const {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    std::vector<NamedNumber> all;
    if (show() == Show::reach) {
        if (!reached_ || !reached_->done() || !reached_->error.empty()) return {};
        all.push_back({"length", static_cast<double>(reached_->setting.length)});
        all.push_back({"factor_per_step", factor_of_a_step()});
        static constexpr std::array<const char*, reach_models> models{"rnn", "lstm", "lstm_forget_2", "transformer"};
        for (std::size_t m = 0; m < reached_->points.size(); ++m) {
            all.push_back({std::string("first_gradient_") + models.at(m), reached_->points[m].front()});
            all.push_back({std::string("last_gradient_") + models.at(m), reached_->points[m].back()});
        }
        return all;
    }
    static constexpr std::array<const char*, mixer_count> names{"recurrent", "convolution", "attention"};
    const int distance = std::abs(picked_[0] - picked_[1]);
    all = {{"tokens", static_cast<double>(words_.size())},
           {"layers", static_cast<double>(values().whole("layers"))},
           {"distance", static_cast<double>(distance)},
           {"layers_needed_convolution", static_cast<double>(layers_needed(distance, values().whole("width")))}};
    for (int m = 0; m < mixer_count; ++m) {
        const auto mixer = static_cast<Mixer>(m);
        const std::string name = names.at(static_cast<std::size_t>(m));
        const MixPath found = path(mixer);
        all.push_back({"path_" + name, found.reached ? static_cast<double>(found.moves) : none});
        all.push_back({"steps_" + name, static_cast<double>(time_steps(wanted(), mixer))});
        const MixNumbers* of = show() == Show::weights ? numbers(mixer) : nullptr;
        if (of == nullptr) continue;
        // Of the words that were clicked: what the later one reads of the earlier one in the first layer.
        const auto query = static_cast<std::size_t>(std::max(picked_[0], picked_[1])),
                   key = static_cast<std::size_t>(std::min(picked_[0], picked_[1]));
        all.push_back({"weight_" + name, static_cast<double>(of->weights.data[query * words_.size() + key])});
    }
    return all;
}

}  // namespace glassformer
