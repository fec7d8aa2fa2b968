// Stepping through the page on tokens by the program's own events: each kind of tokenizer merges, tries and adds up as
// the steps of the core say, a token is selected and looked up, and undo brings both back.
#include <doctest/doctest.h>

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <string>

#include "core/analysis/nearest_embeddings.h"
#include "tests/support/tokens_page.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("experiments_tokens");

TEST_CASE("merges of byte-pair encoding: keys step them, the pair and its rank are told, and ids are the command's") {
    const std::string model = tokens_folder("bpe", byte_pair_tokenizer);
    const SettledProgram program(tokens_options(model, "lower low"));
    if (!program) return;
    finish_tokens(program);
    CHECK(program.state("tokens_kind") == "BPE");
    CHECK(program.state("tokens_ids") == "6,7,8,6");
    CHECK(program.state("tokens_ids") == ids_of_tokenize(model, "lower low"));
    CHECK(program.state("tokens_pieces") == "lower|Ġlow");
    CHECK(program.state("tokens_steps") == "3");
    CHECK(program.state("tokens_step") == "3");  // a first look shows all of them
    CHECK(program.state("tokens_says").find("No pair of neighbors has a rank") != std::string::npos);
    run_settled(program, "key Home\nwait-idle");
    CHECK(program.state("tokens_step") == "0");
    CHECK(program.state("tokens_says").find("“l” + “o”, rank 0") != std::string::npos);
    run_settled(program, "key Right\nwait-idle");
    CHECK(program.state("tokens_step") == "1");
    CHECK(program.state("tokens_says").find("“lo” + “w”, rank 1") != std::string::npos);
    run_settled(program, "key Right\nkey Right\nwait-idle");
    CHECK(program.state("tokens_says").find("No pair of neighbors has a rank") != std::string::npos);
    run_settled(program, "key Right\nwait-idle");  // on to the next piece
    CHECK(program.state("tokens_selected") == "3");
    CHECK(program.state("tokens_step") == "0");
    run_settled(program, "key Left\nwait-idle");
    CHECK(program.state("tokens_selected") == "2");
    CHECK(program.state("tokens_step") == "3");
    run_settled(program, "click @tokens ids 4\nwait-idle");
    CHECK(program.state("tokens_selected") == "4");
    CHECK(program.state("tokens_looked_up") == "6");
    CHECK(program.state("tokens_step") == program.state("tokens_steps"));
    // The buttons beside the title do the same.
    run_settled(program, "click @tokens first\nwait-idle");
    CHECK(program.state("tokens_step") == "0");
    run_settled(program, "click @tokens on\nwait-idle\nclick @tokens on\nwait-idle\nclick @tokens back\nwait-idle");
    CHECK(program.state("tokens_step") == "1");
    run_settled(program, "key End\nwait-idle");
    CHECK(program.state("tokens_step") == program.state("tokens_steps"));
    run_settled(program, "click @tokens first\nwait-idle\nclick @tokens last\nwait-idle");
    CHECK(program.state("tokens_step") == program.state("tokens_steps"));
}

TEST_CASE("the piece that becomes the most tokens is shown first") {
    const SettledProgram program(tokens_options(tokens_folder("bpe", byte_pair_tokenizer), "low lower low"));
    if (!program) return;
    finish_tokens(program);
    CHECK(program.state("tokens_ids") == "6,8,6,7,8,6");
    CHECK(program.state("tokens_selected") == "2");
    CHECK(program.state("tokens_step") == program.state("tokens_steps"));
    CHECK_FALSE(program.app->find_target("experiments reset"));
}

TEST_CASE("a piece whose steps are all done stays so when its text grows, and Home tells of pages without steps") {
    const SettledProgram program(tokens_options(tokens_folder("bpe", byte_pair_tokenizer), "low"));
    if (!program) return;
    finish_tokens(program);
    run_settled(program, "key Left\nwait-idle\nkey Right\nwait-idle");  // back, and to its end again
    CHECK(program.state("tokens_step") == "2");
    Inputs inputs = program.app->session().inputs();
    inputs.text = "lower";
    program.app->session().set(inputs);
    finish_tokens(program);
    CHECK(program.state("tokens_steps") == "3");
    CHECK(program.state("tokens_step") == "3");
    run_settled(program, "key V\nwait-idle\nkey Home\nwait 1");
    CHECK(program.state("experiments_page") != "tokens");
    CHECK(program.state("notice") == "This page has no first and no last step to go to");
}

TEST_CASE("a token that is clicked is one step for undo, which brings its step back; what is played is one too") {
    const SettledProgram program(tokens_options(tokens_folder("bpe", byte_pair_tokenizer), "lower low"));
    if (!program) return;
    finish_tokens(program);
    run_settled(program, "key Home\nwait-idle\nkey Right\nwait-idle\nkey Right\nwait-idle");
    CHECK(program.state("tokens_step") == "2");
    run_settled(program, "click @tokens ids 3\nwait-idle");
    CHECK(program.state("tokens_selected") == "3");
    CHECK(program.state("tokens_step") == program.state("tokens_steps"));
    CHECK(program.state("tokens_looked_up") == "8");
    run_settled(program, "key Ctrl+Z\nwait-idle");
    CHECK(program.state("tokens_selected") == "1");
    CHECK(program.state("tokens_step") == "2");
    CHECK(program.state("tokens_looked_up") == "6");
    run_settled(program, "key Ctrl+Z\nwait-idle");
    CHECK(program.state("tokens_step") == "1");
    run_settled(program, "key Space\nwait-idle");
    CHECK(program.state("tokens_step") == "3");  // nothing moves in this window: all at once
    run_settled(program, "key Ctrl+Z\nwait-idle");
    CHECK(program.state("tokens_step") == "1");
    run_settled(program, "click @tokens ids 2\nwait-idle");  // of the same piece
    CHECK(program.state("tokens_step") == "1");
    CHECK(program.state("tokens_looked_up") == "7");
    run_settled(program, "click @tokens play\nwait-idle");
    CHECK(program.state("tokens_step") == "3");
    run_settled(program, "click @tokens play\nwait-idle");  // where nothing moves, the next piece
    CHECK(program.state("tokens_selected") == "3");
    CHECK(program.state("tokens_step") == program.state("tokens_steps"));
}

TEST_CASE("where steps move, Play begins anew with the first step of a piece whose steps are all done") {
    AppOptions options = tokens_options(tokens_folder("bpe", byte_pair_tokenizer), "lower low");
    options.motion = true;
    const SettledProgram program(options);
    if (!program) return;
    finish_tokens(program);
    CHECK(program.state("tokens_step") == "3");
    program.run("key Space\nwait 1");
    CHECK(program.state("tokens_selected") == "1");
    CHECK(std::stoi(program.state("tokens_step")) < 3);  // time goes on meanwhile
}

TEST_CASE("WordPiece: every prefix that is tried is a step, and tokens around the text have none") {
    const std::string model = tokens_folder("word-piece", word_piece_tokenizer);
    const SettledProgram program(tokens_options(model, "Undone"));
    if (!program) return;
    finish_tokens(program);
    CHECK(program.state("tokens_ids") == "1,3,4,5,2");
    CHECK(program.state("tokens_ids") == ids_of_tokenize(model, "Undone"));
    CHECK(program.state("tokens_selected") == "2");  // the first one of the text
    run_settled(program, "key Ctrl+Z\nwait-idle");   // nobody selected it, so there is nothing to undo
    CHECK(program.state("tokens_selected") == "2");
    CHECK(program.state("tokens_from") == "Token 2 of 5 comes from “Un”, characters 1 to 2.");
    run_settled(program, "click @tokens ids 1\nwait-idle");
    CHECK(program.state("tokens_steps") == "0");  // [CLS]
    CHECK(program.state("tokens_says").find("not in the text") != std::string::npos);
    CHECK(program.state("tokens_from") == "Token 1 of 5 comes from no character of the text.");
    run_settled(program, "click @tokens pieces 1\nwait-idle");
    CHECK(program.state("tokens_selected") == "2");
    // undone, undon, undo, und, un · done, don, do · ne
    CHECK(program.state("tokens_steps") == "9");
    CHECK(program.state("tokens_says").find("“##ne” is in the vocabulary") != std::string::npos);
    run_settled(program, "key Home\nwait-idle");
    for (int i = 0; i < 5; ++i) run_settled(program, "key Right\nwait-idle");
    CHECK(program.state("tokens_says").find("“un” is in the vocabulary") != std::string::npos);
    run_settled(program, "key Right\nwait-idle");  // as it is looked for inside a word
    CHECK(program.state("tokens_says").find("“##done” is not in the vocabulary") != std::string::npos);
}

TEST_CASE("Unigram: the best sums are Viterbi's, and the path is the command's") {
    const std::string model = tokens_folder("unigram", unigram_tokenizer);
    const SettledProgram program(tokens_options(model, "ab"));
    if (!program) return;
    finish_tokens(program);
    CHECK(program.state("tokens_ids") == "4,3");  // −1 − 3 against −4 − 2.5 and −1 − 2 − 2.5
    CHECK(program.state("tokens_ids") == ids_of_tokenize(model, "ab"));
    CHECK(program.state("tokens_steps") == "3");
    run_settled(program, "key Home\nkey Right\nkey Right\nwait-idle");
    CHECK(program.state("tokens_says").find("character 2: total log-probability −3.00") != std::string::npos);
    run_settled(program, "key Right\nwait-idle");
    CHECK(program.state("tokens_says").find("Best segmentation: total log-probability −4.00") != std::string::npos);
    CHECK(program.state("tokens_says").find("unknown") == std::string::npos);
    Inputs inputs = program.app->session().inputs();
    inputs.text = "abc";
    program.app->session().set(inputs);
    finish_tokens(program);
    CHECK(program.state("tokens_ids") == "4,3,0");
    CHECK(program.state("tokens_says").find("“c” is not in the vocabulary, so it counts as unknown") !=
          std::string::npos);
}

TEST_CASE("the vocabulary is searched by spelling and by id, and another text keeps the tokens before it") {
    const std::string model = tokens_folder("bpe", byte_pair_tokenizer);
    const SettledProgram program(tokens_options(model, "low"));
    if (!program) return;
    finish_tokens(program);
    run_settled(program, "click @tokens search\ntype ow\nwait-idle");
    finish_tokens(program);
    CHECK(program.state("tokens_found") == "1");
    run_settled(program, "click @tokens entry 6\nwait-idle");
    finish_tokens(program);
    CHECK(program.state("tokens_looked_up") == "6");
    const Model opened = load_model(model);
    const Parameter* const embedding = opened.weights.find("embed.tokens.weight");
    REQUIRE(embedding != nullptr);
    const std::atomic<bool> stopped = false;
    CHECK(program.state("tokens_nearest") ==
          std::to_string(nearest_embeddings(embedding->view(), 6, 1, stopped).at(0).id));
    CHECK(program.state("tokens_before").empty());
    Inputs inputs = program.app->session().inputs();
    inputs.text = "lower";
    program.app->session().set(inputs);
    finish_tokens(program);
    CHECK(program.state("tokens_before") == "1");
    CHECK(program.state("tokens_ids") == "6,7");
    CHECK(program.state("tokens_differ") == "1");  // er
    CHECK(program.state("tokens_looked_up") == "6");
}

TEST_CASE("what is searched and looked up is undone, and a session keeps it") {
    const std::string model = tokens_folder("bpe", byte_pair_tokenizer);
    AppOptions options = tokens_options(model, "low");
    options.view_values["tokens.search"] = "\"l\"";
    const SettledProgram program(options);
    if (!program) return;
    finish_tokens(program);
    CHECK(program.state("tokens_found") == "3");
    CHECK(program.state("tokens_looked_up") == "6");  // low: of the selected token
    run_settled(program, "click @tokens entry 5\nwait-idle");
    finish_tokens(program);
    CHECK(program.state("tokens_looked_up") == "5");
    const ViewValues kept = program.app->session_now().views.at("experiments");
    CHECK(kept.at("tokens.search") == "\"l\"");
    CHECK(kept.at("tokens.looked_up") == "5");
    run_settled(program, "key Ctrl+Z\nwait-idle");
    CHECK(program.state("tokens_looked_up") == "6");
    run_settled(program, "key Ctrl+Shift+Z\nwait-idle");
    CHECK(program.state("tokens_looked_up") == "5");
    run_settled(program, "click @tokens ids 1\nwait-idle");  // the token that is clicked is looked up again
    CHECK(program.state("tokens_looked_up") == "6");
    run_settled(program,
                "click @tokens search\ntype o\nwait-idle\ntype w\nwait-idle\nclick @tokens row typed\nwait-idle");
    finish_tokens(program);
    CHECK(program.state("tokens_found") == "1");
    for (const char* letter : {"lo", "l"}) {  // letter by letter, as in other fields
        run_settled(program, "key Ctrl+Z\nwait-idle");
        finish_tokens(program);
        CHECK(program.app->session_now().views.at("experiments").at("tokens.search") == fmt::format("\"{}\"", letter));
    }
    options.view_values = kept;
    const SettledProgram again(options);
    if (!again) return;
    finish_tokens(again);
    CHECK(again.state("tokens_looked_up") == "5");
    CHECK(again.state("tokens_found") == "3");
}

TEST_CASE("in a low window the wheel moves the list under the pointer as far as it goes, then the page") {
    std::string vocabulary = R"("l":0,"o":1,"w":2,"lo":3,"low":4)";
    for (int id = 5; id < 200; ++id) vocabulary += fmt::format(R"(,"t{}":{})", id, id);
    const std::string model = tokens_folder(
        "long-list", R"({"model": {"type": "BPE", "vocab": {)" + vocabulary + R"(}, "merges": ["l o", "lo w"]}})");
    const SettledProgram program(tokens_options(model, "low", {1280, 400}));
    if (!program) return;
    finish_tokens(program);
    REQUIRE(program.state("experiments_head") == "folded");
    const auto wheel = [&](const std::string& target, float by) {
        const Rect place = program.target(target);
        program.platform->events().push(MouseMove{{place.centre().x, std::min(place.centre().y, 390.0F)}});
        program.platform->events().push(MouseWheel{{0, by}});
        finish_tokens(program);
    };
    const auto top = [&] { return program.target("tokens search").y; };
    const auto is_drawn = [&](int id) {
        return program.app->find_target(fmt::format("tokens entry {}", id)).has_value();
    };
    const float first = top();
    CHECK(is_drawn(0));
    wheel("tokens vocabulary", -3);
    CHECK_FALSE(is_drawn(0));
    CHECK(top() == first);
    wheel("tokens vocabulary", -1000);
    CHECK(is_drawn(199));
    CHECK(top() == first);
    wheel("tokens vocabulary", -1);  // the list is at its end
    CHECK(top() < first);
    wheel("tokens vocabulary", 1000);
    CHECK(is_drawn(0));
    CHECK(top() < first);
    wheel("tokens vocabulary", 1000);
    CHECK(top() == first);
    CHECK(program.state("tokens_step") == "2");
    wheel("tokens steps", 1);
    CHECK(program.state("tokens_step") == "1");
    wheel("tokens steps", -1);
    CHECK(program.state("tokens_step") == "2");
    CHECK(top() == first);
    wheel("tokens steps", -1);  // all steps are done
    CHECK(program.state("tokens_step") == "2");
    CHECK(top() < first);
}

TEST_SUITE_END();
