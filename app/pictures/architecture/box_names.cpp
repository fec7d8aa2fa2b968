#include "app/pictures/architecture/box_names.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>

#include "app/pictures/architecture/texts.h"
#include "core/base/number_text.h"
#include "core/model/config_key.h"
#include "core/model/mask.h"
#include "core/model/model.h"
#include "core/model/positional.h"
#include "core/model/recurrent_cell.h"
#include "core/ops/activation_table.h"

namespace glassformer {

namespace {

using Kind = DiagramBox::Kind;
namespace words = texts::architecture;

const char* norm_name(const ModelConfig& config) {
    return config.norm == Norm::rmsnorm ? words::rms_norm : words::layer_norm;
}

/// The mask of a box's attention hides something: by its kind, or because its cells were set to 0.
bool is_masked(const Trace& trace, const DiagramBox& box) {
    for (const std::vector<int>& block : box.stages)
        for (const int id : block) {
            const Record& record = trace.record(id);
            if (record.stage != &stage::scores_masked) continue;
            const ConstView mask = trace.record(record.operands[1]).view();
            const float* const end = mask.data + mask.shape.count();
            if (std::find(mask.data, end, 0.0F) != end) return true;
        }
    return false;
}

void name_attention(const Evaluation& evaluation, DiagramBox& box) {
    const Trace& trace = evaluation.trace();
    const ModelConfig& config = evaluation.model().config;
    box.meaning = Meaning::weight;
    box.name = words::attention;
    if (!is_transformer(config)) return;
    int heads = 1, of_keys = 1;
    for (const int id : box.stages.front()) {
        const Record& record = trace.record(id);
        if (record.stage == &stage::q) heads = record.shape.size(record.shape.find(Axis::head));
        if (record.stage == &stage::k) of_keys = record.shape.size(0);
    }
    const bool own = trace.record(box.stages.front().front()).site.attention != AttentionKind::cross;
    const std::string name = fmt::format(fmt::runtime(heads == 1         ? words::single_head
                                                      : of_keys == heads ? words::multi_head
                                                      : of_keys == 1     ? words::multi_query
                                                                         : words::grouped_query),
                                         own ? words::attention : words::cross_attention);
    // A single token hides nothing from itself: the kind of the mask counts too.
    const std::size_t queries = trace.record(box.stages.front().back()).shape.rows();
    const bool causal = own && (box.stack == Stack::decoder ||
                                (box.stack == Stack::only && config.mask.kind != find_mask("none") && queries == 1));
    const bool masked = is_masked(trace, box) || causal;
    box.name = masked ? fmt::format(words::masked, name) : name;
    box.brief = own ? words::attention : words::cross_attention;
    if (masked) box.brief = fmt::format(words::masked, box.brief);
    box.detail =
        of_keys == heads ? fmt::format(words::heads, heads) : fmt::format(words::heads_of_keys, heads, of_keys);
    const PositionalKind& kind = *config.positional.kind;
    for (const int id : box.stages.front()) {
        const Stage* const at = trace.record(id).stage;
        const bool rotates = at == &stage::q_rot;
        const bool scores = at == &stage::scores_raw && kind.scores != nullptr && own;
        if (!rotates && !scores && at != &stage::position_bias && at != &stage::relative_positions) continue;
        const std::string_view title = kind.title;
        const std::size_t open = title.find(" ("), close = title.find(')');
        const bool proper = open != std::string_view::npos && (rotates || kind.bias != nullptr);
        box.encoding = proper ? title.substr(open + 2, close - open - 2) : title.substr(0, open);
        box.effect = rotates ? words::rotates : words::adds_to_scores;
        box.encoding_of = id;
        return;
    }
}

void name_sum(const Trace& trace, const ModelConfig& config, DiagramBox& box) {
    box.meaning = Meaning::residual;
    box.name = words::add;
    for (const int id : box.stages.front())
        if (trace.record(id).stage->part == ModelPart::norms) {
            box.name = fmt::format(words::add_norm, norm_name(config));
            box.meaning = Meaning::norm;
        }
}

void name_before_linear(const Trace& trace, const ModelConfig& config, DiagramBox& box) {
    box.meaning = Meaning::mlp;
    box.name = words::scale;
    const auto add = [&box](const std::string& more) { box.detail += (box.detail.empty() ? "" : ", ") + more; };
    for (const int id : box.stages.front()) {
        const Stage* const at = trace.record(id).stage;
        if (at == &stage::head_dense) box.name = words::dense;
        if (at == &stage::head_act) add(config.head.transform.activation->title);
        if (at == &stage::head_projected && box.name == words::scale) box.name = words::linear;
        if (at == &stage::head_projected) add(fmt::format(words::embedding_width, config.d_embed));
        if (at == &stage::head_scaled) add(fmt::format(words::times, six_digits(decimal_of(config.logit_scale))));
    }
}

void name_norm(const Evaluation& evaluation, DiagramBox& box) {
    const Stage* const at = evaluation.trace().record(box.first(0)).stage;
    const char* const norm = norm_name(evaluation.model().config);
    box.meaning = Meaning::norm;
    box.name = at == &stage::final_norm ? fmt::format(words::final_norm, norm) : norm;
}

void name_ends(const Evaluation& evaluation, DiagramBox& box) {
    const ModelConfig& config = evaluation.model().config;
    const Trace& trace = evaluation.trace();
    switch (box.kind) {
        case Kind::embedding:
            box.meaning = Meaning::residual;
            box.name = box.stack == Stack::decoder ? words::output_embedding : words::input_embedding;
            if (is_transformer(config) && config.scale_embeddings) box.detail = words::times_root;
            if (is_transformer(config) && config.positional.kind->name == "none")
                box.detail += (box.detail.empty() ? "" : ", ") + std::string(words::no_positions);
            break;
        case Kind::positions:
            box.meaning = Meaning::position;
            box.name = words::positions;
            box.detail = config.positional.kind->parameters.empty()
                             ? fmt::format(words::fixed, config.positional.kind->title)
                             : config.positional.kind->title;
            break;
        case Kind::projection:
            box.meaning = Meaning::residual;
            box.name = words::linear;
            box.detail = fmt::format(words::embedding_width, config.d_embed);
            break;
        case Kind::segments:
            box.meaning = Meaning::residual;
            box.name = words::segments;
            box.detail = config.token_types == 1 ? std::string(words::one_segment)
                                                 : fmt::format(words::count_of_segments, config.token_types);
            break;
        case Kind::sum:
            box.meaning = Meaning::residual;
            box.name = trace.record(box.first(0)).stage == &stage::embed_joined ? words::concat_linear
                       : config.token_types == 0                                ? words::embedding_sum
                       : config.positional.kind->added == nullptr               ? words::segments_sum
                                                                                : words::all_three_sum;
            break;
        case Kind::pooling:
            box.meaning = Meaning::weight;
            box.name = words::pooling[static_cast<std::size_t>(config.head.pooling)];
            break;
        case Kind::before_linear: name_before_linear(trace, config, box); break;
        case Kind::linear:
            box.meaning = Meaning::output;
            box.name = words::linear;
            if (config.tie_embeddings && !config.head.classifier)
                box.detail = has_target(config) ? words::tied_target : words::tied;
            break;
        case Kind::softmax: box.meaning = Meaning::output, box.name = words::softmax; break;
        case Kind::loss: box.meaning = Meaning::gradient, box.name = words::loss; break;
        default: break;
    }
}

std::string brief_name(const DiagramBox& box) {
    switch (box.kind) {
        case Kind::embedding: return words::brief_embedding;
        case Kind::positions: return words::brief_positions;
        case Kind::segments: return words::brief_segments;
        case Kind::loss: return words::brief_loss;
        default: return box.name;
    }
}

}  // namespace

void name_box(const Evaluation& evaluation, DiagramBox& box) {
    const ModelConfig& config = evaluation.model().config;
    switch (box.kind) {
        case Kind::stream: box.meaning = Meaning::residual, box.name = words::stream; break;
        case Kind::norm: name_norm(evaluation, box); break;
        case Kind::attention: name_attention(evaluation, box); break;
        case Kind::add: name_sum(evaluation.trace(), config, box); break;
        case Kind::feed_forward:
            box.meaning = Meaning::mlp;
            box.name = words::feed_forward;
            box.detail = fmt::format(fmt::runtime(config.gated_mlp ? words::gated : words::activated),
                                     config.activation->title, config.d_ff);
            break;
        case Kind::recurrent:
            box.meaning = Meaning::mlp;
            box.name = config.recurrent.cell->title;
            box.detail = fmt::format(words::hidden_units, config.recurrent.d_hidden);
            break;
        case Kind::convolution:
            box.meaning = Meaning::mlp;
            box.name = words::convolution;
            box.detail = fmt::format(words::convolution_width, config.convolution.width, config.activation->title);
            break;
        case Kind::lookup:
            box.meaning = Meaning::weight;
            box.name = words::lookup;
            box.detail = fmt::format(words::entries, config.lookup.entries);
            break;
        default: name_ends(evaluation, box); break;
    }
    if (box.brief.empty()) box.brief = brief_name(box);
}

std::string architecture_title(const ModelConfig& config) {
    switch (config.architecture) {
        case Architecture::encoder_decoder: return words::title_encoder_decoder;
        case Architecture::recurrent: return fmt::format(words::title_recurrent, config.recurrent.cell->title);
        case Architecture::recurrent_encoder_decoder:
            return fmt::format(words::title_recurrent_pair, config.recurrent.cell->title);
        case Architecture::convolution: return words::title_convolution;
        case Architecture::lookup: return words::title_lookup;
        case Architecture::encoder:
        case Architecture::decoder: break;
    }
    const bool encoder = config.architecture == Architecture::encoder;
    if (config.head.classifier)
        return fmt::format(words::title_classifier, encoder ? words::encoder_stack : words::decoder_stack);
    return encoder ? words::title_encoder : words::title_decoder;
}

std::string architecture_note(const ModelConfig& config) {
    if (!is_transformer(config)) return {};
    const bool pre = config.norm_placement == NormPlacement::pre;
    std::string note = config.norm == Norm::none ? words::without_norm
                                                 : fmt::format(fmt::runtime(pre               ? words::pre_norm
                                                                            : config.residual ? words::post_norm
                                                                                              : words::post_norm_alone),
                                                               norm_name(config));
    const auto add = [&note](const char* more) { note.append(", ").append(more); };
    const bool said = config.norm != Norm::none && !pre;  // of the place of the norms
    if (!config.residual || !said) add(config.residual ? words::with_residual : words::without_residual);
    if (is_parallel(config)) add(words::parallel);
    if (!config.mlp) add(words::without_mlp);
    if (config.shared_layers) add(words::same_weights);
    note.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(note.front())));
    return note;
}

}  // namespace glassformer
