// The keys of a scene, one a row: what the value says, and how a state is written.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "app/lessons/scene.h"
#include "app/lessons/scene_texts.h"
#include "app/views/shared/view_values.h"
#include "app/views/shared/wording.h"
#include "core/base/json_text.h"
#include "core/base/nearest_name.h"
#include "core/base/words.h"
#include "core/lesson/expression.h"
#include "core/tape/cell_name.h"

namespace glassformer {

namespace {

using Values = std::vector<std::string>;

[[noreturn]] void refuse(const char* text, const std::string& value, const std::vector<std::string>& known) {
    const std::string near = nearest_name(known, value);
    throw Error(fmt::format(fmt::runtime(text), in_quotes(value)) +
                (near.empty() ? "" : fmt::format(texts::lessons::did_you_mean, in_quotes(near))));
}

bool on_off(const std::string& value) {
    if (value == "on") return true;
    if (value == "off") return false;
    throw Error(fmt::format(texts::lessons::on_or_off, in_quotes(value)));
}

int number_from_one(const std::string& value) {
    int number = 0;
    const auto read = std::from_chars(value.data(), value.data() + value.size(), number);
    if (read.ec != std::errc{} || read.ptr != value.data() + value.size() || number < 1)
        throw Error(fmt::format(texts::lessons::from_one, in_quotes(value)));
    return number;
}

Values one(const std::string& value) { return value.empty() ? Values{} : Values{value}; }

const ViewRow* row_of(const std::string& view) {
    const auto rows = view_rows();
    const auto found = std::ranges::find(rows, view, &ViewRow::name);
    return found == rows.end() ? nullptr : &*found;
}

// --- a run

void read_edit(Inputs& inputs, const std::string& value) {
    if (value == "none") return inputs.edits.clear();
    const std::size_t equals = value.rfind('=');
    if (equals == std::string::npos) throw Error(texts::lessons::edit_form);
    ExpressionPtr reference;
    try {
        reference = parse_reference(std::string_view(value).substr(0, equals));
    } catch (const ExpressionError& error) {
        throw Error(error.what());
    }
    Edit edit{.record = reference->name, .cell = {}};
    for (std::size_t d = 0; d < reference->indices.size(); ++d) {
        const CellIndex& index = reference->indices[d];
        int& to = edit.cell.index[d];
        switch (index.kind) {
            case CellIndex::Kind::all: to = Cell::all; break;
            case CellIndex::Kind::number: to = index.number; break;
            case CellIndex::Kind::first: to = 0; break;
            case CellIndex::Kind::head:
            case CellIndex::Kind::token: to = index.number - 1; break;
            default: throw Error(texts::lessons::edit_by_number);
        }
    }
    std::string number = value.substr(equals + 1);
    number.erase(0, number.find_first_not_of(' '));
    if (!parse_number(number, edit.value)) throw Error(fmt::format(texts::lessons::edit_value, in_quotes(number)));
    inputs.edits.push_back(edit);
}

Values written_edits(const Inputs& inputs, const Trace* trace) {
    Values values;
    for (const Edit& edit : inputs.edits) {
        const int id = trace == nullptr ? -1 : trace->find(edit.record);
        int rank = id < 0 ? 4 : trace->record(id).shape.rank();
        values.push_back(to_text(edit, rank));
    }
    if (values.empty()) values.emplace_back("none");
    return values;
}

std::string architecture_from(const std::string& value) {
    if (value == "none") return {};
    const auto json = json_in(value);
    if (!json || !json->is_object()) throw Error(fmt::format(texts::lessons::architecture_form, in_quotes(value)));
    return json->dump();
}

// --- run B of the Compare view, which is kept as a text

Inputs other_of(const LessonScene& scene) {
    const auto view = scene.session.views.find("compare");
    if (view != scene.session.views.end())
        if (const auto b = view->second.find("b"); b != view->second.end() && b->second != "null")
            return inputs_from_text(b->second);
    return scene.session.inputs;
}
void set_other(LessonScene& scene, const Inputs& inputs) { scene.session.views["compare"]["b"] = to_text(inputs); }
template <std::string Inputs::*member>
void read_other(LessonScene& scene, const std::string& value) {
    Inputs other = other_of(scene);
    other.*member = value;
    set_other(scene, other);
}
/// The model as it is: changes and labels of run A are of A's model.
void read_other_model(LessonScene& scene, const std::string& value) {
    Inputs other = other_of(scene);
    if (other.model != value) other.labels.clear();
    other.model = value;
    other.architecture.clear();
    other.edits.clear();
    set_other(scene, other);
}
template <std::string Inputs::*member>
Values write_other(const LessonScene& scene, const Trace*) {
    return sets_other_run(scene) ? one(other_of(scene).*member) : Values{};
}

// --- where the window stands

void read_page(LessonScene& scene, const std::string& value) {
    const ViewRow* row = row_of(scene.session.view);
    std::vector<std::string> names;
    if (row != nullptr && row->tabs != nullptr)
        for (const ViewTab& page : row->tabs()) {
            if (page.name == value) {
                scene.session.views[scene.session.view]["mode"] = page.mode;
                scene.scroll = 0;
                return;
            }
            names.emplace_back(page.name);
        }
    if (names.empty()) throw Error(fmt::format(texts::lessons::view_without_pages, scene.session.view));
    refuse(texts::lessons::no_page, value, names);
}

Values written_page(const LessonScene& scene, const Trace*) {
    const ViewRow* row = row_of(scene.session.view);
    const auto values = scene.session.views.find(scene.session.view);
    if (row == nullptr || row->tabs == nullptr || values == scene.session.views.end()) return {};
    const auto mode = values->second.find("mode");
    if (mode == values->second.end()) return {};
    for (const ViewTab& page : row->tabs())
        if (page.mode == mode->second) return {std::string(page.name)};
    return {};
}

constexpr std::array zooms{"model", "block", "part",  "stage",
                           "free",  "story", "token", "architecture"};  // Zoom of the walk, in its order

void read_zoom(LessonScene& scene, const std::string& value) {
    const auto* found = std::ranges::find(zooms, value);
    if (found == zooms.end()) refuse(texts::lessons::no_zoom, value, {zooms.begin(), zooms.end()});
    scene.session.views["walk"]["zoom"] = value_text(static_cast<int>(found - zooms.begin()));
    if (value != "free") scene.session.views["walk"].erase("camera");
}

Values written_zoom(const LessonScene& scene, const Trace*) {
    const auto walk = scene.session.views.find("walk");
    if (walk == scene.session.views.end() || !walk->second.contains("zoom")) return {};
    float at = -1;
    if (!parse_number(walk->second.at("zoom"), at) || at < 0 || at >= static_cast<float>(zooms.size())) return {};
    return {zooms[static_cast<std::size_t>(at)]};
}

void read_stage(LessonScene& scene, const std::string& value) {
    scene.session.cursor.record = value;
    scene.session.cursor.row = scene.session.cursor.column = 0;
    scene.session.cursor.locked = false;
    scene.session.cursor.limit = -1;
    scene.cell.clear();
    scene.row_limit = 0;
}

void read_cell(LessonScene& scene, const std::string& value) {
    if (value == "none") return scene.cell.clear();
    try {
        scene.session.cursor.record = parse_reference(value)->name;
    } catch (const ExpressionError& error) {
        throw Error(error.what());
    }
    scene.cell = value;
}

/// 0 for the top, 1 for the bottom.
float scroll_from(const std::string& value) {
    if (value == "top") return 0;
    if (value == "bottom") return 1;
    float percent = 0;
    if (!value.ends_with('%') || !parse_number(value.substr(0, value.size() - 1), percent) || percent < 0 ||
        percent > 100)
        throw Error(fmt::format(texts::lessons::no_scroll, in_quotes(value)));
    return percent / 100;
}

std::string scroll_text(float scroll) {
    if (scroll <= 0) return "top";
    if (scroll >= 1) return "bottom";
    return fmt::format("{:.0f}%", 100 * scroll);
}

constexpr std::array steps_by{"stage", "row", "cell"};

const SceneKey all_keys[] = {
    {"model", [](LessonScene& scene, const std::string& value) { scene.session.inputs.model = value; },
     [](const LessonScene& scene, const Trace*) { return one(scene.session.inputs.model); }},
    {"text", [](LessonScene& scene, const std::string& value) { scene.session.inputs.text = value; },
     [](const LessonScene& scene, const Trace*) { return Values{scene.session.inputs.text}; }},
    {"target", [](LessonScene& scene, const std::string& value) { scene.session.inputs.target = value; },
     [](const LessonScene& scene, const Trace*) { return Values{scene.session.inputs.target}; }},
    {"labels", [](LessonScene& scene, const std::string& value) { scene.session.inputs.labels = value; },
     [](const LessonScene& scene, const Trace*) { return Values{scene.session.inputs.labels}; }},
    {"gradients", [](LessonScene& scene, const std::string& value) { scene.session.inputs.gradients = on_off(value); },
     [](const LessonScene& scene, const Trace*) { return Values{scene.session.inputs.gradients ? "on" : "off"}; }},
    {"architecture",
     [](LessonScene& scene, const std::string& value) { scene.session.inputs.architecture = architecture_from(value); },
     [](const LessonScene& scene, const Trace*) {
         const std::string& now = scene.session.inputs.architecture;
         return Values{now.empty() ? "none" : now};
     }},
    {"edit", [](LessonScene& scene, const std::string& value) { read_edit(scene.session.inputs, value); },
     [](const LessonScene& scene, const Trace* trace) { return written_edits(scene.session.inputs, trace); }},
    {"b.model", read_other_model, write_other<&Inputs::model>},
    {"b.text", read_other<&Inputs::text>, write_other<&Inputs::text>},
    {"b.target", read_other<&Inputs::target>, write_other<&Inputs::target>},
    {"b.architecture",
     [](LessonScene& scene, const std::string& value) {
         read_other<&Inputs::architecture>(scene, architecture_from(value));
     },
     [](const LessonScene& scene, const Trace*) {
         if (!sets_other_run(scene)) return Values{};
         const std::string now = other_of(scene).architecture;
         return Values{now.empty() ? "none" : now};
     }},
    {"b.edit",
     [](LessonScene& scene, const std::string& value) {
         Inputs other = other_of(scene);
         read_edit(other, value);
         set_other(scene, other);
     },
     [](const LessonScene& scene, const Trace* trace) {
         return sets_other_run(scene) ? written_edits(other_of(scene), trace) : Values{};
     }},
    {"view",
     [](LessonScene& scene, const std::string& value) {
         std::vector<std::string> names;
         for (const ViewRow& row : view_rows()) names.emplace_back(row.name);
         if (std::ranges::find(names, value) == names.end()) refuse(texts::lessons::no_view, value, names);
         scene.session.view = value;
         scene.scroll = 0;
     },
     [](const LessonScene& scene, const Trace*) { return one(scene.session.view); }},
    {"page", read_page, written_page},
    {"zoom", read_zoom, written_zoom},
    {"camera",
     [](LessonScene& scene, const std::string& value) {
         scene.session.views["walk"]["camera"] = value_text(value);
         read_zoom(scene, "free");
     },
     [](const LessonScene& scene, const Trace*) {
         const auto walk = scene.session.views.find("walk");
         if (walk == scene.session.views.end() || !walk->second.contains("camera")) return Values{};
         const auto text = json_in(walk->second.at("camera"));
         return text && text->is_string() ? one(text->get<std::string>()) : Values{};
     }},
    {"step by",
     [](LessonScene& scene, const std::string& value) {
         const auto* found = std::ranges::find(steps_by, value);
         if (found == steps_by.end()) refuse(texts::lessons::no_unit, value, {steps_by.begin(), steps_by.end()});
         scene.session.views["walk"]["by"] = value_text(static_cast<int>(found - steps_by.begin()));
     },
     [](const LessonScene& scene, const Trace*) {
         const auto walk = scene.session.views.find("walk");
         float by = 0;
         if (walk == scene.session.views.end() || !walk->second.contains("by") ||
             !parse_number(walk->second.at("by"), by) || by < 0 || by > 2)
             return Values{};
         return Values{steps_by[static_cast<std::size_t>(by)]};
     }},
    {"stage", read_stage, [](const LessonScene& scene, const Trace*) { return one(scene.session.cursor.record); }},
    {"head",
     [](LessonScene& scene, const std::string& value) { scene.session.cursor.head = number_from_one(value) - 1; },
     [](const LessonScene& scene, const Trace*) { return one(std::to_string(scene.session.cursor.head + 1)); }},
    {"cell", read_cell,
     [](const LessonScene& scene, const Trace*) { return Values{scene.cell.empty() ? "none" : scene.cell}; }},
    {"rows",
     [](LessonScene& scene, const std::string& value) {
         scene.row_limit = value == "all" ? 0 : number_from_one(value);
     },
     [](const LessonScene& scene, const Trace*) {
         return Values{scene.row_limit == 0 ? "all" : std::to_string(scene.row_limit)};
     }},
    {"color limits",
     [](LessonScene& scene, const std::string& value) {
         const auto limits = parse_colour_limits(value);
         if (!limits) throw Error(fmt::format(texts::lessons::color_limits, in_quotes(value)));
         scene.session.color_limits = *limits;
     },
     [](const LessonScene& scene, const Trace*) { return Values{to_text(scene.session.color_limits)}; }},
    {"scroll", [](LessonScene& scene, const std::string& value) { scene.scroll = scroll_from(value); },
     [](const LessonScene& scene, const Trace*) { return Values{scroll_text(scene.scroll)}; }},
    {"panel", [](LessonScene& scene, const std::string& value) { scene.panel = on_off(value); },
     [](const LessonScene& scene, const Trace*) { return Values{scene.panel ? "on" : "off"}; }},
    {"controls", [](LessonScene& scene, const std::string& value) { scene.controls = on_off(value); },
     [](const LessonScene& scene, const Trace*) { return Values{scene.controls ? "on" : "off"}; }},
};

}  // namespace

std::span<const SceneKey> scene_keys() { return all_keys; }

}  // namespace glassformer
