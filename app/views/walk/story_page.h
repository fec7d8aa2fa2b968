// The walk's first picture: the whole story of a run (app/pictures/story), before its stages are stepped through.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/paint/fade.h"
#include "app/pictures/story/story.h"
#include "app/pictures/story/story_layout.h"
#include "app/pictures/story/story_picture.h"
#include "app/pictures/story/time_story.h"
#include "app/views/shared/context.h"
#include "app/views/walk/page.h"

namespace glassformer {

/// Of the window: what the picture has at least, before what stands around it gives way.
inline constexpr float picture_share = 0.6F;

class StoryPage final : public WalkPage {
public:
    StoryPage() : WalkPage(Zoom::story) {}
    /// The run has a story, the state wants it and it has room: else the whole model's map is what is furthest out.
    /// `area`: above the timeline; `whole`: where that gives way, because the picture has no room otherwise or less
    /// than its share of the window.
    bool shows(ViewContext& context, const Rect& area, const Rect& whole, WalkState& state) override;
    /// As if nothing had been pointed at or chosen in it.
    void forget() override;
    bool takes_all() const override { return takes_all_; }
    void draw(ViewContext& context, const Rect& area, WalkState& state) override;
    bool takes(Command command) const override { return moves_rows(command); }
    void run(Command command, ViewContext& context, WalkState& state) override;
    /// The token that is pointed at; −1: none.
    int pointed() const { return visible_ ? pointed_ : -1; }
    /// "block 2, head 1, row 9, key 2" of the selected cell, counted from 1; "" where it is of no row.
    std::string selected_name() const;
    /// What lies under the mouse, as its tooltip says it; "" for nothing.
    const std::string& tooltip_text() const { return tooltip_; }
    bool draw_page(Painter& painter, const Rect& page, const Evaluation& evaluation,
                   const Cursor& cursor) const override;

private:
    /// Points at the next row, up or down; as if the mouse did.
    void move(int by);
    /// Opens the attention weights of the row that is pointed at.
    void open(ViewContext& context, WalkState& state);
    /// Returns the width that they take.
    float buttons(ViewContext& context, const Rect& page, WalkState& state);
    float buttons_width(Ui& ui) const;
    void shrink_to_sentences(const ViewContext& context, const Rect& area);
    void click(ViewContext& context, WalkState& state, const StoryHit& hit);
    void draw_time(ViewContext& context, const Rect& area, WalkState& state);
    int tokens() const { return static_cast<int>((story_ ? story_->words : time_->text.words).size()); }
    int asked() const;
    /// The block that is open and its head: those that were chosen, else those of the selected cell.
    StoryHead head_shown() const { return chosen_.value_or(head_of(*story_, selected_)); }
    static StoryHead head_of(const Story& story, const StoryPlace& selected);
    static std::optional<StoryHit> weight_of(const Story& story, const StoryPlace& selected, const StoryHead& at);
    void lead(ViewContext& context, WalkState& state, const CellRef& cell);
    const StoryLayout& layout(Painter& painter, const Rect& page, int open_block);
    StoryRow row_said(const Evaluation& evaluation, int row) const;
    void point(const Input& input, const struct Region& touched, const StoryLayout& places);

    std::optional<Story> story_;
    std::optional<TimeStory> time_;  // of a recurrent model, which has no other
    std::uint64_t story_of_ = 0;     // generation
    std::string model_;              // … whose heads were chosen
    std::optional<StoryHead> chosen_;
    StoryLayout layout_;
    Rect laid_out_;  // the page that the layout is of, and what else it depends on
    float laid_out_em_ = 0;
    float share_ = 1;  // of the text size, where large text leaves the picture no room
    std::uint64_t layout_of_ = 0;
    bool takes_all_ = false;
    bool veiled_ = false;          // without the predictions, which a question asks for
    int pointed_ = -1;             // token whose row the mouse or the keys point at
    StoryPlace selected_;          // of the cursor's cell: its row is told while nothing is pointed at
    StoryRow row_;                 // what is said of a token's row …
    int row_at_ = -1;              // … of this one, in the story of …
    std::uint64_t row_of_ = 0;     // … this generation
    Fading<StoryHit> fading_;      // the parts that are not pointed at
    std::optional<StoryHit> lit_;  // under the mouse in the last frame
    std::string tooltip_;          // of it
    std::string left_at_;          // the cursor's record when the story came up; a step from there leaves it
};

}  // namespace glassformer
