// The film of heads: its frames against the core, how it is laid out, played and clicked, and its files read back.
// ctest: alone 7 s
#include <doctest/doctest.h>
#include <gif_lib.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/export/ffmpeg.h"
#include "app/export/view_film_export.h"
#include "app/paint/heat_scale.h"
#include "app/paint/printed_number.h"
#include "app/platform/gif.h"
#include "app/platform/png.h"
#include "app/render/cairo_painter.h"
#include "app/views/shared/view_values.h"
#include "app/views/train/film/film_picture.h"
#include "app/views/train/film/film_strip.h"
#include "app/views/train/film/head_grid.h"
#include "core/train/live/kept_model.h"
#include "tests/support/drawing.h"
#include "tests/support/notes_painter.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/train_program.h"
#include "tests/support/trainings.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

/// A GIF as giflib reads it, its pictures put together as a viewer shows them.
struct DecodedGif {
    int width = 0, height = 0;
    std::vector<Image> pictures;
    std::vector<int> delays;  // hundredths of a second
    bool again = false;
};

DecodedGif decoded(const std::filesystem::path& file) {
    int error = 0;
    GifFileType* const gif = DGifOpenFileName(file.c_str(), &error);
    REQUIRE(gif != nullptr);
    REQUIRE(DGifSlurp(gif) == GIF_OK);
    DecodedGif film{.width = gif->SWidth, .height = gif->SHeight, .pictures = {}, .delays = {}};
    Image canvas{film.width, film.height, {}};
    canvas.rgba.assign(4 * static_cast<std::size_t>(film.width) * static_cast<std::size_t>(film.height), 0);
    for (int i = 0; i < gif->ImageCount; ++i) {
        const SavedImage& saved = gif->SavedImages[i];
        for (int b = 0; b < saved.ExtensionBlockCount; ++b) {
            const ExtensionBlock& block = saved.ExtensionBlocks[b];
            if (block.Function == APPLICATION_EXT_FUNC_CODE && block.ByteCount == 11)
                film.again = std::string(reinterpret_cast<const char*>(block.Bytes), 11) == "NETSCAPE2.0";
        }
        GraphicsControlBlock control{};
        REQUIRE(DGifSavedExtensionToGCB(gif, i, &control) == GIF_OK);
        film.delays.push_back(control.DelayTime);
        CHECK(control.TransparentColor == NO_TRANSPARENT_COLOR);
        const GifImageDesc& place = saved.ImageDesc;
        for (int y = 0; y < place.Height; ++y)
            for (int x = 0; x < place.Width; ++x) {
                const GifColorType& colour = gif->SColorMap->Colors[saved.RasterBits[y * place.Width + x]];
                std::uint8_t* to = canvas.rgba.data() + 4 * ((place.Top + y) * film.width + place.Left + x);
                to[0] = colour.Red, to[1] = colour.Green, to[2] = colour.Blue, to[3] = 255;
            }
        film.pictures.push_back(canvas);
    }
    DGifCloseFile(gif, &error);
    return film;
}

Image plain(int width, int height, GifFile::Colour colour) {
    Image image{width, height, {}};
    for (int i = 0; i < width * height; ++i)
        image.rgba.insert(image.rgba.end(), {colour[0], colour[1], colour[2], 255});
    return image;
}

/// A small training of some steps.
struct Trained {
    TrainingSession session;
    TrainingSession::Snapshot shown;
    Inputs inputs;
    explicit Trained(const std::string& task, int steps = 6) : session(small_plan(task, 3, steps), {}) {
        session.start();
        session.wait();
        shown = session.shown();
        if (!shown.plan->task.examples.empty()) inputs.text = shown.plan->task.examples.front();
        if (!shown.plan->task.targets.empty()) inputs.target = shown.plan->task.targets.front();
    }
    std::shared_ptr<const ViewFilm> film() const { return film_of_heads(shown, inputs, {}, {}); }
};

std::size_t files_in(const std::filesystem::path& folder) {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()));
}

AppOptions training_window(int steps) {
    AppOptions options = window_options(decoder, {1280, 720});
    options.view = "train";
    options.view_values = {{"steps", value_text(steps)}, {"batch", value_text(4)}};
    return options;
}

void train(const SettledProgram& program) {
    run_settled(program, "key Space\n");
    CHECK(comes_true([&] {
        next_frame(program);
        return program.state("train_phase") == "finished";
    }));
    run_settled(program, "wait-idle");
}

}  // namespace

TEST_SUITE_BEGIN("train_film");

TEST_CASE("a GIF has the pictures, the delays and the nearest colors, and begins again") {
    const TemporaryFolder folder;
    const std::vector<GifFile::Colour> palette{{0, 0, 0}, {250, 0, 0}, {0, 250, 0}, {255, 255, 255}};
    CHECK(nearest_colour(palette, {240, 10, 5}) == 1);
    CHECK(nearest_colour(palette, {125, 125, 125}) == 0);
    CHECK(nearest_colour(palette, {130, 130, 130}) == 3);
    {
        GifFile gif(folder / "a.gif", {40, 30}, palette);
        Image image = plain(40, 30, {250, 0, 0});
        gif.add(image, 12);
        std::copy_n(std::begin({std::uint8_t{1}, std::uint8_t{249}, std::uint8_t{3}}), 3, image.rgba.data() + 4 * 85);
        gif.add(image, 5);  // one pixel is another one
        gif.add(image, 7);  // none is
        gif.add(plain(40, 30, {255, 255, 255}), 150);
        CHECK_FALSE(std::filesystem::exists(folder / "a.gif"));
        gif.finish();
    }
    const DecodedGif film = decoded(folder / "a.gif");
    CHECK(film.width == 40);
    CHECK(film.height == 30);
    CHECK(film.again);
    CHECK(film.delays == std::vector<int>{12, 5, 7, 150});
    REQUIRE(film.pictures.size() == 4);
    CHECK(film.pictures[0].rgba == plain(40, 30, {250, 0, 0}).rgba);
    CHECK(pixel(film.pictures[1], 5, 2) == Rgb{0, 250, 0});
    CHECK(pixel(film.pictures[1], 6, 2) == Rgb{250, 0, 0});
    CHECK(film.pictures[2].rgba == film.pictures[1].rgba);
    CHECK(film.pictures[3].rgba == plain(40, 30, {255, 255, 255}).rgba);
    {
        GifFile given_up(folder / "b.gif", {4, 4}, palette);
        given_up.add(plain(4, 4, {0, 0, 0}), 5);
        CHECK(contains(message_of([&] { given_up.add(plain(5, 4, {0, 0, 0}), 5); }), "b.gif"));
    }
    CHECK(files_in(folder.path()) == 1);
    CHECK(contains(message_of([&] { GifFile(folder / "none" / "c.gif", {4, 4}, palette); }), "there is no folder"));
}

TEST_CASE("a theme's palette has the colors of its heat maps, closer than one can see") {
    const HeatStyle style{.map = HeatMap::sequential, .meaning = Meaning::weight, .limit = 1, .gap = 0};
    for (const Theme* theme : all_themes()) {
        CAPTURE(theme->name);
        const auto palette = film_palette(*theme, {style});
        CHECK(palette.size() <= GifFile::most_colours);
        const HeatScale scale(*theme, style);
        for (int i = 0; i <= 1000; ++i) {
            const Rgb wanted = bytes(scale.fill(static_cast<float>(i) / 1000).ground);
            const GifFile::Colour found = palette[nearest_colour(
                palette, {static_cast<std::uint8_t>(wanted.r), static_cast<std::uint8_t>(wanted.g),
                          static_cast<std::uint8_t>(wanted.b)})];
            CHECK(difference({found[0], found[1], found[2]}, wanted) <= 3);
        }
        for (const Colour colour : {theme->background, theme->text, theme->accent}) {
            const Rgb wanted = bytes(colour);
            CHECK(std::ranges::any_of(palette, [&](const GifFile::Colour& one) {
                return difference({one[0], one[1], one[2]}, wanted) == 0;
            }));
        }
    }
}

TEST_CASE("a frame holds the weights that a pass with its step's weights has") {
    const Trained run("coreference");
    for (const int step : {0, 3, 6}) {
        CAPTURE(step);
        const auto weights = run.shown.history->at(step);
        REQUIRE(weights);
        const HeadFrame frame = read_head_frame(*run.shown.plan, {.step = step, .weights = weights}, run.inputs);
        const auto model = std::make_shared<const Model>(model_at_step(*run.shown.plan, *weights, step));
        Inputs inputs = run.inputs;
        inputs.model = model->name;
        const auto evaluation = evaluate_once(model, inputs);
        const Record& record = evaluation->trace().record(evaluation->trace().find("blocks.0.attn.weights"));
        CHECK(frame.step == step);
        REQUIRE(frame.maps.size() == 2);
        const auto n = static_cast<int>(frame.maps[0].queries.size());
        CHECK(record.shape.count() == static_cast<std::size_t>(2 * n * n));
        for (int head = 0; head < 2; ++head)
            for (int cell = 0; cell < n * n; ++cell)
                CHECK(frame.matrix(static_cast<std::size_t>(head)).at(cell / n, cell % n) ==
                      record.view().data[head * n * n + cell]);
    }
    HeadFrame first = read_head_frame(*run.shown.plan, run.shown.history->newest(), run.inputs);
    HeadFrame second = read_head_frame(*run.shown.plan, run.shown.history->newest(), run.inputs);
    CHECK(first.weights == second.weights);
    CHECK(first.generation != second.generation);
}

TEST_CASE("the columns of a film strip are kept steps at equal distances, and the one where a head appears") {
    const std::vector<int> kept{0, 1, 2, 4, 8, 16, 30, 47, 60, 80, 100};
    CHECK(film_columns({0, 3, 9}, 6, {}) == std::vector<int>{0, 3, 9});
    CHECK(film_columns(kept, 6, {}) == std::vector<int>{0, 16, 47, 60, 80, 100});
    CHECK(film_columns(kept, 6, 30) == std::vector<int>{0, 30, 47, 60, 80, 100});
    CHECK(film_columns(kept, 6, 47) == film_columns(kept, 6, {}));
    CHECK(film_columns(kept, 6, 55) == film_columns(kept, 6, {}));  // not kept any more
    CHECK(film_columns({0, 1, 2, 3, 4, 5, 6, 1000}, 6, {}) == std::vector<int>{0, 6, 1000});
    const std::vector<int> steps{0, 16, 60};
    CHECK(column_of_appearance(steps, 16) == 1);
    CHECK(column_of_appearance(steps, 17) == 2);
    CHECK_FALSE(column_of_appearance(steps, 61));
    CHECK_FALSE(column_of_appearance(steps, std::nullopt));
}

TEST_CASE("all maps have cells that are squares of one size, inside the area, and none covers another") {
    for (const char* task : {"coreference", "translate-fr-en", "soft-lookup", "translate-rnn-attention", "sort"}) {
        CAPTURE(task);
        TrainRequest request;
        request.task = task;
        request.steps = 10;
        const auto plan = std::make_shared<const TrainingPlan>(training_plan(request));
        const auto weights = std::make_shared<const Weights>(trainer_of(plan, nullptr)->copy_weights());
        const HeadFrame frame = read_head_frame(*plan, {.step = 0, .weights = weights}, {});
        REQUIRE_FALSE(frame.maps.empty());
        for (const Rect area : {Rect{20, 30, 1240, 420}, Rect{20, 30, 1880, 800}, Rect{5, 5, 500, 700}}) {
            Notes notes;
            const HeadGridPlace place = place_head_grid(notes, area, frame.maps);
            draw_head_grid(notes, place, frame, 0, {});
            REQUIRE(place.cell >= 1);
            REQUIRE(notes.heats.size() == frame.maps.size());
            for (std::size_t i = 0; i < frame.maps.size(); ++i) {
                const Rect& one = notes.heats[i].rect;
                CHECK(one.w == place.cell * static_cast<float>(frame.maps[i].keys.size()));
                CHECK(one.h == place.cell * static_cast<float>(frame.maps[i].queries.size()));
                CHECK(one.x >= area.x);
                CHECK(one.y >= area.y);
                CHECK(one.right() <= area.right() + 1);
                CHECK(one.bottom() <= area.bottom() + 1);
                CHECK(notes.heats[i].matrix.data == frame.weights[i].data());
                for (std::size_t j = 0; j < i; ++j) {
                    const Rect shared = one.intersect(notes.heats[j].rect);
                    CHECK(shared.w * shared.h == 0);
                }
            }
        }
    }
}

TEST_CASE("the film has a picture for every kept step, and a cell's center is the color of its weight") {
    const TemporaryFolder folder;
    const Trained run("coreference");
    const auto film = run.film();
    REQUIRE(film);
    const std::vector<int> kept = run.shown.history->steps();
    CHECK(film->pictures == static_cast<int>(kept.size()));
    CHECK(film->name == "coreference-heads");
    const FilmOrder order{
        .file = folder / "heads.gif", .size = {640, 360}, .frames_per_second = 10, .theme = find_theme("light")};
    std::vector<int> told;
    REQUIRE(export_view_film(*film, order, [&](int done) {
        told.push_back(done);
        return true;
    }));
    CHECK(told.front() == 0);
    CHECK(told.back() == film->pictures);
    const DecodedGif gif = decoded(order.file);
    CHECK(gif.width == 640);
    CHECK(gif.height == 360);
    REQUIRE(gif.pictures.size() == kept.size());
    for (std::size_t i = 0; i < kept.size(); ++i)
        CHECK(gif.delays[i] == (i + 1 == kept.size() ? film_end_hundredths : 10));
    int compared = 0;
    for (const std::size_t i : {std::size_t{0}, kept.size() - 1}) {
        CAPTURE(kept[i]);
        const Rect page{0, 0, 640, 360};
        CairoPainter painter("a.png", *order.theme, 10, page);
        painter.report_maps_to([&](const ConstMatrix& matrix, const Rect& rect, const Rect&, int) {
            const HeatScale scale(*order.theme, {.map = HeatMap::sequential, .meaning = Meaning::weight, .gap = 0});
            for (int row = 0; row < matrix.rows; ++row)
                for (int key = 0; key < matrix.cols; ++key) {
                    const Vec2 at = cell_rect(rect, matrix.rows, matrix.cols, row, key).centre();
                    const Rgb wanted = bytes(scale.fill(matrix.at(row, key)).ground);
                    CHECK(difference(pixel(gif.pictures[i], at.x, at.y), wanted) <= 4);
                    ++compared;
                }
        });
        film->draw(painter, page, static_cast<int>(i));
    }
    CHECK(compared > 200);
    CHECK(gif.pictures.front().rgba != gif.pictures.back().rgba);
    // What is said of a step is what was measured there.
    const auto& held_out = run.shown.held_out->back();
    const FilmCaption caption = film_caption(run.shown, kept.back());
    CHECK(caption.step == "Step 6 of 6");
    CHECK(contains(caption.loss, number_text(static_cast<double>(held_out.loss))));
    CHECK(contains(caption.loss, std::to_string(std::lround(100 * held_out.accuracy)) + "%"));
    CHECK(film_caption(run.shown, 0).step == "Initial weights");
}

TEST_CASE("pictures and an MP4 are written whole or not at all") {
    const TemporaryFolder folder;
    const Trained run("coreference", 3);
    const auto film = run.film();
    REQUIRE(film);
    FilmOrder order{.file = folder / "pictures", .size = {321, 200}};
    REQUIRE(export_view_film(*film, order));
    CHECK(files_in(folder.path()) == 1);
    REQUIRE(files_in(order.file) == static_cast<std::size_t>(film->pictures));
    const Image first = read_png(order.file / "frame-0001.png");
    CHECK(first.width == 321);
    CHECK(first.height == 200);
    CHECK(first.rgba == film_picture(*film, order, 0).rgba);
    CHECK(contains(message_of([&] { export_view_film(*film, order); }), "is not an empty folder"));
    // What is cancelled leaves nothing, in whatever form.
    for (const char* name : {"a.gif", "a.mp4", "more"}) {
        CAPTURE(name);
        order.file = folder / name;
        if (film_form(order.file) == FilmForm::mp4 && !has_ffmpeg()) continue;
        CHECK_FALSE(export_view_film(*film, order, [](int done) { return done < 2; }));
        CHECK(files_in(folder.path()) == 1);
    }
    for (const char* name : {"/proc/a.gif", "/proc/pictures"}) {
        order.file = name;
        const std::string why = message_of([&] { export_view_film(*film, order); });
        CHECK_FALSE(why.empty());
        CHECK_FALSE(contains(why, "\n"));
    }
    order.file = folder / "none" / "a.gif";
    CHECK(contains(message_of([&] { export_view_film(*film, order); }), "there is no folder"));
    order.file = folder / "a.mp4";
    if (!has_ffmpeg()) {
        CHECK(contains(message_of([&] { export_view_film(*film, order); }), "needs the program ffmpeg"));
        return;
    }
    REQUIRE(export_view_film(*film, order));
    const std::string bytes_written = text_of(order.file);
    CHECK(bytes_written.substr(4, 4) == "ftyp");
    CHECK(files_in(folder.path()) == 2);
}

TEST_CASE("a training without a second kept step, and a view that has none, have no film") {
    TrainingSession session(small_plan("coreference", 3, 4), {});
    session.wait();
    CHECK_FALSE(film_of_heads(session.shown(), {}, {}, {}));
    const SettledProgram program(window_options(decoder, {960, 600}));
    if (!program) return;
    CHECK_FALSE(program.app->film());
}

TEST_CASE("the film is opened, played, clicked and exported in the window") {
    const TemporaryFolder folder;
    AppOptions options = training_window(12);
    options.fence = folder.path();
    const SettledProgram program(options);
    if (!program) return;
    train(program);
    run_settled(program, "click @train film\nwait-idle");
    CHECK(program.state("train_film") == "open");
    CHECK(comes_true([&] {
        next_frame(program);
        return program.state("train_film_frames") == "13";  // all steps of so short a run are kept
    }));
    CHECK(program.state("train_looked_at") == "12");
    std::set<int> played;
    run_settled(program, "key Space\n");
    CHECK(comes_true([&] {
        run_settled(program, "wait 1");
        played.insert(std::stoi(program.state("train_looked_at")));
        return played.size() == 13;
    }));
    CHECK(program.state("train_film") == "plays");
    CHECK(program.state("train_phase") == "finished");
    CHECK(comes_true([&] {  // behind the last one the first again
        run_settled(program, "wait 1");
        return program.state("train_looked_at") == "1";
    }));
    run_settled(program, "key Space\nwait-idle");
    CHECK(program.state("train_film") == "open");
    const std::string before = program.state("train_film_speed");
    run_settled(program, "click @train film faster\nwait-idle");
    CHECK(std::stoi(program.state("train_film_speed")) > std::stoi(before));

    run_settled(program, "click @train film strip\nwait-idle\nclick @train film frame 2 0\nwait-idle");
    CHECK(program.state("train_looked_at") == "0");
    CHECK(program.state("train_head") == "2");
    run_settled(program, "click @train film heads\nwait-idle\nclick @train film head 1\nwait-idle");
    CHECK(program.state("train_head") == "1");
    CHECK(program.state("train_looked_at") == "0");
    run_settled(program, "key Right\nwait-idle");
    CHECK(program.state("train_looked_at") == "1");

    const std::string file = folder / "heads.gif";
    run_settled(program,
                "click @train film export\nwait-idle\nkey Ctrl+A\ntype " + file + "\nwait 2\nkey Enter\nwait 2");
    CHECK(comes_true([&] {
        next_frame(program);
        return program.state("film_export") != "writes";
    }));
    CHECK(program.state("film_export") == "closed");
    CHECK(program.state("film_export_error").empty());
    CHECK(contains(program.state("film_exported"), "Exported 13 pictures"));
    const DecodedGif gif = decoded(file);
    CHECK(gif.pictures.size() == 13);
    CHECK(gif.width == 1280);

    run_settled(program, "wait-idle\nclick @train film export\nwait-idle\nkey Ctrl+A\ntype " + file +
                             "\nwait 2\nkey Enter\nwait 2");
    CHECK(program.state("film_export") == "asks");  // it is there
    run_settled(program, "key Esc\nkey Esc\nwait-idle");
    CHECK(program.state("film_export") == "closed");
    run_settled(program, "click @train film close\nwait-idle");
    CHECK(program.state("train_film") == "closed");
}

TEST_CASE("the command line films a training, and says in one sentence why it cannot") {
    const auto film = scratch() / "heads.gif";
    const auto made = run_drawing(
        "render --view train --task sort --steps 10 --size 480x270 --fps 20 --theme dark --film " + film.string());
    if (!made) return;
    REQUIRE_MESSAGE(made->code == 0, made->err);
    CHECK(made->err.empty());
    const DecodedGif gif = decoded(film);
    CHECK(gif.pictures.size() == 11);
    CHECK(gif.width == 480);
    CHECK(gif.delays.front() == 5);
    const auto refused = [](const std::string& arguments, const std::string& part) {
        CAPTURE(arguments);
        const Outcome outcome = test::run("render " + arguments);
        CHECK(outcome.code == 2);
        CHECK(std::ranges::count(outcome.err, '\n') == 1);
        CHECK_MESSAGE(contains(outcome.err, part), outcome.err);
    };
    refused("--view walk --model sort --film " + (scratch() / "walk.gif").string(), "has no film");
    refused("--view train --film /nowhere/a.gif", "there is no folder");
    refused("--view train --film a.gif --out b.png", "--film writes a film");
    refused("--view train --task nothing --film a.gif", "nothing");
    refused("--view train --task characters --film a.gif", "does not train this task");
    refused("--view walk --task sort --film a.gif", "--view train");
    CHECK_FALSE(std::filesystem::exists(scratch() / "walk.gif"));
}

TEST_SUITE_END();
