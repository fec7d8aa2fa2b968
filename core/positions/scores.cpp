#include "core/positions/scores.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/positions/apply.h"

namespace glassformer::positions {

namespace {

float dot(const Tensor& a, const Tensor& b) {
    double sum = 0;
    for (std::size_t c = 0; c < a.data.size(); ++c)
        sum += static_cast<double>(a.data[c]) * static_cast<double>(b.data[c]);
    return static_cast<float>(sum);
}

/// Everything that the terms of one column are made of.
struct ScoreBuilder {
    const Settings& settings;
    const Learned& learned;
    const Content& content;
    const EncodingTables& encoding;
    Scores& out;
    Shape map = {{Axis::query, settings.n_positions}, {Axis::key, settings.n_positions}};
    float scale = score_scale(settings);
    std::size_t n = static_cast<std::size_t>(settings.n_positions);
    std::size_t used = 0;

    Tensor& next(const char* name, const char* formula) {
        if (out.terms.size() == used) out.terms.emplace_back();
        ScoreTerm& term = out.terms[used++];
        term.name = name;
        term.formula = formula;
        reshape(term.map, map);
        return term.map;
    }

    void constant(const char* name, const char* formula, const Tensor& a, const Tensor& b) {
        Tensor& term = next(name, formula);
        std::fill(term.data.begin(), term.data.end(), scale * dot(a, b));
    }

    /// The vector once a token, as an operation reads queries: [head 1, pos, d_head].
    ConstView at_every_place(const Tensor& vector) const {
        reshape(out.repeated,
                {{Axis::head, 1}, {Axis::position, settings.n_positions}, {Axis::d_head, settings.d_head}});
        for (std::size_t i = 0; i < n; ++i)
            std::copy_n(vector.data.data(), settings.d_head, out.repeated.view().row(i));
        return out.repeated.view();
    }

    void scaled(Tensor& term) const {
        term.shape = map;
        for (float& entry : term.data) entry *= scale;
    }
};

void rotated_scores(ScoreBuilder& builder) {
    turned(builder.settings, builder.encoding, Rotated::query, builder.content.query, builder.out.query_rows);
    turned(builder.settings, builder.encoding, Rotated::key, builder.content.key, builder.out.key_rows);
    Tensor& term = builder.next("rotated q · rotated k", "R(i) q · R(j) k");
    multiply(builder.out.query_rows, builder.out.key_rows, Transpose::yes, builder.map, term);
    builder.scaled(term);
}

void cross_terms(ScoreBuilder& builder) {
    const Content& content = builder.content;
    const Tensor& p = *added_rows(builder.settings, builder.encoding);
    const Shape rows{{Axis::position, builder.settings.n_positions}, {Axis::d_head, builder.settings.d_head}};
    multiply(p, content.query_weight, Transpose::no, rows, builder.out.query_rows);  // p_i W_Q
    multiply(p, content.key_weight, Transpose::no, rows, builder.out.key_rows);      // p_j W_K
    builder.constant("content · content", "x_{i} W_{Q} · x_{j} W_{K}", content.query, content.key);

    Tensor& asks_places = builder.next("content · position", "x_{i} W_{Q} · p_{j} W_{K}");
    reshape(builder.out.distances, Shape{{Axis::key, builder.settings.n_positions}, {Axis::scalar, 1}});
    multiply(builder.out.key_rows, content.query, Transpose::yes, builder.out.distances.shape, builder.out.distances);
    for (std::size_t i = 0; i < builder.n; ++i)
        for (std::size_t j = 0; j < builder.n; ++j)
            asks_places.view().row(i)[j] = builder.scale * builder.out.distances.data[j];

    Tensor& places_ask = builder.next("position · content", "p_{i} W_{Q} · x_{j} W_{K}");
    multiply(builder.out.query_rows, content.key, Transpose::yes, builder.out.distances.shape, builder.out.distances);
    for (std::size_t i = 0; i < builder.n; ++i)
        std::fill_n(places_ask.view().row(i), builder.n, builder.scale * builder.out.distances.data[i]);

    Tensor& places = builder.next("position · position", "p_{i} W_{Q} · p_{j} W_{K}");
    multiply(builder.out.query_rows, builder.out.key_rows, Transpose::yes, builder.map, places);
    builder.scaled(places);
}

/// The operation is handed keys of zeros, so that what is left is q · a. It counts from 0: only differences of
/// positions are clipped.
void relative_keys(ScoreBuilder& builder) {
    const PositionalKind& kind = *builder.settings.kind;
    builder.constant("q · k", "q · k", builder.content.query, builder.content.key);
    const ConstView query = builder.at_every_place(builder.content.query);
    reshape(builder.out.key_rows, query.shape);
    std::fill(builder.out.key_rows.data.begin(), builder.out.key_rows.data.end(), 0.0F);
    Tensor& term = builder.next(kind.term.name, kind.term.formula);
    run(*kind.scores(config_of(builder.settings), 0),
        {query, builder.out.key_rows.view(), builder.encoding.table.view()}, term);
    builder.scaled(term);
}

void relative_terms(ScoreBuilder& builder) {
    const Settings& settings = builder.settings;
    const Content& content = builder.content;
    const OperationPtr along_diagonals = op::relative_scores(settings.bidirectional ? Sides::two : Sides::one);
    const Dimension offsets = builder.encoding.table.shape[0];
    multiply(builder.encoding.table, builder.learned.parameters.at(0), Transpose::no,
             {offsets, {Axis::d_head, settings.d_head}}, builder.out.distances);  // r W_R
    const ConstView distances{{{Axis::head, 1}, offsets, {Axis::d_head, settings.d_head}},
                              builder.out.distances.data.data()};
    const auto positional = [&](const char* name, const char* formula, const Tensor& asks) {
        Tensor& term = builder.next(name, formula);
        run(*along_diagonals, {builder.at_every_place(asks), distances}, term);
        builder.scaled(term);
    };
    builder.constant("q · k", "q · k", content.query, content.key);
    positional("q · distance", "q · r_{i-j} W_{R}", content.query);
    builder.constant("u · k", "u · k", builder.learned.parameters.at(1), content.key);
    positional("v · distance", "v · r_{i-j} W_{R}", builder.learned.parameters.at(2));
}

}  // namespace

void score(const Settings& settings, const Learned& learned, const Content& content, const EncodingTables& encoding,
           Scores& out) {
    const PositionalKind& kind = *settings.kind;
    ScoreBuilder builder{
        .settings = settings, .learned = learned, .content = content, .encoding = encoding, .out = out};
    if (kind.rotation != nullptr)
        rotated_scores(builder);
    else if (kind.added != nullptr)
        cross_terms(builder);
    else if (kind.scores != nullptr)
        relative_keys(builder);
    else if (kind.distances != nullptr)
        relative_terms(builder);
    else
        builder.constant("q · k", "q · k", content.query, content.key);
    if (kind.bias != nullptr) {
        Tensor& term = builder.next("bias", "b_{ij}");
        std::copy(encoding.bias.data.begin(), encoding.bias.data.end(), term.data.begin());
    }
    out.terms.resize(builder.used);

    out.map.shape = builder.map;
    out.map.data = out.terms.front().map.data;
    for (std::size_t t = 1; t < out.terms.size(); ++t) {
        const float* from = out.terms[t].map.data.data();
        float* to = out.map.data.data();
        for (std::size_t e = 0; e < out.map.data.size(); ++e) to[e] += from[e];
    }
}

void diagonals(const Tensor& map, Diagonals& out) {
    const auto n = static_cast<std::size_t>(map.shape.cols());
    if (map.shape.rows() != n) throw Error("only a square map has diagonals of one distance, got " + text(map.shape));
    out.least.assign(2 * n - 1, INFINITY);
    out.most.assign(2 * n - 1, -INFINITY);
    for (std::size_t i = 0; i < n; ++i) {
        const float* row = map.view().row(i);
        float *least = out.least.data() + (n - 1 - i), *most = out.most.data() + (n - 1 - i);
        for (std::size_t j = 0; j < n; ++j) {
            least[j] = std::min(least[j], row[j]);
            most[j] = std::max(most[j], row[j]);
        }
    }
}

WidestDiagonal widest_diagonal(const Diagonals& diagonals) {
    WidestDiagonal widest;
    for (std::size_t d = 0; d < diagonals.least.size(); ++d) {
        const double width = static_cast<double>(diagonals.most[d]) - static_cast<double>(diagonals.least[d]);
        if (width > widest.largest) widest = {.largest = width, .distance = diagonals.distance(d)};
    }
    return widest;
}

WidestDiagonal widest_diagonal(const Tensor& map) {
    Diagonals of_map;
    diagonals(map, of_map);
    return widest_diagonal(of_map);
}

void against_distance(const Tensor& map, int query, std::vector<ScoreAtDistance>& out) {
    if (query < 0 || static_cast<std::size_t>(query) >= map.shape.rows())
        throw Error("the map has no query " + std::to_string(query) + ": it has " + std::to_string(map.shape.rows()));
    const float* row = map.view().row(static_cast<std::size_t>(query));
    out.clear();
    for (int j = 0; j < map.shape.cols(); ++j) out.push_back({.distance = query - j, .score = row[j]});
}

double largest_difference(const Tensor& a, const Tensor& b) {
    if (a.data.size() != b.data.size())
        throw Error("two maps of one size can be compared, got " + text(a.shape) + " and " + text(b.shape));
    double largest = 0;
    for (std::size_t e = 0; e < a.data.size(); ++e)
        largest = std::max(largest, std::abs(static_cast<double>(a.data[e]) - static_cast<double>(b.data[e])));
    return largest;
}

}  // namespace glassformer::positions
