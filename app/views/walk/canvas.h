// Canvas of the walk: a map of all stages under a camera, replaced by the picture of one stage (app/pictures) when the
// camera is near it.
#pragma once

#include <optional>
#include <string>

#include "app/pictures/board/memory.h"
#include "app/pictures/charts/gradient_chart.h"
#include "app/views/shared/mask_brush.h"
#include "app/views/walk/camera.h"
#include "app/views/walk/cell_editor.h"
#include "app/views/walk/cell_tag.h"
#include "app/views/walk/map.h"
#include "app/views/walk/state.h"
#include "app/views/walk/step_motion.h"

namespace glassformer {

inline constexpr float map_aspect = 1.75F;   // width by height of the whole map, as of a canvas beside its panel
inline constexpr float picture_from = 0.6F;  // nearness at which a stage shows its picture; 1: it fills the canvas
inline constexpr float click_slack = 4;      // pixels the mouse may move in a click

class WalkCanvas {
public:
    void draw(ViewContext& context, const Rect& area, WalkState& state);
    void zoom_in(WalkState& state);
    void zoom_out(WalkState& state) const;
    /// Opens the field in the explained cell, and brings the cell's picture into sight.
    void edit(ViewContext& context, WalkState& state);

    bool editing() const { return editor_.editing(); }
    /// Places the camera from the form of camera_text(), with or without quotes; false for any other text.
    bool place_camera(std::string_view text);
    bool shows_mini_map() const { return map_open_; }
    void show_mini_map(bool on) {
        map_open_ = on;
        scale_ = mini_ = {};  // their corners are chosen anew
    }
    /// How far the stage shown has computed itself: 1 at rest.
    float phase() const { return motion_.phase(); }
    std::string gradient_axis() const;  // of the gradient chart: "1e-5 to 1e2"
    std::string camera_text() const;    // "12.5 3.1 80": centre on the map, pixels per unit
    /// Over a result of other inputs: that it is one, and how far the new one is.
    void stale_badge(ViewContext& context, const Rect& area, WalkState& state) const;

private:
    Rect scale_;  // of the gradients, where it covers the least of the map
    GradientChart chart_;
    std::uint64_t charted_ = 0;    // generation that the chart is of
    std::optional<Decades> held_;  // axis of the charts since it was held
    void gradient_chart(ViewContext& context, const Rect& area, WalkState& state);
    void stage_list(ViewContext& context, Rect& area, WalkState& state);
    void scene(ViewContext& context, const Rect& canvas, const Rect& beside, WalkState& state);
    /// Draws the mini-map; true while the mouse is over it.
    bool mini_map(ViewContext& context, const Rect& canvas, const Rect& beside, WalkState& state,
                  const struct MapScene& seen);
    std::optional<Hit> picture(ViewContext& context, const Rect& canvas, WalkState& state, int node, Vec2 mouse);
    void aim(ViewContext& context, const Rect& canvas, WalkState& state);
    void move_on(ViewContext& context, const WalkState& state, bool moved, const std::string& left);
    bool move_by_hand(ViewContext& context, const Rect& canvas, WalkState& state, const struct Region& touched);
    void click(ViewContext& context, WalkState& state, const struct Region& touched, const struct MapHit& on_map,
               const std::optional<Hit>& hit);
    bool seek(const Rect& canvas, const CellRef& locked, const std::optional<Rect>& place, WalkState& state);
    Camera at(Zoom zoom, const Rect& canvas, int node) const;
    float nearness(const Rect& canvas, const Camera& camera) const;
    Rect picture_area(const Rect& canvas, const Camera& camera, int node) const;

    PictureMemory memory_, from_memory_;
    CellEditor editor_;
    CellTag tag_;
    MaskBrush brush_;
    ModelMap map_;
    std::uint64_t map_of_ = 0;  // generation
    CameraFlight flight_;
    StepMotion motion_;
    bool key_held_ = false;   // a key repeated in the last frame
    bool placed_ = false;
    bool opened_camera_ = false;     // a session file placed it, on the map of its own run
    Rect canvas_;                    // of the last frame
    std::string aimed_at_;           // record the camera was sent to
    Zoom aimed_zoom_ = Zoom::stage;  // … and how near
    int departure_node_ = -1;        // node the camera leaves, while it flies
    bool opened_by_click_ = false;   // by a double click, whose release must not click what appeared
    CellRef jump_target_;            // to which the last click led from another stage's picture
    float dragged_ = 0;              // pixels since the button went down
    float pending_zoom_ = 0;         // a step of zooming that waits for the next frame
    bool seeks_cell_ = false;        // the selected cell is to be brought into view
    CellRef last_selected_;          // the selected cell of the last frame
    bool map_open_ = false;          // the mini-map, beside a picture
    Rect mini_;                      // its place in the last frame
};

}  // namespace glassformer
