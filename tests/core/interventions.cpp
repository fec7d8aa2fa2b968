// Edits of whole heads, rows and tensors, painted masks, and the list of what was done to a run.
#include "core/session/intervention.h"

#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "core/base/random.h"
#include "core/io/model_folder.h"
#include "core/tape/cell_name.h"
#include "core/tensor/selection.h"
#include "tests/support/evaluated_model.h"
#include "tests/support/support.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;

namespace {

constexpr int all = Cell::all;

std::shared_ptr<const Model> golden_model(const std::string& name) {
    return std::make_shared<const Model>(load_model(test::golden("models") / name));
}

/// A model of these folders evaluated on tokens 1, 2, 3 …
struct Run {
    std::shared_ptr<const Model> model;
    Evaluation evaluation;
    std::vector<TokenLabel> tokens, target;
    Run(std::shared_ptr<const Model> of, int seq_len, int target_len = 0)
        : model(std::move(of)), evaluation(model, {.batch = 0, .seq_len = seq_len, .target_len = target_len}, nullptr) {
        for (int i = 0; i < seq_len; ++i) tokens.push_back({i + 1, "", false});
        for (int i = 0; i < target_len; ++i) target.push_back({i + 1, "", false});
    }
    void compute(const std::vector<Edit>& edits) {
        REQUIRE(evaluation.evaluate({.model = "", .text = "", .target = "", .edits = edits}, tokens, target, 1, {}));
    }
    const Record& record(const std::string& name) const {
        const int id = evaluation.trace().find(name);
        REQUIRE_MESSAGE(id >= 0, name);
        return evaluation.trace().record(id);
    }
    std::vector<float> values(const std::string& name) const {
        const ConstView view = record(name).view();
        return {view.data, view.data + view.shape.count()};
    }
};

}  // namespace

TEST_SUITE_BEGIN("interventions");

TEST_CASE("a selection's stretches of memory are its cells, each once and in order") {
    Random random(11);
    for (int trial = 0; trial < 400; ++trial) {
        std::vector<Dimension> dimensions;
        Cell selection;
        const int rank = random.below(5);
        for (int d = 0; d < rank; ++d) {
            dimensions.push_back({Axis::position, 1 + random.below(4)});
            selection[d] = random.below(2) == 0 ? all : random.below(dimensions.back().size);
        }
        const Shape shape(dimensions);
        REQUIRE(selects_within(shape, selection));
        std::vector<std::size_t> expected, found;
        for (std::size_t i = 0; i < shape.count(); ++i)
            if (selects(selection, shape.cell(i), rank)) expected.push_back(i);
        std::size_t calls = 0;
        for_each_stretch(shape, selection, [&](std::size_t first, std::size_t length) {
            ++calls;
            for (std::size_t i = 0; i < length; ++i) found.push_back(first + i);
        });
        CHECK(found == expected);
        CHECK(calls == stretches(shape, selection).count);
    }
    const Shape heads{{Axis::head, 3}, {Axis::position, 4}, {Axis::d_head, 5}};
    CHECK(stretches(heads, {{1, all, all, 0}}).count == 1);  // one piece of memory
    CHECK(stretches(heads, {{all, all, 2, 0}}).count == 12);
    CHECK(!selects_within(heads, {{3, all, all, 0}}));
    CHECK(!selects_within(heads, {{-2, 0, 0, 0}}));
}

TEST_CASE("an edit of a whole head, row, column and tensor is the edits of its cells") {
    const auto model = golden_model("decoder-defaults");
    for (const char* name :
         {"blocks.0.attn.heads", "blocks.1.attn.weights", "blocks.1.attn.q.weight", "mask", "embed"}) {
        Run whole(model, 5), cells(model, 5);
        const Shape shape = whole.record(name).shape;
        for (int pattern = 0; pattern < 1 << shape.rank(); ++pattern) {
            Cell selection;
            for (int d = 0; d < shape.rank(); ++d) selection[d] = (pattern >> d & 1) != 0 ? all : 1;
            CAPTURE(name);
            CAPTURE(text(selection, shape.rank()));
            const Edit later{name, shape.cell(shape.count() - 1), 1};  // the later edit wins
            std::vector<Edit> one_by_one;
            for (std::size_t i = 0; i < shape.count(); ++i)
                if (selects(selection, shape.cell(i), shape.rank())) one_by_one.push_back({name, shape.cell(i), 0});
            one_by_one.push_back(later);
            whole.compute({{name, selection, 0}, later});
            cells.compute(one_by_one);
            for (const char* stage : {name, "blocks.1.resid_post", "logits"})
                CHECK(whole.values(stage) == cells.values(stage));
            CHECK(whole.record(name).at(later.cell) == 1);
            CHECK(whole.record(name).edits.size() == 2);  // a whole tensor's edit is not written out cell by cell
        }
        whole.compute({});
        Run plain(model, 5);
        plain.compute({});
        CHECK(whole.values(name) == plain.values(name));
        CHECK(whole.values("logits") == plain.values("logits"));
    }
}

TEST_CASE("a head that is off hands on nothing, and only what reads it is computed again") {
    Run run(golden_model("decoder-defaults"), 4);
    run.compute({});
    const auto before = run.values("blocks.1.attn.concat");
    run.compute({{"blocks.1.attn.heads", {{1, all, all, 0}}, 0}});
    const auto concat = run.values("blocks.1.attn.concat");
    const int d_head = run.model->config.d_head, width = run.model->config.n_heads * d_head;
    for (std::size_t i = 0; i < concat.size(); ++i) {
        const int column = static_cast<int>(i) % width;
        CHECK(concat[i] == (column / d_head == 1 ? 0.0F : before[i]));
    }
    // heads, concat, out, resid_mid, norm2, four of the MLP without its gate, resid_post, final_norm, logits, probs
    CHECK(run.evaluation.tape().evaluated() == 12);
}

TEST_CASE("an edited head is a constant for gradients, whole or cell by cell") {
    const auto model = golden_model("decoder-defaults");
    const auto gradients = [&](const std::vector<Edit>& edits) {
        Tape tape;
        const Graph graph = record_model(tape, model->config, model->weights,
                                         {.batch = 0, .seq_len = 4, .target_len = 0, .loss = true});
        tape.set(graph.tokens, std::vector<float>{1, 2, 3, 4});
        tape.set(graph.labels, std::vector<float>{2, 3, 4, -1});
        tape.edit(edits);
        tape.evaluate();
        tape.backward(graph.loss);
        std::vector<std::vector<float>> result;
        for (const char* name : {"blocks.1.attn.heads", "blocks.1.attn.weights", "blocks.1.attn.v.weight"}) {
            const ConstView view = tape.trace().record(tape.trace().find(name)).gradient_view();
            result.emplace_back(view.data, view.data + view.shape.count());
        }
        return result;
    };
    const Shape heads{{Axis::head, 3}, {Axis::position, 4}, {Axis::d_head, 4}};
    std::vector<Edit> cells;
    for (std::size_t i = 0; i < heads.count(); ++i)
        if (heads.cell(i)[0] == 2) cells.push_back({"blocks.1.attn.heads", heads.cell(i), 0});
    const auto whole = gradients({{"blocks.1.attn.heads", {{2, all, all, 0}}, 0}});
    CHECK(whole == gradients(cells));
    CHECK(std::ranges::any_of(std::vector(whole[0].end() - 16, whole[0].end()), [](float g) { return g != 0; }));
    CHECK(std::ranges::all_of(std::vector(whole[1].end() - 16, whole[1].end()), [](float g) { return g == 0; }));
    CHECK(std::ranges::any_of(whole[1], [](float g) { return g != 0; }));
}

TEST_CASE("gradients past edits are those of finite differences, whatever the edited operation keeps") {
    const std::string settings = R"({"architecture":"decoder","vocab_size":7,"d_model":8,"n_heads":2,"n_layers":2,
                                     "max_seq_len":6,"activation":"tanh"})";
    const std::string attention = "blocks.1.attn.";
    for (const auto& edits : std::vector<std::vector<Edit>>{
             {{attention + "weights", {{0, 3, 1, 0}}, 0.9F}},
             {{attention + "weights", {{all, 2, all, 0}}, 0.5F}, {attention + "weights", {{1, 4, 0, 0}}, 0}},
             {{attention + "heads", {{1, all, all, 0}}, 0}, {"blocks.1.mlp.act", {{all, 3, 0, 0}}, 0.3F}},
             {{attention + "scores_scaled", {{all, all, 0, 0}}, 1}, {"blocks.0.norm2", {{2, all, 0, 0}}, 0.1F}},
             {{"mask", {{2, all, 0, 0}}, 0}, {"mask", {{0, 3, 0, 0}}, 1}}}) {
        test::EvaluatedModel run(settings, {1, 4, 2, 6, 3}, {4, 2, 6, 3, 0});
        run.tape.edit(edits);
        REQUIRE(run.tape.evaluate());
        run.tape.backward(run.graph.loss);
        for (const char* name :
             {"blocks.1.attn.q.weight", "blocks.1.attn.v.weight", "blocks.0.mlp.in.weight", "embed.tokens.weight"}) {
            INFO(edits.front().record << " by " << std::string(name));
            const ConstView gradient = run.gradient(name);
            Random random(9);
            std::vector<float> direction;
            double along = 0;
            for (std::size_t i = 0; i < gradient.shape.count(); ++i) {
                direction.push_back(random.normal());
                along += static_cast<double>(direction.back()) * static_cast<double>(gradient.data[i]);
            }
            constexpr float step = 2e-3F;
            const auto loss = [&](float by) {
                float* memory = run.memory(name);
                for (std::size_t i = 0; i < direction.size(); ++i) memory[i] += by * direction[i];
                run.tape.parameters_changed();
                REQUIRE(run.tape.evaluate());
                for (std::size_t i = 0; i < direction.size(); ++i) memory[i] -= by * direction[i];
                return static_cast<double>(run.record("loss").at({}));
            };
            const double measured = (loss(step) - loss(-step)) / (2 * static_cast<double>(step));
            CHECK(along == doctest::Approx(measured).epsilon(0.01).scale(0.1));
        }
    }
}

TEST_CASE("a painted mask changes what a query sees, and a query that sees nothing attends to nothing") {
    Run run(golden_model("decoder-defaults"), 4);
    run.compute({});
    const auto before = run.values("blocks.0.attn.weights");
    const auto at = [](int head, int query, int key) { return static_cast<std::size_t>((head * 4 + query) * 4 + key); };
    run.compute({{"mask", {{2, 1, 0, 0}}, 0}});
    const auto closed = run.values("blocks.0.attn.weights");
    for (int head = 0; head < 3; ++head) {
        // What is left of the row keeps its proportions.
        const double left = 1.0 - static_cast<double>(before[at(head, 2, 1)]);
        CHECK(closed[at(head, 2, 1)] == 0);
        for (const int key : {0, 2})
            CHECK(static_cast<double>(closed[at(head, 2, key)]) ==
                  doctest::Approx(static_cast<double>(before[at(head, 2, key)]) / left).epsilon(1e-5));
        for (const int query : {0, 1, 3})
            for (int key = 0; key < 4; ++key) CHECK(closed[at(head, query, key)] == before[at(head, query, key)]);
    }
    CHECK(run.evaluation.trace().derive(run.record("mask").id, {{2, 1, 0, 0}}).note == "edited");
    CHECK(run.evaluation.trace().derive(run.record("mask").id, {{2, 0, 0, 0}}).note == "an input");

    // A later key may be opened, and a whole row closed: its weights and what it takes are zeros, not NaN.
    run.compute({{"mask", {{0, 3, 0, 0}}, 1}, {"mask", {{1, all, 0, 0}}, 0}});
    const auto painted = run.values("blocks.0.attn.weights");
    CHECK(painted[at(1, 0, 3)] > 0);
    for (int head = 0; head < 3; ++head)
        for (int key = 0; key < 4; ++key) CHECK(painted[at(head, 1, key)] == 0);
    const Record& weights = run.record("blocks.0.attn.weights");
    CHECK(run.evaluation.trace().derive(weights.id, {{0, 1, 0, 0}}).note == "every key is masked");
    for (const float logit : run.values("logits")) CHECK(std::isfinite(logit));
    const auto heads = run.values("blocks.0.attn.heads");
    for (std::size_t c = 0; c < 4; ++c) CHECK(heads[4 + c] == 0);

    // Other tokens keep the paint; taken back, the mask is the model's again.
    std::swap(run.tokens[0], run.tokens[3]);
    run.compute({{"mask", {{1, all, 0, 0}}, 0}});
    CHECK(run.record("mask").at({{1, 0, 0, 0}}) == 0);
    std::swap(run.tokens[0], run.tokens[3]);
    run.compute({});
    CHECK(run.values("blocks.0.attn.weights") == before);
    CHECK(run.values("mask") == std::vector<float>{1, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 1});
}

TEST_CASE("what may not be edited is refused in a sentence") {
    Run run(golden_model("seq2seq-pre-norm"), 4, 3);
    const auto complaint = [&](const Edit& edit) {
        return message_of([&] { run.evaluation.tape().edit({&edit, 1}); });
    };
    CHECK(contains(complaint({"encoder.mask", {{0, 0}}, 0.5F}), "a cell of encoder.mask is 1 where the query sees"));
    CHECK(contains(complaint({"encoder.mask", {{0, 0}}, NAN}), "cannot be nan"));
    CHECK(complaint({"encoder.mask", {{0, 0}}, 0.5F}).ends_with("it cannot be 0.5"));
    CHECK(contains(complaint({"encoder.mask", {{4, all}}, 0}), "cell [4,*] is outside encoder.mask"));
    CHECK(contains(complaint({"encoder.tokens", {{0}}, 1}), "is an input, not a stage to edit"));
    CHECK(contains(complaint({"decoder.embed", {{-2, 0}}, 1}), "outside decoder.embed"));
    CHECK(complaint({"decoder.cross_mask", {{2, all}}, 0}) == "");
}

TEST_CASE("selections and edits have a written form") {
    Run run(golden_model("decoder-defaults"), 4);
    const Trace& trace = run.evaluation.trace();
    const NamedCell head = find_selection(trace, "blocks.0.attn.heads[1,*, *]");
    CHECK(head.cell == Cell{{1, all, all, 0}});
    CHECK(cell_name(trace.record(head.record), head.cell) == "blocks.0.attn.heads[1,*,*]");
    CHECK_THROWS_WITH_AS(find_cell(trace, "blocks.0.attn.heads[1,*,*]"), doctest::Contains("not a whole number"),
                         Error);
    CHECK_THROWS_WITH_AS(find_selection(trace, "embed[-1,0]"), doctest::Contains("is outside embed"), Error);
    CHECK_THROWS_WITH_AS(find_selection(trace, "embed[*]"), doctest::Contains("has 2 axes"), Error);
    const Edit edit = edit_from_text(trace, "blocks.0.attn.scores_masked[2,*,0]=-inf");
    CHECK(edit == Edit{"blocks.0.attn.scores_masked", {{2, all, 0, 0}}, -INFINITY});
    CHECK(to_text(edit, 3) == "blocks.0.attn.scores_masked[2,*,0]=-inf");
    CHECK(edit_from_text(trace, "embed[0,3]=0.1") == Edit{"embed", {{0, 3, 0, 0}}, 0.1F});
    for (const char* wrong : {"embed[0,3]", "embed[0,3]=", "embed[0,3]=x", "embed[0,3]=nan", "embed[0,3]=1 ", "=1"})
        CHECK_THROWS_AS(edit_from_text(trace, wrong), Error);
}

TEST_CASE("random inputs come back from their text form") {
    Random random(17);
    const std::vector<std::string> patches{"", R"({"mask":{"kind":"window","window":4}})", R"({"residual":false})",
                                           R"({"positional":{"base":null},"attention_temperature":0.1})"};
    for (int trial = 0; trial < 300; ++trial) {
        Inputs inputs{.model = "m\"" + std::to_string(trial), .text = "é\n\t\\ x", .target = "", .edits = {}};
        if (random.below(2) == 0) inputs.target = "le chat";
        inputs.architecture = patches[static_cast<std::size_t>(random.below(4))];
        for (int e = random.below(5); e > 0; --e) {
            Edit edit{.record = "blocks." + std::to_string(e) + ".attn.weights", .cell = {}, .value = random.normal()};
            for (int d = 0; d < 4; ++d) edit.cell[d] = random.below(6) - 1;
            if (random.below(8) == 0) edit.value = random.below(2) == 0 ? INFINITY : -INFINITY;
            inputs.edits.push_back(edit);
        }
        const std::string line = to_text(inputs);
        CHECK(line.find('\n') == std::string::npos);
        CHECK(inputs_from_text(line) == inputs);
    }
    CHECK_THROWS_AS(inputs_from_text(R"({"model":"m","text":"t","architecture":[1]})"), Error);
    Inputs broken;
    for (const char* wrong : {"{", "[1]", "window"}) {
        broken.architecture = wrong;
        CHECK_THROWS_AS(to_text(broken), Error);
        CHECK_THROWS_AS(interventions(broken, Trace{}), Error);
    }
    CHECK(inputs_from_text(R"({"model":"m","text":"t","architecture":{}})").architecture == "");
}

TEST_CASE("heads go off and on, and one that is off says so") {
    Run run(golden_model("decoder-defaults"), 4);
    const Trace& trace = run.evaluation.trace();
    const int weights = trace.find("blocks.1.attn.weights"), other = trace.find("blocks.0.attn.weights");
    const Inputs plain;
    const Inputs off = head_off(plain, trace, weights, 2);
    CHECK(off.edits == std::vector<Edit>{{"blocks.1.attn.heads", {{2, all, all, 0}}, 0}});
    CHECK(is_off(off, trace, weights, 2));
    CHECK_FALSE(is_off(off, trace, weights, 1));
    CHECK_FALSE(is_off(off, trace, other, 2));
    CHECK(head_off(off, trace, weights, 2) == off);
    CHECK(head_on(off, trace, weights, 2) == plain);
    CHECK(head_on(off, trace, other, 2) == off);
    // All are off at once; one of them on again leaves the others off.
    Inputs none;
    none.edits = {{"blocks.1.attn.heads", {{all, all, all, 0}}, 0}, {"embed", {{0, 0}}, 1}};
    const Inputs one = head_on(none, trace, weights, 1);
    CHECK_FALSE(is_off(one, trace, weights, 1));
    CHECK(is_off(one, trace, weights, 0));
    CHECK(is_off(one, trace, weights, 2));
    CHECK(one.edits.back().record == "embed");
    // A single number set again puts the head back.
    Inputs partly = off;
    partly.edits.push_back({"blocks.1.attn.heads", {{2, 0, 0, 0}}, 1});
    CHECK_FALSE(is_off(partly, trace, weights, 2));
    CHECK_THROWS_WITH_AS(head_off(plain, trace, weights, 3), doctest::Contains("so there is no head 3"), Error);
    CHECK_THROWS_WITH_AS(head_off(plain, trace, trace.find("logits"), 0), doctest::Contains("belongs to no attention"),
                         Error);
}

TEST_CASE("what was done to a run is listed in words, and each is taken back alone") {
    Run run(golden_model("decoder-defaults"), 9);
    const Trace& trace = run.evaluation.trace();
    Inputs inputs;
    inputs.architecture =
        R"({"mask":{"kind":"window","window":4},"residual":false,"positional":{"kind":"rope","base":500},
                              "attention_temperature":2,"norm_eps":null})";
    inputs.edits = {{"blocks.0.attn.weights", {{1, 8, 1, 0}}, 0.7F},
                    {"blocks.1.attn.heads", {{2, all, all, 0}}, 0},
                    {"mask", {{5, 2, 0, 0}}, 0},
                    {"mask", {{0, all, 0, 0}}, 1},
                    {"mask", {{all, 3, 0, 0}}, 0},
                    {"mask", {{7, all, 0, 0}}, 0},
                    {"blocks.1.attn.heads", {{all, all, all, 0}}, 0},
                    {"blocks.1.attn.heads", {{0, all, all, 0}}, 1},
                    {"nowhere", {{0, 0, 0, 0}}, 1}};
    const auto list = interventions(inputs, trace);
    std::vector<std::string> sentences;
    for (const Intervention& one : list) sentences.push_back(one.sentence);
    CHECK(sentences ==
          std::vector<std::string>{"Mask: window 4", "Residual connections: off", "Positions: Rotary (RoPE), base 500",
                                   "Temperature: 2", "Norm ε: by default", "blocks.0.attn.weights[1,8,1] = 0.7",
                                   "head 3 of block 2 is off", "query 6 can no longer attend to key 3",
                                   "query 1 can attend to every key", "no query can attend to key 4",
                                   "query 8 can attend to no key", "all heads of block 2 are off",
                                   "blocks.1.attn.heads[0,*,*] = 1", "nowhere, which this model does not have"});
    CHECK(list[5].kind == Intervention::Kind::edit);
    CHECK(list[6].kind == Intervention::Kind::head_off);
    CHECK(list[7].kind == Intervention::Kind::mask);
    CHECK(list[0].kind == Intervention::Kind::architecture);
    for (std::size_t i = 0; i < list.size(); ++i) {
        auto expected = sentences;
        expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(i));
        const auto left = interventions(without(inputs, list[i]), trace);
        REQUIRE(left.size() == expected.size());
        for (std::size_t j = 0; j < left.size(); ++j) CHECK(left[j].sentence == expected[j]);
    }
    CHECK(without_interventions(inputs) == Inputs{});

    const auto architecture = [&](const char* patch) {
        Inputs changed;
        changed.architecture = patch;
        return interventions(changed, trace).front().sentence;
    };
    CHECK(architecture(R"({"attention_scale":"qk_fourth_root"})") == "Scale: Q and K ÷ ⁴√d_head");
    CHECK(architecture(R"({"activation":"gelu_tanh"})") == "Activation: GELU (tanh)");
    CHECK(architecture(R"({"mask":{"kind":"dilated","window":6}})") == "Mask: dilated, window 6");
    CHECK(architecture(R"({"lookup":{"hardness":3}})") == "lookup: sharpness 3");
    CHECK(architecture(R"({"unheard_of":1})") == "unheard_of: 1");

    Run pair(golden_model("seq2seq-pre-norm"), 4, 3);
    inputs = {};
    inputs =
        head_off(inputs, pair.evaluation.trace(), pair.evaluation.trace().find("decoder.blocks.0.cross_attn.q"), 1);
    inputs = paint(inputs, "decoder.cross_mask", 1, 2, false);
    inputs = paint(inputs, "decoder.mask", 1, 2, true);
    const auto said = interventions(inputs, pair.evaluation.trace());
    REQUIRE(said.size() == 3);
    CHECK(said[0].sentence == "head 2 of cross-attention in block 1 of the decoder is off");
    CHECK(said[1].sentence == "query 2 can no longer attend to key 3 of the source");
    CHECK(said[2].sentence == "query 2 can attend to key 3 in the decoder");
}

TEST_CASE("paint covers paint, and keys of the architecture are set and taken out one by one") {
    Inputs inputs = paint({}, "mask", 2, 1, false);
    inputs = paint(inputs, "mask", 2, 1, true);
    CHECK(inputs.edits == std::vector<Edit>{{"mask", {{2, 1, 0, 0}}, 1}});
    inputs = paint(inputs, "mask", 3, 1, false);
    inputs = paint(inputs, "mask", 2, all, false);
    CHECK(inputs.edits == std::vector<Edit>{{"mask", {{3, 1, 0, 0}}, 0}, {"mask", {{2, all, 0, 0}}, 0}});

    Inputs patched = with_key({}, "mask.kind", "\"window\"");
    patched = with_key(patched, "mask.window", "3");
    patched = with_key(patched, "residual", "false");
    CHECK(patched.architecture == R"({"mask":{"kind":"window","window":3},"residual":false})");
    CHECK(without_key(patched, "mask.window").architecture == R"({"mask":{"kind":"window"},"residual":false})");
    CHECK(without_key(patched, "mask").architecture == R"({"residual":false})");
    CHECK(without_key(without_key(patched, "mask.window"), "mask.kind").architecture == R"({"residual":false})");
    CHECK(without_key(patched, "nothing") == patched);
    CHECK(without_key(without_key(patched, "mask"), "residual") == Inputs{});
    CHECK(with_key(with_key({}, "mask", "null"), "mask.kind", "\"none\"").architecture ==
          R"({"mask":{"kind":"none"}})");
    CHECK_THROWS_WITH_AS(with_key({}, "mask", "{"), doctest::Contains("is not JSON"), Error);
}

TEST_SUITE_END();
