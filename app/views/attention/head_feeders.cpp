// The lines of the page Steps from the rows of Q, K and V to where they are used, and the marks of the chosen pair.
#include <algorithm>

#include "app/paint/fade.h"
#include "app/paint/outline.h"
#include "app/views/attention/head_painter.h"

namespace glassformer {

namespace {

constexpr int most_feeders = 96;         // lines on a side; of more only the lit one is drawn
constexpr float smallest_share = 0.02F;  // of a query's weight: values below have no line

}  // namespace

void HeadPainter::feeder(HeadFeeder feeder, Vec2 leaves, Vec2 arrives, Meaning meaning, float width, float strength) {
    painter_.curve(feeder.from, feeder.from + leaves, feeder.to + arrives, feeder.to, tone(meaning).faded(strength),
                   width);
    drawn_.feeders.push_back(feeder);
}

void HeadPainter::feed_rows() {
    const Rect& strip = drawn_.queries;
    const int lit = row(), count = static_cast<int>(rows_->shown.size());
    const float step = strip.h / static_cast<float>(count);
    const auto draw = [&](int place) {
        const LabelEnd& end = row_ends_[static_cast<std::size_t>(place)];
        const Vec2 from{strip.right(), strip.y + step * (static_cast<float>(place) + 0.5F)};
        const float bend = 0.5F * (end.at.x - from.x);
        const bool is_lit = place == lit;
        feeder({HeadFeeder::Of::query, rows_->shown[static_cast<std::size_t>(place)], from, end.at}, {bend, 0},
               {-bend, 0}, Meaning::query, is_lit ? std::clamp(0.35F * step, 2.0F, 0.4F * em_) : 1.2F,
               is_lit ? 1 : 0.32F * strength(of_queries_, place));
    };
    for (int place = 0; place < count && count <= most_feeders; ++place)
        if (place != lit && row_ends_[static_cast<std::size_t>(place)].labelled) draw(place);
    if (lit >= 0) draw(lit);
}

void HeadPainter::feed_columns() {
    const Rect& strip = drawn_.keys;
    const int lit = column(), count = static_cast<int>(cols_->shown.size());
    const float step = strip.w / static_cast<float>(count);
    const auto draw = [&](int place) {
        const LabelEnd& end = col_ends_[static_cast<std::size_t>(place)];
        const Vec2 from{strip.x + step * (static_cast<float>(place) + 0.5F), strip.bottom()};
        const float bend = 0.5F * (end.at.y - from.y);
        const bool is_lit = place == lit;
        feeder({HeadFeeder::Of::key, cols_->shown[static_cast<std::size_t>(place)], from, end.at}, {0, bend},
               end.away * (end.away.x > 0 ? 0.8F * bend : bend), Meaning::key,
               is_lit ? std::clamp(0.35F * step, 2.0F, 0.4F * em_) : 1.2F,
               is_lit ? 1 : 0.32F * strength(of_keys_, place));
    };
    for (int place = 0; place < count && count <= most_feeders; ++place)
        if (place != lit && col_ends_[static_cast<std::size_t>(place)].labelled) draw(place);
    if (lit >= 0) draw(lit);
}

/// From the row of weights and the rows of V, as far as they are weighted, into the row of Z that is their sum.
void HeadPainter::feed_result() {
    const int lit = row();
    if (drawn_.result.w <= 0 || lit < 0) return;
    const Rect &large = drawn_.large, &result = drawn_.result, &strip = drawn_.values;
    const float y = large.y + rows_->cell * (static_cast<float>(lit) + 0.5F);
    const int line = rows_->shown[static_cast<std::size_t>(lit)];
    if (large_ == show_.layer.weights) {
        const float head = 0.45F * em_, from = large.right() + 0.2F * em_, to = result.x - 0.2F * em_;
        painter_.line({from, y}, {to - head, y}, tone(Meaning::weight), 2);
        painter_.triangle({to - head, y - 0.6F * head}, {to, y}, {to - head, y + 0.6F * head}, tone(Meaning::weight));
        drawn_.feeders.push_back({HeadFeeder::Of::result, line, {from, y}, {to, y}});
    }
    if (strip.w <= 0) return;
    const ConstMatrix weights = page_.slice(maps_.back()).values;
    const int own = steps_ > 1 || maps_.back() != show_.layer.weights ? 0 : line;
    const float step = strip.h / static_cast<float>(cols_->shown.size()), bulge = plan_.values_right;
    for (std::size_t place = 0; place < cols_->shown.size(); ++place) {
        const int key = cols_->shown[place];
        const float weight = own < weights.rows ? weights.at(own, key) : 0;
        if (!(weight >= smallest_share)) continue;
        feeder({HeadFeeder::Of::value,
                key,
                {strip.right(), strip.y + step * (static_cast<float>(place) + 0.5F)},
                {result.right(), y}},
               {bulge, 0}, {bulge, 0}, Meaning::value, 1 + 3 * weight, 0.3F + 0.7F * weight);
    }
}

/// A chosen query's row takes from the keys and the values as its weights say; a key's column is that much of each row.
void HeadPainter::weigh() {
    const int r = row(), c = column();
    of_queries_.assign(rows_->shown.size(), 0);
    of_keys_.assign(cols_->shown.size(), 0);
    const auto mark = [](std::vector<float>& belongs, int place) {
        if (place >= 0) belongs[static_cast<std::size_t>(place)] = 1;
    };
    // A record of one step has one row.
    const int before =
        first_ - page_.scene.evaluation.first_token_along(trace_.record(show_.layer.weights), Axis::query);
    const ConstMatrix weights = page_.slice(show_.layer.weights).values;
    const auto share = [&](std::vector<float>& belongs, const Track& track, bool of_row) {
        float largest = 0;
        for (std::size_t place = 0; place < belongs.size(); ++place) {
            const int query = before + (of_row ? rows_->shown[static_cast<std::size_t>(r)] : track.shown[place]),
                      key = of_row ? track.shown[place] : cols_->shown[static_cast<std::size_t>(c)];
            const float weight = query >= 0 && query < weights.rows ? weights.at(query, key) : 0;
            belongs[place] = weight > 0 ? weight : 0;
            largest = std::max(largest, belongs[place]);
        }
        for (float& each : belongs) each = largest > 0 ? each / largest : 0;
    };
    if (r >= 0)
        share(of_keys_, *cols_, true);
    else if (c >= 0)
        share(of_queries_, *rows_, false);
    mark(of_queries_, r);
    mark(of_keys_, c);
}

float HeadPainter::strength(const std::vector<float>& belongs, int place) const {
    return strength_of(painter_.theme(), belongs[static_cast<std::size_t>(place)], show_.fade);
}

/// The chosen row and column.
void HeadPainter::mark_lit() {
    const Rect& large = drawn_.large;
    const int r = row(), c = column();
    const Rect whole_row{large.x, large.y + rows_->cell * static_cast<float>(r), large.w, rows_->cell},
        whole_col{large.x + cols_->cell * static_cast<float>(c), large.y, cols_->cell, large.h};
    if (r >= 0) outline(painter_, whole_row, tone(Meaning::query));
    if (c >= 0) outline(painter_, whole_col, tone(Meaning::key));
    if (r < 0 || c < 0) return;
    outline(painter_, whole_row.intersect(whole_col), show_.locked ? theme_.accent : theme_.text, 2);
}

}  // namespace glassformer
