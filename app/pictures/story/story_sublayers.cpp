// What the open block adds to the stream: attention's output, the MLP, the sums and the residual connections.
#include <fmt/core.h>

#include <algorithm>

#include "app/pictures/story/story_painter.h"
#include "app/pictures/story/texts.h"
#include "core/model/model.h"

namespace glassformer {

void StoryPainter::sums(float x, const StorySublayer& sublayer, StoryPart of) {
    const float radius = std::min(0.42F * em_, 0.32F * at_.row);
    if ((!sublayer.residual && of != StoryPart::both) || radius < 2) return;
    for (int token = 0; token < tokens(); ++token) {
        const float y = at_.y(token);
        const bool marked = lit(Kind::sum, static_cast<int>(of)) && scene_.lit->token == token;
        painter_.circle({x, y}, radius, theme_.background);
        const Colour ink = marked ? theme_.accent : pale(tone(Meaning::residual), std::max(0.5F, strength(token)));
        const float width = marked ? 2.0F : 1.2F;
        painter_.ring({x, y}, radius, ink, width);
        painter_.line({x - 0.6F * radius, y}, {x + 0.6F * radius, y}, ink, width);
        painter_.line({x, y - 0.6F * radius}, {x, y + 0.6F * radius}, ink, width);
        note({.kind = Kind::sum,
              .token = token,
              .number = static_cast<int>(of),
              .record = sublayer.sum,
              .rect = row_from(x - 0.5F * em_, x + 0.5F * em_, token)});
    }
}

/// From the rows up, level at this height, and down to the rows.
StoryPainter::Path StoryPainter::over(float from, float to, float top) const {
    const float foot = at_.stage.y - 0.1F * em_;
    Path path({from, foot});
    path.curve({from, top - 0.4F * em_}, {from, top}, {from + 2 * em_, top}).line({to - 2 * em_, top});
    path.curve({to, top}, {to, top - 0.4F * em_}, {to, foot - 0.4F * em_});
    return path;
}

StoryHit StoryPainter::connection_hit(StoryPart of, int record) const {
    return {.kind = Kind::connection,
            .token = focus_,
            .number = static_cast<int>(of),
            .record = record,
            .rect = {mouse_.x - 0.5F * em_, mouse_.y - 0.5F * em_, em_, em_}};
}

void StoryPainter::connection(const Path& path, float top, Vec2 room, const char* name, const StoryHit& hit) {
    const bool marked = lit(Kind::connection, hit.number);
    const Colour ink = marked ? theme_.accent : tone(Meaning::residual);
    const Vec2 end = path.points().back() + Vec2{0, 0.4F * em_};
    painter_.polyline(path.points(), ink, marked ? 2.4F : 1.6F);
    painter_.triangle({end.x - 0.28F * em_, end.y - 0.5F * em_}, {end.x + 0.28F * em_, end.y - 0.5F * em_}, end, ink);
    if (path.passes(mouse_, 0.45F * em_)) hit_ = hit;
    // Its name, where nothing crosses it.
    const TextSize size = painter_.measure(name, em::small);
    if (room.y - room.x < size.width + 0.8F * em_) return;
    const float middle = (room.x + room.y) / 2;
    const Rect words{middle - size.width / 2 - 0.3F * em_, top - size.height / 2, size.width + 0.6F * em_, size.height};
    painter_.fill(words, theme_.background);
    label({middle, top}, name, ink, em::small, Face::sans, Align::centre);
    if (words.contains(mouse_)) hit_ = hit;
}

void StoryPainter::arc(float from, float to, float top, StoryPart of, Vec2 crossed) {
    const float left = from + 2.2F * em_, right = to - 2.2F * em_;
    Vec2 room{left, right};
    if (crossed.x < crossed.y) {
        const Vec2 before{left, crossed.x - 0.3F * em_}, after{crossed.y + 0.3F * em_, right};
        room = before.y - before.x > after.y - after.x ? before : after;
    }
    connection(over(from, to, top), top, room, texts::story::residual,
               connection_hit(of, of == StoryPart::mlp ? mlp_->sum : attention_->sum));
}

void StoryPainter::fork() {
    const float top = at_.open.y + 2.3F * em_, from = at_.branch, to_mlp = at_.branch_behind + 0.1F * em_;
    if (mlp_->residual) {
        Path on({to_mlp - 2 * em_, top});
        const float foot = at_.stage.y - 0.5F * em_;
        on.line({at_.out - 2 * em_, top}).curve({at_.out, top}, {at_.out, top + 0.4F * em_}, {at_.out, foot});
        connection(on, top, {to_mlp + 0.6F * em_, at_.out - 1.8F * em_}, texts::story::residual,
                   connection_hit(StoryPart::both, mlp_->sum));
    }
    connection(over(from, to_mlp, top), top, {from + 2.2F * em_, to_mlp - 2.2F * em_}, texts::story::parallel_input,
               connection_hit(StoryPart::input, block_.in.record));
}

void StoryPainter::attention_output(int token) {
    const float width = thickness(attention_->added, token), from = at_.card.right() + 0.4F * em_ + at_.overhang;
    const Colour of = lit_row(Kind::result, token) ? tone(Meaning::value) : pale(tone(Meaning::value), strength(token));
    const StoryLane& lane = at_.attention_lane;
    const float y = story_.parallel ? at_.lane_y(lane, token) : at_.y(token);
    const StoryHit hit{.kind = Kind::result, .token = token, .record = attention_->result, .rect = {}};
    const auto is_at = [&](const Rect& place) {
        StoryHit here = hit;
        here.rect = place;
        note(here);
    };
    ribbon_between({from, at_.y(token)}, {at_.joined, y}, std::min(2.0F, width), width, of);
    is_at(row_from(at_.card.right(), at_.joined, token));
    if (!story_.parallel) return;
    ribbon_at(y, at_.joined, at_.mlp.right(), width, width, of);
    ribbon_between({at_.mlp.right(), y}, {at_.out, at_.y(token)}, width, width, of);
    is_at(at_.lane_row(lane, at_.joined, at_.out, token));
}

void StoryPainter::mlp() {
    if (mlp_ == nullptr || attention_ == nullptr) return;
    const StorySublayer& sublayer = *mlp_;
    const StoryStream& read = read_by_mlp(story_, block_);
    const StoryLane& lane = at_.mlp_lane;
    const float middle = (at_.mlp.x + at_.mlp.right()) / 2;
    const float start = story_.parallel ? at_.branch_behind : at_.joined;
    for (int token = 0; token < tokens(); ++token) {
        const float before = thickness(read, token), after = thickness(sublayer.added, token);
        const float wide =
            std::max(1.0F, 0.9F * lane.share * at_.row * sublayer.hidden.lengths[static_cast<std::size_t>(token)] /
                               std::max(1e-9F, story_.longest_hidden));
        const bool marked = lit_row(Kind::mlp, token);
        const Colour of = marked ? tone(Meaning::mlp) : pale(tone(Meaning::mlp), strength(token));
        const Colour stream = pale(tone(Meaning::residual), strength(token));
        const float y = at_.lane_y(lane, token);
        if (story_.parallel) {  // as at the left of the picture: vectors come in
            const Rect in = at_.lane_row(lane, start, start + 0.2F * em_, token);
            painter_.fill(in.inset(0, 0.08F * in.h), pale(tone(Meaning::residual), 0.9F));
            note({.kind = Kind::stream,
                  .token = token,
                  .record = read.record,
                  .rect = at_.lane_row(lane, start - 0.2F * em_, at_.mlp.x, token)});
        }
        ribbon_at(y, start + (story_.parallel ? 0.2F * em_ : 0), at_.mlp.x, before, before, stream);
        ribbon_at(y, at_.mlp.x, middle, before, wide, of);
        ribbon_at(y, middle, at_.mlp.right(), wide, after, of);
        ribbon_between({at_.mlp.right(), y}, {at_.out, at_.y(token)}, after, after, of);
        const Rect row = at_.lane_row(lane, at_.mlp.x, at_.mlp.right(), token);
        note({.kind = Kind::mlp, .token = token, .record = sublayer.hidden.record, .rect = row});
        if (story_.parallel) painter_.line({middle, row.y}, {middle, row.bottom()}, tone(Meaning::mlp), 1.5F);
    }
    if (!story_.parallel) {
        painter_.dashed({middle, at_.stage.y - 0.4F * em_}, {middle, at_.stage.bottom() + 0.4F * em_},
                        tone(Meaning::mlp), 1.5F);
        if (sublayer.residual) arc(at_.branch_behind, at_.out, at_.open.y + 3.4F * em_, StoryPart::mlp, {});
    }
    const Rect sizes{at_.joined, at_.values_bottom + 0.1F * em_, at_.out - at_.joined, 1.4F * em_};
    const std::string all = fmt::format(texts::story::sizes, config_.d_model, config_.d_ff, config_.d_model);
    const std::string brief = fmt::format(texts::story::sizes_brief, config_.d_model, config_.d_ff);
    const auto fits = [&](const std::string& words) { return painter_.measure(words, em::small).width <= sizes.w; };
    if (fits(brief))
        text_in(painter_, sizes, fits(all) ? all : brief,
                {.colour = tone(Meaning::mlp), .size = em::small, .align = Align::centre});
    note({.kind = Kind::mlp, .token = focus_, .record = sublayer.hidden.record, .rect = sizes});
}

}  // namespace glassformer
