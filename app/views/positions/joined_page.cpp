// The page of joined vectors: its controls, the matrices of the chosen way, and the products of all three.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/views/positions/joined_texts.h"
#include "app/views/positions/knobs.h"
#include "app/views/positions/open_model.h"
#include "app/views/positions/positions.h"
#include "app/views/positions/texts.h"
#include "app/views/shared/wording.h"

namespace glassformer {

namespace {

/// The shipped model that joins in this way, where it is among the models; null where not.
const ModelChoice* joined_model(positions::JoinWay way, std::span<const ModelChoice> models) {
    const auto row = std::ranges::find(joined_models, way, &JoinedModel::way);
    if (row == joined_models.end()) return nullptr;
    const auto found = std::ranges::find(models, row->name, &ModelChoice::name);
    return found == models.end() ? nullptr : &*found;
}

}  // namespace

void PositionsView::open_joined_model(ViewContext& context) {
    const ModelChoice* model = joined_model(state_.start.way, models_);
    if (model == nullptr || model->examples.empty()) {
        context.notice = texts::joined::no_model;
    } else if (state_.open.name == model->name) {
        context.notice = texts::joined::already_open;
    } else {
        context.session.set(model->examples.front());
        context.notice = fmt::format(texts::joined::opened, card_title(model->name, models_));
    }
}

/// The controls, and the query and the key, which are those of the first page.
void PositionsView::joined_head(ViewContext& context, Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const Rect words{area.x, area.y + 0.2F * em, area.w, area.h};
    const std::string text = std::string(texts::positions::page_joined) + " " + texts::positions::count_from_zero;
    const float high = paragraph(ui.painter, words, text, {.colour = ui.theme.text, .size = em::small});
    context.targets.put("positions sentence", area.take_top(high + 0.4F * em));
    draw_knobs(context, area, state_);
    area.take_top(0.2F * em);
    Rect line = area.take_top(2.2F * em);
    const ModelChoice* model = joined_model(state_.start.way, models_);
    if (model != nullptr && model->name != state_.open.name) {
        const std::string label = fmt::format(texts::joined::open_model, model->title);
        const std::string tip = hint(texts::joined::open_model_hint, positions_sibling);
        const ButtonStyle style{.size = em::small, .hint = tip};
        const std::string fitting = shortened_within(ui.painter, label, 0.42F * line.w, em::small, Face::sans);
        const Rect place = line.take_right(button_width(ui, fitting, style)).inset(0, 0.1F * em).snapped();
        line.take_right(0.6F * em);
        context.targets.put("open joined", place);
        if (button(ui, "open joined", place, fitting, style)) open_joined_model(context);
    }
    StartState& start = state_.start;
    if (line.w < 31 * em) {  // a line of their own beside a button
        Rect below = area.take_top(2.2F * em);
        start_token(context, line, "start query", texts::positions::start_query, start.query);
        start_token(context, below, "start key", texts::positions::start_key, start.key);
        return;
    }
    start_token(context, line, "start query", texts::positions::start_query, start.query);
    start_token(context, line, "start key", texts::positions::start_key, start.key);
    const std::string keys = std::string(texts::positions::start_joined_keys);
    if (ui.painter.measure(keys, em::small).width <= line.w)
        text_in(ui.painter, line, keys, {.colour = ui.theme.muted, .size = em::small, .align = Align::right});
}

void PositionsView::draw_joined(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    follow_open_model(context);
    const StartState before = state_.start;
    Rect rest = area;
    rest.take_bottom(0.6F * em);
    const float least = (joined_matrices_height + joined_products_height + 0.8F) * em;
    const bool scrolls = rest.h < joined_controls_ + least;
    if (scrolls) {
        rest = begin_scroll(ui, "positions page", rest);
        rest.h = joined_controls_ + least;
    }
    const float top = rest.y, bottom = rest.bottom();
    if (context.presented) {
        presented_pair(context, rest);
    } else {
        tab_bar(context, rest);
        joined_head(context, rest);
    }
    keep_start_valid(state_.start, state_, context.shown);
    start_.follow(state_, context.shown);
    joined_.follow(start_, state_, context.shown);
    const JoinedWay& way = joined_.way(state_.start.way);
    // What the way does, whose numbers these are, and what is said below the products.
    const TextStyle said{.colour = ui.theme.text}, quiet{.colour = ui.theme.muted, .size = em::small};
    rest.take_top(0.3F * em);
    if (way.error.empty()) {
        const std::string origin = joined_origin(start_, way);
        const Rect line = rest;
        float high = paragraph(ui.painter, rest, joined_sentence(way) + " " + joined_norms_sentence(way), said);
        rest.take_top(high);
        high += paragraph(ui.painter, rest, origin, quiet);
        rest = {line.x, line.y + high, line.w, line.h - high};
        context.targets.put("joined sentence", {line.x, line.y, line.w, high});
    }
    rest.take_top(0.5F * em);
    const std::string note = context.presented ? joined_own_note(joined_) : joined_note(joined_);
    const float below = paragraph(ui.painter, rest, note, quiet, false);
    const Rect cross = rest.take_bottom(below);
    paragraph(ui.painter, cross, note, quiet);
    context.targets.put("joined note", cross);
    if (const float controls = rest.y - top + below + 0.8F * em; std::abs(controls - joined_controls_) > 0.5F) {
        joined_controls_ = controls;
        ui.keep_awake();
    }
    rest.take_bottom(0.4F * em);
    const Rect products = rest.take_bottom(joined_products_height * em);
    rest.take_bottom(0.4F * em);
    JoinedScene scene{
        .context = context, .start = state_.start, .tables = start_, .joined = joined_, .pointed = pointed_};
    if (way.error.empty())
        draw_joined_matrices(scene, rest);
    else
        paragraph(ui.painter, rest, way.error, {.colour = ui.theme.warning});
    draw_joined_products(scene, products);
    context.targets.put("joined products", products);
    if (scrolls) end_scroll(ui, bottom);
    keep_start_valid(state_.start, state_, context.shown);
    if (state_.start != before) ui.keep_awake();
}

void PositionsView::describe_joined(State& state) const {
    for (const positions::JoinWay one : positions::join_ways) {
        const std::string number = std::to_string(static_cast<int>(one) + 1);
        const JoinedWay& way = joined_.way(one);
        const bool there = joined_.ready() && way.error.empty();
        const auto add = [&](const char* what, const std::string& text) {
            state.add(std::string("positions_joined_") + what + "_" + number, there ? text : "");
        };
        const auto exact = [](double value) { return exact_text(static_cast<float>(value)); };
        const positions::JoinedProduct& product = way.product;
        add("columns", there ? std::to_string(way.columns()) : "");
        add("own", way.own ? "yes" : "no");
        add("token_token", exact(product.token_token));
        add("token_position", exact(product.token_position));
        add("position_token", exact(product.position_token));
        add("position_position", exact(product.position_position));
        add("whole", exact(product.whole));
        const JoinedNorms norms = there ? joined_norms(way) : JoinedNorms{};
        add("token_norm", exact(norms.tokens));
        add("position_norm", exact(norms.positions));
    }
}

namespace {

class JoinedPage final : public PositionsOfText {
public:
    void draw(PositionsView& view, ViewContext& context, const Rect& area) const override {
        view.draw_joined(context, area);
    }
    const char* fixed_columns() const override { return texts::joined::three_ways; }
    const PositionalKind& kind(const PositionsState& state) const override {
        const StartState& start = state.start;
        return *positions::joined_settings(start.way, state.settings, *start.vectors, start.appended).kind;
    }
    void change_kind(PositionsState& state, int by) const override {
        const auto ways = static_cast<int>(positions::join_ways.size());
        state.start.way = static_cast<positions::JoinWay>((static_cast<int>(state.start.way) + by + ways) % ways);
    }
    void choose_column(PositionsState& state, int by) const override { change_kind(state, by); }
    void move_to_start(PositionsState& state) const override { state.settings.first = 0; }
    bool open_model(PositionsView& view, ViewContext& context) const override {
        view.open_joined_model(context);
        return true;
    }
    void add_numbers(std::vector<NamedNumber>& all, const StartTables&, const JoinedTables& joined,
                     const PositionsState& state) const override {
        const JoinedWay& way = joined.way(state.start.way);
        if (joined.ready() && way.error.empty()) add_joined_numbers(all, way);
    }
    bool writes_joined() const override { return true; }
};

const JoinedPage joined_page;

}  // namespace

extern const PositionsPage positions_joined_page{.name = "joined",
                                                 .place = 1,
                                                 .label = texts::positions::tab_joined,
                                                 .sentence = texts::positions::page_joined,
                                                 .text = &joined_page};

}  // namespace glassformer
