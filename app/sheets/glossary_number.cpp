#include "app/sheets/glossary_number.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "app/sheets/texts.h"
#include "app/views/shared/wording.h"
#include "core/base/error.h"
#include "core/generate/next_token.h"
#include "core/lesson/cell_words.h"
#include "core/lesson/value.h"

namespace glassformer {

namespace {

constexpr std::array<std::string_view, 3> sizes_of_parts{"config.d_ff", "config.norm_eps", "config.n_layers"};

void fill_in(std::string& text, std::string_view name, const std::string& value) {
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + value.size()))
        text.replace(at, name.size(), value);
}

/// The selected row of a record, where the cursor selects one of the same tokens; else that of the model's answer.
int row_of(const Evaluation& run, const Cursor& cursor, const Grid& grid) {
    const int at = record_at(run.trace(), cursor);
    const bool same = cursor.locked && at >= 0 && grid_of(run.trace(), at, cursor.head).rows == grid.rows;
    if (same) return std::clamp(cursor.row, 0, grid.rows - 1);
    const bool tokens = grid.rows == static_cast<int>(continued_tokens(run).size());
    const bool answers = tokens && !run.model().config.head.classifier;
    return answers ? std::clamp(answer_row(run), 0, grid.rows - 1) : grid.rows - 1;
}

/// "blocks.1.attn.weights[0, 8]": all entries along the last axis.
std::string reference(const Record& record, int head, int row) {
    std::string text = record.name;
    const int rank = record.shape.rank();
    for (int d = 0; d + 1 < rank; ++d) {
        const int index = record.shape.axis(d) == Axis::head ? std::max(0, head) : d + 2 == rank ? row : 0;
        text += fmt::format("{}{}", d == 0 ? "[" : ", ", index);
    }
    return rank > 1 ? text + "]" : text;
}

/// "Softmax, Block 2"
std::string stage_words(const Record& record) {
    const std::string block = block_text(record.site);
    return block.empty() ? record.stage->label : fmt::format(texts::sheets::stage_in_block, record.stage->label, block);
}

/// "“it” (Block 2, head 1)"
std::string row_words(const Evaluation& run, const Record& record, int head, int row) {
    const int rank = record.shape.rank();
    std::string word = rank > 1 ? index_word(run, record, record.shape.axis(rank - 2), row) : "";
    word = !word.empty() ? fmt::format(texts::sheets::quoted_token, word)
           : rank > 1    ? fmt::format(texts::sheets::row_number, row + 1)
                         : std::string(texts::sheets::this_text);
    std::string place = block_text(record.site);
    if (head >= 0) place += fmt::format(texts::sheets::head_number, place.empty() ? "" : ", ", head + 1);
    return place.empty() ? word : fmt::format("{} ({})", word, place);
}

}  // namespace

std::optional<GlossaryNumber> number_of(const GlossaryTerm& term, const Evaluation& run, const Cursor& cursor) {
    std::string written = term.number, what = term.counted;
    if (written.empty()) return {};
    const Trace& trace = run.trace();
    GlossaryNumber number;
    const auto reads = [&](std::string_view part) { return written.find(part) != std::string::npos; };
    if (reads("{here}") || reads("{row}") || reads("{input}")) {
        number.record = number_place(trace, term, record_at(trace, cursor));
        if (number.record < 0) return {};
        const Record& record = trace.record(number.record);
        const Grid grid = grid_of(trace, number.record, cursor.head);
        const int row = row_of(run, cursor, grid);
        fill_in(written, "{here}", record.name);
        fill_in(written, "{row}", reference(record, grid.head, row));
        if (reads("{input}")) {
            if (record.operands.empty()) return {};
            const Record& input = trace.record(record.operands.front());
            fill_in(written, "{input}", reference(input, grid_of(trace, input.id, cursor.head).head, row));
        }
        fill_in(what, "{here}", stage_words(record));
        fill_in(what, "{row}", row_words(run, record, grid.head, row));
    }
    // config.json has the size of a part that the run does not have: of the MLP in a model without one.
    const bool of_part = std::ranges::any_of(sizes_of_parts, reads);
    if (of_part && !term.stages.empty() && number_place(trace, term, -1) < 0) return {};
    fill_in(written, "{parameters}", std::to_string(run.model().weights.count()));
    fill_in(written, "{stages}", std::to_string(trace.stages().size()));
    try {
        const FormattedExpression formatted = parse_formatted(written);
        const LessonValue value = evaluate(*formatted.expression, {.shown = &run});
        const bool counted = value.whole || formatted.expression->kind == Expression::Kind::number;
        number.value = counted ? thousands(static_cast<std::size_t>(value.number))
                               : value_text(formatted, value, [](double one) { return number_text(one); });
    } catch (const Error&) {  // another kind of model: config.json has no such number
        return {};
    }
    number.what = std::move(what);
    return number;
}

}  // namespace glassformer
