// The picture of rotations on the first page: q and k of one pair of dimensions, and both moved along.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/views/positions/commands.h"
#include "app/views/positions/parts.h"
#include "app/views/positions/start.h"
#include "app/views/positions/texts.h"
#include "app/views/shared/wording.h"

namespace glassformer {

std::string start_degrees(double radians) { return number_text(radians * 180 / std::numbers::pi) + "°"; }

std::string start_angle(const StartTables& tables, const StartColumn& column) {
    const positions::TurnedPair& moved = column.moved;
    const int distance = tables.query() - tables.key();
    const double away = moved.key_angle - moved.query_angle, turn = 2 * std::numbers::pi;
    const double rounds = (moved.between - column.before - away) / turn;
    const long turns = std::abs(rounds) < 1e9 ? std::lround(rounds) : 0;  // not finite with a broken model's weights
    std::string whole;
    if (turns != 0) whole = fmt::format(" {} {}°", turns < 0 ? "−" : "+", 360 * std::abs(turns));
    return fmt::format(texts::positions::start_between_sum, start_degrees(column.before), distance < 0 ? "+" : "−",
                       std::abs(distance), start_degrees(moved.frequency), whole, start_degrees(moved.between));
}

std::string start_product(const positions::TurnedPair& pair) {
    const auto factor = [](double value) {
        const std::string text = number_text(value, 1);
        return value < 0 ? "(" + text + ")" : text;
    };
    const double query = std::hypot(pair.query_turned.x, pair.query_turned.y);
    const double key = std::hypot(pair.key_turned.x, pair.key_turned.y);
    return fmt::format(texts::positions::start_part_numbers, factor(query), factor(key), factor(std::cos(pair.between)),
                       number_text(pair.product));
}

namespace {

Vec2 on_ring(Vec2 centre, float radius, const positions::Point& point) {
    const double length = std::hypot(point.x, point.y);
    if (length <= 0 || !std::isfinite(length)) return centre;  // weights of a broken model
    return {centre.x + radius * static_cast<float>(point.x / length),
            centre.y - radius * static_cast<float>(point.y / length)};
}

struct Hands {
    positions::Point query, key;
    double query_length = 1, key_length = 1;  // against the ring's
    double between = 0;
};

void draw_hands(StartScene& scene, const Rect& area, const Hands& hands, double longest, bool faint) {
    Painter& painter = scene.context.ui.painter;
    const Theme& theme = scene.context.ui.theme;
    const float em = scene.context.ui.em;
    const float outer = std::floor(std::min(area.w, area.h) / 2 - 1.2F * em);
    if (outer < 4) return;
    const Vec2 centre = area.centre();
    const float radius = outer / static_cast<float>(longest);
    if (!faint) {
        painter.ring(centre, radius, theme.faint, 1.5F);
        std::vector<Vec2> arc;
        const double from = std::atan2(hands.query.y, hands.query.x);
        for (int step = 0; step <= 32; ++step) {
            const double angle = from + hands.between * step / 32;
            arc.push_back(on_ring(centre, 0.4F * radius, {std::cos(angle), std::sin(angle)}));
        }
        painter.polyline(arc, theme.accent, 2.5F);
    }
    // Names of hands that lie close stand apart.
    const double least = 1.4 * static_cast<double>(em / radius);
    const double apart = std::max(0.0, (least - std::abs(hands.between)) / 2) * (hands.between < 0 ? -1 : 1);
    const auto hand = [&](const positions::Point& point, double length, double aside, Meaning meaning,
                          const char* name) {
        const float far = radius * static_cast<float>(length);
        const Colour tone = colour(theme, meaning).faded(faint ? 0.35F : 1);
        const Vec2 end = on_ring(centre, far, point);
        painter.line(centre, end, tone, faint ? 1.5F : 3);
        if (faint) return;
        // An arrowhead along the hand.
        const float dx = end.x - centre.x, dy = end.y - centre.y, whole = std::max(1.0F, std::hypot(dx, dy));
        const Vec2 along{dx / whole, dy / whole};
        const float head = 0.6F * em;
        const Vec2 foot{end.x - head * along.x, end.y - head * along.y};
        painter.triangle(end, {foot.x - 0.45F * head * along.y, foot.y + 0.45F * head * along.x},
                         {foot.x + 0.45F * head * along.y, foot.y - 0.45F * head * along.x}, tone);
        const double at = std::atan2(point.y, point.x) + aside;
        painter.text(on_ring(centre, far + 0.7F * em, {std::cos(at), std::sin(at)}), name,
                     {.colour = tone, .face = Face::bold, .align = Align::centre, .anchor = Anchor::middle});
    };
    hand(hands.query, hands.query_length, -apart, Meaning::query, "q");
    hand(hands.key, hands.key_length, apart, Meaning::key, "k");
}

void draw_move(StartScene& scene, Rect line) {
    Ui& ui = scene.context.ui;
    const float em = ui.em;
    const auto one = [&](const char* what, Icon which, int by, const char* why, bool enabled) {
        const Rect box = line.take_left(2.0F * em).snapped();
        line.take_left(0.4F * em);
        const std::string id = scene.id(what);
        scene.context.targets.put(id, box);
        const Command command = by > 0 ? positions_later : positions_earlier;
        const std::string tip = hint(why, command);
        if (button(ui, id, box, "", {.icon = which, .enabled = enabled, .hint = tip})) scene.start.moved += by;
    };
    one("move back", Icon::step_back, -1, texts::positions::start_move_back, scene.tables.moved() > 0);
    one("move on", Icon::step, 1, texts::positions::start_move_on, scene.tables.moved() < most_moved);
    line.take_left(0.2F * em);
    const int moved = scene.tables.moved();
    const auto said = [&](const char* several, const char* one_position) {
        return moved > 1    ? fmt::format(fmt::runtime(several), moved)
               : moved == 1 ? std::string(one_position)
                            : std::string(texts::positions::start_move_both);
    };
    std::string text = said(texts::positions::start_moved, texts::positions::start_moved_one);
    if (ui.painter.measure(text).width > line.w)
        text = said(texts::positions::start_moved_brief, texts::positions::start_moved_one_brief);
    text_in(ui.painter, line, text, {.colour = moved > 0 ? ui.theme.accent_text : ui.theme.muted});
}

}  // namespace

/// q and k of one pair on a circle, before and after their positions rotate them.
void draw_start_rotation(StartScene& scene, Rect area) {
    Ui& ui = scene.context.ui;
    Painter& painter = ui.painter;
    const Theme& theme = ui.theme;
    const float em = ui.em;
    const positions::TurnedPair &turned = scene.column.turned, &moved = scene.column.moved;
    const bool scales = scales_lengths(*scene.column.laboratory);
    const float line = 1.4F * em;
    Rect numbers = area.take_bottom(5 * line + 2.4F * em);
    Rect top = area.take_top(1.4F * em);
    const Rect after = area.take_right(std::floor(area.w / 2));
    std::string before = fmt::format(texts::positions::start_before, scene.column.pair);
    if (painter.measure(before, em::small).width > area.w)
        before = fmt::format(texts::positions::start_before_brief, scene.column.pair);
    text_in(painter, {area.x, top.y, area.w, top.h}, before,
            {.colour = theme.muted, .size = em::small, .align = Align::centre});
    text_in(painter, {after.x, top.y, after.w, top.h},
            scales ? texts::positions::start_rotated_and_scaled : texts::positions::start_rotated,
            {.colour = theme.muted, .size = em::small, .align = Align::centre});
    const double longest =
        std::max({1.0, moved.query_factor, moved.key_factor, turned.query_factor, turned.key_factor});
    draw_hands(scene, area, {turned.query, turned.key, 1, 1, scene.column.before}, 1, false);
    if (scene.tables.moved() > 0)
        draw_hands(scene, after,
                   {turned.query_turned, turned.key_turned, turned.query_factor, turned.key_factor, turned.between},
                   longest, true);
    draw_hands(scene, after,
               {moved.query_turned, moved.key_turned, moved.query_factor, moved.key_factor, moved.between}, longest,
               false);
    scene.context.targets.put(scene.id("start circle a"), area);
    scene.context.targets.put(scene.id("start circle b"), after);

    const auto write = [&](const char* id, const std::string& text, Colour tone) {
        const Rect place = numbers.take_top(line);
        const float size = painter.measure(text, em::body).width <= place.w ? em::body : em::small;
        text_in(painter, place, text, {.colour = tone, .size = size});
        scene.context.targets.put(scene.id(id), place);
    };
    const int further = scene.tables.moved();
    write("start line a",
          fmt::format(texts::positions::start_hand, "q", scene.tables.query() + further, start_degrees(moved.frequency),
                      start_degrees(moved.query_angle)),
          colour(theme, Meaning::query));
    write("start line b",
          fmt::format(texts::positions::start_hand, "k", scene.tables.key() + further, start_degrees(moved.frequency),
                      start_degrees(moved.key_angle)),
          colour(theme, Meaning::key));
    const std::string sum = start_angle(scene.tables, scene.column);
    std::string angle = fmt::format(texts::positions::start_between, sum);
    if (painter.measure(angle, em::small).width > numbers.w)
        angle = fmt::format(texts::positions::start_between_brief, sum);
    write("start line c", angle, theme.text);
    write("start line d", fmt::format(texts::positions::start_part, start_degrees(moved.between)), theme.text);
    write("start line e", start_product(moved), theme.text);
    numbers.take_top(0.4F * em);
    draw_move(scene, numbers.take_top(2.0F * em));
}

}  // namespace glassformer
