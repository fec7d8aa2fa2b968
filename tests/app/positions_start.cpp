// The first page of the positions view: its numbers are the record's and core/positions', its sentences hold for every
// encoding, nothing is cut or overlaps, and it opens by default.
// ctest: alone 4 s
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include "app/views/positions/open_model.h"
#include "app/views/positions/start.h"
#include "app/views/shared/wording.h"
#include "core/model/positional.h"
#include "tests/support/shipped_program.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

/// The first page of a model's run, as the view follows it.
struct StartRun {
    std::shared_ptr<Evaluation> evaluation;
    Session::Snapshot shown;
    PositionsState state = first_positions();
    StartTables tables;

    explicit StartRun(const std::string& name) {
        for (const PictureModel& model : picture_models())
            if (model.name == name) evaluation = evaluated(model);
        REQUIRE(evaluation);
        shown.current = evaluation;
        follow();
    }
    void follow() {
        state.open = open_model(shown);
        keep_start_valid(state.start, state, shown);
        tables.follow(state, shown);
    }
    const StartColumn& own() const {
        for (const StartColumn& column : tables.columns())
            if (column.own) return column;
        FAIL("no column shows the model's own encoding");
        return tables.columns().front();
    }
    const Trace& trace() const { return evaluation->trace(); }
    float value(const std::string& name, const Cell& cell) const {
        const int id = trace().find(name);
        REQUIRE_MESSAGE(id >= 0, name);
        return trace().value(id, cell);
    }
};

AppOptions start_options(PixelSize size, float scale, const std::string& model = decoder) {
    AppOptions options = window_options(model, size);
    options.view = "positions";
    options.theme = "light";
    options.text_scale = scale;
    return options;
}

void check_inside(const Program& program, const std::string& inner, const std::string& outer) {
    const auto in = program.app->find_target(inner), out = program.app->find_target(outer);
    if (!in) return;
    CAPTURE(inner);
    REQUIRE(out);
    CHECK(in->x >= out->x - 0.5F);
    CHECK(in->right() <= out->right() + 0.5F);
    CHECK(in->y >= out->y - 0.5F);
    CHECK(in->bottom() <= out->bottom() + 0.5F);
}

/// What of a column is below what.
void check_columns(const Program& program) {
    for (const char* number : {"1", "2", "3"}) {
        CAPTURE(number);
        const auto named = [&](const char* what) { return std::string(what) + " " + number; };
        const Rect what = program.target(named("start what")), look = program.target(named("start look")),
                   picture = program.target(named("start picture")), origin = program.target(named("start origin"));
        CHECK(what.bottom() <= picture.y);
        CHECK(picture.bottom() <= look.y);
        CHECK(look.bottom() <= origin.y);
        CHECK(origin.bottom() <= program.target(named("column")).bottom());
        for (const char* part : {"start what", "start look", "start origin", "start picture"})
            check_inside(program, named(part), named("column"));
        check_inside(program, named("start map"), named("start picture"));
        check_inside(program, named("move on"), named("start picture"));
        for (const char* end : {" a", " b", " c", " d", " e"})
            for (const char* part : {"start strip", "start circle", "start line"})
                check_inside(program, named(part) + end, named("start picture"));
    }
}

}  // namespace

TEST_SUITE_BEGIN("positions_start");

TEST_CASE("a row that is added or appended is the record's, and its sum is too") {
    for (const auto& [name, together] :
         {std::pair{decoder, "embed"}, std::pair{"attention without parameters, appended waves", "embed.joined"},
          std::pair{"one-hot encoder, queries and keys scaled, classifier by its places", "embed.joined"}}) {
        CAPTURE(name);
        StartRun run(name);
        const StartColumn& column = run.own();
        const int query = run.tables.query();
        const auto check = [&](const Tensor& row, const std::string& stage) {
            const int id = run.trace().find(stage);
            REQUIRE(id >= 0);
            REQUIRE(row.data.size() == static_cast<std::size_t>(run.trace().record(id).view().shape.cols()));
            for (std::size_t c = 0; c < row.data.size(); ++c)
                CHECK(row.data[c] == run.value(stage, Cell{{query, static_cast<int>(c)}}));
        };
        check(column.placed.token, "embed.tokens");
        check(column.placed.position, "embed.positions");
        check(column.placed.together, together);
        for (int r = 0; r < run.tables.rows(); ++r)
            CHECK(column.table.view().row(static_cast<std::size_t>(r))[0] ==
                  run.value("embed.positions", Cell{{run.tables.first() + r, 0}}));
        // The two numbers of the sentence are those of the table.
        const std::string look = start_look(run.tables, column);
        const int dimension = 2 * column.pair;
        for (const int token : {query, run.tables.key()})
            CHECK_MESSAGE(
                look.find(number_text(static_cast<double>(run.value("embed.positions", Cell{{token, dimension}})))) !=
                    std::string::npos,
                look);
    }
}

TEST_CASE("a bias is the record's, and it is said what it is at the chosen distance") {
    for (const char* name : {"alibi decoder", "t5 encoder, classifier by mean", "fire decoder"}) {
        CAPTURE(name);
        StartRun run(name);
        const StartColumn& column = run.own();
        float least = INFINITY, most = -INFINITY;
        for (int i = 0; i < run.tables.rows(); ++i)
            for (int j = 0; j < run.tables.rows(); ++j) {
                const float shown = column.map.view().row(static_cast<std::size_t>(i))[j];
                const float wanted =
                    run.value("blocks.0.attn.position_bias", Cell{{0, run.tables.first() + i, run.tables.first() + j}});
                CHECK(shown == doctest::Approx(wanted).epsilon(1e-5));
                if (i - j != run.tables.query() - run.tables.key()) continue;
                least = std::min(least, shown);
                most = std::max(most, shown);
            }
        CHECK(column.least == least);
        CHECK(column.most == most);
        // FIRE's bias depends on more than the distance.
        const std::string look = start_look(run.tables, column);
        CHECK_MESSAGE((look.find("every score here gets " + number_text(static_cast<double>(most))) !=
                       std::string::npos) == (most - least < 1e-5F),
                      look);
        if (most - least >= 1e-5F)
            CHECK_MESSAGE(look.find("from " + number_text(static_cast<double>(least)) + " to " +
                                    number_text(static_cast<double>(most))) != std::string::npos,
                          look);
    }
}

TEST_CASE("the pairs of a rotated query and key add up to the record's score, and moving both changes no angle") {
    StartRun run("tied rope decoder, grouped queries, gated, rmsnorm");
    const auto count = [&] { return run.own().laboratory->pairs.size(); };
    double sum = 0;
    for (std::size_t pair = 0; pair < count(); ++pair) {
        run.state.start.pair = static_cast<int>(pair);
        run.state.start.moved = 0;
        run.follow();
        const StartColumn at = run.own();
        CHECK(at.pair == static_cast<int>(pair));
        sum += at.turned.product;
        const double turn = 2 * std::acos(-1.0);
        const double expected = at.before + at.turned.frequency * (run.tables.key() - run.tables.query());
        CHECK(std::abs(std::remainder(at.turned.between - expected, turn)) < 1e-4);
        for (const int moved : {1, 7, 40}) {
            run.state.start.moved = moved;
            run.follow();
            CHECK(std::abs(std::remainder(run.own().moved.between - at.turned.between, turn)) < 1e-4);
            CHECK(run.own().moved.query_angle ==
                  doctest::Approx((run.tables.query() + moved) * at.turned.frequency).epsilon(1e-6));
        }
        CHECK(start_look(run.tables, run.own()).find(start_degrees(at.before)) != std::string::npos);
    }
    const float wanted = run.value("blocks.0.attn.scores_raw", Cell{{0, run.tables.query(), run.tables.key()}});
    CHECK(sum == doctest::Approx(static_cast<double>(wanted)).epsilon(2e-3));
}

/// The numbers of a text, "−" read as a sign where it stands before a digit.
std::vector<double> numbers_of(const std::string& text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.compare(i, 3, "−") == 0)
            plain += '-', i += 2;
        else
            plain += text[i];
    }
    std::vector<double> found;
    for (std::size_t i = 0; i < plain.size(); ++i) {
        const bool sign =
            plain[i] == '-' && i + 1 < plain.size() && std::isdigit(static_cast<unsigned char>(plain[i + 1]));
        if (!sign && !std::isdigit(static_cast<unsigned char>(plain[i]))) continue;
        std::size_t read = 0;
        found.push_back(std::stod(plain.substr(i), &read));
        i += read;
    }
    return found;
}

TEST_CASE("what is written of a rotation can be calculated from the digits that are printed") {
    for (const char* name : {"tied rope decoder, grouped queries, gated, rmsnorm", decoder}) {
        CAPTURE(name);
        StartRun run(name);
        int turned = 0;
        for (const char* kind : {"rope", "xpos"}) {
            CAPTURE(kind);
            run.state.start.kinds[1] = find_positional(kind);
            for (const auto& [query, key] : {std::pair{3, 0}, {0, 3}, {2, 2}, {4, 3}})
                for (const int pair : {0, 1, 2}) {
                    run.state.start.query = query;
                    run.state.start.key = key;
                    run.state.start.pair = pair;
                    run.follow();
                    const StartColumn& column = run.tables.columns()[1];
                    const std::string angle = start_angle(run.tables, column);
                    CAPTURE(angle);
                    const double sign =
                        angle.find(" + " + std::to_string(std::abs(query - key)) + " ·") != std::string::npos ? 1 : -1;
                    CHECK(sign == (query < key ? 1 : -1));
                    const std::vector<double> a = numbers_of(angle);  // before, offset, frequency, (turns), result
                    REQUIRE(a.size() >= 4);
                    REQUIRE(a.size() <= 5);
                    double turns = 0;
                    if (a.size() == 5) turns = angle.find("− 360") != std::string::npos ? -a[3] : a[3];
                    if (turns != 0) ++turned;
                    CHECK(std::abs(turns) == doctest::Approx(360 * std::round(std::abs(turns) / 360)));
                    CHECK(std::abs(a[0] + sign * a[1] * a[2] + turns - a.back()) <=
                          0.06 * (1 + std::abs(a[1])) + 5e-3 * std::abs(a.back()));
                    const std::string product = start_product(column.moved);
                    CAPTURE(product);
                    const std::vector<double> p = numbers_of(product);
                    REQUIRE(p.size() == 4);
                    CHECK(p[3] == doctest::Approx(printed_number(column.moved.product)));
                    CHECK(p[0] * p[1] * p[2] == doctest::Approx(column.moved.product).epsilon(2e-3));
                }
        }
        CHECK(turned > 0);
    }
}

TEST_CASE("all tokens of a short text are shown, and position 0 wherever the query and the key allow it") {
    StartRun run(decoder);
    const int tokens = run.tables.tokens();
    CHECK(run.tables.rows() == std::min(tokens, start_rows));
    CHECK(run.tables.first() == 0);
    Session::Snapshot none;
    PositionsState state = first_positions();
    keep_start_valid(state.start, state, none);
    StartTables tables;
    tables.follow(state, none);
    CHECK(tables.first() == 0);
    AppOptions options = shipped_options("coreference-full", {1920, 1080});
    options.view = "positions";
    const SettledProgram program(options);
    if (!program) return;
    CHECK(program.state("tokens") == "13");
    const Rect map = program.target("start map 3");
    const Vec2 at = cell_rect(map, 13, 13, 12, 0).centre();
    program.run("click " + std::to_string(static_cast<int>(at.x)) + " " + std::to_string(static_cast<int>(at.y)) +
                "\nwait 2\nexpect positions_start_query=12\nexpect positions_start_key=0");
}

TEST_CASE("a longer distance moves the rows that are shown, and the other token follows") {
    StartRun run(decoder);
    const int last = run.tables.tokens() - 1;
    run.state.start.query = last;
    run.state.start.key = 0;
    run.follow();
    CHECK(run.tables.query() - run.tables.key() <= start_rows - 1);
    CHECK(run.tables.query() == run.state.start.query);
    CHECK(run.tables.key() == run.state.start.key);
    for (const int token : {run.tables.query(), run.tables.key()}) {
        CHECK(token >= run.tables.first());
        CHECK(token < run.tables.first() + run.tables.rows());
    }
    // Without any model there are positions alone.
    PositionsState state = first_positions();
    keep_start_valid(state.start, state, {});
    StartTables tables;
    tables.follow(state, {});
    CHECK(tables.words().empty());
    CHECK(tables.rows() == start_rows);
    CHECK(start_origin(tables, tables.columns()[0]).starts_with("Not from a model"));
}

TEST_CASE("every encoding has a picture and sentences in each column, of every model") {
    for (const char* name : {decoder, "alibi decoder", "shaw encoder, classifier by its first token", "one token",
                             "sinusoidal encoder-decoder", "transformer-xl decoder in segments", "lstm"}) {
        CAPTURE(name);
        StartRun run(name);
        for (const PositionalKind& kind : all_positional_kinds()) {
            CAPTURE(kind.name);
            for (std::size_t c = 0; c < start_columns; ++c) run.state.start.kinds[c] = &kind;
            run.follow();
            for (const StartColumn& column : run.tables.columns()) {
                CHECK_MESSAGE(column.laboratory->shown(), column.laboratory->error);
                CHECK(column.own == (&kind == run.state.open.kind));
                const std::string look = start_look(run.tables, column), origin = start_origin(run.tables, column);
                CHECK(look.ends_with("."));
                CHECK(origin.ends_with("."));
                CHECK(look.find('{') == std::string::npos);
                CHECK((origin.find("Not the loaded model") == 0) == (!column.own && run.tables.of_model()));
            }
        }
    }
}

TEST_CASE("the first page opens by default, and an older session where it was") {
    const TemporaryFolder folder;
    const SettledProgram program(start_options({1280, 720}, 1));
    if (!program) return;
    program.run("expect positions_mode=start\nexpect positions_start_columns=learned,rope,alibi");
    program.run("expect positions_measure=no\nclick @positions mode scores\nwait 2");
    CHECK(program.app->find_target("score map 1"));
    CHECK(program.target("figures 1").h < 10);
    program.run("click @measure\nwait 2\nexpect positions_measure=yes");
    CHECK(program.target("figures 1").h > 50);

    // Without what the first page keeps, as sessions were before it.
    SessionFile session = program.app->session_now();
    ViewValues& values = session.views.at("positions");
    std::erase_if(values, [](const auto& value) { return value.first.starts_with("start_"); });
    values.erase("measure");
    session.view = "positions";
    const auto file = folder.path() / "older.glassformer";
    std::ofstream(file) << to_text(session);
    REQUIRE(program.app->open_path(file));
    program.run("wait-idle\nexpect positions_mode=scores\nexpect positions_measure=no");
}

TEST_CASE("keys and the mouse choose the query, the key and the pair for all columns") {
    const SettledProgram program(start_options({1280, 720}, 1));
    if (!program) return;
    const int query = std::stoi(program.state("positions_start_query")),
              key = std::stoi(program.state("positions_start_key"));
    program.run("key Up\nexpect positions_start_query=" + std::to_string(query - 1) +
                "\nkey Right\nexpect positions_start_key=" + std::to_string(key + 1) +
                "\nkey Down\nkey Left\nkey L\nexpect positions_start_pair=1\nkey Shift+L");
    const std::string before = program.state("positions_start_look_2");
    program.run("click @move on 2\nclick @move on 2\nexpect positions_moved=2\nwait 2");
    CHECK(program.state("positions_start_look_2") != before);
    program.run("click @move back 2\nexpect positions_moved=1\nkey Home\nexpect positions_moved=0");
    const Rect map = program.target("start map 3");
    const int rows = std::min(start_rows, std::stoi(program.state("tokens")));
    const Vec2 at = cell_rect(map, rows, rows, 2, 1).centre();
    program.run("click " + std::to_string(static_cast<int>(at.x)) + " " + std::to_string(static_cast<int>(at.y)) +
                "\nwait 2\nexpect positions_start_query=2\nexpect positions_start_key=1");
    program.run(
        "key Shift+Page up\nkey Q\nexpect positions_start_columns=learned,rope,t5\nexpect positions_start_chosen=3");
    CHECK(program.state("positions_columns") == "sinusoidal,learned,rope,alibi");
}

TEST_CASE("where color limits are held, the first page counts the table, the embedding and their sum") {
    const StartRun run(decoder);
    AppOptions options = start_options({1280, 720}, 1);
    options.colour_limits = ColourLimits{.numbers = 0.3F};
    const SettledProgram program(options);
    if (!program) return;
    int columns = 0;
    for (const StartColumn& column : run.tables.columns()) {
        if (column.picture != StartPicture::added) continue;
        std::ptrdiff_t beyond = 0;
        for (const Tensor* const of : {&column.table, &column.placed.token, &column.placed.together})
            beyond += std::ranges::count_if(of->data, [](float value) { return std::abs(value) > 0.3F; });
        REQUIRE(beyond > 0);
        CAPTURE(program.state("color_keys"));
        CHECK(program.state("color_keys").find(" held, " + std::to_string(beyond) + " clipped") != std::string::npos);
        ++columns;
    }
    CHECK(columns > 0);
}

TEST_CASE("nothing of the first page is cut or overlaps, at any size and with every encoding") {
    for (const auto& [size, scale] : {std::pair{PixelSize{1280, 720}, 1.0F}, std::pair{PixelSize{1920, 1080}, 1.0F},
                                      std::pair{PixelSize{1280, 720}, 2.0F}, std::pair{PixelSize{1920, 1080}, 2.0F}}) {
        CAPTURE(size.height);
        CAPTURE(scale);
        const SettledProgram program(start_options(size, scale));
        if (!program) return;
        for (std::size_t k = 0; k < all_positional_kinds().size(); ++k) {
            check_columns(program);
            program.run("key Q\nkey Shift+Page down\nkey Q\nkey Shift+Page down\nkey Q\nkey Shift+Page down\nwait 3");
        }
        if (scale > 1) continue;
        const Rect first = program.target("column 1"), second = program.target("column 2");
        CHECK(first.right() < second.x);
        CHECK(program.target("positions sentence").bottom() <= first.y + 1);
    }
}

TEST_SUITE_END();
