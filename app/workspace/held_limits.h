// Colour limits that are held: the legends of a view can be pointed at and clicked, a sign says that they are held, and
// undo takes a change of them back.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "app/sheets/limits_sheet.h"
#include "app/views/shared/state.h"
#include "app/workspace/workspace.h"

namespace glassformer {

class HeldLimits {
public:
    explicit HeldLimits(Workspace& workspace) : workspace_(workspace) {}

    /// The legends that `draw` draws open the sheet, and where limits are asked for, those of this picture are held.
    void with_legends(ViewContext& context, const std::function<void()>& draw);
    /// None any more; or, at the end of the next picture, the limits of what is seen in it.
    void hold_or_release(ViewContext& context);
    void open_sheet(ScaleKind first);
    void draw_sheet(ViewContext& context);
    bool sheet_is_open() const { return sheet_.is_open(); }
    /// In pixels, of the sign below.
    float sign_height(const Ui& ui) const;
    /// Says which limits are held; a click opens the sheet.
    void draw_sign(ViewContext& context, const Rect& place);

    /// A session has limits of its own: nothing before them is undone.
    void replace(const ColourLimits& limits);
    /// At the end of a frame: a change of the limits becomes a step of undo; what is typed is one step.
    void note_change();
    /// A change of the limits is the last change, for the inputs are as they were then.
    bool can_undo() const;
    bool can_redo() const;
    bool undo();
    bool redo();
    void describe(State& state) const;

private:
    struct Step {
        ColourLimits before, after;
        Inputs inputs;  // as they were
    };
    void point_at_legend(ViewContext& context, const LegendDrawn& drawn);
    void hold_what_is_seen(ViewContext& context);
    ColourLimits& limits() const { return workspace_.preferences().limits; }

    Workspace& workspace_;
    LimitsSheet sheet_;
    std::vector<LegendDrawn> legends_;     // of the last frame, but of scales of their own
    std::optional<ColourLimits> holding_;  // asked for: what the legends reach, while a frame draws them
    ColourLimits known_;
    std::vector<Step> done_, undone_;
};

}  // namespace glassformer
