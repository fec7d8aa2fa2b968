// The architecture diagram as it is drawn: arrows end at their boxes and go around all others, names stand whole,
// nothing overlaps or leaves the page; and the blocks of stacks of unequal depth.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "app/paint/smaller_painter.h"
#include "app/pictures/architecture/diagram_picture.h"
#include "tests/support/architecture_runs.h"
#include "tests/support/notes_painter.h"
#include "tests/support/picture_models.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

using Kind = DiagramBox::Kind;

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

/// A line with corners and right angles goes through a rectangle; along its edge it does not.
bool through(const std::vector<Vec2>& way, const Rect& box) {
    const Rect inside = box.inset(1);
    for (std::size_t i = 1; i < way.size(); ++i) {
        const Vec2 &a = way[i - 1], &b = way[i];
        if (std::max(a.x, b.x) > inside.x && std::min(a.x, b.x) < inside.right() && std::max(a.y, b.y) > inside.y &&
            std::min(a.y, b.y) < inside.bottom())
            return true;
    }
    return false;
}

/// Notes when frames and the lens are drawn: what is drawn first is hidden by what is drawn over it.
class InOrder : public LargeNotes {
public:
    using LargeNotes::LargeNotes;
    int calls = 0, lens = -1;
    std::map<std::pair<float, float>, int> filled;  // by the left upper corner
    void fill(const Rect& rect, Colour colour, float radius) override {
        LargeNotes::fill(rect, colour, radius);
        filled[{rect.x, rect.y}] = calls++;
    }
    void band(std::span<const Vec2> upper, std::span<const Vec2> lower, Colour colour) override {
        LargeNotes::band(upper, lower, colour);
        lens = calls++;
    }
};

/// The diagram with brief names has "with →" before its answers.
bool named_before_answers(const Evaluation& evaluation, bool veiled) {
    const Diagram diagram = diagram_of(evaluation);
    const DiagramFacts facts = facts_of(evaluation, diagram, 0, 0);
    LargeNotes notes(14);
    const DiagramLayout at = lay_out(notes, {0, 0, 700, 900}, evaluation, diagram, facts, 0, 0, 0, DiagramSide::brief);
    static_cast<void>(draw_diagram(
        notes, at, {.evaluation = evaluation, .diagram = diagram, .facts = facts, .selected = 0, .veiled = veiled},
        nowhere));
    return !diagram.answered.empty() && std::ranges::any_of(notes.texts, [&](const std::string& text) {
        return text.starts_with(diagram.answered + " →");
    });
}

void check_drawn(const Evaluation& evaluation, const Diagram& diagram, const Rect& page, float em, int selected) {
    InOrder notes(em);
    float share = 1;
    const auto smaller = [&] { return SmallerPainter(notes, share); };
    for (; share > 0.3F; share -= 0.04F) {
        SmallerPainter painter = smaller();
        if (has_room(painter, page, diagram)) break;
    }
    SmallerPainter painter = smaller();
    REQUIRE(has_room(painter, page, diagram));
    const DiagramFacts facts = facts_of(evaluation, diagram, selected, 0);
    const DiagramLayout at = lay_out(painter, page, evaluation, diagram, facts, selected, 0, 0);
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
    for (const DiagramRoute& route : at.routes)
        for (std::size_t i = 0; i < at.boxes.size(); ++i) {
            CAPTURE(diagram.boxes[static_cast<std::size_t>(route.from)].name);
            CAPTURE(diagram.boxes[static_cast<std::size_t>(route.to)].name);
            CAPTURE(diagram.boxes[i].name);
            if (static_cast<int>(i) != route.from) CHECK_FALSE(through(route.way, at.boxes[i]));
            if (at.encodings[i].w > 0) CHECK_FALSE(through(route.way, at.encodings[i]));
        }
    for (const std::vector<Vec2>& link : at.links)
        for (const StageNode& node : at.nodes) {
            CAPTURE(evaluation.trace().record(node.record).name);
            CHECK_FALSE(through(link, node.rect));
        }
    // The lens is seen from the box on: over the frame of its blocks.
    const auto column = static_cast<std::size_t>(diagram.column_of(selected));
    CHECK((notes.lens >= 0) == (column + 1 == diagram.columns.size()));
    if (const Rect frame = at.frames[column]; notes.lens >= 0 && frame.w > 0) {
        REQUIRE(notes.filled.contains({frame.x, frame.y}));
        CHECK(notes.lens > notes.filled.at({frame.x, frame.y}));
    }
    // Names stand whole.
    const auto wrote = [&](const std::string& text) {
        return std::ranges::find(notes.texts, text) != notes.texts.end();
    };
    for (const DiagramBox& box : diagram.boxes) {
        if (DiagramLayout::round(box) && box.kind != Kind::positions) continue;
        CAPTURE(box.name);
        CHECK((wrote(line_of(box)) || wrote(box.name)));
        if (at.two_lines || box.kind == Kind::positions) CHECK((box.detail.empty() || wrote(box.detail)));
        CHECK((box.encoding.empty() || (wrote(box.encoding) && wrote(box.effect))));
    }
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

TEST_CASE("with brief names the answers have before them the token that they come after, veiled answers too") {
    const auto evaluation = run_of_model(shipped_model("translate-fr-en"));
    CHECK(named_before_answers(*evaluation, false));
    CHECK(named_before_answers(*evaluation, true));
}

TEST_CASE("nothing is cut or crossed in small models of every kind") {
    for (const PictureModel& from : picture_models()) {
        CAPTURE(from.name);
        const auto evaluation = evaluated(from);
        const Diagram diagram = diagram_of(*evaluation);
        for (const float em : {15.0F, 30.0F})
            for (std::size_t selected = 0; selected < diagram.boxes.size(); ++selected)
                check_drawn(*evaluation, diagram, {0, 0, 1180, 560}, em, static_cast<int>(selected));
    }
}

TEST_CASE("stacks of unequal depth: a click shows the block that was promised, of each stack its own") {
    const PictureModel model{"two and three", R"({"architecture": "encoder_decoder", "vocab_size": 30,
        "target_vocab_size": 35, "d_model": 16, "n_heads": 1, "n_layers": 2, "n_decoder_layers": 3, "max_seq_len": 16,
        "positional": {"kind": "sinusoidal"}})",
                             "the cat sat on the mat", "a dog never saw that"};
    const Program program(options_for(model));
    if (!program) return;
    program.run("wait-idle\nkey Ctrl+0\nwait-idle\nexpect zoom=architecture");
    const auto promised = [&](int column) {
        program.run("move @blocks " + std::to_string(column) + "\nwait-idle");
        const std::string said = program.state("architecture_says"), before = "numbers of block ";
        const std::size_t at = said.find(before);
        REQUIRE_MESSAGE(at != std::string::npos, said);
        return std::stoi(said.substr(at + before.size()));
    };
    const int blocks[] = {2, 3};
    for (const int column : {1, 1, 2, 1, 2, 2, 1, 2, 1, 1, 2}) {
        const int next = promised(column), count = blocks[column - 1];
        program.run("click @blocks " + std::to_string(column) + "\nwait-idle");
        CHECK(promised(column) == next % count + 1);
        const int other = 3 - column;  // it shows the same block, or its last one
        CHECK(promised(other) == std::min(next, blocks[other - 1]) % blocks[other - 1] + 1);
    }
}

TEST_SUITE_END();
