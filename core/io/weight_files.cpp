#include "core/io/weight_files.h"

#include <algorithm>
#include <array>
#include <system_error>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/folder.h"
#include "core/base/json_object.h"
#include "core/base/json_text.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_index = std::size_t{64} << 20U;  // bytes
constexpr std::size_t max_names = 10'000;                  // of files in a folder that are looked at

/// Weights that are not read, by the ends of their files' names, and what is said of each.
struct ForeignWeights {
    std::string_view ending;
    std::string_view kind;
    bool converts = true;  // the transformers library opens it
};
constexpr std::array foreign_weights{
    ForeignWeights{".bin", "a Python pickle, which could run code"},
    ForeignWeights{".pt", "a Python pickle, which could run code"},
    ForeignWeights{".pth", "a Python pickle, which could run code"},
    ForeignWeights{".ckpt", "a Python pickle, which could run code"},
    ForeignWeights{".h5", "weights of TensorFlow"},
    ForeignWeights{".msgpack", "weights of Flax"},
    ForeignWeights{".gguf", "weights of llama.cpp"},
    ForeignWeights{".onnx", "a graph of ONNX", false},
};

/// The class whose from_pretrained() reads the folder, head included: architectures[0] of its config.
std::string model_class(const fs::path& folder) {
    std::string otherwise = "AutoModel";
    try {
        const Json root = read_json(folder / "config.json");
        const Json* classes = root.find("architectures");
        if (classes == nullptr || !classes->is_array() || classes->empty() || !(*classes)[0].is_string())
            return otherwise;
        const std::string& name = (*classes)[0].text();
        const auto letter = [](char c) {
            return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        };
        return !name.empty() && name.size() < 100 && std::ranges::all_of(name, letter) ? name : otherwise;
    } catch (const Error&) {
        return otherwise;
    }
}

/// The name in a command that somebody may copy: as it is where no shell reads anything else from it.
std::string in_command(const std::string& name, const char* otherwise) {
    const auto harmless = [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '/' || c == '.' ||
               c == '_' || c == '-';
    };
    return std::ranges::all_of(name, harmless) ? name : otherwise;
}

/// What a folder without weights that are read is told.
Error without_weights(const fs::path& folder) {
    const std::string place = path_text(folder);
    std::error_code unread;
    std::vector<std::string> names = names_in(folder, unread, max_names);
    std::ranges::sort(names);
    for (const ForeignWeights& foreign : foreign_weights)
        for (const std::string& name : names) {
            if (!name.ends_with(foreign.ending) || name == "training_args.bin") continue;
            const std::string begin = place + " has only " + in_quotes(name) + ", " + std::string(foreign.kind);
            if (!foreign.converts) return Error(begin + "; a model.safetensors is needed");
            std::string from;
            if (foreign.ending == ".h5") from = ", from_tf=True";
            if (foreign.ending == ".msgpack") from = ", from_flax=True";
            if (foreign.ending == ".gguf") from.append(", gguf_file='").append(in_command(name, "FILE")).append("'");
            std::string command = "; save it as safetensors first: python3 -c \"from transformers import ";
            command.append(model_class(folder)).append(" as M; M.from_pretrained('");
            command.append(in_command(place, "FOLDER")).append("'").append(from);
            return Error(begin + command + ").save_pretrained('NEW', safe_serialization=True)\"");
        }
    return Error("the folder " + place + " has no model.safetensors");
}

bool is_plain_name(std::string_view name) {
    return !name.empty() && name != "." && name.find_first_of("/\\:") == std::string_view::npos &&
           name.find("..") == std::string_view::npos && name.find('\0') == std::string_view::npos;
}

}  // namespace

void require_inside(const fs::path& folder, const fs::path& file) {
    std::error_code problem;
    if (!fs::is_symlink(fs::symlink_status(file, problem))) return;
    const fs::path home = fs::weakly_canonical(folder, problem), target = fs::weakly_canonical(file, problem);
    const auto within = [&](const fs::path& parent) {
        const auto [end, other] = std::ranges::mismatch(parent, target);
        return end == parent.end();
    };
    if (problem || within(home)) return;  // what cannot be resolved cannot be opened either
    if (home.parent_path().filename() == "snapshots" && within(home.parent_path().parent_path() / "blobs")) return;
    throw Error(path_text(file) + " is a link that leads out of its folder, to " + path_text(target));
}

WeightFiles WeightFiles::open(const fs::path& folder, std::size_t copied) {
    WeightFiles weights;
    std::error_code unread;
    const fs::path whole = folder / "model.safetensors", index = folder / "model.safetensors.index.json";
    if (fs::exists(whole, unread)) {
        require_inside(folder, whole);
        weights.add_all(whole, copied);
    } else if (fs::exists(index, unread)) {
        require_inside(folder, index);
        weights.add_shards(folder, index, copied);
    } else {
        throw without_weights(folder);
    }
    weights.unwrap();
    return weights;
}

void WeightFiles::unwrap() {
    constexpr std::array<std::string_view, 2> wrappers{"_orig_mod.", "module."};
    for (auto wrapper = wrappers.begin(); wrapper != wrappers.end();) {
        const auto within = [&](const auto& entry) { return entry.first.starts_with(*wrapper); };
        if (places_.empty() || !std::ranges::all_of(places_, within)) {
            ++wrapper;
            continue;
        }
        std::map<std::string, Place, std::less<>> bare;
        for (const auto& [name, place] : places_) bare.emplace(name.substr(wrapper->size()), place);
        places_ = std::move(bare);
        wrapper = wrappers.begin();  // one may be within the other
    }
}

void WeightFiles::add_all(const fs::path& file, std::size_t copied) {
    files_.push_back(SafetensorsMap::open(file, copied));
    listed_in_ = files_.back().path();
    const std::vector<MappedTensor>& tensors = files_.back().tensors();
    for (std::size_t t = 0; t < tensors.size(); ++t) places_[tensors[t].name] = {0, t};
}

void WeightFiles::add_shards(const fs::path& folder, const fs::path& index, std::size_t copied) {
    listed_in_ = path_text(index);
    const Json root = parse_json(read_file(index, max_index), listed_in_);
    JsonObject object(root, listed_in_);
    if (!object.has("weight_map")) throw object.error("weight_map", "is missing");
    const JsonObject map = object.object("weight_map");
    std::map<std::string, std::vector<std::string>, std::less<>> shards;  // and what the index says is in them
    std::map<std::string, std::string, std::less<>> shard_of;
    for (const auto& [tensor, shard] : root.at("weight_map").items()) {
        if (!shard.is_string()) throw map.error(tensor, "must be the name of a file, not " + with_type(shard));
        if (!is_plain_name(shard.text()))
            throw map.error(tensor, "must be the name of a file in the same folder, not " + in_quotes(shard.text()));
        shards[shard.text()].push_back(tensor);
        shard_of[tensor] = shard.text();
    }
    if (shards.empty()) throw object.error("weight_map", "names no tensor");

    std::error_code unread;
    const auto there = [&](const auto& shard) { return fs::exists(folder / shard.first, unread); };
    const auto present = std::ranges::count_if(shards, there);
    for (const auto& shard : shards)
        if (!there(shard))
            throw Error(listed_in_ + " names the file " + in_quotes(shard.first) + ", which is not there; " +
                        std::to_string(present) + " of the " + std::to_string(shards.size()) +
                        (shards.size() == 1 ? " file" : " files") + (present == 1 ? " is there" : " are there"));
    for (const auto& [name, tensors] : shards) {
        require_inside(folder, folder / name);
        const std::size_t number = files_.size();
        files_.push_back(SafetensorsMap::open(folder / name, copied));
        const SafetensorsMap& file = files_.back();
        for (std::size_t t = 0; t < file.tensors().size(); ++t) {
            const std::string& tensor = file.tensors()[t].name;
            const auto listed = shard_of.find(tensor);
            if (listed == shard_of.end()) continue;  // nobody asks for it
            if (listed->second != name)
                throw Error(file.path() + " holds the tensor " + in_quotes(tensor) + ", which " + listed_in_ +
                            " finds in " + in_quotes(listed->second) + ": it may be in one file only");
            places_[tensor] = {number, t};
        }
        for (const std::string& tensor : tensors)
            if (!places_.contains(tensor))
                throw Error(file.path() + " has no tensor " + in_quotes(tensor) + ", which " + listed_in_ +
                            " finds in it");
    }
}

const MappedTensor* WeightFiles::find(std::string_view name) const {
    const auto found = places_.find(name);
    return found == places_.end() ? nullptr : &files_[found->second.file].tensors()[found->second.tensor];
}

const MappedTensor& WeightFiles::floats(std::string_view name) const {
    const MappedTensor* tensor = find(name);
    if (tensor == nullptr) throw Error(missing(name));
    if (tensor->type->to_floats == nullptr)
        throw Error(where(name) + " is stored as " + std::string(tensor->type->name) +
                    " where F32, F16, BF16 or F64 is needed; quantized models are not supported");
    return *tensor;
}

std::vector<std::string_view> WeightFiles::names() const {
    std::vector<std::string_view> result;
    result.reserve(places_.size());
    for (const auto& [name, place] : places_) result.push_back(name);
    return result;
}

std::string WeightFiles::where(std::string_view name) const {
    const auto found = places_.find(name);
    return (found == places_.end() ? listed_in_ : files_[found->second.file].path()) + ": tensor " + in_quotes(name);
}

std::string WeightFiles::missing(std::string_view name) const {
    return listed_in_ + " has no tensor " + in_quotes(name);
}

std::uint64_t WeightFiles::data_size() const {
    std::uint64_t sum = 0;
    for (const SafetensorsMap& file : files_) sum += file.data_size();
    return sum;
}

std::vector<std::shared_ptr<const MappedFile>> WeightFiles::files() const {
    std::vector<std::shared_ptr<const MappedFile>> result;
    for (const SafetensorsMap& file : files_) result.push_back(file.file());
    return result;
}

}  // namespace glassformer
