#include "app/pictures/board/page.h"
#include "app/paint/subscripts.h"
#include "app/paint/visible_text.h"

#include <algorithm>
#include <cctype>

#include "app/pictures/board/texts.h"
#include "app/pictures/board/weights_scale.h"
#include "core/generate/next_token.h"
#include "core/io/model_folder.h"
#include "core/session/unknown_words.h"

namespace glassformer {

Cell Slice::cell(int row, int col) const {
    Cell found = at;
    if (row_dim >= 0) found[row_dim] = row_first + row;
    if (col_dim >= 0) found[col_dim] = col_first + col;
    return found;
}

CellAt Slice::find(const Cell& wanted) const {
    CellAt found{0, 0};
    if (row_dim >= 0) found.row = wanted[row_dim] - row_first;
    if (col_dim >= 0) found.col = wanted[col_dim] - col_first;
    if (found.row < 0 || found.row >= values.rows || found.col < 0 || found.col >= values.cols) return {};
    if (!(cell(found.row, found.col) == wanted)) return {};
    return found;
}

namespace {

CellRef lit_cell(const Scene& scene) {
    if (scene.selected && scene.selected.record == scene.record) return scene.selected;
    if (scene.hovered && scene.hovered.record == scene.record) return scene.hovered;
    return {};
}

std::ptrdiff_t stride(const Shape& shape, int dimension) {
    std::ptrdiff_t floats = 1;
    for (int d = dimension + 1; d < shape.rank(); ++d) floats *= shape.size(d);
    return floats;
}

}  // namespace

Page::Page(Painter& surface, const Rect& where, const Scene& shown, Vec2 pointer, PictureMemory& kept)
    : painter(surface),
      area(where),
      scene(shown),
      mouse(pointer),
      memory(kept),
      trace(shown.trace()),
      stage(shown.stage()),
      em(surface.em()),
      heads(trace.heads()),
      lit(lit_cell(shown)),
      explained(lit),
      phase(computes_itself(shown) ? std::clamp(shown.phase, 0.0F, 1.0F) : 1) {
    memory.read(scene.evaluation);
    if (scene.row_limit >= 0) known = scene.row_limit + 1;
    if (moving()) compute_between(0, 1);
}

int Page::done_between(float from, float to, int count) const {
    if (!moving()) return -1;
    return static_cast<int>(static_cast<float>(count) * std::clamp((phase - from) / (to - from), 0.0F, 1.0F));
}

void Page::explain(int entry) {
    const Slice out = slice(scene.record);
    explained = {scene.record, out.cell(entry / out.values.cols, entry % out.values.cols)};
    explained_from = explained_to = {};
}

void Page::compute_between(float from, float to) {
    if (!moving()) return;
    // Cell by cell through the first row, so that it is seen what makes one; the other rows follow faster.
    constexpr int few = 24;           // entries that all are shown one by one
    constexpr int most_terms = 4096;  // of a row whose cells are still derived
    const Slice out = slice(scene.record);
    const int rows = out.values.rows, cols = out.values.cols, all = rows * cols;
    const float first = rows == 1 || all <= few ? 1.0F : std::max(0.5F, 1.0F / static_cast<float>(rows));
    const int slow = first < 1 ? cols : all;
    const float at = std::clamp((phase - from) / (to - from), 0.0F, 1.0F);
    known = at < first || first >= 1
                ? static_cast<int>(static_cast<float>(slow) * at / first)
                : slow + static_cast<int>(static_cast<float>(all - slow) * (at - first) / (1 - first));
    known = std::clamp(known, 0, all);
    explained = explained_from = explained_to = {};
    working_ = phase < from || known >= all ? -1 : known;
    if (working_ < 0) return;
    const int row = working_ / cols;
    if (cols > most_terms) return;
    explained = {scene.record, out.cell(row, working_ % cols)};
    if (at < first || cols == 1) return;
    explained_from = {scene.record, out.cell(row, 0)};
    explained_to = {scene.record, out.cell(row, cols - 1)};
}

int Page::operand(std::size_t index) const { return index < operands() ? stage.operands[index] : -1; }

Slice Page::slice(int record, int head) const {
    const Shape& shape = trace.record(record).shape;
    const int last = shape.rank() - 1;
    Cell at;
    const int head_dim = shape.find(Axis::head);
    if (head_dim >= 0 && head_dim < last - 1) {
        // Grouped queries: several query heads read one key/value head.
        at[head_dim] = std::clamp(head * shape.size(head_dim) / heads, 0, shape.size(head_dim) - 1);
    }
    return slice(record, last - 1, last, at);
}

Slice Page::slice(int record, int row_dim, int col_dim, const Cell& at) const {
    const Record& of = trace.record(record);
    Slice slice{.record = record, .row_dim = row_dim, .col_dim = col_dim, .at = at};
    slice.values = {.data = nullptr,
                    .rows = row_dim >= 0 ? of.shape.size(row_dim) : 1,
                    .cols = col_dim >= 0 ? of.shape.size(col_dim) : 1,
                    .row_stride = row_dim >= 0 ? stride(of.shape, row_dim) : 0,
                    .col_stride = col_dim >= 0 ? stride(of.shape, col_dim) : 1,
                    .generation = scene.evaluation.generation(),
                    .record = of.readback != nullptr ? &of : nullptr};
    if (of.value != nullptr) slice.values.data = of.value + of.shape.offset(at);
    return slice;
}

Slice Page::transposed(const Slice& slice) {
    Slice turned = slice;
    turned.values = glassformer::transposed(slice.values);
    std::swap(turned.row_dim, turned.col_dim);
    std::swap(turned.row_first, turned.col_first);
    return turned;
}

Slice Page::columns(const Slice& slice, int first, int count) {
    Slice part = slice;
    part.values = block(slice.values, 0, first, slice.values.rows, count);
    part.col_first += first;
    return part;
}

Slice Page::derived(const std::vector<float>& values, int rows, int cols) const {
    Slice slice;
    slice.values = {values.data(), rows, cols, cols, 1, scene.evaluation.generation()};
    return slice;
}

HeatStyle Page::style(int record, const ConstMatrix& values) const {
    const Record& of = trace.record(record);
    HeatStyle style{.meaning = of.stage->meaning,
                    .limit = is_attention_weights(of) ? memory.weights_end() : memory.limit(painter, values, &of)};
    if (of.stage->range == Range::probability || of.stage->range == Range::index) style.map = HeatMap::sequential;
    return style;
}

Colour Page::colour(int record) const {
    return glassformer::colour(painter.theme(), trace.record(record).stage->meaning);
}

std::string Page::label(int record, int dimension, int index) const {
    const Record& of = trace.record(record);
    std::string text = label_of(scene.evaluation, of, dimension, index);
    if (!foretells(record, dimension)) return text;
    const std::vector<std::string>& words = memory.foretold();
    const auto at = static_cast<std::size_t>(index + scene.evaluation.first_token_along(of, Axis::query));
    return at < words.size() ? text + " → " + words[at] : text;
}

bool Page::unknown(int record, int dimension, int index) const {
    return record >= 0 && is_unknown(scene.evaluation, trace.record(record), dimension, index);
}

bool Page::foretells(int record, int dimension) const {
    const Record& of = trace.record(record);
    return dimension >= 0 && of.shape.axis(dimension) == Axis::query && of.site.stack == Stack::decoder &&
           of.stage->part == ModelPart::attention && of.site.attention == AttentionKind::cross;
}

std::vector<Cell> Page::sources(int operand) const {
    std::vector<Cell> cells;
    for (const CellRef& made : {explained_from, explained, explained_to}) {
        if (!made) continue;
        for (const Step& step : memory.derivation(made.record, made.cell).steps)
            for (const Term& term : step.terms)
                for (const Factor& factor : term.factors)
                    if (factor.kind == Factor::Kind::operand && factor.operand == operand &&
                        (cells.empty() || !(cells.back() == factor.cell)))
                        cells.push_back(factor.cell);
    }
    return cells;
}

std::vector<Cell> Page::focused(int operand) const {
    const CellRef& source = scene.hovered;
    std::vector<Cell> cells;
    bool found = false;
    for (const CellRef& made : {explained_from, explained, explained_to}) {
        if (!made || !source || source.record == scene.record) continue;
        for (const Step& step : memory.derivation(made.record, made.cell).steps)
            for (const Term& term : step.terms) {
                const auto is_source = [&](const Factor& factor) {
                    return factor.kind == Factor::Kind::operand && factor.cell == source.cell &&
                           this->operand(static_cast<std::size_t>(factor.operand)) == source.record;
                };
                if (std::none_of(term.factors.begin(), term.factors.end(), is_source)) continue;
                found = true;
                for (const Factor& factor : term.factors)
                    if (factor.kind == Factor::Kind::operand && factor.operand == operand) cells.push_back(factor.cell);
            }
    }
    return found ? cells : sources(operand);
}

void Page::note(const Hit& hit) {
    if (!hit_ && area.contains(mouse)) hit_ = hit;
}

void Page::note_place(const CellRef& cell, const Rect& rect) {
    if (!place && cell == wanted) place = rect;
}

bool Page::has_words(int record, int dimension) const {
    const Axis axis = trace.record(record).shape.axis(dimension);
    if (axis == Axis::classes) return !scene.evaluation.model().card.classes.empty();
    return axis == Axis::position || axis == Axis::query || axis == Axis::key || axis == Axis::vocab;
}

std::string shape_text(const Slice& slice) {
    std::string cols = std::to_string(slice.values.cols), rows = std::to_string(slice.values.rows);
    if (slice.row_dim < 0) return cols;
    if (slice.col_dim < 0) return rows;
    return rows + " × " + cols;
}

std::string label_of(const Evaluation& evaluation, const Record& record, int dimension, int index) {
    if (dimension < 0) return "";
    const Axis axis = record.shape.axis(dimension);
    const auto at = static_cast<std::size_t>(index);
    // The state before the first token is no token's.
    const bool before_all = record.stage == &stage::start_hidden || record.stage == &stage::start_cell;
    if (before_all && axis == Axis::position) return texts::pictures::start;
    if (axis == Axis::position || axis == Axis::query || axis == Axis::key) {
        const std::vector<TokenLabel>& tokens = evaluation.tokens_along(record, axis);
        const std::size_t token = at + static_cast<std::size_t>(evaluation.first_token_along(record, axis));
        if (record.kind != Record::Kind::parameter && token < tokens.size()) return visible_text(tokens[token].text);
    }
    if (record.stage == &stage::relative_positions || record.stage == &stage::relative) {
        const auto tokens = static_cast<int>(evaluation.tokens_along(record, Axis::position).size());
        if (axis == Axis::offset)  // the distance; from -(tokens - 1) on where later keys have one
            return std::to_string(record.shape.size(dimension) > tokens ? index - (tokens - 1) : index);
    }
    if (axis == Axis::vocab) {
        const Model& model = evaluation.model();
        const bool target =
            model.target_tokenizer && (record.site.stack == Stack::decoder || record.name.starts_with("decoder.") ||
                                       record.stage == &stage::logits || record.stage == &stage::probs);
        const Tokenizer* tokenizer = target ? model.target_tokenizer.get() : model.tokenizer.get();
        if (tokenizer != nullptr && index < tokenizer->size()) return visible_text(tokenizer->token(index));
    }
    if (axis == Axis::classes)
        if (const std::string name = class_name(evaluation.model(), index); !name.empty()) return visible_text(name);
    return std::to_string(index);
}

std::string line_name_of(const Evaluation& evaluation, const Record& record, int dimension, int index) {
    std::string label = label_of(evaluation, record, dimension, index);
    if (dimension < 0) return label;
    const auto all_of = [&](int (*kind)(int)) {
        return !label.empty() && std::all_of(label.begin(), label.end(), [&](unsigned char c) { return kind(c) != 0; });
    };
    const bool digits = all_of(std::isdigit);
    if (all_of(std::ispunct) && label != std::to_string(index)) label = "“" + label + "”";
    const Axis axis = record.shape.axis(dimension);
    if (axis != Axis::position && axis != Axis::query && axis != Axis::key) return label;
    if (record.stage == &stage::start_hidden || record.stage == &stage::start_cell) return label;  // no token's
    const std::vector<TokenLabel>& tokens = evaluation.tokens_along(record, axis);
    const std::size_t at =
        static_cast<std::size_t>(index) + static_cast<std::size_t>(evaluation.first_token_along(record, axis));
    if (record.kind == Record::Kind::parameter || at >= tokens.size()) return label;
    const auto same = std::count_if(tokens.begin(), tokens.end(),
                                    [&](const TokenLabel& token) { return token.text == tokens[at].text; });
    if (same < 2 && !digits) return label;
    return label + subscript(std::to_string(at + 1));
}

}  // namespace glassformer
