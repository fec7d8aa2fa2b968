// As large as the area lets them all be, with the tokens around them where a cell has room for its word.
#include "app/views/attention/thumb_grid.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string_view>

#include "app/views/attention/texts.h"

namespace glassformer {

namespace {

constexpr float line_height = 1.3F;      // em, of a caption
constexpr float worth_captions = 1.6F;   // times the area of maps without a word below them
constexpr int every_number_up_to = 32;   // of layers on a line
constexpr float worth_a_change = 1.15F;  // of the area of the maps, for another arrangement than one layer a line

/// The tokens around the maps; `repeated`: the keys above each line of maps, also where they are those of the line
/// above.
struct ThumbWords {
    std::span<const ThumbLabels> labels;
    bool repeated = false;
    int captions = 2;  // lines, at most
};

/// What a layer can be called above its maps, the longest name first, and how wide each is; measured once, because each
/// arrangement that is tried needs all of them.
struct LayerName {
    std::array<float, 2> widths{};  // whole, and without "-attention"
    float aside = 0;                // of the name beside the maps
};
struct Setting {
    Painter& painter;
    const Rect& area;
    const std::vector<AttentionLayer>& layers;
    bool large;
    std::vector<LayerName> names{};
    float caption_width = 0;  // of the narrowest map that a caption stands below
};

constexpr float worth_words = 0.75F;  // of a map's cells, for keys above every map
constexpr float all_words = 0.85F;    // em: smaller cells leave words out

struct Limits {
    float least, most;  // em, of the longer side of a map
    float stretch;      // how much wider than high a cell may be, where the width is there
};

/// The largest map with square cells, or wider ones where the height is used up; whole pixels each where they are large
/// enough to be told apart.
Vec2 map_size(const AttentionLayer& layer, float wide, float high, float least, float most, float stretch) {
    const auto keys = static_cast<float>(layer.keys), queries = static_cast<float>(layer.queries);
    const float longer = std::max(keys, queries);
    float cell = std::min({wide / keys, std::max(high, least) / queries, most / longer});
    if (cell >= 8) cell = std::floor(cell);
    float across = std::max(cell, std::min(stretch * cell, wide / keys));
    if (across >= 8) across = std::floor(across);
    return {std::max(2.0F, std::floor(across * keys)), std::max(2.0F, std::floor(cell * queries))};
}

/// The narrowest map that a caption stands below: no role is cut but a rare long key.
float caption_width(Painter& painter) {
    return std::max(painter.measure(texts::attention::role_induction, em::small).width,
                    painter.measure(fmt::format(texts::attention::colour_scale, "0.00"), em::small).width);
}

/// "Block 1 self" for "Block 1 self-attention"; the same where it does not end so.
std::string shorter_title(std::string title) {
    constexpr std::string_view tail = texts::attention::attention_ending;
    if (const auto at = title.find(tail); at != std::string::npos) title.erase(at, tail.size());
    return title;
}

Setting setting_of(Painter& painter, const Rect& area, const std::vector<AttentionLayer>& layers, bool large) {
    constexpr float never = 1e9F;
    Setting result{.painter = painter, .area = area, .layers = layers, .large = large};
    const auto width = [&](const std::string& name) { return painter.measure(name, em::small, Face::bold).width; };
    for (const AttentionLayer& layer : layers) {
        LayerName name{.widths = {never, never}, .aside = width(large ? layer.title : layer.brief)};
        if (layer.title != layer.brief) name.widths[0] = width(layer.title);
        if (const std::string shorter = shorter_title(layer.title); shorter != layer.title && shorter != layer.brief)
            name.widths[1] = width(shorter);
        result.names.push_back(name);
    }
    result.caption_width = caption_width(painter);
    return result;
}

/// Grid with `across` layers on a line and this number of lines of captions.
ThumbGrid arranged(const Setting& setting, const ThumbWords& words, int across, int caption_lines, bool named = false) {
    const Rect& area = setting.area;
    const std::vector<AttentionLayer>& layers = setting.layers;
    const std::span<const ThumbLabels> labels = words.labels;
    const float em = setting.painter.em();
    const Limits limits = setting.large ? Limits{2.2F, 40, 2.4F} : Limits{1, 5, 1};
    const int count = static_cast<int>(layers.size());
    ThumbGrid grid;
    grid.across = across;
    grid.labelled = !labels.empty();
    grid.headed = grid.labelled || across > 1;
    grid.named = named;
    grid.heading = (named ? 2.7F : 1.5F) * em;
    grid.caption_lines = caption_lines;
    grid.caption = caption_lines == 0 ? 0 : (line_height * static_cast<float>(caption_lines) + 0.1F) * em;
    grid.labels.assign(static_cast<std::size_t>(across), 0.0F);
    float widest = 0, right = 0;
    for (int l = 0; l < count; ++l) {
        const AttentionLayer& layer = layers[static_cast<std::size_t>(l)];
        grid.max_heads = std::max(grid.max_heads, layer.heads);
        widest = std::max(widest, setting.names[static_cast<std::size_t>(l)].aside);
        if (!grid.labelled) continue;
        float& label = grid.labels[static_cast<std::size_t>(l % across)];
        label = std::max(label, labels[static_cast<std::size_t>(l)].around.left);
        right = std::max(right, labels[static_cast<std::size_t>(l)].around.right);
    }
    if (!grid.headed) grid.labels.front() = std::min(widest, std::min(0.2F * area.w, 9 * em)) + 0.7F * em;
    grid.gap = std::round(std::max(3.0F, (grid.max_heads > 8 ? 0.25F : 0.5F) * em));
    // Slanted words of one head end before those of the next begin.
    if (grid.max_heads > 1) grid.gap = std::round(std::max(grid.gap, std::min(right, 1.6F * em)));
    const int lines = (count + across - 1) / across;
    grid.above.assign(static_cast<std::size_t>(lines), 0.0F);
    for (int l = 0; l < count && grid.labelled; ++l) {
        const ThumbLabels& own = labels[static_cast<std::size_t>(l)];
        // Below a map of the same keys in the same size their names need not be said again.
        const auto same = [&](int other) {
            return labels[static_cast<std::size_t>(other)].keys == own.keys &&
                   layers[static_cast<std::size_t>(other)].queries == layers[static_cast<std::size_t>(l)].queries;
        };
        if (!words.repeated && l >= across && same(l - across)) continue;
        float& above = grid.above[static_cast<std::size_t>(l / across)];
        above = std::max(above, own.around.top);
    }
    float taken = grid.headed ? 0 : grid.heading;
    for (const float top : grid.above) taken += top + (grid.headed ? grid.heading : 0) + grid.caption + grid.gap;
    const float between = grid.headed ? 1.2F * em : 0;
    const float all_labels = std::accumulate(grid.labels.begin(), grid.labels.end(), 0.0F);
    const float maps_wide =
        area.w - 0.8F * em - std::max(right - grid.gap, 0.0F) - all_labels - between * static_cast<float>(across - 1);
    const float wide = maps_wide / static_cast<float>(across * grid.max_heads) - grid.gap,
                high = std::floor((area.h - taken) / static_cast<float>(lines));
    grid.cell = 1e9F;
    for (const AttentionLayer& layer : layers) {
        const Vec2 map =
            map_size(layer, std::max(1.0F, wide), high, limits.least * em, limits.most * em, limits.stretch);
        grid.maps.push_back(map);
        grid.slot = {std::max(grid.slot.x, map.x), std::max(grid.slot.y, map.y)};
        grid.cell =
            std::min({grid.cell, map.x / static_cast<float>(layer.keys), map.y / static_cast<float>(layer.queries)});
    }
    float x = 0;
    for (const float label : grid.labels) {
        grid.columns.push_back(std::round(x + label));
        x += label + (grid.slot.x + grid.gap) * static_cast<float>(grid.max_heads) + between;
    }
    float y = grid.headed ? 0 : grid.heading;
    for (int line = 0; line < lines; ++line) {
        y += grid.above[static_cast<std::size_t>(line)] + (grid.headed ? grid.heading : 0);
        grid.lines.push_back(std::round(y));
        float tallest = 0;
        for (int l = line * across; l < std::min(count, (line + 1) * across); ++l)
            tallest = std::max(tallest, grid.maps[static_cast<std::size_t>(l)].y);
        y += tallest + grid.caption + grid.gap;
    }
    grid.bottom = y;
    return grid;
}

/// Cells that are much wider than high count as if they were not: another arrangement has better ones.
float area_of(const ThumbGrid& grid, const std::vector<AttentionLayer>& layers) {
    constexpr float counted = 1.6F;
    float area = 0;
    for (std::size_t l = 0; l < layers.size(); ++l) {
        const Vec2& map = grid.maps[l];
        const float row = map.y / static_cast<float>(layers[l].queries);
        area += std::min(map.x, counted * row * static_cast<float>(layers[l].keys)) * map.y;
    }
    return area;
}

bool names_fit(const Setting& setting, const ThumbGrid& grid) {
    for (std::size_t l = 0; l < setting.names.size(); ++l) {
        const auto& [whole, shorter] = setting.names[l].widths;
        if (std::min(whole, shorter) > grid.name_room(static_cast<int>(l))) return false;
    }
    return true;
}

/// With the captions that its maps have room for.
ThumbGrid captioned(const Setting& setting, const ThumbWords& words, int across) {
    const auto with = [&](int lines) {
        ThumbGrid grid = arranged(setting, words, across, lines);
        if (!grid.headed || names_fit(setting, grid)) return grid;
        return arranged(setting, words, across, lines, true);
    };
    if (setting.large)
        for (const int lines : {2, 1}) {
            if (lines > words.captions) continue;
            ThumbGrid grid = with(lines);
            if (std::min(grid.slot.x, 2 * grid.slot.y) + caption_overhang * setting.painter.em() >=
                setting.caption_width)
                return grid;
        }
    return with(0);
}

ThumbGrid largest(const Setting& setting, const ThumbWords& words) {
    const auto worth = [&](const ThumbGrid& grid) {
        return area_of(grid, setting.layers) * (grid.caption_lines > 0 ? worth_captions : 1);
    };
    ThumbGrid best = captioned(setting, words, 1);
    const float first = worth(best);
    const int count = setting.large ? static_cast<int>(setting.layers.size()) : 1;
    // Each number of layers on a line, of many only some: a line more or less changes little there.
    for (int across = 2; across <= count; across += 1 + across / every_number_up_to) {
        ThumbGrid grid = captioned(setting, words, across);
        const bool fits = grid.bottom <= setting.area.h && names_fit(setting, grid);
        if (fits && worth(grid) > std::max(worth_a_change * first, worth(best))) best = std::move(grid);
    }
    return best;
}

}  // namespace

Rect ThumbGrid::place(const Rect& area, int layer, int head) const {
    const Vec2& map = maps[static_cast<std::size_t>(layer)];
    return Rect{area.x + columns[static_cast<std::size_t>(layer % across)] + (slot.x + gap) * static_cast<float>(head),
                area.y + lines[static_cast<std::size_t>(layer / across)], map.x, map.y}
        .snapped();
}

float ThumbGrid::name_room(int layer) const {
    const float label = labels[static_cast<std::size_t>(layer % across)];
    return label + (named ? (slot.x + gap) * static_cast<float>(max_heads) : slot.x);
}

float ThumbGrid::width() const { return columns.back() + (slot.x + gap) * static_cast<float>(max_heads); }

std::string fitting_title(Painter& painter, const AttentionLayer& layer, float width) {
    for (const std::string& title : {layer.title, shorter_title(layer.title)})
        if (painter.measure(title, em::small, Face::bold).width <= width) return title;
    return layer.brief;
}

ThumbGrid thumb_grid(Painter& painter, const Rect& area, const std::vector<AttentionLayer>& layers, bool large,
                     std::span<const ThumbLabels> labels) {
    const Setting setting = setting_of(painter, area, layers, large);
    // Smaller maps with words say more than larger ones without.
    if (!labels.empty()) {
        const auto fits = [&](const ThumbGrid& grid) {
            return grid.cell >= labelled_cell * painter.em() && grid.bottom <= area.h;
        };
        ThumbGrid once = largest(setting, {.labels = labels});
        const bool every_word = once.cell >= all_words * painter.em();
        for (const int captions : {2, 1}) {
            ThumbGrid repeated = largest(setting, {.labels = labels, .repeated = true, .captions = captions});
            const bool worth =
                repeated.cell >= worth_words * once.cell && (!every_word || repeated.cell >= all_words * painter.em());
            if (fits(repeated) && (worth || !fits(once))) return repeated;
        }
        if (fits(once)) return once;
    }
    return largest(setting, {.labels = {}});
}

const ThumbGrid& ThumbGrids::of(std::uint64_t generation, Painter& painter, const Rect& area,
                                const std::vector<AttentionLayer>& layers, bool large,
                                const std::function<std::vector<ThumbLabels>()>& labels) {
    const Kept wanted{
        .generation = generation, .area = area, .em = painter.em(), .least_text = painter.least_text(), .large = large};
    const auto known = std::ranges::find(kept_, wanted, &std::pair<Kept, ThumbGrid>::first);
    if (known != kept_.end()) return known->second;
    constexpr std::size_t most = 2;  // a frame lays out a strip in two areas
    if (kept_.size() >= most) kept_.erase(kept_.begin());
    const std::vector<ThumbLabels> around = labels ? labels() : std::vector<ThumbLabels>{};
    ++laid_out_;
    return kept_.emplace_back(wanted, thumb_grid(painter, area, layers, large, around)).second;
}

}  // namespace glassformer
