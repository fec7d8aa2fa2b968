// A folder of the fixtures "hf": a model that this project did not make, its input, and what its makers' code computes
// from it, under the names of our stages.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/json_text.h"
#include "core/io/safetensors.h"
#include "core/model/config.h"
#include "tests/support/support.h"

namespace glassformer::test {

inline std::filesystem::path hf_fixtures() { return fixtures() / "hf"; }

struct HfFixture {
    std::vector<int> tokens, target, types, greedy;
    SafetensorsFile expected;

    explicit HfFixture(const std::filesystem::path& folder)
        : expected(SafetensorsFile::open(folder / "expected.safetensors")) {
        const Json input = read_json(folder / "input.json");
        const auto ids = [&](const char* key) {
            std::vector<int> values;
            if (const Json* list = input.find(key))
                for (const Json& id : *list) values.push_back(id.get<int>());
            return values;
        };
        tokens = ids("tokens");
        target = ids("target");
        types = ids("token_type_ids");
        greedy = ids("greedy");
    }

    /// The stage that an expected tensor is, by the README of the fixtures; "" where there is none.
    static std::string stage_of(const std::string& name, const ModelConfig& config) {
        const std::size_t dot = name.rfind('.');
        const std::string kind = name.substr(0, dot), number = dot == std::string::npos ? "" : name.substr(dot + 1);
        if (kind == "logits") return "logits";
        if (kind == "pooler_output") return "head.act";
        if (kind == "cross_attentions") return "decoder.blocks." + number + ".cross_attn.weights";
        for (const char* const stack : {"encoder", "decoder", ""}) {
            const std::string side = stack, prefix = side.empty() ? "" : side + ".",
                              theirs = side.empty() ? "" : side + "_";
            if (!kind.starts_with(theirs)) continue;
            const int layers = side == "decoder" ? config.n_decoder_layers : config.n_layers;
            const std::string last = prefix + "blocks." + std::to_string(layers - 1) + ".";
            const bool post = config.norm_placement == NormPlacement::post;
            const std::string last_norm = side == "decoder" ? "norm3" : "norm2";
            if (kind == theirs + "attentions")
                return prefix + "blocks." + number + (side.empty() ? ".attn" : ".self_attn") + ".weights";
            if (kind == theirs + "pre_final_norm") return last + (post ? last_norm : "resid_post");
            if (kind != theirs + "hidden_states") continue;
            if (number != std::to_string(layers)) return prefix + "blocks." + number + ".resid_pre";
            if (config.d_embed > 0) return "head.projected";
            if (config.final_norm) return prefix + "final_norm";
            return last + (post ? last_norm : "resid_post");
        }
        return "";
    }
};

}  // namespace glassformer::test
