// The rows of the page: one stage of the way each, as stretches of text that can be clicked.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/paint/visible_text.h"
#include "app/views/experiments/tokens/page.h"
#include "app/views/experiments/tokens/units.h"
#include "app/views/shared/wording.h"
#include "core/base/utf8.h"
#include "core/text/pretrained/byte_alphabet.h"
#include "core/text/pretrained/pretrained_tokenizer.h"

namespace glassformer {

namespace {

namespace strings = texts::tokens_page;

constexpr float padding = 0.35F;         // em, on either side of a stretch's text
constexpr float sign_width = 5;          // em: of how many are left out
constexpr std::size_t most_bytes = 400;  // of a piece whose bytes are shown

/// Characters that a vocabulary may lack, and that no normal form changes.
constexpr const char* often_missing[] = {"ß", "я", "ω", "ж"};

/// Where “▁” in a text comes from; "" where it has none.
std::string marker_text(const WordMarkers& markers, std::size_t pieces) {
    if (markers.spaces > 0)
        return markers.put == 0                        ? strings::marker_spaces
               : markers.put == 1 && markers.put_first ? strings::marker_first
                                                       : strings::marker_some;
    if (markers.put == 0) return {};
    if (markers.put == 1 && markers.put_first) return strings::marker_put;
    return markers.put == pieces ? strings::marker_each : strings::marker_words;
}

/// "“Ġ” is the space, “Ã©” are the 2 bytes of “é”"; "" where there is neither.
std::string spelled_text(const ByteLetters& letters) {
    std::string text = letters.space ? strings::byte_space : "";
    if (letters.spelled.empty()) return text;
    return text + (text.empty() ? "" : ", ") +
           fmt::format(strings::byte_character, visible_text(letters.spelled), letters.bytes, letters.character);
}

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
    if (row.headed) {
        Rect head = area.take_top(1.3F * em);
        context.targets.put(std::string("tokens row ") + row.id, head);
        text_in(painter, head.take_left(painter.measure(row.title, em::small, Face::bold).width + 0.8F * em), row.title,
                {.colour = ui.theme.text, .size = em::small, .face = Face::bold});
        text_in(painter, head, row.says, {.colour = ui.theme.muted, .size = em::small});
    }
    if (!row.listed) {
        area.take_top(0.35F * em);
        return area.y - top;
    }
    Rect line = area.take_top((two_lines ? 2.6F : 1.6F) * em);
    area.take_top(0.35F * em);
    const float beside = row.flows ? 0 : padding;
    const int chosen = token(), chosen_piece = piece();
    const auto is_chosen = [&](const RowItem& item) {
        return by_piece ? item.piece >= 0 && item.piece == chosen_piece : item.token >= 0 && item.token == chosen;
    };
    const auto at = std::ranges::find_if(items, is_chosen);
    const std::size_t selected = at == items.end() ? 0 : static_cast<std::size_t>(at - items.begin());
    const auto id_of = [&](const RowItem& item) { return by_piece ? item.piece : item.token; };
    const bool have_ids = std::ranges::any_of(items, [&](const RowItem& item) { return id_of(item) >= 0; });
    // What is left out on one side: how many tokens, pieces or characters.
    const bool counts = row.counts && !row.flows;
    const float sign = (counts ? sign_width : 1.2F) * em;
    const auto say_more = [&](const Rect& place, std::size_t from, std::size_t end) {
        if (!counts) return text_in(painter, place, "…", {.colour = ui.theme.text});
        const auto count = std::count_if(items.begin() + static_cast<std::ptrdiff_t>(from),
                                         items.begin() + static_cast<std::ptrdiff_t>(end),
                                         [&](const RowItem& item) { return !have_ids || id_of(item) >= 0; });
        draw_more(painter, place, static_cast<std::size_t>(count), from == 0);
    };
    std::size_t i = items.empty() ? 0 : first_shown(painter, items, selected, line.w - sign, beside);
    if (i > 0) i = first_shown(painter, items, selected, line.w - 2 * sign, beside);
    float total = 0;  // pixels, as far as it matters
    for (std::size_t all = 0; all < items.size() && total <= line.w; ++all)
        total += item_width(painter, items[all], beside);
    if (total <= line.w) i = 0;
    if (i > 0) say_more(line.take_left(sign), 0, i);
    for (; i < items.size(); ++i) {
        const RowItem& item = items[i];
        const float wide = item_width(painter, item, beside);
        float rest = wide;  // of it and those after it
        for (std::size_t next = i + 1; next < items.size() && rest <= line.w; ++next)
            rest += item_width(painter, items[next], beside);
        if (rest > line.w && wide > line.w - sign && (i != selected || line.w < 2 * sign)) {
            say_more(line, i, items.size());
            break;
        }
        Rect place = line.take_left(std::min(wide, line.w));
        const Rect whole = place;
        const int id = id_of(item);
        if (id >= 0) {
            const std::string name = fmt::format("tokens {} {}", row.id, id + 1);
            const Region touched = region(ui, name, place);
            context.targets.put(name, place);
            if (touched.clicked) {
                choose(item.token);
                ui.keep_awake();
            }
            if (touched.hovered) *ui.cursor = CursorShape::hand;
            const bool unknown = item.token >= 0 && result_->whole[static_cast<std::size_t>(item.token)].unknown;
            const float strength = touched.hovered ? 0.4F : is_chosen(item) ? 0.3F : item.token % 2 == 0 ? 0.1F : 0.2F;
            painter.fill(whole.inset(by_piece ? 1.5F : 0.5F, 0),  // neighbours of two tokens have one tint
                         mix(ui.theme.background, unknown ? ui.theme.warning : ui.theme.accent, strength), 0.2F * em);
            if (is_chosen(item))
                painter.stroke(whole.inset(by_piece ? 1.5F : 0.5F, 0), ui.theme.accent, 1.5F, 0.2F * em);
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
        return count == 1 ? std::string(strings::one_token) : fmt::format(strings::more_tokens, thousands(count));
    };
    const std::string says =
        fmt::format(strings::before_says, counted(previous_->whole.size()), counted(result_->whole.size()));
    row(context, area, {.id = "before", .title = strings::before_row, .says = says, .counts = false}, compared_before_,
        false);
}

/// Text and ids in as little height as they can be read in, the names beside them.
void TokensPage::short_row(ViewContext& context, Rect& area) {
    Painter& painter = context.ui.painter;
    const float em = context.ui.em;
    const float wide = std::max(painter.measure(strings::short_text, em::small, Face::bold).width,
                                painter.measure(strings::short_ids, em::small, Face::bold).width) +
                       0.8F * em;
    Rect place = area;
    Rect names = place.take_left(wide);
    const auto name = [&](float high, const char* what) {
        text_in(painter, names.take_top(high), what,
                {.colour = context.ui.theme.text, .size = em::small, .face = Face::bold});
    };
    name(1.4F * em, strings::short_text);
    name(1.2F * em, strings::short_ids);
    area.take_top(row(context, place, {.id = "stretches", .headed = false}, result_->stretches, false, true));
}

std::string TokensPage::normalized_text() const {
    if (!result_->normalization_changed) return strings::normalized_same;
    if (!result_->normalization_marked) return strings::normalized_shorter;
    return strings::normalized_says + marker_text(result_->normalized_markers, 1);
}

/// What a space of the selected piece, and in a byte-level tokenizer a character of several bytes, is written as, in a
/// few words; "" where it has neither.
std::string TokensPage::marker_note() const {
    const ShownPiece& shown = result_->pieces[static_cast<std::size_t>(piece())];
    const std::string text = piece_text(0, shown.piece->end - shown.piece->begin);
    if (tokenizer_->pretrained()->byte_level()) {
        const std::string spelled = spelled_text(letters_of_bytes(text));
        return spelled.empty() ? spelled : spelled + ".";
    }
    if (text.find("▁") == std::string::npos) return {};
    const WordMarkers& normalized = result_->normalized_markers;
    const WordMarkers& markers = normalized.put + normalized.spaces > 0 ? normalized : result_->markers;
    if (markers.put + markers.spaces == 0) return {};
    return markers.put == 0 ? strings::brief_space : markers.spaces == 0 ? strings::brief_put : strings::brief_both;
}

std::string TokensPage::pieces_text() const {
    const std::string says = result_->pieces.size() == 1
                                 ? std::string(strings::piece_one)
                                 : fmt::format(strings::pieces_says, thousands(result_->pieces.size()));
    if (tokenizer_->pretrained()->byte_level()) {
        const std::string spelled = spelled_text(result_->byte_letters);
        return spelled.empty() ? says : says + " " + spelled + ".";
    }
    const bool before = result_->normalized_markers.put + result_->normalized_markers.spaces > 0;
    if (result_->spaces_dropped) return says + strings::pieces_without_spaces;
    return before ? says : says + marker_text(result_->markers, result_->pieces.size());
}

bool TokensPage::uses_bytes() const { return tokenizer_->pretrained()->byte_level() || subwords().byte_fallback(); }

/// Empty where the selected token is of no piece that has bytes to show.
std::string TokensPage::bytes_text() const {
    const int at = piece();
    const PretrainedTokenizer* const pretrained = tokenizer_->pretrained();
    if (at < 0 || pretrained == nullptr || !uses_bytes() ||
        result_->pieces[static_cast<std::size_t>(at)].piece == nullptr)
        return {};
    if (pretrained->byte_level()) {
        const ShownPiece& shown = result_->pieces[static_cast<std::size_t>(at)];
        const std::string spelled =
            spelled_text(letters_of_bytes(piece_text(0, shown.piece->end - shown.piece->begin)));
        return spelled.empty() ? std::string(strings::bytes_level) : fmt::format(strings::bytes_spelled, spelled);
    }
    const std::string missing = spelled_in_bytes();
    if (!missing.empty()) return fmt::format(strings::bytes_tokens, visible_text(missing));
    const PieceVocabulary& vocabulary = subwords().vocabulary();
    const std::vector<int> bytes = byte_pieces(vocabulary);
    if (bytes.front() < 0 || bytes.back() < 0) return strings::bytes_plain;
    std::string says =
        fmt::format(strings::bytes_fallback, vocabulary.spelling(bytes.front()), vocabulary.spelling(bytes.back()));
    for (const char* const letter : often_missing)
        if (vocabulary.find(letter) < 0) return says + fmt::format(strings::bytes_fallback_try, letter);
    return says;
}

void TokensPage::bytes_row(ViewContext& context, Rect& area) {
    std::vector<RowItem> items;
    const bool level = tokenizer_->pretrained()->byte_level();
    bool complete = true;
    if (const int at = piece(); at >= 0 && result_->pieces[static_cast<std::size_t>(at)].piece != nullptr) {
        const ShownPiece& piece = result_->pieces[static_cast<std::size_t>(at)];
        const std::string_view whole =
            std::string_view(piece.stretch->cut.text).substr(piece.piece->begin, piece.piece->end - piece.piece->begin);
        std::size_t size = std::min(whole.size(), most_bytes);
        while (size > 0 && size < whole.size() && (static_cast<unsigned char>(whole[size]) & 0xC0U) == 0x80U) --size;
        const std::string_view text = whole.substr(0, size);
        complete = size == whole.size();
        each_code_point(text, [&](char32_t c, std::size_t begin, std::size_t end) {
            const std::string letter(text.substr(begin, end - begin));
            const int byte = level ? byte_of_letter(c) : -1;
            items.push_back(
                {.text = visible_text(letter), .below = byte < 0 ? hex_bytes(letter) : fmt::format("{:02X}", byte)});
        });
    }
    row(context, area, {.id = "bytes", .title = strings::bytes_row, .says = bytes_text(), .counts = complete}, items,
        false, true);
}

}  // namespace glassformer
