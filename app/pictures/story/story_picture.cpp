#include "app/pictures/story/story_picture.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/pictures/story/texts.h"
#include "core/model/model.h"

namespace glassformer {

namespace {

constexpr float faint = 0.22F;            // of the ribbons that are not looked at
constexpr float thickest = 0.74F;         // of a token's line: the longest vector's ribbon
constexpr float smallest_weight = 0.02F;  // weights below leave no line
constexpr int steps = 16;                 // of a ribbon that changes its width

class StoryPainter {
public:
    StoryPainter(Painter& painter, const Rect& area, const StoryScene& scene, Vec2 mouse)
        : painter_(painter),
          theme_(painter.theme()),
          scene_(scene),
          story_(scene.story),
          trace_(scene.evaluation.trace()),
          config_(scene.evaluation.model().config),
          at_(lay_out(painter, area, scene.story, scene.open_block)),
          block_(story_.blocks[static_cast<std::size_t>(at_.open_block)]),
          attention_(attention_of(block_)),
          mouse_(mouse),
          em_(painter.em()),
          focus_(scene.token >= 0 ? scene.token : story_.answer_row),
          head_(std::clamp(scene.head, 0, std::max(0, (attention_ != nullptr ? attention_->heads : 1) - 1))) {
        read_weights();
    }

    std::optional<StoryHit> draw() {
        heading();
        ribbons();
        for (const StoryFold& fold : at_.folds) closed(fold);
        frame();
        lines();
        card();
        mlp();
        words();
        answers();
        footer();
        return hit_;
    }

private:
    int tokens() const { return static_cast<int>(story_.words.size()); }
    const std::string& word(int token) const { return story_.words[static_cast<std::size_t>(token)]; }
    float weight(int query, int key) const { return weights_[static_cast<std::size_t>(query * tokens() + key)]; }
    float strength(int token) const { return token == focus_ ? 1.0F : faint; }
    Colour tone(Meaning meaning) const { return colour(theme_, meaning); }
    /// Mixed with the page, so that marks one above the other do not add up.
    Colour pale(Colour of, float share) const { return mix(theme_.background, of, share); }

    void read_weights() {
        const auto count = static_cast<std::size_t>(tokens()) * static_cast<std::size_t>(tokens());
        weights_.assign(count, 0.0F);
        if (attention_ == nullptr) return;
        const ConstView values = trace_.record(attention_->weights).view();
        const auto first = static_cast<std::size_t>(head_) * count;
        if (values.shape.count() < first + count) return;
        std::copy_n(values.data + first, count, weights_.begin());
    }

    void note(const StoryHit& hit) {
        if (hit.rect.contains(mouse_)) hit_ = hit;
    }

    float thickness(const StoryStream& stream, int token) const {
        const float length = stream.lengths[static_cast<std::size_t>(token)];
        return std::max(1.0F, thickest * at_.row * length / std::max(1e-9F, story_.longest));
    }

    void label(Vec2 at, std::string_view text, Colour of, float size = em::body, Face face = Face::sans,
               Align align = Align::left, Anchor anchor = Anchor::middle) {
        painter_.text(at, text, {.colour = of, .size = size, .face = face, .align = align, .anchor = anchor});
    }

    void heading() {
        Rect rest = at_.heading;
        rest.take_right(scene_.beside_title);
        const Rect title = rest.take_top(2.4F * em_);
        text_in(painter_, title, story_.question, {.colour = theme_.text, .size = em::title, .face = Face::bold});
        const int blocks = static_cast<int>(story_.blocks.size());
        const std::string what = blocks == 1 ? texts::story::one_block : fmt::format(texts::story::many_blocks, blocks);
        text_in(painter_, rest.take_top(1.5F * em_), what, {.colour = theme_.muted});
    }

    /// A ribbon from one width to another, both ends level.
    void ribbon(int token, float from, float to, float first, float last, Colour of) {
        if (to - from < 0.5F) return;
        const float y = at_.y(token);
        std::array<Vec2, steps + 1> upper, lower;
        for (int i = 0; i <= steps; ++i) {
            const float t = static_cast<float>(i) / steps, smooth = t * t * (3 - 2 * t);
            const float half = (first + (last - first) * smooth) / 2, x = from + (to - from) * t;
            upper[static_cast<std::size_t>(i)] = {x, y - half};
            lower[static_cast<std::size_t>(i)] = {x, y + half};
        }
        painter_.band(upper, lower, of);
    }

    /// The stream of every token, from its word to the answers; the open block's attention is drawn by lines().
    void ribbons() {
        for (int token = 0; token < tokens(); ++token) {
            if (token == focus_) continue;
            ribbons_of(token);
        }
        ribbons_of(focus_);
    }

    void ribbons_of(int token) {
        const Colour of = pale(tone(Meaning::residual), strength(token));
        const float y = at_.y(token);
        float x = at_.stage.x;
        painter_.fill(Rect{x, y - 0.42F * at_.row, 0.28F * em_, 0.84F * at_.row}, pale(tone(Meaning::residual), 0.9F));
        x += 0.28F * em_;
        std::size_t fold = 0;
        const auto through = [&](const StoryFold& closed) {
            const StoryBlock& first = story_.blocks[static_cast<std::size_t>(closed.first)];
            const StoryBlock& last = story_.blocks[static_cast<std::size_t>(closed.last)];
            const float before = thickness(first.in, token), after = thickness(last.sublayers.back().stream, token);
            ribbon(token, x, closed.box.x, before, before, of);
            ribbon(token, closed.box.x, closed.box.right(), before, after, of);
            x = closed.box.right();
        };
        while (fold < at_.folds.size() && at_.folds[fold].first < at_.open_block) through(at_.folds[fold++]);
        const float in = thickness(block_.in, token);
        ribbon(token, x, at_.open.x + 0.9F * em_, in, in, of);
        x = at_.joined;
        const float joined = thickness(block_.sublayers.front().stream, token);
        float out = joined;
        if (block_.sublayers.size() > 1) {
            out = thickness(block_.sublayers.back().stream, token);
            x = at_.out;
        }
        while (fold < at_.folds.size()) {
            through(at_.folds[fold]);
            out = thickness(story_.blocks[static_cast<std::size_t>(at_.folds[fold++].last)].sublayers.back().stream,
                            token);
        }
        ribbon(token, x, at_.stage.right(), out, out, of);
    }

    void closed(const StoryFold& fold) {
        const bool one = fold.first == fold.last;
        painter_.stroke(fold.box, theme_.border, 1, 0.5F * em_);
        const Rect name{fold.box.x, fold.box.y + 0.5F * em_, fold.box.w, 1.4F * em_};
        text_in(painter_, name,
                one ? fmt::format(texts::story::block, fold.first + 1)
                    : fmt::format(texts::story::blocks, fold.first + 1, fold.last + 1),
                {.colour = theme_.text, .face = Face::bold, .align = Align::centre});
        text_in(painter_, {name.x, fold.box.bottom() - 1.7F * em_, name.w, 1.4F * em_}, texts::story::same_parts,
                {.colour = theme_.muted, .size = em::small, .align = Align::centre});
        note({.kind = StoryHit::Kind::fold, .block = fold.first, .rect = fold.box});
        if (fold.box.contains(mouse_)) painter_.stroke(fold.box, theme_.accent, 2, 0.5F * em_);
    }

    void frame() {
        painter_.stroke(at_.open, theme_.border, 1.5F, 0.5F * em_);
        const float y = at_.open.y + 0.95F * em_;
        label({at_.open.x + 0.9F * em_, y}, fmt::format(texts::story::block, block_.number), theme_.text, em::body,
              Face::bold);
        const float left =
            at_.open.x + 0.9F * em_ +
            painter_.measure(fmt::format(texts::story::block, block_.number), em::body, Face::bold).width + 1.2F * em_;
        const float right = at_.mlp.w > 0 ? at_.joined : at_.open.right();
        const std::string_view whole = texts::story::attention;
        const bool fits = painter_.measure(whole).width < right - left - em_;
        label({left, y}, fits ? whole : std::string_view(texts::story::attention_short), theme_.muted);
        if (at_.mlp.w > 0) {
            const std::string_view text = texts::story::mlp;
            const float room = at_.open.right() - at_.joined - 0.8F * em_;
            label({at_.joined + room / 2 + 0.2F * em_, y},
                  painter_.measure(text).width < room ? text : std::string_view(texts::story::mlp_short), theme_.muted,
                  em::body, Face::sans, Align::centre);
        }
    }

    /// From the ribbons to the head's card and behind it: queries straight into their rows, keys over it into their
    /// columns, values below it; keys and values as strong as the looked-at token's weights.
    void lines() {
        const float start = at_.open.x + 0.9F * em_, width = std::max(1.5F, 0.22F * std::min(at_.row, 2 * em_));
        const float port = 0.5F * em_;
        for (int token = 0; token < tokens(); ++token) {
            const float y = at_.y(token), third = 0.26F * at_.row;
            const float share = strength(token);
            painter_.fill({start, y - 1.5F * third, port, third}, pale(tone(Meaning::query), std::max(0.45F, share)));
            painter_.fill({start, y - 0.5F * third, port, third}, pale(tone(Meaning::key), 0.8F));
            painter_.fill({start, y + 0.5F * third, port, third}, pale(tone(Meaning::value), 0.8F));
            painter_.curve({start + port, y - third}, {start + 3 * em_, y - third}, {at_.card.x - 4 * em_, y},
                           {at_.card.x - query_room(), y}, pale(tone(Meaning::query), 0.8F * share), width);
        }
        for (int key = 0; key < tokens(); ++key) {
            const float strong = weight(focus_, key);
            if (strong < smallest_weight) continue;
            const float y = at_.y(key), x = at_.key_x(key);
            const float bend = at_.card.x - start;
            const float above = at_.keys_top - 0.45F * em_;
            painter_.curve({start + port, y}, {start + port + 0.55F * bend, y}, {start + 0.3F * bend, above},
                           {at_.card.x - 0.5F * em_, above}, pale(tone(Meaning::key), strong), width);
            painter_.line({at_.card.x - 0.5F * em_, above}, {x, above}, pale(tone(Meaning::key), strong), width);
            painter_.line({x, above}, {x, above + 0.45F * em_}, pale(tone(Meaning::key), strong), width);
            const float below = at_.values_bottom;
            painter_.curve({start + port, y + 0.26F * at_.row}, {start + port + 0.5F * bend, y},
                           {start + 0.2F * bend, below}, {at_.card.x - 0.5F * em_, below},
                           pale(tone(Meaning::value), strong), width);
            painter_.line({at_.card.x - 0.5F * em_, below}, {x, below}, pale(tone(Meaning::value), strong), width);
            painter_.line({x, below}, {x, at_.stage.bottom()}, pale(tone(Meaning::value), strong), width);
        }
        behind_card();
        if (attention_ != nullptr && attention_->residual)
            arc(start + port / 2, at_.joined, at_.open.y + 2.3F * em_, true);
    }

    float query_room() const { return at_.labels ? words_beside() + 0.5F * em_ : 0.5F * em_; }
    float words_beside() const {
        float widest = 0;
        for (const std::string& each : story_.words) widest = std::max(widest, painter_.measure(each, em::small).width);
        return std::min(widest, 5 * em_);
    }

    /// From each row of the card to the sum, and on.
    void behind_card() {
        const StoryStream& stream = block_.sublayers.front().stream;
        for (int token = 0; token < tokens(); ++token) {
            const float width = thickness(stream, token);
            ribbon(token, at_.card.right() + 0.4F * em_, at_.joined, std::min(2.0F, width), width,
                   pale(tone(Meaning::value), strength(token)));
            if (attention_ != nullptr && attention_->residual) sum(at_.joined, at_.y(token), strength(token));
        }
    }

    void sum(float x, float y, float share) {
        const float radius = std::min(0.42F * em_, 0.32F * at_.row);
        if (radius < 2) return;
        painter_.circle({x, y}, radius, theme_.background);
        const Colour of = pale(tone(Meaning::residual), std::max(0.5F, share));
        painter_.ring({x, y}, radius, of, 1.2F);
        painter_.line({x - 0.6F * radius, y}, {x + 0.6F * radius, y}, of, 1.2F);
        painter_.line({x, y - 0.6F * radius}, {x, y + 0.6F * radius}, of, 1.2F);
    }

    /// The residual connection over a sublayer.
    void arc(float from, float to, float top, bool named) {
        const Colour of = tone(Meaning::residual);
        const float foot = at_.stage.y - 0.1F * em_;
        painter_.curve({from, foot}, {from, top - 0.4F * em_}, {from, top}, {from + 2 * em_, top}, of, 1.6F);
        painter_.line({from + 2 * em_, top}, {to - 2 * em_, top}, of, 1.6F);
        painter_.curve({to - 2 * em_, top}, {to, top}, {to, top - 0.4F * em_}, {to, foot - 0.4F * em_}, of, 1.6F);
        painter_.triangle({to - 0.28F * em_, foot - 0.5F * em_}, {to + 0.28F * em_, foot - 0.5F * em_}, {to, foot}, of);
        if (!named) return;
        const TextSize size = painter_.measure(texts::story::residual, em::small);
        const float middle = (from + to) / 2;
        painter_.fill(
            {middle - size.width / 2 - 0.3F * em_, top - size.height / 2, size.width + 0.6F * em_, size.height},
            theme_.background);
        label({middle, top}, texts::story::residual, of, em::small, Face::sans, Align::centre);
    }

    void card() {
        const Rect sheet{at_.card.x - query_room() - 0.2F * em_, at_.keys_top - 0.1F * em_,
                         at_.card.w + query_room() + 0.6F * em_,
                         at_.card.bottom() + 0.35F * em_ - at_.keys_top + 0.1F * em_};
        const int heads = attention_ != nullptr ? attention_->heads : 1;
        for (int behind = std::min(heads - 1, 3); behind > 0; --behind) {
            const Rect other = sheet.moved({3.0F * static_cast<float>(behind), 3.0F * static_cast<float>(behind)});
            painter_.fill(other, theme_.background, 0.4F * em_);
            painter_.stroke(other, theme_.border, 1, 0.4F * em_);
        }
        painter_.fill(sheet, theme_.panel, 0.4F * em_);
        painter_.stroke(sheet, theme_.border, 1, 0.4F * em_);
        text_in(painter_, {sheet.x, sheet.y + 0.1F * em_, sheet.w - 0.5F * em_, 1.3F * em_}, texts::story::keys,
                {.colour = tone(Meaning::key), .size = em::small, .face = Face::bold, .align = Align::right});
        if (at_.labels) {
            // Above the queries' words; where these are short, on the keys' line, clear of the keys' words.
            const float wide = painter_.measure(texts::story::queries, em::small, Face::bold).width;
            const float line = wide < query_room() ? at_.card.y - 1.5F * em_ : sheet.y + 0.1F * em_;
            text_in(painter_, {sheet.x + 0.3F * em_, line, wide + 0.5F * em_, 1.3F * em_}, texts::story::queries,
                    {.colour = tone(Meaning::query), .size = em::small, .face = Face::bold});
        }
        painter_.push_clip(sheet);
        key_words();
        painter_.pop_clip();
        if (at_.dots)
            dots();
        else
            cells();
        const Rect row = Rect{at_.card.x, at_.y(focus_) - at_.row / 2, at_.card.w, at_.row};
        painter_.stroke(row.inset(-1, 0), theme_.accent, 2, std::min(0.45F * at_.row, 0.5F * em_));
        if (at_.labels)
            for (int token = 0; token < tokens(); ++token)
                text_in(
                    painter_,
                    {at_.card.x - words_beside() - 0.35F * em_, at_.y(token) - at_.row / 2, words_beside(), at_.row},
                    word(token),
                    {.colour = token == focus_ ? theme_.accent_text : tone(Meaning::query),
                     .size = em::small,
                     .face = token == focus_ ? Face::bold : Face::sans,
                     .align = Align::right});
        const Rect foot{sheet.x, at_.values_bottom + 0.1F * em_, sheet.w, 1.4F * em_};
        text_in(painter_, foot, fmt::format(texts::story::head, head_ + 1, heads),
                {.colour = theme_.muted, .size = em::small, .align = Align::right});
        text_in(painter_, foot, texts::story::values,
                {.colour = tone(Meaning::value), .size = em::small, .face = Face::bold});
        note({.kind = StoryHit::Kind::head, .rect = {foot.right() - 6 * em_, foot.y, 6 * em_, foot.h}});
        tag();
    }

    void key_words() {
        const int strongest = strongest_key();
        const float base = at_.card.y - 0.3F * em_;
        int every = 1;
        while (static_cast<float>(every) * at_.column < 0.95F * em_) ++every;
        for (int key = 0; key < tokens(); ++key) {
            if (key % every != 0 && key != strongest) continue;
            if (every > 1 && key != strongest && std::abs(key - strongest) < every) continue;
            painter_.text(
                {at_.key_x(key), base}, shortened(painter_, word(key), 4.4F * em_, em::small, Face::sans),
                {.colour = key == strongest ? tone(Meaning::key) : mix(tone(Meaning::key), theme_.muted, 0.3F),
                 .size = em::small,
                 .face = key == strongest ? Face::bold : Face::sans,
                 .anchor = Anchor::baseline,
                 .degrees = 50});
        }
    }

    int strongest_key() const {
        int best = 0;
        for (int key = 1; key < tokens(); ++key)
            if (weight(focus_, key) > weight(focus_, best)) best = key;
        return best;
    }

    void dots() {
        const float radius = 0.44F * std::min(at_.column, at_.row);
        for (int query = 0; query < tokens(); ++query)
            for (int key = 0; key < tokens(); ++key) {
                const Rect cell{at_.key_x(key) - at_.column / 2, at_.y(query) - at_.row / 2, at_.column, at_.row};
                const float strong = weight(query, key);
                const float share = query == focus_ ? 1.0F : 0.6F;
                if (strong > 0)
                    painter_.circle(cell.centre(), radius, mix(theme_.panel, tone(Meaning::weight), share * strong));
                if (strong > 0) painter_.ring(cell.centre(), radius, mix(theme_.panel, theme_.border, 0.8F), 1);
                note({.kind = StoryHit::Kind::weight,
                      .token = query,
                      .key = key,
                      .block = at_.open_block,
                      .rect = cell});
            }
    }

    void cells() {
        const ConstMatrix matrix{.data = weights_.data(),
                                 .rows = tokens(),
                                 .cols = tokens(),
                                 .row_stride = tokens(),
                                 .generation = scene_.evaluation.generation()};
        // Few pixels a weight: one line a row at the least.
        painter_.fill(at_.card, theme_.heat_zero);
        for (int query = 0; query < tokens(); ++query)
            for (int key = 0; key < tokens(); ++key) {
                const float strong = matrix.at(query, key);
                if (strong < smallest_weight) continue;
                painter_.fill({at_.key_x(key) - at_.column / 2, at_.y(query) - at_.row / 2, at_.column, at_.row},
                              mix(theme_.panel, tone(Meaning::weight), strong));
            }
        const CellAt under = cell_at(at_.card, tokens(), tokens(), mouse_);
        if (under)
            note(
                {.kind = StoryHit::Kind::weight,
                 .token = under.row,
                 .key = under.col,
                 .block = at_.open_block,
                 .rect = {at_.key_x(under.col) - at_.column / 2, at_.y(under.row) - at_.row / 2, at_.column, at_.row}});
    }

    /// The strongest weight of the looked-at row, in words.
    void tag() {
        if (attention_ == nullptr || tokens() < 2) return;
        const int key = strongest_key();
        const std::string text =
            fmt::format(texts::story::attends, word(focus_), word(key), percent(weight(focus_, key)));
        const TextSize size = painter_.measure(text, em::small, Face::bold);
        const float y = at_.y(focus_), high = 1.7F * em_;
        const bool under = y + at_.row / 2 + high + 0.6F * em_ < at_.card.bottom();
        const float top = under ? y + at_.row / 2 + 0.45F * em_ : y - at_.row / 2 - 0.45F * em_ - high;
        const float wide = size.width + 1.2F * em_;
        const float x = std::clamp(at_.key_x(key) + 0.8F * em_, at_.open.x + em_,
                                   std::max(at_.open.x + em_, at_.card.right() + 0.2F * em_ - wide));
        const Rect box{x, top, wide, high};
        const float foot = std::clamp(at_.key_x(key) + 0.8F * em_, box.x + 0.5F * em_, box.right() - 0.5F * em_);
        painter_.line({at_.key_x(key), y}, {foot, under ? box.y : box.bottom()}, theme_.text, 1.2F);
        painter_.fill(box, theme_.text, 0.35F * em_);
        text_in(painter_, box, text,
                {.colour = theme_.background, .size = em::small, .face = Face::bold, .align = Align::centre});
    }

    void mlp() {
        if (at_.mlp.w <= 0) return;
        const StorySublayer& sublayer = block_.sublayers.back();
        const float middle = (at_.mlp.x + at_.mlp.right()) / 2;
        for (int token = 0; token < tokens(); ++token) {
            const float before = thickness(block_.sublayers.front().stream, token);
            const float after = thickness(sublayer.stream, token);
            const float wide =
                std::max(1.0F, 0.9F * at_.row * sublayer.hidden.lengths[static_cast<std::size_t>(token)] /
                                   std::max(1e-9F, story_.longest_hidden));
            const Colour of = pale(tone(Meaning::mlp), strength(token));
            const Colour stream = pale(tone(Meaning::residual), strength(token));
            ribbon(token, at_.joined, at_.mlp.x, before, before, stream);
            ribbon(token, at_.mlp.x, middle, before, wide, of);
            ribbon(token, middle, at_.mlp.right(), wide, after, of);
            ribbon(token, at_.mlp.right(), at_.out, after, after, stream);
            if (sublayer.residual) sum(at_.out, at_.y(token), strength(token));
            if (attention_ != nullptr && attention_->residual) sum(at_.joined, at_.y(token), strength(token));
        }
        painter_.dashed({middle, at_.stage.y - 0.4F * em_}, {middle, at_.stage.bottom() + 0.4F * em_},
                        tone(Meaning::mlp), 1.5F);
        if (sublayer.residual) arc(at_.joined, at_.out, at_.open.y + 3.4F * em_, false);
        text_in(painter_, {at_.joined, at_.values_bottom + 0.1F * em_, at_.out - at_.joined, 1.4F * em_},
                fmt::format(texts::story::sizes, config_.d_model, config_.d_ff, config_.d_model),
                {.colour = tone(Meaning::mlp), .size = em::small, .align = Align::centre});
        note({.kind = StoryHit::Kind::mlp, .block = at_.open_block, .rect = at_.mlp});
    }

    void words() {
        if (at_.labels)
            for (int token = 0; token < tokens(); ++token) {
                const Rect line{at_.words.x, at_.y(token) - at_.row / 2, at_.words.w - 0.5F * em_, at_.row};
                text_in(painter_, line, word(token),
                        {.colour = token == focus_ ? theme_.accent_text : theme_.text,
                         .face = token == focus_ ? Face::bold : Face::sans,
                         .align = Align::right});
            }
        text_in(painter_, {at_.words.x, at_.stage.y - 1.9F * em_, at_.words.w - 0.5F * em_, 1.4F * em_},
                texts::story::words, {.colour = theme_.muted, .size = em::small, .align = Align::right});
        for (int token = 0; token < tokens(); ++token)
            note({.kind = StoryHit::Kind::token,
                  .token = token,
                  .rect = {at_.words.x, at_.y(token) - at_.row / 2, at_.words.w + 0.5F * em_, at_.row}});
    }

    static std::string percent(float share) {
        return share < 0.001F ? texts::story::below : fmt::format(texts::story::share, 100 * share);
    }

    void answers() {
        const float line = 2.6F * em_, high = line * static_cast<float>(story_.answers.size());
        const float row_y = at_.y(story_.answer_row);
        const float top = std::clamp(row_y - high / 2, at_.open.y + 2 * em_,
                                     std::max(at_.open.y + 2 * em_, at_.open.bottom() - high));
        const Rect list{at_.answers.x + 3.4F * em_, top, at_.answers.w - 3.4F * em_, high};
        const Colour flow = mix(theme_.background, tone(Meaning::output), 0.3F);
        const auto funnel = [&](int token, float share) {
            const float width = thickness(story_.blocks.back().sublayers.back().stream, token);
            std::array<Vec2, steps + 1> upper, lower;
            for (int i = 0; i <= steps; ++i) {
                const float t = static_cast<float>(i) / steps, smooth = t * t * (3 - 2 * t);
                const float x = at_.stage.right() + (list.x - 0.8F * em_ - at_.stage.right()) * t;
                upper[static_cast<std::size_t>(i)] = {
                    x, at_.y(token) - width / 2 + (list.y - at_.y(token) + width / 2) * smooth};
                lower[static_cast<std::size_t>(i)] = {
                    x, at_.y(token) + width / 2 + (list.bottom() - at_.y(token) - width / 2) * smooth};
            }
            painter_.band(upper, lower, mix(theme_.background, flow, share));
        };
        if (story_.pooled.empty()) {
            funnel(story_.answer_row, 1);
        } else {
            // A classifier reads the tokens by their shares in the pooled vector.
            for (int token = 0; token < tokens(); ++token) {
                const float share = story_.pooled[static_cast<std::size_t>(token)];
                if (share < 0.001F) continue;
                painter_.curve({at_.stage.right(), at_.y(token)}, {at_.stage.right() + 1.6F * em_, at_.y(token)},
                               {list.x - 2.6F * em_, list.centre().y}, {list.x - 0.8F * em_, list.centre().y},
                               mix(theme_.background, tone(Meaning::output), std::clamp(share * 2, 0.08F, 1.0F)),
                               std::max(1.0F, 0.6F * at_.row * share));
            }
        }
        const std::string& at = word(story_.answer_row);
        const std::string title = config_.head.classifier ? texts::story::class_of
                                  : predicts_next_token(scene_.evaluation.model())
                                      ? fmt::format(texts::story::next_after, at)
                                      : fmt::format(texts::story::answer_at, at);
        text_in(painter_, {at_.answers.x, list.y - 2.0F * em_, at_.answers.w, 1.5F * em_}, title,
                {.colour = theme_.muted, .align = Align::right});
        for (std::size_t i = 0; i < story_.answers.size(); ++i) {
            const StoryAnswer& answer = story_.answers[i];
            Rect place{list.x, list.y + line * static_cast<float>(i), list.w, line};
            note({.kind = StoryHit::Kind::answer, .token = static_cast<int>(i), .rect = place});
            const bool first = i == 0;
            const Rect text = place.take_top(1.6F * em_);
            const std::string number = percent(answer.probability);
            const float wide = painter_.measure(number).width + 0.5F * em_;
            text_in(painter_, {text.x, text.y, text.w - wide, text.h}, answer.word,
                    {.colour = first ? theme_.text : theme_.muted,
                     .size = first ? em::large : em::body,
                     .face = first ? Face::bold : Face::sans});
            text_in(painter_, text, number,
                    {.colour = first ? theme_.text : theme_.muted,
                     .face = first ? Face::bold : Face::sans,
                     .align = Align::right});
            painter_.fill({place.x, place.y + 0.1F * em_, list.w, 0.3F * em_},
                          mix(theme_.background, theme_.border, 0.5F), 0.15F * em_);
            painter_.fill({place.x, place.y + 0.1F * em_, std::max(1.0F, list.w * answer.probability), 0.3F * em_},
                          tone(Meaning::output), 0.15F * em_);
        }
    }

    void footer() {
        text_in(painter_, at_.footer, fmt::format(texts::story::meaning, word(focus_)),
                {.colour = theme_.muted, .size = em::small});
    }

    Painter& painter_;
    const Theme& theme_;
    const StoryScene& scene_;
    const Story& story_;
    const Trace& trace_;
    const ModelConfig& config_;
    const StoryLayout at_;
    const StoryBlock& block_;
    const StorySublayer* attention_;
    const Vec2 mouse_;
    const float em_;
    const int focus_, head_;
    std::vector<float> weights_;  // [query, key] of the head
    std::optional<StoryHit> hit_;
};

}  // namespace

std::optional<StoryHit> draw_story(Painter& painter, const Rect& area, const StoryScene& scene, Vec2 mouse) {
    if (scene.story.blocks.empty() || area.w < 10 * painter.em() || area.h < 10 * painter.em()) return {};
    painter.push_clip(area);
    const std::optional<StoryHit> hit = StoryPainter(painter, area, scene, mouse).draw();
    painter.pop_clip();
    return hit;
}

}  // namespace glassformer
