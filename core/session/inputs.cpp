#include "core/session/inputs.h"

#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/base/json_object.h"
#include "core/base/json_text.h"
#include "core/tape/cell_name.h"

namespace glassformer {

namespace {

constexpr int max_token_type = 1 << 20;

/// What a float cannot hold is refused, not rounded to another edit.
float edit_value(JsonObject& edit) {
    const Json& value = edit.value("value");
    if (value == "inf") return std::numeric_limits<float>::infinity();
    if (value == "-inf") return -std::numeric_limits<float>::infinity();
    if (!value.is_number() ||
        !(std::abs(value.get<double>()) <= static_cast<double>(std::numeric_limits<float>::max())))
        throw edit.error("value",
                         "must be a number that a float can hold, \"inf\" or \"-inf\", not " + with_type(value));
    return value.get<float>();
}

Cell edit_cell(JsonObject& edit) {
    const Json& value = edit.value("cell");
    Cell cell;
    bool whole = value.is_array() && value.size() == cell.index.size();
    for (std::size_t d = 0; whole && d < cell.index.size(); ++d) {
        // As double no number of the file wraps around; every int is one exactly.
        const double index = value[d].is_number_integer() ? value[d].get<double>() : -2;
        whole = index >= Cell::all && index <= std::numeric_limits<int>::max();
        if (whole) cell.index[d] = static_cast<int>(index);
    }
    if (!whole) throw edit.error("cell", "must be a list of four indices (-1: all)");
    return cell;
}

/// Rows of the model's table, whose size is not known here.
std::vector<int> token_types(JsonObject& object) {
    std::vector<int> types;
    for (const Json& value : object.list("token_types")) {
        const double type = value.is_number_integer() ? value.get<double>() : -1;
        if (type < 0 || type > max_token_type)
            throw object.error("token_types",
                               "must be a list of whole numbers from 0 to " + std::to_string(max_token_type));
        types.push_back(static_cast<int>(type));
    }
    return types;
}

}  // namespace

std::string to_text(const Inputs& inputs) {
    Json json;
    json["model"] = inputs.model;
    json["text"] = inputs.text;
    if (!inputs.target.empty()) json["target"] = inputs.target;
    if (inputs.gradients) json["gradients"] = true;
    if (!inputs.labels.empty()) json["labels"] = inputs.labels;
    if (!inputs.token_types.empty()) json["token_types"] = inputs.token_types;
    if (!inputs.edits.empty()) {
        Json& edits = json["edits"] = Json::array();
        for (const Edit& edit : inputs.edits) {
            // JSON has no infinities; a masked score may well be set to one.
            const Json value =
                std::isinf(edit.value) ? Json(edit.value < 0 ? "-inf" : "inf") : Json(shortest_decimal(edit.value));
            edits.push_back({{"stage", edit.record}, {"cell", edit.cell.index}, {"value", value}});
        }
    }
    if (!inputs.architecture.empty()) {
        const std::optional<Json> architecture = json_in(inputs.architecture);
        if (!architecture || !architecture->is_object())
            throw Error("the architecture of these inputs is not an object: " + inputs.architecture);
        json["architecture"] = *architecture;
    }
    return json.dump();
}

Inputs inputs_from_text(const std::string& line, const std::string& source, const std::string& path) {
    const Json read = parse_json(line, source);
    JsonObject object(read, source, path);
    Inputs inputs;
    inputs.model = object.string("model");
    inputs.text = object.string("text");
    inputs.target = object.string("target", "");
    inputs.gradients = object.boolean("gradients", false);
    inputs.labels = object.string("labels", "");
    inputs.token_types = token_types(object);
    for (JsonObject& edit : object.objects("edits"))
        inputs.edits.push_back({edit.string("stage"), edit_cell(edit), edit_value(edit)});
    static_cast<void>(object.object("architecture"));
    if (object.has("architecture") && !read.at("architecture").empty())
        inputs.architecture =
            parse_json(line, source, KeyOrder::as_written).at("architecture").dump();  // in the order it was written
    return inputs;
}

}  // namespace glassformer
