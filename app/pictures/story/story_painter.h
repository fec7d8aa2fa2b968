// How the parts of the story's picture share what they draw: one object a frame. Its parts stand in files of their own:
// story_ribbons.cpp, story_card.cpp, story_sublayers.cpp, story_focus.cpp, story_picture.cpp.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/pictures/story/story_picture.h"
#include "core/model/model.h"

namespace glassformer {

class StoryPainter {
public:
    StoryPainter(Painter& painter, const Rect& area, const StoryScene& scene, Vec2 mouse)
        : painter_(painter),
          theme_(painter.theme()),
          scene_(scene),
          story_(scene.story),
          trace_(scene.evaluation.trace()),
          config_(scene.evaluation.model().config),
          at_(scene.layout != nullptr ? *scene.layout : lay_out(painter, area, scene.story, scene.open_block)),
          block_(story_.blocks[static_cast<std::size_t>(at_.open_block)]),
          attention_(attention_of(block_)),
          mlp_(mlp_of(block_)),
          mouse_(mouse),
          em_(painter.em()),
          focus_(scene.token >= 0 ? scene.token : story_.answer_row),
          head_(std::clamp(scene.head, 0, std::max(0, (attention_ != nullptr ? attention_->heads : 1) - 1))) {
        read_weights();
    }
    std::optional<StoryHit> draw();

    using Kind = StoryHit::Kind;
    /// Curves and straight pieces that are drawn as one line: where two lines meet, their smoothed ends leave a gap.
    class Path {
    public:
        explicit Path(Vec2 from) : points_{from} {}
        Path& line(Vec2 to) {
            points_.push_back(to);
            return *this;
        }
        Path& curve(Vec2 control1, Vec2 control2, Vec2 to);
        std::span<const Vec2> points() const { return points_; }
        bool passes(Vec2 at, float distance) const;

    private:
        std::vector<Vec2> points_;
    };

private:
    static constexpr float faint = 0.22F;            // of the ribbons that are not looked at
    static constexpr float smallest_weight = 0.02F;  // weights below leave no line
    static constexpr int steps = 16;                 // at most, of a ribbon that changes its width

    int tokens() const { return static_cast<int>(story_.words.size()); }
    int keys() const { return static_cast<int>(story_.keys().size()); }
    const std::string& key_word(int key) const { return story_.keys()[static_cast<std::size_t>(key)]; }
    /// Above a column: of an entry of a table the token that its key matches.
    std::string_view column_word(int key) const {
        const std::string_view name = key_word(key);
        return story_.table() ? name.substr(0, name.find(" → ")) : name;
    }
    const std::string& word(int token) const { return story_.words[static_cast<std::size_t>(token)]; }
    float weight(int query, int key) const { return weights_[static_cast<std::size_t>(query * keys() + key)]; }
    float word_size() const { return std::min(em::body, 0.95F * at_.row / em_); }  // of the tokens' words
    bool bundled() const { return tokens() > 32; }                                 // many rows, each of few pixels
    float strength(int token) const { return token == focus_ ? 1.0F : faint; }
    Colour tone(Meaning meaning) const { return colour(theme_, meaning); }
    /// Mixed with the page, so that marks one above the other do not add up.
    Colour pale(Colour of, float share) const { return mix(theme_.background, of, share); }
    void read_weights();
    void note(const StoryHit& hit) {
        if (hit.rect.contains(mouse_)) hit_ = hit;
    }
    const StoryRow& said() const { return scene_.row != nullptr ? *scene_.row : story_.chosen; }
    const std::string& name(int token) const { return story_.rows[static_cast<std::size_t>(token)]; }
    bool lit(Kind kind, int number = -1) const {
        return scene_.lit != nullptr && scene_.lit->kind == kind && (number < 0 || scene_.lit->number == number);
    }
    bool lit_row(Kind kind, int token) const { return lit(kind) && scene_.lit->token == token; }
    /// The key whose lines are shown whatever its weight is; −1: none.
    int lit_key() const {
        if (lit(Kind::weight)) return scene_.lit->key;
        return lit(Kind::key) || lit(Kind::value) ? scene_.lit->token : -1;
    }
    Rect row_from(float left, float right, int token) const {
        return {left, at_.y(token) - at_.row / 2, right - left, at_.row};
    }
    float thickness(const StoryStream& stream, int token) const;
    void label(Vec2 at, std::string_view text, Colour of, float size = em::body, Face face = Face::sans,
               Align align = Align::left, Anchor anchor = Anchor::middle);

    // story_picture.cpp
    void heading();
    void words();
    void answers();
    /// From the looked-at row to its answers, or from all rows by their shares in a classifier's pooled vector.
    void funnel(const Rect& list);
    void footer();

    // story_focus.cpp
    /// Fades the parts that what is pointed at is not of; the looked-at token's stream stays.
    void fade_rest();

    // story_ribbons.cpp
    /// A ribbon from one width to another, both ends level.
    void ribbon(int token, float from, float to, float first, float last, Colour of) {
        ribbon_at(at_.y(token), from, to, first, last, of);
    }
    void ribbon_at(float y, float from, float to, float first, float last, Colour of) {
        ribbon_between({from, y}, {to, y}, first, last, of);
    }
    void ribbon_between(Vec2 from, Vec2 to, float first, float last, Colour of);
    /// The encoder of the source text: its words, its ribbons through the encoder's blocks, and what is read of them.
    void source();
    /// The stream of every token, from its word to the answers; the open block's attention is drawn by lines().
    void ribbons();
    void ribbons_of(int token);
    void closed(const StoryFold& fold);
    /// What is off in its blocks, at all or at the looked-at token.
    std::string off_in(const StoryFold& fold) const;
    void frame();
    void norms();
    void name_before(const std::string& name, bool off) const;
    void norm(float x, int record, StoryPart of, const StoryLane& lane = {});
    /// Bars where vectors pass a norm or a layer, and its name below them or above them.
    void stop(std::span<const Rect> bars, Vec2 named, Anchor anchor, int record, StoryPart of);
    /// "norm", "dense", "linear", "scale"
    const char* stop_name(int record) const;

    // story_sublayers.cpp
    void mlp();
    void sums(float x, const StorySublayer& sublayer, StoryPart of);
    /// The residual connection over a sublayer; its name has room beside what crosses it.
    void arc(float from, float to, float top, StoryPart of, Vec2 crossed);
    /// Of parallel sublayers: the block's input over attention to the MLP, and on to the sum.
    void fork();
    Path over(float from, float to, float top) const;
    StoryHit connection_hit(StoryPart of, int record) const;
    /// A line above the rows that ends with an arrow onto them, and its name on it where it has room.
    void connection(const Path& path, float top, Vec2 room, const char* name, const StoryHit& hit);
    /// Attention's output of a token from the card to the sum; beside the MLP where they are parallel.
    void attention_output(int token);

    // story_card.cpp
    /// From the ribbons to the head's card and behind it: queries straight into their rows, keys over it into their
    /// columns, values below it; keys and values as strong as the looked-at token's weights.
    void lines();
    Path key_line(int key) const;
    Path value_line(int key) const;
    Path beside_card(float y, float apart, float to) const;
    void arrow_into_card(const Path& path, float edge, Colour ink, float width) const;
    /// Left and right end of what the lines of keys and values cross in the heading of the open block.
    Vec2 crossed() const;
    float values_side() const { return at_.card.x - query_room() - 0.9F * em_; }
    float query_room() const { return (at_.labels ? at_.beside : 0) + 0.5F * em_; }
    /// From each row of the card to the sum, and on.
    void behind_card();
    void card();
    void row_names();
    void key_words();
    int strongest_key() const;
    void dots();
    void cells();
    /// The strongest weight of the looked-at row, in words.
    void caption();

    Painter& painter_;
    const Theme& theme_;
    const StoryScene& scene_;
    const Story& story_;
    const Trace& trace_;
    const ModelConfig& config_;
    const StoryLayout at_;
    const StoryBlock& block_;
    const StorySublayer *attention_, *mlp_;
    const Vec2 mouse_;
    const float em_;
    const int focus_, head_;
    std::vector<float> weights_;  // [query, key] of the head
    std::optional<StoryHit> hit_;
};

}  // namespace glassformer
