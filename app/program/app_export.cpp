// Pictures and tensors that are written from the window: a view drawn once more, alone or larger, or as vectors.
#include <algorithm>
#include <cmath>

#include "app/files/export_formats.h"
#include "app/program/app.h"
#include "app/render/cairo_painter.h"
#include "core/base/error.h"
#include "core/base/failure.h"
#include "core/base/file.h"

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

std::string App::write_vectors(const std::filesystem::path& file, const Rect& area) {
    CairoPainter painter(file, gui_.theme(), gui_.em(), area);
    painter.set_title(cursor_.record);
    if (!view().draw_page(painter, area, session_.shown(), cursor_)) {
        // Heights are remembered from the frame before, which may have filled another area.
        CairoPainter rehearsal(file, gui_.theme(), gui_.em(), area);
        for (CairoPainter* each : {&rehearsal, &painter}) gui_.draw_on(*each, [&](Ui& ui) { draw_alone(ui, area); });
    }
    painter.finish();
    return painter.missing();
}

void App::open_export() {
    const std::string& model = session_.inputs().model;
    const std::string shown = model.substr(model.find_last_of('/') + 1);
    const std::string table = view().table_title();
    const std::string& what = cursor_.record.empty() || !table.empty() ? preferences_.view : cursor_.record;
    export_.open((shown.empty() ? "" : shown + "-") + what, table);
}

Image App::export_image(const ExportRequest& request) {
    const auto scale = static_cast<float>(request.scale);
    if (!request.whole_window) return picture(view_area_.snapped(), scale);
    const Rect window{0, 0, static_cast<float>(platform_.size().width), static_cast<float>(platform_.size().height)};
    export_.hide(true);
    Image image = cropped(gui_.picture([this](Ui& ui) { draw(ui); }, scale), window, scale);
    export_.hide(false);
    return image;
}

void App::carry_out(const ExportRequest& request) {
    try {
        check_fence(request.file);
        const ExportFormat* format = find_export_format(request.file);
        if (format == nullptr) throw Error("the name must end in " + endings_text());
        const Session::Snapshot shown = session_.shown();
        ExportSource source;
        source.image = [&] { return export_image(request); };
        source.draw = [&](const std::filesystem::path& file) { return write_vectors(file, view_area_.snapped()); };
        if (shown.current) {
            source.trace = &shown.current->trace();
            const int record = record_at(*source.trace, cursor_);
            if (record >= 0) source.record = &source.trace->record(record);
        }
        if (!view().table_title().empty())
            source.csv = [&](const std::function<void(const std::string&)>& write) { view().write_table(write); };
        const std::string more = format->write(request.file, source);
        export_.done("Exported to " + path_text(request.file) + (more.empty() ? "" : ", " + more));
    } catch (const std::exception& error) {
        export_.hide(false);
        export_.failed(sentence_of(error));
    }
    platform_.wake();
}

}  // namespace glassformer
