#include "app/views/train/film/film_picture.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/paint/printed_number.h"
#include "app/paint/visible_text.h"
#include "app/views/train/film/film_texts.h"
#include "app/views/train/film/head_grid.h"
#include "app/views/train/heads/head_map.h"
#include "core/base/error.h"

namespace glassformer {

namespace {

/// All that a picture needs, whatever becomes of the training meanwhile.
struct HeadFilmContent {
    std::shared_ptr<const TrainingPlan> plan;
    std::vector<WeightHistory::Kept> kept;
    std::vector<FilmCaption> captions;
    Inputs inputs;
    HeadFrames read;
    std::vector<std::optional<int>> appeared;
};

void draw_time_line(Painter& painter, const Rect& line, double share) {
    const Theme& theme = painter.theme();
    const float em = painter.em(), y = std::round(line.centre().y), thick = std::max(2.0F, std::round(0.16F * em));
    const float at = static_cast<float>(share) * line.w;
    painter.fill({line.x, y - thick / 2, line.w, thick}, theme.border);
    painter.fill({line.x, y - thick / 2, at, thick}, theme.accent);
    painter.circle({line.x + at, y}, 0.4F * em, theme.accent);
}

void draw_film_page(Painter& painter, const Rect& page, const HeadFilmContent& film, int picture) {
    const auto index = static_cast<std::size_t>(picture);
    const WeightHistory::Kept& kept = film.kept[index];
    const auto found = film.read.find(kept.step);
    const std::shared_ptr<const HeadFrame> frame =
        found != film.read.end() && found->second
            ? found->second
            : std::make_shared<const HeadFrame>(read_head_frame(*film.plan, kept, film.inputs));
    if (frame->maps.empty()) throw Error(texts::train::film_no_heads);
    const Theme& theme = painter.theme();
    const float em = painter.em();
    painter.fill(page, theme.background);
    Rect rest = page.inset(1.4F * em, em);
    const FilmCaption& caption = film.captions[index];
    Rect line = rest.take_top(2 * em);
    const float title = painter.measure(caption.step, em::title, Face::bold).width + 1.2F * em;
    text_in(painter, line.take_left(title), caption.step,
            {.colour = theme.text, .size = em::title, .face = Face::bold});
    text_in(painter, line, shortened(painter, caption.loss, line.w, em::large, Face::sans),
            {.colour = theme.text, .size = em::large});
    Rect text = rest.take_top(1.7F * em);
    if (!film.appeared.empty()) {
        draw_focus_legend(painter, text);
        text.take_right(focus_legend_width(painter) + em);
    }
    if (!film.inputs.text.empty())
        text_in(painter, text,
                shortened(painter, fmt::format(texts::train::film_text, visible_text(film.inputs.text)), text.w,
                          em::body, Face::sans),
                {.colour = theme.text});
    rest.take_top(0.6F * em);
    const double last = std::max(1, film.kept.back().step), first = film.kept.front().step;
    draw_time_line(painter, rest.take_bottom(em).inset(0.4F * em, 0),
                   (kept.step - first) / std::max(1.0, last - first));
    rest.take_bottom(0.6F * em);
    const bool measured = film.appeared.size() == frame->maps.size();
    draw_head_grid(painter, place_head_grid(painter, rest, frame->maps), *frame, -1,
                   measured ? focused_at(film.appeared, kept.step) : std::vector<bool>());
}

}  // namespace

std::string FilmCaption::line() const { return loss.empty() ? step : step + " · " + loss; }

FilmCaption film_caption(const TrainingSession::Snapshot& shown, int step) {
    FilmCaption caption;
    caption.step = step == 0 ? std::string(texts::train::film_initial)
                             : fmt::format(texts::train::film_step, step, shown.steps_planned);
    if (!shown.held_out) return caption;
    const auto at = std::ranges::lower_bound(*shown.held_out, step, {}, &HeldOutRecord::step);
    if (at == shown.held_out->end() || at->step != step) return caption;
    caption.loss = fmt::format(texts::train::film_loss, number_text(static_cast<double>(at->loss))) + " · " +
                   fmt::format(texts::train::film_accuracy, std::lround(100 * at->accuracy));
    return caption;
}

std::vector<bool> focused_at(const std::vector<std::optional<int>>& appeared, int step) {
    std::vector<bool> marked;
    marked.reserve(appeared.size());
    for (const std::optional<int>& at : appeared) marked.push_back(at && step >= *at);
    return marked;
}

std::shared_ptr<const ViewFilm> film_of_heads(const TrainingSession::Snapshot& shown, const Inputs& inputs,
                                              const HeadFrames& read, std::vector<std::optional<int>> appeared) {
    if (!shown.history || !shown.plan) return nullptr;
    auto content = std::make_shared<HeadFilmContent>();
    content->plan = shown.plan;
    content->inputs = inputs;
    content->read = read;
    if (std::ranges::any_of(appeared, [](const auto& at) { return at.has_value(); }))
        content->appeared = std::move(appeared);
    const std::vector<int> steps = shown.history->steps();
    content->kept.reserve(steps.size());
    content->captions.reserve(steps.size());
    for (const int step : steps) {
        auto weights = shown.history->at(step);
        if (!weights) continue;  // given up meanwhile
        content->kept.push_back({.step = step, .weights = std::move(weights)});
        content->captions.push_back(film_caption(shown, step));
    }
    if (content->kept.size() < 2) return nullptr;
    auto film = std::make_shared<ViewFilm>();
    film->name = std::string(shown.plan->task.name) + "-heads";
    film->pictures = static_cast<int>(content->kept.size());
    film->scales = {head_style(film_limit)};
    film->draw = [content](Painter& painter, const Rect& page, int picture) {
        draw_film_page(painter, page, *content, picture);
    };
    return film;
}

}  // namespace glassformer
