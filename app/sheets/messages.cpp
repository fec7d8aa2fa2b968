#include "app/sheets/messages.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/sheets/sheet_head.h"
#include "app/sheets/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

void MessageLog::add(const std::string& text, bool problem) {
    if (text.empty()) return;
    if (!entries.empty() && entries.front().text == text) {
        ++entries.front().times;
        return;
    }
    constexpr std::size_t kept = 300;
    entries.push_front({text, problem});
    if (entries.size() > kept) entries.pop_back();
}

std::string MessageLog::text() const {
    std::string all;
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) all += entry->text + "\n";
    return all;
}

void draw_messages(ViewContext& context, const MessageLog& log, bool& open) {
    if (!open) return;
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect inner;
    const Vec2 size{std::min(ui.window.w - 2 * em, 50 * em), std::min(ui.window.h - 2 * em, 34 * em)};
    if (!begin_modal(ui, "messages", open, size, inner)) return;
    Painter& painter = ui.painter;
    context.targets.put("messages", inner);
    Rect head = draw_sheet_head(context, inner, "messages", texts::sheets::messages, open);
    const auto copy = [&](const std::string& text, const char* notice) {
        ui.platform.set_clipboard(text);
        context.notice = notice;
    };
    if (!log.entries.empty()) {
        const Rect all = head.take_right(6.5F * em);
        const Rect place{all.x, all.y, all.w, 1.9F * em};
        context.targets.put("copy messages", place);
        if (button(ui, "copy all", place, texts::sheets::copy_all, {.size = em::small}))
            copy(log.text(), texts::sheets::copied_messages);
    }
    if (log.entries.empty())
        paragraph(painter, inner, texts::sheets::no_messages, {.colour = ui.theme.muted, .size = em::body});
    const Rect content = begin_scroll(ui, "list", inner);
    const Rect seen = painter.clip();
    const TextStyle style{.colour = ui.theme.text, .size = em::body};
    float y = content.y;
    for (std::size_t i = 0; i < log.entries.size(); ++i) {
        const MessageLog::Entry& entry = log.entries[i];
        const std::string text =
            entry.times > 1 ? fmt::format(texts::sheets::repeated, entry.text, entry.times) : entry.text;
        const Rect words{content.x + 1.2F * em, y + 0.45F * em, content.w - 6.8F * em, 1e5F};
        const float high = paragraph(painter, words, text, style, false) + 0.9F * em;
        const Rect row{content.x, y, content.w, high};
        y += high;
        if (row.bottom() < seen.y || row.y > seen.bottom()) continue;
        if (entry.problem) painter.fill({row.x, row.y + 0.3F * em, 3, row.h - 0.6F * em}, ui.theme.warning);
        paragraph(painter, words, text, style);
        const Rect at{row.right() - 5.0F * em, row.centre().y - 0.85F * em, 4.8F * em, 1.7F * em};
        context.targets.put("copy message " + std::to_string(i), at);
        if (button(ui, "copy " + std::to_string(i), at, texts::sheets::copy, {.framed = false, .size = em::small}))
            copy(entry.text, texts::sheets::copied_message);
    }
    end_scroll(ui, y);
    end_modal(ui);
}

}  // namespace glassformer
