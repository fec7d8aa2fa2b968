#include "app/pictures/story/story.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "app/paint/visible_text.h"
#include "app/pictures/board/untrained.h"
#include "app/pictures/story/texts.h"
#include "core/generate/next_token.h"
#include "core/model/model.h"
#include "core/session/unknown_words.h"

namespace glassformer {

namespace {

constexpr std::size_t most_named_rows = 128;  // more have no room for names

int find_stage(const Trace& trace, const Stage& stage, const Site& site) { return trace.find(full_name(stage, site)); }

/// The stream behind a sublayer: after its norm where norms stand behind.
int behind(const Trace& trace, const ModelConfig& config, const Site& site, const Stage& residual, const Stage& norm) {
    if (config.norm != Norm::none && config.norm_placement == NormPlacement::post) {
        const int found = find_stage(trace, norm, site);
        if (found >= 0) return found;
    }
    return find_stage(trace, residual, site);
}

/// Length of each head's columns in each token's row of the heads side by side.
std::vector<float> passed_by_heads(const Trace& trace, int concat, int heads) {
    std::vector<float> lengths;
    if (concat < 0) return lengths;
    const ConstView values = trace.record(concat).view();
    const int cols = values.shape.cols() / std::max(1, heads);
    for (int head = 0; head < heads; ++head)
        for (std::size_t row = 0; row < values.shape.rows(); ++row) {
            double sum = 0;
            for (int col = head * cols; col < (head + 1) * cols; ++col)
                sum += static_cast<double>(values.row(row)[col]) * static_cast<double>(values.row(row)[col]);
            lengths.push_back(static_cast<float>(std::sqrt(sum)));
        }
    return lengths;
}

/// An attention of a block, with the stream behind it; none where a stage is missing.
std::optional<StorySublayer> attention_at(const Evaluation& evaluation, Site site, AttentionKind kind,
                                          const Stage& residual, const Stage& norm) {
    const Trace& trace = evaluation.trace();
    const ModelConfig& config = evaluation.model().config;
    const int after = behind(trace, config, site, residual, norm);
    site.attention = kind;
    const int weights = find_stage(trace, stage::weights, site);
    if (weights < 0 || after < 0) return {};
    const int result = find_stage(trace, stage::out, site);
    const int heads = trace.record(weights).shape.size_of(Axis::head, 1);
    return StorySublayer{
        .kind = kind == AttentionKind::cross ? StorySublayer::Kind::cross_attention : StorySublayer::Kind::attention,
        .weights = weights,
        .heads = heads,
        .query = find_stage(trace, stage::q, site),
        .key = find_stage(trace, stage::k, site),
        .value = find_stage(trace, stage::v, site),
        .hidden = {},
        .stream = stream_of(trace, after),
        .result = result,
        .added = stream_of(trace, result),
        .passed = passed_by_heads(trace, find_stage(trace, stage::concat, site), heads),
        .sum = find_stage(trace, residual, site),
        .norm = find_stage(trace, norm, site),
        .residual = config.residual};
}

std::optional<StoryBlock> block_of(const Evaluation& evaluation, Stack stack, int index) {
    const Trace& trace = evaluation.trace();
    const ModelConfig& config = evaluation.model().config;
    const Site site{.stack = stack, .block = index};
    const bool pair = stack == Stack::decoder;
    StoryBlock block{.number = index + 1,
                     .site = site,
                     .in = stream_of(trace, find_stage(trace, stage::resid_pre, site)),
                     .sublayers = {}};
    if (block.in.record < 0) return {};
    const auto add = [&](AttentionKind kind, const Stage& residual, const Stage& norm) {
        std::optional<StorySublayer> attention = attention_at(evaluation, site, kind, residual, norm);
        if (attention) block.sublayers.push_back(std::move(*attention));
        return attention.has_value();
    };
    const bool coder = stack == Stack::encoder;
    const bool whole = pair ? add(AttentionKind::self, stage::resid_self, stage::norm1) &&
                                  add(AttentionKind::cross, stage::resid_cross, stage::norm2)
                            : add(coder ? AttentionKind::self : AttentionKind::only,
                                  is_parallel(config) ? stage::resid_post : stage::resid_mid, stage::norm1);
    if (!whole) return {};
    if (config.mlp) {
        const int hidden = find_stage(trace, stage::mlp_act, site);
        const Stage& norm = pair ? stage::norm3 : stage::norm2;
        const int after = behind(trace, config, site, stage::resid_post, norm);
        if (hidden < 0 || after < 0) return {};
        block.sublayers.push_back({.kind = StorySublayer::Kind::mlp,
                                   .hidden = stream_of(trace, hidden),
                                   .stream = stream_of(trace, after),
                                   .result = find_stage(trace, stage::mlp_out, site),
                                   .added = stream_of(trace, find_stage(trace, stage::mlp_out, site)),
                                   .passed = {},
                                   .sum = find_stage(trace, stage::resid_post, site),
                                   .norm = find_stage(trace, norm, site),
                                   .residual = config.residual});
    }
    return block;
}

/// What goes into the encoder and comes out of it.
std::optional<StorySource> source_of(const Evaluation& evaluation) {
    const Trace& trace = evaluation.trace();
    const int blocks = evaluation.model().config.n_layers;
    StorySource source{.table = false, .words = {}, .blocks = blocks, .in = {}, .out = {}, .off = {}};
    for (int index = 0; index < blocks; ++index) {
        std::optional<StoryBlock> block = block_of(evaluation, Stack::encoder, index);
        if (!block) return {};
        for (const StorySublayer& sublayer : block->sublayers) source.off.count(sublayer);
        if (index == 0) source.in = std::move(block->in);
        source.out = std::move(block->sublayers.back().stream);
    }
    if (const int normed = find_stage(trace, stage::final_norm, {.stack = Stack::encoder}); normed >= 0)
        source.out = stream_of(trace, normed);
    source.embed_norm = find_stage(trace, stage::embed_norm, {.stack = Stack::encoder});
    for (const TokenLabel& token : evaluation.tokens()) source.words.push_back(visible_text(token.text));
    source.unknown = unknown_tokens(evaluation.tokens());
    const bool whole = source.in.lengths.size() == source.words.size() &&
                       source.out.lengths.size() == source.words.size() && !source.words.empty();
    return whole ? std::optional(std::move(source)) : std::nullopt;
}

std::vector<StoryAnswer> answers_of(const Evaluation& evaluation, int row, int count) {
    std::vector<StoryAnswer> answers;
    for (const RankedAnswer& answer : most_probable_answers(evaluation, count, row))
        answers.push_back(
            {answer.token, visible_text(answer_word(evaluation.model(), answer.token)), answer.probability});
    return answers;
}

/// Names of the rows: each with what it predicts where that is the next token, and the model was trained to.
std::vector<std::string> names_of_rows(const Evaluation& evaluation, const std::vector<std::string>& words) {
    std::vector<std::string> names = words;
    if (evaluation.model().config.head.classifier || !predicts_next_token(evaluation.model()) ||
        words.size() > most_named_rows)
        return names;
    const Untrained not_trained = untrained(evaluation);
    for (std::size_t row = 0; row < names.size(); ++row) {
        const auto at = static_cast<int>(row);
        if (!asked_at(evaluation, at) || not_trained.at(at)) continue;
        for (const StoryAnswer& answer : answers_of(evaluation, at, 1))
            names[row] = fmt::format(texts::story::predicts, words[row], answer.word);
    }
    return names;
}

/// Entropy of a row of weights, in nats.
double entropy(const float* weights, int count) {
    double sum = 0;
    for (int i = 0; i < count; ++i) {
        const auto p = static_cast<double>(weights[i]);
        if (p > 0) sum -= p * std::log(p);
    }
    return sum;
}

/// The card's question where it fits what is asked here, else one that fits every model of the kind.
std::string question_of(const Evaluation& evaluation, const std::string& word, int row) {
    const Model& model = evaluation.model();
    const Card& card = model.card;
    if (!card.question.empty() && asked_at(evaluation, row)) {
        std::string question = visible_text(card.question);
        if (const auto hole = question.find("{}"); hole != std::string::npos) question.replace(hole, 2, word);
        return question;
    }
    if (model.config.head.classifier) return texts::story::asks_class;
    if (predicts_next_token(model)) return fmt::format(texts::story::asks_next, word);
    if (card.answers == AnswerPlace::here) return fmt::format(texts::story::asks_here, word);
    return fmt::format(texts::story::asks_masked, word);
}

StoryHead telling_head(const Evaluation& evaluation, const Story& story) {
    StoryHead best;
    double least = 0;
    bool found = false, found_on = false;  // a head that is off tells nothing while another is on
    // The last block first: of equal heads the one nearest to the answer.
    for (int b = static_cast<int>(story.blocks.size()) - 1; b >= 0; --b) {
        const StorySublayer* attention = attention_of(story.blocks[static_cast<std::size_t>(b)]);
        if (attention == nullptr) continue;
        const Record& weights = evaluation.trace().record(attention->weights);
        const ConstView values = weights.view();
        const int cols = values.shape.cols();
        const auto rows = static_cast<int>(values.shape.rows()) / attention->heads;
        for (int head = 0; head < attention->heads; ++head) {
            const double own = entropy(values.row(static_cast<std::size_t>(head * rows + story.answer_row)), cols);
            const bool on = !attention->head_off(head);
            if (found && (found_on && !on)) continue;
            if (found && found_on == on && own >= least - 1e-6) continue;
            found = true;
            found_on = on;
            least = own;
            best = {b, head};
        }
    }
    return best;
}

}  // namespace

StoryStream stream_of(const Trace& trace, int record) {
    StoryStream stream{.record = record, .lengths = {}};
    if (record < 0) return stream;
    const ConstView values = trace.record(record).view();
    const auto cols = static_cast<std::size_t>(values.shape.cols());
    for (std::size_t row = 0; row < values.shape.rows(); ++row) {
        double sum = 0;
        for (std::size_t col = 0; col < cols; ++col) {
            const auto number = static_cast<double>(values.row(row)[col]);
            sum += number * number;
        }
        const double length = std::sqrt(sum);
        stream.lengths.push_back(std::isfinite(length) ? static_cast<float>(length) : 0);
    }
    return stream;
}

const StorySublayer* attention_of(const StoryBlock& block) {
    const StorySublayer* found = nullptr;
    for (const StorySublayer& sublayer : block.sublayers)
        if (sublayer.kind != StorySublayer::Kind::mlp) found = &sublayer;
    return found;
}

const StorySublayer* attention_before(const StoryBlock& block) {
    const StorySublayer& first = block.sublayers.front();
    return &first == attention_of(block) ? nullptr : &first;
}

const StorySublayer* mlp_of(const StoryBlock& block) {
    const StorySublayer& last = block.sublayers.back();
    return last.kind == StorySublayer::Kind::mlp ? &last : nullptr;
}

const StoryStream& read_by_mlp(const Story& story, const StoryBlock& block) {
    return story.parallel ? block.in : attention_of(block)->stream;
}

float Story::weight(const Evaluation& evaluation, const StoryBlock& block, int head, int query, int key) {
    const StorySublayer* attention = attention_of(block);
    if (attention == nullptr) return 0;
    const Record& record = evaluation.trace().record(attention->weights);
    const auto keys = static_cast<std::size_t>(record.shape.cols());
    const auto rows = record.shape.rows() / static_cast<std::size_t>(std::max(1, attention->heads));
    const std::size_t row = static_cast<std::size_t>(head) * rows + static_cast<std::size_t>(query);
    return *record.entries(row * keys + static_cast<std::size_t>(key), 1);
}

bool may_have_story(const Evaluation& evaluation) {
    const ModelConfig& config = evaluation.model().config;
    return (is_transformer(config) || config.architecture == Architecture::lookup) && evaluation.graph().probs &&
           !continued_tokens(evaluation).empty();
}

int story_row(const Evaluation& evaluation) {
    const int last = answer_row(evaluation);
    const std::optional<int> end = end_token(evaluation.model());
    const auto ends = [&](const std::vector<RankedAnswer>& best) {
        return best.empty() || (end && best.front().token == *end);
    };
    if (evaluation.model().config.head.classifier || !has_target(evaluation.model().config) ||
        !ends(most_probable_answers(evaluation, 1, last)))
        return last;
    int found = last;
    float least = 2;
    for (int row = 0; row < static_cast<int>(continued_tokens(evaluation).size()); ++row) {
        const std::vector<RankedAnswer> best = most_probable_answers(evaluation, 1, row);
        if (ends(best) || best.front().probability >= least) continue;
        least = best.front().probability;
        found = row;
    }
    return found;
}

StoryRow row_of(const Evaluation& evaluation, int row) {
    const std::vector<TokenLabel>& tokens = continued_tokens(evaluation);
    const bool classifies = evaluation.model().config.head.classifier;
    const int asked = classifies ? answer_row(evaluation) : row;
    const Untrained not_trained = classifies ? Untrained{} : untrained(evaluation);
    return {.question = question_of(evaluation, visible_text(tokens[static_cast<std::size_t>(asked)].text), asked),
            .note = not_trained.at(row) ? not_trained.why : answer_note(evaluation, asked),
            .answers = answers_of(evaluation, classifies ? 0 : row, story_answers),
            .trained = !not_trained.at(row),
            .unknown = unknown_words(evaluation)};
}

std::vector<float> pooled_shares(const Evaluation& evaluation, std::size_t tokens) {
    const ModelConfig& config = evaluation.model().config;
    std::vector<float> shares(tokens, 0.0F);
    switch (config.head.pooling) {
        case Pooling::mean: std::ranges::fill(shares, 1 / static_cast<float>(tokens)); return shares;
        case Pooling::cls: shares.front() = 1; return shares;
        case Pooling::last: shares.back() = 1; return shares;
        case Pooling::weighted:
        case Pooling::query: break;
    }
    const int weights = find_stage(evaluation.trace(), stage::pool_weights, {});
    if (weights < 0) return shares;
    const ConstView values = evaluation.trace().record(weights).view();
    for (std::size_t i = 0; i < std::min(tokens, values.shape.count()); ++i) shares[i] = values.data[i];
    return shares;
}

bool may_have_time_story(const Evaluation& evaluation) {
    const Architecture kind = evaluation.model().config.architecture;
    return (kind == Architecture::recurrent || kind == Architecture::recurrent_encoder_decoder ||
            kind == Architecture::convolution) &&
           evaluation.graph().probs && !continued_tokens(evaluation).empty();
}

std::optional<Story> story_of(const Evaluation& evaluation) {
    if (!may_have_story(evaluation)) return {};
    const ModelConfig& config = evaluation.model().config;
    const bool pair = config.architecture == Architecture::encoder_decoder;
    Story story;
    for (const TokenLabel& token : continued_tokens(evaluation)) story.words.push_back(visible_text(token.text));
    story.unknown = unknown_tokens(continued_tokens(evaluation));
    if (pair) {
        story.source = source_of(evaluation);
        if (!story.source) return {};
    }
    const bool table = config.architecture == Architecture::lookup;
    if (table && !read_table(evaluation, story)) return {};
    for (int index = 0; !table && index < (pair ? config.n_decoder_layers : config.n_layers); ++index) {
        std::optional<StoryBlock> block = block_of(evaluation, pair ? Stack::decoder : Stack::only, index);
        if (!block || block->in.lengths.size() != story.words.size()) return {};
        story.blocks.push_back(std::move(*block));
    }
    if (story.blocks.empty()) return {};
    story.probs = evaluation.graph().probs.id;
    const int row = story_row(evaluation);
    if (config.head.classifier) story.pooled = pooled_shares(evaluation, story.words.size());
    story.answer_row =
        config.head.classifier ? static_cast<int>(std::ranges::max_element(story.pooled) - story.pooled.begin()) : row;
    story.rows = names_of_rows(evaluation, story.words);
    story.chosen = row_of(evaluation, row);
    story.parallel = is_parallel(config) && !table;
    story.norm_behind = config.norm_placement == NormPlacement::post && !story.parallel;
    story.residual = config.residual && !table;
    story.shared_layers = config.shared_layers;
    const Site outer{.stack = pair ? Stack::decoder : Stack::only};
    story.embed_norm = find_stage(evaluation.trace(), stage::embed_norm, outer);
    story.final_norm = find_stage(evaluation.trace(), stage::final_norm, outer);
    for (const Stage* one : {&stage::head_act, &stage::head_norm, &stage::head_projected, &stage::head_scaled})
        if (const int found = find_stage(evaluation.trace(), *one, {}); found >= 0) story.head.push_back(found);
    story.pooled_vector = find_stage(evaluation.trace(), stage::pooled, {});
    story.logits = find_stage(evaluation.trace(), stage::logits, {});
    const auto take = [](float& longest, const StoryStream& stream) {
        for (const float length : stream.lengths) longest = std::max(longest, length);
    };
    story.longest = story.longest_hidden = 0;
    if (story.source) {
        take(story.longest, story.source->in);
        take(story.longest, story.source->out);
    }
    for (const StoryBlock& block : story.blocks) {
        take(story.longest, block.in);
        for (const StorySublayer& sublayer : block.sublayers) {
            take(story.longest, sublayer.stream);
            take(story.longest, sublayer.added);
            take(story.longest_hidden, sublayer.hidden);
        }
    }
    story.telling = telling_head(evaluation, story);
    return story;
}

}  // namespace glassformer
