// The numbers of the page on depth, as lessons read them.
#include <array>

#include "app/views/experiments/depth/page.h"

namespace glassformer {

std::vector<NamedNumber> DepthPage::numbers() const {
    std::vector<NamedNumber> all;
    if (gradients()) {
        if (!gradient_ || gradient_->points.empty() || !gradient_->error.empty()) return {};
        static constexpr std::array<const char*, block_orders> orders{"no_residual", "post_norm", "pre_norm"};
        all = {{"blocks", static_cast<double>(gradient_->setting.layers)},
               {"draws", static_cast<double>(gradient_->points.size())}};
        for (std::size_t o = 0; o < means_.size(); ++o) {
            const std::string name = orders.at(o);
            const DepthGradients& of = means_.at(o);
            all.push_back({"first_gradient_" + name, of.stream.front()});
            all.push_back({"last_gradient_" + name, of.stream.back()});
            all.push_back({"first_parameters_" + name, of.parameters.front()});
            all.push_back({"last_parameters_" + name, of.parameters.back()});
            const int fading = draws_that_fade(gradient_->points, static_cast<BlockOrder>(o));
            all.push_back({"fading_" + name, static_cast<double>(fading)});
        }
        return all;
    }
    if (!stream_ || stream_->points.empty() || !stream_->error.empty()) return {};
    static constexpr std::array<const char*, stack_kinds> kinds{"attention", "mlp", "residual", "both"};
    all.push_back({"blocks", static_cast<double>(stream_->setting.layers)});
    for (std::size_t k = 0; k < stream_->points.size(); ++k) {
        const StreamDepth& point = stream_->points[k];
        const std::string name = kinds.at(k);
        all.push_back({"similarity_" + name, point.similarity.back()});
        all.push_back({"distance_to_rank_one_" + name, point.residual.back()});
        all.push_back({"norm_" + name, point.norm.back()});
        if (point.dead.empty()) continue;
        all.push_back({"dead_" + name, point.dead.back()});
        all.push_back({"nearly_dead_" + name, point.quiet.back()});
    }
    return all;
}

}  // namespace glassformer
