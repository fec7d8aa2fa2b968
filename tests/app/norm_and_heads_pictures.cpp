// Two pictures against the numbers of the run: the normalized rows of a norm, before γ and β, and the output matrix of
// attention, split by the heads whose results its rows read.
#include <cmath>
#include <string>

#include "app/paint/head_colour.h"
#include "app/pictures/board/texts.h"
#include "core/io/model_folder.h"
#include "core/model/patched_model.h"
#include "tests/support/notes_painter.h"
#include "tests/support/picture_cases.h"

using namespace glassformer;
using namespace test::pictures;
using test::Notes;

namespace {

/// The run of a picture model with a patch of its architecture.
std::shared_ptr<Evaluation> run_with(const std::string& name, const std::string& patch) {
    for (const test::PictureModel& from : test::picture_models()) {
        if (from.name != name) continue;
        Inputs inputs;
        inputs.model = from.name;
        inputs.text = from.text;
        inputs.target = from.target;
        inputs.architecture = patch;
        return evaluate_once(patched_model(test::make_model(from), patch), inputs);
    }
    FAIL("no model ", name);
    return nullptr;
}

bool is_norm(const Record& record) {
    return record.operation->name() == "layer_norm" || record.operation->name() == "rms_norm";
}

/// x̂ of a row by the formula of its norm alone (Ba, Kiros, Hinton 2016; Zhang and Sennrich 2019).
std::vector<double> normalized_row(const float* x, int d, const ModelConfig& config) {
    const double eps = static_cast<double>(config.norm_eps);
    double mean = 0, squares = 0;
    for (int i = 0; i < d; ++i) mean += static_cast<double>(x[i]) / d;
    if (config.norm == Norm::rmsnorm) mean = 0;
    for (int i = 0; i < d; ++i) squares += (static_cast<double>(x[i]) - mean) * (static_cast<double>(x[i]) - mean) / d;
    const bool added = config.norm == Norm::layernorm && config.norm_eps_placement == NormEpsPlacement::added_to_std;
    const double divisor = added ? std::sqrt(squares) + eps : std::sqrt(squares + eps);
    std::vector<double> row;
    for (int i = 0; i < d; ++i) row.push_back((static_cast<double>(x[i]) - mean) / divisor);
    return row;
}

void check_norm(const Evaluation& evaluation, int id) {
    const Trace& trace = evaluation.trace();
    const Record &record = trace.record(id), &read = trace.record(record.operands[0]);
    PictureMemory memory;
    const Scene scene{.evaluation = evaluation, .record = id, .memory = &memory};
    Notes notes;
    picture_of(record).draw(notes, area, scene, nowhere);
    const std::vector<float>& normalized = memory.normalized(id);
    const bool drawn = std::ranges::any_of(
        notes.heats, [&](const Notes::Heat& heat) { return heat.matrix.data == normalized.data(); });
    CHECK(drawn);
    std::string signs;
    for (const Notes::Label& label : notes.labels)
        if (label.style.size == em::title && label.style.anchor == Anchor::middle) signs += label.text + " ";
    const ModelConfig& config = evaluation.model().config;
    const bool added = config.norm == Norm::layernorm && config.norm_eps_placement == NormEpsPlacement::added_to_std;
    CHECK(signs == (config.norm == Norm::rmsnorm ? "÷ = " : added ? "− ÷ → = " : "− ÷ = "));
    const int d = record.shape.cols();
    REQUIRE(normalized.size() == record.shape.count());
    for (std::size_t row = 0; row < record.shape.rows(); ++row) {
        const std::vector<double> expected = normalized_row(read.view().row(row), d, evaluation.model().config);
        for (int c = 0; c < d; ++c) {
            const double value =
                static_cast<double>(normalized[row * static_cast<std::size_t>(d) + static_cast<std::size_t>(c)]);
            CHECK(value == doctest::Approx(expected[static_cast<std::size_t>(c)]).epsilon(1e-5));
            // γ and β make the stage of it.
            const double gain = static_cast<double>(trace.record(record.operands[1]).value[c]);
            const double shift =
                record.operands.size() > 2 ? static_cast<double>(trace.record(record.operands[2]).value[c]) : 0.0;
            CHECK(value * gain + shift ==
                  doctest::Approx(static_cast<double>(record.view().row(row)[c])).epsilon(1e-4).scale(1));
        }
    }
}

}  // namespace

TEST_SUITE_BEGIN("pictures");

TEST_CASE("a norm's picture shows its normalized rows, whichever norm it is and wherever ε stands") {
    int layer = 0, rms = 0, added = 0;
    const auto check_all = [&](const std::string& name, const std::string& patch) {
        CAPTURE(name);
        CAPTURE(patch);
        const auto evaluation = run_with(name, patch);
        const ModelConfig& config = evaluation->model().config;
        for (const int id : evaluation->trace().stages()) {
            const Record& record = evaluation->trace().record(id);
            if (!is_norm(record)) continue;
            CAPTURE(record.name);
            check_norm(*evaluation, id);
            layer += record.operation->name() == "layer_norm" ? 1 : 0;
            rms += record.operation->name() == "rms_norm" ? 1 : 0;
            added += config.norm_eps_placement == NormEpsPlacement::added_to_std ? 1 : 0;
        }
    };
    for (const char* patch : {"", R"({"norm_eps":0.3})", R"({"norm_eps":0.3,"norm_eps_placement":"added_to_std"})"}) {
        check_all("learned decoder", patch);
        check_all("tied rope decoder, grouped queries, gated, rmsnorm", patch);
        check_all("sinusoidal encoder-decoder", patch);
    }
    check_all("alibi decoder", "");
    CHECK(layer > 20);
    CHECK(rms > 5);
    CHECK(added > 5);
}

TEST_CASE("pointed at, a normalized number is told with the number of the stage that it becomes") {
    const Evaluation& evaluation = *picture_cases().front().evaluation;
    const int id = stage_of(evaluation, "blocks.0.norm1");
    PictureMemory memory;
    const Scene scene{.evaluation = evaluation, .record = id, .memory = &memory};
    Notes notes;
    picture_of(scene.stage()).draw(notes, area, scene, nowhere);
    const std::vector<float>& normalized = memory.normalized(id);
    const auto heat =
        std::ranges::find_if(notes.heats, [&](const Notes::Heat& h) { return h.matrix.data == normalized.data(); });
    REQUIRE(heat != notes.heats.end());
    Notes again;
    const auto hit = picture_of(scene.stage()).draw(again, area, scene, heat->rect.centre());
    REQUIRE(hit);
    CHECK(hit->cell.record == id);
    const auto at = evaluation.trace().record(id).shape.offset(hit->cell.cell);
    CHECK(hit->number == normalized[at]);
    CHECK(hit->derived == texts::pictures::normalized);
}

TEST_CASE("the rows of the output matrix have the tints of the heads that they read, as the concatenation has") {
    for (const auto& [name, patch, heads] :
         {std::tuple{"learned decoder", "", 4}, std::tuple{"learned decoder", R"({"n_heads":2})", 2},
          std::tuple{"learned decoder", R"({"n_heads":1})", 1}, std::tuple{"alibi decoder", "", 3}}) {
        CAPTURE(name);
        CAPTURE(patch);
        const auto evaluation = run_with(name, patch);
        for (const char* stage : {"blocks.0.attn.out", "blocks.0.attn.concat", "blocks.0.mlp.pre"}) {
            CAPTURE(stage);
            const int id = stage_of(*evaluation, stage);
            PictureMemory memory;
            const Scene scene{.evaluation = *evaluation, .record = id, .memory = &memory};
            Notes notes;
            picture_of(scene.stage()).draw(notes, Rect{0, 0, 1200, 700}, scene, nowhere);
            const bool split = std::string_view(stage) != "blocks.0.mlp.pre" &&
                               (heads > 1 || std::string_view(stage) == "blocks.0.attn.concat");
            for (int head = 0; head < heads; ++head) {
                CAPTURE(head);
                const Colour tint = head_colour(notes.theme(), head, heads);
                std::vector<Rect> strips;
                for (std::size_t i = 0; i < notes.fills.size(); ++i)
                    if (notes.fill_colours[i] == tint) strips.push_back(notes.fills[i]);
                CHECK(strips.size() == (split ? 2U : 0U));
                const bool named =
                    std::ranges::find(notes.texts, "head " + std::to_string(head + 1)) != notes.texts.end();
                CHECK(named == split);
                if (!split || std::string_view(stage) != "blocks.0.attn.out") continue;
                // As wide and as high as the head's share of the concatenation and of the matrix.
                const auto a = std::ranges::find_if(notes.heats, [&](const Notes::Heat& heat) {
                    return heat.matrix.data == evaluation->trace().record(scene.stage().operands[0]).value;
                });
                const auto b = std::ranges::find_if(notes.heats, [&](const Notes::Heat& heat) {
                    return heat.matrix.data == evaluation->trace().record(scene.stage().operands[1]).value;
                });
                REQUIRE(a != notes.heats.end());
                REQUIRE(b != notes.heats.end());
                const float part = static_cast<float>(head) / static_cast<float>(heads);
                CHECK(std::abs(strips[0].x - 1 - (a->rect.x + part * a->rect.w)) < 1.5F);
                CHECK(std::abs(strips[1].y - 1 - (b->rect.y + part * b->rect.h)) < 1.5F);
            }
        }
    }
}

TEST_CASE("of a picture that fits, no labels lie over the output matrix, however large its text is") {
    struct LargeText : Notes {
        float em() const override { return size; }
        float size = 14;
    };
    const auto evaluation = run_with("learned decoder", "");
    const int id = stage_of(*evaluation, "blocks.0.attn.out");
    PictureMemory memory;
    const Scene scene{.evaluation = *evaluation, .record = id, .memory = &memory};
    const float* const matrix = evaluation->trace().record(scene.stage().operands[1]).value;
    int drawn = 0;
    for (const float size : {14.0F, 23.0F, 28.0F, 41.0F})
        for (float high = 22 * size; high < 24 * size; high += 3) {
            CAPTURE(size);
            CAPTURE(high);
            LargeText notes;
            notes.size = size;
            notes.seen = {0, 0, 50 * size, high};
            picture_of(scene.stage()).draw(notes, notes.seen, scene, nowhere);
            for (const Notes::Heat& heat : notes.heats) {
                if (heat.matrix.data != matrix) continue;
                ++drawn;
                for (std::size_t i = 0; i < notes.fills.size(); ++i) {
                    const Rect over = notes.fills[i].intersect(heat.rect);
                    CHECK_FALSE((notes.fill_colours[i] == notes.theme().background && over.w > 0 && over.h > 0));
                }
            }
        }
    CHECK(drawn > 40);
}

TEST_SUITE_END();
