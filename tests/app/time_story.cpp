// The story of a recurrent run: the states' lengths, the attention and the answers are the record's, and each part
// leads to its stage.
// ctest: alone 3 s
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/pictures/story/time_story.h"
#include "core/generate/next_token.h"
#include "core/model/recurrent_cell.h"
#include "tests/support/notes_painter.h"
#include "tests/support/picture_models.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {
constexpr Rect page{0, 0, 1280, 660};
}  // namespace

TEST_SUITE_BEGIN("story");

TEST_CASE("a recurrent run is told by its states: their lengths, what they attend to and predict are the record's") {
    int told = 0, attends = 0, with_cells = 0;
    for (const PictureModel& model : picture_models()) {
        CAPTURE(model.name);
        const auto evaluation = evaluated(model);
        const std::optional<TimeStory> story = time_story_of(*evaluation);
        const Architecture kind = evaluation->model().config.architecture;
        REQUIRE(story.has_value() ==
                (kind == Architecture::recurrent || kind == Architecture::recurrent_encoder_decoder ||
                 kind == Architecture::convolution));
        if (!story || story->window > 0) continue;
        ++told;
        const Trace& trace = evaluation->trace();
        const bool lstm = evaluation->model().config.recurrent.cell->two_states;
        with_cells += lstm ? 1 : 0;
        CHECK(story->has_cells() == lstm);
        const auto check = [&](const TimeLane& lane) {
            for (const TimeLayer& layer : lane.layers)
                for (std::size_t t = 0; t < lane.words.size(); ++t) {
                    const ConstView state = trace.record(layer.steps.at(t)).view();
                    double sum = 0;
                    for (int col = 0; col < state.shape.cols(); ++col) {
                        const auto number = static_cast<double>(state.row(0)[col]);
                        sum += number * number;
                    }
                    CHECK(static_cast<double>(layer.lengths.at(t)) == doctest::Approx(std::sqrt(sum)));
                    CHECK(layer.lengths.at(t) <= story->longest);
                    REQUIRE(layer.cells.empty() != lstm);
                    if (!lstm) continue;
                    const ConstView cell = trace.record(layer.cells.at(t)).view();
                    std::string gate = trace.record(layer.cells.at(t)).name;
                    gate.back() = 'f';
                    const ConstView forget = trace.record(trace.find(gate)).view();
                    double squares = 0, kept = 0;
                    for (int col = 0; col < cell.shape.cols(); ++col) {
                        squares += static_cast<double>(cell.row(0)[col]) * static_cast<double>(cell.row(0)[col]);
                        kept += static_cast<double>(forget.row(0)[col]) / cell.shape.cols();
                    }
                    CHECK(static_cast<double>(layer.cell_lengths.at(t)) == doctest::Approx(std::sqrt(squares)));
                    CHECK(static_cast<double>(layer.forget.at(t)) == doctest::Approx(kept));
                }
        };
        check(story->text);
        CHECK(story->source.has_value() == (kind == Architecture::recurrent_encoder_decoder));
        if (story->source) {
            check(*story->source);
            // The decoder starts from the encoder's last state.
            const ConstView start = trace.record(story->start).view();
            const ConstView last = trace.record(story->source->layers.back().steps.back()).view();
            for (int col = 0; col < start.shape.cols(); ++col) CHECK(start.row(0)[col] == last.row(0)[col]);
        }
        const bool aligned = evaluation->model().config.recurrent.attention != RecurrentAttention::none;
        CHECK(story->alignment.empty() != (story->source && aligned));
        for (int token = 0; !story->alignment.empty() && token < static_cast<int>(story->text.words.size()); ++token) {
            const std::vector<float> weights = story->weights(*evaluation, token);
            REQUIRE(weights.size() == story->source->words.size());
            double sum = 0;
            for (const float weight : weights) sum += static_cast<double>(weight);
            CHECK(sum == doctest::Approx(1));
            ++attends;
        }
        CHECK(story->predicts.empty() == evaluation->model().config.head.classifier);
    }
    CHECK(told == 4);
    CHECK(with_cells == 2);
    CHECK(attends > 4);
}

TEST_CASE("all of a recurrent story lies on its page, one ribbon per layer, and each part leads to a record") {
    for (const PictureModel& model : picture_models()) {
        CAPTURE(model.name);
        const auto evaluation = evaluated(model);
        const std::optional<TimeStory> story = time_story_of(*evaluation);
        if (!story || story->window > 0) continue;
        for (const Rect& area : {page, Rect{40, 30, 1900, 1000}}) {
            Notes notes;
            REQUIRE(has_room(notes, area, *story));
            static_cast<void>(draw_time_story(notes, area, {.evaluation = *evaluation, .story = *story}, nowhere));
            CHECK(notes.bounds.x >= area.x - 1);
            CHECK(notes.bounds.y >= area.y - 1);
            CHECK(notes.bounds.right() <= area.right() + 1);
            CHECK(notes.bounds.bottom() <= area.bottom() + 1);
            const std::size_t layers = story->text.layers.size() + (story->source ? story->source->layers.size() : 0);
            // … of an LSTM another one for the cell state, and the answers'
            CHECK(notes.bands.size() == (story->has_cells() ? 2 : 1) * layers + 1);
            CHECK(notes.heats.size() == layers);
            for (const std::string& word : story->text.words)
                CHECK(std::ranges::find(notes.texts, word) != notes.texts.end());
            // A ribbon is as wide as its state is long.
            const auto width = [](const Notes::Band& band, std::size_t at) {
                return static_cast<double>(band.lower[at].y - band.upper[at].y);
            };
            const Notes::Band& first = notes.bands.front();
            const TimeLayer& layer = (story->source ? *story->source : story->text).layers.front();
            if (layer.lengths.size() > 1 && width(first, 0) > 2 && width(first, 1) > 2)
                CHECK(width(first, 0) / width(first, 1) ==
                      doctest::Approx(static_cast<double>(layer.lengths[0] / layer.lengths[1])).epsilon(0.01));
        }
        std::set<int> records;
        for (float y = page.y + 3; y < page.bottom(); y += 9)
            for (float x = page.x + 3; x < page.right(); x += 17) {
                Notes notes;
                const auto hit = draw_time_story(notes, page, {.evaluation = *evaluation, .story = *story}, {x, y});
                if (!hit) continue;
                CHECK(hit->rect.contains({x, y}));
                CHECK(hit->said.size() > 10);
                CHECK(hit->record >= 0);
                records.insert(hit->record);
            }
        for (const int step : story->text.layers.back().steps) CHECK(records.contains(step));
        for (const int cell : story->text.layers.back().cells) CHECK(records.contains(cell));
        CHECK(records.contains(story->probs));
    }
}

TEST_CASE("a convolution is told by its windows: what each place adds is the product of the record, and adds up") {
    int told = 0;
    for (PictureModel from : picture_models()) {
        if (from.name != "convolution") continue;
        for (const char* const window : {"causal", "centred"})
            for (const int width : {1, 2, 3}) {
                from.config = fmt::format(
                    R"({{"architecture": "convolution", "vocab_size": 30, "d_model": 12, "n_layers": 2,
                    "max_seq_len": 16, "convolution": {{"width": {}, "causal": {}}}}})",
                    width, std::string(window) == "causal");
                CAPTURE(from.config);
                const auto evaluation = evaluated(from);
                const std::optional<TimeStory> story = time_story_of(*evaluation);
                REQUIRE(story);
                ++told;
                const Trace& trace = evaluation->trace();
                CHECK(story->window == width);
                // The matrices' products add up to what the layer computes: taken apart here by the record's operands.
                const Record& pre = trace.record(trace.find("conv.0.pre"));
                const ConstView in = trace.record(pre.operands[0]).view(),
                                weight = trace.record(pre.operands[1]).view(),
                                bias = trace.record(pre.operands[2]).view(), out = pre.view();
                for (int token = 0; token < static_cast<int>(story->text.words.size()); ++token) {
                    std::vector<double> all(12, 0.0);
                    for (int place = 0; place < width; ++place) {
                        const int from_token = story->in_window(token, place);
                        double squares = 0;
                        for (int o = 0; o < 12; ++o) {
                            double sum = 0;
                            for (int i = 0; from_token >= 0 && i < 12; ++i)
                                sum += static_cast<double>(in.row(static_cast<std::size_t>(from_token))[i]) *
                                       static_cast<double>(weight.data[(place * 12 + i) * 12 + o]);
                            all[static_cast<std::size_t>(o)] += sum;
                            squares += sum * sum;
                        }
                        CHECK(static_cast<double>(story->text.layers.front().taps.at(static_cast<std::size_t>(
                                  token * width + place))) == doctest::Approx(std::sqrt(squares)).epsilon(1e-4));
                    }
                    for (int o = 0; o < 12; ++o)
                        CHECK(static_cast<double>(out.row(static_cast<std::size_t>(token))[o]) ==
                              doctest::Approx(all[static_cast<std::size_t>(o)] + static_cast<double>(bias.data[o]))
                                  .epsilon(1e-3));
                }
                Notes notes;
                REQUIRE(has_room(notes, page, *story));
                static_cast<void>(draw_time_story(notes, page, {.evaluation = *evaluation, .story = *story}, nowhere));
                CHECK(notes.bounds.right() <= page.right() + 1);
                CHECK(notes.bounds.bottom() <= page.bottom() + 1);
                // One ribbon a place in the windows that the answer depends on, and the answers'.
                const int last = static_cast<int>(story->text.words.size()) - 1;
                if (std::string(window) == "causal") CHECK(story->answer_row == last);
                if (std::string(window) == "causal")
                    CHECK(notes.bands.size() == static_cast<std::size_t>(width + width * width) + 1);
                std::set<int> records;
                for (float y = page.y + 3; y < page.bottom(); y += 9)
                    for (float x = page.x + 3; x < page.right(); x += 17) {
                        Notes under;
                        const auto hit =
                            draw_time_story(under, page, {.evaluation = *evaluation, .story = *story}, {x, y});
                        if (!hit) continue;
                        CHECK(hit->record >= 0);
                        CHECK(hit->said.find("state") == std::string::npos);
                        records.insert(hit->record);
                    }
                CHECK(records.contains(trace.find("conv.1.out")));
                CHECK(records.contains(trace.find("embed")));
            }
    }
    CHECK(told == 6);
}

TEST_CASE("a recurrent model opens on its story; the keys point at its tokens and open a state") {
    AppOptions options = options_for("lstm", {1280, 720});
    options.overview = true;
    const Program program(options);
    if (!program) return;
    program.run("wait-idle\nexpect zoom=story\nexpect story_row=-1\nkey Up\nwait-idle\nexpect story_row!=-1");
    const int row = std::stoi(program.state("story_row"));
    program.run("key Enter\nwait-idle\nexpect zoom=stage\nexpect stage=rnn.1.steps." + std::to_string(row) + ".h");
    program.run("key Shift+0\nwait-idle\nexpect zoom=story\nkey Right\nwait-idle\nexpect zoom=stage");
}

TEST_SUITE_END();
