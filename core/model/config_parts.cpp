// Reads the nested objects of config.json: what each may say, and which of it fits the rest of the model.
#include "core/model/config_parts.h"

#include "core/model/mask.h"
#include "core/model/positional.h"
#include "core/model/recurrent_cell.h"
#include "core/model/rope_scaling_keys.h"
#include "core/model/tokenizer_config_read.h"

namespace glassformer {

namespace {

/// Whether positions are added or appended, and in how many columns.
void read_combine(JsonObject& object, const PositionalConfig& given, PositionalConfig& p) {
    const std::string kind = "positional kind \"" + std::string(p.kind->name) + "\"";
    if (p.kind->appended_always) {
        if (object.has("combine") && given.combine == Combine::add)
            throw object.error("combine", "must be \"append\" with " + kind);
        if (object.has("dims")) throw object.error("dims", "is max_seq_len with " + kind + "; leave it out");
        return;
    }
    p.combine = given.combine;
    if (p.combine == Combine::append) {
        if (p.kind->added == nullptr)
            throw object.error("combine", "cannot be \"append\" with " + kind + ", which has no rows of positions");
        if (!object.has("dims"))
            throw object.error("dims", "is missing: the number of columns that are appended to the embedding");
        p.dims = given.dims;
    } else if (object.has("dims")) {
        throw object.error("dims", "is of positions that are appended; set \"combine\" to \"append\" or leave it out");
    }
}

/// How rotations are scaled; a key of another kind of scaling is checked but not kept.
RopeScaling read_scaling(JsonObject object, const ModelConfig& config) {
    RopeScaling scaling;
    for (const ScalingKey& row : all_scaling_keys()) {
        const KeyOf<RopeScaling>& key = row.key;
        const bool is_kind = &row == all_scaling_keys().data(), own = row.applies(scaling);
        if (!is_kind && !own && !object.has(key.name)) continue;
        if (own && key.otherwise == nullptr && !object.has(key.name)) throw object.error(key.name, "is missing");
        const double value = read_key(object, key, config);
        if (is_kind || own) key.set(scaling, value);
    }
    object.finish();
    if (scaling.kind == RopeScalingKind::llama3 && scaling.high_freq_factor <= scaling.low_freq_factor)
        throw object.error("high_freq_factor", "must be more than \"low_freq_factor\"");
    if (scaling.kind == RopeScalingKind::yarn && scaling.beta_fast <= scaling.beta_slow)
        throw object.error("beta_fast", "must be more than \"beta_slow\"");
    return scaling;
}

}  // namespace

void read_positional(JsonObject object, ModelConfig& config) {
    PositionalConfig& p = config.positional;
    read_into(object, "positional.kind", config);
    for_each_setting([&](const PositionalSetting& setting) {
        const std::string_view key = setting.key.name;
        const bool own = find_setting(*p.kind, key) != nullptr;
        if (!own && !object.has(key)) return;
        // A key of another kind is checked but not kept, so that equal models have equal configs.
        const double value = read_key(object, setting.key, config);
        if (own) setting.key.set(p, value);
    });
    ModelConfig given = config;
    for (const char* const key : {"positional.combine", "positional.dims", "positional.layout", "positional.shared"})
        read_into(object, key, given);
    if (object.has("scaling")) p.scaling = read_scaling(object.object("scaling"), config);
    object.finish();
    read_combine(object, given.positional, p);
    if (config_key("positional.layout").applies(config)) p.layout = given.positional.layout;
    if (config_key("positional.shared").applies(config)) p.shared = given.positional.shared;
    if (const int columns = p.dims > 0 ? p.dims : config.d_model;
        config_key("positional.layout").applies(config) && p.layout == RotaryLayout::half && columns % 2 != 0)
        throw object.error("layout", "\"half\" needs an even number of columns, got " + std::to_string(columns));
    if (p.kind->problem != nullptr)
        if (const std::optional<SettingProblem> problem = p.kind->problem(config))
            throw object.error(problem->key, problem->complaint);
    if (!p.kind->scales) p.scaling = {};  // of another kind: checked, not kept
}

void read_mask(JsonObject object, ModelConfig& config) {
    MaskConfig& mask = config.mask;
    read_into(object, "mask.kind", config);
    const auto dimension = [&](std::string_view key, std::int64_t min) {
        return static_cast<int>(object.integer(key, min, max_dimension));
    };
    for (const MaskKind& kind : all_masks()) {
        if (!kind.number || (mask.kind->number && kind.number->key == mask.kind->number->key)) continue;
        if (object.has(kind.number->key)) dimension(kind.number->key, 0);  // of another kind: checked, not kept
    }
    mask.number = mask.kind->number ? dimension(mask.kind->number->key, 1) : 0;
    object.finish();
    if (config.architecture == Architecture::encoder_decoder && mask.kind->name != "causal")
        throw object.error("kind", "must be \"causal\" in an encoder_decoder, whose encoder has no mask; got \"" +
                                       std::string(mask.kind->name) + "\"");
}

namespace {

/// What stands between the last block and the output matrix.
void read_transform(JsonObject& object, ModelConfig& config) {
    if (!object.has("transform")) return;
    if (!is_transformer(config)) throw object.error("transform", "is of transformers alone; leave it out");
    JsonObject transform = object.object("transform");
    read_into(transform, "head.transform.activation", config);
    read_into(transform, "head.transform.norm", config);
    transform.finish();
}

/// What a model without an output matrix cannot have.
void check_no_head(JsonObject& object, const ModelConfig& config) {
    const auto refuse = [&](const char* what) {
        throw object.error("kind", std::string("is \"none\", so there is no output matrix: ") + what);
    };
    if (!is_transformer(config)) refuse("only transformers can do without one");
    if (has_target(config) && config.head.transform)
        refuse("in an encoder_decoder \"transform\" would read a row of no text; leave it out");
    if (config.tie_embeddings) refuse("set \"tie_embeddings\" to false");
    if (config.head_bias) refuse("set \"head_bias\" to false");
    if (config.logit_scale != 1) refuse("leave \"logit_scale\" out");
}

}  // namespace

void read_head(JsonObject object, ModelConfig& config) {
    HeadConfig& head = config.head;
    read_into(object, "head.kind", config);
    ConfigKey classes = config_key("head.n_classes").key;
    if (!head.classifier) classes.min = 0;
    classes.set(config, read_key(object, classes, config));
    read_into(object, "head.softmax", config);
    read_into(object, "head.pooling", config);
    read_transform(object, config);
    object.finish();
    if (head.none) check_no_head(object, config);
    if (!head.classifier) {  // what a classifier alone has is checked but not kept
        head.n_classes = 0;
        head.softmax = true;
        if (!pools(config)) head.pooling = Pooling::mean;
        return;
    }
    if (!object.has("n_classes")) throw object.error("n_classes", "is missing");
    if (has_target(config)) throw object.error("kind", "must be \"lm\" in an encoder_decoder, got \"classifier\"");
    if (config.tie_embeddings)
        throw object.error("kind", "is \"classifier\", whose weight cannot be tied: set \"tie_embeddings\" to false");
}

void read_recurrent(JsonObject object, ModelConfig& config) {
    RecurrentConfig& recurrent = config.recurrent;
    read_into(object, "recurrent.cell", config);
    read_into(object, "recurrent.d_hidden", config);
    if (config.architecture == Architecture::recurrent_encoder_decoder)
        read_into(object, "recurrent.attention", config);
    object.finish();
    const std::int64_t width = std::int64_t{recurrent.cell->gates} * recurrent.d_hidden;
    if (width > max_dimension)
        throw object.error("d_hidden", std::to_string(recurrent.d_hidden) + " times " +
                                           std::to_string(recurrent.cell->gates) + " gates must be at most " +
                                           std::to_string(max_dimension));
    if (config.tie_embeddings && recurrent.d_hidden != config.d_model)
        throw object.error("d_hidden", std::to_string(recurrent.d_hidden) + " must be \"d_model\" " +
                                           std::to_string(config.d_model) + " where \"tie_embeddings\" is true");
}

void read_convolution(JsonObject object, ModelConfig& config) {
    read_into(object, "convolution.width", config);
    if (config.convolution.width > config.max_seq_len)
        throw object.error("width", "must be at most max_seq_len (" + std::to_string(config.max_seq_len) + "), got " +
                                        std::to_string(config.convolution.width));
    read_into(object, "convolution.causal", config);
    object.finish();
}

void read_lookup(JsonObject object, ModelConfig& config) {
    read_into(object, "lookup.entries", config);
    read_into(object, "lookup.hardness", config);
    object.finish();
}

TokenizerConfig read_tokenizer_config(JsonObject& config) {
    TokenizerConfig result;
    JsonObject object = config.object("tokenizer");
    result.kind = choose(object, "kind", tokenizers, result.kind);
    result.lowercase = object.boolean("lowercase", result.lowercase);
    result.split = object.strings("split");
    result.split_front = object.strings("split_front");
    for (const std::string& ending : result.split)
        if (ending.empty()) throw object.error("split", "must not hold an empty ending");
    for (const std::string& beginning : result.split_front)
        if (beginning.empty()) throw object.error("split_front", "must not hold an empty beginning");
    result.unknown = object.string("unknown", "");
    result.start = object.string("start", "");
    result.end = object.string("end", "");
    object.finish();
    return result;
}

}  // namespace glassformer
