// Everything a trace depends on, as a plain value with a text form.
#pragma once

#include <string>
#include <vector>

#include "core/tape/trace.h"

namespace glassformer {

/// Everything a trace depends on.
struct Inputs {
    std::string model;  // a built-in name or a folder
    std::string text;
    std::string target;       // encoder–decoder only
    std::vector<Edit> edits;  // a later one of the same cell wins
    /// A JSON object that is merged over the model's config.json (core/model/patched_model.h); "": the model as it is.
    std::string architecture = {};
    bool gradients = false;  // the pass also goes backwards, from the loss
    std::string labels =
        {};  // what the loss is measured against, as core/session/labels.h reads it; "": the natural ones
    /// Of each token the row of the table of token types, in a model that has one; tokens beyond it are of type 0.
    std::vector<int> token_types = {};
    bool operator==(const Inputs&) const = default;
};

/// One line of JSON, and back; Error naming file and key: `source` opens it, `path` is put before the keys.
std::string to_text(const Inputs& inputs);
Inputs inputs_from_text(const std::string& line, const std::string& source = "these inputs",
                        const std::string& path = "");

}  // namespace glassformer
