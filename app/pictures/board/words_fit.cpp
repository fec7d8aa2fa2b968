#include "app/pictures/board/words_fit.h"

#include <algorithm>
#include <cmath>

namespace glassformer {

int label_step(float cell, float apart, bool words) {
    const int least = std::max(1, static_cast<int>(std::ceil(apart / std::max(cell, 1.0F))));
    if (words) return least;
    for (int decade = 1;; decade *= 10)
        for (const int round : {1, 2, 4, 5})
            if (round * decade >= least) return round * decade;
}

std::vector<int> labelled(int count, float cell, int step, float apart, std::span<const int> kept, int first) {
    const int clear = static_cast<int>(std::ceil(apart / std::max(cell, 1.0F)));
    std::vector<int> places;
    const auto is_free = [clear](const std::vector<int>& taken, int place) {
        return std::ranges::none_of(taken, [&](int other) { return std::abs(other - place) < clear; });
    };
    for (const int place : kept)
        if (place >= 0 && place < count && is_free(places, place)) places.push_back(place);
    // The others have to clear only the kept ones: among themselves the step already keeps them apart.
    const std::vector<int> certain = places;
    for (int place = (step - first % step) % step; place < count; place += step)
        if (is_free(certain, place)) places.push_back(place);
    std::ranges::sort(places);
    return places;
}

float row_label_height(Painter& painter, float size) { return std::floor(0.88F * painter.measure("x", size).height); }

float words_apart(Painter& painter, float widest, float degrees, float size) {
    const float line = painter.measure("x", size).height, em = painter.em();
    if (degrees >= 90) return 0.88F * line;
    if (degrees > 0) return 1.25F * line;
    return widest + (widest <= em ? 0.25F : 0.6F) * em;
}

LabelFit words_fit(Painter& painter, float cell, float widest, float size) {
    const auto fit_at = [&](float degrees) {
        return LabelFit{label_step(cell, words_apart(painter, widest, degrees, size), true), degrees};
    };
    // A letter lying on its side is another one: b, d, p, q and 6, 9.
    if (widest <= painter.em()) return fit_at(0);
    for (const float degrees : {0.0F, 45.0F, 90.0F})
        if (const LabelFit fit = fit_at(degrees); fit.step == 1) return fit;
    return fit_at(45);
}

}  // namespace glassformer
