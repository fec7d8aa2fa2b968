// Opening: the sheet of models, the file browser, files dropped on the window, loading that is given up, and texts that
// would not fit into memory.
// ctest: alone 7 s
#include <atomic>
#include <chrono>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "app/commands/commands.h"
#include "app/files/folder_listing.h"
#include "app/files/session_file.h"
#include "app/sheets/folder_needs.h"
#include "core/base/file.h"
#include "core/base/system_memory.h"
#include "core/io/model_folder.h"
#include "core/model/packed_weights.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

/// A model folder whose weights end in the middle.
void write_broken_folder(const std::filesystem::path& folder) {
    write_model_folder(folder);
    const std::filesystem::path weights = folder / "model.safetensors";
    std::filesystem::resize_file(weights, std::filesystem::file_size(weights) / 2);
}

/// What the rows of the Open sheet say, once that folder's does.
std::string needs_told(const Program& program, const std::string& name) {
    for (int i = 0; i < 500 && program.state("open_needs").find(name + ": ") == std::string::npos; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        program.run("wait 0.02");
    }
    return program.state("open_needs");
}

}  // namespace

TEST_SUITE_BEGIN("opening");

TEST_CASE("a model's sizes name heads where it has some") {
    const auto said = [](const char* name) { return size_text(make_model(model_named(name))->config); };
    CHECK(said(decoder).starts_with("1 layer · 4 heads · d "));
    ModelConfig pair = make_model(model_named("sinusoidal encoder-decoder"))->config;
    CHECK(size_text(pair).find("cross") == std::string::npos);
    pair.n_heads = 2;
    pair.n_cross_heads = 1;
    CHECK(size_text(pair).find(" · 2 heads (cross-attention: 1) · d ") != std::string::npos);
    for (const char* none : {"lstm", "gru with additive attention", "convolution", "soft look-up table"}) {
        CAPTURE(none);
        CHECK(said(none).find("head") == std::string::npos);
        CHECK(said(none).find(" · d ") != std::string::npos);
    }
}

TEST_CASE("a folder lists folders, models and sessions, and what is typed is completed") {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder / "models");
    std::filesystem::create_directories(folder / "models-old");
    std::filesystem::create_directories(folder / ".hidden");
    std::filesystem::create_directories(folder / "models/mine");
    std::ofstream(folder / "models/mine/config.json") << "{}";
    std::ofstream(folder / "talk.glassformer") << "{}";
    std::ofstream(folder / "notes.txt") << "";
    const auto entries = list_folder(folder.path());
    REQUIRE(entries.size() == 4);
    CHECK(entries[0].kind == EntryKind::parent);
    CHECK(entries[1].name == "models");
    CHECK(entries[1].kind == EntryKind::folder);
    CHECK(entries[3].name == "talk.glassformer");
    CHECK(entries[3].kind == EntryKind::session);
    CHECK(list_folder(folder / "models")[1].kind == EntryKind::model);
    const std::string base = folder.path().string() + "/";
    CHECK(completed_path(base + "mo") == base + "models");
    CHECK(completed_path(base + "ta") == base + "talk.glassformer");
    CHECK(completed_path(base + "models/m") == base + "models/mine/");
    CHECK(completed_path(base + "x") == base + "x");
    CHECK(typed_path(base + "models/../models/") == folder / "models");
    CHECK_THROWS_WITH_AS(list_folder(folder / "gone"), doctest::Contains("There is no folder"), Error);
    CHECK_THROWS_WITH_AS(list_folder(folder / "notes.txt"), doctest::Contains("is a file"), Error);
}

TEST_CASE("models are found by a part of their name, and an example opens with its text") {
    AppOptions options = window_options(decoder);
    options.models[1].title = "Another model";
    options.models[1].examples.push_back(options.models[1].examples.front());
    const std::string other = options.models[1].name;
    const Program program(options);
    if (!program) return;
    program.run(
        "wait-idle\nkey Ctrl+O\nexpect open=open\ntype another model\nkey Enter\nexpect open=closed\nwait-idle");
    CHECK(program.state("model") == other);
    program.run(
        "key Ctrl+Z\nwait-idle\nexpect model=learned decoder\nclick @model\nexpect open=open\ntype another\n"
        "click @model " +
        other + " example 2\nwait-idle\nexpect open=closed");
    CHECK(program.state("model") == other);
    program.run(
        "click @model\nkey Down\nkey Up\nkey Esc\nexpect open=closed\nclick @model\nclick @close open\n"
        "expect open=closed");
}

TEST_CASE("models of one task share the sentence where its words are known, and undo returns") {
    const std::filesystem::path models = std::filesystem::path(GLASSFORMER_SOURCE_DIR) / "assets" / "models";
    const auto french = [](const std::string& model, const std::string& text, const std::string& target) {
        return Inputs{.model = model, .text = text, .target = target, .edits = {}};
    };
    const std::string hit = "il m' a entarté", cat = "le chat noir ne mange pas la pomme";
    AppOptions options;
    options.load = [models](const std::string& name) { return std::make_shared<Model>(load_model(models / name)); };
    for (const std::string name : {"translate-fr-en", "translate-bottleneck"})
        options.models.push_back(
            {name, name, "", {french(name, hit, "he hit me with a pie"), french(name, cat, "the black cat")}});
    // Of the same task by its second example, which its vocabulary lacks.
    const std::string dogs = "The dogs beside the lion <mask> loudly.";
    options.models.push_back({"agreement-masked",
                              "agreement-masked",
                              "",
                              {french("agreement-masked", dogs, ""), french("agreement-masked", cat, "")}});
    options.models.push_back({"characters", "characters", "", {french("characters", "ROMEO:", "")}});
    options.inputs = options.models[0].examples[0];
    options.size = {1280, 720};
    const Program program(options);
    if (!program) return;
    const auto pick = [&](const std::string& name) {
        program.run("key Ctrl+O\ntype " + name + "\nkey Enter\nwait-idle\nexpect model=" + name + "\nexpect error=");
    };
    Inputs typed = options.inputs;
    typed.text = "le chat blanc ne mange pas la pomme";
    program.run("wait-idle");
    program.app->session().set(typed);
    program.run("wait-idle");
    pick("translate-bottleneck");
    CHECK(program.state("text") == typed.text);
    CHECK(program.state("target").empty());  // not written yet
    program.run("key Ctrl+Z\nwait-idle\nexpect model=translate-fr-en");
    CHECK(program.state("text") == typed.text);
    CHECK(program.state("target") == typed.target);
    program.run("key Ctrl+O\ntype agreement-masked\nkey Enter");
    std::string said;
    for (int i = 0; i < 600 && said.find("are not in this model's vocabulary") == std::string::npos; ++i) {
        program.run("wait 1");
        said = program.state("notice");
    }
    CHECK(said.find("“chat”") != std::string::npos);  // each word that it does not know
    CHECK(said.find("are not in this model's vocabulary") != std::string::npos);
    program.run("wait-idle\nexpect model=agreement-masked\nexpect error=");
    CHECK(program.state("text") == dogs);
    program.run("key Ctrl+Z\nwait-idle\nexpect model=translate-fr-en");
    CHECK(program.state("text") == typed.text);
    pick("characters");
    CHECK(program.state("text") == "ROMEO:");
    program.run("key Ctrl+Z\nwait-idle");
    program.app->session().set(french("translate-fr-en", cat, "the black cat"));
    program.run("wait-idle");
    pick("translate-bottleneck");
    CHECK(program.state("text") == cat);
    CHECK(program.state("target") == "the black cat");
}

TEST_CASE("a folder is opened through the browser, and again from what was opened lately") {
    const TemporaryFolder folder;
    write_model_folder(folder / "models/mine");
    const Program program(window_options(decoder));
    if (!program) return;
    const std::string base = folder.path().string();
    program.run("wait-idle\nkey Ctrl+O\ntype " + base + "/mod\nkey Tab\nexpect typed=" + base + "/models/\nkey Enter");
    program.run("expect open=closed\nwait-idle\nexpect error=\nexpect message=");
    CHECK(program.state("model") == base + "/models/mine");
    CHECK(program.state("text") == "The animal did n't cross the street");
    program.run("key Ctrl+Z\nwait-idle\nexpect model=learned decoder\nkey Ctrl+O\nclick @recent 1\nwait-idle");
    CHECK(program.state("model") == base + "/models/mine");
    program.run("key Ctrl+O\ntype " + base + "/gone/\nexpect open_problem=There is no folder " + base + "/gone.\n" +
                "key Esc\nexpect open=closed");
}

TEST_CASE("Enter on a typed path opens what is there, and a file of another kind gets the sentence that fits") {
    const TemporaryFolder folder;
    write_model_folder(folder / "mine");
    write_model_folder(folder / "mine-too");
    std::ofstream(folder / "bad.dat") << "hello";
    std::ofstream(folder / "broken.glassformer") << "{\n";
    std::filesystem::create_directories(folder / "bad.dat.d");
    const Program program(window_options(decoder));
    if (!program) return;
    const std::string base = folder.path().string();
    program.run("wait-idle\nkey Ctrl+O\ntype " + base + "/bad.dat\nkey Enter\nexpect open=closed\nwait-idle");
    CHECK(program.state("message").find("bad.dat is neither a model folder nor a session file") != std::string::npos);
    CHECK(program.state("model") == decoder);
    program.run("key Ctrl+O\ntype " + base + "/broken.glassformer\nkey Enter\nexpect open=closed\nwait-idle");
    CHECK(program.state("message").find("broken.glassformer") != std::string::npos);
    CHECK(program.state("message").find("parse_error") == std::string::npos);
    program.run("key Ctrl+O\ntype " + base + "/mine-too\nkey Enter\nexpect open=closed\nwait-idle\nexpect message=");
    CHECK(program.state("model") == base + "/mine-too");
    program.run("key Ctrl+O\ntype " + base + "/nothing\nkey Enter\nexpect open=open\nkey Esc\nwait-idle");
    CHECK(program.state("model") == base + "/mine-too");
    // A name without a folder is one of this folder, where no model is called so.
    const auto here = std::filesystem::current_path();
    std::filesystem::current_path(folder.path());
    program.run("key Ctrl+O\ntype bad.dat\nkey Enter\nexpect open=closed\nwait-idle");
    std::filesystem::current_path(here);
    CHECK(program.state("message").find("bad.dat is neither a model folder nor a session file") != std::string::npos);
}

TEST_CASE("a folder dropped on the window opens; what is no model says so, and what was shown stays") {
    const TemporaryFolder folder;
    write_model_folder(folder / "mine");
    std::filesystem::create_directories(folder / "empty");
    std::ofstream(folder / "notes.dat") << "hello";
    const Program program(window_options(decoder));
    if (!program) return;
    const std::string base = folder.path().string();
    program.run("wait-idle\ndrop " + base + "/mine\nwait-idle\nexpect message=");
    CHECK(program.state("model") == base + "/mine");
    program.run("drop " + base + "/empty\nwait-idle");
    CHECK(program.state("message").find("it has no config.json") != std::string::npos);
    CHECK(program.state("model") == base + "/mine");
    program.run("drop " + base + "/notes.dat\nwait-idle");
    CHECK(program.state("message").find("is neither a model folder nor a session file") != std::string::npos);
    CHECK(program.app->session().shown().current->inputs().model == base + "/mine");
}

TEST_CASE(
    "what is dropped goes through the event queue: folders, sessions, tensors, unknown files, and several at once") {
    const TemporaryFolder folder;
    write_model_folder(folder / "mine");
    const std::string base = folder.path().string(), mine = base + "/mine";
    std::ofstream(folder / "notes.dat") << "hello";
    std::ofstream(folder / "broken.glassformer") << "{";
    std::ofstream(folder / "w.npy") << "\x93NUMPY";
    SessionFile session;
    session.inputs = {.model = decoder, .text = "the cat sat", .target = "", .edits = {}};
    session.view = "inspect";
    save_session(folder / "talk.glassformer", session);

    struct Row {
        std::vector<std::string> paths;
        std::string model, text, message;  // afterwards; the message in part, "" for none
    };
    const std::string before = "alibi decoder", alibi = "the cat sat on the mat";
    const std::string card = "The animal did n't cross the street";
    const std::vector<Row> rows{
        {{mine}, mine, card, ""},
        {{base + "/talk.glassformer"}, decoder, "the cat sat", ""},
        {{base + "/w.npy"}, before, alibi, "contains tensors but no model"},
        {{mine + "/model.safetensors"}, before, alibi, "contains tensors but no model"},
        {{base + "/notes.dat"}, before, alibi, "is neither a model folder nor a session file"},
        {{base + "/broken.glassformer"}, before, alibi, "broken.glassformer"},
        {{base + "/gone"}, before, alibi, "there is no file or folder"},
        {{mine, base + "/talk.glassformer"}, mine, card, "Opened mine. Drop one file at a time; 2 were dropped."},
        {{base + "/notes.dat", base + "/talk.glassformer"}, decoder, "the cat sat", "Opened talk.glassformer"},
        {{base + "/notes.dat", base + "/w.npy"}, before, alibi, "contains tensors"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.paths.front());
        const Program program(window_options(before, {640, 400}));
        if (!program) return;
        program.run("wait-idle");
        REQUIRE(program.state("model") == before);
        program.platform->events().push(DropFiles{row.paths});
        CHECK(program.app->needs_frame());
        program.run("wait 2\nwait-idle");
        CHECK(program.state("model") == row.model);
        CHECK(program.state("text") == row.text);
        CHECK(program.state("error").empty());
        const std::string message = program.state("message");
        CHECK_MESSAGE((row.message.empty() ? message.empty() : contains(message, row.message)), message);
        CHECK(program.app->session().shown().current->inputs().model == row.model);
    }
}

TEST_CASE("a worker that loads for long is waited for, can be given up, and then shows what was shown") {
    AppOptions options = window_options(decoder);
    options.still = false;
    const std::string slow = options.models[1].name;
    std::atomic<bool> go_on{false};
    const auto quick = options.load;
    options.load = [&, quick](const std::string& name) {
        if (name == slow)
            while (!go_on) std::this_thread::sleep_for(std::chrono::milliseconds(2));
        return quick(name);
    };
    const Program program(options);
    if (!program) return;
    program.run("wait-idle");
    const auto before = program.app->session().shown().current;
    Inputs inputs = options.models[1].examples.front();
    program.app->session().set(inputs);
    const auto start = std::chrono::steady_clock::now();
    while (program.state("loading") != slow && std::chrono::steady_clock::now() - start < std::chrono::seconds(10))
        program.app->frame();
    CHECK(program.state("loading") == slow);
    for (int i = 0; i < 60; ++i) program.app->frame();  // the window goes on: a second of its clock
    program.run("click @cancel");
    CHECK(program.state("model") == decoder);
    CHECK(program.state("loading") == "");
    CHECK(program.state("old") == "no");
    CHECK(program.state("undo") == "no");
    CHECK(program.app->session().shown().current == before);
    CHECK(program.app->find_target("cancel") == std::nullopt);
    go_on = true;
    Inputs next = program.app->session().inputs();
    next.text = "the cat sat";
    program.app->session().set(next);
    program.run("wait-idle\nexpect tokens=3\nexpect model=learned decoder\nexpect error=");
}

TEST_CASE("how many bytes of a model are read is said, and giving it up ends the reading") {
    AppOptions options = window_options(decoder);
    options.still = false;
    const std::string slow = options.models[1].name;
    std::atomic<bool> given_up{false};
    const ModelLoader quick = options.load;
    options.load = [&, quick](const std::string& name, Loading& loading) {
        if (name != slow) return quick(name, loading);
        loading.expect(250'000'000);
        while (true) {
            try {
                loading.reach(100'000'000);
            } catch (const Error&) {
                given_up = true;
                throw;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
    };
    const Program program(options);
    if (!program) return;
    program.run("wait-idle");
    const auto soon = [&](const auto& happened) {
        const auto start = std::chrono::steady_clock::now();
        while (!happened() && std::chrono::steady_clock::now() - start < std::chrono::seconds(10)) program.app->frame();
        return happened();
    };
    program.app->session().set(options.models[1].examples.front());
    CHECK(soon([&] { return program.state("loaded") == "100000000"; }));
    CHECK(program.state("to_load") == "250000000");
    for (int i = 0; i < 60; ++i) program.app->frame();  // the window goes on: a second of its clock
    // Another text of the same model does not begin anew.
    Inputs other = options.models[1].examples.front();
    other.text = "the cat";
    program.app->session().set(other);
    for (int i = 0; i < 5; ++i) program.app->frame();
    CHECK_FALSE(given_up);
    program.run("click @cancel");
    CHECK(soon([&] { return given_up.load(); }));
    CHECK(program.state("model") == decoder);
    CHECK(program.state("to_load") == "0");
    program.run("wait-idle\nexpect message=\nexpect error=");
}

TEST_CASE("a folder whose weights are broken is refused by drop and by the browser, and what was shown stays") {
    const TemporaryFolder folder;
    write_broken_folder(folder / "broken");
    const Program program(window_options(decoder));
    if (!program) return;
    const std::string broken = folder.path().string() + "/broken";
    program.run("wait-idle");
    const auto before = program.app->session().shown().current;
    for (const std::string& way : {"drop " + broken, "key Ctrl+O\ntype " + broken + "/\nkey Enter"}) {
        CAPTURE(way);
        program.run(way + "\nwait-idle\nexpect error=\nexpect old=no\nexpect model=learned decoder\nexpect undo=no");
        CHECK(program.state("message").find("model.safetensors") != std::string::npos);
        CHECK(program.app->session().shown().current == before);
        program.run("click @close message\nexpect message=");
    }
    program.run("key Ctrl+O");
    CHECK_FALSE(program.app->find_target("recent 1"));
    program.run("key Esc\nkey Ctrl+L\nkey Ctrl+A\ntype the cat\nwait-idle\nexpect tokens=2");
}

TEST_CASE("a broken folder as argument says why nothing is shown, and another one opens") {
    const TemporaryFolder folder;
    write_broken_folder(folder / "broken");
    write_model_folder(folder / "mine");
    AppOptions options = window_options(decoder);
    options.open = folder / "broken";
    const Program program(options);
    if (!program) return;
    program.run("wait-idle");
    CHECK(program.state("error").find("model.safetensors") != std::string::npos);
    program.run("drop " + (folder / "mine").string() + "\nwait-idle\nexpect error=\nexpect tokens=7");
}

TEST_CASE("the rows of the Open sheet say what opening a folder takes, before it is opened") {
    const TemporaryFolder folder;
    write_model_folder(folder / "mine");
    write_broken_folder(folder / "broken");  // its config says so all the same
    write_file(folder / "unread" / "config.json", "{");
    const Program program(window_options(decoder));
    if (!program) return;
    program.run("wait-idle\nkey Ctrl+O\ntype " + folder.path().string() + "/\nwait-idle");
    const std::string needs = needs_told(program, "mine");
    CAPTURE(needs);
    const std::string says = "mine: needs about " + bytes_text(memory_of_weights(load_config(folder / "mine")));
    CHECK(needs.find(says) != std::string::npos);
    CHECK(needs.find("unread") == std::string::npos);
    CHECK(program.state("model") == decoder);  // nothing was opened
    program.run("click @file mine\nwait-idle\nkey Ctrl+O\nwait 1");
    REQUIRE(program.app->find_target("recent 1"));  // among those opened lately
    CHECK(needs_told(program, "mine").find(says) != std::string::npos);
    program.run("key Esc\nwait 1");
    CHECK(program.state("open_needs").empty());
}

TEST_CASE("what a large folder takes stands beside what is free") {
    const auto text = [](std::uint64_t bytes, std::uint64_t free) { return FolderNeeds::need(bytes, free).text; };
    constexpr std::uint64_t gigabyte = 1'000'000'000;
    CHECK(text(0, gigabyte).empty());
    CHECK(text(4'200'000, 23 * gigabyte) == "needs about 4.2 MB");
    CHECK(text(1'400'000'000, 23 * gigabyte) == "needs about 1.4 GB, 23 GB free");
    CHECK_FALSE(FolderNeeds::need(1'400'000'000, 23 * gigabyte).too_much);
    CHECK(text(28 * gigabyte, 23 * gigabyte) == "needs about 28 GB, only 23 GB free");
    CHECK(FolderNeeds::need(28 * gigabyte, 23 * gigabyte).too_much);
    CHECK(FolderNeeds::need(20 * gigabyte, 23 * gigabyte).too_much);  // no room for a text
    CHECK(text(1'400'000'000, memory_unknown) == "needs about 1.4 GB");
}

TEST_CASE("a text whose stages do not fit into memory is refused with both numbers") {
    AppOptions options = window_options(decoder);
    std::atomic<std::uint64_t> free{std::uint64_t{1} << 40U};
    options.free_memory = [&] { return free.load(); };
    const Program program(options);
    if (!program) return;
    program.run("wait-idle\nexpect error=");
    const auto before = program.app->session().shown().current;
    free = 2000;
    program.run("key Ctrl+L\nkey Ctrl+A\ntype the cat sat\nwait-idle");
    const std::string error = program.state("error");
    CHECK(error.find("3 tokens need") != std::string::npos);
    CHECK(error.find("2.0 kB") != std::string::npos);
    CHECK(error.find("1.6 kB") != std::string::npos);
    CHECK(program.app->session().shown().current == before);
    free = std::uint64_t{1} << 40U;
    program.run("type  on\nwait-idle\nexpect error=\nexpect tokens=4");
}

TEST_SUITE_END();
