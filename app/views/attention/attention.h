// Attention view: every head of every layer as a small map; one head large, in steps, as lines, or query by query; all
// heads in numbers. Moves the shared cursor, so that the walk shows the same head and cell.
#pragma once

#include "app/paint/fade.h"
#include "app/views/attention/figures.h"
#include "app/views/attention/page.h"
#include "app/views/attention/texts.h"
#include "app/views/explanation/panel.h"
#include "app/views/shared/view.h"

namespace glassformer {

extern const ViewRow attention_row;

class AttentionView final : public AppView {
public:
    AttentionView();
    void draw(ViewContext& context, const Rect& area) override;
    static std::span<const ViewCommand> command_rows();
    static std::vector<ViewTab> tab_rows();
    bool run(Command command, ViewContext& context) override;
    void describe(State& state, const Session::Snapshot& shown) const override;
    const void* picture() const override { return &page_row(); }
    std::vector<NamedNumber> numbers() const override { return pages_[page_]->numbers(); }
    bool picture_to_come() const override { return figures_.waiting(); }
    ViewValues save() const override;
    void load(const ViewValues& values) override;
    void leave() override {
        entered_ = false;
        for (const auto& page : pages_) page->leave();
    }

private:
    const AttentionLayer& layer() const { return layers_[static_cast<std::size_t>(layer_)]; }
    /// Reads the layers of a new evaluation and moves the cursor to one of them if it is at another stage.
    void find_layers(ViewContext& context);
    void choose(ViewContext& context, int layer, int head);
    void forget_fading();
    void step_head(ViewContext& context, int by);
    void step_layer(ViewContext& context, int to);
    static std::vector<ViewCommand> tab_commands();
    const AttentionPageRow& page_row() const { return attention_page_rows()[page_]; }
    AttentionScene scene(ViewContext& context);
    void show_page(std::size_t index);
    void show_page(std::string_view name);
    void move_cell(ViewContext& context, int rows, int columns);
    /// Makes the next step before the weights the large map of the page Steps, or the one before.
    void enlarge_step(ViewContext& context, int by);
    void mark(int head);

    void header(ViewContext& context, Rect& area);
    void content(ViewContext& context, const Rect& area);
    void picture(AttentionScene& scene, const Rect& area);
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
    std::vector<std::unique_ptr<AttentionPage>> pages_;  // as attention_page_rows() has them
    std::size_t page_ = 0;
    std::string shown_pair_;  // AttentionScene::pair
};

}  // namespace glassformer
