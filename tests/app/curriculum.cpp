// Every row of the lectures that has a scene of its own can be opened, its controls change it, and one of its numbers is
// the core's or within what it must be; docs/curriculum.md says of each where it is and what holds it.
// ctest: optimised too
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include "app/views/experiments/frame/page.h"
#include "core/base/file.h"
#include "tests/support/curriculum_scenes.h"
#include "tests/support/shipped_program.h"
#include "tests/support/skipped.h"
#include "tests/support/support.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

/// Rows whose scene the program did not have from the start, of the 63 of the lectures.
constexpr std::array scene_rows{"A1", "A2", "A3", "A4",  "A5",  "A7", "A8", "A9", "B1", "B2", "B3", "B5", "B7",
                                "B9", "B12", "B13", "C1", "C2", "C3", "D1", "D10", "E1", "E2", "E3", "E4", "E5",
                                "E6", "E7", "E8", "F1",  "F2",  "F6", "F8", "F9", "F10", "F11", "G2", "G3", "G5"};

std::string state_of(const SettledProgram& program, const std::string& name) {
    static const std::string kept = "kept:";
    if (!name.starts_with(kept)) return program.state(name);
    return program.app->session_now().views.at(program.state("view")).at(name.substr(kept.size()));
}

SettledProgram window_of(const CurriculumScene& scene) {
    AppOptions options = shipped_options(scene.model, {1280, scene.view == "walk" ? 1800 : 720});  // all switches
    options.view = scene.view;
    options.view_values = scene.values;
    options.cell = scene.cell;
    options.stage = scene.cell.substr(0, scene.cell.find('['));
    options.still = true;
    options.theme = "dark";
    options.text_scale = 1;
    options.ablations = source_dir() / "assets" / "ablations";
    for (const ModelChoice& model : options.models)
        if (model.name == scene.model && !model.examples.empty()) options.inputs = model.examples.front();
    SettledProgram program(options);
    if (program) run_settled(program, "wait-idle");
    return program;
}

void show_page(const SettledProgram& program, const CurriculumScene& scene) {
    if (scene.page.empty()) return;
    for (std::size_t turn = 0; turn < experiment_rows().size() && program.state("experiments_page") != scene.page; ++turn)
        run_settled(program, "key V");
    REQUIRE(program.state("experiments_page") == scene.page);
    run_settled(program, "wait-idle");
    if (program.app->find_target("experiments reset")) run_settled(program, "click @experiments reset\nwait-idle");
}

/// "CONTROL STATE=VALUE": steps the control until then; that of the comparison is its list of what is compared.
void step_until(const SettledProgram& program, const std::string& wanted) {
    const std::size_t blank = wanted.find(' '), equals = wanted.find('=');
    const std::string control = wanted.substr(0, blank), name = wanted.substr(blank + 1, equals - blank - 1),
                      value = wanted.substr(equals + 1);
    const bool list = program.state("view") != "experiments";
    for (int turn = 0; turn < 20 && !list && program.state("experiments_control") != control; ++turn)
        run_settled(program, "key Down\nwait-idle");
    for (int turn = 0; turn < 40 && program.state(name) != value; ++turn)
        run_settled(program, list ? "click @comparison choice\nwait-idle\nkey Down\nkey Enter\nwait-idle"
                                  : "key Right");
    run_settled(program, "wait-idle");
    CHECK(program.state(name) == value);
}

void use(const SettledProgram& program, const CurriculumControl& control) {
    const std::string before = state_of(program, control.state);
    const bool trains = program.state("view") == "train";
    if (!control.script.empty()) {
        run_settled(program, control.script);
    } else {
        const Rect place = program.target(control.target);
        program.platform->events().click({place.x + control.share * place.w, place.centre().y});
        if (!trains) run_settled(program, "wait-idle");
    }
    CHECK(comes_true([&] {
        if (state_of(program, control.state) != before) return true;
        run_settled(program, "wait 1");
        return !trains || state_of(program, control.state) != before;
    }));
    CHECK(state_of(program, control.state) != before);
    CHECK(program.state("error").empty());
}

void play(const SettledProgram& program, const CurriculumScene& scene) {
    show_page(program, scene);
    if (scene.open.starts_with('?'))
        step_until(program, scene.open.substr(1));
    else if (!scene.open.empty())
        run_settled(program, scene.open);
    CHECK(program.state("view") == scene.view);
    REQUIRE(scene.check);
    scene.check(program);
    CHECK_FALSE(scene.controls.empty());
    for (const CurriculumControl& control : scene.controls) {
        CAPTURE(control.target);
        CAPTURE(control.script);
        CAPTURE(control.state);
        use(program, control);
    }
}

// --- docs/curriculum.md

struct DocumentedRow {
    std::string id, where, model, controls, test;
};

std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream parts(line);
    for (std::string part; std::getline(parts, part, '|');) {
        const std::size_t first = part.find_first_not_of(' '), last = part.find_last_not_of(' ');
        cells.push_back(first == std::string::npos ? "" : part.substr(first, last - first + 1));
    }
    return cells;
}

std::vector<DocumentedRow> documented_rows() {
    std::vector<DocumentedRow> rows;
    std::istringstream lines(read_text_file(source_dir() / "docs" / "curriculum.md"));
    for (std::string line; std::getline(lines, line);) {
        const std::vector<std::string> cells = cells_of(line);  // nothing stands before the first bar
        if (cells.size() != 6 || cells[1].empty() || cells[1] == "row" || cells[1].starts_with("--")) continue;
        rows.push_back({cells[1].substr(0, cells[1].find(' ')), cells[2], cells[3], cells[4], cells[5]});
    }
    return rows;
}

/// What stands after each `before` up to the first of `ends`.
std::vector<std::string> named_after(const std::string& text, const std::string& before, const std::string& ends) {
    std::vector<std::string> names;
    for (std::size_t at = text.find(before); at != std::string::npos; at = text.find(before, at + 1)) {
        const std::size_t from = at + before.size();
        names.push_back(text.substr(from, std::min(text.find_first_of(ends, from), text.size()) - from));
    }
    return names;
}

}  // namespace

TEST_SUITE_BEGIN("curriculum");

TEST_CASE("every row of the document names a page and tests that there are, and every row with a scene is in it") {
    std::set<std::string> ids, titles;
    for (const ExperimentRow& row : experiment_rows()) titles.insert(std::string(row.title));
    std::string where;
    for (const DocumentedRow& row : documented_rows()) {
        CAPTURE(row.id);
        if (row.where != "the same") where = row.where;
        CHECK(ids.insert(row.id).second);
        CHECK_FALSE(row.controls.empty());
        CHECK_FALSE(row.model.empty());
        for (const std::string& page : named_after(where, "Experiments, ", ",:.;(")) {
            CAPTURE(page);
            CHECK(titles.contains(page));
        }
        int views = 0;
        for (const ViewRow& view : view_rows()) views += where.find(view.title) != std::string::npos ? 1 : 0;
        CHECK(views > 0);
        std::string sources;
        for (const char* room : {"core/", "app/", "gl/"})
            for (const std::string& name : named_after(row.test, room, " ,;.()")) {
                const std::filesystem::path file = source_dir() / "tests" / room / (name + ".cpp");
                CAPTURE(file.string());
                REQUIRE(std::filesystem::exists(file));
                sources += read_text_file(file);
            }
        CHECK_FALSE(sources.empty());
        // Cases are quoted from their first word on, up to "…".
        for (const std::string& quoted : named_after(row.test, "“", "”")) {
            const std::size_t left_out = quoted.find("…");
            const std::string beginning = quoted.substr(0, left_out);
            CAPTURE(quoted);
            CHECK(sources.find(beginning.substr(0, beginning.find_last_not_of(' ') + 1)) != std::string::npos);
        }
    }
    for (const std::string row : scene_rows) {
        CAPTURE(row);
        CHECK(ids.contains(row));
    }
}

TEST_CASE("every row with a scene is opened and changed by one") {
    std::set<std::string> played;
    for (const std::vector<CurriculumScene>& scenes : {experiment_scenes(), other_scenes()})
        for (const CurriculumScene& scene : scenes) played.insert(scene.rows.begin(), scene.rows.end());
    for (const std::string row : scene_rows) {
        CAPTURE(row);
        CHECK(played.contains(row));
    }
}

TEST_CASE("scenes of the experiments view open, follow their controls and show a number that is right") {
#ifdef __SANITIZE_ADDRESS__
    skip(Needs::plain_build, "forty scenes are computed in a build without sanitizers");
    return;
#endif
    const std::vector<CurriculumScene> scenes = experiment_scenes();
    const SettledProgram program = window_of(scenes.front());
    if (!program) return;
    for (const CurriculumScene& scene : scenes) {
        CAPTURE(scene.rows.front());
        CAPTURE(scene.page);
        play(program, scene);
    }
}

TEST_CASE("scenes of the other views open, follow their controls and show a number that is right") {
#ifdef __SANITIZE_ADDRESS__
    skip(Needs::plain_build, "forty scenes are computed in a build without sanitizers");
    return;
#endif
    for (const CurriculumScene& scene : other_scenes()) {
        CAPTURE(scene.rows.front());
        const SettledProgram program = window_of(scene);
        if (!program) return;
        play(program, scene);
    }
}

TEST_SUITE_END();
