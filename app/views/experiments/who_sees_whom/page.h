// Who sees whom: a mask as a map, which tokens a chosen one depends on layer by layer, and the pairs that the mask
// costs beside dense attention.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/views/experiments/frame/page.h"
#include "app/views/experiments/who_sees_whom/texts.h"
#include "core/experiments/sweep.h"
#include "core/experiments/who_sees_whom.h"

namespace glassformer {

class WhoSeesWhomPage final : public ExperimentPage {
public:
    explicit WhoSeesWhomPage(const ViewServices& services);
    void follow(ViewContext& context) override;
    std::string sentence() const override;
    void draw(ViewContext& context, const Rect& area) override;
    float least_height(float width) const override {
        const float least = width > wide_enough ? 24 : below_one_another;
        return is_low_for(least) ? *in_sight() + low_charts : least;
    }
    /// What is computed must also have been fetched, or the last frame shows what was there before.
    bool settling() const override { return !sweep_.done() || swept_ != sweep_.shown(); }
    void describe(State& state) const override;
    std::vector<NamedNumber> numbers() const override;
    std::string table_title() const override;
    void write_table(const std::function<void(const std::string& piece)>& write) const override;
    bool run(Command command, ViewContext& context) override;
    PageKeys keys() const override { return {.steps = texts::who_sees_whom::key_steps}; }

private:
    // In em: from that width on map and charts stand side by side; else they take that height below one another.
    static constexpr float wide_enough = 48, below_one_another = 84;
    static constexpr float low_charts = 14;  // of the charts below map and paths in a low window

    struct PairsAt {
        int n = 0;
        double mask = 0;
        double root = 0;  // with the stride √n; 0: the mask has no stride
    };
    using PairsSweep = Sweep<MaskConfig, PairsAt>;

    MaskConfig mask() const;
    int token() const;  // that is chosen, from 0
    void choose(int token);
    bool shared() const { return values().on("shared"); }  // one block at every depth
    bool earlier_only() const;                             // no query attends to a later key
    std::size_t causal() const;                            // pairs of causal attention
    int within_reach() const;                              // tokens that the chosen one could depend on
    std::string depth_text(int layers) const;              // "3 layers", "3 steps"
    std::string layer_name(int layer) const;               // "layer 3", "step 3", "input"
    int segment_of(int token) const;                       // 0 where the mask has no segments
    void draw_low(ViewContext& context, Rect area);
    void map(ViewContext& context, Rect area);
    /// Those that the map has: of depths from 1 on, and of pairs that no depth joins.
    struct MapColours {
        int deepest = 1;
        bool never = false;
    };
    MapColours map_colours() const;
    void map_legend(ViewContext& context, const Rect& area) const;
    void paths(ViewContext& context, Rect area);
    void links(Painter& painter, const std::function<Rect(int layer, int token)>& node) const;
    void pairs(ViewContext& context, const Rect& area);
    void depth(ViewContext& context, const Rect& area);
    Colour cell_colour(const Theme& theme, int layers) const;

    ReachSetting setting_;
    Reach reach_;
    PairsSweep sweep_;
    std::shared_ptr<const PairsSweep::Series> swept_;
    std::optional<double> hovered_, hovered_depth_;
};

}  // namespace glassformer
