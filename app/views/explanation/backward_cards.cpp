// Cards of the backward pass: the chain rule's formula, the finite-difference check, the loss by position, the gradient
// norms of the residual stream, and the trace of a number back to a token.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/paint/formula.h"
#include "app/views/explanation/backward.h"
#include "app/views/explanation/cards.h"
#include "app/views/explanation/texts.h"
#include "app/views/shared/commands.h"
#include "app/views/shared/texts.h"
#include "app/views/shared/touched_matrix.h"
#include "app/views/shared/wording.h"
#include "core/io/model_folder.h"

namespace glassformer {

namespace {

/// Tooltip over the loss of one position: the token it is predicted from (empty: of the whole text), its label.
std::string loss_text(const std::string& from, const std::string& label, double loss) {
    if (!std::isfinite(loss))
        return from.empty() ? texts::explanation::no_label : fmt::format(texts::explanation::no_label_at, from);
    return from.empty() ? fmt::format(texts::explanation::loss_of_label, label, number_text(loss))
                        : fmt::format(texts::explanation::loss_from_to, from, label, number_text(loss));
}

/// "Block 1, head 2: S[it, animal]"; the tensor's name where the shown model has no such cell.
std::string watched_text(const Evaluation& evaluation, const WatchedCell& cell) {
    if (!cell.exists) return cell.name;
    const Record& record = evaluation.trace().record(cell.record);
    const std::string name = plain_name(evaluation, {cell.record, cell.cell});
    std::string where = block_text(record.site);
    if (record.shape.rank() >= 3 && record.shape.axis(0) == Axis::head)
        where = where.empty() ? fmt::format(texts::shared::head_number, cell.cell[0] + 1)
                              : fmt::format(texts::shared::level_and_head, where, cell.cell[0] + 1);
    return where.empty() ? name : fmt::format(texts::explanation::watched_in, where, name);
}

}  // namespace

void PanelWriter::chain_formula(const Record& at, int record) {
    const std::string slope = "\\meaning{gradient}{\\frac{∂ℒ}{∂";
    const std::string markup = slope + at.symbol + "}} = Σ_{y} " + slope + "y}} \\frac{∂y}{∂" + at.symbol + "}";
    const FormulaStyle style{.size = 1.2F};
    const TextSize size = measure_formula(ui_.painter, markup, inner_width(), style);
    const std::string text = gradient_sentence(at);
    const TextStyle plain{.colour = ui_.theme.text, .size = em::body};
    const float words = paragraph(ui_.painter, {0, 0, inner_width(), 1e4F}, text, plain, false);
    const float formula = std::max(size.height, 1.6F * em_), space = 0.4F * em_;
    Rect inside = card_of(formula + space + words);
    std::vector<FormulaPlace> places;
    draw_formula(ui_.painter, markup, inside.take_top(formula), style, &places);
    symbols(record, places);
    inside.take_top(space);
    paragraph(ui_.painter, inside, text, plain);
    term_links(inside, text, plain, "gradient sentence");
}

bool PanelWriter::check(const DerivativeChecker::Answer& answer, const CellRef& cell) {
    using Phase = DerivativeChecker::Phase;
    const float line = 1.45F * em_, high = 1.9F * em_;
    std::string note;
    std::vector<std::pair<std::string, std::string>> rows;
    if (answer.phase == Phase::done) {
        const DerivativeCheck& check = answer.check;
        const Evaluation& evaluation = *context_.shown.current;
        rows.emplace_back("x = " + plain_name(evaluation, cell),
                          number_text(static_cast<double>(evaluation.trace().value(cell.record, cell.cell))));
        rows.emplace_back(texts::explanation::step_size, number_text(check.step));
        rows.emplace_back(texts::explanation::difference_quotient, number_text(check.numeric));
        rows.emplace_back(texts::explanation::chain_rule, number_text(check.recorded));
        const double apart = std::abs(check.numeric - check.recorded);
        rows.emplace_back(texts::explanation::difference, number_text(apart));
        rows.emplace_back(texts::explanation::uncertainty,
                          fmt::format(texts::explanation::plus_minus, number_text(check.uncertainty)));
        note = apart > check.uncertainty ? texts::explanation::they_differ : texts::explanation::they_agree;
        if (apart <= check.uncertainty && check.uncertainty >= 0.5 * std::abs(check.recorded) && check.uncertainty > 0)
            note = fmt::format(texts::explanation::too_small, number_text(check.uncertainty));
    }
    if (answer.phase == Phase::running) note = texts::explanation::recomputing;
    if (answer.phase == Phase::failed) note = answer.error;
    const TextStyle quiet{.colour = ui_.theme.muted, .size = em::small};
    const float note_height =
        note.empty() ? 0 : paragraph(ui_.painter, {0, 0, inner_width(), 1e4F}, note, quiet, false);
    Rect inside = card_of(high + (rows.empty() ? 0 : 0.4F * em_ + line * static_cast<float>(rows.size())) +
                          (note.empty() ? 0 : 0.4F * em_ + note_height));
    const std::string label = texts::explanation::check_numerically;
    const Rect place = inside.take_top(high);
    const Rect press{place.x, place.y, std::min(place.w, button_width(ui_, label, {.size = em::small})), place.h};
    context_.targets.put("check derivative", press);
    const bool pressed = button(ui_, "check derivative", press, label,
                                {.enabled = answer.phase != Phase::running,
                                 .size = em::small,
                                 .hint = hint(texts::explanation::check_hint, Command::check_derivative)});
    inside.take_top(0.4F * em_);
    for (const auto& [what, value] : rows) {
        const Rect at = inside.take_top(line);
        text_in(ui_.painter, at, what, quiet);
        text_in(ui_.painter, at, value,
                {.colour = ui_.theme.text, .size = em::small, .face = Face::mono, .align = Align::right});
    }
    if (!note.empty()) paragraph(ui_.painter, inside, note, quiet);
    return pressed;
}

void PanelWriter::loss(const LossSummary& summary) {
    Painter& painter = ui_.painter;
    const Trace& trace = context_.shown.current->trace();
    const float bars = 3.4F * em_, row = 1.15F * em_;
    const auto layers = static_cast<float>(summary.layers.size());
    Rect inside = card_of(1.5F * em_ + bars + 1.3F * em_ + (layers > 0 ? 1.7F * em_ + layers * row : 0));
    const Colour tone = colour(ui_.theme, Meaning::gradient);
    const Rect heading = inside.take_top(1.5F * em_);
    text_in(painter, heading, fmt::format(texts::explanation::loss, number_text(summary.loss)),
            {.colour = ui_.theme.text, .size = em::body, .face = Face::bold});
    text_in(painter, heading, texts::explanation::loss_bars,
            {.colour = ui_.theme.muted, .size = em::small, .align = Align::right});
    context_.targets.put("loss", heading);

    const Rect field = inside.take_top(bars);
    double highest = 0;
    for (const double loss : summary.by_row)
        if (std::isfinite(loss)) highest = std::max(highest, loss);
    const float each = field.w / static_cast<float>(std::max<std::size_t>(1, summary.by_row.size()));
    for (std::size_t i = 0; i < summary.by_row.size(); ++i) {
        const double loss = summary.by_row[i];
        const Rect column{field.x + static_cast<float>(i) * each, field.y, each, field.h};
        const std::string id = "loss " + std::to_string(i);
        context_.targets.put(id, column);
        if (std::isfinite(loss) && highest > 0) {
            const float high = std::max(1.0F, static_cast<float>(loss / highest) * field.h);
            painter.fill(Rect{column.x + 0.5F, field.bottom() - high, std::max(1.0F, each - 1.5F), high}.snapped(),
                         tone.faded(0.75F));
        }
        const Region touched = region(ui_, id, column);
        if (!touched.hovered) continue;
        const std::string& from = summary.rows[i];
        tooltip(ui_, column, loss_text(from, summary.answers[i], loss));
    }
    painter.line({field.x, field.bottom() + 0.5F}, {field.right(), field.bottom() + 0.5F}, ui_.theme.border);
    const Rect ends = inside.take_top(1.3F * em_);
    if (!summary.rows.empty()) {
        text_in(painter, ends, summary.rows.front(), {.colour = ui_.theme.muted, .size = em::small});
        text_in(painter, ends, fmt::format(texts::explanation::largest, number_text(highest)),
                {.colour = ui_.theme.muted, .size = em::small, .align = Align::right});
    }
    if (summary.layers.empty()) return;
    Rect caption = inside.take_top(1.7F * em_);
    // Room for a view's button that shows them large.
    context_.targets.put("gradient chart", caption.take_right(5.2F * em_));
    caption.take_right(0.5F * em_);
    text_in(painter, caption,
            fmt::format(texts::explanation::gradient_norms, number_text(static_cast<double>(summary.largest))),
            {.colour = ui_.theme.muted, .size = em::small});
    float names = 0;
    for (const LossSummary::Layer& layer : summary.layers)
        names = std::max(names, painter.measure(layer.name, em::small).width + 0.6F * em_);
    names = std::min(names, 0.4F * inside.w);
    const HeatStyle style{.map = HeatMap::sequential, .meaning = Meaning::gradient, .limit = summary.largest, .gap = 0};
    const Rect seen = painter.clip();
    for (auto layer = summary.layers.rbegin(); layer != summary.layers.rend(); ++layer) {
        Rect line = inside.take_top(row);
        if (line.bottom() < seen.y || line.y > seen.bottom()) continue;
        text_in(painter, line.take_left(names), layer->name, {.colour = ui_.theme.muted, .size = em::small});
        line.h -= 1;
        const int count = static_cast<int>(layer->norms.size());
        const LabelledMatrix norms{
            .values = {layer->norms.data(), 1, count, count, 1, context_.shown.current->generation()}, .style = style};
        const TouchedMatrix touched =
            touch_matrix(context_, "gradient of " + trace.record(layer->record).name, norms.draw(painter, line));
        if (!touched) continue;
        const CellAt at = touched.at;
        tooltip(ui_, touched.cell,
                fmt::format(texts::explanation::gradient_norm_at, layer->name,
                            label_of(*context_.shown.current, trace.record(layer->record), 0, at.col),
                            number_text(static_cast<double>(layer->norms[static_cast<std::size_t>(at.col)]))));
        if (touched.region.clicked) go_to(trace, context_.cursor, layer->record);
    }
}

void PanelWriter::watch(const Watch& watch) {
    if (watch.cells.empty()) return;
    const Trace& trace = context_.shown.current->trace();
    const float line = 1.45F * em_;
    const std::vector<WatchedCell> cells = watched(watch, trace);
    Rect inside = card_of(line * (1 + static_cast<float>(cells.size())));
    text_in(ui_.painter, inside.take_top(line), texts::explanation::watch_list,
            {.colour = ui_.theme.muted, .size = em::small});
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const WatchedCell& cell = cells[i];
        const Rect place = inside.take_top(line);
        const std::string id = "watched " + std::to_string(i);
        context_.targets.put(id, place);
        const Region touched = region(ui_, id, place, true);
        if (touched.hovered || touched.focused) ui_.painter.fill(place, ui_.theme.control_hot.faded(0.6F), 0.2F * em_);
        if (touched.hovered) tooltip(ui_, place, cell.exists ? cell.name : cell.name + "\n" + cell.why);
        std::string value = cell.exists ? number_text(static_cast<double>(cell.value)) : "–";
        if (cell.has_gradient) value += "  ∂ " + number_text(static_cast<double>(cell.gradient));
        const float wide = ui_.painter.measure(value, em::small, Face::mono).width + 0.6F * em_;
        Rect name = place;
        text_in(ui_.painter, name.take_right(wide), value,
                {.colour = cell.exists ? ui_.theme.text : ui_.theme.faint,
                 .size = em::small,
                 .face = Face::mono,
                 .align = Align::right});
        text_in(ui_.painter, name, watched_text(*context_.shown.current, cell),
                {.colour = ui_.theme.muted, .size = em::small});
        if (cell.exists && (touched.clicked || touched.activated))
            focus_.jump_to(trace, context_.cursor, {cell.record, cell.cell});
    }
}

TextEvent PanelWriter::labels(std::string& written, const Model& model) {
    const TextStyle quiet{.colour = ui_.theme.muted, .size = em::small};
    const std::string targets = loss_target(*context_.shown.current);
    const float high = 2.0F * em_;
    const float above = paragraph(ui_.painter, {0, 0, inner_width(), 1e4F}, targets, quiet, false) + 0.4F * em_;
    Rect inside = card_of(above + high);
    const Rect caption = inside.take_top(above);
    paragraph(ui_.painter, caption, targets, quiet);
    context_.targets.put("target of the loss", caption);
    context_.targets.put("labels", inside);
    return text_field(
        ui_, "labels", inside, written,
        model.config.head.classifier ? texts::explanation::labels_of_class : texts::explanation::labels_field);
}

void PanelWriter::path(const Arithmetic& path) { arithmetic(path, {}, Meaning::residual); }

}  // namespace glassformer
