// libFuzzer target: any bytes as a tokenizer.json, and a text through it and back. What is wrong with them is an Error;
// anything else that is thrown, and what a sanitizer finds, is a fault of ours. scripts/fuzz-tokenizers.sh runs it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/text/pretrained/tokenizer_json.h"

using namespace glassformer;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view all(reinterpret_cast<const char*>(data), size);
    // The text comes after the file, behind a zero byte.
    const std::size_t end = std::min(all.find('\0'), all.size());
    const std::string_view json = all.substr(0, end);
    const std::string text = repaired_utf8(all.substr(std::min(end + 1, all.size())));
    try {
        const auto tokenizer = tokenizer_from_json(json, "fuzz.json");
        for (const std::string& written :
             {text, std::string("The  animal didn't\ncross: é ﬁ 日本 <s>1234 👋🏽")})
            try {
                const TokenizingSteps steps = tokenizer->steps(written);
                if (!(steps.tokens == tokenizer->encode(written))) std::abort();
                std::vector<int> ids;
                std::size_t done = 0;
                for (const EncodedToken& token : steps.tokens) {
                    if (token.begin < done || token.end < token.begin || token.end > written.size()) std::abort();
                    done = token.end;
                    ids.push_back(token.id);
                    static_cast<void>(tokenizer->bytes(token.id));
                }
                static_cast<void>(tokenizer->decode(ids));
                static_cast<void>(tokenizer->decode_without_special(ids));
            } catch (const Error&) {
            }
    } catch (const Error&) {
    }
    return 0;
}
