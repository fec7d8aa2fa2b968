#include "core/session/intervention.h"

#include <cctype>
#include <tuple>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/model/config_key.h"
#include "core/model/mask.h"
#include "core/model/positional.h"
#include "core/tape/cell_name.h"
#include "core/tensor/selection.h"

namespace glassformer {

namespace {

/// Every cell that `inner` selects, `outer` selects too.
bool covers(const Cell& outer, const Cell& inner, int rank) {
    for (int d = 0; d < rank; ++d)
        if (outer[d] != Cell::all && outer[d] != inner[d]) return false;
    return true;
}

bool overlap(const Cell& a, const Cell& b, int rank) {
    for (int d = 0; d < rank; ++d)
        if (a[d] != Cell::all && b[d] != Cell::all && a[d] != b[d]) return false;
    return true;
}

/// All cells of a head in a record [head, pos, d_head].
Cell whole_head(int head) { return {{head, Cell::all, Cell::all, 0}}; }

bool switches_off(const Edit& edit) {
    return edit.value == 0 && edit.cell[1] == Cell::all && edit.cell[2] == Cell::all;
}

// --- in words, counted from 1 as on the screen

std::string number(int n) { return std::to_string(n); }

/// "block 1", "self-attention in block 1 of the encoder", "the decoder"
std::string place(const Site& site) {
    const std::string kind = site.attention == AttentionKind::cross  ? "cross-attention in "
                             : site.attention == AttentionKind::self ? "self-attention in "
                                                                     : "";
    const std::string stack = site.stack == Stack::encoder   ? "the encoder"
                              : site.stack == Stack::decoder ? "the decoder"
                                                             : "";
    if (site.block < 0) return kind + (stack.empty() ? "the model" : stack);
    const std::string layer = (std::string_view(site.layer) == "blocks" ? "block " : "layer ") + number(site.block + 1);
    const std::string step = site.step < 0 ? "" : "step " + number(site.step + 1) + " of ";
    return kind + step + layer + (stack.empty() ? "" : " of " + stack);
}

std::string mask_sentence(const Record& record, const Edit& edit) {
    const bool across = record.stage == &stage::cross_visible, sees = edit.value != 0;
    const int query = edit.cell[0], key = edit.cell[1];
    std::string text;
    if (query == Cell::all)
        text = sees ? "every query can attend to " : "no query can attend to ";
    else
        text = "query " + number(query + 1) +
               (!sees && key != Cell::all ? " can no longer attend to " : " can attend to ");
    if (key != Cell::all)
        text += "key " + number(key + 1);
    else
        text += sees ? "every key" : query == Cell::all ? "any key" : "no key";
    if (across) return text + " of the source";
    if (record.site.stack == Stack::only) return text;
    return text + (record.site.stack == Stack::encoder ? " in the encoder" : " in the decoder");
}

std::string words_of(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_boolean()) return value.get<bool>() ? "on" : "off";
    if (value.is_null()) return "by default";
    return value.dump();
}

/// A value as the interface says it: "RMSNorm" for "rmsnorm".
template <class Owner>
std::string words_of(const KeyOf<Owner>& key, const Json& value) {
    if (key.type == KeyType::choice && value.is_string())
        for (const KeyOption& option : key.options())
            if (option.name == value.get<std::string>() && *option.title != 0) return option.title;
    return words_of(value);
}

/// "base" for "Base": within a sentence.
std::string in_sentence(std::string title) {
    const auto lower = [](char c) { return c >= 'a' && c <= 'z'; };
    if (title.size() > 1 && (lower(title[1]) || title[1] == ' '))
        title[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(title[0])));
    return title;
}

const ConfigKeyRow* row_of(std::string_view name) {
    for (const ConfigKeyRow& row : all_config_keys())
        if (row.key.name == name) return &row;
    return nullptr;
}

/// Titles of the numbers that a mask or an encoding has, which are keys of their objects.
std::string title_of_number(const std::string& object, const std::string& kind, const std::string& name) {
    if (const MaskKind* mask = object == "mask" ? find_mask(kind) : nullptr; mask != nullptr && mask->number)
        return mask->number->title;
    const PositionalKind* positional = object == "positional" ? find_positional(kind) : nullptr;
    if (const PositionalSetting* setting = positional != nullptr ? find_setting(*positional, name) : nullptr)
        return setting->key.title;
    const ConfigKeyRow* row = row_of(object + "." + name);
    return row != nullptr ? row->key.title : name;
}

/// "Mask: window 4", "Positions: Rotary (RoPE), base 500", "Residual connections: off", by the titles of the keys
std::string architecture_sentence(const std::string& key, const Json& value) {
    const ConfigKeyRow* const row = row_of(key);
    if (!value.is_object())
        return row == nullptr ? key + ": " + words_of(value) : row->key.title + (": " + words_of(row->key, value));
    const ConfigKeyRow* const kinds = row_of(key + ".kind");
    const std::string kind = value.contains("kind") ? words_of(value.at("kind")) : "";
    std::string text = kinds != nullptr && !kind.empty() ? words_of(kinds->key, value.at("kind")) : kind;
    const std::size_t kind_end = text.size();
    for (const auto& [name, entry] : value.items()) {
        if (name == "kind") continue;
        const ConfigKeyRow* const inner = row_of(key + "." + name);
        const std::string said = inner != nullptr ? words_of(inner->key, entry) : words_of(entry);
        if (name == kind)  // the window's window
            text.insert(kind_end, " " + said);
        else
            text += (text.empty() ? "" : ", ") + in_sentence(title_of_number(key, kind, name)) + " " + said;
    }
    return (kinds != nullptr ? std::string(kinds->key.title) : key) + ": " + text;
}

Intervention of_edit(const Edit& edit, int index, const Trace& trace) {
    const int id = trace.find(edit.record);
    Intervention result{.kind = Intervention::Kind::edit, .sentence = {}, .edit = index};
    if (id < 0) {
        result.sentence = edit.record + ", which this model does not have";
        return result;
    }
    const Record& record = trace.record(id);
    if (record.kind == Record::Kind::input) {
        result.kind = Intervention::Kind::mask;
        result.sentence = mask_sentence(record, edit);
    } else if (record.stage == &stage::heads && switches_off(edit)) {
        const bool every = edit.cell[0] == Cell::all;
        result.kind = Intervention::Kind::head_off;
        result.sentence = (every ? "all heads of " : "head " + number(edit.cell[0] + 1) + " of ") + place(record.site) +
                          (every ? " are off" : " is off");
    } else {
        std::string text = to_text(edit, record.shape.rank());
        result.sentence = text.replace(text.rfind('='), 1, " = ");
    }
    return result;
}

Json patch_of(const Inputs& inputs) {
    if (inputs.architecture.empty()) return Json::object();
    std::optional<Json> patch = json_in(inputs.architecture);
    if (!patch || !patch->is_object())
        throw Error("the changed architecture is not a JSON object: " + in_quotes(inputs.architecture));
    return std::move(*patch);
}

Inputs with_patch(Inputs inputs, const Json& patch) {
    inputs.architecture = patch.empty() ? "" : patch.dump();
    return inputs;
}

const Record& heads_record(const Trace& trace, int record, int head) {
    const int id = heads_of(trace, record);
    if (id < 0) throw Error(trace.record(record).name + " belongs to no attention, so it has no heads");
    const Record& heads = trace.record(id);
    if (head < 0 || head >= heads.shape.size(0))
        throw Error(heads.name + " has " + number(heads.shape.size(0)) + " heads, so there is no head " + number(head));
    return heads;
}

}  // namespace

std::vector<Intervention> interventions(const Inputs& inputs, const Trace& trace) {
    std::vector<Intervention> result;
    const Json patch = patch_of(inputs);
    for (const auto& [key, value] : patch.items())
        result.push_back({.kind = Intervention::Kind::architecture,
                          .sentence = architecture_sentence(key, value),
                          .edit = -1,
                          .key = key});
    for (std::size_t e = 0; e < inputs.edits.size(); ++e)
        result.push_back(of_edit(inputs.edits[e], static_cast<int>(e), trace));
    return result;
}

Inputs without(Inputs inputs, const Intervention& intervention) {
    if (intervention.edit < 0) return without_key(std::move(inputs), intervention.key);
    inputs.edits.erase(inputs.edits.begin() + intervention.edit);
    return inputs;
}

Inputs without_interventions(Inputs inputs) {
    inputs.edits.clear();
    inputs.architecture.clear();
    return inputs;
}

Inputs with_key(Inputs inputs, std::string_view key, const std::string& value) {
    Json patch = patch_of(inputs);
    const std::optional<Json> parsed = json_in(value);
    if (!parsed) throw Error("the value " + in_quotes(value) + " of \"" + std::string(key) + "\" is not JSON");
    const std::string_view object = object_of(key), name = name_in_object(key);
    Json& within = object.empty() ? patch : patch[object];
    if (!within.is_object()) within = Json::object();  // a key that was set as a whole gives way to its parts
    within[name] = *parsed;
    return with_patch(std::move(inputs), patch);
}

Inputs without_key(Inputs inputs, std::string_view key) {
    Json patch = patch_of(inputs);
    const std::string_view object = object_of(key), name = name_in_object(key);
    Json* const within = object.empty() ? &patch : patch.contains(object) ? &patch[object] : nullptr;
    if (within == nullptr || !within->contains(name)) return inputs;
    within->erase(name);
    if (within->empty() && !object.empty()) patch.erase(object);  // an object without keys changes nothing
    return with_patch(std::move(inputs), patch);
}

int heads_of(const Trace& trace, int record) {
    const Record& of = trace.record(record);
    if (of.stage == nullptr || of.stage->part != ModelPart::attention) return -1;
    const auto place_of = [](const Site& site) {
        return std::tuple(site.stack, std::string_view(site.layer), site.block, site.step, site.attention);
    };
    for (const Record& candidate : trace.records())
        if (candidate.stage == &stage::heads && place_of(candidate.site) == place_of(of.site)) return candidate.id;
    return -1;
}

Inputs head_off(Inputs inputs, const Trace& trace, int record, int head) {
    const std::string name = heads_record(trace, record, head).name;
    if (is_off(inputs, trace, record, head)) return inputs;
    inputs.edits.push_back({name, whole_head(head), 0});
    return inputs;
}

Inputs head_on(Inputs inputs, const Trace& trace, int record, int head) {
    const Record& heads = heads_record(trace, record, head);
    std::vector<Edit> kept;
    for (const Edit& edit : inputs.edits) {
        const bool off = edit.record == heads.name && switches_off(edit) && covers(edit.cell, whole_head(head), 3);
        if (!off) kept.push_back(edit);
        if (!off || edit.cell[0] != Cell::all) continue;
        for (int other = 0; other < heads.shape.size(0); ++other)
            if (other != head) kept.push_back({heads.name, whole_head(other), 0});
    }
    inputs.edits = std::move(kept);
    return inputs;
}

bool is_off(const Inputs& inputs, const Trace& trace, int record, int head) {
    const Record& heads = heads_record(trace, record, head);
    bool off = false;
    for (const Edit& edit : inputs.edits) {
        if (edit.record != heads.name || !overlap(edit.cell, whole_head(head), 3)) continue;
        if (edit.value != 0)
            off = false;
        else if (switches_off(edit))
            off = true;
    }
    return off;
}

Inputs paint(Inputs inputs, const std::string& record, int query, int key, bool sees) {
    const Cell cell{{query, key, 0, 0}};
    std::erase_if(inputs.edits, [&](const Edit& edit) { return edit.record == record && covers(cell, edit.cell, 2); });
    inputs.edits.push_back({record, cell, sees ? 1.0F : 0.0F});
    return inputs;
}

}  // namespace glassformer
