#include "app/handout/handout_blocks.h"

#include "app/handout/texts.h"

namespace glassformer {

LessonBlock paragraph_of(const std::string& strong, const std::vector<LessonSpan>& words) {
    LessonBlock block{.spans = {{.text = strong + (words.empty() ? "" : ": "), .strong = true}}};
    block.spans.insert(block.spans.end(), words.begin(), words.end());
    return block;
}

std::vector<LessonBlock> question_blocks(const HandoutQuestion& question) {
    std::vector<LessonBlock> all{paragraph_of(texts::handout::question, question.question)};
    for (std::size_t i = 0; i < question.options.size(); ++i)
        all.push_back({.kind = LessonBlock::Kind::item,
                       .marker = std::string(1, static_cast<char>('A' + i)) + ".",
                       .spans = question.options[i]});
    for (const std::vector<LessonSpan>& hint : question.hints) all.push_back(paragraph_of(texts::handout::hint, hint));
    return all;
}

std::vector<LessonBlock> answer_blocks(const HandoutQuestion& question) {
    std::vector<LessonBlock> all{paragraph_of(texts::handout::answer, question.answer)};
    all.insert(all.end(), question.text.blocks.begin(), question.text.blocks.end());
    return all;
}

std::size_t group_of(std::span<const LessonBlock> blocks) {
    std::size_t count = 1;
    if (blocks.front().kind == LessonBlock::Kind::row)
        while (count < blocks.size() && blocks[count].kind == LessonBlock::Kind::row && !blocks[count].head) ++count;
    // A heading stays with what follows.
    if (blocks.front().kind == LessonBlock::Kind::heading && blocks.size() > 1) count += group_of(blocks.subspan(1));
    return count;
}

}  // namespace glassformer
