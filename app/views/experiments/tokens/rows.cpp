// The rows of the page: one stage of the way each, as stretches of text that can be clicked.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/paint/visible_text.h"
#include "app/views/experiments/tokens/page.h"
#include "app/views/shared/wording.h"
#include "core/base/utf8.h"
#include "core/text/pretrained/byte_alphabet.h"
#include "core/text/pretrained/pretrained_tokenizer.h"

namespace glassformer {

namespace {

namespace say = texts::tokens_page;

constexpr float padding = 0.35F;         // em, on either side of a stretch's text
constexpr std::size_t most_bytes = 400;  // of a piece whose bytes are shown

float item_width(Painter& painter, const RowItem& item, float beside) {
    const float below = item.below.empty() ? 0 : painter.measure(item.below, em::small, Face::mono).width;
    return std::ceil(std::max(painter.measure(item.text).width, below) + 2 * beside * painter.em());
}

/// The first stretch that is drawn so that the selected one is in sight: the first of all where that fits.
std::size_t first_shown(Painter& painter, const std::vector<RowItem>& items, std::size_t selected, float width,
                        float beside) {
    float used = 0;
    std::size_t first = selected;
    for (std::size_t i = selected + 1; i-- > 0;) {
        used += item_width(painter, items[i], beside);
        if (used > width) return first;
        first = i;
        if (selected - i > 400) return first;
    }
    return 0;
}

}  // namespace

/// Draws title, sentence and stretches from the top of the area; returns the height.
float TokensPage::row(ViewContext& context, Rect& area, const Row& row, const std::vector<RowItem>& items,
                      bool by_piece, bool two_lines) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em;
    const float top = area.y;
    Rect head = area.take_top(1.3F * em);
    context.targets.put(std::string("tokens row ") + row.id, head);
    text_in(painter, head.take_left(painter.measure(row.title, em::small, Face::bold).width + 0.8F * em), row.title,
            {.colour = ui.theme.text, .size = em::small, .face = Face::bold});
    text_in(painter, head, row.says, {.colour = ui.theme.muted, .size = em::small});
    Rect line = area.take_top((two_lines ? 2.6F : 1.6F) * em);
    area.take_top(0.35F * em);
    const float beside = row.flows ? 0 : padding;
    const int chosen = token(), chosen_piece = piece();
    const auto is_chosen = [&](const RowItem& item) {
        return by_piece ? item.piece >= 0 && item.piece == chosen_piece : item.token >= 0 && item.token == chosen;
    };
    const auto at = std::ranges::find_if(items, is_chosen);
    const std::size_t selected = at == items.end() ? 0 : static_cast<std::size_t>(at - items.begin());
    std::size_t i = items.empty() ? 0 : first_shown(painter, items, selected, line.w - 2 * em, beside);
    if (i > 0) text_in(painter, line.take_left(1.2F * em), "…", {.colour = ui.theme.muted});
    for (; i < items.size(); ++i) {
        const RowItem& item = items[i];
        const float wide = item_width(painter, item, beside);
        if (wide > line.w && line.w < 2 * em) break;
        if (i + 1 < items.size() && wide > line.w - 1.2F * em) {
            text_in(painter, line, "…", {.colour = ui.theme.muted});
            break;
        }
        Rect place = line.take_left(std::min(wide, line.w));
        const Rect whole = place;
        const int id = by_piece ? item.piece : item.token;
        if (id >= 0) {
            const std::string name = fmt::format("tokens {} {}", row.id, id + 1);
            const Region touched = region(ui, name, place);
            context.targets.put(name, place);
            if (touched.clicked) {
                choose(item.token);
                ui.keep_awake();
            }
            if (touched.hovered) *ui.cursor = CursorShape::hand;
            const bool unknown = item.token >= 0 && shown_->whole[static_cast<std::size_t>(item.token)].unknown;
            const float strength = touched.hovered ? 0.4F : is_chosen(item) ? 0.3F : id % 2 == 0 ? 0.1F : 0.2F;
            painter.fill(whole.inset(0.5F, 0),
                         mix(ui.theme.background, unknown ? ui.theme.warning : ui.theme.accent, strength), 0.2F * em);
            if (is_chosen(item)) painter.stroke(whole.inset(0.5F, 0), ui.theme.accent, 1.5F, 0.2F * em);
        }
        const bool around = item.token >= 0 && item.piece < 0;
        if (!item.below.empty())
            text_in(painter, place.take_bottom(1.2F * em), item.below,
                    {.colour = ui.theme.text, .size = em::small, .face = Face::mono, .align = Align::centre});
        text_in(painter, place, item.text, {.colour = around ? ui.theme.muted : ui.theme.text, .align = Align::centre});
        if (item.marked)
            painter.line({whole.x + (row.flows ? 0 : 2), whole.bottom() - 2},
                         {whole.right() - (row.flows ? 1 : 2), whole.bottom() - 2}, ui.theme.accent, 2);
    }
    return area.y - top;
}

void TokensPage::before(ViewContext& context, Rect& area) {
    const auto counted = [](std::size_t count) {
        return count == 1 ? std::string(say::one_token) : fmt::format(say::more_tokens, thousands(count));
    };
    const std::string says =
        fmt::format(say::before_says, counted(previous_->whole.size()), counted(shown_->whole.size()));
    row(context, area, {"before", say::before_row, says}, compared_before_, false);
}

/// Empty where the selected token is of no piece that has bytes to show.
std::string TokensPage::bytes_text() const {
    const int at = piece();
    const PretrainedTokenizer* const pretrained = tokenizer_->pretrained();
    if (at < 0 || pretrained == nullptr || shown_->pieces[static_cast<std::size_t>(at)].piece == nullptr) return {};
    if (pretrained->byte_level()) return say::bytes_level;
    const std::string missing = spelled_in_bytes();
    return missing.empty() ? std::string(say::bytes_plain) : fmt::format(say::bytes_tokens, missing);
}

void TokensPage::bytes_row(ViewContext& context, Rect& area) {
    std::vector<RowItem> items;
    const bool level = tokenizer_->pretrained()->byte_level();
    if (const int at = piece(); at >= 0 && shown_->pieces[static_cast<std::size_t>(at)].piece != nullptr) {
        const ShownPiece& piece = shown_->pieces[static_cast<std::size_t>(at)];
        const std::string_view whole =
            std::string_view(piece.stretch->cut.text).substr(piece.piece->begin, piece.piece->end - piece.piece->begin);
        std::size_t size = std::min(whole.size(), most_bytes);
        while (size > 0 && size < whole.size() && (static_cast<unsigned char>(whole[size]) & 0xC0U) == 0x80U) --size;
        const std::string_view text = whole.substr(0, size);
        each_code_point(text, [&](char32_t c, std::size_t begin, std::size_t end) {
            const std::string letter(text.substr(begin, end - begin));
            const int byte = level ? byte_of_letter(c) : -1;
            items.push_back(
                {.text = visible_text(letter), .below = byte < 0 ? hex_bytes(letter) : fmt::format("{:02X}", byte)});
        });
    }
    row(context, area, {"bytes", say::bytes_row, bytes_text()}, items, false, true);
}

}  // namespace glassformer
