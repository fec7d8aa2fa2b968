#include "core/io/other_files.h"

#include <vector>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/json_object.h"
#include "core/base/json_text.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest = std::size_t{1} << 20U;  // bytes of such a file

/// What modules.json of a sentence-transformers folder lists: the folder of each module, "" for the folder itself, and
/// the last word of its type. Nothing where there is no such list.
struct SentenceModule {
    std::string path, kind;
};
std::vector<SentenceModule> sentence_modules(const fs::path& folder) {
    const fs::path path = folder / "modules.json";
    std::vector<SentenceModule> modules;
    std::error_code unread;
    if (!fs::is_regular_file(path, unread)) return modules;
    try {
        const Json root = parse_json(read_file(path, longest), path_text(path));
        if (!root.is_array()) return modules;
        for (const Json& entry : root) {
            JsonObject module(entry, path_text(path));
            const std::string type = module.string("type", "");
            modules.push_back({module.string("path", ""), type.substr(type.rfind('.') + 1)});
        }
    } catch (const Error&) {
        modules.clear();  // it says nothing of the model that is read
    }
    return modules;
}

}  // namespace

std::string transformer_below(const fs::path& folder) {
    std::error_code unread;
    for (const SentenceModule& module : sentence_modules(folder))
        if (!module.path.empty() && module.kind == "Transformer" &&
            fs::exists(folder / module.path / "config.json", unread))
            return ", but modules.json names " + in_quotes(module.path) + ": open that folder";
    return {};
}

void warn_of_modules(Model& model, const fs::path& folder) {
    std::string after;
    for (const SentenceModule& module : sentence_modules(folder))
        if (module.kind != "Transformer" && !module.kind.empty()) after += (after.empty() ? "" : ", ") + module.kind;
    if (!after.empty())
        model.warnings.push_back(path_text(folder / "modules.json") + ": only the transformer is computed, not what " +
                                 "sentence-transformers does with its output: " + after);
}

std::string base_of_adapter(const fs::path& folder) {
    const fs::path path = folder / "adapter_config.json";
    std::error_code unread;
    if (!fs::is_regular_file(path, unread)) return {};
    std::string unknown = "a model that it does not name";
    try {
        const Json root = parse_json(read_file(path, longest), path_text(path));
        const Json* base = root.find("base_model_name_or_path");
        return base != nullptr && base->is_string() && !base->text().empty() ? in_quotes(base->text()) : unknown;
    } catch (const Error&) {
        return unknown;
    }
}

void warn_of_adapter(Model& model, const fs::path& folder) {
    if (const std::string base = base_of_adapter(folder); !base.empty())
        model.warnings.push_back("the folder " + path_text(folder) + " also holds a LoRA adapter of " + base +
                                 "; the adapter is ignored");
}

}  // namespace glassformer
