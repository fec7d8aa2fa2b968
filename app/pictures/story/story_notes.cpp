// What is said of the part of the story that the mouse is over: its name, its size and a number of the run.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/pictures/story/story_picture.h"
#include "app/pictures/story/texts.h"
#include "core/base/number_text.h"
#include "core/model/model.h"
#include "core/ops/activation_table.h"

namespace glassformer {

std::string short_number(double value) { return with_minus(digits_text(value, 3)); }

namespace {

/// A token's row of a record, of a head where it has heads.
struct RowOf {
    int size = 0;
    std::string norm;
};

RowOf row_of_record(const Evaluation& evaluation, int record, int head, int token) {
    const Record& of = evaluation.trace().record(record);
    const int heads = of.shape.size_of(Axis::head, 1), cols = of.shape.cols();
    const auto rows = static_cast<int>(of.shape.rows()) / std::max(1, heads);
    // A classifier's pooled vector is one row.
    const int row = std::min(head, heads - 1) * rows + std::clamp(token, 0, rows - 1);
    const auto size = static_cast<std::size_t>(cols);
    const float* const numbers = of.entries(static_cast<std::size_t>(row) * size, size);
    double sum = 0;
    for (std::size_t i = 0; numbers != nullptr && i < size; ++i)
        sum += static_cast<double>(numbers[i]) * static_cast<double>(numbers[i]);
    return {cols, short_number(std::sqrt(sum))};
}

/// What a norm, a sum or a residual connection of the open block belongs to, in words.
const char* part_text(const StoryScene& scene, const StoryHit& hit) {
    if (hit.number == static_cast<int>(StoryPart::mlp)) return texts::story::of_mlp;
    if (scene.story.table()) return texts::story::of_lookup;
    return scene.story.source ? texts::story::of_cross_attention : texts::story::of_attention;
}

std::string norm_text(const StoryScene& scene, const StoryHit& hit, const std::string& word) {
    const auto of = static_cast<StoryPart>(hit.number);
    const Record& record = scene.evaluation.trace().record(hit.record);
    if (of == StoryPart::head && record.stage->part != ModelPart::norms) {
        const auto [size, length] = row_of_record(scene.evaluation, hit.record, 0, hit.token);
        const std::string whose =
            scene.story.pooled.empty() ? fmt::format(texts::story::of_word, word) : texts::story::of_pooled;
        if (record.stage == &stage::head_act)
            return fmt::format(texts::story::on_dense, whose,
                               scene.evaluation.model().config.head.transform.activation->title, size, length);
        return fmt::format(fmt::runtime(record.stage == &stage::head_projected ? texts::story::on_projection
                                                                               : texts::story::on_scaling),
                           whose, size, length);
    }
    const std::string where = of == StoryPart::answers ? texts::story::before_answers
                              : of == StoryPart::head  ? texts::story::before_output
                              : of == StoryPart::embedding || of == StoryPart::source_embedding
                                  ? texts::story::after_embedding
                              : scene.story.norm_behind ? fmt::format(texts::story::after_part, part_text(scene, hit))
                                                        : fmt::format(texts::story::before_part, part_text(scene, hit));
    const std::string norm = row_of_record(scene.evaluation, hit.record, 0, hit.token).norm;
    return scene.evaluation.model().config.norm == Norm::rmsnorm
               ? fmt::format(texts::story::rms_norm, where, word, norm)
               : fmt::format(texts::story::layer_norm, where, word, norm);
}

std::string upper_first(std::string text) {
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
        text.front() = static_cast<char>(text.front() - 32);
    return text;
}

/// Of the heads that are on.
std::string result_text(const StorySublayer& attention, const char* part, const std::string& word, int size,
                        const std::string& norm) {
    namespace strings = texts::story;
    const int on = attention.heads - attention.heads_off();
    if (on == 0) return fmt::format(strings::on_result_of_none, part, word, size, norm);
    if (on < attention.heads)
        return fmt::format(strings::on_result_of_some, part, word, on, attention.heads, size, norm);
    return attention.heads > 1 ? fmt::format(strings::on_attention_result, part, word, size, norm)
                               : fmt::format(strings::on_result_of_one_head, part, word, size, norm);
}

std::string and_more(const std::string& said, const std::string& more) {
    return more.empty() ? said : said + (said.ends_with('.') ? " " : ". ") + more;
}

/// Of parallel sublayers; an output of zeros is named.
std::string sum_of_both(const StoryScene& scene, const StoryBlock& block, const StoryHit& hit,
                        const std::string& norm) {
    namespace strings = texts::story;
    const int token = std::max(0, hit.token);
    const std::string& word = scene.story.words[static_cast<std::size_t>(token)];
    std::string said = fmt::format(
        fmt::runtime(scene.story.residual ? strings::on_parallel_sum : strings::on_parallel_sum_alone), word, norm);
    for (const StorySublayer& one : block.sublayers)
        if (one.adds_nothing(token))
            said = and_more(
                said, fmt::format(strings::output_is_zero,
                                  one.kind == StorySublayer::Kind::mlp ? strings::of_mlp : strings::of_attention));
    return said;
}

}  // namespace

std::string tooltip_of(const StoryScene& scene, const StoryHit& hit) {
    using Kind = StoryHit::Kind;
    namespace strings = texts::story;
    const Story& story = scene.story;
    const auto word_in = [&](const std::vector<std::string>& words) {
        const auto at = static_cast<std::size_t>(std::max(0, hit.token));
        return at < words.size() ? words[at] : std::string();
    };
    const StoryBlock& block = story.blocks[static_cast<std::size_t>(scene.open_block)];
    const StorySublayer* attention = attention_of(block);
    const int heads = attention != nullptr ? attention->heads : 1, head = scene.head + 1;
    const std::string name = word_in(story.rows), word = word_in(story.words), key = word_in(story.keys());
    const bool measured = hit.record >= 0 && hit.kind != Kind::weight && hit.kind != Kind::card;
    // Keys and values have fewer heads than queries where query heads share them.
    const auto own_head = [&] {
        const int own = scene.evaluation.trace().record(hit.record).shape.size_of(Axis::head, 1);
        return scene.head * own / std::max(1, heads);
    };
    const RowOf row = measured ? row_of_record(scene.evaluation, hit.record, own_head(), hit.token) : RowOf{};
    const char* const part = part_text(scene, hit);
    const bool off = attention != nullptr && attention->head_off(scene.head);
    const std::string head_off = off ? fmt::format(strings::head_is_off, head) : "";
    const StorySublayer* const sublayer =
        hit.number == static_cast<int>(StoryPart::mlp) || hit.kind == Kind::mlp ? mlp_of(block) : attention;
    const std::string nothing =
        sublayer != nullptr && sublayer->adds_nothing(std::max(0, hit.token)) ? strings::adds_nothing : "";
    const bool table = story.table();
    switch (hit.kind) {
        case Kind::token: return fmt::format(strings::on_token, word, hit.token + 1, story.words.size());
        case Kind::source:
            if (table)
                return fmt::format(strings::on_entry, upper_first(key), hit.token + 1, story.keys().size(), row.norm);
            return fmt::format(strings::on_source, key, hit.token + 1, story.keys().size());
        case Kind::stream:
            return story.residual ? fmt::format(strings::on_stream, word, row.size, row.norm)
                                  : fmt::format(strings::on_vector, word, row.size, row.norm);
        case Kind::norm:
            return norm_text(scene, hit, hit.number == static_cast<int>(StoryPart::source_embedding) ? key : word);
        case Kind::query:
            if (table) return fmt::format(strings::on_table_query, name, row.size, row.norm);
            return fmt::format(strings::on_query, word, head, row.size, row.norm);
        case Kind::key:
            if (table) return fmt::format(strings::on_table_key, key, row.size, row.norm);
            return fmt::format(strings::on_key, key, head, row.size, row.norm);
        case Kind::value:
            if (table) return fmt::format(strings::on_table_value, key, row.size, row.norm);
            return off ? and_more(fmt::format(strings::on_value_off, key, head, row.size, row.norm), head_off)
                       : fmt::format(strings::on_value, key, head, row.size, row.norm);
        case Kind::weight:
            if (table)
                return fmt::format(strings::on_table_weight, name,
                                   percent_text(static_cast<double>(
                                       Story::weight(scene.evaluation, block, scene.head, hit.token, hit.key))),
                                   story.keys()[static_cast<std::size_t>(hit.key)]);
            return and_more(fmt::format(strings::on_weight, head, name, story.keys()[static_cast<std::size_t>(hit.key)],
                                        percent_text(static_cast<double>(
                                            Story::weight(scene.evaluation, block, scene.head, hit.token, hit.key)))),
                            head_off);
        case Kind::card:
            if (table) return fmt::format(strings::on_table_card, story.words.size(), story.keys().size());
            return and_more(fmt::format(strings::on_card, head, heads, story.words.size(), story.keys().size()),
                            head_off);
        case Kind::head: return strings::on_head;
        case Kind::result: return and_more(result_text(*attention, part, word, row.size, row.norm), nothing);
        case Kind::sum:
            if (hit.number == static_cast<int>(StoryPart::both)) return sum_of_both(scene, block, hit, row.norm);
            return and_more(fmt::format(strings::on_sum, word, part, row.norm), nothing);
        case Kind::connection:
            if (hit.number == static_cast<int>(StoryPart::input)) return strings::on_parallel_input;
            if (hit.number == static_cast<int>(StoryPart::both)) return strings::on_parallel_connection;
            return fmt::format(strings::on_connection, part);
        case Kind::mlp: {
            const int width = scene.evaluation.model().config.d_model;
            std::string said = fmt::format(strings::on_mlp, word, width, row.size, width, row.size, row.norm);
            if (story.parallel) said = and_more(said, strings::mlp_reads_input);
            return and_more(said, nothing.empty() ? "" : strings::mlp_adds_nothing);
        }
        case Kind::fold: return fmt::format(strings::on_fold, hit.number + 1);
        case Kind::encoder: return fmt::format(strings::on_encoder, story.keys().size(), row.size);
        case Kind::before: return fmt::format(strings::on_before, block.number);
        case Kind::pooled:
            return fmt::format(
                strings::on_pooled, row.size, word,
                percent_text(static_cast<double>(story.pooled[static_cast<std::size_t>(std::max(0, hit.token))])));
        case Kind::logits: return fmt::format(strings::on_logits, word, row.size);
        case Kind::answer: {
            const StoryRow& said = scene.row != nullptr ? *scene.row : story.chosen;
            const StoryAnswer& answer = said.answers[static_cast<std::size_t>(hit.number)];
            return fmt::format(strings::on_answer, answer.word, percent_text(static_cast<double>(answer.probability)));
        }
    }
    return "";
}

}  // namespace glassformer
