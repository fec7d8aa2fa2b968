// glossary --check: the built-in terms hold, and of each thing that a file of terms can say wrong there is a sentence.
// ctest: alone 5 s, optimised instead
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "app/views/shared/glossary.h"
#include "app/views/shared/glossary_ties.h"
#include "tests/support/program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

struct Term {
    std::string formula = {}, keys = "also: Q\nsee: key\n", scene = "view: walk\n";
};

/// A file of the term “query”, whose block “term” begins in line 8, and of “key”. What is wrong with it, without its
/// path.
std::string wrong_with(const Term& term, int code = 2) {
    const std::filesystem::path file = scratch() / "terms.md";
    std::ofstream(file, std::ios::binary)
        << "## query\n\nA vector.\n\n$" << (term.formula.empty() ? "q" : term.formula) << "$\n\n```term\n"
        << term.keys << "```\n```scene\n"
        << term.scene << "```\n\n## key\n\nAnother.\n\n```term\nalso: K\nsee: query\n"
        << "stages: k\n```\n";
    const Outcome outcome = run("glossary --check " + file.string());
    CHECK(outcome.code == code);
    std::string said = outcome.err;
    for (std::size_t at = said.find(file.string()); at != std::string::npos; at = said.find(file.string()))
        said.erase(at, file.string().size() + 1);
    return said;
}

/// The one problem of a term.
std::string problem_of(const Term& term) {
    const std::string said = wrong_with(term);
    const std::string end = "\nglassformer: one thing is wrong with this glossary\n";
    CHECK(said.ends_with(end));
    return said.substr(0, said.size() - std::min(said.size(), end.size()));
}

}  // namespace

TEST_SUITE_BEGIN("glossary_check");

TEST_CASE("the built-in glossary holds: formulas, links, stages, pages, numbers, and every example in its run") {
    CHECK(glossary_problems().empty());
    const Outcome checked = run("glossary --check");
    CHECK_MESSAGE(checked.code == 0, checked.err);
    CHECK(checked.err.empty());
    CHECK(checked.out.ends_with(": all holds (" + std::to_string(glossary().size()) + " terms)\n"));
    CHECK(run("glossary --check " GLASSFORMER_SOURCE_DIR "/assets/glossary.md").code == 0);
}

TEST_CASE("a term that names what there is not has a sentence with its place") {
    CHECK(wrong_with({}, 0).empty());
    CHECK(problem_of({.formula = "\\frac{a}"}).starts_with("5:2: "));
    CHECK(problem_of({.keys = "see: key\n"}) == "1:4: the term \"query\" has no line \"also\" in its block “term”");
    CHECK(problem_of({.keys = "also: Q\n"}) == "1:4: the term \"query\" has no line \"see\" in its block “term”");
    CHECK(problem_of({.keys = "also: Q\nsee: keys\n"}) ==
          "9:5: the glossary has no term \"keys\"; did you mean \"key\"?");
    CHECK(problem_of({.keys = "also: Q\nsee: Query\n"}) == "9:5: a term does not point to itself");
    CHECK(problem_of({.keys = "also: Q\nsee: key, Key\n"}) == "9:5: \"Key\" is named twice");
    CHECK(problem_of({.keys = "also: Q\nsee: key\nstages: q, scores_row\n"}) ==
          "10:8: there is no stage \"scores_row\"; did you mean \"scores_raw\"?");
    CHECK(problem_of({.keys = "also: Q\nsee: key\nstages: q, k, v, q_rot, k_rot\n"}) ==
          "10:8: \"stages\" has at most 4 names");
    CHECK(problem_of({.keys = "also: Q\nsee: key\npage: output lenses\n"}) ==
          "10:6: there is no view \"output lenses\", and no such tab of one (“output lens”)");
    CHECK(problem_of({.keys = "also: Q\nsee: key\nnumber: max({row})\n"}) ==
          "10:8: “number” and “number says” belong together: one of them is missing");
    CHECK(problem_of({.keys = "also: Q\nsee: key\nnumber: max({row}\nnumber says: Largest\n"}).starts_with("10:"));
    CHECK(problem_of({.keys = "also: Q\nsee: key\nnumber: max({raw})\nnumber says: Largest\n"}).starts_with("10:"));
    CHECK(problem_of({.keys = "also: Q\nsee: key\nsee: key\n"}) == "10:1: the term has \"see\" twice");
}

TEST_CASE("a scene that cannot be shown has the sentence that a lesson's has") {
    const auto scene = [](const std::string& lines) { return problem_of({.scene = lines}); };
    CHECK(scene("") == "1:4: the term \"query\" has no stage, no page and no scene: nothing can show it");
    CHECK(scene("model: sort\n") == "12:7: the scene of a term says which view it shows, such as “view: walk”");
    CHECK(scene("view: wlak\n").starts_with("12:6: there is no view \"wlak\""));
    CHECK(scene("view: walk\nmodel: sorted\n").starts_with("13:7: there is no built-in model \"sorted\""));
    CHECK(scene("view: output\npage: lenses\n").starts_with("13:6: the view has no page \"lenses\""));
    CHECK(scene("view: walk\nstages: embed\n").starts_with("13:1: there is no key \"stages\" in a scene"));
    CHECK(scene("view: walk\nstage: blocks.9.attn.q\n").starts_with("13:"));
    CHECK(scene("view: walk\ncell: blocks.0.attn.q[head 9, 0, 0]\n").starts_with("13:"));
    CHECK(scene("view: experiments\nexperiments.cost.lenght: 1\n").starts_with("13:"));
}

TEST_CASE("a glossary that cannot be read is one sentence, and no file runs on") {
    const Outcome missing = run("glossary --check " + (scratch() / "none.md").string());
    CHECK(missing.code == 2);
    CHECK(missing.err.find("none.md") != std::string::npos);
    const Outcome endless = run("glossary --check /dev/zero");
    CHECK(endless.code == 2);

    const std::filesystem::path assets = scratch() / "own";
    std::filesystem::create_directories(assets);
    std::ofstream(assets / "glossary.md") << "## key\n\nA vector.\n\n## value\n";
    const Outcome some = run("glossary", "GLASSFORMER_ASSETS=" + assets.string());
    CHECK(some.code == 0);
    CHECK(some.out == "key\t\n");
    CHECK(some.err.find("glossary.md:5:4: the term \"value\" has no meaning") != std::string::npos);
}

TEST_CASE("what only code has is tied to terms and stages that there are") {
    for (const SymbolNumber& row : symbol_numbers()) {
        CAPTURE(std::string(row.term));
        const GlossaryTerm* term = find_term(row.term);
        REQUIRE(term != nullptr);
        CHECK_FALSE(term->symbol.empty());
        CHECK((term->value == row.number));
    }
    CHECK(stage_named("weights") == &stage::weights);
    CHECK(stage_named("alignment") == &stage::alignment);
    CHECK(stage_named("loss") == &stage::loss);
    CHECK(stage_named("stage") == nullptr);
    CHECK(page_named("output") == open_view("output"));
    CHECK(page_named("output lens") == open_tab("output", "lens"));
    CHECK_FALSE(page_named(""));
    CHECK_FALSE(page_named("output "));
    CHECK_FALSE(page_named("outp utlens"));
}

TEST_SUITE_END();
