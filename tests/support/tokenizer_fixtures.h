// Fixtures of tokenizers: plain files and those that gzip made.
#pragma once

#include <zlib.h>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/json_text.h"
#include "core/text/tokenizer.h"
#include "tests/support/support.h"

namespace glassformer::test {

/// The file's bytes, or those of the same name with ".gz"; empty where neither is there.
inline std::string plain_text_of(const std::filesystem::path& path) {
    std::string bytes;
    const std::string name = std::filesystem::exists(path) ? path.string() : path.string() + ".gz";
    gzFile file = gzopen(name.c_str(), "rb");
    if (file == nullptr) return bytes;
    std::array<char, 1U << 16U> part{};
    for (int n = 0; (n = gzread(file, part.data(), part.size())) > 0;)
        bytes.append(part.data(), static_cast<std::size_t>(n));
    gzclose(file);
    return bytes;
}

inline std::vector<int> ids_of(const Encoding& encoding) {
    std::vector<int> ids;
    for (const EncodedToken& token : encoding) ids.push_back(token.id);
    return ids;
}

inline std::vector<int> ids_in(const Json& list) {
    std::vector<int> ids;
    for (const Json& id : list) ids.push_back(id.get<int>());
    return ids;
}

inline std::filesystem::path tokenizer_fixtures() { return fixtures() / "tokenizers"; }

}  // namespace glassformer::test
