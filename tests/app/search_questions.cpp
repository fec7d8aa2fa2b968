// What a student or a lecturer types finds what answers it, in the search and in the palette: experiments by their
// questions, comparisons, tasks and terms; Enter opens it.
// ctest: alone 3 s
#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "app/sheets/asked_question.h"
#include "app/sheets/topic_search.h"
#include "app/views/experiments/frame/page.h"
#include "core/train/comparison/contrasts.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

constexpr const char* why_divided = "Why are scores divided by √dₖ?";
constexpr const char* residuals = "Eight blocks with and without residual connections";

std::vector<std::string> topics_for(const std::string& query) {
    std::vector<std::string> titles;
    for (const TopicHit& hit : topic_hits(query, question_in(query))) titles.push_back(hit.row.text);
    return titles;
}

/// The row that Enter would take, of the box that `key` opens.
std::string marked_in(const Program& program, const std::string& key, const std::string& query) {
    program.run(key + "\ntype " + query + "\nwait 2");
    std::string marked = program.state("marked");
    program.run("key Esc\nwait 2");
    return marked;
}

}  // namespace

TEST_SUITE_BEGIN("search questions");

TEST_CASE("a question is known by its first word or its mark, and by what it is about") {
    const auto check = [](const char* query, bool asks, bool of_meaning, const char* about) {
        CAPTURE(query);
        const AskedQuestion question = question_in(query);
        CHECK(question.asks == asks);
        CHECK(question.of_meaning == of_meaning);
        CHECK(question.about == about);
    };
    check("what is a head", true, true, "head");
    check("What is a head?", true, true, "head");
    check("why", true, false, "");
    check("why are the scores divided", true, false, "scores divided");
    check("how does softmax work?", true, false, "softmax");
    check("softmax ?", true, false, "softmax");
    check("softmax", false, false, "softmax");
    check("is", false, false, "is");  // the beginning of a name, too
    check("which", true, false, "");
    check("?", false, false, "?");
    check("", false, false, "");
    check("b1 scores", false, false, "b1 scores");
}

TEST_CASE("experiments, comparisons and tasks are found by their own rows' words") {
    using Titles = std::vector<std::string>;
    for (const char* query : {"divided", "sqrt d_k", "scale", "why divided", "Why √d", "square root"}) {
        CAPTURE(query);
        const Titles found = topics_for(query);
        REQUIRE_FALSE(found.empty());
        CHECK(found.front() == why_divided);
    }
    CHECK(topics_for("with and without residual connections") == Titles{residuals});
    CHECK(topics_for("sorting digits") == Titles{"Sorting six digits"});
    CHECK(topics_for("zzzz").empty());
    CHECK(topics_for("w").empty());
    // A word that asks is found where the page asks so itself.
    for (const std::string& title : topics_for("why")) CHECK(title.starts_with("Why"));
    CHECK(topics_for("why").size() == 2);
    // None is left out, and each by its own title.
    std::size_t count = 0;
    for (const TopicTable& table : topic_tables())
        for (const ViewTopic& topic : table.topics()) {
            CAPTURE(topic.title);
            const Titles found = topics_for(topic.title);
            CHECK(std::ranges::find(found, topic.title) != found.end());
            ++count;
        }
    CHECK(count > experiment_rows().size() + all_contrasts().size());
    for (const ExperimentRow& row : experiment_rows()) CHECK_FALSE(row.words.empty());
}

TEST_CASE("search and palette answer a question by terms and experiments first; Enter opens what was found") {
    AppOptions options = options_for(decoder);
    options.lessons = {std::filesystem::path(GLASSFORMER_SOURCE_DIR) / "assets/lessons/tour.md"};
    const SettledProgram program(options);
    if (!program) return;
    for (const std::string key : {"type /", "key Ctrl+K"}) {
        CAPTURE(key);
        const std::vector<std::pair<std::string, std::string>> rows{
            {"what is a head", "attention head"},
            {"what is softmax?", "softmax"},
            {"python", "PyTorch"},
            {"why", why_divided},
            {"divided", why_divided},
            {"sqrt d_k", why_divided},
            {"why are scores divided", why_divided},
            {"with and without residual connections", residuals},
            {"worksheet", "Write a worksheet with its solutions"},
            {"exercise", "Write a worksheet with its solutions"}};
        for (const auto& [query, row] : rows) {
            CAPTURE(query);
            CHECK(marked_in(program, key, query) == row);
        }
        program.run("key 1\nwait-idle\n" + key + "\ntype divided\nkey Enter\nwait-idle\nexpect view=experiments");
        program.run("expect experiments_page=score-scale\nkey V\nwait-idle");
        program.run("key 1\nwait-idle\n" + key + "\ntype with and without residual connections\nkey Enter\nwait-idle");
        program.run("expect view=train\nexpect train_page=comparison\nexpect comparison=residual");
        program.run("key 1\nwait-idle\n" + key + "\ntype sorting six\nkey Enter\nwait-idle");
        program.run("expect view=train\nexpect train_page=training\nexpect train_task=sort");
        program.run("key 1\nwait-idle\n" + key + "\ntype translation\nwait 2\nkey Esc\nwait 2");
        program.run(key + "\ntype learning rates\nkey Enter\nwait-idle\nexpect comparison=learning-rate");
        program.run("expect train_task=sort\nkey 1\nwait-idle");
    }
    // What is not asked for finds the model's stages first, as ever.
    CHECK(marked_in(program, "type /", "softmax").starts_with("Softmax"));
    // Settings of the task that is selected already stay as they are.
    program.run("key 7\nwait-idle\nkey Shift+N\nwait-idle");
    const std::string seed = program.state("train_seed");
    program.run("key 1\nwait-idle\ntype /\ntype sorting six\nkey Enter\nwait-idle");
    CHECK(program.state("train_seed") == seed);
}

TEST_SUITE_END();
