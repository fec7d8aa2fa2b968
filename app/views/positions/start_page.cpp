// The first page: its question, the choice of a query and a key, and three columns with what to look at.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/paint/visible_text.h"
#include "app/views/positions/positions.h"
#include "app/views/positions/start.h"
#include "app/views/positions/texts.h"
#include "app/views/shared/wording.h"
#include "core/model/positional.h"

namespace glassformer {

namespace {

constexpr float start_column_width = 21;  // em; where three have no room, one stands below the other
constexpr float roomy = 50;               // em; in a lower view there are no words below the question
constexpr int near_tokens = 16;           // to either side, that a list offers

std::string number_of(float value) { return number_text(static_cast<double>(value)); }

std::string look_at_placed(const StartTables& tables, const StartColumn& column) {
    const bool appended = column.picture == StartPicture::appended;
    const int dimension = column.dimensions.front(), first = tables.first();
    const auto at = [&](int token) {
        return number_of(column.table.view().row(static_cast<std::size_t>(token - first))[dimension]);
    };
    const std::string query = at(tables.query()), key = at(tables.key());
    if (tables.query() == tables.key())
        return appended ? fmt::format(texts::positions::start_look_appended_alike, dimension, query, tables.query())
                        : fmt::format(texts::positions::start_look_added_alike, dimension, tables.query(), query);
    return appended
               ? fmt::format(texts::positions::start_look_appended, dimension, query, tables.query(), key, tables.key())
               : fmt::format(texts::positions::start_look_added, dimension, tables.query(), query, tables.key(), key);
}

std::string look_at_map(const StartTables& tables, const StartColumn& column) {
    const std::string distance = with_minus(std::to_string(tables.query() - tables.key()));
    const float apart = column.most - column.least;
    const bool uneven = apart > 1e-5F * std::max({1.0F, std::abs(column.most), std::abs(column.least)});
    if (uneven)
        return fmt::format(texts::positions::start_look_uneven, number_of(column.least), number_of(column.most));
    const char* even = column.picture == StartPicture::term ? texts::positions::start_look_term
                                                            : texts::positions::start_look_diagonal;
    return fmt::format(fmt::runtime(even), distance, number_of(column.most));
}

}  // namespace

std::string start_look(const StartTables& tables, const StartColumn& column) {
    switch (column.picture) {
        case StartPicture::added:
        case StartPicture::appended: return look_at_placed(tables, column);
        case StartPicture::rotation:
            if (tables.moved() == 1)
                return fmt::format(texts::positions::start_look_moved_one, start_degrees(column.before),
                                   start_degrees(column.turned.between), start_degrees(column.moved.between));
            if (tables.moved() > 0)
                return fmt::format(texts::positions::start_look_moved, start_degrees(column.before),
                                   start_degrees(column.turned.between), tables.moved(),
                                   start_degrees(column.moved.between));
            return fmt::format(texts::positions::start_look_rotation, start_degrees(column.before),
                               start_degrees(column.turned.between), start_degrees(column.next.between));
        case StartPicture::bias:
        case StartPicture::term: return look_at_map(tables, column);
        case StartPicture::none: break;
    }
    return texts::positions::start_look_none;
}

std::string start_origin(const StartTables& tables, const StartColumn& column) {
    const PositionsState& state = tables.state();
    const PositionalKind& kind = *column.laboratory->settings.kind;
    if (column.own) {
        const char* text = column.picture == StartPicture::rotation ? texts::positions::start_own_head
                           : column.picture == StartPicture::bias   ? texts::positions::start_own_bias
                           : column.picture == StartPicture::term   ? texts::positions::start_own_term
                           : column.picture == StartPicture::none   ? texts::positions::start_own_none
                                                                    : texts::positions::start_recorded;
        return fmt::format(fmt::runtime(text), state.block + 1, state.model_head + 1);
    }
    if (tables.of_model() && kind.parameters.empty() && state.open.kind == find_positional("none"))
        return texts::positions::start_other_none;
    if (tables.of_model())
        return kind.parameters.empty() ? fmt::format(texts::positions::start_other, state.open.kind->title)
                                       : std::string(texts::positions::start_other_learned);
    const bool drawn =
        column.picture != StartPicture::none && (column.picture != StartPicture::bias || !kind.parameters.empty());
    return drawn ? fmt::format(texts::positions::start_random, state.settings.seed)
                 : std::string(texts::positions::start_formula);
}

bool PositionsView::start_token(ViewContext& context, Rect& line, const char* id, const char* label, int& token) {
    Ui& ui = context.ui;
    const int low = std::max(0, token - near_tokens), high = std::min(start_.tokens() - 1, token + near_tokens);
    std::vector<std::string> labels;
    float wide = 0;
    for (int t = low; t <= high; ++t) {
        const std::string word = start_word(start_, t);
        labels.push_back(word.empty() ? fmt::format(texts::positions::start_position, t)
                                      : fmt::format(texts::positions::start_token, t, word));
        wide = std::max(wide, ui.painter.measure(labels.back()).width);
    }
    wide = std::min(wide + ui.painter.measure(label).width + 3.4F * ui.em, std::min(15 * ui.em, 0.5F * line.w));
    const Rect place = line.take_left(wide).inset(0, 0.1F * ui.em).snapped();
    line.take_left(0.8F * ui.em);
    context.targets.put(id, place);
    int selected = token - low;
    if (!dropdown(ui, id, place, labels, selected, {}, label)) return false;
    token = low + selected;
    return true;
}

/// The query and the key, in place of the controls that choose them.
void PositionsView::presented_pair(ViewContext& context, Rect& area) const {
    const Ui& ui = context.ui;
    const auto named = [&](const char* label, int token) {
        const std::string word = start_word(start_, token);
        return std::string(label) + " " +
               (word.empty() ? fmt::format(texts::positions::start_position, token)
                             : fmt::format(texts::positions::start_token, token, word));
    };
    const std::string text =
        named(texts::positions::start_query, state_.start.query) + " · " +
        named(texts::positions::start_key, state_.start.key) + " · " +
        fmt::format(texts::positions::start_distance, with_minus(std::to_string(start_.query() - start_.key()))) +
        " · " + texts::positions::count_from_zero_brief;
    const Rect line{area.x, area.y + 0.2F * ui.em, area.w, area.h};
    const float high = paragraph(ui.painter, line, text, {.colour = ui.theme.accent_text, .size = em::small});
    context.targets.put("positions presented", area.take_top(high + 0.5F * ui.em));
}

/// The question, and the query and the key that all columns show.
void PositionsView::start_head(ViewContext& context, Rect& area, bool brief) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect rest = area;
    const float choice_width = 36 * em;  // of the two lists and the distance
    const TextStyle heading{.colour = ui.theme.text, .size = em::title, .face = Face::bold};
    const float named = ui.painter.measure(texts::positions::start_title, heading.size, heading.face).width;
    const bool one_line = named + choice_width <= rest.w;
    const float title = one_line ? 2.4F * em : paragraph(ui.painter, rest, texts::positions::start_title, heading);
    Rect line = rest.take_top(title);
    if (one_line) text_in(ui.painter, line.take_left(named), texts::positions::start_title, heading);
    line.take_left(2 * em);
    rest.take_top(0.2F * em);
    if (!brief) {
        const std::string text = std::string(texts::positions::page_start) + " " + texts::positions::count_from_zero;
        rest.take_top(paragraph(ui.painter, rest, text, {.colour = ui.theme.text}));
    }
    context.targets.put("positions sentence", {area.x, area.y, area.w, rest.y - area.y});
    if (!one_line) {
        rest.take_top(0.4F * em);
        line = rest.take_top(2.2F * em);
    }
    // As in the rows of the pictures, the query and then the key.
    StartState& start = state_.start;
    start_token(context, line, "start query", texts::positions::start_query, start.query);
    start_token(context, line, "start key", texts::positions::start_key, start.key);
    const std::string distance =
        fmt::format(texts::positions::start_distance, with_minus(std::to_string(start_.query() - start_.key())));
    const float wide = ui.painter.measure(distance, em::body, Face::bold).width;
    if (wide > line.w) line = rest.take_top(1.6F * em);
    context.targets.put("start distance", line);
    text_in(ui.painter, line, distance, {.colour = ui.theme.accent_text, .face = Face::bold});
    line.take_left(wide + 1.5F * em);
    if (brief) {  // beside the distance, or below
        const bool whole = ui.painter.measure(texts::positions::count_from_zero, em::small).width <= line.w;
        const char* const text = whole ? texts::positions::count_from_zero : texts::positions::count_from_zero_brief;
        const float broad = ui.painter.measure(text, em::small).width;
        if (broad > line.w) line = rest.take_top(1.4F * em);
        text_in(ui.painter, line, text, {.colour = ui.theme.text, .size = em::small});
        context.targets.put("start counting", line);
        line.take_left(broad + 1.5F * em);
    }
    if (ui.painter.measure(texts::positions::start_keys, em::small).width <= line.w)
        text_in(ui.painter, line, texts::positions::start_keys,
                {.colour = ui.theme.muted, .size = em::small, .align = Align::right});
    rest.take_top(0.6F * em);
    area.take_top(rest.y - area.y);
}

/// What stands above and below the pictures of these columns, so that they begin and end alike.
PositionsView::StartHeights PositionsView::start_heights(ViewContext& context, float width,
                                                         std::span<const StartColumn> columns) const {
    const Ui& ui = context.ui;
    StartHeights heights;
    const TextStyle style{.colour = ui.theme.text};
    for (const StartColumn& column : columns) {
        const Rect lines{0, 0, width, 0};
        const auto high = [&](const std::string& text, const TextStyle& with) {
            return paragraph(ui.painter, lines, text, with, false);
        };
        heights.what = std::max(heights.what, high(column.laboratory->settings.kind->sentence, style));
        if (!column.laboratory->shown()) continue;
        heights.look = std::max(heights.look, high(start_look(start_, column), style));
        heights.origin =
            std::max(heights.origin, high(start_origin(start_, column), {.colour = {}, .size = em::small}));
    }
    return heights;
}

void PositionsView::start_column(ViewContext& context, const Rect& area, std::size_t index,
                                 const StartHeights& heights) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const Theme& theme = ui.theme;
    const StartColumn& column = start_.columns()[index];
    const std::string number = std::to_string(index + 1);
    if (region(ui, "column " + number, area).clicked) state_.start.chosen = static_cast<int>(index);
    ui.painter.fill(area, theme.card, 0.5F * em);
    const bool chosen = static_cast<int>(index) == state_.start.chosen;
    ui.painter.stroke(area, chosen ? theme.accent : theme.border, 1, 0.5F * em);
    context.targets.put("column " + number, area);
    Rect rest = area.inset(0.9F * em, 0.7F * em);
    if (choose_encoding(context, rest.take_top(2.1F * em).snapped(), index, state_.start.kinds))
        state_.start.chosen = static_cast<int>(index);
    rest.take_top(0.4F * em);
    const Rect role = rest.take_top(1.5F * em);
    const char* acts =
        column.picture == StartPicture::none ? texts::positions::start_nothing : role_of(*column.laboratory, false);
    text_in(ui.painter, role, shortened_within(ui.painter, acts, role.w, em::body, Face::bold),
            {.colour = theme.accent_text, .face = Face::bold});
    const Rect what = rest.take_top(heights.what);
    paragraph(ui.painter, what, column.laboratory->settings.kind->sentence, {.colour = theme.text});
    context.targets.put("start what " + number, what);
    rest.take_top(0.5F * em);
    if (!column.laboratory->shown()) {
        const float high = paragraph(ui.painter, rest, column.laboratory->error, {.colour = theme.warning});
        context.targets.put("error " + number, {rest.x, rest.y, rest.w, high});
        return;
    }
    const Rect origin = rest.take_bottom(heights.origin);
    rest.take_bottom(0.3F * em);
    const Rect look = rest.take_bottom(heights.look);
    rest.take_bottom(0.6F * em);
    paragraph(ui.painter, look, start_look(start_, column), {.colour = theme.text});
    paragraph(ui.painter, origin, start_origin(start_, column), {.colour = theme.muted, .size = em::small});
    context.targets.put("start look " + number, look);
    context.targets.put("start origin " + number, origin);
    context.targets.put("start picture " + number, rest);
    StartScene scene{.context = context,
                     .start = state_.start,
                     .tables = start_,
                     .column = column,
                     .pointed = pointed_,
                     .index = index};
    draw_start_picture(scene, rest);
}

void PositionsView::draw_start(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect rest = area;
    follow_open_model(context);
    start_.follow(state_, context.shown);
    const StartState before = state_.start;
    // As high as the words need and the pictures are at least; what does not fit is scrolled to.
    const auto count = static_cast<float>(start_.columns().size());
    const float gap = 0.7F * em;
    const bool abreast = rest.w >= count * start_column_width * em + (count - 1) * gap;
    const bool scrolls = rest.h < start_height_;
    if (scrolls) rest = begin_scroll(ui, "positions page", rest);
    const float top = rest.y, seen = area.bottom() - 0.6F * em;
    if (context.presented) {
        presented_pair(context, rest);
    } else {
        tab_bar(context, rest);
        start_head(context, rest, abreast && area.h < roomy * em);
    }
    const float wide = abreast ? std::floor((rest.w - (count - 1) * gap) / count) : rest.w;
    const std::span<const StartColumn> columns = start_.columns();
    float least = 0, x = rest.x, y = rest.y;
    const auto heights_of = [&](std::span<const StartColumn> alike) {
        const StartHeights heights = start_heights(context, wide - 1.8F * em, alike);
        least = std::ceil(heights.what + heights.look + heights.origin + (6.8F + start_picture_height) * em);
        return heights;
    };
    if (abreast) {
        const StartHeights heights = heights_of(columns);
        const float high = scrolls ? least : std::max(least, std::floor(seen - y));
        for (std::size_t c = 0; c < columns.size(); ++c, x += wide + gap)
            start_column(context, Rect{x, y, wide, high}.snapped(), c, heights);
        y += high;
    } else {
        for (std::size_t c = 0; c < columns.size(); ++c) {
            const StartHeights heights = heights_of(columns.subspan(c, 1));
            if (c > 0) y += gap;
            start_column(context, Rect{x, y, wide, least}.snapped(), c, heights);
            y += least;
        }
    }
    const float needed = (abreast ? rest.y + least : y) + 0.6F * em - top;
    if (scrolls) end_scroll(ui, y + 0.6F * em);
    if (std::abs(needed - start_height_) > 0.5F) {
        start_height_ = needed;
        ui.keep_awake();
    }
    keep_start_valid(state_.start, state_, context.shown);
    if (state_.start != before) ui.keep_awake();
}

/// Keys move the query, the key and the pair of dimensions.
void PositionsView::step_start(int query, int key) {
    StartState& start = state_.start;
    start.query = std::clamp(start.query + query, 0, start_.tokens() - 1);
    start.key = std::clamp(start.key + key, 0, start_.tokens() - 1);
    // What moves takes the other one along at the largest distance that is shown.
    if (key != 0) start.query = std::clamp(start.query, start.key - start_rows + 1, start.key + start_rows - 1);
}

namespace {

class StartPage final : public PositionsOfText {
public:
    void draw(PositionsView& view, ViewContext& context, const Rect& area) const override {
        view.draw_start(context, area);
    }
    const char* fixed_columns() const override { return texts::positions::three_columns; }
    const PositionalKind& kind(const PositionsState& state) const override {
        return *state.start.kinds[static_cast<std::size_t>(state.start.chosen)];
    }
    void change_kind(PositionsState& state, int by) const override {
        next_kind(state.start.kinds[static_cast<std::size_t>(state.start.chosen)], by);
    }
    void choose_column(PositionsState& state, int by) const override {
        const auto all = static_cast<int>(state.start.kinds.size());
        state.start.chosen = (state.start.chosen + by + all) % all;
    }
    void move(StartState& start, int by) const override { start.moved = std::clamp(start.moved + by, 0, most_moved); }
    void move_to_start(PositionsState& state) const override { state.start.moved = 0; }
    /// From the pair that is shown: the encodings have different numbers of them.
    void step_pair(StartState& start, const StartTables& tables, int by) const override {
        int most = 0;
        for (const StartColumn& column : tables.columns()) most = std::max(most, column.pair);
        start.pair = std::max(0, std::min(start.pair, most) + by);
    }
    void add_numbers(std::vector<NamedNumber>& all, const StartTables& tables, const JoinedTables&,
                     const PositionsState&) const override {
        add_start_numbers(all, tables);
    }
};

const StartPage start_page;

}  // namespace

extern const PositionsPage positions_start_page{.name = "start",
                                                .place = 0,
                                                .label = texts::positions::tab_start,
                                                .sentence = texts::positions::page_start,
                                                .text = &start_page};

}  // namespace glassformer
