#include "app/pictures/story/story_layout.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/pictures/story/texts.h"

namespace glassformer {

namespace {

constexpr float heading_height = 4.2F, footer_height = 1.8F;  // em
constexpr float title_height = 2.8F;                          // em: the heading where room is scarce
constexpr float largest_row = 4.2F, label_row = 0.78F, smallest_label_row = 0.58F;  // em
constexpr float readable_row = 15;                                                  // pixels
constexpr float smallest_rows = 12, smallest_width = 46;                            // em: less is no picture
constexpr float widest_word = 11, answers_width = 13.5F;                            // em
constexpr float fold_width = 6.5F, narrow_fold = 4.2F, fold_gap = 1;                // em
constexpr float keys_height = 8.2F, values_height = 2.4F;                           // em
constexpr float caption_height = 1.6F;                                              // em
constexpr float source_heading = 2.2F, before_width = 5.6F;                         // em
constexpr float feeders = 0.2F, mlp_share = 0.3F;                                   // of the open block
constexpr float smallest_dot_column = 7;                                            // pixels
constexpr float most_dots = 1000;
constexpr float letter_column = 0.7F;                                                              // em
constexpr float widest_query_word = 5, widest_row_name = 8, least_feed = 3.2F, table_feed = 8.5F;  // em
constexpr float close_width = 58;                                                                  // em
constexpr float room_for_intake = 66;                                                              // em
constexpr float embed_room = 2.6F, head_step = 3;                                                  // em
constexpr float thickest = 0.74F;     // of a token's line: the longest vector's ribbon
constexpr float lane_filled = 0.88F;  // of a lane: the widest ribbon in it
constexpr StoryLane upper_lane{.middle = -0.3F, .share = 0.34F}, lower_lane{.middle = 0.17F, .share = 0.6F};
constexpr float hall_answers = 12.5F, hall_mlp = 3.8F, hall_feed = 3;  // em
constexpr float norm_lead = 0.9F, norm_room = 1.6F, norm_end = 2.4F;  // em

/// The closed boxes: a box per block where they fit, else neighbours together.
std::vector<StoryFold> folds_of(int blocks, int open, float room) {
    const auto fold = [](int first, int last) { return StoryFold{.first = first, .last = last, .box = {}}; };
    std::vector<StoryFold> folds;
    if (static_cast<float>(blocks - 1) <= room) {
        for (int b = 0; b < blocks; ++b)
            if (b != open) folds.push_back(fold(b, b));
        return folds;
    }
    if (open > 0) folds.push_back(fold(0, open - 1));
    if (open + 1 < blocks) folds.push_back(fold(open + 1, blocks - 1));
    return folds;
}

/// Of the keys' words, which rise from the middles of their columns.
float overhang_of(Painter& painter, const Story& story, float column) {
    const float across = std::cos(key_word_degrees * std::numbers::pi_v<float> / 180);
    const auto keys = static_cast<int>(story.keys().size());
    float most = 0;
    for (int key = 0; key < keys; ++key) {
        const float width = painter.measure(story.keys()[static_cast<std::size_t>(key)], em::small).width;
        const float reach = across * std::min(width, widest_key_word * painter.em()) + 0.3F * painter.em();
        most = std::max(most, reach - (static_cast<float>(keys - key) - 0.5F) * column);
    }
    return most;
}

/// Of the ribbons' widths: the longest vector has its room, and those in lanes have theirs.
float scale_of(const Story& story, const StoryLayout& at) {
    float scale = thickest * at.row / std::max(1e-9F, story.longest);
    const auto take = [&](const StoryStream& stream, const StoryLane& lane) {
        for (const float length : stream.lengths)
            scale = std::min(scale, lane_filled * lane.share * at.row / std::max(1e-9F, length));
    };
    for (const StoryBlock& block : story.blocks) {
        const StorySublayer* const mlp = mlp_of(block);
        if (!story.parallel || mlp == nullptr) continue;
        take(attention_of(block)->added, at.attention_lane);
        take(read_by_mlp(story, block), at.mlp_lane);
        take(mlp->added, at.mlp_lane);
    }
    return scale;
}

/// A row whose word can be read. Large text has room to give: its rows shrink to a part of it before their words go.
float named_row(float em) { return std::max(smallest_label_row * em, std::min(label_row * em, readable_row)); }

int rows_of(const Story& story) {
    return static_cast<int>(story.words.size() + (story.source ? story.source->words.size() : 0));
}

/// What is left for the tokens' rows below a heading and above a footer of these heights.
float room_for_rows(float em, const Rect& area, const Story& story, float heading, float footer) {
    const float over = story.source ? source_heading : 0;
    return area.h - (heading + footer + over + keys_height + values_height + (footer > 0 ? caption_height : 0)) * em;
}

}  // namespace

float longest_word(Painter& painter, std::string_view text, float size) {
    float longest = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        longest = std::max(longest, painter.measure(text.substr(0, end), size).width);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return longest;
}

bool has_room(const Painter& painter, const Rect& area, const Story& story) {
    const float em = painter.em();
    const float wanted = std::min(smallest_rows * em, named_row(em) * static_cast<float>(rows_of(story)));
    return area.w >= smallest_width * em && room_for_rows(em, area, story, title_height, 0) >= wanted;
}

StoryLayout lay_out(Painter& painter, const Rect& area, const Story& story, int open_block) {
    const float em = painter.em();
    const auto tokens = static_cast<float>(story.words.size());
    StoryLayout at;
    at.page = area;
    at.open_block = std::clamp(open_block, 0, static_cast<int>(story.blocks.size()) - 1);
    Rect rest = area;
    // Where the tokens' words would be lost, and not without them too, the sentences around the picture give way.
    const float labelled = named_row(em) * static_cast<float>(rows_of(story));
    const float roomy = room_for_rows(em, area, story, heading_height, footer_height);
    at.tight =
        roomy < labelled && (room_for_rows(em, area, story, title_height, 0) >= labelled || roomy < smallest_rows * em);
    // In the type of a lecture hall they would be cut.
    if (painter.least_text() > em::small) at.tight = true;
    at.hall = painter.least_text() > em::small && !story.source && !story.table();
    at.heading = rest.take_top((at.tight ? title_height : heading_height) * em);
    at.footer = rest.take_bottom(at.tight ? 0 : footer_height * em);

    // The source's rows stand above those of the target.
    const auto sources = static_cast<float>(story.source ? story.source->words.size() : 0);
    const float over = sources > 0 ? source_heading * em : 0;
    const float above = keys_height * em, below = (values_height + (at.tight ? 0 : caption_height)) * em;
    at.row = std::clamp((rest.h - over - above - below) / (tokens + sources), 1.0F, largest_row * em);
    at.labels = at.row >= named_row(em);
    if (story.parallel) {
        at.attention_lane = upper_lane;
        at.mlp_lane = lower_lane;
    }
    at.scale = scale_of(story, at);
    const float rows = at.row * tokens, ahead = over + at.row * sources;
    const float left_over = std::max(0.0F, rest.h - ahead - above - below - rows);
    Rect lines{rest.x, rest.y + ahead + above + left_over / 2, rest.w, rows};

    float widest = 0;
    for (const auto* words : {&story.words, &story.keys()})
        for (const std::string& word : *words) widest = std::max(widest, painter.measure(word).width);
    widest = std::max(std::min(widest, widest_word * em), painter.measure(texts::story::words, em::small).width);
    at.words = lines.take_left(widest + 0.8F * em);
    at.answers = lines.take_right(std::min((at.hall ? hall_answers : answers_width) * em, 0.22F * area.w));
    // On a page of few letters the matrix keeps its columns, and what is around it stands closer.
    const bool close = area.w < close_width * em;
    at.lead = (close ? 1.8F : 3.4F) * em;
    at.stage = lines;

    // Closed blocks take what the open one leaves, at most a third.
    const auto blocks = static_cast<int>(story.blocks.size());
    const float most = at.stage.w / 3;
    at.folds = folds_of(blocks, at.open_block, at.hall ? 1 : most / ((narrow_fold + fold_gap) * em));
    const auto count = static_cast<float>(at.folds.size());
    const float widest_fold = (close || at.hall ? narrow_fold : fold_width) * em;
    const float wide = count > 0 ? std::min(widest_fold, most / count - fold_gap * em) : 0;
    const float top = at.stage.y - above, high = rows + above + below;
    float before = fold_gap * em;
    if (story.residual && !at.hall && area.w >= room_for_intake * em) {
        before = longest_word(painter, texts::story::residual_stream, em::small) + 0.9F * em;
        at.intake = {at.stage.x + 0.3F * em, at.stage.y - 2.7F * em, before - 0.6F * em, 2.5F * em};
    }
    if (story.embed_norm >= 0 || (story.source && story.source->embed_norm >= 0)) {
        before = std::max(before, embed_room * em);
        at.norm_embed = at.stage.x + 1.2F * em;
    }
    float x = at.stage.x + before;
    float open_left = x;
    // A classifier's head reads the pooled vector, behind the rows.
    const float of_head = story.pooled.empty() ? head_step * static_cast<float>(story.head.size()) * em : 0;
    const float after = (story.final_norm >= 0 && !at.hall ? norm_end : fold_gap) * em + of_head;
    const float open_width = at.stage.w - before - after - count * (wide + fold_gap * em);
    bool placed = false;
    for (StoryFold& fold : at.folds) {
        if (!placed && fold.first > at.open_block) {
            open_left = x;
            x += open_width + fold_gap * em;
            placed = true;
        }
        fold.box = Rect{x, top, wide, high}.snapped();
        x += wide + fold_gap * em;
    }
    if (!placed) open_left = x;
    at.open = Rect{open_left, top, open_width, high}.snapped();

    const StoryBlock& block = story.blocks[static_cast<std::size_t>(at.open_block)];
    const StorySublayer* attention = attention_of(block);
    const StorySublayer* own_mlp = mlp_of(block);
    const bool with_mlp = own_mlp != nullptr, behind = story.norm_behind;
    Rect inside = at.open.inset(0.8F * em, 0);
    if (behind && !at.hall && block.sublayers.back().norm >= 0) {
        at.norm_out = inside.right() - 0.6F * em;
        inside.take_right(1.6F * em);
    }
    at.out = inside.right();
    const Rect mlp =
        with_mlp ? inside.take_right(at.hall ? hall_mlp * em : (close ? 0.75F : 1.0F) * mlp_share * inside.w) : Rect{};
    if (attention_before(block) != nullptr) {
        at.before = inside.take_left((close ? 0.65F : 1.0F) * before_width * em);
        at.before = Rect{at.before.x, at.stage.y - 0.6F * em, at.before.w, rows + 1.2F * em}.snapped();
        inside.take_left(0.8F * em);
    }
    at.branch = inside.x + 0.1F * em;
    if (!behind && !at.hall && attention != nullptr && attention->norm >= 0) {
        at.norm = at.branch + norm_lead * em;
        inside.take_left(norm_room * em);
    }
    at.port = inside.x + 0.1F * em;
    if (story.final_norm >= 0 && !at.hall) at.norm_final = at.stage.right() - 1.1F * em - of_head;
    for (std::size_t i = 0; story.pooled.empty() && i < story.head.size(); ++i)
        at.head.push_back(at.stage.right() - 1.1F * em -
                          head_step * static_cast<float>(story.head.size() - 1 - i) * em);
    // The queries' words stand between the lines that feed the card and its rows.
    const auto keys = static_cast<float>(story.keys().size());
    const float to_sum = (close ? 1.2F : 2.6F) * em;  // from the card
    const auto beside = [&](const std::vector<std::string>& names, float most_wide) {
        float needed = 0;
        for (const std::string& name : names)
            needed = std::max(needed, painter.measure(name, em::small, Face::bold).width + 1);
        return std::min(needed, most_wide * em);
    };
    const float overhang = overhang_of(painter, story, std::max(at.row, em));
    at.beside = at.hall ? 0 : beside(story.rows, story.rows == story.words ? widest_query_word : widest_row_name);
    // Weights are what the card is for: names of its rows leave their columns the width of a letter.
    if (at.labels && !at.hall &&
        inside.w - at.beside - least_feed * em - to_sum - overhang < letter_column * em * keys) {
        at.words_beside = story.rows != story.words;
        at.beside = std::min(at.beside, beside(story.words, widest_query_word));
    }
    const float feed_room =
        at.hall ? hall_feed * em : (at.labels ? at.beside : 0) + (story.table() ? table_feed : least_feed) * em;
    const Rect feed = inside.take_left(std::max(feed_room, (close || at.hall ? 0 : feeders) * inside.w));
    const float room = inside.w - to_sum - overhang;
    // A table has few queries: its columns take the width that its rows do not need.
    at.column = std::min(room / keys, std::max(at.row, 1.15F * em) * (story.table() ? 2.4F : 1.25F));
    const float card_width = at.column * keys;
    at.overhang = overhang_of(painter, story, at.column);
    at.card = {feed.right() + (room - card_width) / 2, at.stage.y, card_width, rows};
    at.keys_top = at.stage.y - above + 3.7F * em;
    at.values_bottom = at.stage.bottom() + 0.45F * values_height * em;
    at.joined = with_mlp ? mlp.x + 0.4F * em : at.out;
    if (!at.tight)
        at.caption = {at.open.x + 0.6F * em, at.values_bottom + 1.5F * em, at.joined - at.open.x - 0.6F * em,
                      1.3F * em};
    if (with_mlp) {
        float left = at.joined;
        at.branch_behind = at.joined + 0.55F * em;  // clear of the sum
        if (!at.hall && (behind ? attention : own_mlp) != nullptr && (behind ? attention : own_mlp)->norm >= 0) {
            at.norm_behind = at.joined + 1.1F * em;
            left += 0.9F * em;
            if (behind) left = at.branch_behind = at.joined + 1.9F * em;
        }
        at.mlp = {left + 1.0F * em, at.stage.y, at.out - left - 2.0F * em, rows};
    }
    if (sources > 0) {
        // The values go around the left side of the card, from its left.
        const float side = at.card.x - (at.labels ? at.beside : 0) - 0.5F * em;
        const float end = std::max(at.stage.x + before + (fold_width + fold_gap) * em, side - 2.6F * em);
        at.source = {at.stage.x, at.stage.y - above - at.row * sources, end - at.stage.x, at.row * sources};
        at.encoder =
            Rect{at.stage.x + before, at.source.y - 0.5F * em,
                 std::min(2 * fold_width * em, at.source.w - before - 2 * fold_gap * em), at.source.h + 0.6F * em}
                .snapped();
    }
    // Of many weights dots would be too small to compare, and slow to draw.
    at.dots = std::min(at.column, at.row) >= smallest_dot_column && tokens * keys <= most_dots;
    return at;
}

}  // namespace glassformer
