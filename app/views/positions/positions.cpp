#include "app/views/positions/positions.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/views/positions/knobs.h"
#include "app/views/positions/open_model.h"
#include "app/views/positions/texts.h"
#include "app/views/shared/tabs.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "core/base/error.h"
#include "core/model/positional.h"

namespace glassformer {

namespace {

constexpr float min_width = 16;         // em; narrower windows have columns below others
constexpr float min_column = 31;        // em; lower windows scroll
constexpr float presented_column = 25;  // em; the same before a class, where nobody scrolls
constexpr float figure_height = 1.35F;
/// The lines below a column. Before a class the score alone, of which lessons speak.
int figure_count(const PositionsState& state, bool presented) {
    const int count = state.page->figures_on_demand && !state.measure ? 0 : state.page->figures;
    return !presented ? count : count >= 3 ? 1 : 0;
}

/// What was measured is among these lines.
bool names_accuracy(const PositionsState& state, bool presented) {
    const int count = figure_count(state, presented);
    return !presented && (count == 1 || count == 5);
}

/// The page has a control for the position of the query.
bool selects_positions(const PositionsState& state) {
    return std::ranges::any_of(
        all_knobs(), [&](const Knob& knob) { return std::string_view(knob.id) == "query" && knob.shows(state); });
}

/// Where the encoding acts and whose numbers it has, in a few words, or in as few as there are.
std::string place_of(const EncodingColumn& column, const PositionsState& state, bool brief) {
    std::string text = role_of(column, brief);
    // Where models were trained, each with this encoding, no table of numbers is shown.
    const bool learned = !column.settings.kind->parameters.empty() && state.page->columns != PositionsColumns::models;
    const bool open = column.learned.origin == state.open.name;
    if (learned)
        text += ", " + (open ? texts::positions::of_open_model
                             : fmt::format(texts::positions::untrained_table, column.learned.origin));
    return text;
}

}  // namespace

const char* role_of(const EncodingColumn& column, bool brief) {
    const PositionalKind& kind = *column.settings.kind;
    const bool appended = kind.appended_always;
    return appended                ? brief ? texts::positions::appended_brief : texts::positions::appended
           : kind.added != nullptr ? brief ? texts::positions::added_brief : texts::positions::added
           : scales_lengths(column)
               ? brief ? texts::positions::rotates_and_scales_brief : texts::positions::rotates_and_scales
           : kind.rotation != nullptr  ? texts::positions::rotates
           : kind.bias != nullptr      ? brief ? texts::positions::biases_brief : texts::positions::biases
           : kind.scores != nullptr    ? brief ? texts::positions::keys_learned_brief : texts::positions::keys_learned
           : kind.distances != nullptr ? brief ? texts::positions::score_terms_brief : texts::positions::score_terms
                                       : texts::positions::not_used;
}

PositionsView::PositionsView(const ViewServices& services)
    : AppView(positions_row),
      models_(services.models),
      trained_models_(services.session_options),
      lengths_file_(services.position_lengths) {}

void PositionsView::read_lengths() {
    if (std::exchange(lengths_read_, true) || lengths_file_.empty()) return;
    try {
        lengths_ = load_position_lengths(lengths_file_);
    } catch (const Error& error) {
        lengths_error_ = error.what();
    }
}

void PositionsView::draw(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    read_lengths();
    pointed_.clear();
    Rect rest = area.inset(1.0F * em, 0);
    rest.take_top(0.4F * em);
    if (text() != nullptr) return text()->draw(*this, context, rest);
    // What does not fit into a low window is scrolled to.
    const auto rows = static_cast<float>(rows_of(rest.w, em));
    const bool presented = context.presented;
    const bool scrolls = rest.h < controls_ + rows * (presented ? presented_column : min_column) * em;
    if (scrolls) {
        rest = begin_scroll(ui, "positions page", rest);
        rest.h = controls_ + rows * (presented ? presented_column : state_.page->least_column) * em;
    }
    const float top = rest.y, bottom = rest.bottom();
    follow_open_model(context);
    if (presented) {
        presented_line(context, rest);
    } else {
        tab_bar(context, rest);  // above the knobs, so that no knob moves the tabs
        if (text() != nullptr) {  // another page was chosen there: it is drawn from the next frame on
            if (scrolls) end_scroll(ui, bottom);
            return ui.keep_awake();
        }
        sentence(context, rest);
        draw_knobs(context, rest, state_);
        follow_open_model(context);
        model_bar(context, rest);
    }
    const float foot = std::max(0.6F * em, footer(context, {rest.x, 0, rest.w, 0}, false) + 0.5F * em);
    footer(context, rest.take_bottom(foot), true);
    if (const float controls = rest.y - top + foot; controls != controls_) {
        controls_ = controls;
        ui.keep_awake();
    }
    columns(context, rest);
    if (scrolls) end_scroll(ui, bottom);
}

/// In place of the controls before a class: what they are set to.
void PositionsView::presented_line(ViewContext& context, Rect& area) const {
    const Ui& ui = context.ui;
    const float em = ui.em;
    const int first = state_.settings.first;
    std::string text;
    const auto add = [&](const std::string& words) {
        if (!words.empty()) text += (text.empty() ? "" : " · ") + words;
    };
    if (selects_positions(state_)) {
        add(fmt::format(texts::positions::marked_pair, first + state_.query, first + state_.key,
                        state_.query - state_.key));
        add(texts::positions::count_from_zero_brief);
    }
    add(content_text(state_, laboratory_.content()));
    if (text.empty()) return;
    const Rect line{area.x, area.y + 0.2F * em, area.w, area.h};
    const float high = paragraph(ui.painter, line, text, {.colour = ui.theme.accent_text, .size = em::small});
    context.targets.put("positions presented", area.take_top(high + 0.5F * em));
}

/// Rows that the columns stand in, in a view of this width.
int PositionsView::rows_of(float width, float em) const {
    const auto count = static_cast<int>(column_count(state_));
    const int across = std::clamp(static_cast<int>(width / (min_width * em)), 1, count);
    return (count + across - 1) / across;
}

void PositionsView::tab_bar(ViewContext& context, Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    area.take_top(0.3F * em);
    Rect line = area.take_top(2.0F * em);
    area.take_top(0.4F * em);
    const std::span<const PositionsPage> pages = positions_pages();
    std::vector<Tab> all;
    for (const PositionsPage& page : pages) all.push_back({page.name, std::string(page.label)});
    auto selected = static_cast<int>(state_.page - pages.data());
    const TabBar bar{.id = "positions mode",
                     .list = "positions modes",
                     .one = "positions mode ",
                     .beside = 6 * em,  // the two buttons
                     .prefix = texts::positions::tab_menu,
                     .folded = true};
    if (draw_tabs(context, line, bar, all, selected).changed) state_.page = &pages[static_cast<std::size_t>(selected)];
    if (text() != nullptr) return;
    line.take_left(em);
    const auto one = [&](const char* id, Icon which, Command command, const char* what, bool enabled) {
        const Rect box = line.take_left(2.0F * em).snapped();
        line.take_left(0.4F * em);
        context.targets.put(id, box);
        const std::string tip = hint(what, command);
        if (button(ui, id, box, "", {.icon = which, .enabled = enabled, .hint = tip})) run(command, context);
    };
    one("add column", Icon::plus, positions_add, texts::positions::add_hint, state_.kinds.size() < max_columns);
    one("remove column", Icon::minus, positions_remove, texts::positions::remove_hint,
        state_.kinds.size() > min_columns);
    line.take_left(0.4F * em);
    if (state_.page->figures_on_demand) {
        const Rect box = line.take_left(toggle_width(ui, texts::positions::measure)).snapped();
        line.take_left(0.4F * em);
        context.targets.put("measure", box);
        toggle(ui, "measure", box, texts::positions::measure, state_.measure, {}, texts::positions::measure_hint);
    }
    const int first = state_.settings.first;
    const std::string pair =
        fmt::format(texts::positions::marked_pair, first + state_.query, first + state_.key, state_.query - state_.key);
    if (ui.painter.measure(pair, em::small).width > line.w) return;
    text_in(ui.painter, line, pair, {.colour = ui.theme.accent_text, .size = em::small, .align = Align::right});
}

void PositionsView::sentence(ViewContext& context, Rect& area) const {
    const Ui& ui = context.ui;
    const Rect line{area.x, area.y + 0.2F * ui.em, area.w, area.h};
    std::string text(state_.page->sentence);
    if (selects_positions(state_)) text += std::string(" ") + texts::positions::count_from_zero;
    const float high = paragraph(ui.painter, line, text, {.colour = ui.theme.text, .size = em::small});
    context.targets.put("positions sentence", area.take_top(high + 0.4F * ui.em));
}

float PositionsView::footer(ViewContext& context, const Rect& area, bool draw) {
    const Ui& ui = context.ui;
    const bool page = state_.page->has_source;
    if (!page && !names_accuracy(state_, context.presented)) return 0;
    std::string text =
        lengths_error_.empty() ? lengths_source(lengths_ ? &*lengths_ : nullptr, state_.task) : lengths_error_;
    if (const std::string note = page ? lengths_note(state_.task, state_.kinds) : ""; !note.empty())
        text = note + "\n" + text;
    const Rect lines{area.x, area.y + 0.35F * ui.em, area.w, area.h};
    if (draw) context.targets.put("lengths source", area);
    return paragraph(ui.painter, lines, text, {.colour = ui.theme.muted, .size = em::small}, draw);
}

void PositionsView::columns(ViewContext& context, const Rect& area) {
    const float em = context.ui.em;
    laboratory_.follow(state_, context.shown);
    follow_trained(context);
    const std::size_t drawn = laboratory_.columns().size();
    const auto rows = static_cast<std::size_t>(rows_of(area.w, em));
    const std::size_t across = (drawn + rows - 1) / rows;
    const float gap = 0.7F * em;
    const float wide = std::floor((area.w - gap * static_cast<float>(across - 1)) / static_cast<float>(across));
    const float high = std::floor((area.h - gap * static_cast<float>(rows - 1)) / static_cast<float>(rows));
    const int query = std::exchange(pointed_query_, -1), key = std::exchange(pointed_key_, -1);
    // A cell that was pointed at in the last frame is marked in all columns of this one.
    const int last = state_.settings.n_positions - 1;
    marked_query_ = query >= 0 && query <= last ? query : state_.query;
    marked_key_ = key >= 0 && key <= last ? key : state_.key;
    const PositionsState before = state_;
    for (std::size_t c = 0; c < drawn; ++c) {
        const std::size_t row = c / across;
        column(context,
               Rect{area.x + static_cast<float>(c % across) * (wide + gap),
                    area.y + static_cast<float>(row) * (high + gap), wide, high}
                   .snapped(),
               c);
    }
    keep_valid(state_);
    if (pointed_query_ != query || pointed_key_ != key || state_ != before) context.ui.keep_awake();
}

bool PositionsView::choose_encoding(ViewContext& context, const Rect& place, std::size_t index,
                                    std::vector<const PositionalKind*>& chosen) {
    const std::string number = std::to_string(index + 1);
    const auto kinds = all_positional_kinds();
    std::vector<std::string> titles;
    titles.reserve(kinds.size());
    for (const PositionalKind& kind : kinds) titles.emplace_back(kind.title);
    auto selected = static_cast<int>(chosen[index] - kinds.data());
    context.targets.put("encoding of column " + number, place);
    if (!dropdown(context.ui, "encoding " + number, place, titles, selected)) return false;
    chosen[index] = &kinds[static_cast<std::size_t>(selected)];
    context.ui.keep_awake();
    return true;
}

void PositionsView::column(ViewContext& context, const Rect& area, std::size_t index) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const Theme& theme = ui.theme;
    const PositionsPage& page = *state_.page;
    const bool scalings = page.columns == PositionsColumns::scalings;
    const bool chosen = static_cast<int>(index) == state_.chosen && !scalings;
    const std::string number = std::to_string(index + 1);
    const Region touched = region(ui, "column " + number, area);
    if (touched.clicked && !scalings) state_.chosen = static_cast<int>(index);
    ui.painter.fill(area, theme.card, 0.5F * em);
    ui.painter.stroke(area, chosen ? theme.accent : theme.border, 1, 0.5F * em);
    context.targets.put("column " + number, area);
    Rect rest = area.inset(0.7F * em, 0.5F * em);

    const EncodingColumn& shown = laboratory_.columns()[index];
    const Rect title = rest.take_top(2.0F * em).snapped();
    if (scalings)
        text_in(ui.painter, title, scaling_title(shown.settings), {.colour = theme.text, .face = Face::bold});
    else if (choose_encoding(context, title, index, state_.kinds))
        state_.chosen = static_cast<int>(index);
    rest.take_top(0.1F * em);
    const bool models = page.columns == PositionsColumns::models;
    const bool of_head = page.trained && index < trained_.size() && trained_[index];
    if (!scalings) {
        std::string place =
            of_head ? card_title(trained_[index]->model->name, models_) : place_of(shown, state_, false);
        if (!of_head && ui.painter.measure(place, em::small).width > rest.w) place = place_of(shown, state_, true);
        text_in(ui.painter, rest.take_top(1.35F * em),
                shortened_within(ui.painter, place, rest.w, em::small, Face::sans),
                {.colour = theme.muted, .size = em::small});
    }
    rest.take_top(0.2F * em);
    ColumnScene scene{.context = context,
                      .state = state_,
                      .column = shown,
                      .content = laboratory_.content(),
                      .all = laboratory_.columns(),
                      .lengths = lengths_ ? &*lengths_ : nullptr,
                      .trained = of_head ? &*trained_[index] : nullptr,
                      .trained_note = index < trained_notes_.size() ? trained_notes_[index] : "",
                      .index = index,
                      .query = marked_query_,
                      .key = marked_key_,
                      .pointed = pointed_,
                      .pointed_query = pointed_query_,
                      .pointed_key = pointed_key_};
    const Rect below =
        rest.take_bottom(static_cast<float>(figure_count(state_, context.presented)) * figure_height * em + 0.2F * em);
    const bool gives_way = page.least_below > 0;
    if (!shown.shown() && !models && !gives_way) {
        const float high = paragraph(ui.painter, rest, shown.error, {.colour = theme.warning, .size = em::body});
        context.targets.put("error " + number, {rest.x, rest.y, rest.w, high});
        return figures(scene, below);
    }
    const float share = figure_count(state_, context.presented) == 0 ? page.picture_alone : page.picture;
    const float above =
        gives_way ? std::min(0.55F * rest.h, rest.h - page.least_below * em) : std::max(share * rest.h, 6 * em);
    if (gives_way ? shown.shown() && above >= 10 * em : !models) {
        draw_encoding(scene, rest.take_top(above));
        rest.take_top(0.3F * em);
    }
    page.draw(scene, rest);
    figures(scene, below);
}

void PositionsView::figures(ColumnScene& scene, Rect area) {
    scene.context.targets.put(scene.id("figures"), area);
    Ui& ui = scene.context.ui;
    const float em = ui.em;
    const EncodingColumn& column = scene.column;
    area.take_top(0.2F * em);
    const float longest = ui.painter.measure(texts::positions::figure_change, em::small).width + 0.6F * em;
    const auto line = [&](const char* name, const std::string& value, const char* why) {
        Rect row = area.take_top(figure_height * em);
        const Region touched = region(ui, scene.id(name), row);
        if (touched.hovered) tooltip(ui, row, why);
        const float natural = ui.painter.measure(name, em::small).width + 0.6F * em;
        const float room = ui.painter.measure(value, em::small, Face::bold).width;
        const float wide = std::max({0.5F * row.w, row.w - 8.5F * em, std::min(longest, 0.6F * row.w)});
        text_in(ui.painter, row.take_left(room > row.w - wide ? std::min(wide, natural) : wide), name,
                {.colour = ui.theme.muted, .size = em::small});
        text_in(ui.painter, row, value, {.colour = ui.theme.text, .size = em::small, .face = Face::bold});
    };
    const bool there = column.shown();
    const bool presented = scene.context.presented;
    const int count = figure_count(state_, presented);
    if (count == 0) return;
    const std::string accuracy = accuracy_text(scene.lengths, state_.task, *column.settings.kind);
    const char* of_accuracy = texts::positions::figure_accuracy_hint;
    if (count == 1 && !presented) return line(texts::positions::figure_accuracy, accuracy, of_accuracy);
    const Tensor& products = column.column.similarity;
    if (state_.page->of_vectors && there && !products.data.empty())
        line(texts::positions::figure_product,
             number_text(static_cast<double>(matrix_of(products, 0).at(scene.query, scene.key))),
             texts::positions::figure_product_hint);
    else
        line(texts::positions::figure_score,
             there ? number_text(static_cast<double>(column.score(scene.query, scene.key))) : texts::positions::none,
             texts::positions::figure_score_hint);
    if (count == 1) return;
    const bool sums = there && !column.column.similarity.data.empty();
    std::string spread = there ? number_text(column.spread) : texts::positions::none;
    if (sums) spread += fmt::format(texts::positions::similarity_too, number_text(column.similarity_spread));
    line(texts::positions::figure_toeplitz, spread, texts::positions::figure_toeplitz_hint);
    const auto changed = [&] {
        line(texts::positions::figure_change,
             !there                 ? texts::positions::none
             : column.has_unshifted ? number_text(column.changed_by_shift)
                                    : texts::positions::no_shift,
             texts::positions::figure_change_hint);
    };
    if (count == 3) return changed();
    std::string widest = there ? number_text(column.column.widest.largest) : texts::positions::none;
    if (sums)
        widest += fmt::format(texts::positions::similarity_too, number_text(column.column.widest_similarity.largest));
    line(texts::positions::figure_spread, widest, texts::positions::figure_spread_hint);
    changed();
    line(texts::positions::figure_accuracy, accuracy, of_accuracy);
}

}  // namespace glassformer
