#include "app/sheets/open_sheet.h"

#include <algorithm>
#include <cmath>

#include "app/files/session_file.h"
#include "app/sheets/model_card.h"
#include "app/sheets/model_groups.h"
#include "app/sheets/model_search.h"
#include "app/sheets/path_rows.h"
#include "app/sheets/sheet_head.h"
#include "app/sheets/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

std::string folder_text(const std::filesystem::path& path) {
    const std::string text = shown_path(path);
    return text.ends_with('/') ? text : text + "/";
}

/// Lines of cards as [first, end): full ones, and at the end of a group what is left of it.
std::vector<std::pair<int, int>> card_lines(std::span<const ModelChoice* const> models, int columns, bool grouped) {
    std::vector<std::pair<int, int>> lines;
    for (int first = 0, count = static_cast<int>(models.size()), end = 0; first < count; first = end) {
        const int group = model_group(models[static_cast<std::size_t>(first)]->task);
        for (end = first + 1; end < std::min(count, first + columns); ++end)
            if (grouped && model_group(models[static_cast<std::size_t>(end)]->task) != group) break;
        lines.emplace_back(first, end);
    }
    return lines;
}

/// The card `by` lines below (above) a card, in the same column where the line has one; −1: above the first line.
int card_beside(std::span<const std::pair<int, int>> lines, int card, int by) {
    int line = 0;
    const auto last = static_cast<int>(lines.size()) - 1;
    while (line < last && card >= lines[static_cast<std::size_t>(line)].second) ++line;
    const int column = card - lines[static_cast<std::size_t>(line)].first;
    if (line + by < 0) return -1;
    if (line + by > last) return lines.back().second - 1;
    const auto [first, end] = lines[static_cast<std::size_t>(line + by)];
    return std::min(first + column, end - 1);
}

}  // namespace

void OpenSheet::open(std::string typed) {
    open_ = focus_ = reveal_ = true;
    saving_ = lesson_ = false;
    typed_ = std::move(typed);
    refused_.clear();
    marked_ = -1;
    files_ = {};
    needs_.look_again();
    cached_ = cached_models(hub_cache());
}

void OpenSheet::open_to_save(const std::filesystem::path& path) {
    open(shown_path(path));
    saving_ = true;
}

void OpenSheet::open_to_begin_lesson(const std::filesystem::path& path) {
    open_to_save(path);
    lesson_ = true;
}

void OpenSheet::type(Ui& ui, std::string text) {
    typed_ = std::move(text);
    files_.reset();
    focus_ = true;
    ui.keep_awake();
}

std::optional<OpenSheet::Request> OpenSheet::draw(ViewContext& context, std::span<const ModelChoice> models,
                                                  std::span<const std::string> recent) {
    if (!open_) return {};
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect inner;
    const bool path = saving_ || FileList::is_path(typed_);
    const Vec2 size{std::min(ui.window.w - 2 * em, (saving_ ? 54 : 78) * em),
                    std::min(ui.window.h - 2 * em, (saving_ ? 34.0F : 1e6F) * em)};
    if (!begin_modal(ui, "open", open_, size, inner)) return {};
    context.targets.put("open", inner);
    draw_sheet_head(context, inner, "open",
                    lesson_   ? texts::sheets::lesson_title
                    : saving_ ? texts::sheets::save_title
                              : texts::sheets::open_title,
                    open_);
    if (lesson_)
        inner.take_top(
            paragraph(ui.painter, inner, texts::sheets::lesson_note, {.colour = ui.theme.muted, .size = em::small}) +
            0.6F * em);

    Rect line = inner.take_top(std::round(2.2F * em));
    inner.take_top(0.8F * em);
    const char* const label = lesson_   ? texts::sheets::create
                              : saving_ ? texts::sheets::save
                              : path    ? texts::sheets::show_models
                                        : texts::sheets::browse;
    const Rect other = line.take_right(button_width(ui, label));
    line.take_right(0.6F * em);
    context.targets.put("open field", line);
    context.targets.put("open other", other);
    if (focus_) {
        focus_text_field(ui, "path");
        focus_ = false;
    }
    const TextEvent event = text_field(ui, "path", line, typed_,
                                       saving_ ? texts::sheets::save_placeholder : texts::sheets::open_placeholder,
                                       {.complete = completed_path, .caret_at_end = true});
    if (event == TextEvent::changed) {
        files_.reset();
        marked_ = -1;
        reveal_ = true;
        refused_.clear();
    }
    const bool enter = event == TextEvent::submitted || (!ui.input.typing && ui.input.pressed(Key::enter));
    std::optional<Request> request;
    if (button(ui, "other", other, label)) {
        if (saving_)
            request = save_to_typed(context);
        else
            type(ui, path ? "" : folder_text(typed_path("")));
    } else if (path) {
        request = browse(context, inner, enter);
    } else {
        request = cards(context, inner, models, recent, enter);
    }
    end_modal(ui);
    if (event == TextEvent::cancelled || request) {
        open_ = false;
        ui.keep_awake();
    }
    return request;
}

std::optional<OpenSheet::Request> OpenSheet::save_to_typed(ViewContext& context) {
    std::filesystem::path to = typed_path(typed_);
    std::error_code unread;
    if (std::filesystem::is_directory(to, unread) || typed_.ends_with('/')) {
        context.notice = texts::sheets::name_missing;
        type(context.ui, folder_text(to));
        return {};
    }
    if (lesson_ && to.extension() != ".md") to += ".md";
    if (!to.string().ends_with(session_ending) && to.extension() != ".md") to += session_ending;  // a lesson
    if (std::filesystem::exists(to, unread) && refused_ != to.string()) {
        refused_ = to.string();
        type(context.ui, shown_path(to));
        return {};
    }
    return Request{Request::Kind::save, {}, to};
}

/// A file that is there is opened whatever it is: what opens it says why it cannot.
std::optional<OpenSheet::Request> OpenSheet::open_typed() const {
    const std::filesystem::path path = typed_path(typed_);
    std::error_code unread;
    const bool there = std::filesystem::exists(path, unread) && !std::filesystem::is_directory(path, unread);
    if (!there && !is_model_folder(path)) return {};
    return Request{Request::Kind::path, {}, path};
}

std::optional<OpenSheet::Request> OpenSheet::browse(ViewContext& context, const Rect& area, bool submitted) {
    Ui& ui = context.ui;
    Rect list = area;
    if (saving_ && !refused_.empty())
        list.take_top(
            paragraph(ui.painter, list, texts::sheets::file_exists, {.colour = ui.theme.warning, .size = em::body}) +
            0.6F * ui.em);
    // The name of a new file matches no entry, so Enter saves unless a row was selected with the arrow keys.
    const bool save = saving_ && submitted && !files_.moved();
    if (!saving_ && submitted && !files_.moved())
        if (auto request = open_typed()) return request;
    const auto taken = files_.draw(context, list, typed_, submitted && !save, needs_, saving_);
    if (save) return save_to_typed(context);
    if (!taken) {
        if (submitted && files_.count() == 0) type(ui, typed_);
        return {};
    }
    if (taken->kind == EntryKind::folder || taken->kind == EntryKind::parent || saving_) {
        type(ui, taken->kind == EntryKind::session ? shown_path(taken->path) : folder_text(taken->path));
        return {};
    }
    return Request{Request::Kind::path, {}, taken->path};
}

std::optional<OpenSheet::Request> OpenSheet::cards(ViewContext& context, const Rect& area,
                                                   std::span<const ModelChoice> models,
                                                   std::span<const std::string> recent, bool submitted) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em;
    const std::vector<PathRow> paths = path_rows(recent, cached_, typed_);
    const std::vector<const ModelChoice*> found = found_models(typed_, models);

    const float gap = std::round(0.8F * em);
    const Rect content = begin_scroll(ui, "cards", area);
    const int columns = std::clamp(static_cast<int>((content.w + gap) / (22 * em)), 1, 3);
    const int before = static_cast<int>(paths.size()), count = before + static_cast<int>(found.size());
    const auto model_here = [&] {
        for (std::size_t i = 0; i < found.size(); ++i)
            if (found[i]->name == context.session.inputs().model) return before + static_cast<int>(i);
        return 0;
    };
    if (marked_ < 0) marked_ = typed_.empty() ? model_here() : before < count ? before : 0;
    const auto pressed = [&](Key key) { return ui.input.pressed_even_typing(key) ? 1 : 0; };
    const int rows = pressed(Key::down) - pressed(Key::up);
    const bool grouped = typed_.empty();
    const std::vector<std::pair<int, int>> lines = card_lines(found, columns, grouped);
    int by = rows;
    if (rows != 0 && marked_ >= before && !lines.empty()) {
        const int card = card_beside(lines, marked_ - before, rows);
        by = before + card - marked_;
    }
    // The caret of an empty field cannot move, so Left and Right move along a row of cards.
    if (typed_.empty()) by += pressed(Key::right) - pressed(Key::left);
    if (by != 0) {
        marked_ += by;
        reveal_ = true;
    }
    marked_ = std::clamp(marked_, 0, std::max(0, count - 1));

    std::optional<Request> request;
    const auto take = [&](const ModelChoice& model, int example) {
        Inputs inputs;
        if (!model.examples.empty()) inputs = model.examples[static_cast<std::size_t>(std::max(0, example))];
        inputs.model = model.name;
        request = Request{Request::Kind::inputs, std::move(inputs), {}, example < 0};
    };
    Rect left{content.x, content.y, content.w, 1e6F};
    const Rect seen = painter.clip();
    const auto heading = [&](const char* text) {
        text_in(painter, left.take_top(1.9F * em), text,
                {.colour = ui.theme.muted, .size = em::small, .face = Face::bold});
    };
    const auto show = [&](int item, const Rect& rect) {
        if (item != marked_ || !reveal_) return;
        reveal(ui, item < before ? content.y : rect.y - (item == before ? 2 * em : 0), rect.bottom());
        reveal_ = false;
    };
    for (int i = 0; i < before; ++i) {
        const PathRow& path = paths[static_cast<std::size_t>(i)];
        const Rect row = left.take_top(path_row_height(ui, path));
        show(i, row);
        if (draw_path_row(context, row, path, i == marked_, needs_) || (submitted && i == marked_))
            request = Request{Request::Kind::path, {}, path.path};
        if (i + 1 == before) left.take_top(0.6F * em);
    }
    if (!found.empty() && (!grouped || model_group_title(model_group(found.front()->task))[0] == '\0'))
        heading(texts::sheets::built_in_models);
    const float wide = std::floor((left.w - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns));
    int group_before = -1;
    for (const auto& [line_first, line_end] : lines) {
        const auto first = static_cast<std::size_t>(line_first), end = static_cast<std::size_t>(line_end);
        const int group = model_group(found[first]->task);
        if (grouped && group != group_before && model_group_title(group)[0] != '\0') heading(model_group_title(group));
        group_before = group;
        float high = 0;
        for (std::size_t i = first; i < end; ++i) high = std::max(high, model_card_height(ui, *found[i], wide));
        const Rect row = left.take_top(high);
        left.take_top(gap);
        for (std::size_t i = first; i < end; ++i) {
            const Rect place{row.x + static_cast<float>(i - first) * (wide + gap), row.y, wide, high};
            const int item = before + static_cast<int>(i);
            show(item, place);
            if (submitted && item == marked_) take(*found[i], -1);
            if (place.bottom() < seen.y || place.y > seen.bottom()) continue;
            const bool shown = found[i]->name == context.session.inputs().model;
            if (const auto clicked = draw_model_card(context, place, *found[i], item == marked_, shown))
                take(*found[i], clicked->example);
        }
    }
    if (count == 0 && submitted) request = open_typed();
    if (count == 0)
        left.take_top(
            paragraph(painter, left, texts::sheets::no_model_found, {.colour = ui.theme.muted, .size = em::body}));
    end_scroll(ui, left.y);
    return request;
}

}  // namespace glassformer
