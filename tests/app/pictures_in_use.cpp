// Pictures while they are worked with: stepping, edits, few rows, the loss, labels and the scale of all weights.
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

TEST_SUITE_BEGIN("pictures_in_use");

TEST_CASE("an activation's curve reaches over its bend, and the numbers of the chosen row are marked below it") {
    int checked = 0;
    for (const PictureCase& c : picture_cases()) {
        const Trace& trace = c.evaluation->trace();
        for (const int id : trace.stages()) {
            const Record& record = trace.record(id);
            if (record.operation->name() != "activate" || record.shape.rank() != 2 || record.shape.size(0) < 2)
                continue;
            CAPTURE(c.model);
            CAPTURE(record.name);
            PictureMemory memory;
            const CellRef cell{id, Cell{{1, 2}}};
            const Scene scene{.evaluation = *c.evaluation, .record = id, .selected = cell, .memory = &memory};
            Notes notes;
            picture_of(scene.stage()).draw(notes, area, scene, {-1, -1});
            const ConstView in = trace.record(record.operands.front()).view();
            const int width = record.shape.size(1), rows = record.shape.size(0);
            float least = in.row(1)[0], largest = least, reach = 0;
            for (int i = 0; i < width; ++i) {
                least = std::min(least, in.row(1)[i]);
                largest = std::max(largest, in.row(1)[i]);
            }
            for (int i = 0; i < rows * width; ++i) reach = std::max(reach, std::abs(in.data[i]));
            reach = std::max(reach, 3.0F);
            const std::string said = "ticks: the numbers of “";
            CHECK(std::ranges::any_of(notes.texts, [&](const std::string& text) { return text.starts_with(said); }));
            const float share = (largest - least) / (2 * reach);
            CHECK(std::ranges::any_of(notes.fills, [&](const Rect& fill) {
                return fill.h > 40 && std::abs(fill.w / fill.h - share) < 0.01F;
            }));
            ++checked;
        }
    }
    CHECK(checked > 3);
}

TEST_CASE("while stepping only the entries so far are shown, and only they are found") {
    const Evaluation& evaluation = *picture_cases().front().evaluation;
    const int id = stage_of(evaluation, "blocks.0.attn.scores_raw");
    PictureMemory memory;
    const Scene scene{.evaluation = evaluation, .record = id, .row_limit = 12 * 3 + 4, .memory = &memory};
    Notes notes;
    const Picture& picture = picture_of(scene.stage());
    const auto find = [&](int row, int col) {
        const Rect place = rect_of(notes, area, scene, {id, Cell{{0, row, col}}}).value();
        const auto hit = picture.draw(notes, area, scene, place.centre());
        return hit && hit->cell.record == id;
    };
    CHECK(find(0, 11));
    CHECK(find(3, 4));
    CHECK(!find(3, 5));
    CHECK(!find(4, 0));
    CHECK(
        std::any_of(notes.heats.begin(), notes.heats.end(), [](const Notes::Heat& h) { return h.style.shown == 41; }));
}

TEST_CASE("while stepping through a softmax, exponentials and sums are built row by row with the quotients") {
    const Evaluation& evaluation = *picture_cases().front().evaluation;
    const int id = stage_of(evaluation, "blocks.0.attn.weights");
    const auto rows_of_sums = [&](int limit) {
        PictureMemory memory;
        const Scene scene{.evaluation = evaluation, .record = id, .row_limit = limit, .memory = &memory};
        Notes notes;
        picture_of(scene.stage()).draw(notes, area, scene, {-1, -1});
        const RowSteps& steps = memory.row_steps(id, Cell{{0}});
        const float* const sums = steps.columns[static_cast<std::size_t>(steps.summed)].values.data();
        int rows = 0;
        for (const Notes::Heat& heat : notes.heats)
            if (heat.matrix.data >= sums && heat.matrix.data < sums + 12) rows += heat.matrix.rows;
        return rows;
    };
    CHECK(rows_of_sums(-1) == 12);
    CHECK(rows_of_sums(0) == 1);
    CHECK(rows_of_sums(12 * 3 - 1) == 3);
    CHECK(rows_of_sums(12 * 3) == 4);
}

TEST_CASE("edited cells and what follows from them are marked") {
    const test::PictureModel model = test::picture_models().front();
    const auto plain = test::evaluated(model);
    const auto edited = test::evaluated(model, {{"blocks.0.attn.q", Cell{{0, 8, 1}}, 5.0F}});
    const auto marks = [&](const char* name, const Evaluation* unedited) {
        PictureMemory memory;
        const Scene scene{
            .evaluation = *edited, .unedited = unedited, .record = stage_of(*edited, name), .memory = &memory};
        Notes notes;
        picture_of(scene.stage()).draw(notes, area, scene, nowhere);
        return notes;
    };
    CHECK(marks("blocks.0.attn.q", plain.get()).rings == 1);
    // One entry of Q in head 0 changes the twelve scores of its row; Q stands beside them with its one.
    CHECK(marks("blocks.0.attn.scores_raw", plain.get()).triangles == 12 + 1);
    CHECK(marks("blocks.0.attn.scores_raw", nullptr).triangles == 0);
    CHECK(marks("blocks.0.norm1", plain.get()).triangles == 0);
    // Where all cells of a stage differ, however few, marks would tell nothing apart.
    test::PictureModel brief = model;
    brief.text = "The animal";
    const auto before = test::evaluated(brief);
    const auto other = test::evaluated(brief, {{"blocks.0.attn.q", Cell{{Cell::all, Cell::all, Cell::all}}, 5.0F}});
    PictureMemory memory;
    const Scene scene{.evaluation = *other,
                      .unedited = before.get(),
                      .record = stage_of(*other, "blocks.0.attn.q"),
                      .memory = &memory};
    Notes notes;
    picture_of(scene.stage()).draw(notes, area, scene, nowhere);
    CHECK(notes.triangles == 0);
    CHECK(notes.heats.back().matrix.rows * notes.heats.back().matrix.cols < 24);
}

TEST_CASE("the ring of an edited cell leaves its number readable") {
    const test::PictureModel model = test::picture_models().front();
    const auto edited = test::evaluated(model, {{"blocks.0.attn.q.weight", Cell{{1, 1}}, 5.0F}});
    PictureMemory memory;
    const Scene scene{.evaluation = *edited,
                      .record = edited->trace().find("blocks.0.attn.q.weight"),
                      .row_limit = -1,
                      .memory = &memory};
    Notes notes;
    picture_of(scene.stage()).draw(notes, {0, 0, 3000, 3000}, scene, nowhere);
    REQUIRE(notes.ringed.size() == 1);
    const auto number = std::ranges::find(notes.labels, "5.00", &Notes::Label::text);
    REQUIRE(number != notes.labels.end());
    const TextSize size = notes.measure(number->text, number->style.size, number->style.face);
    const Rect digits{number->at.x - size.width / 2, number->at.y - size.height / 2, size.width, size.height};
    const Rect both = digits.intersect(notes.ringed.front());
    CHECK((both.w <= 0 || both.h <= 0));
}

TEST_CASE("where rows are few, the best answer of each is among the columns that are shown") {
    for (const PictureCase& c : picture_cases()) {
        if (c.model != "large vocabulary and wide stream") continue;
        const Record& probs = c.evaluation->trace().record(stage_of(*c.evaluation, "probs"));
        REQUIRE(probs.shape.rows() <= 12);
        PictureMemory memory;
        Notes notes;
        picture_of(probs).draw(notes, {0, 0, 1450, 800},
                               {.evaluation = *c.evaluation, .record = probs.id, .memory = &memory}, nowhere);
        for (std::size_t row = 0; row < probs.shape.rows(); ++row) {
            const float* of = probs.view().row(row);
            const auto best = static_cast<int>(std::max_element(of, of + probs.shape.cols()) - of);
            const std::string word = c.evaluation->model().tokenizer->token(best);
            CAPTURE(word);
            CHECK(std::ranges::count(notes.texts, word) > 0);
        }
    }
}

TEST_CASE("the loss shows −log p, its target and a bar of each position that has an answer, and their mean") {
    const test::PictureModel model = test::picture_models().front();
    const auto made = test::make_model(model);
    const std::vector<TokenLabel> tokens = tokenize(*made, model.text);
    const GraphSize size{.seq_len = static_cast<int>(tokens.size()), .loss = true};
    Evaluation evaluation(made, size, nullptr);
    std::vector<int> ids;
    for (const TokenLabel& token : tokens) ids.push_back(token.id);
    evaluation.tape().set(evaluation.graph().labels, next_token_labels(ids));
    REQUIRE(evaluation.evaluate({}, tokens, {}, 1, {}));

    const int id = stage_of(evaluation, "loss");
    PictureMemory memory;
    const Scene scene{.evaluation = evaluation, .record = id, .memory = &memory};
    Notes notes;
    picture_of(scene.stage()).draw(notes, area, scene, nowhere);
    CHECK(inside(notes.bounds, area));
    const auto said = [&](const std::string& part) {
        return std::ranges::count_if(notes.texts, [&](const auto& text) { return text.find(part) != text.npos; });
    };
    const auto marks = std::ranges::count(notes.strokes, notes.theme().accent, &Notes::Stroke::colour);
    const auto terms = std::ranges::count_if(notes.texts, [](const auto& text) { return text.starts_with("−log "); });
    CHECK(terms == static_cast<std::ptrdiff_t>(tokens.size()) - 1);
    for (const std::string& text : notes.texts) {  // "−log 0.997 = 0.0030"
        if (!text.starts_with("−log ")) continue;
        CAPTURE(text);
        const std::string p = text.substr(std::string("−log ").size()), loss = text.substr(text.find("= ") + 2);
        const std::size_t point = loss.find('.');
        if (p.starts_with('<') || point == std::string::npos || loss.find("·10") != std::string::npos) continue;
        const double digit = std::pow(10.0, -static_cast<double>(loss.size() - point - 1));
        CHECK(std::abs(-std::log(std::strtod(p.c_str(), nullptr)) - std::stod(loss)) <= 0.5001 * digit);
    }
    CHECK(marks == static_cast<std::ptrdiff_t>(tokens.size()) - 1);
    CHECK(said("mean of −log p[y] over n = " + std::to_string(tokens.size() - 1) + " positions") == 1);
    CHECK(said("Shifted labels") == 1);
    CHECK(said("of " + std::to_string(tokens.size() - 1) + " labeled rows are shown") == 0);
    // In a low area fewer rows are shown, and it says so.
    Notes low;
    picture_of(scene.stage()).draw(low, {0, 0, 700, 300}, scene, nowhere);
    CHECK(inside(low.bounds, {0, 0, 700, 300}));
    // With gradients the picture stays: nothing comes after the loss.
    CHECK(&picture_of(Scene{.evaluation = evaluation, .record = id, .gradients = true}) == &picture_of(scene.stage()));
}

TEST_CASE("labels are words along tokens and vocabulary, numbers along features") {
    const Evaluation& evaluation = *picture_cases().front().evaluation;
    const Trace& trace = evaluation.trace();
    const Record& logits = trace.record(stage_of(evaluation, "logits"));
    CHECK(label_of(evaluation, logits, 0, 8) == "it");
    CHECK(label_of(evaluation, logits, 1, 14) == "cat");
    CHECK(label_of(evaluation, trace.record(stage_of(evaluation, "embed")), 1, 14) == "14");
}

TEST_CASE("attention weights of all blocks and heads have one color scale, in pictures and in the table") {
    int apart = 0;  // slices whose own largest weight is not the end of the scale
    for (const PictureCase& c : picture_cases()) {
        CAPTURE(c.model);
        const Trace& trace = c.evaluation->trace();
        PictureMemory memory;
        memory.read(*c.evaluation);
        float largest = 0;
        for (const int id : trace.stages())
            if (is_attention_weights(trace.record(id)))
                for (std::size_t i = 0; i < trace.record(id).shape.count(); ++i)
                    largest = std::max(largest, trace.record(id).value[i]);
        const float end = largest > 0.5F || largest <= 0 ? 1 : largest;
        CHECK(weights_scale_end(trace) == end);
        StatisticsMemory statistics;
        for (const int id : trace.stages()) {
            const Record& record = trace.record(id);
            if (!is_attention_weights(record)) continue;
            CAPTURE(record.name);
            Notes notes;
            for (int head = 0; head < record.shape.size_of(Axis::head, 1); ++head) {
                const Scene scene{.evaluation = *c.evaluation, .record = id, .head = head, .memory = &memory};
                const auto scale = scale_of(notes, area, scene);
                REQUIRE(scale);
                CHECK(scale->map == HeatMap::sequential);
                CHECK(scale->low == 0);
                CHECK(scale->limit == end);
                const Statistics& known = statistics.of(*c.evaluation, id, head);
                apart += known.max < 0.5F && known.max < end ? 1 : 0;
                CHECK(table_style(record, known.largest(), statistics.weights_end(*c.evaluation)).limit == end);
            }
        }
    }
    CHECK(apart > 5);
}

TEST_SUITE_END();
