// Pictures and tensors that are written from the window: a view drawn once more, alone or larger, or as vectors.
#include <algorithm>
#include <cmath>

#include "app/files/tensor_file.h"
#include "app/platform/png.h"
#include "app/program/app.h"
#include "app/render/cairo_painter.h"
#include "core/base/error.h"
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

void App::carry_out(const ExportRequest& request) {
    const std::string name = path_text(request.file), ending = request.file.extension().string();
    try {
        check_fence(request.file);
        if (ending == ".png") {
            const Rect window{0, 0, static_cast<float>(platform_.size().width),
                              static_cast<float>(platform_.size().height)};
            const auto scale = static_cast<float>(request.scale);
            Image image;
            if (request.whole_window) {
                export_.hide(true);
                image = cropped(gui_.picture([this](Ui& ui) { draw(ui); }, scale), window, scale);
                export_.hide(false);
            } else {
                image = picture(view_area_.snapped(), scale);
            }
            write_png(request.file, image);
            export_.done("Written: " + name + ", " + std::to_string(image.width) + " × " +
                         std::to_string(image.height) + " pixels");
        } else if (ending == ".svg" || ending == ".pdf") {
            const std::string missing = write_vectors(request.file, view_area_.snapped());
            export_.done("Written: " + name + (missing.empty() ? "" : "; " + missing));
        } else if (ending == ".csv" && !view().table_title().empty()) {
            FileReplacement written(request.file);
            view().write_table([&](const std::string& piece) { written.write(piece); });
            written.commit();
            export_.done("Written: " + name);
        } else {
            const Session::Snapshot shown = session_.shown();
            const int record = shown.current ? record_at(shown.current->trace(), cursor_) : -1;
            if (record < 0) throw Error("there is no tensor to write yet");
            write_tensor(request.file, shown.current->trace(), shown.current->trace().record(record));
            export_.done("Written: " + name);
        }
    } catch (const std::exception& error) {
        export_.hide(false);
        export_.failed(error.what());
    }
    platform_.wake();
}

}  // namespace glassformer
