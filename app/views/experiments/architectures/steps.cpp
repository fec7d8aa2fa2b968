// The computation of one architecture: a vector for each position and layer, drawn once it is computed, what it reads,
// and the shortest path between the two tokens that were clicked.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "app/views/experiments/architectures/page.h"
#include "app/views/experiments/architectures/texts.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

namespace strings = texts::architectures;

constexpr float names_gap = 0.8F;  // em, between the names of the layers and the vectors

/// Where the vectors of a panel are.
struct MixGrid {
    Rect plot;  // of all columns
    float pitch = 1, row = 1, strip_width = 1, strip_height = 1;
    Rect strip(const MixNode& node) const {
        const float x = plot.x + (static_cast<float>(node.position) + 0.5F) * pitch;
        const float bottom = plot.bottom() - static_cast<float>(node.layer) * row;
        return Rect{x - strip_width / 2, bottom - strip_height, strip_width, strip_height}.snapped();
    }
};

/// Lines from what a node reads to it.
void draw_reads(Painter& painter, const MixGrid& grid, const MixNode& from, const MixNode& to, Colour ink,
                float width) {
    const Rect a = grid.strip(from), b = grid.strip(to);
    if (from.layer != to.layer) {
        painter.line({a.x + a.w / 2, a.y}, {b.x + b.w / 2, b.bottom()}, ink, width);
        return;
    }
    const float y = a.y + a.h / 2, head = std::min(0.35F * painter.em(), 0.5F * (b.x - a.right()));
    painter.line({a.right(), y}, {b.x - head, y}, ink, width);
    painter.triangle({b.x, y}, {b.x - head, y - 0.7F * head}, {b.x - head, y + 0.7F * head}, ink);
}

}  // namespace

/// Each layer has a scale of its own: an LSTM's states are small beside its embeddings.
float ArchitecturesPage::layer_limit(int layer, Mixer mixer) const {
    const MixNumbers* const values = numbers(mixer);
    float limit = 1e-6F;
    if (values != nullptr)
        for (const float value : values->rows[static_cast<std::size_t>(layer)].data)
            limit = std::max(limit, std::abs(value));
    return limit;
}

float ArchitecturesPage::layer_names_width(Painter& painter, Mixer mixer) const {
    const int layers = wanted().layers;
    float names = painter.measure(strings::embeddings, em::small).width;
    for (int l = 1; l <= layers; ++l)
        names = std::max(names, painter.measure(fmt::format(strings::layer, l), em::small).width);
    for (int l = 0; numbers(mixer) != nullptr && !low_ && l <= layers; ++l)
        names = std::max(names, painter
                                    .measure(fmt::format(strings::layer_limit,
                                                         number_text(static_cast<double>(layer_limit(l, mixer)))),
                                             em::small)
                                    .width);
    return names + names_gap * painter.em();
}

void ArchitecturesPage::steps_panel(ViewContext& context, Rect area, Mixer mixer) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em;
    const auto index = static_cast<std::size_t>(mixer);
    const MixedTokens setting = wanted();
    const MixNumbers* const values = numbers(mixer);
    const int now = std::min(step(), time_steps(setting, mixer));

    const Rect head = area.take_top(1.6F * em);
    HeatStyle style{.meaning = Meaning::residual, .limit = 1, .gap = 0, .own_scale = true};
    panel_head(context, head, mixer);
    if (!low_) caption(ui, area, mixer);
    area.take_top((low_ ? 0.2F : 0.5F) * em);

    // Layer names at the left, words below.
    const float names = layer_names_width(painter, mixer) - names_gap * em;
    if (names_rows(mixer)) area.take_left(names + names_gap * em);
    LabelledMatrix tokens{.columns = {.names = words_, .longest = 5.5F, .ink = ui.theme.text},
                          .below = true,
                          .all_rows = 1,
                          .all_cols = setting.count()};
    for (const int token : picked_) tokens.columns.lit.push_back({token, ui.theme.accent_text, true});
    const MatrixPlace place = tokens.place(painter, area);
    MixGrid grid{.plot = place.cells, .pitch = place.cell_w()};
    const Rect words{grid.plot.x, grid.plot.bottom(), grid.plot.w, place.above};
    grid.row = grid.plot.h / (static_cast<float>(setting.layers) + 0.62F);
    grid.strip_height = std::floor(0.62F * grid.row);
    grid.strip_width = std::clamp(std::floor(0.5F * grid.pitch), 3.0F, 2.2F * em);
    const std::string panel = "architectures " + std::to_string(index);

    // Clicks: a token, anywhere in its column.
    const Rect columns{grid.plot.x, grid.plot.y, grid.plot.w, grid.plot.h + words.h};
    const Region touched = region(ui, panel, columns);
    std::optional<MixNode> under;
    int entry = 0;
    if (touched.hovered) {
        const int position =
            std::clamp(static_cast<int>((touched.mouse.x - grid.plot.x) / grid.pitch), 0, setting.count() - 1);
        if (touched.clicked) {
            picked_ = {picked_[1], position};
            ui.keep_awake();
        }
        *ui.cursor = CursorShape::hand;
        for (int l = 0; l <= setting.layers; ++l) {
            const Rect strip = grid.strip({l, position});
            if (!strip.contains(touched.mouse)) continue;
            under = MixNode{l, position};
            entry = std::clamp(static_cast<int>((touched.mouse.y - strip.y) / strip.h * static_cast<float>(setting.d)),
                               0, setting.d - 1);
        }
    }
    for (int p = 0; p < setting.count(); ++p)
        context.targets.put(panel + " token " + std::to_string(p),
                            {grid.plot.x + static_cast<float>(p) * grid.pitch, words.y, grid.pitch, 1.2F * em});
    if (under) pointed_ = {mixer, *under};

    // What reads what, so far; the vectors; the path over them.
    const MixPath path = this->path(mixer);
    const auto time = [&](const MixNode& node) { return time_step(mixer, node); };
    const auto each = [&](const auto& does) {
        for (int l = 0; l <= setting.layers; ++l)
            for (int p = 0; p < setting.count(); ++p) does(MixNode{l, p});
    };
    each([&](const MixNode& node) {
        if (time(node) > now || node.layer == 0) return;
        const bool fresh = time(node) == step();
        for (const MixNode& read : nodes_read(setting, mixer, node))
            draw_reads(painter, grid, read, node, fresh ? ui.theme.muted.faded(0.8F) : ui.theme.muted.faded(0.35F), 1);
    });
    if (under && time(*under) <= now)
        for (const MixNode& read : nodes_read(setting, mixer, *under))
            draw_reads(painter, grid, read, *under, ui.theme.text, 2);
    if (path.reached)
        for (std::size_t i = 1; i < path.nodes.size(); ++i)
            draw_reads(painter, grid, path.nodes[i - 1], path.nodes[i], ui.theme.accent, 3);
    each([&](const MixNode& node) {
        const Rect strip = grid.strip(node);
        painter.fill(strip, ui.theme.background);
        if (time(node) <= now && values != nullptr) {
            const Tensor& rows = values->rows[static_cast<std::size_t>(node.layer)];
            style.limit = layer_limit(node.layer, mixer);
            LabelledMatrix{.values = {.data = rows.view().row(static_cast<std::size_t>(node.position)),
                                      .rows = setting.d,
                                      .cols = 1,
                                      .row_stride = 1},
                           .style = style}
                .draw(painter, strip);
        }
        const bool on_path = std::ranges::find(path.nodes, node) != path.nodes.end();
        const bool front = time(node) == step() && node.layer > 0;
        painter.stroke(strip,
                       on_path ? ui.theme.accent
                       : front ? ui.theme.text
                               : ui.theme.faint,
                       on_path ? 2.5F
                       : front ? 1.5F
                               : 1);
    });
    for (int l = 0; names_rows(mixer) && l <= setting.layers; ++l) {
        const Rect strip = grid.strip({l, 0});
        const float right = grid.plot.x - 0.6F * em, middle = strip.y + strip.h / 2;
        const bool has_limit = values != nullptr && strip.h > 2.6F * em && !low_;  // of this panel alone
        painter.text({right, middle - (has_limit ? 0.9F * em : 0)},
                     l == 0 ? std::string(strings::embeddings) : fmt::format(strings::layer, l),
                     {.colour = ui.theme.muted, .size = em::small, .align = Align::right, .anchor = Anchor::middle});
        if (!has_limit) continue;
        std::array<float, 33> shades{};
        for (std::size_t i = 0; i < shades.size(); ++i) shades.at(i) = static_cast<float>(i) / 16 - 1;
        style.limit = 1;
        LabelledMatrix{.values = {.data = shades.data(), .rows = 1, .cols = static_cast<int>(shades.size())},
                       .style = style}
            .draw(painter, Rect{right - names, middle - 0.2F * em, names, 0.4F * em}.snapped());
        painter.text({right, middle + 0.9F * em},
                     fmt::format(strings::layer_limit, number_text(static_cast<double>(layer_limit(l, mixer)))),
                     {.colour = ui.theme.muted, .size = em::small, .align = Align::right, .anchor = Anchor::middle});
    }
    tokens.draw(painter, place);
    if (!under) return;

    const std::size_t cell = static_cast<std::size_t>(under->position * setting.d + entry);
    const std::string value =
        values == nullptr
            ? "…"
            : number_text(static_cast<double>(values->rows[static_cast<std::size_t>(under->layer)].data[cell]));
    const std::size_t read = nodes_read(setting, mixer, *under).size();
    const std::size_t below = mixer == Mixer::recurrent ? 1 : read;
    std::string text;
    if (under->layer == 0)
        text = fmt::format(strings::embedding_node, word(under->position), entry + 1, value);
    else if (time(*under) > now)
        text = fmt::format(strings::waiting_node, under->layer, word(under->position), time(*under));
    else
        text = fmt::format(strings::hidden_node, under->layer, word(under->position), entry + 1, value, time(*under),
                           below, setting.count(), read > below ? strings::and_state : "");
    tooltip(ui, grid.strip(*under), text, TooltipPlace::beside);
}

}  // namespace glassformer
