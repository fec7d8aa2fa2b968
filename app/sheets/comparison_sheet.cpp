#include "app/sheets/comparison_sheet.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "app/sheets/sheet_head.h"
#include "app/sheets/texts.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "core/base/error.h"

namespace glassformer {

namespace {

/// Time between two frames that show progress, because drawing on the CPU disturbs the measured times.
constexpr std::chrono::milliseconds progress_every{250};

std::string difference_text(double value) {
    if (value == 0) return "0";
    if (std::isinf(value)) return "∞";
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1e", value);
    return power_number(text.data());
}

struct Columns {
    bool folded;   // names on a separate line
    float number;  // width of each of the four numbers
};

void draw_row(Ui& ui, const Rect& row, const Columns& columns, const std::string& name,
              const std::array<std::string, 4>& numbers, Colour colour, Face face) {
    const float line = columns.folded ? row.h / 2 : row.h;
    Rect rest = row;
    const Rect title = columns.folded ? rest.take_top(line) : Rect{row.x, row.y, row.w - 4 * columns.number, line};
    text_in(ui.painter, title, name, {.colour = ui.theme.text, .size = em::small, .face = face});
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const Rect place{row.right() - static_cast<float>(4 - i) * columns.number, rest.bottom() - line,
                         columns.number - 0.5F * ui.em, line};
        text_in(ui.painter, place, numbers[i],
                {.colour = colour, .size = em::small, .face = face, .align = Align::right});
    }
}

/// Draws the table from the top of `area`; returns its lower end.
float draw_table(Ui& ui, Rect area, const BackendComparison& found) {
    const Columns columns{.folded = area.w < 42 * ui.em, .number = std::min(6.4F * ui.em, area.w / 4)};
    const float high = (columns.folded ? 2.9F : 1.6F) * ui.em;
    draw_row(ui, area.take_top(columns.folded ? high / 2 : high), {.folded = false, .number = columns.number},
             columns.folded ? "" : texts::sheets::column_stage,
             {texts::sheets::column_largest, texts::sheets::column_mean, texts::sheets::column_cpu,
              texts::sheets::column_gl},
             ui.theme.muted, Face::bold);
    const StageComparison* const worst = found.worst();
    float y = area.y;
    const Rect seen = ui.painter.clip();
    for (const StageComparison& stage : found.stages) {
        const Rect row{area.x, y, area.w, high};
        y += high;
        if (row.bottom() < seen.y || row.y > seen.bottom()) continue;
        const bool most = &stage == worst && stage.largest > 0;
        draw_row(ui, row, columns, stage.name,
                 {difference_text(stage.largest), difference_text(stage.mean), time_text(stage.cpu_ms),
                  time_text(stage.gl_ms)},
                 most ? ui.theme.accent_text : ui.theme.text, most ? Face::bold : Face::sans);
    }
    return y;
}

std::string summary(const BackendComparison& found) {
    const StageComparison* const worst = found.worst();
    const std::string cpu = time_text(found.cpu_ms), device = time_text(found.gl_ms);
    if (worst == nullptr || worst->largest == 0)
        return fmt::format(texts::sheets::comparison_same, cpu, device, found.device);
    return fmt::format(texts::sheets::comparison_differs, cpu, device, found.device, difference_text(worst->largest),
                       worst->name);
}

/// Draws the current step and a progress bar; returns their height in pixels.
float draw_progress(Ui& ui, const Rect& area, const ComparisonProgress& progress, bool running) {
    const float em = ui.em;
    const std::string doing =
        !running ? texts::sheets::waiting
        : progress.stages == 0
            ? texts::sheets::recording
            : fmt::format(texts::sheets::measuring, std::string(progress.doing), progress.stage + 1, progress.stages);
    ui.painter.text(area.min(), doing, {.colour = ui.theme.text, .size = em::body});
    const Rect bar = Rect{area.x, area.y + 1.7F * em, std::min(area.w, 24 * em), 0.5F * em}.snapped();
    ui.painter.fill(bar, ui.theme.faint, bar.h / 2);
    ui.painter.fill({bar.x, bar.y, std::max(bar.h, std::round(bar.w * progress.share)), bar.h}, ui.theme.accent,
                    bar.h / 2);
    return 3 * em;
}

}  // namespace

std::optional<BackendComparison> ComparisonSheet::result() const {
    const auto now = compared_.shown();
    return now && now->done && now->error.empty() ? now->result.result : std::nullopt;
}

std::string ComparisonSheet::error() const {
    const auto now = compared_.shown();
    return now ? now->error : "";
}

ComparisonProgress ComparisonSheet::progress() const {
    const auto now = compared_.shown();
    return now ? now->result.progress : ComparisonProgress{};
}

/// Compares what is shown; what was shown before is given up, and its thread asked to end.
void ComparisonSheet::follow(const ViewContext& context) {
    const std::shared_ptr<const Evaluation>& shown = context.shown.current;
    if (!shown || compared_.request() == shown->generation()) return;
    if (running()) return compared_.stop();
    compared_.forget();
    try {
        if (!open_device_) open_device_ = device_();
    } catch (const Error& error) {
        return compared_.answer(shown->generation(), [&](const auto&) -> Compared { throw Error(error); });
    }
    Platform& platform = context.ui.platform;
    compared_.follow(
        shown->generation(),
        [shown, device = open_device_](const auto& work) {
            auto seen = std::chrono::steady_clock::now();
            Compared compared;
            compared.result = compare_backends(*shown, device, [&](const ComparisonProgress& progress) {
                compared.progress = progress;
                if (const auto now = std::chrono::steady_clock::now(); now - seen >= progress_every) {
                    seen = now;
                    work.show(compared);
                }
                return !work.stopped;
            });
            return compared;
        },
        [&platform] { platform.wake(); });
}

void ComparisonSheet::draw(ViewContext& context) {
    if (!open_) {
        compared_.stop();  // begun anew when it is opened again
        if (open_device_.use_count() == 1) open_device_.reset();
        return;
    }
    follow(context);
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect inner;
    if (!begin_modal(ui, "compare", open_, {54 * em, ui.window.h - 2 * em}, inner)) return;
    Painter& painter = ui.painter;
    draw_sheet_head(context, inner, "comparison", texts::sheets::comparison, open_);
    Rect content = begin_scroll(ui, "comparison", inner);
    content.h = 1e6F;  // unlimited: the sheet scrolls
    const auto place = [&](const std::string& text, const TextStyle& style) {
        content.take_top(paragraph(painter, content, text, style) + 0.6F * em);
    };
    const std::optional<BackendComparison> found = result();
    const std::string failure = error();
    if (!failure.empty())
        place(fmt::format(texts::sheets::comparison_failed, failure), {.colour = ui.theme.text, .size = em::body});
    else if (!found)
        content.take_top(draw_progress(ui, content, progress(), running()));
    else
        place(summary(*found), {.colour = ui.theme.text, .size = em::small});
    place(texts::sheets::comparison_lesson, {.colour = ui.theme.muted, .size = em::small});
    end_scroll(ui, found ? draw_table(ui, content, *found) : content.y);
    end_modal(ui);
}

}  // namespace glassformer
