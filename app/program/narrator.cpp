#include "app/program/narrator.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/paint/printed_number.h"
#include "app/paint/visible_text.h"
#include "app/program/place_words.h"
#include "app/views/explanation/look_at.h"
#include "app/workspace/texts.h"
#include "core/base/number_text.h"
#include "core/generate/next_token.h"
#include "core/lesson/marking.h"
#include "core/session/unknown_words.h"

namespace glassformer {

namespace {

std::string as_sentence(std::string words) {
    if (!words.empty() && words.back() != '.' && words.back() != '?' && words.back() != '!') words += '.';
    return words;
}

bool shows_stage(const AppView& view, const std::string& record) {
    return view.row().shows != nullptr && view.row().shows(record, view.save());
}

/// "head 1, it, animal: 0.9931. “it” attends most to “animal”, with 99.3% of its weight."
std::string cell_sentence(const Narrator::Focus& focus) {
    const Trace& trace = focus.shown.current->trace();
    const CellRef cell = locked_cell(trace, focus.cursor);
    if (!cell) return {};
    const std::string place = cell_in_words(*focus.shown.current, {cell.record, cell.cell});
    if (focus.asked) return place;  // its number may be what is asked for
    std::string words = fmt::format(texts::window::said_cell, place,
                                    number_text(static_cast<double>(trace.value(cell.record, cell.cell))));
    if (const std::string look = look_at(*focus.shown.current, cell).text; !look.empty()) words += " " + look;
    return words;
}

/// What the model answers; of a text that it does not know, that first.
std::string answer_sentence(const Evaluation& evaluation) {
    const std::vector<RankedAnswer> answers = most_probable_answers(evaluation, 1);
    if (answers.empty()) return {};
    const std::string word = visible_text(answer_word(evaluation.model(), answers.front().token));
    std::string words =
        fmt::format(texts::window::said_answer, word, percent_text(static_cast<double>(answers.front().probability)));
    if (const std::string unknown = unknown_words(evaluation); !unknown.empty())
        words = as_sentence(unknown) + " " + words;
    return words;
}

}  // namespace

Narrator::Place Narrator::place_of(const Focus& focus) {
    return {.view = &focus.view,
            .page = focus.view.picture(),
            .cursor = focus.cursor,
            .generation = focus.shown.current ? focus.shown.current->generation() : 0,
            .error = focus.shown.error,
            .asked = focus.asked};
}

Narrator::Sentences Narrator::sentences_of(const Focus& focus) {
    Sentences all;
    auto& [page, stage, cell, answer] = all;
    page = as_sentence(page_in_words(focus.view, focus.shown));
    std::ranges::replace(page, '-', ' ');  // of a page's name, which is to be spoken
    if (!focus.shown.current) return all;
    if (shows_stage(focus.view, focus.cursor.record))
        stage = as_sentence(stage_in_words(focus.shown.current->trace(), focus.cursor));
    if (!stage.empty()) cell = as_sentence(cell_sentence(focus));
    if (!focus.shown.error.empty())
        answer = as_sentence(focus.shown.error);
    else if (!focus.asked)
        answer = as_sentence(answer_sentence(*focus.shown.current));
    return all;
}

void Narrator::follow(const Focus& focus, bool says, bool speaks) {
    if (!says && !speaks) return place_.reset();
    if (focus.shown.stale && focus.shown.error.empty()) return;  // another run is on its way
    Place place = place_of(focus);
    if (place_ == place) return;
    const bool begins = !place_;
    place_ = std::move(place);
    const Sentences now = sentences_of(focus);
    std::string sentence;
    for (std::size_t i = 0; i < now.size(); ++i)
        if (!now[i].empty() && (begins || now[i] != last_[i])) sentence += (sentence.empty() ? "" : " ") + now[i];
    last_ = now;
    if (!sentence.empty()) say(sentence, says, speaks);
}

void Narrator::say_again(const Focus& focus, bool says, bool speaks) {
    std::string sentence;
    for (const std::string& one : sentences_of(focus))
        if (!one.empty()) sentence += (sentence.empty() ? "" : " ") + one;
    say(sentence, says, speaks);
}

void Narrator::say(const std::string& sentence, bool says, bool speaks) {
    spoken_sentence_ = sentence;
    if (says) announcer_.write(sentence);
    if (speaks) announcer_.speak(sentence);
}

}  // namespace glassformer
