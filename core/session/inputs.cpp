#include "core/session/inputs.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/tape/cell_name.h"

namespace glassformer {

using nlohmann::ordered_json;

namespace {

/// What a float cannot hold is refused, not rounded to another edit.
float to_float(const ordered_json& value) {
    if (!value.is_number() ||
        !(std::abs(value.get<double>()) <= static_cast<double>(std::numeric_limits<float>::max())))
        throw Error("an edit's value is " + value.dump() + ", not a number that a float can hold");
    return static_cast<float>(value.get<double>());
}

Cell to_cell(const ordered_json& value) {
    Cell cell;
    bool whole = value.is_array() && value.size() == cell.index.size();
    for (std::size_t d = 0; whole && d < cell.index.size(); ++d) {
        // As double no number of the file wraps around; every int is one exactly.
        const double index = value[d].is_number_integer() ? value[d].get<double>() : -2;
        whole = index >= Cell::all && index <= std::numeric_limits<int>::max();
        if (whole) cell.index[d] = static_cast<int>(index);
    }
    if (!whole) throw Error("an edit's cell is " + value.dump() + ", not four indices (-1: all)");
    return cell;
}

}  // namespace

std::string to_text(const Inputs& inputs) {
    ordered_json json;
    json["model"] = inputs.model;
    json["text"] = inputs.text;
    if (!inputs.target.empty()) json["target"] = inputs.target;
    if (inputs.gradients) json["gradients"] = true;
    if (!inputs.labels.empty()) json["labels"] = inputs.labels;
    if (!inputs.edits.empty()) {
        ordered_json& edits = json["edits"] = ordered_json::array();
        for (const Edit& edit : inputs.edits) {
            // JSON has no infinities; a masked score may well be set to one.
            const ordered_json value =
                std::isinf(edit.value) ? ordered_json(edit.value < 0 ? "-inf" : "inf") : ordered_json(edit.value);
            edits.push_back({{"stage", edit.record}, {"cell", edit.cell.index}, {"value", value}});
        }
    }
    if (!inputs.architecture.empty()) {
        json["architecture"] = ordered_json::parse(inputs.architecture, nullptr, false);
        if (!json["architecture"].is_object())
            throw Error("the architecture of these inputs is not an object: " + inputs.architecture);
    }
    return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

Inputs inputs_from_text(const std::string& line) {
    try {
        const auto json = ordered_json::parse(line);
        Inputs inputs;
        inputs.model = json.at("model").get<std::string>();
        inputs.text = json.at("text").get<std::string>();
        inputs.target = json.value("target", "");
        inputs.gradients = json.value("gradients", false);
        inputs.labels = json.value("labels", "");
        if (json.contains("edits"))
            for (const auto& edit : json.at("edits")) {
                const auto& value = edit.at("value");
                float number = 0;
                if (value.is_string()) {
                    const auto word = value.get<std::string>();
                    if (word != "inf" && word != "-inf")
                        throw Error("an edit's value is \"" + word + "\", not a number");
                    number = word == "inf" ? std::numeric_limits<float>::infinity()
                                           : -std::numeric_limits<float>::infinity();
                } else {
                    number = to_float(value);
                }
                inputs.edits.push_back({edit.at("stage").get<std::string>(), to_cell(edit.at("cell")), number});
            }
        if (json.contains("architecture")) {
            const auto& patch = json.at("architecture");
            if (!patch.is_object()) throw Error("the architecture of these inputs is not an object: " + patch.dump());
            if (!patch.empty()) inputs.architecture = patch.dump();
        }
        return inputs;
    } catch (const ordered_json::exception& error) {
        throw Error(std::string("these inputs cannot be read: ") + error.what());
    }
}

}  // namespace glassformer
