// Heatmaps drawn from a device's buffer: the same pixels as from host memory, the same scales, and nothing read back.
// Where there is no OpenGL 4.3, the tests are skipped.
// ctest: alone 9 s, optimised too
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>

#include "app/program/app.h"
#include "app/script/script.h"
#include "app/render/heatmap_gl.h"
#include "core/base/error.h"
#include "core/ops/ops.h"
#include "core/tape/readback.h"
#include "tests/support/drawing.h"
#include "tests/support/picture_models.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

constexpr float inf = std::numeric_limits<float>::infinity(), nan_value = std::numeric_limits<float>::quiet_NaN();

/// A picture's platform and a device that shares its objects; no device, and why, where there is none.
struct Shared {
    std::unique_ptr<Platform> platform = headless();
    std::shared_ptr<gl::Device> device;
    Shared() {
        if (!platform) return;
        try {
            device = std::make_shared<gl::Device>(platform->sharing_context());
        } catch (const Error& error) {
            MESSAGE("not drawn: ", error.what());
        }
    }
};

/// Numbers on a device: an input, and a stage that copies it.
class There {
public:
    There(const std::shared_ptr<gl::Device>& device, int rows, int cols)
        : backend_(device), tape_(nullptr, &backend_), rows_(rows), cols_(cols) {
        input_ = tape_.input(stage::token_ids, {}, Shape{{Axis::position, rows}, {Axis::d_model, cols}});
        copy_ = tape_.run(stage::embed, {}, op::copy(), {input_});
    }
    void set(std::vector<float> values) {
        host = std::move(values);
        tape_.set(input_, host);
        tape_.evaluate();
        static std::uint64_t newest = 0;  // the next test's numbers may lie at the same address
        generation_ = ++newest;
    }
    const Record& record() const { return tape_.trace().record(copy_.id); }
    std::size_t entries_read() const { return record().readback->entries_read(); }
    ConstMatrix on_device() const { return {record().value, rows_, cols_, cols_, 1, generation_, &record()}; }
    ConstMatrix on_host() const { return {host.data(), rows_, cols_, cols_, 1, generation_}; }

    std::vector<float> host;

private:
    gl::GlBackend backend_;
    Tape tape_;
    int rows_, cols_;
    Ref input_, copy_;
    std::uint64_t generation_ = 0;
};

/// Some of everything: both signs, zeros, the smallest numbers, masked, infinite and undefined ones.
std::vector<float> mixed(int rows, int cols, unsigned seed, bool special) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal(0, 2);
    std::vector<float> values(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
    for (float& value : values) {
        value = normal(random);
        const auto kind = static_cast<unsigned>(random() % 97);
        if (kind == 0) value = 0;
        if (kind == 1) value = std::numeric_limits<float>::denorm_min();
        if (special && kind < 20) value = -inf;
        if (special && kind == 20) value = inf;
        if (special && kind == 21) value = nan_value;
    }
    return values;
}

int differing(const Image& a, const Image& b) {
    REQUIRE(a.rgba.size() == b.rgba.size());
    int found = 0;
    for (std::size_t i = 0; i < a.rgba.size(); ++i) found += a.rgba[i] != b.rgba[i];
    return found;
}

/// Pixels that are not of the window's background.
bool drawn_on(const Image& image, const Theme& theme) {
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x)
            if (pixel(image, static_cast<float>(x), static_cast<float>(y)) != bytes(theme.background)) return true;
    return false;
}

struct AttentionContext {
    const char* what;
    int rows, cols;
    Rect rect;
    HeatStyle style;
    bool special;
};

}  // namespace

TEST_SUITE_BEGIN("device_heatmaps");

TEST_CASE("a heatmap from the device's buffer has the pixels of one from host memory") {
    const Shared shared;
    if (!shared.device) return;
    Gui gui(*shared.platform, {});
    const HeatStyle score{.meaning = Meaning::score, .limit = 4};
    const HeatStyle shares{.map = HeatMap::sequential, .meaning = Meaning::value, .limit = 3};
    const std::vector<AttentionContext> sights{
        {"few cells, with gaps", 3, 4, {20, 30, 200, 120}, score, false},
        {"masked, infinite, NaN", 12, 12, {5, 5, 240, 240}, score, true},
        {"a broken number of pixels a cell", 7, 11, {13, 7, 173, 45}, shares, true},
        {"over one page, a pixel or more a cell", 180, 200, {0, 0, 390, 290}, score, true},
        {"over one page, some rows skipped", 250, 350, {0, 0, 200, 200}, score, true},
        {"reduced by whole numbers", 300, 200, {10, 10, 100, 100}, score, false},
        {"reduced, masked", 300, 210, {10, 10, 91, 77}, score, true},
        {"reduced in one direction", 2, 40000, {0, 0, 380, 40}, shares, true},
        {"larger than a texture", 40000, 1, {0, 0, 30, 280}, score, false},
        {"one cell", 1, 1, {9, 9, 50, 50}, score, false},
        {"stepping", 9, 13, {0, 0, 260, 180}, {.meaning = Meaning::key, .limit = 2, .shown = 50}, false},
    };
    for (const AttentionContext& sight : sights) {
        CAPTURE(std::string(sight.what));
        There there(shared.device, sight.rows, sight.cols);
        there.set(mixed(sight.rows, sight.cols, 7, sight.special));
        const auto picture = [&](const ConstMatrix& matrix) {
            return drawn(*shared.platform, gui, [&](Ui& ui) { ui.painter.heatmap(matrix, sight.rect, sight.style); });
        };
        const ConstMatrix device = there.on_device(), host = there.on_host();
        const Image seen = picture(device);
        CHECK(drawn_on(seen, gui.theme()));
        CHECK(differing(seen, picture(host)) == 0);
        CHECK(differing(picture(transposed(device)), picture(transposed(host))) == 0);
        // A block whose first entry is at no multiple of anything.
        const int rows = (sight.rows + 1) / 2, cols = (sight.cols + 1) / 2;
        const int row = sight.rows - rows, col = sight.cols - cols;
        CHECK(differing(picture(block(device, row, col, rows, cols)), picture(block(host, row, col, rows, cols))) == 0);
        CHECK(there.entries_read() == 0);
    }
}

TEST_CASE("numbers that the device computes anew are drawn anew, from the same buffer") {
    const Shared shared;
    if (!shared.device) return;
    Gui gui(*shared.platform, {});
    There there(shared.device, 60, 50);
    for (unsigned i = 0; i < 8; ++i) {
        there.set(mixed(60, 50, i, i % 2 == 0));
        const auto picture = [&](const ConstMatrix& matrix, const Rect& rect) {
            return drawn(*shared.platform, gui,
                         [&](Ui& ui) { ui.painter.heatmap(matrix, rect, {.meaning = Meaning::key, .limit = 3}); });
        };
        for (const Rect rect : {Rect{0, 0, 300, 240}, Rect{0, 0, 25, 20}})
            CHECK(differing(picture(there.on_device(), rect), picture(there.on_host(), rect)) == 0);
    }
    CHECK(there.entries_read() == 0);
}

TEST_CASE("a device of its own, which shares no buffers with the window, is read back to be drawn") {
    const Shared shared;
    if (!shared.device) return;
    const auto apart = std::make_shared<gl::Device>(gl::surfaceless_context());
    Gui gui(*shared.platform, {});
    There there(apart, 30, 20);
    there.set(mixed(30, 20, 3, true));
    const auto picture = [&](const ConstMatrix& matrix) {
        return drawn(*shared.platform, gui, [&](Ui& ui) {
            ui.painter.heatmap(matrix, {0, 0, 200, 240}, {.meaning = Meaning::key});
        });
    };
    CHECK(differing(picture(there.on_device()), picture(there.on_host())) == 0);
    CHECK(there.entries_read() == 600);
    CHECK(gl::compiled("copy", {}) != 0);  // the window's context compiles what the device's does
}

TEST_CASE("the ends of scales that the device finds are those found on the host") {
    const Shared shared;
    if (!shared.device) return;
    HeatmapGl heatmaps;
    const auto agree = [&](There& there, std::vector<float> values) {
        there.set(std::move(values));
        const ConstMatrix device = there.on_device(), host = there.on_host();
        heatmaps.begin_frame({100, 100}, 1);
        CHECK(heatmaps.limit(device) == largest_magnitude(host));
        CHECK(heatmaps.limit(transposed(device)) == largest_magnitude(host));
        const int rows = (host.rows + 1) / 2, cols = (host.cols + 1) / 2;
        CHECK(heatmaps.limit(block(device, host.rows - rows, host.cols - cols, rows, cols)) ==
              largest_magnitude(block(host, host.rows - rows, host.cols - cols, rows, cols)));
        CHECK(there.entries_read() == 0);
    };
    for (const auto& [rows, cols] :
         {std::pair{1, 1}, {1, 7}, {33, 17}, {255, 1}, {129, 257}, {700, 900}, {3, 100000}}) {
        CAPTURE(rows);
        CAPTURE(cols);
        There there(shared.device, rows, cols);
        const auto count = static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols);
        agree(there, mixed(rows, cols, 1, false));
        agree(there, mixed(rows, cols, 2, true));
        agree(there, std::vector<float>(count, 0.0F));
        agree(there, std::vector<float>(count, -inf));
        agree(there, std::vector<float>(count, nan_value));
        agree(there, std::vector<float>(count, std::numeric_limits<float>::denorm_min()));
        agree(there, std::vector<float>(count, std::numeric_limits<float>::lowest()));
        std::vector<float> last(count, inf);
        last.back() = -2.5F;
        agree(there, last);
    }
}

TEST_CASE("every stage of every picture's model has the scale on the device that it has on the host") {
    const Shared shared;
    if (!shared.device) return;
    HeatmapGl heatmaps;
    const auto backend = std::make_shared<gl::GlBackend>(shared.device);
    for (const PictureModel& from : picture_models()) {
        const auto evaluation = evaluate_once(
            make_model(from), {.model = "", .text = from.text, .target = from.target, .edits = {}}, nullptr,
            [&](const Model&, const GraphSize&) { return BackendChoice{.backend = backend, .name = "OpenGL"}; });
        REQUIRE(evaluation->computed_on().backend);
        heatmaps.begin_frame({100, 100}, 1);
        for (const Record& record : evaluation->trace().records()) {
            CAPTURE(from.name);
            CAPTURE(record.name);
            const int cols = record.shape.cols(), rows = static_cast<int>(record.shape.rows());
            const ConstMatrix all{record.value, rows, cols, cols, 1, evaluation->generation(), &record};
            const std::size_t before = record.readback->entries_read();
            const float found = heatmaps.limit(all);
            CHECK(record.readback->entries_read() == before);
            CHECK(found == largest_magnitude(all));
        }
    }
}

TEST_CASE("a weight edited in one evaluation is drawn edited there, and as it is in the other") {
    const Shared shared;
    if (!shared.device) return;
    Gui gui(*shared.platform, {});
    const auto backend = std::make_shared<gl::GlBackend>(shared.device);
    const PictureModel from = picture_models().front();
    const auto model = make_model(from);
    const auto weight_of = [&](const std::vector<Edit>& edits) {
        return evaluate_once(
            model, {.model = "", .text = from.text, .target = "", .edits = edits}, nullptr,
            [&](const Model&, const GraphSize&) { return BackendChoice{.backend = backend, .name = "OpenGL"}; });
    };
    const auto plain = weight_of({});
    const std::string name = "blocks.0.mlp.in.weight";
    const int id = plain->trace().find(name);
    REQUIRE(id >= 0);
    const auto edited = weight_of({{.record = name, .cell = {{0, 0}}, .value = 9}});
    const auto picture = [&](const Evaluation& of, std::uint64_t generation, bool device) {
        const Record& record = of.trace().record(id);
        const ConstMatrix all{record.value, record.shape.size(0),      record.shape.size(1), record.shape.size(1), 1,
                              generation,   device ? &record : nullptr};
        return drawn(*shared.platform, gui, [&](Ui& ui) {
            ui.painter.heatmap(block(all, 0, 0, 8, 8), {0, 0, 240, 240}, {.meaning = Meaning::mlp, .limit = 9});
        });
    };
    const Image before = picture(*plain, 1, true), after = picture(*edited, 2, true);
    CHECK(differing(before, after) > 0);
    CHECK(differing(before, picture(*plain, 3, false)) == 0);
    CHECK(differing(after, picture(*edited, 4, false)) == 0);
}

TEST_CASE("a walk computed on the device is drawn without reading a tensor back") {
    const auto platform = headless({1280, 720});
    if (!platform) return;
    PictureModel wide = picture_models().back();
    wide.text = "";
    for (int i = 0; i < 100; ++i) wide.text += i > 0 ? " cat" : "the";
    AppOptions options;
    options.load = [&](const std::string&) { return make_model(wide); };
    options.inputs.model = wide.name;
    options.inputs.text = wide.text;
    options.size = {1280, 720};
    options.backend = BackendWish::gl;
    try {
        static_cast<void>(platform->sharing_context());
    } catch (const Error& error) {
        MESSAGE("not drawn: ", error.what());
        return;
    }
    App app(*platform, options);
    app.settle();
    REQUIRE(app.state().at("error") == "");
    REQUIRE(app.state().at("backend") == "OpenGL");
    run_script(app, "key P\nexpect panel=no", "test");  // the panel's statistics are of all numbers
    app.settle();
    const auto shown = app.session().shown().current;
    const Trace& trace = shown->trace();
    constexpr std::size_t page = 1U << 14U;  // entries that travel together
    for (std::size_t i = 1; i < trace.stages().size(); ++i) {
        const Record& record = trace.record(trace.stages()[i]);
        REQUIRE(record.shape.count() > 4 * page);
        const std::size_t before = record.readback->entries_read();
        run_script(app, "key Right", "test");
        app.settle();
        REQUIRE(app.state().at("stage") == record.name);
        const std::size_t read = record.readback->entries_read() - before;
        CAPTURE(record.name);
        if (record.operation->name() == "layer_norm")  // mean and deviation of every row are derived from its entries
            CHECK(read <= trace.record(record.operands.front()).shape.count());
        else
            CHECK(read <= page);  // the cells of the arithmetic, the rows that are shown as bars
    }
}

TEST_SUITE_END();
