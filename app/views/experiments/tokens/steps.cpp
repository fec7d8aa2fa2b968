// The steps of the tokenizer's model on the piece of the selected token: what is said of them, and the buttons. Their
// pictures are in step_pictures.cpp.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/paint/visible_text.h"
#include "app/pictures/board/labelled_matrix.h"
#include "app/views/experiments/tokens/page.h"
#include "app/views/experiments/tokens/units.h"
#include "app/views/shared/commands.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "app/widgets/interaction.h"
#include "core/text/character_tokenizer.h"
#include "core/text/pretrained/pretrained_tokenizer.h"

namespace glassformer {

namespace {

namespace strings = texts::tokens_page;

/// Of what Viterbi's algorithm did until a border: how the best cut up to it ends. `bytes`: what is said of a character
/// that became its bytes; "" where none did.
std::string lattice_text(const UnigramSteps& steps, const std::vector<std::size_t>& borders, std::size_t at,
                         const std::string& text, int unknown, const std::string& bytes, bool brief) {
    if (at == 0) return strings::lattice_nothing;
    const bool all = at + 1 == borders.size();
    std::string said;
    const UnigramSteps::Edge* not_there = nullptr;
    for (const UnigramSteps::Edge& edge : steps.edges) {
        if (!edge.best || edge.end != borders[at]) continue;
        const std::string sum = log_probability(edge.sum);
        said = all ? fmt::format(fmt::runtime(brief ? strings::lattice_done_brief : strings::lattice_done), sum)
                   : fmt::format(strings::lattice_step, at, sum);
        if (edge.id == unknown) not_there = &edge;
        break;
    }
    for (std::size_t i = 0; all && not_there == nullptr && i < steps.chosen.size(); ++i)
        if (steps.edges[steps.chosen[i]].id == unknown) not_there = &steps.edges[steps.chosen[i]];
    if (not_there == nullptr) return said;
    const bool spelled = all && !bytes.empty();
    if (spelled && brief) return said + " " + bytes;
    return said +
           fmt::format(fmt::runtime(brief ? strings::lattice_unknown_brief : strings::lattice_unknown),
                       visible_text(text.substr(not_there->begin, not_there->end - not_there->begin))) +
           (spelled ? strings::lattice_bytes : "");
}

}  // namespace

std::string log_probability(double number) { return with_minus(fmt::format("{:.2f}", number)); }

const SubwordModel& TokensPage::subwords() const { return tokenizer_->pretrained()->model(); }

/// Bytes of the selected piece.
std::string TokensPage::piece_text(std::size_t begin, std::size_t end) const {
    const ShownPiece& shown = result_->pieces[static_cast<std::size_t>(piece())];
    return shown.stretch->cut.text.substr(shown.piece->begin + begin, end - begin);
}

/// As it is looked for in the vocabulary: "##ized" inside a word.
std::string TokensPage::tried_text(const WordPieceSteps& steps, const WordPieceSteps::Try& tried) const {
    return visible_text((tried.begin > 0 ? steps.prefix : std::string()) + piece_text(tried.begin, tried.end));
}

/// A character of the selected piece that the vocabulary lacks, where its bytes are tokens instead; else "". That of
/// the selected token, where it is one of them, else the first.
std::string TokensPage::spelled_in_bytes() const {
    const ShownPiece& shown = result_->pieces[static_cast<std::size_t>(piece())];
    const std::string text = piece_text(0, shown.piece->end - shown.piece->begin);
    const auto character_at = [&](std::size_t byte) {
        const std::vector<std::size_t> borders = character_borders(text);
        const auto end = std::ranges::upper_bound(borders, byte);
        return text.substr(*(end - 1), *end - *(end - 1));
    };
    const auto is_byte = [](const std::string& spelling) {
        return spelling.size() == 6 && spelling.starts_with("<0x");
    };
    if (const auto* bpe = std::get_if<BpeSteps>(&shown.piece->model)) {
        const auto is_byte_of = [&](const BpeSteps::Symbol& symbol) {
            return is_byte(symbol.spelling) && symbol.end == symbol.begin + 1;
        };
        const MergeStates::Symbol token = shown.merges.after(shown.merges.merges()).at(token_in_piece());
        if (is_byte_of(bpe->start[token.first])) return character_at(bpe->start[token.first].begin);
        const auto found = std::ranges::find_if(bpe->start, is_byte_of);
        return found == bpe->start.end() ? std::string() : character_at(found->begin);
    }
    if (const auto* unigram = std::get_if<UnigramSteps>(&shown.piece->model)) {
        const auto is_byte_token = [&](const EncodedToken& token) {
            return !token.unknown && is_byte(tokenizer_->token(token.id));
        };
        const auto tokens = std::span(result_->whole)
                                .subspan(static_cast<std::size_t>(shown.first), static_cast<std::size_t>(shown.tokens));
        if (is_byte_token(tokens[token_in_piece()])) return character_at(selected_part(*unigram).begin);
        const bool bytes = std::ranges::any_of(tokens, is_byte_token);
        for (const std::size_t edge : unigram->chosen)
            if (bytes && unigram->edges[edge].id == subwords().unknown_id())
                return character_at(unigram->edges[edge].begin);
    }
    return {};
}

/// In a few words what the row of bytes says of a character that the vocabulary lacks; "" where it has all of them.
std::string TokensPage::bytes_note() const {
    const std::string missing = spelled_in_bytes();
    return missing.empty() ? missing : fmt::format(strings::brief_bytes, visible_text(missing), hex_bytes(missing));
}

const char* TokensPage::step_title() const {
    if (piece() < 0 || result_->pieces[static_cast<std::size_t>(piece())].piece == nullptr) return strings::plain_row;
    const PieceSteps& model = result_->pieces[static_cast<std::size_t>(piece())].piece->model;
    return std::holds_alternative<BpeSteps>(model)         ? strings::merges_row
           : std::holds_alternative<WordPieceSteps>(model) ? strings::tries_row
           : std::holds_alternative<UnigramSteps>(model)   ? strings::lattice_row
                                                           : strings::plain_row;
}

bool TokensPage::is_every_piece_a_token() const {
    return std::ranges::all_of(result_->pieces, [this](const ShownPiece& piece) {
        return piece.tokens == 1 && !result_->whole[static_cast<std::size_t>(piece.first)].unknown;
    });
}

/// What a tokenizer writes behind the last character of a piece, as "</w>"; "" where it writes nothing.
std::string TokensPage::suffix_note(const BpeSteps& steps) const {
    if (steps.start.empty()) return {};
    const BpeSteps::Symbol& last = steps.start.back();
    const std::string text = piece_text(last.begin, last.end);
    // What also ends with the character may have something ahead of it instead.
    if (text.empty() || !last.spelling.starts_with(text) || last.spelling.ends_with(text)) return {};
    return fmt::format(strings::merge_suffix, visible_text(last.spelling.substr(text.size())));
}

/// What the step does, and why, in a sentence or two. `brief`: without what the model does in general. In a low window
/// it also says what other rows say of bytes, and at the last step of spaces, as these rows are out of sight.
std::string TokensPage::step_text(bool brief) const {
    std::string text = stepped_text(brief);
    if (!low_ || piece() < 0 || result_->pieces[static_cast<std::size_t>(piece())].piece == nullptr) return text;
    const PieceSteps& model = result_->pieces[static_cast<std::size_t>(piece())].piece->model;
    const bool last = step() == result_->step_count(piece());
    for (const std::string& note :
         {std::holds_alternative<BpeSteps>(model) ? bytes_note() : std::string(), last ? marker_note() : std::string()})
        if (!note.empty()) text += " " + note;
    return text;
}

std::string TokensPage::stepped_text(bool brief) const {
    const auto of = [brief](const char* general, const std::string& step) {
        return brief ? step : fmt::format(fmt::runtime(general), step);
    };
    if (piece() < 0) return strings::around_says;
    const ShownPiece& shown = result_->pieces[static_cast<std::size_t>(piece())];
    if (tokenizer_->pretrained() == nullptr)
        return dynamic_cast<const CharacterTokenizer*>(tokenizer_.get()) != nullptr ? strings::character_says
                                                                                    : strings::words_says;
    if (shown.added) return strings::added_says;
    const auto at = static_cast<std::size_t>(step());
    if (const auto* bpe = std::get_if<BpeSteps>(&shown.piece->model)) {
        if (bpe->whole) return strings::merge_whole;
        if (at == bpe->merges.size()) {
            const std::string rule =
                bpe->merges.empty()
                    ? of(strings::merges_says, shown.tokens > 1 ? strings::merge_done : strings::merge_single)
                : brief ? strings::merges_brief
                        : of(strings::merges_says, shown.tokens > 1 ? strings::merge_done : strings::merge_one);
            return rule + suffix_note(*bpe);
        }
        const BpeSteps::Merge& merge = bpe->merges[at];
        const auto spelled = [&](int id) { return visible_text(subwords().vocabulary().spelling(id)); };
        return of(strings::merges_says,
                  fmt::format(strings::merge_next, spelled(merge.left), spelled(merge.right), merge.rank));
    }
    if (const auto* tries = std::get_if<WordPieceSteps>(&shown.piece->model)) {
        if (tries->too_long) return strings::try_too_long;
        if (at == 0) return of(strings::tries_says, strings::try_nothing);
        const WordPieceSteps::Try& last = tries->tries[at - 1];
        if (last.id < 0 && at == tries->tries.size()) return of(strings::tries_says, strings::try_unknown);
        const std::string text = tried_text(*tries, last);
        const bool inside = !tries->prefix.empty() && last.begin > 0;
        return of(strings::tries_says,
                  last.id < 0
                      ? fmt::format(strings::try_missing, text)
                      : fmt::format(fmt::runtime(brief ? strings::try_found_brief : strings::try_found), text)) +
               (inside ? fmt::format(strings::try_prefix, tries->prefix) : std::string()) +
               (is_every_piece_a_token() ? strings::try_all_whole : "");
    }
    if (const auto* unigram = std::get_if<UnigramSteps>(&shown.piece->model)) {
        const std::string text = piece_text(0, shown.piece->end - shown.piece->begin);
        return of(strings::lattice_says, lattice_text(*unigram, character_borders(text), at, text,
                                                      subwords().unknown_id(), bytes_note(), brief));
    }
    return strings::word_says;
}

/// From the right end of the line that it takes its place from.
void TokensPage::step_buttons(ViewContext& context, Rect& line) {
    Ui& ui = context.ui;
    const float em = ui.em, high = 1.6F * em;
    const int now = step(), count = result_->step_count(piece());
    const bool plays = playing_.has_value();
    const struct {
        const char* id;
        const char* what;
        Command command;
        Icon icon;
        bool enabled;
    } buttons[] = {
        {"tokens first", strings::first_step, Command::first_stage, Icon::first, now > 0},
        {"tokens back", strings::step_back, Command::step_back, Icon::step_back, true},
        {"tokens play", plays ? strings::pause : strings::play, Command::play, plays ? Icon::pause : Icon::play, true},
        {"tokens on", strings::step_on, Command::step_forward, Icon::step, true},
        {"tokens last", strings::last_step, Command::last_stage, Icon::last, now < count},
    };
    Rect bar = line.take_right(static_cast<float>(std::size(buttons)) * high);
    line.take_right(0.6F * em);
    bar = {bar.x, bar.y - 0.2F * em, bar.w, high};
    for (const auto& one : buttons) {
        const Rect place = bar.take_left(high).snapped();
        context.targets.put(one.id, place);
        const std::string tip = hint(one.what, one.command);
        const bool stops = one.command == Command::play && plays;
        const ButtonStyle style{
            .icon = one.icon, .framed = false, .selected = stops, .enabled = one.enabled, .hint = tip};
        if (button(ui, one.id, place, "", style)) run(one.command, context);
    }
}

void TokensPage::model_steps(ViewContext& context, Rect area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    if (area.h < 3 * em) return;
    Rect head = area;
    if (result_->step_count(piece()) > 0) step_buttons(context, head);
    const std::string whole = step_text(), says = area.h < low_steps * em ? step_text(true) : whole;
    text_in(ui.painter, {head.x, head.y, head.w, 1.3F * em}, step_title(),
            {.colour = ui.theme.text, .size = em::small, .face = Face::bold});
    head.take_left(ui.painter.measure(step_title(), em::small, Face::bold).width + 0.8F * em);
    const float said = paragraph(ui.painter, {head.x, head.y + 0.15F * em, head.w, 0}, says,
                                 {.colour = ui.theme.muted, .size = em::small});
    const Rect told{head.x, head.y, head.w, std::max(1.3F * em, said)};
    if (says != whole && region(ui, "tokens told", told).hovered) tooltip(ui, told, whole);
    area.take_top(std::max(1.3F * em, said + 0.15F * em) + 0.3F * em);
    area.take_bottom(0.4F * em);
    context.targets.put("tokens steps", area);
    const Region touched = region(ui, "tokens steps", area);
    if (const int by = touched.wheel.y < 0 ? 1 : touched.wheel.y > 0 ? -1 : 0; by != 0 && !ui.interaction.wheel_used) {
        const int now = step();
        set_step(now + by);
        ui.interaction.wheel_used = step() != now;  // at its end the wheel is the page's
        ui.keep_awake();
    }
    const int at = piece();
    if (step_title() == strings::plain_row) return lookup(context, area);
    const PieceSteps& model = result_->pieces[static_cast<std::size_t>(at)].piece->model;
    ui.painter.push_clip(area);
    if (const auto* bpe = std::get_if<BpeSteps>(&model)) merges(context, area, *bpe);
    if (const auto* word_piece = std::get_if<WordPieceSteps>(&model)) tries(context, area, *word_piece);
    if (const auto* unigram = std::get_if<UnigramSteps>(&model)) lattice(context, area, *unigram);
    ui.painter.pop_clip();
}

/// Of a token without steps: what was typed, the spelling that it was found as, its id, and what the model makes of it.
void TokensPage::lookup(ViewContext& context, Rect area) const {
    Painter& painter = context.ui.painter;
    const float em = context.ui.em, high = 1.7F * em;
    if (area.h < high + 1.2F * em) return;
    const EncodedToken& found = result_->whole[static_cast<std::size_t>(token())];
    struct Station {
        std::string text;
        const char* name;
    };
    std::vector<Station> stations;
    if (!found.added_around)
        stations.push_back(
            {bytes_or_text(result_->text.substr(found.begin, found.end - found.begin)), strings::lookup_typed});
    stations.push_back(
        {visible_text(tokenizer_->token(found.id)), found.unknown ? strings::lookup_unknown : strings::lookup_spelled});
    stations.push_back({std::to_string(found.id), strings::lookup_id});
    const auto arrow = [&] {
        text_in(painter, {area.x, area.y, 2 * em, high}, "→",
                {.colour = context.ui.theme.muted, .align = Align::centre});
        area.take_left(2 * em);
    };
    for (std::size_t i = 0; i < stations.size(); ++i) {
        const Station& station = stations[i];
        const float wide = std::ceil(
            std::max(painter.measure(station.text).width, painter.measure(station.name, em::small).width) + em);
        if (i > 0) arrow();
        Rect place = area.take_left(std::min(wide, area.w));
        draw_unit_box(painter, place.take_top(high), station.text,
                      {.strength = 0.2F, .marked = i + 1 == stations.size()});
        text_in(painter, place.take_top(1.2F * em), station.name,
                {.colour = context.ui.theme.muted, .size = em::small, .align = Align::centre});
    }
    const Parameter* const embedding = token_embedding(*model_);
    const auto id = static_cast<std::size_t>(found.id);
    if (embedding == nullptr || id >= embedding->shape.rows() || area.w < 14 * em) return;
    arrow();
    const int wide = embedding->shape.cols();
    Rect place = area.take_left(std::min(area.w, std::max(10 * em, 0.8F * em * static_cast<float>(wide))));
    const ConstMatrix row{.data = embedding->view().row(id), .rows = 1, .cols = wide, .row_stride = wide};
    const HeatStyle style{.limit = painter.limit(row)};
    LabelledMatrix{.values = row, .style = style}.draw(painter, place.take_top(high));
    text_in(painter, place.take_top(1.2F * em), fmt::format(strings::lookup_row, found.id, wide),
            {.colour = context.ui.theme.muted, .size = em::small});
    if (place.h >= 1.2F * em) legend_line(painter, place.take_top(1.2F * em), style, row);
}

}  // namespace glassformer
