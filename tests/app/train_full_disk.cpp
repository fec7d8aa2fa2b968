// A training on a disk that is full: a sentence names the file and why it could not be written, the training goes on,
// and what was kept before stays whole.
// ctest: alone 3 s
#include <doctest/doctest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <filesystem>

#include "app/export/ffmpeg.h"
#include "app/files/session_file.h"
#include "app/views/train/run/run.h"
#include "core/base/file.h"
#include "core/io/model_folder.h"
#include "core/train/live/training_file.h"
#include "tests/support/program.h"
#include "tests/support/short_training.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;
using namespace glassformer::test;
namespace fs = std::filesystem;

namespace {

/// While it lives no file of this process gets longer than 1 KiB: writing more fails as on a disk that is full.
class FullDisk {
public:
    FullDisk() {
        REQUIRE(getrlimit(RLIMIT_FSIZE, &before_) == 0);
        rlimit small = before_;
        small.rlim_cur = 1024;
        REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
    }
    ~FullDisk() {
        setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, signal_);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

private:
    void (*signal_)(int) = std::signal(SIGXFSZ, SIG_IGN);  // as the program does
    rlimit before_{};
};

AppOptions remembering_in(const fs::path& folder) {
    AppOptions options = window_options(decoder, {1280, 720});
    options.settings = folder / "settings.json";
    const auto pictures = options.load;
    options.load = [pictures](const std::string& name) {
        return name.starts_with("/") ? std::make_shared<const Model>(load_model(name)) : pictures(name);
    };
    return options;
}

bool becomes(const SettledProgram& program, const char* name, const std::string& value) {
    return comes_true([&] {
        next_frame(program);
        return program.state(name) == value;
    });
}

std::vector<std::string> names_in(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().extension() != ".lock") names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
}

}  // namespace

TEST_SUITE_BEGIN("train_full_disk");

TEST_CASE("a window goes on training, says what it cannot write, and loses nothing") {
    const TemporaryFolder folder;
    const AppOptions options = remembering_in(folder.path());
    const fs::path file = folder / "training.safetensors";
    const TrainState state = short_run();
    {
        const SettledProgram program(options);
        if (!program) return;
        show_training(program, state);
        run_settled(program, "key Right\nwait-idle\nkey Right\nwait-idle\nkey Right\nwait-idle");
        CHECK(program.state("train_step") == "3");
    }
    REQUIRE(read_training(file).trainer.steps_done == 3);
    const std::vector<std::string> before = names_in(folder.path());
    const std::string unsaved =
        "The training could not be saved: cannot write " + file.string() + ": the disk may be full";
    {
        const SettledProgram program(options);
        run_settled(program, "key 7\nwait-idle\nclick @train resume\nwait-idle");
        CHECK(program.state("train_step") == "3");
        {
            const FullDisk full;
            run_settled(program, "key Space\n");
            CHECK(becomes(program, "train_phase", "finished"));  // to its end
            CHECK(becomes(program, "train_problem", unsaved));
            CHECK(read_training(file).trainer.steps_done == 3);  // the last good one
            CHECK(same_bits(read_training(file).trainer.weights, replay(plan_of(state), {}, 3)));
            CHECK(names_in(folder.path()) == before);  // and nothing half written beside it

            run_settled(program, "click @train keep\n");
            CHECK(becomes(program, "train_problem",
                          unsaved + "\nThe model could not be kept: cannot write " +
                              (folder / "models/coreference-seed-1-step-12/model.safetensors").string() +
                              ": the disk may be full"));
            CHECK(fs::is_empty(folder / "models"));
            CHECK(program.state("train_step") == "12");
            CHECK(program.state("train_phase") == "finished");
        }
        run_settled(program, "click @train keep\n");  // there is room again
        const fs::path kept = folder / "models/coreference-seed-1-step-12";
        CHECK(comes_true([&] {
            run_settled(program, "wait-idle");
            return program.app->session().inputs().model == kept.string();
        }));
        CHECK(program.state("train_problem").find("kept") == std::string::npos);
        CHECK(same_bits(load_model(kept).weights, replay(plan_of(state), {}, 12)));
    }
    CHECK(read_training(file).trainer.steps_done == 12);  // it tried again
}

TEST_CASE("a text of one's own that cannot be copied is said, and no part of it is taken for the whole later") {
    const TemporaryFolder folder;
    std::string text;
    for (int i = 0; i < 60; ++i) text += "the cat sat on the mat, and the dog sat on the log.\n";
    write_file(folder / "own.txt", text);
    TrainState state = settings_of_task(own_text_task);
    state.steps = 12;
    state.batch = 1;
    state.layers = 1;
    state.heads = 2;
    state.d_model = 16;
    state.corpus = (folder / "own.txt").string();
    const TemporaryFolder remembered;
    const SettledProgram program(remembering_in(remembered.path()));
    if (!program) return;
    show_training(program, state);
    {
        const FullDisk full;
        run_settled(program, "key Right\nwait-idle");
        CHECK(program.state("train_step") == "1");
        const std::string said = program.state("train_problem");
        CHECK(said.starts_with("This training cannot be resumed later: its text could not be copied (cannot write "));
        CHECK(said.ends_with(".txt: the disk may be full)"));
    }
    for (const std::string& name : names_in(remembered.path())) CHECK_FALSE(name.starts_with("training-text-"));
}

TEST_CASE("a film that does not fit on the disk is a sentence in its sheet, and leaves nothing behind") {
    const TemporaryFolder folder;
    const SettledProgram program(window_options(decoder, {1280, 720}));
    if (!program) return;
    show_training(program, short_run());
    run_settled(program, "key Space\n");
    CHECK(becomes(program, "train_phase", "finished"));
    run_settled(program, "wait-idle\nclick @train film\nwait-idle");
    std::vector<std::string> films{"heads.gif", "frames"};
    if (has_ffmpeg())
        films.push_back("heads.mp4");
    else
        skip(Needs::tools, "ffmpeg is missing: no film is made with it");
    for (const std::string& name : films) {
        CAPTURE(name);
        const std::string file = folder / name;
        const FullDisk full;
        run_settled(program,
                    "click @train film export\nwait-idle\nkey Ctrl+A\ntype " + file + "\nwait 2\nkey Enter\nwait 2");
        CHECK(becomes(program, "film_export", "failed"));
        const std::string said = program.state("film_export_error");
        CAPTURE(said);
        CHECK(contains(said, file));
        CHECK(contains(said, "the disk may be full"));
        CHECK(fs::is_empty(folder.path()));
        run_settled(program, "key Esc\nwait-idle");
    }
    const fs::path file = folder / "heads.gif";  // there is room again
    run_settled(program, "click @train film export\nwait-idle\nkey Ctrl+A\ntype " + file.string() +
                             "\nwait 2\nkey Enter\nwait 2");
    CHECK(becomes(program, "film_export", "closed"));
    CHECK(fs::file_size(file) > 1024);
}

TEST_CASE("the command line says that there was no room for what it trained or filmed, and exits with 2") {
    const fs::path out = scratch() / "full_disk";
    for (const std::string what :
         {"train --task sort --steps 3 --batch 4 --out full_disk/model",
          "render --view train --task sort --steps 10 --size 480x270 --film full_disk/a.gif",
          "render --view train --task sort --steps 10 --size 480x270 --film full_disk/frames"}) {
        CAPTURE(what);
        fs::remove_all(out);
        fs::create_directories(out);
        const Outcome outcome = test::run(what, "cd " + scratch().string() + " && ulimit -f 2 && ");
        CAPTURE(outcome.err);
        if (contains(outcome.err, "EGL")) {
            skip(Needs::opengl, outcome.err);
            continue;
        }
        CHECK(outcome.code == 2);
        CHECK(contains(outcome.err, what.substr(what.rfind(' ') + 1)));
        CHECK(contains(outcome.err, "the disk may be full"));
        CHECK(outcome.out == "");
        CHECK(fs::is_empty(out));
    }
}

TEST_SUITE_END();
