#include "app/views/output/running_text.h"

#include <algorithm>

#include "app/widgets/controls.h"
#include "app/widgets/interaction.h"
#include "core/io/model_folder.h"

namespace glassformer {

namespace {

constexpr float running_line = 1.7F;  // em

bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }
bool separates(char byte) { return byte == ' ' || byte == '\t' || byte == '\n'; }

std::size_t character_end(const std::string& text, std::size_t begin) {
    std::size_t end = begin + 1;
    while (end < text.size() && continues_character(text[end])) ++end;
    return end;
}

std::vector<PlacedCharacter> placed(Ui& ui, float width, const std::string& text) {
    return laid_out(text, width, [&](const std::string& piece) { return ui.painter.measure(piece).width; });
}

int last_line(const std::string& text, const std::vector<PlacedCharacter>& characters) {
    if (characters.empty()) return 0;
    return characters.back().line + (text.ends_with('\n') ? 1 : 0);
}

}  // namespace

RunningText running_text(const Evaluation& evaluation, const TokenRun& run) {
    const bool pair = has_target(evaluation.model().config);
    RunningText made{pair ? evaluation.inputs().target : evaluation.inputs().text, {}};
    for (const Inputs& text : run.texts()) {
        const std::string& written = pair ? text.target : text.text;
        if (!made.text.starts_with(written)) return {made.text, {made.text.size()}};  // the run of another text
        made.ends.push_back(written.size());
    }
    if (made.ends.empty()) made.ends.push_back(made.text.size());
    return made;
}

std::vector<PlacedCharacter> laid_out(const std::string& text, float wide,
                                      const std::function<float(const std::string&)>& measure) {
    std::vector<PlacedCharacter> characters;
    float x = 0;
    int line = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (separates(text[at])) {
            const float width = text[at] == '\n' ? 0 : measure(" ");
            characters.push_back({at, at + 1, x, width, line});
            x += width;
            if (text[at] == '\n') x = 0, ++line;
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < text.size() && !separates(text[end])) ++end;
        if (x > 0 && x + measure(text.substr(at, end - at)) > wide) x = 0, ++line;
        // Each character stands where the word up to it ends, so that the word looks as if drawn at once.
        std::size_t from = at;
        float start = x, right = x;
        while (at < end) {
            const std::size_t next = character_end(text, at);
            float upto = start + measure(text.substr(from, next - from));
            if (upto > wide && at > from) {
                start = 0, from = at, right = 0, ++line;
                upto = measure(text.substr(from, next - from));
            }
            characters.push_back({at, next, right, upto - right, line});
            right = upto;
            at = next;
        }
        x = right;
    }
    return characters;
}

float running_text_height(Ui& ui, float width, const std::string& text) {
    return static_cast<float>(last_line(text, placed(ui, width, text)) + 1) * running_line * ui.em;
}

void draw_running_text(ViewContext& context, const Rect& area, const RunningText& text,
                       std::span<const RunStep> steps) {
    Ui& ui = context.ui;
    const float em = ui.em, high = running_line * em;
    const Rect place = begin_scroll(ui, "running text", area);
    const std::vector<PlacedCharacter> characters = placed(ui, place.w, text.text);
    const Colour lit = colour(ui.theme, Meaning::output);
    const std::size_t given = text.ends.front();
    // Pieces of one line and one token, or of the given text.
    const auto token_of = [&](const PlacedCharacter& character) {
        return std::ranges::upper_bound(text.ends, character.begin) - text.ends.begin();
    };
    for (std::size_t first = 0; first < characters.size();) {
        std::size_t last = first + 1;
        const auto token = token_of(characters[first]);
        while (last < characters.size() && characters[last].line == characters[first].line &&
               token_of(characters[last]) == token)
            ++last;
        const PlacedCharacter &from = characters[first], &to = characters[last - 1];
        const Rect piece{place.x + from.x, place.y + static_cast<float>(from.line) * high, to.x + to.width - from.x,
                         high};
        const auto step = static_cast<std::size_t>(token) - 1;
        if (from.begin >= given && step < steps.size()) {
            const Rect box = Rect{piece.x, piece.y + 0.1F * em, std::max(piece.w, 0.3F * em), high - 0.3F * em};
            ui.painter.fill(box, mix(ui.theme.card, lit, 0.1F + 0.4F * static_cast<float>(steps[step].probability)));
            ui.painter.fill({box.x, box.bottom() - 2, box.w, 2}, lit);
            context.targets.put("made " + std::to_string(step), box.intersect(area));
        }
        std::string words = text.text.substr(from.begin, to.end - from.begin);
        std::ranges::replace_if(words, separates, ' ');
        ui.painter.text({piece.x, piece.y + high / 2}, words,
                        {.colour = from.begin >= given ? ui.theme.text : ui.theme.muted, .anchor = Anchor::middle});
        first = last;
    }
    // The end of the text comes into sight when it grows, and stays where the reader scrolls to.
    const float bottom = place.y + static_cast<float>(last_line(text.text, characters) + 1) * high;
    float& seen = ui.interaction.state(ui.interaction.id("length"));
    if (seen != static_cast<float>(text.text.size())) {
        seen = static_cast<float>(text.text.size());
        reveal(ui, bottom - high, bottom);
    }
    context.targets.put("running text", area);
    end_scroll(ui, bottom);
}

}  // namespace glassformer
