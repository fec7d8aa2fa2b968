// Where the parts of one token's way through an MLP stand, and their words.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/paint/formula.h"
#include "app/pictures/story/story_picture.h"
#include "app/pictures/story/texts.h"
#include "app/pictures/story/token_path_picture.h"
#include "core/model/model.h"
#include "core/ops/activation_table.h"

namespace glassformer {

namespace {

constexpr float path_gap = 1.1F;            // em between two columns, for the arrow
constexpr float least_path_picture = 11;    // em of height
constexpr float least_path_line = 6.5F;     // em of height, of the picture in one of two lines
constexpr float between_lines = 2;          // em
constexpr float smallest_path_cell = 2.5F;  // pixels

/// Width in em that a part has at least.
float least_width(PathPart part) {
    switch (part) {
        case PathPart::before:
        case PathPart::added:
        case PathPart::times: return 7.5F;
        case PathPart::norm: return 9.5F;
        case PathPart::in:
        case PathPart::out: return 6.5F;
        case PathPart::curve: return 12;
        case PathPart::neurons: return 11;
        case PathPart::sum: return 11.5F;
    }
    return 8;
}

/// The same in one of two lines, where text is large: room for the names and the numbers below.
float least_width_in_line(PathPart part) {
    switch (part) {
        case PathPart::before: return 9;
        case PathPart::norm: return 10.8F;
        case PathPart::in: return 5;
        case PathPart::curve: return 11;
        case PathPart::neurons: return 10;
        case PathPart::out: return 5.5F;
        case PathPart::added: return 8;
        case PathPart::sum: return 11;
        default: return least_width(part);
    }
}

/// … of a gated MLP, which has one part more in the second line, and two names above the first maps.
float least_width_gated(PathPart part) {
    switch (part) {
        case PathPart::norm: return 8;
        case PathPart::in: return 7.6F;
        case PathPart::times: return 7.4F;
        case PathPart::neurons: return 6.9F;
        case PathPart::out: return 4.5F;
        case PathPart::added: return 6;
        case PathPart::sum: return 9;
        default: return least_width_in_line(part);
    }
}

float least_width(const TokenPathScene& scene, PathPart part) {
    if (!scene.two_lines) return least_width(part);
    return scene.path.gated() ? least_width_gated(part) : least_width_in_line(part);
}

struct PartOf {
    PathPart part;
    int record;
};

std::vector<PartOf> parts_of(const TokenPath& path) {
    std::vector<PartOf> parts{{PathPart::before, path.before}};
    if (path.norm >= 0 && !path.norm_behind) parts.push_back({PathPart::norm, path.norm});
    parts.push_back({PathPart::in, path.curved()});
    parts.push_back({PathPart::curve, path.hidden});
    if (path.gated()) parts.push_back({PathPart::times, path.up});
    parts.push_back({PathPart::neurons, path.hidden});
    parts.push_back({PathPart::out, path.added});
    parts.push_back({PathPart::added, path.added});
    parts.push_back({PathPart::sum, path.sum});
    if (path.norm >= 0 && path.norm_behind) parts.push_back({PathPart::norm, path.norm});
    return parts;
}

}  // namespace

const TokenPathColumn* PathLayout::find(PathPart part) const {
    const auto found = std::ranges::find(columns, part, &TokenPathColumn::part);
    return found == columns.end() ? nullptr : &*found;
}

int SquareCells::at(Vec2 point) const {
    if (!rect.contains(point) || side <= 0) return -1;
    const int col = static_cast<int>((point.x - rect.x) / side), row = static_cast<int>((point.y - rect.y) / side);
    const int i = row * cols + col;
    return col < cols && i < count ? i : -1;
}

SquareCells square_cells(const Rect& within, int count, float largest) {
    const auto side_of = [&](int cols) {
        const int rows = (count + cols - 1) / cols;
        return std::min({within.w / static_cast<float>(cols), within.h / static_cast<float>(rows), largest});
    };
    float best = 0;
    for (int cols = 1; cols <= count; ++cols) best = std::max(best, side_of(cols));
    // Whole lines of nearly that size look calmer than larger cells with a rest; of these the most nearly square block.
    SquareCells cells{.rect = {}, .count = count};
    float least = 1e9F;
    for (int cols = 1; cols <= count; ++cols) {
        const float side = side_of(cols);
        if (side < 0.7F * best) continue;
        const int rows = (count + cols - 1) / cols;
        const float cost = (count % cols != 0 ? 10.0F : 0.0F) + 4 * (best - side) / best +
                           std::abs(std::log(static_cast<float>(rows) / static_cast<float>(cols)));
        if (cost >= least) continue;
        least = cost;
        cells.cols = cols;
        cells.side = side > 4 ? std::floor(side) : side;
    }
    const float wide = cells.side * static_cast<float>(cells.cols);
    const float high = cells.side * static_cast<float>((count + cells.cols - 1) / cells.cols);
    cells.rect = {std::round(within.x + (within.w - wide) / 2), std::round(within.y + (within.h - high) / 2), wide,
                  high};
    return cells;
}

std::string heading_of(const TokenPathScene& scene, PathPart part) {
    const TokenPath& path = scene.path;
    const std::size_t neurons = scene.row.hidden.numbers.size();
    switch (part) {
        case PathPart::before: return path.residual ? texts::story::path_stream : texts::story::path_input;
        case PathPart::norm:
            return path.norm_kind == Norm::rmsnorm ? texts::story::path_rms_norm : texts::story::path_layer_norm;
        case PathPart::in: return plain_formula(path.gated() ? texts::story::path_in_gated : texts::story::path_in);
        case PathPart::curve: return path.activation->title;
        case PathPart::times: return texts::story::path_times;
        case PathPart::neurons:
            return neurons == 1 ? texts::story::path_one_neuron : fmt::format(texts::story::path_neurons, neurons);
        case PathPart::out: return plain_formula(texts::story::path_out);
        case PathPart::added: return texts::story::path_added;
        case PathPart::sum: return path.residual ? texts::story::path_sum : texts::story::path_no_sum;
    }
    return "";
}

std::string sentence_of(const TokenPathScene& scene, PathPart part) {
    const TokenPath& path = scene.path;
    const TokenRow& row = scene.row;
    const std::string lines = row.hidden.zeros ? "" : fmt::format(texts::story::path_lines, row.order.front());
    switch (part) {
        case PathPart::before:
            return fmt::format(texts::story::path_stream_what, path.words[static_cast<std::size_t>(row.token)],
                               row.before.numbers.size());
        case PathPart::norm:
            if (path.norm_kind == Norm::rmsnorm)
                return path.norm_scales ? texts::story::path_rms_norm_what : texts::story::path_rms_norm_plain_what;
            if (path.norm_shifts)
                return path.norm_scales ? texts::story::path_layer_norm_what : texts::story::path_layer_norm_shift_what;
            return path.norm_scales ? texts::story::path_layer_norm_scale_what
                                    : texts::story::path_layer_norm_plain_what;
        case PathPart::in:
            if (path.gated()) return texts::story::path_in_two_what + lines;
            return fmt::format(
                       fmt::runtime(path.biased ? texts::story::path_in_biased_what : texts::story::path_in_what),
                       row.before.numbers.size()) +
                   lines;
        case PathPart::curve: return path.activation->sentence;
        case PathPart::times: return texts::story::path_times_what;
        case PathPart::neurons: {
            if (row.hidden.zeros) return texts::story::path_no_neuron_what;
            const int largest = row.order.front();
            const std::string number =
                short_number(static_cast<double>(row.hidden.numbers[static_cast<std::size_t>(largest)]));
            if (path.gated()) return fmt::format(texts::story::path_neurons_gated_what, largest, number);
            return fmt::format(texts::story::path_neurons_what, largest, number);
        }
        case PathPart::out:
            return (path.biased ? texts::story::path_out_biased_what : texts::story::path_out_what) + lines;
        case PathPart::added:
            if (row.added.zeros)
                return path.residual ? texts::story::path_added_zero_what : texts::story::path_added_alone_zero_what;
            return path.residual ? texts::story::path_added_what : texts::story::path_added_alone_what;
        case PathPart::sum:
            if (path.parallel && row.sum.edited == 0)
                return path.residual ? texts::story::path_sum_parallel_what : texts::story::path_no_sum_parallel_what;
            if (!path.residual) return texts::story::path_no_sum_what;
            return row.sum.edited > 0 && !row.closes() ? texts::story::path_sum_edited_what
                                                       : texts::story::path_sum_what;
    }
    return "";
}

std::string caption_of(const TokenPathScene& scene, PathPart part) {
    const TokenRow& row = scene.row;
    const std::size_t narrow = row.before.numbers.size(), wide = row.hidden.numbers.size();
    const auto length = [](const TokenVector& of) {
        return fmt::format(texts::story::path_length, short_number(of.length));
    };
    // The narrow columns of the second line have room for their names only; the sum tells the output's length, too.
    const bool narrow_columns = scene.two_lines && scene.path.gated();
    if (narrow_columns && (part == PathPart::times || part == PathPart::neurons || part == PathPart::added)) return "";
    switch (part) {
        case PathPart::before: return length(row.before);
        case PathPart::norm:
            if (scene.path.norm_kind == Norm::rmsnorm)
                return fmt::format(texts::story::path_rms, short_number(row.rms));
            if (scene.two_lines) return fmt::format(texts::story::path_deviation, short_number(row.deviation));
            return fmt::format(texts::story::path_moments, short_number(row.mean), short_number(row.deviation));
        case PathPart::in:
            if (scene.path.gated()) return fmt::format(texts::story::path_sizes_twice, narrow, wide);
            return fmt::format(texts::story::path_sizes, narrow, wide);
        case PathPart::curve: return fmt::format(texts::story::path_below, row.below, row.curved().numbers.size());
        case PathPart::times: return length(row.up);
        case PathPart::neurons: return length(row.hidden);
        case PathPart::out: return fmt::format(texts::story::path_sizes, wide, row.added.numbers.size());
        case PathPart::added: return length(row.added);
        case PathPart::sum: return "";
    }
    return "";
}

PathLayout lay_out(Painter& painter, const Rect& page, const TokenPathScene& scene) {
    const float em = painter.em();
    PathLayout at;
    Rect rest = page;
    at.title = rest.take_top(2.2F * em);
    at.title.w = std::max(0.0F, at.title.w - scene.beside_title);
    at.note = rest.take_top(1.5F * em);
    at.note.w = std::max(0.0F, at.note.w - scene.beside_title);
    rest.take_top(0.4F * em);
    at.lane = std::round(rest.y + 1.9F * em);
    rest.take_top(3.2F * em);

    const std::vector<PartOf> parts = parts_of(scene.path);
    const auto neurons =
        static_cast<std::size_t>(std::ranges::find(parts, PathPart::neurons, &PartOf::part) - parts.begin());
    if (scene.two_lines) at.second = scene.path.gated() ? neurons - 1 : neurons;
    float sentence = 0;
    const auto width = [&](PathPart part) { return least_width(scene, part); };
    const auto line = [&](std::size_t first, std::size_t last, const Rect& place) {
        float least = path_gap * static_cast<float>(last - first - 1);
        for (std::size_t i = first; i < last; ++i) least += width(parts[i].part);
        const float unit = place.w / least;
        float x = place.x;
        for (std::size_t i = first; i < last; ++i) {
            TokenPathColumn column;
            column.part = parts[i].part;
            column.record = parts[i].record;
            column.place = {x, place.y, width(parts[i].part) * unit, place.h};
            x = column.place.right() + path_gap * unit;
            const Rect words{0, 0, column.place.w, 0};
            if (!scene.two_lines)
                sentence = std::max(sentence, paragraph(painter, words, sentence_of(scene, column.part),
                                                        {.colour = {}, .size = em::small}, false));
            at.columns.push_back(column);
        }
    };
    if (at.second > 0) {
        at.right = std::round(rest.right() - 2);  // beside the arrow that turns
        rest.take_right(path_gap * em);
        const Rect upper = rest.take_top(std::floor((rest.h - between_lines * em) / 2));
        at.turn = std::round(rest.y + 0.6F * em);
        at.lane_turn = std::round(rest.y + 1.3F * em);
        rest.take_top(between_lines * em);
        line(0, at.second, upper);
        line(at.second, parts.size(), {rest.x + path_gap * em, rest.y, rest.w - path_gap * em, rest.h});
    } else {
        line(0, parts.size(), rest);
    }
    for (TokenPathColumn& column : at.columns) {
        Rect inside = column.place;
        column.heading = inside.take_top(1.8F * em);
        column.sentence = inside.take_bottom(sentence);
        inside.take_bottom(scene.two_lines ? 0 : 0.5F * em);
        column.caption = inside.take_bottom(1.4F * em);
        column.legend = inside.take_bottom(1.4F * em);
        inside.take_bottom(0.3F * em);
        inside.take_top(0.3F * em);
        column.picture = inside;
    }
    return at;
}

bool has_room(Painter& painter, const Rect& page, const TokenPathScene& scene) {
    const PathLayout at = lay_out(painter, page, scene);
    const float em = painter.em(), high = at.second > 0 ? least_path_line : least_path_picture;
    if (painter.least_text() > 1.001F) return false;  // its words would stand in each other's way
    for (const TokenPathColumn& column : at.columns) {
        if (column.picture.h < high * em || column.place.w < 0.999F * least_width(scene, column.part) * em)
            return false;
        if (painter.measure(heading_of(scene, column.part), em::body, Face::bold).width > column.heading.w)
            return false;
        if (painter.measure(caption_of(scene, column.part), em::small).width > column.caption.w) return false;
    }
    const TokenPathColumn* const neurons = at.find(PathPart::neurons);
    return square_cells(neurons->picture, static_cast<int>(scene.row.hidden.numbers.size()), em).side >=
           smallest_path_cell;
}

}  // namespace glassformer
