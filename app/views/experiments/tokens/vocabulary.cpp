// The vocabulary beside the rows: a search, the tokens found, and the one that is looked up.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/paint/visible_text.h"
#include "app/views/experiments/tokens/page.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "app/widgets/interaction.h"
#include "core/base/number_text.h"
#include "core/text/pretrained/pretrained_tokenizer.h"

namespace glassformer {

namespace {
namespace strings = texts::tokens_page;
}

void TokensPage::vocabulary(ViewContext& context, Rect area) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em;
    const auto size = static_cast<std::size_t>(tokenizer_->size());
    text_in(painter, area.take_top(1.3F * em), strings::vocabulary,
            {.colour = ui.theme.text, .size = em::small, .face = Face::bold});
    const Rect field = area.take_top(2 * em);
    context.targets.put("tokens search", field);
    text_field(ui, "tokens search", field, question_.search, strings::search);
    area.take_top(0.3F * em);
    const bool all = question_.search.empty();
    const bool current =
        answer_ && answer_->request.search == question_.search && answer_->request.tokenizer == tokenizer_.get();
    const std::size_t found = all ? size : current ? answer_->result.found.size() : 0;
    area.take_top(paragraph(painter, {area.x, area.y, area.w, 0}, strings::id_says,
                            {.colour = ui.theme.muted, .size = em::small}) +
                  0.3F * em);
    Rect heads = area.take_top(1.2F * em);
    text_in(painter, heads.take_right(1.1F * em + painter.measure(strings::id_column, em::small, Face::bold).width),
            strings::id_column, {.colour = ui.theme.text, .size = em::small, .face = Face::bold});
    text_in(painter, heads,
            all       ? fmt::format(strings::vocabulary_size, thousands(size))
            : current ? fmt::format(strings::matches, thousands(found), thousands(size))
                      : std::string(strings::searching),
            {.colour = ui.theme.muted, .size = em::small});
    looked_up(context, area.take_bottom(std::min(0.55F * area.h, 15.5F * em)));
    const Rect list = area;
    const float high = 1.5F * em;
    context.targets.put("tokens vocabulary", list);
    Rect content = begin_scroll(ui, "tokens vocabulary", list);
    if ((all || current) && revealed_ != question_) {  // the token that is looked up comes into sight
        revealed_ = question_;
        const auto at = all ? question_.id
                            : static_cast<int>(std::ranges::find(answer_->result.found, question_.id) -
                                               answer_->result.found.begin());
        const float line = content.y + static_cast<float>(at) * high;
        if (at >= 0 && static_cast<std::size_t>(at) < found && (line < list.y || line + high > list.bottom())) {
            ui.interaction.offset() =
                std::max(0.0F, std::floor(static_cast<float>(at) - (list.h / high - 1) / 2) * high);
            content.y = list.y - std::round(ui.interaction.offset());
            ui.keep_awake();
        }
    }
    // Only the lines in sight are drawn.
    const auto first = static_cast<std::size_t>(std::max(0.0F, std::floor((list.y - content.y) / high)));
    const auto last = std::min(found, first + static_cast<std::size_t>(std::ceil(list.h / high)) + 1);
    for (std::size_t i = first; i < last; ++i) {
        const int id = all ? static_cast<int>(i) : answer_->result.found[i];
        Rect line{content.x, content.y + static_cast<float>(i) * high, content.w, high};
        const std::string name = fmt::format("tokens entry {}", id);
        const Region touched = region(ui, name, line);
        context.targets.put(name, line);
        if (touched.clicked) look_up(id);
        if (touched.hovered) *ui.cursor = CursorShape::hand;
        if (id == question_.id || touched.hovered)
            painter.fill(line, mix(ui.theme.background, ui.theme.accent, id == question_.id ? 0.3F : 0.15F), 0.2F * em);
        line = line.inset(0.4F * em, 0);
        text_in(painter, line.take_right(4.5F * em), std::to_string(id),
                {.colour = ui.theme.muted, .size = em::small, .face = Face::mono, .align = Align::right});
        text_in(painter, line, visible_text(tokenizer_->token(id)), {.colour = ui.theme.text});
    }
    end_scroll(ui, content.y + static_cast<float>(found) * high);
}

/// The token that is looked up: bytes, what its model knows of it, its neighbours.
void TokensPage::looked_up(ViewContext& context, Rect area) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em;
    const int id = question_.id;
    if (id < 0 || id >= tokenizer_->size()) return;
    painter.line({area.x, area.y + 0.3F * em}, {area.right(), area.y + 0.3F * em}, ui.theme.border);
    area.take_top(0.6F * em);
    Rect head = area.take_top(1.5F * em);
    text_in(painter, head.take_right(4.5F * em), std::to_string(id),
            {.colour = ui.theme.muted, .face = Face::mono, .align = Align::right});
    text_in(painter, head, visible_text(tokenizer_->token(id)), {.colour = ui.theme.text, .face = Face::bold});
    const bool current = answer_ && answer_->request.id == id && answer_->request.tokenizer == tokenizer_.get();
    const auto line = [&](const std::string& text) {
        text_in(painter, area.take_top(1.25F * em), text, {.colour = ui.theme.muted, .size = em::small});
    };
    if (current) line(fmt::format(strings::token_bytes, hex_bytes(answer_->result.bytes)));
    if (const PretrainedTokenizer* pretrained = tokenizer_->pretrained();
        pretrained != nullptr && id < pretrained->model().vocabulary().size()) {
        const SubwordModel& model = pretrained->model();
        if (model.has_scores() && !pretrained->is_special(id))
            line(fmt::format(strings::score, with_minus(fmt::format("{:.2f}", model.score(id)))));
        else if (!model.has_scores() && model.rank(id) >= 0)
            line(fmt::format(strings::rank, model.rank(id)));
    }
    area.take_top(0.3F * em);
    text_in(painter, area.take_top(1.3F * em), strings::nearest,
            {.colour = ui.theme.text, .size = em::small, .face = Face::bold});
    if (!current) return line(strings::comparing);
    if (answer_->result.nearest.empty()) return line(strings::no_nearest);
    for (const NearEmbedding& near : answer_->result.nearest) {
        if (area.h < 1.3F * em) break;
        Rect place = area.take_top(1.3F * em);
        const std::string name = fmt::format("tokens near {}", near.id);
        context.targets.put(name, place);
        const Region touched = region(ui, name, place);
        if (touched.hovered) {
            *ui.cursor = CursorShape::hand;
            painter.fill(place, mix(ui.theme.background, ui.theme.accent, 0.15F), 0.2F * em);
        }
        text_in(painter, place.take_right(4 * em), with_minus(fmt::format("{:.3f}", near.cosine)),
                {.colour = ui.theme.muted, .size = em::small, .face = Face::mono, .align = Align::right});
        text_in(painter, place, visible_text(tokenizer_->token(near.id)), {.colour = ui.theme.text});
        if (touched.clicked) look_up(near.id);
    }
}

}  // namespace glassformer
