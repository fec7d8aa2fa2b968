// The card of a stage's statistics: smallest and largest number, mean, σ, how the numbers are spread, and the colour
// scale of the picture.
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>

#include "app/pictures/board/weights_scale.h"
#include "app/views/explanation/cards.h"
#include "app/views/explanation/texts.h"
#include "app/views/shared/wording.h"

namespace glassformer {

void PanelWriter::statistics(const Record& at, const Statistics* counted, const HeatStyle& colours,
                             const ConstMatrix& of) {
    Painter& painter = ui_.painter;
    const float histogram = 4.2F * em_, scale = 2.4F * em_;
    // Has its final height before it is computed, so that nothing below it moves.
    const bool bars = (counted == nullptr || counted->highest > 0) && at.stage->range != Range::index;
    const bool shared = is_attention_weights(at) && colours.meaning != Meaning::gradient;
    const TextStyle quiet{.colour = ui_.theme.muted, .size = em::small};
    const char* const note = texts::explanation::shared_weights_scale;
    const float below = shared ? paragraph(painter, {0, 0, inner_width(), 1e4F}, note, quiet, false) + 0.3F * em_ : 0;
    Rect inside = card_of(1.4F * em_ + (bars ? 0.6F * em_ + histogram + 1.8F * em_ + scale + below : 0));
    const Rect line = inside.take_top(1.4F * em_);
    context_.targets.put("statistics", line);
    if (counted == nullptr) return text_in(painter, line, texts::explanation::calculating, quiet);
    const Statistics& known = *counted;
    float x = line.x;
    const std::pair<const char*, double> figures[] = {{texts::explanation::minimum, static_cast<double>(known.min)},
                                                      {texts::explanation::maximum, static_cast<double>(known.max)},
                                                      {texts::explanation::mean, known.mean},
                                                      {"σ", known.sigma}};
    float size = em::small, total = 0;
    for (const auto& [name, value] : figures)
        total += painter.measure(std::string(name) + " " + number_text(value), size).width;
    const float space = std::clamp((line.w - total) / 3 - 1, 0.3F * em_, 1.2F * em_);
    if (total + 3 * space > line.w) size *= line.w / (total + 3 * space);
    for (const auto& [name, value] : figures) {
        const std::string caption = std::string(name) + " ";
        painter.text({x, line.y}, caption, {.colour = ui_.theme.muted, .size = size});
        x += painter.measure(caption, size).width;
        painter.text({x, line.y}, number_text(value), {.colour = ui_.theme.text, .size = size});
        x += painter.measure(number_text(value), size).width + space;
    }
    if (!bars) return;
    inside.take_top(0.6F * em_);
    const Rect field = inside.take_top(histogram);
    const Colour tone = colour(ui_.theme, colours.meaning == Meaning::gradient ? colours.meaning : at.stage->meaning);
    const float each = field.w / static_cast<float>(known.bars.size());
    for (std::size_t i = 0; i < known.bars.size(); ++i) {
        if (known.bars[i] == 0) continue;
        const float share = static_cast<float>(known.bars[i]) / static_cast<float>(known.highest);
        const float high = std::max(1.0F, share * field.h);
        painter.fill(Rect{field.x + static_cast<float>(i) * each, field.bottom() - high, each - 1.5F, high}.snapped(),
                     tone.faded(0.65F));
    }
    painter.line({field.x, field.bottom() + 0.5F}, {field.right(), field.bottom() + 0.5F}, ui_.theme.border);
    // The bars' own axis; the colour scale below has another.
    const Rect axis = inside.take_top(1.3F * em_);
    text_in(painter, axis, number_text(known.min), {.colour = ui_.theme.muted, .size = em::small});
    text_in(painter, axis, number_text(known.max),
            {.colour = ui_.theme.muted, .size = em::small, .align = Align::right});
    inside.take_top(0.5F * em_);
    const float wide = std::min(inside.w, 10 * em_);
    legend(painter, {inside.x, inside.y, wide, scale}, colours, of);
    if (shared) paragraph(painter, inside.take_bottom(below - 0.3F * em_), note, quiet);
    if (known.infinite + known.not_a_number > 0) {
        std::string odd;
        const auto add = [&](const char* words, std::size_t count) {
            if (count > 0) odd += (odd.empty() ? "" : ", ") + fmt::format(fmt::runtime(words), count);
        };
        add(texts::explanation::minus_infinite, known.minus_infinite);
        add(texts::explanation::infinite, known.infinite - known.minus_infinite);
        add(texts::explanation::not_a_number, known.not_a_number);
        text_in(painter, {inside.x + wide + 0.5F * em_, inside.y, std::max(0.0F, inside.w - wide - 0.5F * em_), scale},
                odd, {.colour = ui_.theme.muted, .size = em::small, .align = Align::right});
    }
}

}  // namespace glassformer
