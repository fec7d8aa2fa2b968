// Reads the nested objects of config.json: what each may say, and which of it fits the rest of the model.
#include "core/model/config_parts.h"

#include <nlohmann/json.hpp>

#include "core/model/mask.h"
#include "core/model/positional.h"
#include "core/model/recurrent_cell.h"
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

}  // namespace

void read_positional(JsonObject object, ModelConfig& config) {
    PositionalConfig& p = config.positional;
    const std::string kind = object.string("kind", "learned");
    p.kind = choose_row(object, "kind", all_positional_kinds(), "learned");
    // A key of another kind is checked but not kept, so that equal models have equal configs.
    PositionalConfig given = p;
    given.base = object.number("base", 1, 1e12, p.base);
    given.rotary_dims = static_cast<int>(object.integer("rotary_dims", 2, max_dimension, config.d_head));
    given.layout = choose(object, "layout", layouts, p.layout);
    given.buckets = static_cast<int>(object.integer("buckets", 2, max_dimension, p.buckets));
    given.max_distance = dimension(object, "max_distance", p.max_distance);
    given.clip = dimension(object, "clip", 1);
    given.combine = choose(object, "combine", combines, p.combine);
    given.dims = dimension(object, "dims", 1);
    object.finish();

    const bool rope = kind == "rope", t5 = kind == "t5", shaw = kind == "shaw";
    if (p.kind->has_base) p.base = given.base;
    read_combine(object, given, p);
    if (rope) {
        p.rotary_dims = given.rotary_dims;
        p.layout = given.layout;
        if (p.rotary_dims % 2 != 0)
            throw object.error("rotary_dims", "must be even, got " + std::to_string(p.rotary_dims));
        if (p.rotary_dims > config.d_head)
            throw object.error("rotary_dims", "must be at most d_head " + std::to_string(config.d_head) + ", got " +
                                                  std::to_string(p.rotary_dims));
    }
    if (t5) {
        p.buckets = given.buckets;
        p.max_distance = given.max_distance;
        const bool two_sided = config.architecture != Architecture::decoder;
        if (two_sided && (p.buckets < 4 || p.buckets % 2 != 0))
            throw object.error("buckets", "must be even and at least 4 where keys may follow the query, got " +
                                              std::to_string(p.buckets));
        if (p.max_distance <= p.buckets / 2)
            throw object.error("max_distance", "must be more than half the " + std::to_string(p.buckets) +
                                                   " buckets, got " + std::to_string(p.max_distance));
    }
    if (shaw) {
        if (!object.has("clip")) throw object.error("clip", "is missing");
        p.clip = given.clip;
    }
}

void read_mask(JsonObject object, ModelConfig& config) {
    MaskConfig& mask = config.mask;
    mask.kind =
        choose_row(object, "kind", all_masks(), config.architecture == Architecture::encoder ? "none" : "causal");
    const auto size = [&](std::string_view key, bool needed) {
        if (!needed) {
            object.integer(key, 0, max_dimension, 0);  // a key of another kind: checked, not kept
            return 0;
        }
        return dimension(object, key);
    };
    mask.window = size("window", mask.kind->needs_window);
    mask.stride = size("stride", mask.kind->needs_stride);
    mask.prefix = size("prefix", mask.kind->needs_prefix);
    mask.segment = size("segment", mask.kind->needs_segment);
    object.finish();
    if (config.architecture == Architecture::encoder_decoder && mask.kind->name != "causal")
        throw object.error("kind", "must be \"causal\" in an encoder_decoder, whose encoder has no mask; got \"" +
                                       std::string(mask.kind->name) + "\"");
}

void read_head(JsonObject object, ModelConfig& config) {
    config.head.classifier = object.choice("kind", heads, 0) == 1;
    const std::int64_t n_classes = object.integer("n_classes", config.head.classifier ? 1 : 0, max_dimension, 0);
    const Pooling pooling = choose(object, "pooling", poolings, config.head.pooling);
    object.finish();
    if (!config.head.classifier) return;
    if (!object.has("n_classes")) throw object.error("n_classes", "is missing");
    config.head.n_classes = static_cast<int>(n_classes);
    config.head.pooling = pooling;
    if (has_target(config)) throw object.error("kind", "must be \"lm\" in an encoder_decoder, got \"classifier\"");
    if (config.tie_embeddings)
        throw object.error("kind", "is \"classifier\", whose weight cannot be tied: set \"tie_embeddings\" to false");
}

void read_recurrent(JsonObject object, ModelConfig& config) {
    RecurrentConfig& recurrent = config.recurrent;
    if (!object.has("cell")) throw object.error("cell", "is missing");
    recurrent.cell = choose_row(object, "cell", all_recurrent_cells(), "rnn");
    recurrent.d_hidden = dimension(object, "d_hidden");
    if (config.architecture == Architecture::recurrent_encoder_decoder)
        recurrent.attention = choose(object, "attention", recurrent_attentions, recurrent.attention);
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
    config.convolution.width = dimension(object, "width");
    if (config.convolution.width > config.max_seq_len)
        throw object.error("width", "must be at most max_seq_len (" + std::to_string(config.max_seq_len) + "), got " +
                                        std::to_string(config.convolution.width));
    config.convolution.window = object.boolean("causal", true) ? Window::causal : Window::centred;
    object.finish();
}

void read_lookup(JsonObject object, ModelConfig& config) {
    constexpr double hardest = 1e6;
    config.lookup.entries = dimension(object, "entries");
    config.lookup.hardness = static_cast<float>(object.number("hardness", 0, hardest, 1));
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
