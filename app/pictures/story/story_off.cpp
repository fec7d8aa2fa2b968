// What contributes nothing to a run: heads that are off, sublayers that add zeros. Told by the numbers of the record,
// however they came to be zero.
#include <fmt/core.h>

#include <algorithm>

#include "app/pictures/story/story.h"
#include "app/pictures/story/texts.h"

namespace glassformer {

bool StorySublayer::head_silent(int head, int token) const {
    const std::size_t tokens = passed.size() / static_cast<std::size_t>(std::max(1, heads));
    const std::size_t at = static_cast<std::size_t>(head) * tokens + static_cast<std::size_t>(token);
    return at < passed.size() && passed[at] == 0;
}

bool StorySublayer::head_off(int head) const {
    const auto tokens = static_cast<int>(passed.size()) / std::max(1, heads);
    for (int token = 0; token < tokens; ++token)
        if (!head_silent(head, token)) return false;
    return tokens > 0;
}

int StorySublayer::heads_off() const {
    int off = 0;
    for (int head = 0; head < heads && kind != Kind::mlp; ++head) off += head_off(head) ? 1 : 0;
    return off;
}

bool StorySublayer::adds_nothing(int token) const {
    const auto at = static_cast<std::size_t>(token);
    return at < added.lengths.size() && added.lengths[at] == 0;
}

bool StorySublayer::off() const {
    return !added.lengths.empty() && std::ranges::all_of(added.lengths, [](float length) { return length == 0; });
}

void StoryOff::count(const StorySublayer& sublayer) {
    if (sublayer.off())
        ++(sublayer.kind == StorySublayer::Kind::mlp ? mlps : attentions);
    else
        heads += sublayer.heads_off();
}

void StoryOff::count_at(const StorySublayer& sublayer, int token) {
    if (sublayer.kind == StorySublayer::Kind::mlp || sublayer.off()) return;
    for (int head = 0; head < sublayer.heads; ++head)
        heads += sublayer.head_silent(head, token) && !sublayer.head_off(head) ? 1 : 0;
}

std::string StoryOff::text() const {
    std::string all;
    const auto add = [&](int number, const char* one, const char* several) {
        if (number == 0) return;
        if (!all.empty()) all += ", ";
        all += number == 1 ? std::string(one) : fmt::format(fmt::runtime(several), number);
    };
    add(heads, texts::story::head_off, texts::story::heads_off);
    add(attentions, texts::story::attention_off, texts::story::attentions_off);
    add(mlps, texts::story::mlp_off, texts::story::mlps_off);
    return all;
}

}  // namespace glassformer
