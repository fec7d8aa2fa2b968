// Draws the story of a run: ribbons, the open block with one head's weights, the answers. Every mark is a number of the
// record: a ribbon's width the length of a row of the residual stream, a dot's and a line's strength a weight, a bar's
// length a probability.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/pictures/story/story.h"
#include "app/pictures/story/story_layout.h"

namespace glassformer {

struct StoryScene {
    const Evaluation& evaluation;
    const Story& story;
    int open_block = 0, head = 0;          // counted from 0
    float beside_title = 0;                // kept free at its right
    int token = -1;                        // that alone stays at full strength; −1: the one of the answer
    const StoryRow* row = nullptr;         // what is said of that token; null: of the one of the answer
    const StoryLayout* layout = nullptr;   // lay_out() of the same page and block; null: it is laid out again
    float fade = 1;                        // how far the parts that it is not of have faded: 0 … 1
    const struct StoryHit* lit = nullptr;  // what lay under the mouse in the last frame: it and its lines are marked
};

/// What the mouse is over, and where a click on it leads.
struct StoryHit {
    enum class Kind : std::uint8_t {
        token,
        source,
        stream,
        norm,
        query,
        key,
        value,
        weight,
        card,
        head,
        result,
        sum,
        connection,
        mlp,
        fold,
        encoder,
        before,
        pooled,
        logits,
        answer
    };
    Kind kind = Kind::token;
    int token = -1;   // its row; of a key and a value the row of the key
    int key = -1;     // weight
    int number = 0;   // fold: its first block, answer: its place in the list, norm, sum, connection: StoryPart
    int record = -1;  // −1: a click leads nowhere
    int column = 0;
    Rect rect;
    /// Of the same thing, wherever the mouse is on it.
    bool same(const StoryHit& other) const {
        return kind == other.kind && token == other.token && key == other.key && number == other.number &&
               record == other.record;
    }
};

/// What a norm, a sum or a residual connection belongs to.
/// Of parallel sublayers: `input`, the block's input on its way to the MLP; `both`, what adds the two outputs.
enum class StoryPart : std::uint8_t { attention, mlp, answers, embedding, source_embedding, head, input, both };

/// It is of a part of the picture, so that the others fade: not a token, its stream or its answers.
bool has_part(const StoryHit& hit);

std::optional<StoryHit> draw_story(Painter& painter, const Rect& area, const StoryScene& scene, Vec2 mouse);
/// What stands above a list of answers, "next token after “it”": its quoted word on a line of its own where both are
/// too wide for one.
struct AnswerTitle {
    std::vector<std::string> lines = {};
    float size = em::body;
    float height = 2;  // em, with the gap above the list
};
AnswerTitle answer_title(Painter& painter, const std::string& text, float wide);
/// `above`: as high as the title, and ending at the list.
void draw_answer_title(Painter& painter, Rect above, const AnswerTitle& title);
/// The first of them, as many as have a line of their own in that height.
std::vector<StoryAnswer> answers_that_fit(const std::vector<StoryAnswer>& all, float high, float line);
/// The answers of a row with bars of their probabilities, one line each, the first one large where nothing speaks
/// against it; `marked`: its number is lit.
void draw_answer_list(Painter& painter, const Rect& list, const std::vector<StoryAnswer>& answers, bool certain,
                      int marked);
/// Room that is kept below them, in pixels: for what is said always, and for at least the shortest of the others.
float room_for_note(Painter& painter, float wide, const StoryRow& said);
/// Below them what is to be said of them, in whole where there is room; what the model does not know, and that the row
/// was not trained, always.
void draw_answer_note(Painter& painter, const Rect& below, const StoryRow& said);
/// Three digits: "5.34", "0.00012".
std::string short_number(double value);
/// What is said of it, in one sentence or two.
std::string tooltip_of(const StoryScene& scene, const StoryHit& hit);

}  // namespace glassformer
