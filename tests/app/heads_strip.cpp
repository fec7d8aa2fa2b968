// The strip below the maps of all heads, against the trace: what stands in it, and what it says of the layer.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "app/views/attention/figures.h"
#include "app/views/attention/heads_strip.h"
#include "core/base/number_text.h"
#include "tests/support/attention_drawn.h"
#include "tests/support/shipped_program.h"

using namespace glassformer;
using test::additive, test::Drawn;

TEST_SUITE_BEGIN("heads_strip");

namespace {

bool within(const Rect& inner, const Rect& outer) {
    return inner.x >= outer.x - 1 && inner.right() <= outer.right() + 1 && inner.y >= outer.y - 1 &&
           inner.bottom() <= outer.bottom() + 1;
}

/// The strip of a layer at the bottom of an area; its height in `high`.
StripDrawn drawn_strip(Drawn& drawn, int l, int head, const Rect& area, Vec2 mouse = {-1, -1}, CellRef* hit = nullptr,
                       int pointed = -1) {
    const AttentionLayer& layer = drawn.layers.at(static_cast<std::size_t>(l));
    const HeadRecords records = head_records(drawn.trace(), layer);
    drawn.notes = {};
    Page page = drawn.page(l, head, {}, area, mouse);
    StripDrawn strip =
        draw_heads_strip(page, layer, records, heads_strip_sentence(drawn.trace(), layer, records), head, pointed);
    if (hit != nullptr) *hit = page.hit() ? page.hit()->cell : CellRef{};
    return strip;
}

}  // namespace

TEST_CASE("the strip shows the six matrices of every layer with heads, each cell its own") {
    int layers = 0, cut = 0, grouped = 0, unprojected = 0;
    for (const test::PictureModel& model : test::picture_models()) {
        CAPTURE(model.name);
        Drawn drawn(model.name);
        const Trace& trace = drawn.trace();
        for (int l = 0; l < static_cast<int>(drawn.layers.size()); ++l) {
            const AttentionLayer& layer = drawn.layers[static_cast<std::size_t>(l)];
            const HeadRecords records = head_records(trace, layer);
            CHECK(records.complete() == layer.counted);  // all but the alignment of a recurrent decoder
            if (!records.complete()) continue;
            ++layers;
            const std::vector<int> wanted{records.query,   records.key,    records.value,
                                          records.outputs, records.concat, records.out};
            CHECK(trace.record(records.outputs).operands.front() == layer.weights);
            CHECK(trace.record(records.concat).operands.front() == records.outputs);
            CHECK(trace.record(records.out).operands.front() == records.concat);
            for (const float wide : {1000.0F, 640.0F}) {
                const std::string sentence = heads_strip_sentence(trace, layer, records);
                const float high = heads_strip_height(drawn.notes, {0, 0, wide, 900}, 1, sentence);
                REQUIRE(high > 0);
                const Rect area{20, 700, wide, high};
                const StripDrawn strip = drawn_strip(drawn, l, 0, area);
                REQUIRE(strip.matrices.size() == wanted.size());
                for (std::size_t i = 0; i < wanted.size(); ++i) {
                    const StripMatrix& matrix = strip.matrices[i];
                    const Shape& shape = trace.record(wanted[i]).shape;
                    CHECK(matrix.record == wanted[i]);
                    CHECK(within(matrix.rect, area));
                    if (i > 0) CHECK(matrix.rect.x >= strip.matrices[i - 1].rect.right());
                    REQUIRE(static_cast<int>(matrix.parts.size()) == shape.size_of(Axis::head, 1));
                    for (std::size_t part = 1; part < matrix.parts.size(); ++part)
                        CHECK(matrix.parts[part].x > matrix.parts[part - 1].right());
                    for (std::size_t part = 0; part < matrix.parts.size(); ++part) {
                        CHECK(within(matrix.parts[part], matrix.rect));
                        CellRef hit;
                        const Rect& box = matrix.parts[part];
                        const int rank = shape.rank(), row = shape.size(rank - 2) - 1, col = shape.size(rank - 1) / 2;
                        drawn_strip(drawn, l, 0, area,
                                    cell_rect(box, shape.size(rank - 2), shape.size(rank - 1), row, col).centre(),
                                    &hit);
                        REQUIRE(hit.record == wanted[i]);
                        if (rank == 3) CHECK(hit.cell[0] == static_cast<int>(part));
                        CHECK(hit.cell[rank - 2] == row);
                        // Of cells narrower than a pixel, one in the same pixel.
                        CHECK(std::abs(hit.cell[rank - 1] - col) <= static_cast<float>(shape.size(rank - 1)) / box.w);
                    }
                }
                CHECK(within(drawn.notes.bounds, area.inset(-0.5F * drawn.notes.em())));
            }
            const std::string said = heads_strip_sentence(trace, layer, records);
            const int heads = trace.record(records.query).shape.size(0),
                      groups = trace.record(records.key).shape.size(0);
            const bool projected = trace.record(records.out).operation->name() == "linear";
            cut += heads > 1;
            grouped += groups < heads;
            unprojected += !projected;
            CAPTURE(said);
            CHECK((said.find("into " + std::to_string(heads) + " heads") != std::string::npos) == (heads > 1));
            CHECK((said.find("share") != std::string::npos) == (groups < heads));
            CHECK((said.find("no output matrix") == std::string::npos) == projected);
            CHECK((said.find("concatenated") != std::string::npos) == (heads > 1));
        }
    }
    CHECK(layers >= 15);
    CHECK(cut > 5);
    CHECK(grouped > 0);
    CHECK(unprojected > 0);
}

TEST_CASE("the strip outlines the chosen head wherever it is cut, and the one that is pointed at") {
    Drawn drawn(test::decoder);
    const AttentionLayer& layer = drawn.layers.at(0);
    REQUIRE(layer.heads > 2);
    const Rect area{0, 0, 1000, 160};
    const StripDrawn strip = drawn_strip(drawn, 0, 2, area);
    for (std::size_t i = 0; i < 4; ++i) {
        const Rect& part = strip.matrices[i].parts[2];
        CHECK(std::ranges::any_of(drawn.notes.strokes, [&](const test::Notes::Stroke& stroke) {
            return within(part, stroke.rect) && stroke.rect.w < part.w + 6;
        }));
    }
    CHECK(drawn.notes.strokes.size() == 10);  // and the columns of the concatenated outputs; not in the layer's output
    const std::size_t fills = drawn.notes.fills.size();
    drawn_strip(drawn, 0, 2, area, {-1, -1}, nullptr, 1);
    CHECK(drawn.notes.fills.size() == fills);  // no cell is covered
    for (std::size_t i = 0; i < 4; ++i) {
        const Rect& part = strip.matrices[i].parts[1];
        CHECK(std::ranges::any_of(drawn.notes.strokes, [&](const test::Notes::Stroke& stroke) {
            return within(part, stroke.rect) && stroke.rect.w < part.w + 6;
        }));
    }
}

TEST_CASE("a caption names the key that the answer's query attends to, as the record says") {
    int said = 0;
    for (const char* name : {"coreference-full", "agreement-causal", "translate-fr-en"}) {
        CAPTURE(name);
        const AppOptions options = test::shipped_options(name);
        const auto choice = std::ranges::find(options.models, std::string(name), &ModelChoice::name);
        REQUIRE(choice != options.models.end());
        const auto run = evaluate_once(options.load(name), choice->examples.front());
        const Evaluation& evaluation = *run;
        const std::vector<AttentionLayer> layers = attention_layers(evaluation.trace());
        AttentionFigures figures;
        for (const AttentionLayer& layer : layers) {
            figures.begin(evaluation);
            const std::vector<HeadFigures>* of = figures.of(layer);
            REQUIRE(of != nullptr);
            const Record& record = evaluation.trace().record(layer.weights);
            for (int head = 0; head < layer.heads; ++head) {
                const std::string& text = (*of)[static_cast<std::size_t>(head)].answer;
                if (text.empty()) continue;
                bool found = false;
                for (int query = 0; query < layer.queries && !found; ++query)
                    for (int key = 0; key < layer.keys && !found; ++key) {
                        const float weight = evaluation.trace().value(layer.weights, {{head, query, key, 0}});
                        found =
                            weight >= 0.5F &&
                            text ==
                                "“" +
                                    evaluation.tokens_along(record, Axis::query)[static_cast<std::size_t>(query)].text +
                                    "” → “" +
                                    evaluation.tokens_along(record, Axis::key)[static_cast<std::size_t>(key)].text +
                                    "” " + percent_text(static_cast<double>(weight));
                    }
                CHECK_MESSAGE(found, text);
                ++said;
            }
        }
    }
    CHECK(said >= 2);
}
