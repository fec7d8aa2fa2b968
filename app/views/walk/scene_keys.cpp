// What a lesson's scene says of the walk in words: how near the picture is, where the camera stands, what a step is.
#include <algorithm>
#include <iterator>
#include <span>

#include "app/views/shared/view_values.h"
#include "app/views/walk/texts.h"
#include "app/views/walk/walk.h"

namespace glassformer {

namespace {

// A step with a cache is no picture of a scene.
constexpr std::span<const char* const> scene_zooms(zoom_names, std::size(zoom_names) - 1);
constexpr const char* scene_steps[] = {"stage", "row", "cell"};  // StepBy in its order

void read_choice(ViewValues& values, const char* name, std::span<const char* const> choices, const char* refusal,
                 const std::string& words) {
    const auto found = std::ranges::find(choices, words);
    if (found == choices.end()) refuse_words(refusal, words, {choices.begin(), choices.end()});
    values[name] = value_text(static_cast<int>(found - choices.begin()));
}

std::string written_choice(const ViewValues& values, const char* name, std::span<const char* const> choices) {
    const float at = ViewReader(values).number(name, -1, 0, static_cast<float>(choices.size()) - 1);
    return at < 0 ? "" : choices[static_cast<std::size_t>(at)];
}

constexpr ViewKey walk_keys[] = {
    {"zoom",
     [](ViewValues& values, const std::string& words) {
         read_choice(values, "zoom", scene_zooms, texts::walk::no_zoom, words);
         if (words != zoom_names[static_cast<std::size_t>(Zoom::free)]) values.erase("camera");
     },
     [](const ViewValues& values) { return written_choice(values, "zoom", scene_zooms); }},
    {"camera",
     [](ViewValues& values, const std::string& words) {
         values["camera"] = value_text(words);
         values["zoom"] = value_text(static_cast<int>(Zoom::free));
     },
     [](const ViewValues& values) { return ViewReader(values).text("camera", ""); }},
    {"step by",
     [](ViewValues& values, const std::string& words) {
         read_choice(values, "by", scene_steps, texts::walk::no_unit, words);
     },
     [](const ViewValues& values) { return written_choice(values, "by", scene_steps); }},
};

}  // namespace

std::span<const ViewKey> WalkView::scene_keys() { return walk_keys; }

bool WalkView::shows(std::string_view, const ViewValues& values) {
    const auto zoom = static_cast<Zoom>(ViewReader(values).whole("zoom", static_cast<int>(Zoom::stage), 0, 8));
    return !is_overview(zoom) && zoom != Zoom::model && zoom != Zoom::block;
}

}  // namespace glassformer
