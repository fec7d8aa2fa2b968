#include "app/workspace/settings.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <limits>
#include <thread>

#include "app/files/cursor_json.h"
#include "app/widgets/ui.h"
#include "app/workspace/texts.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/file_lock.h"
#include "core/base/json_object.h"
#include "core/base/json_text.h"
#include "core/lesson/read_lesson.h"

namespace glassformer {

namespace {

Json json_of(const BackendSpeed& speed) { return {{"stage_ms", speed.stage_ms}, {"flop_per_ms", speed.flop_per_ms}}; }

/// Measured speeds; nothing if a number is implausible, so that the speeds are measured again.
std::optional<BackendMeasure> measure_from(JsonObject object) {
    const auto speed = [&](const char* side) {
        constexpr double endless = std::numeric_limits<double>::max();
        JsonObject of = object.object(side);
        return BackendSpeed{.stage_ms = of.number("stage_ms", -endless, endless, -1),
                            .flop_per_ms = of.number("flop_per_ms", -endless, endless, -1)};
    };
    const BackendMeasure read{.renderer = object.string("renderer", ""), .cpu = speed("cpu"), .gl = speed("gl")};
    for (const BackendSpeed& side : {read.cpu, read.gl})
        if (!(side.stage_ms >= 0 && side.flop_per_ms > 0)) return {};
    return read;
}

Json json_of(const LessonProgress& progress) {
    Json json{{"lesson", progress.lesson}, {"step", progress.step}, {"furthest", progress.furthest}};
    if (!progress.answered.empty()) json["answered"] = progress.answered;
    if (progress.finished) json["finished"] = true;
    return json;
}

/// What is too long or out of bounds is left out: whoever writes such a file gains nothing by it.
std::vector<LessonProgress> lessons_in(JsonObject& object, const Json& json) {
    constexpr unsigned last_step = most_steps - 1;
    std::vector<LessonProgress> lessons;
    const auto has_room = [&](const std::string& lesson) {
        return lessons.size() < most_remembered_lessons && !lesson.empty() && lesson.size() <= longest_lesson_name &&
               lesson.find('\0') == std::string::npos && find_progress(lessons, lesson) == nullptr;
    };
    for (JsonObject& one : object.objects("lesson_progress")) {
        LessonProgress read;
        read.lesson = one.string("lesson", "");
        read.step = whole_within(one, "step", 0, 0, last_step);
        read.furthest = std::max(read.step, whole_within(one, "furthest", 0, 0, last_step));
        for (const Json& step : one.list("answered"))
            if (step.is_number_unsigned() && step.get<std::uint64_t>() <= last_step)
                read.answered.push_back(step.get<int>());
        std::ranges::sort(read.answered);
        read.answered.erase(std::unique(read.answered.begin(), read.answered.end()), read.answered.end());
        read.finished = one.boolean("finished", false);
        if (has_room(read.lesson)) lessons.push_back(std::move(read));
    }
    // Settings of before: the step by the file.
    JsonObject steps = object.object("lessons");
    if (object.has("lessons"))
        for (const auto& [file, value] : json.at("lessons").items()) {
            const int step = whole_within(steps, file.c_str(), 0, 0, last_step);
            if (has_room(file))
                lessons.push_back({.lesson = file, .step = step, .furthest = step, .answered = {}, .finished = false});
        }
    return lessons;
}

}  // namespace

namespace {

/// Adds what `now` has and `start` had not, and takes what changed there only.
template <class Entry, class Key>
void join(std::vector<Entry>& mine, const std::vector<Entry>& start, const std::vector<Entry>& now, Key key) {
    const auto find = [&](auto& list, const Entry& entry) {
        return std::ranges::find_if(list, [&](const Entry& other) { return key(other) == key(entry); });
    };
    for (const Entry& entry : now) {
        const auto before = find(start, entry);
        const bool known = before != start.end();
        if (known && *before == entry) continue;
        const auto own = find(mine, entry);
        if (own == mine.end()) {
            // Before what both knew, so that a list that is full keeps it.
            mine.insert(std::ranges::find_if(mine, [&](const Entry& one) { return find(start, one) != start.end(); }),
                        entry);
        } else if (known && *own == *before) {
            *own = entry;
        }
    }
}

}  // namespace

std::filesystem::path settings_path() {
    if (const char* config = std::getenv("XDG_CONFIG_HOME"); config != nullptr && config[0] == '/')
        return std::filesystem::path(config) / "glassformer" / "settings.json";
    if (const char* home = std::getenv("HOME"); home != nullptr && home[0] != '\0')
        return std::filesystem::path(home) / ".config" / "glassformer" / "settings.json";
    return {};
}

Settings load_settings(const std::filesystem::path& path, std::string& message) {
    std::error_code missing;
    if (path.empty() || !std::filesystem::exists(path, missing)) return {};
    try {
        const std::string source = path.filename().string(), text = read_text_file(path);
        const Json json = parse_json(text, source);
        JsonObject object(json, source);
        Settings read;
        read.size.width = whole_within(object, "width", read.size.width, 320, 16384);
        read.size.height = whole_within(object, "height", read.size.height, 240, 16384);
        constexpr int far = 1 << 16;
        if (object.has("x") && object.has("y"))
            read.place = {whole_within(object, "x", 0, -far, far), whole_within(object, "y", 0, -far, far), read.size};
        read.fullscreen = object.boolean("fullscreen", read.fullscreen);
        read.theme = object.string("theme", read.theme);
        read.text_scale = number_within(object, "text_scale", read.text_scale, smallest_text, largest_text);
        read.panel_width = number_within(object, "panel_width", read.panel_width, 15, 60);
        read.panel = object.boolean("panel", read.panel);
        read.view = object.string("view", read.view);
        read.palette = object.string("palette", read.palette);
        read.colour_limits = colour_limits_in(object);
        read.motion = object.boolean("motion", read.motion);
        read.architecture = object.boolean("architecture", read.architecture);
        read.simple = object.boolean("simple", read.simple);
        read.says = object.boolean("say", read.says);
        read.speaks = object.boolean("speak", read.speaks);
        read.begun = object.strings("begun");
        read.welcomed = object.boolean("welcomed", true);  // settings of before: no new user
        read.lessons = lessons_in(object, json);
        read.recent = object.strings("recent");
        if (read.recent.size() > recent_kept) read.recent.resize(recent_kept);
        if (object.has("inputs")) {
            static_cast<void>(object.object("inputs"));
            read.inputs =
                inputs_from_text(parse_json(text, source, KeyOrder::as_written).at("inputs").dump(), source, "inputs.");
        }
        read.cursor = cursor_from(object.object("cursor"));
        read.cursor.limit = -1;
        if (object.has("measure")) read.measure = measure_from(object.object("measure"));
        return read;
    } catch (const Error& error) {
        message = fmt::format(texts::window::settings_unreadable_reason, path_text(path), error.what());
    }
    return {};
}

void save_settings(const std::filesystem::path& path, const Settings& settings) {
    Json json;
    json["width"] = settings.size.width;
    json["height"] = settings.size.height;
    if (settings.place) {
        json["x"] = settings.place->x;
        json["y"] = settings.place->y;
    }
    if (settings.fullscreen) json["fullscreen"] = true;
    json["theme"] = settings.theme;
    json["text_scale"] = settings.text_scale;
    json["panel_width"] = settings.panel_width;
    json["panel"] = settings.panel;
    json["view"] = settings.view;
    json["palette"] = settings.palette;
    if (settings.colour_limits.any()) json["color_limits"] = to_text(settings.colour_limits);
    json["motion"] = settings.motion;
    json["architecture"] = settings.architecture;
    if (settings.simple) json["simple"] = true;
    if (settings.says) json["say"] = true;
    if (settings.speaks) json["speak"] = true;
    json["welcomed"] = settings.welcomed;
    for (const LessonProgress& one : settings.lessons) json["lesson_progress"].push_back(json_of(one));
    if (!settings.begun.empty()) json["begun"] = settings.begun;
    if (!settings.recent.empty()) json["recent"] = settings.recent;
    if (!settings.inputs.model.empty())
        json["inputs"] = parse_json(to_text(settings.inputs), "inputs", KeyOrder::as_written);
    json["cursor"] = json_of(settings.cursor);
    if (settings.measure)
        json["measure"] = {{"renderer", settings.measure->renderer},
                           {"cpu", json_of(settings.measure->cpu)},
                           {"gl", json_of(settings.measure->gl)}};
    make_private_folder(path.parent_path());
    write_file(path, json.dump(2) + "\n", FileReaders::owner);
}

void join_settings(const std::filesystem::path& path, const Settings& start, Settings settings) {
    make_private_folder(path.parent_path());
    FileLock lock;
    for (int tries = 0; tries < 40; ++tries) {  // another window writes for a moment
        lock = FileLock(path.string() + ".lock");
        if (lock.state() != FileLock::State::taken) break;
        std::this_thread::sleep_for(std::chrono::milliseconds(25));
    }
    std::string unreadable;
    std::error_code gone;
    const Settings now = std::filesystem::exists(path, gone) ? load_settings(path, unreadable) : start;
    if (unreadable.empty()) {
        const auto itself = [](const std::string& name) -> const std::string& { return name; };
        join(settings.recent, start.recent, now.recent, itself);
        join(settings.begun, start.begun, now.begun, itself);
        join(settings.lessons, start.lessons, now.lessons,
             [](const LessonProgress& one) -> const std::string& { return one.lesson; });
        if (settings.recent.size() > recent_kept) settings.recent.resize(recent_kept);
        if (settings.lessons.size() > most_remembered_lessons) settings.lessons.resize(most_remembered_lessons);
        settings.welcomed = settings.welcomed || now.welcomed;
    }
    save_settings(path, settings);
}

}  // namespace glassformer
