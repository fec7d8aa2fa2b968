// The walk's page of one step with a KV cache (core/generate/cached_step.h), in place of the canvas: the stage at the
// cursor as it is computed for the last token alone, with the pictures of the walk.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/pictures/board/memory.h"
#include "app/views/shared/context.h"
#include "app/views/shared/state.h"
#include "app/views/walk/page.h"
#include "core/base/latest.h"
#include "core/generate/cached_step.h"

namespace glassformer {

/// Why the run has no such step; "" where it has one. Asked once for each run.
const std::string& why_no_cached_step(const Evaluation& whole, WalkState& state);

class CachedPage final : public WalkPage {
public:
    CachedPage() : WalkPage(Zoom::cached) {}
    /// The state wants it and the run has such a step: else the stage is shown, and why is said.
    bool shows(ViewContext& context, const Rect& area, const Rect& whole, WalkState& state) override;
    /// Draws it; stages of the block's attention are clicked, those of the cache too, which the whole pass has not.
    void draw(ViewContext& context, const Rect& area, WalkState& state) override;
    bool takes(Command command) const override {
        return command == Command::step_forward || command == Command::step_back || command == Command::edit;
    }
    void run(Command command, ViewContext& context, WalkState& state) override;
    /// Says where there is none.
    static void open(ViewContext& context, WalkState& state);
    bool computes() const { return computes_; }  // in the last frame
    bool draw_page(Painter& painter, const Rect& page, const Evaluation& evaluation,
                   const Cursor& cursor) const override;
    void describe(State& state) const override;

private:
    void follow(ViewContext& context, WalkState& state);
    /// To the next of these stages, or the one before.
    void step(ViewContext& context, int by);
    int record() const;               // that is shown, of the step's record
    std::vector<int> stages() const;  // of its block's attention, those of the cache among them
    void select(ViewContext& context, int record);
    float head(ViewContext& context, const Rect& page, WalkState& state);
    void chips(ViewContext& context, Rect& page);
    /// The same as a list, from the right end of a line, where there is no room for chips.
    void stage_list(ViewContext& context, Rect& line);
    Scene scene(const Cursor& cursor, PictureMemory* memory) const;

    Latest<std::uint64_t, std::shared_ptr<const CachedStep>> computation_;  // by the generation of the run
    std::shared_ptr<const CachedStep> step_;                         // of the run that is shown; null: not made yet
    std::string name_, cursor_;  // the record shown, and the cursor's of the last frame
    bool computes_ = false;
    PictureMemory memory_;
    std::string tooltip_;  // what lies under the mouse
};

}  // namespace glassformer
