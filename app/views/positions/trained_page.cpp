// What a shipped model with this encoding was taught, and where one of its heads looks: within the length of training,
// at it, and beyond.
#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "app/views/positions/page.h"
#include "app/views/positions/parts.h"
#include "app/views/positions/texts.h"
#include "app/views/shared/wording.h"
#include "core/io/model_folder.h"

namespace glassformer {

namespace {

void draw_trained_tables(ColumnScene& scene, Rect area) {
    const TrainedHead& head = *scene.trained;
    const float em = scene.context.ui.em;
    const EncodingColumn& column = head.column;
    const Tensor& similarity = column.column.similarity;
    ColumnScene own{.context = scene.context,
                    .state = scene.state,
                    .column = column,
                    .content = scene.content,
                    .all = scene.all,
                    .lengths = scene.lengths,
                    .trained = scene.trained,
                    .index = scene.index,
                    .query = scene.query,
                    .key = scene.key,
                    .pointed = scene.pointed,
                    .pointed_query = scene.pointed_query,
                    .pointed_key = scene.pointed_key};
    if (similarity.data.empty()) return draw_encoding(own, area);
    Rect left = area.take_left(std::floor(area.w / 2 - 0.3F * em));
    area.take_left(0.6F * em);
    draw_encoding(own, left);
    caption(scene, area, texts::positions::similarity);
    MapPlot plot{.id = scene.id("trained similarity"),
                 .values = matrix_of(similarity, column.generation),
                 .style = spectrum_of(similarity.data),
                 .across = "j",
                 .down = "i"};
    const TouchedMatrix touch = draw_map(scene.context, area, plot);
    if (!touch.at) return;
    scene.pointed = "p" + std::to_string(touch.at.row) + " · p" + std::to_string(touch.at.col) + ": " +
                    number_text(static_cast<double>(plot.values.at(touch.at.row, touch.at.col)));
    tooltip(scene.context.ui, touch.cell, scene.pointed);
}

}  // namespace

static void draw_trained(ColumnScene& scene, Rect area) {
    const float em = scene.context.ui.em;
    const Theme& theme = scene.context.ui.theme;
    Painter& painter = scene.context.ui.painter;
    if (scene.trained == nullptr) return draw_empty_hint(scene, area, scene.trained_note);
    const TrainedHead& head = *scene.trained;
    // Maps of attention are hardly higher than wide; what they leave, the tables have.
    const float maps = 0.5F * area.w + 3.2F * em;
    Rect tables = area.take_top(std::max({0.4F * area.h, 6 * em, area.h - maps}));
    if (encoding_tensor(head.column) == nullptr)
        draw_empty_hint(scene, tables, texts::positions::no_positions);
    else
        draw_trained_tables(scene, tables);
    area.take_top(0.3F * em);
    caption(scene, area, texts::positions::head_attention);
    const std::vector<TrainedReading>& readings = head.model->readings;
    const auto count = static_cast<float>(readings.size());
    static constexpr std::array ids{"trained weights a", "trained weights b", "trained weights c"};
    for (std::size_t r = 0; r < std::min(readings.size(), ids.size()); ++r) {
        const TrainedReading& reading = readings[r];
        const auto left = count - static_cast<float>(r);
        Rect box = area.take_left(area.w / left);
        if (left > 1) box.w -= 0.5F * em;
        caption(scene, box, fmt::format(texts::positions::tokens, reading.length));
        if (!reading.error.empty() || head.weights[r].data.empty()) {
            const std::string why = reading.error.empty() ? texts::positions::no_weights : reading.error;
            const float high = paragraph(painter, box, why, {.colour = theme.warning, .size = em::small});
            scene.context.targets.put(scene.id(ids.at(r)), {box.x, box.y, box.w, high});
            continue;
        }
        const Tensor& map = head.weights[r];
        const MapPlot plot{.id = scene.id(ids.at(r)),
                           .values = matrix_of(map, head.column.generation),
                           .style = {.map = HeatMap::sequential, .meaning = Meaning::weight, .limit = 1, .gap = 0},
                           .across = "key",
                           .down = "query",
                           .numbers = false};
        const TouchedMatrix touch = draw_map(scene.context, box, plot);
        if (!touch.at) continue;
        scene.pointed =
            fmt::format(texts::positions::weight_at, head.model->name, reading.length, touch.at.row, touch.at.col,
                        number_text(static_cast<double>(plot.values.at(touch.at.row, touch.at.col))));
        tooltip(scene.context.ui, touch.cell, scene.pointed);
    }
}

extern const PositionsPage positions_trained_page{.name = "trained",
                                                  .place = 10,
                                                  .label = texts::positions::tab_trained,
                                                  .sentence = texts::positions::page_trained,
                                                  .draw = draw_trained,
                                                  .columns = PositionsColumns::models,
                                                  .figures = 1,
                                                  .trained = true};

}  // namespace glassformer
