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
#include "core/base/words.h"

namespace glassformer {

namespace {

constexpr std::array endings{".gif", ".mp4", ""};  // of the forms, in the order of their buttons
constexpr std::array sizes{PixelSize{1280, 720}, PixelSize{1920, 1080}, PixelSize{2560, 1440}};
constexpr std::array speeds{4, 8, 15, 25};  // pictures a second

}  // namespace

FilmSheet::FilmSheet()
    : form_({.name = "film",
             .place = "file",
             .title = texts::sheets::film_title,
             .caption = texts::sheets::film_file,
             .placeholder = texts::sheets::film_placeholder,
             .width = 40,
             .height = 28,
             .below_field = 0.5F,
             .muted_caption = false}) {}

int FilmSheet::form_now() const {
    const std::string ending = lower_case(std::filesystem::path(form_.path).extension().string());
    return ending == ".gif" ? 0 : ending == ".mp4" ? 1 : 2;
}

void FilmSheet::choose_ending(int form) {
    std::filesystem::path file(form_.path);
    if (form_now() != 2) file.replace_extension();
    form_.path = file.string() + endings.at(static_cast<std::size_t>(form));
    form_.changed();
}

void FilmSheet::open(const std::string& name, int pictures, bool ffmpeg) {
    pictures_ = pictures;
    ffmpeg_ = ffmpeg;
    if (ending_ == ".mp4" && !ffmpeg) ending_ = ".gif";
    form_.path = (std::filesystem::path(folder_) / (name + ending_)).string();
    writing_ = false;
    form_.show();
}

void FilmSheet::done(const std::string& sentence) {
    const std::filesystem::path file(form_.path);
    folder_ = file.parent_path().string();
    ending_ = endings.at(static_cast<std::size_t>(form_now()));
    last_ = sentence;
    form_.open = writing_ = false;
}

void FilmSheet::failed(const std::string& why) {
    writing_ = false;
    form_.fail(why);
}

void FilmSheet::rows(ViewContext& context, Rect& inner) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const auto caption = [&](const char* words) {
        text_in(ui.painter, inner.take_top(1.5F * em), words, {.colour = ui.theme.text, .size = em::small});
    };
    const std::array<std::string, 3> forms{texts::sheets::film_gif, texts::sheets::film_mp4,
                                           texts::sheets::film_pictures};
    int kind = form_now();
    if (choice(context, "film form", inner.take_top(2.0F * em).snapped(), forms, kind)) choose_ending(kind);
    text_in(ui.painter, inner.take_top(1.7F * em),
            form_now() == 1 && !ffmpeg_ ? texts::sheets::export_needs_ffmpeg : "",
            {.colour = ui.theme.warning, .size = em::small});
    caption(texts::sheets::film_size);
    std::vector<std::string> labels;
    labels.reserve(sizes.size());
    for (const PixelSize& size : sizes) labels.push_back(fmt::format("{} × {}", size.width, size.height));
    choice(context, "film size", inner.take_top(2.0F * em).snapped(), labels, size_);
    inner.take_top(0.5F * em);
    caption(texts::sheets::film_speed);
    std::vector<std::string> paces;
    paces.reserve(speeds.size());
    for (const int speed : speeds) paces.push_back(std::to_string(speed));
    choice(context, "film speed", inner.take_top(2.0F * em).snapped(), paces, speed_);
    inner.take_top(0.4F * em);
    const double seconds = static_cast<double>(pictures_) / speeds.at(static_cast<std::size_t>(speed_));
    text_in(ui.painter, inner.take_top(1.6F * em), fmt::format(texts::sheets::film_facts, pictures_, seconds),
            {.colour = ui.theme.text, .size = em::small});
}

/// How far it is, in place of the form; true where it is to end.
bool FilmSheet::progress(ViewContext& context, int done) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect inner;
    if (!begin_modal(ui, "film", form_.open, {40 * em, 14 * em}, inner)) return true;  // Escape ends what is under way
    ui.painter.text(inner.min(), texts::sheets::film_title,
                    {.colour = ui.theme.text, .size = em::large, .face = Face::bold});
    inner.take_top(2.2F * em);
    const Rect cancel = inner.take_bottom(2.8F * em).take_bottom(2.2F * em).take_right(7 * em).snapped();
    const std::string file = shown_path(form_.file());
    paragraph(ui.painter, inner.take_top(3.2F * em),
              done >= pictures_ ? fmt::format(texts::sheets::film_ends, file)
                                : fmt::format(texts::sheets::film_writes, done + 1, pictures_, file),
              {.colour = ui.theme.text});
    const Rect bar = inner.take_top(0.6F * em).snapped();
    context.targets.put("film progress", bar);
    ui.painter.fill(bar, ui.theme.control, bar.h / 2);
    const float share = static_cast<float>(done) / static_cast<float>(std::max(1, pictures_));
    ui.painter.fill({bar.x, bar.y, std::max(bar.h, share * bar.w), bar.h}, ui.theme.accent, bar.h / 2);
    context.targets.put("film cancel", cancel);
    const bool cancelled = button(ui, "film cancel", cancel, texts::sheets::cancel_export);
    end_modal(ui);
    return cancelled;
}

FilmSheet::Answer FilmSheet::draw(ViewContext& context, std::optional<int> done) {
    if (done) return {.write = {}, .cancel = progress(context, *done)};
    Rect inner;
    if (!form_.begin(context, inner)) return {};
    form_.field(context, inner);
    rows(context, inner);
    form_.message(context, inner);
    const int form = form_now();
    if (!form_.end(context, inner, form != 1 || ffmpeg_)) return {};
    const std::filesystem::path file = form_.file();
    std::error_code unread;
    if (form_.path.empty()) {
        failed(texts::sheets::film_no_file);
        return {};
    }
    if (form_.asks.empty() && form != 2 && std::filesystem::is_regular_file(file, unread)) {
        form_.ask(fmt::format(texts::sheets::already_exists, shown_path(file)), false);
        return {};
    }
    form_.asks.clear();
    writing_ = true;
    return {.write = FilmRequest{file, sizes.at(static_cast<std::size_t>(size_)),
                                 speeds.at(static_cast<std::size_t>(speed_))}};
}

void FilmSheet::describe(State& state) const {
    state.add("film_export", form_.open && writing_ ? "writes" : form_.state());
    state.add("film_export_file", form_.path);
    state.add("film_export_error", form_.error);
    state.add("film_exported", last_);
}

}  // namespace glassformer
