// One token through an MLP: every number is the record's, for every model and under every switch; the page stays inside
// its place; keys and mouse lead to it, through it and back to the stages.
// ctest: alone 5 s
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/paint/smaller_painter.h"
#include "app/pictures/board/activation_curve.h"
#include "app/pictures/board/heat_panel.h"
#include "app/pictures/story/story_picture.h"
#include "app/pictures/story/texts.h"
#include "app/pictures/story/token_path_picture.h"
#include "app/views/shared/architecture_switches.h"
#include "app/views/walk/texts.h"
#include "core/base/error.h"
#include "core/model/patched_model.h"
#include "core/ops/activation_table.h"
#include "tests/support/notes_painter.h"
#include "tests/support/picture_models.h"
#include "tests/support/support.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

constexpr Rect path_sheet{0, 0, 1500, 700};

std::shared_ptr<Evaluation> shipped_run(const std::string& model) {
    const auto loaded = std::make_shared<const Model>(load_model(source_dir() / "assets" / "models" / model));
    Inputs inputs{.model = model, .text = loaded->card.examples.front(), .target = "", .edits = {}};
    if (!loaded->card.targets.empty()) inputs.target = loaded->card.targets.front();
    return evaluate_once(loaded, inputs);
}

bool shows_text(const Notes& notes, std::string_view words) {
    return std::ranges::any_of(notes.texts,
                               [&](const std::string& text) { return text.find(words) != std::string::npos; });
}

/// The activations of every MLP of a run.
std::vector<int> mlps_of(const Trace& trace) {
    std::vector<int> found;
    for (const int id : trace.stages())
        if (trace.record(id).stage == &stage::mlp_act) found.push_back(id);
    return found;
}

double length_in_record(const Trace& trace, int record, int row) {
    double squares = 0;
    for (int col = 0; col < trace.record(record).shape.cols(); ++col) {
        const auto x = static_cast<double>(trace.value(record, Cell{{row, col}}));
        squares += x * x;
    }
    return std::sqrt(squares);
}

void check_vector(const Trace& trace, const TokenVector& of, int row) {
    REQUIRE(of.numbers.size() == static_cast<std::size_t>(trace.record(of.record).shape.cols()));
    for (std::size_t col = 0; col < of.numbers.size(); ++col)
        CHECK(of.numbers[col] == trace.value(of.record, Cell{{row, static_cast<int>(col)}}));
    CHECK(of.length == doctest::Approx(length_in_record(trace, of.record, row)));
}

/// Every number of a token's row against the record, by names and operands that the path was not made from.
void check_row(const Evaluation& evaluation, const TokenPath& path, const TokenRow& row) {
    const Trace& trace = evaluation.trace();
    const ModelConfig& config = evaluation.model().config;
    const int at = row.token;
    for (const TokenVector* of : {&row.before, &row.up, &row.hidden, &row.added, &row.sum})
        check_vector(trace, *of, at);
    CHECK((row.normed.record >= 0) == (config.norm != Norm::none));
    CHECK((row.gate.record >= 0) == config.gated_mlp);
    const std::vector<int>& added = trace.record(path.sum).operands;
    CHECK(added.back() == path.added);
    CHECK(added.size() == (config.residual ? 2 : 1));
    if (config.residual) CHECK(added.front() == path.before);
    if (row.normed.record >= 0) {
        check_vector(trace, row.normed, at);
        const int reads = trace.record(path.norm).operands.front();
        CHECK(reads == (path.norm_behind ? path.sum : path.before));
        const int cols = trace.record(reads).shape.cols();
        double mean = 0, spread = 0;
        for (int col = 0; col < cols; ++col) mean += static_cast<double>(trace.value(reads, Cell{{at, col}})) / cols;
        for (int col = 0; col < cols; ++col)
            spread += std::pow(static_cast<double>(trace.value(reads, Cell{{at, col}})) - mean, 2) / cols;
        CHECK(row.mean == doctest::Approx(mean));
        CHECK(row.deviation == doctest::Approx(std::sqrt(spread)));
        CHECK(row.rms == doctest::Approx(length_in_record(trace, reads, at) / std::sqrt(cols)));
    }
    int below = 0;
    for (int col = 0; col < config.d_ff; ++col)
        if (trace.value(config.gated_mlp ? path.gate : path.up, Cell{{at, col}}) < 0) ++below;
    CHECK(row.below == below);
    for (std::size_t i = 1; i < row.order.size(); ++i) {
        const auto size = [&](int neuron) { return std::abs(trace.value(path.hidden, Cell{{at, neuron}})); };
        CHECK(size(row.order[i - 1]) >= size(row.order[i]));
    }
    CHECK(std::set<int>(row.order.begin(), row.order.end()).size() == row.hidden.numbers.size());
    double product = 0;
    for (int col = 0; col < config.d_model; ++col)
        product += static_cast<double>(trace.value(path.before, Cell{{at, col}})) *
                   static_cast<double>(trace.value(path.added, Cell{{at, col}}));
    if (row.cosine)
        CHECK(*row.cosine == doctest::Approx(product / length_in_record(trace, path.before, at) /
                                             length_in_record(trace, path.added, at)));
    CHECK(row.closes() == config.residual);

    // The lines of the two maps: what the strongest neuron adds up, and what it adds to the output.
    const auto neuron = row.order.front();
    for (const int record : {path.up, path.gate}) {
        if (record < 0) continue;
        const std::vector<float> terms = terms_into(evaluation, path, row, record);
        REQUIRE(terms.size() == (row.hidden.zeros ? 0 : static_cast<std::size_t>(config.d_model)));
        if (terms.empty()) continue;
        double made = 0;
        for (const float term : terms) made += static_cast<double>(term);
        const std::vector<int>& read = trace.record(record).operands;
        if (read.size() > 2) made += static_cast<double>(trace.value(read[2], Cell{{neuron}}));
        CHECK(made == doctest::Approx(static_cast<double>(trace.value(record, Cell{{at, neuron}}))).epsilon(1e-4));
    }
    const std::vector<float> out = terms_out(evaluation, path, row);
    const int weight = trace.record(path.added).operands[1];
    REQUIRE(out.size() == (row.hidden.zeros ? 0 : static_cast<std::size_t>(config.d_model)));
    for (std::size_t i = 0; i < out.size(); ++i)
        CHECK(out[i] ==
              trace.value(weight, Cell{{neuron, static_cast<int>(i)}}) * trace.value(path.hidden, Cell{{at, neuron}}));
}

/// What is drawn says the numbers of the row, and only what this architecture has.
void check_picture(const Evaluation& evaluation, const TokenPath& path, const TokenRow& row) {
    const ModelConfig& config = evaluation.model().config;
    const TokenPathScene scene{.evaluation = evaluation, .path = path, .row = row};
    Notes notes;
    static_cast<void>(draw_token_path(notes, lay_out(notes, path_sheet, scene), scene, nowhere));
    CHECK(shows_text(notes, fmt::format(texts::story::path_length, short_number(row.before.length))));
    CHECK(shows_text(notes, fmt::format(texts::story::path_length, short_number(row.hidden.length))));
    CHECK(shows_text(notes, short_number(row.sum.length)));
    CHECK(shows_text(notes, path.activation->title));
    CHECK(shows_text(notes, fmt::format(texts::story::path_below, row.below, config.d_ff)));
    CHECK(shows_text(notes, texts::story::path_around) == config.residual);
    CHECK(notes.rings == (config.residual ? 1 : 0));
    CHECK(shows_text(notes, texts::story::path_stream) == config.residual);
    CHECK(shows_text(notes, texts::story::path_layer_norm) == (config.norm == Norm::layernorm));
    CHECK(shows_text(notes, texts::story::path_rms_norm) == (config.norm == Norm::rmsnorm));
    CHECK(shows_text(notes, "μ") == (config.norm == Norm::layernorm));
    CHECK(shows_text(notes, texts::story::path_times) == config.gated_mlp);
    CHECK_FALSE(shows_text(notes, "nan"));
    Notes measured;
    const PathLayout at = lay_out(measured, path_sheet, scene);
    if (config.norm != Norm::none)  // on the side of the MLP where it is computed
        CHECK((at.find(PathPart::norm)->place.x > at.find(PathPart::sum)->place.x) ==
              (config.norm_placement == NormPlacement::post));
}

}  // namespace

TEST_SUITE_BEGIN("story");

TEST_CASE("one token through an MLP shows the numbers of the record, in every model that has one") {
    int paths = 0;
    for (const PictureModel& from : picture_models()) {
        CAPTURE(from.name);
        const auto evaluation = evaluated(from);
        const Trace& trace = evaluation->trace();
        const std::vector<int> mlps = mlps_of(trace);
        CHECK((mlp_near(trace, trace.stages().front()) >= 0) == !mlps.empty());
        for (const int mlp : mlps) {
            const std::optional<TokenPath> path = token_path_of(*evaluation, mlp);
            REQUIRE(path);
            for (const int record : {path->up, path->added, path->sum}) CHECK(in_mlp(trace, record));
            CHECK_FALSE(in_mlp(trace, path->before));
            if (trace.record(mlp).shape.cols() > 1000) continue;
            for (int token = 0; token < path->rows(); ++token) {
                const TokenRow row = token_row_of(*evaluation, *path, token);
                CHECK(row.token == token);
                check_row(*evaluation, *path, row);
                check_picture(*evaluation, *path, row);
                ++paths;
            }
        }
        for (const int id : trace.stages())
            if (trace.record(id).site.block < 0) CHECK_FALSE(token_path_of(*evaluation, id));
    }
    CHECK(paths > 60);
}

TEST_CASE("the lowest value of an activation is written at the lowest point of its curve") {
    int written = 0;
    for (const Activation& activation : all_activations()) {
        CAPTURE(std::string(activation.name));
        Notes notes;
        const ActivationCurve curve = activation_curve({100, 100, 200, 200}, activation.value, 3);
        draw_activation_curve(notes, curve, notes.theme().text);
        if (curve.low >= 0) continue;
        float lowest = 0;
        for (float x = -3; x < 3; x += 0.01F)
            if (curve.at(x) < curve.at(lowest)) lowest = x;
        const float at = curve.place(lowest, 0).x;
        const auto label = std::ranges::find(notes.labels, short_number(curve.low, curve.high), &Notes::Label::text);
        REQUIRE(label != notes.labels.end());
        const float half = notes.measure(label->text, em::small, Face::sans).width / 2;
        CHECK(std::abs(label->at.x - at) <= half + 2);
        CHECK(label->at.x + half < curve.place(0, 0).x);
        ++written;
    }
    CHECK(written >= 2);
}

TEST_CASE("under every switch of the architecture the page of one token is the changed run's, or there is none") {
    int changes = 0, without = 0;
    for (const PictureModel& from : picture_models()) {
        const std::shared_ptr<const Model> model = make_model(from);
        if (!is_transformer(model->config) || model->config.d_ff > 1000) continue;
        CAPTURE(from.name);
        const Inputs inputs{.model = from.name, .text = from.text, .target = from.target, .edits = {}};
        for (const ArchitectureSwitch& what : all_switches()) {
            if (!what.applies(model->config)) continue;
            std::vector<std::string> values;
            if (what.kind == ArchitectureSwitch::Kind::flag)
                values = {what.value(model->config) == "true" ? "false" : "true"};
            if (what.kind == ArchitectureSwitch::Kind::choice)
                for (const SwitchOption& option : what.options()) values.push_back(option.name);
            for (const std::string& value : values) {
                CAPTURE(what.key);
                CAPTURE(value);
                std::shared_ptr<Evaluation> evaluation;
                try {
                    const Inputs changed = with_switch(model, inputs, what, value, 6);
                    evaluation = evaluate_once(patched_model(model, changed.architecture), changed);
                } catch (const Error&) {
                    continue;  // its weights do not allow it
                }
                const std::vector<int> mlps = mlps_of(evaluation->trace());
                CHECK(mlps.empty() != evaluation->model().config.mlp);
                without += mlps.empty() ? 1 : 0;
                for (const int mlp : mlps) {
                    const std::optional<TokenPath> path = token_path_of(*evaluation, mlp);
                    REQUIRE(path);
                    const TokenRow row = token_row_of(*evaluation, *path, 1);
                    check_row(*evaluation, *path, row);
                    check_picture(*evaluation, *path, row);
                    ++changes;
                }
            }
        }
    }
    CHECK(changes > 60);
    CHECK(without > 2);
}

TEST_CASE("cells that are set by hand are counted on the page of one token, and what they make untrue is not said") {
    const PictureModel from = model_named(decoder);
    const auto drawn_with = [&](const std::vector<Edit>& edits, const auto& check) {
        const auto evaluation = evaluated(from, edits);
        const std::optional<TokenPath> path = token_path_of(*evaluation, evaluation->trace().find("blocks.0.mlp.act"));
        REQUIRE(path);
        const TokenRow row = token_row_of(*evaluation, *path, 1);
        Notes notes;
        const TokenPathScene scene{.evaluation = *evaluation, .path = *path, .row = row};
        static_cast<void>(draw_token_path(notes, lay_out(notes, path_sheet, scene), scene, nowhere));
        check(scene, notes);
    };
    drawn_with({{.record = "blocks.0.mlp.out", .cell = {{Cell::all, Cell::all}}, .value = 0}},
               [](const TokenPathScene& scene, const Notes& notes) {
                   CHECK(scene.row.added.zeros);
                   CHECK_FALSE(scene.row.cosine);
                   CHECK(sentence_of(scene, PathPart::added) == texts::story::path_added_zero_what);
                   CHECK(shows_text(notes, texts::story::path_no_angle));
                   CHECK(shows_text(notes, fmt::format(texts::story::path_edited, 32)));
               });
    drawn_with({{.record = "blocks.0.resid_post", .cell = {{1, 4}}, .value = 9}},
               [](const TokenPathScene& scene, const Notes&) {
                   CHECK_FALSE(scene.row.closes());
                   CHECK(scene.row.sum.edited == 1);
                   CHECK(sentence_of(scene, PathPart::sum) == texts::story::path_sum_edited_what);
               });
    drawn_with({{.record = "blocks.0.mlp.act", .cell = {{1, 4}}, .value = 9}},
               [](const TokenPathScene& scene, const Notes& notes) {
                   CHECK(scene.row.order.front() == 4);
                   CHECK(sentence_of(scene, PathPart::neurons).starts_with("Neuron 4 has the largest magnitude: 9."));
                   CHECK(shows_text(notes, fmt::format(texts::story::path_edited, 1)));
                   CHECK(scene.row.closes());
               });
    drawn_with({{.record = "blocks.0.mlp.act", .cell = {{1, 4}}, .value = -9}},
               [](const TokenPathScene& scene, const Notes&) {
                   CHECK(sentence_of(scene, PathPart::neurons).starts_with("Neuron 4 has the largest magnitude: −9."));
               });
    drawn_with({{.record = "blocks.0.mlp.pre", .cell = {{1, 4}}, .value = -INFINITY},
                {.record = "blocks.0.resid_mid", .cell = {{1, 2}}, .value = NAN}},
               [](const TokenPathScene& scene, const Notes&) { CHECK_FALSE(scene.row.cosine); });
}

TEST_CASE("the page of one token stays inside its place at every size, and its labels keep clear of each other") {
    int compared = 0;
    for (const char* const model : {"coreference-full", "translate-fr-en", "sentiment-but", "characters"}) {
        const auto evaluation = shipped_run(model);
        const std::optional<TokenPath> path = token_path_of(*evaluation, mlps_of(evaluation->trace()).back());
        REQUIRE(path);
        const TokenRow row = token_row_of(*evaluation, *path, path->rows() - 1);
        const TokenPathScene scene{.evaluation = *evaluation, .path = *path, .row = row, .beside_title = 300};
        for (const Rect& page : {Rect{0, 0, 1150, 500}, Rect{0, 0, 1750, 850}})
            for (const float em : {14.0F, 16.0F, 28.0F}) {
                CAPTURE(std::string(model));
                CAPTURE(page.w);
                CAPTURE(em);
                LargeNotes notes(em);
                float share = 1;
                const auto fits = [&] {
                    SmallerPainter painter(notes, share);
                    return has_room(painter, page, scene);
                };
                while (share > 0.3F && !fits()) share -= 0.04F;
                REQUIRE(fits());
                CHECK(share * em >= 11);
                notes = LargeNotes(em);
                SmallerPainter painter(notes, share);
                static_cast<void>(draw_token_path(painter, lay_out(painter, page, scene), scene, nowhere));
                CHECK(notes.bounds.x >= page.x - 0.5F * em);
                CHECK(notes.bounds.y >= page.y);
                CHECK(notes.bounds.right() <= page.right() + 0.5F * em);
                CHECK(notes.bounds.bottom() <= page.bottom());
                std::vector<std::pair<Rect, std::string>> boxes;
                for (const Notes::Label& label : notes.labels) {
                    CHECK_FALSE(label.text.ends_with("…"));
                    CHECK(label.style.size >= 0.99F * 0.7F * em::body * share);  // of the scripts in W_in
                    boxes.emplace_back(box_of(notes, label).inset(1, 0.2F * share * em), label.text);
                }
                for (std::size_t i = 0; i < boxes.size(); ++i)
                    for (std::size_t k = 0; k < i; ++k) {
                        CAPTURE(boxes[i].second);
                        CAPTURE(boxes[k].second);
                        const Rect both = boxes[i].first.intersect(boxes[k].first);
                        CHECK((both.w <= 0 || both.h <= 0));
                        ++compared;
                    }
            }
    }
    CHECK(compared > 5000);
}

TEST_CASE("square cells are square, in whole lines where that costs little, and none lies outside") {
    for (const int count : {1, 2, 7, 32, 64, 100, 512, 3072})
        for (const Rect& within : {Rect{10, 20, 90, 300}, Rect{0, 0, 240, 240}, Rect{5, 5, 400, 80}}) {
            CAPTURE(count);
            const SquareCells cells = square_cells(within, count, 28);
            CHECK(cells.side > 0);
            CHECK(cells.side <= 28);
            const Rect last = cells.cell(count - 1);
            CHECK(last.w == last.h);
            for (const Rect& cell : {cells.cell(0), last}) {
                CHECK(cell.x >= within.x - 1);
                CHECK(cell.y >= within.y - 1);
                CHECK(cell.right() <= within.right() + 1);
                CHECK(cell.bottom() <= within.bottom() + 1);
            }
            for (const int i : {0, count / 2, count - 1}) CHECK(cells.at(cells.cell(i).centre()) == i);
            if (count == 64) CHECK(count % cells.cols == 0);
        }
}

TEST_CASE("keys and mouse open the page of one token, change the token and lead to each part's stage") {
    const SettledProgram program(window_options(decoder));
    if (!program) return;
    program.run("click @stage blocks.0.mlp.act\nwait-idle\nclick @token path button\nwait-idle\nexpect zoom=token");
    program.run("key Esc\nwait-idle\nexpect zoom=stage\nkey Shift+I\nwait-idle\nexpect zoom=token");
    program.run("key Backspace\nwait-idle\nexpect zoom=stage\nkey Shift+I\nkey I\nwait-idle\nexpect zoom=stage");
    program.run(
        "key Shift+I\nkey O\nwait-idle\nexpect zoom=part\nkey Shift+I\nkey Shift+I\nwait-idle\nexpect zoom=stage");
    program.run("key Shift+I\nwait-idle\nexpect zoom=token");
    const int row = std::stoi(program.state("row"));
    program.run("key Up\nwait-idle\nexpect zoom=token\nexpect row=" + std::to_string(row - 1));
    program.run("key Down\nwait-idle\nexpect row=" + std::to_string(row));
    program.run("click @path previous\nwait-idle\nexpect row=" + std::to_string(row - 1) + "\nexpect zoom=token");
    program.run("click @path sort\nwait-idle\nexpect token_path_sorted=yes\nexpect zoom=token");
    program.run("key Right\nwait-idle\nexpect zoom=stage");
    struct Leads {
        const char *part, *stage;
    };
    for (const Leads& leads :
         {Leads{"before", "blocks.0.resid_mid"}, Leads{"norm", "blocks.0.norm2"}, Leads{"in", "blocks.0.mlp.pre"},
          Leads{"curve", "blocks.0.mlp.act"}, Leads{"neurons", "blocks.0.mlp.act"}, Leads{"out", "blocks.0.mlp.out"},
          Leads{"added", "blocks.0.mlp.out"}, Leads{"sum", "blocks.0.resid_post"}}) {
        CAPTURE(std::string(leads.part));
        program.run(
            "click @stage blocks.0.mlp.act\nwait-idle\nkey Shift+I\nwait-idle\nexpect zoom=token\nclick @path " +
            std::string(leads.part) + "\nwait-idle\nexpect zoom=stage\nexpect stage=" + leads.stage +
            "\nexpect row=" + std::to_string(row - 1));
    }
    // From elsewhere it opens the MLP of the block; Enter leads to the sum of the largest neuron.
    program.run(
        "click @stage blocks.0.attn.q\nwait-idle\nkey Shift+I\nwait-idle\nexpect zoom=token\nexpect "
        "stage=blocks.0.mlp.act");
    program.run("key Enter\nwait-idle\nexpect zoom=stage\nexpect stage=blocks.0.mlp.pre");
    const Evaluation& evaluation = *program.app->session().shown().current;
    const auto path = token_path_of(evaluation, program.trace().find("blocks.0.mlp.pre"));
    const TokenRow shown = token_row_of(evaluation, *path, std::stoi(program.state("row")));
    CHECK(program.state("column") == std::to_string(shown.order.front()));
}

TEST_CASE("a run without an MLP has no page of one token, and says so") {
    for (const char* const model : {"lstm", "soft look-up table", "convolution"}) {
        CAPTURE(std::string(model));
        const SettledProgram program(window_options(model));
        if (!program) return;
        program.run("wait-idle\nkey Shift+I\nwait 3");
        CHECK(program.state("zoom") == "stage");
        CHECK(program.state("notice") == texts::walk::no_mlp);
        CHECK_FALSE(program.app->find_target("token path button"));
    }
    // A switch takes it away while it is shown.
    const SettledProgram program(window_options(decoder));
    if (!program) return;
    program.run("key Shift+I\nwait-idle\nexpect zoom=token");
    Inputs inputs = program.app->session().inputs();
    inputs.architecture = R"({"mlp": false})";
    program.app->session().set(inputs);
    program.app->settle();
    CHECK(program.state("zoom") == "stage");
    CHECK_FALSE(program.app->find_target("token path button"));
}

TEST_SUITE_END();
