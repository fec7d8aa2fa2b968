// Files that are not what they seem, disks that are full, and other locales, as the command line meets them.
// ctest: alone 10 s
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "tests/support/program.h"

using namespace glassformer::test;

namespace {

/// The system's drivers are not found.
constexpr const char* no_opengl = "__EGL_VENDOR_LIBRARY_FILENAMES=/dev/null";

/// A folder that holds a copy of a built-in model.
std::filesystem::path model_copy(const std::string& name) {
    const std::filesystem::path folder = scratch() / name;
    std::filesystem::remove_all(folder);
    std::filesystem::copy(GLASSFORMER_SOURCE_DIR "/assets/models/sort", folder,
                          std::filesystem::copy_options::recursive);
    return folder;
}

/// One sentence that names the file, and exit code 2.
void check_refused(const std::string& arguments, const std::string& named) {
    CAPTURE(arguments);
    const Outcome outcome = run(arguments);
    CAPTURE(outcome.err);
    CHECK(outcome.code == 2);
    CHECK(outcome.err.find(named) != std::string::npos);
    CHECK(std::ranges::count(outcome.err, '\n') == 1);
}

std::string trace_of(const std::filesystem::path& folder, const std::filesystem::path& to) {
    return "trace --text 3142 --model " + folder.string() + " --out " + to.string();
}

}  // namespace

TEST_SUITE_BEGIN("cli_files");

TEST_CASE("a model folder's files may be links; what is no regular file is named, and nothing waits for it") {
    const std::filesystem::path to = scratch() / "trace.safetensors";
    for (const char* file : {"config.json", "vocab.json", "model.safetensors"}) {
        CAPTURE(file);
        const std::filesystem::path whole = model_copy("linked"), elsewhere = scratch() / file;
        std::filesystem::remove(elsewhere);
        std::filesystem::rename(whole / file, elsewhere);
        std::filesystem::create_symlink(elsewhere, whole / file);
        CHECK(run(trace_of(whole, to)).code == 0);

        for (const char* target : {"/dev/zero", "/", file}) {  // without an end, a folder, itself
            CAPTURE(target);
            const std::filesystem::path folder = model_copy("odd");
            std::filesystem::remove(folder / file);
            std::filesystem::create_symlink(target, folder / file);
            check_refused(trace_of(folder, to), "/odd");
        }
        const std::filesystem::path folder = model_copy("pipe");
        std::filesystem::remove(folder / file);
        REQUIRE(mkfifo((folder / file).c_str(), 0600) == 0);  // nobody writes into it
        check_refused(trace_of(folder, to), file);
    }
}

TEST_CASE("a path with .. is a folder as any other, and never a built-in model by another name") {
    check_refused(trace_of("../../../etc", scratch() / "x.safetensors"), "../../../etc");
    check_refused(trace_of("sort/../../models/sort", scratch() / "x.safetensors"), "sort/../../models/sort");
    check_refused(trace_of("/etc/passwd", scratch() / "x.safetensors"), "/etc/passwd");
    const std::filesystem::path folder = model_copy("plain");
    CHECK(run(trace_of(folder / ".." / "plain", scratch() / "x.safetensors")).code == 0);
}

TEST_CASE("a full disk is said in a sentence, whatever is written, and leaves no half file") {
    const std::string folder = model_copy("plain").string();
    const std::filesystem::path out = scratch() / "full";
    for (const char* what : {"trace --out full/a.safetensors", "render --view walk --out full/a.png",
                             "render --view walk --out full/a.svg", "render --view walk --out full/a.pdf"}) {
        CAPTURE(what);
        std::filesystem::remove_all(out);
        std::filesystem::create_directories(out);
        // A file may have 1 KiB; larger ones fail as on a disk that is full.
        const Outcome outcome = run(std::string(what) + " --text 3142 --model " + folder,
                                    "cd " + scratch().string() + " && ulimit -f 2 && ");
        CAPTURE(outcome.err);
        CHECK(outcome.code == 2);
        CHECK(outcome.err.find("the disk may be full") != std::string::npos);
        CHECK(std::filesystem::is_empty(out));
    }
    check_refused(trace_of(folder, "/dev/full"), "/dev/full");
    const Outcome shown = run("tokenize --model " + folder + " --text 3142 >/dev/full");
    CHECK(shown.code == 2);
    CHECK(shown.err.find("could not be written to standard output") != std::string::npos);
    for (const char* what : {"--help", "--version", "glossary"})
        for (const char* output : {" >/dev/full", " >&-"}) {
            CAPTURE(what);
            CAPTURE(output);
            const Outcome full = run(std::string(what) + output);
            CHECK(full.code == 2);
            CHECK(full.err == "glassformer: the results could not be written to standard output\n");
        }
}

TEST_CASE("progress and warnings that cannot be written lose no result") {
    const std::filesystem::path out = scratch() / "untold";
    for (const char* errors : {"2>/dev/full", "2>&-", "2>&1 >/dev/null | head -c 1 >/dev/null"}) {
        CAPTURE(errors);
        std::filesystem::remove_all(out);
        run("train --task sort --steps 3 --out " + out.string(),
            "told() { \"$@\" " + std::string(errors) + "; }; told");
        CHECK(std::filesystem::exists(out / "config.json"));
        CHECK(run("models", "told() { \"$@\" " + std::string(errors) + "; }; told").code == 0);
    }
}

TEST_CASE("what a link to a link leads to is written, and the links stay") {
    const std::string folder = model_copy("linked").string();
    const std::filesystem::path real = scratch() / "real.safetensors", inner = scratch() / "inner.safetensors",
                                outer = scratch() / "outer.safetensors";
    write(real, "old");
    std::filesystem::create_symlink(real, inner);
    std::filesystem::create_symlink("inner.safetensors", outer);
    CHECK(run(trace_of(folder, outer)).code == 0);
    CHECK(std::filesystem::is_symlink(outer));
    CHECK(std::filesystem::is_symlink(inner));
    CHECK(std::filesystem::file_size(real) > 1000);
    check_refused(trace_of(folder, "/dev/stdout"), "/dev/stdout");
}

TEST_CASE("numbers have a point in every locale, on the command line and in files") {
    const std::string explain = "explain --model coreference-full --cell 'blocks.0.attn.scores_raw[1,8,1]'";
    const std::string plain = run(explain, "LC_ALL=C").out;
    REQUIRE(plain.find('.') != std::string::npos);
    const std::filesystem::path table = scratch() / "weights.csv";
    const std::string trace = "trace --model sort --text 3142 --stage blocks.0.attn.weights --out " + table.string();
    REQUIRE(run(trace, "LC_ALL=C").code == 0);
    const std::string cells = text_of(table);
    REQUIRE(cells.find("0.") != std::string::npos);
    for (const char* locale : {"de_DE.UTF-8", "fr_FR.UTF-8", "tr_TR.UTF-8", "no_such_locale"}) {
        CAPTURE(locale);
        const std::string environment = "LC_ALL=" + std::string(locale) + " LANG=" + locale;
        CHECK(run(explain, environment).out == plain);
        const Outcome sampled =
            run("generate --model characters --text ROMEO: --steps 3 --temperature 0.5 --seed 1", environment);
        CHECK(sampled.code == 0);
        CHECK(run("generate --model characters --text ROMEO: --temperature 0,5", environment).code == 2);
        CHECK(run(trace, environment).code == 0);
        CHECK(text_of(table) == cells);
    }
}

TEST_CASE("without OpenGL each view is drawn as a page, and what cannot be says what to install") {
    for (const std::string view : {"walk", "walk --overview", "attention", "train"}) {
        CAPTURE(view);
        const std::filesystem::path file = scratch() / "page.png";
        std::filesystem::remove(file);
        const Outcome drawn = run("render --model coreference --view " + view + " --out " + file.string(), no_opengl);
        CHECK(drawn.code == 0);
        CHECK(drawn.err.find("libgl1-mesa-dri") != std::string::npos);
        CHECK(drawn.err.find("the page of the view") != std::string::npos);
        CHECK(std::filesystem::file_size(file) > 10000);
    }
    const Outcome refused =
        run("render --model coreference --view walk --frames " + (scratch() / "f").string(), no_opengl);
    CHECK(refused.code == 2);
    CHECK(refused.err.find("libgl1-mesa-dri") != std::string::npos);
}

TEST_CASE("lessons are checked: all that the shipped ones say holds, and what is wrong with another is said") {
    const Outcome shipped = run("lesson check tour self-attention puzzles");  // the lectures: an entry of ctest
    CHECK(shipped.code == 0);
    CHECK(shipped.err == "");
    CHECK(shipped.out.find("tour.md: all holds (") != std::string::npos);
    CHECK(shipped.out.find("self-attention.md: all holds (") != std::string::npos);
    CHECK(shipped.out.find("puzzles.md: all holds (") != std::string::npos);
    const auto wrong = scratch() / "wrong.md";
    const std::string begin = "---\ntitle: T\n---\n## S\n\n```scene\nmodel: coreference\n```\n\n";
    write(wrong, begin + "{{logit}}\n\n```check\n1 = 2\n```\n");
    const Outcome refused = run("lesson check " + wrong.string());
    CHECK(refused.code == 2);
    CHECK(refused.err.find("wrong.md:10:3: this model has no stage \"logit\"") != std::string::npos);
    CHECK(refused.err.find("wrong.md:13:1: this does not hold in the run: 1 = 2") != std::string::npos);
    CHECK(refused.err.find("2 things are wrong with these lessons") != std::string::npos);
    std::string words;
    for (int i = 0; i < 300; ++i) words += "word ";
    write(wrong, begin + words + "\n");
    const Outcome full = run("lesson check " + wrong.string(), no_opengl);
    CHECK(full.code == 2);
    CHECK(full.err.find("wrong.md:4:1: the text of this step is ") != std::string::npos);
    CHECK(run("lesson check nothing.md").code == 2);
    CHECK(run("lesson check nothing.md").err.find("there is no lesson \"nothing.md\"") != std::string::npos);
}

TEST_SUITE_END();
