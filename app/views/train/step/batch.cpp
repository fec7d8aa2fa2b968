#include "app/views/train/step/batch.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/paint/heat_scale.h"
#include "app/views/shared/wording.h"
#include "app/views/train/step/panel_title.h"
#include "app/views/train/step/texts.h"
#include "app/views/train/step/words.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

namespace strings = texts::train;

constexpr float token_line = 1.3F, label_line = 1.15F, row_gap = 0.3F, title_line = 1.7F;  // in em

float row_height_of(float em, const BatchLength& length) {
    return std::round(em * (token_line + label_line + (length.target_len > 0 ? token_line : 0)));
}

/// Draws one row after another; knows where its cells are.
class TextRows {
public:
    TextRows(ViewContext& context, const Rect& place, const StepResult& result, const StepPlace& selected)
        : context_(context),
          ui_(context.ui),
          painter_(context.ui.painter),
          em_(context.ui.em),
          place_(place),
          result_(result),
          plan_(result.inspection->plan()),
          selected_(selected),
          classifier_(plan_.config.head.classifier),
          length_(longest(result.inspection->texts())),
          scale_(painter_, heat()) {
        const std::string last = std::to_string(result.inspection->texts().size());
        gutter_ = std::ceil(painter_.measure(last, em::small, Face::bold).width + 0.8F * em_);
        columns_ = std::max(length_.seq_len, length_.target_len) + (classifier_ ? 1 : 0);
        side_ = std::floor(std::min((place.w - gutter_) / static_cast<float>(columns_), 6 * em_));
        if (classifier_) class_ = std::max(side_, std::min(class_width(), 0.25F * place.w));
        if (classifier_)
            side_ = std::floor(std::min((place.w - gutter_ - class_) / static_cast<float>(columns_ - 1), 6 * em_));
        // As large as the widest word allows: from em::body down to em::small.
        float widest = 1;
        for (const Sample& sample : result.inspection->texts())
            for (const bool target : {false, true})
                for (const int token : target ? sample.target_tokens : sample.tokens)
                    widest = std::max(widest, painter_.measure(token_word(plan_, token, target)).width);
        size_ = std::clamp((side_ - 3) / widest, 0.75F, em::body);
    }

    float row_height() const { return row_height_of(em_, length_); }
    HeatStyle heat() const {
        return {.map = HeatMap::sequential,
                .meaning = Meaning::output,
                .limit = std::max(1e-6F, static_cast<float>(result_.losses.largest)),
                .gap = 0};
    }

    void draw(int text, float y) {
        const Sample& sample = result_.inspection->texts()[static_cast<std::size_t>(text)];
        const Rect row{place_.x, y, place_.w, row_height()};
        const bool here = text == selected_.text;
        text_in(painter_, {row.x, y, gutter_ - 0.5F * em_, std::round(token_line * em_)}, std::to_string(text + 1),
                {.colour = here ? ui_.theme.accent_text : ui_.theme.muted,
                 .size = size_,
                 .face = here ? Face::bold : Face::sans,
                 .align = Align::right});
        const std::string id = "train text " + std::to_string(text + 1);
        context_.targets.put(id, row.intersect(painter_.clip()));
        const Region touched = region(ui_, id, row);
        text_ = text;
        mouse_ = touched.hovered ? touched.mouse : nowhere;
        Rect line{row.x + gutter_, y, row.w - gutter_, std::round(token_line * em_)};
        if (length_.target_len > 0) {
            cells(line, sample.tokens, length_.seq_len, false);
            line.y += line.h;
        }
        line.h = row.bottom() - line.y;
        const std::vector<int>& tokens = length_.target_len > 0 ? sample.target_tokens : sample.tokens;
        cells(line, tokens, length_.target_len > 0 ? length_.target_len : length_.seq_len, !classifier_);
        if (classifier_) {
            const Rect cell{line.x + side_ * static_cast<float>(columns_ - 1) + 0.3F * em_, line.y, class_ - 0.3F * em_,
                            line.h};
            labelled(cell, "", 0, fmt::format(strings::batch_tip_class, text + 1));
        }
        if (touched.clicked) clicked_ = StepPlace{text, result_.losses.nearest(text, column_under(line))};
    }
    const std::optional<StepPlace>& clicked() const { return clicked_; }

private:
    float class_width() {
        float width = 0;
        for (const LabelledPosition& one : result_.losses.positions)
            width = std::max(width, painter_.measure(answer(one.label)).width);
        return width + em_;
    }
    std::string answer(int label) const { return fmt::format(strings::batch_label, label_word(plan_, label)); }
    int column_under(const Rect& line) const {
        return classifier_ ? 0 : static_cast<int>(std::floor((mouse_.x - line.x) / side_));
    }

    /// Of one line of tokens; with labels where there are any.
    void cells(const Rect& line, const std::vector<int>& tokens, int columns, bool labels) {
        const auto count = static_cast<int>(tokens.size());
        const bool target = length_.target_len > 0 && labels;
        for (int column = 0; column < columns; ++column) {
            const Rect cell{line.x + side_ * static_cast<float>(column), line.y, side_, line.h};
            if (column >= count) {
                const Rect empty = cell.inset(0.5F).snapped();
                fill_cell(painter_, empty, scale_.fill(-INFINITY), {place_.x, place_.y});
                if (empty.contains(mouse_)) tooltip(ui_, empty, fmt::format(strings::batch_tip_padding, text_ + 1));
                continue;
            }
            const std::string word = token_word(plan_, tokens[static_cast<std::size_t>(column)], target);
            const char* what = length_.target_len > 0 && !target ? strings::batch_tip_source : strings::batch_tip;
            const std::string tip = fmt::format(fmt::runtime(what), text_ + 1, column + 1, word);
            if (labels) {
                labelled(cell, word, column, tip);
                continue;
            }
            painter_.fill(cell.inset(0.5F), ui_.theme.card);
            word_in(cell, word, ui_.theme.text);
            if (cell.contains(mouse_)) tooltip(ui_, cell, tip);
        }
    }

    void labelled(const Rect& cell, const std::string& word, int position, const std::string& tip) {
        const LabelledPosition* one = result_.losses.find(text_, position);
        const Colour fill = one != nullptr ? scale_.fill(static_cast<float>(one->loss)).ground : ui_.theme.card;
        painter_.fill(cell.inset(0.5F), fill);
        const Colour ink = one != nullptr ? text_on(ui_.theme, fill) : ui_.theme.text;
        Rect rest = cell;
        const Rect above = rest.take_top(std::round(token_line * em_));
        if (!word.empty()) word_in(above, word, ink);
        if (one != nullptr) label_in(word.empty() ? cell : rest, one->label, ink);
        if (selected_ == StepPlace{text_, position} && one != nullptr)
            painter_.stroke(cell.inset(1), ui_.theme.text, 2);
        if (!cell.contains(mouse_)) return;
        tooltip(ui_, cell,
                one != nullptr
                    ? fmt::format(strings::batch_tip_label, tip, label_word(plan_, one->label), number_text(one->loss))
                    : fmt::format(strings::batch_tip_none, tip));
    }

    void label_in(const Rect& cell, int label, Colour ink) {
        const std::string whole = answer(label);
        const bool fits = painter_.measure(whole, size_).width <= cell.w - 2;
        word_in(cell, fits ? whole : label_word(plan_, label), ink);
    }

    void word_in(const Rect& cell, const std::string& word, Colour ink) {
        const float width = cell.w;
        std::string shown = word;
        if (painter_.measure(word, size_).width > width) {
            if (cell.w < 1.6F * em_) return;  // the tooltip has it
            shown = shortened(painter_, word, width, size_, Face::sans);
        }
        painter_.text(cell.centre(), shown,
                      {.colour = ink, .size = size_, .align = Align::centre, .anchor = Anchor::middle});
    }

    ViewContext& context_;
    Ui& ui_;
    Painter& painter_;
    float em_;
    Rect place_;
    const StepResult& result_;
    const TrainingPlan& plan_;
    StepPlace selected_;
    bool classifier_;
    BatchLength length_;
    HeatScale scale_;
    float gutter_ = 0, side_ = 1, class_ = 0, size_ = em::small;
    int columns_ = 1, text_ = 0;
    Vec2 mouse_ = nowhere;
    std::optional<StepPlace> clicked_;
};

std::string smoothed_text(const StepResult& result) {
    if (result.losses.smoothing <= 0) return {};
    const TrainOptions& options = result.inspection->plan().options;
    const std::string share = number_text(options.label_smoothing);
    return options.smoothing == Smoothing::all_classes ? fmt::format(strings::batch_smoothed_all, share)
                                                       : fmt::format(strings::batch_smoothed_others, share);
}

std::string mean_text(const StepResult& result) {
    const std::size_t count = result.losses.positions.size();
    const std::string mean = number_text(result.losses.mean, 2),
                      theirs = number_text(result.inspection->step().loss, 2);
    const std::string said = count == 1 ? fmt::format(strings::batch_mean_one, mean, theirs)
                                        : fmt::format(strings::batch_mean, count, mean, theirs);
    return said + smoothed_text(result);
}

}  // namespace

float step_batch_height(float em, const StepResult& result, float most) {
    const float step = row_height_of(em, longest(result.inspection->texts())) + row_gap * em;
    const float rows = std::clamp(std::floor((most - title_line * em) / step), 1.0F,
                                  static_cast<float>(result.inspection->texts().size()));
    return std::ceil(title_line * em + rows * step);
}

std::optional<StepPlace> draw_step_batch(ViewContext& context, const Rect& area, const StepResult& result,
                                         const StepPlace& selected, bool& show_selected) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect rest = area;
    Rect line = rest.take_top(title_line * em);
    const auto count = static_cast<int>(result.inspection->texts().size());
    const std::string title = count == 1 ? std::string(strings::batch_one) : fmt::format(strings::batch_title, count);
    line = panel_title(ui, line, 1, title);
    line.take_left(0.6F * em);
    line = panel_title(ui, line, 2, strings::losses_title);
    const Rect place = begin_scroll(ui, "train texts", rest);
    TextRows rows(context, place, result, selected);
    const float step = rows.row_height() + row_gap * em;
    if (std::exchange(show_selected, false)) {
        const float top = place.y + step * static_cast<float>(selected.text);
        reveal(ui, top, top + step);
    }
    // Whole rows only, however far it is scrolled.
    const int shown = std::max(1, static_cast<int>(rest.h / step + 0.01F));
    const int first =
        std::clamp(static_cast<int>(std::lround((rest.y - place.y) / step)), 0, std::max(0, count - shown));
    for (int text = first; text < std::min(count, first + shown); ++text)
        rows.draw(text, std::round(rest.y + step * static_cast<float>(text - first)));
    end_scroll(ui, place.y + step * static_cast<float>(count));

    if (line.w > 18 * em) {
        const Rect scale = line.take_right(9 * em);
        legend_line(ui.painter, scale, rows.heat());
        line.take_right(em);
    }
    std::string words = mean_text(result);
    if (result.losses.positions.size() > 1 && ui.painter.measure(words, em::small).width > line.w)
        words =
            fmt::format(strings::batch_mean_short, result.losses.positions.size(), number_text(result.losses.mean, 2)) +
            smoothed_text(result);
    text_in(ui.painter, line, shortened(ui.painter, words, line.w, em::small, Face::sans),
            {.colour = ui.theme.muted, .size = em::small});
    return rows.clicked();
}

}  // namespace glassformer
