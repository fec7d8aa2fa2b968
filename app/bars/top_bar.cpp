#include "app/bars/top_bar.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/bars/texts.h"
#include "app/paint/visible_text.h"
#include "app/sheets/changes_sheet.h"
#include "app/views/shared/edits_that_fit.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "core/base/number_text.h"
#include "core/model/model.h"
#include "core/model/untrained_model.h"
#include "core/session/default_labels.h"
#include "core/session/unknown_words.h"
#include "core/train/live/trained_steps.h"

namespace glassformer {

namespace {
bool narrow(const Ui& ui) { return ui.window.w < 66 * ui.em; }
bool low(const Ui& ui) { return ui.window.h < 20 * ui.em; }

/// Beside the model's name and the buttons, a class would see a third of what is typed.
constexpr float own_row_text = 1.3F, sentence_row = 2.7F;  // text size; em
bool two_rows_in(const ViewContext& context) {
    return (narrow(context.ui) || context.preferences.text_scale > own_row_text - 0.05F) && !low(context.ui);
}
}  // namespace

namespace {

/// Another source text has another target: its own where the model's card has one, else none yet. Where the model reads
/// no target text, what there is.
std::string target_of(const Evaluation& shown, const Inputs& inputs) {
    const Model& model = shown.model();
    if (inputs.model != shown.inputs().model || !has_target(model.config)) return inputs.target;
    const auto example = std::ranges::find(model.card.examples, inputs.text);
    const auto at = static_cast<std::size_t>(example - model.card.examples.begin());
    return at < model.card.targets.size() ? model.card.targets[at] : "";
}

}  // namespace

float TopBar::height(const ViewContext& context) { return (two_rows_in(context) ? 5.4F : 3.1F) * context.ui.em; }

float TopBar::sentence_height(const Ui& ui) { return sentence_row * ui.em; }

void TopBar::draw_sentence(ViewContext& context, const Rect& area) {
    const float em = context.ui.em;
    context.ui.painter.fill(area, context.ui.theme.panel);
    texts_with_answer(context, area.inset(0.9F * em, 0.3F * em).snapped());
}

void TopBar::focus_text(Ui& ui) const { focus_text_field(ui, "text"); }

void TopBar::text_input(ViewContext& context, std::string_view id, const Rect& rect, InputField& field,
                        std::string Inputs::*text, std::string_view placeholder, float reserved) {
    field.keep_if_refused(context.ui, id, context.shown);
    const bool target = text == &Inputs::target;
    std::shared_ptr<const Tokenizer> tokenizer;
    if (context.shown.current && context.shown.current->inputs().model == context.session.inputs().model) {
        const Model& model = context.shown.current->model();
        tokenizer = target && model.target_tokenizer ? model.target_tokenizer : model.tokenizer;
    }
    const std::string& current = context.session.inputs().*text;
    std::optional<std::string> accepted;
    if (context.shown.current && context.shown.stale && !context.shown.error.empty())
        accepted = context.shown.current->inputs().*text;
    const auto typed = field.draw(
        context, id, rect, current, placeholder, typing_, target,
        {.parts = (target ? target_borders_ : text_borders_).of(tokenizer, current), .reserved = reserved}, accepted);
    if (!typed) return;
    if (typed->given_up) return static_cast<void>(context.session.cancel());
    if (typed->taken_back > 0) {
        for (int i = 0; i < typed->taken_back && context.session.can_undo(); ++i) context.session.undo();
        if (context.session.inputs().*text == typed->text) return;
    }
    Inputs inputs = context.session.inputs();
    inputs.*text = typed->text;
    if (text == &Inputs::text && context.shown.current) inputs.target = target_of(*context.shown.current, inputs);
    if (context.shown.current)
        inputs.edits = edits_that_fit(*context.shown.current, inputs.edits, inputs.*text, text == &Inputs::target);
    context.session.set(std::move(inputs), !(typed->continues && context.session.can_undo()));
}

namespace {

/// Title and sizes of the model of the inputs; of a folder its name.
std::pair<std::string, std::string> model_text(const ViewContext& context, std::span<const ModelChoice> models) {
    const std::string& wanted = context.session.inputs().model;
    for (const ModelChoice& model : models)
        if (model.name == wanted) return {model.title.empty() ? model.name : model.title, model.details};
    if (const auto step = TrainedSteps::step_of(wanted))
        return {fmt::format(texts::bars::training_model, step->run, step->step), texts::bars::training_details};
    if (const auto untrained = untrained_title(wanted)) return {*untrained, texts::bars::untrained_details};
    const std::string path = wanted.ends_with('/') ? wanted.substr(0, wanted.size() - 1) : wanted;
    return {path.substr(path.find_last_of('/') + 1), ""};
}

/// "Coreference: full transformer" of "Coreference: full transformer (what does “it” refer to?)".
std::string without_note(const std::string& title) { return title.substr(0, title.find(" (")); }

}  // namespace

/// Draws the box that opens the sheet of models; true in the frame of a click.
bool TopBar::model_picker(ViewContext& context, const Rect& rect, std::span<const ModelChoice> models) const {
    Ui& ui = context.ui;
    const float em = ui.em;
    auto [title, details] = model_text(context, models);
    context.targets.put("model", rect);
    std::string tip = hint(texts::bars::open_hint, Command::open);
    if (const std::string checked = reference_.sentence(); !checked.empty()) tip += "\n" + checked;
    const bool clicked = button(ui, "model", rect, "", {.hint = tip});
    Rect inside = rect.inset(0.8F * em, 0);
    const std::string answers = context.shown.current ? answers_at_short(context.shown.current->model().card) : "";
    icon(ui.painter, Icon::chevron_down, inside.take_right(0.7F * em).centre(), 0.7F * em, ui.theme.muted);
    inside.take_right(0.4F * em);
    if (const float wide = reference_.width(ui); wide > 0) {
        const Rect mark = inside.take_right(wide);
        context.targets.put("reference", mark);
        reference_.draw(ui, mark);
        inside.take_right(0.3F * em);
    }
    if (!answers.empty()) {  // the small line below the name
        inside = inside.inset(0, 0.1F * em);
        const Rect below = inside.take_bottom(0.9F * em);
        context.targets.put("answers at", below);
        text_in(ui.painter, below, answers, {.colour = ui.theme.muted, .size = em::small});
    }
    // What stands in brackets is left out before a title is shortened.
    if (ui.painter.measure(title).width + 1 > inside.w) title = without_note(title);
    context.targets.put("model title " + title, inside);
    const float width = std::min(inside.w, ui.painter.measure(title).width + 1);
    // A shortened title keeps its end, in which related models differ.
    text_in(ui.painter, inside.take_left(width), shortened_within(ui.painter, title, width, em::body, Face::sans),
            {.colour = ui.theme.text});
    inside.take_left(0.6F * em);
    if (inside.w > 2 * em) text_in(ui.painter, inside, details, {.colour = ui.theme.muted, .size = em::small});
    return clicked;
}

/// Width of the box: the title, and the details if the text keeps most of the bar; less where the text and what the
/// model answers need it.
float TopBar::picker_width(const ViewContext& context, std::span<const ModelChoice> models, float room) const {
    Painter& painter = context.ui.painter;
    const float em = context.ui.em;
    const auto [title, details] = model_text(context, models);
    const float mark = reference_.width(context.ui) > 0 ? reference_.width(context.ui) + 0.3F * em : 0;
    const auto needed = [&](const std::string& words) {
        return std::max(8 * em, std::ceil(painter.measure(words).width + 2.9F * em)) + mark;
    };
    const float alone = needed(title);
    const float both = alone + (details.empty() ? 0 : std::ceil(painter.measure(details, em::small).width + 0.7F * em));
    if (both <= 0.42F * room) return both;
    const Inputs& inputs = context.session.inputs();
    const auto left_by_texts = [&](float behind) {  // em behind each text
        float texts = painter.measure(line_of(inputs.text)).width + (2 + behind) * em;
        if (!inputs.target.empty())
            texts = 2 * std::max(texts, painter.measure(line_of(inputs.target)).width + (2 + behind) * em) + em;
        return room - texts - em;
    };
    constexpr float answer = 10;  // whatever the answer: the bar keeps its places when it changes
    float wide = std::max(0.45F * room, left_by_texts(0));
    if (const float left = left_by_texts(answer); left >= 0.35F * room) wide = left;
    return wide < alone ? std::min(needed(without_note(title)), wide) : alone;
}

/// Draws the number of changes as a button that lists them, so that every view shows that the run is changed;
/// "original" while the original run is shown. True in the frame of a click.
bool TopBar::changes_chip(ViewContext& context, Rect& bar, const std::function<Rect(const Rect&)>& place) const {
    Ui& ui = context.ui;
    const float em = ui.em;
    const Inputs& inputs = context.session.inputs();
    if (!context.shown.current || (inputs.edits.empty() && inputs.architecture.empty())) return false;
    const int count = change_count(*context.shown.current, inputs);
    if (count == 0) return false;
    const std::string number = std::to_string(count);
    std::string text = context.original ? texts::bars::original
                       : count == 1     ? texts::bars::change_one
                                        : fmt::format(texts::bars::change_count, count);
    const auto width = [&] { return ui.painter.measure(text, em::small, Face::bold).width + 1.4F * em; };
    if (bar.w - width() < 16 * em) text = number;  // the model and its text need the room
    Rect chip = place(bar.take_right(width()));
    bar.take_right(0.6F * em);
    chip = Rect{chip.x, chip.y + 0.25F * em, chip.w, chip.h - 0.5F * em}.snapped();
    const Region touched = region(ui, "changes", chip, true);
    context.targets.put("changes", chip);
    const Colour base = context.original  ? ui.theme.accent
                        : touched.hovered ? mix(ui.theme.panel, ui.theme.accent, 0.35F)
                                          : mix(ui.theme.panel, ui.theme.accent, 0.18F);
    ui.painter.fill(chip, base, chip.h / 2);
    ui.painter.stroke(chip, ui.theme.accent, 1, chip.h / 2);
    text_in(ui.painter, chip, text,
            {.colour = context.original ? ui.theme.on_accent : ui.theme.text,
             .size = em::small,
             .face = Face::bold,
             .align = Align::centre});
    if (touched.hovered && !context.original) {
        *ui.cursor = CursorShape::hand;
        tooltip(ui, chip,
                hint(texts::bars::changes_hint, Command::changes) + "\n" +
                    hint(texts::bars::original_hint, Command::original));
    }
    return (touched.clicked || touched.activated) && !context.original;
}

/// The model knows all of the text, and was trained to answer where its answer is read.
bool TopBar::is_certain(const Evaluation& evaluation) {
    if (!unknown_words(evaluation).empty()) return false;
    if (evaluation.model().config.head.classifier || !evaluation.graph().logits) return true;
    const std::size_t rows = evaluation.trace().record(evaluation.graph().logits.id).shape.rows();
    const std::vector<bool> untrained = untrained_rows(evaluation.model(), evaluation.tokens(), rows);
    const auto row = static_cast<std::size_t>(row_of_answer(evaluation));
    return row >= untrained.size() || !untrained[row];
}

/// What the model answers stands at the end of the field: a text that is too long beside it is shortened first, then
/// its probability is left out, and only where the text would keep nothing the answer too.
TopBar::AnswerRoom TopBar::answer_room(ViewContext& context, const Rect& field, const std::string& text) {
    if (!context.shown.current || text.empty()) return {};
    const Evaluation& evaluation = *context.shown.current;
    if (std::exchange(answers_of_, evaluation.generation()) != evaluation.generation()) {
        answers_ = most_probable_answers(evaluation, 1);
        certain_ = is_certain(evaluation);
    }
    if (answers_.empty() || context.rules.asked) return {};
    // A translation that is complete has no next word: the answers are its words.
    if (has_target(evaluation.model().config) && end_token(evaluation.model()) == answers_.front().token) return {};
    Ui& ui = context.ui;
    const float em = ui.em;
    const std::string word = visible_text(answer_word(evaluation.model(), answers_.front().token));
    const std::string share = certain_ ? percent_text(static_cast<double>(answers_.front().probability)) : "";
    const float arrow = ui.painter.measure("→").width + 0.5F * em;
    const float wide = ui.painter.measure(word, em::body, Face::bold).width + (certain_ ? 0.5F : 0) * em;
    const float number = ui.painter.measure(share, em::small).width;
    const float needed = ui.painter.measure(line_of(text)).width + 1.6F * em;
    const float least = std::min(needed, std::max(5.5F * em, 0.4F * field.w));  // of the text
    for (const bool with_share : {true, false}) {
        const float all = arrow + wide + (with_share ? number : 0) + 0.8F * em;
        if (field.w - all >= least) return {all, arrow, wide, with_share ? number : 0, word, with_share ? share : ""};
    }
    return {};
}

void TopBar::draw_answer(ViewContext& context, const Rect& field, const AnswerRoom& answer) const {
    if (answer.all == 0 || context.shown.stale) return;
    const Ui& ui = context.ui;
    Rect place = field.inset(0.8F * ui.em, 0);
    text_in(ui.painter, place.take_right(answer.number), answer.share, {.colour = ui.theme.muted, .size = em::small});
    text_in(ui.painter, place.take_right(answer.wide), answer.word,
            {.colour = certain_ ? colour(ui.theme, Meaning::output) : ui.theme.muted,
             .face = certain_ ? Face::bold : Face::sans});
    const Rect at = place.take_right(answer.arrow);
    text_in(ui.painter, at, "→", {.colour = ui.theme.muted});
    context.targets.put("answer", {at.x, field.y, field.right() - at.x, field.h});
}

std::optional<Command> TopBar::draw(ViewContext& context, const Rect& area, std::span<const ModelChoice> models,
                                    bool timed) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em;
    reference_.follow(context);
    std::optional<Command> clicked;
    painter.fill(area, ui.theme.panel);
    painter.line({area.x, area.bottom() - 0.5F}, {area.right(), area.bottom() - 0.5F}, ui.theme.border);

    const bool two_rows = two_rows_in(context), crowded = narrow(ui) && low(ui);
    Rect bar = area;
    Rect second = two_rows ? bar.take_bottom(2.3F * em).inset(0.9F * em, 0) : Rect{};
    second.h -= 0.4F * em;
    bar = bar.inset(0.9F * em, 0);
    const float high = 2.1F * em;
    const auto place = [&](Rect r) { return Rect{r.x, bar.y + (bar.h - high) / 2, r.w, high}.snapped(); };
    const auto from_right = [&](float width) {
        const Rect r = place(bar.take_right(width));
        bar.take_right(0.4F * em);
        return r;
    };
    const auto press = [&](const char* id, Icon which, Command command, const char* what, bool enabled = true) {
        const Rect r = from_right(high);
        context.targets.put(id, r);
        const std::string tip = hint(what, command);
        if (button(ui, id, r, "", {.icon = which, .framed = false, .enabled = enabled, .hint = tip})) clicked = command;
    };

    if (!narrow(ui)) {
        const TextStyle name{.colour = ui.theme.text, .size = 1.1F, .face = Face::bold, .anchor = Anchor::middle};
        const Vec2 at{bar.x, bar.y + bar.h / 2};
        painter.text(at, "glass", name);
        const float first = painter.measure("glass", name.size, name.face).width;
        TextStyle former = name;
        former.colour = ui.theme.accent;
        painter.text({at.x + first, at.y}, "former", former);
        bar.take_left(first + painter.measure("former", name.size, name.face).width + 1.2F * em);
    }

    if (!crowded) press("keys", Icon::keyboard, Command::keys, texts::bars::shortcuts);
    press("panel button", Icon::menu, Command::panel, texts::bars::explanation,
          has_command(context.preferences.view, Command::panel));
    if (!crowded)
        press("larger", Icon::plus, Command::larger_text, texts::bars::larger_text,
              context.preferences.text_scale < largest_text);
    press("smaller", Icon::minus, Command::smaller_text, texts::bars::smaller_text,
          context.preferences.text_scale > smallest_text);
    if (!crowded) press("settings button", Icon::sliders, Command::settings, texts::bars::settings);
    if (!crowded) press("theme", ui.theme.dark ? Icon::sun : Icon::moon, Command::theme, texts::bars::theme);
    if (ui.window.w > 44 * em) {
        const Evaluation* shown = context.shown.current.get();
        const std::string took = shown != nullptr && timed ? time_text(shown->milliseconds()) : "–";
        const BackendChoice on = shown != nullptr ? shown->computed_on() : BackendChoice{};
        const bool room = ui.window.w > 96 * em && !on.brief.empty();
        const std::string name = room ? fmt::format(texts::bars::device_and_note, on.name, on.brief) : on.name;
        // As wide as the longest time, so that nothing moves with it.
        float widest = painter.measure(took, em::small).width;
        for (const double milliseconds : {0.888, 8.8, 888.0})
            widest = std::max(widest, painter.measure(time_text(milliseconds), em::small).width);
        const float width = painter.measure(name + "  ", em::small).width + widest + 0.8F * em;
        const Rect r = from_right(width);
        text_in(painter, r, name, {.colour = ui.theme.text, .size = em::small});
        text_in(painter, r, took, {.colour = ui.theme.muted, .size = em::small, .align = Align::right});
        context.targets.put("time", r);
        const Region touched = region(ui, "computed", r);
        if (touched.clicked) clicked = Command::compare;
        if (touched.hovered && shown != nullptr) {
            *ui.cursor = CursorShape::hand;
            const std::string device = on.backend ? on.name : texts::bars::the_cpu;
            const std::string running = on.reason.empty()
                                            ? fmt::format(texts::bars::running_on, device)
                                            : fmt::format(texts::bars::running_on_reason, device, on.reason);
            tooltip(ui, r, running + "\n" + hint(texts::bars::compare_devices, Command::compare));
        }
    }
    if (!crowded) press("redo", Icon::redo, Command::redo, texts::bars::redo, context.can_redo);
    press("undo", Icon::undo, Command::undo, texts::bars::undo, context.can_undo);
    if (changes_chip(context, bar, place)) clicked = Command::changes;
    bar.take_right(0.2F * em);

    const float picker = two_rows  ? std::min(bar.w, picker_width(context, models, bar.w / 0.42F))
                         : crowded ? 0.35F * bar.w
                                   : picker_width(context, models, bar.w);
    if (model_picker(context, place(bar.take_left(picker)), models)) clicked = Command::open;
    bar.take_left(0.6F * em);

    texts_with_answer(context, two_rows ? second : place(bar));
    return clicked;
}

/// The text, of an encoder–decoder both texts, and what the model answers.
void TopBar::texts_with_answer(ViewContext& context, Rect text) {
    const float em = context.ui.em;
    const bool pair = (context.shown.current && !context.shown.current->target_tokens().empty()) ||
                      !context.session.inputs().target.empty();
    if (pair) {
        const Rect right = text.take_right((text.w - 0.5F * em) / 2);
        text.w -= 0.5F * em;
        const AnswerRoom answer = answer_room(context, right, context.session.inputs().target);
        text_input(context, "target", right, target_, &Inputs::target, texts::bars::target_placeholder, answer.all);
        draw_answer(context, right, answer);
    }
    const AnswerRoom answer = pair ? AnswerRoom{} : answer_room(context, text, context.session.inputs().text);
    text_input(context, "text", text, text_, &Inputs::text, texts::bars::text_placeholder, answer.all);
    draw_answer(context, text, answer);
}

}  // namespace glassformer
