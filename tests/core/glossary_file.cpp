// The glossary's file: what is read of a term, and the sentence for everything that is written wrong.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "core/io/assets.h"
#include "core/lesson/read_glossary.h"
#include "tests/support/environment_variable.h"
#include "tests/support/support.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;

namespace {

const std::string term = "## key\n\nA vector that is compared.\n";

/// What is wrong with a text, a line each.
std::string problems_of(const std::string& text) {
    std::string all;
    for (const std::string& problem : read_glossary(text, "g.md").problems) all += problem + "\n";
    return all;
}

}  // namespace

TEST_SUITE_BEGIN("glossary_file");

TEST_CASE("a term has a name, a meaning, a formula, keys and a scene; subjects are for the reader of the file") {
    const WrittenGlossary glossary = read_glossary(
        "# Glossary\n\nNot a term, with `code` and **strong** words.\n\n# Attention\n\n" + term +
            "\n$k = x W^{K}$\n\n```term\nalso: K, keys\nsource: Somebody,\n  On Keys, 2017\nsee: query, value\n```\n\n"
            "```scene\n# a comment\nmodel: sort\ntext: 3: 1\nview: walk\n```\n\n## value\nWhat a token hands "
            "on,\nsummed.\n",
        "g.md");
    CHECK(glossary.problems.empty());
    REQUIRE(glossary.terms.size() == 2);
    const WrittenTerm& key = glossary.terms.front();
    CHECK(key.name == "key");
    CHECK(key.place == LessonPlace{7, 4});
    CHECK(key.text == "A vector that is compared.");
    CHECK(key.formula == "k = x W^{K}");
    CHECK(key.formula_place == LessonPlace{11, 2});
    CHECK(key.value("also") == "K, keys");
    CHECK(listed_names(key.value("also")) == std::vector<std::string>{"K", "keys"});
    CHECK(key.value("source") == "Somebody, On Keys, 2017");
    CHECK(key.value("symbol").empty());
    REQUIRE(key.line("see") != nullptr);
    CHECK(key.line("see")->place == LessonPlace{17, 5});
    CHECK(key.line("page") == nullptr);
    REQUIRE(key.scene.size() == 3);
    CHECK(key.scene[1].key == "text");
    CHECK(key.scene[1].value == "3: 1");
    CHECK(key.scene[1].place.line == 23);
    CHECK(glossary.terms.back().text == "What a token hands on, summed.");
}

TEST_CASE("each mistake is one sentence with its place, and hides no other term") {
    const std::vector<std::pair<std::string, std::string>> mistakes{
        {"## other\n\n## key\n\nText.\n",
         "g.md:1:4: the term \"other\" has no meaning: write a paragraph below its name\n"},
        {term + "## Key\n\nAgain.\n", "g.md:4:4: the term \"Key\" is here twice, first in line 1\n"},
        {term + "\nA second.\n", "g.md:5:1: a term’s meaning is one paragraph; this is its second\n"},
        {term + "\n$a$\n\n$b$\n", "g.md:7:2: a term has one formula; this is its second\n"},
        {"## query\n\nText with $a$.\n\n" + term,
         "g.md:3:12: a term’s meaning has words only; its formula is a paragraph of its own\n"
         "g.md:1:4: the term \"query\" has no meaning: write a paragraph below its name\n"},
        {term + "\n- a list\n",
         "g.md:5:1: a term has a meaning, a formula, a block “term” and a block “scene”; this is none of them\n"},
        {term + "\n```check\n1 = 1\n```\n",
         "g.md:5:1: a term has a meaning, a formula, a block “term” and a block “scene”; this is none of them\n"},
        {term + "```term\nsea: value\n```\n", "g.md:5:1: there is no key \"sea\" in a term; did you mean \"see\"?\n"},
        {term + "```term\nsee:\n```\n", "g.md:5:5: \"see\" has no value\n"},
        {term + "```term\nsee: a\nsee: b\n```\n", "g.md:6:1: the term has \"see\" twice\n"},
        {term + "```term\nwords\n```\n", "g.md:5:1: a line of a term is written “key: value”; this is \"words\"\n"},
        {term + "```scene\nwords\n```\n", "g.md:5:1: a line of a scene is written “key: value”; this is \"words\"\n"},
        {term + "```scene\nview: walk\n```\n```scene\nview: walk\n```\n",
         "g.md:8:1: a term has one scene; this is its second\n"},
        {"## **key**\n\nText.\n\n" + term, "g.md:1:6: a term’s name has words only\n"},
    };
    for (const auto& [text, sentences] : mistakes) {
        CAPTURE(text);
        CHECK(problems_of(text) == sentences);
        const WrittenGlossary read = read_glossary(text, "g.md");
        CHECK(std::ranges::count(read.terms, std::string("key"), &WrittenTerm::name) == 1);
    }
}

TEST_CASE("what is no Markdown has a sentence and no terms") {
    for (const std::string& text :
         {term + "\n- - - - - a\n", term + "\xff\n", term + "\n{{open\n", term + std::string(1, '\0')}) {
        CAPTURE(text);
        const WrittenGlossary read = read_glossary(text, "g.md");
        CHECK(read.terms.empty());
        REQUIRE(read.problems.size() == 1);
        CHECK(read.problems.front().starts_with("g.md:"));
    }
}

TEST_CASE("bytes, lines, terms and lists in lists are limited, and hostile texts are read in a moment") {
    CHECK(problems_of(std::string(largest_glossary + 1, '\n')) ==
          "g.md:1:1: a glossary is at most 262144 bytes long\n");
    CHECK(problems_of(term + std::string(longest_glossary_line + 1, 'a')) ==
          "g.md:4:1: a line of a glossary is at most 4096 bytes long\n");
    std::string many;
    for (std::size_t i = 0; i <= most_terms; ++i) many += "## t" + std::to_string(i) + "\n\nText.\n\n";
    CHECK(problems_of(many) == "g.md:2001:4: a glossary has at most 500 terms\n");
    CHECK(read_glossary(many, "g.md").terms.size() == most_terms);

    const auto began = std::chrono::steady_clock::now();
    for (const std::string piece : {"](", "$", "[", "*a ", "> ", "- ", "`", "## a\n", "```term\nsee: a\n```\n", "_{"}) {
        CAPTURE(piece);
        std::string text = "## a\n\n", line;
        while (text.size() + longest_glossary_line + 2 < largest_glossary) {
            line.clear();
            while (line.size() + piece.size() < longest_glossary_line) line += piece;
            text += line + "\n";
        }
        static_cast<void>(read_glossary(text, "g.md"));
    }
    CHECK(std::chrono::steady_clock::now() - began < std::chrono::seconds(20));
}

TEST_CASE(
    "the glossary is that of the folder of models, of the installed program, of the source tree: the first that is") {
    const TemporaryFolder folder;
    const std::filesystem::path own = test::source_dir() / "assets" / "glossary.md";
    std::filesystem::create_directories(folder / "usr/bin");
    CHECK(std::filesystem::equivalent(find_glossary(folder / "usr/bin"), own));
    const auto write = [](const std::filesystem::path& file) {
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file) << term;
    };
    write(folder / "usr/share/glassformer/glossary.md");
    CHECK(find_glossary(folder / "usr/bin") == folder / "usr/share/glassformer/glossary.md");
    std::filesystem::create_directories(folder / "models");
    const EnvironmentVariable set("GLASSFORMER_ASSETS", (folder / "models").c_str());
    CHECK(find_glossary(folder / "usr/bin") == folder / "usr/share/glassformer/glossary.md");
    write(folder / "models/glossary.md");
    CHECK(find_glossary(folder / "usr/bin") == folder / "models/glossary.md");
}

TEST_SUITE_END();
