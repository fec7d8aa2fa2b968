#include "app/course/step_title.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include "app/views/shared/wording.h"
#include "app/workspace/texts.h"
#include "core/tape/stage_text.h"

namespace glassformer {

namespace {

/// What the walk shows in place of one stage.
constexpr std::pair<const char*, const char*> titles_of_zooms[] = {
    {"story", texts::window::title_of_story}, {"architecture", texts::window::title_of_architecture},
    {"model", texts::window::zoom_model},     {"block", texts::window::zoom_block},
    {"part", texts::window::zoom_part},       {"token", texts::window::zoom_token},
};

std::string title_of_stage(const Trace& trace, int record) {
    if (record < 0) return {};
    const Record& at = trace.record(record);
    return at.operation ? std::string(stage_text(trace, at).title) : at.name;
}

/// "block 2"; "" where the stage is of none.
std::string block_in_title(const Trace& trace, int record) {
    std::string block = record < 0 ? std::string() : block_text(trace.record(record).site);
    if (!block.empty()) block.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(block.front())));
    return block;
}

/// The title of what fills the view, and whether that is the picture of one stage.
std::pair<std::string, bool> title_of_page(const std::string& view, const ViewValues& values,
                                           const std::string& stage) {
    const auto rows = view_rows();
    const auto row = std::ranges::find(rows, view, &ViewRow::name);
    if (row == rows.end()) return {stage, true};
    if (row->tabs != nullptr)
        if (const auto mode = values.find("mode"); mode != values.end())
            for (const ViewTab& tab : row->tabs())
                if (tab.mode == mode->second) {
                    std::string name(tab.name);
                    std::ranges::replace(name, '-', ' ');
                    return {fmt::format(texts::window::page_in_words, row->title, name), false};
                }
    if (row->keys != nullptr)
        for (const ViewKey& key : row->keys())
            for (const auto& [zoom, title] : titles_of_zooms)
                if (std::string_view(key.name) == "zoom" && key.write(values) == zoom) return {title, false};
    if (row->place == rows.front().place) return {stage, true};
    return {stage.empty() ? std::string(row->title) : fmt::format(texts::window::page_in_words, row->title, stage),
            true};
}

}  // namespace

std::string step_title(const std::string& view, const ViewValues& values, const Trace& trace, int record,
                       const Lesson& lesson) {
    const auto taken = [&](const std::string& title) {
        return std::ranges::find(lesson.steps, title, &LessonStep::title) != lesson.steps.end();
    };
    auto [title, of_stage] = title_of_page(view, values, title_of_stage(trace, record));
    if (title.empty()) title = fmt::format(texts::window::step_title, lesson.steps.size() + 1);
    if (const std::string block = block_in_title(trace, record); taken(title) && of_stage && !block.empty())
        title = fmt::format(texts::window::title_in_block, title, block);
    if (!taken(title)) return title;
    for (int number = 2;; ++number)
        if (std::string another = fmt::format(texts::window::title_again, title, number); !taken(another))
            return another;
}

}  // namespace glassformer
