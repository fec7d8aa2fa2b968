#include "app/program/settings.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "app/files/cursor_json.h"
#include "app/program/texts.h"
#include "app/widgets/ui.h"
#include "core/base/error.h"
#include "core/base/file.h"

namespace glassformer {

using nlohmann::ordered_json;

namespace {

ordered_json json_of(const BackendSpeed& speed) {
    return {{"stage_ms", speed.stage_ms}, {"flop_per_ms", speed.flop_per_ms}};
}

/// Measured speeds; nothing if a number is implausible, so that the speeds are measured again.
std::optional<BackendMeasure> measure_from(const ordered_json& json) {
    const auto speed = [&](const char* side) {
        const ordered_json& of = json.at(side);
        return BackendSpeed{.stage_ms = of.at("stage_ms"), .flop_per_ms = of.at("flop_per_ms")};
    };
    const BackendMeasure read{.renderer = json.value("renderer", ""), .cpu = speed("cpu"), .gl = speed("gl")};
    for (const BackendSpeed& side : {read.cpu, read.gl})
        if (!(side.stage_ms >= 0 && side.flop_per_ms > 0)) return {};
    return read;
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
        const auto json = ordered_json::parse(read_text_file(path));
        Settings read;
        read.size.width = std::clamp(json.value("width", read.size.width), 320, 16384);
        read.size.height = std::clamp(json.value("height", read.size.height), 240, 16384);
        constexpr int far = 1 << 16;
        if (json.contains("x") && json.contains("y"))
            read.place = {std::clamp(json.value("x", 0), -far, far), std::clamp(json.value("y", 0), -far, far),
                          read.size};
        read.fullscreen = json.value("fullscreen", read.fullscreen);
        read.theme = json.value("theme", read.theme);
        read.text_scale = std::clamp(json.value("text_scale", read.text_scale), smallest_text, largest_text);
        read.panel_width = std::clamp(json.value("panel_width", read.panel_width), 15.0F, 60.0F);
        read.panel = json.value("panel", read.panel);
        read.view = json.value("view", read.view);
        read.palette = json.value("palette", read.palette);
        read.motion = json.value("motion", read.motion);
        read.begun = json.value("begun", read.begun);
        read.recent = json.value("recent", read.recent);
        if (read.recent.size() > recent_kept) read.recent.resize(recent_kept);
        if (json.contains("inputs")) read.inputs = inputs_from_text(json.at("inputs").dump());
        if (json.contains("cursor")) {
            read.cursor = cursor_from(json.at("cursor"));
            read.cursor.limit = -1;
        }
        if (json.contains("measure")) read.measure = measure_from(json.at("measure"));
        return read;
    } catch (const ordered_json::exception&) {
        message = fmt::format(texts::program::settings_unreadable, path_text(path));
    } catch (const Error& error) {
        message = fmt::format(texts::program::settings_unreadable_reason, path_text(path), error.what());
    }
    return {};
}

void save_settings(const std::filesystem::path& path, const Settings& settings) {
    ordered_json json;
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
    json["motion"] = settings.motion;
    if (!settings.begun.empty()) json["begun"] = settings.begun;
    if (!settings.recent.empty()) json["recent"] = settings.recent;
    if (!settings.inputs.model.empty()) json["inputs"] = ordered_json::parse(to_text(settings.inputs));
    json["cursor"] = json_of(settings.cursor);
    if (settings.measure)
        json["measure"] = {{"renderer", settings.measure->renderer},
                           {"cpu", json_of(settings.measure->cpu)},
                           {"gl", json_of(settings.measure->gl)}};
    write_file(path, json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n");
}

}  // namespace glassformer
