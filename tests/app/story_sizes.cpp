// The overview in windows of four sizes at text scales from 1 to 2: its share of the window, what gives way for it, and
// labels that do not lie over each other.
// ctest: alone 8 s
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>

#include "app/paint/smaller_painter.h"
#include "app/pictures/story/story_picture.h"
#include "app/pictures/story/texts.h"
#include "app/pictures/story/time_story.h"
#include "app/views/walk/story_page.h"
#include "core/session/intervention.h"
#include "tests/support/notes_painter.h"
#include "tests/support/picture_models.h"
#include "tests/support/support.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("story");

TEST_CASE("the overview takes most of the window at every text size; where it has no room the timeline gives way") {
    struct Row {
        const char* size;
        int width, height;
        float scale;
        bool timeline;
    };
    for (const char* const model :
         {"coreference-full", "translate-fr-en", "recall-lstm", "sentiment-but", "soft-lookup", "recall-rnn"})
        for (const Row& row : {Row{"1280x720", 1280, 720, 1, true}, Row{"1280x720", 1280, 720, 1.5F, false},
                               Row{"1280x720", 1280, 720, 2, false}, Row{"1920x1080", 1920, 1080, 1, true},
                               Row{"1920x1080", 1920, 1080, 2, false}, Row{"2560x1440", 2560, 1440, 1, true}}) {
            CAPTURE(std::string(model));
            CAPTURE(std::string(row.size));
            CAPTURE(row.scale);
            AppOptions options = options_for(model, {row.width, row.height});
            options.overview = true;
            options.text_scale = row.scale;
            options.load = [](const std::string& name) {
                return std::make_shared<const Model>(load_model(source_dir() / "assets" / "models" / name));
            };
            options.inputs.text = options.load(model)->card.examples.front();
            if (!options.load(model)->card.targets.empty())
                options.inputs.target = options.load(model)->card.targets.front();
            const Program program(options);
            if (!program) return;
            program.run("wait-idle\nexpect zoom=story");
            const Rect page = program.target("story area");
            const float share = page.w * page.h / static_cast<float>(row.width * row.height);
            CHECK(share >= picture_share);
            if (row.timeline) CHECK(program.app->find_target("timeline").has_value());
            if (!row.timeline && !std::string_view(model).starts_with("recall") &&
                !(row.scale == 1.5F && std::string_view(model) == "soft-lookup"))
                CHECK_FALSE(program.app->find_target("timeline").has_value());
        }
    CHECK(picture_share >= 0.6F);
}

TEST_CASE("names of the card's rows leave the weights of cross-attention room: beside narrow columns there are words") {
    const auto loaded =
        std::make_shared<const Model>(load_model(source_dir() / "assets" / "models" / "translate-fr-en"));
    const auto evaluation = evaluate_once(
        loaded, {.model = "translate-fr-en", .text = "il m' a entarté", .target = "he hit me with a pie", .edits = {}});
    const std::optional<Story> story = story_of(*evaluation);
    REQUIRE(story);
    for (const float em : {14.0F, 22.0F, 26.0F, 28.0F, 30.0F}) {
        CAPTURE(em);
        LargeNotes notes(em);
        const StoryLayout at = lay_out(notes, {0, 0, 1190, 1080}, *story, 0);
        if (em == 14) CHECK_FALSE(at.words_beside);
        if (em == 30) CHECK(at.words_beside);
        CHECK(at.column >= 0.5F * em);
    }
}

TEST_CASE("where large text leaves a recurrent overview no room for its sentences, all of it becomes smaller") {
    for (const char* const model : {"recall-rnn", "recall-lstm", "translate-rnn-attention"}) {
        CAPTURE(std::string(model));
        const auto loaded = std::make_shared<const Model>(load_model(source_dir() / "assets" / "models" / model));
        Inputs inputs{.model = model, .text = loaded->card.examples.front(), .target = "", .edits = {}};
        if (!loaded->card.targets.empty()) inputs.target = loaded->card.targets.front();
        const auto evaluation = evaluate_once(loaded, inputs);
        const std::optional<TimeStory> story = time_story_of(*evaluation);
        REQUIRE(story);
        const TimeScene scene{.evaluation = *evaluation, .story = *story, .beside_title = 300};
        const Rect page{0, 0, 1180, 540};
        LargeNotes large(32);
        CHECK_FALSE(says_all(large, page, scene));
        float share = 1;
        const auto fits = [&] {
            SmallerPainter painter(large, share);
            return says_all(painter, page, scene) && has_room(painter, page, *story);
        };
        while (share > 0.2F && !fits()) share -= 0.05F;
        REQUIRE(fits());
        SmallerPainter painter(large, share);
        CHECK(painter.em() == doctest::Approx(32 * share));
        static_cast<void>(draw_time_story(painter, page, scene, nowhere));
        for (const std::string& text : large.texts) CHECK_FALSE(text.ends_with("…"));
        for (const Notes::Label& label : large.labels) CHECK(label.style.size <= em::title * share);
    }
}

TEST_CASE("labels of the overview grow with the text and do not lie over each other") {
    int compared = 0;
    for (const char* const model :
         {"coreference-full", "translate-fr-en", "sentiment-but", "soft-lookup", "characters"}) {
        const auto loaded = std::make_shared<const Model>(load_model(source_dir() / "assets" / "models" / model));
        Inputs inputs{.model = model, .text = loaded->card.examples.front(), .target = "", .edits = {}};
        if (!loaded->card.targets.empty()) inputs.target = loaded->card.targets.front();
        const auto evaluation = evaluate_once(loaded, inputs);
        const std::optional<Story> story = story_of(*evaluation);
        REQUIRE(story);
        for (const Rect& page :
             {Rect{0, 0, 1180, 560}, Rect{0, 0, 1180, 610}, Rect{0, 0, 1750, 880}, Rect{0, 0, 2400, 1200}})
            for (const float em : {14.0F, 18.0F, 21.0F, 28.0F, 34.0F}) {
                CAPTURE(std::string(model));
                CAPTURE(page.w);
                CAPTURE(em);
                LargeNotes notes(em);
                if (!has_room(notes, page, *story)) continue;
                static_cast<void>(draw_story(notes, page, {.evaluation = *evaluation, .story = *story}, nowhere));
                std::vector<std::pair<Rect, std::string>> boxes;
                for (const Notes::Label& label : notes.labels)
                    if (label.style.degrees == 0)
                        boxes.emplace_back(box_of(notes, label).inset(1, 0.2F * em), label.text);
                for (const auto& [box, text] : boxes) {
                    for (const auto& [other, said] : boxes) {
                        if (&other == &box) continue;
                        CAPTURE(text);
                        CAPTURE(said);
                        const bool over = box.x < other.right() && other.x < box.right() && box.y < other.bottom() &&
                                          other.y < box.bottom();
                        CHECK_FALSE(over);
                    }
                }
                for (const Notes::Label& label : notes.labels) CHECK(label.style.size * em >= 7.5F);
                ++compared;
            }
    }
    CHECK(compared > 30);
}

TEST_CASE("the decoder's own attention is named whole in every window, in one line or in two") {
    const auto loaded = std::make_shared<const Model>(load_model(source_dir() / "assets/models/translate-fr-en"));
    const Inputs shown{.model = "translate-fr-en",
                       .text = loaded->card.examples.front(),
                       .target = loaded->card.targets.front(),
                       .edits = {}};
    const auto plain = evaluate_once(loaded, shown);
    const int weights = plain->trace().find("decoder.blocks.0.self_attn.weights");
    REQUIRE(weights >= 0);
    Inputs off = shown;
    for (int head = 0; head < loaded->config.n_heads; ++head) off = head_off(off, plain->trace(), weights, head);
    const auto silent = evaluate_once(loaded, off);
    int one = 0, two = 0;
    for (const auto& evaluation : {plain, silent})
        for (const Rect& page : {Rect{0, 0, 720, 640}, Rect{0, 0, 790, 690}, Rect{0, 0, 1180, 560},
                                 Rect{0, 0, 1190, 1040}, Rect{0, 0, 1750, 880}})
            for (const float em : {14.0F, 18.0F, 21.0F, 28.5F}) {
                CAPTURE(page.w);
                CAPTURE(em);
                const std::optional<Story> story = story_of(*evaluation);
                REQUIRE(story);
                LargeNotes notes(em);
                if (!has_room(notes, page, *story)) continue;
                static_cast<void>(draw_story(notes, page, {.evaluation = *evaluation, .story = *story}, nowhere));
                const auto said = [&](const char* words) {
                    return std::ranges::find(notes.labels, words, &Notes::Label::text) != notes.labels.end();
                };
                for (const Notes::Label& label : notes.labels) {
                    const bool names = label.text.starts_with("Self-") || label.text.starts_with("attention");
                    CHECK_FALSE((names && label.text.ends_with("…")));
                }
                const bool on = evaluation == plain;
                const std::string is_off = fmt::format(texts::story::heads_off, loaded->config.n_heads);
                const bool in_one = said(on ? texts::story::attention_short : is_off.c_str());
                const bool in_two = on ? said("Self-") && said("attention") : said("2 heads") && said("off");
                CHECK((in_one || in_two));
                one += in_one ? 1 : 0;
                two += in_two ? 1 : 0;
            }
    CHECK(one > 3);
    CHECK(two > 1);
}

TEST_SUITE_END();
