// A key of config.json as a row: its name, what it may say, what it stands for where it is missing, and what the
// interface says of it. The parser, the writer, the switches of the window and docs/formats.md follow the rows.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace glassformer {

struct ModelConfig;

/// The largest size that a file may ask for. Beyond it lies no model that this program could show, only a typo or an
/// attempt to exhaust the memory.
inline constexpr std::int64_t max_dimension = std::int64_t{1} << 20U;

/// JSON's true and false, whole numbers, any numbers, one name of a list.
enum class KeyType : std::uint8_t { flag, whole, number, choice };

struct KeyOption {
    std::string_view name;   // as in config.json: "rmsnorm"
    const char* sentence;    // what it does; "" where the name says it
    const char* title = "";  // on the screen: "RMSNorm"; "" where the name is a word
};

/// A key of Owner, a struct of core/model/config.h. Values of all types travel as double: 0 and 1 of a flag, the place
/// among the options of a choice.
template <class Owner>
struct KeyOf {
    std::string_view name;
    KeyType type = KeyType::whole;
    const char* title = "";  // a noun for the interface
    const char* hint = "";   // a sentence
    double (*get)(const Owner& owner) = nullptr;
    void (*set)(Owner& owner, double value) = nullptr;
    double min = 1, max = static_cast<double>(max_dimension);  // of whole and number
    /// Its value where it is missing, once the keys before it are known; null: it must be there.
    double (*otherwise)(const ModelConfig& config) = nullptr;
    std::span<const KeyOption> (*options)() = nullptr;  // of a choice
};

/// shortest_decimal() of core/base/json_text.h, which no header includes.
double decimal_of(float value);

/// get and set of the member that the pointers lead to: member<&ModelConfig::lookup, &LookupConfig::hardness>.
template <auto... path, class Owner>
double member(const Owner& owner) {
    const auto& value = (owner.*....*path);
    using Value = std::remove_cvref_t<decltype(value)>;
    if constexpr (std::is_same_v<Value, float>)
        return decimal_of(value);
    else
        return static_cast<double>(value);
}
template <auto... path, class Owner>
void set_member(Owner& owner, double value) {
    auto& target = (owner.*....*path);
    using Value = std::remove_cvref_t<decltype(target)>;
    if constexpr (std::is_enum_v<Value>)
        target = static_cast<Value>(static_cast<int>(value));
    else
        target = static_cast<Value>(value);
}

using ConfigKey = KeyOf<ModelConfig>;

/// How the window switches a key in a trained model.
struct ConfigSwitch {
    bool on = false;                                       // the window offers it
    bool (*applies)(const ModelConfig& config) = nullptr;  // which of the models that have the key; null: all
    double low = 0, high = 0;                              // of a number, on a logarithmic scale
    const char* hint = "";                                 // of trained weights; "": the key's
    /// Of a whole number: which values the weights hold, in ascending order; of the trained model and of the one as it
    /// is changed.
    std::vector<int> (*values)(const ModelConfig& original, const ModelConfig& changed) = nullptr;
};

/// A key of config.json, with its object's name before it where it is in one: "lookup.hardness". The objects
/// "positional" and "mask" have further keys, by kind: positional.h, mask.h.
struct ConfigKeyRow {
    ConfigKey key;
    bool (*applies)(const ModelConfig& config) = nullptr;  // which models have it; null: all
    bool (*written)(const ModelConfig& config) = nullptr;  // of those, which write it; null: all
    /// No rule between keys: parse_config reads it as this row says.
    bool plain = true;
    ConfigSwitch offered{};
};

/// In the order in which a config is written.
std::span<const ConfigKeyRow> all_config_keys();
/// By its name, which must be there.
const ConfigKeyRow& config_key(std::string_view name);
/// "hardness" of "lookup.hardness"; "lookup", or "" of a key in no object.
std::string_view name_in_object(std::string_view name);
std::string_view object_of(std::string_view name);

}  // namespace glassformer
