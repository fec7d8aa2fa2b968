#include "app/sheets/film_sheet.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>
#include <vector>

#include "app/files/folder_listing.h"
#include "app/sheets/texts.h"
#include "app/widgets/controls.h"
#include "core/base/file.h"

namespace glassformer {

namespace {

constexpr std::array endings{".gif", ".mp4", ""};  // of the forms, in the order of their buttons
constexpr std::array sizes{PixelSize{1280, 720}, PixelSize{1920, 1080}, PixelSize{2560, 1440}};
constexpr std::array speeds{4, 8, 15, 25};  // pictures a second

/// Buttons side by side, or their line where they have no room; each has a name for scripts.
bool one_of(ViewContext& context, const std::string& id, Rect line, const std::vector<std::string>& labels,
            int& selected) {
    const Rect place = line.take_left(std::min(line.w, segmented_width(context.ui, labels))).snapped();
    Rect parts = place;
    for (const std::string& label : labels)
        context.targets.put(id + " " + label,
                            parts.take_left(place.w / static_cast<float>(std::max<std::size_t>(1, labels.size()))));
    return segmented(context.ui, id, place, labels, selected);
}

}  // namespace

int FilmSheet::form_now() const {
    std::string ending = std::filesystem::path(path_).extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return ending == ".gif" ? 0 : ending == ".mp4" ? 1 : 2;
}

void FilmSheet::choose_ending(int form) {
    std::filesystem::path file(path_);
    if (form_now() != 2) file.replace_extension();
    path_ = file.string() + endings.at(static_cast<std::size_t>(form));
    error_.clear();
    asks_ = false;
}

void FilmSheet::open(const std::string& name, int pictures, bool ffmpeg) {
    pictures_ = pictures;
    ffmpeg_ = ffmpeg;
    if (ending_ == ".mp4" && !ffmpeg) ending_ = ".gif";
    path_ = (std::filesystem::path(folder_) / (name + ending_)).string();
    error_.clear();
    asks_ = writing_ = false;
    open_ = take_keyboard_ = true;
}

void FilmSheet::done(const std::string& sentence) {
    const std::filesystem::path file(path_);
    folder_ = file.parent_path().string();
    ending_ = endings.at(static_cast<std::size_t>(form_now()));
    last_ = sentence;
    open_ = writing_ = false;
}

void FilmSheet::failed(const std::string& why) {
    error_ = why;
    asks_ = writing_ = false;
    open_ = take_keyboard_ = true;
}

void FilmSheet::form(ViewContext& context, Rect& inner) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const auto caption = [&](const char* words) {
        text_in(ui.painter, inner.take_top(1.5F * em), words, {.colour = ui.theme.text, .size = em::small});
    };
    caption(texts::sheets::film_file);
    const Rect field = inner.take_top(2.1F * em).snapped();
    inner.take_top(0.5F * em);
    context.targets.put("film file", field);
    if (std::exchange(take_keyboard_, false)) focus_text_field(ui, "film file");
    const TextEvent event = text_field(ui, "film file", field, path_, texts::sheets::film_placeholder,
                                       {.complete = completed_path, .caret_at_end = true});
    submitted_ = event == TextEvent::submitted;
    if (event == TextEvent::changed) {
        error_.clear();
        asks_ = false;
    }
    if (event == TextEvent::cancelled) open_ = false;

    int kind = form_now();
    if (one_of(context, "film form", inner.take_top(2.0F * em),
               {texts::sheets::film_gif, texts::sheets::film_mp4, texts::sheets::film_pictures}, kind))
        choose_ending(kind);
    text_in(ui.painter, inner.take_top(1.7F * em),
            form_now() == 1 && !ffmpeg_ ? texts::sheets::export_needs_ffmpeg : "",
            {.colour = ui.theme.warning, .size = em::small});
    caption(texts::sheets::film_size);
    std::vector<std::string> labels;
    labels.reserve(sizes.size());
    for (const PixelSize& size : sizes) labels.push_back(fmt::format("{} × {}", size.width, size.height));
    one_of(context, "film size", inner.take_top(2.0F * em), labels, size_);
    inner.take_top(0.5F * em);
    caption(texts::sheets::film_speed);
    std::vector<std::string> paces;
    paces.reserve(speeds.size());
    for (const int speed : speeds) paces.push_back(std::to_string(speed));
    one_of(context, "film speed", inner.take_top(2.0F * em), paces, speed_);
    inner.take_top(0.4F * em);
    const double seconds = static_cast<double>(pictures_) / speeds.at(static_cast<std::size_t>(speed_));
    text_in(ui.painter, inner.take_top(1.6F * em), fmt::format(texts::sheets::film_facts, pictures_, seconds),
            {.colour = ui.theme.text, .size = em::small});
    const std::string what = !error_.empty() ? error_
                             : asks_         ? fmt::format(texts::sheets::already_exists, shown_path(typed_path(path_)))
                                             : "";
    paragraph(ui.painter, inner.take_top(3.0F * em), what,
              {.colour = error_.empty() ? ui.theme.text : ui.theme.warning, .size = em::small});
}

void FilmSheet::progress(ViewContext& context, Rect& inner, int done) const {
    const Ui& ui = context.ui;
    const float em = ui.em;
    const bool drawn = done >= pictures_;
    paragraph(ui.painter, inner.take_top(3.2F * em),
              drawn ? fmt::format(texts::sheets::film_ends, shown_path(typed_path(path_)))
                    : fmt::format(texts::sheets::film_writes, done + 1, pictures_, shown_path(typed_path(path_))),
              {.colour = ui.theme.text});
    const Rect bar = inner.take_top(0.6F * em).snapped();
    context.targets.put("film progress", bar);
    ui.painter.fill(bar, ui.theme.control, bar.h / 2);
    const float share = static_cast<float>(done) / static_cast<float>(std::max(1, pictures_));
    ui.painter.fill({bar.x, bar.y, std::max(bar.h, share * bar.w), bar.h}, ui.theme.accent, bar.h / 2);
}

std::optional<FilmRequest> FilmSheet::buttons(ViewContext& context, Rect& inner) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect row = inner.take_bottom(2.2F * em).snapped();
    const Rect write = row.take_right(9 * em);
    row.take_right(0.6F * em);
    const Rect cancel = row.take_right(7 * em);
    context.targets.put("film write", write);
    context.targets.put("film cancel", cancel);
    const bool possible = form_now() != 1 || ffmpeg_;
    const bool pressed =
        button(ui, "film write", write, asks_ ? texts::sheets::replace_file : texts::sheets::export_title,
               {.selected = true, .enabled = possible});
    if (button(ui, "film cancel", cancel, texts::sheets::cancel_export)) open_ = false;
    if ((!std::exchange(submitted_, false) && !pressed) || !possible) return {};
    ui.keep_awake();
    error_.clear();
    const std::filesystem::path file = typed_path(path_);
    std::error_code unread;
    if (path_.empty()) {
        failed(texts::sheets::film_no_file);
        return {};
    }
    if (!asks_ && form_now() != 2 && std::filesystem::is_regular_file(file, unread)) {
        asks_ = true;
        return {};
    }
    asks_ = false;
    writing_ = true;
    return FilmRequest{file, sizes.at(static_cast<std::size_t>(size_)), speeds.at(static_cast<std::size_t>(speed_))};
}

FilmSheet::Answer FilmSheet::draw(ViewContext& context, std::optional<int> done) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Answer answer;
    Rect inner;
    if (!begin_modal(ui, "film", open_, {40 * em, done ? 14 * em : 28 * em}, inner)) {
        answer.cancel = done.has_value();  // Escape ends what is under way
        return answer;
    }
    ui.painter.text(inner.min(), texts::sheets::film_title,
                    {.colour = ui.theme.text, .size = em::large, .face = Face::bold});
    inner.take_top(2.2F * em);
    Rect foot = inner.take_bottom(2.8F * em);
    if (done) {
        progress(context, inner, *done);
        const Rect cancel = foot.take_bottom(2.2F * em).take_right(7 * em).snapped();
        context.targets.put("film cancel", cancel);
        answer.cancel = button(ui, "film cancel", cancel, texts::sheets::cancel_export);
    } else {
        Rect rows = begin_scroll(ui, "film rows", inner);
        rows.h = 1e4F;
        form(context, rows);
        end_scroll(ui, rows.y);
        answer.write = buttons(context, foot);
    }
    end_modal(ui);
    return answer;
}

void FilmSheet::describe(State& state) const {
    state.add("film_export", !open_            ? "closed"
                             : writing_        ? "writes"
                             : asks_           ? "asks"
                             : !error_.empty() ? "failed"
                                               : "open");
    state.add("film_export_file", path_);
    state.add("film_export_error", error_);
    state.add("film_exported", last_);
}

}  // namespace glassformer
