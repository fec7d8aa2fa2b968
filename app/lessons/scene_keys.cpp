// The keys of a scene, one a row: what the value says, and how a state is written.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "app/lessons/lesson_image.h"
#include "app/lessons/scene.h"
#include "app/lessons/scene_marks.h"
#include "app/lessons/scene_texts.h"
#include "app/views/shared/view_values.h"
#include "app/views/shared/wording.h"
#include "core/base/json_text.h"
#include "core/base/words.h"
#include "core/lesson/expression.h"
#include "core/tape/cell_name.h"

namespace glassformer {

namespace {

using Values = std::vector<std::string>;

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

/// What stands over a picture and beside it goes with the picture.
void forget_additions(LessonScene& scene) {
    scene.marks.clear();
    scene.beside.clear();
    scene.image.clear();
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

// --- run B, which is as the open run until something is said of it

Inputs& other_of(LessonScene& scene) {
    RunB& b = scene.session.b;
    b.exists = true;
    if (!b.own) b.own = scene.session.inputs;
    return *b.own;
}
template <std::string Inputs::*member>
void read_other(LessonScene& scene, const std::string& value) {
    other_of(scene).*member = value;
}
/// The model as it is: changes and labels of run A are of A's model.
void read_other_model(LessonScene& scene, const std::string& value) {
    Inputs& other = other_of(scene);
    if (other.model != value) other.labels.clear();
    other.model = value;
    other.architecture.clear();
    other.edits.clear();
}
template <std::string Inputs::*member>
Values write_other(const LessonScene& scene, const Trace*) {
    const auto& own = scene.session.b.own;
    return own ? one((*own).*member) : Values{};
}

// --- where the window stands

void read_view(LessonScene& scene, const std::string& value) {
    std::vector<std::string> names{"none"};
    for (const ViewRow& row : view_rows()) names.emplace_back(row.name);
    if (std::ranges::find(names, value) == names.end()) refuse_words(texts::lessons::no_view, value, names);
    scene.words_alone = value == "none";
    // Whatever view was shown before, the same one is behind the words.
    scene.session.view = scene.words_alone ? std::string(view_rows().front().name) : value;
    scene.scroll = 0;
    forget_additions(scene);
}

void read_beside(LessonScene& scene, const std::string& value) {
    if (value == "none") return scene.beside.clear();
    try {
        if (!parse_reference(value)->indices.empty()) throw Error(texts::lessons::beside_form);
    } catch (const ExpressionError& error) {
        throw Error(error.what());
    }
    scene.beside = value;
}

void read_image(LessonScene& scene, const std::string& value) {
    if (value == "none") return scene.image.clear();
    require_image_name(value);
    scene.image = value;
    scene.words_alone = false;
}

void read_page(LessonScene& scene, const std::string& value) {
    const ViewRow* row = row_of(scene.session.view);
    std::vector<std::string> names;
    if (row != nullptr && row->tabs != nullptr)
        for (const ViewTab& page : row->tabs()) {
            if (page.name == value) {
                scene.session.views[scene.session.view]["mode"] = page.mode;
                scene.scroll = 0;
                forget_additions(scene);
                return;
            }
            names.emplace_back(page.name);
        }
    if (names.empty()) throw Error(fmt::format(texts::lessons::view_without_pages, scene.session.view));
    refuse_words(texts::lessons::no_page, value, names);
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

void read_stage(LessonScene& scene, const std::string& value) {
    scene.session.cursor.record = value;
    scene.session.cursor.row = scene.session.cursor.column = 0;
    scene.session.cursor.locked = false;
    scene.session.cursor.limit = -1;
    scene.cell.clear();
    scene.row_limit = 0;
    forget_additions(scene);
}

void read_cell(LessonScene& scene, const std::string& value) {
    if (value == "none") return scene.cell.clear();
    try {
        const std::string record = parse_reference(value)->name;
        if (record != scene.session.cursor.record) forget_additions(scene);
        scene.session.cursor.record = record;
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

const SceneKey own_keys[] = {
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
         const auto& own = scene.session.b.own;
         return own ? Values{own->architecture.empty() ? "none" : own->architecture} : Values{};
     }},
    {"b.edit", [](LessonScene& scene, const std::string& value) { read_edit(other_of(scene), value); },
     [](const LessonScene& scene, const Trace* trace) {
         const auto& own = scene.session.b.own;
         return own ? written_edits(*own, trace) : Values{};
     }},
    {"b.proposed", [](LessonScene& scene, const std::string& value) { scene.session.b.proposed = on_off(value); },
     [](const LessonScene& scene, const Trace*) {
         return scene.session.b.own ? Values{scene.session.b.proposed ? "on" : "off"} : Values{};
     }},
    {"view", read_view,
     [](const LessonScene& scene, const Trace*) { return one(scene.words_alone ? "none" : scene.session.view); }},
    {"page", read_page, written_page},
    {"stage", read_stage, [](const LessonScene& scene, const Trace*) { return one(scene.session.cursor.record); }},
    {"head",
     [](LessonScene& scene, const std::string& value) { scene.session.cursor.head = number_from_one(value) - 1; },
     [](const LessonScene& scene, const Trace*) { return one(std::to_string(scene.session.cursor.head + 1)); }},
    {"cell", read_cell,
     [](const LessonScene& scene, const Trace*) { return Values{scene.cell.empty() ? "none" : scene.cell}; }},
    {"label", read_label, [](const LessonScene& scene, const Trace*) { return written_labels(scene); }},
    {"arrow", read_arrow, [](const LessonScene& scene, const Trace*) { return written_arrows(scene); }},
    {"beside", read_beside,
     [](const LessonScene& scene, const Trace*) { return Values{scene.beside.empty() ? "none" : scene.beside}; }},
    {"image", read_image,
     [](const LessonScene& scene, const Trace*) { return Values{scene.image.empty() ? "none" : scene.image}; }},
    {"cover",
     [](LessonScene& scene, const std::string& value) {
         if (value == "none") return scene.covers.clear();
         try {
             if (value != cover_caption && value != cover_picture) static_cast<void>(parse_reference(value));
         } catch (const ExpressionError& error) {
             throw Error(error.what());
         }
         if (std::ranges::find(scene.covers, value) != scene.covers.end()) return;
         if (scene.covers.size() >= most_marks) throw Error(fmt::format(texts::lessons::too_many_covers, most_marks));
         scene.covers.push_back(value);
     },
     [](const LessonScene& scene, const Trace*) { return scene.covers; }},
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
         if (!limits) throw Error(fmt::format(texts::lessons::colour_limits, in_quotes(value)));
         scene.session.colour_limits = *limits;
     },
     [](const LessonScene& scene, const Trace*) { return Values{to_text(scene.session.colour_limits)}; }},
    {"scroll", [](LessonScene& scene, const std::string& value) { scene.scroll = scroll_from(value); },
     [](const LessonScene& scene, const Trace*) { return Values{scroll_text(scene.scroll)}; }},
    {"panel", [](LessonScene& scene, const std::string& value) { scene.panel = on_off(value); },
     [](const LessonScene& scene, const Trace*) { return Values{scene.panel ? "on" : "off"}; }},
    {"controls", [](LessonScene& scene, const std::string& value) { scene.controls = on_off(value); },
     [](const LessonScene& scene, const Trace*) { return Values{scene.controls ? "on" : "off"}; }},
};

/// What views say in words of their own; of a view that is not shown, too.
void add_keys_of_views(std::vector<SceneKey>& keys) {
    for (const ViewRow& row : view_rows()) {
        if (row.keys == nullptr) continue;
        for (const ViewKey& key : row.keys())
            keys.push_back(
                {key.name,
                 [view = std::string(row.name), read = key.read](LessonScene& scene, const std::string& value) {
                     read(scene.session.views[view], value);
                 },
                 [view = std::string(row.name), write = key.write](const LessonScene& scene, const Trace*) {
                     const auto values = scene.session.views.find(view);
                     return values == scene.session.views.end() ? Values{} : one(write(values->second));
                 }});
    }
}

}  // namespace

std::span<const SceneKey> scene_keys() {
    static const std::vector<SceneKey> all = [] {
        std::vector<SceneKey> keys;
        for (const SceneKey& key : own_keys) {
            keys.push_back(key);
            if (key.name == std::string_view("page")) add_keys_of_views(keys);
        }
        return keys;
    }();
    return all;
}

}  // namespace glassformer
