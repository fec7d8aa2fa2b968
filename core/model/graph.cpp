// Whole models: decoder, encoder, encoder–decoder, recurrent and convolutional ones, a look-up table, and what reads
// their last row of numbers.
#include "core/model/graph.h"

#include <utility>

#include "core/base/error.h"
#include "core/model/mask.h"
#include "core/model/parts.h"
#include "core/model/positional.h"

namespace glassformer {

namespace {

Shape with_batch(int batch, std::vector<Dimension> dimensions) {
    if (batch > 0) dimensions.insert(dimensions.begin(), {Axis::batch, batch});
    return Shape(dimensions);
}

void check_length(const ModelConfig& config, int length, const char* what) {
    if (length < 1) throw Error(std::string("the ") + what + " is empty: enter at least one token");
    if (length > config.max_seq_len)
        throw Error(std::string("the ") + what + " has " + std::to_string(length) +
                    " tokens, but this model can process at most " + std::to_string(config.max_seq_len) +
                    " (max_seq_len)");
}

std::unordered_map<std::string, std::string> symbols_of(const ModelConfig& config) {
    std::unordered_map<std::string, std::string> symbols;
    for (ParameterShape& parameter : parameter_shapes(config))
        symbols.try_emplace(std::move(parameter.name), std::move(parameter.symbol));
    return symbols;
}

struct PendingMask {
    Ref ref;
    MaskConfig config;
};

class GraphWriter {
public:
    GraphWriter(Tape& tape, const ModelConfig& config, const Weights& weights, const GraphSize& size)
        : parts_{tape, config, ParametersByName(weights), symbols_of(config), size.past}, size_(size) {}

    Graph record() {
        record_shapes();
        for (const PendingMask& mask : masks_) {
            Tensor values(parts_.tape.shape(mask.ref));
            fill_mask(mask.config, values.view(), size_.past);
            parts_.tape.set(mask.ref, values.data);
        }
        if (graph_.padding) fill_ones(graph_.padding);
        if (graph_.target_padding) fill_ones(graph_.target_padding);
        if (graph_.token_types) fill(graph_.token_types, 0.0F);
        return graph_;
    }

    Graph record_shapes() {
        check_length(parts_.config, size_.seq_len, "text");
        if (size_.past > 0) {
            if (parts_.config.architecture != Architecture::decoder || parts_.config.head.classifier ||
                parts_.config.head.none || size_.batch > 0)
                throw Error("only a decoder that predicts next tokens of one text has a cache of keys and values");
            if (depends_on_length(parts_.config.positional.scaling, parts_.config.max_seq_len,
                                  size_.past + size_.seq_len))
                throw Error(
                    "with \"scaling\" of kind \"dynamic\" every rotation changes with the length of the text, "
                    "so keys cannot be cached");
            check_length(parts_.config, size_.past + size_.seq_len, "text");
        }
        read_out(hidden_rows());
        return graph_;
    }

private:
    /// What the head reads: a row a token.
    Ref hidden_rows() {
        switch (parts_.config.architecture) {
            case Architecture::decoder:
            case Architecture::encoder: break;
            case Architecture::encoder_decoder: return encoder_decoder();
            case Architecture::recurrent: return recurrent();
            case Architecture::recurrent_encoder_decoder: return recurrent_encoder_decoder();
            case Architecture::convolution: return convolution();
            case Architecture::lookup: return lookup();
        }
        return single();
    }

    void fill(Ref ref, float value) { parts_.tape.set(ref, std::vector<float>(parts_.tape.shape(ref).count(), value)); }
    void fill_ones(Ref ref) { fill(ref, 1.0F); }

    Ref tokens_input(const Site& site, int length) {
        return parts_.tape.input(stage::token_ids, site, with_batch(size_.batch, {{Axis::position, length}}));
    }
    Ref padding_input(const Site& site, int length) {
        if (size_.batch == 0) return {};
        return parts_.tape.input(stage::padding, site, with_batch(size_.batch, {{Axis::position, length}}));
    }
    Ref mask(const Site& site, int queries, int keys, const MaskConfig& config, const Stage& as = stage::visible) {
        const Ref ref = parts_.tape.input(as, site, Shape{{Axis::query, queries}, {Axis::key, keys}});
        masks_.push_back({ref, config});
        return ref;
    }

    /// Decoder or encoder alone.
    Ref single() {
        const ModelConfig& config = parts_.config;
        const Site site;
        graph_.tokens = tokens_input(site, size_.seq_len);
        if (config.token_types > 0)
            graph_.token_types =
                parts_.tape.input(stage::token_types, site, with_batch(size_.batch, {{Axis::position, size_.seq_len}}));
        graph_.padding = padding_input(site, size_.seq_len);
        const AttentionContext self{.mask = mask(site, size_.seq_len, size_.past + size_.seq_len, config.mask),
                                    .padding = graph_.padding,
                                    .memory = {},
                                    .bidirectional = config.architecture == Architecture::encoder,
                                    .sees_later = sees_later(config.mask)};
        return stack(site, graph_.tokens, config.n_layers, self, nullptr);
    }

    Ref encoder_decoder() {
        const ModelConfig& config = parts_.config;
        check_length(config, size_.target_len, "target text");
        const Site source{.stack = Stack::encoder}, target{.stack = Stack::decoder};
        const MaskConfig everything{.kind = find_mask("none")}, causal{.kind = find_mask("causal")};
        graph_.tokens = tokens_input(source, size_.seq_len);
        graph_.padding = padding_input(source, size_.seq_len);
        const AttentionContext self{.mask = mask(source, size_.seq_len, size_.seq_len, everything),
                                    .padding = graph_.padding,
                                    .memory = {},
                                    .bidirectional = true,
                                    .sees_later = true};
        const Ref memory = stack(source, graph_.tokens, config.n_layers, self, nullptr);
        mark_as_encoders(memory);

        graph_.target_tokens = tokens_input(target, size_.target_len);
        graph_.target_padding = padding_input(target, size_.target_len);
        const AttentionContext decoder_self{.mask = mask(target, size_.target_len, size_.target_len, causal),
                                            .padding = graph_.target_padding,
                                            .memory = {},
                                            .bidirectional = false};
        const AttentionContext cross{
            .mask = mask(target, size_.target_len, size_.seq_len, everything, stage::cross_visible),
            .padding = graph_.padding,
            .memory = memory,
            .bidirectional = true,
            .positional = false};
        return stack(target, graph_.target_tokens, config.n_decoder_layers, decoder_self, &cross);
    }

    /// What the decoder reads of the encoder has another symbol than what the decoder has of its own at that stage.
    void mark_as_encoders(Ref output) {
        if (output) parts_.tape.rename(output, parts_.tape.trace().record(output.id).symbol + "^{enc}");
    }

    static Site layer(Site site, const char* kind, int l) {
        site.layer = kind;
        site.block = l;
        return site;
    }

    Ref recurrent() {
        graph_.tokens = tokens_input({}, size_.seq_len);
        graph_.padding = padding_input({}, size_.seq_len);
        Ref x = embedding(parts_, {}, graph_.tokens);
        for (int l = 0; l < parts_.config.n_layers; ++l) {
            const Site at = layer({}, "rnn", l);
            x = recurrent_layer(parts_, at, x, start_from_zero(parts_, at, size_.batch)).hidden;
        }
        return x;
    }

    Ref recurrent_encoder_decoder() {
        const ModelConfig& config = parts_.config;
        check_length(config, size_.target_len, "target text");
        const Site source{.stack = Stack::encoder}, target{.stack = Stack::decoder};
        graph_.tokens = tokens_input(source, size_.seq_len);
        graph_.padding = padding_input(source, size_.seq_len);
        Ref memory = embedding(parts_, source, graph_.tokens);
        std::vector<RecurrentState> states, start;
        for (int l = 0; l < config.n_layers; ++l) {
            const Site at = layer(source, "rnn", l);
            states.push_back(recurrent_layer(parts_, at, memory, start_from_zero(parts_, at, size_.batch)));
            memory = states.back().hidden;
            mark_as_encoders(states.back().hidden);
            mark_as_encoders(states.back().cell);
        }

        graph_.target_tokens = tokens_input(target, size_.target_len);
        graph_.target_padding = padding_input(target, size_.target_len);
        AttentionContext sight{.mask = {}, .padding = graph_.padding, .memory = memory};
        if (config.recurrent.attention != RecurrentAttention::none) {
            const int queries = config.recurrent.attention == RecurrentAttention::additive ? 1 : size_.target_len;
            sight.mask = mask(target, queries, size_.seq_len, {.kind = find_mask("none")}, stage::cross_visible);
        }
        const Ref x = embedding(parts_, target, graph_.target_tokens);
        for (int l = 0; l < config.n_layers; ++l)
            start.push_back(
                start_from(parts_, layer(target, "rnn", l), states[static_cast<std::size_t>(l)], graph_.padding));
        return recurrent_decoder(parts_, x, start, sight);
    }

    Ref convolution() {
        graph_.tokens = tokens_input({}, size_.seq_len);
        graph_.padding = padding_input({}, size_.seq_len);
        Ref x = embedding(parts_, {}, graph_.tokens);
        for (int l = 0; l < parts_.config.n_layers; ++l)
            x = convolution_layer(parts_, layer({}, "conv", l), x, graph_.padding);
        return x;
    }

    /// Each token asks a table of learned keys and values, all of which answer.
    Ref lookup() {
        Tape& tape = parts_.tape;
        graph_.tokens = tokens_input({}, size_.seq_len);
        graph_.padding = padding_input({}, size_.seq_len);
        const Ref x = embedding(parts_, {}, graph_.tokens);
        Ref scores =
            tape.run(stage::lookup_raw, {}, op::linear_transposed(), {x, parts_.parameter("lookup.keys.weight")});
        scores = tape.run(stage::lookup_scaled, {}, op::scale(parts_.config.lookup.hardness, "β"), {scores});
        const Ref weights = tape.run(stage::lookup_weights, {}, op::softmax(), {scores});  // [pos, entry]
        return tape.run(stage::lookup_out, {}, op::linear(), {weights, parts_.parameter("lookup.values.weight")});
    }

    Ref stack(const Site& site, Ref tokens, int layers, const AttentionContext& self, const AttentionContext* cross) {
        Ref x = embedding(parts_, site, tokens, graph_.token_types);
        for (int l = 0; l < layers; ++l) {
            Site at = site;
            at.block = l;
            x = block(parts_, at, x, self, cross);
        }
        if (parts_.config.final_norm) x = norm(parts_, site, stage::final_norm, prefix(site) + "final_norm", x);
        return x;
    }

    /// Logits, probabilities and loss.
    void read_out(Ref hidden) {
        const ModelConfig& config = parts_.config;
        Tape& tape = parts_.tape;
        const bool pair = has_target(config);
        const std::string at = pair ? "decoder." : "";
        if (pools(config)) hidden = pooled(parts_, hidden, graph_.padding);
        hidden = before_logits(parts_, hidden);
        if (config.head.none) {
            if (size_.loss) throw Error(no_logits(config));
            return;
        }
        const bool tied = config.tie_embeddings && !config.head.classifier;
        const std::string table = token_table(config, pair ? Stack::decoder : Stack::only);
        std::vector<Ref> operands{hidden, parts_.parameter(tied ? table : at + "head.weight")};
        if (config.head_bias) operands.push_back(parts_.parameter(at + "head.bias"));
        graph_.logits = tape.run(stage::logits, {}, tied ? op::linear_transposed() : op::linear(), operands);
        if (size_.loss && !has_probabilities(config)) throw Error(no_loss(config));
        if (size_.probs && has_probabilities(config))
            graph_.probs = tape.run(stage::probs, {}, op::softmax(), {graph_.logits});
        if (size_.loss) {
            const int length = pair ? size_.target_len : size_.seq_len;
            const Shape labels = !config.head.classifier ? with_batch(size_.batch, {{Axis::position, length}})
                                 : size_.batch > 0       ? Shape{{Axis::batch, size_.batch}}
                                                         : Shape{{Axis::scalar, 1}};
            graph_.labels = tape.input(stage::labels, {}, labels);
            graph_.loss = tape.run(stage::loss, {}, op::cross_entropy(size_.smoothing), {graph_.logits, graph_.labels});
        }
    }

    ModelBuilder parts_;
    GraphSize size_;
    Graph graph_;
    std::vector<PendingMask> masks_;
};

}  // namespace

Graph record_model(Tape& tape, const ModelConfig& config, const Weights& weights, const GraphSize& size) {
    return GraphWriter(tape, config, weights, size).record();
}

Graph record_shapes(Tape& tape, const ModelConfig& config, const GraphSize& size) {
    Weights weights;
    for (const ParameterShape& parameter : parameter_shapes(config))
        weights.parameters.push_back({.name = parameter.name, .shape = parameter.shape, .owner = {}});
    return GraphWriter(tape, config, weights, size).record_shapes();
}

std::vector<float> next_token_labels(std::span<const int> tokens) {
    std::vector<float> labels;
    for (std::size_t i = 1; i < tokens.size(); ++i) labels.push_back(static_cast<float>(tokens[i]));
    if (!tokens.empty()) labels.push_back(-1.0F);
    return labels;
}

}  // namespace glassformer
