// What is said beside the diagram of the box that is selected: its stages, its parameters and the numbers of this run.
#include <fmt/core.h>

#include <cmath>
#include <set>

#include "app/pictures/architecture/diagram.h"
#include "app/pictures/architecture/texts.h"
#include "app/pictures/story/story_picture.h"
#include "core/base/number_text.h"
#include "core/tape/stage_text.h"

namespace glassformer {

namespace {

namespace words = texts::architecture;

/// The mean of the Euclidean norms of its rows; nothing where it is one number.
double mean_norm(const Record& record) {
    const ConstView view = record.view();
    const auto rows = record.shape.rows();
    const auto cols = static_cast<std::size_t>(record.shape.cols());
    double sum = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        double squares = 0;
        for (std::size_t col = 0; col < cols; ++col) {
            const auto x = static_cast<double>(view.data[row * cols + col]);
            squares += x * x;
        }
        sum += std::sqrt(squares);
    }
    return sum / static_cast<double>(rows);
}

std::string shape_words(const Shape& shape) {
    std::string text;
    for (int i = 0; i < shape.rank(); ++i)
        text += fmt::format("{}{} {}", i == 0 ? "" : " × ", name(shape.axis(i)), shape.size(i));
    return text;
}

/// In thousands: "16,640".
std::string count_text(std::size_t count) {
    std::string text = std::to_string(count);
    for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0; at -= 3)
        text.insert(static_cast<std::size_t>(at), ",");
    return text;
}

std::string place_of(const DiagramBox& box, const DiagramColumn& column, int block) {
    std::string text = box.name;
    if (box.repeated && column.blocks > 1)
        text = fmt::format(fmt::runtime(column.layers ? words::of_layer : words::of_block), text, block + 1);
    if (box.stack == Stack::encoder) text = fmt::format(words::in_encoder, text);
    if (box.stack == Stack::decoder) text = fmt::format(words::in_decoder, text);
    return text;
}

}  // namespace

std::string shape_sizes(const Shape& shape) {
    std::string text;
    for (int i = 0; i < shape.rank(); ++i) text += fmt::format("{}{}", i == 0 ? "" : " × ", shape.size(i));
    return text;
}

DiagramFacts facts_of(const Evaluation& evaluation, const Diagram& of, int index, int block) {
    const Trace& trace = evaluation.trace();
    const DiagramBox& box = of.boxes[static_cast<std::size_t>(index)];
    const DiagramColumn& column = of.columns[static_cast<std::size_t>(of.column_of(index))];
    const std::vector<int>& stages = box.stages_of(block);
    DiagramFacts facts{.heading = place_of(box, column, column.shown(block)), .lines = {}};
    if (!box.detail.empty()) facts.heading += ": " + box.detail;

    const std::vector<int>& all = trace.stages();
    const auto number = [&](int id) { return std::ranges::find(all, id) - all.begin() + 1; };
    const auto first = number(stages.front()), last = number(stages.back());
    const auto count = static_cast<std::ptrdiff_t>(stages.size());
    const std::string where = count == 1                  ? fmt::format(words::one_stage, first, all.size())
                              : last - first + 1 == count ? fmt::format(words::stages, first, last, all.size())
                                                          : fmt::format(words::stages_within, count, first, all.size());
    const Record& end = trace.record(stages.back());
    facts.lines.push_back(where + ", " + fmt::format(words::result, shape_words(end.shape)));

    std::set<int> read;
    std::size_t parameters = 0;
    for (const int id : stages)
        for (const int operand : trace.record(id).operands)
            if (trace.record(operand).kind == Record::Kind::parameter && read.insert(operand).second)
                parameters += trace.record(operand).shape.count();
    facts.lines.push_back(parameters > 0 ? fmt::format(words::parameters, count_text(parameters))
                                         : std::string(words::no_parameters));

    const auto vectors = static_cast<std::size_t>(end.shape.rows());
    std::string flow;
    if (end.shape.count() == 1)
        flow = fmt::format(words::one_number, short_number(static_cast<double>(end.view().data[0])));
    else if (vectors == 1)
        flow = fmt::format(words::norm_of_one, short_number(mean_norm(end)));
    else
        flow = fmt::format(words::norm_of_rows, vectors, short_number(mean_norm(end)));
    const std::vector<int>& operands = trace.record(stages.front()).operands;
    const bool compared = box.kind == DiagramBox::Kind::attention || box.kind == DiagramBox::Kind::feed_forward ||
                          box.kind == DiagramBox::Kind::norm;  // one input, and vectors like it
    if (compared && !operands.empty() && end.shape.count() > 1) {
        const Record& before = trace.record(operands.front());
        if (before.kind == Record::Kind::computed && before.shape.rank() > 0 && before.shape.rows() == vectors) {
            const bool normed =
                before.stage == &stage::norm1 || before.stage == &stage::norm2 || before.stage == &stage::norm3;
            flow += fmt::format(fmt::runtime(normed ? words::norm_before_normed : words::norm_before),
                                short_number(mean_norm(before)));
        }
    }
    facts.lines.push_back(flow);
    return facts;
}

std::string said_of_stage(const Evaluation& evaluation, int record) {
    const Record& at = evaluation.trace().record(record);
    return fmt::format(words::open_stage, stage_text(evaluation.trace(), at).title, shape_words(at.shape));
}

}  // namespace glassformer
