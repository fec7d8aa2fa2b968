// The numbers of the page on depth, for scripts and files.
#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "app/views/experiments/depth/page.h"
#include "app/views/experiments/depth/texts.h"

namespace glassformer {

namespace {

namespace strings = texts::depth;

}  // namespace

void DepthPage::describe(State& state) const {
    const auto add = [&](const std::string& name, double number) {
        state.add("depth_" + name, fmt::format("{}", number));
    };
    static constexpr std::array kinds{"attention", "mlp", "residual", "both"};
    static constexpr std::array orders{"none", "post", "pre"};
    state.add("depth_seed", std::to_string(values().whole("seed")));
    if (gradients()) {
        const bool there = gradient_ && !gradient_->points.empty();
        state.add("depth_blocks", std::to_string(there ? gradient_->setting.layers : 0));
        state.add("depth_draws", std::to_string(there ? gradient_->points.size() : 0));
        for (std::size_t o = 0; there && o < means_.size(); ++o) {
            const DepthGradients& point = means_.at(o);
            const std::string name = orders.at(o);
            add("first_stream_" + name, point.stream.front()), add("last_stream_" + name, point.stream.back());
            add("first_parameters_" + name, point.parameters.front());
            add("last_parameters_" + name, point.parameters.back());
            add("block_factor_" + name, fall_of_a_block(static_cast<BlockOrder>(o)));
            add("fading_" + name, draws_that_fade(gradient_->points, static_cast<BlockOrder>(o)));
        }
        return;
    }
    state.add("depth_blocks", std::to_string(stream_ ? stream_->setting.layers : 0));
    for (std::size_t k = 0; stream_ && k < stream_->points.size(); ++k) {
        const StreamDepth& point = stream_->points[k];
        const std::string name = kinds.at(k);
        add("similarity_" + name, point.similarity.back()), add("residual_" + name, point.residual.back());
        add("norm_" + name, point.norm.back());
        if (!point.dead.empty()) add("dead_" + name, point.dead.back()), add("quiet_" + name, point.quiet.back());
    }
}

std::string DepthPage::table_title() const { return gradients() ? strings::table_gradients : strings::table_tokens; }

void DepthPage::write_table(const std::function<void(const std::string& piece)>& write) const {
    if (gradients() ? !gradient_ || !gradient_->error.empty() : !stream_ || !stream_->error.empty()) return;
    const std::vector<Curves> all = gradients() ? gradient_curves() : token_curves();
    std::string head = "block";
    for (const Curves& curves : all)
        for (std::size_t s = 0; s < curves.series.size(); ++s) {
            std::string name = curves.names[s];
            std::ranges::replace(name, ' ', '_');
            head += "," + curves.id + "_" + name;
        }
    write(head + "\n");
    const int layers = gradients() ? gradient_->setting.layers : stream_->setting.layers;
    for (int block = gradients() ? 1 : 0; block <= layers; ++block) {
        std::string row = std::to_string(block);
        for (const Curves& curves : all)
            for (const std::vector<double>& numbers : curves.series) {
                const int index = block - static_cast<int>(curves.first);
                const bool there = index >= 0 && index < static_cast<int>(numbers.size());
                row += there ? fmt::format(",{}", numbers[static_cast<std::size_t>(index)]) : ",";
            }
        write(row + "\n");
    }
}

}  // namespace glassformer
