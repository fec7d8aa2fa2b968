// Attention view: every head of every layer as a small map; one head large, in steps, as lines, or query by query; all
// heads in numbers. Moves the shared cursor, so that the walk shows the same head and cell.
#pragma once

#include "app/paint/fade.h"
#include "app/views/attention/figures.h"
#include "app/views/attention/heads_strip.h"
#include "app/views/attention/modes.h"
#include "app/views/attention/texts.h"
#include "app/views/attention/thumbnails.h"
#include "app/views/explanation/panel.h"
#include "app/views/shared/view.h"

namespace glassformer {

extern const ViewRow attention_row;

class AttentionView final : public AppView {
public:
    AttentionView() : AppView(attention_row) {}
    void draw(ViewContext& context, const Rect& area) override;
    static std::span<const ViewCommand> command_rows();
    static std::vector<ViewPage> page_rows();
    bool run(Command command, ViewContext& context) override;
    void describe(State& state, const Session::Snapshot& shown) const override;
    ViewValues save() const override;
    void load(const ViewValues& values) override;
    void leave() override { entered_ = false; }

private:
    const AttentionLayer& layer() const { return layers_[static_cast<std::size_t>(layer_)]; }
    /// Reads the layers of a new evaluation and moves the cursor to one of them if it is at another stage.
    void find_layers(ViewContext& context);
    void choose(ViewContext& context, int layer, int head);
    void forget_fading();
    void step_head(ViewContext& context, int by);
    void step_layer(ViewContext& context, int to);
    static std::vector<ViewCommand> tab_rows();
    void change_mode(int by);
    void move_cell(ViewContext& context, int rows, int columns);
    /// Makes the next step before the weights the large map of the page Steps, or the one before.
    void enlarge_step(ViewContext& context, int by);
    void mark(int head);
    std::vector<int> shown_heads(const Trace& trace, const Cursor& cursor) const;
    bool has_bar() const;

    void header(ViewContext& context, Rect& area);
    void bar(ViewContext& context, Rect& area);
    /// Draws the colour scale below the maps of all heads, and the choice of one scale per head.
    void scale_bar(ViewContext& context, Rect& area, float common);
    void content(ViewContext& context, const Rect& area);
    /// Takes room below the maps of all heads and shows there how those of the chosen layer come together.
    void strip(ViewContext& context, Rect& area);
    void picture(ViewContext& context, const Rect& area);
    void lines(ViewContext& context, Page& page, const AttentionShow& show, bool hovered, bool clicked);
    void summary(ViewContext& context, Page& page, const AttentionShow& show, bool clicked);
    void figures_below(ViewContext& context, const Rect& area);
    void touch(ViewContext& context, const HeadTouch& touch);

    AttentionState state_;
    bool narrow_ = false, entered_ = false;
    bool chosen_ = false;  // a head of this model, by the user
    std::uint64_t generation_ = 0;
    std::optional<std::string> model_;  // name in the inputs, the same for any changed architecture of it
    std::vector<AttentionLayer> layers_;
    int layer_ = 0;
    ExplanationPanel panel_;
    PictureMemory memory_;
    Fading<Pair> fading_;  // around the pair, on the page Steps
    AttentionFigures figures_;
    QueryTerms terms_;
    HeadPart part_;
    ProductsDrawn products_;  // of the last frame
    StrongestArcs arcs_;
    StripDrawn strip_;        // of the last frame
    std::string shown_pair_;  // pair under the mouse in a map over all heads: "“it” attends to “animal”: 0.41"
};

}  // namespace glassformer
