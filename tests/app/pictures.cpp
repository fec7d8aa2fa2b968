// Every picture of every stage of small models that have all options between them, drawn on a surface that only takes
// notes: nothing outside the area, every shown cell under the mouse and at its place, sources lit, steps revealed.
// ctest: alone 11 s
#include "app/pictures/board/picture.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/pictures/board/memory.h"
#include "app/pictures/board/weights_scale.h"
#include "app/views/explanation/statistics.h"
#include "app/views/inspect/table.h"
#include "core/ops/ops.h"
#include "tests/support/notes_painter.h"
#include "tests/support/picture_cases.h"
#include "tests/support/picture_models.h"

using namespace glassformer;
using namespace test::pictures;
using test::Notes;

namespace {

/// The stage's cell at two thirds of every axis.
Cell some_cell(const Shape& shape) {
    Cell cell;
    for (int d = 0; d < shape.rank(); ++d) cell[d] = shape.size(d) * 2 / 3;
    if (const int head = shape.find(Axis::head); head >= 0) cell[head] = 0;
    return cell;
}

}  // namespace

TEST_SUITE_BEGIN("pictures");

TEST_CASE("every operation has one picture") {
    std::multiset<std::string_view> operations, pictures;
    for (const OperationRow& row : all_operations()) operations.insert(row.name);
    for (const Picture& picture : all_pictures()) pictures.insert(picture.operation);
    CHECK(pictures == operations);
    CHECK(std::set(operations.begin(), operations.end()).size() == operations.size());
}

TEST_CASE("the models of these tests show every operation but the loss") {
    std::set<std::string> shown;
    every_stage([&](const Record& record, const Scene&) { shown.insert(std::string(record.operation->name())); });
    for (const OperationRow& row : all_operations())
        if (row.name != "cross_entropy") CHECK_MESSAGE(shown.count(std::string(row.name)) == 1, row.name);
}

TEST_CASE("nothing is drawn outside the area") {
    every_stage([](const Record& record, Scene scene) {
        for (const Rect& where : {area, Rect{0, 0, 1450, 800}, Rect{10, 10, 620, 400}}) {
            for (const bool selected : {false, true}) {
                Notes notes;
                if (selected) scene.selected = {scene.record, some_cell(record.shape)};
                picture_of(record).draw(notes, where, scene, nowhere);
                CAPTURE(where.w);
                CAPTURE(selected);
                CHECK_MESSAGE(inside(notes.bounds, where), notes.bounds.x, " ", notes.bounds.y, " ",
                              notes.bounds.right(), " ", notes.bounds.bottom());
                CHECK(!notes.heats.empty());
            }
        }
    });
}

TEST_CASE("a cell is found at its place, whichever it is") {
    every_stage([](const Record& record, const Scene& scene) {
        const std::size_t step = std::max<std::size_t>(1, record.shape.count() / 41);
        std::size_t seen = 0, tried = 0;
        std::vector<std::size_t> entries;
        for (std::size_t i = 0; i < record.shape.count(); i += step) entries.push_back(i);
        // Of many words the largest entries of the last row are shown.
        const float* last_row = record.view().row(record.shape.rows() - 1);
        entries.push_back(
            static_cast<std::size_t>(std::max_element(last_row, last_row + record.shape.cols()) - record.value));
        for (const std::size_t i : entries) {
            const CellRef cell{scene.record, record.shape.cell(i)};
            if (const int head = record.shape.find(Axis::head); head == 0 && cell.cell[0] != 0) continue;
            Notes notes;
            ++tried;
            const std::optional<Rect> place = rect_of(notes, area, scene, cell);
            if (!place) continue;
            ++seen;
            CHECK(notes.heats.empty());  // finding a place draws nothing
            const auto hit = picture_of(record).draw(notes, area, scene, place->centre());
            REQUIRE(hit);
            CHECK(hit->cell == cell);
            CHECK(hit->rect.contains(place->centre()));
        }
        if (record.shape.count() < 4000) CHECK(seen == tried);  // larger ones may show a window
        CHECK(seen > 0);
    });
}

TEST_CASE("a selected cell of a window is in the window") {
    const Evaluation& evaluation = *picture_cases().back().evaluation;
    for (const std::string name :
         {"embed", "logits", "probs", "blocks.0.mlp.pre", "blocks.0.norm1", "blocks.0.mlp.act"}) {
        CAPTURE(name);
        PictureMemory memory;
        Scene scene{.evaluation = evaluation, .record = stage_of(evaluation, name), .memory = &memory};
        const Shape& shape = scene.stage().shape;
        for (const int col : {0, shape.cols() / 2, shape.cols() - 1}) {
            scene.selected = {scene.record, Cell{{5, col}}};
            Notes notes;
            CHECK(rect_of(notes, area, scene, scene.selected));
        }
    }
}

TEST_CASE("the selected cell is outlined in the accent, its sources in their meanings' colours") {
    every_stage([](const Record& record, Scene scene) {
        scene.selected = {scene.record, some_cell(record.shape)};
        Notes notes;
        const auto place = rect_of(notes, area, scene, scene.selected);
        if (!place) return;
        picture_of(record).draw(notes, area, scene, nowhere);
        const auto outlined = [&](Colour colour) {
            return std::any_of(notes.strokes.begin(), notes.strokes.end(),
                               [&](const Notes::Stroke& s) { return s.colour == colour; });
        };
        CHECK(outlined(notes.theme().accent));
        const bool selected = std::any_of(notes.strokes.begin(), notes.strokes.end(), [&](const Notes::Stroke& s) {
            return s.colour == notes.theme().accent && s.rect == *place;
        });
        CHECK(selected);
        std::set<int> sources;
        for (const Step& step : scene.trace().derive(scene.record, scene.selected.cell).steps)
            for (const Term& term : step.terms)
                for (const Factor& factor : term.factors)
                    if (factor.kind == Factor::Kind::operand)
                        sources.insert(record.operands[static_cast<std::size_t>(factor.operand)]);
        if (record.operation->name() == "copy") return;       // shows itself only
        if (record.operation->name() == "fire_bias") return;  // draws its network as a curve, not as its parameters
        for (const int source : sources) {
            CAPTURE(scene.trace().record(source).name);
            CHECK(outlined(colour(notes.theme(), scene.trace().record(source).stage->meaning)));
        }
    });
}

TEST_CASE("a product outlines the query's row and the key's column") {
    const Evaluation& evaluation = *picture_cases().front().evaluation;
    const int id = stage_of(evaluation, "blocks.0.attn.scores_raw");
    PictureMemory memory;
    const Scene scene{
        .evaluation = evaluation, .record = id, .head = 2, .selected = {id, Cell{{2, 8, 1}}}, .memory = &memory};
    Notes notes;
    picture_of(scene.stage()).draw(notes, area, scene, nowhere);
    CHECK(notes.dashes == 2);
    const Rect cell = rect_of(notes, area, scene, scene.selected).value();
    const Record& record = scene.stage();
    for (const int operand : {0, 1}) {
        const int source = record.operands[static_cast<std::size_t>(operand)];
        const int line = operand == 0 ? 8 : 1, size = scene.trace().record(source).shape.cols();
        const Rect first = rect_of(notes, area, scene, {source, Cell{{2, line, 0}}}).value();
        const Rect last = rect_of(notes, area, scene, {source, Cell{{2, line, size - 1}}}).value();
        const Rect all{first.x, first.y, last.right() - first.x, last.bottom() - first.y};
        CHECK(std::any_of(notes.strokes.begin(), notes.strokes.end(), [&](const Notes::Stroke& s) {
            return s.rect == all && s.colour == colour(notes.theme(), scene.trace().record(source).stage->meaning);
        }));
        CHECK((operand == 0 ? first.y == cell.y : first.x == cell.x));  // the row and the column meet in the cell
    }
}

TEST_CASE("grouped queries read the key head that serves them") {
    const Evaluation& evaluation = *picture_cases()[1].evaluation;
    const int id = stage_of(evaluation, "blocks.0.attn.scores_raw");
    const int keys = evaluation.trace().record(id).operands[1];
    for (int head = 0; head < 4; ++head) {
        PictureMemory memory;
        const Scene scene{.evaluation = evaluation, .record = id, .head = head, .memory = &memory};
        Notes notes;
        CHECK(rect_of(notes, area, scene, {keys, Cell{{head / 2, 3, 4}}}));
        CHECK(!rect_of(notes, area, scene, {keys, Cell{{1 - head / 2, 3, 4}}}));
    }
}

TEST_CASE("softmax shows the exponentials and sums that the operation derives") {
    const Evaluation& evaluation = *picture_cases().front().evaluation;
    const int id = stage_of(evaluation, "blocks.0.attn.weights");
    PictureMemory memory;
    memory.read(evaluation);
    const RowSteps& steps = memory.row_steps(id, Cell{{1}});
    REQUIRE(steps.summed >= 0);
    for (int row = 0; row < steps.rows; ++row) {
        const float sum = steps.columns[static_cast<std::size_t>(steps.summed)].values[static_cast<std::size_t>(row)];
        for (int col = 0; col < steps.cols; ++col) {
            const float term = steps.terms[static_cast<std::size_t>(row * steps.cols + col)];
            CHECK(term / sum == doctest::Approx(evaluation.trace().value(id, Cell{{1, row, col}})).epsilon(1e-5));
        }
    }
    const Scene scene{.evaluation = evaluation, .record = id, .head = 1, .memory = &memory};
    Notes notes;
    picture_of(scene.stage()).draw(notes, area, scene, nowhere);
    const auto drawn = [&](const std::vector<float>& values) {
        return std::any_of(notes.heats.begin(), notes.heats.end(),
                           [&](const Notes::Heat& h) { return h.matrix.data == values.data(); });
    };
    CHECK(drawn(steps.terms));
    CHECK(drawn(steps.columns[static_cast<std::size_t>(steps.summed)].values));
}

TEST_CASE("what the exponentials are is said whole, however narrow their columns, and before the next title") {
    const Evaluation& evaluation = *picture_cases().front().evaluation;
    const int id = stage_of(evaluation, "blocks.0.attn.weights");
    PictureMemory memory;
    memory.read(evaluation);
    const Scene scene{.evaluation = evaluation, .record = id, .head = 1, .memory = &memory};
    for (const float width : {360.0F, 450.0F, 600.0F, 900.0F, 1500.0F}) {
        CAPTURE(width);
        Notes notes;
        picture_of(scene.stage()).draw(notes, {0, 0, width, 500}, scene, nowhere);
        const auto written = [&](const char* text) {
            return std::ranges::find_if(notes.labels, [&](const Notes::Label& label) { return label.text == text; });
        };
        const auto most = written("max"), sum = written("s");
        REQUIRE(written("exp") != notes.labels.end());
        REQUIRE(most != notes.labels.end());
        REQUIRE(sum != notes.labels.end());
        CHECK(most->at.x + notes.measure(most->text, most->style.size, most->style.face).width <= sum->at.x);
    }
}

TEST_CASE("what a norm divides by is never below 0, and its scale begins there; the mean's has both signs") {
    const Evaluation& evaluation = *picture_cases().front().evaluation;
    const int id = stage_of(evaluation, "blocks.0.norm1");
    PictureMemory memory;
    const Scene scene{.evaluation = evaluation, .record = id, .memory = &memory};
    Notes notes;
    picture_of(scene.stage()).draw(notes, area, scene, nowhere);
    const RowSteps& steps = memory.row_steps(id, Cell{});
    REQUIRE(steps.columns.size() == 2);
    const auto map_of = [&](const RowSteps::Column& column) {
        for (const Notes::Heat& heat : notes.heats)
            if (heat.matrix.data == column.values.data()) return heat.style.map;
        FAIL("not drawn: ", column.symbol);
        return HeatMap::spectrum;
    };
    CHECK(map_of(steps.columns[0]) == HeatMap::diverging);
    CHECK(map_of(steps.columns[1]) == HeatMap::sequential);
}

TEST_CASE(
    "the cell states of an LSTM stand beside its gates at every step, the hidden states of a GRU beside its own") {
    struct Layer {
        const char *model, *stage, *steps;
        std::vector<std::string> gates;
    };
    const std::vector<Layer> layers{
        {"lstm", "rnn.1.cell", "rnn.1.steps.", {"i", "f", "g", "o"}},
        {"gru with additive attention", "encoder.rnn.0.hidden", "encoder.rnn.0.steps.", {"r", "z", "n"}},
        {"lstm", "rnn.0.hidden", "", {}},
    };
    for (const Layer& layer : layers) {
        CAPTURE(layer.stage);
        const auto found = std::ranges::find(picture_cases(), std::string(layer.model), &PictureCase::model);
        REQUIRE(found != picture_cases().end());
        const Trace& trace = found->evaluation->trace();
        const int id = stage_of(*found->evaluation, layer.stage);
        const Shape& shape = trace.record(id).shape;
        const int steps = shape.size(0), width = shape.cols();
        PictureMemory memory;
        const Scene scene{.evaluation = *found->evaluation, .record = id, .memory = &memory};
        Notes notes;
        picture_of(scene.stage()).draw(notes, area, scene, nowhere);
        std::size_t over_time = 0;
        for (const std::string& gate : layer.gates) {
            CAPTURE(gate);
            const auto value = [&](int step, int entry) {
                const int record = stage_of(*found->evaluation, layer.steps + std::to_string(step) + "." + gate);
                return trace.value(record, Cell{{0, entry}});
            };
            for (const Notes::Heat& heat : notes.heats) {
                if (heat.matrix.rows != steps || heat.matrix.cols != width) continue;
                bool same = true;
                for (int step = 0; step < steps; ++step)
                    for (int entry = 0; entry < width; ++entry)
                        same = same && heat.matrix.at(step, entry) == value(step, entry);
                if (!same) continue;
                ++over_time;
                // A cell of it is the gate's own number at that step.
                const int step = steps - 2, entry = width - 1;
                const Vec2 middle{
                    heat.rect.x + heat.rect.w * (static_cast<float>(entry) + 0.5F) / static_cast<float>(width),
                    heat.rect.y + heat.rect.h * (static_cast<float>(step) + 0.5F) / static_cast<float>(steps)};
                Notes unseen;
                const auto hit = picture_of(scene.stage()).draw(unseen, area, scene, middle);
                REQUIRE(hit);
                CHECK(trace.record(hit->cell.record).name == layer.steps + std::to_string(step) + "." + gate);
                CHECK(trace.value(hit->cell.record, hit->cell.cell) == value(step, entry));
            }
        }
        CHECK(over_time == layer.gates.size());
    }
}

TEST_SUITE_END();
