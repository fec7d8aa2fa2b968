#include "app/pictures/board/untrained.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/paint/visible_text.h"
#include "app/pictures/board/heat_panel.h"
#include "app/pictures/board/page.h"
#include "app/pictures/board/texts.h"
#include "core/session/default_labels.h"
#include "core/session/unknown_words.h"

namespace glassformer {

Untrained untrained(const Evaluation& evaluation) {
    Untrained found;
    const Graph& graph = evaluation.graph();
    if (!graph.logits) return found;
    const std::size_t rows = evaluation.trace().record(graph.logits.id).shape.rows();
    found.rows = untrained_rows(evaluation.model(), evaluation.tokens(), rows);
    if (found.rows.empty()) return found;
    const auto trained = static_cast<std::size_t>(std::ranges::count(found.rows, false));
    const auto first = static_cast<std::size_t>(std::ranges::find(found.rows, false) - found.rows.begin());
    if (trained == 0)
        found.why = texts::pictures::none_trained;
    else if (trained == 1 && first < evaluation.tokens().size())
        found.why = fmt::format(texts::pictures::one_trained, visible_text(evaluation.tokens()[first].text));
    else
        found.why = fmt::format(texts::pictures::some_trained, trained, rows);
    return found;
}

Untrained untrained_shown(Page& page, Rect& area) {
    const Graph& graph = page.scene.evaluation.graph();
    const bool answers = page.scene.record == graph.logits.id || page.scene.record == graph.probs.id;
    if (!answers) return {};
    Untrained none = untrained(page.scene.evaluation);
    const std::string unknown = unknown_words(page.scene.evaluation);
    const std::string said = unknown.empty() || none.why.empty() ? unknown + none.why : unknown + ". " + none.why;
    if (said.empty() || area.h <= 12 * page.em) return none;
    const Theme& theme = page.painter.theme();
    const TextStyle style{.colour = unknown.empty() ? theme.text : theme.warning, .size = em::small};
    const float wide = area.w - 1.2F * page.em;
    const float high = paragraph(page.painter, {area.x, area.y, wide, area.h}, said, style, false);
    const Rect lines = area.take_bottom(std::max(1.6F * page.em, high + 0.4F * page.em));
    paragraph(page.painter, {lines.x + 0.6F * page.em, lines.y + 0.2F * page.em, wide, high}, said, style);
    return none;
}

void grey_rows(HeatPanel& panel, const Untrained& untrained) { panel.grey_rows = untrained.rows; }

}  // namespace glassformer
