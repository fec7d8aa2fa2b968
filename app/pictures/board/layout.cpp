#include "app/pictures/board/layout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "app/pictures/board/heat_labels.h"

namespace glassformer {

namespace {

constexpr float before_title = 1.1F;  // em: between two titles of a row, so that they are not read as one

}  // namespace

int Board::column(Track track) {
    columns_.push_back(std::move(track));
    return static_cast<int>(columns_.size()) - 1;
}

int Board::row(Track track) {
    rows_.push_back(std::move(track));
    return static_cast<int>(rows_.size()) - 1;
}

HeatPanel& Board::add(HeatPanel panel) {
    panels_.push_back(std::move(panel));
    return panels_.back();
}

void Board::same_lines(int column, int row) { same_.emplace_back(column, row); }

void Board::collect_margins() {
    for (Track& track : columns_) track.before = track.after = 0;
    for (Track& track : rows_) track.before = track.after = 0;
    for (const HeatPanel& panel : panels_) {
        Track& rows = rows_[static_cast<std::size_t>(panel.row_track)];
        Track& cols = columns_[static_cast<std::size_t>(panel.col_track)];
        const Margins m = margins(page_, panel, rows, cols);
        cols.before = std::max(cols.before, m.left);
        rows.before = std::max(rows.before, m.top);
        rows.after = std::max(rows.after, m.bottom);
        // A label that reaches past the last column needs room; between columns it overlaps its neighbour.
        if (panel.col_track + 1 == static_cast<int>(columns_.size())) right_ = std::max(right_, m.right);
    }
}

namespace {

void fill_window(Track& track, int fit) {
    fit = std::clamp(fit, 1, track.count);
    if (track.window > 0) fit = std::min(fit, track.window);
    track.shown.resize(static_cast<std::size_t>(fit));
    if (fit < track.count && !track.first.empty()) {
        if (track.first.size() < track.shown.size()) track.shown.resize(track.first.size());
        std::copy_n(track.first.begin(), track.shown.size(), track.shown.begin());
        return;
    }
    const int start = std::clamp(track.focus - fit / 2, 0, track.count - fit);
    std::iota(track.shown.begin(), track.shown.end(), start);
}

/// Cells that are too small for their labels grow at the cost of tracks without any, which keep two thirds of theirs.
void favour_labelled(std::vector<Track>& tracks) {
    constexpr float kept = 2.0F / 3;
    float missing = 0, spare = 0;
    for (const Track& t : tracks) {
        if (t.fixed > 0) continue;
        const float lines = static_cast<float>(t.window > 0 ? std::min(t.window, t.count) : t.count);
        if (t.least > 0)
            missing += std::max(0.0F, t.least - t.cell) * lines;
        else
            spare += t.cell * lines * (1 - kept);
    }
    if (missing <= 0 || spare < missing) return;
    for (Track& t : tracks) {
        if (t.fixed > 0) continue;
        if (t.least > 0)
            t.cell = std::max(t.cell, t.least);
        else
            t.cell *= 1 - (1 - kept) * missing / spare;
    }
}

}  // namespace

void Board::allocate(std::vector<Track>& tracks, float length, float largest) {
    for (const Track& track : tracks) length -= track.before + track.after + track.gap + track.fixed;
    length = std::max(length, 1.0F);

    const auto lines = [](const Track& t) { return t.window > 0 ? std::min(t.window, t.count) : t.count; };
    const auto want = [&](const Track& t) {
        // Beyond some fifty lines more do not help: the other tracks would become too small to read.
        return t.fixed > 0 ? 0.0F : t.weight * std::min(std::sqrt(static_cast<float>(lines(t))), 7.0F);
    };
    const auto limit = [&](const Track& t) { return t.largest > 0 ? t.largest : largest; };
    // Tracks that reach their largest cell leave the rest to the others.
    std::vector<bool> full(tracks.size(), false);
    float left = length;
    for (std::size_t round = 0; round <= tracks.size(); ++round) {
        float wants = 0;
        for (std::size_t i = 0; i < tracks.size(); ++i)
            if (!full[i]) wants += want(tracks[i]);
        bool changed = false;
        for (std::size_t i = 0; i < tracks.size() && !changed; ++i) {
            Track& t = tracks[i];
            if (t.fixed > 0 || full[i]) continue;
            t.cell = left * want(t) / std::max(wants, 1e-6F) / static_cast<float>(lines(t));
            if (t.cell < limit(t)) continue;
            t.cell = std::floor(limit(t));
            left -= t.cell * static_cast<float>(lines(t));
            full[i] = changed = true;
        }
        if (!changed) break;
    }
    favour_labelled(tracks);
    float used = 0;
    for (Track& t : tracks) {
        if (t.fixed > 0) continue;
        if (t.cell < (t.first.empty() ? 1.0F : t.window_cell)) {
            const float share = t.cell * static_cast<float>(lines(t));
            t.cell = std::max(1.0F, std::floor(t.window_cell));
            if (!t.first.empty())
                t.cell = std::clamp(std::floor(share / static_cast<float>(t.first.size())), t.cell,
                                    std::max(t.cell, std::floor(limit(t))));
            fill_window(t, static_cast<int>(share / t.cell));
        } else {
            t.cell = std::floor(t.cell);
            fill_window(t, lines(t));
        }
        used += t.length();
    }
    // Pixels left over by rounding down go to the tracks that can use them; tracks alike stay alike.
    const auto alike = [](const Track& a, const Track& b) {
        return a.fixed == b.fixed && a.count == b.count && a.weight == b.weight && a.cell == b.cell;
    };
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        const Track like = tracks[i];
        if (like.fixed > 0 || !like.whole()) continue;
        float lines_of_all = 0;
        for (const Track& t : tracks)
            if (alike(t, like)) lines_of_all += static_cast<float>(t.shown.size());
        const float more = std::min(std::floor((length - used) / lines_of_all), std::floor(limit(like)) - like.cell);
        if (more < 1) continue;
        for (Track& t : tracks)
            if (alike(t, like)) t.cell += more;
        used += more * lines_of_all;
    }
}

void Board::place(std::vector<Track>& tracks, float start, float available) {
    float total = 0;
    for (const Track& t : tracks) total += t.before + t.after + t.gap + t.length();
    float at = std::round(start + std::max(0.0F, (available - total) / 2));
    for (Track& t : tracks) {
        at += t.before + t.gap;
        t.at = std::round(at);
        at = t.at + t.length() + t.after;
    }
}

float Board::title_reach(const HeatPanel& panel) const {
    int next = -1;
    for (const HeatPanel& other : panels_)
        if (other.row_track == panel.row_track && other.col_track > panel.col_track &&
            other.title == TitlePlace::above && (next < 0 || other.col_track < next))
            next = other.col_track;
    if (next < 0) return std::numeric_limits<float>::max();
    float reach = columns(panel.col_track).length() + columns(panel.col_track).after;
    for (int c = panel.col_track + 1; c <= next; ++c) {
        const Track& track = columns(c);
        reach += track.gap + track.before + (c < next ? track.length() + track.after : 0);
    }
    return reach - before_title * page_.em;
}

void Board::give_titles_room(float width, float widest) {
    constexpr int most_rounds = 8;  // smaller cells leave a title less room again
    for (int round = 0; round < most_rounds; ++round) {
        bool changed = false;
        for (const HeatPanel& panel : panels_) {
            if (!panel.whole_symbol || panel.col_track + 1 >= static_cast<int>(columns_.size())) continue;
            const float missing = least_title_width(page_, panel) + 1 - title_reach(panel);
            if (missing <= 0) continue;
            columns_[static_cast<std::size_t>(panel.col_track) + 1].gap += std::ceil(missing);
            changed = true;
        }
        if (!changed) return;
        allocate(columns_, width, widest);
    }
}

void Board::solve() {
    collect_margins();
    const float em = page_.em;
    const float width = area_.w - right_, height = area_.h - bottom_;
    float widest = largest_cell_width * em, highest = largest_cell_height * em;
    allocate(rows_, height, highest);
    allocate(columns_, width, widest);
    // Cells of the last panel, the result, stay near a square: wide ones up to where a number fits.
    if (!panels_.empty()) {
        const HeatPanel& main = panels_.back();
        const Track &rows = rows_[static_cast<std::size_t>(main.row_track)],
                    &cols = columns_[static_cast<std::size_t>(main.col_track)];
        // Few rows of many columns fill half of the height all the same.
        const float half = 0.5F * height / static_cast<float>(rows.count);
        if (cols.count > 1) highest = std::min(highest, std::max({1.7F * em, 4.0F * cols.cell, half}));
        if (rows.count > 1) widest = std::min(widest, std::max(2.2F * rows.cell, 1.2F * em));
        allocate(rows_, height, highest);
        allocate(columns_, width, widest);
    }
    give_titles_room(width, widest);
    for (const auto& [c, r] : same_) {
        Track &column = columns_[static_cast<std::size_t>(c)], &row = rows_[static_cast<std::size_t>(r)];
        const auto lines = std::min(column.shown.size(), row.shown.size());
        if (column.whole() && row.whole()) continue;
        column.shown.resize(lines);
        row.shown.resize(lines);
        std::copy(column.shown.begin(), column.shown.end(), row.shown.begin());
    }
    place(columns_, area_.x, width);
    place(rows_, area_.y, height);

    bounds_ = {};
    for (HeatPanel& panel : panels_) {
        const Track &rows = rows_[static_cast<std::size_t>(panel.row_track)],
                    &cols = columns_[static_cast<std::size_t>(panel.col_track)];
        panel.rect = {cols.at, rows.at, cols.length(), rows.length()};
        const Vec2 low = bounds_.w > 0 ? bounds_.min() : panel.rect.min();
        const Vec2 high = bounds_.w > 0 ? bounds_.max() : panel.rect.max();
        bounds_.x = std::min(low.x, panel.rect.x);
        bounds_.y = std::min(low.y, panel.rect.y);
        bounds_.w = std::max(high.x, panel.rect.right()) - bounds_.x;
        bounds_.h = std::max(high.y, panel.rect.bottom()) - bounds_.y;
    }
    for (HeatPanel& panel : panels_) outline_sources(panel);
    outline_lit_lines();
    fit_labels();
}

/// Panels that show the same axis label the same columns in the same way, and the lines that any of them singles out.
void Board::fit_labels() {
    const auto keep = [](std::vector<int>& kept, int line) {
        if (std::find(kept.begin(), kept.end(), line) == kept.end()) kept.push_back(line);
    };
    const auto record_of = [](const HeatPanel& panel) {
        return panel.slice.record >= 0 ? panel.slice.record : panel.answers_for;
    };
    const auto same_columns = [&](const HeatPanel& a, const HeatPanel& b) {
        if (a.col_track == b.col_track) return true;
        if (record_of(a) < 0 || record_of(b) < 0 || a.slice.col_dim < 0 || b.slice.col_dim < 0) return false;
        const auto axis = [&](const HeatPanel& p) {
            return page_.trace.record(record_of(p)).shape.axis(p.slice.col_dim);
        };
        return axis(a) == axis(b) && columns(a.col_track).shown == columns(b.col_track).shown;
    };
    // The result comes last and counts most.
    for (auto place = panels_.rbegin(); place != panels_.rend(); ++place) {
        const HeatPanel& panel = *place;
        Track &rows = rows_[static_cast<std::size_t>(panel.row_track)],
              &cols = columns_[static_cast<std::size_t>(panel.col_track)];
        // The last outlines are the selected and the hovered cell.
        for (auto outline = panel.outlines.rbegin(); outline != panel.outlines.rend(); ++outline) {
            if (outline->passing) continue;
            if (outline->rows == 1) keep(rows.kept, outline->row);
            if (outline->cols != 1) continue;
            keep(cols.kept, outline->col);
            for (const HeatPanel& other : panels_)
                if (same_columns(panel, other))
                    keep(columns_[static_cast<std::size_t>(other.col_track)].kept, outline->col);
        }
    }
    // Neighbours with the same cells have numbers together or not at all.
    for (HeatPanel& panel : panels_)
        panel.numbers = std::all_of(panels_.begin(), panels_.end(), [&](const HeatPanel& other) {
            const Track &cols = columns(other.col_track), &own = columns(panel.col_track);
            const bool beside = other.row_track == panel.row_track && cols.cell == own.cell && cols.count == own.count;
            return !beside || numbers_fit(page_, other, rows(other.row_track), cols);
        });
    for (HeatPanel& panel : panels_)
        if (panel.col_labels && panel.slice.col_dim >= 0)
            panel.col_fit = column_fit(page_, panel, columns(panel.col_track));
    for (HeatPanel& panel : panels_)
        for (const HeatPanel& other : panels_)
            if (panel.col_labels && other.col_labels && same_columns(panel, other)) {
                panel.col_fit.step = std::max(panel.col_fit.step, other.col_fit.step);
                panel.col_fit.degrees = std::max(panel.col_fit.degrees, other.col_fit.degrees);
            }
}

void Board::outline_sources(HeatPanel& panel) {
    const Track &rows = this->rows(panel.row_track), &cols = columns(panel.col_track);
    const auto outline = [&](int row, int col, Colour colour, float width) {
        if (row >= 0 && col >= 0) panel.outlines.push_back({row, col, 1, 1, colour, width, page_.moving()});
    };
    if (panel.operand >= 0 && panel.outlined_sources) {
        int top = rows.count, left = cols.count, bottom = -1, right = -1, cells = 0;
        std::vector<CellAt> places;
        for (const Cell& source : page_.sources(panel.operand)) {
            const CellAt line = panel.slice.find(source);
            if (!line) continue;
            const int r = rows.place_of(line.row), c = cols.place_of(line.col);
            if (r < 0 || c < 0) continue;
            top = std::min(top, r);
            bottom = std::max(bottom, r);
            left = std::min(left, c);
            right = std::max(right, c);
            places.push_back({r, c});
            ++cells;
        }
        const Colour tone = page_.colour(panel.slice.record);
        const int covered = (bottom - top + 1) * (right - left + 1);
        const bool row_at_once = bool(page_.explained_to);
        if (cells > 0 && (covered <= cells || cells > 4 || row_at_once))
            panel.outlines.push_back(
                {top, left, bottom - top + 1, right - left + 1, tone, page_.moving() ? 2.0F : 1.5F, page_.moving()});
        else
            for (const CellAt& p : places) outline(p.row, p.col, tone, 1.5F);
        // What is multiplied with the source that is pointed at.
        const std::vector<Cell> partners = page_.focused(panel.operand);
        if (static_cast<int>(partners.size()) < cells)
            for (const Cell& partner : partners)
                if (const CellAt line = panel.slice.find(partner))
                    outline(rows.place_of(line.row), cols.place_of(line.col), page_.painter.theme().text, 1.5F);
    }
    const auto mark = [&](const CellRef& ref, Colour colour, float width) {
        if (!ref || (ref.record != panel.slice.record && ref.record != panel.answers_for)) return;
        const CellAt line = panel.slice.find(ref.cell);
        if (line) outline(rows.place_of(line.row), cols.place_of(line.col), colour, width);
    };
    const Theme& theme = page_.painter.theme();
    if (page_.moving()) {
        const int at = panel.result ? page_.working() : panel.known;
        const int count = panel.slice.values.cols, row = at / count;
        if (panel.answers_for == page_.scene.record && page_.working() >= 0 && at >= 0)  // what is divided by its sum
            outline(rows.place_of(page_.working() / count), cols.place_of(page_.working() % count), theme.text, 1.5F);
        if (at < 0 || panel.waiting || row >= panel.slice.values.rows) return;
        if (!(panel.result && page_.explained_to))
            return outline(rows.place_of(row), cols.place_of(at % count), theme.accent, 2);
        if (const int place = rows.place_of(row); place >= 0)
            panel.outlines.push_back({place, 0, 1, static_cast<int>(cols.shown.size()), theme.accent, 2, true});
        return;
    }
    if (!(page_.scene.hovered == page_.scene.selected)) mark(page_.scene.hovered, theme.text, 1.5F);
    mark(page_.scene.selected, theme.accent, 2);
}

Rect Board::cell(const HeatPanel& panel, int row, int col) const {
    return panel.cell(rows(panel.row_track), columns(panel.col_track), row, col);
}

Rect Board::strip(int column, int row) const {
    const Track &c = columns(column), &r = rows(row);
    return {c.at, r.at, c.length(), r.length()};
}

void Board::draw() {
    Painter& painter = page_.painter;
    freeze_labels();
    for (HeatPanel& panel : panels_) {
        const Track &rows = this->rows(panel.row_track), &cols = columns(panel.col_track);
        // A title may reach to the next panel of its row that has one.
        float reach = area_.right() - panel.rect.x;
        for (const HeatPanel& other : panels_)
            if (other.row_track == panel.row_track && other.rect.x > panel.rect.x && other.title == TitlePlace::above)
                reach = std::min(reach, other.rect.x - before_title * page_.em - panel.rect.x);
        draw_panel(page_, panel, rows, cols, rows.at - rows.before, reach);
    }
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        const Track& track = columns_[c];
        if (track.sign.empty()) continue;
        // Beside the last row, which has the result, also where there is only a strip.
        const Track& row = rows_.back();
        painter.text(
            {std::round(track.at - track.before - track.gap / 2), std::round(row.at + row.length() / 2)}, track.sign,
            {.colour = painter.theme().muted, .size = em::title, .align = Align::centre, .anchor = Anchor::middle});
    }
    draw_frozen();
}

void connect(Page& page, Vec2 from, Vec2 to) {
    page.painter.dashed(from, to, page.painter.theme().accent.faded(0.8F), 1.5F);
}

}  // namespace glassformer
