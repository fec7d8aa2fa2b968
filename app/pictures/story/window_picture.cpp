// The story of a convolution: a layer's vectors as bars, and the window that each of them is computed from as ribbons.
#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "app/pictures/story/texts.h"
#include "app/pictures/story/time_painter.h"

namespace glassformer {

std::pair<int, int> TimePainter::reach(int layer) const {
    const int above = static_cast<int>(story_.text.layers.size()) - 1 - layer,
              last = static_cast<int>(story_.text.words.size()) - 1;
    const int before = story_.window_before, behind = story_.window - 1 - before;
    return {std::max(0, focus_ - above * before), std::min(last, focus_ + above * behind)};
}

void TimePainter::window_layer(const TimeLayer& one, const Place& place, int index) {
    const float top = band_top(place, story_.text, index), foot = top + parts().hidden * place.layer;
    const float begin = top + (parts().numbers + parts().numbers_high) * place.layer, end = top + place.layer;
    const float wide = std::max(1.0F, 0.6F * place.column);
    const auto [first, last] = reach(index);
    for (int token = 0; token < static_cast<int>(one.lengths.size()); ++token) {
        const float high = thickness(place, one.lengths[static_cast<std::size_t>(token)]);
        const bool used = token >= first && token <= last;
        painter_.fill({place.x(token) - wide / 2, foot - high, wide, high},
                      mix(theme_.background, tone(Meaning::residual), used ? 0.9F : 0.3F));
    }
    float longest = 1e-6F;
    for (const float length : one.taps) longest = std::max(longest, length);
    for (int token = first; token <= last; ++token) {
        for (int at = 0; at < story_.window; ++at) {
            const int from = story_.in_window(token, at);
            const float length = one.taps[static_cast<std::size_t>(token * story_.window + at)];
            if (from < 0 || length <= 0) continue;
            const float half = std::max(1.0F, 0.3F * std::min(place.column, 3 * em_) * length / longest) / 2;
            std::array<Vec2, 13> left, right;
            for (std::size_t i = 0; i < left.size(); ++i) {
                const float t = static_cast<float>(i) / 12, smooth = t * t * (3 - 2 * t);
                const float x = place.x(from) + (place.x(token) - place.x(from)) * smooth, y = end + (begin - end) * t;
                left[i] = {x - half, y};
                right[i] = {x + half, y};
            }
            painter_.band(left, right, mix(theme_.background, tone(Meaning::mlp), token == focus_ ? 0.75F : 0.4F));
            const float share = std::clamp((end - mouse_.y) / std::max(1.0F, end - begin), 0.0F, 1.0F);
            const Vec2 near = left[static_cast<std::size_t>(12 * share)];
            note({near.x - 0.2F * em_, std::min(begin, end), 2 * half + 0.4F * em_, end - begin}, one.hidden, token,
                 token, [&] {
                     return fmt::format(texts::story::on_tap, at + 1, story_.window,
                                        story_.text.words[static_cast<std::size_t>(token)],
                                        story_.text.words[static_cast<std::size_t>(from)],
                                        short_number(static_cast<double>(length)));
                 });
        }
        if (config_.residual)
            painter_.line({place.x(token), end}, {place.x(token), begin}, tone(Meaning::residual), 1.5F);
    }
}

}  // namespace glassformer
