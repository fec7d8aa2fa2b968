// Two vectors and their sum in the plane that they span, as long as they are and at their angle, each with its name.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <vector>

#include "app/paint/fitting_words.h"
#include "app/pictures/story/story_picture.h"
#include "app/pictures/story/texts.h"
#include "app/pictures/story/token_path_picture.h"

namespace glassformer {

namespace {

void draw_arrow_of(Painter& painter, Vec2 from, Vec2 to, Colour ink) {
    const Vec2 way = to - from;
    const float length = std::hypot(way.x, way.y);
    if (length < 1) return;
    const Vec2 along = way * (1 / length), across{-along.y, along.x};
    const float em = painter.em(), tip = std::min(0.6F * em, 0.6F * length);
    const Vec2 neck = to - along * tip;
    painter.line(from, neck, ink, 2);
    painter.triangle(to, neck + across * (0.45F * tip), neck - across * (0.45F * tip), ink);
}

}  // namespace

void draw_vector_sum(Painter& painter, const Rect& place_of_all, const TokenRow& row,
                     const std::array<Colour, 3>& inks) {
    if (!row.cosine) return;
    const float em = painter.em();
    const double cosine = *row.cosine;
    const Rect box = place_of_all.inset(0, std::min(1.5F * em, 0.2F * place_of_all.h));  // names above and below
    const double a = row.before.length, b = row.added.length;
    const double across = a + b * cosine, up = b * std::sqrt(std::max(0.0, 1 - cosine * cosine));
    const double left = std::min(0.0, across), right = std::max(a, across);
    const double scale = std::min(static_cast<double>(box.w - em) / std::max(1e-9, right - left),
                                  static_cast<double>(box.h - em) / std::max(1e-9, up));
    const float x = box.centre().x - static_cast<float>((left + right) / 2 * scale);
    const float y = box.centre().y + static_cast<float>(up / 2 * scale);
    const auto place = [&](double along, double high) {
        return Vec2{x + static_cast<float>(along * scale), y - static_cast<float>(high * scale)};
    };
    const Vec2 start = place(0, 0), middle = place(a, 0), end = place(across, up);
    draw_arrow_of(painter, start, middle, inks[0]);
    draw_arrow_of(painter, middle, end, inks[1]);
    draw_arrow_of(painter, start, end, inks[2]);
    if (place_of_all.h < 6 * em) return;
    const float lowest = std::max(start.y, end.y), highest = std::min(start.y, end.y);
    const float low = std::min(lowest + 0.8F * em, place_of_all.bottom() - 0.6F * em);
    const float high = std::max(highest - 0.8F * em, place_of_all.y + 0.6F * em);
    // Below the first vector, above the sum, and where the second is: above its tip or below its foot.
    std::vector<Rect> taken;
    const auto name = [&](const char* text, Colour ink, std::initializer_list<Vec2> centres) {
        const float wide = std::ceil(painter.measure(text, em::small).width) + 1;
        if (wide > place_of_all.w) return;
        for (const Vec2& centre : centres) {
            const float from = std::clamp(centre.x - wide / 2, place_of_all.x, place_of_all.right() - wide);
            const Rect at{from, centre.y - 0.55F * em, wide, 1.1F * em};
            const auto meets = [&](const Rect& other) {
                const Rect both = at.inset(-0.4F * em, 0).intersect(other);
                return both.w > 0 && both.h > 0;
            };
            if (std::ranges::any_of(taken, meets)) continue;
            taken.push_back(at);
            text_in(painter, at, text, {.colour = ink, .size = em::small, .align = Align::centre});
            return;
        }
    };
    name(texts::story::path_before, inks[0],
         {{start.x + 0.3F * (middle.x - start.x), low}, {(start.x + middle.x) / 2, low}});
    const float over = std::max(start.y + 0.35F * (end.y - start.y) - 0.9F * em, place_of_all.y + 0.6F * em);
    name(texts::story::path_after, inks[2],
         {{start.x + 0.35F * (end.x - start.x), over}, {(start.x + end.x) / 2, high}});
    const Vec2 half{(middle.x + end.x) / 2, (middle.y + end.y) / 2};
    name(texts::story::path_added, inks[1], {{half.x, high}, {half.x, low}, {middle.x, low}});
}

std::string angle_text(Painter& painter, const TokenRow& row, float room) {
    if (!row.cosine) {
        const std::array<std::string, 2> none{texts::story::path_no_angle, texts::story::path_no_angle_brief};
        return fitting_words(painter, none, room);
    }
    const std::string cosine = short_number(*row.cosine);
    const std::array said{fmt::format(texts::story::path_cosine, cosine),
                          fmt::format(texts::story::path_cosine_brief, cosine),
                          fmt::format(texts::story::path_cosine_alone, cosine)};
    return fitting_words(painter, said, room);
}

}  // namespace glassformer
