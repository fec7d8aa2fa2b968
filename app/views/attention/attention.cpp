#include "app/views/attention/attention.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/pictures/board/reduced.h"
#include "app/views/attention/page_texts.h"
#include "app/views/attention/telling.h"
#include "app/views/explanation/arithmetic.h"
#include "app/views/shared/empty_state.h"
#include "app/views/shared/head_switch.h"
#include "app/views/shared/menus.h"
#include "app/views/shared/texts.h"
#include "app/views/shared/view_values.h"
#include "app/views/shared/wording.h"
#include "core/io/model_folder.h"
#include "core/session/same_model.h"
#include "core/tape/cell_name.h"

namespace glassformer {

namespace {

std::string cell_text(const Evaluation& evaluation, const CellRef& cell) {
    return plain_name(evaluation, cell) + " = " +
           number_text(static_cast<double>(evaluation.trace().value(cell.record, cell.cell)));
}

}  // namespace

void AttentionView::find_layers(ViewContext& context) {
    const Evaluation& evaluation = *context.shown.current;
    const Trace& trace = evaluation.trace();
    Cursor& cursor = context.cursor;
    keep_valid(trace, cursor);
    if (generation_ != evaluation.generation()) {
        generation_ = evaluation.generation();
        layers_ = attention_layers(trace);
        state_.focus.hovered = {};
        state_.token = {};
        forget_fading();
    }
    if (!model_ || !same_model(*model_, evaluation.inputs().model)) {
        if (model_) {
            state_.overlaid.clear();
            entered_ = false;
            chosen_ = false;
        }
        model_ = evaluation.inputs().model;
    }
    if (layers_.empty()) return;
    layer_ = std::clamp(layer_, 0, static_cast<int>(layers_.size()) - 1);
    const int record = record_at(trace, cursor);
    const int here = layer_of(trace, layers_, record);
    if (here >= 0) {
        if (here != layer_ && entered_) state_.overlaid.clear();
        layer_ = here;
    } else if (!entered_) {  // from elsewhere: to the attention of the same block, else to the first
        layer_ = 0;
        const auto telling = chosen_ || cursor.head != 0 ? std::nullopt : most_telling_head(evaluation, layers_);
        for (int i = static_cast<int>(layers_.size()) - 1; i >= 0; --i) {
            const Site &a = trace.record(layers_[static_cast<std::size_t>(i)].weights).site,
                       &b = trace.record(record).site;
            if (a.block == b.block && a.stack == b.stack && b.block >= 0) layer_ = i;
        }
        if (telling) layer_ = telling->layer;
        cursor.locked = false;
        go_to(trace, cursor, layer().weights);
        if (telling) cursor.head = cursor_head(trace, layer(), telling->head);
    }
    entered_ = true;
    std::erase_if(state_.overlaid, [&](int head) { return head >= layer().heads; });
}

void AttentionView::choose(ViewContext& context, int layer_index, int head) {
    const Trace& trace = context.shown.current->trace();
    Cursor& cursor = context.cursor;
    const AttentionLayer& to = layers_[static_cast<std::size_t>(layer_index)];
    if (layer_index != layer_) {
        // The same stage between scores and weights.
        const Record& now = trace.record(record_at(trace, cursor));
        int target = to.weights;
        for (const int id : maps_of(trace, to, cursor.row))
            if (trace.record(id).stage == now.stage && trace.record(id).site.step == now.site.step) target = id;
        go_to(trace, cursor, target);
        state_.overlaid.clear();
        layer_ = layer_index;
    }
    cursor.head = cursor_head(trace, to, std::clamp(head, 0, to.heads - 1));
    chosen_ = true;
    state_.focus.hovered = {};
    forget_fading();
}

void AttentionView::forget_fading() {
    fading_.forget();
    state_.fading.forget();
}

void AttentionView::step_head(ViewContext& context, int by) {
    const int heads = layer().heads;
    const int now = own_head(context.shown.current->trace(), layer(), context.cursor.head);
    choose(context, layer_, (now + by + heads) % heads);
}

void AttentionView::step_layer(ViewContext& context, int to) {
    const int head = own_head(context.shown.current->trace(), layer(), context.cursor.head);
    choose(context, std::clamp(to, 0, static_cast<int>(layers_.size()) - 1), head);
}

void AttentionView::mark(int head) {
    const auto found = std::find(state_.overlaid.begin(), state_.overlaid.end(), head);
    if (found == state_.overlaid.end())
        state_.overlaid.push_back(head);
    else
        state_.overlaid.erase(found);
    std::sort(state_.overlaid.begin(), state_.overlaid.end());
}

std::vector<int> AttentionView::shown_heads(const Trace& trace, const Cursor& cursor) const {
    if (state_.mode == AttentionMode::overlay) {
        if (!state_.overlaid.empty()) return state_.overlaid;
        std::vector<int> all(static_cast<std::size_t>(layer().heads));
        std::iota(all.begin(), all.end(), 0);
        return all;
    }
    return {own_head(trace, layer(), cursor.head)};
}

bool AttentionView::has_bar() const {
    return state_.mode == AttentionMode::arcs || state_.mode == AttentionMode::overlay ||
           state_.mode == AttentionMode::query || (state_.mode == AttentionMode::products && !products_.whole);
}

void AttentionView::draw(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    if (!context.shown.current) {
        draw_empty_state(context, area);
        return;
    }
    const Evaluation& evaluation = *context.shown.current;
    find_layers(context);
    if (layers_.empty()) {
        context.targets.put("no attention", area);
        const bool looks_up = evaluation.model().config.architecture == Architecture::lookup;
        draw_sentence(ui, area, looks_up ? texts::attention::table_only : texts::attention::no_attention);
        return;
    }
    figures_.begin(evaluation);
    shown_pair_.clear();

    Rect rest = area;
    const PageText& page = page_text(state_.mode, evaluation, layer());
    rest = panel_.draw_beside(context, rest, state_.focus, narrow_, &page);
    if (narrow_ && context.preferences.panel_instead)
        panel_.draw(context, rest, state_.focus, &page);
    else
        content(context, rest);
    if (figures_.waiting()) ui.keep_awake();
    if (context.shown.stale && context.shown.error.empty()) ui.keep_awake();
}

void AttentionView::content(ViewContext& context, const Rect& area) {
    const float em = context.ui.em;
    const Evaluation& evaluation = *context.shown.current;
    Rect rest = area.inset(1.2F * em, 0);
    rest.h -= 0.6F * em;
    header(context, rest);
    const int head = own_head(evaluation.trace(), layer(), context.cursor.head);
    const HeadAt chosen{layer_, head};
    const float common = state_.own_scales ? 0 : figures_.common_limit(layers_);
    if (state_.mode == AttentionMode::heads && !state_.solo) {
        scale_bar(context, rest, common);
        strip(context, rest);
        return touch(context, draw_thumbnails(context, rest, layers_, chosen, state_, figures_, memory_, true, common));
    }
    if (state_.mode == AttentionMode::numbers)
        return touch(context, draw_numbers(context, rest, layers_, chosen, figures_));
    // All matrices of a head need the width.
    const float least = state_.mode == AttentionMode::products ? 72 : 30;
    if (!state_.solo && rest.w > least * em) {
        const Rect room{rest.x, rest.y, std::min(0.3F * rest.w, 18 * em), rest.h};
        const ThumbGrid& grid = state_.grids.of(evaluation.generation(), context.ui.painter, room, layers_, false);
        const float width = std::max(grid.width() + 1.0F * em, 11 * em);
        Rect strip = rest.take_left(std::min(std::ceil(width), room.w));
        rest.take_left(1.2F * em);
        const float heads = grid.height() + 0.5F * em, figures = 9.5F * em;
        if (heads + figures < strip.h) {
            const Rect above = strip.take_top(heads);
            strip.take_top(0.8F * em);
            figures_below(context, strip);
            strip = above;
        }
        touch(context, draw_thumbnails(context, strip, layers_, chosen, state_, figures_, memory_, false, common));
    }
    if (has_bar()) bar(context, rest);
    picture(context, rest);
}

void AttentionView::strip(ViewContext& context, Rect& area) {
    Ui& ui = context.ui;
    const Evaluation& evaluation = *context.shown.current;
    const Trace& trace = evaluation.trace();
    strip_.matrices.clear();
    const HeadRecords records = head_records(trace, layer());
    if (!records.complete()) return;
    const std::string sentence = heads_strip_sentence(trace, layer(), records);
    const float high = heads_strip_height(ui.painter, area, static_cast<int>(layers_.size()), sentence);
    if (high <= 0) return;
    const Rect place = area.take_bottom(high);
    const CellRef locked = locked_cell(trace, context.cursor);
    const Scene scene{.evaluation = evaluation,
                      .unedited = context.shown.unedited.get(),
                      .record = records.out,
                      .head = context.cursor.head,
                      .selected = locked,
                      .memory = &memory_};
    const Region touched = region(ui, "heads strip", place);
    context.targets.put("heads strip", place);
    Page page(ui.painter, place.snapped(), scene, touched.hovered ? touched.mouse : nowhere, memory_);
    const std::optional<HeadFocus> focus = state_.fading.what();
    const int pointed = focus && focus->layer == layer_ ? focus->head : -1;
    strip_ = draw_heads_strip(page, layer(), records, sentence, own_head(trace, layer(), context.cursor.head), pointed,
                              state_.fading.level());
    const std::optional<Hit>& hit = page.hit();
    state_.focus.hovered = hit ? hit->cell : CellRef{};
    if (!hit) return;
    tooltip(ui, hit->rect, cell_text(evaluation, hit->cell));
    if (touched.clicked) jump(trace, context.cursor, hit->cell);
}

void AttentionView::picture(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    if (area.w < 1 || area.h < 1) return;
    const Evaluation& evaluation = *context.shown.current;
    const Trace& trace = evaluation.trace();
    const CellRef locked = locked_cell(trace, context.cursor);
    const CellRef hovered = state_.focus.pointed ? state_.focus.pointed : state_.focus.hovered;
    const CellRef linked = locked && pair_of(evaluation, locked).query >= 0 ? locked : hovered ? hovered : locked;
    Pair pair = pair_of(evaluation, linked);
    const bool steps = state_.mode == AttentionMode::steps;
    fading_.point(steps && (pair.query >= 0 || pair.key >= 0) ? std::optional(pair) : std::nullopt, ui.now,
                  context.preferences.moves());
    if (fading_.moving()) ui.keep_awake();
    if (steps && fading_.what()) pair = *fading_.what();
    const AttentionShow show{.layer = layer(),
                             .pair = pair,
                             .locked = linked == locked && locked,
                             .first_query = first_query(evaluation, layer()),
                             .fade = fading_.level(),
                             .large = record_at(trace, context.cursor),
                             .projections = state_.projections};
    const Scene scene{.evaluation = evaluation,
                      .unedited = context.shown.unedited.get(),
                      .record = page_record(evaluation, layer(), linked, pair.query),
                      .head = context.cursor.head,
                      .selected = locked,
                      .hovered = hovered,
                      .memory = &memory_};
    context.targets.put("attention picture", area);
    const Region touched = region(ui, "attention picture", area);
    SmallerPainter surface(ui.painter, reduction(area, ui.em));
    Page page(surface, area.snapped(), scene, touched.hovered ? touched.mouse : nowhere, memory_);
    const std::string& wanted = context.targets.wanted;
    if (wanted.starts_with("cell:")) {
        const NamedCell cell = find_cell(trace, std::string_view(wanted).substr(5));
        page.wanted = {cell.record, cell.cell};
    }
    ui.painter.push_clip(page.area);
    switch (state_.mode) {
        case AttentionMode::heads: draw_weights(page, show); break;
        case AttentionMode::steps: draw_steps(page, show); break;
        case AttentionMode::query: draw_query(page, show, terms_); break;
        case AttentionMode::products: products_ = draw_products(page, show, part_); break;
        case AttentionMode::arcs:
        case AttentionMode::overlay: lines(context, page, show, touched.hovered, touched.clicked); break;
        case AttentionMode::mean:
        case AttentionMode::rollout: summary(context, page, show, touched.clicked); break;
        case AttentionMode::numbers: break;
    }
    ui.painter.pop_clip();
    if (page.place) context.targets.put(wanted, *page.place);

    const bool maps = state_.mode == AttentionMode::heads || state_.mode == AttentionMode::steps ||
                      state_.mode == AttentionMode::query || state_.mode == AttentionMode::products;
    if (!maps) {
        state_.focus.hovered = {};
        return;
    }
    const std::optional<Hit>& hit = page.hit();
    if (touched.double_clicked && hit) state_.solo = true;
    if (touched.right_clicked && hit) {
        jump(trace, context.cursor, hit->cell);
        open_cell_menu(context, touched.mouse);
    }
    state_.focus.hovered = hit ? hit->cell : CellRef{};
    if (hit)
        tooltip(ui, hit->rect,
                hit->derived.empty() ? cell_text(evaluation, hit->cell)
                                     : fmt::format(texts::attention::derived_number, hit->derived,
                                                   number_text(static_cast<double>(hit->number))));
    if (!touched.clicked) return;
    if (hit)
        jump(trace, context.cursor, hit->cell);
    else
        context.cursor.locked = false;
}

void AttentionView::lines(ViewContext& context, Page& page, const AttentionShow& show, bool hovered, bool clicked) {
    const Evaluation& evaluation = *context.shown.current;
    const Trace& trace = evaluation.trace();
    const std::vector<int> heads = shown_heads(trace, context.cursor);
    const ArcPlaces places = arc_places(page, layer(), static_cast<int>(heads.size()));
    state_.token = hovered ? places.at(page.mouse) : ArcToken{};
    ArcToken token = state_.token;
    if (!token && show.locked) {
        token = {state_.by_key, state_.by_key ? show.pair.key : show.pair.query};
        if (!token) token = {show.pair.key >= 0, std::max(show.pair.key, show.pair.query)};
    }
    const std::vector<Arc>& arcs = arcs_.of(page, layer(), heads, state_.threshold, token);
    state_.arcs = static_cast<int>(arcs.size());
    draw_arcs(page, show, places, arcs, heads, token);
    for (const bool key : {false, true})
        for (int i = 0; i < std::min(key ? places.n_keys : places.n_queries, 256); ++i)
            context.targets.put((key ? "key " : "query ") + std::to_string(i), places.rect({key, i}));
    if (!clicked) return;
    if (!state_.token) {
        context.cursor.locked = false;
        return;
    }
    // Locks the strongest pair of the token, so that the panel explains a weight of it.
    state_.by_key = state_.token.key;
    Pair pair{state_.token.key ? 0 : state_.token.index, state_.token.key ? state_.token.index : 0};
    if (!arcs.empty()) pair = {arcs.front().query, arcs.front().key};
    if (!arcs.empty()) context.cursor.head = cursor_head(trace, layer(), arcs.front().head);
    const CellRef cell = cell_of(evaluation, layer().weights, context.cursor.head, pair);
    if (cell) jump(trace, context.cursor, cell);
}

void AttentionView::summary(ViewContext& context, Page& page, const AttentionShow& show, bool clicked) {
    Ui& ui = context.ui;
    std::string why, note, meaning;
    const Tensor* map = nullptr;
    const bool mean = state_.mode == AttentionMode::mean;
    if (mean) {
        map = &figures_.mean(layer());
        const int heads = layer().heads;
        note = heads == 1 ? texts::attention::mean_of_one : fmt::format(texts::attention::mean_of, heads);
        meaning = texts::attention::mean_explained;
    } else {
        map = figures_.rollout(layer(), why);
        const int up_to = figures_.rolled_out(layer());
        note = up_to == 1 ? texts::attention::rollout_of_one : fmt::format(texts::attention::rollout_of, up_to);
        meaning = texts::attention::rollout_explained;
    }
    if (map == nullptr) return draw_sentence(ui, page.area, why);
    const TextStyle quiet{.colour = ui.theme.muted, .size = em::small};
    const float high = paragraph(ui.painter, page.area, meaning, quiet, false);
    float below = 0;
    if (high < 0.25F * page.area.h) {
        below = high + 0.6F * ui.em;
        paragraph(ui.painter, {page.area.x, page.area.bottom() - high, page.area.w, high}, meaning, quiet);
    }
    const auto hit = draw_summary(page, show, figures_.matrix(*map), mean ? "Ā" : "R", note, below);
    if (clicked) context.cursor.locked = false;
    if (!hit) return;
    if (clicked)  // the same pair, of the chosen head: what the panel can explain
        jump(page.trace, context.cursor,
             cell_of(*context.shown.current, layer().weights, context.cursor.head, {hit->query, hit->key}));
    const Record& weights = page.trace.record(layer().weights);
    const int rank = weights.shape.rank();
    shown_pair_ = fmt::format(texts::attention::attends_to, page.label(weights.id, rank - 2, hit->query),
                              page.label(weights.id, rank - 1, hit->key), number_text(static_cast<double>(hit->value)));
    tooltip(ui, hit->rect, shown_pair_);
}

void AttentionView::touch(ViewContext& context, const HeadTouch& touch) {
    if (touch.clicked) {
        const bool overlay = state_.mode == AttentionMode::overlay;
        choose(context, touch.clicked.layer, touch.clicked.head);
        if (overlay) mark(touch.clicked.head);
    }
    if (touch.menu) {
        choose(context, touch.menu.layer, touch.menu.head);
        open_head_menu(context, context.ui.input.mouse);
    }
    if (!touch.opened) return;
    choose(context, touch.opened.layer, touch.opened.head);
    if (state_.mode == AttentionMode::numbers) state_.mode = AttentionMode::heads;
    if (state_.mode == AttentionMode::overlay) state_.overlaid = {touch.opened.head};
    state_.solo = state_.mode != AttentionMode::overlay;
}

}  // namespace glassformer
