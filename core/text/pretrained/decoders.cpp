#include "core/text/pretrained/decoder.h"

#include <algorithm>
#include <array>

#include "core/base/error.h"
#include "core/base/utf8.h"
#include "core/text/pretrained/aligned_text.h"
#include "core/text/pretrained/byte_alphabet.h"
#include "core/text/pretrained/metaspace.h"
#include "core/text/pretrained/part_reader.h"

namespace glassformer {

namespace {

using Spellings = std::vector<std::string>;
using DecoderOwner = std::unique_ptr<const Decoder>;

void replace_all(std::string& text, std::string_view what, std::string_view by) {
    if (what.empty()) return;
    std::string result;
    std::size_t done = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, done)) {
        result.append(text, done, at - done).append(by);
        done = at + what.size();
    }
    if (done > 0) text = result.append(text, done);
}

/// English without the spaces that cutting at punctuation left.
void clean_up(std::string& text) {
    struct Contraction {
        std::string_view apart, joined;
    };
    constexpr std::array contractions{
        Contraction{" .", "."},     Contraction{" ?", "?"},           Contraction{" !", "!"},
        Contraction{" ,", ","},     Contraction{" ' ", "'"},          Contraction{" n't", "n't"},
        Contraction{" 'm", "'m"},   Contraction{" do not", " don't"}, Contraction{" 's", "'s"},
        Contraction{" 've", "'ve"}, Contraction{" 're", "'re"}};
    for (const Contraction& row : contractions) replace_all(text, row.apart, row.joined);
}

class DecodeBytes final : public Decoder {
public:
    explicit DecodeBytes(JsonObject&) {}
    void decode(Spellings& spellings, MatchBudget&) const override {
        std::string bytes;
        for (const std::string& spelling : spellings) bytes += bytes_of_letters(spelling);
        spellings = {repaired_utf8(bytes)};
    }
};

class DecodeMetaspace final : public Decoder {
public:
    explicit DecodeMetaspace(JsonObject& object) {
        const MetaspaceSettings settings = read_metaspace(object);
        append_utf8(sign_, settings.replacement);
        kept_first_ = settings.scheme == MetaspaceScheme::never;
    }
    void decode(Spellings& spellings, MatchBudget&) const override {
        bool first = true;
        for (std::string& spelling : spellings) {
            replace_all(spelling, sign_, first && !kept_first_ ? "" : " ");
            first = false;
        }
    }

private:
    std::string sign_;
    bool kept_first_;
};

class DecodeWordPiece final : public Decoder {
public:
    explicit DecodeWordPiece(JsonObject& object)
        : prefix_(object.string("prefix", "##")), cleanup_(object.boolean("cleanup", true)) {}
    void decode(Spellings& spellings, MatchBudget&) const override {
        bool first = true;
        for (std::string& spelling : spellings) {
            if (!first && spelling.starts_with(prefix_))
                spelling.erase(0, prefix_.size());
            else if (!first)
                spelling.insert(0, " ");
            if (cleanup_) clean_up(spelling);
            first = false;
        }
    }

private:
    std::string prefix_;
    bool cleanup_;
};

class DecodeWordEnds final : public Decoder {
public:
    explicit DecodeWordEnds(JsonObject& object) : suffix_(object.string("suffix", "</w>")) {}
    void decode(Spellings& spellings, MatchBudget&) const override {
        for (std::string& spelling : spellings)
            replace_all(spelling, suffix_, &spelling == &spellings.back() ? "" : " ");
    }

private:
    std::string suffix_;
};

class DecodeByteFallback final : public Decoder {
public:
    explicit DecodeByteFallback(JsonObject&) {}
    void decode(Spellings& spellings, MatchBudget&) const override {
        Spellings result;
        std::string bytes;
        const auto flush = [&] {
            if (bytes.empty()) return;
            if (const std::string repaired = repaired_utf8(bytes); repaired == bytes)
                result.push_back(bytes);
            else
                result.insert(result.end(), bytes.size(), "\uFFFD");
            bytes.clear();
        };
        for (std::string& spelling : spellings) {
            if (const int byte = byte_of(spelling); byte >= 0) {
                bytes.push_back(static_cast<char>(byte));
                continue;
            }
            flush();
            result.push_back(std::move(spelling));
        }
        flush();
        spellings = std::move(result);
    }

private:
    /// Of "<0xE6>"; -1 for everything else.
    static int byte_of(std::string_view spelling) {
        if (spelling.size() != 6 || !spelling.starts_with("<0x") || spelling.back() != '>') return -1;
        int byte = 0;
        for (const char c : spelling.substr(3, 2)) {
            const int digit = c >= '0' && c <= '9'   ? c - '0'
                              : c >= 'A' && c <= 'F' ? c - 'A' + 10
                              : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                                     : -1;
            if (digit < 0) return -1;
            byte = byte * 16 + digit;
        }
        return byte;
    }
};

class Fuse final : public Decoder {
public:
    explicit Fuse(JsonObject&) {}
    void decode(Spellings& spellings, MatchBudget&) const override {
        std::string whole;
        for (const std::string& spelling : spellings) whole += spelling;
        spellings = {std::move(whole)};
    }
};

class DecodeStrip final : public Decoder {
public:
    explicit DecodeStrip(JsonObject& object)
        : start_(static_cast<std::size_t>(object.integer("start", 0, INT32_MAX, 0))),
          stop_(static_cast<std::size_t>(object.integer("stop", 0, INT32_MAX, 0))) {
        append_utf8(character_, read_character(object, "content"));
    }
    void decode(Spellings& spellings, MatchBudget&) const override {
        for (std::string& spelling : spellings) {
            std::size_t begin = 0, end = spelling.size();
            for (std::size_t n = 0; n < start_ && std::string_view(spelling).substr(begin).starts_with(character_); ++n)
                begin += character_.size();
            for (std::size_t n = 0; n < stop_ && end > begin &&
                                    std::string_view(spelling).substr(begin, end - begin).ends_with(character_);
                 ++n)
                end -= character_.size();
            spelling = spelling.substr(begin, end - begin);
        }
    }

private:
    std::size_t start_, stop_;
    std::string character_;
};

Error too_long(std::size_t longest) {
    return Error("the decoder makes more than " + std::to_string(longest >> 20U) + " MB of these tokens");
}

std::size_t bytes_of(const Spellings& spellings) {
    std::size_t bytes = 0;
    for (const std::string& spelling : spellings) bytes += spelling.size();
    return bytes;
}

class DecodeReplace final : public Decoder {
public:
    explicit DecodeReplace(JsonObject& object) : pattern_(read_pattern(object)), content_(object.string("content")) {}
    void decode(Spellings& spellings, MatchBudget& budget) const override {
        std::vector<TextMatch> matches;
        std::size_t total = 0;
        for (std::string& spelling : spellings) {
            matches.clear();
            pattern_->find(spelling, matches, budget);
            total += spelling.size() + matches.size() * content_.size();
            if (total > longest_normalized_text) throw too_long(longest_normalized_text);
            std::string result;
            std::size_t done = 0;
            for (const TextMatch& match : matches) {
                result.append(spelling, done, match.begin - done).append(content_);
                done = match.end;
            }
            spelling = result.append(spelling, done);
        }
    }

private:
    std::unique_ptr<const Matcher> pattern_;
    std::string content_;
};

/// Connectionist temporal classification (Graves et al. 2006): repeated tokens are one, padding is nothing.
class DecodeCtc final : public Decoder {
public:
    explicit DecodeCtc(JsonObject& object)
        : padding_(object.string("pad_token", "<pad>")),
          delimiter_(object.string("word_delimiter_token", "|")),
          cleanup_(object.boolean("cleanup", true)) {}
    void decode(Spellings& spellings, MatchBudget&) const override {
        spellings.erase(std::unique(spellings.begin(), spellings.end()), spellings.end());
        for (std::string& spelling : spellings) {
            replace_all(spelling, padding_, "");
            if (!cleanup_) continue;
            clean_up(spelling);
            replace_all(spelling, delimiter_, " ");
        }
        std::erase(spellings, "");
    }

private:
    std::string padding_, delimiter_;
    bool cleanup_;
};

class DecodeInSequence final : public Decoder {
public:
    explicit DecodeInSequence(JsonObject& object) : parts_(read_parts(object, "decoders", read_decoder)) {}
    void decode(Spellings& spellings, MatchBudget& budget) const override {
        const std::size_t longest = longest_replaced(bytes_of(spellings));
        for (const DecoderOwner& part : parts_) {
            part->decode(spellings, budget);
            if (bytes_of(spellings) > longest) throw too_long(longest);
        }
    }

private:
    std::vector<DecoderOwner> parts_;
};

template <class Kind>
DecoderOwner made_decoder(JsonObject& object) {
    return std::make_unique<Kind>(object);
}

constexpr std::array decoder_kinds{
    PartKind<Decoder>{"Sequence", made_decoder<DecodeInSequence>},
    PartKind<Decoder>{"ByteLevel", made_decoder<DecodeBytes>},
    PartKind<Decoder>{"Metaspace", made_decoder<DecodeMetaspace>},
    PartKind<Decoder>{"WordPiece", made_decoder<DecodeWordPiece>},
    PartKind<Decoder>{"BPEDecoder", made_decoder<DecodeWordEnds>},
    PartKind<Decoder>{"ByteFallback", made_decoder<DecodeByteFallback>},
    PartKind<Decoder>{"Fuse", made_decoder<Fuse>},
    PartKind<Decoder>{"Strip", made_decoder<DecodeStrip>},
    PartKind<Decoder>{"Replace", made_decoder<DecodeReplace>},
    PartKind<Decoder>{"CTC", made_decoder<DecodeCtc>},
};

}  // namespace

DecoderOwner read_decoder(JsonObject& object) { return read_part(object, decoder_kinds); }

std::string repaired_utf8(std::string_view bytes) {
    std::string result;
    result.reserve(bytes.size());
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t begin = at;
        const char32_t c = next_code_point(bytes, at);
        if (c != U'\uFFFD' || at - begin > 1) {
            result.append(bytes, begin, at - begin);
            continue;
        }
        // What could be the beginning of a code point is one broken sequence.
        const auto lead = static_cast<unsigned char>(bytes[begin]);
        const std::size_t length = lead >= 0xF0 && lead < 0xF5   ? 4
                                   : lead >= 0xE0 && lead < 0xF0 ? 3
                                   : lead >= 0xC2 && lead < 0xE0 ? 2
                                                                 : 1;
        const auto fits = [&](std::size_t place, unsigned char byte) {
            if (place > 1) return (byte & 0xC0U) == 0x80U;
            const unsigned char least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
            const unsigned char most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
            return byte >= least && byte <= most;
        };
        while (at - begin < length && at < bytes.size() && fits(at - begin, static_cast<unsigned char>(bytes[at])))
            ++at;
        result += "\uFFFD";
    }
    return result;
}

}  // namespace glassformer
