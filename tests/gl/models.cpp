// Whole models on the OpenGL backend against the processor: every stage and every gradient of the golden and the
// shipped models, edits, changed inputs, and what is read back.
// ctest: alone 14 s
#include <doctest/doctest.h>
#include <epoxy/gl.h>

#include <cctype>
#include <map>
#include <string>

#include "core/base/error.h"
#include "core/io/assets.h"
#include "core/io/model_folder.h"
#include "core/model/graph.h"
#include "core/session/session.h"
#include "core/tape/tape.h"
#include "core/train/batch.h"
#include "tests/support/device_for_tests.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

constexpr double tolerance = 1e-4;

struct Recorded {
    Tape tape;
    Graph graph;
    Recorded(const Model& model, const GraphSize& size, Backend* backend) : tape(nullptr, backend) {
        graph = record_model(tape, model.config, model.weights, size);
    }
    void set(const std::vector<float>& tokens, const std::vector<float>& target) {
        tape.set(graph.tokens, tokens);
        if (graph.target_tokens) tape.set(graph.target_tokens, target);
        if (graph.token_types) {
            std::vector<float> types(tokens.size());
            for (std::size_t i = 0; i < types.size(); ++i) types[i] = static_cast<float>(i % 2);
            tape.set(graph.token_types, types);
        }
        std::vector<float> labels(tape.shape(graph.labels).count());
        for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = static_cast<float>(i % 2);
        tape.set(graph.labels, labels);
    }
};

std::vector<float> ids(int length, int vocab) {
    std::vector<float> values;
    for (int i = 0; i < length; ++i) values.push_back(static_cast<float>((7 * i + 3) % vocab));
    return values;
}

GraphSize size_of(const Model& model) {
    GraphSize size;
    size.seq_len = std::min(model.config.max_seq_len, 7);
    if (has_target(model.config)) size.target_len = 5;
    size.probs = true;
    size.loss = true;
    return size;
}

/// The gradient of a key's bias, and of the last one of FIRE's network, is zero in exact arithmetic, because the bias
/// shifts a whole row of scores.
bool zero_but_for_rounding(const std::string& parameter) {
    return parameter.ends_with("attn.k.bias") || parameter.ends_with("attn.fire.out.bias");
}

/// The kind of a record: its name without the numbers of block and step, "blocks.#.attn.k.weight". A key's bias is of
/// the key weight's kind.
std::string kind_of(std::string name) {
    if (zero_but_for_rounding(name)) name.replace(name.size() - 4, 4, "weight");
    std::string kind;
    for (const char c : name)
        if (std::isdigit(static_cast<unsigned char>(c)) == 0)
            kind += c;
        else if (kind.empty() || kind.back() != '#')
            kind += '#';
    return kind;
}

double largest_gradient(const Record& record) {
    double largest = 0;
    for (std::size_t i = 0; i < record.shape.count(); ++i)
        largest = std::max(largest, std::abs(static_cast<double>(record.gradient[i])));
    return largest;
}

/// What differences of gradients are measured against: the largest gradient of the record's own kind in the model.
class GradientScales {
public:
    explicit GradientScales(const Trace& trace) {
        for (const Record& record : trace.records()) {
            if (record.gradient == nullptr) continue;
            double& largest = of_kind_[kind_of(record.name)];
            largest = std::max(largest, largest_gradient(record));
            of_model_ = std::max(of_model_, largest);
        }
    }

    /// At least `rounding` of the model's largest gradient, for small gradients that are sums of large ones.
    double operator()(const Record& record) const {
        return std::max(of_kind_.at(kind_of(record.name)), rounding * of_model_);
    }

    /// A gradient of this kind that is wholly wrong, zero instead of its value, would be noticed.
    bool notices(const Record& record) const { return of_kind_.at(kind_of(record.name)) > tolerance * (*this)(record); }

private:
    static constexpr double rounding = 1e-3;
    std::map<std::string, double> of_kind_;
    double of_model_ = 0;
};

void compare(Tape& device, Tape& processor, bool gradients) {
    const GradientScales scale(processor.trace());
    for (const Record& expected : processor.trace().records()) {
        CAPTURE(expected.name);
        const Record& record = device.trace().record(expected.id);
        if (expected.kind == Record::Kind::computed)
            CHECK(test::relative_difference(record.view().data, expected.view().data, expected.shape.count()) <
                  tolerance);
        if (gradients && expected.gradient != nullptr)
            CHECK(test::relative_difference(record.gradient_view().data, expected.gradient_view().data,
                                            expected.shape.count(), scale(expected)) < tolerance);
    }
}

/// The first tokens of the model's own example, which it was trained on the like of; of a model without one, any.
std::vector<float> text_for(const Model& model, bool target, int length) {
    const auto& examples = target ? model.card.targets : model.card.examples;
    if (examples.empty()) return ids(length, target ? model.config.target_vocab_size : model.config.vocab_size);
    std::vector<float> values;
    for (const TokenLabel& token : tokenize(model, examples.front(), target))
        if (static_cast<int>(values.size()) < length) values.push_back(static_cast<float>(token.id));
    return values;
}

void compare_model(gl::GlBackend& backend, const Model& model) {
    GraphSize size = size_of(model);
    const std::vector<float> tokens = text_for(model, false, size.seq_len);
    const std::vector<float> target =
        size.target_len > 0 ? text_for(model, true, size.target_len) : std::vector<float>{};
    size.seq_len = static_cast<int>(tokens.size());
    size.target_len = static_cast<int>(target.size());
    Recorded device(model, size, &backend), processor(model, size, nullptr);
    for (Recorded* side : {&device, &processor}) {
        side->set(tokens, target);
        REQUIRE(side->tape.evaluate());
        side->tape.backward(side->graph.loss);
    }
    compare(device.tape, processor.tape, true);
}

}  // namespace

TEST_SUITE_BEGIN("models");

TEST_CASE("every golden model on OpenGL equals the processor in all stages and gradients") {
    const auto device = test::gl_device();
    if (!device) return;
    gl::GlBackend backend(device);
    const auto folders = test::folders(test::golden("models"));
    REQUIRE(folders.size() >= 50);
    for (const auto& folder : folders) {
        CAPTURE(folder.filename().string());
        compare_model(backend, load_model(folder));
    }
}

TEST_CASE("a parameter's gradient that is zero instead of its value is noticed in every golden model") {
    int noticed = 0;
    for (const auto& folder : test::folders(test::golden("models"))) {
        CAPTURE(folder.filename().string());
        const Model model = load_model(folder);
        const GraphSize size = size_of(model);
        Recorded recorded(model, size, nullptr);
        recorded.set(ids(size.seq_len, model.config.vocab_size),
                     size.target_len > 0 ? ids(size.target_len, model.config.target_vocab_size) : std::vector<float>{});
        REQUIRE(recorded.tape.evaluate());
        recorded.tape.backward(recorded.graph.loss);
        const GradientScales scale(recorded.tape.trace());
        for (const Record& record : recorded.tape.trace().records()) {
            if (record.kind != Record::Kind::parameter || record.gradient == nullptr) continue;
            if (zero_but_for_rounding(record.name)) continue;
            CAPTURE(record.name);
            CHECK(scale.notices(record));
            ++noticed;
        }
    }
    CHECK(noticed > 500);
}

TEST_CASE("every shipped model on OpenGL equals the processor in all stages and gradients") {
    const auto device = test::gl_device();
    if (!device) return;
    gl::GlBackend backend(device);
    const auto folders = test::folders(test::source_dir() / "assets" / "models");
    REQUIRE(folders.size() >= 3);
    for (const auto& folder : folders) {
        CAPTURE(folder.filename().string());
        compare_model(backend, load_model(folder));
    }
}

TEST_CASE("a pass that nobody looks at gives the same results and gradients, and refuses what it does not keep") {
    const auto device = test::gl_device();
    if (!device) return;
    gl::GlBackend watched(device), unwatched(device, {.timing = false, .watched = false});
    int refused = 0;
    for (const auto& folder : test::folders(test::golden("models"))) {
        CAPTURE(folder.filename().string());
        const Model model = load_model(folder);
        const GraphSize size = size_of(model);
        Recorded a(model, size, &watched), b(model, size, &unwatched);
        for (Recorded* side : {&a, &b}) {
            side->set(
                ids(size.seq_len, model.config.vocab_size),
                size.target_len > 0 ? ids(size.target_len, model.config.target_vocab_size) : std::vector<float>{});
            REQUIRE(side->tape.evaluate());
            side->tape.backward(side->graph.loss);
        }
        const double least = 1e-3;
        for (const Record& record : a.tape.trace().records()) {
            CAPTURE(record.name);
            const Record& other = b.tape.trace().record(record.id);
            if (record.kind == Record::Kind::computed) {
                const float* values = nullptr;
                try {
                    values = other.view().data;
                } catch (const Error& error) {
                    CHECK(std::string(error.what()).find("not kept") != std::string::npos);
                    CHECK(record.name.find("scores_") != std::string::npos);
                    ++refused;
                }
                const auto* placement = dynamic_cast<const gl::GlPlacement*>(b.tape.placement());
                REQUIRE(placement != nullptr);
                if (values == nullptr)  // nobody draws what was not written
                    CHECK_THROWS_AS(placement->tensor(record.id, Part::value), Error);
                else
                    CHECK(placement->tensor(record.id, Part::value).buffer->floats() >= record.shape.count());
                if (values != nullptr)
                    CHECK(test::relative_difference(values, record.view().data, record.shape.count()) < 1e-5);
            }
            if (record.gradient != nullptr)
                CHECK(test::relative_difference(other.gradient_view().data, record.gradient_view().data,
                                                record.shape.count(), least) < 1e-4);
        }
    }
    CHECK(refused > 100);
}

TEST_CASE("edits, new inputs and undone edits follow on OpenGL as on the processor") {
    const auto device = test::gl_device();
    if (!device) return;
    gl::GlBackend backend(device);
    const Model model = load_model(test::source_dir() / "assets" / "models" / "sort");
    const GraphSize size = size_of(model);
    Recorded on_device(model, size, &backend), untouched(model, size, &backend), here(model, size, nullptr);
    const std::string weight = model.weights.parameters.front().name;
    constexpr int all = Cell::all;
    const std::vector<Edit> edits{{"blocks.0.attn.q", Cell{{1, 2, 3, 0}}, 0.5F}, {weight, Cell{{1, 2, 0, 0}}, -1.0F}};
    // A head, a column of every head (many stretches of memory: a shader's work), a row of a weight, a painted mask.
    const std::vector<Edit> selections{{"blocks.0.attn.heads", Cell{{1, all, all, 0}}, 0},
                                       {"blocks.0.mlp.act", Cell{{all, 3, 0, 0}}, 0.5F},
                                       {"blocks.0.attn.weights", Cell{{all, all, 2, 0}}, 0.125F},
                                       {"blocks.0.attn.weights", Cell{{0, 4, 2, 0}}, 0.25F},
                                       {weight, Cell{{2, all, 0, 0}}, 0.5F},
                                       {"mask", Cell{{3, all, 0, 0}}, 0},
                                       {"mask", Cell{{1, 4, 0, 0}}, 1}};
    int steps = 0;
    const auto step = [&](const std::vector<Edit>& with, int shift) {
        ++steps;
        CAPTURE(steps);
        std::vector<float> tokens = ids(size.seq_len, model.config.vocab_size);
        std::rotate(tokens.begin(), tokens.begin() + shift, tokens.end());
        for (Recorded* side : {&on_device, &here}) {
            side->set(tokens, {});
            side->tape.edit(with);
            REQUIRE(side->tape.evaluate());
            side->tape.backward(side->graph.loss);
        }
        // The processor also knows what a change does not reach behind an operation; a device computes it again.
        CHECK(on_device.tape.evaluated() >= here.tape.evaluated());
        compare(on_device.tape, here.tape, true);
    };
    step({}, 0);
    step(edits, 0);
    step(edits, 1);
    // Another tape of the same model reads the same weights, without the edit.
    untouched.set(ids(size.seq_len, model.config.vocab_size), {});
    REQUIRE(untouched.tape.evaluate());
    step({}, 0);
    compare(untouched.tape, here.tape, false);
    step(selections, 0);
    step(selections, 1);
    step({selections.begin() + 1, selections.end()}, 1);
    step({}, 0);
    step({edits.front()}, 0);
    CHECK(on_device.tape.evaluated() < static_cast<int>(on_device.tape.trace().stages().size()));
}

TEST_CASE("a weight that is edited before anything is computed is the others' weight still") {
    const auto device = test::gl_device();
    if (!device) return;
    gl::GlBackend backend(device);
    const Model model = load_model(test::golden("models") / "decoder-temperature");
    const GraphSize size = size_of(model);
    Recorded edited(model, size, &backend), other(model, size, &backend), here(model, size, nullptr);
    const Edit edit{"blocks.0.attn.q.weight", Cell{{Cell::all, 1, 0, 0}}, 2};
    edited.tape.edit({&edit, 1});
    for (Recorded* side : {&edited, &other, &here}) {
        side->set(ids(size.seq_len, model.config.vocab_size), {});
        REQUIRE(side->tape.evaluate());
    }
    compare(other.tape, here.tape, false);
    here.tape.edit({&edit, 1});
    REQUIRE(here.tape.evaluate());
    compare(edited.tape, here.tape, false);
}

TEST_CASE("a stage read in parts is the stage read whole") {
    const auto device = test::gl_device();
    if (!device) return;
    gl::GlBackend backend(device);
    const Model model = load_model(test::source_dir() / "assets" / "models" / "coreference");
    const GraphSize size = size_of(model);
    Recorded side(model, size, &backend);
    side.set(ids(size.seq_len, model.config.vocab_size), {});
    REQUIRE(side.tape.evaluate());
    const Record& record = side.tape.trace().record(side.tape.trace().stages().back());
    const Cell last = record.shape.cell(record.shape.count() - 1);
    const float alone = record.at(last);
    CHECK(alone == record.view().at(last));
}

TEST_CASE(
    "a tensor that somebody holds is there though its tape is gone, and an edited weight has a buffer of its own") {
    const auto device = test::gl_device();
    if (!device) return;
    gl::GlBackend backend(device);
    const Model model = load_model(test::source_dir() / "assets" / "models" / "sort");
    const GraphSize size = size_of(model);
    const auto evaluated = [&](const std::vector<Edit>& edits) {
        auto side = std::make_unique<Recorded>(model, size, &backend);
        side->set(ids(size.seq_len, model.config.vocab_size), {});
        side->tape.edit(edits);
        REQUIRE(side->tape.evaluate());
        return side;
    };
    const auto tensor = [](const Recorded& of, int record, Part part) {
        return dynamic_cast<const gl::GlPlacement&>(*of.tape.placement()).tensor(record, part);
    };
    auto plain = evaluated({});
    const std::string weight = model.weights.parameters.front().name;
    const auto edited = evaluated({{weight, Cell{{1, 2, 0, 0}}, -1.0F}});
    const Trace& trace = plain->tape.trace();
    const int parameter = trace.find(weight), stage = trace.stages().back();
    CHECK(tensor(*plain, parameter, Part::value).buffer == tensor(*evaluated({}), parameter, Part::value).buffer);
    CHECK(tensor(*plain, parameter, Part::value).buffer != tensor(*edited, parameter, Part::value).buffer);
    CHECK_THROWS_AS(static_cast<void>(tensor(*plain, stage, Part::gradient)), Error);
    plain->tape.backward(plain->graph.loss);
    CHECK(tensor(*plain, stage, Part::gradient).buffer != tensor(*plain, stage, Part::value).buffer);

    const Record& record = trace.record(stage);
    const std::vector<float> values(record.view().data, record.view().data + record.shape.count());
    gl::DeviceTensor held = tensor(*plain, stage, Part::value);
    REQUIRE(held.count == values.size());
    plain.reset();
    std::vector<float> read(values.size());
    device->run([&] {
        glBindBuffer(GL_COPY_READ_BUFFER, held.buffer->id());
        glGetBufferSubData(GL_COPY_READ_BUFFER, static_cast<GLintptr>(held.first * sizeof(float)),
                           static_cast<GLsizeiptr>(read.size() * sizeof(float)), read.data());
    });
    CHECK(read == values);
    const std::size_t before = device->bytes();
    held = {};
    CHECK(device->bytes() < before);
}

TEST_CASE("the device's own clock times every stage") {
    const auto device = test::gl_device();
    if (!device) return;
    gl::GlBackend backend(device, {.timing = true});
    const Model model = load_model(test::source_dir() / "assets" / "models" / "coreference");
    Recorded side(model, size_of(model), &backend);
    side.set(ids(size_of(model).seq_len, model.config.vocab_size), {});
    REQUIRE(side.tape.evaluate());
    const std::vector<double> times = side.tape.placement()->record_milliseconds();
    REQUIRE(times.size() == side.tape.trace().records().size());
    double sum = 0;
    for (const double time : times) {
        CHECK(time >= 0);
        sum += time;
    }
    CHECK(sum > 0);
}

TEST_CASE("a held tensor does not lend its numbers to another that comes to lie at its address on the host") {
    const auto device = test::gl_device();
    if (!device) return;
    gl::GlBackend backend(device);
    Tensor weight(Shape{{Axis::d_model, 3}});
    gl::DeviceTensor held;
    for (const float number : {1.0F, 2.0F}) {
        std::ranges::fill(weight.data, number);
        Tape tape(nullptr, &backend);
        const Ref parameter =
            tape.parameter({.name = "w", .shape = weight.shape, .data = weight.data.data(), .owner = nullptr}, "w");
        const Ref copied = tape.run(stage::logits, {}, op::copy(), {parameter});
        REQUIRE(tape.evaluate());
        CHECK(tape.trace().record(copied.id).at(Cell{{2}}) == number);
        held = dynamic_cast<const gl::GlPlacement&>(*tape.placement()).tensor(parameter.id, Part::value);
    }
}

TEST_SUITE_END();
