// What the pictures of the attention view draw, against the trace.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <string>

#include "app/paint/head_colour.h"
#include "app/pictures/board/off_mark.h"
#include "app/views/attention/thumbnails.h"
#include "tests/support/attention_drawn.h"

using namespace glassformer;
using test::additive, test::decoder, test::Drawn, test::Notes, test::pair;

TEST_SUITE_BEGIN("attention_pictures");

TEST_CASE("every model's attention is drawn in every way, inside its area, from the trace's own memory") {
    for (const test::PictureModel& model : test::picture_models()) {
        CAPTURE(model.name);
        Drawn drawn(model.name);
        for (int l = 0; l < static_cast<int>(drawn.layers.size()); ++l) {
            const AttentionLayer& layer = drawn.layers[static_cast<std::size_t>(l)];
            const int head = layer.heads - 1;
            const Pair last{layer.queries - 1, layer.keys / 2};
            const std::vector<int> maps = maps_of(drawn.trace(), layer, last.query);
            const CellRef cell = cell_of(*drawn.evaluation, maps.back(), cursor_head(drawn.trace(), layer, head), last);
            for (const Rect area : {Rect{100, 50, 900, 520}, Rect{0, 0, 360, 260}}) {
                const AttentionShow show{.layer = layer, .pair = last, .locked = true};
                drawn.notes = {};
                Page steps = drawn.page(l, head, cell, area);
                draw_steps(steps, show);
                for (const int map : steps_of(*drawn.evaluation, layer, last.query, steps.scene.head))
                    CHECK(drawn.heat_of(map, head) != nullptr);
                CHECK(drawn.notes.bounds.x >= area.x - 2);
                CHECK(drawn.notes.bounds.right() <= area.right() + 2);
                CHECK(drawn.notes.bounds.y >= area.y - 2);
                CHECK(drawn.notes.bounds.bottom() <= area.bottom() + 2);
                drawn.notes = {};
                Page weights = drawn.page(l, head, cell, area);
                draw_weights(weights, show);
                REQUIRE(drawn.heat_of(layer.weights, head) != nullptr);
                drawn.notes = {};
                Page query = drawn.page(l, head, cell, area);
                QueryTerms terms;
                draw_query(query, show, terms);
                CHECK(drawn.notes.heats.size() >= maps.size());
                drawn.notes = {};
                Page lines = drawn.page(l, head, cell, area);
                const std::vector<int> heads{head};
                StrongestArcs strongest;
                const ArcPlaces places = arc_places(lines, layer);
                const std::vector<Arc>& arcs = strongest.of(lines, layer, heads, 0.01F, {});
                draw_arcs(lines, show, places, arcs, heads, {});
                CHECK(drawn.notes.curves == static_cast<int>(arcs.size()));
                CHECK(drawn.notes.bounds.bottom() <= area.bottom() + 8);
            }
        }
    }
}

TEST_CASE("steps show whole maps whose cells are the trace's, labelled with all tokens") {
    Drawn drawn(decoder);
    const AttentionLayer& layer = drawn.layers.at(0);
    Page page = drawn.page(0, 2);
    draw_steps(page, {.layer = layer});
    const std::vector<int> maps = maps_of(drawn.trace(), layer, 0);
    for (const int map : maps) {
        const Notes::Heat* heat = drawn.heat_of(map, 2);
        REQUIRE(heat != nullptr);
        REQUIRE(heat->matrix.rows == 12);
        REQUIRE(heat->matrix.cols == 12);
        for (int q = 0; q < 12; ++q)
            for (int k = 0; k < 12; ++k) {
                const float drawn_value = heat->matrix.at(q, k), value = drawn.trace().value(map, {{2, q, k, 0}});
                CHECK((drawn_value == value || (std::isnan(drawn_value) && std::isnan(value))));
            }
    }
    for (const TokenLabel& token : drawn.evaluation->tokens()) CHECK(drawn.wrote(token.text));
    // A thumbnail is the same map without labels.
    drawn.notes = {};
    Page small = drawn.page(0, 2);
    draw_thumb(small, layer, 1, {10, 10, 60, 60});
    REQUIRE(drawn.notes.heats.size() == 1);
    CHECK(drawn.heat_of(layer.weights, 1) == &drawn.notes.heats.front());
    CHECK(drawn.notes.texts.empty());
}

TEST_CASE("a query's products are the trace's terms: they add up to its scores, and the pair's are written out") {
    Drawn drawn(decoder);
    const AttentionLayer& layer = drawn.layers.at(0);
    const int scores = maps_of(drawn.trace(), layer, 8).front();
    QueryTerms terms;
    Page page = drawn.page(0, 2, {scores, {{2, 8, 1, 0}}});
    draw_query(page, {.layer = layer, .pair = {8, 1}, .locked = true}, terms);
    const ConstMatrix products = terms.scores.matrix();
    REQUIRE(products.rows == 12);
    REQUIRE(products.cols == 8);
    const int q = drawn.trace().find("blocks.0.attn.q"), k = drawn.trace().find("blocks.0.attn.k");
    for (int key = 0; key < 12; ++key) {
        double sum = 0;
        for (int c = 0; c < 8; ++c) {
            const float product = drawn.trace().value(q, {{2, 8, c, 0}}) * drawn.trace().value(k, {{2, key, c, 0}});
            CHECK(products.at(key, c) == doctest::Approx(product));
            sum += static_cast<double>(products.at(key, c));
        }
        CHECK(sum == doctest::Approx(drawn.trace().value(scores, {{2, 8, key, 0}})).epsilon(1e-4));
    }
    for (int c = 0; c < 8; ++c) CHECK(drawn.wrote(short_number(products.at(1, c))));
    bool shown = false;
    for (const Notes::Heat& heat : drawn.notes.heats) shown = shown || heat.matrix.data == products.data;
    CHECK(shown);
    // The query and every column of numbers have a legend that says where its scale ends.
    std::size_t legends = 0;
    for (const Notes::Heat& heat : drawn.notes.heats) {
        bool said = false;
        for (const int digits : {2, 3}) {
            char end[32];
            std::snprintf(end, sizeof end, "%.*g", digits, static_cast<double>(heat.style.limit));
            said = said || drawn.wrote(end) || drawn.wrote(std::string("±") + end);
        }
        legends += said ? 1 : 0;
        CHECK_MESSAGE(said, heat.style.limit);
    }
    CHECK(legends >= 5);  // q, K, their products, the scores, the weights
    // Another query reads other numbers into the same memory, and says so.
    Page other = drawn.page(0, 2, {scores, {{2, 9, 1, 0}}});
    draw_query(other, {.layer = layer, .pair = {9, 1}, .locked = true}, terms);
    CHECK(terms.scores.matrix().generation != products.generation);
    CHECK(terms.scores.matrix().at(1, 0) ==
          doctest::Approx(drawn.trace().value(q, {{2, 9, 0, 0}}) * drawn.trace().value(k, {{2, 1, 0, 0}})));
}

TEST_CASE("a query's row of the head's output is drawn, and what the selected key adds: together they are all of it") {
    for (const std::string& name : {std::string(decoder), std::string(pair), std::string(additive)}) {
        CAPTURE(name);
        Drawn drawn(name);
        const int l = static_cast<int>(drawn.layers.size()) - 1;
        const AttentionLayer& layer = drawn.layers.at(static_cast<std::size_t>(l));
        const int head = layer.heads - 1, query = layer.queries - 1, key = layer.keys / 2;
        const int weights = maps_of(drawn.trace(), layer, query).back(), taken = taken_of(drawn.trace(), layer, query);
        REQUIRE(taken >= 0);
        const int shown_head = cursor_head(drawn.trace(), layer, head);
        const CellRef cell = cell_of(*drawn.evaluation, weights, shown_head, {query, key});
        QueryTerms terms;
        Page page = drawn.page(l, head, cell);
        draw_query(page, {.layer = layer, .pair = {query, key}, .locked = true}, terms);
        const ConstMatrix added = terms.output.matrix();
        const Record& of = drawn.trace().record(taken);
        REQUIRE(terms.output.complete());
        REQUIRE(added.rows == layer.keys);
        REQUIRE(added.cols == of.shape.cols());
        const int values = of.operands.at(1);
        CellRef entry = cell_of(*drawn.evaluation, taken, shown_head, {query, -1});
        for (int c = 0; c < added.cols; ++c) {
            entry.cell[of.shape.rank() - 1] = c;
            double sum = 0;
            for (int k = 0; k < added.rows; ++k) {
                sum += static_cast<double>(added.at(k, c));
                const CellRef a = cell_of(*drawn.evaluation, weights, shown_head, {query, k});
                const Record& v = drawn.trace().record(values);
                const int v_heads = v.shape.size_of(Axis::head, 1);
                const float product = drawn.trace().value(weights, a.cell) *
                                      drawn.trace().value(values, {{head * v_heads / layer.heads, k, c, 0}});
                CHECK(added.at(k, c) == doctest::Approx(product).epsilon(1e-4));
            }
            CHECK(sum == doctest::Approx(drawn.trace().value(taken, entry.cell)).epsilon(1e-4));
        }
        bool whole = false, one = false;
        for (const Notes::Heat& heat : drawn.notes.heats) {
            whole = whole || (heat.matrix.rows == 1 && heat.matrix.cols == added.cols &&
                              heat.matrix.at(0, 0) == drawn.trace().value(taken, [&] {
                                  entry.cell[of.shape.rank() - 1] = 0;
                                  return entry.cell;
                              }()));
            one = one || (heat.matrix.rows == 1 &&
                          heat.matrix.data == added.data + static_cast<std::ptrdiff_t>(key) * added.row_stride);
        }
        CHECK(whole);
        CHECK(one);
        // Without a selected key it is the one with the largest weight.
        int largest = 0;
        const auto weight = [&](int k) {
            const CellRef a = cell_of(*drawn.evaluation, weights, shown_head, {query, k});
            return drawn.trace().value(weights, a.cell);
        };
        for (int k = 1; k < added.rows; ++k)
            if (weight(k) > weight(largest)) largest = k;
        drawn.notes = {};
        Page plain = drawn.page(l, head, entry);
        draw_query(plain, {.layer = layer, .pair = {query, -1}, .locked = true}, terms);
        one = false;
        for (const Notes::Heat& heat : drawn.notes.heats)
            one = one || heat.matrix.data == added.data + static_cast<std::ptrdiff_t>(largest) * added.row_stride;
        CHECK(one);
    }
}

TEST_CASE("arcs are the strongest weights, and a followed token has its numbers beside it") {
    Drawn drawn(decoder);
    const AttentionLayer& layer = drawn.layers.at(0);
    Page page = drawn.page(0, 1);
    std::vector<float> all;
    for (int q = 0; q < 12; ++q)
        for (int k = 0; k < 12; ++k) all.push_back(drawn.trace().value(layer.weights, {{1, q, k, 0}}));
    std::sort(all.rbegin(), all.rend());
    StrongestArcs strongest;
    const std::vector<int> heads{1};
    const std::vector<Arc> arcs = strongest.of(page, layer, heads, 0, {});
    REQUIRE(arcs.size() == max_arcs);
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        CHECK(arcs[i].weight == all[i]);
        CHECK(arcs[i].weight == drawn.trace().value(layer.weights, {{1, arcs[i].query, arcs[i].key, 0}}));
    }
    for (const Arc& arc : strongest.of(page, layer, heads, 0.3F, {})) CHECK(arc.weight >= 0.3F);

    const ArcToken it{false, 8};
    const std::vector<Arc> own = strongest.of(page, layer, heads, 0.001F, it);
    REQUIRE_FALSE(own.empty());
    const ArcPlaces places = arc_places(page, layer);
    draw_arcs(page, {.layer = layer}, places, own, heads, it);
    for (const Arc& arc : own) {
        CHECK(arc.query == 8);
        CHECK(drawn.wrote(short_number(arc.weight)));
    }
    CHECK(drawn.notes.curves == static_cast<int>(own.size()));
    for (const char* weight : {"0.10", "0.50", "1.00"}) CHECK(drawn.wrote(weight));  // how thick a line is for them
    CHECK(places.at(places.rect({true, 5}).centre()) == ArcToken{true, 5});
    CHECK_FALSE(places.at({-5, -5}));
    // Lines of two heads have two colours.
    const std::vector<int> two{0, 1};
    std::set<int> seen;
    for (const Arc& arc : strongest.of(page, layer, two, 0, {})) seen.insert(arc.head);
    CHECK(seen == std::set<int>{0, 1});
    CHECK_FALSE(head_colour(drawn.notes.theme(), 0, 4) == head_colour(drawn.notes.theme(), 1, 4));
}

TEST_CASE("the heads of a layer can be told apart by their colors, on every theme's background") {
    const auto root = [](float v) { return std::cbrt(std::max(0.0F, v)); };  // roughly as bright as it looks
    const auto linear = [](float c) { return c <= 0.04045F ? c / 12.92F : std::pow((c + 0.055F) / 1.055F, 2.4F); };
    const auto apart = [&](Colour a, Colour b) {
        return std::hypot(root(linear(a.r)) - root(linear(b.r)), root(linear(a.g)) - root(linear(b.g)),
                          root(linear(a.b)) - root(linear(b.b)));
    };
    for (const Theme* theme : all_themes())
        for (const int heads : {2, 3, 4, 6, 8, 12}) {
            CAPTURE(theme->name);
            CAPTURE(heads);
            for (int a = 0; a < heads; ++a) {
                CHECK(apart(head_colour(*theme, a, heads), theme->background) > 0.2F);
                if (heads <= 4)  // a head is neither a query nor a key
                    for (const Meaning meaning : {Meaning::query, Meaning::key})
                        CHECK(apart(head_colour(*theme, a, heads), colour(*theme, meaning)) > 0.2F);
                for (int b = 0; b < a; ++b) {
                    CAPTURE(a);
                    CAPTURE(b);
                    CHECK(apart(head_colour(*theme, a, heads), head_colour(*theme, b, heads)) > (heads <= 4   ? 0.5F
                                                                                                 : heads <= 8 ? 0.25F
                                                                                                              : 0.15F));
                }
            }
        }
}

TEST_CASE("of overlaid heads each has its line, its weight beside a followed token, and its color named") {
    for (const Rect area : {Rect{100, 50, 900, 520}, Rect{0, 0, 480, 360}}) {
        Drawn drawn(decoder);
        const AttentionLayer& layer = drawn.layers.at(0);
        const std::vector<int> heads{0, 1, 2, 3};
        REQUIRE(layer.heads == 4);
        Page page = drawn.page(0, 0, {}, area);
        StrongestArcs strongest;
        const ArcToken it{true, 0};
        const std::vector<Arc> arcs = strongest.of(page, layer, heads, 0.001F, it);
        const ArcPlaces places = arc_places(page, layer, 4);
        draw_arcs(page, {.layer = layer}, places, arcs, heads, it);
        std::map<int, int> shown;  // by query: heads that attend to the token
        for (const Arc& arc : arcs) {
            ++shown[arc.query];
            CAPTURE(arc.query);
            CAPTURE(arc.head);
            // In a narrow window the strongest ones have room.
            if (area.w > 600 || shown[arc.query] == 1) CHECK(drawn.wrote(short_number(arc.weight)));
        }
        CHECK(shown.at(0) == 4);
        CHECK(drawn.notes.curves == static_cast<int>(arcs.size()));
        CHECK(drawn.wrote("Head"));
        for (const char* number : {"1", "2", "3", "4"}) CHECK(drawn.wrote(number));
        CHECK(places.heads.bottom() <= places.queries.y);
        CHECK(places.heads.y >= area.y - 1);
        CHECK(drawn.notes.bounds.x >= area.x - 2);
        CHECK(drawn.notes.bounds.right() <= area.right() + 2);
    }
}

TEST_CASE("what is off is crossed out, and says so where that has room") {
    Notes large, small;
    draw_off_mark(large, {10, 10, 80, 60});
    draw_off_mark(small, {10, 10, 20, 4});
    CHECK(large.texts == std::vector<std::string>{"off"});
    CHECK(small.texts.empty());
    for (const Notes* notes : {&large, &small}) {
        CHECK(notes->strokes.size() == 1);
        CHECK(notes->strokes.front().colour == notes->theme().warning);
    }
    CHECK(large.bounds.right() <= 91);
    CHECK(large.bounds.bottom() <= 71);
}

TEST_CASE("a row of cross-attention names the word read and the one foretold") {
    for (const char* name : {pair, additive}) {
        CAPTURE(name);
        Drawn drawn(name);
        const auto layer = static_cast<int>(drawn.layers.size()) - 1;
        Page page = drawn.page(layer, 0);
        const int weights = drawn.layers.back().weights, logits = drawn.trace().find("logits");
        const Record& answers = drawn.trace().record(logits);
        for (int row = 0; row < drawn.layers.back().queries; ++row) {
            int best = 0;
            for (int word = 0; word < answers.shape.cols(); ++word)
                if (answers.at({{row, word, 0, 0}}) > answers.at({{row, best, 0, 0}})) best = word;
            const std::string label = drawn.evaluation->target_tokens()[static_cast<std::size_t>(row)].text + " → " +
                                      label_of(*drawn.evaluation, answers, 1, best);
            CHECK(page.label(weights, 1, row) == label);
            draw_weights(page, {.layer = drawn.layers.back()});
            CHECK(drawn.wrote(label));
        }
        CHECK(page.label(weights, 2, 0) == drawn.evaluation->tokens()[0].text);
    }
}

TEST_CASE("thumbnails of many heads keep a size that can be hit, and few grow until they carry numbers") {
    Notes notes;
    const auto layers = [](int count, int heads, int queries = 8) {
        return std::vector<AttentionLayer>(
            static_cast<std::size_t>(count),
            {.weights = 0, .heads = heads, .queries = queries, .keys = 8, .title = "Block 1", .brief = "1"});
    };
    const Rect area{0, 0, 800, 600};
    const ThumbGrid few = thumb_grid(notes, area, layers(2, 4), true);
    CHECK(few.caption > 0);
    CHECK(few.place(area, 1, 3).right() <= area.right());
    CHECK(few.height() <= area.h);
    const ThumbGrid many = thumb_grid(notes, area, layers(12, 12), true);
    CHECK(many.slot.x >= 24);
    CHECK(many.place(area, 0, 11).right() <= area.right());
    const ThumbGrid strip = thumb_grid(notes, {0, 0, 240, 600}, layers(12, 12), false);
    CHECK(strip.slot.x >= 10);
    CHECK(strip.width() <= 240);
    // Maps are as wide as their keys and as high as their queries, in cells up to 2.4 times as wide as high; one head a
    // layer leaves room for the next beside it.
    const ThumbGrid flat = thumb_grid(notes, area, layers(2, 1, 4), true);
    CHECK(flat.place(area, 0, 0).w >= 2 * flat.place(area, 0, 0).h);
    CHECK(flat.place(area, 0, 0).w <= 2.4F * 2 * flat.place(area, 0, 0).h);
    const ThumbGrid low = thumb_grid(notes, {0, 0, 1000, 300}, layers(1, 2), true);  // the height is used up
    CHECK(low.place(area, 0, 0).w > 1.4F * low.place(area, 0, 0).h);
    CHECK(low.place(area, 0, 1).right() <= 1000);
    const ThumbGrid single = thumb_grid(notes, area, layers(2, 1), true);
    CHECK(single.across == 2);
    CHECK(single.place(area, 1, 0).y == single.place(area, 0, 0).y);
    CHECK(single.place(area, 1, 0).right() <= area.right());
    CHECK(single.slot.x > 0.42F * area.w);
    // … if the name of each still stands above it: on a line of its own where the numbers of heads leave it no room.
    const auto with_names = [&](int heads) {
        std::vector<AttentionLayer> found = layers(2, heads);
        for (AttentionLayer& layer : found) layer.title = "Decoder block 1 · cross-attention";
        return found;
    };
    const std::vector<AttentionLayer> long_names = with_names(1);
    CHECK(thumb_grid(notes, {0, 0, 300, 120}, layers(2, 1), true).across == 2);
    CHECK(thumb_grid(notes, {0, 0, 300, 120}, long_names, true).across == 1);
    const ThumbGrid beside = thumb_grid(notes, {0, 0, 600, 200}, with_names(2), true);
    CHECK(beside.across == 2);
    CHECK(beside.named);
    CHECK_FALSE(thumb_grid(notes, {0, 0, 600, 200}, layers(2, 2), true).named);
    CHECK(fitting_title(notes, long_names[0], 1000) == long_names[0].title);
    CHECK(fitting_title(notes, long_names[0], 10) == "1");
    // Tokens go around the maps where a cell has room for its word, and keys above every map; in a low area only where
    // they change.
    const int keys = 0, others = 0;
    const std::vector<ThumbLabels> same(2, {{.left = 60, .top = 40, .right = 30}, &keys});
    const ThumbGrid named = thumb_grid(notes, area, layers(2, 2), true, same);
    CHECK(named.labelled);
    CHECK(named.across == 1);
    CHECK(named.above == std::vector<float>{40, 40});
    std::vector<AttentionLayer> sentence = layers(2, 2, 13);
    for (AttentionLayer& layer : sentence) layer.keys = 13;
    bool once = false;  // where words would be lost to the room that the second line of them takes
    for (float high = 350; high < 650; high += 5)
        once = once || thumb_grid(notes, {0, 0, 785, high}, sentence, true, same).above == std::vector<float>{40, 0};
    CHECK(once);
    // … also where they make the maps much smaller: an encoder–decoder's three attentions in a window of 1280 × 720.
    std::vector<AttentionLayer> pairs = layers(3, 2, 7);
    for (AttentionLayer& layer : pairs) layer.keys = 6;
    const std::vector<ThumbLabels> wide(3, {{.left = 110, .top = 56, .right = 34}, nullptr});
    CHECK(thumb_grid(notes, {0, 0, 785, 570}, pairs, true, wide).labelled);
    CHECK(named.place(area, 0, 0).x >= 60);
    CHECK(thumb_grid(notes, area, layers(2, 2), true, std::vector<ThumbLabels>{same[0], {same[1].around, &others}})
              .above == std::vector<float>{40, 40});
    CHECK_FALSE(thumb_grid(notes, area, layers(12, 12), true, std::vector<ThumbLabels>(12, same[0])).labelled);
}

TEST_SUITE_END();
