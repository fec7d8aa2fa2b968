// Help, glossary and what finds things: the palette and the search know the field's words, symbols of formulas answer,
// a right click offers commands with their keys.
// ctest: alone 8 s
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/paint/formula.h"
#include "app/sheets/search.h"
#include "app/views/explanation/cards.h"
#include "app/views/shared/glossary_words.h"
#include "core/tape/formula_text.h"
#include "tests/support/evaluated_model.h"
#include "tests/support/shipped_program.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

/// The row of the palette that Enter would accept.
std::string marked_for(const Program& program, const std::string& query) {
    program.run("key Ctrl+K\nkey Ctrl+A\ntype " + query + "\nwait 2");
    const std::string marked = program.state("marked");
    program.run("key Esc\nwait 2");
    return marked;
}

const GlossaryTerm& term_named(std::string_view name) {
    for (const GlossaryTerm& term : glossary())
        if (name == term.name) return term;
    FAIL("no term " << std::string(name));
    return glossary().front();
}

}  // namespace

TEST_SUITE_BEGIN("help");

TEST_CASE("every term has a name of its own, one or more whole sentences, and a place or a view") {
    std::set<std::string> names;
    std::set<Command> commands;
    for (const Shortcut& row : all_shortcuts()) commands.insert(row.command);
    for (const GlossaryTerm& term : glossary()) {
        CAPTURE(term.name);
        CHECK(names.insert(term.name).second);
        const std::string_view text = term.text;
        CHECK(text.size() > 30);
        CHECK(text.ends_with("."));
        CHECK(text.size() < 330);
        if (term.page) CHECK(commands.contains(*term.page));
        const bool stage = term.stages[0] != nullptr;
        CHECK((stage || term.page || std::string_view(term.example) != ""));
    }
    for (const char* name : {"token",
                             "embedding",
                             "d_model",
                             "attention head",
                             "query",
                             "key",
                             "value",
                             "attention weight",
                             "softmax",
                             "residual stream",
                             "residual connection",
                             "LayerNorm",
                             "gain",
                             "epsilon ε",
                             "MLP",
                             "block",
                             "logit",
                             "loss",
                             "backward pass",
                             "gradient",
                             "teacher forcing",
                             "entropy",
                             "rollout",
                             "FIRE",
                             "RoPE",
                             "top-k",
                             "top-p",
                             "temperature",
                             "positional encoding"})
        CHECK(names.contains(name));
}

TEST_CASE("a term leads to a stage of the open model, in the block that is looked at") {
    const auto evaluation = evaluated(model_named(decoder));
    const Trace& trace = evaluation->trace();
    CHECK(trace.record(place_of(trace, term_named("query"), -1)).name == "blocks.0.attn.q");
    const auto pair = evaluated(model_named("sinusoidal encoder-decoder"));
    const int near = pair->trace().find("decoder.blocks.0.resid_self");
    REQUIRE(near >= 0);
    CHECK(pair->trace().record(place_of(pair->trace(), term_named("query"), -1)).name.starts_with("encoder.blocks.0."));
    CHECK(
        pair->trace().record(place_of(pair->trace(), term_named("query"), near)).name.starts_with("decoder.blocks.0."));
    CHECK(place_of(trace, term_named("LSTM"), -1) == -1);
    CHECK(trace.record(place_of(trace, term_named("bias"), -1)).name == "blocks.0.attn.q.bias");  // no embedding
    CHECK(*term_score(term_named("query"), "query") > *term_score(term_named("key"), "k"));
    CHECK(term_score(term_named("MLP"), "feed-forward"));
    CHECK_FALSE(term_score(term_named("MLP"), "zzz"));
}

TEST_CASE("F1 opens the help: it is searched, leads to a stage, and to the keyboard shortcuts") {
    const SettledProgram program(window_options(decoder));
    if (!program) return;
    program.run("key F1\nwait 2\nexpect help=yes\nexpect keys=no");
    CHECK(program.app->find_target("help model"));
    program.run("type softmax\nwait 2\nexpect marked=softmax\nkey Enter\nwait-idle\nexpect help=no\nexpect view=walk");
    program.run("expect stage=blocks.0.attn.weights");
    program.run(
        "key F1\nwait 2\ntype rollout\nkey Enter\nwait-idle\nexpect view=attention\nexpect attention_mode=rollout");
    program.run(
        "key F1\nwait 2\nclick @help Keyboard shortcuts\nwait 2\nexpect help=no\nexpect keys=yes\nkey Esc\nwait 2");
    program.run(
        "key F1\nwait 2\ntype zzzz\nwait 2\nexpect marked=\nkey Enter\nwait 2\nexpect help=yes\nkey Esc\nwait 2");
    program.run("expect help=no\ntype ?\nwait 2\nexpect keys=yes\nkey Esc\nwait 2");
    // One term of each stage and view: its button, where it is seen, leads somewhere, and the sheet is closed.
    std::set<std::pair<const Stage*, std::optional<Command>>> places;
    for (const GlossaryTerm& term : glossary()) {
        CAPTURE(term.name);
        if (!places.insert({term.stages[0], term.page}).second) continue;
        program.run("key F1\nwait 2\ntype " + std::string(term.name) + "\nwait 2");
        CHECK(program.state("marked") == term.name);
        if (!program.app->find_target("go to " + std::string(term.name))) {
            program.run("key Esc\nwait 2");
            continue;
        }
        program.run("key Enter\nwait-idle\nexpect help=no");
    }
}

TEST_CASE("the palette finds commands, stages and terms by the field's words") {
    const SettledProgram program(window_options(decoder));
    if (!program) return;
    const std::vector<std::pair<std::string, std::string>> found{
        {"help", "Help and glossary"},
        {"glossary", "Help and glossary"},
        {"zoom in", "Zoom in"},
        {"quit", "Close the window"},
        {"font", "Larger text"},
        {"dark mode", "Next theme"},
        {"softmax", "Softmax  ·  Block 1 · Self-attention"},
        {"residual", "Turn residual connections off or on"},
        {"screenshot", "Export the picture or the tensor to a file"},
        {"backward", "Show gradients (backward pass) or values"},
        {"ablation", "Turn the head on or off"},
        {"logit lens", "Open the output tab Logit lens"}};
    for (const auto& [query, row] : found) {
        CAPTURE(query);
        CHECK(marked_for(program, query) == row);
    }
    CHECK(marked_for(program, "gradient").find("radient") != std::string::npos);
    CHECK(marked_for(program, "query").starts_with("Q  ·  Block 1"));
    program.run("key Ctrl+K\ntype perplexity\nwait 2\nexpect marked=perplexity\nkey Enter\nwait 2\nexpect help=yes");
    program.run("expect marked=perplexity\nkey Esc\nwait 2");
    program.run("key Ctrl+K\ntype query\nkey Enter\nwait-idle\nexpect stage=blocks.0.attn.q");
}

TEST_CASE("a command of another view is carried out there") {
    const SettledProgram program(window_options(decoder));
    if (!program) return;
    program.run("key 4\nwait-idle\nexpect view=inspect\nkey Ctrl+K\ntype play or pause\nkey Enter\nwait 2");
    program.run("expect view=walk\nexpect playing=yes\nkey Space\nwait-idle");
    program.run("key 3\nwait-idle\nkey Ctrl+K\ntype rollout\nkey Enter\nwait-idle\nexpect view=attention");
    program.run("expect attention_mode=rollout");
}

TEST_CASE("the search knows the field's words, and rows of one name differ") {
    const auto evaluation = evaluated(model_named(decoder));
    Cursor cursor;
    cursor.record = "embed";
    const auto first = [&](const std::string& query) {
        const auto hits = search(*evaluation, cursor, query);
        REQUIRE_FALSE(hits.empty());
        return evaluation->trace().record(hits.front().record).name;
    };
    CHECK(first("query") == "blocks.0.attn.q");
    CHECK(first("feed-forward").starts_with("blocks.0.mlp"));
    CHECK(first("layer 1 query") == "blocks.0.attn.q");
    CHECK(first("attention weight") == "blocks.0.attn.weights");
    std::set<std::string> rows;
    for (const SearchHit& hit : search(*evaluation, cursor, "norm"))
        if (hit.row.group == search(*evaluation, cursor, "softmax").front().row.group)
            CHECK(rows.insert(hit.row.text).second);
    CHECK(rows.contains("Norm  ·  Block 1 · before Self-attention"));
    CHECK(rows.contains("Norm  ·  Block 1 · before MLP"));
    // Of a token alone, not of every stage that has its letters in order.
    cursor.record = "blocks.0.attn.scores_raw";
    for (const SearchHit& hit : search(*evaluation, cursor, "animal")) CHECK(hit.row_index + hit.column_index >= -1);
}

TEST_CASE("symbols of a stage's formula are its operands by their symbols, and what the glossary says of the others") {
    const auto evaluation = evaluated(model_named(decoder));
    const Trace& trace = evaluation->trace();
    const auto meaning = [&](const char* stage, const char* symbol) {
        const int record = trace.find(stage);
        REQUIRE(record >= 0);
        return meaning_of(trace, record, symbol);
    };
    const auto name = [&](const char* stage, const char* symbol) {
        const auto found = meaning(stage, symbol);
        return found && found->record >= 0 ? trace.record(found->record).name : std::string();
    };
    CHECK(name("blocks.0.attn.q", "W^Q") == "blocks.0.attn.q.weight");
    CHECK(name("blocks.0.attn.q", "X̂") == "blocks.0.norm1");
    CHECK(name("blocks.0.norm1", "γ") == "blocks.0.norm1.weight");
    CHECK(name("blocks.0.attn.scores_raw", "K") == "blocks.0.attn.k");
    const auto epsilon = meaning("blocks.0.norm1", "ε");
    REQUIRE(epsilon);
    REQUIRE(epsilon->value);
    CHECK(*epsilon->value > 0);
    CHECK(*epsilon->value < 1e-3);
    const auto width = meaning("blocks.0.attn.scores_scaled", "d_head");
    REQUIRE(width);
    REQUIRE(width->value);
    CHECK(*width->value == trace.record(trace.find("blocks.0.attn.q")).shape.cols());
    CHECK(meaning("blocks.0.attn.weights", "softmax"));
    CHECK_FALSE(meaning("blocks.0.attn.weights", "="));
}

TEST_CASE("every letter of every formula of the small models is explained") {
    // Signs that need no explanation; indices; words that a formula spells out.
    const std::set<std::string> plain{
        "=",        "(",        ")",    "[",     "]",   ",",    "+",      "−",    "-",    "/",      ";",
        "|",        "²",        "…",    "⌊",     "⌋",   "·",    "½",      "i",    "j",    "k",      "h",
        "n",        "w",        "else", "where", "and", "mean", "concat", "last", "clip", "bucket", "columns of head ",
        "position", "distance", "pair"};
    std::set<std::string> unexplained;
    for (const PictureModel& model : picture_models()) {
        CAPTURE(model.name);
        const auto evaluation = evaluated(model);
        const Trace& trace = evaluation->trace();
        for (const int id : trace.stages())
            for (const int operand : trace.record(id).operands) {
                const std::string symbol = plain_formula(trace.record(operand).symbol);
                const auto found = meaning_of(trace, id, symbol);
                CAPTURE(trace.record(id).name);
                REQUIRE(found);
                CHECK(plain_formula(trace.record(found->record).symbol) == symbol);
            }
    }
}

TEST_CASE("a symbol under the mouse is named, and a click leads to its tensor") {
    const SettledProgram program(window_options(decoder));
    if (!program) return;
    program.run("key 1\nwait-idle\ntype /\ntype blocks.0.attn.q\nkey Enter\nwait-idle\nexpect stage=blocks.0.attn.q");
    REQUIRE(program.app->find_target("symbol W^Q"));
    REQUIRE(program.app->find_target("symbol X̂"));
    program.run("click @symbol X̂\nwait-idle\nexpect stage=blocks.0.norm1\nexpect view=walk");
    program.run("key Backspace\nwait-idle\nexpect stage=blocks.0.attn.q");
    program.run("click @symbol W^Q\nwait-idle\nexpect view=inspect\nexpect stage=blocks.0.attn.q.weight");
    program.run("key Backspace\nwait-idle\nkey 1\nwait-idle\ntype /\ntype blocks.0.norm1\nkey Enter\nwait-idle");
    program.run(
        "expect stage=blocks.0.norm1\nclick @symbol ε\nwait 2\nexpect help=yes\nexpect marked=epsilon ε\nkey Esc");
}

TEST_CASE("symbols of a gradient's formula and of a page's formula answer as those of the forward pass do") {
    const SettledProgram program(window_options(decoder, {1280, 900}));
    if (!program) return;
    program.run("key 1\nwait-idle\ntype /\ntype blocks.0.attn.q\nkey Enter\nwait-idle\nkey B\nwait-idle");
    std::string found;
    for (const auto& [name, place] : program.app->targets())
        if (name.starts_with("symbol ")) found += name.substr(7) + " ";
    for (const char* symbol : {"ℒ", "∂", "Σ_y", "y", "Q"})
        CHECK_MESSAGE(program.app->find_target(std::string("symbol ") + symbol), symbol << " of " << found);
    program.run("click @symbol y\nwait 2\nexpect help=yes\nexpect marked=downstream cell\nkey Esc\nwait 2");
    program.run("click @symbol ∂\nwait 2\nexpect marked=gradient\nkey Esc\nwait 2");
    program.run("key B\nwait-idle\nkey 3\nwait-idle");
    CHECK(program.app->find_target("symbol softmax"));
    program.run("click @symbol softmax\nwait 2\nexpect help=yes\nexpect marked=softmax\nkey Esc\nwait 2");
}

TEST_CASE("terms are found in sentences as whole words, the longest first, each once") {
    const auto names = [](std::string_view text) {
        std::set<std::string> known;
        std::string all;
        for (const TermInText& found : terms_in(text, known)) {
            all += (all.empty() ? "" : ", ") + std::string(found.term->name);
            CHECK(found.end <= text.size());
        }
        return all;
    };
    CHECK(names("The residual stream holds each token’s vector.") == "residual stream, token, vector");
    CHECK(names("Queries and keys; a key, a KEY.") == "key");
    CHECK(names("A monkey eats.") == "");
    CHECK(names("The attention weights sum to 1.") == "attention weight");
    CHECK(names("") == "");
}

TEST_CASE("words of the glossary in the panel's sentence lead to it, each where it is drawn") {
    const SettledProgram program(window_options(decoder, {1280, 900}));
    if (!program) return;
    program.run("key 1\nwait-idle\ntype /\ntype b1 softmax\nkey Enter\nwait-idle");
    const Rect panel = program.target("panel");
    int words = 0;
    std::string one;
    for (const auto& [name, place] : program.app->targets()) {
        if (!name.starts_with("word ")) continue;
        ++words;
        one = name;
        CHECK(place.x >= panel.x);
        CHECK(place.right() <= panel.right());
        CHECK(place.w > 10);
    }
    REQUIRE(words > 0);
    program.run("click @" + one + "\nwait 2\nexpect help=yes\nexpect marked=" + one.substr(5));
}

TEST_CASE("a right click offers the commands of a cell, a token, a stage and a head, with their keys") {
    const SettledProgram program(window_options(decoder));
    if (!program) return;
    program.run("key 1\nwait-idle\ntype /\ntype b1 softmax\nkey Enter\nwait-idle\nexpect stage=blocks.0.attn.weights");
    program.run("rightclick @cell:blocks.0.attn.weights[0,3,1]\nwait 2\nexpect locked=yes");
    const std::string menu = program.state("menu");
    for (const char* entry : {"Edit this cell (E)", "Copy the calculation (C)", "Watch or unwatch this cell (W)",
                              "Trace this number back to a token (U)", "Turn the head on or off (X)"}) {
        CAPTURE(menu);
        CHECK(menu.find(entry) != std::string::npos);
    }
    CHECK(program.state("cell") == "blocks.0.attn.weights[0,3,1]");
    program.run("key Esc\nwait 2\nexpect menu=\nexpect locked=yes");
    program.run(
        "key Menu\nwait 2\nexpect menu!=\nkey Down\nwait 2\nkey Enter\nwait 2\nexpect menu=\nexpect editing=yes");
    program.run("key Esc\nwait 2\nkey Shift+F10\nwait 2\nexpect menu!=\nkey Esc\nwait 2\nexpect menu=");
    const std::string tokens = program.state("tokens");
    program.run("rightclick @text token 2\nwait 2");
    CHECK(program.state("menu").find("Delete the selected token (Del)") != std::string::npos);
    CHECK(program.state("menu").find("Show how the text becomes tokens") != std::string::npos);
    program.run("key Up\nwait 2\nkey Up\nwait 2\nkey Enter\nwait-idle");  // the last but one
    CHECK(std::stoi(program.state("tokens")) == std::stoi(tokens) - 1);
    program.run("key Ctrl+Z\nwait-idle\nkey 0\nwait-idle\nrightclick @node blocks.0.attn.v\nwait 2");
    CHECK(program.state("menu").find("breakpoint") != std::string::npos);
    program.run("expect stage=blocks.0.attn.v\nkey Esc\nwait 2");
    program.run("key 2\nwait-idle\nrightclick @thumb 1.2\nwait 2");
    CHECK(program.state("menu").find("Turn the head on or off (X)") != std::string::npos);
    program.run("expect head=2\nkey Esc\nwait 2\nexpect menu=");
}

TEST_CASE("the Inspector, the Output view and Compare have menus too, by mouse and by keyboard") {
    const SettledProgram program(window_options(decoder, {1280, 900}));
    if (!program) return;
    const auto has = [&](const char* entry) { return program.state("menu").find(entry) != std::string::npos; };
    program.run("key 1\nwait-idle\ntype /\ntype b1 softmax\nkey Enter\nwait-idle\nkey 4\nwait-idle");
    program.run("rightclick @cell:blocks.0.attn.weights[0,3,1]\nwait 2\nexpect locked=yes");
    CHECK(program.state("cell") == "blocks.0.attn.weights[0,3,1]");
    CHECK(has("Edit this cell (E)"));
    CHECK(has("Copy"));
    program.run("key Esc\nwait 2\nexpect menu=\nkey Menu\nwait 2\nexpect menu!=\nkey Esc\nwait 2");
    program.run("rightclick @record blocks.0.attn.q\nwait 2\nexpect stage=blocks.0.attn.q");
    CHECK(has("breakpoint"));
    program.run(
        "key Esc\nwait 2\nkey 3\nwait-idle\nkey Esc\nwait 2\nrightclick @candidate 0\nwait 2\nexpect locked=yes");
    CHECK(has("Edit this cell (E)"));
    program.run("key Esc\nwait 2\nkey Esc\nwait 2\nkey Shift+F10\nwait 2");
    CHECK(has("Generate the next token (N)"));
    const std::string tokens = program.state("tokens");
    program.run("key Down\nwait 2\nkey Enter\nwait-idle\nexpect menu=");
    CHECK(std::stoi(program.state("tokens")) == std::stoi(tokens) + 1);
    program.run("key Ctrl+Z\nwait-idle\nkey 5\nwait-idle\ntype /\ntype b1 softmax\nkey Enter\nwait-idle");
    program.run("rightclick @cell:blocks.0.attn.weights[0,3,1]\nwait 2\nexpect locked=yes");
    CHECK(has("Edit this cell (E)"));
    program.run("key Esc\nwait 2\nkey Esc\nwait 2\nexpect locked=no\nkey Menu\nwait 2");
    CHECK(has("Swap A and B"));
    program.run("key Esc\nwait 2\nexpect menu=");
}

TEST_CASE("a clicked token has the keys of a token") {
    const SettledProgram program(window_options(decoder));
    if (!program) return;
    const std::string text = program.state("text");
    const int tokens = std::stoi(program.state("tokens"));
    program.run("click @text token 1\nwait 2\nkey Ctrl+Right\nwait-idle");
    CHECK(program.state("text") != text);
    program.run("key Ctrl+Left\nwait-idle\nexpect text=" + text);
    program.run("click @text token 3\nwait 2\nkey Del\nwait-idle");
    CHECK(std::stoi(program.state("tokens")) == tokens - 1);
    program.run("key Ctrl+Z\nwait-idle\nclick @text token 5\nwait 2\nkey Ctrl+Enter\nwait 2");
    CHECK(program.app->find_target("token edit"));
    program.run("key Esc\nwait 2");
}

TEST_SUITE_END();
