// Every stage that a model has is in its pictures, whoever made the model: shipped models and those of the fixtures
// have a box for each group of their stages, a place in the map, and a diagram none of whose words is cut or lies over
// another.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "app/paint/legible_painter.h"
#include "app/paint/smaller_painter.h"
#include "app/pictures/architecture/diagram_picture.h"
#include "app/pictures/story/story_picture.h"
#include "app/views/walk/map.h"
#include "core/model/model.h"
#include "core/model/positional.h"
#include "tests/support/architecture_runs.h"
#include "tests/support/hf_fixture.h"
#include "tests/support/notes_painter.h"
#include "tests/support/skipped.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

using Kind = DiagramBox::Kind;

struct Run {
    std::string name;
    std::shared_ptr<Evaluation> evaluation;
};

std::string spelled(const std::vector<int>& ids) {
    std::string text;
    for (const int id : ids) text += (text.empty() ? "" : " ") + std::to_string(id);
    return text;
}

/// Of the fixtures, each with the input that is given with it.
std::vector<Run> fixture_runs() {
    std::vector<Run> runs;
    for (const auto& entry : std::filesystem::directory_iterator(hf_fixtures())) {
        if (!entry.is_directory()) continue;
        const auto model = std::make_shared<const Model>(load_model(entry.path()));
        const HfFixture given(entry.path());
        Inputs inputs{
            .model = model->name, .text = spelled(given.tokens), .target = spelled(given.target), .edits = {}};
        if (model->tokenizer != nullptr) inputs.text = "Once upon a time";
        runs.push_back({entry.path().filename().string(), evaluate_once(model, inputs)});
    }
    std::ranges::sort(runs, {}, &Run::name);
    return runs;
}

std::vector<Run> shipped_runs() {
    std::vector<Run> runs;
    for (const auto& entry : std::filesystem::directory_iterator(source_dir() / "assets" / "models"))
        if (entry.is_directory()) {
            const std::string name = entry.path().filename().string();
            runs.push_back({name, run_of_model(shipped_model(name))});
        }
    std::ranges::sort(runs, {}, &Run::name);
    return runs;
}

bool has(const Diagram& diagram, Kind kind, const std::string& name = "") {
    return std::ranges::any_of(diagram.boxes, [&](const DiagramBox& box) {
        return box.kind == kind && (name.empty() || box.name == name || line_of(box) == name);
    });
}

/// What the config says that the model has, by a way that does not look at the record.
void check_groups(const Evaluation& evaluation, const Diagram& diagram) {
    const ModelConfig& config = evaluation.model().config;
    if (!is_transformer(config)) return;
    CHECK(has(diagram, Kind::embedding));
    CHECK(has(diagram, Kind::segments) == (config.token_types > 0));
    CHECK(has(diagram, Kind::positions) == (config.positional.kind->added != nullptr));
    CHECK(has(diagram, Kind::projection) == (config.d_embed > 0));
    CHECK(has(diagram, Kind::attention));
    CHECK(has(diagram, Kind::feed_forward) == config.mlp);
    CHECK(has(diagram, Kind::pooling) == pools(config));
    CHECK(has(diagram, Kind::before_linear) ==
          (static_cast<bool>(config.head.transform) || config.d_embed > 0 || config.logit_scale != 1));
    CHECK(has(diagram, Kind::linear) == !config.head.none);
    const bool softmax = static_cast<bool>(evaluation.graph().probs);
    CHECK(has(diagram, Kind::softmax) == softmax);
    CHECK(diagram.outcome.empty() == softmax);
    const auto norms_outside = std::ranges::count_if(
        diagram.boxes, [](const DiagramBox& box) { return box.kind == Kind::norm && !box.repeated; });
    const int stacks = has_target(config) ? 2 : 1;
    const bool norms = config.norm != Norm::none;
    CHECK(norms_outside == (norms ? stacks * (config.embed_norm + config.final_norm) + config.head.transform.norm : 0));
}

void check_map(const Evaluation& evaluation) {
    const ModelMap map = map_of(evaluation.trace(), 1.75F);
    CHECK(map.nodes.size() == evaluation.trace().stages().size());
    const auto over = [](const Rect& a, const Rect& b) {
        const Rect both = a.intersect(b);
        return both.w > 1e-3F && both.h > 1e-3F;
    };
    for (std::size_t i = 0; i < map.groups.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            const MapGroup &a = map.groups[i], &b = map.groups[j];
            if (a.kind != b.kind || a.parent != b.parent) continue;
            CAPTURE(a.title);
            CAPTURE(b.title);
            CHECK_FALSE(over(a.rect, b.rect));
        }
}

/// The texts of a diagram: whole, and none over another.
void check_texts(const Evaluation& evaluation, const Diagram& diagram, const Rect& page, Painter& painter, Notes& notes,
                 float em, float least) {
    for (const DiagramSide side : {DiagramSide::shown, DiagramSide::left_out})
        for (float size = std::max(em, least); size >= least; --size) {
            SmallerPainter smaller(painter, size / em);
            if (!has_room(smaller, page, diagram, side)) continue;
            for (std::size_t selected = 0; selected < diagram.boxes.size(); selected += 2) {
                notes.texts.clear();
                notes.labels.clear();
                const auto box = static_cast<int>(selected);
                const DiagramFacts said = facts_of(evaluation, diagram, box, 0);
                const DiagramLayout at = lay_out(smaller, page, evaluation, diagram, said, box, 0, 0, side);
                static_cast<void>(draw_diagram(
                    smaller, at, {.evaluation = evaluation, .diagram = diagram, .facts = said, .selected = box},
                    nowhere));
                std::vector<std::pair<Rect, std::string>> labels;
                for (const Notes::Label& label : notes.labels) {
                    CAPTURE(label.text);
                    // Words of the text that goes in may be shortened; names may not.
                    const bool of_text = label.at.y >= at.words.front().y;
                    CHECK((of_text || label.text.find("…") == std::string::npos));
                    labels.emplace_back(box_of(notes, label).inset(1, 0.12F * size), label.text);
                }
                for (std::size_t i = 0; i < labels.size(); ++i)
                    for (std::size_t j = 0; j < i; ++j) {
                        CAPTURE(labels[i].second);
                        CAPTURE(labels[j].second);
                        const Rect both = labels[i].first.intersect(labels[j].first);
                        CHECK_FALSE((both.w > 0 && both.h > 0));
                    }
            }
            return;
        }
    CHECK_MESSAGE(least > em, "no room");  // in a lecture hall the data flow takes its place
}

void check_pictures(const std::vector<Run>& runs) {
    for (const Run& run : runs) {
        CAPTURE(run.name);
        const Evaluation& evaluation = *run.evaluation;
        const Diagram diagram = diagram_of(evaluation);
        std::set<int> shown;
        for (const DiagramBox& box : diagram.boxes) {
            CHECK_FALSE(box.name.empty());
            for (const std::vector<int>& block : box.stages) shown.insert(block.begin(), block.end());
        }
        CHECK(shown.size() == evaluation.trace().stages().size());
        check_groups(evaluation, diagram);
        check_map(evaluation);
        for (const Rect& page : {Rect{0, 0, 1180, 640}, Rect{0, 0, 1750, 950}}) {
            CAPTURE(page.w);
            LargeNotes notes(15);
            check_texts(evaluation, diagram, page, notes, notes, 15, 10);
        }
        // As read from the last row of a lecture hall, beside a lesson.
        for (const Rect& page : {Rect{0, 0, 780, 700}, Rect{0, 0, 1180, 700}}) {
            CAPTURE(page.w);
            LargeNotes notes(15);
            constexpr float least = 19;
            LegiblePainter legible(notes, least);
            check_texts(evaluation, diagram, page, legible, notes, 15, least);
        }
    }
}

}  // namespace

TEST_SUITE_BEGIN("story");

TEST_CASE("shipped models have every group of their stages in the diagram and the map, in words that are read") {
    const std::vector<Run> runs = shipped_runs();
    CHECK(runs.size() > 50);
    check_pictures(runs);
}

TEST_CASE("models of other makers have every group of their stages in the diagram and the map") {
    if (!std::filesystem::exists(hf_fixtures())) return skip(Needs::fixtures, "no fixtures");
    const std::vector<Run> runs = fixture_runs();
    CHECK(runs.size() > 10);
    check_pictures(runs);
}

TEST_CASE("the story shows the embedding's norm and what stands before the output matrix, each with its name") {
    if (!std::filesystem::exists(hf_fixtures())) return skip(Needs::fixtures, "no fixtures");
    int with_norm = 0, with_head = 0, parallel = 0;
    for (const Run& run : fixture_runs()) {
        CAPTURE(run.name);
        const ModelConfig& config = run.evaluation->model().config;
        const std::optional<Story> story = story_of(*run.evaluation);
        // None is told of a model without answers.
        CHECK(story.has_value() == static_cast<bool>(run.evaluation->graph().probs));
        if (!story) continue;
        CHECK(story->parallel == is_parallel(config));
        parallel += story->parallel ? 1 : 0;
        CHECK((story->embed_norm >= 0) == config.embed_norm);
        if (story->source) CHECK((story->source->embed_norm >= 0) == config.embed_norm);
        const std::size_t of_head = (config.head.transform ? 1 : 0) + (config.head.transform.norm ? 1 : 0) +
                                    (config.d_embed > 0 ? 1 : 0) + (config.logit_scale != 1 ? 1 : 0);
        CHECK(story->head.size() == of_head);
        LargeNotes notes(15);
        static_cast<void>(
            draw_story(notes, {0, 0, 1180, 560}, {.evaluation = *run.evaluation, .story = *story}, nowhere));
        const auto count = [&](const char* name) { return std::ranges::count(notes.texts, std::string(name)); };
        CHECK(count("dense") == (config.head.transform ? 1 : 0));
        CHECK(count("linear") == (config.d_embed > 0 ? 1 : 0));
        CHECK(count("scale") == (config.logit_scale != 1 ? 1 : 0));
        with_norm += config.embed_norm ? 1 : 0;
        with_head += of_head > 0 ? 1 : 0;
    }
    CHECK(with_norm >= 3);
    CHECK(with_head >= 3);
    CHECK(parallel >= 1);
}

TEST_SUITE_END();
