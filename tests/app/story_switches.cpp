// The story of a run under every change: heads that are off, sublayers that add zeros, and each switch of the
// architecture. What is drawn and every sentence are of the changed run.
// ctest: alone 3 s, optimised only
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/pictures/story/story.h"
#include "app/pictures/story/story_layout.h"
#include "app/pictures/story/story_picture.h"
#include "app/pictures/story/texts.h"
#include "app/views/shared/architecture_switches.h"
#include "core/base/error.h"
#include "core/io/model_folder.h"
#include "core/model/patched_model.h"
#include "core/session/intervention.h"
#include "tests/support/notes_painter.h"
#include "tests/support/picture_models.h"
#include "tests/support/support.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

constexpr Rect sheet{0, 0, 1280, 660};

bool drawn(const Notes& notes, std::string_view words) {
    std::string all;
    for (const std::string& text : notes.texts) all += text + " ";
    return all.find(words) != std::string::npos;
}

/// The sentences of everything that the mouse meets, with the kinds of the hits.
std::set<std::pair<StoryHit::Kind, std::string>> sentences(const StoryScene& scene, float step = 21) {
    std::set<std::pair<StoryHit::Kind, std::string>> all;
    for (float y = sheet.y + 3; y < sheet.bottom(); y += step)
        for (float x = sheet.x + 3; x < sheet.right(); x += step) {
            Notes notes;
            if (const auto hit = draw_story(notes, sheet, scene, {x, y}))
                all.insert({hit->kind, tooltip_of(scene, *hit)});
        }
    return all;
}

bool says_of(const std::set<std::pair<StoryHit::Kind, std::string>>& all, StoryHit::Kind kind, std::string_view words) {
    bool found = false;
    for (const auto& [of, said] : all) {
        if (of != kind) continue;
        if (said.find(words) == std::string::npos) return false;
        found = true;
    }
    return found;
}

float width_behind_card(const Notes& notes, const StoryLayout& at, int token) {
    for (const Notes::Band& band : notes.bands) {
        const float y = (band.upper.back().y + band.lower.back().y) / 2;
        if (std::abs(y - at.y(token)) < 0.5F && std::abs(band.upper.back().x - at.joined) < 0.5F)
            return band.lower.back().y - band.upper.back().y;
    }
    return 0;
}

}  // namespace

TEST_SUITE_BEGIN("story");

TEST_CASE(
    "a head that is off is drawn and said to be off, wherever it is, and is not shown first while another is on") {
    int heads = 0;
    for (const PictureModel& from : picture_models()) {
        CAPTURE(from.name);
        const auto plain = evaluated(from);
        const std::optional<Story> before = story_of(*plain);
        if (!before || before->table()) continue;
        for (std::size_t b = 0; b < before->blocks.size(); ++b) {
            const StorySublayer& attention = *attention_of(before->blocks[b]);
            for (int head = 0; head < attention.heads; ++head) {
                const Inputs off = head_off(plain->inputs(), plain->trace(), attention.weights, head);
                const auto evaluation = evaluated(from, off.edits);
                const std::optional<Story> story = story_of(*evaluation);
                REQUIRE(story);
                const StorySublayer& changed = *attention_of(story->blocks[b]);
                for (int other = 0; other < attention.heads; ++other) CHECK(changed.head_off(other) == (other == head));
                if (attention.heads > 1 || story->blocks.size() > 1)
                    CHECK_FALSE(story->telling == StoryHead{static_cast<int>(b), head});
                Notes notes;
                const StoryScene scene{
                    .evaluation = *evaluation, .story = *story, .open_block = static_cast<int>(b), .head = head};
                static_cast<void>(draw_story(notes, sheet, scene, nowhere));
                CHECK(drawn(notes, "off"));
                CHECK_FALSE(drawn(notes, "” attends to"));
                if (heads++ % 12 == 0) {
                    const auto all = sentences(scene, 19);
                    CHECK(says_of(all, StoryHit::Kind::weight, "is off: its output is zero"));
                    CHECK(says_of(all, StoryHit::Kind::value, "is off: its output is zero"));
                    CHECK_FALSE(says_of(all, StoryHit::Kind::result, "from all heads"));
                }
                // Seen from another block: in its closed box.
                if (story->blocks.size() < 2) continue;
                Notes beside;
                const StoryScene other{.evaluation = *evaluation, .story = *story, .open_block = b == 0 ? 1 : 0};
                static_cast<void>(draw_story(beside, sheet, other, nowhere));
                CHECK(drawn(beside, attention.heads == 1 && changed.off() ? texts::story::attention_off : "off"));
            }
        }
    }
    CHECK(heads > 12);
}

TEST_CASE("a closed block says which heads are off at the looked-at token alone") {
    constexpr int it = 8;
    Inputs inputs;
    inputs.text = "The animal didn't cross the street because it was too wide.";
    inputs.edits = {{"blocks.0.attn.heads", {{Cell::all, it, Cell::all}}, 0}};
    const auto evaluation = evaluate_once(
        std::make_shared<Model>(load_model(source_dir() / "assets" / "models" / "coreference-full")), inputs);
    const std::optional<Story> story = story_of(*evaluation);
    REQUIRE(story);
    REQUIRE(story->words[it] == "it");
    StoryOff here, elsewhere, whole;
    here.count_at(*attention_of(story->blocks.front()), it);
    elsewhere.count_at(*attention_of(story->blocks.front()), 0);
    whole.count(*attention_of(story->blocks.front()));
    CHECK(here.heads == 2);
    CHECK_FALSE(elsewhere);
    CHECK_FALSE(whole);
    const auto said_at = [&](int token) {
        Notes notes;
        const StoryScene scene{.evaluation = *evaluation, .story = *story, .open_block = 1, .token = token};
        static_cast<void>(draw_story(notes, sheet, scene, nowhere));
        return drawn(notes, "heads off");
    };
    CHECK(said_at(it));
    CHECK_FALSE(said_at(0));
}

TEST_CASE("a sublayer that adds zeros has no ribbon of its own and is said to add nothing") {
    const PictureModel from = picture_models().front();
    const auto plain = evaluated(from);
    const std::optional<Story> before = story_of(*plain);
    REQUIRE(before);
    const auto with = [&](const std::string& record, const auto& check) {
        const auto evaluation = evaluated(from, {{.record = record, .cell = {Cell::all, Cell::all}, .value = 0}});
        const std::optional<Story> story = story_of(*evaluation);
        REQUIRE(story);
        Notes notes;
        const StoryScene scene{.evaluation = *evaluation, .story = *story};
        static_cast<void>(draw_story(notes, sheet, scene, nowhere));
        check(*story, notes, lay_out(notes, sheet, *story, 0), sentences(scene));
    };
    Notes shown;
    static_cast<void>(draw_story(shown, sheet, {.evaluation = *plain, .story = *before}, nowhere));
    CHECK(width_behind_card(shown, lay_out(shown, sheet, *before, 0), 1) > 0);
    CHECK_FALSE(drawn(shown, "off"));
    with("blocks.0.attn.out", [](const Story& story, const Notes& notes, const StoryLayout& at, const auto& all) {
        CHECK(attention_of(story.blocks.front())->off());
        CHECK(width_behind_card(notes, at, 1) == 0);
        CHECK(drawn(notes, texts::story::attention_is_off));
        CHECK(says_of(all, StoryHit::Kind::result, texts::story::adds_nothing));
    });
    with("blocks.0.mlp.out", [](const Story& story, const Notes& notes, const StoryLayout&, const auto& all) {
        CHECK(mlp_of(story.blocks.front())->off());
        CHECK(drawn(notes, texts::story::mlp_is_off));
        CHECK(says_of(all, StoryHit::Kind::mlp, texts::story::mlp_adds_nothing));
    });
}

TEST_CASE("where nothing passes between the tokens, it is said whether heads are off or their projection is zero") {
    const PictureModel from = picture_models().front();
    const auto plain = evaluated(from);
    const std::optional<Story> before = story_of(*plain);
    REQUIRE(before);
    Inputs off = plain->inputs();
    std::vector<Edit> zeros;
    for (std::size_t b = 0; b < before->blocks.size(); ++b) {
        const StorySublayer& attention = *attention_of(before->blocks[b]);
        for (int head = 0; head < attention.heads; ++head) off = head_off(off, plain->trace(), attention.weights, head);
        zeros.push_back(
            {.record = "blocks." + std::to_string(b) + ".attn.out", .cell = {Cell::all, Cell::all}, .value = 0});
    }
    const auto heading = [&](const std::vector<Edit>& edits) {
        const auto evaluation = evaluated(from, edits);
        const std::optional<Story> story = story_of(*evaluation);
        REQUIRE(story);
        Notes notes;
        static_cast<void>(draw_story(notes, sheet, {.evaluation = *evaluation, .story = *story}, nowhere));
        return notes;
    };
    const Notes heads = heading(off.edits), projections = heading(zeros);
    CHECK(drawn(heads, texts::story::no_exchange));
    CHECK(drawn(projections, texts::story::no_sum));
    CHECK_FALSE(drawn(projections, texts::story::no_exchange));
}

TEST_CASE("under every switch of the architecture the story's marks and sentences are the changed run's") {
    int changes = 0;
    for (const PictureModel& from : picture_models()) {
        const std::shared_ptr<const Model> model = make_model(from);
        if (!is_transformer(model->config)) continue;
        CAPTURE(from.name);
        const Inputs inputs{.model = from.name, .text = from.text, .target = from.target, .edits = {}};
        for (const ArchitectureSwitch& what : all_switches()) {
            if (!what.applies(model->config)) continue;
            std::vector<std::string> values{what.value(model->config) == "true" ? "false" : "true"};
            if (what.kind == ArchitectureSwitch::Kind::number) values = {decimal(what.high)};
            if (what.kind == ArchitectureSwitch::Kind::whole) values = {"2"};
            if (what.kind == ArchitectureSwitch::Kind::choice) {
                values.clear();
                for (const SwitchOption& option : what.options()) values.push_back(option.name);
            }
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
                ++changes;
                const ModelConfig& config = evaluation->model().config;
                const std::optional<Story> story = story_of(*evaluation);
                REQUIRE(story);
                const StoryScene scene{.evaluation = *evaluation, .story = *story};
                Notes notes;
                static_cast<void>(draw_story(notes, sheet, scene, nowhere));
                CHECK(notes.bounds.right() <= sheet.right() + 1);
                CHECK(notes.bounds.bottom() <= sheet.bottom() + 1);
                CHECK(drawn(notes, texts::story::residual_stream) == config.residual);
                CHECK(drawn(notes, "MLP") == config.mlp);
                CHECK((drawn(notes, texts::story::norm) ==
                       (config.norm != Norm::none || story->final_norm >= 0 || drawn(notes, "norm of"))));
                // Residual connections are arrows of their own, one per sublayer of the open block that is drawn open;
                // broader heads lead keys and values into the card, two a line.
                const auto narrow =
                    std::ranges::count_if(notes.triangle_widths, [&](float wide) { return wide < 0.6F * notes.em(); });
                CHECK(narrow == (config.residual ? (config.mlp ? 2 : 1) : 0));
                CHECK((notes.triangles - narrow) % 2 == 0);
                CHECK(notes.triangles > narrow);
                if (&value != &values.front()) continue;  // the sentences once per key
                for (const auto& [kind, said] : sentences(scene, 67)) {
                    CAPTURE(said);
                    CHECK(said.find("nan") == std::string::npos);
                    if (!config.residual) CHECK(said.find("esidual") == std::string::npos);
                    if (kind == StoryHit::Kind::norm)
                        CHECK(said.starts_with(config.norm == Norm::rmsnorm ? "RMSNorm" : "LayerNorm"));
                }
            }
        }
    }
    CHECK(changes > 100);
}

TEST_SUITE_END();
