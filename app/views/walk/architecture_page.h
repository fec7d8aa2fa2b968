// The whole model in the walk as the diagram of the papers (app/pictures/architecture): beside the story of the run,
// the other picture of the overview.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/pictures/architecture/diagram_picture.h"
#include "app/views/shared/context.h"
#include "app/views/walk/page.h"

namespace glassformer {

class ArchitecturePage final : public WalkPage {
public:
    ArchitecturePage() : WalkPage(Zoom::architecture) {}
    /// The state wants it and it has room: else the story is shown. `area`: above the timeline; `whole`: where that
    /// gives way.
    bool shows(ViewContext& context, const Rect& area, const Rect& whole, WalkState& state) override;
    bool takes_all() const override { return takes_all_; }
    void forget() override { left_at_.clear(); }
    /// A click selects a box, or opens a stage of the selected one.
    void draw(ViewContext& context, const Rect& area, WalkState& state) override;
    bool takes(Command command) const override {
        return moves_rows(command) || command == Command::block_forward || command == Command::block_back;
    }
    void run(Command command, ViewContext& context, WalkState& state) override;
    bool draw_page(Painter& painter, const Rect& page, const Evaluation& evaluation,
                   const Cursor& cursor) const override;
    /// "Feed Forward"; "" while it is not shown.
    std::string selected_name() const;
    const std::string& tooltip_text() const { return tooltip_; }

private:
    /// To the box above or below.
    void move(int by);
    /// To the numbers of the next block or the one before.
    void turn_block(int by);
    /// The selected box's first stage.
    void open(ViewContext& context, WalkState& state) const;
    float buttons(ViewContext& context, const Rect& page, WalkState& state) const;
    void read(const Evaluation& evaluation);
    void select_at(const Trace& trace, const Cursor& cursor);
    void lead(ViewContext& context, WalkState& state, int record) const;
    void click(ViewContext& context, WalkState& state, const DiagramHit& hit);
    int blocks() const;

    Diagram diagram_;
    DiagramFacts facts_;
    std::uint64_t read_of_ = 0;          // generation of the diagram
    int facts_of_ = -1, facts_at_ = -1;  // box and block of the facts
    DiagramLayout layout_;
    Rect laid_out_;  // page of the layout, and …
    float laid_out_em_ = 0;
    int laid_out_box_ = -1, laid_out_block_ = -1;
    std::string model_;
    int selected_ = -1, block_ = 0;
    DiagramSide side_ = DiagramSide::shown, laid_out_side_ = DiagramSide::shown;
    bool takes_all_ = false;
    bool veiled_ = false;  // without the prediction, which a question asks for
    float share_ = 1;      // of the text size, where large text leaves the picture no room
    std::string left_at_;  // the cursor's record when it came up; a step from there leaves it
    std::optional<DiagramHit> lit_;
    std::string tooltip_;
};

}  // namespace glassformer
