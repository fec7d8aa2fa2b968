// The page of joined vectors: three ways to bring a token and its position together, switched by controls, keys and the
// mouse; its matrices are the record's or core/positions', and its products add up.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "app/views/positions/joined.h"
#include "app/views/positions/open_model.h"
#include "core/model/positional.h"
#include "tests/support/shipped_program.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;
using namespace glassformer::test;
using glassformer::positions::JoinWay;

namespace {

AppOptions joined_options(const std::string& model, PixelSize size = {1280, 720}) {
    AppOptions options = shipped_options(model, size);
    options.view = "positions";
    options.theme = "light";
    options.text_scale = 1;
    return options;
}

/// On the page of joined vectors.
struct JoinedProgram : SettledProgram {
    explicit JoinedProgram(const AppOptions& options) : SettledProgram(options) {
        if (app) run("key V\nwait 2\nexpect positions_mode=joined");
    }
    double number(const std::string& what, int way) const {
        return std::stod(state("positions_joined_" + what + "_" + std::to_string(way)));
    }
    std::string text(const std::string& what, int way) const {
        return state("positions_joined_" + what + "_" + std::to_string(way));
    }
};

/// The page of a model's run, as the view follows it.
struct JoinedRun {
    std::shared_ptr<Evaluation> evaluation;
    Session::Snapshot shown;
    PositionsState state = first_positions();
    StartTables start;
    JoinedTables joined;

    explicit JoinedRun(const std::string& name) {
        for (const PictureModel& model : picture_models())
            if (model.name == name) evaluation = evaluated(model);
        REQUIRE(evaluation);
        shown.current = evaluation;
        state.open = open_model(shown);
        follow();
    }
    void follow() {
        keep_start_valid(state.start, state, shown);
        start.follow(state, shown);
        joined.follow(start, state, shown);
    }
};

}  // namespace

TEST_SUITE_BEGIN("positions_joined");

TEST_CASE("where the open model joins in a way, its three matrices are the record's") {
    for (const auto& [name, way, together] :
         {std::tuple{decoder, JoinWay::add, "embed"},
          std::tuple{"attention without parameters, appended waves", JoinWay::append, "embed.joined"},
          std::tuple{"one-hot encoder, queries and keys scaled, classifier by its places", JoinWay::one_hot,
                     "embed.joined"}}) {
        CAPTURE(name);
        const JoinedRun run(name);
        CHECK(run.state.start.way == way);  // a model that is opened selects its own
        for (const JoinWay one : positions::join_ways) {
            const JoinedWay& shown = run.joined.way(one);
            REQUIRE_MESSAGE(shown.error.empty(), shown.error);
            CHECK(shown.own == (one == way));
            CHECK(joined_origin(run.start, shown).ends_with('.'));
            CHECK(joined_sentence(shown).find(std::to_string(shown.columns())) != std::string::npos);
            const int tokens = shown.joined.tokens.shape.cols(), own = shown.joined.positions.shape.cols();
            CHECK(shown.columns() == (one == JoinWay::add ? tokens : tokens + own));
            if (one == JoinWay::one_hot && !shown.own) CHECK(own == run.start.tokens());
        }
        const Trace& trace = run.evaluation->trace();
        const auto check = [&](const Tensor& rows, const std::string& stage) {
            const int id = trace.find(stage);
            REQUIRE(id >= 0);
            REQUIRE(rows.shape.cols() == trace.record(id).view().shape.cols());
            for (int r = 0; r < run.start.rows(); ++r)
                for (int c = 0; c < rows.shape.cols(); ++c)
                    CHECK(rows.view().row(static_cast<std::size_t>(r))[c] ==
                          trace.value(id, Cell{{run.joined.first() + r, c}}));
        };
        const positions::Joined& joined = run.joined.way(way).joined;
        check(joined.tokens, "embed.tokens");
        check(joined.positions, "embed.positions");
        check(joined.result, together);
    }
}

TEST_CASE("it is said which of the two vectors is the longer, and what follows for the way that joins them") {
    JoinedWay way;
    way.settings = positions::joined_settings(JoinWay::add, {}, *joined_vectors().front(), 2);
    const auto says = [&](std::vector<float> tokens, std::vector<float> positions) {
        way.joined.tokens = Tensor(Shape{{Axis::position, 2}, {Axis::d_model, 2}});
        way.joined.positions = Tensor(Shape{{Axis::position, 2}, {Axis::d_model, 2}});
        std::ranges::copy(tokens, way.joined.tokens.data.begin());
        std::ranges::copy(positions, way.joined.positions.data.begin());
        return joined_norms_sentence(way);
    };
    // Norms 5 and 1, mean 3; 10 and 8, mean 9.
    CHECK(says({3, 4, 0, 1}, {6, 8, 8, 0}) ==
          "The position vectors are 3.00 times as long as the token vectors (mean norms 9.00 and 3.00), so positions "
          "dominate the sum.");
    CHECK(says({6, 8, 8, 0}, {3, 4, 0, 1}) ==
          "The token vectors are 3.00 times as long as the position vectors (mean norms 9.00 and 3.00), so tokens "
          "dominate the sum.");
    CHECK(says({3, 4, 0, 1}, {3, 4, 0, 4}).ends_with("times as long as the token vectors (mean norms 4.50 and 3.00)."));
    CHECK(says({3, 4, 0, 1}, {0, 3, 0, 3}).find("about equally long") != std::string::npos);
    CHECK(says({3, 4, 0, 1}, {0, 0, 0, 0}) == "The position vectors are all 0.");
    CHECK(says({0, 0, 0, 0}, {0, 3, 0, 3}) == "The token vectors are all 0.");
    way.settings = positions::joined_settings(JoinWay::append, {}, *joined_vectors().front(), 2);
    CHECK(says({3, 4, 0, 1}, {6, 8, 8, 0}).ends_with("and so are the two parts of the joined vector."));
    for (const char* name : {decoder, "alibi decoder", "one token", "sinusoidal encoder-decoder", "lstm"}) {
        CAPTURE(name);
        const JoinedRun run(name);
        for (const JoinWay one : positions::join_ways) CHECK(joined_norms_sentence(run.joined.way(one)).ends_with('.'));
    }
}

TEST_CASE("every model that can be opened has three ways, and none without a text") {
    for (const char* name : {decoder, "alibi decoder", "one token", "sinusoidal encoder-decoder", "lstm"}) {
        CAPTURE(name);
        JoinedRun run(name);
        for (const PositionalKind* vectors : joined_vectors()) {
            run.state.start.vectors = vectors;
            run.follow();
            for (const JoinWay one : positions::join_ways) {
                CHECK_MESSAGE(run.joined.way(one).error.empty(), run.joined.way(one).error);
                CHECK((joined_origin(run.start, run.joined.way(one)).find("Not from a model") == 0) ==
                      !run.start.of_model());
            }
        }
    }
    PositionsState state = first_positions();
    keep_start_valid(state.start, state, {});
    StartTables start;
    start.follow(state, {});
    JoinedTables joined;
    joined.follow(start, state, {});
    CHECK(joined.way(JoinWay::append).columns() == state.settings.d_model + state.start.appended);
    CHECK(joined_origin(start, joined.way(JoinWay::add)).starts_with("Not from a model"));
}

TEST_CASE("the control, the key and a click switch between the three ways, and each has its dimensions and products") {
    const JoinedProgram program(joined_options("sort"));
    if (!program) return;
    const int d = 32, n = std::stoi(program.state("tokens"));
    program.run("expect positions_combine=add: x + p");
    CHECK(program.text("own", 1) == "yes");
    CHECK(program.text("columns", 1) == std::to_string(d));
    CHECK(program.text("columns", 2) == std::to_string(d + 8));
    CHECK(program.text("columns", 3) == std::to_string(d + n));
    CHECK_FALSE(program.app->find_target("appended"));
    const auto check_products = [&] {
        for (int way = 1; way <= 3; ++way) {
            CAPTURE(way);
            const double parts = program.number("token_token", way) + program.number("token_position", way) +
                                 program.number("position_token", way) + program.number("position_position", way);
            CHECK(parts == doctest::Approx(program.number("whole", way)).epsilon(1e-4));
            CHECK(program.number("token_token", way) == program.number("token_token", 1));
            if (way == 1) continue;
            CHECK(program.number("token_position", way) == 0);
            CHECK(program.number("position_token", way) == 0);
        }
        CHECK(program.number("position_position", 3) ==
              (program.state("positions_start_query") == program.state("positions_start_key") ? 1 : 0));
    };
    check_products();
    CHECK(program.number("token_position", 1) != 0);
    const Rect added = program.target("joined matrix 3");
    CHECK(std::abs(added.w - program.target("joined matrix 1").w) < 2);
    program.run("key Q\nwait 2\nexpect positions_combine=append: [x ; p]");
    CHECK(program.app->find_target("appended"));
    const Rect first = program.target("joined matrix 1"), second = program.target("joined matrix 2"),
               both = program.target("joined matrix 3");
    CHECK(std::abs(first.w + second.w - both.w) < 3);
    CHECK(first.y == both.y);
    CHECK(first.h == both.h);
    program.run("click @joined way 3\nwait 2\nexpect positions_combine=append one-hot: [x ; e]");
    CHECK_FALSE(program.app->find_target("vectors"));
    program.run("click @joined way 1\nwait 2\nexpect positions_combine=add: x + p\nkey Shift+Q\nkey Q");
    // The query and the key move as on the first page.
    program.run("key Up\nkey Up\nwait 2");
    check_products();
    const int key = std::stoi(program.state("positions_start_key"));
    for (int step = std::stoi(program.state("positions_start_query")); step < key; ++step) program.run("key Down");
    for (int step = std::stoi(program.state("positions_start_query")); step > key; --step) program.run("key Up");
    program.run("wait 2");
    check_products();
    CHECK(program.number("position_position", 3) == 1);
    const Rect cells = program.target("joined matrix 3");
    const Vec2 at = cell_rect(cells, std::min(n, start_rows), d, 1, 2).centre();
    program.run("click " + std::to_string(static_cast<int>(at.x)) + " " + std::to_string(static_cast<int>(at.y)) +
                "\nwait 2\nexpect positions_start_query=1");
    CHECK(program.state("positions_pointed").find("dimension 2: ") != std::string::npos);
}

TEST_CASE("the model trained with appended positions is one click away, and opens in its own way") {
    const JoinedProgram program(joined_options("sort"));
    if (!program) return;
    CHECK_FALSE(program.app->find_target("open joined"));  // it is open
    program.run("key Shift+M\nwait 2\nexpect model=sort\nkey Q\nwait 2\nclick @open joined\nwait-idle\nwait 2");
    program.run("expect model=sort-appended\nexpect positions_combine=append: [x ; p]\nexpect positions_vectors=" +
                std::string(find_positional("learned")->title));
    CHECK(program.text("own", 2) == "yes");
    CHECK(program.text("own", 1) == "no");
    CHECK(program.text("columns", 2) == "40");
    // Another size of the appended vectors is not the model's.
    program.run("drag @appended @vectors\nwait 2");
    REQUIRE(program.text("columns", 2) != "40");
    CHECK(program.text("own", 2) == "no");
    program.run("key Q\nwait 2\nkey Shift+M\nwait-idle\nexpect model=sort-appended");  // none with one-hot vectors
    program.run("key Ctrl+Z\nwait-idle\nexpect model=sort");
}

TEST_CASE("the page is kept in a session file, and exported as lines of numbers") {
    const TemporaryFolder folder;
    const auto file = folder.path() / "kept.glassformer", table = folder.path() / "joined.csv";
    {
        const JoinedProgram program(joined_options("sort-appended"));
        if (!program) return;
        program.run("key Q\nkey Up\nwait 2\nexpect positions_combine=append one-hot: [x ; e]");
        std::ofstream(file) << to_text(program.app->session_now());
        program.run("key Ctrl+E\nwait-idle\nclick @export file\nkey Ctrl+A\ntype " + table.string() +
                    "\nkey Enter\nwait-idle\nexpect export=closed");
        std::ifstream in(table);
        std::vector<std::string> lines;
        for (std::string line; std::getline(in, line);) lines.push_back(line);
        CHECK(std::ranges::count_if(
                  lines, [](const std::string& line) { return line.starts_with("3,one_hot,positions,"); }) > 30);
        CHECK(std::ranges::find(lines, "3,one_hot,positions,1,1,1") != lines.end());
    }
    AppOptions options = joined_options("sort");
    options.view.clear();
    options.open = file;
    const SettledProgram again(options);
    if (!again) return;
    again.run(
        "wait-idle\nwait 2\nexpect model=sort-appended\nexpect positions_mode=joined\n"
        "expect positions_combine=append one-hot: [x ; e]");
}

TEST_CASE("nothing of the page is cut or overlaps, in any way and at any size") {
    for (const auto& [size, scale] : {std::pair{PixelSize{1280, 720}, 1.0F}, std::pair{PixelSize{1920, 1080}, 1.0F},
                                      std::pair{PixelSize{1280, 720}, 2.0F}, std::pair{PixelSize{640, 360}, 1.0F}}) {
        CAPTURE(size.width);
        CAPTURE(scale);
        AppOptions options = joined_options("coreference-full", size);
        options.text_scale = scale;
        const JoinedProgram program(options);
        if (!program) return;
        for (int way = 0; way < 3; ++way) {
            CAPTURE(way);
            program.run("key Q\nwait 3");
            const Rect sentence = program.target("joined sentence"), products = program.target("joined products"),
                       note = program.target("joined note");
            for (int m = 1; m <= 3; ++m) {
                const Rect matrix = program.target("joined matrix " + std::to_string(m));
                CHECK(matrix.y >= sentence.bottom());
                CHECK(matrix.bottom() <= products.y);
                CHECK(matrix.w > 3);
                CHECK(matrix.right() <= products.right() + 1);
                CHECK(matrix.h >= 13 * 6);
            }
            CHECK(products.bottom() <= note.y + 1);
            CHECK(program.target("joined way 3").bottom() <= products.bottom() + 1);
            CHECK(program.target("start query").right() < static_cast<float>(size.width));
        }
    }
}

TEST_CASE("a presented page says which row is the open model's") {
    const JoinedProgram program(joined_options("sort-appended"));
    if (!program) return;
    program.run("key F5\nwait-idle\nwait 2");
    const Rect note = program.target("joined note"), products = program.target("joined products");
    CHECK(note.h > 8);
    CHECK(note.y + 1 >= products.bottom());
}

TEST_SUITE_END();
