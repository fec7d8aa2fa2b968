// The architecture diagram against the record and the config: its boxes stand for every stage once, in the order of the
// run, arrows are what they read of one another; N, h and the place of the norms are the model's.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "app/pictures/architecture/diagram_picture.h"
#include "app/pictures/architecture/texts.h"
#include "app/pictures/story/story_picture.h"
#include "core/base/error.h"
#include "core/generate/next_token.h"
#include "core/model/mask.h"
#include "core/model/patched_model.h"
#include "core/model/positional.h"
#include "tests/support/architecture_runs.h"
#include "tests/support/picture_models.h"
#include "tests/support/support.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

using Kind = DiagramBox::Kind;
namespace words = texts::architecture;

std::vector<std::string> shipped_names() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(source_dir() / "assets" / "models"))
        if (entry.is_directory()) names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
}

/// Every stage is in one box and in the list of its own block.
void check_cover(const Evaluation& evaluation, const Diagram& diagram) {
    const Trace& trace = evaluation.trace();
    std::map<int, int> seen;
    for (const DiagramBox& box : diagram.boxes)
        for (std::size_t block = 0; block < box.stages.size(); ++block) {
            CHECK_FALSE(box.stages[block].empty());
            CHECK(std::ranges::is_sorted(box.stages[block]));
            for (const int id : box.stages[block]) {
                ++seen[id];
                // The attention of a recurrent decoder is one box, though some of its stages stand in the layer's
                // steps.
                const bool one = box.kind == Kind::attention && !is_transformer(evaluation.model().config);
                CHECK(box.repeated == (trace.record(id).site.block >= 0 && !one));
                if (trace.record(id).stage->part == ModelPart::attention) CHECK(box.kind == Kind::attention);
                if (box.repeated) CHECK(trace.record(id).site.block == static_cast<int>(block));
            }
            CHECK(box.first(static_cast<int>(block)) == box.stages[block].front());
            CHECK(box.last(static_cast<int>(block)) == box.stages[block].back());
        }
    CHECK(seen.size() == trace.stages().size());
    for (const int id : trace.stages()) CHECK(seen[id] == 1);
    // A column's boxes are in the order of the run, and in the second block in the same order.
    for (const DiagramColumn& column : diagram.columns)
        for (int block = 0; block < std::max(1, column.blocks); ++block)
            for (std::size_t i = 1; i < column.boxes.size(); ++i) {
                const DiagramBox &a = diagram.boxes[static_cast<std::size_t>(column.boxes[i - 1])],
                                 &b = diagram.boxes[static_cast<std::size_t>(column.boxes[i])];
                CHECK(a.first(block) < b.first(block));
            }
}

/// The boxes of a transformer's column as the config says them, by a way that does not look at the record.
std::vector<Kind> expected_kinds(const ModelConfig& config, Stack stack) {
    std::vector<Kind> kinds{Kind::embedding};
    if (config.positional.kind->added != nullptr) kinds.push_back(Kind::sum);
    kinds.push_back(Kind::stream);
    const bool norms = config.norm != Norm::none, pre = config.norm_placement == NormPlacement::pre;
    const auto sublayer = [&](Kind kind) {
        if (norms && pre) kinds.push_back(Kind::norm);
        kinds.push_back(kind);
        if (config.residual) kinds.push_back(Kind::add);
        if (norms && !pre && !config.residual) kinds.push_back(Kind::norm);
    };
    sublayer(Kind::attention);
    if (stack == Stack::decoder) sublayer(Kind::attention);
    if (config.mlp) sublayer(Kind::feed_forward);
    if (norms && config.final_norm) kinds.push_back(Kind::norm);
    if (stack == Stack::encoder) return kinds;
    if (config.head.classifier) kinds.push_back(Kind::pooling);
    kinds.push_back(Kind::linear);
    kinds.push_back(Kind::softmax);
    return kinds;
}

void check_transformer(const Evaluation& evaluation, const Diagram& diagram) {
    const ModelConfig& config = evaluation.model().config;
    const Trace& trace = evaluation.trace();
    for (const DiagramColumn& column : diagram.columns) {
        std::vector<Kind> kinds;
        for (const int box : column.boxes) kinds.push_back(diagram.boxes[static_cast<std::size_t>(box)].kind);
        CHECK(kinds == expected_kinds(config, column.stack));
        CHECK(column.blocks == (column.stack == Stack::decoder ? config.n_decoder_layers : config.n_layers));
    }
    CHECK(diagram.columns.size() == (has_target(config) ? 2U : 1U));
    const auto all = [&](auto&& fits) { return std::ranges::count_if(diagram.boxes, fits); };
    CHECK((all([](const DiagramBox& box) { return box.kind == Kind::positions; }) > 0) ==
          (config.positional.kind->added != nullptr));
    const std::string rms = words::rms_norm, layer = words::layer_norm;
    CHECK((all([&](const DiagramBox& box) { return box.name.ends_with(rms); }) > 0) == (config.norm == Norm::rmsnorm));
    CHECK((all([&](const DiagramBox& box) { return box.name.ends_with(layer); }) > 0) ==
          (config.norm == Norm::layernorm));
    for (const DiagramBox& box : diagram.boxes) {
        if (box.kind == Kind::attention) {
            const bool cross = trace.record(box.first(0)).site.attention == AttentionKind::cross;
            const int heads = cross ? config.n_cross_heads : config.n_heads;
            CHECK(box.detail.starts_with("h = " + std::to_string(heads)));
            const bool inside =
                !cross && (config.positional.kind->rotation != nullptr || config.positional.kind->bias != nullptr ||
                           config.positional.kind->scores != nullptr || config.positional.kind->distances != nullptr);
            CHECK(box.encoding.empty() != inside);
            CHECK((box.effect == words::rotates) == (!cross && config.positional.kind->rotation != nullptr));
            CHECK((box.name.find("Cross-Attention") != std::string::npos) == cross);
            CHECK((box.name.find("Single-Head") != std::string::npos) == (heads == 1));
            const bool hides = !cross && (box.stack == Stack::decoder ||
                                          (box.stack == Stack::only && config.mask.kind->name != "none"));
            CHECK(box.name.starts_with("Masked") == hides);
        }
        if (box.kind == Kind::linear) CHECK(box.detail.empty() == !(config.tie_embeddings && !config.head.classifier));
        if (box.kind == Kind::add && config.norm_placement == NormPlacement::post && config.norm != Norm::none)
            CHECK(box.name.starts_with("Add & "));
    }
}

/// An arrow for every pair of boxes of which one reads the other within a block, and no more: counted here from the
/// operands of the record.
void check_arrows(const Evaluation& evaluation, const Diagram& diagram) {
    const Trace& trace = evaluation.trace();
    std::set<std::pair<int, int>> wanted, drawn;
    for (const int id : trace.stages())
        for (const int operand : trace.record(id).operands) {
            const Record& read = trace.record(operand);
            if (read.kind != Record::Kind::computed) continue;
            const int from = diagram.box_of(operand), to = diagram.box_of(id);
            const DiagramBox &a = diagram.boxes[static_cast<std::size_t>(from)],
                             &b = diagram.boxes[static_cast<std::size_t>(to)];
            if (from == to || b.kind == Kind::positions) continue;  // positions take the number of tokens alone
            const bool next =
                a.repeated && b.repeated && a.stack == b.stack && read.site.block != trace.record(id).site.block;
            if (!next) wanted.insert({from, to});
        }
    for (const DiagramArrow& arrow : diagram.arrows) drawn.insert({arrow.from, arrow.to});
    CHECK(drawn.size() == diagram.arrows.size());
    CHECK(drawn == wanted);
    const auto arrow = [&](Kind from, Kind to) {
        return std::ranges::any_of(diagram.arrows, [&](const DiagramArrow& of) {
            return diagram.boxes[static_cast<std::size_t>(of.from)].kind == from &&
                   diagram.boxes[static_cast<std::size_t>(of.to)].kind == to;
        });
    };
    const ModelConfig& config = evaluation.model().config;
    if (!is_transformer(config)) return;
    CHECK(arrow(Kind::linear, Kind::softmax));
    CHECK(arrow(Kind::stream, Kind::add) == config.residual);
    CHECK_FALSE(arrow(Kind::embedding, Kind::positions));  // it takes the number of tokens alone
}

}  // namespace

TEST_SUITE_BEGIN("story");

TEST_CASE("the diagram's boxes stand for every stage of every shipped model once, in the order of its config") {
    int models = 0;
    for (const std::string& name : shipped_names()) {
        CAPTURE(name);
        const auto evaluation = run_of_model(shipped_model(name));
        const Diagram diagram = diagram_of(*evaluation);
        check_cover(*evaluation, diagram);
        check_arrows(*evaluation, diagram);
        if (is_transformer(evaluation->model().config)) check_transformer(*evaluation, diagram);
        ++models;
    }
    CHECK(models > 50);
}

TEST_CASE("models of every kind and switch have the diagram of their own config") {
    for (const PictureModel& from : picture_models()) {
        CAPTURE(from.name);
        const auto evaluation = evaluated(from);
        const Diagram diagram = diagram_of(*evaluation);
        check_cover(*evaluation, diagram);
        check_arrows(*evaluation, diagram);
        for (const DiagramBox& box : diagram.boxes) CHECK_FALSE(box.name.empty());
        CHECK_FALSE(diagram.title.empty());
        if (is_transformer(evaluation->model().config)) check_transformer(*evaluation, diagram);
    }
}

TEST_CASE("the answers are at the token that they are read at, and at none where all are pooled") {
    const auto answered = [](const std::string& model) {
        return diagram_of(*run_of_model(shipped_model(model))).answered;
    };
    CHECK(answered("sentiment-but").empty());  // the mean of all
    CHECK(answered("sentiment-but-cls") == "<cls>");
    const auto last = run_of_model(shipped_model("recall-transformer"));
    CHECK(diagram_of(*last).answered == last->tokens().back().text);
    CHECK(answered("coreference-full") == "it");
}

TEST_CASE("a switch moves the norms, names them and takes parts away") {
    struct Row {
        const char *model, *patch, *note;
    };
    for (const Row& row :
         {Row{"coreference-full", R"({"norm_placement":"post"})",
              "LayerNorm after each residual connection (post-norm)"},
          Row{"coreference-full", R"({"norm":"none","final_norm":false})", "No normalization, residual connections"},
          Row{"coreference-full", R"({"residual":false,"norm_placement":"post"})", "LayerNorm after each sublayer"},
          Row{"coreference-full", R"({"residual":false})", "no residual connections"},
          Row{"coreference-full", R"({"mlp":false})", "no feed-forward layers"},
          Row{"translate-fr-en", R"({"norm_placement":"post"})", "post-norm"}}) {
        CAPTURE(std::string(row.patch));
        const auto plain = shipped_model(row.model);
        const auto model = patched_model(plain, row.patch);
        const auto evaluation = run_of_model(model);
        const Diagram diagram = diagram_of(*evaluation);
        check_cover(*evaluation, diagram);
        check_arrows(*evaluation, diagram);
        check_transformer(*evaluation, diagram);
        CHECK(diagram.note.find(row.note) != std::string::npos);
    }
}

TEST_CASE("what is said of a box are the numbers of the record") {
    const auto evaluation = run_of_model(shipped_model("coreference-full"));
    const Trace& trace = evaluation->trace();
    const Diagram diagram = diagram_of(*evaluation);
    for (std::size_t i = 0; i < diagram.boxes.size(); ++i) {
        const DiagramBox& box = diagram.boxes[i];
        const int block = box.repeated ? static_cast<int>(box.stages.size()) - 1 : 0;
        const DiagramFacts facts = facts_of(*evaluation, diagram, static_cast<int>(i), block);
        REQUIRE(facts.lines.size() == 3);
        const Record& end = trace.record(box.last(block));
        double norms = 0;
        std::vector<double> squares(end.shape.rows());
        for (std::size_t at = 0; at < end.shape.count(); ++at) {
            const auto x = static_cast<double>(end.at(end.shape.cell(at)));
            squares[at / static_cast<std::size_t>(end.shape.cols())] += x * x;
        }
        for (const double square : squares) norms += std::sqrt(square) / static_cast<double>(squares.size());
        CHECK(facts.lines[2].find(short_number(norms)) != std::string::npos);
        std::map<int, std::size_t> parameters;
        for (const int id : box.stages_of(block))
            for (const int operand : trace.record(id).operands)
                if (trace.record(operand).kind == Record::Kind::parameter)
                    parameters[operand] = trace.record(operand).shape.count();
        std::size_t count = 0;
        for (const auto& [id, numbers] : parameters) count += numbers;
        std::string said = facts.lines[1];
        std::erase(said, ',');
        CHECK(said == (count > 0 ? std::to_string(count) + " parameters" : "no parameters"));
    }
    CHECK(diagram.answers.front().second ==
          doctest::Approx(
              static_cast<double>(most_probable_answers(*evaluation, 1, story_row(*evaluation)).front().probability)));
}

TEST_CASE("keys and clicks lead to the diagram, through its boxes and blocks, and to the stages; it is remembered") {
    AppOptions options = options_for("coreference-full");
    options.load = [](const std::string& name) { return shipped_model(name); };
    options.inputs.text = options.load("coreference-full")->card.examples.front();
    options.overview = true;
    const Program program(options);
    if (!program) return;
    program.run(
        "wait-idle\nexpect zoom=story\nkey Ctrl+0\nwait-idle\nexpect zoom=architecture\n"
        "key Ctrl+0\nwait-idle\nexpect zoom=story\nclick @story architecture\nwait-idle\nexpect zoom=architecture");
    const std::string first = program.state("architecture_box");
    CHECK(first.find("Attention") != std::string::npos);
    program.run("key Up\nwait-idle");
    const std::string above = program.state("architecture_box");
    CHECK(above != first);
    program.run("key Down\nkey Enter\nwait-idle\nexpect zoom=stage");
    CHECK(program.state("stage").ends_with("attn.q"));
    program.run("key 0\nkey O\nwait-idle\nexpect zoom=architecture");  // further out than the map is what was seen last
    program.run("click @box stage 4\nwait-idle\nexpect zoom=stage\nkey Ctrl+0\nwait-idle\nexpect zoom=architecture");
    program.run("key Shift+Right\nkey Enter\nwait-idle\nexpect zoom=stage");
    CHECK(program.state("stage").starts_with("blocks.1"));
    program.run(
        "key Ctrl+0\nwait-idle\nclick @story flow\nwait-idle\nexpect zoom=story\nkey Right\nwait-idle\nexpect "
        "zoom=stage");
}

TEST_SUITE_END();
