#include "app/files/tensor_file.h"

#include <nlohmann/json.hpp>
#include <variant>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/io/npy.h"
#include "core/io/tensor_text.h"

namespace glassformer {

bool is_tensor_file(const std::filesystem::path& file) {
    const std::string ending = file.extension().string();
    return ending == ".npy" || ending == ".csv" || ending == ".safetensors";
}

std::string record_description(const Trace& trace, const Record& record) {
    nlohmann::ordered_json json;
    for (int d = 0; d < record.shape.rank(); ++d) json["axes"].push_back(name(record.shape.axis(d)));
    if (!record.operation) return json.dump();
    json["operation"] = record.operation->name();
    for (const auto& [key, value] : record.operation->attributes())
        std::visit([&, k = key](const auto& plain) { json["attributes"][k] = plain; }, value);
    for (const int operand : record.operands) json["operands"].push_back(trace.record(operand).name);
    return json.dump();
}

void write_tensor(const std::filesystem::path& file, const Trace& trace, const Record& record) {
    if (!is_tensor_file(file))
        throw Error("a tensor is written as .npy, .csv or .safetensors, not as " + path_text(file));
    const ConstView view = record.view();
    if (view.data == nullptr) throw Error(record.name + " has no numbers yet");
    if (file.extension() == ".npy") return write_npy(file, {record.name, view});
    if (file.extension() == ".safetensors") {
        const NamedTensor tensor(record.name, view);
        return write_safetensors(file, {&tensor, 1}, {{record.name, record_description(trace, record)}});
    }
    FileReplacement written(file);
    write_csv(view, [&](const std::string& line) { written.write(line); });
    written.commit();
}

}  // namespace glassformer
