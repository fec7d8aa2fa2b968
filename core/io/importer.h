// How a model folder of the Hugging Face transformers library becomes one of ours: a table an architecture, with a row
// a key of config.json and a row a tensor. Each architecture is a file of core/io/import/, and that is all that names
// it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json_object.h"
#include "core/io/weight_files.h"

namespace glassformer {

enum class ImportType : std::uint8_t { whole, number, flag, activation, text };

/// A key of their config.json.
struct ImportKey {
    std::string_view theirs;  // "hidden_size"
    std::string_view ours;    // "d_model", "positional.base"; "": for the importer's own rules only
    ImportType type;
    std::string_view otherwise;  // what a missing key or null stands for; "": our key's own default, which must exist
    double min = 1, max = 1 << 20;
};

/// A key that changes what is computed, where only one value is what we compute; any other is refused by name.
struct ImportRule {
    std::string_view key;
    std::string_view only;  // as JSON: "false", "\"absolute\"", "{}"; "": the key must be missing
};

enum class ImportLayout : std::uint8_t {
    linear,     // a matrix lies as [out, in] and is transposed; a vector is copied
    copied,     // as ours
    columns,    // [in, parts · out]: the part's columns; a vector's entries alike
    head_rows,  // [parts · out, in], for each head the rows of all parts one after the other; a vector alike
    positions,  // as ours behind the first rows, which stand for no position
    one_row,    // [1, n] as our [n]
};

/// A tensor, or a matrix with its bias: what follows the names, ".weight" or ".bias", is the same on both sides.
struct ImportTensor {
    std::string_view ours;  // "blocks.{l}.attn.q", without the ending; or a whole name
    /// Alternatives separated by '|'; the first that is there is taken. A name that begins with a dot follows the
    /// importer's prefix, or is the name without the dot in a file whose names lack the prefix.
    std::string_view theirs;
    ImportLayout layout = ImportLayout::linear;
    int part = 0, parts = 1;
};

enum class ImportHeadKind : std::uint8_t { words, classes, none };

/// A head that the architecture's weights may have.
struct ImportHead {
    ImportHeadKind kind;
    std::string_view classes;  // ends of architectures[0], separated by '|': "ForMaskedLM|ForPreTraining"
    std::string_view tensor;   // that tells it where the config does not; its rows are the classes
    std::string_view ours;     // keys of our config, as JSON
    std::span<const ImportTensor> tensors{};
    bool in_embedding = false;  // a file may hold no tensor of it: its matrix is the embedding's
};

/// A config on its way.
struct ImportedConfig {
    JsonObject theirs;  // without keys that are null
    Json ours;
    const ImportHead& head;
    const WeightFiles* files;  // null: only config.json is looked at
    int first_position = 0;    // rows of the table of positions before that of position 0
    std::string source;        // path of config.json

    /// "positional.base": makes the object where it is missing.
    void set(std::string_view ours_key, Json value);
    int whole(std::string_view ours_key) const;  // which must be there
    bool flag(std::string_view ours_key) const;  // false where it is missing
    bool stored(std::string_view name) const { return files != nullptr && files->has(name); }
};

/// A model_type with what its files leave out where that differs from the table's defaults, as JSON.
struct ImportedType {
    std::string_view name;
    std::string_view defaults = "{}";
};

struct Importer {
    const char* title;                    // "GPT-2"
    std::span<const ImportedType> types;  // the model_types that it reads
    std::string_view prefix;              // of names that begin with a dot: "transformer"; "": there is none
    std::string_view always;              // keys of our config that all these models have, as JSON
    std::span<const ImportKey> keys;
    std::span<const ImportHead> heads;                 // the last one is taken where nothing tells
    std::span<const ImportTensor> tensors;             // but for those of the heads
    std::span<const ImportRule> rules{};               // beside those of all importers
    void (*settle)(ImportedConfig& config) = nullptr;  // what no row says
    std::span<const std::string_view>
        unneeded{};  // tensors without a meaning here, as ends of names; beside everyone's
};

/// The activation under our name. Throws Error naming the key where we have none.
std::string_view our_activation(const JsonObject& theirs, std::string_view key, const std::string& name);

/// In the order of their files.
std::span<const Importer> all_importers();
const Importer* find_importer(std::string_view model_type);  // null where there is none

}  // namespace glassformer
