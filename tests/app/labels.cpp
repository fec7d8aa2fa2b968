// How a picture's labels, legends and bars give way where there is little room, and what they say.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <map>

#include "app/paint/legible_painter.h"
#include "app/pictures/board/bars.h"
#include "app/pictures/board/heat_labels.h"
#include "app/pictures/board/memory.h"
#include "app/pictures/board/reduced.h"
#include "app/views/explanation/arithmetic.h"
#include "app/views/explanation/cards.h"
#include "app/views/shared/stage_groups.h"
#include "tests/support/notes_painter.h"
#include "tests/support/picture_models.h"

using namespace glassformer;

namespace {

Track track_of(int count, float cell) {
    Track track{.count = count};
    track.cell = cell;
    for (int i = 0; i < count; ++i) track.shown.push_back(i);
    return track;
}

std::shared_ptr<Evaluation> model(std::string_view beginning) {
    for (const test::PictureModel& each : test::picture_models())
        if (each.name.starts_with(beginning)) return test::evaluated(each);
    FAIL("no such model");
    return nullptr;
}

bool has(const std::vector<std::string>& texts, std::string_view wanted) {
    return std::any_of(texts.begin(), texts.end(), [&](const std::string& t) { return t == wanted; });
}

/// The picture of a stage, with a cell selected where `cell` says one.
test::Notes drawn(const Evaluation& evaluation, std::string_view stage, const Cell* cell = nullptr,
                  const Cell* hovered = nullptr) {
    const int id = evaluation.trace().find(stage);
    REQUIRE(id >= 0);
    PictureMemory memory;
    Scene scene{.evaluation = evaluation, .record = id, .memory = &memory};
    if (cell != nullptr) scene.selected = {id, *cell};
    if (hovered != nullptr) scene.hovered = {id, *hovered};
    test::Notes notes;
    picture_of(scene.stage()).draw(notes, {100, 50, 900, 480}, scene, {-1, -1});
    return notes;
}

}  // namespace

TEST_SUITE_BEGIN("labels");

TEST_CASE("labels are thinned by round steps, words by as little as clears them") {
    CHECK(label_step(30, 20, false) == 1);
    CHECK(label_step(10, 20, false) == 2);
    CHECK(label_step(10, 25, false) == 4);
    CHECK(label_step(10, 45, false) == 5);
    CHECK(label_step(10, 51, false) == 10);
    CHECK(label_step(1, 41, false) == 50);
    CHECK(label_step(10, 25, true) == 3);
    CHECK(label_step(0, 25, true) == 25);
}

TEST_CASE("the lines that are singled out keep their labels, their neighbours give way") {
    const Track track = track_of(12, 10);
    CHECK(labelled(track, 4, 20, {}) == std::vector{0, 4, 8});
    CHECK(labelled(track, 4, 20, std::vector{7}) == std::vector{0, 4, 7});
    CHECK(labelled(track, 4, 20, std::vector{5, 10}) == std::vector{0, 5, 8, 10});
    CHECK(labelled(track, 4, 20, std::vector{6, 7}) == std::vector{0, 4, 6, 8});  // the first of two that collide
    CHECK(labelled(track, 1, 8, std::vector{3}).size() == 12);
    CHECK(labelled(track, 4, 20, std::vector{-1, 40}) == std::vector{0, 4, 8});
}

TEST_CASE("panels that share an axis label the same columns, the selected and the hovered among them") {
    const auto evaluation = model("learned decoder");
    const Cell selected{{3, 13}}, hovered{{5, 27}};
    const test::Notes notes = drawn(*evaluation, "blocks.0.resid_mid", &selected, &hovered);
    const auto count = [&](const std::string& text) {
        return std::count(notes.texts.begin(), notes.texts.end(), text);
    };
    CHECK(count("13") == 3);
    CHECK(count("27") == 3);
    CHECK(count("0") >= 3);
    for (int column = 0; column < 32; ++column) {
        CAPTURE(column);
        const auto seen = std::count_if(notes.labels.begin(), notes.labels.end(), [&](const test::Notes::Label& l) {
            return l.text == std::to_string(column) && l.style.align == Align::centre &&
                   l.style.anchor == Anchor::bottom;
        });
        CHECK((seen == 0 || seen == 3));
    }
}

TEST_CASE("words stand level, slanted or upright, whichever shows all of them") {
    const auto evaluation = model("learned decoder");
    const int id = evaluation->trace().find("blocks.0.attn.scores_raw");
    PictureMemory memory;
    const Scene scene{.evaluation = *evaluation, .record = id, .memory = &memory};
    test::Notes notes;
    Page page(notes, {0, 0, 900, 480}, scene, {-1, -1}, memory);
    HeatPanel panel{.slice = page.slice(id), .style = {}, .col_labels = true};
    const int tokens = panel.slice.values.cols;
    CHECK(column_fit(page, panel, track_of(tokens, 80)).degrees == 0);
    CHECK(column_fit(page, panel, track_of(tokens, 20)).degrees == 45);
    CHECK(column_fit(page, panel, track_of(tokens, 13)).degrees == 90);
    for (const float cell : {80.0F, 20.0F, 13.0F}) CHECK(column_fit(page, panel, track_of(tokens, cell)).step == 1);
    CHECK(column_fit(page, panel, track_of(tokens, 4)).step > 1);
}

TEST_CASE("neighbours with the same cells have numbers together or not at all") {
    const auto evaluation = model("learned decoder");
    for (const float width : {500.0F, 700.0F, 900.0F, 1100.0F, 1400.0F, 1900.0F}) {
        const int id = evaluation->trace().find("blocks.0.attn.scores_scaled");
        PictureMemory memory;
        const Scene scene{.evaluation = *evaluation, .record = id, .memory = &memory};
        test::Notes notes;
        picture_of(scene.stage()).draw(notes, {0, 0, width, 600}, scene, {-1, -1});
        REQUIRE(notes.heats.size() == 2);
        std::array<int, 2> numbers{};
        for (const test::Notes::Label& label : notes.labels)
            for (std::size_t i = 0; i < 2; ++i)
                numbers[i] += label.style.anchor == Anchor::middle && notes.heats[i].rect.contains(label.at);
        CAPTURE(width);
        CHECK(numbers[0] == numbers[1]);
        CHECK((numbers[0] == 0) == (width < 1400));
    }
}

TEST_CASE("attention times values names its queries, its keys and the rows of V") {
    const auto evaluation = model("learned decoder");
    const test::Notes notes = drawn(*evaluation, "blocks.0.attn.heads");
    int tired = 0, slanted = 0;
    for (const test::Notes::Label& label : notes.labels) {
        tired += label.text == "tired";
        slanted += label.style.degrees > 0;
    }
    CHECK(tired == 3);  // the row of A, its column, the row of V
    CHECK(slanted == 12);
}

TEST_CASE("legends have one minus sign and as many numbers as they have room for") {
    const HeatStyle style{.limit = 0.0123F};
    const auto texts = [&](float width) {
        test::Notes notes;
        legend(notes, {0, 0, width, 40}, style);
        for (const std::string& text : notes.texts) CHECK(text.find('-') == std::string::npos);
        return notes.texts;
    };
    CHECK(texts(200) == std::vector<std::string>{"−0.0123", "0", "0.0123"});
    CHECK(texts(100) == std::vector<std::string>{"−0.0123", "0.0123"});
    CHECK(texts(60) == std::vector<std::string>{"±0.012"});  // one number that stands for both ends
    test::Notes notes;
    legend_line(notes, {0, 0, 140, 20}, style);
    CHECK(notes.texts == std::vector<std::string>{"−0.012", "0.012"});
    test::Notes narrow;
    legend_line(narrow, {0, 0, 60, 20}, style);
    CHECK(narrow.texts == std::vector<std::string>{"±0.012"});
    CHECK(with_minus("-1.5e-05") == "−1.5e−05");
}

TEST_CASE("fields of steps are named by words, by numbers, or every second, fifth or tenth by its number") {
    StageGroups all;
    all.blocks = 1;
    all.steps = 24;
    const auto names = [&](float field) {
        test::Notes notes;
        std::vector<std::string> found;
        for (int step = 0; step < all.steps; ++step) {
            const std::string name =
                group_name(notes, all, {.begin = 0, .end = 1, .site = {.block = 0, .step = step}}, field);
            if (!name.empty()) found.push_back(name);
        }
        return found;
    };
    CHECK(names(100).front() == "Step 1");
    CHECK(names(100).size() == 24);
    CHECK(names(40).front() == "1");
    CHECK(names(40).size() == 24);
    CHECK(names(5) == std::vector<std::string>{"1", "5", "10", "15", "20"});
    CHECK(names(3) == std::vector<std::string>{"1", "10", "20"});
    for (const float none : {0.0F, -3.0F}) CHECK(names(none).empty());
    // The number of a layer would be taken for that of a step.
    test::Notes notes;
    CHECK(group_name(notes, all, {.begin = 0, .end = 1, .site = {.block = 0}}, 12).empty());
    // In the trace: what the layer computes for all steps, then each step.
    const auto evaluation = model("lstm");
    const StageGroups groups = stage_groups(evaluation->trace(), evaluation->trace().stages());
    CHECK(groups.steps > 1);
    CHECK(groups.groups.front().begin == 0);
    CHECK(groups.groups.back().end == static_cast<int>(evaluation->trace().stages().size()));
    for (std::size_t i = 1; i < groups.groups.size(); ++i) CHECK(groups.groups[i].begin == groups.groups[i - 1].end);
}

TEST_CASE("bars of negative numbers reach to the left of zero") {
    const auto evaluation = model("learned decoder");
    const int id = evaluation->trace().find("logits");
    PictureMemory memory;
    const Scene scene{.evaluation = *evaluation, .record = id, .memory = &memory};
    test::Notes notes;
    Page page(notes, {0, 0, 900, 480}, scene, {-1, -1}, memory);
    draw_bars(page, {0, 0, 400, 200}, "", {{"a", 3}, {"b", -1}}, Meaning::plain);
    REQUIRE(notes.fills.size() == 2);
    const Rect positive = notes.fills[0], negative = notes.fills[1];
    CHECK(negative.right() == positive.x);
    CHECK(negative.w == doctest::Approx(positive.w / 3).epsilon(0.02));
}

TEST_CASE("a decoder's answers come after a token, an encoder's stand at it") {
    const auto decoder = model("learned decoder");
    CHECK(has(drawn(*decoder, "probs").texts, "Most likely after “tired”"));
    const Cell cell{{2, 3}};
    CHECK(has(drawn(*decoder, "probs", &cell).texts, "Most likely after “did”"));
    for (const test::PictureModel& each : test::picture_models()) {
        if (!each.name.starts_with("learned")) continue;
        test::PictureModel encoder = each;
        encoder.config.replace(encoder.config.find("decoder"), 7, "encoder");
        const auto evaluation = test::evaluated(encoder);
        CHECK(has(drawn(*evaluation, "probs").texts, "Most likely for “The”"));
    }
    const auto classifier = model("t5 encoder");
    CHECK(has(drawn(*classifier, "probs").texts, "Largest probabilities"));
}

TEST_CASE("a table and the rows looked up in it have one scale and two symbols") {
    const auto evaluation = model("learned decoder");
    for (const char* stage : {"embed.tokens", "embed.positions"}) {
        const test::Notes notes = drawn(*evaluation, stage);
        REQUIRE(notes.heats.size() >= 2);
        for (const test::Notes::Heat& heat : notes.heats) CHECK(heat.style.limit == notes.heats.front().style.limit);
        const Record& record = evaluation->trace().record(evaluation->trace().find(stage));
        CHECK(record.symbol != evaluation->trace().record(record.operands[1]).symbol);
    }
}

TEST_CASE("a table whose rows are multiplied on their way has a scale of its own") {
    int models = 0;
    for (const test::PictureModel& each : test::picture_models()) {
        if (!each.name.starts_with("learned decoder")) continue;
        ++models;
        test::PictureModel scaled = each;
        scaled.config.insert(scaled.config.rfind('}'), R"(,"scale_embeddings":true)");
        const auto evaluation = test::evaluated(scaled);
        const Trace& trace = evaluation->trace();
        const Record& record = trace.record(trace.find("embed.tokens"));
        const test::Notes notes = drawn(*evaluation, "embed.tokens");
        REQUIRE(notes.heats.size() >= 2);
        float largest = 0;
        for (std::size_t i = 0; i < record.shape.count(); ++i)
            largest = std::max(largest, std::abs(record.view().data[i]));
        CHECK(notes.heats.back().style.limit == doctest::Approx(largest));
        CHECK(notes.heats.front().style.limit == doctest::Approx(largest / std::sqrt(32.0F)));
    }
    CHECK(models == 1);
}

TEST_CASE("a cell's name names one line: words that stand twice, tokens that are numbers or signs") {
    const test::PictureModel* from = nullptr;
    const auto models = test::picture_models();
    for (const test::PictureModel& each : models)
        if (each.name.starts_with("learned decoder")) from = &each;
    REQUIRE(from != nullptr);
    test::PictureModel twice = *from;
    twice.text = "The animal The";
    const auto evaluation = test::evaluated(twice);
    const Trace& trace = evaluation->trace();
    const int weights = trace.find("blocks.0.attn.weights");
    REQUIRE(weights >= 0);
    CHECK(plain_name(*evaluation, {weights, {{0, 2, 1}}}) == "A[The₃, animal]");
    CHECK(plain_name(*evaluation, {weights, {{0, 0, 1}}}) == "A[The₁, animal]");
    const int scaled = trace.find("blocks.0.attn.scores_scaled");
    CHECK(plain_name(*evaluation, {scaled, {{0, 1, 0}}}) == "Sₛ[animal, The₁]");
    const int merged = trace.find("blocks.0.attn.concat");
    CHECK(plain_name(*evaluation, {merged, {{1, 5}}}) == "Z_c[animal, 5]");  // no letter c is written small below
}

TEST_CASE("over a number made from a cell the picture says which number that is") {
    const auto evaluation = model("learned decoder");
    const Trace& trace = evaluation->trace();
    const int id = trace.find("blocks.0.attn.weights");
    PictureMemory memory;
    const Scene scene{.evaluation = *evaluation, .record = id, .memory = &memory};
    const Rect area{100, 50, 900, 480};
    test::Notes notes;
    picture_of(scene.stage()).draw(notes, area, scene, {-1, -1});
    int derived = 0, own = 0;
    for (const test::Notes::Heat& heat : notes.heats) {
        test::Notes again;
        const auto hit = picture_of(scene.stage()).draw(again, area, scene, {heat.rect.x + 2, heat.rect.y + 2});
        if (!hit || hit->cell.record != id) continue;
        const auto weight = static_cast<double>(trace.value(id, hit->cell.cell));
        if (hit->derived.empty()) {
            ++own;
            continue;
        }
        ++derived;
        CHECK(hit->derived == "exp(x − max)");
        // The weight is this number divided by the row's sum, at most the number itself.
        CHECK(static_cast<double>(hit->number) >= weight);
        CHECK(hit->number > 0);
        CHECK(hit->number <= 1);
    }
    CHECK(derived > 0);
    CHECK(own > 0);
}

TEST_CASE("the scale beside a picture is the picture's") {
    const auto evaluation = model("learned decoder");
    const int id = evaluation->trace().find("blocks.0.mlp.act");
    PictureMemory memory;
    const Scene scene{.evaluation = *evaluation, .record = id, .memory = &memory};
    test::Notes notes;
    const Rect area{100, 50, 900, 480};
    const auto scale = scale_of(notes, area, scene);
    REQUIRE(scale);
    CHECK(notes.heats.empty());
    picture_of(scene.stage()).draw(notes, area, scene, {-1, -1});
    CHECK(notes.heats.back().style.limit == scale->limit);
    CHECK(notes.heats.front().style.limit == scale->limit);  // before and after the curve alike
}

TEST_CASE("large text in a small area is drawn smaller, in a large one as it is") {
    CHECK(reduction({0, 0, 900, 480}, 14) == 1);
    CHECK(reduction({0, 0, picture_width * 10, picture_height * 10}, 20) == 0.5F);
    CHECK(reduction({0, 0, 100, 100}, 45) == smallest_reduction);
    test::Notes notes;
    SmallerPainter half(notes, 0.5F);
    CHECK(half.em() == notes.em() / 2);
    CHECK(half.measure("ab", 1, Face::sans).width == notes.measure("ab", 0.5F, Face::sans).width);
}

TEST_CASE("in large type each column of a product of few words still has its name, upright if need be") {
    const auto evaluation = model("learned decoder");
    const int id = evaluation->trace().find("blocks.0.attn.scores_raw");
    REQUIRE(id >= 0);
    const auto tokens = evaluation->tokens().size();
    int upright = 0;
    for (const float wide : {900.0F, 1000.0F, 1150.0F}) {
        CAPTURE(wide);
        test::Notes notes;
        LegiblePainter wall(notes, 26);
        PictureMemory memory;
        const Scene scene{.evaluation = *evaluation, .record = id, .memory = &memory};
        picture_of(scene.stage()).draw(wall, {0, 0, wide, 800}, scene, {-1, -1});
        std::map<float, int> heads_of_columns;  // by height: those of the keys and of the scores
        for (const test::Notes::Label& label : notes.labels)
            if (label.style.degrees > 0) ++heads_of_columns[label.at.y];
        REQUIRE_FALSE(heads_of_columns.empty());
        const float cell = notes.heats.back().rect.w / static_cast<float>(tokens);
        if (cell < 0.9F * wall.measure("x", em::small, Face::sans).height) continue;
        ++upright;
        for (const auto& [y, count] : heads_of_columns) CHECK(count == static_cast<int>(tokens));
    }
    CHECK(upright > 0);
}

TEST_CASE("labels stay at the edge of what is seen while their cells are, and nowhere else") {
    const auto evaluation = model("learned decoder");
    const int id = evaluation->trace().find("blocks.0.attn.scores_raw");
    REQUIRE(id >= 0);
    PictureMemory memory;
    const Scene scene{.evaluation = *evaluation, .record = id, .memory = &memory};
    const Rect area{-1500, -1000, 3600, 2400};
    const auto seen_through = [&](const Rect& seen) {
        test::Notes notes;
        notes.seen = seen;
        picture_of(scene.stage()).draw(notes, area, scene, {-1, -1});
        return notes;
    };
    const std::string word = evaluation->tokens()[8].text;
    const auto inside = [&](const test::Notes& notes) {
        return std::any_of(notes.labels.begin(), notes.labels.end(), [&](const test::Notes::Label& label) {
            return label.text == word && notes.seen.contains(label.at);
        });
    };
    // The whole: labels in front of Q and above K alone, none of them on a plate.
    const test::Notes whole = seen_through({-1e6F, -1e6F, 2e6F, 2e6F});
    const auto times = [&](const test::Notes& notes) {
        return std::count(notes.texts.begin(), notes.texts.end(), word);
    };
    REQUIRE(times(whole) >= 2);
    REQUIRE(whole.heats.size() >= 3);
    // The result's lower right part: both its words' labels have left the sight, and come back at the edges.
    const Rect result = whole.heats.back().rect;
    const test::Notes part =
        seen_through({result.x + result.w / 3, result.y + result.h / 3, 0.66F * result.w, 0.66F * result.h});
    CHECK(inside(part));
    CHECK(times(part) == times(whole));
    for (const test::Notes::Label& label : part.labels)
        if (label.text == word) {
            const bool left = label.at.x < part.seen.x + 8 * part.em(), top = label.at.y < part.seen.y + 8 * part.em();
            CHECK((left || top));
        }
    // Nothing of the result in sight: no label stands in for it.
    const test::Notes none = seen_through({result.x, result.bottom() + 100, 300, 200});
    CHECK_FALSE(inside(none));
}

TEST_CASE("a stage that passes its numbers on says so once") {
    int unchanged = 0;
    for (const test::PictureModel& each : test::picture_models()) {
        const auto evaluation = test::evaluated(each);
        const Trace& trace = evaluation->trace();
        for (const int id : trace.stages()) {
            const std::string said = sentence_of(trace, trace.record(id));
            CAPTURE(said);
            const std::size_t first = said.find("nchanged");
            if (first == std::string::npos) continue;
            ++unchanged;
            CHECK(said.find("nchanged", first + 1) == std::string::npos);
        }
    }
    CHECK(unchanged > 5);
}

TEST_SUITE_END();
