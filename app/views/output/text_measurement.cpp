#include "app/views/output/text_measurement.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "app/paint/fitting_words.h"
#include "app/paint/printed_number.h"
#include "app/views/output/texts.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "core/base/file.h"
#include "core/model/model.h"

namespace glassformer {

namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 26;  // bytes of a file
constexpr float said_line = 1.4F, tools_line = 2.1F;      // em

/// What the model's card says of its own held-out text, in bits per character.
std::optional<double> card_bits(const Evaluation& evaluation) {
    const Model& model = evaluation.model();
    if (!evaluation.inputs().architecture.empty()) return {};  // it was measured with another one
    for (const auto& [name, value] : model.card.metrics)
        if (name == "bits_per_character") return value;
    return {};
}

}  // namespace

void TextMeasurement::take_file(const std::filesystem::path& file) {
    request_ = std::make_shared<Request>(Request{file, "", path_text(file.filename()), ++texts_taken_});
}

void TextMeasurement::take_text(std::string text, std::string name) {
    request_ = std::make_shared<Request>(Request{"", std::move(text), std::move(name), ++texts_taken_});
}

float TextMeasurement::height(float em, const Evaluation& evaluation) {
    return (said_line * (card_bits(evaluation) ? 2.0F : 1.0F) + tools_line + 0.4F) * em;
}

std::string TextMeasurement::status() const {
    if (!request_) return "";
    if (!measured_.done()) return "running";
    const auto found = measured_.shown();
    if (!found->error.empty()) return found->error;
    const TextBits& bits = *found->result.bits;
    return fmt::format("{} {} for {}", exact_text(static_cast<float>(bits.per_character())),
                       exact_text(static_cast<float>(bits.per_byte())), bits.tokens);
}

void TextMeasurement::follow(ViewContext& context) {
    if (!request_ || context.shown.stale) return;
    const std::shared_ptr<const Evaluation> evaluation = context.shown.current;
    window_ = window_of(evaluation->model().config);
    measured_.follow(
        {evaluation->inputs().model, evaluation->inputs().architecture, request_->number, part_},
        [evaluation, wanted = request_, part = part_](const auto& work) {
            const std::string text = wanted->file.empty() ? wanted->text : read_file(wanted->file, most_bytes);
            const auto told = [&](std::size_t done, std::size_t windows) {
                work.show({.done = done, .windows = windows, .bits = {}});
                return !work.stopped;
            };
            return Measured{.bits = bits_of_text(evaluation->model(), part_of_text(text, part), told)};
        },
        [&platform = context.ui.platform] { platform.wake(); });
}

void TextMeasurement::line(ViewContext& context, const Rect& place) const {
    Ui& ui = context.ui;
    const auto found = measured_.shown();
    const bool begun = found && measured_.request() == found->request, done = measured_.done();
    TextStyle style{.colour = ui.theme.text, .size = em::small};
    std::string said, brief, more;
    if (!request_) {
        style.colour = ui.theme.muted;
        said = texts::output::held_out_none, brief = texts::output::held_out_none_brief;
    } else if (done && !found->error.empty()) {
        said = more = fmt::format(texts::output::held_out_failed, found->error);
    } else if (!done) {
        said = begun ? fmt::format(texts::output::held_out_running, found->result.done, found->result.windows)
                     : std::string(texts::output::held_out_reading);
    } else {
        const std::optional<TextBits>& bits = found->result.bits;
        const std::string character = number_text(bits->per_character()), byte = number_text(bits->per_byte());
        said = fmt::format(texts::output::held_out_bits, character, byte);
        brief = fmt::format(texts::output::held_out_bits_brief, character, byte);
        more = fmt::format(texts::output::held_out_explained, request_->name, number_text(bits->bits), bits->tokens,
                           window_, bits->characters, bits->bytes);
        if (!context.shown.current->inputs().edits.empty()) more += texts::output::held_out_without_edits;
    }
    const std::array lengths{said, brief.empty() ? said : brief};
    text_in(ui.painter, place, fitting_words(ui.painter, lengths, place.w), style);
    context.targets.put("held-out bits", place);
    if (!more.empty() && region(ui, "held-out bits", place).hovered) tooltip(ui, place, more);
}

void TextMeasurement::draw(ViewContext& context, Rect area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    follow(context);
    area.take_top(0.2F * em);
    line(context, area.take_top(said_line * em));
    if (const auto card = card_bits(*context.shown.current)) {
        const std::array said{fmt::format(texts::output::held_out_card, number_text(*card)),
                              fmt::format(texts::output::held_out_card_brief, number_text(*card))};
        text_in(ui.painter, area.take_top(said_line * em), fitting_words(ui.painter, said, area.w),
                {.colour = ui.theme.muted, .size = em::small});
    }
    Rect tools = area.take_top(tools_line * em).inset(0, 0.15F * em);
    const ButtonStyle style{.size = em::small, .hint = texts::output::held_out_copied_hint};
    const Rect copied =
        tools.take_left(std::min(tools.w, button_width(ui, texts::output::held_out_copied, style))).snapped();
    context.targets.put("held-out paste", copied);
    if (button(ui, "held-out paste", copied, texts::output::held_out_copied, style)) {
        if (std::string text = ui.platform.clipboard(); text.empty())
            context.notice = texts::output::held_out_nothing_copied;
        else
            take_text(std::move(text), texts::output::held_out_clipboard);
    }
    tools.take_left(0.6F * em);
    const std::vector<std::string> parts{texts::output::held_out_whole, texts::output::held_out_tenth};
    const float wide = segmented_width(ui, parts);
    if (!request_ || wide > tools.w) return;
    const Rect place = tools.take_left(wide);
    const float first = std::round(ui.painter.measure(parts[0]).width + 1.4F * em);
    context.targets.put("held-out whole", {place.x, place.y, first, place.h});
    context.targets.put("held-out tenth", {place.x + first, place.y, place.w - first, place.h});
    int part = static_cast<int>(part_);
    if (segmented(ui, "held-out part", place, parts, part)) part_ = static_cast<TextPart>(part);
    if (place.contains(ui.input.mouse)) tooltip(ui, place, texts::output::held_out_part_hint);
}

}  // namespace glassformer
