#include "app/platform/window_place.h"

#include <algorithm>

namespace glassformer {

WindowPlace fitted(WindowPlace wanted, std::span<const WindowPlace> screens) {
    if (screens.empty()) return wanted;
    const auto shared = [&](const WindowPlace& screen) {
        const int wide =
            std::min(wanted.x + wanted.size.width, screen.x + screen.size.width) - std::max(wanted.x, screen.x);
        const int high =
            std::min(wanted.y + wanted.size.height, screen.y + screen.size.height) - std::max(wanted.y, screen.y);
        return static_cast<long long>(std::max(0, wide)) * std::max(0, high);
    };
    const WindowPlace& screen = *std::ranges::max_element(screens, {}, shared);
    wanted.size.width = std::min(wanted.size.width, screen.size.width);
    wanted.size.height = std::min(wanted.size.height, screen.size.height);
    wanted.x = std::clamp(wanted.x, screen.x, screen.x + screen.size.width - wanted.size.width);
    wanted.y = std::clamp(wanted.y, screen.y, screen.y + screen.size.height - wanted.size.height);
    return wanted;
}

}  // namespace glassformer
