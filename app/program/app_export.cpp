// Pictures and tensors that are written from the window: a view drawn once more, alone or larger, or as vectors.
#include <algorithm>
#include <cmath>

#include "app/files/export_formats.h"
#include "app/platform/picture_clipboard.h"
#include "app/program/app.h"
#include "app/program/texts.h"
#include "app/render/cairo_painter.h"
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
void App::draw_alone(Ui& ui, const Rect& area) {
    const Session::Snapshot shown = session_.shown();
    Cursor cursor = cursor_;
    Preferences preferences = preferences_;
    Targets targets;
    std::string notice;
    ViewContext context{ui, session_, shown, cursor, preferences, targets, notice};
    ui.painter.fill(area, ui.theme.background);
    view().draw(context, area);
}

Image App::picture(const Rect& area, float scale) {
    const Image whole = gui_.picture([&](Ui& ui) { draw_alone(ui, area); }, scale);
    return cropped(whole, area, scale);
}

void App::draw_page(CairoPainter& painter, const std::filesystem::path& file, const Rect& area) {
    painter.set_limits(preferences_.limits);
    if (view().draw_page(painter, area, session_.shown(), cursor_)) return;
    // Heights are remembered from the frame before, which may have filled another area.
    CairoPainter rehearsal(file, gui_.theme(), gui_.em(), area);
    rehearsal.set_limits(preferences_.limits);
    for (CairoPainter* each : {&rehearsal, &painter}) gui_.draw_on(*each, [&](Ui& ui) { draw_alone(ui, area); });
}

std::string App::write_page(const std::filesystem::path& file, const Rect& area, int factor) {
    CairoPainter painter(file, gui_.theme(), gui_.em(), area, factor);
    painter.set_title(cursor_.record);
    draw_page(painter, file, area);
    painter.finish();
    return painter.missing();
}

void App::open_export() {
    const std::string& model = session_.inputs().model;
    const std::string shown = untrained_title(model).value_or(model.substr(model.find_last_of('/') + 1));
    const std::string table = view().table_title();
    const std::string& what = cursor_.record.empty() || !table.empty() ? preferences_.view : cursor_.record;
    export_.open((shown.empty() ? "" : shown + "-") + what, table);
}

Image App::export_image(const ExportRequest& request, std::string& missing) {
    const auto scale = static_cast<float>(request.scale);
    if (request.part == ExportPart::view) return picture(view_area_.snapped(), scale);
    if (request.part == ExportPart::page) {
        CairoPainter painter(request.file, gui_.theme(), gui_.em(), view_area_.snapped(), request.scale);
        draw_page(painter, request.file, view_area_.snapped());
        Image image = painter.image();
        missing = painter.missing();
        return image;
    }
    const Rect window{0, 0, static_cast<float>(platform_.size().width), static_cast<float>(platform_.size().height)};
    export_.hide(true);
    Image image = cropped(gui_.picture([this](Ui& ui) { draw(ui); }, scale), window, scale);
    export_.hide(false);
    return image;
}

/// The page that an export shows, twice as fine as the screen, as a slide wants it.
void App::copy_page() {
    std::string missing;
    try {
        copy_picture(export_image({.file = "page.png", .scale = 2, .part = ExportPart::page, .theme = {}}, missing));
        copied_ = texts::program::picture_copied + (missing.empty() ? "" : ", " + missing);
    } catch (const std::exception& error) {
        copied_ = sentence_of(error);
    }
    platform_.wake();
}

void App::carry_out(const ExportRequest& request) {
    try {
        check_fence(request.file);
        const InTheme themed(gui_, preferences_, request.theme);
        const ExportFormat* format = find_export_format(request.file);
        if (format == nullptr) throw Error("the name must end in " + endings_text());
        const Session::Snapshot shown = session_.shown();
        ExportSource source;
        std::string missing;
        source.image = [&] { return export_image(request, missing); };
        source.draw = [&](const std::filesystem::path& file) { return write_page(file, view_area_.snapped()); };
        if (shown.current) {
            source.trace = &shown.current->trace();
            const int record = record_at(*source.trace, cursor_);
            if (record >= 0) source.record = &source.trace->record(record);
        }
        if (!view().table_title().empty())
            source.csv = [&](const std::function<void(const std::string&)>& write) { view().write_table(write); };
        std::string more = format->write(request.file, source);
        if (!missing.empty()) more += ", " + missing;
        export_.done("Exported to " + path_text(request.file) + (more.empty() ? "" : ", " + more));
    } catch (const std::exception& error) {
        export_.hide(false);
        export_.failed(sentence_of(error));
    }
    platform_.wake();
}

}  // namespace glassformer
