// The way back in the walk: gradients beside values, the chain rule of a cell, its check, the path of a number, watched
// cells and breakpoints. What is drawn is held against the record.
// ctest: alone 7 s
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>

#include "app/pictures/board/memory.h"
#include "app/views/explanation/backward.h"
#include "app/views/explanation/derivative_checker.h"
#include "app/views/explanation/loss_summary.h"
#include "app/views/explanation/texts.h"
#include "app/views/shared/wording.h"
#include "core/analysis/chain_rule.h"
#include "core/analysis/influence.h"
#include "core/analysis/measures.h"
#include "tests/support/notes_painter.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

std::shared_ptr<Evaluation> both_ways(const PictureModel& from) {
    Inputs inputs;
    inputs.model = from.name;
    inputs.text = from.text;
    inputs.target = from.target;
    inputs.gradients = true;
    return evaluate_once(make_model(from), inputs);
}

}  // namespace

TEST_SUITE_BEGIN("backward");

TEST_CASE("every stage of every model shows its gradient beside its values, number for number") {
    int shown = 0;
    for (const PictureModel& model : picture_models()) {
        CAPTURE(model.name);
        const auto evaluation = both_ways(model);
        const Trace& trace = evaluation->trace();
        for (const int id : trace.stages()) {
            const Record& record = trace.record(id);
            if (record.gradient == nullptr || record.stage == &stage::loss) continue;  // nothing follows the loss
            CAPTURE(record.name);
            Notes notes;
            PictureMemory memory;
            const Scene scene{.evaluation = *evaluation, .record = id, .head = 0, .gradients = true, .memory = &memory};
            REQUIRE(picture_of(scene).draw(notes, {0, 0, 900, 500}, scene, {-1, -1}) == std::nullopt);
            const ConstView gradient = record.gradient_view();
            bool values = false, slopes = false;
            for (const Notes::Heat& heat : notes.heats) {
                const float* const first = heat.matrix.data;
                values |= first >= record.value && first < record.value + record.shape.count();
                const bool own = first >= gradient.data && first < gradient.data + record.shape.count();
                slopes |= own;
                if (own) CHECK(heat.style.meaning == Meaning::gradient);
            }
            CHECK(values);
            CHECK(slopes);
            ++shown;
        }
    }
    CHECK(shown > 300);
}

TEST_CASE("below the probabilities' chain rule it is said why their gradients are 0") {
    const auto evaluation = both_ways(picture_models().front());
    const Trace& trace = evaluation->trace();
    const Record &probs = trace.record(evaluation->graph().probs.id),
                 &logits = trace.record(evaluation->graph().logits.id);
    for (std::size_t i = 0; i < probs.shape.count(); ++i) CHECK(probs.gradient[i] == 0);
    CHECK(std::string_view(gradient_sentence(probs)).find("does not read these probabilities") != std::string::npos);
    CHECK(std::string_view(gradient_sentence(logits)) == texts::explanation::what_a_gradient_is);
}

TEST_CASE("the rows of the chain rule add up to what the backward pass recorded") {
    int checked = 0;
    for (const PictureModel& model : picture_models()) {
        CAPTURE(model.name);
        const auto evaluation = both_ways(model);
        const Trace& trace = evaluation->trace();
        for (const Record& record : trace.records()) {
            if (record.gradient == nullptr || record.stage == &stage::loss) continue;
            CAPTURE(record.name);
            Cell cell;
            for (int d = 0; d < record.shape.rank(); ++d) cell[d] = record.shape.size(d) / 2;
            const ChainRule rule = chain_rule(trace, record.id, cell);
            const Arithmetic rows = chain_rule_of(*evaluation, {record.id, cell}, 1 << 20);
            CHECK(rows.value == doctest::Approx(static_cast<double>(record.gradient_at(cell))));
            std::size_t terms = 0;
            for (const ArithmeticRow& row : rows.rows)
                if (row.kind == ArithmeticRow::Kind::term) {
                    const ChainTerm& term = rule.terms[std::min(terms, rule.terms.size() - 1)];
                    if (terms < rule.terms.size()) CHECK(row.source == CellRef{term.record, term.cell});
                    ++terms;
                }
            CHECK(terms == rule.count);
            ++checked;
        }
    }
    CHECK(checked > 500);
    // A row says its numbers: product = gradient · slope, in the words of the panel.
    const auto evaluation = both_ways(model_named(decoder));
    const Trace& trace = evaluation->trace();
    const int weights = trace.find("blocks.0.attn.weights");
    const ChainRule rule = chain_rule(trace, weights, {0, 3, 1});
    const Arithmetic rows = chain_rule_of(*evaluation, {weights, {0, 3, 1}}, 3);
    REQUIRE(rows.rows.size() > 2);
    for (const ArithmeticRow& row : rows.rows) {
        if (row.kind != ArithmeticRow::Kind::term) continue;
        CHECK(row.label == plain_name(*evaluation, row.source));
        REQUIRE_FALSE(row.typeset.empty());
        CHECK(row.typeset.front().markup);  // the reader's symbol as formulas have it, not its letters
    }
    const std::string written = text(rows);
    CHECK(written.find(number_text(rule.terms.front().gradient)) != std::string::npos);
    CHECK(written.find(number_text(rule.terms.front().slope)) != std::string::npos);
    CHECK(written.find(number_text(rule.recorded)) != std::string::npos);
    // A probability has no part in the loss, which reads the logits: the panel says so, and of nothing else.
    const auto tooltip_of = [&](const char* stage, const std::vector<Edit>& edits = {}) {
        Inputs inputs{.model = decoder, .text = model_named(decoder).text, .target = "", .edits = edits};
        inputs.gradients = true;
        const auto run = evaluate_once(make_model(model_named(decoder)), inputs);
        return text(chain_rule_of(*run, {run->trace().find(stage), {2, 1}}, 3));
    };
    const std::string of_logits = texts::explanation::loss_of_logits;
    CHECK(tooltip_of("probs").find(of_logits) != std::string::npos);
    CHECK(tooltip_of("probs").find(" = 0") == std::string::npos);  // which is not the derivative of −log p
    CHECK(tooltip_of("logits").find(" = ") != std::string::npos);
    CHECK(tooltip_of("logits").find(of_logits) == std::string::npos);
    CHECK(tooltip_of("blocks.0.resid_mid").find(of_logits) == std::string::npos);
    CHECK(tooltip_of("final_norm", {{"logits", {{2, 1}}, 3.0F}}).find(of_logits) == std::string::npos);
}

TEST_CASE("the summary has the loss of each position and the stream's gradients") {
    const auto evaluation = both_ways(model_named(decoder));
    const LossSummary summary = loss_summary(*evaluation);
    const Trace& trace = evaluation->trace();
    double sum = 0;
    int counted = 0;
    for (const double loss : summary.by_row)
        if (std::isfinite(loss)) sum += loss, ++counted;
    REQUIRE(counted == static_cast<int>(evaluation->tokens().size()) - 1);
    CHECK(summary.loss == doctest::Approx(sum / counted).epsilon(1e-5));
    REQUIRE(summary.layers.size() >= 2);
    CHECK(summary.layers.front().name == "Embedding");
    for (const LossSummary::Layer& layer : summary.layers) {
        const ConstView gradient = trace.record(layer.record).gradient_view();
        const std::size_t width = gradient.shape.count() / layer.norms.size();
        for (std::size_t r = 0; r < layer.norms.size(); ++r) {
            double square = 0;
            for (std::size_t c = 0; c < width; ++c) {
                const auto g = static_cast<double>(gradient.data[r * width + c]);
                square += g * g;
            }
            CHECK(static_cast<double>(layer.norms[r]) == doctest::Approx(std::sqrt(square)).epsilon(1e-5));
        }
    }
}

TEST_CASE("a check that is asked for while another one runs does not wait for its end, and alone is answered") {
    const auto evaluation = both_ways(model_named(decoder));
    const int record = evaluation->trace().find("blocks.0.mlp.act");
    const CellRef first{record, Cell{{0, 1}}}, second{record, Cell{{1, 2}}};
    std::atomic<bool> let_go{false};
    std::atomic<int> begun{0}, woken{0};
    DerivativeChecker checker([&](const Evaluation&, const CellRef& cell, const std::function<bool()>& goes_on) {
        ++begun;
        while (!let_go) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        DerivativeCheck check;
        check.value = cell.cell[0];
        check.finished = goes_on();
        return check;
    });
    const auto wake = [&] { ++woken; };
    const auto wait_for = [](const std::function<bool()>& what) {
        for (int i = 0; i < 5000 && !what(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return what();
    };
    // Where start() waits all the same, the check is let go in the end, and the test fails instead of standing still.
    std::atomic<bool> over{false};
    std::thread rescue([&] {
        for (int i = 0; i < 3000 && !over; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        let_go = true;
    });
    checker.start(evaluation, first, wake);
    REQUIRE(wait_for([&] { return begun == 1; }));
    checker.start(evaluation, second, wake);
    CHECK_FALSE(let_go);
    CHECK(begun == 1);
    const std::uint64_t generation = evaluation->generation();
    CHECK(checker.answer(generation, first).phase == DerivativeChecker::Phase::none);
    CHECK(checker.answer(generation, second).phase == DerivativeChecker::Phase::running);
    over = true;
    rescue.join();
    REQUIRE(wait_for([&] { return woken == 1; }));
    CHECK(checker.answer(generation, second).phase == DerivativeChecker::Phase::running);
    REQUIRE(wait_for([&] { return checker.go_on(), woken == 2; }));
    CHECK(begun == 2);
    const DerivativeChecker::Answer answer = checker.answer(generation, second);
    CHECK(answer.phase == DerivativeChecker::Phase::done);
    CHECK(answer.check.value == 1);
}

TEST_CASE("with B onward stays onward, D checks a derivative, and undo leads back") {
    const Program program(options_for(decoder));
    if (!program) return;
    program.run(R"(
wait-idle
expect backward=no
key B
wait-idle
expect backward=yes
key End
expect stage=loss
key Left
expect stage=probs
key Right
expect stage=loss
key Home
)");
    const std::string first = program.state("stage");
    program.run("key Right");
    CHECK(program.state("stage") != first);  // as with values: towards the loss
    program.run("click @stage blocks.0.attn.weights\nwait 1");
    for (int i = 0; i < 40 && program.state("stage") != "blocks.0.mlp.act"; ++i) program.run("key Right");
    REQUIRE(program.state("stage") == "blocks.0.mlp.act");
    program.run("key Down\nexpect locked=yes\nkey D");
    for (int i = 0; i < 2000 && program.state("check") == "running"; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        program.run("wait 1");
    }
    CHECK(program.state("check") == "done");
    program.run("click @check derivative");
    CHECK(program.state("check") != "none");
    program.run("key Ctrl+Z\nwait-idle\nexpect backward=no\nkey D\nexpect check=none");
}

TEST_CASE("a number is followed back to a token, watched cells stay, and playing stops at a breakpoint") {
    const Program program(options_for(decoder));
    if (!program) return;
    program.run(R"(
wait-idle
key End
expect path=0
key U
expect path!=0
key U
expect path=0
key Up
key U
expect path!=0
key W
expect watched=1
click @watched 0
key W
expect watched=0
key U
expect path=0
key Esc
key Home
key Right
key Right
key Right
key K
expect breakpoints=1
)");
    const std::string stop = program.state("stage");
    program.run("key Home\nkey Space\nexpect playing=yes");
    for (int i = 0; i < 2000 && program.state("playing") == "yes"; ++i) program.run("wait 1");
    CHECK(program.state("stage") == stop);
    program.run("key K\nexpect breakpoints=0");
}

TEST_CASE("a breakpoint may name a head and a row, stands on the timeline and in a list, and is turned off there") {
    const Program program(options_for(decoder));
    if (!program) return;
    program.run(R"(
wait-idle
click @stage blocks.0.attn.weights
wait 1
click @cell:blocks.0.attn.weights[0,3,1]
wait 1
expect cell=blocks.0.attn.weights[0,3,1]
key Ctrl+Shift+K
wait 2
expect breakpoints=1
expect breakpoint_list=blocks.0.attn.weights head 0 row 3
key Esc
key Home
key K
wait 2
expect breakpoints=2
)");
    const std::string first = program.state("stage");
    const auto shown = [&](const std::string& target) { return program.app->targets().contains(target); };
    CHECK(shown("breakpoint of blocks.0.attn.weights"));
    CHECK(shown("breakpoint of " + first));
    // Off: it stays, as a ring, and playing runs past it to the one that is on, whose row is selected.
    program.run("click @breakpoint 1 switch\nwait 2\nexpect breakpoint_list=blocks.0.attn.weights head 0 row 3; " +
                first + " off");
    CHECK(shown("breakpoint off of " + first));
    CHECK_FALSE(shown("breakpoint of " + first));
    const auto play = [&] {
        program.run("key Esc\nkey Home\nkey Space\nexpect playing=yes");
        for (int i = 0; i < 4000 && program.state("playing") == "yes"; ++i) program.run("wait 1");
    };
    play();
    CHECK(program.state("cell") == "blocks.0.attn.weights[0,3,0]");
    // The session keeps both, as before; a click in the list goes there.
    CHECK(program.app->session_now().views.at("walk").at("watch").find("off") != std::string::npos);
    program.run("key Esc\nkey Home\nwait 2\nclick @breakpoint 0\nwait 2\nexpect cell=blocks.0.attn.weights[0,3,0]");
    program.run("click @breakpoint 0 delete\nwait 2\nexpect breakpoint_list=" + first + " off");
    program.run("click @breakpoint 0 delete\nwait 2\nexpect breakpoints=0");
    CHECK_FALSE(shown("breakpoint off of " + first));
}

TEST_CASE("the path of a number says what its percentages are of, and which of two factors it follows") {
    const auto evaluation = both_ways(model_named(decoder));
    const Trace& trace = evaluation->trace();
    const int scores = trace.find("blocks.0.attn.scores_raw");
    REQUIRE(scores >= 0);
    const InfluencePath path = follow(trace, scores, Cell{{0, 4, 1}});
    const Arithmetic written = path_of(*evaluation, path);
    const std::string lines = text(written);
    CHECK(lines.find("of the sum of all terms’ magnitudes") != std::string::npos);
    CHECK(lines.find("Of a term’s two factors, the second one") != std::string::npos);
    REQUIRE(written.rows.size() == path.hops.size() + 3);
    for (std::size_t i = 1; i < path.hops.size(); ++i) {
        const double said = std::stod(written.rows[i].label);
        CHECK(said == doctest::Approx(100 * path.hops[i].share).epsilon(0.006));
        CHECK(written.rows[i].label.size() <= 6);  // three digits
    }
}

TEST_CASE("positions of labels are counted from 1 on the screen and from 0 in the inputs") {
    CHECK(labels_on_screen("5: cat; 0: #12;") == "6: cat; 1: #12;");
    CHECK(labels_from_screen("6: cat; 1: #12;", 6) == "5: cat; 0: #12;");
    CHECK(labels_from_screen(" 2 : cat", 6) == " 1 : cat");
    for (const char* kept : {"", "cat dog", "#4,7,-1", "good", "1", "2", "a: b", "3 4: x"}) {
        CHECK(labels_on_screen(kept) == kept);
        CHECK(labels_from_screen(kept, 6) == kept);
    }
    CHECK_THROWS_WITH_AS(labels_from_screen("0: cat", 6), "There is no position 0 to label. Positions run from 1 to 6.",
                         Error);
    CHECK_THROWS_AS(labels_from_screen("1: cat; 7: dog", 6), Error);
}

TEST_CASE("the loss is measured against what is written in the panel, and a wrong word says so") {
    const Program program(options_for(decoder, {1280, 1200}));
    if (!program) return;
    program.run("wait-idle\nkey B\nwait-idle\nexpect backward=yes");
    const double natural = loss_summary(*program.app->session().shown().current).loss;
    program.run("click @labels\ntype 3: cat\nkey Enter\nwait-idle");
    const auto shown = program.app->session().shown();
    REQUIRE(shown.current);
    CHECK(shown.current->inputs().labels == "2: cat");
    const LossSummary summary = loss_summary(*shown.current);
    CHECK(summary.loss != natural);
    CHECK(summary.answers[2] == "cat");
    CHECK(std::count_if(summary.by_row.begin(), summary.by_row.end(), [](double x) { return std::isfinite(x); }) == 1);
    // Off and on again keeps the target, the cell and the stage; onward is onward.
    program.run("key End\nkey Left\nkey Left\nkey Down");
    const std::string stage = program.state("stage"), cell = program.state("cell");
    program.run("key B\nwait-idle\nexpect backward=no\nkey B\nwait-idle\nexpect backward=yes");
    CHECK(program.state("stage") == stage);
    CHECK(program.state("cell") == cell);
    CHECK(program.app->session().shown().current->inputs().labels == "2: cat");
    const std::string index = program.state("index");
    program.run("key Right");
    CHECK(std::stoi(program.state("index")) == std::stoi(index) + 1);
    program.run("key Left");
    CHECK(program.state("index") == index);
    program.run("click @labels\nkey Ctrl+A\ntype 99: cat\nkey Enter\nwait 2\nexpect error=");
    CHECK(program.state("notice").starts_with("There is no position 99 to label."));
    program.run("wait-idle\nclick @labels\nkey Ctrl+A\ntype 3: xylophone\nkey Enter\nwait-idle\nexpect error!=");
    program.run("key Esc\nkey Ctrl+Z\nwait-idle\nexpect error=");
}

TEST_SUITE_END();
