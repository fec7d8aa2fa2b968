// The walk's first picture: the whole story of a run (app/pictures/story), before its stages are stepped through.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/pictures/story/story.h"
#include "app/views/shared/context.h"
#include "app/views/walk/state.h"

namespace glassformer {

class StoryPage {
public:
    /// The run has a story, the state wants it and it has room: else the whole model's map is what is furthest out.
    bool shows(const ViewContext& context, const Rect& area, WalkState& state);
    /// Draws it; a click leads to the stage behind what was clicked.
    void draw(ViewContext& context, const Rect& area, WalkState& state);
    /// The picture alone, for a file; false where the run has none.
    bool draw_page(Painter& painter, const Rect& page, const Evaluation& evaluation) const;

private:
    static float buttons(ViewContext& context, const Rect& page, WalkState& state);
    void click(ViewContext& context, WalkState& state, const struct StoryHit& hit);

    std::optional<Story> story_;
    std::uint64_t story_of_ = 0;  // generation
    std::string model_;           // … whose heads were chosen
    std::optional<StoryHead> chosen_;
    std::string left_at_;  // the cursor's record when the story came up; a step from there leaves it
};

}  // namespace glassformer
