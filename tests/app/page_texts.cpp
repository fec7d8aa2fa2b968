// What the panel says about the page of a view: every page has a row, and the panel beside the page shows that row.
// ctest: alone 2 s
#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "app/views/attention/page.h"
#include "app/views/explanation/cards.h"
#include "app/views/output/page.h"
#include "app/views/positions/page.h"
#include "app/views/shared/view.h"
#include "core/io/model_folder.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/window_program.h"

using namespace glassformer;

namespace {

AppOptions options_for(const Inputs& inputs, const std::string& view) {
    AppOptions options;
    options.load = [](const std::string& name) {
        return std::make_shared<Model>(
            load_model(std::filesystem::path(GLASSFORMER_SOURCE_DIR) / "assets" / "models" / name));
    };
    options.models.push_back({inputs.model, inputs.model, "", {inputs}});
    options.inputs = inputs;
    options.size = {1280, 720};
    options.view = view;
    return options;
}

/// The title of the page that the panel explains; "" where it explains none.
std::string explained_page(const test::Program& program) {
    constexpr std::string_view target = "page text ";
    for (const auto& [name, place] : program.app->targets())
        if (name.starts_with(target)) return name.substr(target.size());
    return "";
}

void check_words(const PageText& text) {
    CAPTURE(text.title);
    CHECK(std::string_view(text.title).size() >= 4);
    CHECK_FALSE(std::string_view(text.formula).empty());
    CHECK(std::string_view(text.sentence).find_last_of('.') != std::string_view::npos);
    CHECK(std::string_view(text.look).ends_with("."));
}

}  // namespace

TEST_SUITE_BEGIN("page_texts");

TEST_CASE("a tab is what its view saves while the page is shown; a page of another version leaves the view as it is") {
    const ViewServices services{.session_options = [] { return Session::Options{}; }};
    int tabs = 0;
    for (const ViewRow& row : view_rows()) {
        if (row.tabs == nullptr) continue;
        CAPTURE(row.name);
        const std::unique_ptr<AppView> view = row.make(services);
        std::set<std::string> modes;
        for (const ViewTab& tab : row.tabs()) {
            CAPTURE(tab.name);
            CHECK_MESSAGE(modes.insert(tab.mode).second, "two pages have the mode " << tab.mode);
            view->load({{"mode", tab.mode}});
            CHECK(view->save()["mode"] == tab.mode);
            view->load({{"mode", "999"}});
            CHECK(view->save()["mode"] == tab.mode);
            ++tabs;
        }
    }
    CHECK(tabs > 35);
}

TEST_CASE("every page of the views has a text that fits every model, and then those of a condition") {
    const auto check = [](const auto& row) {
        CAPTURE(row.name);
        REQUIRE(!row.texts.empty());
        for (std::size_t i = 0; i < row.texts.size(); ++i) {
            check_words(row.texts[i].text);
            const bool fits_all = row.texts[i].fits == nullptr;
            CHECK(fits_all == (i == 0));
        }
    };
    CHECK(attention_page_rows().size() == 9);
    CHECK(output_page_rows().size() == 5);
    for (const OutputPageRow& row : output_page_rows()) check(row);
    // Behind a colon stands no capital, but for a name's.
    for (const AttentionPageRow& row : attention_page_rows()) {
        check(row);
        for (const AttentionPageText& one : row.texts) {
            const std::string line = look_line(one.text.look);
            CHECK(line.starts_with("What to look at: "));
            CHECK(std::islower(static_cast<unsigned char>(line[17])) != 0);
        }
    }
    CHECK(look_line("K of every token.") == "What to look at: K of every token.");
    CHECK(look_line("A head.") == "What to look at: a head.");
    CHECK(look_line("“it” attends most to “animal”.") == "What to look at: “it” attends most to “animal”.");
    for (const PositionsPage& page : positions_pages()) CHECK(page.sentence.ends_with("."));
}

TEST_CASE("the panel explains the page beside it") {
    {  // one window at a time
        const test::Program translation(options_for(
            {.model = "translate-fr-en", .text = "il m' a entarté", .target = "", .edits = {}}, "attention"));
        if (!translation) return;
        translation.run("wait-idle\n");
        CHECK(explained_page(translation).starts_with("Heads"));
        translation.run("key V\nwait-idle\n");
        CHECK(explained_page(translation).starts_with("Steps"));
        translation.run("key 3\nwait-idle\n");
        CHECK(explained_page(translation).starts_with("Next token"));
        translation.run("click @mode lens\nwait-idle\n");
        CHECK(explained_page(translation).starts_with("Logit lens"));
        translation.run("click @mode contributions\nwait-idle\n");
        CHECK(explained_page(translation).starts_with("Contributions"));
        translation.run("key 5\nwait-idle\n");
        CHECK(explained_page(translation) == "Two runs, one cursor");
        translation.run("key 1\nwait-idle\n");
        CHECK(explained_page(translation).empty());
    }
    {
        const test::Program characters(
            options_for({.model = "characters", .text = "ROMEO:", .target = "", .edits = {}}, "output"));
        characters.run("wait-idle\n");
        CHECK(explained_page(characters) == "Next token: temperature, top-k, top-p");
        characters.run("click @greedy\nwait-idle\n");
        CHECK(explained_page(characters) == "Next token: greedy decoding");  // no temperature, no draw
        characters.run("key N\nwait-idle\nkey N\nwait-idle\nclick @mode generation\nwait-idle\nwait 2");
        const auto& targets = characters.app->targets();
        CHECK(std::ranges::any_of(targets, [](const auto& target) {
            return target.first.starts_with("log probability log P = ") && target.first.ends_with(" (greedy decoding)");
        }));
    }
    const test::Program sentiment(options_for(
        {.model = "sentiment-but", .text = "the film is good but the plot is bad", .target = "", .edits = {}},
        "output"));
    if (!sentiment) return;
    sentiment.run("wait-idle\n");
    CHECK(explained_page(sentiment).starts_with("Classes"));
}

TEST_CASE("what to try with a model is shown until it is dismissed, and the dismissal is remembered") {
    const TemporaryFolder folder;
    AppOptions options = options_for({.model = "sort", .text = "405313", .target = "", .edits = {}}, "walk");
    options.settings = folder.path() / "settings.json";
    const auto suggested = [](const test::Program& program) {
        program.run("wait-idle\n");
        return program.app->targets().contains("suggestion");
    };
    {
        const test::Program picture(options);  // nobody looks on
        if (!picture) return;
        CHECK_FALSE(suggested(picture));
    }
    options.motion = true;
    {
        const test::Program first(options);
        CHECK(suggested(first));
        first.run("click @close suggestion\nwait-idle\n");
        CHECK_FALSE(suggested(first));
    }
    const test::Program again(options);
    CHECK_FALSE(suggested(again));
}

TEST_CASE("the panel has one heading: that of the page, or of the stage whose cell is chosen") {
    for (const char* view : {"output", "attention"}) {
        CAPTURE(view);
        AppOptions options = test::window_options("learned decoder");
        options.view = view;
        const test::SettledProgram program(options);
        if (!program) return;
        program.run("wait-idle\nkey Esc\nwait-idle");
        CHECK(explained_page(program) != "");
        CHECK_FALSE(program.app->find_target("stage heading"));
        program.run("key Down\nkey Down\nwait-idle\nexpect locked=yes");
        CHECK(explained_page(program).empty());
        CHECK(program.app->find_target("stage heading"));
    }
}

TEST_SUITE_END();
