// Writes config.json: every key that the model's architecture has, with its value.
#include <nlohmann/json.hpp>

#include "core/base/json_text.h"
#include "core/model/config.h"
#include "core/model/config_names.h"
#include "core/model/mask.h"
#include "core/model/positional.h"
#include "core/model/recurrent_cell.h"
#include "core/ops/activation_table.h"

namespace glassformer {

namespace {

void write_transformer(nlohmann::ordered_json& root, const ModelConfig& config) {
    using json = nlohmann::ordered_json;
    root["n_heads"] = config.n_heads;
    root["n_kv_heads"] = config.n_kv_heads;
    if (config.n_cross_heads != config.n_heads) root["n_cross_heads"] = config.n_cross_heads;
    root["d_head"] = config.d_head;
    root["d_ff"] = config.d_ff;
    root["norm"] = spelling(norms, config.norm);
    root["norm_placement"] = spelling(placements, config.norm_placement);
    root["norm_eps"] = shortest_decimal(config.norm_eps);
    root["norm_eps_placement"] = spelling(eps_placements, config.norm_eps_placement);
    root["final_norm"] = config.final_norm;
    root["activation"] = config.activation->name;
    root["gated_mlp"] = config.gated_mlp;
    root["mlp"] = config.mlp;
    root["residual"] = config.residual;

    const PositionalConfig& p = config.positional;
    json& positional = root["positional"];
    positional["kind"] = p.kind->name;
    if (p.kind->has_base) positional["base"] = p.base;
    if (p.combine == Combine::append) {
        positional["combine"] = spelling(combines, p.combine);
        positional["dims"] = p.dims;
    }
    if (p.kind->name == "rope") {
        positional["rotary_dims"] = p.rotary_dims;
        positional["layout"] = spelling(layouts, p.layout);
    }
    if (p.kind->name == "t5") {
        positional["buckets"] = p.buckets;
        positional["max_distance"] = p.max_distance;
    }
    if (p.kind->name == "shaw") positional["clip"] = p.clip;

    json& mask = root["mask"];
    mask["kind"] = config.mask.kind->name;
    if (config.mask.kind->needs_window) mask["window"] = config.mask.window;
    if (config.mask.kind->needs_stride) mask["stride"] = config.mask.stride;
    if (config.mask.kind->needs_prefix) mask["prefix"] = config.mask.prefix;
    if (config.mask.kind->needs_segment) mask["segment"] = config.mask.segment;

    root["attention_scale"] = spelling(attention_scales, config.attention_scale);
    if (config.attention_temperature != 1)
        root["attention_temperature"] = shortest_decimal(config.attention_temperature);
    if (!config.attention_projections) root["attention_projections"] = false;
    root["attention_bias"] = config.attention_bias;
    root["mlp_bias"] = config.mlp_bias;
    root["scale_embeddings"] = config.scale_embeddings;
    root["shared_layers"] = config.shared_layers;
}

void write_other_than_transformer(nlohmann::ordered_json& root, const ModelConfig& config) {
    if (config.architecture == Architecture::convolution) {
        root["activation"] = config.activation->name;
        root["residual"] = config.residual;
        root["convolution"] = {{"width", config.convolution.width},
                               {"causal", config.convolution.window == Window::causal}};
        return;
    }
    if (config.architecture == Architecture::lookup) {
        root["lookup"] = {{"entries", config.lookup.entries}, {"hardness", shortest_decimal(config.lookup.hardness)}};
        return;
    }
    nlohmann::ordered_json& recurrent = root["recurrent"];
    recurrent["cell"] = config.recurrent.cell->name;
    recurrent["d_hidden"] = config.recurrent.d_hidden;
    if (config.architecture == Architecture::recurrent_encoder_decoder)
        recurrent["attention"] = spelling(recurrent_attentions, config.recurrent.attention);
}

}  // namespace

std::string config_json(const ModelConfig& config) {
    using json = nlohmann::ordered_json;
    json root;
    root["model_type"] = "glassformer";
    root["architecture"] = spelling(architectures, config.architecture);
    root["vocab_size"] = config.vocab_size;
    if (has_target(config)) root["target_vocab_size"] = config.target_vocab_size;
    root["d_model"] = config.d_model;
    if (config.architecture != Architecture::lookup) root["n_layers"] = config.n_layers;
    if (config.architecture == Architecture::encoder_decoder) root["n_decoder_layers"] = config.n_decoder_layers;
    root["max_seq_len"] = config.max_seq_len;
    if (is_transformer(config))
        write_transformer(root, config);
    else
        write_other_than_transformer(root, config);
    root["head_bias"] = config.head_bias;
    root["tie_embeddings"] = config.tie_embeddings;

    json& head = root["head"];
    head["kind"] = spelling(heads, config.head.classifier ? 1 : 0);
    if (config.head.classifier) {
        head["n_classes"] = config.head.n_classes;
        head["pooling"] = spelling(poolings, config.head.pooling);
    }
    if (config.tokenizer != TokenizerConfig{}) {
        json& tokenizer = root["tokenizer"];
        if (config.tokenizer.kind != TokenizerConfig::Kind::automatic)
            tokenizer["kind"] = spelling(tokenizers, config.tokenizer.kind);
        if (config.tokenizer.lowercase) tokenizer["lowercase"] = true;
        if (!config.tokenizer.split.empty()) tokenizer["split"] = config.tokenizer.split;
        if (!config.tokenizer.split_front.empty()) tokenizer["split_front"] = config.tokenizer.split_front;
        if (!config.tokenizer.unknown.empty()) tokenizer["unknown"] = config.tokenizer.unknown;
        if (!config.tokenizer.start.empty()) tokenizer["start"] = config.tokenizer.start;
        if (!config.tokenizer.end.empty()) tokenizer["end"] = config.tokenizer.end;
    }
    return root.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace glassformer
