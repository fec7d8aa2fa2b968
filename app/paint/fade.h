// Focus by fading: what does not belong to what is pointed at or chosen fades within a moment, so that the eye sees
// what is spoken about. Nothing moves, and what has faded can still be read.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "app/paint/painter.h"

namespace glassformer {

inline constexpr float faded_share = 0.35F;   // of what has faded
inline constexpr float faded_in_dark = 0.5F;  // … in a dark theme, whose colors lie nearer to the ground
inline constexpr double fade_seconds = 0.15;  // until it has
inline constexpr float faded_numbers = 0.6F;  // of a number in a faded cell: it stays readable

/// Of something that belongs by so much (0: not at all … 1), while the rest has faded so far (0 … 1).
inline float strength_of(const Theme& theme, float belongs, float fade) {
    return 1 - (1 - (theme.dark ? faded_in_dark : faded_share)) * (1 - belongs) * fade;
}

/// Covers it with the ground that it is on, so that only `strength` of it is left.
void veil(Painter& painter, const Rect& rect, float strength, const Colour& ground);
/// The parts of an area that are in none of the others.
std::vector<Rect> rest_of(const Rect& area, std::span<const Rect> kept);

/// What is pointed at or chosen, and how far the rest has faded. Where it is left, the rest comes back as it went.
template <class What>
class Fading {
public:
    /// Once a frame. `moves`: false where states change at once.
    void point(const std::optional<What>& at, double now, bool moves) {
        if (at) what_ = at;
        if (at.has_value() != on_) last_ = now;
        on_ = at.has_value();
        const double step = moves ? (now - last_) / fade_seconds : 1;
        last_ = now;
        level_ = std::clamp(level_ + (on_ ? step : -step), 0.0, 1.0);
        if (!on_ && level_ <= 0) what_.reset();
    }
    void forget() { *this = {}; }
    /// Another frame is needed.
    bool moving() const { return on_ ? level_ < 1 : level_ > 0; }
    float level() const { return static_cast<float>(level_); }
    const std::optional<What>& what() const { return what_; }

private:
    std::optional<What> what_;
    bool on_ = false;
    double level_ = 0, last_ = 0;
};

}  // namespace glassformer
