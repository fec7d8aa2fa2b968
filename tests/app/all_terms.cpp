// All terms of a sum: sorted by size or by index, and as a table for other programs.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "app/views/explanation/arithmetic.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

Arithmetic sorted(const Evaluation& evaluation, const CellRef& cell, TermSort sort) {
    constexpr std::array all{most_terms};
    return fitting_arithmetic(evaluation, cell, all, [](const Arithmetic&) { return true; }, sort);
}

std::vector<int> terms_of(const Arithmetic& arithmetic) {
    std::vector<int> terms;
    const int last = arithmetic.rows.back().step;
    for (const ArithmeticRow& row : arithmetic.rows)
        if (row.kind == ArithmeticRow::Kind::term && row.step == last) terms.push_back(row.term);
    return terms;
}

std::vector<std::string> table_lines(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

}  // namespace

TEST_SUITE_BEGIN("all_terms");

TEST_CASE("by index the terms are in the order in which they are added, by size the largest comes first") {
    const auto evaluation = run_of(decoder, model_named(decoder).text);
    const Trace& trace = evaluation->trace();
    for (const char* name : {"blocks.0.attn.q", "blocks.0.mlp.out", "blocks.0.attn.scores_raw", "blocks.0.norm1"}) {
        CAPTURE(name);
        const int record = trace.find(name);
        REQUIRE(record >= 0);
        Cell at;
        at[trace.record(record).shape.rank() - 2] = 3;
        const CellRef cell{record, at};
        std::vector<int> by_index = terms_of(sorted(*evaluation, cell, TermSort::index)),
                         by_size = terms_of(sorted(*evaluation, cell, TermSort::size));
        CHECK(std::ranges::is_sorted(by_index));
        CHECK(std::ranges::is_permutation(by_index, by_size));
        const Derivation derivation = trace.derive(record, cell.cell);
        CHECK(by_index.size() == derivation.steps.back().terms.size());
        if (by_size.size() > 3) {
            const auto size = [&](int term) {
                return std::abs(derivation.steps.back().terms[static_cast<std::size_t>(term)].value);
            };
            CHECK(size(by_size[0]) >= size(by_size[1]));
            CHECK(size(by_size[1]) >= size(by_size[2]));
        }
    }
}

TEST_CASE("the table has every term with its factors, and its values add up to the cell") {
    const auto evaluation = run_of(decoder, model_named(decoder).text);
    const Trace& trace = evaluation->trace();
    const int record = trace.find("blocks.0.attn.q");
    const CellRef cell{record, {{1, 3, 2, 0}}};
    const std::vector<std::string> lines = table_lines(terms_csv(*evaluation, cell));
    const Derivation derivation = trace.derive(record, cell.cell);
    REQUIRE(lines.size() == derivation.steps.back().terms.size() + 1);
    CHECK(lines.front() == "step,term,of,factor 1,factor 2,value");
    double sum = 0;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        std::vector<std::string> cells;
        std::istringstream in(lines[i]);
        for (std::string one; std::getline(in, one, ',');) cells.push_back(one);
        REQUIRE(cells.size() == 6);
        const double value = std::stod(cells[5]);
        const double product = std::stod(cells[3]) * (cells[4].empty() ? 1.0 : std::stod(cells[4]));
        CHECK(value == doctest::Approx(product).epsilon(1e-6));
        sum += value;
    }
    CHECK(sum == doctest::Approx(static_cast<double>(trace.value(record, cell.cell))).epsilon(1e-4));
    // A norm's factors are differences and quotients; a name with a comma stands in quotes.
    const std::string norm = terms_csv(*evaluation, {trace.find("blocks.0.norm1"), {{3, 2, 0, 0}}});
    CHECK(table_lines(norm).size() > 32);
}

TEST_CASE("below all terms there are another order and a copy as CSV, and a command opens and closes them") {
    const SettledProgram program(options_for(decoder, {1280, 900}));
    if (!program) return;
    const auto has = [&](const char* what) {
        return std::ranges::any_of(program.app->targets(),
                                   [&](const auto& target) { return target.first.starts_with(what); });
    };
    program.run(
        "wait-idle\ntype /\ntype blocks.0.attn.q\nkey Enter\nwait-idle\n"
        "click @cell:blocks.0.attn.q[0,2,3]\nwait-idle");
    CHECK_FALSE(has("sort terms"));
    program.run("key Ctrl+K\nwait 2\ntype show all terms\nkey Enter\nwait 3");
    CHECK(has("sort terms"));
    program.run("move @panel\nwheel -100\nwait 3\nclick @copy terms\nwait 2");
    CHECK(program.platform->clipboard().starts_with("step,term,of,factor 1"));
    const std::string before = program.platform->clipboard();
    program.run("click @sort terms\nwait 3\nclick @copy terms\nwait 2");
    CHECK(program.platform->clipboard() == before);  // the table is in the order of the sum in either case
    CHECK(has("sort terms"));
    program.run("key Ctrl+K\nwait 2\ntype show all terms\nkey Enter\nwait 3");
    CHECK_FALSE(has("sort terms"));
}

TEST_SUITE_END();
