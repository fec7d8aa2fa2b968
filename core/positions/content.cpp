#include "core/positions/content.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/io/model_folder.h"
#include "core/positions/apply.h"
#include "core/positions/random_tensor.h"
#include "core/tape/trace.h"
#include "core/tensor/head_layout.h"

namespace glassformer::positions {

namespace {

Tensor weight(const Settings& settings, unsigned stream) {
    const Shape shape{{Axis::d_model, settings.d_model}, {Axis::d_head, settings.d_head}};
    if (settings.projection == Projection::random)
        return drawn(shape, settings, stream, 1 / std::sqrt(settings.d_model));
    Tensor identity(shape);
    for (int c = 0; c < std::min(settings.d_model, settings.d_head); ++c) identity.data[shape.offset({{c, c}})] = 1;
    return identity;
}

/// x [rows] W [rows, columns] + bias, in double.
Tensor projected(const Tensor& x, const Tensor& w, const Tensor& bias) {
    Tensor out(Shape{w.shape[1]});
    for (std::size_t c = 0; c < out.data.size(); ++c) {
        double sum = bias.data.empty() ? 0.0 : static_cast<double>(bias.data[c]);
        for (std::size_t r = 0; r < x.data.size(); ++r)
            sum += static_cast<double>(x.data[r]) * static_cast<double>(w.view().row(r)[c]);
        out.data[c] = static_cast<float>(sum);
    }
    return out;
}

/// The projection "q" or "k" of one head as a map of the residual stream: [d_model, d_head] and [d_head].
struct Projected {
    Tensor weight, bias;
};

Projected own_projection(const Model& model, const HeadRef& place, const std::string& name, int head) {
    const ModelConfig& config = model.config;
    Projected part;
    if (!config.attention_projections) {  // the input itself, cut into heads
        part.weight = Tensor(Shape{{Axis::d_model, config.d_model}, {Axis::d_head, config.d_head}});
        for (int c = 0; c < config.d_head; ++c)
            part.weight.data[part.weight.shape.offset({{head * config.d_head + c, c}})] = 1;
        return part;
    }
    const std::string parameter = block_prefix(config, place.site) + name;
    const Parameter* w = model.weights.find(parameter + ".weight");
    if (w == nullptr) throw Error("the model " + model.name + " has no parameter " + parameter + ".weight");
    part.weight = columns_of_head(w->view(), head, config.d_head);
    if (const Parameter* b = model.weights.find(parameter + ".bias"))
        part.bias = columns_of_head(b->view(), head, config.d_head);
    return part;
}

/// Puts the norm before the attention into the projection: for this row x it is (x - mean) / deviation · γ + β, which
/// is linear in x where mean and deviation are held: the mean is a sum over x, the deviation a number.
void absorb_norm(const Model& model, const HeadRef& place, const float* x, Projected& part) {
    const ModelConfig& config = model.config;
    if (config.norm == Norm::none || config.norm_placement == NormPlacement::post) return;
    Site stored{.stack = place.site.stack, .block = config.shared_layers ? 0 : place.site.block};
    const std::string name = prefix(stored) + "norm1";
    const Parameter* gain = model.weights.find(name + ".weight");
    const Parameter* shift = model.weights.find(name + ".bias");
    if (gain == nullptr) throw Error("the model " + model.name + " has no parameter " + name + ".weight");
    const auto d_model = static_cast<std::size_t>(config.d_model);
    const bool centred = config.norm == Norm::layernorm;
    double mean = 0, squares = 0;
    for (std::size_t r = 0; r < d_model; ++r) mean += static_cast<double>(x[r]) / config.d_model;
    if (!centred) mean = 0;
    for (std::size_t r = 0; r < d_model; ++r)
        squares += (static_cast<double>(x[r]) - mean) * (static_cast<double>(x[r]) - mean) / config.d_model;
    const double eps = static_cast<double>(config.norm_eps);
    const bool added_to_std = centred && config.norm_eps_placement == NormEpsPlacement::added_to_std;
    const double deviation = added_to_std ? std::sqrt(squares) + eps : std::sqrt(squares + eps);

    if (shift != nullptr && centred) {
        Tensor beta(shift->shape);
        std::copy_n(shift->data, beta.data.size(), beta.data.data());
        part.bias = projected(beta, part.weight, part.bias);
    }
    const auto columns = static_cast<std::size_t>(config.d_head);
    for (std::size_t c = 0; c < columns; ++c) {
        double sum = 0;
        for (std::size_t r = 0; r < d_model; ++r) {
            float& entry = part.weight.data[r * columns + c];
            const double scaled = static_cast<double>(entry) * static_cast<double>(gain->data[r]) / deviation;
            sum += scaled;
            entry = static_cast<float>(scaled);
        }
        if (!centred) continue;
        for (std::size_t r = 0; r < d_model; ++r)
            part.weight.data[r * columns + c] -= static_cast<float>(sum / config.d_model);
    }
}

const Record& required(const Trace& trace, const Stage& stage, const Site& site) {
    const std::string name = full_name(stage, site);
    const int id = trace.find(name);
    if (id < 0) throw Error("the trace has no stage " + name);
    return trace.record(id);
}

/// What the added positions brought to the residual stream at a row [d_model]; empty where there are none, or where a
/// norm behind the sum or a stream without residual connections has mixed them with the rest.
Tensor own_position(const Model& model, const Trace& trace, const HeadRef& place, int row) {
    const ModelConfig& config = model.config;
    if (config.positional.kind->added == nullptr) return {};
    if (place.site.block > 0 && (!config.residual || config.norm_placement == NormPlacement::post)) return {};
    const Record& places = required(trace, stage::embed_positions, {.stack = place.site.stack});
    const ConstView rows = places.view();
    Tensor own(Shape{rows.shape[1]});
    std::copy_n(rows.row(static_cast<std::size_t>(row)), own.data.size(), own.data.data());
    if (appended_columns(config) == 0) return own;
    return projected(own, learned_of(model, place).mix, {});
}

struct Side {
    Tensor token, weight, projected;
    bool position_removed = false;
};

Side side_of(const Model& model, const Trace& trace, const HeadRef& place, const std::string& name, int head, int row) {
    const Record& record = required(trace, stage::resid_pre, {.stack = place.site.stack, .block = place.site.block});
    const ConstView stream = record.view();  // [pos, d_model]
    if (row < 0 || static_cast<std::size_t>(row) >= stream.shape.rows())
        throw Error("the text has no token " + std::to_string(row) + ": it has " + std::to_string(stream.shape.rows()));
    const float* x = stream.row(static_cast<std::size_t>(row));
    Projected part = own_projection(model, place, name, head);
    absorb_norm(model, place, x, part);
    Side side;
    side.token = Tensor(Shape{stream.shape[1]});
    std::copy_n(x, side.token.data.size(), side.token.data.data());
    const Tensor own = own_position(model, trace, place, row);
    side.position_removed = !own.data.empty();
    for (std::size_t c = 0; c < own.data.size(); ++c) side.token.data[c] -= own.data[c];
    side.projected = projected(side.token, part.weight, part.bias);
    side.weight = std::move(part.weight);
    return side;
}

}  // namespace

Content random_content(const Settings& settings) {
    const Shape token{{Axis::d_model, settings.d_model}};
    Content content;
    content.query_token = drawn(token, settings, query_token_stream);
    content.key_token = settings.same_token ? content.query_token : drawn(token, settings, key_token_stream);
    content.query_weight = weight(settings, query_weight_stream);
    content.key_weight = weight(settings, key_weight_stream);
    content.query = projected(content.query_token, content.query_weight, {});
    content.key = projected(content.key_token, content.key_weight, {});
    content.origin = "random, seed " + std::to_string(settings.seed);
    return content;
}

Content content_of(const Model& model, const Trace& trace, const HeadRef& place, const TokenPair& tokens) {
    const ModelConfig& config = model.config;
    settings_of(config, place.head);  // refuses a head that is not there
    const int kv = kv_head(place.head, config.n_heads, config.n_kv_heads);
    Side query = side_of(model, trace, place, "q", place.head, tokens.query);
    Side key = side_of(model, trace, place, "k", kv, tokens.key);
    return {.query_token = std::move(query.token),
            .key_token = std::move(key.token),
            .query_weight = std::move(query.weight),
            .key_weight = std::move(key.weight),
            .query = std::move(query.projected),
            .key = std::move(key.projected),
            .origin = model.name,
            .positions_removed = query.position_removed};
}

}  // namespace glassformer::positions
