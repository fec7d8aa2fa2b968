// What a model expects around the tokens of a text: "[CLS] text [SEP]", "<s> text".
#pragma once

#include <string>
#include <vector>

namespace glassformer {

class Json;

/// A place of the template.
struct TemplatePlace {
    bool text = false;  // the text's own tokens; else the ids below
    std::vector<int> ids{};
    int type = 0;  // segment that the tokens belong to
};

/// Empty: the text alone, as type 0.
using TokenTemplate = std::vector<TemplatePlace>;

/// Reads "post_processor" (null: none); ids must be less than `size`. Throws Error naming the key.
TokenTemplate read_post_processor(const Json* value, int size, const std::string& source);

}  // namespace glassformer
