#include "app/program/place_words.h"

#include <fmt/core.h>

#include <utility>

#include "app/views/shared/wording.h"
#include "app/workspace/texts.h"
#include "core/tape/stage_text.h"

namespace glassformer {

namespace {

constexpr std::pair<const char*, const char*> zooms_in_words[] = {
    {"story", texts::window::zoom_story}, {"architecture", texts::window::zoom_architecture},
    {"model", texts::window::zoom_model}, {"block", texts::window::zoom_block},
    {"part", texts::window::zoom_part},   {"token", texts::window::zoom_token},
};

}  // namespace

std::string stage_in_words(const Trace& trace, const Cursor& cursor) {
    const int id = record_at(trace, cursor);
    if (id < 0) return {};
    const Record& record = trace.record(id);
    std::string words =
        record.kind == Record::Kind::computed ? std::string(stage_text(trace, record).title) : record.name;
    std::string place;
    for (std::string part : {block_text(record.site), step_text(record.site), head_text(trace, record, cursor.head)}) {
        if (part.empty()) continue;
        if (part.front() >= 'A' && part.front() <= 'Z') part.front() = static_cast<char>(part.front() - 'A' + 'a');
        place += (place.empty() ? "" : ", ") + part;
    }
    if (!place.empty()) words += " (" + place + ")";
    return words;
}

std::string page_in_words(const AppView& view, const Session::Snapshot& shown) {
    const ViewRow& row = view.row();
    if (row.place == view_rows().front().place) {
        State state;
        view.describe(state, shown);
        const std::string zoom = state.at("zoom");
        for (const auto& [name, words] : zooms_in_words)
            if (zoom == name) return words;
        return {};
    }
    const ViewValues values = view.save();
    if (row.tabs != nullptr)
        if (const auto mode = values.find("mode"); mode != values.end())
            for (const ViewTab& page : row.tabs())
                if (page.mode == mode->second) return fmt::format(texts::window::page_in_words, row.title, page.name);
    return row.name == "compare" ? texts::window::compare_in_words : std::string(row.title);
}

}  // namespace glassformer
