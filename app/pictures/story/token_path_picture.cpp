#include "app/pictures/story/token_path_picture.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/paint/formula.h"
#include "app/paint/heat_scale.h"
#include "app/pictures/board/activation_curve.h"
#include "app/pictures/story/story_picture.h"
#include "app/pictures/story/texts.h"
#include "core/model/model.h"
#include "core/ops/activation_table.h"

namespace glassformer {

namespace {

std::string number_of(float value) { return short_number(static_cast<double>(value)); }

/// One object a frame.
class PathPainter {
public:
    PathPainter(Painter& painter, const PathLayout& at, const TokenPathScene& scene, Vec2 mouse)
        : painter_(painter),
          theme_(painter.theme()),
          trace_(scene.evaluation.trace()),
          scene_(scene),
          path_(scene.path),
          row_(scene.row),
          at_(at),
          mouse_(mouse),
          em_(painter.em()) {}

    std::optional<TokenPathHit> draw() {
        title();
        for (const TokenPathColumn& column : at_.columns) around(column);
        lane();
        for (std::size_t i = 1; i < at_.columns.size(); ++i)
            if (i == at_.second)
                turn(at_.columns[i - 1], at_.columns[i]);
            else
                arrow(at_.columns[i - 1], at_.columns[i]);
        for (const TokenPathColumn& column : at_.columns) part(column);
        return hit_;
    }

private:
    Colour tone(int record) const { return colour(theme_, trace_.record(record).stage->meaning); }
    TextStyle small(Colour of, Align align = Align::centre) const {
        return {.colour = of, .size = em::small, .align = align};
    }

    void title() {
        const int block = path_.site.block + 1;
        const char* const name = path_.site.stack == Stack::encoder   ? texts::story::path_encoder_block
                                 : path_.site.stack == Stack::decoder ? texts::story::path_decoder_block
                                                                      : texts::story::path_block;
        text_in(painter_, at_.title,
                fmt::format(texts::story::path_title, fmt::format(fmt::runtime(name), block),
                            path_.words[static_cast<std::size_t>(row_.token)]),
                {.colour = theme_.text, .size = em::large, .face = Face::bold});
        std::string note = texts::story::path_keys;
        if (scene_.evaluation.has_gradients()) note = std::string(texts::story::path_values) + " " + note;
        text_in(painter_, at_.note, note, {.colour = theme_.muted, .size = em::small});
    }

    /// The ground of a column, lit under the mouse; what is hit in it may say more.
    void around(const TokenPathColumn& column) {
        const bool lit = column.place.contains(mouse_);
        const Rect ground = column.place.inset(-0.35F * em_, 0);
        if (lit) painter_.fill(ground, mix(theme_.background, theme_.control_hot, 0.4F), 0.4F * em_);
        const Rect bar{column.heading.x, column.heading.bottom() - 2, column.heading.w, 2};
        painter_.fill(bar, tone(column.record));
        const Rect heading{column.heading.x, column.heading.y, column.heading.w, column.heading.h - 4};
        if (column.part == PathPart::in || column.part == PathPart::out)
            draw_formula(painter_,
                         column.part == PathPart::out ? texts::story::path_out
                         : path_.gated()              ? texts::story::path_in_gated
                                                      : texts::story::path_in,
                         heading, {.size = em::body, .colour = theme_.text});
        else
            text_in(painter_, heading, heading_of(scene_, column.part),
                    {.colour = theme_.text, .size = em::body, .face = Face::bold, .align = Align::centre});
        if (!scene_.two_lines)
            paragraph(painter_, column.sentence, sentence_of(scene_, column.part),
                      {.colour = theme_.text, .size = em::small});
        if (!lit) return;
        hit_ = TokenPathHit{
            .part = column.part, .record = column.record, .rect = column.place, .said = texts::story::path_on_open};
        if (column.part != PathPart::neurons || row_.hidden.zeros || !column.sentence.contains(mouse_)) return;
        hit_->record = path_.gated() ? path_.hidden : path_.up;  // a product, or a sum that passes the curve
        hit_->column = row_.order.front();
        hit_->rect = column.sentence;
    }

    /// Where the arrow between two columns is.
    static Vec2 between(const TokenPathColumn& from, const TokenPathColumn& to) {
        return {(from.place.right() + to.place.x) / 2, from.picture.centre().y};
    }

    /// Around the MLP, from the arrow out of the vector that goes in to the one into the sum, where both are added.
    void lane() {
        if (!path_.residual) return;
        const auto place = [&](PathPart part) { return static_cast<std::size_t>(at_.find(part) - at_.columns.data()); };
        const std::size_t first = place(PathPart::before), last = place(PathPart::sum);
        const Vec2 from = between(at_.columns[first], at_.columns[first + 1]);
        const Vec2 plus = between(at_.columns[last - 1], at_.columns[last]);
        const float gap = at_.columns[last].place.x - at_.columns[last - 1].place.right();
        const float radius = std::min(0.55F * em_, 0.45F * gap), high = at_.lane;
        const Colour ink = tone(path_.sum);
        const float right = at_.second > 0 ? at_.right : plus.x;
        if (at_.second > 0)
            painter_.polyline(std::array{from, Vec2{from.x, high}, Vec2{right, high}, Vec2{right, at_.lane_turn},
                                         Vec2{plus.x, at_.lane_turn}, Vec2{plus.x, plus.y - radius}},
                              ink, 3);
        else
            painter_.polyline(std::array{from, Vec2{from.x, high}, Vec2{plus.x, high}, Vec2{plus.x, plus.y - radius}},
                              ink, 3);
        painter_.circle(from, 2.5F, ink);
        painter_.text({(from.x + right) / 2, high - 0.3F * em_}, texts::story::path_around,
                      {.colour = theme_.muted, .size = em::small, .align = Align::centre, .anchor = Anchor::bottom});
        painter_.circle(plus, radius, theme_.background);
        painter_.ring(plus, radius, ink, 2);
        painter_.line({plus.x - 0.55F * radius, plus.y}, {plus.x + 0.55F * radius, plus.y}, ink, 2);
        painter_.line({plus.x, plus.y - 0.55F * radius}, {plus.x, plus.y + 0.55F * radius}, ink, 2);
    }

    void arrow(const TokenPathColumn& from, const TokenPathColumn& to) {
        if (path_.residual && to.part == PathPart::sum) return;  // the plus touches both
        const float y = from.picture.centre().y, tip = 0.35F * em_;
        const float left = from.place.right() + 0.15F * em_, right = to.place.x - 0.15F * em_;
        painter_.line({left, y}, {right - tip, y}, theme_.muted, 1.5F);
        painter_.triangle({right, y}, {right - tip, y - 0.7F * tip}, {right - tip, y + 0.7F * tip}, theme_.muted);
    }

    /// From the end of the first line to the beginning of the second.
    void turn(const TokenPathColumn& from, const TokenPathColumn& to) {
        const float tip = 0.35F * em_, y = to.picture.centre().y;
        const float out = from.place.right() + 0.55F * em_, in = to.place.x - 0.8F * em_,
                    right = to.place.x - 0.15F * em_;
        painter_.polyline(std::array{Vec2{from.place.right() + 0.15F * em_, from.picture.centre().y},
                                     Vec2{out, from.picture.centre().y}, Vec2{out, at_.turn}, Vec2{in, at_.turn},
                                     Vec2{in, y}, Vec2{right - tip, y}},
                          theme_.muted, 1.5F);
        painter_.triangle({right, y}, {right - tip, y - 0.7F * tip}, {right - tip, y + 0.7F * tip}, theme_.muted);
    }

    void part(const TokenPathColumn& column) {
        switch (column.part) {
            case PathPart::before: cells(column, column.picture, row_.before, stream_limit()); break;
            case PathPart::norm: norm(column); break;
            case PathPart::in: ribbon(column, row_.before, row_.hidden); break;
            case PathPart::curve: curve(column); break;
            case PathPart::times: cells(column, column.picture, row_.up, row_.up.largest); break;
            case PathPart::neurons: cells(column, column.picture, row_.hidden, row_.hidden.largest); break;
            case PathPart::out: ribbon(column, row_.hidden, row_.added); break;
            case PathPart::added: cells(column, column.picture, row_.added, stream_limit()); break;
            case PathPart::sum: sum(column); break;
        }
        text_in(painter_, column.caption, caption_of(scene_, column.part), small(theme_.text));
    }

    /// What goes in and what is added are on one scale, so that they can be compared.
    float stream_limit() const { return std::max(row_.before.largest, row_.added.largest); }

    bool by_neuron(PathPart part) const { return part == PathPart::neurons || part == PathPart::times; }

    void cells(const TokenPathColumn& column, const Rect& within, const TokenVector& of, float limit) {
        const HeatStyle style{.meaning = trace_.record(of.record).stage->meaning, .limit = limit};
        const HeatScale scale(painter_, style);
        const SquareCells grid = square_cells(within, static_cast<int>(of.numbers.size()), 2 * em_);
        const bool sorted = scene_.largest_first && by_neuron(column.part);
        const float gap = grid.side >= smallest_cell_with_gap ? 1.0F : 0.0F;
        const int under = grid.at(mouse_);
        for (int i = 0; i < grid.count; ++i) {
            const int index = sorted ? row_.order[static_cast<std::size_t>(i)] : i;
            Rect cell = grid.cell(i);
            cell.w -= gap;
            cell.h -= gap;
            fill_cell(painter_, cell, scale.fill(of.numbers[static_cast<std::size_t>(index)]), grid.rect.min());
        }
        if (column.part == PathPart::neurons && !of.zeros)  // whose terms are drawn
            painter_.stroke(grid.cell(place_of(row_.order.front())), theme_.text, 1.5F);
        if (under >= 0) {
            const int index = sorted ? row_.order[static_cast<std::size_t>(under)] : under;
            painter_.stroke(grid.cell(under), theme_.accent, 2);
            hit_ = TokenPathHit{.part = column.part,
                                .record = of.record,
                                .column = index,
                                .rect = grid.cell(under),
                                .said = said(column.part, of, index)};
        }
        Rect line = column.legend;
        if (of.edited > 0) {
            const std::string edited = fmt::format(texts::story::path_edited, of.edited);
            const Rect words = line.take_right(painter_.measure(edited, em::small).width + 2);
            text_in(painter_, words, edited, small(theme_.warning, Align::right));
            line.take_right(0.5F * em_);
        }
        const float most = is_held(painter_.limits(), style) ? 15 * em_ : 9 * em_;
        line = line.inset(std::max(0.0F, (line.w - most) / 2), 0);
        const auto count = static_cast<int>(of.numbers.size());
        legend_line(painter_, line, style,
                    ConstMatrix{.data = of.numbers.data(), .rows = 1, .cols = count, .row_stride = count});
    }

    std::string said(PathPart part, const TokenVector& of, int index) const {
        const std::string number = number_of(of.numbers[static_cast<std::size_t>(index)]);
        if (part == PathPart::neurons)
            return fmt::format(texts::story::path_on_neuron, index, number,
                               number_of(row_.curved().numbers[static_cast<std::size_t>(index)]));
        return fmt::format(texts::story::path_on_number, heading_of(scene_, part), index, number);
    }

    /// A band as wide at its ends as there are numbers.
    void ribbon(const TokenPathColumn& column, const TokenVector& from, const TokenVector& to) {
        const Rect& box = column.picture;
        const auto a = static_cast<float>(from.numbers.size()), b = static_cast<float>(to.numbers.size());
        const float unit = 0.8F * box.h / std::max(a, b), y = box.centre().y;
        const Colour ink = mix(theme_.background, tone(column.record), 0.4F);
        const auto band = [&](float middle, float high, float low) {
            std::vector<Vec2> upper, lower;
            constexpr int steps = 16;
            for (int i = 0; i <= steps; ++i) {
                const float t = static_cast<float>(i) / steps, ease = t * t * (3 - 2 * t);
                const float half = std::max(1.5F, (high + (low - high) * ease) / 2);
                upper.push_back({box.x + t * box.w, middle - half});
                lower.push_back({box.x + t * box.w, middle + half});
            }
            painter_.band(upper, lower, ink);
        };
        if (path_.gated() && column.part == PathPart::in) {  // one to the activation, one past it
            const float up = y - 0.26F * box.h, down = y + 0.26F * box.h;
            band(up, a * unit / 2, b * unit / 2);
            band(down, a * unit / 2, b * unit / 2);
            terms(box, up, unit / 2, terms_into(scene_.evaluation, path_, row_, path_.gate), from, to, true);
            terms(box, down, unit / 2, terms_into(scene_.evaluation, path_, row_, path_.up), from, to, true);
        } else {
            band(y, a * unit, b * unit);
            const bool in = column.part == PathPart::in;
            terms(box, y, unit,
                  in ? terms_into(scene_.evaluation, path_, row_, path_.up) : terms_out(scene_.evaluation, path_, row_),
                  from, to, in);
        }
    }

    /// Where a neuron is among those drawn.
    int place_of(int neuron) const { return scene_.largest_first && neuron == row_.order.front() ? 0 : neuron; }

    /// The largest terms as lines inside a band, the stronger the larger.
    void terms(const Rect& box, float middle, float unit, std::vector<float> values, const TokenVector& from,
               const TokenVector& to, bool in) {
        constexpr std::size_t most_lines = 32;
        std::vector<int> order;
        for (int i = 0; i < static_cast<int>(values.size()); ++i)
            if (const float value = values[static_cast<std::size_t>(i)]; std::isfinite(value) && value != 0)
                order.push_back(i);
        const auto size = [&](int i) { return std::abs(values[static_cast<std::size_t>(i)]); };
        std::ranges::stable_sort(order, [&](int one, int other) { return size(one) > size(other); });
        if (order.size() > most_lines) order.resize(most_lines);
        const auto height = [&](int i, const TokenVector& of) {
            return middle + (static_cast<float>(i) + 0.5F - static_cast<float>(of.numbers.size()) / 2) * unit;
        };
        const int neuron = place_of(row_.order.front());
        for (std::size_t k = order.size(); k-- > 0;) {  // the largest above the others
            const int i = order[k];
            const float left = height(in ? i : neuron, from), right = height(in ? neuron : i, to);
            const float share = size(i) / size(order.front());
            std::vector<Vec2> line;
            constexpr int steps = 16;
            for (int s = 0; s <= steps; ++s) {
                const float t = static_cast<float>(s) / steps;
                line.push_back({box.x + t * box.w, left + (right - left) * t * t * (3 - 2 * t)});
            }
            painter_.polyline(
                line,
                bar_colour(theme_, Meaning::mlp, values[static_cast<std::size_t>(i)] < 0).faded(0.25F + 0.75F * share),
                1 + 1.5F * share);
        }
    }

    /// Where the row's numbers lie, with what the norm measures of them; below, what comes out.
    void norm(const TokenPathColumn& column) {
        Rect rest = column.picture;
        Rect chart = rest.take_top(0.5F * rest.h);
        rest.take_top(0.6F * em_);
        chart.take_top(1.3F * em_);
        chart.take_bottom(1.2F * em_);
        draw_norm_histogram(painter_, chart, path_, row_, tone(row_.norm_input(path_).record));
        cells(column, rest, row_.normed, row_.normed.largest);
    }

    void curve(const TokenPathColumn& column) {
        const TokenVector& in = row_.curved();
        Rect within = column.picture;
        within.take_top(0.2F * em_);
        within.h += column.legend.h - 1.4F * em_;
        const float side = std::floor(std::min(within.w, within.h));
        const Rect box{std::round(within.centre().x - side / 2), std::round(within.centre().y - side / 2), side, side};
        const ActivationCurve at = activation_curve(box, path_.activation->value, std::max(least_reach, in.largest));
        const Colour ink = tone(path_.hidden);
        draw_rug(painter_, at, in.numbers, ink);
        draw_activation_curve(painter_, at, ink);
        int nearest = -1;
        float distance = 0.4F * em_;
        for (std::size_t i = 0; i < in.numbers.size(); ++i) {
            const float x = in.numbers[i];
            if (!std::isfinite(x)) continue;
            const Vec2 dot = at.place(x, at.at(x));
            painter_.circle(dot, 0.16F * em_, ink);
            if (!box.contains(mouse_) || std::abs(dot.x - mouse_.x) >= distance) continue;
            distance = std::abs(dot.x - mouse_.x);
            nearest = static_cast<int>(i);
        }
        if (nearest < 0) return;
        const float x = in.numbers[static_cast<std::size_t>(nearest)];
        const Vec2 dot = at.place(x, at.at(x));
        painter_.circle(dot, 0.3F * em_, theme_.accent);
        hit_ = TokenPathHit{.part = column.part,
                            .record = column.record,
                            .column = nearest,
                            .rect = {dot.x - 0.4F * em_, dot.y - 0.4F * em_, 0.8F * em_, 0.8F * em_},
                            .said = said(PathPart::neurons, row_.hidden, nearest)};
    }

    /// The two vectors and their sum in the plane that they span, as long as they are and at their angle; below, the
    /// lengths as bars.
    void sum(const TokenPathColumn& column) {
        Rect rest{column.picture.x, column.picture.y, column.picture.w, column.caption.bottom() - column.picture.y};
        struct Length {
            const char* name;
            const TokenVector& of;
            Colour ink;
        };
        std::vector<Length> all;
        if (path_.residual) all.push_back({texts::story::path_before, row_.before, tone(path_.sum)});
        all.push_back({texts::story::path_added, row_.added, tone(path_.added)});
        all.push_back({texts::story::path_after, row_.sum, theme_.text});
        double longest = 0;
        for (const Length& length : all)
            if (std::isfinite(length.of.length)) longest = std::max(longest, length.of.length);
        if (path_.residual) {
            const Rect line = rest.take_bottom(1.5F * em_);
            text_in(painter_, line, angle_text(painter_, row_, line.w), small(theme_.text));
        }
        Rect bars = rest.take_bottom(2.1F * em_ * static_cast<float>(all.size()));
        for (const Length& length : all) {
            Rect line = bars.take_top(2.1F * em_);
            const Rect words = line.take_top(1.25F * em_);
            text_in(painter_, words, length.name, small(theme_.muted, Align::left));
            const std::string number = short_number(length.of.length);
            text_in(painter_, words, number,
                    {.colour = theme_.text, .size = em::small, .face = Face::bold, .align = Align::right});
            const double share = longest > 0 && std::isfinite(length.of.length) ? length.of.length / longest : 0;
            painter_.fill({line.x, line.y, line.w, 0.35F * em_}, theme_.faint.faded(0.4F));
            painter_.fill({line.x, line.y, static_cast<float>(share) * line.w, 0.35F * em_}, length.ink);
        }
        const bool adds = path_.residual && row_.cosine && row_.closes();
        if (adds && rest.h > 12 * em_ && painter_.measure(texts::story::path_lengths, em::small).width <= rest.w)
            text_in(painter_, rest.take_bottom(1.7F * em_), texts::story::path_lengths, small(theme_.muted));
        rest.take_bottom(0.6F * em_);
        if (adds) draw_vector_sum(painter_, rest, row_, {tone(path_.sum), tone(path_.added), theme_.text});
    }

    Painter& painter_;
    const Theme& theme_;
    const Trace& trace_;
    const TokenPathScene& scene_;
    const TokenPath& path_;
    const TokenRow& row_;
    const PathLayout& at_;
    const Vec2 mouse_;
    const float em_;
    std::optional<TokenPathHit> hit_;
};

}  // namespace

std::optional<TokenPathHit> draw_token_path(Painter& painter, const PathLayout& at, const TokenPathScene& scene,
                                            Vec2 mouse) {
    return PathPainter(painter, at, scene, mouse).draw();
}

}  // namespace glassformer
