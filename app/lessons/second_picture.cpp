#include "app/lessons/second_picture.h"

#include <cmath>

#include "app/views/shared/wording.h"
#include "core/tape/stage_text.h"

namespace glassformer {

std::string SecondPicture::title(const Trace& trace, const std::string& stage, int head) {
    const int id = trace.find(stage);
    if (id < 0) return {};
    const Record& record = trace.record(id);
    std::string words =
        record.kind == Record::Kind::computed ? std::string(stage_text(trace, record).title) : record.name;
    std::string place = block_text(record.site);
    if (const std::string of = head_text(trace, record, head); !of.empty()) place += (place.empty() ? "" : ", ") + of;
    if (!place.empty() && place.front() >= 'A' && place.front() <= 'Z')
        place.front() = static_cast<char>(place.front() - 'A' + 'a');
    if (!place.empty()) words += " (" + place + ")";
    return words;
}

void SecondPicture::draw(Painter& painter, Rect& area, const Evaluation& run, const std::string& stage,
                         const Cursor& cursor) {
    const Trace& trace = run.trace();
    const int id = stage.empty() ? -1 : trace.find(stage);
    if (id < 0) return;
    const float em = painter.em();
    const bool below = area.h > area.w;
    Rect mine = below ? area.take_bottom(std::round(area.h / 2)) : area.take_right(std::round(area.w / 2));
    const Theme& theme = painter.theme();
    painter.fill(mine, theme.background);
    if (below)
        painter.line({mine.x, mine.y}, {mine.right(), mine.y}, theme.border);
    else
        painter.line({mine.x, mine.y}, {mine.x, mine.bottom()}, theme.border);
    Rect inside = mine.inset(1.2F * em, 0.3F * em);
    const TextStyle style{.colour = theme.text, .size = em::body, .face = Face::bold};
    text_in(painter, inside.take_top(2 * em), title(trace, stage, cursor.head), style);
    inside.take_top(0.6F * em);
    inside.take_bottom(0.5F * em);
    memory_.read(run);
    const Scene scene{.evaluation = run, .record = id, .head = cursor.head, .memory = &memory_};
    painter.push_clip(mine);
    static_cast<void>(picture_of(scene).draw(painter, inside, scene, nowhere));
    painter.pop_clip();
}

}  // namespace glassformer
