// The architecture diagram against the record and the config: its boxes stand for every stage once, in the order of the
// run; N, h and the place of the norms are the model's; arrows end at their boxes, and nothing overlaps or leaves the
// page.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "app/paint/smaller_painter.h"
#include "app/pictures/architecture/diagram_picture.h"
#include "app/pictures/architecture/texts.h"
#include "app/pictures/story/story_picture.h"
#include "core/base/error.h"
#include "core/generate/next_token.h"
#include "core/model/mask.h"
#include "core/model/patched_model.h"
#include "core/model/positional.h"
#include "core/tape/stages_read.h"
#include "tests/support/notes_painter.h"
#include "tests/support/picture_models.h"
#include "tests/support/support.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

using Kind = DiagramBox::Kind;
namespace words = texts::architecture;

std::shared_ptr<const Model> shipped_model(const std::string& name) {
    return std::make_shared<const Model>(load_model(source_dir() / "assets" / "models" / name));
}

std::shared_ptr<Evaluation> run_of_model(const std::shared_ptr<const Model>& model) {
    Inputs inputs{.model = model->name, .text = model->card.examples.front(), .target = "", .edits = {}};
    if (!model->card.targets.empty()) inputs.target = model->card.targets.front();
    return evaluate_once(model, inputs);
}

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
            const bool hides = !cross && (box.stack == Stack::decoder ||
                                          (box.stack == Stack::only && config.mask.kind->name != "none"));
            CHECK(box.name.starts_with("Masked") == hides);
        }
        if (box.kind == Kind::linear) CHECK(box.detail.empty() == !(config.tie_embeddings && !config.head.classifier));
        if (box.kind == Kind::add && config.norm_placement == NormPlacement::post && config.norm != Norm::none)
            CHECK(box.name.starts_with("Add & "));
    }
}

/// An arrow for every pair of boxes of which one reads the other within a block, and no more.
void check_arrows(const Evaluation& evaluation, const Diagram& diagram) {
    const Trace& trace = evaluation.trace();
    for (const DiagramArrow& arrow : diagram.arrows) {
        const DiagramBox &a = diagram.boxes[static_cast<std::size_t>(arrow.from)],
                         &b = diagram.boxes[static_cast<std::size_t>(arrow.to)];
        bool reads = false;
        for (const auto& block : b.stages)
            for (const int id : block)
                for (const int operand : trace.record(id).operands)
                    for (const auto& of : a.stages) reads |= std::ranges::find(of, operand) != of.end();
        CHECK(reads);
    }
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

bool on_edge(const Rect& of, Vec2 at) {
    const bool inside =
        at.x >= of.x - 0.6F && at.x <= of.right() + 0.6F && at.y >= of.y - 0.6F && at.y <= of.bottom() + 0.6F;
    const float away = std::min(
        {std::abs(at.x - of.x), std::abs(at.x - of.right()), std::abs(at.y - of.y), std::abs(at.y - of.bottom())});
    return inside && away <= 0.6F;
}

bool over(const Rect& a, const Rect& b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

void check_drawn(const Evaluation& evaluation, const Diagram& diagram, const Rect& page, float em, int selected) {
    LargeNotes notes(em);
    float share = 1;
    const auto smaller = [&] { return SmallerPainter(notes, share); };
    for (; share > 0.3F; share -= 0.04F) {
        SmallerPainter painter = smaller();
        if (has_room(painter, page, diagram)) break;
    }
    SmallerPainter painter = smaller();
    REQUIRE(has_room(painter, page, diagram));
    const DiagramLayout at = lay_out(painter, page, evaluation, diagram, selected, 0, 0);
    const DiagramFacts facts = facts_of(evaluation, diagram, selected, 0);
    static_cast<void>(draw_diagram(
        painter, at, {.evaluation = evaluation, .diagram = diagram, .facts = facts, .selected = selected}, nowhere));
    CHECK(notes.bounds.x >= page.x - 1);
    CHECK(notes.bounds.y >= page.y - 1);
    CHECK(notes.bounds.right() <= page.right() + 1);
    CHECK(notes.bounds.bottom() <= page.bottom() + 1);
    for (const DiagramRoute& route : at.routes) {
        CHECK(on_edge(at.boxes[static_cast<std::size_t>(route.to)], route.way.back()));
        const Rect from = at.boxes[static_cast<std::size_t>(route.from)];
        const Vec2 begin = route.way.front();  // at the box, or on the line above it
        CHECK((on_edge(from, begin) || (std::abs(begin.x - from.centre().x) < 1 && begin.y <= from.y)));
    }
    CHECK(at.routes.size() >= diagram.arrows.size());
    std::vector<Rect> solid = at.boxes;
    for (const Rect& chip : at.encodings)
        if (chip.w > 0) solid.push_back(chip);
    for (const StageNode& node : at.nodes) solid.push_back(node.rect);
    for (std::size_t i = 0; i < solid.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) CHECK_FALSE(over(solid[i].inset(0.5F), solid[j].inset(0.5F)));
    std::vector<std::pair<Rect, std::string>> labels;
    for (const Notes::Label& label : notes.labels)
        labels.emplace_back(box_of(notes, label).inset(1, 0.2F * share * em), label.text);
    for (std::size_t i = 0; i < labels.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            CAPTURE(labels[i].second);
            CAPTURE(labels[j].second);
            CHECK_FALSE(over(labels[i].first, labels[j].first));
        }
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

TEST_CASE("arrows end at their boxes, no label lies over another one and nothing leaves the page at any size") {
    for (const char* const name : {"coreference-full", "translate-fr-en", "recall-lstm", "sentiment-but", "soft-lookup",
                                   "k-back-1-rope", "k-back-1-t5", "translate-rnn-attention", "translate-bottleneck"}) {
        CAPTURE(std::string(name));
        const auto evaluation = run_of_model(shipped_model(name));
        const Diagram diagram = diagram_of(*evaluation);
        for (const Rect& page :
             {Rect{0, 0, 1180, 560}, Rect{0, 0, 1180, 610}, Rect{0, 0, 1750, 880}, Rect{0, 0, 2400, 1200}})
            for (const float em : {15.0F, 30.0F}) {
                CAPTURE(page.w);
                CAPTURE(em);
                for (std::size_t selected = 0; selected < diagram.boxes.size(); selected += 3)
                    check_drawn(*evaluation, diagram, page, em, static_cast<int>(selected));
            }
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
