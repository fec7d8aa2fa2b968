#include "app/files/session_file.h"

#include <unistd.h>
#include <csignal>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/files/cursor_json.h"
#include "app/views/shared/context.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/json_text.h"

namespace glassformer {

using nlohmann::ordered_json;

namespace {

constexpr const char* format = "glassformer session";
constexpr int version = 1;
constexpr const char* copy_prefix = "autosave-";

/// Process number of "autosave-123.glassformer"; 0 where it is no such name.
int process_of(const std::filesystem::path& path) {
    const std::string name = path.filename().string();
    const std::string_view prefix = copy_prefix;
    if (!name.starts_with(prefix) || !name.ends_with(session_ending)) return 0;
    int number = 0;
    const char *const first = name.data() + prefix.size(), *const last =
                                                               name.data() + name.size() - session_ending.size();
    const auto read = std::from_chars(first, last, number);
    return read.ec == std::errc{} && read.ptr == last ? number : 0;
}

bool runs(int process) { return process == getpid() || kill(process, 0) == 0 || errno == EPERM; }

}  // namespace

std::string to_text(const SessionFile& session) {
    ordered_json json;
    json["format"] = format;
    json["version"] = version;
    json["inputs"] = ordered_json::parse(to_text(session.inputs));
    json["cursor"] = json_of(session.cursor);
    json["view"] = session.view;
    json["theme"] = session.theme;
    json["palette"] = session.palette;
    json["text_scale"] = shortest_decimal(session.text_scale);
    json["panel"] = session.panel;
    json["panel_width"] = shortest_decimal(session.panel_width);
    json["panel_instead"] = session.panel_instead;
    if (!session.scrolled.empty())
        for (const auto& [area, offset] : session.scrolled) json["scrolled"][area] = shortest_decimal(offset);
    for (const auto& [model, target] : session.loss_targets)
        json["loss_targets"][model] = {{"text", target.text}, {"labels", target.labels}};
    ordered_json& views = json["views"] = ordered_json::object();
    for (const auto& [view, values] : session.views)
        for (const auto& [name, value] : values) views[view][name] = ordered_json::parse(value);
    return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

SessionFile session_from_text(const std::string& text, const std::string& source) {
    static_cast<void>(parse_json(text, source));          // says where it is broken
    const ordered_json json = ordered_json::parse(text);  // what a view wrote stays in its order
    try {
        if (!json.is_object() || json.value("format", "") != format)
            throw Error(source + ": this is not a Glassformer session (\"format\" is not \"" + format + "\")");
        if (const int found = json.value("version", 0); found != version)
            throw Error(source + ": the session has version " + std::to_string(found) +
                        ", this program reads version " + std::to_string(version));
        SessionFile session;
        try {
            session.inputs = inputs_from_text(json.at("inputs").dump());
        } catch (const Error& error) {
            throw Error(source + ": " + error.what());
        }
        if (json.contains("cursor")) session.cursor = cursor_from(json.at("cursor"));
        session.view = json.value("view", session.view);
        session.theme = json.value("theme", session.theme);
        session.palette = json.value("palette", session.palette);
        session.text_scale = std::clamp(json.value("text_scale", session.text_scale), smallest_text, largest_text);
        session.panel = json.value("panel", session.panel);
        session.panel_width = std::clamp(json.value("panel_width", session.panel_width), 15.0F, 60.0F);
        session.panel_instead = json.value("panel_instead", session.panel_instead);
        if (json.contains("scrolled"))
            for (const auto& [area, offset] : json.at("scrolled").items())
                session.scrolled[area] = std::max(0.0F, offset.get<float>());
        if (json.contains("loss_targets"))
            for (const auto& [model, target] : json.at("loss_targets").items())
                session.loss_targets[model] = {.text = target.at("text"), .labels = target.at("labels")};
        if (json.contains("views"))
            for (const auto& [view, values] : json.at("views").items())
                for (const auto& [name, value] : values.items()) session.views[view][name] = value.dump();
        return session;
    } catch (const nlohmann::json::exception& error) {
        throw Error(source + ": the session cannot be read: " + error.what());
    }
}

void save_session(const std::filesystem::path& path, const SessionFile& session) {
    write_file_durably(path, to_text(session));
}

SessionFile load_session(const std::filesystem::path& path) {
    return session_from_text(read_text_file(path), path_text(path));
}

Autosave::Autosave(std::filesystem::path folder) : folder_(std::move(folder)) {}

std::filesystem::path Autosave::own() const {
    return folder_ / (copy_prefix + std::to_string(getpid()) + std::string(session_ending));
}

std::filesystem::path Autosave::left_behind() const {
    if (!on()) return {};
    std::error_code ignored;
    std::filesystem::path newest;
    std::filesystem::file_time_type newest_time;
    std::vector<std::filesystem::path> others, unfinished;
    for (std::filesystem::directory_iterator entry(folder_, ignored), end; !ignored && entry != end;
         entry.increment(ignored)) {
        if (entry->path().filename().string().starts_with(copy_prefix)) unfinished.push_back(entry->path());
        const int process = process_of(entry->path());
        if (process <= 0 || runs(process)) continue;
        std::error_code unread;
        const auto time = std::filesystem::last_write_time(entry->path(), unread);
        if (unread) continue;
        if (newest.empty() || time > newest_time) {
            if (!newest.empty()) others.push_back(newest);
            newest = entry->path();
            newest_time = time;
        } else {
            others.push_back(entry->path());
        }
    }
    for (const std::filesystem::path& other : others) std::filesystem::remove(other, ignored);
    for (const std::filesystem::path& copy : unfinished) remove_leftover(copy);
    return newest;
}

void Autosave::save(const SessionFile& session) const {
    if (on()) save_session(own(), session);
}

void Autosave::remove() const {
    std::error_code ignored;
    if (on()) std::filesystem::remove(own(), ignored);
}

}  // namespace glassformer
