// One held-out sentence with its reference and the translations of the models: words that are wrong are underlined, and
// those of the reference that the selected model lacks. Below it, all sentences of the length.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/views/experiments/bottleneck/page.h"
#include "app/views/experiments/bottleneck/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

namespace strings = texts::bottleneck;

constexpr float name_column = 9;  // em
constexpr float line_height = 1.45F;

std::string verdict_of(const Translated& made) {
    const std::size_t longer = std::max(made.words.size(), made.reference.size());
    return made.exact() ? std::string(strings::is_exact)
                        : fmt::format(strings::some_right, std::ranges::count(made.right, true), longer);
}

struct MarkedWords {
    std::vector<std::string> words;
    std::vector<bool> fine;  // empty: all
    Colour ink, marked;
};

/// Height of the words in lines of that width; draws them where `draw` is true.
float words_in_lines(Painter& painter, const Rect& area, const MarkedWords& text, bool draw) {
    const float em = painter.em(), space = painter.measure(" ").width;
    float x = area.x, y = area.y;
    for (std::size_t w = 0; w < text.words.size(); ++w) {
        const bool fine = text.fine.empty() || text.fine[w];
        const float width = painter.measure(text.words[w], em::body, fine ? Face::sans : Face::bold).width;
        if (x > area.x && x + width > area.right()) {
            x = area.x;
            y += line_height * em;
        }
        if (draw) {
            const Colour ink = fine ? text.ink : text.marked;
            painter.text({x, y}, text.words[w], {.colour = ink, .face = fine ? Face::sans : Face::bold});
            if (!fine) painter.line({x, y + 1.3F * em}, {x + width, y + 1.3F * em}, ink, 2);
        }
        x += width + space;
    }
    return y + line_height * em - area.y;
}

}  // namespace

void BottleneckPage::sentence_panel(ViewContext& context, Rect area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    sentence_head(context, area.take_top(2 * em));
    area.take_top(0.6F * em);
    if (translated(0) == nullptr) return;
    source_lines(context, area, 0);
    translation(context, area, 0);
    translation(context, area, 1);
    area.take_top(0.5F * em);
    const bool has_transformer = translated(2) != nullptr;
    const float note =
        paragraph(ui.painter, area,
                  has_transformer ? std::string(strings::own_sentence) : fmt::format(strings::no_sentence, length()),
                  {.colour = ui.theme.muted, .size = em::small});
    area.take_top(note + 0.4F * em);
    if (has_transformer) {
        source_lines(context, area, 2);
        translation(context, area, 2);
    }
    area.take_top(0.6F * em);
    if (area.h > 7 * em) all_sentences(context, area);
}

void BottleneckPage::show_sentence(int number) {
    // The last one stays the last one while more come.
    number_ = number == sentences() - 1 && result_->points.size() < result_->count ? -1 : number;
}

/// A row for each model and a column for each sentence of this length: how much of it is right. A click shows one.
void BottleneckPage::all_sentences(ViewContext& context, Rect area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    text_in(ui.painter, area.take_top(1.6F * em), fmt::format(strings::all_of_length, length()),
            {.colour = ui.theme.muted, .size = em::small});
    const int count = sentences();
    const float size = std::clamp(area.h / static_cast<float>(translators), 2.2F * em, 3.6F * em);
    Rect rows = area.take_top(std::min(area.h, size * static_cast<float>(translators)));
    Rect names = rows.take_left(name_column * em);
    rows.w = std::min(rows.w, size * static_cast<float>(count));
    rows = rows.snapped();
    const float high = rows.h / static_cast<float>(translators);
    for (std::size_t m = 0; m < translators; ++m) {
        text_in(ui.painter, names.take_top(high).inset(0.6F * em, 0), strings::brief_names.at(m),
                {.colour = ui.theme.text, .size = em::small});
        for (int s = 0; s < count; ++s) {
            const std::map<int, Translated>& made = result_->points[static_cast<std::size_t>(s)].by_model[m];
            const auto found = made.find(length());
            if (found == made.end()) continue;
            const Rect cell = cell_rect(rows, static_cast<int>(translators), count, static_cast<int>(m), s);
            const Translated& translated = found->second;
            const auto share = static_cast<float>(translated.share_right());
            const Colour ink = model_colour(ui.theme, m);
            ui.painter.fill(cell.inset(cell.w > 6 ? 1.0F : 0.0F),
                            translated.exact() ? ink : mix(ui.theme.heat_zero, ink, 0.5F * share * share));
        }
    }
    ui.painter.stroke(cell_rect(rows, 1, count, 0, number()), ui.theme.accent, 2);
    context.targets.put("bottleneck sentences", rows);
    const Region touched = region(ui, "bottleneck sentences", rows);
    if (!touched.hovered) return;
    const CellAt at = cell_at(rows, static_cast<int>(translators), count, touched.mouse);
    if (!at) return;
    *ui.cursor = CursorShape::hand;
    if (touched.clicked) {
        show_sentence(at.col);
        ui.keep_awake();
    }
    const auto model = static_cast<std::size_t>(at.row);
    const std::map<int, Translated>& made = result_->points[static_cast<std::size_t>(at.col)].by_model[model];
    const auto found = made.find(length());
    if (found == made.end()) return;
    tooltip(ui, cell_rect(rows, static_cast<int>(translators), count, at.row, at.col),
            fmt::format(strings::sentence_hint, strings::names.at(model), at.col + 1, verdict_of(found->second)));
}

void BottleneckPage::sentence_head(ViewContext& context, Rect line) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const auto step = [&](const char* id, Icon sign, const char* hint, int by) {
        const Rect place = line.take_left(1.8F * em).inset(0, 0.1F * em);
        line.take_left(0.3F * em);
        context.targets.put(id, place);
        const int next = number() + by;
        const bool enabled = next >= 0 && next < sentences();
        if (button(ui, id, place, "", {.icon = sign, .enabled = enabled, .hint = hint}) && enabled) {
            show_sentence(next);
            ui.keep_awake();
        }
    };
    step("bottleneck previous", Icon::step_back, strings::previous, -1);
    step("bottleneck next", Icon::step, strings::next, 1);
    line.take_left(0.4F * em);
    const ButtonStyle style{.size = em::small, .hint = strings::open_output_hint};
    if (translated(0) != nullptr) {
        const Rect place = line.take_right(button_width(ui, strings::open_output, style)).inset(0, 0.15F * em);
        context.targets.put("bottleneck output", place);
        if (button(ui, "bottleneck output", place, strings::open_output, style))
            open({.inputs = inputs(), .record = {}, .view = "output"});
    }
    text_in(ui.painter, line, fmt::format(strings::sentence_of, number() + 1, sentences(), length()),
            {.colour = ui.theme.text, .face = Face::bold});
}

/// The French words and the reference, with what the selected model lacks, if it translates this sentence.
void BottleneckPage::source_lines(ViewContext& context, Rect& area, std::size_t model) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const bool has_selected = (model == 2) == (model_ == 2);
    const Translated& made = *translated(has_selected ? static_cast<std::size_t>(model_) : model);
    const MarkedWords french{
        .words = words(model, made.source, false), .fine = {}, .ink = ui.theme.text, .marked = ui.theme.text};
    const MarkedWords reference{.words = words(model, made.reference, true),
                                .fine = has_selected ? made.found : std::vector<bool>{},
                                .ink = ui.theme.text,
                                .marked = ui.theme.accent_text};
    const auto row = [&](const char* name, const MarkedWords& text) {
        Rect whole = area;
        text_in(ui.painter, Rect{whole.x, whole.y, name_column * em, line_height * em}.inset(0.6F * em, 0), name,
                {.colour = ui.theme.muted, .size = em::small});
        whole.take_left(name_column * em);
        const float high = words_in_lines(ui.painter, whole, text, true);
        const Rect drawn = area.take_top(high);
        area.take_top(0.4F * em);
        return drawn;
    };
    row(strings::source, french);
    const Rect drawn = row(strings::reference, reference);
    if (!has_selected) return;
    const std::string name = "bottleneck reference " + std::to_string(model);
    if (region(ui, name, drawn).hovered) tooltip(ui, drawn, strings::missing_hint);
}

void BottleneckPage::translation(ViewContext& context, Rect& area, std::size_t model) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const Translated* made = translated(model);
    if (made == nullptr) return;
    MarkedWords text{.words = words(model, made->words, true),
                     .fine = made->right,
                     .ink = ui.theme.text,
                     .marked = ui.theme.warning};
    if (!made->ended) {
        text.words.emplace_back(strings::not_ended);
        text.fine.push_back(false);
    }
    Rect inside = area;
    inside.take_left(name_column * em);
    const float words_high = words_in_lines(ui.painter, inside, text, false);
    const float high = std::max(words_high, 2 * line_height * em) + 0.4F * em;
    const Rect whole = area.take_top(high);
    area.take_top(0.3F * em);
    const bool selected = model_ == static_cast<int>(model);
    const std::string id = "bottleneck model " + std::to_string(model);
    context.targets.put(id, whole);
    const Region touched = region(ui, id, whole);
    if (selected || touched.hovered)
        ui.painter.fill(whole, selected ? ui.theme.control : ui.theme.control.faded(0.5F), 0.3F * em);
    if (selected) ui.painter.fill({whole.x, whole.y, 0.2F * em, whole.h}, ui.theme.accent);
    Rect name{whole.x, whole.y + 0.2F * em, name_column * em, line_height * em};
    const std::string verdict = verdict_of(*made);
    text_in(ui.painter, name.inset(0.6F * em, 0), strings::brief_names.at(model),
            {.colour = ui.theme.text, .size = em::small, .face = Face::bold});
    name.y += line_height * em * 0.9F;
    text_in(ui.painter, name.inset(0.6F * em, 0), verdict,
            {.colour = made->exact() ? ui.theme.muted : ui.theme.warning, .size = em::small});
    inside.y = whole.y + 0.2F * em;
    words_in_lines(ui.painter, inside, text, true);
    if (touched.clicked) {
        model_ = static_cast<int>(model);
        ui.keep_awake();
    }
    if (!touched.hovered) return;
    *ui.cursor = CursorShape::hand;
    tooltip(ui, whole, fmt::format(strings::model_hint, strings::names.at(model), verdict));
}

// --- what is opened of it

Inputs BottleneckPage::inputs() const {
    const auto selected = static_cast<std::size_t>(model_);
    const std::size_t model = translated(selected) != nullptr ? selected : 0;
    const auto joined = [](const std::vector<std::string>& parts) {
        std::string text;
        for (const std::string& part : parts) text += (text.empty() ? "" : " ") + part;
        return text;
    };
    Inputs inputs;
    inputs.model = strings::models.at(model);
    inputs.text = joined(words(model, translated(model)->source, false));
    inputs.target = joined(words(model, translated(model)->words, true));
    return inputs;
}

std::optional<RunBehind> BottleneckPage::run_behind(const ViewContext& context) const {
    static_cast<void>(context);
    if (translated(0) == nullptr) return {};
    return RunBehind{.inputs = inputs()};
}

}  // namespace glassformer
