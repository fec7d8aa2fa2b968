// How the parts of the picture of a recurrent run share what they draw: one object a frame. Its parts stand in
// time_picture.cpp (the states) and time_ends.cpp (what leads from text to text, and to the answers).
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "app/pictures/story/story_picture.h"
#include "app/pictures/story/time_story.h"
#include "core/model/model.h"

namespace glassformer {

inline constexpr float time_title = 4.2F, time_words = 1.7F, time_names = 7, time_answers = 13.5F;  // em
inline constexpr float time_gap = 4.6F;  // em: between two texts
inline constexpr float smallest_layer = 5.0F, smallest_with_cells = 7.5F, largest_layer = 13,
                       largest_with_cells = 18;  // em
inline constexpr float smallest_column = 5;      // pixels

/// A token's share of what a classifier reads: all of it but for rounding, so that the state after that token is the
/// one that is read.
inline constexpr float all_of_it = 0.999F;

/// The weakest weight of an alignment that has a line: a fainter one cannot be told from the background.
inline constexpr float least_line = 0.02F;

class TimePainter {
public:
    TimePainter(Painter& painter, const Rect& area, const TimeScene& scene, Vec2 mouse)
        : painter_(painter),
          theme_(painter.theme()),
          scene_(scene),
          story_(scene.story),
          config_(scene.evaluation.model().config),
          area_(area),
          mouse_(mouse),
          em_(painter.em()),
          focus_(scene.token >= 0 ? scene.token : story_.answer_row) {}
    std::optional<TimeHit> draw();
    bool says_all();

private:
    struct Place {
        Rect lane;  // all layers, from the first column to the last
        float column = 0, layer = 0;
        float x(int token) const { return lane.x + (static_cast<float>(token) + 0.5F) * column; }
    };
    const StoryRow& said() const { return scene_.row != nullptr ? *scene_.row : story_.chosen; }
    Colour tone(Meaning meaning) const { return colour(theme_, meaning); }
    /// What lies under the mouse; its sentence is made of it alone, as only one is said.
    template <class Say>
    void note(const Rect& rect, int record, int row, int token, Say&& say, int column = 0) {
        if (rect.contains(mouse_)) hit_ = TimeHit{rect, record, row, column, token, say()};
    }
    /// Parts of a layer's band, from its top: of an LSTM the forget gate's bars and the cell state's ribbon; the
    /// ribbon of the hidden state, and its numbers.
    struct Parts {
        float cell, hidden, thick, numbers, numbers_high;
    };
    Parts parts() const {
        return story_.window > 0    ? Parts{0, 0.18F, 0.17F, 0.2F, 0.3F}
               : story_.has_cells() ? Parts{0.24F, 0.5F, 0.22F, 0.64F, 0.3F}
                                    : Parts{0, 0.24F, 0.34F, 0.5F, 0.42F};
    }
    float band_top(const Place& place, const TimeLane& lane, int layer) const {
        return place.lane.y + place.layer * (static_cast<float>(lane.layers.size()) - 1 - static_cast<float>(layer));
    }
    float ribbon_y(const Place& place, const TimeLane& lane, int layer) const {
        return band_top(place, lane, layer) + parts().hidden * place.layer;
    }
    float cell_y(const Place& place, const TimeLane& lane, int layer) const {
        return band_top(place, lane, layer) + parts().cell * place.layer;
    }
    float thickness(const Place& place, float length) const {
        return std::max(1.5F, parts().thick * place.layer * length / story_.longest);
    }
    float cell_thickness(const Place& place, float length) const {
        return std::max(1.5F, parts().thick * place.layer * length / story_.longest_cell);
    }
    /// A ribbon through the columns, and on to the right by `behind`, with arrows between the columns.
    template <class Thickness>
    void state_ribbon(const Place& place, float y, const std::vector<float>& lengths, float behind, Colour of,
                      Thickness&& thick);
    void cells(const TimeLayer& one, const Place& place, int index, float y, bool target, const TimeLane& of);
    /// A classifier reads the last state alone.
    bool read_at_end() const {
        return story_.window == 0 && !story_.pooled.empty() && story_.pooled.back() > all_of_it;
    }
    /// Of what stands at the left of the ribbons, clear of the lines that lead from text to text.
    float names_width() const { return (time_names - (story_.source && story_.has_cells() ? 2.0F : 1.2F)) * em_; }
    void heading();
    Rect heading_place() const;
    float answers_width() const { return std::min(time_answers * em_, 0.22F * area_.w); }
    std::string what_happens() const;  // below the title
    std::string meaning() const;       // below the picture
    /// Of a convolution, below the title: its windows, and how far the prediction depends on them.
    std::string windows_text() const;
    void lane(const TimeLane& of, const Place& place, bool target);
    void layer(const TimeLane& of, const Place& place, int index, bool target);
    /// Of a convolution: bars of the vectors' lengths, and ribbons from the window of each token that the looked-at one
    /// depends on.
    void window_layer(const TimeLayer& one, const Place& place, int index);
    /// The tokens of a layer's result that the looked-at token's last vector depends on: first and last.
    std::pair<int, int> reach(int layer) const;
    void words(const TimeLane& of, const Place& place, bool target);
    void between(const Place& above, const Place& below);
    void answers(const Place& text);

    Painter& painter_;
    const Theme& theme_;
    const TimeScene& scene_;
    const TimeStory& story_;
    const ModelConfig& config_;
    const Rect area_;
    const Vec2 mouse_;
    const float em_;
    const int focus_;
    std::optional<TimeHit> hit_;
};

}  // namespace glassformer
