// Pictures and tensors that are written from the window: a view drawn once more, alone or larger, or as vectors.
#include "app/export/exports.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/files/export_formats.h"
#include "app/lessons/marked_picture.h"
#include "app/paint/covering_painter.h"
#include "app/platform/picture_clipboard.h"
#include "app/render/cairo_painter.h"
#include "app/views/shared/empty_state.h"
#include "app/widgets/interaction.h"
#include "app/workspace/texts.h"
#include "core/base/error.h"
#include "core/base/failure.h"
#include "core/base/file.h"
#include "core/model/untrained_model.h"

namespace glassformer {

namespace {

/// The part of a picture of the window, drawn at `scale`, that shows `area`.
Image cropped(const Image& whole, const Rect& area, float scale) {
    const int left = std::clamp(static_cast<int>(std::lround(area.x * scale)), 0, whole.width);
    const int top = std::clamp(static_cast<int>(std::lround(area.y * scale)), 0, whole.height);
    const int right = std::clamp(static_cast<int>(std::lround(area.right() * scale)), left, whole.width);
    const int bottom = std::clamp(static_cast<int>(std::lround(area.bottom() * scale)), top, whole.height);
    Image part{right - left, bottom - top, {}};
    part.rgba.reserve(4 * static_cast<std::size_t>(part.width) * static_cast<std::size_t>(part.height));
    for (int y = top; y < bottom; ++y)
        part.rgba.insert(part.rgba.end(), whole.pixel(left, y), whole.pixel(left, y) + 4 * (right - left));
    return part;
}

/// The window in another theme, for the pictures of one export.
class InTheme {
public:
    /// Empty: as it is.
    InTheme(Gui& gui, const Preferences& preferences, const std::string& name) : gui_(gui), before_(gui.theme()) {
        if (const Theme* theme = find_theme(name)) gui_.set_theme(with_palette(*theme, preferences.palette));
    }
    ~InTheme() {
        if (&gui_.theme() != &before_) gui_.set_theme(before_);
    }
    InTheme(const InTheme&) = delete;
    InTheme& operator=(const InTheme&) = delete;

private:
    Gui& gui_;
    const Theme& before_;
};

}  // namespace

/// The view without what stands around it; nothing in it is touched, and nothing it asks for is kept.
void Exports::draw_alone(Ui& ui, const Rect& area) {
    const Session::Snapshot shown = parts_.workspace.session().shown();
    Cursor cursor = parts_.workspace.cursor();
    Preferences preferences = parts_.workspace.preferences();
    Targets targets;
    std::string notice;
    const PictureCover cover = parts_.cover();
    CoveringPainter covering(ui.painter);
    Ui covered{covering,         ui.input, ui.theme, ui.platform, ui.window, ui.em,          ui.now,    ui.elapsed,
               ui.frame_seconds, ui.awake, ui.caret, ui.streams,  ui.cursor, ui.interaction, ui.surface};
    ViewContext context{covered, parts_.workspace.session(), shown, cursor, preferences, targets, notice};
    context.rules = parts_.rules();
    context.rules.printed = context.presented = prints_;
    if (prints_) ui.interaction.print();
    ui.painter.fill(area, ui.theme.background);
    if (parts_.draw_image(ui.painter, area)) {
        if (cover.picture) draw_plate(ui, area, cover.texts, texts::window::picture_covered);
        return;
    }
    covering.begin(cover.cells, cover.written, cover.picture);
    draw_marked(context, area, [&](ViewContext& inside) {
        Rect rest = area;
        parts_.draw_beside(inside.ui.painter, rest);
        parts_.workspace.view().draw(inside, rest);
    });
    if (cover.hides_all(!covering.end().empty())) draw_plate(ui, area, cover.texts, texts::window::picture_covered);
}

Image Exports::picture(const Rect& area, float scale) {
    const Image whole = parts_.gui.picture([&](Ui& ui) { draw_alone(ui, area); }, scale);
    return cropped(whole, area, scale);
}

void Exports::draw_page(CairoPainter& painter, const std::filesystem::path& file, const Rect& area) {
    painter.set_limits(parts_.workspace.preferences().limits);
    const PictureCover cover = parts_.cover();
    CoveringPainter covering(painter);
    covering.begin(cover.cells, cover.written, cover.picture);
    const Session::Snapshot shown = parts_.workspace.session().shown();
    bool is_drawn = false;
    const auto page = [&](Painter& on) {
        is_drawn = parts_.workspace.view().draw_page(on, area, shown, parts_.workspace.cursor());
    };
    Targets targets;
    if (cover.hides_all(true) || parts_.is_drawn_as_shown())
        is_drawn = false;
    else if (shown.current)
        draw_marked(covering, area, shown.current->trace(), parts_.rules().marks, targets, page);
    else
        page(covering);
    if (is_drawn) {
        if (!cover.hides_all(!covering.end().empty())) return;
        parts_.gui.draw_on(painter, [&](Ui& ui) { draw_plate(ui, area, cover.texts, texts::window::picture_covered); });
        return;
    }
    // Heights are remembered from the frame before, which may have filled another area.
    CairoPainter rehearsal(file, parts_.gui.theme(), parts_.gui.em(), area);
    rehearsal.set_limits(parts_.workspace.preferences().limits);
    for (CairoPainter* each : {&rehearsal, &painter}) parts_.gui.draw_on(*each, [&](Ui& ui) { draw_alone(ui, area); });
}

std::string Exports::write_page(const std::filesystem::path& file, const Rect& area, int factor) {
    CairoPainter painter(file, parts_.gui.theme(), parts_.gui.em(), area, factor);
    const FigureWords words = parts_.words();
    painter.set_title(words.caption.empty() ? parts_.workspace.cursor().record : words.caption, words.alternative);
    draw_page(painter, file, area);
    painter.finish();
    return painter.missing();
}

void Exports::draw_work_boxes(ViewContext& context) {
    draw_lesson(context);
    draw_worksheet(context);
    draw_film(context);
}

void Exports::draw_picture_box(ViewContext& context, const Rect& area) {
    area_ = area;
    request_ = sheet_.draw(context, area);
}

void Exports::carry_out() {
    if (std::exchange(copies_page_, false)) copy();
    if (request_) write(*std::exchange(request_, std::nullopt));
}

void Exports::open_picture_box() {
    const std::string& model = parts_.workspace.session().inputs().model;
    const std::string shown = untrained_title(model).value_or(model.substr(model.find_last_of('/') + 1));
    const std::string table = parts_.workspace.view().table_title();
    const std::string& what = parts_.workspace.cursor().record.empty() || !table.empty()
                                  ? parts_.workspace.preferences().view
                                  : parts_.workspace.cursor().record;
    sheet_.open((shown.empty() ? "" : shown + "-") + what, table);
}

Image Exports::image_of(const ExportRequest& request, std::string& missing) {
    const auto scale = static_cast<float>(request.scale);
    if (request.part == ExportPart::view) return picture(area_.snapped(), scale);
    if (request.part == ExportPart::page) {
        CairoPainter painter(request.file, parts_.gui.theme(), parts_.gui.em(), area_.snapped(), request.scale);
        draw_page(painter, request.file, area_.snapped());
        Image image = painter.image();
        missing = painter.missing();
        return image;
    }
    const Rect window{0, 0, static_cast<float>(parts_.platform.size().width),
                      static_cast<float>(parts_.platform.size().height)};
    sheet_.hide(true);
    Image image = cropped(parts_.gui.picture(parts_.draw_window, scale), window, scale);
    sheet_.hide(false);
    return image;
}

/// The page that an export shows, twice as fine as the screen, as a slide wants it.
void Exports::copy() {
    std::string missing;
    try {
        copy_picture(image_of({.file = "page.png", .scale = 2, .part = ExportPart::page, .theme = {}}, missing));
        parts_.messages.notice_next(texts::window::picture_copied + (missing.empty() ? "" : ", " + missing));
    } catch (const std::exception& error) {
        parts_.messages.notice_next(sentence_of(error));
    }
    parts_.platform.wake();
}

void Exports::write(const ExportRequest& request) {
    try {
        parts_.document.check_fence(request.file);
        const InTheme themed(parts_.gui, parts_.workspace.preferences(), request.theme);
        const ExportFormat* format = find_export_format(request.file);
        if (format == nullptr) throw Error("the name must end in " + endings_text());
        const Session::Snapshot shown = parts_.workspace.session().shown();
        ExportSource source;
        std::string missing;
        source.image = [&] { return image_of(request, missing); };
        source.draw = [&](const std::filesystem::path& file) { return write_page(file, area_.snapped()); };
        if (shown.current) {
            source.trace = &shown.current->trace();
            const int record = record_at(*source.trace, parts_.workspace.cursor());
            if (record >= 0) source.record = &source.trace->record(record);
        }
        if (!parts_.workspace.view().table_title().empty())
            source.csv = [&](const std::function<void(const std::string&)>& write) {
                parts_.workspace.view().write_table(write);
            };
        std::string more = format->write(request.file, source);
        if (!missing.empty()) more += ", " + missing;
        sheet_.done("Exported to " + path_text(request.file) + (more.empty() ? "" : ", " + more));
    } catch (const std::exception& error) {
        sheet_.hide(false);
        sheet_.failed(sentence_of(error));
    }
    parts_.platform.wake();
}

void Exports::describe(State& state) const {
    sheet_.describe(state);
    lesson_sheet_.describe(state);
    worksheet_sheet_.describe(state);
    state.add("lesson_exporting", lesson_run_.running());
    state.add("lesson_exported", lesson_sentence_);
    film_run_.sheet.describe(state);
}

}  // namespace glassformer
