// The speaker's page as it is drawn: the time above, the notes in large type, what comes next below.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/lecture/speaker_page.h"
#include "app/lecture/texts.h"
#include "app/lessons/rich_text.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

namespace strings = texts::lecture;

constexpr float share_of_list = 0.28F, narrow = 44;  // of the width; em, without the list below that
constexpr float least_notes = 4;                     // lines, before the next step's words give way

class SpeakerWriter {
public:
    SpeakerWriter(Ui& ui, Targets& targets, const Rect& place, const SpeakerPage& page, StepList* list)
        : ui_(ui),
          painter_(ui.painter),
          targets_(targets),
          page_(page),
          list_(list),
          sizes_(lesson_sizes(ui, true, place.w)),
          line_(std::round(1.35F * sizes_.caption * ui.em)),
          control_(std::round(2 * sizes_.caption * ui.em)),
          rest_(place) {}

    SpeakerAnswer draw() {
        targets_.put("speaker", rest_);
        painter_.fill(rest_, ui_.theme.panel);
        painter_.push_clip(rest_);
        rest_ = rest_.inset(std::round(0.7F * line_), std::round(0.5F * line_));
        time();
        if (list_ != nullptr && rest_.w > narrow * sizes_.caption * ui_.em)
            steps(rest_.take_right(share_of_list * rest_.w));
        title();
        next();
        notes();
        painter_.pop_clip();
        return answer_;
    }

private:
    void put(const std::string& name, const Rect& rect) { targets_.put("speaker." + name, rect); }
    TextStyle words(float size, Colour colour, Face face = Face::sans) const {
        return {.colour = colour, .size = size, .face = face};
    }
    /// Muted words must be read from a desk in the dark, too.
    Colour quiet() const { return mix(ui_.theme.muted, ui_.theme.text, 0.5F); }
    void did(SpeakerAction action) { answer_.action = action; }
    bool press(const std::string& name, const Rect& rect, std::string_view label) {
        put(name, rect);
        return button(ui_, "speaker " + name, rect, label, {.size = sizes_.caption});
    }

    /// "Clock 14:05", and the same of the lecture and of the step, as many beside one another as have room.
    void time() {
        struct Reading {
            const char *id, *title;
            std::string_view text;
            bool warned;
        };
        const Reading readings[] = {{"clock", strings::clock, page_.clock, false},
                                    {"lecture", strings::lecture, page_.lecture, page_.late},
                                    {"this step", strings::this_step, page_.this_step, false}};
        const std::string_view label = page_.running ? strings::pause : strings::start;
        Rect row = rest_.take_top(std::round(2 * line_));
        const float gap = std::round(0.6F * line_);
        const float reset = button_width(ui_, strings::reset, {.size = sizes_.caption});
        const float pause = std::max(button_width(ui_, strings::pause, {.size = sizes_.caption}),
                                     button_width(ui_, strings::start, {.size = sizes_.caption}));
        float wide = reset + pause + gap;
        for (const Reading& reading : readings) wide += reading_width(reading.title, reading.text) + 2 * gap;
        Rect buttons = wide > row.w ? rest_.take_top(control_ + 0.3F * line_) : row;
        Rect place = buttons.take_right(reset);
        const auto button_at = [&](const Rect& r) { return Rect{r.x, r.y, r.w, control_}.snapped(); };
        if (press("reset", button_at(place), strings::reset)) did(SpeakerAction::reset);
        buttons.take_right(gap);
        place = buttons.take_right(pause);
        if (press("pause", button_at(place), label)) did(SpeakerAction::pause);
        for (const Reading& reading : readings) {
            const Rect at = row.take_left(reading_width(reading.title, reading.text));
            row.take_left(2 * gap);
            put(reading.id, at);
            text_in(painter_, {at.x, at.y, at.w, line_}, reading.title, words(sizes_.caption, quiet()));
            text_in(painter_, {at.x, at.y + 0.9F * line_, at.w, line_}, reading.text,
                    words(sizes_.caption, reading.warned ? ui_.theme.warning : ui_.theme.text, Face::bold));
        }
        sentence(page_.plan, page_.late);
        sentence(page_.frozen, true);
        rest_.take_top(0.35F * line_);
        painter_.line({rest_.x, rest_.y}, {rest_.right(), rest_.y}, ui_.theme.border);
        rest_.take_top(0.35F * line_);
    }
    void sentence(const std::string& said, bool warned) {
        if (said.empty()) return;
        const TextStyle style = words(sizes_.caption, warned ? ui_.theme.warning : ui_.theme.text);
        rest_.take_top(paragraph(painter_, rest_, said, style));
    }
    float reading_width(std::string_view title, std::string_view text) {
        return 2 + std::max(painter_.measure(title, sizes_.caption).width,
                            painter_.measure(text, sizes_.caption, Face::bold).width);
    }

    void title() {
        const std::string& name = page_.titles[static_cast<std::size_t>(page_.step)];
        const std::string said = fmt::format(strings::step_of, page_.step + 1, page_.titles.size(), name);
        put("title", rest_);
        rest_.take_top(paragraph(painter_, rest_, said, words(sizes_.text, ui_.theme.text, Face::bold)) + 0.3F * line_);
    }

    /// What comes next, at the lower end. The next step's first words give way to the notes where there is no room.
    void next() {
        const TextStyle style = words(sizes_.caption, ui_.theme.text), quiet_style = words(sizes_.caption, quiet());
        const std::string said =
            page_.next_title.empty() ? strings::last_step : fmt::format(strings::next_step, page_.next_title);
        const auto high = [&](const std::string& text, const TextStyle& in) {
            return text.empty() ? 0 : paragraph(painter_, rest_, text, in, false);
        };
        const float key = high(page_.next_key, style), name = high(said, style);
        float first = high(page_.next_words, quiet_style);
        if (rest_.h - key - name - first < least_notes * line_) first = 0;
        Rect low = rest_.take_bottom(key + name + first + 0.5F * line_);
        painter_.line({low.x, low.y}, {low.right(), low.y}, ui_.theme.border);
        low.take_top(0.25F * line_);
        put("next key", low.take_top(0));
        low.take_top(paragraph(painter_, low, page_.next_key, style));
        put("next", low);
        low.take_top(paragraph(painter_, low, said, words(sizes_.caption, ui_.theme.text, Face::bold)));
        if (first > 0) paragraph(painter_, low, page_.next_words, quiet_style);
        rest_.take_bottom(0.2F * line_);
    }

    void notes() {
        put("notes", rest_);
        const Rect content = begin_scroll(ui_, fmt::format("speaker notes {}", page_.step), rest_);
        float high = 0;
        if (page_.notes)
            high = rich_text(painter_, content, *page_.notes, {}, {.size = sizes_.text});
        else
            high = paragraph(painter_, content, strings::no_notes, words(sizes_.caption, quiet()));
        end_scroll(ui_, content.y + high);
    }

    void steps(Rect place) {
        rest_.take_right(0.8F * line_);
        const Rect content = begin_scroll(ui_, "speaker steps", place);
        const float pad = std::round(0.25F * line_);
        float y = content.y;
        for (int i = 0; i < static_cast<int>(page_.titles.size()); ++i) {
            const bool here = i == page_.step;
            const std::string name = fmt::format("{}  {}", i + 1, page_.titles[static_cast<std::size_t>(i)]);
            const TextStyle style = words(sizes_.caption, ui_.theme.text, here ? Face::bold : Face::sans);
            const float width = content.w - 2 * pad;
            const float high = paragraph(painter_, {0, 0, width, 1e4F}, name, style, false);
            const Rect row = Rect{content.x, y, content.w, high + 2 * pad}.snapped();
            y = row.bottom();
            const Region touched = region(ui_, fmt::format("speaker step {}", i), row, true);
            put(fmt::format("step {}", i + 1), row);
            if (here || touched.hovered)
                painter_.fill(row, here ? mix(ui_.theme.control, ui_.theme.accent, 0.25F) : ui_.theme.control, pad);
            if (touched.hovered) *ui_.cursor = CursorShape::hand;
            paragraph(painter_, {row.x + pad, row.y + pad, width, high}, name, style);
            if (touched.clicked || touched.activated) answer_ = {SpeakerAction::go_to, i};
            if (here && list_->shown != i) {
                reveal(ui_, row.y, row.bottom());
                list_->shown = i;
            }
        }
        end_scroll(ui_, y);
    }

    Ui& ui_;
    Painter& painter_;
    Targets& targets_;
    const SpeakerPage& page_;
    StepList* list_;
    LessonSizes sizes_;
    float line_, control_;
    Rect rest_;
    SpeakerAnswer answer_;
};

}  // namespace

SpeakerAnswer draw_speaker_page(Ui& ui, Targets& targets, const Rect& place, const SpeakerPage& page, StepList* list) {
    if (page.titles.empty()) return {};
    return SpeakerWriter(ui, targets, place, page, list).draw();
}

}  // namespace glassformer
