#include "app/views/positions/table.h"

#include <cmath>

#include "app/views/positions/page.h"
#include "app/views/positions/parts.h"
#include "core/base/number_text.h"
#include "core/io/model_folder.h"
#include "core/model/positional.h"

namespace glassformer {

void TableLines::number(const std::string& map, const std::string& row, const std::string& column, double value) {
    write_(start_ + map + "," + row + "," + column + "," + (std::isnan(value) ? "nan" : digits_text(value, 9)) + "\n");
}

void TableLines::map(const std::string& name, const Tensor& tensor, int first_row, int first_column) {
    const int cols = tensor.data.empty() ? 0 : tensor.shape.cols();
    for (std::size_t r = 0; cols > 0 && r < tensor.shape.rows(); ++r)
        for (int c = 0; c < cols; ++c)
            number(name, std::to_string(first_row + static_cast<int>(r)), std::to_string(first_column + c),
                   static_cast<double>(tensor.view().row(r)[c]));
}

void TableLines::curve(const std::string& name, std::span<const positions::ScoreAtDistance> points) {
    for (const positions::ScoreAtDistance& at : points)
        number(name, "", std::to_string(at.distance), static_cast<double>(at.score));
}

namespace {

void write_picture(TableLines& lines, const EncodingColumn& column, const std::string& name) {
    const Tensor* picture = encoding_tensor(column);
    if (picture == nullptr) return;
    const PictureAxes axes = axes_of(column);
    const bool square = std::string_view(axes.across) == "key";
    lines.map(name, *picture, axes.first_down, square ? column.settings.first : 0);
}

void write_lengths(TableLines& lines, const PositionLengths& lengths, const std::string& name,
                   std::string_view encoding) {
    for (const TaskLengths& task : lengths.tasks)
        for (const EncodingLengths& row : task.encodings) {
            if (task.task != name || row.encoding != encoding) continue;
            for (const LengthRun& run : row.runs)
                for (std::size_t l = 0; l < run.accuracy.size(); ++l)
                    lines.number("accuracy " + task.task, "seed " + std::to_string(run.seed),
                                 std::to_string(task.lengths[l]), run.accuracy[l]);
        }
}

void write_trained(TableLines& lines, const TrainedHead& head) {
    write_picture(lines, head.column, "encoding of " + head.model->name);
    lines.map("p·p of " + head.model->name, head.column.column.similarity, 0, 0);
    for (std::size_t r = 0; r < head.weights.size(); ++r)
        lines.map("weights at " + std::to_string(head.model->readings[r].length) + " tokens", head.weights[r], 0, 0);
}

/// The three matrices of each way.
void write_joined(const JoinedTables& joined, const std::function<void(const std::string&)>& write) {
    for (std::size_t w = 0; w < positions::join_ways.size(); ++w) {
        const JoinedWay& way = joined.way(positions::join_ways.at(w));
        if (!way.error.empty()) continue;
        TableLines lines(write, w, way.settings.kind->name);
        lines.map("tokens", way.joined.tokens, joined.first(), 0);
        lines.map("positions", way.joined.positions, joined.first(), 0);
        lines.map("joined", way.joined.result, joined.first(), 0);
    }
}

}  // namespace

void write_table(const PositionsTable& table, const std::function<void(const std::string& line)>& write) {
    write("place,encoding,map,row,column,value\n");
    if (table.joined != nullptr) return write_joined(*table.joined, write);
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        const EncodingColumn& column = table.columns[c];
        TableLines lines(write, c, column.settings.kind->name);
        const PositionsPage& page = *table.state.page;
        if (page.columns == PositionsColumns::models) {
            if (!page.trained && table.lengths != nullptr)
                write_lengths(lines, *table.lengths, table.state.task, column.settings.kind->name);
            else if (page.trained && c < table.trained.size() && table.trained[c])
                write_trained(lines, *table.trained[c]);
            continue;
        }
        if (!column.shown()) continue;
        write_picture(lines, column, "encoding");
        lines.map("scores", column.column.scores.map, column.settings.first, column.settings.first);
        if (page.write != nullptr) page.write(lines, column);
    }
}

}  // namespace glassformer
