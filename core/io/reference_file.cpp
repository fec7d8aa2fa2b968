#include "core/io/reference_file.h"

#include <climits>
#include <system_error>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/json_object.h"
#include "core/base/json_text.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;

std::vector<int> whole_numbers(JsonObject& object, std::string_view key) {
    std::vector<int> numbers;
    const Json& list = object.list(key);
    for (const Json& entry : list) {
        if (!entry.is_number_integer() || entry.get<double>() < 0 || entry.get<double>() > INT_MAX)
            throw object.error(key, "must be a list of whole numbers from 0 on");
        numbers.push_back(entry.get<int>());
    }
    return numbers;
}

/// A stage of one stack, "encoder", "decoder" or "" for a model of one; "" where the name is none of this stack's.
std::string stage_in_stack(std::string_view kind, const std::string& number, const std::string& stack,
                           const ModelConfig& config) {
    const std::string ours = stack.empty() ? "" : stack + ".", theirs = stack.empty() ? "" : stack + "_";
    if (!kind.starts_with(theirs)) return "";
    kind.remove_prefix(theirs.size());
    const int layers = stack == "decoder" ? config.n_decoder_layers : config.n_layers;
    const std::string last = ours + "blocks." + std::to_string(layers - 1) + ".";
    const bool post = config.norm_placement == NormPlacement::post;
    const std::string behind_last = last + (post ? stack == "decoder" ? "norm3" : "norm2" : "resid_post");
    if (kind == "attentions") return ours + "blocks." + number + (stack.empty() ? ".attn" : ".self_attn") + ".weights";
    if (kind == "pre_final_norm") return behind_last;
    if (kind != "hidden_states") return "";
    if (number != std::to_string(layers)) return ours + "blocks." + number + ".resid_pre";
    if (config.d_embed > 0) return "head.projected";
    return config.final_norm ? ours + "final_norm" : behind_last;
}

}  // namespace

bool Reference::is_in(const fs::path& folder) {
    std::error_code unread;
    return !folder.empty() && fs::exists(fs::symlink_status(folder / reference_file, unread));  // a broken link is one
}

bool Reference::remove_from(const fs::path& folder) {
    if (!is_in(folder)) return false;
    for (const std::string_view name : {reference_file, reference_input_file}) {
        std::error_code problem;
        fs::remove(folder / name, problem);
        if (problem)
            throw Error("cannot remove " + path_text(folder / name) +
                        ", which is of the weights that were replaced: " + problem.message());
    }
    return true;
}

Reference Reference::open(const fs::path& folder) {
    const fs::path input = folder / reference_input_file;
    if (!fs::exists(input))
        throw Error(path_text(folder) + " has " + std::string(reference_file) + " but no " +
                    std::string(reference_input_file) + ", which says what it is of");
    const Json root = read_json(input);
    JsonObject object(root, path_text(input));
    Reference reference{.expected = SafetensorsFile::open(folder / reference_file)};
    reference.tokens = whole_numbers(object, "tokens");
    reference.target = whole_numbers(object, "target");
    reference.types = whole_numbers(object, "token_type_ids");
    if (reference.tokens.empty()) throw object.error("tokens", "must be a list of at least one token ID");
    if (!reference.types.empty() && reference.types.size() != reference.tokens.size())
        throw object.error("token_type_ids", "must be one for each of the " + std::to_string(reference.tokens.size()) +
                                                 " tokens, not " + std::to_string(reference.types.size()));
    return reference;
}

std::string stage_of_reference(std::string_view name, const ModelConfig& config) {
    const std::size_t dot = name.rfind('.');
    const std::string_view kind = name.substr(0, dot);
    const std::string number(dot == std::string_view::npos ? "" : name.substr(dot + 1));
    if (kind == "pooler_output") return "head.act";
    if (kind == "cross_attentions") return "decoder.blocks." + number + ".cross_attn.weights";
    for (const char* const stack : {"encoder", "decoder", ""})
        if (std::string stage = stage_in_stack(kind, number, stack, config); !stage.empty()) return stage;
    return std::string(name);
}

}  // namespace glassformer
