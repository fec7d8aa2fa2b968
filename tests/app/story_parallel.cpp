// The story of a model whose attention and MLP both read the block's input (GPT-J, GPT-NeoX): what it reads and adds is
// the record's, both outputs reach one sum beside each other, and every sentence is of that block.
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/pictures/story/story.h"
#include "app/pictures/story/story_layout.h"
#include "app/pictures/story/story_picture.h"
#include "app/pictures/story/texts.h"
#include "tests/support/notes_painter.h"
#include "tests/support/picture_models.h"
#include "tests/support/support.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

constexpr Rect broad{0, 0, 1750, 880};

/// Every switch of a block that the picture depends on, one a row.
constexpr const char* variants[] = {
    R"("norm": "layernorm")",
    R"("norm": "rmsnorm", "gated_mlp": true, "activation": "silu")",
    R"("norm": "none")",
    R"("residual": false)",
    R"("positional": {"kind": "rope", "layout": "half", "rotary_dims": 4}, "n_kv_heads": 2)",
    R"("attention_bias": false, "mlp_bias": false, "final_norm": false)",
    R"("embed_norm": true, "shared_layers": true)",
    R"("head": {"kind": "classifier", "n_classes": 3, "pooling": "mean"})"};

PictureModel made(const std::string& variant, bool parallel = true) {
    const bool classifies = variant.find("classifier") != std::string::npos;
    return {"parallel",
            fmt::format(R"({{"architecture": "{}", "vocab_size": 30, "d_model": 32, "n_heads": 4, "n_layers": 3,
                "max_seq_len": 24, "parallel_residual": {}, {}}})",
                        classifies ? "encoder" : "decoder", parallel, variant),
            "The animal did n't cross the street because it was too tired", ""};
}

const Record& named(const Trace& trace, const std::string& name) {
    const int id = trace.find(name);
    REQUIRE_MESSAGE(id >= 0, name);
    return trace.record(id);
}

struct Drawn {
    std::shared_ptr<Evaluation> evaluation;
    std::optional<Story> story;
    Notes notes;
    StoryLayout at;
    StoryScene scene() const { return {.evaluation = *evaluation, .story = *story, .open_block = at.open_block}; }
};

Drawn drawn_story(const PictureModel& model, int open, const std::vector<Edit>& edits = {}) {
    Drawn drawn{.evaluation = evaluated(model, edits), .story = {}, .notes = {}, .at = {}};
    drawn.story = story_of(*drawn.evaluation);
    REQUIRE(drawn.story);
    drawn.at = lay_out(drawn.notes, broad, *drawn.story, open);
    static_cast<void>(draw_story(drawn.notes, broad, drawn.scene(), nowhere));
    return drawn;
}

std::string said_at(const Drawn& drawn, Vec2 mouse, StoryHit::Kind kind) {
    Notes notes;
    const std::optional<StoryHit> hit = draw_story(notes, broad, drawn.scene(), mouse);
    REQUIRE(hit);
    CHECK(hit->kind == kind);
    return tooltip_of(drawn.scene(), *hit);
}

bool says_text(const Notes& notes, std::string_view words) {
    return std::ranges::any_of(notes.texts, [&](const std::string& text) { return text == words; });
}

}  // namespace

TEST_SUITE_BEGIN("story");

TEST_CASE("parallel sublayers both read the block's input, and one sum adds both outputs to it") {
    for (const char* const variant : variants) {
        CAPTURE(std::string(variant));
        const auto evaluation = evaluated(made(variant));
        const std::optional<Story> story = story_of(*evaluation);
        REQUIRE(story);
        CHECK(story->parallel);
        CHECK_FALSE(story->norm_behind);
        REQUIRE(story->blocks.size() == 3);
        const Trace& trace = evaluation->trace();
        const ModelConfig& config = evaluation->model().config;
        for (const StoryBlock& block : story->blocks) {
            const std::string at = fmt::format("blocks.{}.", block.number - 1);
            REQUIRE(block.sublayers.size() == 2);
            const StorySublayer& attention = *attention_of(block);
            const StorySublayer& mlp = *mlp_of(block);
            CHECK(&read_by_mlp(*story, block) == &block.in);
            CHECK(block.in.record == trace.find(at + "resid_pre"));
            // What each reads: the input, or its norm of the input.
            const int neurons = trace.find(at + (config.gated_mlp ? "mlp.gate" : "mlp.pre"));
            for (const auto& [norm, reader] :
                 {std::pair{attention.norm, attention.query}, std::pair{mlp.norm, neurons}}) {
                CHECK((norm >= 0) == (config.norm != Norm::none));
                if (norm >= 0) CHECK(trace.record(norm).operands.front() == block.in.record);
                if (norm < 0 && reader == neurons) CHECK(trace.record(reader).operands.front() == block.in.record);
            }
            CHECK(attention.sum == mlp.sum);
            CHECK(mlp.sum == trace.find(at + "resid_post"));
            std::vector<int> added{block.in.record, attention.result, mlp.result};
            if (!config.residual) added.erase(added.begin());
            CHECK(trace.record(mlp.sum).operands == added);
            const ConstView sum = trace.record(mlp.sum).view();
            for (std::size_t i = 0; i < sum.shape.count(); ++i) {
                double all = 0;
                for (const int one : added) all += static_cast<double>(trace.record(one).view().data[i]);
                CHECK(static_cast<double>(sum.data[i]) == doctest::Approx(all).epsilon(1e-5));
            }
        }
    }
    // Sublayers in a row: the MLP reads what attention leaves.
    const auto in_a_row = evaluated(made(variants[0], false));
    const std::optional<Story> other = story_of(*in_a_row);
    REQUIRE(other);
    CHECK_FALSE(other->parallel);
    const StoryBlock& block = other->blocks.front();
    CHECK(read_by_mlp(*other, block).record == named(in_a_row->trace(), "blocks.0.resid_mid").id);
}

TEST_CASE("both outputs run beside each other in their token's line to one sum, as wide as their vectors are long") {
    for (const char* const variant : variants)
        for (int open = 0; open < 3; ++open) {
            CAPTURE(std::string(variant));
            CAPTURE(open);
            const Drawn drawn = drawn_story(made(variant), open);
            const StoryLayout& at = drawn.at;
            const StoryBlock& block = drawn.story->blocks[static_cast<std::size_t>(open)];
            const auto tokens = static_cast<int>(drawn.story->words.size());
            CHECK(drawn.notes.bounds.right() <= broad.right() + 1);
            CHECK(drawn.notes.bounds.bottom() <= broad.bottom() + 1);
            for (int token = 0; token < tokens; ++token) {
                const auto row = static_cast<std::size_t>(token);
                int to_sum = 0, from_fork = 0, from_card = 0;
                float lowest_of_attention = -1e9F, highest_of_mlp = 1e9F;
                for (const Notes::Band& band : drawn.notes.bands) {
                    const Vec2 start = (band.upper.front() + band.lower.front()) * 0.5F;
                    const Vec2 end = (band.upper.back() + band.lower.back()) * 0.5F;
                    if (std::abs(start.y - at.y(token)) > at.row / 2 || start.x < at.joined - 1 || end.x > at.out + 1)
                        continue;
                    const float wide = band.lower.front().y - band.upper.front().y;
                    const bool of_mlp = start.y > at.y(token);
                    const auto is_wide = [&](float length) {
                        CHECK(wide == doctest::Approx(std::max(1.0F, at.scale * length)).epsilon(0.01));
                    };
                    if (std::abs(end.x - at.out) < 0.5F) {
                        ++to_sum;
                        CHECK(std::abs(end.y - at.y(token)) < 0.5F);
                        is_wide((of_mlp ? mlp_of(block) : attention_of(block))->added.lengths[row]);
                        continue;
                    }
                    for (std::size_t i = 0; i < band.upper.size(); ++i) {
                        CHECK(band.upper[i].y >= at.y(token) - at.row / 2);
                        CHECK(band.lower[i].y <= at.y(token) + at.row / 2);
                        if (of_mlp) highest_of_mlp = std::min(highest_of_mlp, band.upper[i].y);
                        if (!of_mlp) lowest_of_attention = std::max(lowest_of_attention, band.lower[i].y);
                    }
                    if (of_mlp && std::abs(end.x - at.mlp.x) < 0.5F) {
                        ++from_fork;
                        is_wide(block.in.lengths[row]);
                    }
                    if (!of_mlp) {
                        ++from_card;
                        is_wide(attention_of(block)->added.lengths[row]);
                    }
                }
                CHECK(to_sum == 2);
                CHECK(from_fork == 1);
                CHECK(from_card == 1);
                CHECK(lowest_of_attention <= highest_of_mlp);
            }
            // One column of sums; the block's input goes to the MLP and, with a residual connection, to the sum.
            const bool residual = drawn.story->residual;
            const auto sums = std::ranges::count_if(
                drawn.notes.ringed, [&](const Rect& ring) { return std::abs(ring.centre().x - at.out) < 0.5F; });
            CHECK(sums == tokens);
            const auto at_joined = std::ranges::count_if(
                drawn.notes.ringed, [&](const Rect& ring) { return std::abs(ring.centre().x - at.joined) < 0.5F; });
            CHECK(at_joined == 0);
            const auto narrow = std::ranges::count_if(drawn.notes.triangle_widths,
                                                      [&](float wide) { return wide < 0.6F * drawn.notes.em(); });
            CHECK(narrow == (residual ? 2 : 1));
            CHECK(says_text(drawn.notes, texts::story::parallel_input));
            CHECK(says_text(drawn.notes, texts::story::residual) == residual);
        }
}

TEST_CASE("what is said of parallel sublayers is of both, with the numbers of the record") {
    for (const char* const variant : {variants[0], variants[3]}) {
        CAPTURE(std::string(variant));
        const Drawn plain = drawn_story(made(variant), 1);
        const StoryLayout& at = plain.at;
        const bool residual = plain.story->residual;
        constexpr int token = 2;
        const std::string word = plain.story->words[token];
        const auto length = [&](const std::string& name) {
            const float* const row = named(plain.evaluation->trace(), name).entries(token * 32, 32);
            double squares = 0;
            for (int i = 0; i < 32; ++i) squares += static_cast<double>(row[i]) * static_cast<double>(row[i]);
            return short_number(std::sqrt(squares));
        };
        CHECK(said_at(plain, {at.out, at.y(token)}, StoryHit::Kind::sum) ==
              fmt::format(fmt::runtime(residual ? texts::story::on_parallel_sum : texts::story::on_parallel_sum_alone),
                          word, length("blocks.1.resid_post")));
        const float em = plain.notes.em(), trunk = at.open.y + 2.3F * em;
        CHECK(said_at(plain, {at.branch + 4 * em, trunk}, StoryHit::Kind::connection) ==
              texts::story::on_parallel_input);
        if (residual)
            CHECK(said_at(plain, {at.out - 2.2F * em, trunk}, StoryHit::Kind::connection) ==
                  texts::story::on_parallel_connection);
        // In the lanes beside each other: attention's output above, the MLP below.
        const float middle = at.mlp.x + 0.4F * at.mlp.w;
        CHECK(said_at(plain, {middle, at.lane_y(at.attention_lane, token)}, StoryHit::Kind::result)
                  .find(length("blocks.1.attn.out")) != std::string::npos);
        CHECK(said_at(plain, {middle, at.lane_y(at.mlp_lane, token)}, StoryHit::Kind::mlp)
                  .find(texts::story::mlp_reads_input) != std::string::npos);
        CHECK(said_at(plain, {at.branch_behind + 1, at.lane_y(at.mlp_lane, token)}, StoryHit::Kind::stream)
                  .find(length("blocks.1.resid_pre")) != std::string::npos);
        // An output of zeros is named, and has no ribbon.
        const Drawn without = drawn_story(
            made(variant), 1, {{.record = "blocks.1.attn.out", .cell = {Cell::all, Cell::all}, .value = 0}});
        CHECK(said_at(without, {at.out, at.y(token)}, StoryHit::Kind::sum)
                  .ends_with("The output of attention is zero here."));
        const auto in_lane = [&](const Drawn& drawn) {
            return std::ranges::count_if(drawn.notes.bands, [&](const Notes::Band& band) {
                const float y = (band.upper.front().y + band.lower.front().y) / 2;
                return std::abs(band.upper.front().x - at.joined) < 0.5F &&
                       std::abs(y - at.lane_y(at.attention_lane, token)) < 0.5F;
            });
        };
        CHECK(in_lane(plain) == 1);
        CHECK(in_lane(without) == 0);
    }
}

TEST_CASE("while one of two parallel sublayers is pointed at, the lane of the other fades") {
    const Drawn drawn = drawn_story(made(variants[0]), 1);
    const auto covers = [&](StoryHit::Kind kind, const StoryLane& lane) {
        const StoryHit lit{.kind = kind, .token = 0, .rect = {}};
        StoryScene scene = drawn.scene();
        scene.lit = &lit;
        Notes notes;
        static_cast<void>(draw_story(notes, broad, scene, nowhere));
        const Rect part = drawn.at.lane_row(lane, drawn.at.mlp.x, drawn.at.mlp.right() - 1, 3).inset(0, 0.5F);
        return std::ranges::any_of(notes.fills, [&](const Rect& fill) {
            return fill.contains(part.min()) && fill.contains({part.right(), part.bottom()}) && fill.w < broad.w / 2;
        });
    };
    const StoryLayout& at = drawn.at;
    CHECK(covers(StoryHit::Kind::mlp, at.attention_lane));
    CHECK_FALSE(covers(StoryHit::Kind::mlp, at.mlp_lane));
    CHECK(covers(StoryHit::Kind::result, at.mlp_lane));
    CHECK_FALSE(covers(StoryHit::Kind::result, at.attention_lane));
    const StoryHit both{.kind = StoryHit::Kind::sum, .number = static_cast<int>(StoryPart::both), .rect = {}};
    CHECK_FALSE(has_part(both));
}

TEST_CASE("labels of parallel sublayers do not lie over each other, at any size of text and page") {
    int compared = 0;
    for (const char* const variant : variants) {
        const auto evaluation = evaluated(made(variant));
        const std::optional<Story> story = story_of(*evaluation);
        REQUIRE(story);
        for (const Rect& page : {Rect{0, 0, 1180, 560}, Rect{0, 0, 1180, 610}, broad, Rect{0, 0, 2400, 1200}})
            for (const float em : {14.0F, 18.0F, 21.0F, 28.0F, 34.0F}) {
                CAPTURE(std::string(variant));
                CAPTURE(page.w);
                CAPTURE(em);
                LargeNotes notes(em);
                if (!has_room(notes, page, *story)) continue;
                static_cast<void>(draw_story(notes, page, {.evaluation = *evaluation, .story = *story}, nowhere));
                std::vector<std::pair<Rect, std::string>> boxes;
                for (const Notes::Label& label : notes.labels)
                    if (label.style.degrees == 0)
                        boxes.emplace_back(box_of(notes, label).inset(1, 0.2F * em), label.text);
                for (std::size_t i = 0; i < boxes.size(); ++i)
                    for (std::size_t other = 0; other < i; ++other) {
                        const auto& [a, text] = boxes[i];
                        const auto& [b, said] = boxes[other];
                        CAPTURE(text);
                        CAPTURE(said);
                        CHECK_FALSE((a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom()));
                    }
                ++compared;
            }
    }
    CHECK(compared > 60);
}

TEST_CASE("a window opens on the story of parallel sublayers, and clicks lead to what the parts are") {
    AppOptions options = options_for("parallel", {1920, 1080});
    options.overview = true;
    options.load = [](const std::string&) { return make_model(made(variants[0])); };
    options.inputs.text = made(variants[0]).text;
    const Program program(options);
    if (!program) return;
    program.run("wait-idle\nexpect zoom=story");
    const Rect area = program.target("story");
    REQUIRE(area.w > 0);
    program.run("key Up\nwait-idle\nkey Enter\nwait-idle\nexpect zoom=stage");
    CHECK(program.state("stage").ends_with(".attn.weights"));
}

TEST_SUITE_END();
