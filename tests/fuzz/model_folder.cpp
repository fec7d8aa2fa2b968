// libFuzzer target: any bytes as config.json of every importer and of our own, as the index of a model in two files,
// and as a safetensors file. What is wrong with them is an Error; anything else that is thrown, and what a sanitizer
// finds, is a fault of ours. scripts/fuzz-models.sh builds and runs it.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/io/import_config.h"
#include "core/io/import_weights.h"
#include "core/io/safetensors.h"
#include "core/io/weight_files.h"

using namespace glassformer;

namespace {

/// A folder with two small files, where the index is missing.
const std::filesystem::path& sharded_folder() {
    static const std::filesystem::path folder = [] {
        const std::filesystem::path path =
            std::filesystem::temp_directory_path() / ("glassformer-fuzz-" + std::to_string(std::random_device{}()));
        const std::vector<float> numbers(64);
        write_safetensors(path / "a", std::vector<NamedTensor>{{"wte.weight", {4, 4}, numbers.data()},
                                                               {"ln_f.weight", {4}, numbers.data()}});
        write_safetensors(path / "b", std::vector<NamedTensor>{{"ln_f.bias", {4}, numbers.data()}});
        return path;
    }();
    return folder;
}

template <class Work>
void try_to(const Work& work) {
    try {
        work();
    } catch (const Error&) {
    }
}

void as_config(const std::string& text) {
    const auto check = [](const ModelConfig& config) {
        if (!(parse_config(config_json(config), "again") == config)) std::abort();
        std::size_t count = 0;
        for (const ParameterShape& parameter : parameter_shapes(config)) count += parameter.shape.count();
        if (count > std::size_t{1} << 33U) std::abort();
    };
    if (text.find("glassformer") != std::string::npos) try_to([&] { check(parse_config(text, "config.json")); });
    // Those whose name the text has; one of them where it has none.
    const std::span<const Importer> all = all_importers();
    bool named = false;
    const auto read_by = [&](const Importer& importer) {
        try_to([&] { check(import_config(importer, text, "config.json", nullptr).config); });
    };
    for (const Importer& importer : all)
        for (const ImportedType& type : importer.types)
            if (text.find("\"" + std::string(type.name) + "\"") != std::string::npos) {
                read_by(importer);
                named = true;
            }
    if (!named) read_by(all[text.size() % all.size()]);
}

void as_index(const std::string& text) {
    try_to([&] {
        write_file(sharded_folder() / "model.safetensors.index.json", text);
        const WeightFiles files = WeightFiles::open(sharded_folder());
        for (const std::string_view name : files.names()) static_cast<void>(files.where(name));
        const std::string config = R"({"model_type":"gpt2","vocab_size":4,"n_embd":4,"n_layer":1,"n_head":1})";
        const Importer& importer = *find_importer("gpt2");
        std::vector<std::string> warnings;
        const ConfigImport import = import_config(importer, config, "config.json", &files);
        static_cast<void>(import_weights(importer, import, files, warnings));
    });
}

void as_weights(const std::string& bytes) {
    try_to([&] {
        write_file(sharded_folder() / "c", bytes);
        const SafetensorsFile file = SafetensorsFile::open(sharded_folder() / "c");
        double sum = 0;  // reads every number
        for (const StoredTensor& tensor : file.tensors())
            for (std::size_t i = 0; tensor.data != nullptr && i < tensor.count; ++i) sum += tensor.data[i];
        static volatile double kept = 0;
        kept = sum;
    });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string rest(reinterpret_cast<const char*>(data) + 1, size - 1);
    switch (data[0]) {
        case 'i': as_index(rest); break;
        case 'w': as_weights(rest); break;
        default: as_config(rest);
    }
    return 0;
}
