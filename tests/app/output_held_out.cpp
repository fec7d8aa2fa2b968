// A held-out text on the page Generate: brought as a file or from the clipboard, measured beside the frames.
#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include "core/base/file.h"
#include "core/train/perplexity.h"
#include "tests/support/shipped_program.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/train_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

constexpr const char* dialogue =
    "LUCENTIO:\n"
    "Now, mistress, profit you in what you read?\n"
    "\n"
    "BIANCA:\n"
    "What, master, read you? first resolve me that.\n"
    "\n"
    "LUCENTIO:\n"
    "I read that I profess, the Art to Love.\n";

struct Told {
    double per_character = 0, per_byte = 0;
    std::string for_word;
    int tokens = 0;
};
Told told(const std::string& status) {
    std::istringstream words(status);
    Told numbers;
    words >> numbers.per_character >> numbers.per_byte >> numbers.for_word >> numbers.tokens;
    return numbers;
}

bool measured(const SettledProgram& program) {
    return comes_true([&] {
        run_settled(program, "wait 1");
        return program.state("held_out").find(" for ") != std::string::npos;
    });
}

}  // namespace

TEST_SUITE_BEGIN("output_held_out");

TEST_CASE("a text file dropped on Generate is measured there: the trainer's bits, whole and of its last tenth") {
    const SettledProgram program(shipped_options("characters", {1280, 720}));
    if (!program) return;
    const TemporaryFolder folder;
    const std::filesystem::path file = folder / "scene.txt";
    write_file(file, dialogue);
    run_settled(program, "wait-idle\nkey 3\nwait-idle\nclick @mode generation\nwait-idle\nwait 2");
    CHECK(program.state("held_out").empty());
    run_settled(program, "drop " + file.string() + "\nwait 2");
    REQUIRE(measured(program));
    CHECK(program.state("view") == "output");

    const Model& model = program.app->session().shown().current->model();
    const auto bits_of = [&](const std::string& text) {
        std::vector<int> ids;
        for (const EncodedToken& token : model.tokenizer->encode(text)) ids.push_back(token.id);
        return surprise(model.config, model.weights, windows_of(ids, 64)).bits();
    };
    const std::string text = dialogue;
    const Told whole = told(program.state("held_out"));
    CHECK(whole.per_character == doctest::Approx(bits_of(text)).epsilon(1e-4));
    CHECK(whole.per_byte == doctest::Approx(whole.per_character));
    CHECK(whole.tokens == static_cast<int>(text.size()) - 1);
    CHECK(whole.per_character < 2.5);  // a play of the same author

    program.run("click @held-out tenth\nwait 3");
    REQUIRE(comes_true([&] {
        run_settled(program, "wait 1");
        const Told now = told(program.state("held_out"));
        return now.tokens > 0 && now.tokens < whole.tokens;
    }));
    const std::string tenth = text.substr(text.size() * 9 / 10);
    CHECK(told(program.state("held_out")).per_character == doctest::Approx(bits_of(tenth)).epsilon(1e-4));
}

TEST_CASE("a pasted text is measured; a letter that the model lacks, and an empty clipboard, are said") {
    const SettledProgram program(shipped_options("characters", {1280, 720}));
    if (!program) return;
    run_settled(program, "wait-idle\nkey 3\nwait-idle\nclick @mode generation\nwait-idle\nwait 2");
    program.platform->set_clipboard("");
    run_settled(program, "click @held-out paste\nwait 2");
    CHECK(program.state("held_out").empty());
    program.platform->set_clipboard("It is a truth universally acknowledged, that a single man is in want of a wife.");
    run_settled(program, "click @held-out paste\nwait 2");
    REQUIRE(measured(program));
    const double before = told(program.state("held_out")).per_character;
    CHECK(before > 1);
    program.platform->set_clipboard("100 %");
    run_settled(program, "click @held-out paste\nwait 2");
    CHECK(comes_true([&] {
        run_settled(program, "wait 1");
        const std::string status = program.state("held_out");
        return status != "running" && status.find(" for ") == std::string::npos;
    }));
    // Another view has the text dropped on it for a training.
    const TemporaryFolder folder;
    write_file(folder / "own.txt", dialogue);
    run_settled(program, "key 1\nwait-idle\ndrop " + (folder / "own.txt").string() + "\nwait 3");
    CHECK(program.state("view") == "train");
}

TEST_SUITE_END();
