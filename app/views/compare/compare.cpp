#include "app/views/compare/compare.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "app/views/compare/texts.h"
#include "app/views/explanation/arithmetic.h"
#include "app/views/shared/empty_state.h"
#include "app/views/shared/view_values.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "core/session/same_model.h"
#include "core/tape/cell_name.h"

namespace glassformer {

namespace {

constexpr std::chrono::milliseconds frame_share{5};  // of comparing in one frame

}  // namespace

CompareView::CompareView(const ViewServices& services)
    : AppView(compare_row), models_(services.models), other_(services.session_options) {}

void CompareView::leave() {
    // Release the runs while the view is hidden.
    difference_.reset();
    a_.reset();
    b_.reset();
    apart_of_ = -1;
    pointed_ = {};
    focus_.hovered = {};
    last_shown_.reset();
}

// --- comparing

/// Compares the two runs shown, a few stages per frame.
void CompareView::compare(ViewContext& context) {
    const Session::Snapshot b = other_.shown();
    if (b.stale && b.error.empty()) context.ui.keep_awake();
    if (a_ != context.shown.current || b_ != b.current) {
        difference_.reset();
        if (a_ != context.shown.current) {  // cells under the mouse were another trace's
            focus_.hovered = focus_.pointed = {};
            pointed_ = {};
        }
        a_ = context.shown.current;
        b_ = b.current;
        apart_of_ = -1;
        if (b_) {
            other_.match(*a_, *b_);
            difference_ = std::make_unique<RunDifference>(
                a_->trace(), b_->trace(), [this](const Record& record) { return other_.rows(*a_, record); });
        }
        answers_ = b_ ? answers_text(*a_, *b_, before_and_after()) : "";
    }
    if (!difference_) return;
    const auto end = std::chrono::steady_clock::now() + frame_share;
    while (difference_->step() && std::chrono::steady_clock::now() < end) continue;
    if (!difference_->done()) context.ui.keep_awake();
    record_ = record_at(a_->trace(), context.cursor);
    if (const RecordDifference* stage = stage_at(record_)) compare_record(a_->trace(), b_->trace(), *stage);
}

const RecordDifference* CompareView::stage_at(int record) const {
    if (!difference_) return nullptr;
    const auto& stages = difference_->stages();
    const auto found =
        std::find_if(stages.begin(), stages.end(), [&](const RecordDifference& s) { return s.a == record; });
    return found == stages.end() ? nullptr : &*found;
}

void CompareView::compare_record(const Trace& a, const Trace& b, const RecordDifference& stage) {
    if (apart_of_ == stage.a) return;
    apart_of_ = stage.a;
    apart_ = {};
    matched_ = {};
    ++apart_generation_;
    if (stage.b < 0 || !common_shape(a.record(stage.a).shape, b.record(stage.b).shape).any()) return;
    const Record &of_a = a.record(stage.a), &of_b = b.record(stage.b);
    const DimensionRows rows = other_.rows(*a_, of_a);
    apart_ = difference_tensor(of_a, of_b, rows);
    if (other_.matches_words()) matched_ = matched_tensor(of_a, of_b, rows);
}

CompareView::Values CompareView::values_at(const Evaluation& a, const CellRef& cell) const {
    Values found;
    if (!cell || !b_) return found;
    const Record& of_a = a.trace().record(cell.record);
    found.a = of_a.shape.contains(cell.cell);
    if (found.a) {
        found.in_a = of_a.at(cell.cell);
        found.cell = plain_name(a, cell);
    }
    const int in_b = b_->trace().find(of_a.name);
    const bool comparable = in_b >= 0 && common_shape(of_a.shape, b_->trace().record(in_b).shape).any();
    const Cell cell_b = matched_cell(other_.rows(a, of_a), cell.cell);
    if (comparable && b_->trace().record(in_b).shape.contains(cell_b)) {
        found.b = true;
        found.in_b = b_->trace().record(in_b).at(cell_b);
        const std::string name = plain_name(*b_, {in_b, cell_b});
        if (!found.a)
            found.cell = name;
        else if (name != found.cell)
            found.cell_b = name;
    }
    if (found.a && found.b && apart_of_ == cell.record && apart_.shape.rank() > 0 && apart_.shape.contains(cell.cell)) {
        found.difference = true;
        found.apart = apart_.view().at(cell.cell);
    }
    return found;
}

CompareView::Values CompareView::values(const ViewContext& context) const {
    if (!a_) return {};
    return values_at(*a_, focus_.explained(a_->trace(), context.cursor));
}

// --- the page

void CompareView::page(ViewContext& context, Rect area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    area = area.inset(1.2F * em, 0);
    // A low window scrolls the whole page, so that the maps and the strip keep their height.
    const float seen = area.h, figures_high = 3.1F * em;
    scrolls_ = seen < 32 * em;
    if (scrolls_) {
        area = begin_scroll(ui, compare_page, area);
        area.h = 1e5F;
    }
    if (before_and_after())
        brief_bar(context, area);
    else
        bar(context, area);
    compare(context);
    record_ = record_at(a_->trace(), context.cursor);
    const float strip = difference_strip_height(ui);
    // Room is kept while B is computed, so that the scroll position stays.
    const bool awaited = !difference_ && other_.shown().error.empty();
    if (!before_and_after() && (difference_ || awaited) && area.h > strip + 9 * em) {
        const int current = stage_index(a_->trace(), record_);
        const Rect place = area.take_top(strip);
        const auto clicked = difference_ ? draw_difference_strip(context, place, *difference_, current) : std::nullopt;
        if (clicked) go_to(a_->trace(), context.cursor, difference_->stages()[static_cast<std::size_t>(*clicked)].a);
        record_ = record_at(a_->trace(), context.cursor);
        if (const RecordDifference* stage = stage_at(record_)) compare_record(a_->trace(), b_->trace(), *stage);
    }
    const float top = area.y;
    heading(context, area);
    if (scrolls_) area.h = std::max(seen - (area.y - top), 14 * em) + figures_high;
    const float bottom = area.bottom();
    if (!before_and_after()) figures(context, area.take_bottom(figures_high));
    maps(context, area);
    if (!scrolls_) return;
    // Scroll to a newly selected stage or cell.
    const CellRef at{record_, locked_cell(a_->trace(), context.cursor).cell};
    if (last_shown_ && *last_shown_ != at) reveal(ui, top, top + seen);
    last_shown_ = at;
    end_scroll(ui, bottom);
}

namespace {
constexpr PageText compare_page_text{texts::compare::page_title, "A − B", texts::compare::page_sentence,
                                     texts::compare::page_look};
}

void CompareView::draw(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    if (!context.shown.current) {
        draw_empty_state(context, area);
        return;
    }
    keep_valid(context.shown.current->trace(), context.cursor);
    other_.follow(context.session.inputs(), models_);
    compare(context);
    Rect rest = area;
    narrow_ = area.w < 50 * em;
    const auto side = [&](Rect place) {
        value_card(context, place.take_top(card_height(ui)));
        panel_.draw(context, place, focus_, &compare_page_text);
    };
    if (context.preferences.panel && !narrow_) {
        float split = area.right() - context.preferences.panel_width * em;
        const float low = area.x + std::max(0.56F * area.w, area.w - 44 * em), high = area.right() - 17 * em;
        split = std::clamp(split, low, high);
        side(rest.take_right(std::round(area.right() - split)));
        if (splitter_vertical(ui, "split", split, low, high, area.y, area.bottom()))
            context.preferences.panel_width = (area.right() - split) / em;
    } else {
        seen_ = values(context);
    }
    if (narrow_ && context.preferences.panel_instead)
        side(rest);
    else
        page(context, rest);
}

/// Not one that was asked for before.
std::shared_ptr<const Evaluation> CompareView::other_run() const {
    const Session::Snapshot b = other_.shown();
    const bool wanted = other_.exists() && !b.stale && b.current && b.current->inputs() == other_.inputs();
    return wanted ? b.current : nullptr;
}

bool CompareView::follow_other_run(const Inputs& inputs) {
    if (!other_.exists()) return false;
    other_.follow(inputs, models_);
    const Session::Snapshot b = other_.shown();
    return b.error.empty() && (b.stale || !b.current);
}

bool CompareView::picture_to_come() const {
    const Session::Snapshot b = other_.shown();
    if (!other_.exists() || !b.error.empty()) return false;
    return b.stale || b_ == nullptr || b_ != b.current || !difference_ || !difference_->done();
}

/// What was never chosen is not written: rows by position, all of the page.
ViewValues CompareView::save() const {
    ViewValues values;
    if (other_.word_choice()) values["match"] = value_text(std::string(other_.by_word() ? "words" : "position"));
    if (before_and_after_) values["show"] = value_text(std::string(*before_and_after_ ? "before and after" : "all"));
    return values;
}

void CompareView::load(const ViewValues& values) {
    const std::string match = ViewReader(values).text("match", "");
    other_.set_by_word(match.empty() ? std::nullopt : std::optional(match == "words"));
    const std::string show = ViewReader(values).text("show", "");
    before_and_after_ = show.empty() ? std::nullopt : std::optional(show == "before and after");
    a_.reset();  // all is compared again
}

RunB CompareView::run_b() const {
    if (!other_.exists()) return {};
    const std::string& model = other_.inputs().model;
    const bool lasts = without_step(model) == model;  // no other window has a step of a training
    const bool own = !other_.follows() && lasts;
    return {.exists = true, .own = own ? std::optional(other_.inputs()) : std::nullopt, .proposed = !other_.chosen()};
}

void CompareView::set_run_b(const RunB& b) {
    last_shown_.reset();  // the page is scrolled to where it was kept, not to what was selected before
    if (b.exists)
        other_.restore(b.own, !b.proposed);
    else
        other_.forget();
}

void CompareView::describe(State& state, const Session::Snapshot& shown) const {
    const Session::Snapshot b = other_.shown();
    state.add("hovered", focus_.hovered_name(shown));
    state.add("compare_b", other_.follows() ? "without changes" : "own");
    state.add("compare_b_model", other_.inputs().model);
    state.add("compare_b_text", other_.inputs().text);
    state.add("compare_b_target", other_.inputs().target);
    state.add("compare_b_edits", std::to_string(other_.inputs().edits.size()));
    state.add("compare_b_inputs", other_.text());
    state.add("compare_b_old", b.stale);
    state.add("compare_b_error", b.error);
    state.add("compare_b_outdated", other_.outdated());
    std::string largest, where, mean, relative, first, most;
    const RecordDifference* stage = a_ && a_ == shown.current ? stage_at(record_) : nullptr;
    if (stage != nullptr && stage->reason.empty() && stage->compared > 0) {
        const auto exact = [](double value) { return exact_text(static_cast<float>(value)); };
        largest = exact(stage->largest);
        mean = exact(stage->mean);
        relative = exact(stage->relative);
        if (stage->largest > 0) where = cell_name(a_->trace().record(stage->a), stage->where);
    }
    if (difference_ && a_) {
        const auto name_at = [&](int i) {
            return i < 0 ? std::string()
                         : a_->trace().record(difference_->stages()[static_cast<std::size_t>(i)].a).name;
        };
        first = name_at(difference_->first());
        most = name_at(difference_->most());
    }
    state.add("compare_show", before_and_after() ? "before and after" : "all");
    state.add("compare_match", other_.matches_words() ? "words" : "position");
    state.add("compare_done", difference_ && difference_->done());
    state.add("compare_first", first);
    state.add("compare_most", most);
    state.add("compare_largest", largest);
    state.add("compare_where", where);
    state.add("compare_mean", mean);
    state.add("compare_relative", relative);
    state.add("compare_cell", seen_.cell);
    state.add("compare_a", seen_.a ? exact_text(seen_.in_a) : "");
    state.add("compare_b_value", seen_.b ? exact_text(seen_.in_b) : "");
    state.add("compare_difference", seen_.difference ? exact_text(seen_.apart) : "");
    state.add("compare_note", note_);
    state.add("compare_answers", answers_);
}

}  // namespace glassformer
