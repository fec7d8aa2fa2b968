// The page Products of the attention view: every matrix of a head, against the trace and against the other ones.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/paint/theme.h"
#include "tests/support/attention_drawn.h"
#include "tests/support/shipped_program.h"

using namespace glassformer;
using test::additive, test::decoder, test::Drawn, test::pair;
using Role = ProductColumn::Role;

namespace {

constexpr Rect wide{100, 50, 900, 620};

ProductsDrawn products_of(Drawn& drawn, int layer, int head, Pair chosen = {}, Rect area = wide,
                          bool projections = false) {
    static HeadPart part;
    drawn.notes = {};
    Page page = drawn.page(layer, head, {}, area);
    const AttentionShow show{.layer = drawn.layers.at(static_cast<std::size_t>(layer)),
                             .pair = chosen,
                             .locked = true,
                             .projections = projections};
    return draw_products(page, show, part);
}

std::vector<ProductMatrix> of_role(const ProductsDrawn& drawn, Role role, bool factor = false) {
    std::vector<ProductMatrix> found;
    for (const ProductMatrix& matrix : drawn.matrices)
        if (matrix.role == role && matrix.factor == factor) found.push_back(matrix);
    return found;
}

std::vector<std::string> names_of_role(const Drawn& drawn, const ProductsDrawn& products, Role role) {
    std::vector<std::string> names;
    for (const ProductMatrix& matrix : of_role(products, role)) names.push_back(drawn.trace().record(matrix.record).name);
    return names;
}

/// Every number of `result` is its row of `left` times its column of `right`, and `bias`.
void check_product(const ConstMatrix& result, const ConstMatrix& left, const ConstMatrix& right, const float* bias) {
    REQUIRE(left.cols == right.rows);
    REQUIRE(result.rows == left.rows);
    REQUIRE(result.cols == right.cols);
    for (int row = 0; row < result.rows; ++row)
        for (int column = 0; column < result.cols; ++column) {
            double sum = bias != nullptr ? static_cast<double>(bias[column]) : 0.0;
            for (int k = 0; k < left.cols; ++k)
                sum += static_cast<double>(left.at(row, k)) * static_cast<double>(right.at(k, column));
            CHECK(static_cast<double>(result.at(row, column)) == doctest::Approx(sum).epsilon(1e-3));
        }
}

}  // namespace

TEST_SUITE_BEGIN("attention_products");

TEST_CASE("every model's heads are drawn whole, inside the area, in both halves") {
    for (const test::PictureModel& model : test::picture_models()) {
        CAPTURE(model.name);
        Drawn drawn(model.name);
        for (int l = 0; l < static_cast<int>(drawn.layers.size()); ++l)
            for (const Rect area : {wide, Rect{0, 0, 1500, 900}, Rect{0, 0, 500, 300}, Rect{0, 0, 1500, 300}})
                for (const bool projections : {false, true}) {
                    CAPTURE(area.w);
                    CAPTURE(area.h);
                    const AttentionLayer& layer = drawn.layers[static_cast<std::size_t>(l)];
                    const ProductsDrawn products = products_of(drawn, l, layer.heads - 1,
                                                               {layer.queries - 1, layer.keys / 2}, area, projections);
                    REQUIRE_FALSE(products.matrices.empty());
                    CHECK(drawn.notes.bounds.x >= area.x - 4);
                    CHECK(drawn.notes.bounds.right() <= area.right() + 4);
                    CHECK(drawn.notes.bounds.y >= area.y - 4);
                    CHECK(drawn.notes.bounds.bottom() <= area.bottom() + 4);
                    if (products.whole || !projections) CHECK(of_role(products, Role::map).size() >= 2);
                    if (products.whole || projections) CHECK(of_role(products, Role::value).size() == 1);
                    for (const ProductMatrix& matrix : products.matrices) CHECK(matrix.rect.w >= 8);
                }
    }
}

TEST_CASE("each product is that of the matrices drawn at its left and above it") {
    for (const char* name : {decoder, "tied rope decoder, grouped queries, gated, rmsnorm", "alibi decoder"}) {
        CAPTURE(name);
        Drawn drawn(name);
        const int heads = drawn.layers.at(0).heads;
        for (int head = 0; head < heads; ++head) {
            const ProductsDrawn products = products_of(drawn, 0, head);
            REQUIRE(products.whole);
            const std::vector<ProductMatrix> inputs = of_role(products, Role::input);
            REQUIRE(inputs.size() == 1);  // self-attention reads one matrix
            for (const Role role : {Role::query, Role::key, Role::value}) {
                const ProductMatrix projected = of_role(products, role).front();
                const Record& record = drawn.trace().record(projected.record);
                const ConstMatrix weight = of_role(products, role, true).front().values;
                CHECK(weight.cols == record.shape.cols());
                const int own = role == Role::query ? head : head * record.shape.size(0) / heads;
                const float* bias = record.operands.size() > 2 ? drawn.trace().record(record.operands[2]).value +
                                                                     own * record.shape.cols()
                                                               : nullptr;
                check_product(projected.values, inputs[0].values, weight, bias);
            }
            const ConstMatrix asks = of_role(products, Role::query).back().values;
            check_product(of_role(products, Role::map).front().values, asks,
                          of_role(products, Role::map, true).front().values, nullptr);
            const ProductMatrix taken = of_role(products, Role::taken).front();
            const ConstMatrix weights = of_role(products, Role::map).back().values;
            check_product(taken.values, weights, of_role(products, Role::taken, true).front().values, nullptr);
            check_product(of_role(products, Role::part).front().values, taken.values,
                          of_role(products, Role::part, true).front().values, nullptr);
        }
    }
}

TEST_CASE("what a model has between its projections and its scores is shown, and nothing that it has not") {
    using Names = std::vector<std::string>;
    const std::string own = "blocks.0.attn.";
    {
        Drawn drawn("tied rope decoder, grouped queries, gated, rmsnorm");
        const ProductsDrawn first = products_of(drawn, 0, 0), second = products_of(drawn, 0, 1),
                            third = products_of(drawn, 0, 2);
        CHECK(names_of_role(drawn, first, Role::query) == Names{own + "q", own + "q_rot", own + "q_rot"});
        CHECK(names_of_role(drawn, first, Role::key) == Names{own + "k", own + "k_rot"});
        // Two heads of queries read one head of keys and values.
        for (const Role role : {Role::key, Role::value}) {
            const float* const data = of_role(first, role).front().values.data;
            CHECK(data == of_role(second, role).front().values.data);
            CHECK(data != of_role(third, role).front().values.data);
        }
        CHECK(of_role(first, Role::query).front().values.data != of_role(second, Role::query).front().values.data);
    }
    {
        Drawn drawn("alibi decoder");
        const Names maps = names_of_role(drawn, products_of(drawn, 0, 0), Role::map);
        CHECK(std::ranges::find(maps, own + "position_bias") != maps.end());
        CHECK(maps.back() == own + "weights");
    }
    {
        Drawn drawn(pair);
        const ProductsDrawn cross = products_of(drawn, 2, 0);
        const std::vector<ProductMatrix> inputs = of_role(cross, Role::input);
        REQUIRE(inputs.size() == 2);  // the decoder's vectors, and those of the encoder for keys and values
        CHECK(inputs[0].values.rows == drawn.layers.at(2).queries);
        CHECK(inputs[1].values.rows == drawn.layers.at(2).keys);
        CHECK(of_role(products_of(drawn, 0, 0), Role::input).size() == 1);
    }
    {
        Drawn drawn("attention without parameters, appended waves");
        const ProductsDrawn products = products_of(drawn, 0, 0);
        for (const Role role : {Role::query, Role::key, Role::value, Role::part})
            CHECK(of_role(products, role, true).empty());
        CHECK(of_role(products, Role::part).empty());
        CHECK(of_role(products, Role::output).size() == 1);
        // The arrow to each matrix comes from the input, which is drawn at its left.
        CHECK(of_role(products, Role::input).size() == 3);
    }
    {
        Drawn drawn(additive);
        const ProductsDrawn products = products_of(drawn, 0, 0, {2, 1});
        CHECK(of_role(products, Role::map).back().values.rows == 1);  // of one step
        CHECK(of_role(products, Role::part).empty());
        CHECK(of_role(products, Role::output).empty());
    }
}

TEST_CASE("the chosen query and key are outlined in every matrix that has a row or column of them") {
    Drawn drawn(decoder);
    const ProductsDrawn products = products_of(drawn, 0, 1, {8, 3});
    const Theme& theme = drawn.notes.theme();
    const auto outlined = [&](const Rect& place, Meaning meaning) {
        return std::ranges::any_of(drawn.notes.strokes, [&](const test::Notes::Stroke& stroke) {
            return stroke.colour == colour(theme, meaning) && std::abs(stroke.rect.x - (place.x - 1)) < 0.01F &&
                   std::abs(stroke.rect.y - (place.y - 1)) < 0.01F && std::abs(stroke.rect.h - (place.h + 2)) < 0.01F;
        });
    };
    for (const ProductMatrix& matrix : products.matrices) {
        const int rows = matrix.values.rows, cols = matrix.values.cols;
        const Rect query = cell_rect(matrix.rect, rows, cols, 8, 0, 1, cols),
                   key = cell_rect(matrix.rect, rows, cols, 3, 0, 1, cols),
                   column = cell_rect(matrix.rect, rows, cols, 0, 3, rows, 1);
        if (matrix.factor) {
            if (matrix.role == Role::taken) CHECK(outlined(key, Meaning::key));
            if (matrix.role == Role::map) CHECK(outlined(column, Meaning::key));
            continue;
        }
        const bool of_keys = matrix.role == Role::key || matrix.role == Role::value;
        CHECK(outlined(of_keys ? key : query, of_keys ? Meaning::key : Meaning::query));
        if (matrix.role == Role::map) CHECK(outlined(column, Meaning::key));
        if (matrix.role == Role::input) CHECK(outlined(key, Meaning::key));
    }
    for (const std::string& token : {drawn.evaluation->tokens()[8].text, drawn.evaluation->tokens()[3].text})
        CHECK(drawn.wrote(token));
}

TEST_CASE("the page is reached as others are; a click chooses, the keys go from half to half where one has room") {
    const test::SettledProgram program(test::options_for(decoder));
    if (!program) return;
    program.run(R"(
key 2
wait 2
click @thumb 1.1
wait 2
click @attention mode products
wait 2
expect attention_mode=products
expect attention_products_whole=yes
click @cell:blocks.0.attn.q[0,3,2]
wait 2
expect cell=blocks.0.attn.q[0,3,2]
expect locked=yes
key V
wait 2
expect attention_mode=overlay
key Shift+V
wait 2
key Shift+Page down
wait 2
expect attention_mode=products
expect head=2
)");
    CHECK(program.state("attention_products").find("blocks.0.attn.out") != std::string::npos);
    const test::SettledProgram small(test::options_for(decoder, {640, 400}));
    small.run("key 2\nwait 2\nkey V\nkey V\nkey V\nkey V\nwait 3\nexpect attention_mode=products");
    CHECK(small.state("attention_products_whole") == "no");
    CHECK(small.state("attention_products").find("weights") != std::string::npos);
    small.run("type [\nwait 2");
    CHECK(small.state("attention_mode") == "products");
    CHECK(small.state("attention_products").find("weights") == std::string::npos);
    small.run("type ]\nwait 2");
    CHECK(small.state("attention_products").find("weights") != std::string::npos);
}

TEST_SUITE_END();
