#include "app/views/train/charts/part_names.h"

#include <fmt/core.h>

#include <array>
#include <charconv>

#include "app/views/train/charts/charts_texts.h"

namespace glassformer {

namespace {

struct PartWord {
    std::string_view name;
    const char* text;
};
constexpr std::array part_words{
    PartWord{"embeddings", texts::train::part_embeddings},
    PartWord{"positions", texts::train::part_positions},
    PartWord{"attention", texts::train::part_attention},
    PartWord{"cross_attention", texts::train::part_cross_attention},
    PartWord{"mlp", texts::train::part_mlp},
    PartWord{"norms", texts::train::part_norms},
    PartWord{"rnn", texts::train::part_recurrent},
    PartWord{"conv", texts::train::part_convolution},
    PartWord{"final_norm", texts::train::part_final_norm},
    PartWord{"lookup", texts::train::part_lookup},
    PartWord{"head", texts::train::part_head},
};

const char* part_word(std::string_view name) {
    for (const PartWord& word : part_words)
        if (word.name == name) return word.text;
    return nullptr;
}

/// Takes the word before the next dot away.
std::string_view take_word(std::string_view& name) {
    const std::size_t dot = name.find('.');
    const std::string_view word = name.substr(0, dot);
    name.remove_prefix(dot == std::string_view::npos ? name.size() : dot + 1);
    return word;
}

std::string named_part(const std::string_view part, bool brief) {
    std::string_view rest = part;
    std::string text;
    const auto add = [&](std::string_view word) {
        if (!text.empty()) text += ' ';
        text += word;
    };
    const bool decoder = rest.starts_with("decoder.");
    if (decoder) add(brief ? texts::train::part_decoder_brief : texts::train::part_decoder);
    if (rest.starts_with("encoder.")) add(brief ? texts::train::part_encoder_brief : texts::train::part_encoder);
    const bool stacked = !text.empty();
    if (stacked) take_word(rest);
    std::string_view word = take_word(rest);
    const bool block = word == "blocks";
    int number = -1;
    if (!rest.empty()) {
        const std::string_view digits = take_word(rest);
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (number < 0) return std::string(part);
    }
    if (block) {
        add(brief && stacked ? std::to_string(number + 1)
                             : fmt::format(fmt::runtime(texts::train::part_block), number + 1));
        word = take_word(rest);
    }
    const char* known = part_word(word);
    if (known == nullptr || !rest.empty()) return std::string(part);
    if (decoder && block && word == "attention") known = texts::train::part_self_attention;
    add(block || number < 0 ? std::string(known) : fmt::format(fmt::runtime(known), number + 1));
    if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

}  // namespace

std::string part_title(std::string_view part) { return named_part(part, false); }
std::string part_brief(std::string_view part) { return named_part(part, true); }

}  // namespace glassformer
