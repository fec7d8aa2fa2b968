#include "app/files/session_file.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "app/files/cursor_json.h"
#include "app/views/shared/context.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/json_object.h"
#include "core/base/json_text.h"
#include "core/io/version.h"

namespace glassformer {

namespace {

constexpr const char* format = "glassformer session";
constexpr int version = 1;
constexpr const char *compare = "compare", *proposed = "proposed", *older_b = "b";  // of run B, among a view's values

}  // namespace

void take_run_b(SessionFile& session) {
    const auto view = session.views.find(compare);
    if (view == session.views.end()) return;
    if (const auto said = view->second.extract(proposed)) session.b.proposed = said.mapped() == "true";
    if (const auto said = view->second.extract(older_b)) {
        session.b.exists = true;
        session.b.own.reset();
        if (said.mapped() != "null") session.b.own = inputs_from_text(said.mapped());
    }
    if (view->second.empty()) session.views.erase(view);
}

std::string to_text(const SessionFile& session) {
    Json json;
    json["format"] = format;
    json["version"] = version;
    json["written_by"] = written_by();
    const auto json_of_inputs = [](const Inputs& inputs) {
        return parse_json(to_text(inputs), "inputs", KeyOrder::as_written);
    };
    json["inputs"] = json_of_inputs(session.inputs);
    if (session.b.exists) json["inputs"]["b"] = session.b.own ? json_of_inputs(*session.b.own) : Json();
    json["cursor"] = json_of(session.cursor);
    json["view"] = session.view;
    json["theme"] = session.theme;
    json["palette"] = session.palette;
    if (session.colour_limits.any()) json["color_limits"] = to_text(session.colour_limits);
    json["text_scale"] = shortest_decimal(session.text_scale);
    json["panel"] = session.panel;
    json["panel_width"] = shortest_decimal(session.panel_width);
    json["panel_instead"] = session.panel_instead;
    if (session.simple.value_or(false)) json["window"] = "simple";
    if (!session.scrolled.empty())
        for (const auto& [area, offset] : session.scrolled) json["scrolled"][area] = shortest_decimal(offset);
    for (const auto& [model, target] : session.loss_targets)
        json["loss_targets"][model] = {{"text", target.text}, {"labels", target.labels}};
    Json& views = json["views"] = Json::object();
    for (const auto& [view, values] : session.views)
        for (const auto& [name, value] : values) views[view][name] = parse_json(value, name, KeyOrder::as_written);
    if (session.b.proposed) views[compare][proposed] = true;
    return json.dump(2) + "\n";
}

SessionFile session_from_text(const std::string& text, const std::string& source) {
    const Json json = parse_json(text, source);
    if (!json.is_object() || !json.contains("format") || json.at("format") != format)
        throw Error(source + ": this is not a Glassformer session (\"format\" is not \"" + format + "\")");
    JsonObject object(json, source);
    constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min(), most = -(least + 1);
    const std::int64_t found = object.integer("version", least, most, 0);
    if (found > version) {
        const Json* writer = json.find("written_by");
        throw Error(source + ": " +
                    of_later_program("session", "version", found, version,
                                     writer != nullptr && writer->is_string() ? writer->text() : ""));
    }
    if (found != version)
        throw Error(source + ": the session has version " + std::to_string(found) + ", this program reads version " +
                    std::to_string(version));
    if (!object.has("inputs")) throw object.error("inputs", "is missing");
    static_cast<void>(object.object("inputs"));
    const Json in_order = parse_json(text, source, KeyOrder::as_written);  // what a view wrote stays in its order
    SessionFile session;
    const Json& inputs = in_order.at("inputs");
    session.inputs = inputs_from_text(inputs.dump(), source, "inputs.");
    session.cursor = cursor_from(object.object("cursor"));
    session.view = object.string("view", session.view);
    session.theme = object.string("theme", session.theme);
    session.palette = object.string("palette", session.palette);
    session.colour_limits = colour_limits_in(object);
    session.text_scale = number_within(object, "text_scale", session.text_scale, smallest_text, largest_text);
    session.panel = object.boolean("panel", session.panel);
    session.panel_width = number_within(object, "panel_width", session.panel_width, 15, 60);
    session.panel_instead = object.boolean("panel_instead", session.panel_instead);
    if (object.has("window")) session.simple = object.string("window", "") == "simple";
    constexpr double endless = std::numeric_limits<float>::max();
    for (const auto& [area, offset] : object.object("scrolled").numbers())
        session.scrolled[area] = static_cast<float>(std::clamp(offset, 0.0, endless));
    JsonObject views = object.object("views");
    if (object.has("views"))
        for (const auto& [view, values] : in_order.at("views").items()) {
            static_cast<void>(views.object(view));
            for (const auto& [name, value] : values.items()) session.views[view][name] = value.dump();
        }
    try {
        take_run_b(session);
    } catch (const Error&) {
        session.b = {};  // of another version
    }
    if (const Json* b = inputs.find("b")) {
        session.b.exists = true;
        session.b.own.reset();
        if (!b->is_null()) session.b.own = inputs_from_text(b->dump(), source, "inputs.b.");
    }
    JsonObject targets = object.object("loss_targets");
    if (object.has("loss_targets"))
        for (const auto& [model, target] : in_order.at("loss_targets").items()) {
            JsonObject of = targets.object(model);
            session.loss_targets[model] = {.text = of.string("text"), .labels = of.string("labels")};
        }
    return session;
}

void save_session(const std::filesystem::path& path, const SessionFile& session, FileReaders readers) {
    write_file_durably(path, to_text(session), readers);
}

SessionFile load_session(const std::filesystem::path& path) {
    return session_from_text(read_text_file(path), path_text(path));
}

}  // namespace glassformer
