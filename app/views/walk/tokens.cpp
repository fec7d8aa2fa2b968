#include "app/views/walk/tokens.h"

#include <algorithm>

#include "app/widgets/controls.h"
#include "app/widgets/visible_text.h"

namespace glassformer {

namespace {

/// The tokens of the rows of the stage shown, or null where rows are something else.
const std::vector<TokenLabel>* row_tokens(const Evaluation& evaluation, int record) {
    if (record < 0) return nullptr;
    const Record& at = evaluation.trace().record(record);
    const int dimension = at.shape.rank() - 2;
    if (dimension < 0) return nullptr;
    const Axis axis = at.shape.axis(dimension);
    if (axis != Axis::position && axis != Axis::query && axis != Axis::key) return nullptr;
    return &evaluation.tokens_along(at, axis);
}

/// Row `token` of the stage shown; where that is one step's, the same stage of the token's step.
void choose_token(const Evaluation& evaluation, Cursor& cursor, int record, int token) {
    const Trace& trace = evaluation.trace();
    const Record& at = trace.record(record);
    if (at.site.step >= 0)
        for (const int id : trace.stages()) {
            const Record& other = trace.record(id);
            if (other.stage == at.stage && other.site.stack == at.site.stack && other.site.block == at.site.block &&
                other.site.step == token)
                go_to(trace, cursor, id);
        }
    cursor.row = at.site.step >= 0 ? 0 : token;
    cursor.locked = true;
    keep_valid(trace, cursor);
}

void draw_tokens(ViewContext& context, const Rect& area, const std::vector<TokenLabel>& tokens, std::string_view name) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em, gap = 0.3F * em, pad = 0.45F * em;
    const Trace& trace = context.shown.current->trace();
    const int record = record_at(trace, context.cursor);
    const bool rows = row_tokens(*context.shown.current, record) == &tokens;
    const int step = record < 0 ? -1 : trace.record(record).site.step;
    const int chosen = rows && step >= 0 ? step : rows && context.cursor.locked ? context.cursor.row : -1;

    std::vector<float> widths;
    float total = 0;
    for (const TokenLabel& token : tokens) {
        const float text = painter.measure(visible_text(token.text), em::small).width;
        const float id = painter.measure(std::to_string(token.id), em::small).width;
        widths.push_back(std::max(2 * pad + text + 0.35F * em + id, 2 * em));
        total += widths.back() + gap;
    }
    // A long text is moved so that the chosen token is seen.
    float shift = 0;
    if (total > area.w && chosen >= 0) {
        float before = 0;
        for (int i = 0; i < chosen; ++i) before += widths[static_cast<std::size_t>(i)] + gap;
        shift = std::clamp(before - area.w / 2, 0.0F, total - area.w + 3 * em);
    }
    painter.push_clip(area);
    float x = area.x - shift;
    std::size_t hidden = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const Rect chip = Rect{x, area.y + 0.25F * em, widths[i], area.h - 0.5F * em}.snapped();
        x += widths[i] + gap;
        // The last may stand where the number of hidden ones would; a single one is cut off rather than left out.
        const float end = i + 1 < tokens.size() ? area.right() - 3 * em : area.right();
        if (chip.right() > end + 1 && i > 0) {
            hidden = tokens.size() - i;
            break;
        }
        if (chip.right() < area.x) continue;
        const std::string id = std::string(name) + " token " + std::to_string(i);
        context.targets.put(id, chip);
        const Region touched = region(ui, id, chip, true);
        const bool selected = static_cast<int>(i) == chosen;
        painter.fill(chip, touched.hovered ? ui.theme.control_hot : ui.theme.control, 0.3F * em);
        if (selected) painter.stroke(chip, ui.theme.accent, 1.5F, 0.3F * em);
        if (tokens[i].unknown) painter.stroke(chip, ui.theme.warning, 1.5F, 0.3F * em);
        text_in(painter, chip.inset(pad, 0), visible_text(tokens[i].text),
                {.colour = tokens[i].unknown ? ui.theme.warning : ui.theme.text, .size = em::small});
        text_in(painter, chip.inset(pad, 0), std::to_string(tokens[i].id),
                {.colour = ui.theme.muted, .size = em::small, .align = Align::right});
        if (touched.hovered && tokens[i].unknown)
            tooltip(ui, chip,
                    "\"" + tokens[i].text + "\" is not in the vocabulary;\nthe model reads its unknown token.");
        if ((touched.clicked || touched.activated) && rows)
            choose_token(*context.shown.current, context.cursor, record, static_cast<int>(i));
    }
    if (hidden > 0)
        text_in(painter, area, "+" + std::to_string(hidden),
                {.colour = ui.theme.muted, .size = em::small, .align = Align::right});
    painter.pop_clip();
}

}  // namespace

float token_strip_height(const ViewContext& context) { return 2.2F * context.ui.em; }

void draw_token_strip(ViewContext& context, const Rect& area) {
    const Evaluation* evaluation = context.shown.current.get();
    if (evaluation == nullptr) return;
    Rect left = area.inset(1.0F * context.ui.em, 0);
    if (!evaluation->target_tokens().empty()) {
        const Rect right = left.take_right((left.w - context.ui.em) / 2);
        left.w -= context.ui.em;
        draw_tokens(context, right, evaluation->target_tokens(), "target");
    }
    draw_tokens(context, left, evaluation->tokens(), "text");
}

}  // namespace glassformer
