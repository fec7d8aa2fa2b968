// Published tables of results: their figures are well formed, their order is that of the numbers, and what the papers
// say of them in words follows from them.
#include "core/experiments/published_results.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace glassformer;

namespace {

const PublishedResults& table_named(std::string_view title) {
    const auto found = std::ranges::find(published_results(), title, &PublishedResults::title);
    REQUIRE(found != published_results().end());
    return *found;
}

std::size_t row_named(const PublishedResults& table, std::string_view name) {
    const auto found = std::ranges::find(table.rows, name, &PublishedResult::name);
    REQUIRE(found != table.rows.end());
    return static_cast<std::size_t>(found - table.rows.begin());
}

double figure(const PublishedResults& table, std::string_view name, std::size_t measure) {
    return figure_value(table.rows[row_named(table, name)], measure).value();
}

}  // namespace

TEST_SUITE_BEGIN("published_results");

TEST_CASE("each row has a figure or a gap for each measure, and each table its source") {
    for (const PublishedResults& table : published_results()) {
        CAPTURE(table.title);
        CHECK(table.source.find(" 20") != std::string_view::npos);  // a year
        for (const PublishedResult& row : table.rows) {
            CAPTURE(row.name);
            REQUIRE(row.figures.size() == table.measures.size());
            for (std::size_t m = 0; m < row.figures.size(); ++m) {
                const std::optional<double> value = figure_value(row, m);
                CHECK(value.has_value() == !row.figures[m].empty());
                if (value) CHECK(*value > 0);
            }
        }
        for (std::size_t m = 0; m < table.measures.size(); ++m) {
            const std::vector<std::size_t> order = best_first(table, m);
            for (std::size_t i = 1; i < order.size(); ++i) {
                const int before = place_of(table, order[i - 1], m), here = place_of(table, order[i], m);
                CHECK((here == 0 || (before > 0 && before <= here)));
            }
        }
    }
}

TEST_CASE("what the papers say in words holds for the figures") {
    const PublishedResults &german = table_named("WMT 2014, English–German"),
                           &french = table_named("WMT 2014, English–French"),
                           &heads = table_named("Heads and positions, English–German");
    // The big model is more than 2 BLEU above every other one, ensembles too.
    CHECK(figure(german, "Transformer (big)", 0) - figure(german, "ConvS2S, ensemble", 0) > 2.0);
    // English–French: less than a quarter of the cost of the best single model before it.
    CHECK(figure(french, "Transformer (big)", 1) < 0.25 * figure(french, "MoE", 1));
    // One head alone costs 0.9 BLEU.
    CHECK(figure(heads, "8 heads of 64 (base)", 0) - figure(heads, "1 head of 512", 0) == doctest::Approx(0.9));
    CHECK(place_of(german, row_named(german, "Transformer (base)"), 1) == 1);
    CHECK(place_of(german, row_named(german, "ByteNet"), 1) == 0);
    CHECK(figures_of(german, 1) == 7);
    CHECK(place_of(heads, row_named(heads, "16 heads of 32"), 0) == 1);  // shared with 8 heads
    CHECK(place_of(heads, row_named(heads, "Base, learned positions"), 0) == 3);
    CHECK(ties_of(heads, row_named(heads, "16 heads of 32"), 0) == 1);
    CHECK(ties_of(heads, row_named(heads, "Base, learned positions"), 0) == 0);
    CHECK(ties_of(german, row_named(german, "Transformer (big)"), 1) == 1);  // with GNMT + RL, 2.3e19
    CHECK(ties_of(german, row_named(german, "ByteNet"), 1) == 0);            // it has no figure
}

TEST_CASE("figures are written as printed, powers of ten as such") {
    const PublishedResults& german = table_named("WMT 2014, English–German");
    const auto text = [&](std::string_view name, std::size_t measure) {
        return figure_text(german, german.rows[row_named(german, name)], measure);
    };
    CHECK(text("GNMT + RL, ensemble", 0) == "26.30");
    CHECK(text("GNMT + RL, ensemble", 1) == "1.8·10²⁰");
    CHECK(text("MoE", 1) == "2.0·10¹⁹");
    CHECK(text("ByteNet", 1) == "–");
}

TEST_SUITE_END();
