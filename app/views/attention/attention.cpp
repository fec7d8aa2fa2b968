#include "app/views/attention/attention.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/pictures/board/reduced.h"
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

std::string cell_text(const Evaluation& evaluation, const CellRef& cell) {
    return plain_name(evaluation, cell) + " = " +
           number_text(static_cast<double>(evaluation.trace().value(cell.record, cell.cell)));
}

Rect take_bar(ViewContext& context, Rect& area) {
    const float em = context.ui.em;
    const Rect line = area.take_bottom(2.2F * em).inset(0, 0.15F * em);
    context.notice_above = line.y;
    return line;
}

bool is_of_two_texts(const Evaluation& evaluation, const AttentionLayer& layer) {
    const Record& weights = evaluation.trace().record(layer.weights);
    return &evaluation.tokens_along(weights, Axis::query) != &evaluation.tokens_along(weights, Axis::key);
}

bool is_of_steps(const Evaluation&, const AttentionLayer& layer) { return !layer.counted; }

bool has_one_head(const Evaluation&, const AttentionLayer& layer) { return layer.heads == 1; }

std::vector<int> heads_drawn(const AttentionScene& scene) {
    if (!scene.state.overlays) return {scene.head()};
    if (!scene.state.overlaid.empty()) return scene.state.overlaid;
    std::vector<int> all(static_cast<std::size_t>(scene.layer().heads));
    std::iota(all.begin(), all.end(), 0);
    return all;
}

const PageText& page_text(const AttentionPageRow& row, const Evaluation& evaluation, const AttentionLayer& layer) {
    const PageText* found = &row.texts.front().text;
    for (const AttentionPageText& one : row.texts)
        if (one.fits == nullptr || one.fits(evaluation, layer)) found = &one.text;
    return *found;
}

AttentionView::AttentionView() : AppView(attention_row) {
    for (const AttentionPageRow& row : attention_page_rows()) pages_.push_back(row.make());
}

AttentionScene AttentionView::scene(ViewContext& context) {
    return {.context = context,
            .state = state_,
            .figures = figures_,
            .memory = memory_,
            .layers = layers_,
            .index = layer_,
            .common = state_.own_scales ? 0 : figures_.common_limit(layers_),
            .pair = shown_pair_};
}

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
    state_.products.clear();

    Rect rest = area;
    const PageText& page = page_text(page_row(), evaluation, layer());
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
    state_.overlays = page_row().overlays;
    AttentionScene shown = scene(context);
    if (const auto touched = pages_[page_]->draw_all(shown, rest)) return touch(context, *touched);
    if (!state_.solo && rest.w > page_row().beside * em) {
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
        touch(context,
              draw_thumbnails(context, strip, layers_, shown.chosen(), state_, figures_, memory_, false, shown.common));
    }
    pages_[page_]->draw_bar(shown, rest);
    picture(shown, rest);
}

void AttentionView::picture(AttentionScene& shown, const Rect& area) {
    ViewContext& context = shown.context;
    Ui& ui = context.ui;
    if (area.w < 1 || area.h < 1) return;
    const Evaluation& evaluation = *context.shown.current;
    const Trace& trace = evaluation.trace();
    const CellRef locked = locked_cell(trace, context.cursor);
    const CellRef hovered = state_.focus.pointed ? state_.focus.pointed : state_.focus.hovered;
    const CellRef linked = locked && pair_of(evaluation, locked).query >= 0 ? locked : hovered ? hovered : locked;
    Pair pair = pair_of(evaluation, linked);
    const bool fades = page_row().fades;
    fading_.point(fades && (pair.query >= 0 || pair.key >= 0) ? std::optional(pair) : std::nullopt, ui.now,
                  context.preferences.moves());
    if (fading_.moving()) ui.keep_awake();
    if (fades && fading_.what()) pair = *fading_.what();
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
    pages_[page_]->draw(shown, page, show, touched);
    ui.painter.pop_clip();
    if (page.place) context.targets.put(wanted, *page.place);

    if (!page_row().cells) {
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

void AttentionView::touch(ViewContext& context, const HeadTouch& touch) {
    if (touch.clicked) {
        choose(context, touch.clicked.layer, touch.clicked.head);
        if (page_row().overlays) mark(touch.clicked.head);
    }
    if (touch.menu) {
        choose(context, touch.menu.layer, touch.menu.head);
        open_head_menu(context, context.ui.input.mouse);
    }
    if (!touch.opened) return;
    choose(context, touch.opened.layer, touch.opened.head);
    if (!page_row().opens_in.empty()) show_page(page_row().opens_in);
    if (page_row().overlays) state_.overlaid = {touch.opened.head};
    state_.solo = !page_row().overlays;
}

}  // namespace glassformer
